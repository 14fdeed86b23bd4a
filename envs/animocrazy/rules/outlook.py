"""What a law would bring: imagined, not done. For scripted players, and for the outlook that observations show.

A law is imagined adopted, candies drawn as their mean, choices made as they cost least; then the points are counted
as if the game ended there. Only what everybody can see is used.
"""

import numpy as np

from envs.core.compiling import compile_rule

from ..box import (
    ALL,
    AMOUNT,
    COLOUR_SYMBOL,
    DECK,
    KIND,
    LAWS_IN_FORCE,
    NO_CARD,
    SEATS,
    SYMBOL,
    VORACIOUS_LIMIT,
    WHAT,
    WHICH,
    WHO,
    Kind,
    What,
    Which,
    Who,
)
from ..state import Decision
from .laws import (
    POINTS,
    SHEET_ROWS,
    WORTH_ROW,
    amount_held,
    copy_candies,
    everybody,
    holders,
    part,
    seat_after,
    slot_with_symbol,
)
from .scoring import score
from .voting import heavy_votes, plain_result

WILD_VALUE = 0.7  # points that a Wild card in hand is thought to be worth
VOTE_VALUE = 0.3  # points that a vote which counts twice is thought to be worth
OUTLOOK_STEPS = 4  # to a point
OUTLOOK_MOST = 24  # steps that are shown at most
ONE_STEP = 0.5 / OUTLOOK_STEPS  # the smallest gain that is shown as one
NOBODY = -1


@compile_rule()
def cheapest(sheet, seat):
    """Return the colour of the candy that `seat` would part with, the one worth least; -1 if it has none."""
    best = -1
    least = 1e9
    for colour in range(4):
        if sheet[seat, colour] >= 1:
            price = sheet[WORTH_ROW, colour] + 0.01 * sheet[seat, colour]
            if price < least:
                least = price
                best = colour
    return best


@compile_rule()
def part_with(sheet, seat, which, amount):
    """Take candies from `seat`, of a colour or those it would choose, and write them down as given away."""
    if which < Which.ANY or amount == ALL:
        for colour in range(4):
            if colour == which or which == Which.ANY:
                number = min(np.float64(amount), sheet[seat, colour])
                sheet[seat, colour] -= number
                sheet[SEATS + seat, colour] += number
        return
    for _ in range(amount):
        colour = cheapest(sheet, seat)
        if colour >= 0:
            sheet[seat, colour] -= 1
            sheet[SEATS + seat, colour] += 1


@compile_rule()
def whom(s, seat, sheet, who, which):
    """Return whom a law is about, as bits. `seat` thinks of itself as voting Yes and of the others as voting No.

    With `seat` NOBODY no vote is foreseen.
    """
    if who == Who.EVERYONE:
        return everybody(s)
    if who == Who.PROPOSER:
        return 1 << np.int64(s.active)
    if who == Who.VOTED_YES or who == Who.VOTED_NO:
        if seat == NOBODY:
            return 0
        return 1 << seat if who == Who.VOTED_YES else everybody(s) & ~(1 << seat)
    return holders(sheet, s.wild, s.players, who, which)


@compile_rule()
def imagine_red(s, seat, card, sheet, laws):
    """Change candies and laws as a red law would."""
    what, who, which = part(s, card, WHAT), part(s, card, WHO), part(s, card, WHICH)
    amount = part(s, card, AMOUNT)
    if what == What.REPEAL:
        imagine_repeal(s, which, laws)
        return
    if what == What.TAKE_WILD:
        return
    seats = whom(s, seat, sheet, who, which)
    for other in range(s.players):
        if (seats >> other) & 1 == 0:
            continue
        if what == What.DRAW:
            for colour in range(4):
                sheet[other, colour] += amount * s.bag[colour] / max(s.bag_size, 1)
        else:
            part_with(sheet, other, which, amount)
    if what == What.PASS_LEFT or what == What.PASS_RIGHT:
        places = 1 if what == What.PASS_LEFT else s.players - 1
        for other in range(s.players):
            to = (other + places) % s.players
            for colour in range(4):
                sheet[to, colour] += sheet[SEATS + other, colour]


@compile_rule()
def imagine_repeal(s, which, laws):
    """Take out the laws that a repeal is about; one of the proposer's choice is left to the caller."""
    for i in range(LAWS_IN_FORCE):
        if laws[i] == NO_CARD:
            continue
        symbol = part(s, laws[i], SYMBOL)
        coloured = symbol >= COLOUR_SYMBOL and symbol < COLOUR_SYMBOL + 4
        blue = part(s, laws[i], KIND) == Kind.BLUE
        if which == Which.ALL_LAWS or (which == Which.COLOUR_LAWS and coloured) or (which == Which.BLUE_LAWS and blue):
            laws[i] = NO_CARD


