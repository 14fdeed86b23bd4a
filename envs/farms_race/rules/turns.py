"""The course of a turn (R3, R9) and of a round, and how the game ends (R14, R15, R17)."""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below

from ..box import BARN as BARN_PIECE
from ..box import (
    DISCARD_TO,
    FREE_HEALS,
    HERDS,
    HOARDING_TO,
    KINDS,
    NEUTRAL,
    NO_BUILDING,
    NOBODY,
    PROLIFIC_HERDS,
    REINFORCED_FIRST,
    RESOURCE_FACES,
    SCENARIO_ROUNDS,
    SHARED_BUILDING,
    VP_TO_WIN,
    WILD,
    Mutation,
    Resource,
)
from ..state import DICE, Decision, Stage
from .board import (
    add_herds,
    ask,
    bit,
    gain,
    hand_size,
    has,
    herds_at,
    living,
    mutated,
    next_to,
    shown_vp,
    steal,
    supply,
    total_vp,
)
from .promises import end_promises
from .setup import clear_turn

_WHEAT = int(Resource.WHEAT)

# Preparation


@compile_rule()
def begin_turn(s):
    """A turn begins: where others have herds is remembered (R7), what the last turn used is cleared."""
    clear_turn(s)
    s.stood = 0
    for region in range(s.regions):
        if s.owner[region] != NOBODY and s.owner[region] != s.active and herds_at(s, region) > 0:
            s.stood |= bit(region)
    s.stage = Stage.PREPARATION


@compile_rule()
def somebody_shows_more(s, seat):
    """Return whether another player still in shows more VP than `seat`."""
    for other in range(s.players):
        if living(s, other) and shown_vp(s, other) > shown_vp(s, seat):
            return True
    return False


@compile_rule()
def calm(s):
    """Turmoil tokens leave the regions of the active player and those that nobody controls."""
    for region in range(s.regions):
        if s.owner[region] == s.active or s.owner[region] == NOBODY:
            s.turmoil &= ~bit(region)


@compile_rule()
def prepare(s):
    """Phase 1: turmoil goes; a healthy herd is due at each building, more by mutation (R3)."""
    seat = int(s.active)
    calm(s)
    buildings = int(s.barns[seat]) + int(s.armories[seat])
    if buildings > 0:
        if mutated(s, seat, Mutation.PROLIFIC) and s.herds[seat] <= PROLIFIC_HERDS:
            s.extras = 1
        elif mutated(s, seat, Mutation.INSECURE) and somebody_shows_more(s, seat):
            s.extras = 1
    s.to_place = min(buildings + int(s.extras), supply(s, seat))
    s.stage = Stage.PLACING


@compile_rule()
def may_place(s, seat, region):
    """Return whether the next healthy herd can come to a region: to a building without its herd, or as an extra one."""
    if s.owner[region] != seat or s.building[region] == NO_BUILDING:
        return False
    return s.extras > 0 or not has(s.served, region)


@compile_rule()
def place(s, seat, region):
    """A healthy herd comes to a building."""
    add_herds(s, region, seat, 1)
    s.to_place -= 1
    if has(s.served, region):
        s.extras -= 1
    else:
        s.served |= bit(region)


@compile_rule()
def go_on_placing(s):
    """Place herds as long as there is no choice; return whether all are placed."""
    seat = int(s.active)
    while s.to_place > 0:
        unserved, places, last = 0, 0, -1
        for region in range(s.regions):
            if may_place(s, seat, region):
                places += 1
                if not has(s.served, region):
                    unserved += 1
                    last = region
                elif last < 0:
                    last = region
        if places > 1 and not (unserved > 0 and s.to_place >= unserved + s.extras):
            ask(s, seat, Decision.PLACE)
            return False
        place(s, seat, last)
    s.extras = 0
    s.served = 0
    return True


@compile_rule()
def heal_freely(s, region):
    """A damaged herd heals for free; it may still act."""
    s.damaged[region] -= 1
    s.healthy[region] += 1
    s.heals -= 1


@compile_rule()
def go_on_regenerating(s):
    """Heal up to two damaged herds of a Regenerating player, who chooses where there are more; return whether done."""
    seat = int(s.active)
    while s.heals > 0:
        number, places, last = 0, 0, -1
        for region in range(s.regions):
            if s.owner[region] == seat and s.damaged[region] > 0:
                number += s.damaged[region]
                places += 1
                last = region
        if number == 0:
            s.heals = 0
        elif places > 1 and number > s.heals:
            ask(s, seat, Decision.REGENERATE)
            return False
        else:
            heal_freely(s, last)
    return True


@compile_rule()
def begin_regenerating(s):
    """The Action phase starts."""
    s.heals = FREE_HEALS if mutated(s, int(s.active), Mutation.REGENERATING) else 0
    s.stage = Stage.REGENERATION


# Resources


@compile_rule()
def roll_resources(s):
    """Phase 3: both resource dice are rolled; what they show is paid for once every "?" is named."""
    faces = 0
    for face in range(len(RESOURCE_FACES)):
        faces += s.resource_die[face]
    for die in range(DICE):
        left = draw_below(s, faces)
        face = 0
        while left >= s.resource_die[face]:
            left -= s.resource_die[face]
            face += 1
        s.dice[die] = face
        s.paid_for[die] = face if face != WILD else -1
    s.wilds = int(s.dice[0] == WILD) + int(s.dice[1] == WILD)
    s.stage = Stage.WILDS


