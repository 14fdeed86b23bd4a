"""Positions of Farms Race: their words, and a table in these words. Plain Python: nothing here is compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from envs.core.view import plain

from ..box import (
    ARMORY,
    BUILDINGS,
    COMBAT_FACES,
    DECK,
    EVENTS,
    FREE_HEALS,
    ITEMS,
    MOST_HUMANS,
    MUTATIONS,
    NEUTRAL,
    NEUTRAL_VP,
    NOBODY,
    NUKES,
    OUTCOMES,
    PARTS,
    PROMISES,
    RESOURCE_FACES,
    RESOURCES,
    SEATS,
    SHARED,
    SHARED_BUILDING,
    SPIES,
    SPY_CARDS,
    UNITS,
    VP_TOKENS,
    WILD,
    Event,
    Part,
    Spy,
)
from ..invariants import STAGES
from ..state import HISTORY, Decision, Stage, Way
from .invariants import (
    MOST_CARDS,
    MOST_GAINED,
    bits_of,
    has,
    herds_in,
    members,
    name_of,
)

NEUTRAL_NAME = "neutral"
ELSEWHERE = ("empty", "set-up")
DECISIONS = tuple(decision.name.lower().replace("_", " ") for decision in Decision)
STAGE_NAMES = tuple(stage.name.lower() for stage in Stage)
WAYS = tuple(way.name.lower() for way in Way)

FLAGS = ("turmoil", "face_up", "stood", "attacked", "served")  # of regions
HERD_KEYS = ("healthy", "damaged", "spent_healthy", "spent_damaged")
PLAYER_NUMBERS = {
    "vp_tokens": VP_TOKENS,
    "moles": int(SPY_CARDS[Spy.MOLE]),
    "ready": NUKES,
    "spent": NUKES,
    "out": SEATS,
}
PLAYER_COUNTS = {  # dicts of numbers by name
    "hand": (RESOURCES, MOST_CARDS),
    "gained": (RESOURCES, MOST_GAINED),
    **dict.fromkeys(("spies", "fresh", "seen"), (SPIES, DECK)),
}
SET_UP = (Decision.MUTATION, Decision.START, Decision.START_CARD)


# What the rest of a position says of itself


def building_stands(t: SimpleNamespace) -> bool:
    """Return whether the building of the neutral herd stands, as far as the regions tell."""
    over = np.flatnonzero(SHARED[t.scenario]).tolist()
    taken = any(0 <= t.owner[region] < SEATS for region in over)
    held = any(t.owner[region] == NEUTRAL and herds_in(t, region) for region in over)
    return bool(over) and (not taken or (held and SHARED_BUILDING[t.scenario] == ARMORY))


def standing(t: SimpleNamespace) -> int:
    """Return the regions where players who are not active, or the neutral herd, have herds; none at the set-up."""
    there = (region for region, owner in enumerate(t.owner) if owner not in (NOBODY, t.active) and herds_in(t, region))
    return 0 if t.stage == Stage.SETUP else bits_of(there)


def lying_open(t: SimpleNamespace) -> list[int]:
    """Return how many human tokens of 1, 2 and 3 lie face up."""
    up = [t.humans[region] for region in members(t.face_up)]
    return [up.count(number) for number in range(1, MOST_HUMANS + 1)]


def who_built_most(t: SimpleNamespace) -> int | None:
    """Return the first seat that has built most nukes, None where there are none."""
    built = [t.ready[seat] + t.spent[seat] for seat in range(t.players)]
    return built.index(max(built)) if max(built) else None


# Writing a position


def get_position(state: Any) -> dict[str, Any]:
    """Return the table as a position, with all that it holds. A game that is over has the key "over" too."""
    t = plain(state)
    names = [name_of(t, region) for region in range(t.regions)]
    stood = standing(t)
    regions = {name: _region(t, region, stood) for region, name in enumerate(names)}
    position = {
        "regions": {name: entry for name, entry in regions.items() if entry},
        "players": [_player(t, seat) for seat in range(t.players)],
        **_without_defaults(_table(t, names)),
    }
    if t.to_act < 0:
        return {**position, "over": True}
    return {**position, "decision": DECISIONS[t.decision], "seat": t.to_act, **_without_defaults(_turn(t, names))}


def _without_defaults(values: Mapping[str, tuple[Any, Any]]) -> dict[str, Any]:
    """Return the values that differ from their defaults, which stand beside them."""
    return {key: value for key, (value, default) in values.items() if value != default}


def _named(counts: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    return {name: number for name, number in zip(names, counts, strict=False) if number}


def _name(names: Sequence[str], number: int) -> str | None:
    return names[number] if number >= 0 else None


def _region(t: SimpleNamespace, region: int, stood: int) -> dict[str, Any]:
    owner = t.owner[region]
    vp = int(NEUTRAL_VP[t.scenario][region]) if owner == NEUTRAL else 0
    return _without_defaults(
        {
            "owner": (NEUTRAL_NAME if owner == NEUTRAL else owner, NOBODY),
            **{key: (getattr(t, key)[region], 0) for key in HERD_KEYS},
            "building": (BUILDINGS[t.building[region]], BUILDINGS[0]),
            "humans": (t.humans[region], 0),
            "vp": (t.vp_on[region], vp),
            **{key: (has(getattr(t, key), region), key == "stood" and has(stood, region)) for key in FLAGS},
        }
    )


def _player(t: SimpleNamespace, seat: int) -> dict[str, Any]:
    known = {str(o): _named(t.known[o][seat], RESOURCES) for o in range(t.players) if t.known[o][seat] != t.hand[seat]}
    dealt = [MUTATIONS[mutation] for mutation in t.dealt[seat] if mutation >= 0]
    record = {}
    for name, counts in zip(PROMISES, t.record[seat], strict=True):
        if any(counts[1:]):
            record[name] = _named(counts[1:], OUTCOMES[1:])
    return _without_defaults(
        {
            "mutation": (_name(MUTATIONS, t.mutation[seat]), None),
            **{key: (_named(getattr(t, key)[seat], names), {}) for key, (names, _) in PLAYER_COUNTS.items()},
            **{key: (getattr(t, {"out": "out_at"}.get(key, key))[seat], 0) for key in PLAYER_NUMBERS},
            "known": (known, {}),
            "dealt": (dealt, []),
            "could_nuke": (members(t.could_nuke[seat]), []),
            "record": (record, {}),
        }
    )


def _table(t: SimpleNamespace, names: Sequence[str]) -> dict[str, tuple[Any, Any]]:
    """Return what lies on the table and holds for longer than a decision, each with its default."""
    played = list(t.played)
    played[Spy.MOLE] -= sum(t.moles)
    for card in t.spy_card[: t.spy_depth]:
        played[card] -= 1
    deck = [
        {"spy": SPIES[card], "seen": True} if seen else SPIES[card]
        for card, seen in zip(t.deck[: t.deck_size], t.deck_seen, strict=False)
    ]
    return {
        "elsewhere": (ELSEWHERE[0], ELSEWHERE[t.scenario > 0]),
        "round": (t.round, 1),
        "active": (t.active, 0),
        "nukiest": (t.nukiest if t.nukiest >= 0 else None, who_built_most(t)),
        "shown_humans": (t.shown_humans[1:], lying_open(t)),
        "neutral_building": (t.shared > 0, building_stands(t)),
        "deck": (deck, []),
        "played": (_named(played, SPIES), {}),
        "gone": (_named(t.gone, SPIES), {}),
        "promises": (_promises(t), []),
        "history": ([_past(t, back, names) for back in range(HISTORY) if t.past_event[back] >= 0], []),
    }


def _promises(t: SimpleNamespace) -> list[dict[str, Any]]:
    return [
        {"from": seat, "promise": name, "about": other}
        for kind, name in enumerate(PROMISES)
        for seat in range(t.players)
        for other in range(t.players)
        if t.promise[kind][seat][other]
    ]


def _past(t: SimpleNamespace, back: int, names: Sequence[str]) -> dict[str, Any]:
    event = Event(t.past_event[back])
    what = {Event.SPY: SPIES, Event.BUILD: ITEMS}.get(event, names)
    more = {"what": (_name(what, t.past_what[back]), None), "other": (t.past_other[back], -1)}
    return {"event": EVENTS[event], "seat": t.past_seat[back], **_without_defaults(more)}


def _turn(t: SimpleNamespace, names: Sequence[str]) -> dict[str, tuple[Any, Any]]:
    """Return what is so at this decision or in this turn only, each with its default."""
    stage = STAGES[Decision(t.decision)][0]
    shown = t.dice[0] >= 0
    named = [paid for face, paid in zip(t.dice, t.paid_for, strict=True) if face == WILD and paid >= 0]
    offers = t.offer_to >= 0
    return {
        "stage": (STAGE_NAMES[t.stage], STAGE_NAMES[stage]),
        "dice": ([RESOURCE_FACES[face] for face in t.dice] if shown else None, None),
        "wild": (RESOURCES[named[0]] if named else None, None),
        "taken_back": (t.taken_back, 0),
        "leaving": (t.leaving, 0),
        "offered": (t.offered, int(offers)),
        "talked": (t.talked, 0),
        "to_place": (t.to_place, int(t.decision == Decision.PLACE)),
        "extras": (t.extras, 0),
        "heals": (t.heals, FREE_HEALS * (t.decision == Decision.REGENERATE)),
        "cards_taken": (t.at if t.decision in SET_UP else 0, 0),
        "move": (_move(t, names) if t.target >= 0 else None, None),
        "combat": (_combat(t, names) if t.fight >= 0 else None, None),
        "nukes": (_nukes(t, names) if t.links or t.way else None, None),
        "spy": (_spy(t, names) if t.spy_depth else None, None),
        "looked_at": ([SPIES[card] for card in t.looked_at if card >= 0], []),
        "offer": (_offer(t) if offers else None, None),
    }


def _move(t: SimpleNamespace, names: Sequence[str]) -> dict[str, Any]:
    more: dict[str, tuple[Any, Any]] = {
        "healthy": (_named(t.sent_healthy, names), {}),
        "damaged": (_named(t.sent_damaged, names), {}),
    }
    return {"to": names[t.target], **_without_defaults(more)}


def _combat(t: SimpleNamespace, names: Sequence[str]) -> dict[str, Any]:
    more = {
        "damaged": (t.attack_damaged, 0),
        "healthy": (t.attack_healthy, max(sum(t.sent) - t.attack_damaged, 0)),
        "round": (t.combat_round, 1),
        "hits": (t.hits, [0, 0]),
        "died": (t.died, [0, 0]),
        "rolled": ([_named(row, COMBAT_FACES) for row in t.rolled], [{}, {}]),
    }
    return {"region": names[t.fight], "sent": _named(t.sent, names), **_without_defaults(more)}


def _nukes(t: SimpleNamespace, names: Sequence[str]) -> dict[str, Any]:
    launchers = [
        {"seat": seat} | ({"from": names[hit]} if hit >= 0 else {})
        for seat, hit in zip(t.link_seat[: t.links], t.link_from, strict=False)
    ]
    return _without_defaults(
        {
            "launchers": (launchers, []),
            "struck": (_name(names, t.struck), None),
            "answering": (t.answering if t.answering >= 0 else None, None),
            "way": (WAYS[t.way], WAYS[Way.NONE]),
        }
    )


def _spy(t: SimpleNamespace, names: Sequence[str]) -> dict[str, Any]:
    played = [{"seat": t.spy_seat[level], "spy": SPIES[t.spy_card[level]]} for level in range(t.spy_depth)]
    named: list[Any] = []
    for part, value in zip(PARTS[t.spy_card[0]], t.argument, strict=True):
        if value >= 0:
            words = {Part.UNIT: UNITS, Part.RESOURCE: RESOURCES}.get(Part(part), names)
            named.append(value if part == Part.PLAYER else words[value])
    return {"played": played, **_without_defaults({"named": (named, [])})}


def _offer(t: SimpleNamespace) -> dict[str, Any]:
    sides = [{RESOURCES[k]: n} if k >= 0 else {} for k, n in zip(t.offer_kind, t.offer_number, strict=True)]
    maker = (t.active + 1 + t.at) % t.players
    return {"from": maker, "to": t.offer_to, **_without_defaults({"gives": (sides[0], {}), "wants": (sides[1], {})})}
