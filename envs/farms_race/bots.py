"""Scripted players of Farms Race.

They take what is near and weakly held, keep a herd where control would be lost, build what the cards allow after bank
trades, and weigh a combat by how long each side would last. They differ in what they are after: see `BOTS` and the
table `TASTE`. They use only what their seat may know.
"""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import random_legal

from . import actions as A
from .box import (
    BARN,
    COMBAT_FACES,
    FACE,
    GUN,
    HUMANS,
    ITEMS,
    KINDS,
    MUTATION_COUNT,
    NEUTRAL,
    NO_BUILDING,
    NOBODY,
    REGIONS,
    SEATS,
    SPY_COUNT,
    VP_TO_WIN,
    Item,
    Mutation,
    Spy,
)
from .rules.board import (
    armories_of,
    armory_supply,
    barn_supply,
    bit,
    hand_size,
    has,
    herds_at,
    living,
    mutated,
    next_to,
    nuke_supply,
    nukes_built,
    shown_vp,
    total_vp,
    unspent,
)
from .rules.combat import units
from .rules.legal import about
from .rules.moves import origins, sent_herds
from .rules.trade import GIVEN, WANTED, rate
from .state import ATTACKERS, DEFENDERS, SIGNATURES, Decision

BOTS = {
    "random": "every legal action equally likely",
    "expander": "human and empty regions, all five terrains, barns and armories first; fights players where it is safe",
    "raider": "weakly held regions of other players, the leader's first, with nukes before the attack",
    "turtle": "buildings, guards and the most nukes; launches them at the leader and answers every hit",
    "finisher": "an expander that saves Nukiest and conquests until they win the game in one turn",
}
RANDOM, EXPANDER, RAIDER, TURTLE, FINISHER = range(5)

MARGIN, AGGRESSION, GUARD, NUKING, ANSWERING = range(5)
TASTE = np.array(
    [
        [1.0, 0.0, 0.0, 0.0, 0.0],
        [1.3, 0.8, 0.0, 9.0, 1.0],
        [1.1, 2.0, 0.0, 2.0, 1.0],
        [1.6, 0.5, 1.0, 1.5, 0.5],
        [1.3, 0.8, 0.0, 9.0, 1.0],
    ]
)
"""For each player: how many times as long it wants to last in a combat; how much it likes to attack players; herds that
it leaves at buildings near others; how much damage a nuke has to do in its own turn; and as an answer."""

_BARN, _ARMORY, _SPY, _NUKE = (int(item) for item in Item)
_MOLE, _POCKET, _SMUGGLER, _PICKPOCKET = int(Spy.MOLE), int(Spy.POCKET_NUKE), int(Spy.SMUGGLER), int(Spy.PICKPOCKET)
_CALL_UP, _SABOTEUR, _INFORMER = int(Spy.CALL_UP), int(Spy.SABOTEUR), int(Spy.INFORMER)
_DOUBLE_AGENT = int(Spy.DOUBLE_AGENT)
_NEVER = -1e9
UNKNOWN_HUMANS = 1.8  # the mean number of a face-down token
HURRY = 0.8  # the margin against the neutral herd: rounds are few
NEUTRAL_DAMAGE = 1.0  # that is worth a nuke
ENOUGH = 2.0  # times as long as the other side: no more herds are sent

MUTATION_VALUE = np.array([8, 9, 6, 6, 5, 7, 6, 8, 9, 5, 5, 9, 5, 4, 4, 4, 5, 7, 6], np.int8)
SPY_VALUE = np.array([9, 6, 5, 5, 5, 3, 1, 2], np.int8)
assert len(MUTATION_VALUE) == MUTATION_COUNT
assert len(SPY_VALUE) == SPY_COUNT


# What a combat is worth


@compile_rule()
def share_of(s, face):
    """Return how often the combat die shows a face."""
    faces = 0
    for other in range(len(COMBAT_FACES)):
        faces += s.combat_die[other]
    return s.combat_die[face] / faces


