"""Play many games between players and count: the set of games is fixed beforehand, every seat order equally often.

How it counts, for every game:

* A game that was cut (truncated) is a draw: nobody wins.
* Otherwise the seats with the highest return win, if that return is above 0 and not everybody has it; several winners
  share the one win equally. A game without a winner is a draw.
* A win rate is wins / games, draws included among the games. The "fair share" beside it is 1/n for n players: with
  players of equal strength win rates are that, less a share of the draws.
* Intervals are Wilson's, at 95 %. Shared wins make fractions: the lower end is that of the wins rounded down, the upper
  end that of the wins rounded up.

Games are never counted "as they finish": that would count short games more often than long ones. Every game of a fixed
list, each with its line-up and its seed, is played to its end.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from math import ceil, factorial, floor
from typing import Any

import numpy as np

from envs.core.bots import BadMove, ask_player, begin_player, one_line
from envs.core.compiling import new_states
from envs.core.game import Game
from envs.core.vector import BEGIN, FORFEIT, SKIP

from .players import OWN, POLICY, SCRIPTED, Player, ask_policy, policy_player, scripted_player
from .starting import Interrupt

CONFIDENCE = 0.95
TABLES = 256  # tables played at once where policies decide: one batch a policy and tick
OWN_TABLES = 16  # the same where an own player takes part, which may keep one object a table and seat
MESSAGES = 5  # messages kept for each player of a set of games; the rest is only counted
LEGAL_SHOWN = 8  # legal actions named in a message
ROUND = 1_024  # games, at least, between two intermediate results of a table
_GAMMA = 0x9E3779B97F4A7C15  # what starting a game adds to its generator when it draws the line-up from one row
_CHUNK = 256  # games of scripted players between two looks at the clock and at Ctrl-C

Report = Callable[[int], None]
"""Called with the number of games finished since the last call."""


@dataclass
class Games:
    """What came out of a set of games.

    Attributes:
        lineups: int64 (games, seats); who sat where, as indices into the players.
        returns: float32 (games, seats).
        lengths: int64 (games,); decisions of all seats together.
        truncated: int8 (games,); 1 where the game was cut.
        forfeits: int64 (games,); seat that lost by a bad move, -1 for none.
        messages: what own players did wrong, for each player the first `MESSAGES`.
        more_messages: how many there were beyond those.
    """

    lineups: np.ndarray
    returns: np.ndarray
    lengths: np.ndarray
    truncated: np.ndarray
    forfeits: np.ndarray
    messages: list[str] = field(default_factory=list)
    more_messages: int = 0

    @classmethod
    def empty(cls, lineups: np.ndarray) -> Games:
        """Return the record of games that are yet to be played."""
        games = len(lineups)
        return cls(
            lineups=lineups,
            returns=np.zeros(lineups.shape, np.float32),
            lengths=np.zeros(games, np.int64),
            truncated=np.zeros(games, np.int8),
            forfeits=np.full(games, -1, np.int64),
        )

    def wins(self) -> np.ndarray:
        """Return the share of the win that each seat has, float64 (games, seats); a row of zeros is a draw."""
        return win_shares(self.returns, self.truncated)

    def seats_of(self, player: int) -> np.ndarray:
        """Return the seat of the player with this index in each game, who must sit at every table exactly once."""
        return (self.lineups == player).argmax(axis=1)

    def extend(self, more: Games) -> None:
        """Append the games of `more`."""
        for name in ("lineups", "returns", "lengths", "truncated", "forfeits"):
            setattr(self, name, np.concatenate([getattr(self, name), getattr(more, name)]))
        messages = self.messages + more.messages
        self.messages = messages[: MESSAGES * self.lineups.shape[1]]
        self.more_messages += more.more_messages + len(messages) - len(self.messages)


def win_shares(returns: np.ndarray, truncated: np.ndarray) -> np.ndarray:
    """Return the share of the win that each seat has, float64 (games, seats); a row of zeros is a draw.

    Args:
        returns: float (games, seats).
        truncated: int (games,); 1 where the game was cut.
    """
    best = returns.max(axis=1, keepdims=True)
    winners = (returns == best) & (best > 0) & (truncated[:, None] == 0)
    winners[winners.all(axis=1)] = False
    return winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)


# ----------------------------------------------------------------------------------------------------------- schedules


def pair_lineups(num_players: int, games: int) -> np.ndarray:
    """Return line-ups of one player 0 among players 1, every seat of player 0 exactly equally often.

    Args:
        num_players: seats.
        games: at least this many; rounded up to a multiple of the seats.

    Returns:
        int64 (games, seats) of 0 and 1.
    """
    rounds = ceil(games / seat_orders("pairs", num_players, games))
    return np.tile(1 - np.eye(num_players, dtype=np.int64), (rounds, 1))


def table_lineups(num_players: int, games: int, generator: np.random.Generator) -> np.ndarray:
    """Return line-ups of players 0..n-1 in seat orders that occur exactly equally often.

    Where there are at least n! games, all n! orders occur equally often. Otherwise orders are drawn and each is played
    in all its n rotations, so that everybody sits on every seat exactly equally often.

    Args:
        num_players: seats, n.
        games: at least this many; rounded up to a multiple of n! or n.
        generator: draws orders where there are too many.

    Returns:
        int64 (games, seats), each row a permutation.
    """
    rounds = ceil(games / seat_orders("table", num_players, games))
    if factorial(num_players) <= games:
        every = np.array(list(itertools.permutations(range(num_players))), np.int64)
        return np.tile(every, (rounds, 1))
    drawn = [generator.permutation(num_players) for _ in range(rounds)]
    return np.array([np.roll(order, shift) for order in drawn for shift in range(num_players)], np.int64)


def seat_orders(mode: str, num_players: int, games: int) -> int:
    """Return how many games make a balanced set in this mode ("pairs" or "table"): see the line-ups above."""
    if mode == "pairs":
        return num_players
    return factorial(num_players) if factorial(num_players) <= games else num_players


def balanced_games(mode: str, num_players: int, games: int) -> int:
    """Return `games` rounded up to whole balanced sets."""
    orders = seat_orders(mode, num_players, games)
    return ceil(games / orders) * orders


def seeds_for(seed: int, names: Sequence[str]) -> np.random.SeedSequence:
    """Return the source of chance for the games of these players: the same whoever else is compared."""
    return np.random.SeedSequence(seed, spawn_key=[zlib.crc32(name.encode()) for name in names])


# ------------------------------------------------------------------------------------------------------- playing games


def play_lineups(
    game: Game,
    options: Mapping[str, Any],
    players: Sequence[Player],
    lineups: np.ndarray,
    source: np.random.SeedSequence,
    *,
    threads: int = 2,
    report: Report | None = None,
    first: int = 0,
) -> Games:
    """Play one game for each row of `lineups` and return what came out.

    Tables of scripted players run wholly in compiled code, on `threads` threads; others on the vector face, with one
    batch for each policy and tick; own players are asked decision by decision.

    Args:
        game: the game.
        options: its complete options.
        players: who plays.
        lineups: int64 (games, seats), indices into `players`.
        source: all chance comes from it. The result depends on nothing else, `threads` included.
        threads: for scripted players.
        report: see `Report`.
        first: number of the first game in messages.
    """
    deals, choices = source.spawn(2)
    seeds = deals.generate_state(len(lineups), np.uint64)
    result = Games.empty(lineups)
    report = report or (lambda finished: None)
    codes = np.array([p.number if p.kind == SCRIPTED else -1 - index for index, p in enumerate(players)], np.int64)
    if (codes[lineups] >= 0).all():
        _play_compiled(game, options, codes[lineups], seeds, result, threads, report)
    else:
        _OutsideTables(game, options, players, codes[lineups], seeds, result, choices, first).play(report)
    return result


def _play_compiled(
    game: Game,
    options: Mapping[str, Any],
    codes: np.ndarray,
    seeds: np.ndarray,
    result: Games,
    threads: int,
    report: Report,
) -> None:
    """Play games of scripted players only, in chunks shared by threads; each writes to its own rows of `result`."""
    encoded = game.options.encode(options)
    num_actions = game.actions.size(codes.shape[1])

    def play_chunk(first: int) -> int:
        rows = slice(first, first + _CHUNK)
        game.loops.play_games(
            new_states(game.dtype, 1),
            0,
            encoded,
            codes[rows],
            seeds[rows],
            np.zeros(num_actions, np.int8),
            result.returns[rows],
            result.lengths[rows],
            result.truncated[rows],
        )
        return len(codes[rows])

    with ThreadPoolExecutor(threads) as pool:
        try:
            for finished in pool.map(play_chunk, range(0, len(codes), _CHUNK)):
                Interrupt.check()
                report(finished)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


class _OutsideTables:
    """Tables at which some players decide outside compiled code, all advanced by one decision a tick.

    The games are a fixed list. A table that is done takes the next one of the list; all are played to the end.

    Args: as `play_lineups`; `codes`: int64 (games, seats), scripted players by number, -1 - index for the others;
        `seeds`: uint64 (games,); `result`: is filled; `source`: chance of policies and own players.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        players: Sequence[Player],
        codes: np.ndarray,
        seeds: np.ndarray,
        result: Games,
        source: np.random.SeedSequence,
        first: int,
    ) -> None:
        self.game, self.players, self.codes, self.result = game, players, codes, result
        self.first = first
        self.seeds = seeds - np.uint64(_GAMMA)  # so that each game is dealt from its seed, as in compiled play
        self.outside = [index for index in range(len(players)) if (codes == -1 - index).any()]
        own = any(players[index].kind == OWN for index in self.outside)
        self.tables = min(OWN_TABLES if own else TABLES, len(codes))
        policy_source, own_source = source.spawn(2)
        self.generator = np.random.default_rng(policy_source)
        self.own_seeds = own_source.generate_state(len(codes), np.uint32)
        self.own: dict[tuple[int, int, int], Any] = {}  # (player, table, seat) -> the object that decides there
        self.told: set[tuple[int, int, int]] = set()  # those who know of the running game
        self.bad: dict[int, int] = dict.fromkeys(self.outside, 0)

        seats = codes.shape[1]
        self.options = game.options.encode(options)
        self.scale = (1.0 / game.observation.highs(seats)).astype(np.float32)
        self.states = new_states(game.dtype, self.tables)
        self.masks = np.zeros((self.tables, game.actions.size(seats)), np.int8)
        self.features = np.zeros((self.tables, game.observation.size(seats)), np.int8)
        self.seats = np.full(self.tables, -1, np.int64)
        self.returns = np.zeros((self.tables, seats), np.float32)
        self.dones = np.zeros(self.tables, np.int8)
        self.truncated = np.zeros(self.tables, np.int8)
        self.lineup = np.zeros((self.tables, seats), np.int64)
        self.generators = np.zeros(self.tables, np.uint64)
        self.actions = np.full(self.tables, SKIP, np.int64)
        self.playing = np.full(self.tables, -1, np.int64)  # which game of the list; -1 for none
        self.begun = 0

    def play(self, report: Report) -> None:
        """Play all games."""
        for table in range(self.tables):
            self._next_game(table, report)
        while (self.playing >= 0).any():
            Interrupt.check()
            self._decide()
            self._step(0, self.tables, self.codes[:1])
            for table in np.flatnonzero(self.dones).tolist():
                self._finish(table, report)

    def _step(self, first: int, last: int, lineups: np.ndarray) -> None:
        """Carry out `actions` at these tables, without new games by themselves."""
        self.game.loops.step_games(
            self.states,
            first,
            last,
            0,
            self.actions,
            self.options,
            lineups,
            self.lineup,
            self.generators,
            self.masks,
            self.features,
            self.seats,
            self.returns,
            self.dones,
            self.truncated,
        )

    def _next_game(self, table: int, report: Report) -> None:
        """Begin the next game of the list at this table, if one is left."""
        self.playing[table] = -1
        self.actions[table] = SKIP
        while self.playing[table] < 0 and self.begun < len(self.codes):
            index = self.begun
            self.begun += 1
            self.playing[table] = index
            self.told = {key for key in self.told if key[1] != table}
            self.generators[table] = self.seeds[index]
            self.actions[table] = BEGIN
            self._step(table, table + 1, self.codes[index : index + 1])
            self.actions[table] = SKIP
            if self.seats[table] < 0:  # over before anybody outside had to decide
                self.game.rules.returns(self.states[table], self.returns[table])
                self.truncated[table] = self.states[table]["truncated"]
                self._keep(table, report)

    def _finish(self, table: int, report: Report) -> None:
        if self.actions[table] == FORFEIT:
            self.result.forfeits[self.playing[table]] = self.forfeited[table]
        self._keep(table, report)
        self._next_game(table, report)

    def _keep(self, table: int, report: Report) -> None:
        """Write down how the game at this table ended."""
        index = self.playing[table]
        self.result.returns[index] = self.returns[table]
        self.result.lengths[index] = self.states[table]["decisions"]
        self.result.truncated[index] = self.truncated[table]
        self.playing[table] = -1
        report(1)

    def _decide(self) -> None:
        """Fill `actions`: each player outside decides at all the tables where it is to act."""
        running = np.flatnonzero(self.playing >= 0)
        acting = self.lineup[running, self.seats[running]]
        self.forfeited = self.seats.copy()
        for index in self.outside:
            tables = running[acting == -1 - index]
            if len(tables) == 0:
                continue
            player = self.players[index]
            if player.kind == POLICY:
                given = self.states, self.features, self.masks, tables
                chosen = ask_policy(player.policy, *given, self.generator, player.deterministic)
                if not self.masks[tables, chosen].all():
                    raise RuntimeError(f"policy {player.name!r} chose an action outside its mask")
                self.actions[tables] = chosen
            else:
                for table in tables.tolist():
                    self.actions[table] = self._ask(index, table)

    def _ask(self, index: int, table: int) -> int:
        """Return the action of an own player at a table: `FORFEIT` after a bad move, which is put down in a message."""
        state, mask, seat = self.states[table], self.masks[table], int(self.seats[table])
        texts = {int(a): self.game.action_text(state, int(a)) for a in np.flatnonzero(mask)}
        Interrupt.check()
        try:
            decider = self._decider(index, table, seat)
            return ask_player(decider, self.features[table] * self.scale, mask, texts)
        except BadMove as error:
            self._note(index, table, seat, str(error), texts)
            return FORFEIT

    def _decider(self, index: int, table: int, seat: int) -> Any:
        """Return the object that decides for an own player at this table and seat, told when a new game has begun."""
        key = (index, table, seat)
        make = self.players[index].make
        if key not in self.own and make is not None:
            try:
                self.own[key] = make()
            except (Exception, SystemExit) as error:
                raise BadMove(f"could not be made: {one_line(error)}") from None
        if key not in self.told:
            self.told.add(key)
            seed = (int(self.own_seeds[self.playing[table]]) + seat) % 2**32
            begin_player(self.own[key], seat, self.codes.shape[1], seed)
        return self.own[key]

    def _note(self, index: int, table: int, seat: int, what: str, texts: Mapping[int, str]) -> None:
        self.bad[index] += 1
        if self.bad[index] > MESSAGES:
            self.result.more_messages += 1
            return
        legal = [f"{action} ({text})" for action, text in itertools.islice(texts.items(), LEGAL_SHOWN)]
        more = f" and {len(texts) - LEGAL_SHOWN} more" if len(texts) > LEGAL_SHOWN else ""
        self.result.messages.append(
            f"{self.players[index].name} lost game {self.first + self.playing[table]}, seat {seat}, decision "
            f"{self.states[table]['decisions']}: {what}; legal: {', '.join(legal)}{more}"
        )


