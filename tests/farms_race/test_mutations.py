"""The nineteen mutations: what each does, where it does nothing, and what happens where two of them meet (R3-R6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from envs.farms_race import GAME
from envs.farms_race.box import BASE_MUTATIONS, MUTATIONS

from .table import ALL_GUNS, Play, draw, until

COIN = {"blank": 1, "gun": 1}
MISSES = {"blank": 11, "gun": 1}
"""Dice that mostly deal nothing: what is dealt all the same comes from elsewhere."""
BARN, ARMORY = "2 wood 1 wheat 1 clay", "1 wheat 2 clay 2 weapons"
WOOD = {"wood": 1}
"""Resource dice that always pay 2 wood for a forest: there are forests at 1,-1, at -1,0 and at 0,1."""
WHEAT = {"wheat": 1}
"""Resource dice that always pay 2 wheat for a field: there are fields at 0,-2, at 0,0, at 2,0 and at -2,2."""
PLAIN = "Thrifty"
"""A mutation that does nothing in a combat."""


def attack(
    herds: str, there: str, mine: str = PLAIN, theirs: str = "Hoarding", die: Any = ALL_GUNS, **more: Any
) -> Play:
    """Let seat 0 attack 1,0 from 0,0 with `herds`, and fight one round; `there`: "HHd" of seat 1, or ":3"."""
    defenders = there if ":" in there else f"1:{there}"
    table = draw(
        f"0,0 0:{herds}",
        f"1,0 {defenders}",
        mutations={0: mine, 1: theirs},
        options={"combat_die": die},
        decision="herds",
        move={"to": "1,0", "healthy": {"0,0": herds.count("H")}, "damaged": {"0,0": herds.count("d")}},
        **more,
    )
    return bear(table.do("go"))


def bear(table: Play) -> Play:
    """Let all herds be damaged before one dies; return the table after the losses."""
    while table.asked == "LOSE":
        table.do("a healthy herd becomes damaged")
    return table


def later(
    herds: str, there: str, mine: str = PLAIN, theirs: str = "Hoarding", die: Any = ALL_GUNS, seed: int = 1
) -> Play:
    """Fight the second round of such a combat."""
    defenders = there if ":" in there else f"1:{there}"
    table = draw(
        "0,0 0:H",
        f"1,0 {defenders}",
        mutations={0: mine, 1: theirs},
        options={"combat_die": die},
        decision="retreat",
        combat={"region": "1,0", "sent": {"0,0": len(herds)}, "damaged": herds.count("d"), "round": 1},
        seed=seed,
    ).do("fight on")
    return bear(table.do("hold the region") if table.asked == "RETREAT_TO" else table)


def attackers(table: Play) -> str:
    """The attackers of the combat, as herds are drawn."""
    return "H" * int(table.state["attack_healthy"]) + "d" * int(table.state["attack_damaged"])


def rolled(table: Play) -> tuple[int, int]:
    """How many dice the attackers and the defenders have rolled in this round."""
    return tuple(table.state["rolled"].sum(axis=1).tolist())


def guns(table: Play) -> tuple[int, int]:
    """How many guns the attackers and the defenders have rolled in this round."""
    return tuple(table.state["rolled"][:, 2].tolist())


def no_guns(make: Callable[[int], Play]) -> Play:
    """The first of the tables by seed on which the combat goes on and nobody has rolled a gun."""
    return until(make, lambda table: table.asked == "RETREAT" and guns(table) == (0, 0), 50)


def places(table: Play, start: str) -> set[str]:
    """The regions that choices which begin so name: places(table, "move to")."""
    return {text.removeprefix(f"{start} ") for text in table.choices if text.startswith(f"{start} ")}


def choosing(mutation: str, seat: int = 0) -> Play:
    """A new game in which `seat` was dealt a mutation, at its choice; nobody was dealt Extra or Hoarding beside it."""
    others = ["Adorable", "Flying", "Thrifty", "Armoured", "Venomous", "Swarming"]
    for seed in range(100):
        table = Play(GAME, {"mutations": [mutation, *others], "talk": 0, "trading": False})
        table.start(seed)
        while table.seat < seat:
            table.play(int(table.mask.nonzero()[0][0]))
        if table.can(f"keep {mutation}"):
            return table
    raise AssertionError(f"{mutation} is never dealt to seat {seat}")


# Adorable: in each combat round the other side rolls one die fewer (at least one)


def test_adorable_defenders_face_one_die_fewer() -> None:
    table = attack("HHHH", "HHHH", theirs="Adorable")
    assert rolled(table) == (3, 4)
    assert (table.at("1,0"), attackers(table)) == ("1:Hddd", "dddd")


def test_adorable_attackers_face_one_die_fewer() -> None:
    table = attack("HHHH", "HHHH", mine="Adorable")
    assert (table.at("1,0"), attackers(table)) == ("1:dddd", "Hddd")


def test_adorable_in_every_round() -> None:
    table = later("HHHH", "HHHH", theirs="Adorable")
    assert (table.at("1,0"), attackers(table)) == ("1:Hddd", "dddd")


def test_adorable_leaves_one_die() -> None:
    assert attack("H", "HH", theirs="Adorable").at("1,0") == "1:Hd"
    assert attack("HH", "HH", theirs="Adorable").at("1,0") == "1:Hd"


def test_adorable_against_humans() -> None:
    """Three of them roll two dice."""
    assert attack("HHHH", ":3", mine="Adorable").at("1,0") == "0:HHdd"
    assert attack("HHHH", ":3").at("1,0") == "0:Hddd"


def test_adorable_lowers_dice_not_armories() -> None:
    table = attack("HH", "HHHH", theirs="Adorable", region={"0,-2": {"owner": 0, "building": "armory"}})
    assert table.at("1,0") == "1:HHdd"  # one die and the Armory


def test_adorable_neutral_herd() -> None:
    """The neutral herd of scenario 1: two dice against three herds, and it deals 2 and 1 by its Armory."""
    options = {"scenario": 1, "combat_die": ALL_GUNS}
    table = draw("0,-1 0:HHH", players=2, options=options, elsewhere="set-up")
    bear(table.move("0,0", "0,-1 HHH"))
    assert (table.at("0,0"), attackers(table)) == ("N:dd", "ddd")


# Flying: a move may be two steps; the middle region is not entered and may hold anything


@pytest.mark.parametrize("between", ["1,0 1:HHH", "1,0 :?2", "1,0 :3", "1,0 1:B", "1,0 0:d"])
def test_flying_over_anything(between: str) -> None:
    table = draw("0,0 0:HH", between, "1,-1 2:H", "0,1 1:HH", mutations={0: "Flying"})
    table.move("2,0", "0,0 HH")
    assert (table.at("2,0"), table.at("0,0")) == ("0:HH", "")
    assert table.at("1,0") == between.split()[1]


def test_flying_is_two_steps_at_most() -> None:
    table = draw("-2,2 0:H", "2,0 1:H", "0,-2 2:H", mutations={0: "Flying"})
    assert places(table, "move to") == {"-2,1", "-1,1", "-1,2", "-1,0", "0,0", "0,1"}
    plain = draw("-2,2 0:H", "2,0 1:H", "0,-2 2:H", mutations={0: PLAIN})
    assert places(plain, "move to") == {"-2,1", "-1,1", "-1,2"}


def test_flying_needs_a_region_between() -> None:
    """2,0 is two steps from 0,0 as the crow flies, but no region lies between."""
    hexes = [[0, 0, "wood"], [0, 1, "clay"], [1, 1, "wheat"], [2, 0, "wood"], [3, 0, "weapons"]]
    option = {"map": {"starts": [[0, 0], [2, 0], [3, 0]], "hexes": hexes}}
    table = draw("0,0 0:H", "2,0 1:H", "3,0 2:H", mutations={0: "Flying"}, options=option)
    assert places(table, "move to") == {"0,1", "1,1"}


def test_flying_into_combat_and_back() -> None:
    table = draw("0,0 0:HH", "1,0 1:H", "2,0 2:HHHH", mutations={0: "Flying"}, options={"combat_die": MISSES}, seed=3)
    table.move("2,0", "0,0 HH").do("retreat")
    assert table.at("0,0") == "0:HH"
    assert (table.at("1,0"), table.at("2,0")) == ("1:H", "2:HHHH")
    assert not table.can("move to")  # they have acted


def test_flying_herds_from_both_distances_join_one_move() -> None:
    table = draw("0,0 0:H", "1,0 0:H", "-1,0 0:H", mutations={0: "Flying"})
    table.do("move to 2,0")
    assert table.choices == [
        "take the move back",
        "with a healthy herd from 0,0",
        "with a healthy herd from 1,0",
    ]


def test_flying_does_not_enter_a_region_attacked_this_turn() -> None:
    table = draw("0,0 0:HHH", "-1,0 0:H", "1,0 :1", mutations={0: "Flying"}, options={"combat_die": ALL_GUNS})
    assert "1,0" in places(table, "move to")
    table.move("1,0", "0,0 HH")
    assert table.at("1,0") in ("0:Hd", "0:HH", "0:dd")
    assert "1,0" not in places(table, "move to")


def test_flying_defenders_retreat_one_step() -> None:
    """To an own region next door: not to one two steps away, and to an empty one only where there is no own one."""
    combat = {"region": "1,0", "sent": {"0,0": 2}}
    for home, choices in (("1,1", {"1,1"}), ("0,-1", {"0,1", "1,-1", "1,1", "2,-1", "2,0"})):
        table = draw("0,0 0:H", "1,0 1:HH", f"{home} 1:B", mutations={1: "Flying"}, decision="retreat", combat=combat)
        assert places(table.do("fight on"), "retreat to") == choices


# Insecure: Preparation: if somebody has more VP than you, one extra healthy herd at one of your buildings


def test_insecure_behind_in_vp() -> None:
    table = draw("0,0 0:B", mutations={0: "Insecure"}, seats={1: {"vp_tokens": 2}}, stage="preparation")
    assert table.vp[:2] == [1, 2]
    assert table.at("0,0") == "0:HHB"


@pytest.mark.parametrize("tokens", [0, 1])
def test_insecure_not_behind(tokens: int) -> None:
    table = draw("0,0 0:B", mutations={0: "Insecure"}, seats={1: {"vp_tokens": tokens}}, stage="preparation")
    assert table.at("0,0") == "0:HB"


def test_insecure_compares_shown_vp_only() -> None:
    """Moles in hand count neither for others (R14) nor for oneself."""
    theirs = draw("0,0 0:B", mutations={0: "Insecure"}, spies={1: ["Mole"] * 3}, stage="preparation")
    assert theirs.at("0,0") == "0:HB"
    mine = {0: ["Mole"] * 3}
    table = draw("0,0 0:B", mutations={0: "Insecure"}, spies=mine, seats={1: {"vp_tokens": 2}}, stage="preparation")
    assert table.at("0,0") == "0:HHB"


def test_insecure_counts_all_that_is_shown() -> None:
    """A Barn and a Mole shown and the Nukiest tile against an Armory and a token: nobody is ahead."""
    rows = {0: {"moles": 1, "spent": 1}, 1: {"vp_tokens": 1}}
    table = draw("0,0 0:B", "2,0 1:A", mutations={0: "Insecure"}, seats=rows, stage="preparation")
    assert table.vp == [3, 3, 0]
    assert table.at("0,0") == "0:HB"


def test_insecure_needs_a_building() -> None:
    table = draw("0,0 0:H", mutations={0: "Insecure"}, seats={1: {"vp_tokens": 2}}, stage="preparation")
    assert table.field("herds", 0) == 1


def test_insecure_chooses_the_building() -> None:
    table = draw("0,0 0:B", "0,1 0:B", mutations={0: "Insecure"}, seats={1: {"vp_tokens": 9}}, stage="preparation")
    assert table.asked == "PLACE"
    assert (table.at("0,0"), table.at("0,1")) == ("0:HB", "0:HB")
    table.do("place a herd at 0,1")
    assert (table.at("0,0"), table.at("0,1"), table.asked) == ("0:HB", "0:HHB", "ACTIONS")


def test_insecure_takes_from_the_supply() -> None:
    behind = {"mutations": {0: "Insecure"}, "seats": {1: {"vp_tokens": 9}}, "stage": "preparation"}
    assert draw("0,0 0:HHHHHHHHHHHB", **behind).at("0,0") == "0:HHHHHHHHHHHHB"
    assert draw("0,0 0:HHHHHHHHHHHHB", **behind).at("0,0") == "0:HHHHHHHHHHHHB"


def test_insecure_in_the_own_preparation_only() -> None:
    table = draw("0,0 0:B", "2,0 1:B", mutations={1: "Insecure"}, seats={2: {"vp_tokens": 9}}, stage="preparation")
    assert (table.at("0,0"), table.at("2,0")) == ("0:HB", "1:B")


# Parasitic: after your resource roll each opponent who gained from it and borders you gives you one of those cards


def parasite(*regions: str, die: Any = None, mine: str = "Parasitic", seed: int = 1, **more: Any) -> Play:
    """Seat 0, Parasitic, is about to roll."""
    return draw(*regions, mutations={0: mine, 1: PLAIN}, options={"resource_die": die or WOOD}, seed=seed, **more)


def test_parasitic_takes_a_card_from_a_neighbour_that_gained() -> None:
    effect = parasite("0,0 0:H", "1,-1 1:H").effect("end the Action phase")
    assert effect == {"hand wood 1": 1, "hand wood 0": 1}
    plain = parasite("0,0 0:H", "1,-1 1:H", mine="Burrowing").effect("end the Action phase")
    assert plain == {"hand wood 1": 2}


def test_parasitic_takes_one_from_each_opponent() -> None:
    effect = parasite("0,0 0:H", "1,-1 1:H", "-1,0 2:H", "0,1 2:H").effect("end the Action phase")
    assert effect == {"hand wood 0": 2, "hand wood 1": 1, "hand wood 2": 3}


def test_parasitic_takes_nothing_from_who_does_not_border() -> None:
    effect = parasite("0,-2 0:H", "0,1 1:H").effect("end the Action phase")
    assert effect == {"hand wood 1": 2}


def test_parasitic_takes_nothing_from_who_did_not_gain() -> None:
    effect = parasite("0,0 0:H", "1,0 1:H", hands=["", "3 wood"]).effect("end the Action phase")
    assert effect == {}


def test_parasitic_needs_no_herds_to_border() -> None:
    """Buildings control regions too (R1), and the region that paid need not be the one next door."""
    effect = parasite("0,0 0:B", "1,0 1:B", "0,1 1:H", "-2,2 0:H").effect("end the Action phase")
    assert effect == {"hand wood 1": 1, "hand wood 0": 1}


@pytest.mark.parametrize("seed", range(3))
def test_parasitic_takes_one_of_the_cards_of_the_roll(seed: int) -> None:
    effect = parasite("0,0 0:H", "1,-1 1:H", hands=["", "5 clay"], seed=seed).effect("end the Action phase")
    assert effect == {"hand wood 1": 1, "hand wood 0": 1}


def test_parasitic_takes_at_random_among_those_cards() -> None:
    def both(seed: int) -> Play:
        die = {"wood": 1, "clay": 1}
        return parasite("0,0 0:H", "1,-1 1:H", "1,0 1:H", die=die, seed=seed).do("end the Action phase")

    tables = [table for table in map(both, range(21, 31)) if set(table.state["dice"].tolist()) == {0, 2}]
    assert {table.hand(0) for table in tables} == {"1 wood", "1 clay"}
    for table in tables:
        assert {table.hand(0), table.hand(1)} == {"1 wood", "1 clay"}


def test_parasitic_after_the_own_roll_only() -> None:
    table = parasite("0,0 0:H", "1,-1 1:H", "-1,0 2:H", active=1)
    assert table.effect("end the Action phase") == {"hand wood 1": 2, "hand wood 2": 2}


def test_parasitic_feeds_on_a_wild_once_it_is_named() -> None:
    table = until(
        lambda seed: parasite("0,0 0:H", "1,-1 1:H", die={"wood": 1, "?": 3}, seed=seed).do("end the Action phase"),
        lambda table: table.asked == "WILD",
    )
    assert (table.hand(0), table.hand(1)) == ("", "")
    table.do("the forest pays")
    assert (table.hand(0), table.hand(1)) == ("1 wood", "1 wood")


# Radioactive: a herd of yours that dies in combat deals 1 extra damage at once


def test_radioactive_defenders() -> None:
    """They deal 2 by their guns, and 2 as they die."""
    table = attack("HHH", "dd", theirs="Radioactive")
    assert table.at("1,0") == "0:dd"
    plain = attack("HHH", "dd")
    assert plain.at("1,0") == "0:Hdd"


def test_radioactive_attackers() -> None:
    table = attack("dd", "HHHH", mine="Radioactive")
    assert table.at("1,0") == "1:dddd"
    assert attack("dd", "HHHH").at("1,0") == "1:HHdd"


def test_radioactive_only_for_those_that_die() -> None:
    table = attack("HHH", "HH", theirs="Radioactive")  # one dies, one is damaged
    assert (table.at("1,0"), attackers(table)) == ("1:d", "ddd")


def test_radioactive_also_for_the_last() -> None:
    """The attacker has survived the guns, not the radiation: nobody conquers anything (R7)."""
    table = attack("H", "d", theirs="Radioactive")
    assert (table.at("1,0"), table.at("0,0")) == ("", "")
    assert table.vp == [0, 0, 0]
    assert not table.has("turmoil", "1,0")


def test_radioactive_against_humans() -> None:
    """One by the gun, one as it dies."""
    assert attack("d", ":3", mine="Radioactive").at("1,0") == ":1"
    assert attack("d", ":3").at("1,0") == ":2"


def test_radioactive_is_chosen_like_other_damage() -> None:
    table = draw(
        "0,0 0:HHHH",
        "1,0 1:d",
        mutations={1: "Radioactive"},
        options={"combat_die": ALL_GUNS},
    ).move("1,0", "0,0 HHHH")
    assert (table.asked, table.seat) == ("LOSE", 0)  # one is damaged by the gun; where the radiation goes is asked
    table.do("a damaged herd dies")
    assert table.at("1,0") == "0:HHH"


def test_radioactive_not_by_nukes_nor_saboteurs() -> None:
    table = draw("0,0 0:HH", "1,0 1:dd", "2,0 1:B", mutations={1: "Radioactive"}, seats={0: {"ready": 1}})
    effect = table.effect("launch a ready nuke", "launch at 1,0")
    assert effect == {"owner 1,0": -2, "damaged 1,0": -2, "herds 1": -2, "ready 0": -1, "spent 0": 1}
    table = draw("0,0 0:HH", "1,0 1:d", "2,0 1:B", mutations={1: "Radioactive"}, spies={0: ["Saboteur"]})
    effect = table.effect("play Saboteur", "sabotage 1,0")
    assert effect == {"owner 1,0": -2, "damaged 1,0": -1, "herds 1": -1, "Saboteur 0": -1}


def test_radioactive_neutral_herd() -> None:
    """The neutral herd of scenario 3: 1 by its gun, 1 as it dies."""
    options = {"scenario": 3, "combat_die": ALL_GUNS}
    table = draw("0,0 0:HHH", players=2, options=options, elsewhere="set-up")
    bear(table.move("0,-1", "0,0 HHH"))
    assert table.at("0,-1") == "0:Hdd"


# Armoured: in the first round of a combat your side takes 1 damage less


def test_armoured_defenders_in_the_first_round() -> None:
    table = attack("HHHH", "HHHH", theirs="Armoured")
    assert (table.at("1,0"), attackers(table)) == ("1:Hddd", "dddd")


def test_armoured_attackers_in_the_first_round() -> None:
    table = attack("HHHH", "HHHH", mine="Armoured")
    assert (table.at("1,0"), attackers(table)) == ("1:dddd", "Hddd")


def test_armoured_not_in_later_rounds() -> None:
    table = later("HHHH", "HHHH", theirs="Armoured")
    assert (table.at("1,0"), attackers(table)) == ("1:dddd", "dddd")
    table = later("HHHH", "HHHH", mine="Armoured")
    assert (table.at("1,0"), attackers(table)) == ("1:dddd", "dddd")


def test_armoured_floor_0() -> None:
    assert attack("H", "HH", theirs="Armoured").at("1,0") == "1:HH"
    table = no_guns(lambda seed: attack("HH", "HH", theirs="Armoured", die=MISSES, seed=seed))
    assert (table.at("1,0"), attackers(table)) == ("1:HH", "HH")


def test_armoured_after_armories() -> None:
    """Off the whole damage: two guns and an Armory."""
    table = attack("HH", "HHHH", theirs="Armoured", region={"0,-2": {"owner": 0, "building": "armory"}})
    assert table.at("1,0") == "1:HHdd"


def test_armoured_against_humans() -> None:
    assert attackers(attack("HHHH", ":3", mine="Armoured")) == ""  # the humans are gone: all have moved in
    assert attack("HHHH", ":3", mine="Armoured").at("1,0") == "0:HHdd"
    assert attack("HHHH", ":3").at("1,0") == "0:Hddd"


def test_armoured_does_not_lower_nukes() -> None:
    table = draw("0,0 0:H", "1,0 1:HH", mutations={1: "Armoured"}, seats={0: {"ready": 1}})
    table.do("launch a ready nuke", "launch at 1,0")
    assert table.at("1,0") == "1:dd"


# Ferocious: in the first round of a combat you started, reroll your blanks once


@pytest.mark.parametrize("seed", range(4))
def test_ferocious_rolls_blanks_again_once(seed: int) -> None:
    """The same dice as without it, and as many more as were blank: their faces count in place of the blanks."""
    plain = attack("HHHHHHHH", "HHHHHHHH", die=COIN, seed=seed)
    table = attack("HHHHHHHH", "HHHHHHHH", mine="Ferocious", die=COIN, seed=seed)
    assert rolled(plain) == rolled(table) == (8, 8)
    first, then = guns(plain)[0], guns(table)[0]
    assert first < 8  # some are blank
    assert then >= first
    assert table.at("1,0") == "1:" + "H" * (8 - then) + "d" * then


def test_ferocious_can_roll_a_blank_again() -> None:
    """Once only: some of what was rolled again is blank, some is not."""
    before, after = 0, 0
    for seed in range(3):
        before += 8 - guns(attack("HHHHHHHH", "HHHHHHHH", die=COIN, seed=seed))[0]
        after += 8 - guns(attack("HHHHHHHH", "HHHHHHHH", mine="Ferocious", die=COIN, seed=seed))[0]
    assert before / 4 < after < before * 3 / 4  # about half of them


def test_ferocious_not_for_defenders() -> None:
    plain = attack("HHHHHHHH", "HHHHHHHH", die=COIN, seed=2)
    table = attack("HHHHHHHH", "HHHHHHHH", theirs="Ferocious", die=COIN, seed=2)
    assert guns(plain) == guns(table)


def test_ferocious_not_in_later_rounds() -> None:
    plain = later("HHHHHHHH", "HHHHHHHH", die=COIN)
    table = later("HHHHHHHH", "HHHHHHHH", mine="Ferocious", die=COIN)
    assert guns(plain) == guns(table)


def test_ferocious_rolls_blanks_again_not_human_faces() -> None:
    """A human face does nothing to herds, but it is no blank."""
    die = {"human": 1, "gun": 1}
    plain = attack("HHHHHHHH", "HHHHHHHH", die=die)
    table = attack("HHHHHHHH", "HHHHHHHH", mine="Ferocious", die=die)
    assert guns(plain) == guns(table)
    assert guns(table)[0] < 8


def test_ferocious_against_humans() -> None:
    def first(mutation: str, seed: int) -> int:
        table = attack("HHHH", ":3", mine=mutation, die={"blank": 5, "human": 1, "gun": 1}, seed=seed)
        return int(table.state["humans"][table.number("1,0")])

    left = [(first(PLAIN, seed), first("Ferocious", seed)) for seed in range(6)]
    assert all(then <= before for before, then in left)
    assert any(then < before for before, then in left)


# Prolific: Preparation: with four or fewer herds on the map, one extra


@pytest.mark.parametrize(("herds", "placed"), [(0, 2), (3, 2), (4, 2), (5, 1), (6, 1)])
def test_prolific_with_four_or_fewer(herds: int, placed: int) -> None:
    """Tested before the herd at the building comes (R3)."""
    table = draw(f"0,0 0:{'H' * herds}B", mutations={0: "Prolific"}, stage="preparation")
    assert table.field("herds", 0) == herds + placed


def test_prolific_counts_damaged_herds_all_over_the_map() -> None:
    table = draw("0,0 0:ddB", "0,1 0:Hd", "-1,2 0:H", mutations={0: "Prolific"}, stage="preparation")
    assert table.field("herds", 0) == 6


def test_prolific_needs_a_building() -> None:
    table = draw("0,0 0:H", mutations={0: "Prolific"}, stage="preparation")
    assert table.field("herds", 0) == 1


def test_prolific_chooses_the_building() -> None:
    table = draw("0,0 0:B", "0,1 0:A", mutations={0: "Prolific"}, stage="preparation")
    assert table.choices == ["place a herd at 0,0", "place a herd at 0,1"]
    table.do("place a herd at 0,0")
    assert (table.at("0,0"), table.at("0,1"), table.asked) == ("0:HHB", "0:HA", "ACTIONS")


def test_prolific_in_the_own_preparation_only() -> None:
    table = draw("0,0 0:B", "2,0 1:B", mutations={1: "Prolific"}, stage="preparation")
    assert (table.at("0,0"), table.at("2,0")) == ("0:HB", "1:B")


def test_insecure_looks_at_vp_and_prolific_at_herds() -> None:
    """Few herds and ahead in VP: only Prolific gets one. Many herds and behind: only Insecure."""
    for mutation, placed in (("Prolific", 2), ("Insecure", 1)):
        table = draw("0,0 0:HHB", mutations={0: mutation}, seats={0: {"vp_tokens": 3}}, stage="preparation")
        assert table.field("herds", 0) == 2 + placed
    for mutation, placed in (("Prolific", 1), ("Insecure", 2)):
        table = draw("0,0 0:HHHHHB", mutations={0: mutation}, seats={1: {"vp_tokens": 3}}, stage="preparation")
        assert table.field("herds", 0) == 5 + placed


def test_insecure_and_prolific_each_in_its_own_turn() -> None:
    table = draw("0,0 0:B", "2,0 1:B", mutations={0: "Insecure", 1: "Prolific"}, stage="preparation")
    assert table.at("0,0") == "0:HB"  # nobody is ahead
    table.end_turn()
    assert table.active == 1
    assert (table.at("0,0"), table.at("2,0")) == ("0:HB", "1:HHB")


# Thrifty: bank trades are 2:1


def test_thrifty_trades_two_for_one() -> None:
    table = draw(hands=["2 wood 1 clay"], mutations={0: "Thrifty"})
    assert places(table, "trade wood for") == {
        f"{kind} with the bank" for kind in ("wheat", "clay", "weapons", "plutonium")
    }
    assert not table.can("trade clay")
    assert table.effect("trade wood for weapons") == {"hand wood 0": -2, "hand weapons 0": 1}


def test_thrifty_pays_two_of_three() -> None:
    table = draw(hands=["3 wood"], mutations={0: "Thrifty"})
    assert table.effect("trade wood for clay") == {"hand wood 0": -2, "hand clay 0": 1}


def test_thrifty_is_for_its_owner_only() -> None:
    table = draw(hands=["2 wood 3 clay"], mutations={0: "Flying", 1: "Thrifty"})
    assert not table.can("trade wood")
    assert table.effect("trade clay for wood") == {"hand clay 0": -3, "hand wood 0": 1}


def test_thrifty_in_all_main_phases() -> None:
    table = draw("0,1 0:H", hands=["2 weapons 6 plutonium"], mutations={0: "Thrifty"}, options={"resource_die": WOOD})
    for asked in ("ACTIONS", "RESOURCES", "DISCARD"):
        assert table.asked == asked
        assert table.can("trade weapons for clay")
        if asked != "DISCARD":
            table.do("end the")


# Burrowing: a herd may move from any region you control to any other region you control


def test_burrowing_from_any_own_region_to_any_other() -> None:
    table = draw("-2,2 0:HH", "2,0 0:H", "0,-2 0:B", "1,0 1:H", "0,0 2:H", mutations={0: "Burrowing"})
    table.move("0,-2", "-2,2 H", "2,0 H")
    assert (table.at("-2,2"), table.at("2,0"), table.at("0,-2")) == ("0:H", "", "0:HHB")


def test_burrowing_to_own_regions_only() -> None:
    """Others are still entered from next door."""
    table = draw("-2,2 0:H", "1,-2 0:H", "0,0 1:H", "2,0 2:H", mutations={0: "Burrowing"})
    around = {"-2,1", "-1,1", "-1,2", "0,-2", "0,-1", "1,-1"}
    assert places(table, "move to") == around | {"-2,2", "1,-2"}
    table.do("move to 0,-1")
    assert table.choices == ["take the move back", "with a healthy herd from 1,-2"]


def test_burrowing_is_for_its_owner_only() -> None:
    table = draw("-2,2 0:H", "0,-2 0:B", "1,0 1:H", "2,0 2:H", mutations={0: "Flying", 1: "Burrowing"})
    assert "0,-2" not in places(table, "move to")


def test_burrowing_is_the_action_of_the_herd() -> None:
    table = draw("-2,2 0:H", "0,-2 0:B", "1,0 1:H", "2,0 2:H", mutations={0: "Burrowing"})
    table.move("0,-2", "-2,2 H")
    assert not table.can("move to")
    assert table.at("-2,2") == ""


def test_burrowing_brings_damaged_herds_too() -> None:
    table = draw("-2,2 0:Hd", "0,-2 0:B", "1,0 1:H", "2,0 2:H", mutations={0: "Burrowing"})
    table.move("0,-2", "-2,2 d")
    assert (table.at("-2,2"), table.at("0,-2")) == ("0:H", "0:dB")


def test_burrowing_does_not_enter_a_region_attacked_this_turn() -> None:
    """Though it is one's own by now."""
    table = draw("0,0 0:HHHH", "-2,2 0:H", "1,0 :1", mutations={0: "Burrowing"}, options={"combat_die": ALL_GUNS})
    table.move("1,0", "0,0 HHH")
    assert table.at("1,0").startswith("0:")
    assert places(table, "move to") & {"1,0", "0,0", "-2,2"} == {"0,0", "-2,2"}


