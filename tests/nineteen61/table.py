"""A table of 1961 for tests: drawn in a few words, played by the texts of actions, read back in the same words.

Rows are drawn left to right, stacks bottom to top, cards of a stack by their action::

    Table({"rows": ["Moon Lander [Sabotage, Embargo!] | Factory* [Research{01}]", "Moon Lander"]})

``!`` = face up: an Embargo that disables. ``*`` = has produced this turn. ``{01}`` = known to seats 0 and 1; without it
a face-down card is known to the owner of the row, with ``{}`` to nobody. A row may also be a list in the form of
`envs.nineteen61.position`, as everything else of the position is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from envs.core.compiling import new_states
from envs.core.layout import Layout
from envs.nineteen61 import GAME
from envs.nineteen61.box import ACTIONS, BUILDINGS, CARDS, COPIES, LANDER, NO_CARD
from envs.nineteen61.state import Decision, Zone

_PIECE = re.compile(r"(?P<name>[A-Z][A-Za-z ]*[a-z])(?P<mark>[*!]?)(?P<known>\{\d*\})?")


def draw_row(text: str) -> list[Any]:
    """Return a row drawn as text (see the module) in the form of a position."""
    return [_draw_building(part.strip()) for part in text.split("|") if part.strip()]


def _draw_building(text: str) -> dict[str, Any]:
    name, _, stack = text.partition("[")
    found = _PIECE.fullmatch(name.strip())
    cards = [_draw_card(card.strip()) for card in stack.rstrip("]").split(",") if card.strip()]
    building: dict[str, Any] = {"building": found["name"], "stack": cards}
    if found["mark"] == "*":
        building["used"] = True
    return building


def _draw_card(text: str) -> Any:
    if text == "?":
        return text
    found = _PIECE.fullmatch(text)
    if found["mark"] == "!":
        return {"card": found["name"], "face_up": True}
    if found["known"] is not None:
        return {"card": found["name"], "known": [int(seat) for seat in found["known"][1:-1]]}
    return found["name"]


class Table:
    """One game, played and read in words.

    Args:
        position: a position (rows may be text), or None for a new game from `seed`.
        seed: of the game, or of what the position leaves open.
        options: options of the game; `num_players` is that of the position where there is one.
    """

    def __init__(self, position: Mapping[str, Any] | None = None, seed: int = 1, **options: Any) -> None:
        if position is not None:
            rows = [draw_row(row) if isinstance(row, str) else row for row in position["rows"]]
            position = {**position, "rows": rows}
            options.setdefault("num_players", len(rows))
        self.options = GAME.options.complete(options)
        self.players = self.options["num_players"]
        self.s = new_states(GAME.dtype, 1)[0]
        self._mask = np.zeros(GAME.actions.size(self.players), np.int8)
        encoded = GAME.options.encode(self.options)
        if position is None:
            GAME.rules.reset(self.s, encoded, seed)
        else:
            GAME.set_position(self.s, position, encoded, seed)
        self._read_actions()

    # Playing

    def _read_actions(self) -> None:
        """Check the state and read what is legal in it."""
        GAME.check(self.s)
        self._mask[:] = 7  # a rule that forgets an entry shows
        GAME.rules.legal(self.s, self._mask)
        actions = np.flatnonzero(self._mask)
        assert set(np.unique(self._mask)) <= {0, 1}
        assert (len(actions) > 0) == (self.to_act is not None), "a seat to act must have an action, and only that one"
        self.actions = {GAME.action_text(self.s, int(action)): int(action) for action in actions}
        assert len(self.actions) == len(actions), "two actions have the same text"

    @property
    def legal(self) -> set[str]:
        """The texts of the legal actions."""
        return set(self.actions)

    def find(self, text: str) -> str | None:
        """Return the legal action `text`; the name of the building at a place may be left out."""
        if text in self.actions:
            return text
        return next((known for known in self.actions if known.startswith(text + " (")), None)

    def can(self, text: str) -> bool:
        """Return whether the action `text` is legal."""
        return self.find(text) is not None

    def offers(self, start: str) -> set[str]:
        """Return the legal actions whose text begins with `start`, without the names of buildings at places."""
        return {known.partition(" (")[0] for known in self.actions if known.startswith(start)}

    def do(self, *texts: str) -> Table:
        """Take decisions by their texts, checking the state after each; return self."""
        for text in texts:
            known = self.find(text)
            assert known is not None, f"{text!r} is not legal at {self.decision}: {sorted(self.actions)}"
            self.take(self.actions[known])
        return self

    def take(self, action: int) -> None:
        """Take a decision by its number, checking the state after it."""
        assert self._mask[action] == 1
        GAME.rules.apply(self.s, action)
        self._read_actions()

    def copy(self) -> Table:
        """Return the same table, to be played on apart from this one."""
        other = object.__new__(Table)
        other.options, other.players = self.options, self.players
        states = new_states(GAME.dtype, 1)
        states[0] = self.s
        other.s = states[0]
        other._mask = self._mask.copy()
        other.actions = dict(self.actions)
        return other

    # Reading

    @property
    def to_act(self) -> int | None:
        """The seat to act, or None when the game is over."""
        return None if self.s["to_act"] < 0 else int(self.s["to_act"])

    @property
    def decision(self) -> str | None:
        """What it is asked, or None when the game is over."""
        return None if self.s["decision"] < 0 else Decision(int(self.s["decision"])).name

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return int(self.s["active"])

    @property
    def winner(self) -> int | None:
        """The seat that has won, or None."""
        return None if self.s["winner"] < 0 else int(self.s["winner"])

    def action_name(self, card: int) -> str:
        """Return the action side of `card`."""
        return ACTIONS[int(self.s["pairing"][card // COPIES])]

    def stack(self, seat: int, place: int) -> list[int]:
        """Return the cards stacked at place `place` (from 1) of the row of `seat`, bottom to top."""
        cards = []
        card = int(self.s["top"][self.s["row"][seat, place - 1]])
        while card != NO_CARD:
            cards.insert(0, card)
            card = int(self.s["below"][card])
        return cards

    def row(self, seat: int) -> str:
        """Return the row of `seat` as it is drawn, without who knows what."""
        parts = []
        for place in range(1, int(self.s["row_size"][seat]) + 1):
            piece = int(self.s["row"][seat, place - 1])
            name = BUILDINGS[piece // COPIES if piece < CARDS else LANDER] + "*" * int(self.s["used"][piece])
            cards = [self.action_name(card) + "!" * int(self.s["face_up"][card]) for card in self.stack(seat, place)]
            parts.append(f"{name} [{', '.join(cards)}]" if cards else name)
        return " | ".join(parts)

    @property
    def rows(self) -> list[str]:
        """All rows."""
        return [self.row(seat) for seat in range(self.players)]

    def _in_zone(self, zone: Zone) -> list[int]:
        return [card for card in range(CARDS) if self.s["zone"][card] == zone]

    def hand(self, seat: int) -> list[str]:
        """Return the action sides of the cards in the hand of `seat`, sorted."""
        return sorted(self.action_name(card) for card in self._in_zone(Zone.HAND) if self.s["holder"][card] == seat)

    @property
    def pile(self) -> list[str]:
        """The action sides of the discard pile, sorted."""
        return sorted(self.action_name(card) for card in self._in_zone(Zone.PILE))

    @property
    def deck(self) -> list[str]:
        """The action sides of the deck, the card drawn next first."""
        return [self.action_name(int(card)) for card in self.s["deck"][: self.s["deck_size"]][::-1]]

    def knowers(self, seat: int, place: int, depth: int = 0) -> set[int]:
        """Return the seats that know the card `depth` under the top at a place (from 1) of the row of `seat`."""
        known = int(self.s["known"][self.stack(seat, place)[-1 - depth]])
        return {other for other in range(self.players) if known >> other & 1}

    def returns(self) -> list[float]:
        """Return the return of every seat."""
        out = np.zeros(self.players, np.float32)
        GAME.rules.returns(self.s, out)
        return [round(float(value), 4) for value in out]

    def features(self, viewer: int) -> np.ndarray:
        """Return the observation of `viewer`, int8."""
        features = np.zeros(GAME.observation.size(self.players), np.int8)
        GAME.rules.observe(self.s, viewer, features)
        return features

    def sees(self, viewer: int, block: str, seat: int | None = None) -> Any:
        """Return block `block` of the observation of `viewer`; `seat`: whose, for the blocks of seats.

        One number, or a list, or by label where there are labels (zeros left out), or a list of those.
        """
        steps = 0 if seat is None else (seat - viewer) % self.players
        return _named(GAME.observation, block, GAME.observation.read(self.features(viewer), block, steps))

    def sees_place(self, viewer: int, seat: int, place: int) -> dict[str, int]:
        """Return what `viewer` sees at place `place` (from 1) of the row of `seat`, by label, zeros left out."""
        read = GAME.observation.read(self.features(viewer), "places", (seat - viewer) % self.players)
        return _named(GAME.observation, "places", read[place - 1])


def _named(layout: Layout, block: str, values: np.ndarray) -> Any:
    if values.ndim == 2:
        return [_named(layout, block, row) for row in values]
    labels = layout.block(block).labels
    if not labels:
        return int(values[0]) if len(values) == 1 else values.tolist()
    return {label: int(value) for label, value in zip(labels, values, strict=True) if value}
