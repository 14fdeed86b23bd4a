"""Which actions may be played, and what their player may name. An action is known by its card.

An action is declared part by part. It may be played only if some of its effect is possible (R12), and a part may be
named only if the parts after it can be, so that a declaration never gets stuck.
"""

from envs.core.compiling import compile_rule

from ..box import (
    ALL_REGIONS,
    BASICS,
    HARVEST_BEYOND,
    KIND_OF,
    KINDS,
    MOMENT,
    NO_CARD,
    UNSTABLE,
    ZONE_COUNT,
    Card,
    Influence,
    Moment,
    Part,
    Zone,
)
from ..state import Decision
from .alliances import limit
from .board import agents_out, count_of_kind, free_tokens, has, on_board, tokens_in, tokens_of

_NEW, _OWNED, _AIRDROP = int(Zone.NEW), int(Zone.OWNED), int(Zone.AIRDROP)
_ELEPHANT = int(Influence.ELEPHANT)
_MOVES, _REGION, _STANDING, _TAKEN, _SPIES, _ANSWER, _ANY = (1 << int(moment) for moment in list(Moment)[:-1])
_COLLECTIVISM = UNSTABLE


@compile_rule()
def moments_of(decision):
    """Return which moments of actions a decision is, as bits."""
    if decision == Decision.MOVE:
        return _MOVES | _ANY
    if decision == Decision.SPEAK:
        return _REGION | _ANY
    if decision == Decision.LAST_ACTIONS:
        return _REGION | _STANDING | _ANY
    if decision == Decision.REQUISITION:
        return _TAKEN
    if decision == Decision.SPY:
        return _SPIES | _ANY
    if decision == Decision.REACT:
        return _ANSWER | _ANY
    return _ANY


# Paying


@compile_rule()
def can_pay(s, seat, kind, advanced):
    """Return whether a seat can pay for an action: from Owned, an advanced one also from the Airdrop zone (R24)."""
    return free_tokens(s, seat, _OWNED, kind) > 0 or (advanced and s.tokens[seat, _AIRDROP, kind] > 0)


@compile_rule()
def pay(s, seat, kind, advanced):
    """Pay for an action. The Airdrop zone pays first: its tokens can be used for nothing else, and not for long."""
    zone = _AIRDROP if advanced and s.tokens[seat, _AIRDROP, kind] > 0 else _OWNED
    s.tokens[seat, zone, kind] -= 1
    s.stock[kind] += 1


# Whether some of the effect is possible


@compile_rule()
def can_lose_tokens(s, seat):
    """Return whether a seat's tokens can be removed: it has some, and they are not safe."""
    return not has(s.safe, seat) and tokens_of(s, seat) > 0


@compile_rule()
def can_lose_after_paying(s, seat, kind):
    """Return the same of the player of an action, who has yet to pay a token of `kind` for it."""
    return not has(s.safe, seat) and tokens_of(s, seat) > 1


@compile_rule()
def other_kind_in_stock(s, kind, returned, given):
    """Return whether a token of `kind` can be changed, after one was `returned` and one `given` (-1: none)."""
    for new in range(KINDS):
        if new != kind and s.stock[new] + int(new == returned) - int(new == given) > 0:
            return True
    return False


@compile_rule()
def can_be_changed(s, seat):
    """Return whether a token of a seat can be changed into another kind."""
    if has(s.safe, seat):
        return False
    for kind in range(KINDS):
        if count_of_kind(s, seat, kind) > 0 and other_kind_in_stock(s, kind, -1, -1):
            return True
    return False


@compile_rule()
def has_opponent(s, seat, card):
    """Return whether `card` has an opponent to be played on."""
    for other in range(s.players):
        if other != seat and can_be_named(s, seat, card, other):
            return True
    return False


