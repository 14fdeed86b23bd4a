"""The bargaining of one region: who wins, how much, deals, answers, last actions, claims, gifts (R13-R18, R20)."""

from __future__ import annotations

import pytest

from .table import Play, draw

ALLIES = "propose an alliance with "


def proposals(table: Play) -> list[str]:
    """The alliances that the speaker may propose, as their texts go on; "alone" for a claim."""
    texts = table.choices
    found = [text.removeprefix(ALLIES) for text in texts if text.startswith(ALLIES)]
    return found + ["alone"] * ("claim the region alone" in texts)


def bargaining(*agents: str, **more: object) -> Play:
    """A region being resolved, seat 0 to speak first."""
    return draw(*agents, phase="alliances", **more)  # type: ignore[arg-type]


def opened(*agents: str, **more: object) -> Play:
    """The same, opened by the rules after a Moves phase in which all pass: nothing about it is drawn."""
    table = draw(*agents, first_region=agents[0].rsplit(" ", 1)[0], **more)  # type: ignore[arg-type]
    table.passing("MOVE")
    return table


# R13: who wins


def test_r13_strength_is_agents_there() -> None:
    table = opened("India 312", "Africa 242")
    assert table.strength == [3, 1, 2]


def test_r13_a_majority_wins_and_half_does_not() -> None:
    """3 against 3 is no win: alone with 3 nobody wins, nor do the others together."""
    assert opened("India 312").winning == [[0, 1], [0, 2]]
    assert opened("India 222").winning == [[0, 1], [0, 2], [1, 2]]
    assert opened("India 411").winning == [[0], [0, 1], [0, 2]]


def test_r13_the_example_of_four_players_at_most_three_in_an_alliance() -> None:
    table = opened("India 1111")
    assert table.winning == [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]


def test_r13_five_players() -> None:
    assert opened("India 41100").winning == [[0], [0, 1], [0, 2], [0, 1, 2]]
    winning = opened("India 11111").winning
    assert len(winning) == 10 + 5
    assert {len(alliance) for alliance in winning} == {3, 4}


def test_r13_members_need_an_agent_there() -> None:
    assert opened("India 302").winning == [[0], [0, 2]]
    assert opened("India 300").winning == [[0]]
    assert opened("India 202").winning == [[0, 2]]
    assert opened("India 000", new="c - -").winning == []


def test_r13_strength_is_changed_in_the_order_of_play() -> None:
    bought = {0: ["Pacifist Resolution"]}
    cards = {"basic": ["Freedom is slavery"], "advanced": ["Pacifist Resolution"], "bought": bought}
    table = bargaining("India 321", owned="l l -", **cards)
    table.do("play Pacifist Resolution").do("play Freedom is slavery", "halve the strength of seat 0")
    assert table.strength == [3, 2, 1]  # (3 + 2) / 2, rounded up
    table = bargaining("India 321", owned="l l -", seat=1, first_player=1, **cards)
    table.do("play Freedom is slavery", "halve the strength of seat 0").pass_until("SPEAK", 0)
    table.do("play Pacifist Resolution")
    assert table.strength == [4, 2, 1]  # 3 / 2, rounded up, + 2


def test_r13_halving_rounds_up_each_time_and_1_stays_1() -> None:
    table = bargaining("India 522", owned="ll ll ll", basic=["Freedom is slavery"])
    halve = ("play Freedom is slavery", "halve the strength of seat 0")
    table.do(*halve)
    assert table.strength == [3, 2, 2]
    table.do(*halve)
    assert table.strength == [2, 2, 2]
    table.do(*halve)
    assert table.strength == [1, 2, 2]
    table.do("play Freedom is slavery")
    assert "halve the strength of seat 0" not in table.choices  # 1 stays 1: there is no such effect


def test_r13_floor_0() -> None:
    """Nobody at 0 can be named, twice -1 leaves 0."""
    peace = {"advanced": ["Too much peace"], "bought": {0: ["Too much peace"], 1: ["Too much peace"]}}
    table = bargaining("India 211", owned="ll l -", new="- - -", seat=2, first_player=2, **peace)
    table.propose("seat 0", 0, 0).agree()
    assert (table.asked, table.seat) == ("LAST_ACTIONS", 1)
    table.do("play Too much peace", "strength -1 for seat 2", "no more")
    assert table.strength == [2, 1, 0]
    table.do("play Too much peace")
    assert table.choices == ["strength -1 for seat 0"]  # seat 2 has nothing to lose; naming the only one is enough
    table.do("strength -1 for seat 0")
    assert table.strength == [1, 1, 0]


