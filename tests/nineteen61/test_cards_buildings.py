"""The buildings: Missile Silo, Factory, Bunker, Agency, Embassy, Secret Facility, Moon Lander (R3, R15-R17).

How Bunkers protect is tested in test_missiles.py, how Landers and Embassies win in test_rules_winning.py.
"""

import pytest

from tests.nineteen61.table import Table

RS = "Response System"

# Missile Silo (R15)


def fire(seat: int, place: int, depth: int, target: int) -> list[str]:
    """Return the decisions that launch a card of a Silo."""
    return [
        "launch from a Missile Silo",
        f"launch from seat {seat}, place {place}",
        f"launch card {depth} from the top",
        f"launch at seat {target}",
    ]


def test_r15_a_silo_launches_any_number_of_missiles_in_a_turn():
    table = Table(
        {
            "rows": [
                "Moon Lander | Missile Silo [Bunker, Agency, Embassy]",
                "Moon Lander [Sabotage, Research]",
                "Moon Lander",
            ],
            "hands": [["Bunker"], [], []],
        }
    )
    table.do(*fire(0, 2, 1, 1), *fire(0, 2, 1, 1))
    assert table.rows == ["Moon Lander | Missile Silo [Embargo]", "Moon Lander", "Moon Lander"]
    table.do(*fire(0, 2, 1, 2))
    assert table.rows == ["Moon Lander | Missile Silo", "Moon Lander", ""]
    assert not table.can("launch from a Missile Silo")
    assert not table.can("pass"), "launching is free: the card of the turn is yet to be played"


@pytest.mark.parametrize(
    ("depth", "left", "discarded"),
    [(1, "Embargo, Sabotage", "Research"), (2, "Embargo, Research", "Sabotage"), (3, "Sabotage, Research", "Embargo")],
)
def test_r15_the_player_chooses_which_card_of_the_stack_is_discarded(depth, left, discarded):
    table = Table(
        {"rows": ["Moon Lander | Missile Silo [Embargo, Sabotage, Research]", "Moon Lander | Embassy [Espionage]"]}
    )
    table.do(*fire(0, 2, depth, 1))
    assert table.row(0) == f"Moon Lander | Missile Silo [{left}]"
    assert table.pile == sorted([discarded, "Espionage"])


def test_r15_the_card_lies_in_the_pile_before_the_target_is_chosen():
    table = Table({"rows": ["Moon Lander | Missile Silo [Embargo, Sabotage]", "Moon Lander"]})
    table.do(*fire(0, 2, 1, 1)[:3])
    assert table.pile == ["Sabotage"]
    assert table.legal == {"launch at seat 0", "launch at seat 1"}


def test_r15_each_missile_resolves_before_the_next_is_launched():
    """The Response System's answer arrives, and destroys what else could be launched, before anything else is asked."""
    table = Table({"rows": ["Moon Lander | Missile Silo [Bunker, Agency]", f"Moon Lander [{RS}]", "Moon Lander"]})
    table.do(*fire(0, 2, 1, 1))
    assert table.rows == ["Missile Silo", "Moon Lander", "Moon Lander"]
    assert not table.can("launch from a Missile Silo")


def test_r15_the_silo_itself_is_no_missile_and_an_embargoed_one_launches_nothing():
    for silo in ("Missile Silo", "Missile Silo [Embargo!]", "Missile Silo [Embargo!, Sabotage]"):
        table = Table({"rows": [f"Moon Lander | {silo}", "Moon Lander"]})
        assert table.legal == {"pass"}, silo


def test_r15_a_silo_works_in_the_turn_in_which_it_becomes_stacked():
    table = Table({"rows": ["Moon Lander | Missile Silo", "Moon Lander [Research]"], "hands": [["Bunker"], []]})
    assert not table.can("launch from a Missile Silo")
    table.do("stack a card", "stack on seat 0, place 2", "stack Embargo", *fire(0, 2, 1, 1))
    assert table.rows == ["Moon Lander | Missile Silo", "Moon Lander"]


def test_r15_a_silo_can_be_launched_from_in_a_later_turn():
    table = Table({"rows": ["Moon Lander | Missile Silo [Bunker]", "Moon Lander [Research]"]})
    table.do("pass")
    table.do("stack a card", "stack on seat 1, place 1", f"stack {table.hand(1)[0]}", "pass")
    assert table.can("launch from a Missile Silo")


