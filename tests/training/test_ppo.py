"""What is learned from a batch: the networks computed sparsely, the losses, and both learners on the same decisions."""

import copy
import warnings

import numpy as np
import pytest
import torch

from training.config import AttentionConfig, Opponent, PolicyConfig, PPOConfig, Tables, TrainConfig
from training.network import Actor
from training.ppo import CHUNK, losses
from training.sparse import DenseNetwork, SparseNetwork, network_of
from training.trainer import Trainer, check_against_game

SHAPES = {
    "apart": {},
    "shared": {"share": True},
    "standardized": {"standardize": True},
    "one wide layer": {"widths": [24], "activation": "relu", "share": True, "standardize": True},
}


def trainer_of(learner="ppo", policy=None, **ppo) -> Trainer:
    config = TrainConfig(
        options={"num_players": 2},
        seed=3,
        learner=learner,
        tables=Tables(number=16, threads=2),
        opponents=[Opponent(player="learner", weight=1), Opponent(player="random", weight=1)],
        policy=PolicyConfig(**{"widths": [16, 8], "observe": {"places": 4}} | (policy or {})),
        ppo=PPOConfig(**{"decisions": 600, "minibatch": 600, "epochs": 1, "ent_coef": 0.03} | ppo),
    )
    return Trainer(config, *check_against_game(config, "test"))


def collected(trainer: Trainer):
    """Fill the buffer of the first learner with decisions of a network that is not the one they are learned by."""
    member = trainer.members[0]
    if trainer.config.policy.standardize:
        member.fit_scale()
    member.collect()
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for parameter in member.policy.parameters():
            parameter += 0.05 * torch.randn(parameter.shape, generator=generator)
    return member


