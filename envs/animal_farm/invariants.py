"""Invariants of the state of 1984: Animal Farm. Plain Python, nothing is compiled.

What the rules compute too, who would win a region above all, is written a second time here on purpose: a check that
asked the rules would agree with their mistakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np

from envs.core.options import REWARDS
from envs.core.view import plain

from .box import (
    AGENTS,
    ALL_REGIONS,
    AREA,
    BASIC_PER_KIND,
    BASICS,
    CARDS,
    COLLECTIVISM,
    COST,
    HARVEST_BEYOND,
    INFLUENCES,
    KIND_OF,
    KINDS,
    LINE_NEEDS,
    MOMENT,
    MOODS,
    MOST_BEYOND,
    MOST_PARTS,
    NO_CARD,
    NO_PART,
    PARTS,
    PEACE_IS_WAR,
    PER_KIND,
    PRINTED_MOODS,
    PROMISES,
    REGION_OF_MOOD,
    REGIONS,
    REVOLUTIONS,
    ROUNDS,
    SEATS,
    SECOND,
    TOP,
    UNSTABLE,
    VP_FOR_TOKENS,
    ZONE_COUNT,
    Card,
    Influence,
    Moment,
    Mood,
    Outcome,
    Part,
    Promise,
    Zone,
)
from .state import PHASE_OF, STACK, STATE, Decision, Phase, Stage

MOST_VP = 30_000  # far beyond any game, and far from the end of the numbers
MOST_PROMISES = 10_000  # of one kind by one player
MOST_GIFTS = 2
MOST_TALK, MOST_OFFERS = 4, 8
_THIRD = 3  # rounds between new revolutions and agents
_ELEPHANT, _LION = int(Influence.ELEPHANT), int(Influence.LION)
_PER_SEAT = (
    *("vp", "record", "agents", "reserve", "supply", "tokens", "placed", "revolution", "past_tops", "bought", "used"),
    *("named", "strength", "separated", "fewer", "offered", "gifts", "refused", "share", "took", "collected"),
    "round_took",
)
_BYTES = tuple(name for name in STATE.names or () if STATE[name].base == np.int8)
_WIDE = ("decisions", "winning", "vp", "record")


def check(state: Any) -> None:
    """Check every invariant of a state as the rules leave it between two decisions, or at the end of the game.

    Raises:
        AssertionError: in one line that says what is broken.
    """
    table = plain(state)
    table.filled = frozenset(name for name in _MOSTLY_EMPTY if state[name].any())
    for broken in _broken_ranges(table, state):
        raise AssertionError(broken)
    for broken_things in _CHECKS:
        for broken in broken_things(table):
            raise AssertionError(broken)


# Small readings


def flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for part in value:
            yield from flat(part)
    else:
        yield value


def _has(bits: int, member: int) -> bool:
    return bool(bits >> member & 1)


def _set(bits: int) -> list[int]:
    """Return the members of a set."""
    return [member for member in range(bits.bit_length()) if bits >> member & 1]


def _seat(t: SimpleNamespace, places: int) -> int:
    """Return the seat so many places from the first player."""
    return (t.first_player + places) % t.players


def _place(t: SimpleNamespace, seat: int) -> int:
    """Return how many players act before a seat in a round."""
    return (seat - t.first_player) % t.players


def regions_in_order(t: SimpleNamespace) -> list[int]:
    """Return the regions that lie on the board, in the order in which they are resolved."""
    extra = [int(REGION_OF_MOOD[mood]) for mood in t.mood if mood >= 0 and REGION_OF_MOOD[mood] >= 0]
    return [(t.first_region + i) % UNSTABLE for i in range(UNSTABLE)] + extra


def _lies_open(t: SimpleNamespace, card: int) -> bool:
    """Return whether an action is one of those laid out."""
    return card in (t.basic if card < BASICS else t.advanced)


def _owned(t: SimpleNamespace, seat: int) -> int:
    return sum(t.tokens[seat][Zone.OWNED])


def _to_spend(t: SimpleNamespace, seat: int) -> int:
    return sum(t.tokens[seat][Zone.NEW]) + _owned(t, seat)


def deals_so_far(t: SimpleNamespace) -> int:
    """Return how often revolutions have been dealt."""
    return 1 + (t.round - 1) // _THIRD


def _thirds_left(t: SimpleNamespace) -> int:
    """Return how often new revolutions and agents are still to come."""
    return t.rounds // _THIRD - deals_so_far(t)


# Ranges: every field has one, and what follows may rely on it


@cache
def _ranges(players: int, rounds: int, talk: int, offers: int) -> dict[str, tuple[int, int]]:
    """Return the lowest and the highest value of every field; of an array, of all its entries."""
    seat, seats, kinds = (-1, players - 1), (0, (1 << players) - 1), (0, (1 << KINDS) - 1)
    flag, region = (0, 1), (-1, ALL_REGIONS - 1)
    most_taken = players + HARVEST_BEYOND
    return {
        "decisions": (0, 10**9),
        "players": (players, players),
        "to_act": seat,
        "truncated": (0, 0),
        "reward": (0, len(REWARDS) - 1),
        "winning": (0, 2**31 - 1),
        "vp": (0, MOST_VP),
        "record": (0, MOST_PROMISES),
        "rounds": (min(ROUNDS), max(ROUNDS)),
        "moods": flag,
        "mood_deck": flag,
        "talk": (0, MOST_TALK),
        "offers": (0, MOST_OFFERS),
        "open_scores": flag,
        "round": (1, rounds),
        "stage": (0, len(Stage) - 1),
        "decision": (-1, len(Decision) - 1),
        "first_player": (0, players - 1),
        "first_region": (0, UNSTABLE - 1),
        "at": (0, 2 * players),
        "ended": flag,
        "winners": seats,
        "agents": (0, AGENTS),
        "reserve": (0, AGENTS),
        "supply": (0, AGENTS),
        "stock": (0, PER_KIND),
        "tokens": (0, PER_KIND),
        "placed": (0, int(max(LINE_NEEDS))),
        "revolution": (-1, REVOLUTIONS - 1),
        "drawn_revolutions": flag,
        "past_tops": kinds,
        "mood": (-1, len(MOODS) - 1),
        "drawn_moods": flag,
        "basic": (0, BASICS - 1),
        "advanced": (NO_CARD, CARDS - 1),
        "bought": kinds,
        "used": kinds,
        "embargo": kinds,
        "safe": seats,
        "named": seats,
        "depth": (0, STACK),
        "part": (-1, MOST_PARTS - 1),
        "stack_seat": seat,
        "stack_card": (NO_CARD, CARDS - 1),
        "stack_copy": flag,
        "stack_asked": (0, players - 1),
        "stack_argument": (-1, max(seats[1], ZONE_COUNT * KINDS - 1)),
        "past_seat": seat,
        "past_card": (NO_CARD, CARDS - 1),
        "past_cancelled": flag,
        "past_level": (-1, STACK - 1),
        "moved": flag,
        "move_from": region,
        "closed": seats,
        "regions_done": (0, ALL_REGIONS),
        "region": region,
        "strength": (0, 127),
        "separated": seats,
        "orthodoxy": (0, AREA * players),
        "harvest": seats,
        "fair": flag,
        "nothing": flag,
        "fewer": (0, AREA * players),
        "speaker": (0, players - 1),
        "passes": (0, players),
        "offered": (0, offers),
        "gifts": (0, MOST_GIFTS),
        "promised": (0, talk),
        "refused": seats,
        "asked_seat": seat,
        "proposer": seat,
        "members": seats,
        "share": (0, most_taken),
        "payer": seat,
        "payee": seat,
        "payment": (-1, 2 * KINDS - 1),
        "standing": flag,
        "won": seats,
        "took": (0, most_taken),
        "collected": (0, most_taken),
        "round_won": seats,
        "round_took": (0, most_taken),
        "targeted": seats,
        "isolated": seats,
        "spent": kinds,
        "exchanged": flag,
        "buying": (-1, KINDS),
        "to_pay": (0, VP_FOR_TOKENS),
        "promise": (0, 2),
        "padding": (0, 0),
    }


@cache
def _bounds(*table: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and the highest value of each byte of a state; of places without a player, what they rest at.

    Fields of more than a byte are left open.
    """
    players = table[0]
    low, high = np.zeros(1, STATE), np.zeros(1, STATE)
    for bounds, fill in ((low, -128), (high, 127)):
        bounds.view(np.int8)[:] = fill
    for name, (lowest, highest) in _ranges(*table).items():
        if name in _BYTES:
            low[name], high[name] = lowest, highest
            if name in _PER_SEAT:
                for bounds in (low, high):
                    bounds[name][:, players:] = -1 if name == "revolution" else 0
    return low, high


