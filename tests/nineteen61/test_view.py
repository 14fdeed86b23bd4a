"""How a table looks, as text and as a picture: complete, as one seat sees it, and nothing more."""

from types import SimpleNamespace

import numpy as np
import pytest

from envs import get_game
from envs.core.compiling import new_states
from envs.core.view import fitted, text_width
from envs.nineteen61 import actions as A
from envs.nineteen61.options import OPTIONS
from envs.nineteen61.position import set_position
from envs.nineteen61.state import HISTORY, Event
from envs.nineteen61.view import render_picture, render_text
from envs.nineteen61.words import event_texts, ordinal

GAME = get_game("nineteen61")
EMBARGO_UP = {"card": "Embargo", "face_up": True}
POSITION = {
    "rows": [
        [
            {"building": "Moon Lander", "stack": ["Sabotage", "?", "?", {"card": "Research", "known": [1]}]},
            {"building": "Factory", "stack": ["Espionage"], "used": True},
            {"building": "Agency", "stack": ["Embargo", "Sabotage"]},
        ],
        [{"building": "Embassy", "stack": [EMBARGO_UP, "Response System"]}, "Embassy", "Bunker"],
        [],
    ],
    "hands": [
        ["Espionage", "Missile Launch", "Missile Launch", {"card": "Research", "shown": True}],
        ["Sabotage", {"card": "Embargo", "shown": True}],
        [],
    ],
    "pile": ["Sabotage", "Sabotage", "Missile Launch"],
    "rest": {"seat": 1, "place": 1},
    "deck_top": ["Embargo"],
    "turn": {"seat": 0, "swap_window": False, "number": 12},
}
TEXT = """\
1961, as seat 0 sees it. Stacks: top card first, ? is face down.
Turn 12 (at most 400) of seat 0: card played
Seat 0 chooses whether to discard the card just looked at, the top of seat 1, place 1 (Embassy).
Deck: 1. Discard pile: 3 (1 Missile Launch, 2 Sabotage).
Being resolved: Espionage (3 looks, 3 discards left).
Lately: seat 0 plays Espionage; seat 0 looks at a card in row 1.

-> Seat 0: Moon Lander 4/5, Embassies 0/3, Agencies +2
     hand 3: 2 Embassy/Missile Launch, Secret Facility/Research (known to all)
    1 Moon Lander     [4] 3 ?, Sabotage
    2 Factory         [1] Espionage <used>
    3 Agency          [2] Sabotage, Embargo

   Seat 1: Moon Lander gone, Embassies 1/3
     hand 2: Bunker/Embargo (known to all), 1 ?
    1 Embassy         [2] Response System, EMBARGO <disabled> <looked at> <chosen>
    2 Embassy         [30] 30 ? <safe from missiles>
    3 Bunker

   Seat 2 is out, the 1st to go."""


def table(position, players=3, seed=1):
    state = new_states(GAME.dtype, 1)[0]
    set_position(state, position, OPTIONS.encode(OPTIONS.complete({"num_players": players})), seed)
    return state


def espionage():
    """POSITION after seat 0 has played Espionage and looked at the first card of seat 1."""
    state = table(POSITION)
    GAME.rules.apply(state, A.PLAY + 1)
    GAME.rules.apply(state, A.ROWS + A.PER_ROW + A.PLACE)
    return state


def random_tables(players, seed, every):
    """Yield the state at one decision in `every` of a random game, and at its end."""
    state = new_states(GAME.dtype, 1)[0]
    GAME.rules.reset(state, OPTIONS.encode(OPTIONS.complete({"num_players": players})), np.uint64(seed))
    rng, mask, number = np.random.default_rng(seed), np.zeros(GAME.actions.size(players), np.int8), 0
    while state["to_act"] >= 0:
        if number % every == 0:
            yield state
        number += 1
        GAME.rules.legal(state, mask)
        GAME.rules.apply(state, int(rng.choice(np.flatnonzero(mask))))
    yield state


def copy_of(state):
    copy = new_states(GAME.dtype, 1)[0]
    for name in GAME.dtype.names:
        copy[name] = state[name]
    return copy


# Text


def test_a_table_in_words():
    assert render_text(espionage(), 0) == TEXT


def test_everything_open_names_every_card():
    text = render_text(espionage())
    assert "1961, everything open." in text
    assert "?" not in text.split("\n", 1)[1]
    assert "hand 2: Bunker/Embargo (known to all), Agency/Sabotage" in text


def test_another_seat_sees_what_it_knows():
    text = render_text(espionage(), 1)
    assert "[4] Research, 3 ?" in text  # looked at by seat 1, who may not know what the owner stacked
    assert "hand 3: Secret Facility/Research (known to all), 2 ?" in text
    assert "[2] Response System, EMBARGO <disabled>" in text  # its own card


def test_the_stages_of_a_game_have_their_words():
    state = new_states(GAME.dtype, 1)[0]
    GAME.rules.reset(state, OPTIONS.encode(OPTIONS.complete({})), np.uint64(1))
    assert "Set-up\nSeat 0 chooses which card to stack on the own Moon Lander (1 to stack)." in render_text(state)
    launched = table({**POSITION, "hands": [["Missile Launch"], [], []]})
    GAME.rules.apply(launched, A.PLAY)
    assert "chooses whom the missile hits." in render_text(launched)
    assert "Missiles: from seat 0 to be aimed." in render_text(launched)
    building = table({**POSITION, "hands": [["Bunker"], [], []]})
    GAME.rules.apply(building, A.BUILD + 3)
    assert "Seat 0 chooses where to construct the Bunker." in render_text(building)


