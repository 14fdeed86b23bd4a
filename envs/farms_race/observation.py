"""What a seat may know, as counts (int8), by blocks.

The head begins with the map: blocks of one row a region, in the order of `envs.farms_race.maps` (row by row), 0 beyond
the map. `envs.farms_race.graph` makes nodes of them. Then follow the turn, the combat, the nukes, the spies, the offer
on the table, what has happened, and what is known of hidden things; then a part for each seat, the own one first, the
others in turn order. Sets of seats are flags, counted the same way, always five wide.

Hidden are the cards of others (but for what a careful player knows of them, R18), unplayed spies of others, the deck,
face-down humans and mutations dealt to others; of these there are numbers and pools only.
"""

from enum import IntEnum

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.layout import Block, Layout

from .bits import lowest
from .box import (
    ARMORIES,
    ARMORY,
    BARN,
    BARNS,
    BROKEN,
    COMBAT_FACES,
    DECK,
    EVENTS,
    HERDS,
    HUMAN_TOKENS,
    HUMANS,
    ITEMS,
    KEPT,
    KINDS,
    LINKS,
    MADE,
    MOST_DEALT,
    MOST_HUMANS,
    MOST_PARTS,
    MUTATION_COUNT,
    MUTATIONS,
    NEUTRAL,
    NUKES,
    OUTCOMES,
    PARTS,
    PROMISE_COUNT,
    PROMISES,
    REGIONS,
    RESOURCE_FACES,
    RESOURCES,
    SCENARIO_ROUNDS,
    SCENARIOS,
    SEATS,
    SPIES,
    SPY_CARDS,
    SPY_COUNT,
    SPY_STACK,
    TERRAINS,
    UNITS,
    VOID,
    VP_TOKENS,
    Event,
    Mutation,
    Part,
)
from .options import MOST_COST, MOST_FACES
from .rules.board import playable_spies, shown_vp
from .rules.moves import MOST_TAKEN_BACK
from .rules.nukes import may_be_asked
from .rules.trade import in_window
from .state import DICE, HISTORY, Combat, Decision, Stage, Way

_KEEP, _SPY_PART, _NO_WAY = int(Decision.KEEP), int(Decision.SPY_PART), int(Way.NONE)
_WINDOW = int(Stage.WINDOW)
_TELEPATHIC = int(Mutation.TELEPATHIC)
_PART_REGION, _PART_UNIT, _PART_PLAYER, _PART_RESOURCE = (
    int(Part[name]) for name in ("REGION", "UNIT", "PLAYER", "RESOURCE")
)
_SPY_EVENT, _BUILD_EVENT = int(Event.SPY), int(Event.BUILD)
_AT_REGION = (Event.ATTACK, Event.CONQUEST, Event.LAUNCH)  # events whose `past_what` is a region
_RECENT_PLACE = np.full(len(EVENTS), -1, np.int64)
for _place, _event in enumerate(_AT_REGION):
    _RECENT_PLACE[_event] = _place
_ROUND_LIMIT = np.array(SCENARIO_ROUNDS, np.int64)  # 0: that of the options
_HUMAN_TOKENS = np.array(HUMAN_TOKENS, np.int64)

MOST_STEPS = 12  # from own land
MOST_NEAR = 24  # herds next to a region
MOST_LYING = 4  # VP tokens in a region
MOST_ROUNDS = 127
MOST_COMBAT_ROUND = 8
MOST_HITS = 24
MOST_CARDS = 40  # in a hand
MOST_OF_KIND = 20
MOST_TO_PLACE = 8
MOST_OFFERS = 4
MOST_VP = 30
MOST_COUNTED = 20  # promises of a sort
CLEARED_AT_ONCE = 1024
CHAIN_SHOWN = 3  # launchers, from the top
EVENT_COUNT, ITEM_COUNT, FACES, DIE_FACES = len(EVENTS), len(ITEMS), len(COMBAT_FACES), len(RESOURCE_FACES)
NEUTRAL_PLACE = SEATS  # among the owners
OWNER_PLACES = SEATS + 1
RECENT = len(_AT_REGION)
DONE = 3  # what is shown of the record: made, kept, not kept

_SEAT_LABELS = ("own", *(f"own + {places}" for places in range(1, SEATS)))
_PROMISES = ", ".join(PROMISES)
_PLACE_LABELS = (
    "start",
    "barn",
    "armory",
    "neutral building",
    "turmoil",
    "locked",
    "humans face down",
    "attacked this turn",
    "others' herds stood here when the turn began",
    "target of the move",
    "fight",
    "last struck by a nuke",
    "struck: being answered by the launcher on top",
    "named by the spy being played",
)
(
    _START,
    _BARN,
    _ARMORY,
    _SHARED,
    _TURMOIL,
    _LOCKED,
    _FACE_DOWN,
    _ATTACKED,
    _STOOD,
    _MOVE_TARGET,
    _FIGHT,
    _STRUCK,
    _ANSWERED,
    _NAMED,
) = range(len(_PLACE_LABELS))
PLACE_FLAGS = len(_PLACE_LABELS)


