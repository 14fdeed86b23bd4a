"""Options of Farms Race: a bad value gives one line that names option, value, what is allowed and what is near."""

from __future__ import annotations

import copy
from collections import UserDict, deque
from typing import Any

import numpy as np
import pytest

from envs.core.table import Table
from envs.farms_race import GAME
from envs.farms_race.box import MUTATIONS
from envs.farms_race.maps import MAPS

OWN: dict[str, Any] = {
    "starts": [[1, 0], [-1, 1], [0, -1]],
    "hexes": [
        [0, 0, "plutonium"],
        [1, 0, "wood"],
        [0, 1, "wheat"],
        [-1, 1, "clay"],
        [-1, 0, "weapons"],
        [0, -1, "wood"],
        [1, -1, "wheat"],
    ],
}


def own(**changes: Any) -> dict[str, Any]:
    """A good map of one's own but for these changes; None leaves a key out."""
    changed = {**copy.deepcopy(OWN), **changes}
    return {key: value for key, value in changed.items() if value is not None}


def row(length: int) -> list[list[Any]]:
    """So many hexes side by side, in rows of twelve."""
    return [[i % 12, i // 12, "wood"] for i in range(length)]


def complaint(options: dict[str, Any]) -> str:
    """What is said about options that are refused, in one line."""
    with pytest.raises(ValueError, match=r"^(option '\w+': got |unknown option )") as caught:
        GAME.options.complete(options)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 400
    with pytest.raises(ValueError, match="option"):
        Table(GAME, options)
    return text


def accepted(**options: Any) -> Table:
    """A table with these options, on which a game has begun."""
    table = Table(GAME, options)
    table.start(1)
    GAME.check(table.state)
    return table


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("player", "num_players"),
        ("scenarios", "scenario"),
        ("mutation", "mutations"),
        ("cost", "costs"),
        ("combat_dice", "combat_die"),
        ("resource_dice", "resource_die"),
        ("offer", "offers"),
        ("max_round", "max_rounds"),
        ("trade", "trading"),
    ],
)
def test_unknown_options_name_the_nearest(name: str, near: str) -> None:
    text = complaint({name: 1})
    assert text.startswith(f"unknown option {name!r}; did you mean {near!r}?")


def test_the_options_and_their_defaults() -> None:
    assert GAME.options.complete(None) == {
        "num_players": 3,
        "reward": "zero_sum",
        "scenario": 1,
        "map": "default",
        "costs": "default",
        "combat_die": "default",
        "resource_die": "default",
        "mutations": "default",
        "trading": True,
        "offers": 1,
        "talk": 1,
        "max_rounds": 30,
    }


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("num_players", 2, 5), ("scenario", 1, 3), ("offers", 0, 4), ("talk", 0, 4), ("max_rounds", 1, 1000)],
)
def test_whole_numbers_and_their_bounds(name: str, low: int, high: int) -> None:
    for value in (low - 1, high + 1, -1, 1.0, "2", None, True, [low], 10**30):
        assert complaint({name: value}).startswith(f"option {name!r}: got {value!r}, allowed is a whole number")
        assert f"{low}..{high}" in complaint({name: value})
    for value in (low, high):
        assert GAME.options.complete({name: value})[name] == value


@pytest.mark.parametrize("value", [0, 1, "yes", None, [True]])
def test_trading_is_true_or_false(value: Any) -> None:
    assert complaint({"trading": value}) == f"option 'trading': got {value!r}, allowed are True and False"


@pytest.mark.parametrize(("value", "near"), [("zerosum", "zero_sum"), ("wins", "win"), ("points", None), (1, None)])
def test_rewards_by_name(value: Any, near: str | None) -> None:
    text = complaint({"reward": value})
    assert "allowed are 'zero_sum', 'win', 'rank', 'score'" in text
    assert (f"did you mean {near!r}" in text) if near else ("did you mean" not in text)


