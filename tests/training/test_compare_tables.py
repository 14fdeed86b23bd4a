"""Schedules, playing and counting: `training.tables`."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

import envs
from envs.core.compiling import new_states
from training import tables
from training.players import OWN, Player, policy_player, scripted_player
from training.tables import (
    Games,
    ahead,
    balanced_games,
    evaluate,
    pair_lineups,
    pairings,
    play_lineups,
    play_pair,
    play_table,
    standing,
    table_lineups,
    wilson,
)

GAME = envs.get_game("nineteen61")
OPTIONS = GAME.options.complete({"max_turns": 40})
RANDOM = scripted_player(GAME, "random")
SEEDS = np.random.SeedSequence


class Lowest:
    """A policy, and an own player, that takes the legal action with the lowest number."""

    def act_batch(self, features, masks, generator, deterministic):
        return masks.argmax(axis=1)

    def act(self, observation, mask, texts):
        return min(texts)


class Uniform:
    """An own player that does what "random" does."""

    def begin(self, seat, num_players, seed):
        self.lots = np.random.default_rng(seed)

    def act(self, observation, mask, texts):
        return self.lots.choice(np.flatnonzero(mask))


class Drawn:
    """A policy that draws uniformly."""

    def act_batch(self, features, masks, generator, deterministic):
        return (generator.random(masks.shape) * masks).argmax(axis=1)


LOWEST = policy_player(Lowest(), "lowest")


def own(make, name="own") -> Player:
    return Player(name, OWN, name, make=make)


def by_hand(players: list[str], options: dict, seed: np.uint64) -> tuple[list[float], int, int]:
    """Play one game with nothing but the rules; "lowest" takes the lowest action, the others are scripted players."""
    states = new_states(GAME.dtype, 1)
    GAME.rules.reset(states[0], GAME.options.encode(options), seed)
    mask = np.zeros(GAME.actions.size(len(players)), np.int8)
    generator = np.array([seed], np.uint64) + np.uint64(1)
    while states[0]["to_act"] >= 0:
        GAME.rules.legal(states[0], mask)
        name = players[states[0]["to_act"]]
        if name == "lowest":
            action = int(mask.argmax())
        else:
            action = GAME.loops.choose(states[0], GAME.bot_number(name), mask, generator)
        GAME.rules.apply(states[0], action)
    returns = np.zeros(len(players), np.float32)
    GAME.rules.returns(states[0], returns)
    return returns.tolist(), int(states[0]["decisions"]), int(states[0]["truncated"])


# ----------------------------------------------------------------------------------------------------------- schedules


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("games", [1, 7, 60, 61])
def test_in_pairs_the_one_player_sits_on_every_seat_equally_often(seats, games):
    lineups = pair_lineups(seats, games)
    assert games <= len(lineups) < games + seats
    assert len(lineups) == balanced_games("pairs", seats, games)
    assert ((lineups == 0).sum(axis=1) == 1).all()
    assert len(set((lineups == 0).sum(axis=0))) == 1


@pytest.mark.parametrize(("seats", "games", "played"), [(2, 5, 6), (3, 60, 60), (3, 61, 66), (4, 24, 24)])
def test_at_one_table_every_order_occurs_equally_often(seats, games, played):
    orders = Counter(map(tuple, table_lineups(seats, games, np.random.default_rng(0)).tolist()))
    assert sum(orders.values()) == played == balanced_games("table", seats, games)
    assert len(orders) == {2: 2, 3: 6, 4: 24}[seats]
    assert set(orders.values()) == {played // len(orders)}


@pytest.mark.parametrize(("seats", "games", "played"), [(4, 23, 24), (6, 200, 204), (5, 5, 5)])
def test_where_orders_are_too_many_everybody_sits_on_every_seat_equally_often(seats, games, played):
    lineups = table_lineups(seats, games, np.random.default_rng(0))
    assert len(lineups) == played == balanced_games("table", seats, games)
    assert (np.sort(lineups, axis=1) == np.arange(seats)).all()
    for player in range(seats):
        assert ((lineups == player).sum(axis=0) == played // seats).all()


def test_two_at_a_table_meet_once_and_more_meet_both_ways():
    three = [policy_player(None, name) for name in "abc"]
    assert [(a.name, b.name) for a, b in pairings(three, 2)] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(pairings(three, 3)) == 6


# ------------------------------------------------------------------------------------------------------------ counting


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_of_newcombe_1998(wins, games, low, high):
    """R. G. Newcombe, Two-sided confidence intervals for the single proportion, table I, method 3."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_intervals_of_shared_wins_are_the_wider_ones():
    assert wilson(3.5, 10) == (wilson(3, 10)[0], wilson(4, 10)[1])
    assert wilson(sum([1 / 3] * 9), 10) == wilson(3, 10)