def test_burrowing_does_not_widen_retreats() -> None:
    table = draw(
        "0,0 0:HH",
        "1,0 1:HH",
        "1,1 1:B",
        "0,-2 1:B",
        mutations={1: "Burrowing"},
        options={"combat_die": ALL_GUNS},
        decision="retreat",
        combat={"region": "1,0", "sent": {"0,0": 2}},
    ).do("fight on")
    assert table.choices == ["hold the region", "retreat to 1,1"]


def test_flying_does_not_burrow_nor_burrowing_fly() -> None:
    """The same table: three steps to the own Barn, two to the empty region beyond the enemy."""
    for mutation, barn, beyond in (("Flying", False, True), ("Burrowing", True, False), (PLAIN, False, False)):
        table = draw("0,0 0:H", "-2,2 0:B", "1,-2 0:B", "1,0 1:H", "0,-2 2:H", mutations={0: mutation})
        far = draw("2,0 0:H", "-2,2 0:B", "1,0 1:H", "0,-2 2:H", mutations={0: mutation})
        assert ("-2,2" in places(far, "move to")) is barn
        assert ("2,0" in places(table, "move to")) is beyond


# Regenerating: at the start of the Action phase heal up to two damaged herds for free


@pytest.mark.parametrize(("before", "after"), [("d", "H"), ("Hdd", "HHH"), ("ddd", "HHd"), ("HH", "HH")])
def test_regenerating_heals_up_to_two(before: str, after: str) -> None:
    table = draw(f"0,0 0:{before}", mutations={0: "Regenerating"})
    assert table.at("0,0") == f"0:{after}"


