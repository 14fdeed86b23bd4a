"""Set-up and the turn, step by step (A4)."""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below, shuffle

from ..box import (
    ALL,
    AMOUNT,
    AMOUNT_CHOICES,
    AMOUNTS,
    BLANKS,
    DEALT,
    DECK,
    END,
    END_AMONG,
    KIND,
    KINDS,
    LAWS,
    LOWEST_AMOUNT,
    NO_CARD,
    NO_SYMBOL,
    PARTS_COMPOSED,
    PER_COLOUR,
    SCALE,
    SYMBOL,
    SYMBOL_OF,
    UNSET,
    WHAT,
    WHAT_CHOICES,
    WHICH,
    WHICH_CHOICES,
    WHO,
    WHO_CHOICES,
    WILD_CARDS,
    WILD_COPIES,
    Kind,
    Symbol,
    What,
    Which,
)
from ..state import Decision, Ended, Stage, Vote, Zone
from .candies import finish_game, take_candy
from .effects import act_on, at_hook, go_on
from .laws import (
    ask,
    discard,
    from_hand,
    needs_replacement,
    part,
    place_law,
    seat_after,
    show_hands,
    start_blue_laws,
    to_hand,
    works,
)
from .outlook import foresee
from .scoring import best_seats, count_points
from .voting import begin_vote

_DEALT = np.array(DEALT, np.int8)
_WILD_CARDS = np.repeat(np.arange(3), WILD_COPIES).astype(np.int8)
_HOOKS = {  # blue laws that act at a step of the turn: symbol, and what of the laws with that symbol (-1: anything)
    Stage.START: (Symbol.TURN, -1),
    Stage.BALLOT_LOSSES: (Symbol.BALLOT, What.LOSE),
    Stage.PROPOSER_LOSSES: (Symbol.PROPOSER, What.LOSE),
    Stage.BALLOT_DRAWS: (Symbol.BALLOT, What.DRAW),
    Stage.PROPOSER_DRAWS: (Symbol.PROPOSER, What.DRAW),
    Stage.LIMIT: (Symbol.LIMIT, -1),
}
_HOOK, _HOOK_WHAT = (np.array([_HOOKS.get(s, (NO_SYMBOL, -1))[i] for s in Stage], np.int64) for i in range(2))
_PROPOSED, _DRAWN, _AWAY = int(Zone.PROPOSED), int(Zone.DRAWN), int(Zone.AWAY)


# Set-up


@compile_rule()
def clear(s):
    """Empty the table: all candies in the bag, all cards in the box."""
    s.decisions = 0
    s.truncated = 0
    s.turn = 0
    s.active = 0
    s.to_act = 0
    s.stage = Stage.START
    s.decision = -1
    s.ended = Ended.RUNNING
    s.winners = 0
    s.points[:] = 0
    s.changed = 1
    s.candies[:] = 0
    s.bag[:] = PER_COLOUR
    s.bag_size = PER_COLOUR * 4
    s.gone[:] = 0
    s.given[:] = 0
    s.wild[:] = -1
    s.wild_shown[:] = 0
    s.wild_lot[:] = 0
    s.wild_out[:] = 0
    s.wild_box[:] = 0
    s.lots = 0
    s.lot_known[:] = 0
    s.zone[:] = Zone.BOX
    s.holder[:] = 0
    s.hand[:] = NO_CARD
    s.hand_size[:] = 0
    s.shown[:] = 0
    s.shown_size = 0
    s.deck[:] = NO_CARD
    s.deck_at = 0
    s.drawn[:] = NO_CARD
    s.law[:] = NO_CARD
    s.laws = 0
    s.rule[:] = NO_CARD
    s.blank[:] = UNSET
    s.discarded[:] = 0
    s.proposed = NO_CARD
    s.replaced = -1
    s.announced[:] = -1
    s.vote[:] = Vote.NONE
    s.open = 0
    s.adopted = -1
    s.outlook[:] = 0
    s.candy_outlook[:] = 0
    s.effect = -1
    s.effect_which = 0
    s.effect_amount = 0
    s.effect_seats = 0
    s.effect_at = 0
    s.effect_left = -1
    s.votes_taken = 0
    s.past_law[:] = NO_CARD
    s.past_proposer[:] = 0
    s.past_adopted[:] = 0
    s.past_vote[:] = Vote.NONE
    s.said[:] = 0


