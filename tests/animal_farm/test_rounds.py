"""Set-up, the phases of a round but the bargaining, markers, and the end (R1, R2, R5, R8-R12, R26-R28, R30, R31)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from envs.animal_farm import GAME
from envs.animal_farm.box import CARD_NAMES, INFLUENCES, MOODS, REGIONS, SECOND, TOP, revolution_name
from envs.core.compiling import COMPILED, new_states

from .table import Play, draw

ARROWS = ["Latin America", "Middle East", "India", "Australia", "Africa"]
SEEDS = range(60 if COMPILED else 4)


def new_game(players: int = 4, seed: int = 1, **options: Any) -> Play:
    """A game at its first decision."""
    table = Play(GAME, {"num_players": players, "talk": 0, **options})
    table.start(seed)
    GAME.check(table.state)
    return table


def dealt(players: int, seed: int, **options: Any) -> Any:
    """The state of a new game, without a table around it: quick."""
    state = new_states(GAME.dtype, 1)[0]
    encoded = GAME.options.encode(GAME.options.complete({"num_players": players, **options}))
    GAME.rules.reset(state, encoded, np.uint64(seed))
    return state


def to_round(table: Play, number: int) -> Play:
    """Let everybody pass until this round has begun."""
    while int(table.state["round"]) < number:
        table.play(0 if table.mask[0] else int(table.mask.argmax()))
    return table


def finish(table: Play) -> Play:
    """Let everybody pass until the game is over."""
    while not table.over:
        table.play(0 if table.mask[0] else int(table.mask.argmax()))
    return table


def tops(table: Any) -> list[int]:
    """The top lines of the revolutions, the one on the left of each seat."""
    state = table.state if isinstance(table, Play) else table
    return [int(TOP[card]) for card in state["revolution"][: int(state["players"])]]


# The box


def test_r1_regions_in_arrow_order() -> None:
    assert list(REGIONS[:5]) == ARROWS
    assert list(INFLUENCES) == ["Cat", "Donkey", "Elephant", "Kangaroo", "Lion"]


@pytest.mark.parametrize("first", range(5))
def test_r1_regions_are_resolved_in_arrow_order_and_round_again(first: int) -> None:
    table = draw(phase="alliances", region=ARROWS[first])
    seen: list[str] = []
    while table.asked == "SPEAK":
        if table.region not in seen:
            seen.append(str(table.region))
        table.do("pass")
    assert seen == ARROWS[first:] + ARROWS[:first]


def test_r2_every_ordered_pair_of_different_influences_is_a_revolution_of_two_and_one() -> None:
    cards = [(int(top), int(second)) for top, second in zip(TOP, SECOND, strict=True)]
    assert len(cards) == 20
    assert set(cards) == {(a, b) for a in range(5) for b in range(5) if a != b}
    table = draw(phase="revolutions", new="ccc ll - -", revolutions=["2 Cat 1 Lion", "2 Kangaroo 1 Elephant", "?", "?"])
    cat, lion = "put a Cat from New on the left", "put a Lion from New on the right"
    table.do(cat, cat)
    assert not table.can(cat)
    table.pass_until("REVOLT", 1).do(lion)
    assert not table.can(lion)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r5_twelve_tokens_of_each_influence_lie_in_their_regions_and_nine_agents_a_player(players: int) -> None:
    table = new_game(players)
    assert [table.stock(kind) for kind in INFLUENCES] == [12] * 5
    assert (table.new, table.owned, table.airdrop) == (" ".join("-" * players),) * 3
    for seat in range(players):
        on_board = int(table.state["agents"][seat].sum())
        assert on_board + int(table.state["supply"][seat]) == 9
        assert table.state["agents"][seat, :5].tolist() == [1] * 5  # an agent in every region


# Set-up


@pytest.mark.parametrize("players", [3, 4, 5])
def test_setup_one_basic_and_one_advanced_action_of_each_type(players: int) -> None:
    for seed in SEEDS:
        state = dealt(players, seed)
        assert [int(card) // 2 for card in state["basic"]] == list(range(5))
        assert [(int(card) - 10) // 4 for card in state["advanced"]] == list(range(5))


def test_setup_every_action_can_be_laid_out() -> None:
    laid = {int(card) for seed in SEEDS for name in ("basic", "advanced") for card in dealt(4, seed)[name]}
    if COMPILED:
        assert laid == set(range(30))
    listed = ["Friendship", "Peaceful Solutions", "Love", "Plenty", "Freedom is slavery", "Requisition"]
    state = dealt(4, 1, actions=listed)
    assert [CARD_NAMES[card] for card in state["basic"]] == listed[:5]
    assert [int(card) for card in state["advanced"]] == [-1, CARD_NAMES.index("Requisition"), -1, -1, -1]


def test_setup_two_moods_conveyor_one_growing() -> None:
    for seed in SEEDS:
        mood = dealt(4, seed)["mood"].tolist()
        assert mood[2] == -1
        assert len({*mood[:2], -1}) == 3
        assert dealt(4, seed, moods="growing")["mood"].tolist()[1:] == [-1, -1]


def test_r8_the_two_moods_of_the_setup_lie_at_places_1_and_2() -> None:
    table = new_game(5, 3)
    first, second, third = table.state["mood"].tolist()
    assert min(first, second) >= 0
    assert third == -1
    to_round(table, 2)
    assert table.state["mood"].tolist()[1:] == [first, second]  # both have moved on by one


def test_r10_first_region_and_first_player_are_drawn() -> None:
    for players in (3, 4, 5):
        states = [dealt(players, seed) for seed in range(60 if COMPILED else 30)]
        assert {int(state["first_player"]) for state in states} == set(range(players))
        assert {int(state["first_region"]) for state in states} == set(range(5))


def adding(table: Play) -> list[int]:
    """Let agents be added, in Africa; return the seats, counted from the first player."""
    order = []
    while table.asked == "SETUP_AGENT":
        order.append((table.seat - int(table.state["first_player"])) % table.num_players)
        table.do("put an agent into Africa")
    return order


@pytest.mark.parametrize("seed", range(5))
def test_r8_three_players_add_one_clockwise_from_the_first_then_one_counter_clockwise_from_the_last(seed: int) -> None:
    table = new_game(3, seed)
    assert adding(table) == [0, 1, 2, 2, 1, 0]
    assert table.agents("Africa") == "333"
    assert table.state["agents"][:3].sum(axis=1).tolist() == [7, 7, 7]


@pytest.mark.parametrize("seed", range(5))
def test_r8_four_players_add_one_counter_clockwise_from_the_last(seed: int) -> None:
    table = new_game(4, seed)
    assert adding(table) == [3, 2, 1, 0]
    assert table.state["agents"][:4].sum(axis=1).tolist() == [6, 6, 6, 6]


def test_r8_five_players_add_none() -> None:
    table = new_game(5)
    assert (table.asked, table.seat) == ("MOVE", int(table.state["first_player"]))
    assert table.state["agents"].sum(axis=1).tolist() == [5] * 5


def test_r8_where_agents_are_added_is_chosen_extra_regions_too() -> None:
    seed = next(seed for seed in range(100) if MOODS.index("2+2=5") in dealt(4, seed)["mood"])
    table = new_game(4, seed)
    extra = [MOODS[mood] for mood in table.state["mood"] if mood >= 0 and MOODS[mood] in REGIONS]
    assert table.choices == sorted(f"put an agent into {name}" for name in ARROWS + extra)
    seat = table.seat
    table.do("put an agent into 2+2=5")
    assert table.agents("2+2=5")[seat] == "1"


def test_r8_extra_regions_that_are_not_on_the_board_get_no_agents() -> None:
    seed = next(seed for seed in range(100) if not {2, 3, 5} & set(dealt(4, seed)["mood"].tolist()))
    assert new_game(4, seed).choices == sorted(f"put an agent into {name}" for name in ARROWS)


# R9: revolutions, and what follows rounds 3 and 6


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r9_a_revolution_between_every_two_neighbours_with_different_top_lines(players: int) -> None:
    drawn = Counter()
    for seed in SEEDS:
        state = dealt(players, seed)
        assert len(set(tops(state))) == players
        assert (state["revolution"][players:] == -1).all()
        drawn.update(state["revolution"][:players].tolist())
    if COMPILED:
        assert set(drawn) == set(range(20))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r9_revolutions_drawn_anew_never_repeat_a_pairs_top_line(players: int) -> None:
    for seed in range(12 if COMPILED else 1):
        table = draw(players=players, round=3, options={"rounds": 9}, seed=seed)
        first = tops(table)
        cards = table.state["revolution"].copy()
        to_round(table, 4)
        second = tops(table)
        assert len(set(second)) == players
        assert all(a != b for a, b in zip(first, second, strict=True))
        assert not set(cards[:players].tolist()) & set(table.state["revolution"][:players].tolist())


@pytest.mark.parametrize("players", [3, 5])
def test_r9_after_round_6_no_pair_gets_a_top_line_of_either_before(players: int) -> None:
    names = [f"2 {INFLUENCES[i]} 1 {INFLUENCES[(i + 1) % 5]}" for i in range(5)]
    for seed in range(12 if COMPILED else 1):
        past = [[names[(pair + 1) % 5]] for pair in range(players)]
        now = [f"2 {INFLUENCES[pair]} 1 {INFLUENCES[(pair + 2) % 5]}" for pair in range(players)]
        table = draw(
            *(f"{region} {'1' * players}" for region in ARROWS),
            players=players,
            round=6,
            options={"rounds": 9},
            revolutions=now,
            past_revolutions=past,
            seed=seed,
        )
        to_round(table, 7)
        third = tops(table)
        assert len(set(third)) == players
        for pair in range(players):
            assert third[pair] not in (pair, (pair + 1) % 5)


def test_r9_revolutions_stay_in_all_other_rounds() -> None:
    table = draw(options={"rounds": 9})
    for number, changes in ((2, False), (3, False), (4, True), (5, False), (6, False), (7, True), (8, False)):
        before = table.state["revolution"].tolist()
        to_round(table, number)
        assert (table.state["revolution"].tolist() != before) is changes


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r9_after_round_3_an_agent_each_counter_clockwise_from_the_last_player(players: int) -> None:
    """The marker has already passed: the first player of round 4 adds the last."""
    table = draw(
        players=players, phase="buying", new=" ".join(["ccc"] + ["-"] * (players - 1)), round=3, first_player=0
    )
    table.pass_until("SETUP_AGENT")
    assert int(table.state["round"]) == 4
    assert int(table.state["first_player"]) == 1
    before = table.state["agents"][:players].sum(axis=1)
    assert adding(table) == list(range(players - 1, -1, -1))
    assert (table.state["agents"][:players].sum(axis=1) == before + 1).all()
    assert (table.asked, table.seat) == ("MOVE", 1)


def test_r9_a_game_of_nine_rounds_adds_agents_twice_and_one_of_six_once() -> None:
    for rounds, times in ((6, 1), (9, 2)):
        table, added = draw(options={"rounds": rounds}, players=3), 0
        while not table.over:
            added += table.asked == "SETUP_AGENT"
            table.play(0 if table.mask[0] else int(table.mask.argmax()))
        assert added == 3 * times
        assert int(table.state["round"]) == rounds


# R10: markers


def test_r10_markers_move_one_step_at_the_end_of_each_round() -> None:
    table = draw(first_player=2, first_region="Australia", options={"rounds": 9})
    seen = []
    for number in range(1, 8):
        to_round(table, number)
        seen.append((int(table.state["first_player"]), REGIONS[int(table.state["first_region"])]))
    assert seen == [
        (2, "Australia"),
        (3, "Africa"),
        (0, "Latin America"),
        (1, "Middle East"),
        (2, "India"),
        (3, "Australia"),
        (0, "Africa"),
    ]


def test_r10_phases_begin_with_the_first_player_but_regions_with_the_first_region() -> None:
    table = draw(first_player=2, seat=2, first_region="Africa", owned="c c c c")
    assert table.passing("MOVE") == [2, 3, 0, 1]
    assert table.region == "Africa"
    assert table.seat == 2


# R11: the side of the round


@pytest.mark.parametrize(
    ("number", "vp"), [(1, [2, 3, 0]), (2, [3, 2, 0]), (3, [2, 3, 0]), (4, [3, 2, 0]), (5, [2, 3, 0]), (6, [3, 2, 0])]
)
def test_r11_odd_rounds_right_even_rounds_left(number: int, vp: list[int]) -> None:
    """The card lies on the left of seat 0 and on the right of seat 1."""
    table = draw("India 111", phase="revolutions", new="ccl - -", revolutions=["2 Cat 1 Lion", "?", "?"], round=number)
    cat, lion = "put a Cat from New on the left", "put a Lion from New on the left"
    table.do(cat, cat, lion)  # with nothing left to put, the turn is over
    assert table.vp == vp


# R12: Moves


def test_r12_reserve_agents_are_placed_first_and_that_is_compulsory() -> None:
    table = draw("India 2111", reserve=[0, 2, 0, 0], moods=["2+2=5", None, None]).do("pass")
    assert (table.asked, table.seat) == ("RESERVE_AGENT", 1)
    assert table.choices == sorted(f"put an agent into {name}" for name in [*ARROWS, "2+2=5"])  # any region, no pass
    table.do("put an agent into Africa")
    assert (table.asked, table.seat) == ("RESERVE_AGENT", 1)
    table.do("put an agent into 2+2=5")
    assert (table.asked, table.seat) == ("MOVE", 1)
    assert (table.agents("Africa"), table.agents("2+2=5")) == ("0100", "0100")
    assert table.can("move an agent from Africa")  # free of charge: the move is still to come


def test_r12_each_player_in_turn_may_move_one_agent() -> None:
    table = draw("India 2111", "Africa 1111", first_player=1, seat=1)
    assert table.choices == ["move an agent from Africa", "move an agent from India", "pass"]
    table.do("move an agent from India")
    assert table.choices == sorted(f"to {name}" for name in ARROWS if name != "India")  # another region
    table.do("to Africa")
    assert (table.agents("India"), table.agents("Africa")) == ("2011", "1211")
    assert (table.asked, table.seat, table.choices) == ("MOVE", 1, ["pass"])  # one
    table.do("pass")
    assert (table.asked, table.seat) == ("MOVE", 2)


def test_r12_a_player_may_pass() -> None:
    table = draw("India 2111").do("pass", "pass", "pass", "pass")
    assert (table.agents("India"), table.region) == ("2111", "India")


def test_r12_the_only_agent_may_be_moved_away() -> None:
    table = draw("India 2111", "Africa 1111").do("move an agent from Africa", "to India")
    assert (table.agents("Africa"), table.agents("India")) == ("0111", "3111")


def test_r12_extra_regions_may_be_entered_and_left() -> None:
    table = draw("India 2111", "2+2=5 1000", moods=[None, "2+2=5", None]).do("move an agent from 2+2=5", "to India")
    assert table.agents("2+2=5") == "0000"
    table.do("pass").do("move an agent from India", "to 2+2=5")
    assert table.agents("2+2=5") == "0100"


NEEDS = ("play Particular Needs", "move an agent from India", "to Africa")


def test_r12_any_number_of_cats_before_and_after_the_move() -> None:
    table = draw("India 4111", owned="cc - - -").do(*NEEDS).do("move an agent from India", "to Africa").do(*NEEDS)
    assert (table.agents("India"), table.agents("Africa")) == ("1111", "3000")
    assert (table.seat, table.choices, table.owned) == (0, ["pass"], "- - - -")


def test_r12_advanced_actions_once_a_round_and_again_in_the_next() -> None:
    laid = {"advanced": ["Voluntary resettlement"], "bought": {0: ["Voluntary resettlement"]}}
    table = draw("India 4111", owned="cc - - -", **laid)
    play = ("play Voluntary resettlement", "move an agent from India", "to Africa")
    table.do(*play, "move a second agent from India", "to Africa")
    assert table.agents("Africa") == "2000"
    assert not table.can("play Voluntary resettlement")
    assert table.can("play Particular Needs")
    to_round(table.do("pass"), 2).pass_until("MOVE", 0)
    assert table.can("play Voluntary resettlement")


def test_r12_actions_only_on_ones_own_turn() -> None:
    table = draw("India 2111", owned="- c - -").do("pass")
    assert table.can("play Particular Needs")
    assert not draw("India 2111", owned="- c - -").can("play")


def test_r12_an_action_is_legal_only_if_some_of_its_effect_is_possible() -> None:
    """Exchange programme needs an opponent's agent in another region."""
    laid = {"advanced": ["Exchange programme"], "bought": {0: ["Exchange programme"]}}
    assert not draw("India 2111", owned="c - - -", **laid).can("play Exchange programme")
    assert draw("India 2111", "Africa 0001", owned="c - - -", **laid).can("play Exchange programme")


