"""What a seat may know, as counts (int8), by blocks.

All but the VP of others lies open at this table, so nearly everything is here. The head holds the round, the board, the
cards laid out, the region being resolved, the deal on the table and the action being played; then follows a part for
each seat, the own one first, the others in turn order. Sets of seats are flags, counted the same way, always five wide.

A played action is named by the kind of its influence and by whether it is basic or advanced: only one of each lies
open. Answers to an action are Elephants, so the regions, tokens and numbers named are those of the first action of the
stack, and only players and advanced actions can be named by the last answer too.
"""

from enum import IntEnum

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.layout import Block, Layout

from .actions import ALLIES, MOST_SHARE
from .box import (
    AGENTS,
    ALL_REGIONS,
    BASICS,
    CARD_NAMES,
    CARDS,
    INFLUENCES,
    KIND_OF,
    KINDS,
    LINES,
    MOOD_PLACES,
    MOODS,
    MOST_PARTS,
    OUTCOMES,
    PARTS,
    PER_KIND,
    PRINTED_MOODS,
    PROMISE_COUNT,
    PROMISES,
    REGION_OF_MOOD,
    REGIONS,
    ROUNDS,
    SEATS,
    SECOND,
    TOP,
    UNSTABLE,
    VP_FOR_TOKENS,
    ZONE_COUNT,
    ZONES,
    Card,
    Part,
)
from .rules.alliances import divides_freely, limit
from .rules.bargaining import MOST_GIFTS, share_left
from .rules.promises import DUE_HERE
from .state import HISTORY, PHASE_OF, STACK, Decision, Phase

PAST = 2 * KINDS  # ways to name a played action
_ANSWERS = (Card.WAR_IS_PEACE, Card.LOVE, Card.EMBARGO, Card.PRESS, Card.BIG_BROTHER)
_ANSWER_PLACE = np.full(CARDS, -1, np.int8)
for _place, _card in enumerate(_ANSWERS):
    _ANSWER_PLACE[_card] = _place
_PAST_PLACE = np.array([KIND_OF[card] + (KINDS if card >= BASICS else 0) for card in range(CARDS)], np.int8)
_FITS = np.array([mood < PRINTED_MOODS for mood in range(len(MOODS))], np.int8)  # moods of the printed deck

ANSWER_CARDS = len(_ANSWERS)
OUTCOME_COUNT = len(OUTCOMES)
_ANSWER = int(Decision.ANSWER)
_SETUP, _MOVES, _BUYING = int(Phase.SETUP), int(Phase.MOVES), int(Phase.BUYING)
_EMBARGO = int(Card.EMBARGO)
_SEAT, _OTHER, _MEMBERS, _TOKEN, _OTHER_TOKEN, _EACH_TOKEN, _NUMBER, _ACTION = (
    int(Part[name]) for name in ("SEAT", "OTHER", "MEMBERS", "TOKEN", "OTHER_TOKEN", "EACH_TOKEN", "NUMBER", "ACTION")
)

MOST_OFFERS = 8
MOST_TALK = 4
MOST_ORTHODOXY = 5  # as often, no region gives anything
MOST_FEWER = 4  # as often, nobody takes more than one token
MOST_STRENGTH = 40
MOST_COUNTED = 127

_SEAT_LABELS = ("own", *(f"own + {places}" for places in range(1, SEATS)))
_PROMISES = ", ".join(PROMISES)
_SOME_PLAYED = tuple(f"{sort} {name}" for sort in ("basic", "advanced") for name in INFLUENCES)


def _words(members: type[IntEnum]) -> tuple[str, ...]:
    return tuple(member.name.lower().replace("_", " ") for member in members)


def _flag(name: str, text: str) -> Block:
    return Block(name, (1,), 1, text)


def _count(name: str, high: int, text: str) -> Block:
    return Block(name, (1,), high, text)


def _seats(name: str, text: str) -> Block:
    return Block(name, (SEATS,), 1, text, _SEAT_LABELS)


