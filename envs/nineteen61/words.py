"""A table of 1961 in words: what the text and the picture of it share. Plain Python, nothing here is compiled.

The functions take a table: a state as `envs.core.view.plain` gives it. `viewer` is the seat that looks at it, None for
somebody who sees everything.
"""

from __future__ import annotations

from types import SimpleNamespace

from .box import ACTIONS, AGENCY, BUILDINGS, BUNKER, CARDS, COPIES, EMBASSY, KINDS
from .invariants import building_of, card_name, stack_of, why_won
from .state import HISTORY, Decision, Effect, Event, Zone

UNKNOWN = "?"
FACE_UP = "EMBARGO"

_QUESTIONS = {
    Decision.SETUP: "which card to stack on the own Moon Lander ({left} to stack)",
    Decision.TURN: "what to do in the turn",
    Decision.GAP: "where to construct the {constructing}",
    Decision.STACK_WHERE: "which building to stack a card on",
    Decision.STACK_CARD: "which card to stack on {chosen}",
    Decision.SWAP_WHICH: "which Secret Facility to swap",
    Decision.SWAP_FOR: "which building takes the place of {chosen}",
    Decision.LAUNCH_FROM: "which Missile Silo to launch from",
    Decision.LAUNCH_CARD: "which card of {chosen} to launch, counted from the top",
    Decision.TARGET: "whom the missile hits",
    Decision.PRODUCE_FROM: "which Factory to produce with",
    Decision.PRODUCE_TO: "which building gets the card produced",
    Decision.RESEARCH: "which action of the discard pile to play",
    Decision.SABOTAGE: "which top card to flip and play",
    Decision.LOOK: "which top card to look at",
    Decision.DISCARD_OR_KEEP: "whether to discard the card just looked at, the top of {chosen}",
    Decision.DISCARD: "which of the cards looked at to discard",
    Decision.EMBARGO: "which stack gets the Embargo",
    Decision.STACK_RESPONSE: "which building to stack the Response System on",
}
_EVENTS = {
    Event.RESPONSE_SYSTEM: "seat {seat} sets off a Response System in row {row}",
    Event.EMBARGO: "seat {seat} puts an Embargo in row {row}",
    Event.BUILD: "seat {seat} constructs in row {row}",
    Event.STACK: "seat {seat} stacks a card in row {row}",
    Event.SWAP: "seat {seat} swaps a Secret Facility",
    Event.SILO_LAUNCH: "seat {seat} launches from a Missile Silo",
    Event.PRODUCE: "seat {seat} produces with a Factory",
    Event.LOOK: "seat {seat} looks at a card in row {row}",
    Event.DISCARD: "seat {seat} discards a card in row {row}",
    Event.MISSILE_HIT: "a missile of seat {seat} hits row {row}",
    Event.OUT: "seat {seat} is out",
}


