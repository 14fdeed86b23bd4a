"""How a table of Animocrazy looks, as text and as a picture. Plain Python, nothing here is compiled.

Both show the table as one seat sees it: law hands, Wild cards and secret votes of others only where that seat knows
them. Seat None sees everything.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from PIL import ImageDraw

from envs.core.view import SCALE, Colour, Picture, fitted, mix, plain, sprite, text_width

from . import words as W
from .actions import card_parts, card_text, words
from .box import (
    DECK,
    KIND,
    LAW_NAMES,
    LAWS,
    LAWS_IN_FORCE,
    MOST_IN_HAND,
    NO_CARD,
    NO_SYMBOL,
    SYMBOL,
    WILDS,
    Kind,
    Symbol,
    law_text,
)
from .box import (
    SCALE as TIE,
)
from .state import Decision, Vote


def render_text(state: Any, seat: int | None = None) -> str:
    """Return the table in words, as `seat` sees it (None: everything open); several lines, none at the end.

    Raises:
        ValueError: there is no such seat.
    """
    t = _table(state, seat)
    seen = "everything open" if seat is None else f"as seat {seat} sees it"
    lines = [f"Animocrazy, {seen}.", f"{W.turn_text(t)}. {W.question(t)}."]
    lines.append(f"Bag: {t.bag_size} candies ({W.candies_text(t.bag)}). Deck: {W.deck_text(t)}.")
    if any(t.gone):
        lines.append(f"Out of the game: {W.candies_text(t.gone)}.")
    out = [f"{number} {name}" for number, name in zip(t.wild_out, WILDS, strict=True) if number]
    if out:
        lines.append(f"Wild cards lying open: {', '.join(out)}.")
    lines.append("Laws in force:" if t.laws else "No law is in force.")
    for slot, card in enumerate(t.law[: t.laws]):
        marks = "" if W.works_by_now(t, card) else " (from the next turn)"
        marks += " (would be replaced)" if slot == t.replaced and t.adopted < 0 else ""
        lines.append(f"  {slot + 1} {W.law_words(t, card)}{marks}")
    if t.proposed != NO_CARD:
        result = {1: " Adopted.", 0: " Rejected."}.get(t.adopted, "")
        lines.append(f"Proposed by seat {t.active}: {W.law_words(t, t.proposed)}.{result}")
    past = W.past_votes(t)
    if past:
        lines.append("Last votes:")
    for card, proposer, adopted, votes in past:
        cast = ", ".join(f"{owner} {W.VOTE_NAMES[vote]}" for owner, vote in enumerate(votes))
        lines.append(f"  {W.law_name(t, card)} of seat {proposer} {'adopted' if adopted else 'rejected'}: {cast}")
    for owner in range(t.players):
        lines += _player_lines(t, seat, owner)
    return "\n".join(lines)


def _table(state: Any, seat: int | None) -> SimpleNamespace:
    table = plain(state)
    if seat is not None and not 0 <= seat < table.players:
        raise ValueError(f"seat: got {seat!r}, allowed are None and 0..{table.players - 1}")
    return table


def _facts(t: SimpleNamespace, viewer: int | None, seat: int) -> list[str]:
    """Return what is said of a player beside its candies."""
    facts = [W.wild_text(t, viewer, seat)]
    if W.announced(t, seat):
        facts.append(f"announced {W.announced(t, seat)}")
    if t.decision == Decision.VOTE and t.vote[seat] != Vote.NONE:
        facts.append(f"votes {W.vote_seen(t, viewer, seat) or '(hidden)'}")
    if any(t.given[seat]):
        facts.append(f"gives {W.candies_text(t.given[seat])}")
    kept, broken = W.kept_and_broken(t, seat)
    if kept or broken:
        facts.append(f"word kept {kept} of {kept + broken} times")
    return facts


def _player_lines(t: SimpleNamespace, viewer: int | None, seat: int) -> list[str]:
    """Return a player's candies and facts, then the hand."""
    arrow = "->" if t.to_act == seat else "  "
    won = " WON" if t.winners >> seat & 1 else ""
    candies = t.candies[seat]
    line = f"{arrow} Seat {seat}{won}: {t.points[seat]} points, {sum(candies)} candies ({W.candies_text(candies)})"
    lines = ["", f"{line}; {'; '.join(_facts(t, viewer, seat))}"]
    hidden = 0
    for card, shown in W.hand_seen(t, viewer, seat):
        if card is None:
            hidden += 1
        else:
            lines.append(f"     {W.law_words(t, card)}{' (known to all)' if shown else ''}")
    if hidden:
        lines.append(f"     {hidden} {'law' if hidden == 1 else 'laws'} in hand")
    if t.drawn[0] != NO_CARD and seat == t.active and viewer in (None, seat):
        lines += [f"     drawn: {W.law_words(t, card)}" for card in t.drawn if card != NO_CARD]
    return lines


