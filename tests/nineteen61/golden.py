"""Golden playthroughs: one complete game for 2, 3 and 6 players as text, compared by test_golden.py.

``python tests/nineteen61/golden.py`` writes them anew. Look at what has changed before you commit: every difference is
a change of the rules or of the game's random numbers.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

if __name__ == "__main__":  # run as a script from a checkout
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.nineteen61.table import Table

FOLDER = Path(__file__).with_name("golden")
GAMES = {2: 2, 3: 23, 6: 9}
"""Seed of the game for each number of players: games that end early and show many kinds of decisions."""

_NUMBERED = re.compile(r"(.*(?:place|gap|card) )(\d+)(.*)")


def runs(numbers: list[int]) -> str:
    """Return sorted numbers as text, neighbours joined: 1-3,5."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ",".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def legal_text(table: Table) -> str:
    """Return the legal actions on one line; those that differ only by a place are taken together."""
    groups: dict[tuple[str, str], list[int]] = {}
    words = []
    for text in sorted(table.offers("")):
        found = _NUMBERED.fullmatch(text)
        if found:
            groups.setdefault((found[1], found[3]), []).append(int(found[2]))
        else:
            words.append(text)
    words += [f"{before}{runs(numbers)}{after}" for (before, after), numbers in groups.items()]
    return "; ".join(words)


def state_lines(table: Table) -> Iterator[str]:
    """Yield the table in lines: everything open."""
    s = table.s
    pile = ", ".join(f"{number} {card}" for card, number in sorted(Counter(table.pile).items()))
    yield f"turn {s['turn']} of seat {table.active}, deck {len(table.deck)}, pile: {pile or '-'}"
    for seat in range(table.players):
        if s["out_at"][seat]:
            yield f"  seat {seat}: out"
        else:
            yield f"  seat {seat}: {table.row(seat)}  hand: {', '.join(table.hand(seat)) or '-'}"


def playthrough(players: int, seed: int) -> str:
    """Return a whole random game as text. The state stands above each choice of what to do in a turn."""
    table = Table(seed=seed, num_players=players)
    generator = np.random.default_rng(seed)
    lines = [f"1961, {players} players, seed {seed}"]
    while table.to_act is not None:
        if table.decision in ("SETUP", "TURN"):
            lines += ["", *state_lines(table)]
        action = str(generator.choice(sorted(table.legal)))
        lines.append(f"seat {table.to_act} {table.decision.lower()}: {legal_text(table)}")
        lines.append(f"> {action}")
        table.do(action)
    lines += ["", *state_lines(table)]
    outcome = "truncated" if table.s["truncated"] else f"seat {table.winner} wins"
    lines.append(f"{outcome} after {table.s['decisions']} decisions, returns {table.returns()}")
    return "\n".join(lines) + "\n"


def path_of(players: int) -> Path:
    """Return the file of the game for so many players."""
    return FOLDER / f"{players}_players.txt"


def main() -> None:
    """Write all playthroughs."""
    FOLDER.mkdir(exist_ok=True)
    for players, seed in GAMES.items():
        path_of(players).write_text(playthrough(players, seed))
        print(f"{path_of(players)}: {path_of(players).stat().st_size} bytes")


if __name__ == "__main__":
    main()
