"""What is in the box of 1984: Animal Farm, as tables. R numbers: see RULES.md."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

SEATS = 5  # the largest table
KINDS = 5  # of influence
PER_KIND = 12  # tokens (R5)
AGENTS = 9  # a player (R5)
ROUNDS = (6, 9)
AREA = 2  # tokens that the Owned area and the Airdrop zone hold each (R30)
MOST_BEYOND = 2  # tokens taken from a region: at most players + 2
HARVEST_BEYOND = 4  # or players + 4 after "Record harvest" (R14)


class Influence(IntEnum):
    """Kinds of influence tokens, in the arrow order of their regions (R1)."""

    CAT = 0
    DONKEY = 1
    ELEPHANT = 2
    KANGAROO = 3
    LION = 4


INFLUENCES = ("Cat", "Donkey", "Elephant", "Kangaroo", "Lion")


class Zone(IntEnum):
    """The areas of a world power."""

    NEW = 0
    OWNED = 1
    AIRDROP = 2


ZONES = ("New", "Owned", "Airdrop")
ZONE_COUNT = len(ZONES)


class Mood(IntEnum):
    """Political moods: the eleven printed titles, then four of ours (R4)."""

    HISTORY = 0
    NO_DARKNESS = 1
    COLLECTIVISM = 2
    TWO_AND_TWO = 3
    LESS_IS_MORE = 4
    PEACE_IS_WAR = 5
    BIG_BROTHER = 6
    RANGE_OF_LOVE = 7
    MINIWIN = 8
    IGNORANCE = 9
    INNER_PARTY = 10
    SURPLUS_LABOUR = 11
    ISOLATION = 12
    EMPTY_SHELVES = 13
    SHOULDER = 14


MOODS = (
    "History rectifyied",
    "No darkness in here",
    "Collectivism",
    "2+2=5",
    "Less is more",
    "Peace is war",
    "Big Brother is watching you",
    "Range of Love",
    "Miniwin",
    "Strenght is Ignorance",
    "Inner Party Victory",
    "Surplus labour",
    "Splendid isolation",
    "Empty shelves",
    "Shoulder to shoulder",
)
MOOD_TEXTS = (
    "tokens of your own on both of your revolutions and both succeed: 1 VP",
    "once a buying turn, three tokens bring 2 VP in place of 1",
    "an extra region: each winner takes one token of a kind of their choice",
    "an extra region: each winner gains 1 VP",
    "whoever collected the most tokens in a region, alone: 1 VP",
    "an extra region: each winner chooses a player who loses 1 VP (nobody twice a round)",
    "tokens of four kinds spent in a buying turn: 2 VP",
    "each winner in the first region of the round: 1 VP",
    "1 VP for each advanced action bought",
    "a successful revolution with the neighbour on the right: 1 VP",
    "a successful revolution with the neighbour on the left: 1 VP",
    "each winner in the last region of the round: 1 VP",
    "winning a region alone: 1 VP, once a round",
    "no token in New or Owned at the end of Buying: 1 VP",
    "having supplied two tokens of a successful revolution: 1 VP, once a round",
)
PRINTED_MOODS = 11
MOOD_PLACES = 3

REGIONS = ("Latin America", "Middle East", "India", "Australia", "Africa", "Collectivism", "2+2=5", "Peace is war")
"""The five regions in arrow order, by kind of influence (R1), and the moods that are extra regions (R7)."""
UNSTABLE = KINDS  # the regions with tokens
ALL_REGIONS = len(REGIONS)
EXTRA_MOODS = (Mood.COLLECTIVISM, Mood.TWO_AND_TWO, Mood.PEACE_IS_WAR)
REGION_OF_MOOD = np.full(len(MOODS), -1, np.int8)
for _place, _mood in enumerate(EXTRA_MOODS):
    REGION_OF_MOOD[_mood] = UNSTABLE + _place
COLLECTIVISM, TWO_AND_TWO, PEACE_IS_WAR = range(UNSTABLE, ALL_REGIONS)


class Card(IntEnum):
    """Actions: ten basic ones, two a kind of influence; then twenty advanced ones, four a kind (R3)."""

    NEEDS = 0
    FRIENDSHIP = 1
    ORTHODOXY = 2
    PEACEFUL = 3
    WAR_IS_PEACE = 4
    LOVE = 5
    TRUTH = 6
    PLENTY = 7
    PEACE = 8
    SLAVERY = 9
    RESETTLEMENT = 10
    EXCHANGE = 11
    CADRES = 12
    BORDERS = 13
    HARVEST = 14
    FAIR_SHARES = 15
    REQUISITION = 16
    NOTHING = 17
    EMBARGO = 18
    PRESS = 19
    CONFESSION = 20
    BIG_BROTHER = 21
    CHANGE = 22
    TERRORISM = 23
    ARCHIVES = 24
    SAFE = 25
    SHARE_LOVE = 26
    NO_BORDERS = 27
    TOO_MUCH_PEACE = 28
    PACIFIST = 29


BASIC_PER_KIND = 2
BASICS = KINDS * BASIC_PER_KIND
ADVANCED_PER_KIND = 4
CARDS = len(Card)
NO_CARD = -1

CARD_NAMES = (
    "Particular Needs",
    "Friendship",
    "Orthodoxy is unconsciousness",
    "Peaceful Solutions",
    "War is peace",
    "Love",
    "Truth",
    "Plenty",
    "Peace",
    "Freedom is slavery",
    "Voluntary resettlement",
    "Exchange programme",
    "Transfer of cadres",
    "Closed borders",
    "Record harvest",
    "Fair shares",
    "Requisition",
    "Nothing to report",
    "Continental Embargo",
    "Freedom of the press",
    "Confession is not betrayal",
    "I love Big Brother",
    "We are not like that",
    "The object of terrorism is terrorism",
    "Open archives",
    "Safe deposit",
    "We share our love",
    "Love knows no borders",
    "Too much peace",
    "Pacifist Resolution",
)
CARD_TEXTS = (
    "moves: move one of your agents to any region",
    "moves: move an agent of an opponent to any region",
    "a region being resolved: it gives 2 tokens fewer",
    "a region being resolved: an opponent takes 2 tokens fewer, but at least 1",
    "when a basic action is played: cancel it",
    "when an action is played: cancel it, unless its player discards an Owned token",
    "spies: remove a token of a player",
    "spies: take a token from a region into New",
    "a region being resolved: your strength +1",
    "a region being resolved: halve a player's strength, rounding up",
    "moves: move two of your agents, each to any region",
    "moves: swap one of your agents with an opponent's in another region",
    "moves: move one or two agents of an opponent from one region to another",
    "moves: opponents' ordinary move may not enter a region for the rest of the phase",
    "a region being resolved: it gives up to players + 4 tokens, and you may take 2 beyond your agents",
    "a region being resolved: the winners divide equally, the rest stays",
    "after the division: take a token that an opponent just took into your New area",
    "a region being resolved: nobody takes tokens",
    "any time: nobody may use or copy one advanced action until the end of the round",
    "any time: an opponent loses 1 VP",
    "use the rule of an advanced action that an opponent has bought",
    "when an action is played: cancel it",
    "spies: change two tokens of an opponent into other kinds",
    "spies: remove a token of each opponent",
    "spies: move a token from an opponent's New area to yours",
    "spies: your tokens cannot be removed, taken or changed until the end of the round",
    "a region being resolved: your strength x2",
    "a region being resolved: two opponents cannot be in one alliance",
    "while an alliance stands: strength -1 for members of your choice",
    "a region being resolved: your strength +2",
)
COST = np.array([0] * BASICS + [2, 2, 3, 1, 2, 1, 2, 3, 2, 1, 2, 2, 2, 2, 3, 1, 2, 3, 1, 2], np.int8)
"""Tokens that each advanced action costs to buy."""
PRINTED_ADVANCED = frozenset(range(Card.EMBARGO, Card.ARCHIVES)) | frozenset(range(Card.SHARE_LOVE, CARDS))
"""The advanced actions that the book lists; the others are ours (R3)."""
BEGINNER = (
    Card.NEEDS,
    Card.ORTHODOXY,
    Card.WAR_IS_PEACE,
    Card.TRUTH,
    Card.PEACE,
    Card.RESETTLEMENT,
    Card.FAIR_SHARES,
    Card.BIG_BROTHER,
    Card.TERRORISM,
    Card.PACIFIST,
)
"""The easy set. The book marks it by green borders on the cards, which its text does not tell: this one is ours."""


def kind_of(card: int) -> int:
    """Return the kind of influence of an action, which is also the place where it lies."""
    return card // BASIC_PER_KIND if card < BASICS else (card - BASICS) // ADVANCED_PER_KIND


KIND_OF = np.array([kind_of(card) for card in range(CARDS)], np.int8)


class Moment(IntEnum):
    """When an action may be played."""

    MOVES = 0
    REGION = 1  # a region is being resolved, before it closes
    STANDING = 2  # only while an alliance stands provisionally
    TAKEN = 3  # after the winners have taken their tokens
    SPIES = 4
    ANSWER = 5  # only as an answer to another action
    ANY = 6  # in any own turn of phases 1-5, and as an answer
    COPY = 7  # whenever the copied action may be played


_MOMENTS = {
    Moment.MOVES: (Card.NEEDS, Card.FRIENDSHIP, Card.RESETTLEMENT, Card.EXCHANGE, Card.CADRES, Card.BORDERS),
    Moment.REGION: (
        *(Card.ORTHODOXY, Card.PEACEFUL, Card.PEACE, Card.SLAVERY, Card.HARVEST, Card.FAIR_SHARES, Card.NOTHING),
        *(Card.SHARE_LOVE, Card.NO_BORDERS, Card.PACIFIST),
    ),
    Moment.STANDING: (Card.TOO_MUCH_PEACE,),
    Moment.TAKEN: (Card.REQUISITION,),
    Moment.SPIES: (Card.TRUTH, Card.PLENTY, Card.CHANGE, Card.TERRORISM, Card.ARCHIVES, Card.SAFE),
    Moment.ANSWER: (Card.WAR_IS_PEACE, Card.LOVE, Card.BIG_BROTHER),
    Moment.ANY: (Card.EMBARGO, Card.PRESS),
    Moment.COPY: (Card.CONFESSION,),
}
MOMENT = np.zeros(CARDS, np.int8)
for _moment, _cards in _MOMENTS.items():
    for _card in _cards:
        MOMENT[_card] = _moment


class Part(IntEnum):
    """What a player names when playing an action, part by part."""

    SEAT = 0  # a player
    OTHER = 1  # a second player
    MEMBERS = 2  # members of the alliance, one by one
    TOKEN = 3  # a token of the player named
    OTHER_TOKEN = 4
    KIND = 5  # what it is changed into, or taken
    OTHER_KIND = 6
    EACH_TOKEN = 7  # a token of each opponent
    FROM = 8  # a region that an agent leaves
    TO = 9  # the region it goes to
    SECOND_FROM = 10
    SECOND_TO = 11
    NUMBER = 12  # how many agents
    REGION = 13
    ACTION = 14  # an advanced action


MOST_PARTS = 5
ARGUMENTS = 5
NO_PART = -1
_PARTS = {
    Card.NEEDS: (Part.FROM, Part.TO),
    Card.FRIENDSHIP: (Part.SEAT, Part.FROM, Part.TO),
    Card.PEACEFUL: (Part.SEAT,),
    Card.TRUTH: (Part.SEAT, Part.TOKEN),
    Card.PLENTY: (Part.KIND,),
    Card.SLAVERY: (Part.SEAT,),
    Card.RESETTLEMENT: (Part.FROM, Part.TO, Part.SECOND_FROM, Part.SECOND_TO),
    Card.EXCHANGE: (Part.FROM, Part.SEAT, Part.SECOND_FROM),
    Card.CADRES: (Part.SEAT, Part.FROM, Part.TO, Part.NUMBER),
    Card.BORDERS: (Part.REGION,),
    Card.REQUISITION: (Part.SEAT,),
    Card.EMBARGO: (Part.ACTION,),
    Card.PRESS: (Part.SEAT,),
    Card.CHANGE: (Part.SEAT, Part.TOKEN, Part.KIND, Part.OTHER_TOKEN, Part.OTHER_KIND),
    Card.TERRORISM: (Part.EACH_TOKEN,) * (SEATS - 1),
    Card.ARCHIVES: (Part.SEAT, Part.KIND),
    Card.NO_BORDERS: (Part.SEAT, Part.OTHER),
    Card.TOO_MUCH_PEACE: (Part.MEMBERS,),
}
PARTS = np.full((CARDS, MOST_PARTS), NO_PART, np.int8)
"""The parts of each action, in order; the argument of each part stands at the same place."""
for _card, _parts in _PARTS.items():
    PARTS[_card, : len(_parts)] = _parts

REVOLUTIONS = KINDS * (KINDS - 1)
TOKENS_OF_REVOLUTION = 3
TOP = np.zeros(REVOLUTIONS, np.int8)
"""The influence in the top line of each revolution card, of which it takes two tokens (R2)."""
SECOND = np.zeros(REVOLUTIONS, np.int8)
"""The influence in its second line, of which it takes one."""
for _number in range(REVOLUTIONS):
    TOP[_number], _skip = divmod(_number, KINDS - 1)
    SECOND[_number] = _skip + (_skip >= TOP[_number])
LINES = 2
LINE_NEEDS = np.array([2, 1], np.int8)
REVOLUTION_VP = 2

EXTRA_AGENTS = np.array([0, 0, 0, 2, 1, 0], np.int8)
"""Agents that each player adds at set-up, by number of players (R8)."""
VP_FOR_TOKENS = 3  # tokens that 1 VP costs
VP_RANGE = 100  # VP that the reward "score" counts as 1


def revolution_name(card: int) -> str:
    """Return a revolution card in words: its tokens."""
    return f"2 {INFLUENCES[TOP[card]]} 1 {INFLUENCES[SECOND[card]]}"


class Promise(IntEnum):
    """What can be promised (R19)."""

    ALLY = 0
    TOKEN = 1
    REVOLUTION = 2
    NO_ACTION = 3


PROMISES = ("ally", "token", "revolution", "no action")
PROMISE_TEXTS = (
    "I ally with you in the next region",
    "I give you a token",
    "I fill our revolution if you start it",
    "I use no action against you this round",
)
PROMISE_COUNT = len(PROMISES)


class Outcome(IntEnum):
    """What became of promises, as they are counted."""

    MADE = 0
    KEPT = 1
    BROKEN = 2
    VOID = 3


OUTCOMES = ("made", "kept", "broken", "void")
