"""Invariants of the state of Animocrazy. Plain Python, nothing is compiled.

What the rules compute too, points above all, is written a second time here on purpose: a check that asked the rules
would agree with their mistakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from envs.core.options import REWARDS
from envs.core.view import plain

from .actions import card_parts
from .box import (
    ALL,
    AMOUNT,
    BLANKS,
    BLUE_SYMBOLS,
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
    LAWS,
    LAWS_IN_FORCE,
    MOST_IN_HAND,
    NO_CARD,
    NO_SYMBOL,
    PER_COLOUR,
    SCALE,
    SEATS,
    SYMBOL,
    UNSET,
    VORACIOUS_LIMIT,
    WHAT,
    WHICH,
    WILD_COPIES,
    WILDS,
    Kind,
    Symbol,
    What,
    Which,
    Who,
    symbol_of,
)
from .state import HISTORY, LOTS, Decision, Ended, Say, Stage, Vote, Zone

_COMPOSING = range(Decision.COMPOSE_KIND, Decision.COMPOSE_AMOUNT + 1)


def check(state: Any) -> None:
    """Check every invariant of a state as the rules leave it between two decisions, or at the end of the game.

    Raises:
        AssertionError: in one line that says what is broken.
    """
    table = plain(state)
    for broken_things in _CHECKS:
        for broken in broken_things(table):
            raise AssertionError(broken)


def _members(holdings: list[list[int]], wild: list[int], who: int, which: int) -> set[int]:
    """Return whom a law is about, where that depends on holdings."""
    coloured = which < 4 and who not in (Who.EVEN, Who.ODD)
    amounts = [row[which] if coloured else sum(row) for row in holdings]
    seats = range(len(holdings))
    if who == Who.MOST:
        return {s for s in seats if amounts[s] == max(amounts) and (amounts[s] > 0 or which >= 4)}
    tests = {
        Who.FEWEST: lambda s: amounts[s] == min(amounts),
        Who.HAS: lambda s: amounts[s] > 0,
        Who.LACKS: lambda s: amounts[s] == 0,
        Who.EVEN: lambda s: amounts[s] % 2 == 0,
        Who.ODD: lambda s: amounts[s] % 2 == 1,
        Who.HOLDS_WILD: lambda s: wild[s] >= 0,
    }
    return {s for s in seats if tests[Who(who)](s)}


def count_points(table: SimpleNamespace) -> list[int]:
    """Return the points of every seat if the game ended now (A7)."""
    players = table.players
    holdings = table.candies[:players]
    laws = [card_parts(table.blank, card)[:5] for card in table.law[: table.laws]]
    laws = [law for law in laws if law[KIND] == Kind.YELLOW]
    worth = [1, 1, 1, 1]
    for _, what, _, which, amount in laws:
        if what == What.WORTH:
            worth[which] = amount
    points = [sum(n * w for n, w in zip(row, worth, strict=True)) for row in holdings]
    for _, what, _, _, amount in laws:
        if what == What.LARGEST:
            points = [amount * max((n, n * w) for n, w in zip(row, worth, strict=True))[1] for row in holdings]
    if any(law[1] == What.SCORE_LEFT for law in laws):
        points = points[-1:] + points[:-1]
    for _, what, who, which, amount in laws:
        for seat, row in enumerate(holdings):
            times = 0
            if what == What.BONUS:
                times = int(seat in _members(holdings, table.wild[:players], who, which))
            elif what == What.SETS:
                times = min(row)
            elif what == What.THREES:
                times = sum(n // 3 for n in row)
            elif what == What.LACKING:
                times = row.count(0)
            points[seat] += amount * times
    return points


def _works(t: SimpleNamespace, symbol: int, what: int) -> bool:
    """Return whether a blue law that does `what` is working under `symbol`."""
    card = t.rule[symbol]
    return card != NO_CARD and card_parts(t.blank, card)[WHAT] == what


def _lacks_place(t: SimpleNamespace, card: int) -> bool:
    """Return whether a law can only be placed by replacing one that the proposer names (A3)."""
    parts = card_parts(t.blank, card)
    symbols = [card_parts(t.blank, law)[SYMBOL] for law in t.law[: t.laws]]
    own = parts[SYMBOL] != NO_SYMBOL and parts[SYMBOL] in symbols
    return parts[KIND] != Kind.RED and t.laws == LAWS_IN_FORCE and not own


def _broken_header(t: SimpleNamespace) -> Iterator[str]:
    if not 4 <= t.players <= SEATS:
        yield f"players is {t.players}, not 4..{SEATS}"
    if not 0 <= t.reward < len(REWARDS):
        yield f"reward is {t.reward}, not the code of a reward scheme"
    for name in ("voracious", "carte_blanche", "talk", "hints", "open"):
        if getattr(t, name) not in (0, 1):
            yield f"{name} is {getattr(t, name)}, not 0 or 1"
    for name in ("truncated", "changed"):
        if getattr(t, name) != 0:
            yield f"{name} is {getattr(t, name)}, not 0"
    if t.decisions < 0 or not 1 <= t.turn <= DECK + 1 or not 0 <= t.votes_taken <= t.turn + DECK + 1:
        yield f"decisions, turn and votes_taken are {t.decisions}, {t.turn}, {t.votes_taken}"
    if not 0 <= t.deck_at <= DECK + 1 or t.turn > t.deck_at + 1:
        yield f"deck_at is {t.deck_at} in turn {t.turn}"
    if not 0 <= t.stage < len(Stage):
        yield f"stage is {t.stage}"
    if not 0 <= t.laws <= LAWS_IN_FORCE:
        yield f"laws is {t.laws}"
    if not 0 <= t.active < t.players:
        yield f"active is {t.active}, who is no seat"
    if (t.to_act < 0) != (t.ended != Ended.RUNNING) or not -1 <= t.to_act < t.players:
        yield f"to_act is {t.to_act} where ended is {t.ended}"
    if t.ended not in tuple(Ended):
        yield f"ended is {t.ended}"
    if (t.decision >= 0) != (t.to_act >= 0) or t.decision >= len(Decision):
        yield f"decision is {t.decision} where to_act is {t.to_act}"
    for name in ("candies", "given", "hand", "shown", "hand_size", "wild_shown", "wild_lot", "said", "points"):
        for seat in range(t.players, SEATS):
            if getattr(t, name)[seat] not in (0, [0] * 4, [NO_CARD] * MOST_IN_HAND, [0] * MOST_IN_HAND, [[0] * 5] * 3):
                yield f"{name} has {getattr(t, name)[seat]} for seat {seat}, who is not at the table"
    for name in ("wild", "announced", "vote"):
        if any(value != -1 for value in getattr(t, name)[t.players :]):
            yield f"{name} has an entry for somebody who is not at the table"


def _broken_candies(t: SimpleNamespace) -> Iterator[str]:
    for colour, name in enumerate(COLOURS):
        held = [row[colour] for row in t.candies]
        if min([*held, t.bag[colour], t.gone[colour]]) < 0:
            yield f"{name} candies: {held} held, {t.bag[colour]} in the bag, {t.gone[colour]} gone, one below 0"
        total = sum(held) + t.bag[colour] + t.gone[colour]
        if total != PER_COLOUR:
            yield f"{total} {name} candies in all places together, not {PER_COLOUR}"
        if t.voracious and max(held) > VORACIOUS_LIMIT:
            yield f"a player has {max(held)} {name} candies in the Voracious variant"
        if not t.voracious and t.gone[colour]:
            yield f"{t.gone[colour]} {name} candies are gone, but the game is not Voracious"
        for seat in range(t.players):
            if not 0 <= t.given[seat][colour] <= t.candies[seat][colour]:
                yield f"seat {seat} gives {t.given[seat][colour]} {name} candies of {t.candies[seat][colour]}"
    if sum(t.bag) != t.bag_size:
        yield f"bag_size is {t.bag_size}, the bag has {sum(t.bag)}"
    if (t.bag_size == 0) != (t.ended == Ended.EMPTY_BAG):
        yield f"bag_size is {t.bag_size} where ended is {t.ended}"


def _broken_wilds(t: SimpleNamespace) -> Iterator[str]:
    for wild, name in enumerate(WILDS):
        if t.wild_out[wild] < 0 or t.wild_box[wild] < 0:
            yield f"{t.wild_out[wild]} {name} cards lie open, {t.wild_box[wild]} are in the box"
        total = t.wild.count(wild) + t.wild_out[wild] + t.wild_box[wild]
        if total != WILD_COPIES[wild]:
            yield f"{total} {name} cards in all places together, not {WILD_COPIES[wild]}"
    if not 0 <= t.lots < LOTS or any(any(row) for row in [t.lot_known[0], *t.lot_known[t.lots + 1 :]]):
        yield f"lots is {t.lots}, lot_known is {t.lot_known}"
    taking = [c for c in range(END) if t.zone[c] == Zone.DISCARDED and card_parts(t.blank, c)[WHAT] == What.TAKE_WILD]
    if t.lots > len(taking):
        yield f"lots is {t.lots}, {len(taking)} laws by which Wild cards are taken lie open"
    for seat in range(t.players):
        wild, shown, lot = t.wild[seat], t.wild_shown[seat], t.wild_lot[seat]
        if not -1 <= wild < len(WILDS) or shown not in (0, 1) or (wild < 0 and (shown or lot)):
            yield f"seat {seat}: wild is {wild}, wild_shown {shown}, wild_lot {lot}"
        if not 0 <= lot <= t.lots:
            yield f"seat {seat}: wild_lot is {lot}, not 0..{t.lots}"
    for lot in range(1, t.lots + 1):  # what is known to be there must be there
        for wild, name in enumerate(WILDS):
            known = sum(row[wild] for row in t.lot_known[lot:])
            there = t.wild_box[wild] + sum(
                t.wild[s] == wild and not t.wild_shown[s] and t.wild_lot[s] >= lot for s in range(t.players)
            )
            if not t.lot_known[lot][wild] >= 0 or known > there:
                yield f"{known} {name} cards known to be in lot {lot} or later, {there} are"


def _broken_cards(t: SimpleNamespace) -> Iterator[str]:
    places: list[tuple[int, Zone]] = []
    for seat in range(t.players):
        cards, size = t.hand[seat], t.hand_size[seat]
        if not 0 <= size <= MOST_IN_HAND:
            yield f"seat {seat} has {size} cards in hand"
        if any(card != NO_CARD for card in cards[size:]) or any(t.shown[seat][size:]):
            yield f"seat {seat} has {size} cards in hand, but the places are {cards}, shown {t.shown[seat]}"
        places += [(card, Zone.HAND) for card in cards[:size]]
        missing = int(seat == t.active and (t.proposed != NO_CARD or t.decision in (Decision.LOSE, Decision.KEEP)))
        expected = DEALT[t.players]
        if not expected - (missing or t.to_act < 0) <= size <= expected:
            yield f"seat {seat} has {size} cards in hand, not {expected}"
    if sum(map(sum, t.shown)) != t.shown_size:
        yield f"shown_size is {t.shown_size}, {sum(map(sum, t.shown))} cards are shown"
    if any(card != NO_CARD for card in t.deck[: t.deck_at]):
        yield f"deck has cards above its place {t.deck_at}"
    places += [(card, Zone.DECK) for card in t.deck[t.deck_at :]]
    if any(card != NO_CARD for card in t.law[t.laws :]):
        yield f"{t.laws} laws in force, but the places are {t.law}"
    places += [(card, Zone.FORCE) for card in t.law[: t.laws]]
    places += [(card, Zone.DRAWN) for card in t.drawn if card != NO_CARD]
    if t.proposed != NO_CARD:
        places.append((t.proposed, Zone.PROPOSED))
    counted = Counter(card for card, _ in places)
    for card, zone in places:
        if not 0 <= card < CARDS or counted[card] > 1:
            yield f"card {card} is {counted[card]} times on the table"
        elif t.zone[card] != zone:
            yield f"card {card} lies in {zone.name}, its zone is {t.zone[card]}"
    listed = (Zone.HAND, Zone.DECK, Zone.FORCE, Zone.DRAWN, Zone.PROPOSED)
    if sum(t.zone.count(int(zone)) for zone in listed) != len(places):
        yield "a card is in the zone of a place that it is not at"
    if any(not 0 <= zone < len(Zone) for zone in t.zone):
        yield f"zones are {t.zone}"
    if not t.carte_blanche and any(t.zone[card] != Zone.BOX for card in range(LAWS, LAWS + BLANKS)):
        yield "a blank law is in play, but the game is not Carte Blanche"
    for card in range(CARDS):
        if t.zone[card] != Zone.AWAY and t.holder[card] != 0:
            yield f"card {card} has holder {t.holder[card]}, but was not put away"
        elif not 0 <= t.holder[card] < t.players:
            yield f"card {card} was put away by {t.holder[card]}, who is no seat"


def _broken_end(t: SimpleNamespace) -> Iterator[str]:
    if (t.zone[END] == Zone.DRAWN_END) != (t.ended == Ended.END_CARD):
        yield f"the End card is in zone {t.zone[END]} where ended is {t.ended}"
    if t.zone[END] not in (Zone.DECK, Zone.DRAWN_END):
        yield f"the End card is in zone {t.zone[END]}"
    if END in t.deck and t.deck.index(END) < DECK + 1 - END_AMONG:
        yield f"the End card is card {t.deck.index(END) + 1} of the deck, not one of the last {END_AMONG}"
    if any(zone == Zone.DRAWN_END for zone in t.zone[:END]):
        yield "a law lies where the End card should"


def _broken_laws(t: SimpleNamespace) -> Iterator[str]:
    parts = [card_parts(t.blank, card) for card in t.law[: t.laws]]
    symbols = Counter(law[SYMBOL] for law in parts if law[SYMBOL] != NO_SYMBOL)
    if symbols and max(symbols.values()) > 1:
        yield "two laws in force have the same symbol"
    if any(law[KIND] not in (Kind.BLUE, Kind.YELLOW) or law[SYMBOL] == UNSET for law in parts):
        yield "a law in force is red or not composed"
    for symbol, card in enumerate(t.rule):
        if card != NO_CARD and (card not in t.law[: t.laws] or card_parts(t.blank, card)[SYMBOL] != symbol):
            yield f"card {card} works under symbol {symbol}, but it is not in force or has another"
    new = [
        card
        for card, law in zip(t.law, parts, strict=False)
        if law[SYMBOL] < BLUE_SYMBOLS and t.rule[law[SYMBOL]] != card
    ]
    if len(new) > 1 or (new and not (t.stage > Stage.ACT or t.to_act < 0)):
        yield f"the blue laws {new} do not work yet at stage {t.stage}"
    if _works(t, Symbol.HAND, What.OPEN_HANDS) and t.shown_size != sum(t.hand_size[: t.players]):
        yield f"{t.shown_size} cards in hands are shown, but all hands are open"
    counts = Counter(FORM[card] for card in range(LAWS) if t.zone[card] == Zone.DISCARDED)
    if any(t.discarded[form] != counts[form] for form in range(FORMS)):
        yield "discarded does not agree with the zones"


def _broken_blanks(t: SimpleNamespace) -> Iterator[str]:
    for blank, row in enumerate(t.blank):
        card = LAWS + blank
        open_parts = row.count(UNSET)
        seen = t.zone[card] in (Zone.FORCE, Zone.DISCARDED, Zone.PROPOSED)
        if open_parts == len(row):
            if seen and not (t.zone[card] == Zone.PROPOSED and t.decision == Decision.COMPOSE_KIND):
                yield f"blank law {blank} lies open without being composed"
        elif not seen:
            yield f"blank law {blank} is composed, but in zone {t.zone[card]}"
        elif open_parts:
            if t.zone[card] != Zone.PROPOSED or t.decision not in _COMPOSING:
                yield f"blank law {blank} is half composed in zone {t.zone[card]}"
            column = t.decision - Decision.COMPOSE_KIND
            if UNSET in row[:column] or any(part != UNSET for part in row[column:]):
                yield f"blank law {blank} is {row} where its part {column} is asked"
            elif not any(law[:column] == tuple(row[:column]) for law in COMPOSABLE):
                yield f"blank law {blank} is {row}, which no law begins with"
        elif t.zone[card] == Zone.PROPOSED and t.decision in _COMPOSING:
            yield f"blank law {blank} is composed where part of it is asked"
        elif tuple(row[:5]) not in COMPOSABLE or row[SYMBOL] != symbol_of(*row[:4]) or row[SCALE] != 0:
            yield f"blank law {blank} is {row}, which is no law"


def _broken_vote(t: SimpleNamespace) -> Iterator[str]:
    seats = range(t.players)
    counted = t.adopted != -1
    if t.adopted not in (-1, 0, 1):
        yield f"adopted is {t.adopted}"
    votes = t.vote[: t.players]
    if counted and not all(Vote.YES <= vote <= Vote.SCAM for vote in votes):
        yield f"the result is {t.adopted}, but the votes are {votes}"
    if not counted:
        begun = t.decision == Decision.VOTE
        if t.open != int(begun and _works(t, Symbol.ORDER, What.OPEN_VOTES)):
            yield f"open is {t.open} where decision is {t.decision}, rule is {t.rule}"
        first = (t.active + t.open) % t.players
        for seat in seats:
            voted = begun and (seat - first) % t.players < (t.to_act - first) % t.players
            allowed = range(Vote.YES, Vote.WILD + 1) if voted else (Vote.NONE,)
            if votes[seat] not in allowed:
                yield f"seat {seat} has vote {votes[seat]} where seat {t.to_act} is asked"
            wild = Vote.DEFINITE_YES + t.wild[seat] if t.open else Vote.WILD
            if votes[seat] > Vote.NO and _works(t, Symbol.WILD, What.NO_WILD):
                yield f"seat {seat} has vote {votes[seat]} where Wild cards may not be played"
            if votes[seat] > Vote.NO and (t.wild[seat] < 0 or votes[seat] != wild or t.wild_shown[seat] < t.open):
                yield f"seat {seat} has vote {votes[seat]} with Wild card {t.wild[seat]}, open is {t.open}"
    voting = t.decision in (Decision.SAY, Decision.VOTE)
    for name in ("outlook", "candy_outlook"):
        value = getattr(t, name)
        if any(value[t.players :] if voting and t.hints else value):
            yield f"{name} is {value} where decision is {t.decision}"
    for seat in seats:
        said = t.announced[seat]
        if not -1 <= said < len(Say) or (said != -1 and not t.talk):
            yield f"seat {seat} announced {said}, talk is {t.talk}"
        place = (seat - t.active) % t.players
        if t.decision == Decision.SAY:
            if not t.talk:
                yield "an announcement is asked for, but talk is 0"
            expected = place < (t.to_act - t.active) % t.players
        else:
            expected = bool(t.talk) and (t.decision == Decision.VOTE or counted)
        if (said != -1) != expected:
            yield f"seat {seat} announced {said} where decision is {t.decision} and seat {t.to_act} is asked"


_STAGES = {
    Decision.PROPOSE: Stage.TALK,
    Decision.REPLACE: Stage.TALK,
    Decision.SAY: Stage.VOTE,
    Decision.VOTE: Stage.BALLOT_LOSSES,
    Decision.REPEAL: Stage.CLEAR,
    Decision.KEEP: Stage.LIMIT,
    **dict.fromkeys(map(Decision, _COMPOSING), Stage.TALK),
}
_HOOKS = {
    Stage.PROPOSE: Symbol.TURN,
    Stage.PROPOSER_LOSSES: Symbol.BALLOT,
    Stage.BALLOT_DRAWS: Symbol.PROPOSER,
    Stage.NEXT: Symbol.LIMIT,
}
"""The stage that comes next where candies are asked for by a blue law, and the symbol of that law."""


def _broken_turn(t: SimpleNamespace) -> Iterator[str]:
    """What is asked, when, and of whom; and what lies proposed then."""
    if t.to_act < 0:
        return
    decision, stage = t.decision, t.stage
    candy = decision in (Decision.LOSE, Decision.GIVE)
    asked = f"where decision is {decision}, the next stage {stage}"
    if stage not in ((*_HOOKS, Stage.CLEAR) if candy else (_STAGES[Decision(decision)],)):
        yield f"stage is {stage} where decision is {decision}"
    if not candy and decision not in (Decision.SAY, Decision.VOTE) and t.to_act != t.active:
        yield f"seat {t.to_act} is asked, but seat {t.active} is active, {asked}"
    voted = stage > Stage.BALLOT_LOSSES
    if (t.adopted != -1) != voted or (stage == Stage.CLEAR and t.adopted != 1):
        yield f"adopted is {t.adopted} {asked}"
    lies = decision != Decision.PROPOSE and Stage.TALK <= stage <= Stage.CLEAR
    if (t.proposed != NO_CARD) != lies:
        yield f"card {t.proposed} is proposed {asked}"
    if not lies:
        if not -1 <= t.replaced < LAWS_IN_FORCE or (stage <= Stage.TALK and t.replaced != -1):
            yield f"replaced is {t.replaced} {asked}"
        return
    kind, what, who, _, _, symbol, _ = card_parts(t.blank, t.proposed)
    if (symbol == UNSET) != (decision in _COMPOSING):
        yield f"card {t.proposed} is proposed {asked}"
    lacks = decision not in _COMPOSING and _lacks_place(t, t.proposed)
    if decision == Decision.REPLACE and not lacks:
        yield f"card {t.proposed} needs no other to be replaced {asked}"
    named = lacks and decision != Decision.REPLACE
    if not (0 <= t.replaced < t.laws if named else t.replaced == -1):
        yield f"replaced is {t.replaced} of {t.laws} laws {asked}"
    if stage == Stage.CLEAR and kind != Kind.RED:
        yield f"card {t.proposed} acts, which is not red"
    if decision == Decision.REPEAL and ((what, who) != (What.REPEAL, Who.PROPOSER) or t.laws == 0):
        yield f"card {t.proposed} is about to repeal one of {t.laws} laws"


def _broken_effect(t: SimpleNamespace) -> Iterator[str]:
    running = (t.effect, t.effect_which, t.effect_amount, t.effect_seats, t.effect_at, t.effect_left)
    if t.decision not in (Decision.LOSE, Decision.GIVE):
        rest = (-1, 0, 0, 0, 0, -1) if t.to_act >= 0 else (-1, *running[1:])  # an end in mid-effect leaves the rest
        if running != rest:
            yield f"an effect is running, {running}, where decision is {t.decision}"
        if any(map(any, t.given)):
            yield f"candies are given where decision is {t.decision}"
    else:
        yield from _broken_choice_of_candies(t)
    drawn = t.drawn.count(NO_CARD)
    if (t.decision == Decision.KEEP) != (drawn == 0) or (drawn == 1 and t.to_act >= 0):
        if t.to_act >= 0:
            yield f"drawn is {t.drawn} where decision is {t.decision}"
    if t.decision == Decision.KEEP and not _works(t, Symbol.HAND, What.DRAW_TWO):
        yield "two laws are drawn, but no law says so"


def _broken_choice_of_candies(t: SimpleNamespace) -> Iterator[str]:
    """The effect that asks for candies: that of the law at this stage, as far as it has come."""
    card = t.proposed if t.stage == Stage.CLEAR else t.rule[_HOOKS[Stage(t.stage)]]
    passing = t.effect in (What.PASS_LEFT, What.PASS_RIGHT)
    effect = (t.effect, t.effect_which, t.effect_amount)
    if card == NO_CARD or effect != tuple(card_parts(t.blank, card)[i] for i in (WHAT, WHICH, AMOUNT)):
        yield f"effect {effect} is running at stage {t.stage}, which is not that of card {card}"
        return
    if t.effect not in (What.LOSE, What.PASS_LEFT, What.PASS_RIGHT, What.LIMIT) or t.effect_amount in (0, ALL):
        yield f"effect {effect} asks for a candy"
    if passing != (t.decision == Decision.GIVE) or t.effect_which != Which.ANY:
        yield f"effect {effect} asks for decision {t.decision}"
    if not 0 <= t.effect_at < t.players or (t.active + t.effect_at) % t.players != t.to_act:
        yield f"seat {t.to_act} is asked, effect_at is {t.effect_at}"
    if not 0 <= t.effect_seats < 1 << t.players or not t.effect_seats >> t.to_act & 1:
        yield f"seat {t.to_act} is asked, the effect is about {t.effect_seats:b}"
    held = sum(t.candies[t.to_act])
    most = held - t.effect_amount if t.effect == What.LIMIT else min(t.effect_amount, held)
    if not 1 <= t.effect_left <= most or (t.effect == What.LIMIT and t.effect_left != most):
        yield f"seat {t.to_act} is asked for {t.effect_left} of {held} candies by {effect}"
    for seat in range(t.players):
        place = (seat - t.active) % t.players
        given = 0
        if passing and t.effect_seats >> seat & 1 and place <= t.effect_at:
            given = min(t.effect_amount, sum(t.candies[seat])) - (t.effect_left if place == t.effect_at else 0)
        if sum(t.given[seat]) != given:
            yield f"seat {seat} gives {t.given[seat]}, not {given} candies"


def _broken_record(t: SimpleNamespace) -> Iterator[str]:
    for back in range(HISTORY):
        at = (t.votes_taken - 1 - back) % HISTORY
        votes, known = t.past_vote[at], back < t.votes_taken
        if any((Vote.YES <= vote <= Vote.SCAM) != known for vote in votes[: t.players]):
            yield f"the vote {back} votes ago was {votes}"
        if known and not (0 <= t.past_law[at] < END and 0 <= t.past_proposer[at] < t.players):
            yield f"the law {back} votes ago was {t.past_law[at]}, proposed by {t.past_proposer[at]}"
        if t.past_adopted[at] not in (0, 1):
            yield f"the result {back} votes ago was {t.past_adopted[at]}"
    for seat in range(t.players):
        if sum(map(sum, t.said[seat])) > t.votes_taken:
            yield f"seat {seat}: said is {t.said[seat]}, {t.votes_taken} votes were taken"
        if min(map(min, t.said[seat])) < 0 or (not t.talk and any(map(any, t.said[seat]))):
            yield f"seat {seat}: said is {t.said[seat]}, talk is {t.talk}"


def _broken_points(t: SimpleNamespace) -> Iterator[str]:
    points = count_points(t)
    if t.points[: t.players] != points:
        yield f"points are {t.points[: t.players]}, counted are {points}"
    best = sum(1 << seat for seat in range(t.players) if points[seat] == max(points))
    if t.winners != (0 if t.ended == Ended.RUNNING else best):
        yield f"winners is {t.winners:b} where the points are {points} and ended is {t.ended}"


_CHECKS = (
    _broken_header,
    _broken_candies,
    _broken_wilds,
    _broken_cards,
    _broken_end,
    _broken_laws,
    _broken_blanks,
    _broken_turn,
    _broken_vote,
    _broken_effect,
    _broken_record,
    _broken_points,
)
