"""The report on runs: `training.report`; what it reads, counts, draws and writes, and how a browser shows it."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scipy.stats import t

import envs
from training import report_games, train_command
from training.report import main
from training.report_command import TEMPLATE, Page, percent
from training.report_games import ITSELF, count_promises, has_promises, line_ups, play_games
from training.report_pictures import Curve, Estimate, curve, draw, over_seeds
from training.report_runs import differences, flat, groups_of, read_runs
from training.tables import wilson

ROOT = Path(__file__).resolve().parents[2]
NASTY = "<script>alert(1)</script> $x^2$ & \"q\" 'a'"
SMALL = ["budget.decisions=1024", "tables.number=16", "tables.threads=1", "ppo.decisions=512", "ppo.minibatch=128"]
SMALL += ["checkpoints.every=512", "evaluation.games=20", "options.max_turns=60"]
SECTIONS = ["runs", "config", "curves", "ratings", "evaluation", "games"]  # of 1961, which has no promises
CHROMIUM = next((p for name in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(name))), None)
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and "MANORFARM_NEED_CHROMIUM" not in os.environ, reason="there is no Chromium"
)


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Path:
    """A small run, from its beginning to its end."""
    place = tmp_path_factory.mktemp("trained") / "run"
    config = str(ROOT / "configs" / "nineteen61" / "smoke.yaml")
    assert train_command.main(["--config", config, "--run-folder", str(place), "--set", *SMALL]) == 0
    return place


@pytest.fixture
def run(trained, tmp_path) -> Path:
    """A copy of it that a test may change; with few metrics, as every picture takes its time."""
    shutil.copytree(trained, tmp_path / "run")
    keep = ("decisions", "seconds", "games", "return/random", "entropy_loss")
    write_metrics(tmp_path / "run", [{name: row[name] for name in keep if name in row} for row in metrics(trained)])
    return tmp_path / "run"


@pytest.fixture(scope="module")
def whole(trained, tmp_path_factory) -> Path:
    """A run with everything that a folder can have, and names that try to break out of the page."""
    place = tmp_path_factory.mktemp("whole") / "a<b>&c"
    shutil.copytree(trained, place)
    add_ratings(place, [NASTY, "policy@512", "random"])
    rows = metrics(place)
    for row in rows:
        row |= {"return/<b>x</b>": 0.25, "win/$\\frac": 0.5, "<i>odd": 1.0}
    write_metrics(place, rows)
    with open(place / "config.yaml", "a", encoding="utf-8") as file:
        file.write("# </pre><img src=https://example.org/x.png onerror=alert(1)>\n")
    versions = json.loads((place / "versions.json").read_text())
    (place / "versions.json").write_text(json.dumps(versions | {"</p><script>": NASTY}))
    assert main([str(place), "--games", "2"]) == 0
    return place / "report.html"


def add_ratings(place: Path, names: list[str], shift: float = 0.0) -> None:
    """Write ratings.json and ratings.jsonl as runs have them."""
    rows = [
        {"player": name, "mu": 26.0 - i, "sigma": 2.0, "rating": 20.0 - i + shift, "low": 19.0 - i, "high": 21.5 - i}
        | {"games": 40, "win_rate": 0.5, "nash": None, "alpha_rank": None}
        for i, name in enumerate(names)
    ]
    size = range(len(names))
    matrix = [[None if i == j else 0.75 if i < j else 0.25 for j in size] for i in size]
    wins = {"players": names, "matrix": matrix, "games": [[0 if i == j else 20 for j in size] for i in size]}
    (place / "ratings.json").write_text(json.dumps({"ratings": rows, "wins": wins, "notes": ["no Nash average"]}))
    lines = [
        {"decisions": d, "seconds": d / 1e3, "player": f"policy@{d}", "mu": 25.0, "sigma": 3.0, "rating": d / 100}
        | {"low": d / 100 - 1, "high": d / 100 + 2, "games": 30}
        for d in (0, 512, 1024)
    ]
    (place / "ratings.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def metrics(place: Path) -> list[dict]:
    return [json.loads(line) for line in (place / "metrics.jsonl").read_text().splitlines()]


def write_metrics(place: Path, rows: list[dict]) -> None:
    (place / "metrics.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


class Parts(HTMLParser):
    """The elements of a page, their attributes and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text += data


# ------------------------------------------------------------------------------------------------------------ the page


