"""How a table of 1961 looks, as text and as a picture. Plain Python, nothing here is compiled.

Both show the table as one seat sees it: face-down cards only where that seat knows them, other hands only as far as
everybody knows them. Seat None sees everything.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from types import SimpleNamespace
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from envs.core.view import SCALE, Colour, Picture, fitted, font, mix, plain, sprite, text_width

from . import words as W
from .box import (
    AGENCY,
    BUILDINGS,
    BUNKER,
    EMBASSIES_TO_WIN,
    EMBASSY,
    FACILITY,
    FACTORY,
    LANDER,
    LANDER_CARDS_TO_WIN,
    SILO,
)
from .invariants import building_of, card_name

_NAME_WIDTH = max(map(len, BUILDINGS))


def render_text(state: Any, seat: int | None = None) -> str:
    """Return the table in words, as `seat` sees it (None: everything open); several lines, none at the end.

    Raises:
        ValueError: there is no such seat.
    """
    table = _table(state, seat)
    seen = "everything open" if seat is None else f"as seat {seat} sees it"
    lines = [f"1961, {seen}. Stacks: top card first, ? is face down.", W.turn_text(table), f"{W.question(table)}."]
    pile = ", ".join(f"{number} {action}" for action, number in W.pile_by_action(table))
    lines.append(f"Deck: {table.deck_size}. Discard pile: {table.pile_size}{f' ({pile})' if pile else ''}.")
    effects, missiles, events = W.effect_texts(table), W.missile_texts(table), W.event_texts(table)
    if effects:
        lines.append(f"Being resolved: {', in it '.join(effects)}.")
    if missiles:
        lines.append(f"Missiles: {', then '.join(missiles)}.")
    if events:
        lines.append(f"Lately: {'; '.join(events)}.")
    for owner in range(table.players):
        lines += ["", *_player_lines(table, seat, owner)]
    return "\n".join(lines)


def _table(state: Any, seat: int | None) -> SimpleNamespace:
    table = plain(state)
    if seat is not None and not 0 <= seat < table.players:
        raise ValueError(f"seat: got {seat!r}, allowed are None and 0..{table.players - 1}")
    return table


def _player_lines(table: SimpleNamespace, viewer: int | None, seat: int) -> list[str]:
    """Return a player's name and hand, then a line for each building of the row."""
    arrow = "-> " if table.to_act == seat else "   "
    if table.out_at[seat]:
        return [f"{arrow}Seat {seat} is out, the {W.ordinal(table.out_at[seat])} to go."]
    standing = W.standing(table, seat)
    facts = {-1: ["Moon Lander gone"], -2: ["Moon Lander disabled"]}.get(
        standing["lander"], [f"Moon Lander {standing['lander']}/{LANDER_CARDS_TO_WIN}"]
    )
    facts.append(f"Embassies {standing['embassies']}/{EMBASSIES_TO_WIN}")
    if standing["agency"]:
        facts.append(f"Agencies +{standing['agency']}")
    winner = "has won; " if table.winner == seat else ""
    lines = [f"{arrow}Seat {seat}: {winner}{', '.join(facts)}", f"     hand {_hand_text(table, viewer, seat)}"]
    safe = W.safe_places(table, seat)
    for place, piece in enumerate(W.pieces_of(table, seat)):
        name = BUILDINGS[building_of(piece)].ljust(_NAME_WIDTH)
        marks = "".join(f" <{mark}>" for mark in W.marks(table, seat, place, safe))
        lines.append(f"  {place + 1:>3} {name} {_stack_text(W.visible_stack(table, viewer, piece))}{marks}".rstrip())
    return lines


def _hand_text(table: SimpleNamespace, viewer: int | None, seat: int) -> str:
    seen, hidden = W.visible_hand(table, viewer, seat)
    parts = []
    for kind, number, shown in seen:
        name = f"{number} {W.both_sides(table, kind)}" if number > 1 else W.both_sides(table, kind)
        parts.append(name + (" (known to all)" if shown == number else f" ({shown} known to all)" if shown else ""))
    if hidden:
        parts.append(f"{hidden} ?")
    return f"{table.hand_size[seat]}: {', '.join(parts)}" if parts else "empty"


