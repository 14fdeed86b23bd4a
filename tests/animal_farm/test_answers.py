"""Elephants: answers to actions and to answers, Love and its ransom, and those played at any time (R22, R23)."""

from __future__ import annotations

from typing import Any

import pytest

from envs.animal_farm import GAME
from envs.animal_farm.box import INFLUENCES

from .table import Play, draw

BIG_BROTHER = "I love Big Brother"
EMBARGO = "Continental Embargo"
PRESS = "Freedom of the press"
CONFESSION = "Confession is not betrayal"
PACIFIST = "Pacifist Resolution"
WAR = "play War is peace"
LOVE = {"basic": ["Love"]}


def region(owned: str, agents: str = "", **more: Any) -> Play:
    """India, with two agents of each seat, where seat 0 speaks first; Africa follows."""
    number = len(owned.split())
    agents = agents or "2" * number
    return draw(f"India {agents}", f"Africa {agents}", phase="alliances", owned=owned, **more)


def cards(*advanced: str, **bought: str) -> dict[str, Any]:
    """These advanced actions laid out, bought by seats: ``cards("Requisition", s1="Requisition")``."""
    return {"advanced": list(advanced), "bought": {int(seat[1:]): [name] for seat, name in bought.items()}}


# R22: who is asked, and in which order


@pytest.mark.parametrize(("player", "order"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (3, [0, 1, 2])])
def test_r22_the_others_are_asked_in_seat_order_from_the_player_on(player: int, order: list[int]) -> None:
    table = region("el el el el", seat=player, first_player=0).do("play Peace")
    assert table.passing("REACT") == order
    assert table.strength[player] == 3


def test_r22_only_those_who_could_answer_are_asked() -> None:
    """Seat 1 has no Elephant, seat 2 only one in New, seat 3 only one in the Airdrop zone, seat 4 one in Owned."""
    table = region("l d - - e", new="- - e - -", airdrop="- - - e -").do("play Peace")
    assert (table.asked, table.seat) == ("REACT", 4)
    assert table.choices == ["let it be", "play War is peace for an Elephant"]
    assert table.passing("REACT") == [4]


def test_r22_an_advanced_elephant_in_the_airdrop_zone_answers_if_it_was_bought() -> None:
    table = region("l - -", airdrop="- e e", **cards(BIG_BROTHER, s2=BIG_BROTHER)).do("play Peace")
    assert (table.asked, table.seat) == ("REACT", 2)
    assert table.choices == ["let it be", "play I love Big Brother for an Elephant"]


def test_r22_a_card_that_is_not_laid_out_answers_nothing() -> None:
    assert region("l e -", **LOVE).do("play Peace").choices == ["let it be", "play Love for an Elephant"]


def test_r22_without_anybody_who_could_answer_the_action_takes_effect_at_once() -> None:
    table = region("l - -").do("play Peace")
    assert (table.strength, table.asked, table.seat) == ([3, 2, 2], "SPEAK", 1)


def test_r22_the_action_waits_for_the_answers() -> None:
    table = region("l e -").do("play Peace")
    assert table.strength == [2, 2, 2]
    table.do("let it be")
    assert (table.strength, table.asked, table.seat) == ([3, 2, 2], "SPEAK", 1)


def test_r22_answers_come_once_the_action_is_declared_in_all_its_parts() -> None:
    table = region("l e -", basic=["Freedom is slavery"]).do("play Freedom is slavery")
    assert (table.asked, table.seat) == ("PART", 0)
    table.do("halve the strength of seat 2")
    assert (table.asked, table.seat) == ("REACT", 1)


_PEACE = ["play Peace"]
_PRESS = ["play Freedom of the press", "seat 1 loses 1 VP"]


@pytest.mark.parametrize(
    ("phase", "owned", "played"),
    [
        ("moves", "c", ["play Particular Needs", "move an agent from India", "to Africa"]),
        ("moves", "e", _PRESS),
        ("alliances", "l", _PEACE),
        ("alliances", "d", ["play Orthodoxy"]),
        ("spies", "kk", ["play Truth", "remove a token of seat 0", "remove seat 0's Kangaroo in Owned"]),
        ("revolutions", "e", _PRESS),
        ("buying", "e", _PRESS),
    ],
)
def test_r22_whenever_an_action_is_played_in_any_phase(phase: str, owned: str, played: list[str]) -> None:
    table = draw("India 222", "Africa 222", phase=phase, owned=f"{owned} e e", **LOVE, **cards(PRESS, s0=PRESS)).do(
        *played
    )
    assert table.passing("REACT") == [1, 2]


