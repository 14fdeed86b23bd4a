"""Herds move, fight, retreat and conquer (R4-R8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from envs.farms_race.box import COMBAT_FACES

from .table import ALL_GUNS, Play, draw, until

BLANKS = {"blank": 11, "gun": 1}
FACES = {"human": 11, "gun": 1}
END = "end the Action phase"
UNSCATHED = "a healthy herd becomes damaged"
DEATH = "a damaged herd dies"


def war(*regions: str, die: Mapping[str, int] = ALL_GUNS, **more: Any) -> Play:
    """The Action phase of a turn that began with these regions; with the die of the tests every unit deals 1 damage."""
    return draw(*regions, options={"combat_die": die}, **more)


def standoff(sent: Mapping[str, int], *regions: str, hurt: int = 0, **more: Any) -> Play:
    """Seat 0 has attacked 1,0 for a round, from these regions and with so many damaged herds: does it retreat?"""
    combat = {"region": "1,0", "sent": dict(sent), "damaged": hurt}
    return war(*regions, decision="retreat", combat=combat, **more)


def rolled(table: Play, side: int) -> dict[str, int]:
    """The dice of a side in the last round: 0 attackers, 1 defenders."""
    row = table.state["rolled"][side].tolist()
    return {name: n for name, n in zip(COMBAT_FACES, row, strict=True) if n}


def targets(table: Play) -> list[str]:
    """The regions that a move can go to."""
    return [text.removeprefix("move to ") for text in table.choices if text.startswith("move to ")]


def owner(table: Play, region: str) -> int:
    """Who controls a region, -1 for nobody."""
    return int(table.state["owner"][table.number(region)])


# R4: a move is declared part by part


def test_r4_a_move_goes_to_an_adjacent_region() -> None:
    assert targets(war("0,0 0:H")) == ["-1,0", "-1,1", "0,-1", "0,1", "1,-1", "1,0"]
    assert targets(war("-2,1 0:H")) == ["-1,0", "-1,1", "-2,2"]


def test_r4_a_move_is_declared_part_by_part_target_herds_go() -> None:
    table = war("0,0 0:HHd")
    table.do("move to 1,0")
    assert (table.asked, table.seat) == ("HERDS", 0)
    healthy, damaged = "with a healthy herd from 0,0", "with a damaged herd from 0,0"
    assert table.choices == ["take the move back", damaged, healthy]  # go needs a herd
    table.do(healthy)
    assert table.choices == ["go", "take the move back", damaged, healthy]
    table.do(damaged)
    assert table.choices == ["go", "take the move back", healthy]
    assert (table.at("0,0"), table.at("1,0")) == ("0:HHd", "")  # nobody has moved
    table.do("go")
    assert (table.at("0,0"), table.at("1,0"), table.asked) == ("0:H", "0:Hd", "ACTIONS")


def test_r4_all_herds_of_a_region_can_go_and_then_only_go_is_left() -> None:
    table = war("0,0 0:Hd")
    table.do("move to 1,0", "with a healthy", "with a damaged")
    assert table.choices == ["go", "take the move back"]
    table.do("go")
    assert (table.at("0,0"), table.at("1,0")) == ("", "0:Hd")


def test_r4_herds_of_several_regions_move_into_one_at_the_same_time() -> None:
    table = war("0,0 0:HH", "1,1 0:d", "2,0 0:HB", "-1,0 0:H")
    table.do("move to 1,0")
    assert table.choices == [
        "take the move back",
        "with a damaged herd from 1,1",
        "with a healthy herd from 0,0",
        "with a healthy herd from 2,0",
    ]  # not from -1,0, which is not adjacent
    table.do("with a healthy herd from 0,0", "with a damaged herd from 1,1", "with a healthy herd from 2,0", "go")
    assert table.at("1,0") == "0:HHd"
    assert [table.at(name) for name in ("0,0", "1,1", "2,0")] == ["0:H", "", "0:B"]


def test_r4_into_an_own_region_it_just_happens() -> None:
    table = war("0,0 0:HH", "1,0 0:dB")
    table.move("1,0", "0,0 H")
    assert (table.at("1,0"), table.at("0,0"), table.asked) == ("0:HdB", "0:H", "ACTIONS")
    assert table.vp == [1, 0, 0]


def test_r4_a_region_left_without_herds_and_building_is_nobodys() -> None:
    table = war("0,0 0:H", "1,0 0:HB")
    table.move("0,1", "0,0 H")
    assert owner(table, "0,0") == -1
    table.move("2,0", "1,0 H")
    assert owner(table, "1,0") == 0
    assert table.at("1,0") == "0:B"


def test_r4_a_herd_acts_once() -> None:
    table = war("0,0 0:HH")
    table.move("1,0", "0,0 H")
    assert "1,1" not in targets(table)  # the herd that has moved would be next to it
    table.do("move to 1,0")
    table.do("with a healthy herd from 0,0", "go")
    assert (table.at("1,0"), table.choices) == ("0:HH", [END])


def test_r4_a_spent_herd_does_not_spend_the_others_of_its_region() -> None:
    table = war("0,0 0:Hd", "1,0 0:Hd")
    table.move("1,0", "0,0 H")
    table.do("move to 1,1", "with a healthy herd from 1,0")
    assert not table.can("with a healthy")  # the other healthy one has moved
    table.do("with a damaged herd from 1,0", "go")
    assert (table.at("1,0"), table.at("1,1")) == ("0:H", "0:Hd")
    table.move("1,0", "0,0 d")
    assert (table.at("1,0"), table.choices) == ("0:Hd", [END])  # the damaged one has moved: it cannot heal


def test_r4_nor_does_a_damaged_one() -> None:
    table = war("0,0 0:d", "1,0 0:Hd").move("1,0", "0,0 d")
    table.do("move to 1,1", "with a damaged herd from 1,0")
    assert table.choices == ["go", "take the move back", "with a healthy herd from 1,0"]


def test_r4_herds_that_have_acted_are_ready_again_in_the_next_turn() -> None:
    table = war("0,0 0:H", "2,-1 2:H")
    table.move("1,0", "0,0 H").end_turn().end_turn().end_turn()
    assert (table.active, table.at("1,0")) == (0, "0:H")
    table.pass_until("ACTIONS", 0)
    assert "1,1" in targets(table)


def test_r4_healing_is_the_action_of_a_herd() -> None:
    table = war("0,0 0:Hdd")
    table.do("heal a herd at 0,0")
    assert table.at("0,0") == "0:HHd"
    table.do("move to 1,0", "with a healthy herd from 0,0")
    assert not table.can("with a healthy")  # the herd that has healed stays on the spot
    table.do("with a damaged", "go")
    assert (table.at("0,0"), table.at("1,0"), table.choices) == ("0:H", "0:Hd", [END])


def test_r4_only_own_damaged_herds_can_be_healed() -> None:
    table = war("0,0 0:H", "1,0 0:d", "2,0 0:B", "-1,0 1:d", "-2,1 1:HB")
    assert [text for text in table.choices if text.startswith("heal")] == ["heal a herd at 1,0"]
    table.do("heal a herd at 1,0")
    assert not table.can("heal")


def test_r4_a_damaged_herd_that_has_fought_cannot_heal() -> None:
    table = war("0,0 0:HH", "1,0 :1")
    table.move("1,0", "0,0 HH")
    assert (table.at("1,0"), table.choices) == ("0:Hd", [END])


def test_r4_the_end_of_the_phase_is_always_legal() -> None:
    table = war("0,0 0:Hd", "1,0 0:HB")
    assert END in table.choices
    table.do("heal")
    assert END in table.choices
    table.do(END)
    assert table.asked == "RESOURCES"


def test_r4_a_declaration_can_be_taken_back_whole() -> None:
    table = war("0,0 0:HHd")
    table.do("move to 1,0", "with a healthy", "with a damaged", "take the move back")
    assert (table.asked, table.at("0,0"), table.at("1,0")) == ("ACTIONS", "0:HHd", "")
    table.do("move to 1,0")
    assert not table.can("go")  # the herds chosen before are forgotten
    table.do("with a healthy", "with a healthy", "go")
    assert (table.at("0,0"), table.at("1,0")) == ("0:d", "0:HH")


def test_r4_two_declarations_a_turn_can_be_taken_back_so_that_no_turn_runs_for_ever() -> None:
    table = war("0,0 0:HB", "2,0 1:HB", "-2,2 2:HB")
    for _ in range(2):
        table.do("move to 1,0", "take the move back")
    table.do("move to 1,0")
    assert table.choices == ["with a healthy herd from 0,0"]
    table.do("with a healthy")
    assert table.choices == ["go"]
    table.do("go").end_turn().pass_until("ACTIONS", 1)
    table.do("move to 2,-1")
    assert "take the move back" in table.choices


def test_r4_nobody_can_be_built_traded_or_nuked_with_while_a_move_is_declared_or_a_combat_is_on() -> None:
    """R10: free actions are for the time outside combat."""
    cards = "6 wood 6 wheat 6 clay 6 weapons 6 plutonium"
    more = {"hands": [cards, cards], "seats": {0: {"ready": 1}, 1: {"ready": 1}}, "spies": {0: ["Mole", "Smuggler"]}}
    table = war("0,0 0:HHHB", "1,0 1:HHH", "2,0 1:B", **more)
    free = ["build", "trade", "launch", "pay", "play"]
    assert all(table.can(start) for start in free)
    table.do("move to 1,0")
    assert not any(table.can(start) for start in free)
    table.do("with a healthy", "with a healthy", "go")  # 2 against 3
    assert (table.asked, table.seat) == ("LOSE", 0)
    assert table.choices == [DEATH, UNSCATHED]
    table = standoff({"0,0": 2}, "0,0 0:B", "1,0 1:HH", "2,0 1:B", **more)
    assert table.choices == ["fight on", "retreat"]
    table.do("fight on")
    assert (table.seat, table.choices) == (1, ["hold the region", "retreat to 2,0"])


# R4: a region attacked is not entered again this turn


def test_r4_a_region_attacked_in_vain_is_not_entered_again_this_turn() -> None:
    table = war("0,0 0:H", "1,-1 0:HHH", "1,0 1:HHH")
    table.move("1,0", "0,0 H")
    assert (table.at("1,0"), table.asked, table.has("attacked", "1,0")) == ("1:HHd", "ACTIONS", True)
    assert "1,0" not in targets(table)
    assert "2,-1" in targets(table)
    table.end_turn()
    assert not table.has("attacked", "1,0")


def test_r4_a_region_conquered_in_combat_is_not_entered_again_this_turn() -> None:
    table = war("0,0 0:HH", "1,-1 0:H", "1,0 1:d")
    table.move("1,0", "0,0 H")
    assert table.at("1,0") == "0:d"
    assert "1,0" not in targets(table)


def test_r4_herds_that_have_acted_are_hit_first_by_an_own_saboteur() -> None:
    """It is one herd of two alike: the other may still move, and the one hit cannot heal."""
    table = war("0,0 0:HH", "1,0 0:H", spies={0: ["Saboteur"]}).move("1,0", "0,0 H")
    table.do("play Saboteur", "sabotage 1,0")
    assert table.at("1,0") == "0:Hd"
    assert not table.can("heal")
    table.move("2,0", "1,0 H")
    assert table.at("1,0") == "0:d"


@pytest.mark.parametrize("mutation", ["Flying", "Burrowing"])
def test_r4_a_region_attacked_is_not_entered_again_by_any_mutation(mutation: str) -> None:
    table = war("0,0 0:HH", "1,-1 0:H", "-1,0 0:H", "1,0 1:d", mutations={0: mutation})
    assert "1,0" in targets(table)
    table.move("1,0", "0,0 H")
    assert table.at("1,0") == "0:d"
    assert "1,0" not in targets(table)


def test_r4_after_a_retreat_too_a_region_is_not_entered_again() -> None:
    table = standoff({"0,0": 1}, "0,0 0:H", "1,-1 0:H", "1,0 1:HHH").do("retreat")
    assert table.asked == "ACTIONS"
    assert "1,0" not in targets(table)


def test_r4_regions_entered_without_combat_can_be_entered_again() -> None:
    table = war("0,0 0:HHHH", "1,0 1:B", "-1,0 0:H")
    for name in ("1,0", "0,1", "-1,0"):
        table.move(name, "0,0 H")
        assert name in targets(table)
    table.move("1,0", "0,0 H")
    assert table.at("1,0") == "0:HH"


def test_r4_the_next_player_may_attack_a_region_again() -> None:
    table = war("0,0 0:HH", "1,0 1:HHB", "1,1 2:HH").move("1,0", "0,0 H")
    table.end_turn().end_turn().pass_until("ACTIONS", 2)
    assert "1,0" in targets(table)


# R5: combat rounds


@pytest.mark.parametrize(("attackers", "defenders"), [("H", "HHH"), ("HHHHd", "d"), ("HH", "HHd")])
def test_r5_each_unit_rolls_a_die(attackers: str, defenders: str) -> None:
    table = war(f"0,0 0:{attackers}", f"1,0 1:{defenders}", "2,0 1:B", die=BLANKS).move("1,0", f"0,0 {attackers}")
    assert table.asked == "RETREAT"
    assert sum(rolled(table, 0).values()) == len(attackers)
    assert sum(rolled(table, 1).values()) == len(defenders)


def test_r5_humans_roll_a_die_each() -> None:
    table = war("0,0 0:HHHH", "1,0 :3", die=BLANKS).move("1,0", "0,0 HHHH")
    assert (sum(rolled(table, 0).values()), sum(rolled(table, 1).values())) == (4, 3)


def test_r5_both_sides_deal_their_damage_at_once() -> None:
    """2 against 1: the defender dies of 2 points, and its gun counts all the same."""
    table = war("0,0 0:HH", "1,0 1:H").move("1,0", "0,0 HH")
    assert (table.at("1,0"), table.asked) == ("0:Hd", "ACTIONS")


def test_r5_blanks_and_human_faces_do_not_hurt_herds() -> None:
    def attack(seed: int) -> Play:
        return war("0,0 0:HHd", "1,0 1:HHd", die={"blank": 5, "human": 5, "gun": 1}, seed=seed).move("1,0", "0,0 HHd")

    table = until(attack, lambda table: "gun" not in {**rolled(table, 0), **rolled(table, 1)} and table.asked != "LOSE")
    assert table.asked == "RETREAT"
    assert {**rolled(table, 0), **rolled(table, 1)}.keys() == {"blank", "human"}
    assert (table.at("1,0"), table.state["attack_healthy"], table.state["attack_damaged"]) == ("1:HHd", 2, 1)


def test_r5_humans_are_hurt_by_guns_and_human_faces_but_hurt_herds_by_guns_only() -> None:
    table = until(
        lambda seed: war("0,0 0:HHH", "1,0 :3", die=FACES, seed=seed).move("1,0", "0,0 HHH"),
        lambda table: table.at("1,0") == "0:HHH",  # three faces on each side
    )
    assert table.at("1,0") == "0:HHH"
    losses = set()
    for seed in range(6):
        table = war("0,0 0:HHHH", "1,0 :2", die=FACES, seed=seed).move("1,0", "0,0 HHHH")
        losses.add(table.at("1,0"))
    assert losses <= {"0:HHHH", "0:HHHd", "0:HHdd"}  # whatever is rolled the humans are gone after one round
    assert len(losses) > 1


@pytest.mark.parametrize("seed", range(4))
def test_r5_damage_is_as_the_dice_say(seed: int) -> None:
    """A round with the dice of the box, 6 herds against 3 humans, read from what is left."""
    table = war("0,0 0:HHHHHH", "1,0 :3", die={"blank": 8, "human": 1, "gun": 1}, seed=seed).move("1,0", "0,0 HHHHHH")
    hurt = sum(rolled(table, 0).get(face, 0) for face in ("human", "gun"))
    if hurt < 3 and table.asked == "RETREAT":
        assert table.at("1,0") == f":{3 - hurt}"
        assert int(table.state["attack_damaged"]) == rolled(table, 1).get("gun", 0)
    else:
        assert table.at("1,0").startswith("0:")


def test_r5_humans_lose_one_for_each_point() -> None:
    table = war("0,0 0:H", "1,0 :3").move("1,0", "0,0 H")
    assert table.at("1,0") == ":2"  # 3 guns have killed the herd
    table = war("0,0 0:HH", "1,0 :3", seats={0: {"ready": 1}}).move("1,0", "0,0 HH")
    assert table.asked == "LOSE"  # 3 points on two healthy herds
    assert table.at("1,0") == ":3"  # the humans come second
    table.do(DEATH)
    assert (table.asked, table.at("1,0")) == ("RETREAT", ":1")


def test_r5_face_down_humans_are_turned_up_when_combat_has_begun() -> None:
    table = war("0,0 0:HHHHH", "1,0 :?3", die=BLANKS)
    table.do("move to 1,0", *["with a healthy"] * 5)
    assert table.at("1,0") == ":?3"  # not yet while the attack is declared
    table.do("go")
    assert table.state["shown_humans"].tolist() == [0, 0, 0, 1]
    assert table.asked == "RETREAT"
    assert table.at("1,0") == ":3"


def test_r5_humans_face_up_are_not_counted_as_turned_up_again() -> None:
    table = war("0,0 0:HHHHH", "1,0 :2", die=BLANKS, shown_humans=[0, 1, 0]).move("1,0", "0,0 HHHHH")
    assert table.state["shown_humans"].tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("armories", [0, 1, 2])
def test_r5_each_armory_of_the_attacker_adds_one_damage(armories: int) -> None:
    """Wherever it stands; Barns and the Armories of others add nothing. 1 gun, and the first point leaves no choice."""
    far = ["-1,1 0:A", "-2,1 0:A"][:armories]
    table = war("0,0 0:HB", "1,0 1:HHHHHH", "2,0 2:A", "-2,2 0:B", *far).move("1,0", "0,0 H")
    assert table.at("1,0") == "1:HHHHHd"
    assert (table.asked, table.state["hits"].tolist()) == ("LOSE" if armories else "ACTIONS", [0, armories])


@pytest.mark.parametrize("armories", [0, 1, 2])
def test_r5_each_armory_of_the_defender_adds_one_damage(armories: int) -> None:
    buildings = ["1,0 1:HA", "2,0 1:A"][:armories] or ["1,0 1:HB"]
    table = war("0,0 0:HHHHHH", *buildings, "-2,2 2:A").move("1,0", "0,0 HHHHHH")
    if armories == 0:
        assert table.at("1,0") == "0:HHHHHd"
    else:
        assert (table.asked, table.seat, table.state["hits"].tolist()) == ("LOSE", 0, [armories, 6])


def test_r5_armories_help_against_humans_in_every_round() -> None:
    table = war("0,0 0:HHHHA", "1,0 :3", die=BLANKS).move("1,0", "0,0 HHHH")
    left = 3 - 1 - rolled(table, 0).get("gun", 0)
    assert table.at("1,0") == f":{left}"
    table.do("fight on")
    assert table.at("1,0") == f":{left - 1 - rolled(table, 0).get('gun', 0)}"
    assert int(table.state["combat_round"]) == 2


def test_r5_rounds_go_on_until_a_side_is_gone_or_retreats() -> None:
    table = war("0,0 0:HHH", "1,0 1:HHH", die=BLANKS)
    table.move("1,0", "0,0 HHH")
    for number in range(1, 6):
        assert (table.asked, int(table.state["combat_round"])) == ("RETREAT", number)
        table.do("fight on", "hold the region")
        while table.asked == "LOSE":
            table.do(UNSCATHED)
        if table.asked != "RETREAT":
            break
    assert number > 2


def test_r5_combat_ends_with_the_attackers_dead() -> None:
    table = war("0,0 0:HH", "1,0 1:HHHB", "1,1 0:HB")
    effect = table.effect("move to 1,0", "with a healthy herd from 1,1", "go")
    assert effect == {"damaged 1,0": 1, "healthy 1,0": -1, "attacked 1,0": 1, "healthy 1,1": -1, "herds 0": -1}
    assert (table.asked, table.seat, table.at("1,0"), table.at("1,1")) == ("ACTIONS", 0, "1:HHdB", "0:B")


def test_r5_mutual_destruction_conquers_nothing() -> None:
    """R7: the building stands, there is no VP and no turmoil, and nobody comes after."""
    table = war("0,0 0:HH", "0,-1 0:H", "1,0 1:HB", "2,0 1:H")
    table.move("1,0", "0,0 H")
    table.do("fight on", "hold the region")
    assert (table.at("1,0"), table.at("0,0"), table.vp) == ("1:B", "0:H", [0, 1, 0])
    assert not table.has("turmoil", "1,0")
    assert "1,0" not in targets(table)
    assert [table.field("herds", seat) for seat in range(2)] == [2, 1]
    table = war("0,0 0:H", "0,-1 0:H", "1,0 1:H", "2,0 1:H").move("1,0", "0,0 H")
    table.do("fight on", "hold the region")
    assert (owner(table, "1,0"), owner(table, "0,0"), table.vp) == (-1, -1, [0, 0, 0])


def test_r5_mutual_destruction_with_humans_leaves_an_empty_region() -> None:
    table = war("0,0 0:dB", "1,0 :1").move("1,0", "0,0 d")
    assert (table.at("1,0"), table.at("0,0")) == ("", "0:B")
    assert not table.has("face_up", "1,0")


# R5: who takes damage chooses


def hit(attackers: str, defenders: str, hits: tuple[int, int], **more: Any) -> Play:
    """Seat 0 attacks 1,0 from 0,0; damage is about to be taken."""
    return draw(
        "0,0 0:B",
        f"1,0 1:{defenders}",
        "2,0 1:B",
        decision="lose",
        seat=0 if hits[0] else 1,
        combat={"region": "1,0", "sent": {"0,0": len(attackers)}, "damaged": attackers.count("d"), "hits": list(hits)},
        **more,
    )


def attackers(table: Play) -> str:
    """The attackers, as herds are drawn."""
    return "H" * int(table.state["attack_healthy"]) + "d" * int(table.state["attack_damaged"])


def test_r5_every_point_damages_a_healthy_herd_or_kills_a_damaged_one() -> None:
    for choice, left in ((UNSCATHED, "Hdd"), (DEATH, "HH")):
        table = hit("HHd", "HHH", (1, 0))
        assert (table.seat, table.choices) == (0, [DEATH, UNSCATHED])
        table.do(choice)
        assert (table.asked, attackers(table)) == ("RETREAT", left)
    assert table.field("herds", 0) == 2


@pytest.mark.parametrize(
    ("choices", "left"),
    [((UNSCATHED, UNSCATHED), "Hddd"), ((UNSCATHED, DEATH), "HHd"), ((DEATH,), "HHd")],
)
def test_r5_damage_is_spread_point_by_point(choices: Sequence[str], left: str) -> None:
    assert attackers(hit("HHHd", "HHH", (2, 0)).do(*choices)) == left


def test_r5_two_points_can_kill_a_healthy_herd() -> None:
    """The first point leaves no choice with healthy herds only."""
    table = war("0,0 0:HH", "1,0 :2").move("1,0", "0,0 HH")
    assert (table.asked, attackers(table), table.state["hits"].tolist()) == ("LOSE", "Hd", [1, 2])
    table.do(DEATH)
    assert table.at("1,0") == "0:H"


def test_r5_damage_without_a_choice_is_taken_without_asking() -> None:
    assert war("0,0 0:HHH", "1,0 :1").move("1,0", "0,0 HHH").at("1,0") == "0:HHd"  # all are healthy
    assert war("0,0 0:dd", "1,0 :1").move("1,0", "0,0 dd").at("1,0") == "0:d"  # all are damaged
    table = war("0,0 0:HdB", "1,0 1:HHH").move("1,0", "0,0 Hd")  # 3 points kill all
    assert (table.at("0,0"), table.asked, table.at("1,0")) == ("0:B", "LOSE", "1:HHd")
    assert table.seat == 1  # 1 of the 2 points on HHH is still to be taken


def test_r5_the_last_points_leave_no_choice_once_all_left_are_of_one_sort() -> None:
    table = hit("Hd", "HHH", (2, 0))
    table.do(UNSCATHED)
    assert (table.asked, attackers(table)) == ("RETREAT", "d")  # dd, and the second point kills one
    table = hit("Hd", "HHH", (2, 0))
    table.do(DEATH)
    assert (table.asked, attackers(table)) == ("RETREAT", "d")  # H, and the second point damages it


def test_r5_the_attacker_takes_its_damage_first_then_the_defender() -> None:
    table = hit("HHd", "HHd", (1, 1))
    assert (table.seat, table.at("1,0")) == (0, "1:HHd")
    table.do(DEATH)
    assert (table.asked, table.seat, table.choices) == ("LOSE", 1, [DEATH, UNSCATHED])
    table.do(UNSCATHED)
    assert (table.at("1,0"), table.asked, table.seat) == ("1:Hdd", "RETREAT", 0)


def test_r5_the_defender_chooses_how_it_takes_its_damage() -> None:
    table = hit("HHH", "HHd", (0, 2))
    assert (table.seat, table.choices) == (1, [DEATH, UNSCATHED])
    table.do(DEATH)
    assert (table.at("1,0"), table.field("herds", 1)) == ("1:Hd", 2)  # HH are left, and take the other point


# R6: retreats


def test_r6_the_attacker_is_asked_first_then_the_defender() -> None:
    table = standoff({"0,0": 3}, "0,0 0:B", "1,0 1:HHH", "2,0 1:B")
    assert (table.asked, table.seat, table.choices) == ("RETREAT", 0, ["fight on", "retreat"])
    table.do("fight on")
    assert (table.asked, table.seat, table.choices) == ("RETREAT_TO", 1, ["hold the region", "retreat to 2,0"])
    table.do("hold")
    assert (int(table.state["combat_round"]), table.seat) == (2, 0)


def test_r6_if_the_attacker_retreats_the_combat_is_over_and_the_defender_is_not_asked() -> None:
    table = standoff({"0,0": 3}, "0,0 0:B", "1,0 1:HHH", "2,0 1:B").do("retreat")
    assert (table.asked, table.seat, table.at("0,0"), table.at("1,0")) == ("ACTIONS", 0, "0:HHHB", "1:HHH")
    assert table.choices == [END]  # they have acted
    assert int(table.state["fight"]) == -1


def test_r6_humans_never_retreat() -> None:
    table = war("0,0 0:HHHH", "1,0 :3", die=BLANKS).move("1,0", "0,0 HHHH")
    assert table.asked == "RETREAT"
    table.do("fight on")
    assert table.seat == 0
    assert int(table.state["combat_round"]) == 2


def retreating(sent: Mapping[str, int], survivors: str, *regions: str) -> Play:
    """Seat 0 has attacked 1,0, where three herds are left, and retreats with the survivors."""
    combat = {"region": "1,0", "sent": dict(sent)}
    combat |= {"healthy": survivors.count("H"), "damaged": survivors.count("d")}
    table = draw("1,0 1:HHH", "-2,2 2:H", "-2,1 0:B", *regions, decision="retreat", combat=combat)
    return table.do("retreat")


def test_r6_attackers_of_one_region_return_without_being_asked() -> None:
    table = retreating({"0,0": 4}, "HHd", "0,0 0:dB")
    assert (table.asked, table.at("0,0"), table.at("1,0")) == ("ACTIONS", "0:HHddB", "1:HHH")
    assert table.choices == [END, "heal a herd at 0,0", *[f"move to {name}" for name in targets(table)]]
    table.do("heal")
    assert table.choices == [END]  # the one that stayed at home could still act, those that fought cannot


def test_r6_attackers_return_as_their_player_likes_within_what_each_region_sent() -> None:
    sent = {"0,0": 2, "1,1": 1, "2,0": 3}
    table = retreating(sent, "HHH")
    assert table.choices == ["a herd returns to 0,0", "a herd returns to 1,1", "a herd returns to 2,0"]
    table.do("a herd returns to 1,1")
    assert table.choices == ["a herd returns to 0,0", "a herd returns to 2,0"]  # 1,1 sent only one
    table.do("a herd returns to 0,0")
    assert table.choices == ["a herd returns to 0,0", "a herd returns to 2,0"]
    table.do("a herd returns to 0,0")
    assert [table.at(name) for name in sent] == ["0:HH", "0:H", ""]
    table = retreating(sent, "HHH").do(*["a herd returns to 2,0"] * 3)
    assert [table.at(name) for name in sent] == ["", "", "0:HHH"]
    table = retreating(sent, "HHHHHH")
    table.do("a herd returns to 1,1", "a herd returns to 0,0", "a herd returns to 0,0")
    assert [table.at(name) for name in sent] == ["0:HH", "0:H", "0:HHH"]  # the rest has only one way to go


def test_r6_damaged_herds_return_first_so_that_any_distribution_can_be_had() -> None:
    for first, second, left in (("0,0", "1,1", ["0:d", "0:H"]), ("1,1", "0,0", ["0:H", "0:d"])):
        table = retreating({"0,0": 2, "1,1": 2}, "Hd").do(f"a herd returns to {first}", f"a herd returns to {second}")
        assert [table.at("0,0"), table.at("1,1")] == left
        assert table.choices == [END]  # neither can heal or move


def test_r6_an_origin_that_gets_nothing_back_and_holds_nothing_is_nobodys_once_the_combat_is_over() -> None:
    table = war("0,0 0:HH", "1,1 0:HH", "1,0 1:HHHHB", "2,0 1:H", die=BLANKS)
    table.move("1,0", "0,0 HH", "1,1 HH")
    assert table.asked == "RETREAT"
    assert (owner(table, "0,0"), owner(table, "1,1")) == (0, 0)  # they are the attacker's until it ends
    table.do("retreat")
    table.do(*["a herd returns to 1,1"] * 2)
    while table.asked == "RETURN":
        table.do("a herd returns to 0,0")
    assert (owner(table, "0,0"), owner(table, "1,1")) == (0, 0)
    table = retreating({"0,0": 1, "1,1": 1}, "H").do("a herd returns to 1,1")
    assert (owner(table, "0,0"), owner(table, "1,1")) == (-1, 0)


def test_r6_origins_without_herds_are_nobodys_once_the_attackers_are_dead() -> None:
    table = war("0,0 0:d", "1,1 0:dB", "1,0 1:HHH", "-2,1 0:H").move("1,0", "0,0 d", "1,1 d")
    assert (table.asked, owner(table, "0,0")) == ("LOSE", 0)
    table.do(DEATH)
    assert (owner(table, "0,0"), owner(table, "1,1")) == (-1, 0)


def shelters(*regions: str, **more: Any) -> list[str]:
    """Where the defenders of 1,0 may retreat to, seat 0 attacking from 0,0."""
    table = standoff({"0,0": 2}, "-2,2 0:B", "1,0 1:HHd", "-2,1 2:H", *regions, **more)
    table.do("fight on")
    if table.asked != "RETREAT_TO":
        return []
    assert table.seat == 1
    assert "hold the region" in table.choices
    return [text.removeprefix("retreat to ") for text in table.choices if text.startswith("retreat to ")]


def test_r6_a_defender_goes_to_an_adjacent_region_of_its_own_if_there_is_one() -> None:
    assert shelters("2,0 1:H") == ["2,0"]  # not to the empty ones
    assert shelters("2,0 1:B") == ["2,0"]  # a building is enough
    assert shelters("2,0 1:d", "1,1 1:HB", "2,-1 2:H", "-1,0 1:H") == ["1,1", "2,0"]


def test_r6_else_a_defender_goes_to_an_adjacent_empty_region() -> None:
    """Not to humans, other players or their buildings, and not to where the attack came from."""
    assert shelters("-1,0 1:H") == ["0,1", "1,-1", "1,1", "2,-1", "2,0"]
    assert shelters("2,0 0:H", "1,1 :2", "2,-1 :?1", "1,-1 2:B") == ["0,1"]


def test_r6_a_defender_with_nowhere_to_go_cannot_retreat() -> None:
    assert shelters("2,0 0:H", "1,1 :2", "2,-1 :?1", "1,-1 2:B", "0,1 2:H") == []


def test_r6_a_defender_retreats_one_step_also_if_flying() -> None:
    blocked = ("2,0 0:H", "1,1 :2", "2,-1 :?1", "1,-1 2:B", "0,1 2:H", "-1,1 1:H")
    assert shelters(*blocked, mutations={1: "Flying"}) == []
    assert shelters("-1,1 1:H", mutations={1: "Flying"}) == ["0,1", "1,-1", "1,1", "2,-1", "2,0"]


def test_r6_burrowing_does_not_help_a_defender() -> None:
    assert shelters("-1,1 1:H", mutations={1: "Burrowing"}) == ["0,1", "1,-1", "1,1", "2,-1", "2,0"]


def test_r6_all_defenders_go_and_the_attacker_moves_in() -> None:
    table = standoff({"0,0": 3}, "0,0 0:B", "1,0 1:HHd", "2,0 1:dB").do("fight on")
    before = table.facts()
    table.do("retreat to 2,0")
    assert (table.at("1,0"), table.at("2,0"), table.at("0,0")) == ("0:HHH", "1:HHddB", "0:B")
    assert (table.seat, table.choices) == (0, [END])  # they have acted
    changes = table.changes(before)
    assert changes["vp_tokens 0"] == 1
    assert changes["turmoil 1,0"] == 1
    assert "herds 1" not in changes


def test_r6_a_defender_retreats_to_an_empty_region_and_holds_it() -> None:
    table = standoff({"0,0": 3}, "0,0 0:B", "1,0 1:HHdA", "-2,2 2:H").do("fight on", "retreat to 2,0")
    assert (table.at("2,0"), table.at("1,0"), owner(table, "2,0")) == ("1:HHd", "0:HHH", 1)
    assert table.field("armories", 1) == 0  # left behind, it falls
    assert table.vp == [2, 0, 0]


def test_r6_a_retreat_to_a_region_attacked_earlier_this_turn_is_open() -> None:
    """Only the active player's herds may not enter it again."""
    table = standoff({"0,0": 3}, "0,0 0:B", "1,0 1:HHd", "1,-1 1:d", region={"1,-1": {"attacked": True}})
    assert table.do("fight on").choices == ["hold the region", "retreat to 1,-1"]


