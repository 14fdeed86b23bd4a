"""What a report reads: the folder of a run, checked, with everything optional left out where it is not there (yet)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

import envs
from envs.core.game import Game
from training.config import MOST_COUNTED, Schema, check_config, parse_yaml, short
from training.files import printable, read_json, read_text, reason
from training.policy import MEMBERS, POLICY_FILE
from training.pool import LEAGUE_NAME, LEARNER_NAME, NEWEST_OF, SNAPSHOT_NAME, SNAPSHOTS_OF
from training.run_folder import (
    CHECKPOINTS,
    CONFIG,
    EVALUATION,
    METRICS,
    OPPONENTS,
    RATINGS,
    RATINGS_ON_THE_WAY,
    VERSIONS,
)

NOT_COMPARED = ("seed", "run_folder")  # keys in which the runs of a group may differ
MOST_NUMBER = 1e30  # beyond that no metric makes sense, and pictures cannot be drawn
Row = Mapping[str, Any]


# ---------------------------------------------------------------------------------------------------- what files say


class Found(BaseModel):
    """A part of a file. Keys that a report does not show may be there."""

    model_config = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False)


class SeatRate(Found):
    """A win rate of one seat, as `training.tables.rate` gives it."""

    seat: int = Field(ge=0)
    games: int = Field(ge=1)
    win_rate: float = Field(ge=0, le=1)
    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)


class Evaluated(Found):
    """A row of `evaluation.json`, as `training.tables.evaluate` gives it."""

    against: str
    fair: float = Field(ge=0, le=1)
    games: int = Field(ge=1)
    win_rate: float = Field(ge=0, le=1)
    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)
    draws: int = Field(ge=0)
    truncated: int = Field(ge=0)
    mean_return: float
    mean_length: float = Field(ge=0)
    seats: list[SeatRate] = Field(min_length=1)

    @model_validator(mode="after")
    def _consistent(self) -> Evaluated:
        if max(self.draws, self.truncated) > self.games:
            raise ValueError(f"got more draws or truncated games than games ({self.games})")
        return self


class EvaluationFile(Found):
    """`evaluation.json`: of the first learner, and of the others by name."""

    results: list[Evaluated]
    members: dict[str, list[Evaluated]] = {}


class Rated(Found):
    """A row of the table in `ratings.json`, see `training.ratings`."""

    player: str
    mu: float
    sigma: float
    rating: float
    low: float | None
    high: float | None
    games: int = Field(ge=0)
    win_rate: float | None = None
    nash: float | None = None
    alpha_rank: float | None = None


class Wins(Found):
    """The win matrix in `ratings.json`."""

    players: list[str]
    matrix: list[list[float | None]]
    games: list[list[int]]

    @model_validator(mode="after")
    def _consistent(self) -> Wins:
        size = len(self.players)
        for name, rows in (("matrix", self.matrix), ("games", self.games)):
            if len(rows) != size or any(len(row) != size for row in rows):
                raise ValueError(f"{name}: got other sizes, allowed are {size} rows of {size}, as many as players")
        if any(value is not None and not 0 <= value <= 1 for row in self.matrix for value in row):
            raise ValueError("matrix: got a value outside 0..1")
        if any(number < 0 for row in self.games for number in row):
            raise ValueError("games: got a number below 0")
        return self


class RatingsFile(Found):
    """`ratings.json`."""

    ratings: list[Rated]
    wins: Wins | None = None
    notes: list[str] = []


class RatingLine(Found):
    """A line of `ratings.jsonl`."""

    decisions: int = Field(ge=0, le=MOST_COUNTED)
    seconds: float = Field(ge=0)
    member: str | None = None
    player: str
    rating: float
    low: float | None = None
    high: float | None = None


# ------------------------------------------------------------------------------------------------------------ one run


@dataclass
class Run:
    """One run, as far as it has come.

    Attributes:
        path: its folder.
        name: how the page calls it; differs among the runs of a page.
        config: as written in the folder.
        game, options: what it plays, options complete.
        versions: of packages and rules; empty if not there.
        members: names of the learners; [""] for a run of one.
        metrics, rating_lines, evaluation: by member; without those that have none.
        ratings: what came out of all rated games, or None.
        policies: file of the final policy, or of the newest checkpoint, by member; without those that have none.
    """

    path: Path
    name: str
    config: dict[str, Any]
    game: Game
    options: dict[str, Any]
    versions: dict[str, Any] = field(default_factory=dict)
    members: list[str] = field(default_factory=lambda: [""])
    metrics: dict[str, list[Row]] = field(default_factory=dict)
    rating_lines: dict[str, list[RatingLine]] = field(default_factory=dict)
    evaluation: dict[str, list[Evaluated]] = field(default_factory=dict)
    ratings: RatingsFile | None = None
    policies: dict[str, Path] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        """Whether it has its final policy."""
        return (self.path / POLICY_FILE).is_file()

    def opponents(self, member: str) -> dict[str, Path | None]:
        """Return whom a learner was trained against, but for itself: by name, the file of a policy or None if scripted.

        Those whose policy is not there are left out.
        """
        found: dict[str, Path | None] = {}
        frozen = self._frozen()
        for name in self._named(member):
            other = name.removeprefix(SNAPSHOTS_OF).removeprefix(NEWEST_OF)
            if name in self.game.bots:
                found[name] = None
            elif name == LEAGUE_NAME:
                found |= {one: file for one, file in self.policies.items() if one != member}
            elif other in self.policies and other != member:
                found[other] = self.policies[other]
            elif name in frozen and (file := self.path / OPPONENTS / str(frozen.index(name)) / POLICY_FILE).is_file():
                found[name] = file
        return found

    def _named(self, member: str) -> list[str]:
        """Return the opponents of a learner as its config names them: its own, or those of the run."""
        entries = [entry for entry in self.config.get("league") or [] if isinstance(entry, dict)]
        own = next((entry.get("opponents") for entry in entries if entry.get("name") == member), None)
        given = own or self.config.get("opponents")
        names = [entry.get("player") for entry in given if isinstance(entry, dict)] if isinstance(given, list) else []
        return [name for name in names if isinstance(name, str)]

    def _frozen(self) -> list[str]:
        """Return the opponents that are policies of other runs, in the order in which their copies are numbered."""
        known = (LEARNER_NAME, SNAPSHOT_NAME, LEAGUE_NAME, *self.game.bots)
        names = dict.fromkeys(name for member in self.members for name in self._named(member))
        return [name for name in names if name not in known and not name.startswith((SNAPSHOTS_OF, NEWEST_OF))]

    def last(self, name: str) -> float:
        """Return the highest value of a metric that only grows; 0 if there is none."""
        return max((row.get(name, 0) for rows in self.metrics.values() for row in rows), default=0)


def read_runs(places: Sequence[str]) -> list[Run]:
    """Return the runs in these folders.

    Raises:
        ValueError: in one line: no run there, damaged files, other versions of the rules, runs of different games.
    """
    paths = [Path(place) for place in places]
    names = short_names(paths)
    runs = [read_run(path, name) for path, name in zip(paths, names, strict=True)]
    for run in runs[1:]:
        if run.game.name != runs[0].game.name:
            raise ValueError(
                f"{printable(str(run.path))}: is of game {run.game.name}, {printable(str(runs[0].path))} of "
                f"{runs[0].game.name}; allowed in one report is one game"
            )
    return runs


def short_names(paths: Sequence[Path]) -> list[str]:
    """Return the last parts of paths, as many of them as make the names differ; raise ValueError if two are one."""
    whole = []
    for path in paths:
        try:
            whole.append(path.resolve())
        except (OSError, ValueError, RuntimeError) as error:
            raise ValueError(f"{printable(str(path))}: cannot be read ({reason(error)})") from None
        if whole[-1] in whole[:-1]:
            raise ValueError(f"{printable(str(path))}: is given twice")
    longest = max(len(path.parts) for path in whole)
    for parts in range(1, longest + 1):
        names = ["/".join(path.parts[-parts:]) for path in whole]
        if len(set(names)) == len(names):
            break
    return [printable(name) for name in names]


def read_run(path: Path, name: str) -> Run:
    """Return the run in the folder `path`; raise ValueError in one line."""
    shown = printable(str(path))
    try:
        if not path.is_dir():
            raise ValueError(f"{shown}: there is no such folder; allowed is the folder of a run")
        missing = [file for file in (CONFIG, METRICS) if not (path / file).is_file()]
    except OSError as error:
        raise ValueError(f"{shown}: cannot be read ({reason(error)})") from None
    if missing:
        raise ValueError(
            f"{shown}: is no run folder, {' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        )
    config = _read_config(path / CONFIG)
    game, options = _game_of(config, printable(str(path / CONFIG)))
    run = Run(path, name, config, game, options)
    if (path / VERSIONS).is_file():
        run.versions = read_json(path / VERSIONS)
        _check_version(run, printable(str(path / VERSIONS)))
    rows = list(_metrics(path / METRICS))
    run.members = list(dict.fromkeys([*_league(config), *(row.get("member", "") for row in rows)])) or [""]
    run.metrics = {member: [row for row in rows if row.get("member", "") == member] for member in run.members}
    if (path / RATINGS_ON_THE_WAY).is_file():
        lines = [_checked(data, RatingLine, where) for data, where in _json_lines(path / RATINGS_ON_THE_WAY)]
        run.rating_lines = {member: [line for line in lines if (line.member or "") == member] for member in run.members}
    if (path / RATINGS).is_file():
        run.ratings = _checked(read_json(path / RATINGS), RatingsFile, printable(str(path / RATINGS)))
    if (path / EVALUATION).is_file():
        found = _checked(read_json(path / EVALUATION), EvaluationFile, printable(str(path / EVALUATION)))
        evaluations = {run.members[0]: found.results, **found.members}
        run.evaluation = {member: evaluations[member] for member in run.members if evaluations.get(member)}
    files = {member: _policy_of(run, member) for member in run.members}
    run.policies = {member: file for member, file in files.items() if file}
    return run


def _league(config: Mapping[str, Any]) -> list[str]:
    """Return the names of the learners in a config, none for a run of one."""
    entries = config.get("league")
    names = [entry.get("name") for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    return [name for name in names if isinstance(name, str) and _is_member(name)]


def _is_member(name: str) -> bool:
    """Return whether a learner can be called so: its files are in a folder of that name."""
    return name.isprintable() and Path(name).name == name


def _policy_of(run: Run, member: str) -> Path | None:
    """Return the file of the final policy of a learner, or of its newest one among the checkpoints."""
    checkpoints = sorted((run.path / CHECKPOINTS).glob("[0-9]*"), reverse=True)
    inside = () if member == run.members[0] else (MEMBERS, member)
    files = [place.joinpath(*inside, POLICY_FILE) for place in (run.path, *checkpoints)]
    return next((file for file in files if file.is_file()), None)


def _read_config(path: Path) -> dict[str, Any]:
    """Return the keys of a config. They are not checked by today's schema: a report shows old runs as they were."""
    where = printable(str(path))
    config = parse_yaml(read_text(path), where)
    if not isinstance(config, dict):
        raise ValueError(f"{where}: got {short(config)}, allowed are keys with values")
    return config


