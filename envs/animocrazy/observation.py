"""What a seat may know, as counts (int8), by blocks.

A law is described by its parts, wherever it lies: what it does, who it is about, which candies, how much, its symbol
and its scale. So a law that was never seen before can be understood, composed ones too; the parts also tell all laws
apart. The head holds the laws and what is being asked; then follows a part for each seat, the own one first, the
others in turn order.
"""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.layout import Block, Layout

from .actions import KIND_NAMES, WHAT_NAMES, WHICH_NAMES, WHO_NAMES, words
from .box import (
    ALL,
    AMOUNT,
    BLANKS,
    CANDIES,
    CARDS,
    COLOUR_SYMBOL,
    COLOURS,
    DECK,
    FORM,
    FORM_NAMES,
    FORMS,
    HIGHEST_AMOUNT,
    KIND,
    KINDS,
    LAWS,
    LAWS_IN_FORCE,
    LOWEST_SHOWN,
    MOST_COPIES,
    MOST_IN_HAND,
    NO_CARD,
    PARTS,
    PER_COLOUR,
    SCALE,
    SEATS,
    SHOWN_RANGE,
    SYMBOL,
    SYMBOLS,
    UNSET,
    WHAT,
    WHATS,
    WHICH,
    WHICHES,
    WHO,
    WHOS,
    WILD_COPIES,
    WILDS,
    Symbol,
)
from .rules.laws import POINTS, new_sheet, part
from .rules.outlook import (
    NOBODY,
    ONE_STEP,
    OUTLOOK_MOST,
    OUTLOOK_STEPS,
    candies_gained,
    foreseen_result,
    gains,
    in_steps,
    lead_now,
    lead_with,
    lead_without,
    likes,
    mean_gained,
    spare_place,
    weigh,
)
from .rules.voting import plain_result
from .state import HISTORY, Decision, Vote

DECISIONS = len(Decision)
EFFECT_NAMES = WHAT_NAMES
_SYMBOL_NAMES = tuple(f"symbol {words(symbol)}" for symbol in Symbol)[:SYMBOLS]
LAW_LABELS = (
    *(f"{name} law" for name in KIND_NAMES),
    *WHAT_NAMES,
    *(f"about {name}" for name in WHO_NAMES),
    *(f"which: {name}" for name in WHICH_NAMES),
    "amount: all",
    *_SYMBOL_NAMES,
    "ties adopt",
    "blank",
)
_PARTS_OF = (KIND, WHAT, WHO, WHICH)
_AT = (0, KINDS, KINDS + WHATS, KINDS + WHATS + WHOS)
_ALL = KINDS + WHATS + WHOS + WHICHES
_SYMBOL = _ALL + 1
_SCALE = _SYMBOL + SYMBOLS
_BLANK = _SCALE + 1
PER_LAW = len(LAW_LABELS)
BAG_LABELS = LAW_LABELS[:_ALL]
VOTE_LABELS = ("yes", "no", "definite yes", "definite no", "scam", "wild")


def _descriptions() -> np.ndarray:
    """Return the description of each card, int8 (CARDS + 1, PER_LAW); of no card: 0."""
    described = np.zeros((CARDS + 1, PER_LAW), np.int8)
    described[LAWS : LAWS + BLANKS, _BLANK] = 1
    for card in range(LAWS):
        row = PARTS[card]
        for start, column in zip(_AT, _PARTS_OF, strict=True):
            described[card, start + row[column]] = 1
        described[card, _ALL] = row[AMOUNT] == ALL
        if row[SYMBOL] < SYMBOLS:
            described[card, _SYMBOL + row[SYMBOL]] = 1
        described[card, _SCALE] = row[SCALE]
    return described


_DESCRIPTION = _descriptions()
_UP = np.zeros(CARDS + 1, np.int8)
_DOWN = np.zeros(CARDS + 1, np.int8)
_UP[:LAWS] = np.where(PARTS[:, AMOUNT] == ALL, 0, np.maximum(PARTS[:, AMOUNT], 0))
_DOWN[:LAWS] = np.maximum(-PARTS[:, AMOUNT], 0)

_AMOUNT_LABELS = ("up", "down")


def _laws(name: str, places: int, text: str) -> list[Block]:
    """Return the two blocks that describe the laws at some places."""
    return [
        Block(name, (places, PER_LAW), 1, text, LAW_LABELS),
        Block(f"{name}_amount", (places, 2), HIGHEST_AMOUNT, "their amounts, above and below 0", _AMOUNT_LABELS),
    ]