# R7: conquest


def test_r7_a_conqueror_takes_a_vp_token_and_leaves_turmoil() -> None:
    table = war("0,0 0:HHH", "1,0 1:d", "2,0 1:B")
    effect = table.effect("move to 1,0", *["with a healthy"] * 2, "go")
    assert effect == {
        "attacked 1,0": 1,
        "healthy 0,0": -2,
        "owner 1,0": -1,
        "healthy 1,0": 1,
        "herds 1": -1,
        "turmoil 1,0": 1,
        "vp_tokens 0": 1,
    }
    assert (table.at("1,0"), table.vp) == ("0:Hd", [1, 1, 0])


@pytest.mark.parametrize("building", ["B", "A"])
def test_r7_buildings_of_the_enemy_fall_without_any_roll(building: str) -> None:
    table = war("0,0 0:HHHHH", f"1,0 1:d{building}", "2,0 1:H")
    table.do("move to 1,0", *["with a healthy"] * 4, "go")
    while table.asked == "LOSE":
        table.do(UNSCATHED)
    assert table.at("1,0") in ("0:HHHd", "0:HHdd")  # an Armory has dealt 1 more
    assert table.vp == [1, 0, 0]


def test_r7_where_there_is_turmoil_nothing_is_gained_but_buildings_fall() -> None:
    table = war("0,0 0:HHH", "1,0 1:dB", "2,0 1:H", region={"1,0": {"turmoil": True}})
    effect = table.effect("move to 1,0", *["with a healthy"] * 2, "go")
    assert not effect.keys() & {"vp_tokens 0", "turmoil 1,0"}
    assert (table.at("1,0"), table.vp, table.has("turmoil", "1,0")) == ("0:Hd", [0, 0, 0], True)