def test_the_page_says_what_is_in_the_folder(whole):
    text = whole.read_text(encoding="utf-8")
    parts = Parts(text)
    assert re.findall(r'<section id="(\w+)">', text) == SECTIONS
    (row,) = json.loads((whole.parent / "evaluation.json").read_text())["results"]
    for rate in (row, *row["seats"]):
        share = f"{100 * rate['win_rate']:.1f} % [{100 * rate['low']:.1f}, {100 * rate['high']:.1f}]"
        assert share.replace(" [", " <small>[") in text
    assert "20.00 <small>[19.00, 21.50]</small>" in text  # a rating
    assert "no Nash average" in parts.text
    assert ">75\n<br><small>53-89</small>" in text  # Wilson's interval of 15 wins in 20 games
    for caption in ("Rating", "Mean return", "Share of wins", "Entropy", "Explained variance", "Policy loss"):
        assert re.search(rf"<figcaption>{caption}", text, re.IGNORECASE), caption
    assert len(re.findall("by training time</figcaption>", text)) == 3
    assert "gae_lambda: 0.95" in parts.text
    assert "Game 2:" in parts.text
    assert parts.text.count("1. player_0: ") + parts.text.count("1. player_1: ") >= 2
    assert "finished" in parts.text
    assert f"version {envs.get_game('nineteen61').version} of its rules" in parts.text


def test_names_and_texts_cannot_break_out_of_the_page(whole):
    text = whole.read_text(encoding="utf-8")
    parts = Parts(text)
    assert NASTY in parts.text
    assert "<b>x</b>" in parts.text  # the legend of a picture
    assert "onerror=alert(1)" in parts.text
    assert not parts.tags & {"script", "img", "b", "i", "iframe", "object", "embed", "base", "form"}
    assert not [name for name, _ in parts.attributes if name.startswith("on")]
    links = [value for name, value in parts.attributes if name in ("href", "src", "xlink:href", "action", "srcset")]
    assert links
    assert all(link == "data:," or link.startswith("#") for link in links)
    assert "@import" not in text
    assert set(re.findall(r"url\((.)", text)) == {"#"}
    identifiers = [value for name, value in parts.attributes if name == "id"]
    assert len(identifiers) == len(set(identifiers))
    assert {link[1:] for link in links if link.startswith("#")} <= set(identifiers)


@pytest.mark.slow
def test_the_same_runs_give_the_same_bytes_in_another_process(whole, tmp_path):
    """The command as the docs have it; what differs between processes (hashes, ids) is not seen in the page."""
    again = tmp_path / "again.html"
    command = [sys.executable, ROOT / "training" / "report.py", whole.parent, "--output", again, "--games", "2"]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"again.html: 1 run, \d+ pictures, 2 sample games", done.stdout)
    assert again.read_bytes() == whole.read_bytes()
    assert not list(tmp_path.glob(".*"))


def test_an_unfinished_run_shows_what_there_is(run):
    for name in ("policy.zip", "policy.json", "policy.pt", "evaluation.json", "versions.json"):
        (run / name).unlink(missing_ok=True)
    assert main([str(run), "--games", "1"]) == 0
    text = (run / "report.html").read_text()
    assert re.findall(r'<section id="(\w+)">', text) == ["runs", "config", "curves", "games"]
    assert "newest checkpoint after 1,024 decisions" in text


def test_a_run_without_updates_or_policies_is_shown_too(run):
    shutil.rmtree(run / "checkpoints")
    for name in ("policy.zip", "evaluation.json"):
        (run / name).unlink()
    write_metrics(run, [])
    assert main([str(run)]) == 0
    assert re.findall(r'<section id="(\w+)">', (run / "report.html").read_text()) == ["runs", "config"]


# ---------------------------------------------------------------------------------------------------------- many runs


