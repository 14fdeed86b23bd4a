"""Positions of Animocrazy by name. Plain Python: nothing here is compiled.

A position is a dict; only `candies` is required:

    candies   for each seat its candies, {"red": 2, "green": 1}
    gone      candies out of the game (Voracious), none by default; all others are in the bag
    hands     for each seat its laws; a hand with fewer than the seat should have is filled up with unknown ones.
              All are known to everybody while B20 works
    wilds     for each seat "Definite Yes", "Definite No", "Scam", None (no Wild card) or "?"; unknown by default
    wilds_out Wild cards lying open, none by default; all others are face down in the box
    laws      laws in force, none by default; {"law": "B07", "new": True} is a blue one that does not work yet
    discards  laws lying open, none by default
    away      for each seat the laws it has put away face down (B19), none by default
    deck      the next cards, the top one first; the rest is unknown, with "End" where it may be
    deck_left how many cards the deck has; by default as many as the turn leaves, or those of `deck` if it names "End"
    turn      {"seat": 0, "number": 1, "begun": True}, with these defaults. With "begun": False the turn is about to
              begin: laws that act then do so, and everything automatic happens at once
    decision  what is asked in the middle of a turn, see below; by default the active player is about to propose
    history   the last votes, the newest first: {"law": ..., "proposer": 0, "adopted": True, "votes": ["Yes", ...]}
    votes_taken  how many there were, by default as many as `history` has
    said      for each seat what it announced and then did: {"Yes": {"No": 2}} twice No after Yes; nothing by default
    lots      what is known of Wild cards taken anew (R20): for each taking the cards known to be in it, {"Scam": 1}

A law is its name in the list: "R03", "R01 red", "R02 level" or "R02 tilted" ("R02" for either); "blank" or "?". A law
composed in Carte Blanche is its parts: {"kind": "red", "what": "draw", "who": "everyone", "which": "any", "amount": 2};
while it is being composed the last ones are missing. In a hand, {"law": "R03", "shown": True} is known to everybody.
A Wild card is also {"wild": "Scam", "shown": True, "lot": 1}: known to everybody; from which taking it is.

`decision` is a dict with these keys:

    asked     "compose kind", ..., "replace", "say", "vote", "lose", "give", "repeal" or "keep"
    seat      who is asked
    proposed  the law, where there is one
    replaced  the place among the laws, counted from 0, of the one that it would replace
    announced for each seat "Yes", "No", "nothing", or None for not yet
    votes     for each seat "Yes", "No", "Wild", or None for not yet; open ones and past ones with the card's name
    open      whether votes are seen as they are cast
    adopted   the result, None before
    drawn     the two laws of which one is kept
    step      for "lose" and "give": the next step of the turn: "clear" where the proposed law acts; "propose",
              "proposer losses", "ballot draws" or "next" where a blue law in force does
    effect    for the same, in agreement with that law: {"what": "lose", "amount": 2, "seats": [0, 3], "left": 1}
    given     for "give": for each seat the candies set aside
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from envs.core.compiling import new_states
from envs.core.positions import bad, read_counts, read_flag, read_list, read_mapping, read_name, read_number
from envs.core.view import plain, write_plain

from .actions import AMOUNT_NAMES, KIND_NAMES, REPLACE, WHAT_NAMES, WHICH_NAMES, WHO_NAMES, card_parts, words
from .box import (
    ALL,
    AMOUNT,
    AMOUNTS,
    BLANKS,
    CARDS,
    COLOURS,
    COMPOSABLE,
    DEALT,
    DECK,
    END,
    END_AMONG,
    FORM,
    FORMS,
    KIND,
    LAW_NAMES,
    LAWS,
    LAWS_IN_FORCE,
    MOST_IN_HAND,
    NO_CARD,
    PART_NAMES,
    PARTS_COMPOSED,
    PER_COLOUR,
    SEATS,
    SYMBOL,
    UNSET,
    WHAT,
    WILD_COPIES,
    WILDS,
    Kind,
    Symbol,
    What,
    Which,
    symbol_of,
)
from .invariants import check, count_points
from .rules import contract
from .state import HISTORY, LOTS, STATE, Decision, Ended, Stage, Vote, Zone
from .words import SAY_NAMES, VOTE_NAMES, works_by_now

KEYS = (
    *("candies", "gone", "hands", "wilds", "wilds_out", "laws", "discards", "away", "deck", "deck_left", "turn"),
    *("decision", "history", "votes_taken", "said", "lots"),
)
TURN_KEYS = ("seat", "number", "begun")
DECISION_KEYS = (
    *("asked", "seat", "proposed", "replaced", "announced", "votes", "open", "adopted", "drawn", "step"),
    *("effect", "given"),
)
EFFECT_KEYS = ("what", "amount", "seats", "left")
ANY = "?"
BLANK = "blank"
_VALUES = (KIND_NAMES, WHAT_NAMES, WHO_NAMES, WHICH_NAMES)
_ASKED = {words(decision): decision for decision in Decision if decision != Decision.PROPOSE}
_STEPS = {words(stage): stage for stage in Stage}


def set_position(state: Any, position: Mapping[str, Any], options: np.ndarray, seed: int) -> None:
    """Set the table to a position; what it leaves open is drawn from `seed`.

    Args:
        state: the state to write to, one record.
        position: see above.
        options: as `envs.animocrazy.options.OPTIONS` encodes them.
        seed: of what the position leaves open, and of the chance of the game.

    Raises:
        ValueError: in one line; the state is then as it was.
    """
    fresh = new_states(STATE, 1)[0]
    contract.reset(fresh, options, np.uint64(seed))
    table = plain(fresh)
    _Setter(table, read_mapping(position, "", KEYS, ["candies"]), np.random.default_rng(seed)).run()
    write_plain(fresh, table)
    if table.hints and table.decision in (Decision.SAY, Decision.VOTE) and table.proposed != NO_CARD:
        _foresee(fresh)
    if table.decision < 0:  # the last player has just finished: going on begins the turn
        fresh["decision"] = Decision.REPLACE
        contract.apply(fresh, REPLACE)
        fresh["decisions"] = 0
    if fresh["to_act"] < 0:
        raise ValueError("position: got one in which the game ends at once, allowed is one in which somebody may act")
    try:
        check(fresh)
    except AssertionError as error:
        raise ValueError(f"position: got one that cannot be: {error}") from None
    for name in STATE.names or ():
        state[name] = fresh[name]


def _foresee(state: Any) -> None:
    """Write the outlook of the vote in `state`: what naming the replaced law, once more, brings about."""
    twin = new_states(STATE, 1)
    twin[0] = state
    twin[0]["decision"], twin[0]["stage"] = Decision.REPLACE, Stage.TALK
    contract.apply(twin[0], REPLACE + int(state["replaced"]))
    for name in ("outlook", "candy_outlook"):
        state[name] = twin[0][name]


class _Setter:
    """Writes a position to a table (`envs.core.view.plain`) that was set for a new game."""

    def __init__(self, table: SimpleNamespace, position: Mapping[str, Any], rng: np.random.Generator) -> None:
        self.table = table
        self.position = position
        self.rng = rng
        self.players: int = table.players
        last = END if table.carte_blanche else LAWS
        self.free = [int(card) for card in rng.permutation(last)]  # cards that the position has not named yet
        self.unknown: list[tuple[list[int], int, Zone, int]] = []  # places of "?": list, index, zone, holder

    def run(self) -> None:
        """Write everything: first what is named, then what is unknown."""
        self.clear()
        self.set_turn()
        self.set_candies()
        self.set_wilds()
        self.set_laws()
        self.set_deck()
        self.set_decision()
        self.set_hands()
        self.deal_unknown()
        self.set_history()
        t = self.table
        for card in range(LAWS):
            t.discarded[FORM[card]] += t.zone[card] == Zone.DISCARDED
        t.points[: self.players] = count_points(t)

    def clear(self) -> None:
        """Take up what the set-up has dealt."""
        t = self.table
        t.zone = [int(Zone.BOX)] * CARDS
        t.deck = [NO_CARD] * (DECK + 1)
        t.hand = [[NO_CARD] * MOST_IN_HAND for _ in range(SEATS)]
        t.hand_size = [0] * SEATS
        t.discarded = [0] * FORMS
        t.wild = [-1] * SEATS
        t.wild_box = [0] * len(WILDS)
        t.gone = [0] * 4

    # cards

    def take(self, value: Any, where: str, zone: Zone, composed: bool, holder: int = 0) -> int:
        """Return the card that is named, put into `zone`; NO_CARD for an unknown one."""
        if value == ANY and isinstance(value, str):
            return NO_CARD
        if isinstance(value, Mapping):
            if not composed:
                bad(where, value, "is the name of a law, 'blank' or '?': laws are composed when they are proposed")
            card = self.take_blank(where)
            self.table.blank[card - LAWS] = self.read_parts(value, where, zone == Zone.PROPOSED)
        elif value == BLANK and isinstance(value, str) and (zone == Zone.PROPOSED or not composed):
            card = self.take_blank(where)
        else:
            card = self.take_named(value, where)
        self.free.remove(card)
        self.table.zone[card] = int(zone)
        self.table.holder[card] = holder
        return card

    def take_blank(self, where: str) -> int:
        if not self.table.carte_blanche:
            bad(where, BLANK, "is the name of a law: blank ones are only in the Carte Blanche variant")
        card = min((card for card in self.free if card >= LAWS), default=NO_CARD)
        if card == NO_CARD:
            bad(where, BLANK, f"are {BLANKS} blank laws in all places together")
        return card

    def take_named(self, value: Any, where: str) -> int:
        both = [f"{value} level", f"{value} tilted"]
        found = [LAW_NAMES.index(name) for name in [value, *both] if isinstance(value, str) and name in LAW_NAMES]
        if not found:
            bad(where, value, "is the name of a law ('R03', 'R01 red', 'R02 level'), 'blank' or '?'", LAW_NAMES)
        left = [card for card in found if card in self.free]
        if not left:
            bad(where, value, f"is each law once; {value} is named in another place")
        return left[0]

    def read_parts(self, value: Mapping[str, Any], where: str, partly: bool) -> list[int]:
        """Return the row of a composed law; `partly`: the last parts may be missing."""
        given = read_mapping(value, where, PART_NAMES, [] if partly else PART_NAMES)
        row = [UNSET] * (SYMBOL + 2)
        for column, part in enumerate(PART_NAMES[:AMOUNT]):
            if part in given:
                row[column] = read_name(given[part], f"{where}[{part!r}]", _VALUES[column])
        if "amount" in given:
            amount = given["amount"]
            if amount != "all":
                amount = str(read_number(amount, f"{where}['amount']", AMOUNTS[0], AMOUNTS[-2], "'all' or a number"))
            row[AMOUNT] = AMOUNTS[AMOUNT_NAMES.index(amount)]
        if UNSET not in row[:PARTS_COMPOSED]:
            if tuple(row[:PARTS_COMPOSED]) not in COMPOSABLE:
                bad(where, dict(given), "is a law that can be composed: these parts do not go together")
            row[SYMBOL:] = [symbol_of(*row[:AMOUNT]), 0]
        return row

    def deal_unknown(self) -> None:
        """Fill the places of unknown cards; all others stay in the box."""
        if len(self.unknown) > len(self.free):
            raise ValueError("position: got more laws than there are, allowed is each once")
        for cards, place, zone, holder in self.unknown:
            card = self.free.pop()
            cards[place] = card
            self.table.zone[card] = int(zone)
            self.table.holder[card] = holder

    # parts of the table

    def set_turn(self) -> None:
        t = self.table
        turn = read_mapping(self.position.get("turn", {}), "['turn']", TURN_KEYS)
        t.active = read_number(turn.get("seat", 0), "['turn']['seat']", 0, self.players - 1, "a seat")
        t.turn = read_number(turn.get("number", 1), "['turn']['number']", 1, DECK + 1, "a turn")
        self.drawn = t.turn - 1  # one card a turn so far
        t.to_act, t.decision, t.stage = t.active, int(Decision.PROPOSE), int(Stage.TALK)
        if not read_flag(turn.get("begun", True), "['turn']['begun']"):
            if "decision" in self.position:
                bad("['turn']['begun']", False, "is True where 'decision' is given")
            t.decision, t.stage = -1, int(Stage.NEXT)
            t.active = t.to_act = (t.active - 1) % self.players
            t.turn -= 1

    def set_candies(self) -> None:
        t = self.table
        rows = read_list(self.position["candies"], "['candies']", "dicts of candies", self.players)
        for seat, row in enumerate(rows):
            t.candies[seat] = read_counts(row, f"['candies'][{seat}]", COLOURS, PER_COLOUR)
        t.gone = read_counts(self.position.get("gone", {}), "['gone']", COLOURS, PER_COLOUR)
        for colour, name in enumerate(COLOURS):
            out = sum(row[colour] for row in t.candies) + t.gone[colour]
            if out > PER_COLOUR:
                raise ValueError(f"position['candies']: got {out} {name} candies, allowed are at most {PER_COLOUR}")
            t.bag[colour] = PER_COLOUR - out
        t.bag_size = sum(t.bag)
        if t.bag_size == 0:
            raise ValueError("position['candies']: got an empty bag, allowed is at least one candy left in it")

    def set_wilds(self) -> None:
        t = self.table
        lots = read_list(self.position.get("lots", []), "['lots']", "takings", most=LOTS - 1)
        t.lots = len(lots)
        for lot, known in enumerate(lots, 1):
            t.lot_known[lot] = read_counts(known, f"['lots'][{lot - 1}]", WILDS, sum(WILD_COPIES))
        left = list(WILD_COPIES)
        unknown = []
        entries = read_list(self.position.get("wilds", [ANY] * self.players), "['wilds']", "Wild cards", self.players)
        for seat, entry in enumerate(entries):
            where = f"['wilds'][{seat}]"
            if entry is None:
                continue
            given = read_mapping(
                entry if isinstance(entry, Mapping) else {"wild": entry}, where, ("wild", "shown", "lot"), ["wild"]
            )
            t.wild_shown[seat] = read_flag(given.get("shown", False), f"{where}['shown']")
            t.wild_lot[seat] = read_number(given.get("lot", 0), f"{where}['lot']", 0, t.lots, "a taking")
            wild = read_name(given["wild"], where, (*WILDS, ANY))
            if wild == len(WILDS):
                unknown.append(seat)
            else:
                t.wild[seat] = wild
                left[wild] -= 1
        out = read_list(self.position.get("wilds_out", []), "['wilds_out']", "Wild cards")
        for place, entry in enumerate(out):
            wild = read_name(entry, f"['wilds_out'][{place}]", WILDS)
            t.wild_out[wild] += 1
            left[wild] -= 1
        for wild, number in enumerate(left):
            if number < 0:
                raise ValueError(
                    f"position['wilds']: got {WILD_COPIES[wild] - number} {WILDS[wild]} cards, "
                    f"allowed are {WILD_COPIES[wild]} in all places together"
                )
        if len(unknown) > sum(left):
            raise ValueError(f"position['wilds_out']: got {len(out)} cards, more than are left beside those in hands")
        cards = self.rng.permutation(np.repeat(np.arange(len(WILDS)), left)).tolist()
        for seat in unknown:
            t.wild[seat] = cards.pop()
        t.wild_box = [cards.count(wild) for wild in range(len(WILDS))]

    def set_laws(self) -> None:
        t = self.table
        laws = read_list(self.position.get("laws", []), "['laws']", "laws", most=LAWS_IN_FORCE)
        t.law = [NO_CARD] * LAWS_IN_FORCE
        t.laws = len(laws)
        for slot, entry in enumerate(laws):
            where, new = f"['laws'][{slot}]", 0
            if isinstance(entry, Mapping) and "law" in entry:
                given = read_mapping(entry, where, ("law", "new"))
                entry, new = given["law"], read_flag(given.get("new", False), f"{where}['new']")
            card = self.take(entry, where, Zone.FORCE, composed=True)
            kind = Kind.RED if card == NO_CARD else card_parts(t.blank, card)[KIND]
            if kind == Kind.RED:
                bad(where, entry, "is a blue or yellow law by name: red ones are never in force")
            t.law[slot] = card
            if kind == Kind.BLUE and not new:
                t.rule[card_parts(t.blank, card)[SYMBOL]] = card
        for place, entry in enumerate(read_list(self.position.get("discards", []), "['discards']", "laws")):
            where = f"['discards'][{place}]"
            if self.take(entry, where, Zone.DISCARDED, composed=True) == NO_CARD:
                bad(where, entry, "is a law by name: discards lie open")
        rows = read_list(self.position.get("away", [[]] * self.players), "['away']", "lists of laws", self.players)
        for seat, row in enumerate(rows):
            for place, entry in enumerate(read_list(row, f"['away'][{seat}]", "laws")):
                where = f"['away'][{seat}][{place}]"
                if self.take(entry, where, Zone.AWAY, composed=False, holder=seat) == NO_CARD:
                    self.unknown.append(([NO_CARD], 0, Zone.AWAY, seat))

    def set_deck(self) -> None:
        t = self.table
        named = read_list(self.position.get("deck", []), "['deck']", "cards", most=DECK + 1)
        ends = [place for place, entry in enumerate(named) if isinstance(entry, str) and entry == "End"]
        if len(ends) > 1:
            raise ValueError(f"position['deck']: got {len(ends)} End cards, allowed is one")
        default = len(named) if ends else max(DECK + 1 - self.drawn, len(named), 1)
        left = read_number(
            self.position.get("deck_left", default), "['deck_left']", max(1, len(named)), DECK + 1, "a number"
        )
        t.deck_at = DECK + 1 - left
        first = max(t.deck_at, DECK + 1 - END_AMONG, t.deck_at + (0 if ends else len(named)))
        if not ends and first > DECK:
            raise ValueError(f"position['deck']: got {len(named)} cards without End of {left}, allowed is one with it")
        end = t.deck_at + ends[0] if ends else int(self.rng.integers(first, DECK + 1))
        if end < DECK + 1 - END_AMONG:
            raise ValueError(f"position['deck']: got End above {DECK - end} cards, allowed are less than {END_AMONG}")
        for place in range(left):
            at = t.deck_at + place
            if at == end:
                t.deck[at] = END
                t.zone[END] = int(Zone.DECK)
                continue
            entry = named[place] if place < len(named) else ANY
            t.deck[at] = self.take(entry, f"['deck'][{place}]", Zone.DECK, composed=False)
            if t.deck[at] == NO_CARD:
                self.unknown.append((t.deck, at, Zone.DECK, 0))

    def set_hands(self) -> None:
        t = self.table
        hands = read_list(self.position.get("hands", [[]] * self.players), "['hands']", "hands", self.players)
        card = t.rule[Symbol.HAND]
        all_open = int(card != NO_CARD and card_parts(t.blank, card)[WHAT] == What.OPEN_HANDS)
        shown = t.shown_size = 0
        for seat, hand in enumerate(hands):
            playing = seat == t.active and (t.proposed != NO_CARD or t.decision == Decision.KEEP)
            size = DEALT[self.players] - playing
            entries = read_list(hand, f"['hands'][{seat}]", "laws", most=size)
            for place in range(size):
                where = f"['hands'][{seat}][{place}]"
                entry, shown = entries[place] if place < len(entries) else ANY, 0
                if isinstance(entry, Mapping):
                    given = read_mapping(entry, where, ("law", "shown"), ["law"])
                    entry, shown = given["law"], read_flag(given.get("shown", False), f"{where}['shown']")
                card = self.take(entry, where, Zone.HAND, composed=False)
                shown |= all_open
                t.hand[seat][place] = card
                t.shown[seat][place] = shown
                t.shown_size += shown
                if card == NO_CARD:
                    self.unknown.append((t.hand[seat], place, Zone.HAND, 0))
            t.hand_size[seat] = size

    # the middle of a turn

    def set_decision(self) -> None:
        if "decision" not in self.position:
            return
        t = self.table
        given = read_mapping(self.position["decision"], "['decision']", DECISION_KEYS, ["asked", "seat"])

        def at(key: str) -> str:
            return f"['decision'][{key!r}]"

        decision = _ASKED[tuple(_ASKED)[read_name(given["asked"], at("asked"), tuple(_ASKED))]]
        t.decision = int(decision)
        t.to_act = read_number(given["seat"], at("seat"), 0, self.players - 1, "a seat")
        if given.get("proposed") is not None:
            t.proposed = self.take(given["proposed"], at("proposed"), Zone.PROPOSED, composed=True)
            if t.proposed == NO_CARD:
                bad(at("proposed"), given["proposed"], "is a law by name: it lies open")
        if given.get("replaced") is not None:
            t.replaced = read_number(given["replaced"], at("replaced"), 0, LAWS_IN_FORCE - 1, "a place")
        for key, names, values in (("announced", SAY_NAMES, t.announced), ("votes", VOTE_NAMES, t.vote)):
            entries = read_list(given.get(key, [None] * self.players), at(key), "entries", self.players)
            for seat, entry in enumerate(entries):
                values[seat] = -1 if entry is None else read_name(entry, f"{at(key)}[{seat}]", names)
        t.open = read_flag(given.get("open", False), at("open"))
        if given.get("adopted") is not None:
            t.adopted = read_flag(given["adopted"], at("adopted"))
        drawn = read_list(given.get("drawn", []), at("drawn"), "laws", 2 if decision == Decision.KEEP else 0)
        for i, entry in enumerate(drawn):
            t.drawn[i] = self.take(entry, f"{at('drawn')}[{i}]", Zone.DRAWN, composed=False)
            if t.drawn[i] == NO_CARD:
                self.unknown.append((t.drawn, i, Zone.DRAWN, 0))
        t.stage = int(_STAGE_AFTER.get(decision, Stage.TALK))
        if decision in (Decision.LOSE, Decision.GIVE):
            self.set_effect(given)

    def set_effect(self, given: Mapping[str, Any]) -> None:
        t = self.table
        where = "['decision']['effect']"
        for key in ("step", "effect"):
            if key not in given:
                raise ValueError(f"position['decision']: the key {key!r} is missing where a candy is asked for")
        t.stage = int(_STEPS[tuple(_STEPS)[read_name(given["step"], "['decision']['step']", tuple(_STEPS))]])
        effect = read_mapping(given["effect"], where, EFFECT_KEYS, EFFECT_KEYS)
        t.effect = read_name(effect["what"], f"{where}['what']", WHAT_NAMES)
        t.effect_which = int(Which.ANY)
        t.effect_amount = read_number(effect["amount"], f"{where}['amount']", 1, AMOUNTS[-2], "a number")
        for seat in read_list(effect["seats"], f"{where}['seats']", "seats"):
            t.effect_seats |= 1 << read_number(seat, f"{where}['seats']", 0, self.players - 1, "a seat")
        t.effect_left = read_number(effect["left"], f"{where}['left']", 1, sum(t.candies[t.to_act]), "a number")
        t.effect_at = (t.to_act - t.active) % self.players
        rows = read_list(
            given.get("given", [{}] * self.players), "['decision']['given']", "dicts of candies", self.players
        )
        for seat, row in enumerate(rows):
            t.given[seat] = read_counts(row, f"['decision']['given'][{seat}]", COLOURS, PER_COLOUR)

    # what has been

    def set_history(self) -> None:
        t = self.table
        history = read_list(self.position.get("history", []), "['history']", "votes", most=HISTORY)
        taken = self.position.get("votes_taken", len(history))
        t.votes_taken = read_number(taken, "['votes_taken']", len(history), DECK + 1, "a number")
        if len(history) != min(t.votes_taken, HISTORY):
            bad(
                "['votes_taken']",
                taken,
                f"are at most {len(history)}, as many as 'history' has, unless it has {HISTORY}",
            )
        keys = ("law", "proposer", "adopted", "votes")
        lying = (Zone.FORCE, Zone.DISCARDED, Zone.PROPOSED)
        for back, entry in enumerate(history):
            where = f"['history'][{back}]"
            given = read_mapping(entry, where, keys, keys)
            at = (t.votes_taken - 1 - back) % HISTORY
            names = {card: law_value(t, card) for card in range(END) if t.zone[card] in lying}
            cards = [card for card, name in names.items() if name == given["law"]]
            if not cards:
                bad(f"{where}['law']", given["law"], "is the full name of a law that lies open")
            t.past_law[at] = cards[0]
            t.past_proposer[at] = read_number(given["proposer"], f"{where}['proposer']", 0, self.players - 1, "a seat")
            t.past_adopted[at] = read_flag(given["adopted"], f"{where}['adopted']")
            for seat, vote in enumerate(read_list(given["votes"], f"{where}['votes']", "votes", self.players)):
                t.past_vote[at][seat] = read_name(vote, f"{where}['votes'][{seat}]", VOTE_NAMES[:5])
        rows = read_list(self.position.get("said", [{}] * self.players), "['said']", "dicts", self.players)
        for seat, row in enumerate(rows):
            for say, name in enumerate(SAY_NAMES):
                given = read_mapping(row, f"['said'][{seat}]", SAY_NAMES).get(name, {})
                t.said[seat][say] = read_counts(given, f"['said'][{seat}][{name!r}]", VOTE_NAMES[:5], DECK + 1)


_STAGE_AFTER = {
    Decision.SAY: Stage.VOTE,
    Decision.VOTE: Stage.BALLOT_LOSSES,
    Decision.REPEAL: Stage.CLEAR,
    Decision.KEEP: Stage.LIMIT,
}


# Writing a position


def law_value(table: SimpleNamespace, card: int) -> Any:
    """Return a law as a position names it."""
    if card == END:
        return "End"
    if card < LAWS:
        return LAW_NAMES[card]
    row = card_parts(table.blank, card)
    if row[KIND] == UNSET:
        return BLANK
    result: dict[str, Any] = {
        name: _VALUES[column][row[column]] for column, name in enumerate(PART_NAMES[:AMOUNT]) if row[column] != UNSET
    }
    if row[AMOUNT] != UNSET:
        result["amount"] = "all" if row[AMOUNT] == ALL else row[AMOUNT]
    return result


def _dict(counts: Sequence[int], names: Sequence[str]) -> dict[str, int]:
    return {name: number for name, number in zip(names, counts, strict=True) if number}


def get_position(state: Any) -> dict[str, Any]:
    """Return the table as a position: everything, open and hidden. A game that is over has the key "ended" too."""
    t = plain(state)
    seats = range(t.players)

    def laws(cards: Sequence[int]) -> list[Any]:
        return [law_value(t, card) for card in cards]

    def wild(seat: int) -> Any:
        if t.wild[seat] < 0:
            return None
        name, lot = WILDS[t.wild[seat]], t.wild_lot[seat]
        more = {**({"shown": True} if t.wild_shown[seat] else {}), **({"lot": lot} if lot else {})}
        return {"wild": name, **more} if more else name

    def held(seat: int, place: int) -> Any:
        law = law_value(t, t.hand[seat][place])
        return {"law": law, "shown": True} if t.shown[seat][place] else law

    def in_zone(zone: Zone, holder: int = 0) -> list[int]:
        return [card for card in range(END) if t.zone[card] == zone and t.holder[card] == holder]

    position: dict[str, Any] = {
        "candies": [_dict(t.candies[seat], COLOURS) for seat in seats],
        "hands": [[held(seat, place) for place in range(t.hand_size[seat])] for seat in seats],
        "wilds": [wild(seat) for seat in seats],
        "laws": [
            law_value(t, card) if works_by_now(t, card) else {"law": law_value(t, card), "new": True}
            for card in t.law[: t.laws]
        ],
        "deck": laws(t.deck[t.deck_at :]),
        "deck_left": DECK + 1 - t.deck_at,
        "turn": {"seat": t.active, "number": t.turn, "begun": True},
    }
    more = {
        "gone": _dict(t.gone, COLOURS),
        "wilds_out": [name for name, number in zip(WILDS, t.wild_out, strict=True) for _ in range(number)],
        "discards": laws(in_zone(Zone.DISCARDED)),
        "away": [laws(in_zone(Zone.AWAY, seat)) for seat in seats],
        "lots": [_dict(known, WILDS) for known in t.lot_known[1 : t.lots + 1]],
        "votes_taken": t.votes_taken,
        "history": [_past(t, back) for back in range(min(t.votes_taken, HISTORY))],
        "said": [_said(t, seat) for seat in seats],
        "decision": _decision(t),
    }
    position |= {key: value for key, value in more.items() if value and (not isinstance(value, list) or any(value))}
    if t.lots:
        position["lots"] = more["lots"]
    if t.ended != Ended.RUNNING:
        position["ended"] = words(Ended(t.ended))
    return position


def _past(t: SimpleNamespace, back: int) -> dict[str, Any]:
    at = (t.votes_taken - 1 - back) % HISTORY
    return {
        "law": law_value(t, t.past_law[at]),
        "proposer": t.past_proposer[at],
        "adopted": bool(t.past_adopted[at]),
        "votes": [VOTE_NAMES[vote] for vote in t.past_vote[at][: t.players]],
    }


def _said(t: SimpleNamespace, seat: int) -> dict[str, dict[str, int]]:
    rows = {name: _dict(counts, VOTE_NAMES[:5]) for name, counts in zip(SAY_NAMES, t.said[seat], strict=True)}
    return {name: row for name, row in rows.items() if row}


def _decision(t: SimpleNamespace) -> dict[str, Any]:
    """Return what is asked in the middle of a turn; nothing where the active player is about to propose."""
    if t.decision in (-1, Decision.PROPOSE):
        return {}
    seats = range(t.players)
    given: dict[str, Any] = {"asked": words(Decision(t.decision)), "seat": t.to_act}
    if t.proposed != NO_CARD:
        given["proposed"] = law_value(t, t.proposed)
    if t.replaced >= 0:
        given["replaced"] = t.replaced
    if any(t.announced[seat] >= 0 for seat in seats):
        given["announced"] = [None if t.announced[seat] < 0 else SAY_NAMES[t.announced[seat]] for seat in seats]
    if any(t.vote[seat] != Vote.NONE for seat in seats):
        given["votes"] = [None if t.vote[seat] < 0 else VOTE_NAMES[t.vote[seat]] for seat in seats]
    if t.open:
        given["open"] = True
    if t.adopted >= 0:
        given["adopted"] = bool(t.adopted)
    if t.decision == Decision.KEEP:
        given["drawn"] = [law_value(t, card) for card in t.drawn]
    if t.effect >= 0:
        given["step"] = words(Stage(t.stage))
        given["effect"] = {
            "what": words(What(t.effect)),
            "amount": t.effect_amount,
            "seats": [seat for seat in seats if t.effect_seats >> seat & 1],
            "left": t.effect_left,
        }
        if any(map(any, t.given)):
            given["given"] = [_dict(t.given[seat], COLOURS) for seat in seats]
    return given
