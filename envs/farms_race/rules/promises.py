"""Promises: made in the window, kept, broken or void (R11)."""

from envs.core.compiling import compile_rule

from ..box import BROKEN, KEPT, MADE, PROMISE_COUNT, VOID, Promise
from .board import bit, close_promise, has, living

_NO_ATTACK, _NUKE, _NO_NUKE = int(Promise.NO_ATTACK), int(Promise.NUKE), int(Promise.NO_NUKE)


@compile_rule()
def may_promise(s, seat, other, kind):
    """Return whether a promise about `other` can be made: it is not outstanding, nor is the opposite one."""
    if seat == other or not living(s, other) or s.promise[kind, seat, other] == 1:
        return False
    if kind == _NUKE:
        return s.promise[_NO_NUKE, seat, other] == 0
    return kind != _NO_NUKE or s.promise[_NUKE, seat, other] == 0


@compile_rule()
def make_promise(s, seat, other, kind):
    """A promise is made; everybody hears it. Chances that were there before it do not count."""
    s.promise[kind, seat, other] = 1
    if kind == _NUKE:
        s.could_nuke[seat] &= ~bit(other)
    s.record[seat, kind, MADE] += 1
    s.talked += 1


@compile_rule()
def attack_on(s, seat, victim):
    """`seat` attacks `victim`."""
    close_promise(s, _NO_ATTACK, seat, victim, BROKEN)


@compile_rule()
def nuke_on(s, seat, victim):
    """`seat` launches a nuke at a region of `victim`."""
    close_promise(s, _NO_NUKE, seat, victim, BROKEN)
    close_promise(s, _NUKE, seat, victim, KEPT)


@compile_rule()
def has_promised_nuke(s, seat):
    """Return whether a promise of `seat` to nuke somebody is outstanding."""
    for other in range(s.players):
        if s.promise[_NUKE, seat, other] == 1:
            return True
    return False


@compile_rule()
def note_chance(s, seat, targets):
    """`seat` can launch at the regions `targets` now: whom it promised to nuke and could is remembered."""
    for other in range(s.players):
        if s.promise[_NUKE, seat, other] == 1 and s.land[other] & targets != 0:
            s.could_nuke[seat] |= bit(other)


@compile_rule()
def end_promises(s, seat):
    """The turn of `seat` ends: what it promised before has been kept, broken, or could not be done."""
    for kind in range(PROMISE_COUNT):
        for other in range(s.players):
            outcome = KEPT
            if kind == _NUKE:
                outcome = BROKEN if has(s.could_nuke[seat], other) else VOID
            close_promise(s, kind, seat, other, outcome)
    s.could_nuke[seat] = 0