def _game_of(config: Mapping[str, Any], where: str) -> tuple[Game, dict[str, Any]]:
    name, options = config.get("game"), config.get("options", {})
    if not isinstance(name, str):
        raise ValueError(f"{where}: game: got {short(name)}, allowed are {', '.join(envs.GAMES)}")
    if not isinstance(options, dict):
        raise ValueError(f"{where}: options: got {short(options)}, allowed are keys with values")
    try:
        game = envs.get_game(name)
    except ValueError as error:
        raise ValueError(f"{where}: game: {error}") from None
    try:
        return game, game.options.complete(options)
    except ValueError as error:
        raise ValueError(f"{where}: options: {error}") from None


def _check_version(run: Run, where: str) -> None:
    if (got := run.versions.get("rules")) != run.game.version:
        raise ValueError(
            f"{where}: the run is of version {short(got)} of the rules of {run.game.name}, allowed is "
            f"{run.game.version!r} (train it again, or use the release that it was trained with)"
        )


def _checked(data: Mapping[str, Any], schema: type[Schema], where: str) -> Schema:
    """Return `data` by `schema`; raise ValueError with the first problem only, so that it is one line."""
    try:
        return check_config(data, schema, where)
    except ValueError as error:
        raise ValueError(str(error).splitlines()[0]) from None


