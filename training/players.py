"""Who sits at a table: scripted players, trained policies, and players that users write themselves.

A player is named by a string:

* a scripted player of the game: ``random``, ``lander_rush``, ...
* a trained policy: the path of a ``policy.zip`` or of a run folder;
* a player of your own: ``module:attribute``, see ``docs/own_player.md``.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from envs.core.bots import player_maker
from envs.core.game import Game
from envs.core.options import nearest
from training.files import printable, reason

SCRIPTED, POLICY, OWN = "scripted", "policy", "own"
POLICY_FILE = "policy.zip"
MAY_DIFFER = ("reward", "max_turns")
"""Options that a policy may have been trained with otherwise: neither changes what it sees or what its moves mean."""

_OWN_SPEC = re.compile(r"[^:]+:[A-Za-z_][\w.]*")  # unlike the path C:\runs\policy.zip


@dataclass(frozen=True, eq=False)
class Player:
    """Somebody who can take seats.

    Attributes:
        name: how tables and files call it; differs among the players of a comparison.
        kind: "scripted", "policy" or "own".
        source: the string it was found by.
        number: number of the scripted player; -1 for the others.
        policy: for a policy: has ``act_batch(features, masks, generator, deterministic)``.
        deterministic: for a policy: take its most likely move instead of drawing one.
        make: for an own player: returns the object that decides, a new one at each call if it was named by a class.
        facts: what else identifies it, for the files.
    """

    name: str
    kind: str
    source: str
    number: int = -1
    policy: Any = None
    deterministic: bool = False
    make: Callable[[], Any] | None = None
    facts: Mapping[str, Any] | None = None

    def describe(self) -> dict[str, Any]:
        """Return what is written about the player to files."""
        result: dict[str, Any] = {"name": self.name, "kind": self.kind, "source": self.source}
        if self.kind == POLICY:
            result["deterministic"] = self.deterministic
        return result | dict(self.facts or {})


def policy_player(policy: Any, name: str = POLICY, *, deterministic: bool = False) -> Player:
    """Return a player that plays as `policy`, an object with ``act_batch`` (see `training.policy`)."""
    return Player(name, POLICY, name, policy=policy, deterministic=deterministic)


def ask_policy(
    policy: Any,
    states: np.ndarray,
    features: np.ndarray,
    masks: np.ndarray,
    rows: np.ndarray,
    generator: np.random.Generator,
    deterministic: bool = False,
) -> np.ndarray:
    """Return the actions of a policy, int64 (n,), at n tables: by `act_at` if it looks ahead, else by `act_batch`.

    Args: as `training.policy.LoadedPolicy.act_at`.
    """
    if getattr(policy, "needs_table", False):
        return policy.act_at(states, features, masks, rows, generator, deterministic)
    return policy.act_batch(features[rows], masks[rows], generator, deterministic)


def scripted_player(game: Game, name: str) -> Player:
    """Return the scripted player `name` of `game`; raise ValueError naming the nearest."""
    number = game.bot_number(name)
    return Player(name, SCRIPTED, name, number=number, facts={"text": game.bot_texts[number]})


def find_players(
    specs: Sequence[str | Mapping[str, Any]],
    game: Game,
    options: Mapping[str, Any],
    *,
    deterministic: bool = False,
    other_options: bool = False,
) -> list[Player]:
    """Return the players named by `specs`, with names that differ.

    Args:
        specs: strings (see the module), or mappings with the keys `player` (such a string), `name`, `deterministic`.
        game: the game.
        options: its complete options, which policies must have been trained with (but for `MAY_DIFFER`).
        deterministic: policies take their most likely move, where a mapping does not say otherwise.
        other_options: accept policies that were trained with other options, as long as arrays have the same sizes.

    Raises:
        ValueError: in one line: no such player; a policy of another game, version or other options; a module or
            attribute that is not there.
    """
    players: list[Player] = []
    for spec in specs:
        given: Mapping[str, Any] = {"player": spec} if isinstance(spec, str) else spec
        entry = {key: value for key, value in given.items() if value is not None}
        player = find_player(entry["player"], game, options, other_options=other_options)
        if player.kind == POLICY:
            player = replace(player, deterministic=entry.get("deterministic", deterministic))
        name = entry.get("name", player.name)
        taken = {other.name for other in players}
        if name in taken and "name" in entry:
            raise ValueError(f"players: two are named {name!r}; their names must differ")
        numbered = (f"{name} #{number}" for number in range(2, len(players) + 3))
        players.append(replace(player, name=next(n for n in numbered if n not in taken) if name in taken else name))
    return players


def find_player(spec: str, game: Game, options: Mapping[str, Any], *, other_options: bool = False) -> Player:
    """Return the player named by the string `spec`; see `find_players`."""
    if spec in game.bots:
        return scripted_player(game, spec)
    if _OWN_SPEC.fullmatch(spec):
        return _load_own_player(spec)
    if spec.endswith(".zip") or "/" in spec or "\\" in spec or _is_folder(spec):
        return _load_policy_player(spec, game, options, other_options)
    raise ValueError(
        f"no player {printable(spec)!r}{nearest(spec, game.bots)} "
        f"(scripted players of {game.name}: {', '.join(game.bots)}; "
        f"or the path of a {POLICY_FILE} or run folder, or module:attribute)"
    )


def _is_folder(spec: str) -> bool:
    try:
        return Path(spec).is_dir()
    except (OSError, ValueError):  # no name that a folder can have
        return False


# ------------------------------------------------------------------------------------------------------------ policies


def policy_of_run(spec: str, game: Game, options: Mapping[str, Any]) -> Any:
    """Return the policy at the path `spec`, see `find_players`; raise ValueError in one line."""
    return _load_policy_player(spec, game, options, False).policy


def _load_policy_player(spec: str, game: Game, options: Mapping[str, Any], other_options: bool) -> Player:
    from training.policy import find_policy, load_policy  # brings in torch, which takes seconds

    try:
        file = find_policy(spec)
        policy = load_policy(file)
    except OSError as error:
        raise ValueError(f"player {printable(spec)!r}: cannot be read ({reason(error)})") from None
    except ValueError as error:
        raise ValueError(f"player {printable(spec)!r}: {error}") from None
    _check_policy(policy, spec, game, options, other_options)
    facts = {"version": policy.version, "options": dict(policy.options), "sha256": _digest(file)}
    return Player(_short_path(file), POLICY, spec, policy=policy, facts=facts)


def _check_policy(policy: Any, spec: str, game: Game, options: Mapping[str, Any], other_options: bool) -> None:
    """Raise ValueError if the policy was trained for something else than `game` with `options`."""
    if policy.game != game.name:
        raise ValueError(f"player {spec!r}: a policy of game {policy.game!r}, allowed here is {game.name!r}")
    if policy.version != game.version:
        raise ValueError(
            f"player {spec!r}: trained under version {policy.version} of the rules, allowed is {game.version} "
            f"(train it again, or use the release that it was trained with)"
        )
    trained = game.options.complete(policy.options)
    for name, value in options.items():
        if name in MAY_DIFFER or trained[name] == value or (other_options and name != "num_players"):
            continue
        hint = "" if name == "num_players" else " (or other_options: true, to compare all the same)"
        raise ValueError(f"player {spec!r}: trained with {name}={trained[name]!r}, allowed here is {value!r}{hint}")


def _short_path(file: Path) -> str:
    """Return a short name for a policy's file: its run folder, then the checkpoint or the file if not the usual one."""
    parts = [part for part in file.resolve().with_suffix("").parts if part != "checkpoints"]
    if file.name == POLICY_FILE:
        parts.pop()
    in_run = 2 if file.name != POLICY_FILE or file.resolve().parent.parent.name == "checkpoints" else 1
    return "/".join(parts[-in_run:])


def _digest(path: str | Path | None) -> str | None:
    """Return the start of the SHA-256 of a file, which tells versions of it apart; None where it cannot be read."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16] if path and Path(path).is_file() else None
    except (OSError, ValueError, TypeError):
        return None


# --------------------------------------------------------------------------------------------------------- own players


def _load_own_player(spec: str) -> Player:
    if "/" in spec or "\\" in spec or ".py:" in spec:
        meant = re.sub(r"[/\\]", ".", spec).replace(".py:", ":").lstrip(".")
        raise ValueError(
            f"player {spec!r}: allowed is module:attribute, not the path of a file; did you mean {meant!r}?"
        )
    make = player_maker(spec)
    module = sys.modules.get(spec.partition(":")[0])
    try:
        file = getattr(module, "__file__", None)
    except Exception:  # a module may have a __getattr__ of its own
        file = None
    return Player(spec, OWN, spec, make=make, facts={"sha256": _digest(file)})
