"""How a game ends: returns by reward scheme, truncation ("Ending the Game", "Length")."""

import pytest

from tests.nineteen61.table import Table

# Seat 0 is about to win by Lander. Seat 1 is in the game, seat 2 went out last, seat 3 first.
DECIDED = {
    "rows": [
        "Moon Lander [Research, Research, Sabotage, Espionage]",
        "Moon Lander [Agency] | Embassy | Embassy",
        "",
        "",
    ],
    "hands": [["Bunker"], [], [], []],
    "out": [3, 2],
}
WIN = ["stack a card", "stack on seat 0, place 1", "stack Embargo"]


@pytest.mark.parametrize(
    ("reward", "returns"),
    [
        ("zero_sum", [1, -0.3333, -0.3333, -0.3333]),
        ("win", [1, 0, 0, 0]),
        ("rank", [1, 0.3333, -0.3333, -1]),
        ("score", [1, 0.6667, 0, 0]),
    ],
)
def test_returns_of_a_decided_game(reward, returns):
    table = Table(DECIDED, reward=reward).do(*WIN)
    assert table.winner == 0
    assert table.returns() == returns
    assert table.s["truncated"] == 0


@pytest.mark.parametrize("reward", ["zero_sum", "win", "rank"])
def test_returns_of_two_players(reward):
    table = Table({"rows": ["Moon Lander", "Moon Lander"], "hands": [["Missile Launch"], []]}, reward=reward)
    table.do("play Missile Launch", "launch at seat 0")
    assert table.returns() == ([0, 1] if reward == "win" else [-1, 1])


def test_rank_two_living_losers_share_a_place():
    rows = ["Moon Lander [Research, Research, Sabotage, Espionage]", "Moon Lander", "Moon Lander [Agency]"]
    table = Table({"rows": rows, "hands": [["Bunker"], [], []]}, reward="rank").do(*WIN)
    assert table.returns() == [1, -0.5, -0.5]


@pytest.mark.parametrize(
    ("row", "score"),
    [
        ("Moon Lander", 0),
        ("Moon Lander [Agency, Agency]", 0.4),
        ("Moon Lander [Agency, Agency, Agency, Agency]", 0.8),
        ("Moon Lander [Embargo!, Agency, Agency, Agency, Agency]", 0),
        ("Moon Lander [Embargo!, Agency] | Embassy", 0.3333),
        ("Moon Lander | Embassy [Embargo!] | Embassy | Embassy", 0.6667),
        ("Factory [Agency, Agency, Agency]", 0),
    ],
)
def test_score_counts_how_near_the_losers_came(row, score):
    rows = ["Moon Lander [Research, Research, Sabotage, Espionage]", row]
    table = Table({"rows": rows, "hands": [["Bunker"], []]}, reward="score").do(*WIN)
    assert table.returns() == [1, score]


def test_max_turns_cuts_the_game_as_a_truncation():
    table = Table({"rows": ["Moon Lander", "Moon Lander"], "turn": {"number": 7}}, max_turns=8)
    table.do("pass")
    assert table.s["turn"] == 8
    table.do("stack a card", "stack on seat 0, place 1", f"stack {table.hand(1)[0]}")
    assert (table.to_act, table.s["truncated"]) == (1, 0), "the last turn is played to its end"
    table.do("pass")
    assert (table.to_act, table.winner, table.s["truncated"]) == (None, None, 1)
    assert table.s["turn"] == 8


def test_winning_in_the_last_turn_is_no_truncation():
    table = Table({**DECIDED, "turn": {"number": 8}}, max_turns=8).do(*WIN)
    assert (table.winner, table.s["truncated"]) == (0, 0)


@pytest.mark.parametrize(
    ("reward", "returns"),
    [
        ("zero_sum", [0, 0, 0, 0]),
        ("win", [0, 0, 0, 0]),
        ("rank", [0.6667, 0.6667, -0.3333, -1]),
        ("score", [0.8, 0.6667, 0, 0]),
    ],
)
def test_returns_of_a_truncated_game(reward, returns):
    """A draw: of all by zero_sum and win, of those still in the game by rank; by score what each had reached."""
    table = Table({**DECIDED, "turn": {"number": 8, "played": True}}, max_turns=8, reward=reward)
    table.do("pass")
    assert table.s["truncated"] == 1
    assert table.returns() == returns
