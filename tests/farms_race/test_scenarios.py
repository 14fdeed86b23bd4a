"""The three scenarios for two: set-up, the neutral herd, its building, tokens, locks, reinforcements, ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.farms_race import GAME
from envs.farms_race.actions import region_name
from envs.farms_race.box import MUTATIONS, NEUTRAL, NOT_FOR_TWO

from .table import ALL_GUNS, Play, draw, read_region

TOKENS = {1: 6, 2: 8, 3: 6}
ROUNDS = {1: 8, 2: 8, 3: 10}
READY = "launch a ready nuke"
DEATH = "a damaged herd dies"
HURT = "a healthy herd becomes damaged"
END = "end the Action phase"
HERDS = {  # as ruled
    1: {"0,0": 2, "1,0": 2, "-1,0": 1, "2,0": 1, "1,-1": 1, "0,1": 1},
    2: dict.fromkeys(("0,0", "1,0", "-1,0", "2,0", "1,-1", "0,1", "0,-1", "1,1"), 1),
    3: {"-2,1": 2, "-1,-1": 2, "-1,0": 2, "-1,1": 1, "0,-1": 1},
}
VP = {
    1: dict.fromkeys(HERDS[1], 1),
    2: dict.fromkeys(HERDS[2], 1),
    3: {"-2,1": 2, "-1,-1": 2, "-1,1": 1, "0,-1": 1},
}
SHARED = {1: ["0,0", "1,0"], 2: ["0,0", "1,0"], 3: ["-1,-1", "-2,1"]}
NEAR = {1: ("2,-1", "2,0"), 2: ("2,-1", "2,0"), 3: ("1,-1", "0,-1")}
"""A region, and a neutral one with a herd and a token beside it."""
STARTS = {1: ["-1,3", "2,-3"], 2: ["-1,3", "2,-3"], 3: ["1,2", "3,-2"]}
ALL = pytest.mark.parametrize("scenario", [1, 2, 3])
ARMORY = pytest.mark.parametrize("scenario", [1, 2])
PLAIN = ["Armoured", "Thrifty", "Lead-lined", "Swarming", "Venomous", "Prolific"]
"""Mutations that change nothing of the set-up."""


def new(scenario: int, seed: int = 1, **options: Any) -> Play:
    """A new game."""
    table = Play(GAME, {"num_players": 2, "scenario": scenario, "trading": False, "talk": 0, **options})
    table.start(seed)
    GAME.check(table.state)
    return table


def set_up(scenario: int, seed: int = 1, **options: Any) -> Play:
    """The same after set-up: mutations and homes as they come."""
    table = new(scenario, seed, **{"mutations": PLAIN, **options})
    while table.asked != "ACTIONS":
        table.do(table.choices[0])
    return table


def scene(scenario: int, *regions: str, second: int = 0, guns: bool = True, **more: Any) -> Play:
    """The Action phase on a map with these regions only; every unit deals 1 damage.

    VP tokens that do not lie with the neutral herds drawn (or in `region`) are seat 0's, but for `second` of seat 1.
    """
    laid = dict(read_region(words) for words in regions)
    lying = {name: VP[scenario].get(name, 0) for name, entry in laid.items() if entry.get("owner") == "neutral"}
    lying |= {name: keys["vp"] for name, keys in more.get("region", {}).items() if "vp" in keys}
    rest = TOKENS[scenario] - sum(lying.values())
    seats = {seat: dict(keys) for seat, keys in more.pop("seats", {}).items()}
    for seat, tokens in enumerate((rest - second, second)):
        seats.setdefault(seat, {})["vp_tokens"] = tokens
    options = {"scenario": scenario, **({"combat_die": ALL_GUNS} if guns else {}), **more.pop("options", {})}
    mutations = {0: "Thrifty", 1: "Photosynthetic", **more.pop("mutations", {})}
    return draw(*regions, players=2, seats=seats, options=options, mutations=mutations, **more)


def owner(table: Play, region: str) -> int:
    """Who controls a region."""
    return int(table.state["owner"][table.number(region)])


def lying(table: Play) -> dict[str, int]:
    """The VP tokens that lie on the map."""
    facts = table.facts()
    return {name.split()[1]: n for name, n in facts.items() if name.startswith("vp_on") and n}


def members(table: Play, field: str) -> list[str]:
    """The regions of one of the sets of the state, sorted."""
    s = table.state
    return sorted(region_name(s, i) for i in range(int(s["regions"])) if int(s[field]) >> i & 1)


def neutral(table: Play) -> dict[str, str]:
    """What the neutral herd has, by region."""
    names = [region_name(table.state, i) for i in range(int(table.state["regions"]))]
    return {name: table.at(name).removeprefix("N:") for name in names if owner(table, name) == NEUTRAL}


# Set-up


@ALL
def test_the_map_is_laid_as_ruled(scenario: int) -> None:
    table = new(scenario)
    assert neutral(table) == {name: "H" * herds for name, herds in HERDS[scenario].items()}
    assert lying(table) == VP[scenario]
    assert members(table, "shared") == SHARED[scenario]
    assert members(table, "locked") == (["-1,-1", "-2,1"] if scenario == 3 else [])
    assert members(table, "starts") == STARTS[scenario]
    assert int(table.state["herds"][NEUTRAL]) == sum(HERDS[scenario].values())
    assert int(table.state["regions"]) == {1: 20, 2: 24, 3: 20}[scenario]


@ALL
def test_the_neutral_herd_is_adorable_or_radioactive(scenario: int) -> None:
    mutation = int(new(scenario).state["mutation"][NEUTRAL])
    assert MUTATIONS[mutation] == ("Radioactive" if scenario == 3 else "Adorable")


@ALL
def test_humans_lie_face_down_everywhere_but_on_starts_and_neutral_regions(scenario: int) -> None:
    s = (table := new(scenario)).state
    names = [region_name(s, i) for i in range(int(s["regions"]))]
    humans = {name for name in names if table.at(name).startswith(":?")}
    assert humans == set(names) - set(STARTS[scenario]) - set(HERDS[scenario])


@pytest.mark.parametrize("mutations", ["default", "all"])
def test_three_mutations_are_dealt_and_seven_are_not_for_two(mutations: str) -> None:
    seen = set()
    for seed in range(20):
        table = new(1, seed, mutations=mutations)
        choices = [text.removeprefix("keep ") for text in table.choices]
        assert (table.asked, table.seat, len(choices)) == ("MUTATION", 0, 3)
        table.do(f"keep {choices[1]}").pass_until("MUTATION", 1)
        others = [text.removeprefix("keep ") for text in table.choices]
        assert len(others) == 3
        assert not set(choices) & set(others)
        seen |= {*choices, *others}
    assert seen == {name for number, name in enumerate(MUTATIONS) if number not in NOT_FOR_TWO}


@ALL
def test_set_up_goes_on_in_turn_order_with_a_barn_and_two_herds_each(scenario: int) -> None:
    table = new(scenario, mutations=PLAIN)
    first, second = STARTS[scenario]
    table.do(table.choices[0])
    assert (table.asked, table.seat, table.choices) == (
        "START",
        0,
        [f"make {first} your home", f"make {second} your home"],
    )
    table.do(f"make {second} your home")
    assert (table.asked, table.seat, table.at(second)) == ("MUTATION", 1, "0:HHB")
    table.do(table.choices[0])
    assert table.choices == [f"make {first} your home"]
    table.do(f"make {first} your home")
    assert (table.at(first), table.asked, table.seat) == ("1:HHB", "ACTIONS", 0)
    assert table.at(second) == "0:HHHB"  # the first turn has begun


def test_the_second_player_gets_two_cards_that_the_resource_dice_show() -> None:
    seen = set()
    for seed in range(8):
        table = set_up(1, seed)
        assert (table.hand(0), int(table.state["hand"][1].sum())) == ("", 2)
        assert table.known(0, 1) == table.hand(1)
        seen |= set(table.hand(1).split()[1::2])
    assert len(seen) > 3


def test_wilds_are_rolled_again_for_the_starting_cards() -> None:
    for seed in range(3):
        assert set_up(2, seed, resource_die={"?": 11, "clay": 1}).hand(1) == "2 clay"


def test_hoarding_starts_with_one_more_card_of_choice_beside_those_rolled() -> None:
    table = new(1, mutations=["Hoarding", *PLAIN[:5]])
    while table.asked != "ACTIONS":
        if table.asked == "START_CARD":
            table.do("take wheat")
        else:
            table.do("keep Hoarding" if table.can("keep Hoarding") else table.choices[0])
    hoarder = [MUTATIONS[number] for number in table.state["mutation"][:2]].index("Hoarding")
    assert table.state["hand"].sum(axis=1).tolist()[:2] == [1 - hoarder, 2 + hoarder]
    assert "wheat" in table.hand(hoarder)


@ALL
def test_the_neutral_herd_takes_no_turns(scenario: int) -> None:
    """What it has stays as it is, but for the reinforcements of scenario 3."""
    table = set_up(scenario)
    before = neutral(table)
    table.end_turn()
    assert (table.active, neutral(table)) == (1, before)
    table.end_turn()
    assert (table.active, int(table.state["round"])) == (0, 2)
    assert neutral(table) == ({**before, "-2,1": "HHH"} if scenario == 3 else before)


# No tokens for conquest, no instant win


def test_conquest_brings_neither_vp_nor_turmoil() -> None:
    table = scene(1, "3,-2 0:HHH", "2,-1 1:dB", "0,0 N:H", "-1,3 1:H")
    effect = table.effect("move to 2,-1", "with a healthy", "with a healthy", "go")
    assert table.at("2,-1") == "0:Hd"
    assert not effect.keys() & {"vp_tokens 0", "turmoil 2,-1"}


def test_ten_vp_end_nothing() -> None:
    regions = ("3,-2 0:HB", "2,-2 0:HB", "1,-2 0:HB", "2,-3 0:A", "0,-2 0:A", "0,1 N:H", "-1,3 1:H")
    table = scene(1, *regions, hands=["1 weapons 2 plutonium"], spies={0: ["Mole"]})
    assert table.vp == [12, 0]
    table.do("build a nuke", "play Mole")
    assert (table.vp, table.over) == ([14, 0], False)
    table.end_turn()
    assert (table.active, table.over) == (1, False)


# The neutral herd in combat and under nukes


@pytest.mark.parametrize(
    ("herds", "guns", "left"), [("HH", 1, "Hd"), ("HH", 2, "dd"), ("HH", 3, "d"), ("Hd", 1, "dd"), ("Hd", 2, "d")]
)
def test_the_neutral_herd_takes_damage_so_that_most_herds_survive(herds: str, guns: int, left: str) -> None:
    combat = {"region": "1,0", "sent": {"2,-1": 4}, "damaged": 1, "hits": [1, guns]}
    table = scene(1, "2,-1 0:B", f"1,0 N:{herds}", "-1,3 1:H", decision="lose", combat=combat)
    table.do(HURT)
    assert (table.at("1,0"), table.asked, table.seat) == (f"N:{left}", "RETREAT", 0)


def test_the_neutral_herd_never_retreats() -> None:
    """Though regions of its own and empty ones are next door."""
    combat = {"region": "1,0", "sent": {"2,-1": 4}}
    table = scene(1, "2,-1 0:B", "1,0 N:HH", "0,0 N:H", "-1,3 1:H", decision="retreat", combat=combat)
    table.do("fight on")
    assert table.seat == 0
    assert int(table.state["combat_round"]) == 2


def test_an_adorable_neutral_herd_lets_others_roll_one_die_fewer() -> None:
    combat = {"region": "-1,0", "sent": {"0,-1": 4}}
    table = scene(1, "0,-1 0:B", "-1,0 N:H", "2,0 N:H", "-1,3 1:H", decision="retreat", combat=combat)
    table.do("fight on")
    assert table.state["rolled"].sum(axis=1).tolist() == [3, 1]


def test_herds_of_the_radioactive_neutral_herd_deal_1_damage_as_they_die() -> None:
    """1 herd attacks 1 damaged herd: 1 point each, and 1 more."""
    table = scene(3, "0,0 0:HB", "-1,0 N:d", "-2,1 N:H", "-1,-1 N:H", "1,2 1:H").move("-1,0", "0,0 H")
    assert (table.at("-1,0"), table.at("0,0")) == ("", "0:B")  # nobody is left to conquer it
    assert members(table, "locked") == []


def test_the_neutral_barn_adds_no_damage() -> None:
    """1 gun, which leaves no choice, and 1 for the herd that dies."""
    table = scene(3, "0,0 0:HHB", "-1,0 N:d", "-2,1 N:H", "-1,-1 N:H", "1,2 1:H").move("-1,0", "0,0 HH")
    assert (table.asked, table.state["hits"].tolist()) == ("LOSE", [1, 0])


@ALL
def test_nobody_answers_for_the_neutral_herd(scenario: int) -> None:
    beside, spot = NEAR[scenario]
    seats = {0: {"ready": 2}, 1: {"ready": 2}}
    table = scene(scenario, f"{beside} 0:HB", f"{spot} N:H", f"{STARTS[scenario][0]} 1:HB", seats=seats)
    table.do(READY, f"launch at {spot}")
    assert (table.at(spot), table.asked, table.seat) == ("N:d", "LAUNCH", 0)
    table.do(READY, f"launch at {spot}")
    assert (owner(table, spot), table.asked) == (-1, "ACTIONS")


# Scenarios 1 and 2: the Armory


@ARMORY
@pytest.mark.parametrize(("place", "beside"), [("0,1", "0,2"), ("1,0", "2,-1")])
def test_the_neutral_armory_adds_1_damage_in_all_neutral_combats(scenario: int, place: str, beside: str) -> None:
    """1 gun and the Armory: the second point leaves a choice."""
    table = scene(scenario, f"{beside} 0:HH", f"{place} N:d", "-1,3 1:H").move(place, f"{beside} HH")
    assert (table.asked, table.state["hits"].tolist()) == ("LOSE", [1, 1])


@ARMORY
def test_the_neutral_armory_adds_nothing_once_it_has_fallen(scenario: int) -> None:
    table = scene(scenario, "0,2 0:HH", "0,1 N:d", "-1,3 1:H", "1,0 1:H").move("0,1", "0,2 HH")
    assert table.at("0,1") == "0:Hd"


@ARMORY
def test_the_neutral_armory_does_not_help_players(scenario: int) -> None:
    table = scene(scenario, "0,0 0:HH", "1,0 N:H", "0,-1 1:d", "-1,3 1:H").move("0,-1", "0,0 H")
    assert table.at("0,-1") == "0:d"


@ARMORY
def test_the_neutral_armory_bars_building_in_both_regions_while_it_stands(scenario: int) -> None:
    cards = ["4 wood 2 clay 2 wheat"]
    table = scene(scenario, "0,0 0:HH", "1,0 N:d", "2,-1 0:HH", "-1,3 1:H", "2,0 N:H", hands=cards)
    assert [text for text in table.choices if text.startswith("build a Barn")] == ["build a Barn at 2,-1"]
    table.move("1,0", "2,-1 HH")
    table.do(DEATH)
    assert (table.at("1,0"), members(table, "shared")) == ("0:H", [])
    assert table.can("build a Barn at 0,0")
    assert table.can("build a Barn at 1,0")


@ARMORY
def test_the_armory_falls_when_the_second_centre_is_conquered(scenario: int) -> None:
    table = scene(scenario, "2,-1 0:HH", "0,-1 0:HH", "0,0 N:d", "1,0 N:d", "-1,3 1:H")
    table.move("1,0", "2,-1 HH").do(DEATH)
    assert (table.at("1,0"), members(table, "shared")) == ("0:H", SHARED[scenario])  # the other centre is held
    table.move("0,0", "0,-1 HH").do(DEATH)
    assert (table.at("0,0"), members(table, "shared")) == ("0:H", [])


@ARMORY
def test_the_armory_falls_when_the_other_centre_is_nuked_empty(scenario: int) -> None:
    seats = {0: {"ready": 1}}
    table = scene(scenario, "1,0 0:H", "0,0 N:d", "-1,3 1:H", "2,0 N:H", seats=seats)
    assert members(table, "shared") == SHARED[1]
    table.do(READY, "launch at 0,0")
    assert (owner(table, "0,0"), members(table, "shared")) == (-1, [])


@ARMORY
def test_the_armory_stands_over_empty_centres_until_one_is_entered(scenario: int) -> None:
    """They stay the neutral herd's, and are entered without combat."""
    table = scene(scenario, "2,-1 0:HH", "1,0 N:d", "-1,3 1:H", "2,0 N:H", seats={0: {"ready": 1}})
    assert owner(table, "0,0") == NEUTRAL
    table.do(READY, "launch at 1,0")
    assert (owner(table, "1,0"), table.at("1,0"), members(table, "shared")) == (NEUTRAL, "N:", SHARED[1])
    table.move("1,0", "2,-1 H")
    assert (table.at("1,0"), table.has("attacked", "1,0")) == ("0:H", False)
    assert (owner(table, "0,0"), members(table, "shared")) == (-1, [])


