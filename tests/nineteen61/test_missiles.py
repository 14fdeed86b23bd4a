"""Missiles, Response Systems, Bunkers, going out (R8-R13, "Missiles", "Ending the Game")."""

import pytest

from envs.nineteen61.box import CARDS
from envs.nineteen61.state import Zone
from tests.nineteen61.table import Table

RS = "Response System"


def launch(rows: list[str], target: int, *more_hand: str, hands: list[list[str]] | None = None) -> Table:
    """Return a table where seat 0 has just launched a missile from its hand at `target`."""
    hands = hands or [[] for _ in rows]
    hands[0] = ["Missile Launch", *more_hand]
    return Table({"rows": rows, "hands": hands}).do("play Missile Launch", f"launch at seat {target}")


# One hit


def test_r09_a_missile_takes_the_top_of_every_stack_and_bare_buildings_of_one_player():
    table = launch(
        ["Moon Lander [Sabotage]", "Moon Lander [Research, Sabotage] | Embassy | Agency [Espionage]", "Moon Lander"], 1
    )
    assert table.rows == ["Moon Lander [Sabotage]", "Moon Lander [Research] | Agency", "Moon Lander"]
    assert table.pile == ["Espionage", "Missile Launch", "Missile Launch", "Sabotage"], "one of them was the Embassy"


def test_r09_a_face_up_embargo_on_top_is_what_the_missile_destroys():
    table = launch(["Moon Lander", "Moon Lander [Sabotage, Embargo!] | Embassy [Embargo!]"], 1)
    assert table.row(1) == "Moon Lander [Sabotage] | Embassy"
    assert table.pile == ["Embargo", "Embargo", "Missile Launch"]


def test_r09_a_target_may_be_any_living_player_oneself_too():
    table = Table({"rows": ["Moon Lander [Sabotage]", "", "Moon Lander"], "hands": [["Missile Launch"], [], []]})
    table.do("play Missile Launch")
    assert table.legal == {"launch at seat 0", "launch at seat 2"}
    table.do("launch at seat 0")
    assert table.row(0) == "Moon Lander"


def test_r12_destroyed_cards_and_buildings_lie_face_up_in_the_pile_for_everybody():
    table = launch(["Moon Lander", "Moon Lander [Sabotage{}] | Embassy | Bunker"], 1)
    for viewer in (0, 1):
        assert table.sees(viewer, "pile") == {"Embargo": 1, "Missile Launch": 1, "Sabotage": 1}


def test_r12_a_destroyed_lander_leaves_the_game():
    table = launch(["Moon Lander", "Moon Lander | Embassy [Research]"], 1)
    assert table.row(1) == "Embassy"
    assert table.s["zone"][CARDS + 1] == Zone.GONE
    assert table.pile == ["Missile Launch", "Research"]
    assert table.sees(0, "lander", seat=1) == {}


# Bunkers


def test_r09_neighbours_of_a_bunker_take_no_damage():
    table = launch(
        ["Moon Lander", "Embassy | Moon Lander [Sabotage] | Bunker [Research, Agency] | Agency | Factory"], 1
    )
    assert table.row(1) == "Moon Lander [Sabotage] | Bunker [Research] | Agency"


def test_r09_a_bare_bunker_is_destroyed_and_still_protects_from_that_missile():
    table = launch(["Moon Lander", "Embassy | Bunker | Moon Lander [Sabotage]"], 1)
    assert table.row(1) == "Embassy | Moon Lander [Sabotage]"
    assert table.pile == ["Embargo", "Missile Launch"]


def test_r09_bunkers_do_not_protect_each_other():
    table = launch(["Moon Lander", "Moon Lander | Bunker [Sabotage] | Bunker | Agency"], 1)
    assert table.row(1) == "Moon Lander | Bunker | Agency"


def test_r09_a_building_between_two_bunkers_is_safe():
    table = launch(["Moon Lander", "Bunker [Sabotage] | Moon Lander | Bunker"], 1)
    assert table.row(1) == "Bunker | Moon Lander"


