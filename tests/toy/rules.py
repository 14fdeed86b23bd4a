"""State, layouts, rules and scripted players of Sticks."""

import numpy as np

from envs.core.compiling import Signatures, compile_rule
from envs.core.game import HEADER
from envs.core.layout import Block, Layout
from envs.core.options import REWARDS, Option, OptionSet
from envs.core.rng import random_legal, shuffle

SEATS = 4
VALUES = 3
CARDS = 6  # two of each value
MOST_TAKEN = 3
NONE = -1

OPTIONS = OptionSet(
    Option("num_players", 2, "players at the table", low=2, high=SEATS),
    Option("reward", "zero_sum", "how the outcome becomes the return of each seat", choices=REWARDS),
    Option("heap", 24, "sticks at the start", low=1, high=60),
    Option("max_turns", 100, "the game is cut after this many turns", low=8, high=10_000),
    Option("swaps", True, "cards may be swapped"),
)

STATE = np.dtype(
    [
        *HEADER,
        ("max_turns", np.int32),
        ("turn", np.int32),  # turns ended
        ("heap", np.int8),
        ("start", np.int8),  # sticks at the start
        ("winner", np.int8),
        ("swaps", np.int8),
        ("card", np.int8, (SEATS,)),  # value of the card of each seat, NONE for seats out of the game
        ("may_swap", np.int8, (SEATS,)),
        ("taken", np.int8, (SEATS,)),
        ("out_at", np.int8, (SEATS,)),  # 0 while in the game, else the how-manieth to go out
        ("outs", np.int8),
        ("deck", np.int8, (CARDS,)),
        ("deck_size", np.int8),
        ("shown", np.int8, (VALUES,)),  # cards laid aside, by value
        ("padding", np.int8, (1,)),  # always 0
    ],
    align=True,
)
SIGNATURES = Signatures(STATE)

ACTIONS = Layout(
    head=[
        Block("take", (MOST_TAKEN,), 1, "take so many sticks", ("1", "2", "3")),
        Block("swap", (1,), 1, "show the own card and draw another one"),
    ],
    seat=[Block("say", (VALUES,), 1, "say that this player has this card", ("0", "1", "2"))],
)
TAKE, SWAP = (ACTIONS.offset(name) for name in ("take", "swap"))
SAY, PER_SEAT = ACTIONS.head_size, ACTIONS.seat_size

OBSERVATION = Layout(
    head=[
        Block("heap", (1,), 60, "sticks left"),
        Block("card", (VALUES,), 1, "the own card"),
        Block("shown", (VALUES,), 2, "cards laid aside, by value"),
        Block("deck", (1,), CARDS, "cards in the deck"),
    ],
    seat=[
        Block("in_game", (1,), 1, "in the game"),
        Block("acting", (1,), 1, "whose decision it is"),
        Block("may_swap", (1,), 1, "may still swap"),
        Block("taken", (1,), 60, "sticks taken"),
    ],
)
_HEAP, _CARD, _SHOWN, _DECK = (OBSERVATION.offset(name) for name in ("heap", "card", "shown", "deck"))
_SEAT, _SEAT_SIZE = OBSERVATION.head_size, OBSERVATION.seat_size

BOTS = {
    "random": "every legal action equally likely",
    "taker": "leaves a multiple of four where it can, else takes one",
    "accuser": "says what is sure of the next player; else takes one",
}


@compile_rule()
def draw(s):
    """Take a card of the deck."""
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.deck[s.deck_size] = NONE
    return card


@compile_rule(SIGNATURES.reset)
def reset(s, options, seed):
    """Deal."""
    s.random = seed
    s.decisions = 0
    s.players = options[0]
    s.reward = options[1]
    s.heap = s.start = options[2]
    s.max_turns = options[3]
    s.swaps = options[4]
    s.truncated = 0
    s.turn = 0
    s.outs = 0
    s.winner = NONE
    s.to_act = 0
    s.shown[:] = 0
    s.taken[:] = 0
    s.out_at[:] = 0
    s.may_swap[:] = 0
    s.card[:] = NONE
    for i in range(CARDS):
        s.deck[i] = i // 2
    s.deck_size = CARDS
    shuffle(s, s.deck, CARDS)
    for seat in range(s.players):
        s.card[seat] = draw(s)
        s.may_swap[seat] = s.swaps


@compile_rule(SIGNATURES.legal)
def legal(s, mask):
    """Write what the seat to act may do."""
    mask[:] = 0
    if s.to_act < 0:
        return
    for sticks in range(min(MOST_TAKEN, s.heap)):
        mask[TAKE + sticks] = 1
    mask[SWAP] = s.may_swap[s.to_act] == 1 and s.deck_size > 0
    for after in range(1, s.players):
        if s.card[(s.to_act + after) % s.players] >= 0 and 2 * s.heap <= s.start:
            for value in range(VALUES):
                mask[SAY + after * PER_SEAT + value] = 1


