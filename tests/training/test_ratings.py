"""Ratings: `training.ratings` and the mode of comparisons that uses it."""

from __future__ import annotations

import csv
import importlib.util
import itertools
import json
import re
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from openskill.models import PlackettLuce
from PIL import Image

import envs
from training import compare_command, ratings
from training.compare import main
from training.players import scripted_player
from training.ratings import (
    RatedGames,
    meta_game,
    newest_lineups,
    places_of,
    play_rated,
    rate_games,
    rate_resamples,
    rated_games,
    rated_lineups,
    win_matrix,
)

GAME = envs.get_game("nineteen61")
LOTS = np.random.default_rng
has_metagame = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("pyspiel", "cvxpy")), reason="needs the extra metagame"
)


def rated(names: str, *games: tuple[str, tuple[float, ...]], cut: tuple[int, ...] = ()) -> RatedGames:
    """Return games of players with one-letter names, each a line-up and its returns; those numbered `cut` were cut."""
    lineups = np.array([[names.index(letter) for letter in lineup] for lineup, _ in games])
    truncated = np.isin(np.arange(len(games)), cut)
    return RatedGames(list(names), lineups, np.array([returns for _, returns in games]), truncated)


def random_games(seats: int, number: int, games: int, seed: int = 0, spread: float = 0.0) -> RatedGames:
    """Return games of players of which each is stronger than the one before by `spread`, with ties and cut games."""
    lots = LOTS(seed)
    lineups = rated_lineups(seats, number, games, lots)
    returns = np.round(lineups * spread + lots.gumbel(size=lineups.shape), 0 if spread == 0 else 6)
    return RatedGames([f"p{index}" for index in range(number)], lineups, returns, lots.random(games) < 0.05)


def counts(lineups: np.ndarray, number: int) -> np.ndarray:
    """Return how often each player sits on each seat, (players, seats)."""
    return (lineups[:, :, None] == np.arange(number)).sum(axis=0).T


# ----------------------------------------------------------------------------------------------------------- schedules