def test_r13_agents_counted_for_taking_never_change() -> None:
    table = bargaining("India 211", owned="l - -").do("play Peace")
    assert table.strength == [3, 1, 1]
    table.pass_until("SPEAK", 0).do("claim the region alone")
    assert table.new == "ee - -"
    table = bargaining("India 521", owned="- l -", seat=1, first_player=1, basic=["Freedom is slavery"])
    table.do("play Freedom is slavery", "halve the strength of seat 0").pass_until("SPEAK", 0)
    assert table.strength == [3, 2, 1]
    table.propose("seat 1", 5).agree()
    assert table.new == "eeeee - -"  # 5 agents, though their strength is 3


@pytest.mark.parametrize(("one", "other"), [(1, 2), (2, 1)])
def test_r13_separated_players_cannot_be_in_one_alliance(one: int, other: int) -> None:
    cards = {"advanced": ["Love knows no borders"], "bought": {0: ["Love knows no borders"]}}
    table = bargaining("India 2222", owned="l - - -", **cards)
    assert [1, 2, 3] in table.winning
    separate = f"separate seat {one} from "
    table.do("play Love knows no borders", f"{separate}another", f"{separate}seat {other}")
    assert table.winning == [[0, 3], [0, 1, 3], [0, 2, 3]]  # those left beside 0 and 3 can only stand alone


def test_r13_one_may_win_alone_against_players_who_cannot_unite() -> None:
    cards = {"advanced": ["Love knows no borders"], "bought": {0: ["Love knows no borders"]}}
    table = bargaining("India 322", owned="l - -", **cards)
    assert [0] not in table.winning
    assert [1, 2] in table.winning
    table.do("play Love knows no borders", "separate seat 1 from another", "separate seat 1 from seat 2")
    assert table.winning == [[0], [0, 1], [0, 2]]


# R14: what a winning alliance takes


def most(table: Play, allies: str) -> int:
    """How many tokens an alliance with these may divide."""
    table.do(f"propose an alliance with {allies}")
    return max(int(text.rsplit(" ", 1)[1]) for text in table.choices)


def test_r14_one_token_for_each_agent_of_its_members() -> None:
    assert most(bargaining("India 312"), "seat 1") == 4
    assert most(bargaining("India 111"), "seat 2") == 2


@pytest.mark.parametrize(
    ("agents", "allies", "limit"),
    [("India 531", "seat 1", 5), ("India 5311", "seat 1", 6), ("India 53311", "seats 1 and 2", 7)],
)
def test_r14_at_most_players_and_two(agents: str, allies: str, limit: int) -> None:
    assert most(bargaining(agents), allies) == limit


def test_r14_at_most_the_tokens_there() -> None:
    assert most(bargaining("India 312", new="eeeeeeeee - -"), "seat 1") == 3


def test_r14_orthodoxy_takes_off_two_each_time_down_to_nothing() -> None:
    table = bargaining("India 531", owned="dd d -")
    for limit in (3, 1, 0):
        table.do("play Orthodoxy")
        twin = table.clone()
        twin.pass_until("SPEAK", 1)
        if limit:
            assert most(twin, "seat 0") == limit
        else:
            twin.do("propose an alliance with seat 0")
            assert twin.asked == "ANSWER"  # there is nothing to divide
        if table.seat == 2:
            table.do("pass")


def test_r14_orthodoxy_takes_off_what_is_there_when_that_is_less() -> None:
    table = bargaining("India 312", owned="- d -", new="eeeeeeeee - -", seat=1, first_player=1).do("play Orthodoxy")
    table.pass_until("SPEAK", 0)
    assert most(table, "seat 1") == 1  # min(3 there, 5) - 2


def test_r14_record_harvest_players_and_four_and_two_beyond_the_agents_of_who_played_it() -> None:
    cards = {"advanced": ["Record harvest"], "bought": {0: ["Record harvest"]}}
    for agents, allowed in (("India 541", 7), ("India 221", 6)):
        table = bargaining(agents, owned="d - -", **cards).do("play Record harvest").pass_until("SPEAK", 1)
        assert most(table, "seat 0") == allowed
    table = bargaining("India 123", owned="d - -", **cards).do("play Record harvest")
    assert most(table, "seat 2") == 5  # seat 1 has not played it: as many as agents


def test_r14_division_is_part_of_the_deal_and_a_member_may_take_none_or_more_than_agents() -> None:
    table = bargaining("India 312").propose("seat 1", 0, 4).agree()
    assert table.new == "- eeee -"
    assert table.stock("Elephant") == 8
    table = bargaining("India 312").propose("seat 1", 1, 1).agree()
    assert table.new == "e e -"  # fewer than they may


