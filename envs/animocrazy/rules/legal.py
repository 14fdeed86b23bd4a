"""Which actions the seat to act may take."""

from envs.core.compiling import compile_rule

from .. import actions as A
from ..box import LAWS
from ..state import Decision
from .turns import choices_of
from .voting import may_play_wild


@compile_rule(inline=True)
def allow_bits(mask, start, bits):
    """Allow the actions from `start` on that are in a set."""
    at = start
    while bits != 0:
        mask[at] = bits & 1
        bits >>= 1
        at += 1


@compile_rule(inline=True)
def write_legal(s, mask):
    """Write the mask of the seat to act."""
    mask[:] = 0
    seat = s.to_act
    if seat < 0:
        return
    decision = s.decision
    if decision == Decision.VOTE:
        mask[A.YES] = 1
        mask[A.NO] = 1
        mask[A.WILD] = may_play_wild(s, seat)
    elif decision == Decision.PROPOSE:
        mask[A.PROPOSE : A.PROPOSE + s.hand_size[seat]] = 1
    elif decision == Decision.LOSE:
        for colour in range(4):
            mask[A.LOSE + colour] = s.candies[seat, colour] > 0
    elif decision == Decision.GIVE:
        for colour in range(4):
            mask[A.GIVE + colour] = s.candies[seat, colour] > s.given[seat, colour]
    elif decision == Decision.SAY:
        mask[A.SAY : A.SAY + 3] = 1
    elif decision == Decision.REPLACE:
        mask[A.REPLACE : A.REPLACE + s.laws] = 1
    elif decision == Decision.REPEAL:
        mask[A.REPEAL : A.REPEAL + s.laws] = 1
    elif decision == Decision.KEEP:
        mask[A.KEEP : A.KEEP + 2] = 1
    else:
        blank = s.proposed - LAWS
        column = decision - Decision.COMPOSE_KIND
        starts = (A.COMPOSE, A.WHAT, A.WHO, A.WHICH, A.AMOUNT)
        allow_bits(mask, starts[column], choices_of(s, blank, column))
