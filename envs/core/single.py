"""The Gymnasium face: one seat of a game; scripted players, or players of one's own, take the others.

    env = gymnasium.make("manorfarm/Nineteen61-v0", num_players=3, seat=1, opponents=["lander_rush", "random"])
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

`action_masks` is what MaskablePPO of sb3-contrib asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .aec import ILLEGAL, RENDER_MODES, check_choice, check_face_options, render_table, reset_position
from .bots import BadMove, Player, as_player, ask_at, begin_player, load_player
from .game import Game
from .options import nearest
from .spaces import Actions, observation_box
from .table import Table, check_seed, fresh_seed
from .vector import LEARNER, VectorGames

RANDOM_SEAT = "random"
_MOST_DROPPED = 1000  # games dropped in a row because the learner had no decision in them
_OWN = LEARNER - 1  # in a line-up: a player of the user's own


def find_game(game: Game | str) -> Game:
    """Return the game, found by its name where a name is given."""
    from .. import get_game

    return get_game(game) if isinstance(game, str) else game


def find_opponent(game: Game, opponent: Any) -> int | Player:
    """Return the number of a scripted player, or a player of the user's own; raise ValueError in one line."""
    if not isinstance(opponent, str):
        return as_player(opponent)
    if ":" in opponent:
        return load_player(opponent)
    if opponent in game.bots:
        return game.bot_number(opponent)
    raise ValueError(
        f"opponents: got {opponent!r}{nearest(opponent, game.bots)} (allowed are {', '.join(game.bots)}, "
        f"'module:attribute', or an object with act(observation, mask, texts))"
    )


def find_opponents(game: Game, opponents: Any, num_players: int) -> list[int | Player]:
    """Return one opponent for each seat but the learner's; one alone takes them all."""
    if isinstance(opponents, (list, tuple)):
        if len(opponents) != num_players - 1:
            raise ValueError(
                f"opponents: got {len(opponents)}, allowed is one for each of the {num_players - 1} other seats, "
                f"or a single one for all"
            )
        return [find_opponent(game, opponent) for opponent in opponents]
    return [find_opponent(game, opponents) for _ in range(num_players - 1)]


def check_learner_seat(seat: Any, num_players: int) -> None:
    """Raise ValueError unless `seat` is a seat or "random"."""
    whole = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool) and 0 <= seat < num_players
    if not whole and not (isinstance(seat, str) and seat == RANDOM_SEAT):
        raise ValueError(f"seat: got {seat!r}, allowed are 0..{num_players - 1} and {RANDOM_SEAT!r}")


def line_up(seat: int, opponents: Sequence[int | Player]) -> list[int]:
    """Return the line-up with the learner at `seat` and the opponents in turn order after it."""
    players = len(opponents) + 1
    result = [LEARNER] * players
    for place, opponent in enumerate(opponents):
        result[(seat + 1 + place) % players] = opponent if isinstance(opponent, int) else _OWN
    return result


