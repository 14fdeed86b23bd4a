"""The actions of 1984: Animal Farm as blocks, and their texts.

Players are counted from the seat to act in turn order; alliances are sets of the others, counted the same way. The
words "actions" here are the decisions of a seat; the cards of the game that are called actions are "basic", "advanced"
and "copy".
"""

from __future__ import annotations

from typing import Any

from envs.core.layout import Block, Layout

from .box import (
    ALL_REGIONS,
    CARD_NAMES,
    COST,
    HARVEST_BEYOND,
    INFLUENCES,
    KINDS,
    LINES,
    MOST_PARTS,
    NO_CARD,
    PARTS,
    PROMISE_COUNT,
    PROMISE_TEXTS,
    PROMISES,
    REGIONS,
    REVOLUTIONS,
    SEATS,
    SECOND,
    TOP,
    VP_FOR_TOKENS,
    ZONE_COUNT,
    ZONES,
    Card,
    Part,
)
from .state import Decision

ALLIES = 1 << (SEATS - 1)  # sets of others
MOST_SHARE = SEATS + HARVEST_BEYOND
_LABELS = tuple(f"{zone} {name}" for zone in ZONES for name in INFLUENCES)
_PUT_LABELS = tuple(
    f"{side} {line} {zone}" for side in ("left", "right") for line in ("top", "second") for zone in ZONES[:2]
)

ACTION_LAYOUT = Layout(
    head=[
        Block("pass", (1,), 1, "pass, be done, or decline"),
        Block("move", (ALL_REGIONS,), 1, "make the ordinary move with an agent in this region", REGIONS),
        Block("region", (ALL_REGIONS,), 1, "choose this region", REGIONS),
        Block("basic", (KINDS,), 1, "play the basic action of this influence", INFLUENCES),
        Block("advanced", (KINDS,), 1, "play the own advanced action of this influence", INFLUENCES),
        Block("copy", (KINDS,), 1, "play the advanced action of this influence by Confession", INFLUENCES),
        Block(
            "ally", (ALLIES,), 1, "propose an alliance with these others, as bits (the next seat is 1); 0: claim alone"
        ),
        Block("share", (MOST_SHARE + 1,), 1, "this many"),
        Block("token", (ZONE_COUNT, KINDS), 1, "this token", INFLUENCES),
        Block("kind", (KINDS,), 1, "this influence", INFLUENCES),
        Block("answer", (2,), 1, "answer", ("no", "yes")),
        Block("put", (2 * LINES * 2,), 1, "put a token on this line of the left or right revolution", _PUT_LABELS),
        Block("buy", (KINDS,), 1, "buy the advanced action of this influence", INFLUENCES),
        Block("buy_vp", (1,), 1, "spend three tokens on VP"),
        Block("store", (2, KINDS), 1, "put a token into the Owned area (row 0) or the Airdrop zone", INFLUENCES),
    ],
    seat=[
        Block("name", (1,), 1, "choose this player"),
        Block("give", (1,), 1, "give this player a token"),
        Block("promise", (PROMISE_COUNT,), 1, "promise this player something", PROMISES),
    ],
)

PASS = ACTION_LAYOUT.offset("pass")
MOVE = ACTION_LAYOUT.offset("move")
REGION = ACTION_LAYOUT.offset("region")
BASIC = ACTION_LAYOUT.offset("basic")
ADVANCED = ACTION_LAYOUT.offset("advanced")
COPY = ACTION_LAYOUT.offset("copy")
ALLY = ACTION_LAYOUT.offset("ally")
SHARE = ACTION_LAYOUT.offset("share")
TOKEN = ACTION_LAYOUT.offset("token")
KIND = ACTION_LAYOUT.offset("kind")
NO = ACTION_LAYOUT.offset("answer")
YES = NO + 1
PUT = ACTION_LAYOUT.offset("put")
BUY = ACTION_LAYOUT.offset("buy")
BUY_VP = ACTION_LAYOUT.offset("buy_vp")
STORE = ACTION_LAYOUT.offset("store")
PLAYERS = ACTION_LAYOUT.head_size  # where the actions about the own seat start
PER_PLAYER = ACTION_LAYOUT.seat_size
NAME = ACTION_LAYOUT.offset("name")  # these three within the part of a player
GIVE = ACTION_LAYOUT.offset("give")
PROMISE = ACTION_LAYOUT.offset("promise")


def token_text(code: int) -> str:
    """Return the token `code` (zone * 5 + kind) in words."""
    return f"{INFLUENCES[code % KINDS]} in {ZONES[code // KINDS]}"


def a_token(kind: int) -> str:
    """Return "a Cat" and the like."""
    name = INFLUENCES[kind]
    return f"an {name}" if name[0] == "E" else f"a {name}"


