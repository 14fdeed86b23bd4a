"""Texts, pictures, positions and checks of Sticks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from envs.core.options import nearest

from . import rules

_KEYS = ("heap", "cards", "shown", "may_swap", "to_act")


def action_text(s: Any, action: int) -> str:
    """Return `action` of the seat to act in words."""
    block, after, (value,) = rules.ACTIONS.locate(action)
    if block.name == "take":
        return f"take {value + 1}"
    if block.name == "swap":
        return "swap the card"
    return f"say that seat {(max(int(s['to_act']), 0) + after) % int(s['players'])} has {value}"


def render_text(s: Any, seat: int | None = None) -> str:
    """Return the table in words, as `seat` sees it; None: everything open."""
    lines = [f"{s['heap']} sticks, {s['deck_size']} cards in the deck, laid aside {s['shown'].tolist()}"]
    for other in range(int(s["players"])):
        card = int(s["card"][other])
        seen = "out" if card < 0 else str(card) if seat in (None, other) else "?"
        mark = "*" if other == s["to_act"] else " "
        lines.append(f"{mark} seat {other}: card {seen}, {s['taken'][other]} sticks")
    return "\n".join(lines)


def render_picture(s: Any, seat: int | None = None) -> np.ndarray:
    """Return one column of dots a player: uint8 (64, 16 * players, 3)."""
    picture = np.zeros((64, 16 * int(s["players"]), 3), np.uint8)
    for other in range(int(s["players"])):
        picture[63 - int(s["taken"][other]) :, 16 * other + 2 : 16 * other + 14] = (200, 160, 80)
    return picture


def set_position(s: Any, position: Mapping[str, Any], options: np.ndarray, seed: int) -> None:
    """Set the table; the deck is shuffled from `seed`.

    Keys, all optional: `heap`; `cards`: the value of each seat's card, None for players who are out; `shown`: the
    values laid aside; `may_swap`: 0 or 1 for each seat; `to_act`.
    """
    for key in position:
        if key not in _KEYS:
            raise ValueError(f"position: unknown key {key!r}{nearest(key, _KEYS)} (allowed are {', '.join(_KEYS)})")
    rules.reset(s, options, np.uint64(seed))
    players = int(s["players"])
    heap = position.get("heap", int(s["heap"]))
    if not isinstance(heap, int) or not 1 <= heap <= 60:
        raise ValueError(f"position: heap is {heap!r}, allowed are 1..60")
    cards = position.get("cards", s["card"][:players].tolist())
    if not isinstance(cards, list) or len(cards) != players or any(card not in (0, 1, 2, None) for card in cards):
        raise ValueError(f"position: cards is {cards!r}, allowed is 0, 1, 2 or None for each seat")
    shown = position.get("shown", [])
    deck = [0, 0, 1, 1, 2, 2]
    try:
        for card in [*shown, *(card for card in cards if card is not None)]:
            deck.remove(card)
    except (TypeError, ValueError):
        raise ValueError(f"position: shown is {shown!r}, allowed are values, two of each in all") from None
    seats = [seat for seat, card in enumerate(cards) if card is not None]
    to_act = position.get("to_act", seats[0] if seats else None)
    if to_act not in seats or len(seats) < 2 or len(shown) < players - len(seats):
        raise ValueError(f"position: to_act is {to_act!r}, allowed is one of at least two seats with a card")
    may_swap = position.get("may_swap", [int(card is not None) * int(s["swaps"]) for card in cards])
    _set(s, heap, cards, shown, may_swap, to_act, np.random.default_rng(seed).permutation(deck).tolist())


def _set(s: Any, heap: int, cards: list, shown: list, may_swap: list, to_act: int, deck: list) -> None:
    s["heap"], s["to_act"] = heap, to_act
    s["start"] = max(int(s["start"]), heap)
    s["taken"][0] = int(s["start"]) - heap
    s["deck"][:] = rules.NONE
    s["deck"][: len(deck)] = deck
    s["deck_size"] = len(deck)
    for value in shown:
        s["shown"][value] += 1
    for seat, card in enumerate(cards):
        s["card"][seat] = rules.NONE if card is None else card
        s["may_swap"][seat] = may_swap[seat]
        if card is None:
            s["outs"] += 1
            s["out_at"][seat] = s["outs"]


def get_position(s: Any) -> dict[str, Any]:
    """Return the table as `set_position` takes it."""
    players = int(s["players"])
    return {
        "heap": int(s["heap"]),
        "cards": [int(card) if card >= 0 else None for card in s["card"][:players]],
        "shown": [value for value, count in enumerate(s["shown"].tolist()) for _ in range(count)],
        "may_swap": s["may_swap"][:players].tolist(),
        "to_act": int(s["to_act"]),
    }


def check(s: Any) -> None:
    """Raise AssertionError unless sticks and cards are all there."""
    assert s["heap"] + s["taken"].sum() == s["start"], "sticks are missing"
    assert 0 <= s["deck_size"] <= rules.CARDS, "the deck has an impossible size"
    cards = [int(c) for c in s["card"] if c >= 0] + s["deck"][: int(s["deck_size"])].tolist()
    counts = [cards.count(value) + int(s["shown"][value]) for value in range(rules.VALUES)]
    assert counts == [2, 2, 2], f"cards by value are {counts}"
    assert -1 <= s["to_act"] < s["players"] <= rules.SEATS, "the seat to act does not exist"
    assert (s["to_act"] < 0) == (s["winner"] >= 0 or s["truncated"] == 1), "the game is over, or is it"
    if s["to_act"] >= 0:
        assert s["card"][s["to_act"]] >= 0, "a player out of the game is to act"
