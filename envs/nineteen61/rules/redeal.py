"""Drawing anew what a seat cannot know."""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import shuffle

from ..box import CARDS, PIECES
from ..state import Zone
from .cards import building_of, knows


@compile_rule()
def hidden_from(s, seat, card):
    """Return whether `seat` cannot know which card this is."""
    zone = s.zone[card]
    if zone == Zone.DECK:
        return True
    return (zone == Zone.HAND or zone == Zone.STACK) and not knows(s, seat, card)


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
    shuffle(s, drawn, hidden)
    renamed = np.arange(CARDS + 1)  # NO_CARD stays
    for i in range(hidden):
        renamed[slots[i]] = drawn[i]

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