def seats_text(bits: int) -> str:
    """Return a set of seats in words: "seat 2", "seats 0, 1 and 3"."""
    seats = [str(seat) for seat in range(SEATS) if bits >> seat & 1]
    if len(seats) < 2:
        return f"seat {seats[0]}" if seats else "nobody"
    return f"seats {', '.join(seats[:-1])} and {seats[-1]}"


def part_asked(s: Any) -> tuple[int, int]:
    """Return (card, part) of the action being played that its player has to name next; (NO_CARD, -1) for none."""
    depth, part = int(s["depth"]), int(s["part"])
    if not (depth > 0 and 0 <= part < MOST_PARTS) or s["decision"] != Decision.PART:
        return NO_CARD, -1
    card = int(s["stack_card"][depth - 1])
    return card, int(PARTS[card, part])


def named(s: Any, part: int) -> int:
    """Return what the player of the action on top has named as this part, -1 for nothing yet."""
    top = int(s["depth"]) - 1
    card = int(s["stack_card"][top])
    places = [place for place in range(min(int(s["part"]), MOST_PARTS)) if PARTS[card, place] == part]
    return int(s["stack_argument"][top, places[-1]]) if places else -1


# What is said where an action's parts are named, by (card, part): {seat} is the player named before, {this} the choice.
_REGION_WORDS = {
    (Card.NEEDS, Part.FROM): "move an agent from {this}",
    (Card.FRIENDSHIP, Part.FROM): "move an agent of {seat} from {this}",
    (Card.RESETTLEMENT, Part.FROM): "move an agent from {this}",
    (Card.RESETTLEMENT, Part.SECOND_FROM): "move a second agent from {this}",
    (Card.EXCHANGE, Part.FROM): "swap your agent in {this}",
    (Card.EXCHANGE, Part.SECOND_FROM): "swap with the agent of {seat} in {this}",
    (Card.CADRES, Part.FROM): "move agents of {seat} from {this}",
    (Card.BORDERS, Part.REGION): "close the borders of {this}",
}
_SEAT_WORDS = {
    (Card.FRIENDSHIP, Part.SEAT): "move an agent of {this}",
    (Card.PEACEFUL, Part.SEAT): "{this} takes 2 tokens fewer",
    (Card.TRUTH, Part.SEAT): "remove a token of {this}",
    (Card.SLAVERY, Part.SEAT): "halve the strength of {this}",
    (Card.EXCHANGE, Part.SEAT): "swap with an agent of {this}",
    (Card.CADRES, Part.SEAT): "move agents of {this}",
    (Card.REQUISITION, Part.SEAT): "take a token that {this} took",
    (Card.PRESS, Part.SEAT): "{this} loses 1 VP",
    (Card.CHANGE, Part.SEAT): "change two tokens of {this}",
    (Card.ARCHIVES, Part.SEAT): "take a token from New of {this}",
    (Card.NO_BORDERS, Part.SEAT): "separate {this} from another",
    (Card.NO_BORDERS, Part.OTHER): "separate {seat} from {this}",
    (Card.TOO_MUCH_PEACE, Part.MEMBERS): "strength -1 for {this}",
}
_TOKEN_WORDS = {
    (Card.TRUTH, Part.TOKEN): "remove {seat}'s {this}",
    (Card.CHANGE, Part.TOKEN): "change {seat}'s {this}",
    (Card.CHANGE, Part.OTHER_TOKEN): "change also {seat}'s {this}",
    (Card.TERRORISM, Part.EACH_TOKEN): "remove {asked}'s {this}",
}
_KIND_WORDS = {
    (Card.PLENTY, Part.KIND): "take {this} into New",
    (Card.CHANGE, Part.KIND): "into {this}",
    (Card.CHANGE, Part.OTHER_KIND): "into {this}",
    (Card.ARCHIVES, Part.KIND): "take {this} from New of {seat}",
}
_PASS_WORDS = {
    Decision.PAYER: "no side payment",
    Decision.PAYMENT: "no second token",
    Decision.STRIKE: "spare everybody",
    Decision.PART: "no more",
    Decision.REACT: "let it be",
    Decision.RANSOM: "discard nothing",
    Decision.STORE: "return the rest",
}
_PLAYER_WORDS = {
    Decision.PAYER: "{this} pays",
    Decision.PAYEE: "{this} is paid",
    Decision.STRIKE: "{this} loses 1 VP",
}
_PAID_WORDS = {
    Decision.PAYMENT: "pay {this}",
    Decision.GIFT: "give {asked} {this}",
    Decision.RANSOM: "discard {this}",
    Decision.PAY: "pay {this}",
}


