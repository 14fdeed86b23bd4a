"""The curves of a report: metrics of runs put together, and drawn as SVG that takes the colours of its page."""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from training.report_runs import RatingLine, Row
from training.tables import CONFIDENCE

CELLS = 150  # points of a curve, at most
COLOURS = ("#3f86d8", "#e07b28", "#2f9e77", "#cf4f8b", "#8a6fd6", "#a08a1e", "#d2524a", "#5f8f9e")  # on white and black
STYLES = ("-", "--", ":", "-.")
MOST_LINES = len(COLOURS) * len(STYLES)
LONGEST = 40  # letters of a label
_INK = "#010203"  # stands for the colour of the page's text
_WIDTH, _HEIGHT, _LEGEND = 4.6, 2.75, 0.19  # inches; the last for each row of the legend
_FONT = re.compile(r"'DejaVu Sans'[^;\"]*sans-serif")
_ID = re.compile(r' id="([^"]*)"')


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval; `low` and `high` are None where one run (or none) says nothing of chance."""

    value: float
    low: float | None = None
    high: float | None = None


def over_seeds(values: Sequence[float], lowest: float = -math.inf, highest: float = math.inf) -> Estimate | None:
    """Return the mean of a figure over runs, with Student's t interval at 95 %; None without values.

    Args:
        values: one of each run.
        lowest, highest: what the figure can be at most; the interval is cut there.
    """
    from scipy.stats import t

    if not values:
        return None
    mean = float(np.mean(values))
    if len(values) == 1:
        return Estimate(mean)
    half = float(t.ppf((1 + CONFIDENCE) / 2, len(values) - 1) * np.std(values, ddof=1) / math.sqrt(len(values)))
    return Estimate(mean, max(mean - half, lowest), min(mean + half, highest))


@dataclass(frozen=True)
class Curve:
    """A line of a picture.

    Attributes:
        label: who it is.
        decisions, seconds: float64 (n,); where the points are, by decisions and by time of training.
        values: float64 (n,).
        low, high: float64 (n,), the interval around it; None for no band.
        place: which colour it has; None: by its place in the picture.
    """

    label: str
    decisions: np.ndarray
    seconds: np.ndarray
    values: np.ndarray
    low: np.ndarray | None = None
    high: np.ndarray | None = None
    place: int | None = None


def curve(
    label: str,
    runs: Sequence[Sequence[Row]],
    value: Callable[[Row], float | None],
    limits: tuple[float, float] = (-math.inf, math.inf),
) -> Curve | None:
    """Return a metric of runs that belong together, mean over equal stretches of decisions, then over the runs.

    Where there are several runs, the band is Student's t interval over them, and the curve goes as far as all of them.

    Args:
        label: name of the curve.
        runs: the rows of each run.
        value: the metric of a row; None where it has none.
        limits: between which bounds it lies; the band is cut there.

    Returns:
        None if no row has the metric.
    """
    found = [[(row["decisions"], row["seconds"], y) for row in rows if (y := value(row)) is not None] for rows in runs]
    points = [np.array(rows, np.float64) for rows in found if rows]
    if not points:
        return None
    end = max(float(rows[:, 0].max()) for rows in points)
    number = min(CELLS, max(len(rows) for rows in points))
    means = np.array([_cells(rows, end, number) for rows in points])  # (runs, cells, 3)
    means = means[:, ~np.isnan(means).any(axis=(0, 2))]
    if not means.shape[1]:  # they have no stretch in common
        return None
    decisions, seconds = means[:, :, 0].mean(axis=0), means[:, :, 1].mean(axis=0)
    whole = [over_seeds(column.tolist(), *limits) for column in means[:, :, 2].T]
    middle = np.array([one.value for one in whole if one])
    if len(points) == 1:
        return Curve(label, decisions, seconds, middle)
    low, high = (np.array([getattr(one, name) for one in whole]) for name in ("low", "high"))
    return Curve(label, decisions, seconds, middle, low, high)


def _cells(rows: np.ndarray, end: float, number: int) -> np.ndarray:
    """Return the means of `rows` (n, 3) in equal stretches of its first column up to `end`; NaN for empty ones."""
    cells = np.clip(np.ceil(rows[:, 0] / max(end, 1.0) * number - 1e-9).astype(int) - 1, 0, number - 1)
    counts = np.bincount(cells, minlength=number)
    sums = np.stack([np.bincount(cells, rows[:, i], number) for i in range(rows.shape[1])], axis=1)
    with np.errstate(invalid="ignore"):
        return np.where(counts[:, None] > 0, sums / counts[:, None], np.nan)


def rating_curve(label: str, runs: Sequence[Sequence[RatingLine]]) -> Curve | None:
    """Return the ratings on the way: of one run with their intervals, of several the mean with that over the runs."""
    runs = [lines for lines in runs if lines]
    if len(runs) == 1:
        lines = sorted(runs[0], key=lambda line: line.decisions)
        names = ("decisions", "seconds", "rating", "low", "high")
        decisions, seconds, rating, low, high = (
            np.array([getattr(line, name) for line in lines], np.float64)  # None becomes NaN
            for name in names
        )
        return Curve(label, decisions, seconds, rating, low, high)
    rows = [[{"decisions": line.decisions, "seconds": line.seconds, "y": line.rating} for line in one] for one in runs]
    return curve(label, rows, lambda row: row["y"])


# ------------------------------------------------------------------------------------------------------------- drawing


def shorter(name: str) -> str:
    """Return a name in at most `LONGEST` letters."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 16]}...{name[-13:]}"


