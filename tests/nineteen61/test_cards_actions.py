"""The actions: Missile Launch, Response System, Embargo, Research, Sabotage, Espionage (R17-R22).

What missiles and Response Systems do once they fly is tested in test_missiles.py.
"""

from tests.nineteen61.table import Table

RS = "Response System"


def place(seat: int, at: int) -> str:
    """Return the name of a place in action texts."""
    return f"seat {seat}, place {at}"


# Missile Launch


def test_missile_launch_goes_to_the_pile_when_its_missile_has_resolved():
    table = Table({"rows": ["Moon Lander", "Moon Lander [Sabotage]"], "hands": [["Missile Launch"], []]})
    table.do("play Missile Launch")
    assert table.pile == [], "in no zone while it resolves (R21)"
    table.do("launch at seat 1")
    assert table.pile == ["Missile Launch", "Sabotage"]
    assert table.row(1) == "Moon Lander"


# Response System (R22)


def test_r22_a_response_system_is_stacked_like_any_card_and_nobody_else_knows():
    table = Table({"rows": ["Moon Lander", "Moon Lander"], "hands": [[RS], []]})
    table.do("stack a card", "stack on seat 0, place 1", f"stack {RS}")
    assert table.row(0) == f"Moon Lander [{RS}]"
    assert table.knowers(0, 1) == {0}
    assert "top known: Response System" not in table.sees_place(1, 0, 1)


# Embargo (R18)


def test_r18_an_embargo_replaces_the_top_card_and_disables_the_building():
    table = Table(
        {"rows": ["Moon Lander", "Moon Lander | Missile Silo [Sabotage, Research]"], "hands": [["Embargo"], []]}
    )
    table.do("play Embargo", f"embargo {place(1, 2)}")
    assert table.row(1) == "Moon Lander | Missile Silo [Sabotage, Embargo!]"
    assert table.pile == ["Research"], "the Embargo itself is not in the pile"
    for viewer in (0, 1):
        seen = table.sees_place(viewer, 1, 2)
        assert (seen["disabled"], seen["top is a face-up Embargo"]) == (1, 1)


def test_r18_an_embargo_on_a_bare_building_replaces_nothing():
    table = Table({"rows": ["Moon Lander", "Moon Lander | Embassy"], "hands": [["Embargo"], []]})
    table.do("play Embargo", f"embargo {place(1, 2)}")
    assert table.row(1) == "Moon Lander | Embassy [Embargo!]"
    assert table.pile == []


def test_r18_any_stack_of_any_living_player_may_be_embargoed():
    table = Table(
        {"rows": ["Moon Lander | Agency [Research]", "", "Moon Lander [Embargo!]"], "hands": [["Embargo"], [], []]}
    )
    table.do("play Embargo")
    assert table.offers("") == {f"embargo {place(0, 1)}", f"embargo {place(0, 2)}", f"embargo {place(2, 1)}"}
    table.do(f"embargo {place(2, 1)}")
    assert table.row(2) == "Moon Lander [Embargo!]"
    assert table.pile == ["Embargo"], "an Embargo is discarded by another one"


def test_r18_cards_may_be_stacked_over_an_embargo_and_the_building_stays_disabled():
    table = Table({"rows": ["Moon Lander | Missile Silo [Embargo!]", "Moon Lander"], "hands": [["Agency"], []]})
    table.do("stack a card", f"stack on {place(0, 2)}", "stack Sabotage")
    assert table.row(0) == "Moon Lander | Missile Silo [Embargo!, Sabotage]"
    assert table.legal == {"pass"}, "nothing to launch from a disabled Silo"


def test_r18_a_building_works_again_when_the_embargo_is_gone():
    table = Table(
        {"rows": ["Moon Lander | Missile Silo [Sabotage, Embargo!]", "Moon Lander"], "hands": [["Espionage"], []]}
    )
    assert not table.can("launch from a Missile Silo")
    table.do("play Espionage", f"look at the top of {place(0, 2)}", "discard it")
    assert table.row(0) == "Moon Lander | Missile Silo [Sabotage]"
    table.do(f"look at the top of {place(0, 2)}")
    assert table.can("launch from a Missile Silo")