def test_regenerating_chooses_where_there_are_more() -> None:
    table = draw("0,0 0:dd", "0,1 0:d", "1,1 0:H", mutations={0: "Regenerating"})
    assert (table.asked, table.choices) == (
        "REGENERATE",
        ["heal a herd at 0,0 for free", "heal a herd at 0,1 for free"],
    )
    table.do("heal a herd at 0,0", "heal a herd at 0,1")
    assert (table.at("0,0"), table.at("0,1"), table.asked) == ("0:Hd", "0:H", "ACTIONS")


def test_regenerating_is_free() -> None:
    """Those that were healed may still act, and a third heals as its action."""
    table = draw("0,0 0:ddd", mutations={0: "Regenerating"})
    table.do("heal a herd at 0,0")
    table.move("0,1", "0,0 HH")
    assert (table.at("0,0"), table.at("0,1")) == ("0:H", "0:HH")
    assert not table.can("heal")


def test_regenerating_after_the_preparation() -> None:
    table = draw("0,0 0:ddB", mutations={0: "Regenerating"}, stage="preparation")
    assert table.at("0,0") == "0:HHHB"


def test_regenerating_at_the_start_only() -> None:
    table = draw("0,0 0:HHHH", "1,0 1:HH", mutations={0: "Regenerating"}, options={"combat_die": ALL_GUNS})
    bear(table.move("1,0", "0,0 HHHH"))
    assert table.asked == "ACTIONS"
    assert table.at("1,0") == "0:HHdd"
    table.do("end the Action phase")
    assert table.at("1,0") == "0:HHdd"