def _words(s: Any, by_part: dict, by_decision: dict, this: str, other: str) -> str:
    """Return what choosing `this` means in the decision that is asked, `other` where neither table has it."""
    card, part = part_asked(s)
    words = by_part.get((card, part)) or by_decision.get(int(s["decision"])) or other
    seat = named(s, Part.SEAT) if card != NO_CARD else -1
    asked = int(s["asked_seat"])
    return words.format(
        this=this,
        seat=f"seat {seat}" if seat >= 0 else "the player",
        asked=f"seat {asked}" if asked >= 0 else "the player",
    )


def _region_text(s: Any, region: int) -> str:
    decision = int(s["decision"])
    if decision in (Decision.SETUP_AGENT, Decision.RESERVE_AGENT):
        return f"put an agent into {REGIONS[region]}"
    _, part = part_asked(s)
    if decision == Decision.MOVE_TO or part in (Part.TO, Part.SECOND_TO):
        return f"to {REGIONS[region]}"
    return _words(s, _REGION_WORDS, {}, REGIONS[region], "choose {this}")


def _play_text(s: Any, block: str, kind: int) -> str:
    """Return how an action is played: its title, and the token that it takes."""
    card = int(s["basic" if block == "basic" else "advanced"][kind])
    name = CARD_NAMES[card] if card != NO_CARD else f"the advanced {INFLUENCES[kind]} action"
    if block == "copy":
        return f"play {name} by Confession for an Elephant"
    return f"play {name} for {a_token(kind)}"


def _put_text(s: Any, seat: int, players: int, place: int) -> str:
    """Return which token goes to which revolution of `seat`; `place` counts sides, lines and zones."""
    right, line, zone = place >> 2, place >> 1 & 1, place & 1
    card = int(s["revolution"][(seat - right) % players])
    kind = int((SECOND if line else TOP)[card]) if 0 <= card < REVOLUTIONS else 0
    side, other = ("right", seat - 1) if right else ("left", seat + 1)
    return f"put {a_token(kind)} from {ZONES[zone]} on the {side}, with seat {other % players}"


def action_text(s: Any, action: int) -> str:
    """Return `action` of the seat to act in words. Every legal action of a state has its own text."""
    block, places, position = ACTION_LAYOUT.locate(action)
    name, place = block.name, position[0]
    players, seat, decision = max(int(s["players"]), 1), max(int(s["to_act"]), 0), int(s["decision"])
    other = f"seat {(seat + places) % players}"
    if name == "pass":
        return _PASS_WORDS.get(Decision(decision), "pass") if decision >= 0 else "pass"
    if name == "move":
        return f"move an agent from {REGIONS[place]}"
    if name == "region":
        return _region_text(s, place)
    if name in ("basic", "advanced", "copy"):
        return _play_text(s, name, place)
    if name == "ally":
        others = sum({1 << (seat + 1 + bit) % players for bit in range(SEATS - 1) if place >> bit & 1})
        return f"propose an alliance with {seats_text(others)}" if place else "claim the region alone"
    if name == "share":
        if decision == Decision.PART:
            return f"move {place} {'agent' if place == 1 else 'agents'}"
        return f"seat {max(int(s['asked_seat']), 0)} takes {place}"
    if name == "token":
        this = INFLUENCES[position[1]] if decision == Decision.PART else a_token(position[1])
        this += f" in {ZONES[place]}"
        return _words(s, _TOKEN_WORDS, _PAID_WORDS, this, "choose {this}")
    if name == "kind":
        if part_asked(s)[1] == Part.ACTION:
            card = int(s["advanced"][place])
            return f"block {CARD_NAMES[card] if card != NO_CARD else block.labels[place]}"
        return _words(s, _KIND_WORDS, _PAID_WORDS, a_token(place), "take {this}")
    if name == "answer":
        return ("refuse", "agree")[place] if decision == Decision.ANSWER else ("no", "yes")[place]
    if name == "put":
        return _put_text(s, seat, players, place)
    if name == "buy":
        card = int(s["advanced"][place])
        price = f"{COST[card]} {'token' if COST[card] == 1 else 'tokens'}"
        return f"buy {CARD_NAMES[card]} for {price}" if card != NO_CARD else f"buy for {block.labels[place]}s"
    if name == "buy_vp":
        return f"spend {VP_FOR_TOKENS} tokens on VP"
    if name == "store":
        return f"put {a_token(position[1])} into {ZONES[place + 1]}"
    if name == "give":
        return f"give {other} a token"
    if name == "promise":
        return f"promise {other}: {PROMISE_TEXTS[place]}"
    return _words(s, _SEAT_WORDS, _PLAYER_WORDS, other, "choose {this}")