def test_r12_opponents_with_nothing_to_lose_are_skipped() -> None:
    table = draw("India 2111", phase="spies", owned="k - - -", new="- c - l").do("play Truth")
    assert table.choices == ["remove a token of seat 1", "remove a token of seat 3"]


def test_r12_a_token_spent_goes_to_its_region() -> None:
    table = draw("India 4111", owned="c - - -").do(*NEEDS)
    assert table.stock("Cat") == 12


# R7, R6: extra regions come and go with their moods


def test_r7_agents_of_an_extra_region_that_leaves_go_to_the_reserve_and_are_placed_next() -> None:
    table = draw("India 1111", "2+2=5 2010", moods=["Miniwin", "Range of Love", "2+2=5"], first_player=3, round=4)
    to_round(table, 5)
    assert MOODS.index("2+2=5") not in table.state["mood"].tolist()
    assert (table.asked, table.seat) == ("RESERVE_AGENT", 0)
    table.do("put an agent into Africa", "put an agent into Africa")
    assert (table.asked, table.seat) == ("MOVE", 0)
    table.do("pass", "pass")
    assert (table.asked, table.seat) == ("RESERVE_AGENT", 2)


def test_r7_an_extra_region_that_only_moves_on_keeps_its_agents() -> None:
    table = draw("India 1111", "2+2=5 2010", moods=["Miniwin", "2+2=5", "Range of Love"], round=4)
    to_round(table, 5)
    assert (table.agents("2+2=5"), table.asked) == ("2010", "MOVE")