def _words(members: type[IntEnum]) -> tuple[str, ...]:
    return tuple(member.name.lower().replace("_", " ") for member in members)


def _flag(name: str, text: str) -> Block:
    return Block(name, (1,), 1, text)


def _count(name: str, high: int, text: str) -> Block:
    return Block(name, (1,), high, text)


REGION_BLOCKS = (
    Block("terrain", (REGIONS, KINDS), 1, "the terrain of each region", TERRAINS),
    Block("owner", (REGIONS, OWNER_PLACES), 1, "who controls it", (*_SEAT_LABELS, "neutral herd")),
    Block(
        "herds",
        (REGIONS, 4),
        HERDS,
        "herds of the owner; of these, such as have moved or healed this turn",
        ("healthy", "damaged", "healthy spent", "damaged spent"),
    ),
    Block(
        "sent",
        (REGIONS, 3),
        HERDS,
        "herds of the move being declared; herds sent into the combat that may return",
        ("healthy chosen", "damaged chosen", "sent"),
    ),
    Block("place", (REGIONS, PLACE_FLAGS), 1, "what is there and what goes on there", _PLACE_LABELS),
    Block("humans", (REGIONS, 1), MOST_HUMANS, "humans; 0 where they are face down", ("humans",)),
    Block("lying", (REGIONS, 1), MOST_LYING, "VP tokens that lie there, cut", ("VP tokens",)),
    Block("steps", (REGIONS, 1), MOST_STEPS, "steps from own land, cut; highest without any", ("steps",)),
    Block(
        "near",
        (REGIONS, 2),
        MOST_NEAR,
        "herds next to it, cut: own that can still act, those of other players",
        ("own", "others'"),
    ),
    Block(
        "recent",
        (REGIONS, RECENT),
        HISTORY,
        "among the last events: highest for the newest, 0 for none",
        tuple(EVENTS[event] for event in _AT_REGION),
    ),
)
"""The blocks of one row a region: what `envs.farms_race.graph` makes nodes of."""

