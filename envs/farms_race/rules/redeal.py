"""Drawing anew what a seat cannot know (R18)."""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below

from ..box import (
    HUMAN_TOKENS,
    KINDS,
    MOST_DEALT,
    MOST_HUMANS,
    MUTATION_COUNT,
    NOBODY,
    SPY_COUNT,
    VP_TO_WIN,
    Mutation,
    Spy,
)
from ..state import Stage
from .board import bit, has, mutated, shown_vp, unknown_cards
from .setup import draw_human_token

_MOLE = int(Spy.MOLE)
_NO_LIMIT = 100
_TOKENS = np.array(HUMAN_TOKENS, np.int64)


@compile_rule()
def draw_from(s, pool):
    """Take one of the cards of `pool`, counted by kind, at random; return its kind, -1 where there is none."""
    number = 0
    for kind in range(pool.shape[0]):
        number += pool[kind]
    if number == 0:
        return -1
    left = draw_below(s, number)
    kind = 0
    while left >= pool[kind]:
        left -= pool[kind]
        kind += 1
    pool[kind] -= 1
    return kind


@compile_rule()
def redeal_hands(s, seat):
    """Share out anew the cards of others that `seat` cannot name: what there is by kind everybody can count."""
    pool = np.zeros(KINDS, np.int64)
    left = np.zeros(s.players, np.int64)
    for other in range(s.players):
        if other != seat:
            left[other] = unknown_cards(s, seat, other)
            for kind in range(KINDS):
                pool[kind] += s.hand[other, kind] - s.known[seat, other, kind]
    for other in range(s.players):
        if other == seat:
            continue
        for kind in range(KINDS):
            s.hand[other, kind] = s.known[seat, other, kind]
        for _ in range(left[other]):
            s.hand[other, draw_from(s, pool)] += 1
        for kind in range(KINDS):
            for third in range(s.players):
                s.known[third, other, kind] = min(s.known[third, other, kind], s.hand[other, kind])
            s.known[other, other, kind] = s.hand[other, kind]


@compile_rule()
def redeal_humans(s):
    """Draw the face-down human tokens anew from those that nobody has seen."""
    left = _TOKENS.copy()
    for number in range(1, MOST_HUMANS + 1):
        left[number] -= s.shown_humans[number]
    for region in range(s.regions):
        if s.humans[region] > 0 and not has(s.face_up, region):
            s.humans[region] = draw_human_token(s, left)


@compile_rule()
def redeal_mutations(s, seat):
    """During set-up: deal others anew what they have not shown."""
    taken = np.int64(0)
    for other in range(s.players):
        if s.mutation[other] >= 0:
            taken |= bit(int(s.mutation[other]))
    for place in range(MOST_DEALT):
        if s.dealt[seat, place] >= 0:
            taken |= bit(int(s.dealt[seat, place]))
    pool = np.zeros(MUTATION_COUNT, np.int64)
    for mutation in range(MUTATION_COUNT):
        pool[mutation] = s.in_play[mutation] == 1 and not has(taken, mutation)
    for other in range(s.players):
        for place in range(MOST_DEALT):
            if other != seat and s.dealt[other, place] >= 0 and s.dealt[other, place] != s.mutation[other]:
                s.dealt[other, place] = draw_from(s, pool)


# Spies. Somebody with Telepathic knows cards that it has put under the deck, in the deck and in hands.


@compile_rule()
def sure_of(s, seat, other, card):
    """Return how many spies of a kind `seat` is sure that `other` holds."""
    return int(s.seen[other, card]) if mutated(s, seat, Mutation.TELEPATHIC) else 0


@compile_rule()
def knows_place(s, seat, place):
    """Return whether `seat` knows the card at a place of the deck."""
    return s.deck_seen[place] == 1 and mutated(s, seat, Mutation.TELEPATHIC)


@compile_rule()
def moles_allowed(s, other):
    """Return how many more Moles a hand can hold: with 10 VP the game would be over (R14)."""
    if s.scenario > 0 or s.to_act < 0:
        return _NO_LIMIT
    return VP_TO_WIN - 1 - shown_vp(s, other) - int(s.spies[other, _MOLE])