# Costs


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("cheap", ["got 'cheap'", "allowed is a mapping with the keys barn, armory, spy, nuke"]),
        ([1, 2], ["got [1, 2]", "allowed is a mapping"]),
        (None, ["got None", "allowed is a mapping"]),
        ({"barns": {"wood": 1}}, ["the key 'barns'", "did you mean 'barn'?", "barn, armory, spy, nuke"]),
        ({"barn": {"would": 1}}, ["the key 'would' for barn", "did you mean 'wood'?", "wood, wheat, clay"]),
        ({"barn": 3}, ["got 3 for barn", "allowed is a mapping with the keys wood"]),
        ({"spy": {"wood": 7}}, ["got 7 for spy wood", "0..6"]),
        ({"spy": {"wood": -1}}, ["got -1 for spy wood", "0..6"]),
        ({"nuke": {"clay": 1.5}}, ["got 1.5 for nuke clay", "whole number 0..6"]),
        ({"nuke": {"clay": True}}, ["got True for nuke clay", "whole number 0..6"]),
        ({"nuke": {}}, ["got {} for nuke", "a price of a card or more"]),
        ({"armory": {"wood": 0, "clay": 0}}, ["for armory", "a price of a card or more"]),
        ({1: {"wood": 1}}, ["the key 1", "keys: barn"]),
    ],
)
def test_costs_that_cannot_be(value: Any, parts: list[str]) -> None:
    text = complaint({"costs": value})
    assert text.startswith("option 'costs': got ")
    assert all(part in text for part in parts), text


def test_costs_of_one_card_to_six_of_each() -> None:
    every = {name: 6 for name in ("wood", "wheat", "clay", "weapons", "plutonium")}
    table = accepted(costs={"barn": every, "nuke": {"plutonium": 1}})
    assert table.state["costs"].tolist() == [[6] * 5, [0, 1, 2, 2, 0], [0, 1, 0, 1, 1], [0, 0, 0, 0, 1]]


# Dice


@pytest.mark.parametrize(
    ("name", "value", "parts"),
    [
        ("combat_die", "d6", ["got 'd6'", "keys blank, human, gun"]),
        ("combat_die", {"guns": 1}, ["the key 'guns'", "did you mean 'gun'?"]),
        ("combat_die", {"gun": 13}, ["got 13 for gun", "0..12"]),
        ("combat_die", {"gun": "1"}, ["got '1' for gun"]),
        ("combat_die", {"blank": 6, "gun": 7}, ["got 13 faces, allowed are 1..12"]),
        ("combat_die", {}, ["got 0 faces, allowed are 1..12"]),
        ("combat_die", {"blank": 3, "human": 3}, ["allowed is a die with at least one gun"]),
        ("resource_die", 6, ["got 6", "keys wood, wheat, clay, weapons, plutonium, ?"]),
        ("resource_die", {"plutonum": 1}, ["the key 'plutonum'", "did you mean 'plutonium'?"]),
        ("resource_die", {"wood": -1}, ["got -1 for wood", "0..12"]),
        ("resource_die", {"wood": 12, "?": 1}, ["got 13 faces"]),
        ("resource_die", {"?": 2}, ["allowed is a die with at least one resource"]),
        ("resource_die", {}, ["got 0 faces"]),
    ],
)
def test_dice_that_cannot_be(name: str, value: Any, parts: list[str]) -> None:
    text = complaint({name: value})
    assert text.startswith(f"option {name!r}: got ")
    assert all(part in text for part in parts), text


def test_dice_of_one_to_twelve_faces() -> None:
    table = accepted(combat_die={"gun": 1}, resource_die={"clay": 12})
    assert table.state["combat_die"].tolist() == [0, 0, 1]
    assert table.state["resource_die"].tolist() == [0, 0, 12, 0, 0, 0]
    table = accepted()
    assert table.state["combat_die"].tolist() == [2, 2, 2]
    assert table.state["resource_die"].tolist() == [1] * 6


# Mutations


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("bas", ["got 'bas'", "'default', 'base', 'all'", "did you mean 'base'?"]),
        (3, ["got 3", "'default', 'base', 'all'"]),
        ({"Flying": 1}, ["allowed are 'default', 'base', 'all' and a list"]),
        (["Fling", *MUTATIONS[2:8]], ["got 'Fling'", "no mutation", "did you mean 'Flying'?"]),
        ([*MUTATIONS[2:8], 4], ["got 4", "no mutation"]),
        ([*MUTATIONS[2:8], "Insecure"], ["got 'Insecure' twice"]),
        (list(MUTATIONS[:5]), ["got 5 that 3 players can have, allowed are 6 or more"]),
        ([], ["got 0 that 3 players can have"]),
    ],
)
def test_mutations_that_cannot_be(value: Any, parts: list[str]) -> None:
    text = complaint({"mutations": value})
    assert text.startswith("option 'mutations': got ")
    assert all(part in text for part in parts), text