def test_r14_every_division_within_the_limit_is_offered() -> None:
    table = bargaining("India 222").do("propose an alliance with seat 2")
    assert [text for text in table.choices if text.startswith("seat 0 takes")] == [
        f"seat 0 takes {n}" for n in range(5)
    ]
    table.do("seat 0 takes 1")
    assert table.choices == [f"seat 2 takes {n}" for n in range(4)]


@pytest.mark.parametrize(("share", "left"), [(5, 3), (4, 2), (3, 1), (2, 1), (1, 1), (0, 0)])
def test_r14_peaceful_solutions_two_fewer_but_one_at_least(share: int, left: int) -> None:
    table = bargaining("India 511", owned="- - d", seat=2, first_player=2, basic=["Peaceful Solutions"])
    table.do("play Peaceful Solutions", "seat 0 takes 2 tokens fewer").pass_until("SPEAK", 0)
    table.propose("seat 1", *([share, 5 - share] if share < 5 else [5])).agree()
    others = 5 - share
    assert table.new == " ".join("e" * n or "-" for n in (left, others, 0))
    assert table.stock("Elephant") == 12 - left - others  # the rest stays in the region


def test_r14_peaceful_solutions_is_cumulative() -> None:
    table = bargaining("India 511", owned="- d dd", seat=1, first_player=1, basic=["Peaceful Solutions"])
    fewer = ("play Peaceful Solutions", "seat 0 takes 2 tokens fewer")
    table.do(*fewer).do(*fewer).pass_until("SPEAK", 0).propose("seat 1", 5).agree()
    while table.asked == "LAST_ACTIONS":
        table.do("pass")
    assert table.new == "e - -"  # 5, 3, 1


def test_r14_peaceful_solutions_leaves_the_other_members_alone() -> None:
    table = bargaining("India 221", owned="- - d", seat=2, first_player=2, basic=["Peaceful Solutions"])
    table.do("play Peaceful Solutions", "seat 0 takes 2 tokens fewer").pass_until("SPEAK", 0)
    table.propose("seat 1", 2, 2).agree()
    assert table.new == "e ee -"


# R15: turns to speak


def test_r15_players_speak_in_turn_from_the_first_player() -> None:
    assert opened("India 1111", first_player=2).passing("SPEAK")[:4] == [2, 3, 0, 1]


def test_r15_a_turn_is_an_action_a_deal_a_gift_a_claim_or_a_pass() -> None:
    table = bargaining("India 311", owned="ld - -")
    assert table.choices == [
        "claim the region alone",
        "give seat 1 a token",
        "give seat 2 a token",
        "pass",
        "play Orthodoxy is unconsciousness for a Donkey",
        "play Peace for a Lion",
        "propose an alliance with seat 1",
        "propose an alliance with seat 2",
    ]


@pytest.mark.parametrize(
    "turn",
    [
        ["play Peace"],
        ["play Orthodoxy"],
        ["give seat 2 a token", "give seat 2 a Lion"],
        ["pass"],
        ["propose an alliance with seat 1", "seat 0 takes 2", "seat 1 takes 2", "no side payment", "refuse"],
    ],
    ids=lambda turn: turn[0],
)
def test_r15_then_the_next_player_speaks(turn: list[str]) -> None:
    table = bargaining("India 222", owned="ld - -").do(*turn)
    assert (table.asked, table.seat, table.region) == ("SPEAK", 1, "India")


def test_r15_promises_do_not_use_up_the_turn() -> None:
    table = bargaining("India 222", options={"talk": 1}).do("promise seat 1: I give you a token")
    assert (table.asked, table.seat) == ("SPEAK", 0)
    assert table.can("propose an alliance with seat 1")


def test_r15_only_alliances_that_win_now_with_the_speaker_in_them_can_be_proposed() -> None:
    table = bargaining("India 3111")
    assert proposals(table) == ["seat 1", "seat 2", "seat 3", "seats 1 and 2", "seats 1 and 3", "seats 2 and 3"]
    table.do("pass")
    assert (table.seat, proposals(table)) == (1, ["seat 0", "seats 0 and 2", "seats 0 and 3"])


def test_r15_what_wins_changes_with_actions() -> None:
    table = bargaining("India 221", owned="l - -")
    assert proposals(table) == ["seat 1", "seat 2"]
    table.do("play Peace").do("pass").do("pass")
    assert table.strength == [3, 2, 1]
    assert (table.seat, proposals(table)) == (0, ["seat 1", "seat 2"])
    table = bargaining("India 211", owned="l - -")
    assert proposals(table) == ["seat 1", "seat 2"]
    table.do("play Peace").pass_until("SPEAK", 0)
    assert proposals(table) == ["seat 1", "seat 2", "alone"]


