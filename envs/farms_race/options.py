"""The options of Farms Race."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from envs.core.options import REWARDS, Option, OptionSet, nearest

from .box import (
    BASE_MUTATIONS,
    COMBAT_FACES,
    COSTS,
    DEALT,
    DEALT_TO_TWO,
    GUN,
    HUMAN_TOKENS,
    ITEMS,
    KINDS,
    MAP_NAMES,
    MAP_WIDTH,
    MOST_COORDINATE,
    MUTATION_COUNT,
    MUTATIONS,
    NOT_FOR_TWO,
    REGIONS,
    RESOURCE_FACES,
    RESOURCES,
    SCENARIOS,
    SEATS,
    map_numbers,
    touch,
)

DEFAULT_MAP, OWN_MAP = -1, -2
LEAST_REGIONS = 3  # a start for each of three players
MOST_COST = 6  # cards of a resource
MOST_FACES = 12
MUTATION_WORDS = ("default", "base", "all")
BY_PLAYERS = 2  # code of a mutation that is in play by the number of players


def _is(value: Any, word: str) -> bool:
    """Return whether `value` is a word: arrays do not compare as one might think."""
    return isinstance(value, str) and value == word


def _count(value: Any, low: int, high: int, what: str) -> int:
    """Return `value`, a whole number; raise ValueError saying which is allowed."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise ValueError(f"got {reprlib.repr(value)} for {what}, allowed is a whole number {low}..{high}")
    return int(value)


def _mapping(value: Any, keys: Sequence[str], what: str) -> Mapping[str, Any]:
    """Return `value`, a mapping with some of `keys`; raise ValueError naming the nearest key."""
    if not isinstance(value, Mapping):
        raise ValueError(f"got {reprlib.repr(value)}{what}, allowed is a mapping with the keys {', '.join(keys)}")
    for key in value:
        if key not in keys:
            raise ValueError(f"got the key {key!r}{what}{nearest(key, keys)} (keys: {', '.join(keys)})")
    return value


def read_costs(value: Any) -> list[int]:
    """Return the cost of each item: what the box says, but for the items that are given."""
    costs = [[int(number) for number in row] for row in COSTS]
    given = {} if _is(value, "default") else _mapping(value, ITEMS, "")
    for item, price in given.items():
        price = _mapping(price, RESOURCES, f" for {item}")
        row = [_count(price.get(name, 0), 0, MOST_COST, f"{item} {name}") for name in RESOURCES]
        if not any(row):
            raise ValueError(f"got {reprlib.repr(dict(price))} for {item}, allowed is a price of a card or more")
        costs[ITEMS.index(item)] = row
    return [number for row in costs for number in row]


def _faces(value: Any, names: Sequence[str]) -> list[int]:
    given = _mapping(value, names, "")
    faces = [_count(given.get(name, 0), 0, MOST_FACES, name) for name in names]
    if not 1 <= sum(faces) <= MOST_FACES:
        raise ValueError(f"got {sum(faces)} faces, allowed are 1..{MOST_FACES}")
    return faces


def read_combat_die(value: Any) -> list[int]:
    """Return how many faces of each sort the combat die has. Without a gun, combat would never end."""
    if _is(value, "default"):
        return [2, 2, 2]
    faces = _faces(value, COMBAT_FACES)
    if not faces[GUN]:
        raise ValueError(f"got {reprlib.repr(dict(value))}, allowed is a die with at least one gun")
    return faces


def read_resource_die(value: Any) -> list[int]:
    """Return how many faces of each sort the resource die has; one of a resource at least."""
    if _is(value, "default"):
        return [1] * len(RESOURCE_FACES)
    faces = _faces(value, RESOURCE_FACES)
    if not any(faces[:KINDS]):
        raise ValueError(f"got {reprlib.repr(dict(value))}, allowed is a die with at least one resource")
    return faces


