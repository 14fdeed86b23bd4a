"""Measure how many decisions per second learners learn from, beside the usual recipe and PufferLib, in one run.

    python benchmarks/training_speed.py                    the table
    python benchmarks/training_speed.py --markdown         the same as Markdown
    python benchmarks/training_speed.py --json FILE        the figures, with everything needed to compare them
    python benchmarks/training_speed.py --update FILE      put the Markdown between the training speed marks of FILE
    python benchmarks/training_speed.py --puffer-python PATH   with PufferLib, in the environment of that interpreter

A decision counts when it has been learned from: environments, inference and learning are all in the time, which is time
on the clock. Every trainer runs in a process of its own, kept to the same cores. All are set up and have made an update
before the first is measured; then they take turns, each for some seconds of whole updates, while the others sleep; this
is repeated, and the median counts. All networks have the same hidden layers, one body for the policy and one for the
value, where the table does not say otherwise; what differs is how much they are given to see, so the parameters are
counted. Peers that are not installed are said to be missing: PettingZoo's connect_four needs pygame, and how to have
PufferLib is in pufferlib_speed.py. It reports, and never judges.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from parts import ENVIRONMENT, INFERENCE, LEARNING, PARTS, Built, Parts, serve, use_cores

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that the file runs from a checkout without installing

OURS, RECIPE, PUFFER = "manorfarm", "recipe", "pufferlib"
MARKS = ("<!-- training speed: begin -->", "<!-- training speed: end -->")
LEARNERS = ("ppo", "maskable_ppo")
PUFFER_GAMES = ("connect4", "tripletriad")
ENVIRONMENTS_OF_THE_RECIPE = 8
WIDTHS = [64, 64]
QUICK = 512  # decisions of an update
HERE = Path(__file__).resolve().parent


@dataclass
class Row:
    """One measured trainer.

    Attributes:
        name: what was trained.
        group: `OURS`, `RECIPE` or `PUFFER`.
        epochs: passes over the decisions of an update.
        setting: for the worker.
        widths: of the network in words.
        parameters: of the network.
        about: of the setting, in words.
        rates: decisions per second on the clock, of each run.
        shares: part of the trainer -> its share of the time, of each run.
        note: why there are no rates, if there are none.
    """

    name: str
    group: str
    epochs: int
    setting: dict[str, Any]
    widths: str = "2 x 64"
    parameters: int = 0
    about: str = ""
    rates: list[float] = field(default_factory=list)
    shares: dict[str, list[float]] = field(default_factory=lambda: {part: [] for part in PARTS})
    note: str = ""

    @property
    def rate(self) -> float:
        """Median of the runs, 0 if there are none."""
        return statistics.median(self.rates) if self.rates else 0.0

    def share(self, part: str) -> float:
        """Return the median share of a part."""
        return statistics.median(self.shares[part]) if self.shares[part] else 0.0

    def add(self, answer: dict[str, Any]) -> None:
        """Take up a run."""
        self.rates.append(answer["decisions"] / answer["seconds"])
        for part in PARTS:
            self.shares[part].append(answer["parts"].get(part, 0.0) / answer["seconds"])


# ------------------------------------------------------------------------------------------------------------- workers


def build_ours(setting: dict[str, Any]) -> Built:
    """Return our trainer; setting: game, players, learner, epochs, cores, quick, set (KEY=VALUE of a config)."""
    use_cores(setting["cores"])
    from envs.core.vector import VectorGames
    from training.config import TrainConfig, check_config, override
    from training.trainer import Trainer, check_against_game

    data: dict[str, Any] = {
        "game": setting["game"],
        "options": {"num_players": setting["players"]},
        "learner": setting["learner"],
        "budget": {"decisions": 1 << 40},
        "tables": {"threads": setting["cores"]},
        "policy": {"widths": WIDTHS},
        "ppo": {"epochs": setting["epochs"]},
    }
    if setting["quick"]:
        data["ppo"] |= {"decisions": QUICK, "minibatch": QUICK}
        data["tables"]["number"] = 64
    for change in setting["set"]:
        override(data, change)
    config = check_config(data, TrainConfig, "the benchmark's config")
    parts = Parts()
    calls = Parts()
    calls.wrap(VectorGames, "step", ENVIRONMENT)
    parallel = min(config.tables.threads, config.tables.number)  # so many threads have tables of their own
    trainer = Trainer(config, *check_against_game(config, "the benchmark's config"))

    def update() -> int:
        calls.seconds.clear()
        before, seconds = trainer.decisions, trainer.seconds
        row = trainer.update()[0]
        seconds = trainer.seconds - seconds
        environment = calls.seconds[ENVIRONMENT] / parallel
        parts.add(LEARNING, row["share/learn"] * seconds)
        parts.add(ENVIRONMENT, environment)
        parts.add(INFERENCE, row["share/collect"] * seconds - environment)
        return trainer.decisions - before

    network = sum(one.numel() for one in trainer.members[0].learner.sb3.policy.parameters())
    about = f"{config.tables.number} tables, {config.ppo.decisions} decisions an update, minibatches of "
    return Built(update, network, parts, about + str(config.ppo.minibatch))


def build_recipe(setting: dict[str, Any]) -> Built:
    """Return sb3-contrib's MaskablePPO on PettingZoo's connect_four, by its defaults; setting: epochs, cores, quick."""
    use_cores(setting["cores"])
    import gymnasium
    import numpy as np
    import torch
    from pettingzoo.classic import connect_four_v3
    from sb3_contrib import MaskablePPO
    from sb3_contrib.ppo_mask import ppo_mask
    from stable_baselines3.common.vec_env import DummyVecEnv

    class OneForAll(gymnasium.Env):
        """An AEC game as one environment in which the learner takes every seat in turn, as in PettingZoo's tutorial.

        An observation is of the seat to act next; reward and end are of the seat that acted.
        """

        def __init__(self) -> None:
            self.game = connect_four_v3.env()
            self.game.reset(seed=0)
            seat = self.game.possible_agents[0]
            self.observation_space = self.game.observation_space(seat)["observation"]
            self.action_space = self.game.action_space(seat)

        def _observation(self) -> Any:
            return self.game.observe(self.game.agent_selection)["observation"]

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict]:
            self.game.reset(seed=seed)
            return self._observation(), {}

        def step(self, action: int) -> tuple[Any, float, bool, bool, dict]:
            seat, game = self.game.agent_selection, self.game
            game.step(action)
            over = game.terminations[seat], game.truncations[seat]
            return self._observation(), game._cumulative_rewards[seat], *over, {}

        def action_masks(self) -> np.ndarray:
            """Return the legal actions of the seat to act; MaskablePPO asks for it by this name."""
            return self.game.observe(self.game.agent_selection)["action_mask"]

    torch.set_num_threads(1)
    environments = DummyVecEnv([OneForAll] * ENVIRONMENTS_OF_THE_RECIPE)
    settings: dict[str, Any] = {"n_epochs": setting["epochs"], "policy_kwargs": {"net_arch": WIDTHS}}
    if setting["quick"]:
        settings["n_steps"] = QUICK // ENVIRONMENTS_OF_THE_RECIPE
    model = MaskablePPO("MlpPolicy", environments, seed=0, device="cpu", **settings)
    parts = Parts()
    parts.wrap(environments, "step", ENVIRONMENT)
    parts.wrap(ppo_mask, "get_action_masks", ENVIRONMENT)
    parts.wrap(model.policy, "forward", INFERENCE)
    parts.wrap(model, "train", LEARNING)
    decisions = model.n_steps * ENVIRONMENTS_OF_THE_RECIPE

    def update() -> int:
        model.learn(decisions, reset_num_timesteps=False)
        return decisions

    about = f"{ENVIRONMENTS_OF_THE_RECIPE} environments, {decisions} decisions an update, minibatches of "
    return Built(update, sum(one.numel() for one in model.policy.parameters()), parts, about + str(model.batch_size))


BUILDERS: dict[str, Callable[[dict[str, Any]], Built]] = {OURS: build_ours, RECIPE: build_recipe}


class Worker:
    """A process that trains when it is asked to.

    Attributes:
        parameters, about: see `Row`.

    Raises:
        ImportError: what it needs is not installed.
        RuntimeError: it cannot be set up, with its last words.
    """

    def __init__(self, row: Row, puffer_python: str) -> None:
        setting = json.dumps(row.setting)
        command = [sys.executable, str(HERE / "training_speed.py"), "--worker", row.group, setting]
        if row.group == PUFFER:
            command = [puffer_python, str(HERE / "pufferlib_speed.py"), setting]
        self._words: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 - as long as the process
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._words, text=True
        )
        answer = self._answer()
        if "missing" in answer:
            self.close()
            raise ImportError(answer["missing"])
        self.parameters, self.about = answer["parameters"], answer["about"]

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line:
            return json.loads(line)
        self.close()
        self._words.seek(0)
        lines = [line for line in self._words.read().splitlines() if line.strip()]
        raise RuntimeError(lines[-1].strip() if lines else f"ended with {self._process.returncode}")

    def run(self, seconds: float) -> dict[str, Any]:
        """Return what it did in about so many seconds: see `parts.Built.run`."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # then there is no answer
            print(seconds, file=self._process.stdin, flush=True)
        return self._answer()

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


