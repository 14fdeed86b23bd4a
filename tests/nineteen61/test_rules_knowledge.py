"""Who knows what (the paragraph of that name, R3, R7, R16, R20, R21), seen through observations."""

import numpy as np
import pytest

from envs.core.compiling import new_states
from envs.nineteen61 import GAME
from tests.nineteen61.table import Table

RS = "Response System"


def top_seen(table: Table, viewer: int, seat: int, place: int = 1) -> str | None:
    """Return which card `viewer` sees face down on top of a place, or None."""
    seen = [label for label in table.sees_place(viewer, seat, place) if label.startswith("top known: ")]
    assert len(seen) <= 1
    return seen[0].removeprefix("top known: ") if seen else None


def beneath_seen(table: Table, viewer: int, seat: int, place: int = 1) -> dict[str, int]:
    """Return the cards that `viewer` knows below the top of a place."""
    start = "known beneath: "
    return {
        label.removeprefix(start): count
        for label, count in table.sees_place(viewer, seat, place).items()
        if label.startswith(start)
    }


def who_sees(table: Table, seat: int, place: int = 1) -> list[int]:
    """Return the seats whose observation shows the top card of a place."""
    return [viewer for viewer in range(table.players) if top_seen(table, viewer, seat, place) is not None]


def three(**more) -> Table:
    """Return a table of three where seat 0 is about to play."""
    position = {
        "rows": ["Moon Lander", "Moon Lander", "Moon Lander"],
        "hands": [["Agency", "Factory"], ["Embassy"], []],
    }
    return Table({**position, **more})


# Public


def test_rows_stack_sizes_and_face_up_embargoes_are_public():
    rows = ["Moon Lander", "Moon Lander [Bunker, Agency] | Embassy [Research, Embargo!]", "Factory* [Agency]"]
    table = three(rows=rows, turn={"seat": 2})
    for viewer in range(3):
        lander, embassy = table.sees_place(viewer, 1, 1), table.sees_place(viewer, 1, 2)
        assert (lander["is Moon Lander"], lander["cards stacked"]) == (1, 2)
        assert (embassy["is Embassy"], embassy["disabled"], embassy["top is a face-up Embargo"]) == (1, 1, 1)
        assert embassy["cards stacked"] == 2
        assert table.sees_place(viewer, 2, 1)["has produced"] == 1


def test_the_pile_and_hand_sizes_are_public():
    table = three(pile=["Research", "Bunker"])
    for viewer in range(3):
        assert table.sees(viewer, "pile") == {"Research": 1, "Embargo": 1}
        assert [table.sees(viewer, "hand_size", seat=seat) for seat in range(3)] == [2, 1, 0]


# The hand


def test_the_own_hand_is_private():
    table = three()
    assert table.sees(0, "hand_actions") == {"Sabotage": 1, RS: 1}
    assert table.sees(0, "hand_buildings") == {"Agency": 1, "Factory": 1}
    other = three(hands=[["Embargo", "Espionage"], ["Embassy"], []])
    for viewer in (1, 2):
        assert (table.features(viewer) == other.features(viewer)).all()
    assert (table.features(0) != other.features(0)).any()


def test_a_drawn_card_is_seen_by_its_drawer_only():
    tables = [
        three(hands=[[], [], []], turn={"played": True}, deck_top=[card]).do("pass") for card in ("Embassy", "Agency")
    ]
    assert tables[0].hand(1) != tables[1].hand(1)
    for viewer, same in ((0, True), (1, False), (2, True)):
        assert (tables[0].features(viewer) == tables[1].features(viewer)).all() == same


# Face-down cards


def test_a_card_stacked_from_the_hand_is_known_to_who_put_it_there():
    table = three().do("stack a card", "stack on seat 0, place 1", "stack Sabotage")
    assert who_sees(table, 0) == [0]
    assert top_seen(table, 0, 0) == "Sabotage"


def test_a_card_stacked_on_a_building_of_another_is_unknown_to_its_owner():
    table = three().do("stack a card", "stack on seat 1, place 1", f"stack {RS}")
    assert who_sees(table, 1) == [0]
    assert top_seen(table, 0, 1) == RS
    assert table.sees_place(1, 1, 1)["other seats that know the top"] == 1


