"""Opponents of every kind and several learners: who sits where, what is remembered, and what cannot be."""

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from envs.core.vector import LEARNER
from tests.training.test_train import CHECKOUT, SMOKE, assert_same_run, command, line_of_error, metrics, raises
from training import train_command
from training.config import TrainConfig, load_config
from training.policy import load_policy
from training.pool import FIRST_FROZEN, FIRST_SNAPSHOT, Pool, Tally, lineup_rows
from training.ratings import RatedGames
from training.run_folder import RunFolder
from training.selfplay import Ended, statistics
from training.train import main
from training.trainer import Trainer, check_against_game

__all__ = ["line_of_error"]
SMALL = ["--config", str(SMOKE), "--set", "evaluation.games=0", "tables.number=16", "ppo.decisions=512"]
SMALL += ["budget.decisions=2048", "checkpoints.every=1024", "snapshots.every=512", "policy.widths=[16]"]
LEAGUE = """
  - {name: main, opponents: [{player: learner}, {player: league}, {player: random}]}
  - {name: hunter, opponents: [{player: "newest:main"}], ppo: {ent_coef: 0.05}}
  - {name: third, opponents: [{player: "snapshot:hunter", weight: 2}, {player: snapshot}]}
"""
RATED = ["ratings.every=512", "ratings.games=12", "ratings.keep=2", "snapshots.draw=prioritised"]


