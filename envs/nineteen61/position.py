"""Positions of 1961 by name. Plain Python: nothing here is compiled.

A position is a dict:

    rows      required: for each seat its row from left to right. An empty row means that the player is out.
    hands     for each seat its cards; empty if not given
    pile      the cards of the discard pile
    deck_top  the next cards of the deck; the first of them is drawn first
    rest      where all cards go that are not named: "deck" (the default: shuffled from the seed, under `deck_top`),
              "pile", or {"seat": 0, "place": 0}: face down at the bottom of the stack there, known to nobody
    turn      {"seat": 0, "drawn": True, "played": False, "swap_window": True, "number": 1}, all with these defaults
              (but `swap_window` is False by default where `played` is True). With "drawn": False the turn starts with
              its draw, and everything automatic happens at once.
    out       the order in which players went out, if not by seat

A building is its name, or {"building": "Missile Silo", "stack": [...], "used": False}, the stack from bottom to top.
"Moon Lander" is the one of the row's owner. A card is named by either of its sides; "?" is drawn from those not named.
In a stack, "Sabotage" is face down and known to the owner of the row, "?" to nobody, and
{"card": "Sabotage", "known": [0, 1]} to these seats; {"card": "Embargo", "face_up": True} disables the building.
In a hand, {"card": "Secret Facility", "shown": True} is a card that everybody knows.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from envs.core.compiling import new_states
from envs.core.positions import bad, read_flag, read_list, read_mapping, read_number
from envs.core.view import plain, write_plain

from .actions import PASS
from .box import (
    ACTIONS,
    BUILDINGS,
    CARDS,
    COPIES,
    EMBARGO,
    FACTORY,
    KINDS,
    LANDER,
    PIECES,
    ROW,
    SEATS,
)
from .invariants import building_of, card_name, check, stack_of, why_won
from .rules import contract
from .state import STATE, Decision, Zone

__all__ = ("check", "get_position", "set_position")

KEYS = ("rows", "hands", "pile", "deck_top", "rest", "turn", "out")
TURN_KEYS = ("seat", "drawn", "played", "swap_window", "number")
ANY = "?"
ANY_KIND = -1


def set_position(state: Any, position: Mapping[str, Any], options: np.ndarray, seed: int) -> None:
    """Set the table in `state` to `position`. What is left to chance, now and later, comes from `seed`.

    Args:
        state: one record of `envs.core.compiling.new_states`; left as it is if anything is wrong.
        position: see the text at the top of this file.
        options: int64 array of `OPTIONS.encode`.
        seed: of the game.

    Raises:
        ValueError: in one line that says where in the position, what was found and what is allowed.
    """
    fresh = new_states(STATE, 1)[0]
    contract.reset(fresh, options, np.uint64(seed))
    table = plain(fresh)
    wish = _read_position(position, table)
    shuffled = list(table.deck)  # dealing leaves the dealt cards in this array: it is a shuffle of all cards
    _hand_out(wish, shuffled)
    _clear(table)
    _put_rows(table, wish, shuffled)
    _put_hands(table, wish)
    _put_deck_and_pile(table, wish, shuffled)
    _refuse_ended(table)
    _put_turn(table, wish)
    write_plain(fresh, table)
    if not wish.drawn:
        contract.apply(fresh, PASS)
        fresh["decisions"] = 0
    write_plain(state, plain(fresh))


# Reading a position: everything about its form


@dataclass
class _Card:
    """A card that a position asks for."""

    kind: int  # ANY_KIND for "?"
    where: str
    known: int = 0  # seats that know it, as bits
    face_up: int = 0
    card: int = -1  # filled in when cards are handed out


@dataclass
class _Building:
    """A building that a position asks for. A Lander needs no card."""

    kind: int
    card: _Card | None
    stack: list[_Card]
    used: int


@dataclass
class _Wish:
    """A position, read and checked by itself."""

    rows: list[list[_Building]]
    hands: list[list[_Card]]
    pile: list[_Card]
    deck_top: list[_Card]
    rest: str | tuple[int, int]
    out: list[int]
    seat: int
    drawn: bool
    played: bool
    swap_window: bool
    number: int

    def cards(self) -> Iterator[_Card]:
        """Yield every card asked for."""
        for row in self.rows:
            for building in row:
                if building.card is not None:
                    yield building.card
                yield from building.stack
        for hand in self.hands:
            yield from hand
        yield from self.pile
        yield from self.deck_top


@dataclass
class _Names:
    """What a position may say at a table of so many players with this pairing."""

    players: int
    pairing: list[int]
    kinds: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.kinds = {BUILDINGS[kind]: kind for kind in range(KINDS)}
        self.kinds |= {ACTIONS[self.pairing[kind]]: kind for kind in range(KINDS)}


def _kind(value: Any, where: str, names: _Names) -> int:
    """Return the kind of the card called `value`, by either side."""
    if value == ANY and isinstance(value, str):
        return ANY_KIND
    if not isinstance(value, str) or value not in names.kinds:
        bad(where, value, f"is the side of a card ({', '.join(names.kinds)}) or '?'", names.kinds)
    return names.kinds[value]


def _read_position(position: Any, table: SimpleNamespace) -> _Wish:
    names = _Names(table.players, table.pairing)
    for key in ("decision", "resolving"):
        if isinstance(position, Mapping) and key in position:
            raise ValueError(
                f"position[{key!r}]: got {reprlib.repr(position[key])}, allowed is a position "
                f"without this key: the active player is about to choose what to do in the turn"
            )
    position = read_mapping(position, "", KEYS, ["rows"])
    turn = read_mapping(position.get("turn", {}), "['turn']", TURN_KEYS)
    played = read_flag(turn.get("played", False), "['turn']['played']")
    wish = _Wish(
        rows=_read_rows(position["rows"], names),
        hands=_read_hands(position.get("hands", [[]] * names.players), names),
        pile=_read_cards(position.get("pile", []), "['pile']", names),
        deck_top=_read_cards(position.get("deck_top", []), "['deck_top']", names),
        rest="",
        out=[],
        seat=read_number(turn.get("seat", 0), "['turn']['seat']", 0, names.players - 1, "a seat"),
        drawn=read_flag(turn.get("drawn", True), "['turn']['drawn']"),
        played=played,
        swap_window=read_flag(turn.get("swap_window", not played), "['turn']['swap_window']"),
        number=read_number(turn.get("number", 1), "['turn']['number']", 1, table.max_turns, "a turn up to max_turns"),
    )
    wish.rest = _read_rest(position.get("rest", "deck"), wish.rows)
    wish.out = _read_out(position, wish.rows)
    for seat, hand in enumerate(wish.hands):
        if hand and not wish.rows[seat]:
            raise ValueError(
                f"position['hands'][{seat}]: got {len(hand)} cards, allowed are none for a player without buildings"
            )
    _check_turn(wish)
    return wish


def _read_rows(value: Any, names: _Names) -> list[list[_Building]]:
    rows = read_list(value, "['rows']", "rows")
    if len(rows) != names.players:
        raise ValueError(
            f"position['rows']: got {len(rows)} rows, allowed is one for each of the {names.players} players"
        )
    return [_read_row(row, seat, names) for seat, row in enumerate(rows)]


def _read_row(value: Any, seat: int, names: _Names) -> list[_Building]:
    where = f"['rows'][{seat}]"
    row = read_list(value, where, "buildings")
    if len(row) > ROW:
        raise ValueError(f"position{where}: got {len(row)} buildings, allowed are at most {ROW} in a row")
    buildings = [_read_building(entry, seat, f"{where}[{place}]", names) for place, entry in enumerate(row)]
    landers = sum(building.kind == LANDER for building in buildings)
    if landers > 1:
        raise ValueError(f"position{where}: got {landers} Moon Landers, allowed is at most one, the row owner's own")
    return buildings


def _read_building(value: Any, seat: int, where: str, names: _Names) -> _Building:
    if isinstance(value, str):
        value = {"building": value}
    entry = read_mapping(value, where, ("building", "stack", "used"), ["building"])
    name = entry["building"]
    if not isinstance(name, str) or name not in BUILDINGS:
        bad(where, name, f"are the buildings {', '.join(BUILDINGS)}", BUILDINGS)
    kind = BUILDINGS.index(name)
    used = read_flag(entry.get("used", False), f"{where}['used']")
    if used and kind != FACTORY:
        raise ValueError(f"position{where}['used']: got True, allowed is True only for a Factory, this is a {name}")
    stack = read_list(entry.get("stack", []), f"{where}['stack']", "cards, bottom to top")
    cards = [_read_stacked(card, seat, f"{where}['stack'][{i}]", names) for i, card in enumerate(stack)]
    return _Building(kind, None if kind == LANDER else _Card(kind, where), cards, int(used))


def _read_stacked(value: Any, seat: int, where: str, names: _Names) -> _Card:
    if isinstance(value, str):
        kind = _kind(value, where, names)
        return _Card(kind, where, known=0 if kind == ANY_KIND else 1 << seat)
    entry = read_mapping(value, where, ("card", "known", "face_up"), ["card"])
    kind = _kind(entry["card"], where, names)
    if read_flag(entry.get("face_up", False), f"{where}['face_up']"):
        if kind == ANY_KIND or names.pairing[kind] != EMBARGO:
            raise ValueError(
                f"position{where}['face_up']: got True for {entry['card']!r}, allowed is True only for an Embargo"
            )
        if "known" in entry:
            raise ValueError(
                f"position{where}: got 'known' with 'face_up', allowed is one of them: all know what lies face up"
            )
        return _Card(kind, where, known=(1 << names.players) - 1, face_up=1)
    if "known" not in entry:
        return _Card(kind, where, known=0 if kind == ANY_KIND else 1 << seat)
    known = 0
    for who in read_list(entry["known"], f"{where}['known']", "seats"):
        known |= 1 << read_number(who, f"{where}['known']", 0, names.players - 1, "a seat")
    return _Card(kind, where, known=known)


def _read_hands(value: Any, names: _Names) -> list[list[_Card]]:
    hands = read_list(value, "['hands']", "hands")
    if len(hands) != names.players:
        raise ValueError(
            f"position['hands']: got {len(hands)} hands, allowed is one for each of the {names.players} players"
        )
    return [
        [
            _read_held(card, seat, f"['hands'][{seat}][{i}]", names)
            for i, card in enumerate(read_list(hand, f"['hands'][{seat}]", "cards"))
        ]
        for seat, hand in enumerate(hands)
    ]


def _read_held(value: Any, seat: int, where: str, names: _Names) -> _Card:
    if isinstance(value, str):
        value = {"card": value}
    entry = read_mapping(value, where, ("card", "shown"), ["card"])
    shown = read_flag(entry.get("shown", False), f"{where}['shown']")
    return _Card(_kind(entry["card"], where, names), where, known=(1 << names.players) - 1 if shown else 1 << seat)


def _read_cards(value: Any, where: str, names: _Names) -> list[_Card]:
    cards = enumerate(read_list(value, where, "cards"))
    return [_Card(_kind(card, f"{where}[{i}]", names), f"{where}[{i}]") for i, card in cards]


def _read_rest(value: Any, rows: list[list[_Building]]) -> str | tuple[int, int]:
    if isinstance(value, Mapping):
        place = read_mapping(value, "['rest']", ("seat", "place"), ["seat", "place"])
        seat = read_number(place["seat"], "['rest']['seat']", 0, len(rows) - 1, "a seat")
        if not rows[seat]:
            raise ValueError(f"position['rest']['seat']: got {seat}, allowed is a seat with a building")
        return seat, read_number(place["place"], "['rest']['place']", 0, len(rows[seat]) - 1, f"a place of row {seat}")
    if not isinstance(value, str) or value not in ("deck", "pile"):
        bad("['rest']", value, "are 'deck', 'pile' and {'seat': ..., 'place': ...}", ("deck", "pile"))
    return value


def _read_out(position: Mapping[str, Any], rows: list[list[_Building]]) -> list[int]:
    empty = [seat for seat, row in enumerate(rows) if not row]
    if "out" not in position:
        return empty
    out = [
        read_number(seat, f"['out'][{i}]", 0, len(rows) - 1, "a seat")
        for i, seat in enumerate(read_list(position["out"], "['out']", "seats"))
    ]
    if sorted(out) != empty:
        bad("['out']", out, f"are the seats with an empty row, each once ({', '.join(map(str, empty)) or 'none'})")
    return out


def _check_turn(wish: _Wish) -> None:
    if not wish.rows[wish.seat]:
        raise ValueError(
            f"position['turn']['seat']: got {wish.seat}, who has no building, allowed is a seat in the game"
        )
    if wish.played and wish.swap_window:
        raise ValueError(
            "position['turn']['swap_window']: got True with 'played' True, allowed is False: a card played closes it"
        )
    if not wish.drawn and (wish.played or not wish.swap_window):
        raise ValueError(
            "position['turn']['drawn']: got False, allowed is True where 'played' is True or 'swap_window' is False"
        )
    for seat, row in enumerate(wish.rows):
        for place, building in enumerate(row):
            if building.used and (seat != wish.seat or not wish.drawn):
                raise ValueError(
                    f"position['rows'][{seat}][{place}]['used']: got True, allowed is True only for a Factory of "
                    f"the seat whose turn it is ({wish.seat}), after its draw"
                )


# Setting the table


def _hand_out(wish: _Wish, shuffled: list[int]) -> None:
    """Take a card out of `shuffled` for every card asked for: first those named, then those of any kind."""
    counts = [0] * KINDS
    asked = list(wish.cards())
    for card in asked:
        if card.kind != ANY_KIND:
            counts[card.kind] += 1
            if counts[card.kind] > COPIES:
                raise ValueError(
                    f"position{card.where}: got card number {COPIES + 1} of the kind {BUILDINGS[card.kind]}, "
                    f"allowed are {COPIES} of a kind in all places together"
                )
    if len(asked) > CARDS:
        raise ValueError(f"position: got {len(asked)} cards in all places together, allowed are {CARDS}")
    for card in sorted(asked, key=lambda card: card.kind == ANY_KIND):
        card.card = next(c for c in shuffled if card.kind in (ANY_KIND, c // COPIES))
        shuffled.remove(card.card)


def _clear(table: SimpleNamespace) -> None:
    """Take up what the set-up has dealt."""
    table.setup_left = 0
    table.zone = [int(Zone.GONE)] * PIECES
    table.known = [0] * (CARDS + 1)
    table.holder = [0] * CARDS
    table.row = [[0] * ROW for _ in range(SEATS)]
    table.row_size = [0] * SEATS
    table.hand = [[0] * KINDS for _ in range(SEATS)]
    table.hand_size = [0] * SEATS
    table.deck = list(range(CARDS))
    table.deck_size = 0


def _put_rows(table: SimpleNamespace, wish: _Wish, shuffled: list[int]) -> None:
    for seat, row in enumerate(wish.rows):
        for place, building in enumerate(row):
            piece = CARDS + seat if building.card is None else building.card.card
            table.row[seat][place] = piece
            table.row_size[seat] += 1
            table.zone[piece] = int(Zone.ROW)
            table.used[piece] = building.used
            if piece < CARDS:
                table.known[piece] = (1 << table.players) - 1
            beneath = []
            if wish.rest == (seat, place):
                beneath = [_Card(ANY_KIND, "", card=card) for card in shuffled]
                shuffled.clear()
            for card in beneath + building.stack:
                _put_on(table, piece, card)
    for count, seat in enumerate(wish.out):
        table.out_at[seat] = count + 1
    table.outs = len(wish.out)


def _put_on(table: SimpleNamespace, piece: int, card: _Card) -> None:
    table.zone[card.card] = int(Zone.STACK)
    table.below[card.card] = table.top[piece]
    table.known[card.card] = card.known
    table.face_up[card.card] = card.face_up
    table.top[piece] = card.card
    table.size[piece] += 1
    table.embargoes[piece] += card.face_up


def _put_hands(table: SimpleNamespace, wish: _Wish) -> None:
    for seat, hand in enumerate(wish.hands):
        for card in hand:
            kind = card.card // COPIES
            table.zone[card.card] = int(Zone.HAND)
            table.holder[card.card] = seat
            table.known[card.card] = card.known
            table.hand[seat][kind] += 1
            table.hand_size[seat] += 1
            if card.known == (1 << table.players) - 1:
                table.shown[seat][kind] += 1
                table.shown_size += 1


def _put_deck_and_pile(table: SimpleNamespace, wish: _Wish, shuffled: list[int]) -> None:
    pile = [card.card for card in wish.pile]
    deck = [card.card for card in reversed(wish.deck_top)]
    if wish.rest == "deck":
        deck = shuffled + deck
    elif wish.rest == "pile":
        pile += shuffled
    for card in pile:
        table.zone[card] = int(Zone.PILE)
        table.pile[card // COPIES] += 1
    table.pile_size = len(pile)
    for card in deck:
        table.zone[card] = int(Zone.DECK)
    table.deck[: len(deck)] = deck
    table.deck_size = len(deck)


def _refuse_ended(table: SimpleNamespace) -> None:
    if table.players - table.outs < 2:
        raise ValueError(
            f"position['rows']: got {table.players - table.outs} players with a building, allowed are at least 2: "
            f"the game would be over"
        )
    for seat in range(table.players):
        reason = why_won(table, seat)
        if reason:
            raise ValueError(
                f"position['rows'][{seat}]: got a row that has won ({reason}), allowed is a game that is not over"
            )


def _put_turn(table: SimpleNamespace, wish: _Wish) -> None:
    table.turn = wish.number
    table.active = table.to_act = wish.seat
    table.decision = int(Decision.TURN)
    table.played = int(wish.played)
    table.window = int(wish.swap_window)
    if not wish.drawn:  # the player before passes: what begins a turn is left to the rules
        table.turn -= 1
        table.played = 1
        while True:
            table.active = table.to_act = (table.active - 1) % table.players
            if table.out_at[table.active] == 0:
                break


# The position of a table


def get_position(state: Any) -> dict[str, Any]:
    """Return the table in `state` as a dict that `set_position` takes, every card named and with who knows it.

    Where the active player is not about to choose what to do in the turn, the dict has two further keys, which
    `set_position` refuses: "decision" (a name of `Decision` in lower case, or "over"), "resolving" (cards in no zone).
    """
    table = plain(state)
    decision = "over" if table.to_act < 0 else Decision(table.decision).name.lower()
    position = {
        "rows": [_row_of(table, seat) for seat in range(table.players)],
        "hands": [_hand_of(table, seat) for seat in range(table.players)],
        "pile": [card_name(table, kind) for kind in range(KINDS) for _ in range(table.pile[kind])],
        "deck_top": [card_name(table, card // COPIES) for card in reversed(table.deck[: table.deck_size])],
        "rest": "deck",
        "turn": {
            "seat": table.active,
            "drawn": True,
            "played": table.played == 1,
            "swap_window": table.window == 1,
            "number": table.turn,
        },
        "out": sorted((s for s in range(table.players) if table.out_at[s] > 0), key=lambda s: table.out_at[s]),
    }
    if decision != "turn":
        position["decision"] = decision
        resolving = [card for card in range(CARDS) if table.zone[card] == Zone.RESOLVING]
        position["resolving"] = [card_name(table, card // COPIES) for card in resolving]
    return position


def _row_of(table: SimpleNamespace, seat: int) -> list[str | dict[str, Any]]:
    row: list[str | dict[str, Any]] = []
    for piece in table.row[seat][: table.row_size[seat]]:
        name = BUILDINGS[building_of(piece)]
        entry: dict[str, Any] = {"building": name}
        if table.size[piece] > 0:
            entry["stack"] = [_stacked(table, seat, card) for card in stack_of(table, piece)]
        if table.used[piece]:
            entry["used"] = True
        row.append(entry if len(entry) > 1 else name)
    return row


def _stacked(table: SimpleNamespace, seat: int, card: int) -> str | dict[str, Any]:
    name = card_name(table, card // COPIES)
    if table.face_up[card]:
        return {"card": name, "face_up": True}
    if table.known[card] == 1 << seat:
        return name
    return {"card": name, "known": [who for who in range(table.players) if table.known[card] >> who & 1]}


def _hand_of(table: SimpleNamespace, seat: int) -> list[str | dict[str, Any]]:
    hand: list[str | dict[str, Any]] = []
    for kind in range(KINDS):
        name, shown = card_name(table, kind), table.shown[seat][kind]
        hand += [name] * (table.hand[seat][kind] - shown)
        hand += [{"card": name, "shown": True} for _ in range(shown)]
    return hand
