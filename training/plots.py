"""Pictures of comparisons, drawn from what `compare.py` writes to its JSON file. No display is needed."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

_COLOURS = "RdBu"  # red below the fair share, blue above: told apart by everybody
_CELL = 0.95  # inches
_LONGEST = 28  # letters of a name


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 13]}...{name[-10:]}"


def _title(result: Mapping[str, Any]) -> str:
    players = result["options"]["num_players"]
    partial = f" - PARTIAL: {result['finished']} of {result['planned']}" if result["partial"] else ""
    return f"{result['title']}, {players} players{partial}"


def _heatmap(
    axes: Any, rates: np.ndarray, texts: Mapping[tuple[int, int], str], names: Sequence[str], fair: float
) -> Any:
    """Draw `rates` (rows, columns; NaN: empty) with `texts` in the cells; return the image."""
    import matplotlib
    from matplotlib.colors import TwoSlopeNorm

    colours = matplotlib.colormaps[_COLOURS].with_extremes(bad="#eeeeee")
    norm = TwoSlopeNorm(vmin=0.0, vcenter=fair, vmax=1.0)
    image = axes.imshow(np.ma.masked_invalid(rates), cmap=colours, norm=norm, aspect="equal")
    for (row, column), text in texts.items():
        red, green, blue, _ = colours(norm(rates[row, column]))
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
        first, _, rest = text.partition("\n")
        colour = "white" if dark else "black"
        shift = -0.09 if rest else 0.0
        axes.text(column, row + shift, first, ha="center", va="center", color=colour, fontsize=11, fontweight="bold")
        axes.text(column, row + 0.19, rest, ha="center", va="center", color=colour, fontsize=7.5)
    axes.set_xticks(
        range(rates.shape[1]),
        [_short(name) for name in names[: rates.shape[1]]],
        rotation=35,
        ha="left",
        parse_math=False,
    )
    axes.xaxis.tick_top()
    axes.set_yticks(range(rates.shape[0]), [_short(name) for name in names[: rates.shape[0]]], parse_math=False)
    axes.set_xticks(np.arange(-0.5, rates.shape[1]), minor=True)
    axes.set_yticks(np.arange(-0.5, rates.shape[0]), minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="both", length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return image


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def _figure(width: float, height: float) -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def _save(figure: Any, path: Path) -> None:
    """Write the picture at once or not at all."""
    unfinished = path.with_name(path.name + ".tmp")
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings(
                "ignore", "Glyph", UserWarning
            )  # names may hold letters that the font does not have
            figure.savefig(unfinished, format="png", dpi=130, metadata={"Software": None})
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def draw_pairs(result: Mapping[str, Any], path: Path) -> None:
    """Write the heatmap of win rates in pairs as a PNG: each row a player, each column whom it met."""
    names = [player["name"] for player in result["players"]]
    rates = np.full((len(names), len(names)), np.nan)
    texts = {}
    for row in result["pairs"]:
        cell = names.index(row["player"]), names.index(row["against"])
        rates[cell] = row["win_rate"]
        texts[cell] = f"{_percent(row['win_rate'])}\n{_percent(row['low'])} - {_percent(row['high'])}"
    fair = 1 / result["options"]["num_players"]
    letters = 0.085 * max(len(_short(name)) for name in names)
    figure = _figure(_CELL * len(names) + letters + 2.6, _CELL * len(names) + 0.6 * letters + 1.6)
    axes = figure.subplots()
    image = _heatmap(axes, rates, texts, names, fair)
    table = "against" if result["options"]["num_players"] == 2 else "alone at a table of"
    axes.set_xlabel(
        f"win rate in % with 95 % interval; row {table} column\nfair share {_percent(fair)} %, "
        f"{result['games_each']:,} games each, every seat equally often",
        fontsize=8,
    )
    figure.suptitle(_title(result), fontsize=12)
    bar = figure.colorbar(image, ax=axes, shrink=0.8, ticks=sorted({0.0, fair, 1.0}))
    bar.ax.set_yticklabels([f"{_percent(tick)} %" for tick in sorted({0.0, fair, 1.0})])
    bar.outline.set_visible(False)
    _save(figure, path)


def draw_table(result: Mapping[str, Any], path: Path) -> None:
    """Write a PNG of the win rates at one table, of the same by seat, and of who ended ahead of whom."""
    rows = result["table"]
    names = [row["player"] for row in rows]
    fair = 1 / result["options"]["num_players"]
    letters = 0.085 * max(len(_short(name)) for name in names)
    cells = _CELL * len(names)
    figure = _figure(3.6 + 2 * letters + 2 * cells + 1.4, cells + 0.6 * letters + 1.6)
    bars, by_seat, heat = figure.subplots(1, 3, width_ratios=(2.6, cells, cells))

    places = np.arange(len(rows))
    wins = np.array([row["win_rate"] for row in rows])
    errors = np.array([[row["win_rate"] - row["low"], row["high"] - row["win_rate"]] for row in rows]).T
    bars.barh(places, 100 * wins, color="#7aa6c2", height=0.6)
    bars.errorbar(100 * wins, places, xerr=100 * np.maximum(errors, 0), fmt="none", ecolor="black", capsize=4)
    for place, rate in zip(places, wins, strict=True):
        bars.text(102, place, _percent(rate), va="center", fontsize=11, fontweight="bold")
    bars.axvline(100 * fair, color="black", linestyle=":", linewidth=1)
    bars.set_yticks(places, [_short(name) for name in names], parse_math=False)
    bars.set_ylim(len(rows) - 0.5, -0.5)
    bars.set_xlim(0, 100)
    bars.set_box_aspect(cells / 2.6)
    bars.set_xlabel(f"win rate in % with 95 % interval\ndotted: fair share {_percent(fair)} %", fontsize=8)
    for side in ("top", "right"):
        bars.spines[side].set_visible(False)

    rates = np.full((len(names), result["options"]["num_players"]), np.nan)
    texts = {}
    for number, row in enumerate(rows):
        for seat in row["seats"]:
            rates[number, seat["seat"]] = seat["win_rate"]
            texts[number, seat["seat"]] = (
                f"{_percent(seat['win_rate'])}\n{_percent(seat['low'])} - {_percent(seat['high'])}"
            )
    _heatmap(by_seat, rates, texts, names, fair)
    by_seat.set_xticks(
        range(rates.shape[1]), [f"seat {seat}" for seat in range(rates.shape[1])], rotation=0, ha="center"
    )
    by_seat.set_yticks([])
    by_seat.set_xlabel("win rate in % by seat", fontsize=8)

    rates = np.full((len(names), len(names)), np.nan)
    texts = {}
    for row in result["ahead"]:
        cell = names.index(row["player"]), names.index(row["against"])
        rates[cell] = row["ahead"] + row["level"] / 2
        texts[cell] = f"{_percent(row['ahead'])}\n{_percent(row['level'])} level"
    _heatmap(heat, rates, texts, names, 0.5)
    heat.set_xlabel(
        f"row's return above column's, % of {result['finished']:,} games\ncolour: with half of the level ones",
        fontsize=8,
    )
    figure.suptitle(_title(result), fontsize=12)
    _save(figure, path)


def draw_ratings(result: Mapping[str, Any], path: Path) -> None:
    """Write a PNG of the ratings with their intervals, best first, and of who ended ahead of whom.

    Between them, where there are such: the shares in the Nash average and in alpha-rank. Besides the keys of
    `rate_games` only title, options.num_players, finished, planned and partial of `result` are used.
    """
    rows = result["ratings"]
    names = [row["player"] for row in rows]
    many = len(names) > _MOST_IN_FULL
    cell = max(0.22, 0.62 * _MOST_IN_FULL / len(names)) if many else 0.62
    cells = max(cell * len(names), 2.2)
    letters = 0.085 * max(len(_short(name)) for name in names)
    shares = [key for key in _SHARES if any(row[key] is not None for row in rows)]
    figure = _figure(3.9 + 2 * letters + 0.62 * len(shares) + 0.3 + cells, cells + 0.6 * letters + 1.5)
    widths = (3.9, *([0.62 * len(shares)] if shares else []), cells)
    first, *middle, last = figure.subplots(1, len(widths), width_ratios=widths)
    _dots(first, rows, names, cells / 3.9)
    if middle:
        values = np.array([[np.nan if row[key] is None else row[key] for key in shares] for row in rows])
        _shaded(middle[0], values, [_SHARES[key] for key in shares], cells / (0.62 * len(shares)))
    matrix = np.array([[np.nan if value is None else value for value in row] for row in result["wins"]["matrix"]])
    texts = {(row, column): f"{100 * matrix[row, column]:.0f}" for row, column in np.argwhere(np.isfinite(matrix))}
    _heatmap(last, matrix, {} if many else texts, names, 0.5)
    for text in last.texts:
        text.set(fontsize=9, fontweight="normal")
    if many:
        last.tick_params(labelsize=6)
    last.set_xlabel(
        f"row ended ahead of column, in %\nlevel ones counted half\n{result['finished']:,} games in all",
        fontsize=8,
    )
    figure.suptitle(_title(result), fontsize=12)
    _save(figure, path)


_MOST_IN_FULL = 16  # players whose cells are large enough for a figure
_SHARES = {"nash": "Nash", "alpha_rank": "alpha-\nrank"}


def _dots(axes: Any, rows: Sequence[Mapping[str, Any]], names: Sequence[str], shape: float) -> None:
    """Draw the rating of each row as a dot with its interval."""
    places = np.arange(len(rows))
    ratings = np.array([row["rating"] for row in rows])
    ends = np.array([[row["rating"] if row[key] is None else row[key] for row in rows] for key in ("low", "high")])
    axes.errorbar(
        ratings, places, xerr=np.abs(ends - ratings), fmt="o", color="#2b6a94", ecolor="black", capsize=3, markersize=5
    )
    axes.set_yticks(places, [_short(name) for name in names], parse_math=False)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.margins(x=0.08)
    axes.grid(axis="x", color="#e4e4e4")
    axes.set_axisbelow(True)
    axes.set_box_aspect(shape)
    axes.set_xlabel("rating (OpenSkill, mu - 3 sigma)\nwith 95 % interval", fontsize=8)
    if len(rows) > _MOST_IN_FULL:
        axes.tick_params(axis="y", labelsize=6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _shaded(axes: Any, values: np.ndarray, headings: Sequence[str], shape: float) -> None:
    """Draw shares (rows, columns) in %, the larger the darker."""
    axes.imshow(np.ma.masked_invalid(values), cmap="Blues", vmin=0, vmax=1.4, aspect="auto")
    axes.set_box_aspect(shape)
    small = len(values) > _MOST_IN_FULL
    for row, column in np.argwhere(np.isfinite(values)):
        dark = values[row, column] > 0.7
        text = f"{100 * values[row, column]:.0f}"
        colour = "white" if dark else "black"
        axes.text(column, row, text, ha="center", va="center", fontsize=6 if small else 9, color=colour)
    axes.set_xticks(range(values.shape[1]), headings, fontsize=8)
    axes.xaxis.tick_top()
    axes.set_yticks([])
    axes.tick_params(length=0)
    axes.set_xlabel("in %", fontsize=8)
    for spine in axes.spines.values():
        spine.set_visible(False)