@compile_rule()
def lasting(s, seat, defender, healthy, damaged, units_there, hits_there):
    """Return how many times as long `seat` would last with these herds as the defenders with so many units and hits."""
    number = healthy + damaged
    if number <= 0:
        return 0.0
    if units_there <= 0 or hits_there <= 0:
        return 99.0
    mine, theirs = float(number), float(units_there)
    if mutated(s, defender, Mutation.ADORABLE):
        mine = max(1.0, mine - 1)
    if mutated(s, seat, Mutation.ADORABLE):
        theirs = max(1.0, theirs - 1)
    gun = share_of(s, GUN)
    strength = mine * (gun + (share_of(s, FACE) if defender == HUMANS else 0.0)) + armories_of(s, seat)
    resistance = theirs * gun + armories_of(s, defender)
    if mutated(s, defender, Mutation.RADIOACTIVE):
        resistance += 0.5 * strength
    return (2 * healthy + damaged) * strength / (hits_there * resistance)


@compile_rule()
def defender_of(s, region):
    """Return who would defend a region."""
    return HUMANS if s.humans[region] > 0 else int(s.owner[region])


@compile_rule()
def units_of(s, region):
    """Return how many units a seat expects in a region: of face-down humans the mean."""
    if s.humans[region] > 0:
        return float(s.humans[region]) if has(s.face_up, region) else UNKNOWN_HUMANS
    return float(herds_at(s, region))


@compile_rule()
def hits_of(s, region):
    """Return how much damage it takes to clear a region."""
    if s.humans[region] > 0:
        return units_of(s, region)
    return 2.0 * s.healthy[region] + s.damaged[region]


# Herds that can go


@compile_rule()
def threatened(s, seat, region):
    """Return whether herds of another player stand next to a region."""
    for other in range(s.regions):
        if has(s.adjacent[region], other) and s.owner[other] >= 0 and s.owner[other] != seat:
            if s.owner[other] < SEATS and herds_at(s, other) > 0:
                return True
    return False


@compile_rule()
def spare(s, seat, region, bot):
    """Return how many herds can leave a region, beside those already chosen, without giving it up."""
    keep = 1 if s.building[region] == NO_BUILDING else 0
    if s.building[region] != NO_BUILDING and threatened(s, seat, region):
        keep = int(TASTE[bot, GUARD])
    chosen = int(s.sent_healthy[region]) + int(s.sent_damaged[region])
    return max(0, min(unspent(s, region), herds_at(s, region) - keep) - chosen)


@compile_rule()
def force(s, seat, target, bot):
    """Return how long `seat` would last in `target` with all that it can spare, compared with who is there."""
    healthy, damaged = 0, 0
    area = origins(s, seat, target)
    for region in range(s.regions):
        if has(area, region):
            able = spare(s, seat, region, bot)
            fit = min(able, int(s.healthy[region]) - int(s.spent_healthy[region]))
            healthy += fit
            damaged += able - fit
    return lasting(s, seat, defender_of(s, target), healthy, damaged, units_of(s, target), hits_of(s, target))


# What a region is worth


@compile_rule()
def own_terrain(s, seat, kind):
    """Return how many regions of a terrain a seat controls."""
    number = 0
    for region in range(s.regions):
        number += int(s.owner[region] == seat and s.gives[region] == kind)
    return number


@compile_rule()
def leader_beside(s, seat):
    """Return the other player still in who shows the most VP."""
    best, most = NOBODY, -1
    for places in range(1, s.players):
        other = (seat + places) % s.players
        if living(s, other) and shown_vp(s, other) > most:
            best, most = other, shown_vp(s, other)
    return best


@compile_rule()
def brings_token(s, region):
    """Return whether conquering a region brings a VP token."""
    return s.scenario == 0 and has(s.stood, region) and not has(s.turmoil, region)


