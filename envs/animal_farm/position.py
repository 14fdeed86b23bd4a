"""Positions of 1984: Animal Farm by name. Plain Python: nothing here is compiled.

A position is a dict. Everything has a default: an empty one is the first turn of a game without moods. What it leaves
open (actions, by the options; revolutions) is drawn from the seed.

The table:

    agents      for each seat its agents by region, {"Africa": 3, "India": 1}; one in each of the five by default.
                Those neither here nor in the reserve have yet to come into play
    reserve     for each seat its agents in reserve
    tokens      for each seat its tokens by area, {"New": {"Lion": 2}, "Owned": {"Cat": 1}}; others are in the regions
    vp          for each seat its VP
    round, first_player, first_region    1, 0 and "Latin America" by default
    moods       three political moods, or None, by place; past_moods: those that have left the board
    actions     the actions laid out, as in the option of this name
    bought, used    for each seat the advanced actions that it has bought, and used this round
    revolutions for each seat the card on its left, "2 Cat 1 Lion", "?" for any, or with tokens on it by the seat and
                by the next one: {"card": "2 Cat 1 Lion", "placed": [{"New": {"Cat": 1}}, {"Owned": {"Lion": 1}}]}
    past_revolutions    for each seat the cards that lay there before
    embargo     advanced actions blocked this round
    safe        seats whose tokens are safe this round
    named       for each seat the seats that it has played actions against this round
    closed      seats that have closed the borders of a region, {"India": [0]}
    resolved    regions resolved this round, {"India": {"won": [0, 2], "took": [2, 0, 1]}}; nobody has won the others
    targeted    seats struck by "Peace is war" this round
    promises    those outstanding: {"from": 0, "to": 2, "promise": "ally"}; with "due": True when this region closes
    record      for each seat what became of its other promises: {"ally": {"kept": 2, "broken": 1}}
    history     the last actions, the newest first: {"seat": 1, "action": "Truth", "cancelled": True}; with "level" its
                place on the stack, from 0, if it lies there

Whose turn it is:

    phase       "setup" (agents come into play), "moves" (the default), "alliances", "spies", "revolutions", "buying" or
                "ending"
    seat        who is asked, the first player by default
    asked       what is asked: "move", "move to", "speak", "share", ... Without it the turn of the seat begins, and goes
                on by itself to the first player who has a choice
    region      the region being resolved, by name or as the dict below; the first one by default
    moved, move_from    whether the ordinary move has been made; the region that the moving agent leaves
    about       the seat that a share or a gift is about
    promised    promises made in this turn
    spent, exchanged, buying    the kinds spent in this buying turn, whether three tokens have brought VP in it, and
                what is being paid: {"what": "Truth", "left": 2}, "VP" for VP
    turn        how often somebody was asked in this phase, where the seat does not tell: at the set-up, the second time

The region being resolved, all but the name optional:

    {"name": "India", "strength": [3, 1, 2], "separated": [[0, 1]], "orthodoxy": 1, "harvest": [0], "fair": True,
     "nothing": True, "fewer": [0, 1, 0], "passes": 1, "offered": [1, 0, 0], "gifts": [0, 0, 0],
     "refused": [[1], [], []], "won": [0], "took": [2, 0, 0], "collected": [2, 0, 0], "speaker": 0}

with what actions have changed, passes in succession, and for each seat the offers and gifts made and the seats whose
deals it has refused; after the winners have taken tokens, what they took, what all collected, and who would speak next.

The deal on the table (it stands where "last actions" are asked), and actions being played, each an answer to the one
before it; the last may still lack parts:

    deal        {"proposer": 0, "members": [0, 2], "shares": [2, 0, 1], "payer": 0, "payee": 2, "payment": ["New Cat"]}
    stack       [{"seat": 0, "action": "Truth", "named": [1, "New Cat"], "copied": False}, ...]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from envs.core.compiling import new_states
from envs.core.positions import bad, read_counts, read_flag, read_list, read_mapping, read_name, read_number
from envs.core.view import plain, write_plain

from .actions import PASS
from .box import (
    AGENTS,
    CARD_NAMES,
    HARVEST_BEYOND,
    INFLUENCES,
    KIND_OF,
    KINDS,
    MOOD_PLACES,
    MOODS,
    NO_CARD,
    NO_PART,
    OUTCOMES,
    PARTS,
    PER_KIND,
    PROMISES,
    REGIONS,
    REVOLUTIONS,
    SEATS,
    SECOND,
    TOP,
    UNSTABLE,
    VP_FOR_TOKENS,
    ZONES,
    Outcome,
    Part,
    revolution_name,
)
from .invariants import (
    MOST_GIFTS,
    MOST_PROMISES,
    STAGES,
    adding_order,
    check,
    circle,
    count_winning,
    regions_in_order,
    won_alone,
)
from .options import read_actions
from .rules import contract
from .state import HISTORY, PHASE_OF, STACK, STATE, Decision, Phase, Stage

PHASES = tuple(phase.name.lower() for phase in Phase)
ASKED = tuple(decision.name.lower().replace("_", " ") for decision in Decision)
REVOLUTION_NAMES = tuple(revolution_name(card) for card in range(REVOLUTIONS))
TOKENS = tuple(f"{zone} {name}" for zone in ZONES for name in INFLUENCES)
ANY = "?"
VP = "VP"

_TABLE_KEYS = (
    *("agents", "reserve", "tokens", "vp", "round", "first_player", "first_region", "moods", "past_moods", "actions"),
    *("bought", "used", "revolutions", "past_revolutions", "embargo", "safe", "named", "closed", "resolved"),
    *("targeted", "promises", "record", "history"),
)
MOST_VP_DRAWN = 1000
_MIDDLE_KEYS = ("move_from", "about", "buying", "deal", "stack")  # only where `asked` says what is asked
_TURN_KEYS = ("phase", "seat", "asked", "region", "moved", "promised", "spent", "exchanged", "turn", *_MIDDLE_KEYS)
KEYS = _TABLE_KEYS + _TURN_KEYS
REGION_KEYS = (
    *("name", "strength", "separated", "orthodoxy", "harvest", "fair", "nothing", "fewer", "passes", "offered"),
    *("gifts", "refused", "won", "took", "collected", "speaker"),
)
DEAL_KEYS = ("proposer", "members", "shares", "payer", "payee", "payment")

_FIRST_ASKED = {
    Phase.SETUP: Decision.SETUP_AGENT,
    Phase.MOVES: Decision.MOVE,
    Phase.ALLIANCES: Decision.SPEAK,
    Phase.SPIES: Decision.SPY,
    Phase.REVOLUTIONS: Decision.REVOLT,
    Phase.BUYING: Decision.BUY,
    Phase.ENDING: Decision.STORE,
}
_STAGE_OF_STACK = {
    Phase.MOVES: Stage.MOVES,
    Phase.ALLIANCES: Stage.SPEAK,
    Phase.SPIES: Stage.SPIES,
    Phase.REVOLUTIONS: Stage.REVOLUTIONS,
    Phase.BUYING: Stage.BUYING,
}
_ON_STACK = (Decision.PART, Decision.REACT, Decision.RANSOM)
_IDLE = Decision.STRIKE  # passing on it does nothing, and the game goes on
_TURN_COUNTED = (Stage.SETUP, Stage.AGENTS, Stage.SPEAK)  # where the seat does not tell how many turns there were


def set_position(state: Any, position: Mapping[str, Any], options: np.ndarray, seed: int) -> None:
    """Set the table to a position; what it leaves open is drawn from `seed`.

    Args:
        state: the state to write to, one record.
        position: see above.
        options: as `envs.animal_farm.options.OPTIONS` encodes them.
        seed: of what the position leaves open, and of the chance of the game.

    Raises:
        ValueError: in one line; the state is then as it was.
    """
    fresh = new_states(STATE, 1)[0]
    contract.reset(fresh, options, np.uint64(seed))
    table = plain(fresh)
    _Setter(table, read_mapping(position, "", KEYS), np.random.default_rng(seed)).run()
    write_plain(fresh, table)
    _refuse_impossible(fresh)
    if "asked" not in position:  # the turn begins: going on skips players who could only pass
        fresh["decision"] = _IDLE
        contract.apply(fresh, PASS)
        fresh["decisions"] = 0
        if fresh["to_act"] < 0:
            raise ValueError("position: got one in which the game ends at once, allowed is one in which somebody acts")
        _refuse_impossible(fresh)
    for name in STATE.names or ():
        state[name] = fresh[name]


def _refuse_impossible(state: Any) -> None:
    try:
        check(state)
    except AssertionError as error:
        raise ValueError(f"position: got one that cannot be: {error}") from None


def _bits(members: Sequence[int]) -> int:
    return sum({1 << member for member in members})


def _members(bits: int) -> list[int]:
    return [member for member in range(bits.bit_length()) if bits >> member & 1]


def _offered_by_deal(t: SimpleNamespace) -> list[int]:
    """Return how many offers each seat has made, if the deal on the table is the only one."""
    one = t.proposer if t.members.bit_count() > 1 else -1
    return [int(seat == one) for seat in range(SEATS)]


def turn_by_seat(t: SimpleNamespace) -> int:
    """Return how many turns the stage has had, told from whose turn it is."""
    seat = t.stack_seat[0] if t.depth else t.to_act
    if t.stage in (Stage.SETUP, Stage.AGENTS):
        order = adding_order(t)
        return order.index(seat) + 1 if seat in order else 0
    if t.stage == Stage.SPEAK:
        return 0
    if t.stage == Stage.SHARES:
        return (t.asked_seat - t.proposer) % t.players + 1
    if t.stage == Stage.ANSWERS:
        return (seat - t.proposer) % t.players if t.decision == Decision.ANSWER else 0
    if t.stage == Stage.CIRCLE:
        return (circle(t).index(seat) + 1) % t.players
    return (seat - t.first_player) % t.players + (t.stage == Stage.REWARDS)


# Setting a position


class _Setter:
    """Writes a position to a table (`envs.core.view.plain`) that was set for a new game."""

    def __init__(self, table: SimpleNamespace, position: Mapping[str, Any], rng: np.random.Generator) -> None:
        self.table = table
        self.position = position
        self.rng = rng
        self.players: int = table.players
        region = position.get("region")
        self.offers_given = isinstance(region, Mapping) and "offered" in region

    def run(self) -> None:
        """Write everything; what later parts rely on comes first."""
        self.set_round()
        self.set_moods()
        self.set_agents()
        self.set_actions()
        self.set_revolutions()
        self.set_tokens()
        self.set_question()
        self.set_resolved()
        self.set_region()
        self.set_deal()
        self.set_stack()
        self.set_turn()
        self.set_promises()

    # reading

    def seat(self, value: Any, where: str) -> int:
        return read_number(value, where, 0, self.players - 1, "a seat")

    def seats(self, value: Any, where: str) -> int:
        """Return a list of seats as bits."""
        return _bits([self.seat(seat, where) for seat in read_list(value, where, "seats")])

    def rows(self, key: str, what: str) -> list[tuple[int, str, Any]]:
        """Return what the position has for each seat under `key`, and where; nothing where it has no such key."""
        if key not in self.position:
            return []
        rows = read_list(self.position[key], f"[{key!r}]", what, self.players)
        return [(seat, f"[{key!r}][{seat}]", row) for seat, row in enumerate(rows)]

    def numbers(self, value: Any, where: str, high: int) -> list[int]:
        """Return a number for each seat, as long as the table's arrays."""
        numbers = read_list(value, where, "numbers", self.players)
        read = [read_number(number, f"{where}[{seat}]", 0, high, "a number") for seat, number in enumerate(numbers)]
        return read + [0] * (SEATS - self.players)

    def number(self, key: str, default: int, low: int, high: int, what: str = "a number") -> int:
        return read_number(self.position.get(key, default), f"[{key!r}]", low, high, what)

    def flag(self, key: str) -> bool:
        return read_flag(self.position.get(key, False), f"[{key!r}]")

    def kinds(self, value: Any, where: str) -> int:
        """Return advanced actions as bits of their kinds."""
        return _bits([self.advanced(name, where) for name in read_list(value, where, "actions")])

    def advanced(self, name: Any, where: str) -> int:
        """Return the kind of an advanced action that is laid out."""
        laid = [CARD_NAMES[card] for card in self.table.advanced if card != NO_CARD]
        return int(KIND_OF[CARD_NAMES.index(laid[read_name(name, where, laid)])])

    # the table

    def set_round(self) -> None:
        t = self.table
        t.round = self.number("round", 1, 1, t.rounds, "a round")
        t.first_player = self.number("first_player", 0, 0, self.players - 1, "a seat")
        first = self.position.get("first_region", REGIONS[0])
        t.first_region = read_name(first, "['first_region']", REGIONS[:UNSTABLE])
        t.vp = self.numbers(self.position.get("vp", [0] * self.players), "['vp']", MOST_VP_DRAWN)

    def set_moods(self) -> None:
        t = self.table
        moods = read_list(self.position.get("moods", [None] * MOOD_PLACES), "['moods']", "moods", MOOD_PLACES)
        t.mood = [-1 if mood is None else read_name(mood, f"['moods'][{i}]", MOODS) for i, mood in enumerate(moods)]
        past = read_list(self.position.get("past_moods", []), "['past_moods']", "moods")
        gone = [read_name(mood, f"['past_moods'][{i}]", MOODS) for i, mood in enumerate(past)]
        t.drawn_moods = [0] * len(MOODS)
        for mood in [mood for mood in t.mood if mood >= 0] + gone:
            if t.drawn_moods[mood]:
                raise ValueError(f"position['moods']: got {MOODS[mood]!r} twice, allowed is each mood once")
            t.drawn_moods[mood] = 1

    def set_agents(self) -> None:
        t = self.table
        t.agents = [[int(region < UNSTABLE) for region in range(len(REGIONS))] for _ in range(self.players)]
        t.agents += [[0] * len(REGIONS) for _ in range(self.players, SEATS)]
        for seat, where, row in self.rows("agents", "dicts of agents"):
            t.agents[seat] = read_counts(row, where, REGIONS, AGENTS)
        t.reserve = self.numbers(self.position.get("reserve", [0] * self.players), "['reserve']", AGENTS)
        for seat in range(self.players):
            out = sum(t.agents[seat]) + t.reserve[seat]
            if out > AGENTS:
                raise ValueError(f"position['agents'][{seat}]: got {out} agents, allowed are {AGENTS}")
            t.supply[seat] = AGENTS - out

    def set_actions(self) -> None:
        t = self.table
        if "actions" in self.position:
            names = read_list(self.position["actions"], "['actions']", "actions")
            try:
                laid = read_actions(list(names))
            except ValueError as error:
                raise ValueError(f"position['actions']: {error}") from None
            t.basic, t.advanced = laid[:KINDS], [max(card, NO_CARD) for card in laid[KINDS:]]
        for key in ("bought", "used"):
            for seat, where, row in self.rows(key, "lists of actions"):
                getattr(t, key)[seat] = self.kinds(row, where)
        t.embargo = self.kinds(self.position.get("embargo", []), "['embargo']")
        t.safe = self.seats(self.position.get("safe", []), "['safe']")
        for seat, where, row in self.rows("named", "lists of seats"):
            t.named[seat] = self.seats(row, where)
        closed = read_mapping(self.position.get("closed", {}), "['closed']", REGIONS)
        for region, seats in closed.items():
            t.closed[REGIONS.index(region)] = self.seats(seats, f"['closed'][{region!r}]")
        history = read_list(self.position.get("history", []), "['history']", "actions", most=HISTORY)
        for back, entry in enumerate(history):
            where = f"['history'][{back}]"
            given = read_mapping(entry, where, ("seat", "action", "cancelled", "level"), ["seat", "action"])
            t.past_seat[back] = self.seat(given["seat"], f"{where}['seat']")
            t.past_card[back] = self.laid_out(given["action"], f"{where}['action']")
            t.past_cancelled[back] = read_flag(given.get("cancelled", False), f"{where}['cancelled']")
            if "level" in given:
                level = read_number(given["level"], f"{where}['level']", 0, STACK - 1, "a place on the stack")
                t.past_level[back] = level

    def laid_out(self, name: Any, where: str) -> int:
        """Return an action that is laid out."""
        cards = [card for card in self.table.basic + self.table.advanced if card != NO_CARD]
        return cards[read_name(name, where, [CARD_NAMES[card] for card in cards])]

    # revolutions

    def set_revolutions(self) -> None:
        t = self.table
        wanted: list[int] = [-1] * self.players
        placed: list[tuple[int, str, Any]] = []
        for pair, where, entry in self.rows("revolutions", "revolutions"):
            given = entry if isinstance(entry, Mapping) else {"card": entry}
            read_mapping(given, where, ("card", "placed"), ["card"])
            if not (isinstance(given["card"], str) and given["card"] == ANY):
                wanted[pair] = read_name(given["card"], where, REVOLUTION_NAMES)
            placed.append((pair, f"{where}['placed']", given.get("placed", [{}, {}])))
        past: list[list[int]] = [[] for _ in range(self.players)]
        for pair, where, row in self.rows("past_revolutions", "lists of revolutions"):
            names = read_list(row, where, "revolutions")
            past[pair] = [read_name(name, f"{where}[{i}]", REVOLUTION_NAMES) for i, name in enumerate(names)]
        cards = self.deal_revolutions(wanted, past)
        t.revolution = cards + [-1] * (SEATS - self.players)
        dealt = cards + [card for row in past for card in row]
        if len(set(dealt)) < len(dealt):
            raise ValueError("position['revolutions']: got a revolution twice, allowed is each once")
        t.drawn_revolutions = [int(card in dealt) for card in range(REVOLUTIONS)]
        t.past_tops = [0] * SEATS
        for pair in range(self.players):
            t.past_tops[pair] = _bits([int(TOP[card]) for card in [cards[pair], *past[pair]]])
        for pair, where, sides in placed:
            for side, zones in enumerate(read_list(sides, where, "dicts of tokens", 2)):
                self.place(pair, side, zones, f"{where}[{side}]")

    def deal_revolutions(self, wanted: list[int], past: list[list[int]]) -> list[int]:
        """Return a card for each pair: the one wanted, or one that fits those before and beside it (R9)."""
        dealt = {card for row in past for card in row} | set(wanted)
        for _ in range(1000):
            cards = list(wanted)
            for pair in [pair for pair in range(self.players) if wanted[pair] < 0]:
                tops = {TOP[card] for card in [*cards, *past[pair]] if card >= 0}
                fit = [card for card in range(REVOLUTIONS) if card not in dealt and TOP[card] not in tops]
                cards[pair] = int(self.rng.choice(fit)) if fit else -1
            if min(cards) >= 0:
                return cards
        raise ValueError("position['revolutions']: got cards beside which no others fit, allowed is each top line once")

    def place(self, pair: int, side: int, zones: Any, where: str) -> None:
        """Put tokens of one of two neighbours on their revolution."""
        t = self.table
        card = t.revolution[pair]
        names = [INFLUENCES[TOP[card]], INFLUENCES[SECOND[card]]]
        for zone, tokens in read_mapping(zones, where, ZONES[:2]).items():
            counts = read_counts(tokens, f"{where}[{zone!r}]", names, 2)
            for line in range(2):
                t.placed[pair][side][line][ZONES.index(zone)] = counts[line]

    def set_tokens(self) -> None:
        t = self.table
        for seat, where, areas in self.rows("tokens", "dicts of areas"):
            for zone, tokens in read_mapping(areas, where, ZONES).items():
                t.tokens[seat][ZONES.index(zone)] = read_counts(tokens, f"{where}[{zone!r}]", INFLUENCES, PER_KIND)
        for kind, name in enumerate(INFLUENCES):
            out = sum(zone[kind] for areas in t.tokens for zone in areas)
            for pair in range(self.players):
                for line, lines in enumerate((TOP, SECOND)):
                    if lines[t.revolution[pair]] == kind:
                        out += sum(sum(side[line]) for side in t.placed[pair])
            if out > PER_KIND:
                raise ValueError(f"position['tokens']: got {out} {name} tokens, allowed are {PER_KIND}")
            t.stock[kind] = PER_KIND - out

    # whose turn it is

    def set_question(self) -> None:
        """Find out what is asked, and at which stage."""
        t = self.table
        position = self.position
        phase = None
        if "phase" in position:
            phase = Phase(read_name(position["phase"], "['phase']", PHASES))
        if "asked" in position:
            decision = Decision(read_name(position["asked"], "['asked']", ASKED))
        else:
            for key in _MIDDLE_KEYS:
                if key in position:
                    raise ValueError(f"position: the key 'asked' is missing where {key!r} is given")
            decision = _FIRST_ASKED[Phase.MOVES if phase is None else phase]
        t.decision = int(decision)
        t.to_act = t.first_player
        if "seat" in position:
            t.to_act = self.seat(position["seat"], "['seat']")
        if "asked" not in position:
            self.begin_turn()
        self.set_stage(phase)

    def begin_turn(self) -> None:
        """Prepare the turn of a seat where nothing says what it is asked: reserves first, and tokens to be stored."""
        t = self.table
        if t.decision == Decision.MOVE and t.reserve[t.to_act]:
            t.decision = int(Decision.RESERVE_AGENT)
        if t.decision == Decision.STORE:
            order = [(t.to_act + place) % self.players for place in range(self.players)]
            left = order[: self.players - (t.to_act - t.first_player) % self.players]
            holding = [seat for seat in left if any(map(any, t.tokens[seat][:2]))]
            if not holding:
                raise ValueError("position['tokens']: got none to store from this seat on, allowed is one at least")
            t.to_act = holding[0]
            new, owned, _ = t.tokens[t.to_act]
            t.tokens[t.to_act][:2] = [[a + b for a, b in zip(new, owned, strict=True)], [0] * KINDS]

    def set_stage(self, phase: Phase | None) -> None:
        t = self.table
        if t.decision in _ON_STACK:
            phase = Phase.MOVES if phase is None else phase
            if phase not in _STAGE_OF_STACK:
                names = [PHASES[allowed] for allowed in _STAGE_OF_STACK]
                bad("['phase']", PHASES[phase], f"are {', '.join(names)} where an action is played", names)
            t.stage = int(_STAGE_OF_STACK[phase])
            if t.stage == Stage.SPEAK and "deal" in self.position:
                t.stage = int(Stage.CIRCLE)
            region = self.position.get("region")
            if t.stage == Stage.SPEAK and isinstance(region, Mapping) and "won" in region:
                t.stage = int(Stage.REQUISITION)
            return
        t.stage = int(STAGES[Decision(t.decision)][0])
        if t.stage == Stage.SETUP and t.round > 1:
            t.stage = int(Stage.AGENTS)
        if phase is not None and phase != PHASE_OF[t.stage]:
            bad("['asked']", ASKED[t.decision], f"is what is asked in phase {PHASES[phase]!r}")

    def set_turn(self) -> None:
        """Write whose turn it is in the words of the rules, and what is so in this turn only."""
        t = self.table
        if t.decision in (Decision.SHARE, Decision.GIFT) and "about" in self.position:
            t.asked_seat = self.seat(self.position["about"], "['about']")
        if t.stage == Stage.SPEAK:
            t.speaker = ((t.stack_seat[0] + 1) if t.depth else t.to_act) % self.players
        t.at = turn_by_seat(t)
        if t.stage in _TURN_COUNTED:
            t.at = self.number("turn", t.at, 0, 2 * self.players)
        t.moved = self.flag("moved")
        if "move_from" in self.position:
            t.move_from = read_name(self.position["move_from"], "['move_from']", REGIONS)
        t.promised = self.number("promised", 0, 0, t.talk)
        self.set_buying()

    def set_buying(self) -> None:
        t = self.table
        spent = read_list(self.position.get("spent", []), "['spent']", "influences")
        t.spent = _bits([read_name(name, "['spent']", INFLUENCES) for name in spent])
        t.exchanged = self.flag("exchanged")
        if "buying" in self.position:
            given = read_mapping(self.position["buying"], "['buying']", ("what", "left"), ["what", "left"])
            what = given["what"]
            t.buying = KINDS if isinstance(what, str) and what == VP else self.advanced(what, "['buying']['what']")
            t.to_pay = read_number(given["left"], "['buying']['left']", 1, VP_FOR_TOKENS, "a number")

    # the alliances

    def set_resolved(self) -> None:
        t = self.table
        resolved = read_mapping(self.position.get("resolved", {}), "['resolved']", REGIONS)
        for name, entry in resolved.items():
            where = f"['resolved'][{name!r}]"
            given, region = read_mapping(entry, where, ("won", "took")), REGIONS.index(name)
            t.round_won[region] = self.seats(given.get("won", []), f"{where}['won']")
            took = given.get("took", [0] * self.players)
            for seat, number in enumerate(self.numbers(took, f"{where}['took']", self.players + HARVEST_BEYOND)):
                t.round_took[seat][region] = number
        t.isolated = won_alone(t)
        t.targeted = self.seats(self.position.get("targeted", []), "['targeted']")

    def set_region(self) -> None:
        t = self.table
        order = regions_in_order(t)
        phase = PHASE_OF[t.stage]
        if phase != Phase.ALLIANCES:
            t.regions_done = 0 if phase in (Phase.SETUP, Phase.MOVES) else len(order)
            if "region" in self.position:
                raise ValueError(f"position['region']: got one in phase {PHASES[phase]!r}, allowed is 'alliances'")
            return
        entry = self.position.get("region", REGIONS[order[0]])
        given = read_mapping(entry if isinstance(entry, Mapping) else {"name": entry}, "['region']", REGION_KEYS)
        names = [REGIONS[region] for region in order]
        t.regions_done = read_name(given.get("name", names[0]), "['region']['name']", names)
        t.region = order[t.regions_done]
        self.set_changes(given)
        self.set_words(given)
        t.winning = count_winning(t)

    def set_changes(self, given: Mapping[str, Any]) -> None:
        """Write what actions have changed in the region, and what its winners have taken."""
        t = self.table
        t.strength = [agents[t.region] for agents in t.agents]
        for key, most in (("strength", 127), ("fewer", PER_KIND), ("took", PER_KIND), ("collected", PER_KIND)):
            if key in given:
                setattr(t, key, self.numbers(given[key], f"['region'][{key!r}]", most))
        if "collected" not in given:
            t.collected = list(t.took)
        for key in ("harvest", "won"):
            setattr(t, key, self.seats(given.get(key, []), f"['region'][{key!r}]"))
        for key in ("fair", "nothing"):
            setattr(t, key, read_flag(given.get(key, False), f"['region'][{key!r}]"))
        t.orthodoxy = read_number(given.get("orthodoxy", 0), "['region']['orthodoxy']", 0, PER_KIND, "a number")
        where = "['region']['separated']"
        for pair in read_list(given.get("separated", []), where, "pairs of seats"):
            one, other = (self.seat(seat, where) for seat in read_list(pair, where, "seats", 2))
            t.separated[one] |= 1 << other
            t.separated[other] |= 1 << one

    def set_words(self, given: Mapping[str, Any]) -> None:
        """Write what was said in the region so far."""
        t = self.table
        for key, most in (("offered", t.offers), ("gifts", MOST_GIFTS)):
            if key in given:
                setattr(t, key, self.numbers(given[key], f"['region'][{key!r}]", most))
        passes = given.get("passes", int(t.decision == Decision.LAST_ACTIONS))
        t.passes = read_number(passes, "['region']['passes']", 0, self.players, "a number")
        t.speaker = self.seat(given.get("speaker", t.first_player), "['region']['speaker']")
        rows = read_list(given.get("refused", [[]] * self.players), "['region']['refused']", "lists", self.players)
        for seat, row in enumerate(rows):
            t.refused[seat] = self.seats(row, f"['region']['refused'][{seat}]")

    def set_deal(self) -> None:
        t = self.table
        if "deal" not in self.position:
            return
        given = read_mapping(self.position["deal"], "['deal']", DEAL_KEYS, ["members"])
        t.members = self.seats(given["members"], "['deal']['members']")
        t.proposer = self.seat(given.get("proposer", t.to_act), "['deal']['proposer']")
        t.speaker = (t.proposer + 1) % self.players
        most = self.players + HARVEST_BEYOND
        t.share = self.numbers(given.get("shares", [0] * self.players), "['deal']['shares']", most)
        for key in ("payer", "payee"):
            if given.get(key) is not None:
                setattr(t, key, self.seat(given[key], f"['deal'][{key!r}]"))
        payment = read_list(given.get("payment", []), "['deal']['payment']", "tokens", most=2)
        for i, token in enumerate(payment):
            t.payment[i] = read_name(token, f"['deal']['payment'][{i}]", TOKENS[: 2 * KINDS])
        t.standing = int(t.stage == Stage.CIRCLE)
        if not self.offers_given:
            t.offered = _offered_by_deal(t)

    # actions being played

    def set_stack(self) -> None:
        t = self.table
        entries = read_list(self.position.get("stack", []), "['stack']", "actions", most=STACK)
        t.depth = len(entries)
        for level, entry in enumerate(entries):
            where = f"['stack'][{level}]"
            given = read_mapping(entry, where, ("seat", "action", "named", "copied"), ["seat", "action"])
            t.stack_seat[level] = self.seat(given["seat"], f"{where}['seat']")
            t.stack_card[level] = self.laid_out(given["action"], f"{where}['action']")
            t.stack_copy[level] = int(read_flag(given.get("copied", False), f"{where}['copied']"))
            if level:
                t.stack_asked[level - 1] = (t.stack_seat[level] - t.stack_seat[level - 1]) % self.players
            parts = [Part(part) for part in PARTS[t.stack_card[level]] if part != NO_PART]
            named = read_list(given.get("named", []), f"{where}['named']", "parts", most=len(parts))
            for place, value in enumerate(named):
                t.stack_argument[level][place] = self.part(parts[place], value, f"{where}['named'][{place}]")
            if level == t.depth - 1 and t.decision == Decision.PART:
                t.part = len(named) - (Part.MEMBERS in parts[: len(named)])
        if t.depth:
            top = t.stack_seat[t.depth - 1]
            asked = {Decision.REACT: (t.to_act - top) % self.players, Decision.RANSOM: self.players - 1}
            t.stack_asked[t.depth - 1] = asked.get(Decision(t.decision), 0)
            if 0 <= t.part < len(PARTS[0]) and PARTS[t.stack_card[t.depth - 1]][t.part] == Part.EACH_TOKEN:
                t.asked_seat = (top + 1 + t.part) % self.players

    def part(self, part: Part, value: Any, where: str) -> int:
        """Return a part that was named, None for one that was left out."""
        if value is None:
            return -1
        if part in (Part.SEAT, Part.OTHER):
            return self.seat(value, where)
        if part == Part.MEMBERS:
            return self.seats(value, where)
        if part in (Part.TOKEN, Part.OTHER_TOKEN, Part.EACH_TOKEN):
            return read_name(value, where, TOKENS)
        if part in (Part.KIND, Part.OTHER_KIND):
            return read_name(value, where, INFLUENCES)
        if part == Part.NUMBER:
            return read_number(value, where, 1, 2, "a number")
        if part == Part.ACTION:
            return self.advanced(value, where)
        return read_name(value, where, REGIONS)

    # promises

    def set_promises(self) -> None:
        t = self.table
        for i, entry in enumerate(read_list(self.position.get("promises", []), "['promises']", "promises")):
            where = f"['promises'][{i}]"
            given = read_mapping(entry, where, ("from", "to", "promise", "due"), ["from", "to", "promise"])
            seat, other = (self.seat(given[key], f"{where}[{key!r}]") for key in ("from", "to"))
            kind = read_name(given["promise"], f"{where}['promise']", PROMISES)
            t.promise[kind][seat][other] = 1 + read_flag(given.get("due", False), f"{where}['due']")
        for seat, where, row in self.rows("record", "dicts of promises"):
            for name, counts in read_mapping(row, where, PROMISES).items():
                came = read_counts(counts, f"{where}[{name!r}]", OUTCOMES[1:], MOST_PROMISES)
                t.record[seat][PROMISES.index(name)] = [sum(came), *came]
        for kind in range(len(PROMISES)):
            for seat in range(self.players):
                t.record[seat][kind][Outcome.MADE] += sum(map(bool, t.promise[kind][seat]))


