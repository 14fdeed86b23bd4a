"""STATE of Animocrazy: one record that holds the whole table."""

from enum import IntEnum

import numpy as np

from envs.core.compiling import Signatures
from envs.core.game import HEADER

from .box import BLANKS, BLUE_SYMBOLS, CARDS, DECK, FORMS, LAWS_IN_FORCE, MOST_IN_HAND, SEATS

HISTORY = 3  # votes that observations show
LOTS = BLANKS + 2  # how often Wild cards can be taken anew (R20, and each blank law composed like it), and the deal


class Zone(IntEnum):
    """Where a law card is."""

    BOX = 0  # face down, out of play
    DECK = 1
    HAND = 2
    PROPOSED = 3
    FORCE = 4
    DISCARDED = 5  # face up
    DRAWN = 6  # the two laws of B19, before one is kept
    AWAY = 7  # put away face down by B19; known to the seat `holder`
    DRAWN_END = 8  # the End card that ended the game


class Decision(IntEnum):
    """What the seat to act is asked."""

    PROPOSE = 0
    COMPOSE_KIND = 1  # the five parts of a blank law, in the order of its columns
    COMPOSE_WHAT = 2
    COMPOSE_WHO = 3
    COMPOSE_WHICH = 4
    COMPOSE_AMOUNT = 5
    REPLACE = 6  # which law the proposed one would replace
    SAY = 7
    VOTE = 8
    LOSE = 9  # a candy to the bag
    GIVE = 10  # a candy to a neighbour
    REPEAL = 11
    KEEP = 12  # which of the two laws drawn


class Stage(IntEnum):
    """What comes next in the turn once nobody is asked and no effect is running (A4)."""

    START = 0
    PROPOSE = 1
    TALK = 2
    VOTE = 3
    BALLOT_LOSSES = 4
    PROPOSER_LOSSES = 5
    BALLOT_DRAWS = 6
    PROPOSER_DRAWS = 7
    ACT = 8
    CLEAR = 9
    TAKE = 10
    LIMIT = 11
    NEXT = 12


class Vote(IntEnum):
    """A vote. Wild cards are `WILD` until they are seen."""

    NONE = -1
    YES = 0
    NO = 1
    DEFINITE_YES = 2
    DEFINITE_NO = 3
    SCAM = 4
    WILD = 5


class Say(IntEnum):
    """What a player announced."""

    YES = 0
    NO = 1
    NOTHING = 2


class Ended(IntEnum):
    """How the game ended."""

    RUNNING = 0
    END_CARD = 1
    EMPTY_BAG = 2


STATE = np.dtype(
    [
        *HEADER,
        ("points", np.int16, (SEATS,)),  # as if the game ended now
        ("winners", np.int16),  # bit s = seat s has won
        ("effect_seats", np.int16),  # whom the running effect is about, as bits, read before it acted
        ("voracious", np.int8),
        ("carte_blanche", np.int8),
        ("talk", np.int8),
        ("hints", np.int8),
        ("turn", np.int8),  # turns begun
        ("active", np.int8),  # whose turn it is: the proposer
        ("stage", np.int8),  # Stage that comes next
        ("decision", np.int8),  # Decision asked, -1 while resolving
        ("ended", np.int8),  # Ended
        ("changed", np.int8),  # 1 while the points have yet to be counted anew
        # candies
        ("candies", np.int8, (SEATS, 4)),
        ("bag", np.int8, (4,)),
        ("bag_size", np.int8),
        ("gone", np.int8, (4,)),  # out of the game (Voracious)
        ("given", np.int8, (SEATS, 4)),  # on the way to a neighbour, still counted in `candies`
        # Wild cards
        ("wild", np.int8, (SEATS,)),  # in hand, -1 for none
        ("wild_shown", np.int8, (SEATS,)),  # 1 while everybody knows which it is
        ("wild_lot", np.int8, (SEATS,)),  # the taking it came from: 0 the deal
        ("wild_out", np.int8, (3,)),  # played, lying open
        ("wild_box", np.int8, (3,)),  # not in hands, face down
        ("lots", np.int8),  # takings so far; what lies in the box has been through all of them
        ("lot_known", np.int8, (LOTS, 3)),  # known to be in the box or in the hand of somebody who took then or later
        # law cards
        ("zone", np.int8, (CARDS,)),
        ("holder", np.int8, (CARDS,)),  # seat, for a card put away; 0 otherwise
        ("hand", np.int8, (SEATS, MOST_IN_HAND)),  # NO_CARD beyond the size
        ("hand_size", np.int8, (SEATS,)),
        ("shown", np.int8, (SEATS, MOST_IN_HAND)),  # 1 for a card that everybody has seen (B20)
        ("shown_size", np.int8),  # such cards in all hands
        ("deck", np.int8, (DECK + 1,)),  # top first
        ("deck_at", np.int8),  # cards drawn so far
        ("drawn", np.int8, (2,)),  # the laws of B19, else NO_CARD
        ("law", np.int8, (LAWS_IN_FORCE,)),  # in force, NO_CARD beyond the number
        ("laws", np.int8),
        ("rule", np.int8, (BLUE_SYMBOLS,)),  # the blue law of each symbol that is working by now, or NO_CARD
        ("blank", np.int8, (BLANKS, 7)),  # parts of the blank laws as composed, UNSET while open
        ("discarded", np.int8, (FORMS,)),  # laws lying open, by form
        # the proposal
        ("proposed", np.int8),  # card, or NO_CARD
        ("replaced", np.int8),  # place among the laws in force, -1 for none
        ("announced", np.int8, (SEATS,)),  # Say, -1 for not yet
        ("vote", np.int8, (SEATS,)),  # Vote
        ("open", np.int8),  # 1 while votes are seen as they are cast (B14)
        ("adopted", np.int8),  # result, -1 before the vote is counted
        ("outlook", np.int8, (SEATS,)),  # points that the law voted on would bring, with hints (rules.outlook.foresee)
        ("candy_outlook", np.int8, (SEATS,)),  # and candies
        # the effect that is running, seat by seat
        ("effect", np.int8),  # What, -1 for none
        ("effect_which", np.int8),
        ("effect_amount", np.int8),
        ("effect_at", np.int8),  # seats done, clockwise from the active one
        ("effect_left", np.int8),  # candies that the seat at it has yet to choose, -1 before it is its turn
        # public history, newest at index (votes_taken - 1) % HISTORY
        ("votes_taken", np.int8),
        ("past_law", np.int8, (HISTORY,)),
        ("past_proposer", np.int8, (HISTORY,)),
        ("past_adopted", np.int8, (HISTORY,)),
        ("past_vote", np.int8, (HISTORY, SEATS)),  # Vote
        ("said", np.int8, (SEATS, 3, 5)),  # how often each Say was followed by each Vote
    ],
    align=True,
)

SIGNATURES = Signatures(STATE)
