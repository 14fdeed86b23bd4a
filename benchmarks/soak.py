"""Play millions of random decisions and look for anything that should not be.

    NUMBA_BOUNDSCHECK=1 python benchmarks/soak.py --decisions 10000000

Many tables run at once, over all numbers of players and the options that change the rules. Looked at:

* every decision: the mask offers something, and the chosen action is accepted; with NUMBA_BOUNDSCHECK=1 every index of
  the compiled rules is inside its array; how much of each finite capacity is in use;
* sampled decisions: the invariants of the game (`GAME.check`: conservation of cards and the like), and every feature
  within the bounds that the layout declares;
* every game: whether it was cut by its limit of turns.

Prints a table and returns 1 if a capacity was reached. An invariant that is broken ends the run with its message, the
setting, the seed and the decision, which are enough to see it again.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that the file runs from a checkout without installing

import envs
from envs.core.game import Game
from envs.core.vector import VectorGames

TABLES = 512
# Tables at once where games are long: otherwise few would come to their end.
LONG = {"animal_farm": 64, "farms_race": 64}
CHEAP = {"spy": {"wheat": 1}, "nuke": {"weapons": 1}}  # so that more of them are played
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "nineteen61": [{"pairing": "default"}, {"pairing": "random"}],
    "animocrazy": [
        {},
        {"talk": True},
        {"voracious": True},
        {"carte_blanche": True},
        {"voracious": True, "carte_blanche": True, "talk": True},
    ],
    "animal_farm": [
        {},
        {"rounds": 9, "moods": "growing"},
        {"rounds": 9, "talk": 3, "offers": 4},
        {"talk": 0, "mood_deck": "printed", "actions": "printed"},
    ],
    "farms_race": [
        {"num_players": 2, "scenario": 1},
        {"num_players": 2, "scenario": 2},
        {"num_players": 2, "scenario": 3},
        {"num_players": 3, "map": "3p_large"},
        {"num_players": 4, "map": "4p_large"},
        {"num_players": 5, "map": "5p_small"},
        {"mutations": "all", "talk": 3, "offers": 3},
        {"mutations": "all", "costs": CHEAP},
    ],
}
"""Options that change the rules, for each game; each is played with every number of players that it does not name."""


@dataclass(frozen=True)
class Capacity:
    """Something that the state has finite room for: the highest value of `field` over all tables, and its limit."""

    name: str
    field: str
    limit: int


@dataclass
class Part:
    """What one setting showed."""

    options: dict[str, Any]
    seed: int
    decisions: int = 0
    games: int = 0
    truncated: int = 0
    checks: int = 0
    seconds: float = 0.0
    most: dict[str, int] = field(default_factory=dict)


def capacities(name: str) -> list[Capacity]:
    """Return the finite capacities of a game."""
    if name == "animal_farm":
        return [Capacity("actions on the stack", "depth", importlib.import_module("envs.animal_farm.state").STACK)]
    if name == "farms_race":
        return [Capacity("launchers of nukes", "links", importlib.import_module("envs.farms_race.box").LINKS)]
    if name != "nineteen61":
        return []
    box = importlib.import_module("envs.nineteen61.box")
    return [
        Capacity("longest row", "row_size", box.ROW),
        Capacity("deepest stack", "size", box.DEPTH),
        Capacity("effects nested", "effects", box.EFFECTS),
        Capacity("missiles waiting", "missiles", box.MISSILES),
    ]


def look(tables: VectorGames, part: Part, highs: np.ndarray, generator: np.random.Generator, samples: int) -> None:
    """Check the invariants of some tables and the bounds of all features."""
    for i in generator.choice(tables.num_games, samples, replace=False):
        tables.game.check(tables.states[i])
        part.checks += 1
    outside = (tables.features < 0) | (tables.features > highs)
    if outside.any():
        table, entry = np.argwhere(outside)[0]
        block, seat, position = tables.game.observation.locate(int(entry))
        raise AssertionError(
            f"feature {block.name}{list(position)} of the seat {seat} places on is {tables.features[table, entry]}, "
            f"allowed are 0..{highs[entry]}"
        )


def soak(part: Part, game: Game, decisions: int, every: int, progress: Any) -> None:
    """Play `decisions` random decisions with the options of `part` and fill in what was seen."""
    at_once = min(LONG.get(game.name, TABLES), decisions)
    tables = envs.make_vec(game.name, num_games=at_once, **part.options).reset(part.seed)
    generator = np.random.default_rng(part.seed)
    highs = game.observation.highs(tables.num_players)
    room = capacities(game.name)
    part.most = {capacity.name: 0 for capacity in room}
    start, step = time.perf_counter(), 0
    while part.decisions < decisions:
        try:
            tables.step(tables.sample(generator))
            part.decisions += tables.num_games
            if step % every == 0:
                look(tables, part, highs, generator, min(8, tables.num_games))
        except (AssertionError, IndexError, ValueError) as error:
            raise AssertionError(f"{error} (options {part.options}, seed {part.seed}, step {step})") from error
        step += 1
        part.games += int(tables.dones.sum())
        part.truncated += int(tables.truncated.sum())
        for capacity in room:
            part.most[capacity.name] = max(part.most[capacity.name], int(tables.states[capacity.field].max()))
        progress(tables.num_games)
    part.seconds = time.perf_counter() - start


def describe(parts: list[Part], room: list[Capacity], checked: bool) -> str:
    """Return what was seen as a table and a summary."""
    names = [f"{capacity.name} (of {capacity.limit})" for capacity in room]
    lines = [" | ".join(["players", "options", "decisions", "games", "cut", *names])]
    for part in parts:
        options = ", ".join(f"{key}={value}" for key, value in part.options.items() if key != "num_players")
        cells = [
            str(part.options["num_players"]),
            options,
            f"{part.decisions:,}",
            f"{part.games:,}",
            f"{part.truncated}",
        ]
        lines.append(" | ".join([*cells, *(str(part.most[capacity.name]) for capacity in room)]))
    decisions, games = sum(part.decisions for part in parts), sum(part.games for part in parts)
    cut, checks = sum(part.truncated for part in parts), sum(part.checks for part in parts)
    seconds = sum(part.seconds for part in parts)
    lines += [
        "",
        f"{decisions:,} random decisions in {games:,} games, {checks:,} states checked, no invariant broken; "
        f"bounds of arrays {'checked' if checked else 'NOT checked (set NUMBA_BOUNDSCHECK=1)'}.",
        f"{cut:,} games cut by their limit of turns ({cut / max(games, 1):.4%}).",
        f"{decisions / seconds:,.0f} decisions/s.",
    ]
    for capacity in room:
        most = max(part.most[capacity.name] for part in parts)
        lines.append(f"{capacity.name}: {most} of {capacity.limit}{' - REACHED' if most >= capacity.limit else ''}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Play, print what was seen, return 1 if a capacity was reached."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--game", default="nineteen61", choices=envs.GAMES)
    parser.add_argument("--decisions", type=int, default=1_000_000, help="of all settings together (default 1,000,000)")
    parser.add_argument("--every", type=int, default=50, help="steps of all tables between two looks (default 50)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was seen to FILE")
    chosen = parser.parse_args(arguments)
    game = envs.get_game(chosen.game)
    counts = range(game.minimum, game.maximum + 1)
    every_setting = SETTINGS.get(game.name, [{}])
    settings = [{"num_players": n, **more} for n in counts for more in every_setting if more.get("num_players", n) == n]
    if chosen.decisions < len(settings) or chosen.every < 1 or chosen.seed < 0:
        parser.error(f"--decisions must be at least {len(settings)}, --every at least 1, --seed at least 0")

    parts = [Part(options, chosen.seed + i) for i, options in enumerate(settings)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("decisions", total=chosen.decisions)
        for part in parts:
            soak(part, game, -(-chosen.decisions // len(parts)), chosen.every, lambda n: bar.advance(task, n))
    room = capacities(game.name)
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
    print(describe(parts, room, checked))
    if chosen.json:
        report = {
            "game": game.name,
            "version": game.version,
            "bounds_checked": checked,
            "parts": [asdict(p) for p in parts],
        }
        chosen.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return int(any(part.most[capacity.name] >= capacity.limit for part in parts for capacity in room))


if __name__ == "__main__":
    sys.exit(main())