def test_the_ends_of_a_game_have_their_words():
    rows = [[{"building": "Moon Lander", "stack": ["Sabotage"] * 4}], ["Moon Lander"]]
    won = table({"rows": rows, "hands": [["Agency"], []]}, 2)
    for action in (A.STACK, A.ROWS + A.PLACE, A.CARD + 4):
        GAME.rules.apply(won, action)
    assert "Seat 0 has won: 5 cards on the Moon Lander." in render_text(won)
    assert "Seat 0: has won; " in render_text(won)
    last = table({"rows": [["Embassy"], ["Embassy"]], "rest": {"seat": 0, "place": 0}, "turn": {"drawn": False}}, 2)
    assert "Seat 0 has won: the last one left." in render_text(last)
    assert "Seat 1 is out, the 1st to go." in render_text(last)
    cut = table({"rows": rows, "turn": {"number": 400, "played": True}}, 2)
    GAME.rules.apply(cut, A.PASS)
    assert "The game was cut after 400 turns: nobody has won." in render_text(cut)


def history(*events):
    """A table that remembers (event, seat, row), the oldest first."""
    event, seat, row = (list(values) for values in zip(*events, strict=True))
    return SimpleNamespace(events=len(events), event=event, event_seat=seat, event_row=row)


def test_events_have_their_words_and_the_newest_comes_last():
    assert event_texts(history((Event.BUILD, 0, 1), (Event.OUT, 1, 1), (Event.RESPONSE_SYSTEM, 0, -1))) == [
        "seat 0 constructs in row 1",
        "seat 1 is out",
        "seat 0 plays Response System",
    ]
    table = history(*[(Event.LOOK, seat, 0) for seat in range(HISTORY)])
    table.events, table.event_seat[0] = HISTORY + 1, 5  # the fifth event takes the place of the first
    assert [text[:6] for text in event_texts(table)] == ["seat 1", "seat 2", "seat 3", "seat 5"]


@pytest.mark.parametrize("event", [e for e in Event if e not in (Event.ESPIONAGE, Event.SABOTAGE, Event.RESEARCH)])
def test_every_event_has_words_that_say_who(event):
    row = -1 if event == Event.MISSILE_LAUNCH else 1
    assert "seat 3" in event_texts(history((event, 3, row)))[0]


def test_numbers_in_words():
    assert [ordinal(n) for n in range(1, 6)] == ["1st", "2nd", "3rd", "4th", "5th"]


@pytest.mark.parametrize("render", [render_text, render_picture])
@pytest.mark.parametrize("seat", [3, -1])
def test_a_seat_that_is_not_there_is_refused(render, seat):
    with pytest.raises(ValueError, match=f"seat: got {seat}, allowed are None and 0..2"):
        render(table(POSITION), seat)


# Nothing leaks


@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_a_seat_sees_does_not_change_with_what_it_cannot_know(players):
    differed = 0
    for number, state in enumerate(random_tables(players, 7 + players, 9)):
        for seat in range(players):
            other = copy_of(state)
            GAME.rules.redeal(other, seat, np.uint64(number))
            assert render_text(other, seat) == render_text(state, seat)
            if number % 8 == 0:
                assert np.array_equal(render_picture(other, seat), render_picture(state, seat))
            differed += render_text(other) != render_text(state)
    assert differed > 0  # something was hidden and drawn anew


# Picture


@pytest.mark.parametrize("players", range(2, 7))
def test_the_picture_has_one_size_for_a_number_of_players(players):
    shapes = set()
    for state in random_tables(players, players, 60):
        picture = render_picture(state)
        assert picture.dtype == np.uint8
        assert picture.ndim == 3
        assert picture.shape[2] == 3
        assert picture.std() > 10  # not blank
        shapes.add(picture.shape)
    assert len(shapes) == 1


def test_the_picture_shows_what_changes():
    state = table(POSITION)
    pictures = [render_picture(state, 0)]
    for action in (A.PLAY + 1, A.ROWS + A.PER_ROW + A.PLACE, A.DISCARD):
        GAME.rules.apply(state, action)
        pictures.append(render_picture(state, 0))
    pictures.append(render_picture(state))
    pictures.append(render_picture(state, 1))
    for i, picture in enumerate(pictures):
        assert not any(np.array_equal(picture, other) for other in pictures[:i])


def test_the_picture_of_the_longest_rows_and_deepest_stacks_stays_within_its_bounds():
    long_row = ["Moon Lander", *["Factory"] * 7, *["Bunker"] * 8, *["Agency"] * 8, *["Missile Silo"] * 8]
    state = table({"rows": [long_row, ["Embassy"]], "rest": {"seat": 1, "place": 0}}, 2)
    picture = render_picture(state)
    assert picture.shape == render_picture(table({"rows": [["Embassy"], ["Embassy"]]}, 2)).shape
    background = picture[0, 0]
    assert (picture[:, -1] == background).all()  # nothing is cut off at the right
    assert (picture[-1] == background).all()  # nor below


def test_pictures_are_the_callers_own():
    state = table(POSITION)
    first = render_picture(state)
    expected = first.copy()
    first[:] = 0
    assert np.array_equal(render_picture(state), expected)


def test_text_is_made_to_fit():
    assert fitted("Embassy", 14, 200, 8) == ("Embassy", 14)
    text, size = fitted("Secret Facility", 14, 60, 8)
    assert text == "Secret Facility"
    assert size < 14
    text, size = fitted("Secret Facility", 14, 40, 8)
    assert text.endswith("..")
    assert size == 8
    assert text_width(text, size) <= 40
    assert fitted("Secret Facility", 14, 2, 8)[0] == ""