@compile_rule()
def worth(s, seat, region, bot):
    """Return how much a seat wants a region that is not its own."""
    value = 1.0 + 2.0 / (1 + own_terrain(s, seat, int(s.gives[region])))
    owner = int(s.owner[region])
    if owner == NEUTRAL:
        return value + 3.0 + 3.0 * s.vp_on[region]
    if owner == NOBODY:
        return value + 3.0 * s.vp_on[region] + 3.0 * brings_token(s, region)
    value += 3.0 * brings_token(s, region) + 2.0 * s.building[region]
    if owner == leader_beside(s, seat):
        value += 1.0
    return value * TASTE[bot, AGGRESSION]


@compile_rule()
def holds_back(s, seat, target, bot):
    """A finisher leaves conquests alone until they win at once."""
    if bot != FINISHER or not brings_token(s, target):
        return False
    within = total_vp(s, seat) + 2
    return shown_vp(s, seat) >= VP_TO_WIN - 3 and within < VP_TO_WIN


@compile_rule()
def margin(s, region, bot):
    """Return how many times as long as the others a player wants to last: less against the neutral herd."""
    return min(HURRY, TASTE[bot, MARGIN]) if s.owner[region] == NEUTRAL else TASTE[bot, MARGIN]


@compile_rule()
def best_target(s, seat, mask, bot):
    """Return the region that is most worth entering among those that can be won; -1 for none."""
    best, most = -1, 0.0
    for region in range(s.regions):
        if mask[A.REGION + region] == 0 or s.owner[region] == seat or holds_back(s, seat, region, bot):
            continue
        lasts = force(s, seat, region, bot)
        if lasts < margin(s, region, bot):
            continue
        value = worth(s, seat, region, bot) * min(lasts, ENOUGH)
        if value > most:
            best, most = region, value
    return best


@compile_rule()
def steps_to_front(s, seat, steps):
    """Write for each region how many steps it is from one that is not the seat's."""
    for region in range(s.regions):
        steps[region] = 0 if s.owner[region] != seat else REGIONS
    area = np.int64(0)
    for region in range(s.regions):
        if steps[region] == 0 and not has(s.locked, region):
            area |= bit(region)
    for step in range(1, REGIONS):
        area |= next_to(s, area)
        news = 0
        for region in range(s.regions):
            if has(area, region) and steps[region] == REGIONS:
                steps[region] = step
                news += 1
        if news == 0:
            return


@compile_rule()
def best_march(s, seat, mask, bot):
    """Return the own region that herds from behind can move up to; -1 for none."""
    steps = np.zeros(REGIONS, np.int64)
    steps_to_front(s, seat, steps)
    best, most = -1, 0
    for region in range(s.regions):
        if mask[A.REGION + region] == 0 or s.owner[region] != seat:
            continue
        area = origins(s, seat, region)
        for other in range(s.regions):
            if has(area, other) and steps[other] > steps[region]:
                able = spare(s, seat, other, bot)
                if able > most:
                    best, most = region, able
    return best


@compile_rule()
def next_herd(s, seat, mask, bot):
    """Return the herd that joins the move next, or GO once enough do."""
    target = int(s.target)
    marching = s.owner[target] == seat
    healthy, damaged = 0, 0
    for region in range(s.regions):
        healthy += s.sent_healthy[region]
        damaged += s.sent_damaged[region]
    wanted = ENOUGH if defender_of(s, target) == HUMANS or marching else ENOUGH + 1.0
    lasts = lasting(s, seat, defender_of(s, target), healthy, damaged, units_of(s, target), hits_of(s, target))
    steps = np.zeros(REGIONS, np.int64)
    if marching:
        steps_to_front(s, seat, steps)
    elif healthy + damaged > 0 and lasts >= wanted:
        return A.GO
    best, most = -1, 0
    for region in range(s.regions):
        if marching and steps[region] <= steps[target]:
            continue
        able = spare(s, seat, region, bot)
        if able > most and mask[A.HERD + 2 * region] == 1:
            best, most = A.HERD + 2 * region, able
    if best < 0:
        for region in range(s.regions):
            if marching and steps[region] <= steps[target]:
                continue
            if mask[A.HERD + 2 * region + 1] == 1 and spare(s, seat, region, bot) > 0:
                best = A.HERD + 2 * region + 1
    if best >= 0:
        return best
    return A.GO if sent_herds(s) > 0 else -1


