"""Seeds and grids: which runs there are, that each is the run it would be alone, and what becomes of those that stop.

What needs no training is tested with a program in the place of train.py that writes what a run would.
"""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scipy import stats

from training import sweep, workers
from training.config import ConfigError, TrainConfig
from training.run_folder import RunFolder
from training.train import main
from training.trainer import TIMES

CHECKOUT = Path(__file__).resolve().parents[2]
SMOKE = str(CHECKOUT / "configs" / "nineteen61" / "smoke.yaml")
SETTINGS = ["tables.number=8", "tables.threads=1", "ppo.decisions=512", "budget.decisions=1024", "snapshots.every=512"]
SETTINGS += ["checkpoints.every=512", "evaluation.games=20"]
SMALL = ["--config", SMOKE, "--set", *SETTINGS]

STAND_IN = """
import json, os, signal, sys, time
from pathlib import Path

arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
folder = Path(arguments["--run-folder"])
folder.mkdir(exist_ok=True)
with open(folder / "calls", "a") as file:
    file.write("resume " if "--resume" in sys.argv else "begin ")
text = Path(arguments["--config"]).read_text()
(folder / "config.yaml").write_text(text)
if "gamma: 0.5" in text and not os.path.exists(folder.parent / "mended"):
    print("first line")
    print("the disk is full", file=sys.stderr)
    sys.exit(2)
if "gamma: 0.25" in text and not os.path.exists(folder.parent / "mended"):
    os.kill(os.getpid(), signal.SIGKILL)
seed = int(text.partition("seed: ")[2].split()[0])
row = {"against": "random", "games": 10, "win_rate": seed / 10, "mean_return": float(seed)}
(folder / "evaluation.json").write_text(json.dumps({"results": [row]}))
"""


def metrics(folder):
    """Return the rows of metrics without what differs from run to run."""
    rows = [json.loads(line) for line in (Path(folder) / "metrics.jsonl").read_text().splitlines()]
    left_out = {*TIMES, "share/collect", "share/learn"}
    return [{key: value for key, value in row.items() if key not in left_out} for row in rows]


def read(folder):
    """Return (sweep.json, status by run) of a sweep."""
    data = json.loads((Path(folder) / "sweep.json").read_text())
    return data, {run["name"]: run["status"] for run in data["runs"]}


def calls(folder):
    """Return for each run how the stand-in was called."""
    return {path.parent.name: path.read_text().split() for path in Path(folder).glob("*/calls")}


def line_of_error(capsys, *arguments):
    """Run the command, which must end with code 2 and one line; return that."""
    assert main(list(map(str, arguments))) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    return message


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """Let a program that writes what a run would take the place of train.py."""
    program = tmp_path / "stand_in.py"
    program.write_text(STAND_IN)
    monkeypatch.setattr(sweep, "TRAIN", program)


SWEEP = [*SMALL, "--seeds", "2", "--grid", "policy.share=true"]


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """Two seeds, with a key that the config has otherwise."""
    folder = tmp_path_factory.mktemp("sweeps") / "swept"
    assert main([*SWEEP, "--run-folder", str(folder)]) == 0
    return folder


def test_each_run_is_the_run_that_it_would_be_alone(swept, tmp_path):
    data, status = read(swept)
    names = ["policy.share=true-seed-1", "policy.share=true-seed-2"]
    assert status == dict.fromkeys(names, "finished")
    assert main([*SMALL, "seed=2", "policy.share=true", "--run-folder", str(tmp_path / "alone")]) == 0
    assert metrics(swept / names[1]) == metrics(tmp_path / "alone") != metrics(swept / names[0])
    evaluations = [json.loads((swept / name / "evaluation.json").read_text()) for name in names]
    assert evaluations[1] == json.loads((tmp_path / "alone" / "evaluation.json").read_text())
    (row,) = data["results"]
    assert row["win_rate"]["values"] == [evaluation["results"][0]["win_rate"] for evaluation in evaluations]