def test_runs_that_differ_in_their_seed_are_one_with_intervals(run, tmp_path):
    places = [run]
    for seed in (2, 3):
        places.append(tmp_path / f"run-seed-{seed}")
        shutil.copytree(run, places[-1])
        config = (run / "config.yaml").read_text().replace("seed: 1\n", f"seed: {seed}\n")
        (places[-1] / "config.yaml").write_text(config)
    other = tmp_path / "other"
    shutil.copytree(run, other)
    (other / "config.yaml").write_text((run / "config.yaml").read_text().replace("gamma: 0.999", "gamma: 0.5"))
    for shift, place in enumerate(places):
        add_ratings(place, ["a", "b"], shift=shift)
        rows = json.loads((place / "evaluation.json").read_text())
        rows["results"][0]["win_rate"] = 0.4 + 0.1 * shift
        (place / "evaluation.json").write_text(json.dumps(rows))
    page = Page(read_runs([str(place) for place in (*places, other)]), 0, 0)
    assert [(group.label, len(group.runs)) for group in page.groups] == [("run (3 seeds)", 3), ("other", 1)]
    half = t.ppf(0.975, 2) * 0.1 / np.sqrt(3)
    together, alone = list(page.evaluation())
    assert together["rows"][0]["wins"].value == pytest.approx(0.5)
    assert together["rows"][0]["wins"].low == pytest.approx(0.5 - half)
    assert together["rows"][0]["games"] == 60
    assert alone["runs"] == 1
    content = page.content
    assert dict(content["differences"]) == {"seed": ["1", "2", "3", "1"], "ppo.gamma": ["0.999"] * 3 + ["0.5"]}
    (ratings,) = content["ratings"]
    assert ratings["rows"][0]["rating"].value == pytest.approx(21)
    assert ratings["rows"][0]["rating"].high == pytest.approx(21 + 10 * half)
    cell = ratings["wins"]["cells"][0][1]["share"]  # 15 of 20 with every seed: Student's interval has no width
    assert (cell.value, (cell.low, cell.high)) == (0.75, wilson(45, 60))
    text = page.html()
    assert "the wider of Student's t interval over the seeds and Wilson's" in html.unescape(text)
    assert text.index("What differs between the runs") < text.index("The whole config")


def test_configs_are_flattened_and_compared(trained, tmp_path):
    assert flat({"a": {"b": 1, "c": {}}, "d": [{"e": None}]}) == {"a.b": "1", "a.c": "{}", "d": "[{e: null}]"}
    runs = read_runs([str(trained)])
    assert differences(runs) == []
    assert [group.label for group in groups_of(runs)] == ["run"]


def test_members_of_a_league_are_shown_each(run):
    config = (run / "config.yaml").read_text()
    config = re.sub(r"^league:.*\n", "", config, flags=re.MULTILINE)
    config += "league:\n- {name: main}\n- {name: rival, opponents: [{player: 'newest:main'}, {player: random}]}\n"
    (run / "config.yaml").write_text(config)
    write_metrics(run, [row | {"member": name} for row in metrics(run) for name in ("main", "rival")])
    (run / "members" / "rival").mkdir(parents=True)
    for name in ("policy.zip", "policy.json"):
        shutil.copy(run / name, run / "members" / "rival" / name)
    evaluation = json.loads((run / "evaluation.json").read_text())
    evaluation["members"] = {"rival": [{**evaluation["results"][0], "against": "somebody"}]}
    (run / "evaluation.json").write_text(json.dumps(evaluation))
    assert main([str(run), "--games", "3"]) == 0
    text = (run / "report.html").read_text()
    assert re.search("<h3>main</h3>.*random.*<h3>rival</h3>.*somebody", text, re.DOTALL)
    assert "learners: main, rival" in text
    assert re.findall("player_0: rival, player_1: (.*?)<", text) == ["rival", "main", "random"]


# ------------------------------------------------------------------------------------------------------------ counting


def test_curves_are_means_over_stretches_and_runs():
    rows = [{"decisions": d, "seconds": d / 10, "y": y} for d, y in ((10, 1.0), (20, 3.0), (30, 2.0), (40, 4.0))]
    alone = curve("a", [rows], lambda row: row.get("y"))
    assert alone.decisions.tolist() == [10, 20, 30, 40]
    assert alone.seconds.tolist() == [1, 2, 3, 4]
    assert alone.values.tolist() == [1, 3, 2, 4]
    assert alone.low is None
    more = [{**row, "seconds": row["seconds"] + 2, "y": row["y"] + 1} for row in rows[:3]]
    both = curve("a", [rows, more], lambda row: row.get("y"), (0, 4))
    assert both.decisions.tolist() == [10, 20, 30]  # as far as both have come
    assert both.seconds.tolist() == [2, 3, 4]
    assert both.values.tolist() == [1.5, 3.5, 2.5]
    half = t.ppf(0.975, 1) * 0.5
    assert both.high.tolist() == [4, 4, 4]
    assert both.low.tolist() == pytest.approx([max(1.5 - half, 0)] * 3)
    assert curve("a", [rows], lambda row: None) is None


def test_long_curves_get_no_more_points_than_can_be_seen():
    rows = [{"decisions": d, "seconds": d, "y": d % 2} for d in range(1, 3001)]
    long = curve("a", [rows], lambda row: row["y"])
    assert len(long.values) == 150
    assert long.values.tolist() == [0.5] * 150


