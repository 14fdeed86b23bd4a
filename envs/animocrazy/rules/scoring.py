"""Points: what candies and yellow laws are worth (A7)."""

import numpy as np

from envs.core.compiling import compile_rule

from ..box import AMOUNT, KIND, NO_CARD, SEATS, WHAT, WHICH, WHO, Kind, What
from .laws import holders, part, read_candies


@compile_rule()
def candy_points(held, seat, worth, largest):
    """Return what the candies of `seat` are worth; with `largest` not 0 only the largest colour counts, so many times.

    Of several largest colours the one that is worth more counts.
    """
    total = 0.0
    best = 0.0
    size = 0.0
    for colour in range(4):
        amount = held[seat, colour]
        points = amount * worth[colour]
        total += points
        if amount > size or (amount == size and points > best):
            size = amount
            best = points
    return best * largest if largest != 0 else total


@compile_rule()
def add_bonus(held, wild, players, what, who, which, amount, out):
    """Add the points of one yellow law, by the players' own candies, to `out`."""
    if what == What.BONUS:
        seats = holders(held, wild, players, who, which)
        for seat in range(players):
            out[seat] += amount * ((seats >> seat) & 1)
        return
    for seat in range(players):
        times = held[seat, 0] if what == What.SETS else 0.0
        for colour in range(4):
            number = held[seat, colour]
            if what == What.SETS:
                times = min(times, number)
            elif what == What.THREES:
                times += number // 3
            else:
                times += number == 0
        out[seat] += amount * np.floor(times)


@compile_rule()
def score(s, held, wild, laws, out):
    """Write the points of every seat to `out` (float64), for candies `held`, Wild cards `wild` and these laws in force.

    Worth of colours, then the largest colour, then the left neighbour, then bonuses.
    """
    worth = np.ones(4)
    largest = 0
    passed = 0
    bonuses = 0
    for i in range(laws.shape[0]):
        card = laws[i]
        if card == NO_CARD or part(s, card, KIND) != Kind.YELLOW:
            continue
        what = part(s, card, WHAT)
        if what == What.WORTH:
            worth[part(s, card, WHICH)] = part(s, card, AMOUNT)
        elif what == What.LARGEST:
            largest = part(s, card, AMOUNT)
        elif what == What.SCORE_LEFT:
            passed = 1
        else:
            bonuses |= 1 << i
    for seat in range(s.players):
        out[(seat + passed) % s.players] = candy_points(held, seat, worth, largest)
    for i in range(laws.shape[0]):
        if (bonuses >> i) & 1 == 1:
            card = laws[i]
            what, who = part(s, card, WHAT), part(s, card, WHO)
            add_bonus(held, wild, s.players, what, who, part(s, card, WHICH), part(s, card, AMOUNT), out)


@compile_rule()
def count_points(s):
    """Write what every seat would score if the game ended now."""
    s.changed = 0
    out = np.zeros(SEATS)
    score(s, read_candies(s), s.wild, s.law.copy(), out)
    for seat in range(s.players):
        s.points[seat] = int(out[seat])


@compile_rule()
def best_seats(s):
    """Return the seats with the highest total, as bits; ties share the win."""
    best = s.points[0]
    for seat in range(1, s.players):
        best = max(best, s.points[seat])
    seats = 0
    for seat in range(s.players):
        seats |= int(s.points[seat] == best) << seat
    return seats