def test_r15_shares_are_asked_from_the_proposer_on_in_seat_order() -> None:
    table = bargaining("India 1111", seat=2, first_player=2).do("propose an alliance with seats 1 and 3")
    asked = []
    while table.asked == "SHARE":
        asked.append(int(table.state["asked_seat"]))
        table.play(int(table.mask.argmax()))
    assert asked == [2, 3, 1]


def test_r15_a_side_payment_of_up_to_two_owned_or_new_tokens() -> None:
    table = bargaining("India 222", new="cc - -", owned="l - -", airdrop="k - -")
    table.do("propose an alliance with seat 1", "seat 0 takes 2", "seat 1 takes 2")
    assert table.choices == ["no side payment", "seat 0 pays"]
    table.do("seat 0 pays")
    assert table.choices == ["pay a Cat in New", "pay a Lion in Owned"]  # never an Airdrop token
    table.do("pay a Cat in New")
    assert table.choices == ["no second token", "pay a Cat in New", "pay a Lion in Owned"]
    table.do("pay a Lion in Owned")
    assert (table.asked, table.seat) == ("ANSWER", 1)
    table.agree()
    assert table.region != "India"
    assert table.new == "cee ceel -"
    assert table.owned == "- - -"
    assert table.airdrop == "k - -"


def test_r15_one_token_may_be_all_of_it() -> None:
    table = bargaining("India 222", new="cc - -").propose(
        "seat 1", 0, 4, payment=["seat 0 pays", "pay a Cat in New", "no second token"]
    )
    assert table.agree().new == "c ceeee -"


def test_r15_the_same_token_cannot_be_paid_twice() -> None:
    table = bargaining("India 222", new="c - -").do("propose an alliance with seat 1", "seat 0 takes 2")
    table.do("seat 1 takes 2", "seat 0 pays", "pay a Cat in New")
    assert table.asked == "ANSWER"


def test_r15_any_member_may_pay_any_other() -> None:
    table = bargaining("India 1111", new="- c l k").do("propose an alliance with seats 1 and 2")
    table.do("seat 0 takes 1", "seat 1 takes 1", "seat 2 takes 1")
    assert table.choices == ["no side payment", "seat 1 pays", "seat 2 pays"]  # seat 3 is no member, seat 0 has none
    table.do("seat 1 pays")
    assert table.choices == ["seat 0 is paid", "seat 2 is paid"]
    table.do("seat 2 is paid", "pay a Cat in New").agree()
    assert table.new == "e e cel k"


def test_r15_nobody_is_asked_for_a_side_payment_that_no_member_could_make() -> None:
    table = bargaining("India 222", new="- - c", airdrop="k - -").do("propose an alliance with seat 1")
    table.do("seat 0 takes 2", "seat 1 takes 2")
    assert table.asked == "ANSWER"


def test_r15_two_gifts_a_player_and_region() -> None:
    table = bargaining("India 222", "Australia 222", new="ccc l -")
    for _ in range(2):
        table.do("give seat 1 a token", "give seat 1 a Cat in New").pass_until("SPEAK", 0)
    assert table.new == "c ccl -"
    assert not table.can("give")
    table.propose("seat 1", 2, 2).do("refuse")
    assert table.can("give seat 0 a token")  # two for each player
    while table.region == "India":
        table.do("pass")
    table.pass_until("SPEAK", 0)
    assert table.region == "Australia"
    assert table.can("give seat 1 a token")  # and two for each region


def test_r15_members_answer_in_seat_order_and_the_proposer_is_bound() -> None:
    table = bargaining("India 11111", seat=3, first_player=3).do("propose an alliance with seats 0, 1 and 4")
    while table.asked != "ANSWER":
        table.play(int(table.mask.argmax()))
    asked = []
    while table.asked == "ANSWER":
        assert table.choices == ["agree", "refuse"]
        asked.append(table.seat)
        table.do("agree")
    assert asked == [4, 0, 1]  # not seat 2, who is no member, nor seat 3, who is bound


def test_r15_one_no_and_the_deal_is_off_with_nobody_else_asked() -> None:
    table = bargaining("India 1111", new="c - - -")
    table.propose("seats 1 and 2", 1, 1, 1, payment=["seat 0 pays", "seat 2 is paid", "pay a Cat in New"])
    assert table.seat == 1
    table.do("refuse")
    assert (table.asked, table.seat, table.region) == ("SPEAK", 1, "India")
    assert (table.new, table.stock("Elephant")) == ("c - - -", 12)
    assert int(table.state["proposer"]) == -1
    assert table.state["offered"][:4].tolist() == [1, 0, 0, 0]  # the offer is used