@pytest.mark.parametrize("what", [":1", ":?1", ":"])
def test_r7_regions_of_humans_and_empty_ones_bring_no_vp(what: str) -> None:
    table = war("0,0 0:HHH", *([f"1,0 {what}"] if what != ":" else []))
    table.move("1,0", "0,0 HHH")
    assert table.at("1,0").startswith("0:HH")
    assert (table.vp, table.has("turmoil", "1,0")) == ([0, 0, 0], False)


@pytest.mark.parametrize(("building", "key"), [("B", "barns"), ("A", "armories")])
def test_r7_an_enemy_building_without_herds_is_entered_without_combat_and_falls(building: str, key: str) -> None:
    table = war("0,0 0:H", f"1,0 1:{building}", "2,0 1:H")
    effect = table.effect("move to 1,0", "with a healthy", "go")
    assert "attacked 1,0" not in effect
    assert "vp_tokens 0" not in effect  # no herds stood there when the turn began
    assert (table.at("1,0"), table.field(key, 1), table.has("turmoil", "1,0")) == ("0:H", 0, False)


def test_r7_so_does_a_building_whose_herds_were_nuked_away_which_brings_a_vp() -> None:
    table = war("0,0 0:H", "1,0 1:dB", "2,0 1:H", seats={0: {"ready": 1}})
    table.do("launch a ready nuke", "launch at 1,0")
    assert (table.at("1,0"), table.asked) == ("1:B", "ACTIONS")
    table.move("1,0", "0,0 H")
    assert (table.at("1,0"), table.field("barns", 1), table.field("vp_tokens", 0)) == ("0:H", 0, 1)
    assert table.has("turmoil", "1,0")
    assert not table.has("attacked", "1,0")