def _stack_text(names: list[str]) -> str:
    """Return a stack, top first; equal neighbours are counted."""
    if not names:
        return ""
    runs = [(name, len(list(group))) for name, group in groupby(names)]
    return f"[{len(names)}] " + ", ".join(f"{number} {name}" if number > 1 else name for name, number in runs)


# The picture: measures in pixels

WIDTH, HEAD, BAND, EDGE = 1280, 152, 176, 10
SIDE = 218  # of a band, for the player's name and hand; the row has the rest
CARD, CARD_HEIGHT = 98, 134  # a card of a row, if there is room
STACK_FROM, STACK_TO, TOP_HEIGHT = 74, 160, 42  # where stacks lie, from the upper edge of their building
NARROW = 58  # cards narrower than this have their name from top to bottom

TABLE, BAND_FILL, ACTIVE_FILL, OUT_FILL = (22, 38, 44), (33, 54, 61), (43, 70, 78), (28, 40, 44)
PAPER, INK, DIM, GOLD, RED = (246, 240, 226), (234, 238, 236), (146, 166, 170), (244, 190, 72), (206, 44, 40)
BACK, BACK_LINE, SKY = (48, 66, 110), (76, 96, 146), (120, 214, 230)
COLOURS = (  # of the buildings
    (47, 108, 180),  # Embassy
    (150, 84, 48),  # Missile Silo
    (196, 132, 24),  # Factory
    (98, 116, 56),  # Bunker
    (118, 76, 158),  # Agency
    (24, 132, 126),  # Secret Facility
    (96, 104, 132),  # Moon Lander
)


def render_picture(state: Any, seat: int | None = None) -> np.ndarray:
    """Return the table as a picture, as `seat` sees it (None: everything open).

    Returns:
        uint8 of shape (height, width, 3). The size depends only on the number of players.

    Raises:
        ValueError: there is no such seat.
    """
    table = _table(state, seat)
    picture = Picture(WIDTH, HEAD + table.players * (BAND + EDGE), TABLE)
    _draw_head(picture, table)
    for owner in range(table.players):
        _draw_band(picture, table, seat, owner, HEAD + owner * (BAND + EDGE))
    return picture.array()


# Pieces


@sprite
def _icon(pen: ImageDraw.ImageDraw, width: int, height: int, kind: int, colour: Colour, paper: Colour) -> None:
    """Draw what a building looks like, on `paper`."""
    size = min(width, height)

    def at(*points: float) -> list[float]:  # a unit square in the middle
        return [value * size + (height - size if i % 2 else width - size) / 2 for i, value in enumerate(points)]

    if kind == EMBASSY:
        pen.polygon(at(0.5, 0.1, 0.92, 0.36, 0.08, 0.36), colour)
        for x in (0.16, 0.36, 0.56, 0.76):
            pen.rectangle(at(x, 0.4, x + 0.09, 0.76), colour)
        pen.rectangle(at(0.08, 0.79, 0.92, 0.9), colour)
    elif kind == SILO:
        pen.polygon(at(0.5, 0.04, 0.62, 0.24, 0.62, 0.72, 0.38, 0.72, 0.38, 0.24), colour)
        pen.polygon(at(0.38, 0.5, 0.2, 0.8, 0.38, 0.74), colour)
        pen.polygon(at(0.62, 0.5, 0.8, 0.8, 0.62, 0.74), colour)
        pen.polygon(at(0.42, 0.76, 0.58, 0.76, 0.5, 0.98), GOLD)
        pen.ellipse(at(0.44, 0.28, 0.56, 0.4), paper)
    elif kind == FACTORY:
        pen.polygon(
            at(0.06, 0.9, 0.06, 0.56, 0.32, 0.4, 0.32, 0.56, 0.58, 0.4, 0.58, 0.56, 0.66, 0.5, 0.66, 0.9), colour
        )
        pen.polygon(at(0.7, 0.9, 0.73, 0.24, 0.87, 0.24, 0.9, 0.9), colour)
        for x, y, r in ((0.78, 0.14, 0.07), (0.66, 0.1, 0.06), (0.56, 0.12, 0.05)):
            pen.ellipse(at(x - r, y - r, x + r, y + r), mix(colour, paper, 0.5))
        for x in (0.16, 0.34, 0.5):
            pen.rectangle(at(x, 0.68, x + 0.08, 0.78), paper)
    elif kind == BUNKER:
        pen.pieslice(at(0.08, 0.24, 0.92, 1.28), 180, 360, colour)
        pen.rectangle(at(0.02, 0.76, 0.98, 0.88), colour)
        pen.rectangle(at(0.28, 0.52, 0.72, 0.6), paper)
    elif kind == AGENCY:
        pen.polygon(at(0.02, 0.5, 0.25, 0.3, 0.5, 0.22, 0.75, 0.3, 0.98, 0.5, 0.75, 0.7, 0.5, 0.78, 0.25, 0.7), colour)
        pen.ellipse(at(0.31, 0.31, 0.69, 0.69), paper)
        pen.ellipse(at(0.4, 0.4, 0.6, 0.6), colour)
    elif kind == FACILITY:
        pen.arc(at(0.28, 0.08, 0.72, 0.68), 180, 360, colour, int(size * 0.1))
        pen.rounded_rectangle(at(0.16, 0.42, 0.84, 0.92), size * 0.06, colour)
        pen.ellipse(at(0.43, 0.54, 0.57, 0.68), paper)
        pen.rectangle(at(0.47, 0.62, 0.53, 0.8), paper)
    else:
        pen.polygon(at(0.34, 0.2, 0.66, 0.2, 0.76, 0.46, 0.66, 0.6, 0.34, 0.6, 0.24, 0.46), colour)
        pen.rectangle(at(0.24, 0.62, 0.76, 0.72), GOLD)
        for side in (-1, 1):
            pen.line(at(0.5 + side * 0.2, 0.7, 0.5 + side * 0.38, 0.92), colour, int(size * 0.05))
            pen.line(at(0.5 + side * 0.28, 0.93, 0.5 + side * 0.46, 0.93), colour, int(size * 0.05))
        pen.ellipse(at(0.42, 0.32, 0.58, 0.48), paper)


