"""Actions and other effects, resolved from an explicit stack: the innermost is the last.

Each effect goes on a step at a time (`go_on`) until it asks the active player something or is finished. Missiles always
resolve before any effect goes on.
"""

from envs.core.compiling import compile_rule

from ..box import LOOKS
from ..state import Decision, Effect, Event
from .cards import (
    action_of,
    any_receiver,
    any_top,
    draw,
    everybody,
    from_pile,
    kind_with_action,
    next_living,
    pop,
    push,
    record,
    refill_deck,
    to_hand,
    to_pile,
)
from .missiles import CHOOSE, check_win, launch, return_missile

_MISSILE_LAUNCH, _ESPIONAGE = int(Effect.MISSILE_LAUNCH), int(Effect.ESPIONAGE)
_STACK_RESPONSE, _EMBARGO = int(Effect.STACK_RESPONSE), int(Effect.EMBARGO)
_SABOTAGE, _RESEARCH = int(Effect.SABOTAGE), int(Effect.RESEARCH)
_FIRE_RESPONSE, _DRAW, _PRODUCE = int(Effect.FIRE_RESPONSE), int(Effect.DRAW), int(Effect.PRODUCE)

_TO_DRAW, _REFILLED = 0, 1  # stages of a draw: nothing done yet; after the missiles of an empty deck


@compile_rule()
def begin(s, effect, card, left, more):
    """Start an effect inside the one being resolved. `card` is in no zone meanwhile (R21)."""
    s.effect[s.effects] = effect
    s.effect_card[s.effects] = card
    s.effect_left[s.effects] = left
    s.effect_more[s.effects] = more
    s.effects += 1


@compile_rule()
def finish(s):
    """The innermost effect is done: its card, if it still has one, goes to the pile."""
    s.effects -= 1
    if s.effect_card[s.effects] >= 0:
        to_pile(s, s.effect_card[s.effects])


@compile_rule()
def ask(s, decision):
    """Ask the active player."""
    s.decision = decision
    s.to_act = s.active


@compile_rule()
def play_action(s, card, upgrade):
    """Start the action of `card`. `upgrade` is what Agencies add: only for cards played from hand (R17)."""
    action = action_of(s, card)
    if action != _EMBARGO:  # shown with its row, when that is chosen
        record(s, action, s.active, -1)
    s.known[card] = everybody(s)
    if action == _ESPIONAGE:
        for other in range(s.looked.shape[0]):
            s.looked[other] = 0
        begin(s, _ESPIONAGE, card, LOOKS + upgrade, 1 + upgrade)
    elif action == _SABOTAGE or action == _RESEARCH:
        begin(s, action, card, 1 + upgrade, 0)
    else:
        begin(s, action, card, 1, 0)


@compile_rule()
def go_on(s):
    """Take the innermost effect one step on: it asks, starts something inside, or is finished."""
    i = s.effects - 1
    effect, left, more = s.effect[i], s.effect_left[i], s.effect_more[i]
    if effect == _DRAW or effect == _PRODUCE:
        go_on_drawing(s, i)
    elif left == 0 and (effect != _ESPIONAGE or more == 0):
        finish(s)
    elif effect == _MISSILE_LAUNCH:
        s.effect_left[i] = 0
        launch(s, s.active, CHOOSE)
    elif effect == _FIRE_RESPONSE:
        s.effect_left[i] = 0
        return_missile(s, more, s.active)
    elif effect == _STACK_RESPONSE:
        ask(s, Decision.STACK_RESPONSE)
    elif effect == _EMBARGO:
        ask(s, Decision.EMBARGO)
    elif effect == _RESEARCH and s.pile_size > 0:
        ask(s, Decision.RESEARCH)
    elif effect == _SABOTAGE and any_top(s, -1):
        ask(s, Decision.SABOTAGE)
    elif effect == _ESPIONAGE and left > 0 and any_top(s, 0):
        ask(s, Decision.LOOK)
    elif effect == _ESPIONAGE and more > 0 and any_top(s, 1):
        ask(s, Decision.DISCARD)
    else:
        finish(s)


@compile_rule()
def go_on_drawing(s, i):
    """Draw for the start of a turn or for a Factory; an empty deck and pile launch missiles first (R23)."""
    refill_deck(s)
    if s.deck_size == 0 and s.effect_left[i] == _TO_DRAW:
        s.effect_left[i] = _REFILLED
        target = s.active
        launch(s, s.active, target)
        target = next_living(s, target)
        while target != s.active:
            launch(s, s.active, target)
            target = next_living(s, target)
    elif s.deck_size == 0:
        finish(s)
    elif s.effect[i] == _DRAW:
        finish(s)
        to_hand(s, draw(s), s.active, 1 << s.active)
    elif any_receiver(s):
        ask(s, Decision.PRODUCE_TO)
    else:
        finish(s)
        to_pile(s, draw(s))


# Answers to what effects ask


@compile_rule()
def produce_onto(s, seat, place):
    """The drawn card goes on any building, seen by nobody (R16)."""
    finish(s)
    push(s, s.row[seat, place], draw(s), 0, 0)
    check_win(s, seat)


@compile_rule()
def replay(s, action):
    """Research: the chosen action of the pile is played, never upgraded (R17)."""
    s.effect_left[s.effects - 1] -= 1
    play_action(s, from_pile(s, kind_with_action(s, action)), 0)


@compile_rule()
def sabotage(s, seat, place):
    """The top card is flipped: it leaves its stack, then its action plays (R19); a Response System fires (R10)."""
    s.effect_left[s.effects - 1] -= 1
    card = pop(s, s.row[seat, place], 0)
    if action_of(s, card) == _STACK_RESPONSE:
        record(s, Event.RESPONSE_SYSTEM, s.active, seat)
        begin(s, _FIRE_RESPONSE, card, 1, seat)
    else:
        play_action(s, card, 0)
    check_win(s, seat)


@compile_rule()
def look(s, seat, place):
    """The active player looks at a top card and may discard it at once (R20)."""
    i = s.effects - 1
    card = s.top[s.row[seat, place]]
    record(s, Event.LOOK, s.active, seat)
    s.looked[card] = 1
    s.known[card] |= 1 << s.active
    s.effect_left[i] -= 1
    if s.effect_more[i] > 0 and s.effect_left[i] > 0:
        s.chosen_row, s.chosen_place = seat, place
        ask(s, Decision.DISCARD_OR_KEEP)


@compile_rule()
def discard_top(s, seat, place):
    """Espionage discards a top card; it never fires (R11)."""
    s.effect_more[s.effects - 1] -= 1
    record(s, Event.DISCARD, s.active, seat)
    to_pile(s, pop(s, s.row[seat, place], 0))
    check_win(s, seat)


@compile_rule()
def embargo(s, seat, place):
    """The Embargo replaces the top card, if there is one, and disables the building (R18)."""
    i = s.effects - 1
    card = s.effect_card[i]
    s.effect_card[i] = -1
    finish(s)
    piece = s.row[seat, place]
    if s.size[piece] > 0:
        to_pile(s, pop(s, piece, 0))
    push(s, piece, card, everybody(s), 1)
    record(s, Event.EMBARGO, s.active, seat)


@compile_rule()
def stack_response(s, seat, place):
    """A replayed Response System is stacked face down; everybody knows what it is (R21)."""
    i = s.effects - 1
    card = s.effect_card[i]
    s.effect_card[i] = -1
    finish(s)
    push(s, s.row[seat, place], card, everybody(s), 0)
    check_win(s, seat)