_MEAN = f"against the table's mean, in 1/{OUTLOOK_STEPS} points"
_CANDY_MEAN = _MEAN.replace("points", "candies")
_LEAD = f"ahead of the best other seat, in 1/{OUTLOOK_STEPS} points"
MOST_LEAD = 20  # points
MOST_LEAD_STEPS = 32

OBSERVATION_LAYOUT = Layout(
    head=[
        Block("decision", (DECISIONS,), 1, "what the seat to act is asked", tuple(words(d) for d in Decision)),
        Block("variants", (3,), 1, "what is played", ("voracious", "carte blanche", "talk")),
        *_laws("laws", LAWS_IN_FORCE, "the laws in force"),
        Block(
            "in_force",
            (FORMS,),
            MOST_COPIES,
            "the laws in force, by name; composed ones are not among them",
            FORM_NAMES,
        ),
        Block("law_works", (LAWS_IN_FORCE,), 1, "a blue law that is working by now"),
        Block("law_replaced", (LAWS_IN_FORCE,), 1, "the law that the proposed one would replace"),
        *_laws("proposed", 1, "the proposed law, as far as it is composed"),
        *_laws("hand", MOST_IN_HAND, "the own hand, in the order of the actions"),
        *_laws("drawn", 2, "the own two laws drawn, of which one is kept"),
        *_laws("past", HISTORY, "the last laws voted on, the newest first"),
        Block("past_adopted", (HISTORY,), 1, "they were adopted"),
        Block("discarded", (FORMS,), MOST_COPIES, "laws lying open, by name", FORM_NAMES),
        Block("bag", (4,), PER_COLOUR, "candies in the bag", COLOURS),
        Block("gone", (4,), PER_COLOUR, "candies out of the game", COLOURS),
        Block("bag_size", (1,), CANDIES, "candies in the bag"),
        Block("deck", (1,), DECK + 1, "cards in the deck, the End card among them"),
        Block("own_wild", (3,), 1, "the own Wild card", WILDS),
        Block("wild_out", (3,), max(WILD_COPIES), "Wild cards lying open", WILDS),
        Block("open", (1,), 1, "votes are seen as they are cast"),
        Block("result", (2,), 1, "result of the vote in this turn", ("rejected", "adopted")),
        Block(
            "foreseen", (2,), 1, "hint: the vote ends so if all others vote for what they like", ("own Yes", "own No")
        ),
        Block("lead", (2,), MOST_LEAD_STEPS, f"points {_LEAD}", _AMOUNT_LABELS),
        Block("lead_adopted", (2,), MOST_LEAD_STEPS, "hint: the same if the law voted on is adopted", _AMOUNT_LABELS),
        Block(
            "hand_outlook",
            (MOST_IN_HAND, 2),
            OUTLOOK_MOST,
            f"hint: points gained by proposing, {_MEAN}",
            _AMOUNT_LABELS,
        ),
        Block(
            "hand_candies", (MOST_IN_HAND, 2), OUTLOOK_MOST, f"hint: candies so gained, {_CANDY_MEAN}", _AMOUNT_LABELS
        ),
        Block("hand_kind", (MOST_IN_HAND, KINDS), 1, "hint: kind of the law at this place", LAW_LABELS[:KINDS]),
        Block(
            "hand_lead", (MOST_IN_HAND, 2), MOST_LEAD_STEPS, f"hint: points {_LEAD}, if it is adopted", _AMOUNT_LABELS
        ),
        Block("hand_friends", (MOST_IN_HAND,), SEATS - 1, "hint: how many others would like the law at this place"),
        Block("hand_passes", (MOST_IN_HAND,), 1, "hint: it would be adopted so, with the own Yes"),
        Block(
            "drawn_outlook",
            (2, 2),
            OUTLOOK_MOST,
            "hint: points gained by proposing one of the two laws drawn",
            _AMOUNT_LABELS,
        ),
        Block(
            "law_outlook",
            (LAWS_IN_FORCE, 2),
            OUTLOOK_MOST,
            f"hint: if asked, points without it, {_MEAN}",
            _AMOUNT_LABELS,
        ),
        Block("worth", (4, 2), HIGHEST_AMOUNT, "what a candy of each colour is worth", _AMOUNT_LABELS),
        Block("parting_outlook", (4, 2), OUTLOOK_MOST, f"hint: if asked, points without one, {_MEAN}", _AMOUNT_LABELS),
        Block("effect", (WHATS,), 1, "the effect that is running", EFFECT_NAMES),
        Block("effect_left", (1,), CANDIES, "candies that the seat to act has yet to choose"),
    ],
    seat=[
        Block("active", (1,), 1, "whose turn it is: the proposer"),
        Block("acting", (1,), 1, "whose decision it is"),
        Block("candies", (4,), PER_COLOUR, "candies", COLOURS),
        Block("candies_all", (1,), CANDIES, "candies of all colours"),
        Block("given", (4,), PER_COLOUR, "candies set aside for a neighbour", COLOURS),
        Block("points", (1,), SHOWN_RANGE, f"points if the game ended now, counted from {LOWEST_SHOWN}, cut"),
        Block("behind", (1,), MOST_LEAD, "points behind the player with most"),
        Block("ahead", (1,), MOST_LEAD, "points ahead of all others"),
        Block("hand_size", (1,), MOST_IN_HAND, "laws in hand"),
        Block("has_wild", (1,), 1, "has a Wild card"),
        Block("wild", (3,), 1, "that Wild card, where everybody knows it", WILDS),
        Block("announced", (3,), 1, "announced for this vote", ("yes", "no", "nothing")),
        Block(
            "outlook", (2,), OUTLOOK_MOST, f"hint: points it would gain by the law voted on, {_MEAN}", _AMOUNT_LABELS
        ),
        Block("candy_outlook", (2,), OUTLOOK_MOST, f"hint: candies it would gain by it, {_CANDY_MEAN}", _AMOUNT_LABELS),
        Block("likes", (1,), 1, "hint: would so vote for it, as the proposer for any that costs nothing"),
        Block("vote", (6,), 1, "the own vote, and open ones, while the vote goes on", VOTE_LABELS),
        Block("past_proposer", (HISTORY,), 1, "proposed that law (newest first)"),
        Block("past_vote", (HISTORY, 5), 1, "voted so on it", VOTE_LABELS[:5]),
        Block("kept_word", (2,), DECK + 1, "announced votes so far", ("kept", "broken")),
        Block("shown", (_ALL,), MOST_IN_HAND, "cards in hand that everybody has seen, by their parts", BAG_LABELS),
    ],
)