# Cards


@compile_rule()
def missing(s, seat, item):
    """Return how many cards a seat lacks for an item."""
    number = 0
    for kind in range(KINDS):
        number += max(0, int(s.costs[item, kind]) - int(s.hand[seat, kind]))
    return number


@compile_rule()
def trades_left(s, seat, item):
    """Return how many bank trades a seat can make with cards that an item does not take."""
    number = 0
    for kind in range(KINDS):
        number += max(0, int(s.hand[seat, kind]) - int(s.costs[item, kind])) // rate(s, seat)
    return number


@compile_rule()
def has_place(s, seat, building):
    """Return whether an own region holds such a building, or none (NO_BUILDING) where one may stand."""
    for region in range(s.regions):
        if s.owner[region] == seat and s.building[region] == building:
            if building != NO_BUILDING or not has(s.shared, region):
                return True
    return False


@compile_rule()
def wants(s, seat, item, bot):
    """Return whether a seat would build an item, if it had the cards."""
    if item == _BARN:
        return barn_supply(s, seat) > 0 and has_place(s, seat, NO_BUILDING)
    if item == _ARMORY:
        return armory_supply(s, seat) > 0 and has_place(s, seat, BARN)
    if item == _SPY:
        return s.deck_size > 0
    if nuke_supply(s) == 0:
        return False
    if bot == RAIDER or bot == TURTLE or s.scenario > 0:
        return True
    takes_tile = s.nukiest == NOBODY or (
        s.nukiest != seat and nukes_built(s, seat) + 1 > nukes_built(s, int(s.nukiest))
    )
    if bot == FINISHER and shown_vp(s, seat) < VP_TO_WIN - 3:
        return False
    return takes_tile


@compile_rule()
def item_in_order(place, bot):
    """Return what a player builds first, second, ...: the most VP, nukes early for the turtle."""
    if bot == TURTLE:
        return (_ARMORY, _NUKE, _BARN, _SPY)[place]
    return (_ARMORY, _BARN, _NUKE, _SPY)[place]


@compile_rule()
def plan(s, seat, bot):
    """Return what a seat builds next: the first wanted item that its cards reach, else the one that lacks least."""
    best, least = _SPY, 99
    for place in range(len(ITEMS)):
        item = item_in_order(place, bot)
        if wants(s, seat, item, bot):
            lacks = missing(s, seat, item)
            if lacks <= trades_left(s, seat, item):
                return item
            if lacks < least:
                best, least = item, lacks
    return best


@compile_rule()
def front_value(s, seat, region):
    """Return how much a building does in a region: safe from others, many regions to go to."""
    value = 2.0 * herds_at(s, region) - 3.0 * threatened(s, seat, region)
    for other in range(s.regions):
        if has(s.adjacent[region], other) and s.owner[other] != seat:
            value += 0.5
    return value


@compile_rule()
def best_building(s, seat, mask):
    """Return the region to build in, -1 for none: an Armory if one can be built, else a Barn where it is safe."""
    best, most = -1, _NEVER
    for region in range(s.regions):
        if mask[A.BUILD + region] == 1:
            value = front_value(s, seat, region) + 20.0 * (s.building[region] == BARN)
            if value > most:
                best, most = region, value
    return best


@compile_rule()
def build_or_trade(s, seat, mask, bot):
    """Return an action that builds what is planned, or a bank trade towards it; -1 for none."""
    region = best_building(s, seat, mask)
    if region >= 0:
        return A.BUILD + region
    item = plan(s, seat, bot)
    if not wants(s, seat, item, bot):
        return -1
    if item == _NUKE and mask[A.BUILD_NUKE] == 1:
        return A.BUILD_NUKE
    if item == _SPY and mask[A.BUILD_SPY] == 1 and keeps_for_others(s, seat, bot):
        return A.BUILD_SPY
    if missing(s, seat, item) == 0 or missing(s, seat, item) > trades_left(s, seat, item):
        return -1
    return trade_for(s, seat, mask, item)


