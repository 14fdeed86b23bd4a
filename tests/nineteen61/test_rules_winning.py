"""Winning by Lander and by Embassies (R14, "Ending the Game")."""

import pytest

from tests.nineteen61.table import Table

FOUR = "Research, Research, Sabotage, Espionage"
TWO_ACTIVE = "Moon Lander | Embassy | Embassy"


def stack(table: Table, card: str, where: str) -> Table:
    """Stack `card` face down on `where`, as the seat to act."""
    return table.do("stack a card", f"stack on {where}", f"stack {card}")


# The Lander


def test_r14_the_fifth_card_on_a_lander_wins_at_once():
    table = Table({"rows": [f"Moon Lander [{FOUR}]", "Moon Lander"], "hands": [["Bunker", "Bunker"], []]})
    stack(table, "Embargo", "seat 0, place 1")
    assert table.winner == 0
    assert table.to_act is None
    assert table.legal == set()
    assert table.returns() == [1, -1]


def test_r14_four_cards_do_not_win():
    table = Table({"rows": ["Moon Lander [Research, Research, Sabotage]", "Moon Lander"], "hands": [["Bunker"], []]})
    stack(table, "Embargo", "seat 0, place 1")
    assert table.winner is None
    assert table.to_act == 0


def test_r14_the_owner_wins_whoever_places_the_fifth_card():
    table = Table({"rows": ["Moon Lander", "Moon Lander", f"Moon Lander [{FOUR}]"], "hands": [["Bunker"], [], []]})
    stack(table, "Embargo", "seat 2, place 1")
    assert table.winner == 2


def test_r14_a_factory_card_wins_too():
    table = Table({"rows": [f"Moon Lander [{FOUR}] | Factory [Bunker]", "Moon Lander"], "hands": [["Bunker"], []]})
    table.do("produce with a Factory", "produce with seat 0, place 2", "produce onto seat 0, place 1")
    assert table.winner == 0


def test_r14_a_factory_card_on_the_lander_of_another_lets_that_player_win():
    table = Table({"rows": ["Moon Lander | Factory [Bunker]", f"Moon Lander [{FOUR}]"], "hands": [["Bunker"], []]})
    table.do("produce with a Factory", "produce with seat 0, place 2", "produce onto seat 1, place 1")
    assert table.winner == 1


def test_r14_a_replayed_response_system_can_be_the_fifth_card():
    table = Table(
        {"rows": [f"Moon Lander [{FOUR}]", "Moon Lander"], "hands": [["Secret Facility"], []], "pile": ["Factory"]}
    )
    table.do("play Research", "replay Response System", "stack the Response System on seat 0, place 1")
    assert table.winner == 0


def test_r14_an_embargoed_lander_does_not_win():
    table = Table(
        {"rows": ["Moon Lander [Research, Research, Sabotage, Embargo!]", "Moon Lander"], "hands": [["Bunker"], []]}
    )
    stack(table, "Embargo", "seat 0, place 1")
    assert table.winner is None


def test_r14_a_buried_embargo_still_keeps_a_lander_from_winning():
    table = Table(
        {"rows": ["Moon Lander [Embargo!, Research, Research, Sabotage]", "Moon Lander"], "hands": [["Bunker"], []]}
    )
    stack(table, "Embargo", "seat 0, place 1")
    assert table.winner is None
    assert len(table.stack(0, 1)) == 5


SIX = f"Moon Lander [{FOUR}, Bunker, Embargo!]"


def test_r14_embargoing_a_six_card_lander_again_does_not_win():
    table = Table({"rows": [SIX, "Moon Lander"], "hands": [["Embargo"], []]})
    table.do("play Embargo", "embargo seat 0, place 1")
    assert table.winner is None
    assert table.row(0) == "Moon Lander [Research, Research, Sabotage, Espionage, Embargo, Embargo!]"
    assert table.pile == ["Embargo"]


def test_r14_sabotaging_the_embargo_off_a_six_card_lander_wins_for_its_owner():
    table = Table({"rows": ["Moon Lander", SIX], "hands": [["Sabotage"], []]})
    table.do("play Sabotage", "sabotage the top of seat 1, place 1")
    assert table.winner == 1, "it wins as soon as the flipped card has left, before the Embargo finds a new place"


def test_r14_discarding_the_embargo_by_espionage_wins():
    table = Table({"rows": [SIX, "Moon Lander"], "hands": [["Espionage"], []]})
    table.do("play Espionage", "look at the top of seat 0, place 1", "discard it")
    assert table.winner == 0


def test_r14_a_missile_that_frees_a_lander_with_five_cards_lets_its_owner_win():
    table = Table({"rows": ["Moon Lander", SIX], "hands": [["Missile Launch"], []]})
    table.do("play Missile Launch", "launch at seat 1")
    assert table.winner == 1


def test_r14_more_than_five_cards_win_as_well_once_the_embargo_is_gone():
    table = Table(
        {"rows": [f"Moon Lander [{FOUR}, Bunker, Bunker, Embargo!]", "Moon Lander"], "hands": [["Agency"], []]}
    )
    table.do("play Sabotage", "sabotage the top of seat 0, place 1")
    assert table.winner == 0