OBSERVATION_LAYOUT = Layout(
    head=[
        *REGION_BLOCKS,
        Block("decision", (len(Decision),), 1, "what the seat to act is asked", _words(Decision)),
        Block("stage", (len(Stage),), 1, "what comes next once nothing is in progress", _words(Stage)),
        _count("round", MOST_ROUNDS, "the round, from 1, cut"),
        _count("rounds_left", MOST_ROUNDS, "rounds after this one, cut"),
        Block("scenario", (SCENARIOS,), 1, "the scenario, with two players", ("1", "2", "3")),
        Block("costs", (ITEM_COUNT, KINDS), MOST_COST, f"what things cost ({', '.join(ITEMS)})", RESOURCES),
        Block("combat_die", (FACES,), MOST_FACES, "faces of the combat die", COMBAT_FACES),
        Block("resource_die", (DIE_FACES,), MOST_FACES, "faces of the resource dice", RESOURCE_FACES),
        _flag("trading", "players who are not active may trade"),
        Block("offers", (2,), MOST_OFFERS, "offers", ("allowed in a window", "left in this one")),
        Block("talk", (2,), MOST_OFFERS, "promises", ("allowed in a window", "left in this one")),
        _count("to_place", MOST_TO_PLACE, "healthy herds yet to be placed, cut"),
        _count("heals", MOST_TO_PLACE, "free heals left, cut"),
        _count("taken_back", MOST_TAKEN_BACK, "declarations of moves taken back this turn"),
        Block("dice", (DICE, DIE_FACES), 1, "the resource dice as rolled", RESOURCE_FACES),
        _count("wilds", DICE, '"?" yet to be named'),
        Block("paid_for", (DICE, KINDS), 1, "the terrains that the dice pay", TERRAINS),
        # combat
        Block("own_side", (2,), 1, "the own seat in the combat", ("attacks", "defends")),
        Block("defended_by", (2,), 1, "the combat is with", ("neutral herd", "humans")),
        Block("step", (len(Combat),), 1, "the step of the combat round", _words(Combat)),
        _count("combat_round", MOST_COMBAT_ROUND, "the round of the combat, from 1, cut"),
        Block("attackers", (2,), HERDS, "herds attacking", UNITS[:2]),
        Block("defenders", (3,), HERDS, "units defending", UNITS),
        Block("hits", (2,), MOST_HITS, "damage yet to be taken, cut", ("attackers", "defenders")),
        Block("died", (2,), HERDS, "herds that died in this round", ("attackers", "defenders")),
        Block("rolled", (2, FACES), HERDS, "the dice of this round, of attackers (row 0) and defenders", COMBAT_FACES),
        # nukes
        _count("launchers", LINKS, "launchers waiting for each other"),
        Block("chain", (CHAIN_SHOWN, SEATS), 1, "the launchers, the one on top first", _SEAT_LABELS),
        Block("way", (len(Way) - 1,), 1, "how the nuke is launched whose target is named next", _words(Way)[1:]),
        # spies
        Block("spy", (SPY_COUNT,), 1, "the spy being played", SPIES),
        _count("spy_depth", SPY_STACK, "it and the Double Agents on it"),
        Block("part", (len(Part),), 1, "what is named next", _words(Part)),
        Block("unit_named", (len(UNITS),), 1, "the unit it names", UNITS),
        Block("resources_named", (KINDS,), MOST_PARTS, "the resources it names", RESOURCES),
        Block("looked_at", (SPY_COUNT,), 2, "the spies that the own seat looks at, to keep one", SPIES),
        Block("spies_shown", (SPY_COUNT,), int(SPY_CARDS.max()), "spies shown so far", SPIES),
        Block("spies_hidden", (SPY_COUNT,), int(SPY_CARDS.max()), "spies that the own seat has not seen", SPIES),
        Block("spies_under", (SPY_COUNT,), int(SPY_CARDS.max()), "spies that it put under the deck", SPIES),
        _count("deck", DECK, "cards in the spy deck"),
        # the offer on the table
        Block("offer", (2, KINDS), 2, "cards offered (row 0), cards asked for", RESOURCES),
        # pools
        Block("human_pool", (MOST_HUMANS,), max(HUMAN_TOKENS), "human tokens not seen yet", ("1", "2", "3")),
        Block("unknown_pool", (KINDS,), MOST_CARDS, "cards of others that the own seat cannot place, cut", RESOURCES),
        Block("dealt", (MUTATION_COUNT,), 1, "mutations dealt to the own seat", MUTATIONS),
        # what happened
        Block("past", (HISTORY, EVENT_COUNT), 1, "the last events, the newest first", EVENTS),
        Block("past_spy", (HISTORY, SPY_COUNT), 1, "the spy of that event", SPIES),
        Block("past_item", (HISTORY, ITEM_COUNT), 1, "what was built in it", ITEMS),
    ],
    seat=[
        _flag("acting", "whose decision it is"),
        _flag("active", "whose turn it is"),
        _flag("first", "the first player"),
        _count("turns_away", SEATS - 1, "seats from the one whose turn it is"),
        _flag("to_speak", "has yet to have its turn in the window"),
        _flag("out", "eliminated"),
        _flag("winner", "has won"),
        Block("mutation", (MUTATION_COUNT,), 1, "its mutation", MUTATIONS),
        _count("land", REGIONS, "regions that it controls"),
        Block("terrains", (KINDS,), HERDS, "such regions by terrain, cut", TERRAINS),
        _count("herds_out", HERDS, "herds on the map, in combat too"),
        _count("herds_left", HERDS, "herds in its supply"),
        _count("barns", BARNS, "Barns on the map"),
        _count("armories", ARMORIES, "Armories on the map"),
        _count("vp", MOST_VP, "VP shown"),
        _count("vp_tokens", VP_TOKENS, "VP tokens"),
        _count("moles", int(SPY_CARDS[0]), "Moles shown"),
        _flag("nukiest", "holds the Nukiest tile"),
        Block("nukes", (2,), NUKES, "nuke tokens", ("ready", "spent")),
        _flag("could_answer", "by what everybody sees, it might be able to answer a nuke"),
        _count("cards", MOST_CARDS, "resource cards in hand, cut"),
        Block("known", (KINDS,), MOST_OF_KIND, "of these, such as the own seat knows, cut", RESOURCES),
        _count("unknown", MOST_CARDS, "of these, such as it does not know, cut"),
        Block("gained", (KINDS,), MOST_OF_KIND, "cards that this turn's roll gave, cut", RESOURCES),
        Block("spies", (2,), DECK, "unplayed spies", ("all", "built this turn")),
        Block("spies_known", (SPY_COUNT,), int(SPY_CARDS.max()), "of these, such as the own seat knows", SPIES),
        Block("spies_fresh", (SPY_COUNT,), int(SPY_CARDS.max()), "of these, own ones built this turn", SPIES),
        _flag("defends", "defends in the combat"),
        _flag("answering", "is asked whether it answers a nuke"),
        _flag("offers_cards", "makes the offer on the table"),
        _flag("offered_to", "gets the offer on the table"),
        Block("plays_spy", (2,), 1, "plays", ("the spy", "the card on top")),
        _flag("may_react", "has yet to be asked about the card on top"),
        _flag("named_by_spy", "is named by the spy"),
        Block("promised", (PROMISE_COUNT, SEATS), 1, f"promises outstanding ({_PROMISES}) about", _SEAT_LABELS),
        Block(
            "record",
            (PROMISE_COUNT, DONE),
            MOST_COUNTED,
            f"its promises ({_PROMISES}), cut",
            (*OUTCOMES[:2], "broken or void"),
        ),
        Block("past_by", (HISTORY,), 1, "did that past event (newest first)"),
        Block("past_to", (HISTORY,), 1, "it was done to"),
    ],
)