def hand_made() -> Games:
    """Five games of three players; player 0 sits on seats 0, 1, 2, 0, 1."""
    return Games(
        lineups=np.array([[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2], [2, 0, 1]]),
        returns=np.array(
            [
                [1.0, -0.5, -0.5],  # player 0 wins
                [0.5, 0.5, -1.0],  # players 2 and 0 share a win (somebody gave up)
                [1.0, 0.0, 0.5],  # player 1 wins, but the game was cut: a draw
                [0.0, 0.0, 0.0],  # nobody wins
                [0.8, 0.2, 0.8],  # players 2 and 1 share
            ],
            np.float32,
        ),
        lengths=np.array([10, 20, 30, 40, 50]),
        truncated=np.array([0, 0, 1, 0, 0], np.int8),
        forfeits=np.array([-1, 2, -1, -1, -1]),
    )


def test_wins_are_shared_and_cut_games_are_draws():
    wins = hand_made().wins()
    assert wins.tolist() == [[1, 0, 0], [0.5, 0.5, 0], [0, 0, 0], [0, 0, 0], [0.5, 0, 0.5]]


def test_equal_returns_of_all_are_a_draw_even_above_zero():
    games = hand_made()
    games.returns[:] = 0.5
    assert games.wins().sum() == 0


def test_standing_of_a_player_counted_by_hand():
    games = hand_made()
    row = standing(games, games.seats_of(0))
    assert (row["games"], row["wins"], row["win_rate"]) == (5, 1.5, 0.3)
    assert (row["draws"], row["draw_rate"]) == (2, 0.4)
    assert (row["truncated"], row["truncation_rate"]) == (1, 0.2)
    assert (row["forfeits"], row["forfeits_of_others"]) == (0, 1)
    assert row["mean_return"] == pytest.approx((1.0 + 0.5 + 0.5 + 0.0 + 0.2) / 5)
    assert row["mean_length"] == 30
    assert [(s["seat"], s["games"], s["wins"]) for s in row["seats"]] == [(0, 2, 1.0), (1, 2, 0.5), (2, 1, 0.0)]
    loser = standing(games, games.seats_of(1))
    assert (loser["forfeits"], loser["forfeit_rate"], loser["forfeits_of_others"]) == (1, 0.2, 0)


def test_who_ended_ahead_counted_by_hand():
    rows = ahead(hand_made(), [policy_player(None, name) for name in "abc"])
    found = {(row["player"], row["against"]): (row["ahead"], row["level"]) for row in rows}
    # returns of a: 1, .5, .5, 0, .2; of b: -.5, -1, 1, 0, .8; of c: -.5, .5, 0, 0, .8
    assert found["a", "b"] == (0.4, 0.2)
    assert found["b", "a"] == (0.4, 0.2)
    assert found["b", "c"] == (0.2, 0.6)
    assert len(found) == 6


# ------------------------------------------------------------------------------------------------------- playing games


@pytest.mark.parametrize("seats", [2, 3])
def test_compiled_games_are_those_of_the_rules(seats):
    options = OPTIONS | {"num_players": seats}
    played = play_lineups(GAME, options, [RANDOM], np.zeros((30, seats), np.int64), SEEDS(1))
    seeds = SEEDS(1).spawn(2)[0].generate_state(30, np.uint64)
    for game, seed in enumerate(seeds):
        expected = by_hand(["random"] * seats, options, seed)
        assert (played.returns[game].tolist(), played.lengths[game], played.truncated[game]) == expected
    assert 0 < played.truncated.sum() < 30, "both kinds of ending must occur"


