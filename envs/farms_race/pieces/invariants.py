"""Invariants of the pieces of Farms Race: ranges, map, herds, tokens, cards. Plain Python, nothing is compiled.

What can be counted in two ways is counted a second time here on purpose: a check that asked the rules would agree with
their mistakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from envs.core.options import REWARDS

from ..actions import region_name
from ..box import (
    ARMORIES,
    ARMORY,
    BARN,
    BARNS,
    BORDERS,
    DEALT,
    DEALT_TO_TWO,
    DECK,
    FREE_HEALS,
    GUN,
    HERDS,
    HUMAN_TOKENS,
    HUMANS,
    ITEMS,
    KINDS,
    LINKS,
    MAP_NAMES,
    MAP_NUMBERS,
    MOST_COORDINATE,
    MOST_HUMANS,
    MOST_PARTS,
    MUTATION_COUNT,
    NEUTRAL,
    NEUTRAL_HERDS,
    NEUTRAL_MUTATION,
    NEUTRAL_VP,
    NOBODY,
    NUKES,
    OFFER_CARDS,
    OWNERS,
    REGIONS,
    SCENARIO_MAPS,
    SCENARIO_ROUNDS,
    SEATS,
    SHARED,
    SPIES,
    SPY_CARDS,
    SPY_COUNT,
    SPY_STACK,
    VP_TO_WIN,
    VP_TOKENS,
    WILD,
    Event,
    Mutation,
    Spy,
    touch,
)
from ..options import MOST_COST, MOST_FACES
from ..state import DICE, STATE, Combat, Decision, Stage, Way

MOST_CARDS = 1000  # of one kind in a hand: beyond what all players together can come to hold
MOST_OFFERS = MOST_TALK = 4
MOST_ROUNDS = 1000
MOST_GAINED = DICE * REGIONS + 1  # cards of a kind by one roll
MOST_TAKEN_BACK = 2  # moves, in a turn
MOST_RECORD = 16_000  # promises of one kind: twice so many fit

_UNSET = frozenset(
    (
        *("owner", "mutation", "dealt", "nukiest", "deck", "dice", "paid_for", "target", "fight", "defender"),
        *("answering", "struck", "part", "argument", "looked_at", "offer_to", "offer_kind", "past_event"),
        *("past_seat", "past_what", "past_other"),
    )
)
"""The fields that hold -1 where there is nothing; all others hold 0."""


def rest(name: str) -> int:
    """Return what a field holds where it is not in use; of an array, all its entries."""
    return -1 if name in _UNSET else 0


AT_REST = SimpleNamespace(**{name: np.full(STATE[name].shape, rest(name)).tolist() for name in STATE.names or ()})
"""A table with nothing in use, as `envs.core.view.plain` reads it."""


# Small readings


def has(bits: int, member: int) -> bool:
    """Return whether a set holds a member."""
    return bool(bits >> member & 1)


def members(bits: int) -> list[int]:
    """Return the members of a set."""
    return [member for member in range(bits.bit_length()) if bits >> member & 1]


def bits_of(found: Iterable[int]) -> int:
    """Return the set of what was found."""
    return sum({1 << member for member in found})


def name_of(t: SimpleNamespace, region: int) -> str:
    """Return what a region is called."""
    return region_name(vars(t), region)


def herds_in(t: SimpleNamespace, region: int) -> int:
    """Return how many herds stand in a region."""
    return t.healthy[region] + t.damaged[region]


def living(t: SimpleNamespace) -> list[int]:
    """Return the seats that are not eliminated."""
    return [seat for seat in range(t.players) if t.out_at[seat] == 0]


def shown_vp(t: SimpleNamespace, seat: int) -> int:
    """Return the VP of a seat that everybody sees."""
    return t.barns[seat] + 2 * t.armories[seat] + t.vp_tokens[seat] + t.moles[seat] + (t.nukiest == seat)


def beside(t: SimpleNamespace, area: int) -> int:
    """Return the regions next to those of an area."""
    near = 0
    for region in members(area):
        near |= t.adjacent[region]
    return near


def humans_left(t: SimpleNamespace) -> list[int]:
    """Return how many human tokens of each number nobody has seen."""
    return [there - shown for there, shown in zip(HUMAN_TOKENS, t.shown_humans, strict=True)]


def behind_borders(t: SimpleNamespace) -> int:
    """Return the regions that are locked: neutral herds stand to the right of a border of theirs (scenario 3)."""
    borders = BORDERS if t.scenario == len(SCENARIO_ROUNDS) - 1 else ()
    return bits_of(locked for locked, right in borders if t.owner[right] == NEUTRAL)


# Ranges: every field has one, and what follows may rely on it


@cache
def _ranges(players: int, regions: int, offers: int, talk: int) -> dict[str, tuple[int, int]]:
    """Return the lowest and the highest value of every field; of an array, of all its entries."""
    seat, seats = (-1, players - 1), (0, (1 << players) - 1)
    region, area = (-1, regions - 1), (0, (1 << regions) - 1)
    flag, herds, cards = (0, 1), (0, HERDS), (0, MOST_CARDS)
    resource, spy = (-1, KINDS - 1), (-1, SPY_COUNT - 1)
    return {
        "decisions": (0, 10**9),
        "players": (players, players),
        "to_act": seat,
        "truncated": flag,
        "reward": (0, len(REWARDS) - 1),
        **dict.fromkeys(("adjacent", "starts", "land", "face_up", "turmoil", "locked", "shared", "stood"), area),
        **dict.fromkeys(("attacked", "served"), area),
        "hand": cards,
        "known": cards,
        "record": (0, MOST_RECORD),
        "max_rounds": (1, MOST_ROUNDS),
        "round": (1, MOST_ROUNDS),
        "scenario": (0, len(SCENARIO_ROUNDS) - 1),
        "board": (-1, len(MAP_NAMES) - 1),
        "costs": (0, MOST_COST),
        "combat_die": (0, MOST_FACES),
        "resource_die": (0, MOST_FACES),
        "in_play": flag,
        "trading": flag,
        "offers": (0, MOST_OFFERS),
        "talk": (0, MOST_TALK),
        "regions": (regions, regions),
        "q": (-MOST_COORDINATE, MOST_COORDINATE),
        "r": (-MOST_COORDINATE, MOST_COORDINATE),
        "gives": (0, KINDS - 1),
        "owner": (NOBODY, NEUTRAL),
        **dict.fromkeys(("healthy", "damaged", "spent_healthy", "spent_damaged", "herds"), herds),
        **dict.fromkeys(("sent_healthy", "sent_damaged", "attack_healthy", "attack_damaged", "sent"), herds),
        "building": (0, ARMORY),
        "humans": (0, MOST_HUMANS),
        "vp_on": (0, 2),
        "shown_humans": (0, max(HUMAN_TOKENS)),
        "mutation": (-1, MUTATION_COUNT - 1),
        "dealt": (-1, MUTATION_COUNT - 1),
        "barns": (0, BARNS),
        "armories": (0, ARMORIES),
        "vp_tokens": (0, VP_TOKENS),
        "moles": (0, int(SPY_CARDS[Spy.MOLE])),
        "ready": (0, NUKES),
        "spent": (0, NUKES),
        "nukiest": seat,
        "out_at": (0, players),
        "winners": seats,
        **dict.fromkeys(("spies", "fresh", "seen", "played", "gone"), (0, int(SPY_CARDS.max()))),
        "deck": spy,
        "deck_size": (0, DECK),
        "deck_seen": flag,
        "stage": (0, len(Stage) - 1),
        "decision": (-1, len(Decision) - 1),
        "active": (0, players - 1),
        "at": (0, players),
        "to_place": herds,
        "extras": herds,
        "heals": (0, FREE_HEALS),
        "dice": (-1, WILD),
        "wilds": (0, DICE),
        "paid_for": resource,
        "gained": (0, MOST_GAINED),
        "target": region,
        "taken_back": (0, MOST_TAKEN_BACK),
        "leaving": (0, players),
        "fight": region,
        "defender": (HUMANS, NEUTRAL),
        "step": (0, len(Combat) - 1),
        "combat_round": (0, 127),
        "hits": (0, 127),
        "died": herds,
        "rolled": (0, HERDS),
        "links": (0, LINKS),
        "link_seat": (0, players - 1),
        "link_from": region,
        "answering": seat,
        "struck": region,
        "way": (0, len(Way) - 1),
        "spy_depth": (0, SPY_STACK),
        "spy_seat": (0, players - 1),
        "spy_card": (0, SPY_COUNT - 1),
        "spy_asked": (0, players),
        "part": (-1, MOST_PARTS),
        "argument": (-1, REGIONS - 1),
        "looked_at": spy,
        "offered": (0, offers),
        "talked": (0, talk),
        "offer_to": seat,
        "offer_kind": resource,
        "offer_number": (0, OFFER_CARDS),
        "promise": flag,
        "could_nuke": seats,
        "past_event": (-1, len(Event) - 1),
        "past_seat": seat,
        "past_what": (-1, REGIONS - 1),
        "past_other": (-1, NEUTRAL),
        "padding": (0, 0),
    }


_BY_SEAT = (
    *("hand", "record", "dealt", "barns", "armories", "vp_tokens", "moles", "ready", "spent", "out_at"),
    *("spies", "fresh", "seen", "gained", "could_nuke"),
)
_BY_OWNER = ("land", "mutation", "herds")
_BY_REGION = (
    *("adjacent", "q", "r", "gives", "owner", "healthy", "damaged", "spent_healthy", "spent_damaged"),
    *("building", "humans", "vp_on", "sent_healthy", "sent_damaged", "sent"),
)
_NAMES = STATE.names or ()
_BEFORE = tuple(name for name in _NAMES[1 : _NAMES.index("scenario")])  # after the generator, before all that are bytes
_FIRST_BYTE = sum(STATE[name].itemsize for name in ("random", *_BEFORE))


@cache
def _bounds(players: int, regions: int, scenario: bool, offers: int, talk: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and the highest value of each number of a state; of places not in use, what they rest at."""
    low, high = np.zeros(1, STATE), np.zeros(1, STATE)
    for bounds, which in ((low, 0), (high, 1)):
        for name, limits in _ranges(players, regions, offers, talk).items():
            bounds[name] = limits[which]
        for name in _BY_SEAT:
            bounds[name][:, players:] = rest(name)
        for name in _BY_OWNER:
            bounds[name][:, players : SEATS if scenario else OWNERS] = rest(name)
        for name in _BY_REGION:
            bounds[name][:, regions:] = rest(name)
        bounds["known"][:, players:], bounds["known"][:, :, players:] = 0, 0
        bounds["promise"][:, :, players:], bounds["promise"][:, :, :, players:] = 0, 0
    low["random"], high["random"] = 0, 2**64 - 1
    return low, high