def test_r09_an_embargoed_bunker_protects_nothing():
    table = launch(["Moon Lander", "Moon Lander [Sabotage] | Bunker [Embargo!] | Agency"], 1)
    assert table.row(1) == "Moon Lander | Bunker", "read before the hit, which takes the Embargo away"


def test_r09_a_bunker_with_a_buried_embargo_protects_nothing():
    table = launch(["Moon Lander", "Moon Lander [Sabotage] | Bunker [Embargo!, Research]"], 1)
    assert table.row(1) == "Moon Lander | Bunker [Embargo!]"


def test_r09_an_embargoed_bunker_is_protected_by_an_active_neighbour():
    table = launch(["Moon Lander", "Moon Lander [Sabotage] | Bunker [Embargo!] | Bunker [Research]"], 1)
    assert table.row(1) == "Moon Lander | Bunker [Embargo!] | Bunker"


def test_r09_a_face_down_embargo_does_not_disable_a_bunker():
    table = launch(["Moon Lander", "Moon Lander [Sabotage] | Bunker [Embargo]"], 1)
    assert table.row(1) == "Moon Lander [Sabotage] | Bunker"


def test_r09_of_two_missiles_at_once_the_bunker_stops_the_first():
    """Both Response Systems fire at seat 0: the Bunker goes with the first missile, its neighbour with the second."""
    table = launch(["Moon Lander [Sabotage, Research] | Bunker | Embassy", f"Moon Lander [{RS}] | Agency [{RS}]"], 1)
    assert table.row(0) == "Moon Lander [Sabotage]"
    assert table.pile.count("Embargo") == 1
    assert table.pile.count("Missile Launch") == 2, "the card played and the Embassy"


def test_r09_neighbours_after_a_hit_are_new_neighbours():
    """When the Bunker between them is gone, the first Bunker stands beside the Agency and protects it."""
    table = Table(
        {"rows": ["Missile Silo [Embargo, Embargo]", "Moon Lander | Bunker [Sabotage] | Bunker | Agency"]},
    )
    fire = [
        "launch from a Missile Silo",
        "launch from seat 0, place 1",
        "launch card 1 from the top",
        "launch at seat 1",
    ]
    table.do(*fire)
    assert table.row(1) == "Moon Lander | Bunker | Agency"
    table.do(*fire)
    assert table.row(1) == "Moon Lander | Agency"


# Response Systems


def test_r10_a_response_system_returns_a_missile_to_the_launcher():
    table = launch(["Moon Lander [Sabotage]", f"Moon Lander [{RS}]", "Moon Lander"], 1)
    assert table.rows == ["Moon Lander", "Moon Lander", "Moon Lander"]
    assert table.pile == ["Missile Launch", RS, "Sabotage"]


def test_r10_each_of_several_response_systems_returns_one():
    table = launch(
        ["Moon Lander [Sabotage, Research, Embargo, Research]", f"Moon Lander [{RS}] | Agency [{RS}] | Embassy [{RS}]"],
        1,
    )
    assert table.rows == ["Moon Lander [Sabotage]", "Moon Lander | Agency | Embassy"]


def test_r10_only_the_top_of_a_stack_is_revealed():
    table = launch(["Moon Lander", f"Moon Lander [{RS}, Sabotage]"], 1)
    assert table.rows == ["Moon Lander", f"Moon Lander [{RS}]"]


def test_r10_a_protected_response_system_does_not_fire():
    table = launch(["Moon Lander", f"Moon Lander [{RS}] | Bunker"], 1)
    assert table.rows == ["Moon Lander", f"Moon Lander [{RS}]"]


def test_r10_a_factory_destroyed_as_a_building_is_not_a_revealed_response_system():
    table = launch(["Moon Lander", "Moon Lander [Sabotage] | Factory"], 1)
    assert table.rows == ["Moon Lander", "Moon Lander"]
    assert table.pile == ["Missile Launch", RS, "Sabotage"]


