"""Two populations at one table, in every mixture: what they promise, what they keep, and what it brings them.

    python docs/keepers_and_breakers.py --config configs/animal_farm/study.yaml

The output folder gets ``study.json`` (every figure with its interval), ``study.md`` (the tables) and ``study.png``.
With --update the page beside this file and its picture are written instead. How it is counted is written on that page.
"""

# ruff: noqa: E402 - most is imported only when Ctrl-C is heard

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent

if __name__ == "__main__":  # imports itself as a module: then Ctrl-C is heard while the rest is still being imported
    sys.path[0] = str(DOCS.parent)
    sys.path.append(str(DOCS))
    from training.starting import start

    sys.exit(start("keepers_and_breakers", None))

import argparse
import itertools
import json
import os
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, comb, lcm
from typing import Any, Literal

import numpy as np
from pydantic import Field
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import envs
from envs.animal_farm.box import OUTCOMES, PROMISES
from envs.core.bots import BadMove, ask_at, begin_player
from envs.core.game import Game
from envs.core.table import Table
from training.config import HIGHEST_SEED, ConfigError, Section, load_config
from training.files import make_folder, printable, remove_folders, write_whole
from training.players import POLICY, SCRIPTED, Player, find_players
from training.starting import BAD_INPUT, Parser

