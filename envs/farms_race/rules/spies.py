"""Spy cards: building, playing, answering by Double Agents, and what they do (R16)."""

from envs.core.compiling import compile_rule

from ..box import (
    CALLED_UP,
    DAMAGED,
    HEALTHY,
    HUMAN,
    MOST_PARTS,
    NO_BUILDING,
    NOBODY,
    PARTS,
    SPY_CARDS,
    TAKEN_FREELY,
    Event,
    Item,
    Mutation,
    Part,
    Spy,
)
from ..state import Decision
from .board import (
    add_herds,
    ask,
    can_pay,
    damage_healthy,
    gain,
    hand_size,
    has,
    herds_at,
    kill_damaged,
    living,
    lose_humans,
    mutated,
    next_to,
    note,
    pay_for,
    playable_spies,
    settle,
    steal,
    supply,
    turn_up,
)
from .nukes import launch, targets

_SPY = int(Item.SPY)
_MOLE, _POCKET_NUKE, _SMUGGLER, _PICKPOCKET = (
    int(Spy.MOLE),
    int(Spy.POCKET_NUKE),
    int(Spy.SMUGGLER),
    int(Spy.PICKPOCKET),
)
_CALL_UP, _SABOTEUR, _INFORMER, _DOUBLE_AGENT = (
    int(Spy.CALL_UP),
    int(Spy.SABOTEUR),
    int(Spy.INFORMER),
    int(Spy.DOUBLE_AGENT),
)
_DOUBLE_AGENTS = int(SPY_CARDS[_DOUBLE_AGENT])

# Building


@compile_rule()
def may_build_spy(s, seat):
    """Return whether a seat can build a spy card."""
    return s.deck_size > 0 and can_pay(s, seat, _SPY)


@compile_rule()
def draw_spy(s, seat):
    """Take the top card of the deck. The Telepathic player may have put it there: then it knows what `seat` holds."""
    card = int(s.deck[0])
    s.seen[seat, card] += s.deck_seen[0]
    for place in range(s.deck_size - 1):
        s.deck[place] = s.deck[place + 1]
        s.deck_seen[place] = s.deck_seen[place + 1]
    s.deck_size -= 1
    s.deck[s.deck_size] = -1
    s.deck_seen[s.deck_size] = 0
    return card


@compile_rule()
def take_spy(s, seat, card):
    """A spy comes to a hand; it cannot be played this turn."""
    s.spies[seat, card] += 1
    s.fresh[seat, card] += 1


@compile_rule()
def build_spy(s, seat):
    """A seat builds a spy: the top card, or with Telepathic one of the two on top."""
    pay_for(s, seat, _SPY)
    note(s, Event.BUILD, seat, _SPY, NOBODY)
    if mutated(s, seat, Mutation.TELEPATHIC) and s.deck_size > 1:
        s.looked_at[0] = draw_spy(s, seat)
        s.looked_at[1] = draw_spy(s, seat)
        s.seen[seat, :] = 0
    else:
        take_spy(s, seat, draw_spy(s, seat))
        if mutated(s, seat, Mutation.TELEPATHIC):
            s.seen[seat, :] = 0


@compile_rule()
def keep_spy(s, seat, card):
    """The Telepathic player keeps one of two spies and puts the other under the deck."""
    other = int(s.looked_at[1]) if s.looked_at[0] == card else int(s.looked_at[0])
    take_spy(s, seat, card)
    s.deck[s.deck_size] = other
    s.deck_seen[s.deck_size] = 1
    s.deck_size += 1
    s.looked_at[:] = -1


# Playing


@compile_rule()
def near(s, seat):
    """Return the regions next to those of a seat."""
    return next_to(s, s.land[seat])


@compile_rule()
def may_sabotage(s, seat, region):
    """Return whether there is a unit to be hit in a region next to one of the seat's."""
    return has(near(s, seat), region) and (s.humans[region] > 0 or herds_at(s, region) > 0)


@compile_rule()
def may_name_region(s, seat, card, region):
    """Return whether a spy can be played on a region."""
    if card == _POCKET_NUKE:
        return has(targets(s, seat), region)
    if card == _CALL_UP:
        return s.owner[region] == seat and s.building[region] != NO_BUILDING
    if card == _SABOTEUR:
        return may_sabotage(s, seat, region)
    return s.humans[region] > 0 and not has(s.face_up, region)


@compile_rule()
def may_name_unit(s, unit):
    """Return whether the region of a Saboteur holds such a unit."""
    region = int(s.argument[0])
    if unit == HEALTHY:
        return s.healthy[region] > 0
    if unit == DAMAGED:
        return s.damaged[region] > 0
    return s.humans[region] > 0


@compile_rule()
def may_rob(s, seat, other):
    """Return whether a player has cards that Pickpocket can take."""
    return other != seat and living(s, other) and hand_size(s, other) > 0


