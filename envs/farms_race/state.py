"""STATE of Farms Race: one record that holds the whole table. Sets of seats and of regions are bits."""

from enum import IntEnum

import numpy as np

from envs.core.compiling import Signatures
from envs.core.game import HEADER

from .box import (
    COMBAT_FACES,
    DECK,
    ITEMS,
    KINDS,
    LINKS,
    MOST_DEALT,
    MOST_PARTS,
    MUTATION_COUNT,
    OUTCOMES,
    OWNERS,
    PROMISE_COUNT,
    REGIONS,
    RESOURCE_FACES,
    SEATS,
    SPY_COUNT,
    SPY_STACK,
)

HISTORY = 6  # events that observations show
DICE = 2  # resource dice
OFFER = 2  # what is given, what is asked for


class Decision(IntEnum):
    """What the seat to act is asked."""

    MUTATION = 0  # which of the mutations dealt it keeps
    START = 1  # its home
    START_CARD = 2  # a starting resource card
    PLACE = 3  # which building a healthy herd comes to
    REGENERATE = 4  # which damaged herd heals for free
    ACTIONS = 5  # phase 2: an action of a herd, a free action, or the end of the phase
    HERDS = 6  # which herds take part in the move being declared
    LOSE = 7  # how the next point of damage is taken
    RETREAT = 8  # whether the attackers retreat
    RETREAT_TO = 9  # whether, and where, the defenders retreat
    RETURN = 10  # to which region a surviving attacker goes back
    WILD = 11  # which terrain a "?" is
    WINDOW = 12  # trade and promises of a player who is not active
    OFFER_GIVE = 13  # what is offered to `offer_to`
    OFFER_WANT = 14  # and for what
    OFFER_ANSWER = 15
    RESOURCES = 16  # phase 3: a free action or the end of the phase
    DISCARD = 17  # phase 4: a discard, a free action or the end of the turn
    LAUNCH = 18  # to answer a nuke, or to go on launching
    TARGET = 19  # the region that the nuke is launched at
    SPY_PART = 20  # the next part of the spy being played
    REACT = 21  # a Double Agent against the spy on top
    KEEP = 22  # which of two spies a Telepathic herd keeps


class Stage(IntEnum):
    """What comes next once nothing is in progress: no spy, no nuke, no combat."""

    SETUP = 0
    PREPARATION = 1
    PLACING = 2
    REGENERATION = 3
    ACTIONS = 4
    ROLL = 5
    WILDS = 6
    PARASITES = 7
    WINDOW = 8
    RESOURCES = 9
    DISCARD = 10
    NEXT = 11


class Combat(IntEnum):
    """The steps of a combat round (R5, R6)."""

    ROLL = 0
    ATTACKERS_LOSE = 1
    DEFENDERS_LOSE = 2
    RADIATION = 3  # the damage that Radioactive herds deal as they die
    CHECK = 4  # whether a side is gone
    ATTACKERS_RETREAT = 5
    DEFENDERS_RETREAT = 6
    RETURN = 7


class Way(IntEnum):
    """How the nuke whose target is being named is launched."""

    NONE = 0  # no target is being named
    READY = 1
    PAID = 2


ATTACKERS, DEFENDERS = range(2)  # the sides of a combat