def test_r10_a_returned_missile_provokes_in_the_name_of_the_row_that_returned_it():
    """0 -> 1 -> 0 -> 1 -> 0: every Response System answers the owner of the row whose missile revealed it."""
    table = launch(
        [
            f"Moon Lander [Research, {RS}, {RS}]",
            f"Moon Lander [Sabotage, {RS}, {RS}]",
            "Moon Lander [Espionage]",
        ],
        1,
    )
    assert table.rows == ["Moon Lander [Research]", "Moon Lander", "Moon Lander [Espionage]"]
    assert table.pile == ["Missile Launch", RS, RS, RS, RS, "Sabotage"]


def test_r10_a_chain_can_eliminate_two_players_in_one_turn():
    table = launch([f"Moon Lander [{RS}]", f"Moon Lander [{RS}]", "Moon Lander", "Moon Lander"], 1)
    # 0 hits 1 (its first card fires), 1 hits 0 (fires), 0 hits 1: the bare Lander. Nothing is left to hit 0 again.
    assert table.rows == ["Moon Lander", "", "Moon Lander", "Moon Lander"]
    table = launch([f"Moon Lander [{RS}]", f"Moon Lander [{RS}] | Agency [{RS}]", "Moon Lander", "Moon Lander"], 1)
    assert table.rows == ["", "", "Moon Lander", "Moon Lander"]
    assert (table.to_act, table.active) == (2, 2)
    assert table.s["out_at"].tolist()[:4] == [1, 2, 0, 0]


def test_r10_whoever_placed_it_a_response_system_fires_for_the_owner_of_the_row():
    table = launch(["Moon Lander [Sabotage]", f"Moon Lander [{RS}{{0}}]", "Moon Lander"], 1)
    assert table.rows == ["Moon Lander", "Moon Lander", "Moon Lander"], "it returns to seat 0, who had put it there"


def test_r10_a_missile_at_oneself_lets_one_aim_what_it_reveals():
    table = launch([f"Moon Lander [Research, {RS}]", "Moon Lander [Sabotage]", "Moon Lander [Sabotage]"], 0)
    assert (table.to_act, table.decision) == (0, "TARGET")
    assert table.legal == {"launch at seat 0", "launch at seat 1", "launch at seat 2"}
    table.do("launch at seat 2")
    assert table.rows == ["Moon Lander [Research]", "Moon Lander [Sabotage]", "Moon Lander"]
    assert table.decision == "TURN"


def test_r10_each_own_response_system_is_aimed_by_itself_before_the_next_missile():
    table = launch(
        [f"Moon Lander [Research, {RS}] | Agency [{RS}]", "Moon Lander [Sabotage]", "Moon Lander [Sabotage]"], 0
    )
    assert table.decision == "TARGET"
    table.do("launch at seat 1")
    assert table.rows[1:] == ["Moon Lander", "Moon Lander [Sabotage]"], "the first has hit before the second is aimed"
    assert table.decision == "TARGET"
    table.do("launch at seat 2")
    assert table.rows[1:] == ["Moon Lander", "Moon Lander"]
    assert table.decision == "TURN"


def test_r10_missiles_resolve_first_in_first_out():
    """Two own Response Systems wait; what the first one provokes waits behind the second."""
    table = launch(
        [f"Moon Lander [Research, {RS}] | Agency [{RS}]", f"Moon Lander [{RS}]", "Moon Lander [Sabotage]"], 0
    )
    table.do("launch at seat 1")
    assert table.rows[:2] == ["Moon Lander [Research] | Agency", "Moon Lander"], "the answer of seat 1 has to wait"
    assert table.decision == "TARGET"
    table.do("launch at seat 2")
    assert table.rows == ["Moon Lander", "Moon Lander", "Moon Lander"], "now it has come: the bare Agency is gone"


def test_r10_own_missiles_may_go_at_oneself_again():
    table = launch([f"Moon Lander [{RS}, {RS}]", "Moon Lander [Sabotage]", "Moon Lander"], 0)
    table.do("launch at seat 0")
    assert table.row(0) == "Moon Lander"
    assert table.decision == "TARGET", "the second Response System is one's own, too"
    table.do("launch at seat 1")
    assert table.row(1) == "Moon Lander"


