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
    ALL,
    AMOUNT,
    AMOUNTS,
    DECK,
    KIND,
    LAWS,
    LAWS_IN_FORCE,
    NO_CARD,
    SCALE,
    SEATS,
    SYMBOL,
    WHAT,
    WHICH,
    WHO,
    Kind,
    What,
    Which,
    Who,
    Wild,
)
from .rules.laws import amount_held, holders, part, read_candies, seat_after, slot_with_symbol
from .rules.scoring import score
from .state import SIGNATURES, Decision, Say

BOTS = {
    "random": "every legal action equally likely",
    "greedy": "votes Yes where it gains more than the table's mean, proposes what a majority also gains from",
    "saver": "the same, but keeps its Wild card for swings of at least 4 points in the last third of the game",
    "contrarian": "votes No unless it gains at least a point on the table, proposes what is best for itself",
}
RANDOM, GREEDY, SAVER, CONTRARIAN = range(4)

SWING, SAVED_SWING = 2.0, 4.0  # gain or loss for which a Wild card is played
LAST_THIRD = (DECK + 1) // 3  # cards left in the deck
WILD_VALUE = 0.7  # points that a Wild card in hand is thought to be worth
VOTE_VALUE = 0.3  # points that a vote which counts twice is thought to be worth
CONTRARIAN_GAIN = 1.0
BLANK_GAIN = 2.0  # what a blank law is thought to bring
_HIGH, _LOW = A.AMOUNT + AMOUNTS.index(3), A.AMOUNT + AMOUNTS.index(-1)


# What a law would do


@compile_rule()
def worth_of(s, laws, colour):
    """Return what a candy of `colour` is worth under these laws."""
    for i in range(LAWS_IN_FORCE):
        card = laws[i]
        if card != NO_CARD and part(s, card, WHAT) == What.WORTH and part(s, card, WHICH) == colour:
            return part(s, card, AMOUNT)
    return np.int8(1)


@compile_rule()
def cheapest(s, held, seat, laws):
    """Return the colour of the candy that `seat` would part with, the one worth least; -1 if it has none."""
    best = -1
    least = 1e9
    for colour in range(4):
        if held[seat, colour] >= 1:
            price = worth_of(s, laws, colour) + 0.01 * held[seat, colour]
            if price < least:
                least = price
                best = colour
    return best


@compile_rule()
def part_with(s, held, seat, which, amount, laws, given):
    """Take candies from `seat`: of a colour, or those it would choose; add them to its row of `given`."""
    if which < Which.ANY or amount == ALL:
        for colour in range(4):
            if colour == which or which == Which.ANY:
                number = min(np.float64(amount), held[seat, colour])
                held[seat, colour] -= number
                given[seat, colour] += number
        return
    for _ in range(amount):
        colour = cheapest(s, held, seat, laws)
        if colour >= 0:
            held[seat, colour] -= 1
            given[seat, colour] += 1


@compile_rule()
def whom(s, seat, held, who, which):
    """Return whom a red law is about, as bits. `seat` thinks of itself as voting Yes, of the others as voting No."""
    everybody = (1 << np.int64(s.players)) - 1
    if who == Who.EVERYONE:
        return everybody
    if who == Who.PROPOSER:
        return 1 << np.int64(s.active)
    if who == Who.VOTED_YES:
        return 1 << seat
    if who == Who.VOTED_NO:
        return everybody & ~(1 << seat)
    return holders(held, s.wild, s.players, who, which)


@compile_rule()
def imagine_red(s, seat, card, held, laws, extra):
    """Change `held`, `laws` and `extra` (points beside those that are counted) as a red law would."""
    what, who, which = part(s, card, WHAT), part(s, card, WHO), part(s, card, WHICH)
    amount = part(s, card, AMOUNT)
    if what == What.REPEAL:
        imagine_repeal(s, which, laws)
        return
    seats = whom(s, seat, held, who, which)
    given = np.zeros((SEATS, 4))
    for other in range(s.players):
        if (seats >> other) & 1 == 0:
            continue
        if what == What.DRAW:
            for colour in range(4):
                held[other, colour] += amount * s.bag[colour] / max(s.bag_size, 1)
        elif what == What.TAKE_WILD:
            extra[other] += WILD_VALUE * (s.wild[other] < 0)
        else:
            part_with(s, held, other, which, amount, laws, given)
    if what == What.PASS_LEFT or what == What.PASS_RIGHT:
        places = 1 if what == What.PASS_LEFT else s.players - 1
        for other in range(s.players):
            to = (other + places) % s.players
            for colour in range(4):
                held[to, colour] += given[other, colour]


