"""What a law would bring: imagined, not done. For scripted players, and for the outlook that observations show.

A law is imagined adopted, candies drawn as their mean, choices made as they cost least; then the points are counted
as if the game ended there. Only what everybody can see is used.
"""

import numpy as np

from envs.core.compiling import compile_rule

from ..box import (
    ALL,
    AMOUNT,
    DECK,
    KIND,
    LAWS_IN_FORCE,
    NO_CARD,
    SEATS,
    SYMBOL,
    WHAT,
    WHICH,
    WHO,
    Kind,
    What,
    Which,
    Who,
)
from .laws import amount_held, everybody, holders, part, read_candies, slot_with_symbol
from .scoring import score

WILD_VALUE = 0.7  # points that a Wild card in hand is thought to be worth
VOTE_VALUE = 0.3  # points that a vote which counts twice is thought to be worth
OUTLOOK_STEPS = 4  # to a point
OUTLOOK_MIDDLE = 64  # what is shown of a law that brings nothing
NOBODY = -1


@compile_rule()
def worth_of(s, laws, colour):
    """Return what a candy of `colour` is worth under these laws."""
    for i in range(LAWS_IN_FORCE):
        card = laws[i]
        if card != NO_CARD and part(s, card, WHAT) == What.WORTH and part(s, card, WHICH) == colour:
            return part(s, card, AMOUNT)
    return 1


@compile_rule()
def cheapest(s, held, seat, laws):
    """Return the colour of the candy that `seat` would part with, the one worth least; -1 if it has none."""
    best = -1
    least = 1e9
    for colour in range(4):
        if held[seat, colour] >= 1:
            price = worth_of(s, laws, colour) + 0.01 * held[seat, colour]
            if price < least:
                least = price
                best = colour
    return best


@compile_rule()
def part_with(s, held, seat, which, amount, laws, given):
    """Take candies from `seat`: of a colour, or those it would choose; add them to its row of `given`."""
    if which < Which.ANY or amount == ALL:
        for colour in range(4):
            if colour == which or which == Which.ANY:
                number = min(np.float64(amount), held[seat, colour])
                held[seat, colour] -= number
                given[seat, colour] += number
        return
    for _ in range(amount):
        colour = cheapest(s, held, seat, laws)
        if colour >= 0:
            held[seat, colour] -= 1
            given[seat, colour] += 1


@compile_rule()
def whom(s, seat, held, who, which):
    """Return whom a law is about, as bits. `seat` thinks of itself as voting Yes and of the others as voting No.

    With `seat` NOBODY no vote is foreseen.
    """
    if who == Who.EVERYONE:
        return everybody(s)
    if who == Who.PROPOSER:
        return 1 << np.int64(s.active)
    if who == Who.VOTED_YES or who == Who.VOTED_NO:
        if seat == NOBODY:
            return 0
        return 1 << seat if who == Who.VOTED_YES else everybody(s) & ~(1 << seat)
    return holders(held, s.wild, s.players, who, which)


@compile_rule()
def imagine_red(s, seat, card, held, laws, extra):
    """Change `held`, `laws` and `extra` (points beside those that are counted) as a red law would."""
    what, who, which = part(s, card, WHAT), part(s, card, WHO), part(s, card, WHICH)
    amount = part(s, card, AMOUNT)
    if what == What.REPEAL:
        imagine_repeal(s, which, laws)
        return
    seats = whom(s, seat, held, who, which)
    given = np.zeros((SEATS, 4))
    for other in range(s.players):
        if (seats >> other) & 1 == 0:
            continue
        if what == What.DRAW:
            for colour in range(4):
                held[other, colour] += amount * s.bag[colour] / max(s.bag_size, 1)
        elif what == What.TAKE_WILD:
            extra[other] += WILD_VALUE * (s.wild[other] < 0)
        else:
            part_with(s, held, other, which, amount, laws, given)
    if what == What.PASS_LEFT or what == What.PASS_RIGHT:
        places = 1 if what == What.PASS_LEFT else s.players - 1
        for other in range(s.players):
            to = (other + places) % s.players
            for colour in range(4):
                held[to, colour] += given[other, colour]


