"""Proximal policy optimisation (Schulman et al. 2017) with action masks: what is done with the decisions of an update.

`training.selfplay` has collected them, every learning seat's, with advantages; this file learns from them. From top to
bottom: what a minibatch costs, its gradient, an update. The hyper-parameters are declared, and explained one by one, in
`training.config.PPOConfig`.

The gradient of a minibatch is the sum over its parts, one for each thread of `tables.threads`: PyTorch's own threads
cost more than they give with networks of this size. The parts are fixed and summed in order: an update does not depend
on which thread is faster.

Network, optimiser and their file are those of sb3-contrib's `MaskablePPO`, so that either learner takes up what the
other has saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.utils import explained_variance
from torch import Tensor

from training.config import PPOConfig
from training.kernels import pick
from training.selfplay import DecisionBuffer


def losses(policy: MaskableActorCriticPolicy, batch: Mapping[str, Tensor], config: PPOConfig) -> dict[str, Tensor]:
    """Return what n decisions cost, each loss as a sum over them.

    Args:
        policy: the network.
        batch: `observations` (n, seen), `masks` (n, A) bool, `actions` (n,), and (n,) each: `log_probs` when they were
            taken, `advantages` (normalised, if that is wanted), `returns`.
        config: clip_range, ent_coef, vf_coef.

    Returns:
        `total` (to be minimised), `policy_loss`, `value_loss`, `entropy_loss`; for the log `approx_kl` (the estimator
        k3 of Schulman 2020, "Approximating KL divergence") and `clip_fraction`.
    """
    values, log_probs, entropy = policy.evaluate_actions(batch["observations"], batch["actions"], batch["masks"])
    log_ratio = log_probs - batch["log_probs"]
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - config.clip_range, 1 + config.clip_range)
    policy_loss = -torch.min(ratio * batch["advantages"], clipped * batch["advantages"]).sum()
    value_loss = (batch["returns"] - values.flatten()).square().sum()
    assert entropy is not None  # only distributions without a formula have none
    entropy_loss = -entropy.sum()
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


class PPO:
    """Learns from the decisions of an update.

    Args:
        sb3: holds network and optimiser; what `save_policy` writes.
        config: the hyper-parameters.
        threads: in how many parts a minibatch is computed at once.
    """

    def __init__(self, sb3: MaskablePPO, config: PPOConfig, threads: int = 1) -> None:
        self.sb3 = sb3
        self.policy = sb3.policy
        self.config = config
        self.threads = threads if self.policy.device.type == "cpu" else 1
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._parameters = [p for p in self.policy.parameters() if p.requires_grad]

    def learn(self, buffer: DecisionBuffer, remaining: float) -> dict[str, float]:
        """Make one update; return its metrics.

        Args:
            buffer: full, with advantages and returns.
            remaining: share of the budget that is left, for the schedule of the learning rate.
        """
        config = self.config
        rate = config.learning_rate * (remaining if config.schedule == "linear" else 1.0)
        for group in self.policy.optimizer.param_groups:
            group["lr"] = rate
            group["fused"] = self.policy.device.type == "cpu"
        self.policy.set_training_mode(True)
        sums: dict[str, float] = {}
        counted, stopped = 0, False
        for _ in range(config.epochs):
            divergences = []
            for rows in self._minibatches(buffer):
                costs = self._step(buffer, rows)
                divergences.append(costs.pop("approx_kl"))
                stopped = costs.pop("stopped") > 0
                counted += 1
                sums = {name: sums.get(name, 0.0) + value for name, value in costs.items()}
                if stopped:
                    break
            if stopped:
                break
            self.sb3._n_updates += 1
        return {
            **{name: value / counted for name, value in sums.items()},
            "approx_kl": float(np.mean(divergences)),
            "explained_variance": float(explained_variance(buffer.values, buffer.returns)),
            "learning_rate": rate,
        }

    def _minibatches(self, buffer: DecisionBuffer) -> Iterator[np.ndarray]:
        """Yield the numbers of the decisions of each minibatch, all decisions once, in a new order."""
        order = buffer.generator.permutation(buffer.buffer_size)
        for first in range(0, len(order), self.config.minibatch):
            yield order[first : first + self.config.minibatch]

    def _step(self, buffer: DecisionBuffer, rows: np.ndarray) -> dict[str, float]:
        """Take one step of the optimiser for these decisions, unless the policy has moved too far; return the means."""
        advantages = buffer.advantages[rows]
        if self.config.normalize_advantage and len(rows) > 1:
            advantages = (advantages - advantages.mean()) / (advantages.std(ddof=1) + np.float32(1e-8))
        bounds = np.linspace(0, len(rows), min(self.threads, len(rows)) + 1).astype(int)
        parts = [slice(first, last) for first, last in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)]

        def compute(part: slice) -> tuple[tuple[Tensor, ...], dict[str, float]]:
            batch = take(buffer, rows[part]) | {"advantages": torch.from_numpy(advantages[part]).to(buffer.device)}
            costs = losses(self.policy, batch, self.config)
            gradient = torch.autograd.grad(costs["total"] / len(rows), self._parameters, allow_unused=True)
            return gradient, {name: float(cost.detach()) / len(rows) for name, cost in costs.items() if name != "total"}

        results = list(self._pool.map(compute, parts)) if self._pool else [compute(part) for part in parts]
        means = {name: sum(costs[name] for _, costs in results) for name in results[0][1]}
        far = self.config.target_kl is not None and means["approx_kl"] > 1.5 * self.config.target_kl
        if not far:
            for i, parameter in enumerate(self._parameters):
                shares = [gradient[i] for gradient, _ in results if gradient[i] is not None]
                parameter.grad = sum(shares[1:], shares[0]) if shares else None
            torch.nn.utils.clip_grad_norm_(self._parameters, self.config.max_grad_norm)
            self.policy.optimizer.step()
        return {**means, "stopped": float(far)}


def take(buffer: DecisionBuffer, rows: np.ndarray) -> dict[str, Tensor]:
    """Return these decisions of the buffer as `losses` takes them, but for the advantages."""
    seen = np.empty((len(rows), buffer.observations.shape[1]), np.float32)
    pick(buffer.observations, rows, buffer.eyes.scale, seen)
    arrays: dict[str, Any] = {
        "observations": seen,
        "masks": buffer.action_masks[rows].view(np.bool_),
        "actions": buffer.actions[rows, 0],
        "log_probs": buffer.log_probs[rows],
        "returns": buffer.returns[rows],
    }
    return {name: torch.from_numpy(array).to(buffer.device) for name, array in arrays.items()}
