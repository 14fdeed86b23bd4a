"""Ratings of players by the games that they played: balanced schedules, OpenSkill, who beats whom, intervals.

How players are rated, see `rate_games`:

* **OpenSkill** (the package `openskill`, its model of Plackett and Luce) gives each player a normal distribution of
  skill, `mu` and `sigma`, moved by every game in turn. At a table of any size seats are ranked by their returns; level
  returns are level ranks, and a game that was cut is level for all. A rated player does not change, so nothing is added
  to `sigma` between games (`tau` is 0): ratings settle. What order games come in still matters a little.
* The **rating** is OpenSkill's ordinal, ``mu - 3 * sigma``: what the player is worth almost surely.
* A player on several seats of one table gets the mean of what these seats would get: one game counts once.
* **Intervals** are the 2.5 and the 97.5 percentile over resamples of the games, drawn with replacement and rated in the
  order that they were drawn in. So they hold the luck of the games and that of their order. They are widened to the
  rating itself where that lies outside, which happens with a handful of games.
* The rating comes from the package. Resamples, hundreds of times as many games, are rated by the same formulas compiled
  (`training.rating_loops`); a test holds the two together.
* **Nash averaging and alpha-rank** (OpenSpiel, extra ``metagame``) look at the matrix of wins, for players that beat
  each other in a circle, which no single number can show. See `meta_game`.

A rating has no meaning beyond the games it is made of: only ratings of one `RatedGames` can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, gcd, sqrt
from typing import Any

import numpy as np

from envs.core.game import Game

from .files import reason
from .players import Player
from .rating_loops import rate_in_order
from .tables import Games, Report, play_lineups, seeds_for, win_shares

RESAMPLES = 200
LOW, HIGH = 2.5, 97.5  # percentiles of an interval of 95 %
MU, SIGMA = 25.0, 25.0 / 3  # of somebody who has not played; OpenSkill's own
BETA, KAPPA = SIGMA / 2, 1e-4  # luck of one game; the least share of its variance that a game leaves a player; the same
CHUNK = 512  # games, at least, between two intermediate results
COUNTED = 65_536  # games whose meetings are counted at once
DRAWN_ROUNDS = 400  # rounds of a schedule that are drawn; beyond these they come again
TRIED = 8  # random rounds out of which the one that evens out meetings best is taken
EPSILON = 0.01  # of alpha-rank: chance to go over to a player that is behind
INSTALL = "pip install 'manorfarm[metagame]'"

# ----------------------------------------------------------------------------------------------------------- the games


@dataclass
class RatedGames:
    """Games that players are rated by, in the order they were played in.

    Attributes:
        names: of the players, all different.
        lineups: int64 (games, seats); who sat where, as indices into `names`.
        returns: float32 (games, seats).
        truncated: int8 (games,); 1 where the game was cut.

    Raises:
        ValueError: names that are not different, arrays that do not fit each other, indices of nobody, returns that are
            no numbers.
    """

    names: list[str]
    lineups: np.ndarray
    returns: np.ndarray
    truncated: np.ndarray

    def __post_init__(self) -> None:
        self.names = [str(name) for name in self.names]
        twice = sorted({name for name in self.names if self.names.count(name) > 1})
        if twice:
            raise ValueError(f"names: got {twice[0]!r} twice, allowed are names that differ")
        lineups = np.asarray(self.lineups)
        if lineups.ndim != 2 or not np.issubdtype(lineups.dtype, np.integer):
            raise ValueError(f"lineups: got {lineups.dtype} of shape {lineups.shape}, allowed is int64 (games, seats)")
        self.lineups = lineups.astype(np.int64)
        self.returns = np.asarray(self.returns, np.float32)
        self.truncated = np.asarray(self.truncated, np.int8)
        for name, array, shape in (
            ("returns", self.returns, lineups.shape),
            ("truncated", self.truncated, lineups.shape[:1]),
        ):
            if array.shape != shape:
                raise ValueError(f"{name}: got shape {array.shape}, allowed with these lineups is {shape}")
        if lineups.size and (lineups.min() < 0 or lineups.max() >= len(self.names)):
            wrong = int(lineups.min() if lineups.min() < 0 else lineups.max())
            raise ValueError(f"lineups: got player {wrong}, allowed are 0 to {len(self.names) - 1}")
        if not np.isfinite(self.returns).all():
            raise ValueError("returns: got a value that is not finite, allowed are numbers")

    @classmethod
    def empty(cls, names: Sequence[str], seats: int) -> RatedGames:
        """Return the record of no games yet, at tables of so many seats."""
        return cls(list(names), np.zeros((0, seats), np.int64), np.zeros((0, seats)), np.zeros(0))

    @classmethod
    def of(cls, names: Sequence[str], games: Games) -> RatedGames:
        """Return what matters for ratings of games played by `training.tables.play_lineups`."""
        return cls(list(names), games.lineups, games.returns, games.truncated)

    def __len__(self) -> int:
        return len(self.lineups)

    def extend(self, more: RatedGames) -> None:
        """Append the games of `more`, whose players are found by their names; new ones are added.

        Raises:
            ValueError: at tables of another size.
        """
        if more.lineups.shape[1] != self.lineups.shape[1]:
            raise ValueError(
                f"seats: got games of {more.lineups.shape[1]}, allowed here is {self.lineups.shape[1]}, as before"
            )
        names = self.names + [name for name in more.names if name not in self.names]
        place = np.array([names.index(name) for name in more.names], np.int64)
        lineups = place[more.lineups] if len(more) else more.lineups
        self.names = names
        self.lineups = np.concatenate([self.lineups, lineups])
        self.returns = np.concatenate([self.returns, more.returns])
        self.truncated = np.concatenate([self.truncated, more.truncated])

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Return everything as arrays, for `numpy.savez`; no pickling is needed."""
        return {
            "names": np.array(self.names, np.str_),
            "lineups": self.lineups,
            "returns": self.returns,
            "truncated": self.truncated,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, np.ndarray]) -> RatedGames:
        """Return what `to_arrays` gave; raise ValueError naming what is missing or does not fit."""
        for name in ("names", "lineups", "returns", "truncated"):
            if name not in arrays:
                raise ValueError(f"rated games: {name} is missing")
        return cls(np.asarray(arrays["names"]).tolist(), arrays["lineups"], arrays["returns"], arrays["truncated"])


