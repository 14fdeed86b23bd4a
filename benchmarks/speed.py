"""Measure decisions per second on one core, beside the peers that are installed.

    python benchmarks/speed.py                    the table
    python benchmarks/speed.py --markdown         the same as Markdown
    python benchmarks/speed.py --json FILE        the figures, with everything needed to compare them
    python benchmarks/speed.py --update FILE      put the Markdown between the speed marks of FILE (README.md)

A decision is counted when the mask of legal actions and the observation of the seat to act have been made and a random
legal action has been taken; starting new games is part of the time. Every figure is the median of several runs, pinned
to one core where the system allows it, by the time that the process had of it: so other work on the machine disturbs
little, and how much of the core it had is reported too. Peers are driven by the same lines as our own face of that
kind. It reports, and never judges.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that the file runs from a checkout without installing

import envs

OURS, PEER = "manorfarm", "peer"
BEGIN_MARK, END_MARK = "<!-- speed: begin -->", "<!-- speed: end -->"
PEER_TYPES = ("connect_four_v3", "leduc_holdem_v4", "tictactoe_v3", "rps_v2", "texas_holdem_v4", "chess_v6")
VERSIONS_OF = ("numpy", "numba", "gymnasium", "pettingzoo", "rlcard", "open_spiel")
READY = {
    "vector face": "import envs; envs.make_vec({game!r}, num_games=1).reset()",
    "PettingZoo": "import envs, pettingzoo; pettingzoo.make('aec', 'manorfarm/{game}-v0').reset(seed=1)",
}


@dataclass
class Row:
    """One measured way to play.

    Attributes:
        name: what was driven.
        group: `OURS` or `PEER`.
        what: how it was driven, in one line.
        rates: decisions per second of processor time, of each run.
        share: lowest share of the core that a run had: processor time by time on the clock.
        note: why there are no rates, if there are none.
    """

    name: str
    group: str
    what: str
    rates: list[float] = field(default_factory=list)
    share: float = 1.0
    note: str = ""

    @property
    def rate(self) -> float:
        """Median of the runs, 0 if there are none."""
        return statistics.median(self.rates) if self.rates else 0.0


Runner = Callable[[float], tuple[int, float]]
"""Plays for about so many seconds of processor time; returns (decisions, seconds)."""


def timed(burst: Callable[[], int]) -> Runner:
    """Return a runner that repeats `burst`, which returns the decisions it took."""

    def run(seconds: float) -> tuple[int, float]:
        decisions, start = 0, time.process_time()
        while (now := time.process_time() - start) < seconds:
            decisions += burst()
        return decisions, now

    return run


def playouts(name: str, players: int) -> Runner:
    """Random games inside compiled code."""
    from envs.core.compiling import new_states

    game = envs.get_game(name)
    options = game.options.encode(game.options.complete({"num_players": players}))
    states = new_states(game.dtype, 1)
    generator = np.array([1], np.uint64)
    game.rules.reset(states[0], options, generator[0])
    mask = np.zeros(game.actions.size(players), np.int8)
    features = np.zeros(game.observation.size(players), np.int8)
    totals = np.zeros(2, np.int64)

    def burst() -> int:
        game.loops.play_out(states, 0, options, 20_000, generator, mask, features, totals)
        return 20_000

    return timed(burst)


def vector(name: str, players: int, num_games: int) -> Runner:
    """Arrays in, arrays out: NumPy chooses."""
    tables = envs.make_vec(name, num_games=num_games, num_players=players).reset(seed=1)
    generator = np.random.default_rng(1)

    def burst() -> int:
        tables.step(tables.sample(generator))
        return num_games

    return timed(burst)


def any_legal(mask: np.ndarray, rng: random.Random) -> int:
    """Return a random legal action, in a way that costs next to nothing."""
    legal = mask.nonzero()[0]
    return int(legal[int(rng.random() * len(legal))])


def aec(env: Any) -> Runner:
    """The loop of PettingZoo's documentation, with the mask from the observation or the infos."""
    rng = random.Random(1)
    seeds = iter(range(1, 1 << 62))

    def burst() -> int:
        decisions = 0
        env.reset(seed=next(seeds))
        for agent in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            if isinstance(observation, dict):
                action = any_legal(observation["action_mask"], rng)
            elif "action_mask" in info:
                action = any_legal(info["action_mask"], rng)
            else:
                action = int(rng.random() * env.action_space(agent).n)
            env.step(action)
            decisions += 1
        return decisions

    return timed(burst)


def single(env: Any) -> Runner:
    """The loop of Gymnasium's documentation; only the learner's decisions count, its opponents play besides."""
    rng = random.Random(1)
    seeds = iter(range(1, 1 << 62))

    def burst() -> int:
        decisions, over = 0, False
        _, info = env.reset(seed=next(seeds))
        while not over:
            _, _, terminated, truncated, info = env.step(any_legal(info["action_mask"], rng))
            decisions += 1
            over = terminated or truncated
        return decisions

    return timed(burst)


