"""Regions, herds, cards and VP: the small moves that everything else is made of."""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below

from ..box import (
    ARMORIES,
    ARMORY,
    BARN,
    BARNS,
    HERDS,
    KINDS,
    NEUTRAL,
    NO_BUILDING,
    NOBODY,
    NUKES,
    PROMISE_COUNT,
    SHARED_BUILDING,
    SPY_COUNT,
    VOID,
    VP_TOKENS,
    Item,
    Spy,
)
from ..state import HISTORY, Stage

_MOLE = int(Spy.MOLE)
_NUKE = int(Item.NUKE)


@compile_rule()
def ask(s, seat, decision):
    """The next decision is this one, of `seat`."""
    s.to_act = seat
    s.decision = decision


@compile_rule()
def has(bits, member):
    """Return whether `member` is in a set of regions or seats."""
    return (bits >> member) & 1 == 1


@compile_rule()
def bit(member):
    """Return the set of one region or seat."""
    return np.int64(1) << member


@compile_rule()
def living(s, seat):
    """Return whether a seat is still in the game."""
    return s.out_at[seat] == 0


@compile_rule()
def mutated(s, owner, mutation):
    """Return whether the herd of `owner` (a seat, NEUTRAL or HUMANS) has a mutation."""
    return owner >= 0 and s.mutation[owner] == mutation


@compile_rule()
def note(s, event, seat, what, other):
    """Write what everybody has just seen into the history."""
    for place in range(HISTORY - 1, 0, -1):
        s.past_event[place] = s.past_event[place - 1]
        s.past_seat[place] = s.past_seat[place - 1]
        s.past_what[place] = s.past_what[place - 1]
        s.past_other[place] = s.past_other[place - 1]
    s.past_event[0] = event
    s.past_seat[0] = seat
    s.past_what[0] = what
    s.past_other[0] = other


# Regions


@compile_rule()
def next_to(s, area):
    """Return the regions next to one of the regions `area`."""
    around = np.int64(0)
    for region in range(s.regions):
        if has(area, region):
            around |= s.adjacent[region]
    return around


@compile_rule()
def set_owner(s, region, owner):
    """A region is controlled by `owner` from now on, or by nobody."""
    if s.owner[region] >= 0:
        s.land[s.owner[region]] &= ~(bit(region))
    s.owner[region] = owner
    if owner >= 0:
        s.land[owner] |= bit(region)


@compile_rule()
def herds_at(s, region):
    """Return how many herds stand in a region."""
    return int(s.healthy[region]) + int(s.damaged[region])


@compile_rule()
def settle(s, region):
    """Take a region from its owner if nothing of theirs is there (R1); what sent an attack stays theirs (R6)."""
    owner = int(s.owner[region])
    if owner >= 0 and (herds_at(s, region) > 0 or s.building[region] != NO_BUILDING or s.sent[region] > 0):
        return
    set_owner(s, region, NEUTRAL if has(s.shared, region) else NOBODY)


@compile_rule()
def is_empty(s, region):
    """Return whether neither herds nor humans nor buildings are in a region."""
    return s.owner[region] == NOBODY and s.humans[region] == 0


# Herds


@compile_rule()
def supply(s, owner):
    """Return how many herds an owner has off the map."""
    return HERDS - int(s.herds[owner])


@compile_rule()
def add_herds(s, region, owner, number):
    """Place healthy herds of the region's owner."""
    s.healthy[region] += number
    s.herds[owner] += number


@compile_rule()
def unspent(s, region):
    """Return how many herds of a region have yet to act this turn."""
    return herds_at(s, region) - int(s.spent_healthy[region]) - int(s.spent_damaged[region])


@compile_rule()
def damage_healthy(s, region):
    """A healthy herd becomes damaged; one that has acted, if there is one."""
    s.healthy[region] -= 1
    s.damaged[region] += 1
    if s.spent_healthy[region] > 0:
        s.spent_healthy[region] -= 1
        s.spent_damaged[region] += 1


@compile_rule()
def kill_damaged(s, region):
    """A damaged herd leaves the map; one that has acted, if there is one."""
    s.damaged[region] -= 1
    s.herds[s.owner[region]] -= 1
    if s.spent_damaged[region] > 0:
        s.spent_damaged[region] -= 1