@ARMORY
def test_a_centre_that_is_left_is_the_neutral_herds_again_while_the_armory_stands(scenario: int) -> None:
    table = scene(scenario, "1,0 0:H", "0,0 N:d", "-1,3 1:H", "2,-1 0:H", seats={0: {"ready": 1}})
    table.move("1,1", "1,0 H")
    assert (owner(table, "1,0"), members(table, "shared")) == (NEUTRAL, SHARED[1])
    table = scene(scenario, "1,0 0:H", "0,0 0:H", "-1,3 1:H", "2,0 N:H")
    assert members(table, "shared") == []
    table.move("1,1", "1,0 H")
    assert owner(table, "1,0") == -1


@ARMORY
def test_the_armory_stands_where_both_centres_were_left_and_emptied(scenario: int) -> None:
    """One was conquered before, but nobody holds it any more."""
    table = scene(scenario, "1,0 0:H", "0,0 N:d", "-1,3 1:H", "2,0 N:H", seats={0: {"ready": 1}})
    table.move("1,1", "1,0 H").end_turn().end_turn().pass_until("ACTIONS", 0)
    table.move("0,1", "1,1 H").do(READY, "launch at 0,0")
    assert (neutral(table), members(table, "shared")) == ({"2,0": "H", "0,0": "", "1,0": ""}, SHARED[1])