_O = OBSERVATION_LAYOUT
(
    TERRAIN,
    OWNER,
    HERDS_AT,
    SENT,
    PLACE,
    HUMANS_AT,
    LYING,
    STEPS,
    NEAR,
    RECENT_AT,
    DECISION,
    STAGE,
    ROUND,
    ROUNDS_LEFT,
    SCENARIO,
    COSTS,
    COMBAT_DIE,
    RESOURCE_DIE,
    TRADING,
    OFFERS,
    TALK,
    TO_PLACE,
    HEALS,
    TAKEN_BACK,
    DICE_AT,
    WILDS,
    PAID_FOR,
    OWN_SIDE,
    DEFENDED_BY,
    STEP,
    COMBAT_ROUND,
    ATTACKING,
    DEFENDING,
    HITS,
    DIED,
    ROLLED,
    LAUNCHERS,
    CHAIN,
    WAY,
    SPY,
    SPY_DEPTH,
    PART,
    UNIT_NAMED,
    RESOURCES_NAMED,
    LOOKED_AT,
    SPIES_SHOWN,
    SPIES_HIDDEN,
    SPIES_UNDER,
    DECK_SIZE,
    OFFER,
    HUMAN_POOL,
    UNKNOWN_POOL,
    DEALT,
    PAST,
    PAST_SPY,
    PAST_ITEM,
) = (_O.offset(block.name) for block in _O.head)
(
    ACTING,
    ACTIVE,
    FIRST,
    TURNS_AWAY,
    TO_SPEAK,
    OUT,
    WINNER,
    MUTATION,
    LAND,
    TERRAINS_HELD,
    HERDS_OUT,
    HERDS_LEFT,
    BARNS_OUT,
    ARMORIES_OUT,
    VP,
    TOKENS,
    MOLES,
    NUKIEST,
    NUKES_AT,
    COULD_ANSWER,
    CARDS,
    KNOWN,
    UNKNOWN,
    GAINED,
    SPIES_UNPLAYED,
    SPIES_KNOWN,
    SPIES_FRESH,
    DEFENDS,
    ANSWERING,
    OFFERS_CARDS,
    OFFERED_TO,
    PLAYS_SPY,
    MAY_REACT,
    NAMED_BY_SPY,
    PROMISED,
    RECORD,
    PAST_BY,
    PAST_TO,
) = (_O.offset(block.name) for block in _O.seat)
SEAT_PARTS, PER_SEAT = _O.head_size, _O.seat_size
MAP_PART = DECISION  # the blocks of regions come first


@compile_rule(inline=True)
def places_after(s, seat, other):
    """Return how many places `other` sits after `seat`."""
    places = int(other) - int(seat)
    return places if places >= 0 else places + int(s.players)


@compile_rule(inline=True)
def seat_part(s, seat, owner):
    """Return where the part about `owner` starts, as `seat` sees it."""
    return SEAT_PARTS + PER_SEAT * places_after(s, seat, owner)


@compile_rule(inline=True)
def write_marks(f, start, width, bits):
    """Write 1 for each region in a set: to `start`, `width` entries on for each region before it."""
    while bits != 0:
        f[start + width * lowest(bits)] = 1
        bits &= bits - 1


# The map


@compile_rule(inline=True)
def write_region(s, r, f):
    """Write what every region has: a terrain, and perhaps humans, as far as everybody knows them."""
    f[TERRAIN + KINDS * r + int(s.gives[r])] = 1
    humans = int(s.humans[r])
    known = int((s.face_up >> r) & 1)
    f[HUMANS_AT + r] = humans * known
    f[PLACE + PLACE_FLAGS * r + _FACE_DOWN] = (1 - known) & int(humans > 0)