@compile_rule()
def keeps_for_others(s, seat, bot):
    """Return whether the cards for a spy are not better kept for something that lacks one card only."""
    for place in range(len(ITEMS)):
        item = item_in_order(place, bot)
        if item != _SPY and item != _NUKE and wants(s, seat, item, bot) and missing(s, seat, item) <= 1:
            return hand_size(s, seat) > 6
    return True


@compile_rule()
def trade_for(s, seat, mask, item):
    """Return the bank trade of cards that an item does not take for one that it lacks; -1 for none."""
    lacked, given, most = -1, -1, 0
    for kind in range(KINDS):
        left = int(s.hand[seat, kind]) - int(s.costs[item, kind])
        if left < 0:
            lacked = kind
        elif left > most:
            given, most = kind, left
    if lacked >= 0 and given >= 0 and most >= rate(s, seat) and mask[A.BANK + given * KINDS + lacked] == 1:
        return A.BANK + given * KINDS + lacked
    return -1


@compile_rule()
def need_for(s, seat, kind, bot):
    """Return how much a seat wants one more card of a kind: what its plan lacks of it, else how few it gains."""
    item = plan(s, seat, bot)
    lacks = int(s.costs[item, kind]) - int(s.hand[seat, kind])
    return 5.0 * max(0, lacks) + 1.0 / (1 + own_terrain(s, seat, kind) + int(s.hand[seat, kind]))


@compile_rule()
def most_needed(s, seat, bot):
    """Return the resource that a seat wants most."""
    best, most = 0, _NEVER
    for kind in range(KINDS):
        if need_for(s, seat, kind, bot) > most:
            best, most = kind, need_for(s, seat, kind, bot)
    return best


@compile_rule()
def least_needed(s, seat, bot):
    """Return the resource of its hand that a seat misses least."""
    item = plan(s, seat, bot)
    best, most = 0, _NEVER
    for kind in range(KINDS):
        left = float(s.hand[seat, kind]) - 3.0 * s.costs[item, kind]
        if s.hand[seat, kind] > 0 and left > most:
            best, most = kind, left
    return best


@compile_rule()
def wild_choice(s, seat, bot):
    """Return the terrain that pays the seat most, compared with the others."""
    best, most = 0, _NEVER
    for kind in range(KINDS):
        value = own_terrain(s, seat, kind) * (1.0 + need_for(s, seat, kind, bot))
        for other in range(s.players):
            if other != seat:
                value -= own_terrain(s, other, kind) / (s.players - 1)
        if value > most:
            best, most = kind, value
    return best


# Nukes


@compile_rule()
def nuke_value(s, seat, region):
    """Return how much damage a nuke does others in a region, the leader's weighing more; own herds weigh against it."""
    owner = int(s.owner[region])
    if owner == NOBODY:
        return 0.3 * (s.humans[region] > 0 and next_to(s, bit(region)) & s.land[seat] != 0)
    value = s.damaged[region] + 0.5 * s.healthy[region]
    if owner == seat:
        return -2.0 * value - 1.0
    if owner == NEUTRAL:
        return value
    value += 0.5 * s.building[region] * (herds_at(s, region) > 0)
    return value * (1.5 if owner == leader_beside(s, seat) else 1.0) - 0.3 * s.ready[owner]


@compile_rule()
def best_nuke(s, seat, area):
    """Return the region of an area where a nuke does most; -1 for none."""
    best, most = -1, _NEVER
    for region in range(s.regions):
        if has(area, region) and nuke_value(s, seat, region) > most:
            best, most = region, nuke_value(s, seat, region)
    return best


@compile_rule()
def masked_regions(s, mask):
    """Return the regions that can be chosen."""
    area = np.int64(0)
    for region in range(s.regions):
        if mask[A.REGION + region] == 1:
            area |= bit(region)
    return area


