"""Credit: each decision is given what its own seat earns up to that seat's next decision or the end of its game."""

from collections import defaultdict
from types import SimpleNamespace

import numpy as np
import pytest
import torch

import envs
from envs.core.vector import LEARNER, SKIP
from training.config import Opponent, PolicyConfig, PPOConfig, Tables, TrainConfig
from training.kernels import advantages
from training.trainer import Trainer, check_against_game


def estimate(streams, rewards, values, final, after, gamma, gae_lambda):
    out = np.zeros(len(streams), np.float32)
    advantages(
        np.array(streams, np.int64),
        np.array(rewards, np.float32),
        np.array(values, np.float32),
        np.array(final, np.int8),
        np.array(after, np.float32),
        gamma,
        gae_lambda,
        out,
    )
    return out


def test_three_seats_by_hand():
    """One table of three; seat 2 is out early, seats 0 and 1 play on, seat 0 takes the last decision and wins.

    decision   0    1    2    3    4    5
    seat       0    1    2    0    1    0
    value     .5   .2   .1   .6  -.4   .8
    reward     0    0   -.5   0  -.5  +1     (the end of the game, at each seat's own last decision)

    With gamma 1/2 and lambda 1/2 (products of the two: 1/4), from the back:
        5: 1 - .8                        =  .2
        4: -.5 + .4                      = -.1
        3: .5 * .8 - .6 = -.2;  + 1/4 * .2  = -.15
        2: -.5 - .1                      = -.6
        1: .5 * -.4 - .2 = -.4; + 1/4 * -.1 = -.425
        0: .5 * .6 - .5 = -.2;  + 1/4 * -.15 = -.2375
    """
    got = estimate(
        streams=[0, 1, 2, 0, 1, 0],
        rewards=[0, 0, -0.5, 0, -0.5, 1],
        values=[0.5, 0.2, 0.1, 0.6, -0.4, 0.8],
        final=[0, 0, 1, 0, 1, 1],
        after=[9, 9, 9],  # nobody goes on: must not matter
        gamma=0.5,
        gae_lambda=0.5,
    )
    np.testing.assert_allclose(got, [-0.2375, -0.425, -0.6, -0.15, -0.1, 0.2], atol=1e-6)


def test_two_games_one_unfinished_by_hand():
    """Two tables of two (streams: table * 2 + seat). At table 0 a game ends and the next one begins; it goes on after
    the last decision here, as does the game at table 1.

    decision   0    1    2    3    4
    stream     0    2    1    0    2
    value     .4    0  -.4   .3   .1
    reward     1    0   -1    0    0
    final      1    0    1    0    0         after: stream 0: .5, stream 2: -.2

    With gamma 1 and lambda 1/2:
        4: -.2 - .1                    = -.3
        3: .5 - .3                     =  .2
        2: -1 + .4                     = -.6
        1: .1 - 0 = .1; + 1/2 * -.3    = -.05
        0: 1 - .4                      =  .6     (nothing of the next game at this table)
    """
    got = estimate(
        streams=[0, 2, 1, 0, 2],
        rewards=[1, 0, -1, 0, 0],
        values=[0.4, 0, -0.4, 0.3, 0.1],
        final=[1, 0, 1, 0, 0],
        after=[0.5, 0, -0.2, 0],
        gamma=1.0,
        gae_lambda=0.5,
    )
    np.testing.assert_allclose(got, [0.6, -0.05, -0.6, 0.2, -0.3], atol=1e-6)


def small_trainer(players, opponents, decisions=700, tables=8, **options) -> Trainer:
    config = TrainConfig(
        options={"num_players": players, **options},
        seed=5,
        tables=Tables(number=tables, threads=1),
        opponents=[Opponent(player=name, weight=weight) for name, weight in opponents.items()],
        policy=PolicyConfig(widths=[8], observe={"places": 4}),
        ppo=PPOConfig(decisions=decisions, minibatch=100, gamma=0.9, gae_lambda=0.8),
    )
    return Trainer(config, *check_against_game(config, "test"))