@pytest.mark.parametrize(("seats", "number"), [(2, 2), (2, 7), (3, 4), (4, 2), (5, 3), (6, 6), (10, 3), (10, 12)])
def test_everybody_sits_on_every_seat_equally_often(seats, number):
    lineups = rated_lineups(seats, number, 5 * number, LOTS(0))
    assert lineups.shape == (5 * number, seats)
    assert (counts(lineups, number) == 5).all()
    at_table = np.array([np.bincount(row, minlength=number) for row in lineups])
    assert at_table.min() >= seats // number, "with few players everybody sits at every table"
    assert at_table.max() == -(-seats // number), "and nobody more often than needed"
    for games in range(len(lineups)):  # at any moment, so that a comparison can be broken off
        assert np.ptp(counts(lineups[:games], number), axis=0).max() <= 1


def test_everybody_meets_everybody_about_equally_often():
    lineups = rated_lineups(2, 6, 150, LOTS(0))
    met = np.zeros((6, 6), int)
    np.add.at(met, (lineups.min(axis=1), lineups.max(axis=1)), 1)
    assert (met[np.triu_indices(6, 1)] >= 8).all(), "10 each on the average"
    assert (met[np.triu_indices(6, 1)] <= 12).all()


def test_a_long_schedule_repeats_itself_and_stays_balanced(monkeypatch):
    monkeypatch.setattr(ratings, "DRAWN_ROUNDS", 3)
    lineups = rated_lineups(3, 5, 40, LOTS(0))
    assert (lineups[:15] == lineups[15:30]).all()
    assert (counts(lineups, 5) == 8).all()


@pytest.mark.parametrize(("seats", "number"), [(2, 2), (2, 5), (3, 2), (3, 7), (4, 5), (4, 3), (6, 3), (10, 12)])
def test_the_newest_sits_at_every_table_and_goes_round(seats, number):
    newest = number // 2
    block = seats * (number - 1)
    lineups = newest_lineups(seats, number, newest, 2 * block, LOTS(0))
    assert lineups.shape == (2 * block, seats)
    assert ((lineups == newest).sum(axis=1) == 1).all()
    seen = counts(lineups, number)
    assert (seen[newest] == 2 * (number - 1)).all()
    assert (np.delete(seen, newest, axis=0) == 2 * (seats - 1)).all()
    for games in range(len(lineups)):
        assert np.ptp(counts(lineups[:games], number)[newest]) <= 1
    at_table = np.array([np.bincount(row, minlength=number) for row in lineups])
    assert np.delete(at_table, newest, axis=1).max() == -(-(seats - 1) // (number - 1)), "the others are spread"


def test_schedules_come_from_their_generator():
    for make in (lambda lots: rated_lineups(3, 5, 20, lots), lambda lots: newest_lineups(3, 5, 4, 20, lots)):
        assert (make(LOTS(1)) == make(LOTS(1))).all()
        assert (make(LOTS(1)) != make(LOTS(2))).any()


def test_impossible_schedules_are_said_in_one_line():
    with pytest.raises(ValueError, match=r"^players to be rated: got 1, allowed are 2 or more$"):
        rated_lineups(3, 1, 10, LOTS(0))
    with pytest.raises(ValueError, match=r"^num_players: got 1, allowed are 2 or more$"):
        rated_lineups(1, 3, 10, LOTS(0))
    with pytest.raises(ValueError, match=r"^games: got -1, allowed are 0 or more$"):
        newest_lineups(2, 3, 0, -1, LOTS(0))
    with pytest.raises(ValueError, match=r"^newest: got 3, allowed are 0 to 2$"):
        newest_lineups(2, 3, 3, 10, LOTS(0))
    assert rated_lineups(3, 4, 0, LOTS(0)).shape == newest_lineups(3, 4, 0, 0, LOTS(0)).shape == (0, 3)


# ----------------------------------------------------------------------------------------------------------- the games


def test_places_count_who_is_ahead():
    games = rated("abc", ("abc", (0.5, 2, -1)), ("abc", (1, 1, 0)), ("abc", (3, 0, 0)), ("abc", (3, 2, 1)), cut=(3,))
    assert places_of(games).tolist() == [[1, 0, 2], [0, 0, 2], [0, 1, 1], [0, 0, 0]]


def test_the_matrix_of_wins_is_as_counted_by_hand():
    games = rated(
        "abcd",
        ("ab", (1, 0)),
        ("ba", (1, 0)),
        ("ab", (0, 0)),
        ("ab", (5, 1)),
        ("ac", (1, 0)),
        ("ca", (1, 0)),
        cut=(5,),
    )
    matrix, tables = win_matrix(games)
    nan = np.nan
    expected = [[nan, 2.5 / 4, 1.5 / 2, nan], [1.5 / 4, nan, nan, nan], [0.5 / 2, nan, nan, nan], [nan] * 4]
    np.testing.assert_array_equal(matrix, expected)
    assert tables.tolist() == [[6, 4, 2, 0], [4, 4, 0, 0], [2, 0, 2, 0], [0, 0, 0, 0]]


def test_every_seat_counts_where_a_player_has_several():
    matrix, tables = win_matrix(rated("ab", ("aab", (3, 1, 2)), ("bab", (0, 0, 1))))
    # first table: one of two seats of a ahead of b; second: level with one of b's seats, behind the other
    assert matrix[0, 1] == (1 + 0.5) / 4
    assert matrix[1, 0] == 1 - matrix[0, 1]
    assert np.isnan(np.diag(matrix)).all(), "nobody is ahead of itself"
    assert tables.tolist() == [[2, 2], [2, 2]], "a common table counts once"


def test_many_games_are_counted_in_parts(monkeypatch):
    games = random_games(4, 6, 50)
    whole = win_matrix(games)[1]
    monkeypatch.setattr(ratings, "COUNTED", 7)
    assert (win_matrix(games)[1] == whole).all()


def test_games_are_appended_by_names():
    games = rated("ab", ("ab", (1, 0)))
    games.extend(rated("cb", ("cb", (3, 2)), ("bc", (5, 4)), cut=(1,)))
    assert games.names == ["a", "b", "c"]
    assert games.lineups.tolist() == [[0, 1], [2, 1], [1, 2]]
    assert games.returns.tolist() == [[1, 0], [3, 2], [5, 4]]
    assert games.truncated.tolist() == [0, 0, 1]
    empty = RatedGames.empty("xy", 2)
    empty.extend(games)
    assert (len(empty), empty.names) == (3, ["x", "y", "a", "b", "c"])
    assert empty.lineups.tolist() == [[2, 3], [4, 3], [3, 4]]
    with pytest.raises(ValueError, match=r"^seats: got games of 3, allowed here is 2, as before$"):
        games.extend(rated("abc", ("abc", (1, 0, 0))))
    assert games.names == ["a", "b", "c"]


def test_games_go_through_a_file(tmp_path):
    games = random_games(3, 4, 10)
    np.savez(tmp_path / "games.npz", **games.to_arrays())
    with np.load(tmp_path / "games.npz", allow_pickle=False) as arrays:
        again = RatedGames.from_arrays(arrays)
        partly = {name: arrays[name] for name in arrays if name != "returns"}
    assert again.names == games.names
    for name in ("lineups", "returns", "truncated"):
        assert getattr(again, name).dtype == getattr(games, name).dtype
        assert (getattr(again, name) == getattr(games, name)).all()
    with pytest.raises(ValueError, match=r"^rated games: returns is missing$"):
        RatedGames.from_arrays(partly)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"names": ["a", "a"]}, "names: got 'a' twice"),
        ({"lineups": [0, 1]}, r"lineups: got int64 of shape \(2,\), allowed is int64 \(games, seats\)"),
        ({"lineups": [[0.0, 1.0]]}, "lineups: got float64"),
        ({"lineups": [[0, 2]]}, "lineups: got player 2, allowed are 0 to 1"),
        ({"lineups": [[-1, 1]]}, "lineups: got player -1, allowed are 0 to 1"),
        ({"returns": [[1.0]]}, r"returns: got shape \(1, 1\), allowed with these lineups is \(1, 2\)"),
        ({"returns": [[np.nan, 0]]}, "returns: got a value that is not finite"),
        ({"truncated": [0, 0]}, r"truncated: got shape \(2,\)"),
    ],
)
def test_games_that_cannot_be_are_said_in_one_line(change, words):
    good = {"names": ["a", "b"], "lineups": [[0, 1]], "returns": [[1.0, 0.0]], "truncated": [0]}
    RatedGames(**good)
    with pytest.raises(ValueError, match=f"^{words}"):
        RatedGames(**(good | change))


