"""Policies: how they are saved, and how they play when loaded again.

The network (`training.network`) takes the full observation of the Gymnasium face (float32, counts divided by their
highest values). So a saved `policy.zip` loads with `MaskablePPO.load` and predicts there. `policy.json` beside it says
what it was trained for.
"""

from __future__ import annotations

import copy
import json
import os
import warnings
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from torch import nn

import envs
from envs.core.game import Game
from envs.core.vector import whole_numbers
from training.config import MOST_WORLDS, short
from training.files import printable, read_json, write_whole
from training.lookahead import Lookahead, workers
from training.network import MASKED_LOGIT, Actor, Eyes, draw_actions
from training.network import MaskedPolicy as MaskedPolicy  # policies of 0.4.0 look for these two here
from training.network import SeenColumns as SeenColumns
from training.sparse import network_of

POLICY_FILE, FACTS_FILE, EXPORT_FILE = "policy.zip", "policy.json", "policy.pt"
LOOKAHEAD = "lookahead"
"""What `policy.json` says of a policy that looks ahead; others do not have it."""
MEMBERS = "members"
"""Where a run with several learners has the policies of all but the first."""


# ------------------------------------------------------------------------------------------------------ saving, loading


def versions() -> dict[str, str]:
    """Return the versions of everything a run depends on."""
    names = ("numpy", "numba", "torch", "gymnasium", "stable-baselines3", "sb3-contrib")
    return {"manorfarm": envs.__version__} | {name: metadata.version(name) for name in names}


