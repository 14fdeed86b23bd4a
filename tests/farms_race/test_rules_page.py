"""The rules page names every ruling, mutation, spy, item, scenario and test of the rules, and only what is there."""

from __future__ import annotations

import importlib
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

import envs.farms_race
from envs.farms_race.box import (
    ARMORIES,
    BARNS,
    BASE_MUTATIONS,
    COSTS,
    DECK,
    MAP_NAMES,
    MAP_NUMBERS,
    MUTATIONS,
    NEUTRAL_HERDS,
    NUKES,
    RESOURCES,
    SCENARIO_ROUNDS,
    SPIES,
    SPY_CARDS,
)

HERE = Path(__file__).parent
PAGE = Path(envs.farms_race.__file__).with_name("RULES.md").read_text(encoding="utf-8")
ABOUT_RULES = (
    *("turns", "combat", "building", "trade", "nukes", "spies", "mutations", "ends", "scenarios", "properties"),
    "decided",
)
TESTS = {
    path.stem: re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    for path in sorted(HERE.glob("test_*.py"))
}
NAMES = [name for names in TESTS.values() for name in names]
OF_RULES = [name for part in ABOUT_RULES for name in TESTS[f"test_{part}"]]
PATTERNS = sorted(set(re.findall(r"`(test_[\w*]+)`", PAGE)))
BESIDE = ("box", "options", "state", "words")
RULES = (
    *("board", "building", "combat", "contract", "flow", "legal", "moves", "nukes", "outcome", "promises", "redeal"),
    *("setup", "spies", "trade", "turns"),
)
CODE = sorted(set(re.findall(rf"`({'|'.join(BESIDE + RULES)})\.(\w+)`", PAGE)))


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the last table below a heading, without its own headings."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    tables: list[list[str]] = [[]]
    for line in part.splitlines():
        if line.startswith("|"):
            tables[-1].append(line)
        elif tables[-1]:
            tables.append([])
    lines = next(table for table in reversed(tables) if table)
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_every_ruling_stands_on_the_page() -> None:
    assert {int(number) for number in re.findall(r"\*\*R(\d+)\*\*", PAGE)} == set(range(1, 19))


def test_every_mutation_stands_on_the_page() -> None:
    of = [(name, "base" if number < BASE_MUTATIONS else "deluxe") for number, name in enumerate(MUTATIONS)]
    assert [(row[0], row[1]) for row in rows("The 19 mutations")] == of


def test_every_spy_stands_on_the_page() -> None:
    of = [(name, str(number)) for name, number in zip(SPIES, SPY_CARDS.tolist(), strict=True)]
    assert [(row[0], row[1]) for row in rows("The 24 spies")] == of
    assert sum(SPY_CARDS) == DECK == 24


def test_costs_and_pieces_are_those_of_the_box() -> None:
    found = rows("Costs and pieces")
    assert [row[0] for row in found] == ["Barn", "Armory", "Spy card", "Nuke"]
    for row, costs in zip(found, COSTS.tolist(), strict=True):
        parts = [part.split() for part in row[1].split(", ")]
        assert {name: int(number) for number, name in parts} == {
            name: number for name, number in zip(RESOURCES, costs, strict=True) if number
        }
    assert [int(row[3].split()[0]) for row in found] == [BARNS, ARMORIES, DECK, NUKES]


def test_every_scenario_stands_on_the_page() -> None:
    found = rows("Two players")
    assert [(int(row[0]), int(row[1])) for row in found] == list(enumerate(SCENARIO_ROUNDS))[1:]
    for row in found:
        assert len(re.findall(r"\(-?\d,-?\d\)", row[2])) == (NEUTRAL_HERDS[int(row[0])] > 0).sum()


def test_every_map_stands_on_the_page_with_its_regions() -> None:
    found = [row for row in rows("Maps") if row[0] != "one's own"]
    names = [name for row in found for name in row[0].split(", ")]
    numbers = [int(number) for row in found for number in row[1].split(", ")]
    assert dict(zip(names, numbers, strict=True)) == dict(zip(MAP_NAMES, MAP_NUMBERS[:, 0].tolist(), strict=True))


@pytest.mark.parametrize("heading", ["The 19 mutations", "The 24 spies", "Costs and pieces", "Two players", "Maps"])
def test_every_row_of_the_tables_has_tests_and_code_named_beside_it(heading: str) -> None:
    assert [row[0] for row in rows(heading) if "`test_" not in row[-1] or "`" not in row[-2]] == []


def test_each_ruling_has_tests_that_bear_its_number() -> None:
    assert {int(number) for number in re.findall(r"\btest_r(\d+)_", " ".join(OF_RULES))} == set(range(1, 19))


def test_names_of_tests_are_unique_within_a_file() -> None:
    assert [part for part, names in TESTS.items() if len(names) > len(set(names))] == []
    assert len(OF_RULES) > 300


def test_every_test_named_exists() -> None:
    assert len(PATTERNS) > 80
    assert [pattern for pattern in PATTERNS if not any(fnmatch(name, pattern) for name in NAMES)] == []


def test_every_test_of_the_rules_is_named() -> None:
    assert [name for name in OF_RULES if not any(fnmatch(name, pattern) for pattern in PATTERNS)] == []


def test_every_function_named_exists() -> None:
    assert len(CODE) > 80
    for module, name in CODE:
        package = "envs.farms_race" if module in BESIDE else "envs.farms_race.rules"
        assert hasattr(importlib.import_module(f"{package}.{module}"), name), f"{module}.{name}"