_O = OBSERVATION_LAYOUT
(
    DECISION,
    VARIANTS,
    IN_FORCE,
    IN_FORCE_AMOUNT,
    BY_NAME,
    LAW_WORKS,
    LAW_REPLACED,
    PROPOSED,
    PROPOSED_AMOUNT,
    HAND,
    HAND_AMOUNT,
    DRAWN,
    DRAWN_AMOUNT,
    PAST,
    PAST_AMOUNT,
    PAST_ADOPTED,
    DISCARDED,
    BAG,
    GONE,
    BAG_SIZE,
    DECK_LEFT,
    OWN_WILD,
    WILD_OUT,
    OPEN,
    RESULT,
    FORESEEN,
    LEAD,
    LEAD_ADOPTED,
    HAND_OUTLOOK,
    HAND_CANDIES,
    HAND_KIND,
    HAND_LEAD,
    HAND_FRIENDS,
    HAND_PASSES,
    DRAWN_OUTLOOK,
    LAW_OUTLOOK,
    WORTH,
    PARTING_OUTLOOK,
    EFFECT,
    EFFECT_LEFT,
) = (_O.offset(block.name) for block in _O.head)
(
    ACTIVE,
    ACTING,
    HELD,
    HELD_ALL,
    GIVEN,
    SCORE,
    BEHIND,
    AHEAD,
    HAND_SIZE,
    HAS_WILD,
    WILD,
    ANNOUNCED,
    OUTLOOK,
    CANDY_OUTLOOK,
    LIKES,
    VOTE,
    PAST_PROPOSER,
    PAST_VOTE,
    KEPT_WORD,
    SHOWN,
) = (_O.offset(block.name) for block in _O.seat)
ROWS, PER_SEAT = _O.head_size, _O.seat_size
_HIDDEN_VOTE = int(Vote.WILD)
_VOTE, _SAY, _PROPOSE, _REPLACE, _REPEAL, _KEEP, _LOSE = (
    int(Decision[name]) for name in ("VOTE", "SAY", "PROPOSE", "REPLACE", "REPEAL", "KEEP", "LOSE")
)


@compile_rule(inline=True)
def write_signed(f, at, number, most):
    """Write a number as its parts above and below 0, each cut to `most`."""
    f[at] = min(max(number, 0), most)
    f[at + 1] = min(max(-number, 0), most)


