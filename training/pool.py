"""Who may sit on the seats that do not learn: past selves of the learners, policies of other runs, scripted players.

In line-ups (see `envs.core.vector`) the learner is `LEARNER`, scripted players count up from 0, snapshots count down
from `FIRST_SNAPSHOT` (so that no number is ever used twice in a run), and policies of other runs from `FIRST_FROZEN`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from envs.core.vector import LEARNER, VectorGames
from training.network import Actor, Eyes
from training.policy import LoadedPolicy
from training.sparse import Network, network_of

LEARNER_NAME, SNAPSHOT_NAME, LEAGUE_NAME = "learner", "snapshot", "league"
SNAPSHOTS_OF, NEWEST_OF = "snapshot:", "newest:"
FIRST_SNAPSHOT, FIRST_FROZEN = LEARNER - 1, -(10**9)
ROWS_A_SEAT = 1000
FORGET = 0.98
"""What is left of the weight of old games from one update to the next, where snapshots are drawn by how they did."""


def lineup_rows(
    num_players: int, weights: Mapping[int, float], generator: np.random.Generator, mixed: bool = True
) -> np.ndarray:
    """Return line-ups to draw from, int64 (num_players * ROWS_A_SEAT, num_players).

    The learner has each seat in equally many rows. In those, each other seat is given to every player as often as its
    weight says (to a thousandth).

    Args:
        num_players: seats at a table.
        weights: number of each player in line-ups -> weight; at least one above 0.
        generator: shuffles.
        mixed: each seat is drawn independently of the others. Otherwise all other seats of a table are given to the
            same player.
    """
    players = np.array(list(weights), np.int64)
    shares = np.array(list(weights.values()), float)
    ends = np.round(np.cumsum(shares) / shares.sum() * ROWS_A_SEAT).astype(int)
    column = np.repeat(players, np.diff(ends, prepend=0))
    tables = np.full((num_players, ROWS_A_SEAT, num_players), LEARNER, np.int64)
    for own in range(num_players):
        drawn = generator.permutation(column)
        for seat in range(num_players):
            if seat != own:
                tables[own, :, seat] = drawn
                drawn = generator.permutation(column) if mixed else drawn
    return tables.reshape(-1, num_players)


class Pool:
    """The snapshots of all learners of a run, and the policies of other runs it plays against.

    Attributes:
        drawn: name of a learner -> numbers of its snapshots that new games are given, the oldest first.
        owners: number of every snapshot there has been -> name of the learner.
        snapshots: number -> a snapshot that is drawn or still sits at a table.
        frozen: name in the config -> policy of another run.

    Args:
        eyes: what the networks of the run see.
        keep: how many snapshots of a learner are drawn from; the oldest of more leaves.
        frozen: see above.
    """

    def __init__(self, eyes: Eyes, keep: int, frozen: Mapping[str, LoadedPolicy] | None = None) -> None:
        self.eyes = eyes
        self.keep = keep
        self.frozen = dict(frozen or {})
        self.drawn: dict[str, list[int]] = {}
        self.snapshots: dict[int, Actor] = {}
        self._networks: dict[int, Network] = {}
        self.owners: dict[int, str] = {}
        self._next = FIRST_SNAPSHOT

    def add(self, owner: str, actor: Actor) -> int:
        """Take a snapshot of the learner `owner` for new games; return its number."""
        number = self._next
        self._next -= 1
        self.put(number, actor)
        self.owners[number] = owner
        self.drawn[owner] = [*self.drawn.get(owner, []), number][-self.keep :]
        return number

    def put(self, number: int, actor: Actor) -> None:
        """Let `actor` play as the snapshot with this number."""
        self.snapshots[number] = actor
        self._networks[number] = network_of(actor, self.eyes)

    def forget(self, sitting: set[int]) -> None:
        """Drop the snapshots that are neither drawn nor `sitting` at a table.

        Running games keep the opponents they began with, so the weights of a snapshot stay until its last game ends.
        """
        needed = sitting.union(*self.drawn.values()) if self.drawn else sitting
        self.snapshots = {number: actor for number, actor in self.snapshots.items() if number in needed}
        self._networks = {number: self._networks[number] for number in self.snapshots}

    def numbers(self, name: str, member: str) -> list[int]:
        """Return the numbers that the opponent `name` of the config stands for, at the tables of the learner `member`.

        None where there is no snapshot yet: the learner itself takes the place then.
        """
        if name in self.frozen:
            return [FIRST_FROZEN - list(self.frozen).index(name)]
        if name == LEAGUE_NAME:
            return sorted((number for drawn in self.drawn.values() for number in drawn), reverse=True)
        if name == SNAPSHOT_NAME:
            return list(self.drawn.get(member, []))
        if name.startswith(SNAPSHOTS_OF):
            return list(self.drawn.get(name.removeprefix(SNAPSHOTS_OF), []))
        return self.drawn.get(name.removeprefix(NEWEST_OF), [])[-1:]

    def act(
        self,
        number: int,
        tables: VectorGames,
        rows: np.ndarray,
        generator: np.random.Generator,
    ) -> np.ndarray:
        """Return actions, int64 (len(rows),), of the player `number` at these `rows` of `tables`."""
        features, masks = tables.features, tables.masks
        if number > FIRST_FROZEN:
            return self._networks[number].decide(features, masks, rows, generator)[0]
        policy = list(self.frozen.values())[FIRST_FROZEN - number]
        return policy.act_at(tables.states, features, masks, rows, generator)

    def get_state(self) -> dict[str, np.ndarray]:
        """Return everything that `set_state` needs, as arrays; the policies of other runs excepted."""
        arrays = {f"drawn.{owner}": np.array(drawn, np.int64) for owner, drawn in self.drawn.items()}
        for number, actor in self.snapshots.items():
            for name, value in actor.state_dict().items():
                arrays[f"snapshot.{number}.{name}"] = value.cpu().numpy()
        for owner in self.drawn:
            owned = [number for number, of in self.owners.items() if of == owner]
            arrays[f"owned.{owner}"] = np.array(owned, np.int64)
        arrays["next_snapshot"] = np.array(self._next, np.int64)
        return arrays

    def set_state(self, arrays: Mapping[str, np.ndarray], policy: Any) -> None:
        """Go on from what `get_state` returned; `policy` is any of the same shape."""
        self.drawn = {
            name.removeprefix("drawn."): arrays[name].tolist() for name in arrays if name.startswith("drawn.")
        }
        owned = {name.removeprefix("owned."): arrays[name].tolist() for name in arrays if name.startswith("owned.")}
        self.owners = {number: owner for owner, numbers in owned.items() for number in numbers}
        self._next = int(arrays["next_snapshot"])
        numbers = {int(name.split(".")[1]) for name in arrays if name.startswith("snapshot.")}
        self.snapshots = {number: Actor(policy) for number in sorted(numbers, reverse=True)}
        for number, actor in self.snapshots.items():
            prefix = f"snapshot.{number}."
            weights = {n.removeprefix(prefix): torch.from_numpy(v) for n, v in arrays.items() if n.startswith(prefix)}
            actor.load_state_dict(weights)
        self._networks = {number: network_of(actor, self.eyes) for number, actor in self.snapshots.items()}


class Tally:
    """How often each snapshot came out ahead of a learner lately: what `snapshots.draw: prioritised` goes by.

    Attributes:
        games: number of a snapshot -> games with it (older ones count less, see `FORGET`).
        beaten: in how many of them it was ahead of the learner; level ones count half.
    """

    def __init__(self) -> None:
        self.games: dict[int, float] = {}
        self.beaten: dict[int, float] = {}

    def add(self, lineups: np.ndarray, returns: np.ndarray) -> None:
        """Count games that ended.

        Args:
            lineups: int64 (games, seats).
            returns: float32 (games, seats).
        """
        self.games = {number: FORGET * games for number, games in self.games.items()}
        self.beaten = {number: FORGET * games for number, games in self.beaten.items()}
        own = _mean_where(returns, lineups == LEARNER)
        for number in np.unique(lineups[(lineups < LEARNER) & (lineups > FIRST_FROZEN)]).tolist():
            gained = _mean_where(returns, lineups == number) - own
            gained = gained[~np.isnan(gained)]
            ahead = float((gained > 0).sum() + 0.5 * (gained == 0).sum())
            self.games[number] = self.games.get(number, 0.0) + len(gained)
            self.beaten[number] = self.beaten.get(number, 0.0) + ahead

    def weights(self, numbers: Sequence[int]) -> dict[int, float]:
        """Return number -> weight: the square of how often it beats the learner, as if one of two games had been lost.

        Source: the "hard" prioritised self-play of Vinyals et al. 2019 (AlphaStar), with exponent 2.
        """
        return {n: ((self.beaten.get(n, 0.0) + 1) / (self.games.get(n, 0.0) + 2)) ** 2 for n in numbers}

    def get_state(self) -> dict[str, np.ndarray]:
        """Return what `set_state` needs."""
        rows = [(number, self.games[number], self.beaten[number]) for number in self.games]
        return {"tally": np.array(rows, np.float64).reshape(-1, 3)}

    def set_state(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Go on from what `get_state` returned."""
        self.games = {int(number): float(games) for number, games, _ in arrays["tally"]}
        self.beaten = {int(number): float(beaten) for number, _, beaten in arrays["tally"]}


def _mean_where(values: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Return the mean of each row over the places `where`; NaN in rows that have none."""
    number = where.sum(axis=1)
    total = np.where(where, values, 0).sum(axis=1, dtype=np.float64)
    return np.divide(total, number, out=np.full(len(values), np.nan), where=number > 0)
