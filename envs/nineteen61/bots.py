"""Scripted players of 1961.

All but `random` think alike. `turns_to_win` says how far a player is from winning by what lies on the table, as it is
or after one change to it: a missile, a lost top card, an Embargo, a card more, a building more. The worth of an action
is what it changes: the own way shorter, that of others longer. Each player adds its own liking to that. The players
have no memory: each decision is taken from the position alone, so the decisions of one move have to agree by
themselves.

A player reads what its seat may know and nothing else: rows, sizes of stacks, the pile, its own hand, and face-down
cards only where `known` has its bit. Actions and buildings are valued separately, so every pairing will do. What is
equal is decided by lot.
"""

import numpy as np
from numba import types

from envs.core.compiling import compile_rule
from envs.core.rng import next_below, random_legal

from . import actions as A
from .box import (
    BUNKER,
    EMBARGO,
    EMBASSIES_TO_WIN,
    EMBASSY,
    ESPIONAGE,
    FACILITY,
    FACTORY,
    KINDS,
    LANDER,
    LANDER_CARDS_TO_WIN,
    MISSILE_LAUNCH,
    NO_CARD,
    RESEARCH,
    RESPONSE_SYSTEM,
    SABOTAGE,
    SILO,
)
from .rules.cards import action_of, active_building, building_of, can_receive, kind_with_action, knows, living, shield
from .state import SIGNATURES, Decision

BOTS = {
    "random": "every legal action equally likely",
    "lander_rush": "stacks its own Lander every turn, faster with a Factory; frees it of Embargoes; minds nobody else",
    "embassy_rush": "keeps and builds Embassies and shelters them; stacks its Lander meanwhile",
    "retaliator": "rushes its Lander under Response Systems",
    "leader_hunter": "keeps its weapons for whoever is one turn from winning; otherwise the quickest way of its own",
    "silo_burst": "loads a Missile Silo where that wipes out an opponent sooner than its Lander would fly; else a rush",
}
RANDOM, LANDER_RUSH, EMBASSY_RUSH, RETALIATOR, LEADER_HUNTER, SILO_BURST = range(6)

NOTHING, TOP_OFF, DISABLED, STACKED, BUILT = range(5)
"""Changes to a row: none; a place loses its top card, gets an Embargo, gets a card; a building is added."""

FAR = 12  # turns: as good as never
WAITING = 3  # turns until an Embassy is drawn, or an Embargo is got rid of
PROMISE = np.array([20000, 160, 110, 75, 50, 35, 25, 18, 13, 9, 6, 4, 2], np.int64)
"""What it is worth to oneself to be 0, 1, ... FAR turns from winning, after the own turn."""
DANGER = np.array([20000, 700, 120, 60, 35, 22, 14, 9, 6, 4, 3, 2, 1], np.int64)
"""What it is worth to avert that another player, who is still to come, is so near."""
STRIKE = 300  # what a strike must be worth to go before the own way: somebody is one turn from winning
LAST_ONE = 10000  # wiping out the last opponent
SHELTER = 20
LIKING = 60  # of a player for its own way to win
SURE = 100000  # an ability that costs no card and is wanted comes first
NEVER = -1000000

KEEP_BUILDING = np.array(
    [  # Embassy, Missile Silo, Factory, Bunker, Agency, Secret Facility
        [0, 0, 0, 0, 0, 0],
        [1, 0, 3, 0, 0, 0],
        [9, 0, 2, 3, 0, 2],
        [1, 0, 2, 0, 0, 0],
        [3, 0, 2, 0, 0, 0],
        [1, 5, 2, 0, 0, 0],
    ],
    np.int64,
)
"""How much each player would rather keep a building in hand than stack it."""
KEEP_ACTION = np.array(
    [  # Missile Launch, Espionage, Response System, Embargo, Sabotage, Research
        [0, 0, 0, 0, 0, 0],
        [1, 3, 0, 0, 2, 1],
        [0, 3, 0, 1, 2, 1],
        [1, 2, -9, 0, 2, 1],
        [4, 4, 0, 6, 3, 2],
        [4, 2, 0, 0, 2, 1],
    ],
    np.int64,
)
"""The same for actions. The retaliator stacks Response Systems first."""

