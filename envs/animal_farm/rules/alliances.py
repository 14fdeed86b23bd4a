"""Who would win a region, and how much a winning alliance may take (R13, R14)."""

import numpy as np

from envs.core.compiling import compile_rule

from ..box import HARVEST_BEYOND, MOST_BEYOND, SEATS, UNSTABLE
from .board import has

_SETS = 1 << SEATS
_HARVEST_OWN = 2  # tokens that "Record harvest" lets its player take beyond their agents


@compile_rule()
def count_winning(s):
    """Find out which alliances would win the region as things are.

    An alliance wins if it is stronger than every alliance that the players outside it could form.
    """
    everybody = (1 << s.players) - 1
    strength = np.zeros(_SETS, np.int64)
    permitted = np.zeros(_SETS, np.int64)
    strongest = np.zeros(_SETS, np.int64)  # the strongest permitted alliance within a set
    permitted[0] = 1
    for alliance in range(1, everybody + 1):
        seat = 0
        while not has(alliance, seat):
            seat += 1
        rest = alliance & ~(1 << seat)
        strength[alliance] = strength[rest] + s.strength[seat]
        if permitted[rest] == 1 and s.agents[seat, s.region] > 0 and s.separated[seat] & alliance == 0:
            permitted[alliance] = 1
            strongest[alliance] = strength[alliance]
        for member in range(s.players):
            if has(alliance, member):
                strongest[alliance] = max(strongest[alliance], strongest[alliance & ~(1 << member)])
    winning = 0
    for alliance in range(1, everybody):
        if permitted[alliance] == 1 and strength[alliance] > strongest[everybody & ~alliance]:
            winning |= 1 << alliance
    s.winning = winning


@compile_rule()
def limit(s):
    """Return how many tokens the region gives at most, agents apart."""
    if s.region >= UNSTABLE:
        return 0
    beyond = MOST_BEYOND if s.harvest == 0 else HARVEST_BEYOND
    return max(0, min(int(s.stock[s.region]), s.players + beyond) - 2 * s.orthodoxy)


@compile_rule()
def allowance(s, alliance):
    """Return how many tokens an alliance may take: one for each agent of its members, within the limit."""
    number = 0
    for seat in range(s.players):
        if has(alliance, seat):
            number += s.agents[seat, s.region]
            if has(s.harvest, seat):
                number += _HARVEST_OWN
    return min(number, limit(s))


@compile_rule()
def divides_freely(s):
    """Return whether winners decide how they divide: not in extra regions, nor where a Donkey says otherwise."""
    return s.region < UNSTABLE and s.nothing == 0 and s.fair == 0


@compile_rule()
def size_of(alliance):
    """Return how many seats are in a set."""
    number = 0
    for seat in range(SEATS):
        number += int(has(alliance, seat))
    return number


@compile_rule()
def divide_as_ruled(s):
    """Write the shares where the winners do not decide them: alone, by "Fair shares", or nothing at all."""
    members = size_of(s.members)
    for seat in range(s.players):
        s.share[seat] = 0
        if s.region < UNSTABLE and s.nothing == 0 and has(s.members, seat):
            s.share[seat] = allowance(s, s.members) // members


@compile_rule()
def shares_fit(s):
    """Return whether the division of the deal is still one that the region gives."""
    if not divides_freely(s) or size_of(s.members) == 1:
        return True
    total = 0
    for seat in range(s.players):
        total += s.share[seat]
    return total <= allowance(s, s.members)