# VP tokens


@ALL
def test_who_conquers_a_neutral_region_takes_the_tokens_there(scenario: int) -> None:
    beside, spot = NEAR[scenario]
    table = scene(scenario, f"{beside} 0:HHHH", f"{spot} N:d", f"{STARTS[scenario][0]} 1:HB", "-1,0 N:H")
    before = table.vp[0]
    table.move(spot, f"{beside} HHHH")
    while table.asked == "LOSE":
        table.do(HURT)
    assert (table.vp[0], spot in lying(table), table.at(spot)[:3]) == (before + 1, False, "0:H")


def test_tokens_are_taken_by_who_enters_first_also_after_nukes() -> None:
    table = scene(1, "2,-1 0:HH", "2,0 N:d", "-1,0 N:H", "-1,3 1:H", seats={0: {"ready": 1}})
    table.do(READY, "launch at 2,0")
    assert (owner(table, "2,0"), lying(table)["2,0"]) == (-1, 1)
    before = table.vp[0]
    table.move("2,0", "2,-1 H")
    assert (table.vp[0], lying(table)) == (before + 1, {"-1,0": 1})
    table.move("2,0", "2,-1 H")
    assert table.vp[0] == before + 1


def test_tokens_are_taken_once() -> None:
    table = scene(1, "2,-1 0:HHH", "2,0 1:d", "-1,0 N:H", "-1,3 1:H")
    before = table.vp
    table.move("2,0", "2,-1 HHH")
    assert (table.vp, table.at("2,0")) == (before, "0:HHd")