def _broken_ranges(t: SimpleNamespace, state: Any) -> Iterator[str]:
    if not 3 <= t.players <= SEATS:
        yield f"players is {t.players}, not 3..{SEATS}"
    for name, allowed in (("rounds", ROUNDS), ("talk", range(MOST_TALK + 1)), ("offers", range(MOST_OFFERS + 1))):
        if getattr(t, name) not in allowed:
            yield f"{name} is {getattr(t, name)}"
    table = (t.players, t.rounds, t.talk, t.offers)
    low, high = _bounds(*table)
    values = np.frombuffer(state.tobytes(), np.int8)
    if ((values < low.view(np.int8)) | (values > high.view(np.int8))).any():
        for name in _BYTES:
            if ((state[name] < low[name]) | (state[name] > high[name])).any():
                yield f"{name} is {getattr(t, name)}, allowed is {low[name].min()}..{high[name].max()}"
    for name in _WIDE:
        lowest, highest = _ranges(*table)[name]
        if state[name].min() < lowest or state[name].max() > highest:
            yield f"{name} is {getattr(t, name)}, allowed is {lowest}..{highest}"
    for name in ("vp", "record"):
        if state[name][t.players :].any():
            yield f"{name} is {getattr(t, name)} for {t.players} players"


# What lies on the table


def _broken_agents(t: SimpleNamespace) -> Iterator[str]:
    board = regions_in_order(t)
    for seat in range(t.players):
        out = sum(t.agents[seat])
        if out + t.reserve[seat] + t.supply[seat] != AGENTS:
            yield (
                f"seat {seat}: {out} agents in regions, {t.reserve[seat]} in reserve and {t.supply[seat]} in supply "
                f"are not {AGENTS}"
            )
        for region in range(ALL_REGIONS):
            if t.agents[seat][region] and region not in board:
                yield f"seat {seat} has agents in {REGIONS[region]}, which is not on the board"
        if t.supply[seat] < _agents_to_come(t, seat):
            yield f"seat {seat}: {t.supply[seat]} agents in supply, but {_agents_to_come(t, seat)} are still to come"
        placed = _place(t, seat) < t.at + (t.stage == Stage.MOVES)
        kept = t.stage == Stage.AGENTS or (t.stage in (Stage.RESERVES, Stage.MOVES) and not placed)
        if t.reserve[seat] and not kept:
            yield f"seat {seat} has {t.reserve[seat]} agents in reserve at stage {t.stage}, turn {t.at}"


def adding_order(t: SimpleNamespace) -> list[int]:
    """Return the seats in the order in which they add agents at the set-up, or after every three rounds (R8, R9)."""
    last_first = [_seat(t, -1 - i) for i in range(t.players)]
    if t.stage == Stage.AGENTS:
        return last_first
    return {3: [_seat(t, i) for i in range(t.players)] + last_first, 4: last_first, 5: []}[t.players]


def _adding(t: SimpleNamespace) -> list[int]:
    """Return the seats that have yet to add an agent at this stage, the one that is asked first."""
    return adding_order(t)[max(t.at - 1, 0) :] if t.stage in (Stage.SETUP, Stage.AGENTS) else []


def _agents_to_come(t: SimpleNamespace, seat: int) -> int:
    """Return how many agents of a seat the rules will still bring into play."""
    return _adding(t).count(seat) + _thirds_left(t)


def _broken_tokens(t: SimpleNamespace) -> Iterator[str]:
    for kind, name in enumerate(INFLUENCES):
        held = sum(zone[kind] for seat in t.tokens for zone in seat)
        placed = 0
        for pair in range(t.players):
            for line, lines in enumerate((TOP, SECOND)):
                if lines[t.revolution[pair]] == kind:
                    placed += sum(sum(side[line]) for side in t.placed[pair])
        if t.stock[kind] + held + placed != PER_KIND:
            yield f"{t.stock[kind]} {name} tokens in stock, {held} held and {placed} on revolutions are not {PER_KIND}"
    for seat in range(t.players):
        new, owned, airdrop = (sum(zone) for zone in t.tokens[seat])
        if owned > AREA or airdrop > AREA:
            yield f"seat {seat}: {owned} tokens in Owned and {airdrop} in Airdrop, not at most {AREA} each"
        stored = t.stage > Stage.ENDING or (t.stage == Stage.ENDING and _place(t, seat) < t.at)
        storing = t.stage == Stage.ENDING and _place(t, seat) == t.at
        if airdrop and t.stage in (Stage.REVOLUTIONS, Stage.BUYING, Stage.ENDING) and not (stored or storing):
            yield f"seat {seat} has {airdrop} tokens in Airdrop at stage {t.stage}"
        if new and stored:
            yield f"seat {seat} has {new} tokens in New after storing"


