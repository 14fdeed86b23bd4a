"""Golden playthroughs: whole games of Farms Race as text, compared by test_golden.py.

``python tests/farms_race/golden.py`` writes them anew. Look at what has changed before you commit: every difference is
a change of the rules or of the game's random numbers.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

if __name__ == "__main__":  # run as a script from a checkout
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from envs.farms_race import GAME
from envs.farms_race.actions import region_name
from envs.farms_race.box import MUTATIONS
from tests.farms_race.table import Play

FOLDER = Path(__file__).with_name("golden")
CHEAP = {"nuke": {"weapons": 1}, "spy": {"wheat": 1}}
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "scenario_3": (2, {"num_players": 2, "scenario": 3}),
    "3_players": (3, {"num_players": 3, "max_rounds": 4, "costs": CHEAP}),
    "5_players": (2, {"num_players": 5, "max_rounds": 1, "costs": CHEAP}),
}
"""Seed and options of each game: games in which many kinds of decisions are taken."""

_PLACE = re.compile(r"(.*? )(-?\d+,-?\d+)(.*)")
_BANK = re.compile(r"(trade \w+ for )(\w+)( with the bank)")


def legal_text(table: Play) -> str:
    """Return the legal actions on one line; those that differ only by a region or a card taken are taken together."""
    groups: dict[tuple[str, str], list[str]] = {}
    words = []
    for text in table.choices:
        found = _BANK.fullmatch(text) or _PLACE.fullmatch(text)
        if found:
            groups.setdefault((found[1], found[3]), []).append(found[2])
        else:
            words.append(text)
    return "; ".join(words + [f"{before}{' '.join(names)}{after}" for (before, after), names in groups.items()])


def seat_line(table: Play, seat: int) -> str:
    """Return what a seat has, everything open."""
    s = table.state
    if s["out_at"][seat]:
        return f"  seat {seat}: out, VP tokens {s['vp_tokens'][seat]}"
    mutation = MUTATIONS[s["mutation"][seat]] if s["mutation"][seat] >= 0 else "-"
    spies = ", ".join(f"{number} {name}" for name, number in table.spies(seat).items())
    nukes = f"nukes {s['ready'][seat]}+{s['spent'][seat]}"
    return f"  seat {seat}: {table.vp[seat]} VP, {mutation}, {nukes}; {table.hand(seat) or '-'}; {spies or '-'}"


def state_lines(table: Play) -> Iterator[str]:
    """Yield the table in lines: everything open."""
    s = table.state
    names = [region_name(s, region) for region in range(int(s["regions"]))]
    marks = {name: "".join("*" for field in ("turmoil", "locked") if table.has(field, name)) for name in names}
    yield f"round {s['round']}, turn of seat {table.active}, {s['deck_size']} spies in the deck"
    yield "  " + "; ".join(f"{name}{marks[name]} {table.at(name)}" for name in names if table.at(name) or marks[name])
    yield from (seat_line(table, seat) for seat in range(table.num_players))


def choice(table: Play, generator: np.random.Generator) -> str:
    """Return a random action; to pass, to decline and to take back only now and then."""
    texts = table.choices
    if "go" in texts and generator.random() < 0.6:
        return "go"
    quiet = ("end ", "be done", "decline", "hold", "let it be", "launch no", "take the move", "trade", "for nothing")
    lively = [text for text in texts if not text.startswith(quiet)]
    return str(generator.choice(lively if lively and generator.random() < 0.8 else texts))


def playthrough(name: str) -> Iterator[str]:
    """Yield a whole random game in lines. The table stands above the first decision of each turn."""
    seed, options = GAMES[name]
    table, generator = Play(GAME, options), np.random.default_rng(seed)
    table.start(seed)
    yield f"Farms Race, {name}, seed {seed}, {options}"
    turn = (-1, -1)
    while not table.over:
        now = (int(table.state["round"]), table.active)
        if now != turn and table.asked not in ("MUTATION", "START", "START_CARD"):
            yield ""
            yield from state_lines(table)
            turn = now
        action = choice(table, generator)
        yield f"seat {table.seat} {str(table.asked).lower()}: {legal_text(table)}"
        yield f"> {action}"
        table.do(action)
    yield ""
    yield from state_lines(table)
    returns = [round(float(value), 4) for value in table.returns]
    cut = ", cut by the limit of rounds" if table.truncated else ""
    yield f"over after {table.state['decisions']} decisions{cut}: won by {table.winners}, returns {returns}"


def path_of(name: str) -> Path:
    """Return the file of a game."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write all playthroughs."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        path_of(name).write_text("\n".join(playthrough(name)) + "\n", encoding="utf-8")
        print(f"{path_of(name)}: {path_of(name).stat().st_size} bytes")


if __name__ == "__main__":
    main()
