"""What is in the box of Farms Race, as tables. R numbers: see RULES.md."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from .maps import MAPS

SEATS = 5  # the largest table
NEUTRAL = SEATS  # the herd that nobody plays, in games of two
OWNERS = SEATS + 1  # who can own herds
NOBODY = -1
HUMANS = -2  # the defenders of a region that humans hold

REGIONS = 36  # the largest map
MOST_COORDINATE = 12  # |q| and |r| of a map of one's own
HERDS = 12  # a player
BARNS = 3
ARMORIES = 2
NUKES = 20
VP_TOKENS = 16
HUMAN_TOKENS = (0, 12, 12, 6)  # by number
MOST_HUMANS = len(HUMAN_TOKENS) - 1
VP_TO_WIN = 10
DISCARD_TO = 7
HOARDING_TO = 10
START_HERDS = 2
BANK_RATE = 3
THRIFTY_RATE = 2
PROLIFIC_HERDS = 4  # with so many herds or fewer on the map
FREE_HEALS = 2  # Regenerating
TAKEN_FREELY = 2  # cards that Smuggler and Pickpocket take
CALLED_UP = 2  # herds that Call-up brings
OFFER_CARDS = 2  # cards of a type that an offer gives or asks for
STARTING_CARDS = (0, 0, 1, 2, 2)  # by seat, with three players and more


class Resource(IntEnum):
    """Resources; each is given by one terrain."""

    WOOD = 0
    WHEAT = 1
    CLAY = 2
    WEAPONS = 3
    PLUTONIUM = 4


RESOURCES = ("wood", "wheat", "clay", "weapons", "plutonium")
TERRAINS = ("forest", "field", "clay pit", "weapons factory", "nuclear plant")
KINDS = len(RESOURCES)
WILD = KINDS  # the "?" of a resource die
RESOURCE_FACES = (*RESOURCES, "?")
COMBAT_FACES = ("blank", "human", "gun")
BLANK, FACE, GUN = range(3)


class Item(IntEnum):
    """What can be built."""

    BARN = 0
    ARMORY = 1
    SPY = 2
    NUKE = 3


ITEMS = ("barn", "armory", "spy", "nuke")
COSTS = np.array(
    [  # wood, wheat, clay, weapons, plutonium
        [2, 1, 1, 0, 0],
        [0, 1, 2, 2, 0],
        [0, 1, 0, 1, 1],
        [0, 0, 0, 1, 2],
    ],
    np.int8,
)
NO_BUILDING, BARN, ARMORY = range(3)  # what stands in a region; also its VP
BUILDINGS = ("none", "barn", "armory")


class Mutation(IntEnum):
    """Mutations, in the order of the rulings' table: eleven base tiles, eight deluxe ones."""

    ADORABLE = 0
    FLYING = 1
    INSECURE = 2
    PARASITIC = 3
    RADIOACTIVE = 4
    ARMOURED = 5
    FEROCIOUS = 6
    PROLIFIC = 7
    THRIFTY = 8
    BURROWING = 9
    REGENERATING = 10
    EXTRA = 11
    BALLISTIC = 12
    LEAD_LINED = 13
    TELEPATHIC = 14
    VENOMOUS = 15
    PHOTOSYNTHETIC = 16
    SWARMING = 17
    HOARDING = 18


MUTATIONS = (
    "Adorable",
    "Flying",
    "Insecure",
    "Parasitic",
    "Radioactive",
    "Armoured",
    "Ferocious",
    "Prolific",
    "Thrifty",
    "Burrowing",
    "Regenerating",
    "Extra",
    "Ballistic",
    "Lead-lined",
    "Telepathic",
    "Venomous",
    "Photosynthetic",
    "Swarming",
    "Hoarding",
)
MUTATION_TEXTS = (
    "in each combat round the other side rolls one die fewer, but at least one",
    "a move may be two steps; the region in between is not entered and may hold anything",
    "Preparation: if somebody shows more VP than you, one extra healthy herd at one of your buildings",
    "after your resource roll each opponent who gained from it and borders you gives you one of those cards at random",
    "a herd of yours that dies in combat deals 1 extra damage at once",
    "in the first round of a combat your side takes 1 damage less",
    "in the first round of a combat that you started, your blanks are rolled again once",
    "Preparation: with four or fewer herds on the map, one extra healthy herd at one of your buildings",
    "bank trades are 2:1",
    "a herd may move from any region you control to any other region you control",
    "at the start of the Action phase heal up to two damaged herds for free",
    "start with three herds; each Barn you build comes with a healthy herd",
    "your nukes reach any region within two steps of one you control",
    "nukes do not kill your herds: healthy ones become damaged, damaged ones stay",
    "when you build a spy, look at two, keep one, put the other under the deck",
    "when you defend, your guns count double in the first round",
    "a roll that gives you wheat gives you one more",
    "in a combat round in which your units are at least twice theirs, 1 extra damage",
    "discard limit 10; start with one more resource card",
)
MUTATION_COUNT = len(MUTATIONS)
BASE_MUTATIONS = 11  # the first ones; the others are deluxe
NOT_FOR_TWO = (
    Mutation.ADORABLE,
    Mutation.FLYING,
    Mutation.INSECURE,
    Mutation.PARASITIC,
    Mutation.RADIOACTIVE,
    Mutation.EXTRA,
    Mutation.BALLISTIC,
)
DEALT = 2  # mutations a player is dealt
DEALT_TO_TWO = 3
MOST_DEALT = DEALT_TO_TWO


