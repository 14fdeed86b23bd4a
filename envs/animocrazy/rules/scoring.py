"""Points: what candies and yellow laws are worth (A7)."""

import numpy as np

from envs.core.compiling import compile_rule

from ..box import AMOUNT, KIND, NO_CARD, WHAT, WHICH, WHO, Kind, What
from .laws import POINTS, WORTH_ROW, holders, new_sheet, part


@compile_rule()
def candy_points(sheet, seat, largest):
    """Return what the candies of `seat` are worth; with `largest` not 0 only the largest colour counts, so many times.

    Of several largest colours the one that is worth more counts.
    """
    total = 0.0
    for colour in range(4):
        total += sheet[seat, colour] * sheet[WORTH_ROW, colour]
    if largest == 0:
        return total
    best = 0.0
    size = 0.0
    for colour in range(4):
        amount = sheet[seat, colour]
        points = amount * sheet[WORTH_ROW, colour]
        if amount > size or (amount == size and points > best):
            size = amount
            best = points
    return best * largest


@compile_rule()
def add_bonus(sheet, wild, players, what, who, which, amount):
    """Add the points of one yellow law, by the players' own candies."""
    if what == What.BONUS:
        seats = holders(sheet, wild, players, who, which)
        for seat in range(players):
            sheet[seat, POINTS] += amount * ((seats >> seat) & 1)
        return
    for seat in range(players):
        times = sheet[seat, 0] if what == What.SETS else 0.0
        for colour in range(4):
            number = sheet[seat, colour]
            if what == What.SETS:
                times = min(times, number)
            elif what == What.THREES:
                times += number // 3
            else:
                times += number == 0
        sheet[seat, POINTS] += amount * np.floor(times)


@compile_rule()
def score(s, sheet, wild, laws):
    """Write the points of every seat on `sheet`, for the candies on it, Wild cards `wild` and these laws in force.

    Worth of colours, then the largest colour, then the left neighbour, then bonuses.
    """
    for colour in range(4):
        sheet[WORTH_ROW, colour] = 1.0
    largest = 0
    passed = 0
    bonuses = 0
    for i in range(laws.shape[0]):
        card = laws[i]
        if card == NO_CARD or part(s, card, KIND) != Kind.YELLOW:
            continue
        what = part(s, card, WHAT)
        if what == What.WORTH:
            sheet[WORTH_ROW, part(s, card, WHICH)] = part(s, card, AMOUNT)
        elif what == What.LARGEST:
            largest = part(s, card, AMOUNT)
        elif what == What.SCORE_LEFT:
            passed = 1
        else:
            bonuses |= 1 << i
    for seat in range(s.players):
        sheet[(seat + passed) % s.players, POINTS] = candy_points(sheet, seat, largest)
    for i in range(laws.shape[0]):
        if (bonuses >> i) & 1 == 1:
            card = laws[i]
            what, who = part(s, card, WHAT), part(s, card, WHO)
            add_bonus(sheet, wild, s.players, what, who, part(s, card, WHICH), part(s, card, AMOUNT))


@compile_rule()
def count_points(s):
    """Write what every seat would score if the game ended now."""
    s.changed = 0
    sheet = new_sheet(s)
    score(s, sheet, s.wild, s.law.copy())
    for seat in range(s.players):
        s.points[seat] = int(sheet[seat, POINTS])


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