def test_r15_all_yes_and_the_alliance_stands_provisionally() -> None:
    table = bargaining("India 222", owned="- - l").propose("seat 1", 2, 2).do("agree")
    assert (table.asked, table.seat) == ("LAST_ACTIONS", 2)
    assert (table.new, table.stock("Elephant")) == ("- - -", 12)  # nothing is taken yet
    table.do("pass")
    assert table.new == "ee ee -"


# R16: last actions


def test_r16_outsiders_are_asked_first_and_members_after_them() -> None:
    table = bargaining("India 1111", first_player=1, seat=1, owned="l l l l")
    table.propose("seats 0 and 3", 1, 1, 1).agree()
    assert table.passing("LAST_ACTIONS") == [2, 1, 3, 0]
    table = bargaining("India 3222", first_player=3, seat=3, owned="l l l l").propose("seat 0", 2, 2).agree()
    assert table.passing("LAST_ACTIONS") == [1, 2, 3, 0]


def test_r16_only_those_who_could_play_an_action_are_asked() -> None:
    table = bargaining("India 1111", owned="- l - c").propose("seats 1 and 2", 1, 1, 1).agree()
    assert table.passing("LAST_ACTIONS") == [1]  # a Cat plays nothing here


def test_r16_after_an_action_the_circle_has_to_pass_in_full_again() -> None:
    table = bargaining("India 222", owned="ll l ll").propose("seat 1", 2, 2).agree()
    table.do("play Peace")  # seat 2: 2 + 2 against 3
    assert table.seat == 0
    table.do("pass").do("play Peace")  # seat 1
    assert table.strength == [2, 3, 3]
    assert table.passing("LAST_ACTIONS") == [2, 0]  # seat 1 has no Lion left
    assert table.new == "ee ee -"


def test_r16_the_one_who_played_last_is_asked_again() -> None:
    table = bargaining("India 222", owned="- - ll").propose("seat 1", 2, 2).agree().do("play Peace")
    assert (table.asked, table.seat) == ("LAST_ACTIONS", 2)
    table.do("play Peace")
    assert (table.asked, table.region) == ("SPEAK", "India")  # 4 to 4: dissolved, with nobody else to ask


def test_r16_an_alliance_that_no_longer_wins_is_dissolved_and_the_offer_regained() -> None:
    table = bargaining("India 222", owned="- - ll").propose("seat 1", 2, 2).agree()
    assert table.state["offered"][:3].tolist() == [1, 0, 0]
    table.do("play Peace", "play Peace")
    assert (table.new, table.stock("Elephant")) == ("- - -", 12)
    assert table.state["offered"][:3].tolist() == [0, 0, 0]
    assert int(table.state["proposer"]) == -1
    assert (table.asked, table.seat, table.region) == ("SPEAK", 1, "India")  # bargaining goes on after the proposer
    assert proposals(table) == ["seat 2"]
    table.propose("seat 2", 1, 3).agree()
    assert table.new == "- e eee"


def test_r16_an_alliance_that_is_no_longer_permitted_is_dissolved() -> None:
    cards = {"advanced": ["Love knows no borders"], "bought": {2: ["Love knows no borders"]}}
    table = bargaining("India 332", owned="- - l", **cards).propose("seat 1", 3, 2).agree()
    table.do("play Love knows no borders", "separate seat 0 from another", "separate seat 0 from seat 1")
    assert (table.asked, table.seat, table.region) == ("SPEAK", 1, "India")
    assert table.state["offered"][:3].tolist() == [0, 0, 0]
    assert proposals(table) == ["seat 2"]


def test_r16_a_division_that_no_longer_fits_is_dissolved() -> None:
    table = bargaining("India 222", owned="- - d").propose("seat 1", 2, 2).agree()
    table.do("play Orthodoxy")  # at most 3 now
    assert (table.asked, table.seat, table.region) == ("SPEAK", 1, "India")
    assert table.state["offered"][:3].tolist() == [0, 0, 0]
    assert table.new == "- - -"


def test_r16_a_division_that_still_fits_stands() -> None:
    table = bargaining("India 222", owned="- - d").propose("seat 1", 2, 1).agree()
    table.do("play Orthodoxy")  # at most 3 now, and they take 3
    assert table.region != "India"
    assert table.new == "ee e -"


