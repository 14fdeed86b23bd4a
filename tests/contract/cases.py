"""What the contract is tested with: every game, number of players and option; and games to walk through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import envs
from envs.core.compiling import COMPILED
from envs.core.game import Game
from envs.core.options import Option
from envs.core.table import Table

TOY = "sticks"
NAMES = (*envs.GAMES, TOY)
GAMES_A_CASE = 5 if COMPILED else 1
MOST_DECISIONS = 300 if COMPILED else 25
VALUES = {
    "pairing": ("random", "default", [5, 4, 3, 2, 1, 0]),
    "heap": (10, 40),
    "rounds": (6, 9),
    "actions": ("random", "printed", "beginner", ["Friendship", "Peaceful Solutions", "Love", "Plenty", "Peace"]),
    "costs": ({"spy": {"wheat": 1}, "nuke": {"weapons": 1}, "barn": {"wood": 1}},),
    "combat_die": ({"blank": 4, "human": 1, "gun": 1},),
    "resource_die": ({"wood": 1, "plutonium": 2, "weapons": 2, "?": 3},),
    "mutations": ("base", "all"),
    "scenario": (),
    "map": (),
    "max_rounds": (3,),
}
"""Values to try of options that are neither numbers nor choices, or where the bounds are no good ones."""
OWN_MAP = {
    "starts": [[1, 0], [-1, 1], [0, -1]],
    "hexes": [
        [0, 0, "plutonium"],
        [1, 0, "wood"],
        [0, 1, "wheat"],
        [-1, 1, "clay"],
        [-1, 0, "weapons"],
        [0, -1, "wood"],
        [1, -1, "wheat"],
    ],
}
MORE: dict[str, list[dict[str, Any]]] = {
    "farms_race": [
        {"num_players": 2, "scenario": 2},
        {"num_players": 2, "scenario": 3},
        {"num_players": 3, "map": "3p_large"},
        {"num_players": 3, "map": OWN_MAP},
        {"num_players": 4, "map": "4p_large"},
        {"num_players": 5, "map": "5p_small"},
    ]
}
"""Cases with options that only some numbers of players can have."""
JOINED_LATER = {"animal_farm": 150 if COMPILED else 0}
"""Games that last so long that walks join them later: by so many decisions from one seed to the next."""
SET_ANYWHERE = ("farms_race",)
"""Games whose positions say at every decision what is asked."""
WON_WHEN_CUT = ("farms_race",)
"""Games in which whoever is ahead when the game is cut has won."""
NOBODY_MAY_WIN = (("farms_race", 2),)
"""Games, and numbers of players, that all players may lose."""
DRAWN_LATE = ("animal_farm",)
"""Games that hide nothing but what is drawn when it is needed: redeal changes the generator alone."""


@dataclass(frozen=True)
class Case:
    """One game with options."""

    name: str
    options: tuple[tuple[str, Any], ...]

    @property
    def game(self) -> Game:
        return envs.get_game(self.name)

    @property
    def given(self) -> dict[str, Any]:
        return dict(self.options)

    @property
    def players(self) -> int:
        return self.game.options.complete(self.given)["num_players"]

    def table(self) -> Table:
        return Table(self.game, self.given)

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{name}={value}" for name, value in self.options)])


def values_of(option: Option) -> list[Any]:
    """Return values of an option that differ from its default."""
    if option.name in VALUES:
        return [value for value in VALUES[option.name] if value != option.default]
    if isinstance(option.default, bool):
        return [not option.default]
    if option.choices:
        return [choice for choice in option.choices if choice != option.default]
    return sorted({option.low, min(option.high, option.low + 6)} - {option.default})


def cases_of(name: str) -> list[Case]:
    """Return the cases of a game: every number of players; then every option, at the smallest and the largest table."""
    game = envs.get_game(name)
    counts = range(game.minimum, game.maximum + 1)
    result = [Case(name, (("num_players", players),)) for players in counts]
    for option in game.options.options:
        if option.name == "num_players":
            continue
        for place, value in enumerate(values_of(option)):
            players = game.maximum if place % 2 == 0 else game.minimum
            result.append(Case(name, (("num_players", players), (option.name, value))))
    return result + [Case(name, tuple(options.items())) for options in MORE.get(name, [])]


def all_cases(rewards: bool = False) -> list[Any]:
    """Return every case of every game as pytest parameters; with those of `reward`, if asked for."""
    cases = [case for name in NAMES for case in cases_of(name) if rewards or "reward" not in case.given]
    return [pytest.param(case, id=str(case).replace(" ", "")) for case in cases]


def table_sizes() -> list[Any]:
    """Return the smallest and the largest table of every game as pytest parameters."""
    result = []
    for name in NAMES:
        game = envs.get_game(name)
        result += [Case(name, (("num_players", players),)) for players in (game.minimum, game.maximum)]
    return [pytest.param(case, id=str(case)) for case in result]


def walk(table: Table, seed: int, most: int = MOST_DECISIONS) -> Iterator[Table]:
    """Play a game at `table` and yield it at every decision; at most `most` of them.

    Every seat is played by a scripted player drawn from `seed`, which now and then makes way for a random action: so
    play comes to places where random play alone would not. Long games are joined later: see `JOINED_LATER`.
    """
    rng = np.random.default_rng([seed, 1])
    table.start(seed)
    bots = rng.integers(len(table.game.bots), size=table.num_players)
    whims = np.array([seed], np.uint64)
    joined = seed % GAMES_A_CASE * JOINED_LATER.get(table.game.name, 0)
    for number in range(joined + most):
        if table.over:
            return
        if number >= joined:
            yield table
        if rng.random() < 0.4:
            action = int(rng.choice(np.flatnonzero(table.mask)))
        else:
            action = int(table.game.loops.choose(table.state, int(bots[table.seat]), table.mask, whims))
        table.play(action)


def cut_after(game: Game, turns: int) -> dict[str, int]:
    """Return the option that cuts a game after so many turns, for games that have it; the others end soon enough."""
    return {"max_turns": turns} if "max_turns" in game.options.names else {}


def finish(table: Table, seed: int, most: int = 100_000) -> None:
    """Play the game at `table` to its end with random actions."""
    rng = np.random.default_rng([seed, 2])
    for _ in range(most):
        if table.over:
            return
        table.play(int(rng.choice(np.flatnonzero(table.mask))))
    raise AssertionError(f"the game is not over after {most} decisions")


def seeds(number: int = GAMES_A_CASE) -> range:
    """Return the seeds of the games that a case is walked through."""
    return range(1, number + 1)
