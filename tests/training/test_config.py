"""Configs: what is wrong is said in one line that names the file, the key, what it got and what is allowed."""

from itertools import pairwise
from typing import get_args

import pytest
from pydantic import BaseModel, Field

from training.compare_command import CompareConfig
from training.config import (
    ConfigError,
    Section,
    TrainConfig,
    config_folder,
    config_names,
    describe,
    dump_config,
    load_config,
)
from training.trainer import check_against_game

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DOUBLED = "[&a [1, 2]" + "".join(f", &{new} [*{old}, *{old}]" for old, new in pairwise(LETTERS)) + "]"
"""A list that would be hundreds of millions of numbers long if it were written out."""


@pytest.fixture
def load(tmp_path):
    def load(text, *overrides):
        path = tmp_path / "c.yaml"
        path.write_text(text)
        return load_config(str(path), TrainConfig, overrides)

    return load


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sed: 3", ["c.yaml: unknown key 'sed'", "did you mean 'seed'?", "allowed are game, options"]),
        ("ppo: {gama: 0.9}", ["unknown key 'gama' under ppo", "did you mean 'gamma'?", "learning_rate"]),
        ("ppo: {gamma: 3}", ["ppo.gamma: got 3", "a number above 0, up to 1"]),
        ("ppo: {gamma: '0.9'}", ["ppo.gamma: got '0.9'", "a number"]),
        ("ppo: {gamma: .nan}", ["ppo.gamma: got nan"]),
        ("ppo: {learning_rate: .inf}", ["ppo.learning_rate: got inf"]),
        ("seed: true", ["seed: got True", "a whole number from 0"]),
        ("seed: 1.5", ["seed: got 1.5", "a whole number"]),
        ("ppo: 3", ["ppo: got 3", "keys (learning_rate"]),
        ("ppo:", ["ppo: got None", "keys (learning_rate"]),
        ("policy: {activation: than}", ["policy.activation: got 'than'", "tanh or relu", "did you mean 'tanh'?"]),
        ("policy: {widths: [64, x]}", ["policy.widths.1: got 'x'", "a whole number"]),
        ("policy: {widths: [0]}", ["policy.widths.0: got 0", "a whole number from 1, up to 8192"]),
        ("policy: {observe: {places: many}}", ["policy.observe.places: got 'many'", "a whole number"]),
        ("opponents: [{player: random}, {plyer: x, player: y}]", ["'plyer' under opponents.1", "'player'?"]),
        ("opponents: [{weight: 2}]", ["key 'opponents.0.player' is missing", "a word"]),
        ("opponents: []", ["opponents: got []", "at least 1 long"]),
        ("opponents: [{player: random, weight: 0}]", ["opponents: got only weights of 0"]),
        ("budget: {minutes: 0}", ["budget.minutes: got 0", "a number above 0, up to 10000000 or null"]),
        ("learner: ppo2", ["learner: got 'ppo2'", "maskable_ppo"]),
        ("learner: lookahead", ["lookahead.model: is missing", "a scripted player of the game"]),
        ("lookahead: {model: random}", ["lookahead: takes no effect with learner: ppo", "learner: lookahead"]),
        ("learner: lookahead\nlookahead: {model: random, worlds: 0}", ["lookahead.worlds: got 0", "from 1"]),
        (
            "learner: lookahead\nlookahead: {model: random}\nppo: {gamma: 0.5}",
            ["ppo.gamma: got 0.5", "takes no effect with"],
        ),
        (
            "learner: lookahead\nlookahead: {model: random, warm_up: 9}\nbudget: {decisions: 9}",
            ["warm_up: got 9", "(9)"],
        ),
        ("learner: lookahead\nlookahead: {model: random}\nleague: [{name: a}]", ["league: got several learners"]),
        ("lookahead: {warmup: 3}", ["unknown key 'warmup' under lookahead", "did you mean 'warm_up'?"]),
        ("ppo: {decisions: 100, minibatch: 200}", ["ppo.minibatch: got 200", "up to ppo.decisions (100)"]),
        ("- 3", ["got [3]", "keys with values"]),
        ("seed: 1\nseed: 2", ["c.yaml, line 2, column 1", "'seed' is given twice"]),
        ("ppo: {gamma: 1\nseed: }", ["c.yaml, line 2", "not valid YAML"]),
        ("1: 2", ["line 1", "key 1 is not a word"]),
        ("seed: " + "[" * 5_000, ["c.yaml, line 1", "nested deeper than 50 levels"]),
        ("options:" + "".join(f"\n{' ' * i}a:" for i in range(1, 900)), ["nested deeper than 50 levels"]),
        ("seed: !!int ''", ["c.yaml: not valid YAML"]),
        ("seed: !!timestamp x", ["c.yaml: not valid YAML"]),
        ("seed: 0x" + "f" * 5_000, ["seed: got a number of 20000 bits", "up to 9223372036854775807"]),
        ("ppo: {gamma: 0x" + "f" * 5_000 + "}", ["ppo.gamma: got a number of 20000 bits"]),
        (
            f"seed: {DOUBLED}",
            ["seed: got [["],
        ),
        ('device: "\\ud800"', ["line 1, column 9: not valid YAML: '\\ud800' is no text"]),
        ("policy: {widths: [1_000_000_000_000]}", ["policy.widths.0: got 1000000000000", "up to 8192"]),
        ("policy: {widths: [8" + ", 8" * 16 + "]}", ["policy.widths: got [8,", "at most 16 long"]),
        ("ppo: {learning_rate: 1e300}", ["ppo.learning_rate: got 1e+300", "up to 1"]),
        ("opponents: [{player: random, weight: 1e308}]", ["opponents.0.weight: got 1e+308", "up to 1000000"]),
        ("run_folder: ''", ["run_folder: got ''", "at least 1 long"]),
    ],
)
def test_mistakes_in_a_file(load, text, words):
    with pytest.raises(ConfigError) as caught:
        load(text)
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("ppo.gamma=2", ["--set ppo.gamma=2: ppo.gamma: got 2"]),
        ("see=3", ["--set see=3: unknown key 'see'", "did you mean 'seed'?"]),
        ("ppo", ["--set ppo: allowed is key=value"]),
        ("ppo..gamma=1", ["allowed is key=value"]),
        ("seed.a=2", ["--set seed.a=2", "seed is 1"]),
        ("opponents.3.weight=2", ["'3' is no position in a list of 1"]),
        ("a" + ".a" * 5_000 + "=1", ["got a key of 5001 parts, allowed are 50"]),
        ("opponents.\u00b2.weight=2", ["is no position in a list of 1"]),
        ("s\nd=2", ["--set s\\nd=2: unknown key", "(allowed are game, options"]),
        ("ppo.gamma=[1", ["--set ppo.gamma=[1", "not valid YAML"]),
    ],
)
def test_mistakes_on_the_command_line(load, setting, words):
    with pytest.raises(ConfigError) as caught:
        load("seed: 1\nopponents: [{player: random}]", setting)
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


