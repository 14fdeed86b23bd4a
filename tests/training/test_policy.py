"""Policies: what they see, and that a saved one plays the same when loaded again, by us or by sb3-contrib alone."""

import json
import shutil

import gymnasium
import numpy as np
import pettingzoo
import pytest
from sb3_contrib import MaskablePPO

import envs
from training.config import PolicyConfig, PPOConfig, Tables, TrainConfig
from training.network import observed_columns
from training.policy import find_policy, load_policy
from training.trainer import Trainer, check_against_game

GAME = envs.get_game("nineteen61")


@pytest.fixture(scope="module", params=[False, True], ids=["apart", "shared and standardized"])
def saved(request, tmp_path_factory):
    """A trainer after one update, and where its policy is saved."""
    config = TrainConfig(
        seed=2,
        tables=Tables(number=16, threads=1),
        policy=PolicyConfig(
            widths=[16, 16], share=request.param, standardize=request.param, observe={"places": 5, "events": 1}
        ),
        ppo=PPOConfig(decisions=512, minibatch=256),
    )
    trainer = Trainer(config, *check_against_game(config, "test"))
    trainer.update()
    folder = tmp_path_factory.mktemp("policy")
    trainer.save_policies(folder)
    return trainer, folder


@pytest.mark.parametrize("players", [2, 5])
def test_seen_columns_are_the_first_entries_of_every_seat(players):
    layout = GAME.observation
    columns = observed_columns(layout, players, {"places": 3, "hand_actions": 0})
    seen = np.zeros(layout.size(players), int)
    seen[columns] = 1
    places, per_place = layout.block("places").shape[:2]
    for seat in range(players):
        assert layout.read(seen, "places", seat)[:3].all()
        assert not layout.read(seen, "places", seat)[3:].any()
        assert layout.read(seen, "event_by", seat).all()
    assert not layout.read(seen, "hand_actions").any()
    assert len(columns) == layout.size(players) - players * (places - 3) * per_place - layout.block("hand_actions").size
    assert len(observed_columns(layout, players, {})) == layout.size(players)


def test_standardized_columns_have_mean_0_and_deviation_1(tmp_path):
    """Over the first decisions; columns that hardly change are not blown up. Mean and deviation then stay."""
    config = TrainConfig(
        seed=3,
        tables=Tables(number=16, threads=1),
        policy=PolicyConfig(widths=[8], standardize=True),
        ppo=PPOConfig(decisions=512, minibatch=256),
    )
    trainer = Trainer(config, *check_against_game(config, "test"))
    extractor = trainer.learner.policy.features_extractor
    trainer.selfplay.collect(trainer.learner.policy, trainer.buffer)
    first = trainer.buffer.observations * trainer.buffer.eyes.scale
    extractor.fit(trainer.buffer.observations, trainer.buffer.eyes.scale)
    seen = (first - extractor.mean.numpy()) / extractor.deviation.numpy()
    np.testing.assert_allclose(seen.mean(axis=0), 0, atol=1e-3)
    lively = trainer.buffer.observations.std(axis=0) > 0.05
    assert lively.sum() > 20
    np.testing.assert_allclose(seen.std(axis=0)[lively], 1, atol=1e-3)
    assert (seen.std(axis=0) < 1.001).all()
    mean = extractor.mean.clone()
    trainer.update()  # the first update fits anew, on its own decisions
    fitted = extractor.mean.clone()
    trainer.update()
    assert not (fitted == mean).all()
    assert (extractor.mean == fitted).all()


def test_loaded_policy_plays_as_the_one_saved(saved):
    trainer, folder = saved
    policy = load_policy(folder)
    assert (policy.game, policy.version, policy.options["num_players"]) == ("nineteen61", GAME.version, 2)
    tables = trainer.selfplay.tables
    actions = policy.act_batch(tables.features, tables.masks, np.random.default_rng(0), deterministic=True)
    observations = tables.features * tables.scale
    expected, _ = trainer.learner.sb3.predict(observations, deterministic=True, action_masks=tables.masks)
    np.testing.assert_array_equal(actions, expected)
    assert actions.dtype == np.int64


def test_sb3_contrib_alone_plays_it_on_the_gymnasium_face(saved):
    """Two games with `MaskablePPO.load` and `predict`; its choice is ours at every decision."""
    _, folder = saved
    model, policy = MaskablePPO.load(folder / "policy.zip"), load_policy(folder)
    env = gymnasium.make("manorfarm/Nineteen61-v0", seat=1, opponents=["random"])
    highs = GAME.observation.highs(2)
    for seed in range(2):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            mask = env.unwrapped.action_masks()
            action, _ = model.predict(observation, action_masks=mask, deterministic=True)
            raw = np.round(observation * highs).astype(np.int8)
            assert action == policy.act_batch(raw[None], np.int8(mask)[None], np.random.default_rng(0), True)[0]
            observation, _, terminated, truncated, _ = env.step(int(action))
            over = terminated or truncated


