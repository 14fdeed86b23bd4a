"""Looking one turn ahead, and learning from outcomes what positions are worth."""

import json

import gymnasium
import numpy as np
import pytest
import torch

import envs
from envs import animocrazy
from envs.core import lookahead
from envs.core.compiling import COMPILED
from envs.core.table import Table
from envs.core.vector import LEARNER
from training.config import (
    ConfigError,
    LookaheadConfig,
    Opponent,
    PolicyConfig,
    PPOConfig,
    Tables,
    TrainConfig,
    load_config,
)
from training.lookahead import Lookahead
from training.players import policy_player, scripted_player
from training.policy import load_policy, save_policy
from training.sparse import DenseNetwork, SparseNetwork, network_of
from training.tables import pair_lineups, play_lineups
from training.trainer import Trainer, check_against_game

GAME = envs.get_game("animocrazy")
GREEDY = GAME.bot_number("greedy")
PLAYERS = 4
SEEN = ("points", "behind", "ahead", "in_force", "deck")


class Points:
    """Judges a position by the own points, which are the first column that it sees."""

    columns = np.arange(GAME.observation.slice("points").start, GAME.observation.slice("points").stop)

    def worth(self, seen):
        return seen[:, 0].astype(np.float32)


def trainer_of(warm_up=0, opponents=("greedy",), threads=2, seed=3, policy=None, **ppo) -> Trainer:
    blocks = [*GAME.observation.head, *GAME.observation.seat]
    config = TrainConfig(
        game="animocrazy",
        options={"num_players": PLAYERS},
        learner="lookahead",
        seed=seed,
        tables=Tables(number=12, threads=threads),
        opponents=[Opponent(player=name) for name in opponents],
        lookahead=LookaheadConfig(model="greedy", worlds=2, warm_up=warm_up),
        policy=PolicyConfig(
            **{"widths": [16, 8], "observe": {b.name: 0 for b in blocks if b.name not in SEEN}} | (policy or {})
        ),
        ppo=PPOConfig(**{"decisions": 400, "minibatch": 100, "epochs": 1} | ppo),
    )
    return Trainer(config, *check_against_game(config, "test"))


def played(seed: int, decisions: int, **options) -> Table:
    """Return a table after some decisions of greedy players; never over."""
    table = Table(GAME, {"num_players": PLAYERS} | options)
    table.start(seed)
    for _ in range(decisions):
        table.play(int(GAME.loops.choose(table.state, GREEDY, table.mask, table.generators)))
    assert not table.over
    return table


