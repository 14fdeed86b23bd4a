"""Records of games: enough to play a game again bit for bit, and to notice when that cannot be."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from .game import Game
from .table import Table, check_origin, check_seed, is_whole, plain_options, read_json
from .vector import FORFEIT


@dataclass(frozen=True)
class GameRecord:
    """One game, finished or not: what it was played with, and every decision.

    Attributes:
        game: name of the game.
        version: version of the rules it was played under.
        options: all options of the game.
        seed: seed of the game.
        position: the position it started from, or None.
        actions: the decisions in order. -2 as the last one: the seat to act lost by an illegal action.
        outcome: the return of each seat, or None if the game is not finished.
        truncated: whether it was cut by its limit of turns.
        message: why it was lost by an illegal action, or "".
        path: checksum over who was to act and what was legal, decision by decision: `replay` follows the same path or
            says so.
    """

    game: str
    version: str
    options: dict[str, Any]
    seed: int
    position: dict[str, Any] | None
    actions: tuple[int, ...]
    outcome: tuple[float, ...] | None
    truncated: bool
    message: str
    path: int

    @classmethod
    def of(cls, table: Table) -> GameRecord:
        """Return the record of the game at `table`; raise ValueError if it cannot be played again."""
        if table.seed is None:
            raise ValueError("record: no game has begun")
        record = cls(
            table.game.name,
            table.game.version,
            plain_options(table.options),
            table.seed,
            table.position,
            tuple(table.actions),
            tuple(table.returns.tolist()) if table.over else None,
            table.truncated,
            table.message,
            0,
        )
        try:
            twin, path = record._follow(table.game)
        except ValueError:
            twin, path = None, 0
        if twin is None or twin.states.tobytes() != table.states.tobytes():
            raise ValueError("record: this game was redealt or changed from outside, so it cannot be played again")
        return cls(**{**record._values(), "path": path})

    def _values(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def _follow(self, game: Game) -> tuple[Table, int]:
        """Return (the table after all decisions, checksum of the path); raise ValueError at an illegal one."""
        table = Table(game, self.options)
        table.start(self.seed, self.position)
        path = 0
        for number, action in enumerate(self.actions):
            path = zlib.crc32(table.mask.tobytes() + bytes([table.seat + 1]), path)
            if action == FORFEIT and table.seat >= 0:
                table.forfeit(self.message)
            elif table.is_legal(action):
                table.play(action)
            else:
                raise ValueError(f"record: decision {number} is action {action}, which is not legal there")
        return table, zlib.crc32(table.mask.tobytes() + bytes([table.seat + 1]), path)

    def replay(self, game: Game | None = None) -> Table:
        """Play the game again and return the table as it then stands.

        Args:
            game: the game, if it is not one of `envs.GAMES`.

        Raises:
            ValueError: in one line: another game or version of the rules; an illegal decision; another path or outcome
                than recorded.
        """
        game = self._check_game(game)
        table, path = self._follow(game)
        outcome = tuple(table.returns.tolist()) if table.over else None
        if path != self.path:
            raise ValueError(
                "record: the replay took another path than the recorded game: the file or the rules changed"
            )
        if outcome != self.outcome or table.truncated != self.truncated:
            raise ValueError(f"record: the replay ended with {outcome}, the recorded game with {self.outcome}")
        return table

    def _check_game(self, game: Game | None) -> Game:
        from .. import get_game

        game = get_game(self.game) if game is None else game
        check_origin(game, None, self._values(), "record")
        return game

    def texts(self, game: Game | None = None) -> list[str]:
        """Return the game in readable lines: what it was played with, every decision, the outcome."""
        game = self._check_game(game)
        settings = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        lines = [f"{game.title}, version {self.version} of the rules, seed {self.seed}: {settings}"]
        if self.position is not None:
            lines.append("from a position: " + json.dumps(self.position))
        table = Table(game, self.options)
        table.start(self.seed, self.position)
        for number, action in enumerate(self.actions):
            if action == FORFEIT:
                lines.append(f"{number + 1}. player_{table.seat} loses: {self.message}")
                table.forfeit(self.message)
            else:
                table.check_action(action)
                lines.append(f"{number + 1}. player_{table.seat}: {table.action_text(action)}")
                table.play(action)
        lines.append(_outcome_text(self.outcome, self.truncated))
        return lines

    def to_json(self) -> str:
        """Return the record as JSON, with a checksum over all of it."""
        return json.dumps({"format": 1, **self._values(), "checksum": _checksum(self._values())})

    @classmethod
    def from_json(cls, text: str) -> GameRecord:
        """Return the record of `to_json`; raise ValueError in one line if it is none or damaged."""
        return cls(**_checked(read_json(text, "record")))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a JSON file; a file half written is never left behind. ValueError if it cannot be."""
        path = Path(path)
        part = path.with_name(f"{path.name}.part")
        try:
            part.write_text(self.to_json() + "\n", encoding="utf-8")
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise ValueError(f"record: cannot write {os.fspath(path)!r}: {' '.join(str(error).split())}") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> GameRecord:
        """Read the record in a JSON file; raise ValueError in one line if there is none or it is damaged."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, TypeError, ValueError) as error:
            raise ValueError(f"record: cannot read {path!r}: {' '.join(str(error).split())}") from None
        return cls.from_json(text)


def _outcome_text(outcome: tuple[float, ...] | None, truncated: bool) -> str:
    if outcome is None:
        return "not finished"
    returns = ", ".join(f"player_{seat} {value:+.3g}" for seat, value in enumerate(outcome))
    return f"{'cut at the limit of turns' if truncated else 'over'}: {returns}"


def _checksum(table: Mapping[str, Any]) -> int:
    """Return a checksum over the fields of a record."""
    return zlib.crc32(json.dumps([table[name] for name in _KINDS], sort_keys=True).encode())


def _is_number(value: Any) -> bool:
    return is_whole(value) or isinstance(value, float)


_KINDS = {
    "game": lambda v: isinstance(v, str),
    "version": lambda v: isinstance(v, str),
    "options": lambda v: isinstance(v, Mapping),
    "seed": is_whole,
    "position": lambda v: v is None or isinstance(v, Mapping),
    "actions": lambda v: isinstance(v, list) and all(map(is_whole, v)),
    "outcome": lambda v: v is None or (isinstance(v, list) and all(map(_is_number, v))),
    "truncated": lambda v: isinstance(v, bool),
    "message": lambda v: isinstance(v, str),
    "path": is_whole,
}


def _checked(table: Any) -> dict[str, Any]:
    """Return the fields of a record read from JSON; raise ValueError if one is missing, unknown or of another kind."""
    if not isinstance(table, Mapping) or not is_whole(table.get("format")) or table["format"] != 1:
        raise ValueError("record: this is no record of a game (format 1)")
    for name in table:
        if name not in ("format", "checksum") and name not in _KINDS:
            raise ValueError(f"record: unknown field {name!r}")
    for name, fits in _KINDS.items():
        if name not in table or not fits(table[name]):
            raise ValueError(f"record: field {name!r} is missing or damaged")
    check_seed(table["seed"])
    if table.get("checksum") != _checksum(table):
        raise ValueError("record: its checksum does not fit: the file is damaged or was changed")
    given_up = [number for number, action in enumerate(table["actions"]) if action == FORFEIT]
    if given_up not in ([], [len(table["actions"]) - 1]) or bool(given_up) != bool(table["message"]):
        raise ValueError("record: only the last decision can be to give up, and only that has a message")
    outcome = table["outcome"]
    return {
        **{name: table[name] for name in _KINDS},
        "actions": tuple(table["actions"]),
        "outcome": None if outcome is None else tuple(float(value) for value in outcome),
    }