@compile_rule()
def imagine_repeal(s, which, laws):
    """Take out the laws that a repeal is about; one of the proposer's choice is left to the caller."""
    for i in range(LAWS_IN_FORCE):
        if laws[i] == NO_CARD:
            continue
        symbol = part(s, laws[i], SYMBOL)
        coloured = symbol >= 10 and symbol < 14
        blue = part(s, laws[i], KIND) == Kind.BLUE
        if which == Which.ALL_LAWS or (which == Which.COLOUR_LAWS and coloured) or (which == Which.BLUE_LAWS and blue):
            laws[i] = NO_CARD


@compile_rule()
def imagine_blue(s, card, held, laws, extra):
    """Change `held` and `extra` by what a blue law is thought to bring while it lasts."""
    what, who, which = part(s, card, WHAT), part(s, card, WHO), part(s, card, WHICH)
    amount = np.float64(part(s, card, AMOUNT))
    given = np.zeros((SEATS, 4))
    if what == What.WEIGHT:
        seats = whom(s, np.int64(s.active), held, who, which)
        for other in range(s.players):
            extra[other] += VOTE_VALUE * ((seats >> other) & 1)
    elif what == What.NO_WILD or what == What.KEEP_WILD:
        value = -WILD_VALUE if what == What.NO_WILD else VOTE_VALUE
        for other in range(s.players):
            extra[other] += value * (s.wild[other] >= 0)
    elif who == Who.ACTIVE_FEWEST or who == Who.ACTIVE_MOST:
        rounds = (DECK + 1 - s.deck_at) / (2.0 * s.players)
        seats = holders(held, s.wild, s.players, Who.MOST if who == Who.ACTIVE_MOST else Who.FEWEST, Which.ANY)
        value = amount * rounds if what == What.DRAW else -amount * rounds
        for other in range(s.players):
            extra[other] += value * ((seats >> other) & 1)
    elif what == What.LIMIT:
        for other in range(s.players):
            if which == Which.ANY:
                surplus = amount_held(held, other, Which.ANY) - amount
                part_with(s, held, other, which, np.int64(max(0.0, surplus)), laws, given)
            else:
                for colour in range(4):
                    held[other, colour] = min(held[other, colour], amount)


@compile_rule()
def gain_of(points, players, seat):
    """Return how much more than the table's mean `seat` has."""
    total = 0.0
    for other in range(players):
        total += points[other]
    return points[seat] - total / players


@compile_rule()
def best_place(s, seat, held, laws, card):
    """Return in place of which law in force `card` (NO_CARD: nothing) would be best for `seat`."""
    points = np.zeros(SEATS)
    best = 0
    most = -1e9
    for place in range(s.laws):
        old = laws[place]
        laws[place] = card
        score(s, held, s.wild, laws, points)
        laws[place] = old
        gain = gain_of(points, s.players, seat)
        if gain > most:
            most = gain
            best = place
    return best


@compile_rule()
def gains(s, seat, card, out):
    """Write to `out` how much more than the table's mean each seat would gain by a law, as `seat` guesses."""
    held = read_candies(s)
    laws = s.law.copy()
    extra = np.zeros(SEATS)
    if part(s, card, KIND) == Kind.RED:
        imagine_red(s, seat, card, held, laws, extra)
        if part(s, card, WHICH) == Which.ONE_LAW and s.laws > 0:
            laws[best_place(s, np.int64(s.active), held, laws, np.int64(NO_CARD))] = NO_CARD
    else:
        place = slot_with_symbol(s, part(s, card, SYMBOL))
        if place < 0:
            place = np.int64(s.laws) if s.laws < LAWS_IN_FORCE else np.int64(s.replaced)
        if place < 0:
            place = best_place(s, np.int64(s.active), held, laws, np.int64(card))
        laws[place] = card
        if part(s, card, KIND) == Kind.BLUE:
            imagine_blue(s, card, held, laws, extra)
    score(s, held, s.wild, laws, out)
    mean = 0.0
    for other in range(s.players):
        out[other] += extra[other] - s.points[other]
        mean += out[other] / s.players
    for other in range(s.players):
        out[other] -= mean