def policy_facts(game: Game, options: Mapping[str, Any], lookahead: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return what `policy.json` says: the game, its version and options, the sizes, the version of this package.

    Of a policy that looks ahead also how: `model` and `worlds`, see `training.lookahead.Lookahead`.
    """
    players = options["num_players"]
    return ({} if lookahead is None else {LOOKAHEAD: dict(lookahead)}) | {
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


class Exported(nn.Module):
    """What `policy.pt` computes, for programs that know PyTorch and nothing of this project.

    Takes observations float32 (n, F) as of the Gymnasium face and masks (n, A), bool or numbers; returns the
    probabilities of the actions, float32 (n, A), 0 for illegal ones.
    """

    def __init__(self, actor: Actor) -> None:
        super().__init__()
        self.actor = actor

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """Return the probabilities."""
        legal = masks.bool()
        return self.actor(observations).masked_fill(~legal, MASKED_LOGIT).softmax(-1).masked_fill(~legal, 0.0)


def export_policy(learner: MaskablePPO, folder: Path) -> None:
    """Write the policy as TorchScript to `policy.pt`: `torch.jit.load(path)(observations, masks)`, see `Exported`."""
    module = Exported(copy.deepcopy(Actor(learner.policy)).cpu())
    features, actions = spaces.flatdim(learner.observation_space), spaces.flatdim(learner.action_space)
    example = torch.zeros(2, features), torch.ones(2, actions, dtype=torch.bool)
    beside = folder / f".{EXPORT_FILE}.partial"
    try:
        with warnings.catch_warnings(), torch.no_grad():
            warnings.simplefilter("ignore")  # that TorchScript is old; ONNX would ask for two more packages
            torch.jit.trace(module, example, check_trace=False).save(str(beside))
        os.replace(beside, folder / EXPORT_FILE)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


class LoadedPolicy:
    """A saved policy that plays many games at once.

    Attributes:
        game: name of the game it was trained for.
        version: version of that game's rules.
        options: complete options of its training games.
        learner: the `MaskablePPO` it was loaded as.
        lookahead: how it looks ahead; None if it does not. Such a policy decides by `act_at` alone: an observation and
            a mask are not enough.
    """

    def __init__(self, learner: MaskablePPO, facts: Mapping[str, Any]) -> None:
        self.game: str = facts["game"]
        self.version: str = facts["version"]
        self.options: dict[str, Any] = dict(facts["options"])
        self.learner = learner
        game = envs.get_game(self.game)
        layout = game.observation
        highs = layout.highs(self.options["num_players"])
        extractor = learner.policy.pi_features_extractor
        seen = getattr(extractor, "columns", None)
        columns = np.arange(len(highs)) if seen is None else seen.cpu().numpy()
        self._eyes = Eyes(columns, (1.0 / highs).astype(np.float32), learner.device)
        self._actor = Actor(learner.policy)
        self._network = network_of(self._actor, self._eyes)
        self._draws = np.random.default_rng(0)
        self.lookahead: Lookahead | None = None
        if LOOKAHEAD in facts:
            how = facts[LOOKAHEAD]
            number = game.bot_number(how["model"])
            self.lookahead = Lookahead(game, self.options["num_players"], columns, number, how["worlds"])
            self._judge = network_of(learner.policy, self._eyes)

    def act_at(
        self,
        states: np.ndarray,
        features: np.ndarray,
        masks: np.ndarray,
        rows: np.ndarray,
        generator: np.random.Generator,
        deterministic: bool = False,
    ) -> np.ndarray:
        """Return an action for each of n games, int64 (n,). What no seat but the one to act knows does not count.

        Args:
            states: the games, as the vector face has them; they stay as they are.
            features, masks: int8 (games, F) and (games, A), of the seats to act; features are not used to look ahead.
            rows: int64 (n,); which games.
            generator: where draws and imagined worlds come from.
            deterministic: take the most probable action. Who looks ahead always takes the best.
        """
        rows = whole_numbers(rows, "rows", None)
        if self.lookahead is None:
            return self.act_batch(features[rows], masks[rows], generator, deterministic)
        states, masks = np.ascontiguousarray(states), np.ascontiguousarray(masks, np.int8)
        self._check_tables(states, masks, rows)
        return self.lookahead.choose(self._judge, states, masks, rows, generator, workers())

    def _check_tables(self, states: np.ndarray, masks: np.ndarray, rows: np.ndarray) -> None:
        """Raise ValueError, in one line, unless these are tables that the policy can look ahead at."""
        game = envs.get_game(self.game)
        players = self.options["num_players"]
        if states.dtype != game.dtype or states.ndim != 1:
            raise ValueError(f"states: got other than a row of states, allowed are tables of {self.game}")
        if masks.shape != (len(states), game.actions.size(players)):
            raise ValueError(
                f"masks: got shape {masks.shape}, allowed is {(len(states), game.actions.size(players))} (num_players="
                f"{players})"
            )
        if rows.ndim != 1 or (rows.size and not 0 <= rows.min() <= rows.max() < len(states)):
            raise ValueError(f"rows: got {rows.tolist()[:8]}, allowed are 0..{len(states) - 1}")
        if (states["players"][rows] != players).any():
            raise ValueError(f"states: got a table of another number of players, allowed is num_players={players}")
        if (states["to_act"][rows] < 0).any():
            raise ValueError("states: nobody is to act: a game has not begun or is over")

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
        self._only_by_state()
        features, masks = np.ascontiguousarray(features, np.int8), np.ascontiguousarray(masks, np.int8)
        rows = np.arange(len(features))
        if not deterministic:
            return self._network.decide(features, masks, rows, generator)[0]
        with torch.inference_mode():
            logits = self._actor(self._eyes.look(features, rows))
        return np.where(masks == 1, logits.cpu().numpy(), -np.inf).argmax(axis=1)

    @property
    def needs_table(self) -> bool:
        """Whether it decides by `act_at` and `act_on` alone."""
        return self.lookahead is not None

    def _only_by_state(self) -> None:
        if self.lookahead is not None:
            raise ValueError(
                "policy: looks ahead, which an observation and a mask are not enough for; allowed is act_at, which "
                "gets the states (or act_on, which gets a table)"
            )

    def act_on(self, table: Any) -> int:
        """Return an action for the agent to act at a table of the AEC or Gymnasium face; draws as `act` does.

        Raises:
            ValueError: another game or number of players, or nobody is to act there.
        """
        table = getattr(table, "unwrapped", table).table
        if table.game.name != self.game or table.num_players != self.options["num_players"]:
            raise ValueError(
                f"table: got {table.game.name} for {table.num_players}, allowed is {self.game} for "
                f"{self.options['num_players']}"
            )
        differ = [n for n in self.options if n not in ("reward", "max_turns") and table.options[n] != self.options[n]]
        if differ:
            name = differ[0]
            raise ValueError(f"table: got {name}={table.options[name]!r}, allowed is {self.options[name]!r}")
        if table.seat < 0:
            raise ValueError("table: nobody is to act: the game has not begun or is over")
        rows = np.zeros(1, np.int64)
        return int(self.act_at(table.states, table.features[None], table.mask[None], rows, self._draws)[0])

    def begin(self, seat: int, num_players: int, seed: int) -> None:
        """Draw from `seed` in the game that begins: a policy is a player of one's own too, see `envs.core.bots`."""
        self._draws = np.random.default_rng(seed)

    def act(self, observation: np.ndarray, mask: np.ndarray, texts: Mapping[int, str] | None = None) -> int:
        """Return an action for one decision, drawn by the policy.

        Args:
            observation: float32 (F,) in [0, 1], as the AEC and Gymnasium faces give it.
            mask: int8 (A,).
            texts: not used.
        """
        self._only_by_state()
        with torch.inference_mode():
            logits = self._actor(torch.from_numpy(np.asarray(observation, np.float32)[None]).to(self._eyes.device))
        masks = np.ascontiguousarray(mask, np.int8)[None]
        return int(draw_actions(logits, masks, np.zeros(1, np.int64), self._draws)[0][0])


def find_policy(path: str | os.PathLike) -> Path:
    """Return the `policy.zip` meant by `path`: a zip file, a checkpoint's folder, or a run folder (its final policy, or
    its newest checkpoint while there is none). Raises ValueError in one line."""
    place = Path(path)
    if place.is_file():
        return place
    if not place.is_dir():
        raise ValueError(
            f"{printable(str(place))}: there is no such checkpoint; allowed is a {POLICY_FILE}, or a folder with one"
        )
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
        game.bot_number(facts.get(LOOKAHEAD, {"model": game.bots[0]})["model"])
    except ValueError as error:
        raise ValueError(f"{file.with_name(FACTS_FILE)}: {error}") from None
    try:
        with torch.random.fork_rng(devices=[]):  # a network is built, whose first weights are drawn
            learner = MaskablePPO.load(file, device=device)
    except Exception as error:  # of a damaged archive, pickle or network anything may come
        raise ValueError(f"{file}: not a policy that can be loaded ({' '.join(str(error).split())[:150]})") from None
    expected = policy_facts(game, options)
    got = {"features": spaces.flatdim(learner.observation_space), "actions": spaces.flatdim(learner.action_space)}
    for name, size in got.items():
        if size != expected[name]:
            raise ValueError(
                f"{file}: takes {size} {name}, the game has {expected[name]} (policy of version {facts['version']} of "
                f"{game.name}, the rules here are {game.version}; saved by manorfarm {facts.get('manorfarm')}, this is "
                f"{envs.__version__})"
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
    how = facts.get(LOOKAHEAD, {"model": "random", "worlds": 1})
    if not isinstance(how, dict) or not isinstance(how.get("model"), str) or type(how.get("worlds")) is not int:
        raise ValueError(f"{path}: {LOOKAHEAD}: allowed is an object with a string `model` and a number `worlds`")
    if not 1 <= how["worlds"] <= MOST_WORLDS:
        raise ValueError(f"{path}: {LOOKAHEAD}.worlds: got {short(how['worlds'])}, allowed is 1..{MOST_WORLDS}")
    return facts