@compile_rule()
def spies_unseen(s, seat, pool, left):
    """Count the spies that `seat` cannot see into `pool`, by kind, and how many of each player into `left`."""
    for other in range(s.players):
        if other != seat:
            for card in range(SPY_COUNT):
                hidden = int(s.spies[other, card]) - sure_of(s, seat, other, card)
                pool[card] += hidden
                left[other] += hidden
    for place in range(s.deck_size):
        if not knows_place(s, seat, place):
            pool[s.deck[place]] += 1
    for card in range(SPY_COUNT):
        pool[card] += s.gone[card]
    if s.looked_at[0] >= 0 and s.active != seat:
        pool[s.looked_at[0]] += 1
        pool[s.looked_at[1]] += 1


@compile_rule()
def deal_hidden(s, other, number, pool):
    """Give a player so many spies of the pool, Moles only as long as it has not 10 VP; return whether that went."""
    for _ in range(number):
        room = moles_allowed(s, other)
        moles = pool[_MOLE]
        if room <= 0:
            pool[_MOLE] = 0
        card = draw_from(s, pool)
        if room <= 0:
            pool[_MOLE] = moles
        if card < 0:
            return False
        s.spies[other, card] += 1
    return True


@compile_rule()
def first_by_room(s, seat, left):
    """Return who of those still to be dealt spies has least room for Moles, -1 where nobody is left."""
    chosen = NOBODY
    for other in range(s.players):
        if other != seat and left[other] > 0:
            if chosen == NOBODY or moles_allowed(s, other) < moles_allowed(s, chosen):
                chosen = other
    return chosen


@compile_rule()
def choose_among(s, other, counts):
    """Say anew which spies of a player are meant by `counts` (built this turn, or seen): as many as before."""
    number = 0
    for card in range(SPY_COUNT):
        number += counts[other, card]
        counts[other, card] = 0
    hand = np.zeros(SPY_COUNT, np.int64)
    for card in range(SPY_COUNT):
        hand[card] = s.spies[other, card]
    for _ in range(number):
        counts[other, draw_from(s, hand)] += 1


@compile_rule()
def deal_hands_of_spies(s, seat, pool, left):
    """Deal hidden spies to all others; return whether it could be done without giving somebody 10 VP."""
    for other in range(s.players):
        if other != seat:
            for card in range(SPY_COUNT):
                s.spies[other, card] = sure_of(s, seat, other, card)
    other = first_by_room(s, seat, left)
    while other != NOBODY:
        if not deal_hidden(s, other, left[other], pool):
            return False
        left[other] = 0
        other = first_by_room(s, seat, left)
    return True


@compile_rule()
def redeal_spies(s, seat):
    """Draw the spies that `seat` cannot see anew: those of others, of the deck, and those that left unseen."""
    pool = np.zeros(SPY_COUNT, np.int64)
    left = np.zeros(s.players, np.int64)
    spies_unseen(s, seat, pool, left)
    before = s.spies.copy()
    if not deal_hands_of_spies(s, seat, pool, left):
        s.spies[:] = before
        return
    for other in range(s.players):
        if other != seat:
            choose_among(s, other, s.fresh)
            if not mutated(s, seat, Mutation.TELEPATHIC):
                choose_among(s, other, s.seen)
    if s.looked_at[0] >= 0 and s.active != seat:
        s.looked_at[0] = draw_from(s, pool)
        s.looked_at[1] = draw_from(s, pool)
    for place in range(s.deck_size):
        if not knows_place(s, seat, place):
            s.deck[place] = draw_from(s, pool)
    for card in range(SPY_COUNT):
        s.gone[card] = pool[card]


@compile_rule()
def write_redeal(s, seat, seed):
    """Draw anew, from `seed`, everything that `seat` cannot know.

    Hands, by what the seat knows of them; spies; face-down human tokens; during set-up the mutations that others were
    dealt; and what is yet to be rolled. Nobody is dealt Moles that would have won the game.
    """
    s.random = seed
    redeal_hands(s, seat)
    redeal_humans(s)
    redeal_spies(s, seat)
    if s.stage == Stage.SETUP:
        redeal_mutations(s, seat)