def test_r22_last_actions_and_requisitions_are_answered_too() -> None:
    table = region("- e l").propose("seat 1", 2, 2).agree()
    table.do("play Peace")
    assert (table.asked, table.seat) == ("REACT", 1)
    table.do(WAR)
    assert table.new == "ee ee -"  # Peace would have made it 4 to 4
    table = region("- e d", **LOVE, **cards("Requisition", s2="Requisition")).propose("seat 1", 2, 2).agree()
    table.passing("LAST_ACTIONS")
    table.do("play Requisition", "take a token that seat 0 took")
    assert (table.asked, table.seat) == ("REACT", 1)
    table.do("play Love")
    assert table.new == "ee ee -"


# R22: cancelling


def test_r22_one_standing_cancel_ends_it() -> None:
    table = region("l e e e").do("play Peace", "let it be", WAR)
    assert table.passing("REACT") == [3, 1]  # about the answer of seat 2; seat 0 has no Elephant
    assert (table.strength, table.asked, table.seat) == ([2, 2, 2, 2], "SPEAK", 1)
    assert table.owned == "- e - e"


def test_r22_cancelled_cards_stay_paid_and_used() -> None:
    table = region("ll ee -", **cards(PACIFIST, s0=PACIFIST), **LOVE).do("play Pacifist Resolution", "play Love")
    table.do("discard nothing")
    assert (table.strength, table.owned, table.stock("Lion")) == ([2, 2, 2], "l e -", 11)
    table.pass_until("SPEAK", 0)
    assert table.can("play Peace")
    assert not table.can("play Pacifist Resolution")  # once a round


def test_r22_a_cancelled_action_uses_up_the_turn() -> None:
    table = region("ll e -").do("play Peace", WAR)
    assert (table.asked, table.seat) == ("SPEAK", 1)


def test_r22_cancelled_actions_can_be_played_again_where_they_may_be_played_any_number_of_times() -> None:
    table = draw("India 222", phase="moves", owned="cc e -")
    move = ("play Particular Needs", "move an agent from India", "to Africa")
    table.do(*move, WAR)
    assert (table.agents("India"), table.asked, table.seat) == ("222", "MOVE", 0)
    table.do(*move)
    assert (table.agents("India"), table.agents("Africa"), table.owned) == ("122", "100", "- - -")


def test_r22_answers_can_be_answered_by_everybody_else_and_then_the_action_is_asked_about_again() -> None:
    table = region("le e ee e").do("play Peace", WAR)  # of seat 1
    assert (table.asked, table.seat) == ("REACT", 2)
    table.do(WAR)
    assert table.passing("REACT")[:2] == [3, 0]  # about the answer of seat 2: from seat 2 on, seat 1 has none left
    assert (table.strength, table.owned) == ([3, 2, 2, 2], "e - e e")


def test_r22_after_a_resolved_answer_those_who_had_passed_are_asked_again() -> None:
    table = region("l e ee e").do("play Peace", "let it be", "let it be", WAR)  # of seat 3
    assert table.seat == 1
    table.do(WAR)  # against the answer of seat 3
    assert (table.asked, table.seat) == ("REACT", 2)
    table.do("let it be")
    assert (table.asked, table.seat) == ("REACT", 2)  # about Peace again: seats 1 and 3 have no Elephant left
    table.do(WAR)
    assert table.strength == [2, 2, 2, 2]
    assert table.owned == "- - e -"


def test_r22_an_answer_that_cancels_nothing_lets_those_be_asked_again_too() -> None:
    table = region("l e ee", vp=[2, 2, 2], **cards(PRESS, s2=PRESS)).do("play Peace", "let it be")
    table.do("play Freedom of the press", "seat 0 loses 1 VP")
    assert table.vp == [1, 2, 2]  # nobody can answer: War is peace is for basic actions
    assert (table.asked, table.seat) == ("REACT", 1)
    assert table.passing("REACT") == [1, 2]
    assert table.strength == [3, 2, 2]


@pytest.mark.parametrize("answers", range(7))
def test_r22_a_chain_of_answers_cancels_from_its_end(answers: int) -> None:
    """Each answer cancels the one before it: what is below an odd number of them does not happen."""
    table = region("le ee ee ee").do("play Peace")
    for _ in range(answers):
        table.do(WAR)
    table.passing("REACT")
    assert table.strength == [3 if answers % 2 == 0 else 2, 2, 2, 2]
    assert table.stock("Elephant") == 12 - 7 + answers


