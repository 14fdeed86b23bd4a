"""Looking one turn ahead: a policy that takes the action which leads to the best position.

To decide, every legal action is tried in some worlds that agree with all the seat knows (the game's `redeal`). A
scripted player, the `model`, decides for everybody until the turn is over, and a network says what the position is
worth then (`envs.core.lookahead_bodies.imagine`). This is the rollout policy of Tesauro and Galperin (1996, "On-line
policy improvement using Monte-Carlo search"), cut short by a value network. `training.outcomes` is how it learns.
"""

from __future__ import annotations

import os
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from typing import Protocol

import numpy as np
import torch

from envs.core import lookahead
from envs.core.compiling import new_states
from envs.core.game import Game

ROWS_AT_ONCE = 32
"""Decisions whose worlds are imagined together: few, so that they fit into the caches."""


@cache
def workers() -> ThreadPoolExecutor:
    """Return threads, one a core, in each of which PyTorch computes with that one alone."""
    return ThreadPoolExecutor(os.cpu_count(), "lookahead", torch.set_num_threads, (1,))


class Judge(Protocol):
    """Says what positions are worth: `training.sparse.Network`."""

    def worth(self, seen: np.ndarray) -> np.ndarray:
        """Return float32 (n,) for what is seen of n positions, int8 (n, seen)."""
        ...


class Lookahead:
    """Chooses actions by looking one turn ahead.

    Args:
        game: the game.
        players: seats at the table.
        columns: int64 (seen,); what the network sees of an observation.
        model: number of the scripted player that stands for everybody.
        worlds: in how many worlds each action is tried.
    """

    def __init__(self, game: Game, players: int, columns: np.ndarray, model: int, worlds: int) -> None:
        self.loops = lookahead.load(game)
        self.columns = np.ascontiguousarray(columns, np.int64)
        self.model, self.worlds = model, worlds
        self._dtype = game.dtype
        self._features = game.observation.size(players)

    def choose(
        self,
        judge: Judge,
        states: np.ndarray,
        masks: np.ndarray,
        rows: np.ndarray,
        generator: np.random.Generator,
        threads: Executor | None = None,
    ) -> np.ndarray:
        """Return an action, int64 (n,), for the seat to act in each of n games.

        Args:
            judge: the network.
            states: the games, a contiguous array; they stay as they are.
            masks: int8 (games, A), of the seats to act.
            rows: int64 (n,); which games.
            generator: where the worlds come from.
            threads: share the games between them; what is chosen does not depend on them.
        """
        seeds = generator.integers(0, 2**64, len(rows), dtype=np.uint64)

        def choose(first: int) -> np.ndarray:
            part = slice(first, first + ROWS_AT_ONCE)
            return self._choose(judge, states, masks, rows[part], seeds[part])

        starts = range(0, len(rows), ROWS_AT_ONCE)
        parts = list(map(choose, starts) if threads is None else threads.map(choose, starts))
        return np.concatenate(parts) if parts else np.empty(0, np.int64)

    def _choose(
        self, judge: Judge, states: np.ndarray, masks: np.ndarray, rows: np.ndarray, seeds: np.ndarray
    ) -> np.ndarray:
        chosen = masks[rows].argmax(axis=1)
        asked = masks[rows].sum(axis=1, dtype=np.int64) > 1  # nothing has to be imagined for the only action there is
        if asked.any():
            values, liked = self.values(judge, states, masks, rows[asked], seeds[asked])
            at = np.arange(len(values))
            best = values.argmax(axis=1)
            chosen[asked] = np.where(values[at, liked] == values[at, best], liked, best)
        return chosen

    def values(
        self, judge: Judge, states: np.ndarray, masks: np.ndarray, rows: np.ndarray, seeds: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return what every action is worth, float32 (n, A), -inf if illegal, and what the model would do, int64 (n,).

        Args: as `choose`; `seeds`: uint64 (n,), where the worlds of each game come from.
        """
        legal = masks[rows] == 1
        starts = np.concatenate([[0], np.cumsum(legal.sum(axis=1) * self.worlds)])
        size = int(starts[-1])
        seen = np.empty((size, len(self.columns)), np.int8)
        worth, over = np.empty(size, np.float32), np.empty(size, np.int8)
        liked = np.empty(len(rows), np.int64)
        self.loops.imagine(
            states,
            np.ascontiguousarray(rows, np.int64),
            0,
            len(rows),
            self.model,
            self.worlds,
            np.ascontiguousarray(seeds),
            starts,
            self.columns,
            masks,
            new_states(self._dtype, 1),
            np.zeros((2, masks.shape[1]), np.int8),
            np.zeros(self._features, np.int8),
            seen,
            worth,
            over,
            liked,
        )
        if (liked < 0).any():
            raise ValueError(f"masks: game {rows[liked.argmin()]} has another mask than the state, allowed is its own")
        runs_on = np.flatnonzero(over == 0)
        worth[runs_on] = judge.worth(seen[runs_on])
        values = np.full(legal.shape, -np.inf, np.float32)
        values[legal] = worth.reshape(-1, self.worlds).mean(axis=1)
        return values, liked
