"""Which actions the seat to act may take."""

import numpy as np

from envs.core.compiling import compile_rule

from .. import actions as A
from ..box import ALL_REGIONS, KINDS, LINES, PARTS, PROMISE_COUNT, ZONE_COUNT, Part, Zone
from ..state import Decision
from .bargaining import may_be_payer, may_be_payment, may_give, may_propose, may_strike, share_left
from .board import free_tokens, has, on_board
from .buying import may_buy, may_buy_vp, may_spend
from .playing import (
    argument,
    can_confess,
    is_about_kinds,
    is_about_seats,
    is_about_tokens,
    may_copy,
    may_name_kind,
    may_name_number,
    may_name_region,
    may_name_seat,
    may_name_token,
    may_play_advanced,
    may_play_basic,
    moments_of,
)
from .promises import may_promise
from .revolutions import may_put
from .rounds import may_enter, may_leave, may_store

_NEW, _OWNED = int(Zone.NEW), int(Zone.OWNED)


@compile_rule(inline=True)
def about(s, seat, other, what):
    """Return the action `what` about the player `other`, counted from `seat`."""
    return A.PLAYERS + ((other - seat + s.players) % s.players) * A.PER_PLAYER + what


@compile_rule(inline=True)
def write_cards(s, seat, mask, decision):
    """The actions that may be played at a decision."""
    moments = moments_of(decision)
    for kind in range(KINDS):
        mask[A.BASIC + kind] = may_play_basic(s, seat, kind, moments)
        mask[A.ADVANCED + kind] = may_play_advanced(s, seat, kind, moments)
    if can_confess(s, seat):
        for kind in range(KINDS):
            mask[A.COPY + kind] = may_copy(s, seat, kind, moments)


@compile_rule(inline=True)
def write_promises(s, seat, mask):
    """The promises that may be made in this turn."""
    if s.promised >= s.talk:
        return
    for other in range(s.players):
        for kind in range(PROMISE_COUNT):
            mask[about(s, seat, other, A.PROMISE + kind)] = may_promise(s, seat, other, kind)


@compile_rule(inline=True)
def write_speak(s, seat, mask):
    """A turn of the bargaining."""
    for allies in range(A.ALLIES):
        alliance = np.int64(alliance_of(s, seat, allies))
        if alliance >= 0:
            mask[A.ALLY + allies] = may_propose(s, seat, alliance)
    if may_give(s, seat):
        for other in range(s.players):
            if other != seat:
                mask[about(s, seat, other, A.GIVE)] = 1
    write_promises(s, seat, mask)


@compile_rule()
def alliance_of(s, seat, allies):
    """Return the alliance of `seat` with `allies` (bit k: the seat k + 1 places to the left) as seats, or -1."""
    if allies >= 1 << (s.players - 1):
        return -1
    alliance = 1 << seat
    for place in range(s.players - 1):
        if has(allies, place):
            alliance |= 1 << ((seat + place + 1) % s.players)
    return alliance


@compile_rule(inline=True)
def write_turn(s, seat, mask, decision):
    """A turn in which actions may be played, and more by phase."""
    mask[A.PASS] = 1
    write_cards(s, seat, mask, decision)
    if decision == Decision.MOVE:
        for region in range(ALL_REGIONS):
            mask[A.MOVE + region] = may_leave(s, seat, region)
    elif decision == Decision.SPEAK:
        write_speak(s, seat, mask)
    elif decision == Decision.REVOLT:
        for put in range(2 * LINES * 2):
            mask[A.PUT + put] = may_put(s, seat, put)
        write_promises(s, seat, mask)
    elif decision == Decision.BUY:
        for kind in range(KINDS):
            mask[A.BUY + kind] = may_buy(s, seat, kind)
        mask[A.BUY_VP] = may_buy_vp(s, seat)


