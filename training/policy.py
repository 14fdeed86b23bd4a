"""Policies: which columns of an observation the network sees, how it is saved, and how it plays when loaded again.

The network is an actor-critic policy of sb3-contrib that takes the full observation of the Gymnasium face (float32,
counts divided by their highest values) and selects what it looks at itself: see `observed_columns`. So a saved
`policy.zip` loads with `MaskablePPO.load` and predicts there. `policy.json` beside it says what it was trained for.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

import envs
from envs.core.game import Game
from envs.core.layout import Layout
from training.config import PolicyConfig
from training.files import read_json, write_whole
from training.kernels import draw, gather

POLICY_FILE, FACTS_FILE = "policy.zip", "policy.json"
MEMBERS = "members"
"""Where a run with several learners has the policies of all but the first."""
MASKED_LOGIT = -1e8  # as in sb3-contrib
LEAST_DEVIATION = 0.05  # counts: a column that hardly ever changes is not blown up
MOST_DEVIATIONS = 5.0
ACTIVATIONS = {"tanh": nn.Tanh, "relu": nn.ReLU}


# ---------------------------------------------------------------------------------------------------------- the network


def observed_columns(layout: Layout, players: int, observe: Mapping[str, int]) -> np.ndarray:
    """Return the columns of an observation that a network sees, int64, ascending.

    Args:
        layout: of the observation.
        players: seats at the table.
        observe: for some blocks, how many entries along the first axis are seen (0: none of the block). Blocks that
            are not named are seen whole. For the blocks of seats this holds for every seat.

    Raises:
        ValueError: no such block, or more entries than it has.
    """
    seen = np.ones(layout.size(players), bool)
    for name, entries in observe.items():
        block = layout.block(name)
        if not 0 <= entries <= block.shape[0]:
            raise ValueError(f"block {name!r}: got {entries} entries, allowed are 0..{block.shape[0]}")
        for seat in range(players if block in layout.seat else 1):
            layout.read(seen, name, seat)[entries:] = False
    return np.flatnonzero(seen)


class SeenColumns(BaseFeaturesExtractor):
    """First part of the network: selects columns of the observation, and runs the layers that both heads share.

    Takes full observations, or such with only the selected columns (which saves the trainer the copying).

    Args:
        observation_space: of the full observation.
        columns: the columns that are seen.
        widths: widths of shared layers; none for networks that share nothing.
        activation: name of the activation between them.
        standardize: shift and scale the columns, see `fit`.
    """

    columns: torch.Tensor
    mean: torch.Tensor
    deviation: torch.Tensor

    def __init__(
        self,
        observation_space: spaces.Box,
        columns: list[int],
        widths: list[int],
        activation: str = "tanh",
        standardize: bool = False,
    ) -> None:
        super().__init__(observation_space, widths[-1] if widths else len(columns))
        self.register_buffer("columns", torch.tensor(columns, dtype=torch.int64), persistent=False)
        self.standardize = standardize
        if standardize:
            self.register_buffer("mean", torch.zeros(len(columns)))
            self.register_buffer("deviation", torch.ones(len(columns)))
        layers: list[nn.Module] = []
        for before, after in zip([len(columns), *widths], widths, strict=False):
            layers += [nn.Linear(before, after), ACTIVATIONS[activation]()]
        self.body = nn.Sequential(*layers)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the features (n, features_dim) of observations (n, F) or (n, seen)."""
        if observations.shape[-1] != self.columns.shape[0]:
            observations = observations[..., self.columns]
        if self.standardize:
            observations = ((observations - self.mean) / self.deviation).clamp(-MOST_DEVIATIONS, MOST_DEVIATIONS)
        return self.body(observations)

    def fit(self, observations: np.ndarray, scale: np.ndarray) -> None:
        """Set mean and deviation of every column from raw counts, int8 (n, seen); `scale` as in `Eyes`."""
        counts = observations.astype(np.float32) * scale
        self.mean.copy_(torch.from_numpy(counts.mean(axis=0)))
        self.deviation.copy_(torch.from_numpy(np.maximum(counts.std(axis=0), LEAST_DEVIATION * scale)))


def policy_kwargs(config: PolicyConfig, columns: np.ndarray) -> dict[str, Any]:
    """Return the arguments with which sb3-contrib's policy becomes the network of the config."""
    shared = config.widths if config.share else []
    return {
        "net_arch": [] if config.share else list(config.widths),
        "activation_fn": ACTIVATIONS[config.activation],
        "features_extractor_class": SeenColumns,
        "features_extractor_kwargs": {
            "columns": columns.tolist(),
            "widths": list(shared),
            "activation": config.activation,
            "standardize": config.standardize,
        },
    }