class GameSingle(gymnasium.Env):
    """One seat of a game; each step is one decision of that seat, the others play on to its next one.

    Observation: float32 (features,) in [0, 1], what the seat may know. The mask of legal actions is in
    ``info["action_mask"]`` (int8, all 0 when the game is over) and comes from `action_masks`. The reward is 0 until the
    game ends, then the seat's return; ``info["returns"]`` then has those of all seats, and ``info["report"]`` what the
    game has to report of each, if it does.

    Args:
        game: the game, or its name.
        seat: the learner's; "random": drawn for each game (``info["seat"]`` tells).
        opponents: one for each other seat, in turn order from the learner; or a single one for all. Each is the name of
            a scripted player, "module:attribute", or an object with ``act(observation, mask, texts)``: see
            `envs.core.bots`. One that crashes or acts illegally loses the game: ``info["message"]`` says why.
        render_mode: "ansi", "human", "rgb_array" or None; the table is shown as the learner sees it.
        illegal_action: "lose": an illegal action loses the game, ``info["message"]`` says so. "raise": ValueError.
        options: options of the game.

    Raises:
        ValueError: unknown or bad option, seat or opponent.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium reads it from the class

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int | str = 0,
        opponents: Any = "random",
        render_mode: str | None = None,
        illegal_action: str = "lose",
        **options: Any,
    ) -> None:
        game = find_game(game)
        check_face_options(game, options, ("seat", "opponents", "render_mode", "illegal_action"))
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        check_choice("illegal_action", illegal_action, ILLEGAL)
        self.table = Table(game, options)
        check_learner_seat(seat, self.table.num_players)
        self.opponents = find_opponents(game, opponents, self.table.num_players)
        self.render_mode = render_mode
        self.illegal_action = illegal_action
        self.observation_space = observation_box(self.table.num_features)
        self.action_space = Actions(self.table.num_actions)
        self.seat = 0 if seat == RANDOM_SEAT else int(seat)
        self._random_seat = seat == RANDOM_SEAT
        self._own_players: dict[int, Player] = {}  # those of the user's own, by seat

    @property
    def seed(self) -> int | None:
        """Seed of the running game; None before the first `reset`."""
        return self.table.seed

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a game and play on to the learner's first decision.

        A game that ends before the learner has a decision is dropped, and the next one started.

        Args:
            seed: seeds the game, and everything drawn after it in this game and the next ones.
            options: may hold "position", a dict as the game's docs describe it.

        Returns:
            (observation, info)

        Raises:
            ValueError: bad seed, key or position, or a position from which the learner never decides.
        """
        position = reset_position(options)
        if seed is not None:
            check_seed(seed)
        if position is not None:  # a bad one is refused before anything of the running game is touched
            Table(self.table.game, self.table.options).start(0 if seed is None else seed, position)
        super().reset(seed=seed)
        game_seed = fresh_seed(self.np_random) if seed is None else seed
        for _ in range(_MOST_DROPPED if position is None else 1):
            self._start(game_seed, position)
            if not self.table.over:
                if self.render_mode == "human":
                    self.render()
                return self._observation(), self._info()
            game_seed = fresh_seed(self.np_random)
        raise ValueError(f"reset: the game ends before seat {self.seat} has a decision")

    def _start(self, game_seed: int, position: Mapping[str, Any] | None) -> None:
        table = self.table
        if self._random_seat:
            self.seat = int(self.np_random.integers(table.num_players))
        table.lineup[0] = line_up(self.seat, self.opponents)
        table.generators[0] = fresh_seed(self.np_random)
        self._own_players = {}
        for place, opponent in enumerate(self.opponents):
            if isinstance(opponent, int):
                continue
            seat = (self.seat + 1 + place) % table.num_players
            try:
                begin_player(opponent, seat, table.num_players, fresh_seed(self.np_random))
                self._own_players[seat] = opponent
            except BadMove as error:
                self._own_players[seat] = _Broken(str(error))
        table.start(game_seed, position)
        self._others_play()

    def _others_play(self) -> None:
        """Let players of the user's own move until the learner is to act or the game is over."""
        table = self.table
        while (seat := table.seat) >= 0 and seat != self.seat:
            player = self._own_players[seat]
            try:
                table.play(ask_at(table, player))
            except BadMove as error:
                table.forfeit(f"the opponent at seat {seat} lost the game: it {error}")

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take the learner's decision; the others play on to its next one or to the end.

        Args:
            action: a legal action.

        Returns:
            (observation, reward, terminated, truncated, info)

        Raises:
            ValueError: no game is running, or the action is not legal and `illegal_action` is "raise".
        """
        table = self.table
        if table.seat_view[0] < 0:
            raise ValueError("step: no game is running, reset comes first")
        try:
            number = index(action)
            legal = number >= 0 and table.mask_view[number] == 1 and action is not True and action is not False
        except (TypeError, IndexError):
            legal = False
        if legal:
            table.action_view[0] = number
            table.step_games(*table.arguments)
            table.actions.append(number)
            if self._own_players:
                self._others_play()
        elif self.illegal_action == "raise":
            raise ValueError(table.complaint(action))
        else:
            table.forfeit(f"the learner lost the game: {table.complaint(action)}")
        if self.render_mode == "human":
            self.render()
        if table.done_view[0]:
            cut = table.truncated
            return self._observation(), float(table.returns[self.seat]), not cut, cut, self._info()
        info = {"action_mask": table.mask.copy(), "seat": self.seat}
        return table.counts * table.scale, 0.0, False, False, info

    def _observation(self) -> np.ndarray:
        return self.table.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.table.mask.copy(), "seat": self.seat}
        if self.table.over:
            info["returns"] = self.table.returns.tolist()
            if self.table.game.report is not None:
                info["report"] = self.table.game.report(self.table.state)
        if self.table.message:
            info["message"] = self.table.message
        return info

    def action_masks(self) -> np.ndarray:
        """Return the mask of the learner's legal actions, bool (actions,)."""
        return self.table.mask.astype(bool)

    def legal_texts(self) -> dict[int, str]:
        """Return the learner's legal actions in words, by action."""
        return self.table.legal_texts()

    def render(self) -> str | np.ndarray | None:
        """Return the table as the learner sees it: text ("ansi"), picture ("rgb_array"), or printed ("human")."""
        return render_table(self.table, self.render_mode, self.seat)


