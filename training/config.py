"""Config files: read, checked by a schema, overridden from the command line; and the schema of a training run.

A config is a YAML file. Whatever is wrong with it is said in one line a problem: the file, the key, what it got, what
is allowed, and the nearest valid name. `load_config` does this for any pydantic schema; `TrainConfig` is the one of
`training/train.py`. Every field says what it does: `describe(TrainConfig)` prints them.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import pydantic
import yaml
from pydantic import BaseModel, ConfigDict, Field

from envs.core.options import nearest
from training.files import printable, reason

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGE = "manorfarm_configs"
DEEPEST = 50
"""How many levels lists and keys may be nested."""
MOST_COUNTED, MOST_THREADS, HIGHEST_SEED = 10**15, 1_024, 2**63 - 1
"""Bounds of what is only counted, of threads, and of seeds."""
Schema = TypeVar("Schema", bound=BaseModel)


class ConfigError(ValueError):
    """A config cannot be used. The message has one line for each problem."""


class Section(BaseModel):
    """A part of a config: unknown keys are errors, types are not guessed ("3" is not a number)."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


# ------------------------------------------------------------------------------------------- finding and reading files


def config_folder() -> Any:
    """Return the folder with the project's configs: that of the checkout, or of the installed package."""
    if (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "configs").is_dir():
        return CHECKOUT / "configs"
    try:
        return resources.files(PACKAGE)
    except ModuleNotFoundError:
        return CHECKOUT / "configs"


def config_names() -> list[str]:
    """Return the names of the project's configs, such as "nineteen61/quick"."""

    def walk(folder: Any, prefix: str) -> Iterator[str]:
        for entry in folder.iterdir():
            if entry.is_dir():
                yield from walk(entry, f"{prefix}{entry.name}/")
            elif entry.name.endswith(".yaml"):
                yield prefix + entry.name.removesuffix(".yaml")

    folder = config_folder()
    return sorted(walk(folder, "")) if folder.is_dir() else []


def config_name(where: str) -> str:
    """Return `where` without a leading "configs/" and without ".yaml": its name if it is one of the project's."""
    return str(where).replace("\\", "/").removeprefix("./").removeprefix("configs/").removesuffix(".yaml")


def read_config(where: str) -> str:
    """Return the text of the config at path `where` or of that name; raise ConfigError naming the nearest."""
    if not where:
        raise ConfigError("--config: got '', allowed is the path or the name of a config")
    try:
        if Path(where).is_file():
            return Path(where).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise ConfigError(f"--config {printable(where)}: cannot be read ({reason(error)})") from None
    names = config_names()
    name = config_name(where)
    if name in names:
        return config_folder().joinpath(*f"{name}.yaml".split("/")).read_text(encoding="utf-8")
    there_are = f" (by name there are {', '.join(names)})" if names else ""
    raise ConfigError(f"{printable(where)}: there is no such config file{nearest(name, names)}{there_are}")


class _Loader(yaml.SafeLoader):
    """YAML as people expect it: `3e-4` is a number, a key given twice is an error, and so is nesting without end."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Return the next node; counts how deep it is."""
        self.depth += 1
        if self.depth > DEEPEST:
            mark = self.peek_event().start_mark
            raise yaml.MarkedYAMLError(problem=f"nested deeper than {DEEPEST} levels", problem_mark=mark)
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)[eE][-+]?\d+$"), list("-+.0123456789")
)


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict:
    result: dict = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str):
            raise yaml.MarkedYAMLError(problem=f"key {key!r} is not a word", problem_mark=key_node.start_mark)
        if key in result:
            raise yaml.MarkedYAMLError(problem=f"key {key!r} is given twice", problem_mark=key_node.start_mark)
        result[key] = loader.construct_object(value_node, deep=True)
    return result


def _text(loader: _Loader, node: yaml.ScalarNode) -> str:
    try:
        node.value.encode()
    except UnicodeEncodeError:  # lone surrogates; they could not be written to any file
        raise yaml.MarkedYAMLError(problem=f"{short(node.value)} is no text", problem_mark=node.start_mark) from None
    return node.value


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)
_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_SCALAR_TAG, _text)


