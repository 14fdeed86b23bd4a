"""Compiled loops over games. This file is executed once for each game by `envs.core.loops.load`, which puts the game's
own `reset`, `legal`, `apply`, `observe`, `returns`, `choose`, `redeal`, `signatures` and `folder` among its globals.

A line-up says who plays which seat: a number from 0 is a scripted player; -1 and below are decided outside: -1 the
learner, -2 and below whatever the caller has agreed with itself.

`step_games` and `play_out` are compiled with the rules inlined. `play_games_with` gets them as function pointers, which
keeps the time of the first compilation down.
"""

import numpy as np
from numba import types

from envs.core.compiling import compile_rule
from envs.core.rng import next_below, random_legal

SKIP = -1  # as an action: leave this game as it is
FORFEIT = -2  # as an action: the seat to act gives the game up
BEGIN = -3  # as an action: drop this game and start a new one
SCORE = 3  # place of that reward scheme in envs.core.options.REWARDS

_states = signatures.states
_i64 = types.int64
_i8_1 = types.Array(types.int8, 1, "C")
_i8_2 = types.Array(types.int8, 2, "C")
_i64_1 = types.Array(types.int64, 1, "C")
_i64_2 = types.Array(types.int64, 2, "C")
_u64_1 = types.Array(types.uint64, 1, "C")
_f32_1 = types.Array(types.float32, 1, "C")
_f32_2 = types.Array(types.float32, 2, "C")
_reset, _legal, _apply, _returns, _choose = (
    types.FunctionType(getattr(signatures, name)) for name in ("reset", "legal", "apply", "returns", "choose")
)


@compile_rule(_i64(_states, _i64, _i64, _i8_1, _i8_1), folder=folder)
def look_one(states, i, seat, mask, features):
    """Write the mask (zeros unless `seat` is to act) and features of `seat` in game `i`; return the seat to act."""
    s = states[i]
    observe(s, seat, features)
    if s.to_act == seat:
        legal(s, mask)
    else:
        mask[:] = 0
    return s.to_act


@compile_rule(types.void(_states, _i64_1, _f32_2), folder=folder)
def write_scores(states, rows, out):
    """Write the score of every seat in the games `rows`: what the reward scheme "score" would give now."""
    for i in range(rows.shape[0]):
        s = states[rows[i]]
        scheme = s.reward
        s.reward = SCORE
        returns(s, out[i])
        s.reward = scheme


@compile_rule(folder=folder)
def forfeit(s, rewards):
    """End the game: the seat to act has the worst return of the reward scheme, the others share in the best."""
    loser = s.to_act
    s.to_act = -1
    worst = np.float32(-1.0) if s.reward == 0 or s.reward == 2 else np.float32(0.0)
    best = np.float32(1.0) / np.float32(s.players - 1)
    for seat in range(s.players):
        rewards[seat] = worst if seat == loser else best


@compile_rule(folder=folder)
def start(s, options, lineups, lineup, generator):
    """Start a new game in `s` with a line-up drawn from the rows of `lineups`, written to `lineup`."""
    row = next_below(generator, lineups.shape[0])
    for seat in range(lineups.shape[1]):
        lineup[seat] = lineups[row, seat]
    reset(s, options, generator[0])
    generator[0] += np.uint64(1)  # or players would draw the very numbers that the game draws


@compile_rule(
    types.void(
        _states, _i64, _i64, _i64, _i64_1, _i64_1, _i64_2, _i64_2, _u64_1, _i8_2, _i8_2, _i64_1, _f32_2, _i8_1, _i8_1
    ),
    folder=folder,
)
def step_games(
    states,
    first,
    last,
    restart,
    actions,
    options,
    lineups,
    lineup,
    generators,
    masks,
    features,
    seats,
    rewards,
    dones,
    truncated,
):
    """Take one decision in each of the games `first` to `last` - 1 and go on to the next decision from outside.

    A game that ends is started again at once if `restart` is 1: rewards and flags are then of the game that ended,
    mask, features and seat of the new one. Otherwise its mask is all 0 and its seat -1.
    """
    for i in range(first, last):
        action = actions[i]
        rewards[i, :] = 0
        dones[i] = 0
        truncated[i] = 0
        if action == SKIP:
            continue
        s = states[i]
        generator = generators[i : i + 1]
        mask = masks[i]
        begin = action == BEGIN
        if action == FORFEIT:
            forfeit(s, rewards[i])
            dones[i] = 1
            begin = restart == 1
        elif action >= 0:
            apply(s, action)
        while True:
            if begin:
                start(s, options, lineups, lineup[i], generator)
            legal(s, mask)
            while s.to_act >= 0 and lineup[i, s.to_act] >= 0:
                apply(s, choose(s, lineup[i, s.to_act], mask, generator))
                legal(s, mask)
            if s.to_act >= 0:
                observe(s, s.to_act, features[i])
                break
            if not begin and dones[i] == 0:
                returns(s, rewards[i])
                dones[i] = 1
                truncated[i] = s.truncated
            if restart == 0:
                break
            begin = True
        seats[i] = s.to_act


@compile_rule(_i64(_states, _i64, _i64_1, _i64, _u64_1, _i8_1, _i8_1, _i64_1), folder=folder)
def play_out(states, i, options, decisions, generator, mask, features, totals):
    """Take `decisions` uniformly random legal decisions in game `i`, with mask and observation each time.

    Starts again whenever the game is over. Adds to `totals`: games ended, games truncated. Returns a sum over what it
    wrote, so that nothing of the work can be left out by the compiler.
    """
    s = states[i]
    check = 0
    for _ in range(decisions):
        if s.to_act < 0:
            reset(s, options, generator[0])
            generator[0] += np.uint64(1)
        legal(s, mask)
        observe(s, s.to_act, features)
        check += features[next_below(generator, features.shape[0])]
        apply(s, random_legal(mask, generator))
        if s.to_act < 0:
            totals[0] += 1
            totals[1] += s.truncated
    return check


@compile_rule(
    types.void(
        _reset, _legal, _apply, _returns, _choose, _states, _i64, _i64_1, _i64_2, _u64_1, _i8_1, _f32_2, _i64_1, _i8_1
    ),
    folder=folder,
)
def play_games_with(
    reset, legal, apply, returns, choose, states, i, options, lineups, seeds, mask, rewards, lengths, truncated
):
    """Play one whole game of scripted players for each row of `lineups`, from the seed of that row, in state `i`."""
    s = states[i]
    for game in range(lineups.shape[0]):
        generator = seeds[game : game + 1]
        reset(s, options, generator[0])
        generator[0] += np.uint64(1)
        while s.to_act >= 0:
            legal(s, mask)
            apply(s, choose(s, lineups[game, s.to_act], mask, generator))
        returns(s, rewards[game])
        lengths[game] = s.decisions
        truncated[game] = s.truncated


def play_games(*arguments):
    """Call `play_games_with` for this game."""
    play_games_with(reset, legal, apply, returns, choose, *arguments)
