"""STATE of 1984: Animal Farm: one record that holds the whole table. Sets of seats and regions are bits."""

from enum import IntEnum

import numpy as np

from envs.core.compiling import Signatures
from envs.core.game import HEADER

from .box import (
    ALL_REGIONS,
    ARGUMENTS,
    KINDS,
    LINES,
    MOOD_PLACES,
    MOODS,
    OUTCOMES,
    PER_KIND,
    PROMISE_COUNT,
    REVOLUTIONS,
    SEATS,
    ZONE_COUNT,
)

HISTORY = 4  # played actions that observations show
STACK = PER_KIND + 1  # an action and its answers: each answer costs an Elephant token


class Decision(IntEnum):
    """What the seat to act is asked."""

    SETUP_AGENT = 0  # where a further agent comes into play (R8, R9)
    RESERVE_AGENT = 1  # where an agent of the reserve is placed (R7)
    MOVE = 2  # a turn of the Moves phase
    MOVE_TO = 3  # where the agent goes
    SPEAK = 4  # a turn of the bargaining (R15)
    SHARE = 5  # how many tokens the member `asked_seat` would take
    PAYER = 6  # who would make a side payment
    PAYEE = 7  # to whom
    PAYMENT = 8  # which token
    GIFT = 9  # which token is given to `asked_seat`
    ANSWER = 10  # whether a member agrees to the deal
    LAST_ACTIONS = 11  # an action while the alliance stands provisionally (R16)
    REQUISITION = 12  # an action after the tokens are taken (R20)
    COLLECT = 13  # a kind of token, in Collectivism
    STRIKE = 14  # who loses 1 VP, in Peace is war
    PART = 15  # the next part of the action being played
    REACT = 16  # an answer to the action on top of the stack (R22)
    RANSOM = 17  # the token that saves an action from Love
    SPY = 18  # a turn of the Spies phase
    REVOLT = 19  # a turn of the Revolutions phase
    BUY = 20  # a turn of the Buying phase
    PAY = 21  # a token of the price
    STORE = 22  # which token goes to which area (R30)


class Stage(IntEnum):
    """What comes next once nobody is asked and no action is on the stack."""

    SETUP = 0
    RESERVES = 1
    MOVES = 2
    OPEN = 3
    SPEAK = 4
    SHARES = 5
    ANSWERS = 6
    CIRCLE = 7
    TAKE = 8
    REQUISITION = 9
    REWARDS = 10
    CLOSE = 11
    SPIES = 12
    REVOLUTIONS = 13
    BUYING = 14
    ENDING = 15
    NEXT_ROUND = 16
    AGENTS = 17


class Phase(IntEnum):
    """The phases of a round, by their numbers in the book; 0 while agents come into play."""

    SETUP = 0
    MOVES = 1
    ALLIANCES = 2
    SPIES = 3
    REVOLUTIONS = 4
    BUYING = 5
    ENDING = 6


PHASE_OF = np.array(
    [Phase.SETUP, Phase.MOVES, Phase.MOVES]
    + [Phase.ALLIANCES] * 9
    + [Phase.SPIES, Phase.REVOLUTIONS, Phase.BUYING, Phase.ENDING, Phase.ENDING, Phase.SETUP],
    np.int8,
)
"""The phase that each stage belongs to."""