def test_r15_one_of_several_silos_is_chosen():
    table = Table(
        {"rows": ["Missile Silo [Bunker] | Moon Lander | Missile Silo [Agency] | Missile Silo", "Moon Lander"]}
    )
    table.do("launch from a Missile Silo")
    assert table.offers("") == {"launch from seat 0, place 1", "launch from seat 0, place 3"}


# Factory (R16)


def produce(place: int, seat: int, onto: int) -> list[str]:
    """Return the decisions with which seat 0 produces a card."""
    return ["produce with a Factory", f"produce with seat 0, place {place}", f"produce onto seat {seat}, place {onto}"]


def test_r16_a_factory_stacks_the_top_card_of_the_deck_unseen():
    table = Table({"rows": ["Moon Lander | Factory [Bunker]", "Moon Lander"], "deck_top": ["Agency", "Embassy"]})
    table.do(*produce(2, 0, 1))
    assert table.row(0) == "Moon Lander [Sabotage] | Factory* [Embargo]"
    assert table.knowers(0, 1) == set()
    assert table.deck[0] == "Missile Launch"


def test_r16_nobody_sees_the_card_before_it_is_placed():
    table = Table({"rows": ["Moon Lander | Factory [Bunker]", "Moon Lander"], "deck_top": ["Agency"]})
    other = Table({"rows": ["Moon Lander | Factory [Bunker]", "Moon Lander"], "deck_top": ["Embassy"]})
    for step in produce(2, 1, 1):
        table.do(step)
        other.do(step)
        for viewer in (0, 1):
            assert (table.features(viewer) == other.features(viewer)).all()


def test_r16_a_factory_produces_only_if_it_is_stacked_and_active():
    for factory in ("Factory", "Factory [Embargo!]", "Factory [Bunker, Embargo!]", "Factory [Embargo!, Bunker]"):
        table = Table({"rows": [f"Moon Lander | {factory}", "Moon Lander"]})
        assert table.legal == {"pass"}, factory


def test_r16_once_a_turn_however_many_cards_are_stacked():
    table = Table({"rows": ["Moon Lander | Factory [Bunker, Agency, Embassy]", "Moon Lander"]})
    table.do(*produce(2, 0, 1))
    assert table.legal == {"pass"}
    table.do("pass")
    table.do("stack a card", "stack on seat 1, place 1", f"stack {table.hand(1)[0]}", "pass")
    assert table.can("produce with a Factory"), "in the next turn again"


def test_r16_several_factories_produce_one_card_each():
    table = Table({"rows": ["Moon Lander | Factory [Bunker] | Factory [Agency] | Factory", "Moon Lander | Embassy"]})
    table.do("produce with a Factory")
    assert table.offers("") == {"produce with seat 0, place 2", "produce with seat 0, place 3"}
    table.do("produce with seat 0, place 3", "produce onto seat 1, place 2", "produce with a Factory")
    assert table.offers("") == {"produce with seat 0, place 2"}
    table.do("produce with seat 0, place 2", "produce onto seat 0, place 1")
    assert table.legal == {"pass"}
    assert [len(table.stack(*where)) for where in ((0, 1), (1, 2))] == [1, 1]


def test_r16_onto_any_building_of_anybody_but_an_active_factory():
    table = Table(
        {
            "rows": [
                "Moon Lander | Factory [Bunker] | Factory | Embassy [Embargo!]",
                "Moon Lander [Embargo!, Research] | Factory [Embargo!] | Factory [Research, Embargo!, Agency]",
                "",
                "Factory | Bunker",
            ]
        }
    )
    table.do("produce with a Factory", "produce with seat 0, place 2")
    assert table.offers("") == {
        "produce onto seat 0, place 1",
        "produce onto seat 0, place 4",
        "produce onto seat 1, place 1",
        "produce onto seat 1, place 2",
        "produce onto seat 1, place 3",
        "produce onto seat 3, place 2",
    }, "an embargoed Factory has no name, so it may receive"


def test_r16_a_card_over_an_embargo_protects_it_and_does_not_disable_it():
    table = Table({"rows": ["Moon Lander | Factory [Bunker]", "Moon Lander | Embassy [Embargo!] | Embassy | Embassy"]})
    table.do(*produce(2, 1, 2))
    assert len(table.stack(1, 2)) == 2
    assert table.sees_place(0, 1, 2)["disabled"] == 1
    assert table.winner is None


def test_r16_a_factory_works_in_the_turn_in_which_it_becomes_stacked():
    table = Table({"rows": ["Moon Lander | Factory", "Moon Lander"], "hands": [["Bunker"], []]})
    assert not table.can("produce with a Factory")
    table.do("stack a card", "stack on seat 0, place 2", "stack Embargo", *produce(2, 0, 1))
    assert table.legal == {"pass"}


