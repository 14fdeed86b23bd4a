"""Learns what positions are worth from the outcomes of games, for a policy that looks ahead (`training.lookahead`).

Games are played, and the network is fitted to how they end: the position at the start of each turn, as a learning seat
observes it, to what that seat is given in the end. At first, for `warm_up` positions, the model decides in the
learner's place, and everybody who plays like it is learned from: many games in little time. Then the learner decides.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor

from envs.core.vector import LEARNER, VectorGames
from training.lookahead import Lookahead
from training.network import Eyes
from training.pool import LEARNER_NAME, lineup_rows
from training.ppo import Descent
from training.selfplay import Ended, set_table_arrays, table_arrays
from training.sparse import Network, network_of

NOBODY = -1


class Positions:
    """The positions of one update, and what the seats that observed them were given.

    Attributes:
        observations: int8 (size, seen), raw counts.
        returns: float32 (size,).
        eyes: which columns are seen.
        generator: shuffles.
        buffer_size: how many.
    """

    def __init__(self, size: int, eyes: Eyes, generator: np.random.Generator) -> None:
        self.buffer_size = size
        self.eyes = eyes
        self.generator = generator
        self.observations = np.zeros((size, len(eyes.columns)), np.int8)
        self.returns = np.zeros(size, np.float32)

    def reset(self) -> None:
        """Begin a new update: everything will be written over."""

    def mark_filled(self) -> None:
        """Say that the parts have been filled."""

    def parts(self, number: int) -> list[Positions]:
        """Return `number` buffers that share the arrays of this one between them."""
        bounds = np.linspace(0, self.buffer_size, number + 1).astype(int).tolist()
        parts = []
        for first, last in itertools.pairwise(bounds):
            part = Positions(0, self.eyes, self.generator)
            part.buffer_size = last - first
            part.observations, part.returns = self.observations[first:last], self.returns[first:last]
            parts.append(part)
        return parts


class LookaheadPlay:
    """Plays tables turn by turn and fills buffers with positions whose outcome is known.

    Args:
        tables: the games, not yet reset.
        eyes: what the network sees of them.
        weights: name of each opponent, as in the config -> weight.
        generator: worlds and line-ups.
        seed: seeds the games.
        model, worlds: see `Lookahead`.
        warm_up: for so many positions the model plays the learner's seats, and all who play like it are learned from.
        mixed: whether each other seat is drawn on its own.
    """

    def __init__(
        self,
        tables: VectorGames,
        eyes: Eyes,
        weights: Mapping[str, float],
        generator: np.random.Generator,
        seed: int,
        model: int,
        worlds: int,
        warm_up: int = 0,
        *,
        mixed: bool = True,
    ) -> None:
        self.tables = tables
        self.eyes = eyes
        self.generator = generator
        self.model = model
        self.warm_up = warm_up  # positions still to come
        self.lookahead = Lookahead(tables.game, tables.num_players, eyes.columns, model, worlds)
        self._features = np.zeros(tables.num_features, np.int8)
        self._lengths = np.zeros(tables.num_games, np.int64)
        self._games = np.arange(tables.num_games)  # number of the running game of each table, unlike all others
        self._open = np.zeros(tables.num_games, np.int64)  # positions of the running game
        self._seen: list[np.ndarray] = []  # positions that are waiting for their outcome, (n, seen) each
        self._whose: list[np.ndarray] = []  # int64 (n, 2): number of the game, seat
        self._outcomes: list[tuple[np.ndarray, np.ndarray]] = []  # numbers of games that ended, returns
        self._ready = 0  # positions whose outcome is known
        numbers = {tables.game.bot_number(n) if n != LEARNER_NAME else LEARNER: w for n, w in weights.items()}
        tables.set_lineups(lineup_rows(tables.num_players, numbers, generator, mixed))
        tables.begin_turns(seed)

    def sitting(self) -> set[int]:
        """Return the numbers of all players at the tables."""
        return set(np.unique(self.tables.lineup).tolist())

    def collect(self, policy: MaskableActorCriticPolicy, part: Positions) -> Ended:
        """Fill `part` with positions that the value network of `policy` has judged; return the games that ended."""
        network = network_of(policy, self.eyes)
        ended: list[Ended] = []
        while self._ready < part.buffer_size:
            ended += self._tick(network, self.warm_up > 0)
        self._fill(part)
        self.warm_up -= min(self.warm_up, part.buffer_size)
        return Ended.join(ended, self.tables.num_players)

    def _tick(self, network: Network, model_decides: bool) -> list[Ended]:
        """Let the learner decide where it is asked, and go on at every table to the next decision, turn or end."""
        tables = self.tables
        asked = np.flatnonzero(tables.seats >= 0)
        actions = np.zeros(tables.num_games, np.int64)
        if len(asked):
            actions[asked] = self.lookahead.choose(network, tables.states, tables.masks, asked, self.generator)
        tables.go_on(actions, self.model if model_decides else NOBODY)
        self._lengths[asked] += 1
        self._look(model_decides)
        over = np.flatnonzero(tables.dones)
        if not len(over):
            return []
        self._outcomes.append((self._games[over], tables.rewards[over]))
        self._ready += int(self._open[over].sum())
        self._open[over] = 0
        self._games[over] += tables.num_games
        ended = Ended(tables.lineup[over], tables.rewards[over], tables.truncated[over], self._lengths[over])
        self._lengths[over] = 0
        return [ended]

    def _look(self, model_decides: bool) -> None:
        """Write down what is seen by those who are learned from, where a turn has begun."""
        tables = self.tables
        learned = tables.lineup == LEARNER
        if model_decides:
            learned |= tables.lineup == self.model
        begun = learned & (tables.halts == 1)[:, None]
        rows, seats = (np.ascontiguousarray(indices) for indices in np.nonzero(begun))
        if not len(rows):
            return
        seen = np.empty((len(rows), len(self.eyes.columns)), np.int8)
        self.lookahead.loops.look_at_all(tables.states, rows, seats, self.eyes.columns, self._features, seen)
        self._seen.append(seen)
        self._whose.append(np.stack([self._games[rows], seats], axis=1))
        self._open += np.bincount(rows, minlength=tables.num_games)

    def _fill(self, part: Positions) -> None:
        """Move the first positions whose outcome is known to `part`."""
        seen, whose = np.concatenate(self._seen), np.concatenate(self._whose)
        games, returns = (np.concatenate(arrays) for arrays in zip(*self._outcomes, strict=True))
        order = np.argsort(games)
        at = np.minimum(np.searchsorted(games, whose[:, 0], sorter=order), len(games) - 1)
        known = games[order[at]] == whose[:, 0]
        taken = np.flatnonzero(known)[: part.buffer_size]
        part.observations[:] = seen[taken]
        part.returns[:] = returns[order[at[taken]], whose[taken, 1]]
        left = np.ones(len(seen), bool)
        left[taken] = False
        self._seen, self._whose = [seen[left]], [whose[left]]
        waiting = np.isin(games, whose[left & known, 0])
        self._outcomes = [(games[waiting], returns[waiting])]
        self._ready -= len(taken)

    def draw_lineups(self, tally: Any) -> None:
        """Line-ups stay: there are no snapshots to be drawn."""

    def get_state(self) -> dict[str, np.ndarray]:
        """Return everything that `set_state` needs to go on in the same way, as arrays (the generator excepted)."""
        seats = self.tables.num_players
        arrays = {f"tables.{name}": value.copy() for name, value in table_arrays(self.tables).items()}
        arrays |= {"lengths": self._lengths.copy(), "games": self._games.copy(), "open": self._open.copy()}
        arrays["seen"] = np.concatenate([np.empty((0, len(self.eyes.columns)), np.int8), *self._seen])
        arrays["whose"] = np.concatenate([np.empty((0, 2), np.int64), *self._whose])
        arrays["outcome_games"] = np.concatenate([np.empty(0, np.int64), *(games for games, _ in self._outcomes)])
        arrays["outcomes"] = np.concatenate([np.empty((0, seats), np.float32), *(given for _, given in self._outcomes)])
        arrays |= {"ready": np.array(self._ready), "warm_up": np.array(self.warm_up)}
        return arrays

    def set_state(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Go on from what `get_state` returned. ValueError if it does not fit."""
        set_table_arrays(self.tables, arrays)
        self._lengths[...] = arrays["lengths"]
        self._games[...] = arrays["games"]
        self._open[...] = arrays["open"]
        self._seen, self._whose = [arrays["seen"]], [arrays["whose"]]
        self._outcomes = [(arrays["outcome_games"], arrays["outcomes"])]
        self._ready, self.warm_up = int(arrays["ready"]), int(arrays["warm_up"])