def broken_ranges(t: SimpleNamespace, state: Any) -> Iterator[str]:
    for name, lowest, highest in (("players", 2, SEATS), ("regions", 2, REGIONS)):
        if not lowest <= getattr(t, name) <= highest:
            yield f"{name} is {getattr(t, name)}, allowed is {lowest}..{highest}"
    for name, most in (("offers", MOST_OFFERS), ("talk", MOST_TALK), ("scenario", len(SCENARIO_ROUNDS) - 1)):
        if not 0 <= getattr(t, name) <= most:
            yield f"{name} is {getattr(t, name)}, allowed is 0..{most}"
    if (t.scenario > 0) != (t.players == 2):
        yield f"scenario is {t.scenario} with {t.players} players"
    low, high = _bounds(t.players, t.regions, t.scenario > 0, t.offers, t.talk)
    for name in _BEFORE if _fits_bytes(state, low, high) else _NAMES:
        if (state[name] < low[name][0]).any() or (state[name] > high[name][0]).any():
            yield f"{name} is {getattr(t, name)}, allowed is {low[name].min()}..{high[name].max()}"


def _fits_bytes(state: Any, low: np.ndarray, high: np.ndarray) -> bool:
    """Return whether all fields of a byte are in range: looking at all at once is faster."""
    values, lowest, highest = (np.frombuffer(record.tobytes(), np.int8)[_FIRST_BYTE:] for record in (state, low, high))
    return not ((values < lowest) | (values > highest)).any()