@pytest.mark.parametrize(("players", "needed"), [(2, 6), (3, 6), (4, 8), (5, 10)])
def test_mutations_two_a_player_three_with_two(players: int, needed: int) -> None:
    names = list(MUTATIONS[5:11]) + list(MUTATIONS[13:17])  # none of them is not for two
    assert f"allowed are {needed} or more" in complaint({"num_players": players, "mutations": names[: needed - 1]})
    accepted(num_players=players, mutations=tuple(names[:needed]))


def test_mutations_that_are_not_for_two_do_not_count_there() -> None:
    names = [*MUTATIONS[5:10], "Adorable", "Flying", "Insecure", "Parasitic", "Radioactive", "Extra", "Ballistic"]
    assert "got 5 that 2 players can have" in complaint({"num_players": 2, "mutations": names})
    table = accepted(num_players=2, mutations=[*names, "Hoarding"])
    assert set(table.state["dealt"][:2].flat) == {5, 6, 7, 8, 9, 18}


# Maps


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("3p_smal", ["got '3p_smal'", "did you mean '3p_small'?", "maps: default, 3p_small"]),
        ("nowhere", ["got 'nowhere'", "maps: default"]),
        (3, ["got 3", "keys starts, hexes"]),
        (None, ["got None"]),
        (own(start=[]), ["the key 'start'", "did you mean 'starts'?"]),
        (own(starts=None), ["a map without 'starts'"]),
        (own(hexes=None), ["a map without 'hexes'"]),
        (own(starts=3), ["got 3 as 'starts'", "a list of [q, r]"]),
        (own(starts="1,0"), ["as 'starts'"]),
        (own(starts=[[1, 0], "0,1", [0, -1]]), ["got '0,1' as a start", "[q, r]"]),
        (own(starts=[[1, 0], [0, 1, 2], [0, -1]]), ["got [0, 1, 2] as a start"]),
        (own(starts=[[1, 0], [0.5, 1], [0, -1]]), ["got 0.5 for a coordinate of a start", "-12..12"]),
        (own(starts=[[1, 0], [2, 0], [0, -1]]), ["the start [2, 0], which is no hex of the map"]),
        (own(starts=[[1, 0], [-1, 1], [1, 0]]), ["the start [1, 0] twice"]),
        (own(hexes=5), ["got 5 as 'hexes'", "a list of [q, r, resource]"]),
        (own(hexes="wood"), ["got 'wood' as 'hexes'"]),
        (own(hexes=[*OWN["hexes"], [2, 0]]), ["got [2, 0] in 'hexes'", "[q, r, resource]"]),
        (own(hexes=[*OWN["hexes"], "2,0"]), ["got '2,0' in 'hexes'"]),
        (own(hexes=[*OWN["hexes"], [13, 0, "wood"]]), ["got 13 for a coordinate of a hex", "-12..12"]),
        (own(hexes=[*OWN["hexes"], [True, 0, "wood"]]), ["got True for a coordinate"]),
        (own(hexes=[*OWN["hexes"], [2, 0, "wod"]]), ["got 'wod' at [2, 0]", "did you mean 'wood'?", "resources: wood"]),
        (own(hexes=[*OWN["hexes"], [2, 0, 1]]), ["got 1 at [2, 0]", "no resource"]),
        (own(hexes=[*OWN["hexes"], [0, 0, "wood"]]), ["the hex [0, 0] twice"]),
        (own(hexes=[*OWN["hexes"], [3, 0, "wood"]]), ["[3, 0] cannot be reached from [0, 0]"]),
        (own(hexes=[[0, 0, "wood"]], starts=[[0, 0]]), ["got 1 hexes, allowed are 3..36"]),
        (own(hexes=[]), ["got 0 hexes"]),
        (own(hexes=row(37)), ["got 37 hexes, allowed are 3..36"]),
        ({"hexes": row(34), "starts": [[0, 0], [1, 0], [2, 0]]}, ["got 31 hexes that are not starts", "at most 30"]),
        (own(starts=[[1, 0], [-1, 1]]), ["got 2 starting regions, allowed are 3 or more"]),
        (own(starts=[]), ["got 0 starting regions"]),
    ],
)
def test_maps_that_cannot_be(value: Any, parts: list[str]) -> None:
    text = complaint({"map": value})
    assert text.startswith("option 'map': got ")
    assert all(part in text for part in parts), text


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"num_players": 2, "map": "3p_small"}, ["got '3p_small' with two players", "'default'"]),
        ({"num_players": 2, "map": "2p_s1"}, ["with two players"]),
        ({"num_players": 2, "map": OWN}, ["with two players"]),
        ({"num_players": 3, "map": "2p_s1"}, ["got '2p_s1' with 3 players", "three and more"]),
        ({"num_players": 4, "map": "3p_large"}, ["got 3 starting regions, allowed are 4 or more"]),
        ({"num_players": 5, "map": "4p_large"}, ["got 4 starting regions, allowed are 5 or more"]),
        ({"num_players": 4, "map": OWN}, ["got 3 starting regions, allowed are 4 or more"]),
    ],
)
def test_maps_that_do_not_go_with_the_number_of_players(options: dict[str, Any], parts: list[str]) -> None:
    text = complaint(options)
    assert text.startswith("option 'map': got ")
    assert all(part in text for part in parts), text


