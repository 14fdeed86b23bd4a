"""What actions do once nobody has cancelled them. The arguments are those of the action on top of the stack."""

from envs.core.compiling import compile_rule

from ..box import KINDS, Card, Zone
from .alliances import count_winning
from .board import discard, free_tokens, gain, has, move_agent, take
from .playing import argument, opponent_in_turn

_NEW, _OWNED = int(Zone.NEW), int(Zone.OWNED)


@compile_rule()
def remove_token(s, seat, code):
    """A token returns to its region, if it is still there: its owner may have paid an answer with it."""
    if code >= 0 and s.tokens[seat, code // KINDS, code % KINDS] > 0:
        discard(s, seat, code // KINDS, code % KINDS)


@compile_rule()
def change_token(s, seat, code, kind):
    """A token becomes one of another kind in the same area, if it is still there and that kind in stock."""
    if code < 0 or s.tokens[seat, code // KINDS, code % KINDS] == 0:
        return
    discard(s, seat, code // KINDS, code % KINDS)
    if s.stock[kind] > 0:
        s.stock[kind] -= 1
        s.tokens[seat, code // KINDS, kind] += 1


@compile_rule()
def separate(s, one, other):
    """Two players cannot be in one alliance in this region."""
    s.separated[one] |= 1 << other
    s.separated[other] |= 1 << one


@compile_rule()
def act_on_strength(s, seat, card):
    """Lion actions."""
    if card == Card.PEACE:
        s.strength[seat] += 1
    elif card == Card.SLAVERY:
        s.strength[argument(s, 0)] = (s.strength[argument(s, 0)] + 1) // 2
    elif card == Card.SHARE_LOVE:
        s.strength[seat] *= 2
    elif card == Card.NO_BORDERS:
        separate(s, argument(s, 0), argument(s, 1))
    elif card == Card.PACIFIST:
        s.strength[seat] += 2
    else:
        for member in range(s.players):
            if has(argument(s, 0), member):
                s.strength[member] = max(0, s.strength[member] - 1)
    count_winning(s)


@compile_rule()
def act_on_tokens_here(s, seat, card):
    """Donkey actions."""
    if card == Card.ORTHODOXY:
        s.orthodoxy += 1
    elif card == Card.PEACEFUL:
        s.fewer[argument(s, 0)] += 1
    elif card == Card.HARVEST:
        s.harvest |= 1 << seat
    elif card == Card.FAIR_SHARES:
        s.fair = 1
    elif card == Card.NOTHING:
        s.nothing = 1
    else:
        other = argument(s, 0)
        s.took[other] -= 1
        s.collected[other] -= 1
        s.collected[seat] += 1
        s.tokens[other, _NEW, s.region] -= 1
        s.tokens[seat, _NEW, s.region] += 1


@compile_rule()
def act_on_agents(s, seat, card):
    """Cat actions."""
    if card == Card.NEEDS or card == Card.RESETTLEMENT:
        move_agent(s, seat, argument(s, 0), argument(s, 1))
        if card == Card.RESETTLEMENT and argument(s, 2) >= 0:
            move_agent(s, seat, argument(s, 2), argument(s, 3))
    elif card == Card.FRIENDSHIP:
        move_agent(s, argument(s, 0), argument(s, 1), argument(s, 2))
    elif card == Card.EXCHANGE:
        move_agent(s, seat, argument(s, 0), argument(s, 2))
        move_agent(s, argument(s, 1), argument(s, 2), argument(s, 0))
    elif card == Card.CADRES:
        for _ in range(argument(s, 3)):
            move_agent(s, argument(s, 0), argument(s, 1), argument(s, 2))
    else:
        s.closed[argument(s, 0)] |= 1 << seat


@compile_rule()
def act_as_spy(s, seat, card):
    """Kangaroo actions."""
    if card == Card.TRUTH:
        remove_token(s, argument(s, 0), argument(s, 1))
    elif card == Card.PLENTY:
        take(s, seat, argument(s, 0))
    elif card == Card.CHANGE:
        change_token(s, argument(s, 0), argument(s, 1), argument(s, 2))
        change_token(s, argument(s, 0), argument(s, 3), argument(s, 4))
    elif card == Card.TERRORISM:
        for place in range(s.players - 1):
            remove_token(s, opponent_in_turn(s, place), argument(s, place))
    elif card == Card.ARCHIVES:
        other, kind = argument(s, 0), argument(s, 1)
        s.tokens[other, _NEW, kind] -= 1
        s.tokens[seat, _NEW, kind] += 1
    else:
        s.safe |= 1 << seat


@compile_rule()
def act_at_any_time(s, card):
    """The Elephant actions that cancel nothing."""
    if card == Card.EMBARGO:
        s.embargo |= 1 << argument(s, 0)
    else:
        gain(s, argument(s, 0), -1)


@compile_rule()
def can_ransom(s, seat):
    """Return whether a seat has an Owned token to save its action from "Love" with."""
    for kind in range(KINDS):
        if free_tokens(s, seat, _OWNED, kind) > 0:
            return True
    return False