def test_r10_provoked_by_sabotage_it_hits_the_saboteur():
    table = Table(
        {"rows": ["Moon Lander [Research]", f"Moon Lander [{RS}]", "Moon Lander"], "hands": [["Sabotage"], [], []]}
    )
    table.do("play Sabotage", "sabotage the top of seat 1, place 1")
    assert table.rows == ["Moon Lander", "Moon Lander", "Moon Lander"]
    assert table.pile == ["Research", RS, "Sabotage"]


def test_r10_sabotaging_ones_own_lets_one_aim_it():
    table = Table(
        {"rows": [f"Moon Lander [{RS}]", "Moon Lander [Research]", "Moon Lander"], "hands": [["Sabotage"], [], []]}
    )
    table.do("play Sabotage", "sabotage the top of seat 0, place 1")
    assert (table.to_act, table.legal) == (0, {"launch at seat 0", "launch at seat 1", "launch at seat 2"})
    table.do("launch at seat 1")
    assert table.rows == ["Moon Lander", "Moon Lander", "Moon Lander"]


def test_r10_a_missile_at_a_player_who_is_out_meanwhile_is_lost():
    """Two missiles come back at seat 0, whose only building goes with the first one."""
    table = launch(["Moon Lander", f"Moon Lander [{RS}] | Agency [{RS}]", "Moon Lander"], 1)
    assert table.rows == ["", "Moon Lander | Agency", "Moon Lander"]
    assert table.s["missiles"] == 0
    assert table.to_act == 1


def test_r10_a_target_that_is_out_cannot_be_chosen():
    table = launch([f"Moon Lander [{RS}] | Agency [{RS}, {RS}]", "Moon Lander", "Moon Lander [Sabotage]", "Bunker"], 0)
    table.do("launch at seat 1")
    assert table.row(1) == ""
    assert table.legal == {"launch at seat 0", "launch at seat 2", "launch at seat 3"}


# What never fires (R11)


def test_r11_a_response_system_launched_from_a_silo_does_not_fire():
    table = Table({"rows": [f"Moon Lander | Missile Silo [{RS}]", "Moon Lander [Sabotage]", "Moon Lander [Research]"]})
    table.do("launch from a Missile Silo", "launch from seat 0, place 2", "launch card 1 from the top")
    table.do("launch at seat 1")
    assert table.rows == ["Moon Lander | Missile Silo", "Moon Lander", "Moon Lander [Research]"]
    assert table.decision == "TURN"


def test_r11_a_response_system_discarded_by_espionage_does_not_fire():
    table = Table({"rows": ["Moon Lander", f"Moon Lander [{RS}]"], "hands": [["Espionage"], []]})
    table.do("play Espionage", "look at the top of seat 1, place 1", "discard it")
    assert table.rows == ["Moon Lander", "Moon Lander"]
    assert table.decision == "TURN"
    assert table.pile == ["Espionage", RS]


def test_r11_a_response_system_replaced_by_an_embargo_does_not_fire():
    table = Table({"rows": ["Moon Lander", f"Moon Lander [{RS}]"], "hands": [["Embargo"], []]})
    table.do("play Embargo", "embargo seat 1, place 1")
    assert table.rows == ["Moon Lander", "Moon Lander [Embargo!]"]
    assert table.decision == "TURN"
    assert table.pile == [RS]


def test_r11_response_systems_in_the_hand_of_an_eliminated_player_do_not_fire():
    table = launch(["Moon Lander", "Moon Lander", "Moon Lander"], 1, hands=[[], [RS, RS], []])
    assert table.rows == ["Moon Lander", "", "Moon Lander"]
    assert table.pile == ["Missile Launch", RS, RS]
    assert (table.to_act, table.decision) == (0, "TURN")


# Going out (R13)