def test_r16_before_or_after_the_card_of_the_turn_or_not_at_all():
    table = Table({"rows": ["Moon Lander | Factory [Bunker]", "Moon Lander"], "hands": [["Bunker"], []]})
    assert not table.copy().do(*produce(2, 0, 1)).can("produce with a Factory")
    table.do("stack a card", "stack on seat 0, place 2", "stack Embargo")
    assert {"produce with a Factory", "pass"} == table.legal


def test_r16_offered_only_if_something_may_receive():
    table = Table({"rows": ["Factory [Bunker] | Factory", "Factory"]})
    assert table.legal == {"pass"}
    table = Table({"rows": ["Factory [Bunker] | Factory", "Factory [Embargo!]"]})
    assert table.can("produce with a Factory")


def test_r16_a_used_factory_stays_used_when_buildings_beside_it_come_and_go():
    table = Table(
        {
            "rows": ["Moon Lander | Factory [Bunker, Research] | Factory [Agency, Research]", "Moon Lander [Sabotage]"],
            "hands": [["Bunker"], []],
        }
    )
    table.do(*produce(2, 1, 1), "build Bunker", "construct at seat 0, gap 1")
    assert table.row(0) == "Bunker | Moon Lander | Factory* [Embargo, Research] | Factory [Sabotage, Research]"
    table.do("produce with a Factory")
    assert table.offers("") == {"produce with seat 0, place 4"}


def test_r16_the_mark_of_a_used_factory_goes_with_the_turn():
    table = Table({"rows": ["Moon Lander | Factory* [Bunker]", "Moon Lander"], "turn": {"seat": 0, "played": True}})
    assert table.legal == {"pass"}
    table.do("pass")
    assert table.row(0) == "Moon Lander | Factory [Embargo]"


def test_r16_a_factory_swapped_in_for_a_facility_is_fresh():
    table = Table(
        {
            "rows": ["Moon Lander | Factory [Agency] | Secret Facility [Bunker] | Secret Facility", "Moon Lander"],
            "hands": [["Factory"], []],
        }
    )
    table.do("swap a Secret Facility", "swap seat 0, place 3", "put Factory in its place", *produce(2, 0, 4))
    assert table.row(0).startswith("Moon Lander | Factory* [Sabotage] | Factory [Embargo] | Secret Facility [")
    assert table.can("produce with a Factory")


# Agency (R17)


@pytest.mark.parametrize(
    ("agencies", "level"),
    [
        ("Moon Lander", 0),
        ("Agency", 0),
        ("Agency [Bunker]", 1),
        ("Agency [Bunker, Embassy, Embassy]", 3),
        ("Agency [Bunker] | Agency [Embassy, Embassy] | Agency", 3),
        ("Agency [Bunker, Embargo!] | Agency [Embassy]", 1),
        ("Agency [Embargo!, Bunker]", 0),
        ("Agency [Embargo]", 1),
    ],
)
def test_r17_every_card_on_active_agencies_raises_the_numbers_by_one(agencies, level):
    table = Table(
        {
            "rows": [agencies, "Moon Lander [Research]"],
            "hands": [["Espionage", "Sabotage", "Research"], []],
            "pile": ["Embassy"],
        }
    )
    assert table.sees(0, "agency", seat=0) == level
    for action, numbers in (
        ("Espionage", {"actions, flips or looks": 2 + level, "discards": 1 + level}),
        ("Sabotage", {"actions, flips or looks": 1 + level}),
        ("Research", {"actions, flips or looks": 1 + level}),
    ):
        assert table.copy().do(f"play {action}").sees(0, "effect_left") == numbers


def test_r17_agencies_of_others_do_not_count():
    table = Table(
        {"rows": ["Moon Lander [Bunker]", "Moon Lander | Agency [Research, Research]"], "hands": [["Espionage"], []]}
    )
    assert table.do("play Espionage").sees(0, "effect_left") == {"actions, flips or looks": 2, "discards": 1}


def test_r17_missile_launch_and_embargo_are_not_upgraded():
    table = Table(
        {
            "rows": ["Agency [Research, Research]", "Moon Lander [Sabotage, Sabotage, Sabotage]"],
            "hands": [["Embargo", "Missile Launch"], []],
        }
    )
    after = table.copy().do("play Missile Launch", "launch at seat 1")
    assert (after.row(1), after.decision) == ("Moon Lander [Sabotage, Sabotage]", "TURN")
    after = table.copy().do("play Embargo", "embargo seat 1, place 1")
    assert (after.row(1), after.decision) == ("Moon Lander [Sabotage, Sabotage, Embargo!]", "TURN")


