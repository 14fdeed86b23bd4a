"""Promises: made, and found kept, broken or void when they are due (R19)."""

from envs.core.compiling import compile_rule

from ..box import PROMISE_COUNT, Outcome, Promise
from .board import has, seat_after

_ALLY, _TOKEN, _REVOLUTION, _NO_ACTION = (int(kind) for kind in Promise)
_MADE, _KEPT, _BROKEN, _VOID = (int(outcome) for outcome in Outcome)
DUE_HERE = 2  # an ALLY or TOKEN promise that is due when the region now open closes


@compile_rule()
def may_promise(s, seat, other, kind):
    """Return whether `seat` may promise this: not twice at once, and revolutions only to neighbours."""
    if s.promise[kind, seat, other] != 0 or seat == other:
        return False
    return kind != _REVOLUTION or other == seat_after(s, seat, 1) or seat == seat_after(s, other, 1)


@compile_rule()
def make_promise(s, seat, other, kind):
    """A promise is made."""
    s.promise[kind, seat, other] = 1
    s.record[seat, kind, _MADE] += 1
    s.promised += 1


@compile_rule()
def settle_promise(s, seat, other, kind, outcome):
    """A promise has come out."""
    s.promise[kind, seat, other] = 0
    s.record[seat, kind, outcome] += 1


@compile_rule()
def promises_fall_due(s):
    """A region opens: promises about the next region are about this one."""
    for kind in range(_ALLY, _TOKEN + 1):
        for seat in range(s.players):
            for other in range(s.players):
                if s.promise[kind, seat, other] == 1:
                    s.promise[kind, seat, other] = DUE_HERE


@compile_rule()
def token_was_given(s, seat, other):
    """`seat` has given `other` a token."""
    if s.promise[_TOKEN, seat, other] != 0:
        settle_promise(s, seat, other, _TOKEN, _KEPT)


@compile_rule()
def was_named(s, seat, other):
    """`seat` has played an action against `other`."""
    s.named[seat] |= 1 << other
    if s.promise[_NO_ACTION, seat, other] != 0:
        settle_promise(s, seat, other, _NO_ACTION, _BROKEN)


@compile_rule()
def settle_at_close(s):
    """The region closes: promises to ally in it, and to give a token by now, are due."""
    for seat in range(s.players):
        for other in range(s.players):
            if s.promise[_TOKEN, seat, other] == DUE_HERE:
                settle_promise(s, seat, other, _TOKEN, _BROKEN)
            if s.promise[_ALLY, seat, other] == DUE_HERE:
                outcome = _VOID
                if has(s.won, seat) and has(s.won, other):
                    outcome = _KEPT
                elif has(s.won, seat) or has(s.refused[seat], other):
                    outcome = _BROKEN
                settle_promise(s, seat, other, _ALLY, outcome)


@compile_rule()
def settle_revolution(s, seat, other, started, filled):
    """The Revolutions phase ends: whether `other` put tokens on their card first, and whether it is filled."""
    if s.promise[_REVOLUTION, seat, other] != 0:
        outcome = _VOID
        if started:
            outcome = _KEPT if filled else _BROKEN
        settle_promise(s, seat, other, _REVOLUTION, outcome)


@compile_rule()
def settle_at_round_end(s):
    """The round ends: promises to use no action are kept if they still stand."""
    for seat in range(s.players):
        for other in range(s.players):
            if s.promise[_NO_ACTION, seat, other] != 0:
                settle_promise(s, seat, other, _NO_ACTION, _KEPT)


@compile_rule()
def void_promises(s):
    """The game ends: what is not due is void."""
    for kind in range(PROMISE_COUNT):
        for seat in range(s.players):
            for other in range(s.players):
                if s.promise[kind, seat, other] != 0:
                    settle_promise(s, seat, other, kind, _VOID)