def test_r22_every_elephant_of_a_long_chain_is_spent() -> None:
    """Ten answers, all there can be with ten Elephants in Owned areas."""
    table = region("le ee ee ee ee", agents="11111").do("play Peace")
    answers = 0
    while table.asked == "REACT":
        table.do(WAR)
        answers += 1
    assert answers == 9
    assert (table.strength, table.owned) == ([1, 1, 1, 1, 1], "- - - - -")
    assert table.stock("Elephant") == 12


def test_r22_the_player_of_the_action_may_cancel_the_answer() -> None:
    table = region("le e -").do("play Peace", WAR)
    assert (table.asked, table.seat) == ("REACT", 0)
    table.do(WAR)
    assert (table.strength, table.owned) == ([3, 2, 2], "- - -")


def test_r22_nobody_answers_an_action_of_their_own() -> None:
    table = region("le e e").do("play Peace", WAR)
    assert table.passing("REACT") == [2, 0]  # about the answer of seat 1: not seat 1
    assert region("le - -").do("play Peace").strength == [3, 2, 2]


# R22: which Elephants cancel what


def test_r22_war_is_peace_cancels_basic_actions_only() -> None:
    table = region("l e -", **cards(PACIFIST, s0=PACIFIST)).do("play Pacifist Resolution")
    assert (table.strength, table.asked) == ([4, 2, 2], "SPEAK")  # seat 1 was not asked


def test_r22_war_is_peace_cancels_basic_elephants_and_no_advanced_ones() -> None:
    table = region("l ee e", **cards(BIG_BROTHER, s1=BIG_BROTHER))
    table.do("play Peace")
    twin = table.clone()
    twin.do("play I love Big Brother")
    assert twin.strength == [2, 2, 2]  # seat 2 was not asked
    table.do(WAR)
    assert (table.asked, table.seat) == ("REACT", 2)


@pytest.mark.parametrize("answer", ["play Love", "play I love Big Brother"])
def test_r22_love_and_big_brother_cancel_both_sorts(answer: str) -> None:
    laid = {"advanced": [PACIFIST, BIG_BROTHER], "bought": {0: [PACIFIST], 1: [BIG_BROTHER]}}
    for played in ("play Peace", "play Pacifist Resolution"):
        table = region("l e -", **LOVE, **laid).do(played, answer)
        assert (table.strength, table.asked, table.owned) == ([2, 2, 2], "SPEAK", "- - -")


def test_r22_big_brother_answers_once_a_round() -> None:
    table = region("ll ee l", basic=["Love"], **cards(BIG_BROTHER, s1=BIG_BROTHER)).do("play Peace")
    table.do("play I love Big Brother").pass_until("SPEAK", 2).do("play Peace")
    assert table.choices == ["let it be", "play Love for an Elephant"]


# R22: Love and its ransom


def test_r22_love_spares_an_action_whose_player_discards_an_owned_token() -> None:
    table = region("lc e -", new="k - -", airdrop="d - -", **LOVE).do("play Peace", "play Love")
    assert (table.asked, table.seat) == ("RANSOM", 0)
    assert table.choices == ["discard a Cat", "discard nothing"]  # an Owned one
    table.do("discard a Cat")
    assert (table.strength, table.owned, table.stock("Cat")) == ([3, 2, 2], "- - -", 12)
    assert (table.new, table.airdrop) == ("k - -", "d - -")


def test_r22_love_cancels_where_the_ransom_is_refused() -> None:
    table = region("lc e -", **LOVE).do("play Peace", "play Love", "discard nothing")
    assert (table.strength, table.owned, table.asked, table.seat) == ([2, 2, 2], "c - -", "SPEAK", 1)


def test_r22_love_cancels_where_there_is_no_owned_token_left() -> None:
    table = region("l e -", new="k - -", airdrop="d - -", **LOVE).do("play Peace", "play Love")
    assert (table.strength, table.asked, table.seat) == ([2, 2, 2], "SPEAK", 1)