class ValueLearner(Descent):
    """Fits the value network to outcomes. Args: see `training.ppo.Descent`."""

    def learn(self, buffer: Positions, remaining: float) -> dict[str, float]:
        """Make one update from a full buffer; return its metrics.

        Args:
            buffer: positions and outcomes.
            remaining: share of the budget that is left, for the schedule of the learning rate.
        """
        rate = self.begin_update(remaining)
        losses = []
        for _ in range(self.config.epochs):
            passed = [self._fit(buffer, rows) for rows in self.minibatches(buffer.generator, buffer.buffer_size)]
            losses.append(float(np.mean(passed)))
            self.sb3._n_updates += 1
        variance = float(buffer.returns.var())
        explained = 1 - losses[0] / variance if variance > 0 else float("nan")
        return {"value_loss": losses[-1], "explained_variance": explained, "learning_rate": rate}

    def _fit(self, buffer: Positions, rows: np.ndarray) -> float:
        """Take one step of the optimiser for these positions; return their mean loss before it."""
        network = network_of(self.policy, buffer.eyes)

        def cost(chunk: slice) -> dict[str, Tensor]:
            given = torch.from_numpy(buffer.returns[rows[chunk]]).to(buffer.eyes.device)
            return {"total": (given - network.worth_of(buffer.observations[rows[chunk]])).square().sum()}

        return self.step(len(rows), cost)[0]["total"]
