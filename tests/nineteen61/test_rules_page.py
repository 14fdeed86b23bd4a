"""The rules page names every ruling and every test of the rules, and names nothing that is not there."""

import importlib
import re
from fnmatch import fnmatch
from pathlib import Path

import envs.nineteen61

HERE = Path(__file__).parent
PAGE = Path(envs.nineteen61.__file__).with_name("RULES.md").read_text()
FILES = [*HERE.glob("test_rules_*.py"), *HERE.glob("test_cards_*.py"), HERE / "test_missiles.py"]
TESTS = [
    name
    for path in FILES
    if path.name != Path(__file__).name
    for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
]
PATTERNS = sorted(set(re.findall(r"`(test_[\w*]+)`", PAGE)))
CODE = sorted(set(re.findall(r"`(box|cards|contract|effects|legal|missiles|outcome|redeal|turns)\.(\w+)`", PAGE)))


def test_every_ruling_has_its_row():
    rulings = {int(number) for number in re.findall(r"\*\*R(\d+)\*\*", PAGE)}
    assert rulings == set(range(1, 24))


def test_each_ruling_has_tests_that_bear_its_number():
    numbers = {int(number) for number in re.findall(r"\btest_r(\d\d)_", " ".join(TESTS))}
    assert numbers == set(range(1, 24))


def test_names_of_tests_are_unique():
    assert len(TESTS) == len(set(TESTS)) > 200


def test_every_test_named_exists():
    assert len(PATTERNS) > 80
    assert [pattern for pattern in PATTERNS if not any(fnmatch(name, pattern) for name in TESTS)] == []


def test_every_test_of_the_rules_is_named():
    assert [name for name in TESTS if not any(fnmatch(name, pattern) for pattern in PATTERNS)] == []


def test_every_function_named_exists():
    assert len(CODE) > 40
    for module, name in CODE:
        package = "envs.nineteen61" if module == "box" else "envs.nineteen61.rules"
        assert hasattr(importlib.import_module(f"{package}.{module}"), name), f"{module}.{name}"
