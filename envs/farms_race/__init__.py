"""Farms Race: a hex map, combat, nukes, spies and trade, for 2-5 players. See RULES.md beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from envs.core import loops
from envs.core.game import Game

from .actions import ACTION_LAYOUT, action_text
from .bots import BOTS, choose
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
    name="farms_race",
    title="Farms Race",
    version=VERSION,
    minimum=2,
    maximum=5,
    dtype=STATE,
    options=OPTIONS,
    actions=ACTION_LAYOUT,
    observation=OBSERVATION_LAYOUT,
    bots=tuple(BOTS),
    bot_texts=tuple(BOTS.values()),
    rules=contract,
    loops=loops.load(
        "farms_race",
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
)


def env(**options: Any):
    """Return the AEC environment of Farms Race. Options: see `GAME.options` and `envs.core.aec.GameAEC`."""
    from envs.core.aec import GameAEC

    return GameAEC(GAME, **options)


raw_env = env