def test_r18_two_embargoes_in_a_stack_must_both_go():
    table = Table(
        {
            "rows": ["Moon Lander | Missile Silo [Research, Embargo!, Embargo!]", "Moon Lander"],
            "hands": [["Missile Launch"], []],
        }
    )
    table.do("play Missile Launch", "launch at seat 0")
    assert table.row(0) == "Missile Silo [Research, Embargo!]"
    assert not table.can("launch from a Missile Silo")


def test_r18_an_embargo_card_face_down_is_an_ordinary_card():
    table = Table({"rows": ["Moon Lander | Missile Silo", "Moon Lander"], "hands": [["Embargo"], []]})
    table.do("stack a card", f"stack on {place(0, 2)}", "stack Embargo")
    assert table.row(0) == "Moon Lander | Missile Silo [Embargo]"
    assert table.can("launch from a Missile Silo")
    table = Table({"rows": ["Moon Lander | Factory [Agency]", "Moon Lander"], "deck_top": ["Embargo"]})
    table.do("produce with a Factory", f"produce with {place(0, 2)}", f"produce onto {place(1, 1)}")
    assert table.row(1) == "Moon Lander [Embargo]"
    assert "disabled" not in table.sees_place(0, 1, 1)


# Research (R21)


def test_r21_research_replays_an_action_of_the_pile():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Agency]"],
            "hands": [["Research"], []],
            "pile": ["Missile Launch", "Embassy"],
        }
    )
    table.do("play Research")
    assert table.legal == {"replay Missile Launch"}, "both cards have this action; none is offered as a building"
    table.do("replay Missile Launch", "launch at seat 1")
    assert table.row(1) == "Moon Lander"
    assert table.pile == ["Missile Launch", "Missile Launch", "Research", "Sabotage"]
    assert table.legal == {"pass"}


def test_r21_every_kind_in_the_pile_may_be_replayed_but_the_research_itself_is_not_there():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Agency]"],
            "hands": [["Research"], []],
            "pile": ["Missile Launch", RS, "Embargo", "Sabotage", "Espionage"],
        }
    )
    table.do("play Research")
    assert table.legal == {f"replay {name}" for name in ("Missile Launch", RS, "Embargo", "Sabotage", "Espionage")}


def test_r21_research_needs_a_card_in_the_pile():
    table = Table({"rows": ["Moon Lander", "Moon Lander"], "hands": [["Research"], []]})
    assert table.legal == {"stack a card", "build Secret Facility"}


def test_r21_research_may_replay_research():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Agency]"],
            "hands": [["Research"], []],
            "pile": ["Research", "Missile Launch"],
        }
    )
    table.do("play Research", "replay Research")
    assert table.legal == {"replay Missile Launch"}, "both Researches are being resolved"
    assert table.pile == ["Missile Launch"]
    table.do("replay Missile Launch", "launch at seat 1")
    assert table.pile == ["Missile Launch", "Research", "Research", "Sabotage"]
    assert table.decision == "TURN"


def test_r21_all_nine_researches_can_be_nested():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Agency]"],
            "hands": [["Research"], []],
            "pile": ["Research"] * 8,
        }
    )
    table.do("play Research", *["replay Research"] * 8)
    assert table.decision == "TURN", "the innermost finds an empty pile and has no effect"
    assert table.pile == ["Research"] * 9


def test_r21_nine_researches_nine_sabotages_and_a_leaf_nest():
    table = Table(
        {
            "rows": [
                "Moon Lander [Embassy]",
                [
                    "Moon Lander",
                    {"building": "Embassy", "stack": [RS, *["Sabotage"] * 8]},
                ],  # the last one is in the pile
            ],
            "hands": [["Research"], []],
            "pile": ["Research"] * 8 + ["Sabotage"],
        }
    )
    table.do("play Research", *["replay Research"] * 8, "replay Sabotage")
    for _ in range(9):
        assert table.decision == "SABOTAGE"
        table.do(f"sabotage the top of {place(1, 2)}")
    assert table.row(0) == "Moon Lander", "the Response System at the bottom has fired"
    while table.decision != "TURN":
        table.do(min(table.legal))
    assert table.pile.count("Research") == 9
    assert table.pile.count("Sabotage") == 9


