"""The study of keepers and breakers counts what the games report, says so with fair intervals, and fills its page."""

from __future__ import annotations

import importlib.util
import itertools
import json
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import envs
from envs.animal_farm.box import OUTCOMES, PROMISES
from envs.core.compiling import COMPILED, new_states

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "docs" / "keepers_and_breakers.py"
PAGE = SCRIPT.with_suffix(".md")
CONFIG = ROOT / "configs" / "animal_farm" / "study.yaml"
SMALL = ["--games", "60", "--seed", "3", "--set", "resamples=200", "--quiet"]  # 12 games of each mixture

compiled = pytest.mark.skipif(not COMPILED, reason="takes too long as plain Python")


def load() -> ModuleType:
    """Return the script as a module."""
    spec = importlib.util.spec_from_file_location("keepers_and_breakers", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["keepers_and_breakers"] = module
    spec.loader.exec_module(module)
    return module


study = load()


def result_in(folder: Path) -> dict[str, Any]:
    """Return the result that a run has written."""
    return json.loads((folder / "study.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    """Return the folder of a small study of the project's config."""
    folder = tmp_path_factory.mktemp("study") / "made"
    assert study.main([*SMALL, "--config", str(CONFIG), "--output", str(folder)]) == 0
    return folder


# what is counted


def reports_by_hand(first: int, games: int, seed: int) -> list[tuple[list[str], list[dict[str, Any]]]]:
    """Return (names by seat, report) of each game of a mixture, played by the compiled loop for whole games."""
    game, names = envs.get_game("animal_farm"), ["keeper", "breaker"]
    options = game.options.encode(game.options.complete({"num_players": 4}))
    seeds = study.source_of(seed, names, first).generate_state(games, np.uint64) >> np.uint64(1)
    states, mask = new_states(game.dtype, 1), np.zeros(game.actions.size(4), np.int8)
    returns, lengths, cut = np.zeros((1, 4), np.float32), np.zeros(1, np.int64), np.zeros(1, np.int8)
    played = []
    for row, lineup in enumerate(study.line_ups(4, first, games)):
        sitting = [names[who] for who in lineup]
        codes = np.array([[game.bot_number(name) for name in sitting]], np.int64)
        game.loops.play_games(states, 0, options, codes, seeds[row : row + 1], mask, returns, lengths, cut)
        played.append((sitting, game.report(states[0])))
    return played


@compiled
def test_figures_are_those_of_the_reports_of_the_same_games(small):
    result = result_in(small)
    rows = {(row["first"], row["player"]): row for row in result["mixtures"]}
    assert set(rows) == {(k, "keeper") for k in range(1, 5)} | {(k, "breaker") for k in range(4)}
    all_seats: dict[str, list[dict[str, Any]]] = {"keeper": [], "breaker": []}
    mean_vp: dict[tuple[int, str], float] = {}
    for first in range(5):
        seats: dict[str, list[dict[str, Any]]] = {"keeper": [], "breaker": []}
        for sitting, report in reports_by_hand(first, 12, seed=3):
            for name, entry in zip(sitting, report, strict=True):
                seats[name].append({**entry, "share": entry["won"] / sum(other["won"] for other in report)})
        for name, entries in seats.items():
            all_seats[name] += entries
            if entries:
                check(rows[first, name], entries)
                mean_vp[first, name] = sum(entry["vp"] for entry in entries) / len(entries)
        every = [entry["vp"] for entries in seats.values() for entry in entries]
        assert result["tables"][first]["vp"]["value"] == pytest.approx(sum(every) / 48, abs=1e-4)
    for row in result["populations"]:
        check(row, all_seats[row["player"]])
    assert sum(row["made"]["value"] for row in result["populations"]) > 10, "these games are about promises"
    for row in result["instead"]:
        others = row["first_among_others"]
        gain = mean_vp[others, "breaker"] - mean_vp[others + 1, "keeper"]
        assert row["vp"]["value"] == pytest.approx(gain, abs=2e-4)
    more = mean_vp[4, "keeper"] - mean_vp[0, "breaker"]
    assert result["tables"][4]["more"]["value"] == pytest.approx(more, abs=2e-4)


def check(row: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    """Compare a row of the result with the entries of reports that it is about."""

    def same(figure: dict[str, float], value: float) -> None:
        assert figure["value"] == pytest.approx(value, abs=1e-4)
        assert figure["low"] <= figure["value"] <= figure["high"]

    seats = len(entries)
    assert row["seats"] == seats
    same(row["vp"], sum(entry["vp"] for entry in entries) / seats)
    same(row["win_rate"], sum(entry["share"] for entry in entries) / seats)
    total: Counter[str] = Counter()
    for kind in PROMISES:
        counts = {outcome: sum(entry["promises"][outcome][kind] for entry in entries) for outcome in OUTCOMES}
        total.update(counts)
        for outcome in OUTCOMES:
            same(row["kinds"][kind][outcome], counts[outcome] / seats)
        due = counts["kept"] + counts["broken"]
        if due:
            assert row["kinds"][kind]["kept_of_due"]["value"] == pytest.approx(counts["kept"] / due, abs=1e-4)
        else:
            assert row["kinds"][kind]["kept_of_due"]["value"] is None
    for outcome in OUTCOMES:
        same(row[outcome], total[outcome] / seats)
        assert total[outcome] == sum(entry[outcome] for entry in entries)
    same(row["kept_of_due"], total["kept"] / (total["kept"] + total["broken"]))


def entry(vp: int, won: bool, **counts: dict[str, int]) -> dict[str, Any]:
    """Return the report of a seat; `counts`: by outcome and kind, 0 where nothing is said."""
    promises = {outcome: dict.fromkeys(PROMISES, 0) | counts.get(outcome, {}) for outcome in OUTCOMES}
    return {"vp": vp, "won": won, "promises": promises}


def test_tally_of_one_game():
    report = [
        entry(10, True, made={"ally": 3, "token": 1}, kept={"ally": 2}, broken={"token": 1}, void={"ally": 1}),
        entry(10, True),
        entry(4, False, made={"no action": 5}, kept={"no action": 5}),
    ]
    first, second = study.tally(report, np.array([0, 1, 0]))
    assert first[[study.SEATS, study.VP, study.WIN]].tolist() == [2, 14, 0.5]
    assert second.tolist() == [1, 10, 0.5] + [0] * 16
    assert study.promises(study.MADE)(first) == 4.5
    assert study.promises(study.VOID)(first) == 0.5
    assert study.kept_of_due()(first) == 7 / 8
    assert study.kept_of_due([PROMISES.index("token")])(first) == 0
    assert np.isnan(study.kept_of_due()(second))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_seating_of_every_mixture_is_played_equally_often(seats):
    for asked in (1, 100, 10_000):
        each = study.games_each(seats, asked)
        assert asked <= each * (seats + 1)
        for first in range(seats + 1):
            seatings = Counter(map(tuple, study.line_ups(seats, first, each).tolist()))
            assert sum(seatings.values()) == each
            assert len(set(seatings.values())) == 1
            assert set(seatings) == set(itertools.permutations([0] * first + [1] * (seats - first)))


def test_intervals_are_about_games_and_not_about_seats():
    """Two seats of a game that have the same VP tell no more than one of them."""
    generator = np.random.default_rng(5)
    games, vp = 400, generator.normal(30, 4, 400)
    counted = np.zeros((games, 2, study.COLUMNS))
    counted[:, 0, study.SEATS], counted[:, 0, study.VP] = 2, 2 * vp
    counted[:, 1, study.SEATS], counted[:, 1, study.VP] = 2, 2 * (vp - 1)
    samples = study.resample(counted, 4_000, generator)
    first, second = (study.Cell(counted.sum(axis=0)[who], samples[:, who]) for who in range(2))
    got = study.figure(study.a_seat(study.VP), first)
    assert got["value"] == pytest.approx(vp.mean(), abs=1e-4)
    assert (got["high"] - got["low"]) / 2 == pytest.approx(1.96 * vp.std() / 20, rel=0.08)
    ahead = study.figure(study.a_seat(study.VP), first, second)  # in the same games: what varies is in both
    assert ahead == pytest.approx({"value": 1, "low": 1, "high": 1})


def test_samples_are_drawn_in_parts_where_games_are_many(monkeypatch):
    counted = np.random.default_rng(1).normal(10, 1, (50, 2, study.COLUMNS))
    monkeypatch.setattr(study, "MOST_WEIGHTS", 50 * 7)
    samples = study.resample(counted, 100, np.random.default_rng(2))
    assert samples.shape == (100, 2, study.COLUMNS)
    assert samples[:, 0, study.VP].mean() == pytest.approx(counted[:, 0, study.VP].sum(), rel=0.01)
    assert len(np.unique(samples[:, 0, study.VP])) == 100


# the command


@compiled
def test_same_seed_gives_the_same_tables_and_another_does_not(small, tmp_path):
    assert study.main([*SMALL, "--output", str(tmp_path / "again")]) == 0
    assert study.main([*SMALL, "--seed", "4", "--output", str(tmp_path / "other")]) == 0
    for name in ("study.json", "study.md", "study.png"):
        assert (tmp_path / "again" / name).read_bytes() == (small / name).read_bytes()
    assert result_in(tmp_path / "other")["mixtures"] != result_in(small)["mixtures"]


@compiled
def test_results_are_not_overwritten_unless_told(small, capsys):
    before = (small / "study.json").read_bytes()
    again = [*SMALL, "--seed", "5", "--output", str(small.parent / "kept")]
    assert study.main(again) == 0
    first = (small.parent / "kept" / "study.json").read_bytes()
    again[again.index("5")] = "6"
    assert study.main(again) == 2
    assert "is there already; give --overwrite" in one_line(capsys)
    assert (small.parent / "kept" / "study.json").read_bytes() == first
    assert study.main([*again, "--overwrite"]) == 0
    assert (small.parent / "kept" / "study.json").read_bytes() != first
    assert (small / "study.json").read_bytes() == before


@compiled
def test_interrupted_study_leaves_nothing_behind(tmp_path, monkeypatch):
    def stop(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(study.Tables, "play", stop)
    with pytest.raises(KeyboardInterrupt):  # training.starting turns it into exit code 130
        study.main([*SMALL, "--output", str(tmp_path / "a" / "b")])
    assert not (tmp_path / "a").exists()


def one_line(capsys) -> str:
    """Return the one line on stderr."""
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("study: ")
    return line


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["gmes=3"], ["unknown key 'gmes'", "did you mean 'games'?", "populations"]),
        (["games=0"], ["games: got 0", "from 1"]),
        (["games=many"], ["games: got 'many'", "a whole number"]),
        (["seed=-1"], ["seed: got -1", "from 0"]),
        (["resamples=5"], ["resamples: got 5", "from 100"]),
        (["game=animocrazy"], ["game: got 'animocrazy'", "allowed is animal_farm"]),
        (["populations=[keeper]"], ["populations: got ['keeper']", "at least 2"]),
        (["populations=[keeper, braker]"], ["populations: no player 'braker'", "did you mean 'breaker'?", "coalition"]),
        (["populations=[keeper, nowhere:Player]"], ["populations:", "there is no module 'nowhere'"]),
        (["options.talk=9"], ["options: option 'talk': got 9", "0..4"]),
        (["options.tlak=1"], ["options: unknown option 'tlak'", "did you mean 'talk'?"]),
    ],
)
def test_bad_configs_give_one_line(settings, words, tmp_path, capsys):
    assert study.main(["--output", str(tmp_path / "out"), "--set", *settings]) == 2
    line = one_line(capsys)
    for word in words:
        assert word in line
    assert not (tmp_path / "out").exists()


def test_bad_places_give_one_line(tmp_path, capsys):
    assert study.main(["--config", "animal_farm/studi"]) == 2
    assert "did you mean 'animal_farm/study'?" in one_line(capsys)
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert study.main(["--output", str(tmp_path / "file")]) == 2
    assert "cannot be written" in one_line(capsys)
    assert study.main(["--update", "--games", "60"]) == 2
    assert "allowed beside it are --config and --quiet" in one_line(capsys)


OWN = """
def first(observation, mask, texts):
    return min(texts)

def never(observation, mask, texts):
    return -5

class Counted:
    begun = []
    def begin(self, seat, num_players, seed):
        Counted.begun.append((seat, num_players))
    def act(self, observation, mask, texts):
        return min(texts)
"""


@compiled
def test_players_of_ones_own_take_part(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "players_of_a_study.py").write_text(OWN, encoding="utf-8")
    small = [*SMALL, "--set", "resamples=100", "options.num_players=3", "--games", "12"]
    for name, folder in (("first", "once"), ("first", "twice"), ("Counted", "counted")):
        command = ["--populations", f"players_of_a_study:{name}", "keeper", "--output", folder]
        assert study.main([*small, *command]) == 0
    once = result_in(tmp_path / "once")
    assert once == result_in(tmp_path / "twice")
    assert once["fair_share"] == pytest.approx(1 / 3, abs=1e-6)
    assert [row["seats"] for row in once["populations"]] == [18, 18]
    begun = Counter(sys.modules["players_of_a_study"].Counted.begun)
    assert begun == {(seat, 3): 6 for seat in range(3)}, "told of each game, and on every seat equally often"
    assert study.main([*small, "--populations", "keeper", "players_of_a_study:never", "--output", "bad"]) == 2
    line = one_line(capsys)
    assert "players_of_a_study:never, seat " in line
    assert line.endswith(": chose action -5, which is not legal")
    assert not (tmp_path / "bad").exists()


@compiled
def test_games_without_promises_are_told_and_drawn(tmp_path):
    """Nothing comes due: there is no share, and the picture has gaps."""
    command = ["--populations", "coalition", "random", "--set", "options.talk=0", "--output", str(tmp_path / "silent")]
    assert study.main([*SMALL, *command]) == 0
    result = result_in(tmp_path / "silent")
    assert result["populations"][0]["made"] == {"value": 0, "low": 0, "high": 0}
    assert result["populations"][0]["kept_of_due"] == {"value": None, "low": None, "high": None}
    assert "| kept of those that came due, % | - | - |" in (tmp_path / "silent" / "study.md").read_text()
    assert (tmp_path / "silent" / "study.png").stat().st_size > 10_000


# the page


def finding(instead: list[float], alike: float) -> str:
    """Return the findings of made-up differences, each with an interval of 0.5 either way."""

    def about(value: float) -> dict[str, float]:
        return {"value": value, "low": value - 0.5, "high": value + 0.5}

    populations = [{"player": name, "made": about(9), "kept_of_due": about(0.7)} for name in ("honest", "liar")]
    rows = [{"first_among_others": number, "vp": about(value)} for number, value in enumerate(instead)]
    tables = [{"first": number, "more": about(alike)} for number in range(len(instead) + 1)]
    return study.findings({"populations": populations, "instead": rows, "tables": tables})


@pytest.mark.parametrize(
    ("instead", "alike", "words", "dilemma"),
    [
        ([1, 2], 3, ["A seat has more VP as `liar`", "Tables of `honest` only have more"], "better as `liar`"),
        ([1, 2], -3, ["A seat has more VP as `liar`", "Tables of `honest` only have fewer"], ""),
        ([1, 0.2], 3, ["Whether a seat has more VP as `liar`", "Tables of `honest` only have more"], ""),
        ([-1, 2], 0.1, ["Whether a seat", "Whether tables of `honest` only"], ""),
        ([-1, -2], 3, ["A seat has fewer VP as `liar`", "Tables of `honest` only have more"], ""),
        ([-1, -2], -3, ["A seat has fewer VP as `liar`", "Tables of `honest` only have fewer"], "better as `honest`"),
    ],
)
def test_findings_say_what_intervals_allow(instead, alike, words, dilemma):
    text = finding(instead, alike)
    for word in words:
        assert word in text
    assert ("social dilemma" in text) == bool(dilemma)
    assert dilemma in text


def sections(page: str) -> dict[str, str]:
    """Return the parts of a page that are made from the result."""
    return {found[2]: found[0] for found in study.MARK.finditer(page)}


@compiled
def test_page_has_every_section_of_the_project_s_config(small):
    page, result = PAGE.read_text(encoding="utf-8"), result_in(small)
    assert sorted(sections(page)) == sorted(study.SECTIONS)
    other = sections(study.filled(page, result))
    for name, text in sections(page).items():
        if "| --- |" in text:
            assert text.splitlines()[1:3] == other[name].splitlines()[1:3], f"{name} has other columns by now"
            assert len(text.splitlines()) == len(other[name].splitlines())
    config = study.load_config(str(CONFIG), study.StudyConfig)
    each = study.games_each(4, config.games)
    like = {**result, "seed": config.seed, "resamples": config.resamples, "games": 5 * each, "games_each": each}
    assert study.played(like) in page


@compiled
def test_update_fills_the_page_and_draws_its_picture(small, tmp_path, monkeypatch):
    config, page = tmp_path / "small.yaml", tmp_path / "page.md"
    config.write_text("{game: animal_farm, games: 60, seed: 3, resamples: 200}", encoding="utf-8")
    page.write_text("before\n<!-- study: worth -->\nold\n<!-- end -->\nafter\n", encoding="utf-8")
    monkeypatch.setattr(study, "PAGE", page)
    assert study.main(["--config", str(config), "--update", "--quiet"]) == 0
    table = study.worth_sheet(result_in(small))
    assert page.read_text(encoding="utf-8") == f"before\n<!-- study: worth -->\n{table}\n<!-- end -->\nafter\n"
    assert page.with_suffix(".png").read_bytes() == (small / "study.png").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.md", "page.png", "small.yaml"]


@compiled
@pytest.mark.slow
def test_page_says_what_the_script_finds(tmp_path):
    assert study.main(["--config", str(CONFIG), "--output", str(tmp_path / "full"), "--quiet"]) == 0
    page = PAGE.read_text(encoding="utf-8")
    assert study.filled(page, result_in(tmp_path / "full")) == page, (
        "not up to date: run python docs/keepers_and_breakers.py --config configs/animal_farm/study.yaml --update"
    )