# What the table is: the map and the options


def _broken_table(t: SimpleNamespace) -> Iterator[str]:
    rows = (t.q, t.r, t.gives, t.adjacent)
    yield from _broken_map(t.players, t.scenario, t.board, t.regions, t.starts, *map(tuple, rows))
    for item, cost in zip(ITEMS, t.costs, strict=True):
        if not any(cost):
            yield f"costs has nothing for {item}"
    if not t.combat_die[GUN] or sum(t.combat_die) > MOST_FACES:
        yield f"combat_die is {t.combat_die}"
    if not any(t.resource_die[:KINDS]) or sum(t.resource_die) > MOST_FACES:
        yield f"resource_die is {t.resource_die}"
    needed = t.players * (DEALT_TO_TWO if t.scenario else DEALT)
    if sum(t.in_play) < needed:
        yield f"{sum(t.in_play)} mutations are in play, {needed} are needed"
    last = SCENARIO_ROUNDS[t.scenario] if t.scenario else t.max_rounds
    if t.round > last:
        yield f"round is {t.round} of {last}"


@lru_cache(64)
def _broken_map(
    players: int,
    scenario: int,
    board: int,
    regions: int,
    starts: int,
    q: tuple[int, ...],
    r: tuple[int, ...],
    gives: tuple[int, ...],
    adjacent: tuple[int, ...],
) -> tuple[str, ...]:
    """Return what is wrong with a map."""
    places = list(zip(q, r, strict=True))[:regions]
    homes = members(starts)
    if scenario and board != SCENARIO_MAPS[scenario]:
        return (f"board is {board} in scenario {scenario}",)
    if not scenario and (board in SCENARIO_MAPS[1:] or len(homes) < players):
        return (f"board is {board} with {len(homes)} starting regions and {players} players",)
    if board >= 0:
        numbers = MAP_NUMBERS[board].tolist()
        rows = [(*place, gives[i], int(has(starts, i))) for i, place in enumerate(places)]
        if numbers[: 1 + 4 * regions] != [regions] + [number for row in rows for number in row]:
            return (f"the map is not {MAP_NAMES[board]}",)
    elif sorted(set(places), key=lambda place: (place[1], place[0])) != places:
        return (f"regions are not in order, or one is there twice: {places}",)
    elif regions - len(homes) > sum(HUMAN_TOKENS):
        return (f"{regions} regions, {len(homes)} of them starts, are more than humans can be laid in",)
    for i, place in enumerate(places):
        if adjacent[i] != bits_of(j for j, other in enumerate(places) if touch(place, other)):
            return (f"adjacent is {adjacent[i]:b} for region {place}",)
    reached, grown = 1, 0
    while reached != grown:
        grown = reached
        for i in members(grown):
            reached |= adjacent[i]
    return () if reached == (1 << regions) - 1 else ("the map is not connected",)