# ------------------------------------------------------------------------------------------------------------ counting


@cache
def _wilson(wins: int, games: int) -> tuple[float, float]:
    from scipy.stats import binomtest

    interval = binomtest(wins, games).proportion_ci(CONFIDENCE, method="wilson")
    return float(interval.low), float(interval.high)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a win rate; for fractions of wins the wider one (see the module)."""
    wins = round(wins, 9)  # thirds add up to whole numbers
    return _wilson(floor(wins), games)[0], _wilson(ceil(wins), games)[1]


def rate(wins: np.ndarray) -> dict[str, Any]:
    """Return games, wins, win_rate, low and high for the share of the win in each game."""
    total = round(float(wins.sum()), 6)
    low, high = wilson(total, len(wins))
    return {
        "games": len(wins),
        "wins": total,
        "win_rate": _rounded(total / len(wins)),
        "low": _rounded(low),
        "high": _rounded(high),
    }


def _rounded(value: float) -> float:
    return round(float(value), 6)


def standing(games: Games, seats: np.ndarray) -> dict[str, Any]:
    """Return how the player who sat on `seats` (int64 (games,)) fared.

    Keys: those of `rate`; draws, truncated, forfeits (games that the player lost by a bad move), forfeits_of_others,
    each with its rate; mean_return; mean_length (decisions of all seats); seats: `rate` for each seat, with its number.
    """
    rows = np.arange(len(seats))
    wins = games.wins()
    own = wins[rows, seats]
    result = rate(own)
    for name, name_of_rate, counted in (
        ("draws", "draw_rate", wins.sum(axis=1) == 0),
        ("truncated", "truncation_rate", games.truncated == 1),
        ("forfeits", "forfeit_rate", games.forfeits == seats),
        ("forfeits_of_others", "forfeit_rate_of_others", (games.forfeits >= 0) & (games.forfeits != seats)),
    ):
        result[name] = int(counted.sum())
        result[name_of_rate] = _rounded(counted.mean())
    result["mean_return"] = _rounded(games.returns[rows, seats].mean(dtype=np.float64))
    result["mean_length"] = _rounded(games.lengths.mean())
    result["seats"] = [
        {"seat": int(seat), **rate(own[seats == seat])} for seat in range(wins.shape[1]) if (seats == seat).any()
    ]
    return result


def ahead(games: Games, players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return for each ordered pair of players at a table how often the first ended with the higher return."""
    rows = np.arange(len(games.lineups))
    returns = [games.returns[rows, games.seats_of(index)] for index in range(len(players))]
    return [
        {
            "player": players[a].name,
            "against": players[b].name,
            "games": len(rows),
            "ahead": _rounded((returns[a] > returns[b]).mean()),
            "level": _rounded((returns[a] == returns[b]).mean()),
        }
        for a, b in itertools.permutations(range(len(players)), 2)
    ]