# Writing a position


def get_position(state: Any) -> dict[str, Any]:
    """Return the table as a position, with all that it holds. A game that is over has the key "over" too."""
    t = plain(state)
    position = {
        "actions": [CARD_NAMES[card] for card in t.basic + t.advanced if card != NO_CARD],
        "revolutions": [_revolution(t, pair) for pair in range(t.players)],
        **_without_defaults(_table(t) | _turn(t)),
    }
    if t.ended:
        return {**position, "over": True}
    position |= {"phase": PHASES[PHASE_OF[t.stage]], "seat": t.to_act, "asked": ASKED[t.decision]}
    if t.region >= 0:
        position["region"] = _region(t)
    if t.proposer >= 0:
        position["deal"] = _deal(t)
    if t.depth:
        position["stack"] = [_play(t, level) for level in range(t.depth)]
    return position


def _without_defaults(values: Mapping[str, tuple[Any, Any]]) -> dict[str, Any]:
    """Return the values that differ from their defaults, which stand beside them."""
    return {key: value for key, (value, default) in values.items() if value != default}


def _named(counts: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    return {name: number for name, number in zip(names, counts, strict=True) if number}


def _advanced(t: SimpleNamespace, kinds: int) -> list[str]:
    return [CARD_NAMES[t.advanced[kind]] for kind in _members(kinds)]


def _table(t: SimpleNamespace) -> dict[str, tuple[Any, Any]]:
    """Return what lies on the table and holds for the round, each with its default."""
    seats = range(t.players)
    one_each = dict.fromkeys(REGIONS[:UNSTABLE], 1)
    mood = {mood: name for mood, name in enumerate(MOODS) if t.drawn_moods[mood]}
    nothing: list[list[Any]] = [[]] * t.players
    return {
        "agents": (
            [_named(t.agents[seat], REGIONS) for seat in seats],
            [one_each] * t.players,
        ),
        "reserve": (t.reserve[: t.players], [0] * t.players),
        "tokens": ([_areas(t.tokens[seat], INFLUENCES) for seat in seats], [{}] * t.players),
        "vp": (t.vp[: t.players], [0] * t.players),
        "round": (t.round, 1),
        "first_player": (t.first_player, 0),
        "first_region": (REGIONS[t.first_region], REGIONS[0]),
        "moods": ([mood.get(place) for place in t.mood], [None] * MOOD_PLACES),
        "past_moods": ([mood[gone] for gone in mood if gone not in t.mood], []),
        "bought": ([_advanced(t, t.bought[seat]) for seat in seats], nothing),
        "used": ([_advanced(t, t.used[seat]) for seat in seats], nothing),
        "past_revolutions": (_past_revolutions(t), nothing),
        "embargo": (_advanced(t, t.embargo), []),
        "safe": (_members(t.safe), []),
        "named": ([_members(t.named[seat]) for seat in seats], nothing),
        "closed": ({REGIONS[region]: _members(bits) for region, bits in enumerate(t.closed) if bits}, {}),
        "resolved": (_resolved(t), {}),
        "targeted": (_members(t.targeted), []),
        "promises": (_promises(t), []),
        "record": ([_record(t, seat) for seat in seats], [{}] * t.players),
        "history": ([_past(t, back) for back in range(HISTORY) if t.past_seat[back] >= 0], []),
    }


def _areas(zones: Sequence[Sequence[int]], names: Sequence[str]) -> dict[str, dict[str, int]]:
    return {ZONES[zone]: _named(tokens, names) for zone, tokens in enumerate(zones) if any(tokens)}


def _revolution(t: SimpleNamespace, pair: int) -> Any:
    card = t.revolution[pair]
    names = [INFLUENCES[TOP[card]], INFLUENCES[SECOND[card]]]
    placed = [_areas([[line[zone] for line in side] for zone in range(2)], names) for side in t.placed[pair]]
    name = REVOLUTION_NAMES[card]
    return {"card": name, "placed": placed} if any(placed) else name


def _past_revolutions(t: SimpleNamespace) -> list[list[str]]:
    """Return for each pair the cards that lay there: only their top lines are known to the rules, so some that fit."""
    past: list[list[str]] = [[] for _ in range(t.players)]
    for top in range(KINDS):
        drawn = [card for card in range(REVOLUTIONS) if t.drawn_revolutions[card] and TOP[card] == top]
        left = iter(card for card in drawn if card not in t.revolution)
        for pair in range(t.players):
            if t.past_tops[pair] >> top & 1 and TOP[t.revolution[pair]] != top:
                past[pair].append(REVOLUTION_NAMES[next(left)])
    return past


def _resolved(t: SimpleNamespace) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for region, name in enumerate(REGIONS):
        took = [row[region] for row in t.round_took[: t.players]]
        entry = {"won": (_members(t.round_won[region]), []), "took": (took, [0] * t.players)}
        result[name] = _without_defaults(entry)
    return {name: entry for name, entry in result.items() if entry}


def _promises(t: SimpleNamespace) -> list[dict[str, Any]]:
    return [
        {"from": seat, "to": other, "promise": name} | ({"due": True} if t.promise[kind][seat][other] == 2 else {})
        for kind, name in enumerate(PROMISES)
        for seat in range(t.players)
        for other in range(t.players)
        if t.promise[kind][seat][other]
    ]


def _record(t: SimpleNamespace, seat: int) -> dict[str, dict[str, int]]:
    rows = zip(PROMISES, t.record[seat], strict=True)
    return {name: _named(counts[1:], OUTCOMES[1:]) for name, counts in rows if any(counts[1:])}


def _past(t: SimpleNamespace, back: int) -> dict[str, Any]:
    entry = {"seat": t.past_seat[back], "action": CARD_NAMES[t.past_card[back]]}
    if t.past_cancelled[back]:
        entry["cancelled"] = True
    if t.past_level[back] >= 0:
        entry["level"] = t.past_level[back]
    return entry


def _turn(t: SimpleNamespace) -> dict[str, tuple[Any, Any]]:
    """Return what is so in this turn only, each with its default."""
    buying = None
    if t.buying >= 0:
        buying = {"what": VP if t.buying == KINDS else CARD_NAMES[t.advanced[t.buying]], "left": t.to_pay}
    about = t.asked_seat if t.decision in (Decision.SHARE, Decision.GIFT) else None
    turn = turn_by_seat(t) if t.stage in _TURN_COUNTED else t.at
    return {
        "turn": (t.at, turn),
        "moved": (bool(t.moved), False),
        "move_from": (REGIONS[t.move_from] if t.move_from >= 0 else None, None),
        "about": (about, None),
        "promised": (t.promised, 0),
        "spent": ([INFLUENCES[kind] for kind in _members(t.spent)], []),
        "exchanged": (bool(t.exchanged), False),
        "buying": (buying, None),
    }


def _region(t: SimpleNamespace) -> Any:
    """Return the region being resolved: its name alone where all else is as by default."""
    none = [0] * t.players
    nobody: list[list[int]] = [[]] * t.players
    speaks_next = t.stage in (Stage.REQUISITION, Stage.REWARDS)
    separated = [[one, other] for one in range(t.players) for other in _members(t.separated[one]) if one < other]
    more = _without_defaults(
        {
            "strength": (t.strength[: t.players], [t.agents[seat][t.region] for seat in range(t.players)]),
            "separated": (separated, []),
            "orthodoxy": (t.orthodoxy, 0),
            "harvest": (_members(t.harvest), []),
            "fair": (bool(t.fair), False),
            "nothing": (bool(t.nothing), False),
            "fewer": (t.fewer[: t.players], none),
            "passes": (t.passes, int(t.decision == Decision.LAST_ACTIONS)),
            "offered": (t.offered[: t.players], _offered_by_deal(t)[: t.players]),
            "gifts": (t.gifts[: t.players], none),
            "refused": ([_members(t.refused[seat]) for seat in range(t.players)], nobody),
            "won": (_members(t.won), []),
            "took": (t.took[: t.players], none),
            "collected": (t.collected[: t.players], t.took[: t.players]),
            "speaker": (t.speaker if speaks_next else t.first_player, t.first_player),
        }
    )
    return {"name": REGIONS[t.region], **more} if more else REGIONS[t.region]


def _deal(t: SimpleNamespace) -> dict[str, Any]:
    more = {
        "proposer": (t.proposer, t.to_act),
        "shares": (t.share[: t.players], [0] * t.players),
        "payer": (t.payer, -1),
        "payee": (t.payee, -1),
        "payment": ([TOKENS[code] for code in t.payment if code >= 0], []),
    }
    return {"members": _members(t.members), **_without_defaults(more)}


def _play(t: SimpleNamespace, level: int) -> dict[str, Any]:
    """Return an action of the stack: a part for each that was named or left out."""
    card = t.stack_card[level]
    given = t.stack_argument[level]
    parts = [Part(part) for part in PARTS[card] if part != NO_PART]
    last = len(parts)
    if level == t.depth - 1 and t.part >= 0:
        last = t.part + (parts[t.part] == Part.MEMBERS and given[t.part] >= 0)
    more = {
        "named": ([_part(t, parts[place], given[place]) for place in range(last)], []),
        "copied": (bool(t.stack_copy[level]), False),
    }
    return {"seat": t.stack_seat[level], "action": CARD_NAMES[card], **_without_defaults(more)}


def _part(t: SimpleNamespace, part: Part, value: int) -> Any:
    if value < 0:
        return None
    if part in (Part.SEAT, Part.OTHER, Part.NUMBER):
        return value
    if part == Part.MEMBERS:
        return _members(value)
    if part in (Part.TOKEN, Part.OTHER_TOKEN, Part.EACH_TOKEN):
        return TOKENS[value]
    if part in (Part.KIND, Part.OTHER_KIND):
        return INFLUENCES[value]
    return CARD_NAMES[t.advanced[value]] if part == Part.ACTION else REGIONS[value]
