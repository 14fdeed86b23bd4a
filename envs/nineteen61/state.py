"""STATE of 1961: one record that holds the whole table."""

from enum import IntEnum

import numpy as np

from envs.core.compiling import Signatures
from envs.core.game import HEADER

from .box import CARDS, EFFECTS, KINDS, MISSILES, PIECES, ROW, SEATS

HISTORY = 4  # public events that observations show


class Zone(IntEnum):
    """Where a card is."""

    DECK = 0
    HAND = 1  # of the seat `holder`
    STACK = 2  # on a building, linked from `top` by `below`
    ROW = 3  # as a building
    PILE = 4  # the discard pile
    RESOLVING = 5  # in no zone, while its action resolves or its place is chosen (R21)
    GONE = 6  # Landers out of the game (R12)


class Decision(IntEnum):
    """What the seat to act is asked."""

    SETUP = 0  # a card for the own Lander
    TURN = 1  # what to do, or pass
    GAP = 2  # where to construct
    STACK_WHERE = 3  # which building to stack on
    STACK_CARD = 4  # which card to stack there
    SWAP_WHICH = 5  # which Secret Facility
    SWAP_FOR = 6  # which building takes its place
    LAUNCH_FROM = 7  # which Silo
    LAUNCH_CARD = 8  # which card of it, counted from the top
    TARGET = 9  # whom the missile hits
    PRODUCE_FROM = 10  # which Factory
    PRODUCE_TO = 11  # where the card goes
    RESEARCH = 12  # which action of the pile
    SABOTAGE = 13  # which top card to flip
    LOOK = 14  # which top card to look at
    DISCARD_OR_KEEP = 15  # the card just looked at
    DISCARD = 16  # which of the cards looked at
    EMBARGO = 17  # which stack
    STACK_RESPONSE = 18  # where to stack a replayed Response System


class Effect(IntEnum):
    """What is being resolved. The first six are the actions of `box.ACTIONS`, in that order."""

    MISSILE_LAUNCH = 0
    ESPIONAGE = 1
    STACK_RESPONSE = 2
    EMBARGO = 3
    SABOTAGE = 4
    RESEARCH = 5
    FIRE_RESPONSE = 6  # a Response System that was flipped by Sabotage
    DRAW = 7  # the card at the start of a turn
    PRODUCE = 8


class Event(IntEnum):
    """What everybody saw. The first six are actions played, replayed or flipped, in the order of `box.ACTIONS`."""

    MISSILE_LAUNCH = 0
    ESPIONAGE = 1
    RESPONSE_SYSTEM = 2
    EMBARGO = 3
    SABOTAGE = 4
    RESEARCH = 5
    BUILD = 6
    STACK = 7
    SWAP = 8
    SILO_LAUNCH = 9
    PRODUCE = 10
    LOOK = 11
    DISCARD = 12
    MISSILE_HIT = 13
    OUT = 14


STATE = np.dtype(
    [
        *HEADER,
        ("max_turns", np.int32),  # the game is cut after this many turns
        ("turn", np.int32),  # turns begun
        ("events", np.int32),  # public events so far
        ("winner", np.int8),  # seat, -1 while there is none
        ("active", np.int8),  # whose turn it is
        ("decision", np.int8),  # Decision asked, -1 while resolving
        ("played", np.int8),  # 1 once the card of the turn is played
        ("window", np.int8),  # 1 while Secret Facilities may be swapped
        ("setup_left", np.int8),  # cards that the seat to act has yet to stack in the set-up
        ("pairing", np.int8, (KINDS + 1,)),  # action on the other side of each building; 0 for the Lander
        ("out_at", np.int8, (SEATS,)),  # 0 while in the game, else the how-manieth to go out
        ("outs", np.int8),  # players out so far
        # rows
        ("row", np.int8, (SEATS, ROW)),  # piece at each place, left to right
        ("row_size", np.int8, (SEATS,)),
        ("top", np.int8, (PIECES,)),  # for a piece in a row: the top card of its stack, or NO_CARD
        ("size", np.int8, (PIECES,)),  # for a piece in a row: cards in its stack
        ("embargoes", np.int8, (PIECES,)),  # for a piece in a row: face-up Embargoes in its stack
        ("used", np.int8, (PIECES,)),  # for a Factory: has produced this turn
        # cards
        ("zone", np.int8, (PIECES,)),
        ("holder", np.int8, (CARDS,)),  # seat, for a card in a hand
        ("below", np.int8, (CARDS + 1,)),  # for a stacked card: the card under it, or NO_CARD
        ("face_up", np.int8, (CARDS + 1,)),  # for a stacked card: 1 for an Embargo that disables
        ("known", np.uint8, (CARDS + 1,)),  # for cards in hands and stacks: bit s = seat s knows it
        ("looked", np.int8, (CARDS + 1,)),  # 1 while looked at by the Espionage being resolved
        ("deck", np.int8, (CARDS,)),  # bottom to top
        ("deck_size", np.int8),
        ("hand", np.int8, (SEATS, KINDS)),  # cards by kind
        ("hand_size", np.int8, (SEATS,)),
        ("shown", np.int8, (SEATS, KINDS)),  # cards in hand by kind that everybody knows
        ("shown_size", np.int8),  # such cards in all hands
        ("pile", np.int8, (KINDS,)),  # cards by kind
        ("pile_size", np.int8),
        # what is being resolved, the innermost last
        ("effects", np.int8),
        ("effect", np.int8, (EFFECTS,)),  # Effect
        ("effect_card", np.int8, (EFFECTS,)),  # the card in no zone, -1 for none
        ("effect_left", np.int8, (EFFECTS,)),  # times left: actions, flips, looks; stage of a draw
        ("effect_more", np.int8, (EFFECTS,)),  # discards left; row of a flipped Response System; Factory that produces
        ("missiles", np.int8),  # waiting, in the order in which they resolve
        ("missile_from", np.int8, (MISSILES,)),  # seat that launched it
        ("missile_at", np.int8, (MISSILES,)),  # seat, -1 if the launcher has yet to choose
        # choices made in parts
        ("chosen_card", np.int8),  # the building to be constructed
        ("chosen_row", np.int8),  # the place chosen so far, -1 for none
        ("chosen_place", np.int8),
        # public history, newest at index (events - 1) % HISTORY
        ("event", np.int8, (HISTORY,)),
        ("event_seat", np.int8, (HISTORY,)),  # who did it
        ("event_row", np.int8, (HISTORY,)),  # in whose row, -1 for none
        ("padding", np.int8, (6,)),  # always 0: without it NumPy pads with bytes that copies need not carry over
    ],
    align=True,
)

SIGNATURES = Signatures(STATE)
