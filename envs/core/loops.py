"""Load the compiled loops of a game: `envs.core.loop_bodies`, executed with that game's functions as its globals."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
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
    module = execute(BODIES, f"envs.core.loops_of_{name}", functions | {"signatures": signatures, "folder": folder})
    mark_complete(folder)
    return module


def execute(bodies: Path, name: str, names: Mapping[str, Any]) -> ModuleType:
    """Return the module `name` that comes of executing the file `bodies` with `names` among its globals."""
    spec = importlib.util.spec_from_file_location(name, bodies)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(names)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
