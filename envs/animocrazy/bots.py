"""Scripted players of Animocrazy."""

from envs.core.compiling import compile_rule
from envs.core.rng import random_legal

from .state import SIGNATURES

BOTS = {"random": "every legal action equally likely"}


@compile_rule(SIGNATURES.choose)
def choose(s, bot, mask, generator):
    """Return the action of scripted player number `bot` (in the order of `BOTS`) for the seat to act."""
    return random_legal(mask, generator)
