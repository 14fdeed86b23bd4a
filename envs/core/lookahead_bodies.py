"""Compiled loops for looking ahead. This file is executed once for each game by `envs.core.lookahead.load`, which puts
the game's own `legal`, `apply`, `observe`, `redeal`, `returns`, `reset`, `choose`, `recast`, `signatures`, `folder` and
`turn_of` among its globals.
"""

import numpy as np
from numba import types

from envs.core.compiling import compile_rule
from envs.core.rng import mix, next_below

_states = signatures.states
_i64 = types.int64
_i8_1 = types.Array(types.int8, 1, "C")
_i8_2 = types.Array(types.int8, 2, "C")
_i64_1 = types.Array(types.int64, 1, "C")
_i64_2 = types.Array(types.int64, 2, "C")
_u64_1 = types.Array(types.uint64, 1, "C")
_f32_1 = types.Array(types.float32, 1, "C")
_f32_2 = types.Array(types.float32, 2, "C")

NOBODY = -1  # as the model: no scripted player stands in for the learner
OTHER_MASK = -1  # as an action: the mask is not that of the state


@compile_rule(folder=folder)
def look_at(s, seat, columns, features, seen):
    """Write the `columns` of what `seat` observes to `seen`; `features` has room for all of it."""
    observe(s, seat, features)
    for i in range(columns.shape[0]):
        seen[i] = features[columns[i]]


@compile_rule(folder=folder)
def play_turn_out(s, turn, model, mask, generator):
    """Let scripted player number `model` decide for all seats until `turn` is over, or the game is."""
    while s.to_act >= 0 and turn_of(s) == turn:
        legal(s, mask)
        apply(s, choose(s, model, mask, generator))


@compile_rule(
    types.void(
        _states, _i64_1, _i64, _i64, _i64, _i64, _u64_1, _i64_1, _i64_1, _i8_2, _states, _i8_2, _i8_1, _i8_2, _f32_1,
        _i8_1, _i64_1,
    ),
    folder=folder,
)  # fmt: skip
def imagine(
    states,
    rows,
    first,
    last,
    model,
    worlds,
    seeds,
    starts,
    columns,
    given,
    world,
    masks,
    features,
    seen,
    worth,
    over,
    liked,
):
    """Imagine every legal action of the seat to act in `worlds` worlds, to the end of the turn.

    A world is the table as `redeal` draws it for that seat; the secret choices of others are taken anew by `model`, who
    then decides for everybody. The worlds of a seat's actions are the same ones, drawn from its seed.

    Args:
        states: the games; they stay as they are.
        rows, first, last: which of them: rows[first:last].
        model: number of a scripted player.
        seeds: one for each of `rows`.
        starts: where the results of each of `rows` begin in `seen`, `worth` and `over`: worlds of the first legal
            action, of the second, and so on.
        columns: which of the observation are written.
        given: masks of all the games; must be what is legal there.
        world: one state, written over. masks: two rows, written over. features: room for an observation.
        seen: what the seat observes after the turn; 0 where the game is over.
        worth: the return of the seat where the game is over, else 0.
        over: 1 where the game is over.
        liked: the action that the model would take in its place; OTHER_MASK where `given` is another one, and nothing
            is imagined.
    """
    generator = np.zeros(1, np.uint64)
    returned = np.zeros(64, np.float32)
    s = world[0]
    for i in range(first, last):
        root = states[rows[i]]
        seat = np.int64(root.to_act)
        legal(root, masks[0])
        if not np.array_equal(masks[0], given[rows[i]]):
            liked[i] = OTHER_MASK
            continue
        generator[0] = mix(~seeds[i])
        liked[i] = choose(root, model, masks[0], generator)
        at = starts[i]
        for action in range(masks.shape[1]):
            if masks[0, action] == 0:
                continue
            for k in range(worlds):
                world[0] = root
                redeal(s, seat, seeds[i] + np.uint64(k))
                generator[0] = mix(seeds[i] + np.uint64(k))  # or players would draw the very numbers that redeal draws
                recast(s, seat, model, masks[1], generator)
                turn = turn_of(s)
                apply(s, action)
                play_turn_out(s, turn, model, masks[1], generator)
                over[at] = s.to_act < 0
                worth[at] = 0
                if s.to_act < 0:
                    returns(s, returned[: np.int64(s.players)])
                    worth[at] = returned[seat]
                    seen[at, :] = 0
                else:
                    look_at(s, seat, columns, features, seen[at])
                at += 1


@compile_rule(types.void(_states, _i64_1, _i64_1, _i64_1, _i8_1, _i8_2), folder=folder)
def look_at_all(states, rows, seats, columns, features, seen):
    """Write what `seats` observe in the games `rows` to `seen`, one row each; see `look_at`."""
    for i in range(rows.shape[0]):
        look_at(states[rows[i]], seats[i], columns, features, seen[i])


@compile_rule(
    types.void(
        _states, _i64, _i64_1, _i8_1, _i64_1, _i64_2, _i64_2, _u64_1, _i64_1, _i64_1, _i8_2, _f32_2, _i8_1, _i8_1
    ),
    folder=folder,
)
def go_on(
    states,
    model,
    actions,
    halts,
    options,
    lineups,
    lineup,
    generators,
    turns,
    seats,
    masks,
    rewards,
    dones,
    truncated,
):
    """Go on at every table until somebody outside has to decide, or a turn has begun; games that end start again.

    Args:
        states: the tables.
        model: number of the scripted player that stands in for the learner, or NOBODY: it decides outside.
        actions: taken where `seats` is not -1.
        halts: 1 where a turn has begun: nothing is asked, and the first decision is still to come.
        options: of the game. lineups: drawn from for new games. lineup: of the running ones.
        generators: of scripted players, one a table.
        turns: the turn that each table is in, or -1 for a table without a game.
        seats: who has to decide outside, -1 for nobody.
        masks: what they may do.
        rewards, dones, truncated: returns of the games that ended with this step, and flags.
    """
    for i in range(states.shape[0]):
        s = states[i]
        generator = generators[i : i + 1]
        dones[i] = 0
        truncated[i] = 0
        rewards[i, :] = 0
        halts[i] = 0
        if seats[i] >= 0:
            apply(s, actions[i])
        seats[i] = -1
        while True:
            if turns[i] >= 0 and s.to_act < 0:
                returns(s, rewards[i])
                dones[i] = 1
                truncated[i] = s.truncated
                turns[i] = -1
                break
            if turns[i] < 0:
                row = next_below(generator, lineups.shape[0])
                lineup[i, :] = lineups[row, :]
                reset(s, options, generator[0])
                generator[0] += np.uint64(1)
                turns[i] = 0
                if s.to_act < 0:
                    continue
                turns[i] = turn_of(s)
                halts[i] = 1
                break
            if turn_of(s) != turns[i]:
                turns[i] = turn_of(s)
                halts[i] = 1
                break
            player = lineup[i, s.to_act]
            if player < 0 and model >= 0:
                player = model
            legal(s, masks[i])
            if player < 0:
                seats[i] = s.to_act
                break
            apply(s, choose(s, player, masks[i], generator))
