"""Several runs of one config: seeds, and grids of values for its keys, side by side on all cores or on a Ray cluster.

    python training/train.py --config nineteen61/quick --seeds 5
    python training/train.py --config nineteen61/quick --seeds 3 --grid ppo.gamma=0.99,1 policy.share=true,false
    python training/train.py --config nineteen61/quick --seeds 5 --ray

Each run is a process of its own, `training/train.py` with a config of its own, so it is the same run that it would be
alone; with Ray each is a task that starts that process. In the folder of the sweep:

    KEY=VALUE,...-seed-N/   the folder of each run, see `training.run_folder`
    sweep.json              what was asked for, how far each run is, and the results
    sweep.md                the results as a table
    .runs/                  for each run its config (NAME.yaml) and what it printed (NAME.log)

Results are, for each point of the grid, the runs' evaluations: the mean over seeds with a 95 % interval by Student's t,
which takes the results of seeds as draws from a normal distribution. It says where the mean over very many seeds may
lie; how exactly each run was measured is part of that spread. Of win rates it is at least as wide as Wilson's interval
over the games of all seeds.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import itertools
import json
import math
import os
import re
import shlex
import shutil
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import Field
from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.table import Table as Sheet
from rich.text import Text

import envs
from training.config import (
    HIGHEST_SEED,
    MOST_THREADS,
    ConfigError,
    Section,
    TrainConfig,
    check_config,
    dump_config,
    override,
    parse_yaml,
    read_config,
    short,
    to_plain,
)
from training.files import is_taken, make_folder, printable, read_json, read_text, reason, remove_folders, write_whole
from training.network import observed_columns, policy_kwargs
from training.run_folder import CHECKPOINTS, CONFIG, EVALUATION, LOCK, METRICS, OPPONENTS, VERSIONS, RunFolder
from training.starting import BAD_INPUT, INTERRUPTED
from training.tables import wilson
from training.trainer import check_against_game, check_start, load_frozen, policy_to_start
from training.workers import LocalWorkers, RayWorkers, Workers, check_ray, cores

TRAIN = Path(__file__).absolute().with_name("train.py")
FORMAT = 1  # of sweep.json
SWEEP, MARKDOWN, OWN = "sweep.json", "sweep.md", ".runs"
MOST_RUNS = 1_000
FAILED = 1  # exit code when a run failed
CONFIDENCE = 0.95
METHOD = "mean over seeds, 95 % interval by Student's t; of win rates the wider of that and Wilson's over all games"

WAITING, RUNNING, FINISHED, BROKEN_OFF, WENT_WRONG = "waiting", "running", "finished", "interrupted", "failed"
_STOPPED = (INTERRUPTED, -signal.SIGINT, -signal.SIGTERM)  # exit codes of a run that was told to stop
_BEFORE_A_RUN_IS_WHOLE = {LOCK, ".first", METRICS, VERSIONS, CHECKPOINTS, OPPONENTS}
_LAST_LINES = 5  # of what a failed run printed
_POLL = 0.1  # seconds from one look at the processes to the next
_LOOK_EVERY = 1.0  # seconds from one look at the metrics to the next
_LINE_EVERY = 10.0  # seconds between two lines of progress where there is no terminal
_ROWS_SHOWN = 20  # running runs on the terminal


# ------------------------------------------------------------------------------------------------- what is to be run


@dataclass
class Run:
    """One run of a sweep.

    Attributes:
        name: of its folder.
        point: the values of the grid's keys.
        config: complete; its `seed` is that of the run.
        status: waiting, running, finished, interrupted or failed.
        message: what it printed last, if it failed.
        progress: share of its budget that is used.
    """

    name: str
    point: dict[str, Any]
    config: TrainConfig
    status: str = WAITING
    message: list[str] = field(default_factory=list)
    progress: float = 0.0
    decisions: int = 0
    speed: float = 0.0


@dataclass
class Plan:
    """What a sweep consists of.

    Attributes:
        source: path or name of the config, for people.
        config: what all runs have in common; its `seed` is the first one.
        grid: key -> values.
        seeds: how many.
        runs: all of them, by point of the grid and then by seed.
    """

    source: str
    config: TrainConfig
    grid: dict[str, list[Any]]
    seeds: int
    runs: list[Run]


class StoredRun(Section):
    """A run in sweep.json."""

    name: str
    point: dict[str, Any]
    seed: int = Field(ge=0)
    status: Literal["waiting", "running", "finished", "interrupted", "failed"]
    message: list[str]


class Stored(Section):
    """The file sweep.json."""

    format: Literal[1]
    source: str
    seeds: int = Field(ge=1, le=MOST_RUNS)
    grid: dict[str, list[Any]]
    config: dict[str, Any]
    runs: list[StoredRun] = Field(min_length=1, max_length=MOST_RUNS)
    method: str
    results: list[Any]


def whole_number(option: str, text: str, low: int, high: int) -> int:
    """Return the number that `text` is; raise ConfigError in one line."""
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise ConfigError(f"{option}: got {short(text)}, allowed is a whole number from {low} to {high}")
    return int(text)


def parse_grid(settings: Sequence[str]) -> dict[str, list[Any]]:
    """Return key -> values of settings such as "ppo.gamma=0.99,1" (values in YAML); raise ConfigError in one line."""
    grid: dict[str, list[Any]] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        key, shown = key.strip(), printable(setting)
        if not equals or not all(key.split(".")):
            raise ConfigError(f"--grid {shown}: allowed is KEY=VALUE,VALUE,... (ppo.gamma=0.99,1)")
        values = parse_yaml(f"[{text}]", f"--grid {shown}")
        if not isinstance(values, list) or not values:
            raise ConfigError(f"--grid {shown}: has no values, allowed is KEY=VALUE,VALUE,...")
        for other in grid:
            if f"{key}.".startswith(f"{other}.") or f"{other}.".startswith(f"{key}."):
                raise ConfigError(f"--grid {shown}: {other!r} is there already, allowed is each key once")
        if key in ("seed", "run_folder"):
            instead = "--seeds says how many" if key == "seed" else "each run has its own"
            raise ConfigError(f"--grid {shown}: {key!r} cannot be part of a grid ({instead})")
        grid[key] = values
    return grid


def make_plan(
    source: str,
    data: dict,
    sources: Mapping[str, str],
    grid: Mapping[str, list[Any]],
    seeds: int,
    *,
    policies: bool = True,
) -> Plan:
    """Return the plan of a sweep; every point of the grid is checked.

    Args:
        source: what to call the config in messages.
        data: the config, not checked yet.
        sources: for keys of it that came from elsewhere, what to call that.
        grid: key -> values.
        seeds: how many of each point.
        policies: check the policies of other runs that it names, too. A run that has begun has copies of them.

    Raises:
        ConfigError: in one line a problem, whatever is wrong with the config or a point.
    """
    number = seeds * math.prod(len(values) for values in grid.values())
    if number > MOST_RUNS:
        raise ConfigError(f"--grid, --seeds: got {number} runs, allowed are up to {MOST_RUNS}")
    common = check_config(data, TrainConfig, source, sources)
    if common.seed + seeds - 1 > HIGHEST_SEED:
        raise ConfigError(f"--seeds: got {seeds} from seed {common.seed} on, allowed are seeds up to {HIGHEST_SEED}")
    points: list[tuple[dict[str, Any], TrainConfig]] = []
    seen: set[str] = set()
    for values in itertools.product(*grid.values()):
        point, config = _check_point(source, data, sources, dict(zip(grid, values, strict=True)))
        if point in [other for other, _ in points]:
            raise ConfigError(f"--grid {_words(point)}: is there twice, allowed is each value once")
        points.append((point, config))
        if policies:
            _check_policies(config, f"{source} with --grid {_words(point)}" if point else source, seen)
    names = _names([point for point, _ in points])
    runs = [
        Run(
            f"{name}seed-{common.seed + i}",
            point,
            config.model_copy(update={"seed": common.seed + i, "run_folder": None}),
        )
        for name, (point, config) in zip(names, points, strict=True)
        for i in range(seeds)
    ]
    return Plan(source, common, {key: list(values) for key, values in grid.items()}, seeds, runs)


def _check_point(
    source: str, data: dict, sources: Mapping[str, str], values: Mapping[str, Any]
) -> tuple[dict[str, Any], TrainConfig]:
    """Return the values of the grid's keys as the config has them, and the config."""
    data, sources = copy.deepcopy(data), dict(sources)
    for key, value in values.items():
        setting = f"{key}={json.dumps(value, ensure_ascii=False, default=str)}"
        try:
            sources[override(data, setting)] = f"--grid {printable(setting)}"
        except ConfigError as error:
            raise ConfigError(str(error).replace("--set ", "--grid ", 1)) from None
    config = check_config(data, TrainConfig, source, sources)
    check_against_game(config, f"{source} with --grid {_words(values)}" if values else source)
    plain = to_plain(config)
    return {key: _value_at(plain, key) for key in values}, config