@compile_rule()
def imagine_repeal(s, which, laws):
    """Take out the laws that a repeal is about; one of the proposer's choice is left to the caller."""
    for i in range(LAWS_IN_FORCE):
        if laws[i] == NO_CARD:
            continue
        symbol = part(s, laws[i], SYMBOL)
        coloured = symbol >= 10 and symbol < 14
        blue = part(s, laws[i], KIND) == Kind.BLUE
        if which == Which.ALL_LAWS or (which == Which.COLOUR_LAWS and coloured) or (which == Which.BLUE_LAWS and blue):
            laws[i] = NO_CARD


@compile_rule()
def imagine_blue(s, card, held, laws, extra):
    """Change `held` and `extra` by what a blue law is thought to bring while it lasts."""
    what, who, which = part(s, card, WHAT), part(s, card, WHO), part(s, card, WHICH)
    amount = np.float64(part(s, card, AMOUNT))
    given = np.zeros((SEATS, 4))
    if what == What.WEIGHT:
        seats = whom(s, np.int64(s.active), held, who, which)
        for other in range(s.players):
            extra[other] += VOTE_VALUE * ((seats >> other) & 1)
    elif what == What.NO_WILD or what == What.KEEP_WILD:
        value = -WILD_VALUE if what == What.NO_WILD else VOTE_VALUE
        for other in range(s.players):
            extra[other] += value * (s.wild[other] >= 0)
    elif who == Who.ACTIVE_FEWEST or who == Who.ACTIVE_MOST:
        rounds = (DECK + 1 - s.deck_at) / (2.0 * s.players)
        seats = holders(held, s.wild, s.players, Who.FEWEST + Who.ACTIVE_FEWEST - who, which)
        value = amount * rounds if what == What.DRAW else -amount * rounds
        for other in range(s.players):
            extra[other] += value * ((seats >> other) & 1)
    elif what == What.LIMIT:
        for other in range(s.players):
            if which == Which.ANY:
                surplus = amount_held(held, other, Which.ANY) - amount
                part_with(s, held, other, which, np.int64(max(0.0, surplus)), laws, given)
            else:
                for colour in range(4):
                    held[other, colour] = min(held[other, colour], amount)


@compile_rule()
def gain_of(points, players, seat):
    """Return how much more than the table's mean `seat` has."""
    total = 0.0
    for other in range(players):
        total += points[other]
    return points[seat] - total / players


@compile_rule()
def best_place(s, seat, held, laws, card):
    """Return in place of which law in force `card` (NO_CARD: nothing) would be best for `seat`."""
    points = np.zeros(SEATS)
    best = 0
    most = -1e9
    for place in range(s.laws):
        old = laws[place]
        laws[place] = card
        score(s, held, s.wild, laws, points)
        laws[place] = old
        gain = gain_of(points, s.players, seat)
        if gain > most:
            most = gain
            best = place
    return best


@compile_rule()
def gains(s, seat, card, out):
    """Write to `out` how much more than the table's mean each seat would gain by a law, as `seat` guesses."""
    held = read_candies(s)
    laws = s.law.copy()
    extra = np.zeros(SEATS)
    if part(s, card, KIND) == Kind.RED:
        imagine_red(s, seat, card, held, laws, extra)
        if part(s, card, WHICH) == Which.ONE_LAW and s.laws > 0:
            laws[best_place(s, np.int64(s.active), held, laws, np.int64(NO_CARD))] = NO_CARD
    else:
        place = slot_with_symbol(s, part(s, card, SYMBOL))
        if place < 0:
            place = np.int64(s.laws) if s.laws < LAWS_IN_FORCE else np.int64(s.replaced)
        if place < 0:
            place = best_place(s, np.int64(s.active), held, laws, np.int64(card))
        laws[place] = card
        if part(s, card, KIND) == Kind.BLUE:
            imagine_blue(s, card, held, laws, extra)
    score(s, held, s.wild, laws, out)
    mean = 0.0
    for other in range(s.players):
        out[other] += extra[other] - s.points[other]
        mean += out[other] / s.players
    for other in range(s.players):
        out[other] -= mean


@compile_rule()
def foresee(s):
    """Write the outlook of every seat for the vote on the proposed law: its gain, in steps from the middle."""
    out = np.zeros(SEATS)
    gains(s, np.int64(NOBODY), s.proposed, out)
    for seat in range(s.players):
        steps = np.int64(np.floor(out[seat] * OUTLOOK_STEPS + 0.5))
        s.outlook[seat] = min(max(OUTLOOK_MIDDLE + steps, 1), 2 * OUTLOOK_MIDDLE - 1)