def mixed(x: int) -> int:
    """Return the well-mixed bits of SplitMix64, as `envs.core.rng.mix` computes them."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x = ((x ^ (x >> shift)) * factor) % 2**64
    return x ^ (x >> 31)


def imagined(table: Table, action: int, seed: int) -> float:
    """Return what `Points` says of a world after an action, step by step through the table."""
    seat = table.seat
    world = table.clone()
    world.redeal(seat, seed)
    generator, mask = np.array([mixed(seed)], np.uint64), np.zeros_like(world.mask)
    GAME.recast(world.state, seat, GREEDY, mask, generator)
    turn = int(world.state["turn"])
    while True:
        GAME.rules.apply(world.state, action)
        if world.state["to_act"] < 0:
            returns = np.zeros(PLAYERS, np.float32)
            GAME.rules.returns(world.state, returns)
            return float(returns[seat])
        if world.state["turn"] != turn:
            return float(world.look(seat)[0][Points.columns[0]])
        GAME.rules.legal(world.state, mask)
        action = int(GAME.loops.choose(world.state, GREEDY, mask, generator))


@pytest.mark.parametrize("decisions", [0, 2, 4, 25, 61])
def test_an_action_is_worth_the_mean_of_its_worlds(decisions):
    """As computed world by world; the same worlds for every action, and the table stays as it was."""
    table = played(5, decisions)
    before = table.states.tobytes()
    ahead = Lookahead(GAME, PLAYERS, Points.columns, GREEDY, worlds=3)
    rows, seeds = np.zeros(1, np.int64), np.array([77], np.uint64)
    values, liked = ahead.values(Points(), table.states, table.mask[None], rows, seeds)
    assert table.states.tobytes() == before
    for action in range(len(table.mask)):
        if table.mask[action]:
            assert values[0, action] == pytest.approx(np.mean([imagined(table, action, 77 + k) for k in range(3)]))
        else:
            assert values[0, action] == -np.inf
    assert liked[0] == GAME.loops.choose(table.state, GREEDY, table.mask, np.array([1], np.uint64))


def test_the_best_action_is_taken_and_the_model_decides_between_equals():
    table = played(5, 4)
    ahead = Lookahead(GAME, PLAYERS, Points.columns, GREEDY, worlds=2)
    rows = np.zeros(1, np.int64)

    def choose(worth):
        ahead.values = lambda *_: (np.where(table.mask, worth, -np.inf)[None], np.array([liked]))
        return int(ahead.choose(Points(), table.states, table.mask[None], rows, np.random.default_rng(0))[0])

    legal = np.flatnonzero(table.mask).tolist()
    liked = legal[-1]
    assert choose(np.zeros(len(table.mask))) == liked
    assert choose(np.arange(len(table.mask)) == legal[0]) == legal[0]


def test_nothing_is_imagined_for_the_only_action_there_is():
    table = played(5, 0)
    only = np.zeros_like(table.mask)
    only[np.flatnonzero(table.mask)[0]] = 1
    ahead = Lookahead(GAME, PLAYERS, Points.columns, GREEDY, worlds=2)
    ahead.values = None  # would fail if it were called
    chosen = ahead.choose(None, table.states, only[None], np.zeros(1, np.int64), np.random.default_rng(0))
    assert chosen.tolist() == [only.argmax()]


@pytest.mark.skipif(not COMPILED, reason="takes minutes in plain Python")
def test_hidden_cards_do_not_leak_into_decisions():
    """What actions are worth, in many worlds, is the same within chance however the hidden cards really lie."""
    table = played(9, 30)
    ahead = Lookahead(GAME, PLAYERS, Points.columns, GREEDY, worlds=4_000)
    rows, legal = np.zeros(1, np.int64), table.mask == 1
    found = []
    for seed in range(3):
        other = table.clone()
        if seed:
            other.redeal(table.seat, seed)
            assert other.states.tobytes() != table.states.tobytes()
        seeds = np.array([10**6 * (seed + 1)], np.uint64)
        found.append(ahead.values(Points(), other.states, table.mask[None], rows, seeds)[0][0, legal])
    assert np.abs(found[0]).max() > 0
    for values in found[1:]:
        np.testing.assert_allclose(values, found[0], atol=0.3)


@pytest.mark.skipif(not COMPILED, reason="takes minutes in plain Python")
def test_the_whims_of_the_model_tell_nothing_of_the_cards():
    """In redealt worlds what a random model does is as likely wherever the End card lies, as it must not know."""
    table = played(5, 1)
    end_card = table.state["deck"].max()
    seeds = np.arange(4_000, dtype=np.uint64)
    columns = np.arange(GAME.observation.slice("past_vote", 1).start, GAME.observation.slice("past_vote", 1).start + 1)
    ahead = Lookahead(GAME, PLAYERS, columns, GAME.bot_number("random"), worlds=1)
    action = int(np.flatnonzero(table.mask)[0])
    votes = {False: [], True: []}
    for seed in seeds:
        values, _ = ahead.values(Points(), table.states, table.mask[None], np.zeros(1, np.int64), seed[None])
        world = table.clone()
        world.redeal(table.seat, int(seed))
        votes[bool(np.flatnonzero(world.state["deck"] == end_card)[0] > 20)].append(values[0, action])
    early, late = (np.mean(votes[is_late]) for is_late in (False, True))
    assert 0.2 < early < 0.8
    assert abs(early - late) < 0.08


def test_secret_votes_are_cast_anew_as_the_model_would():
    """Votes of others that have been cast; the own one, those to come and everything else stay."""
    table = played(5, 0)
    while not (table.state["decision"] == 8 and (table.state["vote"] >= 0).sum() == 2):
        table.play(int(np.flatnonzero(table.mask)[-1]))
    seat = table.seat
    cast = [other for other in range(PLAYERS) if table.state["vote"][other] >= 0]
    expected = table.clone()
    world = table.clone()
    GAME.recast(world.state, seat, GREEDY, np.zeros_like(table.mask), np.array([1], np.uint64))
    for other in cast:
        asked = table.clone()
        asked.state["to_act"], asked.state["vote"][other] = other, -1
        mask = np.zeros_like(table.mask)
        GAME.rules.legal(asked.state, mask)
        text = table.game.action_text(
            asked.state, int(GAME.loops.choose(asked.state, GREEDY, mask, np.array([1], np.uint64)))
        )
        expected.state["vote"][other] = {"vote Yes": 0, "vote No": 1}.get(text, 5)
    assert world.states.tobytes() == expected.states.tobytes()
    one_of_them = table.clone()
    GAME.recast(one_of_them.state, cast[0], GREEDY, np.zeros_like(table.mask), np.array([1], np.uint64))
    assert one_of_them.state["vote"][cast[0]] == table.state["vote"][cast[0]]


def test_open_votes_stay():
    table = played(5, 0)
    while not (table.state["decision"] == 8 and (table.state["vote"] >= 0).sum() == 2):
        table.play(int(np.flatnonzero(table.mask)[-1]))
    table.state["open"] = 1
    before = table.states.tobytes()
    GAME.recast(table.state, table.seat, GREEDY, np.zeros_like(table.mask), np.array([1], np.uint64))
    assert table.states.tobytes() == before


def test_tables_halt_at_every_turn():
    """Played by greedy players alone: a halt at each turn of each game, then its returns."""
    tables = envs.make_vec("animocrazy", num_games=5, num_players=PLAYERS).begin_turns(1)
    turns, ended = np.zeros(5, int), 0
    actions = np.zeros(5, np.int64)
    while ended < 20:
        tables.go_on(actions, GREEDY)
        assert (tables.seats == -1).all()
        assert ((tables.halts == 1) != (tables.dones == 1)).all()
        for table in np.flatnonzero(tables.halts):
            turns[table] += 1
            assert tables.states[table]["turn"] == turns[table]
            assert not tables.rewards[table].any()
        for table in np.flatnonzero(tables.dones):
            returns = np.zeros(PLAYERS, np.float32)
            GAME.rules.returns(tables.states[table], returns)
            assert tables.rewards[table].tolist() == returns.tolist()
            assert turns[table] > 10
            turns[table] = 0
            ended += 1


def test_the_learner_is_asked_between_halts():
    """Without a model all seats are asked outside, and what they choose is done."""
    tables = envs.make_vec("animocrazy", num_games=3, num_players=PLAYERS).begin_turns(1)
    rng = np.random.default_rng(0)
    asked = 0
    for _ in range(200):
        actions = tables.sample(rng)
        waiting = tables.seats.copy()
        before = tables.states["decisions"].copy()
        tables.go_on(actions)
        asked += int((waiting >= 0).sum())
        runs = tables.dones == 0
        fresh = tables.states["decisions"] == 0
        assert (tables.states["decisions"] - before == (waiting >= 0))[runs & ~fresh].all()
        assert ((tables.seats >= 0) == (tables.masks.sum(axis=1) > 0))[tables.seats >= 0].all()
    assert asked > 300


@pytest.mark.parametrize("warm_up", [10_000, 0])
def test_positions_get_the_return_of_their_seat(warm_up):
    """All who sit there are learned from: the returns of the positions of a turn add up to 0, as those of a game do."""
    turns = 1_500 if warm_up and COMPILED else 60
    opponents = ("greedy",) if warm_up else ("learner",)
    trainer = trainer_of(warm_up, opponents, threads=1, decisions=PLAYERS * turns)
    member = trainer.members[0]
    member.collect()
    returns = member.buffer.returns.reshape(-1, PLAYERS)
    np.testing.assert_allclose(returns.sum(axis=1), 0, atol=1e-6)
    assert (np.abs(returns).sum(axis=1) > 0).mean() > 0.5
    # And they are those of their own seat: who sees more of its own points wins more often.
    seen = member.buffer.observations
    at = np.searchsorted(member.pool.eyes.columns, Points.columns[0])
    assert turns < 100 or np.corrcoef(seen[:, at], member.buffer.returns)[0, 1] > 0.1


def test_positions_are_used_once_and_none_is_lost():
    """Every position of every game comes up once, however updates cut through games."""
    trainer = trainer_of(10_000, threads=1, decisions=500)
    play = trainer.members[0].plays[0]
    looked_at, used = [], []
    plain = play.lookahead.loops.look_at_all

    class Loops:
        imagine = play.lookahead.loops.imagine

        @staticmethod
        def look_at_all(states, rows, seats, columns, features, seen):
            plain(states, rows, seats, columns, features, seen)
            looked_at.append(seen.copy())

    play.lookahead.loops = Loops
    for _ in range(4):
        trainer.members[0].collect()
        used.append(trainer.buffer.observations.copy())
    left = np.concatenate(play._seen)
    all_of_them = np.concatenate(looked_at)
    assert sorted(map(bytes, np.concatenate([*used, left]))) == sorted(map(bytes, all_of_them))


def test_only_the_learner_is_learned_from_after_the_warm_up():
    trainer = trainer_of(400, threads=1, decisions=400)
    play = trainer.members[0].plays[0]
    tables = play.tables
    for warm_up in (0, 0, 0):
        trainer.members[0].collect()
        assert play.warm_up == warm_up
    running = [(game % tables.num_games, seat) for game, seat in np.concatenate(play._whose) if game in play._games]
    assert len(running) > 10
    assert all(tables.lineup[table, seat] == LEARNER for table, seat in running)


def test_it_learns_what_positions_are_worth():
    trainer = trainer_of(10**6, policy={"standardize": True}, decisions=4_000, minibatch=500, learning_rate=3e-3)
    rows = [trainer.update()[0] for _ in range(12)]
    assert rows[-1]["explained_variance"] > 0.04 > rows[0]["explained_variance"]
    assert rows[-1]["value_loss"] < rows[0]["value_loss"]
    assert rows[-1]["length"] == 0  # the model has decided


@pytest.mark.parametrize("policy", [{}, {"share": True, "standardize": True, "activation": "relu"}])
def test_sparse_and_dense_networks_judge_alike(policy):
    trainer = trainer_of(10_000, policy=policy)
    member = trainer.members[0]
    if policy:
        member.fit_scale()
    member.collect()
    seen = member.buffer.observations[:50]
    sparse, dense = (kind(member.policy, member.pool.eyes) for kind in (SparseNetwork, DenseNetwork))
    np.testing.assert_allclose(sparse.worth(seen), dense.worth(seen), rtol=1e-3, atol=1e-4)
    values = list(member.policy.value_net.parameters())
    found = [torch.autograd.grad(network.worth_of(seen).sum(), values) for network in (sparse, dense)]
    for first, second in zip(*found, strict=True):
        torch.testing.assert_close(first, second, rtol=1e-3, atol=1e-4)


def test_networks_with_attention_look_ahead_too():
    trainer = trainer_of(800, policy={"attention": [{"over": ["seats"], "width": 4, "heads": 2}]})
    assert isinstance(network_of(trainer.members[0].policy, trainer.pool.eyes), DenseNetwork)
    for _ in range(3):
        row = trainer.update()[0]
    assert row["length"] > 0


def test_a_resumed_run_is_as_one_left_alone(tmp_path):
    """Saved in the warm-up and after it; metrics, weights and tables go on to the last bit."""
    trainer = trainer_of(900)
    for number in range(4):
        trainer.update()
        folder = tmp_path / str(number)
        folder.mkdir()
        trainer.save(folder, 0)
        other = trainer_of(900)
        other.load(folder)
        for one, two in zip(trainer.update(), other.update(), strict=True):
            timed = {"seconds", "decisions_per_second", "share/collect", "share/learn"}
            assert {k: v for k, v in one.items() if k not in timed} == {k: v for k, v in two.items() if k not in timed}
        for one, two in zip(trainer.members[0].policy.parameters(), other.members[0].policy.parameters(), strict=True):
            assert torch.equal(one, two)
        states = [entry.members[0].get_state() for entry in (trainer, other)]
        assert states[0].keys() == states[1].keys()
        for name, array in states[0].items():
            np.testing.assert_array_equal(array, states[1][name])


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Return the folder of a policy that looks ahead."""
    folder = tmp_path_factory.mktemp("policy")
    trainer = trainer_of(2_000, policy={"standardize": True}, decisions=2_000, minibatch=500)
    trainer.update()
    trainer.save_policies(folder)
    return folder