# Embassies


def test_r14_the_third_embassy_wins_at_once():
    table = Table({"rows": [TWO_ACTIVE, "Moon Lander"], "hands": [["Embassy"], []]})
    table.do("build Embassy", "construct at seat 0, gap 1")
    assert table.winner == 0
    assert table.to_act is None


def test_r14_two_embassies_do_not_win():
    table = Table({"rows": ["Moon Lander | Embassy", "Moon Lander"], "hands": [["Embassy"], []]})
    table.do("build Embassy", "construct at seat 0, gap 1")
    assert table.winner is None


def test_r14_the_third_embassy_wins_for_the_owner_of_the_row_whoever_builds_it():
    table = Table({"rows": ["Moon Lander", "Moon Lander", TWO_ACTIVE], "hands": [["Embassy"], [], []]})
    table.do("build Embassy", "construct at seat 2, gap 4")
    assert table.winner == 2


def test_r14_embassies_in_different_rows_do_not_add_up():
    table = Table({"rows": [TWO_ACTIVE, "Moon Lander | Embassy"], "hands": [["Embassy"], []]})
    table.do("build Embassy", "construct at seat 1, gap 3")
    assert table.winner is None


@pytest.mark.parametrize("stack_drawn", ["Embargo!", "Embargo!, Research", "Research, Embargo!, Sabotage"])
def test_r14_embargoed_embassies_do_not_count(stack_drawn):
    table = Table(
        {"rows": [f"Moon Lander | Embassy [{stack_drawn}] | Embassy", "Moon Lander"], "hands": [["Embassy"], []]}
    )
    table.do("build Embassy", "construct at seat 0, gap 4")
    assert table.winner is None


def test_r14_a_missile_that_frees_the_third_embassy_wins_for_its_owner():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander | Embassy [Embargo!] | Embassy [Research] | Embassy [Sabotage]"],
            "hands": [["Missile Launch"], []],
        }
    )
    table.do("play Missile Launch", "launch at seat 1")
    assert table.winner == 1
    assert table.row(1) == "Embassy | Embassy | Embassy"


def test_r14_a_hit_that_frees_one_embassy_and_destroys_another_does_not_win():
    table = Table(
        {
            "rows": ["Moon Lander", "Embassy [Embargo!] | Embassy [Research] | Embassy"],
            "hands": [["Missile Launch"], []],
        }
    )
    # Two of the three Embassies count before the hit, and two after it.
    table.do("play Missile Launch", "launch at seat 1")
    assert table.winner is None
    assert table.row(1) == "Embassy | Embassy"


def test_r14_sabotaging_the_embargo_off_an_embassy_wins():
    table = Table(
        {"rows": ["Moon Lander | Embassy | Embassy | Embassy [Embargo!]", "Moon Lander"], "hands": [["Sabotage"], []]}
    )
    table.do("play Sabotage", "sabotage the top of seat 0, place 4")
    assert table.winner == 0


def test_r14_moving_an_embargo_from_one_embassy_to_another_is_not_in_time():
    """The third Embassy counts when the flipped Embargo has left its stack: no chance to put it on another one."""
    table = Table(
        {"rows": ["Moon Lander", "Moon Lander | Embassy | Embassy | Embassy [Embargo!]"], "hands": [["Sabotage"], []]}
    )
    table.do("play Sabotage", "sabotage the top of seat 1, place 4")
    assert table.winner == 1


def test_r14_replacing_an_embargo_on_an_embassy_by_another_does_not_win():
    table = Table(
        {"rows": ["Moon Lander | Embassy | Embassy | Embassy [Embargo!]", "Moon Lander"], "hands": [["Embargo"], []]}
    )
    table.do("play Embargo", "embargo seat 0, place 4")
    assert table.winner is None


def test_r14_swapping_a_third_embassy_in_wins():
    table = Table({"rows": [f"{TWO_ACTIVE} | Secret Facility", "Moon Lander"], "hands": [["Embassy"], []]})
    table.do("swap a Secret Facility", "swap seat 0, place 4", "put Embassy in its place")
    assert table.winner == 0


def test_r14_one_may_win_in_the_turn_of_another_by_a_returned_missile():
    table = Table(
        {
            "rows": [
                "Moon Lander | Embassy [Embargo!] | Embassy [Research] | Embassy [Research]",
                "Moon Lander [Response System]",
            ],
            "hands": [["Missile Launch"], []],
        }
    )
    table.do("play Missile Launch", "launch at seat 1")
    assert table.winner == 0, "the returned missile takes the Embargo away"


def test_stacked_cards_on_an_embassy_neither_help_nor_harm():
    table = Table(
        {
            "rows": ["Moon Lander | Embassy [Research] | Embassy [Sabotage, Embassy]", "Moon Lander"],
            "hands": [["Embassy"], []],
        }
    )
    table.do("build Embassy", "construct at seat 0, gap 2")
    assert table.winner == 0