@compile_rule()
def launch(s, seat, mask, bot, least):
    """Return a launch, if the best one does at least so much damage; -1 for none."""
    area = next_to(s, s.land[seat])
    if s.struck >= 0:
        area |= s.adjacent[s.struck]
    region = best_nuke(s, seat, area)
    if region >= 0 and s.owner[region] == NEUTRAL:
        least = min(least, NEUTRAL_DAMAGE)
    if region < 0 or nuke_value(s, seat, region) < least:
        return -1
    for way in range(2):
        if mask[A.LAUNCH + way] == 1:
            return A.LAUNCH + way
    return A.SPY + _POCKET if mask[A.SPY + _POCKET] == 1 else -1


# Spies


@compile_rule()
def richest(s, seat, mask):
    """Return the action that robs the player with the biggest hand, or the first that can be chosen."""
    best, most = -1, -1
    for places in range(1, s.players):
        other = (seat + places) % s.players
        if mask[about(s, seat, other, A.NAME)] == 1 and hand_size(s, other) > most:
            best, most = about(s, seat, other, A.NAME), hand_size(s, other)
    return best


@compile_rule()
def spy_to_play(s, seat, mask, bot):
    """Return a spy to play now; -1 for none. Moles count unshown, Pocket Nukes and Double Agents are kept."""
    if mask[A.SPY + _SMUGGLER] == 1 and missing(s, seat, plan(s, seat, bot)) <= 2:
        return A.SPY + _SMUGGLER
    if mask[A.SPY + _PICKPOCKET] == 1 and hand_size(s, seat) <= 6:
        return A.SPY + _PICKPOCKET
    if s.decision == Decision.ACTIONS and mask[A.SPY + _CALL_UP] == 1:
        return A.SPY + _CALL_UP
    if mask[A.SPY + _SABOTEUR] == 1 and best_sabotage(s, seat, next_to(s, s.land[seat])) >= 0:
        return A.SPY + _SABOTEUR
    return -1


@compile_rule()
def best_sabotage(s, seat, area):
    """Return the region next to the seat's where a single point of damage does most; -1 where it does nothing."""
    best, most = -1, 0.0
    for region in range(s.regions):
        owner = int(s.owner[region])
        if not has(area, region) or owner == seat or owner == NOBODY:
            continue
        if herds_at(s, region) == 0:
            continue
        value = 1.0 + (s.damaged[region] > 0) + s.building[region]
        if value > most:
            best, most = region, value
    return best


@compile_rule()
def spy_part(s, seat, mask, bot):
    """Return what the spy being played is played on; -1 to leave it to chance."""
    card = int(s.spy_card[0])
    if card == _POCKET:
        return A.REGION + best_nuke(s, seat, masked_regions(s, mask))
    if card == _SMUGGLER:
        return A.RESOURCE + most_needed(s, seat, bot)
    if card == _PICKPOCKET:
        return richest(s, seat, mask)
    if card == _SABOTEUR:
        region = best_sabotage(s, seat, masked_regions(s, mask))
        if region >= 0:
            return A.REGION + region
        return A.UNIT + 1 if mask[A.UNIT + 1] == 1 else -1
    if card == _CALL_UP:
        return place_herd(s, seat, mask)
    return -1


@compile_rule()
def place_herd(s, seat, mask):
    """Return the building where a herd does most: near others, few there."""
    best, most = -1, _NEVER
    for region in range(s.regions):
        if mask[A.REGION + region] == 1:
            value = 3.0 * threatened(s, seat, region) - herds_at(s, region)
            for other in range(s.regions):
                value += 0.5 * (has(s.adjacent[region], other) and s.owner[other] != seat)
            if value > most:
                best, most = region, value
    return A.REGION + best


@compile_rule()
def hurts(s, seat):
    """Return whether the spy at the bottom is aimed at a seat."""
    card, target = int(s.spy_card[0]), int(s.argument[0])
    if s.spy_seat[0] == seat:
        return False
    if card == _PICKPOCKET:
        return target == seat
    return (card == _POCKET or card == _SABOTEUR) and s.owner[target] == seat