# The picture: measures in pixels

WIDTH, EDGE = 1280, 10
HEAD, LAW_HEIGHT, BAND = 64, 96, 92
LAWS_AT, PROPOSED_AT = HEAD, HEAD + LAW_HEIGHT + EDGE
BANDS_AT = PROPOSED_AT + LAW_HEIGHT + EDGE

TABLE, BAND_FILL, ACTIVE_FILL = (38, 30, 46), (58, 47, 68), (76, 62, 88)
PAPER, INK, DIM, GOLD, DARK = (250, 243, 228), (240, 234, 240), (168, 154, 176), (250, 200, 80), (44, 34, 52)
CANDY = ((214, 52, 62), (240, 196, 40), (64, 124, 214), (72, 164, 84))
LAW = ((196, 62, 66), (66, 108, 184), (214, 168, 40))  # by kind
BLANK_LAW = (150, 140, 150)
BACK, BACK_LINE = (84, 60, 104), (116, 88, 138)
YES, NO, WILD, SECRET = (70, 150, 84), (190, 62, 66), (126, 84, 170), (110, 100, 120)


def render_picture(state: Any, seat: int | None = None) -> np.ndarray:
    """Return the table as a picture, as `seat` sees it (None: everything open).

    Returns:
        uint8 of shape (height, width, 3). The size depends only on the number of players.

    Raises:
        ValueError: there is no such seat.
    """
    t = _table(state, seat)
    picture = Picture(WIDTH, BANDS_AT + t.players * (BAND + EDGE), TABLE)
    _draw_head(picture, t)
    _draw_laws(picture, t)
    _draw_proposal(picture, t)
    for owner in range(t.players):
        _draw_player(picture, t, seat, owner, BANDS_AT + owner * (BAND + EDGE))
    return picture.array()


