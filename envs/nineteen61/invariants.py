"""Invariants of the state of 1961, and how to read it in plain Python (nothing here is compiled).

The functions take a table: a state as `envs.core.view.plain` gives it. What the rules compute too is written a second
time here on purpose: a check that asked the rules would agree with their mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from envs.core.options import REWARDS
from envs.core.view import plain

from .box import (
    ACTIONS,
    BUILDINGS,
    CARDS,
    COPIES,
    EFFECTS,
    EMBARGO,
    EMBASSIES_TO_WIN,
    EMBASSY,
    FACTORY,
    KINDS,
    LANDER,
    LANDER_CARDS_TO_WIN,
    MISSILES,
    NO_CARD,
    PIECES,
    RESPONSE_SYSTEM,
    ROW,
    SEATS,
)
from .state import HISTORY, Decision, Effect, Event, Zone


def stack_of(table: SimpleNamespace, piece: int) -> list[int]:
    """Return the stack of a building, bottom to top."""
    cards: list[int] = []
    card = table.top[piece]
    while card != NO_CARD and len(cards) < CARDS:
        cards.append(card)
        card = table.below[card]
    return cards[::-1]


def building_of(piece: int) -> int:
    """Return the building side of a card (its kind), or LANDER."""
    return piece // COPIES if piece < CARDS else LANDER


def why_won(table: SimpleNamespace, seat: int) -> str:
    """Return by what the row of `seat` wins, or "" (R14)."""
    pieces = [piece for piece in table.row[seat][: table.row_size[seat]] if table.embargoes[piece] == 0]
    if any(building_of(piece) == LANDER and table.size[piece] >= LANDER_CARDS_TO_WIN for piece in pieces):
        return f"{LANDER_CARDS_TO_WIN} cards on the Moon Lander"
    if sum(building_of(piece) == EMBASSY for piece in pieces) >= EMBASSIES_TO_WIN:
        return f"{EMBASSIES_TO_WIN} Embassies"
    return ""


def card_name(table: SimpleNamespace, kind: int) -> str:
    """Return the action side of a kind of card."""
    return ACTIONS[table.pairing[kind]]


_ASKED_BY = {  # the innermost effect in which a decision is asked
    Decision.PRODUCE_TO: Effect.PRODUCE,
    Decision.RESEARCH: Effect.RESEARCH,
    Decision.SABOTAGE: Effect.SABOTAGE,
    Decision.LOOK: Effect.ESPIONAGE,
    Decision.DISCARD_OR_KEEP: Effect.ESPIONAGE,
    Decision.DISCARD: Effect.ESPIONAGE,
    Decision.EMBARGO: Effect.EMBARGO,
    Decision.STACK_RESPONSE: Effect.STACK_RESPONSE,
}
_WITH_PLACE = (Decision.STACK_CARD, Decision.SWAP_FOR, Decision.LAUNCH_CARD, Decision.DISCARD_OR_KEEP)


def check(state: Any) -> None:
    """Check every invariant of a state as the rules leave it between two decisions, or at the end of the game.

    Raises:
        AssertionError: in one line that says what is broken.
    """
    table = plain(state)
    for broken_things in _CHECKS:
        for broken in broken_things(table):
            raise AssertionError(broken)


def _card_text(table: SimpleNamespace, card: int) -> str:
    return f"card {card} ({BUILDINGS[card // COPIES]} / {card_name(table, card // COPIES)})"


def _broken_header(t: SimpleNamespace) -> Iterator[str]:
    if not 2 <= t.players <= SEATS:
        yield f"players is {t.players}, not 2..{SEATS}"
    if not 0 <= t.reward < len(REWARDS):
        yield f"reward is {t.reward}, not the code of a reward scheme"
    if t.max_turns < 1:
        yield f"max_turns is {t.max_turns}, not at least 1"
    if t.decisions < 0:
        yield f"decisions is {t.decisions}, below 0"
    if sorted(t.pairing[:KINDS]) != list(range(KINDS)) or t.pairing[LANDER] != 0:
        yield f"pairing is {t.pairing}, not a permutation followed by 0"
    for name in ("truncated", "played", "window"):
        if getattr(t, name) not in (0, 1):
            yield f"{name} is {getattr(t, name)}, not 0 or 1"
    if not 0 <= t.turn <= t.max_turns:
        yield f"turn is {t.turn}, not 0..{t.max_turns} (max_turns)"
    if not 0 <= t.active < t.players:
        yield f"active is {t.active}, who is no seat"


def _broken_rows(t: SimpleNamespace) -> Iterator[str]:
    seen: set[int] = set()
    for seat in range(SEATS):
        size = t.row_size[seat]
        if not 0 <= size <= (ROW if seat < t.players else 0):
            yield f"row_size of seat {seat} is {size}"
        if any(t.row[seat][size:]):
            yield f"row {seat} is not empty beyond its {size} places"
        for place, piece in enumerate(t.row[seat][:size]):
            if not 0 <= piece < PIECES or piece in seen:
                yield f"row {seat}, place {place}: {piece} is no piece, or in the rows twice"
            if t.zone[piece] != Zone.ROW:
                yield f"row {seat}, place {place}: piece {piece} has the zone {t.zone[piece]}, not ROW"
            if piece >= CARDS and piece != CARDS + seat:
                yield f"row {seat}, place {place}: the Moon Lander of seat {piece - CARDS}"
            if t.used[piece] and (t.used[piece] != 1 or building_of(piece) != FACTORY or seat != t.active):
                yield f"row {seat}, place {place}: used, but not a Factory of the active player"
            seen.add(piece)
    for piece in range(PIECES):
        if t.zone[piece] == Zone.ROW and piece not in seen:
            yield f"piece {piece} has the zone ROW but is in no row"
        if piece < CARDS and not Zone.DECK <= t.zone[piece] <= Zone.RESOLVING:
            yield f"{_card_text(t, piece)} has the zone {t.zone[piece]}"
        if piece >= CARDS and t.zone[piece] not in (Zone.ROW, Zone.GONE):
            yield f"the Moon Lander of seat {piece - CARDS} has the zone {t.zone[piece]}"


def _broken_stacks(t: SimpleNamespace) -> Iterator[str]:
    seen: set[int] = set()
    for seat in range(t.players):
        for place, piece in enumerate(t.row[seat][: t.row_size[seat]]):
            size, face_up, card = 0, 0, t.top[piece]
            while card != NO_CARD:
                if not 0 <= card < CARDS or card in seen:
                    yield f"stack at row {seat}, place {place}: {card} is no card, or in the stacks twice"
                if t.zone[card] != Zone.STACK:
                    yield f"stack at row {seat}, place {place}: {_card_text(t, card)} has the zone {t.zone[card]}"
                seen.add(card)
                size += 1
                face_up += t.face_up[card]
                card = t.below[card]
            if t.size[piece] != size:
                yield f"stack at row {seat}, place {place}: size is {t.size[piece]}, there are {size} cards"
            if t.embargoes[piece] != face_up:
                yield f"stack at row {seat}, place {place}: embargoes is {t.embargoes[piece]}, {face_up} are face up"
    for card in range(CARDS):
        stacked = t.zone[card] == Zone.STACK
        if stacked and card not in seen:
            yield f"{_card_text(t, card)} has the zone STACK but is in no stack"
        if t.face_up[card] and (t.face_up[card] != 1 or not stacked or t.pairing[card // COPIES] != EMBARGO):
            yield f"{_card_text(t, card)} is face up, but not an Embargo in a stack"
        if t.looked[card] and (t.looked[card] != 1 or not stacked):
            yield f"{_card_text(t, card)} is looked at, but not in a stack"
    if t.below[NO_CARD] != NO_CARD or t.face_up[NO_CARD] or t.known[NO_CARD] or t.looked[NO_CARD]:
        yield "the entries of below, face_up, known and looked for no card are not NO_CARD, 0, 0 and 0"


def _broken_hands(t: SimpleNamespace) -> Iterator[str]:
    everybody = (1 << t.players) - 1
    hand = [[0] * KINDS for _ in range(SEATS)]
    shown = [[0] * KINDS for _ in range(SEATS)]
    for card in range(CARDS):
        if t.zone[card] != Zone.HAND:
            continue
        seat = t.holder[card]
        if not 0 <= seat < t.players:
            yield f"{_card_text(t, card)} is in the hand of {seat}, who is no seat"
        hand[seat][card // COPIES] += 1
        shown[seat][card // COPIES] += t.known[card] == everybody
        if t.known[card] not in (1 << seat, everybody):
            yield f"{_card_text(t, card)} in the hand of seat {seat} is known to {_seats(t.known[card])}"
    for seat in range(SEATS):
        if t.hand[seat] != hand[seat]:
            yield f"hand of seat {seat} is {t.hand[seat]}, the cards make {hand[seat]}"
        if t.shown[seat] != shown[seat]:
            yield f"shown of seat {seat} is {t.shown[seat]}, the cards make {shown[seat]}"
        if t.hand_size[seat] != sum(hand[seat]):
            yield f"hand_size of seat {seat} is {t.hand_size[seat]}, the cards make {sum(hand[seat])}"
    if t.shown_size != sum(map(sum, shown)):
        yield f"shown_size is {t.shown_size}, the cards make {sum(map(sum, shown))}"


def _broken_deck_and_pile(t: SimpleNamespace) -> Iterator[str]:
    if not 0 <= t.deck_size <= CARDS:
        yield f"deck_size is {t.deck_size}"
    deck = sorted(t.deck[: t.deck_size])
    there = [card for card in range(CARDS) if t.zone[card] == Zone.DECK]
    if deck != there:
        yield f"deck holds {deck}, the cards with the zone DECK are {there}"
    pile = [t.zone[kind * COPIES : (kind + 1) * COPIES].count(Zone.PILE) for kind in range(KINDS)]
    if t.pile != pile:
        yield f"pile is {t.pile}, the cards make {pile}"
    if t.pile_size != sum(pile):
        yield f"pile_size is {t.pile_size}, the cards make {sum(pile)}"


def _broken_effects(t: SimpleNamespace) -> Iterator[str]:
    if not 0 <= t.effects <= EFFECTS:
        yield f"effects is {t.effects}, not 0..{EFFECTS}"
    held = [t.chosen_card] if t.chosen_card != -1 else []
    for i in range(t.effects):
        effect, card = t.effect[i], t.effect_card[i]
        if not 0 <= effect < len(Effect):
            yield f"effect {i}: {effect} is no Effect"
        if t.effect_left[i] < 0 or t.effect_more[i] < 0:
            yield f"effect {i}: left {t.effect_left[i]}, more {t.effect_more[i]}, below 0"
        if i < t.effects - 1 and effect not in (Effect.RESEARCH, Effect.SABOTAGE):
            yield f"effect {i}: something is being resolved inside {Effect(effect).name}"
        if effect in (Effect.DRAW, Effect.PRODUCE):
            if card != -1 or i > 0:
                yield f"effect {i}: {Effect(effect).name} inside another effect or with a card"
            continue
        action = RESPONSE_SYSTEM if effect == Effect.FIRE_RESPONSE else effect
        if not 0 <= card < CARDS or t.pairing[card // COPIES] != action:
            yield f"effect {i}: {Effect(effect).name} is not the action of card {card}"
        held.append(card)
    there = [card for card in range(CARDS) if t.zone[card] == Zone.RESOLVING]
    if sorted(held) != there:
        yield f"the cards {sorted(held)} resolve or are being placed, the zone RESOLVING have {there}"


def _broken_missiles(t: SimpleNamespace) -> Iterator[str]:
    if not 0 <= t.missiles <= MISSILES:
        yield f"missiles is {t.missiles}, not 0..{MISSILES}"
    for i in range(t.missiles):
        seat, target = t.missile_from[i], t.missile_at[i]
        if not 0 <= seat < t.players or not -1 <= target < t.players:
            yield f"missile {i} is from {seat} at {target}, who are no seats"
        if target == -1 and seat != t.active:
            yield f"missile {i} is to be aimed by seat {seat}, who is not active (R10)"


def _broken_knowledge(t: SimpleNamespace) -> Iterator[str]:
    everybody = (1 << t.players) - 1
    for card in range(CARDS):
        known = t.known[card]
        if known & ~everybody:
            yield f"{_card_text(t, card)} is known to {_seats(known)}, at a table of {t.players}"
        if known and t.zone[card] in (Zone.DECK, Zone.PILE):
            yield f"{_card_text(t, card)} is in the deck or pile and marked as known to {_seats(known)}"
        if t.face_up[card] and known != everybody:
            yield f"{_card_text(t, card)} lies face up and is known only to {_seats(known)}"


def _broken_players(t: SimpleNamespace) -> Iterator[str]:
    order = sorted(n for n in t.out_at if n != 0)
    if order != list(range(1, len(order) + 1)) or t.outs != len(order):
        yield f"out_at is {t.out_at}, outs {t.outs}: not numbered from 1 to outs"
    for seat in range(SEATS):
        if seat >= t.players:
            if t.out_at[seat]:
                yield f"seat {seat} is out but not at the table"
        elif t.out_at[seat] and (t.row_size[seat] or t.hand_size[seat]):
            yield f"seat {seat} is out with {t.row_size[seat]} buildings and {t.hand_size[seat]} cards in hand"
        elif not t.out_at[seat] and t.row_size[seat] == 0:
            yield f"seat {seat} is in the game without a building"


def _broken_end(t: SimpleNamespace) -> Iterator[str]:
    if not -1 <= t.winner < t.players or not -1 <= t.to_act < t.players:
        yield f"winner is {t.winner}, to_act {t.to_act}: no seats"
    over = t.winner >= 0 or t.truncated == 1
    if (t.to_act == -1) != over or (t.decision == -1) != over or (t.winner >= 0 and t.truncated == 1):
        yield f"contradiction: winner {t.winner}, truncated {t.truncated}, to_act {t.to_act}, decision {t.decision}"
    won = [seat for seat in range(t.players) if why_won(t, seat)]
    living = t.players - t.outs
    if t.winner < 0 and (won or living < 2):
        yield f"nobody has won, with {living} players left and the winning rows {won}"
    if t.winner >= 0 and (t.out_at[t.winner] or (living > 1 and t.winner not in won)):
        yield f"seat {t.winner} has won, but is out, or neither the last nor with a winning row"


def _broken_decision(t: SimpleNamespace) -> Iterator[str]:
    if t.to_act < 0:
        return
    if not 0 <= t.decision < len(Decision):
        yield f"decision is {t.decision}, no Decision"
    decision = Decision(t.decision)
    setup = decision == Decision.SETUP
    if setup != (t.turn == 0) or setup != (t.setup_left > 0) or t.setup_left > t.hand_size[t.to_act]:
        yield f"decision {decision.name} in turn {t.turn} with setup_left {t.setup_left}"
    if not setup and t.to_act != t.active:
        yield f"seat {t.to_act} decides in the turn of seat {t.active} (R10)"
    if t.out_at[t.to_act] and decision != Decision.TARGET:  # one's own last missiles are still to be aimed (R8)
        yield f"seat {t.to_act}, who is out, decides {decision.name}"
    if (t.window and (t.played or setup)) or (decision == Decision.SWAP_WHICH and not t.window):
        yield f"window is {t.window} with played {t.played} at the decision {decision.name}"
    aiming = decision == Decision.TARGET
    if (t.missiles > 0) != aiming or (aiming and t.missile_at[0] != -1):
        yield f"{t.missiles} missiles, the first at {t.missile_at[0]}, at the decision {decision.name}"
    innermost = t.effect[t.effects - 1] if t.effects else None
    if not aiming and innermost != _ASKED_BY.get(decision):
        yield f"the innermost effect is {innermost} at the decision {decision.name}"
    if (t.chosen_card >= 0) != (decision == Decision.GAP):
        yield f"chosen_card is {t.chosen_card} at the decision {decision.name}"
    row, place = t.chosen_row, t.chosen_place
    if decision in _WITH_PLACE:
        if not 0 <= row < t.players or not 0 <= place < t.row_size[row]:
            yield f"the chosen place is {place} of row {row} at the decision {decision.name}"
    elif row != -1 or place != -1:
        yield f"the chosen place is {place} of row {row} at the decision {decision.name}"


def _broken_events(t: SimpleNamespace) -> Iterator[str]:
    if t.events < 0:
        yield f"events is {t.events}, below 0"
    for i in range(min(t.events, HISTORY)):
        event, seat, row = t.event[i], t.event_seat[i], t.event_row[i]
        if not 0 <= event < len(Event) or not 0 <= seat < t.players or not -1 <= row < t.players:
            yield f"event {event} by seat {seat} in row {row}: no Event, or no seats"


def _seats(bits: int) -> str:
    return f"the seats {[seat for seat in range(8) if bits >> seat & 1]}"


_CHECKS = (
    _broken_header,
    _broken_rows,
    _broken_stacks,
    _broken_hands,
    _broken_deck_and_pile,
    _broken_effects,
    _broken_missiles,
    _broken_knowledge,
    _broken_players,
    _broken_end,
    _broken_decision,
    _broken_events,
)