OBSERVATION_LAYOUT = Layout(
    head=[
        Block("decision", (len(Decision),), 1, "what the seat to act is asked", _words(Decision)),
        Block("phase", (len(Phase),), 1, "the phase of the round", _words(Phase)),
        _count("round", max(ROUNDS), "the round, from 1"),
        _count("rounds_left", max(ROUNDS) - 1, "rounds after this one"),
        _flag("dealt_anew", "revolutions are dealt anew and agents added after this round"),
        Block("variants", (3,), 1, "what is played", ("growing moods", "printed moods only", "open scores")),
        Block("talk", (2,), MOST_TALK, "promises", ("allowed a turn", "left in this turn")),
        _count("offers", MOST_OFFERS, "deals that a player may propose a region"),
        Block("first_region", (UNSTABLE,), 1, "the region resolved first this round", REGIONS[:UNSTABLE]),
        Block("region", (ALL_REGIONS,), 1, "the region being resolved", REGIONS),
        Block(
            "region_turn",
            (ALL_REGIONS,),
            ALL_REGIONS,
            "when the region is resolved: 1 is now or next; 0: it has been this round, or is not on the board",
            REGIONS,
        ),
        Block("stock", (KINDS,), PER_KIND, "tokens in the regions", INFLUENCES),
        Block("mood", (MOOD_PLACES, len(MOODS)), 1, "the political moods by place", MOODS),
        Block("mood_to_come", (len(MOODS),), 1, "it may still be drawn", MOODS),
        Block("basic", (BASICS,), 1, "the basic actions laid out", CARD_NAMES[:BASICS]),
        Block("advanced", (CARDS - BASICS,), 1, "the advanced actions laid out", CARD_NAMES[BASICS:]),
        Block("embargo", (KINDS,), 1, "the advanced action is blocked this round", INFLUENCES),
        Block("bonus_side", (2,), 1, "the revolutions worth 1 VP more this round", ("left", "right")),
        _count("limit", MOST_SHARE, "tokens that the region being resolved gives at most"),
        _count("orthodoxy", MOST_ORTHODOXY, "times that 'Orthodoxy' was played in it, cut"),
        Block("donkeys", (2,), 1, "played in it", ("Fair shares", "Nothing to report")),
        Block("winning", (ALLIES,), 1, "with these others (as in the action 'ally') the own seat would win it now"),
        _count("passes", SEATS, "passes in succession"),
        _flag("standing", "an alliance stands provisionally"),
        _count("to_divide", MOST_SHARE, "tokens that the deal on the table does not divide (yet)"),
        Block("payment", (2, KINDS), 2, "its side payment, from New (row 0) and Owned", INFLUENCES),
        _flag("moved", "the seat to act has made its ordinary move"),
        Block("closed", (2, ALL_REGIONS), 1, "borders closed by others (row 0), by the own seat", REGIONS),
        Block("action", (CARDS,), 1, "the action being played, the first of the stack", CARD_NAMES),
        _flag("copied", "it is copied by Confession"),
        _count("depth", STACK, "actions on the stack"),
        Block(
            "answer",
            (2, len(_ANSWERS)),
            1,
            "the last answer to it (row 0), and the one before",
            tuple(CARD_NAMES[card] for card in _ANSWERS),
        ),
        Block("part", (len(Part),), 1, "what is named next", _words(Part)),
        Block(
            "regions_named",
            (4, ALL_REGIONS),
            1,
            "regions named or an agent on its way: from, to (or the one to close), second from, second to",
            REGIONS,
        ),
        Block("second_token", (ZONE_COUNT, KINDS), 1, "the second token of a player aimed at", INFLUENCES),
        Block("kinds_named", (2, KINDS), 1, "influences taken, or that tokens are changed into", INFLUENCES),
        _count("number_named", 2, "agents named"),
        Block("advanced_named", (2, KINDS), 1, "advanced action named by the action, by the last answer", INFLUENCES),
        Block("past", (HISTORY, PAST), 1, "the last actions played, the newest first", _SOME_PLAYED),
        Block("past_cancelled", (HISTORY,), 1, "they were cancelled"),
        Block("spent", (KINDS,), 1, "spent in this buying turn", INFLUENCES),
        _flag("exchanged", "three tokens have brought VP in it"),
        Block("buying", (KINDS + 1,), 1, "what is being paid", (*INFLUENCES, "VP")),
        _count("to_pay", VP_FOR_TOKENS, "tokens of its price still to be paid"),
    ],
    seat=[
        _flag("acting", "whose decision it is"),
        _flag("asked_about", "whom the decision is about"),
        _flag("first_player", "the first player"),
        _count("order", SEATS - 1, "seats from the first player"),
        _count("turns_away", SEATS - 1, "turns before its own in this phase, or before it speaks"),
        _flag("turn_done", "has had its turn in this phase"),
        Block("agents", (ALL_REGIONS,), AGENTS, "agents by region", REGIONS),
        _count("reserve", AGENTS, "agents to be placed in the next Moves phase"),
        _count("supply", AGENTS, "agents that have yet to come into play"),
        Block("tokens", (ZONE_COUNT, KINDS), PER_KIND, f"tokens in {', '.join(ZONES)}", INFLUENCES),
        _count("all_tokens", KINDS * PER_KIND, "tokens of all kinds"),
        Block("bought", (KINDS,), 1, "has bought the advanced action", INFLUENCES),
        Block("used", (KINDS,), 1, "has used it this round", INFLUENCES),
        _flag("safe", "its tokens are safe this round"),
        _seats("named", "players that it has played actions against this round"),
        _count("vp", MOST_COUNTED, "VP, cut: the own ones, others' only with open_scores"),
        _count("strength", MOST_STRENGTH, "strength in the region being resolved, cut"),
        _seats("separated", "players whom it cannot be in an alliance with"),
        _count("fewer", MOST_FEWER, "times that 'Peaceful Solutions' was played on it, cut"),
        _flag("harvest", "has played 'Record harvest' in the region"),
        _count("offers_left", MOST_OFFERS, "deals that it may still propose in the region"),
        _count("gifts", MOST_GIFTS, "tokens given away in the region"),
        _seats("refused", "players whose deals it has refused in the region"),
        Block("deal", (4,), 1, "in the deal on the table", ("proposer", "member", "payer", "payee")),
        _flag("agreed", "has agreed to it"),
        _count("share", MOST_SHARE, "tokens that it would take"),
        _flag("winner", "has won the region being resolved"),
        _count("took", PER_KIND, "tokens taken in it and still there"),
        _count("collected", PER_KIND, "tokens collected in it"),
        Block("won", (ALL_REGIONS,), 1, "regions won this round", REGIONS),
        _flag("struck", "has been struck by 'Peace is war' this round"),
        _flag("isolated", "has scored 'Splendid isolation' this round"),
        Block("revolution", (LINES, KINDS), 1, "the card on its left: needs two (row 0), one (row 1)", INFLUENCES),
        Block("placed", (LINES, 2), 2, "tokens on each line of that card", ("its own", "the next seat's")),
        Block("past_tops", (KINDS,), 1, "top lines that lie or lay there", INFLUENCES),
        Block(
            "promised",
            (PROMISE_COUNT, SEATS),
            DUE_HERE,
            f"promises outstanding ({_PROMISES}) to each player; 2: due when this region closes",
            _SEAT_LABELS,
        ),
        Block("record", (PROMISE_COUNT, len(OUTCOMES)), MOST_COUNTED, f"its promises ({_PROMISES}), cut", OUTCOMES),
        _flag("plays", "plays the first action of the stack"),
        Block("gives", (2,), 1, "gives the answer", ("the last", "the one before")),
        _flag("may_answer", "has yet to be asked for an answer to the last one"),
        Block(
            "aimed_at",
            (4,),
            1,
            "named",
            ("by the action", "by it as the second", "by it as a member", "by the last answer"),
        ),
        Block("token_aimed_at", (ZONE_COUNT + KINDS,), 1, "area and kind of its token named", (*ZONES, *INFLUENCES)),
        Block("past_by", (HISTORY,), 1, "played that past action (newest first)"),
    ],
)

