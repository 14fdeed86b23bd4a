"""A person at the table, in the terminal.

    python -m envs.core.play nineteen61 --seat 0 --opponents lander_rush
    python -m envs.core.play nineteen61 --set num_players=3 --opponents random my_players:Careful --seed 7

Type the number or the words of an action; `help` tells the rest.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .. import GAMES, get_game
from .bots import BadMove, Player, Scripted, ask_at, begin_player
from .game import Game
from .single import check_learner_seat, find_opponents
from .table import Table, fresh_seed

HELP = """\
number or words    take that action
look               show the table again
save FILE          write the record of the game so far
quit               leave the table"""


class _Left(Exception):
    """The person leaves the table."""


def read_settings(settings: Sequence[str]) -> dict[str, Any]:
    """Return options from "key=value" strings; values are JSON, or text where they are not."""
    options = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"--set: got {setting!r}, allowed is key=value")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def seat_opponents(
    game: Game, opponents: Sequence[str], seat: int, players: int, generator: np.random.Generator
) -> dict:
    """Return who plays each seat but the person's: {seat: (name, scripted player or player of one's own)}."""
    names = list(opponents) * (players - 1) if len(opponents) == 1 else list(opponents)
    result: dict[int, tuple[str, Scripted | Player]] = {}
    for place, (name, found) in enumerate(zip(names, find_opponents(game, names, players), strict=True)):
        at = (seat + 1 + place) % players
        if isinstance(found, int):
            result[at] = (name, Scripted(game, name, fresh_seed(generator)))
        else:
            begin_player(found, at, players, fresh_seed(generator))
            result[at] = (name, found)
    return result


class Sitting:
    """One game of a person against others.

    Args:
        table: the table, its game begun.
        seat: the person's.
        opponents: as `seat_opponents` returns them.
        read: asks for a line (`input`).
        write: shows a text (`print`).
    """

    def __init__(
        self,
        table: Table,
        seat: int,
        opponents: dict[int, tuple[str, Scripted | Player]],
        read: Callable[[str], str] = input,
        write: Callable[[str], Any] = print,
    ) -> None:
        self.table = table
        self.seat = seat
        self.opponents = opponents
        self.read = read
        self.write = write

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        table = self.table
        try:
            while not table.over:
                if table.seat == self.seat:
                    self._person()
                else:
                    self._opponent(table.seat)
        except (_Left, EOFError, KeyboardInterrupt):
            self.write("You leave the table.")
            return
        self.write(table.game.render_text(table.state, None))
        if table.message:
            self.write(table.message)
        how = "The game is cut at its limit of turns" if table.truncated else "The game is over"
        returns = ", ".join(f"{self._name(seat)} {value:+.3g}" for seat, value in enumerate(table.returns.tolist()))
        self.write(f"{how}: {returns}")

    def _name(self, seat: int) -> str:
        return f"seat {seat} (you)" if seat == self.seat else f"seat {seat} ({self.opponents[seat][0]})"

    def _show(self) -> None:
        table = self.table
        self.write(table.game.render_text(table.state, self.seat))
        for number, text in enumerate(table.legal_texts().values(), 1):
            self.write(f"{number:4}  {text}")

    def _person(self) -> None:
        """Ask until there is an action, and take it."""
        self._show()
        while True:
            line = self.read(f"seat {self.seat}> ").strip()
            command, _, rest = line.partition(" ")
            if command in ("quit", "exit", "q"):
                raise _Left
            if command in ("help", "?"):
                self.write(HELP)
            elif command == "look":
                self._show()
            elif command == "save" and rest:
                self._save(rest)
            elif line:
                try:
                    self.table.play(self._find(line))
                    return
                except ValueError as error:
                    self.write(str(error))

    def _find(self, line: str) -> int:
        texts = self.table.legal_texts()
        if line.isdecimal():
            if not 1 <= int(line) <= len(texts):
                raise ValueError(f"action: got {line}, allowed are 1..{len(texts)}")
            return list(texts)[int(line) - 1]
        return self.table.parse_action(line)

    def _save(self, path: str) -> None:
        try:
            self.table.record().save(path)
            self.write(f"saved to {path}")
        except (OSError, ValueError) as error:
            self.write(str(error))

    def _opponent(self, seat: int) -> None:
        """Let an opponent take its decisions in a row; what it did is told by the table, as far as it may be seen."""
        table, player = self.table, self.opponents[seat][1]
        decisions = 0
        while table.seat == seat:
            try:
                table.play(player.choose(table) if isinstance(player, Scripted) else ask_at(table, player))
            except BadMove as error:
                table.forfeit(f"{self._name(seat)} lost the game: it {error}")
            decisions += 1
        self.write(f"{self._name(seat)} took {decisions} decision{'s' if decisions > 1 else ''}")


def main(
    arguments: Sequence[str] | None = None, read: Callable[[str], str] = input, write: Callable[[str], Any] = print
) -> int:
    """Run the command line; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m envs.core.play", description="Sit down at a table.")
    parser.add_argument("game", help=f"name of the game ({', '.join(GAMES)})")
    parser.add_argument("--seat", type=int, default=0, help="your seat, from 0")
    parser.add_argument(
        "--opponents",
        nargs="+",
        default=["random"],
        help="one for all other seats, or one each in turn order from you: scripted players or module:attribute",
    )
    parser.add_argument("--seed", type=int, help="seed of the game")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="option of the game")
    given = parser.parse_args(arguments)
    try:
        game = get_game(given.game)
        table = Table(game, read_settings(given.set))
        check_learner_seat(given.seat, table.num_players)
        generator = np.random.default_rng(given.seed)
        opponents = seat_opponents(game, given.opponents, given.seat, table.num_players, generator)
        table.start(fresh_seed(generator) if given.seed is None else given.seed)
    except (ValueError, BadMove) as error:
        print(f"play: {error}", file=sys.stderr)
        return 2
    write(f"{game.title}: you have seat {given.seat}. Seed {table.seed}. Type help for the commands.")
    Sitting(table, given.seat, opponents, read, write).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
