"""How a table of Farms Race looks, as text and as a picture. Plain Python, nothing here is compiled.

Both show the table as one seat sees it: hands, spies and face-down humans only as far as it knows them. Seat None sees
everything.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from envs.core.view import plain

from . import words as W
from .box import RESOURCES

MAP_LEGEND = (
    "Map (rows are shifted by half a hex, so each touches two above and two below; h healthy, d damaged herds; humans ? "
    "not seen):"
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
    lines += [f"     promises: {'; '.join(given)}"] if given else []
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
