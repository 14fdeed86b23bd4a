"""Players from Python: the scripted ones of a game, and those that users write themselves.

A player of one's own is an object with ``act(observation, mask, texts) -> int``:

* ``observation``: float32 (features,) in [0, 1], what the seat to act may know;
* ``mask``: int8 (actions,), 1 where the action is legal;
* ``texts``: the legal actions in words, by action;
* returns a legal action.

If it has a method ``begin(seat, num_players, seed)``, that is called at the start of each game it plays. A plain
function of the three arguments will do as well. A string ``"module:attribute"`` names such an object, a function, or a
class that is made without arguments.
"""

from __future__ import annotations

import importlib
import inspect
import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from .game import Game
from .options import nearest

if TYPE_CHECKING:
    from .table import Table


@runtime_checkable
class Player(Protocol):
    """What a player of one's own must have."""

    def act(self, observation: np.ndarray, mask: np.ndarray, texts: dict[int, str]) -> int:
        """Return a legal action."""
        ...


class BadMove(Exception):
    """A player crashed or chose what is not legal: it loses its game. The message says what it did, in one line."""


class _Function:
    """A plain function as a player."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.act = function


def as_player(thing: Any) -> Player:
    """Return `thing` as a player: an object with `act` itself, a function wrapped; raise ValueError for others."""
    if getattr(thing, "needs_table", False):
        kind = type(thing).__name__
        raise ValueError(f"player: got a {kind} that needs the table, allowed is one that needs but an observation")
    if not inspect.isclass(thing):
        if callable(getattr(thing, "act", None)):
            return thing
        if callable(thing):
            return _Function(thing)
    raise ValueError(
        f"player: got {thing!r}, allowed is an object with a method act(observation, mask, texts) -> int, "
        f"or a function of these three"
    )


def player_maker(spec: str) -> Callable[[], Player]:
    """Return a function that makes the player named ``module:attribute``: a new one at each call if it is a class.

    Raises:
        ValueError: in one line: no such module or attribute, its import fails, or it is no player.
    """
    module_name, colon, attribute = str(spec).partition(":")
    if not (colon and module_name and attribute):
        raise ValueError(f"player: got {spec!r}, allowed is 'module:attribute'")
    try:
        thing: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise ValueError(f"player {spec!r}: importing {module_name} failed: {one_line(error)}") from None
        hint = f"; did you mean {module_name[:-3]!r}?" if module_name.endswith(".py") else ""
        raise ValueError(f"player {spec!r}: there is no module {module_name!r} to import{hint}") from None
    except (Exception, SystemExit) as error:
        raise ValueError(f"player {spec!r}: importing {module_name} failed: {one_line(error)}") from None
    for part in attribute.split("."):
        try:
            found = getattr(thing, part)
        except AttributeError:
            names = [name for name in dir(thing) if not name.startswith("_")]
            raise ValueError(f"player {spec!r}: {module_name} has no {part!r}{nearest(part, names)}") from None
        except (Exception, SystemExit) as error:
            raise ValueError(f"player {spec!r}: {part!r} of {module_name} failed: {one_line(error)}") from None
        thing = found

    def make() -> Player:
        try:
            return as_player(thing() if inspect.isclass(thing) else thing)
        except ValueError as error:
            raise ValueError(f"player {spec!r}: {error}") from None
        except (Exception, SystemExit) as error:
            raise ValueError(f"player {spec!r}: {attribute}() failed: {one_line(error)}") from None

    make()
    return make


def load_player(spec: str) -> Player:
    """Return the player named ``module:attribute``; raise ValueError in one line, see `player_maker`."""
    return player_maker(spec)()


def begin_player(player: Player, seat: int, num_players: int, seed: int) -> None:
    """Tell a player that a game begins, if it wants to know; raise `BadMove` if it crashes."""
    try:
        begin = getattr(player, "begin", None)
        if begin is not None:
            begin(seat, num_players, seed)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a player does, it loses its game and no more
        raise BadMove(f"crashed in begin: {one_line(error)}") from None


def ask_player(player: Player, observation: np.ndarray, mask: np.ndarray, texts: Mapping[int, str]) -> int:
    """Return the legal action that a player chooses; raise `BadMove` if it crashes or chooses anything else.

    Args:
        player: see the module.
        observation: float32 (features,); the player may keep it.
        mask: int8 (actions,); the player gets a copy.
        texts: the legal actions in words; the player gets a copy.
    """
    try:
        answer = player.act(observation, mask.copy(), dict(texts))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadMove(f"crashed: {one_line(error)}") from None
    try:
        action = -1 if isinstance(answer, (bool, np.bool_)) else operator.index(answer)
    except KeyboardInterrupt:
        raise
    except BaseException:
        raise BadMove(f"returned {_short(answer)} ({type(answer).__name__}), not a whole number") from None
    if not 0 <= action < len(mask) or mask[action] != 1:
        raise BadMove(f"chose action {_short(answer)}, which is not legal")
    return action


def ask_at(table: Table, player: Player) -> int:
    """Return what `player` chooses for the seat to act at `table`; raises `BadMove`."""
    return ask_player(player, table.observation(table.seat), table.mask, table.legal_texts())


class Scripted:
    """A scripted player, for loops over the AEC face or over a `Table`.

    ``choose(env)`` returns its action for the seat to act there. It uses only what that seat may know, and draws its
    whims from `seed`, so the same seed plays the same.

    Args:
        game: the game, or its name.
        name: name of the scripted player; see ``game.bots``.
        seed: of its whims.

    Raises:
        ValueError: no such game or player.
    """

    def __init__(self, game: Game | str, name: str, seed: int = 0) -> None:
        from .. import get_game
        from .table import check_seed

        self.game = get_game(game) if isinstance(game, str) else game
        self.name = name
        self.number = self.game.bot_number(name)
        self._generator = np.array([check_seed(seed)], np.uint64)

    def choose(self, env: Any) -> int:
        """Return its action for the seat to act of `env`: a `GameAEC`, wrapped or not, or a `Table`."""
        table = getattr(getattr(env, "unwrapped", env), "table", env)
        if table.game.name != self.game.name:
            raise ValueError(f"scripted player {self.name!r} is of {self.game.name}, the table is of {table.game.name}")
        if table.seat < 0:
            raise ValueError("nobody is to act: the game has not begun or is over")
        return int(self.game.loops.choose(table.state, self.number, table.mask, self._generator))

    def __repr__(self) -> str:
        return f"Scripted({self.game.name!r}, {self.name!r})"


def one_line(error: BaseException) -> str:
    """Return kind and message of an exception in one printable line of at most 200 characters."""
    try:
        text = str(error)
    except Exception:
        text = "(no message)"
    return _printable(f"{type(error).__name__}: {text}", 200)


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:
        text = "something without a repr"
    return _printable(text, 60)


def _printable(text: str, most: int) -> str:
    """Return `text` as one line of at most `most` characters that any terminal or file can take."""
    text = " ".join(text.encode("utf-8", "backslashreplace").decode().split())
    return text if len(text) <= most else text[: most - 3] + "..."
