"""Playing actions: declared part by part, answered by Elephants, carried out or cancelled (R22).

Actions lie on a stack: the one at the top answers the one below it.
"""

from envs.core.compiling import compile_rule

from ..box import (
    KIND_OF,
    MOMENT,
    MOST_PARTS,
    NO_CARD,
    NO_PART,
    PARTS,
    Card,
    Influence,
    Moment,
    Part,
    Zone,
)
from ..state import HISTORY, Decision
from .board import ask, discard, has, seat_after
from .effects import act_as_spy, act_at_any_time, act_on_agents, act_on_strength, act_on_tokens_here, can_ransom
from .playing import (
    argument,
    can_name_part,
    may_name_number,
    may_name_seat,
    may_play_something,
    moments_of,
    opponent_in_turn,
    pay,
)
from .promises import was_named

_ELEPHANT = int(Influence.ELEPHANT)
_OWNED = int(Zone.OWNED)
_CONFESSION = int(Card.CONFESSION)


# Declaring


@compile_rule()
def play(s, seat, card, copied):
    """A seat plays an action: it pays, and names the parts one by one. A `copied` one is played by Confession."""
    advanced = card >= s.basic.shape[0] * 2
    if copied == 1:
        pay(s, seat, _ELEPHANT, True)
        s.used[seat] |= 1 << _ELEPHANT
    else:
        pay(s, seat, KIND_OF[card], advanced)
        if advanced:
            s.used[seat] |= 1 << KIND_OF[card]
    top = s.depth
    s.depth += 1
    s.part = 0
    s.stack_seat[top] = seat
    s.stack_card[top] = card
    s.stack_copy[top] = copied
    s.stack_asked[top] = 0
    s.stack_argument[top, :] = -1


@compile_rule()
def play_kind(s, sort, kind):
    """The seat to act plays the basic (0), its advanced (1) or a copied (2) action of a kind of influence."""
    card = s.basic[kind] if sort == 0 else s.advanced[kind]
    play(s, int(s.to_act), int(card), int(sort == 2))


@compile_rule()
def name(s, value):
    """The player of the action on top of the stack names its next part."""
    top = s.depth - 1
    part = PARTS[s.stack_card[top], s.part]
    if part != Part.MEMBERS:
        s.stack_argument[top, s.part] = value
        s.part += 1
        return
    s.stack_argument[top, s.part] = max(argument(s, s.part), 0) | (1 << value)
    left = False
    for other in range(s.players):
        left |= may_name_seat(s, s.stack_card[top], part, other)
    if not left:
        s.part += 1


@compile_rule()
def declare(s):
    """Ask for the next part of the action on top of the stack; it is declared when there is none."""
    top = s.depth - 1
    card = s.stack_card[top]
    while s.part < MOST_PARTS and PARTS[card, s.part] != NO_PART:
        part = PARTS[card, s.part]
        if part == Part.NUMBER and not may_name_number(s, 2):
            s.stack_argument[top, s.part] = 1
        elif can_name_part(s, card, part):
            s.asked_seat = -1
            if part == Part.EACH_TOKEN:
                s.asked_seat = opponent_in_turn(s, s.part)
            ask(s, int(s.stack_seat[top]), Decision.PART)
            return
        s.part += 1
    s.part = -1
    s.asked_seat = -1
    tell_whom(s)
    write_down(s)


@compile_rule()
def tell_whom(s):
    """Note whom the action on top of the stack is played against: promises not to are broken."""
    top = s.depth - 1
    card = s.stack_card[top]
    seat = int(s.stack_seat[top])
    if MOMENT[card] == Moment.ANSWER:
        was_named(s, seat, int(s.stack_seat[top - 1]))
        return
    for place in range(MOST_PARTS):
        part = PARTS[card, place]
        value = argument(s, place)
        if part == Part.SEAT or part == Part.OTHER:
            if value != seat:
                was_named(s, seat, value)
        elif part == Part.EACH_TOKEN and value >= 0:
            was_named(s, seat, int(opponent_in_turn(s, place)))
        elif part == Part.MEMBERS:
            for other in range(s.players):
                if has(value, other) and other != seat:
                    was_named(s, seat, other)


@compile_rule()
def write_down(s):
    """Add the action on top of the stack to the public record."""
    for i in range(HISTORY - 1, 0, -1):
        s.past_seat[i] = s.past_seat[i - 1]
        s.past_card[i] = s.past_card[i - 1]
        s.past_cancelled[i] = s.past_cancelled[i - 1]
        s.past_level[i] = s.past_level[i - 1]
    s.past_seat[0] = s.stack_seat[s.depth - 1]
    s.past_card[0] = s.stack_card[s.depth - 1]
    s.past_cancelled[0] = 0
    s.past_level[0] = s.depth - 1


# Answering


@compile_rule()
def go_on(s):
    """Go on with the action on top of the stack: its parts, then answers to it, then its effect."""
    if s.part >= 0:
        declare(s)
        return
    top = s.depth - 1
    while s.stack_asked[top] < s.players - 1:
        s.stack_asked[top] += 1
        seat = seat_after(s, int(s.stack_seat[top]), int(s.stack_asked[top]))
        if may_play_something(s, seat, moments_of(Decision.REACT)):
            ask(s, seat, Decision.REACT)
            return
    resolve(s)


@compile_rule()
def take_off(s):
    """The action on top of the stack leaves it; the one below may be answered again by everybody."""
    s.depth -= 1
    top = s.depth
    s.stack_seat[top] = -1
    s.stack_card[top] = NO_CARD
    s.stack_copy[top] = 0
    s.stack_asked[top] = 0
    s.stack_argument[top, :] = -1
    for i in range(HISTORY):
        if s.past_level[i] == top:
            s.past_level[i] = -1
    if top > 0:
        s.stack_asked[top - 1] = 0


@compile_rule()
def cancel(s):
    """The action on top of the stack cancels the one below it, which stays paid and used."""
    take_off(s)
    top = s.depth - 1
    for i in range(HISTORY):
        if s.past_level[i] == top:
            s.past_cancelled[i] = 1
    take_off(s)


@compile_rule()
def resolve(s):
    """The action on top of the stack takes effect."""
    top = s.depth - 1
    card = int(s.stack_card[top])
    seat = int(s.stack_seat[top])
    moment = MOMENT[card]
    if moment == Moment.ANSWER:
        if card == Card.LOVE and can_ransom(s, int(s.stack_seat[top - 1])):
            ask(s, int(s.stack_seat[top - 1]), Decision.RANSOM)
        else:
            cancel(s)
        return
    if moment == Moment.MOVES:
        act_on_agents(s, seat, card)
    elif moment == Moment.SPIES:
        act_as_spy(s, seat, card)
    elif moment == Moment.ANY:
        act_at_any_time(s, card)
    elif KIND_OF[card] == Influence.LION:
        act_on_strength(s, seat, card)
    else:
        act_on_tokens_here(s, seat, card)
    take_off(s)


@compile_rule()
def ransom(s, kind):
    """The player whose action is answered by "Love" discards an Owned token and saves it, or does not (-1)."""
    if kind < 0:
        cancel(s)
    else:
        discard(s, int(s.to_act), _OWNED, kind)
        take_off(s)