def test_intervals_over_seeds():
    assert over_seeds([]) is None
    assert over_seeds([0.3]) == Estimate(0.3)
    assert over_seeds([0.3, 0.3]) == Estimate(0.3, 0.3, 0.3)
    low, high = t.interval(0.95, 2, 0.5, np.std([0.4, 0.5, 0.6], ddof=1) / np.sqrt(3))
    found = over_seeds([0.4, 0.5, 0.6])
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))
    assert over_seeds([0.0, 1.0], 0, 1) == Estimate(0.5, 0, 1)
    assert percent(Estimate(0.5, 0.25, 1)) == "50.0 % [25.0, 100.0]"


def test_pictures_take_the_colours_of_the_page_and_tell_apart_their_ids():
    one = Curve(NASTY, np.array([1.0, 2.0]), np.array([60.0, 7200.0]), np.array([0.0, 1.0]))
    text = draw([one, one], 3, time=True, percent=True, level=0.5)
    assert text == draw([one, one], 3, time=True, percent=True, level=0.5)
    assert "currentColor" in text
    assert "training time, hours" in text
    assert "<script" not in text
    assert all(name.startswith("c3-") for name in re.findall(r'id="([^"]*)"', text))
    used = re.findall(r'(?:url\(#|href="#)([^)"]*)', text)
    assert used
    assert set(used) == set(re.findall(r'id="([^"]*)"', text))


# --------------------------------------------------------------------------------------------------- games and promises


class AnyMove:
    """A policy that takes any legal move."""

    def act_batch(self, features, masks, generator, deterministic=False):
        assert features.shape[0] == masks.shape[0]
        return np.array([generator.choice(np.flatnonzero(mask)) for mask in masks])


def test_games_with_promises_are_known():
    def promises(name, **options):
        game = envs.get_game(name)
        return has_promises(game, game.options.complete(options))

    assert not promises("nineteen61")
    assert promises("animal_farm")
    assert not promises("animal_farm", talk=0)
    assert promises("animocrazy", talk=True)
    assert not promises("animocrazy")


@pytest.mark.parametrize(("name", "opponent"), [("animal_farm", "keeper"), ("animocrazy", "greedy")])
def test_promises_are_those_that_the_games_report(trained, monkeypatch, name, opponent):
    run = read_runs([str(trained)])[0]
    run.game = envs.get_game(name)
    run.options = run.game.options.complete({"talk": {"animal_farm": 1, "animocrazy": True}[name]})
    tables = []
    monkeypatch.setattr(
        report_games, "play_games", lambda *a, **k: tables.append((a[3], play_games(*a, **k))) or tables[-1][1]
    )
    rows = count_promises(run, {ITSELF: AnyMove()}, [ITSELF, opponent], 0, games=3)
    assert [row.opponent for row in rows] == [ITSELF, opponent]
    for row, (lineups, played) in zip(rows, tables, strict=True):
        facts = [
            entry
            for lineup, table in zip(lineups, played, strict=True)
            for entry, who in zip(run.game.report(table.state), lineup, strict=True)
            if who == ITSELF
        ]
        assert len(facts) == (3 if row.opponent else 3 * run.options["num_players"])
        kept, broken = (sum(entry[key] for entry in facts) for key in ("kept", "broken"))
        made = sum(entry["made"] for entry in facts) if "made" in facts[0] else kept + broken
        assert made > 0
        assert row.made.value == pytest.approx(made / len(facts))
        assert row.made.low <= row.made.value <= row.made.high
        assert row.kept.value == pytest.approx(kept / made)
        assert (row.void is None) == ("void" not in facts[0])
        assert row.kept_of_due.value == pytest.approx(kept / (kept + broken))
        assert list(row.kinds) == list(facts[0].get("promises", {"kept": []})["kept"])
        for kind, (made_of, _) in row.kinds.items():
            assert made_of.value == pytest.approx(sum(e["promises"]["made"][kind] for e in facts) / len(facts))


def test_the_policy_meets_its_opponents_in_turn_on_every_seat():
    assert line_ups([ITSELF, "x"], 2, 5) == [["", ""], ["", "x"], ["", ""], ["x", ""], ["", ""]]