@pytest.mark.parametrize("at_once", [1, 7, 256])
def test_games_on_the_vector_face_are_those_of_the_rules(monkeypatch, at_once):
    """Every game of the list is played once, to its end, from its own seed, however many are played at once."""
    monkeypatch.setattr(tables, "TABLES", at_once)
    options = OPTIONS | {"num_players": 3}
    lineups = pair_lineups(3, 30)
    played = play_lineups(GAME, options, [LOWEST, RANDOM], lineups, SEEDS(2))
    seeds = SEEDS(2).spawn(2)[0].generate_state(30, np.uint64)
    for game, seed in enumerate(seeds):
        expected = by_hand([("lowest", "random")[i] for i in lineups[game]], options, seed)
        assert (played.returns[game].tolist(), played.lengths[game], played.truncated[game]) == expected
    assert played.lineups is lineups


def test_threads_do_not_change_the_result():
    lineups = np.zeros((1_000, 2), np.int64)
    one = play_lineups(GAME, OPTIONS, [RANDOM], lineups, SEEDS(3), threads=1)
    two = play_lineups(GAME, OPTIONS, [RANDOM], lineups, SEEDS(3), threads=2)
    assert (one.returns == two.returns).all()
    assert (one.lengths == two.lengths).all()
    assert (one.lengths > 0).all()
    assert len(set(one.lengths.tolist())) > 20, "games must differ"


def test_every_finished_game_is_reported():
    for players in ([RANDOM, RANDOM], [LOWEST, RANDOM], [LOWEST, own(Uniform)]):
        counts: list[int] = []
        play_pair(GAME, OPTIONS, (players[0], players[1]), 40, 0, report=counts.append)
        assert sum(counts) == 40


def test_a_game_that_is_over_before_anybody_outside_decides_is_counted():
    """Otherwise short games would be missing. A game of one's own, whose first deal ends it."""

    def step_games(states, first, last, restart, actions, *arrays):
        arrays[6][first:last] = -1  # seats: nobody is to act

    def returns(state, out):
        out[:] = (1.0, -1.0)

    layout = SimpleNamespace(size=lambda players: 3, highs=lambda players: np.ones(3, np.int8))
    game = SimpleNamespace(
        dtype=np.dtype([("decisions", np.int32), ("truncated", np.int8)]),
        options=SimpleNamespace(encode=lambda options: np.zeros(1, np.int64)),
        observation=layout,
        actions=layout,
        loops=SimpleNamespace(step_games=step_games),
        rules=SimpleNamespace(returns=returns),
    )
    played = play_lineups(game, {"num_players": 2}, [LOWEST], np.zeros((300, 2), np.int64), SEEDS(0))
    assert (played.returns == [1.0, -1.0]).all()
    assert played.wins().sum() == 300


def test_a_policy_outside_its_mask_is_an_error_of_the_program():
    class Unmasked:
        def act_batch(self, features, masks, generator, deterministic):
            return masks.argmin(axis=1)

    with pytest.raises(RuntimeError, match="outside its mask"):
        play_pair(GAME, OPTIONS, (policy_player(Unmasked()), RANDOM), 4, 0)


def test_policies_are_given_their_own_tables_and_settings():
    """Two policies at a table of three: each gets batches of whole rows, with what `deterministic` says."""
    asked = Counter()

    class Noting(Lowest):
        def __init__(self, name):
            self.name = name

        def act_batch(self, features, masks, generator, deterministic):
            assert features.dtype == masks.dtype == np.int8
            assert features.shape == (len(masks), GAME.observation.size(3))
            assert masks.any(axis=1).all()
            asked[self.name, deterministic] += len(masks)
            return super().act_batch(features, masks, generator, deterministic)

    first = policy_player(Noting("first"), "first", deterministic=True)
    second = policy_player(Noting("second"), "second")
    play_pair(GAME, OPTIONS | {"num_players": 3}, (first, second), 6, 0)
    assert set(asked) == {("first", True), ("second", False)}
    assert asked["second", False] > asked["first", True] > 0


# --------------------------------------------------------------------------------------------------------- own players