STATE = np.dtype(
    [
        *HEADER,
        ("winning", np.int32),  # bit C = the alliance of the seats C would win the region as things are (R13)
        ("vp", np.int16, (SEATS,)),
        ("record", np.int16, (SEATS, PROMISE_COUNT, len(OUTCOMES))),  # promises of each seat, counted by what became
        # options
        ("rounds", np.int8),
        ("moods", np.int8),  # 0 conveyor, 1 growing
        ("mood_deck", np.int8),  # 0 all, 1 printed
        ("talk", np.int8),
        ("offers", np.int8),
        ("open_scores", np.int8),
        # the round
        ("round", np.int8),
        ("stage", np.int8),  # Stage that comes next
        ("decision", np.int8),  # Decision asked, -1 while resolving
        ("first_player", np.int8),
        ("first_region", np.int8),
        ("at", np.int8),  # turns of the stage done, from the first player
        ("ended", np.int8),  # 1 once the game is over
        ("winners", np.int8),  # seats
        # the board
        ("agents", np.int8, (SEATS, ALL_REGIONS)),
        ("reserve", np.int8, (SEATS,)),  # agents to be placed at the next Moves turn
        ("supply", np.int8, (SEATS,)),  # agents that have yet to come into play
        ("stock", np.int8, (KINDS,)),  # tokens in the regions
        ("tokens", np.int8, (SEATS, ZONE_COUNT, KINDS)),
        (
            "placed",
            np.int8,
            (SEATS, 2, LINES, 2),
        ),  # on the card between i and i+1: whose (i, i+1), line, from New/Owned
        ("revolution", np.int8, (SEATS,)),  # the card between seat i and the next seat, on the left of i
        ("drawn_revolutions", np.int8, (REVOLUTIONS,)),  # 1 for a card that lies or lay between players
        ("past_tops", np.int8, (SEATS,)),  # top lines that the pair i, i+1 has or had, as bits
        ("mood", np.int8, (MOOD_PLACES,)),  # -1 for none
        ("drawn_moods", np.int8, (len(MOODS),)),  # 1 for a card that lies or lay on the board
        # actions
        ("basic", np.int8, (KINDS,)),  # Card of each kind of influence
        ("advanced", np.int8, (KINDS,)),  # the same, NO_CARD for none
        ("bought", np.int8, (SEATS,)),  # kinds whose advanced action the seat has bought, as bits
        ("used", np.int8, (SEATS,)),  # kinds whose advanced action the seat has used this round, as bits
        ("embargo", np.int8),  # kinds whose advanced action is blocked this round, as bits
        ("safe", np.int8),  # seats whose tokens are safe this round
        ("named", np.int8, (SEATS,)),  # seats that each seat has played actions against this round
        ("depth", np.int8),  # actions on the stack: the one at the top answers the one below it
        ("part", np.int8),  # parts named of the action at the top, -1 once it is complete
        ("stack_seat", np.int8, (STACK,)),
        ("stack_card", np.int8, (STACK,)),
        ("stack_copy", np.int8, (STACK,)),  # 1 where it was copied by Confession
        ("stack_asked", np.int8, (STACK,)),  # players that have passed on answering it
        ("stack_argument", np.int8, (STACK, ARGUMENTS)),
        ("past_seat", np.int8, (HISTORY,)),  # the last actions played, the newest first; -1 for none
        ("past_card", np.int8, (HISTORY,)),
        ("past_cancelled", np.int8, (HISTORY,)),
        ("past_level", np.int8, (HISTORY,)),  # place on the stack, -1 once it has left it
        # Moves
        ("moved", np.int8),  # 1 once the seat to act has made its ordinary move
        ("move_from", np.int8),  # region that the moving agent leaves, -1 for none
        ("closed", np.int8, (ALL_REGIONS,)),  # seats that closed the borders of a region
        # the region being resolved
        ("regions_done", np.int8),  # this round
        ("region", np.int8),  # -1 for none
        ("strength", np.int8, (SEATS,)),
        ("separated", np.int8, (SEATS,)),  # seats that cannot be in an alliance with this one
        ("orthodoxy", np.int8),  # times it was played
        ("harvest", np.int8),  # seats that played "Record harvest"
        ("fair", np.int8),
        ("nothing", np.int8),
        ("fewer", np.int8, (SEATS,)),  # times "Peaceful Solutions" was played on each seat
        ("speaker", np.int8),
        ("passes", np.int8),  # in succession
        ("offered", np.int8, (SEATS,)),  # offers made
        ("gifts", np.int8, (SEATS,)),  # tokens given away in this region
        ("promised", np.int8),  # promises made in this turn
        ("refused", np.int8, (SEATS,)),  # seats whose deals each seat has refused
        ("asked_seat", np.int8),  # whom the decision is about, -1 for nobody
        # the deal on the table
        ("proposer", np.int8),  # -1 for none
        ("members", np.int8),
        ("share", np.int8, (SEATS,)),
        ("payer", np.int8),  # -1 for no side payment
        ("payee", np.int8),
        ("payment", np.int8, (2,)),  # zone * 5 + kind of each token, -1 for none
        ("standing", np.int8),  # 1 while the alliance stands provisionally
        # what came of it
        ("won", np.int8),  # winners of this region
        ("took", np.int8, (SEATS,)),  # tokens taken here and still there
        ("collected", np.int8, (SEATS,)),  # tokens taken here, "Requisition" included
        ("round_won", np.int8, (ALL_REGIONS,)),  # winners of each region this round
        ("round_took", np.int8, (SEATS, ALL_REGIONS)),  # tokens collected in each region this round
        ("targeted", np.int8),  # seats struck by "Peace is war" this round
        ("isolated", np.int8),  # seats that have scored "Splendid isolation" this round
        # Buying
        ("spent", np.int8),  # kinds spent in this turn, as bits
        ("exchanged", np.int8),  # 1 once three tokens have brought VP in this turn
        ("buying", np.int8),  # kind of the advanced action being paid, KINDS for VP, -1 for nothing
        ("to_pay", np.int8),  # tokens of its price still to be paid
        # promises outstanding: by what, from whom, to whom
        ("promise", np.int8, (PROMISE_COUNT, SEATS, SEATS)),  # 1 outstanding; of ALLY and TOKEN 2: due in this region
        ("padding", np.int8, (5,)),
    ],
    align=True,
)

SIGNATURES = Signatures(STATE)
