"""Set-up, turns, and what the active player chooses in them."""

from envs.core.compiling import compile_rule
from envs.core.rng import shuffle

from ..box import CARDS, HAND_DEALT, HAND_DEALT_SECOND_OF_TWO, NO_CARD
from ..state import Decision, Effect, Event, Zone
from .cards import (
    agency_level,
    construct,
    draw,
    everybody,
    exchange,
    forget_shown_hand,
    from_hand,
    kind_with_action,
    living,
    next_living,
    pop,
    push,
    record,
    to_hand,
    to_pile,
)
from .effects import _TO_DRAW, ask, begin, go_on, play_action
from .missiles import CHOOSE, check_win, hit, launch, next_missile

_OVER = -1


# Set-up


@compile_rule()
def clear(s):
    """Empty the table: every card in the deck in order, a Lander before each player."""
    s.decisions = 0
    s.truncated = 0
    s.turn = 0
    s.winner = -1
    s.active = 0
    s.played = 0
    s.window = 0
    s.setup_left = 0
    s.outs = 0
    s.effects = 0
    s.missiles = 0
    s.events = 0
    s.pile_size = 0
    s.chosen_card = s.chosen_row = s.chosen_place = -1
    for seat in range(s.out_at.shape[0]):
        s.out_at[seat] = 0
        s.row_size[seat] = 0
        s.hand_size[seat] = 0
    s.row[:] = 0
    s.hand[:] = 0
    s.shown[:] = 0
    s.shown_size = 0
    s.pile[:] = 0
    s.top[:] = NO_CARD
    s.size[:] = 0
    s.embargoes[:] = 0
    s.used[:] = 0
    s.holder[:] = 0
    s.below[:] = NO_CARD
    s.face_up[:] = 0
    s.known[:] = 0
    s.looked[:] = 0
    s.effect[:] = 0
    s.effect_card[:] = -1
    s.effect_left[:] = 0
    s.effect_more[:] = 0
    s.missile_from[:] = 0
    s.missile_at[:] = 0
    s.event[:] = -1
    s.event_seat[:] = -1
    s.event_row[:] = -1
    s.zone[:] = Zone.GONE
    for card in range(CARDS):
        s.zone[card] = Zone.DECK
        s.deck[card] = card
    s.deck_size = CARDS
    for seat in range(s.players):
        construct(s, seat, 0, CARDS + seat)


@compile_rule()
def deal(s):
    """Deal by seat and ask the first one for the card on its Lander (R2)."""
    shuffle(s, s.deck, s.deck_size)
    for seat in range(s.players):
        dealt = HAND_DEALT_SECOND_OF_TWO if s.players == 2 and seat == 1 else HAND_DEALT
        for _ in range(dealt):
            to_hand(s, draw(s), seat, 1 << seat)
    s.to_act = 0
    s.setup_left = 1
    s.decision = Decision.SETUP


@compile_rule()
def set_up_lander(s, action):
    """The seat to act stacks a card on its own Lander; then the next seat, then the first turn."""
    seat = s.to_act
    card = from_hand(s, seat, kind_with_action(s, action))
    push(s, CARDS + seat, card, 1 << seat, 0)
    s.setup_left -= 1
    if s.setup_left > 0:
        s.decision = Decision.SETUP
    elif seat + 1 < s.players:
        s.to_act = seat + 1
        s.setup_left = 2 if s.players == 2 else 1
        s.decision = Decision.SETUP
    else:
        begin_turn(s, 0)


# Turns


@compile_rule()
def begin_turn(s, seat):
    """A turn starts with a draw, nothing before it (R3); or the game is cut."""
    if s.turn >= s.max_turns:
        s.truncated = 1
        s.to_act = _OVER
        s.decision = -1
        return
    s.turn += 1
    s.active = seat
    s.played = 0
    s.window = 1
    s.used[:] = 0
    begin(s, Effect.DRAW, -1, _TO_DRAW, 0)


@compile_rule()
def advance(s):
    """Resolve until somebody is asked or the game is over: missiles first, then effects, then the turn goes on."""
    while s.to_act >= 0 and s.decision < 0:
        if s.missiles > 0:
            resolve_missile(s)
        elif s.effects > 0:
            go_on(s)
        elif living(s, s.active):
            ask(s, Decision.TURN)
        else:
            begin_turn(s, next_living(s, s.active))


@compile_rule()
def resolve_missile(s):
    """Resolve the first missile of the queue, or ask for its target; one at a player already out is lost (R10)."""
    if s.missile_at[0] == CHOOSE:
        ask(s, Decision.TARGET)
        return
    seat, target = next_missile(s)
    if living(s, target):
        hit(s, seat, target)


@compile_rule()
def choose_target(s, seat):
    """The first missile of the queue gets its target."""
    s.missile_at[0] = seat


# The card of the turn


@compile_rule()
def play_from_hand(s, action):
    """Play the action side of a card, upgraded by the player's Agencies as they stand now (R17)."""
    s.played = 1
    upgrade = agency_level(s, s.active)
    play_action(s, from_hand(s, s.active, kind_with_action(s, action)), upgrade)


@compile_rule()
def show_building(s, kind):
    """The building to be constructed is shown; its gap is asked for next."""
    s.played = 1
    s.chosen_card = from_hand(s, s.active, kind)
    ask(s, Decision.GAP)


@compile_rule()
def build(s, seat, gap):
    """Construct the chosen building in a gap of any row (R6)."""
    card = s.chosen_card
    s.chosen_card = -1
    s.known[card] = everybody(s)
    construct(s, seat, gap, card)
    record(s, Event.BUILD, s.active, seat)
    check_win(s, seat)


@compile_rule()
def choose_place(s, seat, place, decision):
    """Remember a place; what to do with it is asked next."""
    s.chosen_row = seat
    s.chosen_place = place
    ask(s, decision)


@compile_rule()
def chosen_piece(s):
    """Return the building at the place chosen so far."""
    return s.row[s.chosen_row, s.chosen_place]


@compile_rule()
def stack_card(s, action):
    """Stack a card of the hand face down on the chosen building; only its owner knows it."""
    s.played = 1
    card = from_hand(s, s.active, kind_with_action(s, action))
    forget_shown_hand(s, s.active)
    record(s, Event.STACK, s.active, s.chosen_row)
    push(s, chosen_piece(s), card, 1 << s.active, 0)
    check_win(s, s.chosen_row)


# Free abilities


@compile_rule()
def swap_for(s, kind):
    """The building of the hand takes the Facility's place and stack; the Facility is seen going to the hand (R3)."""
    card = from_hand(s, s.active, kind)
    s.known[card] = everybody(s)
    facility = exchange(s, s.active, s.chosen_place, card)
    to_hand(s, facility, s.active, everybody(s))
    record(s, Event.SWAP, s.active, s.active)
    check_win(s, s.active)


@compile_rule()
def launch_card(s, depth):
    """The chosen card of the Silo goes to the pile, face up and without firing, then the missile flies (R11, R15)."""
    record(s, Event.SILO_LAUNCH, s.active, s.active)
    to_pile(s, pop(s, chosen_piece(s), depth))
    launch(s, s.active, CHOOSE)


@compile_rule()
def produce_with(s, place):
    """Using a Factory spends it; then the card is drawn and placed (R16)."""
    factory = s.row[s.active, place]
    s.used[factory] = 1
    record(s, Event.PRODUCE, s.active, s.active)
    begin(s, Effect.PRODUCE, -1, _TO_DRAW, 0)