def test_r17_the_number_is_fixed_when_the_card_is_played():
    """The Agency loses its cards to the first flip's missile, and two more cards are flipped all the same."""
    table = Table(
        {
            "rows": [
                "Agency [Research, Research] | Moon Lander",
                "Moon Lander [Response System] | Embassy [Bunker, Bunker]",
            ],
            "hands": [["Sabotage"], []],
        }
    )
    table.do("play Sabotage", "sabotage the top of seat 1, place 1")
    assert table.row(0) == "Agency [Research]"
    table.do("sabotage the top of seat 1, place 2", "embargo seat 0, place 1")
    assert table.row(0) == "Agency [Embargo!]"
    assert table.decision == "SABOTAGE"
    table.do("sabotage the top of seat 1, place 2", "embargo seat 1, place 1")
    assert table.decision == "TURN"


def test_r17_flipped_and_replayed_cards_are_not_upgraded():
    table = Table(
        {
            "rows": [
                "Moon Lander | Agency [Research, Research]",
                "Moon Lander [Espionage] | Embassy [Sabotage] | Factory [Research]",
            ],
            "hands": [["Sabotage", "Research"], []],
            "pile": ["Espionage", "Sabotage", "Bunker"],
        }
    )
    flip = table.copy().do("play Sabotage", "sabotage the top of seat 1, place 1")
    assert flip.decision == "LOOK"
    assert flip.sees(0, "effect_left") == {"actions, flips or looks": 2, "discards": 1}
    flip = table.copy().do("play Sabotage", "sabotage the top of seat 1, place 2")
    assert flip.sees(0, "effect_left") == {"actions, flips or looks": 1}
    flip = table.copy().do("play Sabotage", "sabotage the top of seat 1, place 3")
    assert flip.decision == "RESEARCH"
    assert flip.sees(0, "effect_left") == {"actions, flips or looks": 1}
    again = table.copy().do("play Research", "replay Espionage")
    assert again.sees(0, "effect_left") == {"actions, flips or looks": 2, "discards": 1}
    again = table.copy().do("play Research", "replay Sabotage")
    assert again.sees(0, "effect_left") == {"actions, flips or looks": 1}


# Secret Facility (R3)


SWAP = ["swap a Secret Facility", "swap seat 0, place 2"]


def test_r03_a_facility_is_swapped_for_a_building_of_the_hand():
    table = Table(
        {"rows": ["Moon Lander | Secret Facility | Bunker", "Moon Lander"], "hands": [["Agency", "Embassy"], []]}
    )
    table.do("swap a Secret Facility")
    assert table.offers("") == {"swap seat 0, place 2"}
    table.do("swap seat 0, place 2")
    assert table.legal == {"put Agency in its place", "put Embassy in its place"}
    table.do("put Agency in its place")
    assert table.row(0) == "Moon Lander | Agency | Bunker"
    assert table.hand(0) == ["Missile Launch", "Research"], "the Secret Facility is in the hand now"
    assert not table.can("pass"), "the card of the turn is yet to be played"


def test_r03_the_stack_goes_over_to_the_new_building_as_it_is():
    table = Table(
        {
            "rows": [
                ["Moon Lander", {"building": "Secret Facility", "stack": ["Bunker", {"card": "Agency", "known": [1]}]}],
                "Moon Lander",
            ],
            "hands": [["Missile Silo"], []],
        }
    )
    table.do(*SWAP, "put Missile Silo in its place")
    assert table.row(0) == "Moon Lander | Missile Silo [Embargo, Sabotage]"
    assert table.knowers(0, 2) == {1}
    assert table.knowers(0, 2, depth=1) == {0}


def test_r03_the_new_building_works_this_very_turn():
    table = Table(
        {
            "rows": ["Moon Lander | Secret Facility [Bunker]", "Moon Lander [Agency]"],
            "hands": [["Missile Silo", "Factory"], []],
        }
    )
    silo = table.copy().do(*SWAP, "put Missile Silo in its place", *fire(0, 2, 1, 1))
    assert silo.row(1) == "Moon Lander"
    factory = table.copy().do(*SWAP, "put Factory in its place", *produce(2, 0, 1))
    assert len(factory.stack(0, 1)) == 1
    table = Table(
        {
            "rows": ["Moon Lander | Secret Facility [Bunker, Bunker]", "Moon Lander"],
            "hands": [["Agency", "Espionage"], []],
        }
    )
    table.do(*SWAP, "put Agency in its place", "play Espionage")
    assert table.sees(0, "effect_left") == {"actions, flips or looks": 4, "discards": 3}