def _json_lines(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield (keys and values, place for messages) for each line of a file; raise ValueError at a damaged one."""
    *lines, _ = read_text(path).split("\n")  # the last one is empty, or still being written
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{printable(str(path))}, line {number}"
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{where}: not valid JSON ({reason(error)})") from None
        if not isinstance(data, dict):
            raise ValueError(f"{where}: got {short(data)}, allowed are keys with values")
        yield data, where


def _metrics(path: Path) -> Iterator[Row]:
    """Yield the rows of metrics: whole `decisions`, `seconds`, other numbers, and the word `member` if there is one.

    Numbers that are not finite (or beyond all reason) are left out, as if there were none.
    """
    for data, where in _json_lines(path):
        row: dict[str, Any] = {}
        for name, value in data.items():
            if name == "member":
                if not isinstance(value, str) or not _is_member(value):
                    raise ValueError(f"{where}: member: got {short(value)}, allowed is a name")
                row[name] = value
            elif isinstance(value, bool) or not isinstance(value, (int, float, type(None))):
                raise ValueError(f"{where}: {printable(name)}: got {short(value)}, allowed is a number")
            elif value is not None and abs(value) <= MOST_NUMBER:
                row[printable(name)] = value
        for name in ("decisions", "seconds"):
            if row.get(name, -1) < 0 or (name == "decisions" and not isinstance(row[name], int)):
                raise ValueError(f"{where}: {name}: got {short(data.get(name))}, allowed is a number from 0")
        yield row


# ------------------------------------------------------------------------------------------------------- many runs


@dataclass
class Group:
    """Runs that differ in nothing but their seed.

    Attributes:
        label: how the page calls it.
        runs: at least one.
    """

    label: str
    runs: list[Run]

    @property
    def members(self) -> list[str]:
        """The learners of its runs."""
        return list(dict.fromkeys(member for run in self.runs for member in run.members))


def flat(config: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Return the values of a config as YAML in one line, by keys with dots; lists are one value."""
    result: dict[str, str] = {}
    for key, value in config.items():
        if isinstance(value, Mapping) and value:
            result |= flat(value, f"{prefix}{key}.")
        else:
            text = yaml.safe_dump(value, default_flow_style=True, width=10**9, allow_unicode=True)
            result[f"{prefix}{key}"] = " ".join(text.removesuffix("\n...\n").split())
    return result


def groups_of(runs: Sequence[Run]) -> list[Group]:
    """Return the runs in groups whose configs differ in nothing but their seed, in the order of the runs."""
    found: dict[str, list[Run]] = {}
    for run in runs:
        key = json.dumps({k: v for k, v in flat(run.config).items() if k not in NOT_COMPARED}, sort_keys=True)
        found.setdefault(key, []).append(run)
    labels: list[str] = []
    for members in found.values():
        label = members[0].name if len(members) == 1 else f"{_common(members)} ({len(members)} seeds)"
        labels.append(label if label not in labels else f"{members[0].name} and others ({len(members)} seeds)")
    return [Group(label, members) for label, members in zip(labels, found.values(), strict=True)]


def _common(runs: Sequence[Run]) -> str:
    """Return what the names of runs begin with, without a rest such as "-seed-"; the first name if that is nothing."""
    first, last = min(run.name for run in runs), max(run.name for run in runs)
    begins = next((first[:i] for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), first)
    begins = begins.rstrip("0123456789-_=,./ ").removesuffix("seed").rstrip("-_=,./ ")
    return begins or runs[0].name


def differences(runs: Sequence[Run]) -> list[tuple[str, list[str]]]:
    """Return the keys whose values differ between the runs, each with the value of every run."""
    values = [flat(run.config) for run in runs]
    keys = dict.fromkeys(key for one in values for key in one)
    rows = [(key, [one.get(key, "-") for one in values]) for key in keys if key != "run_folder"]
    return [(key, row) for key, row in rows if len(set(row)) > 1]