def test_regenerating_in_the_own_turn_only() -> None:
    table = draw("0,0 0:d", "2,0 1:dd", "-2,2 2:d", mutations={1: "Regenerating"})
    assert table.at("2,0") == "1:dd"
    assert table.end_turn().at("2,0") == "1:HH"
    assert (table.at("0,0"), table.at("-2,2")) == ("0:d", "2:d")


# Extra (deluxe): start with three herds; each Barn you build comes with a healthy herd


def test_extra_starts_with_three_herds() -> None:
    table = choosing("Extra").do("keep Extra")
    home = table.choices[0].split()[1]
    table.do(table.choices[0])
    assert table.at(home) == "0:HHHB"


def test_extra_not_kept_does_nothing() -> None:
    table = choosing("Extra")
    table.do(next(text for text in table.choices if text != "keep Extra"))
    home = table.choices[0].split()[1]
    table.do(table.choices[0])
    assert table.at(home) == "0:HHB"


def test_extra_barn_comes_with_a_healthy_herd() -> None:
    table = draw("0,0 0:d", hands=[BARN], mutations={0: "Extra"})
    table.do("build a Barn at 0,0")
    assert table.at("0,0") == "0:HdB"
    table.move("0,1", "0,0 H")  # it may act
    assert table.at("0,1") == "0:H"