def test_promises_are_on_the_page_of_a_game_that_has_them(run, monkeypatch):
    page = Page(read_runs([str(run)]), 0, 0)
    estimate = Estimate(0.5, 0.25, 0.75)
    counted = report_games.Promises(NASTY, 60, estimate, None, estimate, estimate, None, {"ally": (estimate, None)})
    monkeypatch.setattr("training.report_command.has_promises", lambda game, options: True)
    monkeypatch.setattr("training.report_command.count_promises", lambda *a: [counted])
    text = page.html()
    assert 'section id="promises"' in text
    assert "50.0 % <small>[25.0, 75.0]</small>" in text
    assert html.escape(NASTY) in text.replace("&#34;", "&quot;").replace("&#39;", "&#x27;")


# ----------------------------------------------------------------------------------------------------------- bad input


def damage(place: Path, what: str) -> None:
    """Spoil a run folder in one way."""
    config = place / "config.yaml"
    if what in ("config.yaml", "metrics.jsonl"):
        (place / what).unlink()
    elif what == "version":
        (place / "versions.json").write_text('{"rules": "0.0.1"}')
    elif what == "line":
        with open(place / "metrics.jsonl", "a") as file:
            file.write('{"decisions": 20\n')
    elif what == "number":
        write_metrics(place, [{"decisions": -1, "seconds": 1}])
    elif what == "word":
        write_metrics(place, [{"decisions": 1, "seconds": 1, "length": "long"}])
    elif what == "game":
        config.write_text(config.read_text().replace("game: nineteen61", "game: ninety"))
    elif what == "yaml":
        config.write_text("game: [")
    elif what == "ratings":
        (place / "ratings.json").write_text('{"ratings": [{"player": "a", "mu": "high"}]}')
    elif what == "matrix":
        wins = {"players": ["a"], "matrix": [[None, 1]], "games": [[0]]}
        (place / "ratings.json").write_text(json.dumps({"ratings": [], "wins": wins}))
    elif what == "rating line":
        (place / "ratings.jsonl").write_text("\n[]\n")
    elif what == "evaluation":
        (place / "evaluation.json").write_text('{"results": [{"against": "random", "games": 0}]}')
    elif what == "policy":
        (place / "policy.zip").write_bytes(b"PK")
    elif what == "options":
        config.write_text(config.read_text().replace("num_players: 2", "num_players: 3"))


def test_a_line_that_is_still_being_written_is_none_yet(run, capsys):
    with open(run / "metrics.jsonl", "a") as file:
        file.write('{"decisions": 20')
    assert main([str(run), "--games", "0"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("config.yaml", r"run: is no run folder, config.yaml is missing"),
        ("metrics.jsonl", r"run: is no run folder, metrics.jsonl is missing"),
        ("version", r"versions.json: the run is of version '0.0.1' of the rules of nineteen61, allowed is '"),
        ("line", r"metrics.jsonl, line 3: not valid JSON"),
        ("number", r"metrics.jsonl, line 1: decisions: got -1, allowed"),
        ("word", r"metrics.jsonl, line 1: length: got 'long', allowed is a number"),
        ("game", r"config.yaml: game: .*'ninety'.*nineteen61"),
        ("yaml", r"config.yaml, line 1, .*not valid YAML"),
        ("ratings", r"ratings.json: .*ratings.0.mu"),
        ("matrix", r"ratings.json: wins.*matrix"),
        ("rating line", r"ratings.jsonl, line 2: got \[\], allowed are keys"),
        ("evaluation", r"evaluation.json: .*results.0.fair"),
        ("policy", r"policy.zip: not a policy that can be loaded"),
        ("options", r"policy.zip: was trained with other options than config.yaml says"),
    ],
)
def test_damaged_runs_give_one_line(run, capsys, what, said):
    damage(run, what)
    assert main([str(run)]) == 2
    printed = capsys.readouterr()
    assert re.search(said, printed.err), printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""
    assert not list(run.glob("*.html*"))
    assert not list(run.glob(".report*"))


