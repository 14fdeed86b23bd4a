"""Carte Blanche: laws that players compose part by part (A10), alone and together with Voracious and talk."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from envs.animocrazy import GAME
from envs.animocrazy.actions import KIND_NAMES, WHAT_NAMES, WHICH_NAMES, WHO_NAMES
from envs.animocrazy.box import (
    BLANKS,
    COMPOSABLE,
    LAW_NAMES,
    LAWS,
    LAWS_IN_FORCE,
    NO_SYMBOL,
    PART_NAMES,
    PARTS,
    SYMBOL,
    SYMBOL_OF,
    Kind,
    What,
    Which,
    law_text,
    symbol_of,
)

from .table import Play, changed, draw

BLANCHE = {"options": {"carte_blanche": True}}


def law(text: str) -> dict[str, Any]:
    """Return a composed law from "kind/what/who/which/amount"; names in the form of a position."""
    parts: dict[str, Any] = dict(zip(PART_NAMES, text.split("/"), strict=True))
    if parts["amount"] != "all":
        parts["amount"] = int(parts["amount"])
    return parts


def compose(table: Play, text: str) -> Play:
    """Propose a blank law and choose its parts wherever there is a choice."""
    table.propose("blank")
    parts = {name: str(value) for name, value in law(text).items()}
    while str(table.asked).startswith("COMPOSE"):
        part = str(table.asked).removeprefix("COMPOSE_").lower()
        exact = f"{part}: {parts[part]}"
        action = next(action for action, words in table.legal_texts().items() if words == exact)
        table.play(action)
    return table


def blanche(text: str = "ryb ryb ryb ryb", **more: Any) -> Play:
    """Return a Carte Blanche table at which seat 0 holds a blank law."""
    hand = ["blank", *more.pop("hand", [])]
    return draw(text, hand=hand, **{**BLANCHE, **more})


# Set-up


def test_a10_ten_blank_laws_are_shuffled_in() -> None:
    table = Play(GAME, {"num_players": 4, "carte_blanche": True})
    zones = Counter()
    for seed in range(60):
        table.start(seed)
        GAME.check(table.state)
        zones.update(table.state["zone"][LAWS : LAWS + BLANKS].tolist())
    assert set(zones) == {0, 1, 2}
    assert sum(zones.values()) == 600


def test_a10_the_printed_laws_can_all_be_composed() -> None:
    assert {tuple(row[:5]) for row in PARTS.tolist()} <= COMPOSABLE


def test_a10_composed_laws_carry_the_symbol_of_the_printed_ones() -> None:
    for row in PARTS.tolist():
        assert SYMBOL_OF[tuple(row[:4])] == row[SYMBOL]
    for kind, what, who, which, _ in COMPOSABLE:
        assert SYMBOL_OF[kind, what, who, which] == symbol_of(kind, what, who, which)
        assert kind != Kind.RED or symbol_of(kind, what, who, which) == NO_SYMBOL
        assert kind != Kind.BLUE or symbol_of(kind, what, who, which) < 10  # every blue law has one


def test_a10_every_law_that_can_be_composed_has_its_own_text() -> None:
    texts = Counter((parts[0], law_text(*parts)) for parts in COMPOSABLE)
    assert max(texts.values()) == 1


# Composing


def test_a10_parts_are_chosen_one_by_one_each_masked_to_what_makes_sense() -> None:
    table = blanche().propose("blank")
    assert (table.asked, table.seat) == ("COMPOSE_KIND", 0)
    assert set(table.legal_texts().values()) == {"kind: red", "kind: blue", "kind: yellow"}
    table.do("kind: yellow")
    assert table.asked == "COMPOSE_WHAT"
    assert {"what: worth", "what: bonus", "what: score left"} <= set(table.legal_texts().values())
    assert not table.can("what: draw")
    table.do("what: bonus")
    assert table.asked == "COMPOSE_WHO"
    assert not table.can("who: voted yes")
    table.do("who: has")
    assert set(table.legal_texts().values()) == {f"which: {c}" for c in ("red", "yellow", "blue", "green")}
    table.do("which: green")
    assert not table.can("amount: 0")
    table.do("amount: -2")
    assert table.asked == "VOTE"


def test_a10_parts_without_a_choice_are_not_asked() -> None:
    table = blanche().propose("blank").do("kind: blue", "what: open votes")
    assert table.asked == "VOTE"
    table = blanche().propose("blank").do("kind: yellow", "what: worth")
    assert table.asked == "COMPOSE_WHICH"


def test_a10_what_is_composed_so_far_is_open() -> None:
    table = blanche().propose("blank").do("kind: red", "what: lose")
    for seat in range(4):
        proposed = GAME.observation.read(table.look(seat)[0], "proposed")[0]
        assert proposed.sum() == 3  # kind, what, and that it is a blank one
    assert "blank law (red, lose ...)" in GAME.render_text(table.state, 2)


@pytest.mark.parametrize("voracious", [False, True])
def test_a10_every_path_of_parts_ends_in_a_law(voracious: bool) -> None:
    """A thousand random ways: none gets stuck, and only laws of the table come out."""
    options = {"carte_blanche": True, "voracious": voracious}
    start = blanche(options=options).propose("blank")
    rng = np.random.default_rng(1)
    composed = set()
    for _ in range(400):
        table = start.clone()
        while str(table.asked).startswith("COMPOSE"):
            table.play(int(rng.choice(np.flatnonzero(table.mask))))
        composed.add(tuple(table.state["blank"][int(table.state["proposed"]) - LAWS][:5].tolist()))
    assert composed <= COMPOSABLE
    assert len(composed) > 150
    limits = {parts[4] for parts in composed if parts[1] == What.LIMIT and parts[3] == Which.EACH_COLOUR}
    assert (4 in limits) is not voracious  # there it is the rule anyway


# Composed laws work


@pytest.mark.parametrize(
    ("text", "then", "after"),
    [  # the table before: "ryb yyb ybg rr"; seat 0 has the only Wild card
        ("red/draw/everyone/any/3", (), [6, 6, 6, 5]),
        ("red/draw/has/red/2", (), [5, 3, 3, 4]),
        ("red/draw/even/any/1", (), [3, 3, 3, 3]),
        ("red/draw/fewest/yellow/1", (), [3, 3, 3, 3]),
        ("red/lose/everyone/red/all", (), ["yb", "yyb", "ybg", "-"]),
        ("red/lose/fewest/any/1", ("lose a red",), ["ryb", "yyb", "ybg", "r"]),
        ("red/lose/most/yellow/1", (), ["ryb", "yb", "ybg", "rr"]),
        ("red/lose/holds wild/any/2", ("lose a red", "lose a yellow"), ["b", "yyb", "ybg", "rr"]),
        ("red/pass right/has/red/all", (), ["yb", "yyb", "rrybg", "r"]),
        ("red/pass left/proposer/any/2", ("give a red", "give a blue"), ["y", "ryybb", "ybg", "rr"]),
        ("red/pass left/everyone/yellow/2", (), ["rb", "yb", "yybg", "yrr"]),
    ],
)
def test_a10_composed_red_laws_act(text: str, then: tuple[str, ...], after: list[Any]) -> None:
    table = compose(blanche("ryb yyb ybg rr", wilds="Y---"), text).vote("yyyy").do(*then)
    got = table.totals if isinstance(after[0], int) else ["".join(sorted(word)) for word in table.candies.split()]
    assert got == [n if isinstance(n, int) else "".join(sorted(n)) for n in after]
    assert table.discards == [law(text)]


@pytest.mark.parametrize(
    ("text", "points"),
    [  # the table: "ryb yyb ybg rr"
        ("yellow/worth/everyone/yellow/3", [5, 7, 5, 2]),
        ("yellow/bonus/has/green/-3", [3, 3, 0, 2]),
        ("yellow/bonus/fewest/yellow/4", [3, 3, 3, 6]),
        ("yellow/sets/everyone/any/2", [3, 3, 3, 2]),
        ("yellow/lacking/everyone/any/1", [4, 5, 4, 5]),
        ("yellow/largest/everyone/any/1", [1, 2, 1, 2]),
        ("yellow/bonus/even/any/5", [3, 3, 3, 7]),
        ("yellow/score left/everyone/any/0", [2, 3, 3, 3]),
    ],
)
def test_a10_composed_yellow_laws_are_scored(text: str, points: list[int]) -> None:
    table = compose(blanche("ryb yyb ybg rr"), text).vote("yyyy")
    assert table.laws == [law(text)]
    assert table.points == points


def test_a10_composed_blue_laws_work_from_the_next_turn_on() -> None:
    table = compose(blanche("rrrrrr - - -"), "blue/limit/everyone/each colour/2").vote("yyyy")
    assert table.candies == "rrrrrr - - -"
    table.at_random(3)
    while not table.over and table.active == 1:
        table.cast("n") if table.asked == "VOTE" else table.at_random(1)
    assert table.candies == "rr - - -"


@pytest.mark.parametrize(
    ("text", "votes", "totals"),
    [
        ("blue/draw/voted no/any/2", "yynn", [3, 3, 5, 5]),
        ("blue/lose/winning side/red/1", "nnny", [2, 2, 2, 3]),
        ("blue/draw/proposer rejected/any/2", "nnnn", [5, 3, 3, 3]),
        ("blue/lose/proposer adopted/blue/2", "yyyy", [2, 3, 3, 3]),
    ],
)
def test_a10_composed_hooks(text: str, votes: str, totals: list[int]) -> None:
    table = draw(hand=["Y05 green"], laws=[law(text)], **BLANCHE).propose("Y05 green").vote(votes)
    assert table.totals == totals


def test_a10_composed_weights_and_wild_cards() -> None:
    heavy = law("blue/weight/has/red/3")
    assert draw("r y y y", hand=["B08"], laws=[heavy], **BLANCHE).propose("B08").vote("nyyn").result is False
    assert draw("r y y y", hand=["B08"], laws=[heavy], **BLANCHE).propose("B08").vote("ynny").result is True
    kept = law("blue/keep wild/everyone/any/0")
    table = draw(hand=["B08"], laws=[kept], wilds="YNSY", **BLANCHE).propose("B08").vote("wwyn")
    assert table.wilds == "YNSY"


def test_a10_composed_laws_have_no_scale_so_that_ties_reject() -> None:
    assert compose(blanche(), "red/draw/everyone/any/1").vote("yynn").result is False
    assert compose(blanche(laws=["B07"]), "red/draw/everyone/any/1").vote("yynn").result is True
    assert compose(blanche(wilds="YN--"), "red/draw/everyone/any/1").vote("wwyy").result is False


# Replaced, repealed, seen

WORTH = "yellow/worth/everyone/red/3"


def test_a10_composed_laws_replace_and_are_replaced_by_their_symbol() -> None:
    table = compose(blanche(laws=["Y04 red", "B07"]), WORTH).vote("yyyy")
    assert table.laws == [law(WORTH), "B07"]
    assert table.discards == ["Y04 red"]
    table = draw(hand=["Y04 red"], laws=[law(WORTH)], **BLANCHE).adopt("Y04 red")
    assert table.laws == ["Y04 red"]
    assert table.discards == [law(WORTH)]


def test_a10_a_composed_seventh_law_names_its_place_after_it_is_composed() -> None:
    six = ["Y01 red", "Y01 blue", "Y05 red", "Y06 red", "B07", "B12"]
    table = compose(blanche(laws=six), "yellow/bonus/lacks/blue/-1")
    assert table.asked == "REPLACE"
    table.do("replace law 5").vote("yyyy")
    assert table.laws[4] == law("yellow/bonus/lacks/blue/-1")
    assert len(table.laws) == LAWS_IN_FORCE
    assert compose(blanche(laws=six), WORTH).asked == "VOTE"  # Y01 red has its symbol


def test_a10_composed_laws_are_repealed() -> None:
    blue = law("blue/limit/everyone/any/5")
    assert draw(hand=["R15"], laws=[blue, law(WORTH)], **BLANCHE).adopt("R15").laws == [law(WORTH)]
    assert draw(hand=["R14"], laws=[blue, law(WORTH)], **BLANCHE).adopt("R14").laws == [blue]
    assert draw(hand=["R16 level"], laws=[blue], **BLANCHE).adopt("R16 level", "repeal law 1").laws == []


def test_a10_a_rejected_composed_law_changes_nothing() -> None:
    table = blanche()
    before = table.snapshot()
    compose(table, "red/draw/everyone/any/3").vote("nnnn")
    assert changed(before, table) == set()
    assert table.discards == [law("red/draw/everyone/any/3")]


@pytest.mark.parametrize("name", ["Y01 red", "B12", "Y05 green", "B17", "Y15"])
def test_a10_a_composed_law_is_described_like_the_printed_one(name: str) -> None:
    """Its parts, symbol and amount are the same in the observation; only that it is blank, and its scale, differ."""
    table = draw(hand=["R03"], laws=[name], **BLANCHE)
    composed = draw(hand=["R03"], laws=[_as_parts(PARTS[LAW_NAMES.index(name)].tolist())], **BLANCHE)
    for seat in range(4):
        one, other = table.look(seat)[0], composed.look(seat)[0]
        printed, made = (GAME.observation.read(f, "laws")[0] for f in (one, other))
        labels = GAME.observation.block("laws").labels
        differing = {labels[i] for i in np.flatnonzero(printed != made)}
        assert differing <= {"blank", "ties adopt"}
        assert "blank" in differing
        assert np.array_equal(*(GAME.observation.read(f, "laws_amount") for f in (one, other)))


def _as_parts(row: list[int]) -> dict[str, Any]:
    """Return a row of `PARTS` as a position names a composed law."""
    values = (KIND_NAMES, WHAT_NAMES, WHO_NAMES, WHICH_NAMES)
    named = {name: values[i][row[i]] for i, name in enumerate(PART_NAMES[:4])}
    return {**named, "amount": row[4]}


def test_a10_a_taking_composed_wild_law_works_for_its_players_only() -> None:
    table = compose(blanche(wilds="----"), "red/take wild/proposer/any/1").vote("yyyy")
    assert [letter != "-" for letter in table.wilds] == [True, False, False, False]


# Both variants, and talk


def test_a10_both_variants_and_talk_at_once() -> None:
    options = {"carte_blanche": True, "voracious": True, "talk": True}
    table = compose(blanche("rrrr yyyy - -", gone={"blue": 15, "green": 15}, options=options), "red/draw/has/red/3")
    assert table.asked == "SAY"
    table.say("yn-y").vote("yyyy")
    assert max(table.state["candies"].ravel()) <= 4
    assert table.totals[1:] == [4, 0, 0]
    assert table.state["said"][:4, :, :2].tolist() == [[[1, 0], [0, 0], [0, 0]], [[0, 0], [1, 0], [0, 0]],
                                                       [[0, 0], [0, 0], [1, 0]], [[1, 0], [0, 0], [0, 0]]]  # fmt: skip


def test_a10_blank_laws_are_not_in_the_basic_game() -> None:
    with pytest.raises(ValueError, match="Carte Blanche"):
        draw(hand=["blank"])


@pytest.mark.parametrize(("who", "left"), [("even", "y yy r rrr"), ("odd", "ry yy - rr")])
def test_a10_even_and_odd_are_about_all_candies_whatever_colour_is_lost(who: str, left: str) -> None:
    table = draw("ry yy r rrr", hand=["blank"], options={"carte_blanche": True}, wilds="----").propose("blank")
    table.do("kind: red", "what: lose", f"who: {who}", "which: red", "amount: 1").vote("yyyy")
    assert table.candies == left
