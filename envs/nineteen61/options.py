"""The options of 1961."""

from collections.abc import Sequence
from typing import Any

from envs.core.options import REWARDS, Option, OptionSet

from .box import ACTIONS, DEFAULT_PAIRING, KINDS

DEFAULT_MAX_TURNS = 400


def parse_pairing(value: Any) -> list[int]:
    """Return (1 if drawn per game else 0, action of each building); raise ValueError for anything else."""
    if isinstance(value, str) and value == "random":
        return [1, *DEFAULT_PAIRING]
    if isinstance(value, str) and value == "default":
        return [0, *DEFAULT_PAIRING]
    numbers = {name: number for number, name in enumerate(ACTIONS)}
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) == KINDS:
        pairing = [numbers.get(entry, entry) if isinstance(entry, str) else entry for entry in value]
        whole = all(isinstance(n, int) and not isinstance(n, bool) for n in pairing)
        if whole and sorted(pairing) == list(range(KINDS)):
            return [0, *map(int, pairing)]
    raise ValueError(
        f"got {value!r}, allowed are 'default', 'random', or the actions {', '.join(ACTIONS)} "
        "in the order of their buildings"
    )


OPTIONS = OptionSet(
    Option("num_players", 2, "players at the table", low=2, high=6),
    Option(
        "max_turns",
        DEFAULT_MAX_TURNS,
        "the game is cut, as a truncation and a draw, after this many turns of all players together",
        low=1,
        high=1_000_000,
    ),
    Option("reward", "zero_sum", "how the outcome becomes the return of each seat", choices=REWARDS),
    Option(
        "pairing",
        "default",
        "which action is on the other side of which building; 'random' draws it for each game",
        parse=parse_pairing,
        width=1 + KINDS,
    ),
)

NUM_PLAYERS = OPTIONS.index("num_players")
MAX_TURNS = OPTIONS.index("max_turns")
REWARD = OPTIONS.index("reward")
RANDOM_PAIRING = OPTIONS.index("pairing")
PAIRING = RANDOM_PAIRING + 1
