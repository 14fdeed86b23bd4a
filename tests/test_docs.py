"""What README and docs say is true: snippets and commands run (at a small budget), tables and links are up to date."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from envs import GAMES
from envs.core.compiling import COMPILED

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
OTHER_TEST = "own_player.md"  # its snippets belong together in their own way: tests/training runs them
FENCE = re.compile(r"^```(\S*)\n(.*?)^```", re.MULTILINE | re.DOTALL)

TINY = (
    "--set budget.decisions=4096 tables.number=32 ppo.decisions=2048 ppo.minibatch=512 snapshots.every=2048 "
    "evaluation.games=20 ratings.games=10"
)

# How each command of the pages is run: at a small budget, or by .ci/run (None).
COMMANDS: dict[str, str | None] = {
    **{
        f"python training/train.py --config configs/{game}/{name}.yaml": (
            f"python training/train.py --config configs/{game}/{name}.yaml {TINY}"
            + (" ratings.every=2048" if name == "league" else "")
            + (" lookahead.warm_up=2048" if (game, name) == ("animocrazy", "quick") else "")
        )
        for game in GAMES
        for name in ("quick", "strong", "league", "exploit")
    },
    "python training/train.py --config configs/animocrazy/network.yaml": (
        f"python training/train.py --config configs/animocrazy/network.yaml {TINY}"
    ),
    "python training/compare.py --game nineteen61 --mode ratings --games 4000 "
    "--players runs/nineteen61-quick runs/nineteen61-league lander_rush leader_hunter --set options.num_players=2 "
    "--output runs/better": (
        "python training/compare.py --game nineteen61 --mode ratings --games 20 "
        "--players runs/nineteen61-quick runs/nineteen61-league lander_rush leader_hunter --set options.num_players=2 "
        "--output runs/better"
    ),
    "python benchmarks/training_speed.py --update docs/training.md": (
        "python benchmarks/training_speed.py --quick --no-peers"  # the page is not written to
    ),
    "python3 -m venv .venv && . .venv/bin/activate": None,
    "pip install -c constraints.txt -e '.[dev]'": None,
    "python -m pytest -n 2": None,
    "python training/compare.py --config configs/nineteen61/compare.yaml": (
        "python training/compare.py --config configs/nineteen61/compare.yaml --games 20"
    ),
    "python training/compare.py --players runs/nineteen61-quick lander_rush leader_hunter --output runs/first": (
        "python training/compare.py --players runs/nineteen61-quick lander_rush leader_hunter --output runs/first "
        "--games 20"
    ),
    "python training/train.py --config configs/nineteen61/quick.yaml --seeds 5": (
        "python training/train.py --config configs/nineteen61/quick.yaml --seeds 2 --set budget.decisions=1024 "
        "tables.number=8 ppo.decisions=512 ppo.minibatch=512 evaluation.games=10"
    ),
    "python training/train.py --config configs/nineteen61/quick.yaml --seeds 3 "
    "--grid ppo.learning_rate=1e-3,5e-4 policy.share=true,false --run-folder runs/rates": (
        "python training/train.py --config configs/nineteen61/quick.yaml --seeds 1 "
        "--grid ppo.learning_rate=1e-3 policy.share=true,false --run-folder runs/rates --set budget.decisions=1024 "
        "tables.number=8 ppo.decisions=512 ppo.minibatch=512 evaluation.games=10"
    ),
    "python training/train.py --resume --run-folder runs/rates": (
        "python training/train.py --resume --run-folder runs/rates --jobs 1"
    ),
    "python training/train.py --config configs/nineteen61/quick.yaml --seeds 5 --ray --run-folder runs/on-ray": (
        "python training/train.py --config configs/nineteen61/quick.yaml --seeds 1 --ray --run-folder runs/on-ray "
        "--set budget.decisions=1024 tables.number=8 ppo.decisions=512 ppo.minibatch=512 evaluation.games=10"
    ),
    "python -m envs.core.play nineteen61 --opponents lander_rush": (
        "python -m envs.core.play nineteen61 --opponents lander_rush"  # nobody types: it shows the table and ends
    ),
    "python training/compare.py --config configs/animocrazy/compare.yaml": (
        "python training/compare.py --config configs/animocrazy/compare.yaml --games 20"
    ),
    "python training/compare.py --game animocrazy --players runs/animocrazy-quick greedy "
    "--games 5000 --output runs/five-greedy": (
        "python training/compare.py --game animocrazy --players runs/animocrazy-quick greedy "
        "--games 20 --output runs/five-greedy"
    ),
    "python -m envs.core.play animocrazy --opponents greedy --set talk=true": (
        "python -m envs.core.play animocrazy --opponents greedy --set talk=true"
    ),
    "python training/compare.py --config configs/animal_farm/compare.yaml": (
        "python training/compare.py --config configs/animal_farm/compare.yaml --games 20"
    ),
    "python training/compare.py --game animal_farm --players runs/animal_farm-quick coalition --games 4000 "
    "--output runs/three-coalition": (
        "python training/compare.py --game animal_farm --players runs/animal_farm-quick coalition --games 20 "
        "--output runs/three-coalition"
    ),
    "python -m envs.core.play animal_farm --opponents keeper breaker coalition": (
        "python -m envs.core.play animal_farm --opponents keeper breaker coalition"
    ),
    "python training/compare.py --game farms_race --players runs/farms_race-quick expander "
    "--set options.num_players=3 options.map=3p_small --games 3000 --output runs/two-expanders": (
        "python training/compare.py --game farms_race --players runs/farms_race-quick expander "
        "--set options.num_players=3 options.map=3p_small --games 20 --output runs/two-expanders"
    ),
    "python training/train.py --config configs/farms_race/scenario1.yaml": (
        "python training/train.py --config configs/farms_race/scenario1.yaml --set budget.decisions=4096 "
        "tables.number=32 ppo.decisions=2048 ppo.minibatch=512 evaluation.games=20"
    ),
    "python training/compare.py --config configs/farms_race/compare.yaml": (
        "python training/compare.py --config configs/farms_race/compare.yaml --games 20"
    ),
    "python -m envs.core.play farms_race --opponents expander raider": (
        "python -m envs.core.play farms_race --opponents expander raider"
    ),
    "python training/compare.py --game nineteen61 --mode ratings --set options.num_players=4 markdown=true "
    "--output runs/ratings": (
        "python training/compare.py --game nineteen61 --mode ratings --set options.num_players=4 markdown=true "
        "--output runs/ratings --games 20"
    ),
    "python benchmarks/speed.py --markdown": "python benchmarks/speed.py --markdown --quick",
    "python benchmarks/speed.py --game animocrazy --no-peers --update docs/animocrazy.md": (
        "python benchmarks/speed.py --game animocrazy --no-peers --quick"  # the page is not written to
    ),
    "python docs/keepers_and_breakers.py --config configs/animal_farm/study.yaml": (
        "python docs/keepers_and_breakers.py --config configs/animal_farm/study.yaml --games 60"
    ),
    "python docs/keepers_and_breakers.py --populations coalition opportunist --games 2000 --output runs/others": (
        "python docs/keepers_and_breakers.py --populations coalition opportunist --games 60 --output runs/others"
    ),
    "python docs/keepers_and_breakers.py --config configs/animal_farm/study.yaml --update": (
        "python docs/keepers_and_breakers.py --games 60 --overwrite"  # the page is not written to
    ),
    "NUMBA_BOUNDSCHECK=1 python benchmarks/soak.py --game animocrazy --decisions 5000000": (
        "python benchmarks/soak.py --game animocrazy --decisions 40000 --every 5"
    ),
    "python benchmarks/speed.py --game animal_farm --no-peers --update docs/animal_farm.md": (
        "python benchmarks/speed.py --game animal_farm --no-peers --quick"  # the page is not written to
    ),
    "NUMBA_BOUNDSCHECK=1 python benchmarks/soak.py --game animal_farm --decisions 5000000": (
        "python benchmarks/soak.py --game animal_farm --decisions 40000 --every 5"
    ),
    "python benchmarks/speed.py --game farms_race --no-peers --update docs/farms_race.md": (
        "python benchmarks/speed.py --game farms_race --no-peers --quick"  # the page is not written to
    ),
    "NUMBA_BOUNDSCHECK=1 python benchmarks/soak.py --game farms_race --decisions 5000000": (
        "python benchmarks/soak.py --game farms_race --decisions 40000 --every 5"
    ),
    "python training/report.py runs/nineteen61-quick": "python training/report.py runs/nineteen61-quick --games 1",
    "python training/train.py --config configs/nineteen61/quick.yaml --set seed=2 --run-folder runs/second": (
        "python training/train.py --config configs/nineteen61/quick.yaml --run-folder runs/second --set seed=2 "
        "budget.decisions=4096 tables.number=32 ppo.decisions=2048 ppo.minibatch=512 evaluation.games=20"
    ),
    "python training/report.py runs/nineteen61-quick runs/second --output runs/both.html": (
        "python training/report.py runs/nineteen61-quick runs/second --output runs/both.html --games 1"
    ),
    "NUMBA_BOUNDSCHECK=1 python benchmarks/soak.py --decisions 10000000": (
        "python benchmarks/soak.py --decisions 20000 --every 5"  # .ci/run does it with bounds checked
    ),
}


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of a language in a page."""
    return [text for info, text in FENCE.findall(page.read_text(encoding="utf-8")) if info == language]


