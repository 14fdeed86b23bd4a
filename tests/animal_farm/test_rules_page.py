"""The rules page names every ruling, action, mood and test of the rules, and names nothing that is not there."""

from __future__ import annotations

import importlib
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

import envs.animal_farm
from envs.animal_farm.box import BASICS, CARD_NAMES, INFLUENCES, KIND_OF, MOODS, PRINTED_ADVANCED, PRINTED_MOODS

HERE = Path(__file__).parent
PAGE = Path(envs.animal_farm.__file__).with_name("RULES.md").read_text(encoding="utf-8")
ABOUT_RULES = ("actions", "moods", "bargaining", "answers", "promises", "rounds", "examples", "properties", "decided")
TESTS = {
    part: re.findall(r"^def (test_\w+)", (HERE / f"test_{part}.py").read_text(encoding="utf-8"), re.MULTILINE)
    for part in ABOUT_RULES
}
NAMES = [name for names in TESTS.values() for name in names]
PATTERNS = sorted(set(re.findall(r"`(test_[\w*]+)`", PAGE)))
BESIDE = ("box", "options", "state", "words")
RULES = (
    *("alliances", "answers", "bargaining", "board", "buying", "effects", "legal", "outcome", "playing", "promises"),
    *("redeal", "revolutions", "rounds"),
)
CODE = sorted(set(re.findall(rf"`({'|'.join(BESIDE + RULES)})\.(\w+)`", PAGE)))


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading, without its own headings."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_every_ruling_stands_on_the_page() -> None:
    assert {int(number) for number in re.findall(r"\*\*R(\d+)\*\*", PAGE)} == set(range(1, 32))


def test_every_action_stands_on_the_page_with_its_kind() -> None:
    of = {
        name: f"{INFLUENCES[KIND_OF[card]]}, {'printed' if card < BASICS or card in PRINTED_ADVANCED else 'ours'}"
        for card, name in enumerate(CARD_NAMES)
    }
    found = rows("The 30 actions")
    assert {row[0]: row[1] for row in found} == of
    assert len(found) == len(of)


def test_every_mood_stands_on_the_page() -> None:
    found = rows("The 15 moods")
    of = ["printed" if mood < PRINTED_MOODS else "ours" for mood in range(len(MOODS))]
    assert [(row[0], row[1]) for row in found] == list(zip(MOODS, of, strict=True))


@pytest.mark.parametrize("heading", ["The 30 actions", "The 15 moods"])
def test_every_action_and_every_mood_has_tests_and_code_named_beside_it(heading: str) -> None:
    assert [row[0] for row in rows(heading) if "`test_" not in row[-1] or "`" not in row[-2]] == []


def test_each_ruling_has_tests_that_bear_its_number() -> None:
    assert {int(number) for number in re.findall(r"\btest_r(\d+)_", " ".join(NAMES))} == set(range(1, 32))


def test_names_of_tests_are_unique_within_a_file() -> None:
    assert [part for part, names in TESTS.items() if len(names) > len(set(names))] == []
    assert len(NAMES) > 300


def test_every_test_named_exists() -> None:
    assert len(PATTERNS) > 80
    assert [pattern for pattern in PATTERNS if not any(fnmatch(name, pattern) for name in NAMES)] == []


def test_every_test_of_the_rules_is_named() -> None:
    assert [name for name in NAMES if not any(fnmatch(name, pattern) for pattern in PATTERNS)] == []


def test_every_function_named_exists() -> None:
    assert len(CODE) > 80
    for module, name in CODE:
        package = "envs.animal_farm" if module in BESIDE else "envs.animal_farm.rules"
        assert hasattr(importlib.import_module(f"{package}.{module}"), name), f"{module}.{name}"