def read_mutations(value: Any) -> list[int]:
    """Return for each mutation whether it is in play: 0, 1, or BY_PLAYERS."""
    if _is(value, "default"):
        return [BY_PLAYERS] * MUTATION_COUNT
    if _is(value, "base"):
        return [int(number < BASE_MUTATIONS) for number in range(MUTATION_COUNT)]
    if _is(value, "all"):
        return [1] * MUTATION_COUNT
    if isinstance(value, str) or not isinstance(value, (list, tuple)):
        near = nearest(value, MUTATION_WORDS) if isinstance(value, str) else ""
        words = ", ".join(repr(word) for word in MUTATION_WORDS)
        raise ValueError(f"got {reprlib.repr(value)}, allowed are {words} and a list of mutations{near}")
    chosen = [0] * MUTATION_COUNT
    for name in value:
        if not isinstance(name, str) or name not in MUTATIONS:
            raise ValueError(f"got {reprlib.repr(name)}, which is no mutation{nearest(name, MUTATIONS)}")
        if chosen[MUTATIONS.index(name)]:
            raise ValueError(f"got {name!r} twice, allowed is each mutation once")
        chosen[MUTATIONS.index(name)] = 1
    return chosen


def _place(value: Any, what: str) -> tuple[int, int]:
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != 2:
        raise ValueError(f"got {reprlib.repr(value)} as {what}, allowed is [q, r]")
    q, r = (_count(number, -MOST_COORDINATE, MOST_COORDINATE, f"a coordinate of {what}") for number in value)
    return q, r