_O = OBSERVATION_LAYOUT
(
    DECISION,
    PHASE,
    ROUND,
    ROUNDS_LEFT,
    DEALT_ANEW,
    VARIANTS,
    TALK,
    OFFERS,
    FIRST_REGION,
    REGION,
    REGION_TURN,
    STOCK,
    MOOD,
    MOOD_TO_COME,
    BASIC,
    ADVANCED,
    EMBARGO,
    BONUS_SIDE,
    LIMIT,
    ORTHODOXY,
    DONKEYS,
    WINNING,
    PASSES,
    STANDING,
    TO_DIVIDE,
    PAYMENT,
    MOVED,
    CLOSED,
    ACTION,
    COPIED,
    DEPTH,
    ANSWER,
    PART,
    REGIONS_NAMED,
    SECOND_TOKEN,
    KINDS_NAMED,
    NUMBER_NAMED,
    ADVANCED_NAMED,
    PAST_ACTION,
    PAST_CANCELLED,
    SPENT,
    EXCHANGED,
    BUYING,
    TO_PAY,
) = (_O.offset(block.name) for block in _O.head)
(
    ACTING,
    ASKED_ABOUT,
    FIRST_PLAYER,
    ORDER,
    TURNS_AWAY,
    TURN_DONE,
    AGENTS_AT,
    RESERVE,
    SUPPLY,
    TOKENS,
    ALL_TOKENS,
    BOUGHT,
    USED,
    SAFE,
    NAMED,
    VP,
    STRENGTH,
    SEPARATED,
    FEWER,
    HARVEST,
    OFFERS_LEFT,
    GIFTS,
    REFUSED,
    DEAL,
    AGREED,
    SHARE,
    WINNER,
    TOOK,
    COLLECTED,
    WON,
    STRUCK,
    ISOLATED,
    REVOLUTION,
    PLACED,
    PAST_TOPS,
    PROMISED,
    RECORD,
    PLAYS,
    GIVES,
    MAY_ANSWER,
    AIMED_AT,
    TOKEN_AIMED_AT,
    PAST_BY,
) = (_O.offset(block.name) for block in _O.seat)
SEAT_PARTS, PER_SEAT = _O.head_size, _O.seat_size