def test_bad_arguments_give_one_line(run, tmp_path, capsys):
    def refused(*arguments: str) -> str:
        assert main(list(map(str, arguments))) == 2
        printed = capsys.readouterr().err
        assert printed.count("\n") == 1
        return printed

    assert "no such folder" in refused(tmp_path / "nothing")
    assert "given twice" in refused(run, run / ".", "--output", tmp_path / "x.html")
    assert "--output: is missing" in refused(run, tmp_path)
    assert "allowed is a name that ends in .html" in refused(run, "--output", run / "config.yaml", "--overwrite")
    assert "--games: got '-1', allowed is a whole number" in refused(run, "--games=-1")
    assert "--seed: got 'x'" in refused(run, "--seed", "x")
    (tmp_path / "folder.html").mkdir()
    assert "is a folder" in refused(run, "--output", tmp_path / "folder.html", "--overwrite")
    assert "cannot be written" in refused(run, "--output", run / "config.yaml" / "x.html")
    place = tmp_path / "taken.html"
    place.write_text("mine")
    assert "--overwrite replaces it" in refused(run, "--output", place)
    assert place.read_text() == "mine"
    other = tmp_path / "other"
    shutil.copytree(run, other)
    config = (run / "config.yaml").read_text().replace("game: nineteen61", "game: animocrazy")
    (other / "config.yaml").write_text(re.sub(r"options:\n(  .*\n)+", "options: {}\n", config))
    (other / "versions.json").unlink()
    assert "allowed in one report is one game" in refused(run, other, "--output", tmp_path / "x.html")
    assert not (tmp_path / "x.html").exists()
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 2


def test_what_cannot_be_written_leaves_the_old_page(run, tmp_path, monkeypatch, capsys):
    place = tmp_path / "new" / "page.html"
    monkeypatch.setattr(Page, "html", lambda self: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    assert main([str(run), "--output", str(place)]) == 2
    assert not place.parent.exists()
    assert "No space left" in capsys.readouterr().err


def test_the_template_and_the_command_are_in_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert TEMPLATE in project["tool"]["setuptools"]["package-data"]["training"]
    assert project["project"]["scripts"]["manorfarm-report"] == "training.report:main"


# --------------------------------------------------------------------------------------------------------- in a browser


def chromium(folder: Path, *arguments: object) -> subprocess.CompletedProcess:
    """Run Chromium without a window and with a profile of its own."""
    assert CHROMIUM is not None, "MANORFARM_NEED_CHROMIUM is set, but there is no Chromium"
    off = ["gpu", "quic", "background-networking", "component-update", "sync"]
    command = [CHROMIUM, "--headless", "--no-sandbox", "--no-first-run", *(f"--disable-{name}" for name in off)]
    command += ["--hide-scrollbars", f"--user-data-dir={folder / 'profile'}", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


WATCH = """<!DOCTYPE html><html><body><pre id="found"></pre><script>
addEventListener("load", () => {
  const found = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument, root = page.documentElement;
    page.querySelectorAll("details").forEach(one => one.open = true);
    return {
      wide: root.scrollWidth, room: root.clientWidth,
      out: [...page.querySelectorAll("body *")].filter(one => !one.closest("svg, .wide, pre") &&
        one.getBoundingClientRect().right > root.clientWidth + 1).map(one => one.tagName),
      sections: [...page.querySelectorAll("section")].map(one => one.id),
      loaded: frame.contentWindow.performance.getEntriesByType("resource").map(one => one.name),
      pictures: [...page.querySelectorAll("figure svg")].filter(one => one.getBoundingClientRect().height > 100).length,
      figures: page.querySelectorAll("figure").length,
    };
  });
  document.getElementById("found").textContent = JSON.stringify(found);
});
</script>FRAMES</body></html>"""


@needs_chromium
def test_a_browser_shows_the_whole_page_at_any_width(whole, tmp_path):
    """Nothing is loaded from elsewhere, all sections are there, and a phone need not scroll sideways."""
    page = html.escape(whole.read_text(encoding="utf-8"))
    frames = "".join(
        f'<iframe style="width:{w}px;height:900px;border:0" srcdoc="{page}"></iframe>' for w in (400, 1200)
    )
    (tmp_path / "watch.html").write_text(WATCH.replace("FRAMES", frames), encoding="utf-8")
    done = chromium(tmp_path, "--virtual-time-budget=5000", "--dump-dom", f"file://{tmp_path / 'watch.html'}")
    found = json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)[1]))
    for width, one in zip((400, 1200), found, strict=True):
        assert (one["room"], one["wide"]) == (width, width)
        assert one["out"] == []
        assert one["sections"] == SECTIONS
        assert one["loaded"] == []
        assert one["pictures"] == one["figures"] > 10


@needs_chromium
def test_a_browser_draws_the_page(whole, tmp_path):
    picture = tmp_path / "page.png"
    done = chromium(tmp_path, "--window-size=1000,1400", f"--screenshot={picture}", f"file://{whole}")
    assert picture.is_file(), done.stderr
    colours = Image.open(picture).convert("RGB").getcolors(1 << 24)
    assert len(colours) > 50  # the curves are drawn, beside paper and ink
    assert max(number for number, _ in colours) < 0.97 * 1000 * 1400
