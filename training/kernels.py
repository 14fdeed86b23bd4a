"""The inner loops of training, compiled.

Numba keeps the result beside this file and looks at no other one: so nothing here calls the rest of the project.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit("void(int8[:, ::1], int64[::1], int64[::1], float32[::1], int8[:, :], float32[:, ::1])", cache=True, nogil=True)
def gather(features, rows, columns, scale, raw, scaled):
    """Copy `columns` of the given `rows` of `features`: as they are to `raw`, times `scale` to `scaled`.

    Shapes: features (games, F), rows (n,), columns and scale (seen,), raw and scaled (n, seen).
    """
    for i in range(rows.shape[0]):
        row = features[rows[i]]
        for j in range(columns.shape[0]):
            value = row[columns[j]]
            raw[i, j] = value
            scaled[i, j] = value * scale[j]


@njit("void(int8[:, ::1], int64[::1], float32[::1], float32[:, ::1])", cache=True, nogil=True)
def pick(observations, rows, scale, scaled):
    """Write the given `rows` (n,) of `observations` (size, seen), times `scale` (seen,), to `scaled` (n, seen)."""
    for i in range(rows.shape[0]):
        row = observations[rows[i]]
        for j in range(row.shape[0]):
            scaled[i, j] = row[j] * scale[j]


@njit("void(float32[:, ::1], int8[:, ::1], int64[::1], float64[::1], int64[::1], float32[::1])", cache=True, nogil=True)
def draw(logits, masks, rows, uniforms, actions, log_probs):
    """Draw a legal action for each row of `logits` with the probabilities of a softmax over the legal ones.

    Args:
        logits: (n, A).
        masks: (games, A).
        rows: (n,); row i of `logits` is about game `rows[i]`.
        uniforms: (n,); numbers in [0, 1), one for each draw.
        actions, log_probs: (n,), written.
    """
    for i in range(rows.shape[0]):
        mask = masks[rows[i]]
        highest = np.float32(-np.inf)
        for action in range(mask.shape[0]):
            if mask[action] and logits[i, action] > highest:
                highest = logits[i, action]
        total = 0.0
        for action in range(mask.shape[0]):
            if mask[action]:
                total += np.exp(np.float64(logits[i, action] - highest))
        left = uniforms[i] * total
        chosen = -1
        for action in range(mask.shape[0]):
            if mask[action]:
                chosen = action
                left -= np.exp(np.float64(logits[i, action] - highest))
                if left < 0.0:
                    break
        actions[i] = chosen
        log_probs[i] = logits[i, chosen] - highest - np.log(total) if chosen >= 0 else 0.0


@njit(
    "void(int64[::1], float32[::1], float32[::1], int8[::1], float32[::1], float64, float64, float32[::1])",
    cache=True,
    nogil=True,
)
def advantages(streams, rewards, values, final, after, gamma, gae_lambda, out):
    """Write the generalised advantage estimate of every decision; each stream of decisions on its own.

    A stream is one seat of one table. Its decisions stand in the order of time, those of other streams between them,
    and those of the next game at that table after them.

    Args:
        streams: (n,); the stream of each decision.
        rewards: (n,); what its seat earned from this decision up to its next one or the end of the game.
        values: (n,); value of what the seat observed at the decision.
        final: (n,); 1 for the last decision of a seat in its game.
        after: (streams,); value of what the seat observes after its last decision here, if its game goes on.
        gamma, gae_lambda: discount from one decision of a seat to its next, and the estimate's lambda.
        out: (n,), written.
    """
    next_value = after.copy()
    next_advantage = np.zeros_like(after)
    for i in range(streams.shape[0] - 1, -1, -1):
        stream = streams[i]
        error = rewards[i] - values[i]
        advantage = error
        if not final[i]:
            error += gamma * next_value[stream]
            advantage = error + gamma * gae_lambda * next_advantage[stream]
        out[i] = advantage
        next_value[stream] = values[i]
        next_advantage[stream] = advantage
