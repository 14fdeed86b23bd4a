"""Scripted players of 1984: Animal Farm.

They look for the smallest alliance that wins, divide by agents, prefer neighbours with whom they share a revolution,
fund revolutions whose tokens the two have together, and spend what cannot be kept. They use what everybody can see. The
keeper and the breaker play alike and make the same promises; one keeps them, the other forgets them. All weigh who
promised them something by how often that player has kept such a word.
"""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import random_legal

from . import actions as A
from .box import (
    ALL_REGIONS,
    COST,
    KINDS,
    LINE_NEEDS,
    LINES,
    MOMENT,
    PARTS,
    PROMISE_COUNT,
    SECOND,
    TOP,
    UNSTABLE,
    VP_FOR_TOKENS,
    ZONE_COUNT,
    Card,
    Influence,
    Moment,
    Outcome,
    Part,
    Promise,
)
from .rules.alliances import allowance, size_of
from .rules.board import has, on_board, region_in_order, seat_after, tokens_of, tokens_to_spend
from .rules.legal import about, alliance_of
from .rules.playing import argument
from .rules.revolutions import on_line, place_on, put_by, turn_of
from .state import SIGNATURES, Decision

BOTS = {
    "random": "every legal action equally likely",
    "coalition": "smallest winning alliance, division by agents, neighbours preferred; makes no promises",
    "keeper": "the same, makes promises and keeps them",
    "breaker": "the same, makes the same promises and forgets them",
    "opportunist": "takes all it can get: one token for each ally, joins for anything, lets others fund revolutions",
}
RANDOM, COALITION, KEEPER, BREAKER, OPPORTUNIST = range(5)

_LION = int(Influence.LION)
_ELEPHANT = int(Influence.ELEPHANT)
_KANGAROO = int(Influence.KANGAROO)
_DONKEY = int(Influence.DONKEY)
_ALLY, _TOKEN, _REVOLUTION, _NO_ACTION = (int(kind) for kind in Promise)
_KEPT, _BROKEN = int(Outcome.KEPT), int(Outcome.BROKEN)
_NEVER = -1e9
NEIGHBOUR_BONUS = 0.5  # tokens that a neighbour is preferred by, whose revolution takes this influence
TRUST_BONUS = 1.0  # tokens that an ally is preferred by who promised to be one, and keeps such promises
PROMISE_BONUS = 100.0  # a keeper's own promise comes first
REFUSED_MALUS = 3.0
KEPT_TOKENS = 2  # tokens worth keeping for the next round: those that fit into Owned


# What is wanted


@compile_rule()
def need(s, seat, kind):
    """Return how many tokens of a kind the two revolutions of a seat take."""
    number = 0
    for side in range(2):
        card = s.revolution[place_on(s, seat, side)]
        number += 2 * int(TOP[card] == kind) + int(SECOND[card] == kind)
    return number


@compile_rule()
def worth(s, seat, region):
    """Return how much a seat wants to be strong in a region, if it had no agents there."""
    return 1.5 if region >= UNSTABLE else 1.0 + need(s, seat, region)


@compile_rule()
def owns(s, seat, kind):
    """Return how many tokens of a kind a seat could put on revolutions."""
    return s.tokens[seat, 0, kind] + s.tokens[seat, 1, kind]


@compile_rule()
def best_region(s, seat, mask, leaving):
    """Return the region where one more agent of a seat does most; never the one that it is leaving."""
    best, most = -1, _NEVER
    for region in range(ALL_REGIONS):
        if mask[A.REGION + region] == 1 and region != leaving:
            value = worth(s, seat, region) / (1 + s.agents[seat, region])
            if value > most:
                best, most = region, value
    return best


@compile_rule()
def worst_region(s, seat, owner, mask, start):
    """Return the region where an agent does least for `owner` (or most, if that is an opponent of `seat`)."""
    best, most = -1, _NEVER
    for region in range(ALL_REGIONS):
        if mask[start + region] == 1:
            value = -worth(s, seat, region) / max(1, s.agents[owner, region])
            if owner != seat:
                value = -value
            if value > most:
                best, most = region, value
    return best