# -------------------------------------------------------------------------------------------------------- competitions


@dataclass
class Outcome:
    """The rows that a set of games gives, and what own players did wrong in it."""

    rows: list[dict[str, Any]]
    messages: list[str]
    more_messages: int


def pairings(players: Sequence[Player], num_players: int) -> list[tuple[Player, Player]]:
    """Return who meets whom: one player of the first at a table of the second.

    Two players at a table: every pair once, as its games count for both. More: every ordered pair.
    """
    meet = itertools.combinations if num_players == 2 else itertools.permutations
    return list(meet(players, 2))


def play_pair(
    game: Game,
    options: Mapping[str, Any],
    pair: tuple[Player, Player],
    games: int,
    seed: int,
    *,
    threads: int = 2,
    report: Report | None = None,
) -> Outcome:
    """Play one of the first player at a table of the second, rotating through the seats.

    Args:
        game, options: the game and its complete options.
        pair: two players.
        games: at least this many; rounded up to a multiple of the seats.
        seed: all chance comes from it and the names of the two.
        threads, report: see `play_lineups`.

    Returns:
        Outcome with the row of the first player; at a table of two also that of the second, from the same games. A row
        has the keys of `standing`, and player, against, fair (the share of equals, 1/n).
    """
    num_players = options["num_players"]
    lineups = pair_lineups(num_players, games)
    source = seeds_for(seed, [player.name for player in pair])
    played = play_lineups(game, options, pair, lineups, source, threads=threads, report=report)
    rows = []
    for index in range(2 if num_players == 2 else 1):
        names = {"player": pair[index].name, "against": pair[1 - index].name, "fair": _rounded(1 / num_players)}
        rows.append(names | standing(played, played.seats_of(index)))
    return Outcome(rows, played.messages, played.more_messages)


