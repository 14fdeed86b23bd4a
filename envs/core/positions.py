"""Reading the values of positions: what every game checks in the same words. Plain Python, nothing is compiled.

In all functions `where` says which part of the position is read (``"['hands'][0]"``); a bad value raises a `ValueError`
of one line that names it, what it got, what is allowed, and the nearest name.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from .options import nearest


def bad(where: str, got: Any, allowed: str, names: Iterable[str] = ()) -> NoReturn:
    """Raise the `ValueError` about a value."""
    near = nearest(got, names) if isinstance(got, str) else ""
    raise ValueError(f"position{where}: got {reprlib.repr(got)}, allowed {allowed}{near}")


def read_mapping(value: Any, where: str, keys: Sequence[str], required: Sequence[str] = ()) -> Mapping[str, Any]:
    """Return `value`, a dict with some of `keys` and all that are `required`."""
    if not isinstance(value, Mapping):
        bad(where, value, f"is a dict with the keys {', '.join(keys)}")
    for key in value:
        if key not in keys:
            raise ValueError(f"position{where}: unknown key {key!r}{nearest(key, keys)} (keys: {', '.join(keys)})")
    for key in required:
        if key not in value:
            raise ValueError(f"position{where}: the key {key!r} is missing (keys: {', '.join(keys)})")
    return value


def read_list(value: Any, where: str, what: str, size: int | None = None, most: int | None = None) -> Sequence[Any]:
    """Return `value`, a list, of `size` entries or at `most` so many where these are given."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        bad(where, value, f"is a list of {what}")
    if size is not None and len(value) != size:
        raise ValueError(f"position{where}: got {len(value)} {what}, allowed are {size}")
    if most is not None and len(value) > most:
        raise ValueError(f"position{where}: got {len(value)} {what}, allowed are at most {most}")
    return value


def read_flag(value: Any, where: str) -> bool:
    """Return `value`, True or False."""
    if not isinstance(value, (bool, np.bool_)):
        bad(where, value, "are True and False")
    return bool(value)


def read_number(value: Any, where: str, low: int, high: int, what: str) -> int:
    """Return `value`, a whole number from `low` to `high`."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        bad(where, value, f"is {what}, {low}..{high}")
    return int(value)


def read_name(value: Any, where: str, names: Sequence[str]) -> int:
    """Return which of `names` the value is, counted from 0."""
    if not isinstance(value, str) or value not in names:
        bad(where, value, f"are {', '.join(names)}", names)
    return list(names).index(value)


def read_counts(value: Any, where: str, names: Sequence[str], most: int) -> list[int]:
    """Return `value`, a dict of numbers from 0 to `most` by name, as a list in the order of `names`; 0 if not there."""
    given = read_mapping(value, where, names)
    return [read_number(given.get(name, 0), f"{where}[{name!r}]", 0, most, "a number") for name in names]