def test_r16_with_fair_shares_a_division_always_fits() -> None:
    """The winners divide equally, whatever the deal says; the rest stays."""
    cards = {"advanced": ["Fair shares"], "bought": {2: ["Fair shares"]}}
    table = bargaining("India 322", owned="- - d", **cards).propose("seat 1", 5).agree()
    table.do("play Fair shares")
    assert table.new == "ee ee -"
    assert table.stock("Elephant") == 8


def test_r16_too_much_peace_only_while_an_alliance_stands() -> None:
    cards = {"advanced": ["Too much peace"], "bought": {0: ["Too much peace"], 2: ["Too much peace"]}}
    table = bargaining("India 222", owned="l - l", **cards)
    assert not table.can("play Too much peace")
    table.propose("seat 1", 2, 2)
    assert table.asked == "ANSWER"
    table.agree()
    assert (table.asked, table.seat) == ("LAST_ACTIONS", 2)
    assert table.can("play Too much peace")
    table.do("pass")
    assert (table.seat, table.can("play Too much peace")) == (0, True)  # a member too


def test_r16_too_much_peace_any_members_one_each_for_the_whole_region() -> None:
    cards = {"advanced": ["Too much peace"], "bought": {3: ["Too much peace"]}}
    table = bargaining("India 2222", owned="- - - l", **cards).propose("seats 1 and 2", 2, 2, 2).agree()
    table.do("play Too much peace")
    assert table.choices == [f"strength -1 for seat {seat}" for seat in (0, 1, 2)]  # members only
    table.do("strength -1 for seat 1")
    assert table.choices == ["no more", "strength -1 for seat 0", "strength -1 for seat 2"]
    table.do("strength -1 for seat 2", "no more")
    assert table.new == "ee ee ee -"  # 4 to 2 is enough
    table = bargaining("India 222", owned="- - l", advanced=["Too much peace"], bought={2: ["Too much peace"]})
    table.propose("seat 1", 2, 2).agree()
    table.do("play Too much peace", "strength -1 for seat 0", "strength -1 for seat 1")
    assert (table.asked, table.region) == ("SPEAK", "India")  # 2 to 2
    assert table.strength == [1, 1, 2]  # it stays so
    assert table.winning == [[0, 2], [1, 2]]


def test_r16_too_much_peace_against_a_lone_claim() -> None:
    cards = {"advanced": ["Too much peace"], "bought": {2: ["Too much peace"]}}
    table = bargaining("India 311", owned="- - l", **cards).do("claim the region alone")
    assert (table.asked, table.seat) == ("LAST_ACTIONS", 2)
    table.do("play Too much peace")
    assert table.choices == ["strength -1 for seat 0"]
    table.do("strength -1 for seat 0")
    assert table.strength == [2, 1, 1]
    assert (table.asked, table.seat, table.region) == ("SPEAK", 1, "India")
    assert table.new == "- - -"


def test_r16_a_dissolved_claim_regains_no_offer() -> None:
    cards = {"advanced": ["Too much peace"], "bought": {2: ["Too much peace"]}}
    table = bargaining("India 311", owned="- - l", **cards)
    table.propose("seat 1", 0, 0).do("refuse").pass_until("SPEAK", 0)
    table.do("claim the region alone").do("play Too much peace", "strength -1 for seat 0")
    assert table.region == "India"
    assert table.state["offered"][:3].tolist() == [1, 0, 0]


# R17: claiming alone


def test_r17_who_wins_alone_may_claim_instead_of_proposing() -> None:
    table = bargaining("India 311")
    assert proposals(table) == ["seat 1", "seat 2", "alone"]
    table.do("claim the region alone")
    assert table.new == "eee - -"
    assert int(table.state["round_won"][2]) == 0b001


def test_r17_nobody_else_may() -> None:
    assert "alone" not in proposals(bargaining("India 211"))
    table = bargaining("India 311").do("pass")
    assert (table.seat, proposals(table)) == (1, ["seat 0"])


def test_r17_a_claim_uses_no_offer() -> None:
    table = bargaining("India 311", options={"offers": 0})
    assert proposals(table) == ["alone"]
    table.do("claim the region alone")
    assert table.new == "eee - -"


def test_r17_a_claim_takes_all_that_it_may() -> None:
    assert bargaining("India 711").do("claim the region alone").new == "eeeee - -"  # players + 2
    assert bargaining("India 411", new="- eeeeeeeee -").do("claim the region alone").new == "eee eeeeeeeee -"


def test_r17_tokens_that_arrive_in_the_region_meanwhile_can_be_claimed() -> None:
    """The Lion that pays for a last action lies in Africa when the claim takes its tokens there."""
    table = bargaining("Africa 511", owned="- - l", new="lllllllll - -").do("claim the region alone")
    assert (table.asked, table.seat, table.stock("Lion")) == ("LAST_ACTIONS", 2, 2)
    table.do("play Peace")
    assert table.new == "llllllllllll - -"