@compile_rule(inline=True)
def write_near(s, own, r, f):
    """Count the herds of a region where they can go: in the regions next to it."""
    number = int(s.healthy[r]) + int(s.damaged[r])
    at = NEAR + 1
    if own:
        number -= int(s.spent_healthy[r]) + int(s.spent_damaged[r])
        at = NEAR
    near = s.adjacent[r]
    while near != 0:
        to = at + 2 * lowest(near)
        f[to] = min(int(f[to]) + number, MOST_NEAR)
        near &= near - 1


@compile_rule(inline=True)
def write_herds(s, r, f):
    """Write the herds of a region."""
    f[HERDS_AT + 4 * r] = s.healthy[r]
    f[HERDS_AT + 4 * r + 1] = s.damaged[r]
    f[HERDS_AT + 4 * r + 2] = s.spent_healthy[r]
    f[HERDS_AT + 4 * r + 3] = s.spent_damaged[r]


@compile_rule(inline=True)
def write_land(s, seat, owner, f, start):
    """Write the regions that a player controls: set by set, which is faster than asking each region for its owner."""
    places = places_after(s, seat, owner)
    land = s.land[owner]
    number = 0
    while land != 0:
        r = lowest(land)
        land &= land - 1
        number += 1
        f[OWNER + OWNER_PLACES * r + places] = 1
        f[start + TERRAINS_HELD + int(s.gives[r])] += 1
        f[PLACE + PLACE_FLAGS * r + _BARN] = s.building[r] == BARN
        f[PLACE + PLACE_FLAGS * r + _ARMORY] = s.building[r] == ARMORY
        write_herds(s, r, f)
        write_near(s, owner == seat, r, f)
    f[start + LAND] = number
    for kind in range(KINDS):
        f[start + TERRAINS_HELD + kind] = min(int(f[start + TERRAINS_HELD + kind]), HERDS)


@compile_rule(inline=True)
def write_scenario(s, f):
    """Write what only the scenarios for two have."""
    f[SCENARIO + int(s.scenario) - 1] = 1
    land = s.land[NEUTRAL]
    write_marks(f, OWNER + NEUTRAL_PLACE, OWNER_PLACES, land)
    while land != 0:
        write_herds(s, lowest(land), f)
        land &= land - 1
    write_marks(f, PLACE + _SHARED, PLACE_FLAGS, s.shared)
    write_marks(f, PLACE + _LOCKED, PLACE_FLAGS, s.locked)
    for r in range(s.regions):
        f[LYING + r] = min(int(s.vp_on[r]), MOST_LYING)


@compile_rule(inline=True)
def write_steps(s, seat, f):
    """Write how far each region is from the own land: wave by wave from there."""
    left = (1 << int(s.regions)) - 1
    edge = s.land[seat]
    for steps in range(MOST_STEPS):
        left &= ~edge
        wave = 0
        while edge != 0:
            r = lowest(edge)
            f[STEPS + r] = steps
            wave |= s.adjacent[r]
            edge &= edge - 1
        edge = wave & left
        if edge == 0:
            break
    while left != 0:
        f[STEPS + lowest(left)] = MOST_STEPS
        left &= left - 1


@compile_rule(inline=True)
def write_sent(s, f):
    """Write the herds of the move being declared, and those sent into the combat."""
    for r in range(s.regions):
        f[SENT + 3 * r] = s.sent_healthy[r]
        f[SENT + 3 * r + 1] = s.sent_damaged[r]
        f[SENT + 3 * r + 2] = s.sent[r]


@compile_rule(inline=True)
def write_map(s, seat, f):
    """Write the map, but for what players control."""
    for r in range(s.regions):
        write_region(s, r, f)
    write_steps(s, seat, f)
    write_marks(f, PLACE + _START, PLACE_FLAGS, s.starts)
    write_marks(f, PLACE + _TURMOIL, PLACE_FLAGS, s.turmoil)
    write_marks(f, PLACE + _ATTACKED, PLACE_FLAGS, s.attacked)
    write_marks(f, PLACE + _STOOD, PLACE_FLAGS, s.stood)
    if s.scenario > 0:
        write_scenario(s, f)
    if s.target >= 0 or s.fight >= 0:
        write_sent(s, f)
    if s.target >= 0:
        f[PLACE + PLACE_FLAGS * int(s.target) + _MOVE_TARGET] = 1


# The turn


@compile_rule(inline=True)
def write_options(s, f):
    """Write what holds for the whole game."""
    for item in range(ITEM_COUNT):
        for kind in range(KINDS):
            f[COSTS + item * KINDS + kind] = s.costs[item, kind]
    for face in range(FACES):
        f[COMBAT_DIE + face] = s.combat_die[face]
    for face in range(DIE_FACES):
        f[RESOURCE_DIE + face] = s.resource_die[face]
    f[TRADING] = s.trading
    f[OFFERS] = s.offers
    f[TALK] = s.talk