def test_r07_which_card_was_stacked_shows_to_nobody_else():
    table = three()
    seen = []
    for card in ("Sabotage", RS):
        after = table.copy().do("stack a card", "stack on seat 0, place 1", f"stack {card}")
        seen.append([after.features(viewer) for viewer in (1, 2)])
    for first, second in zip(*seen, strict=True):
        assert (first == second).all()


def test_r02_the_card_of_the_set_up_is_known_to_its_owner_only():
    table = Table(num_players=3)
    card = table.hand(0)[0]
    table.do(f"stack {card}")
    assert who_sees(table, 0) == [0]
    assert top_seen(table, 0, 0) == card


def test_r16_factory_cards_are_known_to_nobody():
    table = three(rows=["Moon Lander | Factory [Agency]", "Moon Lander", "Moon Lander"], deck_top=["Embassy"])
    own = table.copy().do("produce with a Factory", "produce with seat 0, place 2", "produce onto seat 0, place 1")
    assert who_sees(own, 0) == []
    other = table.do("produce with a Factory", "produce with seat 0, place 2", "produce onto seat 1, place 1")
    assert who_sees(other, 1) == []
    assert other.sees_place(1, 1, 1)["cards stacked"] == 1


def test_r20_espionage_shows_the_card_to_its_player_only():
    table = three(
        rows=["Moon Lander", "Moon Lander [Research{}] | Embassy [Agency]", "Moon Lander"],
        hands=[["Espionage"], [], []],
    )
    assert who_sees(table, 1, 1) == []
    table.do("play Espionage", "look at the top of seat 1, place 1")
    assert who_sees(table, 1, 1) == [0], "while it is decided whether it is discarded"
    table.do("leave it", "look at the top of seat 1, place 2", "discard the top of seat 1, place 2")
    assert top_seen(table, 0, 1, 1) == "Research"
    assert top_seen(table, 1, 1, 1) is None, "the owner has never seen it"
    assert table.sees_place(2, 1, 1)["other seats that know the top"] == 1, "that seat 0 looked was seen by all"


def test_r20_what_was_looked_at_is_still_known_when_other_cards_lie_on_it():
    table = three(
        rows=["Moon Lander", "Moon Lander [Research] | Bunker [Agency]", "Moon Lander"],
        hands=[["Espionage"], ["Embassy"], []],
    )
    table.do("play Espionage", "look at the top of seat 1, place 1", "leave it", "look at the top of seat 1, place 2")
    table.do(
        "discard the top of seat 1, place 2", "pass", "stack a card", "stack on seat 1, place 1", "stack Missile Launch"
    )
    assert top_seen(table, 0, 1) is None
    assert beneath_seen(table, 0, 1) == {"Research": 1}
    assert beneath_seen(table, 1, 1) == {"Research": 1}
    assert beneath_seen(table, 2, 1) == {}


def test_revealed_cards_are_known_to_everybody_in_the_pile():
    table = three(rows=["Moon Lander", "Moon Lander [Research{}]", "Moon Lander"], hands=[["Missile Launch"], [], []])
    table.do("play Missile Launch", "launch at seat 1")
    for viewer in range(3):
        assert table.sees(viewer, "pile") == {"Missile Launch": 1, "Research": 1}


def test_what_is_being_resolved_is_seen_by_everybody():
    table = three(rows=["Moon Lander", "Moon Lander [Bunker{}]", "Moon Lander"], hands=[["Sabotage"], [], []])
    table.do("play Sabotage")
    for viewer in range(3):
        assert table.sees(viewer, "effect") == {"Sabotage": 1}
        assert table.sees(viewer, "decision") == {"sabotage": 1}
    table.do("sabotage the top of seat 1, place 1")
    for viewer in range(3):
        assert table.sees(viewer, "effect") == {"Embargo": 1}
        assert table.sees(viewer, "resolving") == {"Embargo": 1, "Sabotage": 1}
        assert table.sees(viewer, "acting", seat=0) == 1


def test_knowledge_follows_a_card_through_the_swap_of_its_building():
    table = three(
        rows=["Moon Lander", "Moon Lander | Secret Facility [Bunker{0}, Agency{012}, Research{}]", "Moon Lander"],
        hands=[[], ["Missile Silo"], []],
        turn={"seat": 1},
    )
    table.do("swap a Secret Facility", "swap seat 1, place 2", "put Missile Silo in its place")
    assert who_sees(table, 1, 2) == []
    assert [beneath_seen(table, viewer, 1, 2) for viewer in range(3)] == [
        {"Embargo": 1, "Sabotage": 1},
        {"Sabotage": 1},
        {"Sabotage": 1},
    ]