@compile_rule()
def react(s, seat):
    """Return whether a Double Agent is played: against what hurts, or to save an own spy."""
    own = s.spy_seat[0] == seat
    return own if s.spy_depth % 2 == 0 else hurts(s, seat)


# Decisions


@compile_rule()
def best_of(s, mask, start, values):
    """Return the legal action from `start` on with the highest value."""
    best, most = -1, _NEVER
    for place in range(values.shape[0]):
        if mask[start + place] == 1 and values[place] > most:
            best, most = start + place, float(values[place])
    return best


@compile_rule()
def home(s, mask):
    """Return the start with the most terrains at one step."""
    best, most = -1, -1
    for region in range(s.regions):
        if mask[A.REGION + region] == 1:
            kinds = 0
            for kind in range(KINDS):
                there = False
                for other in range(s.regions):
                    near = other == region or has(s.adjacent[region], other)
                    there = there or (near and s.gives[other] == kind)
                kinds += there
            if kinds > most:
                best, most = A.REGION + region, kinds
    return best


@compile_rule()
def act(s, seat, mask, bot):
    """Return the next action of the Action phase."""
    spy = spy_to_play(s, seat, mask, bot)
    if spy >= 0:
        return spy
    built = build_or_trade(s, seat, mask, bot)
    if built >= 0:
        return built
    nuke = launch(s, seat, mask, bot, TASTE[bot, NUKING])
    if nuke >= 0:
        return nuke
    target = best_target(s, seat, mask, bot)
    if target < 0:
        target = best_march(s, seat, mask, bot)
    if target >= 0:
        return A.REGION + target
    for region in range(s.regions):
        if mask[A.HEAL + region] == 1:
            return A.HEAL + region
    return A.PASS


@compile_rule()
def spend(s, seat, mask, bot):
    """Return the next action of the Resources or the Discard phase."""
    spy = spy_to_play(s, seat, mask, bot)
    if spy >= 0:
        return spy
    built = build_or_trade(s, seat, mask, bot)
    if built >= 0:
        return built
    return A.PASS if mask[A.PASS] == 1 else A.RESOURCE + least_needed(s, seat, bot)


@compile_rule()
def retreat(s, seat):
    """Return whether the attackers retreat: they would not last as long as the defenders."""
    hits = float(s.humans[s.fight]) if s.defender == HUMANS else hits_of(s, int(s.fight))
    lasts = lasting(
        s, seat, int(s.defender), int(s.attack_healthy), int(s.attack_damaged), float(units(s, DEFENDERS)), hits
    )
    return lasts < 0.7


@compile_rule()
def give_way(s, seat, mask):
    """Return where the defenders retreat to, or that they hold the region."""
    hits = 2.0 * s.attack_healthy + s.attack_damaged
    region = int(s.fight)
    lasts = lasting(
        s, seat, int(s.active), int(s.healthy[region]), int(s.damaged[region]), float(units(s, ATTACKERS)), hits
    )
    if lasts >= 0.5:
        return A.PASS
    best, most = A.PASS, -1
    for other in range(s.regions):
        if mask[A.REGION + other] == 1 and herds_at(s, other) > most:
            best, most = A.REGION + other, herds_at(s, other)
    return best


@compile_rule()
def speak(s, seat, mask, bot):
    """Return an offer of what is not needed, a promise of the turtle about the leader, or that the seat is done."""
    if bot == TURTLE:
        promise = about(s, seat, leader_beside(s, seat), A.PROMISE + 1)
        if s.ready[seat] > 0 and mask[promise] == 1:
            return promise
    if hand_size(s, seat) > 2:
        for places in range(1, s.players):
            other = (seat + places) % s.players
            if mask[about(s, seat, other, A.NAME)] == 1 and s.known[seat, other, most_needed(s, seat, bot)] > 0:
                return about(s, seat, other, A.NAME)
    return A.PASS


