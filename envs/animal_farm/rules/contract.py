"""The functions of the contract (`envs.core.game.Game`) for 1984: Animal Farm, compiled."""

from envs.core.compiling import compile_rule

from .. import actions as A
from ..box import KINDS
from ..observation import write_features
from ..options import ACTIONS, MOOD_DECK, MOODS_AT, NUM_PLAYERS, OFFERS, OPEN_SCORES, REWARD, ROUNDS_AT, TALK
from ..state import SIGNATURES, Decision
from .answers import name, play_kind, ransom
from .bargaining import (
    begin_gift,
    choose_payee,
    choose_payer,
    choose_payment,
    collect,
    end_word,
    give,
    pass_word,
    propose,
    refuse,
    strike,
)
from .board import ask
from .buying import VP, begin_buying, end_buying, spend
from .legal import alliance_of, write_legal
from .outcome import write_returns
from .promises import make_promise
from .redeal import write_redeal
from .revolutions import end_revolt, put_token
from .rounds import (
    advance,
    bring_agent,
    clear,
    deal,
    end_moves,
    lift_agent,
    place_reserve,
    set_agent_down,
    store,
)


@compile_rule(SIGNATURES.reset)
def reset(s, options, seed):
    """Set the table for a new game, up to the first decision. `options`: see `envs.animal_farm.options`."""
    clear(s)
    s.random = seed
    s.players = options[NUM_PLAYERS]
    s.reward = options[REWARD]
    s.rounds = options[ROUNDS_AT]
    s.moods = options[MOODS_AT]
    s.mood_deck = options[MOOD_DECK]
    s.talk = options[TALK]
    s.offers = options[OFFERS]
    s.open_scores = options[OPEN_SCORES]
    deal(s, options, ACTIONS)
    advance(s)


@compile_rule(SIGNATURES.legal)
def legal(s, mask):
    """Write which actions the seat to act may take."""
    write_legal(s, mask)


@compile_rule(SIGNATURES.observe)
def observe(s, seat, features):
    """Write what `seat` may know."""
    write_features(s, int(seat), features)  # in plain Python it may come as a small NumPy integer


@compile_rule(SIGNATURES.redeal)
def redeal(s, seat, seed):
    """Draw anew what `seat` cannot know."""
    write_redeal(s, seat, seed)


@compile_rule(SIGNATURES.returns)
def returns(s, out):
    """Write the return of every seat."""
    write_returns(s, out)


@compile_rule()
def play_in_turn(s, decision, action):
    """The seat to act plays an action: that is its word in bargaining; the circle of last actions begins anew."""
    play_kind(s, (action - A.BASIC) // KINDS, (action - A.BASIC) % KINDS)
    if decision == Decision.SPEAK:
        end_word(s)
    elif decision == Decision.LAST_ACTIONS:
        s.passes = 0


@compile_rule()
def pass_turn(s, decision):
    """The seat to act passes, is done or declines."""
    if decision == Decision.MOVE:
        end_moves(s)
    elif decision == Decision.SPEAK:
        pass_word(s)
    elif decision == Decision.REQUISITION or decision == Decision.SPY:
        s.at += 1
    elif decision == Decision.REVOLT:
        end_revolt(s)
    elif decision == Decision.BUY:
        end_buying(s)
    elif decision == Decision.RANSOM:
        ransom(s, -1)
    elif decision == Decision.PART:
        s.part += 1


@compile_rule()
def choose_player(s, decision, action):
    """The seat to act has chosen a player, for what the decision says or for a gift or promise."""
    place, what = (action - A.PLAYERS) // A.PER_PLAYER, (action - A.PLAYERS) % A.PER_PLAYER
    other = (s.to_act + place) % s.players
    if what == A.GIVE:
        begin_gift(s, other)
    elif what >= A.PROMISE:
        make_promise(s, int(s.to_act), other, what - A.PROMISE)
        ask(s, int(s.to_act), decision)
    elif decision == Decision.PAYER:
        choose_payer(s, other)
    elif decision == Decision.PAYEE:
        choose_payee(s, other)
    elif decision == Decision.STRIKE:
        strike(s, other)
    else:
        name(s, other)


@compile_rule()
def choose_region(s, decision, region):
    """The seat to act has chosen a region."""
    if decision == Decision.SETUP_AGENT:
        bring_agent(s, region)
    elif decision == Decision.RESERVE_AGENT:
        place_reserve(s, region)
    elif decision == Decision.MOVE_TO:
        set_agent_down(s, region)
    else:
        name(s, region)


@compile_rule()
def choose_number(s, decision, number):
    """The seat to act has chosen a share of the deal, or how many agents move."""
    if decision == Decision.SHARE:
        s.share[s.asked_seat] = number
    else:
        name(s, number)


@compile_rule()
def choose_token(s, decision, code):
    """The seat to act has chosen a token."""
    if decision == Decision.PAYMENT:
        choose_payment(s, code)
    elif decision == Decision.GIFT:
        give(s, code)
    else:
        name(s, code)


@compile_rule()
def choose_kind(s, decision, kind):
    """The seat to act has chosen a kind of influence."""
    if decision == Decision.RANSOM:
        ransom(s, kind)
    elif decision == Decision.COLLECT:
        collect(s, kind)
    elif decision == Decision.PAY:
        spend(s, kind)
    else:
        name(s, kind)


@compile_rule(SIGNATURES.apply)
def apply(s, action):
    """Take one decision, which must be legal, and everything automatic up to the next one."""
    decision = int(s.decision)
    s.decisions += 1
    s.decision = -1
    if action == A.PASS:
        pass_turn(s, decision)
    elif action < A.REGION:
        lift_agent(s, action - A.MOVE)
    elif action < A.BASIC:
        choose_region(s, decision, action - A.REGION)
    elif action < A.ALLY:
        play_in_turn(s, decision, action)
    elif action < A.SHARE:
        propose(s, alliance_of(s, int(s.to_act), action - A.ALLY))
    elif action < A.TOKEN:
        choose_number(s, decision, action - A.SHARE)
    elif action < A.KIND:
        choose_token(s, decision, action - A.TOKEN)
    elif action < A.NO:
        choose_kind(s, decision, action - A.KIND)
    elif action < A.PUT:
        if action == A.NO:
            refuse(s)
    elif action < A.BUY:
        put_token(s, action - A.PUT)
    elif action <= A.BUY_VP:
        begin_buying(s, VP if action == A.BUY_VP else action - A.BUY)
    elif action < A.PLAYERS:
        store(s, 1 + (action - A.STORE) // KINDS, (action - A.STORE) % KINDS)
    else:
        choose_player(s, decision, action)
    advance(s)
