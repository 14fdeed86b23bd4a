"""Which actions the seat to act may take."""

import numpy as np

from envs.core.compiling import compile_rule

from .. import actions as A
from ..box import KINDS, MUTATION_COUNT, OFFER_CARDS, PARTS, PROMISE_COUNT, SPY_COUNT, UNITS, Part, Spy
from ..state import Decision
from .board import hand_size, has
from .building import has_armory, has_barn, may_build
from .combat import may_return, shelter
from .moves import MOST_TAKEN_BACK, may_heal, may_send, sent_herds, within_reach
from .nukes import may_build_nuke, targets
from .promises import may_promise
from .setup import may_keep, may_start
from .spies import may_answer, may_build_spy, may_name_region, may_name_unit, may_play, may_rob
from .trade import GIVEN, WANTED, may_accept, may_bank, may_deal_with, may_offer, may_put_in
from .turns import hand_limit, may_place

_POCKET, _DOUBLE_AGENT = int(Spy.POCKET_NUKE), int(Spy.DOUBLE_AGENT)
_UNITS = len(UNITS)


@compile_rule(inline=True)
def about(s, seat, other, what):
    """Return the action `what` about the player `other`, counted from `seat`."""
    return A.PLAYERS + (int(other - seat + s.players) % int(s.players)) * A.PER_PLAYER + what


@compile_rule(inline=True)
def write_area(s, mask, area):
    """Any region of an area."""
    for region in range(s.regions):
        mask[A.REGION + region] = has(area, region)


@compile_rule(inline=True)
def write_launch(s, seat, mask):
    """The ways to launch a nuke, Pocket Nuke apart."""
    ready, paid = s.ready[seat] > 0, may_build_nuke(s, seat)
    if (ready or paid) and targets(s, seat) != 0:
        mask[A.LAUNCH] = ready
        mask[A.LAUNCH + 1] = paid


@compile_rule(inline=True)
def write_free_actions(s, seat, mask):
    """The free actions of the active player (R10)."""
    barn, armory = has_barn(s, seat), has_armory(s, seat)
    if barn or armory:
        for region in range(s.regions):
            mask[A.BUILD + region] = may_build(s, seat, region, barn, armory)
    for given in range(KINDS):
        for taken in range(KINDS):
            mask[A.BANK + given * KINDS + taken] = may_bank(s, seat, given, taken)
    mask[A.BUILD_SPY] = may_build_spy(s, seat)
    mask[A.BUILD_NUKE] = may_build_nuke(s, seat)
    for card in range(SPY_COUNT):
        if s.spies[seat, card] > 0:
            mask[A.SPY + card] = may_play(s, seat, card)
    write_launch(s, seat, mask)


@compile_rule(inline=True)
def write_actions(s, seat, mask):
    """The Action phase: herds move or heal, beside the free actions."""
    mask[A.PASS] = 1
    write_area(s, mask, within_reach(s, seat))
    for region in range(s.regions):
        mask[A.HEAL + region] = may_heal(s, seat, region)
    write_free_actions(s, seat, mask)


@compile_rule(inline=True)
def write_discard(s, seat, mask):
    """The Discard phase: cards are discarded as long as there are too many, the turn ends once there are not."""
    write_free_actions(s, seat, mask)
    if hand_size(s, seat) <= hand_limit(s, seat):
        mask[A.PASS] = 1
    else:
        for kind in range(KINDS):
            mask[A.RESOURCE + kind] = s.hand[seat, kind] > 0


@compile_rule(inline=True)
def write_herds(s, seat, mask):
    """The herds of a move, one by one."""
    for region in range(s.regions):
        if s.owner[region] == seat:
            for unit in range(2):
                mask[A.HERD + 2 * region + unit] = may_send(s, seat, region, unit)
    mask[A.GO] = sent_herds(s) > 0
    mask[A.TAKE_BACK] = s.taken_back < MOST_TAKEN_BACK


@compile_rule(inline=True)
def write_window(s, seat, mask):
    """Offers and promises of a player who is not active."""
    mask[A.PASS] = 1
    offers = may_offer(s, seat)
    for other in range(s.players):
        if offers:
            mask[about(s, seat, other, A.NAME)] = may_deal_with(s, seat, other)
        if s.talked < s.talk:
            for kind in range(PROMISE_COUNT):
                mask[about(s, seat, other, A.PROMISE + kind)] = may_promise(s, seat, other, kind)


