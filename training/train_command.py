"""What `training/train.py` does: reads the command line, prepares or takes up a run, trains, and evaluates."""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from training import sweep
from training.config import (
    ConfigError,
    TrainConfig,
    check_config,
    config_name,
    config_names,
    describe,
    dump_config,
    load_config,
    override,
    parse_yaml,
    to_plain,
)
from training.files import printable, read_json, reason, write_whole
from training.ladder import Ladder
from training.players import policy_player
from training.policy import find_policy, load_policy, versions
from training.run_folder import CONFIG, EVALUATION, TENSORBOARD, RunFolder
from training.starting import BAD_INPUT, INTERRUPTED, Parser, lack_of_memory
from training.tables import evaluate
from training.trainer import (
    TIMES,
    Trainer,
    check_against_game,
    frozen_names,
    load_frozen,
    place_of_member,
    policy_to_start,
)

MAY_CHANGE = ("budget", "checkpoints", "evaluation", "ratings", "run_folder", "torch_threads")
"""Keys that a resumed run may set anew."""
LARGE = "tables.number, ppo.decisions, ppo.minibatch, policy.widths and snapshots.keep"
_LINE_EVERY = 10.0  # seconds between two lines of progress where there is no terminal


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code: 0, 2 after a mistake of the user's, 130 when interrupted."""
    arguments = _parser().parse_args(argv)
    if arguments.help_config:
        print(describe(TrainConfig))
        return 0
    if sweep.is_asked_for(arguments):
        return sweep.main(arguments)
    folder: RunFolder | None = None
    try:
        config, trainer, folder = prepare(arguments)
        return run(config, trainer, folder)
    except KeyboardInterrupt:
        if folder is None:
            raise
        print(f"\nstopped; the newest checkpoint is {folder.newest_checkpoint()}. {_how_to_resume(folder)}")
        return INTERRUPTED
    except (ValueError, RecursionError) as error:
        if folder is not None:  # nothing of the user's is wrong once the run is prepared
            raise
        print(error, file=sys.stderr)
    except (OSError, MemoryError, RuntimeError) as error:
        if isinstance(error, OSError):
            where = printable(str(error.filename or (folder.path if folder else "a file")))
            print(f"{where}: cannot be written or read ({reason(error)})", file=sys.stderr)
        elif lack_of_memory(error):
            print(f"not enough memory or threads for the run, {LARGE} say how much ({reason(error)})", file=sys.stderr)
        else:
            raise
    finally:
        if folder is not None:
            folder.close()
    return BAD_INPUT


def _parser() -> Parser:
    parser = Parser(
        prog="manorfarm-train", description="Train a self-play policy; everything about the run is in its config."
    )
    parser.add_argument("--config", metavar="FILE", help="path of a config, or name of one of the project's")
    parser.add_argument(
        "--set", metavar="KEY=VALUE", nargs="+", action="extend", default=[], help="override keys of the config"
    )
    parser.add_argument(
        "--run-folder", metavar="FOLDER", help="where the run is written (default: runs/NAME_OF_CONFIG)"
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with the run in the folder from its last checkpoint"
    )
    parser.add_argument("--overwrite", action="store_true", help="delete the run that is in the folder and start anew")
    several = parser.add_argument_group("several runs", "See docs/sweeps.md.")
    several.add_argument("--seeds", metavar="N", help="this many runs, their seeds counted up from the config's")
    several.add_argument(
        "--grid", metavar="KEY=V1,V2", nargs="+", action="extend", default=[], help="a run for each combination"
    )
    several.add_argument("--jobs", metavar="N", help="at most N runs at a time (default: cores / tables.threads)")
    several.add_argument(
        "--ray", metavar="ADDRESS", nargs="?", const="local", help="on the Ray cluster there, or on one of this machine"
    )
    parser.add_argument("--help-config", action="store_true", help="print every key of a config and what it does")
    return parser


# ----------------------------------------------------------------------------------------------------------- preparing


