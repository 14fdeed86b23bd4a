"""Let players meet, and say who wins how often, with intervals.

    python training/compare.py --config nineteen61/compare
    python training/compare.py --game nineteen61 --players random lander_rush runs/x/policy.zip my_module:MyPlayer

Players are scripted ones, trained policies and players of your own in any mix (see `training.players`); how games are
scheduled and counted is written in `training.tables`. The output folder gets

* ``result.json``: everything counted; the same bytes for the same config, whatever the machine's speed;
* ``result.png``: the heatmap; ``result.csv`` and ``result.md`` where asked for;
* ``timing.json``: how long it took, which is no part of the result.

This file only starts the command, see `training.starting`; what it does is in `training.compare_command`.
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
    return start("training.compare_command", argv)


if __name__ == "__main__":
    sys.exit(main())