def test_r6_conveyor_moves_one_place_a_round_and_boxes_what_leaves() -> None:
    table = draw(moods=["Miniwin", "Range of Love", None], options={"rounds": 9})
    seen = [[MOODS.index("Miniwin"), MOODS.index("Range of Love"), -1]]
    for number in range(2, 10):
        to_round(table, number)
        seen.append(table.state["mood"].tolist())
    for before, after in pairwise(seen):
        assert after[1:] == before[:2]
    entered = [moods[0] for moods in seen] + [seen[0][1]]
    assert len(set(entered)) == len(entered)  # nothing comes twice


def test_r6_growing_has_one_two_and_three_moods() -> None:
    table = draw(moods=["Miniwin", None, None], options={"rounds": 9, "moods": "growing"})
    numbers = []
    for number in range(1, 10):
        to_round(table, number)
        numbers.append(sum(mood >= 0 for mood in table.state["mood"].tolist()))
    assert numbers == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert int(table.state["mood"][0]) == MOODS.index("Miniwin")


# R25: Spies


def test_r25_spies_in_turn_order_each_until_they_pass() -> None:
    table = draw("India 1111", phase="spies", owned="kk k - k", new="- - ccc -", first_player=3, seat=3)
    truth = ("play Truth", "remove a token of seat 2", "remove seat 2's Cat in New")
    assert table.seat == 3
    table.do(*truth)
    assert table.seat == 0  # seat 3 has no Kangaroo left
    table.do(*truth)
    assert table.seat == 0
    table.do("pass")
    assert table.seat == 1
    assert table.new == "- - c -"


