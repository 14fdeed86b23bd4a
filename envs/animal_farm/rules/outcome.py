"""The return of every seat."""

from envs.core.compiling import compile_rule

from ..box import VP_RANGE

ZERO_SUM, WIN, RANK, SCORE = range(4)  # in the order of envs.core.options.REWARDS


@compile_rule()
def write_returns(s, out):
    """Write the return of each seat by the reward scheme; winners share. All zero while it runs, but for scores."""
    winners = 0
    for seat in range(s.players):
        winners += (s.winners >> seat) & 1
    for seat in range(s.players):
        won = (s.winners >> seat) & 1 == 1
        if s.reward == SCORE:
            out[seat] = min(s.vp[seat] / VP_RANGE, 1.0)
        elif winners == 0:
            out[seat] = 0.0
        elif s.reward == RANK:
            balance = 0
            for other in range(s.players):
                balance += int(s.vp[seat] > s.vp[other]) - int(s.vp[seat] < s.vp[other])
            out[seat] = balance / (s.players - 1)
        elif won:
            out[seat] = 1.0 / winners
            if s.reward == ZERO_SUM and winners == s.players:
                out[seat] = 0.0
        else:
            out[seat] = -1.0 / (s.players - winners) if s.reward == ZERO_SUM else 0.0