# -------------------------------------------------------------------------------------------------------------- rating


def test_one_game_is_rated_as_openskill_does():
    rows = {row["player"]: row for row in rate_games(rated("abc", ("cab", (0, 2, -1))), 0, 0)["ratings"]}
    model = PlackettLuce(tau=0.0)
    ((a,), (c,), (b,)) = model.rate([[model.rating()], [model.rating()], [model.rating()]], ranks=[1, 2, 3])
    for name, rating in (("a", a), ("b", b), ("c", c)):
        assert rows[name]["mu"] == pytest.approx(rating.mu, abs=1e-6)
        assert rows[name]["sigma"] == pytest.approx(rating.sigma, abs=1e-6)
        assert rows[name]["rating"] == pytest.approx(rating.ordinal(), abs=1e-6)
        assert rows[name]["low"] is rows[name]["high"] is None


@pytest.mark.parametrize(("seats", "number"), [(2, 2), (2, 5), (4, 6), (10, 11), (5, 2), (4, 3)])
def test_resamples_are_rated_by_the_formulas_of_the_package(seats, number):
    games = random_games(seats, number, 60)
    places = places_of(games)
    assert (np.diff(np.sort(places, axis=1), axis=1) == 0).any(), "there are level ones"
    mu, sigma = rate_resamples(games, places, None, 2)
    by_package = ratings._rated_by_package(games, places)
    for found in (0, 1):
        np.testing.assert_allclose(mu[found], by_package[0], rtol=1e-12)
        np.testing.assert_allclose(sigma[found], by_package[1], rtol=1e-12)


