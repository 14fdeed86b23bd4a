"""The vector face: many games at once, arrays in, arrays out."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from .compiling import new_states
from .game import Game

LEARNER = -1
"""In a line-up: the seat is decided outside, by the learner. Numbers below it are free for others decided outside."""
SKIP, FORFEIT, BEGIN = -1, -2, -3
"""Actions that are not moves: leave this game as it is; the seat to act gives up; drop the game and start a new one."""

_MIX = 0x9E3779B97F4A7C15


def _check_seed(seed: Any) -> int:
    """Return `seed` as int; raise ValueError unless it is a whole number from 0."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ValueError(f"seed: got {seed!r}, allowed is a whole number from 0")
    return int(seed)


def whole_numbers(values: Any, name: str, shape: tuple[int, ...] | None) -> np.ndarray:
    """Return `values` as a contiguous int64 array; raise ValueError unless they are whole numbers (of this shape)."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError, OverflowError):
        array = np.asarray(None)
    if array.dtype.kind not in "iu" or (array.dtype == np.uint64 and array.size and array.max() > 2**63 - 1):
        raise ValueError(f"{name}: got {array.dtype} numbers, allowed are whole numbers (int64)")
    if shape is not None and array.shape != shape:
        raise ValueError(f"{name}: got shape {array.shape}, allowed is {shape}")
    return np.ascontiguousarray(array, np.int64)


class VectorGames:
    """Many games of one kind, each waiting for one decision; games that end start again by themselves (see `restart`).

    Every array is made once and written in place by `reset` and `step`: copy what is to be kept.

    Attributes:
        masks: int8 (num_games, actions); 1 where the seat to act may.
        features: int8 (num_games, features); what the seat to act may know, as counts. Times `scale` they are in 0..1.
        seats: int64 (num_games,); the seat to act.
        rewards: float32 (num_games, num_players); returns of a game that ended with this step, else 0.
        dones: int8 (num_games,); 1 where a game ended with this step.
        truncated: int8 (num_games,); 1 where it was cut by its limit of turns.
        lineup: int64 (num_games, num_players); who plays each seat of the running game.
        scale: float32 (features,); 1 / highest value.
        states: the states themselves, a structured array.

    Args:
        game: the game.
        num_games: how many.
        lineups: int (rows, num_players): who may play the seats; for each new game one row is drawn. 0 and above are
            scripted players by number, `LEARNER` and below are decided outside. Default: all seats `LEARNER`.
        threads: threads that share the games; 1 by default.
        restart: whether games that end start again within the same step. Otherwise they wait, seat -1 and mask all 0,
            for `SKIP` or `BEGIN`.
        seed: seeds all games; may be given to `reset` instead.
        options: options of the game.

    Raises:
        ValueError: unknown or bad option, line-up or number.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        *,
        lineups: Sequence[Sequence[int]] | np.ndarray | None = None,
        threads: int = 1,
        restart: bool = True,
        seed: int = 0,
        **options: Any,
    ) -> None:
        for name, value in (("num_games", num_games), ("threads", threads)):
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
                raise ValueError(f"{name}: got {value!r}, allowed is a whole number from 1")
        self.game = game
        self.options = game.options.complete(options)
        self.num_games = int(num_games)
        self.num_players = self.options["num_players"]
        self.num_actions = game.actions.size(self.num_players)
        self.num_features = game.observation.size(self.num_players)
        self.scale = (1.0 / game.observation.highs(self.num_players)).astype(np.float32)
        self._options = game.options.encode(self.options)

        self.states = new_states(game.dtype, self.num_games)
        self.masks = np.zeros((self.num_games, self.num_actions), np.int8)
        self.features = np.zeros((self.num_games, self.num_features), np.int8)
        self.seats = np.full(self.num_games, -1, np.int64)
        self.rewards = np.zeros((self.num_games, self.num_players), np.float32)
        self.dones = np.zeros(self.num_games, np.int8)
        self.truncated = np.zeros(self.num_games, np.int8)
        self.lineup = np.full((self.num_games, self.num_players), LEARNER, np.int64)
        self._generators = np.zeros(self.num_games, np.uint64)
        self._begin = np.full(self.num_games, BEGIN, np.int64)
        self._rows = np.arange(self.num_games)
        if not isinstance(restart, bool):
            raise ValueError(f"restart: got {restart!r}, allowed are True and False")
        self._restart = int(restart)
        self._seed = _check_seed(seed)
        self.set_lineups([[LEARNER] * self.num_players] if lineups is None else lineups)

        bounds = np.linspace(0, self.num_games, min(threads, self.num_games) + 1).astype(int)
        self._chunks = list(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))
        self._pool = ThreadPoolExecutor(len(self._chunks)) if len(self._chunks) > 1 else None

    def set_lineups(self, lineups: Sequence[Sequence[int]] | np.ndarray) -> None:
        """Draw the line-ups of games that start from now on from these rows."""
        table = whole_numbers(lineups, "lineups", None)
        if table.ndim != 2 or table.shape[1] != self.num_players or len(table) == 0:
            raise ValueError(f"lineups: got shape {table.shape}, allowed is (rows, {self.num_players})")
        if table.max() >= len(self.game.bots):
            raise ValueError(f"lineups: got player {table.max()}, allowed are numbers below {len(self.game.bots)}")
        if (table >= 0).all(axis=1).any():
            raise ValueError("lineups: a row has no seat that is decided outside")
        self._lineups = table

    def reset(self, seed: int | None = None) -> VectorGames:
        """Start all games anew from `seed` (a whole number from 0) and return self, its arrays filled."""
        if seed is not None:
            self._seed = _check_seed(seed)
        self._generators[:] = np.random.SeedSequence(self._seed).generate_state(self.num_games, np.uint64)
        self._run(self._begin)
        return self

    def step(self, actions: np.ndarray) -> VectorGames:
        """Take one decision in every game and go on to the next decision from outside; return self, its arrays filled.

        Args:
            actions: int (num_games,); legal actions, or `SKIP`, `FORFEIT`, `BEGIN`. Illegal ones raise ValueError and
                change nothing.
        """
        actions = whole_numbers(actions, "actions", (self.num_games,))
        legal = (actions >= BEGIN) & (actions < self.num_actions)
        legal &= (actions < 0) | (self.masks[self._rows, actions * legal] == 1)
        legal &= (actions != FORFEIT) | (self.seats >= 0)
        if not legal.all():
            i = int(np.argmin(legal))
            raise ValueError(f"actions: game {i} got {actions[i]}, which is not legal there for seat {self.seats[i]}")
        self._run(actions)
        return self

    def _run(self, actions: np.ndarray) -> None:
        if self._pool is None:
            self._run_chunk(actions, 0, self.num_games)
            return
        for future in [self._pool.submit(self._run_chunk, actions, *chunk) for chunk in self._chunks]:
            future.result()

    def _run_chunk(self, actions: np.ndarray, first: int, last: int) -> None:
        self.game.loops.step_games(
            self.states,
            first,
            last,
            self._restart,
            actions,
            self._options,
            self._lineups,
            self.lineup,
            self._generators,
            self.masks,
            self.features,
            self.seats,
            self.rewards,
            self.dones,
            self.truncated,
        )

    def begin(self, games: Sequence[int] | np.ndarray) -> VectorGames:
        """Start new games at these places and leave the others as they are; return self. Rewards and flags become 0."""
        actions = np.full(self.num_games, SKIP, np.int64)
        actions[games] = BEGIN
        self._run(actions)
        return self

    def begin_turns(self, seed: int) -> VectorGames:
        """Prepare for `go_on`: all games start anew from `seed` with its first call. Return self."""
        self._seed = _check_seed(seed)
        self._generators[:] = np.random.SeedSequence(self._seed).generate_state(self.num_games, np.uint64)
        self.turns = np.full(self.num_games, -1, np.int64)
        self.halts = np.zeros(self.num_games, np.int8)
        self.seats[:] = -1
        return self

    def go_on(self, actions: np.ndarray, model: int = -1) -> VectorGames:
        """Go on in every game to the next decision from outside, the next turn or the end; return self.

        For looking at positions turn by turn, after `begin_turns`. `features` stay as they are, and nothing is checked.

        Args:
            actions: int64 (num_games,); taken where `seats` is not -1.
            model: number of the scripted player that decides in the place of all outside; -1: they do.

        Where a turn has begun `halts` is 1 and `seats` -1; where a game has ended `dones` is 1, and the next call
        starts another one.
        """
        from .lookahead import load

        load(self.game).go_on(
            self.states,
            model,
            actions,
            self.halts,
            self._options,
            self._lineups,
            self.lineup,
            self._generators,
            self.turns,
            self.seats,
            self.masks,
            self.rewards,
            self.dones,
            self.truncated,
        )
        return self

    def scores(self, games: np.ndarray) -> np.ndarray:
        """Return the score of every seat in some games as they stand, float32 (len(games), num_players).

        That is what the reward scheme "score" would give if they ended now. It may rest on what no seat knows.

        Raises:
            ValueError: there is no such game.
        """
        games = np.asarray(games)
        if games.ndim != 1 or (games.size and (games.dtype.kind not in "iu" or not self._are_games(games))):
            raise ValueError(f"scores: got games {reprlib.repr(games.tolist())}, allowed are 0..{self.num_games - 1}")
        scores = np.zeros((len(games), self.num_players), np.float32)
        self.game.loops.write_scores(self.states, np.ascontiguousarray(games, np.int64), scores)
        return scores

    def _are_games(self, games: np.ndarray) -> bool:
        return bool(games.min() >= 0 and games.max() < self.num_games)

    def close(self) -> None:
        """Stop the threads, if there are any. Nothing can be played after that."""
        if self._pool is not None:
            self._pool.shutdown()

    def sample(self, generator: np.random.Generator) -> np.ndarray:
        """Return a random legal action for each game, int64 (num_games,): by one random order of priority for all."""
        priority = generator.permutation(self.num_actions).astype(np.uint16) + 1
        return (self.masks * priority).argmax(axis=1)