@compile_rule()
def can_be_used(s, seat, card):
    """Return whether there is something that a spy can be played on."""
    if card == _PICKPOCKET:
        for other in range(s.players):
            if may_rob(s, seat, other):
                return True
        return False
    if card == _SMUGGLER or card == _MOLE:
        return True
    if card == _DOUBLE_AGENT or (card == _CALL_UP and supply(s, seat) == 0):
        return False
    for region in range(s.regions):
        if may_name_region(s, seat, card, region):
            return True
    return False


@compile_rule()
def may_play(s, seat, card):
    """Return whether a seat can play a spy as a free action: Moles at once, others not in the turn they are built."""
    if card == _MOLE:
        return s.spies[seat, card] > 0
    return s.spies[seat, card] > s.fresh[seat, card] and can_be_used(s, seat, card)


@compile_rule()
def show(s, seat, card):
    """A spy leaves the hand and lies open."""
    s.spies[seat, card] -= 1
    s.fresh[seat, card] = min(s.fresh[seat, card], s.spies[seat, card])
    s.seen[seat, card] = max(0, s.seen[seat, card] - 1)
    s.played[card] += 1
    note(s, Event.SPY, seat, card, NOBODY)


@compile_rule()
def play(s, seat, card):
    """A seat plays a spy: a Mole counts at once, others are declared part by part and may be cancelled."""
    show(s, seat, card)
    if card == _MOLE:
        s.moles[seat] += 1
        return
    s.spy_seat[0] = seat
    s.spy_card[0] = card
    s.spy_depth = 1
    s.spy_asked = 0
    s.part = 0
    s.argument[:] = -1


@compile_rule()
def name(s, value):
    """The next part of the spy being played is named; the unit of a Saboteur by itself where there is only one sort."""
    s.argument[s.part] = value
    s.part += 1
    if s.spy_card[0] == _SABOTEUR and s.part == 1:
        sorts, last = 0, -1
        for unit in range(HUMAN + 1):
            if may_name_unit(s, unit):
                sorts += 1
                last = unit
        if sorts == 1:
            s.argument[1] = last
            s.part += 1


@compile_rule()
def answer(s, seat):
    """A Double Agent is played against the spy on top."""
    show(s, seat, _DOUBLE_AGENT)
    s.spy_seat[s.spy_depth] = seat
    s.spy_card[s.spy_depth] = _DOUBLE_AGENT
    s.spy_depth += 1
    s.spy_asked = 0


@compile_rule()
def may_answer(s, seat):
    """Return whether a seat holds a Double Agent that it can play."""
    return s.spies[seat, _DOUBLE_AGENT] > s.fresh[seat, _DOUBLE_AGENT]


@compile_rule()
def next_to_answer(s):
    """Return the next opponent of the spy on top that holds a playable one, in turn order; -1 where all were asked."""
    if s.played[_DOUBLE_AGENT] == _DOUBLE_AGENTS:
        return -1  # everybody has seen both
    top = int(s.spy_seat[s.spy_depth - 1])
    while s.spy_asked < s.players - 1:
        s.spy_asked += 1
        seat = (top + int(s.spy_asked)) % s.players
        if living(s, seat) and playable_spies(s, seat) > 0:
            return seat
    return -1


@compile_rule()
def go_on_with_spy(s):
    """Ask for the next part of the spy, then for answers; then it works, or is cancelled."""
    if s.part >= 0:
        if s.part < MOST_PARTS and PARTS[s.spy_card[0], s.part] != Part.NONE:
            ask(s, int(s.spy_seat[0]), Decision.SPY_PART)
        else:
            s.part = -1
        return
    seat = next_to_answer(s)
    if seat >= 0:
        ask(s, seat, Decision.REACT)
        return
    works = s.spy_depth % 2 == 1
    card, player = int(s.spy_card[0]), int(s.spy_seat[0])
    first, second = int(s.argument[0]), int(s.argument[1])
    s.spy_depth = 0
    s.spy_asked = 0
    s.spy_seat[:] = 0
    s.spy_card[:] = 0
    s.argument[:] = -1
    if works:
        work(s, player, card, first, second)


@compile_rule()
def sabotage(s, region, unit):
    """A unit takes 1 damage; face-down humans turn up first."""
    if unit == HUMAN:
        turn_up(s, region)
        lose_humans(s, region, 1)
    elif unit == HEALTHY:
        damage_healthy(s, region)
    else:
        kill_damaged(s, region)
        settle(s, region)


@compile_rule()
def work(s, seat, card, first, second):
    """What a spy does."""
    if card == _POCKET_NUKE:
        launch(s, seat, first)
    elif card == _SMUGGLER:
        gain(s, seat, first, 1)
        gain(s, seat, second, 1)
    elif card == _PICKPOCKET:
        steal(s, seat, first, TAKEN_FREELY, False)
    elif card == _CALL_UP:
        add_herds(s, first, seat, min(CALLED_UP, supply(s, seat)))
    elif card == _SABOTEUR:
        sabotage(s, first, second)
    else:
        turn_up(s, first)
        lose_humans(s, first, 1)