def test_a_retreater_is_the_first_to_enter_too() -> None:
    table = scene(
        *(1, "0,-2 0:HB", "0,-1 1:H", "1,-1 N:H", "1,-2 :1"),
        region={"-1,0": {"vp": 1}},
        decision="retreat",
        combat={"region": "0,-1", "sent": {"0,-2": 2}},
    )
    table.do("fight on")
    assert table.choices == ["hold the region", "retreat to -1,0"]  # the centre 0,0 is the neutral herd's
    assert table.effect("retreat to -1,0")["vp_tokens 1"] == 1
    assert (table.at("-1,0"), lying(table)) == ("1:H", {"1,-1": 1})


# Scenario 3: borders, locks, the Barn


def third(*regions: str, lost: str = "", **more: Any) -> Play:
    """Scenario 3 with its neutral regions as at the start but for those drawn and one lost; seat 1 is far away."""
    given = {lost, *(words.split(" ", 1)[0] for words in regions)}
    start = {name: "N:" + "H" * herds for name, herds in HERDS[3].items()}
    rest = [f"{name} {what}" for name, what in start.items() if name not in given]
    return scene(3, *regions, *rest, "1,2 1:HB", **more)


def entered(table: Play) -> list[str]:
    """The regions that a move can go to."""
    return [text.removeprefix("move to ") for text in table.choices if text.startswith("move to ")]