# What lies on the map


def _broken_land(t: SimpleNamespace) -> Iterator[str]:
    herds, buildings, land = [0] * OWNERS, [[0] * (ARMORY + 1) for _ in range(OWNERS)], [0] * OWNERS
    owners = [NOBODY, *range(t.players), *([NEUTRAL] if t.scenario else [])]
    for region in range(t.regions):
        owner, number, building = t.owner[region], herds_in(t, region), t.building[region]
        if owner not in owners:
            yield f"owner of {name_of(t, region)} is {owner}"
        elif owner == NOBODY:
            if number or building:
                yield f"{number} herds and building {building} at {name_of(t, region)} are nobody's"
        else:
            herds[owner] += number
            buildings[owner][building] += 1
            land[owner] |= 1 << region
        yield from _broken_region(t, region, owner, number)
    if t.fight >= 0:
        herds[t.active] += t.attack_healthy + t.attack_damaged
    for name, counted in (("herds", herds), ("land", land)):
        if getattr(t, name) != counted:
            yield f"{name} is {getattr(t, name)}, counted are {counted}"
    for name, kind in (("barns", BARN), ("armories", ARMORY)):
        counted = [row[kind] for row in buildings]
        if [*getattr(t, name), 0] != counted:
            yield f"{name} is {getattr(t, name)}, counted are {counted}"