def test_r21_upgraded_research_may_choose_the_same_card_again_once_it_is_back():
    table = Table(
        {
            "rows": ["Moon Lander | Agency [Bunker]", "Moon Lander [Agency, Agency]"],
            "hands": [["Research"], []],
            "pile": ["Missile Launch"],
        }
    )
    table.do("play Research", "replay Missile Launch")
    assert table.pile == []
    table.do("launch at seat 1")
    assert table.decision == "RESEARCH", "only when the first action has finished (see Agency)"
    assert table.row(1) == "Moon Lander [Sabotage]"
    assert table.legal == {"replay Missile Launch", "replay Sabotage"}
    table.do("replay Missile Launch", "launch at seat 1")
    assert table.row(1) == "Moon Lander"
    assert table.decision == "TURN"


def test_r21_a_replayed_response_system_is_stacked_and_everybody_knows_it():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Embargo!] | Agency", "Bunker"],
            "hands": [["Research"], [], []],
            "pile": [RS],
        }
    )
    table.do("play Research", f"replay {RS}")
    assert table.offers("") == {f"stack the {RS} on {place(*where)}" for where in ((0, 1), (1, 1), (1, 2), (2, 1))}
    table.do(f"stack the {RS} on {place(1, 2)}")
    assert table.row(1) == f"Moon Lander [Embargo!] | Agency [{RS}]"
    assert table.knowers(1, 2) == {0, 1, 2}
    assert table.pile == ["Research"]
    assert table.decision == "TURN", "it fires only when it is revealed by a missile or by Sabotage"


def test_r21_a_replayed_embargo_is_put_on_a_stack():
    table = Table({"rows": ["Moon Lander", "Moon Lander [Agency]"], "hands": [["Research"], []], "pile": ["Embargo"]})
    table.do("play Research", "replay Embargo", f"embargo {place(1, 1)}")
    assert table.row(1) == "Moon Lander [Embargo!]"
    assert table.pile == ["Research", "Sabotage"]


def test_r21_replayed_sabotage_and_espionage_act_as_usual():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Bunker]"],
            "hands": [["Research"], []],
            "pile": ["Sabotage", "Espionage"],
        }
    )
    sabotage = table.copy().do("play Research", "replay Sabotage", f"sabotage the top of {place(1, 1)}")
    assert sabotage.decision == "EMBARGO"
    espionage = table.copy().do("play Research", "replay Espionage", f"look at the top of {place(1, 1)}", "discard it")
    assert espionage.row(1) == "Moon Lander"
    assert espionage.decision == "TURN", "nothing is left to look at"


# Sabotage (R19)


def test_r19_sabotage_flips_a_top_card_which_is_played_at_once():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Agency, Missile Launch]", "Moon Lander [Bunker]"],
            "hands": [["Sabotage"], [], []],
        }
    )
    table.do("play Sabotage", f"sabotage the top of {place(1, 1)}")
    assert table.row(1) == "Moon Lander [Sabotage]", "the flipped card has left its stack before it acts"
    assert (table.to_act, table.legal) == (0, {"launch at seat 0", "launch at seat 1", "launch at seat 2"})
    table.do("launch at seat 2")
    assert table.row(2) == "Moon Lander"
    assert table.pile == ["Embargo", "Missile Launch", "Sabotage"]


def test_r19_only_tops_of_stacks_may_be_flipped_never_buildings():
    table = Table(
        {
            "rows": [
                "Moon Lander | Agency [Research]",
                "Moon Lander [Bunker, Bunker] | Embassy [Embargo!] | Factory",
                "",
            ],
            "hands": [["Sabotage"], [], []],
        }
    )
    table.do("play Sabotage")
    # Agency [Research] upgrades this Sabotage, so the tops stay on offer after the first flip.
    assert table.offers("") == {f"sabotage the top of {place(*where)}" for where in ((0, 2), (1, 1), (1, 2))}


def test_r19_a_flipped_face_up_embargo_is_played_again_even_where_it_was():
    table = Table(
        {"rows": ["Moon Lander", "Moon Lander | Agency [Research, Embargo!] | Embassy"], "hands": [["Sabotage"], []]}
    )
    table.do("play Sabotage", f"sabotage the top of {place(1, 2)}")
    assert table.row(1) == "Moon Lander | Agency [Research] | Embassy"
    assert table.offers("") == {f"embargo {place(*where)}" for where in ((0, 1), (1, 1), (1, 2), (1, 3))}
    back = table.copy().do(f"embargo {place(1, 2)}")
    assert back.row(1) == "Moon Lander | Agency [Embargo!] | Embassy"
    assert back.pile == ["Research", "Sabotage"], "it discards the top card of the stack it came from"
    table.do(f"embargo {place(1, 3)}")
    assert table.row(1) == "Moon Lander | Agency [Research] | Embassy [Embargo!]"


