"""Trade with the bank, and among the players who are not active (R10, R11)."""

from envs.core.compiling import compile_rule

from ..box import BANK_RATE, PROMISE_COUNT, THRIFTY_RATE, Event, Mutation
from ..state import Decision
from .board import ask, gain, hand_size, living, mutated, note, pay
from .promises import may_promise

GIVEN, WANTED = range(2)  # the sides of an offer


@compile_rule()
def rate(s, seat):
    """Return how many cards of a kind the bank takes for one."""
    return THRIFTY_RATE if mutated(s, seat, Mutation.THRIFTY) else BANK_RATE


@compile_rule()
def may_bank(s, seat, given, taken):
    """Return whether a seat can trade cards of one kind for one of another."""
    return given != taken and s.hand[seat, given] >= rate(s, seat)


@compile_rule()
def bank(s, seat, given, taken):
    """A seat trades with the bank."""
    pay(s, seat, given, rate(s, seat))
    gain(s, seat, taken, 1)


@compile_rule()
def may_deal_with(s, seat, other):
    """Return whether two players may trade: both are in and neither is active."""
    return other != seat and other != s.active and living(s, other)


@compile_rule()
def may_offer(s, seat):
    """Return whether a seat may make one more offer."""
    return s.trading == 1 and s.offered < s.offers and hand_size(s, seat) > 0


@compile_rule()
def has_partner(s, seat):
    """Return whether there is anybody to trade with."""
    for other in range(s.players):
        if may_deal_with(s, seat, other):
            return True
    return False


@compile_rule()
def has_something_to_say(s, seat):
    """Return whether the seat in the window could do more than be done: everybody can see that."""
    if may_offer(s, seat) and has_partner(s, seat):
        return True
    if s.talked >= s.talk:
        return False
    for kind in range(PROMISE_COUNT):
        for other in range(s.players):
            if may_promise(s, seat, other, kind):
                return True
    return False


@compile_rule()
def in_window(s):
    """Return the seat whose window it is: from the active player's left."""
    return (int(s.active) + 1 + int(s.at)) % s.players


@compile_rule()
def leave_window(s):
    """The next seat has the window."""
    s.at += 1
    s.offered = 0
    s.talked = 0


@compile_rule()
def go_on_with_window(s):
    """Ask the seats that are not active one by one; return whether all have been asked."""
    while s.at < s.players - 1:
        seat = in_window(s)
        if living(s, seat) and has_something_to_say(s, seat):
            ask(s, seat, Decision.WINDOW)
            return False
        leave_window(s)
    s.at = 0
    return True


@compile_rule()
def begin_offer(s, other):
    """An offer to a player is begun."""
    s.offered += 1
    s.offer_to = other


@compile_rule()
def may_put_in(s, side, kind, number):
    """Return whether so many cards of a kind can be given (by the maker's hand) or asked for (another kind)."""
    if side == GIVEN:
        return s.hand[in_window(s), kind] >= number
    return kind != s.offer_kind[GIVEN]


@compile_rule()
def put_in(s, side, kind, number):
    """One side of the offer is named; everybody sees that its maker has what it gives."""
    s.offer_kind[side] = kind
    s.offer_number[side] = number
    if side == GIVEN:
        maker = in_window(s)
        for seat in range(s.players):
            s.known[seat, maker, kind] = max(s.known[seat, maker, kind], number)


@compile_rule()
def forget_offer(s):
    """No offer is on the table any more."""
    s.offer_to = -1
    s.offer_kind[:] = -1
    s.offer_number[:] = 0


@compile_rule()
def hand_over(s):
    """What the offer gives, and what it asks for, changes hands."""
    maker, taker = in_window(s), int(s.offer_to)
    pay(s, maker, s.offer_kind[GIVEN], s.offer_number[GIVEN])
    gain(s, taker, s.offer_kind[GIVEN], s.offer_number[GIVEN])
    if s.offer_kind[WANTED] >= 0:
        pay(s, taker, s.offer_kind[WANTED], s.offer_number[WANTED])
        gain(s, maker, s.offer_kind[WANTED], s.offer_number[WANTED])
    note(s, Event.TRADE, maker, -1, taker)
    forget_offer(s)


@compile_rule()
def may_accept(s):
    """Return whether the player that an offer was made to has what it asks for."""
    return s.hand[s.offer_to, s.offer_kind[WANTED]] >= s.offer_number[WANTED]