def test_knowledge_ends_with_a_shuffle():
    """A Response System that all had seen is shuffled with the pile, drawn by seat 1 and stacked: nobody else knows."""
    rows = ["Moon Lander", "Moon Lander", "Moon Lander | Bunker"]
    rest = {"seat": 2, "place": 1}  # all other cards, so that this one is the whole pile
    table = three(rows=rows, hands=[[], [], []], pile=[RS], rest=rest, turn={"played": True}).do("pass")
    assert table.hand(1) == [RS]
    assert [table.sees(viewer, "shown", seat=1) for viewer in range(3)] == [{}, {}, {}]
    table.do("stack a card", "stack on seat 1, place 1", f"stack {RS}")
    assert who_sees(table, 1) == [1]


# Cards in a hand that everybody knows


SWAPPED = ["swap a Secret Facility", "swap seat 0, place 2", "put Agency in its place"]


def swapped(*hand: str, seed: int = 1) -> Table:
    """Return a table where seat 0 has just taken back a Secret Facility, with `hand` beside it."""
    rows = ["Moon Lander | Secret Facility", "Moon Lander | Embassy", "Moon Lander"]
    return Table({"rows": rows, "hands": [["Agency", *hand], [], []], "pile": ["Embassy"]}, seed=seed).do(*SWAPPED)


def test_r03_everybody_sees_the_facility_go_back_to_the_hand():
    table = swapped("Bunker")
    for viewer in range(3):
        assert table.sees(viewer, "shown", seat=0) == {"Secret Facility": 1}


def test_r03_a_known_card_stays_known_while_other_cards_are_played_openly():
    table = swapped("Bunker")
    after = table.copy().do("build Bunker", "construct at seat 0, gap 1")
    assert after.sees(1, "shown", seat=0) == {"Secret Facility": 1}
    after = table.copy().do("play Embargo", "embargo seat 1, place 2", "pass")
    assert after.sees(2, "shown", seat=0) == {"Secret Facility": 1}


@pytest.mark.parametrize("stacked", ["Research", "Embargo"])
def test_r03_a_known_card_is_known_no_more_when_its_owner_stacks_any_card_face_down(stacked):
    table = swapped("Bunker").do("stack a card", "stack on seat 0, place 1", f"stack {stacked}")
    for viewer in range(3):
        assert table.sees(viewer, "shown", seat=0) == {}
    assert who_sees(table, 0) == [0]
    assert top_seen(table, 0, 0) == stacked


def test_r03_stacking_by_another_player_leaves_it_known():
    table = swapped("Bunker").do("build Bunker", "construct at seat 0, gap 1", "pass")
    table.do("stack a card", "stack on seat 1, place 1", f"stack {table.hand(1)[0]}")
    assert table.sees(2, "shown", seat=0) == {"Secret Facility": 1}


@pytest.mark.parametrize("seed", range(6))  # which two of the nine cards they are
def test_r03_the_known_copy_is_the_one_that_is_played_openly(seed):
    """With two Facilities in hand, one of them known, playing one openly leaves none that the others are sure of."""
    table = swapped("Secret Facility", seed=seed).do("build Secret Facility", "construct at seat 0, gap 1")
    assert table.sees(1, "shown", seat=0) == {}
    assert table.sees(0, "hand_buildings") == {"Secret Facility": 1}


def test_r03_playing_the_known_card_takes_it_off():
    table = swapped().do("play Research", "replay Missile Launch", "launch at seat 2")
    assert table.sees(1, "shown", seat=0) == {}
    assert table.sees(1, "pile") == {"Missile Launch": 1, "Research": 1}


def test_r21_a_response_system_stacked_by_research_is_known_to_everybody():
    table = three(hands=[["Research"], [], []], pile=[RS])
    table.do("play Research", f"replay {RS}", f"stack the {RS} on seat 1, place 1")
    assert who_sees(table, 1) == [0, 1, 2]
    assert {top_seen(table, viewer, 1) for viewer in range(3)} == {RS}
    assert table.sees_place(0, 1, 1)["other seats that know the top"] == 2


def test_a_face_up_embargo_is_not_counted_as_a_face_down_card():
    table = three(hands=[["Embargo"], [], []]).do("play Embargo", "embargo seat 1, place 1")
    assert who_sees(table, 1) == []
    for viewer in range(3):
        assert table.sees_place(viewer, 1, 1)["top is a face-up Embargo"] == 1
        assert "other seats that know the top" not in table.sees_place(viewer, 1, 1)