def counted(number: int, thing: str) -> str:
    """Return "1 card", "2 cards"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def ordinal(number: int) -> str:
    """Return "1st", "2nd" and so on, for seats."""
    return f"{number}{('th', 'st', 'nd', 'rd', 'th', 'th', 'th')[number]}"


# Cards


def visible_stack(table: SimpleNamespace, viewer: int | None, piece: int) -> list[str]:
    """Return the stack of a building, top first: a card's action, UNKNOWN, or FACE_UP for an Embargo that disables."""
    names = []
    for card in reversed(stack_of(table, piece)):
        if table.face_up[card]:
            names.append(FACE_UP)
        else:
            known = viewer is None or table.known[card] >> viewer & 1
            names.append(card_name(table, card // COPIES) if known else UNKNOWN)
    return names


def visible_hand(table: SimpleNamespace, viewer: int | None, seat: int) -> tuple[list[tuple[int, int, int]], int]:
    """Return ([(kind, cards, those of them that everybody knows)], cards that `viewer` cannot see) of a hand."""
    if viewer is None or viewer == seat:
        kinds = [(kind, table.hand[seat][kind], table.shown[seat][kind]) for kind in range(KINDS)]
    else:
        kinds = [(kind, table.shown[seat][kind], table.shown[seat][kind]) for kind in range(KINDS)]
    seen = sum(number for _, number, _ in kinds)
    return [entry for entry in kinds if entry[1] > 0], table.hand_size[seat] - seen


def both_sides(table: SimpleNamespace, kind: int) -> str:
    """Return the name of a card by both of its sides."""
    return f"{BUILDINGS[kind]}/{card_name(table, kind)}"


def pile_by_action(table: SimpleNamespace) -> list[tuple[str, int]]:
    """Return the discard pile: (action, cards), in the order of `ACTIONS`."""
    numbers = {card_name(table, kind): table.pile[kind] for kind in range(KINDS)}
    return [(action, numbers[action]) for action in ACTIONS if numbers[action] > 0]


# Rows


def pieces_of(table: SimpleNamespace, seat: int) -> list[int]:
    """Return the pieces of a row, left to right."""
    return table.row[seat][: table.row_size[seat]]


def safe_places(table: SimpleNamespace, seat: int) -> set[int]:
    """Return the places of a row that no missile touches: next to an active Bunker, and not one (R9)."""
    pieces = pieces_of(table, seat)
    bunkers = {i for i, piece in enumerate(pieces) if building_of(piece) == BUNKER and table.embargoes[piece] == 0}
    beside = {i - 1 for i in bunkers} | {i + 1 for i in bunkers}
    return (beside - bunkers) & set(range(len(pieces)))


def marks(table: SimpleNamespace, seat: int, place: int, safe: set[int]) -> list[str]:
    """Return what else is to be seen of a building: among disabled, used, safe from missiles, chosen, looked at."""
    piece = table.row[seat][place]
    espionage = table.effects > 0 and table.effect[table.effects - 1] == Effect.ESPIONAGE
    found = {
        "disabled": table.embargoes[piece] > 0,
        "used": table.used[piece] == 1,
        "safe from missiles": place in safe,
        "looked at": espionage and table.looked[table.top[piece]] == 1,
        "chosen": (table.chosen_row, table.chosen_place) == (seat, place),
    }
    return [mark for mark, true in found.items() if true]


def standing(table: SimpleNamespace, seat: int) -> dict[str, int]:
    """Return what counts of a row: "lander" (cards, -1 if it is gone, -2 if disabled), "embassies", "agency"."""
    active = [piece for piece in pieces_of(table, seat) if table.embargoes[piece] == 0]
    lander = CARDS + seat
    there = -1 if table.zone[lander] != Zone.ROW else -2 if table.embargoes[lander] else table.size[lander]
    return {
        "lander": there,
        "embassies": sum(building_of(piece) == EMBASSY for piece in active),
        "agency": sum(table.size[piece] for piece in active if building_of(piece) == AGENCY),
    }


# What goes on


def place_text(table: SimpleNamespace, seat: int, place: int) -> str:
    """Return a building by seat, number from the left (from 1) and name."""
    return f"seat {seat}, place {place + 1} ({BUILDINGS[building_of(table.row[seat][place])]})"


def question(table: SimpleNamespace) -> str:
    """Return who is asked what, or how the game has ended."""
    if table.winner >= 0:
        return f"Seat {table.winner} has won: {why_won(table, table.winner) or 'the last one left'}"
    if table.truncated:
        return f"The game was cut after {counted(table.turn, 'turn')}: nobody has won"
    if table.to_act < 0:
        return "The game was given up"
    chosen = place_text(table, table.chosen_row, table.chosen_place) if table.chosen_row >= 0 else ""
    constructing = BUILDINGS[table.chosen_card // COPIES] if table.chosen_card >= 0 else ""
    words = _QUESTIONS[Decision(table.decision)]
    words = words.format(left=table.setup_left, chosen=chosen, constructing=constructing)
    return f"Seat {table.to_act} chooses {words}"


def turn_text(table: SimpleNamespace) -> str:
    """Return whose turn it is and what of it is done."""
    if table.turn == 0:
        return "Set-up"
    done = "card played" if table.played else "card not yet played"
    window = ", Secret Facilities may be swapped" if table.window else ""
    return f"Turn {table.turn} (at most {table.max_turns}) of seat {table.active}: {done}{window}"


def effect_texts(table: SimpleNamespace) -> list[str]:
    """Return what is being resolved, the innermost last."""
    texts = []
    for i in range(table.effects):
        effect, left, more = Effect(table.effect[i]), table.effect_left[i], table.effect_more[i]
        if effect == Effect.DRAW:
            texts.append("the draw of the turn")
        elif effect == Effect.PRODUCE:
            texts.append("the production of a Factory")
        elif effect == Effect.FIRE_RESPONSE:
            texts.append(f"a Response System of row {more}")
        elif effect == Effect.ESPIONAGE:
            texts.append(f"Espionage ({counted(left, 'look')}, {counted(more, 'discard')} left)")
        elif effect in (Effect.SABOTAGE, Effect.RESEARCH):
            texts.append(f"{ACTIONS[effect]} ({left} left)")
        else:
            texts.append(ACTIONS[effect])
    return texts


def missile_texts(table: SimpleNamespace) -> list[str]:
    """Return the missiles on their way, in the order in which they hit."""
    return [
        f"from seat {seat} {'to be aimed' if target < 0 else f'at seat {target}'}"
        for seat, target in list(zip(table.missile_from, table.missile_at, strict=True))[: table.missiles]
    ]


def event_texts(table: SimpleNamespace) -> list[str]:
    """Return the last things that everybody saw, the newest last."""
    texts = []
    for number in range(max(0, table.events - HISTORY), table.events):
        event, seat, row = (values[number % HISTORY] for values in (table.event, table.event_seat, table.event_row))
        if event < KINDS and row < 0:
            texts.append(f"seat {seat} plays {ACTIONS[event]}")
        else:
            texts.append(_EVENTS[Event(event)].format(seat=seat, row=row))
    return texts