def _broken_region(t: SimpleNamespace, region: int, owner: int, number: int) -> Iterator[str]:
    where, shared = name_of(t, region), has(t.shared, region)
    if owner != NOBODY:
        held = number or t.building[region] or t.sent[region] or region == t.fight
        if not held and not (owner == NEUTRAL and shared):
            yield f"{where} is held by {owner} with nothing"
        if t.humans[region]:
            yield f"{t.humans[region]} humans are in {where}, which {owner} holds"
    elif shared:
        yield f"{where} is nobody's, where the neutral building stands"
    if owner == NEUTRAL and t.building[region]:
        yield f"building {t.building[region]} in {where} is the neutral herd's"
    if shared and t.building[region]:
        yield f"building {t.building[region]} in {where}, where the neutral building stands"
    for spent, there in ((t.spent_healthy, t.healthy), (t.spent_damaged, t.damaged)):
        if spent[region] and (spent[region] > there[region] or owner != t.active):
            yield f"{spent[region]} of {there[region]} herds of {owner} at {where} are spent"
    if t.humans[region]:
        if has(t.starts, region) or NEUTRAL_HERDS[t.scenario][region]:
            yield f"{t.humans[region]} humans are in {where}, where none are laid"
    elif has(t.face_up, region):
        yield f"face_up has {where}, where no humans are"


def _broken_humans(t: SimpleNamespace) -> Iterator[str]:
    left = humans_left(t)
    if t.shown_humans[0] or min(left) < 0:
        yield f"shown_humans is {t.shown_humans}, tokens are {list(HUMAN_TOKENS)}"
    down, up = [0] * len(left), [0] * len(left)
    for region, number in enumerate(t.humans):
        (up if has(t.face_up, region) else down)[number] += 1
    for number in range(1, len(left)):
        if down[number] > left[number]:
            yield f"{down[number]} human tokens of {number} lie face down, {left[number]} are unseen"
        if sum(up[number:]) > sum(t.shown_humans[number:]):
            yield f"human tokens face up are {up} by number, shown_humans is {t.shown_humans}"


def _broken_neutral(t: SimpleNamespace) -> Iterator[str]:
    """The neutral herd, what lies under it, and the VP tokens."""
    start, laid, over = NEUTRAL_HERDS[t.scenario], NEUTRAL_VP[t.scenario], SHARED[t.scenario]
    both = bits_of(np.flatnonzero(over).tolist())
    if t.shared not in (0, both):
        yield f"shared is {t.shared:b}, allowed are 0 and {both:b}"
    reinforced = t.scenario == len(SCENARIO_ROUNDS) - 1
    for region in members(t.land[NEUTRAL]):
        most = HERDS if reinforced and over[region] else int(start[region])
        if herds_in(t, region) > most or not start[region]:
            yield f"{herds_in(t, region)} neutral herds are in {name_of(t, region)}, allowed are {most}"
    for region in range(t.regions):
        if t.vp_on[region] not in (0, laid[region]) or (t.vp_on[region] and 0 <= t.owner[region] < SEATS):
            yield f"{t.vp_on[region]} VP tokens lie in {name_of(t, region)}, which {t.owner[region]} holds"
    owners = [t.owner[region] for region in members(t.shared)]
    if reinforced and any(owner != NEUTRAL for owner in owners):
        yield f"the neutral building stands in regions of {owners}"
    if any(0 <= t.owner[region] < SEATS for region in members(t.locked)):
        yield "a player is in a locked region"
    tokens, most = sum(t.vp_tokens) + sum(t.vp_on), int(laid.sum()) if t.scenario else VP_TOKENS
    if tokens > most or (t.scenario and tokens < most):
        yield f"{tokens} VP tokens are with players and on the map, allowed are {most}"
    if t.scenario and t.turmoil:
        yield f"turmoil is {t.turmoil:b} in a scenario"
    behind = behind_borders(t)
    if t.locked != behind:
        yield f"locked is {t.locked:b}, but the borders say {behind:b}"


# What players have