def draw(
    curves: Sequence[Curve],
    number: int,
    *,
    time: bool = False,
    percent: bool = False,
    level: float | None = None,
    named: bool = False,
) -> str:
    """Return a picture of curves as SVG, to be put into a page as it is.

    Args:
        curves: the lines, at most `MOST_LINES`.
        number: of the picture on its page: keeps its ids apart from those of others.
        time: draw against time of training instead of decisions.
        percent: values are shares.
        level: where a dotted line is drawn across.
        named: say whose the curve is even if there is only one.
    """
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    legend = named or len(curves) > 1
    columns = 1 if max(len(shorter(one.label)) for one in curves) > 22 else 2
    rows = math.ceil(len(curves) / columns) if legend else 0
    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": f"picture {number}",
        "font.size": 9,
        "axes.unicode_minus": False,
    }
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph", UserWarning)  # names may hold letters that the font does not have
        figure = Figure(figsize=(_WIDTH, _HEIGHT + _LEGEND * rows), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.subplots()
        unit, name = _time_unit(max(float(one.seconds.max()) for one in curves))
        lines: list[Any] = []
        for i, one in enumerate(curves):
            place = i if one.place is None else one.place
            colour, style = COLOURS[place % len(COLOURS)], STYLES[place // len(COLOURS) % len(STYLES)]
            x = one.seconds / unit if time else one.decisions
            marker = "o" if len(x) <= 12 else ""
            lines += axes.plot(x, one.values, style, color=colour, linewidth=1.5, marker=marker, markersize=3)
            if one.low is not None and one.high is not None:
                axes.fill_between(x, one.low, one.high, color=colour, alpha=0.2, linewidth=0)
        if level is not None:
            axes.axhline(level, color=_INK, linestyle=":", linewidth=1)
        _dress(axes, f"training time, {name}" if time else "decisions", percent, time)
        if legend:
            box = figure.legend(
                lines, [shorter(one.label) for one in curves], loc="outside lower left", ncols=columns, frameon=False
            )
            for text in box.get_texts():
                text.set_parse_math(False)
                text.set_color(_INK)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _for_page(out.getvalue(), number)


def _dress(axes: Any, label: str, percent: bool, time: bool) -> None:
    """Set the axes up: their labels, numbers, colours and grid."""
    axes.set_xlabel(label, color=_INK)
    axes.set_xlim(left=0)
    if percent:
        highest = axes.dataLim.y1
        axes.set_ylim(*((-0.02, 1.02) if highest > 0.3 else (0, 1.1 * max(highest, 0.01))))
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.3g} %")
    elif axes.dataLim.y1 >= 10_000:
        axes.yaxis.set_major_formatter(lambda value, _: counted(value))
    if not time:
        axes.xaxis.set_major_formatter(lambda value, _: counted(value))
    axes.tick_params(colors=_INK, length=3)
    axes.grid(color=_INK, alpha=0.15, linewidth=0.6)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(_INK)


def counted(value: float) -> str:
    """Return a number of decisions in few letters: 900, 12k, 1.5M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def _time_unit(seconds: float) -> tuple[float, str]:
    """Return (seconds of the unit, its name) in which a time is easily read."""
    return next(
        (size, name)
        for size, name in ((3600.0, "hours"), (60.0, "minutes"), (1.0, "seconds"))
        if seconds >= 2 * size or size == 1
    )


def _for_page(text: str, number: int) -> str:
    """Return an SVG file as a part of a page: its ids are its own, its ink and its letters those of the page."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style[^>]*>.*?</style>", "", text, flags=re.DOTALL)
    needed = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', text))
    text = _ID.sub(lambda found: f' id="c{number}-{found[1]}"' if found[1] in needed else "", text)
    text = re.sub(r'(url\(#|href="#)', rf"\g<1>c{number}-", text)
    text = _FONT.sub("sans-serif", text).replace(_INK, "currentColor")
    text = re.sub(r' (?:width|height)="[\d.]+pt"', "", text, count=2)
    text = re.sub(r"\n\s*", "\n", text)
    return text.replace("<svg ", '<svg role="img" style="stroke-linejoin:round;stroke-linecap:butt" ', 1).strip()
