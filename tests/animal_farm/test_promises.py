"""Promises: made, and found kept, broken or void exactly when the ruling says so (R19)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.animal_farm import GAME
from envs.core.aec import GameAEC
from envs.core.compiling import COMPILED
from envs.core.single import GameSingle

from .table import Play, draw

ALLY = "promise seat {}: I ally with you in the next region"
TOKEN = "promise seat {}: I give you a token"
REVOLUTION = "promise seat {}: I fill our revolution if you start it"
NO_ACTION = "promise seat {}: I use no action against you this round"
ALL = (ALLY, REVOLUTION, TOKEN, NO_ACTION)
MADE, KEPT = {"made": 1}, {"made": 1, "kept": 1}
BROKEN, VOID = {"made": 1, "broken": 1}, {"made": 1, "void": 1}


def talking(*agents: str, talk: int = 1, phase: str = "alliances", **more: Any) -> Play:
    """A table at which seat 0 begins: in India, with Australia and Africa to follow, unless said otherwise."""
    agents = agents or ("India 222", "Australia 222", "Africa 222")
    return draw(*agents, phase=phase, options={"talk": talk, **more.pop("options", {})}, **more)


def close(table: Play) -> Play:
    """Let everybody pass until the region that is being resolved has closed."""
    region = table.region
    while table.region == region:
        table.play(0)
    return table


def to_round(table: Play, number: int) -> Play:
    """Let everybody pass until this round."""
    while int(table.state["round"]) < number:
        table.play(0 if table.mask[0] else int(table.mask.argmax()))
    return table


def outstanding(table: Play) -> int:
    return int(np.count_nonzero(table.state["promise"]))


# How many, when, and to whom


def promises_offered(table: Play) -> list[str]:
    return [text for text in table.choices if text.startswith("promise")]


def test_r19_without_talk_there_are_no_promises() -> None:
    assert promises_offered(talking(talk=0)) == []
    assert (
        promises_offered(talking(talk=0, phase="revolutions", new="c - -", revolutions=["2 Cat 1 Lion", "?", "?"]))
        == []
    )


def test_r19_one_promise_a_turn_by_default() -> None:
    assert GAME.options.complete({})["talk"] == 1
    table = talking().do(ALLY.format(1))
    assert (table.asked, table.seat, promises_offered(table)) == ("SPEAK", 0, [])
    table.do("pass")
    assert (table.seat, len(promises_offered(table))) == (1, 8)
    close(table)
    assert len(promises_offered(table.pass_until("SPEAK", 0))) == 7  # again one, but not what is outstanding


def test_r19_three_promises_a_turn_where_the_option_says_so() -> None:
    table = talking(talk=3)
    for left, promise in ((8, ALLY), (7, TOKEN), (6, NO_ACTION)):
        assert len(promises_offered(table)) == left
        table.do(promise.format(1))
    assert promises_offered(table) == []
    assert table.can("propose an alliance with seat 1")


def test_r19_a_vocabulary_of_four() -> None:
    assert promises_offered(talking()) == sorted(text.format(other) for other in (1, 2) for text in ALL)


def test_r19_revolutions_are_promised_to_neighbours_only() -> None:
    table = talking("India 11111", "Australia 11111", "Africa 11111", seat=1, first_player=1)
    allowed = [other for other in (0, 2, 3, 4) if table.can(REVOLUTION.format(other))]
    assert allowed == [0, 2]
    for promise in (ALLY, TOKEN, NO_ACTION):
        assert [other for other in range(5) if table.can(promise.format(other))] == [0, 2, 3, 4]


@pytest.mark.parametrize("promise", ALL)
def test_r19_nothing_is_promised_twice_at_once(promise: str) -> None:
    table = talking(talk=2).do(promise.format(1))
    assert not table.can(promise.format(1))
    assert table.can(promise.format(2))
    assert len(promises_offered(table)) == 7


def test_r19_a_promise_that_has_come_out_can_be_made_again() -> None:
    table = talking(talk=2, new="cc - -").do(TOKEN.format(1), "give seat 1 a token", "give seat 1 a Cat")
    table.pass_until("SPEAK", 0)
    assert table.record(0, "token") == KEPT
    table.do(TOKEN.format(1))
    assert table.record(0, "token") == {"made": 2, "kept": 1}


def test_r19_promises_are_made_at_bargaining_and_revolution_turns_only() -> None:
    assert promises_offered(talking(phase="revolutions")) != []
    assert promises_offered(talking(phase="moves")) == []
    assert promises_offered(talking(phase="spies", owned="kk - -")) == []
    assert promises_offered(talking(phase="buying", new="ccc - -")) == []
    assert promises_offered(talking(phase="ending", new="ccc - -")) == []
    table = talking(owned="- - l").propose("seat 1", 2, 2).agree()
    assert (table.asked, promises_offered(table)) == ("LAST_ACTIONS", [])


def test_r19_one_promise_in_a_revolution_turn_too() -> None:
    table = talking(phase="revolutions").do(TOKEN.format(1))
    assert (table.asked, table.seat, promises_offered(table)) == ("REVOLT", 0, [])
    table.do("pass")
    assert (table.seat, len(promises_offered(table))) == (1, 8)


@pytest.mark.parametrize("promise", ALL)
def test_r19_promises_cost_nothing_bind_nobody_and_are_seen_by_all(promise: str) -> None:
    table = talking(owned="ll - -", new="c - -")
    before, choices = table.snapshot(), table.choices
    seen = [table.look(seat)[0] for seat in range(3)]
    table.do(promise.format(1))
    assert table.snapshot() == before
    assert table.choices == [text for text in choices if not text.startswith("promise")]
    for seat in range(3):
        assert not np.array_equal(table.look(seat)[0], seen[seat])


# "I ally with you in the next region"


def test_r19_ally_is_not_due_in_the_region_in_which_it_is_made() -> None:
    table = talking().do(ALLY.format(1)).propose("seat 1", 2, 2).agree()
    assert table.region == "Australia"
    assert table.record(0, "ally") == MADE  # winning together here is not yet it
    table = talking().do(ALLY.format(1)).propose("seat 2", 2, 2).agree()
    assert table.record(0, "ally") == MADE  # nor is winning without them


def test_r19_ally_is_kept_if_both_win_together() -> None:
    table = close(talking().do(ALLY.format(1))).propose("seat 1", 2, 2)
    assert table.record(0, "ally") == MADE
    table.agree()
    assert table.record(0, "ally") == KEPT
    assert outstanding(table) == 0


def test_r19_ally_is_kept_in_an_alliance_with_others_too() -> None:
    agents = ("India 1111", "Australia 1111", "Africa 1111")
    table = close(talking(*agents).do(ALLY.format(2))).do("pass").propose("seats 0 and 2", 1, 1, 1).agree()
    assert table.record(0, "ally") == KEPT


def test_r19_ally_is_broken_if_the_promiser_wins_without_them() -> None:
    table = close(talking().do(ALLY.format(1))).propose("seat 2", 2, 2).agree()
    assert table.record(0, "ally") == BROKEN
    table = talking("India 222", "Australia 511", "Africa 111").do(ALLY.format(1))
    close(table).do("claim the region alone")
    assert table.record(0, "ally") == BROKEN


def test_r19_ally_is_broken_if_the_promiser_refused_a_deal_with_them() -> None:
    table = close(talking().do(ALLY.format(1))).do("pass").propose("seat 0", 2, 2)
    assert table.seat == 0
    table.do("refuse")
    assert table.record(0, "ally") == MADE  # they may still come together
    twin = table.clone()
    close(table)
    assert table.record(0, "ally") == BROKEN
    twin.pass_until("SPEAK", 0).propose("seat 1", 2, 2).agree()
    assert twin.record(0, "ally") == KEPT


def test_r19_ally_is_broken_by_refusing_a_deal_that_somebody_else_proposed() -> None:
    agents = ("India 1111", "Australia 1111", "Africa 1111")
    table = close(talking(*agents).do(ALLY.format(1))).do("pass", "pass").propose("seats 0 and 1", 1, 1, 1)
    assert table.seat == 0
    close(table.do("refuse"))
    assert table.record(0, "ally") == BROKEN


def test_r19_refusing_a_deal_without_them_breaks_nothing() -> None:
    table = close(talking().do(ALLY.format(1))).pass_until("SPEAK", 2).propose("seat 0", 2, 2)
    close(table.do("refuse"))
    assert table.record(0, "ally") == VOID


def test_r19_refusing_in_the_region_where_it_was_promised_breaks_nothing() -> None:
    table = talking().do(ALLY.format(1), "pass").propose("seat 0", 2, 2).do("refuse")
    close(close(table))
    assert table.record(0, "ally") == VOID


def test_r19_ally_is_void_otherwise() -> None:
    """Nobody wins; the other one wins without the promiser; the other one refuses."""
    table = close(close(talking().do(ALLY.format(1))))
    assert table.record(0, "ally") == VOID
    table = close(talking().do(ALLY.format(1))).do("pass").propose("seat 2", 2, 2).agree()
    assert table.record(0, "ally") == VOID
    table = close(talking().do(ALLY.format(1))).propose("seat 1", 2, 2).do("refuse")
    assert close(table).record(0, "ally") == VOID


def test_r19_ally_binds_in_one_direction_only() -> None:
    """Seat 1 promised nothing and is not counted."""
    table = close(talking().do(ALLY.format(1))).do("pass").propose("seat 2", 2, 2).agree()
    assert table.record(1, "ally") == {}


def test_r19_ally_after_the_last_region_is_due_in_the_first_of_the_next_round() -> None:
    """Middle East is the last region: India comes first in this round, Australia in the next."""
    table = talking("India 222", "Australia 222", "Middle East 222")
    for _ in range(4):
        close(table)
    assert table.region == "Middle East"
    table.pass_until("SPEAK", 0).do(ALLY.format(1))
    close(table)
    assert (table.region, table.record(0, "ally")) == (None, MADE)
    to_round(table, 2)
    table.pass_until("SPEAK")
    assert (table.region, table.record(0, "ally")) == ("Australia", MADE)
    table.pass_until("SPEAK", 0).propose("seat 1", 2, 2).agree()
    assert table.record(0, "ally") == KEPT


def test_r19_ally_promised_before_an_extra_region_is_due_there() -> None:
    moods = ["2+2=5", None, None]
    table = talking("India 222", "2+2=5 222", "Latin America 222", moods=moods)
    for _ in range(4):
        close(table)
    assert table.region == "Middle East"
    close(table.pass_until("SPEAK", 0).do(ALLY.format(1)))
    assert table.region == "2+2=5"
    table.pass_until("SPEAK", 0).propose("seat 1").agree()
    assert table.record(0, "ally") == KEPT


def test_r19_ally_of_a_revolution_turn_is_due_in_the_first_region_of_the_next_round() -> None:
    table = talking(phase="revolutions", first_region="India").do(ALLY.format(1))
    to_round(table, 2).pass_until("SPEAK")
    assert (table.region, table.record(0, "ally")) == ("Australia", MADE)
    assert close(table).record(0, "ally") == VOID


# "I give you a token"


def test_r19_token_is_kept_by_a_gift_at_once() -> None:
    table = talking(new="c - -").do(TOKEN.format(1), "give seat 1 a token", "give seat 1 a Cat")
    assert table.record(0, "token") == KEPT


def test_r19_token_is_kept_by_a_side_payment() -> None:
    table = talking(new="c - -").do(TOKEN.format(1))
    table.propose("seat 1", 2, 2, payment=["seat 0 pays", "pay a Cat in New"])
    assert table.record(0, "token") == MADE
    table.agree()
    assert (table.record(0, "token"), table.new) == (KEPT, "ee cee -")


def test_r19_token_is_due_when_the_next_region_closes() -> None:
    table = close(talking(new="c - -").do(TOKEN.format(1)))
    assert table.record(0, "token") == MADE
    kept = table.clone()
    close(table)
    assert table.record(0, "token") == BROKEN
    kept.do("give seat 1 a token", "give seat 1 a Cat")
    assert close(kept).record(0, "token") == KEPT


def test_r19_token_by_a_side_payment_in_the_very_deal_that_closes_the_next_region() -> None:
    table = close(talking(new="c - -").do(TOKEN.format(1)))
    table.propose("seat 1", 2, 2, payment=["seat 0 pays", "pay a Cat in New"]).agree()
    assert table.record(0, "token") == KEPT


def test_r19_token_given_to_somebody_else_or_taken_by_requisition_keeps_nothing() -> None:
    table = close(talking(new="c - -").do(TOKEN.format(1))).do("give seat 2 a token", "give seat 2 a Cat")
    assert close(table).record(0, "token") == BROKEN
    laid = {"advanced": ["Requisition"], "bought": {1: ["Requisition"]}}
    table = talking(owned="- d -", **laid).do(TOKEN.format(1))
    table.propose("seat 2", 2, 2).agree().pass_until("REQUISITION", 1)
    table.do("play Requisition", "take a token that seat 0 took")
    assert table.new == "e e ee"
    assert table.record(0, "token") == MADE


def test_r19_token_of_the_other_direction_keeps_nothing() -> None:
    table = close(talking(new="- c -").do(TOKEN.format(1))).do("pass").do("give seat 0 a token", "give seat 0 a Cat")
    assert close(table).record(0, "token") == BROKEN


def test_r19_token_after_the_last_region_is_due_in_the_first_of_the_next_round() -> None:
    table = talking(phase="revolutions", owned="c - -", first_region="India").do(TOKEN.format(1))
    to_round(table, 2).pass_until("SPEAK")
    assert (table.region, table.record(0, "token")) == ("Australia", MADE)
    assert close(table).record(0, "token") == BROKEN


def test_r19_a_revolution_turn_gives_no_tokens() -> None:
    assert not talking(phase="revolutions", new="c - -").can("give")


# "I fill our revolution if you start it"


CARDS = ["2 Kangaroo 1 Donkey", "2 Cat 1 Lion", "2 Lion 1 Cat"]
"""Between seats 0 and 1, 1 and 2, 2 and 0."""


def test_r19_revolution_is_kept_if_the_other_starts_it_and_it_is_filled() -> None:
    table = talking(new="kk d -", revolutions=CARDS).pass_until("SPEAK", 1).do(REVOLUTION.format(0))
    table.pass_until("REVOLT", 0).do(
        "put a Kangaroo from New on the left", "put a Kangaroo from New on the left", "pass"
    )
    assert table.record(1, "revolution") == MADE
    table.do("put a Donkey from New on the right", "pass")
    table.pass_until("REVOLT", 2).do("pass")
    assert table.record(1, "revolution") == KEPT
    assert table.vp == [2, 3, 0]


def test_r19_revolution_is_broken_if_the_other_starts_it_and_it_is_not_filled() -> None:
    table = talking(new="kk d -", revolutions=CARDS).pass_until("SPEAK", 1).do(REVOLUTION.format(0))
    table.pass_until("REVOLT", 0).do("put a Kangaroo from New on the left", "pass", "pass", "pass")
    assert table.record(1, "revolution") == BROKEN


def test_r19_revolution_is_void_if_the_other_puts_nothing() -> None:
    table = talking(new="kk d -", revolutions=CARDS).pass_until("SPEAK", 1).do(REVOLUTION.format(0))
    table.pass_until("REVOLT", 1).do("put a Donkey from New on the right", "pass", "pass")
    assert table.record(1, "revolution") == VOID


def test_r19_revolution_is_void_if_the_other_puts_nothing_first() -> None:
    """Seat 1 promised, and acts before seat 0 does: what seat 0 puts comes too late to start it."""
    table = talking(new="kkd - -", revolutions=CARDS, phase="revolutions", first_player=1, seat=1)
    table.do(REVOLUTION.format(0), "pass", "pass")
    put = "put a {} from New on the left"
    table.do(put.format("Kangaroo"), put.format("Kangaroo"), put.format("Donkey"), "pass")
    assert table.vp == [2, 3, 0]  # filled by seat 0 alone
    assert table.record(1, "revolution") == VOID


def test_r19_revolution_is_void_if_the_other_leaves_nothing_to_fill() -> None:
    table = draw(
        phase="revolutions",
        players=3,
        new="ccd - -",
        options={"talk": 1},
        revolutions=["2 Cat 1 Donkey", "2 Lion 1 Cat", "2 Elephant 1 Cat"],
        promises=[{"from": 1, "to": 0, "promise": "revolution"}],
    )
    table.do(*["put a Cat from New on the left"] * 2, "put a Donkey from New on the left", "pass")
    table.pass_until("MOVE")
    assert table.vp[:2] == [2, 3]  # it succeeded
    assert table.record(1, "revolution") == VOID


def test_r19_revolution_tokens_on_the_other_card_do_not_start_it() -> None:
    table = talking(new="l d -", revolutions=CARDS).pass_until("SPEAK", 1).do(REVOLUTION.format(0))
    table.pass_until("REVOLT", 0).do("put a Lion from New on the right", "pass", "pass", "pass")
    assert table.record(1, "revolution") == VOID


def test_r19_revolution_of_a_revolution_turn_is_about_this_round() -> None:
    table = talking(new="kk d -", revolutions=CARDS, phase="revolutions").do("put a Kangaroo from New on the left")
    table.do("put a Kangaroo from New on the left", "pass")
    table.do(REVOLUTION.format(0), "put a Donkey from New on the right", "pass", "pass")
    assert table.record(1, "revolution") == KEPT


def test_r19_revolution_is_settled_in_the_round_of_the_promise() -> None:
    table = talking().do(REVOLUTION.format(2))
    table.pass_until("REVOLT", 2).do("pass")
    assert (int(table.state["round"]), table.record(0, "revolution")) == (2, VOID)


# "I use no action against you this round"


def seats_with(*names: str, seat: int = 0) -> dict[str, Any]:
    return {"advanced": list(names), "bought": {seat: list(names)}}


HITS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("Freedom is slavery", {"owned": "l - -", "basic": ["Freedom is slavery"]}, ["halve the strength of seat 1"]),
    ("Peaceful Solutions", {"owned": "d - -", "basic": ["Peaceful Solutions"]}, ["seat 1 takes 2 tokens fewer"]),
    ("Freedom of the press", {"owned": "e - -", **seats_with("Freedom of the press")}, ["seat 1 loses 1 VP"]),
    (
        "Love knows no borders",
        {"owned": "l - -", **seats_with("Love knows no borders")},
        ["separate seat 2 from another", "separate seat 2 from seat 1"],
    ),
]


@pytest.mark.parametrize(("card", "more", "parts"), HITS, ids=lambda value: value if isinstance(value, str) else "")
def test_r19_no_action_is_broken_by_naming_them(card: str, more: dict[str, Any], parts: list[str]) -> None:
    table = talking(talk=2, **more).do(NO_ACTION.format(1), NO_ACTION.format(2)).do(f"play {card}", *parts)
    named_both = card == "Love knows no borders"
    assert table.record(0, "no action") == {"made": 2, "broken": 1 + named_both}


def test_r19_no_action_is_broken_in_later_phases_of_the_round_too() -> None:
    table = talking(owned="k - -", new="- c l", talk=2).do(NO_ACTION.format(1), NO_ACTION.format(2))
    table.pass_until("SPY").do("play Truth", "remove a token of seat 1", "remove seat 1's Cat in New")
    assert table.record(0, "no action") == {"made": 2, "broken": 1}
    assert table.asked == "REVOLT"
    to_round(table, 2)
    assert table.record(0, "no action") == {"made": 2, "broken": 1, "kept": 1}


def test_r19_no_action_is_broken_by_terrorism_for_those_whom_it_hits() -> None:
    laid = seats_with("The object of terrorism is terrorism")
    table = talking(owned="k - -", new="- c -", talk=2, **laid).do(NO_ACTION.format(1), NO_ACTION.format(2))
    table.pass_until("SPY").do("play The object", "remove seat 1's Cat in New")
    assert table.record(0, "no action")["broken"] == 1  # seat 2 had nothing to lose
    assert table.new == "- - -"


def test_r19_no_action_is_broken_by_too_much_peace_for_the_members_named() -> None:
    table = talking(owned="l - -", talk=2, **seats_with("Too much peace"))
    table.do(NO_ACTION.format(1), NO_ACTION.format(2), "pass").propose("seat 2", 2, 2).agree()
    table.do("play Too much peace", "strength -1 for seat 2", "no more")
    assert table.record(0, "no action") == {"made": 2, "broken": 1}
    assert outstanding(table) == 1


@pytest.mark.parametrize("answer", ["War is peace", "Love", "I love Big Brother"])
def test_r19_no_action_is_broken_by_cancelling(answer: str) -> None:
    laid = seats_with("I love Big Brother") if "Big" in answer else {"basic": [answer]}
    table = talking(owned="e l -", **laid).do(NO_ACTION.format(1), "pass", "play Peace", f"play {answer}")
    assert table.record(0, "no action") == BROKEN


def test_r19_no_action_is_broken_by_cancelling_their_answer() -> None:
    table = talking(owned="e e l", talk=2).do(NO_ACTION.format(1), NO_ACTION.format(2)).pass_until("SPEAK", 2)
    table.do("play Peace", "let it be", "play War is peace")  # seat 1 answers
    assert (table.asked, table.seat) == ("REACT", 0)
    table.do("play War is peace")
    assert table.record(0, "no action") == {"made": 2, "broken": 1}
    assert int(table.state["promise"][3, 0, 2]) == 1  # that to seat 2 stands


def test_r19_no_action_is_broken_though_the_action_was_cancelled() -> None:
    table = talking(owned="l - e", basic=["Freedom is slavery"], **seats_with("I love Big Brother", seat=2))
    table.do(NO_ACTION.format(1)).do("play Freedom is slavery", "halve the strength of seat 1")
    table.do("play I love Big Brother")
    assert (table.strength, table.record(0, "no action")) == ([2, 2, 2], BROKEN)


@pytest.mark.parametrize(
    ("owned", "laid", "played"),
    [
        ("l - -", {}, ["play Peace"]),
        ("d - -", {}, ["play Orthodoxy"]),
        ("l - -", {"basic": ["Freedom is slavery"]}, ["play Freedom is slavery", "halve the strength of seat 2"]),
        ("l - -", {"basic": ["Freedom is slavery"]}, ["play Freedom is slavery", "halve the strength of seat 0"]),
        ("e - -", seats_with("Continental Embargo"), ["play Continental Embargo", "block Continental Embargo"]),
    ],
)
def test_r19_no_action_is_kept_at_the_end_of_the_round_otherwise(
    owned: str, laid: dict[str, Any], played: list[str]
) -> None:
    table = talking(owned=owned, **laid).do(NO_ACTION.format(1), *played)
    assert table.record(0, "no action") == MADE
    while int(table.state["round"]) == 1:
        assert table.record(0, "no action") == MADE
        table.play(0 if table.mask[0] else int(table.mask.argmax()))
    assert table.record(0, "no action") == KEPT


def test_r19_no_action_is_not_broken_by_what_others_do_or_by_what_was_done_before() -> None:
    table = talking(owned="l l -", basic=["Freedom is slavery"]).do(
        "play Freedom is slavery", "halve the strength of seat 1"
    )
    table.do("play Freedom is slavery", "halve the strength of seat 0").pass_until("SPEAK", 0).do(NO_ACTION.format(1))
    to_round(table, 2)
    assert table.record(0, "no action") == KEPT
    assert table.record(1, "no action") == {}


def test_r19_no_action_counts_once() -> None:
    table = talking(owned="ll - -", basic=["Freedom is slavery"]).do(NO_ACTION.format(1))
    table.do("play Freedom is slavery", "halve the strength of seat 1").pass_until("SPEAK", 0)
    table.do("pass")
    close(table)
    assert table.record(0, "no action") == BROKEN
    to_round(table, 2)
    assert table.record(0, "no action") == BROKEN


def test_r19_no_action_of_the_moves_phase() -> None:
    """A promise of the round before does not hold in this one."""
    table = talking(owned="c - -", basic=["Friendship"]).do(NO_ACTION.format(1))
    to_round(table, 2)
    assert table.record(0, "no action") == KEPT
    table.pass_until("MOVE", 0).do("play Friendship", "move an agent of seat 1", "move an agent of seat 1 from India")
    table.do("to Africa")
    assert table.record(0, "no action") == KEPT


# The end, and what is reported


def test_r19_the_end_of_the_game_voids_the_rest() -> None:
    table = talking(phase="revolutions", round=6, talk=3, first_player=0)
    table.do(ALLY.format(1), TOKEN.format(2), NO_ACTION.format(1)).pass_until("REVOLT", 1).do(REVOLUTION.format(2))
    while not table.over:
        table.play(0 if table.mask[0] else int(table.mask.argmax()))
    assert (table.record(0, "ally"), table.record(0, "token")) == (VOID, VOID)
    assert table.record(0, "no action") == KEPT  # its round has ended
    assert table.record(1, "revolution") == VOID
    assert outstanding(table) == 0


def test_r19_the_report_counts_by_kind_and_outcome() -> None:
    table = talking(
        phase="revolutions", round=6, talk=3, vp=[3, 5, 1], record=[{"ally": {"kept": 2, "broken": 1}}, {}, {}]
    )
    table.do(ALLY.format(1), TOKEN.format(2), NO_ACTION.format(1))
    while not table.over:
        table.play(0 if table.mask[0] else int(table.mask.argmax()))
    first, second, third = GAME.report(table.state)
    nothing = {"ally": 0, "token": 0, "revolution": 0, "no action": 0}
    assert first["promises"] == {
        "made": {**nothing, "ally": 4, "token": 1, "no action": 1},
        "kept": {**nothing, "ally": 2, "no action": 1},
        "broken": {**nothing, "ally": 1},
        "void": {**nothing, "ally": 1, "token": 1},
    }
    assert [first[name] for name in ("made", "kept", "broken", "void")] == [6, 3, 1, 2]
    assert [fact["made"] for fact in (second, third)] == [0, 0]
    assert [fact["vp"] for fact in (first, second, third)] == [3, 5, 1]
    assert [fact["won"] for fact in (first, second, third)] == [False, True, False]


def test_r19_what_is_made_comes_out_once() -> None:
    """At every decision: made = kept + broken + void + outstanding; at the end nothing is outstanding."""
    for seed in range(2 if COMPILED else 1):
        table = Play(GAME, {"num_players": 3 + seed, "talk": 3, "actions": "random"})
        table.start(seed)
        rng = np.random.default_rng(seed)
        for _ in range(10**6 if COMPILED else 400):
            if table.over:
                break
            made, *came = np.moveaxis(table.state["record"].astype(int), -1, 0)
            open_promises = np.count_nonzero(table.state["promise"], axis=2).T
            assert (made == sum(came) + open_promises).all()
            legal = np.flatnonzero(table.mask)
            promises = [a for a in legal if table.action_text(int(a)).startswith("promise")] if seed else []
            table.play(int(rng.choice(promises if promises and rng.random() < 0.5 else legal)))
        if COMPILED:
            assert table.over
            assert table.state["record"][:, :, 0].sum() > 50
            assert not table.state["promise"].any()


@pytest.mark.parametrize("talk", [0, 1])
def test_r19_infos_at_the_end_report_every_player(talk: int) -> None:
    if not COMPILED:
        pytest.skip("a whole game, slow in plain Python")
    env = GameAEC(GAME, num_players=3, talk=talk)
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while not any(env.terminations.values()):
        assert "report" not in env.infos[env.agent_selection]
        env.step(int(rng.choice(np.flatnonzero(env.table.mask))))
    facts = [env.infos[agent]["report"] for agent in env.agents]
    assert facts == GAME.report(env.table.state)
    for fact in facts:
        assert fact["made"] == fact["kept"] + fact["broken"] + fact["void"]
        assert (fact["made"] > 0) == (talk > 0)


def test_r19_infos_of_the_gymnasium_face_report_too() -> None:
    if not COMPILED:
        pytest.skip("a whole game, slow in plain Python")
    env = GameSingle(GAME, num_players=3, opponents="random")
    _, info = env.reset(seed=1)
    done = False
    while not done:
        assert "report" not in info
        _, _, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        done = terminated or truncated
    assert [set(fact["promises"]) for fact in info["report"]] == [{"made", "kept", "broken", "void"}] * 3