@pytest.mark.parametrize("policy", SHAPES.values(), ids=SHAPES)
def test_sparse_networks_compute_what_dense_ones_do(policy):
    """Values, log probabilities, entropies, and the gradients of every weight."""
    member = collected(trainer_of(policy=policy))
    buffer, rows = member.buffer, np.random.default_rng(0).permutation(600)[:200]
    found = []
    for kind in (SparseNetwork, DenseNetwork):
        network = kind(member.policy, buffer.eyes)
        values, log_probs, entropies = network.evaluate(
            buffer.observations, buffer.action_masks, rows, buffer.actions[rows, 0]
        )
        weights = torch.arange(200) / 200
        total = (values * weights).sum() + (log_probs * weights.flip(0)).sum() + (entropies * weights**2).sum()
        found.append([values, log_probs, entropies, *torch.autograd.grad(total, list(member.policy.parameters()))])
    assert isinstance(network_of(member.policy, buffer.eyes), SparseNetwork)
    for sparse, dense in zip(*found, strict=True):
        assert dense.abs().max() > 0
        torch.testing.assert_close(sparse, dense, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("policy", SHAPES.values(), ids=SHAPES)
def test_what_was_kept_is_what_is_there(policy):
    """Counts and legal actions as they were listed when decisions were taken, against the arrays of the buffer."""
    member = collected(trainer_of(policy=policy))
    buffer = member.buffer
    buffer.list_all()
    counts, legal = buffer.listed
    rows = np.random.default_rng(0).permutation(buffer.buffer_size)[:200]
    found, allowed = counts.of(rows), legal.of(rows)
    assert found.size == len(found.entries) == len(found.values) > 200
    for i, row in enumerate(rows.tolist()):
        place = slice(found.ends[i - 1] if i else 0, found.ends[i])
        (columns,) = np.nonzero(buffer.observations[row])
        np.testing.assert_array_equal(found.entries[place], columns)
        if "standardize" not in policy:
            worth = (buffer.observations[row] * buffer.eyes.scale)[columns]
            np.testing.assert_allclose(found.values[place], worth, rtol=1e-6)
        place = slice(allowed.ends[i - 1] if i else 0, allowed.ends[i])
        np.testing.assert_array_equal(allowed.entries[place], np.nonzero(buffer.action_masks[row])[0])
    network = SparseNetwork(member.policy, buffer.eyes)
    given = buffer.observations, buffer.action_masks, rows, buffer.actions[rows, 0]
    for kept, anew in zip(network.evaluate(*given, buffer.listed), network.evaluate(*given), strict=True):
        torch.testing.assert_close(kept, anew)


@pytest.mark.parametrize("policy", SHAPES.values(), ids=SHAPES)
def test_sparse_networks_decide_as_dense_ones_do(policy):
    """The same draws from the same generator, for the policy itself and for its snapshots."""
    member = collected(trainer_of(policy=policy))
    tables, eyes = member.plays[0].tables, member.buffer.eyes
    rows = np.arange(tables.num_games)[::2].copy()
    for source in (member.policy, Actor(member.policy)):
        sparse, dense = (
            kind(source, eyes).decide(tables.features, tables.masks, rows, np.random.default_rng(5))
            for kind in (SparseNetwork, DenseNetwork)
        )
        np.testing.assert_array_equal(sparse[0], dense[0])
        for one, other in zip(sparse[1:], dense[1:], strict=True):
            np.testing.assert_allclose(one, other, atol=2e-5)
    values = [kind(member.policy, eyes).values(tables.features) for kind in (SparseNetwork, DenseNetwork)]
    np.testing.assert_allclose(*values, atol=2e-5)


def test_losses_by_hand():
    """Two decisions whose ratios are 1.5 and 0.5, clipped at 0.2: -min(1.5 * 2, 1.2 * 2) and -min(.5 * -1, .8 * -1)."""
    member = trainer_of().members[0]
    buffer = member.buffer

    class Told:
        def evaluate(self, *given):
            return torch.tensor([1.0, 2.0]), torch.tensor([1.5, 0.5]).log(), torch.tensor([0.3, 0.5])

    rows = np.array([4, 7])
    buffer.log_probs[rows], buffer.returns[rows] = 0.0, (3.0, 1.0)
    costs = losses(Told(), buffer, rows, np.array([2, -1], np.float32), PPOConfig(clip_range=0.2, ent_coef=0.1))
    assert float(costs["policy_loss"]) == pytest.approx(-2.4 + 0.8)
    assert float(costs["value_loss"]) == pytest.approx(4 + 1)
    assert float(costs["entropy_loss"]) == pytest.approx(-0.8)
    assert float(costs["total"]) == pytest.approx(-1.6 + 0.1 * -0.8 + 0.5 * 5)
    assert float(costs["clip_fraction"]) == 2
    assert float(costs["approx_kl"]) == pytest.approx(0.5 - np.log(1.5) + (-0.5 - np.log(0.5)))


@pytest.mark.parametrize("policy", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("target_kl", [None, 1e-9])
def test_both_learners_compute_the_same_on_the_same_decisions(policy, target_kl):
    """One update of one minibatch: the losses and what is logged, and the weights after it."""
    members = [collected(trainer_of(name, policy, target_kl=target_kl)) for name in ("ppo", "maskable_ppo")]
    for name, value in members[0].policy.state_dict().items():
        torch.testing.assert_close(value, members[1].policy.state_dict()[name], rtol=0, atol=0)
    np.testing.assert_array_equal(members[0].buffer.observations, members[1].buffer.observations)
    before = copy.deepcopy(members[0].policy.state_dict())
    for member in members:  # the first step of Adam depends on the signs of gradients alone, of tiny ones too
        member.policy.optimizer = torch.optim.SGD(member.policy.parameters(), 1.0)
    ours, theirs = (member.learner.learn(member.buffer, 1.0) for member in members)
    assert set(ours) == set(theirs)
    for name in theirs:
        assert ours[name] == pytest.approx(theirs[name], rel=2e-3, abs=2e-5), name
    moved = 0.0
    for name, value in members[0].policy.state_dict().items():
        torch.testing.assert_close(value, members[1].policy.state_dict()[name], rtol=1e-3, atol=1e-6)
        moved = max(moved, float((value - before[name]).abs().max()))
    assert (moved > 1e-5) == (target_kl is None)


def test_minibatches_and_epochs_are_those_of_the_config():
    """1,400 decisions in minibatches of 600 are three steps an epoch; each decision is used once in each."""
    member = collected(trainer_of(decisions=1_400, minibatch=600, epochs=3))
    seen = []
    for _ in range(3):
        rows = list(member.learner.minibatches(member.buffer.generator, member.buffer.buffer_size))
        assert [len(part) for part in rows] == [600, 600, 200]
        seen.append(np.concatenate(rows))
        np.testing.assert_array_equal(np.sort(seen[-1]), np.arange(1_400))
    assert not np.array_equal(seen[0], seen[1])
    steps = []
    step = member.policy.optimizer.step
    member.policy.optimizer.step = lambda: steps.append(1) or step()
    member.learner.learn(member.buffer, 1.0)
    assert len(steps) == 9


def test_the_number_of_threads_does_not_change_an_update():
    """Chunks are summed in their order: with one thread or two the weights are the same to the last bit."""
    weights = []
    for threads in (1, 2):
        member = collected(trainer_of(decisions=3 * CHUNK, minibatch=3 * CHUNK))
        member.learner.threads = threads
        member.learner._pool = member.learner._pool if threads == 2 else None
        member.learner.learn(member.buffer, 1.0)
        weights.append(member.policy.state_dict())
    for name, value in weights[0].items():
        torch.testing.assert_close(value, weights[1][name], rtol=0, atol=0)


def test_learning_rate_follows_the_schedule():
    for schedule, rate in (("constant", 2e-3), ("linear", 5e-4)):
        member = collected(trainer_of(learning_rate=2e-3, schedule=schedule))
        assert member.learner.learn(member.buffer, 0.25)["learning_rate"] == pytest.approx(rate)
        assert member.policy.optimizer.param_groups[0]["lr"] == pytest.approx(rate)


ATTENTION = {"widths": [16], "attention": [{"over": ["seats"], "width": 8, "heads": 2}]}


def test_attention_does_not_care_for_the_order_of_what_it_looks_at():
    """The seats of three players: two others who change places change nothing."""
    config = TrainConfig(options={"num_players": 3}, policy=PolicyConfig(**ATTENTION), tables=Tables(number=4))
    game, options, columns = check_against_game(config, "test")
    trainer = Trainer(config, game, options, columns)
    layout, extractor = game.observation, trainer.members[0].policy.features_extractor
    seen = torch.rand(5, layout.size(3), generator=torch.Generator().manual_seed(0))
    swapped = seen.clone()
    first, second = (
        slice(layout.head_size + i * layout.seat_size, layout.head_size + (i + 1) * layout.seat_size) for i in (1, 2)
    )
    swapped[:, first], swapped[:, second] = seen[:, second], seen[:, first]
    (attention,) = extractor.attention
    torch.testing.assert_close(attention(seen), attention(swapped))
    assert attention(seen).shape == (5, 16)
    changed = seen.clone()
    changed[:, first] = 0
    assert not torch.allclose(attention(seen), attention(changed))
    assert isinstance(network_of(trainer.members[0].policy, trainer.buffer.eyes), DenseNetwork)


@pytest.mark.parametrize("share", [True, False])
def test_networks_with_attention_learn_are_saved_and_play(share, tmp_path):
    from training.policy import load_policy

    policy = {"widths": [16], "share": share, "attention": [{"over": ["seats"], "width": 8, "heads": 2}]}
    trainer = trainer_of(policy=policy)
    before = copy.deepcopy(trainer.learner.policy.state_dict())
    trainer.update()
    after = trainer.learner.policy.state_dict()
    assert all(not torch.equal(before[name], after[name]) for name in before if "attention" in name)
    trainer.save_policies(tmp_path)
    tables = trainer.selfplay.tables
    expected, _ = trainer.learner.sb3.predict(
        tables.features * tables.scale, deterministic=True, action_masks=tables.masks
    )
    loaded = load_policy(tmp_path)
    played = loaded.act_batch(tables.features, tables.masks, np.random.default_rng(0), deterministic=True)
    np.testing.assert_array_equal(played, expected)


@pytest.mark.parametrize(
    ("over", "words"),
    [
        (["seat"], "policy.attention.0.over: no block 'seat'"),
        (["places", "decision"], "got blocks of seats and others"),
        (["hand_size", "shown"], "policy.attention.0.over: blocks hand_size, shown: the network sees 1, 6 entries"),
    ],
)
def test_attention_over_what_does_not_go_together_is_one_line(over, words):
    config = TrainConfig(policy=PolicyConfig(attention=[AttentionConfig(over=over)]))
    with pytest.raises(ValueError, match=r"^test: policy\.attention") as caught:
        check_against_game(config, "test")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_policies_are_exported_for_pytorch_alone(tmp_path):
    """policy.pt gives the probabilities of the policy, with any number of rows, and 0 for illegal actions."""
    from training.policy import export_policy

    for policy in (SHAPES["standardized"], {"attention": [{"over": ["seats"]}]}):
        trainer = trainer_of(policy=policy)
        export_policy(trainer.learner.sb3, tmp_path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            module = torch.jit.load(tmp_path / "policy.pt")
        tables = trainer.selfplay.tables
        seen, masks = torch.from_numpy(tables.features * tables.scale), torch.from_numpy(tables.masks)
        probabilities = module(seen, masks)
        expected = trainer.learner.policy.get_distribution(seen, action_masks=tables.masks).distribution.probs
        torch.testing.assert_close(probabilities, expected.detach(), rtol=1e-4, atol=1e-6)
        assert (probabilities[masks == 0] == 0).all()
        torch.testing.assert_close(module(seen[:1], masks[:1]), probabilities[:1])