def test_r7_a_region_emptied_by_a_nuke_brings_a_vp_too() -> None:
    table = war("0,0 0:H", "1,0 1:dd", "2,0 1:H", seats={0: {"ready": 1}})
    table.do("launch a ready nuke", "launch at 1,0")
    assert owner(table, "1,0") == -1
    table.move("1,0", "0,0 H")
    assert (table.field("vp_tokens", 0), table.has("turmoil", "1,0")) == (1, True)


def test_r7_where_a_retreater_has_just_arrived_there_is_no_vp() -> None:
    """Enemy herds must have stood in the region when the turn began."""
    table = standoff({"0,0": 3}, "0,0 0:HHH", "1,0 1:d", "2,0 1:B", "0,1 1:B").do("fight on", "retreat to 0,1")
    assert (table.at("0,1"), table.vp, table.has("turmoil", "1,0")) == ("1:dB", [1, 2, 0], True)
    table.move("0,1", "0,0 HHH")
    assert (table.at("0,1"), table.vp, table.has("turmoil", "0,1")) == ("0:HHd", [1, 1, 0], False)


def test_r7_the_turn_remembers_where_others_had_herds_when_it_began() -> None:
    """Of whatever player; not where there were only buildings, humans, or own herds."""
    table = war("0,0 0:HB", "1,0 1:HB", "2,0 1:B", "-1,0 2:d", "0,1 :2", "2,-1 1:H").end_turn()
    assert table.active == 1
    names = ("0,0", "1,0", "2,0", "-1,0", "0,1", "2,-1", "1,1")
    assert [name for name in names if table.has("stood", name)] == ["0,0", "-1,0"]


