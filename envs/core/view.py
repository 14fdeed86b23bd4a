"""Helpers to show and to read a table, the same for every game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np


def plain(state: Any) -> SimpleNamespace:
    """Return a copy of a state (one record) in plain Python: an attribute a field, numbers and nested lists.

    Reading one element of a record costs NumPy a hundred times what a list costs: views and checks read hundreds.
    """
    return SimpleNamespace(**{name: np.asarray(state[name]).tolist() for name in state.dtype.names})


def write_plain(state: Any, table: SimpleNamespace) -> None:
    """Write a table as `plain` returns it back into a state (one record)."""
    for name, value in vars(table).items():
        state[name] = value