def test_r19_a_face_down_embargo_is_flipped_and_played():
    table = Table({"rows": ["Moon Lander", "Moon Lander [Embargo]"], "hands": [["Sabotage"], []]})
    table.do("play Sabotage", f"sabotage the top of {place(1, 1)}", f"embargo {place(0, 1)}")
    assert table.rows == ["Moon Lander [Embargo!]", "Moon Lander"]


def test_r19_a_flipped_research_replays_from_the_pile():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Research] | Agency [Bunker]"],
            "hands": [["Sabotage"], []],
            "pile": ["Missile Launch"],
        }
    )
    table.do("play Sabotage", f"sabotage the top of {place(1, 1)}")
    assert table.legal == {"replay Missile Launch"}, "neither the Sabotage nor the Research lies there yet"
    table.do("replay Missile Launch", "launch at seat 1")
    assert table.row(1) == "Agency"


def test_r21_a_flipped_research_without_a_pile_has_no_effect():
    table = Table({"rows": ["Moon Lander", "Moon Lander [Research]"], "hands": [["Sabotage"], []]})
    table.do("play Sabotage", f"sabotage the top of {place(1, 1)}")
    assert table.decision == "TURN"
    assert table.pile == ["Research", "Sabotage"]


def test_r19_a_flipped_sabotage_flips_one_more_and_no_more():
    table = Table(
        {
            "rows": ["Moon Lander | Agency [Embassy]", "Moon Lander [Bunker, Sabotage] | Embassy [Bunker]"],
            "hands": [["Sabotage"], []],
        }
    )
    table.do("play Sabotage", f"sabotage the top of {place(1, 1)}")
    assert table.decision == "SABOTAGE", "of the flipped one"
    table.do(f"sabotage the top of {place(1, 1)}", f"embargo {place(0, 1)}")
    assert table.decision == "SABOTAGE", "the second flip of the card from the hand, which had been upgraded"
    table.do(f"sabotage the top of {place(1, 2)}", f"embargo {place(0, 2)}")
    assert table.decision == "TURN"
    assert table.rows == ["Moon Lander [Embargo!] | Agency [Embargo!]", "Moon Lander | Embassy"]


def test_r19_a_flipped_espionage_looks_at_two_and_discards_one():
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Espionage] | Agency [Bunker] | Embassy [Research]"],
            "hands": [["Sabotage"], []],
        }
    )
    table.do("play Sabotage", f"sabotage the top of {place(1, 1)}")
    table.do(f"look at the top of {place(1, 2)}", "leave it", f"look at the top of {place(1, 3)}")
    assert table.legal == {
        "discard the top of seat 1, place 2 (Agency)",
        "discard the top of seat 1, place 3 (Embassy)",
    }
    table.do(f"discard the top of {place(1, 2)}")
    assert table.row(1) == "Moon Lander | Agency | Embassy [Research]"
    assert table.decision == "TURN"


def test_r19_a_flipped_response_system_in_ones_own_row_is_aimed():
    table = Table({"rows": [f"Moon Lander [{RS}]", "Moon Lander [Bunker]"], "hands": [["Sabotage"], []]})
    table.do("play Sabotage", f"sabotage the top of {place(0, 1)}", "launch at seat 1")
    assert table.rows == ["Moon Lander", "Moon Lander"]
    assert table.pile == ["Embargo", RS, "Sabotage"]


def test_r19_flips_resolve_fully_one_after_another():
    """The book's example: a flipped Missile Launch resolves first, so what it destroys is gone for the second flip."""
    table = Table(
        {
            "rows": [
                "Moon Lander | Agency [Embassy]",
                "Moon Lander [Missile Launch] | Embassy [Bunker] | Factory [Research, Agency]",
            ],
            "hands": [["Sabotage"], []],
        }
    )
    table.do("play Sabotage", f"sabotage the top of {place(1, 1)}", "launch at seat 1")
    assert table.rows[1] == "Embassy | Factory [Research]"
    assert table.offers("") == {f"sabotage the top of {place(0, 2)}", f"sabotage the top of {place(1, 2)}"}