def prepare(arguments: argparse.Namespace) -> tuple[TrainConfig, Trainer, RunFolder]:
    """Return config, trainer and folder of the run that the command line asks for; raise ValueError for a mistake."""
    if arguments.resume and arguments.overwrite:
        raise ValueError("--resume and --overwrite: got both, allowed is one of them")
    if arguments.config is None and not (arguments.resume and arguments.run_folder):
        raise ValueError("--config: is missing (with --resume, --run-folder is enough)")
    if arguments.run_folder == "":
        raise ValueError("--run-folder: got '', allowed is the path of a folder")
    given = load_config(arguments.config, TrainConfig, arguments.set) if arguments.config is not None else None
    place = arguments.run_folder or (given.run_folder if given else None) or default_folder(arguments.config)
    folder = RunFolder(place)
    if arguments.resume:
        try:
            return _go_on(folder, given, arguments.set)
        except BaseException:
            folder.close()
            raise
    assert given is not None
    where = printable(arguments.config) + (" with --set" if arguments.set else "")
    checked = check_against_game(given, where)
    folder.check_free(overwrite=arguments.overwrite)  # before the time that it takes to build everything
    game, options, _ = checked
    trainer = Trainer(given, *checked, load_frozen(given, game, options, lambda number, name: name))
    for member in trainer.members:
        own = next((entry.start for entry in given.league if entry.name == member.name), None)
        if start := own or given.start:
            trainer.start_from(member.name, policy_to_start(start, game), start)
    facts = versions() | {"game": given.game, "rules": game.version}
    folder.create(
        dump_config(given),
        facts,
        lambda place: trainer.save(place, 0),  # so that the run can be resumed from its first moment
        opponents=[find_policy(name) for name in frozen_names(given, game)],
        overwrite=arguments.overwrite,
    )
    return given, trainer, folder


def default_folder(config: str) -> Path:
    """Return where its runs go: runs/nineteen61-quick for "nineteen61/quick", runs/mine for "x/y/mine.yaml"."""
    name = config_name(config)
    return Path("runs") / (name.replace("/", "-") if name in config_names() else Path(config).stem)


def _go_on(
    folder: RunFolder, given: TrainConfig | None, settings: Sequence[str]
) -> tuple[TrainConfig, Trainer, RunFolder]:
    """Return the run in `folder` as its newest checkpoint left it."""
    config = _resumed_config(folder, given, settings)
    checked = check_against_game(config, str(folder.path / CONFIG), resumed=True)
    frozen = load_frozen(config, *checked[:2], lambda number, name: str(folder.opponent(number)))
    trainer = Trainer(config, *checked, frozen)
    folder.cut_metrics(trainer.load(folder.newest_checkpoint()))
    ladder_of(trainer, folder).cut(trainer.decisions)
    if trainer.finished() < 1:
        folder.remove_results()  # of an end that is none any more
    write_whole(folder.path / CONFIG, dump_config(config))
    return config, trainer, folder


def _resumed_config(folder: RunFolder, given: TrainConfig | None, settings: Sequence[str]) -> TrainConfig:
    """Return the config to go on with: that of the run, with what `MAY_CHANGE` from the one that is given now."""
    where = str(folder.path / CONFIG)
    data = parse_yaml(folder.open(), where)
    started = check_config(data, TrainConfig, where)
    if given is None:
        sources = {override(data, setting): f"--set {setting}" for setting in settings}
        given = check_config(data, TrainConfig, where, sources)
    check_same_run(started, given, where, "; to resume with the config of the run, leave out --config")
    for key in MAY_CHANGE:
        for name, old, new in differences(key, to_plain(getattr(started, key)), to_plain(getattr(given, key))):
            print(f"{name}: {old!r} -> {new!r}")
    return given


def check_same_run(started: TrainConfig, given: TrainConfig, where: str, hint: str = "") -> None:
    """Raise ConfigError in one line if `given` changes what a resumed run cannot change."""
    for key in TrainConfig.model_fields:
        if key in MAY_CHANGE or getattr(started, key) == getattr(given, key):
            continue
        name, old, new = next(differences(key, to_plain(getattr(started, key)), to_plain(getattr(given, key))))
        raise ConfigError(
            f"{where}: {name}: the run was started with {old!r}, --resume cannot change it to {new!r} "
            f"(it can change {', '.join(MAY_CHANGE)}{hint})"
        )


