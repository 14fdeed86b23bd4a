"""manorfarm: modern table games as reinforcement-learning environments.

Importing this package registers every game with Gymnasium and with PettingZoo. Nothing is compiled until one is made::

    pettingzoo.make("aec", "manorfarm/nineteen61-v0", num_players=3)        # or "parallel"
    gymnasium.make("manorfarm/Nineteen61-v0", seat=1, opponents=["random"])  # or make_vec
    envs.make_vec("nineteen61", num_games=1024)                              # all seats, arrays in, arrays out
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import gymnasium
import pettingzoo

if TYPE_CHECKING:
    from .core.game import Game
    from .core.vector import VectorGames

GAMES = ("nineteen61", "animocrazy", "animal_farm", "farms_race")
"""Names of the games."""

__version__ = "0.6.0"

_places = {name: f"{__name__}.{name}:GAME" for name in GAMES}


def get_game(name: str) -> Game:
    """Return the game called `name` (compiling it at its first use); raise ValueError naming the nearest."""
    from .core.options import nearest

    if name not in _places:
        raise ValueError(f"no game {name!r}{nearest(name, _places)} (there are {', '.join(_places)})")
    module, _, attribute = _places[name].partition(":")
    return getattr(importlib.import_module(module), attribute)


def register_game(name: str, place: str) -> None:
    """Make a game of your own known by its name, as those in `GAMES` are, to every face and registry.

    Args:
        name: its name, lower case with underscores.
        place: "module:attribute" of its `envs.core.game.Game`; imported when the game is first made.
    """
    _places[name] = place
    _register_faces(name)


def _register_faces(name: str) -> None:
    """Register the faces of game `name`; again is the same as once."""
    title = "".join(part.capitalize() for part in name.split("_"))
    if f"manorfarm/{title}-v0" in gymnasium.registry:
        return
    gymnasium.register(
        f"manorfarm/{title}-v0",
        entry_point=f"{__name__}.core.single:GameSingle",
        vector_entry_point=f"{__name__}.core.single:GameSingleVector",
        kwargs={"game": name},
    )
    pettingzoo.register("aec", f"manorfarm/{name}-v0", f"{__name__}.core.aec:make_aec", kwargs={"game": name})
    pettingzoo.register("parallel", f"manorfarm/{name}-v0", f"{__name__}.core.aec:make_parallel", kwargs={"game": name})


def make_vec(game: str, num_games: int = 1024, **options: Any) -> VectorGames:
    """Return `num_games` tables of `game` played at once. See `envs.core.vector.VectorGames`."""
    from .core.vector import VectorGames

    return VectorGames(get_game(game), num_games, **options)


for _name in GAMES:
    _register_faces(_name)
