"""Helpers to show and to read a table, the same for every game.

Pictures are drawn with Pillow and its own font, so they need neither a display nor files. Shapes are drawn larger and
made smaller, which smooths their edges; that costs time, so finished pieces (`sprite`) and words are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
SCALE = 4  # how much larger pieces are drawn


def plain(state: Any) -> SimpleNamespace:
    """Return a copy of a state (one record) in plain Python: an attribute a field, numbers and nested lists.

    Reading one element of a record costs NumPy a hundred times what a list costs: views and checks read hundreds.
    """
    return SimpleNamespace(**{name: np.asarray(state[name]).tolist() for name in state.dtype.names})


def write_plain(state: Any, table: SimpleNamespace) -> None:
    """Write a table as `plain` returns it back into a state (one record)."""
    for name, value in vars(table).items():
        state[name] = value


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """Return `colour` with `share` (0..1) of `other` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return red, green, blue


# Text


@lru_cache(64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return Pillow's own font in this size, in pixels."""
    return cast(ImageFont.FreeTypeFont, ImageFont.load_default(size))


@lru_cache(4096)
def text_width(text: str, size: int) -> float:
    """Return how wide `text` is, in pixels."""
    return font(size).getlength(text)


@lru_cache(4096)
def fitted(text: str, size: int, width: float, smallest: int) -> tuple[str, int]:
    """Return `text` and the largest font size up to `size` in which it is at most `width` wide.

    Below the size `smallest` the text is cut instead, and ends in "..". Where not even that has room it is empty.
    """
    while size > smallest and text_width(text, size) > width:
        size -= 1
    if text_width(text, size) <= width:
        return text, size
    while text and text_width(f"{text}..", size) > width:
        text = text[:-1].rstrip()
    return (f"{text}.." if text else ""), size


@lru_cache(4096)
def _written(text: str, size: int, anchor: str, bold: bool) -> tuple[Image.Image, int, int]:
    """Return a mask of `text`, and where its left upper corner lies from the anchor."""
    left, upper, right, lower = font(size).getbbox(text, anchor=anchor)
    mask = Image.new("L", (int(right - left) + 3, int(lower - upper) + 2))
    pen = ImageDraw.Draw(mask)
    for shift in (0, 0.5) if bold else (0,):  # Pillow's font has one weight
        pen.text((1 - left + shift, 1 - upper), text, 255, font(size), anchor)
    return mask, int(left) - 1, int(upper) - 1


# Pieces


def sprite(draw: Callable[..., None]) -> Callable[..., Image.Image]:
    """Decorate a function that draws a piece: `draw(pen, width, height, ...)` becomes `piece(width, height, ...)`.

    The pen is an `ImageDraw`, `SCALE` times as large as asked for; the piece is an RGBA image with smooth edges. Pieces
    are kept: they must not be changed, and all arguments must be hashable.
    """

    @lru_cache(1024)
    def piece(width: int, height: int, *look: Any) -> Image.Image:
        image = Image.new("RGBA", (width * SCALE, height * SCALE), (0, 0, 0, 0))
        draw(ImageDraw.Draw(image), width * SCALE, height * SCALE, *look)
        return image.resize((width, height), Image.Resampling.BOX)

    return piece


@sprite
def box(
    pen: ImageDraw.ImageDraw, width: int, height: int, fill: Colour | None, radius: int, edge: Colour | None, line: int
) -> None:
    """Draw a box with round corners: `fill` inside, an edge `line` pixels wide. None leaves out either."""
    pen.rounded_rectangle((0, 0, width - 1, height - 1), radius * SCALE, fill, edge, line * SCALE if edge else 0)


class Picture:
    """A picture to draw on, in pixels from its left upper corner."""

    def __init__(self, width: int, height: int, background: Colour) -> None:
        self.image = Image.new("RGB", (width, height), background)

    def paste(self, piece: Image.Image, x: int, y: int) -> None:
        """Put a piece with its left upper corner at (x, y)."""
        self.image.paste(piece, (x, y), piece)

    def box(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        fill: Colour | None,
        radius: int = 6,
        edge: Colour | None = None,
        line: int = 2,
    ) -> None:
        """Draw a box with round corners."""
        self.paste(box(width, height, fill, radius, edge, line), x, y)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        colour: Colour,
        width: float | None = None,
        smallest: int = 8,
        anchor: str = "lm",
        bold: bool = False,
    ) -> float:
        """Write one line of text, smaller or cut where it is wider than `width`; return how wide it came out.

        `anchor` is Pillow's: which point of the text lies at (x, y), "lm" is left and middle.
        """
        if width is not None:
            text, size = fitted(text, size, width, smallest)
        mask, left, upper = _written(text, size, anchor, bold)
        self.image.paste(colour, (round(x) + left, round(y) + upper), mask)
        return text_width(text, size)

    def array(self) -> np.ndarray:
        """Return the picture as uint8, of shape (height, width, 3)."""
        return np.array(self.image)
