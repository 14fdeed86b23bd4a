"""How a table of 1984: Animal Farm looks, as text and as a picture. Plain Python, nothing here is compiled.

Both show the table as one seat sees it: the VP of others only where everybody knows them. Seat None sees everything.
"""

from __future__ import annotations

from math import cos, radians, sin
from types import SimpleNamespace
from typing import Any

import numpy as np
from PIL import ImageDraw

from envs.core.view import SCALE, Colour, Picture, fitted, mix, plain, sprite, text_width

from . import actions as A
from . import words as W
from .box import (
    CARD_NAMES,
    CARD_TEXTS,
    INFLUENCES,
    KINDS,
    MOOD_PLACES,
    MOOD_TEXTS,
    MOODS,
    REGION_OF_MOOD,
    REGIONS,
    UNSTABLE,
    ZONES,
    Influence,
    Outcome,
)

_REGION_WIDTH = max(map(len, REGIONS))
_KIND_WIDTH = max(map(len, INFLUENCES))


def render_text(state: Any, seat: int | None = None) -> str:
    """Return the table in words, as `seat` sees it (None: everything open); several lines, none at the end.

    Raises:
        ValueError: there is no such seat.
    """
    t = _table(state, seat)
    seen = "everything open" if seat is None else f"as seat {seat} sees it"
    lines = [f"1984: Animal Farm, {seen}.", f"{W.turn_text(t)}. {W.markers_text(t)}.", f"{W.question(t)}."]
    lines += _region_facts(t)
    if W.has_deal(t):
        lines.append(f"On the table: {W.deal_text(t)}.")
        answers = [f"seat {owner} {answer}" for owner, answer in W.answers(t)]
        lines += [f"Answers: {', '.join(answers)}."] if answers else []
    if t.depth:
        lines.append(f"Being played: {W.stack_text(t)}.")
    played = W.last_played(t)
    if played:
        lines.append(f"Last actions, the newest first: {'; '.join(played)}.")
    lines += ["Regions, in the order in which they are resolved:", *_region_lines(t)]
    moods = [f"  {place} {title}: {text}" for place, title, text in W.moods(t)]
    lines += ["Political moods:", *moods] if moods else ["No political mood is on the board."]
    lines += ["Actions:", *_action_lines(t)]
    lines += ["Revolutions:", *(f"  {W.revolution_text(revolution)}" for revolution in W.revolutions(t))]
    promises = [f"  {W.promise_text(promise)}" for promise in W.promises(t)]
    lines += ["Promises outstanding:", *promises] if promises else ["No promise is outstanding."]
    for owner in range(t.players):
        lines += _player_lines(t, seat, owner)
    return "\n".join(lines)


def _table(state: Any, seat: int | None) -> SimpleNamespace:
    table = plain(state)
    if seat is not None and not 0 <= seat < table.players:
        raise ValueError(f"seat: got {seat!r}, allowed are None and 0..{table.players - 1}")
    return table


def _region_facts(t: SimpleNamespace) -> list[str]:
    """Return what is to be known of the region being resolved."""
    if t.region < 0:
        return []
    facts = [f"Being resolved: {REGIONS[t.region]}"]
    if t.region < UNSTABLE:
        facts.append(f"at most {W.number_of(W.most_taken(t), 'token')}")
    facts += W.effects(t)
    lines = [f"{', '.join(facts)}."]
    if not t.won:
        lines.append(f"Could win: {W.could_win_text(t)}.")
    return lines


def _region_lines(t: SimpleNamespace) -> list[str]:
    """Return a line for each region: agents by seat, tokens, what came of it."""
    lines = []
    for region in W.regions(t):
        arrow = "->" if region.open else "  "
        agents = [
            f"{seat}: {number}" + (f" ({changed})" if region.open and (changed := W.strength_text(t, seat)) else "")
            for seat, number in enumerate(region.agents)
        ]
        facts = [f"agents {', '.join(agents)}"]
        if region.region < UNSTABLE:
            facts.append(W.number_of(region.tokens, INFLUENCES[region.region]))
        facts += [f"borders closed by seat {seat}" for seat in region.closed]
        facts += [result] if (result := W.result_text(region)) else []
        lines.append(f"{arrow}{region.number} {REGIONS[region.region].ljust(_REGION_WIDTH)} {'; '.join(facts)}")
    return lines