@compile_rule()
def go_out(s, seat):
    """A player shows its card and is out."""
    s.shown[s.card[seat]] += 1
    s.card[seat] = NONE
    s.outs += 1
    s.out_at[seat] = s.outs


@compile_rule()
def end_turn(s):
    """The next player in the game is to act, unless the game is over."""
    s.turn += 1
    seat = (s.to_act + 1) % s.players
    while s.card[seat] < 0:
        seat = (seat + 1) % s.players
    if s.outs == s.players - 1:
        s.winner = seat
    elif s.turn >= s.max_turns and s.winner < 0:
        s.truncated = 1
    s.to_act = NONE if s.winner >= 0 or s.truncated == 1 else seat


@compile_rule(SIGNATURES.apply)
def apply(s, action):
    """Take one decision."""
    seat = s.to_act
    s.decisions += 1
    if action == SWAP:
        s.may_swap[seat] = 0
        s.shown[s.card[seat]] += 1
        s.card[seat] = draw(s)
        return
    if action < SWAP:
        s.heap -= action - TAKE + 1
        s.taken[seat] += action - TAKE + 1
        if s.heap == 0:
            s.winner = seat
    else:
        other = (seat + (action - SAY) // PER_SEAT) % s.players
        go_out(s, other if s.card[other] == (action - SAY) % PER_SEAT else seat)
    end_turn(s)


@compile_rule(SIGNATURES.observe)
def observe(s, seat, f):
    """Write what `seat` may know."""
    f[:] = 0
    f[_HEAP] = s.heap
    if s.card[seat] >= 0:
        f[_CARD + s.card[seat]] = 1
    for value in range(VALUES):
        f[_SHOWN + value] = s.shown[value]
    f[_DECK] = s.deck_size
    for after in range(s.players):
        other = (seat + after) % s.players
        start = _SEAT + after * _SEAT_SIZE
        f[start] = s.card[other] >= 0
        f[start + 1] = s.to_act == other
        f[start + 2] = s.may_swap[other]
        f[start + 3] = s.taken[other]


@compile_rule(SIGNATURES.redeal)
def redeal(s, seat, seed):
    """Exchange the cards of the deck and of the other players."""
    s.random = seed
    hidden = np.empty(CARDS, np.int8)
    size = 0
    for i in range(s.deck_size):
        hidden[size] = s.deck[i]
        size += 1
    for other in range(s.players):
        if other != seat and s.card[other] >= 0:
            hidden[size] = s.card[other]
            size += 1
    shuffle(s, hidden, size)
    for i in range(s.deck_size):
        size -= 1
        s.deck[i] = hidden[size]
    for other in range(s.players):
        if other != seat and s.card[other] >= 0:
            size -= 1
            s.card[other] = hidden[size]


@compile_rule()
def standing(s, seat):
    """Return how a seat ended, the higher the better."""
    if seat == s.winner:
        return s.players + 1
    return s.players if s.out_at[seat] == 0 else s.out_at[seat]


@compile_rule(SIGNATURES.returns)
def returns(s, out):
    """Write the return of each seat."""
    for seat in range(s.players):
        if s.reward == 3:
            out[seat] = s.taken[seat] / s.start
        elif s.reward == 2:
            balance = 0
            for other in range(s.players):
                balance += int(standing(s, seat) > standing(s, other)) - int(standing(s, seat) < standing(s, other))
            out[seat] = balance / (s.players - 1)
        elif s.winner < 0:
            out[seat] = 0.0
        elif seat == s.winner:
            out[seat] = 1.0
        else:
            out[seat] = -1.0 / (s.players - 1) if s.reward == 0 else 0.0


@compile_rule(SIGNATURES.choose)
def choose(s, bot, mask, generator):
    """Return the action of scripted player number `bot` for the seat to act."""
    if bot == 1:
        return TAKE + max(s.heap % (MOST_TAKEN + 1), 1) - 1
    if bot == 2:
        for value in range(VALUES):
            own = int(s.card[s.to_act] == value)
            unseen = CARDS - 1
            for other in range(VALUES):
                unseen -= s.shown[other]
            for after in range(1, s.players):
                if mask[SAY + after * PER_SEAT + value] == 1 and 2 - s.shown[value] - own == unseen:
                    return SAY + after * PER_SEAT + value
        return TAKE
    return random_legal(mask, generator)
