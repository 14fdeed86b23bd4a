"""Finding players by name: `training.players`."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import envs
from training.config import PolicyConfig, TrainConfig
from training.players import OWN, POLICY, SCRIPTED, find_players

GAME = envs.get_game("nineteen61")
OPTIONS = GAME.options.complete({})
MODULE = """
class Player:
    def act(self, observation, mask, texts):
        return min(texts)

class Broken:
    def __init__(self):
        raise RuntimeError("no network")

class Mute:
    pass

def function(observation, mask, texts):
    return min(texts)

thing = Player()
number = 3
"""


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory) -> Path:
    """A run folder with an untrained policy for two players."""
    from training.policy import policy_facts, save_policy
    from training.trainer import build_learner

    folder = tmp_path_factory.mktemp("runs") / "fresh"
    features, actions = GAME.observation.size(2), GAME.actions.size(2)
    config = TrainConfig(policy=PolicyConfig(widths=[8]))
    learner = build_learner(config, np.arange(features), features, actions, seed=0)
    save_policy(learner, policy_facts(GAME, OPTIONS), folder)
    return folder


@pytest.fixture
def own_module(tmp_path, monkeypatch) -> Iterator[str]:
    """The name of a module with own players, to be imported."""
    (tmp_path / "own_players_of_a_test.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    yield "own_players_of_a_test"
    sys.modules.pop("own_players_of_a_test", None)


def changed(checkpoint: Path, folder: Path, **facts) -> str:
    """Return a copy of the checkpoint that says other facts about itself."""
    shutil.copytree(checkpoint, folder)
    written = json.loads((folder / "policy.json").read_text())
    written["options"] |= facts.pop("options", {})
    (folder / "policy.json").write_text(json.dumps(written | facts))
    return str(folder)


def error(*specs, options=OPTIONS, **settings) -> str:
    """Return the message of the ValueError that finding these players raises, which must be one line."""
    with pytest.raises(ValueError) as raised:
        find_players(specs, GAME, options, **settings)
    message = str(raised.value)
    assert "\n" not in message
    return message


def test_every_kind_is_found(checkpoint, own_module):
    found = find_players(["random", str(checkpoint), f"{own_module}:Player"], GAME, OPTIONS)
    assert [player.kind for player in found] == [SCRIPTED, POLICY, OWN]
    assert [player.name for player in found] == ["random", "fresh", f"{own_module}:Player"]
    assert found[0].number == 0
    assert found[2].make() is not found[2].make(), "a class gives a new object each time"
    assert all(player.describe()["source"] for player in found)
    assert found[1].describe()["version"] == GAME.version
    assert len(found[1].describe()["sha256"]) == 16


@pytest.mark.parametrize("attribute", ["Player", "thing", "function"])
def test_a_class_an_object_and_a_function_can_play(own_module, attribute):
    (player,) = find_players([f"{own_module}:{attribute}"], GAME, OPTIONS)
    assert player.make().act(None, None, {4: "pass", 3: "stack"}) == 3


def test_names_differ_and_can_be_chosen(checkpoint):
    specs = ["random", "random", {"player": "random", "name": "noise"}, "random"]
    assert [player.name for player in find_players(specs, GAME, OPTIONS)] == [
        "random",
        "random #2",
        "noise",
        "random #3",
    ]
    assert "two are named 'noise'" in error(
        {"player": "random", "name": "noise"}, {"player": "random", "name": "noise"}
    )


def test_checkpoints_are_named_after_their_run(checkpoint, tmp_path):
    later = tmp_path / "run" / "checkpoints" / "00200"
    earlier = tmp_path / "run" / "checkpoints" / "00100"
    for folder in (later, earlier):
        shutil.copytree(checkpoint, folder)
    renamed = str(shutil.copy(checkpoint / "policy.zip", tmp_path / "run" / "best.zip"))
    shutil.copy(checkpoint / "policy.json", tmp_path / "run" / "policy.json")
    specs = [str(tmp_path / "run"), str(earlier), str(earlier / "policy.zip"), renamed]
    found = find_players(specs, GAME, OPTIONS)
    assert [player.name for player in found] == ["run/00200", "run/00100", "run/00100 #2", "run/best"]


def test_policies_take_their_most_likely_move_where_that_is_asked(checkpoint):
    specs = [str(checkpoint), {"player": str(checkpoint), "deterministic": False}, {"player": str(checkpoint)}]
    found = find_players(specs, GAME, OPTIONS, deterministic=True)
    assert [player.deterministic for player in found] == [True, False, True]


def test_unknown_players_are_named_with_the_nearest():
    message = error("randon")
    assert "no player 'randon'; did you mean 'random'?" in message
    assert ", ".join(GAME.bots) in message
    assert "module:attribute" in message


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("runs/nothing/policy.zip", "no such checkpoint"),
        ("runs/nothing", "no such checkpoint"),
        ("no_such_module_here:Player", "no module 'no_such_module_here'"),
        ("MODULE:Playr", "has no 'Playr'; did you mean 'Player'?"),
        ("MODULE:Broken", "Broken() failed: RuntimeError: no network"),
        ("MODULE:Mute", "act(observation, mask, texts)"),
        ("MODULE:number", "act(observation, mask, texts)"),
        ("MODULE.py:Player", "did you mean 'MODULE:Player'?"),
        ("players/mine.py:Player", "did you mean 'players.mine:Player'?"),
    ],
)
def test_what_cannot_be_found_is_said_in_one_line(own_module, spec, said):
    message = error(spec.replace("MODULE", own_module))
    assert said.replace("MODULE", own_module) in message
    assert spec.replace("MODULE", own_module) in message


def test_a_module_that_fails_is_said_in_one_line(tmp_path, monkeypatch):
    (tmp_path / "failing_player_of_a_test.py").write_text("import nothing_like_this\n")
    (tmp_path / "failing_other_of_a_test.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert "No module named 'nothing_like_this'" in error("failing_player_of_a_test:Player")
    assert "ZeroDivisionError" in error("failing_other_of_a_test:Player")


def test_policies_of_other_rules_or_options_are_refused(checkpoint, tmp_path):
    assert "version 0.1.0 of the rules, allowed is" in error(changed(checkpoint, tmp_path / "a", version="0.1.0"))
    assert "no game 'ninteen61'" in error(changed(checkpoint, tmp_path / "b", game="ninteen61"))
    random_pairing = changed(checkpoint, tmp_path / "c", options={"pairing": "random"})
    assert "trained with pairing='random', allowed here is 'default'" in error(random_pairing)
    assert find_players([random_pairing], GAME, OPTIONS, other_options=True)
    three = GAME.options.complete({"num_players": 3})
    for settings in ({}, {"other_options": True}):
        assert "trained with num_players=2, allowed here is 3" in error(str(checkpoint), options=three, **settings)


def test_policies_of_other_rewards_or_limits_are_accepted(checkpoint):
    options = GAME.options.complete({"reward": "rank", "max_turns": 100})
    assert find_players([str(checkpoint)], GAME, options)


def test_policies_of_another_game_are_refused(checkpoint, monkeypatch):
    from dataclasses import replace

    other = replace(GAME, name="farms_race")
    with pytest.raises(ValueError, match="a policy of game 'nineteen61', allowed here is 'farms_race'"):
        find_players([str(checkpoint)], other, OPTIONS)


def test_damaged_checkpoints_are_refused(checkpoint, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(checkpoint, broken)
    (broken / "policy.zip").write_bytes(b"PK")
    assert "not a policy that can be loaded" in error(str(broken))
    (broken / "policy.json").unlink()
    assert "policy.json is missing" in error(str(broken))
    (tmp_path / "empty").mkdir()
    assert "holds no policy.zip" in error(str(tmp_path / "empty"))