@pytest.mark.parametrize(
    ("cleared", "locked"),
    [
        ([], ["-1,-1", "-2,1"]),
        (["-1,0"], ["-1,-1", "-2,1"]),
        (["-1,1"], ["-1,-1", "-2,1"]),
        (["0,-1"], ["-1,-1", "-2,1"]),
        (["-1,0", "-1,1"], ["-1,-1"]),
        (["-1,0", "0,-1"], ["-2,1"]),
        (["-1,1", "0,-1"], ["-1,-1", "-2,1"]),
        (["-1,0", "-1,1", "0,-1"], []),
    ],
)
def test_a_locked_region_opens_when_both_its_borders_are_clear(cleared: list[str], locked: list[str]) -> None:
    """Its borders lie to -1,0 and to one region more. The last of them is cleared in the test."""
    before = [f"{name} 0:HH" for name in cleared[1:]]
    table = third("0,0 0:HHHHHHB", *before, *([f"{cleared[0]} N:d"] if cleared else []))
    if cleared:
        table.move(cleared[0], "0,0 HHHHH")
        while table.asked == "LOSE":
            table.do(HURT)
        assert owner(table, cleared[0]) == 0
    assert members(table, "locked") == locked
    assert not set(entered(table)) & set(locked)


def test_an_open_region_can_be_entered_and_a_locked_one_cannot() -> None:
    table = third("-1,0 0:HHHH", "-1,1 0:H")
    assert members(table, "locked") == ["-1,-1"]
    assert entered(table) == ["-1,0", "-1,1", "-1,2", "-2,1", "0,-1", "0,0", "0,1"]


def test_beating_the_herds_is_enough_with_nukes_and_saboteurs_too() -> None:
    table = third("0,-1 N:d", "-1,0 0:H", "0,0 0:H", seats={0: {"ready": 1}})
    table.do(READY, "launch at 0,-1")
    assert members(table, "locked") == ["-2,1"]
    table = third("0,-1 N:d", "-1,0 0:H", "0,0 0:H", spies={0: ["Saboteur"]})
    table.do("play Saboteur", "sabotage 0,-1")
    assert members(table, "locked") == ["-2,1"]
    table = third("0,-1 N:H", "-1,0 0:H", "0,0 0:H", seats={0: {"ready": 1}})
    table.do(READY, "launch at 0,-1")
    assert (table.at("0,-1"), members(table, "locked")) == ("N:d", ["-1,-1", "-2,1"])


def test_nukes_and_saboteurs_reach_into_locked_regions() -> None:
    table = third("-1,0 0:H", seats={0: {"ready": 1}})
    assert members(table, "locked") == ["-1,-1", "-2,1"]
    table.do(READY, "launch at -1,-1")
    assert table.at("-1,-1") == "N:dd"
    table = third("-1,0 0:H", spies={0: ["Saboteur"]}).do("play Saboteur", "sabotage -2,1")
    assert table.at("-2,1") == "N:Hd"


def test_a_locked_region_is_no_shelter_for_retreaters() -> None:
    """-2,1 is empty and open, but the neutral Barn stands there; -1,-1 is locked."""
    combat = {"region": "-1,0", "sent": {"0,0": 2}}
    regions = ("0,0 0:B", "-1,0 1:H", "-1,1 0:H", "0,-1 N:H", "-2,1 N:", "-1,-1 N:", "1,2 1:HB")
    table = scene(3, *regions, decision="retreat", combat=combat).do("fight on")
    assert table.seat == 0  # seat 1 was not asked


def test_a_region_is_locked_also_once_the_barn_has_fallen() -> None:
    """In the rest of that turn. It is nobody's then."""
    regions = ("0,0 0:B", "-1,0 1:H", "-1,1 0:H", "0,-1 N:H", "-2,1 0:HH", "1,2 1:HB")
    more = {"decision": "retreat", "combat": {"region": "-1,0", "sent": {"0,0": 2}}}
    table = scene(3, *regions, region={"-1,-1": {"vp": 2}}, **more)
    assert (members(table, "shared"), members(table, "locked"), owner(table, "-1,-1")) == ([], ["-1,-1"], -1)
    assert table.do("fight on").seat == 0