def test_r25_at_the_end_of_the_spies_phase_all_airdrop_zones_are_emptied() -> None:
    table = draw("India 1111", phase="spies", owned="k - - c", new="- - l -", airdrop="c dd - l")
    assert table.airdrop == "c dd - l"
    table.do("pass")
    assert table.airdrop == "- - - -"
    assert (table.owned, table.new) == ("k - - c", "- - l -")
    assert [table.stock(kind) for kind in INFLUENCES] == [11, 12, 12, 11, 11]


# R26: tokens on revolutions


CARDS = ["2 Cat 1 Lion", "2 Kangaroo 1 Donkey", "2 Lion 1 Cat"]
"""Between seats 0 and 1, 1 and 2, 2 and 0: on the left of 0, 1 and 2."""


def revolution(new: str, owned: str = "- - -", **more: Any) -> Play:
    return draw("India 111", phase="revolutions", new=new, owned=owned, **{"revolutions": CARDS, **more})


def test_r26_one_pass_from_the_first_player() -> None:
    table = revolution("cc c c", first_player=1, seat=1)
    assert table.passing("REVOLT") == [1, 2, 0]


def test_r26_each_puts_tokens_new_or_owned_left_and_right() -> None:
    table = revolution("cl - -", "lc - -")
    left, right = "on the left, with seat 1", "on the right, with seat 2"
    assert table.choices == sorted(
        ["pass"]
        + [
            f"put a {kind} from {zone} {side}"
            for kind in ("Cat", "Lion")
            for zone in ("New", "Owned")
            for side in (left, right)
        ]
    )