STATE = np.dtype(
    [
        *HEADER,
        ("adjacent", np.int64, (REGIONS,)),  # regions next to each
        ("starts", np.int64),  # starting regions
        ("land", np.int64, (OWNERS,)),  # regions that each owner controls
        ("face_up", np.int64),  # regions whose humans are known
        ("turmoil", np.int64),  # regions with a turmoil token
        ("locked", np.int64),  # regions that players cannot enter (scenario 3)
        ("shared", np.int64),  # regions that the neutral herd's building lies over, while it stands
        ("stood", np.int64),  # regions where others had herds when the turn began
        ("attacked", np.int64),  # regions attacked this turn
        ("served", np.int64),  # regions whose building has had its herd in this Preparation
        ("hand", np.int16, (SEATS, KINDS)),  # resource cards
        ("known", np.int16, (SEATS, SEATS, KINDS)),  # cards that the first seat knows to be in the second's hand
        ("record", np.int16, (SEATS, PROMISE_COUNT, len(OUTCOMES))),  # promises of each seat, by what became of them
        ("max_rounds", np.int16),
        ("round", np.int16),  # from 1
        # options
        ("scenario", np.int8),  # 1-3 with two players, 0 with more
        ("board", np.int8),  # number of the map, -1 for one of the user's
        ("costs", np.int8, (len(ITEMS), KINDS)),
        ("combat_die", np.int8, (len(COMBAT_FACES),)),  # how many faces of each sort
        ("resource_die", np.int8, (len(RESOURCE_FACES),)),
        ("in_play", np.int8, (MUTATION_COUNT,)),  # 1 for each mutation in play
        ("trading", np.int8),
        ("offers", np.int8),
        ("talk", np.int8),
        # the board
        ("regions", np.int8),
        ("q", np.int8, (REGIONS,)),
        ("r", np.int8, (REGIONS,)),
        ("gives", np.int8, (REGIONS,)),  # resource of its terrain
        ("owner", np.int8, (REGIONS,)),  # seat, NEUTRAL or NOBODY
        ("healthy", np.int8, (REGIONS,)),  # herds of the owner
        ("damaged", np.int8, (REGIONS,)),
        ("spent_healthy", np.int8, (REGIONS,)),  # of these, such as have moved or healed this turn
        ("spent_damaged", np.int8, (REGIONS,)),
        ("building", np.int8, (REGIONS,)),  # of the owner: NO_BUILDING, BARN or ARMORY
        ("humans", np.int8, (REGIONS,)),  # number of the human token, 0 for none
        ("vp_on", np.int8, (REGIONS,)),  # VP tokens that lie in a region (scenarios)
        ("shown_humans", np.int8, (4,)),  # tokens turned up so far, by the number they were laid with
        # players and the neutral herd
        ("mutation", np.int8, (OWNERS,)),  # -1 for none yet
        ("dealt", np.int8, (SEATS, MOST_DEALT)),  # mutations dealt, during set-up; -1 for none
        ("herds", np.int8, (OWNERS,)),  # on the map, those in combat too
        ("barns", np.int8, (SEATS,)),  # on the map
        ("armories", np.int8, (SEATS,)),
        ("vp_tokens", np.int8, (SEATS,)),
        ("moles", np.int8, (SEATS,)),  # shown
        ("ready", np.int8, (SEATS,)),  # nukes
        ("spent", np.int8, (SEATS,)),
        ("nukiest", np.int8),  # who holds the tile, -1 for nobody
        ("out_at", np.int8, (SEATS,)),  # 0 while in; else 1 for the first that was eliminated, and so on
        ("winners", np.int8),  # seats
        # spies
        ("spies", np.int8, (SEATS, SPY_COUNT)),  # unplayed
        ("fresh", np.int8, (SEATS, SPY_COUNT)),  # of these, built this turn
        ("seen", np.int8, (SEATS, SPY_COUNT)),  # of these, such as the Telepathic player is sure of
        ("deck", np.int8, (DECK,)),  # from the top; -1 behind the last
        ("deck_size", np.int8),
        ("deck_seen", np.int8, (DECK,)),  # 1 for a card that the Telepathic player has put there
        ("played", np.int8, (SPY_COUNT,)),  # spies shown, cancelled ones too
        ("gone", np.int8, (SPY_COUNT,)),  # spies that have left unseen
        # the turn
        ("stage", np.int8),  # Stage that comes next
        ("decision", np.int8),  # Decision asked, -1 while resolving
        ("active", np.int8),  # whose turn it is
        ("at", np.int8),  # steps of the stage done: starting cards taken, seats asked in the window
        ("to_place", np.int8),  # healthy herds yet to be placed
        ("extras", np.int8),  # of these, such as may come to any building
        ("heals", np.int8),  # free heals left (Regenerating)
        ("dice", np.int8, (DICE,)),  # resource dice as rolled, -1 for none
        ("wilds", np.int8),  # how many "?" have yet to be named
        ("paid_for", np.int8, (DICE,)),  # the terrain that each die pays, -1 for none yet
        ("gained", np.int8, (SEATS, KINDS)),  # cards that this turn's roll gave
        # the move being declared
        ("target", np.int8),  # -1 for none
        ("sent_healthy", np.int8, (REGIONS,)),  # herds chosen, by region
        ("sent_damaged", np.int8, (REGIONS,)),
        ("taken_back", np.int8),  # declarations taken back this turn
        ("leaving", np.int8),  # the `out_at` of who goes out this turn, 0 while nobody has
        # the combat
        ("fight", np.int8),  # the region, -1 for none
        ("defender", np.int8),  # seat, NEUTRAL or HUMANS
        ("step", np.int8),  # Combat that comes next
        ("combat_round", np.int8),  # from 1, at most 127
        ("attack_healthy", np.int8),  # the attackers' herds
        ("attack_damaged", np.int8),
        ("sent", np.int8, (REGIONS,)),  # herds that each region sent; what it can still take back
        ("hits", np.int8, (2,)),  # damage that each side has yet to take
        ("died", np.int8, (2,)),  # herds of each side that died in this round
        ("rolled", np.int8, (2, len(COMBAT_FACES))),  # the dice of this round, by side
        # nukes
        ("links", np.int8),  # launchers waiting for each other; the last one is on top
        ("link_seat", np.int8, (LINKS,)),
        ("link_from", np.int8, (LINKS,)),  # the region whose hit is answered, -1 for who began
        ("answering", np.int8),  # who may answer the last launch, -1 for nobody
        ("struck", np.int8),  # the region last hit in this chain, -1 for none
        ("way", np.int8),  # Way of the launch being declared
        # spies being played
        ("spy_depth", np.int8),
        ("spy_seat", np.int8, (SPY_STACK,)),
        ("spy_card", np.int8, (SPY_STACK,)),
        ("spy_asked", np.int8),  # players asked about the one on top
        ("part", np.int8),  # parts named, -1 once the spy is complete
        ("argument", np.int8, (MOST_PARTS,)),  # of the spy at the bottom; -1 for none
        ("looked_at", np.int8, (2,)),  # spies that a Telepathic player looks at, -1 for none
        # the window
        ("offered", np.int8),  # offers made by the seat in the window
        ("talked", np.int8),  # promises made by it
        ("offer_to", np.int8),  # -1 for none
        ("offer_kind", np.int8, (OFFER,)),  # resource given, resource asked for; -1 for none
        ("offer_number", np.int8, (OFFER,)),
        # promises outstanding: by what, from whom, about whom
        ("promise", np.int8, (PROMISE_COUNT, SEATS, SEATS)),  # 1 outstanding
        ("could_nuke", np.int8, (SEATS,)),  # seats that each seat could have nuked since its promise
        # what happened last, the newest first
        ("past_event", np.int8, (HISTORY,)),  # Event, -1 for none
        ("past_seat", np.int8, (HISTORY,)),
        ("past_what", np.int8, (HISTORY,)),  # region, Spy or Item; -1 for none
        ("past_other", np.int8, (HISTORY,)),  # the seat it was done to; -1 for none
        ("padding", np.int8, (5,)),
    ],
    align=True,
)

SIGNATURES = Signatures(STATE)