def test_r19_as_many_as_there_are():
    table = Table(
        {
            "rows": ["Moon Lander | Agency [Bunker, Bunker]", "Moon Lander"],
            "hands": [["Sabotage"], []],
        }
    )
    # Three flips, two cards: each Embargo goes on a stack and can be flipped again; so all three are used.
    table.do("play Sabotage")
    for _ in range(3):
        assert table.decision == "SABOTAGE"
        table.do(f"sabotage the top of {place(0, 2)}", f"embargo {place(0, 2)}")
    assert table.decision == "TURN"
    table = Table(
        {"rows": ["Moon Lander | Agency [Missile Launch]", "Moon Lander | Bunker"], "hands": [["Sabotage"], []]}
    )
    table.do("play Sabotage", f"sabotage the top of {place(0, 2)}", "launch at seat 1")
    assert table.decision == "TURN", "nothing is left to flip"


def test_r21_a_sabotage_or_espionage_that_finds_nothing_goes_to_the_pile():
    for action in ("Sabotage", "Espionage"):
        table = Table({"rows": ["Moon Lander | Agency", "Moon Lander"], "hands": [[action], []]})
        table.do(f"play {action}")
        assert table.pile == [action]
        assert table.legal == {"pass"}


# Espionage (R20)


def test_r20_two_looks_and_one_discard_over_anybodys_stacks():
    table = Table(
        {
            "rows": ["Moon Lander [Bunker]", "Moon Lander [Agency] | Embassy [Research{}]", "Moon Lander"],
            "hands": [["Espionage"], [], []],
        }
    )
    table.do("play Espionage")
    assert table.offers("") == {f"look at the top of {place(*where)}" for where in ((0, 1), (1, 1), (1, 2))}
    table.do(f"look at the top of {place(1, 2)}")
    assert table.knowers(1, 2) == {0}
    assert table.legal == {"discard it", "leave it"}
    table.do("leave it")
    assert table.offers("") == {f"look at the top of {place(*where)}" for where in ((0, 1), (1, 1))}, "each card once"
    table.do(f"look at the top of {place(0, 1)}")
    assert table.decision == "DISCARD", "a discard is left and must be used on one of the cards looked at"
    assert table.offers("") == {f"discard the top of {place(*where)}" for where in ((0, 1), (1, 2))}
    table.do(f"discard the top of {place(1, 2)}")
    assert table.rows == ["Moon Lander [Embargo]", "Moon Lander [Sabotage] | Embassy", "Moon Lander"]
    assert table.pile == ["Espionage", "Research"]
    assert table.decision == "TURN"


def test_r20_a_discard_exposes_the_next_card_of_the_same_stack():
    table = Table({"rows": ["Moon Lander", "Moon Lander [Bunker, Agency]"], "hands": [["Espionage"], []]})
    table.do("play Espionage", f"look at the top of {place(1, 1)}", "discard it", f"look at the top of {place(1, 1)}")
    assert table.row(1) == "Moon Lander [Embargo]"
    assert table.knowers(1, 1) == {0, 1}
    assert table.decision == "TURN", "both looks and the discard are used"


def test_r20_looking_on_without_a_discard_left_asks_nothing_more():
    table = Table(
        {"rows": ["Moon Lander", "Moon Lander [Bunker, Agency] | Embassy [Research]"], "hands": [["Espionage"], []]}
    )
    table.do("play Espionage", f"look at the top of {place(1, 1)}", "discard it")
    assert table.decision == "LOOK"
    table.do(f"look at the top of {place(1, 2)}")
    assert table.decision == "TURN"
    assert table.row(1) == "Moon Lander [Embargo] | Embassy [Research]"


def test_r20_keeping_may_be_followed_by_a_discard_that_must_be():
    """The only card there is: what is left alone at first has to go in the end (exactly, as far as possible)."""
    table = Table({"rows": ["Moon Lander", "Moon Lander [Bunker]"], "hands": [["Espionage"], []]})
    table.do("play Espionage", f"look at the top of {place(1, 1)}", "leave it")
    assert table.decision == "DISCARD"
    assert table.legal == {"discard the top of seat 1, place 1 (Moon Lander)"}
    table.do(*table.legal)
    assert table.row(1) == "Moon Lander"