@compile_rule()
def imagine_limit(s, which, amount, sheet):
    """Change the candies as a limit would at once; of one colour to three in the Voracious variant (A9)."""
    if s.voracious == 1 and which == Which.EACH_COLOUR:
        amount = min(amount, VORACIOUS_LIMIT - 1)
    for seat in range(s.players):
        if which == Which.ANY:
            surplus = np.int64(amount_held(sheet, seat, Which.ANY)) - amount
            part_with(sheet, seat, which, max(surplus, 0))
        else:
            for colour in range(4):
                sheet[seat, colour] = min(sheet[seat, colour], np.float64(amount))


@compile_rule()
def imagine_later(s, seat, card, sheet):
    """Add to the points what a law is thought to bring later: Wild cards, weight in votes, candies turn by turn."""
    what, who, which = part(s, card, WHAT), part(s, card, WHO), part(s, card, WHICH)
    value = 0.0
    seats = 0
    if what == What.WEIGHT:
        value = VOTE_VALUE
        seats = whom(s, seat, sheet, who, which)
    elif what == What.NO_WILD or what == What.KEEP_WILD or what == What.TAKE_WILD:
        value = -WILD_VALUE if what == What.NO_WILD else VOTE_VALUE if what == What.KEEP_WILD else WILD_VALUE
        for other in range(s.players):
            seats |= int((s.wild[other] < 0) == (what == What.TAKE_WILD)) << other
    elif who == Who.ACTIVE_FEWEST or who == Who.ACTIVE_MOST:
        rounds = (DECK + 1 - s.deck_at) / (2.0 * s.players)
        amount = part(s, card, AMOUNT)
        value = amount * rounds if what == What.DRAW else -amount * rounds
        seats = holders(sheet, s.wild, s.players, Who.FEWEST + Who.ACTIVE_FEWEST - who, Which.ANY)
    for other in range(s.players):
        sheet[other, POINTS] += value * ((seats >> other) & 1)


@compile_rule()
def gain_of(sheet, players, seat):
    """Return how much more than the table's mean `seat` has."""
    total = 0.0
    for other in range(players):
        total += sheet[other, POINTS]
    return sheet[seat, POINTS] - total / players


@compile_rule()
def lead_with(s, seat, sheet, laws, place, card):
    """Return by how much `seat` would lead the table's mean with `card` (NO_CARD: nothing) in place of a law."""
    old = laws[place]
    laws[place] = card
    score(s, sheet, s.wild, laws)
    laws[place] = old
    return gain_of(sheet, s.players, seat)


@compile_rule()
def best_place(s, seat, sheet, laws, card):
    """Return in place of which law in force `card` (NO_CARD: nothing) would be best for `seat`."""
    best = 0
    most = -1e9
    for place in range(s.laws):
        lead = lead_with(s, seat, sheet, laws, place, card)
        if lead > most:
            most = lead
            best = place
    return best


@compile_rule()
def lead_without(s, seat, sheet, laws, colour):
    """Return by how much `seat` would lead the table's mean without a candy that it is asked to lose or to give."""
    giving = s.decision == Decision.GIVE
    to = seat_after(s, seat, 1 if s.effect == What.PASS_LEFT else s.players - 1)
    sheet[seat, colour] -= 1
    sheet[to, colour] += giving
    score(s, sheet, s.wild, laws)
    sheet[seat, colour] += 1
    sheet[to, colour] -= giving
    return gain_of(sheet, s.players, seat)


@compile_rule()
def lead_now(s, seat):
    """Return by how much `seat` leads the table's mean."""
    total = 0.0
    for other in range(s.players):
        total += s.points[other]
    return s.points[seat] - total / s.players


@compile_rule()
def spare_place(s, sheet, laws):
    """Return the place in force that a law without a place of its own would take, -1 while there is a free one.

    Until the proposer has named it, that is the place whose law the proposer would best be without.
    """
    if s.laws < LAWS_IN_FORCE or s.replaced >= 0:
        return np.int64(s.replaced)
    laws[:] = s.law
    return best_place(s, np.int64(s.active), sheet, laws, np.int64(NO_CARD))


@compile_rule()
def place_for(s, card, spare):
    """Return the place in force that a blue or yellow law would take, `spare` if there is no other."""
    place = slot_with_symbol(s, part(s, card, SYMBOL))
    if place >= 0:
        return place
    return np.int64(s.laws) if s.laws < LAWS_IN_FORCE else np.int64(spare)


