"""Set-up, the Moves, Spies and Ending phases, and what follows what."""

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below

from ..box import (
    ADVANCED_PER_KIND,
    AGENTS,
    ALL_REGIONS,
    AREA,
    BASIC_PER_KIND,
    BASICS,
    EXTRA_AGENTS,
    KINDS,
    MOOD_PLACES,
    MOODS,
    NO_CARD,
    PER_KIND,
    PRINTED_ADVANCED,
    PRINTED_MOODS,
    REGION_OF_MOOD,
    REVOLUTIONS,
    TOP,
    UNSTABLE,
    Zone,
)
from ..options import ANY, ANY_PRINTED, NONE
from ..state import Decision, Stage
from .answers import go_on
from .bargaining import (
    clear_region,
    close_region,
    next_answer,
    next_last_action,
    next_requisition,
    next_reward,
    next_share,
    next_speaker,
    open_region,
    take_shares,
)
from .board import agents_to_reserve, ask, empty_airdrops, empty_area, has, in_turn, on_board, seat_after, tokens_in
from .buying import next_buyer
from .playing import may_play_something, moments_of
from .promises import settle_at_round_end, void_promises
from .revolutions import next_revolt

_NEW, _OWNED, _AIRDROP = int(Zone.NEW), int(Zone.OWNED), int(Zone.AIRDROP)
_MOOD_COUNT = len(MOODS)
_PRINTED = tuple(int(card in PRINTED_ADVANCED) for card in range(BASICS + KINDS * ADVANCED_PER_KIND))
_CONVEYOR, _GROWING = 0, 1
_PRINTED_DECK = 1
ROUNDS_A_THIRD = 3  # revolutions are drawn anew after every three rounds


# Set-up


@compile_rule()
def clear(s):
    """Clear everything that `reset` does not set from the options."""
    s.decisions = 0
    s.truncated = 0
    s.to_act = 0
    s.vp[:] = 0
    s.record[:] = 0
    s.round = 1
    s.stage = Stage.SETUP
    s.decision = -1
    s.first_player = 0
    s.first_region = 0
    s.at = 0
    s.ended = 0
    s.winners = 0
    s.agents[:] = 0
    s.reserve[:] = 0
    s.supply[:] = 0
    s.stock[:] = PER_KIND
    s.tokens[:] = 0
    s.placed[:] = 0
    s.revolution[:] = -1
    s.drawn_revolutions[:] = 0
    s.past_tops[:] = 0
    s.mood[:] = -1
    s.drawn_moods[:] = 0
    s.basic[:] = NO_CARD
    s.advanced[:] = NO_CARD
    s.bought[:] = 0
    s.depth = 0
    s.part = -1
    s.stack_seat[:] = -1
    s.stack_card[:] = NO_CARD
    s.stack_copy[:] = 0
    s.stack_asked[:] = 0
    s.stack_argument[:] = -1
    s.past_seat[:] = -1
    s.past_card[:] = NO_CARD
    s.past_cancelled[:] = 0
    s.past_level[:] = -1
    s.moved = 0
    s.move_from = -1
    s.region = -1
    s.spent = 0
    s.exchanged = 0
    s.buying = -1
    s.to_pay = 0
    s.promise[:] = 0
    s.padding[:] = 0
    clear_round(s)
    clear_region(s)


@compile_rule()
def clear_round(s):
    """Clear what is about one round only."""
    s.used[:] = 0
    s.embargo = 0
    s.safe = 0
    s.named[:] = 0
    s.closed[:] = 0
    s.regions_done = 0
    s.round_won[:] = 0
    s.round_took[:] = 0
    s.targeted = 0
    s.isolated = 0