def test_r26_at_most_what_the_card_still_lacks_of_a_symbol() -> None:
    table = revolution("cccccll cl -", seat=0)
    cat = "put a Cat from New on the left"
    table.do(cat)
    assert table.can(cat)
    table.do(cat)
    assert not table.can(cat)
    table.do("pass")
    assert table.seat == 1
    assert not table.can("put a Cat from New on the right")  # full: who is second completes
    table.do("put a Lion from New on the right")
    assert not table.can("put a Lion from New on the right")
    assert table.new == "cccll c -"


def test_r26_three_tokens_by_one_player_and_none_at_all() -> None:
    cat, lion = "put a Cat from New on the left", "put a Lion from New on the left"
    table = revolution("ccl - -").do(cat, cat, lion, "pass")
    assert (table.vp, table.new) == ([2, 3, 0], "- - -")
    table = revolution("ccl - -").do("pass")
    assert (table.vp, table.new) == ([0, 0, 0], "ccl - -")


def test_r26_only_on_the_cards_to_the_left_and_right_and_with_their_symbols() -> None:
    table = revolution("kdecl - -")  # the card of Kangaroos and Donkeys lies between the others
    kinds = {text.split(" ")[2] for text in table.choices if text.startswith("put")}
    assert kinds == {"Cat", "Lion"}


def test_r26_never_from_the_airdrop_zone() -> None:
    table = draw("India 111", phase="spies", owned="k - -", airdrop="cc - -", seat=0, revolutions=CARDS).do("pass")
    assert table.airdrop == "- - -"
    assert table.asked == "STORE"  # the Kangaroo fits no card beside seat 0


