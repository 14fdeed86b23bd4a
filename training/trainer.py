"""A training run: builds its parts from a config, makes updates, saves itself and goes on from what it saved."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

import envs
from envs.core.game import Game
from envs.core.options import nearest
from envs.core.vector import VectorGames
from training.config import MOST_COUNTED, ConfigError, Opponent, PPOConfig, TrainConfig, short
from training.files import printable, read_json, reason
from training.network import (
    Actor,
    Eyes,
    MaskedPolicy,
    SeenColumns,
    Table,
    observed_columns,
    policy_kwargs,
    token_columns,
)
from training.outcomes import LookaheadPlay, Positions, ValueLearner
from training.players import policy_of_run
from training.policy import (
    FACTS_FILE,
    MEMBERS,
    POLICY_FILE,
    LoadedPolicy,
    export_policy,
    load_policy,
    policy_facts,
    save_policy,
)
from training.pool import LEAGUE_NAME, LEARNER_NAME, NEWEST_OF, SNAPSHOT_NAME, SNAPSHOTS_OF, Pool, Tally
from training.ppo import PPO
from training.selfplay import DecisionBuffer, Ended, SelfPlay, statistics, torch_threads

MAIN = "main"
"""Name of the learner of a run that has only one."""
ARRAYS_FILE, COUNTERS_FILE = "run.npz", "run.json"
LOGGED = {
    "train/entropy_loss": "entropy_loss",
    "train/policy_gradient_loss": "policy_loss",
    "train/value_loss": "value_loss",
    "train/approx_kl": "approx_kl",
    "train/clip_fraction": "clip_fraction",
    "train/explained_variance": "explained_variance",
    "train/learning_rate": "learning_rate",
}
"""What sb3-contrib reports of an update -> its name in the metrics."""
TIMES = ("seconds", "decisions_per_second", "share/collect", "share/learn")
"""The metrics that differ from run to run of the same seed."""
_BUFFER_OF_THE_FACE = 2048  # decisions per update of whoever loads policy.zip and trains on with sb3-contrib alone


def member_names(config: TrainConfig) -> list[str]:
    """Return the names of the learners of a run."""
    return [member.name for member in config.league] or [MAIN]


def opponents_of(config: TrainConfig, member: str) -> Sequence[Opponent]:
    """Return the opponents of a learner, which are those of the run if it has none of its own."""
    own = next((entry.opponents for entry in config.league if entry.name == member), None)
    return own if own is not None else config.opponents


def ppo_of(config: TrainConfig, member: str) -> PPOConfig:
    """Return the hyper-parameters of a learner: those of the run with its own changes."""
    changes = next((entry.ppo for entry in config.league if entry.name == member), {})
    return PPOConfig.model_validate(config.ppo.model_dump() | changes)


def _is_path(name: str) -> bool:
    try:
        return name.endswith(".zip") or "/" in name or "\\" in name or Path(name).is_dir()
    except (OSError, ValueError):  # no name that a folder can have
        return False


def known_opponents(config: TrainConfig, game: Game) -> list[str]:
    """Return the names of opponents that are no policies of other runs."""
    known = [LEARNER_NAME, SNAPSHOT_NAME, *game.bots]
    if config.league:
        known += [
            LEAGUE_NAME,
            *(prefix + name for prefix in (NEWEST_OF, SNAPSHOTS_OF) for name in member_names(config)),
        ]
    return known


def frozen_names(config: TrainConfig, game: Game) -> list[str]:
    """Return the opponents of the config that are policies of other runs, in the order in which they come up."""
    names = [entry.player for member in member_names(config) for entry in opponents_of(config, member)]
    known = known_opponents(config, game)
    return [name for name in dict.fromkeys(names) if name not in known]


def check_against_game(
    config: TrainConfig, where: str, *, resumed: bool = False
) -> tuple[Game, dict[str, Any], np.ndarray]:
    """Check what only the game knows: its options, players and blocks.

    Args:
        config: the run.
        where: what to call it in messages.
        resumed: it has begun before: its opponents were checked, and copied, then.

    Returns:
        The game, its complete options, and the columns of the observation that the network sees.

    Raises:
        ConfigError: in one line.
    """

    def problem(key: str, error: object) -> ConfigError:
        return ConfigError(f"{where}: {key}: {error}")

    try:
        game = envs.get_game(config.game)
    except ValueError as error:
        raise problem("game", error) from None
    try:
        options = game.options.complete(config.options)
    except ValueError as error:
        raise problem("options", error) from None
    known = known_opponents(config, game)
    frozen = frozen_names(config, game)
    if config.learner == "lookahead":
        _check_lookahead(config, game, problem)
    for key, opponents in [
        ("opponents", config.opponents),
        *((f"league.{i}.opponents", member.opponents or ()) for i, member in enumerate(config.league)),
    ]:
        named = set()
        for i, opponent in enumerate(opponents):
            name = opponent.player
            if name not in known and not resumed and not _is_path(name):
                allowed = f"allowed are {', '.join(known)}, or the path of a run or policy"
                raise problem(f"{key}.{i}.player", f"got {printable(name)!r}{nearest(name, known)} ({allowed})")
            if name in named:
                raise problem(f"{key}.{i}.player", f"{name!r} is there twice; give it one weight")
            named.add(name)
    for i, name in enumerate(config.evaluation.players or ()):
        if name not in game.bots and name not in frozen:
            raise problem(
                f"evaluation.players.{i}",
                f"got {name!r}{nearest(name, game.bots)} (allowed are {', '.join(game.bots)})",
            )
    if config.ratings.players == [] and not frozen:
        raise problem("ratings.players", f"got [], allowed is at least one of {', '.join(game.bots)}")
    for key, players in (("evaluation", config.evaluation.players), ("ratings", config.ratings.players)):
        for i, name in enumerate(players or ()):
            if name in (players or ())[:i]:
                raise problem(f"{key}.players.{i}", f"{name!r} is there twice")
    for i, name in enumerate(config.ratings.players or ()):
        if name not in game.bots:
            raise problem(
                f"ratings.players.{i}", f"got {name!r}{nearest(name, game.bots)} (allowed are {', '.join(game.bots)})"
            )
    try:
        columns = observed_columns(game.observation, options["num_players"], config.policy.observe)
    except ValueError as error:
        raise problem("policy.observe", error) from None
    if not len(columns):
        raise problem("policy.observe", "nothing of the observation is left to see")
    for i, attention in enumerate(config.policy.attention):
        try:
            token_columns(game.observation, options["num_players"], columns, attention.over)
        except ValueError as error:
            raise problem(f"policy.attention.{i}.over", error) from None
    try:
        torch.zeros(1, device=config.device).add(1).cpu()  # "meta" and the like take numbers and give none back
    except (RuntimeError, AssertionError, ValueError, TypeError) as error:
        raise problem("device", f"got {config.device!r}, which cannot be used: {str(error).splitlines()[0]}") from None
    return game, options, columns


def _check_lookahead(config: TrainConfig, game: Game, problem: Callable[[str, object], ConfigError]) -> None:
    """Raise ConfigError unless the model is a scripted player, as all opponents but the learner are."""
    model = config.lookahead.model or ""
    if model not in game.bots:
        allowed = f"(allowed are {', '.join(game.bots)})"
        raise problem("lookahead.model", f"got {printable(model)!r}{nearest(model, game.bots)} {allowed}")
    known = [LEARNER_NAME, *game.bots]
    for i, opponent in enumerate(config.opponents):
        if opponent.player not in known:
            raise problem(
                f"opponents.{i}.player",
                f"got {printable(opponent.player)!r}{nearest(opponent.player, known)} (allowed with learner: lookahead "
                f"are {', '.join(known)})",
            )


def load_frozen(
    config: TrainConfig, game: Game, options: Mapping[str, Any], places: Callable[[int, str], str]
) -> dict[str, LoadedPolicy]:
    """Return the policies of other runs that are opponents, by their names in the config.

    Args:
        config: the run.
        game, options: the game and its complete options.
        places: takes number and name of an opponent, returns the path that it is loaded from.

    Raises:
        ValueError: in one line: there is none, or it is of another game, version or other options.
    """
    found = {}
    for number, name in enumerate(frozen_names(config, game)):
        try:
            found[name] = policy_of_run(places(number, name), game, options)
        except ValueError as error:
            raise ValueError(f"opponents: {error}") from None
    return found


def build_learner(
    config: TrainConfig,
    columns: np.ndarray,
    features: int,
    actions: int,
    seed: int,
    ppo: PPOConfig | None = None,
) -> MaskablePPO:
    """Return sb3-contrib's learner with a fresh network.

    Args:
        config: the run.
        columns: what the network sees.
        features, actions: sizes of observation and action space.
        seed: of the first weights. The global generators stay as they are.
        ppo: hyper-parameters; None: those of the run.
    """
    ppo = ppo or config.ppo
    game = envs.get_game(config.game)
    players = game.options.complete(config.options)["num_players"]
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        learner = MaskablePPO(
            MaskedPolicy,
            Table(features, actions),
            learning_rate=ppo.learning_rate,
            n_steps=min(ppo.decisions, _BUFFER_OF_THE_FACE),
            batch_size=ppo.minibatch,
            n_epochs=ppo.epochs,
            gamma=ppo.gamma,
            gae_lambda=ppo.gae_lambda,
            clip_range=ppo.clip_range,
            normalize_advantage=ppo.normalize_advantage,
            ent_coef=ppo.ent_coef,
            vf_coef=ppo.vf_coef,
            max_grad_norm=ppo.max_grad_norm,
            target_kl=ppo.target_kl,
            policy_kwargs=policy_kwargs(config.policy, game.observation, players, columns),
            device=config.device,
        )
    learner.set_logger(Logger(None, []))
    if ppo.schedule == "linear":
        learner.lr_schedule = lambda remaining: remaining * ppo.learning_rate
    return learner


def policy_to_start(where: str, game: Game) -> LoadedPolicy:
    """Return the policy at `where`, to begin with its weights; ValueError in one line if it is of another game."""
    try:
        policy = load_policy(where)
    except ValueError as error:
        raise ValueError(f"start: {error}") from None
    if (policy.game, policy.version) != (game.name, game.version):
        raise ValueError(
            f"start: {printable(where)}: a policy of {policy.game} {policy.version}, allowed here is {game.name} "
            f"{game.version}"
        )
    return policy


def check_start(
    network: Mapping[str, Any],
    options: Mapping[str, Any],
    policy: LoadedPolicy,
    where: str,
    *,
    looks_ahead: bool = False,
) -> None:
    """Raise ValueError in one line if a learner cannot begin with the weights of a policy.

    Args:
        network: what `policy_kwargs` says of the learner's network.
        options: complete options of its game.
        policy: whose weights.
        where: what to call it.
        looks_ahead: whether the learner does.
    """
    if (policy.lookahead is not None) != looks_ahead:
        kinds = ("does not look ahead", "looks ahead")
        raise ValueError(
            f"start: {printable(where)}: {kinds[not looks_ahead]}, allowed here is a policy that {kinds[looks_ahead]}"
        )
    if policy.options["num_players"] != options["num_players"]:
        raise ValueError(
            f"start: {printable(where)}: trained with num_players={policy.options['num_players']}, allowed here is "
            f"{options['num_players']}"
        )

    def described(settings: Mapping[str, Any]) -> dict[str, Any]:
        extractor = dict(settings.get("features_extractor_kwargs") or {})
        return {
            "widths": (list(settings.get("net_arch") or []), list(extractor.get("widths", []))),
            "activation": settings.get("activation_fn"),
            "standardize": extractor.get("standardize", False),
            "attention": list(extractor.get("attention", [])),
            "observe": list(extractor.get("columns", [])),
        }

    own, given = described(network), described(policy.learner.policy_kwargs)
    differ = [name for name in own if own[name] != given[name]]
    if differ:
        raise ValueError(
            f"start: {printable(where)}: its network differs in {', '.join(differ)}; give `policy` as it was trained"
        )


class MaskableLearner:
    """sb3-contrib's own update, with the interface of `training.ppo.PPO`."""

    def __init__(self, sb3: MaskablePPO) -> None:
        self.sb3 = sb3
        self.policy = sb3.policy

    def learn(self, buffer: DecisionBuffer, remaining: float) -> dict[str, float]:
        """Make one update from a full buffer; return its metrics. `remaining`: share of the budget that is left."""
        self.sb3.rollout_buffer = buffer
        self.sb3._current_progress_remaining = remaining
        self.sb3.train()
        reported = self.sb3.logger.name_to_value
        return {name: float(reported[key]) for key, name in LOGGED.items() if key in reported}


