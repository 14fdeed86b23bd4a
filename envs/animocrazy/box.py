"""What is in the box of Animocrazy: candies, vote cards, and 94 laws as data.

A law is a row of parts: what it does, who it is about, which candies (or laws), how much. The same parts make up the
laws that players compose in the Carte Blanche variant: `COMPOSABLE` says which of them go together.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

SEATS = 10
COLOURS = ("red", "yellow", "blue", "green")
PER_COLOUR = 15
CANDIES = PER_COLOUR * len(COLOURS)
DEALT = (0, 0, 0, 0, 6, 6, 6, 5, 5, 4, 4)
"""Candies, and cards in hand, by number of players."""
MOST_IN_HAND = 6
LAWS_IN_FORCE = 6
DECK = 25  # without the End card
END_AMONG = 11  # the End card is one of the last eleven of the deck
LOWEST_POINTS, POINTS_RANGE = -40, 127
"""Points are returned by the reward `score` as a share of this range, cut to it: few games go beyond it."""
LOWEST_SHOWN, SHOWN_RANGE = -16, 56
"""Points are shown as counts from the lowest, cut to this narrower range, in which nearly all of a game happens."""
VORACIOUS_LIMIT = 4  # candies of one colour that a player keeps in the Voracious variant


class Wild(IntEnum):
    """The Wild vote cards."""

    DEFINITE_YES = 0
    DEFINITE_NO = 1
    SCAM = 2


WILDS = ("Definite Yes", "Definite No", "Scam")
WILD_COPIES = (4, 4, 2)
WILD_CARDS = sum(WILD_COPIES)


class Kind(IntEnum):
    """The background of a law."""

    RED = 0  # acts at once
    BLUE = 1  # lasts
    YELLOW = 2  # counts at scoring


class What(IntEnum):
    """What a law does: the primitives that the rules know."""

    DRAW = 0
    LOSE = 1
    PASS_LEFT = 2
    PASS_RIGHT = 3
    REPEAL = 4
    TAKE_WILD = 5
    TIES_ADOPT = 6
    TIES_REJECT = 7
    TWO_THIRDS = 8
    MINORITY = 9
    WEIGHT = 10  # plain votes count `amount` times
    OPEN_VOTES = 11
    NO_WILD = 12
    KEEP_WILD = 13
    LIMIT = 14  # at the end of a turn nobody has more than `amount`
    DRAW_TWO = 15
    OPEN_HANDS = 16
    WORTH = 17
    BONUS = 18
    SETS = 19  # points for each full set of four colours
    THREES = 20  # points for each full three of one colour
    LACKING = 21  # points for each colour not held
    LARGEST = 22  # only the largest colour counts, `amount` times
    SCORE_LEFT = 23


class Who(IntEnum):
    """Who a law is about. With a colour in `Which`, most, fewest, has and lacks mean candies of that colour."""

    EVERYONE = 0
    PROPOSER = 1
    MOST = 2
    FEWEST = 3
    HAS = 4
    LACKS = 5
    VOTED_YES = 6
    VOTED_NO = 7
    WINNING_SIDE = 8
    LOSING_SIDE = 9
    PROPOSER_ADOPTED = 10
    PROPOSER_REJECTED = 11
    ACTIVE_FEWEST = 12
    ACTIVE_MOST = 13
    EVEN = 14
    ODD = 15
    HOLDS_WILD = 16


class Which(IntEnum):
    """Which candies, or which laws. The first four are the colours."""

    RED = 0
    YELLOW = 1
    BLUE = 2
    GREEN = 3
    ANY = 4
    EACH_COLOUR = 5
    ALL_LAWS = 6
    COLOUR_LAWS = 7  # with a colour symbol
    BLUE_LAWS = 8
    ONE_LAW = 9


class Symbol(IntEnum):
    """The symbols of laws. The first ten are those of blue laws."""

    BALLOT = 0
    PROPOSER = 1
    TURN = 2
    BALANCE = 3
    THRESHOLD = 4
    WEIGHT = 5
    ORDER = 6
    WILD = 7
    LIMIT = 8
    HAND = 9
    RED = 10
    YELLOW = 11
    BLUE = 12
    GREEN = 13
    TOTAL = 14
    SET = 15
    PARITY = 16
    SAVER = 17
    SWAP = 18
    NONE = 19


KINDS, WHATS, WHOS, WHICHES = len(Kind), len(What), len(Who), len(Which)
SYMBOLS = len(Symbol) - 1
BLUE_SYMBOLS = 10
COLOUR_SYMBOL = int(Symbol.RED)
NO_SYMBOL = int(Symbol.NONE)

ALL = 99
"""As an amount: all there are."""
AMOUNTS = (*range(-3, 10), ALL)
LOWEST_AMOUNT, HIGHEST_AMOUNT = -3, 9

PARTS_COMPOSED = 5
UNSET = -100
"""A part of a blank law that has yet to be chosen."""
KIND, WHAT, WHO, WHICH, AMOUNT, SYMBOL, SCALE = range(7)
"""Columns of `PARTS`. The first five are what a player composes; the scale is 1 in equilibrium (ties adopt)."""
PART_NAMES = ("kind", "what", "who", "which", "amount")

_EVERYONE, _ANY = Who.EVERYONE, Which.ANY
_COLOUR = -1  # in a row: four copies, one for each colour


class Row(NamedTuple):
    """One line of the list of laws; `level`: how many copies, or which colours, have the scale in equilibrium."""

    name: str
    what: What
    who: Who
    which: int
    amount: int
    copies: int
    level: int | str


RED_ROWS = (
    Row("R01", What.LOSE, _EVERYONE, _COLOUR, ALL, 4, "red blue"),
    Row("R02", What.DRAW, _EVERYONE, _ANY, 1, 2, 1),
    Row("R03", What.DRAW, _EVERYONE, _ANY, 2, 1, 1),
    Row("R04", What.LOSE, _EVERYONE, _ANY, 1, 2, 1),
    Row("R05", What.PASS_LEFT, _EVERYONE, _ANY, ALL, 1, 1),
    Row("R06", What.PASS_RIGHT, _EVERYONE, _ANY, ALL, 1, 0),
    Row("R07", What.PASS_LEFT, _EVERYONE, _ANY, 1, 1, 1),
    Row("R08", What.PASS_RIGHT, _EVERYONE, _ANY, 1, 1, 0),
    Row("R09", What.LOSE, Who.MOST, _ANY, 2, 2, 1),
    Row("R10", What.DRAW, Who.FEWEST, _ANY, 2, 2, 1),
    Row("R11", What.DRAW, Who.HAS, _COLOUR, 1, 4, "yellow green"),
    Row("R12", What.LOSE, Who.MOST, _COLOUR, 2, 4, "red green"),
    Row("R13", What.REPEAL, _EVERYONE, Which.ALL_LAWS, ALL, 1, 0),
    Row("R14", What.REPEAL, _EVERYONE, Which.COLOUR_LAWS, ALL, 1, 1),
    Row("R15", What.REPEAL, _EVERYONE, Which.BLUE_LAWS, ALL, 1, 0),
    Row("R16", What.REPEAL, Who.PROPOSER, Which.ONE_LAW, 1, 2, 1),
    Row("R17", What.DRAW, Who.PROPOSER, _ANY, 2, 1, 0),
    Row("R18", What.DRAW, Who.VOTED_YES, _ANY, 1, 1, 1),
    Row("R19", What.DRAW, Who.VOTED_NO, _ANY, 1, 1, 0),
    Row("R20", What.TAKE_WILD, _EVERYONE, _ANY, 1, 1, 1),
)
BLUE_ROWS = (
    Row("B01", What.DRAW, Who.WINNING_SIDE, _ANY, 1, 1, 1),
    Row("B02", What.LOSE, Who.LOSING_SIDE, _ANY, 1, 1, 0),
    Row("B03", What.DRAW, Who.PROPOSER_ADOPTED, _ANY, 1, 2, 1),
    Row("B04", What.LOSE, Who.PROPOSER_REJECTED, _ANY, 1, 2, 1),
    Row("B05", What.DRAW, Who.ACTIVE_FEWEST, _ANY, 1, 2, 1),
    Row("B06", What.LOSE, Who.ACTIVE_MOST, _ANY, 1, 2, 1),
    Row("B07", What.TIES_ADOPT, _EVERYONE, _ANY, 0, 1, 1),
    Row("B08", What.TIES_REJECT, _EVERYONE, _ANY, 0, 1, 0),
    Row("B09", What.TWO_THIRDS, _EVERYONE, _ANY, 0, 1, 1),
    Row("B10", What.MINORITY, _EVERYONE, _ANY, 0, 1, 0),
    Row("B11", What.WEIGHT, Who.PROPOSER, _ANY, 2, 1, 0),
    Row("B12", What.WEIGHT, Who.FEWEST, _ANY, 2, 1, 1),
    Row("B13", What.WEIGHT, Who.MOST, _ANY, 2, 1, 0),
    Row("B14", What.OPEN_VOTES, _EVERYONE, _ANY, 0, 1, 1),
    Row("B15", What.NO_WILD, _EVERYONE, _ANY, 0, 1, 0),
    Row("B16", What.KEEP_WILD, Who.PROPOSER, _ANY, 0, 1, 1),
    Row("B17", What.LIMIT, _EVERYONE, Which.EACH_COLOUR, 4, 1, 1),
    Row("B18", What.LIMIT, _EVERYONE, _ANY, 9, 1, 0),
    Row("B19", What.DRAW_TWO, _EVERYONE, _ANY, 0, 1, 1),
    Row("B20", What.OPEN_HANDS, _EVERYONE, _ANY, 0, 1, 0),
)
YELLOW_ROWS = (
    Row("Y01", What.WORTH, _EVERYONE, _COLOUR, 2, 4, "red blue"),
    Row("Y02", What.WORTH, _EVERYONE, _COLOUR, 3, 4, "yellow green"),
    Row("Y03", What.WORTH, _EVERYONE, _COLOUR, 0, 4, "red yellow"),
    Row("Y04", What.WORTH, _EVERYONE, _COLOUR, -1, 4, "blue green"),
    Row("Y05", What.BONUS, Who.MOST, _COLOUR, 5, 4, "red green"),
    Row("Y06", What.BONUS, Who.LACKS, _COLOUR, 4, 4, "yellow blue"),
    Row("Y07", What.BONUS, Who.MOST, _ANY, 5, 1, 1),
    Row("Y08", What.BONUS, Who.FEWEST, _ANY, 5, 1, 0),
    Row("Y09", What.SETS, _EVERYONE, _ANY, 3, 2, 1),
    Row("Y10", What.THREES, _EVERYONE, _ANY, 2, 1, 1),
    Row("Y11", What.LARGEST, _EVERYONE, _ANY, 2, 1, 0),
    Row("Y12", What.BONUS, Who.EVEN, _ANY, 3, 1, 1),
    Row("Y13", What.BONUS, Who.ODD, _ANY, 3, 1, 0),
    Row("Y14", What.BONUS, Who.HOLDS_WILD, _ANY, 3, 1, 1),
    Row("Y15", What.BONUS, Who.HOLDS_WILD, _ANY, -3, 1, 0),
    Row("Y16", What.SCORE_LEFT, _EVERYONE, _ANY, 0, 1, 0),
    Row("Y17", What.LACKING, _EVERYONE, _ANY, -2, 1, 1),
)

_SYMBOLS = {
    What.TIES_ADOPT: Symbol.BALANCE,
    What.TIES_REJECT: Symbol.BALANCE,
    What.TWO_THIRDS: Symbol.THRESHOLD,
    What.MINORITY: Symbol.THRESHOLD,
    What.WEIGHT: Symbol.WEIGHT,
    What.OPEN_VOTES: Symbol.ORDER,
    What.NO_WILD: Symbol.WILD,
    What.KEEP_WILD: Symbol.WILD,
    What.LIMIT: Symbol.LIMIT,
    What.DRAW_TWO: Symbol.HAND,
    What.OPEN_HANDS: Symbol.HAND,
    What.SETS: Symbol.SET,
    What.THREES: Symbol.SET,
    What.LARGEST: Symbol.SET,
    What.SCORE_LEFT: Symbol.SWAP,
}
_SYMBOLS_BY_WHO = {
    What.DRAW: {
        Who.VOTED_YES: Symbol.BALLOT,
        Who.VOTED_NO: Symbol.BALLOT,
        Who.WINNING_SIDE: Symbol.BALLOT,
        Who.LOSING_SIDE: Symbol.BALLOT,
        Who.PROPOSER_ADOPTED: Symbol.PROPOSER,
        Who.PROPOSER_REJECTED: Symbol.PROPOSER,
        Who.ACTIVE_FEWEST: Symbol.TURN,
        Who.ACTIVE_MOST: Symbol.TURN,
    },
    What.BONUS: {
        Who.EVEN: Symbol.PARITY,
        Who.ODD: Symbol.PARITY,
        Who.HOLDS_WILD: Symbol.SAVER,
    },
}
_SYMBOLS_BY_WHO[What.LOSE] = _SYMBOLS_BY_WHO[What.DRAW]


def symbol_of(kind: int, what: int, who: int, which: int) -> int:
    """Return the symbol of a law with these parts (A10: printed and composed laws alike)."""
    if kind == Kind.RED:
        return NO_SYMBOL
    if what == What.WORTH:
        return COLOUR_SYMBOL + which
    if what == What.BONUS and who in (Who.MOST, Who.FEWEST) and which == Which.ANY:
        return int(Symbol.TOTAL)
    by_who = _SYMBOLS_BY_WHO.get(What(what), {}).get(Who(who), Symbol.NONE)
    return int(_SYMBOLS.get(What(what), by_who))


def _cards() -> tuple[list[str], list[tuple[int, ...]]]:
    """Return name and parts of every law card, in the order of the list."""
    names: list[str] = []
    parts: list[tuple[int, ...]] = []
    for kind, rows in ((Kind.RED, RED_ROWS), (Kind.BLUE, BLUE_ROWS), (Kind.YELLOW, YELLOW_ROWS)):
        for row in rows:
            for copy in range(row.copies):
                which, name, level = row.which, row.name, copy
                if which == _COLOUR:
                    which = copy
                    name = f"{row.name} {COLOURS[copy]}"
                    level = int(COLOURS[copy] in str(row.level).split())
                else:
                    level = int(copy < int(row.level))
                    if row.copies > 1:
                        name = f"{row.name} {'level' if level else 'tilted'}"
                symbol = symbol_of(kind, row.what, row.who, which)
                names.append(name)
                parts.append((int(kind), int(row.what), int(row.who), int(which), row.amount, symbol, level))
    return names, parts


_names, _parts = _cards()
LAW_NAMES = tuple(_names)
"""Names of the 94 law cards: the number in the list, with the colour or the scale where the copies differ."""
LAWS = len(LAW_NAMES)
BLANKS = 10
END = LAWS + BLANKS
CARDS = END + 1
NO_CARD = CARDS
"""Cards: the laws, then the blank ones, then the End card. `NO_CARD` fills places without one."""
PARTS = np.array(_parts, np.int8)  # (LAWS, 7)

_forms: dict[tuple[int, ...], int] = {}
FORM = np.array([_forms.setdefault(parts[:5], len(_forms)) for parts in _parts], np.int8)
"""Number of each law among the different ones: copies that differ only in the scale share it."""
FORMS = len(_forms)
FORM_NAMES = tuple(dict.fromkeys(n.removesuffix(" level").removesuffix(" tilted") for n in LAW_NAMES))
MOST_COPIES = 2


# Carte Blanche

_WHATEVER = (Which.ANY,)
_HUES = tuple(Which(c) for c in range(4))
_ANY_OR_HUES = (Which.ANY, *_HUES)
_BY_HOLDING = {Who.MOST: _ANY_OR_HUES, Who.FEWEST: _ANY_OR_HUES, Who.HAS: _HUES, Who.LACKS: _HUES}
_BY_VOTE = (Who.VOTED_YES, Who.VOTED_NO)
_AT_HOOKS = (
    *(*_BY_VOTE, Who.WINNING_SIDE, Who.LOSING_SIDE),
    *(Who.PROPOSER_ADOPTED, Who.PROPOSER_REJECTED, Who.ACTIVE_FEWEST, Who.ACTIVE_MOST),
)
_BY_NUMBER = (Who.EVEN, Who.ODD, Who.HOLDS_WILD)
_POINTS = (-3, -2, -1, 1, 2, 3)


def _composable() -> set[tuple[int, int, int, int, int]]:
    """Return the parts (kind, what, who, which, amount) of every law that makes sense."""
    laws: set[tuple[int, int, int, int, int]] = set()

    def add(kind: Kind, what: What, who: Who, whiches: tuple[Which, ...], amounts: tuple[int, ...]) -> None:
        laws.update((int(kind), int(what), int(who), int(which), n) for which in whiches for n in amounts)

    red, blue, yellow = Kind
    for who in (Who.EVERYONE, Who.PROPOSER, *_BY_VOTE, *_BY_NUMBER):
        add(red, What.DRAW, who, _WHATEVER, (1, 2, 3))
        add(red, What.LOSE, who, _WHATEVER, (1, 2, 3))
        add(red, What.LOSE, who, _HUES, (1, 2, ALL))
    for who, whiches in _BY_HOLDING.items():
        add(red, What.DRAW, who, whiches, (1, 2, 3))
        add(blue, What.WEIGHT, who, whiches, (2, 3))
        add(yellow, What.BONUS, who, whiches, (-3, -2, -1, 1, 2, 3, 4, 5))
    for who in (Who.MOST, Who.FEWEST):
        add(red, What.LOSE, who, _WHATEVER, (1, 2, 3))
    for who in (Who.MOST, Who.HAS):
        add(red, What.LOSE, who, _HUES, (1, 2, ALL))
    for what in (What.PASS_LEFT, What.PASS_RIGHT):
        for who in (Who.EVERYONE, Who.PROPOSER, *_BY_VOTE):
            add(red, what, who, _ANY_OR_HUES, (1, 2, ALL))
        for who in (Who.MOST, Who.FEWEST):
            add(red, what, who, _WHATEVER, (1, 2, ALL))
        for who in (Who.MOST, Who.HAS):
            add(red, what, who, _HUES, (1, 2, ALL))
    add(red, What.REPEAL, Who.EVERYONE, (Which.ALL_LAWS, Which.COLOUR_LAWS, Which.BLUE_LAWS), (ALL,))
    add(red, What.REPEAL, Who.PROPOSER, (Which.ONE_LAW,), (1,))
    for who in (Who.EVERYONE, Who.PROPOSER, Who.MOST, Who.FEWEST, *_BY_VOTE):
        add(red, What.TAKE_WILD, who, _WHATEVER, (1,))

    for who in _AT_HOOKS:
        add(blue, What.DRAW, who, _WHATEVER, (1, 2))
        add(blue, What.LOSE, who, _ANY_OR_HUES, (1, 2))
    for what in (What.TIES_ADOPT, What.TIES_REJECT, What.TWO_THIRDS, What.MINORITY):
        add(blue, what, Who.EVERYONE, _WHATEVER, (0,))
    for what in (What.OPEN_VOTES, What.NO_WILD, What.DRAW_TWO, What.OPEN_HANDS):
        add(blue, what, Who.EVERYONE, _WHATEVER, (0,))
    add(blue, What.WEIGHT, Who.PROPOSER, _WHATEVER, (2, 3))
    for who in (Who.EVERYONE, Who.PROPOSER):
        add(blue, What.KEEP_WILD, who, _WHATEVER, (0,))
    add(blue, What.LIMIT, Who.EVERYONE, (Which.EACH_COLOUR,), (2, 3, 4))
    add(blue, What.LIMIT, Who.EVERYONE, _WHATEVER, (5, 6, 7, 8, 9))

    add(yellow, What.WORTH, Who.EVERYONE, _HUES, (-1, 0, 1, 2, 3))
    for who in _BY_NUMBER:
        add(yellow, What.BONUS, who, _WHATEVER, (-3, -2, -1, 1, 2, 3, 4, 5))
    for what in (What.SETS, What.THREES, What.LACKING):
        add(yellow, what, Who.EVERYONE, _WHATEVER, _POINTS)
    add(yellow, What.LARGEST, Who.EVERYONE, _WHATEVER, (1, 2, 3))
    add(yellow, What.SCORE_LEFT, Who.EVERYONE, _WHATEVER, (0,))
    return laws


COMPOSABLE = frozenset(_composable())
"""Every law that can be composed, as (kind, what, who, which, amount). The printed laws are among them."""

WHAT_CHOICES = np.zeros(KINDS, np.int32)
WHO_CHOICES = np.zeros((KINDS, WHATS), np.int32)
WHICH_CHOICES = np.zeros((KINDS, WHATS, WHOS), np.int32)
AMOUNT_CHOICES = np.zeros((KINDS, WHATS, WHOS, WHICHES), np.int32)
"""What may follow the parts chosen so far, as bits (of the amount: its place in `AMOUNTS`)."""
SYMBOL_OF = np.full((KINDS, WHATS, WHOS, WHICHES), NO_SYMBOL, np.int8)
for _kind, _what, _who, _which, _amount in COMPOSABLE:
    WHAT_CHOICES[_kind] |= 1 << _what
    WHO_CHOICES[_kind, _what] |= 1 << _who
    WHICH_CHOICES[_kind, _what, _who] |= 1 << _which
    AMOUNT_CHOICES[_kind, _what, _who, _which] |= 1 << AMOUNTS.index(_amount)
    SYMBOL_OF[_kind, _what, _who, _which] = symbol_of(_kind, _what, _who, _which)


# In words

_WHO_WORDS = {
    Who.EVERYONE: "everyone",
    Who.PROPOSER: "the proposer",
    Who.MOST: "whoever has most {}candies",
    Who.FEWEST: "whoever has fewest {}candies",
    Who.HAS: "everyone with {}candies",
    Who.LACKS: "everyone without {}candies",
    Who.VOTED_YES: "everyone who voted Yes",
    Who.VOTED_NO: "everyone who voted No",
    Who.WINNING_SIDE: "every plain voter on the side of the result",
    Who.LOSING_SIDE: "every plain voter on the other side",
    Who.PROPOSER_ADOPTED: "the proposer of an adopted law",
    Who.PROPOSER_REJECTED: "the proposer of a rejected law",
    Who.ACTIVE_FEWEST: "the active player, if nobody has fewer candies,",
    Who.ACTIVE_MOST: "the active player, if nobody has more candies,",
    Who.EVEN: "everyone with an even number of candies",
    Who.ODD: "everyone with an odd number of candies",
    Who.HOLDS_WILD: "everyone with a Wild card in hand",
}
_WHICH_WORDS = {
    Which.ALL_LAWS: "all laws in force",
    Which.COLOUR_LAWS: "all laws with a colour symbol",
    Which.BLUE_LAWS: "all blue laws in force",
    Which.ONE_LAW: "one law of their choice",
}


def _who_words(who: int, which: int) -> str:
    hue = f"{COLOURS[which]} " if which < 4 else ""
    least = " (at least one)" if who == Who.MOST and hue else ""
    return _WHO_WORDS[Who(who)].format(hue) + least


def _candies(which: int, amount: int) -> str:
    hue = f"{COLOURS[which]} " if which < 4 else ""
    number = "all" if amount == ALL else str(amount)
    return f"{number} {hue}cand{'y' if amount == 1 else 'ies'}"


def law_text(kind: int, what: int, who: int, which: int, amount: int) -> str:
    """Return a law in words, made from its parts."""
    people = _who_words(who, which)
    points = f"{amount:+d} points"
    if what in (What.DRAW, What.LOSE):
        hook = "" if kind == Kind.RED else "at the start of a turn " if "active" in people else "after a vote "
        # For a draw the colour only says who: what comes out of the bag is chance.
        number = f"draws {_candies(Which.ANY, amount)}" if what == What.DRAW else f"loses {_candies(which, amount)}"
        words = f"{hook}{people} {number}"
    elif what in (What.PASS_LEFT, What.PASS_RIGHT):
        words = f"{people} passes {_candies(which, amount)} to the {'left' if what == What.PASS_LEFT else 'right'}"
    elif what == What.REPEAL:
        laws = _WHICH_WORDS[Which(which)]
        words = f"the proposer repeals {laws}" if who == Who.PROPOSER else f"{laws} are repealed"
    elif what == What.LIMIT and which == Which.EACH_COLOUR:
        words = f"at the end of a turn everyone's candies above {amount} of one colour go back to the bag"
    elif what == What.LIMIT:
        words = f"at the end of a turn everyone returns candies of their choice above {amount}"
    elif what == What.WORTH:
        words = f"each {COLOURS[which]} candy is worth {amount}"
    elif what == What.BONUS:
        words = f"{people}: {points}"
    else:
        words = {
            What.TAKE_WILD: f"{people}, if without a Wild card, takes a random one of those not in hands",
            What.TIES_ADOPT: "ties always adopt",
            What.TIES_REJECT: "ties always reject",
            What.TWO_THIRDS: "a law needs two thirds Yes of the plain votes",
            What.MINORITY: "the smaller side of the plain votes wins",
            What.WEIGHT: f"plain votes of {people} count {amount} times",
            What.OPEN_VOTES: "votes are cast openly one by one, from the proposer's left",
            What.NO_WILD: "Wild cards may not be played",
            What.KEEP_WILD: f"a Wild card played by {people} goes back to hand",
            What.DRAW_TWO: "the active player draws two laws and keeps one",
            What.OPEN_HANDS: "law hands are open",
            What.SETS: f"{points} for each full set of four colours",
            What.THREES: f"{points} for each full three of one colour",
            What.LACKING: f"{points} for each colour not held",
            What.LARGEST: f"only the largest colour counts, times {amount}",
            What.SCORE_LEFT: "candy points are scored by the left neighbour",
        }[What(what)]
    return words[0].upper() + words[1:]