@sprite
def _back(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draw the hidden face of a card."""
    pen.rounded_rectangle((0, 0, width - 1, height - 1), 5 * SCALE, BACK, (20, 28, 50), SCALE)
    step = 8 * SCALE
    for x in range(-height, width, step):
        pen.line((x, height, x + height, 0), BACK_LINE, SCALE)
        pen.line((x, 0, x + height, height), BACK_LINE, SCALE)
    pen.rounded_rectangle((0, 0, width - 1, height - 1), 5 * SCALE, None, (20, 28, 50), SCALE)


@sprite
def _shield(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draw the mark of a building that missiles do not touch."""
    w, h = width - 1, height - 1
    pen.polygon((w / 2, 0, w, h * 0.18, w * 0.92, h * 0.62, w / 2, h, w * 0.08, h * 0.62, 0, h * 0.18), (20, 60, 72))
    pen.polygon(
        (w / 2, h * 0.1, w * 0.9, h * 0.25, w * 0.83, h * 0.58, w / 2, h * 0.88, w * 0.17, h * 0.58, w * 0.1, h * 0.25),
        SKY,
    )


@sprite
def _lens(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draw the mark of a card that is being looked at."""
    pen.line((width * 0.6, height * 0.6, width * 0.94, height * 0.94), GOLD, int(width * 0.16))
    pen.ellipse((0, 0, width * 0.72, height * 0.72), (250, 250, 240), GOLD, int(width * 0.11))


@sprite
def _moon(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draw where a Moon Lander wants to go: the lower part of its card."""
    pen.rounded_rectangle((0, 0, width - 1, height - 1), 5 * SCALE, (30, 36, 62))
    for x, y in ((0.1, 0.1), (0.3, 0.3), (0.62, 0.05), (0.84, 0.22), (0.93, 0.5), (0.07, 0.56)):
        pen.ellipse((x * width, y * height, x * width + 1.6 * SCALE, y * height + 1.6 * SCALE), (230, 232, 240))
    pen.chord((width * 0.04, height * 0.42, width * 0.96, height * 2.2), 205, 335, (176, 180, 192))
    for x, y, r in ((0.36, 0.66, 0.07), (0.6, 0.56, 0.045), (0.66, 0.8, 0.06)):
        left, upper = (x - r) * width, y * height - 0.6 * r * width
        pen.ellipse((left, upper, left + 2 * r * width, upper + 1.2 * r * width), (140, 146, 162))


# Parts


def _draw_head(picture: Picture, table: SimpleNamespace) -> None:
    """Draw what lies in the middle of the table and what goes on."""
    over = table.to_act < 0
    picture.text(18, 34, "1961", 40, GOLD, bold=True)
    picture.text(122, 26, W.turn_text(table).split(": ")[0], 15, INK, 330)
    if table.turn > 0:
        picture.text(122, 46, W.turn_text(table).split(": ")[1], 13, DIM, 330)
    picture.box(
        16, 68, 470, 70, (60, 48, 22) if over else (30, 46, 52), 8, GOLD if over or table.to_act >= 0 else None, 1
    )
    lines = _wrapped(W.question(table), 18, 446)
    for i, line in enumerate(lines):
        picture.text(28, 103 + 24 * (i - (len(lines) - 1) / 2), line, 18, INK, 446)
    _draw_deck_and_pile(picture, table, 506)
    x, y = 842, 18
    groups = (
        ("Resolving", [" > ".join(W.effect_texts(table))] if table.effects else [], GOLD),
        ("Missiles", ["; ".join(W.missile_texts(table))] if table.missiles else [], (255, 128, 110)),
        ("Lately", W.event_texts(table)[::-1], INK),
    )
    for title, texts, colour in groups:
        for i, text in enumerate(texts):
            if i == 0:
                picture.text(x, y, title, 12, DIM)
            picture.text(x + 70, y, text, 14, mix(colour, TABLE, 0.22 * i), WIDTH - x - 84, 9)
            y += 21


def _wrapped(text: str, size: int, width: int) -> list[str]:
    """Return `text` on one line or, if it is too wide, on two."""
    if text_width(text, size) <= width:
        return [text]
    words = text.split()
    first = ""
    while words and text_width(f"{first} {words[0]}", size) <= width:
        first = f"{first} {words.pop(0)}".strip()
    return [first, " ".join(words)]


def _draw_deck_and_pile(picture: Picture, table: SimpleNamespace, x: int) -> None:
    for i in range(min(table.deck_size, 4)):
        picture.paste(_back(66, 92), x + 3 * i, 30 - 3 * i)
    if table.deck_size == 0:
        picture.box(x, 30, 66, 92, None, 5, DIM, 1)
    _draw_count(picture, x + 38, 74, table.deck_size, 17)
    picture.text(x + 36, 136, "Deck", 13, DIM, anchor="mm")
    x += 92
    picture.box(
        x,
        24,
        66,
        92,
        RED if table.pile_size else None,
        5,
        PAPER if table.pile_size else DIM,
        3 if table.pile_size else 1,
    )
    _draw_count(picture, x + 33, 70, table.pile_size, 17)
    picture.text(x + 33, 136, "Discard pile", 13, DIM, anchor="mm")
    for i, (action, number) in enumerate(W.pile_by_action(table)):
        picture.text(x + 90, 26 + 18 * i, str(number), 14, GOLD, anchor="rm")
        picture.text(x + 98, 26 + 18 * i, action, 14, INK)


def _draw_count(picture: Picture, x: int, y: int, number: int, radius: int) -> None:
    """Draw a number in a disc around (x, y)."""
    picture.box(x - radius, y - radius, 2 * radius, 2 * radius, (16, 22, 34), radius, PAPER, 1)
    picture.text(x, y, str(number), round(radius * 1.15), PAPER, anchor="mm", bold=True)


def _draw_band(picture: Picture, table: SimpleNamespace, viewer: int | None, seat: int, y: int) -> None:
    """Draw a player: name, hand and row."""
    out = table.out_at[seat] > 0
    active = table.active == seat and not out and table.turn > 0
    fill = OUT_FILL if out else ACTIVE_FILL if active else BAND_FILL
    asked = table.to_act == seat or table.winner == seat
    picture.box(EDGE, y, WIDTH - 2 * EDGE, BAND, fill, 10, GOLD if asked else None, 2)
    picture.text(24, y + 20, f"Seat {seat}", 20, DIM if out else INK, bold=True)
    words = "WINNER" if table.winner == seat else "out" if out else "to act" if asked else "turn" if active else ""
    if words:
        picture.box(100, y + 10, 62, 20, GOLD if asked else (60, 88, 96), 10)
        picture.text(131, y + 20, words, 12, (40, 30, 6) if asked else INK, anchor="mm")
    if viewer == seat:
        picture.text(196, y + 20, "you", 13, SKY, anchor="mm")
    if out:
        picture.text(24, y + 50, f"the {W.ordinal(table.out_at[seat])} to go out", 14, DIM)
        return
    _draw_standing(picture, table, seat, y + 44)
    _draw_hand(picture, table, viewer, seat, y + 58)
    coming = table.missile_at[: table.missiles].count(seat)
    for i in range(min(coming, 5)):
        picture.paste(_icon(20, 20, SILO, (255, 128, 110), fill), 180 + 6 * i, y + 34)
    _draw_row(picture, table, viewer, seat, y + 10)


def _draw_standing(picture: Picture, table: SimpleNamespace, seat: int, y: int) -> None:
    """Draw how far the player is, in small figures."""
    standing = W.standing(table, seat)
    lander = {-1: "-", -2: "off"}.get(standing["lander"], f"{standing['lander']}/{LANDER_CARDS_TO_WIN}")
    figures = [(LANDER, lander), (EMBASSY, f"{standing['embassies']}/{EMBASSIES_TO_WIN}")]
    if standing["agency"]:
        figures.append((AGENCY, f"+{standing['agency']}"))
    for i, (kind, text) in enumerate(figures):
        picture.paste(_icon(16, 16, kind, DIM, BAND_FILL), 24 + 52 * i, y - 8)
        picture.text(43 + 52 * i, y, text, 13, INK)


def _draw_hand(picture: Picture, table: SimpleNamespace, viewer: int | None, seat: int, y: int) -> None:
    """Draw the hand: a line for each kind that the viewer sees, card backs for the rest."""
    seen, hidden = W.visible_hand(table, viewer, seat)
    height = min(19, (BAND - 66) // max(1, len(seen) + 2 * (hidden > 0)))
    for kind, number, shown in seen:
        picture.box(24, y + 2, 12, 12, COLOURS[kind], 3, PAPER, 1)
        start = picture.text(42, y + 8, f"{number} x " if number > 1 else "", 12, GOLD)
        start += picture.text(42 + start, y + 8, BUILDINGS[kind], 12, INK)
        action = f" / {card_name(table, kind)}"
        picture.text(
            42 + start,
            y + 8,
            action,
            12,
            (255, 150, 136),
            SIDE - 56 - start - 14 * (shown > 0) - 10 * (0 < shown < number),
            8,
        )
        if shown:
            if shown < number:
                picture.text(SIDE - 18, y + 8, str(shown), 11, SKY, anchor="rm")
            picture.paste(_icon(14, 14, AGENCY, SKY, BAND_FILL), SIDE - 14, y + 2)
        y += height
    if hidden:
        step = min(22, 150 // hidden)
        for i in range(hidden):
            picture.paste(_back(28, 38), 24 + step * i, y + 6)
        if hidden > 6:
            _draw_count(picture, 24 + step * hidden, y + 25, hidden, 11)


def _draw_row(picture: Picture, table: SimpleNamespace, viewer: int | None, seat: int, y: int) -> None:
    """Draw the buildings from left to right, as large as there is room for."""
    pieces = W.pieces_of(table, seat)
    room = WIDTH - SIDE - 2 * EDGE - 6
    gap = 6 if len(pieces) <= 16 else 2
    width = min(CARD, (room + gap) // len(pieces) - gap)
    safe = W.safe_places(table, seat)
    for place, piece in enumerate(pieces):
        x = SIDE + EDGE + place * (width + gap)
        marks = W.marks(table, seat, place, safe)
        _draw_building(picture, table, piece, marks, x, y, width)
        _draw_stack(picture, W.visible_stack(table, viewer, piece), "looked at" in marks, x, y, width)
        _draw_marks(picture, marks, x + 3, y + (CARD_HEIGHT - 20 if width < NARROW else 26), width - 6)


def _draw_building(
    picture: Picture, table: SimpleNamespace, piece: int, marks: list[str], x: int, y: int, width: int
) -> None:
    """Draw the card of a building: its name, its picture, and the action on its other side."""
    kind = building_of(piece)
    disabled = "disabled" in marks
    colour = mix(COLOURS[kind], (120, 120, 120), 0.75) if disabled else COLOURS[kind]
    paper = (190, 184, 174) if disabled else (30, 36, 62) if kind == LANDER else PAPER
    if "chosen" in marks:
        picture.box(x - 4, y - 4, width + 8, CARD_HEIGHT + 8, GOLD, 9)
    picture.box(x, y, width, CARD_HEIGHT, paper, 6, RED if disabled else (14, 22, 26), 2 if disabled else 1)
    ink = (214, 220, 236) if kind == LANDER and not disabled else colour
    if width < NARROW:
        picture.box(x + 2, y + 2, width - 4, STACK_FROM - 2, colour, 4)
        picture.paste(_upright(BUILDINGS[kind], STACK_FROM - 8), x + width // 2 - 7, y + 5)
        if table.size[piece] == 0:
            size = min(36, width - 6)
            picture.paste(_icon(size, size, kind, ink, paper), x + (width - size) // 2, y + STACK_FROM + 6)
        return
    picture.box(x + 2, y + 2, width - 4, 20, colour, 4)
    picture.text(x + width / 2, y + 12, BUILDINGS[kind], 13, (255, 255, 255), width - 8, 7, anchor="mm", bold=True)
    if kind == LANDER and not disabled:
        picture.paste(_moon(width - 4, CARD_HEIGHT - 66), x + 2, y + 64)
    picture.paste(_icon(44, 44, kind, ink, paper), x + width // 2 - 22, y + 26)
    if kind != LANDER and table.size[piece] == 0:
        picture.box(x + 2, y + CARD_HEIGHT - 22, width - 4, 20, mix(RED, paper, 0.12), 4)
        name = card_name(table, kind)
        picture.text(x + width / 2, y + CARD_HEIGHT - 12, name, 11, (255, 244, 238), width - 8, 7, anchor="mm")


def _draw_marks(picture: Picture, marks: list[str], x: int, y: int, width: int) -> None:
    """Draw that a building is safe, to the left, and that a Factory is used, to the right."""
    if "safe from missiles" in marks:
        picture.paste(_shield(15, 18), x, y)
    if "used" in marks:
        wide = min(30, width // 2)
        picture.box(x + width - wide, y, wide, 15, (70, 70, 70), 7)
        picture.text(x + width - wide / 2, y + 7, "used", 10, (255, 255, 255), wide, 7, anchor="mm")


@lru_cache(64)
def _upright(name: str, height: int) -> Image.Image:
    """Return a name that reads from bottom to top."""
    text, size = fitted(name, 11, height, 7)
    image = Image.new("RGBA", (height, 14), (255, 255, 255, 0))
    ImageDraw.Draw(image).text((0, 7), text, (255, 255, 255, 255), font(size), "lm")
    return image.transpose(Image.Transpose.ROTATE_90)


def _draw_stack(picture: Picture, names: list[str], looked: bool, x: int, y: int, width: int) -> None:
    """Draw the stack of a building (`names`: top first), fanned downwards, a strip of each card below left free."""
    if not names:
        return
    step = min(12.0, (STACK_TO - STACK_FROM - TOP_HEIGHT) / max(1, len(names) - 1))
    for depth in range(len(names) - 1, -1, -1):
        name = names[depth]
        left, upper = x + 3, y + STACK_FROM + round(step * (len(names) - 1 - depth))
        wide, middle = width - 6, upper + (TOP_HEIGHT // 2 if depth == 0 else 6)
        if name == W.FACE_UP:
            picture.box(left, upper, wide, TOP_HEIGHT, RED, 5, (96, 10, 8), 1)
        else:
            picture.paste(_back(wide, TOP_HEIGHT), left, upper)
        if depth > 0 and step < 10:
            continue
        if name == W.FACE_UP:
            picture.text(
                left + wide / 2, middle, name, 14 if depth == 0 else 10, (255, 255, 255), wide - 6, 7, "mm", True
            )
        elif name != W.UNKNOWN:
            high = 20 if depth == 0 else 10
            picture.box(left + 3, middle - high // 2, wide - 6, high, PAPER, 3)
            picture.text(left + wide / 2, middle, name, 12 if depth == 0 else 9, (150, 24, 20), wide - 8, 7, "mm")
    bottom = y + STACK_FROM + round(step * (len(names) - 1)) + TOP_HEIGHT
    if len(names) > 1:
        _draw_count(picture, x + width - 10, bottom - 6, len(names), 9)
    if looked:
        picture.paste(_lens(18, 18), x + 6, bottom - 18)
