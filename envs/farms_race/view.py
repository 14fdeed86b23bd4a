"""How a table of Farms Race looks, as text and as a picture. Plain Python, nothing here is compiled.

Both show the table as one seat sees it: hands, spies and face-down humans only as far as it knows them. Seat None sees
everything.
"""

from __future__ import annotations

from math import cos, hypot, radians, sin, sqrt
from types import SimpleNamespace
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from envs.core.view import SCALE, Colour, Picture, box, fitted, mix, plain, sprite, text_width

from . import words as W
from .box import (
    ARMORY,
    BARN,
    BLANK,
    FACE,
    HUMANS,
    ITEMS,
    KINDS,
    NEUTRAL,
    NOBODY,
    RESOURCES,
    TERRAINS,
    WILD,
    Resource,
)

MAP_LEGEND = (
    "Map (each hex touches two above and two below; h healthy, d damaged herds; humans ? are face down, [..] is the "
    "neutral herd's):"
)
_CELL = 15  # characters inside a hex


def render_text(state: Any, seat: int | None = None) -> str:
    """Return the table in words, as `seat` sees it (None: everything open); several lines, none at the end.

    Raises:
        ValueError: there is no such seat.
    """
    t = _table(state, seat)
    seen = "everything open" if seat is None else f"as seat {seat} sees it"
    lines = [f"Farms Race, {seen}.", f"{W.turn_text(t)}.", f"{W.question(t)}."]
    lines += _going_on(t, seat)
    lines += [f"{line}." for line in W.scenario_lines(t)]
    happened = W.events(t)
    lines += [f"Last events, the newest first: {'; '.join(happened)}."] if happened else []
    lines += [MAP_LEGEND, *map_lines(W.regions(t, seat))]
    lines += [f"Supply: {W.supply_text(t)}.", f"Costs: {W.costs_text(t)}."]
    lines += [f"Spies shown: {W.played_text(t)}. All hands together: {W.all_hands_text(t)}."]
    known = W.deck_known(t, seat)
    lines += [f"Known in the deck: {', '.join(f'{number} {name}' for number, name in known)}."] if known else []
    for owner in range(t.players):
        lines += _player_lines(t, seat, owner)
    return "\n".join(lines)


def _table(state: Any, seat: int | None) -> SimpleNamespace:
    table = plain(state)
    if seat is not None and not 0 <= seat < table.players:
        raise ValueError(f"seat: got {seat!r}, allowed are None and 0..{table.players - 1}")
    return table


def _going_on(t: SimpleNamespace, viewer: int | None) -> list[str]:
    """Return what is in progress: dice, move, combat, nukes, spies, offer."""
    lines = []
    if W.dice_text(t):
        lines.append(f"Resource dice: {W.dice_text(t)}. Gained: {W.gains_text(t) or 'nothing'}.")
    if W.move_text(t):
        lines.append(f"Being declared: {W.move_text(t)}.")
    combat = W.combat_lines(t)
    lines += [f"{combat[0]}: {'; '.join(combat[1:])}."] if combat else []
    links = W.chain(t)
    lines += [f"Nukes, the last on top: {'; '.join(links)}."] if links else []
    lines += [f"Being launched: {W.way_text(t)}."] if W.way_text(t) else []
    lines += [f"Being played: {W.stack_text(t)}."] if t.spy_depth else []
    lines += [f"On the table: {W.offer_text(t)}."] if W.offer_text(t) else []
    looked = W.looked_at(t, viewer)
    lines += [f"Looked at: {' and '.join(looked)}."] if looked else []
    return lines


def _player_lines(t: SimpleNamespace, viewer: int | None, seat: int) -> list[str]:
    """Return what is to be told of a player: VP, mutation, hand, spies, nukes, land, supply, promises."""
    arrow = "->" if t.to_act == seat else "  "
    name = f"Seat {seat}{' (you)' if viewer == seat else ''}{' WON' if t.winners >> seat & 1 else ''}"
    if t.out_at[seat]:
        name += " eliminated"
    lines = ["", f"{arrow} {name}: {W.vp_text(t, viewer, seat)}; {W.mutation_text(t, seat)}"]
    dealt = W.dealt(t, viewer, seat)
    lines += [f"     dealt {W.mutations_text(dealt)}"] if dealt else []
    lines.append(f"     {W.hand_known_text(t, viewer, seat)}; {W.spies_known_text(t, viewer, seat)}")
    lines.append(f"     {W.nukes_text(t, seat)}; {W.land_text(t, seat)}; in supply {W.supply_of_text(t, seat)}")
    given = [W.promise_words(promise) for promise in W.promises(t) if promise.seat == seat]
    lines += [f"     {'void at the end' if W.is_over(t) else 'promises'}: {'; '.join(given)}"] if given else []
    came = W.trust_text(t, viewer, seat)
    return lines + ([f"     {came}"] if came else [])


# The map in text: a wall of bricks, each a hex