def test_r26_a_seat_that_could_only_pass_is_not_asked() -> None:
    assert revolution("d - c").seat == 2


# R27: what comes of them


def test_r27_two_vp_to_both_neighbours_whoever_spent_and_tokens_return_to_the_regions() -> None:
    cat = "put a Cat from New on the left"
    table = revolution("cc - -", "- l -", round=2).do(cat, cat, "put a Lion from Owned on the right")
    assert (table.vp, table.new, table.owned) == ([3, 2, 0], "- - -", "- - -")
    assert (table.stock("Cat"), table.stock("Lion")) == (12, 12)


def test_r27_not_filled_tokens_go_back_to_who_put_them_into_the_zone_that_they_came_from() -> None:
    table = revolution("c cccl -", "c - c").do("put a Cat from New on the left", "put a Cat from Owned on the left")
    assert (table.new, table.owned) == ("- cccl -", "- - c")
    table.do("pass")
    assert (table.asked, table.seat) == ("REVOLT", 2)
    table.do("put a Cat from Owned on the left")
    assert (table.vp, table.new, table.owned) == ([0, 0, 0], "c cccl -", "c - c")
    assert (table.asked, table.seat) == ("BUY", 1)


def test_r27_nothing_returns_before_all_have_put() -> None:
    table = revolution("c l -").do("put a Cat from New on the left")
    assert (table.asked, table.seat, table.new) == ("REVOLT", 1, "- l -")


def test_r27_a_player_may_have_two_revolutions() -> None:
    """Left and right both succeed: in round 1 the right one brings seat 0 one more."""
    left, right = "put a {} from New on the left", "put a {} from New on the right"
    table = revolution("cccll l -")
    table.do(*[left.format(kind) for kind in ("Cat", "Cat", "Lion")])
    table.do(*[right.format(kind) for kind in ("Cat", "Lion")])
    assert table.vp == [2, 3, 0]  # the right one lacks a Lion
    table = revolution("ccclll - -")
    table.do(*[left.format(kind) for kind in ("Cat", "Cat", "Lion")])
    table.do(*[right.format(kind) for kind in ("Lion", "Lion", "Cat")])
    assert table.vp == [2 + 3, 3, 2]


# R28: Buying


BUY = {"advanced": ["Love knows no borders", "Freedom of the press"]}
"""They cost 3 and 1."""


def buying(new: str, owned: str = "- - -", **more: Any) -> Play:
    return draw("India 111", phase="buying", new=new, owned=owned, **{**BUY, **more})


def test_r28_in_turn_order_any_number_of_actions_and_vp_until_they_pass() -> None:
    table = buying("ccccccc c dddd", first_player=2, seat=2)
    table.do("spend 3 tokens on VP")
    table.do("pay a Donkey", "pay a Donkey", "pay a Donkey")
    assert (table.vp, table.seat) == ([0, 0, 1], 2)
    table.do("pass")
    assert table.seat == 0
    table.do("spend 3 tokens on VP", "pay a Cat", "pay a Cat", "pay a Cat")
    table.do("buy Love knows no borders", "pay a Cat", "pay a Cat", "pay a Cat")
    table.do("buy Freedom of the press", "pay a Cat")
    assert (table.vp, table.new) == ([1, 0, 1], "- c d")
    assert (table.asked, table.seat) == ("BUY", 1)


def test_r28_the_price_is_paid_in_tokens_of_any_kinds() -> None:
    table = buying("cdl - -").do("buy Love knows no borders")
    assert table.choices == ["pay a Cat", "pay a Donkey", "pay a Lion"]
    table.do("pay a Donkey", "pay a Cat", "pay a Lion")
    assert table.new == "- - -"
    assert [table.stock(kind) for kind in INFLUENCES] == [12] * 5
    assert int(table.state["bought"][0]) == 1 << 4


def test_r28_new_pays_first_then_owned() -> None:
    table = buying("cc - -", "c - -").do("spend 3 tokens on VP", "pay a Cat")
    assert (table.new, table.owned) == ("c - -", "c - -")
    table.do("pay a Cat", "pay a Cat")
    assert (table.new, table.owned, table.vp) == ("- - -", "- - -", [1, 0, 0])


def test_r28_no_more_than_one_has() -> None:
    assert not buying("cc - -").can("buy Love knows no borders")
    assert not buying("cc - -").can("spend 3 tokens")
    assert buying("cc - -").can("buy Freedom of the press")
    assert buying("c - -", "cc - -").can("buy Love knows no borders")