@compile_rule()
def choose_move(s, seat, mask):
    """Return the ordinary move of an agent that would do more elsewhere, or pass."""
    start = worst_region(s, seat, seat, mask, A.MOVE)
    if start < 0:
        return A.PASS
    here = worth(s, seat, start) / max(1, s.agents[seat, start])
    for region in range(ALL_REGIONS):
        if region != start and on_board(s, region):
            if worth(s, seat, region) / (1 + s.agents[seat, region]) > 1.2 * here:
                return A.MOVE + start
    return A.PASS


# Trust


@compile_rule()
def trusts(s, other, kind):
    """Return whether a player has kept at least as many promises of a kind as it has broken."""
    return s.record[other, kind, _KEPT] >= s.record[other, kind, _BROKEN]


@compile_rule()
def promised(s, seat, other, kind):
    """Return whether a promise of `seat` to `other` is outstanding."""
    return s.promise[kind, seat, other] != 0


@compile_rule()
def bound_elsewhere(s, seat, alliance, style):
    """Return whether a keeper has promised somebody outside an alliance to be their ally in this region."""
    if style != KEEPER:
        return False
    for other in range(s.players):
        if s.promise[_ALLY, seat, other] == 2 and not has(alliance, other):
            return True
    return False


@compile_rule()
def choose_promise(s, seat, mask, style):
    """Return a promise that may bring something, or -1: to neighbours first."""
    if style != KEEPER and style != BREAKER:
        return -1
    for place in range(2):
        other = seat_after(s, seat, 1) if place == 0 else seat_after(s, seat, s.players - 1)
        for kind in range(PROMISE_COUNT):
            action = about(s, seat, other, A.PROMISE + kind)
            if mask[action] == 1 and means(s, seat, other, kind):
                return action
    return -1


@compile_rule()
def means(s, seat, other, kind):
    """Return whether a promise makes sense: a token from who has two, an ally where both are and nobody is bound."""
    if kind == _TOKEN:
        return tokens_to_spend(s, seat) >= 2 and tokens_to_spend(s, other) < tokens_to_spend(s, seat)
    if kind == _ALLY:
        for third in range(s.players):
            if promised(s, seat, third, _ALLY):
                return False
        region = next_region(s)
        return s.agents[seat, region] > 0 and s.agents[other, region] > 0
    if kind == _REVOLUTION:
        return turn_of(s, other) < turn_of(s, seat) and can_fill(s, seat, other)
    return True


@compile_rule()
def next_region(s):
    """Return the region that is resolved next, in the next round after the last one of this."""
    region = region_in_order(s, s.regions_done + 1) if s.region >= 0 else -1
    return region if region >= 0 else (s.first_region + 1) % UNSTABLE


@compile_rule()
def can_fill(s, seat, other):
    """Return whether two neighbours have the tokens of their revolution together."""
    place = seat if other == seat_after(s, seat, 1) else other
    card = s.revolution[place]
    return (
        owns(s, seat, TOP[card]) + owns(s, other, TOP[card]) >= LINE_NEEDS[0]
        and owns(s, seat, SECOND[card]) + owns(s, other, SECOND[card]) >= LINE_NEEDS[1]
    )


# Bargaining


@compile_rule()
def fair_share(s, seat, alliance):
    """Return the tokens of a member if an alliance divides by agents, rounded down."""
    agents = 0
    for member in range(s.players):
        if has(alliance, member):
            agents += s.agents[member, s.region]
    return allowance(s, alliance) * s.agents[seat, s.region] // max(1, agents)