def test_a_saved_policy_looks_ahead(saved):
    policy = load_policy(saved)
    assert json.loads((saved / "policy.json").read_text())["lookahead"] == {"model": "greedy", "worlds": 2}
    tables = [played(seed, 10) for seed in range(6)]
    states, features, masks = (np.stack([getattr(t, n) for t in tables]) for n in ("state", "features", "mask"))
    rows = np.arange(6)
    chosen = [policy.act_at(states, features, masks, rows, np.random.default_rng(seed)).tolist() for seed in (1, 1, 2)]
    assert chosen[0] == chosen[1]
    assert all(masks[row, action] for actions in chosen for row, action in enumerate(actions))


def test_a_policy_that_looks_ahead_says_what_it_needs(saved):
    policy = load_policy(saved)
    table = played(1, 10)
    for ask in (
        lambda: policy.act_batch(table.features[None], table.mask[None], np.random.default_rng(0)),
        lambda: policy.act(table.observation(table.seat), table.mask),
    ):
        with pytest.raises(ValueError, match=r"looks ahead.*act_at") as caught:
            ask()
        assert "\n" not in str(caught.value)


def test_it_plays_at_a_table_of_a_face(saved):
    policy = load_policy(saved)
    policy.begin(0, PLAYERS, 5)
    table = animocrazy.env(num_players=PLAYERS)
    table.reset(seed=1)
    decisions = 0
    for _ in table.agent_iter():
        observation, _reward, terminated, truncated, _info = table.last()
        if terminated or truncated:
            table.step(None)
            continue
        action = policy.act_on(table)
        assert observation["action_mask"][action] == 1
        table.step(action)
        decisions += 1
    assert decisions > 40


