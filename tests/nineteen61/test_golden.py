"""The recorded games of golden.py come out the same, word for word."""

import pytest

from tests.nineteen61.golden import GAMES, path_of, playthrough, runs


@pytest.mark.parametrize("players", GAMES)
def test_golden_playthrough(players):
    expected = path_of(players).read_text().splitlines()
    got = playthrough(players, GAMES[players]).splitlines()
    for number, (old, new) in enumerate(zip(expected, got, strict=False), 1):
        assert new == old, f"line {number} differs; if that is meant: python tests/nineteen61/golden.py"
    assert len(got) == len(expected)


def test_golden_games_end_with_a_winner_and_show_most_decisions():
    texts = [path_of(players).read_text() for players in GAMES]
    assert all(" wins after " in text for text in texts)
    shown = {
        line.split(":")[0].split(" ")[2]
        for text in texts
        for line in text.splitlines()
        if line.startswith("seat ") and ": " in line
    }
    assert len(shown) >= 15, shown


def test_runs_of_numbers():
    assert runs([3, 1, 2, 7, 9, 10]) == "1-3,7,9-10"
