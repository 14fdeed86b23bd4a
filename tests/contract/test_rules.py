"""The contract of the rules: masks, returns, observations, redeals, at every decision of games of every kind."""

from __future__ import annotations

import numpy as np
import pytest

import envs
from envs.core.compiling import COMPILED
from envs.core.table import Table

from .cases import (
    DRAWN_LATE,
    MOST_DECISIONS,
    NAMES,
    NOBODY_MAY_WIN,
    SET_ANYWHERE,
    TOY,
    WON_WHEN_CUT,
    Case,
    all_cases,
    finish,
    seeds,
    table_sizes,
    walk,
)

CASES = all_cases()


@pytest.mark.parametrize("case", CASES)
def test_mask_is_what_apply_accepts_and_never_empty(case: Case) -> None:
    rng = np.random.default_rng(0)
    for seed in seeds():
        for table in walk(case.table(), seed):
            assert set(np.unique(table.mask)) <= {0, 1}
            legal = np.flatnonzero(table.mask)
            assert len(legal) > 0
            before = table.states.tobytes()
            for action in rng.choice(np.flatnonzero(table.mask == 0), 2).tolist():
                with pytest.raises(ValueError, match="not legal"):
                    table.play(action)
            assert table.states.tobytes() == before
            for place, action in enumerate(rng.permutation(legal)[:4].tolist()):
                twin = table.clone()
                twin.play(action)
                if place == 0:  # checking takes longer than all the rest
                    case.game.check(twin.state)
                assert twin.state["decisions"] == table.state["decisions"] + 1
            assert table.states.tobytes() == before


@pytest.mark.parametrize("case", CASES)
def test_invariants_and_bounds_hold_at_every_decision(case: Case) -> None:
    high = case.game.observation.highs(case.players)
    reached = np.zeros(len(high), np.int8)
    for seed in seeds():
        for table in walk(case.table(), seed):
            case.game.check(table.state)
            for seat in range(case.players):
                features, mask = table.look(seat)
                wrong = np.flatnonzero((features < 0) | (features > high))
                assert len(wrong) == 0, case.game.observation.locate(int(wrong[0]))
                reached |= features
                assert mask.any() == (seat == table.seat)
            assert np.array_equal(table.look(table.seat)[0], table.features)
    assert np.count_nonzero(reached) > 10


@pytest.mark.parametrize("case", all_cases(rewards=True))
def test_games_end_with_returns_of_the_reward_scheme(case: Case) -> None:
    if not COMPILED and case.name != TOY and "max_turns" not in case.given:
        pytest.skip("whole games take too long in plain Python")
    for seed in seeds(20 if COMPILED else 2):
        table = case.table()
        table.start(seed)
        finish(table, seed)
        case.game.check(table.state)
        assert table.seat == -1
        assert not table.mask.any()
        cut = table.truncated and case.name not in WON_WHEN_CUT
        undecided = cut or (case.name, case.players) in NOBODY_MAY_WIN
        check_returns(table.options["reward"], table.returns.astype(float), cut, undecided)


def check_returns(reward: str, returns: np.ndarray, cut: bool, undecided: bool) -> None:
    """Fail unless the returns can be those of the scheme: `cut` without winners, `undecided` if perhaps without any."""
    assert np.isfinite(returns).all()
    if reward == "zero_sum":
        assert abs(returns.sum()) < 1e-6
        if cut:
            assert not returns.any()
        elif returns.any():  # all zero: everybody shares the win, and nobody pays
            assert returns[returns > 0].sum() == pytest.approx(1)
    elif reward == "win":
        assert returns.sum() == pytest.approx(0 if cut or (undecided and not returns.any()) else 1)
        assert returns.min() >= 0
    elif reward == "rank":
        assert abs(returns.sum()) < 1e-6
        assert np.abs(returns).max() <= 1
    else:
        assert returns.min() >= 0
        assert returns.max() <= 1