def test_it_is_compared_like_others(saved):
    policy = load_policy(saved)
    players = [policy_player(policy, "ahead"), policy_player(policy, "again")]
    options = GAME.options.complete({"num_players": PLAYERS})
    games = play_lineups(GAME, options, players, pair_lineups(PLAYERS, 8), np.random.SeedSequence(1))
    assert len(games.returns) == 8
    assert (games.lengths > 40).all()


def test_it_is_an_opponent_like_others(saved, tmp_path):
    config = TrainConfig(
        game="animocrazy",
        options={"num_players": PLAYERS},
        seed=1,
        tables=Tables(number=8, threads=1),
        opponents=[Opponent(player=str(saved))],
        policy=PolicyConfig(widths=[8]),
        ppo=PPOConfig(decisions=300, minibatch=300, epochs=1),
    )
    checked = check_against_game(config, "test")
    trainer = Trainer(config, *checked, frozen={str(saved): load_policy(saved)})
    row = trainer.update()[0]
    assert row["games"] > 3
    assert f"win/{saved}" in row


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (3, ["lookahead", "an object"]),
        ({"model": "greedy"}, ["lookahead", "worlds"]),
        ({"model": "greedy", "worlds": 0}, ["lookahead.worlds: got 0", "1..1000"]),
        ({"model": "greedy", "worlds": 10**9}, ["lookahead.worlds: got 1000000000", "1..1000"]),
        ({"model": "gready", "worlds": 1}, ["no scripted player 'gready'", "did you mean 'greedy'"]),
    ],
)
def test_damaged_facts_are_named(saved, tmp_path, how, words):
    facts = json.loads((saved / "policy.json").read_text()) | {"lookahead": how}
    save_policy(load_policy(saved).learner, facts, tmp_path)
    with pytest.raises(ValueError, match=r"policy\.json") as caught:
        load_policy(tmp_path)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)


