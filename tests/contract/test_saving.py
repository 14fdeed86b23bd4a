"""Copies, bytes, pickle, JSON and records of games: taken at any decision they go on as the game itself does."""

from __future__ import annotations

import copy
import json
import pickle
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from envs.core.aec import GameAEC
from envs.core.compiling import COMPILED
from envs.core.game import Game
from envs.core.record import GameRecord
from envs.core.table import Table

from .cases import MOST_DECISIONS, Case, all_cases, table_sizes, walk

CASES = all_cases()
EXAMPLES = settings(
    max_examples=15 if COMPILED else 3, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def environment(case: Case, **more: object) -> GameAEC:
    return GameAEC(case.game, **case.given, **more)


def by_bytes(env: GameAEC, case: Case) -> GameAEC:
    twin = environment(case)
    twin.set_state(env.get_state())
    return twin


def by_json(env: GameAEC, case: Case) -> GameAEC:
    twin = environment(case)
    twin.from_json(env.to_json())
    return twin


WAYS: dict[str, Callable[[GameAEC, Case], GameAEC]] = {
    "deepcopy": lambda env, case: copy.deepcopy(env),
    "pickle": lambda env, case: pickle.loads(pickle.dumps(env)),
    "bytes": by_bytes,
    "json": by_json,
}


def assert_same(one: GameAEC, other: GameAEC) -> None:
    """Fail unless two environments stand at the same point in everything a user can see."""
    assert one.table.states.tobytes() == other.table.states.tobytes()
    assert (one.agents, one.seed) == (other.agents, other.seed)
    assert (one.rewards, one._cumulative_rewards) == (other.rewards, other._cumulative_rewards)
    assert (one.terminations, one.truncations) == (other.terminations, other.truncations)
    if one.agents:
        assert one.agent_selection == other.agent_selection
        first, second = one.last(), other.last()
        for key in ("observation", "action_mask"):
            assert np.array_equal(first[0][key], second[0][key])
        assert first[1:4] == second[1:4]
        assert first[4].keys() == second[4].keys()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", table_sizes())
def test_copies_in_mid_game_stand_and_go_on_as_the_game_does(case: Case, way: str) -> None:
    env = environment(case)
    env.reset(seed=21)
    rng = np.random.default_rng(1)
    twin = WAYS[way](env, case)
    for number in range(MOST_DECISIONS):
        if not env.agents:
            break
        if number % 5 == 0:
            twin = WAYS[way](env, case)
        assert_same(env, twin)
        mask = env.observe(env.agent_selection)["action_mask"]
        over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        action = None if over else int(rng.choice(np.flatnonzero(mask)))
        env.step(action)
        twin.step(action)
        assert_same(env, twin)
    assert number > 5


@pytest.mark.parametrize("case", CASES)
def test_states_and_records_are_exact_at_every_decision(case: Case) -> None:
    table, twin = case.table(), case.table()
    for _ in walk(table, 9, 120 if COMPILED else 20):
        data = table.to_bytes()
        twin.from_bytes(data)
        assert twin.to_bytes() == data
        assert np.array_equal(twin.mask, table.mask)
        assert np.array_equal(twin.features, table.features)
        twin.from_dict(json.loads(json.dumps(table.to_dict())))
        assert twin.to_bytes() == data
    record = table.record()
    assert GameRecord.from_json(record.to_json()) == record
    assert record.replay(case.game).states.tobytes() == table.states.tobytes()


@EXAMPLES
@given(seed=st.integers(0, 2**64 - 1), picks=st.lists(st.integers(0, 10**6), max_size=60 if COMPILED else 15))
@pytest.mark.parametrize("case", table_sizes())
def test_any_play_replays_bit_for_bit(case: Case, seed: int, picks: list[int]) -> None:
    table = case.table()
    table.start(seed)
    for pick in picks:
        if table.over:
            break
        legal = np.flatnonzero(table.mask)
        table.play(int(legal[pick % len(legal)]))
    again = GameRecord.from_json(table.record().to_json()).replay(case.game)
    assert again.states.tobytes() == table.states.tobytes()
    assert np.array_equal(again.returns, table.returns)
    assert again.to_bytes() == table.to_bytes()


def play(case: Case, seed: int, most: int = MOST_DECISIONS) -> Table:
    table = case.table()
    for _ in walk(table, seed, most):
        pass
    return table


@pytest.mark.parametrize("case", table_sizes())
def test_records_are_saved_and_read_as_lines(case: Case, tmp_path: Path) -> None:
    table = play(case, 4)
    record = table.record()
    record.save(tmp_path / "game.json")
    assert GameRecord.load(tmp_path / "game.json") == record
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    lines = record.texts(case.game)
    assert len(lines) == len(record.actions) + 2
    assert f"seed {table.seed}" in lines[0]
    assert re.match(r"1\. player_\d: ", lines[1])
    assert all("\n" not in line for line in lines)


@pytest.mark.parametrize("case", table_sizes())
def test_records_of_other_rules_and_damaged_ones_are_refused(case: Case, tmp_path: Path) -> None:
    record = play(case, 4, 12).record()
    other_rules: list[tuple[dict, str]] = [
        ({"version": "0.0.1"}, "version '0.0.1'"),
        ({"game": "chess"}, "game 'chess'"),
        ({"actions": (*record.actions, 10**6)}, "not legal"),
        ({"actions": record.actions[:-1]}, "another path"),
        ({"path": record.path ^ 1}, "another path"),
        ({"truncated": not record.truncated}, "ended with"),
        ({"options": {"num_players": 99}}, "num_players"),
        ({"options": {"num_player": 2}}, "did you mean 'num_players'"),
    ]
    for change, message in other_rules:
        with pytest.raises(ValueError, match=message) as caught:
            replace(record, **change).replay(case.game)
        assert "\n" not in str(caught.value)
    good = json.loads(record.to_json())
    damaged: list[tuple[dict, str]] = [
        ({"actions": "none"}, "'actions' is missing or damaged"),
        ({"outcome": ["a"]}, "'outcome' is missing or damaged"),
        ({"seed": -1}, "seed: got -1"),
        ({"colour": 1}, "unknown field 'colour'"),
        ({"format": 2}, "format 1"),
        ({"seed": record.seed + 1}, "checksum"),
        ({"message": "x"}, "checksum"),
        ({"checksum": None}, "checksum"),
    ]
    for change, message in damaged:
        with pytest.raises(ValueError, match=message) as caught:
            GameRecord.from_json(json.dumps({**good, **change}))
        assert "\n" not in str(caught.value)
    text = record.to_json()
    for broken in (text[: len(text) // 2], "", "[]", "null"):
        (tmp_path / "game.json").write_text(broken)
        with pytest.raises(ValueError, match=r"^record: "):
            GameRecord.load(tmp_path / "game.json")
    with pytest.raises(ValueError, match="cannot read"):
        GameRecord.load(tmp_path / "nothing.json")


@pytest.mark.parametrize("case", table_sizes())
def test_states_of_other_games_and_damaged_ones_are_refused(case: Case) -> None:
    env = environment(case)
    env.reset(seed=3)
    data, text = env.get_state(), env.to_json()
    players = case.players - 1 if case.players > case.game.minimum else case.players + 1
    other = GameAEC(case.game, num_players=players)
    other.reset(seed=3)
    before = other.get_state()
    for attempt in (lambda: other.set_state(data), lambda: other.from_json(text)):
        with pytest.raises(ValueError, match=f"made with num_players={case.players}"):
            attempt()
    changed = bytearray(data)
    changed[-3] ^= 1
    for broken in (bytes(changed), data[:-1], b"", "text"):
        with pytest.raises(ValueError, match="damaged"):
            other.set_state(broken)
    values = json.loads(text)
    field = next(iter(values["state"]))
    for change, message in (
        ({"version": "0"}, "version '0'"),
        ({"game": "go"}, "game 'go'"),
        ({"state": {}}, "missing"),
        ({"state": {**values["state"], field: -1}}, field),
        ({"state": {**values["state"], "to_act": 99}}, "state: "),
        ({"returns": [0]}, "returns"),
        ({"actions": None}, "'actions'"),
    ):
        with pytest.raises(ValueError, match=message):
            environment(case).from_json(json.dumps({**values, **change}))
    with pytest.raises(ValueError, match="no JSON"):
        other.from_json("{")
    assert other.get_state() == before


@pytest.mark.parametrize("case", table_sizes())
def test_redealt_copies_have_no_record_but_play_on(case: Case) -> None:
    env = environment(case)
    env.reset(seed=8)
    before = env.get_state()
    twins = [env.redeal(0, seed) for seed in range(6)]
    assert env.get_state() == before
    assert len({twin.get_state() for twin in twins}) > 1
    for twin in twins:
        for key, seen in env.observe("player_0").items():
            assert np.array_equal(seen, twin.observe("player_0")[key])
        agent = twin.agent_selection
        twin.step(int(np.flatnonzero(twin.infos[agent]["action_mask"])[0]))
        with pytest.raises(ValueError, match="redealt"):
            twin.record()
    assert env.get_state() == before
    with pytest.raises(ValueError, match="allowed is 0"):
        env.redeal(case.players, 1)


@pytest.mark.parametrize("case", table_sizes())
def test_a_finished_game_is_saved_with_its_outcome_and_the_agents_left(case: Case) -> None:
    env = environment(case, illegal_action="lose")
    env.reset(seed=2)
    loser = env.table.seat
    env.step(10**6)
    returns = env.table.returns.tolist()
    assert returns[loser] == min(returns) < max(returns)
    for steps in range(case.players + 1):
        for way in ("bytes", "json"):
            twin = environment(case)
            getattr(twin, {"bytes": "set_state", "json": "from_json"}[way])(
                getattr(env, {"bytes": "get_state", "json": "to_json"}[way])()
            )
            assert twin.agents == env.agents == env.possible_agents[steps:]
            assert twin.table.returns.tolist() == returns
            assert {agent: env.infos[agent]["message"] for agent in env.agents} == {
                agent: twin.infos[agent]["message"] for agent in twin.agents
            }
        record = env.record()
        assert record.actions[-1] == -2
        assert list(record.outcome) == returns
        assert record.replay(case.game).message == env.table.message
        assert f"player_{loser} loses" in record.texts(case.game)[-2]
        if env.agents:
            env.step(None)


@pytest.mark.parametrize("case", table_sizes())
def test_redealt_copies_have_the_mask_of_their_own_world(case: Case) -> None:
    env = environment(case)
    env.reset(seed=8)
    other = (env.table.seat + 1) % case.players
    for seed in range(20):
        twin = env.redeal(other, seed)
        agent = twin.agent_selection
        assert np.array_equal(twin.last()[0]["action_mask"], twin.table.mask)
        assert np.array_equal(twin.infos[agent]["action_mask"], twin.table.mask)
        twin.step(int(np.flatnonzero(twin.last()[0]["action_mask"])[-1]))
    assert np.array_equal(env.last()[0]["action_mask"], env.table.mask)


def forged(data: bytes, game: Game, **changed: object) -> bytes:
    """Return bytes of get_state with fields of the state or entries of the header changed, and a checksum that fits."""
    start = data.index(b"\n") + 1
    body = data[start + 4 :]
    size = int.from_bytes(body[:4], "little")
    header = json.loads(body[4 : 4 + size])
    states = np.frombuffer(body[4 + size :], game.dtype).copy()
    for name, value in changed.items():
        if name in (game.dtype.names or ()):
            states[name] = value
        else:
            header[name] = value
    text = json.dumps(header).encode()
    body = len(text).to_bytes(4, "little") + text + states.tobytes()
    return data[:start] + zlib.crc32(body).to_bytes(4, "little") + body


@pytest.mark.parametrize("case", table_sizes())
@pytest.mark.parametrize(
    "change",
    [
        {"players": 1},
        {"players": 120},
        {"to_act": 99},
        {"to_act": -1},
        {"reward": 3},
        {"max_turns": 7},
        {"talk": 9},
        {"padding": 1},
        {"seed": "zz"},
        {"seed": -4},
        {"seed": None},
        {"position": 17},
        {"actions": [10**30]},
        {"actions": ["a"]},
        {"over": True},
        {"over": 10**6},
        {"truncated": True},
        {"returns": [float("nan"), 0.0]},
        {"message": "given up"},
        {"message": 3},
        {"more": [1]},
        {"more": {"agents": -5}},
        {"more": {}},
        {"colour": 1},
    ],
    ids=str,
)
def test_forged_states_are_refused_and_change_nothing(case: Case, change: dict) -> None:
    env = environment(case)
    env.reset(seed=3)
    before = env.get_state()
    with pytest.raises(ValueError, match=r"^(state|seed): ") as caught:
        env.set_state(forged(before, case.game, **change))
    assert "\n" not in str(caught.value)
    assert env.get_state() == before
    env.set_state(forged(before, case.game))  # what is only packed anew is taken


def test_json_that_nests_too_deep_is_refused() -> None:
    env = environment(table_sizes()[0].values[0])
    with pytest.raises(ValueError, match="no JSON"):
        env.from_json("[" * 100_000)
    with pytest.raises(ValueError, match="no JSON"):
        GameRecord.from_json("[" * 100_000)