@pytest.fixture(scope="module")
def other_run(tmp_path_factory):
    """A run whose policy can be an opponent."""
    folder = tmp_path_factory.mktemp("runs") / "other"
    assert main([*SMALL, "seed=8", "--run-folder", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def league(tmp_path_factory, other_run):
    """A run of three learners, with ratings, one of whose opponents is the policy of another run."""
    folder = tmp_path_factory.mktemp("runs") / "league"
    assert main([*SMALL, *RATED, *with_league(other_run), "--run-folder", str(folder)]) == 0
    return folder


def with_league(other):
    members = f"{LEAGUE}  - {{name: exploiter, opponents: [{{player: {other}}}]}}\n"
    return [f"league=\n{members}"]


# ------------------------------------------------------------------------------------------------------------ line-ups


def test_tables_of_one_opponent_are_not_mixed():
    rows = lineup_rows(4, {LEARNER: 1, 0: 1, -2: 2}, np.random.default_rng(0), mixed=False)
    others = [
        [player for seat, player in enumerate(row) if seat != own // 1000] for own, row in enumerate(rows.tolist())
    ]
    assert all(len(set(row)) == 1 for row in others)
    assert {player: sum(row[0] == player for row in others) for player in (LEARNER, 0, -2)} == {
        LEARNER: 1_000,
        0: 1_000,
        -2: 2_000,
    }


def test_tally_counts_who_came_out_ahead_by_hand():
    """Snapshot -2 beats the learner in one of two games, -3 is level in its only one; games of others are out."""
    tally = Tally()
    tally.add(
        np.array([[LEARNER, -2, 0], [-2, LEARNER, 0], [LEARNER, -3, LEARNER], [LEARNER, 0, FIRST_FROZEN]]),
        np.array([[1, -0.5, -0.5], [1, -0.5, -0.5], [0.5, 0, -0.5], [1, 0, -1]], np.float32),
    )
    assert tally.games == {-2: 2.0, -3: 1.0}
    assert tally.beaten == {-2: 1.0, -3: 0.5}
    weights = tally.weights([-2, -3, -4])
    assert weights == {-2: (2 / 4) ** 2, -3: (1.5 / 3) ** 2, -4: (1 / 2) ** 2}
    tally.add(np.array([[LEARNER, -2, 0]] * 8), np.array([[-1, 1, 0]] * 8, np.float32))
    assert tally.weights([-2])[-2] > tally.weights([-3])[-3]
    other = Tally()
    other.set_state(tally.get_state())
    assert (other.games, other.beaten) == (tally.games, tally.beaten)


def test_statistics_by_hand():
    """Three games of two: the learner wins against the scripted player, loses to a snapshot; one is cut."""
    pool = Pool.__new__(Pool)
    pool.frozen, pool.owners = {}, {FIRST_SNAPSHOT: "main"}
    ended = Ended(
        np.array([[LEARNER, 0], [FIRST_SNAPSHOT, LEARNER], [0, LEARNER]]),
        np.array([[1, -1], [1, -1], [0, 0]], np.float32),
        np.array([0, 0, 1], np.int8),
        np.array([10, 20, 60]),
    )
    found = statistics(ended, {"learner": 1, "random": 1, "snapshot": 1}, pool, "main", ("random",))
    assert found == {
        "games": 3,
        "truncated": pytest.approx(1 / 3),
        "length": 30,
        "seat/0": 1,
        "seat/1": -0.5,
        "return/random": 0.5,
        "win/random": 0.5,
        "return/snapshot": -1,
        "win/snapshot": 0,
    }


# ------------------------------------------------------------------------------------------------------------- leagues


def test_every_learner_of_a_league_learns_and_is_kept(league):
    rows = metrics(league)
    assert [row["member"] for row in rows] == ["main", "hunter", "third", "exploiter"] * 4
    places = [league, *(league / "members" / name for name in ("hunter", "third", "exploiter"))]
    for checkpoint in RunFolder(league).checkpoints()[:1]:
        for place in places:
            then = load_policy(checkpoint / place.relative_to(league)).learner.policy.state_dict()
            now = load_policy(place).learner.policy.state_dict()
            assert any(not torch.equal(then[name], now[name]) for name in now)
    weights = [load_policy(place).learner.policy.action_net.weight for place in places]
    assert not any(torch.equal(weights[0], other) for other in weights[1:])
    assert "return/snapshot:main" in rows[-3]
    assert any(name.startswith("return/") and "other" in name for name in rows[-1])
    evaluated = json.loads((league / "evaluation.json").read_text())
    assert set(evaluated["members"]) == {"hunter", "third", "exploiter"}


def test_ratings_on_the_way_cover_all_learners(league):
    lines = [json.loads(line) for line in (league / "ratings.jsonl").read_text().splitlines()]
    names = ("main", "hunter", "third", "exploiter")
    assert [line["player"] for line in lines] == [f"{name}@{512 * i}" for i in (1, 2, 3, 4) for name in names]
    result = json.loads((league / "ratings.json").read_text())
    assert {row["player"] for row in result["ratings"]} >= {line["player"] for line in lines} | {"random"}
    assert result["games_each"] == 12 * 4 * 4
    assert "| main@2048 |" in (league / "ratings.md").read_text()
    assert (league / "ratings.png").read_bytes()[:4] == b"\x89PNG"
    moments = sorted((league / "rated").iterdir())
    played = [RatedGames.from_arrays(dict(np.load(moment / "games.npz"))) for moment in moments]
    for number, games in enumerate(played):
        newest = [games.names.index(f"{name}@{512 * (number + 1)}") for name in names]
        sat = np.isin(games.lineups, newest)
        assert (sat.sum(axis=1) >= 1).all()
    last = next(row for row in result["ratings"] if row["player"] == lines[-1]["player"])
    assert (last["rating"], last["games"]) == (lines[-1]["rating"], lines[-1]["games"])


def test_a_killed_league_goes_on_as_if_it_had_not_been(league, other_run, tmp_path):
    """kill -9; the policy of the other run is gone by then: the run has a copy of its own."""
    folder, moved = tmp_path / "killed", tmp_path / "elsewhere"
    arguments = [*SMALL, *RATED, *with_league(other_run), "budget.decisions=400000"]
    with subprocess.Popen(command(*arguments, "--run-folder", folder)) as process:
        deadline = time.monotonic() + 120
        while not (folder / "metrics.jsonl").exists() or len((folder / "metrics.jsonl").read_bytes().splitlines()) < 9:
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
    other_run.rename(moved)
    try:
        reached = int(RunFolder(folder).newest_checkpoint().name)
        budget = f"budget.decisions={max(2048, reached + 1024)}"
        assert main(["--resume", "--run-folder", str(folder), "--set", budget]) == 0
        if reached + 1024 > 2048:
            assert main(["--resume", "--run-folder", str(league), "--set", budget]) == 0
    finally:
        moved.rename(other_run)
    assert_same_run(league, folder)
    for name in ("hunter", "third", "exploiter"):
        one, other = (load_policy(run / "members" / name).learner.policy.state_dict() for run in (league, folder))
        assert all(torch.equal(one[key], other[key]) for key in one)
    for run in (league, folder):
        assert not list(run.rglob("*.partial"))
    ratings = [
        [{k: v for k, v in json.loads(line).items() if k != "seconds"} for line in text.splitlines()]
        for text in ((run / "ratings.jsonl").read_text() for run in (league, folder))
    ]
    assert ratings[0] == ratings[1]
    assert (league / "ratings.json").read_text() == (folder / "ratings.json").read_text()


def test_rated_games_later_than_the_checkpoint_are_dropped(other_run, tmp_path):
    """As after a kill between a rating and its checkpoint: resumed, what was rated is rated again."""
    folder = tmp_path / "run"
    arguments = [*SMALL, *RATED, "checkpoints.every=100000"]
    assert main([*arguments, "budget.decisions=1024", "--run-folder", str(folder)]) == 0
    before = (folder / "ratings.json").read_text()
    extra = folder / "rated" / "0000000009999"
    os.rename(folder / "rated" / "0000000001024", extra)
    with open(folder / "ratings.jsonl", "a") as file:
        file.write('{"decisions": 9999, "pla')
    assert main(["--resume", "--run-folder", str(folder), "--set", "budget.decisions=1536"]) == 0
    assert sorted(path.name for path in (folder / "rated").iterdir()) == ["0000000000512", "0000000001536"]
    assert [json.loads(line)["decisions"] for line in (folder / "ratings.jsonl").read_text().splitlines()] == [
        512,
        1024,
        1536,
    ]
    assert (folder / "ratings.json").read_text() != before


# ---------------------------------------------------------------------------------------- frozen opponents, fine-tuning


def test_policies_of_other_runs_stay_as_they_are(other_run, tmp_path):
    folder = tmp_path / "run"
    assert (
        main([*SMALL, f"opponents=[{{player: {other_run}}}]", "evaluation.games=4", "--run-folder", str(folder)]) == 0
    )
    copied = load_policy(folder / "opponents" / "0").learner.policy.state_dict()
    original = load_policy(other_run).learner.policy.state_dict()
    assert all(torch.equal(copied[name], original[name]) for name in original)
    results = json.loads((folder / "evaluation.json").read_text())["results"]
    assert [row["against"] for row in results] == ["random"]  # as the config says
    every = ["evaluation.players=null", "evaluation.games=4", "budget.decisions=512"]
    folder = tmp_path / "every"
    assert main([*SMALL, *every, f"opponents=[{{player: {other_run}}}]", "--run-folder", str(folder)]) == 0
    results = json.loads((folder / "evaluation.json").read_text())["results"]
    assert results[-1]["against"] == str(other_run)
    assert results[0]["against"] == "random"


def test_fine_tuning_begins_with_the_weights_it_is_given(other_run, tmp_path):
    folder = tmp_path / "run"
    assert main([*SMALL, f"start={other_run}", "checkpoints.keep=9", "--run-folder", str(folder)]) == 0
    first = load_policy(folder / "checkpoints" / f"{0:013d}").learner.policy.state_dict()
    given = load_policy(other_run).learner.policy.state_dict()
    assert all(torch.equal(first[name], given[name]) for name in given)
    last = load_policy(folder).learner.policy.state_dict()
    assert any(not torch.equal(last[name], given[name]) for name in given)


def test_the_first_snapshots_of_a_league_are_of_the_weights_it_begins_with(other_run):
    settings = [*SMALL[3:], f"start={other_run}", "league=[{name: a}, {name: b, start: null}]"]
    config = load_config(str(SMOKE), TrainConfig, settings)
    trainer = Trainer(config, *check_against_game(config, "test"))
    given = load_policy(other_run)
    trainer.start_from("a", given, "there")
    weights = {trainer.pool.owners[number]: actor.logits.weight for number, actor in trainer.pool.snapshots.items()}
    assert torch.equal(weights["a"], given.learner.policy.action_net.weight)
    assert not torch.equal(weights["b"], weights["a"])


def test_fine_tuning_keeps_the_scale_that_the_weights_were_trained_with(tmp_path):
    standard = [*SMALL, "policy.standardize=true", "budget.decisions=512"]
    assert main([*standard, "--run-folder", str(tmp_path / "first")]) == 0
    more = [f"start={tmp_path / 'first'}", "seed=4"]
    assert main([*standard, *more, "--run-folder", str(tmp_path / "second")]) == 0
    means = [load_policy(tmp_path / name).learner.policy.features_extractor.mean for name in ("first", "second")]
    assert means[0].abs().max() > 0
    assert torch.equal(*means)


# ----------------------------------------------------------------------------------------------------------- mistakes


def test_mistakes_with_opponents_and_leagues_are_one_line(other_run, tmp_path, capsys):
    run = ["--run-folder", tmp_path / "run"]

    def line(*settings):
        return line_of_error(capsys, *SMALL, *settings, *run)

    assert "opponents.0.player: got 'lerner'; did you mean 'learner'?" in line("opponents=[{player: lerner}]")
    assert "opponents.0.player: got 'league'" in line("opponents=[{player: league}]"), "there is none"
    assert "opponents.0.player: got 'newest:main'" in line("opponents=[{player: 'newest:main'}]")
    assert "there is no such checkpoint" in line("opponents=[{player: runs/none}]")
    assert "opponents.1.player: " in line(f"opponents=[{{player: {other_run}}}, {{player: {other_run}}}]")
    assert "a policy of game 'nineteen61'" in line(
        "game=animocrazy",
        "options={}",
        "policy.observe={}",
        f"opponents=[{{player: {other_run}}}]",
        "evaluation.players=null",
    )
    assert "trained with num_players=2, allowed here is 3" in line(
        "options.num_players=3", f"opponents=[{{player: {other_run}}}]"
    )
    league = "league=[{name: a}, {name: a}]"
    assert "league.1.name: 'a' is there twice" in line(league)
    assert "league.0.name: got 'a/b'" in line("league=[{name: a/b}]")
    assert "unknown key 'ent_cof'; did you mean 'ent_coef'?" in line("league=[{name: a, ppo: {ent_cof: 1}}]")
    assert "league.0.ppo.decisions: got 100" in line("league=[{name: a, ppo: {decisions: 100, minibatch: 50}}]")
    assert "league.0.opponents.0.player: got 'newest:b'" in line(
        "league=[{name: a, opponents: [{player: 'newest:b'}]}]"
    )
    assert "start: " in line("start=runs/none")
    assert "differs in activation" in line(f"start={other_run}", "policy.activation=relu")
    assert "differs in standardize" in line(f"start={other_run}", "policy.standardize=true")
    assert "trained with num_players=2, allowed here is 3" in line("options.num_players=3", f"start={other_run}")
    for name in ("no:such/x.zip", "newest:a/b", "co:lon/run"):
        assert "opponents: " in line(f"opponents=[{{player: '{name}'}}]"), "not taken for the learner itself"
    assert "ratings.players: got []" in line("ratings.every=512", "ratings.players=[]")
    assert "ratings.players.1: 'random' is there twice" in line("ratings.players=[random, random]")
    assert "evaluation.players.1: 'random' is there twice" in line("evaluation.players=[random, random]")
    assert "its network differs in widths" in line(f"start={other_run}", "policy.widths=[24]")
    assert "ratings.players.0: got 'rnd'" in line("ratings.players=[rnd]")
    assert not (tmp_path / "run").exists()


def test_fine_tuning_needs_the_same_columns(tmp_path, capsys):
    """As many columns as before, but others."""
    one, other = (["policy.observe={places: 8, " + name + ": 0}"] for name in ("hand_size", "active"))
    assert main([*SMALL, *one, "budget.decisions=512", "--run-folder", str(tmp_path / "one")]) == 0
    message = line_of_error(capsys, *SMALL, *other, f"start={tmp_path / 'one'}", "--run-folder", tmp_path / "other")
    assert "its network differs in observe; give `policy` as it was trained" in message


def test_a_league_of_damaged_copies_says_which(other_run, tmp_path, capsys):
    folder = tmp_path / "run"
    assert (
        main([*SMALL, f"opponents=[{{player: {other_run}}}]", "budget.decisions=512", "--run-folder", str(folder)]) == 0
    )
    (folder / "opponents" / "0" / "policy.zip").write_bytes(b"")
    message = line_of_error(capsys, "--resume", "--run-folder", folder, "--set", "budget.decisions=1024")
    assert str(Path("opponents") / "0" / "policy.zip") in message
    assert CHECKOUT.is_dir()


# ------------------------------------------------------------------------------------------- what a breaker has found


def test_the_scale_of_a_fine_tuned_network_survives_a_kill_before_the_first_checkpoint(tmp_path):
    standard = [*SMALL, "policy.standardize=true", "budget.decisions=1024", "checkpoints.every=100000"]
    assert main([*standard, "--run-folder", str(tmp_path / "first")]) == 0
    tuned = [*standard, f"start={tmp_path / 'first'}", "seed=4"]
    for name in ("unbroken", "killed"):
        assert main([*tuned, "--run-folder", str(tmp_path / name)]) == 0
    for checkpoint in RunFolder(tmp_path / "killed").checkpoints()[1:]:
        shutil.rmtree(checkpoint)
    assert main(["--resume", "--run-folder", str(tmp_path / "killed")]) == 0
    assert_same_run(tmp_path / "unbroken", tmp_path / "killed")


def test_a_run_that_goes_on_has_no_results_of_its_earlier_end(tmp_path):
    """Neither while it goes on nor if it is killed before its evaluation."""
    folder = tmp_path / "run"
    assert main([*SMALL, "budget.decisions=512", "evaluation.games=4", "--run-folder", str(folder)]) == 0
    assert json.loads((folder / "evaluation.json").read_text())["decisions"] == 512
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train_command.Trainer, "update", raises(KeyboardInterrupt()))
        assert main(["--resume", "--run-folder", str(folder), "--set", "budget.decisions=1024"]) == 130
    assert not (folder / "evaluation.json").exists()
    assert load_policy(folder).game == "nineteen61", "the newest checkpoint"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train_command, "evaluate_policy", raises(KeyboardInterrupt()))
        assert main(["--resume", "--run-folder", str(folder)]) == 130
    assert not (folder / "evaluation.json").exists()
    assert main(["--resume", "--run-folder", str(folder)]) == 0
    assert json.loads((folder / "evaluation.json").read_text())["decisions"] == 1024


def test_a_finished_run_is_evaluated_anew_if_that_is_asked_for(tmp_path, capsys):
    folder = tmp_path / "run"
    assert main([*SMALL, "budget.decisions=512", "evaluation.games=4", "--run-folder", str(folder)]) == 0
    assert main(["--resume", "--run-folder", str(folder), "--set", "evaluation.games=8"]) == 0
    assert json.loads((folder / "evaluation.json").read_text())["results"][0]["games"] == 8
    assert "evaluation.games: 4 -> 8" in capsys.readouterr().out


@pytest.mark.parametrize(
    "left", [(".lock", ".first/policy.zip"), (".lock", "metrics.jsonl", "checkpoints/.x", ".first/y")]
)
def test_a_start_that_was_killed_does_not_block_its_folder(left, tmp_path):
    folder = tmp_path / "run"
    for name in left:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    assert main([*SMALL, "budget.decisions=512", "--run-folder", str(folder)]) == 0
    assert not (folder / ".first").exists()


def test_a_start_in_a_folder_that_is_being_set_up_leaves_it_alone(tmp_path, capsys):
    folder = tmp_path / "run"
    folder.mkdir()
    other = RunFolder(folder)
    other._take()
    (folder / ".first").mkdir()
    message = line_of_error(capsys, *SMALL, "--run-folder", folder)
    assert "another process is running here" in message
    assert (folder / ".first").is_dir()
    other.close()


def test_damaged_rated_games_are_named_before_training_goes_on(tmp_path, capsys):
    folder = tmp_path / "run"
    assert main([*SMALL, *RATED, "budget.decisions=512", "--run-folder", str(folder)]) == 0
    moment = next((folder / "rated").iterdir())
    for name in ("games.npz", "policy.zip", "policy.json"):
        whole = (moment / name).read_bytes()
        (moment / name).write_bytes(whole[: len(whole) // 2])
        message = line_of_error(capsys, "--resume", "--run-folder", folder, "--set", "budget.decisions=1024")
        assert name in message
        (moment / name).write_bytes(whole)
    metrics_file = folder / "metrics.jsonl"
    whole = metrics_file.read_bytes()
    metrics_file.write_bytes(b"")
    message = line_of_error(capsys, "--resume", "--run-folder", folder, "--set", "budget.decisions=1024")
    assert "metrics.jsonl: cannot be cut back to the checkpoint (it is shorter than it was then)" in message
    metrics_file.write_bytes(whole)
    assert main(["--resume", "--run-folder", str(folder), "--set", "budget.decisions=1024"]) == 0


def test_an_opponent_may_be_gone_whatever_its_name_looks_like(other_run, tmp_path, monkeypatch):
    """A folder of one word is an opponent where it is; the run goes on elsewhere."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(other_run, "friend")
    assert main([*SMALL, "opponents=[{player: friend}]", "budget.decisions=512", "--run-folder", "run"]) == 0
    shutil.rmtree("friend")
    assert main(["--resume", "--run-folder", "run", "--set", "budget.decisions=1024"]) == 0


def test_loading_a_policy_draws_from_no_global_generator(other_run):
    torch.manual_seed(1)
    expected = torch.rand(1)
    torch.manual_seed(1)
    load_policy(other_run)
    assert torch.rand(1) == expected