def test_r28_each_action_once_by_every_player() -> None:
    table = buying("cccc ccc -", bought={0: ["Freedom of the press"]})
    assert not table.can("buy Freedom of the press")
    table.do("buy Love knows no borders", "pay a Cat", "pay a Cat", "pay a Cat")
    assert table.asked == "BUY"
    assert table.seat == 1  # a Cat alone buys seat 0 nothing more
    assert table.can("buy Love knows no borders")  # another marker on the same card


def test_r28_five_markers_are_all_there_can_be() -> None:
    names = ["Closed borders", "Fair shares", "Freedom of the press", "Safe deposit", "Too much peace"]
    table = buying("ccccccccc - -", advanced=names)
    for name in names:
        table.do(f"buy {name}", "pay a Cat")
    assert int(table.state["bought"][0]) == 0b11111
    assert [text for text in table.choices if text.startswith("buy")] == []


def test_r28_elephants_bought_work_at_once() -> None:
    table = buying("c - -", "e - -", vp=[0, 2, 0])
    assert not table.can("play Freedom of the press")
    table.do("buy Freedom of the press", "pay a Cat", "play Freedom of the press", "seat 1 loses 1 VP")
    assert (table.vp, table.owned) == ([0, 1, 0], "- - -")


def test_r28_one_vp_for_three_tokens_any_number_of_times() -> None:
    table = buying("cccccc - -")
    for _ in range(2):
        table.do("spend 3 tokens on VP", "pay a Cat", "pay a Cat", "pay a Cat")
    assert table.vp == [2, 0, 0]


def spend(table: Play, kinds: str) -> Play:
    """Buy VP with these three tokens."""
    names = dict(zip("cdekl", INFLUENCES, strict=True))
    words = [f"pay a{'n' * (kind == 'e')} {names[kind]}" for kind in kinds]
    return table.do("spend 3 tokens on VP", *words)


def test_r28_no_darkness_pays_two_for_the_first_exchange_of_a_turn() -> None:
    table = buying("cccccc ccc -", moods=["No darkness in here", None, None])
    spend(table, "ccc")
    assert table.vp == [2, 0, 0]
    spend(table, "ccc")
    assert table.vp == [3, 0, 0]
    assert table.seat == 1
    assert spend(table, "ccc").vp == [3, 2, 0]


def test_r28_big_brother_two_vp_once_a_turn_for_four_kinds_on_cards_too() -> None:
    moods = {"moods": ["Big Brother is watching you", None, None]}
    table = buying("cdekl - -", "- - -", **moods)
    spend(table, "cde")
    assert table.vp == [1, 0, 0]
    table.do("buy Freedom of the press", "pay a Kangaroo")
    assert table.vp == [3, 0, 0]
    table = buying("cdkkekk ccc -", **moods)
    spend(spend(table, "cdk"), "kek")
    assert table.vp == [2, 0, 0]
    assert table.new == "k ccc -"
    table.do("pass")
    assert table.vp == [4, 0, 0]
    spend(table, "ccc")
    assert table.vp == [4, 1, 0]  # what seat 0 spent is not added to what seat 1 spends


def test_r28_big_brother_wants_four_kinds_in_one_turn() -> None:
    table = buying("cdccdc - -", moods=["Big Brother is watching you", None, None])
    spend(spend(table, "cdc"), "cdc")
    assert table.vp == [2, 0, 0]


# R30: Ending


def test_r30_each_chooses_two_for_owned_and_two_for_the_airdrop_zone_and_the_rest_returns() -> None:
    table = draw("India 111", phase="ending", new="cdekl - -", owned="c - -")
    assert (table.asked, table.seat) == ("STORE", 0)
    table.do("put a Lion into Owned", "put a Cat into Airdrop", "put a Cat into Owned")
    assert not table.can("put a Donkey into Owned")  # two at most
    table.do("put a Donkey into Airdrop")
    assert (table.new, table.owned, table.airdrop) == ("- - -", "cl - -", "cd - -")
    assert [table.stock(kind) for kind in INFLUENCES] == [10, 11, 12, 12, 11]


def test_r30_in_turn_order() -> None:
    table = draw("India 111", phase="ending", new="c c c", first_player=1, seat=1)
    order = []
    while table.asked == "STORE":
        order.append(table.seat)
        table.do("put a Cat into Airdrop")
    assert order == [1, 2, 0]
    assert (table.owned, table.airdrop) == ("- - -", "c c c")


def test_r30_tokens_are_kept_while_there_is_room() -> None:
    """New and Owned together go where their player wants them."""
    table = draw("India 111", phase="ending", new="c - -", owned="ll - -")
    assert table.choices == [
        *("put a Cat into Airdrop", "put a Cat into Owned", "put a Lion into Airdrop", "put a Lion into Owned"),
    ]
    table.do("put a Lion into Airdrop", "put a Lion into Airdrop")
    assert table.choices == ["put a Cat into Owned"]
    table.do("put a Cat into Owned")
    assert (table.owned, table.airdrop, int(table.state["round"])) == ("c - -", "ll - -", 2)


