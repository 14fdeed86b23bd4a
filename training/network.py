"""The network: an actor-critic policy of sb3-contrib that selects the columns of the observation it looks at itself."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from envs.core.layout import Layout
from training.config import PolicyConfig
from training.kernels import draw, gather

MASKED_LOGIT = -1e8  # as in sb3-contrib
LEAST_DEVIATION = 0.05  # counts: a column that hardly ever changes is not blown up
MOST_DEVIATIONS = 5.0
ACTIVATIONS = {"tanh": nn.Tanh, "relu": nn.ReLU}


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


SEATS = "seats"


def token_columns(layout: Layout, players: int, columns: np.ndarray, over: Sequence[str]) -> list[list[int]]:
    """Return which of the seen columns make up each token of an attention, as places in `columns`.

    Args:
        layout, players: of the observation.
        columns: the columns that are seen, ascending: see `observed_columns`.
        over: names of blocks, whose entries along the first axis are the tokens (of blocks of seats those of every
            seat); or ["seats"]: the tokens are the seats, each with all its blocks.

    Returns:
        A list for each token, all equally long.

    Raises:
        ValueError: no such block, or blocks whose entries do not go together.
    """
    place = np.full(layout.size(players), -1, np.int64)
    place[columns] = np.arange(len(columns))

    def seen(part: np.ndarray) -> list[int]:
        return part[part >= 0].ravel().tolist()

    if list(over) == [SEATS]:
        tokens = [
            [index for block in layout.seat for index in seen(layout.read(place, block.name, seat))]
            for seat in range(players)
        ]
    else:
        blocks = [layout.block(name) for name in over]
        of_seats = {block in layout.seat for block in blocks}
        if len(of_seats) > 1:
            raise ValueError(f"blocks {', '.join(over)}: got blocks of seats and others, allowed is one kind")
        tokens = []
        for seat in range(players if True in of_seats else 1):
            parts = [layout.read(place, block.name, seat) for block in blocks]
            entries = [[seen(part[entry]) for entry in range(len(part))] for part in parts]
            there = [[entry for entry in of_block if entry] for of_block in entries]
            if len({len(of_block) for of_block in there}) > 1:
                raise ValueError(
                    f"blocks {', '.join(over)}: the network sees {', '.join(str(len(b)) for b in there)} entries of "
                    f"them, allowed is the same number of each (policy.observe cuts them)"
                )
            tokens += [list(itertools.chain(*of_entry)) for of_entry in zip(*there, strict=True)]
    if not tokens or not tokens[0]:
        raise ValueError(f"{', '.join(over)}: nothing of it is seen")
    if len({len(token) for token in tokens}) > 1:
        raise ValueError(f"{', '.join(over)}: its entries are not equally long")
    return tokens


class Attention(nn.Module):
    """Self-attention (Vaswani et al. 2017) over the entries of a block, summed up by their mean and maximum.

    Args:
        tokens: for each token the columns of its numbers, among those seen.
        width: numbers that a token is turned into; a multiple of `heads`.
        heads: of the attention.
        activation: after it.
    """

    columns: torch.Tensor

    def __init__(self, tokens: list[list[int]], width: int, heads: int, activation: str) -> None:
        super().__init__()
        self.register_buffer("columns", torch.tensor(tokens, dtype=torch.int64), persistent=False)
        self.heads = heads
        self.embed = nn.Linear(len(tokens[0]), width)
        self.ask = nn.Linear(width, 3 * width)
        self.answer = nn.Linear(width, width)
        self.activation = ACTIVATIONS[activation]()

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return (n, 2 * width) for what is seen, (n, seen)."""
        tokens = self.embed(seen[:, self.columns])  # (n, tokens, width)
        number, length, width = tokens.shape
        split = self.ask(tokens).view(number, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = nn.functional.scaled_dot_product_attention(split[0], split[1], split[2])
        tokens = self.activation(tokens + self.answer(mixed.transpose(1, 2).reshape(number, length, width)))
        return torch.cat([tokens.mean(dim=1), tokens.amax(dim=1)], dim=-1)


class SeenColumns(BaseFeaturesExtractor):
    """First part of the network: selects columns of the observation, and runs the layers that both heads share.

    Takes full observations, or such with only the selected columns (which saves the trainer the copying).

    Args:
        observation_space: of the full observation.
        columns: the columns that are seen.
        widths: widths of shared layers; none for networks that share nothing.
        activation: name of the activation between them.
        standardize: shift and scale the columns, see `fit`.
        attention: for each attention its `tokens`, `width` and `heads`, see `Attention`. What it sums up takes the
            place of the columns that it looks at.
    """

    columns: torch.Tensor
    plain: torch.Tensor
    mean: torch.Tensor
    deviation: torch.Tensor

    def __init__(
        self,
        observation_space: spaces.Box,
        columns: list[int],
        widths: list[int],
        activation: str = "tanh",
        standardize: bool = False,
        attention: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        looked_at = {index for entry in attention for token in entry["tokens"] for index in token}
        plain = [index for index in range(len(columns)) if index not in looked_at]
        size = len(plain) + sum(2 * entry["width"] for entry in attention)
        super().__init__(observation_space, widths[-1] if widths else size)
        self.register_buffer("plain", torch.tensor(plain, dtype=torch.int64), persistent=False)
        self.attention = nn.ModuleList(
            Attention(entry["tokens"], entry["width"], entry["heads"], activation) for entry in attention
        )
        self.register_buffer("columns", torch.tensor(columns, dtype=torch.int64), persistent=False)
        self.standardize = standardize
        if standardize:
            self.register_buffer("mean", torch.zeros(len(columns)))
            self.register_buffer("deviation", torch.ones(len(columns)))
        layers: list[nn.Module] = []
        for before, after in zip([size, *widths], widths, strict=False):
            layers += [nn.Linear(before, after), ACTIVATIONS[activation]()]
        self.body = nn.Sequential(*layers)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the features (n, features_dim) of observations (n, F) or (n, seen)."""
        if observations.shape[-1] != self.columns.shape[0]:
            observations = observations[..., self.columns]
        if self.standardize:
            observations = ((observations - self.mean) / self.deviation).clamp(-MOST_DEVIATIONS, MOST_DEVIATIONS)
        if self.attention:
            parts = [observations[:, self.plain], *(part(observations) for part in self.attention)]
            observations = torch.cat(parts, dim=-1)
        return self.body(observations)

    def fit(self, observations: np.ndarray, scale: np.ndarray) -> None:
        """Set mean and deviation of every column from raw counts, int8 (n, seen); `scale` as in `Eyes`."""
        counts = observations.astype(np.float32) * scale
        self.mean.copy_(torch.from_numpy(counts.mean(axis=0)))
        self.deviation.copy_(torch.from_numpy(np.maximum(counts.std(axis=0), LEAST_DEVIATION * scale)))


def policy_kwargs(config: PolicyConfig, layout: Layout, players: int, columns: np.ndarray) -> dict[str, Any]:
    """Return the arguments with which sb3-contrib's policy becomes the network of the config.

    Args:
        config: the network.
        layout, players: of the observation.
        columns: what is seen of it.
    """
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
            "attention": [
                {
                    "tokens": token_columns(layout, players, columns, entry.over),
                    "width": entry.width,
                    "heads": entry.heads,
                }
                for entry in config.attention
            ],
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
