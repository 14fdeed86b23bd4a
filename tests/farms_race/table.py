"""A table of Farms Race for tests: drawn in a few words, played by the texts of actions, read back.

A region is its name, its owner and what stands there: ``"0,-1 1:HHdB"`` are two healthy herds (H), a damaged one (d)
and a Barn (B; A for an Armory) of seat 1; ``N`` in place of the seat is the neutral herd; ``"1,0 :2"`` are two humans
face up, ``"1,0 :?2"`` two face down. Regions that are not named are empty. Cards are words: ``"2 wood 1 clay"``.

    table = draw("0,0 0:HHB", "1,0 1:Hd", hands=["2 wood", "", ""]).do("move to 1,0", "with a healthy herd from 0,0")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from envs.core.table import Table
from envs.core.view import plain
from envs.farms_race import GAME
from envs.farms_race.actions import region_name
from envs.farms_race.box import MUTATIONS, NEUTRAL, OUTCOMES, PROMISES, RESOURCES, SPIES
from envs.farms_race.rules.board import shown_vp
from envs.farms_race.state import Decision

QUIET = ["Photosynthetic", "Hoarding", "Telepathic", "Regenerating", "Prolific"]
"""Mutations of the seats unless a test says otherwise: such as rarely matter."""
ALL_GUNS = {"gun": 1}
"""A combat die with which every unit deals 1 damage."""


class Play(Table):
    """A table with shorthand for tests. Every decision checks the invariants of the state."""

    def play(self, action: int) -> None:
        super().play(action)
        GAME.check(self.state)

    # playing

    def can(self, start: str) -> bool:
        """Return whether a legal action has a text that begins so."""
        return any(text.startswith(start) for text in self.legal_texts().values())

    @property
    def choices(self) -> list[str]:
        """The texts of all legal actions, sorted."""
        return sorted(self.legal_texts().values())

    def do(self, *starts: str) -> Play:
        """Take decisions by the beginning of their texts, which must say which is meant; return self."""
        for start in starts:
            texts = self.legal_texts()
            found = [action for action, text in texts.items() if text == start]
            found = found or [action for action, text in texts.items() if text.startswith(start)]
            assert len(found) == 1, f"{start!r} fits {len(found)} of {sorted(texts.values())} ({self.asked})"
            self.play(found[0])
        return self

    def move(self, target: str, *herds: str) -> Play:
        """Declare a move to `target` with `herds` ("0,0 HHd": two healthy and a damaged one from there) and go."""
        self.do(f"move to {target}")
        for words in herds:
            place, units = words.split()
            for unit in units:
                self.do(f"with a {'healthy' if unit == 'H' else 'damaged'} herd from {place}")
        return self.do("go")

    def pass_until(self, asked: str, seat: int | None = None, most: int = 400) -> Play:
        """Let everybody pass (or do the first thing they can) until this is asked (of `seat`); return self."""
        for _ in range(most):
            if self.asked == asked and seat in (None, self.seat):
                return self
            self.play(0 if self.mask[0] else int(np.flatnonzero(self.mask)[0]))
        raise AssertionError(f"{asked} is not asked within {most} decisions")

    def end_turn(self, most: int = 400) -> Play:
        """Pass until it is somebody else's turn (or the next turn of the last one left), or the game is over."""
        before = (self.active, int(self.state["round"]))
        for _ in range(most):
            if self.over or (self.active, int(self.state["round"])) != before:
                return self
            self.play(0 if self.mask[0] else int(np.flatnonzero(self.mask)[0]))
        raise AssertionError(f"the turn does not end within {most} decisions")

    # reading

    @property
    def asked(self) -> str | None:
        """What the seat to act is asked, None when the game is over."""
        return None if self.over else Decision(int(self.state["decision"])).name

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return int(self.state["active"])

    def number(self, region: str) -> int:
        """The number of a region."""
        names = [region_name(self.state, i) for i in range(int(self.state["regions"]))]
        return names.index(region)

    def at(self, region: str) -> str:
        """What is in a region, as it is drawn: "1:HHdB", ":2", ":?2", "" for nothing."""
        s, i = self.state, self.number(region)
        if s["humans"][i]:
            return f":{'' if int(s['face_up']) >> i & 1 else '?'}{int(s['humans'][i])}"
        owner = int(s["owner"][i])
        if owner < 0:
            return ""
        herds = "H" * int(s["healthy"][i]) + "d" * int(s["damaged"][i])
        return f"{'N' if owner == NEUTRAL else owner}:{herds}{['', 'B', 'A'][int(s['building'][i])]}"

    def has(self, field: str, region: str) -> bool:
        """Whether a region is in one of the sets of the state ("turmoil", "attacked", "locked", ...)."""
        return bool(int(self.state[field]) >> self.number(region) & 1)

    def hand(self, seat: int) -> str:
        """The cards of a seat, as they are drawn."""
        row = self.state["hand"][seat].tolist()
        return " ".join(f"{n} {name}" for n, name in zip(row, RESOURCES, strict=True) if n)

    def known(self, seat: int, other: int) -> str:
        """The cards that `seat` knows `other` to have."""
        row = self.state["known"][seat, other].tolist()
        return " ".join(f"{n} {name}" for n, name in zip(row, RESOURCES, strict=True) if n)

    def spies(self, seat: int) -> dict[str, int]:
        """The unplayed spies of a seat."""
        return {name: n for name, n in zip(SPIES, self.state["spies"][seat].tolist(), strict=True) if n}

    @property
    def vp(self) -> list[int]:
        """The VP that each seat shows."""
        return [int(shown_vp_of(self.state, seat)) for seat in range(self.num_players)]

    def field(self, name: str, seat: int) -> int:
        """A number of a seat: "herds", "barns", "ready", "spent", "vp_tokens", ..."""
        return int(self.state[name][seat])

    @property
    def winners(self) -> list[int]:
        """The seats that have won."""
        return [seat for seat in range(self.num_players) if int(self.state["winners"]) >> seat & 1]

    def record(self, seat: int, promise: str) -> dict[str, int]:
        """What became of promises of a seat, where not 0: {"made": 1, "kept": 1}."""
        row = self.state["record"][seat, PROMISES.index(promise)].tolist()
        return {name: n for name, n in zip(OUTCOMES, row, strict=True) if n}

    def facts(self) -> dict[str, int]:
        """Everything on the table as numbers by name ("healthy 0,1", "hand wood 2", "ready 0", ...), sets by member."""
        t, seats = plain(self.state), range(self.num_players)
        named: dict[str, int] = {}
        for region in range(t.regions):
            name = region_name(self.state, region)
            for key in ("owner", "healthy", "damaged", "building", "humans", "vp_on"):
                named[f"{key} {name}"] = getattr(t, key)[region]
            for key in ("turmoil", "face_up", "locked", "shared", "attacked"):
                named[f"{key} {name}"] = getattr(t, key) >> region & 1
        for seat in seats:
            named |= {f"hand {name} {seat}": t.hand[seat][kind] for kind, name in enumerate(RESOURCES)}
            named |= {f"{name} {seat}": t.spies[seat][card] for card, name in enumerate(SPIES)}
            for key in ("herds", "barns", "armories", "vp_tokens", "moles", "ready", "spent", "mutation", "out_at"):
                named[f"{key} {seat}"] = getattr(t, key)[seat]
        named |= {key: getattr(t, key) for key in ("nukiest", "deck_size", "links", "fight", "active", "round")}
        return named

    def changes(self, before: Mapping[str, int]) -> dict[str, int]:
        """By how much the facts differ from earlier ones, where they do: {"hand wood 0": -1, "ready 0": 1}."""
        return {name: n - before[name] for name, n in self.facts().items() if n != before[name]}

    def effect(self, *starts: str) -> dict[str, int]:
        """Take decisions like `do`; return by how much they changed the facts."""
        before = self.facts()
        return self.do(*starts).changes(before)