def test_r7_the_16_vp_tokens_are_a_limit_turmoil_tokens_are_not() -> None:
    for others, gained in ((16, 0), (15, 1)):
        table = war("0,0 0:H", "1,0 1:d", "2,0 1:B", seats={1: {"vp_tokens": 8}, 2: {"vp_tokens": others - 8}})
        table.move("1,0", "0,0 H")
        assert (table.field("vp_tokens", 0), table.has("turmoil", "1,0")) == (gained, True)


def test_r7_vp_tokens_of_players_who_are_out_are_not_there_to_be_taken() -> None:
    table = war("0,0 0:H", "1,0 1:d", "2,0 1:B", seats={1: {"vp_tokens": 7}, 2: {"vp_tokens": 9, "out": 1}})
    table.move("1,0", "0,0 H")
    assert (table.field("vp_tokens", 0), table.has("turmoil", "1,0")) == (0, True)


def test_r7_turmoil_leaves_own_and_uncontrolled_regions_when_a_turn_begins() -> None:
    """R3. So a region lost and won to and fro every turn pays only once."""
    turmoil = {name: {"turmoil": True} for name in ("0,0", "1,0", "2,0", "0,1", "1,1", "1,-1")}
    regions = ("0,0 0:H", "1,0 1:H", "1,-1 1:B", "2,0 2:H", "0,1 :2")
    table = draw(*regions, region=turmoil)
    assert all(table.has("turmoil", name) for name in turmoil)
    table.end_turn()
    assert [name for name in turmoil if table.has("turmoil", name)] == ["0,0", "2,0"]
    table.end_turn()
    assert [name for name in turmoil if table.has("turmoil", name)] == ["0,0"]
    table.end_turn()
    assert not int(table.state["turmoil"])