def test_r13_losing_the_last_building_eliminates_and_the_hand_goes_to_the_pile():
    table = launch(["Moon Lander", "Moon Lander | Agency", "Moon Lander"], 1, hands=[[], ["Bunker", "Research"], []])
    assert table.row(1) == ""
    assert table.hand(1) == []
    assert table.pile == ["Embargo", "Missile Launch", "Research", "Sabotage"]
    assert table.sees(0, "in_game", seat=1) == 0
    table.do("pass")
    assert table.to_act == 2


def test_r13_without_the_lander_one_stays_as_long_as_there_is_a_building():
    table = launch(["Moon Lander", "Moon Lander | Agency [Sabotage]"], 1)
    assert table.rows == ["Moon Lander", "Agency"]
    assert table.winner is None


def test_r13_the_last_player_left_wins_at_once():
    table = launch(["Moon Lander", "Moon Lander"], 1)
    assert (table.winner, table.to_act) == (0, None)
    assert table.returns() == [1, -1]


def test_r13_eliminating_oneself_lets_the_other_win():
    table = launch(["Moon Lander", "Moon Lander"], 0)
    assert table.winner == 1


def test_r13_the_survivor_wins_although_a_missile_waits_for_them():
    table = launch([f"Moon Lander [{RS}]", f"Moon Lander [{RS}] | Agency [{RS}]"], 1)
    # 1 answers twice. The first answer reveals the Response System of 0, whose missile at 1 waits behind the second
    # answer, which destroys 0. It would then destroy both bare buildings of 1.
    assert table.rows == ["", "Moon Lander | Agency"]
    assert table.winner == 1


def test_the_last_survivor_may_have_no_lander():
    table = launch(["Moon Lander", "Embassy [Sabotage]"], 0)
    assert table.winner == 1


# The active player goes out (R8)


def test_r08_the_turn_of_an_eliminated_player_ends_and_the_next_seat_begins():
    table = Table(
        {
            "rows": ["Moon Lander", f"Moon Lander [{RS}]", "Moon Lander"],
            "hands": [["Missile Launch", "Bunker"], ["Research"], []],
            "deck_top": ["Agency", "Embassy"],
        }
    )
    table.do("play Missile Launch", "launch at seat 1")
    assert table.row(0) == ""
    assert (table.active, table.to_act, table.decision) == (1, 1, "TURN")
    assert table.hand(1) == ["Research", "Sabotage"], "the next turn has begun with its draw"
    assert table.pile == ["Embargo", "Missile Launch", RS]


def test_r08_queued_missiles_still_resolve_after_the_active_player_is_out():
    table = launch(
        [f"Moon Lander [{RS}]", f"Moon Lander [{RS}] | Agency [Research, {RS}]", "Moon Lander", "Moon Lander"], 1
    )
    # As above: the missile that the Response System of 0 has launched arrives although 0 is out by then.
    assert table.rows == ["", "Agency", "Moon Lander", "Moon Lander"]
    assert table.active == 1


def test_r08_an_eliminated_active_player_still_aims_the_own_missiles_in_the_queue():
    table = launch(
        [f"Moon Lander [{RS}] | Agency [{RS}]", "Moon Lander [Sabotage]", "Moon Lander [Sabotage]"], 0, "Bunker"
    )
    table.do("launch at seat 0")
    assert table.row(0) == ""
    assert (table.to_act, table.active, table.decision) == (0, 0, "TARGET")
    assert table.legal == {"launch at seat 1", "launch at seat 2"}
    assert table.hand(0) == []
    table.do("launch at seat 2")
    assert table.rows == ["", "Moon Lander [Sabotage]", "Moon Lander"]
    assert (table.active, table.decision) == (1, "TURN")


def test_r08_response_systems_aim_at_nobody_once_their_provoker_is_out():
    table = launch([f"Moon Lander [{RS}] | Agency [{RS}]", f"Moon Lander [{RS}]", "Moon Lander"], 0)
    table.do("launch at seat 0", "launch at seat 1")
    assert table.rows == ["", "Moon Lander", "Moon Lander"], "the answer to seat 0 is lost"
    assert table.active == 1