def _check_policies(config: TrainConfig, where: str, seen: set[str]) -> None:
    """Raise ConfigError in one line if a policy of another run cannot be used; `seen`: what was checked before."""
    starts = sorted({start for start in (config.start, *(member.start for member in config.league)) if start})
    what = json.dumps([to_plain(config)[key] for key in ("game", "options", "opponents", "league", "start", "policy")])
    if what in seen:
        return
    seen.add(what)
    game = envs.get_game(config.game)
    try:
        options = game.options.complete(config.options)
        load_frozen(config, game, options, lambda number, name: name)
        columns = observed_columns(game.observation, options["num_players"], config.policy.observe)
        network = policy_kwargs(config.policy, game.observation, options["num_players"], columns)
        ahead = config.learner == "lookahead"
        for start in starts:
            check_start(network, options, policy_to_start(start, game), start, looks_ahead=ahead)
    except ValueError as error:
        raise ConfigError(f"{where}: {error}") from None


def _value_at(plain: Any, key: str) -> Any:
    for part in key.split("."):
        plain = plain[int(part)] if isinstance(plain, list) else plain[part]
    return plain


def value_text(value: Any) -> str:
    """Return a value of a config in a few characters: 0.001, true, [64, 64]."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _words(point: Mapping[str, Any]) -> str:
    return printable(" ".join(f"{key}={value_text(value)}" for key, value in point.items()))


def _names(points: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return how the folders of each point's runs begin: names that every file system takes, all different."""
    plain = []
    for point in points:
        texts = [f"{key}={value_text(value).strip('[]{}')}" for key, value in point.items()]
        plain.append(re.sub(r"_*,_*", ",", re.sub(r"[^A-Za-z0-9.,=+-]+", "_", ",".join(texts))))
    lower = [name.lower() for name in plain]
    names = []
    for point, name in zip(points, plain, strict=True):
        if len(name) > 120 or lower.count(name.lower()) > 1:
            name = f"{name[:120]}-{sha256(json.dumps(point).encode()).hexdigest()[:8]}"
        names.append(f"{name}-" if name else "")
    return names


