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
players, which are played inside the compiled loops, or snapshots, which are the learner's earlier selves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Mapping
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from envs.core.vector import LEARNER, SKIP, VectorGames
from training.kernels import advantages
from training.policy import Actor, Eyes, draw_actions

FIRST_SNAPSHOT = LEARNER - 1
"""In a line-up: the first snapshot. The next ones count down from here, so that no number is ever used twice."""
SNAPSHOT_NAME, LEARNER_NAME = "snapshot", "learner"
ROWS_A_SEAT = 1000


def lineup_rows(num_players: int, weights: Mapping[int, float], generator: np.random.Generator) -> np.ndarray:
    """Return line-ups to draw from, int64 (num_players * ROWS_A_SEAT, num_players).

    The learner has each seat in equally many rows. In those, each other seat is given to every player as often as its
    weight says (to a thousandth), independently of the other seats.

    Args:
        num_players: seats at a table.
        weights: number of each player in line-ups -> weight; at least one above 0.
        generator: shuffles.
    """
    players = np.array(list(weights), np.int64)
    shares = np.array(list(weights.values()), float)
    ends = np.round(np.cumsum(shares) / shares.sum() * ROWS_A_SEAT).astype(int)
    column = np.repeat(players, np.diff(ends, prepend=0))
    tables = np.full((num_players, ROWS_A_SEAT, num_players), LEARNER, np.int64)
    for own in range(num_players):
        for seat in range(num_players):
            if seat != own:
                tables[own, :, seat] = generator.permutation(column)
    return tables.reshape(-1, num_players)