@pytest.mark.parametrize("case", CASES)
def test_nothing_leaks(case: Case) -> None:
    """Drawing anew what a seat cannot know changes nothing that it sees, reads and may do, nor what players do."""
    game, changed = case.game, 0
    whims = np.zeros(1, np.uint64)
    for seed in seeds():
        for number, table in enumerate(walk(case.table(), seed)):
            if case.players > 3 and number % 3:
                continue  # a seat is looked at in turn with others: fewer decisions will do
            before = table.states.tobytes()
            for seat in range(case.players):
                twin = table.clone()
                twin.redeal(seat, 1000 * number + seat)
                if number % 4 == 0:
                    game.check(twin.state)
                changed += differs_in_more_than_chance(twin, table)
                assert twin.seat == table.seat
                assert np.array_equal(twin.look(seat)[0], table.look(seat)[0])
                if number % 8 == 0:
                    assert game.render_text(twin.state, seat) == game.render_text(table.state, seat)
                if seat != table.seat:
                    continue
                assert np.array_equal(twin.mask, table.mask)
                assert twin.legal_texts() == table.legal_texts()
                for bot in range(len(game.bots)):
                    answers = []
                    for there in (twin, table):
                        whims[0] = seed
                        answers.append(int(game.loops.choose(there.state, bot, there.mask, whims)))
                    assert answers[0] == answers[1], f"{game.bots[bot]} used what seat {seat} cannot know"
            assert table.states.tobytes() == before, "redeal changed the table it copied"
    assert changed > 0 or case.name in DRAWN_LATE, "redeal never drew anything"


@pytest.mark.parametrize("case", table_sizes())
def test_redeals_come_from_their_seed(case: Case) -> None:
    different = 0
    for table in walk(case.table(), 2, 20):
        twins = [table.clone() for _ in range(3)]
        for twin, seed in zip(twins, (1, 1, 2), strict=True):
            twin.redeal(0, seed)
        assert twins[0].states.tobytes() == twins[1].states.tobytes()
        different += differs_in_more_than_chance(twins[0], twins[2])
        assert twins[0].states["random"] != twins[2].states["random"]
    assert different > 0 or case.name in DRAWN_LATE, "redeal does not draw: other seeds give the same"


def differs_in_more_than_chance(one: Table, other: Table) -> bool:
    """Return whether two states differ in more than the generator of the game's chance."""
    names = [name for name in one.game.dtype.names if name != "random"]
    return any(not np.array_equal(one.state[name], other.state[name]) for name in names)


@pytest.mark.parametrize("case", table_sizes())
def test_scripted_players_play_legal_actions(case: Case) -> None:
    game = case.game
    assert game.bots[0] == "random"
    assert len(game.bot_texts) == len(game.bots)
    for bot in range(len(game.bots)):
        whims = np.array([bot], np.uint64)
        table = case.table()
        table.start(bot)
        for _ in range(MOST_DECISIONS):
            if table.over:
                break
            table.play(int(game.loops.choose(table.state, bot, table.mask, whims)))


@pytest.mark.parametrize("case", table_sizes())
def test_texts_of_actions_differ_and_are_found_again(case: Case) -> None:
    for table in walk(case.table(), 5):
        texts = table.legal_texts()
        assert len({text.casefold() for text in texts.values()}) == len(texts)
        for action, text in texts.items():
            assert text == " ".join(text.split())
            assert table.parse_action(text) == action
            assert table.parse_action(f"  {text.upper()} ") == action


@pytest.mark.parametrize("name", NAMES)
def test_layouts_for_few_players_begin_those_for_many(name: str) -> None:
    game = envs.get_game(name)
    for layout in (game.actions, game.observation):
        for players in range(game.minimum, game.maximum):
            few, many = layout.highs(players), layout.highs(players + 1)
            assert len(few) == layout.size(players) <= len(many)
            assert np.array_equal(few, many[: len(few)])
        named = [layout.locate(index) for index in range(layout.size(game.maximum))]
        assert len({(block.name, seat, place) for block, seat, place in named}) == len(named)
        rows = layout.rows(game.maximum)
        assert all(row["name"] in layout.describe(game.maximum) for row in rows)


@pytest.mark.parametrize("case", table_sizes())
def test_own_seat_first_the_others_in_turn_order(case: Case) -> None:
    """The parts of the seats are turned, not shuffled: the block that says who acts is found at the right place."""
    blocks = [block.name for block in case.game.observation.seat]
    acting = next((name for name in blocks if name in ("acting", "to_act")), None)
    if acting is None:
        pytest.skip("the game has no block that says who acts")
    for table in walk(case.table(), 3, 50):
        for seat in range(case.players):
            features = table.look(seat)[0]
            marked = [case.game.observation.read(features, acting, i)[0] for i in range(case.players)]
            assert marked.index(1) == (table.seat - seat) % case.players
            assert sum(marked) == 1


@pytest.mark.parametrize("case", table_sizes())
def test_positions_read_and_set_again_give_the_same_table(case: Case) -> None:
    tried = 0
    for table in walk(case.table(), 11, 60):
        position = case.game.get_position(table.state)
        if "decision" in position and case.name not in SET_ANYWHERE:
            continue  # set_position sets no decision in the middle of a turn
        twin = case.table()
        twin.start(1, position)
        assert case.game.get_position(twin.state) == position
        assert np.array_equal(twin.mask, table.mask)
        tried += 1
    assert tried > 0
