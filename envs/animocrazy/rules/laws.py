"""Law cards: what they say, who they are about, where they lie. Nothing here asks or decides."""

import numpy as np

from envs.core.compiling import compile_rule

from ..box import (
    COLOUR_SYMBOL,
    FORM,
    KIND,
    LAWS,
    LAWS_IN_FORCE,
    NO_CARD,
    NO_SYMBOL,
    PARTS,
    SEATS,
    SYMBOL,
    WHAT,
    Kind,
    Which,
    Who,
)
from ..state import Vote, Zone

SHEET_ROWS = 2 * SEATS + 1
WORTH_ROW = 2 * SEATS
POINTS = 4
"""Of a sheet: see `new_sheet`."""
_FORCE, _DISCARDED, _HAND = int(Zone.FORCE), int(Zone.DISCARDED), int(Zone.HAND)


@compile_rule()
def part(s, card, column):
    """Return one of the parts of a law, printed or composed: see the columns of `box.PARTS`."""
    if card >= LAWS:
        return np.int64(s.blank[card - LAWS, column])
    return np.int64(PARTS[card, column])


@compile_rule()
def ask(s, seat, decision):
    """Ask `seat` for a decision."""
    s.to_act = seat
    s.decision = decision


@compile_rule()
def seat_after(s, seat, places):
    """Return the seat `places` clockwise from `seat` (`places` below the number of players)."""
    seat = np.int64(seat) + places
    return seat - s.players if seat >= s.players else seat


@compile_rule()
def everybody(s):
    """Return the set of all seats, as bits."""
    return (1 << np.int64(s.players)) - 1


# Who


@compile_rule()
def amount_held(held, seat, which):
    """Return how many candies of a colour, or of all, `seat` holds in the table `held`."""
    if which < Which.ANY:
        return held[seat, which]
    return held[seat, 0] + held[seat, 1] + held[seat, 2] + held[seat, 3]


@compile_rule()
def extreme(held, players, which, most):
    """Return the seats with most, or fewest, candies as bits: all who tie (A8); most of a colour is at least one."""
    best = amount_held(held, 0, which)
    seats = 1
    for seat in range(1, players):
        amount = amount_held(held, seat, which)
        if amount == best:
            seats |= 1 << seat
        elif (amount > best) == most:
            best = amount
            seats = 1 << seat
    if most and which < Which.ANY and best <= 0:
        return 0
    return seats


@compile_rule()
def holders(held, wild, players, who, which):
    """Return whom a law is about, as bits, where that depends on holdings: candies `held`, Wild cards `wild`."""
    if who == Who.MOST or who == Who.FEWEST:
        return extreme(held, players, which, who == Who.MOST)
    seats = 0
    for seat in range(players):
        amount = amount_held(held, seat, Which.ANY if who == Who.EVEN or who == Who.ODD else which)
        if who == Who.HAS:
            inside = amount > 0
        elif who == Who.LACKS:
            inside = amount == 0
        elif who == Who.EVEN:
            inside = amount % 2 == 0
        elif who == Who.ODD:
            inside = amount % 2 == 1
        else:
            inside = wild[seat] >= 0
        seats |= int(inside) << seat
    return seats


@compile_rule()
def voters(s, vote):
    """Return who voted with this plain card, as bits."""
    seats = 0
    for seat in range(s.players):
        seats |= int(s.vote[seat] == vote) << seat
    return seats


@compile_rule()
def new_sheet(s):
    """Return a sheet of paper to count on, with the candies on it; float64 (2 * SEATS + 1, 5).

    Rows: candies of each seat, then what each gives away, then what each colour is worth. The last column has points.
    """
    sheet = np.zeros((SHEET_ROWS, POINTS + 1))
    copy_candies(s, sheet)
    return sheet


@compile_rule()
def copy_candies(s, sheet):
    """Write the candies on a sheet; nothing is given away yet."""
    for seat in range(s.players):
        for colour in range(4):
            sheet[seat, colour] = s.candies[seat, colour]
            sheet[SEATS + seat, colour] = 0.0


@compile_rule()
def members(s, who, which):
    """Return whom a law is about, as bits, as things stand now."""
    if who == Who.EVERYONE:
        return everybody(s)
    active = 1 << np.int64(s.active)
    if who == Who.PROPOSER:
        return active
    if who == Who.VOTED_YES:
        return voters(s, Vote.YES)
    if who == Who.VOTED_NO:
        return voters(s, Vote.NO)
    if who == Who.WINNING_SIDE:
        return voters(s, 1 - s.adopted)
    if who == Who.LOSING_SIDE:
        return voters(s, s.adopted)
    if who == Who.PROPOSER_ADOPTED:
        return active if s.adopted == 1 else 0
    if who == Who.PROPOSER_REJECTED:
        return 0 if s.adopted == 1 else active
    held = new_sheet(s)
    if who == Who.ACTIVE_FEWEST or who == Who.ACTIVE_MOST:
        return active & extreme(held, s.players, Which.ANY, who == Who.ACTIVE_MOST)
    return holders(held, s.wild, s.players, who, which)


