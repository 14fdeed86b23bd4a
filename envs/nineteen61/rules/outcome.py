"""The return of every seat."""

from envs.core.compiling import compile_rule

from ..box import CARDS, EMBASSIES_TO_WIN, LANDER_CARDS_TO_WIN
from ..state import Zone
from .cards import active_embassies, living

ZERO_SUM, WIN, RANK, SCORE = range(4)  # in the order of envs.core.options.REWARDS


@compile_rule()
def standing(s, seat):
    """Return how a seat ended, the higher the better: the winner, who is still in, who went out later."""
    if seat == s.winner:
        return s.players + 1
    return s.players if living(s, seat) else s.out_at[seat]


@compile_rule()
def progress(s, seat):
    """Return how near a seat came to winning by its own row: 1 for the winner, 0 when out."""
    if seat == s.winner:
        return 1.0
    if not living(s, seat):
        return 0.0
    best = active_embassies(s, seat) / EMBASSIES_TO_WIN
    lander = CARDS + seat
    if s.zone[lander] == Zone.ROW and s.embargoes[lander] == 0:
        best = max(best, s.size[lander] / LANDER_CARDS_TO_WIN)
    return best


@compile_rule()
def write_returns(s, out):
    """Write the return of each seat by the reward scheme; all zero where the game was cut, for zero_sum and win."""
    for seat in range(s.players):
        if s.reward == SCORE:
            out[seat] = progress(s, seat)
        elif s.reward == RANK:
            balance = 0
            for other in range(s.players):
                balance += int(standing(s, seat) > standing(s, other)) - int(standing(s, seat) < standing(s, other))
            out[seat] = balance / (s.players - 1)
        elif s.winner < 0:
            out[seat] = 0.0
        elif seat == s.winner:
            out[seat] = 1.0
        else:
            out[seat] = -1.0 / (s.players - 1) if s.reward == ZERO_SUM else 0.0