def test_several_seats_at_a_table_count_as_one_game():
    alone = {r["player"]: r for r in rate_games(rated("abc", ("abc", (1, 0, 0))), 0, 0)["ratings"]}
    twice = {r["player"]: r for r in rate_games(rated("ab", ("abb", (1, 0, 0))), 0, 0)["ratings"]}
    assert twice["a"]["mu"] == alone["a"]["mu"]
    assert twice["b"]["mu"] == alone["b"]["mu"], "two level seats move as much as each of them would alone"
    assert twice["b"]["sigma"] == pytest.approx(alone["b"]["sigma"], abs=1e-6)
    assert (twice["b"]["games"], twice["b"]["win_rate"], twice["a"]["win_rate"]) == (1, 0, 1)


def test_the_stronger_is_rated_higher_with_intervals_apart():
    games = random_games(4, 5, 400, spread=1.5)
    rows = rate_games(games, 0, metagame=False)["ratings"]
    assert [row["player"] for row in rows] == ["p4", "p3", "p2", "p1", "p0"]
    for better, worse in itertools.pairwise(rows):
        assert better["low"] > worse["high"]
    for row in rows:
        assert row["low"] < row["rating"] < row["high"]
        assert row["rating"] == pytest.approx(row["mu"] - 3 * row["sigma"], abs=1e-5)
        assert row["games"] == 320


def test_equals_are_not_told_apart():
    rows = rate_games(random_games(2, 3, 300), 0, metagame=False)["ratings"]
    for one, other in itertools.combinations(rows, 2):
        assert one["low"] <= other["high"]
        assert other["low"] <= one["high"]


def test_intervals_narrow_with_more_games():
    few, many = (rate_games(random_games(2, 2, n, spread=1.0), 0, metagame=False)["ratings"][0] for n in (20, 500))
    assert many["high"] - many["low"] < 0.6 * (few["high"] - few["low"])


def test_intervals_hold_the_rating():
    games = random_games(2, 3, 9)
    for seed in range(3):
        rows = rate_games(games, seed, 1, metagame=False)["ratings"]  # one resample: an interval without width
        assert all(row["low"] <= row["rating"] <= row["high"] for row in rows)
        assert any(row["low"] < row["high"] for row in rows)


@pytest.mark.parametrize("cut", [False, True])
def test_level_games_move_nobody_apart(cut):
    lineups = rated_lineups(4, 6, 60, LOTS(0))
    returns = LOTS(1).random(lineups.shape) if cut else np.zeros(lineups.shape)
    games = RatedGames(list("abcdef"), lineups, returns, np.full(60, cut))
    result = rate_games(games, 0, 20, metagame=False)
    assert all(row["mu"] == pytest.approx(ratings.MU, abs=1e-6) for row in result["ratings"])
    assert all(row["win_rate"] == 0 for row in result["ratings"])
    assert {value for row in result["wins"]["matrix"] for value in row} == {0.5, None}


