"""What holds in every game: random games from random seeds and options (R4, R6, R7, R10, conservation)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.core.compiling import COMPILED
from envs.nineteen61 import GAME
from envs.nineteen61 import actions as A
from envs.nineteen61.box import ACTIONS
from envs.nineteen61.state import Decision
from tests.nineteen61.table import Table

MOST_DECISIONS_IN_A_TURN = 100
"""Far above what random play reaches (24 in 1,600 games). A turn is finite: launches use up stacked cards, Factories
produce once, one card is played."""

pairings = st.one_of(st.just("default"), st.just("random"), st.permutations(ACTIONS))
games = st.fixed_dictionaries(
    {
        "num_players": st.integers(2, 6),
        "pairing": pairings,
        "reward": st.sampled_from(["zero_sum", "win", "rank", "score"]),
    }
)
seeds = st.integers(0, 2**63 - 1)
few = settings(max_examples=8 if COMPILED else 2, deadline=None, derandomize=True, database=None)


def play(seed: int, options: dict, decisions: int = 100_000 if COMPILED else 60) -> Iterator[tuple[Table, int]]:
    """Yield (table, action about to be taken) of a random game, checked after each decision."""
    table = Table(seed=seed, **options)
    generator = np.random.default_rng(seed)
    for _ in range(decisions):
        if table.to_act is None:
            return
        action = int(generator.choice(sorted(table.actions.values())))
        yield table, action
        table.take(action)


@few
@given(seeds, games)
def test_random_games_keep_the_invariants_and_end(seed, options):
    table = None
    for table, _ in play(seed, options):
        assert table.winner is None
    if not COMPILED and table.to_act is not None:
        return
    returns = table.returns()
    assert len(returns) == options["num_players"]
    if options["reward"] in ("zero_sum", "rank"):
        assert abs(sum(returns)) < 0.01
    if table.s["truncated"]:
        assert table.winner is None
    else:
        assert returns[table.winner] == max(returns) == 1


@few
@given(seeds, games)
def test_r10_after_the_set_up_only_the_active_seat_ever_decides(seed, options):
    for table, _ in play(seed, options):
        if table.decision == "SETUP":
            assert table.s["turn"] == 0
        else:
            assert table.to_act == table.active


def next_seat(table: Table, seat: int) -> int:
    """Return the next seat clockwise from `seat` that is in the game."""
    seat = (seat + 1) % table.players
    while table.s["out_at"][seat]:
        seat = (seat + 1) % table.players
    return seat


@few
@given(seeds, games)
def test_turns_go_round_and_are_bounded(seed, options):
    """Each turn is that of the next living seat, begins with a draw, plays one card at most, and has few decisions."""
    turn, active, decisions, played = 0, -1, 0, 0
    for table, action in play(seed, options):
        if table.s["turn"] != turn:
            assert table.s["turn"] == turn + 1
            assert table.active == (0 if turn == 0 else next_seat(table, active))
            turn, active, decisions, played = turn + 1, table.active, 0, 0
            assert len(table.hand(active)) >= 1, "a card was drawn"
        decisions += 1
        assert decisions <= MOST_DECISIONS_IN_A_TURN
        if table.decision == "TURN":
            assert played == table.s["played"]
            played += action == A.STACK or A.BUILD <= action < A.CARD
            assert action != A.PASS or played == 1, "random games never come to an empty hand"


@few
@given(seeds, games)
def test_r07_others_do_not_see_which_card_was_stacked(seed, options):
    """Whatever card is chosen to be stacked face down, the others see the same, and the same decision follows."""
    for table, _ in play(seed, options):
        if table.decision not in ("SETUP", "STACK_CARD"):
            continue
        chooser = table.to_act
        after = [table.copy() for _ in table.actions]
        for other, action in zip(after, table.actions.values(), strict=True):
            other.take(action)
        for other in after[1:]:
            assert (other.decision, other.to_act) == (after[0].decision, after[0].to_act)
            for viewer in range(table.players):
                if viewer != chooser:
                    assert (other.features(viewer) == after[0].features(viewer)).all()


def reveals_nothing(table: Table, action: int, viewer: int) -> bool:
    """Return whether `viewer`, who is not to act, sees no card by this action."""
    no_card = table.s["deck_size"] == 0 and table.s["pile_size"] == 0
    decision = table.s["decision"]
    if decision == Decision.TURN:
        if action == A.PASS:
            return viewer != next_seat(table, table.active) and not no_card
        return action in (A.STACK, A.SWAP, A.LAUNCH, A.PRODUCE)
    if decision == Decision.PRODUCE_FROM:
        return not no_card
    if decision == Decision.DISCARD_OR_KEEP:
        return action == A.KEEP
    return decision in (
        Decision.STACK_WHERE,
        Decision.SWAP_WHICH,
        Decision.LAUNCH_FROM,
        Decision.PRODUCE_TO,
        Decision.LOOK,
        Decision.GAP,
    )


@few
@given(seeds, games)
def test_r07_what_is_asked_next_does_not_depend_on_what_others_may_not_see(seed, options):
    """What a seat cannot know is dealt anew; an action that reveals nothing leads to the same sight and decision."""
    compared = 0
    for table, action in play(seed, options):
        viewer = (table.to_act + 1 + table.s["decisions"] % (table.players - 1)) % table.players
        if table.decision == "SETUP" or not reveals_nothing(table, action, viewer):
            continue
        other = table.copy()
        GAME.rules.redeal(other.s, viewer, np.uint64(seed + int(table.s["decisions"])))
        other._read_actions()
        if action not in other.actions.values():
            continue
        here = table.copy()
        here.take(action)
        other.take(action)
        assert (here.decision, here.to_act) == (other.decision, other.to_act)
        assert (here.features(viewer) == other.features(viewer)).all()
        compared += 1
    assert compared > 0 or table.s["turn"] < 3


@few
@given(seeds, games)
def test_the_same_seed_and_actions_give_the_same_game(seed, options):
    first = [(table.s.tobytes(), action) for table, action in play(seed, options)]
    again = [(table.s.tobytes(), action) for table, action in play(seed, options)]
    assert first == again


@few
@given(seeds, games)
def test_r14_nobody_plays_on_with_a_won_row_and_nobody_lives_without_one(seed, options):
    for table, _ in play(seed, options):
        for seat in range(table.players):
            row = table.row(seat)
            assert (row == "") == (table.s["out_at"][seat] > 0)
            buildings = row.split(" | ")
            embassies = [b for b in buildings if b.startswith("Embassy") and "Embargo!" not in b]
            assert len(embassies) < 3
            for building in buildings:
                if building.startswith("Moon Lander") and "!" not in building:
                    assert building.count(",") < 4
