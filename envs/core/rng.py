"""Random numbers that live in the state: SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number
generators"). 64 bits of state, every seed good, neighbouring seeds unrelated.

Two forms: `draw_below(s, n)` on the field ``random`` of a state (the game's chance), and `next_below(generator, n)` on
an array of one ``uint64`` (scripted players, whose whims must not depend on the game's hidden chance).
"""

from __future__ import annotations

import numpy as np

from .compiling import compile_rule

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
BLOCK = 16  # entries of a mask looked at together
MIX_2 = np.uint64(0x94D049BB133111EB)


@compile_rule(inline=True)
def mix(x):
    """Return the well-mixed 64 bits of SplitMix64 for the counter `x` (uint64)."""
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


@compile_rule(inline=True)
def below(bits, n):
    """Return a number in 0..n-1 from 64 random `bits`. Bias below n / 2**32: out of reach of any experiment."""
    return np.int64(((bits >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@compile_rule(inline=True)
def draw_below(s, n):
    """Return a uniform integer in 0..n-1 from the generator in the state `s`."""
    s.random = np.uint64(s.random) + GAMMA
    return below(mix(np.uint64(s.random)), n)


@compile_rule(inline=True)
def next_below(generator, n):
    """Return a uniform integer in 0..n-1 from `generator`, a uint64 array of one element."""
    generator[0] = np.uint64(generator[0]) + GAMMA
    return below(mix(np.uint64(generator[0])), n)


@compile_rule()
def shuffle(s, cards, size):
    """Shuffle the first `size` entries of the array `cards` in place (Fisher-Yates) with the generator in `s`."""
    for i in range(size - 1, 0, -1):
        j = draw_below(s, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@compile_rule(inline=True)
def random_legal(mask, generator):
    """Return a uniformly drawn legal action: an index where `mask` is not 0. At least one must be legal."""
    legal = 0
    for action in range(mask.shape[0]):
        legal += mask[action]
    skip = next_below(generator, legal)
    action = 0
    while action + BLOCK <= mask.shape[0]:  # most of a mask is empty: pass over it in blocks
        block = 0
        for i in range(BLOCK):
            block += mask[action + i]
        if block > skip:
            break
        skip -= block
        action += BLOCK
    while action < mask.shape[0]:
        skip -= mask[action]
        if skip < 0:
            return action
        action += 1
    return -1