def test_it_refuses_tables_that_are_not_its_own(saved):
    """One line each, before anything compiled gets to see them."""
    policy = load_policy(saved)
    table = played(1, 10)
    given = {"states": table.states, "features": table.features[None], "masks": table.mask[None], "rows": [0]}
    narrow = table.mask.copy()
    narrow[np.flatnonzero(narrow)[0]] = 0
    others = Table(GAME, {"num_players": 6})
    others.start(1)
    over = table.states.copy()
    over["to_act"] = -1
    for changed, words in (
        ({"states": np.zeros(1, np.int64)}, "allowed are tables of animocrazy"),
        ({"masks": table.mask[None, :-1]}, "masks: got shape"),
        ({"rows": [1]}, "rows: got"),
        ({"rows": [True]}, "rows: got bool"),
        ({"states": others.states}, "allowed is num_players=4"),
        ({"states": over}, "nobody is to act"),
        ({"masks": narrow[None]}, "masks: game 0 has another mask"),
    ):
        with pytest.raises(ValueError, match=words) as caught:
            policy.act_at(**given | changed, generator=np.random.default_rng(0))
        assert "\n" not in str(caught.value)
    for players, begun, words in ((6, True, "allowed is animocrazy for 4"), (4, False, "nobody is to act")):
        face = animocrazy.env(num_players=players)
        if begun:
            face.reset(seed=1)
        with pytest.raises(ValueError, match=words):
            policy.act_on(face)
    with pytest.raises(ValueError, match="table: got talk=True, allowed is False"):
        policy.act_on(animocrazy.env(num_players=PLAYERS, talk=True))
    readable = np.repeat(table.states, 4)[::2]
    readable.flags.writeable = False
    many = given | {"states": readable, "masks": np.repeat(given["masks"], 2, axis=0)}
    assert table.mask[policy.act_at(**many, generator=np.random.default_rng(0))[0]] == 1


