"""Looking one turn ahead: what would each action lead to, as far as a seat can know?

The worlds that a seat considers are drawn by the game's `redeal`, so nothing hidden can leak into a decision. What
somebody makes of the positions at the end of the turn is left to the caller (`training.lookahead` asks a network).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from .compiling import compile_rule
from .game import Game
from .loops import FUNCTIONS, execute

BODIES = Path(__file__).with_name("lookahead_bodies.py")


@cache
def load(game: Game) -> ModuleType:
    """Return the compiled loops of `envs.core.lookahead_bodies` for `game`; the first time ever they are compiled."""
    loops = game.loops
    folder = loops.folder

    @compile_rule(folder=folder)
    def no_recast(s, seat, bot, mask, generator):
        """Leave secret choices as `redeal` has drawn them."""

    @compile_rule(folder=folder)
    def turn_of(s):
        """Return the number of the turn."""
        return s.turn

    @compile_rule(folder=folder)
    def round_of(s):
        """Return the number of the round, in games that count these."""
        return s.round

    names = {name: getattr(loops, name) for name in (*FUNCTIONS, "signatures", "folder")}
    names["recast"] = game.recast or no_recast
    names["turn_of"] = turn_of if "turn" in (game.dtype.names or ()) else round_of
    return execute(BODIES, f"envs.core.lookahead_of_{game.name}", names)
