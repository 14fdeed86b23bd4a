"""What `training/report.py` does: reads the folders of runs, plays some games, and writes all of it to one HTML page.

`training.report_runs` reads, `training.report_pictures` draws, `training.report_games` plays; here it is put together.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import envs
from training.config import HIGHEST_SEED, short
from training.files import make_folder, printable, read_text, remove_folders, write_whole
from training.policy import load_policy
from training.report_games import ITSELF, PROMISE_GAMES, Promises, count_promises, has_promises, sample_games
from training.report_pictures import MOST_LINES, Curve, Estimate, counted, curve, draw, over_seeds, rating_curve
from training.report_runs import Evaluated, Group, Rated, Row, Run, differences, groups_of, read_runs
from training.run_folder import CONFIG
from training.starting import BAD_INPUT, Parser, lack_of_memory
from training.tables import wilson

PAGE, TEMPLATE = "report.html", "report.html.j2"
MOST_GAMES = 1_000
LEARNING = {
    "policy_loss": "policy loss",
    "value_loss": "value loss",
    "entropy": "entropy of the policy",
    "explained_variance": "explained variance of the value",
    "approx_kl": "how far an update moves the policy (approximate KL divergence)",
    "clip_fraction": "share of decisions that were clipped",
    "learning_rate": "learning rate",
}
"""Metrics of learning and what they are."""
KNOWN = {*LEARNING, "entropy_loss", "decisions", "updates", "games", "truncated", "length", "seconds"}
KNOWN |= {"decisions_per_second", "member"}
FAMILIES = ("return/", "win/", "seat/", "share/")


def parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments; exits with code 2 for bad ones and 0 for --help."""
    parser = Parser(
        prog="manorfarm-report",
        description="Write one HTML page about training runs. Runs that differ only in their seed are shown as one.",
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", help="folder of a run")
    parser.add_argument("--output", metavar="FILE", help=f"the page (default for one run: {PAGE} in its folder)")
    parser.add_argument("--games", metavar="N", default="3", help="sample games of each policy (default: 3)")
    parser.add_argument("--seed", metavar="N", default="0", help="all chance comes from it (default: 0)")
    parser.add_argument("--overwrite", action="store_true", help="replace the page that is there")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code: 0, or 2 for bad input."""
    arguments = parse_arguments(argv)
    try:
        games = _whole("--games", arguments.games, MOST_GAMES)
        seed = _whole("--seed", arguments.seed, HIGHEST_SEED)
        place = output_file(arguments.runs, arguments.output, overwrite=arguments.overwrite)
        runs = read_runs(arguments.runs)
        made = make_folder(place.parent, "--output")
        try:
            page = Page(runs, games, seed)
            write_whole(place, page.html())
        except BaseException:
            remove_folders(made)
            raise
        print(f"{printable(str(place))}: {page.summary()}")
        return 0
    except (ValueError, OSError, RecursionError) as error:
        _complain(str(error))
    except (MemoryError, RuntimeError) as error:
        if not lack_of_memory(error):
            raise
        _complain(f"not enough memory; fewer --games need less ({printable(str(error))})")
    return BAD_INPUT


def _complain(message: str) -> None:
    print(f"report: {' '.join(message.split())}", file=sys.stderr)


def _whole(option: str, text: str, highest: int) -> int:
    """Return the number that `text` says; raise ValueError unless it is a whole one from 0 to `highest`."""
    if not (text.isascii() and text.isdigit() and len(text) < 25 and int(text) <= highest):
        raise ValueError(f"{option}: got {short(text)}, allowed is a whole number from 0 to {highest}")
    return int(text)


def output_file(runs: Sequence[str], given: str | None, *, overwrite: bool) -> Path:
    """Return where the page goes; raise ValueError if that cannot be or something is there."""
    if given is None and len(runs) > 1:
        raise ValueError("--output: is missing; with several runs, say which file to write")
    place = Path(runs[0]) / PAGE if given is None else Path(given)
    if place.suffix not in (".html", ".htm"):  # so that no file of a run is ever replaced
        raise ValueError(f"--output: got {printable(str(place))}, allowed is a name that ends in .html")
    try:
        taken, folder = place.exists() or place.is_symlink(), place.is_dir()
    except (OSError, ValueError):
        raise ValueError(f"--output: got {printable(str(place))}, which cannot be a file") from None
    if folder:
        raise ValueError(f"--output: {printable(str(place))} is a folder, allowed is a file")
    if taken and not overwrite:
        raise ValueError(f"--output: {printable(str(place))} is there already; --overwrite replaces it")
    return place


# ------------------------------------------------------------------------------------------------------------ the page


@dataclass(frozen=True)
class Learner:
    """One learner of a group of runs: what has a curve and a table of its own.

    Attributes:
        label: how the page calls it.
        group: its runs.
        member: its name in them; "" for runs of one learner.
    """

    label: str
    group: Group
    member: str

    def rows(self) -> list[list[Row]]:
        """Return its metrics, run by run."""
        return [run.metrics.get(self.member, []) for run in self.group.runs]


class Page:
    """The page about some runs.

    Args:
        runs: of one game.
        games: sample games of each policy.
        seed: all chance comes from it.

    Raises:
        ValueError: in one line: a policy cannot be loaded or is not of its run.
    """

    def __init__(self, runs: Sequence[Run], games: int, seed: int) -> None:
        self.runs, self.games, self.seed = list(runs), games, seed
        self.groups = groups_of(runs)
        self.learners = list(self._learners())
        self.numbers = itertools.count(1)
        self.policies: dict[Path, Any] = {}

    def _learners(self) -> Iterator[Learner]:
        for group in self.groups:
            for member in group.members:
                parts = [group.label] if len(self.groups) > 1 or not member else []
                yield Learner(": ".join([*parts, member] if member else parts), group, member)

    def html(self) -> str:
        """Return the page."""
        from jinja2 import Environment, StrictUndefined

        environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
        environment.filters |= {"percent": percent, "figure": figure, "clock": clock, "counted": counted}
        template = environment.from_string(resources.files("training").joinpath(TEMPLATE).read_text(encoding="utf-8"))
        return template.render(self.content)

    @cached_property
    def content(self) -> dict[str, Any]:
        """What the template shows."""
        game = self.runs[0].game
        return {
            "title": game.title,
            "game": game,
            "manorfarm": envs.__version__,
            "runs": [run_facts(run) for run in self.runs],
            "groups": self.groups,
            "many": len(self.learners) > 1,
            "seeds": max(len(group.runs) for group in self.groups),
            "differences": differences(self.runs) if len(self.runs) > 1 else [],
            "configs": [_config(group) for group in self.groups],
            "versions": [(run.name, run.versions) for run in self.runs if run.versions],
            "curves": self.curves(),
            "ratings": [ratings_of(group) for group in self.groups if any(run.ratings for run in group.runs)],
            "evaluation": list(self.evaluation()),
            "promises": list(self.promises()),
            "promise_games": PROMISE_GAMES,
            "samples": self.samples(),
            "games": self.games,
            "seed": self.seed,
            "itself": ITSELF,
        }

    def summary(self) -> str:
        """Return what was written, in a few words."""
        pictures = sum(len(part["pictures"]) for part in self.content["curves"])
        games = sum(len(samples) for _, samples in self.content["samples"])
        counts = ((len(self.runs), "run"), (pictures, "picture"), (games, "sample game"))
        return ", ".join(f"{number} {thing}{'s' * (number != 1)}" for number, thing in counts)

    # Curves ----------------------------------------------------------------------------------------------------------

    def curves(self) -> list[dict[str, Any]]:
        """Return the parts of the section of curves, each with its pictures; without parts and pictures of no data."""
        players = {run.options["num_players"] for run in self.runs}
        fair = 1 / players.pop() if len(players) == 1 else None
        strength = [
            *self._both(self._each(self._rating), "rating"),
            *self._family("return/", "mean return against {}", "mean return by opponent", both=True),
            *self._family(
                "win/", "share of wins against {}", "share of wins by opponent", both=True, percent=True, level=fair
            ),
        ]
        games = [
            *self._one("length", "length of a game in decisions of all seats"),
            *self._one("truncated", "share of games that were truncated", percent=True),
            *self._family("seat/", "mean return on seat {}", "mean return by the learner's seat", word="seat "),
        ]
        learning = [
            picture
            for name, text in LEARNING.items()
            for picture in self._one(name, text, percent=name == "clip_fraction")
        ]
        speed = [
            *self._one("decisions_per_second", "decisions of the learner per second"),
            *self._family("share/", "share of time: {}", "shares of time", percent=True),
        ]
        others = [picture for name in self._names() if not _known(name) for picture in self._one(name, name)]
        parts = [
            ("Strength", strength, False),
            ("Games", games, False),
            ("Learning", learning, False),
            ("Speed", speed, False),
            ("Other metrics", others, True),
        ]
        return [
            {"title": title, "pictures": pictures, "folded": folded} for title, pictures, folded in parts if pictures
        ]

    def _names(self) -> list[str]:
        """Return the names of all metrics, in the order in which they come up."""
        rows = (row for one in self.learners for run in one.rows() for row in run)
        return list(dict.fromkeys(name for row in rows for name in row))

    def _rating(self, learner: Learner) -> Curve | None:
        return rating_curve(learner.label, [run.rating_lines.get(learner.member, []) for run in learner.group.runs])

    def _each(self, make: Callable[[Learner], Curve | None]) -> list[Curve]:
        """Return a curve for each learner that has one; a learner has the same colour in all pictures."""
        return [replace(c, place=place) for place, one in enumerate(self.learners) if (c := make(one))]

    def _of_learners(self, name: str) -> list[Curve]:
        """Return the curves of a metric."""
        value = _entropy if name == "entropy" else _metric(name)
        return self._each(lambda one: curve(one.label, one.rows(), value, _limits(name)))

    def _one(self, name: str, text: str, **how: Any) -> list[dict[str, Any]]:
        """Return the picture of one metric with a curve for each learner."""
        return self._picture(self._of_learners(name), text, **how)

    def _family(
        self, prefix: str, text: str, together: str, *, word: str = "", both: bool = False, **how: Any
    ) -> list[dict[str, Any]]:
        """Return pictures of metrics with this prefix.

        With one learner that is one picture with a curve for each metric; otherwise one for each metric, with a curve
        for each learner. With `both`, each is drawn again against time.
        """
        names = [name for name in self._names() if name.startswith(prefix)]
        if len(self.learners) == 1:
            rows = self.learners[0].rows()
            labels = {name: word + name.removeprefix(prefix) for name in names}
            curves = [c for name in names if (c := curve(labels[name], rows, _metric(name), _limits(name)))]
            if len(curves) > 1:
                return self._both(curves, together, **how) if both else self._picture(curves, together, **how)
        pictures = []
        for name in names:
            curves = self._of_learners(name)
            caption = text.format(name.removeprefix(prefix))
            pictures += self._both(curves, caption, **how) if both else self._picture(curves, caption, **how)
        return pictures

    def _both(self, curves: Sequence[Curve], caption: str, **how: Any) -> list[dict[str, Any]]:
        return [*self._picture(curves, caption, **how), *self._picture(curves, caption, time=True, **how)]

    def _picture(self, curves: Sequence[Curve], caption: str, **how: Any) -> list[dict[str, Any]]:
        """Return the picture of these curves, or none if there are none."""
        if not curves:
            return []
        if len(curves) > MOST_LINES:
            caption += f" (the first {MOST_LINES} of {len(curves)})"
        named = len(self.learners) > 1
        if how.get("time"):
            caption += ", by training time"
        return [{"caption": caption, "svg": draw(curves[:MOST_LINES], next(self.numbers), named=named, **how)}]

    # Tables ----------------------------------------------------------------------------------------------------------

    def evaluation(self) -> Iterator[dict[str, Any]]:
        """Yield a table for each learner that has been evaluated."""
        for learner in self.learners:
            runs = [run.evaluation[learner.member] for run in learner.group.runs if learner.member in run.evaluation]
            names = dict.fromkeys(row.against for rows in runs for row in rows)
            if not names:
                continue
            rows = [evaluated([row for one in runs for row in one if row.against == name]) for name in names]
            seats = sorted({seat for row in rows for seat in row["seats"]})
            yield {"label": learner.label, "runs": len(runs), "rows": rows, "seats": seats}

    # Games -----------------------------------------------------------------------------------------------------------

    def _players(self, run: Run, member: str) -> dict[str, Any]:
        """Return the policies of a learner (`ITSELF`) and of its opponents by name, None for scripted ones; or nothing.

        Raises:
            ValueError: a policy cannot be loaded or is not of this run.
        """
        own = run.policies.get(member)
        if own is None:
            return {}
        others = {ITSELF: own, **run.opponents(member)}
        return {name: self._policy(run, file) if file else None for name, file in others.items()}

    def _policy(self, run: Run, file: Path) -> Any:
        """Return the policy in a file."""
        if file not in self.policies:
            import torch

            torch.set_num_threads(1)  # more make small networks slower on a CPU
            policy = load_policy(file)
            if (policy.game, policy.version) != (run.game.name, run.game.version):
                raise ValueError(
                    f"{printable(str(file))}: is of {policy.game}, version {policy.version} of the rules, allowed is "
                    f"{run.game.name}, version {run.game.version}"
                )
            if run.game.options.complete(policy.options) != run.options:
                raise ValueError(f"{printable(str(file))}: was trained with other options than {CONFIG} says")
            self.policies[file] = policy
        return self.policies[file]

    def promises(self) -> Iterator[dict[str, Any]]:
        """Yield for each learner with a policy what became of its promises, if its game has any."""
        for learner in self.learners:
            found: list[list[Promises]] = []
            for run in learner.group.runs:
                players = self._players(run, learner.member)
                if players and has_promises(run.game, run.options):
                    found.append(count_promises(run, _policies(players), list(players), self.seed))
            if found:
                names = dict.fromkeys(row.opponent for one in found for row in one)
                rows = [promised([row for one in found for row in one if row.opponent == name]) for name in names]
                yield {"label": learner.label, "runs": len(found), "rows": rows, "kinds": bool(rows[0]["kinds"])}

    def samples(self) -> list[tuple[str, list[Any]]]:
        """Return sample games of each learner with a policy; of a group, those of its first run."""
        result = []
        for learner in self.learners:
            run = next((run for run in learner.group.runs if learner.member in run.policies), None)
            if run is None or not self.games:
                continue
            label = learner.label if len(learner.group.runs) == 1 else f"{learner.label}: {run.name}"
            players = self._players(run, learner.member)
            name = learner.member or "policy"
            samples = sample_games(run, _policies(players), list(players), name, self.games, self.seed)
            result.append((label, samples))
        return result


def _policies(players: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of `players` that are policies."""
    return {name: policy for name, policy in players.items() if policy is not None}


def _known(name: str) -> bool:
    return name in KNOWN or name.startswith(FAMILIES)


def _limits(name: str) -> tuple[float, float]:
    """Return between which bounds a metric lies."""
    if name.startswith(("return/", "seat/")):
        return -1.0, 1.0
    if name.startswith(("win/", "share/")) or name in ("truncated", "clip_fraction"):
        return 0.0, 1.0
    return (0.0 if name in ("length", "decisions_per_second", "entropy", "value_loss") else -math.inf), math.inf


def _metric(name: str) -> Callable[[Row], float | None]:
    return lambda row: row.get(name)


def _entropy(row: Row) -> float | None:
    """Return the entropy of a row, of which sb3-contrib reports the loss."""
    if "entropy" in row:
        return row["entropy"]
    return -row["entropy_loss"] if "entropy_loss" in row else None


# ------------------------------------------------------------------------------------------------------ rows of tables


def _config(group: Group) -> tuple[str, str, list[str]]:
    """Return the name of the first run of a group, the text of its config, and the names of the others."""
    first, *others = group.runs
    return first.name, read_text(first.path / CONFIG), [run.name for run in others]


def run_facts(run: Run) -> dict[str, Any]:
    """Return what the page says about a run at its top."""
    decisions, seconds = run.last("decisions"), run.last("seconds")
    policy = run.policies.get(run.members[0])
    at = policy.parent.name.lstrip("0") or "0" if policy and policy.parent.parent.name == "checkpoints" else None
    return {
        "name": run.name,
        "seed": run.config.get("seed", 0),
        "members": [member for member in run.members if member],
        "decisions": decisions,
        "seconds": seconds,
        "speed": decisions / seconds if seconds else None,
        "games": sum(row.get("games", 0) for rows in run.metrics.values() for row in rows),
        "finished": run.finished,
        "checkpoint": int(at) if at and at.isdigit() else None,
    }


def _share(values: Sequence[float], games: Sequence[int]) -> Estimate:
    """Return the mean of a share over runs; the interval is the wider of that over runs and Wilson's over all games.

    Student's alone would have no width where all runs came out level, however few their games.

    Args:
        values: the share of each run.
        games: of each run.
    """
    estimate = over_seeds(values, 0.0, 1.0)
    assert estimate is not None
    wins = round(sum(value * number for value, number in zip(values, games, strict=True)), 2)  # files round shares
    low, high = wilson(min(wins, sum(games)), sum(games))
    low, high = min(low, estimate.value), max(high, estimate.value)  # the mean of runs with unequal numbers of games
    if estimate.low is None or estimate.high is None:
        return Estimate(estimate.value, low, high)
    return Estimate(estimate.value, min(low, estimate.low), max(high, estimate.high))


def evaluated(rows: Sequence[Evaluated]) -> dict[str, Any]:
    """Return what one opponent's rows of several runs say together."""
    first = rows[0]

    games = [row.games for row in rows]

    def counted_share(name: str) -> Estimate:
        return _share([getattr(row, name) / row.games for row in rows], games)

    seats = {}
    for number in sorted({seat.seat for row in rows for seat in row.seats}):
        found = [seat for row in rows for seat in row.seats if seat.seat == number]
        seats[number] = _share([seat.win_rate for seat in found], [seat.games for seat in found])
    return {
        "against": first.against,
        "games": sum(games),
        "fair": first.fair,
        "wins": _share([row.win_rate for row in rows], games),
        "draws": counted_share("draws"),
        "truncated": counted_share("truncated"),
        "length": over_seeds([row.mean_length for row in rows], 0.0),
        "return": over_seeds([row.mean_return for row in rows]),
        "seats": seats,
    }


def ratings_of(group: Group) -> dict[str, Any]:
    """Return the table of ratings and the win matrix of a group."""
    files = [run.ratings for run in group.runs if run.ratings]
    found: dict[str, list[Rated]] = {}
    for file in files:
        for row in file.ratings:
            found.setdefault(row.player, []).append(row)
    rows = [_rated(rated) for rated in found.values()]
    rows.sort(key=lambda row: -row["rating"].value)
    return {
        "label": group.label,
        "runs": len(files),
        "rows": rows,
        "wins": _matrix(files, [row["player"] for row in rows]),
        "notes": list(dict.fromkeys(note for file in files for note in file.notes)),
    }


def _rated(rows: Sequence[Rated]) -> dict[str, Any]:
    first = rows[0]
    rating = over_seeds([row.rating for row in rows])
    means = {}
    for name in ("mu", "sigma", "win_rate", "nash", "alpha_rank"):
        values = [value for row in rows if (value := getattr(row, name)) is not None]
        means[name] = Estimate(sum(values) / len(values)) if values else None
    return {
        "player": first.player,
        "runs": len(rows),
        "rating": rating if len(rows) > 1 else Estimate(first.rating, first.low, first.high),
        "games": sum(row.games for row in rows),
        **means,
    }


def _matrix(files: Sequence[Any], order: Sequence[str]) -> dict[str, Any] | None:
    """Return the win matrix of some runs together, its players in the order of the ratings; None if there is none."""
    tables = [file.wins for file in files if file.wins is not None]
    there = {name for table in tables for name in table.players}
    if not there:
        return None
    names = [*(name for name in order if name in there), *sorted(there - set(order))]

    def cell(row: str, column: str) -> dict[str, Any] | None:
        values, games = [], []
        for table in tables:
            if row in table.players and column in table.players:
                i, j = table.players.index(row), table.players.index(column)
                if table.matrix[i][j] is not None and table.games[i][j]:
                    values.append(table.matrix[i][j])
                    games.append(table.games[i][j])
        if not values:
            return None
        share = _share(values, games)
        return {"share": share, "games": sum(games), "shade": round(abs(share.value - 0.5), 3)}

    return {"players": names, "cells": [[cell(a, b) for b in names] for a in names]}


def promised(rows: Sequence[Promises]) -> dict[str, Any]:
    """Return what became of promises against one opponent, of several runs together."""

    def together(estimates: Sequence[Estimate | None], highest: float = 1.0) -> Estimate | None:
        known = [one for one in estimates if one is not None]
        return known[0] if len(known) == 1 else over_seeds([one.value for one in known], 0.0, highest)

    shares = {name: together([getattr(r, name) for r in rows]) for name in ("kept", "broken", "void", "kept_of_due")}
    return {
        "opponent": rows[0].opponent,
        "games": sum(row.games for row in rows),
        "made": together([row.made for row in rows], math.inf),
        **shares,
        "kinds": {
            kind: (together([r.kinds[kind][0] for r in rows], math.inf), together([r.kinds[kind][1] for r in rows]))
            for kind in rows[0].kinds
        },
    }


# ------------------------------------------------------------------------------------------------------------- numbers


def percent(estimate: Estimate | None) -> str:
    """Return a share and its interval in percent."""
    if estimate is None:
        return "-"
    text = f"{100 * estimate.value:.1f} %"
    if estimate.low is None or estimate.high is None:
        return text
    return f"{text} [{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"


def figure(estimate: Estimate | None, digits: int = 2) -> str:
    """Return a figure and its interval."""
    if estimate is None:
        return "-"
    text = f"{estimate.value:,.{digits}f}"
    if estimate.low is None or estimate.high is None:
        return text
    return f"{text} [{estimate.low:,.{digits}f}, {estimate.high:,.{digits}f}]"


def clock(seconds: float) -> str:
    """Return a time as people say it: 0.4 s, 45 s, 12 min 5 s, 3 h 20 min."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
