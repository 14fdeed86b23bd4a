"""The turn: drawing, the card of the turn, abilities, passing, where cards may go (R3-R7, "Gameplay")."""

import pytest

from envs.nineteen61.box import DEPTH, ROW
from tests.nineteen61.table import Table

LANDERS = ["Moon Lander [Sabotage]", "Moon Lander [Sabotage]"]


def one_row(row: str, *hand: str, **more) -> Table:
    """Return a table of two where seat 0 has `row` and `hand`, at its turn."""
    return Table({"rows": [row, "Moon Lander [Sabotage]"], "hands": [list(hand), []], **more})


# Drawing


def test_r03_a_turn_begins_with_the_draw():
    position = {"rows": LANDERS, "hands": [["Sabotage"], []], "deck_top": ["Embassy"], "turn": {"drawn": False}}
    table = Table(position)
    assert table.hand(0) == ["Missile Launch", "Sabotage"]
    assert table.decision == "TURN"


def test_r03_nothing_is_asked_between_the_pass_and_the_next_draw():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander | Secret Facility"],
            "hands": [[], ["Embassy", "Bunker"]],
            "deck_top": ["Agency"],
        }
    )
    table.do("pass")
    assert (table.to_act, table.decision) == (1, "TURN")
    assert table.hand(1) == ["Embargo", "Missile Launch", "Sabotage"], "with the card that was drawn"


# The card of the turn


def test_a_card_may_be_played_in_three_ways():
    table = one_row("Moon Lander", "Missile Silo")
    assert table.legal == {"stack a card", "build Missile Silo", "play Espionage"}


def test_r04_exactly_one_card_a_turn():
    table = one_row("Moon Lander", "Embassy", "Agency", "Secret Facility", pile=["Bunker"])
    assert {"build Embassy", "play Sabotage", "play Research", "stack a card"} <= table.legal
    for way in (
        ["build Agency", "construct at seat 0, gap 1"],
        ["stack a card", "stack on seat 0, place 1", "stack Research"],
        ["play Research", "replay Embargo", "embargo seat 0, place 1"],
    ):
        after = table.copy().do(*way)
        assert (after.to_act, after.decision) == (0, "TURN")
        assert after.legal == {"pass"}, way


def test_r04_a_card_must_be_played_before_passing():
    table = one_row("Moon Lander", "Factory")
    assert not table.can("pass")
    table.do("stack a card", "stack on seat 0, place 1", "stack Response System")
    assert table.can("pass")


def test_r04_an_empty_hand_may_pass_at_once():
    table = one_row("Moon Lander")
    assert table.legal == {"pass"}
    table.do("pass")
    assert table.to_act == 1


def test_r22_a_response_system_cannot_be_played_as_an_action():
    table = one_row("Moon Lander [Sabotage]", "Factory", pile=["Bunker"])
    assert table.legal == {"stack a card", "build Factory"}


# Abilities and the end of the turn


def test_r05_abilities_before_and_after_the_card():
    table = one_row("Moon Lander | Missile Silo [Embassy, Embassy] | Factory [Embassy]", "Bunker")
    fire = ["launch from a Missile Silo", "launch from seat 0, place 2", "launch card 1 from the top"]
    table.do(*fire, "launch at seat 1")
    assert table.row(1) == "Moon Lander"
    table.do("build Bunker", "construct at seat 0, gap 4")
    assert {"launch from a Missile Silo", "produce with a Factory", "pass"} == table.legal
    table.do("produce with a Factory", "produce with seat 0, place 3", "produce onto seat 0, place 1")
    assert {"launch from a Missile Silo", "pass"} == table.legal


def test_r05_the_turn_ends_only_by_passing():
    table = one_row("Moon Lander", "Bunker")
    table.do("build Bunker", "construct at seat 0, gap 1")
    assert (table.to_act, table.legal) == (0, {"pass"})
    table.do("pass")
    assert table.to_act == 1


def test_r05_abilities_of_others_are_not_ones_own():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander | Missile Silo [Embassy] | Factory [Embassy] | Secret Facility"],
            "hands": [["Bunker"], []],
        }
    )
    assert table.legal == {"stack a card", "build Bunker", "play Embargo"}


def test_r05_no_ability_while_an_action_or_a_missile_resolves():
    table = one_row("Moon Lander [Factory] | Missile Silo [Embassy] | Factory [Embassy]", "Agency", "Embassy")
    table.do("play Sabotage")
    assert table.offers("") == {
        "sabotage the top of seat 0, place 1",
        "sabotage the top of seat 0, place 2",
        "sabotage the top of seat 0, place 3",
        "sabotage the top of seat 1, place 1",
    }
    table.do("sabotage the top of seat 0, place 1")
    assert table.legal == {"launch at seat 0", "launch at seat 1"}, "the own Response System waits for its target"


def test_play_goes_clockwise_and_leaves_out_who_is_out():
    table = Table({"rows": ["Moon Lander", "", "Moon Lander", "Moon Lander", ""], "hands": [[]] * 5})
    seats = []
    for _ in range(4):
        seats.append(table.to_act)
        if table.hand(table.to_act):
            card = table.hand(table.to_act)[0]
            table.do("stack a card", f"stack on seat {table.to_act}, place 1", f"stack {card}")
        table.do("pass")
    assert seats == [0, 2, 3, 0]


# Building


@pytest.mark.parametrize(
    ("gap", "row"),
    [
        (1, "Bunker | Moon Lander | Agency"),
        (2, "Moon Lander | Bunker | Agency"),
        (3, "Moon Lander | Agency | Bunker"),
    ],
)
def test_r06_a_building_goes_left_right_or_between(gap, row):
    table = one_row("Moon Lander | Agency", "Bunker")
    table.do("build Bunker")
    assert table.offers("construct at seat 0") == {f"construct at seat 0, gap {n}" for n in (1, 2, 3)}
    table.do(f"construct at seat 0, gap {gap}")
    assert table.row(0) == row
    assert table.hand(0) == []
    assert table.pile == []


