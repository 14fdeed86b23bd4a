"""Options of a game: declared as data, checked with one-line errors, handed to the rules as an array of integers."""

from __future__ import annotations

import copy
import difflib
import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

REWARDS = ("zero_sum", "win", "rank", "score")
"""How the outcome of a game becomes the return of each seat, in the order of their codes."""


def nearest(word: object, allowed: Iterable[object]) -> str:
    """Return "; did you mean 'x'?" for the entry of `allowed` nearest to `word`, or "" if none is near."""
    near = difflib.get_close_matches(str(word), [str(a) for a in allowed], 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def plain_value(value: Any) -> Any:
    """Return `value` with NumPy's numbers as Python's; raise ValueError where JSON could not hold it."""
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [plain_value(entry) for entry in value]
    if isinstance(value, dict):
        return {key: plain_value(entry) for key, entry in value.items()}
    raise ValueError(f"got {reprlib.repr(value)}, allowed are numbers, texts, lists and dicts")


@dataclass(frozen=True)
class Option:
    """One option of a game.

    Attributes:
        name: its key.
        default: its value where none is given.
        text: what it does, in one line.
        low, high: bounds of a whole number.
        choices: the values allowed, where it is a choice.
        parse: for options of other kinds: checks a value and returns its integers; raises ValueError("got ..., allowed
            ...").
        width: how many integers `parse` returns.
    """

    name: str
    default: Any
    text: str
    low: int = 0
    high: int = 0
    choices: tuple[Any, ...] = ()
    parse: Callable[[Any], list[int]] | None = None
    width: int = 1

    def encode(self, value: Any) -> list[int]:
        """Return `value` as integers; raise ValueError naming the option, what it got and what is allowed."""
        if self.parse is not None:
            try:
                return self.parse(value)
            except ValueError as error:
                raise ValueError(f"option {self.name!r}: {error}") from None
        if isinstance(self.default, bool):
            if not isinstance(value, (bool, np.bool_)):
                raise ValueError(f"option {self.name!r}: got {value!r}, allowed are True and False")
            return [int(value)]
        if self.choices:
            if not isinstance(value, str) or value not in self.choices:
                allowed = ", ".join(repr(choice) for choice in self.choices)
                raise ValueError(
                    f"option {self.name!r}: got {value!r}, allowed are {allowed}{nearest(value, self.choices)}"
                )
            return [self.choices.index(value)]
        if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not self.low <= value <= self.high:
            raise ValueError(f"option {self.name!r}: got {value!r}, allowed is a whole number {self.low}..{self.high}")
        return [int(value)]


class OptionSet:
    """The options of a game, in the order in which the rules find them in their array.

    Args:
        options: the options.
        check: looks at complete values that are good each by itself; raises ValueError where they do not go together.
    """

    def __init__(self, *options: Option, check: Callable[[Mapping[str, Any]], None] | None = None) -> None:
        self.options = options
        self.check = check
        self.names = tuple(option.name for option in options)

    def index(self, name: str) -> int:
        """Return where the integers of option `name` start in the array."""
        return sum(option.width for option in self.options[: self.names.index(name)])

    def complete(self, given: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return `given` with defaults filled in, checked; raise ValueError in one line for a bad name or value."""
        try:
            given = copy.deepcopy(dict(given or {}))  # a list that its owner changes later must not change a table
        except Exception:  # generators, open files and the like
            raise ValueError(f"options: got {reprlib.repr(given)}, of which a value cannot be copied") from None
        for name in given:
            if name not in self.names:
                raise ValueError(
                    f"unknown option {name!r}{nearest(name, self.names)} (options: {', '.join(self.names)})"
                )
        given = {name: value.item() if isinstance(value, np.generic) else value for name, value in given.items()}
        values = {option.name: given.get(option.name, option.default) for option in self.options}
        self.encode(values)
        for name, value in given.items():
            try:
                values[name] = plain_value(value)
            except ValueError as error:
                raise ValueError(f"option {name!r}: {error}") from None
        if self.check is not None:
            self.check(values)
        return values

    def encode(self, values: Mapping[str, Any]) -> np.ndarray:
        """Return complete `values` as the int64 array that `reset` takes."""
        return np.array([n for option in self.options for n in option.encode(values[option.name])], np.int64)