def test_r7_a_region_in_turmoil_can_be_conquered_for_a_vp_again_once_the_turmoil_is_gone() -> None:
    table = war("0,0 0:HHHB", "1,0 1:d", "2,-1 1:HHHH", "2,0 1:B").move("1,0", "0,0 H")
    assert (table.vp[0], table.at("1,0")) == (2, "0:d")
    table.end_turn().pass_until("ACTIONS", 1)
    table.move("1,0", "2,-1 H")
    assert (table.at("1,0"), table.field("vp_tokens", 1)) == ("1:d", 0)  # there is turmoil
    table.end_turn()
    assert table.has("turmoil", "1,0")
    table.end_turn()
    table.pass_until("ACTIONS", 0).move("1,0", "0,0 H")
    assert (table.at("1,0"), table.field("vp_tokens", 0)) == ("0:d", 1)  # seat 1 held it all the time


def test_r7_conquerors_have_acted() -> None:
    table = war("0,0 0:HHd", "1,0 1:d", "2,0 1:B").move("1,0", "0,0 HHd")
    while table.asked == "LOSE":
        table.do(DEATH)
    assert (table.at("1,0"), table.choices) == ("0:HH", [END])


def test_r7_who_conquers_the_tenth_vp_wins_at_once() -> None:
    table = war("0,0 0:H", "1,0 1:d", "2,0 1:B", seats={0: {"vp_tokens": 9}}).move("1,0", "0,0 H")
    assert (table.over, table.winners) == (True, [0])