@compile_rule(inline=True)
def write_turn(s, f):
    """Write what is asked, and how far the turn has come."""
    if s.decision >= 0:
        f[DECISION + int(s.decision)] = 1
    f[STAGE + int(s.stage)] = 1
    number = int(s.round)
    limit = int(s.max_rounds) if s.scenario == 0 else int(_ROUND_LIMIT[s.scenario])
    f[ROUND] = min(number, MOST_ROUNDS)
    f[ROUNDS_LEFT] = min(max(limit - number, 0), MOST_ROUNDS)
    if s.stage == _WINDOW:
        f[OFFERS + 1] = max(int(s.offers) - int(s.offered), 0)
        f[TALK + 1] = max(int(s.talk) - int(s.talked), 0)
    f[TO_PLACE] = min(int(s.to_place), MOST_TO_PLACE)
    f[HEALS] = min(int(s.heals), MOST_TO_PLACE)
    f[TAKEN_BACK] = s.taken_back
    for die in range(DICE):
        if s.dice[die] >= 0:
            f[DICE_AT + die * DIE_FACES + int(s.dice[die])] = 1
        if s.paid_for[die] >= 0:
            f[PAID_FOR + die * KINDS + int(s.paid_for[die])] = 1
    f[WILDS] = s.wilds


# Combat, nukes, spies, offers


@compile_rule(inline=True)
def write_combat(s, seat, f):
    """Write the combat in progress."""
    place = int(s.fight)
    f[PLACE + PLACE_FLAGS * place + _FIGHT] = 1
    f[OWN_SIDE] = s.active == seat
    f[OWN_SIDE + 1] = s.defender == seat
    f[DEFENDED_BY] = s.defender == NEUTRAL
    f[DEFENDED_BY + 1] = s.defender == HUMANS
    f[STEP + int(s.step)] = 1
    f[COMBAT_ROUND] = min(int(s.combat_round), MOST_COMBAT_ROUND)
    f[ATTACKING] = s.attack_healthy
    f[ATTACKING + 1] = s.attack_damaged
    if s.defender == HUMANS:
        if ((s.face_up >> place) & 1) == 1:
            f[DEFENDING + 2] = s.humans[place]
    else:
        f[DEFENDING] = s.healthy[place]
        f[DEFENDING + 1] = s.damaged[place]
        if s.defender >= 0 and s.defender != NEUTRAL:
            f[seat_part(s, seat, s.defender) + DEFENDS] = 1
    for side in range(2):
        f[HITS + side] = min(int(s.hits[side]), MOST_HITS)
        f[DIED + side] = min(int(s.died[side]), HERDS)
        for face in range(FACES):
            f[ROLLED + side * FACES + face] = min(int(s.rolled[side, face]), HERDS)


@compile_rule(inline=True)
def write_nukes(s, seat, f):
    """Write the launchers who wait for each other."""
    links = int(s.links)
    f[LAUNCHERS] = min(links, LINKS)
    for back in range(min(links, CHAIN_SHOWN)):
        f[CHAIN + back * SEATS + places_after(s, seat, s.link_seat[links - 1 - back])] = 1
    if links > 0 and s.link_from[links - 1] >= 0:
        f[PLACE + PLACE_FLAGS * int(s.link_from[links - 1]) + _ANSWERED] = 1
    if s.struck >= 0:
        f[PLACE + PLACE_FLAGS * int(s.struck) + _STRUCK] = 1
    if s.answering >= 0:
        f[seat_part(s, seat, s.answering) + ANSWERING] = 1
    if s.way != _NO_WAY:
        f[WAY + int(s.way) - 1] = 1


@compile_rule(inline=True)
def write_named(s, seat, f):
    """Write what the spy being played names."""
    for place in range(MOST_PARTS):
        part = int(PARTS[s.spy_card[0], place])
        value = int(s.argument[place])
        if value < 0:
            continue
        if part == _PART_REGION:
            f[PLACE + PLACE_FLAGS * value + _NAMED] = 1
        elif part == _PART_UNIT:
            f[UNIT_NAMED + value] = 1
        elif part == _PART_PLAYER:
            f[seat_part(s, seat, value) + NAMED_BY_SPY] = 1
        elif part == _PART_RESOURCE:
            f[RESOURCES_NAMED + value] += 1