@compile_rule(inline=True)
def write_composed(s, card, f, at, at_amount):
    """Describe a blank law, as far as it is composed."""
    for i in range(4):
        chosen = part(s, card, _PARTS_OF[i])
        if chosen != UNSET:
            f[at + _AT[i] + np.int64(chosen)] = 1
    symbol = part(s, card, SYMBOL)
    if symbol == UNSET:
        return
    if symbol < SYMBOLS:
        f[at + _SYMBOL + np.int64(symbol)] = 1
    amount = part(s, card, AMOUNT)
    if amount == ALL:
        f[at + _ALL] = 1
    else:
        f[at_amount] = max(amount, 0)
        f[at_amount + 1] = max(-amount, 0)


@compile_rule(inline=True)
def write_law(s, card, f, at, at_amount):
    """Describe a law; a place without one is 0. Copied whole, without a choice: the inner loop of everything."""
    for i in range(PER_LAW):
        f[at + i] = _DESCRIPTION[card, i]
    f[at_amount] = _UP[card]
    f[at_amount + 1] = _DOWN[card]
    if card >= LAWS and card < LAWS + BLANKS:
        write_composed(s, card, f, at, at_amount)


@compile_rule(inline=True)
def write_laws(s, cards, number, f, at, at_amount):
    """Describe the first `number` of `cards`."""
    for i in range(number):
        write_law(s, cards[i], f, at + i * PER_LAW, at_amount + 2 * i)


@compile_rule(inline=True)
def write_middle(s, seat, f):
    """Write what is asked and what lies in the middle."""
    if s.decision >= 0:
        f[DECISION + s.decision] = 1
    for colour in range(4):
        f[WORTH + 2 * colour] = 1
    for slot in range(s.laws):
        colour = part(s, s.law[slot], SYMBOL) - COLOUR_SYMBOL
        if colour >= 0 and colour < 4:
            write_signed(f, WORTH + 2 * colour, part(s, s.law[slot], AMOUNT), HIGHEST_AMOUNT)
    f[VARIANTS] = s.voracious
    f[VARIANTS + 1] = s.carte_blanche
    f[VARIANTS + 2] = s.talk
    write_laws(s, s.law, s.laws, f, IN_FORCE, IN_FORCE_AMOUNT)
    for slot in range(s.laws):
        if s.law[slot] < LAWS:
            f[BY_NAME + np.int64(FORM[s.law[slot]])] += 1
        symbol = part(s, s.law[slot], SYMBOL)
        if symbol < s.rule.shape[0]:
            f[LAW_WORKS + slot] = s.rule[symbol] == s.law[slot]
    if s.replaced >= 0:
        f[LAW_REPLACED + np.int64(s.replaced)] = 1
    write_law(s, s.proposed, f, PROPOSED, PROPOSED_AMOUNT)
    for form in range(FORMS):
        f[DISCARDED + form] = s.discarded[form]
    for colour in range(4):
        f[BAG + colour] = s.bag[colour]
        f[GONE + colour] = s.gone[colour]
    f[BAG_SIZE] = s.bag_size
    f[DECK_LEFT] = DECK + 1 - s.deck_at
    for wild in range(3):
        f[WILD_OUT + wild] = s.wild_out[wild]
    f[OPEN] = s.open
    if s.adopted >= 0:
        f[RESULT + np.int64(s.adopted)] = 1
    if s.effect >= 0:
        f[EFFECT + np.int64(s.effect)] = 1
        f[EFFECT_LEFT] = max(s.effect_left, 0)


@compile_rule(inline=True)
def write_own(s, seat, f):
    """Write what only `seat` sees: its hand, the laws it has drawn, its Wild card."""
    for place in range(MOST_IN_HAND):
        write_law(s, s.hand[seat, place], f, HAND + place * PER_LAW, HAND_AMOUNT + 2 * place)
    if s.active == seat:
        write_laws(s, s.drawn, 2, f, DRAWN, DRAWN_AMOUNT)
    if s.wild[seat] >= 0:
        f[OWN_WILD + np.int64(s.wild[seat])] = 1


@compile_rule(inline=True)
def write_past(s, back, f):
    """Write the law voted on `back` votes ago; return where it stands in the record."""
    at = (s.votes_taken - 1 - back) % HISTORY
    write_law(s, s.past_law[at], f, PAST + back * PER_LAW, PAST_AMOUNT + 2 * back)
    f[PAST_ADOPTED + back] = s.past_adopted[at]
    return at


