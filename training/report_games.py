"""The games of a report: some to read, and many to count promises. The final policy plays all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from envs.core.bots import Scripted
from envs.core.game import Game
from envs.core.table import Table, fresh_seed
from envs.core.vector import LEARNER
from training.players import ask_policy
from training.report_pictures import Estimate
from training.report_runs import Run
from training.tables import CONFIDENCE

ITSELF = ""  # as an opponent: the policy
PROMISE_GAMES = 60  # of each population
RESAMPLES = 1_000
SEATS, MADE, KEPT, BROKEN, VOID = range(5)  # columns of a tally; behind them made, kept and broken of each kind


def line_ups(opponents: Sequence[str], seats: int, games: int) -> list[list[str]]:
    """Return who sits where in each game: the opponents in turn, the policy on a seat further at each of them.

    Against an opponent the policy has one seat, the opponent all others.
    """
    result = []
    for number in range(games):
        opponent = opponents[number % len(opponents)]
        result.append([opponent] * seats)
        result[-1][number // len(opponents) % seats] = ITSELF
    return result


def play_games(
    game: Game,
    options: Mapping[str, Any],
    policies: Mapping[str, Any],
    lineups: Sequence[Sequence[str]],
    source: np.random.SeedSequence,
    *,
    compiled: bool,
) -> list[Table]:
    """Play one game for each line-up, all side by side, and return the tables as they stand at the end.

    Args:
        game, options: the game and its complete options.
        policies: by name, see `training.players.ask_policy`.
        lineups: for each game who has each seat: one of the `policies` or the name of a scripted player.
        source: all chance comes from it.
        compiled: scripted players decide in compiled code: faster, but the games cannot be recorded.
    """
    deals, choices = source.spawn(2)
    seeds = (deals.generate_state(len(lineups), np.uint64) >> np.uint64(11)).tolist()  # 53 bits: JSON keeps them exact
    draws = np.random.default_rng(choices)
    tables: list[Table] = []
    scripted: list[dict[int, Scripted]] = []
    for lineup, seed in zip(lineups, seeds, strict=True):
        others = {seat: name for seat, name in enumerate(lineup) if name not in policies}
        codes = [LEARNER if name in policies else game.bot_number(name) for name in lineup]
        tables.append(Table(game, options, codes if compiled else None))
        tables[-1].generators[0] = fresh_seed(draws)
        tables[-1].start(seed)
        scripted.append({} if compiled else {s: Scripted(game, name, fresh_seed(draws)) for s, name in others.items()})
    while True:
        for table, players in zip(tables, scripted, strict=True):
            while table.seat in players:
                table.play(players[table.seat].choose(table))
        if all(table.over for table in tables):
            return tables
        acting = [None if table.over else lineup[table.seat] for table, lineup in zip(tables, lineups, strict=True)]
        for name, policy in policies.items():
            waiting = [table for table, who in zip(tables, acting, strict=True) if who == name]
            if not waiting:
                continue
            states = np.concatenate([table.states for table in waiting])
            features = np.stack([table.features for table in waiting])
            masks = np.stack([table.mask for table in waiting])
            actions = ask_policy(policy, states, features, masks, np.arange(len(waiting)), draws)
            for table, action in zip(waiting, actions.tolist(), strict=True):
                table.play(action)


# -------------------------------------------------------------------------------------------------------- sample games


@dataclass(frozen=True)
class Sample:
    """A game to read.

    Attributes:
        seats: who sat where, as "player_0: policy".
        outcome: how it ended, in one line.
        decisions: how many there were.
        texts: the record in words, a line a decision.
        end: the table at the end in words.
    """

    seats: list[str]
    outcome: str
    decisions: int
    texts: list[str]
    end: str


def sample_games(
    run: Run, policies: Mapping[str, Any], opponents: Sequence[str], name: str, games: int, seed: int
) -> list[Sample]:
    """Return games of a policy against each of its opponents in turn.

    Args:
        run: what is played.
        policies: see `play_games`; the policy itself is `ITSELF`.
        opponents: their names; `ITSELF` is one as well.
        name: what the policy is called.
        games: how many.
        seed: all chance comes from it.
    """
    lineups = line_ups(opponents, run.options["num_players"], games)
    source = np.random.SeedSequence(seed, spawn_key=[0])
    samples = []
    for lineup, table in zip(
        lineups, play_games(run.game, run.options, policies, lineups, source, compiled=False), strict=True
    ):
        texts = table.record().texts(run.game)
        seats = [f"player_{seat}: {who or name}" for seat, who in enumerate(lineup)]
        end = run.game.render_text(table.state, None)
        samples.append(Sample(seats, texts[-1], len(table.actions), texts, end))
    return samples


# ------------------------------------------------------------------------------------------------------------ promises


@dataclass(frozen=True)
class Promises:
    """What became of the promises of a policy in some games.

    Attributes:
        opponent: whom it met; `ITSELF` for tables of its own.
        games: how many.
        made: promises a seat and game.
        kept, broken, void: shares of those made, None where the game does not count them; `kept_of_due`: the share
            kept of those that came due.
        kinds: for each kind of promise (made, kept_of_due).
    """

    opponent: str
    games: int
    made: Estimate
    kept: Estimate | None
    broken: Estimate | None
    void: Estimate | None
    kept_of_due: Estimate | None
    kinds: dict[str, tuple[Estimate, Estimate | None]]


def has_promises(game: Game, options: Mapping[str, Any]) -> bool:
    """Return whether games with these options report what was promised, and anything can be."""
    if game.report is None or not options.get("talk", True):
        return False
    table = Table(game, options)
    table.start(0)
    return {"kept", "broken"} <= game.report(table.state)[0].keys()


def count_promises(
    run: Run, policies: Mapping[str, Any], opponents: Sequence[str], seed: int, games: int = PROMISE_GAMES
) -> list[Promises]:
    """Play against each opponent, and count the promises of the policy's seats.

    Intervals are bootstrapped over whole games. Arguments as for `sample_games`; `games`: against each.
    """
    result = []
    for place, opponent in enumerate(opponents):
        lineups = line_ups([opponent], run.options["num_players"], games)
        source = np.random.SeedSequence(seed, spawn_key=[1, place])
        tables = play_games(run.game, run.options, policies, lineups, source, compiled=True)
        assert run.game.report is not None
        reports = [run.game.report(table.state) for table in tables]
        facts = reports[0][0]
        kinds = list(facts["promises"]["kept"]) if "promises" in facts else []
        counted = np.array([_tally(report, lineup, kinds) for report, lineup in zip(reports, lineups, strict=True)])
        generator = np.random.default_rng(source.spawn(1)[0])
        weights = generator.multinomial(games, np.full(games, 1 / games), size=RESAMPLES).astype(np.float64)
        result.append(_promises(opponent, games, counted.sum(axis=0), weights @ counted, kinds))
        if "void" not in facts:
            result[-1] = replace(result[-1], void=None)
    return result


def _tally(report: Sequence[Mapping[str, Any]], lineup: Sequence[str], kinds: Sequence[str]) -> np.ndarray:
    """Return what one game adds to the columns, float64."""
    total = np.zeros(VOID + 1 + 3 * len(kinds))
    for facts, who in zip(report, lineup, strict=True):
        if who != ITSELF:
            continue
        due = facts["kept"] + facts["broken"]
        total[: VOID + 1] += [1, facts.get("made", due), facts["kept"], facts["broken"], facts.get("void", 0)]
        for place, kind in enumerate(kinds):
            start = VOID + 1 + 3 * place
            total[start : start + 3] += [facts["promises"][outcome][kind] for outcome in ("made", "kept", "broken")]
    return total


def _promises(opponent: str, games: int, total: np.ndarray, samples: np.ndarray, kinds: Sequence[str]) -> Promises:
    def share(part: Sequence[int], whole: Sequence[int]) -> Estimate | None:
        with np.errstate(invalid="ignore", divide="ignore"):
            value = total[list(part)].sum() / total[list(whole)].sum()
            drawn = samples[:, list(part)].sum(axis=1) / samples[:, list(whole)].sum(axis=1)
        if np.isnan(value):
            return None
        low, high = np.nanpercentile(drawn, [50 * (1 - CONFIDENCE), 50 * (1 + CONFIDENCE)])
        return Estimate(float(value), float(low), float(high))

    def a_seat(column: int) -> Estimate:
        estimate = share([column], [SEATS])
        assert estimate is not None  # the policy sits at every table
        return estimate

    of_kinds = {}
    for place, kind in enumerate(kinds):
        made, kept, broken = range(VOID + 1 + 3 * place, VOID + 4 + 3 * place)
        of_kinds[kind] = (a_seat(made), share([kept], [kept, broken]))
    return Promises(
        opponent,
        games,
        a_seat(MADE),
        share([KEPT], [MADE]),
        share([BROKEN], [MADE]),
        share([VOID], [MADE]),
        share([KEPT], [KEPT, BROKEN]),
        of_kinds,
    )