def differences(key: str, old: Any, new: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield (key, old value, new value) for everything in which two parts of configs differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in dict.fromkeys([*old, *new]):
            yield from differences(f"{key}.{name}", old.get(name), new.get(name))
    elif old != new:
        yield key, old, new


def ladder_of(trainer: Trainer, folder: RunFolder) -> Ladder:
    """Return the rated games of a run."""
    tables = trainer.selfplay.tables
    return Ladder(folder, trainer.config, tables.game, tables.options, trainer.pool.frozen)


def checkpoint(trainer: Trainer, folder: RunFolder) -> Path:
    """Write a checkpoint of the run as it stands; return its folder."""
    size = folder.metrics_size()
    return folder.add_checkpoint(
        trainer.decisions, lambda place: trainer.save(place, size), trainer.config.checkpoints.keep
    )


# ------------------------------------------------------------------------------------------------------------- running


def run(config: TrainConfig, trainer: Trainer, folder: RunFolder) -> int:
    """Train until the budget is used or somebody interrupts; write policy and table. Returns the exit code."""
    if trainer.finished() >= 1 and _is_evaluated(config, trainer, folder):
        print(f"{folder.path}: the budget is used up; --set budget.decisions=... (or budget.minutes) raises it")
        return 0
    with _interruptions() as stop, _display(trainer) as show, _tensorboard(folder, trainer.decisions) as board:
        saved = trainer.decisions
        ladder = ladder_of(trainer, folder)
        while trainer.finished() < 1 and not stop.is_set():
            before = trainer.decisions
            for row in trainer.update():
                folder.add_metrics(row)
                board(row)
                show(row)
            if ladder.is_due(before, trainer.decisions):  # before the checkpoint, from which it is not made again
                for line in ladder.rate(trainer):
                    board({"rating/" + line["player"].split("@")[0]: line["rating"], "decisions": line["decisions"]})
            every = config.checkpoints.every
            if saved // every < trainer.decisions // every:
                checkpoint(trainer, folder)
                saved = trainer.decisions
    place = checkpoint(trainer, folder) if saved < trainer.decisions else folder.newest_checkpoint()
    if trainer.finished() < 1:
        print(f"stopped after {trainer.decisions:,} decisions; checkpoint: {place}\n{_how_to_resume(folder)}")
        return INTERRUPTED
    if ladder.is_wanted(trainer.decisions):
        ladder.rate(trainer)
    folder.remove_results()
    trainer.save_policies(folder.path)
    trainer.export_policies(folder.path)
    print(
        f"{trainer.decisions:,} decisions in {trainer.seconds:,.0f} s of training; policy: {folder.path / 'policy.zip'}"
    )
    ladder.finish()
    evaluate_policy(config, trainer, folder)
    return 0


def _is_evaluated(config: TrainConfig, trainer: Trainer, folder: RunFolder) -> bool:
    """Return whether `evaluation.json` is there, of the policy as it is and as the config asks for it."""
    try:
        found = read_json(folder.path / EVALUATION)
    except ValueError:
        return False
    return found.get("decisions") == trainer.decisions and found.get("asked") == config.evaluation.model_dump()


def _how_to_resume(folder: RunFolder) -> str:
    return f"To go on: --resume --run-folder {folder.path}"


@contextlib.contextmanager
def _interruptions() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C or SIGTERM sets; a second Ctrl-C interrupts at once."""
    stop = threading.Event()

    def handle(number: int, frame: Any) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()
        print("\nstopping after this update (Ctrl-C again: at once) ...", file=sys.stderr)

    if threading.current_thread() is not threading.main_thread():  # only the main thread hears signals
        yield stop
        return
    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _tensorboard(folder: RunFolder, decisions: int) -> Iterator[Any]:
    """Give a function that writes metrics for TensorBoard, which drops what was written beyond `decisions` before."""
    from torch.utils.tensorboard import SummaryWriter

    board = folder.path / TENSORBOARD
    writer = SummaryWriter(str(board), purge_step=decisions + 1 if board.exists() else None)

    def write(row: Mapping[str, Any]) -> None:
        member = f"{row['member']}/" if "member" in row else ""
        for name, value in row.items():
            if name != "member":
                group = "time/" if name in TIMES else "" if "/" in name else "train/"
                writer.add_scalar(f"{member}{group}{name}", value, row["decisions"])

    try:
        yield write
    finally:
        writer.close()


def _clock(seconds: float) -> str:
    """Return a time in hours, minutes and seconds."""
    minutes, seconds = divmod(int(seconds), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"


@contextlib.contextmanager
def _display(trainer: Trainer) -> Iterator[Any]:
    """Give a function that shows a row of metrics: a bar on a terminal, a line now and then elsewhere."""
    console = Console()
    speeds: list[float] = []

    def text(row: Mapping[str, Any]) -> str:
        speeds.append(row["decisions_per_second"])  # of one learner, while it is its turn
        del speeds[: -10 * len(trainer.members)]
        speed = len(speeds) / sum(1 / max(s, 1e-9) for s in speeds) / len(trainer.members)
        left = _clock(trainer.seconds_left(speed))
        returns = [f"{name.removeprefix('return/')} {row[name]:+.2f}" for name in row if name.startswith("return/")]
        member = f"{row['member']}: " if "member" in row else ""
        return f"{member}{row['decisions']:,} decisions, {speed:,.0f}/s, {left} left" + "".join(
            f", {r}" for r in returns
        )

    if not console.is_terminal:
        shown = [0.0]

        def line(row: Mapping[str, Any]) -> None:
            words = text(row)
            if time.monotonic() - shown[0] >= _LINE_EVERY or trainer.finished() >= 1:
                shown[0] = time.monotonic()
                print(f"{min(trainer.finished(), 1):4.0%}  {words}", flush=True)

        yield line
        return
    columns = (BarColumn(bar_width=30), TextColumn("{task.percentage:3.0f}%"), TextColumn("{task.description}"))
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("starting ...", total=1.0)
        yield lambda row: progress.update(task, description=text(row), completed=min(trainer.finished(), 1))


# ---------------------------------------------------------------------------------------------------------- evaluating


def evaluate_policy(config: TrainConfig, trainer: Trainer, folder: RunFolder) -> None:
    """Play the final policies against others; print the tables and write `evaluation.json`.

    Others are the scripted players, and the policies of other runs that were opponents.
    """
    tables, frozen = trainer.selfplay.tables, trainer.pool.frozen
    names = config.evaluation.players
    opponents = [*tables.game.bots, *frozen] if names is None else names
    results: dict[str, list[dict[str, Any]]] = {}
    for number, member in enumerate(trainer.members):
        results[member.name] = []
        if config.evaluation.games == 0:
            continue
        results[member.name] = evaluate(
            load_policy(place_of_member(folder.path, member.name, number), config.device),
            tables.game,
            tables.options,
            [policy_player(frozen[name], name) if name in frozen else name for name in opponents],
            games=config.evaluation.games,
            seed=config.seed,
            deterministic=config.evaluation.deterministic,
            threads=config.tables.threads,
        )
        print(("" if len(trainer.members) == 1 else f"{member.name}\n") + evaluation_table(results[member.name]))
    first, *others = results
    result: dict[str, Any] = {
        "decisions": trainer.decisions,
        "seed": config.seed,
        "asked": config.evaluation.model_dump(),
        "results": results[first],
    }
    if others:
        result["members"] = {name: results[name] for name in others}
    write_whole(folder.path / EVALUATION, json.dumps(result, indent=2) + "\n")


def evaluation_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows of `training.tables.evaluate` as text: win rates with 95 % intervals, in all and by seat."""
    if not rows:
        return "no opponents"

    def rate(entry: Mapping[str, Any]) -> str:
        return f"{entry['win_rate']:6.1%} [{entry['low']:.1%}, {entry['high']:.1%}]"

    head = ["against", "games", "wins [95 %]", "draws", *(f"seat {entry['seat']}" for entry in rows[0]["seats"])]
    cells = [
        [row["against"], str(row["games"]), rate(row), f"{row['draw_rate']:.1%}", *(rate(s) for s in row["seats"])]
        for row in rows
    ]
    widths = [max(len(line[i]) for line in [head, *cells]) for i in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in [head, *cells]
    )
