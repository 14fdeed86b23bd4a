"""One sheet with all maps of Farms Race, for its page: numbers of the regions, coordinates, terrains, starts.

`docs/tables.py` writes it to `docs/farms_race_maps.png`.
"""

from __future__ import annotations

import sys
from math import cos, radians, sin, sqrt
from pathlib import Path

import numpy as np
from PIL import ImageDraw

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that the file runs from a checkout without installing

from envs.core.view import Colour, Picture, mix, sprite
from envs.farms_race.box import (
    MAP_NAMES,
    MAP_NUMBERS,
    NEUTRAL_HERDS,
    NEUTRAL_VP,
    RESOURCES,
    SHARED,
    SHARED_BUILDING,
    TERRAINS,
)
from envs.farms_race.view import BOARD_FILL, DIM, GOLD, INK, TABLE, TERRAIN, WHITE

ACROSS, CELL, CELL_HEIGHT, EDGE, FOOT = 3, 430, 400, 12, 40
LARGEST = 36  # pixels from the middle of a hex to a corner
MARKS = ("", "b", "a")  # the neutral building, as BUILDINGS


@sprite
def _hex(pen: ImageDraw.ImageDraw, width: int, height: int, edge: Colour, fill: Colour) -> None:
    """Draw a hex that stands on a corner."""
    for share, colour in ((0.98, edge), (0.88, fill)):
        corners = [radians(30 + 60 * corner) for corner in range(6)]
        radius = height / 2 * share
        pen.polygon([(width / 2 + radius * cos(a), height / 2 + radius * sin(a)) for a in corners], colour)


def regions_of(board: int) -> list[tuple[int, int, int, int]]:
    """Return (q, r, resource, whether it is a start) of the regions of a map, in order."""
    numbers = MAP_NUMBERS[board].tolist()
    rows = [numbers[at : at + 4] for at in range(1, 1 + 4 * numbers[0], 4)]
    return [(q, r, kind, start) for q, r, kind, start in rows]


def neutral_text(scenario: int, region: int) -> str:
    """Return what the neutral herd has in a region of a scenario: "2n", "+2 VP", ..."""
    if not scenario or not (NEUTRAL_HERDS[scenario, region] or NEUTRAL_VP[scenario, region]):
        return ""
    herds, vp = int(NEUTRAL_HERDS[scenario, region]), int(NEUTRAL_VP[scenario, region])
    building = MARKS[SHARED_BUILDING[scenario]] if SHARED[scenario, region] else ""
    return f"{herds}n{building}" + (f" +{vp}" if vp else "")


def draw_map(picture: Picture, board: int, left: int, top: int) -> None:
    """Draw a map of the box into a cell of the sheet."""
    name, regions = MAP_NAMES[board], regions_of(board)
    scenario = int(name[-1]) if name[0] == "2" else 0
    picture.box(left, top, CELL, CELL_HEIGHT, BOARD_FILL, 10)
    title = f"{name}: scenario {scenario}" if scenario else name
    picture.text(left + 14, top + 20, title, 17, GOLD, bold=True)
    picture.text(left + CELL - 14, top + 20, f"{len(regions)} regions", 14, DIM, anchor="rm")
    across = [q + r / 2 for q, r, _, _ in regions]
    down = [r for _, r, _, _ in regions]
    wide, tall = max(across) - min(across) + 1, max(down) - min(down)
    radius = min((CELL - 16) / (wide * sqrt(3)), (CELL_HEIGHT - 50) / (tall * 1.5 + 2), LARGEST)
    middle = (max(across) + min(across)) / 2, (max(down) + min(down)) / 2
    for number, (q, r, kind, start) in enumerate(regions):
        x = left + CELL / 2 + (q + r / 2 - middle[0]) * sqrt(3) * radius
        y = top + 36 + (CELL_HEIGHT - 40) / 2 + (r - middle[1]) * 1.5 * radius
        width, height = round(sqrt(3) * radius), round(2 * radius)
        ground = TERRAIN[kind]
        edge = WHITE if start else mix(ground, (0, 0, 0), 0.5)
        picture.paste(_hex(width, height, edge, ground), round(x - width / 2), round(y - height / 2))
        note = "start" if start else neutral_text(scenario, number)
        picture.text(x, y - radius * 0.26, str(number), round(radius * 0.5), WHITE, anchor="mm", bold=True)
        picture.text(x, y + radius * 0.17, f"{q},{r}", round(radius * 0.3), INK, anchor="mm")
        if note:
            picture.text(x, y + radius * 0.48, note, round(radius * 0.3), GOLD, anchor="mm", bold=True)


def draw_maps() -> np.ndarray:
    """Return the sheet, uint8 of shape (height, width, 3)."""
    down = -(-len(MAP_NAMES) // ACROSS)
    width, height = ACROSS * (CELL + EDGE) + EDGE, down * (CELL_HEIGHT + EDGE) + EDGE + FOOT
    picture = Picture(width, height, TABLE)
    for board in range(len(MAP_NAMES)):
        left, top = EDGE + board % ACROSS * (CELL + EDGE), EDGE + board // ACROSS * (CELL_HEIGHT + EDGE)
        draw_map(picture, board, left, top)
    x, y = float(EDGE + 6), height - FOOT / 2 - 2
    for kind, (terrain, resource) in enumerate(zip(TERRAINS, RESOURCES, strict=True)):
        picture.paste(_hex(24, 28, mix(TERRAIN[kind], (0, 0, 0), 0.5), TERRAIN[kind]), round(x), round(y - 14))
        x += 30 + picture.text(x + 30, y, f"{terrain}: {resource}", 15, INK) + 26
    words = "2n: two neutral herds, a: under their Armory, b: under their Barn, +1: VP tokens"
    picture.text(x, y, words, 15, DIM, width - x - EDGE, 9)
    return picture.array()