@compile_rule(inline=True)
def write_player(s, seat, owner, f, start):
    """Write what `seat` may know of the player `owner`, except past votes."""
    f[start + ACTIVE] = s.active == owner
    f[start + ACTING] = s.to_act == owner
    held = 0
    for colour in range(4):
        held += s.candies[owner, colour]
        f[start + HELD + colour] = s.candies[owner, colour]
        f[start + GIVEN + colour] = s.given[owner, colour]
    f[start + HELD_ALL] = held
    f[start + SCORE] = min(max(s.points[owner] - LOWEST_SHOWN, 0), SHOWN_RANGE)
    f[start + HAND_SIZE] = s.hand_size[owner]
    if s.wild[owner] >= 0:
        f[start + HAS_WILD] = 1
        f[start + WILD + np.int64(s.wild[owner])] = s.wild_shown[owner]
    if s.announced[owner] >= 0:
        f[start + ANNOUNCED + np.int64(s.announced[owner])] = 1
    if s.decision == _VOTE and s.vote[owner] >= 0 and (s.open == 1 or owner == seat):
        f[start + VOTE + np.int64(s.vote[owner])] = 1


@compile_rule(inline=True)
def write_word(s, owner, f, start):
    """Write how often a player kept its word: voted as announced, with a plain or a Definite card."""
    kept, broken = 0, 0
    for say in range(2):
        for vote in range(5):
            as_said = vote == say or vote == say + 2
            kept += s.said[owner, say, vote] * int(as_said)
            broken += s.said[owner, say, vote] * int(not as_said)
    f[start + KEPT_WORD] = min(kept, DECK + 1)
    f[start + KEPT_WORD + 1] = min(broken, DECK + 1)


@compile_rule(inline=True)
def write_shown(s, owner, f, start):
    """Add up the parts of the cards in a hand that everybody has seen."""
    for place in range(s.hand_size[owner]):
        card = s.hand[owner, place]
        if s.shown[owner, place] == 1 and card < LAWS:
            for i in range(4):
                f[start + SHOWN + _AT[i] + np.int64(part(s, card, _PARTS_OF[i]))] += 1


@compile_rule(inline=True)
def write_leads(s, seat, f):
    """Write how far each player is behind the best one, and how far the best one is ahead."""
    best, second = -1000, -1000
    for owner in range(s.players):
        points = np.int64(s.points[owner])
        if points > best:
            second = best
            best = points
        elif points > second:
            second = points
    for i in range(s.players):
        points = np.int64(s.points[(seat + i) % s.players])
        start = ROWS + i * PER_SEAT
        f[start + BEHIND] = min(best - points, MOST_LEAD)
        f[start + AHEAD] = min(max(points - second, 0), MOST_LEAD)
    own = np.int64(s.points[seat])
    write_signed(f, LEAD, (own - (best if own < best else second)) * OUTLOOK_STEPS, MOST_LEAD_STEPS)


@compile_rule(inline=True)
def write_vote_outlook(s, seat, f):
    """Write what the law voted on would bring each player, and how the vote would end."""
    friends, best_other = 0, -10000
    for i in range(s.players):
        owner = (seat + i) % s.players
        start = ROWS + i * PER_SEAT
        gain = np.int64(s.outlook[owner])
        write_signed(f, start + OUTLOOK, gain, OUTLOOK_MOST)
        write_signed(f, start + CANDY_OUTLOOK, np.int64(s.candy_outlook[owner]), OUTLOOK_MOST)
        if i > 0:
            best_other = max(best_other, s.points[owner] * OUTLOOK_STEPS + gain)
        f[start + LIKES] = likes(s, owner, gain)
        friends |= int(likes(s, owner, gain)) << owner
    own = s.points[seat] * OUTLOOK_STEPS + np.int64(s.outlook[seat])
    write_signed(f, LEAD_ADOPTED, own - best_other, MOST_LEAD_STEPS)
    yes, no, weight = weigh(s, seat, friends)
    f[FORESEEN] = plain_result(s, s.proposed, yes + weight, no)
    f[FORESEEN + 1] = plain_result(s, s.proposed, yes, no + weight)