def test_r06_buildings_may_go_into_the_row_of_another():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Research] | Agency [Embassy]", "", "Moon Lander"],
            "hands": [["Bunker"], [], [], []],
        }
    )
    table.do("build Bunker")
    assert table.offers("construct") == {
        *(f"construct at seat 0, gap {n}" for n in (1, 2)),
        *(f"construct at seat 1, gap {n}" for n in (1, 2, 3)),
        *(f"construct at seat 3, gap {n}" for n in (1, 2)),
    }, "not at seat 2, who is out"
    table.do("construct at seat 1, gap 2")
    assert table.row(1) == "Moon Lander [Research] | Bunker | Agency [Missile Launch]"


def test_r06_buildings_keep_their_order():
    table = one_row("Moon Lander", "Embassy", "Bunker", "Agency")
    table.do("build Bunker", "construct at seat 0, gap 2")
    assert table.row(0) == "Moon Lander | Bunker"
    assert not any("move" in text or "swap" in text for text in table.legal)


def test_r06_a_building_works_in_the_turn_in_which_it_is_built():
    table = one_row("Moon Lander", "Missile Silo")
    table.do("build Missile Silo", "construct at seat 0, gap 2")
    assert table.legal == {"pass"}, "a Silo without cards has nothing to launch"


def full_row(buildings: int) -> list:
    """Return a row of `buildings` without Embassies, and with a Factory left: the other kinds, then eight Factories."""
    kinds = [name for name in ("Bunker", "Agency", "Missile Silo", "Secret Facility") for _ in range(9)]
    row = ["Moon Lander", *kinds, *["Factory"] * 8][:buildings]
    assert len(row) == buildings
    return row


def test_r06_a_full_row_takes_no_further_building():
    table = Table({"rows": [full_row(ROW), "Moon Lander"], "hands": [["Factory", "Embassy"], []]})
    table.do("build Factory")
    assert table.offers("construct") == {"construct at seat 1, gap 1", "construct at seat 1, gap 2"}
    table.do("construct at seat 1, gap 2")
    assert table.row(1) == "Moon Lander | Factory"
    assert len(table.row(0).split(" | ")) == ROW


def test_r06_the_last_place_of_a_row_can_be_built_on_and_reached():
    table = Table({"rows": [full_row(ROW - 1), "Moon Lander"], "hands": [["Factory", "Embassy"], []]})
    table.do("build Factory", f"construct at seat 0, gap {ROW}")
    assert table.row(0).endswith("| Factory")
    table.do("pass")
    hand = table.hand(1)
    table.do("stack a card", f"stack on seat 0, place {ROW}", f"stack {hand[0]}", "pass")
    assert table.row(0).endswith(f"| Factory [{hand[0]}]")
    assert table.can("produce with a Factory")
    table.do("produce with a Factory", f"produce with seat 0, place {ROW}")
    assert f"produce onto seat 0, place {ROW}" not in table.offers("")


def test_r06_a_stack_deeper_than_can_be_addressed_offers_its_upper_cards():
    stack = [name for name in ("Bunker", "Agency", "Factory") for _ in range(9)]
    assert len(stack) == 27 > DEPTH
    table = Table({"rows": [["Moon Lander", {"building": "Missile Silo", "stack": stack}], "Moon Lander [Research]"]})
    table.do("launch from a Missile Silo", "launch from seat 0, place 2")
    assert table.offers("") == {f"launch card {n} from the top" for n in range(1, DEPTH + 1)}
    table.do(f"launch card {DEPTH} from the top", "launch at seat 1")
    assert len(table.stack(0, 2)) == 26
    assert table.pile == ["Embargo", "Research"], "the 24th card from the top is a Bunker card"


# Stacking


def test_r07_stacking_asks_for_the_building_then_for_the_card():
    table = one_row("Moon Lander", "Bunker", "Agency")
    table.do("stack a card")
    assert table.decision == "STACK_WHERE"
    table.do("stack on seat 0, place 1")
    assert table.legal == {"stack Embargo", "stack Sabotage"}
    table.do("stack Embargo")
    assert table.row(0) == "Moon Lander [Embargo]", "face down: no mark of an Embargo that disables"
    assert table.hand(0) == ["Sabotage"]
    assert table.knowers(0, 1) == {0}


def test_any_building_of_anybody_may_be_stacked_on():
    table = Table(
        {
            "rows": ["Moon Lander | Embassy", "Moon Lander [Embargo!] | Factory [Research]", "", "Bunker"],
            "hands": [["Agency"], [], [], []],
        }
    )
    table.do("stack a card")
    assert table.offers("") == {
        "stack on seat 0, place 1",
        "stack on seat 0, place 2",
        "stack on seat 1, place 1",
        "stack on seat 1, place 2",
        "stack on seat 3, place 1",
    }
    table.do("stack on seat 1, place 2", "stack Sabotage")
    assert table.row(1) == "Moon Lander [Embargo!] | Factory [Research, Sabotage]"
    assert table.knowers(1, 2) == {0}, "who put it there knows it, the owner of the building does not"


def test_stacked_cards_shield_and_must_go_first():
    table = Table(
        {"rows": ["Moon Lander", "Moon Lander [Research, Embassy] | Agency"], "hands": [["Missile Launch"], []]}
    )
    table.do("play Missile Launch", "launch at seat 1")
    assert table.row(1) == "Moon Lander [Research]"