def test_extra_not_with_an_armory() -> None:
    table = draw("0,0 0:HB", hands=[ARMORY], mutations={0: "Extra"}).do("build an Armory at 0,0")
    assert table.at("0,0") == "0:HA"


def test_extra_takes_from_the_supply() -> None:
    table = draw("0,0 0:HHHHHHHHHHHH", hands=[BARN], mutations={0: "Extra"}).do("build a Barn at 0,0")
    assert table.at("0,0") == "0:HHHHHHHHHHHHB"


def test_extra_is_for_its_owner_only() -> None:
    table = draw("0,0 0:H", hands=[BARN], mutations={0: PLAIN, 1: "Extra"}).do("build a Barn at 0,0")
    assert table.at("0,0") == "0:HB"


# Ballistic (deluxe): your nukes reach any region within two steps of one you control


NEAR = {"-2,1", "-1,1", "-1,2"}
"""Next to -2,2."""
WITHIN_TWO = NEAR | {"-2,2", "-1,0", "0,0", "0,1"}


def silo(mutation: str, **more: Any) -> Play:
    """Seat 0 with one herd at -2,2."""
    return draw("-2,2 0:H", "2,0 1:H", "0,-2 2:H", mutations={0: mutation}, **more)


def test_ballistic_reaches_two_steps() -> None:
    table = silo("Ballistic", seats={0: {"ready": 1}}).do("launch a ready nuke")
    assert places(table, "launch at") == WITHIN_TWO
    plain = silo(PLAIN, seats={0: {"ready": 1}}).do("launch a ready nuke")
    assert places(plain, "launch at") == NEAR


def test_ballistic_for_paid_and_pocket_nukes_too() -> None:
    table = silo("Ballistic", hands=["1 weapons 2 plutonium"]).do("pay for a nuke")
    assert places(table, "launch at") == WITHIN_TWO
    table = silo("Ballistic", spies={0: ["Pocket Nuke"]}).do("play Pocket Nuke")
    assert places(table, "launch at") == WITHIN_TWO


