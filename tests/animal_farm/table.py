"""A table of 1984: Animal Farm for tests: drawn in a few words, played by the texts of actions, read back.

Agents are words by region, a digit a seat: ``"India 312"`` are three agents of seat 0 there, one of seat 1 and two of
seat 2; regions that are not named hold none. Tokens are letters: ``"cc d - l"`` are two Cats of seat 0, a Donkey of
seat 1, nothing of seat 2 and a Lion of seat 3.

    table = draw("India 312", phase="alliances", region="India", owned="l - -").do("play Peace", "propose an alliance")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from envs.animal_farm import GAME
from envs.animal_farm.box import CARD_NAMES, INFLUENCES, OUTCOMES, PROMISES, REGIONS, ZONES
from envs.animal_farm.state import Decision
from envs.core.table import Table
from envs.core.view import plain

LETTERS = "cdekl"
QUIET = ["Particular Needs", "Orthodoxy is unconsciousness", "War is peace", "Truth", "Peace"]
"""Basic actions laid out unless a test says otherwise; no advanced ones."""


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

    def pass_until(self, asked: str, seat: int | None = None, most: int = 400) -> Play:
        """Let everybody pass (or do the first thing they can) until this is asked (of `seat`); return self."""
        for _ in range(most):
            if self.asked == asked and seat in (None, self.seat):
                return self
            self.play(0 if self.mask[0] else int(np.flatnonzero(self.mask)[0]))
        raise AssertionError(f"{asked} is not asked within {most} decisions")

    def at_random(self, seed: int) -> Play:
        """Take one random decision."""
        self.play(int(np.random.default_rng(seed).choice(np.flatnonzero(self.mask))))
        return self

    def propose(self, allies: str, *shares: int, payment: Sequence[str] = ()) -> Play:
        """Propose an alliance with `allies` ("seat 1", "seats 1 and 2"); return self.

        Args:
            allies: the other members.
            shares: of the members from the proposer on in seat order, as many as are asked for.
            payment: the texts that make the side payment, ("seat 0 pays", "pay a Cat in New"); none by default.
        """
        self.do(f"propose an alliance with {allies}")
        for share in shares:
            assert self.asked == "SHARE", f"share {share} is not asked for, but {self.asked}"
            self.do(f"seat {int(self.state['asked_seat'])} takes {share}")
        if payment:
            return self.do(*payment)
        return self.do("no side payment") if self.asked == "PAYER" else self

    def agree(self) -> Play:
        """Let all members who are asked agree to the deal; return self."""
        while self.asked == "ANSWER":
            self.do("agree")
        return self

    def passing(self, asked: str) -> list[int]:
        """Let everybody pass as long as this is asked; return who was, in order."""
        seats = []
        while self.asked == asked:
            seats.append(self.seat)
            self.play(0)
        return seats

    # reading

    @property
    def asked(self) -> str | None:
        """What the seat to act is asked, None when the game is over."""
        return None if self.over else Decision(int(self.state["decision"])).name

    @property
    def vp(self) -> list[int]:
        """The VP by seat."""
        return self.state["vp"][: self.num_players].tolist()

    @property
    def strength(self) -> list[int]:
        """The strengths in the region being resolved."""
        return self.state["strength"][: self.num_players].tolist()

    @property
    def winning(self) -> list[list[int]]:
        """The alliances that would win the region being resolved, as lists of seats."""
        sets = [bits for bits in range(1, 1 << self.num_players) if int(self.state["winning"]) >> bits & 1]
        return [[seat for seat in range(self.num_players) if bits >> seat & 1] for bits in sets]

    @property
    def region(self) -> str | None:
        """The region being resolved."""
        region = int(self.state["region"])
        return REGIONS[region] if region >= 0 else None

    def tokens(self, zone: str) -> str:
        """The tokens of all seats in an area, as they are drawn."""
        rows = self.state["tokens"][: self.num_players, ZONES.index(zone)].tolist()
        return " ".join("".join(c * n for c, n in zip(LETTERS, row, strict=True)) or "-" for row in rows)

    @property
    def new(self) -> str:
        return self.tokens("New")

    @property
    def owned(self) -> str:
        return self.tokens("Owned")

    @property
    def airdrop(self) -> str:
        return self.tokens("Airdrop")

    def stock(self, kind: str) -> int:
        """The tokens of a kind that lie in their region."""
        return int(self.state["stock"][INFLUENCES.index(kind)])

    def agents(self, region: str) -> str:
        """The agents in a region, a digit a seat."""
        column = self.state["agents"][: self.num_players, REGIONS.index(region)]
        return "".join(str(n) for n in column.tolist())

    def record(self, seat: int, promise: str) -> dict[str, int]:
        """What became of promises of a seat, where not 0: {"made": 1, "kept": 1}."""
        row = self.state["record"][seat, PROMISES.index(promise)].tolist()
        return {name: n for name, n in zip(OUTCOMES, row, strict=True) if n}

    def snapshot(self) -> dict[str, Any]:
        """Everything that actions can change, by name; the counters of the moment left out."""
        t = plain(self.state)
        names = (
            *("vp", "agents", "reserve", "stock", "tokens", "strength", "separated", "orthodoxy", "harvest", "fair"),
            *("nothing", "fewer", "closed", "embargo", "safe", "bought", "share", "winning"),
        )
        return {name: getattr(t, name) for name in names}

    def facts(self) -> dict[str, int]:
        """Everything that actions and moods can change, as numbers by name; sets by member, 1 for being in it.

        Names like "Owned Lion 0", "stock Lion", "India 0" (agents), "vp 0", "used Lion 0", "separated 0 1". Who would
        win the region is left out: it follows from the rest, and `GAME.check` counts it a second time.
        """
        t = plain(self.state)
        seats = range(self.num_players)
        named = {f"stock {name}": t.stock[kind] for kind, name in enumerate(INFLUENCES)}
        for key in ("vp", "reserve", "supply", "strength", "fewer", "share", "took", "collected"):
            named |= {f"{key} {seat}": getattr(t, key)[seat] for seat in seats}
        for key in ("harvest", "safe", "targeted", "isolated", "members"):
            named |= {f"{key} {seat}": getattr(t, key) >> seat & 1 for seat in seats}
        for kind, name in enumerate(INFLUENCES):
            named[f"embargo {name}"] = t.embargo >> kind & 1
            for seat in seats:
                named |= {f"{zone} {name} {seat}": t.tokens[seat][i][kind] for i, zone in enumerate(ZONES)}
                named |= {f"{key} {name} {seat}": getattr(t, key)[seat] >> kind & 1 for key in ("bought", "used")}
        for seat in seats:
            named |= {f"{name} {seat}": t.agents[seat][region] for region, name in enumerate(REGIONS)}
            named |= {f"closed {name} {seat}": t.closed[region] >> seat & 1 for region, name in enumerate(REGIONS)}
            named |= {f"separated {seat} {other}": t.separated[seat] >> other & 1 for other in seats}
            named |= {f"revolution {seat}": t.revolution[seat]}
            named |= {f"placed {seat}": int(np.sum(t.placed[seat]))}
        named |= {f"mood {place}": mood for place, mood in enumerate(t.mood)}
        for key in ("orthodoxy", "fair", "nothing", "proposer", "standing", "region", "round", "first_player"):
            named[key] = getattr(t, key)
        return named

    def changes(self, before: Mapping[str, int]) -> dict[str, int]:
        """By how much the facts differ from earlier ones, where they do: {"Owned Lion 0": -1, "stock Lion": 1}."""
        return {name: n - before[name] for name, n in self.facts().items() if n != before[name]}

    def effect(self, *starts: str) -> dict[str, int]:
        """Take decisions like `do`; return by how much they changed the facts."""
        before = self.facts()
        return self.do(*starts).changes(before)


def rows_of(text: str) -> list[dict[str, int]]:
    """Return tokens drawn as text in the form of a position, an area."""
    return [{k: word.count(c) for c, k in zip(LETTERS, INFLUENCES, strict=True) if c in word} for word in text.split()]


def draw(
    *agents: str,
    phase: str = "moves",
    players: int | None = None,
    seat: int = 0,
    first_player: int = 0,
    region: str | Mapping[str, Any] | None = None,
    new: str | None = None,
    owned: str | None = None,
    airdrop: str | None = None,
    basic: Sequence[str] = (),
    advanced: Sequence[str] = (),
    bought: Mapping[int, Sequence[str]] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    **more: Any,
) -> Play:
    """Return a table with these agents at which it is the turn of `seat`.

    Args:
        agents: a region and its agents, a digit a seat; without any, one agent of each seat in each region. The first
            one is the region being resolved in the phase "alliances", and the first of the round, unless `region` or
            `first_region` says otherwise.
        players: seats; by default as many as `agents` or the tokens have, otherwise 4.
        new, owned, airdrop: tokens, a word a seat.
        basic: basic actions laid out in place of the `QUIET` ones of the same kind.
        advanced: advanced actions laid out; none by default.
        bought: for some seats the advanced actions that they have bought.
        options: of the game; `talk` is 0 here by default, so that nobody is asked for promises.
        more: other keys of the position.
    """
    texts = [text for text in (new, owned, airdrop) if text is not None]
    number = players or (len(agents[0].split()[-1]) if agents else len(texts[0].split()) if texts else 4)
    position: dict[str, Any] = {"phase": phase, "seat": seat, "first_player": first_player}
    if agents:
        position["agents"] = [{} for _ in range(number)]
        for words in agents:
            name, digits = words.rsplit(" ", 1)
            for row, digit in zip(position["agents"], digits, strict=True):
                if int(digit):
                    row[name] = int(digit)
    if phase == "alliances":
        position["region"] = region or (agents[0].rsplit(" ", 1)[0] if agents else REGIONS[0])
        name = position["region"] if isinstance(position["region"], str) else position["region"]["name"]
        if name in REGIONS[:5]:
            position["first_region"] = name
    rows: list[dict[str, dict[str, int]]] = [{} for _ in range(number)]
    for zone, text in zip(ZONES, (new, owned, airdrop), strict=True):
        for row, tokens in zip(rows, rows_of(text or " ".join(["-"] * number)), strict=True):
            if tokens:
                row[zone] = tokens
    position["tokens"] = rows
    position["bought"] = [list((bought or {}).get(s, ())) for s in range(number)]
    kinds = {CARD_NAMES.index(name) // 2 for name in basic}
    laid = [*basic, *(name for kind, name in enumerate(QUIET) if kind not in kinds), *advanced]
    table = Play(GAME, {"num_players": number, "talk": 0, "actions": laid, **(options or {})})
    table.start(seed, {**position, **more})
    GAME.check(table.state)
    return table