# Choices


@compile_rule()
def value_of_proposing(s, seat, card, style):
    """Return how much `seat` likes to propose a law: what it gains, and first whether a majority gains too."""
    if card >= LAWS:
        return BLANK_GAIN
    out = np.zeros(SEATS)
    gains(s, seat, card, out)
    own = out[seat]
    if style == CONTRARIAN:
        return own
    friends = 0
    for other in range(s.players):
        friends += out[other] > 0
    if own > 0:
        return own + (100.0 if 2 * friends > s.players else 0.0)
    return own if 2 * friends < s.players else own - 100.0


@compile_rule()
def choose_law(s, seat, style):
    """Return the law, of the hand or of the two drawn, that `seat` likes best to propose."""
    drawn = s.decision == Decision.KEEP
    start = A.KEEP if drawn else A.PROPOSE
    best = 0
    most = -1e9
    for place in range(2 if drawn else s.hand_size[seat]):
        card = s.drawn[place] if drawn else s.hand[seat, place]
        value = value_of_proposing(s, seat, card, style)
        if value > most:
            most = value
            best = place
    return start + best


@compile_rule()
def wants(s, seat, style, own):
    """Return whether `seat`, which gains `own` by the proposed law, votes for it."""
    if style == CONTRARIAN:
        return own >= CONTRARIAN_GAIN
    return own > 0 or (own == 0 and seat == s.active)


@compile_rule()
def use_of_wild(s, seat, style, out):
    """Return whether the Wild card should be played: much is at stake, and plain votes would go against the seat."""
    own = out[seat]
    want = wants(s, seat, style, own)
    if style == SAVER and DECK + 1 - s.deck_at > LAST_THIRD:
        return False
    if abs(own) < (SAVED_SWING if style == SAVER else SWING):
        return False
    yes = 0
    for other in range(s.players):
        yes += int(out[other] > 0 or other == s.active) if other != seat else int(want)
    adopted = 2 * yes > s.players or (2 * yes == s.players and part(s, s.proposed, SCALE) == 1)
    wild = s.wild[seat]
    return adopted != want and (wild == Wild.SCAM or (wild == Wild.DEFINITE_YES) == want)


@compile_rule()
def choose_vote(s, seat, mask, style):
    """Return the vote."""
    out = np.zeros(SEATS)
    gains(s, seat, s.proposed, out)
    if s.decision == Decision.SAY:
        if style == CONTRARIAN:
            return A.SAY + Say.NOTHING
        return A.SAY + (Say.YES if wants(s, seat, style, out[seat]) else Say.NO)
    if mask[A.WILD] == 1 and use_of_wild(s, seat, style, out):
        return A.WILD
    return A.YES if wants(s, seat, style, out[seat]) else A.NO


@compile_rule()
def choose_candy(s, seat, mask):
    """Return the candy to lose or to give: the one without which the seat stands best."""
    giving = s.decision == Decision.GIVE
    start = A.GIVE if giving else A.LOSE
    to = seat_after(s, seat, 1 if s.effect == What.PASS_LEFT else s.players - 1)
    held = read_candies(s)
    laws = s.law.copy()
    points = np.zeros(SEATS)
    best = 0
    most = -1e9
    for colour in range(4):
        if mask[start + colour] == 0:
            continue
        held[seat, colour] -= 1
        held[to, colour] += giving
        score(s, held, s.wild, laws, points)
        held[seat, colour] += 1
        held[to, colour] -= giving
        gain = gain_of(points, s.players, seat)
        if gain > most:
            most = gain
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
            s, seat, read_candies(s), s.law.copy(), np.int64(NO_CARD) if repealing else np.int64(s.proposed)
        )
        return place + (A.REPEAL if repealing else A.REPLACE)
    return choose_part(s, seat, mask, generator)