# ----------------------------------------------------------------------------------------------- the folder of a sweep


class SweepFolder:
    """The folder of a sweep.

    Attributes:
        path: where it is.
    """

    def __init__(self, path: str | os.PathLike) -> None:
        self.path = Path(path)
        self.shown = printable(str(path))
        self._lock = RunFolder(path)
        self._made: list[Path] = []

    def stored(self) -> Stored | None:
        """Return what sweep.json says; None if there is none. Raises ValueError in one line if it is damaged."""
        place = self.path / SWEEP
        try:
            if not place.is_file():
                return None
        except (OSError, ValueError) as error:
            raise ValueError(f"--run-folder: got {self.shown}, which cannot be used ({reason(error)})") from None
        return check_config(read_json(place), Stored, printable(str(place)))

    def check_free(self, *, overwrite: bool) -> None:
        """Raise ValueError if something is here already, unless it is a sweep and may be overwritten."""
        if not is_taken(self.path, "--run-folder"):
            return
        if not (self.path / SWEEP).is_file():
            kind = "a single run" if (self.path / CONFIG).is_file() else "not empty and no sweep"
            raise ValueError(f"{self.shown}: is {kind}, choose another place for the sweep with --run-folder")
        if not overwrite:
            raise ValueError(
                f"{self.shown}: there is a sweep already; --resume goes on with it, --overwrite deletes it and all its "
                f"runs, --run-folder chooses another place"
            )

    def take(self) -> None:
        """Make the folder if needed, and keep other sweeps out of it until this process ends."""
        self._made = make_folder(self.path, "--run-folder")
        self._lock._take()

    def delete(self) -> None:
        """Delete the sweep that is here and the folders of its runs; raise ValueError if one of them is running."""
        stored = self.stored()
        folders = [self.path / run.name for run in stored.runs] if stored else []
        for folder in folders:
            if (folder / LOCK).exists():
                lock = RunFolder(folder)
                lock._take()
                lock.close()
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(self.path / OWN, ignore_errors=True)
        for name in (MARKDOWN, SWEEP):
            (self.path / name).unlink(missing_ok=True)

    def close(self) -> None:
        """Let others use the folder; one that was made for nothing is removed."""
        self._lock.close()
        if self._made and not (self.path / SWEEP).exists():
            (self.path / LOCK).unlink(missing_ok=True)
            remove_folders(self._made)