def test_an_own_player_plays_the_very_games_of_the_policy_that_does_the_same():
    as_policy = play_pair(GAME, OPTIONS, (LOWEST, RANDOM), 60, 5)
    as_own = play_pair(GAME, OPTIONS, (own(Lowest, "lowest"), RANDOM), 60, 5)
    assert as_own.rows == as_policy.rows
    assert not as_own.messages
    assert as_own.rows[0]["low"] > 0.5, "taking the lowest action beats random play"
    assert as_own.rows[1]["high"] < 0.5


def test_an_own_player_that_draws_lots_is_level_with_random():
    row = play_pair(GAME, OPTIONS, (own(Uniform), RANDOM), 400, 0).rows[0]
    decided = row["games"] - row["draws"]
    assert abs(row["wins"] / decided - 0.5) < 4 * np.sqrt(0.25 / decided)
    drawn = play_pair(GAME, OPTIONS, (policy_player(Drawn()), RANDOM), 400, 0).rows[0]
    assert abs(drawn["win_rate"] - row["win_rate"]) < 5 * np.sqrt(0.5 / 400)


def illegal(observation, mask, texts):
    return int(mask.argmin())


def crashing(observation, mask, texts):
    raise RuntimeError("out of\nideas")


def wordy(observation, mask, texts):
    return next(iter(texts.values()))


def truthful(observation, mask, texts):
    return True


def leaving(observation, mask, texts):
    raise SystemExit


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (illegal, "chose action 0, which is not legal"),
        (crashing, "RuntimeError: out of ideas"),
        (wordy, "(str), not a whole number"),
        (truthful, "not legal"),
        (leaving, "SystemExit"),
        (lambda observation, mask, texts: -1, "chose action -1, which is not legal"),
        (lambda observation, mask, texts: 10**6, "chose action 1000000, which is not legal"),
        (lambda observation: 0, "TypeError"),
    ],
)
def test_bad_moves_lose_the_game_and_the_comparison_goes_on(player, said):
    outcome = play_pair(GAME, OPTIONS, (own(lambda: SimpleNamespace(act=player), "mine"), RANDOM), 20, 0)
    row, other = outcome.rows
    assert (row["wins"], row["forfeits"], row["forfeits_of_others"]) == (0, 20, 0)
    assert (other["wins"], other["forfeits"], other["forfeits_of_others"]) == (20, 0, 20)
    assert len(outcome.messages) == tables.MESSAGES
    assert outcome.more_messages == 20 - tables.MESSAGES
    for message in outcome.messages:
        assert said in message
        assert "\n" not in message
        assert message.startswith("mine lost game ")
        assert "legal: " in message
        assert "(stack " in message.partition("legal: ")[2], "the legal actions stand there in words"


def test_at_a_larger_table_the_others_share_the_win_of_a_bad_move():
    outcome = play_pair(GAME, OPTIONS | {"num_players": 4}, (own(lambda: SimpleNamespace(act=illegal)), RANDOM), 40, 0)
    (row,) = outcome.rows
    assert (row["wins"], row["forfeits"], row["mean_return"]) == (0, 40, -1.0)
    (row,) = play_pair(
        GAME, OPTIONS | {"num_players": 4}, (RANDOM, own(lambda: SimpleNamespace(act=illegal))), 40, 0
    ).rows
    assert row["wins"] == pytest.approx(40 / 3)
    assert row["forfeits_of_others"] == 40


def test_only_the_games_with_a_bad_move_are_lost_by_it():
    class Sometimes(Uniform):
        def act(self, observation, mask, texts):
            return -1 if self.lots.random() < 0.01 else super().act(observation, mask, texts)

    outcome = play_pair(GAME, OPTIONS, (own(Sometimes), RANDOM), 60, 0)
    row = outcome.rows[0]
    assert 0 < row["forfeits"] < 60
    assert row["wins"] > 0
    assert row["wins"] + outcome.rows[1]["wins"] + row["draws"] == 60