def test_the_result_is_sorted_and_says_who_met_whom():
    games = rated("abc", ("ab", (0, 1)), ("ba", (1, 0)))
    result = rate_games(games, 0, 20)
    assert [row["player"] for row in result["ratings"]] == result["wins"]["players"] == ["b", "c", "a"]
    assert result["wins"]["matrix"] == [[None, None, 1.0], [None, None, None], [0.0, None, None]]
    assert result["wins"]["games"] == [[0, 0, 2], [0, 0, 0], [2, 0, 0]]
    idle = result["ratings"][1]
    assert (idle["games"], idle["win_rate"], idle["mu"], idle["rating"]) == (0, None, 25.0, 0.0)
    assert (idle["low"], idle["high"]) == (0.0, 0.0)
    assert [row["nash"] for row in result["ratings"]] == [row["alpha_rank"] for row in result["ratings"]] == [None] * 3
    assert result["notes"] == ["no Nash average and no alpha-rank: 'a' and 'c' never met"]
    assert json.loads(json.dumps(result, allow_nan=False)) == result


def test_no_games_and_bad_numbers():
    result = rate_games(RatedGames.empty("ab", 3), 0)
    assert [row["rating"] for row in result["ratings"]] == [0, 0]
    assert result["wins"]["matrix"] == [[None, None], [None, None]]
    with pytest.raises(ValueError, match=r"^bootstrap: got -1, allowed are 0 or more$"):
        rate_games(RatedGames.empty("ab", 3), 0, -1)


def test_the_same_seed_gives_the_same_ratings():
    games = random_games(3, 4, 40)
    first = rate_games(games, 0, 50, metagame=False)
    assert rate_games(games, 0, 50, metagame=False) == first
    other = rate_games(games, 1, 50, metagame=False)
    assert [row["low"] for row in other["ratings"]] != [row["low"] for row in first["ratings"]]
    assert [row["rating"] for row in other["ratings"]] == [row["rating"] for row in first["ratings"]]


# ------------------------------------------------------------------------------------------------------- the meta-game

NAN = np.nan
CIRCLE = np.array([[NAN, 0.9, 0.2], [0.1, NAN, 0.9], [0.8, 0.1, NAN]])


@has_metagame
def test_rock_paper_and_scissors_share_equally():
    games = rated("rps", *[(pair, (1, 0)) for pair in ("rs", "sp", "pr")])
    result = rate_games(games, 0, 20)
    for row in result["ratings"]:
        assert row["nash"] == pytest.approx(1 / 3, abs=1e-4)
        assert row["alpha_rank"] == pytest.approx(1 / 3, abs=1e-4)
    assert result["notes"] == []


@has_metagame
def test_the_nash_average_of_a_lopsided_circle_is_as_computed_by_hand():
    """Leads of 0.8, 0.8 and 0.6 around the circle: each has the share of the lead between the two others."""
    nash, mass, notes = meta_game(CIRCLE, "abc")
    assert notes == []
    np.testing.assert_allclose(nash, np.array([0.8, 0.6, 0.8]) / 2.2, atol=1e-4)
    np.testing.assert_allclose(mass, 1 / 3, atol=1e-6)  # by how much somebody is ahead does not matter


@has_metagame
def test_whoever_beats_all_has_everything():
    nash, mass, _ = meta_game(np.array([[NAN, 0.6, 0.6], [0.4, NAN, 0.9], [0.4, 0.1, NAN]]), "abc")
    np.testing.assert_allclose(nash, [1, 0, 0], atol=1e-4)
    assert mass[0] > 0.97
    assert mass[1] > mass[2] > 0
    assert mass.sum() == pytest.approx(1)


@has_metagame
def test_equals_share_equally():
    nash, mass, _ = meta_game(np.full((4, 4), 0.5), "abcd")
    np.testing.assert_allclose(nash, 0.25, atol=1e-4)
    np.testing.assert_allclose(mass, 0.25, atol=1e-6)


def test_without_the_extra_a_line_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    result = rate_games(rated("ab", ("ab", (1, 0))), 0, 5)
    assert result["ratings"][0]["nash"] is result["ratings"][0]["alpha_rank"] is None
    assert result["notes"] == [
        "no Nash average and no alpha-rank: they need OpenSpiel (pip install 'manorfarm[metagame]')"
    ]