@compile_rule()
def accepts(s, seat, bot):
    """Return whether an offer is good: what it gives is needed more than what it asks for."""
    given, wanted = int(s.offer_kind[GIVEN]), int(s.offer_kind[WANTED])
    gain = s.offer_number[GIVEN] * need_for(s, seat, given, bot)
    left = int(s.hand[seat, wanted]) - int(s.offer_number[WANTED])
    item = plan(s, seat, bot)
    return gain > 1.0 and left >= s.costs[item, wanted]


@compile_rule()
def early_choice(s, seat, mask, bot, decision):
    """Return the choice of a decision before the Action phase, or of spies looked at."""
    if decision == Decision.MUTATION:
        return best_of(s, mask, A.MUTATION, MUTATION_VALUE)
    if decision == Decision.START:
        return home(s, mask)
    if decision == Decision.PLACE:
        return place_herd(s, seat, mask)
    if decision == Decision.KEEP:
        return best_of(s, mask, A.SPY, SPY_VALUE)
    if decision == Decision.START_CARD:
        return A.RESOURCE + most_needed(s, seat, bot)
    if decision == Decision.WILD:
        return A.RESOURCE + wild_choice(s, seat, bot)
    return -1


@compile_rule()
def trade_choice(s, seat, mask, bot, decision):
    """Return the choice of a decision about trade among players."""
    if decision == Decision.WINDOW:
        return speak(s, seat, mask, bot)
    if decision == Decision.OFFER_GIVE:
        return A.CARDS + least_needed(s, seat, bot)
    if decision == Decision.OFFER_WANT:
        wanted = A.CARDS + most_needed(s, seat, bot)
        return wanted if mask[wanted] == 1 else -1
    return A.ACCEPT if mask[A.ACCEPT] == 1 and accepts(s, seat, bot) else A.PASS


@compile_rule()
def battle_choice(s, seat, mask, bot, decision):
    """Return the choice of a decision in combat or about nukes."""
    if decision == Decision.HERDS:
        return next_herd(s, seat, mask, bot)
    if decision == Decision.LOSE:
        return A.UNIT
    if decision == Decision.RETREAT:
        return A.RETREAT if retreat(s, seat) else A.PASS
    if decision == Decision.RETREAT_TO:
        return give_way(s, seat, mask)
    if decision == Decision.TARGET:
        return A.REGION + best_nuke(s, seat, masked_regions(s, mask))
    if decision == Decision.LAUNCH:
        least = TASTE[bot, ANSWERING] if s.answering == seat else TASTE[bot, NUKING]
        nuke = launch(s, seat, mask, bot, least)
        return nuke if nuke >= 0 else A.PASS
    return -1


@compile_rule()
def decide(s, seat, mask, bot):
    """Return the action of a scripted player other than random; -1 to leave it to chance."""
    decision = int(s.decision)
    if decision == Decision.ACTIONS:
        return act(s, seat, mask, bot)
    if decision == Decision.RESOURCES or decision == Decision.DISCARD:
        return spend(s, seat, mask, bot)
    if decision == Decision.SPY_PART:
        return spy_part(s, seat, mask, bot)
    if decision == Decision.REACT:
        return A.SPY + _DOUBLE_AGENT if mask[A.SPY + _DOUBLE_AGENT] == 1 and react(s, seat) else A.PASS
    if decision >= Decision.WINDOW and decision <= Decision.OFFER_ANSWER:
        return trade_choice(s, seat, mask, bot, decision)
    early = early_choice(s, seat, mask, bot, decision)
    return early if early >= 0 else battle_choice(s, seat, mask, bot, decision)


@compile_rule(SIGNATURES.choose)
def choose(s, bot, mask, generator):
    """Return the action of scripted player number `bot` for the seat to act."""
    if bot != RANDOM:
        action = decide(s, int(s.to_act), mask, bot)
        if action >= 0 and mask[action] == 1:
            return action
    return random_legal(mask, generator)