def map_lines(regions: list[W.Region]) -> list[str]:
    """Return the map as lines of text: bricks that touch as the hexes do, without empty columns on the left."""
    if not regions:
        return []
    heads = {region.region: (region.name, RESOURCES[region.gives]) for region in regions}
    width = max(_CELL, *(len(" ".join(head)) for head in heads.values()), *(len(W.held_by(r)) for r in regions)) | 1
    texts = {
        region.region: [
            name + resource.rjust(width - len(name)),
            W.held_by(region),
            *_packed(W.tokens(region), width),
        ]
        for region in regions
        for name, resource in [heads[region.region]]
    }
    left = min(2 * region.q + region.r for region in regions)
    rows = sorted({region.r for region in regions})
    tall = {row: max(3, *(len(texts[region.region]) for region in regions if region.r == row)) for row in rows}
    top = {row: sum(tall[above] + 1 for above in rows if above < row) for row in rows}
    right = max(2 * region.q + region.r for region in regions)
    canvas = [
        [" "] * ((right - left) * (width + 1) // 2 + width + 2) for _ in range(top[rows[-1]] + tall[rows[-1]] + 2)
    ]
    for region in regions:
        x, y = (2 * region.q + region.r - left) * (width + 1) // 2, top[region.r]
        _draw_brick(canvas, x, y, width, tall[region.r], texts[region.region])
    return ["".join(line).rstrip() for line in canvas]


def _packed(words: list[str], width: int) -> list[str]:
    """Return words on as few lines of `width` characters as they need."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word[:width])
    return lines


def _draw_brick(canvas: list[list[str]], x: int, y: int, width: int, height: int, text: list[str]) -> None:
    """Draw a hex with its left upper corner at (x, y), `width` times `height` characters inside."""
    for line in (y, y + height + 1):
        for column in range(x + 1, x + width + 1):
            if canvas[line][column] == " ":
                canvas[line][column] = "-"
        canvas[line][x] = canvas[line][x + width + 1] = "+"
    for number in range(height):
        inside = (text[number] if number < len(text) else "").ljust(width)
        canvas[y + 1 + number][x : x + width + 2] = ["|", *inside, "|"]


# The picture: measures in pixels

WIDTH, HEIGHT, EDGE, HEAD = 1280, 900, 10, 76
BOARD, BOARD_HEIGHT = 820, 650
NOW_AT, NOW_HEIGHT = HEAD + BOARD_HEIGHT + EDGE, HEIGHT - HEAD - BOARD_HEIGHT - 2 * EDGE
PANEL_AT = 2 * EDGE + BOARD
PANEL, PANEL_HEIGHT, PANEL_GAP = WIDTH - EDGE - PANEL_AT, 134, 8
LARGEST_HEX = 84  # from the middle to a corner

TABLE, BOARD_FILL, BOX, ACTIVE = (30, 32, 38), (38, 46, 54), (48, 52, 60), (64, 70, 82)
PAPER, INK, DIM, GOLD, DARK = (244, 238, 222), (236, 236, 232), (154, 160, 170), (248, 202, 84), (36, 34, 36)
WHITE, BAD = (255, 255, 255), (236, 92, 84)
SEAT = ((206, 58, 56), (58, 120, 214), (58, 152, 84), (146, 88, 190), (226, 222, 208), (112, 106, 98))  # and neutral
TERRAIN = ((54, 92, 60), (152, 126, 60), (142, 84, 58), (88, 94, 108), (44, 98, 104))
CARD = ((112, 74, 44), (206, 168, 62), (188, 104, 68), (120, 128, 144), (58, 150, 140))
FLESH = (230, 194, 156)


def render_picture(state: Any, seat: int | None = None) -> np.ndarray:
    """Return the table as a picture, as `seat` sees it (None: everything open).

    Returns:
        uint8 of shape (900, 1280, 3).

    Raises:
        ValueError: there is no such seat.
    """
    t = _table(state, seat)
    picture = Picture(WIDTH, HEIGHT, TABLE)
    _draw_head(picture, t)
    _draw_map(picture, t, W.regions(t, seat))
    _draw_now(picture, t, seat)
    for owner in range(t.players):
        _draw_player(picture, t, seat, owner, HEAD + owner * (PANEL_HEIGHT + PANEL_GAP))
    _draw_reference(picture, t, seat, HEAD + t.players * (PANEL_HEIGHT + PANEL_GAP))
    return picture.array()


# Pieces


def _corners(middle: float, centre: float, radius: float, first: float = 30) -> list[tuple[float, float]]:
    """Return the corners of a hex that stands on one of them."""
    angles = [radians(first + 60 * corner) for corner in range(6)]
    return [(middle + radius * cos(angle), centre + radius * sin(angle)) for angle in angles]


@sprite
def _hex(pen: ImageDraw.ImageDraw, width: int, height: int, rings: tuple[tuple[float, Colour], ...]) -> None:
    """Draw a hex: (share of the radius, colour) from the outside in."""
    for share, colour in rings:
        pen.polygon(_corners(width / 2, height / 2, height / 2 * share), colour)


@sprite
def _herd(pen: ImageDraw.ImageDraw, width: int, height: int, colour: Colour, damaged: bool) -> None:
    """Draw the head of an animal, of a damaged herd darker and with a plaster."""
    edge = mix(colour, (0, 0, 0), 0.45)
    fill = mix(colour, (0, 0, 0), 0.34) if damaged else colour
    line = max(SCALE, width // 22)

    def at(*points: float) -> list[float]:
        return [value * (height if i % 2 else width) for i, value in enumerate(points)]

    pen.polygon(at(0.2, 0.3, 0.06, 0.0, 0.42, 0.16), PAPER, edge, line)  # horns
    pen.polygon(at(0.8, 0.3, 0.94, 0.0, 0.58, 0.16), PAPER, edge, line)
    pen.ellipse(at(0.0, 0.26, 0.3, 0.5), fill, edge, line)  # ears
    pen.ellipse(at(0.7, 0.26, 1.0, 0.5), fill, edge, line)
    pen.ellipse(at(0.1, 0.14, 0.9, 0.98), fill, edge, line)
    if damaged:
        pen.line(at(0.62, 0.2, 0.82, 0.4), PAPER, int(width * 0.13))
        pen.line(at(0.67, 0.35, 0.77, 0.25), BAD, int(width * 0.05))


@sprite
def _person(pen: ImageDraw.ImageDraw, width: int, height: int, colour: Colour) -> None:
    """Draw a human."""
    edge = mix(colour, (0, 0, 0), 0.5)
    pen.pieslice((width * 0.1, height * 0.44, width * 0.9, height * 1.5), 180, 360, colour, edge, SCALE)
    pen.ellipse((width * 0.28, 0, width * 0.72, height * 0.48), colour, edge, SCALE)


@sprite
def _barn(pen: ImageDraw.ImageDraw, width: int, height: int, colour: Colour) -> None:
    """Draw a Barn: a house with a broken roof and a door with a cross."""
    edge = mix(colour, (0, 0, 0), 0.55)

    def at(*points: float) -> list[float]:
        return [value * (height if i % 2 else width) for i, value in enumerate(points)]

    pen.polygon(at(0.06, 0.96, 0.06, 0.46, 0.2, 0.2, 0.5, 0.04, 0.8, 0.2, 0.94, 0.46, 0.94, 0.96), colour, edge, SCALE)
    pen.rectangle(at(0.32, 0.52, 0.68, 0.96), PAPER, edge, SCALE)
    pen.line(at(0.32, 0.52, 0.68, 0.96), edge, SCALE)
    pen.line(at(0.68, 0.52, 0.32, 0.96), edge, SCALE)


@sprite
def _armory(pen: ImageDraw.ImageDraw, width: int, height: int, colour: Colour) -> None:
    """Draw an Armory: a tower with battlements and a star."""
    edge = mix(colour, (0, 0, 0), 0.55)
    x = (0.06, 0.28, 0.39, 0.61, 0.72, 0.94)
    top = [(x[0], 0.04), (x[1], 0.04), (x[1], 0.2), (x[2], 0.2), (x[2], 0.04), (x[3], 0.04), (x[3], 0.2), (x[4], 0.2)]
    shape = [*top, (x[4], 0.04), (x[5], 0.04), (x[5], 0.42), (0.86, 0.46), (0.86, 0.96), (0.14, 0.96), (0.14, 0.46)]
    pen.polygon([(a * width, b * height) for a, b in [*shape, (0.06, 0.42)]], colour, edge, SCALE)
    pen.polygon(_star_points(width / 2, height * 0.66, height * 0.22), PAPER)


def _star_points(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    turns = [(radians(36 * i - 90), radius if i % 2 == 0 else radius * 0.42) for i in range(10)]
    return [(x + length * cos(angle), y + length * sin(angle)) for angle, length in turns]


@sprite
def _vp(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draw a VP token: a star on a disc."""
    pen.ellipse((0, 0, width - 1, height - 1), GOLD, mix(GOLD, (0, 0, 0), 0.5), SCALE)
    pen.polygon(_star_points(width / 2, height / 2, height * 0.38), DARK)


@sprite
def _turmoil(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draw a turmoil token: a flame."""
    flame = ((0.5, 0), (0.62, 0.2), (0.9, 0.46), (0.9, 0.74), (0.7, 0.98), (0.3, 0.98), (0.1, 0.74), (0.14, 0.42))
    pen.polygon([(x * width, y * height) for x, y in (*flame, (0.34, 0.5))], (240, 112, 40), (120, 40, 16), SCALE)
    inner = ((0.52, 0.46), (0.7, 0.72), (0.6, 0.92), (0.4, 0.92), (0.32, 0.72))
    pen.polygon([(x * width, y * height) for x, y in inner], GOLD)


@sprite
def _lock(pen: ImageDraw.ImageDraw, width: int, height: int, colour: Colour) -> None:
    """Draw the mark of a locked region."""
    pen.arc((width * 0.26, height * 0.06, width * 0.74, height * 0.7), 180, 360, colour, int(width * 0.12))
    pen.rounded_rectangle((width * 0.14, height * 0.42, width * 0.86, height * 0.94), width * 0.08, colour)


@sprite
def _entered(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draw the mark of a region that cannot be entered again this turn: no entry."""
    pen.ellipse((width * 0.1, height * 0.1, width * 0.9, height * 0.9), (190, 48, 44), (110, 24, 22), SCALE)
    pen.rounded_rectangle((width * 0.24, height * 0.42, width * 0.76, height * 0.58), width * 0.04, PAPER)


def _trefoil(pen: ImageDraw.ImageDraw, width: int, height: int, colour: Colour, ground: Colour) -> None:
    for start in (-30, 90, 210):
        pen.pieslice((width * 0.08, height * 0.08, width * 0.92, height * 0.92), start - 60, start, colour)
    pen.ellipse((width * 0.36, height * 0.36, width * 0.64, height * 0.64), ground)
    pen.ellipse((width * 0.42, height * 0.42, width * 0.58, height * 0.58), colour)


@sprite
def _nuke(pen: ImageDraw.ImageDraw, width: int, height: int, ready: bool) -> None:
    """Draw a nuke token on its ready or its spent side."""
    ground, sign = ((240, 206, 60), DARK) if ready else (mix(BOX, (0, 0, 0), 0.35), DIM)
    pen.ellipse((0, 0, width - 1, height - 1), ground, mix(ground, (0, 0, 0), 0.5), SCALE)
    _trefoil(pen, width, height, sign, ground)


@sprite
def _card(pen: ImageDraw.ImageDraw, width: int, height: int, kind: int) -> None:
    """Draw a resource: a tile with its sign; KINDS is the "?" of a die, -1 the back of a card."""
    ground = CARD[kind] if 0 <= kind < KINDS else PAPER if kind == WILD else (92, 98, 112)
    pen.rounded_rectangle((0, 0, width - 1, height - 1), width * 0.18, ground, mix(ground, (0, 0, 0), 0.45), SCALE)

    def at(*points: float) -> list[float]:
        return [value * (height if i % 2 else width) for i, value in enumerate(points)]

    light, dark = mix(ground, WHITE, 0.72), mix(ground, (0, 0, 0), 0.55)
    if kind == Resource.WOOD:
        for x, y in ((0.3, 0.66), (0.7, 0.66), (0.5, 0.34)):
            pen.ellipse(at(x - 0.19, y - 0.19, x + 0.19, y + 0.19), light, dark, SCALE)
            pen.ellipse(at(x - 0.08, y - 0.08, x + 0.08, y + 0.08), None, dark, SCALE)
    elif kind == Resource.WHEAT:
        pen.line(at(0.5, 0.92, 0.5, 0.2), dark, int(width * 0.07))
        for y in (0.2, 0.38, 0.56):
            pen.polygon(at(0.5, y + 0.16, 0.22, y + 0.04, 0.28, y - 0.1), light, dark)
            pen.polygon(at(0.5, y + 0.16, 0.78, y + 0.04, 0.72, y - 0.1), light, dark)
    elif kind == Resource.CLAY:
        for x, y in ((0.1, 0.56), (0.52, 0.56), (0.31, 0.26)):
            pen.rectangle(at(x, y, x + 0.38, y + 0.26), light, dark, SCALE)
    elif kind == Resource.WEAPONS:
        for x in (0.22, 0.44, 0.66):
            pen.polygon(at(x, 0.44, x + 0.08, 0.14, x + 0.16, 0.44), light, dark)
            pen.rectangle(at(x, 0.44, x + 0.16, 0.84), GOLD, dark, SCALE)
    elif kind == Resource.PLUTONIUM:
        _trefoil(pen, width, height, (206, 250, 110), ground)
    elif kind == WILD:
        _question_mark(pen, width, height)
    else:
        pen.rounded_rectangle(at(0.16, 0.16, 0.84, 0.84), width * 0.1, None, mix(ground, WHITE, 0.4), SCALE)


def _question_mark(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    line = int(width * 0.12)
    pen.arc((width * 0.3, height * 0.14, width * 0.7, height * 0.54), 160, 450, DARK, line)
    pen.line((width * 0.5, height * 0.48, width * 0.5, height * 0.66), DARK, line)
    pen.ellipse((width * 0.43, height * 0.74, width * 0.57, height * 0.88), DARK)


@sprite
def _die(pen: ImageDraw.ImageDraw, width: int, height: int, face: int) -> None:
    """Draw a face of the combat die: nothing, a human or a gun."""
    pen.rounded_rectangle((0, 0, width - 1, height - 1), width * 0.2, PAPER, (110, 104, 92), SCALE)
    if face == BLANK:
        return
    if face == FACE:
        pen.pieslice((width * 0.22, height * 0.54, width * 0.78, height * 1.16), 180, 360, (52, 96, 160))
        pen.ellipse((width * 0.35, height * 0.2, width * 0.65, height * 0.52), (52, 96, 160))
        return
    gun = ((0.12, 0.3), (0.88, 0.3), (0.88, 0.48), (0.5, 0.48), (0.44, 0.6), (0.36, 0.6), (0.32, 0.8), (0.14, 0.8))
    pen.polygon([(x * width, y * height) for x, y in (*gun, (0.2, 0.5))], (176, 44, 40))


@sprite
def _arrow(pen: ImageDraw.ImageDraw, width: int, height: int, way: tuple[float, ...], line: int) -> None:
    """Draw an arrow from `way[:2]` to `way[2:]`, in pixels of the finished piece."""
    x, y, to_x, to_y = (value * SCALE for value in way)
    length = hypot(to_x - x, to_y - y) or 1.0
    a, b = (to_x - x) / length, (to_y - y) / length
    head = 3.2 * line * SCALE
    base_x, base_y = to_x - head * a, to_y - head * b
    pen.line((x, y, base_x, base_y), GOLD, line * SCALE)
    wing = 0.6 * head
    pen.polygon([(to_x, to_y), (base_x - wing * b, base_y + wing * a), (base_x + wing * b, base_y - wing * a)], GOLD)


def _draw_disc(picture: Picture, x: float, y: float, radius: int, seat: int, text: str) -> None:
    """Draw a disc of a seat around (x, y) with a text in it."""
    colour = SEAT[seat]
    edge = mix(colour, (0, 0, 0), 0.4)
    picture.box(round(x) - radius, round(y) - radius, 2 * radius, 2 * radius, colour, radius, edge, 1)
    picture.text(x, y, text, round(radius * 1.15), _ink_on(colour), anchor="mm", bold=True)


def _ink_on(colour: Colour) -> Colour:
    return DARK if sum(colour) > 560 else WHITE


def _wrap(text: str, size: int, width: int, most: int) -> list[str]:
    """Return `text` on at most `most` lines; the last is cut where it is too long."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) <= width or not lines[-1] or len(lines) == most:
            lines[-1] = longer
        else:
            lines.append(word)
    lines[-1] = fitted(lines[-1], size, width, size)[0]
    return lines


def _write(picture: Picture, text: str, x: int, y: int, size: int, width: int, most: int, colour: Colour) -> int:
    """Write `text` on at most `most` lines from (x, y), the middle of the first; return where the next would be."""
    for line in _wrap(text, size, width, most):
        picture.text(x, y, line, size, colour)
        y += size + 4
    return y


# Parts of the picture


def _draw_head(picture: Picture, t: SimpleNamespace) -> None:
    picture.text(18, 38, "Farms Race", 34, GOLD, bold=True)
    picture.text(230, 26, f"{W.turn_text(t)}.", 17, INK, WIDTH - 250, 10)
    picture.text(230, 52, f"{W.question(t)}.", 17, GOLD if t.to_act >= 0 else INK, WIDTH - 250, 10)


class _Grid:
    """Where the hexes of a map lie on the board."""

    def __init__(self, regions: list[W.Region]) -> None:
        across = [region.q + region.r / 2 for region in regions]
        down = [region.r for region in regions]
        wide, tall = max(across) - min(across) + 1, max(down) - min(down)
        room = (BOARD - 30) / (wide * sqrt(3)), (BOARD_HEIGHT - 24) / (tall * 1.5 + 2)
        self.radius = min(*room, LARGEST_HEX)
        self.middle = (max(across) + min(across)) / 2, (max(down) + min(down)) / 2

    def at(self, region: W.Region) -> tuple[float, float]:
        """Return the middle of a region."""
        x = (region.q + region.r / 2 - self.middle[0]) * sqrt(3) * self.radius
        y = (region.r - self.middle[1]) * 1.5 * self.radius
        return EDGE + BOARD / 2 + x, HEAD + BOARD_HEIGHT / 2 + y


def _draw_map(picture: Picture, t: SimpleNamespace, regions: list[W.Region]) -> None:
    picture.box(EDGE, HEAD, BOARD, BOARD_HEIGHT, BOARD_FILL, 12)
    if not regions:
        return
    grid = _Grid(regions)
    for region in regions:
        _draw_region(picture, region, *grid.at(region), grid.radius)
    goal = t.target if t.target >= 0 else t.fight
    if 0 <= goal < len(regions):
        sent = t.sent if t.target < 0 else [a + b for a, b in zip(t.sent_healthy, t.sent_damaged, strict=True)]
        for region in regions:
            if sent[region.region] and region.region != goal:
                _draw_way(picture, grid, region, regions[goal], sent[region.region])


def _draw_way(picture: Picture, grid: _Grid, start: W.Region, end: W.Region, number: int) -> None:
    """Draw an arrow with a number between two regions."""
    (x, y), (to_x, to_y) = grid.at(start), grid.at(end)
    share = 0.55 * grid.radius / max(hypot(to_x - x, to_y - y), 1.0)
    x, y, to_x, to_y = (
        x + share * (to_x - x),
        y + share * (to_y - y),
        to_x - share * (to_x - x),
        to_y - share * (to_y - y),
    )
    left, upper, room = round(min(x, to_x)) - 20, round(min(y, to_y)) - 20, 40
    size = round(abs(to_x - x)) + room, round(abs(to_y - y)) + room
    way = tuple(round(value, 1) for value in (x - left, y - upper, to_x - left, to_y - upper))
    picture.paste(_arrow(*size, way, max(3, round(grid.radius * 0.09))), left, upper)
    picture.box(round(x) - 9, round(y) - 9, 18, 18, GOLD, 9)
    picture.text(x, y, str(number), 13, DARK, anchor="mm", bold=True)


def _rings(region: W.Region) -> tuple[tuple[float, Colour], ...]:
    """Return the rings of a hex: mark, owner, terrain."""
    ground = TERRAIN[region.gives]
    if region.locked:
        ground = mix(ground, (0, 0, 0), 0.45)
    rings: list[tuple[float, Colour]] = [(0.985, PAPER if region.start else mix(ground, (0, 0, 0), 0.5))]
    if region.mark:
        rings = [(1.0, BAD if region.mark == "nuked" else GOLD)]
    if region.owner != NOBODY:
        rings += [(0.94 if region.mark else 0.965, SEAT[region.owner]), (0.84, mix(ground, (0, 0, 0), 0.35))]
    return (*rings, (0.82 if region.owner != NOBODY else 0.93, ground))


def _draw_region(picture: Picture, region: W.Region, x: float, y: float, radius: float) -> None:
    """Draw a hex: name and terrain, units, buildings and tokens, what is spent or marked."""
    width, height = round(sqrt(3) * radius), round(2 * radius)
    picture.paste(_hex(width, height, _rings(region)), round(x - width / 2), round(y - height / 2))
    size = max(7, round(radius * 0.22))
    icon = max(8, round(radius * 0.32))
    wide = icon + 4 + text_width(region.name, size)
    picture.paste(_card(icon, icon, region.gives), round(x - wide / 2), round(y - radius * 0.54 - icon / 2))
    picture.text(x - wide / 2 + icon + 4, y - radius * 0.54, region.name, size, WHITE)
    _draw_units(picture, region, x, y - radius * 0.08, radius)
    _draw_tokens(picture, region, x, y + radius * 0.38, radius)
    text = _note(region)
    if text:
        colour = BAD if region.mark == "nuked" else GOLD if region.mark else INK
        picture.text(x, y + radius * 0.65, text, max(7, round(radius * 0.16)), colour, radius * 0.8, 7, "mm", bold=True)


def _note(region: W.Region) -> str:
    """Return the word at the foot of a hex."""
    return region.mark.upper() if region.mark else "start" if region.start else ""


def _draw_units(picture: Picture, region: W.Region, x: float, y: float, radius: float) -> None:
    """Draw herds, healthy ones before damaged ones, or humans around (x, y), with their numbers."""
    size = max(12, round(radius * 0.5))
    if region.humans:
        picture.paste(_person(size, size, FLESH), round(x - size), round(y - size / 2))
        picture.text(x + 3, y, region.humans, round(size * 0.62), PAPER, radius * 0.72, 7, bold=True)
    if region.owner == NOBODY:
        return
    herds = ((region.healthy, False, region.spent[0]), (region.damaged, True, region.spent[1]))
    shown = [herd for herd in herds if herd[0]]
    left = x - (len(shown) * (size + 5) - 5) / 2
    colour = SEAT[region.owner]
    for number, hurt, spent in shown:
        picture.paste(_herd(size, size, colour, hurt), round(left), round(y - size / 2))
        ink = WHITE if hurt else _ink_on(colour)
        picture.text(left + size / 2, y + size * 0.1, str(number), round(size * 0.5), ink, anchor="mm", bold=True)
        if spent:
            _draw_spent(picture, spent, left + size * 0.92, y + size * 0.38, max(5, round(size * 0.21)))
        left += size + 5


def _draw_spent(picture: Picture, number: int, x: float, y: float, radius: int) -> None:
    """Draw how many of these herds have moved or healed this turn, around (x, y)."""
    picture.box(round(x) - radius, round(y) - radius, 2 * radius, 2 * radius, DARK, radius, DIM, 1)
    picture.text(x, y, str(number), max(7, round(radius * 1.3)), PAPER, anchor="mm")


def _draw_tokens(picture: Picture, region: W.Region, x: float, y: float, radius: float) -> None:
    """Draw building, turmoil, VP and lock around (x, y)."""
    size = max(10, round(radius * 0.38))
    pieces = []
    for building, owner in ((region.building, region.owner), (region.shared, NEUTRAL)):
        if building == BARN:
            pieces.append(_barn(size, size, SEAT[owner]))
        elif building == ARMORY:
            pieces.append(_armory(size, size, SEAT[owner]))
    pieces += [_turmoil(size, size)] if region.turmoil else []
    pieces += [_vp(size, size)] * region.vp
    pieces += [_lock(size, size, PAPER)] if region.locked else []
    pieces += [_entered(size, size)] if region.entered and not region.mark else []
    step = min(size + 4, round(radius * 1.35 / len(pieces))) if pieces else 0
    left = x - (step * (len(pieces) - 1) + size) / 2
    for i, piece in enumerate(pieces):
        picture.paste(piece, round(left + i * step), round(y - size / 2))


def _draw_now(picture: Picture, t: SimpleNamespace, viewer: int | None) -> None:
    """Draw what is in progress, and on the right the resource dice and what they gave."""
    lines = _now_lines(t, viewer)
    busy = bool(lines) or t.fight >= 0
    picture.box(EDGE, NOW_AT, BOARD, NOW_HEIGHT, BOX, 10, GOLD if busy else None, 1)
    x, y, width = EDGE + 14, NOW_AT + 17, BOARD - 214
    if t.fight >= 0:
        y = _draw_combat(picture, t, x, y, width)
    for line in lines:
        if y > NOW_AT + NOW_HEIGHT - 10:
            break
        y = _write(picture, line, x, y, 13, width, min(3, (NOW_AT + NOW_HEIGHT + 7 - y) // 17), INK)
    happened = W.events(t)
    if busy and happened and y < NOW_AT + NOW_HEIGHT - 30:
        _write(picture, f"Before that: {'; '.join(happened)}", x, y + 6, 12, width, 2, DIM)
    elif not busy:
        picture.text(x, y, "Last events, the newest first", 12, DIM)
        for i, event in enumerate(happened):
            picture.text(x, y + 22 + 20 * i, event, 14, INK, width, 9)
    _draw_dice(picture, t, EDGE + BOARD - 186, NOW_AT + 17, 172)


def _now_lines(t: SimpleNamespace, viewer: int | None) -> list[str]:
    """Return what is in progress in words, combat and dice apart."""
    lines = [f"Move: {W.move_text(t)}"] if W.move_text(t) else []
    lines += [f"Spies: {W.stack_text(t)}"] if t.spy_depth else []
    looked = W.looked_at(t, viewer)
    lines += [f"Looked at: {' and '.join(looked)}"] if looked else []
    lines += [f"Launching {W.way_text(t)}"] if W.way_text(t) else []
    links = W.chain(t)
    lines += [f"Nukes, the last on top: {'; '.join(links)}"] if links else []
    return lines + ([f"Offer: {W.offer_text(t)}"] if W.offer_text(t) else [])


def _draw_combat(picture: Picture, t: SimpleNamespace, x: int, y: int, width: int) -> int:
    """Draw the combat in progress: each side with units and last dice; return where the next line would be."""
    head = W.combat_lines(t)[0]
    came = W.origins_text(t)
    picture.text(x, y, head + (f", attackers {came}" if came else ""), 14, GOLD, width, 9, bold=True)
    for side, role in zip(W.sides(t), ("attacks", "defends"), strict=True):
        y += 30
        at = x
        if side.owner == HUMANS:
            picture.paste(_person(24, 24, FLESH), at, y - 12)
            picture.text(at + 28, y, f"{side.humans} humans defend", 13, INK, 108, 9)
        else:
            _draw_disc(picture, at + 12, y, 11, side.owner, "N" if side.owner == NEUTRAL else str(side.owner))
            picture.text(at + 28, y, role, 13, INK)
            at += 80
            for number, hurt in ((side.healthy, False), (side.damaged, True)):
                if number:
                    picture.paste(_herd(24, 24, SEAT[side.owner], hurt), at, y - 12)
                    picture.text(at + 27, y, str(number), 14, INK, bold=True)
                    at += 44
        _draw_rolled(picture, side, x + 186, y, width - 186)
    return y + 30


def _draw_rolled(picture: Picture, side: W.Side, x: int, y: int, width: int) -> None:
    """Draw the dice of a side, then the damage that it has yet to take and the herds that died."""
    faces = [face for face in (2, 1, 0) for _ in range(side.rolled[face])]
    step = min(25, (width - 150) // max(1, len(faces)))
    for i, face in enumerate(faces):
        picture.paste(_die(22, 22, face), x + i * step, y - 11)
    texts = [f"{side.hits} damage to take"] if side.hits else []
    texts += [f"{side.died} died"] if side.died else []
    picture.text(x + step * len(faces) + 8, y, ", ".join(texts), 13, BAD, 140, 9)


def _draw_dice(picture: Picture, t: SimpleNamespace, x: int, y: int, width: int) -> None:
    picture.text(x, y, "Resource dice", 12, DIM)
    if t.dice[0] < 0:
        picture.text(x, y + 24, "not rolled this turn", 13, DIM)
        return
    for i, face in enumerate(t.dice):
        if face >= 0:
            picture.paste(_card(38, 38, face), x + 88 * i, y + 14)
        if face == WILD and t.paid_for[i] >= 0:
            picture.paste(_card(26, 26, t.paid_for[i]), x + 88 * i + 46, y + 20)
    gained = [seat for seat in range(t.players) if any(t.gained[seat])]
    step = 19 if len(gained) < 5 else 16
    for row, seat in enumerate(gained):
        at = y + 66 + step * row
        _draw_disc(picture, x + 8, at, 7, seat, str(seat))
        _draw_cards(picture, [*t.gained[seat], 0], x + 22, at, 14, width - 22)


def _draw_cards(picture: Picture, cards: list[int], x: int, y: int, size: int, width: int) -> float:
    """Draw cards by type with their numbers, the last number those not known; return where the next would be."""
    shown = [(kind if kind < KINDS else -1, number) for kind, number in enumerate(cards) if number]
    step = min(size + 24, width // max(1, len(shown)))
    for kind, number in shown:
        picture.paste(_card(size, size, kind), x, y - size // 2)
        picture.text(x + size + 3, y, str(number), max(10, round(size * 0.72)), INK, step - size - 3, 8, bold=True)
        x += step
    return x


def _draw_player(picture: Picture, t: SimpleNamespace, viewer: int | None, seat: int, y: int) -> None:
    """Draw a player: VP, mutation, hand, spies, nukes, supply, promises."""
    won, out, asked = bool(t.winners >> seat & 1), bool(t.out_at[seat]), t.to_act == seat
    x, width = PANEL_AT, PANEL
    edge = GOLD if asked or won else None
    picture.box(x, y, width, PANEL_HEIGHT, ACTIVE if asked else mix(BOX, TABLE, 0.6) if out else BOX, 10, edge, 2)
    _draw_disc(picture, x + 22, y + 20, 13, seat, str(seat))
    picture.text(x + 42, y + 16, f"Seat {seat}", 16, INK, bold=True)
    tags = ["WON"] if won else ["eliminated"] if out else []
    tags += ["to act"] if asked else []
    tags += ["active"] if seat == t.active and not W.is_over(t) and not asked else []
    tags += ["you"] if viewer == seat else []
    picture.text(x + 100, y + 16, ", ".join(tags), 12, GOLD if asked or won else DIM, 110, 9)
    more = W.hidden_vp(t, viewer, seat)
    text = f"{W.shown_vp(t, seat)}{f' + {more}' if more else ''} VP"
    picture.text(x + width - 12, y + 17, text, 20, GOLD, 120, 12, "rm", bold=True)
    parts = [f"{name} {number}" for name, number in W.vp_parts(t, seat).items() if number]
    picture.text(x + 42, y + 33, ", ".join(parts) or "no VP", 11, DIM, width - 60, 8)
    dealt = W.dealt(t, viewer, seat)
    text = f"Dealt {W.mutations_text(dealt)}" if dealt else W.mutation_text(t, seat)
    _write(picture, text, x + 12, y + (48 if dealt else 51), 11, width - 24, 4 if dealt else 2, INK)
    if not dealt:
        _draw_hand(picture, t, viewer, seat, x + 12, y + 85)
    at = x + 12
    for piece, number in zip(
        (_herd(17, 17, SEAT[seat], False), _barn(16, 16, SEAT[seat]), _armory(16, 16, SEAT[seat])),
        W.supply_of(t, seat),
        strict=True,
    ):
        picture.paste(piece, at, y + 99)
        picture.text(at + 20, y + 108, str(number), 12, INK)
        at += 40
    picture.text(at, y + 108, "in supply", 11, DIM)
    picture.text(at + 56, y + 108, W.spies_known_text(t, viewer, seat), 12, INK, width - 200, 8)
    given = [W.promise_words(promise) for promise in W.promises(t) if promise.seat == seat and not W.is_over(t)]
    text = "; ".join(([W.trust_text(t, viewer, seat)] if W.trust_text(t, viewer, seat) else []) + given)
    picture.text(x + 12, y + 124, text, 11, GOLD if given else DIM, width - 24, 8)


def _draw_hand(picture: Picture, t: SimpleNamespace, viewer: int | None, seat: int, x: int, y: int) -> None:
    """Draw the hand of a player as `viewer` knows it, then its nukes."""
    cards, unknown = W.cards_known(t, viewer, seat)
    picture.text(x, y, W.number_of(sum(t.hand[seat]), "card"), 12, DIM)
    _draw_cards(picture, [*cards, unknown], x + 58, y, 20, 250)
    _draw_nukes(picture, t, seat, x + PANEL - 124, y, 100)


def _draw_nukes(picture: Picture, t: SimpleNamespace, seat: int, x: int, y: int, width: int) -> None:
    """Draw the nukes of a player: numbers on the ready and on the spent side, and the Nukiest tile."""
    for number, ready in ((t.ready[seat], True), (t.spent[seat], False)):
        if number:
            picture.paste(_nuke(20, 20, ready), x, y - 10)
            picture.text(x + 23, y, str(number), 14, INK, bold=True)
            x += 40


def _spent(width: int, height: int) -> Image.Image:
    """Return the sign of herds that have acted, for the legend."""
    return box(width, height, DARK, width // 2, DIM, 1)


def _draw_reference(picture: Picture, t: SimpleNamespace, viewer: int | None, y: int) -> None:
    """Draw the box below the players: scenario, supply, what things cost, the signs; as much as there is room for."""
    x, height = PANEL_AT, HEIGHT - EDGE - y
    picture.box(x, y, PANEL, height, BOX, 10)
    end, width = y + height - 8, PANEL - 24
    y += 15
    lines = [(line, GOLD if not i else INK) for i, line in enumerate(W.scenario_lines(t))]
    lines.append((f"Supply: {W.supply_text(t)}", INK))
    lines.append((f"All hands together: {W.all_hands_text(t)}", INK))
    lines.append((f"Spies shown: {W.played_text(t)}", INK))
    known = W.deck_known(t, viewer)
    lines += [("Known in the deck: " + ", ".join(f"{number} {name}" for number, name in known), INK)] if known else []
    for text, colour in lines:
        room = (end - y + 8) // 16
        if room > 0:
            y = _write(picture, text, x + 12, y, 12, width, min(room, 3), colour) + 2
    if end - y > 62:
        _draw_costs(picture, t, x + 12, y + 8, width)
        y += 64
    if end - y > 84:
        _draw_signs(picture, x + 12, y + 8, width)


def _draw_costs(picture: Picture, t: SimpleNamespace, x: int, y: int, width: int) -> None:
    """Draw what each item costs, in two columns."""
    for i, (item, price) in enumerate(zip(ITEMS, t.costs, strict=True)):
        at, row = x + (i % 2) * width // 2, y + 26 * (i // 2)
        picture.text(at, row, item.capitalize(), 12, DIM)
        single = [kind for kind, number in enumerate(price) for _ in range(number)]
        if len(single) <= 6:
            for place, kind in enumerate(single):
                picture.paste(_card(18, 18, kind), at + 54 + 20 * place, row - 9)
        else:
            _draw_cards(picture, [*price, 0], at + 54, row, 16, width // 2 - 58)


def _draw_signs(picture: Picture, x: int, y: int, width: int) -> None:
    """Draw the legend: terrains with what they give, then the pieces."""
    signs = [(_card(18, 18, kind), f"{RESOURCES[kind]} ({TERRAINS[kind]})") for kind in range(KINDS)]
    signs += [
        (_herd(18, 18, SEAT[1], False), "healthy herds"),
        (_herd(18, 18, SEAT[1], True), "damaged herds"),
        (_person(18, 18, FLESH), "humans, ? face down"),
        (_barn(18, 18, SEAT[1]), "Barn"),
        (_armory(18, 18, SEAT[1]), "Armory"),
        (_turmoil(18, 18), "turmoil"),
        (_vp(18, 18), "VP token"),
        (_nuke(18, 18, True), "nuke, ready"),
        (_nuke(18, 18, False), "nuke, spent"),
        (_entered(18, 18), "attacked this turn"),
        (_spent(18, 18), "so many acted"),
    ]
    for i, (piece, text) in enumerate(signs):
        at, row = x + (i % 2) * width // 2, y + 22 * (i // 2)
        if row > HEIGHT - EDGE - 18:
            break
        picture.paste(piece, at, row - 9)
        picture.text(at + 26, row, text, 12, DIM, width // 2 - 34, 9)