# Humans


@compile_rule()
def turn_up(s, region):
    """Turn the human token of a region up."""
    if not has(s.face_up, region):
        s.face_up |= bit(region)
        s.shown_humans[s.humans[region]] += 1


@compile_rule()
def lose_humans(s, region, number):
    """Swap a human token that lies face up for a lower one, or remove it (R8)."""
    s.humans[region] = max(0, int(s.humans[region]) - number)
    if s.humans[region] == 0:
        s.face_up &= ~(bit(region))


# Cards


@compile_rule()
def hand_size(s, seat):
    """Return how many resource cards a seat has."""
    size = 0
    for kind in range(KINDS):
        size += s.hand[seat, kind]
    return size


@compile_rule()
def unknown_cards(s, seat, other):
    """Return how many cards of `other` the player `seat` cannot name."""
    known = 0
    for kind in range(KINDS):
        known += s.known[seat, other, kind]
    return hand_size(s, other) - known


@compile_rule()
def gain(s, seat, kind, number):
    """A seat takes cards, which everybody sees."""
    s.hand[seat, kind] += number
    for other in range(s.players):
        s.known[other, seat, kind] += number


@compile_rule()
def pay(s, seat, kind, number):
    """A seat gives cards away, which everybody sees."""
    s.hand[seat, kind] -= number
    for other in range(s.players):
        s.known[other, seat, kind] = max(0, s.known[other, seat, kind] - number)


@compile_rule()
def stealable(s, victim, of_roll):
    """Return how many cards of `victim` can be stolen: all, or those that the last roll gave."""
    number = 0
    for kind in range(KINDS):
        number += s.gained[victim, kind] if of_roll else s.hand[victim, kind]
    return number


@compile_rule()
def see_theft(s, seat, thief, victim, number, of_roll):
    """`seat` looks on as so many cards change hands: of a kind, it is sure of those that the others do not make up."""
    size = stealable(s, victim, of_roll)
    for kind in range(KINDS):
        among = int(s.gained[victim, kind]) if of_roll else int(s.known[seat, victim, kind])
        s.known[seat, victim, kind] = max(0, s.known[seat, victim, kind] - min(number, among))
        s.known[seat, thief, kind] += max(0, number - (size - among))


@compile_rule()
def steal(s, thief, victim, number, of_roll):
    """Random cards go from `victim` to `thief`: any, or one that the last roll gave. Only these two see them (R18)."""
    number = min(number, stealable(s, victim, of_roll))
    for seat in range(s.players):
        if seat != thief and seat != victim:
            see_theft(s, seat, thief, victim, number, of_roll)
    for _ in range(number):
        left = draw_below(s, stealable(s, victim, of_roll))
        kind = -1
        while left >= 0:
            kind += 1
            left -= s.gained[victim, kind] if of_roll else s.hand[victim, kind]
        for seat in range(s.players):
            if seat == thief or seat == victim:
                s.known[seat, victim, kind] = max(0, s.known[seat, victim, kind] - 1)
                s.known[seat, thief, kind] += 1
        s.hand[victim, kind] -= 1
        s.hand[thief, kind] += 1


@compile_rule()
def can_pay(s, seat, item):
    """Return whether a seat has the cards that an item costs."""
    for kind in range(KINDS):
        if s.hand[seat, kind] < s.costs[item, kind]:
            return False
    return True


@compile_rule()
def pay_for(s, seat, item):
    """A seat pays for an item."""
    for kind in range(KINDS):
        if s.costs[item, kind] > 0:
            pay(s, seat, kind, int(s.costs[item, kind]))


# Nuke tokens and spies


@compile_rule()
def nukes_built(s, seat):
    """Return how many nukes a seat has built so far."""
    return int(s.ready[seat]) + int(s.spent[seat])


@compile_rule()
def nuke_supply(s):
    """Return how many nukes can still be built."""
    left = NUKES
    for seat in range(s.players):
        left -= nukes_built(s, seat)
    return left


@compile_rule()
def count_nuke(s, seat):
    """The Nukiest tile goes to who has built first, or more than its holder (R13)."""
    if s.nukiest == NOBODY or nukes_built(s, seat) > nukes_built(s, s.nukiest):
        s.nukiest = seat