class Spy(IntEnum):
    """Spy cards."""

    MOLE = 0
    POCKET_NUKE = 1
    SMUGGLER = 2
    PICKPOCKET = 3
    CALL_UP = 4
    SABOTEUR = 5
    INFORMER = 6
    DOUBLE_AGENT = 7


SPIES = ("Mole", "Pocket Nuke", "Smuggler", "Pickpocket", "Call-up", "Saboteur", "Informer", "Double Agent")
SPY_TEXTS = (
    "1 VP when shown; any time, also on the turn it is built",
    "launch one nuke without token or cost, in your turn or as an answer; never counts for Nukiest",
    "take any two resources from the bank",
    "take two random resource cards from one opponent, or what there is",
    "two healthy herds at one of your buildings",
    "one unit of your choice in a region next to yours takes 1 damage; face-down humans turn up first",
    "turn up one face-down human token and lower it by 1; at 0 it is removed",
    "cancel a spy other than a Mole that an opponent has just played",
)
SPY_CARDS = np.array([5, 3, 3, 3, 3, 3, 2, 2], np.int8)  # in the deck
SPY_COUNT = len(SPIES)
DECK = int(SPY_CARDS.sum())
SPY_STACK = 1 + int(SPY_CARDS[Spy.DOUBLE_AGENT])  # a spy and the Double Agents that answer
LINKS = NUKES + int(SPY_CARDS[Spy.POCKET_NUKE]) + 1  # launchers waiting for each other


class Part(IntEnum):
    """What the player of a spy names, part by part."""

    NONE = 0
    REGION = 1
    UNIT = 2
    PLAYER = 3
    RESOURCE = 4


MOST_PARTS = 2
PARTS = np.array(
    [
        [Part.NONE, Part.NONE],
        [Part.REGION, Part.NONE],  # Pocket Nuke
        [Part.RESOURCE, Part.RESOURCE],  # Smuggler
        [Part.PLAYER, Part.NONE],  # Pickpocket
        [Part.REGION, Part.NONE],  # Call-up
        [Part.REGION, Part.UNIT],  # Saboteur
        [Part.REGION, Part.NONE],  # Informer
        [Part.NONE, Part.NONE],
    ],
    np.int8,
)
"""What is declared with each spy, in order (R16)."""

HEALTHY, DAMAGED, HUMAN = range(3)  # units
UNITS = ("healthy herd", "damaged herd", "human")


class Promise(IntEnum):
    """What may be promised about another player (R11)."""

    NO_ATTACK = 0
    NUKE = 1
    NO_NUKE = 2


PROMISES = ("no attack", "nuke", "no nuke")
PROMISE_COUNT = len(PROMISES)
OUTCOMES = ("made", "kept", "broken", "void")
MADE, KEPT, BROKEN, VOID = range(4)


class Event(IntEnum):
    """What the public history tells of."""

    ATTACK = 0
    CONQUEST = 1
    LAUNCH = 2
    SPY = 3
    BUILD = 4
    TRADE = 5


EVENTS = ("attack", "conquest", "launch", "spy", "build", "trade")

# Maps

MAP_NAMES = tuple(MAPS)
_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
NEIGHBOURS = len(_STEPS)