# Laws in force


@compile_rule()
def discard(s, card):
    """Put a law on the discards, face up."""
    s.zone[card] = _DISCARDED
    if card < LAWS:
        s.discarded[FORM[card]] += 1


@compile_rule()
def stop_law(s, slot):
    """A law in force is replaced or repealed: it stops at once (A3). Its place is left to the caller."""
    card = s.law[slot]
    symbol = part(s, card, SYMBOL)
    if part(s, card, KIND) == Kind.BLUE and s.rule[symbol] == card:
        s.rule[symbol] = NO_CARD
    discard(s, card)
    s.changed = 1


@compile_rule()
def repeal(s, slot):
    """Repeal a law in force; the later ones move up."""
    stop_law(s, slot)
    s.laws -= 1
    for i in range(slot, s.laws):
        s.law[i] = s.law[i + 1]
    s.law[s.laws] = NO_CARD


@compile_rule()
def repeal_all(s, which):
    """Repeal all laws, those with a colour symbol, or the blue ones."""
    for slot in range(s.laws - 1, -1, -1):
        card = s.law[slot]
        symbol = part(s, card, SYMBOL)
        coloured = symbol >= COLOUR_SYMBOL and symbol < COLOUR_SYMBOL + 4
        if (
            which == Which.ALL_LAWS
            or (which == Which.COLOUR_LAWS and coloured)
            or (which == Which.BLUE_LAWS and part(s, card, KIND) == Kind.BLUE)
        ):
            repeal(s, slot)


@compile_rule()
def slot_with_symbol(s, symbol):
    """Return the place of the law in force with this symbol, -1 for none."""
    if symbol != NO_SYMBOL:
        for slot in range(s.laws):
            if part(s, s.law[slot], SYMBOL) == symbol:
                return slot
    return -1


@compile_rule()
def needs_replacement(s, card):
    """Return whether the proposer has to name the law that this one would replace (A3)."""
    if part(s, card, KIND) == Kind.RED or s.laws < LAWS_IN_FORCE:
        return False
    return slot_with_symbol(s, part(s, card, SYMBOL)) < 0


@compile_rule()
def place_law(s, card):
    """Put an adopted law into force: in the place of the one with its symbol, of the one named, or after the others."""
    slot = slot_with_symbol(s, part(s, card, SYMBOL))
    if slot < 0:
        slot = s.replaced
    if slot >= 0:
        stop_law(s, slot)
    else:
        slot = s.laws
        s.laws += 1
    s.law[slot] = card
    s.zone[card] = _FORCE
    s.changed = 1


@compile_rule()
def start_blue_laws(s):
    """Blue laws work from the start of the turn after the one they were adopted in."""
    for slot in range(s.laws):
        card = s.law[slot]
        if part(s, card, KIND) == Kind.BLUE:
            s.rule[part(s, card, SYMBOL)] = card


@compile_rule()
def works(s, symbol, what):
    """Return whether a blue law that does `what` is working. `symbol` is its symbol: each has at most one law."""
    card = s.rule[symbol]
    return card != NO_CARD and part(s, card, WHAT) == what


# Hands


@compile_rule()
def to_hand(s, seat, card, shown):
    """Put a law into a hand; `shown` is 1 where everybody sees it."""
    place = s.hand_size[seat]
    s.zone[card] = _HAND
    s.hand[seat, place] = card
    s.shown[seat, place] = shown
    s.shown_size += shown
    s.hand_size[seat] = place + 1


@compile_rule()
def from_hand(s, seat, place):
    """Take the law at `place` out of a hand and return it; the later ones move up."""
    card = s.hand[seat, place]
    s.shown_size -= s.shown[seat, place]
    last = s.hand_size[seat] - 1
    for i in range(place, last):
        s.hand[seat, i] = s.hand[seat, i + 1]
        s.shown[seat, i] = s.shown[seat, i + 1]
    s.hand[seat, last] = NO_CARD
    s.shown[seat, last] = 0
    s.hand_size[seat] = last
    return card


@compile_rule()
def show_hands(s):
    """Everybody sees all law hands; what was seen stays known (B20)."""
    s.shown_size = 0
    for seat in range(s.players):
        for place in range(s.hand_size[seat]):
            s.shown[seat, place] = 1
            s.shown_size += 1
