"""A training run: builds its parts from a config, makes updates, saves itself and goes on from what it saved."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

import envs
from envs.core.game import Game
from envs.core.options import nearest
from envs.core.vector import VectorGames
from training.config import MOST_COUNTED, ConfigError, TrainConfig, short
from training.files import read_json, reason
from training.policy import (
    FACTS_FILE,
    POLICY_FILE,
    Eyes,
    MaskedPolicy,
    SeenColumns,
    Table,
    observed_columns,
    policy_facts,
    policy_kwargs,
    save_policy,
)
from training.selfplay import LEARNER_NAME, SNAPSHOT_NAME, DecisionBuffer, SelfPlay

ARRAYS_FILE, COUNTERS_FILE = "run.npz", "run.json"
LOGGED = {
    "train/entropy_loss": "entropy_loss",
    "train/policy_gradient_loss": "policy_loss",
    "train/value_loss": "value_loss",
    "train/approx_kl": "approx_kl",
    "train/clip_fraction": "clip_fraction",
    "train/explained_variance": "explained_variance",
    "train/learning_rate": "learning_rate",
}
"""What sb3-contrib reports of an update -> its name in the metrics."""
TIMES = ("seconds", "decisions_per_second")
"""The metrics that differ from run to run of the same seed."""
_BUFFER_OF_THE_FACE = 2048  # decisions per update of whoever loads policy.zip and trains on with sb3-contrib alone


def check_against_game(config: TrainConfig, where: str) -> tuple[Game, dict[str, Any], np.ndarray]:
    """Check what only the game knows: its options, players and blocks.

    Returns:
        The game, its complete options, and the columns of the observation that the network sees.

    Raises:
        ConfigError: in one line.
    """

    def problem(key: str, error: object) -> ConfigError:
        return ConfigError(f"{where}: {key}: {error}")

    try:
        game = envs.get_game(config.game)
    except ValueError as error:
        raise problem("game", error) from None
    try:
        options = game.options.complete(config.options)
    except ValueError as error:
        raise problem("options", error) from None
    allowed = (LEARNER_NAME, SNAPSHOT_NAME, *game.bots)
    named = set()
    for i, opponent in enumerate(config.opponents):
        name = opponent.player
        if name not in allowed:
            raise problem(
                f"opponents.{i}.player", f"got {name!r}{nearest(name, allowed)} (allowed are {', '.join(allowed)})"
            )
        if name in named:
            raise problem(f"opponents.{i}.player", f"{name!r} is there twice; give it one weight")
        named.add(name)
    for i, name in enumerate(config.evaluation.players or ()):
        if name not in game.bots:
            raise problem(
                f"evaluation.players.{i}",
                f"got {name!r}{nearest(name, game.bots)} (allowed are {', '.join(game.bots)})",
            )
    try:
        columns = observed_columns(game.observation, options["num_players"], config.policy.observe)
    except ValueError as error:
        raise problem("policy.observe", error) from None
    if not len(columns):
        raise problem("policy.observe", "nothing of the observation is left to see")
    try:
        torch.zeros(1, device=config.device).add(1).cpu()  # "meta" and the like take numbers and give none back
    except (RuntimeError, AssertionError, ValueError, TypeError) as error:
        raise problem("device", f"got {config.device!r}, which cannot be used: {str(error).splitlines()[0]}") from None
    return game, options, columns


def build_learner(config: TrainConfig, columns: np.ndarray, features: int, actions: int, seed: int) -> MaskablePPO:
    """Return sb3-contrib's learner with a fresh network.

    Args:
        config: the run.
        columns: what the network sees.
        features, actions: sizes of observation and action space.
        seed: of the first weights. The global generators stay as they are.
    """
    ppo = config.ppo
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        learner = MaskablePPO(
            MaskedPolicy,
            Table(features, actions),
            learning_rate=ppo.learning_rate,
            n_steps=min(ppo.decisions, _BUFFER_OF_THE_FACE),
            batch_size=ppo.minibatch,
            n_epochs=ppo.epochs,
            gamma=ppo.gamma,
            gae_lambda=ppo.gae_lambda,
            clip_range=ppo.clip_range,
            normalize_advantage=ppo.normalize_advantage,
            ent_coef=ppo.ent_coef,
            vf_coef=ppo.vf_coef,
            max_grad_norm=ppo.max_grad_norm,
            target_kl=ppo.target_kl,
            policy_kwargs=policy_kwargs(config.policy, columns),
            device=config.device,
        )
    learner.set_logger(Logger(None, []))
    if ppo.schedule == "linear":
        learner.lr_schedule = lambda remaining: remaining * ppo.learning_rate
    return learner


class Trainer:
    """One run in memory.

    Args:
        config: the run.
        game, options, columns: see `check_against_game`.

    Attributes:
        decisions: of the learner, so far.
        updates: so far.
        seconds: of training so far, those before a resume included.
    """

    def __init__(self, config: TrainConfig, game: Game, options: Mapping[str, Any], columns: np.ndarray) -> None:
        torch.set_num_threads(config.torch_threads)  # of the whole process
        self.config = config
        self.facts = policy_facts(game, options)
        self.decisions, self.updates, self.seconds = 0, 0, 0.0
        weights, tables, draws, batches = np.random.SeedSequence(config.seed).spawn(4)
        games = VectorGames(game, config.tables.number, threads=config.tables.threads, **options)
        self.learner = build_learner(
            config, columns, games.num_features, games.num_actions, int(weights.generate_state(1)[0])
        )
        eyes = Eyes(columns, games.scale, self.learner.device)
        self.generators = {"draws": np.random.default_rng(draws), "batches": np.random.default_rng(batches)}
        self.buffer = DecisionBuffer(
            config.ppo.decisions,
            self.learner.observation_space,
            self.learner.action_space,
            self.learner.device,
            gamma=config.ppo.gamma,
            gae_lambda=config.ppo.gae_lambda,
            eyes=eyes,
            generator=self.generators["batches"],
        )
        self.learner.rollout_buffer = self.buffer
        self.selfplay = SelfPlay(
            games,
            eyes,
            {opponent.player: opponent.weight for opponent in config.opponents},
            self.generators["draws"],
            int(tables.generate_state(1)[0]),
            config.ppo.lead_coef,
        )

    def update(self) -> dict[str, Any]:
        """Collect decisions, learn from them, and return the metrics of it."""
        started = time.perf_counter()
        if self.updates == 0 and self.config.policy.standardize:
            self.selfplay.collect(self.learner.policy, self.buffer)
            extractor = cast(SeenColumns, self.learner.policy.features_extractor)
            extractor.fit(self.buffer.observations, self.buffer.eyes.scale)
        tables = self.selfplay.collect(self.learner.policy, self.buffer)
        self.learner._update_current_progress_remaining(self.decisions, self.config.budget.decisions)
        self.learner.train()
        before = self.decisions
        self.decisions += self.buffer.buffer_size
        self.learner.num_timesteps = self.decisions
        self.updates += 1
        every = self.config.snapshots.every
        if SNAPSHOT_NAME in self.selfplay.weights and before // every < self.decisions // every:
            self.selfplay.add_snapshot(self.learner.policy, self.config.snapshots.keep)
        seconds = time.perf_counter() - started
        self.seconds += seconds
        reported = self.learner.logger.name_to_value
        learning = {name: float(reported[key]) for key, name in LOGGED.items() if key in reported}
        times = dict(zip(TIMES, (round(self.seconds, 3), round(self.buffer.buffer_size / seconds, 1)), strict=True))
        return {"decisions": self.decisions, "updates": self.updates, **tables, **learning, **times}

    def finished(self) -> float:
        """Return how much of the budget is used: 1 or more when the run is over."""
        budget = self.config.budget
        used = self.decisions / budget.decisions
        return max(used, self.seconds / 60 / budget.minutes) if budget.minutes else used

    def seconds_left(self, speed: float) -> float:
        """Return how long the run still takes at `speed` decisions per second."""
        budget = self.config.budget
        left = max(budget.decisions - self.decisions, 0) / max(speed, 1e-9)
        return min(left, max(budget.minutes * 60 - self.seconds, 0)) if budget.minutes else left

    def save_policy(self, folder: Path) -> None:
        """Write the policy of the moment to `folder`."""
        save_policy(self.learner, self.facts, folder)

    def save(self, folder: Path, metrics_size: int) -> None:
        """Write everything that `load` needs to go on in the same way.

        Args:
            folder: is made if needed.
            metrics_size: length of the metrics file at this moment.
        """
        self.save_policy(folder)
        np.savez(folder / ARRAYS_FILE, **self.selfplay.get_state())  # type: ignore[arg-type]
        counters = {
            "decisions": self.decisions,
            "updates": self.updates,
            "seconds": self.seconds,
            "optimizer_updates": self.learner._n_updates,
            "metrics_size": metrics_size,
            "generators": {name: generator.bit_generator.state for name, generator in self.generators.items()},
        }
        (folder / COUNTERS_FILE).write_text(json.dumps(counters, indent=2), encoding="utf-8")

    def load(self, folder: Path) -> int:
        """Go on from what `save` wrote; return its `metrics_size`. Raises ValueError in one line if it does not fit."""
        facts = read_json(folder / FACTS_FILE)
        for name in ("game", "version"):
            if facts.get(name) != self.facts[name]:
                raise ValueError(
                    f"{folder / FACTS_FILE}: is of {name} {facts.get(name)}, here it is {self.facts[name]}"
                )
        counters = _read_counters(folder / COUNTERS_FILE)
        with _readable(folder / POLICY_FILE):
            self.learner.set_parameters(str(folder / POLICY_FILE), device=self.learner.device)
        with _readable(folder / ARRAYS_FILE), np.load(folder / ARRAYS_FILE) as arrays:
            self.selfplay.set_state(dict(arrays), self.learner.policy)
        with _readable(folder / COUNTERS_FILE):
            for name, generator in self.generators.items():
                generator.bit_generator.state = counters["generators"][name]
        self.decisions, self.updates = counters["decisions"], counters["updates"]
        self.seconds = counters["seconds"]
        self.learner.num_timesteps, self.learner._n_updates = self.decisions, counters["optimizer_updates"]
        return counters["metrics_size"]


def _read_counters(path: Path) -> dict[str, Any]:
    """Return what `Trainer.save` wrote to `run.json`; raise ValueError in one line if it is not that."""
    counters = read_json(path)
    for name in ("decisions", "updates", "optimizer_updates", "metrics_size", "seconds"):
        value = counters.get(name)
        kinds = (int, float) if name == "seconds" else (int,)
        if isinstance(value, bool) or not isinstance(value, kinds) or not 0 <= value <= MOST_COUNTED:
            raise ValueError(f"{path}: {name}: got {short(value)}, allowed is a number from 0 to {MOST_COUNTED}")
    return counters


@contextlib.contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn whatever a damaged file leads to into a ValueError in one line that names it."""
    if not path.is_file():
        raise ValueError(f"{path}: is missing")
    try:
        yield
    except Exception as error:  # archives, pickles and arrays each have kinds of their own
        if isinstance(error, MemoryError):
            raise
        raise ValueError(f"{path}: does not fit or is damaged ({reason(error)})") from None