# ----------------------------------------------------------------------------------------------------------- schedules


def rated_games(number: int, games: int) -> int:
    """Return `games` rounded up to whole rounds of `rated_lineups`, after which seats are balanced exactly."""
    return ceil(games / number) * number


def rated_lineups(num_players: int, number: int, games: int, generator: np.random.Generator) -> np.ndarray:
    """Return line-ups in which everybody meets everybody, each player equally often on each seat.

    The schedule is made of rounds of `number` games, in which every player sits on every seat exactly once. So after
    any number of games the counts of two players on one seat differ by one at most; after whole rounds (see
    `rated_games`) they are the same. Who meets whom is drawn, a round that evens out meetings being preferred. With
    fewer players than seats everybody sits at every table, as equally often as the seats allow.

    Args:
        num_players: seats, 2 or more.
        number: of players to be rated, 2 or more.
        games: how many rows.
        generator: draws the rounds.

    Returns:
        int64 (games, num_players), indices below `number`.

    Raises:
        ValueError: fewer than two seats or players, or a negative number of games.
    """
    _check("num_players", num_players, 2)
    _check("players to be rated", number, 2)
    _check("games", games, 0)
    wanted = ceil(games / number)
    met = np.zeros((number, number), np.int64)
    rounds: list[np.ndarray] = []
    for _ in range(min(wanted, DRAWN_ROUNDS)):
        tried = [_drawn_round(num_players, number, generator) for _ in range(TRIED if number > 2 else 1)]
        meetings = [_meetings(lineups, number) for lineups in tried]
        best = int(np.argmin([((met + m) ** 2).sum() for m in meetings]))
        met += meetings[best]
        rounds.append(tried[best])
    order = [rounds[index % DRAWN_ROUNDS] for index in range(wanted)]
    return np.concatenate([np.zeros((0, num_players), np.int64), *order])[:games]


def _drawn_round(num_players: int, number: int, generator: np.random.Generator) -> np.ndarray:
    """Return `number` line-ups: each column holds every player once, each row players as different as can be."""
    players = generator.permutation(number)
    shifts = np.concatenate([generator.permutation(number) for _ in range(ceil(num_players / number))])[:num_players]
    return players[(np.arange(number)[:, None] + generator.permutation(shifts)) % number]