def test_r20_looking_goes_on_when_discards_expose_new_tops():
    """Left alone, looked at all there is; the forced discard exposes a card, and one look is left for it."""
    table = Table({"rows": ["Moon Lander", "Moon Lander [Bunker, Agency]"], "hands": [["Espionage"], []]})
    table.do("play Espionage", f"look at the top of {place(1, 1)}", "leave it")
    assert table.offers("") == {f"discard the top of {place(1, 1)}"}
    table.do(f"discard the top of {place(1, 1)}")
    assert table.offers("") == {f"look at the top of {place(1, 1)}"}
    table.do(f"look at the top of {place(1, 1)}")
    assert table.decision == "TURN"
    assert table.row(1) == "Moon Lander [Embargo]"


def test_r20_face_up_embargoes_can_be_looked_at_and_discarded():
    table = Table({"rows": ["Moon Lander", "Moon Lander [Embargo!]"], "hands": [["Espionage"], []]})
    table.do("play Espionage", f"look at the top of {place(1, 1)}", "discard it")
    assert table.row(1) == "Moon Lander"
    assert "disabled" not in table.sees_place(0, 1, 1)


def test_r20_upgraded_by_several_agencies_it_looks_and_discards_deeper():
    table = Table(
        {
            "rows": [
                "Agency [Embassy] | Agency [Embassy] | Moon Lander",
                "Moon Lander [Bunker, Agency, Research, Bunker]",
            ],
            "hands": [["Espionage"], []],
        }
    )
    # Four looks and three discards, all in the same stack of four.
    table.do("play Espionage")
    for left in (3, 2, 1):
        table.do(f"look at the top of {place(1, 1)}", "discard it")
        assert len(table.stack(1, 1)) == left
    table.do(f"look at the top of {place(1, 1)}")
    assert table.row(1) == "Moon Lander [Embargo]"
    assert table.knowers(1, 1) == {0, 1}
    assert table.decision == "TURN"
    assert table.pile == ["Embargo", "Espionage", "Research", "Sabotage"]


def test_r20_remaining_discards_are_chosen_after_all_looks():
    table = Table(
        {
            "rows": ["Agency [Embassy] | Moon Lander", "Moon Lander [Bunker] | Factory [Agency] | Embassy [Research]"],
            "hands": [["Espionage"], []],
        }
    )
    table.do("play Espionage")  # three looks, two discards
    table.do(f"look at the top of {place(1, 1)}", "leave it", f"look at the top of {place(1, 2)}", "leave it")
    table.do(f"look at the top of {place(1, 3)}")
    assert table.offers("") == {f"discard the top of {place(1, n)}" for n in (1, 2, 3)}
    table.do(f"discard the top of {place(1, 1)}")
    assert table.offers("") == {f"discard the top of {place(1, n)}" for n in (2, 3)}, "only what was looked at"
    table.do(f"discard the top of {place(1, 3)}")
    assert table.rows[1] == "Moon Lander | Factory [Sabotage] | Embassy"
    assert table.decision == "TURN"


def test_r20_a_card_under_a_discarded_one_was_not_looked_at_and_cannot_be_discarded():
    table = Table(
        {
            "rows": ["Agency [Embassy] | Moon Lander", "Moon Lander [Bunker, Agency, Research]"],
            "hands": [["Espionage"], []],
        }
    )
    table.do("play Espionage")  # three looks, two discards
    table.do(f"look at the top of {place(1, 1)}", "discard it", f"look at the top of {place(0, 1)}", "leave it")
    table.do(f"look at the top of {place(1, 1)}")
    assert table.offers("") == {f"discard the top of {place(0, 1)}", f"discard the top of {place(1, 1)}"}
    table.do(f"discard the top of {place(1, 1)}")
    assert table.row(1) == "Moon Lander [Embargo]"
    assert table.decision == "TURN"


def test_r20_an_earlier_espionage_counts_for_nothing():
    """Cards looked at in an earlier turn have to be looked at again before they can be discarded."""
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander [Bunker] | Factory [Agency]"],
            "hands": [["Espionage", "Espionage"], []],
        }
    )
    table.do("play Espionage", f"look at the top of {place(1, 1)}", "leave it", f"look at the top of {place(1, 2)}")
    table.do(f"discard the top of {place(1, 2)}", "pass")
    table.do("stack a card", f"stack on {place(1, 2)}", f"stack {table.hand(1)[0]}", "pass")
    table.do("play Espionage")
    assert table.offers("look") == {f"look at the top of {place(1, n)}" for n in (1, 2)}