@compile_rule(inline=True)
def write_spy(s, seat, f):
    """Write the spy being played and the Double Agents on it."""
    top = int(s.spy_depth) - 1
    f[SPY + int(s.spy_card[0])] = 1
    f[SPY_DEPTH] = s.spy_depth
    f[seat_part(s, seat, s.spy_seat[0]) + PLAYS_SPY] = 1
    f[seat_part(s, seat, s.spy_seat[top]) + PLAYS_SPY + 1] = 1
    write_named(s, seat, f)
    if s.decision == _SPY_PART and 0 <= s.part < MOST_PARTS:
        f[PART + int(PARTS[s.spy_card[0], s.part])] = 1
    elif s.part < 0:
        for places in range(int(s.spy_asked) + 1, int(s.players)):
            other = (int(s.spy_seat[top]) + places) % int(s.players)
            if playable_spies(s, other) > 0:
                f[seat_part(s, seat, other) + MAY_REACT] = 1


@compile_rule(inline=True)
def write_offer(s, seat, f):
    """Write the offer on the table."""
    f[seat_part(s, seat, in_window(s)) + OFFERS_CARDS] = 1
    f[seat_part(s, seat, s.offer_to) + OFFERED_TO] = 1
    for side in range(2):
        if s.offer_kind[side] >= 0:
            f[OFFER + side * KINDS + int(s.offer_kind[side])] = s.offer_number[side]


# What is known of hidden things


@compile_rule(inline=True)
def write_pools(s, seat, f):
    """Write what may be where: humans, spies and the mutations dealt to the own seat."""
    for number in range(MOST_HUMANS):
        f[HUMAN_POOL + number] = max(int(_HUMAN_TOKENS[number + 1]) - int(s.shown_humans[number + 1]), 0)
    for place in range(MOST_DEALT):
        if s.dealt[seat, place] >= 0:
            f[DEALT + int(s.dealt[seat, place])] = 1
    f[DECK_SIZE] = s.deck_size
    telepathic = s.mutation[seat] == _TELEPATHIC
    if telepathic:
        for place in range(s.deck_size):
            if s.deck_seen[place] == 1:
                f[SPIES_UNDER + int(s.deck[place])] += 1
    if s.decision == _KEEP and s.to_act == seat:
        for place in range(2):
            if s.looked_at[place] >= 0:
                f[LOOKED_AT + int(s.looked_at[place])] += 1
    for spy in range(SPY_COUNT):
        f[SPIES_SHOWN + spy] = s.played[spy]
        seen = int(s.played[spy]) + int(s.spies[seat, spy]) + int(f[SPIES_UNDER + spy]) + int(f[LOOKED_AT + spy])
        if telepathic:
            for other in range(s.players):
                if other != seat:
                    seen += int(s.seen[other, spy])
        f[SPIES_HIDDEN + spy] = max(int(SPY_CARDS[spy]) - seen, 0)


@compile_rule(inline=True)
def write_spies(s, seat, owner, f, start):
    """Write the unplayed spies of a player."""
    number = 0
    fresh = 0
    for spy in range(SPY_COUNT):
        number += int(s.spies[owner, spy])
        fresh += int(s.fresh[owner, spy])
        if owner == seat:
            f[start + SPIES_KNOWN + spy] = s.spies[owner, spy]
            f[start + SPIES_FRESH + spy] = s.fresh[owner, spy]
    f[start + SPIES_UNPLAYED] = number
    f[start + SPIES_UNPLAYED + 1] = fresh
    if owner != seat and s.mutation[seat] == _TELEPATHIC:
        for spy in range(SPY_COUNT):
            f[start + SPIES_KNOWN + spy] = s.seen[owner, spy]


@compile_rule(inline=True)
def write_hand(s, seat, owner, f, start):
    """Write the resource cards of a player, as the own seat knows them."""
    number = 0
    unknown = 0
    for kind in range(KINDS):
        known = int(s.hand[owner, kind]) if owner == seat else int(s.known[seat, owner, kind])
        hidden = int(s.hand[owner, kind]) - known
        number += known + hidden
        unknown += hidden
        f[start + KNOWN + kind] = min(known, MOST_OF_KIND)
        f[UNKNOWN_POOL + kind] = min(int(f[UNKNOWN_POOL + kind]) + hidden, MOST_CARDS)
        f[start + GAINED + kind] = min(int(s.gained[owner, kind]), MOST_OF_KIND)
    f[start + CARDS] = min(number, MOST_CARDS)
    f[start + UNKNOWN] = min(unknown, MOST_CARDS)


# Players


