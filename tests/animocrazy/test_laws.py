"""The laws as data: the list of the box, row by row, and that every one of them has its tests."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from envs.animocrazy import GAME
from envs.animocrazy.box import (
    BLUE_ROWS,
    FORM_NAMES,
    FORMS,
    KIND,
    LAW_NAMES,
    PARTS,
    RED_ROWS,
    SCALE,
    SYMBOL,
    YELLOW_ROWS,
    law_text,
)

from .table import draw

IDS = [row.name for row in (*RED_ROWS, *BLUE_ROWS, *YELLOW_ROWS)]
SYMBOLS = {  # of blue and yellow laws without a colour symbol, by number in the list; 19 is none
    "B01 B02": 0, "B03 B04": 1, "B05 B06": 2, "B07 B08": 3, "B09 B10": 4, "B11 B12 B13": 5, "B14": 6, "B15 B16": 7,
    "B17 B18": 8, "B19 B20": 9, "Y05 Y06 Y17": 19, "Y07 Y08": 14, "Y09 Y10 Y11": 15, "Y12 Y13": 16, "Y14 Y15": 17,
    "Y16": 18,
}  # fmt: skip
LEVEL_COPIES = {  # how many copies have the scale in equilibrium, for each law of a kind
    "R": (2, 1, 1, 1, 1, 0, 1, 0, 1, 1, 2, 2, 0, 1, 0, 1, 0, 1, 0, 1),
    "B": (1, 0, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0),
    "Y": (2, 2, 2, 2, 2, 2, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1),
}
LEVEL_COLOURS = {
    "R01": "red blue", "R11": "yellow green", "R12": "red green", "Y01": "red blue", "Y02": "yellow green",
    "Y03": "red yellow", "Y04": "blue green", "Y05": "red green", "Y06": "yellow blue",
}  # fmt: skip


def rows_of(name: str) -> list[list[int]]:
    """Return the parts of all copies of a law."""
    return [row for law, row in zip(LAW_NAMES, PARTS.tolist(), strict=True) if law.split()[0] == name]


def test_there_are_94_laws_half_of_them_in_equilibrium() -> None:
    assert len(LAW_NAMES) == len(set(LAW_NAMES)) == 94
    kinds = Counter(PARTS[:, KIND].tolist())
    assert kinds == {0: 34, 1: 24, 2: 36}
    assert PARTS[:, SCALE].sum() == 47
    assert FORMS == len(FORM_NAMES) == len({tuple(row[:5]) for row in PARTS.tolist()})


def test_scales_by_law() -> None:
    expected = {f"{kind}{i:02}": n for kind, numbers in LEVEL_COPIES.items() for i, n in enumerate(numbers, 1)}
    assert {name: sum(row[SCALE] for row in rows_of(name)) for name in IDS} == expected
    for name, colours in LEVEL_COLOURS.items():
        level = [law for law, row in zip(LAW_NAMES, PARTS, strict=True) if law.startswith(name) and row[SCALE]]
        assert level == [f"{name} {colour}" for colour in colours.split()]


def test_symbols_by_law() -> None:
    for names, symbol in SYMBOLS.items():
        for name in names.split():
            assert {row[SYMBOL] for row in rows_of(name)} == {symbol}, name
    for name in ("Y01", "Y02", "Y03", "Y04"):
        assert [row[SYMBOL] for row in rows_of(name)] == [10, 11, 12, 13]
    assert {row[SYMBOL] for row in PARTS.tolist() if row[KIND] == 0} == {19}


@pytest.mark.parametrize(
    ("law", "text"),
    [
        ("R01 red", "Everyone loses all red candies"),
        ("R07", "Everyone passes 1 candy to the left"),
        ("R12 blue", "Whoever has most blue candies (at least one) loses 2 blue candies"),
        ("R16 level", "The proposer repeals one law of their choice"),
        ("B02", "After a vote every plain voter on the other side loses 1 candy"),
        ("B05 tilted", "At the start of a turn the active player, if nobody has fewer candies, draws 1 candy"),
        ("B12", "Plain votes of whoever has fewest candies count 2 times"),
        ("Y04 green", "Each green candy is worth -1"),
        ("Y06 yellow", "Everyone without yellow candies: +4 points"),
        ("Y15", "Everyone with a Wild card in hand: -3 points"),
    ],
)
def test_texts_are_made_from_the_parts(law: str, text: str) -> None:
    assert law_text(*PARTS[LAW_NAMES.index(law), :5].tolist()) == text


def test_laws_in_observations_differ_exactly_where_their_parts_do() -> None:
    """Copies that differ in the scale only differ in one entry; all others are told apart by parts and amounts."""
    shots = {}
    for name in LAW_NAMES:
        features = draw(hand=[name]).look(0)[0]
        read = [GAME.observation.read(features, block)[0] for block in ("hand", "hand_amount")]
        shots[name] = np.concatenate(read)
    assert len({shot.tobytes() for shot in shots.values()}) == 94
    assert np.count_nonzero(shots["R02 level"] != shots["R02 tilted"]) == 1


def test_every_law_has_a_test_of_its_effect_and_one_of_what_it_leaves_alone() -> None:
    shows, leaves = set(), set()
    for name in ("test_red.py", "test_blue.py", "test_yellow.py"):
        tree = ast.parse(Path(__file__).with_name(name).read_text(encoding="utf-8"))
        for function in tree.body:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                words = function.name.split("_")
                ids = {word.upper() for word in words if len(word) == 3 and word[0] in "rby" and word[1:].isdigit()}
                if {"leave", "leaves"} & set(words):
                    leaves |= ids
                else:
                    shows |= ids
    assert set(IDS) - shows == set()
    assert set(IDS) - leaves == set()


def test_laws_in_force_are_shown_by_name() -> None:
    """Every seat sees them, wherever they lie; a composed law has no name."""
    composed = {"kind": "yellow", "what": "worth", "who": "everyone", "which": "red", "amount": 3}
    table = draw(laws=["Y02 green", "B07", "Y06 blue", composed], options={"carte_blanche": True})
    labels = GAME.observation.block("in_force").labels
    for seat in range(4):
        shown = GAME.observation.read(table.look(seat)[0], "in_force")
        assert {labels[i]: int(shown[i]) for i in np.flatnonzero(shown)} == {"Y02 green": 1, "B07": 1, "Y06 blue": 1}