def _meetings(lineups: np.ndarray, number: int) -> np.ndarray:
    """Return at how many tables each two players sit, int64 (number, number); the diagonal: at how many each does."""
    sits = np.zeros((len(lineups), number), np.int64)
    np.put_along_axis(sits, lineups, 1, axis=1)
    return sits.T @ sits


def newest_lineups(
    num_players: int, number: int, newest: int, games: int, generator: np.random.Generator
) -> np.ndarray:
    """Return line-ups of one player among the others, for a new one that is to be rated.

    It sits at every table once, its seat rotating: after any number of games its counts on two seats differ by one at
    most. The others come in turn, in an order that is drawn: in blocks of num_players * (number - 1) games each of them
    sits on each seat equally often, exactly. Where they are fewer than the seats left, they sit several times.

    Args:
        num_players: seats, 2 or more.
        number: of players, `newest` among them, 2 or more.
        newest: index of the one that is to be rated.
        games: how many rows.
        generator: draws the order of the others.

    Returns:
        int64 (games, num_players), indices below `number`.

    Raises:
        ValueError: fewer than two seats or players, a negative number of games, or no such player.
    """
    _check("num_players", num_players, 2)
    _check("players to be rated", number, 2)
    _check("games", games, 0)
    if not 0 <= newest < number:
        raise ValueError(f"newest: got {newest}, allowed are 0 to {number - 1}")
    others = np.delete(np.arange(number), newest)
    block = num_players * len(others)
    drawn = [
        _newest_block(num_players, newest, others, generator) for _ in range(min(ceil(games / block), DRAWN_ROUNDS))
    ]
    order = [drawn[index % DRAWN_ROUNDS] for index in range(ceil(games / block))]
    return np.concatenate([np.zeros((0, num_players), np.int64), *order])[:games]