def _action_lines(t: SimpleNamespace) -> list[str]:
    """Return two lines for each kind of influence: the basic action, then the advanced one."""
    lines = []
    for basic, advanced in W.laid_actions(t):
        name = INFLUENCES[basic.kind].ljust(_KIND_WIDTH)
        lines.append(f"  {name} {CARD_NAMES[basic.card]}: {CARD_TEXTS[basic.card]}")
        if advanced is None:
            continue
        facts = [f"costs {W.number_of(advanced.cost, 'token')}"]
        if advanced.bought:
            facts.append(
                "bought by "
                + ", ".join(f"{seat}{' (used)' if seat in advanced.used else ''}" for seat in advanced.bought)
            )
        facts += ["blocked"] if advanced.blocked else []
        text = f"{CARD_NAMES[advanced.card]}: {CARD_TEXTS[advanced.card]}"
        lines.append(f"  {' ' * _KIND_WIDTH} {text} [{'; '.join(facts)}]")
    return lines


def _player_lines(t: SimpleNamespace, viewer: int | None, seat: int) -> list[str]:
    """Return a player's VP, record of trust and facts, then the areas and the advanced actions."""
    arrow = "->" if t.to_act == seat else "  "
    won = " WON" if t.winners >> seat & 1 else ""
    facts = [W.vp_text(t, viewer, seat), W.trust_text(t, seat), *W.status(t, seat)]
    areas = [f"{zone}: {W.tokens_text(tokens)}" for zone, tokens in zip(ZONES, W.areas(t, seat), strict=True)]
    lines = ["", f"{arrow} Seat {seat}{won}: {'; '.join(facts)}", f"     {'; '.join(areas)}"]
    names = [W.advanced_name(t, kind) for kind in range(KINDS) if t.bought[seat] >> kind & 1]
    return lines + ([f"     bought {', '.join(names)}"] if names else [])


# The picture: measures in pixels

