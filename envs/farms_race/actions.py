"""The actions of Farms Race as blocks, and their texts.

Regions are numbered row by row, as in `envs.farms_race.maps`; texts call them by their coordinates "q,r". Players are
counted from the seat to act in turn order.
"""

from __future__ import annotations

from typing import Any

from envs.core.layout import Block, Layout

from .box import (
    HEALTHY,
    KINDS,
    MUTATION_COUNT,
    MUTATIONS,
    NO_BUILDING,
    OFFER_CARDS,
    PARTS,
    PROMISES,
    REGIONS,
    RESOURCES,
    SPIES,
    SPY_COUNT,
    TERRAINS,
    UNITS,
    Part,
    Spy,
)
from .state import Decision, Way

ACTION_LAYOUT = Layout(
    head=[
        Block("pass", (1,), 1, "end the phase, be done, or decline"),
        Block("region", (REGIONS,), 1, "this region: the target of a move or a nuke, the place of a herd, ..."),
        Block("heal", (REGIONS,), 1, "heal a damaged herd here"),
        Block("build", (REGIONS,), 1, "build a Barn here, or make the Barn here an Armory"),
        Block("herd", (REGIONS, 2), 1, "add a herd from this region to the move", ("healthy", "damaged")),
        Block("go", (1,), 1, "the move is declared: go"),
        Block("take_back", (1,), 1, "take the declaration of the move back"),
        Block("retreat", (1,), 1, "the attackers retreat"),
        Block("unit", (3,), 1, "this unit", UNITS),
        Block("resource", (KINDS,), 1, "this resource or terrain", RESOURCES),
        Block("bank", (KINDS, KINDS), 1, "trade with the bank: give the row's resource for the column's", RESOURCES),
        Block("build_spy", (1,), 1, "build a spy card"),
        Block("build_nuke", (1,), 1, "build a nuke"),
        Block("spy", (SPY_COUNT,), 1, "play this spy, or keep it", SPIES),
        Block("launch", (2,), 1, "launch a nuke", ("ready", "paid")),
        Block("cards", (OFFER_CARDS, KINDS), 1, "so many (row + 1) cards of this resource", RESOURCES),
        Block("accept", (1,), 1, "accept the offer"),
        Block("mutation", (MUTATION_COUNT,), 1, "keep this mutation", MUTATIONS),
    ],
    seat=[
        Block("name", (1,), 1, "choose this player"),
        Block("promise", (len(PROMISES),), 1, "promise something about this player", PROMISES),
    ],
)

PASS = ACTION_LAYOUT.offset("pass")
REGION = ACTION_LAYOUT.offset("region")
HEAL = ACTION_LAYOUT.offset("heal")
BUILD = ACTION_LAYOUT.offset("build")
HERD = ACTION_LAYOUT.offset("herd")
GO = ACTION_LAYOUT.offset("go")
TAKE_BACK = ACTION_LAYOUT.offset("take_back")
RETREAT = ACTION_LAYOUT.offset("retreat")
UNIT = ACTION_LAYOUT.offset("unit")
RESOURCE = ACTION_LAYOUT.offset("resource")
BANK = ACTION_LAYOUT.offset("bank")
BUILD_SPY = ACTION_LAYOUT.offset("build_spy")
BUILD_NUKE = ACTION_LAYOUT.offset("build_nuke")
SPY = ACTION_LAYOUT.offset("spy")
LAUNCH = ACTION_LAYOUT.offset("launch")
CARDS = ACTION_LAYOUT.offset("cards")
ACCEPT = ACTION_LAYOUT.offset("accept")
MUTATION = ACTION_LAYOUT.offset("mutation")
PLAYERS = ACTION_LAYOUT.head_size  # where the actions about the own seat start
PER_PLAYER = ACTION_LAYOUT.seat_size
NAME = ACTION_LAYOUT.offset("name")  # these two within the part of a player
PROMISE = ACTION_LAYOUT.offset("promise")


def region_name(s: Any, region: int) -> str:
    """Return what texts and positions call a region: its coordinates, "q,r"."""
    return f"{int(s['q'][region])},{int(s['r'][region])}"


def part_asked(s: Any) -> tuple[int, int]:
    """Return (spy, part) that the player of a spy has to name next; (-1, Part.NONE) for none."""
    depth, part = int(s["spy_depth"]), int(s["part"])
    if s["decision"] != Decision.SPY_PART or depth < 1 or not 0 <= part < PARTS.shape[1]:
        return -1, int(Part.NONE)
    card = int(s["spy_card"][depth - 1])
    return card, int(PARTS[card, part])