@compile_rule()
def value_of_alliance(s, seat, alliance, style):
    """Return how much a seat likes to propose an alliance, in tokens."""
    value = 1.0 * fair_share(s, seat, alliance)
    if style == OPPORTUNIST:
        value = 1.0 * (allowance(s, alliance) - size_of(alliance) + 1)
    value -= 0.1 * size_of(alliance)
    left, right = seat_after(s, seat, 1), seat_after(s, seat, s.players - 1)
    for other in range(s.players):
        if other == seat or not has(alliance, other):
            continue
        if (other == left or other == right) and s.region < UNSTABLE:
            card = s.revolution[seat if other == left else other]
            if TOP[card] == s.region or SECOND[card] == s.region:
                value += NEIGHBOUR_BONUS
        if promised(s, other, seat, _ALLY):
            value += TRUST_BONUS if trusts(s, other, _ALLY) else -TRUST_BONUS
        if has(s.refused[other], seat):
            value -= REFUSED_MALUS
    if bound_elsewhere(s, seat, alliance, style):
        value -= PROMISE_BONUS
    return value


@compile_rule()
def choose_alliance(s, seat, mask, style):
    """Return the alliance to propose or the claim to make, or -1."""
    best, most = -1, _NEVER
    for allies in range(1 << (s.players - 1)):
        if mask[A.ALLY + allies] == 1:
            value = value_of_alliance(s, seat, alliance_of(s, seat, allies), style)
            if value > most:
                best, most = A.ALLY + allies, value
    return best


@compile_rule()
def choose_gift(s, seat, mask):
    """Return the gift that a keeper has promised, or -1."""
    for other in range(s.players):
        if promised(s, seat, other, _TOKEN) and mask[about(s, seat, other, A.GIVE)] == 1:
            return about(s, seat, other, A.GIVE)
    return -1


@compile_rule()
def strengthens(s, seat, card):
    """Return the strength that an own Lion action would add."""
    if card == Card.PEACE:
        return 1
    if card == Card.PACIFIST:
        return 2
    if card == Card.SHARE_LOVE:
        return s.strength[seat]
    return 0


@compile_rule()
def strength_of(s, alliance):
    """Return the strength of a set of seats, whether or not they could be allies."""
    strength = 0
    for member in range(s.players):
        if has(alliance, member):
            strength += s.strength[member]
    return strength


@compile_rule()
def choose_strength(s, seat, mask, lacking):
    """Return an own action that adds at least `lacking` strength, or -1."""
    for sort in range(2):
        action = A.ADVANCED + _LION if sort == 0 else A.BASIC + _LION
        card = s.advanced[_LION] if sort == 0 else s.basic[_LION]
        if mask[action] == 1 and strengthens(s, seat, card) >= lacking:
            return action
    return -1


@compile_rule()
def choose_word(s, seat, mask, style):
    """Return what to do in a turn of the bargaining."""
    promise = choose_promise(s, seat, mask, style)
    if promise >= 0:
        return promise
    if style == KEEPER:
        gift = choose_gift(s, seat, mask)
        if gift >= 0:
            return gift
    alliance = choose_alliance(s, seat, mask, style)
    if alliance >= 0:
        return alliance
    everybody = (1 << s.players) - 1
    others = strength_of(s, everybody & ~(1 << seat))
    lacking = others + 1 - s.strength[seat]
    if s.region < UNSTABLE and lacking > 0 and s.stock[s.region] >= 2:
        strong = choose_strength(s, seat, mask, lacking)
        if strong >= 0:
            return strong
    return A.PASS


@compile_rule()
def choose_share(s, seat, mask, style):
    """Return the share of the member asked about: by agents, or one each for the allies of an opportunist."""
    member = s.asked_seat
    left = 0
    while mask[A.SHARE + left + 1] == 1 if A.SHARE + left + 1 < A.TOKEN else False:
        left += 1
    if style == OPPORTUNIST:
        wanted = allowance(s, s.members) - size_of(s.members) + 1 if member == seat else 1
    else:
        wanted = fair_share(s, member, s.members)
        if member == seat:
            wanted = allowance(s, s.members)
            for other in range(s.players):
                if other != seat and has(s.members, other):
                    wanted -= fair_share(s, other, s.members)
    return A.SHARE + min(max(wanted, 0), left)


