"""What `training/compare.py` does: reads the command line, plays what is asked for, writes and shows the result."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, model_validator
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Sheet

import envs
from envs.core.game import Game
from training.config import HIGHEST_SEED, MOST_THREADS, ConfigError, Section, check_config, load_config, override, short
from training.files import make_folder, printable, read_json, remove_folders, write_whole
from training.players import POLICY, Player, find_players
from training.plots import draw_pairs, draw_ratings, draw_table
from training.ratings import RESAMPLES, RatedGames, play_rated, rate_games, rated_games
from training.starting import BAD_INPUT, INTERRUPTED, Interrupt, Parser, lack_of_memory
from training.tables import Games, Outcome, Report, ahead, balanced_games, pairings, play_pair, play_table, standing

FORMAT = 1  # of result.json
RESULT, PICTURE, CSV, MARKDOWN, TIMING = "result.json", "result.png", "result.csv", "result.md", "timing.json"
MANY_GAMES = 20_000  # to rate more takes long enough to be announced
MOST_COLUMNS = 9  # of the matrix on the terminal
MOST_MESSAGES = 6  # about bad moves on the terminal


class Entry(Section):
    """A player with settings of its own."""

    player: str = Field(
        min_length=1, description="name of a scripted player, path of a policy or run folder, or module:attribute"
    )
    name: str | None = Field(
        None, min_length=1, max_length=100, description="how tables and files call it; null: short for the player"
    )
    deterministic: bool | None = Field(
        None, description="for a policy: take its most likely move instead of drawing one; null: as the comparison says"
    )

    @model_validator(mode="before")
    @classmethod
    def _from_word(cls, value: Any) -> Any:
        """A word alone is a player without settings."""
        if isinstance(value, str):
            return {"player": value}
        if not isinstance(value, Mapping):
            raise ValueError(f"got {short(value)}, allowed is a word or keys ({', '.join(cls.model_fields)})")
        if isinstance(name := value.get("name"), str) and not name.isprintable():
            raise ValueError(f"name: got {short(name)}, allowed are characters that can be printed")
        return value


class CompareConfig(Section):
    """A comparison."""

    game: str = Field("nineteen61", description="name of the game")
    options: dict[str, Any] = Field({}, description="options of the game, such as {num_players: 2}")
    players: list[Entry] | None = Field(
        None,
        min_length=1,
        max_length=100,
        description="who takes part; null: every scripted player of the game. Otherwise names of scripted players, "
        "paths of policies or run folders, module:attribute for players of your own; or keys player, name, "
        "deterministic",
    )
    mode: Literal["pairs", "table", "ratings"] = Field(
        "pairs",
        description="pairs: each player alone at tables of each other one; table: all at one table, one for each seat; "
        "ratings: tables drawn among all, and a rating for each (docs/ratings.md)",
    )
    games: int = Field(
        2_000,
        ge=1,
        le=10_000_000,
        description="games of each pair, of the table, or in all for ratings; rounded up to balance the seats",
    )
    bootstrap: int = Field(
        RESAMPLES, ge=0, le=10_000, description="mode ratings: resamples for the intervals; 0: no intervals"
    )
    seed: int = Field(0, ge=0, le=HIGHEST_SEED, description="all chance comes from it")
    deterministic: bool = Field(False, description="policies take their most likely move instead of drawing one")
    other_options: bool = Field(
        False, description="accept policies that were trained with other options of the game, if the sizes agree"
    )
    threads: int = Field(
        2, ge=1, le=MOST_THREADS, description="threads for games of scripted players only; no effect on the result"
    )
    output: str | None = Field(None, min_length=1, description="folder of the results; null: runs/compare-GAME-MODE")
    csv: bool = Field(False, description="write result.csv too")
    markdown: bool = Field(False, description="write result.md too")


# --------------------------------------------------------------------------------------------- what is taken up again


class Rate(Section):
    """A win rate, as `training.tables.rate` gives it."""

    games: int = Field(ge=1)
    wins: float = Field(ge=0)
    win_rate: float = Field(ge=0, le=1)
    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)


class SeatRate(Rate):
    """The same for one seat."""

    seat: int = Field(ge=0)


class Row(Rate):
    """A row of pairs, as `training.tables.play_pair` gives it."""

    player: str
    against: str
    fair: float
    draws: int
    draw_rate: float
    truncated: int
    truncation_rate: float
    forfeits: int
    forfeit_rate: float
    forfeits_of_others: int
    forfeit_rate_of_others: float
    mean_return: float
    mean_length: float
    seats: list[SeatRate] = Field(min_length=1)


class Notes(Section):
    """Messages about the bad moves of a pair."""

    players: list[str]
    messages: list[str] = Field(min_length=1)
    not_shown: int = Field(ge=0)


class Played(Section):
    """The part of `result.json` that grows while pairs are played."""

    finished: int = Field(ge=0)
    partial: bool
    pairs: list[Row]
    messages: list[Notes]


# -------------------------------------------------------------------------------------------------------- command line


def parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the arguments; exits with code 2 for bad ones and 0 for --help."""
    parser = Parser(
        prog="compare",
        description="Let players meet, and say who wins how often, with 95 % intervals.",
        epilog="Players: names of scripted players, paths of policies or run folders, module:attribute for your own.",
    )
    parser.add_argument("--config", metavar="FILE", help="YAML file, or the name of one: nineteen61/compare")
    parser.add_argument("--game", help="name of the game")
    parser.add_argument("--players", nargs="+", metavar="PLAYER", help="who takes part")
    parser.add_argument("--mode", help="pairs, table or ratings")
    parser.add_argument("--games", metavar="N", help="games of each pair, of the table, or of ratings in all")
    parser.add_argument("--seed", metavar="N", help="all chance comes from it")
    parser.add_argument("--output", metavar="FOLDER", help="folder of the results")
    parser.add_argument(
        "--set", nargs="+", action="extend", default=[], metavar="KEY=VALUE", help="any keys: options.num_players=4"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace results that are there")
    parser.add_argument("--resume", action="store_true", help="go on with a comparison of pairs that was broken off")
    parser.add_argument("--quiet", action="store_true", help="print nothing but what went wrong")
    return parser.parse_args(argv)


def read_config(arguments: argparse.Namespace) -> CompareConfig:
    """Return the checked config: the file, then the arguments, then --set. Raises ConfigError."""
    settings = []
    for name in ("game", "mode", "output"):
        if getattr(arguments, name) is not None:
            settings.append(f"{name}={json.dumps(getattr(arguments, name), ensure_ascii=False)}")
    for name in ("games", "seed"):
        if getattr(arguments, name) is not None:
            settings.append(f"{name}={getattr(arguments, name)}")
    if arguments.players is not None:
        settings.append(f"players={json.dumps(arguments.players, ensure_ascii=False)}")
    settings += arguments.set
    if arguments.config is not None:
        return load_config(arguments.config, CompareConfig, settings)
    if arguments.players is None and arguments.game is None:
        raise ConfigError(f"give --config FILE, or --players, or --game ({', '.join(envs.GAMES)})")
    data: dict[str, Any] = {}
    sources = {override(data, setting): "command line" for setting in settings}
    return check_config(data, CompareConfig, "command line", sources)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code: 0, 2 for bad input, 130 when interrupted."""
    arguments = parse_arguments(argv)
    try:
        return Comparison(read_config(arguments), arguments).run()
    except (ValueError, OSError, RecursionError) as error:
        _complain(str(error))
    except (MemoryError, RuntimeError) as error:
        if not lack_of_memory(error):
            raise
        _complain(f"not enough memory or threads; fewer games or threads need less ({printable(str(error))})")
    return BAD_INPUT


def _complain(message: str) -> None:
    print("\n".join(f"compare: {line}" for line in message.splitlines()), file=sys.stderr)


# ------------------------------------------------------------------------------------------------------ the comparison


class Comparison:
    """One comparison: checked when made, played by `run`.

    Args:
        config: what to play.
        arguments: the flags overwrite, resume and quiet.

    Raises:
        ValueError: in one line, whatever is wrong with the config, the players or the output folder.
    """

    def __init__(self, config: CompareConfig, arguments: argparse.Namespace) -> None:
        self.config = config
        self.game: Game = envs.get_game(config.game)
        self.options = self.game.options.complete(config.options)
        if "" not in sys.path and os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())  # where own players are looked for
        specs = None if config.players is None else [entry.model_dump() for entry in config.players]
        self.players = find_players(
            self.game.bots if specs is None else specs,
            self.game,
            self.options,
            deterministic=config.deterministic,
            other_options=config.other_options,
        )
        self._check_number()
        if any(player.kind == POLICY for player in self.players):
            import torch

            torch.set_num_threads(1)  # more make small networks slower on a CPU
        if config.mode == "ratings" and arguments.resume:
            raise ValueError(
                "--resume: got mode 'ratings', which plays in one go; give --overwrite, or another --output"
            )
        self.quiet = arguments.quiet
        self.folder = Path(config.output or f"runs/compare-{self.game.name}-{config.mode}")
        self.rated: Games | None = None  # games that are played and not yet rated
        self.result = self._header()
        self._claim_folder(arguments.overwrite, arguments.resume)

    def _check_number(self) -> None:
        seats, got = self.options["num_players"], len(self.players)
        if self.config.mode == "table" and got != seats:
            raise ValueError(f"players: got {got}, allowed in mode 'table' are as many as seats: {seats} (num_players)")
        if self.config.mode != "table" and got < 2:
            raise ValueError(f"players: got 1, allowed in mode {self.config.mode!r} are two or more")

    def _header(self) -> dict[str, Any]:
        """Return the result as it is before the first game."""
        mode, seats = self.config.mode, self.options["num_players"]
        if mode == "ratings":
            each = rated_games(len(self.players), self.config.games)
        else:
            each = balanced_games(mode, seats, self.config.games)
        return {
            "format": FORMAT,
            "manorfarm": envs.__version__,
            "game": self.game.name,
            "title": self.game.title,
            "version": self.game.version,
            "options": {name: _plain(value) for name, value in self.options.items()},
            "mode": mode,
            "seed": self.config.seed,
            "games_asked": self.config.games,
            "games_each": each,
            "fair_share": round(1 / seats, 6),
            "players": [_plain(player.describe()) for player in self.players],
            "planned": len(pairings(self.players, seats)) if mode == "pairs" else each,
            "finished": 0,
            "partial": True,
            **_EMPTY[mode],
            **({"bootstrap": self.config.bootstrap} if mode == "ratings" else {}),
            "messages": [],
        }

    def _claim_folder(self, overwrite: bool, resume: bool) -> None:
        """Make the output folder, which must be writable, and take up what was played before if that is wanted.

        Raises:
            ValueError: it cannot be written, or holds results that were not asked to be replaced or continued.
        """
        self.made = make_folder(self.folder, "output")
        path = self.folder / RESULT
        if resume and path.is_file():
            self._take_up(path)
        elif not overwrite and any(self.folder.iterdir()):
            raise ValueError(
                f"output: {printable(str(self.folder))} is there already; give --overwrite to replace its results, "
                f"--resume to go on with them, or another --output"
            )

    def _take_up(self, path: Path) -> None:
        try:
            earlier = read_json(path)
        except ValueError as error:
            raise ValueError(f"output: {error}; give --overwrite") from None
        differ = [key for key in self.result if key not in _PROGRESS and earlier.get(key) != self.result[key]]
        if differ:
            raise ValueError(
                f"output: {path} is of another comparison (other {', '.join(differ)}); give --overwrite, or another "
                f"--output"
            )
        if self.config.mode == "pairs":
            self._check_progress(earlier, path)
            self.result |= {key: earlier[key] for key in _PROGRESS if key in earlier}

    def _check_progress(self, earlier: Mapping[str, Any], path: Path) -> None:
        """Raise ValueError if what an earlier result says of its games cannot be."""
        try:
            found = check_config(
                {key: earlier[key] for key in _PROGRESS if key in earlier}, Played, printable(str(path))
            )
        except ConfigError as error:
            raise ValueError(f"output: {str(error).splitlines()[0]}; give --overwrite") from None
        both = self.options["num_players"] == 2
        met = [(a.name, b.name) for a, b in pairings(self.players, self.options["num_players"])]
        met += [(b, a) for a, b in met] if both else []
        rows = [(row.player, row.against) for row in found.pairs]
        each = self.result["games_each"]
        wrong = (
            len(set(rows)) < len(rows)
            or not set(rows) <= set(met)
            or (both and {(b, a) for a, b in rows} != set(rows))
            or len(rows) != found.finished * (2 if both else 1)
            or found.partial != (len(rows) < len(met))
            or any(row.games != each or sum(seat.games for seat in row.seats) != each for row in found.pairs)
        )
        if wrong:
            raise ValueError(f"output: {path}: pairs: are not those of {found.finished} finished; give --overwrite")

    # ------------------------------------------------------------------------------------------------------- playing

    def run(self) -> int:
        """Play, write and print; return the exit code."""
        started = time.perf_counter()
        self._say(self._announcement())
        code = 0
        try:
            with Interrupt.watched(), _progress(self.quiet) as begin:
                play = {"pairs": self._play_pairs, "table": self._play_table, "ratings": self._play_ratings}
                play[self.config.mode](begin)
        except KeyboardInterrupt:
            code = INTERRUPTED
            if self.rated is not None:
                self._rate(self.rated)
        except BaseException:
            remove_folders(self.made)
            raise
        if self.result["finished"] == 0:
            remove_folders(self.made)
            print("compare: interrupted before anything was finished; nothing is written", file=sys.stderr)
            return code
        self._write_all(time.perf_counter() - started)
        self._show()
        if code:
            done = f"{self.result['finished']} of {self.result['planned']}"
            more = "; --resume goes on" if self.config.mode == "pairs" else ""
            print(f"compare: interrupted, partial result ({done}) in {self.folder}{more}", file=sys.stderr)
        return code

    def _announcement(self) -> str:
        games, each, ratings = self.config.games, self.result["games_each"], self.config.mode == "ratings"
        balanced = "every player equally often on every seat" if ratings else "every seat order equally often"
        rounded = f" ({games} rounded up: {balanced})" if each != games else ""
        names = ", ".join(player.name for player in self.players)
        planned = self.result["planned"]
        pairs = f"{planned} pair{'s' if planned > 1 else ''}, each " if self.config.mode == "pairs" else ""
        return f"{self.game.title}, {self.options['num_players']} players: {pairs}{each} games{rounded}; {names}"

    def _play_pairs(self, begin: Any) -> None:
        every = pairings(self.players, self.options["num_players"])
        known = {(row["player"], row["against"]) for row in self.result["pairs"]}
        left = [pair for pair in every if (pair[0].name, pair[1].name) not in known]
        report = begin(len(left) * self.result["games_each"])
        for pair in left:
            outcome = play_pair(
                self.game,
                self.options,
                pair,
                self.config.games,
                self.config.seed,
                threads=self.config.threads,
                report=report,
            )
            self._add(pair, outcome)
            self._write_result()
        self.result["partial"] = False
        self._write_result()

    def _add(self, pair: tuple[Player, Player], outcome: Outcome) -> None:
        order = {player.name: number for number, player in enumerate(self.players)}
        rows = self.result["pairs"] + outcome.rows
        self.result["pairs"] = sorted(rows, key=lambda row: (order[row["player"]], order[row["against"]]))
        self.result["finished"] += 1
        if outcome.messages:
            self.result["messages"].append(
                {
                    "players": [player.name for player in pair],
                    "messages": outcome.messages,
                    "not_shown": outcome.more_messages,
                }
            )

    def _play_table(self, begin: Any) -> None:
        report: Report = begin(self.result["games_each"])
        rounds = play_table(
            self.game,
            self.options,
            self.players,
            self.config.games,
            self.config.seed,
            threads=self.config.threads,
            report=report,
        )
        for games in rounds:
            self.result["table"] = [
                {"player": player.name, "fair": self.result["fair_share"], **standing(games, games.seats_of(index))}
                for index, player in enumerate(self.players)
            ]
            self.result["ahead"] = ahead(games, self.players)
            self.result["finished"] = len(games.lineups)
            self.result["partial"] = self.result["finished"] < self.result["planned"]
            if games.messages:
                names = [player.name for player in self.players]
                self.result["messages"] = [
                    {"players": names, "messages": games.messages, "not_shown": games.more_messages}
                ]
            self._write_result()

    def _play_ratings(self, begin: Any) -> None:
        report: Report = begin(self.result["games_each"])
        rounds = play_rated(
            self.game,
            self.options,
            self.players,
            self.config.games,
            self.config.seed,
            threads=self.config.threads,
            report=report,
        )
        for games in rounds:
            self.rated = games
        if self.rated is not None:
            self._rate(self.rated)

    def _rate(self, games: Games) -> None:
        """Put the ratings after these games into the result, and write it."""
        names = [player.name for player in self.players]
        if len(games.lineups) > MANY_GAMES and not self.quiet:
            print(f"compare: rating {len(games.lineups):,} games", file=sys.stderr)
        self.result |= rate_games(RatedGames.of(names, games), self.config.seed, self.config.bootstrap)
        self.result["finished"] = len(games.lineups)
        self.result["partial"] = self.result["finished"] < self.result["planned"]
        self.rated = None
        if games.messages:
            self.result["messages"] = [{"players": names, "messages": games.messages, "not_shown": games.more_messages}]
        self._write_result()

    # ------------------------------------------------------------------------------------------------------- writing

    def _write_result(self) -> None:
        write_whole(self.folder / RESULT, json.dumps(self.result, indent=1, ensure_ascii=False) + "\n")

    def _write_all(self, seconds: float) -> None:
        draw = {"pairs": draw_pairs, "table": draw_table, "ratings": draw_ratings}
        draw[self.config.mode](self.result, self.folder / PICTURE)
        for wanted, name, write in ((self.config.csv, CSV, as_csv), (self.config.markdown, MARKDOWN, as_markdown)):
            if wanted:
                write_whole(self.folder / name, write(self.result))
            else:
                (self.folder / name).unlink(missing_ok=True)  # one that is left from an earlier result
        write_whole(self.folder / TIMING, json.dumps({"seconds": round(seconds, 3)}) + "\n")

    def _show(self) -> None:
        if self.quiet:
            return
        console = Console()
        if not console.is_terminal:
            console.width = 150
        if self.config.mode == "pairs":
            if len(self.players) <= MOST_COLUMNS:
                console.print(_matrix(self.result))
        console.print(_sheet(self.result))
        if self.config.mode == "ratings":
            if len(self.players) <= MOST_COLUMNS:
                console.print(_wins_sheet(self.result))
            for note in self.result["notes"]:
                print(note)
        shown = 0
        for entry in self.result["messages"]:
            first = entry["messages"][0]
            if shown < MOST_MESSAGES:
                print(f"{' - '.join(entry['players'])}: {first}")
            shown += 1
        total = sum(len(entry["messages"]) + entry["not_shown"] for entry in self.result["messages"])
        if total > min(shown, MOST_MESSAGES):
            print(f"{total} games in all were lost by bad moves; {self.folder / RESULT} has more of the messages")
        print(f"written to {self.folder}")

    def _say(self, text: str) -> None:
        if not self.quiet:
            print(text)


_EMPTY: dict[str, dict[str, Any]] = {  # what a result holds before the first game, by mode
    "pairs": {"pairs": []},
    "table": {"table": [], "ahead": []},
    "ratings": {"ratings": [], "wins": {}, "notes": []},
}
_PROGRESS = ("finished", "partial", "pairs", "table", "ahead", "messages")  # what changes while a comparison runs


def _plain(value: Any) -> Any:
    """Return `value` as JSON gives it back: lists for tuples, plain numbers for NumPy's."""
    return json.loads(json.dumps(value, default=lambda v: v.tolist() if hasattr(v, "tolist") else str(v)))


@contextmanager
def _progress(quiet: bool) -> Iterator[Any]:
    """Give a function that takes the number of games to come and returns their `Report`, shown as a bar."""
    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    started = time.perf_counter()
    finished = 0
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as progress:

        def begin(total: int) -> Report:
            task = progress.add_task("", total=total, speed="")

            def report(games: int) -> None:
                nonlocal finished
                finished += games
                speed = finished / max(time.perf_counter() - started, 1e-9)
                progress.update(task, advance=games, speed=f"{speed:,.0f}/s")

            return report

        yield begin


# ------------------------------------------------------------------------------------------------------------- showing


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def verdict(row: Mapping[str, Any]) -> str:
    """Return "above", "below" or "level": where the interval lies with regard to the fair share."""
    if row["low"] > row["fair"]:
        return "above"
    return "below" if row["high"] < row["fair"] else "level"


_STYLES = {"above": "green", "below": "red", "level": ""}


def _matrix(result: Mapping[str, Any]) -> Sheet:
    """Return win rates as a matrix, with the mean over opponents."""
    names = [player["name"] for player in result["players"]]
    rows = {(row["player"], row["against"]): row for row in result["pairs"]}
    title = f"win rate in %, row {_relation(result)} column"
    sheet = Sheet(title=title, title_justify="left", title_style="", box=box.SIMPLE_HEAD)
    sheet.add_column("player", overflow="fold")
    for name in names:
        sheet.add_column(_escaped(name), justify="right", overflow="fold")
    sheet.add_column("mean", justify="right")
    for name in names:
        met = [rows[name, other]["win_rate"] for other in names if (name, other) in rows]
        cells = []
        for other in names:
            row = rows.get((name, other))
            style = _STYLES[verdict(row)] if row else ""
            text = _percent(row["win_rate"]) if row else ("" if other != name else "-")
            cells.append(f"[{style}]{text}[/]" if style else text)
        sheet.add_row(_escaped(name), *cells, _percent(sum(met) / len(met)) if met else "")
    return sheet


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _relation(result: Mapping[str, Any]) -> str:
    return "against" if result["options"]["num_players"] == 2 else "alone at a table of"


def _lines(result: Mapping[str, Any]) -> tuple[list[str], list[list[str]], list[str]]:
    """Return (headings, a line of texts for each row, styles): what the terminal and Markdown show."""
    pairs = result["mode"] == "pairs"
    headings = ["player"] + (["against"] if pairs else [])
    headings += ["games", "win rate %", "95 % interval", "fair %", "is", "by seat %", "drawn %", "cut %", "decisions"]
    rows = result["pairs" if pairs else "table"]
    forfeits = any(row["forfeits"] or row["forfeits_of_others"] for row in rows)
    headings += ([] if pairs else ["mean return"]) + (["forfeits, others'"] if forfeits else [])
    lines, styles, seen = [], [], set()
    for row in rows:
        if pairs and result["options"]["num_players"] == 2:  # the other direction is the same games
            if (row["against"], row["player"]) in seen:
                continue
            seen.add((row["player"], row["against"]))
        place = verdict(row)
        line = [row["player"]] + ([row["against"]] if pairs else [])
        line += [
            str(row["games"]),
            _percent(row["win_rate"]),
            f"{_percent(row['low'])} - {_percent(row['high'])}",
            _percent(row["fair"]),
            place,
            " ".join(_percent(seat["win_rate"]) for seat in row["seats"]),
            _percent(row["draw_rate"]),
            _percent(row["truncation_rate"]),
            f"{row['mean_length']:.1f}",
        ]
        if not pairs:
            line.append(f"{row['mean_return']:+.3f}")
        if forfeits:
            line.append(f"{row['forfeits']}/{row['forfeits_of_others']}")
        lines.append(line)
        styles.append(_STYLES[place])
    return headings, lines, styles


def _rating_lines(result: Mapping[str, Any]) -> tuple[list[str], list[list[str]]]:
    """Return (headings, a line of texts for each player): what the terminal and Markdown show of ratings."""
    rows = result["ratings"]
    shares = [key for key in ("nash", "alpha_rank") if any(row[key] is not None for row in rows)]
    headings = ["player", "rating", "95 % interval", "mu", "sigma", "games", "win rate %"]
    headings += [{"nash": "Nash %", "alpha_rank": "alpha-rank %"}[key] for key in shares]
    lines = []
    for row in rows:
        interval = "-" if row["low"] is None else f"{row['low']:.1f} to {row['high']:.1f}"
        line = [row["player"], f"{row['rating']:.1f}", interval, f"{row['mu']:.1f}", f"{row['sigma']:.2f}"]
        line += [str(row["games"]), "-" if row["win_rate"] is None else _percent(row["win_rate"])]
        lines.append(line + ["-" if row[key] is None else _percent(row[key]) for key in shares])
    return headings, lines


WINS_TITLE = "ahead of whom in %: row's return above column's at common tables, level ones counted half"


def _wins_lines(result: Mapping[str, Any]) -> tuple[list[str], list[list[str]]]:
    """Return (headings, a line of texts for each player) of the matrix of wins."""
    wins = result["wins"]
    lines = [
        [name, *("-" if value is None else _percent(value) for value in row)]
        for name, row in zip(wins["players"], wins["matrix"], strict=True)
    ]
    return ["player", *wins["players"]], lines


def _wins_sheet(result: Mapping[str, Any]) -> Sheet:
    """Return the matrix of wins as a table for the terminal."""
    headings, lines = _wins_lines(result)
    sheet = Sheet(title=WINS_TITLE, title_justify="left", title_style="", box=box.SIMPLE_HEAD)
    for number, heading in enumerate(headings):
        sheet.add_column(_escaped(heading), justify="right" if number else "left", overflow="fold")
    for line in lines:
        sheet.add_row(*map(_escaped, line))
    return sheet


def _rows_of(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table, the first of which is its heading."""
    text = [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
    return [text[0], "|" + "---|" * len(lines[0]), *text[1:]]


def _sheet(result: Mapping[str, Any]) -> Sheet:
    """Return the rows with intervals as a table for the terminal."""
    if result["mode"] == "ratings":
        headings, lines = _rating_lines(result)
        styles = [""] * len(lines)
    else:
        headings, lines, styles = _lines(result)
    sheet = Sheet(title="PARTIAL RESULT" if result["partial"] else None, box=box.SIMPLE_HEAD)
    names = 2 if result["mode"] == "pairs" else 1
    for number, heading in enumerate(headings):
        name = number < names
        sheet.add_column(heading, justify="left" if name else "right", overflow="fold", no_wrap=not name)
    for line, style in zip(lines, styles, strict=True):
        sheet.add_row(*map(_escaped, line), style=style)
    return sheet


def as_markdown(result: Mapping[str, Any]) -> str:
    """Return the result as a Markdown table with a heading that says what was played."""
    partial = f" **Partial: {result['finished']} of {result['planned']}.**" if result["partial"] else ""
    options = ", ".join(f"{name}={value}" for name, value in result["options"].items())
    ratings = result["mode"] == "ratings"
    games = f"{result['games_each']} games {'in all' if ratings else 'each'}"
    played = f"seed {result['seed']}, mode {result['mode']}, {games}"
    text = [f"{result['title']}, rules {result['version']}, {options}; {played}.{partial}", ""]
    if ratings:
        headings, lines = _rating_lines(result)
        text += _rows_of([headings, *lines])
        headings, lines = _wins_lines(result)
        text += ["", f"{WINS_TITLE}:", "", *_rows_of([headings, *lines])]
        text += ["", *result["notes"]] if result["notes"] else []
    else:
        headings, lines, _ = _lines(result)
        text += _rows_of([headings, *lines])
    return "\n".join(text) + "\n"


def as_csv(result: Mapping[str, Any]) -> str:
    """Return the result as CSV: a line for each row and one for each of its seats; of ratings, a line a player."""
    if result["mode"] == "ratings":
        return _ratings_csv(result)
    rows = result["pairs" if result["mode"] == "pairs" else "table"]
    columns = [key for key in rows[0] if key != "seats"]
    columns.insert(columns.index("fair"), "seat")
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        head = {key: row[key] for key in ("player", "against", "fair") if key in row}
        writer.writerow({key: value for key, value in row.items() if key != "seats"} | {"seat": "all"})
        for seat in row["seats"]:
            writer.writerow(head | seat)
    return text.getvalue()


def _ratings_csv(result: Mapping[str, Any]) -> str:
    """Return a line for each player: its rating, and its share of seats ahead of each other player."""
    players = result["wins"]["players"]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*result["ratings"][0], *(f"ahead of {name}" for name in players)])
    for row, shares in zip(result["ratings"], result["wins"]["matrix"], strict=True):
        writer.writerow([*row.values(), *shares])
    return text.getvalue()