@compile_rule(inline=True)
def write_pieces(s, owner, f, start):
    """Write what a player has on the map and in front of it."""
    if s.mutation[owner] >= 0:
        f[start + MUTATION + int(s.mutation[owner])] = 1
    f[start + HERDS_OUT] = s.herds[owner]
    f[start + HERDS_LEFT] = HERDS - int(s.herds[owner])
    f[start + BARNS_OUT] = s.barns[owner]
    f[start + ARMORIES_OUT] = s.armories[owner]
    f[start + VP] = min(int(shown_vp(s, owner)), MOST_VP)
    f[start + TOKENS] = s.vp_tokens[owner]
    f[start + MOLES] = s.moles[owner]
    f[start + NUKIEST] = s.nukiest == owner
    f[start + NUKES_AT] = s.ready[owner]
    f[start + NUKES_AT + 1] = s.spent[owner]


@compile_rule(inline=True)
def write_word(s, seat, owner, f, start):
    """Write what a player has promised, and what became of earlier promises.

    Whether a promise not kept is broken or void can hang on what was in the hand, so both are one number (R11).
    """
    for kind in range(PROMISE_COUNT):
        made = int(s.record[owner, kind, MADE])
        if made == 0:
            continue
        at = start + RECORD + kind * DONE
        f[at] = min(made, MOST_COUNTED)
        f[at + 1] = min(int(s.record[owner, kind, KEPT]), MOST_COUNTED)
        f[at + 2] = min(int(s.record[owner, kind, BROKEN]) + int(s.record[owner, kind, VOID]), MOST_COUNTED)
        for other in range(s.players):
            f[start + PROMISED + kind * SEATS + places_after(s, seat, other)] = s.promise[kind, owner, other]


@compile_rule(inline=True)
def write_player(s, seat, owner, f, start):
    """Write what the own seat knows of a player."""
    f[start + ACTING] = s.to_act == owner
    f[start + ACTIVE] = s.active == owner
    f[start + FIRST] = owner == 0
    turns_away = places_after(s, s.active, owner)
    f[start + TURNS_AWAY] = turns_away
    f[start + TO_SPEAK] = s.stage == _WINDOW and turns_away > s.at + 1 and s.out_at[owner] == 0
    f[start + OUT] = s.out_at[owner] > 0
    f[start + WINNER] = (s.winners >> owner) & 1
    write_land(s, seat, owner, f, start)
    write_pieces(s, owner, f, start)
    f[start + COULD_ANSWER] = may_be_asked(s, owner)
    write_hand(s, seat, owner, f, start)
    write_spies(s, seat, owner, f, start)
    write_word(s, seat, owner, f, start)


@compile_rule(inline=True)
def write_past(s, seat, f):
    """Write the last events, the oldest first: a region shows the newest of its events of a sort."""
    for back in range(HISTORY - 1, -1, -1):
        event = int(s.past_event[back])
        if event < 0:
            continue
        f[PAST + back * EVENT_COUNT + event] = 1
        if s.past_seat[back] >= 0:
            f[seat_part(s, seat, s.past_seat[back]) + PAST_BY + back] = 1
        if 0 <= s.past_other[back] < s.players:
            f[seat_part(s, seat, s.past_other[back]) + PAST_TO + back] = 1
        what = int(s.past_what[back])
        if what < 0:
            continue
        if event == _SPY_EVENT:
            f[PAST_SPY + back * SPY_COUNT + what] = 1
        elif event == _BUILD_EVENT:
            f[PAST_ITEM + back * ITEM_COUNT + what] = 1
        elif _RECENT_PLACE[event] >= 0:
            f[RECENT_AT + what * RECENT + int(_RECENT_PLACE[event])] = HISTORY - back


@compile_rule(inline=True)
def clear_features(s, f):
    """Set all features to 0, part by part: more than 2 KB at once are cleared in a way that starts slowly."""
    end = SEAT_PARTS + int(s.players) * PER_SEAT
    for start in range(0, end, CLEARED_AT_ONCE):
        f[start : min(start + CLEARED_AT_ONCE, end)] = 0


@compile_rule(inline=True)
def write_features(s, seat, f):
    """Write everything that `seat` may know to `f` (int8, as long as the layout for the players at the table)."""
    clear_features(s, f)
    write_map(s, seat, f)
    write_options(s, f)
    write_turn(s, f)
    write_pools(s, seat, f)
    for i in range(s.players):
        owner = seat + i
        if owner >= s.players:
            owner -= int(s.players)
        write_player(s, seat, owner, f, SEAT_PARTS + i * PER_SEAT)
    if s.fight >= 0:
        write_combat(s, seat, f)
    write_nukes(s, seat, f)
    if s.spy_depth > 0:
        write_spy(s, seat, f)
    if s.offer_to >= 0:
        write_offer(s, seat, f)
    write_past(s, seat, f)