@compile_rule()
def name_wild(s, kind):
    """The roller names the terrain of a "?"; two of them name one (R9)."""
    for die in range(DICE):
        if s.dice[die] == WILD:
            s.paid_for[die] = kind
    s.wilds = 0


@compile_rule()
def pay_out(s):
    """Each die pays every player a card for each region of its terrain (R9); Photosynthetic gets one more wheat."""
    for region in range(s.regions):
        seat = int(s.owner[region])
        if seat < 0 or seat >= s.players:
            continue
        for die in range(DICE):
            if s.paid_for[die] == s.gives[region]:
                s.gained[seat, s.gives[region]] += 1
    for seat in range(s.players):
        if s.gained[seat, _WHEAT] > 0 and mutated(s, seat, Mutation.PHOTOSYNTHETIC):
            s.gained[seat, _WHEAT] += 1
        for kind in range(KINDS):
            if s.gained[seat, kind] > 0:
                gain(s, seat, kind, int(s.gained[seat, kind]))


@compile_rule()
def feed_parasites(s):
    """A Parasitic roller takes a card from each opponent that gained by the roll and borders it."""
    seat = int(s.active)
    if not mutated(s, seat, Mutation.PARASITIC):
        return
    border = next_to(s, s.land[seat])
    for places in range(1, s.players):
        other = (seat + places) % s.players
        if s.land[other] & border != 0:
            steal(s, seat, other, 1, True)


# The end of the turn


@compile_rule()
def hand_limit(s, seat):
    """Return how many cards a seat keeps at the end of its turn."""
    return HOARDING_TO if mutated(s, seat, Mutation.HOARDING) else DISCARD_TO


@compile_rule()
def end_resources(s):
    """Phase 3 ends. Phase 4 is only played where cards have to be discarded: it offers nothing else."""
    over = hand_size(s, int(s.active)) > hand_limit(s, int(s.active))
    s.stage = Stage.DISCARD if over else Stage.NEXT


@compile_rule()
def next_living(s, seat):
    """Return the next seat that is still in."""
    for places in range(1, s.players + 1):
        other = (seat + places) % s.players
        if living(s, other):
            return other
    return seat


@compile_rule()
def reinforce(s):
    """Scenario 3: each round that passes brings a neutral herd to the neutral Barn, where fewer are."""
    if s.shared == 0 or SHARED_BUILDING[s.scenario] != BARN_PIECE or s.herds[NEUTRAL] >= HERDS:
        return
    chosen = REINFORCED_FIRST
    for region in range(s.regions):
        if has(s.shared, region) and herds_at(s, region) < herds_at(s, chosen):
            chosen = region
    add_herds(s, chosen, NEUTRAL, 1)


@compile_rule()
def neutral_gone(s):
    """Return whether the neutral herd is eliminated: its herds gone, in scenario 3 its Barn."""
    if SHARED_BUILDING[s.scenario] == BARN_PIECE:
        return s.shared == 0
    return s.herds[NEUTRAL] == 0


@compile_rule()
def finish(s, winners):
    """The game is over."""
    s.winners = winners
    s.to_act = -1
    s.decision = -1


@compile_rule()
def leaders(s):
    """Return the players still in with the most VP, Moles in hand included."""
    best, ahead = -1, np.int64(0)
    for seat in range(s.players):
        if living(s, seat):
            vp = total_vp(s, seat)
            if vp > best:
                best = vp
                ahead = bit(seat)
            elif vp == best:
                ahead |= bit(seat)
    return ahead


@compile_rule()
def end_scenario(s):
    """The neutral herd is gone: the most VP win, a tie goes to the second player."""
    ahead = leaders(s)
    finish(s, bit(1) if has(ahead, 1) else ahead)


@compile_rule()
def end_round(s):
    """A round has passed; the limit ends the game."""
    if s.scenario > 0:
        reinforce(s)
        if s.round >= SCENARIO_ROUNDS[s.scenario]:
            finish(s, 0)
            return
    elif s.round >= s.max_rounds:
        s.truncated = 1
        finish(s, leaders(s))
        return
    s.round += 1


@compile_rule()
def end_turn(s):
    """The turn ends; the next player still in begins."""
    seat = int(s.active)
    end_promises(s, seat)
    s.fresh[seat, :] = 0
    if s.scenario > 0 and neutral_gone(s):
        end_scenario(s)
        return
    after = next_living(s, seat)
    if after <= seat:
        end_round(s)
    if s.to_act < 0:
        return
    s.active = after
    begin_turn(s)


# Ends at any time


@compile_rule()
def look_for_winner(s):
    """Whoever reaches 10 VP, Moles in hand included, wins at once (R14); not in the scenarios."""
    if s.scenario > 0:
        return
    for seat in range(s.players):
        if living(s, seat) and total_vp(s, seat) >= VP_TO_WIN:
            finish(s, bit(seat))
            return
