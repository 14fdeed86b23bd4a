"""Cards and rows: where they are, who knows them, how they move. Nothing here asks or decides."""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import shuffle

from ..box import (
    AGENCY,
    BUNKER,
    CARDS,
    COPIES,
    EMBASSIES_TO_WIN,
    EMBASSY,
    FACTORY,
    KINDS,
    LANDER,
    LANDER_CARDS_TO_WIN,
    NO_CARD,
    PIECES,
)
from ..state import HISTORY, Zone

_DECK, _HAND, _STACK, _ROW = int(Zone.DECK), int(Zone.HAND), int(Zone.STACK), int(Zone.ROW)
_PILE, _RESOLVING, _GONE = int(Zone.PILE), int(Zone.RESOLVING), int(Zone.GONE)


_BUILDING = np.array([piece // COPIES if piece < CARDS else LANDER for piece in range(PIECES)], np.int8)


@compile_rule()
def building_of(piece):
    """Return the building side of a card (its kind), or LANDER."""
    return int(_BUILDING[piece])


@compile_rule()
def action_of(s, card):
    """Return the action side of a card."""
    return int(s.pairing[building_of(card)])


@compile_rule()
def kind_with_action(s, action):
    """Return the kind of card that has `action` on its other side."""
    for kind in range(KINDS):
        if s.pairing[kind] == action:
            return kind
    return -1


@compile_rule()
def active_building(s, piece):
    """Return the name of the building, or -1 if an Embargo disables it: its name is ignored too (R18)."""
    return -1 if s.embargoes[piece] > 0 else building_of(piece)


@compile_rule()
def living(s, seat):
    """Return whether `seat` is in the game."""
    return s.out_at[seat] == 0


@compile_rule()
def next_living(s, seat):
    """Return the next seat after `seat`, clockwise, that is in the game."""
    seat = (seat + 1) % s.players
    while not living(s, seat):
        seat = (seat + 1) % s.players
    return seat


@compile_rule()
def places_after(s, seat, other):
    """Return how many seats clockwise from `seat` the seat `other` sits."""
    places = np.int64(other) - np.int64(seat)
    return places if places >= 0 else places + s.players


@compile_rule()
def record(s, event, seat, row):
    """Add an event that everybody saw to the public history."""
    at = s.events % HISTORY
    s.event[at] = event
    s.event_seat[at] = seat
    s.event_row[at] = row
    s.events += 1


# Knowledge


@compile_rule()
def everybody(s):
    """Return the set of all seats, as bits."""
    return (1 << s.players) - 1


@compile_rule()
def knows(s, seat, card):
    """Return whether `seat` knows `card`, which is in a hand or face down in a stack."""
    return (s.known[card] >> seat) & 1 == 1


@compile_rule()
def forget_shown_hand(s, seat):
    """Nobody else is sure of the hand of `seat` any more, after a card of it was stacked face down."""
    if s.shown_size == 0:
        return
    for kind in range(KINDS):
        s.shown_size -= s.shown[seat, kind]
        s.shown[seat, kind] = 0
    for card in range(CARDS):
        if s.zone[card] == _HAND and s.holder[card] == seat:
            s.known[card] = 1 << seat


# Moving cards


@compile_rule()
def to_pile(s, card):
    """Put a card face up on the discard pile."""
    s.zone[card] = _PILE
    s.known[card] = 0
    s.looked[card] = 0
    s.pile[building_of(card)] += 1
    s.pile_size += 1


@compile_rule()
def from_pile(s, kind):
    """Take a card of `kind` out of the discard pile, to be resolved; return it."""
    for card in range(kind * COPIES, (kind + 1) * COPIES):
        if s.zone[card] == _PILE:
            s.zone[card] = _RESOLVING
            s.pile[kind] -= 1
            s.pile_size -= 1
            return card
    return -1


@compile_rule()
def to_hand(s, card, seat, known):
    """Put a card into the hand of `seat`; `known` is the set of seats that know it."""
    s.zone[card] = _HAND
    s.holder[card] = seat
    s.known[card] = known
    kind = building_of(card)
    s.hand[seat, kind] += 1
    s.hand_size[seat] += 1
    if known == everybody(s):
        s.shown[seat, kind] += 1
        s.shown_size += 1


@compile_rule()
def out_of_hand(s, card):
    """Take a card out of the hand that it is in."""
    seat, kind = s.holder[card], building_of(card)
    s.zone[card] = _RESOLVING
    s.hand[seat, kind] -= 1
    s.hand_size[seat] -= 1
    if s.known[card] == everybody(s):
        s.shown[seat, kind] -= 1
        s.shown_size -= 1


@compile_rule()
def from_hand(s, seat, kind):
    """Take a card of `kind` out of the hand of `seat`, to be resolved; return it.

    Played openly, a card that everybody knows goes first: the others cannot tell which of two it was.
    """
    found = -1
    for card in range(kind * COPIES, (kind + 1) * COPIES):
        if s.zone[card] == _HAND and s.holder[card] == seat and (found < 0 or s.known[card] == everybody(s)):
            found = card
    out_of_hand(s, found)
    return found


@compile_rule()
def discard_hand(s, seat):
    """Put the hand of an eliminated player on the pile; nothing of it fires (R11, R13)."""
    for card in range(CARDS):
        if s.zone[card] == _HAND and s.holder[card] == seat:
            out_of_hand(s, card)
            to_pile(s, card)


@compile_rule()
def push(s, piece, card, known, face_up):
    """Put a card on top of the stack of the building `piece`."""
    s.zone[card] = _STACK
    s.below[card] = s.top[piece]
    s.known[card] = known
    s.face_up[card] = face_up
    s.looked[card] = 0
    s.top[piece] = card
    s.size[piece] += 1
    s.embargoes[piece] += face_up


@compile_rule()
def pop(s, piece, depth):
    """Take the card `depth` cards under the top out of the stack of `piece`, to be resolved; return it."""
    above, card = -1, s.top[piece]
    for _ in range(depth):
        above, card = card, s.below[card]
    if above < 0:
        s.top[piece] = s.below[card]
    else:
        s.below[above] = s.below[card]
    s.size[piece] -= 1
    s.embargoes[piece] -= s.face_up[card]
    s.zone[card] = _RESOLVING
    s.face_up[card] = 0
    s.looked[card] = 0
    return card


@compile_rule()
def construct(s, seat, gap, piece):
    """Put a building into a gap of the row of `seat`: 0 is left of everything."""
    for place in range(s.row_size[seat], gap, -1):
        s.row[seat, place] = s.row[seat, place - 1]
    s.row[seat, gap] = piece
    s.row_size[seat] += 1
    s.zone[piece] = _ROW
    s.top[piece] = NO_CARD
    s.size[piece] = 0
    s.embargoes[piece] = 0
    s.used[piece] = 0


@compile_rule()
def exchange(s, seat, place, piece):
    """Put `piece` in the place of the building there, which keeps nothing: the stack goes over. Return the old one."""
    old = s.row[seat, place]
    s.row[seat, place] = piece
    s.zone[piece] = _ROW
    s.top[piece] = s.top[old]
    s.size[piece] = s.size[old]
    s.embargoes[piece] = s.embargoes[old]
    s.used[piece] = 0
    return old


@compile_rule()
def raze(s, piece):
    """Take a bare building out of the game's rows: cards go to the pile, a Lander leaves the game (R12)."""
    if piece < CARDS:
        to_pile(s, piece)
    else:
        s.zone[piece] = _GONE


@compile_rule()
def refill_deck(s):
    """Shuffle the pile into a new deck if the deck is empty and there is a pile (R23)."""
    if s.deck_size > 0 or s.pile_size == 0:
        return
    for card in range(CARDS):
        if s.zone[card] == _PILE:
            s.zone[card] = _DECK
            s.deck[s.deck_size] = card
            s.deck_size += 1
    s.pile[:] = 0
    s.pile_size = 0
    shuffle(s, s.deck, s.deck_size)


@compile_rule()
def draw(s):
    """Take the top card of the deck, to be resolved; return it, or -1 if there is none."""
    if s.deck_size == 0:
        return -1
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.zone[card] = _RESOLVING
    return card


# Reading rows


@compile_rule()
def shield(s, seat):
    """Return the places of the row of `seat` that missiles do not touch, as bits.

    They are next to an active Bunker and not an active one themselves (R9).
    """
    bunkers = 0
    for place in range(s.row_size[seat]):
        if active_building(s, s.row[seat, place]) == BUNKER:
            bunkers |= 1 << place
    return (bunkers << 1 | bunkers >> 1) & ~bunkers


@compile_rule()
def agency_level(s, seat):
    """Return how much the Agencies of `seat` add to the numbers of its actions: their stacked cards (R17)."""
    level = 0
    for place in range(s.row_size[seat]):
        piece = s.row[seat, place]
        if active_building(s, piece) == AGENCY:
            level += s.size[piece]
    return level


@compile_rule()
def active_embassies(s, seat):
    """Return the number of Embassies in the row of `seat` that no Embargo disables."""
    embassies = 0
    for place in range(s.row_size[seat]):
        if active_building(s, s.row[seat, place]) == EMBASSY:
            embassies += 1
    return embassies


@compile_rule()
def has_won(s, seat):
    """Return whether the row of `seat` wins: a full Lander or enough Embassies, neither embargoed (R14)."""
    for place in range(s.row_size[seat]):
        piece = s.row[seat, place]
        if active_building(s, piece) == LANDER and s.size[piece] >= LANDER_CARDS_TO_WIN:
            return True
    return active_embassies(s, seat) >= EMBASSIES_TO_WIN


@compile_rule()
def can_produce(s, piece):
    """Return whether this building is a Factory that can still produce this turn (R16)."""
    return active_building(s, piece) == FACTORY and s.size[piece] > 0 and s.used[piece] == 0


@compile_rule()
def can_receive(s, piece):
    """Return whether a Factory may produce onto this building: anything whose active name is not Factory (R16)."""
    return active_building(s, piece) != FACTORY


@compile_rule()
def any_receiver(s):
    """Return whether there is a building that a Factory may produce onto."""
    for seat in range(s.players):
        for place in range(s.row_size[seat]):
            if can_receive(s, s.row[seat, place]):
                return True
    return False


@compile_rule()
def any_top(s, looked):
    """Return whether some stack has a top card; `looked` 0 or 1: only those (not) looked at, -1: any."""
    for seat in range(s.players):
        for place in range(s.row_size[seat]):
            top = s.top[s.row[seat, place]]
            if top != NO_CARD and (looked < 0 or s.looked[top] == looked):
                return True
    return False
