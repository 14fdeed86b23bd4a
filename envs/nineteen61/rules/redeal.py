"""Drawing anew what a seat cannot know."""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import shuffle

from ..box import CARDS, FACILITY, PIECES
from ..state import Decision, Zone
from .cards import building_of, knows


@compile_rule()
def hidden_from(s, seat, card):
    """Return whether `seat` cannot know which card this is."""
    zone = s.zone[card]
    if zone == Zone.DECK:
        return True
    return (zone == Zone.HAND or zone == Zone.STACK) and not knows(s, seat, card)


@compile_rule()
def agrees_with_swap(s, renamed):
    """Return whether the active player could be about to swap, if that is so: with some other building in hand."""
    if s.decision != Decision.SWAP_WHICH and s.decision != Decision.SWAP_FOR:
        return True
    for card in range(CARDS):
        if s.zone[card] == Zone.HAND and s.holder[card] == s.active and building_of(renamed[card]) != FACILITY:
            return True
    return False


@compile_rule()
def write_redeal(s, seat, seed):
    """Exchange the hidden cards among the places where they may be; who knows a place goes on knowing it."""
    s.random = seed
    slots = np.empty(CARDS, np.int64)
    hidden = 0
    for card in range(CARDS):
        if hidden_from(s, seat, card):
            slots[hidden] = card
            hidden += 1
    drawn = slots.copy()
    renamed = np.arange(CARDS + 1)  # NO_CARD stays
    while True:
        shuffle(s, drawn, hidden)
        for i in range(hidden):
            renamed[slots[i]] = drawn[i]
        if agrees_with_swap(s, renamed):
            break

    zone, holder, below = s.zone.copy(), s.holder.copy(), s.below.copy()
    face_up, known, looked = s.face_up.copy(), s.known.copy(), s.looked.copy()
    for card in range(CARDS):
        new = renamed[card]
        s.zone[new] = zone[card]
        s.holder[new] = holder[card]
        s.below[new] = renamed[below[card]]
        s.face_up[new] = face_up[card]
        s.known[new] = known[card]
        s.looked[new] = looked[card]
    for piece in range(PIECES):
        s.top[piece] = renamed[s.top[piece]]
    for i in range(s.deck_size):
        s.deck[i] = renamed[s.deck[i]]
    s.hand[:] = 0
    for card in range(CARDS):
        if s.zone[card] == Zone.HAND:
            s.hand[s.holder[card], building_of(card)] += 1