WIDTH, EDGE = 1280, 10
HEAD = 76
BOARD, BOARD_HEIGHT = 796, 440  # where the five regions lie
REGION, REGION_HEIGHT = 220, 128
MIDDLE = (EDGE + BOARD // 2, HEAD + BOARD_HEIGHT // 2)
PLACES = ((0, -146), (276, -56), (158, 142), (-158, 142), (-276, -56))  # of the middle of each region from there
MOODS_AT, MOOD_HEIGHT = HEAD + BOARD_HEIGHT + EDGE, 112
PANEL_AT = 2 * EDGE + BOARD
PANEL = WIDTH - EDGE - PANEL_AT
DEAL_HEIGHT, STACK_HEIGHT = 150, 88
ACTIONS_AT = HEAD + DEAL_HEIGHT + STACK_HEIGHT + 2 * EDGE
BANDS_AT, BAND = MOODS_AT + MOOD_HEIGHT + EDGE, 92
REVOLUTION, REVOLUTION_HEIGHT = 196, 58
TOKEN = 24

TABLE, BOARD_FILL, BOX, ACTIVE = (30, 32, 38), (38, 50, 62), (48, 52, 60), (64, 70, 82)
PAPER, INK, DIM, GOLD, DARK = (244, 238, 222), (236, 236, 232), (154, 160, 170), (248, 202, 84), (36, 34, 36)
YES, NO = (110, 196, 122), (232, 104, 96)
SEAT = ((206, 58, 56), (58, 120, 214), (58, 152, 84), (146, 88, 190), (226, 222, 208))
KIND = ((214, 122, 58), (128, 126, 138), (84, 128, 168), (164, 104, 66), (196, 152, 40))
EXTRA = (120, 82, 112)  # of the regions that are moods


def render_picture(state: Any, seat: int | None = None) -> np.ndarray:
    """Return the table as a picture, as `seat` sees it (None: everything open).

    Returns:
        uint8 of shape (height, width, 3). The size depends only on the number of players.

    Raises:
        ValueError: there is no such seat.
    """
    t = _table(state, seat)
    picture = Picture(WIDTH, BANDS_AT + t.players * (BAND + EDGE) + REVOLUTION_HEIGHT // 2, TABLE)
    _draw_head(picture, t)
    _draw_board(picture, t)
    _draw_moods(picture, t)
    _draw_deal(picture, t)
    _draw_stack(picture, t)
    _draw_actions(picture, t)
    for owner in range(t.players):
        _draw_player(picture, t, seat, owner, BANDS_AT + owner * (BAND + EDGE))
    for pair, revolution in enumerate(W.revolutions(t)):
        _draw_revolution(picture, revolution, BANDS_AT + (pair + 1) * (BAND + EDGE) - EDGE // 2)
    return picture.array()


# Pieces


@sprite
def _token(pen: ImageDraw.ImageDraw, width: int, height: int, kind: int, ghost: bool) -> None:
    """Draw an influence token: a square with the head of the animal. A ghost is a place for one."""
    ground = mix(KIND[kind], BOX, 0.72) if ghost else KIND[kind]
    face = mix(PAPER, BOX, 0.72) if ghost else PAPER
    edge = mix(KIND[kind], BOX, 0.4) if ghost else mix(KIND[kind], (0, 0, 0), 0.35)

    def at(*points: float) -> list[float]:
        return [value * (height if i % 2 else width) for i, value in enumerate(points)]

    eyes: tuple[tuple[float, float], ...]
    pen.rounded_rectangle((0, 0, width - 1, height - 1), width * 0.2, ground, edge, SCALE)
    if kind == Influence.CAT:
        pen.polygon(at(0.22, 0.14, 0.48, 0.36, 0.24, 0.56), face)
        pen.polygon(at(0.78, 0.14, 0.52, 0.36, 0.76, 0.56), face)
        pen.ellipse(at(0.2, 0.32, 0.8, 0.84), face)
        eyes = ((0.38, 0.54), (0.62, 0.54))
    elif kind == Influence.DONKEY:
        pen.ellipse(at(0.2, 0.08, 0.4, 0.56), face)
        pen.ellipse(at(0.6, 0.08, 0.8, 0.56), face)
        pen.ellipse(at(0.3, 0.34, 0.7, 0.7), face)
        pen.ellipse(at(0.34, 0.5, 0.66, 0.92), face)
        eyes = ((0.42, 0.5), (0.58, 0.5))
        for x in (0.44, 0.56):
            pen.ellipse(at(x - 0.03, 0.76, x + 0.03, 0.82), ground)
    elif kind == Influence.ELEPHANT:
        pen.ellipse(at(0.08, 0.2, 0.46, 0.68), face)
        pen.ellipse(at(0.54, 0.2, 0.92, 0.68), face)
        pen.ellipse(at(0.3, 0.18, 0.7, 0.66), face, ground, SCALE)
        pen.rounded_rectangle(at(0.43, 0.5, 0.57, 0.92), width * 0.06, face)
        eyes = ((0.41, 0.4), (0.59, 0.4))
    elif kind == Influence.KANGAROO:
        pen.line(at(0.1, 0.86, 0.42, 0.8, 0.5, 0.6), face, int(width * 0.08))  # tail
        pen.ellipse(at(0.28, 0.42, 0.64, 0.86), face)
        pen.polygon(at(0.44, 0.5, 0.6, 0.24, 0.72, 0.3, 0.64, 0.62), face)
        pen.ellipse(at(0.56, 0.18, 0.84, 0.38), face)
        pen.polygon(at(0.56, 0.24, 0.54, 0.04, 0.68, 0.22), face)
        pen.rounded_rectangle(at(0.44, 0.8, 0.8, 0.9), width * 0.04, face)
        pen.line(at(0.6, 0.5, 0.76, 0.56), face, int(width * 0.06))  # arm
        eyes = ((0.7, 0.27),)
    else:
        for step in range(10):
            x, y = 0.5 + 0.32 * cos(radians(36 * step)), 0.52 + 0.32 * sin(radians(36 * step))
            pen.ellipse(at(x - 0.13, y - 0.13, x + 0.13, y + 0.13), mix(ground, (60, 24, 0), 0.6))
        pen.ellipse(at(0.26, 0.28, 0.74, 0.78), face)
        eyes = ((0.41, 0.48), (0.59, 0.48))
        pen.polygon(at(0.44, 0.58, 0.56, 0.58, 0.5, 0.66), ground)
    for x, y in eyes:
        pen.ellipse(at(x - 0.045, y - 0.045, x + 0.045, y + 0.045), ground)


@sprite
def _arrow(pen: ImageDraw.ImageDraw, width: int, height: int, angle: int, colour: Colour) -> None:
    """Draw an arrow that points `angle` degrees clockwise from the right."""
    points = ((-0.46, -0.14), (0.02, -0.14), (0.02, -0.38), (0.46, 0.0), (0.02, 0.38), (0.02, 0.14), (-0.46, 0.14))
    c, s = cos(radians(angle)), sin(radians(angle))
    pen.polygon([(width * (0.5 + x * c - y * s), height * (0.5 + x * s + y * c)) for x, y in points], colour)


@sprite
def _lock(pen: ImageDraw.ImageDraw, width: int, height: int, colour: Colour) -> None:
    """Draw the mark of closed borders."""
    pen.arc((width * 0.26, height * 0.06, width * 0.74, height * 0.7), 180, 360, colour, int(width * 0.12))
    pen.rounded_rectangle((width * 0.14, height * 0.42, width * 0.86, height * 0.94), width * 0.08, colour)


def _draw_disc(
    picture: Picture, x: float, y: float, radius: int, seat: int, text: str, ring: Colour | None = None
) -> None:
    """Draw a disc of a seat around (x, y) with a text in it."""
    left, upper = round(x) - radius, round(y) - radius
    if ring is not None:
        picture.box(left - 3, upper - 3, 2 * radius + 6, 2 * radius + 6, ring, radius + 3)
    colour = SEAT[seat]
    picture.box(left, upper, 2 * radius, 2 * radius, colour, radius, mix(colour, (0, 0, 0), 0.4), 1)
    ink = DARK if sum(colour) > 560 else (255, 255, 255)
    picture.text(x, y, text, round(radius * 1.15), ink, anchor="mm", bold=True)


def _draw_tokens(picture: Picture, tokens: list[int], x: int, y: int, width: int) -> None:
    """Draw tokens one by one, or a number of each kind where there is no room for that."""
    single = [kind for kind, number in enumerate(tokens) for _ in range(number)]
    if len(single) * (TOKEN + 3) <= width:
        for place, kind in enumerate(single):
            picture.paste(_token(TOKEN, TOKEN, kind, False), x + place * (TOKEN + 3), y)
        return
    step = width // sum(map(bool, tokens))
    for kind, number in enumerate(tokens):
        if number:
            size = max(10, min(TOKEN, step - 12))
            picture.paste(_token(size, size, kind, False), x, y + (TOKEN - size) // 2)
            picture.text(x + size + 2, y + TOKEN / 2, str(number), 14, INK, bold=True)
            x += step


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


# Parts


def _draw_head(picture: Picture, t: SimpleNamespace) -> None:
    picture.text(18, 38, "1984: Animal Farm", 32, GOLD, bold=True)
    picture.text(330, 26, f"{W.turn_text(t)}.", 17, INK, 470, 10)
    picture.text(330, 52, f"{W.question(t)}.", 17, GOLD if t.to_act >= 0 else INK, WIDTH - 350, 10)
    picture.text(WIDTH - 18, 26, f"{W.markers_text(t)}.", 14, DIM, 450, 9, anchor="rm")


def _draw_board(picture: Picture, t: SimpleNamespace) -> None:
    """Draw the ring of the five regions, and in its middle what is to be known of the one being resolved."""
    picture.box(EDGE, HEAD, BOARD, BOARD_HEIGHT, BOARD_FILL, 12)
    middles = [(MIDDLE[0] + x, MIDDLE[1] + y) for x, y in PLACES]
    arrows = ((150, -128, 30), (247, 44, 112), (0, 142, 180), (-247, 44, 248), (-150, -128, 330))
    for x, y, angle in arrows:
        picture.paste(_arrow(34, 34, angle, mix(DIM, BOARD_FILL, 0.3)), MIDDLE[0] + x - 17, MIDDLE[1] + y - 17)
    for region in W.regions(t):
        if region.region < UNSTABLE:
            x, y = middles[region.region]
            _draw_region(picture, t, region, x - REGION // 2, y - REGION_HEIGHT // 2)
    _draw_resolved(picture, t, MIDDLE[0] - 146, MIDDLE[1] - 62, 292)


def _draw_region(picture: Picture, t: SimpleNamespace, region: W.Region, x: int, y: int) -> None:
    colour = mix(KIND[region.region], BOX, 0.55 if region.done else 0.0)
    picture.box(
        x,
        y,
        REGION,
        REGION_HEIGHT,
        ACTIVE if region.open else BOX,
        10,
        GOLD if region.open else colour,
        3 if region.open else 2,
    )
    picture.box(x + 3, y + 3, REGION - 6, 28, colour, 7)
    picture.text(x + 12, y + 17, f"{region.number}  {REGIONS[region.region]}", 16, (255, 255, 255), bold=True)
    picture.paste(_token(TOKEN, TOKEN, region.region, False), x + REGION - 58, y + 5)
    picture.text(x + REGION - 29, y + 17, str(region.tokens), 16, (255, 255, 255), bold=True)
    _draw_agents(picture, t, region, x, y + 56, REGION)
    _draw_outcome(picture, t, region, x + 10, y + 108, REGION - 20)


def _draw_agents(picture: Picture, t: SimpleNamespace, region: W.Region, x: int, y: int, width: int) -> None:
    """Draw the agents of each seat, and below them changed strength, or the tokens taken."""
    step = (width - 12) / t.players
    for seat, number in enumerate(region.agents):
        middle = x + 6 + step * (seat + 0.5)
        won = bool(region.winners >> seat & 1)
        if number or won:
            _draw_disc(picture, middle, y, 16, seat, str(number), GOLD if won else None)
        else:
            picture.box(round(middle) - 13, y - 13, 26, 26, None, 13, mix(SEAT[seat], BOX, 0.5), 1)
        changed = W.strength_text(t, seat) if region.open else ""
        if changed:
            picture.text(middle, y + 28, f"= {t.strength[seat]}", 15, GOLD, anchor="mm", bold=True)
        elif region.took[seat]:
            picture.text(middle, y + 28, f"+{region.took[seat]}", 14, INK, anchor="mm", bold=True)


def _draw_outcome(picture: Picture, t: SimpleNamespace, region: W.Region, x: int, y: int, width: int) -> None:
    """Write what came of a region, or who closed its borders."""
    if region.done or region.winners:
        text = f"won by {W.seats_text(region.winners)}" if region.winners else "nobody won"
        picture.text(x, y, text, 13, DIM, width, 9)
    elif region.open:
        picture.text(x, y, "being resolved", 13, GOLD)
    elif region.closed:
        picture.paste(_lock(16, 16, GOLD), x, y - 8)
        picture.text(x + 20, y, f"closed by {W.seats_text(t.closed[region.region])}", 13, DIM, width - 20, 9)


def _draw_resolved(picture: Picture, t: SimpleNamespace, x: int, y: int, width: int) -> None:
    """Write what is to be known of the region being resolved."""
    if t.region < 0:
        for phase in range(1, len(W.PHASES)):
            now = phase == W.phase_of(t) and not W.is_over(t)
            colour = GOLD if now else mix(DIM, BOARD_FILL, 0.35)
            picture.text(x + 90, y + 22 * (phase - 1), f"{phase}  {W.PHASES[phase]}", 16, colour, bold=now)
        return
    lines = [REGIONS[t.region]]
    if t.region < UNSTABLE:
        lines[0] += f": at most {W.number_of(W.most_taken(t), 'token')}"
    picture.text(x, y + 10, lines[0], 15, GOLD, width, 10, bold=True)
    y += 32
    if not t.won:
        alliances = ["+".join(map(str, W.seats_in(seats))) for seats in W.could_win(t)]
        y = _write(picture, f"could win: {', '.join(alliances) or 'nobody'}", x, y, 13, width, 3, INK)
    effects = W.effects(t)
    if effects:
        _write(picture, "; ".join(effects), x, y, 12, width, 3, NO)


def _draw_moods(picture: Picture, t: SimpleNamespace) -> None:
    """Draw the political moods; those that are regions with their agents."""
    width = (BOARD - 2 * EDGE) // MOOD_PLACES
    found = {region.region: region for region in W.regions(t)}
    for place in range(MOOD_PLACES):
        x, mood = EDGE + place * (width + EDGE), t.mood[place]
        if mood < 0:
            picture.box(x, MOODS_AT, width, MOOD_HEIGHT, None, 8, mix(DIM, TABLE, 0.6), 1)
            picture.text(x + 12, MOODS_AT + 16, f"Mood {place + 1}", 13, mix(DIM, TABLE, 0.4))
            continue
        region = found.get(int(REGION_OF_MOOD[mood]))
        opened = region is not None and region.open
        picture.box(x, MOODS_AT, width, MOOD_HEIGHT, PAPER if region is None else BOX, 8, GOLD if opened else EXTRA, 3)
        picture.box(x, MOODS_AT, width, 26, EXTRA, 8)
        number = f"{region.number}  " if region is not None else ""
        picture.text(x + 10, MOODS_AT + 13, f"{number}{MOODS[mood]}", 15, (255, 255, 255), width - 40, 9, bold=True)
        picture.text(x + width - 10, MOODS_AT + 13, str(place + 1), 13, (255, 255, 255), anchor="rm")
        if region is None:
            _write(picture, MOOD_TEXTS[mood], x + 10, MOODS_AT + 42, 13, width - 20, 4, DARK)
            continue
        text = MOOD_TEXTS[mood].removeprefix("an extra region: ")
        _write(picture, text, x + 10, MOODS_AT + 36, 10, width - 20, 2, INK)
        _draw_agents(picture, t, region, x, MOODS_AT + 77, width)
        if not region.winners and (region.done or region.closed):
            _draw_outcome(picture, t, region, x + 10, MOODS_AT + MOOD_HEIGHT - 11, width - 20)


def _draw_deal(picture: Picture, t: SimpleNamespace) -> None:
    """Draw the deal on the table: what each member takes, who pays, who has answered."""
    x, y = PANEL_AT, HEAD
    picture.box(x, y, PANEL, DEAL_HEIGHT, BOX, 10, GOLD if W.has_deal(t) else None, 1)
    if not W.has_deal(t):
        picture.text(x + 14, y + 20, "No deal is on the table", 15, DIM)
        return
    building = t.decision in W.BUILDING
    verb = "is proposing" if building else "claims the region alone" if W.alone(t) else "proposes"
    picture.text(x + 14, y + 18, f"Seat {t.proposer} {verb}", 16, GOLD, bold=True)
    if t.standing:
        picture.text(x + PANEL - 12, y + 18, "stands, unless an action undoes it", 13, YES, anchor="rm")
    named, answers = dict(W.shares_named(t)), dict(W.answers(t))
    y += 43
    for seat in W.members(t):
        _draw_disc(picture, x + 26, y, 10, seat, str(seat))
        if seat in named:
            picture.text(x + 48, y, f"takes {named[seat]}", 14, INK)
            for i in range(min(named[seat], A.MOST_SHARE) if 0 <= t.region < UNSTABLE else 0):
                picture.paste(_token(20, 20, t.region, False), x + 112 + 23 * i, y - 10)
        else:
            picture.text(x + 48, y, "takes ..", 14, DIM)
        answer = answers.get(seat, "")
        colour = YES if answer.startswith("agree") else GOLD if answer == "is asked" else DIM
        picture.text(x + PANEL - 12, y, answer, 13, colour, 130, 9, anchor="rm")
        y += 23
    payment = W.payment_text(t)
    if payment:
        picture.text(x + 16, HEAD + DEAL_HEIGHT - 14, f"{payment[0].upper()}{payment[1:]}", 14, INK, PANEL - 30, 9)


def _draw_stack(picture: Picture, t: SimpleNamespace) -> None:
    """Write the action being played and its answers; else the last actions."""
    x, y = PANEL_AT, HEAD + DEAL_HEIGHT + EDGE
    picture.box(x, y, PANEL, STACK_HEIGHT, BOX, 10, GOLD if t.depth else None, 1)
    if not t.depth:
        picture.text(x + 14, y + 15, "Last actions, the newest first", 12, DIM)
        _write(picture, "; ".join(W.last_played(t)) or "none", x + 14, y + 35, 13, PANEL - 28, 3, DIM)
        return
    picture.text(x + 14, y + 15, "Being played", 12, GOLD)
    if t.depth == 1:
        _write(picture, W.card_at(t, 0), x + 14, y + 35, 13, PANEL - 28, 3, INK)
        return
    first = max(0, t.depth - 3)
    for row, place in enumerate(range(first, t.depth)):
        before = "answered by " if place else ""
        picture.text(x + 14, y + 35 + 18 * row, before + W.card_at(t, place), 13, INK, PANEL - 28, 9)


def _draw_actions(picture: Picture, t: SimpleNamespace) -> None:
    """Draw the actions laid out: a row for each influence, the basic one, then the advanced one."""
    x, height = PANEL_AT, (MOODS_AT + MOOD_HEIGHT - ACTIONS_AT) // KINDS
    width = (PANEL - 36) // 2
    for kind, (basic, advanced) in enumerate(W.laid_actions(t)):
        y = ACTIONS_AT + kind * height
        picture.paste(_token(28, 28, kind, False), x, y + (height - 32) // 2)
        _draw_card(picture, basic, x + 36, y, width - 2, height - 4)
        if advanced is not None:
            _draw_card(picture, advanced, x + 38 + width, y, width - 2, height - 4)


def _draw_card(picture: Picture, laid: W.Laid, x: int, y: int, width: int, height: int) -> None:
    """Draw an action: title, text; of an advanced one cost, who has bought it (x: used), whether it is blocked."""
    paper = mix(PAPER, (120, 110, 110), 0.5) if laid.blocked else PAPER
    picture.box(x, y, width, height, paper, 5, KIND[laid.kind], 2)
    room = width - 12
    for seat in reversed(laid.bought):
        room -= 17
        _draw_disc(picture, x + room + 12, y + 12, 8, seat, "x" if seat in laid.used else str(seat))
    if laid.cost:
        room -= 16
        picture.text(x + room + 10, y + 12, str(laid.cost), 13, mix(KIND[laid.kind], DARK, 0.3), bold=True)
    name = CARD_NAMES[laid.card]
    picture.text(x + 6, y + 11, name, 12, NO if laid.blocked else DARK, room - 2, 9, bold=True)
    text = "blocked this round" if laid.blocked else CARD_TEXTS[laid.card]
    for i, line in enumerate(_wrap(text, 10, width - 12, (height - 22) // 11)):
        picture.text(x + 6, y + 26 + 11 * i, line, 10, mix(DARK, PAPER, 0.15))


def _draw_player(picture: Picture, t: SimpleNamespace, viewer: int | None, seat: int, y: int) -> None:
    """Draw a player: VP, areas, advanced actions, promises and what became of them."""
    won = bool(t.winners >> seat & 1)
    asked = t.to_act == seat
    picture.box(EDGE, y, WIDTH - 2 * EDGE, BAND, ACTIVE if asked else BOX, 10, GOLD if asked or won else None, 2)
    _draw_disc(picture, 38, y + 26, 16, seat, str(seat))
    picture.text(62, y + 18, f"Seat {seat}", 17, INK, bold=True)
    tags = ["WON"] if won else ["to act"] if asked else []
    tags += ["first player"] if seat == t.first_player and not W.is_over(t) else []
    tags += ["safe"] if t.safe >> seat & 1 else []
    tags += ["you"] if viewer == seat else []
    picture.text(62, y + 37, ", ".join(tags), 12, GOLD if asked or won else DIM, 140, 9)
    seen = W.sees_vp(t, viewer, seat)
    picture.text(24, y + 58, f"{t.vp[seat]} VP" if seen else "VP hidden", 18 if seen else 13, GOLD if seen else DIM)
    facts = [fact.replace(" agents", "").replace(" agent", "") for fact in W.status(t, seat) if fact != W.SAFE]
    picture.text(24, y + 78, "; ".join(facts), 12, DIM, 176, 8)
    left, boxes = 210, ((0, 236), (242, 74), (322, 74))
    for zone, (at, width) in enumerate(boxes):
        picture.box(left + at, y + 8, width, 50, mix(BOX, (0, 0, 0), 0.25), 6)
        picture.text(left + at + 8, y + 18, ZONES[zone], 11, DIM)
        if any(t.tokens[seat][zone]):
            _draw_tokens(picture, t.tokens[seat][zone], left + at + 8, y + 28, width - 14)
    kinds = [kind for kind in range(KINDS) if t.bought[seat] >> kind & 1]
    picture.text(left, y + 75, "advanced actions" if kinds else "no advanced action", 12, DIM)
    for place, kind in enumerate(kinds):
        used = bool(t.used[seat] >> kind & 1)
        picture.paste(_token(20, 20, kind, used), left + 108 + 26 * place, y + 65)
    _draw_word(picture, t, seat, 624, y)


def _draw_word(picture: Picture, t: SimpleNamespace, seat: int, x: int, y: int) -> None:
    """Write what became of a seat's promises, which are outstanding, and what else is to be said of it."""
    width = WIDTH - 2 * EDGE - REVOLUTION - x - 14
    counts = W.trust(t, seat)
    at = float(x)
    if counts[Outcome.MADE]:
        parts = (
            (f"{W.number_of(counts[Outcome.MADE], 'promise')}:", INK),
            (f"{counts[Outcome.KEPT]} kept", YES),
            (f"{counts[Outcome.BROKEN]} broken", NO),
            (f"{counts[Outcome.VOID]} void", DIM),
        )
        for text, colour in parts:
            at += picture.text(at, y + 18, text, 13, colour) + 8
    given = [promise for promise in W.promises(t) if promise.seat == seat]
    for row, promise in enumerate(given[:3]):
        text = f"to {promise.other}: {W.promise_words(promise)}"
        if row == 2 and len(given) > 3:
            text = f"and {len(given) - 2} more promises"
        picture.text(x, y + 38 + 18 * row, text, 13, INK, width, 9)


def _draw_revolution(picture: Picture, revolution: W.Revolution, y: int) -> None:
    """Draw a revolution card across the border at `y` between its two seats."""
    x, y = WIDTH - 2 * EDGE - REVOLUTION, y - REVOLUTION_HEIGHT // 2
    full = not any(revolution.lacks)
    picture.box(
        x, y, REVOLUTION, REVOLUTION_HEIGHT, mix(BOX, (110, 30, 30), 0.45), 8, GOLD if full else (150, 60, 56), 2
    )
    first, second = revolution.seats
    picture.text(x + 10, y + 11, f"revolution of {first} and {second}", 11, DIM)
    at = x + 10
    for line in range(2):
        kind = W.kind_of_line(revolution.card, line)
        owners = [seat for seat, row, _, number in revolution.placed if row == line for _ in range(number)]
        for owner in owners:
            picture.box(at - 2, y + 20, 34, 34, SEAT[owner], 7)
            picture.paste(_token(30, 30, kind, False), at, y + 22)
            at += 38
        for _ in range(revolution.lacks[line]):
            picture.paste(_token(30, 30, kind, True), at, y + 22)
            at += 38
    picture.text(x + REVOLUTION - 58, y + 38, "+1 for", 11, DIM)
    _draw_disc(picture, x + REVOLUTION - 15, y + 38, 9, revolution.bonus, str(revolution.bonus))