def test_r14_tokens_that_arrive_meanwhile_are_shared_under_fair_shares() -> None:
    cards = {"advanced": ["Fair shares"], "bought": {0: ["Fair shares"]}}
    table = bargaining("Africa 322", owned="d - l", new="lllllllll - -", seat=0, **cards).do("play Fair shares")
    table.pass_until("SPEAK", 0).propose("seat 1").agree()
    assert (table.asked, table.seat, table.stock("Lion")) == ("LAST_ACTIONS", 2, 2)
    table.do("play Peace")  # now there are 3: one each, as before
    assert table.new == "llllllllll l -"
    table = bargaining("Africa 322", owned="d - ll", new="llllllll - -", seat=0, **cards).do("play Fair shares")
    table.pass_until("SPEAK", 0).propose("seat 1").agree()
    table.do("play Peace", "play Peace")  # 2 + 2: two each, but 4 are no less than 5
    assert table.new == "llllllllll ll -"


def test_r17_a_claim_may_be_dissolved_by_last_actions() -> None:
    table = bargaining("India 311", owned="- l l").do("claim the region alone").do("play Peace", "play Peace")
    assert (table.asked, table.seat, table.region) == ("SPEAK", 1, "India")  # 3 against 4


# R18: the end


def test_r18_nothing_is_taken_when_all_pass_in_succession() -> None:
    table = bargaining("India 222", "Australia 111")
    table.do("pass", "pass")
    assert table.region == "India"
    table.do("pass")
    assert table.region == "Australia"
    assert (table.new, table.stock("Elephant"), int(table.state["round_won"][2])) == ("- - -", 12, 0)


def test_r18_what_comes_between_makes_them_pass_anew() -> None:
    table = bargaining("India 222", owned="- - l").do("pass", "pass", "play Peace")
    assert table.passing("SPEAK") == [0, 1, 2]
    table = bargaining("India 222", "Australia 111").do("pass", "pass").propose("seat 0", 2, 2).do("refuse")
    table.do("pass", "pass")
    assert table.region == "India"
    table.do("pass")
    assert table.region == "Australia"


def test_r18_those_who_could_only_pass_count_as_passing() -> None:
    table = bargaining("India 202", "Australia 111").do("pass")
    assert (table.seat, table.region) == (2, "India")  # seat 1 has nothing to say
    table.do("pass")
    assert table.region == "Australia"


@pytest.mark.parametrize("offers", [0, 1, 2, 3])
def test_r18_each_player_has_so_many_offers_a_region(offers: int) -> None:
    table = bargaining("India 222", "Australia 222", new="c - -", options={"offers": offers})
    for _ in range(offers):
        assert proposals(table) == ["seat 1", "seat 2"]
        table.propose("seat 1", 2, 2).do("refuse").pass_until("SPEAK", 0)
    assert proposals(table) == []
    table.pass_until("SPEAK", 0)
    while table.region == "India":
        table.do("pass")
    table.pass_until("SPEAK", 0)
    assert table.region == "Australia"
    assert len(proposals(table)) == 2 * (offers > 0)  # so many again


def test_r18_two_offers_by_default() -> None:
    table = bargaining("India 222", new="ccc - -")
    for _ in range(2):
        table.propose("seat 1", 2, 2).do("refuse").pass_until("SPEAK", 0)
    assert (table.seat, proposals(table)) == (0, [])
    assert table.can("give seat 1 a token")


# R20: what arrives where, and when


def test_r20_gifts_arrive_in_new_from_new_or_owned_and_never_from_the_airdrop_zone() -> None:
    table = bargaining("India 222", new="c - -", owned="l - -", airdrop="k - -").do("give seat 2 a token")
    assert table.choices == ["give seat 2 a Cat in New", "give seat 2 a Lion in Owned"]
    table.do("give seat 2 a Lion in Owned")
    assert (table.new, table.owned, table.airdrop) == ("c - l", "- - -", "k - -")
    assert not bargaining("India 222", airdrop="k - -").can("give")


def test_r20_tokens_of_alliances_arrive_in_new() -> None:
    table = bargaining("India 222", owned="c - -").propose("seat 1", 2, 2).agree()
    assert (table.new, table.owned) == ("ee ee -", "c - -")