class MaskedPolicy(MaskableActorCriticPolicy):
    """sb3-contrib's policy; computes the same for a minibatch with fewer passes over the masked logits."""

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        """Return values (n, 1), log probabilities (n,) of `actions` (n,), and entropies (n,) of a minibatch."""
        if action_masks is None:
            return super().evaluate_actions(obs, actions, action_masks)
        hidden, hidden_value = self.mlp_extractor(self.extract_features(obs))
        masked = ~action_masks.bool()
        logs = self.action_net(hidden).masked_fill(masked, MASKED_LOGIT).log_softmax(-1)
        legal = logs.masked_fill(masked, 0.0)  # exp of hugely negative numbers is slow, and 1 * 0 adds nothing either
        entropy = -(legal.exp() * legal).sum(-1)
        return self.value_net(hidden_value), logs.gather(-1, actions.reshape(-1, 1))[:, 0], entropy


class Table(gymnasium.Env):
    """The spaces of a game's Gymnasium face, for building a learner. It cannot be played."""

    def __init__(self, features: int, actions: int) -> None:
        self.observation_space = spaces.Box(0.0, 1.0, (features,), np.float32)
        self.action_space = spaces.Discrete(actions)


class Actor(nn.Module):
    """A copy of the part of a policy that chooses: logits from observations."""

    def __init__(self, policy: MaskableActorCriticPolicy) -> None:
        super().__init__()
        self.features = copy.deepcopy(policy.pi_features_extractor)
        self.hidden = copy.deepcopy(policy.mlp_extractor.policy_net)
        self.logits = copy.deepcopy(policy.action_net)
        self.requires_grad_(False).eval()

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the logits (n, A) of observations (n, F) or (n, seen)."""
        return self.logits(self.hidden(self.features(observations)))


class Eyes:
    """Cuts what the network sees out of the raw features of many games.

    Args:
        columns: see `observed_columns`.
        scale: float32 (F,); 1 / highest value of every feature.
        device: where the network is.
    """

    def __init__(self, columns: np.ndarray, scale: np.ndarray, device: torch.device | str = "cpu") -> None:
        self.columns = np.ascontiguousarray(columns, np.int64)
        self.scale = np.ascontiguousarray(scale[self.columns], np.float32)
        self.device = torch.device(device)

    def look(self, features: np.ndarray, rows: np.ndarray, raw: np.ndarray | None = None) -> torch.Tensor:
        """Return float32 (n, seen) of the given `rows` of `features` (int8, games x F); `raw` gets them as int8."""
        scaled = np.empty((len(rows), len(self.columns)), np.float32)
        if raw is None:
            raw = np.empty(scaled.shape, np.int8)
        gather(features, rows, self.columns, self.scale, raw, scaled)
        return torch.from_numpy(scaled).to(self.device)


def draw_actions(
    logits: torch.Tensor, masks: np.ndarray, rows: np.ndarray, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return (actions int64, log probabilities float32) for `rows` of `masks` (games x A), drawn by `logits` (n, A)."""
    actions, log_probs = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
    draw(np.ascontiguousarray(logits.cpu().numpy()), masks, rows, generator.random(len(rows)), actions, log_probs)
    return actions, log_probs


# ------------------------------------------------------------------------------------------------------ saving, loading


def versions() -> dict[str, str]:
    """Return the versions of everything a run depends on."""
    names = ("numpy", "numba", "torch", "gymnasium", "stable-baselines3", "sb3-contrib")
    return {"manorfarm": envs.__version__} | {name: metadata.version(name) for name in names}