def _broken_revolutions(t: SimpleNamespace) -> Iterator[str]:
    cards = t.revolution[: t.players]
    if min(cards) < 0:
        yield f"revolution is {cards}, a card is missing"
        return
    tops = [int(TOP[card]) for card in cards]
    if len(set(tops)) < len(tops):
        yield f"two revolutions have the same top line: {tops}"
    for pair, top in enumerate(tops):
        if not _has(t.past_tops[pair], top) or not t.drawn_revolutions[cards[pair]]:
            yield f"revolution {pair} is {cards[pair]}, which is not among those dealt"
        if t.past_tops[pair].bit_count() > deals_so_far(t):
            yield f"past_tops has {t.past_tops[pair]:05b} for pair {pair} in round {t.round}"
        for line, needs in enumerate(LINE_NEEDS):
            if sum(sum(side[line]) for side in t.placed[pair]) > needs:
                yield f"revolution {pair} has {t.placed[pair]} tokens, more than it takes"
        for side in range(2):
            acted = t.stage == Stage.REVOLUTIONS and _place(t, (pair + side) % t.players) <= t.at
            if "placed" in t.filled and any(flat(t.placed[pair][side])) and not acted:
                yield f"revolution {pair} has tokens of a seat before its turn, or at stage {t.stage}"
    for kind in range(KINDS):
        pairs = sum(_has(past, kind) for past in t.past_tops)
        dealt = sum(t.drawn_revolutions[card] for card in range(REVOLUTIONS) if TOP[card] == kind)
        if pairs != dealt or pairs > deals_so_far(t):
            yield f"{dealt} revolutions for {INFLUENCES[kind]}s were dealt, {pairs} pairs had one, in round {t.round}"


def _broken_moods(t: SimpleNamespace) -> Iterator[str]:
    growing = t.moods == 1
    lie = [mood for mood in t.mood if mood >= 0]
    deck = PRINTED_MOODS if t.mood_deck else len(MOODS)
    drawn = sum(t.drawn_moods)
    if len(set(lie)) < len(lie) or not all(t.drawn_moods[mood] for mood in lie):
        yield f"moods are {t.mood}, one of them twice or not drawn"
    if any(t.drawn_moods[deck:]):
        yield f"moods {t.drawn_moods} were drawn, which the deck does not hold"
    if drawn > (deals_so_far(t) if growing else t.round + 1):
        yield f"{drawn} moods were drawn by round {t.round}"
    if growing and any(mood >= 0 for mood in t.mood[deals_so_far(t) :]):
        yield f"moods are {t.mood} in round {t.round}, where moods grow"


def _broken_actions(t: SimpleNamespace) -> Iterator[str]:
    for kind in range(KINDS):
        if t.basic[kind] // BASIC_PER_KIND != kind:
            yield f"basic action {t.basic[kind]} lies at {INFLUENCES[kind]}"
        card = t.advanced[kind]
        if card != NO_CARD and (card < BASICS or KIND_OF[card] != kind):
            yield f"advanced action {card} lies at {INFLUENCES[kind]}"
    there = sum(1 << kind for kind in range(KINDS) if t.advanced[kind] != NO_CARD)
    for seat in range(t.players):
        if t.bought[seat] & ~there or t.used[seat] & ~t.bought[seat]:
            yield f"seat {seat} has bought {t.bought[seat]:05b} and used {t.used[seat]:05b} of {there:05b}"
        if _has(t.named[seat], seat):
            yield f"seat {seat} has played an action against itself"
    if t.embargo & ~there:
        yield f"embargo is {t.embargo:05b} of {there:05b}"
    for name, card in (("embargo", Card.EMBARGO), ("safe", Card.SAFE), ("closed", Card.BORDERS)):
        if name in t.filled and not _lies_open(t, card):
            yield f"{name} is {getattr(t, name)}, but no action brings that about"
    between = t.stage in (Stage.SETUP, Stage.AGENTS)
    if between and t.filled & {"used", "embargo", "safe", "named"}:
        yield f"used is {t.used}, embargo {t.embargo}, safe {t.safe}, named {t.named} before the round begins"
    for back, (seat, card) in enumerate(zip(t.past_seat, t.past_card, strict=True)):
        before = back == 0 or t.past_seat[back - 1] >= 0
        if (seat >= 0) != (card >= 0) or (seat >= 0 and not before) or (seat < 0 and t.past_cancelled[back]):
            yield f"past action {back} is {card} of seat {seat}"
        if card >= 0 and not _lies_open(t, card):
            yield f"past action {back} is {card}, which is not laid out"
        level = t.past_level[back]
        if level >= 0:
            played = (t.stack_seat[level], t.stack_card[level])
            declared = level < t.depth - 1 or (level == t.depth - 1 and t.part < 0)
            if not declared or played != (seat, card) or t.past_cancelled[back] or t.past_level.count(level) > 1:
                yield f"past action {back} lies at place {level} of the stack, where {t.depth} actions lie"


# What is asked, of whom


STAGES: dict[Decision, tuple[Stage, ...]] = {
    Decision.SETUP_AGENT: (Stage.SETUP, Stage.AGENTS),
    Decision.RESERVE_AGENT: (Stage.RESERVES,),
    Decision.MOVE: (Stage.MOVES,),
    Decision.MOVE_TO: (Stage.MOVES,),
    Decision.SPEAK: (Stage.SPEAK,),
    Decision.GIFT: (Stage.SPEAK,),
    Decision.SHARE: (Stage.SHARES,),
    Decision.PAYER: (Stage.ANSWERS,),
    Decision.PAYEE: (Stage.ANSWERS,),
    Decision.PAYMENT: (Stage.ANSWERS,),
    Decision.ANSWER: (Stage.ANSWERS,),
    Decision.LAST_ACTIONS: (Stage.CIRCLE,),
    Decision.REQUISITION: (Stage.REQUISITION,),
    Decision.COLLECT: (Stage.REWARDS,),
    Decision.STRIKE: (Stage.REWARDS,),
    Decision.SPY: (Stage.SPIES,),
    Decision.REVOLT: (Stage.REVOLUTIONS,),
    Decision.BUY: (Stage.BUYING,),
    Decision.PAY: (Stage.BUYING,),
    Decision.STORE: (Stage.ENDING,),
}
"""The stage of every decision that is not about an action on the stack."""
MOMENTS: dict[Stage, tuple[Moment, ...]] = {
    Stage.MOVES: (Moment.MOVES, Moment.ANY),
    Stage.SPEAK: (Moment.REGION, Moment.ANY),
    Stage.CIRCLE: (Moment.REGION, Moment.STANDING, Moment.ANY),
    Stage.REQUISITION: (Moment.TAKEN,),
    Stage.SPIES: (Moment.SPIES, Moment.ANY),
    Stage.REVOLUTIONS: (Moment.ANY,),
    Stage.BUYING: (Moment.ANY,),
}
"""The stages in which actions are played, and which."""
_IN_ORDER = (Stage.RESERVES, Stage.MOVES, Stage.REQUISITION, Stage.SPIES, Stage.REVOLUTIONS, Stage.BUYING, Stage.ENDING)
_ON_STACK = (Decision.PART, Decision.REACT, Decision.RANSOM)


def circle(t: SimpleNamespace) -> list[int]:
    """Return the seats in the order of the last actions: those outside the alliance, then its members."""
    order = [_seat(t, i) for i in range(t.players)]
    return [seat for seat in order if not _has(t.members, seat)] + [seat for seat in order if _has(t.members, seat)]


