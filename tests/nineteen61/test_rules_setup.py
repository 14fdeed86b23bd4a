"""Setting the table: R1, R2, and the set-up pages of the book."""

from collections import Counter

import pytest

from envs.nineteen61.box import ACTIONS, CARDS, KINDS, SEATS
from envs.nineteen61.state import Zone
from tests.nineteen61.table import Table


def set_up(table: Table) -> Table:
    """Stack the first card on offer until the first turn begins."""
    while table.decision == "SETUP":
        table.do(min(table.legal))
    return table


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r02_three_cards_and_a_lander_for_everybody(players):
    table = Table(num_players=players)
    assert table.rows == ["Moon Lander"] * players
    assert [len(table.hand(seat)) for seat in range(players)] == [3] * players
    assert len(table.deck) == CARDS - 3 * players
    assert table.pile == []


def test_r02_two_players_second_seat_gets_four_cards_and_stacks_two():
    table = Table(num_players=2)
    assert [len(table.hand(seat)) for seat in (0, 1)] == [3, 4]
    asked = []
    while table.decision == "SETUP":
        asked.append(table.to_act)
        table.do(min(table.legal))
    assert asked == [0, 1, 1]
    assert [len(table.stack(seat, 1)) for seat in (0, 1)] == [1, 2]
    assert [len(table.hand(seat)) for seat in (0, 1)] == [2 + 1, 2], "seat 0 has drawn already"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r02_every_seat_in_order_stacks_one_card_face_down_on_its_lander(players):
    table = Table(num_players=players)
    for seat in range(players):
        assert (table.to_act, table.decision) == (seat, "SETUP")
        table.do(min(table.legal))
        assert len(table.stack(seat, 1)) == 1
        assert table.knowers(seat, 1) == {seat}
        assert len(table.hand(seat)) == 2 or seat == players - 1
    assert [len(table.hand(seat)) for seat in range(players)] == [3] + [2] * (players - 1)


def test_r02_which_card_goes_on_the_lander_is_the_players_choice():
    table = Table(seed=5)
    hand = table.hand(0)
    assert len(set(hand)) > 1
    assert table.legal == {f"stack {card}" for card in hand}
    for card in sorted(set(hand)):
        after = table.copy().do(f"stack {card}")
        assert after.row(0) == f"Moon Lander [{card}]"
        assert sorted([*after.hand(0), card]) == hand


def test_r02_the_first_seat_starts_with_a_draw():
    table = set_up(Table(num_players=4))
    assert (table.to_act, table.active, table.decision) == (0, 0, "TURN")
    assert len(table.hand(0)) == 3
    assert len(table.deck) == CARDS - 3 * 4 - 1


def test_spare_landers_are_set_aside():
    table = Table(num_players=3)
    zones = [Zone(int(zone)) for zone in table.s["zone"][CARDS:]]
    assert zones == [Zone.ROW] * 3 + [Zone.GONE] * (SEATS - 3)


def test_the_deck_holds_nine_of_each_kind():
    table = Table(num_players=2)
    cards = Counter(table.deck + table.hand(0) + table.hand(1))
    assert cards == dict.fromkeys(ACTIONS, CARDS // KINDS)


def test_the_deck_is_shuffled_from_the_seed():
    decks = {tuple(Table(seed=seed).deck) for seed in range(20)}
    assert len(decks) == 20
    assert Table(seed=3).deck == Table(seed=3).deck
    first = Counter(Table(seed=seed).deck[0] for seed in range(300))
    assert set(first) == set(ACTIONS)
    assert min(first.values()) > 20, "each kind is on top about once in six games"


def test_r01_the_lander_is_a_building_of_the_row():
    table = Table({"rows": ["Moon Lander [Sabotage]", "Moon Lander"], "hands": [["Embassy"], []]})
    table.do("build Embassy")
    assert table.offers("construct at seat 0") == {"construct at seat 0, gap 1", "construct at seat 0, gap 2"}
    assert table.copy().do("construct at seat 0, gap 1").row(0) == "Embassy | Moon Lander [Sabotage]"
    assert table.copy().do("construct at seat 0, gap 2").row(0) == "Moon Lander [Sabotage] | Embassy"


def test_r01_a_lander_is_hit_and_protected_like_any_building():
    table = Table(
        {
            "rows": ["Moon Lander [Sabotage]", "Moon Lander | Embassy", "Moon Lander | Bunker [Research]"],
            "hands": [["Missile Launch"], [], []],
        }
    )
    assert table.copy().do("play Missile Launch", "launch at seat 0").row(0) == "Moon Lander"
    assert table.copy().do("play Missile Launch", "launch at seat 2").row(2) == "Moon Lander | Bunker"


# Pairings


def test_default_pairing():
    table = Table()
    assert [ACTIONS[int(action)] for action in table.s["pairing"][:KINDS]] == [
        "Missile Launch",  # Embassy
        "Espionage",  # Missile Silo
        "Response System",  # Factory
        "Embargo",  # Bunker
        "Sabotage",  # Agency
        "Research",  # Secret Facility
    ]


def test_another_pairing_changes_what_a_card_can_do():
    pairing = ("Research", "Missile Launch", "Espionage", "Sabotage", "Response System", "Embargo")
    table = Table(
        {"rows": ["Moon Lander", "Moon Lander [Research] | Agency"], "hands": [["Embassy", "Missile Silo"], []]},
        pairing=pairing,
    )
    assert table.hand(0) == ["Missile Launch", "Research"]
    assert {"build Embassy", "build Missile Silo", "play Missile Launch"} <= table.legal
    table.do("play Missile Launch", "launch at seat 1")
    assert table.row(1) == "Moon Lander"
    assert table.pile == ["Missile Launch", "Research", "Response System"], "the Agency's other side is the last one"


def test_random_pairing_differs_between_games_and_stays_within_one():
    tables = [Table(seed=seed, pairing="random") for seed in range(30)]
    pairings = {tuple(table.s["pairing"][:KINDS].tolist()) for table in tables}
    assert len(pairings) > 15
    assert all(sorted(pairing) == list(range(KINDS)) for pairing in pairings)
    table = set_up(tables[0])
    before = table.s["pairing"].tolist()
    for _ in range(100):
        if table.to_act is None:
            break
        table.do(min(table.legal))
    assert table.s["pairing"].tolist() == before
