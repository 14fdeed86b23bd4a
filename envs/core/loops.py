"""Load the compiled loops of a game: `envs.core.loop_bodies`, executed with that game's functions as its globals."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from .compiling import mark_complete

BODIES = Path(__file__).with_name("loop_bodies.py")
FUNCTIONS = ("reset", "legal", "apply", "observe", "redeal", "returns", "choose")


def load(name: str, folder: Path, signatures: Any, **functions: Any) -> ModuleType:
    """Return the loops of game `name` as a module.

    Args:
        name: name of the game.
        folder: its folder (its sources decide where compiled code is kept).
        signatures: its `envs.core.compiling.Signatures`.
        functions: the compiled functions named in `FUNCTIONS`.
    """
    missing = [function for function in FUNCTIONS if function not in functions]
    if missing:
        raise ValueError(f"game {name!r} lacks the functions {', '.join(missing)}")
    qualified = f"envs.core.loops_of_{name}"
    spec = importlib.util.spec_from_file_location(qualified, BODIES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(functions, signatures=signatures, folder=folder)
    sys.modules[qualified] = module
    spec.loader.exec_module(module)
    mark_complete(folder)
    return module
