"""Drawing anew what a seat cannot know."""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below, shuffle

from ..box import CARDS, DECK, END, END_AMONG, SEATS, WILD_CARDS, WILDS
from ..state import Decision, Vote, Zone
from .voting import may_play_wild
from .wilds import account_for, wilds_in_box

_HAND, _DRAWN, _AWAY, _BOX = int(Zone.HAND), int(Zone.DRAWN), int(Zone.AWAY), int(Zone.BOX)
_DECK = int(Zone.DECK)
_KINDS_OF_WILD = len(WILDS)


@compile_rule()
def swap_end(s):
    """Put the End card, if it is still in the deck, at a random place where it may be (A12)."""
    if s.zone[END] != _DECK:
        return
    at = s.deck_at
    while s.deck[at] != END:
        at += 1
    first = max(np.int64(s.deck_at), DECK + 1 - END_AMONG)
    new = first + draw_below(s, DECK + 1 - first)
    s.deck[at] = s.deck[new]
    s.deck[new] = END


@compile_rule()
def last_card(s):
    """Return the number of law cards of this game, the End card left out: blank ones are only in Carte Blanche."""
    return END if s.carte_blanche == 1 else END - s.blank.shape[0]


@compile_rule()
def write_laws_anew(s, seat):
    """Exchange the laws that `seat` cannot know among the places where they may be."""
    swap_end(s)
    free = np.empty(CARDS, np.int64)
    hidden = 0
    for card in range(last_card(s)):
        zone = s.zone[card]
        if (
            zone == _DECK
            or zone == _BOX
            or (zone == _AWAY and s.holder[card] != seat)
            or (zone == _DRAWN and s.active != seat)
        ):
            free[hidden] = card
            hidden += 1
    for other in range(s.players):
        if other != seat:
            for place in range(s.hand_size[other]):
                if s.shown[other, place] == 0:
                    free[hidden] = s.hand[other, place]
                    hidden += 1
    drawn = free.copy()
    shuffle(s, drawn, hidden)
    renamed = np.arange(CARDS + 1)
    for i in range(hidden):
        renamed[free[i]] = drawn[i]

    zone, holder = s.zone.copy(), s.holder.copy()
    for i in range(hidden):
        s.zone[drawn[i]] = zone[free[i]]
        s.holder[drawn[i]] = holder[free[i]]
    for i in range(s.deck_at, DECK + 1):
        s.deck[i] = renamed[s.deck[i]]
    for i in range(2):
        s.drawn[i] = renamed[s.drawn[i]]
    for other in range(s.players):
        for place in range(s.hand_size[other]):
            s.hand[other, place] = renamed[s.hand[other, place]]


@compile_rule()
def place_wild(s, places, lots, size, lot, wild):
    """Put a Wild card at a random free place of `lot` or a later one; return how many places are then free.

    A place is a seat, or the box from SEATS on.
    """
    fitting = 0
    for i in range(size):
        fitting += int(lots[i] >= lot)
    skip = draw_below(s, fitting)
    at = 0
    for i in range(size):
        if lots[i] >= lot:
            if skip == 0:
                at = i
            skip -= 1
    place = places[at]
    if place < SEATS:
        s.wild[place] = wild
    else:
        s.wild_box[wild] += 1
    places[at] = places[size - 1]
    lots[at] = lots[size - 1]
    return size - 1


@compile_rule()
def write_wilds_anew(s, seat):
    """Draw the Wild cards that `seat` cannot see anew, in agreement with what is known of each lot."""
    known = s.lot_known.copy()
    if s.wild[seat] >= 0 and s.wild_shown[seat] == 0:
        account_for(known, s.wild_lot[seat], s.wild[seat])
    left = s.wild_box.copy()
    places = np.empty(WILD_CARDS, np.int64)
    lots = np.empty(WILD_CARDS, np.int64)
    size = 0
    for other in range(s.players):
        if other != seat and s.wild[other] >= 0 and s.wild_shown[other] == 0:
            left[s.wild[other]] += 1
            places[size] = other
            lots[size] = s.wild_lot[other]
            size += 1
    for _ in range(wilds_in_box(s)):
        places[size] = SEATS
        lots[size] = s.lots
        size += 1
    s.wild_box[:] = 0
    for lot in range(s.lots, 0, -1):
        for wild in range(_KINDS_OF_WILD):
            for _ in range(known[lot, wild]):
                left[wild] -= 1
                size = place_wild(s, places, lots, size, lot, wild)
    for wild in range(_KINDS_OF_WILD):
        for _ in range(left[wild]):
            size = place_wild(s, places, lots, size, 0, wild)


@compile_rule()
def write_votes_anew(s, seat):
    """Draw the secret votes of the others that have yet to be revealed (A1)."""
    if s.decision != Decision.VOTE or s.open == 1:
        return
    for other in range(s.players):
        if other != seat and s.vote[other] != Vote.NONE:
            choice = draw_below(s, 3 if may_play_wild(s, other) else 2)
            s.vote[other] = choice if choice < 2 else Vote.WILD


@compile_rule()
def write_redeal(s, seat, seed):
    """Draw anew, from `seed`, everything that `seat` cannot know."""
    s.random = seed
    write_laws_anew(s, seat)
    write_wilds_anew(s, seat)
    write_votes_anew(s, seat)
