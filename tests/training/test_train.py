"""The command line of training: runs, run folders, interruptions, and resuming as if nothing had happened."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch
import yaml
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from training import train_command
from training.policy import load_policy
from training.run_folder import RunFolder
from training.train import main
from training.train_command import default_folder
from training.trainer import TIMES

CHECKOUT = Path(__file__).resolve().parents[2]
SMOKE = CHECKOUT / "configs" / "nineteen61" / "smoke.yaml"
SMALL = ["--config", str(SMOKE), "--set", "evaluation.games=0", "tables.number=16", "ppo.decisions=512"]
SMALL += ["budget.decisions=4096", "checkpoints.every=1024", "snapshots.every=1024"]
SMALL += ["policy.standardize=true", "ppo.lead_coef=0.5"]


def command(*arguments):
    return [sys.executable, str(CHECKOUT / "training" / "train.py"), *map(str, arguments)]


def metrics(folder):
    """Return the rows of metrics without the times."""
    rows = [json.loads(line) for line in (Path(folder) / "metrics.jsonl").read_text().splitlines()]
    return [{key: value for key, value in row.items() if key not in TIMES} for row in rows]


def weights(folder):
    return load_policy(folder).learner.policy.state_dict()


def assert_same_run(one, other):
    assert metrics(one) == metrics(other)
    for name, value in weights(one).items():
        torch.testing.assert_close(value, weights(other)[name], rtol=0, atol=0)


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory):
    """A small run from beginning to end."""
    folder = tmp_path_factory.mktemp("runs") / "unbroken"
    assert main([*SMALL, "--run-folder", str(folder)]) == 0
    return folder


def test_smoke_config_runs(tmp_path):
    """The command as the README has it, from another folder, without an installed package."""
    done = subprocess.run(
        command("--config", SMOKE, "--run-folder", "run"), cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "against" in done.stdout
    assert "random   100" in done.stdout
    run = tmp_path / "run"
    assert len(metrics(run)) == 6
    assert yaml.safe_load((run / "config.yaml").read_text())["ppo"]["gae_lambda"] == 0.95
    assert json.loads((run / "versions.json").read_text()).keys() >= {"torch", "sb3-contrib", "rules", "manorfarm"}
    assert json.loads((run / "evaluation.json").read_text())["results"][0]["games"] == 100
    assert load_policy(run).options["num_players"] == 2
    assert [path.name for path in RunFolder(run).checkpoints()] == ["0000000008192", "0000000012288"]
    assert not list(run.rglob("*.partial"))


def test_same_seed_same_run(unbroken, tmp_path):
    assert main([*SMALL, "--run-folder", str(tmp_path / "again")]) == 0
    assert_same_run(unbroken, tmp_path / "again")
    assert main([*SMALL, "seed=2", "--run-folder", str(tmp_path / "other")]) == 0
    assert metrics(unbroken) != metrics(tmp_path / "other")


def test_killed_and_resumed_is_as_unbroken(unbroken, tmp_path):
    """kill -9 between two checkpoints; resumed, metrics and weights are those of the run that was left alone."""
    folder = tmp_path / "killed"
    with subprocess.Popen(command(*SMALL, "budget.decisions=400000", "--run-folder", folder)) as process:
        deadline = time.monotonic() + 120
        while not (folder / "metrics.jsonl").exists() or len((folder / "metrics.jsonl").read_bytes().splitlines()) < 5:
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    with open(folder / "metrics.jsonl", "a") as file:
        file.write('{"decisions": 99')  # as if it had been killed while it wrote
    time.sleep(1)  # TensorBoard reads the files of a run in the order of whole seconds
    # Killed a little later than meant, it may be beyond the budget of the other run: both then go on further.
    reached = int(RunFolder(folder).newest_checkpoint().name)
    budget = f"budget.decisions={max(4096, reached + 1024)}"
    assert main(["--resume", "--run-folder", str(folder), "--set", budget]) == 0
    if reached + 1024 > 4096:
        assert main(["--resume", "--run-folder", str(unbroken), "--set", budget]) == 0
    assert_same_run(unbroken, folder)
    rows = metrics(folder)
    assert [row["decisions"] for row in rows] == [512 * (i + 1) for i in range(len(rows))]
    board = EventAccumulator(str(folder / "tensorboard")).Reload()
    assert [event.step for event in board.Scalars("train/value_loss")] == [row["decisions"] for row in rows]


def test_ctrl_c_leaves_a_run_that_goes_on(tmp_path):
    folder = tmp_path / "run"
    arguments = command(*SMALL, "budget.decisions=100000000", "checkpoints.every=50000000", "--run-folder", folder)
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 120
        while not (folder / "metrics.jsonl").exists() or not (folder / "metrics.jsonl").read_bytes():
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopping after this update" in err
    assert "Traceback" not in err
    assert f"--resume --run-folder {folder}" in out
    rows = len(metrics(folder))
    assert int(RunFolder(folder).newest_checkpoint().name) == rows * 512
    budget = f"budget.decisions={rows * 512 + 1024}"
    assert main(["--resume", "--run-folder", str(folder), "--set", budget]) == 0
    assert len(metrics(folder)) == rows + 2


def test_a_run_is_overwritten_only_when_told_to(unbroken, tmp_path, capsys):
    before = metrics(unbroken)
    assert main([*SMALL, "seed=5", "--run-folder", str(unbroken)]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert "there is a run already; --resume goes on with it, --overwrite deletes it" in message
    assert metrics(unbroken) == before
    folder = tmp_path / "run"
    short = [*SMALL, "budget.decisions=512", "--run-folder", str(folder)]
    assert main(short) == 0
    (folder / "notes.txt").write_text("mine")
    assert main([*SMALL, "budget.decisions=512", "seed=5", "--run-folder", str(folder), "--overwrite"]) == 0
    assert len(metrics(folder)) == 1
    assert yaml.safe_load((folder / "config.yaml").read_text())["seed"] == 5
    assert (folder / "notes.txt").exists()


def test_a_finished_run_says_so(unbroken, capsys):
    before = metrics(unbroken)
    assert main(["--resume", "--run-folder", str(unbroken)]) == 0
    assert "the budget is used up" in capsys.readouterr().out
    assert metrics(unbroken) == before


def test_budget_of_minutes_ends_a_run(tmp_path):
    limits = ["budget.minutes=0.0001", "budget.decisions=100000000"]
    assert main([*SMALL, *limits, "--run-folder", str(tmp_path / "run")]) == 0
    assert len(metrics(tmp_path / "run")) == 1
    assert (tmp_path / "run" / "policy.zip").exists()


def line_of_error(capsys, *arguments):
    assert main(list(map(str, arguments))) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    return message


def test_mistakes_are_one_line(unbroken, tmp_path, capsys):
    assert "unknown key 'sed'" in line_of_error(capsys, *SMALL, "sed=3")
    assert "opponents.2.player: got 'x'" in line_of_error(capsys, *SMALL, "opponents.2.player=x")
    assert "--config: is missing" in line_of_error(capsys)
    assert "--config: is missing" in line_of_error(capsys, "--resume")
    assert "got both" in line_of_error(capsys, *SMALL, "--resume", "--overwrite")
    assert "no such config file" in line_of_error(capsys, "--config", "nineteen61/nothing")
    assert "there is no run to resume" in line_of_error(capsys, "--resume", "--run-folder", tmp_path / "none")
    full = tmp_path / "full"
    full.mkdir()
    (full / "thesis.tex").write_text("mine")
    message = line_of_error(capsys, *SMALL, "--run-folder", full, "--overwrite")
    assert "is not empty and no run folder" in message
    bare = tmp_path / "bare"
    bare.mkdir()
    (bare / "config.yaml").write_text((unbroken / "config.yaml").read_text())
    assert "no checkpoint to go on from" in line_of_error(capsys, "--resume", "--run-folder", bare)
    changed = line_of_error(capsys, *SMALL, "ppo.gamma=0.5", "--resume", "--run-folder", unbroken)
    assert "ppo.gamma: the run was started with 0.999, --resume cannot change it to 0.5" in changed
    changed = line_of_error(capsys, "--resume", "--run-folder", unbroken, "--set", "seed=9")
    assert "seed: the run was started with 1" in changed
    taken = RunFolder(unbroken)
    taken.open()
    assert "another process is running here" in line_of_error(capsys, "--resume", "--run-folder", unbroken)
    taken.close()
    (tmp_path / "file").write_text("")
    assert "is not empty and no run folder" in line_of_error(capsys, *SMALL, "--run-folder", tmp_path / "file")
    assert "cannot be written" in line_of_error(capsys, *SMALL, "--run-folder", tmp_path / "file" / "run")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["ppo.learning_rate=1e300"], "ppo.learning_rate: got 1e+300, allowed is a number above 0, up to 1"),
        (["tables.number=1000000000000"], "tables.number: got 1000000000000, allowed is a whole number from 1, up to"),
        (["policy.widths=[1000000000000]"], "policy.widths.0: got 1000000000000"),
        (["torch_threads=100000000000000"], "torch_threads: got 100000000000000"),
        (["ppo.decisions=99999999999999999999"], "ppo.decisions: got 99999999999999999999"),
        (["opponents=[{player: random, weight: 1e308}, {player: learner, weight: 1e308}]"], "opponents.0.weight"),
        (["device=meta"], "device: got 'meta', which cannot be used"),
        (["run_folder=[" + "[" * 5_000], "nested deeper than 50 levels"),
        (["--no-such-option"], "unrecognized arguments: --no-such-option"),
    ],
)
def test_what_cannot_be_trained_leaves_nothing_behind(settings, words, tmp_path):
    arguments = [sys.executable, "-m", "training.train", *SMALL, *settings, "--run-folder", "a/b"]
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    if settings[0] == "device=meta" or "learning_rate" in settings[0]:  # two of them as users start it
        done = subprocess.run(arguments, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
        code, message = done.returncode, done.stderr
    else:
        code, message = in_process(arguments[3:-1], tmp_path / "a" / "b")
    assert code == 2
    assert words in message
    assert message.count("\n") <= 2 - ("opponents" not in words)
    assert not list(tmp_path.iterdir())


def in_process(arguments, folder):
    """Return (exit code, what is printed on stderr)."""
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors):
        try:
            code = main([*arguments, str(folder)])
        except SystemExit as left:
            code = left.code
    return code, errors.getvalue()


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("x" * 300, "--run-folder: got xxx"),
        ("/proc/x/y", "--run-folder: got /proc/x/y, which cannot be written"),
        ("/etc/passwd/x", "--run-folder: got /etc/passwd/x, which cannot be written (Not a directory)"),
        ("a\udcffb", "--run-folder: got a\\udcffb, which cannot be written"),
        ("", "--run-folder: got ''"),
    ],
)
def test_run_folders_that_cannot_be(place, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert words in line_of_error(capsys, *SMALL, "--run-folder", place)
    if len(place) != 5:
        line_of_error(capsys, "--resume", "--run-folder", place)
    assert not list(tmp_path.iterdir())


def test_memory_that_is_not_there_is_one_line(tmp_path, monkeypatch, capsys):
    for error in (MemoryError("Unable to allocate 9 TiB"), RuntimeError("DefaultCPUAllocator: can't allocate memory")):
        monkeypatch.setattr(train_command, "Trainer", raises(error))
        assert "not enough memory" in line_of_error(capsys, *SMALL, "--run-folder", tmp_path / "run")
    assert not list(tmp_path.iterdir())


def raises(error):
    def function(*arguments, **settings):
        raise error

    return function


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), MemoryError("none"), KeyboardInterrupt()])
def test_setting_up_fails_without_a_trace(error, unbroken, tmp_path, monkeypatch, capsys):
    before = metrics(unbroken)
    monkeypatch.setattr(train_command.Trainer, "save", raises(error))
    code = 130 if isinstance(error, KeyboardInterrupt) else 2
    assert main([*SMALL, "--run-folder", str(tmp_path / "deep" / "run")]) == code
    assert not list(tmp_path.iterdir()), "a new folder and its parents are gone again"
    (tmp_path / "empty").mkdir()
    assert main([*SMALL, "--run-folder", str(tmp_path / "empty")]) == code
    assert not list((tmp_path / "empty").iterdir()), "one that was there stays as empty as it was"
    assert main([*SMALL, "--overwrite", "--run-folder", str(unbroken)]) == code
    assert metrics(unbroken) == before, "a run that was to be overwritten is still there"
    assert "Traceback" not in capsys.readouterr().err
    monkeypatch.undo()
    assert main(["--resume", "--run-folder", str(unbroken)]) == 0


def damage(content):
    return lambda file: file.write_bytes(content)


def halve(file):
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


CHECKPOINT_FILES = ("policy.json", "run.json", "policy.zip", "run.npz")
CONFIG = "../../config.yaml"
DAMAGES = [(name, how) for name in CHECKPOINT_FILES for how in (Path.unlink, halve, damage(b""), damage(b"[]"))]
DAMAGES += [(name, damage(text)) for name in CHECKPOINT_FILES for text in (b"\xff\xfe", b"{}")]
DAMAGES += [("run.json", damage(b"[" * 100_000)), ("run.json", damage(b'{"decisions": -1}'))]
DAMAGES += [
    (CONFIG, damage(b"")),
    (CONFIG, damage(b"[]")),
    (CONFIG, damage(b"\xff")),
    ("../../metrics.jsonl", Path.unlink),
]


def test_damaged_runs_are_named_in_one_line_and_left_alone(tmp_path, capsys):
    folder = tmp_path / "run"
    assert main([*SMALL, "budget.decisions=512", "--run-folder", str(folder)]) == 0
    checkpoint = RunFolder(folder).newest_checkpoint()
    for name, how in DAMAGES:
        file = (checkpoint / name).resolve()
        whole = file.read_bytes()
        how(file)
        after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        message = line_of_error(capsys, "--resume", "--run-folder", folder, "--set", "budget.decisions=1024")
        assert file.name in message
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == after
        file.write_bytes(whole)
    assert main(["--resume", "--run-folder", str(folder), "--set", "budget.decisions=1024"]) == 0


@pytest.mark.parametrize("command_name", ["train", "compare"])
@pytest.mark.parametrize("script", [True, False])
def test_ctrl_c_while_it_starts(command_name, script, tmp_path):
    """The first thing that is imported within the guard stops for a while; Ctrl-C comes then."""
    (tmp_path / "rich.py").write_text("import sys, time\nprint('here', flush=True)\ntime.sleep(60)\n")
    call = f"import sys\nfrom training.{command_name} import main\nsys.exit(main(['--help']))"
    file = CHECKOUT / "training" / f"{command_name}.py"
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{CHECKOUT}"}
    arguments = [sys.executable, str(file), "--help"] if script else [sys.executable, "-c", call]
    with subprocess.Popen(
        arguments, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "here\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors.split()) == (130, ["interrupted"])


def test_times_left_of_any_length():
    assert [train_command._clock(seconds) for seconds in (0, 61, 100 * 3600, 1e24)][:3] == [
        "00:00:00",
        "00:01:01",
        "100:00:00",
    ]


def test_checkpoint_of_other_rules_is_refused(tmp_path, capsys):
    folder = tmp_path / "run"
    assert main([*SMALL, "budget.decisions=512", "--run-folder", str(folder)]) == 0
    newest = RunFolder(folder).newest_checkpoint() / "policy.json"
    facts = json.loads(newest.read_text())
    newest.write_text(json.dumps(facts | {"version": "0.0.1"}))
    assert "is of version 0.0.1, here it is" in line_of_error(capsys, "--resume", "--run-folder", folder)


def test_checkpoints_are_whole_or_absent(tmp_path):
    """A write that fails half-way leaves the checkpoint before it as the newest, and no trace after the next one."""
    folder = RunFolder(tmp_path)
    folder.add_checkpoint(1, lambda place: (place / "x").write_text("1"), keep=2)

    def fail(place):
        (place / "x").write_text("half")
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        folder.add_checkpoint(2, fail, keep=2)
    assert [path.name for path in folder.checkpoints()] == ["0000000000001"]
    for number in (2, 3):
        folder.add_checkpoint(number, lambda place: (place / "x").write_text("whole"), keep=2)
    assert sorted(p.name for p in (tmp_path / "checkpoints").iterdir()) == ["0000000000002", "0000000000003"]


def test_help_and_description(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    assert "--resume" in capsys.readouterr().out
    assert main(["--help-config"]) == 0
    assert "ppo.ent_coef" in capsys.readouterr().out


def test_global_random_numbers_are_left_alone(tmp_path):
    torch.manual_seed(1)
    np.random.seed(1)  # noqa: NPY002
    expected = torch.rand(1), np.random.rand()  # noqa: NPY002
    torch.manual_seed(1)
    np.random.seed(1)  # noqa: NPY002
    assert main([*SMALL, "budget.decisions=1024", "--run-folder", str(tmp_path / "run")]) == 0
    assert (torch.rand(1), np.random.rand()) == expected  # noqa: NPY002


@pytest.mark.parametrize(
    ("config", "place"),
    [
        ("nineteen61/smoke", "nineteen61-smoke"),
        ("configs/nineteen61/smoke.yaml", "nineteen61-smoke"),
        ("elsewhere/mine.yaml", "mine"),
    ],
)
def test_runs_have_a_folder_by_the_name_of_their_config(config, place):
    assert default_folder(config) == Path("runs") / place