def test_r22_the_ransom_is_asked_for_when_love_resolves_uncancelled() -> None:
    table = region("lc e e", **LOVE).do("play Peace", "play Love")
    assert (table.asked, table.seat) == ("REACT", 2)  # first whether Love is answered
    cancelled = table.clone()
    table.do("let it be")
    assert (table.asked, table.seat) == ("RANSOM", 0)
    cancelled.do("play Love")  # of seat 2, against the Love of seat 1, who has nothing to save it with
    assert cancelled.owned == "c - -"
    assert (cancelled.asked, cancelled.strength) == ("SPEAK", [3, 2, 2])  # no ransom was asked for


def test_r22_love_against_love_asks_the_ransom_of_who_played_the_first() -> None:
    table = region("le ed -", **LOVE).do("play Peace", "play Love", "play Love")
    assert (table.asked, table.seat) == ("RANSOM", 1)
    table.do("discard a Donkey")  # Love of seat 1 is saved, and seat 0 has nothing left to save Peace with
    assert (table.strength, table.owned) == ([2, 2, 2], "- - -")
    table = region("le ed -", **LOVE).do("play Peace", "play Love", "play Love", "discard nothing")
    assert (table.strength, table.owned) == ([3, 2, 2], "- d -")


def test_r22_after_a_ransom_the_others_are_asked_again() -> None:
    table = region("lc e e", **LOVE).do("play Peace", "play Love", "let it be", "discard a Cat")
    assert (table.asked, table.seat) == ("REACT", 2)
    table.do("play Love")
    assert (table.strength, table.asked) == ([2, 2, 2], "SPEAK")  # seat 0 has nothing left


def test_r22_a_ransom_may_be_an_elephant() -> None:
    table = region("le e -", **LOVE).do("play Peace", "play Love", "let it be", "discard an Elephant")
    assert (table.strength, table.owned, table.stock("Elephant")) == ([3, 2, 2], "- - -", 12)


def test_r22_a_token_that_paid_an_answer_cannot_be_removed_any_more() -> None:
    """Truth names the Elephant with which its owner then answers; the answer is cancelled, Truth hits nothing."""
    table = draw("India 222", phase="spies", owned="ke e -", new="- - c")
    table.do("play Truth", "remove a token of seat 1", "remove seat 1's Elephant in Owned", WAR, WAR)
    assert (table.owned, table.new, table.stock("Elephant")) == ("- - -", "- - c", 12)


# R23: Elephants at any time


ANY_TURN = [
    ("moves", "MOVE"),
    ("alliances", "SPEAK"),
    ("spies", "SPY"),
    ("revolutions", "REVOLT"),
    ("buying", "BUY"),
]


@pytest.mark.parametrize(("phase", "asked"), ANY_TURN)
def test_r23_any_time_elephants_in_own_turns_of_phases_1_to_5(phase: str, asked: str) -> None:
    table = draw("India 222", phase=phase, owned="e - -", vp=[0, 3, 0], **cards(PRESS, s0=PRESS))
    assert (table.asked, table.seat) == (asked, 0)
    table.do("play Freedom of the press", "seat 1 loses 1 VP")
    assert (table.vp, table.owned) == ([0, 2, 0], "- - -")
    table = draw("India 222", phase=phase, new="ccc - -", owned="e - -", **cards(EMBARGO, s0=EMBARGO))
    table.do("play Continental Embargo", "block Continental Embargo")
    assert table.state["embargo"] == 1 << 2


def test_r23_any_time_elephants_as_last_actions_and_answers() -> None:
    table = region("- - e", vp=[2, 0, 0], **cards(PRESS, s2=PRESS)).propose("seat 1", 2, 2).agree()
    assert (table.asked, table.seat) == ("LAST_ACTIONS", 2)
    table.do("play Freedom of the press", "seat 0 loses 1 VP")
    assert (table.vp, table.new) == ([1, 0, 0], "ee ee -")
    table = region("l - e", vp=[2, 0, 0], **cards(PRESS, s2=PRESS)).do("play Peace")
    assert (table.asked, table.seat) == ("REACT", 2)
    table.do("play Freedom of the press", "seat 0 loses 1 VP")
    assert (table.vp, table.strength) == ([1, 0, 0], [3, 2, 2])  # it cancels nothing


def test_r23_any_time_elephants_not_in_the_ending_phase() -> None:
    table = draw("India 222", phase="ending", owned="e - -", **cards(PRESS, s0=PRESS))
    assert table.asked == "STORE"
    assert not table.can("play")


# R23: Confession


CONFESS = "play Pacifist Resolution by Confession for an Elephant"