@compile_rule()
def imagine(s, seat, card, sheet, laws, spare):
    """Change candies and laws as an adopted law would; return whether that can change points."""
    kind, what = part(s, card, KIND), part(s, card, WHAT)
    if kind == Kind.RED:
        write_worth(s, sheet)
        imagine_red(s, seat, card, sheet, laws)
        if part(s, card, WHICH) == Which.ONE_LAW and s.laws > 0:
            laws[best_place(s, np.int64(s.active), sheet, laws, np.int64(NO_CARD))] = NO_CARD
        return what != What.TAKE_WILD
    place = place_for(s, card, spare)
    old = laws[place]
    laws[place] = card
    if what == What.LIMIT:
        imagine_limit(s, part(s, card, WHICH), part(s, card, AMOUNT), sheet)
        return True
    return kind == Kind.YELLOW or (old != NO_CARD and part(s, old, KIND) == Kind.YELLOW)


@compile_rule()
def gains(s, seat, card, sheet, laws, spare):
    """Write as points on `sheet` how much more than the table's mean each seat would gain, as `seat` guesses.

    `laws` is written over; `spare`: see `spare_place`.
    """
    copy_candies(s, sheet)
    laws[:] = s.law
    if imagine(s, seat, card, sheet, laws, spare):
        score(s, sheet, s.wild, laws)
    else:
        for other in range(s.players):
            sheet[other, POINTS] = s.points[other]
    imagine_later(s, seat, card, sheet)
    mean = 0.0
    for other in range(s.players):
        sheet[other, POINTS] -= s.points[other]
        mean += sheet[other, POINTS]
    mean /= s.players
    for other in range(s.players):
        sheet[other, POINTS] -= mean


@compile_rule()
def write_worth(s, sheet):
    """Write on `sheet` what a candy of each colour is worth now."""
    for colour in range(4):
        sheet[WORTH_ROW, colour] = 1.0
    for slot in range(s.laws):
        colour = part(s, s.law[slot], SYMBOL) - COLOUR_SYMBOL
        if colour >= 0 and colour < 4:
            sheet[WORTH_ROW, colour] = part(s, s.law[slot], AMOUNT)


@compile_rule()
def in_steps(gain):
    """Return a gain as it is shown: in steps, rounded, within the bounds."""
    return min(max(np.int64(np.floor(gain * OUTLOOK_STEPS + 0.5)), -OUTLOOK_MOST), OUTLOOK_MOST)


@compile_rule()
def candies_gained(s, sheet, seat):
    """Return how many candies `seat` gains by what was imagined on `sheet`."""
    gained = 0.0
    for colour in range(4):
        gained += sheet[seat, colour] - s.candies[seat, colour]
    return gained


@compile_rule()
def mean_gained(s, sheet):
    """Return how many candies a seat gains on average by what was imagined on `sheet`."""
    gained = 0.0
    for seat in range(s.players):
        gained += candies_gained(s, sheet, seat)
    return gained / s.players


@compile_rule()
def foresee(s):
    """Write the outlook of every seat for the vote on the proposed law: what it gains, in steps."""
    sheet = np.zeros((SHEET_ROWS, POINTS + 1))
    gains(s, np.int64(NOBODY), s.proposed, sheet, s.law.copy(), np.int64(s.replaced))
    mean = mean_gained(s, sheet)
    for seat in range(s.players):
        s.outlook[seat] = in_steps(sheet[seat, POINTS])
        s.candy_outlook[seat] = in_steps(candies_gained(s, sheet, seat) - mean)


@compile_rule()
def likes(s, seat, gain):
    """Return whether `seat` is thought to vote for a law that brings it this gain: the proposer unless it loses."""
    return gain > 0 or (gain == 0 and seat == s.active)


@compile_rule()
def weigh(s, seat, friends):
    """Return (weighted Yes, weighted No, own weight) if `friends` (bits) vote Yes and all others but `seat` No."""
    heavy, weight = heavy_votes(s)
    yes, no = 0, 0
    for other in range(s.players):
        counts = weight if (heavy >> other) & 1 == 1 else 1
        if other != seat and (friends >> other) & 1 == 1:
            yes += counts
        elif other != seat:
            no += counts
    return yes, no, weight if (heavy >> seat) & 1 == 1 else 1


@compile_rule()
def foreseen_result(s, seat, card, yes_of_seat, friends):
    """Return the result of a plain vote on `card` if `friends` (bits) vote Yes, and `seat` as `yes_of_seat` says."""
    yes, no, own = weigh(s, seat, friends)
    return plain_result(s, card, yes + own, no) if yes_of_seat else plain_result(s, card, yes, no + own)
