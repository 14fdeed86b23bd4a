"""Self-play on many tables at once, with every decision credited to the seat that took it.

All seats given to the learner play with the same weights and learn. A decision earns what its own seat is given up to
that seat's next decision or the end of the game, however many decisions of others lie between: the decisions of one
seat in one game are a stream of their own (`training.kernels.advantages`). A game that is still running when an update
is due is bootstrapped, for each learning seat, with the value of what that seat would observe now; it goes on in the
next update. A game that is cut by its limit of turns is over like any other: its returns are those of a draw, and count
as such. A game that ends before any seat outside the compiled loops has decided (possible where scripted players begin)
is replaced by the next one within the same step and is counted nowhere: nobody could have learned from it.

With `lead_coef` a decision is also rewarded for what its seat gains on the mean of the others, in the score of the
game, up to its next decision: in games of hundreds of decisions the return alone comes late. What happens after a
seat's last decision is in the return alone.

The other seats are taken by the players of the line-up, drawn anew for each game and fixed until it ends: scripted
players, which are played inside the compiled loops, or networks of `training.pool`, each in one batch a tick.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from envs.core.vector import LEARNER, SKIP, VectorGames
from training.kernels import advantages
from training.network import Eyes
from training.pool import LEARNER_NAME, SNAPSHOT_NAME, SNAPSHOTS_OF, Pool, Tally, lineup_rows
from training.sparse import Listed, Network, network_of
from training.tables import win_shares

_ARRAYS = ("log_probs", "values", "rewards", "advantages", "returns")


class DecisionBuffer(MaskableRolloutBuffer):
    """The decisions of one update in the order of time, of all tables and learning seats together.

    Unlike its parent it has no axis for environments, keeps observations (of the seen columns) and masks as int8, and
    draws minibatches with a generator of its own.

    Attributes:
        observations: int8 (size, seen), raw counts. action_masks: int8 (size, A). actions: int64 (size, 1).
        log_probs, values, rewards, advantages, returns: float32 (size,).
        streams: int64 (size,); table * players + seat.
        final: int8 (size,); 1 for the last decision of a seat in its game.
        kept: counts and legal actions of some decisions after the other, as `training.sparse` lists them.
        listed: those of all decisions, for as long as is learned from them; None otherwise, and where none are kept.
    """

    def __init__(
        self,
        size: int,
        observation_space: spaces.Space,
        action_space: spaces.Space,
        device: torch.device | str = "cpu",
        *,
        gamma: float,
        gae_lambda: float,
        eyes: Eyes,
        generator: np.random.Generator,
    ) -> None:
        self.eyes = eyes
        self.generator = generator
        self._shares: list[DecisionBuffer] = []
        super().__init__(size, observation_space, action_space, device, gae_lambda, gamma, n_envs=1)

    def reset(self) -> None:
        """Empty the buffer. The arrays are made once and written over."""
        self.pos, self.full = 0, False
        self.kept: list[tuple[Listed, Listed]] = []
        self.listed: tuple[Listed, Listed] | None = None
        if not hasattr(self, "streams"):
            size = self.buffer_size
            self.mask_dims = spaces.flatdim(self.action_space)
            self.observations = np.zeros((size, len(self.eyes.columns)), np.int8)
            self.action_masks = np.zeros((size, self.mask_dims), np.int8)
            self.actions = np.zeros((size, 1), np.int64)
            self.streams = np.zeros(size, np.int64)
            self.final = np.zeros(size, np.int8)
            for name in _ARRAYS:
                setattr(self, name, np.zeros(size, np.float32))
        self.rewards[:] = 0
        self.final[:] = 0

    def mark_filled(self) -> None:
        """Say that the parts have been filled."""
        self.pos, self.full = self.buffer_size, True

    def parts(self, number: int) -> list[DecisionBuffer]:
        """Return `number` buffers that share the arrays of this one between them, each for a part of the decisions."""
        bounds = np.linspace(0, self.buffer_size, number + 1).astype(int)
        parts = []
        for first, last in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
            part = copy.copy(self)
            part.buffer_size = last - first
            for name in ("observations", "action_masks", "actions", "streams", "final", *_ARRAYS):
                setattr(part, name, getattr(self, name)[first:last])
            parts.append(part)
        self._shares = parts
        return parts

    def list_all(self) -> None:
        """Set `listed` from what has been kept."""
        kept = [entry for part in self._shares or [self] for entry in part.kept]
        self.listed = None
        if kept:
            counts, legal = zip(*kept, strict=True)
            self.listed = Listed.join(counts), Listed.join(legal)

    @property
    def room(self) -> int:
        """How many decisions still fit."""
        return self.buffer_size - self.pos

    def take(self, number: int) -> slice:
        """Return the place for the next `number` decisions and count them as taken."""
        place = slice(self.pos, self.pos + number)
        self.pos += number
        self.full = self.pos == self.buffer_size
        return place

    def compute(self, after: np.ndarray) -> None:
        """Fill advantages and returns; `after` is as in `training.kernels.advantages`."""
        advantages(
            self.streams, self.rewards, self.values, self.final, after, self.gamma, self.gae_lambda, self.advantages
        )
        np.add(self.advantages, self.values, out=self.returns)

    def get(self, batch_size: int | None = None) -> Generator[MaskableRolloutBufferSamples, None, None]:  # type: ignore[override]
        """Yield all decisions in minibatches, in a new order."""
        order = self.generator.permutation(self.buffer_size)
        step = batch_size or self.buffer_size
        for start in range(0, self.buffer_size, step):
            yield self._get_samples(order[start : start + step])

    def _get_samples(  # type: ignore[override]
        self, batch_inds: np.ndarray, env: Any = None
    ) -> MaskableRolloutBufferSamples:
        def tensor(array: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(array[batch_inds]).to(self.device)

        scale = torch.from_numpy(self.eyes.scale).to(self.device)
        return MaskableRolloutBufferSamples(
            tensor(self.observations).float().mul_(scale),
            tensor(self.actions),
            tensor(self.values),
            tensor(self.log_probs),
            tensor(self.advantages),
            tensor(self.returns),
            tensor(self.action_masks).bool(),
        )


def torch_threads(number: int) -> ThreadPoolExecutor:
    """Return threads in each of which PyTorch computes with that one alone: it has to be told in each."""
    return ThreadPoolExecutor(number, initializer=torch.set_num_threads, initargs=(1,))


@dataclass
class Ended:
    """The games that ended while decisions were collected.

    Attributes:
        lineups: int64 (games, seats).
        returns: float32 (games, seats).
        truncated: int8 (games,).
        lengths: int64 (games,); decisions of learner, snapshots and other networks.
    """

    lineups: np.ndarray
    returns: np.ndarray
    truncated: np.ndarray
    lengths: np.ndarray

    @classmethod
    def join(cls, parts: Sequence[Ended], seats: int) -> Ended:
        """Return all games of `parts`, in their order."""
        empty = cls(*(np.zeros(shape, kind) for shape, kind in (((0, seats), np.int64), ((0, seats), np.float32),
                                                                (0, np.int8), (0, np.int64))))  # fmt: skip
        joined = [[getattr(part, name) for part in [empty, *parts]] for name in cls.__dataclass_fields__]
        return cls(*(np.concatenate(arrays) for arrays in joined))


class SelfPlay:
    """Plays tables and fills buffers.

    Args:
        tables: the games, not yet reset.
        eyes: what the network sees of them.
        weights: name of each opponent, as in the config -> weight.
        generator: draws actions and shuffles line-ups.
        seed: seeds the games.
        lead_coef: weight of the reward for getting ahead: see `training.config.PPOConfig`.
        pool: where snapshots are, and policies of other runs.
        member: name of the learner.
        mixed: whether each other seat is drawn on its own.
        prioritised: whether snapshots are drawn by how often they beat the learner.
    """

    def __init__(
        self,
        tables: VectorGames,
        eyes: Eyes,
        weights: Mapping[str, float],
        generator: np.random.Generator,
        seed: int,
        lead_coef: float = 0.0,
        *,
        pool: Pool,
        member: str = "main",
        mixed: bool = True,
        prioritised: bool = False,
    ) -> None:
        self.tables = tables
        self.lead_coef = lead_coef
        self._lead = np.zeros((tables.num_games, tables.num_players), np.float32)  # of each seat when it last decided
        self._lengths = np.zeros(tables.num_games, np.int64)
        self.eyes = eyes
        self.weights = dict(weights)
        self.generator = generator
        self.pool = pool
        self.member = member
        self.mixed = mixed
        self.prioritised = prioritised
        self._all = np.arange(tables.num_games)
        self._last = np.zeros(
            (tables.num_games, tables.num_players), np.int64
        )  # place of a seat's last decision, or -1
        self._ended: list[Ended] = []
        self.draw_lineups(Tally())
        tables.reset(seed)

    def draw_lineups(self, tally: Tally) -> None:
        """Give games that begin from now on their opponents by weight."""
        numbers: dict[int, float] = defaultdict(float)
        for name, weight in self.weights.items():
            if name in self.tables.game.bots:
                numbers[self.tables.game.bot_number(name)] += weight
                continue
            known = self.pool.numbers(name, self.member) if name != LEARNER_NAME else []
            if not known:  # until there is a snapshot, the learner takes its place
                numbers[LEARNER] += weight
                continue
            drawn = tally.weights(known) if self.prioritised else dict.fromkeys(known, 1.0)
            for number, share in drawn.items():
                numbers[number] += weight * share / sum(drawn.values())
        self.tables.set_lineups(lineup_rows(self.tables.num_players, numbers, self.generator, self.mixed))

    def sitting(self) -> set[int]:
        """Return the numbers of all players at the tables."""
        return set(np.unique(self.tables.lineup).tolist())

    def collect(self, policy: MaskableActorCriticPolicy, buffer: DecisionBuffer) -> Ended:
        """Fill `buffer` with decisions of `policy`, with their advantages; return the games that ended."""
        network = network_of(policy, self.eyes)
        buffer.reset()
        self._last[:] = -1
        self._ended.clear()
        while buffer.room:
            self._tick(network, buffer)
        if self.lead_coef:
            rows, seats = np.nonzero(self._last >= 0)
            self._credit_leads(rows, seats, buffer)
        buffer.compute(self._values_after(network))
        return Ended.join(self._ended, self.tables.num_players)

    def _tick(self, network: Network, buffer: DecisionBuffer) -> None:
        """Take one decision at every table, or at as many as the buffer has room for: the others wait."""
        tables = self.tables
        deciders = tables.lineup[self._all, tables.seats]
        actions = np.full(tables.num_games, SKIP, np.int64)
        own = np.flatnonzero(deciders == LEARNER)[: buffer.room]
        if len(own):
            actions[own] = self._decide(network, own, buffer)
        if len(own) < tables.num_games:
            for number in np.unique(deciders[deciders < LEARNER]).tolist():
                rows = np.flatnonzero(deciders == number)
                actions[rows] = self.pool.act(number, tables, rows, self.generator)
        lineup = tables.lineup.copy()
        self._lengths += actions != SKIP
        tables.step(actions)
        ended = np.flatnonzero(tables.dones)
        if len(ended):
            self._credit(ended, lineup[ended], buffer)

    def _decide(self, network: Network, rows: np.ndarray, buffer: DecisionBuffer) -> np.ndarray:
        """Return the learner's actions at the tables `rows` and write the decisions to the buffer."""
        tables = self.tables
        place = buffer.take(len(rows))
        actions, log_probs, values = network.decide(
            tables.features, tables.masks, rows, self.generator, buffer.observations[place], buffer.kept
        )
        seats = tables.seats[rows]
        buffer.values[place] = values
        buffer.action_masks[place] = tables.masks[rows]
        buffer.actions[place, 0] = actions
        buffer.log_probs[place] = log_probs
        buffer.streams[place] = rows * tables.num_players + seats
        if self.lead_coef:
            self._credit_leads(rows, seats, buffer)
        self._last[rows, seats] = np.arange(place.start, place.stop)
        return actions

    def _credit_leads(self, rows: np.ndarray, seats: np.ndarray, buffer: DecisionBuffer) -> None:
        """Reward the last decisions of `seats` at the tables `rows` for what the seats have gained on the others."""
        scores = self.tables.scores(rows)
        own = scores[np.arange(len(rows)), seats]
        leads = own - (scores.sum(axis=1) - own) / (self.tables.num_players - 1)
        last = self._last[rows, seats]
        gained = leads - self._lead[rows, seats]
        buffer.rewards[last[last >= 0]] += self.lead_coef * gained[last >= 0]
        self._lead[rows, seats] = leads

    def _credit(self, ended: np.ndarray, lineup: np.ndarray, buffer: DecisionBuffer) -> None:
        """Give every learning seat of the games that ended its return, at its own last decision."""
        last, rewards = self._last[ended], self.tables.rewards[ended]
        decided = last >= 0  # in this update; what was decided before it has been bootstrapped
        buffer.rewards[last[decided]] += rewards[decided]
        buffer.final[last[decided]] = 1
        self._last[ended] = -1
        self._ended.append(Ended(lineup, rewards, self.tables.truncated[ended].copy(), self._lengths[ended].copy()))
        self._lengths[ended] = 0

    def _values_after(self, network: Network) -> np.ndarray:
        """Return the value of what each seat with decisions in a running game would observe now, float32 (streams,)."""
        tables = self.tables
        after = np.zeros(self._last.shape, np.float32)
        games, seats = np.nonzero(self._last >= 0)
        if len(games):
            features = np.zeros((len(games), tables.num_features), np.int8)
            mask = np.zeros(tables.num_actions, np.int8)
            for i, (game, seat) in enumerate(zip(games.tolist(), seats.tolist(), strict=True)):
                tables.game.loops.look_one(tables.states, game, seat, mask, features[i])
            after[games, seats] = network.values(features)
        return after.ravel()

    def get_state(self) -> dict[str, np.ndarray]:
        """Return everything that `set_state` needs to go on in the same way, as arrays (the generator excepted)."""
        arrays = {f"tables.{name}": value.copy() for name, value in table_arrays(self.tables).items()}
        arrays["lead"] = self._lead.copy()
        arrays["lengths"] = self._lengths.copy()
        return arrays

    def set_state(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Go on from what `get_state` returned. ValueError if it does not fit."""
        set_table_arrays(self.tables, arrays)
        self._lead[...] = arrays["lead"]
        self._lengths[...] = arrays["lengths"]


def table_arrays(tables: VectorGames) -> dict[str, np.ndarray]:
    """Return every array of `tables`: all that changes in them."""
    return {name: value for name, value in vars(tables).items() if isinstance(value, np.ndarray)}


def set_table_arrays(tables: VectorGames, arrays: Mapping[str, np.ndarray]) -> None:
    """Put back what `table_arrays` returned, under names that begin with "tables."; ValueError if it does not fit."""
    for name, value in table_arrays(tables).items():
        saved = arrays[f"tables.{name}"]
        if name == "_lineups":
            tables.set_lineups(saved)
        elif saved.dtype != value.dtype or saved.shape != value.shape:
            raise ValueError(
                f"the checkpoint's {name} is {saved.dtype} {saved.shape}, here it is {value.dtype} {value.shape}"
            )
        else:
            value[...] = saved


# ---------------------------------------------------------------------------------------------------------- statistics


def statistics(ended: Ended, weights: Mapping[str, float], pool: Pool, member: str, bots: Sequence[str]) -> dict:
    """Return what the metrics say of games that ended.

    Args:
        ended: the games.
        weights: the opponents of the learner.
        pool: the networks among them.
        member: name of the learner.
        bots: scripted players of the game.

    Returns:
        games, truncated (share that was cut), length (mean), seat/N (mean return of the learner on seat N), and for
        each opponent return/NAME and win/NAME: mean return of the learner's seats at its tables, their share of wins.
    """
    result: dict[str, Any] = {"games": len(ended.lineups), "truncated": 0.0}
    if not len(ended.lineups):
        return result
    learner = ended.lineups == LEARNER
    wins = win_shares(ended.returns, ended.truncated)
    result |= {"truncated": float(ended.truncated.mean()), "length": float(ended.lengths.mean())}
    for seat in range(learner.shape[1]):
        if learner[:, seat].any():
            result[f"seat/{seat}"] = float(ended.returns[learner[:, seat], seat].mean())
    # Against itself the mean is known beforehand. Of snapshots it is known whose they are, not why they were drawn.
    seats = {name: ended.lineups == bots.index(name) for name in weights if name in bots}
    seats |= {name: np.isin(ended.lineups, pool.numbers(name, member)) for name in weights if name in pool.frozen}
    for owner in dict.fromkeys(pool.owners.values()):
        name = SNAPSHOT_NAME if owner == member else SNAPSHOTS_OF + owner
        seats[name] = np.isin(ended.lineups, [number for number, of in pool.owners.items() if of == owner])
    for name, sits in seats.items():
        at_table = learner & sits.any(axis=1, keepdims=True)
        if at_table.any():
            result[f"return/{name}"] = float(ended.returns[at_table].mean())
            result[f"win/{name}"] = float(wins[at_table].mean())
    return result
