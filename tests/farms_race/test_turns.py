"""Set-up, the four phases of a turn, resources, free actions, discards (R1-R4, R9, R10)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from envs.farms_race import GAME
from envs.farms_race.box import HUMAN_TOKENS, MUTATIONS, SPIES, SPY_CARDS

from .table import Play, draw, starts_of, until

PLAIN = {0: "Armoured", 1: "Ferocious", 2: "Burrowing", 3: "Swarming", 4: "Venomous"}
"""Mutations that matter in combat and for moves only."""
TERRAINS = {"forest": "wood", "field": "wheat", "clay pit": "clay", "weapons factory": "weapons"}
EVERYTHING = "9 wood 9 wheat 9 clay 9 weapons 9 plutonium"


def fresh(seed: int = 1, **options: Any) -> Play:
    """A new game, before the first choice of its set-up."""
    table = Play(GAME, options)
    table.start(seed)
    return table


def first(table: Play) -> Play:
    """Take the first thing that can be done."""
    return table.do(table.choices[0])


def asked(table: Play) -> list[tuple[int, str]]:
    """Who is asked what during the set-up, up to the first turn."""
    found = []
    while int(table.state["stage"]) == 0:
        found.append((table.seat, str(table.asked)))
        first(table)
    return found


def prepared(*regions: str, active: int = 0, **more: Any) -> Play:
    """The start of a turn, up to its first decision."""
    more = {"mutations": PLAIN, **more}
    return draw(*regions, active=active, stage="preparation", **more)


def in_phase(phase: str, *regions: str, **more: Any) -> Play:
    """A table in phase 3 ("RESOURCES") or 4 ("DISCARD"), the roll done with: all dice show plutonium."""
    more = {"mutations": PLAIN, **more}
    table = draw(*regions, stage=phase.lower(), **more)
    assert table.asked == phase
    return table


# R1: control


def test_r1_a_herd_or_a_building_controls_a_region_and_humans_are_nobodys() -> None:
    table = draw(
        "1,-1 0:H",  # forests: a herd, a building alone, a damaged herd; humans in between
        "-1,0 1:B",
        "0,1 2:d",
        "0,0 :2",
        "1,0 :?1",
        options={"resource_die": {"wood": 1}},
        mutations=PLAIN,
    )
    assert table.state["land"][:3].tolist() == [1 << table.number(place) for place in ("1,-1", "-1,0", "0,1")]
    assert [int(table.state["owner"][table.number(place)]) for place in ("0,0", "1,0", "0,-1")] == [-1, -1, -1]
    assert table.effect("end the Action phase") == {f"hand wood {seat}": 2 for seat in range(3)}


def test_r1_a_region_left_without_herd_and_building_is_nobodys() -> None:
    table = draw("0,0 0:H", "1,0 0:HHB", mutations=PLAIN).move("0,1", "0,0 H", "1,0 HH")
    assert [table.at(place) for place in ("0,0", "1,0", "0,1")] == ["", "0:B", "0:HHH"]
    assert int(table.state["owner"][table.number("0,0")]) == -1


# R2: set-up


@pytest.mark.parametrize(("players", "cards"), [(3, [0, 0, 1]), (4, [0, 0, 1, 2]), (5, [0, 0, 1, 2, 2])])
def test_r2_seats_in_turn_choose_mutation_home_and_cards_third_one_fourth_and_fifth_two(
    players: int, cards: list[int]
) -> None:
    table = fresh(num_players=players, mutations=[name for name in MUTATIONS if name not in ("Hoarding", "Extra")])
    expected = [
        (seat, what) for seat in range(players) for what in ("MUTATION", "START", *["START_CARD"] * cards[seat])
    ]
    assert asked(table) == expected
    assert [int(table.state["hand"][seat].sum()) for seat in range(players)] == cards


def test_r2_starting_cards_are_any_of_the_five_also_twice_the_same() -> None:
    table = fresh(num_players=4).pass_until("START_CARD", 3)
    assert table.choices == ["take clay", "take plutonium", "take weapons", "take wheat", "take wood"]
    table.do("take plutonium", "take plutonium")
    assert table.hand(3) == "2 plutonium"
    assert table.known(0, 3) == "2 plutonium"  # taken openly (R18)
    table = fresh(num_players=4).pass_until("START_CARD", 3).do("take wood", "take clay")
    assert table.hand(3) == "1 wood 1 clay"


def test_r2_each_keeps_one_of_two_mutations_dealt_and_the_others_leave_the_game() -> None:
    table = fresh(3, num_players=3)
    dealt = [[MUTATIONS[kind] for kind in row if kind >= 0] for row in table.state["dealt"][:3].tolist()]
    assert [len(row) for row in dealt] == [2, 2, 2]
    assert len({name for row in dealt for name in row}) == 6
    kept = []
    for seat in range(3):
        assert (table.seat, table.choices) == (seat, sorted(f"keep {name}" for name in dealt[seat]))
        kept.append(dealt[seat][seat % 2])
        table.do(f"keep {kept[-1]}")
        table.pass_until("MUTATION" if seat < 2 else "ACTIONS")
    assert [MUTATIONS[kind] for kind in table.state["mutation"][:3]] == kept
    assert (table.state["dealt"] == -1).all()


def test_r2_mutations_dealt_are_base_ones_and_with_five_players_all() -> None:
    for players, known in ((3, 11), (4, 11), (5, 19)):
        dealt = {int(kind) for seed in range(8) for kind in fresh(seed, num_players=players).state["dealt"].flat}
        assert dealt == {-1, *range(known)}


def test_r2_home_is_a_free_start_with_a_barn_and_two_healthy_herds() -> None:
    table = fresh(num_players=3, mutations=[*PLAIN.values(), "Prolific"])
    table.pass_until("START", 0)
    assert table.choices == [f"make {place} your home" for place in ("-2,2", "0,-2", "2,0")]
    table.do("make 2,0 your home")
    assert table.at("2,0") == "0:HHB"
    table.pass_until("START", 1)
    assert table.choices == [f"make {place} your home" for place in ("-2,2", "0,-2")]
    table.do("make 0,-2 your home").pass_until("START", 2)
    assert table.choices == ["make -2,2 your home"]
    table.do("make -2,2 your home")
    assert [table.at(place) for place in ("0,-2", "-2,2")] == ["1:HHB", "2:HHB"]
    assert table.vp == [1, 1, 1]


def test_r2_extra_starts_with_three_herds_and_hoarding_with_a_card_more() -> None:
    names = ["Extra", "Hoarding", "Armoured", "Ferocious", "Thrifty", "Prolific"]
    table = until(lambda seed: fresh(seed, mutations=names), lambda t: t.can("keep Extra"))
    place = table.do("keep Extra").choices[0].split()[1]
    first(table)
    assert table.at(place) == "0:HHHB"
    assert table.asked == "MUTATION"  # no card for the first player

    table = until(lambda seed: fresh(seed, mutations=names), lambda t: t.can("keep Hoarding"))
    place = table.do("keep Hoarding").choices[0].split()[1]
    first(table)
    assert table.at(place) == "0:HHB"
    assert (table.seat, table.asked) == (0, "START_CARD")
    assert table.do("take clay").hand(0) == "1 clay"
    assert (table.seat, table.asked) == (1, "MUTATION")


def test_r2_hoarding_third_player_takes_two_cards() -> None:
    names = ["Extra", "Hoarding", "Armoured", "Ferocious", "Thrifty", "Prolific"]
    table = until(lambda seed: fresh(seed, mutations=names).pass_until("MUTATION", 2), lambda t: t.can("keep Hoarding"))
    first(table.do("keep Hoarding")).do("take wood", "take wood")
    assert table.hand(2) == "2 wood"


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 3},
        {"num_players": 3, "map": "3p_large"},
        {"num_players": 4},
        {"num_players": 5},
        {"num_players": 3, "map": "4p_large"},
    ],
)
def test_r2_humans_face_down_in_every_region_that_is_no_start_none_on_a_start_left_free(
    options: dict[str, Any],
) -> None:
    table = fresh(**options)
    s = table.state
    starts = starts_of(table.clone())
    humans = {name: int(s["humans"][table.number(name)]) for name in names_of(table)}
    assert {name for name, number in humans.items() if number == 0} == set(starts)
    assert not s["face_up"]
    counts = Counter(humans.values())
    assert all(counts[number] <= HUMAN_TOKENS[number] for number in (1, 2, 3))
    assert set(counts) == {0, 1, 2, 3}
    asked(table)
    assert {name for name in names_of(table) if table.at(name) == ""} <= set(starts)


def names_of(table: Play) -> list[str]:
    """The names of all regions."""
    s = table.state
    return [f"{s['q'][i]},{s['r'][i]}" for i in range(int(s["regions"]))]


def test_r2_humans_and_spies_are_shuffled_by_the_seed() -> None:
    one, same, other = fresh(1).state, fresh(1).state, fresh(2).state
    for field in ("humans", "deck"):
        assert one[field].tolist() == same[field].tolist()
        assert one[field].tolist() != other[field].tolist()
    assert [one["deck"].tolist().count(kind) for kind in range(len(SPIES))] == SPY_CARDS.tolist()
    assert len({fresh(seed).state["deck"][0] for seed in range(12)}) > 3  # anything may lie on top


def test_r2_nobody_has_anything_else_and_the_first_player_begins_round_1() -> None:
    table = fresh(num_players=3, mutations=["Armoured", "Ferocious", "Thrifty", "Burrowing", "Adorable", "Flying"])
    asked(table)
    s = table.state
    assert (table.active, table.asked, int(s["round"]), int(s["deck_size"])) == (0, "ACTIONS", 1, 24)
    for field in ("ready", "spent", "vp_tokens", "moles", "spies", "armories", "out_at", "turmoil"):
        assert not s[field].any()
    assert int(s["nukiest"]) == -1
    assert [table.field("herds", seat) for seat in range(3)] == [3, 2, 2]  # the first player's Preparation is done


# R2: two players


def test_two_players_are_dealt_three_and_never_those_that_are_not_for_two() -> None:
    dealt: set[int] = set()
    for seed in range(12):
        table = fresh(seed, num_players=2)
        rows = table.state["dealt"][:2].tolist()
        assert all(min(row) >= 0 for row in rows)
        assert len({kind for row in rows for kind in row}) == 6
        assert len(table.choices) == 3
        dealt |= {kind for row in rows for kind in row}
    left_out = ["Adorable", "Flying", "Insecure", "Parasitic", "Radioactive", "Extra", "Ballistic"]
    assert {MUTATIONS[kind] for kind in dealt} == set(MUTATIONS) - set(left_out)


def test_two_players_the_second_takes_two_cards_that_the_dice_show_and_wilds_are_rolled_again() -> None:
    seen = set()
    for seed in range(8):
        table = fresh(
            seed,
            num_players=2,
            resource_die={"wood": 2, "clay": 1, "?": 9},
            mutations=[name for name in MUTATIONS if name != "Hoarding"],
        )
        assert [what for _, what in asked(table)] == ["MUTATION", "START"] * 2
        assert table.hand(0) == ""
        assert table.known(0, 1) == table.hand(1)  # rolled openly
        seen.add(table.hand(1))
    assert seen == {"2 wood", "1 wood 1 clay"} or seen == {"2 wood", "1 wood 1 clay", "2 clay"}


def test_two_players_hoarding_takes_a_card_of_its_choice_beside_them() -> None:
    for seat, hand in ((0, "1 clay"), (1, "2 wood 1 clay")):
        table = until(
            lambda seed, seat=seat: fresh(seed, num_players=2, resource_die={"wood": 1}).pass_until("MUTATION", seat),
            lambda t: t.can("keep Hoarding"),
        )
        first(table.do("keep Hoarding")).do("take clay")
        assert table.hand(seat) == hand


# R3: Preparation


def test_r3_a_healthy_herd_at_each_own_building_and_nowhere_else() -> None:
    table = prepared("2,0 0:HHB", "1,0 0:dA", "0,0 0:H", "0,-2 1:HB", "-2,2 2:A")
    places = ("2,0", "1,0", "0,0", "0,-2", "-2,2")
    assert [table.at(place) for place in places] == ["0:HHHB", "0:HdA", "0:H", "1:HB", "2:A"]
    assert table.asked == "ACTIONS"
    assert table.field("herds", 0) == 6


def test_r3_a_building_without_herds_gets_one_too_and_it_may_act_this_turn() -> None:
    table = prepared("2,0 0:B")
    assert table.at("2,0") == "0:HB"
    assert table.move("1,0", "2,0 H").at("1,0") == "0:H"


def test_r3_without_a_building_no_herd_comes() -> None:
    table = prepared("0,0 0:HH")
    assert (table.at("0,0"), table.asked) == ("0:HH", "ACTIONS")


def test_r3_only_the_active_player_prepares() -> None:
    table = draw("2,0 0:HB", "0,-2 1:HB", "-2,2 2:HB", mutations=PLAIN)
    table.end_turn()
    assert [table.at(place) for place in ("2,0", "0,-2", "-2,2")] == ["0:HB", "1:HHB", "2:HB"]
    table.end_turn()
    assert [table.at(place) for place in ("2,0", "0,-2", "-2,2")] == ["0:HB", "1:HHB", "2:HHB"]


def test_r3_short_supply_the_player_chooses_which_buildings() -> None:
    """Eleven of twelve herds are on the map, three buildings are due one each."""
    table = prepared("2,0 0:HHHHHB", "1,0 0:HHA", "0,0 0:HHB", "0,1 0:HH")
    assert (table.seat, table.asked) == (0, "PLACE")
    assert table.choices == ["place a herd at 0,0", "place a herd at 1,0", "place a herd at 2,0"]
    assert table.effect("place a herd at 1,0") == {"healthy 1,0": 1, "herds 0": 1}
    assert table.asked == "ACTIONS"


def test_r3_short_supply_no_building_gets_two() -> None:
    table = prepared("2,0 0:HHHHHB", "1,0 0:HHA", "0,0 0:HHB", "0,1 0:H")
    table.do("place a herd at 2,0")
    assert table.choices == ["place a herd at 0,0", "place a herd at 1,0"]
    table.do("place a herd at 0,0")
    assert [table.at(place) for place in ("2,0", "1,0", "0,0")] == ["0:HHHHHHB", "0:HHA", "0:HHHB"]
    assert table.asked == "ACTIONS"


def test_r3_supply_that_is_enough_and_supply_that_is_gone_are_no_choice() -> None:
    table = prepared("2,0 0:HHHHHB", "1,0 0:HHA", "0,0 0:HHB")
    assert (table.asked, table.field("herds", 0)) == ("ACTIONS", 12)
    assert [table.at(place) for place in ("2,0", "1,0", "0,0")] == ["0:HHHHHHB", "0:HHHA", "0:HHHB"]
    table = prepared("2,0 0:HHHHHHHHHHB", "1,0 0:HHA")
    assert (table.asked, table.field("herds", 0)) == ("ACTIONS", 12)
    assert [table.at(place) for place in ("2,0", "1,0")] == ["0:HHHHHHHHHHB", "0:HHA"]


def test_r3_nothing_else_can_be_done_while_herds_are_placed() -> None:
    table = prepared("2,0 0:HHHHHHB", "1,0 0:HHHHHA", hands=[EVERYTHING], seats={0: {"ready": 1}})
    assert table.choices == ["place a herd at 1,0", "place a herd at 2,0"]


@pytest.mark.parametrize(("herds", "extra"), [("HHHH", 1), ("HHHd", 1), ("HHHHH", 0)])
def test_r3_prolific_is_tested_before_herds_come(herds: str, extra: int) -> None:
    table = prepared(f"2,0 0:{herds}B", mutations={0: "Prolific"})
    assert table.field("herds", 0) == len(herds) + 1 + extra


def test_r3_prolific_herd_comes_to_a_building_of_the_players_choice() -> None:
    table = prepared("2,0 0:HB", "0,0 0:A", "1,0 0:HH", mutations={0: "Prolific"})
    assert table.choices == ["place a herd at 0,0", "place a herd at 2,0"]
    table.do("place a herd at 0,0")
    assert [table.at(place) for place in ("2,0", "0,0", "1,0")] == ["0:HHB", "0:HHA", "0:HH"]
    assert table.asked == "ACTIONS"


def test_r3_prolific_and_insecure_need_a_building() -> None:
    assert prepared("2,0 0:HH", mutations={0: "Prolific"}).field("herds", 0) == 2
    table = prepared("2,0 0:HH", "0,-2 1:HB", mutations={0: "Insecure"})
    assert (table.field("herds", 0), table.asked) == (2, "ACTIONS")


@pytest.mark.parametrize(
    ("own", "other", "extra"),
    [
        ({}, {"vp_tokens": 1}, 1),
        ({}, {"moles": 1}, 1),
        ({}, {"spent": 1}, 1),
        ({}, {}, 0),
        ({"vp_tokens": 1}, {"vp_tokens": 1}, 0),
        ({}, {"spies": {"Mole": 3}}, 0),
    ],
)
def test_r3_insecure_compares_shown_vp_before_herds_come(
    own: dict[str, Any], other: dict[str, Any], extra: int
) -> None:
    """Moles in hand do not count (R14)."""
    table = prepared("2,0 0:HHHHHB", "-2,2 2:HB", mutations={0: "Insecure"}, seats={0: own, 2: other})
    assert table.field("herds", 0) == 6 + extra


def test_r3_insecure_looks_at_players_still_in() -> None:
    gone = {1: {"out": 1, "vp_tokens": 5}}
    assert prepared("2,0 0:HB", mutations={0: "Insecure"}, seats=gone).field("herds", 0) == 2


def test_r3_insecure_with_short_supply_may_put_both_herds_at_one_building() -> None:
    """Ten herds are on the map, two buildings and the extra one are due three."""
    table = prepared("2,0 0:HHHHHB", "0,0 0:HHHHHB", "0,-2 1:HA", "1,-2 1:HB", mutations={0: "Insecure"})
    assert table.choices == ["place a herd at 0,0", "place a herd at 2,0"]
    twin = table.clone()
    table.do("place a herd at 0,0", "place a herd at 0,0")
    assert [table.at(place) for place in ("2,0", "0,0")] == ["0:HHHHHB", "0:HHHHHHHB"]
    assert table.asked == "ACTIONS"
    twin.do("place a herd at 0,0", "place a herd at 2,0")
    assert [twin.at(place) for place in ("2,0", "0,0")] == ["0:HHHHHHB", "0:HHHHHHB"]
    assert (twin.asked, twin.field("herds", 0)) == ("ACTIONS", 12)


def test_r3_there_is_one_extra_herd_whatever_was_chosen_before() -> None:
    """Nine herds are on the map, three buildings and the extra one are due four, three can come."""
    land = ("2,0 0:HHHHHB", "0,0 0:HHB", "0,1 0:HHB", "0,-2 1:HA", "1,-2 1:HA")
    table = prepared(*land, mutations={0: "Insecure"}).do("place a herd at 0,0", "place a herd at 0,0")
    assert table.choices == ["place a herd at 0,1", "place a herd at 2,0"]
    table.do("place a herd at 0,1")
    assert [table.at(place) for place in ("2,0", "0,0", "0,1")] == ["0:HHHHHB", "0:HHHHB", "0:HHHB"]
    assert table.asked == "ACTIONS"


def test_r3_turmoil_goes_from_own_and_uncontrolled_regions_only() -> None:
    marked = {place: {"turmoil": True} for place in ("2,0", "0,0", "1,-1", "0,-2", "-2,2")}
    table = prepared("2,0 0:HB", "0,0 0:H", "1,-1 :2", "0,-2 1:HB", "-2,2 2:H", region=marked)
    assert [place for place in marked if table.has("turmoil", place)] == ["0,-2", "-2,2"]
    table.end_turn()
    assert [place for place in marked if table.has("turmoil", place)] == ["-2,2"]
    table.end_turn()
    assert not table.state["turmoil"]


def test_r3_turmoil_in_an_empty_region_goes_in_anybodys_turn() -> None:
    table = prepared("2,0 0:HB", "0,-2 1:HB", active=1, region={"0,0": {"turmoil": True}})
    assert not table.state["turmoil"]


# R4: phases and turns


def test_r4_phases_come_in_order_and_a_phase_can_always_be_ended() -> None:
    table = prepared("2,0 0:HHB", hands=["9 wood"], options={"resource_die": {"plutonium": 1}})
    phases = []
    while table.active == 0:
        phases.append(table.asked)
        assert table.seat == 0
        table.do("discard wood" if table.can("discard") else table.legal_texts()[0])
    assert phases == ["ACTIONS", "RESOURCES", "DISCARD", "DISCARD", "DISCARD"]
    assert table.hand(0) == "7 wood"
    assert (table.seat, table.asked) == (1, "ACTIONS")


@pytest.mark.parametrize(
    ("phase", "words"), [("ACTIONS", "end the Action phase"), ("RESOURCES", "end the Resources phase")]
)
def test_r4_end_phase_is_always_legal(phase: str, words: str) -> None:
    table = draw("2,0 0:HHB", hands=[EVERYTHING], mutations=PLAIN, stage=phase.lower())
    assert words in table.choices
    assert table.do(words).asked != phase


def test_r4_herds_act_in_phase_2_only() -> None:
    table = draw("2,0 0:HdB", mutations=PLAIN)
    assert table.can("heal")
    assert table.can("move to")
    table.do("end the Action phase").pass_until("RESOURCES")
    assert not table.can("heal")
    assert not table.can("move to")
    table = in_phase("DISCARD", "2,0 0:HdB", hands=["9 wood"])
    assert not table.can("heal")
    assert not table.can("move to")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_turns_go_clockwise_and_a_round_ends_with_the_last_seat(players: int) -> None:
    table = draw(players=players, mutations=PLAIN)
    turns = []
    for _ in range(2 * players):
        turns.append((int(table.state["round"]), table.active))
        table.end_turn()
    assert turns == [(number, seat) for number in (1, 2) for seat in range(players)]


def test_herds_that_have_acted_act_again_in_the_next_turn() -> None:
    table = draw("2,0 0:HdB", mutations=PLAIN).do("heal a herd at 2,0").move("1,0", "2,0 H")
    assert not table.can("move to")
    table.end_turn()
    assert not table.state["spent_healthy"].any()
    table.end_turn().end_turn()
    assert (table.active, table.can("move to")) == (0, True)


# R9: resources


@pytest.mark.parametrize(
    ("kind", "place"),
    [("wood", "1,-1"), ("wheat", "0,0"), ("clay", "1,0"), ("weapons", "2,-1"), ("plutonium", "1,1")],
)
def test_r9_both_dice_the_same_pay_two_for_each_region_of_the_terrain(kind: str, place: str) -> None:
    table = draw(f"{place} 0:H", "-1,0 1:H", "-2,1 2:H", options={"resource_die": {kind: 1}}, mutations=PLAIN)
    changes = table.effect("end the Action phase")
    assert changes[f"hand {kind} 0"] == 2
    assert all(name.startswith(f"hand {kind} ") for name in changes)


def test_r9_every_player_is_paid_for_each_region_whoever_rolls() -> None:
    table = draw(
        "1,-1 0:H",
        "-1,0 0:HB",
        "0,1 1:A",
        "0,0 1:HHHH",
        "1,0 2:H",
        active=2,
        options={"resource_die": {"wood": 1}},
        mutations=PLAIN,
    )
    assert table.effect("end the Action phase") == {"hand wood 0": 4, "hand wood 1": 2}
    assert [table.known(2, seat) for seat in range(2)] == ["4 wood", "2 wood"]  # everybody sees it (R18)


def rolled(dice: str, *regions: str, **more: Any) -> Play:
    """The Action phase of a player is over, the dice (of forest, clay pit and "?") show this."""
    more = {"mutations": PLAIN, "options": {"resource_die": {"wood": 1, "clay": 1, "?": 1}}, **more}
    faces = [{"wood": 0, "clay": 2, "?": 5}[face] for face in dice.split()]
    table = draw(*regions, **more)
    return until(
        lambda seed: with_chance(table, seed).do("end the Action phase"), lambda t: t.state["dice"].tolist() == faces
    )


def with_chance(table: Play, seed: int) -> Play:
    """A copy of a table with other dice to come."""
    twin = table.clone()
    twin.state["random"] = seed
    return twin


LAND = ("1,-1 0:H", "1,0 0:H", "-1,0 1:HB", "0,1 1:H", "0,-1 2:H", "0,0 2:H")
"""Seat 0 has a forest and a clay pit, seat 1 two forests, seat 2 a clay pit and a field."""


def test_r9_two_different_dice_pay_one_each() -> None:
    table = rolled("wood clay", *LAND)
    assert [table.hand(seat) for seat in range(3)] == ["1 wood 1 clay", "2 wood", "1 clay"]
    assert table.asked == "RESOURCES"


def test_r9_the_roller_names_the_terrain_of_a_wild() -> None:
    table = rolled("? clay", *LAND)
    assert [table.hand(seat) for seat in range(3)] == ["", "", ""]  # paid once it is named
    assert (table.seat, table.asked) == (0, "WILD")
    assert table.choices == [f"the {name} pays" for name in (*sorted(TERRAINS)[:2], "forest", "nuclear plant")] + [
        "the weapons factory pays"
    ]
    table.do("the forest pays")
    assert [table.hand(seat) for seat in range(3)] == ["1 wood 1 clay", "2 wood", "1 clay"]
    assert table.asked == "RESOURCES"


def test_r9_the_roller_gets_nothing_of_a_terrain_it_does_not_control() -> None:
    table = rolled("wood ?", *LAND).do("the field pays")
    assert [table.hand(seat) for seat in range(3)] == ["1 wood", "2 wood", "1 wheat"]
    table = rolled("wood ?", *LAND).do("the nuclear plant pays")
    assert [table.hand(seat) for seat in range(3)] == ["1 wood", "2 wood", ""]


def test_r9_a_wild_that_names_the_other_dies_terrain_adds_up() -> None:
    for dice in ("? clay", "clay ?"):
        table = rolled(dice, *LAND).do("the clay pit pays")
        assert [table.hand(seat) for seat in range(3)] == ["2 clay", "", "2 clay"]


def test_r9_two_wilds_pay_two_for_one_terrain() -> None:
    table = rolled("? ?", *LAND, active=1)
    assert (table.seat, table.asked) == (1, "WILD")
    table.do("the forest pays")
    assert [table.hand(seat) for seat in range(3)] == ["2 wood", "4 wood", ""]
    assert table.asked == "RESOURCES"  # asked once


def test_r9_resource_cards_are_not_limited() -> None:
    table = draw("1,-1 0:H", hands=["200 wood"], options={"resource_die": {"wood": 1}}, mutations=PLAIN)
    assert table.do("end the Action phase").hand(0) == "202 wood"


def test_r9_the_neutral_herd_gains_nothing() -> None:
    table = draw(players=2, elsewhere="set-up", options={"scenario": 1, "resource_die": {"wood": 1}}, mutations=PLAIN)
    assert [table.at(forest) for forest in ("0,0", "1,0")] == ["N:HH", "N:HH"]
    table.do("end the Action phase")
    assert not table.state["hand"][2:].any()


def test_r9_the_dice_show_every_face_as_often_as_it_is_there_each_by_itself() -> None:
    table = draw("2,0 0:H", options={"resource_die": {"clay": 1, "plutonium": 3}}, mutations=PLAIN)
    pairs: Counter[tuple[int, ...]] = Counter()
    for seed in range(100):
        pairs[tuple(with_chance(table, seed).do("end the Action phase").state["dice"].tolist())] += 1
    assert set(pairs) == {(2, 2), (2, 4), (4, 2), (4, 4)}
    plutonium = sum(number * pair.count(4) for pair, number in pairs.items()) / 200
    assert 0.65 < plutonium < 0.85
    assert 0.08 < pairs[2, 4] / 100 < 0.3  # 3/16


def test_r9_every_face_of_the_box_comes() -> None:
    table = draw("2,0 0:H", mutations=PLAIN)
    faces = set()
    for seed in range(40):
        faces |= set(with_chance(table, seed).do("end the Action phase").state["dice"].tolist())
    assert faces == set(range(6))


# R10: free actions

FREE = (
    "build a Barn at 2,0",
    "build an Armory at 1,0",
    "build a nuke",
    "build a spy",
    "launch a ready nuke",
    "pay for a nuke and launch it",
    "play Smuggler",
    "trade wood for clay with the bank",
)
RICH: dict[str, Any] = {
    "hands": [EVERYTHING, EVERYTHING, EVERYTHING],
    "spies": {0: ["Smuggler"], 1: ["Smuggler"]},
    "seats": {0: {"ready": 1}, 1: {"ready": 1}},
}


@pytest.mark.parametrize("phase", ["ACTIONS", "RESOURCES", "DISCARD"])
def test_r10_free_actions_in_phases_2_to_4(phase: str) -> None:
    table = draw("2,0 0:H", "1,0 0:HB", mutations=PLAIN, stage=phase.lower(), **RICH)
    assert table.asked == phase
    assert set(FREE) <= set(table.choices)


@pytest.mark.parametrize("phase", ["ACTIONS", "RESOURCES", "DISCARD"])
@pytest.mark.parametrize("words", FREE)
def test_r10_after_a_free_action_the_phase_goes_on(phase: str, words: str) -> None:
    table = draw("2,0 0:H", "1,0 0:HB", mutations=PLAIN, stage=phase.lower(), **RICH)
    table.do(words)
    while table.asked in ("TARGET", "SPY_PART", "LAUNCH", "REACT"):
        table.play(0 if table.mask[0] else int(table.mask.nonzero()[0][0]))
    assert (table.seat, table.asked) == (0, phase)


def test_r10_not_in_combat() -> None:
    """Neither between the rounds nor while losses are taken; nor can the defender do anything else."""
    table = draw("2,0 0:HHH", "1,0 1:HHHB", "0,0 1:H", options={"combat_die": {"gun": 1}}, mutations=PLAIN, **RICH)
    table.move("1,0", "2,0 HHH")  # three damage to the defenders, two to the Armoured attackers
    asked = set()
    for _ in range(20):
        if table.asked == "ACTIONS":
            break
        asked.add(table.asked)
        assert all(text.startswith(("a ", "retreat", "fight on", "hold")) for text in table.choices), (
            f"{table.asked}: {table.choices}"
        )
        table.do(table.choices[0] if table.asked == "LOSE" else table.legal_texts()[0])
    assert asked >= {"LOSE", "RETREAT", "RETREAT_TO"}


def test_r10_not_while_attackers_return() -> None:
    land = ("2,0 0:HH", "0,1 0:HH", "1,0 1:HHH")
    table = draw(*land, options={"combat_die": {"blank": 11, "gun": 1}}, mutations=PLAIN, **RICH)
    table.move("1,0", "2,0 H", "0,1 H").pass_until("RETREAT").do("retreat")
    assert (table.asked, table.choices) == ("RETURN", ["a herd returns to 0,1", "a herd returns to 2,0"])


def test_r10_not_while_a_move_is_declared() -> None:
    table = draw("2,0 0:H", mutations=PLAIN, **RICH).do("move to 1,0")
    assert table.choices == ["take the move back", "with a healthy herd from 2,0"]


def test_r10_not_for_players_who_are_not_active() -> None:
    table = draw("2,0 0:H", "0,-2 1:HB", mutations=PLAIN, options={"trading": True, "talk": 1}, **RICH)
    table.do("end the Action phase").pass_until("WINDOW")
    assert table.seat == 1
    assert all(text.startswith(("offer seat", "promise:", "be done")) for text in table.choices)


def test_r10_not_before_the_terrain_of_a_wild_is_named() -> None:
    table = draw("2,0 0:H", mutations=PLAIN, options={"resource_die": {"wood": 1, "?": 11}}, **RICH)
    table.do("end the Action phase")
    assert table.asked == "WILD"
    assert all(text.endswith(" pays") for text in table.choices)


def test_r10_free_actions_between_actions_of_herds() -> None:
    table = draw("2,0 0:HH", hands=["2 wood 1 wheat 1 clay"], mutations=PLAIN)
    table.move("1,0", "2,0 H").do("build a Barn at 1,0").move("2,-1", "2,0 H")
    assert [table.at(place) for place in ("2,0", "1,0", "2,-1")] == ["", "0:HB", "0:H"]


# Phase 4: discards


def test_phase_4_discard_down_to_seven_one_by_one() -> None:
    table = in_phase("DISCARD", "2,0 0:H", hands=["5 wood 2 clay 2 plutonium"])
    discards = ["discard clay", "discard plutonium", "discard wood"]
    assert [text for text in table.choices if "trade" not in text] == discards
    assert table.effect("discard clay") == {"hand clay 0": -1}
    assert (table.asked, [text for text in table.choices if "trade" not in text]) == ("DISCARD", discards)
    assert table.known(1, 0) == "5 wood 1 clay 2 plutonium"  # seen by everybody (R18)
    table.do("discard clay")
    assert [text for text in table.choices if "trade" not in text] == ["end the turn"]  # no further than seven
    table.do("end the turn")
    assert (table.hand(0), table.active) == ("5 wood 2 plutonium", 1)


def test_phase_4_with_seven_cards_the_turn_ends_with_phase_3() -> None:
    table = in_phase("RESOURCES", "2,0 0:H", hands=["7 wood"]).do("end the Resources phase")
    assert (table.active, table.hand(0)) == (1, "7 wood")
    table = in_phase("RESOURCES", "2,0 0:H", hands=["8 wood"]).do("end the Resources phase")
    assert (table.seat, table.asked) == (0, "DISCARD")


def test_phase_4_only_the_active_player_discards() -> None:
    table = in_phase("RESOURCES", "2,0 0:H", hands=["8 wood", "20 clay", "30 wheat"])
    table.do("end the Resources phase", "discard wood", "end the turn")
    assert [table.hand(seat) for seat in range(3)] == ["7 wood", "20 clay", "30 wheat"]


def test_phase_4_cards_may_be_spent_instead() -> None:
    table = in_phase("DISCARD", "2,0 0:H", hands=["3 wood 4 wheat 2 clay"]).do("build a Barn at 2,0")
    assert "end the turn" in table.choices
    assert not table.can("discard")
    table = in_phase("DISCARD", "2,0 0:H", hands=["9 wood"]).do("trade wood for clay with the bank")
    assert (table.hand(0), table.choices[0]) == ("6 wood 1 clay", "end the turn")


def test_phase_4_hoarding_keeps_ten() -> None:
    for cards, phase in ((10, "ACTIONS"), (11, "DISCARD")):
        table = in_phase("RESOURCES", "2,0 0:H", hands=[f"{cards} wood"], mutations={0: "Hoarding"})
        table.do("end the Resources phase")
        assert (table.asked, table.active) == (phase, 1 if cards == 10 else 0)
    table.do("discard wood", "end the turn")
    assert table.hand(0) == "10 wood"
