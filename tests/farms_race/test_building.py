"""Building, its costs and pieces, spies and nukes as they are built, the bank; own costs, dice, mutations and maps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.farms_race import GAME
from envs.farms_race.box import MUTATIONS, RESOURCES, SPIES, SPY_CARDS
from envs.farms_race.maps import MAPS

from .table import Play, draw, read_cards

PLAIN = {0: "Armoured", 1: "Ferocious", 2: "Burrowing", 3: "Swarming", 4: "Venomous"}
EVERYTHING = "9 wood 9 wheat 9 clay 9 weapons 9 plutonium"
COSTS = {
    "a Barn": "2 wood 1 clay 1 wheat",
    "an Armory": "2 clay 1 wheat 2 weapons",
    "a spy": "1 wheat 1 weapons 1 plutonium",
    "a nuke": "1 weapons 2 plutonium",
}
"""The table of the rulings."""
PLACES = {"a Barn": " at 2,0", "an Armory": " at 1,0"}


def at_home(hand: str = EVERYTHING, *regions: str, **more: Any) -> Play:
    """Seat 0 with a herd at 2,0 and a Barn at 1,0 in its Action phase."""
    return draw("2,0 0:H", "1,0 0:HB", *regions, hands=[hand], **{"mutations": PLAIN, **more})


def words(cards: dict[str, int]) -> str:
    return " ".join(f"{number} {name}" for name, number in cards.items() if number)


def paid(cards: str, seat: int = 0) -> dict[str, int]:
    """The facts that change where a seat pays."""
    return {f"hand {name} {seat}": -number for name, number in read_cards(cards).items()}


# Costs


@pytest.mark.parametrize("item", COSTS)
def test_costs_are_those_of_the_table(item: str) -> None:
    changes = at_home(deck=["Informer"]).effect(f"build {item}")
    gained = {
        "a Barn": {"building 2,0": 1, "barns 0": 1},
        "an Armory": {"building 1,0": 1, "barns 0": -1, "armories 0": 1},
        "a spy": {"Informer 0": 1, "deck_size": -1},
        "a nuke": {"ready 0": 1, "nukiest": 1},
    }[item]
    assert changes == {**paid(COSTS[item]), **gained}


@pytest.mark.parametrize("item", COSTS)
def test_exactly_the_cost_is_enough(item: str) -> None:
    table = at_home(COSTS[item])
    assert [text for text in table.choices if text.startswith("build")] == [f"build {item}{PLACES.get(item, '')}"]
    assert table.do(f"build {item}").hand(0) == ""


@pytest.mark.parametrize(("item", "kind"), [(item, kind) for item, cost in COSTS.items() for kind in read_cards(cost)])
def test_a_card_less_is_not_enough(item: str, kind: str) -> None:
    cards = {name: 9 for name in RESOURCES} | {kind: read_cards(COSTS[item])[kind] - 1}
    assert not at_home(words(cards)).can(f"build {item}")


def test_cards_paid_are_seen_by_everybody() -> None:
    table = at_home().do("build a nuke")
    assert table.known(1, 0) == "9 wood 9 wheat 9 clay 8 weapons 7 plutonium"


# Barns and Armories


def test_a_barn_is_built_where_a_herd_stands_and_no_building() -> None:
    table = at_home(EVERYTHING, "0,0 0:d", "0,1 1:H", "0,-1 :1", "-1,1 1:B")
    assert [text for text in table.choices if "build a Barn" in text] == ["build a Barn at 0,0", "build a Barn at 2,0"]


def test_a_barn_gives_1_vp_an_armory_2_and_herds_from_the_next_preparation_on() -> None:
    table = at_home("2 wood 2 wheat 3 clay 2 weapons", options={"resource_die": {"wood": 1}})
    assert table.vp[0] == 1
    assert table.do("build a Barn at 2,0").vp[0] == 2
    assert table.do("build an Armory at 1,0").vp[0] == 3
    assert [table.at(place) for place in ("2,0", "1,0")] == ["0:HB", "0:HA"]
    table.end_turn().end_turn().end_turn()
    assert [table.at(place) for place in ("2,0", "1,0")] == ["0:HHB", "0:HHA"]


def test_an_armory_is_only_built_on_an_own_barn() -> None:
    table = draw("2,0 0:H", "1,0 0:B", "0,0 0:HA", "0,1 1:HB", hands=[EVERYTHING], mutations=PLAIN)
    assert [text for text in table.choices if "Armory" in text] == ["build an Armory at 1,0"]


def test_a_barn_may_become_an_armory_in_the_turn_it_was_built() -> None:
    table = at_home().do("build a Barn at 2,0", "build an Armory at 2,0")
    assert table.at("2,0") == "0:HA"


def test_a_region_just_conquered_can_be_built_on() -> None:
    table = draw("2,0 0:H", "1,0 1:B", "0,-2 1:H", hands=[EVERYTHING], mutations=PLAIN).move("1,0", "2,0 H")
    assert table.do("build a Barn at 1,0").at("1,0") == "0:HB"


def test_three_barns_a_player_and_the_armory_returns_the_barn_piece() -> None:
    table = at_home(EVERYTHING, "0,0 0:HB", "0,1 0:HB")
    assert not table.can("build a Barn")
    table.do("build an Armory at 0,0")
    assert [table.field(name, 0) for name in ("barns", "armories")] == [2, 1]
    assert table.do("build a Barn at 2,0").field("barns", 0) == 3
    assert not table.can("build a Barn")


def test_two_armories_a_player() -> None:
    table = at_home(EVERYTHING, "0,0 0:HA", "0,1 0:HA")
    assert not table.can("build an Armory")
    assert table.can("build a Barn at 2,0")
    table = at_home(EVERYTHING, "0,0 0:HA", "0,1 0:HB").do("build an Armory at 0,1")
    assert not table.can("build an Armory")


def test_with_all_pieces_on_the_map_nothing_more_is_built() -> None:
    table = at_home("99 wood 99 wheat 99 clay 99 weapons", "0,0 0:HA", "0,1 0:HB", "1,-1 0:HB", "0,-1 0:HA")
    assert [table.field(name, 0) for name in ("barns", "armories")] == [3, 2]
    assert not table.can("build a")


@pytest.mark.parametrize("letter", ["B", "A"])
def test_pieces_of_buildings_that_fall_return_to_their_owner(letter: str) -> None:
    own = {"B": ("1,0 0:B", "0,0 0:HB", "0,1 0:HB"), "A": ("1,0 0:A", "0,0 0:HA", "0,1 0:HB")}[letter]
    table = draw("2,0 1:H", *own, active=1, hands=[EVERYTHING], mutations=PLAIN)
    table.move("1,0", "2,0 H")
    assert table.at("1,0") == "1:H"
    table.end_turn().end_turn()
    assert (table.active, table.can("build an Armory")) == (0, True)
    if letter == "B":
        table.move("1,1", "0,1 H").do("build a Barn at 1,1")
        assert table.field("barns", 0) == 3


# Spies


def test_a_spy_is_the_top_card_of_the_deck() -> None:
    table = at_home(deck=["Saboteur", "Mole", "Saboteur"])
    assert table.do("build a spy").spies(0) == {"Saboteur": 1}
    assert table.do("build a spy").spies(0) == {"Saboteur": 1, "Mole": 1}
    assert table.do("build a spy").spies(0) == {"Saboteur": 2, "Mole": 1}
    assert int(table.state["deck_size"]) == 21


def test_a_spy_is_not_played_in_the_turn_it_is_built_but_a_mole_is() -> None:
    table = at_home(deck=["Smuggler", "Mole"]).do("build a spy", "build a spy")
    assert [text for text in table.choices if text.startswith("play")] == ["play Mole"]
    before = table.vp[0]
    assert table.do("play Mole").vp[0] == before + 1
    table.end_turn()
    table.end_turn().end_turn()
    assert "play Smuggler" in table.choices


def test_an_older_spy_of_the_same_kind_is_played_once_beside_a_new_one() -> None:
    table = at_home(deck=["Smuggler"], spies={0: ["Smuggler"]}).do("build a spy")
    table.do("play Smuggler", "take wood", "take wood")
    assert table.spies(0) == {"Smuggler": 1}
    assert not table.can("play Smuggler")


def test_no_spy_is_built_once_the_deck_is_empty() -> None:
    everywhere = {name: int(number) for name, number in zip(SPIES, SPY_CARDS, strict=True)}
    left = {**everywhere, "Mole": 0, "Informer": 1}
    table = at_home(played=left, seats={1: {"moles": 3}}, gone={"Mole": 2})
    assert int(table.state["deck_size"]) == 1
    table.do("build a spy")
    assert (table.spies(0), int(table.state["deck_size"])) == ({"Informer": 1}, 0)
    assert not table.can("build a spy")


def test_spies_are_hidden_but_counted_and_nobody_else_gets_one() -> None:
    table = at_home(deck=["Informer"]).do("build a spy")
    assert [sum(table.spies(seat).values()) for seat in range(3)] == [1, 0, 0]
    assert "Informer" not in GAME.render_text(table.state, 1)
    assert "Informer" in GAME.render_text(table.state, 0)


# Nukes


def test_r13_the_first_to_build_a_nuke_takes_nukiest() -> None:
    table = at_home()
    assert int(table.state["nukiest"]) == -1
    before = table.vp[0]
    table.do("build a nuke")
    assert (int(table.state["nukiest"]), table.vp[0]) == (0, before + 1)
    assert table.do("build a nuke").vp[0] == before + 1  # one tile


@pytest.mark.parametrize(
    ("own", "holder", "passes"),
    [
        ({}, {"ready": 1}, False),
        ({"ready": 1}, {"ready": 1}, True),
        ({"spent": 1}, {"ready": 1}, True),
        ({"ready": 1}, {"ready": 1, "spent": 1}, False),
        ({"ready": 1, "spent": 1}, {"spent": 2}, True),
        ({"spent": 1}, {"ready": 3}, False),
    ],
)
def test_r13_nukiest_passes_to_who_has_built_more_than_its_holder(own: dict, holder: dict, passes: bool) -> None:
    table = at_home(seats={0: own, 2: holder}, nukiest=2)
    before = table.vp
    table.do("build a nuke")
    assert int(table.state["nukiest"]) == (0 if passes else 2)
    assert [now - then for now, then in zip(table.vp, before, strict=True)] == ([1, 0, -1] if passes else [0, 0, 0])


def test_r13_a_nuke_paid_at_launch_counts_and_is_spent() -> None:
    table = at_home(seats={0: {"spent": 1}, 2: {"ready": 1}}, nukiest=2)
    changes = table.effect("pay for a nuke and launch it")
    assert changes == {**paid(COSTS["a nuke"]), "spent 0": 1, "nukiest": -2}
    assert table.asked == "TARGET"


def test_r13_launching_a_ready_nuke_builds_nothing() -> None:
    table = at_home(seats={0: {"ready": 1, "spent": 1}, 2: {"ready": 2}}, nukiest=2)
    assert table.effect("launch a ready nuke") == {"ready 0": -1, "spent 0": 1}


def test_a_nuke_may_be_launched_in_the_turn_it_is_built() -> None:
    table = at_home(COSTS["a nuke"])
    assert not table.can("launch")
    assert table.do("build a nuke").can("launch a ready nuke")
    assert not table.can("pay for a nuke")


def test_twenty_nukes_can_be_built_in_all() -> None:
    table = at_home(seats={0: {"ready": 4, "spent": 4}, 1: {"ready": 5}, 2: {"spent": 6}}).do("build a nuke")
    assert not table.can("build a nuke")
    assert not table.can("pay for a nuke")
    assert table.can("launch a ready nuke")


# The bank


def test_bank_takes_three_of_a_kind_for_one_of_any_other() -> None:
    table = at_home("3 wood 2 clay")
    trades = [text for text in table.choices if text.startswith("trade")]
    assert trades == [f"trade wood for {kind} with the bank" for kind in ("clay", "plutonium", "weapons", "wheat")]
    assert table.effect("trade wood for plutonium with the bank") == {"hand wood 0": -3, "hand plutonium 0": 1}
    assert table.hand(0) == "2 clay 1 plutonium"
    assert table.known(2, 0) == "2 clay 1 plutonium"  # an open trade (R18)


@pytest.mark.parametrize("given", RESOURCES)
@pytest.mark.parametrize("taken", RESOURCES)
def test_bank_trades_every_pair_of_kinds(given: str, taken: str) -> None:
    table = at_home(f"4 {given}")
    if given == taken:
        assert not table.can(f"trade {given} for {taken}")
        return
    assert table.do(f"trade {given} for {taken}").hand(0) == words(
        {name: {given: 1, taken: 1}.get(name, 0) for name in RESOURCES}
    )


def test_bank_trades_as_often_as_there_are_cards() -> None:
    table = at_home("9 wood")
    for _ in range(3):
        table.do("trade wood for clay with the bank")
    assert table.do("trade clay for wheat with the bank").hand(0) == "1 wheat"
    assert not table.can("trade")


def test_bank_thrifty_gives_two() -> None:
    table = at_home("3 wood 1 clay", mutations={0: "Thrifty"})
    assert table.effect("trade wood for weapons with the bank") == {"hand wood 0": -2, "hand weapons 0": 1}
    assert not table.can("trade")


# Own costs


def test_own_costs_replace_those_that_are_named_and_leave_the_others() -> None:
    table = at_home("1 plutonium 2 wood", options={"costs": {"barn": {"plutonium": 1}, "nuke": {"wood": 2}}})
    assert table.clone().do("build a Barn at 2,0").hand(0) == "2 wood"
    assert table.do("build a nuke").hand(0) == "1 plutonium"
    table = at_home(options={"costs": {"barn": {"plutonium": 1}, "nuke": {"wood": 2}}}, deck=["Mole"])
    assert table.effect("build an Armory at 1,0").items() >= paid(COSTS["an Armory"]).items()
    assert table.effect("build a spy").items() >= paid(COSTS["a spy"]).items()


def test_own_cost_of_a_nuke_is_what_a_launch_costs_and_how_many_cards_let_a_player_answer() -> None:
    options = {"costs": {"nuke": {"clay": 2}}}
    for cards, may_answer in (("1 wood", False), ("1 wood 1 wheat", True), ("2 clay", True)):
        table = draw("2,0 0:H", "1,0 1:HH", hands=["2 clay", cards], options=options, mutations=PLAIN)
        assert table.effect("pay for a nuke and launch it")["hand clay 0"] == -2
        table.do("launch at 1,0")
        assert (table.seat == 1) == may_answer  # R12: public facts, the number of cards
        if may_answer:
            assert table.can("pay for a nuke") == (cards == "2 clay")


# Own dice


def test_own_combat_die_shows_each_face_as_often_as_it_is_there() -> None:
    options = {"combat_die": {"blank": 1, "human": 3, "gun": 4}}
    start = draw("0,0 0:HHHHHHHHHHHH", "1,0 1:HHHHHHHHHHHH", options=options, mutations={0: "Thrifty", 1: "Flying"})
    rolled = np.zeros(3, int)
    for seed in range(6):
        table = start.clone()
        table.state["random"] = seed
        table.move("1,0", "0,0 HHHHHHHHHHHH")
        rolled += table.state["rolled"].sum(axis=0)
    assert rolled.sum() == 144
    assert np.abs(rolled - [18, 54, 72]).max() < 18


def test_combat_die_of_the_box_has_two_of_each_face() -> None:
    start = draw("0,0 0:HHHHHHHHHHHH", "1,0 1:HHHHHHHHHHHH", mutations={0: "Thrifty", 1: "Flying"})
    assert start.state["combat_die"].tolist() == [2, 2, 2]
    rolled = np.zeros(3, int)
    for seed in range(6):
        table = start.clone()
        table.state["random"] = seed
        table.move("1,0", "0,0 HHHHHHHHHHHH")
        rolled += table.state["rolled"].sum(axis=0)
    assert np.abs(rolled - 48).max() < 18


# Own mutations


def dealt_of(**options: Any) -> set[str]:
    """The mutations dealt in some games."""
    found: set[str] = set()
    for seed in range(8):
        table = Play(GAME, options)
        table.start(seed)
        found |= {MUTATIONS[kind] for kind in table.state["dealt"].flat if kind >= 0}
    return found


def test_own_mutations_are_dealt_and_no_others() -> None:
    names = ["Hoarding", "Adorable", "Swarming", "Flying", "Extra", "Lead-lined", "Thrifty"]
    assert dealt_of(mutations=names) == set(names)


def test_base_and_all_mutations() -> None:
    assert dealt_of(num_players=5, mutations="base") == set(MUTATIONS[:11])
    assert dealt_of(num_players=3, mutations="all") & set(MUTATIONS[11:])
    for_two = set(MUTATIONS[:11]) - {"Adorable", "Flying", "Insecure", "Parasitic", "Radioactive"}
    assert dealt_of(num_players=2, mutations="base") == for_two
    assert dealt_of(num_players=2, mutations="all") - for_two


# Maps


def laid(table: Play) -> dict[str, Any]:
    """The map on the table, as `envs.farms_race.maps` has it."""
    s = table.state
    places = [(int(s["q"][i]), int(s["r"][i])) for i in range(int(s["regions"]))]
    found: dict[str, Any] = {name: [] for name in ("starts", *RESOURCES)}
    for i, place in enumerate(places):
        found[RESOURCES[int(s["gives"][i])]].append(place)
        if int(s["starts"]) >> i & 1:
            found["starts"].append(place)
    return {name: sorted(row) for name, row in found.items()}


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"num_players": 2}, "2p_s1"),
        ({"num_players": 2, "scenario": 2}, "2p_s2"),
        ({"num_players": 2, "scenario": 3}, "2p_s3"),
        ({"num_players": 3}, "3p_small"),
        ({"num_players": 4}, "4p_small"),
        ({"num_players": 5}, "5p_large"),
        *[({"num_players": int(name[0]), "map": name}, name) for name in MAPS if name[0] != "2"],
        ({"num_players": 3, "map": "5p_small"}, "5p_small"),
    ],
)
def test_maps_are_laid_as_the_data_say_and_each_table_has_its_own(options: dict[str, Any], name: str) -> None:
    table = Play(GAME, options)
    table.start(0)
    assert laid(table) == {key: sorted(row) for key, row in MAPS[name].items()}
    sizes = {"3p_small": 16, "3p_large": 25, "4p_small": 25, "4p_large": 31, "5p_small": 30, "5p_large": 35}
    sizes |= {"2p_s1": 20, "2p_s2": 24, "2p_s3": 20}
    assert int(table.state["regions"]) == sizes[name]


def test_neighbours_are_the_six_of_axial_coordinates() -> None:
    table = Play(GAME, {"num_players": 3})
    table.start(0)
    s = table.state
    near = {f"{s['q'][i]},{s['r'][i]}" for i in range(16) if int(s["adjacent"][table.number("0,0")]) >> i & 1}
    assert near == {"1,0", "-1,0", "0,1", "0,-1", "1,-1", "-1,1"}


OWN = {
    "starts": [[0, 0], [3, 0], [1, 1]],
    "hexes": [
        [3, 0, "wood"],
        [0, 0, "clay"],
        [1, 0, "weapons"],
        [2, 0, "plutonium"],
        [1, 1, "wheat"],
        [0, 1, "wheat"],
    ],
}


def test_own_map_is_laid_row_by_row_and_played_on() -> None:
    table = Play(GAME, {"map": OWN, "mutations": [*PLAIN.values(), "Thrifty"]})
    table.start(0)
    assert laid(table) == {
        "starts": [(0, 0), (1, 1), (3, 0)],
        "wood": [(3, 0)],
        "wheat": [(0, 1), (1, 1)],
        "clay": [(0, 0)],
        "weapons": [(1, 0)],
        "plutonium": [(2, 0)],
    }
    assert [table.number(place) for place in ("0,0", "1,0", "2,0", "3,0", "0,1", "1,1")] == list(range(6))
    table.pass_until("START", 0).do("make 0,0 your home")
    table.pass_until("START", 1)
    assert table.choices == ["make 1,1 your home", "make 3,0 your home"]
    table.do("make 3,0 your home").pass_until("ACTIONS", 0)
    assert table.at("1,0")[:2] == ":?"
    assert [text for text in table.choices if text.startswith("move")] == ["move to 0,1", "move to 1,0"]


def test_own_map_more_starts_than_players_leaves_some_empty() -> None:
    more = {**OWN, "starts": [*OWN["starts"], [0, 1]]}
    table = Play(GAME, {"map": more})
    table.start(0)
    table.pass_until("ACTIONS", 0)
    homes = [place for place in ("0,0", "3,0", "1,1", "0,1") if table.at(place)]
    assert len(homes) == 3
    assert table.at("1,0").startswith(":?")


def test_own_map_pays_by_its_own_terrains() -> None:
    options = {"map": OWN, "resource_die": {"weapons": 1}}
    table = draw("1,0 0:H", "2,0 1:H", options=options, mutations=PLAIN)
    assert table.effect("end the Action phase") == {"hand weapons 0": 2}