def take_up(plan: Plan, stored: Stored, folder: SweepFolder) -> None:
    """Let the runs of a plan go on from what is in the folder: finished ones stay as they are.

    Raises:
        ValueError: in one line, if the folder has runs that the plan has not, or that were started with something else.
    """
    names = {run.name for run in plan.runs}
    for earlier in stored.runs:
        if earlier.name not in names:
            raise ValueError(
                f"{folder.shown}: the sweep has a run {earlier.name!r} that would be left out; --resume can add seeds "
                f"and values, not take any away"
            )
    for run in plan.runs:
        place = folder.path / run.name
        if (place / CONFIG).is_file():
            where = printable(str(place / CONFIG))
            started = check_config(parse_yaml(read_text(place / CONFIG), where), TrainConfig, where)
            _check_same_run(started, run.config, where)
            if (place / EVALUATION).is_file() and started == run.config:
                run.status, run.progress = FINISHED, 1.0
        elif place.is_dir() and {entry.name for entry in place.iterdir()} <= _BEFORE_A_RUN_IS_WHOLE:
            shutil.rmtree(place)  # killed while it was set up


def _check_same_run(started: TrainConfig, wanted: TrainConfig, where: str) -> None:
    from training.train_command import check_same_run

    check_same_run(started, wanted, where)


# ------------------------------------------------------------------------------------------------------------ running