class _Broken:
    """Stands in for a player that crashed before its first decision."""

    def __init__(self, message: str) -> None:
        self.message = message

    def act(self, observation: np.ndarray, mask: np.ndarray, texts: dict[int, str]) -> int:
        raise BadMove(self.message)


class GameSingleVector(VectorEnv):
    """`GameSingle` many times at once, in compiled code; what ``gymnasium.make_vec`` gives.

    Games that end start again within the same step: ``info["final_obs"]`` then holds the last observation of those that
    ended (an object array, None elsewhere), ``info["returns"]`` the returns of all seats. ``info["action_mask"]`` is
    int8 (num_envs, actions), ``info["seat"]`` the learner's seat in each game.

    Args:
        game: the game, or its name.
        num_envs: how many games.
        seat: the learner's seat, or "random": drawn for each game.
        opponents: names of scripted players: one for each other seat, in turn order from the learner; or a single one.
        threads: threads that share the games.
        options: options of the game.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - read from the class

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        seat: int | str = 0,
        opponents: Any = "random",
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        game = find_game(game)
        check_face_options(game, options, ("num_envs", "seat", "opponents", "threads"))
        check_choice("render_mode", render_mode, (None,))
        players = game.options.complete(options)["num_players"]
        check_learner_seat(seat, players)
        found = find_opponents(game, opponents, players)
        if not all(isinstance(opponent, int) for opponent in found):
            raise ValueError(
                "opponents: many games at once take scripted players only; players of your own play with "
                "gymnasium.make_vec(..., vectorization_mode='sync')"
            )
        seats = range(players) if seat == RANDOM_SEAT else [int(seat)]
        lineups = [line_up(learner, found) for learner in seats]
        self.games = VectorGames(game, num_envs, lineups=lineups, threads=threads, restart=False, **options)
        self.num_envs = self.games.num_games
        self.single_observation_space = observation_box(self.games.num_features)
        self.single_action_space = Actions(self.games.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start all games anew; return (observations, infos). Positions cannot be set here."""
        if reset_position(options) is not None:
            raise ValueError("options of reset: 'position' is for a single environment, not for many games at once")
        super().reset(seed=seed)
        self.games.reset(fresh_seed(self.np_random) if seed is None else check_seed(seed))
        return self._observations(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take the learner's decision in every game; return (observations, rewards, terminations, truncations, infos).

        Args:
            actions: int (num_envs,); an illegal one raises ValueError and nothing is changed.
        """
        games = self.games
        seats = self._learner_seats()
        games.step(actions)
        rewards = games.rewards[np.arange(self.num_envs), seats].astype(np.float64)
        done, cut = games.dones == 1, games.truncated == 1
        more = self._final(np.flatnonzero(done), seats) if done.any() else {}
        return self._observations(), rewards, done & ~cut, cut, {**self._infos(), **more}

    def _final(self, ended: np.ndarray, seats: np.ndarray) -> dict[str, Any]:
        """Return what is to be said of the games that `ended`, and start them again."""
        games = self.games
        last = np.full(self.num_envs, None, object)
        features, mask = np.empty(games.num_features, np.int8), np.empty(games.num_actions, np.int8)
        for i in ended.tolist():
            games.game.loops.look_one(games.states, i, seats[i], mask, features)
            last[i] = features.view(np.uint8) * games.scale
        flags = np.zeros(self.num_envs, bool)
        flags[ended] = True
        result = {"final_obs": last, "_final_obs": flags, "returns": games.rewards.copy(), "_returns": flags}
        games.begin(ended)
        return result

    def _observations(self) -> np.ndarray:
        return self.games.features.view(np.uint8) * self.games.scale

    def _learner_seats(self) -> np.ndarray:
        return (self.games.lineup == LEARNER).argmax(axis=1)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.games.masks.copy(), "seat": self._learner_seats()}

    def action_masks(self) -> np.ndarray:
        """Return the masks of legal actions, bool (num_envs, actions)."""
        return self.games.masks.astype(bool)

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.games.close()