def numbers(schema, prefix=""):
    """Yield (key, bounds) of every number in a schema."""
    for name, field in schema.model_fields.items():
        kinds = [field.annotation, *get_args(field.annotation)]
        inner = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)
        if inner:
            yield from numbers(inner, f"{prefix}{name}.")
        elif int in kinds or float in kinds:
            yield (
                f"{prefix}{name}",
                {limit for entry in field.metadata for limit in ("ge", "gt", "le") if hasattr(entry, limit)},
            )


@pytest.mark.parametrize("schema", [TrainConfig, CompareConfig])
def test_every_number_is_bounded(schema):
    """What is far too large is refused by the schema, not by the memory of the machine."""
    found = dict(numbers(schema))
    assert len(found) >= 3
    unbounded = [key for key, bounds in found.items() if "le" not in bounds or len(bounds) < 2]
    assert unbounded == ["policy.observe"] * (schema is TrainConfig), "its numbers are bounded by the game"


def test_every_problem_has_a_line(load):
    with pytest.raises(ConfigError) as caught:
        load("seed: x\nppo: {gamma: 3, gama: 1}\nbudget: {decisions: 0}")
    assert len(str(caught.value).splitlines()) == 4


def test_values_and_overrides(load):
    config = load(
        "seed: 1\nppo: {learning_rate: 3e-4}\nopponents: [{player: random}]",
        "ppo.gamma=0.5",
        "opponents.0.weight=2",
        "policy.observe.places=3",
        "budget.minutes=1.5",
        "policy.widths=[8, 9]",
    )
    assert (config.seed, config.ppo.learning_rate, config.ppo.gamma) == (1, 3e-4, 0.5)
    assert (config.opponents[0].player, config.opponents[0].weight) == ("random", 2)
    assert (config.policy.observe, config.policy.widths, config.budget.minutes) == ({"places": 3}, [8, 9], 1.5)