def recorded(trainer: Trainer) -> tuple[list[SimpleNamespace], np.ndarray]:
    """Collect once; return what happened at the tables tick by tick, and what seats observe afterwards, valued."""
    tables = trainer.selfplay.tables
    ticks, plain_step = [], tables.step

    def step(actions):
        tick = SimpleNamespace(actions=actions.copy(), seats=tables.seats.copy(), lineup=tables.lineup.copy())
        plain_step(actions)
        tick.dones, tick.rewards = tables.dones.copy(), tables.rewards.copy()
        ticks.append(tick)
        return tables

    tables.step = step
    trainer.selfplay.collect(trainer.learner.policy, trainer.buffer)
    tables.step = plain_step
    after = np.zeros((tables.num_games, tables.num_players), np.float32)
    mask, features = np.zeros(tables.num_actions, np.int8), np.zeros(tables.num_features, np.int8)
    for game, seat in np.ndindex(*after.shape):
        tables.game.loops.look_one(tables.states, game, seat, mask, features)
        full = torch.from_numpy(features * tables.scale)[None]  # as the Gymnasium face gives it
        after[game, seat] = trainer.learner.policy.predict_values(full).item()
    return ticks, after


def by_the_definition(ticks, values, after, gamma, gae_lambda):
    """Return the advantages of all decisions, in the order of time, from the games as they went, seat by seat."""
    number = 0
    open_streams: dict = defaultdict(list)  # (game, seat) -> numbers of its decisions in the running game
    result = np.zeros(len(values), np.float64)
    silent_ends = 0  # seats that were given their reward though another seat took the last decision

    def close(stream, reward, value_after):
        decisions = open_streams.pop(stream)
        nexts = [values[i] for i in decisions[1:]] + [value_after]
        advantage = 0.0
        for i, following in zip(reversed(decisions), reversed(nexts), strict=True):
            earned = reward if i == decisions[-1] else 0.0
            advantage = earned + gamma * following - values[i] + gamma * gae_lambda * advantage
            result[i] = advantage

    for tick in ticks:
        for game in range(len(tick.seats)):
            seat = tick.seats[game]
            if tick.actions[game] != SKIP and tick.lineup[game, seat] == LEARNER:
                open_streams[game, seat].append(number)
                number += 1
        for game in np.flatnonzero(tick.dones):
            for stream in [s for s in open_streams if s[0] == game]:
                silent_ends += stream[1] != tick.seats[game]
                close(stream, tick.rewards[game, stream[1]], 0.0)
    for stream in list(open_streams):
        close(stream, 0.0, after[stream])
    assert number == len(values)
    return result, silent_ends


@pytest.mark.parametrize(
    ("players", "opponents", "options"),
    [
        (2, {"learner": 1}, {}),
        (3, {"learner": 2, "random": 1}, {"reward": "rank"}),
        (4, {"learner": 1, "random": 2}, {"max_turns": 12}),  # most games are cut
    ],
)
def test_collected_advantages_are_those_of_the_definition(players, opponents, options):
    trainer = small_trainer(players, opponents, **options)
    trainer.selfplay.collect(trainer.learner.policy, trainer.buffer)  # games are now anywhere
    buffer = trainer.buffer
    ticks, after = recorded(trainer)
    expected, silent_ends = by_the_definition(ticks, buffer.values, after, buffer.gamma, buffer.gae_lambda)
    np.testing.assert_allclose(buffer.advantages, expected, atol=1e-5)
    np.testing.assert_allclose(buffer.returns, expected + buffer.values, atol=1e-5)
    assert silent_ends > 0
    assert any((tick.actions == SKIP).any() for tick in ticks[-1:]) == (trainer.buffer.buffer_size % 8 != 0)


def test_the_last_tick_loses_no_decision():
    """Where fewer decisions fit than tables wait, the others wait on: afterwards they are at the same decision."""
    trainer = small_trainer(2, {"learner": 1}, decisions=101)
    ticks, _ = recorded(trainer)
    sizes = [int((tick.actions != SKIP).sum()) for tick in ticks]
    assert sizes == [8] * 12 + [5]
    assert (ticks[-1].actions[:5] != SKIP).all()
    np.testing.assert_array_equal(trainer.selfplay.tables.seats[5:], ticks[-1].seats[5:])


def test_a_cut_game_counts_as_a_draw():
    trainer = small_trainer(2, {"learner": 1}, max_turns=5)
    happened = trainer.selfplay.collect(trainer.learner.policy, trainer.buffer)
    assert len(happened.lineups) > 20
    assert happened.truncated.mean() > 0.5
    ends = trainer.buffer.final == 1
    assert (trainer.buffer.rewards[~ends] == 0).all()
    cut = ends & (trainer.buffer.rewards == 0)
    np.testing.assert_array_equal(trainer.buffer.returns[cut], 0)  # no bootstrap: the return of a draw
    assert cut.sum() > 20


