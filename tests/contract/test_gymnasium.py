"""The Gymnasium face: Gymnasium's own checks, opponents of every kind, many games at once."""

from __future__ import annotations

import copy
import itertools
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import envs
from envs.core.compiling import COMPILED
from envs.core.single import GameSingle

from .cases import Case, all_cases, table_sizes

DECISIONS = 150 if COMPILED else 15
wraps_around = pytest.mark.filterwarnings("ignore:overflow encountered in:RuntimeWarning")  # in plain-Python mode


def id_of(name: str) -> str:
    return f"manorfarm/{''.join(part.capitalize() for part in name.split('_'))}-v0"


def make(case: Case, **more: Any) -> Any:
    return gymnasium.make(id_of(case.name), **case.given, **more)


def random_action(info: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(info["action_mask"])))


def play(env: Any, seed: int, most: int = 10_000) -> list[tuple]:
    """Play one game at random; return what each step returned."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    steps = [(observation, 0.0, False, False, info)]
    while not (steps[-1][2] or steps[-1][3]) and len(steps) < most:
        steps.append(env.step(random_action(steps[-1][4], rng)))
    return steps


def assert_same_steps(one: list[tuple], other: list[tuple]) -> None:
    assert len(one) == len(other)
    for left, right in zip(one, other, strict=True):
        assert np.array_equal(left[0], right[0])
        assert left[1:4] == right[1:4]
        assert np.array_equal(left[4]["action_mask"], right[4]["action_mask"])
        assert left[4]["seat"] == right[4]["seat"]


@wraps_around
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("case", all_cases())
def test_check_env(case: Case) -> None:
    check_env(make(case, seat=case.players - 1).unwrapped, skip_render_check=case.options != case.options[:1])


@pytest.mark.parametrize("case", table_sizes())
def test_same_seed_same_game_and_copies_go_on_alike(case: Case) -> None:
    options = {"seat": "random", "opponents": list(case.game.bots)[-1]}
    one = play(make(case, **options).unwrapped, 3, DECISIONS)
    assert_same_steps(one, play(make(case, **options).unwrapped, 3, DECISIONS))
    env = make(case, **options).unwrapped
    _, info = env.reset(seed=9)
    rng = np.random.default_rng(0)
    for _ in range(3):
        info = env.step(random_action(info, rng))[4]
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert twin.table.states.tobytes() == env.table.states.tobytes()
    twin = copy.deepcopy(env)
    action = random_action(info, rng)
    assert_same_steps([env.step(action)], [twin.step(action)])


@pytest.mark.skipif(not COMPILED, reason="whole games take too long in plain Python")
@pytest.mark.parametrize("case", all_cases(rewards=True))
def test_games_end_with_the_return_of_the_seat(case: Case) -> None:
    for seat in range(case.players):
        env = make(case, seat=seat, opponents="random").unwrapped
        steps = play(env, seat)
        assert all(step[1] == 0 for step in steps[:-1])
        assert all(step[4]["action_mask"].any() for step in steps[:-1])
        observation, reward, terminated, truncated, info = steps[-1]
        assert terminated != truncated
        assert reward == info["returns"][seat] == env.table.returns[seat]
        assert not info["action_mask"].any()
        assert np.array_equal(observation, env.table.look(seat)[0] * env.table.scale)
        assert info["seat"] == seat
        with pytest.raises(ValueError, match="reset comes first"):
            env.step(0)


def test_learner_and_opponents_take_their_seats() -> None:
    """Opponents sit in turn order after the learner."""
    game = envs.get_game("sticks")
    env = GameSingle(game, num_players=4, seat=2, opponents=["random", "taker", "accuser"])
    env.reset(seed=1)
    assert env.table.lineup[0].tolist() == [game.bot_number("taker"), game.bot_number("accuser"), -1, 0]
    drawn = GameSingle(game, num_players=4, seat="random")
    seats = {drawn.reset(seed=seed)[1]["seat"] for seed in range(40)}
    assert seats == {0, 1, 2, 3}


class Recorder:
    """A player that plays the first legal action and keeps what it was given."""

    def __init__(self) -> None:
        self.seen: list[tuple[np.ndarray, np.ndarray, dict[int, str]]] = []
        self.begun: list[tuple[int, int, int]] = []

    def begin(self, seat: int, num_players: int, seed: int) -> None:
        self.begun.append((seat, num_players, seed))

    def act(self, observation: np.ndarray, mask: np.ndarray, texts: dict[int, str]) -> int:
        self.seen.append((observation, mask, texts))
        return int(np.flatnonzero(mask)[0])


def last_legal(observation: np.ndarray, mask: np.ndarray, texts: dict[int, str]) -> int:
    return max(texts)


@pytest.mark.parametrize("case", table_sizes())
def test_players_of_ones_own(case: Case) -> None:
    player = Recorder()
    opponents = [player, *["tests.contract.test_gymnasium:last_legal"] * (case.players - 2)]
    env = GameSingle(case.game, seat=1, opponents=opponents, **case.given)
    steps = play(env, 4, DECISIONS)
    assert len(steps) > 2
    assert player.begun[0][:2] == (2 % case.players, case.players)
    assert len(player.seen) > 0
    for observation, mask, texts in player.seen:
        assert env.observation_space.contains(observation)
        assert set(texts) == set(np.flatnonzero(mask).tolist())
    twin = GameSingle(case.game, seat=1, opponents=[Recorder(), *opponents[1:]], **case.given)
    assert_same_steps(steps, play(twin, 4, DECISIONS))


class Silent:
    def act(self, observation: np.ndarray, mask: np.ndarray, texts: dict[int, str]) -> Any:
        return None


class Cheat:
    def act(self, observation: np.ndarray, mask: np.ndarray, texts: dict[int, str]) -> Any:
        return int(np.flatnonzero(mask == 0)[0])


class Crash:
    def act(self, observation: np.ndarray, mask: np.ndarray, texts: dict[int, str]) -> Any:
        raise RuntimeError("no\nidea")


class Stillborn(Recorder):
    def begin(self, seat: int, num_players: int, seed: int) -> None:
        raise KeyError("begin")


class Quitter:
    def act(self, observation: np.ndarray, mask: np.ndarray, texts: dict[int, str]) -> Any:
        raise SystemExit(1)


@pytest.mark.parametrize("case", table_sizes())
@pytest.mark.parametrize(
    ("player", "message"),
    [
        (Silent, "returned None"),
        (Cheat, "which is not legal"),
        (Crash, "crashed: RuntimeError: no idea"),
        (Stillborn, "crashed in begin: KeyError"),
        (Quitter, "crashed: SystemExit"),
    ],
)
def test_a_bad_opponent_loses_its_game(case: Case, player: type, message: str) -> None:
    env = GameSingle(case.game, opponents=[player(), *["random"] * (case.players - 2)], **case.given)
    _, reward, terminated, truncated, info = play(env, 2)[-1]
    assert terminated
    assert not truncated
    assert reward == pytest.approx(1 / (case.players - 1))
    assert info["returns"][1] == -1
    assert info["message"].startswith("the opponent at seat 1 lost the game: it ")
    assert message in info["message"]
    assert "\n" not in info["message"]


def test_illegal_actions_of_the_learner() -> None:
    env = GameSingle("sticks")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(99)
    assert (reward, terminated) == (-1, True)
    assert info["message"].startswith("the learner lost the game: action: got 99")
    env = GameSingle("sticks", illegal_action="raise")
    env.reset(seed=1)
    before = env.table.to_bytes()
    for action in (99, -1, None, 0.5):
        with pytest.raises(ValueError, match="not legal"):
            env.step(action)
    assert env.table.to_bytes() == before


def test_a_game_without_a_decision_for_the_learner_is_dropped() -> None:
    """With one stick seat 0 takes it, and seat 1 never has a decision."""
    env = GameSingle("sticks", heap=1, seat=1, opponents="taker")
    with pytest.raises(ValueError, match="before seat 1 has a decision"):
        env.reset(seed=1)
    env = GameSingle("sticks", heap=2, seat=1, opponents="random")
    for seed in range(20):
        env.reset(seed=seed)
        assert env.action_masks().any()


def test_positions() -> None:
    env = GameSingle("sticks", num_players=3, seat=2, opponents="taker")
    _, info = env.reset(seed=1, options={"position": {"heap": 3, "to_act": 2}})
    assert info["action_mask"][:3].all()
    _, reward, terminated, _, _ = env.step(2)
    assert (reward, terminated) == (1, True)
    with pytest.raises(ValueError, match="did you mean 'heap'"):
        env.reset(options={"position": {"heapp": 3}})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": "takr"}, "did you mean 'taker'"),
        ({"opponents": ["random"] * 3}, "got 3, allowed is one for each of the 1 other seats"),
        ({"opponents": "no_such_module:player"}, "no module 'no_such_module'"),
        ({"opponents": "tests.contract.test_gymnasium:last_legl"}, "did you mean 'last_legal'"),
        ({"opponents": "tests.contract.test_gymnasium:DECISIONS"}, "allowed is an object with a method act"),
        ({"opponents": 3}, "allowed is an object with a method act"),
        ({"seat": 2}, "seat: got 2"),
        ({"seat": "randm"}, "seat: got 'randm'"),
        ({"seats": 1}, "did you mean 'seat'"),
        ({"num_players": 1}, "option 'num_players'"),
        ({"illegal_action": "ignore"}, "illegal_action: got 'ignore'"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        gymnasium.make("manorfarm/Sticks-v0", **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("case", table_sizes())
def test_vector_face_of_gymnasium(case: Case) -> None:
    """Every sub-game is the game that one environment plays: the same observations, rewards and ends."""
    number = 6 if COMPILED else 2
    env = gymnasium.make_vec(id_of(case.name), number, seat="random", opponents="random", **case.given)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=4)
    assert env.observation_space.contains(observations)
    ended = 0
    for step in itertools.count():
        if step >= DECISIONS and (ended or not COMPILED):
            break
        seats, masks = infos["seat"], infos["action_mask"]
        assert all(mask.any() for mask in masks)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        assert env.action_space.contains(actions)
        before = observations.copy()
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert env.observation_space.contains(observations)
        assert before.shape == observations.shape
        done = terminations | truncations
        assert not rewards[~done].any()
        if done.any():
            ended += int(done.sum())
            assert np.array_equal(infos["_final_obs"], done)
            for i in np.flatnonzero(done):
                assert infos["returns"][i, seats[i]] == pytest.approx(rewards[i])
                assert infos["final_obs"][i].shape == observations[i].shape
                assert infos["final_obs"][i].any()
            assert all(infos["final_obs"][i] is None for i in np.flatnonzero(~done))
    again, _ = env.reset(seed=4)
    twin = gymnasium.make_vec(id_of(case.name), number, seat="random", opponents="random", **case.given)
    assert np.array_equal(twin.reset(seed=4)[0], again)
    with pytest.raises(ValueError, match="not legal"):
        env.step(np.full(number, env.games.num_actions))
    env.close()


def test_vector_face_takes_scripted_players_only() -> None:
    with pytest.raises(ValueError, match="vectorization_mode='sync'"):
        gymnasium.make_vec("manorfarm/Sticks-v0", 2, opponents="tests.contract.test_gymnasium:last_legal")
    env = gymnasium.make_vec(
        "manorfarm/Sticks-v0", 2, vectorization_mode="sync", opponents="tests.contract.test_gymnasium:last_legal"
    )
    assert env.reset(seed=1)[0].shape[0] == 2


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="needs speed")
def test_maskable_ppo_learns_through_this_face() -> None:
    from sb3_contrib import MaskablePPO

    env = gymnasium.make("manorfarm/Sticks-v0", opponents="random")
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1, device="cpu")
    model.learn(128)
    observation, info = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=env.unwrapped.action_masks())
    assert info["action_mask"][action] == 1
