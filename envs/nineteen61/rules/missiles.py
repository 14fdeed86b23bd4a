"""Missiles, and players going out."""

from envs.core.compiling import compile_rule

from ..box import RESPONSE_SYSTEM, ROW
from ..state import Event
from .cards import (
    action_of,
    discard_hand,
    has_won,
    living,
    pop,
    raze,
    record,
    shield,
    to_pile,
)

CHOOSE = -1
_HIT, _OUT = int(Event.MISSILE_HIT), int(Event.OUT)


@compile_rule()
def launch(s, seat, target):
    """Let a missile of `seat` wait for its turn (first in, first out: R10). `target` may be CHOOSE."""
    s.missile_from[s.missiles] = seat
    s.missile_at[s.missiles] = target
    s.missiles += 1


@compile_rule()
def return_missile(s, owner, provoker):
    """A Response System in the row of `owner` fires at who provoked it; one's own lets one choose (R10)."""
    launch(s, owner, CHOOSE if owner == provoker else provoker)


@compile_rule()
def next_missile(s):
    """Take the first missile out of the queue; return (seat that launched it, target)."""
    seat, target = s.missile_from[0], s.missile_at[0]
    s.missiles -= 1
    for i in range(s.missiles):
        s.missile_from[i] = s.missile_from[i + 1]
        s.missile_at[i] = s.missile_at[i + 1]
    return seat, target


@compile_rule()
def hit(s, seat, target):
    """A missile of `seat` hits every stack of `target` at once; protection is read before the hit (R9)."""
    record(s, _HIT, seat, target)
    safe = shield(s, target)
    kept = 0
    for place in range(s.row_size[target]):
        piece = s.row[target, place]
        destroyed = False
        if (safe >> place) & 1 == 0:
            if s.size[piece] == 0:
                raze(s, piece)
                destroyed = True
            else:
                card = pop(s, piece, 0)
                to_pile(s, card)
                if action_of(s, card) == RESPONSE_SYSTEM:
                    return_missile(s, target, seat)
        if not destroyed:
            s.row[target, kept] = piece
            kept += 1
    for place in range(kept, ROW):
        s.row[target, place] = 0
    s.row_size[target] = kept
    if kept == 0:
        go_out(s, target)
    else:
        check_win(s, target)


@compile_rule()
def finish_game(s, winner):
    """The game is over."""
    s.winner = winner
    s.to_act = -1
    s.decision = -1


@compile_rule()
def check_win(s, seat):
    """End the game if the row of `seat`, which has just changed, wins (R14)."""
    if has_won(s, seat):
        finish_game(s, seat)


@compile_rule()
def go_out(s, seat):
    """A player without buildings is out; the last one left has won (R13). An active player's turn is cancelled (R8)."""
    record(s, _OUT, seat, seat)
    s.outs += 1
    s.out_at[seat] = s.outs
    discard_hand(s, seat)
    if seat == s.active:
        cancel_effects(s)
    if s.outs == s.players - 1:
        for other in range(s.players):
            if living(s, other):
                finish_game(s, other)


@compile_rule()
def cancel_effects(s):
    """Drop everything that was being resolved; its cards go to the pile (R8)."""
    for i in range(s.effects):
        if s.effect_card[i] >= 0:
            to_pile(s, s.effect_card[i])
    s.effects = 0