def test_ballistic_not_for_moves_nor_saboteurs() -> None:
    table = draw("-2,2 0:H", "0,0 1:H", "-1,1 2:H", mutations={0: "Ballistic"}, spies={0: ["Saboteur"]})
    assert places(table, "move to") == NEAR
    assert places(table.do("play Saboteur"), "sabotage") == {"-1,1"}


def test_ballistic_is_for_its_owner_only() -> None:
    table = draw("-2,2 0:H", "-1,1 1:H", mutations={1: "Ballistic"}, seats={0: {"ready": 1}})
    assert places(table.do("launch a ready nuke"), "launch at") == NEAR


def test_ballistic_answers_reach_two_steps_from_own_regions_and_one_from_the_hit() -> None:
    """Seat 1 has lost its herd at 1,-2; it is left with 1,1."""
    table = draw(
        "0,-2 0:H", "1,-2 1:d", "1,1 1:H", mutations={1: "Ballistic"}, seats={0: {"ready": 1}, 1: {"ready": 1}}
    )
    table.do("launch a ready nuke", "launch at 1,-2", "launch a ready nuke")
    assert table.seat == 1
    near_home = {"1,1", "0,1", "1,0", "2,0", "-1,1", "-1,2", "0,0", "1,-1", "2,-1"}
    assert places(table, "launch at") == near_home | {"0,-2", "0,-1"}


# Lead-lined (deluxe): nukes do not kill your herds: healthy become damaged, damaged stay


def test_lead_lined_herds_survive_nukes() -> None:
    table = draw("0,0 0:H", "1,0 1:HHdB", mutations={1: "Lead-lined"}, seats={0: {"ready": 2}})
    table.do("launch a ready nuke", "launch at 1,0")
    assert (table.at("1,0"), table.field("herds", 1)) == ("1:dddB", 3)
    table.do("launch a ready nuke", "launch at 1,0")
    assert table.at("1,0") == "1:dddB"


def test_lead_lined_against_the_own_nuke() -> None:
    """Herds that have acted this turn have still acted."""
    acted = {"0,0": {"spent_healthy": 1, "spent_damaged": 1}}
    table = draw("0,0 0:HHdd", "0,1 0:H", mutations={0: "Lead-lined"}, seats={0: {"ready": 1}}, region=acted)
    table.do("launch a ready nuke", "launch at 0,0")
    assert table.at("0,0") == "0:dddd"
    table.do("heal a herd at 0,0", "heal a herd at 0,0")
    assert not table.can("heal a herd")


def test_lead_lined_against_pocket_nukes() -> None:
    table = draw("0,0 0:H", "1,0 1:Hd", mutations={1: "Lead-lined"}, spies={0: ["Pocket Nuke"]})
    table.do("play Pocket Nuke", "launch at 1,0")
    assert table.at("1,0") == "1:dd"


def test_lead_lined_does_not_help_against_saboteurs_and_combat() -> None:
    table = draw("0,0 0:H", "1,0 1:d", "2,0 1:H", mutations={1: "Lead-lined"}, spies={0: ["Saboteur"]})
    assert table.do("play Saboteur", "sabotage 1,0").at("1,0") == ""
    assert attack("HHHH", "dd", theirs="Lead-lined").at("1,0").startswith("0:")


def test_lead_lined_helps_nobody_else() -> None:
    """Not other players, not humans next door."""
    table = draw("0,0 0:H", "1,0 1:Hd", "0,1 :2", mutations={0: "Lead-lined"}, seats={0: {"ready": 2}})
    table.do("launch a ready nuke", "launch at 1,0")
    assert table.at("1,0") == "1:d"
    table.do("launch a ready nuke", "launch at 0,1")
    assert table.at("0,1") == ""


def test_ballistic_against_lead_lined() -> None:
    """Two steps away every herd is damaged, and none of them dies."""
    table = draw("0,0 0:H", "2,0 1:HHd", mutations={0: "Ballistic", 1: "Lead-lined"}, seats={0: {"ready": 1}})
    effect = table.effect("launch a ready nuke", "launch at 2,0")
    assert effect == {"healthy 2,0": -2, "damaged 2,0": 2, "ready 0": -1, "spent 0": 1}


def test_lead_lined_answers_a_ballistic_nuke_from_next_to_the_hit() -> None:
    """The launcher is two steps away: out of reach but for the region between."""
    table = draw(
        "0,0 0:H",
        "2,0 1:H",
        mutations={0: "Ballistic", 1: "Lead-lined"},
        seats={0: {"ready": 1}, 1: {"ready": 1}},
    )
    table.do("launch a ready nuke", "launch at 2,0", "launch a ready nuke")
    assert places(table, "launch at") == {"1,0", "2,-1", "1,1"}


# Telepathic (deluxe): when you build a spy, look at two, keep one, the other goes under the deck

SPY = "1 wheat 1 weapons 1 plutonium"


def test_telepathic_looks_at_two_and_keeps_one() -> None:
    table = draw(hands=[SPY], mutations={0: "Telepathic"}, deck=["Informer", "Saboteur", "Smuggler"])
    table.do("build a spy")
    assert (table.asked, table.choices) == ("KEEP", ["keep Informer", "keep Saboteur"])
    table.do("keep Saboteur")
    deck = [name for name in table.state["deck"].tolist() if name >= 0]
    assert table.spies(0) == {"Saboteur": 1}
    assert len(deck) == 23
    assert (deck[0], deck[-1]) == (2, 6)  # the Smuggler is on top, the Informer at the bottom
    assert table.hand(0) == ""


def test_telepathic_of_two_of_a_kind() -> None:
    table = draw(hands=[SPY], mutations={0: "Telepathic"}, deck=["Mole", "Mole"]).do("build a spy")
    assert table.choices == ["keep Mole"]
    assert table.do("keep Mole").spies(0) == {"Mole": 1}


def test_telepathic_is_for_its_owner_only() -> None:
    table = draw(hands=[SPY], mutations={0: PLAIN, 1: "Telepathic"}, deck=["Informer", "Saboteur"])
    table.do("build a spy")
    assert (table.asked, table.spies(0)) == ("ACTIONS", {"Informer": 1})


def test_telepathic_spy_is_built_this_turn() -> None:
    table = draw(hands=[SPY], mutations={0: "Telepathic"}, deck=["Smuggler", "Saboteur"])
    table.do("build a spy", "keep Smuggler")
    assert not table.can("play Smuggler")


# Venomous (deluxe): when you defend, your guns count double in the first round


def test_venomous_defenders_in_the_first_round() -> None:
    table = attack("HHHHHH", "HHHHH", theirs="Venomous", die=COIN)
    shots = guns(table)
    assert min(shots) > 0
    assert attackers(table) == "H" * (6 - 2 * shots[1]) + "d" * (2 * shots[1])
    assert table.at("1,0") == "1:" + "H" * (5 - shots[0]) + "d" * shots[0]


def test_venomous_not_for_attackers() -> None:
    table = attack("HHHH", "HHHH", mine="Venomous")
    assert (table.at("1,0"), attackers(table)) == ("1:dddd", "dddd")


def test_venomous_not_in_later_rounds() -> None:
    table = later("HHHH", "HHHH", theirs="Venomous")
    assert (table.at("1,0"), attackers(table)) == ("1:dddd", "dddd")


def test_venomous_doubles_guns_not_armories() -> None:
    table = attack("HHHHHHHH", "HHHH", theirs="Venomous", die=COIN, region={"2,0": {"owner": 1, "building": "armory"}})
    shots = guns(table)[1]
    assert table.asked == "RETREAT"
    assert shots > 0
    assert attackers(table).count("d") == 2 * shots + 1


# Photosynthetic (deluxe): a roll that gives you wheat gives you one more