# Functions with many callers get a signature: they are compiled once, not for each caller.
_i64, _state = types.int64, SIGNATURES.state


# How far players are from winning


@compile_rule(_i64(_i64, _i64, _i64))
def lander_turns(need, speed, bare):
    """Return the turns in which `need` cards reach a Lander at `speed` a turn, stacking `bare` Factories on the way."""
    turns = 0
    while need > 0:
        need -= speed
        if bare > 0:  # a Factory produces as soon as it is stacked, so that this is no slower
            bare -= 1
            speed += 1
        turns += 1
    return turns


@compile_rule()
def cover(s, piece):
    """Return how many cards lie on the uppermost face-up Embargo in the stack of `piece`; 0 if there is none."""
    cards, card = 0, s.top[piece]
    while card != NO_CARD and s.face_up[card] == 0:
        cards += 1
        card = s.below[card]
    return cards if card != NO_CARD else 0


@compile_rule(_i64(_state, _i64, _i64, _i64, _i64, _i64))
def turns_to_win(s, bot, seat, change, at, hit):
    """Return how many turns `seat` needs to win, at most FAR, for all that the seat to act can see.

    `change` happens to its row first, to the place `at` (BUILT: `at` is the kind); with `hit` 1 a missile too. The
    hunter reckons that one card of its own Lander will be shot.
    """
    safe = shield(s, seat)
    need, wait, speed, bare, embassies = FAR, 0, 1, 0, 0
    for place in range(s.row_size[seat]):
        piece = s.row[seat, place]
        building, size, embargoes = building_of(piece), s.size[piece], s.embargoes[piece]
        here = change if place == at else NOTHING
        if here == TOP_OFF or (hit == 1 and (safe >> place) & 1 == 0):
            size -= 1
            embargoes -= s.face_up[s.top[piece]]
        size += here == STACKED
        embargoes += here == DISABLED
        if building == LANDER and size >= 0:
            need += LANDER_CARDS_TO_WIN - size - FAR
            if embargoes > 0:
                wait = WAITING + cover(s, piece) + (here == STACKED)
        elif size >= 0 and embargoes == 0:
            embassies += building == EMBASSY
            if building == FACTORY:
                speed += size > 0
                bare += size == 0
                need -= here == STACKED and size == 1  # it produces at once
    held = s.hand[seat, EMBASSY] if seat == s.to_act else min(s.shown[seat, EMBASSY] + 1, s.hand_size[seat])
    if change == BUILT:
        bare += at == FACTORY
        embassies += at == EMBASSY
        held -= at == EMBASSY
    missing = EMBASSIES_TO_WIN - embassies
    turns = missing + WAITING * max(missing - held, 0) if missing > 0 else 0
    if need <= LANDER_CARDS_TO_WIN:
        need += bot == LEADER_HUNTER and seat == s.to_act and need > 1
        turns = min(turns, wait + lander_turns(need, speed, bare))
    return min(turns, FAR)


@compile_rule(_i64(_state, _i64, _i64, _i64, _i64, _i64))
def swing(s, bot, seat, change, at, hit):
    """Return what a change of the row of `seat` is worth to the seat to act."""
    before = turns_to_win(s, bot, seat, NOTHING, -1, 0)
    after = turns_to_win(s, bot, seat, change, at, hit)
    return PROMISE[after] - PROMISE[before] if seat == s.to_act else DANGER[before] - DANGER[after]


@compile_rule(_i64(_state, _i64))
def missiles_to_raze(s, seat):
    """Return how many missiles leave no building of `seat`: those next to a Bunker fall after it."""
    most = 0
    for place in range(s.row_size[seat]):
        piece = s.row[seat, place]
        shelter = 0
        if active_building(s, piece) != BUNKER:
            for beside in range(max(place - 1, 0), min(place + 2, s.row_size[seat])):
                if active_building(s, s.row[seat, beside]) == BUNKER:
                    shelter = max(shelter, s.size[s.row[seat, beside]] + 1)
        most = max(most, shelter + s.size[piece] + 1)
    return most


