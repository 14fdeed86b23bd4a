"""The command line of comparisons: `training.compare`; and the page about players of one's own."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from PIL import Image

import envs
from training import compare_command as compare
from training.compare import main
from training.compare_command import CompareConfig, verdict
from training.config import load_config
from training.files import write_whole
from training.starting import Interrupt

ROOT = Path(__file__).resolve().parents[2]
GAME = envs.get_game("nineteen61")
PLAYERS = """
def lowest(observation, mask, texts):
    return min(texts)

def lazy(observation, mask, texts):
    return None
"""
MODULE = "players_of_a_comparison"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """The folder that the command is run in, with a module of own players."""
    (tmp_path / f"{MODULE}.py").write_text(PLAYERS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


def run(*arguments: str, code: int = 0) -> dict:
    """Run the command with few games, check its exit code and return the result it wrote."""
    assert main(["--output", "out", "--games", "6", "--set", "options.max_turns=40", "--quiet", *arguments]) == code
    return json.loads(Path("out/result.json").read_text())


def three(*more: str) -> list[str]:
    return ["--players", "random", "random", f"{MODULE}:lowest", *more]


# ------------------------------------------------------------------------------------------------------------- results


def test_the_result_of_pairs_says_everything_and_adds_up():
    result = run(*three())
    assert result["partial"] is False
    assert (result["planned"], result["finished"], result["games_each"]) == (3, 3, 6)
    assert (result["game"], result["version"], result["mode"]) == ("nineteen61", GAME.version, "pairs")
    assert result["options"] == GAME.options.complete({"max_turns": 40})
    names = [player["name"] for player in result["players"]]
    assert names == ["random", "random #2", f"{MODULE}:lowest"]
    rows = {(row["player"], row["against"]): row for row in result["pairs"]}
    assert list(rows) == [(a, b) for a in names for b in names if a != b]
    for (a, b), row in rows.items():
        assert row["games"] == sum(seat["games"] for seat in row["seats"]) == 6
        assert row["wins"] == sum(seat["wins"] for seat in row["seats"])
        assert [seat["seat"] for seat in row["seats"]] == [0, 1]
        assert row["wins"] + rows[b, a]["wins"] + row["draws"] == 6
        assert row["low"] <= row["win_rate"] <= row["high"]
        assert row["fair"] == 0.5
        assert row["truncated"] <= row["draws"]
        assert row["mean_length"] > 0


def test_at_a_table_of_more_every_ordered_pair_is_played():
    result = run(*three("--set", "options.num_players=3"))
    assert (result["planned"], len(result["pairs"]), result["fair_share"]) == (6, 6, 0.333333)
    assert all(len(row["seats"]) == 3 for row in result["pairs"])


def test_the_result_of_a_table_says_everything_and_adds_up():
    result = run(*three("--mode", "table", "--set", "options.num_players=3"))
    assert (result["partial"], result["finished"], result["games_each"]) == (False, 6, 6)
    assert [row["player"] for row in result["table"]] == [player["name"] for player in result["players"]]
    assert sum(row["wins"] for row in result["table"]) + result["table"][0]["draws"] == 6
    assert len(result["ahead"]) == 6
    ahead = {(row["player"], row["against"]): row for row in result["ahead"]}
    for (a, b), row in ahead.items():
        assert row["ahead"] + row["level"] + ahead[b, a]["ahead"] == pytest.approx(1)


@pytest.mark.parametrize("mode", ["pairs", "table"])
def test_the_same_config_gives_the_same_bytes(mode):
    arguments = ["--players", "random", f"{MODULE}:lowest", "--mode", mode, "--overwrite"]
    run(*arguments)
    first = Path("out/result.json").read_bytes()
    run(*arguments, "--set", "threads=1")
    assert Path("out/result.json").read_bytes() == first
    run(*arguments, "--seed", "1")
    assert Path("out/result.json").read_bytes() != first


def test_games_are_rounded_up_and_it_is_said(capsys):
    assert main(["--players", "random", "random", "--games", "7", "--set", "options.num_players=3"]) == 0
    assert "9 games (7 rounded up: every seat order equally often)" in capsys.readouterr().out
    assert json.loads(Path("runs/compare-nineteen61-pairs/result.json").read_text())["games_asked"] == 7


def test_bad_moves_are_written_down_and_cost_the_game(capsys):
    assert main(["--players", "random", f"{MODULE}:lazy", "--games", "20", "--output", "out"]) == 0
    result = json.loads(Path("out/result.json").read_text())
    (entry,) = result["messages"]
    assert entry["players"] == ["random", f"{MODULE}:lazy"]
    assert entry["not_shown"] + len(entry["messages"]) == 20
    assert f"{MODULE}:lazy lost game 0, seat 1" in entry["messages"][0]
    assert "returned None (NoneType), not a whole number" in entry["messages"][0]
    assert result["pairs"][1]["forfeits"] == 20
    printed = capsys.readouterr().out
    assert "returned None" in printed
    assert "20 games in all were lost by bad moves" in printed


def test_csv_and_markdown_hold_the_figures_of_the_result():
    result = run(*three("--set", "csv=true", "--set", "markdown=true"))
    lines = list(csv.DictReader(Path("out/result.csv").read_text().splitlines()))
    assert len(lines) == 6 * 3  # each row, and its two seats
    assert [float(line["win_rate"]) for line in lines if line["seat"] == "all"] == [
        row["win_rate"] for row in result["pairs"]
    ]
    assert [int(line["games"]) for line in lines if line["seat"] == "1"] == [3] * 6
    text = Path("out/result.md").read_text()
    assert text.count("\n| ") == 1 + 3, "a heading, and a line for each set of games"
    row = result["pairs"][0]
    assert f"| random | random #2 | 6 | {100 * row['win_rate']:.1f} |" in text
    run(*three("--overwrite"))
    assert not Path("out/result.csv").exists(), "what is of an earlier result does not stay"


@pytest.mark.parametrize("mode", ["pairs", "table"])
def test_the_picture_is_a_picture(mode):
    run("--players", *["random"] * 6, "--mode", mode, "--set", "options.num_players=6")
    with Image.open("out/result.png") as picture:
        width, height = picture.size
        assert 600 < width < 3_000
        assert 500 < height < 2_000
        colours = np.asarray(picture.convert("RGB")).reshape(-1, 3)
    assert (colours == 255).all(axis=1).mean() < 0.9
    assert len(np.unique(colours, axis=0)) > 100


def test_where_the_interval_lies_is_said():
    row = {"low": 0.51, "high": 0.6, "fair": 0.5}
    assert verdict(row) == "above"
    assert verdict(row | {"low": 0.5}) == "level"
    assert verdict(row | {"low": 0.3, "high": 0.4}) == "below"


def test_policies_meet_scripted_and_own_players():
    from training.config import PolicyConfig, TrainConfig
    from training.policy import policy_facts, save_policy
    from training.trainer import build_learner

    options = GAME.options.complete({})
    features = GAME.observation.size(2)
    config = TrainConfig(policy=PolicyConfig(widths=[8]))
    learner = build_learner(config, np.arange(features), features, GAME.actions.size(2), seed=0)
    save_policy(learner, policy_facts(GAME, options), Path("runs/fresh"))
    arguments = ["--players", "runs/fresh", "random", f"{MODULE}:lowest"]
    result = run(*arguments)
    assert [row["player"] for row in result["pairs"]][:2] == ["fresh", "fresh"]
    first = Path("out/result.json").read_bytes()
    run(*arguments, "--overwrite")
    assert Path("out/result.json").read_bytes() == first, "draws of a policy come from the seed"
    most_likely = run(*arguments, "--overwrite", "--set", "deterministic=true")
    assert most_likely["players"][0]["deterministic"] is True
    assert most_likely["pairs"] != result["pairs"]


# -------------------------------------------------------------------------------------- folders, breaking off, resuming


def test_results_are_not_overwritten_without_being_told(capsys):
    run(*three())
    before = Path("out/result.json").read_bytes()
    assert main(["--players", "random", "random", "--output", "out", "--games", "2"]) == 2
    assert "out is there already; give --overwrite" in capsys.readouterr().err
    assert Path("out/result.json").read_bytes() == before
    Path("file").write_text("")
    assert main(["--players", "random", "random", "--output", "file", "--games", "2"]) == 2
    assert "got file, which cannot be written (is a file)" in capsys.readouterr().err


def test_an_interrupted_comparison_keeps_what_is_finished_and_resumes_to_the_same_bytes(monkeypatch, capsys):
    run(*three())
    unbroken = Path("out/result.json").read_bytes()
    played = []

    def interrupted(game, options, pair, *arguments, **settings):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(pair)
        return compare_pair(game, options, pair, *arguments, **settings)

    compare_pair = compare.play_pair
    monkeypatch.setattr(compare, "play_pair", interrupted)
    partial = run(*three("--overwrite"), code=130)
    assert partial["partial"] is True
    assert partial["finished"] == 2
    assert len(partial["pairs"]) == 4
    assert Path("out/result.png").exists()
    assert "partial result (2 of 3)" in capsys.readouterr().err

    played.clear()
    run(*three("--resume"))
    assert len(played) == 1, "only what was missing is played"
    assert Path("out/result.json").read_bytes() == unbroken

    assert main([*three(), "--output", "out", "--games", "8", "--set", "options.max_turns=40", "--resume"]) == 2
    assert "another comparison (other games_asked, games_each)" in capsys.readouterr().err


def test_a_table_that_is_interrupted_keeps_its_finished_rounds(monkeypatch):
    from training import tables

    monkeypatch.setattr(tables, "ROUND", 2)
    real, rounds = tables.play_lineups, []

    def interrupted(*arguments, **settings):
        rounds.append(1)
        if len(rounds) == 3:
            raise KeyboardInterrupt
        return real(*arguments, **settings)

    monkeypatch.setattr(tables, "play_lineups", interrupted)
    partial = run("--players", "random", "random", "--mode", "table", code=130)
    assert (partial["partial"], partial["finished"], partial["planned"]) == (True, 4, 6)
    assert [seat["games"] for seat in partial["table"][0]["seats"]] == [2, 2]


def test_nothing_is_written_where_nothing_is_finished(monkeypatch, capsys):
    def interrupted(*arguments, **settings):
        raise KeyboardInterrupt

    monkeypatch.setattr(compare, "play_pair", interrupted)
    assert main(["--players", "random", "random", "--output", "out"]) == 130
    assert "nothing is written" in capsys.readouterr().err
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("/etc/passwd/x", "got /etc/passwd/x, which cannot be written (Not a directory)"),
        ("/proc/x", "got /proc/x, which cannot be written"),
        ("x" * 300, "File name too long"),
        ("new/" + "x" * 300, "File name too long"),
        ("", "output: got '', allowed is a word at least 1 long"),
    ],
)
def test_an_output_that_cannot_be_is_said_before_anything_is_played(output, words, folder, monkeypatch, capsys):
    monkeypatch.setattr(compare, "play_pair", lambda *arguments, **settings: pytest.fail("played"))
    before = sorted(folder.iterdir())
    assert main(["--players", "random", "random", "--output", output]) == 2
    message = capsys.readouterr().err
    assert "output: got " in message
    assert words in message
    assert message.count("\n") == 1
    assert sorted(folder.iterdir()) == before


def test_what_fails_while_playing_is_one_line_and_leaves_nothing(monkeypatch, capsys):
    for error in (MemoryError("Unable to allocate"), RuntimeError("can't start new thread"), OSError(28, "No space")):

        def fail(*arguments, error=error, **settings):
            raise error

        monkeypatch.setattr(compare, "play_pair", fail)
        assert main(["--players", "random", "random", "--output", "deep/out", "--quiet"]) == 2
        message = capsys.readouterr().err
        assert message.startswith("compare: ")
        assert message.count("\n") == 1
        assert not Path("deep").exists()


def test_a_damaged_result_is_not_resumed(capsys):
    arguments = ["--players", "random", f"{MODULE}:lazy"]
    whole = run(*arguments)
    row, entry = whole["pairs"][0], whole["messages"][0]
    damages = [
        {"pairs": [1]},
        {"pairs": None},
        {"pairs": {}},
        {"pairs": [{}]},
        {"pairs": [row]},
        {"pairs": [row, row]},
        {"pairs": [row | {"games": 5}, whole["pairs"][1]]},
        {"pairs": [row | {"player": "nobody"}, whole["pairs"][1]]},
        {"pairs": [row | {"seats": [{}]}, whole["pairs"][1]]},
        {"pairs": [row | {"win_rate": None}, whole["pairs"][1]]},
        {"messages": [{}]},
        {"messages": None},
        {"messages": [entry | {"messages": []}]},
        {"finished": "x"},
        {"finished": 0},
        {"finished": 7},
        {"partial": True},
        {"partial": "no"},
    ]
    texts = [json.dumps(whole | damage) for damage in damages] + ["", "[]", "[" * 100_000, '"', "\xff"]
    for text in texts:
        Path("out/result.json").write_text(text, encoding="latin-1")
        before = {path: path.read_bytes() for path in Path("out").iterdir()}
        settings = ["--output", "out", "--games", "6", "--set", "options.max_turns=40", "--resume"]
        assert main([*settings, *arguments]) == 2, text
        message = capsys.readouterr().err
        assert message.startswith("compare: output: out/result.json: ")
        assert message.endswith("; give --overwrite\n")
        assert message.count("\n") == 1
        assert {path: path.read_bytes() for path in Path("out").iterdir()} == before
    Path("out/result.json").write_text(json.dumps(whole))
    run(*arguments, "--resume")


def test_any_text_can_be_written(folder):
    text = "[/b] $x_$ \\udcff \\x00 \\u2680"  # as escapes in the player's source
    (folder / "odd_player.py").write_text(f"def act(observation, mask, texts):\n    raise ValueError('{text}')\n")
    (folder / "odd.yaml").write_text(
        "players: [{player: random, name: '[/red] $x_$'}, {player: odd_player:act, name: '\U0001f3b2 [bold]'}]\n"
        "games: 6\nmarkdown: true\ncsv: true\n",
        encoding="utf-8",
    )
    assert main(["--config", "odd.yaml", "--output", "out"]) == 0
    result = json.loads(Path("out/result.json").read_text())
    assert [player["name"] for player in result["players"]] == ["[/red] $x_$", "\U0001f3b2 [bold]"]
    assert "udcff" in ascii(result["messages"][0]["messages"][0])
    done = subprocess.run(
        command("--config", "odd.yaml", "--output", "\U0001f3b2"),
        cwd=folder,
        env=without_checkout() | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "\U0001f3b2" / "result.png").is_file()
    assert not [path for path in folder.rglob("*") if path.suffix in (".tmp", ".partial")]


def test_a_file_that_cannot_be_written_leaves_nothing_beside_it(tmp_path):
    (tmp_path / "result.json").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path / "result.json", "text")
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".partial"] == []
    write_whole(tmp_path / "odd.json", json.dumps("\udcff", ensure_ascii=False))
    assert json.loads((tmp_path / "odd.json").read_text()) == "\udcff"


def command(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "training" / "compare.py"), *arguments]


def without_checkout() -> dict[str, str]:
    """Return the environment without anything that would help to find the packages."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def test_ctrl_c_during_play_leaves_a_partial_result(folder):
    """Own players, one of which takes its time at the third pair: Ctrl-C comes while that is played."""
    (folder / "slow_player.py").write_text(
        "import time\ndef act(observation, mask, texts):\n    time.sleep(1)\n    return min(texts)\n"
    )
    arguments = command("--players", "random", "random", "slow_player:act", "--games", "200", "--output", "out")
    process = subprocess.Popen(arguments, cwd=folder, env=without_checkout(), stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300  # it may have to compile
    while not (folder / "out" / "result.json").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    assert "partial result (1 of 3)" in errors
    assert json.loads((folder / "out" / "result.json").read_text())["finished"] == 1


def test_ctrl_c_that_a_library_swallowed_is_not_lost():
    with Interrupt.watched():
        Interrupt.check()  # nothing yet
        with contextlib.suppress(KeyboardInterrupt):  # as callbacks do
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        with pytest.raises(KeyboardInterrupt):
            Interrupt.check()
    Interrupt.check()  # what was heard is forgotten with the context
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_runs_as_a_file_from_anywhere(folder):
    arguments = command("--players", "random", f"{MODULE}:lowest", "--games", "4", "--output", "out")
    done = subprocess.run(
        arguments, cwd=folder, env=without_checkout(), capture_output=True, text=True, timeout=300
    )  # it may have to compile
    assert done.returncode == 0, done.stderr
    assert "win rate" in done.stdout
    assert (folder / "out" / "result.png").is_file()


# ----------------------------------------------------------------------------------------------------- configs, errors


def test_the_config_of_the_project_compares_all_scripted_players():
    assert load_config("nineteen61/compare", CompareConfig).games >= 2_000
    assert main(["--config", "nineteen61/compare", "--games", "2", "--output", "out", "--quiet"]) == 0
    result = json.loads(Path("out/result.json").read_text())
    assert [player["name"] for player in result["players"]] == list(GAME.bots)
    assert Path("out/result.md").is_file()


def test_a_config_file_is_overridden_by_the_command_line(folder):
    (folder / "mine.yaml").write_text(
        "players: [random, {player: random, name: noise}]\ngames: 4\noutput: there\noptions: {max_turns: 40}\n"
    )
    assert main(["--config", "mine.yaml", "--games", "2", "--seed", "3", "--quiet"]) == 0
    result = json.loads(Path("there/result.json").read_text())
    assert (result["games_asked"], result["seed"], result["options"]["max_turns"]) == (2, 3, 40)
    assert [player["name"] for player in result["players"]] == ["random", "noise"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "random", "randon"], "no player 'randon'; did you mean 'random'?"),
        (["--players", "random"], "got 1, allowed in mode 'pairs' are two or more"),
        (["--players", "random", "random", "--mode", "tables"], "did you mean 'table'?"),
        (
            ["--players", "random", "random", "--mode", "table", "--set", "options.num_players=3"],
            "got 2, allowed in mode 'table' are as many as seats: 3",
        ),
        (["--players", "random", "random", "--games", "0"], "games: got 0, allowed is a whole number from 1"),
        (["--players", "random", "random", "--games", "many"], "games: got 'many', allowed is a whole number"),
        (["--players", "random", "random", "--games", "99999999999999999999"], "games: got 99999999999999999999"),
        (["--players", "random", "random", "--set", "seed=9223372036854775808"], "seed: got 9223372036854775808"),
        (["--players", "random", "random", "--set", "games=4", "threads=1000000"], "threads: got 1000000"),
        (["--players", "random", "x" * 300], "no player 'xxx"),
        (["--players", "random", "./" + "x" * 300], "cannot be read (File name too long)"),
        (["--players", "random", ""], "players.1.player: got ''"),
        (["--players", *["random"] * 101], "at most 100 long"),
        (["--players", "random", "random", "--set", 'players.0={player: random, name: "a\\nb"}'], "name: got 'a\\nb'"),
        (["--config", "x" * 300], "--config xxx"),
        (["--game", "nineteen61", "--set", "options=" + "[" * 5_000], "nested deeper than 50 levels"),
        (["--players", "random", "random", "--seed", "-1"], "seed: got -1"),
        (["--players", "random", "random", "--set", "game=nineteen62"], "did you mean 'nineteen61'?"),
        (["--players", "random", "random", "--set", "options.num_player=3"], "did you mean 'num_players'?"),
        (["--players", "random", "random", "--set", "options.num_players=7"], "got 7, allowed is a whole number 2..6"),
        (["--players", "random", "random", "--set", "seeds=1"], "unknown key 'seeds'; did you mean 'seed'?"),
        (["--players", "random", "random", "--set", "players.0=3"], "players.0: got 3, allowed is a word or keys"),
        (["--players", "random", "random", "--set", "players.0={player: random, nam: x}"], "did you mean 'name'?"),
        (["--players", "random", "runs/none/policy.zip"], "there is no such checkpoint"),
        (["--players", "random", "no_module_here:Player"], "no module 'no_module_here'"),
        (["--players", "random", f"{MODULE}:lowst"], "did you mean 'lowest'?"),
        (["--config", "nineteen61/comparison"], "no such config file; did you mean 'nineteen61/compare'?"),
        ([], "give --config FILE, or --players, or --game (nineteen61"),
    ],
)
def test_bad_input_is_said_in_one_line(arguments, said, capsys):
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.err.startswith("compare: ")
    assert printed.err.count("\n") == 1
    assert not printed.out
    assert not Path("runs").exists()


