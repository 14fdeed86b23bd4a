"""`import envs`: quick, nothing compiled, every game registered; and a person at the table."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import envs
from envs.core import play
from envs.core.record import GameRecord

from .cases import NAMES, cut_after

ROOT = Path(__file__).resolve().parents[2]
LOOK = """
import json, sys
import envs, gymnasium, pettingzoo
from pettingzoo.env_registry.registration import aec_registry, parallel_registry
print(json.dumps({
    "compilers": [name for name in ("numba", "llvmlite", "torch") if name in sys.modules],
    "gymnasium": [name for name in gymnasium.registry if name.startswith("manorfarm/")],
    "aec": [name for name in aec_registry if name.startswith("manorfarm/")],
    "parallel": [name for name in parallel_registry if name.startswith("manorfarm/")],
}))
"""


def test_import_registers_and_compiles_nothing() -> None:
    result = subprocess.run([sys.executable, "-c", LOOK], cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(result.stdout)
    assert result.stderr == ""
    assert found["compilers"] == []
    assert len(found["gymnasium"]) == len(envs.GAMES)
    assert found["aec"] == found["parallel"] == [f"manorfarm/{name}-v0" for name in envs.GAMES]


def test_unknown_games_are_named() -> None:
    for call in (envs.get_game, envs.make_vec):
        with pytest.raises(ValueError, match="did you mean 'nineteen61'"):
            call("ninteen61")


@pytest.mark.parametrize("name", NAMES)
def test_games_are_found_and_pickled_by_name(name: str) -> None:
    import copy
    import pickle

    game = envs.get_game(name)
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game
    assert game.version in repr(game)


def typed(lines: list[str]) -> Iterator[str]:
    yield from lines
    while True:
        yield "1"


def sit_down(arguments: list[str], lines: list[str]) -> tuple[int, str]:
    """Play with these typed lines, and the first action from then on; return (exit code, what was shown)."""
    shown: list[str] = []
    answers = typed(lines)
    code = play.main(arguments, lambda prompt: next(answers), shown.append)
    return code, "\n".join(shown)


@pytest.mark.parametrize("name", NAMES)
def test_a_person_plays_to_the_end(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    cut = [f"{key}={value}" for key, value in cut_after(envs.get_game(name), 8).items()]
    arguments = [name, "--seat", "1", "--seed", "4", *(["--set", *cut] if cut else [])]
    code, shown = sit_down(arguments, ["help", "look", "nonsense", "999", "", f"save {path}"])
    assert code == 0
    assert "take that action" in shown
    assert "action: got 'nonsense'" in shown
    assert "action: got 999, allowed are 1.." in shown
    assert "seat 0 (random) took" in shown
    assert "seat 1 (you)" in shown.splitlines()[-1]
    record = GameRecord.load(path)
    assert record.seed == 4
    assert record.replay().seat == 1
    assert sit_down(arguments, ["help"])[1].splitlines()[-1] == shown.splitlines()[-1]


def test_a_person_leaves_and_types_words() -> None:
    code, shown = sit_down(["sticks", "--set", "num_players=3", "--opponents", "taker", "random"], ["TAKE 2", "quit"])
    assert code == 0
    assert "24 sticks" in shown
    assert shown.endswith("You leave the table.")


def test_a_cheating_opponent_loses() -> None:
    code, shown = sit_down(["sticks", "--opponents", "tests.contract.test_gymnasium:Cheat"], [])
    assert code == 0
    assert "(tests.contract.test_gymnasium:Cheat) lost the game: it chose action" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["stick"], "did you mean 'sticks'"),
        (["sticks", "--opponents", "takr"], "did you mean 'taker'"),
        (["sticks", "--seat", "2"], "seat: got 2"),
        (["sticks", "--set", "heap"], "allowed is key=value"),
        (["sticks", "--set", "heap=lots"], "option 'heap'"),
        (["sticks", "--seed", "-1"], "play: "),
    ],
)
def test_bad_arguments_are_named(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert play.main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("play: ")
    assert error.count("\n") == 1