@compile_rule()
def choose_answer(s, seat, style):
    """Return whether a seat agrees to the deal: its share, payments counted, is at least by agents."""
    share = 1 * s.share[seat]
    for i in range(2):
        if s.payment[i] >= 0:
            share += int(s.payee == seat) - int(s.payer == seat)
    if has(s.winning, 1 << seat):
        return A.NO  # it can win alone
    if style == KEEPER:
        if bound_elsewhere(s, seat, s.members, style):
            return A.NO
        for other in range(s.players):
            if has(s.members, other) and s.promise[_ALLY, seat, other] == 2:
                return A.YES
    if style == OPPORTUNIST:
        return A.YES if share > 0 or s.region >= UNSTABLE else A.NO
    return A.YES if share >= fair_share(s, seat, s.members) else A.NO


@compile_rule()
def choose_last_action(s, seat, mask):
    """Return an action by which the alliance that stands would lose, from outside it; otherwise pass."""
    if has(s.members, seat):
        return A.PASS
    everybody = (1 << s.players) - 1
    lacking = strength_of(s, s.members) - strength_of(s, everybody & ~s.members)
    if lacking > 0:
        strong = choose_strength(s, seat, mask, lacking)
        if strong >= 0:
            return strong
    return A.PASS


# Actions


@compile_rule()
def is_hit(s, seat):
    """Return whether the action on top of the stack is played against a seat."""
    top = s.depth - 1
    card = s.stack_card[top]
    if s.stack_seat[top] == seat:
        return False
    if MOMENT[card] == Moment.ANSWER:
        return s.depth > 1 and s.stack_seat[top - 1] == seat
    for place in range(PARTS.shape[1]):
        part = PARTS[card, place]
        value = argument(s, place)
        if (part == Part.SEAT or part == Part.OTHER) and value == seat:
            return True
        if part == Part.EACH_TOKEN and value >= 0 and seat_after(s, int(s.stack_seat[top]), 1 + place) == seat:
            return True
    return False


@compile_rule()
def choose_reaction(s, seat, mask, style):
    """Return an answer to an action that hits the seat; a keeper cancels nothing of whom it has spared its actions."""
    if not is_hit(s, seat) or (style == KEEPER and promised(s, seat, s.stack_seat[s.depth - 1], _NO_ACTION)):
        return A.PASS
    if mask[A.BASIC + _ELEPHANT] == 1:
        return A.BASIC + _ELEPHANT
    if mask[A.ADVANCED + _ELEPHANT] == 1 and MOMENT[s.advanced[_ELEPHANT]] == Moment.ANSWER:
        return A.ADVANCED + _ELEPHANT
    return A.PASS


@compile_rule()
def choose_spying(s, seat, mask, style):
    """Return a Kangaroo action, unless the own revolutions take the token."""
    kind = _KANGAROO
    if need(s, seat, kind) > 0:
        return A.PASS
    if mask[A.ADVANCED + kind] == 1 and s.advanced[kind] != Card.SAFE:
        return A.ADVANCED + kind
    if mask[A.BASIC + kind] == 1:
        return A.BASIC + kind
    return A.PASS


@compile_rule()
def spares(s, seat, other, style):
    """Return whether an action should rather hit somebody else: a neighbour, or whom a keeper has promised so."""
    if style == KEEPER and promised(s, seat, other, _NO_ACTION):
        return 3
    return int(other == seat_after(s, seat, 1)) + int(other == seat_after(s, seat, s.players - 1))


@compile_rule()
def choose_victim(s, seat, mask, style):
    """Return the player to name: an opponent with many tokens, rather no neighbour."""
    best, most = -1, _NEVER
    for other in range(s.players):
        action = about(s, seat, other, A.NAME)
        if mask[action] == 1:
            value = 1.0 * tokens_of(s, other) + s.strength[other] - 4 * spares(s, seat, other, style)
            if other == seat:
                value -= 1000.0
            if value > most:
                best, most = action, value
    return best