def test_bad_arguments_are_said_in_one_line(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--player", "random"])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


# ------------------------------------------------------------------------------------------------ docs/own_player.md


PAGE = (ROOT / "docs" / "own_player.md").read_text(encoding="utf-8")


def test_the_page_about_own_players_does_what_it_says(folder):
    name, code = re.search(r"<!-- file: (\S+) -->\n```python\n(.*?)```", PAGE, re.DOTALL).groups()
    assert len(code.strip().splitlines()) <= 25, "the page promises a short one"
    (folder / name).write_text(code)
    (line,) = re.search(r"<!-- command -->\n```\n(.*?)```", PAGE, re.DOTALL)[1].strip().splitlines()
    program, *arguments = line.split()
    assert program == "manorfarm-compare"
    assert main([*arguments, "--games", "40", "--output", "out"]) == 0
    result = json.loads(Path("out/result.json").read_text())
    assert result["pairs"][1]["player"] == "my_player:LanderFan"
    assert result["pairs"][1]["low"] > 0.5, "it beats random play"
    assert not result["messages"]
    env = gymnasium.make("manorfarm/Nineteen61-v0", opponents="my_player:LanderFan")
    env.reset(seed=0)
    env.step(int(env.unwrapped.action_masks().argmax()))


def test_the_page_reads_the_observation_as_it_says():
    snippet = re.search(r"<!-- snippet -->\n```python\n(.*?)```", PAGE, re.DOTALL)[1]
    names: dict = {}
    exec(snippet, names)
    games = envs.make_vec("nineteen61", 1).reset(seed=0)
    hand = names["hand"](games.features[0] * games.scale)
    assert hand.sum() == games.states[0]["hand_size"][games.seats[0]] > 0


def test_the_page_shows_a_message_as_it_is(folder):
    message = re.search(r"<!-- message -->\n```\n(.*?)\n```", PAGE, re.DOTALL)[1]
    (folder / "my_player_of_the_page.py").write_text("def broken(observation, mask, texts):\n    return 0\n")
    result = run("--players", "random", "my_player_of_the_page:broken")
    pattern = re.escape(message.partition("legal: ")[0].replace("my_player:", "my_player_of_the_page:"))
    assert re.match(pattern + r"legal: \d+ \(stack ", result["messages"][0]["messages"][0])