def test_getting_ahead_is_rewarded_as_it_happens():
    """With lead_coef 2 a decision earns twice what its seat gains on the mean of the others up to its next decision."""
    trainer = small_trainer(3, {"learner": 1}, decisions=2_005)
    trainer.selfplay.lead_coef = 2.0
    tables, buffer = trainer.selfplay.tables, trainer.buffer

    def made_up_scores(games):  # seat 0 gains 0.1 a decision of its game, seat 1 half of that, seat 2 nothing
        return tables.states["decisions"][games][:, None] * np.array([0.1, 0.05, 0.0], np.float32)

    tables.scores = made_up_scores
    trainer.selfplay.collect(trainer.learner.policy, buffer)
    ahead = (0.1 - 0.025, 0.05 - 0.05, -0.075)  # of the mean of the two others, a decision
    checked = 0
    for table in range(tables.num_games):
        here = np.flatnonzero(buffer.streams // 3 == table)  # all decisions at this table, in the order of time
        for i, place in enumerate(here):
            seat = int(buffer.streams[place] % 3)
            later = [other for other in here[i + 1 :] if buffer.streams[other] == buffer.streams[place]]
            if buffer.final[place]:
                continue
            end = np.flatnonzero(here == later[0])[0] if later else len(here)
            np.testing.assert_allclose(buffer.rewards[place], 2.0 * ahead[seat] * (end - i), atol=1e-5)
            checked += 1
    assert checked > 1000
    assert buffer.final.sum() >= 3
    assert abs(buffer.rewards[buffer.final == 1]).max() <= 1.0  # the last decision earns the return alone


def test_without_lead_coef_no_scores_are_asked_for():
    trainer = small_trainer(2, {"learner": 1}, decisions=128)
    trainer.selfplay.tables.scores = None
    trainer.selfplay.collect(trainer.learner.policy, trainer.buffer)
    assert (trainer.buffer.rewards[trainer.buffer.final == 0] == 0).all()


def test_minibatches_give_back_what_was_decided():
    """Minibatches hold observations scaled to [0, 1]; the policy computes from them what it did at the table."""
    trainer = small_trainer(2, {"learner": 1}, decisions=300)
    buffer, policy = trainer.buffer, trainer.learner.policy
    trainer.selfplay.collect(policy, buffer)
    batches = list(buffer.get(128))
    assert [len(batch.actions) for batch in batches] == [128, 128, 44]
    seen = torch.cat([batch.old_log_prob for batch in batches])
    np.testing.assert_array_equal(np.sort(seen.numpy()), np.sort(buffer.log_probs))
    for batch in batches:
        assert 0 <= batch.observations.min() <= batch.observations.max() <= 1
        values, log_probs, entropy = policy.evaluate_actions(
            batch.observations, batch.actions[:, 0], action_masks=batch.action_masks
        )
        np.testing.assert_allclose(values[:, 0].detach(), batch.old_values, atol=1e-5)
        np.testing.assert_allclose(log_probs.detach(), batch.old_log_prob, atol=1e-5)
        assert (entropy >= 0).all()


def test_masked_policy_computes_what_sb3_contrib_does():
    """Same values, log probabilities, entropies and gradients as the class it comes from."""
    trainer = small_trainer(2, {"learner": 1}, decisions=300)
    policy = trainer.learner.policy
    trainer.selfplay.collect(policy, trainer.buffer)
    batch = next(trainer.buffer.get(300))
    results = []
    for evaluate in (policy.evaluate_actions, super(type(policy), policy).evaluate_actions):
        policy.zero_grad()
        values, log_probs, entropy = evaluate(batch.observations, batch.actions[:, 0], batch.action_masks)
        (values.mean() + log_probs.mean() + entropy.mean()).backward()
        gradients = [p.grad.clone() for p in policy.parameters()]
        results.append([values, log_probs, entropy, *gradients])
    for ours, theirs in zip(*results, strict=True):
        torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=1e-4)
    assert len(results[0]) > 5


def test_every_seat_learns():
    trainer = small_trainer(3, {"random": 1}, decisions=900)
    trainer.selfplay.collect(trainer.learner.policy, trainer.buffer)
    seats = np.bincount(trainer.buffer.streams % 3, minlength=3)
    assert (seats > 900 / 3 / 3).all()
    assert envs.get_game("nineteen61").bots[0] == "random"
