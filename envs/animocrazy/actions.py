"""The actions of Animocrazy as blocks, and their texts.

No action names a seat: laws pick their own victims. So the space is the same at every table.
"""

from enum import IntEnum

from envs.core.layout import Block, Layout

from .box import (
    AMOUNTS,
    COLOURS,
    END,
    KINDS,
    LAW_NAMES,
    LAWS,
    LAWS_IN_FORCE,
    MOST_IN_HAND,
    PARTS,
    UNSET,
    WHATS,
    WHICHES,
    WHOS,
    WILDS,
    Kind,
    What,
    Which,
    Who,
    law_text,
)
from .state import Decision


def words(member: IntEnum) -> str:
    """Return the name of a part in words."""
    return member.name.lower().replace("_", " ")


KIND_NAMES, WHAT_NAMES, WHO_NAMES, WHICH_NAMES = (
    tuple(words(member) for member in part) for part in (Kind, What, Who, Which)
)
AMOUNT_NAMES = tuple("all" if amount == AMOUNTS[-1] else str(amount) for amount in AMOUNTS)

ACTION_LAYOUT = Layout(
    head=[
        Block("propose", (MOST_IN_HAND,), 1, "propose the law at this place of the own hand"),
        Block("replace", (LAWS_IN_FORCE,), 1, "the proposed law would replace this law in force"),
        Block("say", (3,), 1, "announce a vote, or nothing", ("yes", "no", "nothing")),
        Block("vote", (3,), 1, "vote with this card", ("yes", "no", "wild")),
        Block("lose", (4,), 1, "return a candy of this colour to the bag", COLOURS),
        Block("give", (4,), 1, "pass on a candy of this colour", COLOURS),
        Block("repeal", (LAWS_IN_FORCE,), 1, "repeal this law in force"),
        Block("keep", (2,), 1, "keep the first or second of the laws drawn"),
        Block("kind", (KINDS,), 1, "compose a law: its background", KIND_NAMES),
        Block("what", (WHATS,), 1, "compose a law: what it does", WHAT_NAMES),
        Block("who", (WHOS,), 1, "compose a law: who it is about", WHO_NAMES),
        Block("which", (WHICHES,), 1, "compose a law: which candies or laws", WHICH_NAMES),
        Block("amount", (len(AMOUNTS),), 1, "compose a law: how much", AMOUNT_NAMES),
    ],
)

PROPOSE = ACTION_LAYOUT.offset("propose")
REPLACE = ACTION_LAYOUT.offset("replace")
SAY = ACTION_LAYOUT.offset("say")
VOTE = ACTION_LAYOUT.offset("vote")
LOSE = ACTION_LAYOUT.offset("lose")
GIVE = ACTION_LAYOUT.offset("give")
REPEAL = ACTION_LAYOUT.offset("repeal")
KEEP = ACTION_LAYOUT.offset("keep")
COMPOSE = ACTION_LAYOUT.offset("kind")
WHAT = ACTION_LAYOUT.offset("what")
WHO = ACTION_LAYOUT.offset("who")
WHICH = ACTION_LAYOUT.offset("which")
AMOUNT = ACTION_LAYOUT.offset("amount")
YES, NO, WILD = VOTE, VOTE + 1, VOTE + 2


_PRINTED = PARTS.tolist()


def card_parts(blank, card: int) -> list[int]:
    """Return the parts of a law (`box.PARTS`); `blank` is that field of the state, its open parts are UNSET."""
    return _PRINTED[card] if card < LAWS else [int(part) for part in blank[card - LAWS]]


def card_text(blank, card: int) -> str:
    """Return a law card in words: its name and what it says. `blank` is that field of the state."""
    if card == END:
        return "End"
    kind, what, who, which, amount, symbol, _ = card_parts(blank, card)
    if symbol != UNSET:
        name = LAW_NAMES[card] if card < LAWS else f"composed {KIND_NAMES[kind]} law"
        return f"{name}: {law_text(kind, what, who, which, amount)}"
    chosen = [name[part] for name, part in ((KIND_NAMES, kind), (WHAT_NAMES, what), (WHO_NAMES, who)) if part >= 0]
    chosen += [WHICH_NAMES[which]] if which >= 0 else []
    return "blank law" + (f" ({', '.join(chosen)} ...)" if chosen else "")


def action_text(s, action: int) -> str:
    """Return `action` of the seat to act in words. Every action of a state has its own text."""
    block, _, (place,) = ACTION_LAYOUT.locate(action)
    seat, blank = max(int(s["to_act"]), 0), s["blank"]
    if block.name == "propose":
        if place >= s["hand_size"][seat]:
            return f"propose card {place + 1}"
        return f"propose card {place + 1}, {card_text(blank, int(s['hand'][seat, place]))}"
    if block.name in ("replace", "repeal"):
        law = f", {card_text(blank, int(s['law'][place]))}" if place < s["laws"] else ""
        return f"{block.name} law {place + 1}{law}"
    if block.name == "keep":
        drawn = int(s["drawn"][place])
        law = f", {card_text(blank, drawn)}" if s["decision"] == Decision.KEEP else ""
        return f"keep the {('first', 'second')[place]}{law}"
    if block.name == "vote":
        wild = int(s["wild"][seat])
        return ("vote Yes", "vote No", f"vote {WILDS[wild]}" if wild >= 0 else "vote Wild")[place]
    if block.name == "say":
        return ("announce Yes", "announce No", "announce nothing")[place]
    if block.name in ("lose", "give"):
        return f"{block.name} a {COLOURS[place]} candy"
    return f"{block.name}: {block.labels[place]}"