class DecisionBuffer(MaskableRolloutBuffer):
    """The decisions of one update in the order of time, of all tables and learning seats together.

    Unlike its parent it has no axis for environments, keeps observations (of the seen columns) and masks as int8, and
    draws minibatches with a generator of its own.

    Attributes:
        observations: int8 (size, seen), raw counts. action_masks: int8 (size, A). actions: int64 (size, 1).
        log_probs, values, rewards, advantages, returns: float32 (size,).
        streams: int64 (size,); table * players + seat.
        final: int8 (size,); 1 for the last decision of a seat in its game.
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
        super().__init__(size, observation_space, action_space, device, gae_lambda, gamma, n_envs=1)

    def reset(self) -> None:
        """Empty the buffer. The arrays are made once and written over."""
        self.pos, self.full = 0, False
        if not hasattr(self, "streams"):
            size = self.buffer_size
            self.mask_dims = spaces.flatdim(self.action_space)
            self.observations = np.zeros((size, len(self.eyes.columns)), np.int8)
            self.action_masks = np.zeros((size, self.mask_dims), np.int8)
            self.actions = np.zeros((size, 1), np.int64)
            self.streams = np.zeros(size, np.int64)
            self.final = np.zeros(size, np.int8)
            for name in ("log_probs", "values", "rewards", "advantages", "returns"):
                setattr(self, name, np.zeros(size, np.float32))
        self.rewards[:] = 0
        self.final[:] = 0

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


class SelfPlay:
    """Plays the tables and fills buffers.

    Args:
        tables: the games, not yet reset.
        eyes: what the network sees of them.
        weights: name of each opponent ("learner", "snapshot", or a scripted player) -> weight.
        generator: draws actions and shuffles line-ups.
        seed: seeds the games.
        lead_coef: weight of the reward for getting ahead: see `training.config.PPOConfig`.
    """

    def __init__(
        self,
        tables: VectorGames,
        eyes: Eyes,
        weights: Mapping[str, float],
        generator: np.random.Generator,
        seed: int,
        lead_coef: float = 0.0,
    ) -> None:
        self.tables = tables
        self.lead_coef = lead_coef
        self._lead = np.zeros((tables.num_games, tables.num_players), np.float32)  # of each seat when it last decided
        self.eyes = eyes
        self.weights = dict(weights)
        self.generator = generator
        self.snapshots: dict[int, Actor] = {}
        self.drawn: list[int] = []  # numbers of the snapshots that new games are given, the oldest first
        self._next_snapshot = FIRST_SNAPSHOT
        self._all = np.arange(tables.num_games)
        self._last = np.zeros(
            (tables.num_games, tables.num_players), np.int64
        )  # place of a seat's last decision, or -1
        self._ended: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self._set_lineups()
        tables.reset(seed)

    def _set_lineups(self) -> None:
        """Give new games their opponents by weight. Until there is a snapshot, the learner takes its place."""
        numbers: dict[int, float] = defaultdict(float)
        for name, weight in self.weights.items():
            if name == SNAPSHOT_NAME and self.drawn:
                numbers |= {number: weight / len(self.drawn) for number in self.drawn}
            elif name in (SNAPSHOT_NAME, LEARNER_NAME):
                numbers[LEARNER] += weight
            else:
                numbers[self.tables.game.bot_number(name)] += weight
        self.tables.set_lineups(lineup_rows(self.tables.num_players, numbers, self.generator))

    def add_snapshot(self, policy: MaskableActorCriticPolicy, keep: int) -> None:
        """Take a snapshot for new games; the oldest of more than `keep` is given to no more of them.

        Games that are running keep the opponents they began with, so its weights stay until the last of those ends.
        """
        self.snapshots[self._next_snapshot] = Actor(policy)
        self.drawn = [*self.drawn, self._next_snapshot][-keep:]
        self._next_snapshot -= 1
        self._set_lineups()
        self._forget_unused()

    def _forget_unused(self) -> None:
        needed = set(self.drawn) | set(np.unique(self.tables.lineup).tolist())
        self.snapshots = {number: actor for number, actor in self.snapshots.items() if number in needed}

    def collect(self, policy: MaskableActorCriticPolicy, buffer: DecisionBuffer) -> dict[str, Any]:
        """Fill `buffer` with decisions of `policy`, with their advantages; return what happened on the tables."""
        policy.set_training_mode(False)
        buffer.reset()
        self._last[:] = -1
        self._ended.clear()
        with torch.inference_mode():
            while buffer.room:
                self._tick(policy, buffer)
            if self.lead_coef:
                rows, seats = np.nonzero(self._last >= 0)
                self._credit_leads(rows, seats, buffer)
            buffer.compute(self._values_after(policy))
        return self._statistics()

    def _tick(self, policy: MaskableActorCriticPolicy, buffer: DecisionBuffer) -> None:
        """Take one decision at every table, or at as many as the buffer has room for: the others wait."""
        tables = self.tables
        deciders = tables.lineup[self._all, tables.seats]
        actions = np.full(tables.num_games, SKIP, np.int64)
        own = np.flatnonzero(deciders == LEARNER)[: buffer.room]
        if len(own):
            actions[own] = self._decide(policy, own, buffer)
        if self.snapshots:
            for number in np.unique(deciders[deciders < LEARNER]).tolist():
                actions[deciders == number] = self._decide_snapshot(number, np.flatnonzero(deciders == number))
        lineup = tables.lineup.copy()
        tables.step(actions)
        ended = np.flatnonzero(tables.dones)
        if len(ended):
            self._credit(ended, lineup[ended], buffer)

    def _decide(self, policy: MaskableActorCriticPolicy, rows: np.ndarray, buffer: DecisionBuffer) -> np.ndarray:
        """Return the learner's actions at the tables `rows` and write the decisions to the buffer."""
        tables = self.tables
        place = buffer.take(len(rows))
        seen = self.eyes.look(tables.features, rows, buffer.observations[place])
        hidden, hidden_value = policy.mlp_extractor(policy.features_extractor(seen))
        actions, log_probs = draw_actions(policy.action_net(hidden), tables.masks, rows, self.generator)
        seats = tables.seats[rows]
        buffer.values[place] = policy.value_net(hidden_value).cpu().numpy()[:, 0]
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

    def _decide_snapshot(self, number: int, rows: np.ndarray) -> np.ndarray:
        logits = self.snapshots[number](self.eyes.look(self.tables.features, rows))
        return draw_actions(logits, self.tables.masks, rows, self.generator)[0]

    def _credit(self, ended: np.ndarray, lineup: np.ndarray, buffer: DecisionBuffer) -> None:
        """Give every learning seat of the games that ended its return, at its own last decision."""
        last, rewards = self._last[ended], self.tables.rewards[ended]
        decided = last >= 0  # in this update; what was decided before it has been bootstrapped
        buffer.rewards[last[decided]] += rewards[decided]
        buffer.final[last[decided]] = 1
        self._last[ended] = -1
        self._ended.append((lineup, rewards, self.tables.truncated[ended].copy()))

    def _values_after(self, policy: MaskableActorCriticPolicy) -> np.ndarray:
        """Return the value of what each seat with decisions in a running game would observe now, float32 (streams,)."""
        tables = self.tables
        after = np.zeros(self._last.shape, np.float32)
        games, seats = np.nonzero(self._last >= 0)
        if len(games):
            features = np.zeros((len(games), tables.num_features), np.int8)
            mask = np.zeros(tables.num_actions, np.int8)
            for i, (game, seat) in enumerate(zip(games.tolist(), seats.tolist(), strict=True)):
                tables.game.loops.look_one(tables.states, game, seat, mask, features[i])
            seen = self.eyes.look(features, np.arange(len(games)))
            after[games, seats] = policy.predict_values(seen).cpu().numpy()[:, 0]
        return after.ravel()

    def _statistics(self) -> dict[str, Any]:
        """Return the number of games that ended, the share that was cut, and returns of the learner by opponent."""
        if not self._ended:
            return {"games": 0, "truncated": 0.0}
        lineup, rewards, truncated = (np.concatenate(parts) for parts in zip(*self._ended, strict=True))
        result: dict[str, Any] = {"games": len(lineup), "truncated": float(truncated.mean())}
        bots = self.tables.game.bots
        for name in self.weights:
            if name == LEARNER_NAME:
                continue  # against itself the mean is known beforehand
            is_it = lineup <= FIRST_SNAPSHOT if name == SNAPSHOT_NAME else lineup == bots.index(name)
            at_table = (lineup == LEARNER) & is_it.any(axis=1, keepdims=True)
            if at_table.any():
                result[f"return/{name}"] = float(rewards[at_table].mean())
        return result

    def get_state(self) -> dict[str, np.ndarray]:
        """Return everything that `set_state` needs to go on in the same way, as arrays (the generator excepted)."""
        self._forget_unused()
        arrays = {f"tables.{name}": value.copy() for name, value in _arrays(self.tables).items()}
        for number, actor in self.snapshots.items():
            for name, value in actor.state_dict().items():
                arrays[f"snapshot.{number}.{name}"] = value.cpu().numpy()
        arrays["lead"] = self._lead.copy()
        arrays["drawn"] = np.array(self.drawn, np.int64)
        arrays["next_snapshot"] = np.array(self._next_snapshot, np.int64)
        return arrays

    def set_state(self, arrays: Mapping[str, np.ndarray], policy: MaskableActorCriticPolicy) -> None:
        """Go on from what `get_state` returned; `policy` is any of the same shape. ValueError if it does not fit."""
        for name, value in _arrays(self.tables).items():
            saved = arrays[f"tables.{name}"]
            if name == "_lineups":
                self.tables.set_lineups(saved)
            elif saved.dtype != value.dtype or saved.shape != value.shape:
                raise ValueError(
                    f"the checkpoint's {name} is {saved.dtype} {saved.shape}, here it is {value.dtype} {value.shape}"
                )
            else:
                value[...] = saved
        self._lead[...] = arrays["lead"]
        self.drawn = arrays["drawn"].tolist()
        self._next_snapshot = int(arrays["next_snapshot"])
        numbers = {int(name.split(".")[1]) for name in arrays if name.startswith("snapshot.")}
        self.snapshots = {number: Actor(policy) for number in sorted(numbers, reverse=True)}
        for number, actor in self.snapshots.items():
            prefix = f"snapshot.{number}."
            weights = {n.removeprefix(prefix): torch.from_numpy(v) for n, v in arrays.items() if n.startswith(prefix)}
            actor.load_state_dict(weights)


def _arrays(tables: VectorGames) -> dict[str, np.ndarray]:
    """Return every array of `tables`: all that changes in them."""
    return {name: value for name, value in vars(tables).items() if isinstance(value, np.ndarray)}