def turn_seat(t: SimpleNamespace) -> int:
    """Return whose turn it is, actions on the stack apart; -1 for nobody's."""
    if t.stage in (Stage.SETUP, Stage.AGENTS):
        adding = _adding(t) if t.at else []
        return adding[0] if adding else -1
    if t.stage in _IN_ORDER:
        return _seat(t, t.at) if t.at < t.players else -1
    if t.stage == Stage.SPEAK:
        return (t.speaker - (t.depth > 0)) % t.players
    if t.stage == Stage.REWARDS:
        return _seat(t, t.at - 1) if 0 < t.at <= t.players else -1
    if t.stage in (Stage.SHARES, Stage.ANSWERS) and t.proposer >= 0:
        return (t.proposer + (t.at if t.decision == Decision.ANSWER else 0)) % t.players
    if t.stage == Stage.CIRCLE and t.at < t.players:
        return circle(t)[t.at - 1]
    return -1


def _broken_turn(t: SimpleNamespace) -> Iterator[str]:
    if (t.to_act < 0) != (t.ended == 1) or (t.decision < 0) != (t.ended == 1):
        yield f"to_act is {t.to_act} and decision {t.decision} where ended is {t.ended}"
    asked = f"where decision is {t.decision} at stage {t.stage}"
    if t.ended:
        if t.depth or t.at != t.players:
            yield f"depth is {t.depth} and at {t.at} {asked}"
    else:
        yield from _broken_question(t, asked)
    yield from _broken_marks(t, asked)
    yield from _broken_moves(t, asked)
    yield from _broken_buying(t, asked)


def _broken_question(t: SimpleNamespace, asked: str) -> Iterator[str]:
    """Whether the decision belongs to the stage, and the seat to the turn."""
    on_stack = t.decision in _ON_STACK
    if t.stage not in (MOMENTS if on_stack else STAGES[Decision(t.decision)]):
        yield f"stage is {t.stage} {asked}"
        return
    if on_stack != (t.depth > 0):
        yield f"depth is {t.depth} {asked}"
        return
    seat = t.stack_seat[0] if on_stack else t.to_act
    if turn_seat(t) != seat or (t.stage == Stage.ANSWERS and (t.at > 0) != (t.decision == Decision.ANSWER)):
        yield f"it is the turn of seat {turn_seat(t)}, not {seat}, at turn {t.at} {asked}"
    if t.stage == Stage.SETUP and t.round != 1:
        yield f"round is {t.round} {asked}"
    if t.stage == Stage.AGENTS and (t.round == 1 or t.round % _THIRD != 1):
        yield f"round is {t.round} {asked}"


def _broken_marks(t: SimpleNamespace, asked: str) -> Iterator[str]:
    """What only some decisions set."""
    about = t.asked_seat
    if t.decision == Decision.SHARE:
        fits = 0 < t.at <= t.players and about == (t.proposer + t.at - 1) % t.players and _has(t.members, about)
    elif t.decision == Decision.GIFT:
        fits = about not in (-1, t.to_act)
    elif t.decision == Decision.PART and PARTS[t.stack_card[t.depth - 1]][t.part] == Part.EACH_TOKEN:
        fits = about == (t.to_act + 1 + t.part) % t.players
    else:
        fits = about == -1
    if not fits:
        yield f"asked_seat is {about} {asked}"
    if t.promised and not (Stage.SPEAK <= t.stage <= Stage.REWARDS or t.stage == Stage.REVOLUTIONS):
        yield f"promised is {t.promised} {asked}"
    if t.decision == Decision.GIFT and (t.gifts[t.to_act] >= MOST_GIFTS or _to_spend(t, t.to_act) == 0):
        yield f"seat {t.to_act} gives a token of {_to_spend(t, t.to_act)}, having given {t.gifts[t.to_act]}"
    if t.decision == Decision.STORE:
        new, owned, airdrop = (sum(zone) for zone in t.tokens[t.to_act])
        if new == 0 or owned + airdrop >= 2 * AREA:
            yield f"seat {t.to_act} stores one of {new} tokens where {owned} and {airdrop} are stored"


def _broken_moves(t: SimpleNamespace, asked: str) -> Iterator[str]:
    if t.moved and t.stage != Stage.MOVES:
        yield f"moved is {t.moved} {asked}"
    if any(t.closed) and t.stage not in (Stage.RESERVES, Stage.MOVES):
        yield f"closed is {t.closed} {asked}"
    if any(t.closed[region] for region in range(ALL_REGIONS) if region not in regions_in_order(t)):
        yield f"closed is {t.closed}, also for a region that is not on the board"
    if (t.move_from >= 0) != (t.decision == Decision.MOVE_TO):
        yield f"move_from is {t.move_from} {asked}"
    if t.decision == Decision.RESERVE_AGENT and t.reserve[t.to_act] == 0:
        yield f"seat {t.to_act} places an agent of an empty reserve"
    if t.decision == Decision.MOVE_TO:
        others = ~(1 << t.to_act)
        open_to = [r for r in regions_in_order(t) if r != t.move_from and t.closed[r] & others == 0]
        if t.moved or t.agents[t.to_act][t.move_from] == 0 or not open_to:
            yield f"seat {t.to_act} moves an agent from {REGIONS[t.move_from]}, moved is {t.moved}, open are {open_to}"


def _broken_buying(t: SimpleNamespace, asked: str) -> Iterator[str]:
    if t.stage != Stage.BUYING and (t.spent or t.exchanged):
        yield f"spent is {t.spent}, exchanged {t.exchanged} {asked}"
    if t.exchanged and not t.spent:
        yield "exchanged is 1, but nothing is spent"
    if t.decision != Decision.PAY:
        if (t.buying, t.to_pay) != (-1, 0):
            yield f"buying is {t.buying}, to_pay {t.to_pay} {asked}"
        return
    price = VP_FOR_TOKENS
    if t.buying < KINDS:
        card = t.advanced[t.buying] if t.buying >= 0 else NO_CARD
        price = int(COST[card]) if card != NO_CARD and not _has(t.bought[t.to_act], t.buying) else 0
    if not 1 <= t.to_pay <= min(price, _to_spend(t, t.to_act)) or (t.to_pay < price and not t.spent):
        yield f"seat {t.to_act} pays {t.to_pay} of {price} for {t.buying} with {_to_spend(t, t.to_act)} tokens"


# Actions being played


def _broken_stack(t: SimpleNamespace) -> Iterator[str]:
    for level in range(t.depth, STACK):
        row = (t.stack_seat[level], t.stack_card[level], t.stack_copy[level], t.stack_asked[level])
        if row != (-1, NO_CARD, 0, 0) or any(value != -1 for value in t.stack_argument[level]):
            yield f"place {level} of the stack has {row}, but it holds {t.depth} actions"
    if t.depth == 0:
        if t.part != -1:
            yield f"part is {t.part}, but no action is being played"
        return
    paid: Counter[int] = Counter()
    for level in range(t.depth):
        seat, card, copied = t.stack_seat[level], t.stack_card[level], t.stack_copy[level]
        if seat < 0 or card < 0 or not _lies_open(t, card):
            yield f"action {card} of seat {seat} is being played, which is not laid out"
            return
        paid[_ELEPHANT if copied else int(KIND_OF[card])] += 1
        yield from _broken_play(t, level, seat, card, copied)
    if any(t.stock[kind] < number for kind, number in paid.items()):
        yield f"actions were paid with {dict(paid)}, in stock are {t.stock}"
    yield from _broken_answers(t)
    yield from _broken_arguments(t)