def test_drawn_actions_follow_the_probabilities(saved):
    """A thousand draws at one decision: legal, seeded, and as often as the softmax over the legal ones says."""
    trainer, folder = saved
    policy, tables = load_policy(folder), trainer.selfplay.tables
    row = int(tables.masks.sum(axis=1).argmax())
    features, masks = np.repeat(tables.features[row][None], 4000, 0), np.repeat(tables.masks[row][None], 4000, 0)
    actions = policy.act_batch(features, masks, np.random.default_rng(1))
    np.testing.assert_array_equal(actions, policy.act_batch(features, masks, np.random.default_rng(1)))
    assert not np.array_equal(actions, policy.act_batch(features, masks, np.random.default_rng(2)))
    observation, _ = trainer.learner.policy.obs_to_tensor(tables.features[row] * tables.scale)
    distribution = trainer.learner.policy.get_distribution(observation, tables.masks[row][None])
    probabilities = distribution.distribution.probs[0].detach().numpy()
    shares = np.bincount(actions, minlength=len(probabilities)) / len(actions)
    assert (probabilities[tables.masks[row] == 1] > 0).sum() > 3
    np.testing.assert_allclose(shares, probabilities, atol=4 * 0.5 / np.sqrt(4000))


def test_sb3_contrib_trains_it_on(saved):
    """Fine-tuning with sb3-contrib alone: `load` with an environment of the Gymnasium face, `learn`."""
    _, folder = saved
    env = gymnasium.make("manorfarm/Nineteen61-v0", seat=0, opponents=["random"])
    model = MaskablePPO.load(folder / "policy.zip", env=env, n_steps=64, batch_size=64, n_epochs=1)
    model.learn(64)
    assert model.num_timesteps >= 64


def broken(folder, place, change):
    shutil.copytree(folder, place)
    change(place)
    return place


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda p: (p / "policy.json").unlink(), ["policy.json is missing beside it"]),
        (lambda p: (p / "policy.zip").unlink(), ["holds no policy.zip and no checkpoints/"]),
        (lambda p: (p / "policy.zip").write_bytes(b"nonsense"), ["not a policy that can be loaded"]),
        (lambda p: (p / "policy.json").write_text("{"), ["not valid JSON"]),
        (lambda p: (p / "policy.json").write_text("{}"), ["key 'game' is missing"]),
        (lambda p: set_fact(p, "game", "ninteen61"), ["no game 'ninteen61'", "did you mean 'nineteen61'?"]),
        (
            lambda p: set_fact(p, "options", {"num_players": 3}),
            [f"takes {GAME.observation.size(2)} features, the game has {GAME.observation.size(3)}"],
        ),
    ],
)
def test_what_cannot_be_loaded_says_why(saved, tmp_path, change, words):
    place = broken(saved[1], tmp_path / "broken", change)
    with pytest.raises(ValueError) as caught:
        load_policy(place)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


def set_fact(place, key, value):
    facts = json.loads((place / "policy.json").read_text())
    (place / "policy.json").write_text(json.dumps(facts | {key: value}))


def test_no_such_checkpoint(tmp_path):
    with pytest.raises(ValueError, match="there is no such checkpoint"):
        find_policy(tmp_path / "nothing")


def test_a_policy_is_a_player_on_every_face(saved):
    """One decision at a time it chooses what it would choose among many; the seed of a game settles its draws."""
    _, folder = saved
    policy = load_policy(folder)
    table = pettingzoo.make("aec", "manorfarm/nineteen61-v0", num_players=2)
    games = []
    for _ in range(2):
        table.reset(seed=1)
        policy.begin(0, 2, 5)
        moves = []
        for _ in table.agent_iter(max_iter=60):
            seen, _, terminated, truncated, _ = table.last()
            moves.append(None if terminated or truncated else policy.act(seen["observation"], seen["action_mask"], {}))
            table.step(moves[-1])
        games.append(moves)
    assert games[0] == games[1]
    seat = gymnasium.make("manorfarm/Nineteen61-v0", num_players=2, opponents=[policy])
    observation, info = seat.reset(seed=1)
    for _ in range(20):
        observation, _, terminated, truncated, info = seat.step(policy.act(observation, info["action_mask"]))
        if terminated or truncated:
            observation, info = seat.reset()
    features, masks = np.zeros((1, len(observation)), np.int8), np.ones((1, len(info["action_mask"])), np.int8)
    many = policy.act_batch(np.repeat(features, 4_000, 0), np.repeat(masks, 4_000, 0), np.random.default_rng(0))
    policy.begin(0, 2, 1)
    single = [policy.act(features[0].astype(np.float32), masks[0]) for _ in range(4_000)]
    shares = [np.bincount(drawn, minlength=masks.shape[1]) / 4_000 for drawn in (many, single)]
    assert np.abs(shares[0] - shares[1]).max() < 0.03