@pytest.mark.parametrize("active", [0, 1])
def test_photosynthetic_gets_one_more_by_any_roll(active: int) -> None:
    mutations = {0: "Photosynthetic", 1: PLAIN}
    options = {"resource_die": WHEAT}
    table = draw("0,0 0:H", "2,0 1:H", "-2,1 2:H", mutations=mutations, options=options, active=active)
    assert table.effect("end the Action phase") == {"hand wheat 0": 3, "hand wheat 1": 2}


def test_photosynthetic_gets_one_more_a_roll_not_a_region() -> None:
    table = draw("0,0 0:H", "2,0 0:H", mutations={0: "Photosynthetic"}, options={"resource_die": WHEAT})
    assert table.effect("end the Action phase")["hand wheat 0"] == 5


def test_photosynthetic_not_without_wheat() -> None:
    table = draw("0,1 0:H", "2,0 1:H", mutations={0: "Photosynthetic"}, options={"resource_die": WHEAT})
    assert table.effect("end the Action phase") == {"hand wheat 1": 2, "hand wheat 2": 2}
    table = draw("0,0 0:H", "0,1 0:H", mutations={0: "Photosynthetic"}, options={"resource_die": WOOD})
    assert table.effect("end the Action phase") == {"hand wood 0": 2}


def test_photosynthetic_by_a_wild_named_wheat() -> None:
    table = until(
        lambda seed: draw(
            "0,0 0:H",
            "-2,1 1:H",
            "0,-1 2:H",
            mutations={0: "Photosynthetic"},
            options={"resource_die": {"wood": 1, "?": 3}},
            seed=seed,
        ).do("end the Action phase"),
        lambda table: table.asked == "WILD" and 0 in table.state["dice"],
    )
    assert table.effect("the field pays") == {"hand wheat 0": 2}


def test_photosynthetic_not_by_cards_from_elsewhere() -> None:
    table = draw(hands=["3 wood"], mutations={0: "Photosynthetic"}, spies={0: ["Smuggler"]})
    assert table.effect("trade wood for wheat") == {"hand wood 0": -3, "hand wheat 0": 1}
    assert table.effect("play Smuggler", "take wheat", "take wheat") == {"hand wheat 0": 2, "Smuggler 0": -1}


def test_parasitic_takes_of_the_wheat_of_photosynthetic() -> None:
    """Its one more is one of the cards of the roll: 3 are gained, 1 of them goes."""
    mutations = {0: "Parasitic", 1: "Photosynthetic"}
    table = draw("0,1 0:H", "0,0 1:H", "-2,1 2:H", mutations=mutations, options={"resource_die": WHEAT})
    assert table.effect("end the Action phase") == {"hand wheat 0": 1, "hand wheat 1": 2}


def test_parasitic_is_fed_in_its_own_turn_only_by_photosynthetic() -> None:
    mutations = {0: "Parasitic", 1: "Photosynthetic"}
    options = {"resource_die": WHEAT}
    table = draw("0,1 0:H", "0,0 1:H", "-2,1 2:H", mutations=mutations, options=options, active=1)
    assert table.effect("end the Action phase") == {"hand wheat 1": 3}


# Swarming (deluxe): in a round in which your units are at least twice theirs, 1 extra damage


@pytest.mark.parametrize(
    ("herds", "there", "extra"),
    [("HH", "H", 1), ("HHH", "H", 1), ("HHHH", "HH", 1), ("HHH", "HH", 0), ("H", "H", 0), ("dd", "H", 1)],
)
def test_swarming_attackers_at_least_twice_as_many(herds: str, there: str, extra: int) -> None:
    table = no_guns(lambda seed: attack(herds, there, mine="Swarming", die=MISSES, seed=seed))
    assert table.at("1,0") == "1:" + "H" * (len(there) - extra) + "d" * extra


def test_swarming_defenders_at_least_twice_as_many() -> None:
    table = no_guns(lambda seed: attack("H", "HH", theirs="Swarming", die=MISSES, seed=seed))
    assert attackers(table) == "d"
    table = no_guns(lambda seed: attack("HH", "HHH", theirs="Swarming", die=MISSES, seed=seed))
    assert attackers(table) == "HH"


def test_swarming_in_every_round() -> None:
    table = no_guns(lambda seed: later("HHHH", "HH", mine="Swarming", die=MISSES, seed=seed))
    assert table.at("1,0") == "1:Hd"
    table = no_guns(lambda seed: later("H", "HH", theirs="Swarming", die=MISSES, seed=seed))
    assert attackers(table) == "d"


def test_swarming_counts_humans() -> None:
    table = no_guns(lambda seed: attack("HHHH", ":2", mine="Swarming", die=MISSES, seed=seed))
    assert table.at("1,0") == ":1"
    table = no_guns(lambda seed: attack("HHHH", ":3", mine="Swarming", die=MISSES, seed=seed))
    assert table.at("1,0") == ":3"


def test_swarming_counts_units_as_the_round_starts() -> None:
    """Four against three: two of the three die, and yet there were never twice as many at the start of the round."""
    table = attack("HHHH", "HdH", mine="Swarming")
    assert (table.at("1,0"), attackers(table)) == ("1:d", "Hddd")


# Hoarding (deluxe): discard limit 10; start with one more resource card


@pytest.mark.parametrize(("mutation", "cards", "asked"), [("Hoarding", 10, False), ("Hoarding", 11, True)])
def test_hoarding_discards_down_to_ten(mutation: str, cards: int, asked: bool) -> None:
    table = draw("0,0 0:H", hands=[f"{cards} clay"], mutations={0: mutation}, options={"resource_die": WOOD})
    table.do("end the Action phase", "end the Resources phase")
    assert (table.asked == "DISCARD") is asked
    if asked:
        table.do("discard clay", "end the turn")
    assert (table.active, table.hand(0)) == (1, "10 clay")


def test_hoarding_is_for_its_owner_only() -> None:
    table = draw("0,0 0:H", hands=["8 clay"], mutations={0: PLAIN, 1: "Hoarding"}, options={"resource_die": WOOD})
    table.do("end the Action phase", "end the Resources phase")
    assert table.asked == "DISCARD"
    assert not table.can("end the turn")
    assert table.do("discard clay").can("end the turn")


@pytest.mark.parametrize(("seat", "cards"), [(0, 1), (1, 1), (2, 2)])
def test_hoarding_starts_with_one_more_card(seat: int, cards: int) -> None:
    """Of its choice (R2): the third player has one in any case."""
    table = choosing("Hoarding", seat).do("keep Hoarding")
    table.do(table.choices[0])
    for _ in range(cards):
        assert (table.asked, table.seat) == ("START_CARD", seat)
        table.do("take plutonium")
    assert table.seat != seat or table.asked != "START_CARD"
    assert table.hand(seat) == f"{cards} plutonium"


# Two mutations meet in one combat: 8 herds against 4, or 4 against 8