def test_r15_who_loses_the_last_herd_and_building_in_combat_is_out_when_it_is_over() -> None:
    table = war("0,0 0:HH", "1,0 1:d", hands=["", "3 wood"], seats={1: {"vp_tokens": 2}}).move("1,0", "0,0 H")
    assert (table.field("out_at", 1), table.hand(1), table.field("vp_tokens", 1)) == (1, "", 2)
    assert (table.asked, table.seat, table.over) == ("ACTIONS", 0, False)
    table.end_turn()
    assert table.active == 2


def test_r15_an_attacker_without_anything_left_is_out_and_its_turn_ends() -> None:
    table = war("0,0 0:d", "1,0 1:HH", "2,0 2:H")
    table.move("1,0", "0,0 d")
    assert (table.field("out_at", 0), table.active) == (1, 1)


def test_r15_a_herd_that_fights_is_not_lost_while_it_fights() -> None:
    """All that is left of seat 0 is on its way."""
    table = war("0,0 0:HHH", "1,0 1:HHH", "2,0 2:H", die=BLANKS).move("1,0", "0,0 HHH")
    assert (table.asked, table.field("out_at", 0)) == ("RETREAT", 0)


def test_r15_the_last_one_left_wins() -> None:
    table = war("0,0 0:H", "1,0 1:d", seats={2: {"out": 1}}).move("1,0", "0,0 H")
    assert (table.over, table.winners, table.field("out_at", 1)) == (True, [0], 2)