@compile_rule()
def choose_token(s, owner, mask, wanted):
    """Return a token by how much its `owner` needs the kind: the most needed (`wanted` 1) or the least (-1)."""
    best, most = -1, _NEVER
    for zone in range(ZONE_COUNT):
        for kind in range(KINDS):
            action = A.TOKEN + zone * KINDS + kind
            if mask[action] == 1:
                value = 1.0 * wanted * need(s, owner, kind) - 0.1 * zone
                if value > most:
                    best, most = action, value
    return best


@compile_rule()
def choose_kind(s, seat, mask, start, wanted):
    """Return a kind of influence by how much the seat needs it: the most (`wanted` 1) or the least (-1)."""
    best, most = -1, _NEVER
    for kind in range(KINDS):
        if mask[start + kind] == 1:
            value = wanted * (need(s, seat, kind) - 0.5 * owns(s, seat, kind)) + 0.1 * int(kind >= _ELEPHANT)
            if value > most:
                best, most = start + kind, value
    return best


@compile_rule()
def choose_part(s, seat, mask, style):
    """Return what to name as the next part of an action."""
    card = s.stack_card[s.depth - 1]
    part = PARTS[card, s.part]
    if part <= Part.MEMBERS:
        return choose_victim(s, seat, mask, style)
    if part == Part.EACH_TOKEN:
        return choose_token(s, int(s.asked_seat), mask, 1)
    if part == Part.TOKEN or part == Part.OTHER_TOKEN:
        return choose_token(s, argument(s, 0), mask, 1)
    if part == Part.KIND or part == Part.ACTION:
        return choose_kind(s, seat, mask, A.KIND, 1)
    if part == Part.OTHER_KIND:
        return choose_kind(s, argument(s, 0), mask, A.KIND, -1)
    if part == Part.NUMBER:
        return A.SHARE + 2
    return A.REGION + best_region(s, seat, mask, -1)


# Revolutions, buying, ending


@compile_rule()
def supplies(s, other, seat, kind):
    """Return how many tokens of a kind a neighbour may still put after the turn of `seat`."""
    return owns(s, other, kind) if turn_of(s, other) > turn_of(s, seat) else 0


@compile_rule()
def completes(s, seat, side, partner_helps):
    """Return whether a seat, and its neighbour after it, can still fill the card at a side."""
    place = place_on(s, seat, side)
    card = s.revolution[place]
    other = seat_after(s, seat, 1) if side == 0 else seat_after(s, seat, s.players - 1)
    for line in range(LINES):
        kind = TOP[card] if line == 0 else SECOND[card]
        have = owns(s, seat, kind)
        if partner_helps:
            have += supplies(s, other, seat, kind)
        if have < LINE_NEEDS[line] - on_line(s, place, line):
            return False
    return True


@compile_rule()
def choose_put(s, seat, mask, style):
    """Return a token to put on a revolution that can succeed, or pass.

    What the neighbour can supply afterwards is left to them, but for one token; an opportunist leaves it all.
    """
    for side in range(2):
        other = seat_after(s, seat, 1) if side == 0 else seat_after(s, seat, s.players - 1)
        if not completes(s, seat, side, True):
            continue
        place = place_on(s, seat, side)
        card = s.revolution[place]
        for put in range(side * 4, side * 4 + 4):
            if mask[A.PUT + put] == 0:
                continue
            line = put // 2 % 2
            kind = TOP[card] if line == 0 else SECOND[card]
            lacking = LINE_NEEDS[line] - on_line(s, place, line)
            leaves = supplies(s, other, seat, kind) >= lacking
            if not leaves or (style != OPPORTUNIST and put_by(s, place, side) == 0):
                if style == BREAKER and promised(s, seat, other, _REVOLUTION):
                    continue
                return A.PUT + put
    return -1