def test_a_class_lives_through_one_game_at_a_time():
    class Remembering:
        def __init__(self):
            self.seat = None

        def begin(self, seat, num_players, seed):
            assert num_players == 3
            self.seat, self.asked, self.seed = seat, 0, seed
            seeds.append(seed)

        def act(self, observation, mask, texts):
            layout = GAME.observation
            assert layout.read(observation, "time")[0] >= (0 if self.asked == 0 else self.time)
            self.time = layout.read(observation, "time")[0]
            self.asked += 1
            return min(texts)

    seeds: list[int] = []
    options = OPTIONS | {"num_players": 3}
    outcome = play_pair(GAME, options, (RANDOM, own(Remembering)), 30, 0)
    assert not outcome.messages
    assert len(seeds) == len(set(seeds)) == 60, "two seats in each of 30 games, each told once, each with its seed"


def test_own_players_cannot_touch_what_the_game_is_made_of():
    class Vandal:
        def act(self, observation, mask, texts):
            action = min(texts)
            observation[:] = 7
            mask[:] = 1
            texts.clear()
            return action

    vandal = play_pair(GAME, OPTIONS, (own(Vandal, "lowest"), RANDOM), 20, 5)
    assert vandal.rows == play_pair(GAME, OPTIONS, (LOWEST, RANDOM), 20, 5).rows
    assert not vandal.messages


def test_own_players_see_what_the_gymnasium_face_shows():
    seen = []

    class Looking(Lowest):
        def act(self, observation, mask, texts):
            assert observation.dtype == np.float32
            assert mask.dtype == np.int8
            assert sorted(texts) == np.flatnonzero(mask).tolist()
            assert len(set(texts.values())) == len(texts)
            seen.append((observation.min(), observation.max()))
            return super().act(observation, mask, texts)

    assert not play_pair(GAME, OPTIONS, (own(Looking), RANDOM), 10, 0).messages
    assert min(low for low, _ in seen) == 0
    assert max(high for _, high in seen) == 1


# -------------------------------------------------------------------------------------------------------- competitions


def test_a_pair_is_the_same_whoever_else_is_compared_and_differs_by_seed():
    first = play_pair(GAME, OPTIONS, (LOWEST, RANDOM), 40, 0).rows
    assert play_pair(GAME, OPTIONS, (LOWEST, RANDOM), 40, 0).rows == first
    assert play_pair(GAME, OPTIONS, (LOWEST, RANDOM), 40, 1).rows != first


def test_a_table_is_yielded_round_by_round_with_balanced_seats(monkeypatch):
    monkeypatch.setattr(tables, "ROUND", 20)
    players = [LOWEST, RANDOM, policy_player(Drawn(), "drawn")]
    sizes = []
    for games in play_table(GAME, OPTIONS | {"num_players": 3}, players, 60, 0):
        sizes.append(len(games.lineups))
        assert len(games.returns) == len(games.lengths) == len(games.forfeits) == len(games.truncated) == sizes[-1]
        for player in range(3):
            assert ((games.lineups == player).sum(axis=0) == sizes[-1] // 3).all()
    assert sizes == [24, 48, 60]
    assert standing(games, games.seats_of(0))["low"] > 1 / 3


def test_messages_of_a_long_table_stay_few_and_number_its_games(monkeypatch):
    monkeypatch.setattr(tables, "ROUND", 2)
    players = [own(lambda: SimpleNamespace(act=illegal), "mine"), RANDOM]
    *_, games = play_table(GAME, OPTIONS, players, 40, 0)
    assert len(games.messages) == 2 * tables.MESSAGES
    assert games.more_messages == 40 - 2 * tables.MESSAGES
    assert [message.split(",")[0] for message in games.messages[:3]] == [f"mine lost game {n}" for n in range(3)]


def test_evaluate_gives_a_row_for_each_opponent():
    rows = evaluate(Lowest(), GAME, {"max_turns": 60}, games=20)
    assert [row["against"] for row in rows] == list(GAME.bots)
    assert all(row["games"] == 20 and row["player"] == "policy" for row in rows)
    rows = evaluate(Lowest(), GAME, {"num_players": 3, "max_turns": 60}, ["random"], games=20)
    assert [row["games"] for row in rows] == [21]
    with pytest.raises(ValueError, match=r"no scripted player 'randm'.*'random'"):
        evaluate(Lowest(), GAME, {}, ["randm"])
    with pytest.raises(ValueError, match=r"num_player.*num_players"):
        evaluate(Lowest(), GAME, {"num_player": 3})