def shown_vp_of(state: Any, seat: int) -> int:
    """Return the VP that a seat shows (the rule itself, run as plain Python)."""
    function = getattr(shown_vp, "py_func", shown_vp)
    return function(plain_record(state), seat)


def plain_record(state: Any) -> Any:
    """Return a state whose fields can be read as attributes in every mode."""
    return np.array([state]).view(np.recarray)[0]


def read_region(words: str) -> tuple[str, dict[str, Any]]:
    """Return (name, what a position says) of a region drawn in words."""
    name, what = words.split(" ", 1)
    owner, units = what.split(":", 1)
    if not owner:
        return name, {"humans": int(units.lstrip("?")), "face_up": not units.startswith("?")}
    entry: dict[str, Any] = {"owner": "neutral" if owner == "N" else int(owner)}
    for key, letter in (("healthy", "H"), ("damaged", "d")):
        if letter in units:
            entry[key] = units.count(letter)
    for building, letter in (("barn", "B"), ("armory", "A")):
        if letter in units:
            entry["building"] = building
    return name, entry


def read_cards(words: str) -> dict[str, int]:
    """Return cards drawn in words as a position has them."""
    parts = words.split()
    return {name: int(number) for number, name in zip(parts[::2], parts[1::2], strict=True)}


def draw(
    *regions: str,
    players: int = 3,
    active: int = 0,
    hands: Sequence[str] = (),
    spies: Mapping[int, Sequence[str]] | None = None,
    mutations: Mapping[int, str] | None = None,
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    region: Mapping[str, Mapping[str, Any]] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    **more: Any,
) -> Play:
    """Return a table with these regions, by default at the start of the Action phase of `active`.

    Args:
        regions: what is in them, see above. A seat that has none gets a herd in the last free starting region.
        hands: the cards of each seat.
        spies: for some seats the names of their unplayed spies.
        mutations: for some seats their mutation; the others have quiet ones.
        seats: for some seats other keys of the position ("ready", "vp_tokens", ...).
        region: for some regions other keys of the position ("turmoil", "stood", "spent_healthy", ...).
        options: of the game; `talk` is 0 and `trading` off here by default, so that no window opens, and all mutations
            are in play.
        more: other keys of the position.
    """
    given = {"num_players": players, "talk": 0, "trading": False, "mutations": "all", **(options or {})}
    table = Play(GAME, given)
    rows: list[dict[str, Any]] = []
    named = dict(mutations or {})
    left = [name for name in (*QUIET, *MUTATIONS) if name not in named.values()]
    for seat in range(players):
        row: dict[str, Any] = {"mutation": named.get(seat) or left.pop(0)}
        if seat < len(hands) and hands[seat]:
            row["hand"] = read_cards(hands[seat])
        if spies and spies.get(seat):
            row["spies"] = {name: list(spies[seat]).count(name) for name in spies[seat]}
        rows.append({**row, **(seats or {}).get(seat, {})})
    laid = dict(read_region(words) for words in regions)
    free = starts_of(table)
    for seat in range(players):
        if not any(entry.get("owner") == seat for entry in laid.values()) and "out" not in rows[seat]:
            name = next(name for name in reversed(free) if name not in laid)
            laid[name] = {"owner": seat, "healthy": 1}
    for name, keys in (region or {}).items():
        laid[name] = {**laid.get(name, {}), **keys}
    position = {"active": active, "regions": laid, "players": rows, **more}
    if players == 2:
        position.setdefault("elsewhere", "empty")
    table.start(seed, position)
    GAME.check(table.state)
    return table


def starts_of(table: Table) -> list[str]:
    """Return the names of the starting regions of a table's map."""
    table.start(0)
    s = table.state
    return [region_name(s, i) for i in range(int(s["regions"])) if int(s["starts"]) >> i & 1]


def until(make: Callable[[int], Play], wanted: Callable[[Play], bool], most: int = 500) -> Play:
    """Return the first table that `make` makes from a seed for which `wanted` holds: for what the dice decide."""
    for seed in range(most):
        table = make(seed)
        if wanted(table):
            return table
    raise AssertionError(f"none of {most} seeds brings what is wanted")
