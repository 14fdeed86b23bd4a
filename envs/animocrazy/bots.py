"""Scripted players of Animocrazy.

All but the random one look one law ahead: they imagine it adopted, count the points as if the game ended then, and
ask how much more than the table's mean a seat gains. They use what everybody can see, and their own hand and Wild
card.
"""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import random_legal

from . import actions as A
from .box import (
    AMOUNTS,
    DECK,
    LAWS,
    NO_CARD,
    Kind,
    What,
    Wild,
)
from .rules.contract import legal
from .rules.laws import POINTS, new_sheet
from .rules.outlook import best_place, foreseen_result, gains, lead_without, likes, spare_place
from .state import SIGNATURES, Decision, Say, Vote

BOTS = {
    "random": "every legal action equally likely",
    "greedy": "votes Yes where it gains more than the table's mean, proposes what a majority also gains from",
    "saver": "the same, but keeps its Wild card for swings of at least 4 points in the last third of the game",
    "contrarian": "votes No unless it gains at least a point on the table, proposes what is best for itself",
}
RANDOM, GREEDY, SAVER, CONTRARIAN = range(4)

SWING, SAVED_SWING = 2.0, 4.0  # gain or loss for which a Wild card is played
LAST_THIRD = (DECK + 1) // 3  # cards left in the deck
CONTRARIAN_GAIN = 1.0
BLANK_GAIN = 2.0  # what a blank law is thought to bring
_HIGH, _LOW = A.AMOUNT + AMOUNTS.index(3), A.AMOUNT + AMOUNTS.index(-1)


# Choices


@compile_rule()
def value_of_proposing(s, seat, card, style, sheet, laws, spare):
    """Return how much `seat` likes to propose a law: what it gains, and first whether a majority gains too."""
    if card >= LAWS:
        return BLANK_GAIN
    gains(s, seat, card, sheet, laws, spare)
    own = sheet[seat, POINTS]
    if style == CONTRARIAN:
        return own
    friends = 0
    for other in range(s.players):
        friends += sheet[other, POINTS] > 0
    if own > 0:
        return own + (100.0 if 2 * friends > s.players else 0.0)
    return own if 2 * friends < s.players else own - 100.0


@compile_rule()
def choose_law(s, seat, style):
    """Return the law, of the hand or of the two drawn, that `seat` likes best to propose."""
    drawn = s.decision == Decision.KEEP
    start = A.KEEP if drawn else A.PROPOSE
    sheet = new_sheet(s)
    laws = s.law.copy()
    spare = spare_place(s, sheet, laws)
    best = 0
    most = -1e9
    for place in range(2 if drawn else s.hand_size[seat]):
        card = s.drawn[place] if drawn else s.hand[seat, place]
        value = value_of_proposing(s, seat, card, style, sheet, laws, spare)
        if value > most:
            most = value
            best = place
    return start + best


@compile_rule()
def wants(s, seat, style, own):
    """Return whether `seat`, which gains `own` by the proposed law, votes for it."""
    if style == CONTRARIAN:
        return own >= CONTRARIAN_GAIN
    return likes(s, seat, own)


@compile_rule()
def use_of_wild(s, seat, style, sheet):
    """Return whether the Wild card should be played: much is at stake, and plain votes would go against the seat."""
    own = sheet[seat, POINTS]
    want = wants(s, seat, style, own)
    if style == SAVER and DECK + 1 - s.deck_at > LAST_THIRD:
        return False
    if abs(own) < (SAVED_SWING if style == SAVER else SWING):
        return False
    friends = 0
    for other in range(s.players):
        friends |= int(likes(s, other, sheet[other, POINTS])) << other
    adopted = foreseen_result(s, seat, s.proposed, want, friends)
    wild = s.wild[seat]
    return adopted != want and (wild == Wild.SCAM or (wild == Wild.DEFINITE_YES) == want)


@compile_rule()
def choose_vote(s, seat, mask, style):
    """Return the vote."""
    sheet = new_sheet(s)
    gains(s, seat, s.proposed, sheet, s.law.copy(), np.int64(s.replaced))
    own = sheet[seat, POINTS]
    if s.decision == Decision.SAY:
        if style == CONTRARIAN:
            return A.SAY + Say.NOTHING
        return A.SAY + (Say.YES if wants(s, seat, style, own) else Say.NO)
    if mask[A.WILD] == 1 and use_of_wild(s, seat, style, sheet):
        return A.WILD
    return A.YES if wants(s, seat, style, own) else A.NO


@compile_rule()
def choose_candy(s, seat, mask):
    """Return the candy to lose or to give: the one without which the seat stands best."""
    start = A.GIVE if s.decision == Decision.GIVE else A.LOSE
    sheet = new_sheet(s)
    laws = s.law.copy()
    best = 0
    most = -1e9
    for colour in range(4):
        if mask[start + colour] == 0:
            continue
        lead = lead_without(s, seat, sheet, laws, colour)
        if lead > most:
            most = lead
            best = colour
    return start + best


@compile_rule()
def choose_part(s, seat, mask, generator):
    """Return a part of a blank law: it makes the candies that the seat has more of than others worth more."""
    decision = s.decision
    lead = 0.0
    colour = 0
    for c in range(4):
        mean = 0.0
        for other in range(s.players):
            mean += s.candies[other, c] / s.players
        if abs(s.candies[seat, c] - mean) > abs(lead):
            lead = s.candies[seat, c] - mean
            colour = c
    if decision == Decision.COMPOSE_KIND:
        wanted = A.COMPOSE + Kind.YELLOW
    elif decision == Decision.COMPOSE_WHAT:
        wanted = A.WHAT + What.WORTH
    elif decision == Decision.COMPOSE_WHICH:
        wanted = A.WHICH + colour
    else:
        wanted = _HIGH if lead > 0 else _LOW
    return wanted if mask[wanted] == 1 else random_legal(mask, generator)


@compile_rule(SIGNATURES.choose)
def choose(s, bot, mask, generator):
    """Return the action of scripted player number `bot` (in the order of `BOTS`) for the seat to act."""
    if bot == RANDOM:
        return random_legal(mask, generator)
    seat = np.int64(s.to_act)
    decision = s.decision
    if decision == Decision.VOTE or decision == Decision.SAY:
        return choose_vote(s, seat, mask, bot)
    if decision == Decision.PROPOSE or decision == Decision.KEEP:
        return choose_law(s, seat, bot)
    if decision == Decision.LOSE or decision == Decision.GIVE:
        return choose_candy(s, seat, mask)
    if decision == Decision.REPLACE or decision == Decision.REPEAL:
        repealing = decision == Decision.REPEAL
        place = best_place(
            s, seat, new_sheet(s), s.law.copy(), np.int64(NO_CARD) if repealing else np.int64(s.proposed)
        )
        return place + (A.REPEAL if repealing else A.REPLACE)
    return choose_part(s, seat, mask, generator)


@compile_rule(SIGNATURES.recast)
def recast(s, seat, bot, mask, generator):
    """Let scripted player number `bot` cast anew the votes that others have cast and `seat` cannot see (A1)."""
    if s.decision != Decision.VOTE or s.open == 1:
        return
    asked = s.to_act
    for other in range(s.players):
        if other != seat and s.vote[other] != Vote.NONE:
            s.vote[other] = Vote.NONE
            s.to_act = other
            legal(s, mask)
            choice = choose(s, bot, mask, generator) - A.VOTE
            s.vote[other] = choice if choice < A.WILD - A.VOTE else Vote.WILD
    s.to_act = asked