_NAMED_AT = np.zeros(len(Part), np.int64)
"""Where the parts that are regions and influences are written."""
for _part, _at in (
    (Part.KIND, KINDS_NAMED),
    (Part.OTHER_KIND, KINDS_NAMED + KINDS),
    (Part.FROM, REGIONS_NAMED),
    (Part.TO, REGIONS_NAMED + ALL_REGIONS),
    (Part.REGION, REGIONS_NAMED + ALL_REGIONS),
    (Part.SECOND_FROM, REGIONS_NAMED + 2 * ALL_REGIONS),
    (Part.SECOND_TO, REGIONS_NAMED + 3 * ALL_REGIONS),
):
    _NAMED_AT[_part] = _at


@compile_rule(inline=True)
def places_after(s, seat, other):
    """Return how many places `other` sits after `seat`."""
    places = other - seat
    return places if places >= 0 else places + int(s.players)


@compile_rule(inline=True)
def seat_part(s, seat, owner):
    """Return where the part about `owner` starts, as `seat` sees it."""
    return SEAT_PARTS + PER_SEAT * places_after(s, seat, owner)


@compile_rule(inline=True)
def turned(bits, seat, players):
    """Return a set of seats counted from `seat`."""
    return ((bits >> seat) | (bits << (players - seat))) & ((1 << players) - 1)


@compile_rule(inline=True)
def write_flags(f, start, bits, number):
    """Write a set of `number` things as flags."""
    for i in range(number):
        f[start + i] = (bits >> i) & 1


@compile_rule(inline=True)
def write_round(s, f):
    """Write what is asked and what holds for the whole round."""
    if s.decision >= 0:
        f[DECISION + int(s.decision)] = 1
    f[PHASE + int(PHASE_OF[s.stage])] = 1
    f[ROUND] = s.round
    f[ROUNDS_LEFT] = s.rounds - s.round
    f[DEALT_ANEW] = s.round % 3 == 0 and s.round < s.rounds
    f[VARIANTS] = s.moods
    f[VARIANTS + 1] = s.mood_deck
    f[VARIANTS + 2] = s.open_scores
    f[TALK] = s.talk
    f[TALK + 1] = s.talk - s.promised
    f[OFFERS] = s.offers
    f[BONUS_SIDE + (int(s.round) & 1)] = 1  # odd rounds right, even rounds left (R11)


