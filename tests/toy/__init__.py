"""Sticks: a tiny complete game, built on `envs.core` alone. It proves that new games fit in, and tests faces fast.

Rules. A heap of sticks; six cards, two of each of the values 0, 1 and 2. Everybody (2-4 players) is dealt one card,
face down; the rest is the deck. In turn order, a player

* takes 1, 2 or 3 sticks: who takes the last one wins;
* or, once half of the sticks are gone, says which card another player has: if it is so that player is out, if not the
  speaker is, and the card of who is out is shown; the last player in the game wins;
* and may, once a game and before that, show the own card, lay it aside and draw another one.

After `max_turns` turns the game is cut.
"""

from __future__ import annotations

from pathlib import Path

from envs.core import loops
from envs.core.game import Game

from . import rules
from .view import action_text, check, get_position, render_picture, render_text, set_position

GAME = Game(
    name="sticks",
    title="Sticks",
    version="1.0.0",
    minimum=2,
    maximum=4,
    dtype=rules.STATE,
    options=rules.OPTIONS,
    actions=rules.ACTIONS,
    observation=rules.OBSERVATION,
    bots=tuple(rules.BOTS),
    bot_texts=tuple(rules.BOTS.values()),
    rules=rules,
    loops=loops.load(
        "sticks",
        Path(__file__).parent,
        rules.SIGNATURES,
        reset=rules.reset,
        legal=rules.legal,
        apply=rules.apply,
        observe=rules.observe,
        redeal=rules.redeal,
        returns=rules.returns,
        choose=rules.choose,
    ),
    action_text=action_text,
    render_text=render_text,
    render_picture=render_picture,
    set_position=set_position,
    get_position=get_position,
    check=check,
)
