"""The worker of training_speed.py for PufferLib 3: its own trainer on one of its C games.

Run by the interpreter of the environment that has PufferLib, which excludes NumPy 2 and so cannot be ours:

    pip install --no-build-isolation numpy==1.26.4 torch pufferlib==3.0.0
    python benchmarks/training_speed.py --puffer-python PATH_OF_THAT_PYTHON

It is driven as its own `train` does: PuffeRL's `evaluate` and `train` in turn, on the CPU, with Adam (its default,
Muon, is slower), without dashboard and checkpoints. Its environments run in processes of their own where that is faster
(see WORKERS), otherwise through their native vector face; PyTorch has one thread: two are slower with such networks.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import os
import signal
import sys
import tempfile
from typing import Any

from parts import ENVIRONMENT, INFERENCE, LEARNING, Built, Parts, serve, use_cores

CLASSES = {"connect4": "Connect4", "tripletriad": "TripleTriad"}
WORKERS = {"connect4": True, "tripletriad": False}
"""Whether environments run in processes of their own: connect4 searches for its opponent's moves, which takes long."""
ENVIRONMENTS, HORIZON, MINIBATCH = 1024, 64, 8192
NEVER = 1 << 40


def build(setting: dict[str, Any]) -> Built:
    """Return the trainer of a setting: game, epochs, cores, widths (None: the network that it comes with), quick."""
    pufferlib, vector, pufferl, models = (
        importlib.import_module(f"pufferlib{name}") for name in ("", ".vector", ".pufferl", ".models")
    )
    signal.signal(signal.SIGINT, signal.default_int_handler)  # PufferLib's own leaves at once, without closing anything
    import torch
    from torch import nn

    class Bodies(nn.Module):
        """Policy and value with a body each: the network of the others."""

        def __init__(self, inputs: int, actions: int, widths: list[int]) -> None:
            super().__init__()

            def body(outputs: int) -> nn.Sequential:
                layers: list[nn.Module] = []
                for before, after in zip([inputs, *widths], widths, strict=False):
                    layers += [nn.Linear(before, after), nn.Tanh()]
                return nn.Sequential(*layers, nn.Linear([inputs, *widths][-1], outputs))

            self.policy, self.value = body(actions), body(1)

        def forward(self, observations: Any, state: Any = None) -> Any:
            """Return logits and values."""
            flat = observations.reshape(len(observations), -1).float()
            return self.policy(flat), self.value(flat)

        def forward_eval(self, observations: Any, state: Any = None) -> Any:
            """Return logits and values."""
            return self.forward(observations, state)

    use_cores(setting["cores"])
    torch.set_num_threads(1)
    torch.manual_seed(0)
    module = importlib.import_module(f"pufferlib.ocean.{setting['game']}.{setting['game']}")
    creator = getattr(module, CLASSES[setting["game"]])
    environments, horizon = (64, 16) if setting["quick"] else (ENVIRONMENTS, HORIZON)
    minibatch = min(MINIBATCH, environments * horizon)
    workers = setting["cores"] if WORKERS[setting["game"]] else 0
    if workers:
        shared = {"num_envs": environments // workers}
        games = vector.make(
            creator, env_kwargs=shared, backend=vector.Multiprocessing, num_envs=workers, num_workers=workers
        )
        atexit.register(games.close)  # its processes would outlive this one
    else:
        games = vector.make(creator, env_kwargs={"num_envs": environments}, backend=pufferlib.PufferEnv)
    if setting["widths"] is None:
        policy = models.Default(games.driver_env)
    else:
        policy = Bodies(
            games.single_observation_space.shape[0], int(games.single_action_space.n), list(setting["widths"])
        )
    config = {
        **pufferl.load_config(f"puffer_{setting['game']}")["train"],
        "device": "cpu",
        "optimizer": "adam",
        "learning_rate": 1e-3,
        "use_rnn": False,
        "env": setting["game"],
        "total_timesteps": NEVER,
        "checkpoint_interval": NEVER,
        "data_dir": tempfile.gettempdir(),
        "batch_size": "auto",
        "bptt_horizon": horizon,
        "minibatch_size": minibatch,
        "update_epochs": setting["epochs"],
    }
    pufferl.PuffeRL.print_dashboard = lambda self, *arguments, **named: None
    trainer = pufferl.PuffeRL(config, games, policy)
    trainer.utilization.stop()  # a thread that watches the load for the dashboard
    parts = Parts()
    parts.wrap(games, "send", ENVIRONMENT)
    parts.wrap(games, "recv", ENVIRONMENT)
    parts.wrap(policy, "forward_eval", INFERENCE)
    parts.wrap(trainer, "train", LEARNING)

    def update() -> int:
        before = trainer.global_step
        trainer.evaluate()
        trainer.train()
        return trainer.global_step - before

    where = f"in {workers} processes" if workers else "in one process"
    about = (
        f"{environments} environments {where}, {environments * horizon} decisions an update, minibatches of {minibatch}"
    )
    return Built(update, sum(one.numel() for one in policy.parameters()), parts, about)


def main() -> int:
    """Serve the setting that is the only argument, in JSON."""
    setting = json.loads(sys.argv[1])
    sys.argv[1:] = []  # PufferLib reads its options from there
    with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # PufferLib puts a link where it is started
        return serve(lambda: build(setting))
    return 130


if __name__ == "__main__":
    sys.exit(main())
