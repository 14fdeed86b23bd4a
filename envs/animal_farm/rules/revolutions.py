"""The Revolutions phase: tokens on the cards between neighbours (R26, R27)."""

from envs.core.compiling import compile_rule

from ..box import LINE_NEEDS, LINES, REVOLUTION_VP, SECOND, TOKENS_OF_REVOLUTION, TOP, Mood, Zone
from ..state import Decision, Stage
from .bargaining import has_promise
from .board import ask, gain, has_mood, in_turn, seat_after
from .playing import may_play_something, moments_of
from .promises import settle_revolution

_NEW = int(Zone.NEW)
LEFT, RIGHT = 0, 1


@compile_rule()
def line_kind(s, place, line):
    """Return the influence that a line of the card at a place takes."""
    return TOP[s.revolution[place]] if line == 0 else SECOND[s.revolution[place]]


@compile_rule()
def on_line(s, place, line):
    """Return how many tokens lie on a line of the card at a place."""
    number = 0
    for owner in range(2):
        for source in range(2):
            number += s.placed[place, owner, line, source]
    return number


@compile_rule()
def put_by(s, place, owner):
    """Return how many tokens one of the two neighbours (0: the one on whose left the card lies) has put on it."""
    number = 0
    for line in range(LINES):
        for source in range(2):
            number += s.placed[place, owner, line, source]
    return number


@compile_rule()
def is_filled(s, place):
    """Return whether the card at a place has all its tokens."""
    return put_by(s, place, 0) + put_by(s, place, 1) == TOKENS_OF_REVOLUTION


@compile_rule()
def place_on(s, seat, side):
    """Return the place of the card on the left or right of a seat."""
    return seat if side == LEFT else seat_after(s, seat, s.players - 1)


@compile_rule()
def may_put(s, seat, put):
    """Return whether a seat may put a token: `put` is side * 4 + line * 2 + source (New, Owned)."""
    place, line, source = place_on(s, seat, put // 4), put // 2 % 2, put % 2
    return on_line(s, place, line) < LINE_NEEDS[line] and s.tokens[seat, source, line_kind(s, place, line)] > 0


@compile_rule()
def put_token(s, put):
    """The seat to act puts a token on a card."""
    seat = int(s.to_act)
    place, line, source = place_on(s, seat, put // 4), put // 2 % 2, put % 2
    s.tokens[seat, source, line_kind(s, place, line)] -= 1
    s.placed[place, put // 4, line, source] += 1


@compile_rule()
def can_revolt(s, seat):
    """Return whether a seat may do anything but pass in its turn."""
    for put in range(2 * LINES * 2):
        if may_put(s, seat, put):
            return True
    return has_promise(s, seat) or may_play_something(s, seat, moments_of(Decision.REVOLT))


@compile_rule()
def next_revolt(s):
    """Ask the next player; the cards are resolved after the last."""
    while s.at < s.players:
        if can_revolt(s, in_turn(s)):
            ask(s, in_turn(s), Decision.REVOLT)
            return
        end_revolt(s)
    resolve_revolutions(s)
    s.at = 0
    s.stage = Stage.BUYING


@compile_rule()
def end_revolt(s):
    """A player's turn is over."""
    s.at += 1
    s.promised = 0


@compile_rule()
def turn_of(s, seat):
    """Return how many players act before a seat."""
    return seat_after(s, seat, s.players - s.first_player)


@compile_rule()
def settle_promises_about(s, place):
    """Promises about the card at a place come out."""
    one, other = place, seat_after(s, place, 1)
    filled = is_filled(s, place)
    settle_revolution(s, one, other, is_started(s, place, 1), filled)
    settle_revolution(s, other, one, is_started(s, place, 0), filled)


@compile_rule()
def is_started(s, place, owner):
    """Return whether one of two neighbours acts first and has put tokens, but left the other something to fill."""
    seat, other = seat_after(s, place, owner), seat_after(s, place, 1 - owner)
    return turn_of(s, seat) < turn_of(s, other) and 0 < put_by(s, place, owner) < TOKENS_OF_REVOLUTION


@compile_rule()
def resolve_revolutions(s):
    """Successful revolutions bring VP; the tokens of the others go back to where they came from."""
    for place in range(s.players):
        settle_promises_about(s, place)
        if is_filled(s, place):
            succeed(s, place)
    for seat in range(s.players):
        score_own_tokens(s, seat)
    for place in range(s.players):
        clear_card(s, place)


@compile_rule()
def succeed(s, place):
    """A revolution succeeds: VP for both neighbours, one more for the side of the round (R11)."""
    left_of, right_of = place, seat_after(s, place, 1)  # the card lies on the left of one, on the right of the other
    gain(s, left_of, REVOLUTION_VP)
    gain(s, right_of, REVOLUTION_VP)
    gain(s, right_of if s.round % 2 == 1 else left_of, 1)
    if has_mood(s, Mood.IGNORANCE):
        gain(s, right_of, 1)
    if has_mood(s, Mood.INNER_PARTY):
        gain(s, left_of, 1)


@compile_rule()
def score_own_tokens(s, seat):
    """The moods about tokens of one's own on successful revolutions bring their VP (R29)."""
    left, right = place_on(s, seat, LEFT), place_on(s, seat, RIGHT)
    on_left = put_by(s, left, LEFT) if is_filled(s, left) else 0
    on_right = put_by(s, right, RIGHT) if is_filled(s, right) else 0
    if on_left > 0 and on_right > 0 and has_mood(s, Mood.HISTORY):
        gain(s, seat, 1)
    if max(on_left, on_right) >= 2 and has_mood(s, Mood.SHOULDER):
        gain(s, seat, 1)


@compile_rule()
def clear_card(s, place):
    """The tokens leave the card: to their regions after a success, otherwise back to their owners."""
    filled = is_filled(s, place)
    for owner in range(2):
        seat = seat_after(s, place, owner)
        for line in range(LINES):
            kind = line_kind(s, place, line)
            for source in range(2):
                if filled:
                    s.stock[kind] += s.placed[place, owner, line, source]
                else:
                    s.tokens[seat, source, kind] += s.placed[place, owner, line, source]
                s.placed[place, owner, line, source] = 0
