"""The PettingZoo face: any game as an AEC environment.

The loop of PettingZoo's documentation plays it::

    env = pettingzoo.make("aec", "manorfarm/nineteen61-v0", num_players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Order, bounds and illegal actions are checked here; no wrapper is needed, nor wanted: the standard ones cost more than
the game. Agents of players who are out of the game stay until it ends; then every agent gets its return at once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.env import AECEnv, AECIterable, ParallelEnv

from .game import Game
from .layout import Layout
from .options import nearest
from .record import GameRecord
from .spaces import Actions, observation_box, observation_dict
from .table import Table, check_seed, fresh_seed, read_json

RENDER_MODES = ("human", "ansi", "rgb_array")
ILLEGAL = ("raise", "lose")
_FACE_OPTIONS = ("render_mode", "render_seat", "illegal_action")


def check_choice(name: str, value: Any, allowed: tuple) -> None:
    """Raise ValueError unless `value` is one of `allowed`, and of the same kind: True is not 1."""
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        names = ", ".join(repr(choice) for choice in allowed)
        raise ValueError(f"{name}: got {value!r}, allowed are {names}{nearest(value, allowed)}")


def reset_position(options: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return the position among the options of `reset`; raise ValueError for other keys.

    The key "options" is let pass: PettingZoo's own tests hand it over to see whether `reset` takes options.
    """
    if options is not None and not isinstance(options, Mapping):
        raise ValueError(f"options of reset: got {options!r}, allowed is a dict with 'position'")
    options = dict(options or {})
    position = options.pop("position", None)
    options.pop("options", None)
    if options:
        name = next(iter(options))
        hint = nearest(name, ("position",))
        raise ValueError(
            f"options of reset: unknown key {name!r}{hint} (allowed is 'position'; options of the game are set when "
            f"the environment is made)"
        )
    return position


def check_face_options(game: Game, options: Mapping[str, Any], face: tuple[str, ...]) -> None:
    """Raise ValueError for an option that neither the game nor the face has."""
    allowed = (*game.options.names, *face)
    for name in options:
        if name not in allowed:
            raise ValueError(f"unknown option {name!r}{nearest(name, allowed)} (options: {', '.join(allowed)})")


def render_table(table: Table, mode: str | None, seat: int | None) -> str | np.ndarray | None:
    """Return the table in words ("ansi") or as a picture ("rgb_array"), or print it ("human")."""
    if mode is None:
        raise ValueError(f"render_mode: got None, allowed to render are {', '.join(map(repr, RENDER_MODES))}")
    if table.seed is None:
        raise ValueError("render: no game has begun, reset comes first")
    if mode == "rgb_array":
        return table.game.render_picture(table.state, seat)
    text = table.game.render_text(table.state, seat)
    if mode == "ansi":
        return text
    print(text)
    return None