def test_a_border_that_was_cleared_stays_clear() -> None:
    table = third("-1,0 0:H", "0,0 0:H", lost="0,-1")
    assert (owner(table, "0,-1"), members(table, "locked")) == (-1, ["-2,1"])
    table.move("0,-1", "0,0 H").end_turn().end_turn()
    assert members(table, "locked") == ["-2,1"]


@pytest.mark.parametrize("place", ["-2,1", "-1,-1"])
def test_the_barn_falls_in_both_regions_when_either_is_conquered(place: str) -> None:
    other = "-1,-1" if place == "-2,1" else "-2,1"
    table = third("-1,0 0:HHHHH", "-1,1 0:H", "0,-1 0:H", f"{place} N:d", f"{other} N:HHH")
    assert members(table, "shared") == SHARED[3]
    before = table.vp[0]
    table.move(place, "-1,0 HHHH")
    while table.asked == "LOSE":
        table.do(HURT)
    assert members(table, "shared") == []
    assert (table.vp[0], table.at(place)[:2], table.at(other)) == (before + 2, "0:", "N:HHH")
    assert (table.asked, table.over) == ("ACTIONS", False)
    table.end_turn()
    assert (table.over, table.winners) == (True, [0])  # 3 neutral herds are left


def test_the_barn_without_herds_is_entered_without_combat_and_the_other_region_is_nobodys() -> None:
    table = third("-1,0 0:HH", "-1,1 0:H", "-2,1 N:", "-1,-1 N:")
    assert (owner(table, "-2,1"), owner(table, "-1,-1")) == (NEUTRAL, NEUTRAL)
    table.move("-2,1", "-1,0 H")
    assert (table.at("-2,1"), owner(table, "-1,-1"), table.has("attacked", "-2,1")) == ("0:H", -1, False)
    assert lying(table) == {"-1,-1": 2, "0,-1": 1}


def test_beating_the_herds_of_a_locked_region_does_not_fell_the_barn() -> None:
    table = third("-1,0 0:H", "-1,1 0:H", "0,-1 0:H", "-2,1 N:d", "-1,-1 N:d", seats={0: {"ready": 2}})
    table.do(READY, "launch at -2,1", READY, "launch at -1,-1")
    assert (int(table.state["herds"][NEUTRAL]), members(table, "shared")) == (0, SHARED[3])
    table.end_turn()
    assert not table.over


def test_all_other_neutral_herds_gone_does_not_end_scenario_3() -> None:
    table = third("-1,0 0:H", "-1,1 0:H", "0,-1 N:d", "0,0 0:H", seats={0: {"ready": 1}})
    table.do(READY, "launch at 0,-1").end_turn()
    assert (table.over, members(table, "locked")) == (False, [])


# Scenario 3: reinforcements


def test_each_round_that_passes_brings_a_neutral_herd_where_fewer_are() -> None:
    """Ties go to -2,1. A round passes with the turn of seat 1."""
    table = third("0,0 0:HB")
    for more in (("HHH", "HH"), ("HHH", "HHH"), ("HHHH", "HHH"), ("HHHH", "HHHH")):
        before = (table.at("-2,1"), table.at("-1,-1"))
        table.end_turn()
        assert (table.at("-2,1"), table.at("-1,-1")) == before
        table.end_turn()
        assert (table.at("-2,1"), table.at("-1,-1")) == tuple(f"N:{herds}" for herds in more)
    assert int(table.state["herds"][NEUTRAL]) == 12
    table.end_turn().end_turn()
    assert int(table.state["herds"][NEUTRAL]) == 12  # all are out


def test_reinforcements_count_herds_damaged_or_not_and_come_healthy() -> None:
    table = third("0,0 0:HB", "-2,1 N:dd", "-1,-1 N:d", active=1)
    table.end_turn()
    assert (table.at("-2,1"), table.at("-1,-1")) == ("N:dd", "N:Hd")


def test_reinforcements_come_to_a_barn_without_herds_and_to_open_regions_too() -> None:
    table = third("-1,0 0:H", "-1,1 0:H", "-2,1 N:", active=1)
    assert members(table, "locked") == ["-1,-1"]
    table.end_turn()
    assert (table.at("-2,1"), table.at("-1,-1")) == ("N:H", "N:HH")


def test_there_are_no_reinforcements_in_the_other_scenarios() -> None:
    for scenario in (1, 2):
        table = set_up(scenario)
        table.end_turn().end_turn()
        assert int(table.state["herds"][NEUTRAL]) == 8


# How scenarios end


def last_herd(scenario: int = 1, moles: dict[int, list[str]] | None = None, second: int = 3, **more: Any) -> Play:
    """Seat 0 can conquer the last neutral region, with a token; 6 (or 8) are there in all."""
    regions = ("2,-1 0:HHHH", "2,0 N:d", "0,0 0:H", "1,0 0:H", "-1,3 1:H")
    options = {"resource_die": {"wood": 1}}
    return scene(scenario, *regions, second=second, spies=moles, options=options, **more)


def win(table: Play) -> Play:
    """Conquer it, and end the turn."""
    table.move("2,0", "2,-1 HHHH")
    while table.asked == "LOSE":
        table.do(HURT)
    return table.end_turn()