def test_r08_what_is_being_resolved_is_cancelled_and_goes_to_the_pile():
    """An upgraded Sabotage with a flip left, whose first flip lets a Response System hit the saboteur."""
    table = Table(
        {
            "rows": [
                "Agency [Bunker]",
                f"Moon Lander [{RS}] | Embassy [{RS}, Sabotage]",
                "Moon Lander [Research]",
            ],
            "hands": [["Sabotage", "Embassy"], [], []],
        }
    )
    table.do("play Sabotage", "sabotage the top of seat 1, place 1")
    assert table.row(0) == "Agency", "the first missile"
    table.do("sabotage the top of seat 1, place 2")
    assert table.decision == "SABOTAGE", "the flipped Sabotage flips one more"
    table.do("sabotage the top of seat 1, place 2")
    assert table.rows == ["", "Moon Lander | Embassy", "Moon Lander [Research]"]
    assert table.pile == sorted(["Sabotage", "Sabotage", RS, RS, "Embargo", "Sabotage", "Missile Launch"])
    assert table.s["effects"] == 0
    assert (table.active, table.decision) == (1, "TURN")


def test_r08_flips_that_are_left_are_lost_with_their_player():
    """Two flips; the first one is a Missile Launch that two Response Systems answer."""
    table = Table(
        {
            "rows": ["Agency [Bunker]", f"Moon Lander [{RS}] | Embassy [{RS}]", "Moon Lander [Missile Launch]"],
            "hands": [["Sabotage"], [], []],
        }
    )
    table.do("play Sabotage", "sabotage the top of seat 2, place 1", "launch at seat 1")
    assert table.rows == ["", "Moon Lander | Embassy", "Moon Lander"]
    assert table.pile == ["Embargo", "Missile Launch", RS, RS, "Sabotage", "Sabotage"]
    assert (table.active, table.decision) == (1, "TURN")


def test_r08_nested_research_and_sabotage_go_to_the_pile():
    table = Table(
        {
            "rows": ["Bunker", f"Moon Lander [{RS}]", "Moon Lander"],
            "hands": [["Research"], [], []],
            "pile": ["Sabotage"],
        }
    )
    table.do("play Research", "replay Sabotage", "sabotage the top of seat 1, place 1")
    assert table.rows == ["", "Moon Lander", "Moon Lander"]
    assert table.pile == sorted(["Research", "Sabotage", RS, "Embargo"])


def test_r08_a_silo_that_is_launched_from_can_bring_its_owner_down():
    table = Table(
        {
            "rows": ["Missile Silo [Sabotage, Research]", f"Moon Lander [{RS}] | Agency [{RS}]", "Moon Lander"],
            "hands": [["Embassy"], [], []],
        }
    )
    table.do("launch from a Missile Silo", "launch from seat 0, place 1", "launch card 1 from the top")
    table.do("launch at seat 1")
    assert table.rows == ["", "Moon Lander | Agency", "Moon Lander"]
    assert table.active == 1, "no card to play, nothing to pass"


def test_r08_the_next_seat_is_the_next_one_still_in_the_game():
    table = launch([f"Moon Lander [{RS}]", f"Moon Lander [{RS}] | Agency [{RS}]", "Moon Lander", "Moon Lander"], 1)
    assert table.active == 2


@pytest.mark.parametrize("players", [2, 3, 6])
def test_r13_the_game_ends_only_when_one_is_left(players):
    rows = ["Moon Lander [Sabotage] | Missile Silo [" + ", ".join(["Embargo"] * 5) + "]"] + ["Moon Lander"] * (
        players - 1
    )
    table = Table({"rows": rows, "hands": [["Embassy"]] + [[]] * (players - 1)})
    for target in range(1, players):
        assert table.winner is None
        table.do("launch from a Missile Silo", "launch from seat 0, place 2", "launch card 1 from the top")
        table.do(f"launch at seat {target}")
    assert table.winner == 0
