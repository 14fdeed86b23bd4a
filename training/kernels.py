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


# What follows computes the two wide layers of a network, of which most is zero: few counts of an observation are above
# 0, and few actions are legal. `training.sparse` makes PyTorch functions of it.

# Products and sums may be fused, but sums are not taken in another order: compiled loops come in several versions, of
# which one is taken by where arrays lie in memory, and each would have an order of its own.
_FUSED = {"contract"}


@njit("void(int8[:, ::1], int64[::1], int64[::1], int8[:, ::1])", cache=True, nogil=True)
def cut(features, rows, columns, raw):
    """Copy `columns` (seen,), ascending, of the given `rows` (n,) of `features` (games, F) to `raw` (n, seen)."""
    whole = columns.shape[0] == features.shape[1]
    for i in range(rows.shape[0]):
        row = features[rows[i]]
        if whole:
            raw[i] = row
        else:
            for j in range(columns.shape[0]):
                raw[i, j] = row[columns[j]]


@njit(
    "void(int8[:, ::1], float32[::1], float32[::1], float32[::1], float32[::1], float32, "
    "int32[::1], float32[::1], int64[::1])",
    cache=True,
    nogil=True,
)
def list_counts(observations, scale, mean, inverse, zero, limit, columns, values, ends):
    """List the counts above 0 of observations.

    A count x in column j is worth (x * scale - mean) * inverse, cut to +-limit, less `zero`: what 0 is worth.

    Args:
        observations: (n, seen).
        scale, mean, inverse, zero: (seen,).
        columns, values: (n * seen + 1,) and (n * seen,) at least, written: column and worth of one count after another.
        ends: (n,), written: where the counts of each row end.
    """
    flat = observations.reshape(-1)
    seen = observations.shape[1]
    words = flat[: flat.shape[0] // 8 * 8].view(np.uint64)  # eight columns at a time: of most of them all are 0
    found = 0
    for i in range(observations.shape[0]):
        first, start, end = found, i * seen, (i + 1) * seen
        first_word = (start + 7) // 8
        last_word = max(end // 8, first_word)
        for place in range(start, min(first_word * 8, end)):
            columns[found] = place - start
            found += flat[place] != 0
        for word in range(first_word, last_word):
            if words[word] != 0:
                for place in range(word * 8, word * 8 + 8):  # without a branch: which columns are 0 cannot be guessed
                    columns[found] = place - start
                    found += flat[place] != 0
        for place in range(last_word * 8, end):
            columns[found] = place - start
            found += flat[place] != 0
        row = observations[i]
        for place in range(first, found):
            j = columns[place]
            value = (row[j] * scale[j] - mean[j]) * inverse[j]
            values[place] = min(max(value, -limit), limit) - zero[j]
        ends[i] = found


@njit(
    "void(int32[::1], float32[::1], int64[::1], int64[::1], int32[::1], float32[::1], int64[::1])",
    cache=True,
    nogil=True,
)
def pick_listed(entries, values, ends, rows, picked, picked_values, picked_ends):
    """Copy what is listed of the given rows (n,): see `list_counts`. Without values both of them are empty."""
    found = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        first = ends[row - 1] if row > 0 else 0
        number = ends[row] - first
        for k in range(number):
            picked[found + k] = entries[first + k]
        if picked_values.shape[0] > 0:
            for k in range(number):
                picked_values[found + k] = values[first + k]
        found += number
        picked_ends[i] = found


@njit(
    "void(int32[::1], float32[::1], int64[::1], float32[:, ::1], float32[::1], float32[:, ::1])",
    cache=True,
    nogil=True,
    fastmath=_FUSED,
)
def first_layer(columns, values, ends, table, base, out):
    """Write the outputs of the first layer: base + sum over the counts of each row, as `list_counts` listed them.

    Shapes: table (seen, width): the weights; base (width,), out (n, width).
    """
    first = 0
    for i in range(ends.shape[0]):
        target = out[i]
        target[:] = base
        fours = first + (ends[i] - first) // 4 * 4
        for place in range(first, fours, 4):  # four at a time: fewer passes over the outputs
            a, b, c, d = values[place], values[place + 1], values[place + 2], values[place + 3]
            of_a, of_b = table[columns[place]], table[columns[place + 1]]
            of_c, of_d = table[columns[place + 2]], table[columns[place + 3]]
            for k in range(target.shape[0]):
                target[k] += a * of_a[k] + b * of_b[k] + c * of_c[k] + d * of_d[k]
        for place in range(fours, ends[i]):
            value, weights = values[place], table[columns[place]]
            for k in range(target.shape[0]):
                target[k] += value * weights[k]
        first = ends[i]


@njit(
    "void(int32[::1], float32[::1], int64[::1], float32[:, ::1], float32[:, ::1])",
    cache=True,
    nogil=True,
    fastmath=_FUSED,
)
def first_layer_gradient(columns, values, ends, gradient, table):
    """Add the gradient of the weights to `table` (seen, width), from that of the outputs, `gradient` (n, width).

    What zeros contribute is not in it.
    """
    first = 0
    for i in range(ends.shape[0]):
        given = gradient[i]
        for place in range(first, ends[i]):
            value, target = values[place], table[columns[place]]
            for k in range(given.shape[0]):
                target[k] += value * given[k]
        first = ends[i]


@njit("void(int8[:, ::1], int64[::1], int32[::1], int64[::1])", cache=True, nogil=True)
def list_legal(masks, rows, actions, ends):
    """List the legal actions of the given rows (n,) of `masks` (games, A): in `actions` (n * A + 1,) one after another.

    `ends` (n,) gets where those of each row end.
    """
    found = 0
    for i in range(rows.shape[0]):
        mask = masks[rows[i]]
        for action in range(mask.shape[0]):  # without a branch, as in `list_counts`
            actions[found] = action
            found += mask[action]
        ends[i] = found


@njit(
    "void(float32[:, ::1], float32[:, ::1], float32[::1], int32[::1], int64[::1], float32[::1])",
    cache=True,
    nogil=True,
    fastmath=_FUSED,
)
def legal_log_probs(hidden, weights, bias, legal, ends, logs):
    """Write the log probability of every legal action to `logs`, in the order of `list_legal`.

    Shapes: hidden (n, width), weights (A, width), bias (A,), legal and logs as long as there are legal actions,
    ends (n,).
    """
    first = 0
    for i in range(ends.shape[0]):
        given = hidden[i]
        highest = np.float32(-np.inf)
        for place in range(first, ends[i]):
            action = legal[place]
            row = weights[action]
            a = b = c = d = np.float32(0.0)  # four sums at once: none waits for the one before
            fours = given.shape[0] // 4 * 4
            for k in range(0, fours, 4):
                a += given[k] * row[k]
                b += given[k + 1] * row[k + 1]
                c += given[k + 2] * row[k + 2]
                d += given[k + 3] * row[k + 3]
            for k in range(fours, given.shape[0]):
                a += given[k] * row[k]
            total = bias[action] + ((a + b) + (c + d))
            logs[place] = total
            highest = max(highest, total)
        powers = np.float32(0.0)
        for place in range(first, ends[i]):
            logs[place] -= highest
            powers += np.exp(logs[place])
        powers = np.log(powers)
        for place in range(first, ends[i]):
            logs[place] -= powers
        first = ends[i]


@njit("void(int32[::1], int64[::1], float32[::1], float64[::1], int64[::1], float32[::1])", cache=True, nogil=True)
def draw_legal(legal, ends, logs, uniforms, actions, log_probs):
    """Draw an action for each of n rows with the probabilities of `legal_log_probs`; write its log probability.

    `uniforms` (n,) are numbers in [0, 1), one for each draw; `actions` and `log_probs` (n,) are written.
    """
    first = 0
    for i in range(ends.shape[0]):
        left = uniforms[i]
        chosen = first
        for place in range(first, ends[i]):
            chosen = place
            left -= np.exp(np.float64(logs[place]))
            if left < 0.0:
                break
        actions[i] = legal[chosen]
        log_probs[i] = logs[chosen]
        first = ends[i]


@njit(
    "void(int32[::1], int64[::1], float32[::1], int64[::1], float32[::1], float32[::1])",
    cache=True,
    nogil=True,
    fastmath=_FUSED,
)
def choose_legal(legal, ends, logs, actions, log_probs, entropies):
    """Write the log probability of each action of `actions` (n,) and the entropy of the legal ones, both (n,)."""
    first = 0
    for i in range(ends.shape[0]):
        entropy = np.float32(0.0)
        for place in range(first, ends[i]):
            entropy -= np.exp(logs[place]) * logs[place]
            if legal[place] == actions[i]:
                log_probs[i] = logs[place]
        entropies[i] = entropy
        first = ends[i]


@njit(
    "void(float32[:, ::1], float32[:, ::1], int32[::1], int64[::1], float32[::1], int64[::1], "
    "float32[::1], float32[::1], float32[::1], float32[:, ::1], float32[:, ::1], float32[::1])",
    cache=True,
    nogil=True,
    fastmath=_FUSED,
)
def legal_gradient(
    hidden, weights, legal, ends, logs, actions, entropies, of_log_probs, of_entropies, of_hidden, of_weights, of_bias
):
    """Write the gradient of `hidden` to `of_hidden` (n, width), and add those of weights and bias to the other two.

    `of_log_probs` and `of_entropies` (n,) are the gradients of what `choose_legal` wrote.
    """
    first = 0
    for i in range(ends.shape[0]):
        given, back = hidden[i], of_hidden[i]
        back[:] = 0
        for place in range(first, ends[i]):
            action = legal[place]
            prob = np.exp(logs[place])
            chosen = np.float32(1.0) if action == actions[i] else np.float32(0.0)
            change = of_log_probs[i] * (chosen - prob) - of_entropies[i] * prob * (logs[place] + entropies[i])
            row, target = weights[action], of_weights[action]
            of_bias[action] += change
            for k in range(given.shape[0]):
                back[k] += change * row[k]
                target[k] += change * given[k]
        first = ends[i]