@compile_rule()
def playable_spies(s, seat):
    """Return how many unplayed spies a seat has that it did not build this turn: everybody can count them."""
    number = 0
    for card in range(SPY_COUNT):
        number += int(s.spies[seat, card]) - int(s.fresh[seat, card])
    return number


@compile_rule()
def nuke_cards(s):
    """Return how many cards a nuke costs."""
    number = 0
    for kind in range(KINDS):
        number += s.costs[_NUKE, kind]
    return number


# VP


@compile_rule()
def shown_vp(s, seat):
    """Return the VP of a seat that everybody can count."""
    return (
        BARN * int(s.barns[seat])
        + ARMORY * int(s.armories[seat])
        + int(s.vp_tokens[seat])
        + int(s.moles[seat])
        + int(s.nukiest == seat)
    )


@compile_rule()
def total_vp(s, seat):
    """Return the VP of a seat with the Moles in its hand (R14)."""
    return shown_vp(s, seat) + int(s.spies[seat, _MOLE])


@compile_rule()
def vp_supply(s):
    """Return how many VP tokens are left (R7)."""
    left = VP_TOKENS
    for seat in range(s.players):
        left -= int(s.vp_tokens[seat])
    return left


@compile_rule()
def armories_of(s, owner):
    """Return how many armories fight for an owner (a seat, NEUTRAL or HUMANS)."""
    if owner == NEUTRAL:
        return int(s.shared != 0 and SHARED_BUILDING[s.scenario] == ARMORY)
    return int(s.armories[owner]) if owner >= 0 else 0


@compile_rule()
def take_tokens_on(s, seat, region):
    """Who comes to a region first takes the VP tokens that lie there (scenarios)."""
    s.vp_tokens[seat] += s.vp_on[region]
    s.vp_on[region] = 0


@compile_rule()
def barn_supply(s, seat):
    """Return how many Barns a seat has off the map."""
    return BARNS - int(s.barns[seat])


@compile_rule()
def armory_supply(s, seat):
    """Return how many Armories a seat has off the map."""
    return ARMORIES - int(s.armories[seat])


@compile_rule()
def raze(s, region):
    """The building of a region is destroyed; its piece goes back to its owner's supply."""
    owner = s.owner[region]
    if s.building[region] == BARN:
        s.barns[owner] -= 1
    elif s.building[region] == ARMORY:
        s.armories[owner] -= 1
    s.building[region] = NO_BUILDING


# Promises (R11)


@compile_rule()
def close_promise(s, kind, seat, other, outcome):
    """A promise of `seat` about `other`, if it is outstanding, ends in an outcome."""
    if s.promise[kind, seat, other] == 1:
        s.promise[kind, seat, other] = 0
        s.record[seat, kind, outcome] += 1


# Players leave


@compile_rule()
def void_promises(s, seat):
    """What a seat promised, and what was promised about it, can no longer be kept or broken."""
    for kind in range(PROMISE_COUNT):
        for other in range(s.players):
            close_promise(s, kind, seat, other, VOID)
            close_promise(s, kind, other, seat, VOID)


@compile_rule()
def eliminate(s, seat):
    """A seat without herd and building is out (R15): cards go back, spies leave unseen, VP tokens are kept.

    Who goes out in the same turn goes out together.
    """
    if s.leaving == 0:
        for other in range(s.players):
            s.leaving = max(int(s.leaving), int(s.out_at[other]))
        s.leaving += 1
    s.out_at[seat] = s.leaving
    s.hand[seat, :] = 0
    for other in range(s.players):
        s.known[other, seat, :] = 0
    for card in range(SPY_COUNT):
        s.gone[card] += s.spies[seat, card]
    s.spies[seat, :] = 0
    s.fresh[seat, :] = 0
    s.seen[seat, :] = 0
    if s.nukiest == seat:
        s.nukiest = NOBODY
    void_promises(s, seat)
    s.could_nuke[seat] = 0
    if s.active == seat:
        s.stage = Stage.NEXT


@compile_rule()
def wiped_out(s, seat):
    """Return whether a seat has lost all herds and buildings."""
    return s.herds[seat] == 0 and s.barns[seat] == 0 and s.armories[seat] == 0