@compile_rule(inline=True)
def write_board(s, seat, f):
    """Write what lies in the middle: regions, moods, actions."""
    first, done = int(s.first_region), int(s.regions_done)
    f[FIRST_REGION + first] = 1
    for number in range(UNSTABLE):
        region = first + number
        if region >= UNSTABLE:
            region -= UNSTABLE
        f[REGION_TURN + region] = max(0, number + 1 - done)
    order = UNSTABLE
    for place in range(MOOD_PLACES):
        mood = int(s.mood[place])
        if mood >= 0:
            f[MOOD + place * len(MOODS) + mood] = 1
            region = int(REGION_OF_MOOD[mood])
            if region >= 0:
                order += 1
                f[REGION_TURN + region] = max(0, order - done)
    for mood in range(len(MOODS)):
        f[MOOD_TO_COME + mood] = (1 - s.drawn_moods[mood]) & ((1 - s.mood_deck) | _FITS[mood])
    for kind in range(KINDS):
        f[STOCK + kind] = s.stock[kind]
        f[BASIC + int(s.basic[kind])] = 1
        if s.advanced[kind] >= 0:
            f[ADVANCED + int(s.advanced[kind]) - BASICS] = 1
        f[EMBARGO + kind] = (s.embargo >> kind) & 1


@compile_rule(inline=True)
def write_moves(s, seat, f):
    """Write what belongs to the Moves phase."""
    f[MOVED] = s.moved
    if s.move_from >= 0:
        f[REGIONS_NAMED + int(s.move_from)] = 1
    own = 1 << seat
    for region in range(ALL_REGIONS):
        f[CLOSED + region] = (s.closed[region] & ~own) != 0
        f[CLOSED + ALL_REGIONS + region] = (s.closed[region] & own) != 0


@compile_rule(inline=True)
def write_region(s, seat, f):
    """Write what holds in the region being resolved, and the deal on the table there."""
    f[REGION + int(s.region)] = 1
    f[LIMIT] = limit(s)
    f[ORTHODOXY] = min(int(s.orthodoxy), MOST_ORTHODOXY)
    f[DONKEYS] = s.fair
    f[DONKEYS + 1] = s.nothing
    f[PASSES] = s.passes
    players = int(s.players)
    winning = int(s.winning)
    for others in range(1 << (players - 1)):
        f[WINNING + others] = (winning >> turned(2 * others + 1, players - seat, players)) & 1
    if s.proposer < 0:
        return
    f[STANDING] = s.standing
    if divides_freely(s):
        f[TO_DIVIDE] = max(0, share_left(s))
    for i in range(2):
        if s.payment[i] >= 0:
            f[PAYMENT + int(s.payment[i])] += 1


@compile_rule(inline=True)
def write_buying(s, f):
    """Write what belongs to a buying turn."""
    for kind in range(KINDS):
        f[SPENT + kind] = (s.spent >> kind) & 1
    f[EXCHANGED] = s.exchanged
    if s.buying >= 0:
        f[BUYING + int(s.buying)] = 1
        f[TO_PAY] = s.to_pay


@compile_rule(inline=True)
def write_past(s, seat, f):
    """Write the last actions played."""
    for back in range(HISTORY):
        if s.past_card[back] >= 0:
            f[PAST_ACTION + back * PAST + int(_PAST_PLACE[s.past_card[back]])] = 1
            f[PAST_CANCELLED + back] = s.past_cancelled[back]
            f[seat_part(s, seat, int(s.past_seat[back])) + PAST_BY + back] = 1