def test_r20_a_side_payment_moves_when_the_region_closes_and_not_before() -> None:
    table = bargaining("India 222", owned="cc - l").propose(
        "seat 1", 2, 2, payment=["seat 0 pays", "pay a Cat in Owned", "pay a Cat in Owned"]
    )
    table.agree()
    assert (table.asked, table.seat) == ("LAST_ACTIONS", 2)
    assert (table.new, table.owned) == ("- - -", "cc - l")
    table.do("pass")
    assert (table.new, table.owned) == ("ee ccee -", "- - l")


def test_r20_until_then_it_is_reserved() -> None:
    table = bargaining("India 222", owned="l - ll").propose("seat 1", 2, 2, payment=["seat 0 pays", "pay a Lion"])
    table.agree().do("play Peace")
    assert table.seat == 2  # seat 0 has no Lion but the one reserved
    table = bargaining("India 222", owned="ll - ll").propose(
        "seat 1", 2, 2, payment=["seat 0 pays", "pay a Lion", "no second token"]
    )
    table.agree().do("play Peace").do("play Peace")
    assert table.owned == "l - l"
    assert table.seat == 2  # seat 0 cannot play the other Lion


def test_r20_what_is_reserved_pays_no_ransom() -> None:
    table = bargaining("India 222", owned="ld - e", basic=["Love"]).propose(
        "seat 1", 1, 1, payment=["seat 0 pays", "pay a Donkey in Owned", "no second token"]
    )
    table.agree()
    assert (table.asked, table.seat) == ("LAST_ACTIONS", 0)
    table.do("play Peace").do("play Love")
    assert table.region == "Australia"  # nothing to save it with: cancelled, with seat 0 not even asked, and closed
    assert table.owned == "- - -"
    assert table.new == "e de -"
    assert bool(table.state["past_cancelled"][1])


def test_r20_a_dissolved_deal_frees_its_payment() -> None:
    table = bargaining("India 222", owned="l - ll").propose("seat 1", 2, 2, payment=["seat 0 pays", "pay a Lion"])
    table.agree().do("play Peace", "play Peace")
    assert (table.region, table.new, table.owned) == ("India", "- - -", "l - -")
    table.pass_until("SPEAK", 0)
    assert table.can("play Peace")


def test_r20_requisition_after_the_tokens_are_taken_in_turn_order_winners_included() -> None:
    bought = {seat: ["Requisition"] for seat in range(4)}
    cards = {"advanced": ["Requisition"], "bought": bought, "owned": "d d d d"}
    table = bargaining("India 1111", first_player=2, seat=2, **cards).propose("seats 1 and 3", 1, 1, 1).agree()
    while table.asked == "LAST_ACTIONS":
        assert not table.can("play Requisition")
        table.do("pass")
    assert table.new == "- e e e"
    order = []
    while table.asked == "REQUISITION":
        order.append(table.seat)
        table.do("pass")
    assert order == [2, 3, 0, 1]


def test_r20_requisition_takes_one_of_the_tokens_just_taken() -> None:
    cards = {"advanced": ["Requisition"], "bought": {0: ["Requisition"]}, "owned": "d - -"}
    table = bargaining("India 122", new="- - e", seat=1, first_player=1, **cards).propose("seat 2", 2, 0).agree()
    table.passing("LAST_ACTIONS")
    assert (table.asked, table.seat, table.new) == ("REQUISITION", 0, "- ee e")
    table.do("play Requisition")
    assert table.choices == ["take a token that seat 1 took"]  # seat 2 took none: its Elephant is an older one
    table.do("take a token that seat 1 took")
    assert table.new == "e e e"


def test_r20_nobody_is_asked_for_a_requisition_where_nobody_took_anything() -> None:
    cards = {"advanced": ["Requisition"], "bought": {0: ["Requisition"]}, "owned": "d - -"}
    table = bargaining("India 122", "Australia 111", seat=1, first_player=1, **cards).propose("seat 2", 0, 0).agree()
    table.passing("LAST_ACTIONS")
    assert table.region == "Australia"


def test_r20_moods_score_after_requisition() -> None:
    cards = {"advanced": ["Requisition"], "bought": {0: ["Requisition"]}, "owned": "d - -"}
    moods = ["Less is more", None, None]
    table = bargaining("India 322", moods=moods, **cards).propose("seat 1", 2, 2).agree()
    assert table.asked == "LAST_ACTIONS" or table.asked == "REQUISITION"
    table.pass_until("REQUISITION").do("play Requisition", "take a token that seat 1 took")
    assert table.new == "eee e -"
    assert table.vp == [1, 0, 0]  # 3 to 1
    table = bargaining("India 322", moods=moods, **cards).propose("seat 1", 2, 2).agree()
    table.pass_until("REQUISITION").do("pass")
    assert table.vp == [0, 0, 0]  # a tie