def _broken_play(t: SimpleNamespace, level: int, seat: int, card: int, copied: int) -> Iterator[str]:
    """Whether an action of the stack may be played there by that seat."""
    play = f"seat {seat} plays action {card} at place {level} of the stack"
    moments = (Moment.ANSWER, Moment.ANY) if level else MOMENTS[Stage(t.stage)]
    if MOMENT[card] not in moments or (level and KIND_OF[card] != _ELEPHANT):
        yield f"{play} at stage {t.stage}"
    if level and card == Card.WAR_IS_PEACE and t.stack_card[level - 1] >= BASICS:
        yield f"{play}, in answer to {t.stack_card[level - 1]}"
    if copied:
        owners = [s for s in range(t.players) if s != seat and _has(t.bought[s], int(KIND_OF[card]))]
        confesses = t.advanced[_ELEPHANT] == Card.CONFESSION and _has(t.used[seat], _ELEPHANT)
        if card < BASICS or KIND_OF[card] == _ELEPHANT or not owners or not confesses:
            yield f"{play} by Confession; bought is {t.bought}, used {t.used}"
    elif card >= BASICS and not _has(t.used[seat], int(KIND_OF[card])):
        yield f"{play}, but used is {t.used}"
    if not _has_effect(t, seat, card):
        yield f"{play} to no effect"


def _has_effect(t: SimpleNamespace, seat: int, card: int) -> bool:
    """Return whether an action that names nothing, or whose effect does not hang on that only, can have one."""
    if card in (Card.ORTHODOXY, Card.PEACEFUL, Card.FAIR_SHARES):
        gives = t.region < UNSTABLE and not t.nothing and _limit(t) > 0
        return gives and not (card == Card.FAIR_SHARES and t.fair)
    if card == Card.HARVEST:
        raised = min(t.stock[t.region % KINDS], t.players + HARVEST_BEYOND) - 2 * t.orthodoxy
        more = raised > _limit(t) or (_limit(t) > 0 and t.agents[seat][t.region] > 0)
        return t.region < UNSTABLE and not t.nothing and not _has(t.harvest, seat) and more
    if card == Card.NOTHING:
        return t.region <= COLLECTIVISM and not t.nothing
    if card in (Card.PEACE, Card.PACIFIST):
        return t.agents[seat][t.region] > 0
    if card == Card.SAFE:
        return t.at < t.players - 1 and not _has(t.safe, seat)
    if card == Card.BORDERS:
        return t.at < t.players - 1
    return True


def _broken_answers(t: SimpleNamespace) -> Iterator[str]:
    """Who has been asked for answers, and who is asked now."""
    top = t.depth - 1
    for level in range(t.depth):
        asked = t.stack_asked[level]
        if level < top:
            fits = asked > 0 and t.stack_seat[level + 1] == (t.stack_seat[level] + asked) % t.players
        elif t.decision == Decision.PART:
            fits = asked == 0 and t.to_act == t.stack_seat[top]
        elif t.decision == Decision.REACT:
            fits = asked > 0 and t.to_act == (t.stack_seat[top] + asked) % t.players
        else:
            fits = asked == t.players - 1 and top > 0 and t.to_act == t.stack_seat[top - 1]
            fits = fits and t.stack_card[top] == Card.LOVE
        if not fits:
            yield f"seat {t.to_act} is asked, stack_asked is {t.stack_asked} for {t.stack_seat}, decision {t.decision}"


def _broken_arguments(t: SimpleNamespace) -> Iterator[str]:
    top = t.depth - 1
    if (t.part >= 0) != (t.decision == Decision.PART):
        yield f"part is {t.part} where decision is {t.decision}"
    for level in range(t.depth):
        seat, card, given = t.stack_seat[level], t.stack_card[level], t.stack_argument[level]
        parts = [int(part) for part in PARTS[card] if part != NO_PART]
        said = f"action {card} of seat {seat} names {given}"
        if any(value != -1 for value in given[len(parts) :]):
            yield said
        if level < top or t.part < 0:
            if not all(_was_named(t, seat, card, place, given) for place in range(len(parts))):
                yield said
            continue
        if t.part >= len(parts):
            yield f"{said}, asked is part {t.part}"
            return
        for place in range(t.part):
            choices = _choices(t, seat, card, given[:place])
            if given[place] not in (choices or [-1]) or (not choices and not _may_lack(card, parts[place])):
                yield said
        yield from _broken_part(t, seat, card, parts[t.part], given, said)


def _broken_part(t: SimpleNamespace, seat: int, card: int, part: int, given: list[int], said: str) -> Iterator[str]:
    """Whether the part that is asked can be named."""
    if part == Part.MEMBERS:
        weak = sum(1 << s for s in _set(t.members) if t.strength[s] == 0)
        named = max(given[t.part], 0)
        if given[t.part] == 0 or named & ~t.members or named & weak or not t.members & ~weak & ~named:
            yield f"{said} of {t.members}, strength is {t.strength}"
    elif any(value != -1 for value in given[t.part :]):
        yield f"{said}, asked is part {t.part}"
    elif len(_choices(t, seat, card, given[: t.part])) < (2 if part == Part.NUMBER else 1):
        yield f"{said}, and has nothing to choose from for part {t.part}"


def _may_lack(card: int, part: int) -> bool:
    """Return whether a part is not asked where nothing can be named."""
    second = card == Card.RESETTLEMENT and part in (Part.SECOND_FROM, Part.SECOND_TO)
    return second or part in (Part.EACH_TOKEN, Part.OTHER_TOKEN, Part.OTHER_KIND)


def _choices(t: SimpleNamespace, seat: int, card: int, named: list[int]) -> list[int]:
    """Return what may be named as the next part of an action, so that the parts after it can be named too."""
    return [value for value in _next_values(t, seat, card, named) if _completes(t, seat, card, [*named, value])]


def _completes(t: SimpleNamespace, seat: int, card: int, named: list[int]) -> bool:
    """Return whether the parts after those `named` can be named, one after the other."""
    if len(named) == MOST_PARTS or PARTS[card][len(named)] == NO_PART:
        return True
    values = _next_values(t, seat, card, named)
    if not values and _may_lack(card, PARTS[card][len(named)]):
        return _completes(t, seat, card, [*named, -1])
    return any(_completes(t, seat, card, [*named, value]) for value in values)


