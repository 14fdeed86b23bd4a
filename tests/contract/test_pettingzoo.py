"""PettingZoo's own tests pass, and the semantics of the AEC face beyond them."""

from __future__ import annotations

import itertools
import pickle
import sys
import time
import types
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.test.state_test import state_test

import envs
from envs.core.aec import GameAEC
from envs.core.bots import Scripted
from envs.core.compiling import COMPILED

from .cases import NAMES, Case, all_cases, cut_after, table_sizes

CASES = all_cases(rewards=True)
CYCLES = 60 if COMPILED else 2
# What PettingZoo warns of is so by design: observations are dicts with a mask, and masks of seats not to act are 0.
by_design = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
    "ignore:overflow encountered in:RuntimeWarning",  # uint64 arithmetic in plain-Python mode
)


def make(case: Case, kind: str = "aec", **more: Any) -> Any:
    return pettingzoo.make(kind, f"manorfarm/{case.name}-v0", **case.given, **more)


@by_design
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", CASES)
def test_api(case: Case) -> None:
    api_test(make(case), num_cycles=CYCLES)


@by_design
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", all_cases())
def test_parallel_api(case: Case) -> None:
    parallel_api_test(make(case, "parallel"), num_cycles=CYCLES)


@pytest.mark.parametrize("case", all_cases())
def test_seeds(case: Case) -> None:
    seed_test(lambda: make(case), num_cycles=CYCLES // 2)
    parallel_seed_test(lambda: make(case, "parallel", illegal_action="lose"), num_cycles=CYCLES)


@pytest.mark.parametrize("case", table_sizes())
def test_render(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: make(case, render_mode=render_mode))
    assert capsys.readouterr().out.count("\n") > 5
    env = make(case, render_mode="ansi", render_seat=1)
    env.reset(seed=1)
    assert env.render() == case.game.render_text(env.table.state, 1)
    assert len(env.render().strip()) > 20


@pytest.mark.parametrize("case", table_sizes())
def test_state(case: Case) -> None:
    state_test(make(case, illegal_action="lose"), make(case, "parallel"), num_cycles=5)
    env = make(case)
    env.reset(seed=3)
    parts = np.split(env.state(), case.players)
    for agent, part in zip(env.agents, parts, strict=True):
        assert np.array_equal(part, env.observe(agent)["observation"])


@pytest.mark.parametrize("name", NAMES)
def test_performance_benchmark(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It runs through; here with a clock twenty times too fast."""
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", types.SimpleNamespace(time=lambda: 20 * time.time()))
    performance_benchmark(pettingzoo.make("aec", f"manorfarm/{name}-v0"))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("case", table_sizes())
def test_loop_of_the_documentation(case: Case) -> None:
    """Masks of others are 0, observations are the user's to keep, every agent gets its return once, at the end."""
    env = make(case, **cut_after(case.game, 12))
    space = env.observation_space("player_0")
    env.reset(seed=5)
    gained, kept, ended = dict.fromkeys(env.agents, 0.0), [], []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert space.contains(observation)
        gained[agent] += reward
        if terminated or truncated:
            assert not observation["action_mask"].any()
            ended.append(agent)
            env.step(None)
            continue
        assert reward == 0
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        for other in env.agents:
            mask = env.observe(other)["action_mask"]
            assert mask.any() == (other == agent)
            assert np.array_equal(mask, env.infos[other]["action_mask"])
        kept.append((observation, observation["observation"].copy(), observation["action_mask"].copy(), info))
        env.step(env.action_space(agent).sample(observation["action_mask"]))
    assert env.table.over
    assert ended == env.possible_agents
    assert list(gained.values()) == env.table.returns.tolist()
    for observation, features, mask, info in kept:
        assert np.array_equal(observation["observation"], features)
        assert np.array_equal(observation["action_mask"], mask)
        assert np.array_equal(info["action_mask"], mask)
    for action in (None, 0):
        with pytest.raises(ValueError, match="reset comes first"):
            env.step(action)


@pytest.mark.parametrize("case", table_sizes())
def test_illegal_actions_raise_and_change_nothing(case: Case) -> None:
    env = make(case)
    env.reset(seed=6)
    first = env.agent_selection
    illegal = int(np.flatnonzero(env.infos[first]["action_mask"] == 0)[0])
    before = env.get_state()
    for action in (illegal, -1, env.table.num_actions, 10**30, None, 1.0, "pass", np.int64(illegal)):
        with pytest.raises(ValueError, match=r"^action: got .*not legal for seat \d; legal are \d+ \(") as caught:
            env.step(action)
        assert "\n" not in str(caught.value)
        assert env.get_state() == before
        assert env.agent_selection == first


@pytest.mark.parametrize("case", table_sizes())
@pytest.mark.parametrize("reward", ["zero_sum", "win", "rank", "score"])
def test_illegal_actions_lose(case: Case, reward: str) -> None:
    env = make(case, illegal_action="lose", reward=reward)
    env.reset(seed=6)
    loser = env.agent_selection
    env.step(env.table.num_actions)
    others = 1 / (case.players - 1)
    worst = -1.0 if reward in ("zero_sum", "rank") else 0.0
    assert env.rewards == pytest.approx(dict.fromkeys(env.agents, others) | {loser: worst})
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    for agent in list(env.agents):
        assert env.agent_selection == agent
        message = env.last()[4]["message"]
        assert message.startswith(f"{loser} lost the game: action: got")
        assert "\n" not in message
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("case", table_sizes())
def test_seeds_are_stated_and_reproduce(case: Case) -> None:
    one, other = make(case), make(case)
    assert one.seed is None
    for env in (one, other):
        env.reset()
    assert one.seed != other.seed
    other.reset(seed=one.seed)
    assert one.table.states.tobytes() == other.table.states.tobytes()
    sequences = []
    for env in (one, other):
        env.reset(seed=7)
        sequence = [env.seed]
        for _ in range(3):
            env.reset()
            sequence.append(env.seed)
        sequences.append(sequence)
    assert sequences[0] == sequences[1]
    assert len(set(sequences[0])) == 4
    for seed in (0, 2**64 - 1, np.int32(3)):
        one.reset(seed=seed)
        assert one.seed == seed


@pytest.mark.parametrize("case", table_sizes())
def test_reset_with_a_position(case: Case) -> None:
    env = make(case)
    env.reset(seed=1)
    for _ in range(60):  # games whose positions say what is asked only in the middle of something come to its end
        if "decision" not in (position := case.game.get_position(env.table.state)):
            break
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    twin = make(case)
    twin.reset(seed=2, options={"position": position})
    assert case.game.get_position(twin.table.state) == position
    twin.step(int(np.flatnonzero(twin.infos[twin.agent_selection]["action_mask"])[0]))
    assert twin.record().position == position
    assert twin.record().replay(case.game).states.tobytes() == twin.table.states.tobytes()
    before = twin.get_state()
    for options, message in (
        ({"position": {"no such key": 1}}, "no such key"),
        ({"position": 3}, "allowed is a dict"),
        ({"position": {1: {2}}}, "position: "),
        ({"positions": {}}, "did you mean 'position'"),
    ):
        with pytest.raises(ValueError, match=message) as caught:
            twin.reset(options=options)
        assert "\n" not in str(caught.value)
        assert twin.get_state() == before


@pytest.mark.parametrize("name", NAMES)
def test_spaces_metadata_and_description(name: str) -> None:
    env = pettingzoo.make("aec", f"manorfarm/{name}-v0")
    assert str(env) == f"{name}_v0"
    assert env.metadata["render_fps"] > 0
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    assert env.action_space("player_0") is not env.action_space("player_1")
    text = env.describe()
    for option in env.options:
        assert f"`{option}`" in text
    assert env.layout.head[0].name in text
    assert env.action_layout.head[0].name in text


def test_actions_are_drawn_from_the_mask() -> None:
    env = pettingzoo.make("aec", "manorfarm/sticks-v0")
    space = env.action_space("player_0")
    space.seed(1)
    mask = np.zeros(space.n, np.int8)
    assert space.sample(mask) == 0
    mask[[2, 4, 5]] = 1
    drawn = [space.sample(mask) for _ in range(300)]
    assert {int(action) for action in drawn} == {2, 4, 5}
    assert all(space.contains(action) for action in drawn)
    assert min(drawn.count(action) for action in (2, 4, 5)) > 60
    assert pickle.loads(pickle.dumps(space)) == space
    with pytest.raises(ValueError, match="mask: got"):
        space.sample(mask.astype(np.int64))


def test_nothing_before_reset() -> None:
    env = pettingzoo.make("aec", "manorfarm/sticks-v0", render_mode="ansi")
    calls = (env.agent_iter, env.last, env.state, env.render, env.record, lambda: env.observe("player_0"))
    for call in (*calls, lambda: env.step(0)):
        with pytest.raises(ValueError, match=r"reset comes first|no game has begun"):
            call()
    twin = pettingzoo.make("aec", "manorfarm/sticks-v0")
    twin.set_state(env.get_state())
    assert twin.agents == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_player": 2}, "did you mean 'num_players'"),
        ({"num_players": 9}, "option 'num_players': got 9"),
        ({"render_mod": "ansi"}, "did you mean 'render_mode'"),
        ({"render_mode": "ascii"}, "did you mean 'ansi'"),
        ({"illegal_action": "loose"}, "did you mean 'lose'"),
        ({"render_seat": 2}, "render_seat: got 2"),
        ({"reward": "zero sum"}, "did you mean 'zero_sum'"),
        ({"swaps": 1}, "allowed are True and False"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        pettingzoo.make("aec", "manorfarm/sticks-v0", **options)
    assert "\n" not in str(caught.value)


def test_unknown_agents_and_actions_are_named() -> None:
    env = pettingzoo.make("aec", "manorfarm/sticks-v0")
    env.reset(seed=1)
    for call in (env.observe, env.observation_space, env.action_space, lambda agent: env.redeal(agent, 1)):
        with pytest.raises(ValueError, match="did you mean 'player_1'"):
            call("player1")
    for action in (-1, 99, "take 1", 1.5):
        with pytest.raises(ValueError, match="allowed are 0"):
            env.action_text(action)
    with pytest.raises(ValueError, match="did you mean 'take 2'"):
        env.parse_action("takee 2")
    assert env.parse_action("1") == 1
    for seed in (-1, 2**64, 1.0, True, "1"):
        with pytest.raises(ValueError, match="seed: got"):
            env.reset(seed=seed)


def test_scripted_players_at_the_table() -> None:
    """The same seed plays the same, through wrappers too; `taker` beats `random` at Sticks."""
    wins = 0
    played = []
    for seed, _ in itertools.product(range(30), range(2)):
        env: Any = GameAEC(envs.get_game("sticks"), heap=21)
        env.reset(seed=seed)
        players = {"player_0": Scripted("sticks", "random", seed), "player_1": Scripted("sticks", "taker", seed)}
        for agent in env.agent_iter():
            over = env.terminations[agent]
            env.step(None if over else players[agent].choose(env))
        played.append(env.record().actions)
        wins += env.table.returns[1] > 0
    assert played[::2] == played[1::2]
    assert wins > 40
    with pytest.raises(ValueError, match="did you mean 'taker'"):
        Scripted("sticks", "takr")
    with pytest.raises(ValueError, match="nobody is to act"):
        players["player_0"].choose(env)