def test_a_buried_face_up_embargo_is_known_to_everybody():
    table = three(rows=["Moon Lander", "Moon Lander [Embargo!, Agency]", "Moon Lander"])
    assert [beneath_seen(table, viewer, 1) for viewer in range(3)] == [{"Embargo": 1}] * 3


def test_the_building_chosen_to_be_constructed_is_seen_by_everybody():
    table = three().do("build Agency")
    for viewer in range(3):
        assert table.sees(viewer, "constructing") == {"Agency": 1}


def test_the_pairing_is_public():
    pairing = ("Research", "Missile Launch", "Espionage", "Sabotage", "Response System", "Embargo")
    table = Table({"rows": ["Moon Lander"] * 3}, pairing=pairing)
    for viewer in range(3):
        assert table.sees(viewer, "pairing") == [{action: 1} for action in pairing]


# Public history


def test_the_last_events_are_seen_by_everybody():
    table = three(
        rows=["Moon Lander [Bunker]", f"Moon Lander [{RS}]", "Moon Lander"],
        hands=[["Missile Launch", "Agency"], [], []],
    )
    table.do("play Missile Launch", "launch at seat 1")
    for viewer in range(3):
        assert table.sees(viewer, "events") == [{"missile_hit": 1}, {"missile_hit": 1}, {"missile_launch": 1}, {}]
        by = [table.sees(viewer, "event_by", seat=seat) for seat in range(3)]
        at = [table.sees(viewer, "event_at", seat=seat) for seat in range(3)]
        assert by == [[0, 1, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0]], "the last hit was the doing of seat 1"
        assert at == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]


def test_events_of_hidden_choices_do_not_say_what_was_chosen():
    table = three().do("stack a card", "stack on seat 2, place 1", "stack Sabotage")
    for viewer in range(3):
        assert table.sees(viewer, "events")[0] == {"stack": 1}
        assert table.sees(viewer, "event_at", seat=2) == [1, 0, 0, 0]


# Missiles


def test_missiles_on_their_way_are_seen_by_everybody():
    """Two own Response Systems are to be aimed; after the first has provoked an answer, one and the answer wait."""
    rows = [f"Moon Lander [Research, {RS}] | Agency [{RS}]", f"Moon Lander [{RS}]", "Moon Lander"]
    table = three(rows=rows, hands=[["Missile Launch"], [], []]).do("play Missile Launch", "launch at seat 0")
    for viewer in range(3):
        assert table.sees(viewer, "missiles_to_aim") == 2
    table.do("launch at seat 1")
    for viewer in range(3):
        assert table.sees(viewer, "missiles_to_aim") == 1
        assert [table.sees(viewer, "missiles", seat=seat) for seat in range(3)] == [1, 0, 0]


def test_after_the_game_the_table_can_still_be_seen_and_nobody_is_asked():
    table = Table({"rows": ["Moon Lander [Agency]", "Moon Lander"], "hands": [["Missile Launch"], ["Bunker"]]})
    table.do("play Missile Launch", "launch at seat 1")
    for viewer in (0, 1):
        assert table.sees(viewer, "decision") == {}
        assert [table.sees(viewer, "acting", seat=seat) for seat in (0, 1)] == [0, 0]
        assert [table.sees(viewer, "in_game", seat=seat) for seat in (0, 1)] == [1, 0]
        assert table.sees(viewer, "pile") == {"Embargo": 1}, "the hand of seat 1 lies open"
        assert table.sees(viewer, "resolving") == {"Missile Launch": 1}, "the game has ended before it had finished"


def test_r07_a_swap_that_is_asked_for_is_possible_in_every_world():
    row = ["Moon Lander", "Secret Facility"]
    table = Table({"rows": [row, "Moon Lander"], "hands": [["Embassy"], []]})
    table.do("swap a Secret Facility", "swap seat 0, place 2 (Secret Facility)")
    mask = np.zeros(GAME.actions.size(2), np.int8)
    for seed in range(200):
        world = new_states(GAME.dtype, 1)
        world[:] = table.s
        GAME.rules.redeal(world[0], 1, np.uint64(seed))
        GAME.rules.legal(world[0], mask)
        assert mask.any(), "asking for a swap shows that some other building is in hand"
