"""Opponents: drawn by weight, fixed for a whole game, snapshots in one batch each."""

import numpy as np
import pytest
import torch

from envs.core.vector import LEARNER
from training.config import Opponent, PolicyConfig, PPOConfig, Snapshots, Tables, TrainConfig
from training.pool import FIRST_SNAPSHOT, ROWS_A_SEAT, lineup_rows
from training.sparse import SparseNetwork
from training.trainer import Trainer, check_against_game


def small_trainer(opponents, players=2, keep=2, tables=16, decisions=640) -> Trainer:
    config = TrainConfig(
        options={"num_players": players},
        seed=3,
        tables=Tables(number=tables, threads=1),
        opponents=[Opponent(player=name, weight=weight) for name, weight in opponents.items()],
        snapshots=Snapshots(every=decisions, keep=keep),
        policy=PolicyConfig(widths=[16], observe={"places": 4}),
        ppo=PPOConfig(decisions=decisions, minibatch=320, epochs=1),
    )
    return Trainer(config, *check_against_game(config, "test"))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_lineups_follow_the_weights(players):
    rows = lineup_rows(players, {LEARNER: 1, 0: 2, -2: 1}, np.random.default_rng(0))
    assert rows.shape == (players * ROWS_A_SEAT, players)
    for own, table in enumerate(rows.reshape(players, ROWS_A_SEAT, players)):
        assert (table[:, own] == LEARNER).all()
        for seat in set(range(players)) - {own}:
            assert {n: int((table[:, seat] == n).sum()) for n in (LEARNER, 0, -2)} == {LEARNER: 250, 0: 500, -2: 250}
    if players > 2:  # the other seats are drawn independently of each other
        both = (rows[:ROWS_A_SEAT, 1] == 0) & (rows[:ROWS_A_SEAT, 2] == 0)
        assert 150 < both.sum() < 350


def test_opponents_stay_for_the_whole_game():
    """Three updates with snapshots coming and going: a line-up changes only when its game ends."""
    trainer = small_trainer({"learner": 1, "snapshot": 2, "random": 1}, players=3, keep=1)
    tables, plain_step = trainer.selfplay.tables, trainer.selfplay.tables.step
    before, sitting = tables.lineup.copy(), set()

    def step(actions):
        np.testing.assert_array_equal(tables.lineup, before)
        plain_step(actions)
        going_on = tables.dones == 0
        np.testing.assert_array_equal(tables.lineup[going_on], before[going_on])
        before[:] = tables.lineup
        sitting.update(np.unique(before).tolist())
        return tables

    tables.step = step
    for _ in range(4):
        trainer.update()
    assert {LEARNER, 0, FIRST_SNAPSHOT, FIRST_SNAPSHOT - 1} <= sitting
    assert trainer.pool.drawn["main"] == [FIRST_SNAPSHOT - 3]


def test_a_snapshot_that_left_plays_its_games_to_the_end():
    trainer = small_trainer({"snapshot": 1}, keep=1)
    play, policy = trainer.selfplay, trainer.learner.policy
    trainer._take_snapshots()
    play.collect(policy, trainer.buffer)
    play.collect(policy, trainer.buffer)
    assert (play.tables.lineup == FIRST_SNAPSHOT).any()
    trainer._take_snapshots()
    assert set(trainer.pool.snapshots) == {FIRST_SNAPSHOT, FIRST_SNAPSHOT - 1}
    assert trainer.pool.drawn["main"] == [FIRST_SNAPSHOT - 1]
    while (play.tables.lineup == FIRST_SNAPSHOT).any():
        play.collect(policy, trainer.buffer)
    trainer._take_snapshots()
    assert set(trainer.pool.snapshots) == {FIRST_SNAPSHOT - 1, FIRST_SNAPSHOT - 2}


def test_snapshots_are_frozen_copies():
    trainer = small_trainer({"snapshot": 1})
    trainer.update()
    actor = trainer.pool.snapshots[FIRST_SNAPSHOT]
    observations = torch.rand(5, trainer.selfplay.tables.num_features)
    before = actor(observations)
    hidden, _ = trainer.learner.policy.mlp_extractor(trainer.learner.policy.features_extractor(observations))
    torch.testing.assert_close(before, trainer.learner.policy.action_net(hidden).detach())
    trainer.update()
    torch.testing.assert_close(actor(observations), before)
    hidden, _ = trainer.learner.policy.mlp_extractor(trainer.learner.policy.features_extractor(observations))
    assert not torch.allclose(trainer.learner.policy.action_net(hidden), before)


def test_each_snapshot_decides_in_one_batch_a_tick(monkeypatch):
    trainer = small_trainer({"snapshot": 1}, tables=32)
    play, policy = trainer.selfplay, trainer.learner.policy
    for _ in range(2):
        trainer._take_snapshots()
    play.collect(policy, trainer.buffer)
    play.collect(policy, trainer.buffer)
    batches, ticks = [], []
    decide, step = SparseNetwork.decide, play.tables.step

    def decide_and_count(self, features, masks, rows, *others):
        if self.value_net is None:  # an opponent's
            batches.append(len(rows))
        return decide(self, features, masks, rows, *others)

    monkeypatch.setattr(SparseNetwork, "decide", decide_and_count)
    monkeypatch.setattr(play.tables, "step", lambda actions: ticks.append(1) or step(actions))
    play.collect(policy, trainer.buffer)
    assert len(batches) <= 2 * len(ticks)
    assert sum(batches) > 2 * len(batches)  # many games in one batch
    assert sum(batches) + trainer.buffer.buffer_size <= 32 * len(ticks)


def test_until_there_is_a_snapshot_the_learner_takes_its_seat():
    trainer = small_trainer({"snapshot": 1})
    assert (trainer.selfplay.tables.lineup == LEARNER).all()


def test_returns_are_reported_by_opponent():
    trainer = small_trainer({"learner": 1, "random": 1, "snapshot": 1}, decisions=2_000)
    (row,) = trainer.update()
    assert set(row) >= {"return/random", "games", "truncated"}
    rows = [trainer.update()[0] for _ in range(2)]
    assert any("return/snapshot" in row for row in rows)
    assert all(-1 <= row["return/random"] <= 1 for row in rows)