@ARMORY
def test_with_the_neutral_herd_gone_the_most_vp_win_at_the_end_of_that_turn(scenario: int) -> None:
    half = TOKENS[scenario] // 2
    table = last_herd(scenario, second=half - 1)
    table.move("2,0", "2,-1 HHHH")
    assert (table.asked, table.over, int(table.state["herds"][NEUTRAL])) == ("ACTIONS", False, 0)
    table.do(END)
    assert not table.over
    table.do("end the Resources phase")
    assert (table.over, table.winners) == (True, [0])  # seat 1 gets no extra turn
    assert win(last_herd(scenario, second=half + 1)).winners == [1]


def test_a_tie_goes_to_the_second_player() -> None:
    table = win(last_herd(second=3))
    assert (table.vp, table.winners) == ([3, 3], [1])


def test_what_is_built_in_the_rest_of_that_turn_counts() -> None:
    table = last_herd(second=3, hands=["2 wood 1 clay 1 wheat"])
    table.move("2,0", "2,-1 HHHH").do("build a Barn at 0,0").end_turn()
    assert (table.over, table.winners) == (True, [0])


def test_moles_in_hand_count_at_the_end() -> None:
    assert win(last_herd(second=3, moles={0: ["Mole"]})).winners == [0]
    assert win(last_herd(second=3, moles={0: ["Mole"], 1: ["Mole", "Mole"]})).winners == [1]


def test_the_armory_need_not_fall_for_the_neutral_herd_to_be_gone() -> None:
    table = scene(1, "2,-1 0:HHHH", "2,0 N:d", "-1,3 1:H", second=1)
    assert win(table).winners == [0]
    assert members(table, "shared") == SHARED[1]


def test_the_last_neutral_herd_may_go_by_a_nuke_and_in_the_turn_of_seat_1() -> None:
    seats = {1: {"ready": 1}}
    table = scene(1, "2,-1 1:HB", "2,0 N:d", "-1,3 0:H", "0,0 0:H", second=2, active=1, seats=seats)
    table.do(READY, "launch at 2,0").end_turn()
    assert (table.over, table.vp, table.winners) == (True, [3, 4], [1])


@ALL
def test_if_the_limit_passes_first_both_lose(scenario: int) -> None:
    (beside, spot), far = NEAR[scenario], STARTS[scenario][0]
    table = scene(scenario, f"{beside} 0:HB", f"{spot} N:H", f"{far} 1:HB", round=ROUNDS[scenario])
    table.end_turn()
    assert (table.over, table.active) == (False, 1)
    table.end_turn()
    assert (table.over, table.winners, table.truncated) == (True, [], False)
    assert table.returns.tolist() == [0.0, 0.0]


@ALL
def test_before_the_limit_a_round_follows(scenario: int) -> None:
    (beside, spot), far = NEAR[scenario], STARTS[scenario][0]
    table = scene(scenario, f"{beside} 0:HB", f"{spot} N:H", f"{far} 1:HB", round=ROUNDS[scenario] - 1, active=1)
    table.end_turn()
    assert (table.over, table.active, int(table.state["round"])) == (False, 0, ROUNDS[scenario])


def test_the_neutral_herd_gone_in_the_very_last_turn_is_in_time() -> None:
    regions = ("2,-1 1:HHHH", "2,0 N:d", "0,0 1:H", "1,0 1:H", "-1,3 0:H")
    table = scene(1, *regions, round=8, active=1, second=1)
    assert win(table).winners == [0]


def test_the_barn_gone_in_the_very_last_turn_is_in_time() -> None:
    table = scene(3, "-1,0 1:HH", "-1,1 1:H", "-2,1 N:", "-1,-1 N:HH", "0,0 0:H", round=10, active=1, second=0)
    table.move("-2,1", "-1,0 H").end_turn()
    assert (table.over, table.vp, table.winners) == (True, [2, 2], [1])


def test_an_eliminated_player_leaves_the_other_playing_on_against_the_limit() -> None:
    table = scene(1, "3,-2 0:HHH", "2,-1 1:d", "-1,0 N:H", round=6).move("2,-1", "3,-2 HH")
    assert (table.over, table.field("out_at", 1)) == (False, 1)
    for number in (7, 8):
        table.end_turn()
        assert (table.over, table.active, int(table.state["round"])) == (False, 0, number)
    table.end_turn()
    assert (table.over, table.winners) == (True, [])


def test_also_the_first_player_may_be_out() -> None:
    table = scene(1, "3,-2 1:HHH", "2,-1 0:d", "-1,0 N:H", round=6, active=1).move("2,-1", "3,-2 HH")
    assert (table.over, table.field("out_at", 0)) == (False, 1)
    table.end_turn()
    assert (table.over, table.active, int(table.state["round"])) == (False, 1, 7)


@pytest.mark.parametrize("survivor", [0, 1])
def test_the_survivor_wins_by_beating_the_neutral_herd_whatever_the_vp(survivor: int) -> None:
    regions = (f"2,-1 {survivor}:HHHH", "2,0 N:d", f"0,0 {survivor}:H", f"1,0 {survivor}:H")
    second = 5 * (1 - survivor)
    table = scene(1, *regions, seats={1 - survivor: {"out": 1}}, active=survivor, second=second)
    assert win(table).winners == [survivor]
    assert table.vp[survivor] == 1


