"""The actions of herds in phase 2: healing, moving, entering and conquering regions (R4, R7)."""

import numpy as np

from envs.core.compiling import compile_rule

from ..box import (
    ARMORY,
    BORDERS,
    HEALTHY,
    HUMANS,
    NEUTRAL,
    NOBODY,
    SEATS,
    SHARED_BUILDING,
    Event,
    Mutation,
)
from .board import (
    bit,
    has,
    herds_at,
    mutated,
    next_to,
    note,
    raze,
    set_owner,
    settle,
    take_tokens_on,
    unspent,
    vp_supply,
)
from .combat import begin_combat
from .promises import attack_on

MOST_TAKEN_BACK = 2  # declarations a turn: no sequence of decisions runs for ever


@compile_rule()
def heal(s, region):
    """A damaged herd that has yet to act heals: that is its action."""
    s.damaged[region] -= 1
    s.healthy[region] += 1
    s.spent_healthy[region] += 1


@compile_rule()
def may_heal(s, seat, region):
    """Return whether a damaged herd that has yet to act stands in an own region."""
    return s.owner[region] == seat and s.damaged[region] > s.spent_damaged[region]


@compile_rule()
def movable(s, seat):
    """Return the regions in which herds of `seat` have yet to act."""
    area = np.int64(0)
    for region in range(s.regions):
        if s.owner[region] == seat and unspent(s, region) > 0:
            area |= bit(region)
    return area


@compile_rule()
def origins(s, seat, target):
    """Return the regions from which a herd of `seat` can move to `target`: next to it, or farther by its mutation."""
    area = s.adjacent[target]
    if mutated(s, seat, Mutation.FLYING):
        area |= next_to(s, area)
    elif mutated(s, seat, Mutation.BURROWING) and s.owner[target] == seat:
        area |= s.land[seat]
    return area & s.land[seat] & ~bit(target)


@compile_rule()
def within_reach(s, seat):
    """Return the regions that some herd of `seat` that has yet to act can move to."""
    able = movable(s, seat)
    if able == 0:
        return able
    area = next_to(s, able)
    if mutated(s, seat, Mutation.FLYING):
        area |= next_to(s, area)
    elif mutated(s, seat, Mutation.BURROWING):
        area |= s.land[seat]
    for region in range(s.regions):
        if has(area, region) and origins(s, seat, region) & able == 0:
            area &= ~bit(region)
    return area & ~s.attacked & ~s.locked


@compile_rule()
def declare(s, target):
    """A move is begun: its target is named, herds follow one by one."""
    s.target = target


@compile_rule()
def may_send(s, seat, region, unit):
    """Return whether one more healthy (or damaged) herd of `region` can join the move being declared."""
    if not has(origins(s, seat, s.target), region):
        return False
    if unit == HEALTHY:
        return s.healthy[region] - s.spent_healthy[region] > s.sent_healthy[region]
    return s.damaged[region] - s.spent_damaged[region] > s.sent_damaged[region]


@compile_rule()
def send(s, region, unit):
    """A herd joins the move being declared."""
    if unit == HEALTHY:
        s.sent_healthy[region] += 1
    else:
        s.sent_damaged[region] += 1


@compile_rule()
def sent_herds(s):
    """Return how many herds take part in the move being declared."""
    number = 0
    for region in range(s.regions):
        number += int(s.sent_healthy[region]) + int(s.sent_damaged[region])
    return number


@compile_rule()
def forget_move(s):
    """No move is being declared any more."""
    s.target = -1
    s.sent_healthy[:] = 0
    s.sent_damaged[:] = 0


@compile_rule()
def take_back(s):
    """The declaration is taken back; nobody has moved."""
    s.taken_back += 1
    forget_move(s)


@compile_rule()
def leave(s, region):
    """The herds of a region that take part in the move leave it; it stays its owner's until the move is over."""
    healthy, damaged = int(s.sent_healthy[region]), int(s.sent_damaged[region])
    s.healthy[region] -= healthy
    s.damaged[region] -= damaged
    s.sent[region] = healthy + damaged
    s.attack_healthy += healthy
    s.attack_damaged += damaged


@compile_rule()
def go(s):
    """The declared herds move: into an own or empty region, into an undefended building, or into combat."""
    seat, target = int(s.active), int(s.target)
    for region in range(s.regions):
        leave(s, region)
    forget_move(s)
    owner = int(s.owner[target])
    if s.humans[target] > 0:
        begin_combat(s, target, HUMANS)
    elif owner != seat and owner != NOBODY and herds_at(s, target) > 0:
        begin_combat(s, target, owner)
    else:
        arrive(s, seat, target)


@compile_rule()
def set_down(s, region, healthy, damaged):
    """Herds that have moved come to stand in a region of theirs."""
    s.healthy[region] += healthy
    s.damaged[region] += damaged
    s.spent_healthy[region] += healthy
    s.spent_damaged[region] += damaged


@compile_rule()
def arrive(s, seat, target):
    """The herds on the move enter `target`, in which nobody resists any more."""
    healthy, damaged = int(s.attack_healthy), int(s.attack_damaged)
    s.attack_healthy = 0
    s.attack_damaged = 0
    if s.owner[target] != seat:
        conquer(s, seat, target)
    set_down(s, target, healthy, damaged)
    leave_origins(s, seat)


@compile_rule()
def leave_origins(s, seat):
    """The move is over: regions that it has left empty are nobody's."""
    s.sent[:] = 0
    for region in range(s.regions):
        if s.owner[region] == seat:
            settle(s, region)


@compile_rule()
def conquer(s, seat, region):
    """A region that was not the seat's becomes it: buildings fall, tokens are taken (R7)."""
    owner = int(s.owner[region])
    enemy = owner if owner < SEATS else NOBODY
    if enemy != NOBODY:
        attack_on(s, seat, enemy)
        raze(s, region)
    set_owner(s, region, seat)
    if owner != NOBODY or has(s.stood, region):
        note(s, Event.CONQUEST, seat, region, enemy)
    if s.scenario > 0:
        take_tokens_on(s, seat, region)
    elif has(s.stood, region) and not has(s.turmoil, region):
        if vp_supply(s) > 0:
            s.vp_tokens[seat] += 1
        s.turmoil |= bit(region)


# The scenarios for two


@compile_rule()
def fell_shared(s):
    """The building of the neutral herd falls in both its regions."""
    area = s.shared
    s.shared = 0
    for region in range(s.regions):
        if has(area, region):
            settle(s, region)


@compile_rule()
def look_after_scenario(s):
    """The neutral building falls with its first region, an Armory once no neutral herd holds the other; locks open."""
    if s.shared != 0:
        held, conquered = False, False
        for region in range(s.regions):
            if has(s.shared, region):
                held = held or (s.owner[region] == NEUTRAL and herds_at(s, region) > 0)
                conquered = conquered or (s.owner[region] != NEUTRAL and herds_at(s, region) > 0)
        if conquered and not (held and SHARED_BUILDING[s.scenario] == ARMORY):
            fell_shared(s)
    if s.locked != 0:
        shut = np.int64(0)
        for place in range(len(BORDERS)):
            locked, right = BORDERS[place]
            if s.owner[right] == NEUTRAL:
                shut |= bit(locked)
        s.locked &= shut