def test_resolved_config_reads_back(load, tmp_path):
    config = load("ppo: {gamma: 0.5}\noptions: {num_players: 3}")
    text = dump_config(config)
    assert "gae_lambda" in text
    assert load(text) == config


def test_missing_file_names_the_nearest():
    with pytest.raises(ConfigError, match="there is no such config file; did you mean 'nineteen61/smoke'") as caught:
        load_config("nineteen61/smokee", TrainConfig)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("where", ["nineteen61/smoke", "nineteen61/smoke.yaml", "configs/nineteen61/smoke.yaml"])
def test_configs_are_found_by_name_from_anywhere(where, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert load_config(where, TrainConfig).ppo.epochs == 1


def test_file_that_cannot_be_read(tmp_path):
    (tmp_path / "x.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"x\.yaml: cannot be read"):
        load_config(str(tmp_path / "x.yaml"), TrainConfig)


def test_names_of_configs_that_no_file_can_have():
    for name, words in (("x" * 300, "File name too long"), ("a\0b", "a\\x00b"), ("", "got ''")):
        with pytest.raises(ConfigError) as caught:
            load_config(name, TrainConfig)
        assert words in str(caught.value)
        assert str(caught.value).startswith("--config") or words == "a\\x00b"
        assert "\n" not in str(caught.value)


def test_training_configs_of_the_project_are_valid():
    """Whatever has a budget is a training run; the game must know its options, players and blocks as well."""
    runs = [name for name in config_names() if "\nbudget:" in (config_folder() / f"{name}.yaml").read_text()]
    assert {"nineteen61/quick", "nineteen61/smoke"} <= set(runs)
    for name in runs:
        check_against_game(load_config(name, TrainConfig), name)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (["game=nineteen62"], ["game: no game 'nineteen62'", "did you mean 'nineteen61'?"]),
        (["options.num_players=9"], ["options: option 'num_players': got 9", "2..6"]),
        (["options.num_player=2"], ["unknown option 'num_player'", "did you mean 'num_players'?"]),
        (["opponents=[{player: randon}]"], ["opponents.0.player: got 'randon'", "did you mean 'random'?", "snapshot"]),
        (["opponents=[{player: random}, {player: random}]"], ["opponents.1.player: 'random' is there twice"]),
        (["evaluation.players=[rando]"], ["evaluation.players.0: got 'rando'", "did you mean 'random'?"]),
        (["policy.observe={place: 3}"], ["policy.observe: no block 'place'", "did you mean 'places'?"]),
        (["policy.observe={places: 99}"], ["policy.observe: block 'places': got 99", "allowed are 0..44"]),
        (["device=gpu0"], ["device: got 'gpu0', which cannot be used"]),
    ],
)
def test_mistakes_that_only_the_game_knows(settings, words):
    config = load_config("nineteen61/smoke", TrainConfig, settings)
    with pytest.raises(ConfigError) as caught:
        check_against_game(config, "c.yaml")
    message = str(caught.value)
    assert "\n" not in message
    for word in ["c.yaml: ", *words]:
        assert word in message


def test_any_schema_works(tmp_path):
    class Part(Section):
        rate: float | None = Field(None, ge=0, description="how fast")
        names: list[str] | str = Field("all", description="who")

    class Whole(Section):
        part: Part = Field(Part(), description="a part")
        number: int = Field(description="how many")

    path = tmp_path / "w.yaml"
    path.write_text("number: 2\npart: {rate: 1, names: [a]}")
    assert load_config(str(path), Whole).part.names == ["a"]
    path.write_text("part: {names: 3}")
    with pytest.raises(ConfigError) as caught:
        load_config(str(path), Whole)
    assert sorted(str(caught.value).splitlines()) == [
        f"{path}: key 'number' is missing, allowed is a whole number",
        f"{path}: part.names: got 3, allowed is a list of words or a word",
    ]


def test_every_key_is_described():
    text = describe(TrainConfig)
    for line in (
        "ppo.ent_coef (a number from 0, up to 1000; default 0.01)",
        "opponents[i].player (a word at least 1 long",
        "torch_threads",
    ):
        assert line in text
    assert "None" not in text
