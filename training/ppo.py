"""Proximal policy optimisation (Schulman et al. 2017) with action masks: what is done with the decisions of an update.

`training.selfplay` has collected them, every learning seat's, with advantages; this file learns from them. From top to
bottom: what a minibatch costs, its gradient, an update. The hyper-parameters are declared, and explained one by one, in
`training.config.PPOConfig`.

The gradient of a minibatch is the sum over chunks that fit into the caches, shared by `tables.threads` threads:
PyTorch's own threads cost more than they give with networks of this size. The sum is taken in the order of the chunks,
so an update depends neither on the number of threads nor on which is faster.

Network, optimiser and their file are those of sb3-contrib's `MaskablePPO`, so that either learner takes up what the
other has saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import explained_variance
from torch import Tensor

from training.config import PPOConfig
from training.selfplay import DecisionBuffer, torch_threads
from training.sparse import Network, network_of

CHUNK = 2_048
"""Decisions that are computed at once."""


def losses(
    network: Network, buffer: DecisionBuffer, rows: np.ndarray, advantages: np.ndarray, config: PPOConfig
) -> dict[str, Tensor]:
    """Return what n decisions cost, each loss as a sum over them.

    Args:
        network: computes the policy.
        buffer: the decisions.
        rows: int64 (n,); which of them.
        advantages: float32 (n,), normalised if that is wanted.
        config: clip_range, ent_coef, vf_coef.

    Returns:
        `total` (to be minimised), `policy_loss`, `value_loss`, `entropy_loss`; for the log `approx_kl` (the estimator
        k3 of Schulman 2020, "Approximating KL divergence") and `clip_fraction`.
    """

    def tensor(array: np.ndarray) -> Tensor:
        return torch.from_numpy(array).to(buffer.device)

    actions = buffer.actions[rows, 0]
    values, log_probs, entropies = network.evaluate(
        buffer.observations, buffer.action_masks, rows, actions, buffer.listed
    )
    gains = tensor(advantages)
    log_ratio = log_probs - tensor(buffer.log_probs[rows])
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - config.clip_range, 1 + config.clip_range)
    policy_loss = -torch.min(ratio * gains, clipped * gains).sum()
    value_loss = (tensor(buffer.returns[rows]) - values).square().sum()
    entropy_loss = -entropies.sum()
    with torch.no_grad():
        approx_kl = (ratio - 1 - log_ratio).sum()
        clip_fraction = ((ratio - 1).abs() > config.clip_range).float().sum()
    return {
        "total": policy_loss + config.ent_coef * entropy_loss + config.vf_coef * value_loss,
        "policy_loss": policy_loss,
        "value_loss": value_loss,
        "entropy_loss": entropy_loss,
        "approx_kl": approx_kl,
        "clip_fraction": clip_fraction,
    }


class Descent:
    """Steps of the optimiser, each down the gradient of a minibatch that threads share between them.

    Args:
        sb3: holds network and optimiser; what `save_policy` writes.
        config: the hyper-parameters.
        threads: how many chunks of a minibatch are computed at once.
    """

    def __init__(self, sb3: MaskablePPO, config: PPOConfig, threads: int = 1) -> None:
        self.sb3 = sb3
        self.policy = sb3.policy
        self.config = config
        self.threads = threads if self.policy.device.type == "cpu" else 1
        self._pool = torch_threads(self.threads) if self.threads > 1 else None
        self._parameters = [p for p in self.policy.parameters() if p.requires_grad]

    def begin_update(self, remaining: float) -> float:
        """Set the learning rate for the share of the budget that is left, and return it."""
        rate = self.config.learning_rate * (remaining if self.config.schedule == "linear" else 1.0)
        for group in self.policy.optimizer.param_groups:
            group["lr"] = rate
            group["fused"] = self.policy.device.type == "cpu"
        self.policy.set_training_mode(True)
        return rate

    def minibatches(self, generator: np.random.Generator, size: int) -> Iterator[np.ndarray]:
        """Yield the numbers 0..size-1 of an update in minibatches, in a new order."""
        order = generator.permutation(size)
        for first in range(0, size, self.config.minibatch):
            yield order[first : first + self.config.minibatch]

    def step(
        self, number: int, cost: Callable[[slice], dict[str, Tensor]], too_far: Callable[[dict], bool] | None = None
    ) -> tuple[dict[str, float], bool]:
        """Take one step of the optimiser; return the means of the costs before it, and whether it was left out.

        Args:
            number: decisions in the minibatch.
            cost: takes a part of them, returns sums over it; `total` is what falls.
            too_far: takes the means; the step is left out if it says so.
        """
        chunks = [slice(first, first + CHUNK) for first in range(0, number, CHUNK)]

        def compute(chunk: slice) -> tuple[tuple[Tensor, ...], dict[str, Tensor]]:
            costs = cost(chunk)
            gradient = torch.autograd.grad(costs["total"] / number, self._parameters, allow_unused=True)
            return gradient, {name: value.detach() for name, value in costs.items()}

        results = list(self._pool.map(compute, chunks)) if self._pool else [compute(chunk) for chunk in chunks]
        means = {name: float(sum(costs[name] for _, costs in results)) / number for name in results[0][1]}
        if too_far is not None and too_far(means):
            return means, True
        for i, parameter in enumerate(self._parameters):
            shares = [gradient[i] for gradient, _ in results if gradient[i] is not None]
            # The fused optimiser takes a gradient for contiguous, whatever its strides.
            parameter.grad = sum(shares[1:], shares[0]).contiguous() if shares else None
        torch.nn.utils.clip_grad_norm_(self._parameters, self.config.max_grad_norm)
        self.policy.optimizer.step()
        return means, False


class PPO(Descent):
    """Learns from the decisions of an update. Args: see `Descent`."""

    def learn(self, buffer: DecisionBuffer, remaining: float) -> dict[str, float]:
        """Make one update; return its metrics.

        Args:
            buffer: full, with advantages and returns.
            remaining: share of the budget that is left, for the schedule of the learning rate.
        """
        rate = self.begin_update(remaining)
        sums: dict[str, float] = {}
        counted, stopped = 0, False
        buffer.list_all()
        for _ in range(self.config.epochs):
            divergences = []
            for rows in self.minibatches(buffer.generator, buffer.buffer_size):
                costs, stopped = self._learn_from(buffer, rows)
                divergences.append(costs.pop("approx_kl"))
                counted += 1
                sums = {name: sums.get(name, 0.0) + value for name, value in costs.items()}
                if stopped:
                    break
            if stopped:
                break
            self.sb3._n_updates += 1
        return {
            **{name: value / counted for name, value in sums.items() if name != "total"},
            "approx_kl": float(np.mean(divergences)),
            "explained_variance": float(explained_variance(buffer.values, buffer.returns)),
            "learning_rate": rate,
        }

    def _learn_from(self, buffer: DecisionBuffer, rows: np.ndarray) -> tuple[dict[str, float], bool]:
        """Take one step for these decisions, unless the policy has moved too far: see `Descent.step`."""
        config = self.config
        network = network_of(self.policy, buffer.eyes)
        advantages = buffer.advantages[rows]
        if config.normalize_advantage and len(rows) > 1:
            advantages = (advantages - advantages.mean()) / (advantages.std(ddof=1) + np.float32(1e-8))

        def too_far(means: dict[str, float]) -> bool:
            return config.target_kl is not None and means["approx_kl"] > 1.5 * config.target_kl

        return self.step(
            len(rows), lambda chunk: losses(network, buffer, rows[chunk], advantages[chunk], config), too_far
        )