def _next_values(t: SimpleNamespace, seat: int, card: int, named: list[int]) -> list[int]:
    """Return what the next part of an action can be by itself."""
    part = Part(PARTS[card][len(named)])
    if part in (Part.SEAT, Part.OTHER):
        return [other for other in range(t.players) if _can_be_target(t, seat, card, named, other)]
    if part in (Part.TOKEN, Part.OTHER_TOKEN, Part.EACH_TOKEN):
        return _tokens_to_name(t, seat, card, named)
    if part in (Part.KIND, Part.OTHER_KIND):
        return [kind for kind in range(KINDS) if _can_be_kind(t, card, named, kind)]
    if part == Part.ACTION:
        return [kind for kind in range(KINDS) if t.advanced[kind] != NO_CARD and not _has(t.embargo, kind)]
    if part == Part.NUMBER:
        return [number for number in (1, 2) if number <= t.agents[named[0]][named[1]]]
    return [region for region in regions_in_order(t) if _can_be_region(t, seat, card, named, region)]


def _can_be_target(t: SimpleNamespace, seat: int, card: int, named: list[int], other: int) -> bool:
    if card == Card.TRUTH:
        return not _has(t.safe, other)
    if card == Card.SLAVERY:
        return t.strength[other] >= 2
    if other == seat:
        return False
    if card == Card.PEACEFUL:
        return t.agents[other][t.region] > 0
    if card == Card.REQUISITION:
        return t.took[other] > 0
    if card in (Card.CHANGE, Card.ARCHIVES):
        return not _has(t.safe, other)
    if card == Card.NO_BORDERS:
        apart = not named or (other != named[0] and not _has(t.separated[named[0]], other))
        return t.agents[other][t.region] > 0 and apart
    return True


def _tokens_to_name(t: SimpleNamespace, seat: int, card: int, named: list[int]) -> list[int]:
    """Return the tokens (area * 5 + kind) that can be named."""
    owner = named[0] if card != Card.TERRORISM else (seat + 1 + len(named)) % t.players
    if card == Card.TERRORISM and (len(named) >= t.players - 1 or _has(t.safe, owner)):
        return []
    tokens = list(flat(t.tokens[owner]))
    if card == Card.CHANGE and len(named) > 1:  # the second token of one player
        tokens[named[1]] -= 1
    return [code for code, number in enumerate(tokens) if number > 0]


def _can_be_kind(t: SimpleNamespace, card: int, named: list[int], kind: int) -> bool:
    if card == Card.PLENTY:
        return t.stock[kind] > 0
    if card == Card.ARCHIVES:
        return t.tokens[named[0]][Zone.NEW][kind] > 0
    if len(named) == 2:
        return t.stock[kind] > 0 and kind != named[1] % KINDS
    if named[3] < 0:
        return False
    return kind != named[3] % KINDS and t.stock[kind] + (kind == named[1] % KINDS) - (kind == named[2]) > 0


def _can_be_region(t: SimpleNamespace, seat: int, card: int, named: list[int], region: int) -> bool:
    part = PARTS[card][len(named)]
    if part == Part.REGION:
        return not _has(t.closed[region], seat)
    if part in (Part.TO, Part.SECOND_TO):
        return region != named[-1] and named[-1] >= 0
    agents = t.agents[named[0] if card in (Card.FRIENDSHIP, Card.CADRES) else seat][region]
    if part == Part.FROM:
        return agents > 0
    if card == Card.EXCHANGE:
        return region != named[0] and t.agents[named[1]][region] > 0
    return agents - (region == named[0]) > 0


def _was_named(t: SimpleNamespace, seat: int, card: int, place: int, given: list[int]) -> bool:
    """Return whether part `place` of an action that is declared can be what it is.

    Answers may have been paid since with tokens that it names, and may have blocked what it would block.
    """
    part, value = PARTS[card][place], given[place]
    if part == Part.MEMBERS:
        return value > 0 and value & ~t.members == 0
    if part == Part.ACTION:
        return 0 <= value < KINDS and t.advanced[value] != NO_CARD
    if part == Part.EACH_TOKEN:
        owner = (seat + 1 + place) % t.players
        return value == -1 or (value < ZONE_COUNT * KINDS and place < t.players - 1 and not _has(t.safe, owner))
    if card == Card.CHANGE and part == Part.OTHER_TOKEN:
        return -1 <= value < ZONE_COUNT * KINDS
    if card == Card.CHANGE and part == Part.OTHER_KIND and given[place - 1] < 0:
        return value == -1
    if card == Card.RESETTLEMENT and part == Part.SECOND_FROM and sum(t.agents[seat]) < 2:
        return value == -1
    if part == Part.SECOND_TO and given[place - 1] < 0:
        return value == -1
    if part == Part.TOKEN:
        return 0 <= value < ZONE_COUNT * KINDS
    if card == Card.CHANGE and part in (Part.KIND, Part.OTHER_KIND):
        return 0 <= value < KINDS and value != given[place - 1] % KINDS
    return value in _next_values(t, seat, card, given[:place])


# The region being resolved


def _permitted(t: SimpleNamespace, alliance: Iterable[int]) -> bool:
    """Return whether these players can be in one alliance: all with agents, no two separated."""
    members = tuple(alliance)
    apart = any(_has(t.separated[one], other) for one, other in combinations(members, 2))
    return all(t.agents[seat][t.region] > 0 for seat in members) and not apart


def count_winning(t: SimpleNamespace) -> int:
    """Return which alliances would win the region being resolved, as `winning` has them (R13)."""
    everybody = range(t.players)
    alliances = {
        sum(1 << seat for seat in members): sum(t.strength[seat] for seat in members)
        for size in range(1, t.players)
        for members in combinations(everybody, size)
        if _permitted(t, members)
    }
    winning = 0
    for alliance, strength in alliances.items():
        if all(strength > other for rival, other in alliances.items() if rival & alliance == 0) and strength > 0:
            winning |= 1 << alliance
    return winning


def _most_strength(t: SimpleNamespace, seat: int) -> int:
    """Return the highest strength that a seat can have reached in the region being resolved.

    No token comes to Owned before the end of a round, so those missing are all that can have been spent on "Peace".
    """
    agents = t.agents[seat][t.region]
    if agents == 0:
        return 0
    times = _has(t.used[seat], _LION) + (_has(t.used[seat], _ELEPHANT) and t.advanced[_ELEPHANT] == Card.CONFESSION)
    times -= min(times, _pending(t, t.advanced[_LION], seat))
    peace = AREA - _owned(t, seat) - _pending(t, Card.PEACE, seat) if _lies_open(t, Card.PEACE) else 0
    if t.advanced[_LION] == Card.SHARE_LOVE:
        return (agents + peace) << times
    return agents + peace + 2 * times * (t.advanced[_LION] == Card.PACIFIST)


def _pending(t: SimpleNamespace, card: int, *seats: int) -> int:
    """Return how many such actions of these seats are on the stack, with no effect yet."""
    return sum(t.stack_card[level] == card and t.stack_seat[level] in seats for level in range(t.depth))