@sprite
def _candy(pen: ImageDraw.ImageDraw, width: int, height: int, colour: Colour) -> None:
    """Draw a wrapped candy."""
    w, h = width - 1, height - 1
    dark = mix(colour, (0, 0, 0), 0.3)
    pen.polygon((0, h * 0.2, w * 0.32, h * 0.5, 0, h * 0.8), dark)
    pen.polygon((w, h * 0.2, w * 0.68, h * 0.5, w, h * 0.8), dark)
    pen.ellipse((w * 0.18, h * 0.12, w * 0.82, h * 0.88), colour)
    pen.arc((w * 0.28, h * 0.22, w * 0.72, h * 0.78), 190, 280, mix(colour, (255, 255, 255), 0.65), max(1, width // 14))


@sprite
def _scale(pen: ImageDraw.ImageDraw, width: int, height: int, level: bool, colour: Colour) -> None:
    """Draw the balance scale: level where ties adopt."""
    w, h = width - 1, height - 1
    line = max(1, width // 14)
    tilt = 0.0 if level else 0.14 * h
    pen.line((w / 2, h * 0.15, w / 2, h * 0.9), colour, line)
    pen.line((w * 0.3, h * 0.9, w * 0.7, h * 0.9), colour, line)
    pen.line((w * 0.1, h * 0.3 + tilt, w * 0.9, h * 0.3 - tilt), colour, line)
    for x, y in ((0.1, tilt), (0.9, -tilt)):
        pen.chord((w * (x - 0.1), h * 0.35 + y, w * (x + 0.1), h * 0.62 + y), 0, 180, colour)


@sprite
def _back(pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """Draw the hidden face of a law."""
    pen.rounded_rectangle((0, 0, width - 1, height - 1), 4 * SCALE, BACK, DARK, SCALE)
    for x in range(-height, width, 7 * SCALE):
        pen.line((x, height, x + height, 0), BACK_LINE, SCALE)
    pen.rounded_rectangle((0, 0, width - 1, height - 1), 4 * SCALE, None, DARK, SCALE)


def _draw_candies(picture: Picture, candies: list[int], x: int, y: int, size: int = 22) -> None:
    """Draw a number of each colour in a row."""
    for colour, number in enumerate(candies):
        picture.paste(_candy(size, size, CANDY[colour]), x, y)
        picture.text(x + size + 3, y + size / 2, str(number), 16, INK if number else DIM, bold=number > 0)
        x += size + 32


def _draw_head(picture: Picture, t: SimpleNamespace) -> None:
    picture.text(18, 32, "Animocrazy", 32, GOLD, bold=True)
    picture.text(214, 22, W.turn_text(t), 15, INK, 420, 9)
    picture.text(214, 44, W.question(t), 15, GOLD if t.to_act >= 0 else INK, 420, 9)
    picture.text(650, 20, f"Bag {t.bag_size}", 14, DIM)
    _draw_candies(picture, t.bag, 650, 32)
    picture.text(890, 20, f"Deck {DECK + 1 - t.deck_at}", 14, DIM)
    for i in range(min(DECK + 1 - t.deck_at, 4)):
        picture.paste(_back(22, 26), 890 + 4 * i, 32 - i)
    out = [f"{number} {name}" for number, name in zip(t.wild_out, WILDS, strict=True) if number]
    picture.text(970, 20, "Wild cards played", 14, DIM)
    picture.text(970, 44, ", ".join(out) or "none", 13, INK, 290)


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


def _draw_law(
    picture: Picture, t: SimpleNamespace, card: int, x: int, y: int, width: int, height: int, size: int
) -> None:
    """Draw a law: its background, what it says, symbol and scale."""
    parts = card_parts(t.blank, card)
    colour = LAW[parts[KIND]] if parts[KIND] >= 0 else BLANK_LAW
    picture.box(x, y, width, height, PAPER, 6, colour, 3)
    picture.box(x, y, width, size + 7, colour, 6)
    name = LAW_NAMES[card] if card < LAWS else "Carte Blanche"
    picture.text(x + 8, y + (size + 7) / 2, name, size, (255, 255, 255), width - size - 24, 7, bold=True)
    if parts[SYMBOL] >= 0:
        text = law_text(*parts[:5])
        picture.paste(_scale(size + 4, size + 4, parts[TIE] == 1, (255, 255, 255)), x + width - size - 10, y + 2)
    else:
        text = card_text(t.blank, card)
    symbol = words(Symbol(parts[SYMBOL])) if 0 <= parts[SYMBOL] < NO_SYMBOL else ""
    room = height - size - 12 - (size + 2 if symbol and height > 60 else 0)
    for i, line in enumerate(_wrap(text, size, width - 14, max(1, room // (size + 2)))):
        picture.text(x + 7, y + size + 15 + i * (size + 2), line, size, DARK)
    if symbol and height > 60:
        picture.text(x + 7, y + height - 10, symbol, size - 2, mix(colour, DARK, 0.35))


def _draw_laws(picture: Picture, t: SimpleNamespace) -> None:
    """Draw the laws in force; places without one are outlined."""
    width = (WIDTH - EDGE) // LAWS_IN_FORCE - EDGE
    for slot in range(LAWS_IN_FORCE):
        x = EDGE + slot * (width + EDGE)
        if slot >= t.laws:
            picture.box(x, LAWS_AT, width, LAW_HEIGHT, None, 6, mix(DIM, TABLE, 0.6), 1)
            continue
        card = t.law[slot]
        if slot == t.replaced and t.adopted < 0:
            picture.box(x - 3, LAWS_AT - 3, width + 6, LAW_HEIGHT + 6, GOLD, 8)
        _draw_law(picture, t, card, x, LAWS_AT, width, LAW_HEIGHT, 13)
        if not W.works_by_now(t, card):
            picture.text(x + width - 8, LAWS_AT + LAW_HEIGHT - 10, "next turn", 11, LAW[Kind.BLUE], anchor="rm")


def _draw_proposal(picture: Picture, t: SimpleNamespace) -> None:
    """Draw the proposed law and the last votes."""
    if t.proposed != NO_CARD:
        picture.text(18, PROPOSED_AT + 20, "Proposed", 18, GOLD, bold=True)
        picture.text(18, PROPOSED_AT + 42, f"by seat {t.active}", 14, INK)
        if t.adopted >= 0:
            picture.text(18, PROPOSED_AT + 68, "adopted" if t.adopted else "rejected", 18, YES if t.adopted else NO)
        _draw_law(picture, t, t.proposed, 124, PROPOSED_AT, 330, LAW_HEIGHT, 15)
    past = W.past_votes(t)
    if past:
        picture.text(490, PROPOSED_AT + 14, "Last votes", 14, DIM)
    for row, (card, proposer, adopted, votes) in enumerate(past):
        y = PROPOSED_AT + 38 + 24 * row
        what = f"{W.law_name(t, card)} of seat {proposer}: {'adopted' if adopted else 'rejected'}"
        picture.text(490, y, what, 14, mix(YES if adopted else NO, INK, 0.45), 240)
        for owner, vote in enumerate(votes):
            _draw_vote(picture, f"{owner} {W.VOTE_NAMES[vote]}", 740 + 53 * owner, y - 9, 50, 18)


def _vote_colour(name: str) -> Colour:
    return YES if name.endswith("Yes") else NO if name.endswith("No") else WILD


def _draw_vote(picture: Picture, name: str, x: int, y: int, width: int, height: int) -> None:
    short = name.replace("Definite ", "D. ")
    picture.box(x, y, width, height, _vote_colour(name), 5)
    picture.text(x + width / 2, y + height / 2, short, height - 6, (255, 255, 255), width - 6, 7, anchor="mm")


def _draw_player(picture: Picture, t: SimpleNamespace, viewer: int | None, seat: int, y: int) -> None:
    """Draw a player: name and points, candies, Wild card and vote, hand."""
    won = bool(t.winners >> seat & 1)
    marked = t.to_act == seat or won
    picture.box(
        EDGE, y, WIDTH - 2 * EDGE, BAND, ACTIVE_FILL if t.active == seat else BAND_FILL, 10, GOLD if marked else None, 2
    )
    picture.text(24, y + 22, f"Seat {seat}", 20, INK, bold=True)
    words_ = "WON" if won else "to act" if t.to_act == seat else "proposer" if t.active == seat else ""
    picture.text(100, y + 22, words_, 13, GOLD if marked else DIM)
    picture.text(24, y + 52, f"{t.points[seat]} points", 17, GOLD)
    if viewer == seat:
        picture.text(24, y + 76, "you", 13, CANDY[2])
    _draw_candies(picture, t.candies[seat], 176, y + 14)
    picture.text(400, y + 26, f"= {sum(t.candies[seat])}", 16, INK)
    facts = [fact for fact in _facts(t, viewer, seat) if not fact.startswith("votes ")]  # drawn as a card
    picture.text(176, y + 56, facts[0], 14, INK if t.wild[seat] >= 0 else DIM, 280)
    picture.text(176, y + 76, "; ".join(facts[1:]), 13, DIM, 280)
    vote = W.vote_seen(t, viewer, seat)
    if vote:
        _draw_vote(picture, vote, 446, y + 14, 76, 24)
    elif t.decision == Decision.VOTE and t.vote[seat] != Vote.NONE:
        picture.box(446, y + 14, 76, 24, SECRET, 5)
        picture.text(484, y + 26, "has voted", 12, INK, anchor="mm")
    _draw_hand(picture, t, viewer, seat, y + 8)


def _draw_hand(picture: Picture, t: SimpleNamespace, viewer: int | None, seat: int, y: int) -> None:
    width = 116
    for place, (card, shown) in enumerate(W.hand_seen(t, viewer, seat)):
        x = 546 + place * (width + 4)
        if card is None:
            picture.paste(_back(48, BAND - 16), 546 + place * 54, y)
        else:
            _draw_law(picture, t, card, x, y, width, BAND - 16, 10)
            if shown:
                picture.text(x + width - 6, y + BAND - 26, "open", 10, LAW[Kind.BLUE], anchor="rm")
    if t.drawn[0] != NO_CARD and seat == t.active and viewer in (None, seat):
        picture.text(
            546 + MOST_IN_HAND * (width + 4) - 4, y + BAND - 10, "choosing between two laws", 11, GOLD, anchor="rm"
        )