@pytest.mark.slow
def test_on_ray_the_same(swept, tmp_path):
    """A Ray of this machine alone, in a process of its own, as it sets the environment."""
    folder = tmp_path / "rays"
    command = [sys.executable, CHECKOUT / "training" / "train.py", *SWEEP, "--run-folder", folder, "--ray"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert read(folder) == read(swept)
    for name in read(folder)[1]:
        assert metrics(folder / name) == metrics(swept / name)
    assert not (folder / ".runs" / "stop").exists()


@pytest.mark.slow
def test_ctrl_c_stops_all_with_a_checkpoint_and_resume_goes_on(tmp_path):
    folder = tmp_path / "broken"
    endless = ["budget.decisions=100000000", "checkpoints.every=50000000", "evaluation.games=0"]
    command = [sys.executable, CHECKOUT / "training" / "train.py", *SMALL, *endless, "--seeds", "2", "--jobs", "2"]
    with subprocess.Popen([*command, "--run-folder", folder], stdout=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 240
        runs = [folder / f"seed-{seed}" for seed in (1, 2)]
        while not all((run / "metrics.jsonl").exists() and metrics(run) for run in runs):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=120)
    assert process.returncode == 130
    assert f"--resume --run-folder {folder}" in said
    assert read(folder)[1] == {"seed-1": "interrupted", "seed-2": "interrupted"}
    reached = [len(metrics(run)) * 512 for run in runs]
    assert [int(RunFolder(run).newest_checkpoint().name) for run in runs] == reached
    budget = max(reached) + 512
    assert main(["--resume", "--run-folder", str(folder), "--set", f"budget.decisions={budget}"]) == 0
    assert read(folder)[0]["config"]["budget"]["decisions"] == budget
    assert set(read(folder)[1].values()) == {"finished"}
    assert [len(metrics(run)) * 512 for run in runs] == [-(-budget // 512) * 512] * 2


def test_what_fails_is_reported_and_taken_up_again(stand_in, tmp_path, capfd):
    folder = tmp_path / "sweep"
    command = [*SMALL, "--run-folder", str(folder), "--grid", "ppo.gamma=0.75,0.5,0.25"]
    assert main([*command, "--seeds", "2", "--jobs", "1"]) == 1
    said = capfd.readouterr().out
    assert said.count("the disk is full") == 2
    assert said.count("ended by signal 9") == 2
    assert "2 of 6 runs are finished. To go on: --resume --run-folder" in said
    data, status = read(folder)
    kinds = ["finished", "finished", "failed", "failed", "failed", "failed"]
    assert list(status.values()) == kinds
    assert data["runs"][2]["message"] == ["first line", "the disk is full", "exit code 2"]
    assert [row["point"] for row in data["results"]] == [{"ppo.gamma": 0.75}]
    assert "**4 of 6 runs are not finished.**" in (folder / "sweep.md").read_text()

    (folder / "mended").touch()
    assert main(["--resume", "--run-folder", str(folder)]) == 0
    assert set(read(folder)[1].values()) == {"finished"}
    first, again = calls(folder)["ppo.gamma=0.75-seed-1"], calls(folder)["ppo.gamma=0.5-seed-1"]
    assert (first, again) == (["begin"], ["begin", "resume"])
    # More seeds and values can be added; what is finished stays.
    command[-1] += ",1"
    assert main([*command, "--seeds", "3", "--resume"]) == 0
    assert len(read(folder)[1]) == 12
    assert calls(folder)["ppo.gamma=0.75-seed-1"] == ["begin"]
    assert calls(folder)["ppo.gamma=1.0-seed-3"] == ["begin"]
    assert len(calls(folder)) == 12


def test_results_are_intervals_over_seeds(stand_in, tmp_path, capfd):
    folder = tmp_path / "a sweep"
    assert main([*SMALL, "seed=3", "--run-folder", str(folder), "--seeds", "3"]) == 0
    (row,) = read(folder)[0]["results"]
    low, high = stats.t.interval(0.95, 2, loc=0.4, scale=stats.sem([0.3, 0.4, 0.5]))
    assert (row["seeds"], row["games"], row["against"]) == ([3, 4, 5], 30, "random")
    assert row["win_rate"]["mean"] == pytest.approx(0.4)
    assert (row["win_rate"]["low"], row["win_rate"]["high"]) == pytest.approx((low, high), abs=1e-6)
    said = capfd.readouterr().out
    assert f"python training/report.py '{folder}'/*/" in said
    assert "Student's t" in said
    assert f"| random | 3 | 40.0 | {low * 100:.1f} to {high * 100:.1f} | +4.000 |" in (folder / "sweep.md").read_text()
    assert sweep.over_seeds([0.5]) == {"mean": 0.5, "low": None, "high": None, "values": [0.5]}
    assert sweep.over_seeds([0.0, 1.0], 0.0, 1.0)["low"] == 0.0
    assert sweep.over_seeds([0.0, 1.0], 0.0, 1.0)["high"] == 1.0
    assert sweep.over_seeds([0.25, 0.25])["high"] == 0.25
    level = sweep.share_over_seeds([1.0, 1.0], [10, 10])
    assert (level["mean"], level["high"]) == (1.0, 1.0)
    assert level["low"] == pytest.approx(stats.binomtest(20, 20).proportion_ci(method="wilson").low, abs=1e-6)
    spread = sweep.share_over_seeds([0.2, 0.8], [10_000, 10_000])
    assert spread == sweep.over_seeds([0.2, 0.8], 0.0, 1.0)
    assert 0.2 < sweep.share_over_seeds([0.5], [10])["low"] < 0.25  # one seed says what its games say


def test_learners_of_a_league_have_rows_of_their_own(stand_in, tmp_path):
    folder = tmp_path / "sweep"
    league = "league=[{name: main}, {name: other}]"
    assert main([*SMALL, league, "--run-folder", str(folder), "--seeds", "2"]) == 0
    for seed in (1, 2):
        file = folder / f"seed-{seed}" / "evaluation.json"
        (row,) = json.loads(file.read_text())["results"]
        file.write_text(json.dumps({"results": [row], "members": {"other": [row | {"win_rate": 1.0}]}}))
    assert main(["--resume", "--run-folder", str(folder)]) == 0
    rows = read(folder)[0]["results"]
    assert [(row["member"], row["win_rate"]["values"]) for row in rows] == [("main", [0.1, 0.2]), ("other", [1.0, 1.0])]
    assert "| member | against |" in (folder / "sweep.md").read_text()


def test_a_sweep_is_overwritten_only_when_told_to(stand_in, tmp_path, capsys):
    folder = tmp_path / "sweep"
    command = [*SMALL, "--run-folder", str(folder), "--seeds"]
    assert main([*command, "2"]) == 0
    assert "there is a sweep already; --resume goes on with it, --overwrite" in line_of_error(capsys, *command, 2)
    assert main([*command, "1", "--overwrite"]) == 0
    assert calls(folder) == {"seed-1": ["begin"]}
    assert "--resume can add seeds and values, not" in line_of_error(
        capsys, *command, 1, "--resume", "--grid", "ppo.gamma=1"
    )
    other = line_of_error(capsys, *SMALL, "ppo.gamma=0.9", "--seeds", 1, "--run-folder", folder, "--resume")
    assert "seed-1/config.yaml: ppo.gamma: the run was started with 0.999, --resume cannot change it to 0.9" in other
    lock = RunFolder(folder / "seed-1")
    lock._take()
    assert "another process is running here" in line_of_error(capsys, *command, 1, "--overwrite")
    lock.close()
    lock = RunFolder(folder)
    lock._take()
    assert "another process is running here" in line_of_error(capsys, *command, 1, "--resume")
    lock.close()
    assert calls(folder) == {"seed-1": ["begin"]}


def test_a_run_that_was_killed_while_it_was_set_up_is_begun_anew(stand_in, tmp_path):
    folder = tmp_path / "sweep"
    assert main([*SMALL, "--run-folder", str(folder), "--seeds", "1"]) == 0
    for file in ("config.yaml", "calls", "evaluation.json"):
        (folder / "seed-1" / file).unlink()
    (folder / "seed-1" / ".first").mkdir()
    (folder / "seed-1" / ".lock").touch()
    assert main(["--resume", "--run-folder", str(folder)]) == 0
    assert calls(folder) == {"seed-1": ["begin"]}
    assert not (folder / "seed-1" / ".first").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seeds", "0"], "--seeds: got '0', allowed is a whole number from 1 to 1000"),
        (["--seeds", "two"], "--seeds: got 'two', allowed is a whole number from 1 to 1000"),
        (["--seeds", "2", "--jobs", "0"], "--jobs: got '0', allowed is a whole number from 1"),
        (["--grid", "ppo.gamma=0.9,7"], "--grid ppo.gamma=7: ppo.gamma: got 7, allowed is a number above 0, up to 1"),
        (["--grid", "ppo.gama=1"], "--grid ppo.gama=1: unknown key 'gama' under ppo; did you mean 'gamma'?"),
        (["--grid", "opponents.0.player=learner,rendom"], "opponents.0.player: got 'rendom'; did you mean 'random'?"),
        (["--grid", "opponents.9.weight=1"], "--grid opponents.9.weight=1: '9' is no position in a list of 3"),
        (
            ["--grid", "options.num_players=2,77"],
            "--grid options.num_players=77: options: option 'num_players': got 77",
        ),
        (["--grid", "ppo.gamma=0.9,0.90"], "--grid ppo.gamma=0.9: is there twice, allowed is each value once"),
        (["--grid", "ppo.gamma=1", "ppo.gamma=0.9"], "'ppo.gamma' is there already, allowed is each key once"),
        (["--grid", "ppo={}", "ppo.gamma=0.9"], "'ppo' is there already, allowed is each key once"),
        (["--grid", "ppo.gamma"], "--grid ppo.gamma: allowed is KEY=VALUE,VALUE"),
        (["--grid", "ppo.gamma="], "--grid ppo.gamma=: has no values"),
        (["--grid", "ppo.gamma=[1"], "--grid ppo.gamma=[1, line 1, column"),
        (["--grid", "seed=1,2"], "--grid seed=1,2: 'seed' cannot be part of a grid (--seeds says how many)"),
        (["--seeds", "500", "--grid", "ppo.gamma=0.8,0.9,1"], "got 1500 runs, allowed are up to 1000"),
        (["--seeds", "2", "--resume"], "there is no sweep to resume"),
        (["--seeds", "2", "--resume", "--overwrite"], "got both, allowed is one of them"),
        (["--seeds", "2", "--ray", "nowhere"], "--ray: got 'nowhere', allowed is HOST:PORT, auto, or nothing"),
        (["--grid", "start=a/b"], "start: a/b: there is no such checkpoint"),
    ],
)
def test_mistakes_are_one_line_and_nothing_begins(arguments, words, stand_in, tmp_path, capsys):
    place = tmp_path / "deep" / "sweep"
    assert words in line_of_error(capsys, *SMALL, "--run-folder", place, *arguments)
    assert not place.parent.exists()


def test_folders_of_others_are_left_alone(tmp_path, capsys):
    (tmp_path / "config.yaml").write_text("")
    message = line_of_error(capsys, *SMALL, "--seeds", 2, "--run-folder", tmp_path, "--overwrite")
    assert "is a single run, choose another place for the sweep with --run-folder" in message
    (tmp_path / "sweep.json").write_text("[]")
    message = line_of_error(capsys, *SMALL, "--seeds", 2, "--run-folder", tmp_path, "--overwrite")
    assert "sweep.json: got a list, allowed are keys with values" in message
    assert "--config: is missing" in line_of_error(capsys, "--seeds", 2)


def test_without_ray_it_says_how_to_get_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(workers.importlib.util, "find_spec", lambda name: None)
    message = line_of_error(capsys, *SMALL, "--seeds", 2, "--run-folder", tmp_path / "sweep", "--ray")
    assert message == "--ray: needs Ray, which is not installed: pip install 'manorfarm[ray]'\n"


def test_an_address_where_nothing_listens_is_one_line(tmp_path, capsys):
    message = line_of_error(capsys, *SMALL, "--seeds", 2, "--run-folder", tmp_path / "sweep", "--ray", "127.0.0.1:9")
    assert "--ray 127.0.0.1:9: no Ray cluster can be reached there" in message


def plan(*grid, seeds=1):
    return sweep.make_plan("here", TrainConfig().model_dump(), {}, sweep.parse_grid(grid), seeds)


def test_names_are_safe_and_differ():
    shapes = plan("policy.widths=[],[64],[64, 64]", "ppo.learning_rate=1e-3,5e-5", seeds=2)
    names = [run.name for run in shapes.runs]
    assert names[:2] == [
        "policy.widths=,ppo.learning_rate=0.001-seed-0",
        "policy.widths=,ppo.learning_rate=0.001-seed-1",
    ]
    assert names[-1] == "policy.widths=64,64,ppo.learning_rate=5e-05-seed-1"
    assert len(set(names)) == len(names) == 12
    alike = sweep._names([{"x": "a/b"}, {"x": "A b"}, {"x": "c"}, {"x": "y" * 500}, {"x": "y" * 501}])
    assert len({name.lower() for name in alike}) == 5
    assert max(map(len, alike)) < 150
    assert all(
        set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,=+-_") for name in alike
    )


def test_seeds_count_up_from_that_of_the_config():
    with pytest.raises(ConfigError, match="allowed are seeds up to"):
        sweep.make_plan("here", {"seed": 2**63 - 1}, {}, {}, 2)
    runs = sweep.make_plan("here", {"seed": 7}, {}, {}, 3).runs
    assert [(run.name, run.config.seed) for run in runs] == [("seed-7", 7), ("seed-8", 8), ("seed-9", 9)]


def test_the_estimate_divides_what_is_left_among_the_workers(tmp_path):
    runs = plan("ppo.gamma=0.6,0.7,0.8,0.9,1").runs
    folder = sweep.SweepFolder(tmp_path)
    swept = sweep.Sweep(sweep.Plan("here", TrainConfig(), {}, 1, runs), folder)
    assert swept.seconds_left(2) is None
    runs[0].status, swept.time_taken, swept.work_done = "failed", 30.0, 1.0  # a run takes 30 s
    assert swept.seconds_left(1) == pytest.approx(120)
    assert swept.seconds_left(2) == pytest.approx(60)
    assert swept.seconds_left(100) == pytest.approx(30)


def test_the_last_row_is_the_last_whole_one(tmp_path):
    file = tmp_path / "metrics.jsonl"
    assert sweep.last_row(file) == {}
    file.write_text('{"decisions": 1}\n{"decisions": 2}\n{"decisi')
    assert sweep.last_row(file) == {"decisions": 2}


def test_tasks_stop_when_the_file_appears(tmp_path):
    """What a Ray task does, without Ray."""
    log, stop = tmp_path / "log", tmp_path / "stop"
    program = tmp_path / "program.py"
    program.write_text(f"import time\nopen({str(stop)!r}, 'w').write('1')\ntime.sleep(60)\n")
    task = workers.task_function()
    assert task([str(program)], str(tmp_path), str(log), str(stop)) == (-signal.SIGTERM, "")
    assert task([str(program)], str(tmp_path), str(log), str(stop)) == (130, ""), "it had not begun"
    stop.unlink()
    code, message = task([str(program)], str(tmp_path), str(tmp_path / "elsewhere" / "log"), str(stop))
    assert code == 2
    assert "--run-folder has to be on a disk that all machines share" in message


def test_at_most_so_many_at_a_time(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import time\ntime.sleep(60)\n")
    local = workers.LocalWorkers(3)
    assert local.room() == 3
    local.start("a", [str(program)], tmp_path / "log")
    assert local.ended() == []
    local.stop()
    while not (ended := local.ended()):
        time.sleep(0.01)
    assert ended == [("a", -signal.SIGTERM)]
    assert local.ended() == []