@compile_rule()
def choose_revolt(s, seat, mask, style):
    """Return what to do in a turn of the Revolutions phase."""
    put = choose_put(s, seat, mask, style)
    return put if put >= 0 else A.PASS


@compile_rule()
def choose_purchase(s, seat, mask):
    """Return what to buy: early a Lion or Elephant action from what cannot be kept, then VP."""
    tokens = tokens_to_spend(s, seat)
    last = s.round == s.rounds
    if 2 * s.round <= s.rounds:
        for kind in range(KINDS - 1, -1, -1):
            action = A.BUY + kind
            if (kind == _LION or kind == _ELEPHANT) and mask[action] == 1:
                if tokens >= COST[s.advanced[kind]] + KEPT_TOKENS and useful(s, kind):
                    return action
    if mask[A.BUY_VP] == 1 and (last or tokens > VP_FOR_TOKENS):
        return A.BUY_VP
    return A.PASS


@compile_rule()
def useful(s, kind):
    """Return whether the player knows how to use the advanced action of a kind."""
    card = s.advanced[kind]
    return card == Card.BIG_BROTHER or card == Card.PACIFIST or card == Card.SHARE_LOVE


@compile_rule()
def choose_store(s, seat, mask):
    """Return which token to keep: for the revolutions, and a Lion or an Elephant as a threat, in Owned first."""
    best = choose_kind(s, seat, mask, A.STORE, 1)
    return best if best >= 0 else choose_kind(s, seat, mask, A.STORE + KINDS, -1)


@compile_rule()
def choose_in_deal(s, seat, mask, decision, style):
    """Return the choice at a part of a deal."""
    if decision == Decision.SHARE:
        return choose_share(s, seat, mask, style)
    if decision == Decision.ANSWER:
        return choose_answer(s, seat, style)
    if decision == Decision.GIFT:
        return choose_token(s, seat, mask, -1)
    return A.PASS


@compile_rule()
def choose_by_plan(s, seat, mask, style):
    """Return the action of a player of a style; it may not be legal where none of the plans fits."""
    decision = s.decision
    if decision == Decision.SETUP_AGENT or decision == Decision.RESERVE_AGENT or decision == Decision.MOVE_TO:
        return A.REGION + best_region(s, seat, mask, s.move_from)
    if decision == Decision.MOVE:
        return choose_move(s, seat, mask)
    if decision == Decision.SPEAK:
        return choose_word(s, seat, mask, style)
    if decision == Decision.LAST_ACTIONS:
        return choose_last_action(s, seat, mask)
    if decision == Decision.PART:
        return choose_part(s, seat, mask, style)
    if decision == Decision.REACT:
        return choose_reaction(s, seat, mask, style)
    if decision == Decision.SPY:
        return choose_spying(s, seat, mask, style)
    if decision == Decision.REVOLT:
        return choose_revolt(s, seat, mask, style)
    if decision == Decision.BUY:
        return choose_purchase(s, seat, mask)
    if decision == Decision.PAY or decision == Decision.RANSOM:
        return choose_kind(s, seat, mask, A.KIND, -1)
    if decision == Decision.COLLECT:
        return choose_kind(s, seat, mask, A.KIND, 1)
    if decision == Decision.STRIKE:
        return choose_victim(s, seat, mask, style)
    if decision == Decision.STORE:
        return choose_store(s, seat, mask)
    if decision == Decision.REQUISITION:
        return A.ADVANCED + _DONKEY
    return choose_in_deal(s, seat, mask, decision, style)


@compile_rule(SIGNATURES.choose)
def choose(s, bot, mask, generator):
    """Return the action of scripted player number `bot` (in the order of `BOTS`) for the seat to act."""
    if bot == RANDOM:
        return random_legal(mask, generator)
    action = choose_by_plan(s, np.int64(s.to_act), mask, bot)
    if action >= 0 and mask[action] == 1:
        return action
    return A.PASS if mask[A.PASS] == 1 else random_legal(mask, generator)
