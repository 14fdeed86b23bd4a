"""Compile rules with Numba and keep the result on disk, one folder per game and version of the sources.

Facts this module rests on (Numba 0.6x):

* Numba's cache only looks at the file a function stands in, not at the files of the functions it calls. So the cache
  folder is named after a digest of every source that takes part.
* Whether bounds are checked is not part of Numba's cache key, so it is part of ours.
* A function that gets an array (not a record) counts references to it, with a lock, at every call: 10 nanoseconds, more
  than many rules take. Inlining the function lets the compiler drop that.
* Compiled functions must not call themselves: recursion and the cache do not go together. Use a loop and a stack.
* Handing a compiled function to another one as an argument costs about 70 microseconds a call from Python, so the loops
  over games are compiled for each game instead (see `envs.core.loops`).
* Handing over a whole array of states and an index costs 1 microsecond a call, one record costs 3.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

CORE = Path(__file__).resolve().parent
COMPILED = not numba.config.DISABLE_JIT
"""False in plain-Python mode (``NUMBA_DISABLE_JIT=1``): slow, but with readable tracebacks and line coverage."""


def _cache_root() -> Path | None:
    """Return the first folder for compiled code that can be written to, or None."""
    candidates = [
        os.environ.get("MANORFARM_CACHE_DIR"),
        Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "manorfarm",
        Path(tempfile.gettempdir()) / f"manorfarm-{os.getuid() if hasattr(os, 'getuid') else 'user'}",
    ]
    for candidate in candidates:
        if not candidate:
            continue
        try:
            Path(candidate).mkdir(parents=True, exist_ok=True)
            if os.access(candidate, os.W_OK):
                return Path(candidate)
        except OSError:
            continue
    return None


_COMPLETE = "complete"  # the file that says that all of a game is kept
_CORE_SOURCES = ("compiling.py", "game.py", "layout.py", "loop_bodies.py", "options.py", "rng.py")
# Files of a game that hold nothing compiled:
_NEVER_COMPILED = ("__init__.py", "graph.py", "invariants.py", "position.py", "view.py", "words.py")


@cache
def sources_digest(folder: Path) -> str:
    """Return a short hash of the Python files that compiled code comes from, and of how they are compiled."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {numba.config.BOUNDSCHECK}".encode())
    own = [path for path in sorted(folder.rglob("*.py")) if path.name not in _NEVER_COMPILED]
    for path in [CORE / name for name in _CORE_SOURCES] + own:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(folder: Path) -> Path | None:
    """Return where the compiled code of the game in `folder` is kept; say so once as long as it is not complete."""
    if not COMPILED:
        return None
    root = _cache_root()
    if root is None:
        print(f"manorfarm: no folder to keep compiled code in: compiling {folder.name} at every start", file=sys.stderr)
        return None
    target = root / f"{folder.name}-{sources_digest(folder)}"
    if not (target / _COMPLETE).exists():
        print(f"manorfarm: compiling {folder.name} for this version, once (one to three minutes) ...", file=sys.stderr)
        target.mkdir(parents=True, exist_ok=True)
    return target


def mark_complete(folder: Path) -> None:
    """Remember that all code compiled for `folder` is kept; until then each process says that it compiles."""
    target = cache_folder(folder)
    if target is not None:
        with contextlib.suppress(OSError):  # a folder that can only be read: the line is printed again, no more
            (target / _COMPLETE).touch()


def game_folder(function: Callable) -> Path:
    """Return the folder of the game that the file of `function` belongs to: the one directly under ``envs``."""
    path = Path(function.__code__.co_filename).resolve()
    for folder in path.parents:
        if folder.parent == CORE.parent:
            return folder
    return path.parent


def compile_rule(signature: Any = None, *, folder: Path | None = None, inline: bool = False) -> Callable:
    """Decorate a rule: compiled, kept on disk, releasing the GIL.

    Args:
        signature: Numba signature. Entry points (called from Python) need one: they are compiled at import. Helpers
            need none and are compiled, and kept, with what calls them.
        inline: put the code where the function is called. For helpers that get arrays and are called often.
        folder: the folder of the game; by default the one that the function's file belongs to.
    """

    def decorate(function: Callable) -> Callable:
        if not COMPILED:
            return function
        if signature is None:
            return numba.njit(
                nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=inline
            )(function)
        home = cache_folder(folder or game_folder(function))
        previous = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(home) if home else previous
        try:
            return numba.njit(signature, cache=home is not None, nogil=True, error_model="numpy")(function)
        finally:
            numba.config.CACHE_DIR = previous

    return decorate


def _as_records(array: np.ndarray) -> np.ndarray:
    """Return `array` (of states) with records whose every field can be read as an attribute.

    That is NumPy's `record`, but for fields like "size" that are called as something every NumPy scalar has.
    """
    taken = {name: property(itemgetter(name)) for name in array.dtype.names or () if hasattr(np.record, name)}
    return array.view(np.dtype((type("Record", (np.record,), taken), array.dtype)))


def new_states(dtype: np.dtype, number: int) -> np.ndarray:
    """Return `number` zeroed states. In plain-Python mode too their fields can be read as attributes."""
    states = np.zeros(number, dtype)
    return states if COMPILED else _as_records(states)


def as_states(array: np.ndarray) -> np.ndarray:
    """Return `array` (of states) in the form that rules accept in this mode."""
    return array if COMPILED else _as_records(array)


class Signatures:
    """Numba signatures of the functions that a game gives, for its `STATE`.

    Attributes are named after the functions of the contract: see `envs.core.game.Game`.

    Raises:
        ValueError: the record has bytes between or after its fields. Copies need not carry them over, and equal states
            are to have equal bytes: put the wide fields first and end with a field called "padding".
    """

    def __init__(self, state_dtype: np.dtype) -> None:
        gaps = state_dtype.itemsize - sum(state_dtype[name].itemsize for name in state_dtype.names or ())
        if gaps:
            raise ValueError(f"STATE: {gaps} bytes belong to no field, allowed are 0")
        state = numba.from_dtype(state_dtype)
        bytes_row = types.Array(types.int8, 1, "C")
        integers = types.Array(types.int64, 1, "C")
        generator = types.Array(types.uint64, 1, "C")
        floats = types.Array(types.float32, 1, "C")
        self.state = state
        self.states = types.Array(state, 1, "C")
        self.reset = types.void(state, integers, types.uint64)  # state, options, seed
        self.legal = types.void(state, bytes_row)  # state, mask (out)
        self.apply = types.void(state, types.int64)  # state, action
        self.observe = types.void(state, types.int64, bytes_row)  # state, seat, features (out)
        self.redeal = types.void(state, types.int64, types.uint64)  # state, seat, seed
        self.returns = types.void(state, floats)  # state, return of each seat (out)
        self.choose = types.int64(state, types.int64, bytes_row, generator)  # state, bot, mask, generator
        self.recast = types.void(state, types.int64, types.int64, bytes_row, generator)  # seat, bot, mask, generator
