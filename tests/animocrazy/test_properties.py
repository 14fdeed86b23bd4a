"""Random games in every variant: invariants, knowledge, views, at every decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from envs.animocrazy import GAME
from envs.animocrazy.box import LAWS, NO_CARD
from envs.animocrazy.state import Decision, Zone
from envs.core.compiling import COMPILED
from envs.core.table import Table

VARIANTS: list[dict[str, Any]] = [
    {},
    {"talk": True},
    {"voracious": True},
    {"carte_blanche": True},
    {"voracious": True, "carte_blanche": True, "talk": True},
]
GAMES = 3 if COMPILED else 1


def games(options: dict[str, Any], number: int = GAMES) -> Any:
    """Yield tables at every decision: half of it played by scripted players, half at random."""
    for seed in range(number):
        table, rng, whims = Table(GAME, options), np.random.default_rng([seed, 9]), np.array([seed], np.uint64)
        table.start(seed)
        while not table.over:
            yield table
            if rng.random() < 0.5:
                table.play(int(rng.choice(np.flatnonzero(table.mask))))
            else:
                bot = int(rng.integers(1, len(GAME.bots)))
                table.play(int(GAME.loops.choose(table.state, bot, table.mask, whims)))
        yield table


@pytest.mark.parametrize("players", range(4, 11))
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_conservation_and_invariants_at_every_decision(players: int, options: dict[str, Any]) -> None:
    """60 candies, 10 Wild cards (Yes and No cards never leave their players), 95 or 105 laws; and everything else."""
    cards = LAWS + 1 + 10 * options.get("carte_blanche", False)
    for table in games({"num_players": players, **options}, 2 if COMPILED else 1):
        s = table.state
        assert s["candies"].sum() + s["bag"].sum() + s["gone"].sum() == 60
        assert (s["wild"] >= 0).sum() + s["wild_out"].sum() + s["wild_box"].sum() == 10
        in_play = [
            card for card in range(LAWS + 11) if card < LAWS or card == LAWS + 10 or options.get("carte_blanche")
        ]
        assert len(in_play) == cards
        listed = (s["hand"] != NO_CARD).sum() + (s["deck"] != NO_CARD).sum() + (s["law"] != NO_CARD).sum()
        listed += (s["drawn"] != NO_CARD).sum()
        others = sum(int(s["zone"][card]) in (0, 3, 5, 7, 8) for card in in_play)
        assert listed + others == cards
        GAME.check(s)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_nothing_leaks_at_any_decision(options: dict[str, Any]) -> None:
    """Features, masks, texts, views and players are the same after everything hidden was drawn anew."""
    moved = Counter()
    for number, table in enumerate(games({"num_players": 5, **options}, 2 if COMPILED else 1)):
        for seat in range(5) if COMPILED else (number % 5,):
            twin = table.clone()
            twin.redeal(seat, number)
            GAME.check(twin.state)
            assert np.array_equal(twin.look(seat)[0], table.look(seat)[0])
            if number % 10 == 0:
                assert GAME.render_text(twin.state, seat) == GAME.render_text(table.state, seat)
            moved += Counter(
                {name: int((twin.state[name] != table.state[name]).any()) for name in ("hand", "wild", "vote", "deck")}
            )
            if seat != table.seat:
                continue
            assert np.array_equal(twin.mask, table.mask)
            assert twin.legal_texts() == table.legal_texts()
            for bot in range(len(GAME.bots)):
                one, other = (
                    GAME.loops.choose(t.state, bot, t.mask, np.array([number], np.uint64)) for t in (twin, table)
                )
                assert one == other, GAME.bots[bot]
    assert min(moved[name] for name in ("hand", "wild", "vote", "deck")) > (20 if COMPILED else 3)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_games_end_in_at_most_26_turns_and_every_question_is_asked(options: dict[str, Any]) -> None:
    asked = Counter()
    for table in games({"num_players": 6, **options}, 8 if COMPILED else 1):
        asked[Decision(int(table.state["decision"])) if not table.over else None] += 1
        assert table.state["turn"] <= 26
        assert not table.truncated
    if COMPILED:
        expected = {Decision.PROPOSE, Decision.VOTE, Decision.LOSE, Decision.GIVE, Decision.REPEAL}
        expected |= {Decision.SAY} if options.get("talk") else set()
        expected |= set(map(Decision, range(1, 6))) if options.get("carte_blanche") else set()
        assert expected - {Decision.GIVE, Decision.REPEAL} <= set(asked)
        assert asked[Decision.VOTE] > 6 * asked[Decision.PROPOSE] * 0.9


def test_the_picture_is_an_image_and_hides_what_is_hidden() -> None:
    for number, table in enumerate(games({"num_players": 4, "carte_blanche": True}, 1)):
        if number % 25:
            continue
        picture = GAME.render_picture(table.state, 1)
        assert picture.dtype == np.uint8
        assert picture.ndim == 3
        twin = table.clone()
        twin.redeal(1, number)
        assert np.array_equal(GAME.render_picture(twin.state, 1), picture)
        assert picture.shape == GAME.render_picture(table.state, None).shape


def test_the_text_shows_candies_laws_and_votes() -> None:
    table = Table(GAME, {"num_players": 4})
    position = {
        "candies": [{"red": 2}, {"blue": 1}, {}, {"green": 3}],
        "laws": ["Y02 red", "B12"],
        "hands": [["R03"], [], [], []],
        "wilds": ["Scam", None, "Definite Yes", "Definite No"],
    }
    table.start(1, position)
    text = GAME.render_text(table.state, 0)
    assert "1 Y02 red: Each red candy is worth 3 [red, level]" not in text  # its scale is tilted
    assert "1 Y02 red: Each red candy is worth 3 [red, tilted]" in text
    assert "-> Seat 0: 6 points, 2 candies (2 red); Scam" in text
    assert "Seat 1: 1 points, 1 candies (1 blue); no Wild card" in text
    assert "Seat 2: 0 points, 0 candies (none); a Wild card" in text
    assert "R03: Everyone draws 2 candies [level]" in text
    assert "6 laws in hand" in text
    table.play(table.parse_action("propose card 1, R03: Everyone draws 2 candies"))
    table.play(table.parse_action("vote Yes"))
    assert "votes (hidden)" in GAME.render_text(table.state, 1)
    assert "votes Yes" in GAME.render_text(table.state, 0)
    assert "votes Yes" not in GAME.render_text(table.state, 1)
    for _ in range(3):
        table.play(table.parse_action("vote No"))
    assert "R03 of seat 0 rejected: 0 Yes, 1 No, 2 No, 3 No" in GAME.render_text(table.state, 2)
    with pytest.raises(ValueError, match="seat: got 4"):
        GAME.render_text(table.state, 4)


def test_zones_of_played_laws_are_open() -> None:
    for table in games({"num_players": 6}, 1):
        discarded = int((np.asarray(table.state["zone"]) == Zone.DISCARDED).sum())
        assert discarded == int(table.state["discarded"].sum())