def commands(page: Path) -> list[str]:
    """Return the commands of a page."""
    lines = "".join(blocks(page, "sh")).replace("\\\n", " ").splitlines()
    return [" ".join(line.split()) for line in lines if line and not line.startswith("#")]


ALL_COMMANDS = [command for page in PAGES if page.name != OTHER_TEST for command in commands(page)]


def test_every_command_of_the_pages_is_run_somewhere():
    assert set(ALL_COMMANDS) == set(COMMANDS)
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "-c constraints.txt -e '.[dev]'" in script
    assert "python -m pytest -q -n 2" in script


def story(command: str) -> str:
    """Return which commands this one belongs to: some take up what others of the same game have written."""
    return next((game for game in GAMES if game in command), "nineteen61")


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="takes too long as plain Python")
@pytest.mark.parametrize("game", GAMES)
def test_commands_run_in_the_order_of_the_pages(game, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    # Not "envs": from another path the games would be compiled anew.
    for name in ("training", "configs", "benchmarks", "docs", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    for command in dict.fromkeys(ALL_COMMANDS):
        small = COMMANDS[command]
        if small is None or story(command) != game:
            continue
        code, printed, errors = run(shlex.split(small), tmp_path, capsys)
        assert code == 0, f"{small}\n{printed[-2000:]}\n{errors[-4000:]}"
        assert printed.strip(), f"{small} printed nothing"


def run(words, folder, capsys) -> tuple[int, str, str]:
    """Run a command in a folder; return its exit code and what it printed.

    The scripts of training are run within this process, which spares the seconds of importing PyTorch for each.
    """
    program, script, *arguments = words
    assert program == "python"
    if script.startswith("training/"):
        capsys.readouterr()
        code = importlib.import_module(script.removesuffix(".py").replace("/", ".")).main(arguments)
        return code, *capsys.readouterr()
    done = subprocess.run(
        [sys.executable, script, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=540,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not COMPILED, reason="takes too long as plain Python")
@pytest.mark.parametrize(
    "page", [p for p in PAGES if p.name != OTHER_TEST and blocks(p, "python")], ids=lambda p: p.stem
)
def test_snippets_run(page, tmp_path, monkeypatch):
    """The snippets of a page run one after another, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "snippet"}
    for number, text in enumerate(blocks(page, "python"), start=1):
        exec(compile(text, f"{page.name}, snippet {number}", "exec"), names)


@pytest.mark.skipif(not COMPILED, reason="takes too long as plain Python")
def test_generated_tables_are_up_to_date():
    result = subprocess.run(
        [sys.executable, ROOT / "docs" / "tables.py", "--check"], capture_output=True, text=True, timeout=540
    )
    assert result.returncode == 0, result.stdout + result.stderr


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)]+)\)", FENCE.sub("", page.read_text(encoding="utf-8"))):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(file), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_names_in_code_marks_exist(page):
    """Files and modules that a page names are there."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for name in re.findall(r"`((?:envs|training|tests|docs|benchmarks|configs)/[\w./-]*)`", text):
        assert (ROOT / name).exists(), f"{page.name} names {name}"