@compile_rule()
def can_be_named(s, seat, card, other):
    """Return whether `seat` may name `other` as the player whom `card` is played on."""
    if card == Card.TRUTH:
        return can_lose_tokens(s, other)
    if card == Card.SLAVERY:
        return s.strength[other] >= 2
    if other == seat:
        return False
    if card == Card.FRIENDSHIP or card == Card.CADRES:
        return agents_out(s, other) > 0
    if card == Card.PEACEFUL:
        return s.agents[other, s.region] > 0
    if card == Card.REQUISITION:
        return s.took[other] > 0
    if card == Card.CHANGE:
        return can_be_changed(s, other)
    if card == Card.TERRORISM:
        return can_lose_tokens(s, other)
    if card == Card.ARCHIVES:
        return not has(s.safe, other) and tokens_in(s, other, _NEW) > 0
    if card == Card.NO_BORDERS:
        return has_partner(s, seat, other)
    return True


@compile_rule()
def can_be_separated(s, seat, one, other):
    """Return whether "Love knows no borders" can separate two opponents of `seat`."""
    return (
        one != other
        and other != seat
        and s.agents[one, s.region] > 0
        and s.agents[other, s.region] > 0
        and not has(s.separated[one], other)
    )


@compile_rule()
def has_partner(s, seat, one):
    """Return whether there is somebody from whom `one` can be separated."""
    for other in range(s.players):
        if can_be_separated(s, seat, one, other):
            return True
    return False


@compile_rule()
def can_exchange(s, seat, start):
    """Return whether an opponent has an agent in another region than `start`."""
    for other in range(s.players):
        if other != seat and agents_out(s, other) > s.agents[other, start]:
            return True
    return False


@compile_rule()
def in_tokens(s):
    """Return whether the winners of the region take tokens that are divided, as things are."""
    return s.region < UNSTABLE and s.nothing == 0 and limit(s) > 0


@compile_rule()
def can_harvest(s, seat):
    """Return whether "Record harvest" would let winners, or its player among them, take more."""
    if s.region >= UNSTABLE or s.nothing == 1 or has(s.harvest, seat):
        return False
    raised = min(int(s.stock[s.region]), s.players + HARVEST_BEYOND) - 2 * s.orthodoxy
    return raised > limit(s) or (limit(s) > 0 and s.agents[seat, s.region] > 0)


@compile_rule()
def region_action_possible(s, seat, card):
    """Return whether some of the effect of a Lion or Donkey action is possible."""
    if card == Card.ORTHODOXY or card == Card.FAIR_SHARES:
        return in_tokens(s) and (card == Card.ORTHODOXY or s.fair == 0)
    if card == Card.PEACEFUL:
        return in_tokens(s) and has_opponent(s, seat, card)
    if card == Card.HARVEST:
        return can_harvest(s, seat)
    if card == Card.NOTHING:
        return s.nothing == 0 and (in_tokens(s) or s.region == _COLLECTIVISM)
    if card == Card.SLAVERY:
        for other in range(s.players):
            if s.strength[other] >= 2:
                return True
        return False
    if card == Card.SHARE_LOVE:
        return s.strength[seat] > 0
    if card == Card.NO_BORDERS:
        return has_opponent(s, seat, card)
    if card == Card.TOO_MUCH_PEACE:
        for other in range(s.players):
            if has(s.members, other) and s.strength[other] > 0:
                return True
        return False
    return s.agents[seat, s.region] > 0  # "Peace" and "Pacifist Resolution"


@compile_rule()
def move_action_possible(s, seat, card):
    """Return whether some of the effect of a Cat action is possible."""
    if card == Card.FRIENDSHIP or card == Card.CADRES:
        return has_opponent(s, seat, card)
    if card == Card.BORDERS:
        if s.at >= s.players - 1:
            return False  # nobody is left whom it could stop
        for region in range(ALL_REGIONS):
            if on_board(s, region) and not has(s.closed[region], seat):
                return True
        return False
    if card == Card.EXCHANGE:
        for region in range(ALL_REGIONS):
            if s.agents[seat, region] > 0 and can_exchange(s, seat, region):
                return True
        return False
    return agents_out(s, seat) > 0


@compile_rule()
def spy_action_possible(s, seat, card):
    """Return whether some of the effect of a Kangaroo action is possible."""
    if card == Card.PLENTY:
        return True  # the token paid for it is in stock
    if card == Card.SAFE:
        return s.at < s.players - 1 and not has(s.safe, seat)  # the last player has nothing to fear any more
    if card == Card.TRUTH and can_lose_after_paying(s, seat, KIND_OF[card]):
        return True
    return has_opponent(s, seat, card)


