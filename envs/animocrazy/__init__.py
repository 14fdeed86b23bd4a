"""Animocrazy: candies, proposed laws and secret votes, for 4-10 players. See RULES.md beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from envs.core import loops
from envs.core.game import Game

from .actions import ACTION_LAYOUT, action_text
from .bots import BOTS, choose, recast
from .invariants import check
from .observation import OBSERVATION_LAYOUT
from .options import OPTIONS
from .position import get_position, set_position
from .rules import contract
from .state import SIGNATURES, STATE
from .view import render_picture, render_text
from .words import report

VERSION = "1.0.0"

GAME = Game(
    name="animocrazy",
    title="Animocrazy",
    version=VERSION,
    minimum=4,
    maximum=10,
    dtype=STATE,
    options=OPTIONS,
    actions=ACTION_LAYOUT,
    observation=OBSERVATION_LAYOUT,
    bots=tuple(BOTS),
    bot_texts=tuple(BOTS.values()),
    rules=contract,
    loops=loops.load(
        "animocrazy",
        Path(__file__).parent,
        SIGNATURES,
        reset=contract.reset,
        legal=contract.legal,
        apply=contract.apply,
        observe=contract.observe,
        redeal=contract.redeal,
        returns=contract.returns,
        choose=choose,
    ),
    action_text=action_text,
    render_text=render_text,
    render_picture=render_picture,
    set_position=set_position,
    get_position=get_position,
    check=check,
    report=report,
    recast=recast,
)


def env(**options: Any):
    """Return the AEC environment of Animocrazy. Options: see `GAME.options` and `envs.core.aec.GameAEC`."""
    from envs.core.aec import GameAEC

    return GameAEC(GAME, **options)


raw_env = env