@compile_rule(_i64(_state, _i64, _i64))
def standing(s, building, stacked):
    """Return how many active ones of a building the seat to act has; with `stacked` 1, the cards on them."""
    count = 0
    for place in range(s.row_size[s.to_act]):
        piece = s.row[s.to_act, place]
        if active_building(s, piece) == building:
            count += s.size[piece] if stacked == 1 else 1
    return count


# What strikes are worth


@compile_rule()
def response_risk(s, piece):
    """Return the chance, in sixths, that the top card of `piece` is a Response System, for all that the seat knows."""
    top = s.top[piece]
    if top == NO_CARD or s.face_up[top] == 1:
        return 0
    if knows(s, s.to_act, top):
        return 6 if action_of(s, top) == RESPONSE_SYSTEM else 0
    return 1


@compile_rule(_i64(_state, _i64))
def pain(s, bot):
    """Return what a missile at the seat to act costs it."""
    return LAST_ONE if missiles_to_raze(s, s.to_act) <= 1 else -swing(s, bot, s.to_act, NOTHING, -1, 1)


@compile_rule(_i64(_state, _i64, _i64, _i64))
def missile_worth(s, bot, seat, missiles):
    """Return what a missile at `seat` is worth to the seat to act, who has `missiles` at hand in all."""
    if seat == s.to_act:
        return -pain(s, bot)
    worth = swing(s, bot, seat, NOTHING, -1, 1)
    if missiles_to_raze(s, seat) <= missiles:
        worth += LAST_ONE if s.outs == s.players - 2 else DANGER[1]
    sixths, safe = 0, shield(s, seat)
    for place in range(s.row_size[seat]):
        if (safe >> place) & 1 == 0:
            sixths += response_risk(s, s.row[seat, place])
    return worth - sixths * pain(s, bot) // 6


@compile_rule(_i64(_state, _i64, types.boolean))
def best_missile(s, bot, everywhere):
    """Return what the best target, or the own row if not `everywhere`, makes one more missile worth."""
    if not everywhere:
        return -pain(s, bot)
    best = NEVER
    for seat in range(s.players):
        if living(s, seat):
            best = max(best, missile_worth(s, bot, seat, standing(s, SILO, 1) + 1))
    return best


# What cards on the own row are worth


@compile_rule(_i64(_state, _i64))
def silo_worth(s, bot):
    """Return what one more card in a Silo, or a first Silo, is worth."""
    if bot != SILO_BURST:
        return 0
    missiles = 2 * FAR
    for seat in range(s.players):
        if seat != s.to_act and living(s, seat):
            missiles = min(missiles, missiles_to_raze(s, seat))
    silos = standing(s, SILO, 0)
    worth = 0
    if missiles - standing(s, SILO, 1) + (silos == 0) < turns_to_win(s, bot, s.to_act, NOTHING, -1, 0):
        worth = LIKING
    if silos > 0:
        strike = best_missile(s, bot, True)
        worth += strike if strike >= STRIKE else 0
    return worth


@compile_rule(_i64(_state, _i64, _i64))
def stack_worth(s, bot, place):
    """Return what a card on this place of the own row is worth to `bot`."""
    piece = s.row[s.to_act, place]
    worth = swing(s, bot, s.to_act, STACKED, place, 0)
    if active_building(s, piece) == SILO:
        worth += silo_worth(s, bot)
    if bot == EMBASSY_RUSH and active_building(s, piece) == EMBASSY and s.size[piece] == 0:
        worth += SHELTER if (shield(s, s.to_act) >> place) & 1 == 0 and standing(s, EMBASSY, 0) > 1 else 0
    if worth <= 0:
        worth -= 3 * (s.size[piece] > 5) + 3 * s.face_up[s.top[piece]]  # of no use, and an Embargo is better left open
    return worth


# What actions are worth


