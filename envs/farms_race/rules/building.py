"""Building Barns and Armories."""

from envs.core.compiling import compile_rule

from ..box import ARMORY, BARN, NO_BUILDING, NOBODY, Event, Item, Mutation
from .board import add_herds, armory_supply, barn_supply, can_pay, has, mutated, note, pay_for, supply

_BARN, _ARMORY = int(Item.BARN), int(Item.ARMORY)


@compile_rule()
def may_build(s, seat, region, barn, armory):
    """Return whether a seat can build in a region. `barn`, `armory`: whether it can pay for one and has a piece."""
    if s.owner[region] != seat:
        return False
    if s.building[region] == NO_BUILDING:
        return barn and not has(s.shared, region)
    return armory and s.building[region] == BARN


@compile_rule()
def has_barn(s, seat):
    """Return whether a seat can pay for a Barn and has a piece."""
    return barn_supply(s, seat) > 0 and can_pay(s, seat, _BARN)


@compile_rule()
def has_armory(s, seat):
    """Return whether a seat can pay for an Armory and has a piece."""
    return armory_supply(s, seat) > 0 and can_pay(s, seat, _ARMORY)


@compile_rule()
def build(s, seat, region):
    """A seat builds a Barn in a region, or makes the Barn there an Armory: then the Barn piece returns."""
    if s.building[region] == NO_BUILDING:
        pay_for(s, seat, _BARN)
        s.building[region] = BARN
        s.barns[seat] += 1
        note(s, Event.BUILD, seat, _BARN, NOBODY)
        if mutated(s, seat, Mutation.EXTRA) and supply(s, seat) > 0:
            add_herds(s, region, seat, 1)
    else:
        pay_for(s, seat, _ARMORY)
        s.building[region] = ARMORY
        s.barns[seat] -= 1
        s.armories[seat] += 1
        note(s, Event.BUILD, seat, _ARMORY, NOBODY)