def test_reinforcements_come_for_a_lone_survivor_too() -> None:
    for survivor in (0, 1):
        start = [f"{name} N:{'H' * herds}" for name, herds in HERDS[3].items()]
        seats = {1 - survivor: {"out": 1}}
        table = scene(3, f"1,2 {survivor}:HB", *start, active=survivor, seats=seats)
        table.end_turn()
        assert (table.at("-2,1"), int(table.state["round"])) == ("N:HHH", 2)


def test_if_both_are_eliminated_both_lose() -> None:
    table = scene(1, "2,-1 0:d", "2,0 N:H", seats={1: {"out": 1}})
    table.move("2,0", "2,-1 d")
    assert (table.over, table.winners, table.returns.tolist()) == (True, [], [0.0, 0.0])
    table = scene(1, "3,-2 0:d", "2,-1 1:d", "2,0 N:H").move("2,-1", "3,-2 d")
    assert (table.over, table.winners) == (True, [])


def test_max_rounds_does_not_cut_scenarios() -> None:
    table = scene(1, "2,-1 0:HB", "2,0 N:H", "-1,3 1:HB", options={"max_rounds": 1})
    table.end_turn().end_turn()
    assert (table.over, int(table.state["round"])) == (False, 2)


# From set-up to the end


@ALL
def test_from_set_up_to_the_limit(scenario: int) -> None:
    table = set_up(scenario, seed=scenario)
    for number in range(1, ROUNDS[scenario] + 1):
        assert (table.active, int(table.state["round"]), table.over) == (0, number, False)
        table.end_turn().end_turn()
    assert (table.over, table.winners) == (True, [])


def steps_to(table: Play, goals: list[int]) -> np.ndarray:
    """How many steps each region is from the nearest of `goals`; 99 where there is no way around what is locked."""
    s = table.state
    steps = np.full(int(s["regions"]), 99)
    steps[goals] = 0
    for _ in range(12):
        for region in range(len(steps)):
            near = [steps[i] for i in range(len(steps)) if int(s["adjacent"][region]) >> i & 1]
            steps[region] = min(steps[region], 1 + min(near))
    return steps


def hunt(table: Play) -> None:
    """Take one decision of a player that nukes the neutral herd where it can, goes there, and fights on."""
    s = table.state
    regions = range(int(s["regions"]))
    prey = [
        i for i in regions if s["owner"][i] == NEUTRAL and (s["healthy"][i] + s["damaged"][i] or s["scenario"] == 3)
    ]
    texts = table.choices
    launches = [text for text in texts if "launch" in text and "no" not in text.split()]
    aims = [f"launch at {region_name(s, i)}" for i in prey if s["healthy"][i] + s["damaged"][i]]
    if table.asked == "TARGET":
        table.do(next(aim for aim in aims if aim in texts))
        return
    if table.asked in ("ACTIONS", "RESOURCES", "LAUNCH") and launches:
        beside = [i for i in regions if int(s["land"][table.seat]) >> i & 1]
        near = {j for i in beside for j in regions if int(s["adjacent"][i]) >> j & 1}
        if any(s["healthy"][i] + s["damaged"][i] for i in prey if i in near):
            table.do(launches[0])
            return
    if table.asked == "ACTIONS":
        steps = steps_to(table, [i for i in prey if not int(s["locked"]) >> i & 1])
        ways = {text: steps[table.number(text.removeprefix("move to "))] for text in texts if text.startswith("move")}
        for text, left in sorted(ways.items(), key=lambda way: way[1]):
            target = table.number(text.removeprefix("move to "))
            able = [i for i in regions if int(s["adjacent"][target]) >> i & 1 and s["owner"][i] == table.seat]
            able = [
                i for i in able if s["healthy"][i] + s["damaged"][i] > s["spent_healthy"][i] + s["spent_damaged"][i]
            ]
            if any(steps[i] > left for i in able):
                table.do(text)
                while any(text.startswith("with a") for text in table.choices):
                    table.do(next(text for text in table.choices if text.startswith("with a")))
                table.do("go")
                return
    if table.asked == "LOSE":
        table.do(HURT)
        return
    table.play(0 if table.mask[0] else int(np.flatnonzero(table.mask)[0]))


@ALL
def test_from_set_up_to_the_end_of_the_neutral_herd(scenario: int) -> None:
    """Every unit deals 1 damage, the dice show wood, and a nuke costs as much: the hunters make it in time."""
    options = {"combat_die": ALL_GUNS, "resource_die": {"wood": 1}, "costs": {"nuke": {"wood": 1}}}
    table = set_up(scenario, seed=scenario, **options)
    for _ in range(600):
        if table.over:
            break
        hunt(table)
    assert table.over
    assert len(table.winners) == 1
    ahead = table.vp[0] > table.vp[1]
    assert table.winners == [0 if ahead else 1]
    if scenario == 3:
        assert members(table, "shared") == []
    else:
        assert int(table.state["herds"][NEUTRAL]) == 0
    assert int(table.state["round"]) <= ROUNDS[scenario]
    assert sum(table.state["vp_tokens"][:2]) + sum(lying(table).values()) == TOKENS[scenario]