@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
def test_r03_several_facilities_are_swapped_in_any_order(order):
    table = Table(
        {
            "rows": ["Moon Lander | Secret Facility | Secret Facility", "Moon Lander"],
            "hands": [["Agency", "Embassy"], []],
        }
    )
    for place, building in zip(order, ("Agency", "Embassy"), strict=True):
        table.do("swap a Secret Facility", f"swap seat 0, place {place}", f"put {building} in its place")
    assert table.row(0) == ("Moon Lander | Agency | Embassy" if order == (2, 3) else "Moon Lander | Embassy | Agency")
    assert table.hand(0) == ["Research", "Research"]
    assert not table.can("swap a Secret Facility")


def test_r03_a_facility_is_not_swapped_for_another_copy_of_itself():
    table = Table({"rows": ["Moon Lander | Secret Facility", "Moon Lander"], "hands": [["Secret Facility"], []]})
    assert not table.can("swap a Secret Facility")
    table = Table(
        {"rows": ["Moon Lander | Secret Facility", "Moon Lander"], "hands": [["Secret Facility", "Agency"], []]}
    )
    table.do(*SWAP)
    assert table.legal == {"put Agency in its place"}


def test_r03_an_embargoed_facility_is_not_swapped():
    for facility in ("Secret Facility [Embargo!]", "Secret Facility [Embargo!, Agency]"):
        table = Table({"rows": [f"Moon Lander | {facility}", "Moon Lander"], "hands": [["Agency"], []]})
        assert not table.can("swap a Secret Facility")


def test_r03_swapping_is_optional():
    table = Table({"rows": ["Moon Lander | Secret Facility", "Moon Lander"], "hands": [["Agency"], []]})
    assert {"swap a Secret Facility", "build Agency", "play Sabotage", "stack a card"} == table.legal


@pytest.mark.parametrize(
    "first",
    [
        ["build Agency", "construct at seat 0, gap 1"],
        ["stack a card", "stack on seat 0, place 1", "stack Sabotage"],
        fire(0, 3, 1, 1),
        produce(4, 0, 1),
    ],
)
def test_r03_the_window_closes_with_the_first_other_decision(first):
    table = Table(
        {
            "rows": [
                "Moon Lander | Secret Facility | Missile Silo [Bunker] | Factory [Bunker]",
                "Moon Lander [Research]",
            ],
            "hands": [["Agency", "Embassy"], []],
        }
    )
    assert table.can("swap a Secret Facility")
    table.do(first[0])
    assert table.s["window"] == 0
    table.do(*first[1:])
    assert table.decision == "TURN"
    assert not table.can("swap a Secret Facility")


def test_r03_the_window_is_open_right_after_the_draw_and_the_drawn_card_may_be_swapped_in():
    table = Table(
        {"rows": ["Moon Lander | Secret Facility", "Moon Lander"], "deck_top": ["Factory"], "turn": {"drawn": False}}
    )
    assert table.can("swap a Secret Facility")
    table.do(*SWAP, "put Factory in its place")
    assert table.row(0) == "Moon Lander | Factory"


def test_r03_a_facility_built_this_turn_is_not_swapped_before_the_next():
    table = Table({"rows": ["Moon Lander", "Moon Lander"], "hands": [["Secret Facility", "Agency"], []]})
    table.do("build Secret Facility", "construct at seat 0, gap 2")
    assert table.legal == {"pass"}
    table.do("pass")
    table.do("stack a card", "stack on seat 1, place 1", f"stack {table.hand(1)[0]}", "pass")
    assert table.can("swap a Secret Facility")


def test_r03_the_swapped_facility_may_be_played_as_the_card_of_the_turn():
    table = Table(
        {"rows": ["Moon Lander | Secret Facility", "Moon Lander"], "hands": [["Agency"], []], "pile": ["Embassy"]}
    )
    table.do(*SWAP, "put Agency in its place")
    assert {"build Secret Facility", "play Research", "stack a card"} == table.legal
    table.do("build Secret Facility", "construct at seat 0, gap 1")
    assert table.row(0) == "Secret Facility | Moon Lander | Agency"
    assert table.legal == {"pass"}


def test_r03_facilities_of_other_rows_are_not_swapped():
    table = Table({"rows": ["Moon Lander", "Moon Lander | Secret Facility"], "hands": [["Agency"], []]})
    assert not table.can("swap a Secret Facility")