@compile_rule(inline=True)
def write_offer(s, mask, side):
    """The cards that an offer gives or asks for."""
    for number in range(1, OFFER_CARDS + 1):
        for kind in range(KINDS):
            mask[A.CARDS + (number - 1) * KINDS + kind] = may_put_in(s, side, kind, number)


@compile_rule(inline=True)
def write_spy_part(s, seat, mask):
    """The next part of the spy being played."""
    card = int(s.spy_card[0])
    part = PARTS[card, s.part]
    if part == Part.REGION:
        for region in range(s.regions):
            mask[A.REGION + region] = may_name_region(s, seat, card, region)
    elif part == Part.UNIT:
        for unit in range(_UNITS):
            mask[A.UNIT + unit] = may_name_unit(s, unit)
    elif part == Part.PLAYER:
        for other in range(s.players):
            mask[about(s, seat, other, A.NAME)] = may_rob(s, seat, other)
    else:
        mask[A.RESOURCE : A.RESOURCE + KINDS] = 1


@compile_rule(inline=True)
def write_answers(s, seat, mask, decision):
    """Answers to nukes, spies and offers."""
    mask[A.PASS] = 1
    if decision == Decision.LAUNCH:
        write_launch(s, seat, mask)
        if s.spies[seat, _POCKET] > 0:
            mask[A.SPY + _POCKET] = may_play(s, seat, _POCKET)
    elif decision == Decision.REACT:
        mask[A.SPY + _DOUBLE_AGENT] = may_answer(s, seat)
    else:
        mask[A.ACCEPT] = may_accept(s)


@compile_rule(inline=True)
def write_combat(s, mask, decision):
    """Losses and retreats."""
    if decision == Decision.LOSE:
        mask[A.UNIT] = 1
        mask[A.UNIT + 1] = 1
    elif decision == Decision.RETURN:
        for region in range(s.regions):
            mask[A.REGION + region] = may_return(s, region)
    else:
        mask[A.PASS] = 1
        if decision == Decision.RETREAT:
            mask[A.RETREAT] = 1
        else:
            write_area(s, mask, shelter(s))


@compile_rule(inline=True)
def write_choices(s, seat, mask, decision):
    """Choices before the Action phase, and of spies looked at."""
    if decision == Decision.MUTATION:
        for mutation in range(MUTATION_COUNT):
            mask[A.MUTATION + mutation] = may_keep(s, seat, mutation)
    elif decision == Decision.START:
        for region in range(s.regions):
            mask[A.REGION + region] = may_start(s, region)
    elif decision == Decision.PLACE:
        for region in range(s.regions):
            mask[A.REGION + region] = may_place(s, seat, region)
    elif decision == Decision.REGENERATE:
        for region in range(s.regions):
            mask[A.REGION + region] = s.owner[region] == seat and s.damaged[region] > 0
    elif decision == Decision.KEEP:
        for place in range(2):
            mask[A.SPY + int(s.looked_at[place])] = 1
    else:  # a starting card, or the terrain of a "?"
        mask[A.RESOURCE : A.RESOURCE + KINDS] = 1


@compile_rule()
def write_legal(s, mask):
    """Write the mask of the seat to act; all 0 once the game is over."""
    mask[:] = 0
    seat = np.int64(s.to_act)
    if seat < 0:
        return
    decision = np.int64(s.decision)
    if decision == Decision.ACTIONS:
        write_actions(s, seat, mask)
    elif decision == Decision.RESOURCES:
        mask[A.PASS] = 1
        write_free_actions(s, seat, mask)
    elif decision == Decision.DISCARD:
        write_discard(s, seat, mask)
    elif decision == Decision.HERDS:
        write_herds(s, seat, mask)
    elif decision >= Decision.LOSE and decision <= Decision.RETURN:
        write_combat(s, mask, decision)
    elif decision == Decision.WINDOW:
        write_window(s, seat, mask)
    elif decision == Decision.OFFER_GIVE:
        write_offer(s, mask, GIVEN)
    elif decision == Decision.OFFER_WANT:
        mask[A.PASS] = 1
        write_offer(s, mask, WANTED)
    elif decision == Decision.LAUNCH or decision == Decision.REACT or decision == Decision.OFFER_ANSWER:
        write_answers(s, seat, mask, decision)
    elif decision == Decision.TARGET:
        write_area(s, mask, targets(s, seat))
    elif decision == Decision.SPY_PART:
        write_spy_part(s, seat, mask)
    else:
        write_choices(s, seat, mask, decision)