@compile_rule(inline=True)
def write_hand_outlook(s, seat, f):
    """Write what each law of the own hand would bring, and whether it would find friends."""
    sheet = new_sheet(s)
    laws = s.law.copy()
    spare = spare_place(s, sheet, laws)
    for place in range(s.hand_size[seat]):
        card = s.hand[seat, place]
        if card >= LAWS:
            continue
        gains(s, np.int64(NOBODY), card, sheet, laws, spare)
        write_signed(f, HAND_OUTLOOK + 2 * place, in_steps(sheet[seat, POINTS]), OUTLOOK_MOST)
        write_signed(
            f, HAND_CANDIES + 2 * place, in_steps(candies_gained(s, sheet, seat) - mean_gained(s, sheet)), OUTLOOK_MOST
        )
        f[HAND_KIND + KINDS * place + part(s, card, KIND)] = 1
        friends, number, best_other = 0, 0, -10000.0
        for owner in range(s.players):
            liked = int(owner != seat and sheet[owner, POINTS] >= ONE_STEP)
            friends |= liked << owner
            number += liked
            if owner != seat:
                best_other = max(best_other, s.points[owner] + sheet[owner, POINTS])
        lead = (s.points[seat] + sheet[seat, POINTS] - best_other) * OUTLOOK_STEPS
        write_signed(f, HAND_LEAD + 2 * place, np.int64(np.floor(lead + 0.5)), MOST_LEAD_STEPS)
        f[HAND_FRIENDS + place] = number
        f[HAND_PASSES + place] = foreseen_result(s, seat, card, True, friends)


@compile_rule(inline=True)
def write_choice_outlook(s, seat, f):
    """Write what each choice brings where `seat` has to choose a law in force, a candy, or one of two laws drawn."""
    sheet = new_sheet(s)
    laws = s.law.copy()
    decision = s.decision
    if decision == _KEEP:
        spare = spare_place(s, sheet, laws)
        for i in range(2):
            if s.drawn[i] < LAWS:
                gains(s, np.int64(NOBODY), s.drawn[i], sheet, laws, spare)
                write_signed(f, DRAWN_OUTLOOK + 2 * i, in_steps(sheet[seat, POINTS]), OUTLOOK_MOST)
        return
    now = lead_now(s, seat)
    if decision == _REPEAL or decision == _REPLACE:
        card = np.int64(NO_CARD) if decision == _REPEAL else np.int64(s.proposed)
        for place in range(s.laws):
            write_signed(
                f, LAW_OUTLOOK + 2 * place, in_steps(lead_with(s, seat, sheet, laws, place, card) - now), OUTLOOK_MOST
            )
    else:
        for colour in range(4):
            if s.candies[seat, colour] > 0:
                write_signed(
                    f,
                    PARTING_OUTLOOK + 2 * colour,
                    in_steps(lead_without(s, seat, sheet, laws, colour) - now),
                    OUTLOOK_MOST,
                )


@compile_rule(inline=True)
def write_hints(s, seat, f):
    """Write what the choices at hand are thought to bring."""
    if s.decision == _VOTE or s.decision == _SAY:
        write_vote_outlook(s, seat, f)
    elif s.to_act == seat and s.decision == _PROPOSE:
        write_hand_outlook(s, seat, f)
    elif s.to_act == seat and (s.decision >= _LOSE or s.decision == _REPLACE):
        write_choice_outlook(s, seat, f)


@compile_rule(inline=True)
def write_features(s, seat, f):
    """Write everything that `seat` may know to `f` (int8, as long as the layout for the players at the table)."""
    f[:ROWS] = 0  # more than 2 KB at once are cleared in a way that starts slowly
    for i in range(s.players):
        f[ROWS + i * PER_SEAT : ROWS + (i + 1) * PER_SEAT] = 0
    write_middle(s, seat, f)
    write_own(s, seat, f)
    votes = min(np.int64(s.votes_taken), HISTORY)
    for i in range(s.players):
        owner = (seat + i) % s.players
        start = ROWS + i * PER_SEAT
        write_player(s, seat, owner, f, start)
        if s.talk == 1:
            write_word(s, owner, f, start)
        if s.shown_size > 0:
            write_shown(s, owner, f, start)
    write_leads(s, seat, f)
    if s.hints == 1:
        write_hints(s, seat, f)
    for back in range(votes):
        at = write_past(s, back, f)
        for i in range(s.players):
            owner = (seat + i) % s.players
            f[ROWS + i * PER_SEAT + PAST_VOTE + back * 5 + np.int64(s.past_vote[at, owner])] = 1
        proposer = (np.int64(s.past_proposer[at]) - seat + s.players) % s.players
        f[ROWS + proposer * PER_SEAT + PAST_PROPOSER + back] = 1
