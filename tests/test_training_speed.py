"""benchmarks/training_speed.py: what it makes of the answers of its workers, and a run from end to end."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = ROOT / "benchmarks" / "training_speed.py"


@pytest.fixture(scope="module")
def script():
    """Give the script as a module."""
    sys.path.insert(0, str(SCRIPT.parent))  # where a script finds its neighbours
    try:
        spec = importlib.util.spec_from_file_location("training_speed", SCRIPT)
        module = importlib.util.module_from_spec(spec)
        sys.modules["training_speed"] = module
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.modules.pop("training_speed", None)
        sys.path.remove(str(SCRIPT.parent))


@pytest.fixture
def rows(script):
    """Give one row of each kind: ours, measured three times, a peer that was measured and one that is missing."""
    ours = script.Row("manorfarm ppo", script.OURS, 1, {}, parameters=343_410, about="512 tables")
    recipe = script.Row("MaskablePPO connect_four", script.RECIPE, 1, {}, parameters=19_720, about="8 environments")
    missing = script.Row("PufferLib connect4", script.PUFFER, 1, {}, note="missing: No module named 'pufferlib'")
    for rate, learning in ((50_000, 3.0), (70_000, 1.0), (60_000, 2.0)):
        parts = {"environment": 1.0, "inference": 5.0, "learning": learning}
        ours.add({"decisions": rate * 10, "seconds": 10.0, "parts": parts})
    recipe.add({"decisions": 6_000, "seconds": 1.0, "parts": {"learning": 0.5}})
    return [ours, recipe, missing]


def report():
    """Return what `describe` says besides the rows."""
    versions = {"torch": "9.9", "numpy": "8.8"}
    machine = {"cores": 2, "processor": "an abacus", "python": "3.x", "versions": versions, "load_at_start": 0.25}
    setting = {"players": 2, "cores": 2, "repeats": 3, "seconds": 10.0}
    return {"title": "1961", "machine": machine, "setting": setting}


def test_medians_count(rows):
    assert rows[0].rate == 60_000
    assert [rows[0].share(part) for part in ("environment", "inference", "learning")] == [0.1, 0.5, 0.2]
    assert rows[1].share("environment") == 0.0
    assert rows[2].rate == rows[2].share("learning") == 0.0


def test_table(script, rows):
    headings, cells = script.figures(rows)
    assert headings[-1] == "x connect_four", "what was not measured has no column"
    assert cells[0] == [
        "manorfarm ppo", "1", "2 x 64", "343,410", "60,000", "50,000 - 70,000", "10%", "50%", "20%", "10.0",
    ]  # fmt: skip
    assert cells[1][-1] == "", "a peer is not compared with itself"
    assert cells[2] == [
        "PufferLib connect4",
        "1",
        "2 x 64",
        "-",
        "-",
        "missing: No module named 'pufferlib'",
        *[""] * 4,
    ]


def test_only_what_is_alike_is_compared(script, rows):
    ours, recipe = rows[:2]
    assert script.times(ours, rows, recipe.name) == "10.0"
    recipe.epochs = 10
    assert script.times(ours, rows, recipe.name) == ""
    recipe.epochs, recipe.widths = 1, "1 x 128, shared"
    assert script.times(ours, rows, recipe.name) == ""


@pytest.mark.parametrize("markdown", [False, True])
def test_words(script, rows, markdown):
    text = script.describe(report(), rows, markdown)
    assert "2 of 2 cores (an abacus)" in text
    assert "torch 9.9, numpy 8.8" in text
    assert "- manorfarm ppo: 512 tables." in text
    assert re.search(r"\| 60,000 \| 50,000" if markdown else r" 60,000 +50,000 - 70,000 ", text)
    assert all(len(line.split("|")) == 12 for line in text.splitlines() if line.startswith("|"))


def test_every_setting_is_measured_once(script):
    arguments = {"epochs": [1, 10], "learners": ["ppo"], "game": "toy", "players": 2, "cores": 1, "quick": True}
    chosen = script.argparse.Namespace(**arguments, set=[], no_peers=False)
    rows = script.rows_for(chosen)
    names = [(row.name, row.epochs, row.widths) for row in rows]
    assert len(set(names)) == len(names) == 4 + 4 + 2
    assert all(row.setting["epochs"] == row.epochs for row in rows)
    chosen.no_peers = True
    assert [row.group for row in script.rows_for(chosen)] == [script.OURS] * 2


class Napper:
    """Sleeps."""

    def nap(self, seconds: float) -> float:
        """Return how long."""
        time.sleep(seconds)
        return seconds


def test_clocks_around_methods(script):
    parts, napper = script.Parts(), Napper()
    parts.wrap(napper, "nap", "environment")
    assert napper.nap(0.02) == 0.02
    threads = [threading.Thread(target=napper.nap, args=(0.02,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 0.06 <= parts.seconds["environment"] < 5.0, "calls in threads count once for each"
    with pytest.raises(TypeError):
        napper.nap("long")
    assert parts.seconds["learning"] == 0.0


def test_whole_updates_until_the_time_is_over(script):
    made = []

    def update():
        made.append(1)
        time.sleep(0.01)
        return 100

    built = script.Built(update, 7, script.Parts())
    assert built.run(0)["decisions"] == 100, "at least one"
    answer = built.run(0.05)
    assert answer["decisions"] == 100 * (len(made) - 1) > 100
    assert answer["seconds"] >= 0.05


def test_a_worker_that_cannot_be_set_up_says_why(script, rows):
    row = script.Row("manorfarm ppo", script.OURS, 1, {})
    with pytest.raises(RuntimeError, match="manorfarm ppo: KeyError"):
        script.measure([row], 0.0, 1, sys.executable)
    row = script.Row("PufferLib connect4", script.PUFFER, 1, {"game": "connect4", "cores": 1})
    script.measure([row], 0.0, 1, str(ROOT / "no_such_python"))
    assert row.note.startswith("not measured: ")
    assert not row.rates


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "1"], "--players: got 1, allowed are 2.."),
        (["--seconds", "0"], "--seconds must be above 0"),
        (["--epochs", "0"], "--epochs at least 1"),
        (["--game", "chess"], "invalid choice"),
    ],
)
def test_bad_arguments(script, capsys, arguments, words):
    with pytest.raises(SystemExit):
        script.main(arguments)
    assert words in capsys.readouterr().err


def test_a_run(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- training speed: begin -->\nold\n<!-- training speed: end -->\nafter\n")
    command = [sys.executable, str(SCRIPT), "--quick", "--epochs", "1", "--learners", "ppo"]
    command += ["--json", str(tmp_path / "figures.json"), "--update", str(page)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    figures = json.loads((tmp_path / "figures.json").read_text())
    rows = {(row["name"], row["widths"]): row for row in figures["rows"]}
    ours = rows["manorfarm ppo", "2 x 64"]
    assert ours["rate"] > 0
    assert ours["parameters"] > 300_000
    assert 0.9 < sum(shares[0] for shares in ours["shares"].values()) < 1.1
    for (name, _), row in rows.items():
        module = "pufferlib" if "Puffer" in name else "pygame"
        if name.startswith("manorfarm") or importlib.util.find_spec(module):
            assert row["rates"], row["note"]
        else:
            assert row["note"].startswith("missing: ")
            assert module in row["note"]
    text = page.read_text()
    assert text.startswith("before\n<!-- training speed: begin -->\nGame: 1961, 2 players.")
    assert "old" not in text.splitlines()
    assert text.endswith("<!-- training speed: end -->\nafter\n")
