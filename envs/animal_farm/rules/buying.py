"""The Buying phase: advanced actions and VP (R28)."""

from envs.core.compiling import compile_rule

from ..box import COST, KINDS, NO_CARD, VP_FOR_TOKENS, Mood, Zone
from ..state import Decision, Stage
from .alliances import size_of
from .board import ask, discard, gain, has, has_mood, in_turn, tokens_to_spend
from .playing import may_play_something, moments_of

_NEW, _OWNED = int(Zone.NEW), int(Zone.OWNED)
VP = KINDS  # as what is being bought
FOUR_KINDS = 4


@compile_rule()
def may_buy(s, seat, kind):
    """Return whether a seat may buy the advanced action of a kind, once each."""
    card = s.advanced[kind]
    return card != NO_CARD and not has(s.bought[seat], kind) and tokens_to_spend(s, seat) >= COST[card]


@compile_rule()
def may_buy_vp(s, seat):
    """Return whether a seat has the tokens for a VP."""
    return tokens_to_spend(s, seat) >= VP_FOR_TOKENS


@compile_rule()
def can_buy(s, seat):
    """Return whether a seat may do anything but pass in its turn."""
    if may_buy_vp(s, seat):
        return True
    for kind in range(KINDS):
        if may_buy(s, seat, kind):
            return True
    return may_play_something(s, seat, moments_of(Decision.BUY))


@compile_rule()
def next_buyer(s):
    """Ask the next player, or for the next token of a price; the phase ends after the last player."""
    if s.to_pay > 0:
        ask(s, in_turn(s), Decision.PAY)
        return
    while s.at < s.players:
        if can_buy(s, in_turn(s)):
            ask(s, in_turn(s), Decision.BUY)
            return
        end_buying(s)
    if has_mood(s, Mood.EMPTY_SHELVES):
        for seat in range(s.players):
            if tokens_to_spend(s, seat) == 0:
                gain(s, seat, 1)
    s.at = 0
    s.stage = Stage.ENDING


@compile_rule()
def end_buying(s):
    """A player's turn is over: "Big Brother is watching you" looks at the kinds spent."""
    if size_of(s.spent) >= FOUR_KINDS and has_mood(s, Mood.BIG_BROTHER):
        gain(s, in_turn(s), 2)
    s.spent = 0
    s.exchanged = 0
    s.at += 1


@compile_rule()
def begin_buying(s, thing):
    """The seat to act buys an advanced action (its kind) or VP: the tokens are chosen next."""
    s.buying = thing
    s.to_pay = VP_FOR_TOKENS if thing == VP else COST[s.advanced[thing]]


@compile_rule()
def may_spend(s, seat, kind):
    """Return whether a seat may pay with a token of a kind."""
    return s.tokens[seat, _NEW, kind] + s.tokens[seat, _OWNED, kind] > 0


@compile_rule()
def spend(s, kind):
    """The seat to act pays a token, from New first; the last one completes what is bought."""
    seat = int(s.to_act)
    discard(s, seat, _NEW if s.tokens[seat, _NEW, kind] > 0 else _OWNED, kind)
    s.spent |= 1 << kind
    s.to_pay -= 1
    if s.to_pay == 0:
        complete(s, seat)


@compile_rule()
def complete(s, seat):
    """What was bought is paid."""
    if s.buying == VP:
        gain(s, seat, 2 if s.exchanged == 0 and has_mood(s, Mood.NO_DARKNESS) else 1)
        s.exchanged = 1
    else:
        s.bought[seat] |= 1 << s.buying
        if has_mood(s, Mood.MINIWIN):
            gain(s, seat, 1)
    s.buying = -1