class Sweep:
    """A sweep in its folder.

    Args:
        plan: what to run.
        folder: taken by this process.
    """

    def __init__(self, plan: Plan, folder: SweepFolder) -> None:
        self.plan, self.folder = plan, folder
        self.runs = {run.name: run for run in plan.runs}
        self.own = folder.path / OWN
        self.own.mkdir(exist_ok=True)
        self.work_done = self.time_taken = 0.0  # shares of budgets, and seconds of one worker, for the estimate
        self.evaluations: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        self.begun: dict[str, tuple[float, float]] = {}  # when a running one was started, and how far it was then
        self.write()

    def run(self, workers: Workers) -> bool:
        """Run what is not finished; return whether it was interrupted."""
        waiting = deque(run for run in self.plan.runs if run.status != FINISHED)
        for run in waiting:
            run.status = WAITING
        stops, looked = 0, 0.0
        with _interruptions() as asked, _display(self) as show:
            try:
                while waiting or self.begun:
                    if stops < len(asked):
                        stops += 1
                        waiting.clear()
                        workers.stop()
                        show(f"stopping {len(self.begun)} runs with a checkpoint each (Ctrl-C again: at once) ...")
                    while waiting and len(self.begun) < workers.room():
                        self._start(waiting.popleft(), workers)
                    for name, code in workers.ended():
                        show(self._end(self.runs[name], code))
                    if time.monotonic() - looked >= _LOOK_EVERY:
                        looked = time.monotonic()
                        self._look()
                        show(None, workers.room())
                    time.sleep(_POLL)
            finally:
                if self.begun:  # something went wrong here: leave no process behind
                    workers.stop()
        return stops > 0

    def _start(self, run: Run, workers: Workers) -> None:
        """Start a run, or have it go on from its newest checkpoint."""
        config = self.own / f"{run.name}.yaml"
        write_whole(config, dump_config(run.config))
        place = (self.folder.path / run.name).absolute()
        command = [str(TRAIN), "--config", str(config.absolute())]
        command += ["--run-folder", str(place)]
        if (place / CONFIG).is_file():
            command.append("--resume")
            self._look_at(run)
        log = (self.own / f"{run.name}.log").absolute()
        log.unlink(missing_ok=True)
        run.status, run.message = RUNNING, []
        self.begun[run.name] = time.monotonic(), run.progress
        workers.start(run.name, command, log)
        self.write()

    def _end(self, run: Run, code: int) -> str:
        """Note how a run ended; return it in a line."""
        began, before = self.begun.pop(run.name)
        self._look_at(run)
        self.time_taken += time.monotonic() - began
        self.work_done += run.progress - before
        if code == 0 and (self.folder.path / run.name / EVALUATION).is_file():
            run.status, run.progress = FINISHED, 1.0
        elif code in _STOPPED:
            run.status = BROKEN_OFF
        else:
            run.status = WENT_WRONG
            run.message = last_lines(self.own / f"{run.name}.log")
            run.message.append(f"exit code {code}" if code >= 0 else f"ended by signal {-code}")
        self.write()
        return "\n    ".join([f"{run.name}: {run.status}", *run.message])

    def _look(self) -> None:
        for name in self.begun:
            self._look_at(self.runs[name])

    def _look_at(self, run: Run) -> None:
        """Take in how far a run says it is."""
        row = last_row(self.folder.path / run.name / METRICS)
        with contextlib.suppress(KeyError, TypeError):
            budget, used = run.config.budget, row["decisions"] / run.config.budget.decisions
            if budget.minutes:
                used = max(used, row["seconds"] / 60 / budget.minutes)
            run.decisions, run.speed = row["decisions"], row["decisions"] / max(row["seconds"], 1e-9)
            run.progress = min(used, 1.0)

    def count(self, status: str) -> int:
        """Return how many runs are in this state."""
        return sum(run.status == status for run in self.plan.runs)

    def progress(self) -> float:
        """Return which share of all budgets is used."""
        return sum(run.progress for run in self.plan.runs) / len(self.plan.runs)

    def seconds_left(self, room: int) -> float | None:
        """Return how long it still takes with `room` workers; None while nothing is known."""
        now = time.monotonic()
        work = self.work_done + sum(self.runs[name].progress - before for name, (_, before) in self.begun.items())
        taken = self.time_taken + sum(now - began for began, _ in self.begun.values())
        left = [1 - run.progress for run in self.plan.runs if run.status in (WAITING, RUNNING)]
        if work <= 0 or not left:
            return None
        return max(max(left), sum(left) / min(room, len(left))) * taken / work

    def write(self) -> None:
        """Write sweep.json."""
        data = {
            "format": FORMAT,
            "source": self.plan.source,
            "seeds": self.plan.seeds,
            "grid": self.plan.grid,
            "config": to_plain(self.plan.config),
            "runs": [
                {
                    "name": run.name,
                    "point": run.point,
                    "seed": run.config.seed,
                    "status": run.status,
                    "message": run.message,
                }
                for run in self.plan.runs
            ],
            "method": METHOD,
            "results": self.results(),
        }
        write_whole(self.folder.path / SWEEP, json.dumps(data, indent=1, ensure_ascii=False) + "\n")

    # Results ---------------------------------------------------------------------------------------------------------

    def results(self) -> list[dict[str, Any]]:
        """Return a row for each point of the grid and each opponent, over the runs that are finished."""
        rows: dict[tuple[str, ...], dict[str, Any]] = {}
        for run in self.plan.runs:
            if run.status != FINISHED:
                continue
            for member, result in self._evaluations(run):
                who = {"member": member} if member else {}
                row = rows.setdefault(
                    (json.dumps(run.point), member, result["against"]),
                    {"point": run.point, **who, "against": result["against"], "seeds": []}
                    | {"games": [], "win_rate": [], "mean_return": []},
                )
                row["seeds"].append(run.config.seed)
                for key in ("games", "win_rate", "mean_return"):
                    row[key].append(result[key])
        for row in rows.values():
            row["win_rate"] = share_over_seeds(row["win_rate"], row["games"])
            row["mean_return"] = over_seeds(row["mean_return"])
            row["games"] = sum(row["games"])
        return list(rows.values())

    def _evaluations(self, run: Run) -> list[tuple[str, dict[str, Any]]]:
        """Return (name of the learner, "" if there is one, and row) for each row of a run's evaluation."""
        if run.name not in self.evaluations:
            data = read_json(self.folder.path / run.name / EVALUATION)
            league = run.config.league
            learners = {league[0].name if league else "": data["results"], **data.get("members", {})}
            self.evaluations[run.name] = [(name, row) for name, rows in learners.items() for row in rows]
        return self.evaluations[run.name]


