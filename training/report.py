"""Write one HTML page about training runs: config, learning curves, ratings, win rates, promises, sample games.

    python training/report.py runs/nineteen61-quick
    python training/report.py runs/seed-1 runs/seed-2 runs/seed-3 --output seeds.html

The page stands alone: no scripts, nothing loaded from elsewhere. Runs that differ only in their seed are shown as one,
with the mean and its interval. The same runs give the same bytes.

This file only starts the command, see `training.starting`; what it does is in `training.report_command`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

if __package__ in (None, ""):  # run as a file: the checkout's packages, not the files beside this one
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from training.starting import start


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code: 0, 2 for bad input, 130 when interrupted."""
    return start("training.report_command", argv)


if __name__ == "__main__":
    sys.exit(main())
