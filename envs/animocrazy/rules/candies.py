"""Candies: drawn, returned, passed on; and the end of the game, which a draw can bring."""

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below

from ..box import VORACIOUS_LIMIT, Which
from ..state import Ended
from .laws import amount_held, seat_after


@compile_rule()
def keep_four(s, seat):
    """Voracious: what a player has above four of a colour leaves the game (A9)."""
    if s.voracious == 0:
        return
    for colour in range(4):
        surplus = s.candies[seat, colour] - VORACIOUS_LIMIT
        if surplus > 0:
            s.candies[seat, colour] -= surplus
            s.gone[colour] += surplus


@compile_rule()
def finish_game(s, how):
    """The game ends at once (A6). `turns.advance` counts the points and finds the winners."""
    for seat in range(s.players):
        keep_four(s, seat)
    s.ended = how
    s.to_act = -1
    s.decision = -1
    s.effect = -1
    s.changed = 1


@compile_rule()
def take_candy(s, seat):
    """Move a random candy from the bag to `seat`."""
    skip = draw_below(s, s.bag_size)
    colour = 0
    while skip >= s.bag[colour]:
        skip -= s.bag[colour]
        colour += 1
    s.bag[colour] -= 1
    s.bag_size -= 1
    s.candies[seat, colour] += 1
    s.changed = 1
    keep_four(s, seat)


@compile_rule()
def draw_candies(s, seat, number):
    """Let `seat` draw candies; the last one of the bag ends the game."""
    for _ in range(number):
        take_candy(s, seat)
        if s.bag_size == 0:
            finish_game(s, Ended.EMPTY_BAG)
            return


@compile_rule()
def return_candies(s, seat, colour, number):
    """Move candies of a colour from `seat` to the bag."""
    s.candies[seat, colour] -= number
    s.bag[colour] += number
    s.bag_size += number
    s.changed = 1


@compile_rule()
def held_by(s, seat, which):
    """Return how many candies of a colour, or of all, `seat` has."""
    return amount_held(s.candies, seat, which)


@compile_rule()
def left_to_give(s, seat):
    """Return how many candies of `seat` are not on their way to a neighbour yet."""
    return held_by(s, seat, Which.ANY) - amount_held(s.given, seat, Which.ANY)


@compile_rule()
def move_given(s, places):
    """All candies that were given move together to the seat so many places clockwise (A8)."""
    for seat in range(s.players):
        for colour in range(4):
            s.candies[seat, colour] -= s.given[seat, colour]
    for seat in range(s.players):
        to = seat_after(s, seat, places)
        for colour in range(4):
            s.candies[to, colour] += s.given[seat, colour]
            s.given[seat, colour] = 0
    for seat in range(s.players):
        keep_four(s, seat)
    s.changed = 1
