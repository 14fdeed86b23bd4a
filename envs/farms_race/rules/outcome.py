"""The return of every seat."""

from envs.core.compiling import compile_rule

from ..box import VP_TO_WIN
from .board import living, total_vp

SCENARIO_RANGE = 2 * VP_TO_WIN  # in scenarios 10 VP end nothing
ZERO_SUM, WIN, RANK, SCORE = range(4)  # in the order of envs.core.options.REWARDS


@compile_rule()
def standing(s, seat):
    """Return how a seat ended, the higher the better: winners, then who is still in by VP, then who went out later."""
    if (s.winners >> seat) & 1 == 1:
        return 1000
    return 100 + total_vp(s, seat) if living(s, seat) else int(s.out_at[seat])


@compile_rule()
def write_returns(s, out):
    """Write the return of each seat by the reward scheme; winners share. All zero while it runs, but for scores."""
    winners = 0
    for seat in range(s.players):
        winners += (s.winners >> seat) & 1
    for seat in range(s.players):
        won = (s.winners >> seat) & 1 == 1
        if s.reward == SCORE:
            out[seat] = min(total_vp(s, seat) / (VP_TO_WIN if s.scenario == 0 else SCENARIO_RANGE), 1.0)
        elif winners == 0:
            out[seat] = 0.0
        elif s.reward == RANK:
            balance = 0
            for other in range(s.players):
                balance += int(standing(s, seat) > standing(s, other)) - int(standing(s, seat) < standing(s, other))
            out[seat] = balance / (s.players - 1)
        elif won:
            out[seat] = 1.0 / winners
            if s.reward == ZERO_SUM and winners == s.players:
                out[seat] = 0.0
        else:
            out[seat] = -1.0 / (s.players - winners) if s.reward == ZERO_SUM else 0.0