@compile_rule(inline=True)
def write_part(s, seat, mask):
    """The next part of the action being declared."""
    card = s.stack_card[s.depth - 1]
    part = PARTS[card, s.part]
    if is_about_seats(part):
        for other in range(s.players):
            mask[about(s, seat, other, A.NAME)] = may_name_seat(s, card, part, other)
        if part == Part.MEMBERS:
            mask[A.PASS] = argument(s, s.part) > 0
    elif is_about_tokens(part):
        for zone in range(ZONE_COUNT):
            for kind in range(KINDS):
                mask[A.TOKEN + zone * KINDS + kind] = may_name_token(s, card, part, zone, kind)
    elif is_about_kinds(part):
        for kind in range(KINDS):
            mask[A.KIND + kind] = may_name_kind(s, card, part, kind)
    elif part == Part.NUMBER:
        for number in range(3):
            mask[A.SHARE + number] = may_name_number(s, number)
    else:
        for region in range(ALL_REGIONS):
            mask[A.REGION + region] = may_name_region(s, card, part, region)


@compile_rule(inline=True)
def write_deal(s, seat, mask, decision):
    """The parts of a deal, and the answer to it."""
    if decision == Decision.SHARE:
        for number in range(share_left(s) + 1):
            mask[A.SHARE + number] = 1
    elif decision == Decision.ANSWER:
        mask[A.NO] = 1
        mask[A.YES] = 1
    elif decision == Decision.PAYER:
        mask[A.PASS] = 1
        for other in range(s.players):
            mask[about(s, seat, other, A.NAME)] = may_be_payer(s, other)
    elif decision == Decision.PAYEE:
        for other in range(s.players):
            mask[about(s, seat, other, A.NAME)] = has(s.members, other) and other != s.payer
    else:
        mask[A.PASS] = s.payment[0] >= 0
        for code in range(2 * KINDS):
            mask[A.TOKEN + code] = may_be_payment(s, code)


@compile_rule(inline=True)
def write_other(s, seat, mask, decision):
    """The other decisions."""
    if decision == Decision.GIFT:
        for zone in range(_OWNED + 1):
            for kind in range(KINDS):
                mask[A.TOKEN + zone * KINDS + kind] = s.tokens[seat, zone, kind] > 0
    elif decision == Decision.STRIKE:
        mask[A.PASS] = 1
        for other in range(s.players):
            mask[about(s, seat, other, A.NAME)] = may_strike(s, other)
    elif decision == Decision.STORE:
        for kind in range(KINDS):
            mask[A.STORE + kind] = may_store(s, seat, _OWNED, kind)
            mask[A.STORE + KINDS + kind] = may_store(s, seat, _OWNED + 1, kind)
    elif decision == Decision.RANSOM:
        mask[A.PASS] = 1
        for kind in range(KINDS):
            mask[A.KIND + kind] = free_tokens(s, seat, _OWNED, kind) > 0
    elif decision == Decision.COLLECT:
        for kind in range(KINDS):
            mask[A.KIND + kind] = s.stock[kind] > 0
    else:
        for kind in range(KINDS):
            mask[A.KIND + kind] = may_spend(s, seat, kind)


@compile_rule(inline=True)
def write_regions(s, seat, mask, decision):
    """Where an agent goes."""
    for region in range(ALL_REGIONS):
        if decision == Decision.MOVE_TO:
            mask[A.REGION + region] = region != s.move_from and may_enter(s, seat, region)
        else:
            mask[A.REGION + region] = on_board(s, region)


@compile_rule()
def write_legal(s, mask):
    """Write the mask of the seat to act; all 0 once the game is over."""
    mask[:] = 0
    seat = np.int64(s.to_act)
    if seat < 0:
        return
    decision = np.int64(s.decision)
    if decision == Decision.PART:
        write_part(s, seat, mask)
    elif decision == Decision.SETUP_AGENT or decision == Decision.RESERVE_AGENT or decision == Decision.MOVE_TO:
        write_regions(s, seat, mask, decision)
    elif (decision >= Decision.SHARE and decision <= Decision.PAYMENT) or decision == Decision.ANSWER:
        write_deal(s, seat, mask, decision)
    elif (
        decision == Decision.MOVE
        or decision == Decision.SPEAK
        or decision == Decision.LAST_ACTIONS
        or decision == Decision.REQUISITION
        or decision == Decision.REACT
        or (decision >= Decision.SPY and decision <= Decision.BUY)
    ):
        write_turn(s, seat, mask, decision)
    else:
        write_other(s, seat, mask, decision)
