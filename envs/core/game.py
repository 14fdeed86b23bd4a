"""The contract of a game: everything the faces, the training and the tests know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from .layout import Layout
from .options import OptionSet

HEADER = [
    ("random", np.uint64),  # generator of the game's chance (envs.core.rng)
    ("decisions", np.int32),  # decisions taken so far
    ("players", np.int8),
    ("to_act", np.int8),  # seat to act, -1 when the game is over
    ("truncated", np.int8),  # 1 when the game was cut by its limit of turns
    ("reward", np.int8),  # code of the reward scheme (envs.core.options.REWARDS)
]
"""The fields that every STATE begins with: all that the core reads of a state."""


@dataclass(frozen=True)
class Game:
    """One game: facts, layouts and compiled functions. The core knows games only through this.

    State is one fixed-size NumPy record of integers, beginning with `HEADER`. The compiled functions take one record:

    * ``reset(state, options, seed)`` sets the table, up to the first decision.
    * ``legal(state, mask)`` writes 1 for each action the seat to act may take, else 0; all 0 once the game is over.
    * ``apply(state, action)`` takes one legal decision and everything automatic up to the next one, chance included.
    * ``observe(state, seat, features)`` writes what `seat` may know, int8, by `observation`; any seat, any time.
    * ``redeal(state, seat, seed)`` draws anew, from `seed`, everything that `seat` cannot know, in agreement with all
      that it knows; the generator of the game's chance too.
    * ``returns(state, out)`` writes the return of each seat (float32) by the reward scheme in the state.
    * ``choose(state, bot, mask, generator)`` returns the action of scripted player number `bot` for the seat to act.

    Attributes:
        name: name of the package and of ids.
        title: name as printed on the box.
        version: version of the rules; in every record.
        minimum, maximum: numbers of players.
        dtype: the STATE.
        options: what can be set; `num_players` and `reward` are always among them.
        actions, observation: layouts (see `envs.core.layout`).
        bots: names of the scripted players; their place is their number. The first is "random".
        bot_texts: what each does, in one line.
        rules: the module with the compiled functions.
        action_text: (state, action) -> the action in words, different for each action of a state.
        render_text: (state, seat or None) -> the table in words, as `seat` sees it (None: everything open).
        render_picture: (state, seat or None) -> the same as an RGB picture, uint8 of shape (height, width, 3).
        set_position: (state, position, options array, seed): sets the table to a dict; raises ValueError.
        get_position: state -> such a dict.
        check: state -> None; raises AssertionError where an invariant (conservation and the like) is broken.
        recast: compiled, for games with choices that stay secret until all have chosen; (state, seat, bot, mask,
            generator): scripted player number `bot` takes those anew that others have taken and `seat` cannot see.
            `mask` (int8, all actions) is written over. What `redeal` draws by chance, this draws as somebody would
            choose. None: there are no such choices, or `redeal` is all that can be said of them.
        report: state at the end of a game -> for each seat a dict of facts that the return does not tell (JSON values);
            the faces put it into the infos as "report". None: there is nothing to report.
    """

    name: str
    title: str
    version: str
    minimum: int
    maximum: int
    dtype: np.dtype
    options: OptionSet
    actions: Layout
    observation: Layout
    bots: tuple[str, ...]
    bot_texts: tuple[str, ...]
    rules: ModuleType
    loops: ModuleType
    action_text: Callable[[Any, int], str]
    render_text: Callable[[Any, int | None], str]
    render_picture: Callable[[Any, int | None], np.ndarray]
    set_position: Callable[[Any, Mapping[str, Any], np.ndarray, int], None]
    get_position: Callable[[Any], dict[str, Any]]
    check: Callable[[Any], None]
    report: Callable[[Any], list[dict[str, Any]]] | None = None
    recast: Callable | None = None

    def __repr__(self) -> str:
        return f"Game({self.name!r}, version {self.version!r})"

    def __reduce__(self) -> tuple[Callable, tuple[str]]:
        # Modules and compiled functions do not pickle: a game is found again by its name.
        from .. import get_game

        return get_game, (self.name,)

    def __deepcopy__(self, memo: dict) -> Game:
        return self

    def bot_number(self, name: str) -> int:
        """Return the number of scripted player `name`; raise ValueError naming the nearest."""
        from .options import nearest

        if name not in self.bots:
            raise ValueError(
                f"no scripted player {name!r} in {self.name}{nearest(name, self.bots)} "
                f"(there are {', '.join(self.bots)})"
            )
        return self.bots.index(name)
