"""The two wide layers of a network, computed from what is there: counts above 0, and legal actions.

An observation has hundreds of columns, most of them 0; of hundreds of actions a few are legal. The first layer is
therefore a sum over the counts above 0, and only the logits of legal actions are computed, together with their softmax.
The result is that of the dense network, but for the rounding (a test compares values and gradients); what lies between
the two layers is left to PyTorch.

What is handed to PyTorch is allocated by it: where an array of NumPy begins differs from run to run, and with it the
rounding of PyTorch's products.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import Tensor, nn

from training.kernels import (
    choose_legal,
    cut,
    draw_legal,
    first_layer,
    first_layer_gradient,
    legal_gradient,
    legal_log_probs,
    list_counts,
    list_legal,
    pick_listed,
)
from training.network import MOST_DEVIATIONS, Actor, Eyes, SeenColumns, draw_actions

_Gradient = tuple[Tensor | None, ...]


class Counts:
    """How counts become the numbers that the first layer sees: scaled, and standardised if the network does that.

    Args:
        extractor: first part of the network.
        scale: float32 (seen,); 1 / highest value of every column that it sees.
    """

    def __init__(self, extractor: SeenColumns, scale: np.ndarray) -> None:
        self.scale = scale
        self.standardize = extractor.standardize
        seen = len(scale)
        self.mean = extractor.mean.numpy() if self.standardize else np.zeros(seen, np.float32)
        self.inverse = 1 / extractor.deviation.numpy() if self.standardize else np.ones(seen, np.float32)
        limit = MOST_DEVIATIONS if self.standardize else np.inf
        self.limit = np.float32(limit)
        self.zeros = torch.empty(seen)
        self.zero = self.zeros.numpy()
        self.zero[:] = np.clip(-self.mean * self.inverse, -self.limit, self.limit)

    def table_and_base(self, weight: Tensor, bias: Tensor) -> tuple[Tensor, Tensor]:
        """Return the weights (seen, width), and what the outputs (width,) are where all counts are 0."""
        table = weight.t().contiguous()
        return table, bias + self.zeros @ table

    def of(self, observations: np.ndarray) -> Listed:
        """Return the counts above 0 of observations, int8 (n, seen): see `list_counts`."""
        size = observations.size
        columns, values = np.empty(size + 1, np.int32), np.empty(size, np.float32)
        ends = np.empty(len(observations), np.int64)
        list_counts(observations, self.scale, self.mean, self.inverse, self.zero, self.limit, columns, values, ends)
        return Listed(columns, values, ends)


class Listed:
    """What is listed of n rows: counts above 0 with what they are worth, or legal actions.

    Attributes:
        entries: int32; columns or actions, of one row after the other.
        values: float32; worth of the counts. Empty for actions.
        ends: int64 (n,); where each row ends.
    """

    def __init__(self, entries: np.ndarray, values: np.ndarray, ends: np.ndarray) -> None:
        self.entries, self.values, self.ends = entries, values, ends

    @classmethod
    def legal(cls, masks: np.ndarray, rows: np.ndarray) -> Listed:
        """Return the legal actions of `rows` (n,) of `masks`, int8 (size, A)."""
        actions, ends = np.empty(len(rows) * masks.shape[1] + 1, np.int32), np.empty(len(rows), np.int64)
        list_legal(masks, rows, actions, ends)
        return cls(actions, np.empty(0, np.float32), ends)

    @property
    def size(self) -> int:
        """How many entries there are."""
        return int(self.ends[-1])

    def trimmed(self) -> Listed:
        """Return a copy without the room beyond the last entry."""
        return Listed(self.entries[: self.size].copy(), self.values[: self.size].copy(), self.ends)

    @classmethod
    def join(cls, parts: Sequence[Listed]) -> Listed:
        """Return the rows of all parts, in their order; they must be `trimmed`."""
        starts = np.cumsum([0, *(part.size for part in parts)])
        ends = [part.ends + start for part, start in zip(parts, starts[:-1], strict=True)]
        entries, values = ([getattr(part, name) for part in parts] for name in ("entries", "values"))
        return cls(np.concatenate(entries), np.concatenate(values), np.concatenate(ends))

    def of(self, rows: np.ndarray) -> Listed:
        """Return what is listed of these rows, int64 (m,)."""
        size = int((self.ends[rows] - np.where(rows > 0, self.ends[rows - 1], 0)).sum())
        entries, values = np.empty(size, np.int32), np.empty(size if len(self.values) else 0, np.float32)
        ends = np.empty(len(rows), np.int64)
        pick_listed(self.entries, self.values, self.ends, rows, entries, values, ends)
        return Listed(entries, values, ends)


class _FirstLayer(torch.autograd.Function):
    """First layers of the bodies of a network; their inputs need no gradient."""

    @staticmethod
    def forward(ctx: Any, listed: Listed, counts: Counts, table: Tensor, base: Tensor, *layers: Tensor) -> Tensor:
        """Return float32 (n, width) for the listed counts of n rows.

        Args:
            ctx: of PyTorch.
            listed: the counts.
            counts, table, base: what they are worth; `Counts.table_and_base` of all the layers.
            layers: weights of the layers, (width of the body, seen) each, then as many biases; they get gradients.
        """
        out = torch.empty((len(listed.ends), table.shape[1]))
        first_layer(listed.entries, listed.values, listed.ends, table.numpy(), base.numpy(), out.numpy())
        ctx.given = listed, counts, table.shape, [len(bias) for bias in layers[len(layers) // 2 :]]
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> _Gradient:
        """Return the gradients of weights and biases."""
        listed, counts, shape, widths = ctx.given
        table = torch.zeros(shape)
        first_layer_gradient(listed.entries, listed.values, listed.ends, gradient.contiguous().numpy(), table.numpy())
        of_bias = gradient.sum(dim=0)
        if counts.standardize:
            table += torch.outer(counts.zeros, of_bias)
        return None, None, None, None, *table.t().split(widths), *of_bias.split(widths)


class _LogProbs(torch.autograd.Function):
    """Last layer of the policy: log probabilities of actions, and entropies."""

    @staticmethod
    def forward(
        ctx: Any, hidden: Tensor, weight: Tensor, bias: Tensor, legal: Listed, actions: np.ndarray
    ) -> tuple[Tensor, Tensor]:
        """Return two float32 (n,) for `hidden` (n, width), the legal actions of n rows and `actions` (n,)."""
        log_probs, entropies = torch.empty(len(actions)), torch.empty(len(actions))
        arrays = hidden.detach().numpy(), weight.detach().numpy()
        listed = legal.entries, legal.ends
        logs = np.empty(legal.size, np.float32)
        legal_log_probs(*arrays, bias.detach().numpy(), *listed, logs)
        choose_legal(*listed, logs, actions, log_probs.numpy(), entropies.numpy())
        ctx.given = *arrays, *listed, logs, actions, entropies.numpy()
        return log_probs, entropies

    @staticmethod
    def backward(ctx: Any, of_log_probs: Tensor, of_entropies: Tensor) -> _Gradient:
        """Return the gradients of hidden, weight and bias."""
        hidden, weight = ctx.given[:2]
        back = torch.empty(hidden.shape), torch.zeros(weight.shape), torch.zeros(len(weight))
        given = of_log_probs.contiguous().numpy(), of_entropies.contiguous().numpy()
        legal_gradient(*ctx.given, *given, *(tensor.numpy() for tensor in back))
        return *back, None, None


class SparseNetwork:
    """Computes what a policy or an actor computes, on the CPU, with the weights as they are when this is made.

    Args:
        source: the network; see `can_be_sparse`.
        eyes: which columns it sees, and their scale.
    """

    def __init__(self, source: MaskableActorCriticPolicy | Actor, eyes: Eyes) -> None:
        self.eyes = eyes
        extractor: Any
        bodies: list[Any]
        if isinstance(source, Actor):
            extractor, bodies = source.features, [source.hidden]
            self.action_net: Any = source.logits
            self.value_net: Any = None
        else:
            extractor = source.features_extractor
            bodies = [source.mlp_extractor.policy_net, source.mlp_extractor.value_net]
            self.action_net, self.value_net = source.action_net, source.value_net
        self.extractor: SeenColumns = extractor
        shared = list(extractor.body)
        if shared:
            self.first, self.shared = [shared[0]], nn.Sequential(*shared[1:])
            self.tails = bodies
        else:
            self.first, self.shared = [body[0] for body in bodies], nn.Sequential()
            self.tails = [body[1:] for body in bodies]
        self.counts = Counts(extractor, eyes.scale)
        weights, biases = [layer.weight for layer in self.first], [layer.bias for layer in self.first]
        self._layers = *weights, *biases
        with torch.no_grad():
            self._table, self._base = self.counts.table_and_base(torch.cat(weights), torch.cat(biases))

    def _hidden(self, first: Tensor) -> list[Tensor]:
        """Return the last hidden layer of the policy, and that of the value if there is one, from the first layers."""
        if len(self.first) == 1:
            common = self.shared(first)
            return [tail(common) for tail in self.tails]
        width = len(self.first[0].bias)
        return [self.tails[0](first[:, :width]), self.tails[1](first[:, width:])]

    def _look_and_hide(self, listed: Listed) -> list[Tensor]:
        return self._hidden(_FirstLayer.apply(listed, self.counts, self._table, self._base, *self._layers))

    def decide(
        self,
        features: np.ndarray,
        masks: np.ndarray,
        rows: np.ndarray,
        generator: np.random.Generator,
        raw: np.ndarray | None = None,
        kept: list[tuple[Listed, Listed]] | None = None,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return (actions int64, log probabilities float32, values float32), each (n,); values are 0 for actors.

        Args:
            features: int8 (games, F), as of the vector face.
            masks: int8 (games, A).
            rows: int64 (n,); which games.
            generator: where draws come from.
            raw: int8 (n, seen); gets what was seen.
            kept: counts and legal actions, as they are listed, are added to it.
        """
        rows = np.ascontiguousarray(rows, np.int64)
        raw = np.empty((len(rows), len(self.eyes.columns)), np.int8) if raw is None else raw
        cut(features, rows, self.eyes.columns, raw)
        actions, log_probs = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
        with torch.inference_mode():
            counts, legal = self.counts.of(raw), Listed.legal(masks, rows)
            if kept is not None:
                kept.append((counts.trimmed(), legal.trimmed()))
            hidden, *of_value = self._look_and_hide(counts)
            listed = legal.entries, legal.ends
            logs = np.empty(legal.size, np.float32)
            net = self.action_net
            legal_log_probs(hidden.contiguous().numpy(), net.weight.numpy(), net.bias.numpy(), *listed, logs)
            draw_legal(*listed, logs, generator.random(len(rows)), actions, log_probs)
            values = self._values_of(of_value, len(rows))
        return actions, log_probs, values

    def _values_of(self, hidden: list[Tensor], number: int) -> np.ndarray:
        return self.value_net(hidden[0]).numpy()[:, 0] if self.value_net else np.zeros(number, np.float32)

    def values(self, features: np.ndarray) -> np.ndarray:
        """Return the values, float32 (n,), of what is in `features`, int8 (n, F)."""
        raw = np.empty((len(features), len(self.eyes.columns)), np.int8)
        cut(features, np.arange(len(features)), self.eyes.columns, raw)
        return self.worth(raw)

    def worth(self, seen: np.ndarray) -> np.ndarray:
        """Return the values, float32 (n,), of what the network sees of observations, int8 (n, seen)."""
        with torch.inference_mode():
            return self.worth_of(seen).numpy()

    def worth_of(self, seen: np.ndarray) -> Tensor:
        """Return the same, to learn from."""
        return self.value_net(self._look_and_hide(self.counts.of(seen))[-1]).flatten()

    def evaluate(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        rows: np.ndarray,
        actions: np.ndarray,
        listed: tuple[Listed, Listed] | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return values, log probabilities of `actions` and entropies, each float32 (n,).

        Args:
            observations: int8 (size, seen).
            masks: int8 (size, A).
            rows: int64 (n,); which of them.
            actions: int64 (n,).
            listed: counts and legal actions of all (size,), if they have been kept.
        """
        counts = listed[0].of(rows) if listed else self.counts.of(observations[rows])
        legal = listed[1].of(rows) if listed else Listed.legal(masks, rows)
        hidden, of_value = self._look_and_hide(counts)
        net = self.action_net
        log_probs, entropies = _LogProbs.apply(hidden.contiguous(), net.weight, net.bias, legal, actions)
        return self.value_net(of_value).flatten(), log_probs, entropies


class DenseNetwork:
    """The same by PyTorch alone: on other devices, and for networks that `SparseNetwork` cannot compute."""

    def __init__(self, source: MaskableActorCriticPolicy | Actor, eyes: Eyes) -> None:
        self.source, self.eyes = source, eyes

    def decide(
        self,
        features: np.ndarray,
        masks: np.ndarray,
        rows: np.ndarray,
        generator: np.random.Generator,
        raw: np.ndarray | None = None,
        kept: list[tuple[Listed, Listed]] | None = None,
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """See `SparseNetwork.decide`; nothing is kept."""
        with torch.inference_mode():
            seen = self.eyes.look(features, rows, raw)
            if isinstance(self.source, Actor):
                return *draw_actions(self.source(seen), masks, rows, generator), np.zeros(len(rows), np.float32)
            policy: Any = self.source
            hidden, of_value = policy.mlp_extractor(policy.features_extractor(seen))
            actions, log_probs = draw_actions(policy.action_net(hidden), masks, rows, generator)
            return actions, log_probs, policy.value_net(of_value).cpu().numpy()[:, 0]

    def values(self, features: np.ndarray) -> np.ndarray:
        """See `SparseNetwork.values`."""
        with torch.inference_mode():
            policy: Any = self.source
            return policy.predict_values(self.eyes.look(features, np.arange(len(features)))).cpu().numpy()[:, 0]

    def worth(self, seen: np.ndarray) -> np.ndarray:
        """See `SparseNetwork.worth`."""
        with torch.inference_mode():
            return self.worth_of(seen).cpu().numpy()

    def worth_of(self, seen: np.ndarray) -> Tensor:
        """See `SparseNetwork.worth_of`."""
        device = self.eyes.device
        policy: Any = self.source
        counts = torch.from_numpy(seen).to(device).float() * torch.from_numpy(self.eyes.scale).to(device)
        return policy.predict_values(counts).flatten()

    def evaluate(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        rows: np.ndarray,
        actions: np.ndarray,
        listed: tuple[Listed, Listed] | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """See `SparseNetwork.evaluate`."""
        device = self.eyes.device
        scale = torch.from_numpy(self.eyes.scale).to(device)
        seen = torch.from_numpy(observations[rows]).to(device).float() * scale
        legal = torch.from_numpy(masks[rows].view(np.bool_)).to(device)
        policy: Any = self.source
        values, log_probs, entropies = policy.evaluate_actions(seen, torch.from_numpy(actions).to(device), legal)
        return values.flatten(), log_probs, entropies


Network = SparseNetwork | DenseNetwork


def network_of(source: MaskableActorCriticPolicy | Actor, eyes: Eyes) -> Network:
    """Return what computes a policy or an actor, with its weights of this moment."""
    return (SparseNetwork if can_be_sparse(source, eyes) else DenseNetwork)(source, eyes)


def can_be_sparse(source: MaskableActorCriticPolicy | Actor, eyes: Eyes) -> bool:
    """Return whether `SparseNetwork` can compute this network: on the CPU, with a layer, and without attention."""
    extractor = source.features if isinstance(source, Actor) else source.features_extractor
    if not isinstance(extractor, SeenColumns) or extractor.attention or eyes.device.type != "cpu":
        return False
    body = source.hidden if isinstance(source, Actor) else source.mlp_extractor.policy_net
    return len(extractor.body) > 0 or len(body) > 0