@compile_rule()
def deal_wilds(s):
    """Deal a Wild card to each player; the others go to the box."""
    cards = _WILD_CARDS.copy()
    shuffle(s, cards, WILD_CARDS)
    for i in range(WILD_CARDS):
        if i < s.players:
            s.wild[i] = cards[i]
        else:
            s.wild_box[cards[i]] += 1


@compile_rule()
def deal_laws(s):
    """Deal the hands and form the deck: fifteen laws, below them ten laws and the End card."""
    cards = np.arange(LAWS + BLANKS)
    number = LAWS + BLANKS if s.carte_blanche == 1 else LAWS
    shuffle(s, cards, number)
    at = 0
    for seat in range(s.players):
        for _ in range(_DEALT[s.players]):
            to_hand(s, seat, cards[at], 0)
            at += 1
    end = DECK + 1 - END_AMONG + draw_below(s, END_AMONG)
    for i in range(DECK + 1):
        if i == end:
            s.deck[i] = END
        else:
            s.deck[i] = cards[at]
            at += 1
        s.zone[s.deck[i]] = Zone.DECK


@compile_rule()
def deal(s):
    """Set the table and start the first turn."""
    for seat in range(s.players):
        for _ in range(_DEALT[s.players]):
            take_candy(s, seat)
    deal_wilds(s)
    deal_laws(s)
    begin_turn(s, draw_below(s, s.players))
    count_points(s)
    s.stage = Stage.TALK  # no law is in force: the first thing to do is a proposal
    ask(s, s.active, Decision.PROPOSE)


# The turn


@compile_rule()
def begin_turn(s, seat):
    """Blue laws of the last turn start to work; then the steps of the turn follow."""
    s.turn += 1
    s.active = seat
    s.to_act = seat
    s.stage = Stage.START
    s.proposed = NO_CARD
    s.replaced = -1
    s.announced[:] = -1
    s.vote[:] = Vote.NONE
    s.open = 0
    s.adopted = -1
    s.outlook[:] = 0
    s.candy_outlook[:] = 0
    start_blue_laws(s)
    if works(s, Symbol.HAND, What.OPEN_HANDS):
        show_hands(s)


@compile_rule()
def advance(s):
    """Go on until somebody is asked or the game is over."""
    while s.decision < 0 and s.to_act >= 0:
        if s.effect >= 0:
            go_on(s)
        else:
            stage = s.stage
            s.stage = stage + 1
            do_stage(s, stage)
    if s.changed == 1:
        count_points(s)
        if s.ended != Ended.RUNNING:
            s.winners = best_seats(s)


@compile_rule()
def do_stage(s, stage):
    """Do one step of the turn."""
    if _HOOK[stage] != NO_SYMBOL:
        at_hook(s, _HOOK[stage], _HOOK_WHAT[stage])
    elif stage == Stage.PROPOSE:
        ask(s, s.active, Decision.PROPOSE)
    elif stage == Stage.TALK:
        if s.hints == 1:
            foresee(s)
        if s.talk == 1:
            ask(s, s.active, Decision.SAY)
    elif stage == Stage.VOTE:
        begin_vote(s)
    elif stage == Stage.ACT:
        if s.adopted == 1:
            carry_out(s)
    elif stage == Stage.CLEAR:
        if s.zone[s.proposed] == _PROPOSED:
            discard(s, s.proposed)
        s.proposed = NO_CARD
    elif stage == Stage.TAKE:
        draw_law(s)
    else:
        begin_turn(s, seat_after(s, s.active, 1))


@compile_rule()
def carry_out(s):
    """A red law acts; a blue or yellow one is placed."""
    if part(s, s.proposed, KIND) == Kind.RED:
        act_on(s, s.proposed)
    else:
        place_law(s, s.proposed)


# The proposal


@compile_rule()
def propose(s, place):
    """The active player shows a law of the hand. A blank one is composed first."""
    s.proposed = from_hand(s, s.active, place)
    s.zone[s.proposed] = _PROPOSED
    settle_proposal(s)


