"""Looking one turn ahead: what would each action lead to, as far as a seat can know?

The worlds that a seat considers are drawn by the game's `redeal`, so nothing hidden can leak into a decision. What
somebody makes of the positions at the end of the turn is left to the caller (`training.lookahead` asks a network).
"""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from .compiling import compile_rule
from .game import Game
from .loops import FUNCTIONS

BODIES = Path(__file__).with_name("lookahead_bodies.py")


@cache
def load(game: Game) -> ModuleType:
    """Return the compiled loops of `envs.core.lookahead_bodies` for `game`; the first time ever they are compiled."""
    loops = game.loops
    folder, signatures = loops.folder, loops.signatures

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

    qualified = f"envs.core.lookahead_of_{game.name}"
    spec = importlib.util.spec_from_file_location(qualified, BODIES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(
        {name: getattr(loops, name) for name in FUNCTIONS},
        recast=game.recast or no_recast,
        turn_of=turn_of if "turn" in (game.dtype.names or ()) else round_of,
        signatures=signatures,
        folder=folder,
    )
    sys.modules[qualified] = module
    spec.loader.exec_module(module)
    return module