def map_numbers(regions: dict[tuple[int, int], int], starts: list[tuple[int, int]]) -> list[int]:
    """Return a map as integers: how many regions, then q, r, resource and whether it is a start, for each of REGIONS.

    Args:
        regions: the resource that each region gives, by (q, r).
        starts: the starting regions.
    """
    places = sorted(regions, key=lambda place: (place[1], place[0]))
    rows = [(*place, regions[place], int(place in starts)) for place in places]
    rows += [(0, 0, 0, 0)] * (REGIONS - len(rows))
    return [len(places)] + [number for row in rows for number in row]


MAP_WIDTH = 1 + 4 * REGIONS


def _numbers(name: str) -> list[int]:
    data = MAPS[name]
    regions = {place: kind for kind, resource in enumerate(RESOURCES) for place in data[resource]}
    return map_numbers(regions, data["starts"])


MAP_NUMBERS = np.array([_numbers(name) for name in MAP_NAMES], np.int64)
"""Each map of the box as `map_numbers` gives it."""

MAP_OF = np.array(
    [MAP_NAMES.index(name) for name in ("3p_small", "3p_small", "3p_small", "3p_small", "4p_small", "5p_large")],
    np.int64,
)
"""The map of a table with so many players, by default; with two it is that of the scenario."""
SCENARIO_MAPS = np.array([MAP_NAMES.index(f"2p_s{scenario}") for scenario in (1, 1, 2, 3)], np.int64)


def touch(place: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether the regions at `place` and `other`, as (q, r), are next to each other."""
    return (other[0] - place[0], other[1] - place[1]) in _STEPS


# The scenarios for two (R numbers do not reach here: "Two players" in RULES.md)

SCENARIOS = 3
SCENARIO_ROUNDS = (0, 8, 8, 10)


def _of_scenario(scenario: int, at: dict[tuple[int, int], int]) -> list[int]:
    """Return `at` as a row over the regions of a scenario's map."""
    numbers = MAP_NUMBERS[SCENARIO_MAPS[scenario]]
    places = [(int(numbers[1 + 4 * i]), int(numbers[2 + 4 * i])) for i in range(numbers[0])]
    assert set(at) <= set(places)
    return [at.get(place, 0) for place in places] + [0] * (REGIONS - len(places))


_CENTRE = {(0, 0): 1, (1, 0): 1}
_LOCKED = {(-2, 1): 1, (-1, -1): 1}
_FIRST = {(0, 0): 2, (1, 0): 2, (-1, 0): 1, (2, 0): 1, (1, -1): 1, (0, 1): 1}
_SECOND = dict.fromkeys([(0, 0), (1, 0), (-1, 0), (2, 0), (1, -1), (0, 1), (0, -1), (1, 1)], 1)
_THIRD = {(-2, 1): 2, (-1, -1): 2, (-1, 0): 2, (-1, 1): 1, (0, -1): 1}

NEUTRAL_HERDS = np.array(
    [[0] * REGIONS, _of_scenario(1, _FIRST), _of_scenario(2, _SECOND), _of_scenario(3, _THIRD)], np.int8
)
NEUTRAL_VP = np.array(
    [
        [0] * REGIONS,
        _of_scenario(1, dict.fromkeys(_FIRST, 1)),
        _of_scenario(2, dict.fromkeys(_SECOND, 1)),
        _of_scenario(3, {**_LOCKED, (-2, 1): 2, (-1, -1): 2, (-1, 1): 1, (0, -1): 1}),
    ],
    np.int8,
)
"""VP tokens in each region at the start."""
SHARED = np.array(
    [[0] * REGIONS, _of_scenario(1, _CENTRE), _of_scenario(2, _CENTRE), _of_scenario(3, _LOCKED)], np.int8
)
"""1 for the two regions that the building of the neutral herd lies over."""
SHARED_BUILDING = (NO_BUILDING, ARMORY, ARMORY, BARN)
NEUTRAL_MUTATION = (NOBODY, int(Mutation.ADORABLE), int(Mutation.ADORABLE), int(Mutation.RADIOACTIVE))
REINFORCED_FIRST = int(np.flatnonzero(_of_scenario(3, {(-2, 1): 1}))[0])  # where ties of reinforcement go
BORDERS = tuple(  # of scenario 3: (locked region, region to the right of its border)
    (int(np.flatnonzero(_of_scenario(3, {locked: 1}))[0]), int(np.flatnonzero(_of_scenario(3, {right: 1}))[0]))
    for locked, right in (((-2, 1), (-1, 0)), ((-2, 1), (-1, 1)), ((-1, -1), (-1, 0)), ((-1, -1), (0, -1)))
)
