"""The options of 1984: Animal Farm."""

from __future__ import annotations

import reprlib
from typing import Any

import numpy as np

from envs.core.options import REWARDS, Option, OptionSet, nearest

from .box import (
    ADVANCED_PER_KIND,
    BASIC_PER_KIND,
    BASICS,
    BEGINNER,
    CARD_NAMES,
    CARDS,
    INFLUENCES,
    KINDS,
    ROUNDS,
    kind_of,
)

ANY, ANY_PRINTED, NONE = -1, -2, -3
"""Codes of the option `actions` in place of a card: drawn from all, drawn from the printed ones, no card."""
MOOD_DECKS = ("all", "printed")
MOOD_WAYS = ("conveyor", "growing")


def read_rounds(value: Any) -> list[int]:
    """Return the number of rounds; raise ValueError saying what is allowed."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value not in ROUNDS:
        raise ValueError(f"got {reprlib.repr(value)}, allowed are {' and '.join(str(n) for n in ROUNDS)}")
    return [int(value)]


def read_card(name: Any) -> int:
    """Return the action called `name`; raise ValueError naming the nearest."""
    if not isinstance(name, str) or name not in CARD_NAMES:
        raise ValueError(f"got {reprlib.repr(name)}, which is no action{nearest(name, CARD_NAMES)}")
    return CARD_NAMES.index(name)


def read_actions(value: Any) -> list[int]:
    """Return the basic and the advanced action of each kind of influence, or a code in its place.

    Raises:
        ValueError: neither a word nor a list with one basic and at most one advanced action of each kind.
    """
    if value == "random":
        return [ANY] * 2 * KINDS
    if value == "printed":
        return [ANY] * KINDS + [ANY_PRINTED] * KINDS
    if value == "beginner":
        value = [CARD_NAMES[card] for card in BEGINNER]
    if isinstance(value, str) or not isinstance(value, (list, tuple)):
        words = ("beginner", "random", "printed")
        near = nearest(value, words) if isinstance(value, str) else ""
        raise ValueError(
            f"got {reprlib.repr(value)}, allowed are 'beginner', 'random', 'printed' and a list of actions{near}"
        )
    laid = [NONE] * 2 * KINDS
    for name in value:
        card = read_card(name)
        place = kind_of(card) + (0 if card < BASICS else KINDS)
        if laid[place] != NONE:
            sort = "basic" if card < BASICS else "advanced"
            other = CARD_NAMES[laid[place]]
            raise ValueError(f"got {other!r} and {name!r}, allowed is one {sort} action a kind of influence")
        laid[place] = card
    for kind in range(KINDS):
        if laid[kind] == NONE:
            names = CARD_NAMES[kind * BASIC_PER_KIND : (kind + 1) * BASIC_PER_KIND]
            raise ValueError(f"got no basic action for {INFLUENCES[kind]}s, allowed are {names[0]!r} and {names[1]!r}")
    return laid


OPTIONS = OptionSet(
    Option("num_players", 4, "players at the table", low=3, high=5),
    Option("reward", "zero_sum", "how the outcome becomes the return of each seat", choices=REWARDS),
    Option("rounds", 6, "rounds of the game, 6 or 9", parse=read_rounds),
    Option(
        "actions",
        "random",
        'the actions laid out: "random", "printed" (random, advanced ones only from those the book lists), "beginner" '
        "(a fixed easy set) or a list of names: one basic and at most one advanced action a kind of influence",
        parse=read_actions,
        width=2 * KINDS,
    ),
    Option(
        "moods",
        "conveyor",
        "how political moods come and go: a new one each round, or one more every three",
        choices=MOOD_WAYS,
    ),
    Option(
        "mood_deck",
        "all",
        "political moods in the deck: all fifteen, or the eleven that the book lists",
        choices=MOOD_DECKS,
    ),
    Option("talk", 1, "promises that a player may make a turn", low=0, high=4),
    Option("offers", 2, "deals that a player may propose a region", low=0, high=8),
    Option("open_scores", False, "everybody sees all VP"),
)

NUM_PLAYERS = OPTIONS.index("num_players")
REWARD = OPTIONS.index("reward")
ROUNDS_AT = OPTIONS.index("rounds")
ACTIONS = OPTIONS.index("actions")
MOODS_AT = OPTIONS.index("moods")
MOOD_DECK = OPTIONS.index("mood_deck")
TALK = OPTIONS.index("talk")
OFFERS = OPTIONS.index("offers")
OPEN_SCORES = OPTIONS.index("open_scores")

assert CARDS == BASICS + KINDS * ADVANCED_PER_KIND