@compile_rule()
def answer_possible(s, card):
    """Return whether a cancelling Elephant can answer the action on top of the stack (R22)."""
    return card != Card.WAR_IS_PEACE or s.stack_card[s.depth - 1] < BASICS


@compile_rule()
def possible(s, seat, card, moments):
    """Return whether `card` belongs to one of `moments` (bits) and some of its effect is possible."""
    moment = 1 << MOMENT[card]
    if moment & moments == 0:
        return False
    if moment == _MOVES:
        return move_action_possible(s, seat, card)
    if moment == _REGION or moment == _STANDING:
        return region_action_possible(s, seat, card)
    if moment == _TAKEN:
        return s.region < UNSTABLE and has_opponent(s, seat, card)
    if moment == _SPIES:
        return spy_action_possible(s, seat, card)
    if moment == _ANSWER:
        return answer_possible(s, card)
    return True  # at any time: an advanced action can be blocked, an opponent can lose VP


# Whether a seat may play


@compile_rule()
def may_play_basic(s, seat, kind, moments):
    """Return whether a seat may play the basic action of a kind of influence at one of these moments."""
    return can_pay(s, seat, kind, False) and possible(s, seat, int(s.basic[kind]), moments)


@compile_rule()
def can_use(s, kind):
    """Return whether there is an advanced action of a kind that is not blocked by an embargo."""
    return s.advanced[kind] != NO_CARD and not has(s.embargo, kind)


@compile_rule()
def may_play_advanced(s, seat, kind, moments):
    """Return whether a seat may play its advanced action of a kind: bought, once a round."""
    return (
        has(s.bought[seat], kind)
        and not has(s.used[seat], kind)
        and can_use(s, kind)
        and s.advanced[kind] != Card.CONFESSION
        and can_pay(s, seat, kind, True)
        and possible(s, seat, int(s.advanced[kind]), moments)
    )


@compile_rule()
def can_confess(s, seat):
    """Return whether a seat may use "Confession is not betrayal" now (R23)."""
    return (
        s.advanced[_ELEPHANT] == Card.CONFESSION
        and has(s.bought[seat], _ELEPHANT)
        and not has(s.used[seat], _ELEPHANT)
        and not has(s.embargo, _ELEPHANT)
        and can_pay(s, seat, _ELEPHANT, True)
    )


@compile_rule()
def bought_by_opponent(s, seat, kind):
    """Return whether an opponent has bought the advanced action of a kind."""
    for other in range(s.players):
        if other != seat and has(s.bought[other], kind):
            return True
    return False


@compile_rule()
def may_copy(s, seat, kind, moments):
    """Return whether a seat that can confess may copy the advanced action of a kind."""
    return (
        kind != _ELEPHANT
        and can_use(s, kind)
        and bought_by_opponent(s, seat, kind)
        and possible(s, seat, int(s.advanced[kind]), moments)
    )


@compile_rule()
def may_play_something(s, seat, moments):
    """Return whether a seat may play any action at one of these moments."""
    for kind in range(KINDS):
        if may_play_basic(s, seat, kind, moments) or may_play_advanced(s, seat, kind, moments):
            return True
    if can_confess(s, seat):
        for kind in range(KINDS):
            if may_copy(s, seat, kind, moments):
                return True
    return False


# What may be named


@compile_rule()
def argument(s, place):
    """Return what was named as part number `place` of the action on top of the stack."""
    return int(s.stack_argument[s.depth - 1, place])


@compile_rule()
def opponent_in_turn(s, place):
    """Return the opponent number `place` of the player of the action on top of the stack, clockwise."""
    return (s.stack_seat[s.depth - 1] + 1 + place) % s.players


@compile_rule()
def may_name_seat(s, card, part, other):
    """Return whether this player may be named as a part of the action on top of the stack."""
    seat = s.stack_seat[s.depth - 1]
    if part == Part.OTHER:
        return can_be_separated(s, seat, argument(s, 0), other)
    if part == Part.MEMBERS:
        return has(s.members, other) and s.strength[other] > 0 and not has(max(argument(s, 0), 0), other)
    if card == Card.EXCHANGE:
        return other != seat and agents_out(s, other) > s.agents[other, argument(s, 0)]
    return can_be_named(s, seat, card, other)