@compile_rule()
def lay_out_actions(s, options, start):
    """Lay out one basic and one advanced action of each kind; the options name them, or how they are drawn."""
    for kind in range(KINDS):
        basic, advanced = options[start + kind], options[start + KINDS + kind]
        if basic == ANY:
            basic = kind * BASIC_PER_KIND + draw_below(s, BASIC_PER_KIND)
        s.basic[kind] = basic
        first = BASICS + kind * ADVANCED_PER_KIND
        if advanced == ANY:
            advanced = first + draw_below(s, ADVANCED_PER_KIND)
        elif advanced == ANY_PRINTED:
            advanced = draw_printed(s, first)
        s.advanced[kind] = NO_CARD if advanced == NONE else advanced


@compile_rule()
def draw_printed(s, first):
    """Draw one of the four advanced actions from `first` on that the book lists; there may be none."""
    printed = 0
    for card in range(first, first + ADVANCED_PER_KIND):
        printed += _PRINTED[card]
    if printed == 0:
        return NONE
    skip = draw_below(s, printed)
    for card in range(first, first + ADVANCED_PER_KIND):
        if _PRINTED[card] == 1:
            if skip == 0:
                return card
            skip -= 1
    return NONE


@compile_rule()
def draw_mood(s):
    """Draw a political mood that has not been on the board."""
    deck = PRINTED_MOODS if s.mood_deck == _PRINTED_DECK else _MOOD_COUNT
    left = 0
    for mood in range(deck):
        left += 1 - s.drawn_moods[mood]
    skip = draw_below(s, left)
    for mood in range(deck):
        if s.drawn_moods[mood] == 0:
            if skip == 0:
                s.drawn_moods[mood] = 1
                return mood
            skip -= 1
    return -1


@compile_rule()
def deal_revolutions(s):
    """Draw a revolution card for every two neighbours.

    No two have the same top line, and no pair gets a top line that it had before (R9). Cards drawn one by one can come
    to a dead end; then all are drawn again.
    """
    dealt = 0
    tops = 0
    while dealt < s.players:
        if dealt == 0:
            tops = 0
        open_cards = 0
        for card in range(REVOLUTIONS):
            open_cards += int(fits(s, dealt, card, tops))
        if open_cards == 0:
            dealt = 0
            continue
        skip = draw_below(s, open_cards)
        for card in range(REVOLUTIONS):
            if fits(s, dealt, card, tops):
                if skip == 0:
                    s.revolution[dealt] = card
                    break
                skip -= 1
        tops |= 1 << TOP[s.revolution[dealt]]
        dealt += 1
    for place in range(s.players):
        s.drawn_revolutions[s.revolution[place]] = 1
        s.past_tops[place] |= 1 << TOP[s.revolution[place]]


@compile_rule()
def fits(s, place, card, tops):
    """Return whether a card may be drawn for a place, where `tops` are the top lines of the cards before it."""
    top = TOP[card]
    return s.drawn_revolutions[card] == 0 and not has(tops, top) and not has(s.past_tops[place], top)


@compile_rule()
def deal(s, options, start):
    """Set the table."""
    lay_out_actions(s, options, start)
    for place in range(2 if s.moods == _CONVEYOR else 1):
        s.mood[place] = draw_mood(s)
    s.first_region = draw_below(s, UNSTABLE)
    s.first_player = draw_below(s, s.players)
    for seat in range(s.players):
        s.agents[seat, :UNSTABLE] = 1
        s.supply[seat] = AGENTS - UNSTABLE
    deal_revolutions(s)


@compile_rule()
def setup_seat(s, number):
    """Return who adds the agent number `number` at set-up: with three, clockwise first (R8)."""
    if s.players == 3 and number < s.players:
        return seat_after(s, s.first_player, number)
    return from_last(s, number % s.players)


@compile_rule()
def from_last(s, number):
    """Return the seat so many places counter-clockwise from the last player."""
    return seat_after(s, s.first_player, s.players - 1 - number)


