"""Scripted players: they know what they do, use only what they may know, and beat random players."""

from __future__ import annotations

import numpy as np
import pytest

from envs.animocrazy import GAME
from envs.core.compiling import COMPILED, new_states

from .table import Play, draw

GREEDY, SAVER, CONTRARIAN = (GAME.bot_number(name) for name in ("greedy", "saver", "contrarian"))
compiled_only = pytest.mark.skipif(not COMPILED, reason="takes minutes in plain Python")


def choice(table: Play, bot: int) -> str:
    """Return what a scripted player would do, in words."""
    action = int(GAME.loops.choose(table.state, bot, table.mask, np.array([1], np.uint64)))
    assert table.mask[action] == 1
    return table.action_text(action)


@pytest.mark.parametrize(("law", "vote"), [("Y02 red", "vote Yes"), ("Y03 red", "vote No"), ("Y01 green", "vote No")])
def test_greedy_votes_for_what_gains_more_than_the_mean(law: str, vote: str) -> None:
    table = draw("rrr y b gg", hand=[law], wilds="----", seat=3).propose(law).cast("n")
    assert choice(table, GREEDY) == vote


@pytest.mark.parametrize(
    ("law", "text", "vote"),
    [
        ("R01 red", "r rrr rrr rrr", "vote Yes"),
        ("R01 red", "rrr r r r", "vote No"),
        ("R09 level", "r yyyy r r", "vote Yes"),
        ("R10 level", "r yy yy yy", "vote Yes"),
        ("R10 level", "yyy y yy yy", "vote No"),
        ("R05", "r yy yy yyyyy", "vote Yes"),
        ("R05", "yyyyy yy yy y", "vote No"),
        ("R12 blue", "bbb y y y", "vote No"),
        ("R11 green", "g y y y", "vote Yes"),
    ],
)
def test_greedy_understands_red_laws(law: str, text: str, vote: str) -> None:
    """Seat 0 is asked last, as the left neighbour's left ... of the proposer, seat 1."""
    table = draw(text, hand=[law], wilds="----", seat=1).propose(law).cast("n").cast("n").cast("n")
    assert table.seat == 0
    assert choice(table, GREEDY) == vote


def test_greedy_proposes_what_a_majority_also_gains_from() -> None:
    """Y02 red gains most, but only for seat 0; Y01 yellow gains for three of four."""
    table = draw("rrrryyy yyy yyy b", hand=["Y02 red", "Y01 yellow", "Y04 red", "Y04 yellow", "Y05 green", "Y08"])
    assert choice(table, GREEDY).startswith("propose card 2, Y01 yellow")
    assert choice(table, CONTRARIAN).startswith("propose card 1, Y02 red")


def test_greedy_parts_with_the_candy_that_is_worth_least() -> None:
    table = draw("ry r r r", hand=["R04 level"], laws=["Y04 yellow"]).propose("R04 level").vote("yyyy")
    assert choice(table, GREEDY) == "lose a yellow candy"
    table = draw("ry r r r", hand=["R07"], laws=["Y02 yellow"]).propose("R07").vote("yyyy")
    assert choice(table, GREEDY) == "give a red candy"


def test_greedy_replaces_and_repeals_what_hurts_it() -> None:
    six = ["Y01 yellow", "Y04 red", "Y05 yellow", "Y06 red", "B07", "B12"]
    table = draw("rrrr y y y", hand=["Y17"], laws=six).propose("Y17")
    assert choice(table, GREEDY).startswith("replace law 2")
    table = draw("rrrr y y y", hand=["R16 level"], laws=six).propose("R16 level").vote("yyyy")
    assert choice(table, GREEDY).startswith("repeal law 2")


def test_greedy_keeps_the_better_law_and_composes_for_its_candies() -> None:
    table = draw("rrrr y y y", hand=["B15"], laws=["B19"], deck=["Y04 red", "Y01 red"]).reject("B15")
    assert choice(table, GREEDY).startswith("keep the second")
    table = draw("bbbb y y y", hand=["blank"], options={"carte_blanche": True}).propose("blank")
    for _ in range(4):
        if table.asked != "VOTE":
            table.do(choice(table, GREEDY))
    assert "Each blue candy is worth 3" in GAME.render_text(table.state, 1)


def test_wild_cards_are_played_where_much_is_at_stake_and_saved_by_the_saver() -> None:
    """Y02 red would win for the others; plain votes are against seat 0, who holds a Definite No."""
    table = (
        draw("y rrrrr rrrrr rrrrr", hand=["Y02 red"], wilds="N---", seat=1)
        .propose("Y02 red")
        .cast("y")
        .cast("y")
        .cast("y")
    )
    assert choice(table, GREEDY) == "vote Definite No"
    assert choice(table, SAVER) == "vote No"
    late = draw("y rrrrr rrrrr rrrrr", hand=["Y02 red"], wilds="N---", seat=1, deck_left=6).propose("Y02 red")
    assert choice(late.cast("y").cast("y").cast("y"), SAVER) == "vote Definite No"
    useless = draw("y rrrrr rrrrr rrrrr", hand=["Y02 red"], wilds="Y---", seat=1).propose("Y02 red").cast("y").cast("y")
    assert choice(useless.cast("y"), GREEDY) == "vote No"  # a Definite Yes would not help


def test_the_contrarian_wants_a_whole_point() -> None:
    """Y01 red gains half a point more than the mean: enough for the greedy one."""
    table = draw("rr rr r r", hand=["Y01 red"], wilds="----", seat=1).propose("Y01 red").cast("n").cast("n").cast("n")
    assert choice(table, GREEDY) == "vote Yes"
    assert choice(table, CONTRARIAN) == "vote No"


def test_announcements_are_honest_or_none() -> None:
    table = draw("rrr y b gg", hand=["Y02 red"], options={"talk": True}).propose("Y02 red")
    assert choice(table, GREEDY) == "announce Yes"
    assert choice(table, CONTRARIAN) == "announce nothing"


def duel(one: int, others: int, games: int) -> tuple[float, float]:
    """Return the share of wins of one player against five others, and half of its 95 % interval, seats balanced."""
    lineups = np.array([[one if seat == game % 6 else others for seat in range(6)] for game in range(games)], np.int64)
    seeds = np.random.default_rng(7).integers(2**53, size=games).astype(np.uint64)
    rewards, lengths, cut = np.zeros((games, 6), np.float32), np.zeros(games, np.int64), np.zeros(games, np.int8)
    options = GAME.options.encode(GAME.options.complete({"num_players": 6, "reward": "win"}))
    mask = np.zeros(GAME.actions.size(6), np.int8)
    GAME.loops.play_games(new_states(GAME.dtype, 1), 0, options, lineups, seeds, mask, rewards, lengths, cut)
    wins = rewards[np.arange(games), np.arange(games) % 6]
    return float(wins.mean()), float(1.96 * wins.std() / games**0.5)


@compiled_only
@pytest.mark.parametrize("bot", [GREEDY, SAVER, CONTRARIAN])
def test_each_beats_random_players_clearly(bot: int) -> None:
    """At a table of six a fair share is 1/6."""
    wins, half = duel(bot, 0, 1200)
    assert wins - half > 0.33


@compiled_only
def test_a_random_player_is_lost_among_greedy_ones() -> None:
    wins, half = duel(0, GREEDY, 1200)
    assert wins + half < 0.1