@compile_rule(inline=True)
def write_token_aimed_at(f, start, code):
    """Write a token of the player whose part starts at `start`."""
    f[start + TOKEN_AIMED_AT + code // KINDS] = 1
    f[start + TOKEN_AIMED_AT + ZONE_COUNT + code % KINDS] = 1


@compile_rule(inline=True)
def write_named(s, seat, f):
    """Write what the first action of the stack names."""
    player = int(s.stack_seat[0])
    for place in range(MOST_PARTS):
        part = int(PARTS[s.stack_card[0], place])
        value = int(s.stack_argument[0, place])
        if part < 0 or value < 0:
            continue
        if part == _SEAT or part == _OTHER:
            f[seat_part(s, seat, value) + AIMED_AT + part] = 1
        elif part == _MEMBERS:
            for member in range(s.players):
                f[seat_part(s, seat, member) + AIMED_AT + part] = (value >> member) & 1
        elif part == _TOKEN:
            write_token_aimed_at(f, seat_part(s, seat, int(s.stack_argument[0, 0])), value)
        elif part == _EACH_TOKEN:
            write_token_aimed_at(f, seat_part(s, seat, (player + 1 + place) % int(s.players)), value)
        elif part == _OTHER_TOKEN:
            f[SECOND_TOKEN + value] = 1
        elif part == _NUMBER:
            f[NUMBER_NAMED] = value
        elif part == _ACTION:
            f[ADVANCED_NAMED + value] = 1
        else:
            f[_NAMED_AT[part] + value] = 1


@compile_rule(inline=True)
def write_last_answer(s, seat, f):
    """Write the answers on top of the stack."""
    for i in range(min(2, int(s.depth) - 1)):
        at = int(s.depth) - 1 - i
        f[ANSWER + i * ANSWER_CARDS + int(_ANSWER_PLACE[s.stack_card[at]])] = 1
        f[seat_part(s, seat, int(s.stack_seat[at])) + GIVES + i] = 1
    top = int(s.depth) - 1
    value = int(s.stack_argument[top, 0])
    if top > 0 and value >= 0:
        if s.stack_card[top] == _EMBARGO:
            f[ADVANCED_NAMED + KINDS + value] = 1
        else:
            f[seat_part(s, seat, value) + AIMED_AT + 3] = 1


@compile_rule(inline=True)
def write_stack(s, seat, f):
    """Write the action being played and the answers to it."""
    f[ACTION + int(s.stack_card[0])] = 1
    f[COPIED] = s.stack_copy[0]
    f[DEPTH] = s.depth
    f[seat_part(s, seat, int(s.stack_seat[0])) + PLAYS] = 1
    write_named(s, seat, f)
    write_last_answer(s, seat, f)
    top = int(s.depth) - 1
    if s.part >= 0:
        f[PART + int(PARTS[s.stack_card[top], s.part])] = 1
    else:
        for places in range(int(s.stack_asked[top]) + 1, int(s.players)):
            owner = (int(s.stack_seat[top]) + places) % int(s.players)
            f[seat_part(s, seat, owner) + MAY_ANSWER] = 1


@compile_rule(inline=True)
def write_holdings(s, owner, f, start):
    """Write the agents, tokens and advanced actions of a player."""
    for region in range(ALL_REGIONS):
        f[start + AGENTS_AT + region] = s.agents[owner, region]
        f[start + WON + region] = (s.round_won[region] >> owner) & 1
    f[start + RESERVE] = s.reserve[owner]
    f[start + SUPPLY] = s.supply[owner]
    number = 0
    for zone in range(ZONE_COUNT):
        for kind in range(KINDS):
            f[start + TOKENS + zone * KINDS + kind] = s.tokens[owner, zone, kind]
            number += s.tokens[owner, zone, kind]
    f[start + ALL_TOKENS] = number
    write_flags(f, start + BOUGHT, int(s.bought[owner]), KINDS)
    write_flags(f, start + USED, int(s.used[owner]), KINDS)
    f[start + SAFE] = (s.safe >> owner) & 1
    f[start + STRUCK] = (s.targeted >> owner) & 1
    f[start + ISOLATED] = (s.isolated >> owner) & 1


@compile_rule(inline=True)
def write_bargaining(s, seat, owner, f, start):
    """Write what a player is and does in the region being resolved."""
    players = int(s.players)
    f[start + STRENGTH] = min(int(s.strength[owner]), MOST_STRENGTH)
    f[start + FEWER] = min(int(s.fewer[owner]), MOST_FEWER)
    f[start + HARVEST] = (s.harvest >> owner) & 1
    f[start + OFFERS_LEFT] = max(0, int(s.offers) - int(s.offered[owner]))
    f[start + GIFTS] = s.gifts[owner]
    write_flags(f, start + SEPARATED, turned(int(s.separated[owner]), seat, players), SEATS)
    write_flags(f, start + REFUSED, turned(int(s.refused[owner]), seat, players), SEATS)
    f[start + WINNER] = (s.won >> owner) & 1
    f[start + TOOK] = s.took[owner]
    f[start + COLLECTED] = s.collected[owner]
    if s.proposer >= 0:
        f[start + DEAL] = s.proposer == owner
        f[start + DEAL + 1] = (s.members >> owner) & 1
        f[start + DEAL + 2] = s.payer == owner
        f[start + DEAL + 3] = s.payee == owner
        f[start + SHARE] = s.share[owner]
        places = places_after(s, int(s.proposer), owner)
        asked = s.decision == _ANSWER and places < s.at
        f[start + AGREED] = (s.members >> owner) & int(s.standing == 1 or places == 0 or asked)


@compile_rule(inline=True)
def write_revolution(s, owner, f, start):
    """Write the revolution card on the left of a player, and the tokens on it."""
    card = int(s.revolution[owner])
    if card >= 0:
        f[start + REVOLUTION + int(TOP[card])] = 1
        f[start + REVOLUTION + KINDS + int(SECOND[card])] = 1
    for side in range(2):
        for line in range(LINES):
            number = s.placed[owner, side, line, 0] + s.placed[owner, side, line, 1]
            f[start + PLACED + 2 * line + side] = number
    write_flags(f, start + PAST_TOPS, int(s.past_tops[owner]), KINDS)


@compile_rule(inline=True)
def write_word(s, seat, owner, f, start):
    """Write what a player has promised, and what became of earlier promises."""
    for places in range(s.players):
        other = seat + places
        if other >= s.players:
            other -= int(s.players)
        for kind in range(PROMISE_COUNT):
            f[start + PROMISED + kind * SEATS + places] = s.promise[kind, owner, other]
    for kind in range(PROMISE_COUNT):
        for outcome in range(OUTCOME_COUNT):
            number = min(int(s.record[owner, kind, outcome]), MOST_COUNTED)
            f[start + RECORD + kind * OUTCOME_COUNT + outcome] = number


@compile_rule(inline=True)
def write_turn(s, owner, f, start):
    """Write when a player has its turn."""
    order = places_after(s, int(s.first_player), owner)
    f[start + ORDER] = order
    f[start + FIRST_PLAYER] = order == 0
    if s.region >= 0:
        if s.won == 0:
            f[start + TURNS_AWAY] = places_after(s, int(s.speaker), owner)
    elif PHASE_OF[s.stage] != _SETUP:
        f[start + TURNS_AWAY] = max(0, order - int(s.at))
        f[start + TURN_DONE] = order < s.at


@compile_rule(inline=True)
def write_player(s, seat, owner, f, start):
    """Write what everybody knows of a player."""
    write_turn(s, owner, f, start)
    f[start + ACTING] = s.to_act == owner
    f[start + ASKED_ABOUT] = s.asked_seat == owner
    write_flags(f, start + NAMED, turned(int(s.named[owner]), seat, int(s.players)), SEATS)
    if owner == seat or s.open_scores == 1:
        f[start + VP] = min(int(s.vp[owner]), MOST_COUNTED)
    write_holdings(s, owner, f, start)
    write_revolution(s, owner, f, start)
    if s.region >= 0:
        write_bargaining(s, seat, owner, f, start)
    write_word(s, seat, owner, f, start)


@compile_rule(inline=True)
def clear_features(s, f):
    """Set all features to 0, part by part: more than 2 KB at once are cleared in a way that starts slowly."""
    f[:SEAT_PARTS] = 0
    for i in range(s.players):
        f[SEAT_PARTS + i * PER_SEAT : SEAT_PARTS + (i + 1) * PER_SEAT] = 0


@compile_rule(inline=True)
def write_features(s, seat, f):
    """Write everything that `seat` may know to `f` (int8, as long as the layout for the players at the table)."""
    clear_features(s, f)
    write_round(s, f)
    write_board(s, seat, f)
    phase = PHASE_OF[s.stage]
    if phase == _MOVES:
        write_moves(s, seat, f)
    elif phase == _BUYING:
        write_buying(s, f)
    if s.region >= 0:
        write_region(s, seat, f)
    for i in range(s.players):
        owner = seat + i
        if owner >= s.players:
            owner -= int(s.players)
        write_player(s, seat, owner, f, SEAT_PARTS + i * PER_SEAT)
    write_past(s, seat, f)
    if s.depth > 0:
        write_stack(s, seat, f)