def _least_strength(t: SimpleNamespace, seat: int) -> int:
    agents = t.agents[seat][t.region]
    if _lies_open(t, Card.TOO_MUCH_PEACE):
        return 0
    return min(agents, 1) if _lies_open(t, Card.SLAVERY) else agents


_OF_REGION = (
    *("winning", "strength", "separated", "orthodoxy", "harvest", "fair", "nothing", "fewer", "speaker", "passes"),
    *("offered", "gifts", "refused", "won", "took", "collected", "members", "share", "standing"),
)
_BROUGHT_BY: dict[str, Card] = {
    "separated": Card.NO_BORDERS,
    "orthodoxy": Card.ORTHODOXY,
    "harvest": Card.HARVEST,
    "fair": Card.FAIR_SHARES,
    "nothing": Card.NOTHING,
    "fewer": Card.PEACEFUL,
}
"""The action that brings about each thing that holds in a region."""


def won_alone(t: SimpleNamespace) -> int:
    """Return who has scored "Splendid isolation" this round: the mood, and a region won alone."""
    alone = 0
    if Mood.ISOLATION in t.mood:
        for won in t.round_won:
            alone |= won if won.bit_count() == 1 else 0
    return alone


def _broken_region(t: SimpleNamespace) -> Iterator[str]:
    order = regions_in_order(t)
    phase = PHASE_OF[t.stage]
    done = t.regions_done
    expected = {Phase.SETUP: 0, Phase.MOVES: 0}.get(phase, len(order))
    if phase == Phase.ALLIANCES:
        if not done < len(order) or t.region != order[done]:
            yield f"{done} regions are done and {t.region} is being resolved, the order is {order}"
            return
    elif done != expected or t.region != -1:
        yield f"{done} regions are done and {t.region} is being resolved at stage {t.stage}, the order is {order}"
        return
    for region in range(ALL_REGIONS):
        took = [row[region] for row in t.round_took]
        if region not in order[:done] and (t.round_won[region] or any(took)):
            yield f"{REGIONS[region]} is not resolved, but has winners {t.round_won[region]}, tokens {took}"
        elif t.round_won[region].bit_count() >= t.players or sum(took) > t.players + HARVEST_BEYOND:
            yield f"{REGIONS[region]} has winners {t.round_won[region]:b}, tokens {took}"
    if t.isolated != won_alone(t):
        yield f"isolated is {t.isolated}, regions were won by {t.round_won}"
    resolved = PEACE_IS_WAR in order[:done] or (t.region == PEACE_IS_WAR and t.won)
    winners = t.won if t.region == PEACE_IS_WAR else t.round_won[PEACE_IS_WAR]
    if t.targeted and (not resolved or t.targeted.bit_count() > winners.bit_count()):
        yield f"targeted is {t.targeted}, but 'Peace is war' was won by {winners}"
    if t.region < 0:
        for name in _OF_REGION:
            if name in t.filled:
                yield f"{name} is {getattr(t, name)}, but no region is being resolved"
        return
    yield from _broken_strength(t)


def _broken_strength(t: SimpleNamespace) -> Iterator[str]:
    for seat in range(t.players):
        low, high = _least_strength(t, seat), _most_strength(t, seat)
        if not low <= t.strength[seat] <= high:
            yield f"seat {seat} has strength {t.strength[seat]}, not {low}..{high}"
        apart = t.separated[seat]
        if _has(apart, seat) or not all(_has(t.separated[other], seat) for other in _set(apart)):
            yield f"separated is {t.separated}"
        if _has(t.refused[seat], seat):
            yield f"seat {seat} has refused {t.refused[seat]:b}"
    for name, card in _BROUGHT_BY.items():
        if name in t.filled and not _lies_open(t, card):
            yield f"{name} is {getattr(t, name)}, but no action brings that about"
    seats = range(t.players)
    spent = sum(AREA - _owned(t, seat) for seat in seats)
    spent -= _pending(t, Card.ORTHODOXY, *seats) + _pending(t, Card.PEACEFUL, *seats)
    if t.orthodoxy + sum(t.fewer) > spent:
        yield f"orthodoxy is {t.orthodoxy} and fewer {t.fewer}, {spent} tokens can have been spent on it"
    if t.winning != count_winning(t):
        yield f"winning is {t.winning:b}, counted are {count_winning(t):b}"


def _limit(t: SimpleNamespace) -> int:
    """Return how many tokens the region being resolved gives at most (R14)."""
    if t.region >= UNSTABLE:
        return 0
    beyond = HARVEST_BEYOND if t.harvest else MOST_BEYOND
    return max(0, min(t.stock[t.region], t.players + beyond) - 2 * t.orthodoxy)


def most_taken(t: SimpleNamespace, members: int) -> int:
    """Return how many tokens an alliance may take from the region being resolved (R14)."""
    return min(_limit(t), sum(t.agents[seat][t.region] + 2 * _has(t.harvest, seat) for seat in _set(members)))


def _broken_deal(t: SimpleNamespace) -> Iterator[str]:
    lies = t.stage in (Stage.SHARES, Stage.ANSWERS, Stage.CIRCLE)
    deal = (t.proposer, t.members, t.share, t.payer, t.payee, t.payment, t.standing)
    asked = f"where decision is {t.decision} at stage {t.stage}"
    if not lies:
        if deal != (-1, 0, [0] * SEATS, -1, -1, [-1, -1], 0):
            yield f"a deal is on the table, {deal}, {asked}"
        yield from _broken_words(t, asked)
        return
    members = _set(t.members)
    if t.proposer not in members or len(members) >= t.players:
        yield f"seat {t.proposer} has proposed an alliance of {members}"
        return
    if any(t.agents[seat][t.region] == 0 for seat in members):
        yield f"the alliance of {members} has a member without agents"
    if t.standing != (t.stage == Stage.CIRCLE):
        yield f"standing is {t.standing} {asked}"
    if not t.standing and (len(members) == 1 or not _has(t.winning, t.members)):
        yield f"an alliance of {members} is proposed, which would not win"
    if len(members) > 1 and t.offered[t.proposer] == 0:
        yield f"seat {t.proposer} has proposed an alliance, but made no offer"
    if t.speaker != (t.proposer + 1) % t.players:
        yield f"speaker is {t.speaker}, but seat {t.proposer} has proposed"
    if t.decision == Decision.ANSWER and not (t.at < t.players and t.to_act in members):
        yield f"seat {t.to_act} answers, the members are {members}"
    circling = t.decision == Decision.LAST_ACTIONS
    if (t.passes > 0) != circling:
        yield f"passes is {t.passes} {asked}"
    yield from _broken_shares(t, members)
    yield from _broken_payment(t, members)


def _broken_words(t: SimpleNamespace, asked: str) -> Iterator[str]:
    """Turns to speak where no deal is on the table."""
    speaking = t.stage == Stage.SPEAK and not t.depth
    if t.passes >= (t.players if speaking else 1):
        yield f"passes is {t.passes} {asked}"
    if t.stage == Stage.SPEAK and t.at > t.players:
        yield f"at is {t.at} {asked}"