def over_seeds(values: Sequence[float], lowest: float = -math.inf, highest: float = math.inf) -> dict[str, Any]:
    """Return mean, low, high (95 % by Student's t, cut to [lowest, highest]; None for a single value) and values."""
    from scipy.special import stdtrit  # quantiles of t

    mean, low, high = float(np.mean(values)), None, None
    if len(values) > 1:
        spread = float(np.std(values, ddof=1)) / math.sqrt(len(values))
        half = float(stdtrit(len(values) - 1, (1 + CONFIDENCE) / 2)) * spread
        low, high = round(max(mean - half, lowest), 6), round(min(mean + half, highest), 6)
    return {"mean": round(mean, 6), "low": low, "high": high, "values": list(values)}


def share_over_seeds(values: Sequence[float], games: Sequence[int]) -> dict[str, Any]:
    """Return the same for shares of so many games each; the interval is the wider of Student's and Wilson's over all.

    Student's alone would have no width where all seeds came out level, however few their games.
    """
    result = over_seeds(values, 0.0, 1.0)
    wins = round(sum(value * number for value, number in zip(values, games, strict=True)), 2)  # files round shares
    low, high = wilson(min(wins, sum(games)), sum(games))
    known = [end for end in (result["low"], result["high"]) if end is not None]
    result["low"] = round(min(low, result["mean"], *known), 6)
    result["high"] = round(max(high, result["mean"], *known), 6)
    return result


def last_row(path: Path) -> dict[str, Any]:
    """Return the last whole line of a file of JSON lines; {} if there is none."""
    try:
        with open(path, "rb") as file:
            file.seek(max(0, path.stat().st_size - 2**16))
            lines = file.read().split(b"\n")
    except OSError:
        return {}
    for line in reversed(lines[:-1]):
        with contextlib.suppress(ValueError):
            row = json.loads(line)
            return row if isinstance(row, dict) else {}
    return {}


def last_lines(log: Path) -> list[str]:
    """Return the last lines of what a run printed, each printable."""
    try:
        text = log.read_bytes().decode("utf-8", "backslashreplace")
    except OSError:
        return []
    return [printable(line) for line in text.splitlines() if line.strip()][-_LAST_LINES:]


@contextlib.contextmanager
def _interruptions() -> Iterator[list[int]]:
    """Give a list that grows with each Ctrl-C and each signal that asks to end."""
    asked: list[int] = []
    if threading.current_thread() is not threading.main_thread():  # only the main thread hears signals
        yield asked
        return
    numbers = [signal.SIGINT, signal.SIGTERM] + ([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])
    before = {n: signal.getsignal(n) for n in numbers if signal.getsignal(n) is not signal.SIG_IGN}  # nohup stays
    for number in before:
        signal.signal(number, lambda number, frame: asked.append(number))
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# ------------------------------------------------------------------------------------------------------------- showing


def _summary(sweep: Sweep, room: int) -> str:
    from training.train_command import _clock

    counts = [f"{sweep.count(FINISHED)} of {len(sweep.plan.runs)} finished", f"{sweep.count(RUNNING)} running"]
    if sweep.count(WENT_WRONG):
        counts.append(f"{sweep.count(WENT_WRONG)} failed")
    speed = sum(sweep.runs[name].speed for name in sweep.begun)
    left = sweep.seconds_left(room)
    time_left = f", {_clock(left)} left" if left is not None else ""
    return f"{sweep.progress():4.0%}  {', '.join(counts)}, {speed:,.0f} decisions/s{time_left}"


@contextlib.contextmanager
def _display(sweep: Sweep) -> Iterator[Callable[..., None]]:
    """Give a function that shows a message, or how far all are: a live table on a terminal, lines elsewhere."""
    console = Console()
    if not console.is_terminal:
        shown = [-math.inf]

        def lines(message: str | None, room: int = 1) -> None:
            if message is not None:
                print(message, flush=True)
            elif time.monotonic() - shown[0] >= _LINE_EVERY:
                shown[0] = time.monotonic()
                print(_summary(sweep, room), flush=True)

        yield lines
        return

    with Live(console=console, auto_refresh=False, transient=True) as live:

        def table(message: str | None, room: int = 1) -> None:
            if message is not None:
                console.print(Text(message))
                return
            sheet = Sheet(box=box.SIMPLE_HEAD)
            for heading in ("run", "", "decisions", "decisions/s"):
                sheet.add_column(heading, justify="left" if heading == "run" else "right", overflow="fold")
            running = [sweep.runs[name] for name in sweep.begun]
            for run in running[:_ROWS_SHOWN]:
                sheet.add_row(escape(run.name), f"{run.progress:.0%}", f"{run.decisions:,}", f"{run.speed:,.0f}")
            more = [Text(f"and {len(running) - _ROWS_SHOWN} more")] if len(running) > _ROWS_SHOWN else []
            live.update(Group(sheet, *more, Text(_summary(sweep, room))), refresh=True)

        yield table


