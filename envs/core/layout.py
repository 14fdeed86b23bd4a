"""Named blocks: an action space or an observation is declared once, as data; code and docs read offsets from it.

A layout is a head, followed by one part for each seat: first the seat that acts or observes ("own"), then the others in
turn order. The parts are equal, so the layout for few players is the beginning of the layout for many.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Block:
    """A run of numbers with a name.

    Attributes:
        name: how code and docs call it.
        shape: its shape, row-major.
        high: the highest value an entry can take (entries are counts from 0; 1 for flags and actions).
        text: what it says, in one line.
        labels: what the entries along the last axis are, if they have names.
    """

    name: str
    shape: tuple[int, ...]
    high: int
    text: str
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.high <= 127:
            raise ValueError(f"block {self.name!r}: high is {self.high}, allowed are 1..127 (entries are int8)")
        if self.labels and len(self.labels) != self.shape[-1]:
            raise ValueError(f"block {self.name!r}: {len(self.labels)} labels for a last axis of {self.shape[-1]}")

    @property
    def size(self) -> int:
        """Number of entries."""
        return prod(self.shape)


class Layout:
    """The blocks of an action space or observation, with their offsets.

    Args:
        head: the blocks that there is one of.
        seat: the blocks that there is one of for each seat.
    """

    def __init__(self, head: Iterable[Block], seat: Iterable[Block] = ()) -> None:
        self.head = tuple(head)
        self.seat = tuple(seat)
        names = [block.name for block in self.head + self.seat]
        if len(set(names)) != len(names):
            raise ValueError(f"block names must differ, got {names}")
        self._offset: dict[str, int] = {}
        for part in (self.head, self.seat):
            start = 0
            for block in part:
                self._offset[block.name] = start
                start += block.size
        self.head_size = sum(block.size for block in self.head)
        self.seat_size = sum(block.size for block in self.seat)
        self._blocks = {block.name: block for block in self.head + self.seat}

    def offset(self, name: str) -> int:
        """Return where block `name` starts: in the layout for a head block, within a seat's part for the others."""
        return self._offset[self.block(name).name]

    def block(self, name: str) -> Block:
        """Return the block called `name`; raise ValueError with the nearest name if there is none."""
        if name not in self._blocks:
            near = difflib.get_close_matches(name, self._blocks, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(self._blocks)}"
            raise ValueError(f"no block {name!r}{hint}")
        return self._blocks[name]

    def size(self, players: int) -> int:
        """Return the number of entries at a table of `players`."""
        return self.head_size + players * self.seat_size

    def slice(self, name: str, seat: int = 0) -> slice:
        """Return where block `name` stands (of the seat `seat` places after the own one, for the blocks of seats)."""
        start = self.offset(name)
        if self._blocks[name] in self.seat:
            start += self.head_size + seat * self.seat_size
        return slice(start, start + self._blocks[name].size)

    def read(self, array: np.ndarray, name: str, seat: int = 0) -> np.ndarray:
        """Return block `name` of `array` (the last axis is the layout) in the block's own shape: a view if possible."""
        part = array[..., self.slice(name, seat)]
        return part.reshape(*array.shape[:-1], *self._blocks[name].shape)

    def highs(self, players: int) -> np.ndarray:
        """Return the highest value of each entry, int8 of shape (size(players),)."""
        head = [np.full(block.size, block.high, np.int8) for block in self.head]
        seat = [np.full(block.size, block.high, np.int8) for block in self.seat]
        return np.concatenate([np.zeros(0, np.int8), *head, *(seat * players)])

    def locate(self, index: int) -> tuple[Block, int, tuple[int, ...]]:
        """Return (block, seat places after the own one, position in the block) of entry `index`."""
        seat = 0
        blocks = self.head
        if index >= self.head_size:
            seat, index = divmod(index - self.head_size, self.seat_size)
            blocks = self.seat
        for block in blocks:
            if index < block.size:
                return block, seat, tuple(int(i) for i in np.unravel_index(index, block.shape))
            index -= block.size
        raise ValueError(f"index {index} is outside the layout")

    def rows(self, players: int) -> list[dict[str, Any]]:
        """Return one row a block: name, first index, shape, high, text, labels; seat blocks once, with their stride."""
        result = []
        for block in self.head + self.seat:
            of_seat = block in self.seat
            result.append(
                {
                    "name": block.name,
                    "start": self.slice(block.name).start,
                    "shape": ((players,) if of_seat else ()) + block.shape,
                    "high": block.high,
                    "stride": self.seat_size if of_seat else 0,
                    "text": block.text,
                    "labels": block.labels,
                }
            )
        return result

    def describe(self, players: int) -> str:
        """Return the table of blocks as Markdown, as the docs show it."""
        lines = ["| block | start | shape | highest | what it says |", "|---|---|---|---|---|"]
        for row in self.rows(players):
            shape = " x ".join(str(n) for n in row["shape"])
            start = f"{row['start']}" + (f" + {row['stride']} a seat" if row["stride"] else "")
            labels = f" ({', '.join(row['labels'])})" if row["labels"] else ""
            lines.append(f"| {row['name']} | {start} | {shape} | {row['high']} | {row['text']}{labels} |")
        lines.append(f"\n{self.size(players)} entries at a table of {players}.")
        return "\n".join(lines)
