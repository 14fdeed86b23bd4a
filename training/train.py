"""Train a self-play policy.

    python training/train.py --config configs/nineteen61/quick.yaml
    manorfarm-train --config nineteen61/quick --set ppo.gamma=0.99 budget.minutes=5

Everything about the run is in its config; `--help-config` says what can be set. The run is written to a folder of its
own (see `training.run_folder`). Ctrl-C ends it with a checkpoint, `--resume` goes on as if nothing had happened.

This file only starts the command, see `training.starting`; what it does is in `training.train_command`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

if __name__ == "__main__" and not __package__:
    sys.path[0] = str(Path(__file__).resolve().parent.parent)  # run as a file: the checkout instead of this folder

from training.starting import start


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code: 0, 2 after a mistake of the user's, 130 when interrupted."""
    return start("training.train_command", argv)


if __name__ == "__main__":
    sys.exit(main())
