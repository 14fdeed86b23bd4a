"""How the game ends: 10 VP, elimination, the limit of rounds, and what each seat gets for it (R14, R15, R17)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.farms_race import GAME, env

from .table import Play, draw

PLAIN = {0: "Armoured", 1: "Ferocious", 2: "Burrowing", 3: "Swarming", 4: "Venomous"}
EVERYTHING = "9 wood 9 wheat 9 clay 9 weapons 9 plutonium"
GUNS = {"combat_die": {"gun": 1}}


def near(vp: int, *regions: str, hand: str = EVERYTHING, seat: int = 0, **more: Any) -> Play:
    """A table at which a seat shows so many VP: tokens, and what the regions hold."""
    shown = draw(*regions, **{"mutations": PLAIN, **more}).vp[seat]
    seats = {**more.pop("seats", {})}
    seats[seat] = {**seats.get(seat, {}), "vp_tokens": vp - shown}
    hands = [hand if other == seat else "" for other in range(3)]
    table = draw(*regions, **{"mutations": PLAIN, "hands": hands, "seats": seats, **more})
    assert table.vp[seat] == vp
    return table


def won(table: Play, *seats: int) -> bool:
    """Whether the game is over, won by just these, and nobody has anything more to decide."""
    over = table.over and table.seat == -1 and not table.mask.any() and int(table.state["decision"]) == -1
    return over and table.winners == list(seats) and not table.truncated


# R14: 10 VP


@pytest.mark.parametrize(
    "words", ["build a Barn at 2,0", "build an Armory at 1,0", "build a nuke", "pay for a nuke and launch it"]
)
def test_r14_the_tenth_vp_wins_at_once(words: str) -> None:
    table = near(9, "2,0 0:H", "1,0 0:B")
    assert not table.over
    table.do(words)
    assert won(table, 0)
    assert table.vp[0] == 10
    assert not near(8, "2,0 0:H", "1,0 0:B").do(words).over


@pytest.mark.parametrize("phase", ["actions", "resources", "discard"])
def test_r14_in_every_phase_of_ones_turn(phase: str) -> None:
    assert won(near(9, "2,0 0:H", "1,0 0:B", stage=phase).do("build a Barn at 2,0"), 0)


def test_r14_by_conquest_in_the_middle_of_the_action_phase() -> None:
    more = {"options": GUNS, "region": {"1,0": {"stood": True}}}
    table = near(9, "2,0 0:HHH", "1,0 1:d", "0,-2 1:H", **more).move("1,0", "2,0 HH")
    assert won(table, 0)
    assert (table.at("1,0"), table.at("2,0")) == ("0:HH", "0:H")  # Armoured


def test_r14_taking_nukiest_from_its_holder() -> None:
    table = near(9, "2,0 0:H", seats={0: {"ready": 2}, 1: {"ready": 2}}, nukiest=1)
    assert won(table.do("build a nuke"), 0)


def test_r14_moles_in_hand_count_as_soon_as_they_complete_ten() -> None:
    table = near(7, "2,0 0:H", spies={0: ["Mole", "Mole", "Smuggler"]})
    assert not table.over
    assert won(table.do("build a Barn at 2,0"), 0)
    table = near(7, "2,0 0:H", spies={0: ["Mole", "Smuggler", "Informer"]})
    assert not table.do("build a Barn at 2,0").over  # 8 and a Mole; other spies give no VP


def test_r14_a_mole_that_is_built_wins_at_once_though_it_is_hidden() -> None:
    assert won(near(9, "2,0 0:H", deck=["Mole"]).do("build a spy"), 0)
    assert not near(9, "2,0 0:H", deck=["Saboteur"]).do("build a spy").over
    assert not near(8, "2,0 0:H", deck=["Mole"]).do("build a spy").over


def test_r14_a_mole_that_telepathic_keeps() -> None:
    table = near(9, "2,0 0:H", deck=["Mole", "Informer"], mutations={0: "Telepathic"}).do("build a spy")
    assert not table.over
    assert won(table.clone().do("keep Mole"), 0)
    assert not table.do("keep Informer").over


def test_r14_showing_a_mole_changes_nothing_before_ten() -> None:
    table = near(8, "2,0 0:H", spies={0: ["Mole"]}).do("play Mole")
    assert (table.over, table.vp[0]) == (False, 9)
    assert won(table.do("build a Barn at 2,0"), 0)


def test_r14_in_somebody_elses_turn() -> None:
    """Seat 1 answers a nuke by one that it pays for, and takes Nukiest."""
    land = ("2,0 0:HH", "1,0 1:HH")
    table = near(9, *land, hand="1 weapons 2 plutonium", seat=1, seats={0: {"ready": 1}, 1: {"spent": 1}}, nukiest=0)
    table.do("launch a ready nuke", "launch at 1,0")
    assert (table.seat, table.active) == (1, 0)
    assert won(table.do("pay for a nuke and launch it"), 1)


def test_r14_the_vp_of_players_who_are_out_win_nothing() -> None:
    table = draw(seats={2: {"out": 1, "vp_tokens": 12}}, mutations=PLAIN)
    assert not table.end_turn().over


def test_r14_not_in_the_scenarios() -> None:
    table = draw(
        *("2,-3 0:HA", "3,-3 0:HA", "1,-2 0:HB", "3,-2 0:HB", "1,-3 0:HB", "2,-2 0:H"),
        players=2,
        elsewhere="set-up",
        options={"scenario": 2},
        hands=[EVERYTHING],
        spies={0: ["Mole", "Mole", "Mole"]},
        mutations=PLAIN,
    )
    assert table.vp[0] == 7
    table.do("build a nuke", "play Mole", "play Mole")
    assert (table.vp[0], table.over) == (10, False)
    assert not table.end_turn().over


# R15: elimination


def test_r15_without_herd_and_building_a_player_is_out_and_loses_cards_spies_and_nukiest() -> None:
    table = draw(
        *("2,0 0:HH", "1,0 1:B", "0,-2 2:H"),
        hands=["", "3 wood 2 clay", ""],
        spies={1: ["Mole", "Saboteur", "Saboteur"]},
        seats={1: {"ready": 2, "spent": 1, "vp_tokens": 3}, 2: {"ready": 1}},
        mutations=PLAIN,
    )
    assert int(table.state["nukiest"]) == 1
    table.move("1,0", "2,0 H")
    s = table.state
    assert table.field("out_at", 1) == 1
    assert (table.hand(1), table.known(0, 1), table.spies(1)) == ("", "", {})
    assert (int(s["gone"][0]), int(s["gone"][5]), int(s["played"].sum())) == (1, 2, 0)  # they leave unseen
    assert int(s["nukiest"]) == -1
    assert table.field("vp_tokens", 1) == 3  # VP tokens are kept
    assert table.vp[0] == 0  # nobody stood there


def test_r15_spies_that_left_do_not_come_back() -> None:
    table = draw("2,0 0:HH", "1,0 1:B", "0,-2 2:H", spies={1: ["Saboteur"] * 3}, mutations=PLAIN, deck=["Mole"])
    before = int(table.state["deck_size"])
    table.move("1,0", "2,0 H")
    assert int(table.state["deck_size"]) == before


def test_r15_nukiest_goes_to_whoever_builds_next_whatever_others_have_built() -> None:
    table = draw(
        *("2,0 0:HH", "1,0 1:B", "0,-2 2:H"),
        hands=["1 weapons 2 plutonium"],
        seats={1: {"ready": 5}, 2: {"ready": 3}},
        mutations=PLAIN,
    )
    table.move("1,0", "2,0 H").do("build a nuke")
    assert int(table.state["nukiest"]) == 0


def test_r15_a_herd_or_a_building_keeps_a_player_in() -> None:
    table = draw("2,0 0:HHHH", "1,0 1:d", "0,0 1:B", options=GUNS, mutations=PLAIN).move("1,0", "2,0 HHHH")
    assert (table.field("herds", 1), table.field("out_at", 1)) == (0, 0)
    table.end_turn()
    assert (table.active, table.at("0,0")) == (1, "1:HB")
    table = draw("2,0 0:HH", "1,0 1:B", "0,0 1:d", mutations=PLAIN).move("1,0", "2,0 H")
    assert table.field("out_at", 1) == 0


def test_r15_an_active_player_who_loses_its_last_herd_in_an_attack_is_out_and_the_turn_ends() -> None:
    options = {**GUNS, "resource_die": {"wood": 1}}
    table = draw("2,0 0:H", "1,0 1:HHHH", "0,1 2:H", options=options, mutations={0: "Thrifty"}, hands=["9 wood"])
    table.move("1,0", "2,0 H")
    assert (table.field("out_at", 0), table.active, table.seat) == (1, 1, 1)
    assert table.hand(2) == ""  # no Resources phase
    assert table.hand(0) == ""


def test_r15_who_is_out_has_no_turn_and_the_round_ends_with_the_last_seat_still_in() -> None:
    table = draw(players=4, seats={3: {"out": 1}, 0: {"out": 2}}, active=1, mutations=PLAIN)
    turns = []
    for _ in range(4):
        turns.append((int(table.state["round"]), table.active))
        table.end_turn()
    assert turns == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_r15_players_go_out_in_order_of_turns() -> None:
    table = draw("0,0 0:HHH", "1,0 1:B", "1,-1 2:B", players=5, seats={3: {"out": 1}}, mutations=PLAIN)
    table.move("1,-1", "0,0 H").move("1,0", "0,0 H")
    assert [table.field("out_at", seat) for seat in range(5)] == [0, 2, 2, 1, 0]


def test_r15_the_last_one_left_wins_whatever_the_vp() -> None:
    table = draw(
        *("2,0 0:HH", "1,0 1:B"),
        seats={1: {"vp_tokens": 8}, 2: {"out": 1, "vp_tokens": 5}},
        mutations=PLAIN,
    )
    assert won(table.move("1,0", "2,0 H"), 0)


def test_r15_the_last_one_left_may_be_another_than_the_active_player() -> None:
    table = draw("2,0 0:H", "1,0 1:HHHH", seats={2: {"out": 1}}, options=GUNS, mutations={0: "Thrifty"})
    assert won(table.move("1,0", "2,0 H"), 1)


def test_r15_none_left_tie_and_who_went_out_before_does_not_share() -> None:
    """The last herds of both kill each other."""
    options = {**GUNS, "reward": "win"}
    table = draw("2,0 0:d", "1,0 1:d", seats={2: {"out": 1}}, options=options, mutations={0: "Thrifty", 1: "Flying"})
    table.move("1,0", "2,0 d")
    assert won(table, 0, 1)
    assert table.returns.tolist() == [0.5, 0.5, 0]


def test_r15_two_go_out_at_once_and_the_third_wins() -> None:
    table = draw("2,0 0:d", "1,0 1:d", options=GUNS, mutations={0: "Thrifty", 1: "Flying"}).move("1,0", "2,0 d")
    assert won(table, 2)
    assert [table.field("out_at", seat) > 0 for seat in range(3)] == [True, True, False]


def test_r15_by_a_nuke_and_only_once_the_answer_is_given() -> None:
    land = ("2,0 0:HH", "1,0 1:d", "0,-2 2:H")
    seats = {0: {"ready": 1}, 1: {"ready": 1}}
    table = draw(*land, seats=seats, mutations=PLAIN).do("launch a ready nuke", "launch at 1,0")
    assert (table.seat, table.asked) == (1, "LAUNCH")
    assert (table.field("herds", 1), table.field("out_at", 1)) == (0, 0)
    table.do("launch a ready nuke", "launch at 2,0").pass_until("ACTIONS", 0)
    assert (table.at("2,0"), table.field("out_at", 1)) == ("0:dd", 1)
    table = draw(*land, seats={0: {"ready": 1}}, mutations=PLAIN).do("launch a ready nuke", "launch at 1,0")
    assert table.field("out_at", 1) == 1  # it has nothing to answer with
    assert table.field("vp_tokens", 0) == 0


def test_r15_in_a_scenario_the_survivor_plays_on_against_the_limit() -> None:
    table = draw(
        *("2,-3 0:HH", "2,-2 1:B"), players=2, elsewhere="set-up", options={"scenario": 1}, mutations=PLAIN
    ).move("2,-2", "2,-3 H")
    assert (table.field("out_at", 1), table.over) == (1, False)
    rounds = []
    while not table.over:
        rounds.append(int(table.state["round"]))
        assert table.active == 0
        assert len(rounds) <= 8
        table.end_turn()
    assert rounds == list(range(1, 9))
    assert table.winners == []


def test_r15_with_nothing_left_nobody_is_the_last_one_left() -> None:
    """Three players wipe each other out in one chain: no link is closed before all have launched."""
    launches = [word for place in ("1,0", "0,1", "0,0") for word in ("launch a ready nuke", f"launch at {place}")]
    regions = ("0,0 0:d", "1,0 1:d", "0,1 2:d")
    table = draw(*regions, seats={seat: {"ready": 1} for seat in range(3)}, mutations=PLAIN).do(*launches)
    assert won(table, 0, 1, 2)
    assert table.returns.tolist() == [0, 0, 0]


def test_r15_with_nothing_left_two_tie_though_one_could_have_gone_on() -> None:
    keys = {0: {"ready": 2}, 1: {"ready": 2}, 2: {"out": 1}}
    table = draw("0,0 0:d", "1,0 1:d", seats=keys, options={"reward": "win"}, mutations=PLAIN)
    table.do("launch a ready nuke", "launch at 1,0", "launch a ready nuke", "launch at 0,0")
    while not table.over:
        table.play(0)
    assert won(table, 0, 1)
    assert table.returns.tolist() == [0.5, 0.5, 0]


def test_r15_who_goes_out_in_the_same_turn_goes_out_together() -> None:
    options = {**GUNS, "reward": "rank", "max_rounds": 1}
    regions = ("0,0 0:d", "1,0 1:d", "-1,1 2:H", "0,-1 3:H")
    table = draw(*regions, players=4, options=options, mutations={0: "Thrifty", 1: "Lead-lined"}).move("1,0", "0,0 d")
    while not table.over:
        table.end_turn()
    assert [table.field("out_at", seat) for seat in range(4)] == [1, 1, 0, 0]
    assert table.returns[0] == table.returns[1]


def test_r15_in_a_scenario_with_none_left_both_lose() -> None:
    table = draw(
        *("2,-3 0:d", "2,-2 1:d"),
        players=2,
        elsewhere="set-up",
        options={"scenario": 1, **GUNS},
        mutations={0: "Thrifty", 1: "Burrowing"},
    ).move("2,-2", "2,-3 d")
    assert (table.over, table.winners) == (True, [])
    assert table.returns.tolist() == [0, 0]


# R17: the limit of rounds


def last_turn(*regions: str, **more: Any) -> Play:
    """The last turn of a game of three rounds."""
    more = {"mutations": PLAIN, **more}
    options = {"max_rounds": 3, **more.pop("options", {})}
    return draw(*regions, active=2, round=3, options=options, **more)


def test_r17_most_vp_wins_at_the_limit_as_a_truncation() -> None:
    table = last_turn("2,0 0:HB", "0,-2 1:HA", "-2,2 2:HB")
    assert (table.over, int(table.state["truncated"])) == (False, 0)
    table.end_turn()
    assert (table.over, table.truncated, table.winners) == (True, True, [1])
    assert int(table.state["round"]) == 3


def test_r17_not_before_the_last_round_has_been_played_out() -> None:
    table = draw(round=2, active=2, options={"max_rounds": 3}, mutations=PLAIN)
    turns = []
    while not table.over:
        turns.append((int(table.state["round"]), table.active))
        table.end_turn()
    assert turns == [(2, 2), (3, 0), (3, 1), (3, 2)]
    assert table.truncated


def test_r17_thirty_rounds_by_default() -> None:
    assert Play(GAME, {"num_players": 3}).options["max_rounds"] == 30
    table = draw(round=29, active=2, options={"max_rounds": 30}, mutations=PLAIN).end_turn()
    assert (table.over, int(table.state["round"])) == (False, 30)
    assert table.end_turn().end_turn().end_turn().truncated


def test_r17_moles_in_hand_count_at_the_limit() -> None:
    table = last_turn("2,0 0:HB", "0,-2 1:HA", "-2,2 2:HB", spies={2: ["Mole", "Mole", "Informer"]}).end_turn()
    assert table.winners == [2]
    assert GAME.report(table.state)[2]["vp"] == 3


@pytest.mark.parametrize(
    ("buildings", "winners"), [("BBB", [0, 1, 2]), ("AAB", [0, 1]), ("BAA", [1, 2]), ("ABA", [0, 2])]
)
def test_r17_ties_share_it(buildings: str, winners: list[int]) -> None:
    one, other, third = buildings
    table = last_turn(f"2,0 0:H{one}", f"0,-2 1:H{other}", f"-2,2 2:H{third}").end_turn()
    assert table.winners == winners


def test_r17_the_vp_of_who_is_out_do_not_count() -> None:
    table = last_turn("2,0 0:HB", "-2,2 2:H", seats={1: {"out": 1, "vp_tokens": 6}}).end_turn()
    assert table.winners == [0]


def test_r17_the_last_seat_still_in_ends_the_last_round() -> None:
    table = draw(round=3, active=1, seats={2: {"out": 1}}, options={"max_rounds": 3}, mutations=PLAIN).end_turn()
    assert table.truncated


def test_r17_ten_vp_in_the_last_turn_are_no_truncation() -> None:
    table = last_turn("-2,2 2:H", hands=["", "", "2 wood 1 clay 1 wheat"], seats={2: {"vp_tokens": 9}})
    assert won(table.do("build a Barn at -2,2"), 2)


def test_r17_the_option_does_not_touch_the_scenarios() -> None:
    table = draw(players=2, elsewhere="set-up", options={"scenario": 1, "max_rounds": 1}, mutations=PLAIN)
    table.end_turn().end_turn()
    assert (table.over, int(table.state["round"])) == (False, 2)


# Returns

REWARDS = ("zero_sum", "win", "rank", "score")


def decided(reward: str) -> Play:
    """Seat 0 wins with 10 VP; seats 1 and 2 are in with 5 and 3, seats 3 and 4 went out in this order."""
    return draw(
        *("3,0 0:H", "0,3 1:HB", "2,-3 2:HB"),
        players=5,
        hands=["2 wood 1 clay 1 wheat"],
        seats={
            0: {"vp_tokens": 9},
            1: {"vp_tokens": 3, "spies": {"Mole": 1}},
            2: {"vp_tokens": 2},
            3: {"out": 1, "vp_tokens": 1},
            4: {"out": 2},
        },
        options={"reward": reward},
        mutations=PLAIN,
    )


@pytest.mark.parametrize(
    ("reward", "returns"),
    [
        ("zero_sum", [1, -0.25, -0.25, -0.25, -0.25]),
        ("win", [1, 0, 0, 0, 0]),
        ("rank", [1, 0.5, 0, -1, -0.5]),
        ("score", [1, 0.5, 0.3, 0.1, 0]),
    ],
)
def test_returns_of_a_decided_game(reward: str, returns: list[float]) -> None:
    table = decided(reward)
    assert not table.returns.any()
    table.do("build a Barn at 3,0")
    assert won(table, 0)
    assert table.returns.tolist() == pytest.approx(returns)


@pytest.mark.parametrize(
    ("buildings", "reward", "returns"),
    [
        ("AAB", "zero_sum", [0.5, 0.5, -1]),
        ("AAB", "win", [0.5, 0.5, 0]),
        ("AAB", "rank", [0.5, 0.5, -1]),
        ("AAB", "score", [0.2, 0.2, 0.1]),
        ("BBB", "zero_sum", [0, 0, 0]),
        ("BBB", "win", [1 / 3, 1 / 3, 1 / 3]),
        ("BBB", "rank", [0, 0, 0]),
        ("BBB", "score", [0.1, 0.1, 0.1]),
        ("BBA", "zero_sum", [-0.5, -0.5, 1]),
        ("BBA", "rank", [-0.5, -0.5, 1]),
    ],
)
def test_returns_of_games_cut_by_the_limit_and_of_ties(buildings: str, reward: str, returns: list[float]) -> None:
    one, other, third = buildings
    table = last_turn(f"2,0 0:H{one}", f"0,-2 1:H{other}", f"-2,2 2:H{third}", options={"reward": reward}).end_turn()
    assert table.truncated
    assert table.returns.tolist() == pytest.approx(returns)


@pytest.mark.parametrize(
    ("reward", "returns"),
    [("zero_sum", [0.5, 0.5, -1]), ("win", [0.5, 0.5, 0]), ("rank", [0.5, 0.5, -1]), ("score", [0, 0.1, 0.2])],
)
def test_returns_where_none_is_left(reward: str, returns: list[float]) -> None:
    table = draw(
        *("2,0 0:d", "1,0 1:d"),
        seats={1: {"vp_tokens": 1}, 2: {"out": 1, "vp_tokens": 2}},
        options={**GUNS, "reward": reward},
        mutations={0: "Thrifty", 1: "Flying"},
    ).move("1,0", "2,0 d")
    assert table.returns.tolist() == pytest.approx(returns)


def test_returns_by_rank_of_losers_with_the_same_vp_are_the_same() -> None:
    table = draw("2,0 0:H", hands=["2 wood 1 clay 1 wheat"], seats={0: {"vp_tokens": 9}}, options={"reward": "rank"})
    assert table.do("build a Barn").returns.tolist() == [1, -0.5, -0.5]


def test_returns_by_score_are_tenths_of_all_vp_moles_in_hand_too_and_at_most_1() -> None:
    table = draw(
        *("2,0 0:H", "1,0 1:HA"),
        hands=["2 wood 1 clay 1 wheat"],
        spies={0: ["Mole"], 1: ["Mole", "Mole"]},
        seats={0: {"vp_tokens": 8}, 2: {"out": 1, "vp_tokens": 8, "moles": 2}},
        options={"reward": "score"},
        mutations=PLAIN,
    ).do("build a Barn at 2,0")
    assert table.returns.tolist() == pytest.approx([1, 0.4, 1])
    table = draw(
        "2,0 0:H",
        hands=["2 wood 1 clay 1 wheat"],
        seats={0: {"vp_tokens": 9}, 2: {"out": 1, "vp_tokens": 7, "moles": 5}},
        options={"reward": "score"},
    )
    assert table.do("build a Barn at 2,0").returns.tolist() == pytest.approx([1, 0, 1])


@pytest.mark.parametrize(
    ("reward", "returns"), [("zero_sum", [-1, 1]), ("win", [0, 1]), ("rank", [-1, 1]), ("score", [0.1, 0.35])]
)
def test_returns_of_a_scenario_won(reward: str, returns: list[float]) -> None:
    """The neutral herd is gone at the end of the turn; score counts up to 20 VP."""
    table = draw(
        *("2,-3 0:HB", "-1,3 1:HA", "2,0 0:HH", "1,0 N:d"),
        players=2,
        options={"scenario": 1, "reward": reward, **GUNS},
        seats={1: {"vp_tokens": 5}},
        mutations=PLAIN,
    )
    table.move("1,0", "2,0 HH")
    assert (table.over, table.vp) == (False, [2, 7])
    assert won(table.end_turn(), 1)
    assert table.returns.tolist() == pytest.approx(returns)


@pytest.mark.parametrize("reward", REWARDS)
def test_returns_of_a_scenario_lost(reward: str) -> None:
    table = draw(
        *("2,-3 0:HHB", "-1,3 1:HHA"),
        players=2,
        elsewhere="set-up",
        active=1,
        round=8,
        options={"scenario": 1, "reward": reward},
        mutations=PLAIN,
    ).end_turn()
    assert (table.over, table.winners, table.truncated) == (True, [], False)
    assert table.returns.tolist() == pytest.approx([0.05, 0.1] if reward == "score" else [0, 0])


# Giving up


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_gives_up_has_the_worst_return_and_the_others_share_the_best(reward: str, seat: int) -> None:
    """Whoever is asked, in whose turn ever: here to answer a nuke."""
    seats = {0: {"ready": 1}, 1: {"ready": 1}}
    table = draw("2,0 0:HH", "1,0 1:HH", seats=seats, options={"reward": reward}, mutations=PLAIN)
    if seat == 1:
        table.do("launch a ready nuke", "launch at 1,0")
    table.forfeit("a test")
    worst = -1 if reward in ("zero_sum", "rank") else 0
    assert table.over
    assert table.returns.tolist() == [worst if other == seat else 0.5 for other in range(3)]


def test_an_illegal_action_gives_the_game_up_at_the_aec_face() -> None:
    game = env(num_players=4, illegal_action="lose")
    game.reset(seed=3)
    loser = game.agent_selection
    game.step(int(np.flatnonzero(game.infos[loser]["action_mask"] == 0)[0]))
    assert game.rewards == pytest.approx({agent: -1 if agent == loser else 1 / 3 for agent in game.possible_agents})
    assert [game.infos[agent]["report"]["won"] for agent in game.possible_agents] == [False] * 4


def test_the_report_tells_who_won_and_what_everybody_had() -> None:
    table = decided("zero_sum").do("build a Barn at 3,0")
    report = GAME.report(table.state)
    assert [facts["won"] for facts in report] == [True, False, False, False, False]
    assert [facts["eliminated"] for facts in report] == [False, False, False, True, True]
    assert [facts["vp"] for facts in report] == [10, 5, 3, 1, 0]
    assert report[0]["vp_parts"] == {"barns": 1, "armories": 0, "tokens": 9, "moles": 0, "nukiest": 0}
    assert report[1]["vp_parts"] == {"barns": 1, "armories": 0, "tokens": 3, "moles": 1, "nukiest": 0}
    assert [facts["mutation"] for facts in report] == [PLAIN[seat] for seat in range(5)]
