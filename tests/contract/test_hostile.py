"""What should not happen: players that misbehave, wrong types, positions that end at once. Nothing is harmed by it."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

import envs
from envs.core.aec import GameAEC
from envs.core.bots import BadMove, ask_player, begin_player, load_player
from envs.nineteen61 import env as make_1961
from envs.nineteen61.state import STATE


class _CrashingIndex:
    def __index__(self) -> int:
        raise RuntimeError("no number")


class _SilentError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text either")


class _OwnBaseError(BaseException):
    pass


def _raise(error: BaseException) -> Any:
    def act(observation: np.ndarray, mask: np.ndarray, texts: dict[int, str]) -> int:
        raise error

    return act


ANSWERS = {
    "number that raises": lambda observation, mask, texts: _CrashingIndex(),
    "error without text": _raise(_SilentError()),
    "own base exception": _raise(_OwnBaseError("x")),
    "generator exit": _raise(GeneratorExit()),
    "system exit": _raise(SystemExit(0)),
    "lone surrogate": _raise(ValueError("\udc80")),
    "recursion": _raise(RecursionError("deep")),
    "bool": lambda observation, mask, texts: True,
    "nothing": lambda observation, mask, texts: None,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_player_that_misbehaves_loses_its_move_in_one_printable_line(name: str) -> None:
    player = types.SimpleNamespace(act=ANSWERS[name])
    with pytest.raises(BadMove) as caught:
        ask_player(player, np.zeros(3, np.float32), np.ones(3, np.int8), {0: "a", 1: "b", 2: "c"})
    assert "\n" not in str(caught.value)
    str(caught.value).encode()


def test_ctrl_c_in_a_player_is_no_bad_move() -> None:
    player = types.SimpleNamespace(act=_raise(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        ask_player(player, np.zeros(1, np.float32), np.ones(1, np.int8), {0: "a"})


def test_begin_may_misbehave_too() -> None:
    class Player:
        @property
        def begin(self) -> None:
            raise RuntimeError("not now")

    with pytest.raises(BadMove, match="crashed in begin: RuntimeError: not now"):
        begin_player(Player(), 0, 2, 1)


@pytest.fixture
def hostile_module() -> Iterator[str]:
    module = types.ModuleType("hostile_players")

    def missing(name: str) -> Any:
        raise RuntimeError("no attributes today")

    class Exits:
        def __init__(self) -> None:
            raise SystemExit("bye")

    module.__getattr__ = missing  # type: ignore[method-assign]
    module.Exits = Exits
    sys.modules[module.__name__] = module
    yield module.__name__
    del sys.modules[module.__name__]


@pytest.mark.parametrize(
    ("attribute", "message"), [("Other", "no attributes today"), ("Exits", r"Exits\(\) failed: SystemExit: bye")]
)
def test_loading_a_hostile_player_is_one_line(hostile_module: str, attribute: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_player(f"{hostile_module}:{attribute}")


def test_a_module_that_exits_at_import_is_one_line(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "exits_at_import.py").write_text("import sys\nsys.exit(0)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="importing exits_at_import failed: SystemExit: 0"):
        load_player("exits_at_import:Player")


ENDS_AT_ONCE = {
    "rows": [["Moon Lander"], [{"building": "Missile Silo", "stack": ["?"]}]],
    "rest": {"seat": 1, "place": 0},
    "turn": {"seat": 0, "drawn": False},
}
"""Seat 0 draws from an empty deck and pile: the first missile destroys its only building."""


def test_a_position_that_ends_with_its_draw_is_over_at_reset() -> None:
    env = make_1961(num_players=2)
    env.reset(seed=1, options={"position": ENDS_AT_ONCE})
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert all(env.terminations.values())
    seen = []
    for agent in env.agent_iter():
        seen.append((agent, env.last()[1]))
        env.step(None)
    assert sorted(seen) == [("player_0", -1.0), ("player_1", 1.0)]


def test_a_reset_that_fails_leaves_the_running_game_of_the_gymnasium_face() -> None:
    env = gymnasium.make("manorfarm/Nineteen61-v0", num_players=3, seat="random", opponents="random").unwrapped
    twin = gymnasium.make("manorfarm/Nineteen61-v0", num_players=3, seat="random", opponents="random").unwrapped
    for each in (env, twin):
        each.reset(seed=0)
    with pytest.raises(ValueError, match="rows"):
        env.reset(options={"position": {"rows": []}})
    assert env.seat == twin.seat
    assert env.table.to_bytes() == twin.table.to_bytes()
    action = int(np.flatnonzero(env.action_masks())[0])
    for one, other in zip(env.step(action), twin.step(action), strict=True):
        assert np.array_equal(one, other) if isinstance(one, np.ndarray) else str(one) == str(other)


@pytest.mark.parametrize("options", [5, "abc", [1]])
def test_options_of_reset_must_be_a_dict(options: Any) -> None:
    with pytest.raises(ValueError, match="options of reset: got"):
        make_1961().reset(options=options)


def test_true_is_no_action_and_no_seat() -> None:
    env = make_1961(num_players=2)
    env.reset(seed=1)
    for action in np.flatnonzero(env.table.mask)[:1]:
        env.step(int(action))
    before = env.get_state()
    with pytest.raises(ValueError, match="got True"):
        env.step(True)
    assert env.get_state() == before
    for seat in (True, 1.0, np.zeros(2)):
        with pytest.raises(ValueError, match="render_seat: got"):
            make_1961(num_players=2, render_seat=seat)


def test_a_list_given_as_an_option_is_kept_by_value() -> None:
    pairing = [0, 1, 2, 3, 5, 4]
    env = make_1961(pairing=pairing)
    env.reset(seed=3)
    pairing[0], pairing[1] = 1, 0
    assert env.options["pairing"] == [0, 1, 2, 3, 5, 4]
    env.record().replay()


def test_a_game_that_is_over_cannot_be_given_up() -> None:
    games = envs.make_vec("nineteen61", num_games=1, restart=False)
    with pytest.raises(ValueError, match="not legal"):
        games.step(np.array([-2]))
    games.reset(seed=1)
    rng = np.random.default_rng(1)
    while not games.dones[0]:
        games.step(games.sample(rng))
    rewards = games.rewards.copy()
    with pytest.raises(ValueError, match="not legal"):
        games.step(np.array([-2]))
    assert np.array_equal(games.rewards, rewards)


@pytest.mark.parametrize("actions", [[20.7], ["20"], None, {}, [10**30], [None], [[1]], [True]])
def test_actions_of_the_vector_face_are_whole_numbers(actions: Any) -> None:
    games = envs.make_vec("nineteen61", num_games=1).reset(seed=1)
    before = games.states.tobytes()
    with pytest.raises(ValueError, match=r"^actions: got"):
        games.step(actions)
    assert games.states.tobytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lineups": [[-1.7, 0.9]]}, "lineups: got"),
        ({"lineups": [[True, False]]}, "lineups: got"),
        ({"seed": -1}, "seed: got -1"),
        ({"seed": "x"}, "seed: got 'x'"),
        ({"seed": True}, "seed: got True"),
        ({"seed": None}, "seed: got None"),
        ({"restart": "no"}, "restart: got 'no'"),
    ],
)
def test_the_vector_face_checks_what_it_is_made_with(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        envs.make_vec("nineteen61", num_games=2, **options)


@pytest.mark.parametrize("value", [-1, 3, 54, 99, 127])
@pytest.mark.parametrize("field", [name for name in STATE.names if STATE[name].base == np.int8])
def test_no_forged_field_of_1961_gets_into_compiled_code(field: str, value: int) -> None:
    """Each field of small numbers in turn is set to one number throughout: what is impossible is refused."""
    env = make_1961(num_players=3)
    env.reset(seed=5)
    for _ in range(12):
        env.step(int(np.flatnonzero(env.table.mask)[-1]))
    table = json.loads(env.to_json())
    kept = table["state"][field]
    table["state"][field] = np.full(np.shape(kept), value).tolist()
    before = env.get_state()
    if table["state"][field] == kept:
        return
    try:
        env.from_json(json.dumps(table))
    except ValueError:
        refused = True
    else:  # what the invariants allow can be played to its end
        rng = np.random.default_rng(1)
        while not env.table.over:
            env.step(int(rng.choice(np.flatnonzero(env.table.mask))))
        refused = False
    assert not refused or env.get_state() == before


def test_two_tables_do_not_share_anything() -> None:
    one, other = (GameAEC(envs.get_game("nineteen61")) for _ in range(2))
    one.reset(seed=1)
    other.reset(seed=1)
    before = other.get_state()
    one.step(int(np.flatnonzero(one.table.mask)[0]))
    assert other.get_state() == before
