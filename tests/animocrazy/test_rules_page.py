"""The rules page names every ruling, law and test of the rules, and names nothing that is not there."""

from __future__ import annotations

import importlib
import re
from fnmatch import fnmatch
from pathlib import Path

import envs.animocrazy
from envs.animocrazy.box import BLUE_ROWS, RED_ROWS, YELLOW_ROWS

HERE = Path(__file__).parent
PAGE = Path(envs.animocrazy.__file__).with_name("RULES.md").read_text(encoding="utf-8")
ABOUT_RULES = ("red", "blue", "yellow", "voting", "rules", "carte_blanche", "talk", "laws", "properties")
TESTS = [
    name
    for part in ABOUT_RULES
    for name in re.findall(r"^def (test_\w+)", (HERE / f"test_{part}.py").read_text(encoding="utf-8"), re.MULTILINE)
]
NOT_OF_RULES = {"test_the_picture_is_an_image_and_hides_what_is_hidden", "test_the_text_shows_candies_laws_and_votes"}
PATTERNS = sorted(set(re.findall(r"`(test_[\w*]+)`", PAGE)))
BESIDE = ("box", "state", "words")
RULES = ("candies", "effects", "laws", "legal", "outcome", "redeal", "scoring", "turns", "voting", "wilds")
CODE = sorted(set(re.findall(rf"`({'|'.join(BESIDE + RULES)})\.(\w+)`", PAGE)))


def test_every_ruling_and_every_law_stands_on_the_page() -> None:
    assert {int(number) for number in re.findall(r"\*\*A(\d+)\*\*", PAGE)} == set(range(1, 14))
    named = set(re.findall(r"\b([RBY]\d\d)\b", PAGE.split("## The 94 laws")[1].split("\n## ")[0]))
    assert named == {row.name for row in (*RED_ROWS, *BLUE_ROWS, *YELLOW_ROWS)}


def test_each_ruling_has_tests_that_bear_its_number() -> None:
    assert {int(number) for number in re.findall(r"\btest_a(\d\d)_", " ".join(TESTS))} == set(range(1, 14))


def test_names_of_tests_are_unique() -> None:
    assert len(TESTS) == len(set(TESTS)) > 180


def test_every_test_named_exists() -> None:
    assert len(PATTERNS) > 80
    assert [pattern for pattern in PATTERNS if not any(fnmatch(name, pattern) for name in TESTS)] == []


def test_every_test_of_the_rules_is_named() -> None:
    missing = {name for name in TESTS if not any(fnmatch(name, pattern) for pattern in PATTERNS)}
    assert missing == NOT_OF_RULES


def test_every_function_named_exists() -> None:
    assert len(CODE) > 40
    for module, name in CODE:
        package = "envs.animocrazy" if module in BESIDE else "envs.animocrazy.rules"
        assert hasattr(importlib.import_module(f"{package}.{module}"), name), f"{module}.{name}"
