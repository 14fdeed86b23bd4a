"""What a seat may know, as counts (int8), by blocks.

The head says what lies in the middle and what is being resolved; then follows a part for each row, the own one first,
the others in turn order. Face-down cards show only to seats that know them; decks and other hands never, except cards
of a hand that everybody has seen.
"""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.layout import Block, Layout

from .box import ACTIONS, AGENCY, BUILDINGS, BUNKER, CARDS, COPIES, EMBASSY, KINDS, MISSILES, NO_CARD, ROW, SEATS
from .rules.cards import (
    action_of,
    active_building,
    building_of,
    living,
    places_after,
)
from .state import HISTORY, Decision, Effect, Event, Zone

DECISIONS = len(Decision)
EVENTS = len(Event)
MOST_STACKED = CARDS

_PLACE_LABELS = (
    *(f"is {name}" for name in BUILDINGS),
    "disabled",
    "cards stacked",
    "has produced",
    "chosen",
    "safe from missiles",
    "top is a face-up Embargo",
    *(f"top known: {name}" for name in ACTIONS),
    "other seats that know the top",
    *(f"known beneath: {name}" for name in ACTIONS),
)
(
    _IS,
    _DISABLED,
    _SIZE,
    _USED,
    _CHOSEN,
    _SAFE,
    _UP,
    _TOP,
    _OTHERS_KNOW,
    _BENEATH,
) = (0, 7, 8, 9, 10, 11, 12, 13, 19, 20)
PER_PLACE = len(_PLACE_LABELS)
_ROW = int(Zone.ROW)
_MEMBERS = np.array([bits.bit_count() for bits in range(1 << SEATS)], np.int8)  # seats in a set

OBSERVATION_LAYOUT = Layout(
    head=[
        Block("hand_buildings", (KINDS,), COPIES, "cards in the own hand by building side", BUILDINGS[:KINDS]),
        Block("hand_actions", (KINDS,), COPIES, "the same cards by action side", ACTIONS),
        Block("pile", (KINDS,), COPIES, "cards in the discard pile by action side", ACTIONS),
        Block("deck", (1,), CARDS, "cards in the deck"),
        Block(
            "pairing", (KINDS, KINDS), 1, "which action (column) is on the other side of which building (row)", ACTIONS
        ),
        Block(
            "decision",
            (DECISIONS,),
            1,
            "what the seat to act is asked",
            tuple(d.name.lower() for d in Decision),
        ),
        Block("card_played", (1,), 1, "the card of this turn is played"),
        Block("swap_window", (1,), 1, "Secret Facilities may be swapped"),
        Block("constructing", (KINDS,), 1, "the building whose gap is being chosen", BUILDINGS[:KINDS]),
        Block("effect", (KINDS,), 1, "the action being resolved (the innermost)", ACTIONS),
        Block("effect_left", (2,), 60, "how often it still acts", ("actions, flips or looks", "discards")),
        Block("resolving", (KINDS,), COPIES, "cards whose actions are being resolved, all levels", ACTIONS),
        Block("missiles_to_aim", (1,), MISSILES, "missiles waiting for the active player to choose a target"),
        Block("time", (1,), 100, "turns played, in percent of max_turns"),
        Block(
            "events",
            (HISTORY, EVENTS),
            1,
            "the last public events, the newest first",
            tuple(e.name.lower() for e in Event),
        ),
    ],
    seat=[
        Block("in_game", (1,), 1, "in the game"),
        Block("active", (1,), 1, "whose turn it is"),
        Block("acting", (1,), 1, "whose decision it is"),
        Block("hand_size", (1,), CARDS, "cards in hand"),
        Block("shown", (KINDS,), COPIES, "cards in hand that everybody knows, by building side", BUILDINGS[:KINDS]),
        Block("agency", (1,), CARDS, "cards stacked on active Agencies"),
        Block("embassies", (1,), COPIES, "Embassies that count"),
        Block("lander", (3,), CARDS, "the own Lander", ("still there", "disabled", "cards stacked")),
        Block("missiles", (1,), MISSILES, "missiles on their way to this row"),
        Block("event_by", (HISTORY,), 1, "the event is this seat's doing (newest first)"),
        Block("event_at", (HISTORY,), 1, "the event is in this row (newest first)"),
        Block(
            "places",
            (ROW, PER_PLACE),
            MOST_STACKED,
            "the places of the row from the left",
            _PLACE_LABELS,
        ),
    ],
)

_O = OBSERVATION_LAYOUT
HAND_BUILDINGS, HAND_ACTIONS, PILE, DECK = (_O.offset(n) for n in ("hand_buildings", "hand_actions", "pile", "deck"))
PAIRING, DECISION = _O.offset("pairing"), _O.offset("decision")
CARD_PLAYED, SWAP_WINDOW, CONSTRUCTING = (_O.offset(n) for n in ("card_played", "swap_window", "constructing"))
EFFECT, EFFECT_LEFT, RESOLVING = (_O.offset(n) for n in ("effect", "effect_left", "resolving"))
TO_AIM, TIME, EVENT = (_O.offset(n) for n in ("missiles_to_aim", "time", "events"))
ROWS, PER_SEAT = _O.head_size, _O.seat_size
IN_GAME, ACTIVE, ACTING, HAND_SIZE = (_O.offset(n) for n in ("in_game", "active", "acting", "hand_size"))
SHOWN, AGENCY_LEVEL, EMBASSIES = (_O.offset(n) for n in ("shown", "agency", "embassies"))
OWN_LANDER, COMING, EVENT_BY, EVENT_AT, PLACES = (
    _O.offset(n) for n in ("lander", "missiles", "event_by", "event_at", "places")
)