def test_it_is_no_opponent_where_there_is_only_an_observation(saved):
    with pytest.raises(ValueError, match="needs the table"):
        gymnasium.make("manorfarm/Animocrazy-v0", num_players=PLAYERS, opponents=load_policy(saved))


@pytest.mark.parametrize("how", ["start", "learner"])
def test_weights_go_only_to_a_learner_of_the_same_kind(saved, how, tmp_path):
    trainer = trainer_of(policy={"standardize": True})
    if how == "learner":
        trainer.start_from("main", load_policy(saved), "saved")
        one, two = load_policy(saved).learner.policy.state_dict(), trainer.members[0].policy.state_dict()
        assert all(torch.equal(one[name], two[name]) for name in one)
        return
    config = trainer.config.model_copy(update={"learner": "ppo", "lookahead": LookaheadConfig()})
    other = Trainer(config, *check_against_game(config, "test"))
    with pytest.raises(
        ValueError, match="start: saved: looks ahead, allowed here is a policy that does not look ahead"
    ):
        other.start_from("main", load_policy(saved), "saved")


def test_the_scale_is_fitted_to_positions_that_are_no_part_of_the_warm_up():
    trainer = trainer_of(400, policy={"standardize": True}, threads=1)
    lengths = [trainer.update()[0]["length"] for _ in range(3)]
    assert lengths[0] == 0 < lengths[2]


def test_fewer_worlds_in_training():
    config = trainer_of().config
    config = config.model_copy(update={"lookahead": LookaheadConfig(model="greedy", worlds=5, training_worlds=1)})
    trainer = Trainer(config, *check_against_game(config, "test"))
    assert trainer.members[0].plays[0].lookahead.worlds == 1
    assert trainer.facts["lookahead"] == {"model": "greedy", "worlds": 5}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lookahead": LookaheadConfig(model="gready")}, "lookahead.model: got 'gready'; did you mean 'greedy'?"),
        ({"opponents": [Opponent(player="gready")]}, "opponents.0.player: got 'gready'; did you mean 'greedy'?"),
        ({"opponents": [Opponent(player="snapshot")]}, "allowed with learner: lookahead are learner, random, greedy"),
        ({"opponents": [Opponent(player="runs/other")]}, "opponents.0.player: got 'runs/other'"),
    ],
)
def test_what_it_cannot_be_trained_with(changes, words):
    config = trainer_of().config.model_copy(update=changes)
    with pytest.raises(ConfigError) as caught:
        check_against_game(config, "test")
    assert "\n" not in str(caught.value)
    assert words in str(caught.value), str(caught.value)


@pytest.mark.parametrize("name", envs.GAMES)
@pytest.mark.slow
def test_every_game_can_be_looked_ahead_in(name):
    """Legal actions, and a table that stays as it was, with the second scripted player as the model."""
    game = envs.get_game(name)
    table = Table(game, {})
    table.start(3)
    players = table.num_players
    columns = np.arange(game.observation.size(players))

    class Sum:
        def worth(self, seen):
            return seen.sum(axis=1, dtype=np.float32)

    ahead = Lookahead(game, players, columns, 1, worlds=2)
    generator = np.random.default_rng(0)
    for _ in range(40):
        before = table.states.tobytes()
        chosen = ahead.choose(Sum(), table.states, table.mask[None], np.zeros(1, np.int64), generator)
        assert table.states.tobytes() == before
        assert table.mask[chosen[0]] == 1
        table.play(int(chosen[0]))
        if table.over:
            break
    assert lookahead.load(game) is lookahead.load(game)


@pytest.mark.slow
def test_it_beats_its_model(tmp_path):
    """The quick config with a tenth of its positions: more than a sixth of the games among five greedy players."""
    settings = ["budget.decisions=1_200_000", "lookahead.warm_up=1_100_000", "ppo.decisions=32_768"]
    config = load_config("animocrazy/quick", TrainConfig, settings)
    trainer = Trainer(config, *check_against_game(config, "test"))
    while trainer.finished() < 1:
        trainer.update()
    trainer.save_policies(tmp_path)
    policy = load_policy(tmp_path)
    players = [policy_player(policy, "ahead"), scripted_player(GAME, "greedy")]
    lineups = pair_lineups(6, 3_000)
    games = play_lineups(GAME, policy.options, players, lineups, np.random.SeedSequence(1))
    wins = games.wins()[np.arange(3_000), np.arange(3_000) % 6]
    assert wins.mean() > 0.18  # 0.167 would be an equal share: two standard deviations below this