def test_one_player_has_no_meta_game():
    assert meta_game(np.array([[NAN]]), "a")[2] == ["no Nash average and no alpha-rank: there is one player only"]


@has_metagame
def test_a_solver_that_fails_is_said(monkeypatch):
    from open_spiel.python.algorithms import nash_averaging

    def fail(game):
        raise RuntimeError("no\nsolution")

    monkeypatch.setattr(nash_averaging, "nash_averaging", fail)
    nash, mass, notes = meta_game(CIRCLE, "abc")
    assert nash is None
    assert mass.sum() == pytest.approx(1)
    assert notes == ["no Nash average: the solver failed (no solution)"]


# ------------------------------------------------------------------------------------------------------- the command


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """The folder that the command is run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compare(*arguments: str, code: int = 0) -> dict:
    """Run the command in mode ratings, check its exit code and return the result it wrote."""
    settings = ["--mode", "ratings", "--output", "out", "--set", "options.max_turns=40", "bootstrap=20"]
    assert main([*settings, *arguments]) == code
    return json.loads(Path("out/result.json").read_text())


SIX = ["--players", "random", "random", "random", "lander_rush", "leader_hunter", "retaliator"]


def test_play_rated_yields_balanced_games(monkeypatch):
    monkeypatch.setattr(ratings, "CHUNK", 4)
    players = [scripted_player(GAME, name) for name in ("random", "lander_rush", "retaliator")]
    options = GAME.options.complete({"num_players": 4, "max_turns": 30})
    parts = [len(games.lineups) for games in play_rated(GAME, options, players, 13, 0)]
    assert parts == [6, 12, 15]
    (*_, games) = play_rated(GAME, options, players, 13, 0, threads=1)
    assert (counts(games.lineups, 3) == 5).all()
    (*_, again) = play_rated(GAME, options, players, 13, 0)
    assert (again.returns == games.returns).all()
    assert rated_games(3, 13) == 15


def test_the_command_rates_players_and_writes_it_down(folder, capsys):
    result = compare(*SIX, "--games", "40", "--set", "csv=true", "markdown=true", "options.num_players=3")
    assert (result["mode"], result["games_asked"], result["games_each"]) == ("ratings", 40, 42)
    assert (result["planned"], result["finished"], result["partial"], result["bootstrap"]) == (42, 42, False, 20)
    names = [player["name"] for player in result["players"]]
    assert [row["player"] for row in result["ratings"]] == result["wins"]["players"]
    assert sorted(result["wins"]["players"]) == sorted(names)
    assert {row["games"] for row in result["ratings"]} == {21}
    printed = capsys.readouterr().out
    assert "42 games (40 rounded up: every player equally often on every seat)" in printed
    best = result["ratings"][0]
    assert f"{best['low']:.1f} to {best['high']:.1f}" in printed
    assert "ahead of whom in %" in printed

    lines = list(csv.DictReader(Path("out/result.csv").read_text().splitlines()))
    assert [float(line["rating"]) for line in lines] == [row["rating"] for row in result["ratings"]]
    assert float(lines[1][f"ahead of {best['player']}"]) == result["wins"]["matrix"][1][0]
    assert lines[0][f"ahead of {best['player']}"] == ""
    text = Path("out/result.md").read_text()
    assert "mode ratings, 42 games in all" in text
    assert f"| {best['player']} | {best['rating']:.1f} | {best['low']:.1f} to {best['high']:.1f} |" in text
    assert text.count("\n| ") == 2 * 7
    with Image.open("out/result.png") as picture:
        width, height = picture.size
        assert 800 < width < 3_000
        assert 400 < height < 2_000
        colours = np.asarray(picture.convert("RGB")).reshape(-1, 3)
    assert len(np.unique(colours, axis=0)) > 100


def test_two_players_at_a_table_of_six_and_no_intervals(folder):
    result = compare(
        *["--players", "random", "lander_rush", "--games", "4", "--quiet"],
        *["--set", "options.num_players=6", "bootstrap=0", "markdown=true"],
    )
    assert [(row["games"], row["low"], row["high"]) for row in result["ratings"]] == [(4, None, None)] * 2
    assert "| - |" in Path("out/result.md").read_text()


def test_the_same_config_gives_the_same_bytes(folder):
    arguments = [*SIX, "--games", "12", "--quiet", "--overwrite"]
    compare(*arguments)
    first = Path("out/result.json").read_bytes()
    compare(*arguments, "--set", "threads=1")
    assert Path("out/result.json").read_bytes() == first
    compare(*arguments, "--seed", "1")
    assert Path("out/result.json").read_bytes() != first


@pytest.mark.parametrize("when", ["playing", "rating"])
def test_ctrl_c_gives_the_ratings_of_what_is_played(when, folder, monkeypatch, capsys):
    monkeypatch.setattr(ratings, "CHUNK", 6)
    calls = []
    place = (ratings, "play_lineups") if when == "playing" else (compare_command, "rate_games")
    real = getattr(*place)

    def interrupted(*arguments, **settings):
        calls.append(1)
        if len(calls) == (3 if when == "playing" else 1):
            raise KeyboardInterrupt
        return real(*arguments, **settings)

    monkeypatch.setattr(*place, interrupted)
    result = compare(*SIX, "--games", "24", "--quiet", code=130)
    done = 12 if when == "playing" else 24
    assert (result["partial"], result["finished"]) == (done < 24, done)
    assert sum(row["games"] for row in result["ratings"]) == 2 * done
    assert {row["games"] for row in result["ratings"]} == {done // 3}
    assert (folder / "out" / "result.png").exists()
    assert f"({done} of 24)" in capsys.readouterr().err


def test_ctrl_c_before_anything_is_finished_leaves_nothing(folder, monkeypatch):
    def interrupted(*arguments, **settings):
        raise KeyboardInterrupt

    monkeypatch.setattr(ratings, "play_lineups", interrupted)
    assert main([*SIX, "--mode", "ratings", "--output", "out", "--quiet"]) == 130
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "random"], "players: got 1, allowed in mode 'ratings' are two or more"),
        ([*SIX, "--resume"], "--resume: got mode 'ratings', which plays in one go; give --overwrite, or another"),
        ([*SIX, "--set", "bootstrap=-1"], "bootstrap: got -1, allowed is"),
        ([*SIX, "--mode", "rating"], "mode: got 'rating'"),
        (["--players", "random", "lander_rus"], "no player 'lander_rus'; did you mean 'lander_rush'?"),
    ],
)
def test_bad_input_is_one_line(arguments, words, folder, capsys):
    assert main(["--mode", "ratings", "--output", "out", *arguments]) == 2
    message = capsys.readouterr().err
    assert words in message
    assert message.count("\n") == 1
    assert not Path("out").exists()


@pytest.mark.slow
@has_metagame
def test_the_page_shows_what_its_command_writes(folder):
    page = (Path(__file__).resolve().parents[2] / "docs" / "ratings.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^python training/compare.py (.*)$", page, re.MULTILINE)
    assert main([*shlex.split(command), "--quiet"]) == 0
    _, _, tables = Path("runs/ratings/result.md").read_text().partition("\n")
    assert tables.strip() in page
    rows = {row["player"]: row for row in json.loads(Path("runs/ratings/result.json").read_text())["ratings"]}
    hunter, rush, retaliator = (rows[name] for name in ("leader_hunter", "lander_rush", "retaliator"))
    assert f"are {hunter['rating'] - rush['rating']:.1f} apart" in page
    assert f"{hunter['low']:.1f} to {hunter['high']:.1f}\nand {rush['low']:.1f} to {rush['high']:.1f}" in page
    assert hunter["low"] > rush["high"] > retaliator["low"]
