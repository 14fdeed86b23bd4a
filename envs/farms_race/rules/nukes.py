"""Nukes: launching, hitting, and the launchers that wait for each other (R12)."""

from envs.core.compiling import compile_rule

from ..box import NOBODY, SEATS, Event, Item, Mutation, Spy
from ..state import Decision, Way
from .board import (
    ask,
    bit,
    can_pay,
    count_nuke,
    eliminate,
    hand_size,
    living,
    mutated,
    next_to,
    note,
    nuke_cards,
    nuke_supply,
    pay_for,
    playable_spies,
    settle,
    wiped_out,
)
from .promises import nuke_on

_NUKE = int(Item.NUKE)
_POCKET = int(Spy.POCKET_NUKE)


@compile_rule()
def may_be_asked(s, seat):
    """Return whether, as far as everybody can see, a seat might launch: it has a ready nuke, cards enough, or a spy."""
    if not living(s, seat):
        return False
    if s.ready[seat] > 0 or playable_spies(s, seat) > 0:
        return True
    return nuke_supply(s) > 0 and hand_size(s, seat) >= nuke_cards(s)


@compile_rule()
def answered_region(s, seat):
    """Return the region whose hit `seat` is answering, -1 where it is not answering."""
    if s.answering == seat:
        return int(s.struck)
    if s.links > 0 and s.link_seat[s.links - 1] == seat:
        return int(s.link_from[s.links - 1])
    return -1


@compile_rule()
def targets(s, seat):
    """Return the regions that a nuke of `seat` can be launched at."""
    area = next_to(s, s.land[seat])
    if mutated(s, seat, Mutation.BALLISTIC):
        area |= next_to(s, area) | s.land[seat]
    answered = answered_region(s, seat)
    if answered >= 0:
        area |= s.adjacent[answered]
    return area


@compile_rule()
def has_pocket_nuke(s, seat):
    """Return whether a seat can play a Pocket Nuke."""
    return s.spies[seat, _POCKET] > s.fresh[seat, _POCKET]


@compile_rule()
def may_build_nuke(s, seat):
    """Return whether a seat can build a nuke."""
    return can_pay(s, seat, _NUKE) and nuke_supply(s) > 0


@compile_rule()
def build_nuke(s, seat):
    """A seat builds a nuke, ready to be launched."""
    pay_for(s, seat, _NUKE)
    s.ready[seat] += 1
    count_nuke(s, seat)
    note(s, Event.BUILD, seat, _NUKE, NOBODY)


@compile_rule()
def spend_nuke(s, seat, way):
    """A launch is paid for before its target is named: a ready token is turned, or one is built already spent."""
    s.way = way
    if way == Way.READY:
        s.ready[seat] -= 1
        s.spent[seat] += 1
    elif way == Way.PAID:
        pay_for(s, seat, _NUKE)
        s.spent[seat] += 1
        count_nuke(s, seat)


@compile_rule()
def hit(s, region):
    """Every unit of a region takes 1 damage; buildings none."""
    owner = int(s.owner[region])
    if s.humans[region] > 0:
        s.humans[region] = 0
        s.face_up &= ~bit(region)
    elif mutated(s, owner, Mutation.LEAD_LINED):
        s.damaged[region] += s.healthy[region]
        s.spent_damaged[region] += s.spent_healthy[region]
        s.healthy[region] = 0
        s.spent_healthy[region] = 0
    elif owner >= 0:
        s.herds[owner] -= s.damaged[region]
        s.damaged[region] = s.healthy[region]
        s.spent_damaged[region] = s.spent_healthy[region]
        s.healthy[region] = 0
        s.spent_healthy[region] = 0
        settle(s, region)


@compile_rule()
def launch(s, seat, region):
    """A nuke goes off: the region is hit; who controlled it may answer before anything else."""
    if s.links == 0 or s.answering == seat:
        s.link_seat[s.links] = seat
        s.link_from[s.links] = s.struck if s.answering == seat else -1
        s.links += 1
    s.way = Way.NONE
    s.struck = region
    victim = int(s.owner[region])
    if victim >= SEATS or victim == seat:
        victim = NOBODY
    note(s, Event.LAUNCH, seat, region, victim)
    hit(s, region)
    if victim != NOBODY:
        nuke_on(s, seat, victim)
    s.answering = victim  # if that can be: `go_on_with_nukes`


@compile_rule()
def be_done(s, seat):
    """A seat has closed its link, or opens none: if nothing of it is left it is out (R15)."""
    if living(s, seat) and wiped_out(s, seat):
        eliminate(s, seat)


@compile_rule()
def close_link(s):
    """Who was on top is done; the launcher below may go on."""
    s.links -= 1
    seat = int(s.link_seat[s.links])
    s.link_seat[s.links] = 0
    s.link_from[s.links] = 0
    if s.links == 0:
        s.struck = -1
    be_done(s, seat)


@compile_rule()
def stop(s, seat):
    """A seat launches no more, or does not answer."""
    if s.answering == seat:
        s.answering = -1
        be_done(s, seat)
    else:
        close_link(s)


@compile_rule()
def go_on_with_nukes(s):
    """Ask who may answer, else who is on top; pass over those that everybody sees can launch nothing."""
    if s.answering >= 0:
        if may_be_asked(s, int(s.answering)):
            ask(s, int(s.answering), Decision.LAUNCH)
        else:
            stop(s, int(s.answering))
        return
    seat = int(s.link_seat[s.links - 1])
    if may_be_asked(s, seat):
        ask(s, seat, Decision.LAUNCH)
    else:
        close_link(s)


@compile_rule()
def launcher(s):
    """Return who is launching: who answers, else who is on top, else the active player, who begins."""
    if s.answering >= 0:
        return int(s.answering)
    return int(s.link_seat[s.links - 1]) if s.links > 0 else int(s.active)


@compile_rule()
def has_open_link(s, seat):
    """Return whether a seat may answer or has launched in this chain: it is out only once it is done (R15)."""
    for place in range(s.links):
        if s.link_seat[place] == seat:
            return True
    return s.answering == seat