def _broken_shares(t: SimpleNamespace, members: list[int]) -> Iterator[str]:
    most, total = most_taken(t, t.members), sum(t.share)
    freely = t.region < UNSTABLE and not t.nothing and not t.fair
    if any(t.share[seat] for seat in range(t.players) if seat not in members):
        yield f"share is {t.share}, the members are {members}"
    if total > t.players + HARVEST_BEYOND:
        yield f"share is {t.share}, more than any region gives"
    if t.stage == Stage.CIRCLE and (t.depth or (freely and len(members) > 1)):
        return  # since the deal was proposed, actions may have changed what the region gives
    if not freely or len(members) == 1:
        each = 0 if t.nothing else most // len(members)
        if any(t.share[seat] != each for seat in members) or t.stage == Stage.SHARES:
            yield f"share is {t.share}, ruled is {each} for each of {members}"
    elif total + (t.stage == Stage.SHARES) > most:
        yield f"share is {t.share}, the alliance may take {most}"
    if t.stage == Stage.SHARES:
        later = [(t.proposer + place) % t.players for place in range(max(t.at - 1, 0), t.players)]
        if any(t.share[seat] for seat in later):
            yield f"share is {t.share} where seat {t.asked_seat} is asked about"


def _broken_payment(t: SimpleNamespace, members: list[int]) -> Iterator[str]:
    first, second = t.payment
    told = f"payer is {t.payer}, payee {t.payee}, payment {t.payment} where decision is {t.decision}"
    if t.payer < 0:
        late = t.decision in (Decision.PAYEE, Decision.PAYMENT)
        if (t.payee, first, second) != (-1, -1, -1) or late:
            yield told
        return
    if t.payer not in members or t.stage == Stage.SHARES or t.decision == Decision.PAYER:
        yield told
    elif t.decision == Decision.PAYEE:
        if (t.payee, first, second) != (-1, -1, -1) or len(members) == 2 or _to_spend(t, t.payer) == 0:
            yield told
    elif t.payee not in members or t.payee == t.payer:
        yield told
    elif t.decision == Decision.PAYMENT:
        codes = [code for code in range(max(first, 0), 2 * KINDS) if _free(t, code) > 0]
        if second != -1 or not codes:
            yield told
    elif first < 0:
        yield told
    if second >= 0 and not 0 <= first <= second:
        yield told
    if any(code >= 0 and _free(t, code) < 0 for code in t.payment):
        yield f"{told}, the payer has {t.tokens[t.payer]}"


def _free(t: SimpleNamespace, code: int) -> int:
    """Return how many of these tokens the payer has beside those set aside for the payment."""
    return t.tokens[t.payer][code // KINDS][code % KINDS] - t.payment.count(code)


def _broken_spoils(t: SimpleNamespace) -> Iterator[str]:
    """What the winners of the region being resolved have taken."""
    if t.region < 0:
        return
    told = f"won is {t.won:b}, took {t.took}, collected {t.collected} at stage {t.stage}"
    if t.stage not in (Stage.REQUISITION, Stage.REWARDS):
        if t.won or any(t.took) or any(t.collected):
            yield told
        return
    if t.won.bit_count() >= t.players or not _has(t.winning, t.won):
        yield told
    if sum(t.took) > sum(t.collected) or sum(t.collected) > t.players + HARVEST_BEYOND:
        yield told
    for seat in range(t.players):
        took = t.took[seat]
        if took and (not _has(t.won, seat) or t.region >= UNSTABLE or t.tokens[seat][Zone.NEW][t.region] < took):
            yield f"{told}, tokens are {t.tokens[seat]}"
        if t.collected[seat] < took:
            yield told
    if t.stage == Stage.REQUISITION:
        if t.region >= UNSTABLE:
            yield f"{told}, region is {t.region}"
        return
    before = [_seat(t, place) for place in range(t.at - 1)]
    rewarded = [seat for seat in before if _has(t.won, seat)]
    collects = t.region == COLLECTIVISM
    if t.region != (COLLECTIVISM if t.decision == Decision.COLLECT else PEACE_IS_WAR) or not _has(t.won, t.to_act):
        yield f"{told}, decision is {t.decision}"
    if any(t.collected[seat] != int(collects and seat in rewarded) for seat in range(t.players)):
        yield told
    if collects and (t.nothing or not any(t.stock)):
        yield f"{told}, nothing is {t.nothing}, stock {t.stock}"
    if not collects and t.targeted.bit_count() > len(rewarded):
        yield f"{told}, targeted is {t.targeted}"


# Promises


def _broken_promises(t: SimpleNamespace) -> Iterator[str]:
    for kind, name in enumerate(PROMISES):
        for seat in range(SEATS):
            row = t.promise[kind][seat]
            made, kept, broken, void = t.record[seat][kind]
            if any(row):
                for other, value in enumerate(row):
                    if value and not _may_stand(t, kind, seat, other, value):
                        yield f"seat {seat} has promised seat {other}, which cannot stand now ({value}): {name}"
            if made != kept + broken + void + sum(map(bool, row)) or (made and not t.talk):
                yield f"seat {seat}: record of {name} is {t.record[seat][kind]}, outstanding are {row}"


def _may_stand(t: SimpleNamespace, kind: int, seat: int, other: int, value: int) -> bool:
    """Return whether a promise can be outstanding: between whom, when it is due, and in which phases."""
    if seat == other or max(seat, other) >= t.players:
        return False
    if kind in (Promise.ALLY, Promise.TOKEN):
        return value == 1 or t.region >= 0
    last = Phase.REVOLUTIONS if kind == Promise.REVOLUTION else Phase.ENDING
    neighbours = kind != Promise.REVOLUTION or (seat - other) % t.players in (1, t.players - 1)
    return value == 1 and neighbours and Phase.ALLIANCES <= PHASE_OF[t.stage] <= last


# The end


def _broken_end(t: SimpleNamespace) -> Iterator[str]:
    if not t.ended:
        if t.winners:
            yield f"winners is {t.winners}, but the game is not over"
        return
    vp = t.vp[: t.players]
    best = sum(1 << seat for seat in range(t.players) if vp[seat] == max(vp))
    if t.winners != best:
        yield f"winners is {t.winners:b}, VP are {vp}"
    if t.stage != Stage.NEXT_ROUND or t.round != t.rounds or t.depth:
        yield f"the game is over in round {t.round} at stage {t.stage}"
    if "promise" in t.filled:
        yield "the game is over, but promises are outstanding"


assert Outcome.MADE == 0
_MOSTLY_EMPTY = (*_OF_REGION, "placed", "used", "embargo", "safe", "named", "closed", "promise")
_CHECKS = (
    _broken_moods,
    _broken_revolutions,
    _broken_agents,
    _broken_tokens,
    _broken_actions,
    _broken_region,
    _broken_turn,
    _broken_stack,
    _broken_deal,
    _broken_spoils,
    _broken_promises,
    _broken_end,
)