def test_r30_new_tokens_cannot_be_used_before_they_are_owned() -> None:
    table = draw("India 222", phase="moves", new="c - -")
    assert not table.can("play")
    table = draw("India 222", phase="ending", new="c - -", first_player=2, seat=0).do("put a Cat into Owned")
    assert (table.asked, table.seat, int(table.state["round"])) == ("MOVE", 0, 2)
    assert table.can("play Particular Needs")


# The end, R31


@pytest.mark.parametrize("rounds", [6, 9])
def test_the_game_ends_after_its_rounds(rounds: int) -> None:
    table = draw("India 111", round=rounds, options={"rounds": rounds}, vp=[1, 0, 0])
    finish(table)
    assert int(table.state["round"]) == rounds
    table = draw("India 111", round=rounds - 1, options={"rounds": rounds})
    to_round(table, rounds)
    assert not table.over


def test_six_rounds_by_default() -> None:
    assert GAME.options.complete({})["rounds"] == 6


def ended(vp: list[int], reward: str) -> list[float]:
    """The returns of a game of three that ends with these VP."""
    table = draw(
        "India 111", phase="buying", new="c - -", round=6, vp=vp, options={"reward": reward}, advanced=["Safe deposit"]
    )
    finish(table)
    assert table.vp == vp
    return [round(float(value), 4) for value in table.returns]


@pytest.mark.parametrize(
    ("vp", "reward", "returns"),
    [
        ([5, 3, 4], "zero_sum", [1, -0.5, -0.5]),
        ([5, 5, 4], "zero_sum", [0.5, 0.5, -1]),
        ([5, 5, 5], "zero_sum", [0, 0, 0]),
        ([0, 0, 0], "zero_sum", [0, 0, 0]),
        ([5, 3, 4], "win", [1, 0, 0]),
        ([5, 5, 4], "win", [0.5, 0.5, 0]),
        ([5, 5, 5], "win", [0.3333, 0.3333, 0.3333]),
        ([5, 3, 4], "rank", [1, -1, 0]),
        ([5, 5, 4], "rank", [0.5, 0.5, -1]),
        ([5, 3, 3], "rank", [1, -0.5, -0.5]),
        ([5, 5, 5], "rank", [0, 0, 0]),
        ([5, 3, 140], "score", [0.05, 0.03, 1]),
    ],
)
def test_r31_most_vp_wins_and_ties_share(vp: list[int], reward: str, returns: list[float]) -> None:
    assert ended(vp, reward) == returns


def test_r31_winners_are_reported() -> None:
    table = draw("India 111", phase="buying", new="c - -", round=6, vp=[2, 7, 7], advanced=["Safe deposit"])
    assert [fact["won"] for fact in GAME.report(finish(table).state)] == [False, True, True]


def test_r31_vp_are_hidden_unless_the_scores_are_open() -> None:
    for open_scores in (False, True):
        options = {"open_scores": open_scores}
        seen = [draw("India 111", vp=[1, vp, 3], options=options).look(seat)[0] for seat in (0, 1) for vp in (2, 9)]
        assert np.array_equal(seen[0], seen[1]) is not open_scores
        assert not np.array_equal(seen[2], seen[3])  # the own VP are seen


def test_r31_no_mask_depends_on_vp_of_others() -> None:
    """Freedom of the press may name those who have none."""
    laid = {"advanced": ["Freedom of the press"], "bought": {0: ["Freedom of the press"]}}
    for vp in ([0, 0, 0], [0, 4, 0]):
        table = draw("India 111", owned="e - -", vp=vp, **laid).do("play Freedom of the press")
        assert table.choices == ["seat 1 loses 1 VP", "seat 2 loses 1 VP"]
        table.do("seat 2 loses 1 VP")
        assert table.vp == vp  # never below 0


def test_r31_redeal_changes_undrawn_cards_only() -> None:
    table = draw(players=3, round=3, options={"rounds": 9})
    futures = set()
    for seed in range(8):
        twin = table.clone()
        before = {name: twin.state[name].tobytes() for name in twin.state.dtype.names}
        twin.redeal(1, seed)
        assert [name for name, value in before.items() if twin.state[name].tobytes() != value] == ["random"]
        to_round(twin, 4)
        futures.add((int(twin.state["mood"][0]), tuple(twin.state["revolution"].tolist())))
    assert len(futures) > 4


def test_revolution_cards_are_called_by_their_tokens() -> None:
    assert revolution_name(0) == "2 Cat 1 Donkey"