def _lines(sweep: Sweep) -> tuple[list[str], list[list[str]]]:
    """Return (headings, a line of texts for each row of the results)."""
    rows = sweep.results()
    members = any("member" in row for row in rows)
    headings = [*sweep.plan.grid, *(["member"] if members else []), "against", "seeds"]
    headings += ["win rate %", "95 % interval", "mean return", "95 % interval"]

    def interval(entry: Mapping[str, Any], show: str, factor: int) -> str:
        if entry["low"] is None:
            return "one seed"
        return f"{entry['low'] * factor:{show}} to {entry['high'] * factor:{show}}"

    lines = []
    for row in rows:
        line = [value_text(row["point"][key]) for key in sweep.plan.grid]
        line += [row.get("member", "")] if members else []
        line += [row["against"], str(len(row["seeds"]))]
        line += [f"{row['win_rate']['mean'] * 100:.1f}", interval(row["win_rate"], ".1f", 100)]
        line += [f"{row['mean_return']['mean']:+.3f}", interval(row["mean_return"], "+.3f", 1)]
        lines.append(line)
    return headings, lines


def as_markdown(sweep: Sweep) -> str:
    """Return the results as a Markdown table that says what was run."""
    headings, lines = _lines(sweep)
    plan = sweep.plan
    first = plan.config.seed
    seeds = f"seeds {first} to {first + plan.seeds - 1}" if plan.seeds > 1 else f"seed {first}"
    text = [f"{plan.source}, {seeds}; evaluation at the end of each run, {METHOD}."]
    not_finished = len(plan.runs) - sweep.count(FINISHED)
    if not_finished:
        text += ["", f"**{not_finished} of {len(plan.runs)} runs are not finished.**"]
    if lines:
        text += ["", f"| {' | '.join(headings)} |", "|" + "---|" * len(headings)]
        text += [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
    return "\n".join(text) + "\n"


def show_results(sweep: Sweep) -> None:
    """Print the table, and what was not finished."""
    headings, lines = _lines(sweep)
    if lines:
        console = Console()
        if not console.is_terminal:
            console.width = 150
        sheet = Sheet(box=box.SIMPLE_HEAD, title=METHOD, title_justify="left", title_style="")
        for number, heading in enumerate(headings):
            sheet.add_column(escape(heading), justify="left" if number <= len(sweep.plan.grid) else "right")
        for line in lines:
            sheet.add_row(*map(escape, line))
        console.print(sheet)
    for run in sweep.plan.runs:
        if run.status == WENT_WRONG:
            print(f"failed: {run.name}; {sweep.own / f'{run.name}.log'} has what it printed")


# -------------------------------------------------------------------------------------------------------- command line


def is_asked_for(arguments: argparse.Namespace) -> bool:
    """Return whether a command line of train.py is about several runs."""
    if arguments.seeds is not None or arguments.grid or arguments.jobs is not None or arguments.ray is not None:
        return True
    with contextlib.suppress(OSError, ValueError):
        return bool(arguments.resume and arguments.run_folder and (Path(arguments.run_folder) / SWEEP).is_file())
    return False


def main(arguments: argparse.Namespace) -> int:
    """Run a sweep; return 0, 1 if a run failed, 2 after a mistake of the user's, 130 when interrupted."""
    folder: SweepFolder | None = None
    ray: RayWorkers | None = None
    try:
        jobs = whole_number("--jobs", arguments.jobs, 1, MOST_THREADS) if arguments.jobs is not None else None
        if arguments.ray is not None:
            check_ray(arguments.ray)
        plan, stored, folder = prepare(arguments)
        threads = max(run.config.tables.threads for run in plan.runs)
        folder.take()
        if stored is not None and not arguments.overwrite:
            take_up(plan, stored, folder)
        if arguments.ray is not None:
            gpus = int(any(run.config.device.startswith("cuda") for run in plan.runs))
            own = (folder.path / OWN).absolute()
            ray = RayWorkers(arguments.ray, jobs, threads, gpus, own)
        if arguments.overwrite:
            folder.delete()
        sweep = Sweep(plan, folder)
        return _carry_out(sweep, ray or LocalWorkers(jobs or max(1, cores() // threads)))
    except (ValueError, RecursionError) as error:
        print(error, file=sys.stderr)
    except OSError as error:
        where = printable(str(error.filename or (folder.path if folder else "a file")))
        print(f"{where}: cannot be written or read ({reason(error)})", file=sys.stderr)
    finally:
        if ray is not None:
            ray.close()
        if folder is not None:
            folder.close()
    return BAD_INPUT


def prepare(arguments: argparse.Namespace) -> tuple[Plan, Stored | None, SweepFolder]:
    """Return plan, what is stored of it, and folder of the sweep that is asked for; raise ValueError for a mistake.

    On --resume, whatever is not given is as it was.
    """
    from training.train_command import default_folder  # which imports this module

    if arguments.resume and arguments.overwrite:
        raise ValueError("--resume and --overwrite: got both, allowed is one of them")
    if arguments.config is None and not (arguments.resume and arguments.run_folder):
        raise ValueError("--config: is missing (with --resume, --run-folder is enough)")
    if arguments.run_folder == "":
        raise ValueError("--run-folder: got '', allowed is the path of a folder")
    seeds = whole_number("--seeds", arguments.seeds, 1, MOST_RUNS) if arguments.seeds is not None else None
    grid = parse_grid(arguments.grid)
    source, data, place = "", {}, arguments.run_folder
    if arguments.config is not None:
        source = printable(arguments.config)
        data = parse_yaml(read_config(arguments.config), source)
        data = {} if data is None else data
        if not isinstance(data, dict):
            raise ConfigError(f"{source}: got {short(data)}, allowed are keys with values (key: value)")
        sources = _override_all(data, arguments.set)
        told = data.get("run_folder")
        place = place or (told if isinstance(told, str) and told else f"{default_folder(arguments.config)}-sweep")
    folder = SweepFolder(place)
    stored = folder.stored() if arguments.resume or arguments.overwrite else None
    if not arguments.resume:
        folder.check_free(overwrite=arguments.overwrite)
    elif stored is None:
        raise ValueError(f"{folder.shown}: there is no sweep to resume")
    else:
        if arguments.config is None:
            source, data = stored.source, copy.deepcopy(stored.config)
            sources = _override_all(data, arguments.set)
        seeds = stored.seeds if seeds is None else seeds
        grid = grid or stored.grid
    return make_plan(source, data, sources, grid, seeds or 1, policies=not arguments.resume), stored, folder


def _override_all(data: dict, settings: Sequence[str]) -> dict[str, str]:
    """Write settings into `data`; return for each key what to call its source."""
    return {override(data, setting): f"--set {printable(setting)}" for setting in settings}


def _carry_out(sweep: Sweep, workers: Workers) -> int:
    """Run a sweep, write and show its results; return the exit code."""
    runs, left = len(sweep.plan.runs), len(sweep.plan.runs) - sweep.count(FINISHED)
    points = len(sweep.plan.runs) // sweep.plan.seeds
    print(
        f"{sweep.plan.source}: {runs} runs ({points} of the grid x {sweep.plan.seeds} seeds), {left} to go, "
        f"{min(workers.room(), max(left, 1))} at a time; folder: {sweep.folder.path}",
        flush=True,
    )
    interrupted = sweep.run(workers)
    sweep.write()
    write_whole(sweep.folder.path / MARKDOWN, as_markdown(sweep))
    show_results(sweep)
    path = shlex.quote(str(sweep.folder.path))
    if sweep.count(FINISHED):
        page = f"python training/report.py {path}/*/ --output {path}/report.html"
        print(f"written to {sweep.folder.path / SWEEP}; report: {page}")
    if sweep.count(FINISHED) == runs:
        return 0
    print(f"{sweep.count(FINISHED)} of {runs} runs are finished. To go on: --resume --run-folder {path}")
    return INTERRUPTED if interrupted else FAILED