def confession(owned: str, **more: Any) -> Play:
    """Seat 0 has bought Confession, seat 1 Pacifist Resolution."""
    return region(owned, **{**cards(CONFESSION, PACIFIST, s0=CONFESSION, s1=PACIFIST), **more})


def test_r23_confession_costs_one_elephant_only() -> None:
    table = confession("el - -").do(CONFESS)
    assert (table.strength, table.owned, table.stock("Elephant")) == ([4, 2, 2], "l - -", 12)
    assert not confession("ll - -").can(CONFESS)
    table = confession("- - -", airdrop="e - -").do(CONFESS)
    assert (table.strength, table.airdrop) == ([4, 2, 2], "- - -")


def test_r23_confession_uses_up_itself_and_not_the_use_of_the_owner() -> None:
    table = confession("ee l -").do(CONFESS, "play Pacifist Resolution for a Lion")
    assert table.strength == [4, 4, 2]
    table.pass_until("SPEAK", 0)
    assert not table.can("play Pacifist Resolution")


def test_r23_confession_does_not_use_up_an_own_card_of_the_same_name() -> None:
    table = confession("el - -", bought={0: [CONFESSION, PACIFIST], 1: [PACIFIST]}).do(CONFESS)
    table.pass_until("SPEAK", 0).do("play Pacifist Resolution for a Lion")
    assert table.strength == [6, 2, 2]


def test_r23_confession_copies_what_its_owner_has_used() -> None:
    table = confession("e l -", seat=1, first_player=1).do("play Pacifist Resolution for a Lion")
    table.pass_until("SPEAK", 0).do(CONFESS)
    assert table.strength == [4, 4, 2]


def test_r23_confession_copies_actions_that_an_opponent_has_bought() -> None:
    own = {"bought": {0: [CONFESSION, PACIFIST]}}
    assert not confession("el - -", **own).can(CONFESS)
    assert confession("el - -", **own).can("play Pacifist Resolution for a Lion")
    both = {"bought": {0: [CONFESSION, PACIFIST], 2: [PACIFIST]}}
    table = confession("el - -", **both).do("play Pacifist Resolution for a Lion").pass_until("SPEAK", 0).do(CONFESS)
    assert table.strength == [6, 2, 2]


def test_r23_confession_is_played_when_the_copied_action_could_be() -> None:
    laid = cards(CONFESSION, "Too much peace", s0=CONFESSION, s1="Too much peace")
    table = region("e - -", **laid)
    copy = "play Too much peace by Confession"
    assert not table.can(copy)
    table.pass_until("SPEAK", 1).propose("seat 2", 2, 2).agree()
    assert (table.asked, table.seat) == ("LAST_ACTIONS", 0)
    assert table.can(copy)
    bought = {"bought": {0: [CONFESSION], 1: [PACIFIST]}, "advanced": [CONFESSION, PACIFIST]}
    assert not draw("India 222", phase="moves", owned="e - -", **bought).can("play")
    laid = cards(CONFESSION, "Open archives", s0=CONFESSION, s1="Open archives")
    table = draw("India 222", phase="spies", owned="e - -", new="- c -", **laid)
    table.do("play Open archives by Confession", "take a token from New of seat 1", "take a Cat from New of seat 1")
    assert (table.new, table.owned) == ("c - -", "- - -")


def test_r23_confession_copies_no_elephant_and_answers_nothing() -> None:
    table = confession("e l -", seat=1, first_player=1).do("play Pacifist Resolution for a Lion")
    assert (table.asked, table.strength) == ("SPEAK", [2, 4, 2])  # seat 0 was not asked
    assert not any("Confession" in text and "Pacifist" not in text for text in confession("e - -").choices)


@pytest.mark.parametrize("blocked", ["Elephant", "Lion"])
def test_r23_confession_is_impossible_if_embargoed(blocked: str) -> None:
    """Embargo and Confession are both Elephants, and one of them is laid out: so the embargo is written by hand."""
    table = confession("e - -")
    assert table.can(CONFESS)
    table.state["embargo"] = 1 << INFLUENCES.index(blocked)
    GAME.rules.legal(table.state, table.mask)
    assert not table.can(CONFESS)