PAIRS: dict[tuple[str, str], tuple[tuple[int, int], tuple[int, int], str, str]] = {
    # attackers, defenders: herds of both, dice of both, damage that the attackers deal and that they take by guns
    ("Adorable", "Armoured"): ((8, 4), (8, 3), "guns - 1", "guns"),
    ("Adorable", "Ferocious"): ((8, 4), (8, 3), "guns", "guns"),
    ("Adorable", "Venomous"): ((8, 4), (8, 3), "guns", "2 guns"),
    ("Adorable", "Swarming"): ((4, 8), (4, 7), "guns", "guns + 1"),
    ("Armoured", "Adorable"): ((8, 4), (7, 4), "guns", "guns - 1"),
    ("Armoured", "Ferocious"): ((8, 4), (8, 4), "guns", "guns - 1"),
    ("Armoured", "Venomous"): ((8, 4), (8, 4), "guns", "2 guns - 1"),
    ("Armoured", "Swarming"): ((4, 8), (4, 8), "guns", "guns"),
    ("Ferocious", "Adorable"): ((8, 4), (7, 4), "guns", "guns"),
    ("Ferocious", "Armoured"): ((8, 4), (8, 4), "guns - 1", "guns"),
    ("Ferocious", "Venomous"): ((8, 4), (8, 4), "guns", "2 guns"),
    ("Ferocious", "Swarming"): ((4, 8), (4, 8), "guns", "guns + 1"),
    ("Venomous", "Adorable"): ((8, 4), (7, 4), "guns", "guns"),
    ("Venomous", "Armoured"): ((8, 4), (8, 4), "guns - 1", "guns"),
    ("Venomous", "Ferocious"): ((8, 4), (8, 4), "guns", "guns"),
    ("Venomous", "Swarming"): ((4, 8), (4, 8), "guns", "guns + 1"),
    ("Swarming", "Adorable"): ((8, 4), (7, 4), "guns + 1", "guns"),
    ("Swarming", "Armoured"): ((8, 4), (8, 4), "guns", "guns"),
    ("Swarming", "Ferocious"): ((8, 4), (8, 4), "guns + 1", "guns"),
    ("Swarming", "Venomous"): ((8, 4), (8, 4), "guns + 1", "2 guns"),
}
WORDS: dict[str, Callable[[int], int]] = {
    "guns": lambda n: n,
    "guns - 1": lambda n: n - 1,
    "guns + 1": lambda n: n + 1,
    "2 guns": lambda n: 2 * n,
    "2 guns - 1": lambda n: 2 * n - 1,
}


@pytest.mark.parametrize("pair", PAIRS, ids=" meets ".join)
def test_two_mutations_in_the_first_round(pair: tuple[str, str]) -> None:
    """R5: dice, then rerolls, then doubled guns, then Swarming, then Armoured; both sides at once."""
    (mine, theirs), dice, dealt, taken = PAIRS[pair]
    table = until(
        lambda seed: attack("H" * mine, "H" * theirs, *pair, die=COIN, seed=seed),
        lambda table: table.asked == "RETREAT" and min(guns(table)) > 0 and guns(table) != rolled(table),
        6,
    )
    assert rolled(table) == dice
    here = table.at("1,0").removeprefix("1:")
    lost = (2 * theirs - 2 * here.count("H") - here.count("d"), 2 * mine - 2 * attackers(table).count("H"))
    assert lost[0] == WORDS[dealt](guns(table)[0])
    assert lost[1] - attackers(table).count("d") == WORDS[taken](guns(table)[1])


@pytest.mark.parametrize("seed", range(3))
def test_ferocious_rolls_again_only_dice_that_adorable_has_left(seed: int) -> None:
    plain = attack("HHHHHHHH", "HHHHHHHH", theirs="Adorable", die=COIN, seed=seed)
    table = attack("HHHHHHHH", "HHHHHHHH", mine="Ferocious", theirs="Adorable", die=COIN, seed=seed)
    assert rolled(plain) == rolled(table) == (7, 8)
    assert guns(table)[0] >= guns(plain)[0]


def test_armoured_takes_one_off_venomous_guns_even_if_there_is_none() -> None:
    table = no_guns(lambda seed: attack("HH", "HH", "Armoured", "Venomous", die=MISSES, seed=seed))
    assert (table.at("1,0"), attackers(table)) == ("1:HH", "HH")


def test_swarming_and_armoured_cancel_each_other_in_the_first_round_only() -> None:
    table = no_guns(lambda seed: attack("HHHH", "HH", "Swarming", "Armoured", die=MISSES, seed=seed))
    assert table.at("1,0") == "1:HH"
    table = no_guns(lambda seed: later("HHHH", "HH", "Swarming", "Armoured", die=MISSES, seed=seed))
    assert table.at("1,0") == "1:Hd"


@pytest.mark.parametrize(
    ("mine", "theirs", "dealt", "taken"),
    [
        ("Armoured", "Venomous", 4, 4),
        ("Ferocious", "Armoured", 4, 4),
        ("Adorable", "Armoured", 4, 3),
        ("Armoured", "Adorable", 3, 4),
        ("Adorable", "Venomous", 4, 3),
    ],
)
def test_two_mutations_in_later_rounds(mine: str, theirs: str, dealt: int, taken: int) -> None:
    """Adorable goes on, the others are over."""
    table = later("HHHH", "HHHH", mine, theirs)
    assert table.at("1,0") == "1:" + "H" * (4 - dealt) + "d" * dealt
    assert attackers(table) == "H" * (4 - taken) + "d" * taken


@pytest.mark.parametrize(
    ("mine", "herds", "left"),
    [
        ("Adorable", "HHH", "ddd"),  # 1 by guns, 2 by radiation
        ("Armoured", "HHH", "ddd"),  # 2 by guns, 1 off, 2 by radiation
        ("Ferocious", "HHH", "dd"),
        ("Venomous", "HHH", "dd"),
        ("Swarming", "HHHH", "dddd"),
        (PLAIN, "HHH", "dd"),
    ],
)
def test_attackers_meet_radioactive_defenders(mine: str, herds: str, left: str) -> None:
    """Two damaged herds die; nothing lowers or raises their radiation (R5, 7)."""
    assert attack(herds, "dd", mine, "Radioactive").at("1,0") == f"0:{left}"


@pytest.mark.parametrize(
    ("theirs", "herds", "left"),
    [
        ("Adorable", "HHH", "ddd"),
        ("Armoured", "HHH", "ddd"),
        ("Ferocious", "HHH", "dd"),
        ("Venomous", "HHH", "dd"),
        ("Swarming", "HHHH", "dddd"),
    ],
)
def test_radioactive_attackers_meet_defenders(theirs: str, herds: str, left: str) -> None:
    assert attack("dd", herds, "Radioactive", theirs).at("1,0") == f"1:{left}"


def test_radiation_does_not_make_a_swarm() -> None:
    """Three against two as the round starts; that one of the two dies first changes nothing."""
    assert attack("Hdd", "HH", "Swarming", "Radioactive").at("1,0") == "1:d"


# The tiles


def test_nineteen_mutations_eleven_of_them_base() -> None:
    assert len(MUTATIONS) == 19
    assert MUTATIONS[:BASE_MUTATIONS] == (
        *("Adorable", "Flying", "Insecure", "Parasitic", "Radioactive", "Armoured", "Ferocious", "Prolific"),
        *("Thrifty", "Burrowing", "Regenerating"),
    )


@pytest.mark.parametrize(("players", "last"), [(3, BASE_MUTATIONS), (4, BASE_MUTATIONS), (5, len(MUTATIONS))])
def test_three_and_four_players_use_the_base_ones_and_five_all(players: int, last: int) -> None:
    seen = set()
    for seed in range(12):
        table = Play(GAME, {"num_players": players})
        table.start(seed)
        dealt = table.state["dealt"][:players]
        assert (dealt[:, :2] >= 0).all()
        assert (dealt[:, 2:] < 0).all()
        assert len(set(dealt[:, :2].ravel().tolist())) == 2 * players  # each tile is there once
        seen |= set(dealt[:, :2].ravel().tolist())
    assert seen == set(range(last))