def _newest_block(num_players: int, newest: int, others: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Return num_players * len(others) line-ups: every seat of the newest with every turn of the others, once each."""
    count = len(others)
    game = np.arange(num_players * count)
    seat = game % num_players
    # The turn goes on with every game, and is shifted by one whenever seats and turns would begin to repeat each other.
    turn = game + game // (num_players * count // gcd(num_players, count))
    shifts = np.concatenate([generator.permutation(count) for _ in range(ceil((num_players - 1) / count))])
    chairs = generator.permutation(others)[(turn[:, None] + shifts[: num_players - 1]) % count]
    lineups = np.full((len(game), num_players), newest, np.int64)
    lineups[np.arange(num_players) != seat[:, None]] = chairs.ravel()
    return lineups


def _check(name: str, got: int, least: int) -> None:
    if got < least:
        raise ValueError(f"{name}: got {got}, allowed are {least} or more")


def play_rated(
    game: Game,
    options: Mapping[str, Any],
    players: Sequence[Player],
    games: int,
    seed: int,
    *,
    threads: int = 2,
    report: Report | None = None,
) -> Iterator[Games]:
    """Play games among these players and yield all games so far, again and again, with balanced seats each time.

    Args: as `training.tables.play_pair`; `players`: two or more, at tables of any size.
    """
    source = seeds_for(seed, [player.name for player in players])
    lineups = rated_lineups(
        options["num_players"],
        len(players),
        rated_games(len(players), games),
        np.random.default_rng(source.spawn(1)[0]),
    )
    size = rated_games(len(players), CHUNK)
    total: Games | None = None
    for first in range(0, len(lineups), size):
        chunk = lineups[first : first + size]
        played = play_lineups(
            game, options, players, chunk, source.spawn(1)[0], threads=threads, report=report, first=first
        )
        if total is None:
            total = played
        else:
            total.extend(played)
        yield total


# -------------------------------------------------------------------------------------------------------------- rating


def rate_games(games: RatedGames, seed: int, bootstrap: int = RESAMPLES, *, metagame: bool = True) -> dict[str, Any]:
    """Rate all players of `games`.

    Args:
        games: what was played.
        seed: the draws of the resamples come from it.
        bootstrap: number of resamples for the intervals; 0: none, then low and high are null.
        metagame: whether to look for the Nash average and alpha-rank, whose library takes seconds to import.

    Returns:
        What `ratings.json` of a run holds:

        * ratings: a row for each player, best first: player, mu, sigma, rating, low, high, games (tables at which it
          sat), win_rate (wins, counted as in `training.tables`, shared ones by their shares, per seat it had; null
          without games), nash (share in the Nash average) and alpha_rank (mass), both null where there are none.
        * wins: players (in the order of the ratings); matrix: share of the row's seats that ended ahead of the
          column's at common tables, level ones counted half, null where they never met; games: common tables.
        * notes: lines that say what is missing, and why.

    Raises:
        ValueError: a negative number of resamples.
    """
    _check("bootstrap", bootstrap, 0)
    places = places_of(games)
    mu, sigma = _rated_by_package(games, places)
    rating = mu - 3 * sigma
    low, high = _intervals(games, places, rating, seed, bootstrap)
    matrix, tables = win_matrix(games)
    nash, alpha_rank, notes = meta_game(matrix, games.names) if metagame else (None, None, [])
    seated = np.zeros(len(games.names))
    won = np.zeros(len(games.names))
    np.add.at(seated, games.lineups, 1)
    np.add.at(won, games.lineups, win_shares(games.returns, games.truncated))
    order = sorted(range(len(games.names)), key=lambda index: -rating[index])
    rows = [
        {
            "player": games.names[index],
            "mu": _rounded(mu[index]),
            "sigma": _rounded(sigma[index]),
            "rating": _rounded(rating[index]),
            "low": _rounded(low[index]),
            "high": _rounded(high[index]),
            "games": int(tables[index, index]),
            "win_rate": _rounded(won[index] / seated[index] if seated[index] else np.nan),
            "nash": None if nash is None else _rounded(nash[index]),
            "alpha_rank": None if alpha_rank is None else _rounded(alpha_rank[index]),
        }
        for index in order
    ]
    met = tables - np.diag(np.diag(tables))
    wins = {
        "players": [games.names[index] for index in order],
        "matrix": [[_rounded(matrix[row, column]) for column in order] for row in order],
        "games": [[int(met[row, column]) for column in order] for row in order],
    }
    return {"ratings": rows, "wins": wins, "notes": notes}


def _rounded(value: float) -> float | None:
    """Return a number for a file: the same on every machine; None for one that there is not."""
    return None if np.isnan(value) else round(float(value), 6)


def places_of(games: RatedGames) -> np.ndarray:
    """Return how many seats ended ahead of each seat, int64 (games, seats): level ones alike; all 0 in a cut game."""
    places = np.zeros(games.lineups.shape, np.int64)
    for seat in range(games.lineups.shape[1]):
        places += games.returns[:, seat : seat + 1] > games.returns
    places[games.truncated != 0] = 0
    return places


def win_matrix(games: RatedGames) -> tuple[np.ndarray, np.ndarray]:
    """Return who ended ahead of whom.

    Returns:
        (float64 (players, players): share of the row's seats that ended ahead of the column's at common tables, level
        ones counted half; NaN on the diagonal and where two never met. int64 of that shape: number of common tables,
        on the diagonal of all tables.)
    """
    number, places = len(games.names), places_of(games)
    points, pairs = np.zeros((number, number)), np.zeros((number, number))
    for a in range(games.lineups.shape[1]):
        for b in range(games.lineups.shape[1]):
            if a != b:
                where = games.lineups[:, a], games.lineups[:, b]
                np.add.at(points, where, (places[:, a] < places[:, b]) + (places[:, a] == places[:, b]) / 2)
                np.add.at(pairs, where, 1)
    np.fill_diagonal(pairs, 0)
    matrix = np.divide(points, pairs, out=np.full((number, number), np.nan), where=pairs > 0)
    tables = np.zeros((number, number), np.int64)
    for first in range(0, len(games), COUNTED):
        tables += _meetings(games.lineups[first : first + COUNTED], number)
    return matrix, tables


def _rated_by_package(games: RatedGames, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (mu, sigma) of each player after all games in their order, as the package `openskill` says."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=0.0)
    mu, sigma = [MU] * len(games.names), [SIGMA] * len(games.names)
    ranks = places.astype(np.float64).tolist()
    for lineup, rank in zip(games.lineups.tolist(), ranks, strict=True):
        after = model.rate([[model.rating(mu=mu[player], sigma=sigma[player])] for player in lineup], ranks=rank)
        for player in set(lineup):
            seats = [seat for (seat,), sitting in zip(after, lineup, strict=True) if sitting == player]
            mu[player] = sum(seat.mu for seat in seats) / len(seats)
            sigma[player] = sqrt(sum(seat.sigma**2 for seat in seats) / len(seats))
    return np.array(mu), np.array(sigma)


def _intervals(
    games: RatedGames, places: np.ndarray, rating: np.ndarray, seed: int, bootstrap: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of the intervals of the ratings; NaN without resamples, the rating itself without games."""
    if bootstrap == 0:
        return np.full(len(rating), np.nan), np.full(len(rating), np.nan)
    mu, sigma = rate_resamples(games, places, np.random.default_rng(np.random.SeedSequence(seed)), bootstrap)
    low, high = np.percentile(mu - 3 * sigma, [LOW, HIGH], axis=0)
    return np.minimum(low, rating), np.maximum(high, rating)


def rate_resamples(
    games: RatedGames, places: np.ndarray, generator: np.random.Generator | None, resamples: int
) -> tuple[np.ndarray, np.ndarray]:
    """Rate resamples of the games, drawn with replacement, each in the order that it was drawn in.

    Args:
        games, places: what was played, and `places_of` it.
        generator: draws; None: every resample is the games themselves, in their order.
        resamples: how many.

    Returns:
        (mu, sigma), float64 (resamples, players).
    """
    mu = np.full((resamples, len(games.names)), MU)
    variance = np.full((resamples, len(games.names)), SIGMA**2)
    for number in range(resamples if len(games) else 0):
        order = np.arange(len(games)) if generator is None else generator.integers(len(games), size=len(games))
        rate_in_order(games.lineups, places, order, BETA, KAPPA, mu[number], variance[number])
    return mu, np.sqrt(variance)


# ------------------------------------------------------------------------------------------------------- the meta-game


def meta_game(matrix: np.ndarray, names: Sequence[str]) -> tuple[np.ndarray | None, np.ndarray | None, list[str]]:
    """Weigh players by whom they beat, with OpenSpiel.

    * The Nash average (Balduzzi and others, Re-evaluating evaluation, 2018) is the equilibrium of the game in which two
      sides each send a player, and win by as much as theirs ends ahead; of several equilibria the most even one. A
      player that somebody else beats without a weak side of its own has no share.
    * alpha-rank (Omidshafiei and others, 2019) is where a population ends that goes over to whoever is ahead of the
      present player: its mass is the share of time that is spent with each. Here with infinite alpha: by how much
      somebody is ahead does not matter; with chance `EPSILON` the population goes over to one that is behind.

    Args:
        matrix: of wins, float64 (players, players), see `win_matrix`.
        names: of the players.

    Returns:
        (shares in the Nash average, masses of alpha-rank, lines that say why one or both are None).
    """
    number = len(names)
    unmet = [(a, b) for a in range(number) for b in range(a) if np.isnan(matrix[a, b])]
    if number < 2 or unmet:
        why = f"{names[unmet[0][1]]!r} and {names[unmet[0][0]]!r} never met" if unmet else "there is one player only"
        return None, None, [f"no Nash average and no alpha-rank: {why}"]
    try:
        import pyspiel
        from open_spiel.python.algorithms.nash_averaging import nash_averaging
        from open_spiel.python.egt import alpharank
    except ImportError:
        return None, None, [f"no Nash average and no alpha-rank: they need OpenSpiel ({INSTALL})"]
    wins = np.where(np.isnan(matrix), 0.5, matrix)
    lead = wins - wins.T
    notes, nash = [], None
    try:
        shares, _ = nash_averaging(pyspiel.create_matrix_game(lead.tolist(), (-lead).tolist()))
        nash = np.clip(shares.ravel(), 0, 1)
    except Exception as error:  # whatever a solver raises that finds nothing
        notes.append(f"no Nash average: the solver failed ({reason(error)})")
    masses = alpharank.compute([wins], use_inf_alpha=True, inf_alpha_eps=EPSILON)[2]
    return nash, np.asarray(masses, np.float64), notes
