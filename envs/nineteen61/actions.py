"""The actions of 1961 as blocks, and their texts.

Cards are chosen by the side that matters: by building where one is constructed or swapped in, by action elsewhere.
Rows are counted from the seat to act in turn order, places and gaps of a row from the left.
"""

from envs.core.layout import Block, Layout

from .box import ACTIONS, BUILDINGS, DEPTH, KINDS, ROW
from .state import Decision

ACTION_LAYOUT = Layout(
    head=[
        Block("pass", (1,), 1, "end the turn"),
        Block("stack", (1,), 1, "play a card of the hand face down: building and card are chosen next"),
        Block("swap", (1,), 1, "swap a Secret Facility: which and for what are chosen next"),
        Block("launch", (1,), 1, "launch from a Missile Silo: Silo, card and target are chosen next"),
        Block("produce", (1,), 1, "produce with a Factory: Factory and receiver are chosen next"),
        Block("build", (KINDS,), 1, "construct this building: the gap is chosen next", BUILDINGS[:KINDS]),
        Block("play", (KINDS,), 1, "play this action from the hand", ACTIONS),
        Block("card", (KINDS,), 1, "stack the card with this action", ACTIONS),
        Block("take", (KINDS,), 1, "put this building in the place of the Secret Facility", BUILDINGS[:KINDS]),
        Block("replay", (KINDS,), 1, "play this action from the discard pile", ACTIONS),
        Block("depth", (DEPTH,), 1, "launch this card of the Silo, counted from the top"),
        Block("discard", (1,), 1, "discard the card just looked at"),
        Block("keep", (1,), 1, "leave the card just looked at"),
    ],
    seat=[
        Block("target", (1,), 1, "the missile hits this row"),
        Block("place", (ROW,), 1, "the building at this place of the row"),
        Block("gap", (ROW + 1,), 1, "construct in this gap of the row (0: left of everything)"),
    ],
)

PASS = ACTION_LAYOUT.offset("pass")
STACK = ACTION_LAYOUT.offset("stack")
SWAP = ACTION_LAYOUT.offset("swap")
LAUNCH = ACTION_LAYOUT.offset("launch")
PRODUCE = ACTION_LAYOUT.offset("produce")
BUILD = ACTION_LAYOUT.offset("build")
PLAY = ACTION_LAYOUT.offset("play")
CARD = ACTION_LAYOUT.offset("card")
TAKE = ACTION_LAYOUT.offset("take")
REPLAY = ACTION_LAYOUT.offset("replay")
DEEP = ACTION_LAYOUT.offset("depth")
DISCARD = ACTION_LAYOUT.offset("discard")
KEEP = ACTION_LAYOUT.offset("keep")
ROWS = ACTION_LAYOUT.head_size  # where the actions about the own row start
PER_ROW = ACTION_LAYOUT.seat_size
TARGET = ACTION_LAYOUT.offset("target")  # these three within the part of a row
PLACE = ACTION_LAYOUT.offset("place")
GAP = ACTION_LAYOUT.offset("gap")

_PLACE_WORDS: dict[int, str] = {
    Decision.STACK_WHERE: "stack on",
    Decision.SWAP_WHICH: "swap",
    Decision.LAUNCH_FROM: "launch from",
    Decision.PRODUCE_FROM: "produce with",
    Decision.PRODUCE_TO: "produce onto",
    Decision.SABOTAGE: "sabotage the top of",
    Decision.LOOK: "look at the top of",
    Decision.DISCARD: "discard the top of",
    Decision.EMBARGO: "embargo",
    Decision.STACK_RESPONSE: "stack the Response System on",
}
_HEAD_WORDS = {
    "pass": "pass",
    "stack": "stack a card",
    "swap": "swap a Secret Facility",
    "launch": "launch from a Missile Silo",
    "produce": "produce with a Factory",
    "build": "build {}",
    "play": "play {}",
    "card": "stack {}",
    "take": "put {} in its place",
    "replay": "replay {}",
    "discard": "discard it",
    "keep": "leave it",
}


def action_text(s, action: int) -> str:
    """Return `action` of the seat to act in words. Every action of a state has its own text.

    Rows are named by seat, places by their number from the left, from 1.
    """
    block, rows_on, position = ACTION_LAYOUT.locate(action)
    if block.name in _HEAD_WORDS:
        name = block.labels[position[0]] if block.labels else ""
        return _HEAD_WORDS[block.name].format(name)
    if block.name == "depth":
        return f"launch card {position[0] + 1} from the top"
    seat = (max(int(s["to_act"]), 0) + rows_on) % int(s["players"])
    if block.name == "target":
        return f"launch at seat {seat}"
    if block.name == "gap":
        return f"construct at seat {seat}, gap {position[0] + 1}"
    words = _PLACE_WORDS.get(int(s["decision"]), "choose")
    name = ""
    if position[0] < s["row_size"][seat]:
        piece = int(s["row"][seat, position[0]])
        name = f" ({BUILDINGS[piece // 9]})" if piece < 54 else f" ({BUILDINGS[-1]})"
    return f"{words} seat {seat}, place {position[0] + 1}{name}"