# ----------------------------------------------------------------------------------------------------------- measuring


def rows_for(chosen: argparse.Namespace) -> list[Row]:
    """Return what is measured, in the order of the table."""
    rows = []
    for epochs in chosen.epochs:
        common = {"epochs": epochs, "cores": chosen.cores, "quick": chosen.quick}
        ours = common | {"game": chosen.game, "players": chosen.players, "set": chosen.set}
        rows += [Row(f"manorfarm {learner}", OURS, epochs, ours | {"learner": learner}) for learner in chosen.learners]
        if chosen.no_peers:
            continue
        rows.append(Row("MaskablePPO connect_four", RECIPE, epochs, common))
        for game in PUFFER_GAMES:
            rows.append(Row(f"PufferLib {game}", PUFFER, epochs, common | {"game": game, "widths": WIDTHS}))
        if epochs == 1:  # as it comes
            for game in PUFFER_GAMES:
                setting = common | {"game": game, "widths": None}
                rows.append(Row(f"PufferLib {game}", PUFFER, epochs, setting, widths="1 x 128, shared"))
    return rows


def measure(rows: Sequence[Row], seconds: float, repeats: int, puffer_python: str) -> None:
    """Let all take turns `repeats` times; a peer that is missing or fails gets a note instead of rates."""
    workers: list[tuple[Row, Worker]] = []

    def note(row: Row, error: Exception) -> None:
        if row.group == OURS:
            raise RuntimeError(f"{row.name}: {error}") from None
        row.note = f"missing: {error}" if isinstance(error, ImportError) else f"not measured: {error}"

    try:
        for row in rows:
            print(f"  setting up {row.name}, epochs {row.epochs} ...", file=sys.stderr, flush=True)
            try:
                workers.append((row, Worker(row, puffer_python)))
            except (ImportError, OSError, RuntimeError) as error:
                note(row, error)
                continue
            row.parameters, row.about = workers[-1][1].parameters, workers[-1][1].about
        for number in range(repeats):
            print(f"  round {number + 1} of {repeats} ...", file=sys.stderr, flush=True)
            for row, worker in workers:
                if row.note:
                    continue
                try:
                    row.add(worker.run(seconds))
                except RuntimeError as error:
                    note(row, error)
    finally:
        for _, worker in workers:
            worker.close()