@compile_rule(inline=True)
def write_middle(s, seat, f):
    """Write hand, pile, deck and what is being resolved."""
    for kind in range(KINDS):
        action = s.pairing[kind]
        f[HAND_BUILDINGS + kind] = s.hand[seat, kind]
        f[HAND_ACTIONS + action] = s.hand[seat, kind]
        f[PILE + action] = s.pile[kind]
        f[PAIRING + kind * KINDS + action] = 1
    f[DECK] = s.deck_size
    if s.decision >= 0:
        f[DECISION + s.decision] = 1
    f[CARD_PLAYED] = s.played
    f[SWAP_WINDOW] = s.window
    f[TIME] = s.turn * 100 // s.max_turns
    if s.chosen_card >= 0:
        f[CONSTRUCTING + building_of(s.chosen_card)] = 1
    for i in range(s.effects):
        card = s.effect_card[i]
        if card >= 0:
            f[RESOLVING + action_of(s, card)] += 1
    if s.effects > 0:
        i = s.effects - 1
        card = s.effect_card[i]
        if card >= 0:
            f[EFFECT + action_of(s, card)] = 1
            f[EFFECT_LEFT] = s.effect_left[i]
            if s.effect[i] == Effect.ESPIONAGE:
                f[EFFECT_LEFT + 1] = s.effect_more[i]


@compile_rule(inline=True)
def write_events(s, seat, f):
    """Write the last public events."""
    for back in range(min(s.events, HISTORY)):
        at = (s.events - 1 - back) % HISTORY
        f[EVENT + back * EVENTS + int(s.event[at])] = 1
        f[ROWS + places_after(s, seat, s.event_seat[at]) * PER_SEAT + EVENT_BY + back] = 1
        if s.event_row[at] >= 0:
            f[ROWS + places_after(s, seat, s.event_row[at]) * PER_SEAT + EVENT_AT + back] = 1


@compile_rule(inline=True)
def write_stack(s, seat, piece, f, start):
    """Write what `seat` knows of the stack of a building. Without branches: this is the inner loop of everything."""
    top = s.top[piece]
    face_down = 1 - s.face_up[top]
    f[start + _UP] = s.face_up[top]
    f[start + _TOP + action_of(s, top)] = face_down & (s.known[top] >> seat)
    f[start + _OTHERS_KNOW] = _MEMBERS[int(s.known[top]) & ~(1 << seat)] * face_down
    card = s.below[top]
    while card != NO_CARD:
        f[start + _BENEATH + action_of(s, card)] += (s.known[card] >> seat) & 1
        card = s.below[card]


@compile_rule(inline=True)
def write_place(s, seat, owner, place, safe, f, start):
    """Write one building and its stack."""
    piece = s.row[owner, place]
    f[start + _IS + building_of(piece)] = 1
    f[start + _DISABLED] = s.embargoes[piece] > 0
    f[start + _SIZE] = s.size[piece]
    f[start + _USED] = s.used[piece]
    f[start + _SAFE] = (safe >> place) & 1
    write_stack(s, seat, piece, f, start)


@compile_rule(inline=True)
def write_player(s, owner, f, start):
    """Write what everybody knows of a player, except the row."""
    f[start + IN_GAME] = living(s, owner)
    f[start + ACTIVE] = s.active == owner
    f[start + ACTING] = s.to_act == owner
    f[start + HAND_SIZE] = s.hand_size[owner]
    if s.shown_size > 0:
        for kind in range(KINDS):
            f[start + SHOWN + kind] = s.shown[owner, kind]
    lander = CARDS + owner
    if s.zone[lander] == _ROW:
        f[start + OWN_LANDER] = 1
        f[start + OWN_LANDER + 1] = s.embargoes[lander] > 0
        f[start + OWN_LANDER + 2] = s.size[lander]


@compile_rule(inline=True)
def write_row(s, seat, owner, f, start):
    """Write the row of `owner` as `seat` knows it."""
    bunkers, agency, embassies = 0, 0, 0
    for place in range(s.row_size[owner]):
        piece = s.row[owner, place]
        building = active_building(s, piece)
        bunkers |= (building == BUNKER) << place
        agency += (building == AGENCY) * s.size[piece]
        embassies += building == EMBASSY
    f[start + AGENCY_LEVEL] = agency
    f[start + EMBASSIES] = embassies
    safe = (bunkers << 1 | bunkers >> 1) & ~bunkers
    for place in range(s.row_size[owner]):
        write_place(s, seat, owner, place, safe, f, start + PLACES + place * PER_PLACE)
    if s.chosen_row == owner:
        f[start + PLACES + int(s.chosen_place) * PER_PLACE + _CHOSEN] = 1


@compile_rule(inline=True)
def clear_features(s, f):
    """Set all features to 0, part by part: more than 2 KB at once are cleared in a way that starts slowly."""
    f[:ROWS] = 0
    for i in range(s.players):
        f[ROWS + i * PER_SEAT : ROWS + (i + 1) * PER_SEAT] = 0


@compile_rule(inline=True)
def write_features(s, seat, f):
    """Write everything that `seat` may know to `f` (int8, as long as the layout for the players at the table)."""
    clear_features(s, f)
    write_middle(s, seat, f)
    write_events(s, seat, f)
    for i in range(s.players):
        owner = (seat + i) % s.players
        write_player(s, owner, f, ROWS + i * PER_SEAT)
        write_row(s, seat, owner, f, ROWS + i * PER_SEAT)
    for i in range(s.missiles):
        if s.missile_at[i] >= 0:
            f[ROWS + places_after(s, seat, s.missile_at[i]) * PER_SEAT + COMING] += 1
        else:
            f[TO_AIM] += 1