def policy_facts(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `policy.json` says: the game, its version and options, the sizes, the version of this package."""
    players = options["num_players"]
    return {
        "game": game.name,
        "version": game.version,
        "options": dict(options),
        "features": game.observation.size(players),
        "actions": game.actions.size(players),
        "manorfarm": envs.__version__,
    }


def save_policy(learner: MaskablePPO, facts: Mapping[str, Any], folder: Path) -> None:
    """Write `policy.zip` and `policy.json` to `folder`; each is there whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    beside = folder / f".{POLICY_FILE}.partial"
    try:
        with open(beside, "wb") as file:
            learner.save(file, exclude=["lr_schedule"])
        os.replace(beside, folder / POLICY_FILE)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    write_whole(folder / FACTS_FILE, json.dumps(facts, indent=2) + "\n")


class LoadedPolicy:
    """A saved policy that plays many games at once.

    Attributes:
        game: name of the game it was trained for.
        version: version of that game's rules.
        options: complete options of its training games.
        learner: the `MaskablePPO` it was loaded as.
    """

    def __init__(self, learner: MaskablePPO, facts: Mapping[str, Any]) -> None:
        self.game: str = facts["game"]
        self.version: str = facts["version"]
        self.options: dict[str, Any] = dict(facts["options"])
        self.learner = learner
        layout = envs.get_game(self.game).observation
        highs = layout.highs(self.options["num_players"])
        extractor = learner.policy.pi_features_extractor
        seen = getattr(extractor, "columns", None)
        columns = np.arange(len(highs)) if seen is None else seen.cpu().numpy()
        self._eyes = Eyes(columns, (1.0 / highs).astype(np.float32), learner.device)
        self._actor = Actor(learner.policy)

    def act_batch(
        self,
        features: np.ndarray,
        masks: np.ndarray,
        generator: np.random.Generator,
        deterministic: bool = False,
    ) -> np.ndarray:
        """Return an action for each of n games, int64 (n,).

        Args:
            features: int8 (n, F), raw counts as the vector face gives them.
            masks: int8 (n, A); at least one 1 in each row.
            generator: where draws come from.
            deterministic: take the most probable action instead of drawing one.
        """
        features, masks = np.ascontiguousarray(features, np.int8), np.ascontiguousarray(masks, np.int8)
        rows = np.arange(len(features))
        with torch.inference_mode():
            logits = self._actor(self._eyes.look(features, rows))
        if deterministic:
            return np.where(masks == 1, logits.cpu().numpy(), -np.inf).argmax(axis=1)
        return draw_actions(logits, masks, rows, generator)[0]


def find_policy(path: str | os.PathLike) -> Path:
    """Return the `policy.zip` meant by `path`: a zip file, a checkpoint's folder, or a run folder (its final policy, or
    its newest checkpoint while there is none). Raises ValueError in one line."""
    place = Path(path)
    if place.is_file():
        return place
    if not place.is_dir():
        raise ValueError(f"{place}: there is no such checkpoint; allowed is a {POLICY_FILE}, or a folder that has one")
    checkpoints = sorted((place / "checkpoints").glob(f"[0-9]*/{POLICY_FILE}"))
    for candidate in (place / POLICY_FILE, *reversed(checkpoints)):
        if candidate.is_file():
            return candidate
    raise ValueError(f"{place}: holds no {POLICY_FILE} and no checkpoints/")


def load_policy(path: str | os.PathLike, device: str = "cpu") -> LoadedPolicy:
    """Return the policy saved at `path` (see `find_policy`).

    Raises:
        ValueError: in one line: nothing there, not a policy, or one whose arrays have other sizes than the game's.
    """
    file = find_policy(path)
    facts = _read_facts(file.with_name(FACTS_FILE), file)
    try:
        game = envs.get_game(facts["game"])
        options = game.options.complete(facts["options"])
    except ValueError as error:
        raise ValueError(f"{file.with_name(FACTS_FILE)}: {error}") from None
    try:
        learner = MaskablePPO.load(file, device=device)
    except Exception as error:  # of a damaged archive, pickle or network anything may come
        raise ValueError(f"{file}: not a policy that can be loaded ({' '.join(str(error).split())[:150]})") from None
    expected = policy_facts(game, options)
    got = {"features": spaces.flatdim(learner.observation_space), "actions": spaces.flatdim(learner.action_space)}
    for name, size in got.items():
        if size != expected[name]:
            raise ValueError(
                f"{file}: takes {size} {name}, the game has {expected[name]} (policy of version {facts['version']} of "
                f"{game.name}, the rules here are {game.version})"
            )
    return LoadedPolicy(learner, facts)


def _read_facts(path: Path, file: Path) -> dict[str, Any]:
    if not path.is_file():
        raise ValueError(f"{file}: {path.name} is missing beside it, which says what it was trained for")
    facts = read_json(path)
    for key, kind in (("game", str), ("version", str), ("options", dict)):
        if key not in facts:
            raise ValueError(f"{path}: key {key!r} is missing")
        if not isinstance(facts[key], kind):
            raise ValueError(f"{path}: {key}: got a {type(facts[key]).__name__}, allowed is a {kind.__name__}")
    return facts