def test_maps_for_more_players_than_there_are() -> None:
    for name in MAPS:
        if name[0] != "2":
            for players in range(3, int(name[0]) + 1):
                accepted(num_players=players, map=name)


def test_own_maps_up_to_the_bounds() -> None:
    three = {"hexes": [[12, -12, "clay"], [12, -11, "wood"], [11, -11, "wheat"]]}
    three["starts"] = [entry[:2] for entry in three["hexes"]]
    table = accepted(map=three)
    assert int(table.state["regions"]) == 3
    assert not table.state["humans"].any()
    starts = [[i, 0] for i in range(6)]
    table = accepted(num_players=5, map={"hexes": row(36), "starts": starts})
    assert int((table.state["humans"] > 0).sum()) == 30  # every human token lies on the map
    assert sorted(table.state["humans"][6:].tolist()) == [1] * 12 + [2] * 12 + [3] * 6


def test_own_maps_of_tuples_and_in_any_order() -> None:
    turned = {
        "hexes": tuple(tuple(entry) for entry in reversed(OWN["hexes"])),
        "starts": tuple(tuple(place) for place in reversed(OWN["starts"])),
    }
    one, other = accepted(map=OWN), accepted(map=turned)
    for field in ("q", "r", "gives", "starts", "humans"):
        assert one.state[field].tolist() == other.state[field].tolist()


def test_a_map_that_its_owner_changes_later_changes_no_table() -> None:
    given = own()
    table = Table(GAME, {"map": given})
    given["hexes"].pop()
    table.start(1)
    assert int(table.state["regions"]) == 7


@pytest.mark.parametrize(
    "options",
    [
        {"map": {"starts": deque(OWN["starts"]), "hexes": OWN["hexes"]}},
        {"map": UserDict(OWN)},
        {"costs": {"spy": UserDict({"wheat": 1})}},
        {"mutations": np.array(MUTATIONS)},
        {"costs": np.array(["default"])},
        {"map": np.array([1, 2])},
    ],
    ids=["deque", "mapping", "cost", "array", "word in an array", "numbers in an array"],
)
def test_what_a_save_could_not_hold_is_refused(options: dict[str, Any]) -> None:
    assert "allowed " in complaint(options)


def test_numbers_of_numpy_are_taken_as_numbers_and_can_be_saved() -> None:
    table = accepted(num_players=np.int64(3), costs={"spy": {"wheat": np.int8(2)}})
    assert table.options["costs"] == {"spy": {"wheat": 2}}
    assert type(table.options["costs"]["spy"]["wheat"]) is int