def parse_yaml(text: str, where: str) -> Any:
    """Return what the YAML `text` says; raise ConfigError in one line with the place of the mistake."""
    try:
        return yaml.load(text, _Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise ConfigError(f"{where}{place}: not valid YAML: {error.problem or error.context}") from None
    except (yaml.YAMLError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        text = (str(error) or type(error).__name__).splitlines()[0]  # PyYAML stumbles over !!int "" and the like
        raise ConfigError(f"{where}: not valid YAML: {text}") from None


# ----------------------------------------------------------------------------------------------------- overriding keys


def override(data: dict, setting: str) -> str:
    """Write "a.b=value" (value in YAML) into the nested `data`; return the key. Raises ConfigError if malformed."""
    key, equals, text = setting.partition("=")
    key, setting = key.strip(), printable(setting)
    if not equals or not all(key.split(".")):
        raise ConfigError(f"--set {setting}: allowed is key=value, with dots in longer keys (ppo.gamma=0.99)")
    if key.count(".") >= DEEPEST:
        raise ConfigError(f"--set {setting}: got a key of {key.count('.') + 1} parts, allowed are {DEEPEST}")
    value = parse_yaml(text, f"--set {setting}") if text.strip() else None
    *parents, last = key.split(".")
    place: Any = data
    for parent in parents:
        place = _step(place, parent, setting)
    if isinstance(place, list):
        place[_position(place, last, setting)] = value
    elif isinstance(place, dict):
        place[last] = value
    else:
        raise ConfigError(f"--set {setting}: {'.'.join(parents)} is {short(place)}, it has no keys")
    return key


def _step(place: Any, part: str, setting: str) -> Any:
    if isinstance(place, list):
        return place[_position(place, part, setting)]
    if not isinstance(place, dict):
        raise ConfigError(f"--set {setting}: there are no keys under {short(place)}")
    if place.get(part) is None:
        place[part] = {}
    return place[part]


def _position(place: list, part: str, setting: str) -> int:
    if not (part.isascii() and part.isdigit() and len(part) < 10 and int(part) < len(place)):
        raise ConfigError(f"--set {setting}: {part!r} is no position in a list of {len(place)} (they count from 0)")
    return int(part)


# -------------------------------------------------------------------------------------------------- checking by schema


def load_config(where: str, schema: type[Schema], overrides: Sequence[str] = ()) -> Schema:
    """Read a config and check it.

    Args:
        where: path of a YAML file, or the name of one of the project's configs, such as "nineteen61/quick".
        schema: pydantic model of the config.
        overrides: "a.b=value" strings with values in YAML; they win over the file.

    Raises:
        ConfigError: one line a problem, naming file, key, what it got, what is allowed and the nearest valid key.
    """
    text, name = read_config(where), printable(str(where))
    data = parse_yaml(text, name)
    if data is None:
        data = {}
    _check_keys(data, name)
    sources = {override(data, setting): f"--set {printable(setting)}" for setting in overrides}
    return check_config(data, schema, name, sources)


def _check_keys(data: Any, where: str) -> None:
    if not isinstance(data, dict):
        raise ConfigError(f"{where}: got {short(data)}, allowed are keys with values (key: value)")


def check_config(data: Mapping, schema: type[Schema], where: str, sources: Mapping[str, str] | None = None) -> Schema:
    """Return `data` as a checked `schema`; raise ConfigError with a line for each problem.

    Args:
        data: nested dicts and lists.
        schema: pydantic model.
        where: what to call the source in messages.
        sources: for keys that came from elsewhere (the command line), what to call that.
    """
    _check_keys(data, where)
    try:
        return schema.model_validate(data)
    except pydantic.ValidationError as error:
        lines: dict[str, str] = {}
        for problem in error.errors(include_url=False):
            key, line = _explain(problem, schema)
            source = next((text for name, text in (sources or {}).items() if f"{key}.".startswith(f"{name}.")), where)
            lines.setdefault(key, f"{source}: {line}")
        raise ConfigError("\n".join(lines.values())) from None


def _explain(problem: Mapping, schema: type[BaseModel]) -> tuple[str, str]:
    """Return (key, one line without the source) for one of pydantic's problems."""
    location = problem["loc"]
    if problem["type"] == "extra_forbidden":
        key = ".".join(map(str, location))
        siblings = _keys_at(schema, location[:-1])
        inside = f" under {'.'.join(map(str, location[:-1]))}" if len(location) > 1 else ""
        line = f"unknown key {str(location[-1])!r}{inside}{nearest(location[-1], siblings)}"
        return key, f"{line} (allowed are {', '.join(siblings)})"
    known, annotation, allowed = _follow(schema, location)
    key = ".".join(map(str, known))
    if problem["type"] == "missing":
        return key, f"key {key!r} is missing, allowed is {allowed}"
    if problem["type"] == "value_error":
        message = str(problem["ctx"]["error"])
        return key, f"{key}: {message}" if key else message
    got = problem["input"]
    near = nearest(got, _words(annotation)) if isinstance(got, str) else ""
    return key, f"{key}: got {short(got)}, allowed is {allowed}{near}"


_REPR = reprlib.Repr()
_REPR.maxdict = _REPR.maxlist = _REPR.maxtuple = 20
_REPR.maxlevel, _REPR.maxstring, _REPR.maxlong, _REPR.maxother = 4, 60, 60, 60


def short(value: Any) -> str:
    """Return `repr(value)` in at most 60 characters, whatever its size and depth."""
    try:
        text = _REPR.repr(value)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        text = f"a number of {value.bit_length()} bits" if isinstance(value, int) else f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def _parts(annotation: Any) -> list[Any]:
    """Return the alternatives of a union without None, or the annotation alone."""
    if get_origin(annotation) in (Union, UnionType):
        return [part for part in get_args(annotation) if part is not type(None)]
    return [annotation]


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _words(annotation: Any) -> list[str]:
    return [str(v) for part in _parts(annotation) if get_origin(part) is Literal for v in get_args(part)]


def _follow(schema: type[BaseModel], location: Sequence[Any]) -> tuple[list[Any], Any, str]:
    """Return (the part of `location` that the schema knows, annotation there, text of what is allowed there)."""
    known: list[Any] = []
    annotation, allowed = schema, allowed_text(schema)
    for step in location:
        for part in _parts(annotation):
            if _is_model(part) and step in part.model_fields:
                field = part.model_fields[step]
                annotation, allowed = field.annotation, field_text(field)
                break
            if get_origin(part) in (list, tuple, dict) and (get_origin(part) is dict) == isinstance(step, str):
                arguments = get_args(part)
                annotation = arguments[1] if get_origin(part) is dict else arguments[0]
                allowed = allowed_text(annotation)
                break
        else:
            return known, annotation, allowed
        known.append(step)
    return known, annotation, allowed


def _keys_at(schema: type[BaseModel], location: Sequence[Any]) -> list[str]:
    _, annotation, _ = _follow(schema, location)
    return [name for part in _parts(annotation) if _is_model(part) for name in part.model_fields]


_TEXTS = {
    bool: ("true or false", "true or false"),
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    str: ("a word", "words"),
    Any: ("a value", "values"),
}


def allowed_text(annotation: Any, many: bool = False) -> str:
    """Return what a value of this type may be, in words."""
    if get_origin(annotation) in (Union, UnionType):
        words = [allowed_text(part, many) for part in _parts(annotation)]
        return " or ".join(words + (["null"] if type(None) in get_args(annotation) else []))
    if get_origin(annotation) is Literal:
        values = get_args(annotation)
        return " or ".join(("null" if value is None else str(value)) for value in values)
    if get_origin(annotation) in (list, tuple):
        return ("lists" if many else "a list") + f" of {allowed_text(get_args(annotation)[0], many=True)}"
    if get_origin(annotation) is dict:
        return f"keys with {allowed_text(get_args(annotation)[1], many=True)}"
    if _is_model(annotation):
        return f"keys ({', '.join(annotation.model_fields)})"
    if hasattr(annotation, "__metadata__"):
        return allowed_text(annotation.__origin__, many) + _bounds(annotation.__metadata__)
    return _TEXTS.get(annotation, (str(annotation), str(annotation)))[many]


_SIGNS = {"gt": "above", "ge": "from", "lt": "below", "le": "up to", "min_length": "at least", "max_length": "at most"}


def _bounds(metadata: Sequence[Any]) -> str:
    """Return the bounds among pydantic's `metadata` in words, with a leading space if there are any."""
    entries = [inner for outer in metadata for inner in (outer.metadata if hasattr(outer, "metadata") else [outer])]
    words = []
    for sign, word in _SIGNS.items():
        for entry in entries:
            value = getattr(entry, sign, None)
            if value is not None:
                words.append(f"{word} {value} long" if sign.endswith("length") else f"{word} {value}")
    return f" {', '.join(words)}" if words else ""


def field_text(field: Any) -> str:
    """Return what the value of a pydantic field may be, in words, with its bounds."""
    optional = type(None) in get_args(field.annotation)
    inner = [allowed_text(part) for part in _parts(field.annotation)]
    return " or ".join([" or ".join(inner) + _bounds(field.metadata)] + (["null"] if optional else []))


def describe(schema: type[BaseModel], prefix: str = "") -> str:
    """Return a line for each key of `schema`: name, what is allowed, default, and what it does."""
    lines = []
    for name, field in schema.model_fields.items():
        key = f"{prefix}{name}"
        models = [p for part in _parts(field.annotation) for p in (part, *get_args(part)) if _is_model(p)]
        if models and _is_model(_parts(field.annotation)[0]):
            lines += [f"{key}: {field.description}", describe(models[0], f"{key}.")]
            continue
        default = "" if field.is_required() else f"; default {_yaml_text(field.get_default(call_default_factory=True))}"
        lines.append(f"{key} ({field_text(field)}{default})\n    {field.description}")
        if models:
            lines.append(describe(models[0], f"{key}[].".replace("[].", "[i].")))
    return "\n".join(lines)


def _yaml_text(value: Any) -> str:
    plain = to_plain(value)
    return yaml.safe_dump(plain, default_flow_style=True, width=10_000).removesuffix("\n...\n").strip()


def to_plain(value: Any) -> Any:
    """Return `value` (a model, or lists and dicts of them) as plain dicts and lists."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, list | tuple):
        return [to_plain(entry) for entry in value]
    return value


def dump_config(config: BaseModel) -> str:
    """Return the config with every default filled in, as YAML that `load_config` reads back."""
    return yaml.safe_dump(to_plain(config), sort_keys=False, width=120)


# -------------------------------------------------------------------------------------------- schema of a training run


class Budget(Section):
    """When the run ends: at whichever limit comes first."""

    decisions: int = Field(
        10_000_000, ge=1, le=MOST_COUNTED, description="the run ends after this many decisions of the learner"
    )
    minutes: float | None = Field(
        None,
        gt=0,
        le=10_000_000,
        description="the run ends after this many minutes of training, resumed ones included; null: no limit. A run "
        "that ends by time cannot be repeated decision for decision",
    )


class Tables(Section):
    """The games that are played at once."""

    number: int = Field(
        512,
        ge=1,
        le=100_000,
        description="tables played at once; each tick takes one decision in all of them with one batch",
    )
    threads: int = Field(
        2,
        ge=1,
        le=MOST_THREADS,
        description="threads that share tables and minibatches between them. Part of what a run is: another number "
        "gives other games",
    )


class Opponent(Section):
    """Who may sit on a seat that is not the learner's."""

    player: str = Field(
        min_length=1,
        description="learner (the policy of the moment, whose seat learns too), snapshot (the learner as it was), the "
        "name of a scripted player of the game, or the path of another run or policy, which stays as it is; in a "
        "league also snapshot:NAME and newest:NAME (of another learner) and league (snapshots of all)",
    )
    weight: float = Field(
        1.0, ge=0, le=1_000_000, description="share of the other seats, relative to the other weights"
    )


class Snapshots(Section):
    """The learner's earlier selves as opponents. Takes effect when `snapshot` is among the opponents."""

    every: int = Field(
        500_000, ge=1, le=MOST_COUNTED, description="decisions of the learner from one snapshot to the next"
    )
    keep: int = Field(8, ge=1, le=1_000, description="how many are drawn from; the oldest leaves")
    draw: Literal["uniform", "prioritised"] = Field(
        "uniform",
        description="prioritised: the more often a snapshot lately came out ahead of the learner, the more often it is "
        "drawn (by the square of its share)",
    )


class AttentionConfig(Section):
    """Self-attention over entries that are of one kind."""

    over: list[str] = Field(
        min_length=1,
        description="blocks of the observation whose entries (cards, regions ...) attend to each other, each with its "
        "numbers in all these blocks; or [seats]: the players do",
    )
    width: int = Field(32, ge=1, le=1_024, description="numbers that an entry is turned into")
    heads: int = Field(2, ge=1, le=64, description="of the attention; must divide the width")

    @pydantic.model_validator(mode="after")
    def _divides(self) -> AttentionConfig:
        if self.width % self.heads:
            raise ValueError(f"heads: got {self.heads}, allowed is what divides the width ({self.width})")
        return self


class PolicyConfig(Section):
    """The network."""

    widths: list[Annotated[int, Field(ge=1, le=8_192)]] = Field(
        [64, 64], max_length=16, description="widths of the hidden layers; [] for none"
    )
    activation: Literal["tanh", "relu"] = Field("tanh", description="between the layers")
    share: bool = Field(
        False, description="one body for policy and value, two heads (true); or two networks of these widths (false)"
    )
    standardize: bool = Field(
        False,
        description="shift and scale every column of the observation by its mean and standard deviation over the first "
        "decisions, instead of dividing it by its highest value only: rare and small counts are then as plain as "
        "others",
    )
    observe: dict[str, int] = Field(
        {},
        description="block of the observation: how many entries along its first axis the network sees. Most of an "
        "observation is room for long rows that are rarely filled; {places: 12} sees the first 12 places of each row. "
        "What lies beyond can still be played, it is only not seen",
    )
    attention: list[AttentionConfig] = Field(
        [],
        max_length=8,
        description="attention over entries of the observation before the first layer: each is summed up by the mean "
        "and the maximum over its entries. Such networks are computed by PyTorch alone, more slowly",
    )


class PPOConfig(Section):
    """Proximal policy optimisation (Schulman et al. 2017) with masks, as in sb3-contrib."""

    learning_rate: float = Field(5e-4, gt=0, le=1, description="step size of Adam")
    schedule: Literal["constant", "linear"] = Field(
        "constant", description="linear: the learning rate falls to 0 over budget.decisions"
    )
    decisions: int = Field(
        32_768,
        ge=2,
        le=10_000_000,
        description="decisions of the learner collected for each update, all seats and tables together",
    )
    minibatch: int = Field(
        4_096, ge=2, le=10_000_000, description="decisions in each step of the optimiser; up to ppo.decisions"
    )
    epochs: int = Field(2, ge=1, le=1_000, description="passes over the decisions of an update")
    gamma: float = Field(0.999, gt=0, le=1, description="discount from one decision of a seat to its next")
    gae_lambda: float = Field(
        0.95, ge=0, le=1, description="generalised advantage estimation: 0 trusts the value network, 1 the outcomes"
    )
    clip_range: float = Field(
        0.2, gt=0, le=100, description="how far an update may change the ratio of probabilities of an action"
    )
    lead_coef: float = Field(
        0.0,
        ge=0,
        le=1_000,
        description="reward for getting ahead while the game runs, beside the return at its end: this weight times the "
        "change of the lead, up to the seat's last decision. The lead is the own score less the mean of the others' "
        "(the reward `score` of the game)",
    )
    ent_coef: float = Field(
        0.01, ge=0, le=1_000, description="weight of the entropy in the loss: higher keeps trying more"
    )
    vf_coef: float = Field(0.5, ge=0, le=1_000, description="weight of the value loss")
    max_grad_norm: float = Field(0.5, gt=0, le=1e9, description="gradients are clipped to this norm")
    target_kl: float | None = Field(
        None,
        gt=0,
        le=1_000,
        description="an update stops early once the policy has moved 1.5 times this far; null: never",
    )
    normalize_advantage: bool = Field(True, description="advantages of a minibatch get mean 0 and deviation 1")


MOST_WORLDS = 1_000


class LookaheadConfig(Section):
    """Looking one turn ahead: see training/lookahead.py. Takes effect with `learner: lookahead`."""

    model: str | None = Field(
        None,
        min_length=1,
        description="scripted player of the game that decides for everybody until an imagined turn is over; must be "
        "given with `learner: lookahead`",
    )
    worlds: int = Field(
        8, ge=1, le=MOST_WORLDS, description="in how many worlds that agree with what the seat knows an action is tried"
    )
    training_worlds: int | None = Field(
        None,
        ge=1,
        le=MOST_WORLDS,
        description="the same while it is trained, where fewer make more games; null: as many as `worlds`",
    )
    warm_up: int = Field(
        0,
        ge=0,
        le=MOST_COUNTED,
        description="for so many positions at the beginning the model decides in the learner's place, and all who play "
        "like it are learned from: many games in little time",
    )


FOR_EVERY_LEARNER = ("learning_rate", "schedule", "decisions", "minibatch", "epochs", "max_grad_norm")
"""The keys of `ppo` that take effect with `learner: lookahead` too."""


class LeagueMember(Section):
    """One of several learners of a run."""

    name: str = Field(
        pattern=r"^[A-Za-z0-9_-]{1,40}$",
        description="letters, digits, _ and -; the policy of the first is that of the run, others are in members/NAME",
    )
    opponents: list[Opponent] | None = Field(
        None, min_length=1, description="who sits on the other seats of its tables; null: `opponents` of the run"
    )
    start: str | None = Field(
        None, min_length=1, description="a run or policy whose weights it begins with; null: `start` of the run"
    )
    ppo: dict[str, Any] = Field({}, description="keys of `ppo` in which it differs from the run")


class Checkpoints(Section):
    """What is kept of the run on the way."""

    every: int = Field(
        1_000_000, ge=1, le=MOST_COUNTED, description="decisions of the learner from one checkpoint to the next"
    )
    keep: int = Field(3, ge=1, le=1_000_000, description="how many are kept; the oldest is deleted")


class Ratings(Section):
    """Rated games on the way: see docs/ratings.md."""

    every: int | None = Field(
        None,
        ge=1,
        le=MOST_COUNTED,
        description="decisions of the learner from one rating to the next, and at the end; null: no ratings",
    )
    games: int = Field(
        300,
        ge=1,
        le=1_000_000,
        description="games of each newest policy each time, its seat rotating; not training time",
    )
    keep: int = Field(6, ge=0, le=100, description="how many policies that were rated before take part each time")
    players: list[str] | None = Field(
        None, description="scripted players that take part; null: every scripted player of the game"
    )


class Evaluation(Section):
    """The table at the end of the run."""

    games: int = Field(
        2_000, ge=0, le=10_000_000, description="games against each opponent, seats in turn; 0 for no table"
    )
    players: list[str] | None = Field(
        None,
        description="the opponents; null: every scripted player of the game, and the policies of other runs it met",
    )
    deterministic: bool = Field(False, description="the policy takes its most probable action instead of drawing one")


class TrainConfig(Section):
    """A training run."""

    game: str = Field("nineteen61", description="name of the game")
    options: dict[str, Any] = Field({}, description="options of the game, such as {num_players: 2}")
    learner: Literal["ppo", "maskable_ppo", "lookahead"] = Field(
        "ppo",
        description="the algorithm: ppo (training/ppo.py, which uses all of tables.threads), maskable_ppo "
        "(sb3-contrib's MaskablePPO makes the updates), or lookahead (training/outcomes.py: learns what positions are "
        "worth and looks one turn ahead; the positions it learns from are counted as its decisions)",
    )
    seed: int = Field(0, ge=0, le=HIGHEST_SEED, description="everything random in the run comes from it")
    run_folder: str | None = Field(
        None, min_length=1, description="where the run is written; null: runs/ and the name of the config"
    )
    torch_threads: int = Field(
        1,
        ge=1,
        le=MOST_THREADS,
        description="threads of PyTorch. 1 on a CPU: more can be many times slower for networks of this size",
    )
    device: str = Field("cpu", description="where the network is: cpu, cuda, cuda:1 ...")
    budget: Budget = Field(Budget(), description="when the run ends: at whichever limit comes first")
    tables: Tables = Field(Tables(), description="the games that are played at once")
    opponents: list[Opponent] = Field(
        [Opponent(player="learner")],
        min_length=1,
        description="who sits on the other seats. For each new game the learner gets one seat, every seat equally "
        "often; each other seat is drawn by these weights and stays so for the whole game",
    )
    mixed_tables: bool = Field(
        True,
        description="whether each other seat is drawn on its own; false: all other seats of a table go to the same "
        "opponent",
    )
    start: str | None = Field(
        None,
        min_length=1,
        description="a run or policy whose weights the learner begins with, for fine-tuning; its `policy` must be the "
        "same. null: fresh weights",
    )
    league: list[LeagueMember] = Field(
        [],
        max_length=64,
        description="several learners, each with tables of its own; they meet as snapshots. [] for one learner",
    )
    snapshots: Snapshots = Field(Snapshots(), description="the learner's earlier selves as opponents")
    policy: PolicyConfig = Field(PolicyConfig(), description="the network")
    ppo: PPOConfig = Field(PPOConfig(), description="how it learns")
    lookahead: LookaheadConfig = Field(LookaheadConfig(), description="how far it looks ahead, if it does")
    checkpoints: Checkpoints = Field(Checkpoints(), description="what is kept of the run on the way")
    ratings: Ratings = Field(Ratings(), description="rated games on the way")
    evaluation: Evaluation = Field(Evaluation(), description="the table at the end of the run")

    @pydantic.model_validator(mode="after")
    def _consistent(self) -> TrainConfig:
        if self.ppo.minibatch > self.ppo.decisions:
            raise ValueError(
                f"ppo.minibatch: got {self.ppo.minibatch}, allowed is up to ppo.decisions ({self.ppo.decisions})"
            )
        self._check_lookahead()
        names = [member.name for member in self.league]
        for i, name in enumerate(names):
            if name in names[:i]:
                raise ValueError(f"league.{i}.name: {name!r} is there twice, names must differ")
        for i, member in enumerate(self.league):
            self._check_changes(f"league.{i}.ppo", member.ppo)
        for key, opponents in [
            ("opponents", self.opponents),
            *((f"league.{i}.opponents", member.opponents) for i, member in enumerate(self.league)),
        ]:
            if opponents is not None and sum(opponent.weight for opponent in opponents) <= 0:
                raise ValueError(f"{key}: got only weights of 0, allowed is at least one above 0")
        return self

    def _check_lookahead(self) -> None:
        """Raise ValueError for what takes no effect with this learner, or is needed by it."""
        if self.learner != "lookahead":
            if self.lookahead != LookaheadConfig():
                raise ValueError(
                    f"lookahead: takes no effect with learner: {self.learner}, allowed is {{}}, or learner: lookahead"
                )
            return
        if self.lookahead.model is None:
            raise ValueError("lookahead.model: is missing, allowed is a scripted player of the game")
        if self.league:
            raise ValueError("league: got several learners, allowed is one with learner: lookahead")
        standard = PPOConfig()
        for name in PPOConfig.model_fields:
            if name not in FOR_EVERY_LEARNER and getattr(self.ppo, name) != getattr(standard, name):
                raise ValueError(
                    f"ppo.{name}: got {short(getattr(self.ppo, name))}, which takes no effect with learner: lookahead, "
                    f"allowed are {', '.join(FOR_EVERY_LEARNER)}"
                )
        if self.lookahead.warm_up >= self.budget.decisions:
            raise ValueError(
                f"lookahead.warm_up: got {self.lookahead.warm_up}, allowed is less than budget.decisions "
                f"({self.budget.decisions})"
            )

    def _check_changes(self, key: str, changes: dict[str, Any]) -> None:
        """Raise ValueError if the hyper-parameters of a member cannot be: as those of the run, or in step with it."""
        try:
            changed = check_config(self.ppo.model_dump() | changes, PPOConfig, key)
        except ConfigError as error:
            raise ValueError(str(error).splitlines()[0]) from None
        if changed.decisions != self.ppo.decisions:
            raise ValueError(f"{key}.decisions: got {changed.decisions}, allowed is that of the run")
        if changed.minibatch > changed.decisions:
            raise ValueError(f"{key}.minibatch: got {changed.minibatch}, allowed is up to {changed.decisions}")