# ----------------------------------------------------------------------------------------------------------- reporting


def times(row: Row, rows: Sequence[Row], peer: str) -> str:
    """Return how many times the peer of this name one of our rows is, at equal epochs and hidden layers; or ""."""
    alike = [r for r in rows if r.name == peer and r.rates and (r.epochs, r.widths) == (row.epochs, row.widths)]
    return f"{row.rate / alike[0].rate:,.1f}" if alike and row.group == OURS else ""


def figures(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """Return headings and cells of the table."""
    peers = list(dict.fromkeys(row.name for row in rows if row.group != OURS and row.rates))
    headings = ["what", "epochs", "network", "parameters", "decisions/s", "lowest - highest run", *PARTS]
    headings += [f"x {peer.split()[-1]}" for peer in peers]
    cells = []
    for row in rows:
        start = [row.name, str(row.epochs), row.widths]
        if not row.rates:
            cells.append([*start, "-", "-", row.note, *[""] * (len(headings) - 6)])
            continue
        spread = f"{min(row.rates):,.0f} - {max(row.rates):,.0f}"
        shares = [f"{row.share(part):.0%}" for part in PARTS]
        ratios = [times(row, rows, peer) for peer in peers]
        cells.append([*start, f"{row.parameters:,}", f"{row.rate:,.0f}", spread, *shares, *ratios])
    return headings, cells


def describe(report: dict[str, Any], rows: Sequence[Row], markdown: bool) -> str:
    """Return the report in words and a table."""
    headings, table = figures(rows)
    where, setting = report["machine"], report["setting"]
    lines = [
        f"Game: {report['title']}, {setting['players']} players. {setting['cores']} of {where['cores']} cores "
        f"({where['processor']}), Python {where['python']}, "
        + ", ".join(f"{package} {version}" for package, version in where["versions"].items())
        + f". Median of {setting['repeats']} runs of {setting['seconds']:g} s or one update, in turns; load of the "
        f"machine before: {where['load_at_start']:.1f}.",
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
    driven: dict[tuple[str, str], None] = {(row.name, row.about): None for row in rows if row.about}
    lines += [f"- {name}: {about}." for name, about in driven]
    lines += [
        "",
        "A decision counts when it has been learned from, those of all learning seats; times are on the clock, all "
        "parts of training included. Shares are of that time: what is missing from 100 % is storing decisions and "
        "computing advantages, with ours part of inference. Ratios are at equal epochs and hidden layers.",
        "",
        "The recipe is PettingZoo's tutorial with 8 environments in one process, by the defaults of sb3-contrib, "
        "with action masks. PufferLib has no masks, and its games have opponents inside the environment. Peers are "
        "other games, with smaller observations: a ratio says how long an experiment takes, no more.",
    ]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == ["--worker"]:
        with contextlib.suppress(KeyboardInterrupt):
            return serve(lambda: BUILDERS[given[1]](json.loads(given[2])))
        return 130
    from speed import VERSIONS_OF, machine, update

    import envs

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", default="nineteen61", choices=envs.GAMES)
    parser.add_argument("--players", type=int, help="at a table (default: the fewest of the game)")
    parser.add_argument("--epochs", type=int, nargs="+", default=[1, 10], help="passes over an update (default 1 10)")
    parser.add_argument("--learners", nargs="+", default=list(LEARNERS), choices=LEARNERS, help="ours (default: both)")
    parser.add_argument("--set", nargs="+", default=[], metavar="KEY=VALUE", help="change keys of our config")
    parser.add_argument("--cores", type=int, default=2, help="cores for each (default 2)")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of a run (default 10)")
    parser.add_argument("--repeats", type=int, default=3, help="runs of each (default 3)")
    parser.add_argument("--quick", action="store_true", help="one small update of each: to try it")
    parser.add_argument("--no-peers", action="store_true", help="leave the peers out")
    parser.add_argument("--puffer-python", default=sys.executable, metavar="PATH", help="interpreter with PufferLib")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    parser.add_argument("--update", type=Path, metavar="FILE", help="put the Markdown between the marks of FILE")
    chosen = parser.parse_args(given)
    seconds, repeats = (0.0, 1) if chosen.quick else (chosen.seconds, chosen.repeats)
    if (seconds <= 0 and not chosen.quick) or repeats < 1 or chosen.cores < 1 or min(chosen.epochs) < 1:
        parser.error("--seconds must be above 0, --repeats, --cores and --epochs at least 1")
    game = envs.get_game(chosen.game)
    if chosen.players is None:
        chosen.players = game.minimum
    if not game.minimum <= chosen.players <= game.maximum:
        parser.error(f"--players: got {chosen.players}, allowed are {game.minimum}..{game.maximum}")

    versions = (*VERSIONS_OF, "torch", "stable_baselines3", "sb3_contrib")
    report: dict[str, Any] = {
        "game": chosen.game,
        "title": game.title,
        "setting": {"seconds": seconds, "repeats": repeats, "players": chosen.players, "cores": chosen.cores},
        "machine": machine(versions),
    }
    rows = rows_for(chosen)
    try:
        measure(rows, seconds, repeats, chosen.puffer_python)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    report["rows"] = [{**asdict(row), "rate": row.rate} for row in rows]
    print(describe(report, rows, chosen.markdown))
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if chosen.update:
        update(chosen.update, describe(report, rows, markdown=True), MARKS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
