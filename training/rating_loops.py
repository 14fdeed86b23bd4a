"""The inner loop of ratings, compiled at its first call; Numba keeps the result."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def rate_in_order(lineups, places, order, beta, kappa, mu, variance):
    """Rate games one after another: algorithm 4 of Weng and Lin, with each seat a team of one.

    That is what OpenSkill's model of Plackett and Luce computes without `tau` (A Bayesian approximation method for
    online ranking, JMLR 12, 2011). A player on several seats gets the mean of their steps.

    Args:
        lineups, places: int64 (games, seats); who sat there, and how many ended ahead.
        order: int64 (n,); the games to be rated.
        beta, kappa: luck of a game, and the least share of its variance that a game leaves a seat.
        mu, variance: float64 (players,); changed.
    """
    seats = lineups.shape[1]
    strength = np.empty(seats)
    rivals = np.empty(seats)  # strengths of those who were not ahead of a seat, its own among them
    level = np.empty(seats)  # seats with the same place
    sits = np.empty(seats)  # seats of the same player
    step, narrowing = np.empty(seats), np.empty(seats)
    for game in order:
        lineup, place = lineups[game], places[game]
        total = 0.0
        for seat in range(seats):
            total += variance[lineup[seat]] + beta * beta
        c = np.sqrt(total)
        for seat in range(seats):
            strength[seat] = np.exp(mu[lineup[seat]] / c)
        for seat in range(seats):
            rivals[seat] = level[seat] = sits[seat] = 0.0
            for other in range(seats):
                if place[other] >= place[seat]:
                    rivals[seat] += strength[other]
                if place[other] == place[seat]:
                    level[seat] += 1.0
                if lineup[other] == lineup[seat]:
                    sits[seat] += 1.0
        for seat in range(seats):
            omega, delta = 1.0 / level[seat], 0.0
            for other in range(seats):
                if place[other] <= place[seat]:
                    chance = strength[seat] / rivals[other]
                    omega -= chance / level[other]
                    delta += chance * (1.0 - chance) / level[other]
            old = variance[lineup[seat]]
            step[seat] = omega * old / c
            narrowing[seat] = old * (max(1.0 - delta * old / (c * c) * np.sqrt(old) / c, kappa) - 1.0)
        for seat in range(seats):
            mu[lineup[seat]] += step[seat] / sits[seat]
            variance[lineup[seat]] += narrowing[seat] / sits[seat]