@compile_rule(_i64(_state, _i64, _i64, _i64, _i64))
def place_worth(s, bot, decision, seat, place):
    """Return what choosing a place for this decision is worth to the seat to act."""
    if decision == Decision.EMBARGO:
        return swing(s, bot, seat, DISABLED, place, 0)
    if decision == Decision.SABOTAGE:
        risk = response_risk(s, s.row[seat, place]) * pain(s, bot) // 6 if seat != s.to_act else 0
        return swing(s, bot, seat, TOP_OFF, place, 0) - risk
    if decision == Decision.LOOK or decision == Decision.DISCARD:
        return swing(s, bot, seat, TOP_OFF, place, 0)
    return stack_worth(s, bot, place) if seat == s.to_act else NEVER


@compile_rule(_i64(_state, _i64, _i64, types.boolean))
def action_worth(s, bot, action, everywhere):
    """Return what the effect of an action other than Research is worth; in the own row only, or everywhere."""
    if action == MISSILE_LAUNCH:
        return best_missile(s, bot, everywhere)
    decision = Decision.STACK_RESPONSE
    if action == ESPIONAGE:
        decision = Decision.LOOK
    elif action == EMBARGO:
        decision = Decision.EMBARGO
    elif action == SABOTAGE:
        decision = Decision.SABOTAGE
    best = NEVER
    for seat in range(s.players):
        if not living(s, seat) or not (everywhere or seat == s.to_act):
            continue
        for place in range(s.row_size[seat]):
            if s.size[s.row[seat, place]] > 0 or action == EMBARGO or action == RESPONSE_SYSTEM:
                best = max(best, place_worth(s, bot, decision, seat, place))
    return best


@compile_rule(_i64(_state, _i64, _i64, types.boolean))
def play_worth(s, bot, action, everywhere):
    """Return what playing an action is worth; Research is worth the best of the pile."""
    if action != RESEARCH:
        return action_worth(s, bot, action, everywhere)
    best = NEVER
    for kind in range(KINDS):
        if s.pile[kind] > 0 and s.pairing[kind] != RESEARCH:
            best = max(best, action_worth(s, bot, s.pairing[kind], everywhere) - 1)
    return best


# Each player's own liking


@compile_rule(_i64(_state, _i64, _i64))
def build_worth(s, bot, kind):
    """Return what a new building is worth to `bot`."""
    worth = swing(s, bot, s.to_act, BUILT, kind, 0) - 2
    if kind == SILO and standing(s, SILO, 0) == 0:
        worth += silo_worth(s, bot)
    elif bot == EMBASSY_RUSH:
        embassies = standing(s, EMBASSY, 0)
        if kind == EMBASSY and embassies + s.hand[s.to_act, EMBASSY] > 1:
            worth += LIKING if turns_to_win(s, bot, s.to_act, NOTHING, -1, 0) > 2 else 0
        elif kind == BUNKER and embassies > 1 and standing(s, BUNKER, 0) == 0:
            worth += LIKING // 3
    return worth


@compile_rule()
def gap_worth(s, seat, gap):
    """Return how good a gap is for the chosen building: Bunkers beside what needs shelter, others beside Bunkers."""
    if seat != s.to_act:
        return NEVER
    bunker = building_of(s.chosen_card) == BUNKER
    worth, safe = 0, shield(s, seat)
    for place in range(max(gap - 1, 0), min(gap + 1, s.row_size[seat])):
        building = active_building(s, s.row[seat, place])
        sheltered = (safe >> place) & 1
        if bunker:
            worth += (1 - sheltered) * (3 if building == EMBASSY or building == LANDER else 1)
        else:
            worth += 2 * (building == BUNKER) - sheltered
    return worth


@compile_rule()
def wants_launch(s, bot):
    """Return whether a missile from a Silo, or all of them, saves the game or ends it."""
    for seat in range(s.players):
        if seat != s.to_act and living(s, seat) and missile_worth(s, bot, seat, standing(s, SILO, 1)) >= STRIKE:
            return True
    return False


@compile_rule()
def wants_swap(s, bot):
    """Return whether some building of the hand is worth more than the Secret Facility."""
    for kind in range(KINDS):
        if kind != FACILITY and s.hand[s.to_act, kind] > 0 and build_worth(s, bot, kind) > 0:
            return True
    return False