class Member:
    """One learner of a run, with its tables.

    Attributes:
        name: as in the config.
        learner: learns; has `policy`, the network, and `sb3`, what is saved.
        plays: the tables in as many parts as there are threads. Each part is played by a thread of its own from
            observation to action, so that nobody waits for anybody within a tick.
        buffer: the decisions of an update.
        tally: how its opponents among the snapshots did.
    """

    def __init__(
        self, name: str, number: int, config: TrainConfig, game: Game, options: Mapping[str, Any], columns: np.ndarray,
        pool: Pool,
    ) -> None:  # fmt: skip
        self.name = name
        self.pool = pool
        self.weights = {opponent.player: opponent.weight for opponent in opponents_of(config, name)}
        self.tally = Tally()
        ppo = ppo_of(config, name)
        groups = min(config.tables.threads, config.tables.number, ppo.decisions)
        looks_ahead = config.learner == "lookahead"
        seeds = np.random.SeedSequence(config.seed, spawn_key=(number,))
        weights, batches, *parts = seeds.spawn(2 + 2 * groups)
        sizes = np.diff(np.linspace(0, config.tables.number, groups + 1).astype(int)).tolist()
        games = [VectorGames(game, size, **options) for size in sizes]
        seed = int(weights.generate_state(1)[0])
        sb3 = build_learner(config, columns, games[0].num_features, games[0].num_actions, seed, ppo)
        self.learner: PPO | MaskableLearner | ValueLearner
        if config.learner == "maskable_ppo":
            self.learner = MaskableLearner(sb3)
        else:
            self.learner = (ValueLearner if looks_ahead else PPO)(sb3, ppo, config.tables.threads)
        self.generators = {"batches": np.random.default_rng(batches)}
        self.buffer: DecisionBuffer | Positions
        if looks_ahead:
            self.buffer = Positions(ppo.decisions, pool.eyes, self.generators["batches"])
        else:
            self.buffer = DecisionBuffer(
                ppo.decisions,
                sb3.observation_space,
                sb3.action_space,
                sb3.device,
                gamma=ppo.gamma,
                gae_lambda=ppo.gae_lambda,
                eyes=pool.eyes,
                generator=self.generators["batches"],
            )
        self._parts = self.buffer.parts(groups)
        self._threads = torch_threads(groups) if groups > 1 else None
        self.plays: list[Any] = []
        for i, tables in enumerate(games):
            draws, deals = parts[2 * i], parts[2 * i + 1]
            self.generators[f"draws.{i}"] = np.random.default_rng(draws)
            given = tables, pool.eyes, self.weights, self.generators[f"draws.{i}"], int(deals.generate_state(1)[0])
            if looks_ahead:
                how = config.lookahead
                warm_up = -(-how.warm_up // groups)
                model = game.bot_number(how.model or "")
                worlds = how.training_worlds or how.worlds
                self.plays.append(LookaheadPlay(*given, model, worlds, warm_up, mixed=config.mixed_tables))
            else:
                prioritised = config.snapshots.draw == "prioritised"
                shared: dict[str, Any] = {"pool": pool, "member": name, "mixed": config.mixed_tables}
                self.plays.append(SelfPlay(*given, ppo.lead_coef, **shared, prioritised=prioritised))

    @property
    def policy(self) -> MaskedPolicy:
        """The network."""
        return cast(MaskedPolicy, self.learner.policy)

    def collect(self) -> Ended:
        """Fill the buffer; return the games that ended."""
        self.buffer.reset()
        pairs = list(zip(self.plays, self._parts, strict=True))
        if self._threads is None:
            parts = [play.collect(self.policy, part) for play, part in pairs]
        else:
            parts = list(self._threads.map(lambda pair: pair[0].collect(self.policy, pair[1]), pairs))
        self.buffer.mark_filled()
        return Ended.join(parts, self.plays[0].tables.num_players)

    def fit_scale(self) -> None:
        """Set what `policy.standardize` shifts and scales by, from decisions of the untrained network."""
        warm_up = [getattr(play, "warm_up", 0) for play in self.plays]
        self.collect()
        for play, positions in zip(self.plays, warm_up, strict=True):
            play.warm_up = positions  # nothing has been learned from them
        cast(SeenColumns, self.policy.features_extractor).fit(self.buffer.observations, self.buffer.eyes.scale)

    def update(self, remaining: float) -> dict[str, Any]:
        """Collect decisions and learn from them; return the metrics. `remaining`: share of the budget that is left."""
        started = time.perf_counter()
        ended = self.collect()
        collected = time.perf_counter()
        learning = cast(Any, self.learner).learn(self.buffer, remaining)
        seconds = time.perf_counter() - started
        if len(ended.lineups):
            self.tally.add(ended.lineups, ended.returns)
        tables = statistics(ended, self.weights, self.pool, self.name, self.plays[0].tables.game.bots)
        share = (collected - started) / seconds
        return {**tables, **learning, "share/collect": round(share, 4), "share/learn": round(1 - share, 4)}

    def draw_lineups(self) -> None:
        """Give new games their opponents anew: after a snapshot, or where these are drawn by how they do."""
        for play in self.plays:
            play.draw_lineups(self.tally)

    def get_state(self) -> dict[str, np.ndarray]:
        """Return what `set_state` needs, as arrays; network and generators excepted."""
        arrays = self.tally.get_state()
        for i, play in enumerate(self.plays):
            arrays |= {f"{i}.{name}": value for name, value in play.get_state().items()}
        return arrays

    def set_state(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Go on from what `get_state` returned. ValueError if it does not fit."""
        self.tally.set_state(arrays)
        for i, play in enumerate(self.plays):
            play.set_state(_under(f"{i}.", arrays))


def place_of_member(folder: Path, name: str, number: int) -> Path:
    """Return where in `folder` the policy of a learner lies: the first one's at the top."""
    return folder / MEMBERS / name if number else folder


def _under(prefix: str, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays whose names begin with `prefix`, without it."""
    return {name.removeprefix(prefix): value for name, value in arrays.items() if name.startswith(prefix)}


class Trainer:
    """One run in memory.

    Args:
        config: the run.
        game, options, columns: see `check_against_game`.
        frozen: see `load_frozen`.

    Attributes:
        members: the learners.
        decisions: of each learner, so far.
        updates: of each learner, so far.
        seconds: of training so far, those before a resume included.
    """

    def __init__(
        self,
        config: TrainConfig,
        game: Game,
        options: Mapping[str, Any],
        columns: np.ndarray,
        frozen: Mapping[str, LoadedPolicy] | None = None,
    ) -> None:
        torch.set_num_threads(config.torch_threads)  # of the whole process
        self.config = config
        how = config.lookahead.model_dump(include={"model", "worlds"}) if config.learner == "lookahead" else None
        self.facts = policy_facts(game, options, how)
        self.decisions, self.updates, self.seconds = 0, 0, 0.0
        scale = (1.0 / game.observation.highs(options["num_players"])).astype(np.float32)
        self.pool = Pool(Eyes(columns, scale, config.device), config.snapshots.keep, frozen)
        self.members = [
            Member(name, number, config, game, options, columns, self.pool)
            for number, name in enumerate(member_names(config))
        ]
        self._fresh = {member.name for member in self.members}
        if config.league:
            self._take_snapshots()

    @property
    def learner(self) -> PPO | MaskableLearner | ValueLearner:
        """The first learner."""
        return self.members[0].learner

    @property
    def buffer(self) -> DecisionBuffer | Positions:
        """What the first learner learns from."""
        return self.members[0].buffer

    @property
    def selfplay(self) -> SelfPlay:
        """The tables of the first learner; of its first thread, if there are several."""
        return self.members[0].plays[0]

    def start_from(self, member: str, policy: LoadedPolicy, where: str) -> None:
        """Give a learner the weights of a policy; raise ValueError in one line if its network is of another shape."""
        learner = next(entry for entry in self.members if entry.name == member)
        ahead = self.config.learner == "lookahead"
        check_start(learner.learner.sb3.policy_kwargs, self.facts["options"], policy, where, looks_ahead=ahead)
        try:
            learner.policy.load_state_dict(policy.learner.policy.state_dict())
        except RuntimeError as error:
            raise ValueError(f"start: {printable(where)}: its network is of another shape ({reason(error)})") from None
        self._fresh.discard(member)
        for number in self.pool.drawn.get(member, []):  # of a league, which has snapshots from its first moment on
            self.pool.put(number, Actor(learner.policy))

    def update(self) -> list[dict[str, Any]]:
        """Let every learner collect decisions and learn from them; return the metrics, a row for each learner."""
        started = time.perf_counter()
        rows = []
        for member in self.members:
            if self.updates == 0 and self.config.policy.standardize and member.name in self._fresh:
                member.fit_scale()
            begun = time.perf_counter()
            row = member.update(1 - self.decisions / self.config.budget.decisions)
            rows.append((row, time.perf_counter() - begun))
        before = self.decisions
        self.decisions += self.config.ppo.decisions
        for member in self.members:
            member.learner.sb3.num_timesteps = self.decisions
        self.updates += 1
        every = self.config.snapshots.every
        if before // every < self.decisions // every and self._draws_snapshots():
            self._take_snapshots()
        elif self.config.snapshots.draw == "prioritised" and self._draws_snapshots():
            self._draw_lineups()
        self.seconds += time.perf_counter() - started
        names = [{"member": member.name} if self.config.league else {} for member in self.members]
        counted = {"decisions": self.decisions, "updates": self.updates}
        return [
            {**counted, **name, **row, "seconds": round(self.seconds, 3),
             "decisions_per_second": round(member.buffer.buffer_size / seconds, 1)}
            for name, member, (row, seconds) in zip(names, self.members, rows, strict=True)
        ]  # fmt: skip

    def _draws_snapshots(self) -> bool:
        names = {name for member in self.members for name in member.weights}
        return any(name in (SNAPSHOT_NAME, LEAGUE_NAME) or name.startswith((SNAPSHOTS_OF, NEWEST_OF)) for name in names)

    def _take_snapshots(self) -> None:
        for member in self.members:
            self.pool.add(member.name, Actor(member.policy))
        self._draw_lineups()
        self.pool.forget({number for member in self.members for play in member.plays for number in play.sitting()})

    def _draw_lineups(self) -> None:
        for member in self.members:
            member.draw_lineups()

    def finished(self) -> float:
        """Return how much of the budget is used: 1 or more when the run is over."""
        budget = self.config.budget
        used = self.decisions / budget.decisions
        return max(used, self.seconds / 60 / budget.minutes) if budget.minutes else used

    def seconds_left(self, speed: float) -> float:
        """Return how long the run still takes at `speed` decisions of a learner per second of training."""
        budget = self.config.budget
        left = max(budget.decisions - self.decisions, 0) / max(speed, 1e-9)
        return min(left, max(budget.minutes * 60 - self.seconds, 0)) if budget.minutes else left

    def save_policies(self, folder: Path) -> None:
        """Write the policies of the moment: of the first learner to `folder`, of the others to members/NAME/ in it."""
        for number, member in enumerate(self.members):
            save_policy(member.learner.sb3, self.facts, place_of_member(folder, member.name, number))

    def export_policies(self, folder: Path) -> None:
        """Write the policies of the moment beside the others as TorchScript, see `training.policy.export_policy`.

        Those that look ahead are left out: they are more than a network.
        """
        if self.config.learner == "lookahead":
            return
        for number, member in enumerate(self.members):
            export_policy(member.learner.sb3, place_of_member(folder, member.name, number))

    def save(self, folder: Path, metrics_size: int) -> None:
        """Write everything that `load` needs to go on in the same way.

        Args:
            folder: is made if needed.
            metrics_size: length of the metrics file at this moment.
        """
        self.save_policies(folder)
        self.pool.forget({number for member in self.members for play in member.plays for number in play.sitting()})
        arrays = {f"pool.{name}": value for name, value in self.pool.get_state().items()}
        for member in self.members:
            arrays |= {f"{member.name}.{name}": value for name, value in member.get_state().items()}
        np.savez(folder / ARRAYS_FILE, **arrays)  # type: ignore[arg-type]
        counters = {
            "decisions": self.decisions,
            "updates": self.updates,
            "seconds": self.seconds,
            "metrics_size": metrics_size,
            "fresh": sorted(self._fresh),
            "members": {
                member.name: {
                    "optimizer_updates": member.learner.sb3._n_updates,
                    "generators": {name: g.bit_generator.state for name, g in member.generators.items()},
                }
                for member in self.members
            },
        }
        (folder / COUNTERS_FILE).write_text(json.dumps(counters, indent=2), encoding="utf-8")

    def load(self, folder: Path) -> int:
        """Go on from what `save` wrote; return its `metrics_size`. Raises ValueError in one line if it does not fit."""
        counters = _read_counters(folder / COUNTERS_FILE)
        for number, member in enumerate(self.members):
            place = place_of_member(folder, member.name, number)
            facts = read_json(place / FACTS_FILE)
            for name in ("game", "version"):
                if facts.get(name) != self.facts[name]:
                    raise ValueError(
                        f"{place / FACTS_FILE}: is of {name} {facts.get(name)}, here it is {self.facts[name]}"
                    )
            with _readable(place / POLICY_FILE):
                member.learner.sb3.set_parameters(str(place / POLICY_FILE), device=self.config.device)
        with _readable(folder / ARRAYS_FILE), np.load(folder / ARRAYS_FILE) as saved:
            arrays = dict(saved)
            self.pool.set_state(_under("pool.", arrays), self.members[0].policy)
            for member in self.members:
                member.set_state(_under(f"{member.name}.", arrays))
        with _readable(folder / COUNTERS_FILE):
            for member in self.members:
                saved_of = counters["members"][member.name]
                for name, generator in member.generators.items():
                    generator.bit_generator.state = saved_of["generators"][name]
                member.learner.sb3._n_updates = int(saved_of["optimizer_updates"])
                member.learner.sb3.num_timesteps = counters["decisions"]
            self._fresh = set(counters["fresh"])
        self.decisions, self.updates = counters["decisions"], counters["updates"]
        self.seconds = counters["seconds"]
        return counters["metrics_size"]


def _read_counters(path: Path) -> dict[str, Any]:
    """Return what `Trainer.save` wrote to `run.json`; raise ValueError in one line if it is not that."""
    counters = read_json(path)
    for name in ("decisions", "updates", "metrics_size", "seconds"):
        value = counters.get(name)
        kinds = (int, float) if name == "seconds" else (int,)
        if isinstance(value, bool) or not isinstance(value, kinds) or not 0 <= value <= MOST_COUNTED:
            raise ValueError(f"{path}: {name}: got {short(value)}, allowed is a number from 0 to {MOST_COUNTED}")
    return counters


@contextlib.contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn whatever a damaged file leads to into a ValueError in one line that names it."""
    if not path.is_file():
        raise ValueError(f"{path}: is missing")
    try:
        yield
    except Exception as error:  # archives, pickles and arrays each have kinds of their own
        if isinstance(error, MemoryError):
            raise
        raise ValueError(f"{path}: does not fit or is damaged ({reason(error)})") from None