@compile_rule()
def next_setup(s):
    """Ask for the next agent of the set-up."""
    if s.at < EXTRA_AGENTS[s.players] * s.players:
        ask(s, setup_seat(s, s.at), Decision.SETUP_AGENT)
        s.at += 1
        return
    s.at = 0
    s.stage = Stage.RESERVES


@compile_rule()
def next_agent(s):
    """Ask for the next of the agents that come into play after every three rounds."""
    if s.at < s.players:
        ask(s, from_last(s, s.at), Decision.SETUP_AGENT)
        s.at += 1
        return
    s.at = 0
    s.stage = Stage.RESERVES


@compile_rule()
def bring_agent(s, region):
    """An agent of the seat to act comes into play."""
    s.supply[s.to_act] -= 1
    s.agents[s.to_act, region] += 1


# Moves


@compile_rule()
def next_reserve(s):
    """Ask where the reserve agents of the next player go; then the player's turn follows (R7, R12)."""
    if s.at >= s.players:
        s.closed[:] = 0
        s.at = 0
        s.stage = Stage.OPEN
    elif s.reserve[in_turn(s)] > 0:
        ask(s, in_turn(s), Decision.RESERVE_AGENT)
    else:
        s.stage = Stage.MOVES


@compile_rule()
def place_reserve(s, region):
    """An agent of the reserve is placed."""
    s.reserve[s.to_act] -= 1
    s.agents[s.to_act, region] += 1


@compile_rule()
def end_moves(s):
    """A player's turn is over."""
    s.moved = 0
    s.at += 1
    s.stage = Stage.RESERVES


@compile_rule()
def may_enter(s, seat, region):
    """Return whether the ordinary move of a seat may go to a region: opponents may have closed it."""
    return on_board(s, region) and s.closed[region] & ~(1 << seat) == 0


@compile_rule()
def may_leave(s, seat, start):
    """Return whether a seat may make its ordinary move from a region."""
    if s.moved == 1 or s.agents[seat, start] == 0:
        return False
    for region in range(ALL_REGIONS):
        if region != start and may_enter(s, seat, region):
            return True
    return False


@compile_rule()
def lift_agent(s, region):
    """The seat to act makes its ordinary move: where to is asked next."""
    s.move_from = region
    ask(s, int(s.to_act), Decision.MOVE_TO)


@compile_rule()
def set_agent_down(s, region):
    """The agent moves."""
    seat = s.to_act
    s.agents[seat, s.move_from] -= 1
    s.agents[seat, region] += 1
    s.move_from = -1
    s.moved = 1


# Spies


@compile_rule()
def next_spy(s):
    """Ask the next player who can play a Kangaroo; the phase ends with empty Airdrop zones (R25)."""
    while s.at < s.players:
        if may_play_something(s, in_turn(s), moments_of(Decision.SPY)):
            ask(s, in_turn(s), Decision.SPY)
            return
        s.at += 1
    empty_airdrops(s)
    s.at = 0
    s.stage = Stage.REVOLUTIONS


# Ending


@compile_rule()
def may_store(s, seat, zone, kind):
    """Return whether a seat may put a token of a kind into Owned or the Airdrop zone."""
    return s.tokens[seat, _NEW, kind] > 0 and tokens_in(s, seat, zone) < AREA


@compile_rule()
def store(s, zone, kind):
    """The seat to act puts a token into an area."""
    s.tokens[s.to_act, _NEW, kind] -= 1
    s.tokens[s.to_act, zone, kind] += 1
    go_on_storing(s, int(s.to_act))


@compile_rule()
def go_on_storing(s, seat):
    """Ask for the next token while there are tokens and room; the rest returns to the regions (R30)."""
    if tokens_in(s, seat, _NEW) > 0 and tokens_in(s, seat, _OWNED) + tokens_in(s, seat, _AIRDROP) < 2 * AREA:
        ask(s, seat, Decision.STORE)
        return
    empty_area(s, seat, _NEW)
    s.at += 1


