"""The functions of the contract (`envs.core.game.Game`) for 1961, compiled."""

from envs.core.compiling import compile_rule
from envs.core.rng import shuffle

from .. import actions as A
from ..box import KINDS, LANDER
from ..observation import write_features
from ..options import MAX_TURNS, NUM_PLAYERS, PAIRING, RANDOM_PAIRING, REWARD
from ..state import SIGNATURES, Decision
from .cards import next_living
from .effects import (
    ask,
    discard_top,
    embargo,
    look,
    produce_onto,
    replay,
    sabotage,
    stack_response,
)
from .legal import write_legal
from .outcome import write_returns
from .redeal import write_redeal
from .turns import (
    advance,
    begin_turn,
    build,
    choose_place,
    choose_target,
    clear,
    deal,
    launch_card,
    play_from_hand,
    produce_with,
    set_up_lander,
    show_building,
    stack_card,
    swap_for,
)


@compile_rule(SIGNATURES.reset)
def reset(s, options, seed):
    """Set the table for a new game, up to the first decision. `options`: see `envs.nineteen61.options`."""
    s.random = seed
    s.players = options[NUM_PLAYERS]
    s.max_turns = options[MAX_TURNS]
    s.reward = options[REWARD]
    for kind in range(KINDS):
        s.pairing[kind] = options[PAIRING + kind]
    s.pairing[LANDER] = 0
    if options[RANDOM_PAIRING] == 1:
        shuffle(s, s.pairing, KINDS)
    clear(s)
    deal(s)


@compile_rule(SIGNATURES.legal)
def legal(s, mask):
    """Write which actions the seat to act may take."""
    write_legal(s, mask)


@compile_rule(SIGNATURES.observe)
def observe(s, seat, features):
    """Write what `seat` may know."""
    write_features(s, seat, features)


@compile_rule(SIGNATURES.redeal)
def redeal(s, seat, seed):
    """Draw anew what `seat` cannot know."""
    write_redeal(s, seat, seed)


@compile_rule(SIGNATURES.returns)
def returns(s, out):
    """Write the return of every seat."""
    write_returns(s, out)


@compile_rule()
def choose_in_turn(s, action):
    """The active player plays a card, uses an ability or passes."""
    if action != A.SWAP:
        s.window = 0
    if action == A.PASS:
        begin_turn(s, next_living(s, s.active))
    elif action == A.STACK:
        ask(s, Decision.STACK_WHERE)
    elif action == A.SWAP:
        ask(s, Decision.SWAP_WHICH)
    elif action == A.LAUNCH:
        ask(s, Decision.LAUNCH_FROM)
    elif action == A.PRODUCE:
        ask(s, Decision.PRODUCE_FROM)
    elif action < A.PLAY:
        show_building(s, action - A.BUILD)
    else:
        play_from_hand(s, action - A.PLAY)


@compile_rule()
def choose_row(s, decision, action):
    """The seat to act has chosen a place, gap or target in some row."""
    seat = (s.to_act + (action - A.ROWS) // A.PER_ROW) % s.players
    at = (action - A.ROWS) % A.PER_ROW
    place = at - A.PLACE
    if decision == Decision.GAP:
        build(s, seat, at - A.GAP)
    elif decision == Decision.TARGET:
        choose_target(s, seat)
    elif decision == Decision.STACK_WHERE:
        choose_place(s, seat, place, Decision.STACK_CARD)
    elif decision == Decision.SWAP_WHICH:
        choose_place(s, seat, place, Decision.SWAP_FOR)
    elif decision == Decision.LAUNCH_FROM:
        choose_place(s, seat, place, Decision.LAUNCH_CARD)
    elif decision == Decision.PRODUCE_FROM:
        produce_with(s, place)
    elif decision == Decision.PRODUCE_TO:
        produce_onto(s, seat, place)
    elif decision == Decision.SABOTAGE:
        sabotage(s, seat, place)
    elif decision == Decision.LOOK:
        look(s, seat, place)
    elif decision == Decision.DISCARD:
        discard_top(s, seat, place)
    elif decision == Decision.EMBARGO:
        embargo(s, seat, place)
    else:
        stack_response(s, seat, place)


@compile_rule(SIGNATURES.apply)
def apply(s, action):
    """Take one decision, which must be legal, and everything automatic up to the next one."""
    decision = s.decision
    s.decisions += 1
    s.decision = -1
    if decision == Decision.TURN:
        choose_in_turn(s, action)
    elif decision == Decision.SETUP:
        set_up_lander(s, action - A.CARD)
    elif decision == Decision.STACK_CARD:
        stack_card(s, action - A.CARD)
    elif decision == Decision.SWAP_FOR:
        swap_for(s, action - A.TAKE)
    elif decision == Decision.LAUNCH_CARD:
        launch_card(s, action - A.DEEP)
    elif decision == Decision.RESEARCH:
        replay(s, action - A.REPLAY)
    elif decision == Decision.DISCARD_OR_KEEP:
        if action == A.DISCARD:
            discard_top(s, s.chosen_row, s.chosen_place)
    else:
        choose_row(s, decision, action)
    if s.decision < 0:
        s.chosen_row = s.chosen_place = -1
    advance(s)