def _hexes(value: Any) -> dict[tuple[int, int], int]:
    """Return the resource of each region of a map of one's own."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"got {reprlib.repr(value)} as 'hexes', allowed is a list of [q, r, resource]")
    regions: dict[tuple[int, int], int] = {}
    for entry in value:
        if isinstance(entry, str) or not isinstance(entry, Sequence) or len(entry) != 3:
            raise ValueError(f"got {reprlib.repr(entry)} in 'hexes', allowed is [q, r, resource]")
        place = _place(entry[:2], "a hex")
        if not isinstance(entry[2], str) or entry[2] not in RESOURCES:
            raise ValueError(
                f"got {reprlib.repr(entry[2])} at {list(place)}, which is no resource{nearest(entry[2], RESOURCES)} "
                f"(resources: {', '.join(RESOURCES)})"
            )
        if place in regions:
            raise ValueError(f"got the hex {list(place)} twice, allowed is each once")
        regions[place] = RESOURCES.index(entry[2])
    if not LEAST_REGIONS <= len(regions) <= REGIONS:
        raise ValueError(f"got {len(regions)} hexes, allowed are {LEAST_REGIONS}..{REGIONS}")
    return regions


def _check_connected(regions: dict[tuple[int, int], int]) -> None:
    reached = [next(iter(regions))]
    for place in reached:
        reached += [other for other in regions if touch(place, other) and other not in reached]
    if len(reached) < len(regions):
        far = next(place for place in regions if place not in reached)
        raise ValueError(f"got a map in which {list(far)} cannot be reached from {list(reached[0])}")


def read_map(value: Any) -> list[int]:
    """Return a map as integers: its number, or OWN_MAP and `envs.farms_race.box.map_numbers`.

    Raises:
        ValueError: neither the name of a map nor a mapping {"starts": [[q, r], ...], "hexes": [[q, r, resource], ...]}
            of 3-36 connected hexes, of which at most 30 are not starts (there are 30 human tokens).
    """
    empty = [0] * MAP_WIDTH
    if _is(value, "default"):
        return [DEFAULT_MAP, *empty]
    if isinstance(value, str):
        if value not in MAP_NAMES:
            names = ("default", *MAP_NAMES)
            raise ValueError(
                f"got {reprlib.repr(value)}, which is no map{nearest(value, names)} (maps: {', '.join(names)})"
            )
        return [MAP_NAMES.index(value), *empty]
    given = _mapping(value, ("starts", "hexes"), "")
    for key in ("starts", "hexes"):
        if key not in given:
            raise ValueError(f"got a map without {key!r}, allowed is one with 'starts' and 'hexes'")
    regions = _hexes(given["hexes"])
    starts = given["starts"]
    if isinstance(starts, str) or not isinstance(starts, Sequence):
        raise ValueError(f"got {reprlib.repr(starts)} as 'starts', allowed is a list of [q, r]")
    homes = [_place(place, "a start") for place in starts]
    for number, place in enumerate(homes):
        if place not in regions:
            raise ValueError(f"got the start {list(place)}, which is no hex of the map")
        if place in homes[:number]:
            raise ValueError(f"got the start {list(place)} twice, allowed is each once")
    if len(regions) - len(homes) > sum(HUMAN_TOKENS):
        raise ValueError(
            f"got {len(regions) - len(homes)} hexes that are not starts, allowed are at most {sum(HUMAN_TOKENS)}"
        )
    _check_connected(regions)
    return [OWN_MAP, *map_numbers(regions, homes)]


def starts_of(value: Any) -> int:
    """Return how many starting regions the map `value` (checked, not the default) has."""
    if isinstance(value, str):
        from .maps import MAPS

        return len(MAPS[value]["starts"])
    return len(value["starts"])


def check_together(values: Mapping[str, Any]) -> None:
    """Raise ValueError where options that are good each by itself do not go together."""
    players, board = values["num_players"], values["map"]
    if board != "default":
        if players == 2:
            raise ValueError(
                f"option 'map': got {reprlib.repr(board)} with two players, allowed is 'default' (that of the scenario)"
            )
        if isinstance(board, str) and board.startswith("2p"):
            raise ValueError(f"option 'map': got {board!r} with {players} players, allowed is a map for three and more")
        if starts_of(board) < players:
            raise ValueError(f"option 'map': got {starts_of(board)} starting regions, allowed are {players} or more")
    words = values["mutations"]
    if isinstance(words, str):
        return
    mutations = [name for name in words if players > 2 or MUTATIONS.index(name) not in NOT_FOR_TWO]
    needed = players * (DEALT_TO_TWO if players == 2 else DEALT)
    if len(mutations) < needed:
        raise ValueError(
            f"option 'mutations': got {len(mutations)} that {players} players can have, allowed are {needed} or more"
        )


OPTIONS = OptionSet(
    Option("num_players", 3, "players at the table", low=2, high=SEATS),
    Option("reward", "zero_sum", "how the outcome becomes the return of each seat", choices=REWARDS),
    Option("scenario", 1, "the scenario, with two players", low=1, high=SCENARIOS),
    Option(
        "map",
        "default",
        "the map, with three players and more: its name, or a mapping with 'starts' ([q, r]) and 'hexes' ([q, r, "
        "resource]); by default the small one, with five players the large one",
        parse=read_map,
        width=1 + MAP_WIDTH,
    ),
    Option(
        "costs",
        "default",
        "what things cost: a mapping from barn, armory, spy, nuke to a mapping from resource to cards; the others cost "
        "what the box says",
        parse=read_costs,
        width=len(ITEMS) * KINDS,
    ),
    Option(
        "combat_die",
        "default",
        "faces of the combat die: a mapping from blank, human, gun to how many (2 each by default)",
        parse=read_combat_die,
        width=len(COMBAT_FACES),
    ),
    Option(
        "resource_die",
        "default",
        'faces of the resource dice: a mapping from the resources and "?" to how many (1 each by default)',
        parse=read_resource_die,
        width=len(RESOURCE_FACES),
    ),
    Option(
        "mutations",
        "default",
        'the mutations dealt from: "base", "all" or a list of names; by default the base ones, with five players all; '
        "with two never those that are not for two",
        parse=read_mutations,
        width=MUTATION_COUNT,
    ),
    Option("trading", True, "players who are not active may trade"),
    Option("offers", 1, "offers and gifts that a player may make in a window", low=0, high=4),
    Option("talk", 1, "promises that a player may make in a window", low=0, high=4),
    Option("max_rounds", 30, "rounds after which the game is cut, with three players and more", low=1, high=1000),
    check=check_together,
)

NUM_PLAYERS = OPTIONS.index("num_players")
REWARD = OPTIONS.index("reward")
SCENARIO = OPTIONS.index("scenario")
MAP = OPTIONS.index("map")
COSTS_AT = OPTIONS.index("costs")
COMBAT_DIE = OPTIONS.index("combat_die")
RESOURCE_DIE = OPTIONS.index("resource_die")
MUTATIONS_AT = OPTIONS.index("mutations")
TRADING = OPTIONS.index("trading")
OFFERS = OPTIONS.index("offers")
TALK = OPTIONS.index("talk")
MAX_ROUNDS = OPTIONS.index("max_rounds")
