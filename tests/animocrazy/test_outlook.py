"""The hints of observations: what choices would bring, in quarters of a point or candy, against the table's mean."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.animocrazy import GAME
from envs.core.compiling import COMPILED

from . import table as tables
from .table import Play


def draw(text: str, *, options: dict[str, Any] | None = None, **more: Any) -> Play:
    """Return a table with hints."""
    return tables.draw(text, options={"hints": True, **(options or {})}, **more)


def signed(table: Play, block: str, viewer: int = 0, seat: int = 0) -> list[int]:
    """Return a block of two columns, above and below 0, as numbers. `seat` counts from the viewer."""
    shown = GAME.observation.read(table.look(viewer)[0], block, seat).astype(int)
    return (shown[..., 0] - shown[..., 1]).reshape(-1).tolist()


def read(table: Play, block: str, viewer: int = 0, seat: int = 0) -> list:
    """Return a block as it is."""
    return GAME.observation.read(table.look(viewer)[0], block, seat).tolist()


def round_the_table(table: Play, block: str) -> list[int]:
    """Return a block of the players, as seat 0 sees it."""
    return [signed(table, block, 0, seat)[0] for seat in range(table.num_players)]


@pytest.mark.parametrize(
    ("law", "points", "candies"),
    [
        ("Y01 red", [9, -3, -3, -3], [0, 0, 0, 0]),
        ("R01 green", [2, 2, 2, -6], [2, 2, 2, -6]),
        ("R09 level", [-3, 2, 2, -1], [-6, 2, 2, 2]),
        ("Y08", [-10, 10, 10, -10], [0, 0, 0, 0]),
        ("B07", [0, 0, 0, 0], [0, 0, 0, 0]),
        ("R18", [0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_the_outlook_of_the_law_voted_on(law: str, points: list[int], candies: list[int]) -> None:
    laws = ["Y03 red"] if law == "R09 level" else []  # worth nothing, so lost first: candies go, points stay
    table = draw("rrr y b gg", hand=[law], laws=laws, wilds="----")
    if laws:
        points = [0, 0, 0, 0]
    assert round_the_table(table, "outlook") == round_the_table(table, "candy_outlook") == [0] * 4
    table.propose(law)
    assert round_the_table(table, "outlook") == points
    assert round_the_table(table, "candy_outlook") == candies
    table.vote("nnnn")
    assert round_the_table(table, "outlook") == round_the_table(table, "candy_outlook") == [0] * 4


def test_how_the_vote_on_it_would_end() -> None:
    """Seats 1 and 2 like the law, seat 3 does not: the vote of seat 0 makes it or, by the tilted scale, breaks it."""
    table = draw("rr y b gggg", hand=["R01 green"], wilds="----").propose("R01 green")
    assert [read(table, "likes", 0, seat) for seat in range(4)] == [[1], [1], [1], [0]]
    assert read(table, "foreseen") == [1, 0]
    assert read(table, "foreseen", viewer=3) == [1, 1]
    assert signed(table, "lead") == [-8]
    assert signed(table, "lead_adopted") == [4]


def test_the_outlook_of_the_own_hand() -> None:
    table = draw("rrr y b gg", hand=["Y01 red", "R01 green", "B07"], wilds="----")
    assert signed(table, "hand_outlook")[:3] == [9, 2, 0]
    assert signed(table, "hand_candies")[:3] == [0, 2, 0]
    assert read(table, "hand_kind")[:3] == [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    assert signed(table, "hand_lead")[:3] == [16, 8, 4]
    assert read(table, "hand_friends")[:3] == [0, 2, 0]
    assert read(table, "hand_passes")[:3] == [0, 1, 0]
    for block in ("hand_outlook", "hand_candies", "hand_lead"):
        assert signed(table, block, viewer=1) == [0] * 6


def test_the_outlook_of_laws_to_repeal_or_replace() -> None:
    laws = ["Y02 red", "Y04 green", "Y07"]
    table = draw("rrr y b gg", hand=["R16 level"], laws=laws, wilds="----").adopt("R16 level")
    assert table.asked == "REPEAL"
    assert signed(table, "law_outlook") == [-18, -4, -15, 0, 0, 0]
    assert signed(table, "law_outlook", viewer=1) == [0] * 6
    laws = ["Y02 red", "Y04 green", "Y07", "Y09 level", "Y12", "B07"]
    table = draw("rrr y b gg", hand=["Y17"], laws=laws, wilds="----").propose("Y17")
    assert table.asked == "REPLACE"
    assert signed(table, "law_outlook")[0] == -18
    assert signed(table, "law_outlook")[5] == 0


def test_the_outlook_of_candies_to_lose_or_to_give() -> None:
    table = draw("ry r r r", hand=["R04 level"], laws=["Y04 yellow"]).adopt("R04 level")
    assert table.asked == "LOSE"
    assert signed(table, "parting_outlook") == [-3, 3, 0, 0]
    assert signed(table, "worth") == [1, -1, 1, 1]
    assert signed(table, "parting_outlook", viewer=1) == [0] * 4
    table = draw("ry r r r", hand=["R07"], laws=["Y04 yellow"]).adopt("R07")
    assert table.asked == "GIVE"
    assert signed(table, "parting_outlook") == [-4, 4, 0, 0]


def test_the_outlook_of_the_two_laws_drawn() -> None:
    table = draw("rrr y b gg", hand=["B07"], laws=["B19"], deck=["Y01 red", "R01 green"], wilds="----").reject("B07")
    assert table.asked == "KEEP"
    assert signed(table, "drawn_outlook") == [9, 2]
    assert signed(table, "drawn_outlook", viewer=1) == [0, 0]


def test_the_outlook_of_b17_knows_that_its_limit_is_three_in_the_voracious_variant() -> None:
    table = draw("rrrr yyyy b g", hand=["B17"], options={"voracious": True}, wilds="----").propose("B17")
    assert round_the_table(table, "candy_outlook") == [-2, -2, 2, 2]
    table = draw("rrrr yyyy b g", hand=["B17"], wilds="----").propose("B17")
    assert round_the_table(table, "candy_outlook") == [0, 0, 0, 0]


def test_the_outlook_of_a_loss_of_those_with_most_is_about_all_candies() -> None:
    """Seat 3 has most candies; that it has no red one is no matter for who it is."""
    table = draw("rrrb rr r yyyyyyg", hand=["blank"], options={"carte_blanche": True}, wilds="----").propose("blank")
    table.do("kind: blue", "what: lose", "who: active most", "which: red", "amount: 1")
    outlook = table.state["outlook"][:4].tolist()
    assert outlook[3] < 0 < outlook[0] == outlook[1] == outlook[2]


def hints() -> np.ndarray:
    """Return the columns of hints in an observation of a table of four."""
    layout = GAME.observation
    columns = np.zeros(layout.size(4), bool)
    for block in (*layout.head, *layout.seat):
        if block.text.startswith("hint: "):
            for seat in range(4 if block in layout.seat else 1):
                layout.read(columns, block.name, seat)[...] = True
    return columns


def test_hints_are_only_given_when_asked_for_and_change_nothing_else() -> None:
    plain, hinted = Play(GAME, {"num_players": 4}), Play(GAME, {"num_players": 4, "hints": True})
    seen = np.zeros(GAME.observation.size(4), bool)
    for seed in range(8 if COMPILED else 1):
        plain.start(seed), hinted.start(seed)
        while not plain.over:
            for seat in range(4):
                without, mask = plain.look(seat)[0].copy(), plain.mask.copy()
                features = hinted.look(seat)[0]
                assert not without[hints()].any()
                assert np.array_equal(without[~hints()], features[~hints()])
                assert np.array_equal(mask, hinted.mask)
                seen |= features != 0
            action = int(np.random.default_rng(plain.state["decisions"] + seed).choice(np.flatnonzero(plain.mask)))
            plain.play(action), hinted.play(action)
        assert plain.returns.tolist() == hinted.returns.tolist()
    assert seen[hints()].mean() > (0.5 if COMPILED else 0.2)