PAGE = DOCS / "keepers_and_breakers.md"
RESULT, MARKDOWN, PICTURE = "study.json", "study.md", "study.png"
FORMAT = 1  # of study.json
MARK = re.compile(r"(<!-- study: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
MADE, KEPT, BROKEN, VOID = range(len(OUTCOMES))
SEATS, VP, WIN, COUNTS = 0, 1, 2, 3  # columns of a tally; from COUNTS on promises, by kind, then by outcome
COLUMNS = COUNTS + len(PROMISES) * len(OUTCOMES)
MOST_WEIGHTS = 4_000_000  # weights of games held at once while intervals are drawn

Figure = dict[str, float | None]
"""An estimate: value, low and high of its 95 % interval; None where nothing could be counted."""


class StudyConfig(Section):
    """A study of two populations."""

    game: Literal["animal_farm"] = Field("animal_farm", description="name of the game: the one that has promises")
    options: dict[str, Any] = Field({}, description="options of the game, such as {num_players: 5, talk: 2}")
    populations: list[str] = Field(
        ["keeper", "breaker"],
        min_length=2,
        max_length=2,
        description="the two who share tables: names of scripted players, policies or run folders, module:attribute",
    )
    games: int = Field(10_000, ge=1, le=1_000_000, description="games in all; rounded up to balance the seats")
    seed: int = Field(0, ge=0, le=HIGHEST_SEED, description="all chance comes from it")
    resamples: int = Field(2_000, ge=100, le=100_000, description="bootstrap samples that intervals are read from")
    output: str = Field("runs/keepers-and-breakers", min_length=1, description="folder of the results")


# ------------------------------------------------------------------------------------------------------------- playing


def games_each(seats: int, games: int) -> int:
    """Return how many games every mixture gets: all the same number, and every seating of it equally often."""
    seatings = lcm(*(comb(seats, first) for first in range(seats + 1)))
    return ceil(games / (seats + 1) / seatings) * seatings


def line_ups(seats: int, first: int, games: int) -> np.ndarray:
    """Return who sits where: 0 on `first` seats and 1 on the others, every seating equally often.

    Returns:
        int64 (games, seats).
    """
    chosen = list(itertools.combinations(range(seats), first))
    rows = np.ones((len(chosen), seats), np.int64)
    for row, zeros in zip(rows, chosen, strict=True):
        row[list(zeros)] = 0
    return np.tile(rows, (games // len(chosen), 1))


def source_of(seed: int, names: Sequence[str], first: int) -> np.random.SeedSequence:
    """Return the source of chance for the games of one mixture."""
    return np.random.SeedSequence(seed, spawn_key=[first, *(zlib.crc32(name.encode()) for name in names)])


class Tables:
    """One table at which the games are played, one after another.

    Scripted players decide in compiled code; policies and own players are asked decision by decision.

    Args:
        game: the game.
        options: its complete options.
        players: the two populations.
    """

    def __init__(self, game: Game, options: Mapping[str, Any], players: Sequence[Player]) -> None:
        self.game, self.players = game, players
        self.table = Table(game, options)
        self.codes = np.array(
            [player.number if player.kind == SCRIPTED else -1 - i for i, player in enumerate(players)]
        )
        self.own: dict[tuple[int, int], Any] = {}  # (player, seat) -> the object that decides there

    def play(self, lineup: np.ndarray, seed: int) -> list[dict[str, Any]]:
        """Play one game and return its report, see `envs.animal_farm.words.report`.

        Args:
            lineup: int64 (seats,), 0 or 1: who sits where.
            seed: of the game and of whoever plays.

        Raises:
            ValueError: a player of one's own crashed or chose what is not legal.
        """
        table = self.table
        table.lineup[0] = self.codes[lineup]
        table.generators[0] = seed + 1  # or players would draw the very numbers that the game draws
        draws = np.random.default_rng(seed)
        try:
            for seat in np.flatnonzero(table.lineup[0] < 0).tolist():
                self._begin(int(lineup[seat]), seat, seed)
            table.start(seed)
            while not table.over:
                table.play(self._decide(int(lineup[table.seat]), draws))
        except BadMove as error:
            raise ValueError(f"populations: the game with seed {seed} cannot be counted: {error}") from None
        assert self.game.report is not None
        return self.game.report(table.state)

    def _begin(self, index: int, seat: int, seed: int) -> None:
        player = self.players[index]
        if player.make is not None:
            if (index, seat) not in self.own:
                self.own[index, seat] = player.make()
            begin_player(self.own[index, seat], seat, self.table.num_players, (seed + seat) % 2**32)

    def _decide(self, index: int, draws: np.random.Generator) -> int:
        player, table = self.players[index], self.table
        if player.kind == POLICY:
            return int(player.policy.act_batch(table.feature_rows, table.masks, draws, player.deterministic)[0])
        try:
            return ask_at(table, self.own[index, table.seat])
        except BadMove as error:
            raise BadMove(f"{player.name}, seat {table.seat}: {error}") from None


def tally(report: Sequence[Mapping[str, Any]], lineup: np.ndarray) -> np.ndarray:
    """Return what one game adds to the columns of each population.

    Args:
        report: of the game, one entry a seat.
        lineup: int64 (seats,), 0 or 1: who sat where.

    Returns:
        float64 (2, COLUMNS); the seats that share the win have equal parts of it.
    """
    counted = np.zeros((2, COLUMNS))
    winners = sum(entry["won"] for entry in report)
    for entry, who in zip(report, lineup.tolist(), strict=True):
        counts = [entry["promises"][outcome][kind] for kind in PROMISES for outcome in OUTCOMES]
        counted[who] += [1, entry["vp"], entry["won"] / max(winners, 1), *counts]
    return counted


def play_all(
    game: Game, options: Mapping[str, Any], players: Sequence[Player], games: int, seed: int, bar: Progress
) -> list[np.ndarray]:
    """Play `games` games of every mixture; return the tallies of 0, 1, 2 ... seats of the first population.

    Returns:
        One float64 (games, 2, COLUMNS) for each mixture.
    """
    seats = options["num_players"]
    tables = Tables(game, options, players)
    tallies = [np.zeros((games, 2, COLUMNS)) for _ in range(seats + 1)]
    task = bar.add_task("", total=games * (seats + 1))
    for first, counted in enumerate(tallies):
        seeds = source_of(seed, [player.name for player in players], first).generate_state(games, np.uint64)
        seeds >>= np.uint64(1)  # room for what is added to them
        for row, lineup in enumerate(line_ups(seats, first, games)):
            counted[row] = tally(tables.play(lineup, int(seeds[row])), lineup)
            bar.advance(task)
    return tallies


# ------------------------------------------------------------------------------------------------------------ counting


@dataclass
class Cell:
    """What was counted of one population in some games, and the same in bootstrap samples of those games.

    Attributes:
        total: float64 (COLUMNS,).
        samples: float64 (resamples, COLUMNS).
    """

    total: np.ndarray
    samples: np.ndarray

    def __add__(self, other: Cell) -> Cell:
        return Cell(self.total + other.total, self.samples + other.samples)


def resample(counted: np.ndarray, resamples: int, generator: np.random.Generator) -> np.ndarray:
    """Return sums over games drawn with replacement: whole games, as what happens within one depends on all its seats.

    Args:
        counted: float64 (games, 2, COLUMNS).
        resamples: how many times as many games are drawn.
        generator: draws them.

    Returns:
        float64 (resamples, 2, COLUMNS).
    """
    games = len(counted)
    size = max(1, MOST_WEIGHTS // games)
    parts = []
    for begin in range(0, resamples, size):
        weights = generator.multinomial(games, np.full(games, 1 / games), size=min(size, resamples - begin))
        parts.append(weights.astype(np.float64) @ counted.reshape(games, -1))
    return np.concatenate(parts).reshape(resamples, 2, COLUMNS)


def a_seat(column: int) -> Callable[[np.ndarray], np.ndarray]:
    """Return the measure of a column for each seat and game."""
    return lambda sums: sums[..., column] / sums[..., SEATS]


def promises(outcome: int, kinds: Sequence[int] = range(len(PROMISES))) -> Callable[[np.ndarray], np.ndarray]:
    """Return the measure of promises with this outcome for each seat and game."""
    columns = [COUNTS + kind * len(OUTCOMES) + outcome for kind in kinds]
    return lambda sums: sums[..., columns].sum(axis=-1) / sums[..., SEATS]


def kept_of_due(kinds: Sequence[int] = range(len(PROMISES))) -> Callable[[np.ndarray], np.ndarray]:
    """Return the measure of the share kept of the promises that came due: kept or broken, void ones left out."""
    kept, broken = promises(KEPT, kinds), promises(BROKEN, kinds)

    def measure(sums: np.ndarray) -> np.ndarray:
        with np.errstate(invalid="ignore"):
            return kept(sums) / (kept(sums) + broken(sums))

    return measure


def figure(measure: Callable[[np.ndarray], np.ndarray], cell: Cell, less: Cell | None = None) -> Figure:
    """Return a measure of a cell, or its difference to that of another, with the 95 % interval."""
    value, samples = measure(cell.total), measure(cell.samples)
    if less is not None:
        value, samples = value - measure(less.total), samples - measure(less.samples)
    if np.isnan(value) or np.isnan(samples).all():
        return {"value": None, "low": None, "high": None}
    low, high = np.nanpercentile(samples, [2.5, 97.5])
    return {"value": round(float(value), 4), "low": round(float(low), 4), "high": round(float(high), 4)}


def figures(cell: Cell) -> dict[str, Any]:
    """Return all figures of a population: a seat and game, in all and by kind of promise."""

    def of(kinds: Sequence[int]) -> dict[str, Any]:
        made = {name: figure(promises(place, kinds), cell) for place, name in enumerate(OUTCOMES)}
        return made | {"kept_of_due": figure(kept_of_due(kinds), cell)}

    return {
        "seats": int(cell.total[SEATS]),
        **of(range(len(PROMISES))),
        "vp": figure(a_seat(VP), cell),
        "win_rate": figure(a_seat(WIN), cell),
        "kinds": {kind: of([place]) for place, kind in enumerate(PROMISES)},
    }


def summary(tallies: Sequence[np.ndarray], names: Sequence[str], resamples: int, seed: int) -> dict[str, Any]:
    """Return everything that the study says, from the tallies of 0, 1, 2 ... seats of the first population."""
    generator = np.random.default_rng(seed)
    drawn = [resample(counted, resamples, generator) for counted in tallies]
    cells = [
        [Cell(counted.sum(axis=0)[who], samples[:, who]) for who in range(2)]
        for counted, samples in zip(tallies, drawn, strict=True)
    ]
    seats = len(tallies) - 1
    together = [a + b for a, b in cells]
    return {
        "populations": [
            {"player": names[who], **figures(sum((row[who] for row in cells[1:]), start=cells[0][who]))}
            for who in range(2)
        ],
        "mixtures": [
            {"first": first, "player": names[who], **figures(cells[first][who])}
            for first in range(seats + 1)
            for who in range(2)
            if cells[first][who].total[SEATS] > 0
        ],
        "tables": [
            {"first": first, "vp": figure(a_seat(VP), both), "more": figure(a_seat(VP), both, together[0])}
            for first, both in enumerate(together)
        ],
        "instead": [
            {
                "first_among_others": first,
                "vp": figure(a_seat(VP), cells[first][1], cells[first + 1][0]),
                "win_rate": figure(a_seat(WIN), cells[first][1], cells[first + 1][0]),
            }
            for first in range(seats)
        ],
    }


# ------------------------------------------------------------------------------------------------------------- showing


def number(one: Figure, digits: int = 2, sign: str = "") -> str:
    """Return a figure with its interval in words."""
    if one["value"] is None:
        return "-"
    value, low, high = (f"{one[key]:{sign}.{digits}f}" for key in ("value", "low", "high"))
    return f"{value} ({low} to {high})"


def percent(one: Figure, sign: str = "") -> str:
    """Return a share in per cent with its interval in words."""
    return number({key: None if value is None else 100 * value for key, value in one.items()}, 1, sign)


def counts(row: Mapping[str, Figure]) -> list[str]:
    """Return the promises made, kept, broken and void, without intervals."""
    return [f"{row[outcome]['value']:.2f}" for outcome in OUTCOMES]


def measures(row: Mapping[str, Figure]) -> list[str]:
    """Return the share kept, VP and games won."""
    return [percent(row["kept_of_due"]), number(row["vp"]), percent(row["win_rate"])]


def sheet(headings: Sequence[str], rows: Sequence[Sequence[object]], left: int = 1) -> str:
    """Return a Markdown table, all but the first columns to the right."""
    rules = ["---" if place < left else "---:" for place in range(len(headings))]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in [headings, rules, *rows])


def played(result: Mapping[str, Any]) -> str:
    """Return what was played."""
    options = ", ".join(f"{name}={value}" for name, value in result["options"].items() if name != "reward")
    return (
        f"{result['title']}, rules {result['version']}, {options}; {result['games']:,} games, "
        f"{result['games_each']:,} of each mixture, seed {result['seed']}; {result['resamples']:,} bootstrap samples."
    )


def populations_sheet(result: Mapping[str, Any]) -> str:
    """Return the two populations over all games."""
    both = result["populations"]
    rows: list[list[str]] = [
        ["seats counted", *(f"{entry['seats']:,}" for entry in both)],
        *([f"promises {outcome}", *(number(entry[outcome]) for entry in both)] for outcome in OUTCOMES),
        ["kept of those that came due, %", *(percent(entry["kept_of_due"]) for entry in both)],
        ["VP", *(number(entry["vp"]) for entry in both)],
        ["games won, %", *(percent(entry["win_rate"]) for entry in both)],
    ]
    return sheet(["a player and game", *(f"`{entry['player']}`" for entry in both)], rows)


def kinds_sheet(result: Mapping[str, Any]) -> str:
    """Return the promises of the two populations by kind, over all games."""
    rows = [
        [kind, f"`{entry['player']}`", *counts(entry["kinds"][kind]), percent(entry["kinds"][kind]["kept_of_due"])]
        for kind in PROMISES
        for entry in result["populations"]
    ]
    return sheet(["promise", "player", *OUTCOMES, "kept of due, %"], rows, left=2)


def mixtures_sheet(result: Mapping[str, Any]) -> str:
    """Return each population in each mixture."""
    rows = [[row["first"], f"`{row['player']}`", *counts(row), *measures(row)] for row in result["mixtures"]]
    return sheet([first_seats(result), "player", *OUTCOMES, "kept of due, %", "VP", "games won, %"], rows, left=2)


def kinds_by_mixture_sheet(result: Mapping[str, Any]) -> str:
    """Return the promises of each population in each mixture by kind."""
    rows = [
        [row["first"], f"`{row['player']}`", *(" / ".join(counts(row["kinds"][kind])) for kind in PROMISES)]
        for row in result["mixtures"]
    ]
    return sheet([first_seats(result), "player", *PROMISES], rows, left=2)


def worth_sheet(result: Mapping[str, Any]) -> str:
    """Return what it brings to be of the second population instead of the first, the others being the same."""
    rows = [
        [row["first_among_others"], number(row["vp"], sign="+"), percent(row["win_rate"], sign="+")]
        for row in result["instead"]
    ]
    first = result["populations"][0]["player"]
    return sheet([f"`{first}` among the others", "VP", "games won, % points"], rows)


def tables_sheet(result: Mapping[str, Any]) -> str:
    """Return what whole tables earn, by mixture."""
    rows = [
        [row["first"], number(row["vp"]), number(row["more"], sign="+") if row["first"] else ""]
        for row in result["tables"]
    ]
    first = result["populations"][0]["player"]
    return sheet([first_seats(result), "VP, mean of the table", f"more than without any `{first}`"], rows)


def first_seats(result: Mapping[str, Any]) -> str:
    """Return the heading of the number of seats that the first population has."""
    return f"`{result['populations'][0]['player']}` at the table"


def side_of_zero(one: Figure) -> int:
    """Return 1 where an interval is above 0, -1 where it is below, else 0."""
    if one["low"] is None or one["high"] is None:
        return 0
    return int(one["low"] > 0) - int(one["high"] < 0)


def findings(result: Mapping[str, Any]) -> str:
    """Return what the figures say, in sentences that change with them."""
    a, b = (f"`{entry['player']}`" for entry in result["populations"])
    sides = [side_of_zero(row["vp"]) for row in result["instead"]]
    pays = sides[0] if len(set(sides)) == 1 else 0
    gains = ", ".join(number(row["vp"], sign="+") for row in result["instead"])
    all_a = result["tables"][-1]["more"]
    richer = side_of_zero(all_a)
    seat = {
        1: f"A seat has more VP as {b} than as {a}, whoever the others are",
        -1: f"A seat has fewer VP as {b} than as {a}, whoever the others are",
        0: f"Whether a seat has more VP as {b} than as {a} depends on the others, or these games cannot tell",
    }[pays]
    table = {
        1: f"Tables of {a} only have more VP a player than tables of {b} only",
        -1: f"Tables of {a} only have fewer VP a player than tables of {b} only",
        0: f"Whether tables of {a} only have more VP a player than tables of {b} only, these games cannot tell",
    }[richer]
    lines = [
        "Of the promises that came due "
        + ", ".join(f"`{entry['player']}` kept {percent(entry['kept_of_due'])} %" for entry in result["populations"])
        + "; a game they made "
        + " and ".join(number(entry["made"]) for entry in result["populations"])
        + ".",
        f"{seat}: {gains}, with {', '.join(map(str, range(len(sides))))} of {a} among them.",
        f"{table}: {number(all_a, sign='+')}.",
    ]
    if pays * richer == 1:
        one, other = (b, a) if pays == 1 else (a, b)
        lines.append(f"That is a social dilemma: each player does better as {one}, all together do better as {other}.")
    return "\n".join(f"- {line}" for line in lines)


SECTIONS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "played": played,
    "populations": populations_sheet,
    "kinds": kinds_sheet,
    "mixtures": mixtures_sheet,
    "kinds_by_mixture": kinds_by_mixture_sheet,
    "worth": worth_sheet,
    "tables": tables_sheet,
    "findings": findings,
}
"""The parts of the page, and of study.md, that are made from the result."""


def as_markdown(result: Mapping[str, Any]) -> str:
    """Return all sections."""
    return "\n\n".join(section(result) for section in SECTIONS.values()) + "\n"


def filled(page: str, result: Mapping[str, Any]) -> str:
    """Return the text of the page with its sections made from `result`."""
    return MARK.sub(lambda found: f"{found[1]}{SECTIONS[found[2]](result)}\n{found[3]}", page)


# ------------------------------------------------------------------------------------------------------------- drawing

HUES = ("#0072b2", "#d55e00")  # of Okabe and Ito: told apart by everybody
MARKERS = ("o", "s")
PALE = 0.25


def draw(result: Mapping[str, Any], path: Path) -> None:
    """Write the picture as a PNG: promises, what is kept of them, VP and games won, by mixture."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure as Sheet
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.1)
    picture = Sheet(figsize=(11, 8.4), layout=layout, facecolor="white")
    FigureCanvasAgg(picture)
    (counts, shares), (points, wins) = picture.subplots(2, 2)
    _draw_counts(counts, result)
    _draw_shares(shares, result)
    _draw_lines(points, result, "vp", 1)
    means = [row["vp"]["value"] for row in result["tables"]]
    points.plot(range(len(means)), means, color="#555555", linestyle="--", marker="D", markersize=4, label="all seats")
    points.set_title("VP of a player")
    points.legend(frameon=False)
    _draw_lines(wins, result, "win_rate", 100)
    fair = 100 * result["fair_share"]
    wins.axhline(fair, color="#555555", linestyle=":", label=f"equal share, {fair:.1f} %")
    wins.set_ylim(bottom=0)
    wins.set_title("games won, %")
    wins.legend(frameon=False)
    for axes in (counts, points, wins):
        axes.set_xticks(range(len(means)))
        axes.set_xlabel(f"{result['populations'][0]['player']} seats at a table of {len(means) - 1}", parse_math=False)
    for axes in (counts, shares, points, wins):
        axes.spines[["top", "right"]].set_visible(False)
    picture.suptitle(f"{result['title']}: {result['games']:,} games; whiskers are 95 % intervals")
    unfinished = path.with_name(f".{path.name}.partial")
    picture.savefig(unfinished, format="png", dpi=110, metadata={"Software": None})
    os.replace(unfinished, path)


def _rows_of(result: Mapping[str, Any], who: int) -> list[Mapping[str, Any]]:
    return [row for row in result["mixtures"] if row["player"] == result["populations"][who]["player"]]


def _whiskers(rows: Sequence[Figure], scale: float) -> tuple[list[float], list[list[float]]]:
    """Return the values, and how far the ends of their intervals are below and above; NaN for what is None."""
    values, lows, highs = (
        [np.nan if (found := row[key]) is None else scale * found for row in rows] for key in ("value", "low", "high")
    )
    below = [max(v - low, 0) if low == low else np.nan for v, low in zip(values, lows, strict=True)]
    above = [max(high - v, 0) if high == high else np.nan for v, high in zip(values, highs, strict=True)]
    return values, [below, above]


def _draw_counts(axes: Any, result: Mapping[str, Any]) -> None:
    """Draw for each mixture a stack a population: promises kept, broken, void."""
    from matplotlib.patches import Patch

    looks: list[dict[str, Any]] = [{}, {"hatch": "////"}, {"alpha": PALE}]
    for who, hue in enumerate(HUES):
        rows = _rows_of(result, who)
        alone = (0, len(result["tables"]) - 1)
        places = [row["first"] + (0 if row["first"] in alone else 0.2 * (2 * who - 1)) for row in rows]
        floor = np.zeros(len(rows))
        for outcome, look in zip(OUTCOMES[KEPT:], looks, strict=True):
            heights = np.array([row[outcome]["value"] for row in rows])
            fill = "white" if "hatch" in look else hue
            axes.bar(places, heights, 0.36, bottom=floor, facecolor=fill, edgecolor=hue, linewidth=0.8, **look)
            floor += heights
    names = [Patch(color=hue, label=entry["player"]) for hue, entry in zip(HUES, result["populations"], strict=True)]
    looks = [{"facecolor": "#555555"}, {"facecolor": "white", "hatch": "////"}, {"facecolor": "#555555", "alpha": PALE}]
    kinds = [Patch(edgecolor="#555555", label=name, **look) for name, look in zip(OUTCOMES[KEPT:], looks, strict=True)]
    axes.margins(y=0.22)
    axes.legend(
        handles=[*names, *kinds], ncols=5, frameon=False, loc="upper center", columnspacing=1.0, handlelength=1.4
    )
    axes.set_title("promises of a player in a game, by what became of them")


def _draw_shares(axes: Any, result: Mapping[str, Any]) -> None:
    """Draw the share kept of the promises that came due, by kind."""
    for who, entry in enumerate(result["populations"]):
        rows = [entry["kinds"][kind]["kept_of_due"] for kind in PROMISES]
        values, errors = _whiskers(rows, 100)
        places = np.arange(len(rows)) + 0.2 * (2 * who - 1)
        axes.bar(places, np.nan_to_num(values), 0.36, color=HUES[who], label=entry["player"])
        axes.errorbar(places, values, yerr=errors, fmt="none", ecolor="black", capsize=3)
    axes.set_xticks(range(len(PROMISES)), PROMISES)
    axes.set_ylim(0, 118)
    axes.set_yticks(range(0, 101, 20))
    axes.set_title("kept of the promises that came due, %")
    axes.legend(ncols=2, frameon=False, loc="upper center")


def _draw_lines(axes: Any, result: Mapping[str, Any], key: str, scale: float) -> None:
    """Draw a figure of both populations against the mixture."""
    for who, entry in enumerate(result["populations"]):
        rows = _rows_of(result, who)
        values, errors = _whiskers([row[key] for row in rows], scale)
        places = [row["first"] for row in rows]
        axes.errorbar(
            places, values, yerr=errors, color=HUES[who], marker=MARKERS[who], capsize=3, label=entry["player"]
        )


# -------------------------------------------------------------------------------------------------------- command line


def parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments; exits with code 2 for bad ones and 0 for --help."""
    parser = Parser(
        prog="study", description="Two populations at one table, in every mixture: promises, VP, games won."
    )
    parser.add_argument(
        "--config", default="animal_farm/study", metavar="FILE", help="YAML file, or name: animal_farm/study"
    )
    parser.add_argument("--populations", nargs=2, metavar="PLAYER", help="the two who share tables")
    parser.add_argument("--games", metavar="N", help="games in all")
    parser.add_argument("--seed", metavar="N", help="all chance comes from it")
    parser.add_argument("--output", metavar="FOLDER", help="folder of the results")
    parser.add_argument(
        "--set", nargs="+", action="extend", default=[], metavar="KEY=VALUE", help="any keys: options.talk=2"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace results that are there")
    parser.add_argument("--update", action="store_true", help="write the page of the study and its picture instead")
    parser.add_argument("--quiet", action="store_true", help="print nothing but what went wrong")
    return parser.parse_args(argv)


def read_config(arguments: argparse.Namespace) -> StudyConfig:
    """Return the checked config: the file, then the arguments, then --set. Raises ConfigError."""
    settings = [
        f"{name}={getattr(arguments, name)}" for name in ("games", "seed") if getattr(arguments, name) is not None
    ]
    for name in ("populations", "output"):
        if getattr(arguments, name) is not None:
            settings.append(f"{name}={json.dumps(getattr(arguments, name), ensure_ascii=False)}")
    settings += arguments.set
    if arguments.update and (settings or arguments.overwrite):
        raise ConfigError("--update: the page is of a config as it stands; allowed beside it are --config and --quiet")
    return load_config(arguments.config, StudyConfig, settings)


class Study:
    """One study: checked when made, played and written by `run`.

    Raises:
        ValueError: in one line, whatever is wrong with the config, the players or the output folder.
    """

    def __init__(self, config: StudyConfig, arguments: argparse.Namespace) -> None:
        self.config, self.update, self.quiet = config, arguments.update, arguments.quiet
        self.game = envs.get_game(config.game)
        try:
            self.options = self.game.options.complete(config.options)
        except ValueError as error:
            raise ConfigError(f"options: {error}") from None
        if "" not in sys.path and os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())  # where own players are looked for
        try:
            self.players = find_players(config.populations, self.game, self.options)
        except ValueError as error:
            raise ConfigError(f"populations: {error}") from None
        self.folder = DOCS if self.update else Path(config.output)
        self.made: list[Path] = []
        if not self.update:
            self.made = make_folder(self.folder, "output")
            if not arguments.overwrite and any(self.folder.iterdir()):
                raise ConfigError(
                    f"output: {printable(str(self.folder))} is there already; give --overwrite to replace its results, "
                    f"or another --output"
                )

    def play(self) -> dict[str, Any]:
        """Play and count; return the result."""
        config, seats = self.config, self.options["num_players"]
        each = games_each(seats, config.games)
        columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TextColumn("left"), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True, disable=self.quiet) as bar:
            tallies = play_all(self.game, self.options, self.players, each, config.seed, bar)
        names = [player.name for player in self.players]
        return {
            "format": FORMAT,
            "manorfarm": envs.__version__,
            "game": self.game.name,
            "title": self.game.title,
            "version": self.game.version,
            "options": self.options,
            "seed": config.seed,
            "resamples": config.resamples,
            "games": each * (seats + 1),
            "games_each": each,
            "fair_share": round(1 / seats, 6),
            "players": [player.describe() for player in self.players],
            **summary(tallies, names, config.resamples, config.seed),
        }

    def run(self) -> int:
        """Play, write and print; return the exit code. Nothing is left behind where that is broken off."""
        try:
            result = self.play()
        except BaseException:
            remove_folders(self.made)
            raise
        if self.update:
            write_whole(PAGE, filled(PAGE.read_text(encoding="utf-8"), result))
            draw(result, PAGE.with_suffix(".png"))
        else:
            write_whole(self.folder / RESULT, json.dumps(result, indent=1, ensure_ascii=False) + "\n")
            write_whole(self.folder / MARKDOWN, as_markdown(result))
            draw(result, self.folder / PICTURE)
        if not self.quiet:
            print(as_markdown(result))
            print(f"written to {PAGE.name if self.update else self.folder}")
        return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code: 0 or 2 for bad input. Ctrl-C is for `training.starting`."""
    arguments = parse_arguments(argv)
    try:
        return Study(read_config(arguments), arguments).run()
    except (ValueError, OSError) as error:
        print("\n".join(f"study: {line}" for line in str(error).splitlines()), file=sys.stderr)
    return BAD_INPUT
