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
    WILD_COPIES,
    WILDS,
    Kind,
    What,
    Which,
    Who,
    symbol_of,
)
from .state import HISTORY, LOTS, Decision, Ended, Say, Stage, Vote, Zone

_COMPOSING = range(Decision.COMPOSE_KIND, Decision.COMPOSE_AMOUNT + 1)
_BEFORE_VOTE = (*_COMPOSING, Decision.REPLACE, Decision.SAY, Decision.VOTE)


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
    amounts = [row[which] if which < 4 else sum(row) for row in holdings]
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


def _broken_header(t: SimpleNamespace) -> Iterator[str]:
    if not 4 <= t.players <= SEATS:
        yield f"players is {t.players}, not 4..{SEATS}"
    if not 0 <= t.reward < len(REWARDS):
        yield f"reward is {t.reward}, not the code of a reward scheme"
    for name in ("voracious", "carte_blanche", "talk", "open"):
        if getattr(t, name) not in (0, 1):
            yield f"{name} is {getattr(t, name)}, not 0 or 1"
    for name in ("truncated", "changed"):
        if getattr(t, name) != 0:
            yield f"{name} is {getattr(t, name)}, not 0"
    if t.decisions < 0 or not 1 <= t.turn <= DECK + 1 or t.votes_taken < 0:
        yield f"decisions, turn and votes_taken are {t.decisions}, {t.turn}, {t.votes_taken}"
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
        total = t.wild.count(wild) + t.wild_out[wild] + t.wild_box[wild]
        if total != WILD_COPIES[wild]:
            yield f"{total} {name} cards in all places together, not {WILD_COPIES[wild]}"
    if not 0 <= t.lots < LOTS or any(any(row) for row in [t.lot_known[0], *t.lot_known[t.lots + 1 :]]):
        yield f"lots is {t.lots}, lot_known is {t.lot_known}"
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
    if t.proposed != NO_CARD and t.zone[t.proposed] == Zone.PROPOSED:
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
    if not 0 <= t.laws <= LAWS_IN_FORCE:
        yield f"laws is {t.laws}"
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
    counts = Counter(FORM[card] for card in range(LAWS) if t.zone[card] == Zone.DISCARDED)
    if any(t.discarded[form] != counts[form] for form in range(FORMS)):
        yield "discarded does not agree with the zones"


def _broken_blanks(t: SimpleNamespace) -> Iterator[str]:
    for blank, row in enumerate(t.blank):
        card = LAWS + blank
        open_parts = row.count(UNSET)
        seen = t.zone[card] in (Zone.FORCE, Zone.DISCARDED, Zone.PROPOSED)
        if open_parts == len(row):
            if seen and not (t.zone[card] == Zone.PROPOSED and t.decision in _COMPOSING):
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
        first = (t.active + t.open) % t.players
        for seat in seats:
            voted = begun and (seat - first) % t.players < (t.to_act - first) % t.players
            allowed = range(Vote.YES, Vote.WILD + 1) if voted else (Vote.NONE,)
            if votes[seat] not in allowed:
                yield f"seat {seat} has vote {votes[seat]} where seat {t.to_act} is asked"
            wild = Vote.DEFINITE_YES + t.wild[seat] if t.open else Vote.WILD
            if votes[seat] > Vote.NO and (t.wild[seat] < 0 or votes[seat] != wild or t.wild_shown[seat] < t.open):
                yield f"seat {seat} has vote {votes[seat]} with Wild card {t.wild[seat]}, open is {t.open}"
    if t.decision in _BEFORE_VOTE and (t.proposed == NO_CARD or t.zone[t.proposed] != Zone.PROPOSED):
        yield f"the law voted on is {t.proposed}"
    if t.decision == Decision.PROPOSE and t.proposed != NO_CARD:
        yield f"card {t.proposed} is proposed already"
    if not -1 <= t.replaced < t.laws and t.adopted != 1:
        yield f"replaced is {t.replaced} of {t.laws} laws"
    voting = t.decision in (Decision.SAY, Decision.VOTE)
    for name in ("outlook", "candy_outlook"):
        value = getattr(t, name)
        if any(value if not voting else value[t.players :]):
            yield f"{name} is {value} where decision is {t.decision}"
    for seat in seats:
        said = t.announced[seat]
        if not -1 <= said < len(Say) or (said != -1 and not t.talk):
            yield f"seat {seat} announced {said}, talk is {t.talk}"
        place = (seat - t.active) % t.players
        if t.decision == Decision.SAY:
            expected = place < (t.to_act - t.active) % t.players
        else:
            expected = bool(t.talk) and (t.decision == Decision.VOTE or counted)
        if (said != -1) != expected:
            yield f"seat {seat} announced {said} where decision is {t.decision} and seat {t.to_act} is asked"


def _broken_effect(t: SimpleNamespace) -> Iterator[str]:
    if t.decision in (Decision.LOSE, Decision.GIVE):
        passing = t.effect in (What.PASS_LEFT, What.PASS_RIGHT)
        seat = (t.active + t.effect_at) % t.players
        held = sum(t.candies[seat]) - sum(t.given[seat])
        if t.effect not in (What.LOSE, What.PASS_LEFT, What.PASS_RIGHT, What.LIMIT):
            yield f"effect {t.effect} asks for a candy"
        elif passing != (t.decision == Decision.GIVE) or t.effect_which != Which.ANY or t.effect_amount in (0, ALL):
            yield f"effect {t.effect} of {t.effect_amount} candies {t.effect_which} asks for decision {t.decision}"
        if seat != t.to_act or not t.effect_seats >> seat & 1 or not 1 <= t.effect_left <= held:
            yield f"seat {t.to_act} is asked for {t.effect_left} of {held} candies, effect_at is {t.effect_at}"
    elif t.effect != -1:
        yield f"effect {t.effect} is running where decision is {t.decision}"
    if t.effect not in (What.PASS_LEFT, What.PASS_RIGHT) and any(map(any, t.given)):
        yield f"candies are given where effect is {t.effect}"
    if t.decision == Decision.REPEAL and (t.laws == 0 or t.to_act != t.active):
        yield f"seat {t.to_act} repeals one of {t.laws} laws"
    if (t.decision == Decision.KEEP) != (t.drawn.count(NO_CARD) == 0) or t.drawn.count(NO_CARD) == 1 < t.to_act + 2:
        if t.to_act >= 0:
            yield f"drawn is {t.drawn} where decision is {t.decision}"
    stages = {Decision.PROPOSE: Stage.TALK, Decision.REPLACE: Stage.TALK, Decision.SAY: Stage.VOTE}
    stages |= {Decision.VOTE: Stage.BALLOT_LOSSES, Decision.REPEAL: Stage.CLEAR, Decision.KEEP: Stage.LIMIT}
    stages |= dict.fromkeys(map(Decision, _COMPOSING), Stage.TALK)
    if t.decision in stages and t.stage != stages[Decision(t.decision)]:
        yield f"stage is {t.stage} where decision is {t.decision}"


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
    _broken_vote,
    _broken_effect,
    _broken_record,
    _broken_points,
)
