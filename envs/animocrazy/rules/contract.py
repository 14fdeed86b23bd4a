"""The functions of the contract (`envs.core.game.Game`) for Animocrazy, compiled."""

from envs.core.compiling import compile_rule

from .. import actions as A
from ..box import KIND
from ..observation import write_features
from ..options import CARTE_BLANCHE, HINTS, NUM_PLAYERS, REWARD, TALK, VORACIOUS
from ..state import SIGNATURES, Decision
from .effects import give_candy, lose_candy
from .laws import repeal
from .legal import write_legal
from .outcome import write_returns
from .redeal import write_redeal
from .turns import advance, announce, clear, compose, deal, keep_drawn, propose
from .voting import cast


@compile_rule(SIGNATURES.reset)
def reset(s, options, seed):
    """Set the table for a new game, up to the first decision. `options`: see `envs.animocrazy.options`."""
    s.random = seed
    s.players = options[NUM_PLAYERS]
    s.reward = options[REWARD]
    s.voracious = options[VORACIOUS]
    s.carte_blanche = options[CARTE_BLANCHE]
    s.talk = options[TALK]
    s.hints = options[HINTS]
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
def choose_part(s, decision, action):
    """The proposer of a blank law chooses its next part."""
    starts = (A.COMPOSE, A.WHAT, A.WHO, A.WHICH, A.AMOUNT)
    column = decision - Decision.COMPOSE_KIND
    compose(s, KIND + column, action - starts[column])


@compile_rule(SIGNATURES.apply)
def apply(s, action):
    """Take one decision, which must be legal, and everything automatic up to the next one."""
    decision = s.decision
    s.decisions += 1
    s.decision = -1
    if decision == Decision.VOTE:
        cast(s, action - A.VOTE)
    elif decision == Decision.PROPOSE:
        propose(s, action - A.PROPOSE)
    elif decision == Decision.LOSE:
        lose_candy(s, action - A.LOSE)
    elif decision == Decision.GIVE:
        give_candy(s, action - A.GIVE)
    elif decision == Decision.SAY:
        announce(s, action - A.SAY)
    elif decision == Decision.REPLACE:
        s.replaced = action - A.REPLACE
    elif decision == Decision.REPEAL:
        repeal(s, action - A.REPEAL)
    elif decision == Decision.KEEP:
        keep_drawn(s, action - A.KEEP)
    else:
        choose_part(s, decision, action)
    advance(s)