@compile_rule()
def may_name_token(s, card, part, zone, kind):
    """Return whether this token may be named as a part of the action on top of the stack."""
    if part == Part.EACH_TOKEN:
        return s.tokens[opponent_in_turn(s, s.part), zone, kind] > 0
    number = s.tokens[argument(s, 0), zone, kind]
    if card != Card.CHANGE:
        return number > 0
    if part == Part.TOKEN:
        return number > 0 and other_kind_in_stock(s, kind, -1, -1)
    first, new = argument(s, 1), argument(s, 2)
    number -= int(first == zone * KINDS + kind)
    return number > 0 and other_kind_in_stock(s, kind, first % KINDS, new)


@compile_rule()
def may_name_kind(s, card, part, kind):
    """Return whether this influence may be named as a part of the action on top of the stack."""
    if part == Part.ACTION:
        return can_use(s, kind)
    if card == Card.ARCHIVES:
        return s.tokens[argument(s, 0), _NEW, kind] > 0
    if card == Card.PLENTY:
        return s.stock[kind] > 0
    first, new = argument(s, 1), argument(s, 2)
    if part == Part.KIND:
        return kind != first % KINDS and s.stock[kind] > 0
    return kind != argument(s, 3) % KINDS and s.stock[kind] + int(kind == first % KINDS) - int(kind == new) > 0


@compile_rule()
def may_name_region(s, card, part, region):
    """Return whether this region may be named as a part of the action on top of the stack."""
    if not on_board(s, region):
        return False
    seat = s.stack_seat[s.depth - 1]
    if part == Part.REGION:
        return not has(s.closed[region], seat)
    if part == Part.FROM:
        if card == Card.EXCHANGE:
            return s.agents[seat, region] > 0 and can_exchange(s, seat, region)
        owner = argument(s, 0) if card == Card.FRIENDSHIP or card == Card.CADRES else seat
        return s.agents[owner, region] > 0
    if part == Part.TO:
        return region != argument(s, s.part - 1)
    if part == Part.SECOND_TO:
        return region != argument(s, 2)
    if card == Card.EXCHANGE:
        return region != argument(s, 0) and s.agents[argument(s, 1), region] > 0
    return is_second_agent(s, seat, region)


@compile_rule()
def is_second_agent(s, seat, region):
    """Return whether a region holds an agent besides the one that "Voluntary resettlement" moves first."""
    return s.agents[seat, region] - int(region == argument(s, 0)) > 0


@compile_rule()
def may_name_number(s, number):
    """Return whether so many agents may be moved by "Transfer of cadres"."""
    return 1 <= number <= min(2, s.agents[argument(s, 0), argument(s, 1)])


@compile_rule()
def is_about_seats(part):
    """Return whether a part is a player."""
    return part <= Part.MEMBERS


@compile_rule()
def is_about_tokens(part):
    """Return whether a part is a token."""
    return part == Part.TOKEN or part == Part.OTHER_TOKEN or part == Part.EACH_TOKEN


@compile_rule()
def is_about_kinds(part):
    """Return whether a part is a kind of influence."""
    return part == Part.KIND or part == Part.OTHER_KIND or part == Part.ACTION


@compile_rule()
def can_name_part(s, card, part):
    """Return whether anything may be named as this part: some parts are left out where nothing is left to name."""
    if part == Part.EACH_TOKEN:
        return s.part < s.players - 1 and can_lose_tokens(s, opponent_in_turn(s, s.part))
    if part == Part.OTHER_TOKEN:
        for zone in range(ZONE_COUNT):
            for kind in range(KINDS):
                if may_name_token(s, card, part, zone, kind):
                    return True
        return False
    if part == Part.OTHER_KIND:
        return argument(s, 3) >= 0
    if card == Card.RESETTLEMENT and part == Part.SECOND_FROM:
        return agents_out(s, s.stack_seat[s.depth - 1]) > 1
    if card == Card.RESETTLEMENT and part == Part.SECOND_TO:
        return argument(s, 2) >= 0
    return True
