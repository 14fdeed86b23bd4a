"""The recorded games of golden.py come out the same, word for word."""

from __future__ import annotations

from itertools import islice

import pytest

from envs.core.compiling import COMPILED

from .golden import GAMES, path_of, playthrough

MOST = 10**6 if COMPILED else 150
"""Lines that are played anew: in plain Python the first ones."""


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthrough(name: str) -> None:
    expected = path_of(name).read_text(encoding="utf-8").splitlines()
    got = list(islice(playthrough(name), MOST))
    for number, (old, new) in enumerate(zip(expected, got, strict=False), 1):
        assert new == old, f"line {number} differs; if that is meant: python tests/farms_race/golden.py"
    assert len(got) == min(len(expected), MOST)


def test_golden_games_end_and_show_most_decisions() -> None:
    texts = [path_of(name).read_text(encoding="utf-8") for name in GAMES]
    assert all("\nover after " in text for text in texts)
    shown = {
        line.split(":")[0].split(" ", 2)[2] for text in texts for line in text.splitlines() if line.startswith("seat ")
    }
    assert len(shown) >= 18, shown
