"""manorfarm: modern table games as reinforcement-learning environments.

Importing this package registers every game with Gymnasium and with PettingZoo. Nothing is compiled until a game is made.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.game import Game
    from .core.vector import VectorGames

GAMES = ("nineteen61",)
"""Names of the games."""

__version__ = "0.1.0"


def get_game(name: str) -> Game:
    """Return the game called `name` (compiling it at its first use); raise ValueError naming the nearest."""
    from .core.options import nearest

    if name not in GAMES:
        raise ValueError(f"no game {name!r}{nearest(name, GAMES)} (there are {', '.join(GAMES)})")
    return importlib.import_module(f"{__name__}.{name}").GAME


def make_vec(game: str, num_games: int = 1024, **options: Any) -> VectorGames:
    """Return `num_games` tables of `game` played at once. See `envs.core.vector.VectorGames`."""
    from .core.vector import VectorGames

    return VectorGames(get_game(game), num_games, **options)
