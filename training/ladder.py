"""Rated games on the way: now and then the newest policy of a run meets earlier ones and the scripted players.

    rated/0000001000000/     policy.zip, policy.json (of other learners in members/NAME/) and games.npz: what was rated
                             after so many decisions, and the games played then
    ratings.jsonl            one line for each policy rated, with its rating over all games up to then
    ratings.json             ratings over all games, and who is ahead of whom (see `training.ratings.rate_games`); at
                             the end of the run also as ratings.md and ratings.png

A moment's folder is put in its place whole. The games depend on nothing but the seed of the run, the decisions and the
policies, so a run that is resumed rates as one that was never broken off.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from envs.core.game import Game
from training.compare_command import as_markdown
from training.config import TrainConfig
from training.files import reason, write_whole
from training.players import Player, policy_player, scripted_player
from training.plots import draw_ratings
from training.policy import LoadedPolicy, load_policy
from training.ratings import RatedGames, newest_lineups, rate_games
from training.run_folder import (
    RATED,
    RATINGS,
    RATINGS_ON_THE_WAY,
    RATINGS_PICTURE,
    RATINGS_TEXT,
    RunFolder,
)
from training.tables import play_lineups
from training.trainer import Trainer, member_names, place_of_member

GAMES_FILE = "games.npz"


def rated_name(member: str, decisions: int) -> str:
    """Return how a policy is called among the rated players."""
    return f"{member}@{decisions}"


class Ladder:
    """The rated games of a run.

    Args:
        folder: of the run.
        config: of the run.
        game, options: the game and its complete options.
        frozen: policies of other runs that are opponents, by name; they are rated too.
    """

    def __init__(
        self,
        folder: RunFolder,
        config: TrainConfig,
        game: Game,
        options: Mapping[str, Any],
        frozen: Mapping[str, LoadedPolicy],
    ) -> None:
        self.folder, self.config, self.game, self.options = folder, config, game, options
        names = game.bots if config.ratings.players is None else config.ratings.players
        self.others = [scripted_player(game, name) for name in names]
        self.others += [policy_player(policy, name) for name, policy in frozen.items()]
        self._loaded: dict[str, Player] = {}

    def is_due(self, before: int, after: int) -> bool:
        """Return whether a rating falls between these numbers of decisions."""
        every = self.config.ratings.every
        return every is not None and before // every < after // every

    def is_wanted(self, decisions: int) -> bool:
        """Return whether the end of a run, after so many decisions, has yet to be rated."""
        moments = self.moments()
        return self.config.ratings.every is not None and (not moments or int(moments[-1].name) < decisions)

    def moments(self) -> list[Path]:
        """Return the folders of what was rated, the oldest first."""
        return sorted(path for path in (self.folder.path / RATED).glob("[0-9]*") if path.is_dir())

    def rate(self, trainer: Trainer) -> list[dict[str, Any]]:
        """Rate the policies of the moment; return the lines added to `ratings.jsonl`."""
        home = self.folder.path / RATED
        home.mkdir(exist_ok=True)
        for leftover in home.glob(".*"):
            shutil.rmtree(leftover)
        place, beside = home / f"{trainer.decisions:013d}", home / ".partial"
        beside.mkdir()
        trainer.save_policies(beside)
        played = self._play(beside, trainer.decisions)
        np.savez(beside / GAMES_FILE, **played.to_arrays())  # type: ignore[arg-type]
        if place.exists():
            shutil.rmtree(place)
        os.replace(beside, place)
        rated = {row["player"]: row for row in self.write()["ratings"]}
        lines = []
        for member in member_names(self.config):
            name = rated_name(member, trainer.decisions)
            of_member = {"member": member} if self.config.league else {}
            row = {key: rated[name][key] for key in ("mu", "sigma", "rating", "low", "high", "games")}
            lines.append(
                {"decisions": trainer.decisions, "seconds": round(trainer.seconds, 3), **of_member, "player": name}
                | row
            )
        with open(self.folder.path / RATINGS_ON_THE_WAY, "a", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
        return lines

    def _play(self, beside: Path, decisions: int) -> RatedGames:
        """Return the games of each newest policy among some of the earlier ones and the others."""
        total: RatedGames | None = None
        for number, member in enumerate(member_names(self.config)):
            newest = policy_player(load_policy(place_of_member(beside, member, number)), rated_name(member, decisions))
            players = [newest, *self._earlier(), *self.others]
            names = [player.name for player in players]
            spawned = (decisions, zlib.crc32(member.encode()))
            draws, deals = np.random.SeedSequence(self.config.seed, spawn_key=spawned).spawn(2)
            lineups = newest_lineups(
                self.options["num_players"], len(players), 0, self.config.ratings.games, np.random.default_rng(draws)
            )
            games = play_lineups(self.game, self.options, players, lineups, deals, threads=self.config.tables.threads)
            of_member = RatedGames.of(names, games)
            if total is None:
                total = of_member
            else:
                total.extend(of_member)
        assert total is not None
        return total

    def _earlier(self) -> list[Player]:
        """Return up to `ratings.keep` of the policies rated before, evenly spread and with the latest among them."""
        known = [
            (rated_name(member, int(moment.name)), place_of_member(moment, member, number))
            for moment in self.moments()
            for number, member in enumerate(member_names(self.config))
        ]
        keep = min(self.config.ratings.keep, len(known))
        chosen = [known[i] for i in np.linspace(len(known) - 1, 0, keep).round().astype(int)]
        self._loaded = {
            name: self._loaded.get(name) or policy_player(load_policy(place), name) for name, place in chosen
        }
        return list(self._loaded.values())

    def games(self) -> RatedGames | None:
        """Return all rated games of the run; None if there are none. ValueError in one line for damaged files."""
        total: RatedGames | None = None
        for moment in self.moments():
            try:
                with np.load(moment / GAMES_FILE) as arrays:
                    played = RatedGames.from_arrays(dict(arrays))
            except Exception as error:  # archives and arrays have many kinds
                raise ValueError(f"{moment / GAMES_FILE}: cannot be used ({reason(error)})") from None
            if total is None:
                total = played
            else:
                total.extend(played)
        return total

    def write(self, metagame: bool = False) -> dict[str, Any]:
        """Rate all games, write `ratings.json` and return what it holds; `metagame`: see `rate_games`."""
        games = self.games()
        assert games is not None
        result = {
            "format": 1,
            "game": self.game.name,
            "title": self.game.title,
            "version": self.game.version,
            "options": dict(self.options),
            "mode": "ratings",
            "seed": self.config.seed,
            "games_each": len(games),
            "planned": len(games),
            "finished": len(games),
            "partial": False,
        } | rate_games(games, self.config.seed, metagame=metagame)
        write_whole(self.folder.path / RATINGS, json.dumps(result, indent=1) + "\n")
        return result

    def finish(self) -> None:
        """At the end of a run: write the ratings over all games, with Nash average and alpha-rank, also to be read."""
        if self.moments():
            result = self.write(metagame=True)
            write_whole(self.folder.path / RATINGS_TEXT, as_markdown(result))
            draw_ratings(result, self.folder.path / RATINGS_PICTURE)

    def cut(self, decisions: int) -> None:
        """Drop what was rated later than this: a run goes on from a checkpoint of so many decisions.

        Raises:
            ValueError: in one line, if what stays cannot be used.
        """
        later = [moment for moment in self.moments() if int(moment.name) > decisions]
        file = self.folder.path / RATINGS_ON_THE_WAY
        if file.is_file():
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
            kept = [line for line in lines if _decisions_of(line) <= decisions]
            if kept != lines:
                write_whole(file, "".join(kept))
        for moment in later:
            aside = moment.with_name(f".{moment.name}.old")
            os.replace(moment, aside)
            shutil.rmtree(aside)
        if self.config.ratings.every is not None:
            self.games()
            self._earlier()
        if later and self.moments():
            self.write()
        elif later:
            (self.folder.path / RATINGS).unlink(missing_ok=True)
        for name in (RATINGS_TEXT, RATINGS_PICTURE):  # of an end that is none any more
            (self.folder.path / name).unlink(missing_ok=True)


def _decisions_of(line: str) -> float:
    """Return the decisions that a line of `ratings.jsonl` names; infinity for one that was only half written."""
    try:
        return int(json.loads(line)["decisions"]) if line.endswith("\n") else np.inf
    except (ValueError, KeyError, TypeError):
        return np.inf
