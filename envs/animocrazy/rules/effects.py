"""What laws do: one interpreter for the effects of red laws, of blue laws at their hooks, and of limits.

An effect goes round the table once, clockwise from the active seat. It is about the seats in `effect_seats`, read
before it acts. A seat that has to choose is asked, one candy at a time.
"""

from envs.core.compiling import compile_rule

from ..box import ALL, AMOUNT, NO_CARD, WHAT, WHICH, WHO, What, Which, Who
from ..state import Decision
from .candies import draw_candies, held_by, left_to_give, move_given, return_candies
from .laws import ask, members, part, repeal_all, seat_after
from .wilds import shuffle_wilds, take_wild

_NOT_ASKED = -1


@compile_rule()
def begin_effect(s, what, which, amount, seats):
    """Start an effect; `go_on` does the rest."""
    s.effect = what
    s.effect_which = which
    s.effect_amount = amount
    s.effect_seats = seats
    s.effect_at = 0
    s.effect_left = _NOT_ASKED


@compile_rule()
def most_in_hand_of(s):
    """Return how many candies of one colour B17 leaves: three in the Voracious variant, where four is the rule (A9)."""
    return min(s.effect_amount, 3) if s.voracious == 1 else s.effect_amount


@compile_rule()
def return_surplus(s, seat, most):
    """Return what `seat` has above `most` of each colour."""
    for colour in range(4):
        if s.candies[seat, colour] > most:
            return_candies(s, seat, colour, s.candies[seat, colour] - most)


@compile_rule()
def give_without_choice(s, seat):
    """Give all candies, or a number of one colour."""
    for colour in range(4):
        if s.effect_which == colour or s.effect_which == Which.ANY:
            s.given[seat, colour] = min(s.effect_amount, s.candies[seat, colour])


@compile_rule()
def number_to_choose(s, seat):
    """Return how many candies `seat` has to choose for the running effect; do at once what needs no choice."""
    amount, which = s.effect_amount, s.effect_which
    what = s.effect
    if what == What.DRAW:
        draw_candies(s, seat, amount)
    elif what == What.LOSE:
        held = held_by(s, seat, which)
        if which == Which.ANY:
            return min(amount, held)
        return_candies(s, seat, which, min(amount, held))
    elif what == What.PASS_LEFT or what == What.PASS_RIGHT:
        if which == Which.ANY and amount != ALL:
            return min(amount, left_to_give(s, seat))
        give_without_choice(s, seat)
    elif what == What.LIMIT:
        if which == Which.ANY:
            return max(0, held_by(s, seat, Which.ANY) - amount)
        return_surplus(s, seat, most_in_hand_of(s))
    else:
        if s.wild[seat] < 0:
            take_wild(s, seat)
    return 0


@compile_rule()
def go_on(s):
    """Take the running effect to the next choice, or to its end."""
    what = s.effect
    while s.effect_at < s.players:
        seat = seat_after(s, s.active, s.effect_at)
        if (s.effect_seats >> seat) & 1 == 1:
            if s.effect_left == _NOT_ASKED:
                left = number_to_choose(s, seat)
                if s.to_act < 0:
                    return
                s.effect_left = left
            if s.effect_left > 0:
                ask(s, seat, Decision.GIVE if what == What.PASS_LEFT or what == What.PASS_RIGHT else Decision.LOSE)
                return
        s.effect_at += 1
        s.effect_left = _NOT_ASKED
    if what == What.PASS_LEFT:
        move_given(s, 1)
    elif what == What.PASS_RIGHT:
        move_given(s, s.players - 1)
    begin_effect(s, -1, 0, 0, 0)


@compile_rule()
def lose_candy(s, colour):
    """The seat to act returns the candy it chose."""
    return_candies(s, s.to_act, colour, 1)
    s.effect_left -= 1


@compile_rule()
def give_candy(s, colour):
    """The seat to act sets aside the candy it chose; all move together at the end."""
    s.given[s.to_act, colour] += 1
    s.effect_left -= 1


@compile_rule()
def act_on(s, card):
    """Start the effect of a red law, or of a blue one at its hook."""
    what, who, which = part(s, card, WHAT), part(s, card, WHO), part(s, card, WHICH)
    if what == What.REPEAL:
        if who != Who.PROPOSER:
            repeal_all(s, which)
        elif s.laws > 0:
            ask(s, s.active, Decision.REPEAL)
        return
    seats = members(s, who, which)
    if what == What.TAKE_WILD:
        without = 0
        for seat in range(s.players):
            without |= int(s.wild[seat] < 0) << seat
        seats &= without
        if seats != 0:
            shuffle_wilds(s)
    begin_effect(s, what, which, part(s, card, AMOUNT), seats)


@compile_rule()
def at_hook(s, symbol, what):
    """Let the blue law with this symbol act, if one that does `what` (-1: anything) is working."""
    card = s.rule[symbol]
    if card != NO_CARD and (what < 0 or part(s, card, WHAT) == what):
        act_on(s, card)
