"""The vector face plays the very games that one table plays, whatever the number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import envs
from envs.core.compiling import COMPILED
from envs.core.vector import BEGIN, FORFEIT, SKIP, VectorGames

from .cases import Case, all_cases, table_sizes

STEPS = 250 if COMPILED else 12
GAMES = 5 if COMPILED else 2


def make(case: Case, number: int = GAMES, **more: Any) -> VectorGames:
    return envs.make_vec(case.name, number, **case.given, **more)


def raw(games: VectorGames) -> list[bytes]:
    """Return the bytes of each state (a copy of the array would leave the padding between fields to chance)."""
    return [state.tobytes() for state in games.states]


@pytest.mark.parametrize("case", all_cases())
def test_same_seeds_and_actions_as_single_tables(case: Case) -> None:
    games = make(case).reset(seed=3)
    tables = [case.table() for _ in range(GAMES)]
    rng = np.random.default_rng(0)

    def start(i: int) -> None:
        # A game's seed is what its generator held before it was advanced by one for the players' whims.
        tables[i].start((int(games._generators[i]) - 1) % 2**64)

    for i in range(GAMES):
        start(i)
    ended = 0
    for _ in range(STEPS):
        for i, table in enumerate(tables):
            assert np.array_equal(games.masks[i], table.mask)
            assert np.array_equal(games.features[i], table.features)
            assert games.seats[i] == table.seat
        actions = games.sample(rng)
        games.step(actions)
        for i, table in enumerate(tables):
            table.play(int(actions[i]))
            assert games.dones[i] == table.over
            assert games.truncated[i] == table.truncated
            assert np.array_equal(games.rewards[i], table.returns)
            if table.over:
                ended += 1
                start(i)
    assert ended > 0 or not COMPILED or case.name != "sticks"


@pytest.mark.parametrize("case", table_sizes())
def test_two_threads_play_as_one(case: Case) -> None:
    one, two = make(case, 9, threads=1).reset(seed=1), make(case, 9, threads=2).reset(seed=1)
    rng = np.random.default_rng(5)
    for _ in range(STEPS):
        actions = one.sample(rng)
        one.step(actions)
        two.step(actions)
        for name in ("masks", "features", "seats", "rewards", "dones", "truncated"):
            assert np.array_equal(getattr(one, name), getattr(two, name)), name
    assert one.states.tobytes() == two.states.tobytes()
    two.close()


@pytest.mark.parametrize("case", table_sizes())
def test_scripted_seats_play_in_between(case: Case) -> None:
    """Line-ups are drawn per game, only outside seats are asked, and players move as they do at one table."""
    bots = len(case.game.bots)
    rows = [[-1 if seat == own else (seat + own) % bots for seat in range(case.players)] for own in range(case.players)]
    games = make(case, 8 if COMPILED else 2, lineups=rows).reset(seed=2)
    rng = np.random.default_rng(2)
    seen = set()
    for _ in range(STEPS):
        for i in range(games.num_games):
            assert games.lineup[i, games.seats[i]] == -1
            assert games.lineup[i].tolist() in rows
            seen.add(tuple(games.lineup[i].tolist()))
        games.step(games.sample(rng))
    assert len(seen) > 1 or not COMPILED


@pytest.mark.parametrize("case", table_sizes())
def test_skip_forfeit_and_begin(case: Case) -> None:
    games = make(case, 3).reset(seed=6)
    before = raw(games)
    losers = games.seats.copy()
    games.step(np.array([SKIP, FORFEIT, BEGIN]))
    assert [now == then for now, then in zip(raw(games), before, strict=True)] == [True, False, False]
    assert games.dones.tolist() == [0, 1, 0]
    assert games.rewards[1, losers[1]] == games.rewards[1].min() < games.rewards[1].max()
    assert not games.rewards[[0, 2]].any()
    assert games.states["decisions"][1:].tolist() == [0, 0]


@pytest.mark.parametrize("case", table_sizes())
def test_games_wait_without_restart(case: Case) -> None:
    games = make(case, 3, restart=False).reset(seed=6)
    games.step(np.array([SKIP, FORFEIT, SKIP]))
    assert games.seats[1] == -1
    assert not games.masks[1].any()
    with pytest.raises(ValueError, match="game 1"):
        games.step(games.sample(np.random.default_rng(0)))
    others = raw(games)
    games.begin([1])
    assert games.seats[1] >= 0
    assert games.masks[1].any()
    assert [now == before for now, before in zip(raw(games), others, strict=True)] == [True, False, True]


@pytest.mark.parametrize("case", table_sizes())
def test_illegal_actions_raise_and_change_nothing(case: Case) -> None:
    games = make(case, 3).reset(seed=1)
    before = games.states.tobytes()
    good = games.sample(np.random.default_rng(0))
    for action in (int(np.flatnonzero(games.masks[1] == 0)[0]), games.num_actions, BEGIN - 1):
        actions = good.copy()
        actions[1] = action
        with pytest.raises(ValueError, match=rf"^actions: game 1 got {action}"):
            games.step(actions)
        assert games.states.tobytes() == before
    with pytest.raises(ValueError, match="shape"):
        games.step(good[:2])


def test_samples_are_legal_and_spread() -> None:
    games = envs.make_vec("sticks", 400).reset(seed=1)
    actions = games.sample(np.random.default_rng(1))
    assert (games.masks[np.arange(400), actions] == 1).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_games": 0}, "num_games: got 0"),
        ({"threads": True}, "threads: got True"),
        ({"lineups": [[0, 0]]}, "no seat that is decided outside"),
        ({"lineups": [[0, -1, -1]]}, "lineups: got shape"),
        ({"lineups": [[-1, 99]]}, "lineups: got player 99"),
        ({"num_player": 3}, "did you mean 'num_players'"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        envs.make_vec("sticks", **{"num_games": 2, **options})
    with pytest.raises(ValueError, match="seed: got -1"):
        envs.make_vec("sticks", 2).reset(seed=-1)


@pytest.mark.parametrize("wrong", [[GAMES], [-1], [0.5], [[0]], [True], None, ["0"]], ids=str)
@pytest.mark.parametrize("case", table_sizes())
def test_scores_of_games_that_are_not_there_are_refused(case: Case, wrong: Any) -> None:
    games = make(case).reset(1)
    assert games.scores([]).shape == (0, case.players)
    assert games.scores([GAMES - 1, 0]).shape == (2, case.players)
    with pytest.raises(ValueError, match=rf"^scores: got games .*, allowed are 0\.\.{GAMES - 1}$"):
        games.scores(wrong)