class GameAEC(AECEnv):
    """A table of one game: agents "player_0", "player_1", ... by seat.

    Observations are dicts: `observation`, float32 (features,) in [0, 1], what the agent may know, own seat first; and
    `action_mask`, int8 (actions,), 1 where the agent may, all 0 for one that is not to act. The same mask is in
    ``infos[agent]["action_mask"]``. Rewards are 0 until the game ends; then every agent gets its return, and what the
    game has to report of the agent is in ``infos[agent]["report"]``, if it does.

    Attributes:
        table: the game itself, with its history (`envs.core.table.Table`).
        seed: seed of the running game; with it, the options and the actions the game can be played again.

    Args:
        game: the game.
        render_mode: "ansi" (`render` returns text), "human" (prints it after each decision), "rgb_array" (returns a
            picture, uint8 of shape (height, width, 3)), or None.
        render_seat: as which seat sees it; None: everything open.
        illegal_action: "raise": `step` raises ValueError and changes nothing. "lose": the agent loses the game; the
            message is in the infos.
        options: options of the game.

    Raises:
        ValueError: unknown or bad option.
    """

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        render_seat: int | None = None,
        illegal_action: str = "raise",
        **options: Any,
    ) -> None:
        check_face_options(game, options, _FACE_OPTIONS)
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        check_choice("illegal_action", illegal_action, ILLEGAL)
        self.table = Table(game, options)
        players = self.table.num_players
        check_choice("render_seat", render_seat, (None, *range(players)))
        self.metadata = {
            "name": f"{game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": False,  # agents do not step in turn; parallel_env() is the conversion for that
        }
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.illegal_action = illegal_action
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        features, actions = self.table.num_features, self.table.num_actions
        self.observation_spaces = {agent: observation_dict(features, actions) for agent in self.possible_agents}
        self.action_spaces = {agent: Actions(actions) for agent in self.possible_agents}
        self.state_space = observation_box(players * features)
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.agent_selection = self.possible_agents[0]
        self._mask = self.table.mask.copy()  # that of the agent to act, as handed out
        self._generator = np.random.default_rng()

    # Facts

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game

    @property
    def seed(self) -> int | None:
        """Seed of the running game; None before the first `reset`."""
        return self.table.seed

    @property
    def options(self) -> dict[str, Any]:
        """All options of the game, by name."""
        return dict(self.table.options)

    @property
    def layout(self) -> Layout:
        """The blocks of the observation."""
        return self.table.game.observation

    @property
    def action_layout(self) -> Layout:
        """The blocks of the action space."""
        return self.table.game.actions

    def describe(self) -> str:
        """Return options, actions and observation of this table as Markdown."""
        table = self.table
        lines = [f"# {table.game.title}, version {table.game.version} of the rules", "", "## Options", ""]
        for option in table.game.options.options:
            lines.append(f"- `{option.name}` = {table.options[option.name]!r}: {option.text}")
        lines += ["", "## Actions", "", self.action_layout.describe(table.num_players)]
        lines += ["", "## Observation", "", self.layout.describe(table.num_players)]
        return "\n".join(lines)

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of the agent's observations, the same object at each call."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Actions:
        """Return the space of the agent's actions, the same object at each call."""
        self._seat(agent)
        return self.action_spaces[agent]

    def _seat(self, agent: str) -> int:
        seat = self._seat_of.get(agent)
        if seat is None:
            hint = nearest(agent, self.possible_agents)
            raise ValueError(f"agent: got {agent!r}{hint} (allowed are {', '.join(self.possible_agents)})")
        return seat

    # Playing

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: of the game. None: drawn from the environment's own generator, which the last seed given here has
                seeded, or fresh entropy if none was; `seed` tells which it was.
            options: may hold "position", a dict as the game's docs describe it: the game starts from there.

        Raises:
            ValueError: bad seed, key or position; the running game is then as it was.
        """
        position = reset_position(options)
        generator = self._generator if seed is None else np.random.default_rng(check_seed(seed))
        self.table.start(fresh_seed(generator) if seed is None else seed, position)
        self._generator = generator
        self._new_game()
        if self.table.over:  # a position may end with the draw of its turn
            self._end()
        if self.render_mode == "human":
            self.render()

    def _new_game(self) -> None:
        """Set what PettingZoo keeps by agent to the beginning of a game."""
        agents = self.possible_agents
        self.agents = agents.copy()
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self._skip_agent_selection = None
        self._show_masks()

    def _show_masks(self) -> None:
        """Select the agent to act, and hand out its mask and the empty ones of the others."""
        table = self.table
        self.agent_selection = self.possible_agents[max(table.seat, 0)]
        self.infos = {agent: {"action_mask": np.zeros(table.num_actions, np.int8)} for agent in self.possible_agents}
        self._mask = table.mask.copy()
        self.infos[self.agent_selection]["action_mask"] = self._mask

    def step(self, action: int | None) -> None:
        """Take the decision of the agent to act; None for an agent whose game is over.

        Raises:
            ValueError: no game is running, or the action is not legal and `illegal_action` is "raise".
        """
        table = self.table
        seat = table.seat_view[0]
        if seat < 0:
            self._step_after_end(action)
            return
        try:
            number = index(action)  # type: ignore[arg-type]  # None is refused with the rest
            legal = number >= 0 and table.mask_view[number] == 1
        except (TypeError, IndexError):
            legal = False
        if not legal:
            self._step_illegal(action)
            return
        table.action_view[0] = number
        table.step_games(*table.arguments)
        table.actions.append(number)
        if table.done_view[0]:
            self._end()
        else:
            mask = self._mask = table.mask.copy()
            next_seat = table.seat_view[0]
            if next_seat != seat:
                agent = self.possible_agents[next_seat]
                self.infos[self.agent_selection] = {"action_mask": np.zeros(table.num_actions, np.int8)}
                self.agent_selection = agent
                self.infos[agent] = {"action_mask": mask}
            else:
                self.infos[self.agent_selection] = {"action_mask": mask}
        if self.render_mode == "human":
            self.render()

    def _step_illegal(self, action: Any) -> None:
        complaint = self.table.complaint(action)
        if self.illegal_action == "raise":
            raise ValueError(complaint)
        self.table.forfeit(f"{self.agent_selection} lost the game: {complaint}")
        self._end()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Give every agent its return; all are now to step with None."""
        table = self.table
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = self._cumulative_rewards[agent] = float(table.returns[seat])
            self.terminations[agent] = not table.truncated
            self.truncations[agent] = table.truncated
        self._show_masks()
        if table.message:
            for info in self.infos.values():
                info["message"] = table.message
        if table.game.report is not None:
            for agent, facts in zip(self.possible_agents, table.game.report(table.state), strict=True):
                self.infos[agent]["report"] = facts

    def _step_after_end(self, action: Any) -> None:
        if not self.agents:
            raise ValueError("step: no game is running, reset comes first")
        if action is not None:
            raise ValueError(f"action: got {action!r} for {self.agent_selection}, whose game is over; allowed is None")
        self._was_dead_step(None)

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """Return an iterator over the agents to act, until the game is over and every agent has stepped with None."""
        if self.table.seed is None:
            raise ValueError("agent_iter: no game has begun, reset comes first")
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]:
        """Return (observation, reward since its last step, terminated, truncated, info) of the agent to act."""
        agent = self.agent_selection
        if agent not in self.infos:
            raise ValueError("last: no game is running, reset comes first")
        observation = self.observe(agent) if observe else None
        info = self.infos[agent]
        return observation, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], info

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what `agent` may know, and its mask: all 0 unless it is to act. Arrays of their own, to be kept."""
        table = self.table
        seat = self._seat_of.get(agent, -1)
        if seat == table.seat_view[0] and seat >= 0:
            return {"observation": table.counts * table.scale, "action_mask": self._mask}
        seat = self._seat(agent)
        if table.seed is None:
            raise ValueError("observe: no game has begun, reset comes first")
        features, mask = table.look(seat)
        return {"observation": features.view(np.uint8) * table.scale, "action_mask": mask}

    def state(self) -> np.ndarray:
        """Return what all seats together see, for centralised critics: their observations in a row, float32."""
        if self.table.seed is None:
            raise ValueError("state: no game has begun, reset comes first")
        return np.concatenate([self.table.observation(seat) for seat in range(self.table.num_players)])

    def render(self) -> str | np.ndarray | None:
        """Return the table as text ("ansi") or picture ("rgb_array"), or print it ("human")."""
        return render_table(self.table, self.render_mode, self.render_seat)

    def close(self) -> None:
        """There is nothing to close: no window, no process."""

    # Texts of actions

    def action_text(self, action: int) -> str:
        """Return `action` of the agent to act in words."""
        if not isinstance(action, (int, np.integer)) or not 0 <= action < self.table.num_actions:
            raise ValueError(f"action: got {action!r}, allowed are 0..{self.table.num_actions - 1}")
        return self.table.action_text(action)

    def legal_texts(self) -> dict[int, str]:
        """Return the legal actions of the agent to act in words, by action."""
        return self.table.legal_texts()

    def parse_action(self, text: str) -> int:
        """Return the legal action that `text` says; raise ValueError with the nearest one if there is none."""
        return self.table.parse_action(text)

    # Copies and saving

    def get_state(self) -> bytes:
        """Return the game, where it stands, as bytes that say which game, version and options they belong to."""
        return self.table.to_bytes(agents=self._agents_left())

    def set_state(self, data: bytes) -> None:
        """Go to where `get_state` was called, in an environment made with the same options.

        Raises:
            ValueError: in one line: damaged, or of another game, version of the rules or options; then nothing changes.
        """
        self._resume(self.table.from_bytes(data, agents=len(self.possible_agents))["agents"])

    def to_json(self) -> str:
        """Return the game, where it stands, as JSON with the fields of the state by name."""
        return json.dumps(self.table.to_dict(agents=self._agents_left()))

    def from_json(self, text: str) -> None:
        """Go to where `to_json` was called, exactly; raises ValueError as `set_state` does."""
        table = read_json(text, "state")
        self._resume(self.table.from_dict(table, agents=len(self.possible_agents))["agents"])

    def _agents_left(self) -> int:
        """Return how many agents have yet to step with None (all, while the game runs)."""
        return len(self.agents)

    def _resume(self, left: int) -> None:
        self._new_game()
        if self.table.seed is None:
            self.agents = []
        elif self.table.over:
            self._end()
            for _ in range(len(self.agents) - left):
                self._was_dead_step(None)

    def redeal(self, seat: int | str, seed: int) -> GameAEC:
        """Return a copy in which all that `seat` cannot know is drawn anew, in agreement with what it knows.

        What search players sample worlds with: in every copy the seat sees the same and may do the same.

        Args:
            seat: number or name of the agent.
            seed: of the draw.
        """
        number = self._seat(seat) if isinstance(seat, str) else seat
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.table = self.table.clone()
        twin.table.redeal(number, seed)
        twin.agents = self.agents.copy()
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(twin, name, dict(getattr(self, name)))
        twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        if not twin.table.over:
            twin._show_masks()
        twin._generator = np.random.default_rng(check_seed(seed))
        return twin

    def record(self) -> GameRecord:
        """Return the record of the game so far; raise ValueError if it cannot be played again (a redealt copy)."""
        return self.table.record()

    def __repr__(self) -> str:
        return f"GameAEC({self.table.game.name!r}, num_players={self.table.num_players})"


def make_aec(game: str, **options: Any) -> GameAEC:
    """Return the AEC environment of the game called `game`; options as for `GameAEC`."""
    from .. import get_game

    return GameAEC(get_game(game), **options)


def make_parallel(game: str, **options: Any) -> ParallelEnv:
    """Return the game called `game` as a PettingZoo parallel environment: each step, the agent to act moves.

    The actions of the others are ignored; their masks are all 0.
    """
    return turn_based_aec_to_parallel(make_aec(game, **options))