def test_r23_confession_is_cancelled_as_an_advanced_action() -> None:
    table = confession("e e -").do(CONFESS)
    assert (table.asked, table.strength) == ("SPEAK", [4, 2, 2])  # War is peace has nothing to say to it
    table = confession("ee e -", **LOVE).do(CONFESS)
    assert (table.asked, table.seat) == ("REACT", 1)
    table.do("play Love", "let it be", "discard nothing")
    assert (table.strength, table.owned) == ([2, 2, 2], "e - -")
    table.pass_until("SPEAK", 0)
    assert not table.can(CONFESS)  # used


# R23: Continental Embargo


def embargo(owned: str, **more: Any) -> Play:
    """Seat 1 has bought Continental Embargo, seats 0 and 2 Pacifist Resolution."""
    laid = {"advanced": [EMBARGO, PACIFIST], "bought": {0: [PACIFIST], 1: [EMBARGO], 2: [PACIFIST]}}
    return region(owned, **{**laid, **more})


BLOCK = ("play Continental Embargo", "block Pacifist Resolution")


def test_r23_embargo_blocks_a_module_for_everybody() -> None:
    table = embargo("l e l", seat=1, first_player=1).do(*BLOCK)
    assert (table.asked, table.seat) == ("SPEAK", 2)
    assert not table.can("play Pacifist Resolution")
    assert table.can("play Peace")
    table.pass_until("SPEAK", 0)
    assert not table.can("play Pacifist Resolution")


def test_r23_embargo_does_not_undo_the_use_that_it_answers() -> None:
    table = embargo("l e l").do("play Pacifist Resolution")
    assert (table.asked, table.seat) == ("REACT", 1)
    table.do(*BLOCK)
    assert table.strength == [4, 2, 2]
    table.pass_until("SPEAK", 2)
    assert not table.can("play Pacifist Resolution")


def test_r23_embargo_does_not_block_buying() -> None:
    laid = {"advanced": [EMBARGO, PACIFIST], "bought": {1: [EMBARGO]}}
    table = draw("India 222", phase="buying", new="cc - -", embargo=[PACIFIST], **laid)
    table.do("buy Pacifist Resolution", "pay a Cat", "pay a Cat")
    assert table.state["bought"][0] == 1 << 4


def test_r23_embargo_holds_until_the_end_of_the_round() -> None:
    table = embargo("ll e -", seat=1, first_player=1).do(*BLOCK)
    while int(table.state["round"]) == 1:
        assert int(table.state["embargo"]) == 1 << 4
        table.play(0 if table.mask[0] else int(table.mask.argmax()))
    assert int(table.state["embargo"]) == 0
    table.pass_until("SPEAK", 0)
    while table.region != "Africa":
        table.do("pass").pass_until("SPEAK", 0)
    assert table.can("play Pacifist Resolution")


def test_r23_embargo_blocks_any_advanced_action_once_itself_included() -> None:
    table = embargo("l e -", seat=1, first_player=1).do("play Continental Embargo")
    assert table.choices == ["block Continental Embargo", "block Pacifist Resolution"]
    table = embargo("l e -", seat=1, first_player=1, embargo=[PACIFIST]).do("play Continental Embargo")
    assert table.choices == ["block Continental Embargo"]


def test_r23_a_cancelled_embargo_blocks_nothing() -> None:
    table = embargo("l e le", seat=1, first_player=1, **LOVE).do(*BLOCK)
    assert (table.asked, table.seat) == ("REACT", 2)
    table.do("play Love")
    assert int(table.state["embargo"]) == 0
    assert (table.asked, table.seat) == ("SPEAK", 2)
    assert table.can("play Pacifist Resolution")


def test_the_public_record_marks_the_very_action_that_was_cancelled() -> None:
    """Seat 1 plays War is peace twice in one chain: the second takes effect, the first is cancelled later."""
    table = draw(phase="spies", players=4, owned="ke ee - -", airdrop="ee - - -", **cards(BIG_BROTHER, s0=BIG_BROTHER))
    table.do("play Truth", "remove a token of seat 1").play(int(table.mask.argmax()))
    table.do(WAR, WAR, WAR)  # seat 1 answers Truth, seat 0 that answer, seat 1 the answer to it
    table.do("let it be")  # the last one takes effect
    table.do(f"play {BIG_BROTHER}")  # and the first is cancelled after all
    names = ["I love Big Brother", "War is peace", "War is peace", "War is peace"]
    history = GAME.get_position(table.state)["history"]
    assert [entry["action"] for entry in history] == names
    assert [entry["seat"] for entry in history] == [0, 1, 0, 1]
    assert [entry.get("cancelled", False) for entry in history] == [False, False, True, True]