def test_r15_if_the_last_two_destroy_each_other_they_share_the_win() -> None:
    table = war("0,0 0:d", "1,0 1:d", seats={2: {"out": 1}}).move("1,0", "0,0 d")
    assert (table.over, table.winners) == (True, [0, 1])


# R8: humans


@pytest.mark.parametrize("token", [":?3", ":3"])
def test_r8_humans_left_over_stay_face_up_at_their_new_number(token: str) -> None:
    table = war("0,0 0:H", f"1,0 {token}", "2,0 0:B").move("1,0", "0,0 H")
    assert (table.at("1,0"), table.has("face_up", "1,0"), table.asked) == (":2", True, "ACTIONS")
    assert table.state["shown_humans"].tolist() == [0, 0, 0, 1]  # the token that was laid had a 3
    table.end_turn()
    assert table.at("1,0") == ":2"


def test_r8_humans_stay_face_up_undamaged_after_a_retreat_too() -> None:
    table = war("0,0 0:HHHHH", "1,0 :?3", die=BLANKS).move("1,0", "0,0 HHHHH")
    left = 3 - rolled(table, 0).get("gun", 0)
    table.do("retreat")
    assert table.at("1,0") == f":{left}"


def test_r8_humans_beaten_are_gone_and_the_herds_move_in() -> None:
    table = war("0,0 0:HHHB", "1,0 :?2")
    effect = table.effect("move to 1,0", *["with a healthy"] * 3, "go", DEATH)
    assert effect == {
        "attacked 1,0": 1,
        "healthy 0,0": -3,
        "owner 1,0": 1,
        "healthy 1,0": 2,
        "humans 1,0": -2,
        "herds 0": -1,
    }