_REGION_WORDS: dict[int, str] = {
    Decision.START: "make {place} your home",
    Decision.PLACE: "place a herd at {place}",
    Decision.REGENERATE: "heal a herd at {place} for free",
    Decision.ACTIONS: "move to {place}",
    Decision.RETREAT_TO: "retreat to {place}",
    Decision.RETURN: "a herd returns to {place}",
    Decision.TARGET: "launch at {place}",
}
_SPY_REGION_WORDS: dict[int, str] = {
    Spy.POCKET_NUKE: "launch at {place}",
    Spy.CALL_UP: "call herds up at {place}",
    Spy.SABOTEUR: "sabotage {place}",
    Spy.INFORMER: "inform on the humans at {place}",
}
_PASS_WORDS: dict[int, str] = {
    Decision.ACTIONS: "end the Action phase",
    Decision.RETREAT: "fight on",
    Decision.RETREAT_TO: "hold the region",
    Decision.WINDOW: "be done",
    Decision.OFFER_WANT: "for nothing",
    Decision.OFFER_ANSWER: "decline",
    Decision.RESOURCES: "end the Resources phase",
    Decision.DISCARD: "end the turn",
    Decision.REACT: "let it be",
}
_RESOURCE_WORDS: dict[int, str] = {
    Decision.START_CARD: "take {name}",
    Decision.SPY_PART: "take {name}",
    Decision.DISCARD: "discard {name}",
}
_PROMISE_WORDS = ("I do not attack {who}", "I nuke {who}", "I do not nuke {who}")


def cards_text(number: int, kind: int) -> str:
    """Return "1 wood" and the like."""
    return f"{number} {RESOURCES[kind]}"


def _pass_text(s: Any, decision: int) -> str:
    if decision == Decision.LAUNCH:
        return "launch no nuke" if s["answering"] >= 0 else "launch no more"
    return _PASS_WORDS.get(Decision(decision), "pass") if decision >= 0 else "pass"


def _region_text(s: Any, decision: int, region: int) -> str:
    card, _ = part_asked(s)
    words = _SPY_REGION_WORDS.get(card) if card >= 0 else _REGION_WORDS.get(decision)
    return (words or "choose {place}").format(place=region_name(s, region))


def _unit_text(s: Any, decision: int, unit: int) -> str:
    if decision == Decision.LOSE:
        return "a healthy herd becomes damaged" if unit == HEALTHY else "a damaged herd dies"
    return f"hit a {UNITS[unit]}"


def _offer_text(s: Any, decision: int, number: int, kind: int) -> str:
    return f"offer {cards_text(number, kind)}" if decision == Decision.OFFER_GIVE else f"for {cards_text(number, kind)}"


def action_text(s: Any, action: int) -> str:
    """Return `action` of the seat to act in words. Every legal action of a state has its own text."""
    block, places, position = ACTION_LAYOUT.locate(action)
    name, place = block.name, position[0]
    players, seat, decision = max(int(s["players"]), 1), max(int(s["to_act"]), 0), int(s["decision"])
    other = (seat + places) % players
    if name == "pass":
        return _pass_text(s, decision)
    if name == "region":
        return _region_text(s, decision, place)
    if name == "heal":
        return f"heal a herd at {region_name(s, place)}"
    if name == "build":
        what = "a Barn" if s["building"][place] == NO_BUILDING else "an Armory"
        return f"build {what} at {region_name(s, place)}"
    if name == "herd":
        return f"with a {block.labels[position[1]]} herd from {region_name(s, place)}"
    if name == "unit":
        return _unit_text(s, decision, place)
    if name == "resource":
        if decision == Decision.WILD:
            return f"the {TERRAINS[place]} pays"
        return _RESOURCE_WORDS.get(decision, "choose {name}").format(name=RESOURCES[place])
    if name == "bank":
        return f"trade {RESOURCES[place]} for {RESOURCES[position[1]]} with the bank"
    if name == "spy":
        return f"keep {SPIES[place]}" if decision == Decision.KEEP else f"play {SPIES[place]}"
    if name == "launch":
        return "launch a ready nuke" if place + 1 == Way.READY else "pay for a nuke and launch it"
    if name == "cards":
        return _offer_text(s, decision, place + 1, position[1])
    if name == "mutation":
        return f"keep {MUTATIONS[place]}"
    if name == "name":
        return f"rob seat {other}" if decision == Decision.SPY_PART else f"offer seat {other} cards"
    if name == "promise":
        return f"promise: {_PROMISE_WORDS[place].format(who=f'seat {other}')}"
    return {
        "go": "go",
        "take_back": "take the move back",
        "retreat": "retreat",
        "build_spy": "build a spy",
        "build_nuke": "build a nuke",
        "accept": "accept",
    }[name]