def _broken_players(t: SimpleNamespace) -> Iterator[str]:
    if t.mutation[NEUTRAL] != NEUTRAL_MUTATION[t.scenario]:
        yield f"the neutral herd has mutation {t.mutation[NEUTRAL]}"
    seats = range(t.players)
    chosen = [mutation for mutation in t.mutation[: t.players] if mutation >= 0]
    dealt = [mutation for row in t.dealt for mutation in row if mutation >= 0]
    if len(set(chosen)) < len(chosen) or len(set(dealt)) < len(dealt):
        yield f"mutation is {t.mutation}, dealt {t.dealt}: one is there twice"
    if not all(t.in_play[mutation] for mutation in chosen + dealt):
        yield f"mutation is {t.mutation}, dealt {t.dealt}: one is not in play"
    for seat in seats:
        if t.out_at[seat] and (t.land[seat] or t.herds[seat] or any(t.hand[seat]) or any(t.spies[seat])):
            yield f"seat {seat} is out, but holds something"
        if not t.out_at[seat] and t.winners == 0 and not t.scenario and not t.truncated:
            vp = shown_vp(t, seat) + t.spies[seat][Spy.MOLE]
            if vp >= VP_TO_WIN and t.to_act >= 0:
                yield f"seat {seat} has {vp} VP, but the game goes on"
    ranks = {rank for rank in t.out_at if rank}
    if ranks != set(range(1, len(ranks) + 1)) or t.leaving not in (0, len(ranks)):
        yield f"out_at is {t.out_at}, leaving {t.leaving}"
    if sum(t.ready) + sum(t.spent) > NUKES:
        yield f"{sum(t.ready) + sum(t.spent)} nukes are out, allowed are {NUKES}"
    built = [t.ready[seat] + t.spent[seat] for seat in seats]
    if not ranks and (max(built) if t.nukiest < 0 else built[t.nukiest] < max(max(built), 1)):
        yield f"nukiest is {t.nukiest}, built were {built}"
    if t.nukiest >= 0 and t.out_at[t.nukiest]:
        yield f"nukiest is {t.nukiest}, who is out"


def _broken_hands(t: SimpleNamespace) -> Iterator[str]:
    for seat in range(t.players):
        for other in range(t.players):
            known, hand = t.known[seat][other], t.hand[other]
            if (known != hand) if seat == other else any(a > b for a, b in zip(known, hand, strict=True)):
                yield f"seat {seat} knows {known} of the hand of seat {other}, which is {hand}"


def _broken_spies(t: SimpleNamespace) -> Iterator[str]:
    deck = t.deck[: t.deck_size]
    if min(deck, default=0) < 0 or max(t.deck[t.deck_size :], default=-1) >= 0 or any(t.deck_seen[t.deck_size :]):
        yield f"deck is {t.deck} of {t.deck_size}, deck_seen {t.deck_seen}"
    for kind, name in enumerate(SPIES):
        held = sum(row[kind] for row in t.spies)
        places = (held, deck.count(kind), t.looked_at.count(kind), t.played[kind], t.gone[kind])
        if sum(places) != SPY_CARDS[kind]:
            yield f"{name}: held, in the deck, looked at, played and gone are {places}, allowed are {SPY_CARDS[kind]}"
        for seat in range(t.players):
            if t.fresh[seat][kind] > t.spies[seat][kind] * (seat == t.active):
                yield f"seat {seat} has built {t.fresh[seat][kind]} {name} this turn, of {t.spies[seat][kind]}"
            if t.seen[seat][kind] > t.spies[seat][kind]:
                yield f"{t.seen[seat][kind]} {name} of seat {seat} are seen, of {t.spies[seat][kind]}"
            if t.seen[seat][kind] and t.mutation[seat] == Mutation.TELEPATHIC:
                yield f"seat {seat} is Telepathic, and seen by others"
    if t.played[Spy.MOLE] != sum(t.moles):
        yield f"{t.played[Spy.MOLE]} Moles were played, {t.moles} are shown"
    if Mutation.TELEPATHIC not in t.mutation and (t.seen != AT_REST.seen or t.deck_seen != AT_REST.deck_seen):
        yield "spies were seen, but nobody is Telepathic"


CHECKS = (
    _broken_table,
    _broken_land,
    _broken_humans,
    _broken_neutral,
    _broken_players,
    _broken_hands,
    _broken_spies,
)