@compile_rule()
def settle_proposal(s):
    """Ask for what is missing: the next part of a blank law, the law to be replaced."""
    if s.proposed >= LAWS and s.blank[s.proposed - LAWS, SYMBOL] == UNSET:
        compose_next(s, s.proposed - LAWS)
    if s.decision < 0 and needs_replacement(s, s.proposed):
        ask(s, s.active, Decision.REPLACE)


@compile_rule()
def choices_of(s, blank, column):
    """Return what may be chosen for a part of a blank law, after those chosen so far, as bits."""
    if column == KIND:
        return np.int64((1 << KINDS) - 1)
    kind = s.blank[blank, KIND]
    if column == WHAT:
        return np.int64(WHAT_CHOICES[kind])
    what = s.blank[blank, WHAT]
    if column == WHO:
        return np.int64(WHO_CHOICES[kind, what])
    who = s.blank[blank, WHO]
    if column == WHICH:
        return np.int64(WHICH_CHOICES[kind, what, who])
    choices = np.int64(AMOUNT_CHOICES[kind, what, who, s.blank[blank, WHICH]])
    if s.voracious == 1 and what == What.LIMIT and s.blank[blank, WHICH] == Which.EACH_COLOUR:
        choices &= ~(1 << (4 - LOWEST_AMOUNT))  # four of a colour is the rule there anyway
    return choices


@compile_rule()
def compose(s, column, choice):
    """The proposer chooses a part of the blank law, by its place among the values."""
    blank = s.proposed - LAWS
    set_part(s, blank, column, choice)
    settle_proposal(s)


@compile_rule()
def set_part(s, blank, column, choice):
    """Write a part of a blank law."""
    value = choice
    if column == AMOUNT:
        value = ALL if choice == len(AMOUNTS) - 1 else choice + LOWEST_AMOUNT
    s.blank[blank, column] = value


@compile_rule()
def compose_next(s, blank):
    """Ask for the next part that leaves a choice; the law is complete after the last."""
    for column in range(PARTS_COMPOSED):
        if s.blank[blank, column] == UNSET:
            choices = choices_of(s, blank, column)
            if choices & (choices - 1) != 0:
                ask(s, s.active, Decision.COMPOSE_KIND + column)
                return
            choice = 0
            while (choices >> choice) & 1 == 0:
                choice += 1
            set_part(s, blank, column, choice)
    kind, what, who = s.blank[blank, KIND], s.blank[blank, WHAT], s.blank[blank, WHO]
    s.blank[blank, SYMBOL] = SYMBOL_OF[kind, what, who, s.blank[blank, WHICH]]
    s.blank[blank, SCALE] = 0


@compile_rule()
def announce(s, say):
    """The seat to act says how it will vote, or nothing; then the next one."""
    s.announced[s.to_act] = say
    after = seat_after(s, s.to_act, 1)
    if after != s.active:
        ask(s, after, Decision.SAY)


# Drawing a law


@compile_rule()
def next_card(s):
    """Take the top card of the deck and return it; the End card ends the game."""
    card = s.deck[s.deck_at]
    s.deck[s.deck_at] = NO_CARD
    s.deck_at += 1
    if card == END:
        s.zone[END] = Zone.DRAWN_END
        finish_game(s, Ended.END_CARD)
    return card


@compile_rule()
def draw_law(s):
    """The active player draws a law, or two to keep one of them (B19)."""
    if works(s, Symbol.HAND, What.DRAW_TWO):
        for i in range(2):
            card = next_card(s)
            if s.to_act < 0:
                return
            s.drawn[i] = card
            s.zone[card] = _DRAWN
        ask(s, s.active, Decision.KEEP)
        return
    card = next_card(s)
    if s.to_act >= 0:
        to_hand(s, s.active, card, int(works(s, Symbol.HAND, What.OPEN_HANDS)))


@compile_rule()
def keep_drawn(s, kept):
    """The active player keeps one of the laws drawn; the other is put away face down."""
    to_hand(s, s.active, s.drawn[kept], 0)
    away = s.drawn[1 - kept]
    s.zone[away] = _AWAY
    s.holder[away] = s.active
    s.drawn[:] = NO_CARD
