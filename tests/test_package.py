"""The package as its users get it: what pyproject.toml says is true, and a wheel works away from the checkout."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import envs

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# Names under which distributions are imported, where they differ from their own.
IMPORTED_AS = {
    "pyyaml": "yaml",
    "pillow": "PIL",
    "sb3-contrib": "sb3_contrib",
    "stable-baselines3": "stable_baselines3",
}
# What the extras bring that is imported, inside of functions that do without.
EXTRAS = {"metagame": {"open_spiel", "pyspiel"}, "ray": {"ray"}}


def normal(name: str) -> str:
    """Return the name of a distribution as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def required(requirements: list[str]) -> list[str]:
    """Return the names in a list of requirements that hold for this system and no extra."""
    parsed = [Requirement(text) for text in requirements]
    return [normal(one.name) for one in parsed if one.marker is None or one.marker.evaluate({"extra": ""})]


def imported(folder: Path) -> set[str]:
    """Return the top-level names of all modules that the Python files under `folder` import from outside of them."""
    names = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names.add(node.module.split(".")[0])
    return names


def test_every_folder_with_code_is_in_the_package():
    found = {
        str(path.parent.relative_to(ROOT)).replace(os.sep, ".")
        for top in ("envs", "training")
        for path in (ROOT / top).rglob("__init__.py")
    }
    assert {*found, "manorfarm_configs"} == set(PROJECT["tool"]["setuptools"]["packages"])


def test_every_game_ships_its_rules_page():
    data = PROJECT["tool"]["setuptools"]["package-data"]
    for name in envs.GAMES:
        assert data[f"envs.{name}"] == ["RULES.md"]
        assert (ROOT / "envs" / name / "RULES.md").is_file()


def test_imports_are_declared_as_dependencies_and_dependencies_are_imported():
    declared = {IMPORTED_AS.get(name, name) for name in required(PROJECT["project"]["dependencies"])}
    used = (imported(ROOT / "envs") | imported(ROOT / "training")) - set(sys.stdlib_module_names) - {"envs", "training"}
    used |= {"tensorboard"}  # imported by torch.utils.tensorboard only
    assert used - set().union(*EXTRAS.values()) == declared
    assert declared.isdisjoint(set().union(*EXTRAS.values()))


def test_what_the_extras_bring_is_tested_too():
    extras = PROJECT["project"]["optional-dependencies"]
    assert set(extras) == {"dev", *EXTRAS}
    for name in EXTRAS:
        assert set(extras[name]) <= set(extras["dev"]), f"{name} is not in dev"


def test_version_is_the_same_everywhere():
    version = PROJECT["project"]["version"]
    assert envs.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)[0] == version


def test_constraints_pin_everything_that_is_needed():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    assert pins["torch"].count("+") == 0, "a pin with the suffix of a build fits no other build"
    pinned = {normal(name) for name in pins}
    extra = PROJECT["project"]["optional-dependencies"]["dev"]
    waiting, seen = required(PROJECT["project"]["dependencies"] + extra), set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        assert name in pinned, f"{name} is needed but not pinned"
        waiting += required(metadata.requires(name) or [])
    assert pinned - seen == set(), "pinned but not needed"


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command in `cwd` and return what it printed; fail with that if it fails."""
    result = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**{k: v for k, v in os.environ.items() if k != "PYTHONPATH"}, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=540,
    )
    assert result.returncode == 0, f"{command}: exit code {result.returncode}\n{result.stdout[-4000:]}"
    return result.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Return the folder of programs of an environment that has the wheel, and what it needs from this one."""
    sources = tmp_path_factory.mktemp("sources")
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*", "build", "dist", "runs", "tests")
    shutil.copytree(ROOT, sources / "manorfarm", ignore=ignore)
    wheels = tmp_path_factory.mktemp("wheels")
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        wheels,
        "./manorfarm",
        cwd=sources,
    )
    (wheel,) = wheels.glob("manorfarm-*.whl")
    shutil.rmtree(sources)

    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    python = programs / Path(sys.executable).name
    if not python.exists():
        python = programs / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", wheel, cwd=home)
    # Everything else comes from the environment of the tests: its folder as a plain path, so that a manorfarm that is
    # installed there as a link to the checkout stays out.
    site = Path(sysconfig.get_path("purelib", "venv", vars={"base": str(home), "platbase": str(home)}))
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return programs


@pytest.mark.slow
def test_wheel_holds_code_rules_and_configs(installed, tmp_path):
    look = (
        "import envs, training, importlib.resources as r; from pathlib import Path\n"
        "print(Path(envs.__file__).parent)\n"
        "print((r.files('envs') / 'py.typed').is_file(), (r.files('training') / 'py.typed').is_file())\n"
        "print(all((r.files('envs') / name / 'RULES.md').is_file() for name in envs.GAMES))\n"
        "from training.config import config_names; print(*config_names())\n"
    )
    where, typed, rules, names = run(installed / "python", "-c", look, cwd=tmp_path).splitlines()
    assert Path(where).is_relative_to(installed.parent)
    assert (typed, rules) == ("True True", "True")
    there = {str(path.relative_to(ROOT / "configs").with_suffix("")) for path in (ROOT / "configs").rglob("*.yaml")}
    assert set(names.split()) == there


@pytest.mark.slow
def test_installed_commands_train_and_compare_away_from_the_checkout(installed, tmp_path, monkeypatch):
    monkeypatch.setenv("MANORFARM_CACHE_DIR", str(tmp_path / "compiled"))  # code of another place is compiled anew
    run(installed / "manorfarm-train", "--config", "nineteen61/smoke", "--set", "run_folder=first", cwd=tmp_path)
    assert (tmp_path / "first" / "policy.zip").is_file()
    command = ["--config", "nineteen61/compare", "--set", "games=20", "--set", "players=[first, random]"]
    printed = run(installed / "manorfarm-compare", *command, cwd=tmp_path)
    assert "first" in printed
    assert "random" in printed
    run(installed / "manorfarm-report", "first", "--games", "1", cwd=tmp_path)
    assert "<h2>Learning curves</h2>" in (tmp_path / "first" / "report.html").read_text(encoding="utf-8")