def play_table(
    game: Game,
    options: Mapping[str, Any],
    players: Sequence[Player],
    games: int,
    seed: int,
    *,
    threads: int = 2,
    report: Report | None = None,
) -> Iterator[Games]:
    """Play these players at one table and yield all games so far, again and again, with balanced seats each time.

    Args: as `play_pair`; `players`: as many as there are seats.
    """
    source = seeds_for(seed, [player.name for player in players])
    lineups = table_lineups(len(players), games, np.random.default_rng(source.spawn(1)[0]))
    orders = seat_orders("table", len(players), games)
    size = ceil(ROUND / orders) * orders
    total: Games | None = None
    for first in range(0, len(lineups), size):
        played = play_lineups(
            game,
            options,
            players,
            lineups[first : first + size],
            source.spawn(1)[0],
            threads=threads,
            report=report,
            first=first,
        )
        if total is None:
            total = played
        else:
            total.extend(played)
        yield total


def evaluate(
    policy: Any,
    game: Game,
    options: Mapping[str, Any] | None = None,
    opponents: Sequence[str | Player] | None = None,
    *,
    games: int = 2_000,
    seed: int = 0,
    deterministic: bool = False,
    threads: int = 2,
    report: Report | None = None,
) -> list[dict[str, Any]]:
    """Play a policy against others: one seat for the policy, in turn, all others for the opponent.

    Args:
        policy: object with ``act_batch(features, masks, generator, deterministic)``, see `training.policy`.
        game: the game.
        options: of the game.
        opponents: names of scripted players, or players; None: all scripted players of the game.
        games: against each, at least; rounded up to a multiple of the seats.
        seed: all chance comes from it.
        deterministic: the policy takes its most likely move instead of drawing one.
        threads, report: see `play_lineups`.

    Returns:
        One row an opponent, see `play_pair`.

    Raises:
        ValueError: unknown opponent or option.
    """
    complete = game.options.complete(options)
    player = policy_player(policy, deterministic=deterministic)
    known = game.bots if opponents is None else opponents
    others = [scripted_player(game, other) if isinstance(other, str) else other for other in known]
    outcomes = [play_pair(game, complete, (player, o), games, seed, threads=threads, report=report) for o in others]
    return [outcome.rows[0] for outcome in outcomes]