def open_spiel(name: str) -> Runner:
    """An OpenSpiel game through Python, in its fastest way: the observation goes into one buffer, not into a list."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    rng = random.Random(1)

    def burst() -> int:
        decisions, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            legal = state.legal_actions()
            observation.set_from(state, state.current_player())
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return timed(burst)


def pettingzoo_classic(name: str) -> Runner:
    """A PettingZoo classic game as its `env()` makes it."""
    return aec(importlib.import_module(f"pettingzoo.classic.{name}").env())


def runners(name: str) -> Iterator[tuple[Row, Callable[[], Runner]]]:
    """Yield what is measured, with how to set it up."""
    import gymnasium

    game = envs.get_game(name)
    usual = game.options.complete({})["num_players"]
    counts = sorted({game.minimum, min(4, game.maximum), usual, game.maximum})
    for players in counts:
        what = "random games inside compiled code, one table"
        yield (
            Row(f"compiled playouts, {players} players", OURS, what),
            lambda players=players: playouts(name, players),
        )
    for players in counts:
        what = "make_vec: 1,024 tables, one thread, actions chosen by NumPy; int8 features"
        yield (
            Row(f"vector face, {players} players", OURS, what),
            lambda players=players: vector(name, players, 1024),
        )
    module = importlib.import_module(f"envs.{name}")
    what = "env(): agent_iter, last, step, one table; float32 observation"
    yield Row(f"AEC face, {usual} players", OURS, what), lambda: aec(module.env(num_players=usual))
    what = "gymnasium.make: reset, step; learner's decisions only, a random opponent plays besides"
    gym_id = f"manorfarm/{name.title().replace('_', '')}-v0"
    yield (
        Row(f"Gymnasium face, {usual} players", OURS, what),
        lambda: single(gymnasium.make(gym_id, num_players=usual)),
    )
    for peer in PEER_TYPES:
        what = "PettingZoo, env(): the same loop as our AEC face"
        yield Row(f"PettingZoo {peer}", PEER, what), lambda peer=peer: pettingzoo_classic(peer)
    what = "C++ through Python: legal_actions, observation.set_from, apply_action"
    yield Row("OpenSpiel hearts", PEER, what), lambda: open_spiel("hearts")


def measure(name: str, seconds: float, repeats: int, peers: bool) -> list[Row]:
    """Measure everything for `repeats` runs of `seconds`; a peer that cannot be imported gets a note instead."""
    rows = []
    for row, set_up in runners(name):
        if row.group == PEER and not peers:
            continue
        print(f"  {row.name} ...", file=sys.stderr, flush=True)
        rows.append(row)
        try:
            run = set_up()
            run(seconds / 5)  # caches and branch predictors warm up
        except Exception as error:
            if row.group != PEER:
                raise
            row.note = f"not measured: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            continue
        for _ in range(repeats):
            start = time.perf_counter()
            decisions, spent = run(seconds)
            row.rates.append(decisions / spent)
            row.share = min(row.share, spent / (time.perf_counter() - start))
    return rows


def start_times(name: str, first_use: bool) -> dict[str, float]:
    """Return the seconds that fresh processes need from their start until the first decision can be taken.

    First use compiles the game into an empty folder; later starts find it there.
    """
    result = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ)
        if first_use:
            environment["MANORFARM_CACHE_DIR"] = folder
        for face, code in READY.items():
            command = [sys.executable, "-c", code.format(game=name)]
            for kind in ["first use", "later start"] if first_use and face == "vector face" else ["later start"]:
                print(f"  {kind}, {face} ...", file=sys.stderr, flush=True)
                start = time.perf_counter()
                subprocess.run(
                    command,
                    check=True,
                    env=environment,
                    cwd=Path(__file__).resolve().parents[1],
                    capture_output=True,
                )
                result[f"{kind}, {face}"] = time.perf_counter() - start
    return result


def machine(packages: Iterable[str] = VERSIONS_OF) -> dict[str, Any]:
    """Return what the figures depend on besides the code, with the versions of those `packages` that are installed."""
    versions = {}
    for package in packages:
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    processor = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        processor = names[0].split(":", 1)[1].strip() if names else processor
    return {
        "processor": processor,
        "cores": os.cpu_count(),
        "load_at_start": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "system": platform.platform(terse=True),
        "versions": versions,
    }


def figures(rows: list[Row]) -> tuple[list[str], list[list[str]]]:
    """Return headings and cells of the table: rates, spread, and how many times each measured peer that is."""
    peers = [row for row in rows if row.group == PEER and row.rates]
    shown = [row for row in peers if row.name.split()[-1] in ("connect_four_v3", "leduc_holdem_v4", "hearts")]
    headings = ["what", "decisions/s", "lowest - highest run"]
    headings += [f"x {row.name.split()[-1].removesuffix('_v3').removesuffix('_v4')}" for row in shown]
    table = []
    for row in rows:
        if not row.rates:
            table.append([row.name, "-", row.note, *("" for _ in shown)])
            continue
        spread = f"{min(row.rates):,.0f} - {max(row.rates):,.0f}"
        ratios = [f"{row.rate / peer.rate:,.1f}" if row.group == OURS else "" for peer in shown]
        table.append([row.name, f"{row.rate:,.0f}", spread, *ratios])
    return headings, table


def fastest_classic(rows: list[Row]) -> str:
    """Return a line that sets our AEC face beside the fastest PettingZoo game, or "" without one."""
    classic = [row for row in rows if row.name.startswith("PettingZoo") and row.rates]
    own = [row for row in rows if row.name.startswith("AEC")]
    if not classic or not own:
        return ""
    best = max(classic, key=lambda row: row.rate)
    times = own[0].rate / best.rate
    return f"The AEC face takes {times:.1f} times the decisions of the fastest of them, {best.name}."


def describe(report: dict[str, Any], rows: list[Row], markdown: bool) -> str:
    """Return the report in words and tables."""
    headings, table = figures(rows)
    where = report["machine"]
    setting = report["setting"]
    lines = [
        f"Game: {report['title']}. One core of {where['cores']} ({where['processor']}), Python {where['python']}, "
        + ", ".join(f"{package} {version}" for package, version in where["versions"].items())
        + f". Median of {setting['repeats']} runs of {setting['seconds']:g} s of processor time; the runs had at least "
        f"{min((row.share for row in rows if row.rates), default=1.0):.0%} of the core.",
        "",
    ]
    if markdown:
        lines += ["| " + " | ".join(headings) + " |", "|---|" + "---:|" * (len(headings) - 1)]
        lines += ["| " + " | ".join(row) + " |" for row in table]
    else:
        widths = [max(len(row[i]) for row in [headings, *table]) for i in range(len(headings))]
        for cells in [headings, *table]:
            aligned = [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
            lines.append("  ".join([cells[0].ljust(widths[0]), *aligned]).rstrip())
    lines += ["", "How each was driven:", ""]
    driven: dict[str, list[str]] = {}
    for row in rows:
        name = row.name.split(",")[0]
        names = driven.setdefault(row.what, [])
        if name not in names:
            names.append(name)
    lines += [f"- {', '.join(names)}: {what}." for what, names in driven.items()]
    lines += [
        "",
        "A decision counts when mask and observation were made and a random legal action was taken; new games are part "
        "of the time. Peers are other games, of other sizes: a ratio says how long an experiment takes, no more.",
    ]
    if line := fastest_classic(rows):
        lines.append(line)
    if report["start"]:
        lines += ["", "Seconds from the start of a process until the first decision can be taken:", ""]
        lines += [f"- {kind}: {seconds:.1f} s" for kind, seconds in report["start"].items()]
    return "\n".join(lines)


def update(path: Path, text: str, marks: tuple[str, str] = (BEGIN_MARK, END_MARK)) -> None:
    """Put `text` between the marks of the file at `path`; raise ValueError if it does not have each once."""
    begin, end = marks
    old = path.read_text(encoding="utf-8")
    if old.count(begin) != 1 or old.count(end) != 1:
        raise ValueError(f"{path}: needs the lines {begin} and {end}, once each")
    before, rest = old.split(begin)
    after = rest.split(end)[1]
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--game", default="nineteen61", choices=envs.GAMES)
    parser.add_argument("--seconds", type=float, default=3.0, help="length of a run (default 3)")
    parser.add_argument("--repeats", type=int, default=5, help="runs of each (default 5)")
    parser.add_argument("--quick", action="store_true", help="one run of 0.05 s each, first use left out: to try it")
    parser.add_argument("--no-peers", action="store_true", help="leave the peers out")
    parser.add_argument("--no-start", action="store_true", help="leave the start times out")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    parser.add_argument("--update", type=Path, metavar="FILE", help="put the Markdown between the speed marks of FILE")
    chosen = parser.parse_args(arguments)
    seconds, repeats = (0.05, 1) if chosen.quick else (chosen.seconds, chosen.repeats)
    if seconds <= 0 or repeats < 1:
        parser.error("--seconds must be above 0 and --repeats at least 1")

    report: dict[str, Any] = {
        "game": chosen.game,
        "title": envs.get_game(chosen.game).title,
        "setting": {"seconds": seconds, "repeats": repeats},
        "machine": machine(),
    }
    report["start"] = {} if chosen.no_start else start_times(chosen.game, first_use=not chosen.quick)
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else None
    try:
        if allowed:
            os.sched_setaffinity(0, {max(allowed)})
        rows = measure(chosen.game, seconds, repeats, not chosen.no_peers)
    finally:
        if allowed:
            os.sched_setaffinity(0, allowed)
    report["rows"] = [{**asdict(row), "rate": row.rate} for row in rows]
    print(describe(report, rows, chosen.markdown))
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if chosen.update:
        update(chosen.update, describe(report, rows, markdown=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
