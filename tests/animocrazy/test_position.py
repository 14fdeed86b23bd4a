"""Positions: read and set again at every decision, and errors that say what is wrong."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from envs.animocrazy import GAME
from envs.core.compiling import COMPILED
from envs.core.table import Table

from .table import candies, draw

VARIANTS = [
    {"num_players": 4},
    {"num_players": 10, "talk": True},
    {"num_players": 6, "voracious": True},
    {"num_players": 5, "carte_blanche": True, "talk": True},
    {"num_players": 7, "carte_blanche": True, "voracious": True},
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_position_read_at_any_decision_and_set_again_is_the_same(options: dict[str, Any]) -> None:
    asked = set()
    for seed in range(12 if COMPILED else 1):
        table, rng, whims = Table(GAME, options), np.random.default_rng(seed), np.array([seed], np.uint64)
        table.start(seed)
        while not table.over:
            if rng.random() < 0.15:
                asked.add(int(table.state["decision"]))
                position = json.loads(json.dumps(GAME.get_position(table.state)))
                twin = Table(GAME, options)
                twin.start(1, position)
                assert GAME.get_position(twin.state) == position
                assert np.array_equal(twin.mask, table.mask)
                for seat in range(table.num_players):
                    assert np.array_equal(twin.look(seat)[0], table.look(seat)[0])
            bot = int(rng.integers(4))
            table.play(int(GAME.loops.choose(table.state, bot, table.mask, whims)))
        assert GAME.get_position(table.state)["ended"] in ("end card", "empty bag")
    assert len(asked) > (2 if COMPILED else 1)


def test_what_is_left_open_is_drawn_from_the_seed() -> None:
    one, other, third = (draw("r y b g", seed=seed) for seed in (1, 1, 2))
    assert one.states.tobytes() == other.states.tobytes()
    assert one.hand(1) != third.hand(1)


def test_unknown_cards_fill_hands_and_deck() -> None:
    table = draw("r y b g", hands=[["R03"], ["?", "B07"], [], []], hand=["R03"], deck=["?", "Y07"])
    assert table.hand(1)[1] == "B07"
    assert table.state["hand_size"].tolist()[:4] == [6] * 4
    position = GAME.get_position(table.state)
    assert position["deck"][1] == "Y07"
    assert position["deck"].index("End") >= 15
    named = [law for hand in position["hands"] for law in hand] + position["deck"]
    assert len(set(named)) == len(named) == 24 + 26


def test_a_turn_that_has_not_begun_begins() -> None:
    table = draw(
        "rr r rr rr", laws=["B05 level", {"law": "B17", "new": True}], seat=1, turn={"begun": False, "number": 4}
    )
    assert table.totals == [2, 2, 2, 2]
    assert table.state["turn"] == 4
    assert int(table.state["rule"][8]) != 105  # B17 works now


GOOD: dict[str, Any] = {"candies": candies("rr yb g -")}
BAD = [
    ({}, "the key 'candies' is missing"),
    ({"candy": []}, "unknown key 'candy'; did you mean 'candies'?"),
    ({"candies": candies("rr y b")}, "got 3 dicts of candies, allowed are 4"),
    ({"candies": [{"read": 1}, {}, {}, {}]}, "unknown key 'read'; did you mean 'red'?"),
    ({"candies": [{"red": -1}, {}, {}, {}]}, r"\['candies'\]\[0\]\['red'\]: got -1, allowed is a number, 0..15"),
    ({"candies": [{"red": 9}, {"red": 9}, {}, {}]}, "got 18 red candies, allowed are at most 15"),
    ({**GOOD, "gone": {"red": 1}}, "cannot be"),
    ({**GOOD, "laws": ["R03"]}, r"\['laws'\]\[0\]: got 'R03', allowed is a blue or yellow law"),
    ({**GOOD, "laws": ["B7"]}, "got 'B7', allowed is the name of a law.*did you mean 'B"),
    ({**GOOD, "laws": ["B07", "B08"]}, "two laws in force have the same symbol"),
    ({**GOOD, "laws": ["B07"], "discards": ["B07"]}, "B07 is named in another place"),
    ({**GOOD, "laws": ["Y01 red"] * 7}, "got 7 laws, allowed are at most 6"),
    ({**GOOD, "laws": [{"law": "B07", "old": True}]}, "unknown key 'old'"),
    ({**GOOD, "hands": [["R02"] * 3, [], [], []]}, "R02 is named in another place"),
    ({**GOOD, "hands": [["R03"] * 7, [], [], []]}, "got 7 laws, allowed are at most 6"),
    ({**GOOD, "hands": [["blank"], [], [], []]}, "Carte Blanche"),
    ({**GOOD, "wilds": ["Scam"] * 3 + [None]}, "got 3 Scam cards, allowed are 2"),
    ({**GOOD, "wilds": ["Scamm", None, None, None]}, "did you mean 'Scam'"),
    ({**GOOD, "deck": ["End"] + ["?"] * 12}, "got End above 12 cards"),
    ({**GOOD, "deck": ["End", "End"]}, "got 2 End cards"),
    ({**GOOD, "turn": {"seat": 4}}, r"\['turn'\]\['seat'\]: got 4, allowed is a seat, 0..3"),
    ({**GOOD, "turn": {"begun": 1}}, "allowed are True and False"),
    ({**GOOD, "decision": {"asked": "votes", "seat": 0}}, "did you mean 'vote'"),
    ({**GOOD, "decision": {"asked": "vote", "seat": 0}}, "cannot be: card 105 is proposed"),
    ({**GOOD, "decision": {"asked": "vote", "seat": 2, "proposed": "R03"}}, "cannot be: seat 0 has vote"),
    ({**GOOD, "decision": {"asked": "lose", "seat": 0}}, "the key 'step' is missing"),
    ({**GOOD, "decision": {"asked": "repeal", "seat": 0, "proposed": "R16 level"}}, "cannot be"),
    ({**GOOD, "history": [{"law": "R03", "proposer": 0, "adopted": True, "votes": ["Yes"] * 4}]}, "law that lies open"),
    ({**GOOD, "votes_taken": 2}, "got 2, allowed are at most 0"),
    ({"candies": candies("r" * 15 + " " + "y" * 15 + " " + "b" * 15 + " " + "g" * 15)}, "empty bag"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_bad_positions_raise_in_one_line_and_change_nothing(position: dict[str, Any], message: str) -> None:
    table = Table(GAME, {"num_players": 4})
    table.start(1)
    before = table.states.tobytes()
    with pytest.raises(ValueError, match=message) as caught:
        table.start(2, position)
    assert "\n" not in str(caught.value)
    assert table.states.tobytes() == before
    assert str(caught.value).startswith("position")


def test_parts_that_do_not_go_together_are_refused() -> None:
    law = {"kind": "yellow", "what": "draw", "who": "everyone", "which": "any", "amount": 1}
    with pytest.raises(ValueError, match="do not go together"):
        draw(laws=[law], options={"carte_blanche": True})
    with pytest.raises(ValueError, match="the key 'amount' is missing"):
        draw(laws=[{key: value for key, value in law.items() if key != "amount"}], options={"carte_blanche": True})


def test_a_position_in_which_the_game_ends_at_once_is_refused() -> None:
    rows = " ".join(letter * number for letter, number in zip("rybg", (15, 15, 15, 14), strict=True))
    with pytest.raises(ValueError, match="ends at once"):
        draw(rows, laws=["B05 level"], seat=3, turn={"begun": False})


SIX = ["B07", "Y07", "Y12", "Y14", "Y16", "B15"]
CHOOSING = {"asked": "lose", "seat": 0, "effect": {"what": "lose", "amount": 1, "seats": [0], "left": 1}}
YES = ["Yes"] * 4


@pytest.mark.parametrize(
    ("more", "decision"),
    [
        ({}, {"asked": "compose kind", "proposed": "R03"}),
        ({}, {"asked": "compose amount", "proposed": "R03"}),
        ({}, {"asked": "replace", "proposed": "R03"}),
        ({}, {"asked": "replace", "proposed": "Y07"}),
        ({"laws": SIX}, {"asked": "vote", "proposed": "Y09 level"}),
        ({"laws": SIX[:3]}, {"asked": "vote", "proposed": "Y09 level", "replaced": 1}),
        ({"laws": SIX}, {"asked": "replace", "proposed": "Y09 level", "seat": 1}),
        *(({}, {**CHOOSING, "step": step}) for step in ("start", "propose", "talk", "clear", "take", "next")),
        ({"laws": ["B06 level"]}, {**CHOOSING, "step": "propose", "proposed": "R03"}),
        ({}, {**CHOOSING, "step": "act", "proposed": "B07", "adopted": True, "votes": YES, "replaced": 5}),
        ({}, {**CHOOSING, "step": "clear", "proposed": "R03", "adopted": True, "votes": YES}),
        ({"laws": ["B07"]}, {"asked": "repeal"}),
        ({}, {"asked": "keep", "drawn": ["R05", "R06"]}),
        ({"laws": ["B19"]}, {"asked": "keep", "drawn": ["R05", "R06"], "proposed": "R03"}),
        ({}, {"asked": "vote", "proposed": "R03", "adopted": True, "votes": YES}),
        ({"laws": ["B14"]}, {"asked": "vote", "proposed": "R03"}),
        ({}, {"asked": "vote", "proposed": "R03", "open": True}),
        ({"laws": ["B15"]}, {"asked": "vote", "seat": 1, "proposed": "R03", "votes": ["Wild", None, None, None]}),
        ({"turn": {"number": 26}, "deck_left": 26}, None),
        ({"lots": [{}]}, None),
        ({"said": [{"Yes": {"Yes": 3}}, {}, {}, {}]}, None),
    ],
    ids=str,
)
def test_positions_that_no_game_comes_to_are_refused(more: dict[str, Any], decision: dict[str, Any] | None) -> None:
    table = Table(GAME, {"num_players": 4, "talk": "said" in more})
    position = {"candies": candies("rr yb gb r"), **more}
    if decision is not None:
        position["decision"] = {"seat": 0, **decision}
    with pytest.raises(ValueError, match=r"^position: got one that cannot be: "):
        table.start(1, position)


def test_all_hands_are_known_in_a_position_with_b20() -> None:
    table = draw(laws=["B20"])
    assert table.state["shown_size"] == sum(table.state["hand_size"].tolist())