@compile_rule()
def can_produce_at_home(s):
    """Return whether the seat to act has a building that a Factory may produce onto."""
    for place in range(s.row_size[s.to_act]):
        if can_receive(s, s.row[s.to_act, place]):
            return True
    return False


@compile_rule()
def best_stack(s, bot):
    """Return what the best place of the own row for a card is worth."""
    best = NEVER
    for place in range(s.row_size[s.to_act]):
        best = max(best, stack_worth(s, bot, place))
    return best


@compile_rule()
def turn_worth(s, bot, action):
    """Return what a choice of the turn is worth to `bot`: abilities that it wants, then the best card, then passing."""
    if action == A.PASS:
        return 0
    if action == A.SWAP:
        return SURE + 2 if wants_swap(s, bot) else NEVER
    if action == A.LAUNCH:
        return SURE + 1 if wants_launch(s, bot) else NEVER
    if action == A.PRODUCE:
        return SURE if can_produce_at_home(s) else NEVER
    if action == A.STACK:
        return best_stack(s, bot)
    if action < A.PLAY:
        return build_worth(s, bot, action - A.BUILD)
    action -= A.PLAY
    strike = play_worth(s, bot, action, True)
    armed = bot == LEADER_HUNTER or (bot == SILO_BURST and action == MISSILE_LAUNCH)
    if strike >= (STRIKE if armed else LAST_ONE // 2):
        return strike
    if strike <= 0:
        return play_worth(s, bot, action, False) - 2
    aside = strike // 8 if bot == LEADER_HUNTER else min(strike, 1)
    return max(play_worth(s, bot, action, False) - 2, aside if bot == LEADER_HUNTER else aside - 2)


@compile_rule()
def worth_of(s, bot, action):
    """Return what a legal action is worth to `bot`."""
    decision = s.decision
    if decision == Decision.TURN:
        return turn_worth(s, bot, action)
    if decision == Decision.SETUP or decision == Decision.STACK_CARD:
        kind = kind_with_action(s, action - A.CARD)
        return -KEEP_BUILDING[bot, kind] - KEEP_ACTION[bot, action - A.CARD]
    if decision == Decision.SWAP_FOR:
        return build_worth(s, bot, action - A.TAKE)
    if decision == Decision.LAUNCH_CARD:
        return action  # the lowest: what lies on top goes on guarding the Silo
    if decision == Decision.RESEARCH:
        return play_worth(s, bot, action - A.REPLAY, True)
    if decision == Decision.DISCARD_OR_KEEP:
        other = s.chosen_row != s.to_act
        return swing(s, bot, s.chosen_row, TOP_OFF, s.chosen_place, 0) + other if action == A.DISCARD else 0
    seat = (s.to_act + (action - A.ROWS) // A.PER_ROW) % s.players
    at = (action - A.ROWS) % A.PER_ROW
    if decision == Decision.GAP:
        return gap_worth(s, seat, at - A.GAP)
    place = at - A.PLACE
    if decision == Decision.SWAP_WHICH or decision == Decision.LAUNCH_FROM or decision == Decision.PRODUCE_FROM:
        return s.size[s.row[seat, place]]
    if decision == Decision.TARGET:
        return missile_worth(s, bot, seat, standing(s, SILO, 1) + 1)
    else:
        worth = place_worth(s, bot, decision, seat, place)
    return worth * (3 if bot == LEADER_HUNTER else 10) if seat == s.to_act else worth  # what was meant for the own row


@compile_rule(SIGNATURES.choose)
def choose(s, bot, mask, generator):
    """Return the action of scripted player number `bot` (in the order of `BOTS`) for the seat to act."""
    if bot == RANDOM:
        return random_legal(mask, generator)
    best, ties, chosen = 2 * NEVER, 0, -1
    for action in range(mask.shape[0]):
        if mask[action] == 0:
            continue
        worth = worth_of(s, bot, action)
        if worth > best:
            best, ties, chosen = worth, 1, action
        elif worth == best:
            ties += 1
            if next_below(generator, ties) == 0:
                chosen = action
    return chosen