@compile_rule()
def next_to_store(s):
    """The next player gathers all tokens and chooses which to keep."""
    if s.at >= s.players:
        s.stage = Stage.NEXT_ROUND
        return
    seat = in_turn(s)
    for kind in range(KINDS):
        s.tokens[seat, _NEW, kind] += s.tokens[seat, _OWNED, kind]
        s.tokens[seat, _OWNED, kind] = 0
    go_on_storing(s, seat)


@compile_rule()
def move_moods(s):
    """The moods move on, or one more comes (R6)."""
    if s.moods == _GROWING:
        if s.round % ROUNDS_A_THIRD == 0:
            s.mood[s.round // ROUNDS_A_THIRD] = draw_mood(s)
        return
    leaving = s.mood[MOOD_PLACES - 1]
    if leaving >= 0 and REGION_OF_MOOD[leaving] >= 0:
        agents_to_reserve(s, REGION_OF_MOOD[leaving])
    for place in range(MOOD_PLACES - 1, 0, -1):
        s.mood[place] = s.mood[place - 1]
    s.mood[0] = draw_mood(s)


@compile_rule()
def end_game(s):
    """The last round is over: most VP win, ties share (R31)."""
    void_promises(s)
    most = 0
    for seat in range(s.players):
        most = max(most, s.vp[seat])
    for seat in range(s.players):
        if s.vp[seat] == most:
            s.winners |= 1 << seat
    s.ended = 1
    s.to_act = -1


@compile_rule()
def next_round(s):
    """The round ends: promises, moods and markers; after every three rounds new revolutions and agents."""
    settle_at_round_end(s)
    if s.round == s.rounds:
        end_game(s)
        return
    clear_round(s)
    move_moods(s)
    s.first_region = (s.first_region + 1) % UNSTABLE
    s.first_player = seat_after(s, s.first_player, 1)
    s.at = 0
    s.stage = Stage.RESERVES
    if s.round % ROUNDS_A_THIRD == 0:
        deal_revolutions(s)
        s.stage = Stage.AGENTS
    s.round += 1


# What follows what


@compile_rule()
def advance(s):
    """Go on until somebody is asked or the game is over."""
    while s.decision < 0 and s.to_act >= 0:
        if s.depth > 0:
            go_on(s)
        elif s.stage < Stage.SPEAK:
            go_on_with_moves(s)
        elif s.stage < Stage.SPIES:
            go_on_with_region(s)
        else:
            go_on_after_alliances(s)


@compile_rule()
def go_on_with_moves(s):
    """Do the next step of the set-up or the Moves phase."""
    if s.stage == Stage.SETUP:
        next_setup(s)
    elif s.stage == Stage.RESERVES:
        next_reserve(s)
    elif s.stage == Stage.MOVES:
        ask(s, in_turn(s), Decision.MOVE)
    else:
        open_region(s)


@compile_rule()
def go_on_with_region(s):
    """Do the next step of the bargaining of a region."""
    if s.stage == Stage.SPEAK:
        next_speaker(s)
    elif s.stage == Stage.SHARES:
        next_share(s)
    elif s.stage == Stage.ANSWERS:
        next_answer(s)
    elif s.stage == Stage.CIRCLE:
        next_last_action(s)
    elif s.stage == Stage.TAKE:
        take_shares(s)
    elif s.stage == Stage.REQUISITION:
        next_requisition(s)
    elif s.stage == Stage.REWARDS:
        next_reward(s)
    else:
        close_region(s)


@compile_rule()
def go_on_after_alliances(s):
    """Do the next step of the later phases."""
    if s.stage == Stage.SPIES:
        next_spy(s)
    elif s.stage == Stage.REVOLUTIONS:
        next_revolt(s)
    elif s.stage == Stage.BUYING:
        next_buyer(s)
    elif s.stage == Stage.ENDING:
        next_to_store(s)
    elif s.stage == Stage.NEXT_ROUND:
        next_round(s)
    else:
        next_agent(s)
