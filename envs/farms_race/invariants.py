"""Invariants of the state of Farms Race. Plain Python, nothing is compiled.

This is the course of the game: whose turn it is, what is asked, and everything that can be in the middle of something.
What lies on the table is in `envs.farms_race.pieces.invariants`. What can be counted in two ways is counted a second
time here on purpose: a check that asked the rules would agree with their mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from envs.core.view import plain

from .box import (
    DEALT,
    DEALT_TO_TWO,
    HERDS,
    HUMANS,
    KINDS,
    MOST_DEALT,
    NOBODY,
    PARTS,
    PROMISES,
    SPIES,
    SPY_COUNT,
    STARTING_CARDS,
    WILD,
    Event,
    Item,
    Mutation,
    Part,
    Promise,
    Spy,
)
from .pieces.invariants import (
    AT_REST,
    CHECKS,
    beside,
    bits_of,
    broken_ranges,
    has,
    herds_in,
    living,
    members,
    name_of,
)
from .state import ATTACKERS, DEFENDERS, DICE, Combat, Decision, Stage, Way

MOST_COMBAT_ROUND = 120


def check(state: Any) -> None:
    """Check every invariant of a state as the rules leave it between two decisions, or at the end of the game.

    Raises:
        AssertionError: in one line that says what is broken.
    """
    table = plain(state)
    for broken in broken_ranges(table, state):
        raise AssertionError(broken)
    for broken_things in (*CHECKS, *_COURSE):
        for broken in broken_things(table):
            raise AssertionError(broken)


# What is asked, of whom

_FREE = (Stage.ACTIONS, Stage.RESOURCES, Stage.DISCARD)
_COMBAT = (Decision.LOSE, Decision.RETREAT, Decision.RETREAT_TO, Decision.RETURN)
_OFFER = (Decision.OFFER_GIVE, Decision.OFFER_WANT, Decision.OFFER_ANSWER)
_NUKES = (Decision.LAUNCH, Decision.TARGET)
_SPIES = (Decision.SPY_PART, Decision.REACT)
STAGES: dict[Decision, tuple[Stage, ...]] = {
    Decision.MUTATION: (Stage.SETUP,),
    Decision.START: (Stage.SETUP,),
    Decision.START_CARD: (Stage.SETUP,),
    Decision.PLACE: (Stage.PLACING,),
    Decision.REGENERATE: (Stage.REGENERATION,),
    Decision.ACTIONS: (Stage.ACTIONS,),
    Decision.HERDS: (Stage.ACTIONS,),
    **dict.fromkeys(_COMBAT, (Stage.ACTIONS,)),
    Decision.WILD: (Stage.WILDS,),
    Decision.WINDOW: (Stage.WINDOW,),
    **dict.fromkeys(_OFFER, (Stage.WINDOW,)),
    Decision.RESOURCES: (Stage.RESOURCES,),
    Decision.DISCARD: (Stage.DISCARD,),
    **dict.fromkeys((*_NUKES, *_SPIES), (*_FREE, Stage.NEXT)),
    Decision.KEEP: _FREE,
}
"""The stages at which each decision is asked: NEXT where a chain of nukes has wiped out the active player."""
_DICE_SHOWN = (Stage.WILDS, Stage.WINDOW, Stage.RESOURCES, Stage.DISCARD, Stage.NEXT)
_NO_DICE = ([-1] * DICE, [-1] * DICE)  # a position need not say what was rolled
_UNUSED: tuple[tuple[Callable[[SimpleNamespace], bool], tuple[str, ...]], ...] = (
    (lambda t: t.decision == Decision.HERDS, ("target", "sent_healthy", "sent_damaged")),
    (
        lambda t: t.decision in _COMBAT,
        ("fight", "defender", "step", "combat_round", "attack_healthy", "attack_damaged"),
    ),
    (lambda t: t.decision in _COMBAT, ("sent", "hits", "died", "rolled")),
    (lambda t: t.decision == Decision.TARGET, ("way",)),
    (lambda t: t.decision in (*_NUKES, *_SPIES), ("links", "answering", "struck")),
    (lambda t: t.links > 0, ("answering", "struck")),
    (lambda t: t.decision in _SPIES, ("spy_depth", "spy_asked", "part", "argument")),
    (lambda t: t.decision == Decision.KEEP, ("looked_at",)),
    (lambda t: t.decision in _OFFER, ("offer_to", "offer_kind", "offer_number")),
    (lambda t: t.stage == Stage.WINDOW, ("offered", "talked")),
    (lambda t: t.stage in (Stage.WINDOW, Stage.SETUP), ("at",)),
    (lambda t: t.stage == Stage.PLACING, ("served", "to_place", "extras")),
    (lambda t: t.stage == Stage.REGENERATION, ("heals",)),
    (
        lambda t: t.stage >= Stage.ACTIONS,
        ("attacked", "taken_back", "leaving", "spent_healthy", "spent_damaged", "fresh"),
    ),
    (lambda t: t.stage > Stage.SETUP, ("stood", "could_nuke", "out_at")),
    (lambda t: t.stage in _DICE_SHOWN, ("dice", "paid_for")),
    (lambda t: t.decision == Decision.WILD, ("wilds",)),
    (lambda t: t.stage in _DICE_SHOWN[1:], ("gained",)),
    (lambda t: t.stage == Stage.SETUP, ("dealt",)),
)
"""When fields are in use; at all other times they are at rest."""


def _asked(t: SimpleNamespace) -> str:
    """Return what is asked, in words."""
    return f"where {Decision(t.decision).name} is asked of seat {t.to_act} at stage {Stage(t.stage).name}"


def _broken_rest(t: SimpleNamespace) -> Iterator[str]:
    for used, names in _UNUSED:
        if not used(t):
            for name in names:
                if getattr(t, name) != getattr(AT_REST, name):
                    yield f"{name} is {getattr(t, name)} {_asked(t)}"


def asked_seat(t: SimpleNamespace) -> int:
    """Return who is asked at this decision, where the state says so elsewhere too; else the seat to act."""
    if t.decision in (Decision.WINDOW, Decision.OFFER_GIVE, Decision.OFFER_WANT):
        return (t.active + 1 + t.at) % t.players
    if t.decision == Decision.OFFER_ANSWER:
        return t.offer_to
    return t.to_act if t.decision in (*_COMBAT, *_NUKES, *_SPIES) else t.active


def _broken_turn(t: SimpleNamespace) -> Iterator[str]:
    """Whether the decision belongs to the stage, and the seat to the turn."""
    if t.decision < 0 or t.stage not in STAGES[Decision(t.decision)]:
        yield f"decision is {t.decision} and stage {t.stage}"
        return
    asked = _asked(t)
    if t.to_act != asked_seat(t) or t.out_at[t.to_act]:
        yield f"seat {t.to_act} acts, not {asked_seat(t)}, {asked}"
    if t.winners or t.truncated:
        yield f"winners is {t.winners}, truncated {t.truncated}, but the game goes on"
    if (t.stage == Stage.NEXT) != (t.out_at[t.active] > 0) or (t.stage == Stage.NEXT and not t.links):
        yield f"active is {t.active}, out_at {t.out_at} {asked}"
    left = living(t)
    if not left or (len(left) == 1 and not t.scenario and t.land[left[0]]):
        yield f"out_at is {t.out_at}, but the game goes on"
    if t.stage != Stage.SETUP and t.fight < 0:
        for seat in living(t):
            if not t.land[seat] and seat not in (t.answering, *t.link_seat[: t.links]):
                yield f"seat {seat} has nothing left, but is not out"
    yield from _QUESTIONS.get(Decision(t.decision), lambda _: ())(t)


def _broken_setup(t: SimpleNamespace) -> Iterator[str]:
    each = DEALT_TO_TWO if t.scenario else DEALT
    for seat in range(t.players):
        told = f"seat {seat} was dealt {t.dealt[seat]} and has mutation {t.mutation[seat]}, land {t.land[seat]:b}"
        done = (seat < t.active) + (seat <= t.active)  # 2, 1 where it is its turn, 0
        has_home = done == 2 or (done == 1 and t.decision == Decision.START_CARD)
        has_mutation = has_home or (done == 1 and t.decision == Decision.START)
        if [mutation >= 0 for mutation in t.dealt[seat]] != [place < each for place in range(MOST_DEALT)]:
            yield told
        if (t.mutation[seat] >= 0) != has_mutation or (has_mutation and t.mutation[seat] not in t.dealt[seat]):
            yield f"{told}, active is {t.active}"
        homes = t.land[seat] & t.starts
        if homes != t.land[seat] or homes.bit_count() != has_home or t.barns[seat] != has_home:
            yield f"{told}, active is {t.active}"
    cards = (0 if t.scenario else STARTING_CARDS[t.active]) + (t.mutation[t.active] == Mutation.HOARDING)
    most = cards - 1 if t.decision == Decision.START_CARD else 0
    if t.round != 1 or any(t.out_at) or not 0 <= t.at <= most:
        yield f"round is {t.round}, out_at {t.out_at}, {t.at} of {cards} cards are taken at the set-up"


def _broken_placing(t: SimpleNamespace) -> Iterator[str]:
    buildings = bits_of(r for r in members(t.land[t.active]) if t.building[r])
    open_to = (buildings & ~t.served).bit_count()
    told = f"to_place is {t.to_place}, extras {t.extras}, served {t.served:b} of {buildings:b}"
    most = min(open_to + t.extras, HERDS - t.herds[t.active])
    if t.served & ~buildings or t.extras > 1 or not 0 < t.to_place <= most:
        yield told
    choices = buildings.bit_count() if t.extras else open_to
    if choices < 2 or (open_to and t.to_place == open_to + t.extras):
        yield f"{told}: there is no choice"


def _broken_regeneration(t: SimpleNamespace) -> Iterator[str]:
    damaged = [t.damaged[region] for region in members(t.land[t.active]) if t.damaged[region]]
    if t.mutation[t.active] != Mutation.REGENERATING or len(damaged) < 2 or not 0 < t.heals < sum(damaged):
        yield f"heals is {t.heals}, damaged are {damaged} of mutation {t.mutation[t.active]}"


def _broken_dice(t: SimpleNamespace) -> Iterator[str]:
    """The resource dice: what they show, what they pay, and what that gave."""
    if t.stage not in _DICE_SHOWN:
        return
    if t.stage != Stage.WILDS and (t.dice, t.paid_for) == _NO_DICE and t.gained == AT_REST.gained:
        return
    told = f"dice are {t.dice}, paid_for {t.paid_for}, wilds {t.wilds}"
    named = {paid for die, paid in zip(t.dice, t.paid_for, strict=True) if die == WILD}
    if any(die < 0 or not t.resource_die[die] for die in t.dice) or len(named) > 1:
        yield told
    elif any(paid != die for die, paid in zip(t.dice, t.paid_for, strict=True) if die != WILD):
        yield told
    elif (named == {-1}) != (t.stage == Stage.WILDS) or t.wilds != (t.stage == Stage.WILDS) * t.dice.count(WILD):
        yield f"{told} {_asked(t)}"


def _broken_window(t: SimpleNamespace) -> Iterator[str]:
    maker = (t.active + 1 + t.at) % t.players
    told = f"seat {maker} offers {t.offer_number} of {t.offer_kind} to seat {t.offer_to} and has made {t.offered}"
    if t.at >= t.players - 1 or t.out_at[maker] or t.offered > t.offers or t.talked > t.talk:
        yield told
    if t.decision == Decision.WINDOW:
        return
    (given, wanted), (number, price) = t.offer_kind, t.offer_number
    if t.offer_to in (-1, maker, t.active) or t.out_at[t.offer_to] or not t.offered or not t.trading:
        yield told
    sides = _OFFER.index(Decision(t.decision))
    if (given >= 0, wanted >= 0, number > 0, price > 0) != (sides > 0, sides > 1, sides > 0, sides > 1):
        yield f"{told} {_asked(t)}"
    elif given >= 0 and (given == wanted or t.hand[maker][given] < number):
        yield f"{told}, whose hand is {t.hand[maker]}"
    elif not any(t.hand[maker]):
        yield f"{told}, having no cards"


def _broken_keep(t: SimpleNamespace) -> Iterator[str]:
    if min(t.looked_at) < 0 or t.mutation[t.active] != Mutation.TELEPATHIC:
        yield f"seat {t.active} of mutation {t.mutation[t.active]} looks at {t.looked_at}"


# What is in the middle of something


def _names(t: SimpleNamespace, area: int) -> str:
    """Return the regions of an area by name."""
    return ", ".join(name_of(t, region) for region in members(area)) or "none"


def can_start(t: SimpleNamespace, seat: int, target: int) -> int:
    """Return the regions from which herds of a seat can move to `target`."""
    area = t.adjacent[target]
    if t.mutation[seat] == Mutation.FLYING:
        area |= beside(t, area)
    if t.mutation[seat] == Mutation.BURROWING and t.owner[target] == seat:
        area |= t.land[seat]
    return area & t.land[seat] & ~(1 << target)


def in_range(t: SimpleNamespace, seat: int) -> int:
    """Return the regions that a nuke of a seat can be launched at."""
    area = beside(t, t.land[seat])
    if t.mutation[seat] == Mutation.BALLISTIC:
        area |= beside(t, area) | t.land[seat]
    answered = t.struck if t.answering == seat else -1
    if t.answering < 0 and t.links and t.link_seat[t.links - 1] == seat:
        answered = t.link_from[t.links - 1]
    return area | (t.adjacent[answered] if answered >= 0 else 0)


def _broken_move(t: SimpleNamespace) -> Iterator[str]:
    """The move being declared."""
    if t.decision != Decision.HERDS:
        return
    told = f"seat {t.active} moves to {name_of(t, t.target) if t.target >= 0 else 'no region'}"
    if t.target < 0 or has(t.attacked | t.locked, t.target):
        yield f"{told}, attacked were {_names(t, t.attacked)}, locked are {_names(t, t.locked)}"
        return
    start, able = can_start(t, t.active, t.target), 0
    for region in range(t.regions):
        for sent, there, spent in (
            (t.sent_healthy, t.healthy, t.spent_healthy),
            (t.sent_damaged, t.damaged, t.spent_damaged),
        ):
            able += (there[region] - spent[region]) * has(start, region)
            if sent[region] > (there[region] - spent[region]) * has(start, region):
                yield f"{told} with {sent[region]} herds from {name_of(t, region)}"
    if not able:
        yield f"{told}, which no herd can"


def _broken_combat(t: SimpleNamespace) -> Iterator[str]:
    if (t.fight >= 0) != (t.decision in _COMBAT):
        yield f"fight is {t.fight} {_asked(t)}"
        return
    if t.fight < 0:
        return
    told = f"{t.attack_healthy} healthy and {t.attack_damaged} damaged herds attack {name_of(t, t.fight)}"
    owner = {HUMANS: NOBODY}.get(t.defender, t.defender)
    if owner == t.active or t.owner[t.fight] != owner or (t.defender == NOBODY):
        yield f"{told}, where {t.defender} defends what {t.owner[t.fight]} holds"
    if (t.humans[t.fight] > 0) != (t.defender == HUMANS) or (t.humans[t.fight] and not has(t.face_up, t.fight)):
        yield f"{told}, where {t.humans[t.fight]} humans are, face up in {_names(t, t.face_up)}"
    if not has(t.attacked, t.fight) or has(t.locked, t.fight) or not 1 <= t.combat_round <= MOST_COMBAT_ROUND:
        yield f"{told} in round {t.combat_round}, attacked were {_names(t, t.attacked)}"
    attackers = t.attack_healthy + t.attack_damaged
    origins = bits_of(region for region in range(t.regions) if t.sent[region])
    if origins & ~t.land[t.active] or sum(t.sent) < attackers or has(origins, t.fight):
        yield f"{told}, sent from {t.sent}"
    if max(sum(side) for side in t.rolled) > HERDS:
        yield f"{told}, rolled are {t.rolled}"
    yield from _broken_combat_step(t, told, attackers)


def _broken_combat_step(t: SimpleNamespace, told: str, attackers: int) -> Iterator[str]:
    """What the players of a combat are asked."""
    defenders = t.humans[t.fight] if t.defender == HUMANS else herds_in(t, t.fight)
    if t.decision == Decision.LOSE:
        side = ATTACKERS if t.step == Combat.ATTACKERS_LOSE else DEFENDERS
        healthy, damaged = (t.attack_healthy, t.attack_damaged)
        if side == DEFENDERS:
            healthy, damaged = (t.healthy[t.fight], t.damaged[t.fight])
        seat, before = (t.active, 0) if side == ATTACKERS else (t.defender, t.hits[ATTACKERS])
        fits = t.step in (Combat.ATTACKERS_LOSE, Combat.DEFENDERS_LOSE) and t.to_act == seat and before == 0
        if not fits or not healthy or not damaged or not 0 < t.hits[side] < 2 * healthy + damaged:
            yield f"{told}: seat {t.to_act} takes {t.hits} at step {t.step}"
        return
    if any(t.hits) or any(t.died) or not attackers or not defenders:
        yield f"{told}: {defenders} defend, hits are {t.hits}, died {t.died} {_asked(t)}"
    if t.decision == Decision.RETREAT_TO:
        step, seat = Combat.DEFENDERS_RETREAT, t.defender
        if not shelter(t):
            yield f"{told}: seat {seat} has nowhere to retreat to"
    elif t.decision == Decision.RETURN:
        step, seat = Combat.RETURN, t.active
        if sum(map(bool, t.sent)) < 2:
            yield f"{told}: they have no choice where to return to"
    else:
        step, seat = Combat.ATTACKERS_RETREAT, t.active
    if t.step != step or t.to_act != seat:
        yield f"{told}: seat {t.to_act} is asked at step {t.step}"


def shelter(t: SimpleNamespace) -> int:
    """Return the regions that the defenders of a combat can retreat to."""
    around = t.adjacent[t.fight] & ~t.locked
    empty = bits_of(r for r in members(around) if t.owner[r] == NOBODY and not t.humans[r])
    return around & t.land[t.defender] or empty


def _broken_nukes(t: SimpleNamespace) -> Iterator[str]:
    if t.decision == Decision.TARGET:
        if t.way == Way.NONE or not t.spent[t.to_act] or not in_range(t, t.to_act):
            yield f"seat {t.to_act} launches a nuke, way is {t.way}, nukes spent are {t.spent}"
        if not t.links and t.to_act != t.active:
            yield f"seat {t.to_act} launches the first nuke in the turn of seat {t.active}"
    if any(t.link_seat[t.links :]) or any(t.link_from[t.links :]):
        yield f"link_seat is {t.link_seat}, link_from {t.link_from}, but links is {t.links}"
    if t.links == 0:
        if t.decision == Decision.LAUNCH:
            yield "a launch is asked, but nobody has launched"
        return
    pending = t.decision == Decision.TARGET or (t.spy_depth > 0 and t.spy_card[0] == Spy.POCKET_NUKE)
    if t.links > sum(t.spent) + t.played[Spy.POCKET_NUKE] - pending:
        yield f"there are {t.links} launchers, but nukes spent by seat are {t.spent}, played spies {t.played}"
    told = f"launchers are {t.link_seat[: t.links]}, for hits on {[name_of(t, r) for r in t.link_from[1 : t.links]]}"
    top = t.link_seat[t.links - 1]
    if t.link_seat[0] != t.active or t.link_from[0] != -1 or min(t.link_from[1 : t.links], default=0) < 0:
        yield f"{told}, active is {t.active}"
    if any(a == b for a, b in pairwise(t.link_seat[: t.links])):
        yield f"{told}: a seat answers itself"
    if t.struck < 0 or t.answering == top:
        yield f"{told}, struck is {t.struck}, answering {t.answering}"
    acting = t.spy_seat[0] if t.spy_depth else t.to_act
    if t.decision not in (*_NUKES, *_SPIES) or acting != (top if t.answering < 0 else t.answering):
        yield f"{told}, answering is {t.answering}, but seat {acting} is to launch {_asked(t)}"
    if t.out_at[acting]:
        yield f"{told}: seat {acting} is asked, who is out"


def _broken_spy(t: SimpleNamespace) -> Iterator[str]:
    if (t.spy_depth > 0) != (t.decision in _SPIES):
        yield f"spy_depth is {t.spy_depth} {_asked(t)}"
        return
    if any(t.spy_seat[t.spy_depth :]) or any(t.spy_card[t.spy_depth :]):
        yield f"spy_seat is {t.spy_seat}, spy_card {t.spy_card}, but spy_depth is {t.spy_depth}"
    if not t.spy_depth:
        return
    seats, cards = t.spy_seat[: t.spy_depth], t.spy_card[: t.spy_depth]
    told = f"spies {[SPIES[card] for card in cards]} are played by seats {seats}"
    answers = [card == Spy.DOUBLE_AGENT for card in cards]
    if cards[0] in (Spy.MOLE, Spy.DOUBLE_AGENT) or not all(answers[1:]) or sum(answers) > t.played[Spy.DOUBLE_AGENT]:
        yield f"{told}, played are {t.played}"
    elif t.played[cards[0]] == 0 or any(a == b for a, b in pairwise(seats)):
        yield f"{told}, played are {t.played}"
    elif any(t.out_at[seat] for seat in seats) or (t.links == 0 and seats[0] != t.active):
        yield f"{told}, active is {t.active}, out_at {t.out_at}"
    elif t.links and cards[0] != Spy.POCKET_NUKE:
        yield f"{told} in a chain of nukes"
    else:
        yield from _broken_spy_question(t, told)


def _broken_spy_question(t: SimpleNamespace, told: str) -> Iterator[str]:
    """Who is asked about the spy being played, and what was named."""
    card, top = t.spy_card[0], t.spy_seat[t.spy_depth - 1]
    parts = [Part(part) for part in PARTS[card] if part != Part.NONE]
    named = len(parts)
    if t.decision == Decision.SPY_PART:
        named = t.part
        fits = t.spy_depth == 1 and t.spy_asked == 0 and t.to_act == t.spy_seat[0] and 0 <= t.part < len(parts)
        fits = fits and bool(_choices(t, t.part))
    else:
        fits = t.part == -1 and 0 < t.spy_asked < t.players and t.to_act == (top + t.spy_asked) % t.players
        fits = fits and not t.out_at[t.to_act] and t.played[Spy.DOUBLE_AGENT] < 2
        fits = fits and sum(t.spies[t.to_act]) > sum(t.fresh[t.to_act])
    if not fits:
        yield f"{told}, part is {t.part}, spy_asked {t.spy_asked} {_asked(t)}"
    for place, value in enumerate(t.argument):
        if value not in (_choices(t, place) if place < named else (-1,)):
            yield f"{told}, which name {t.argument}"


def _choices(t: SimpleNamespace, place: int) -> list[int]:
    """Return what part `place` of the spy at the bottom may name."""
    card, seat, part = t.spy_card[0], t.spy_seat[0], PARTS[t.spy_card[0], place]
    if part == Part.RESOURCE:
        return list(range(KINDS))
    if part == Part.PLAYER:
        return [other for other in living(t) if other != seat and any(t.hand[other])]
    if part == Part.UNIT:
        units = (t.healthy, t.damaged, t.humans)
        return [unit for unit, there in enumerate(units) if there[t.argument[0]]]
    if part == Part.NONE:
        return []
    regions = range(t.regions)
    if card == Spy.POCKET_NUKE:
        return members(in_range(t, seat))
    if card == Spy.CALL_UP:
        return [r for r in regions if t.owner[r] == seat and t.building[r] and t.herds[seat] < HERDS]
    if card == Spy.SABOTEUR:
        return [r for r in members(beside(t, t.land[seat])) if t.humans[r] or herds_in(t, r)]
    return [r for r in regions if t.humans[r] and not has(t.face_up, r)]


# Promises, and what happened last


def _broken_promises(t: SimpleNamespace) -> Iterator[str]:
    for seat in range(t.players):
        if has(t.could_nuke[seat], seat):
            yield f"could_nuke is {t.could_nuke}"
        for kind, name in enumerate(PROMISES):
            row = t.promise[kind][seat]
            made, kept, broken, void = t.record[seat][kind]
            if made != kept + broken + void + sum(row):
                yield f"seat {seat}: record of {name!r} is {t.record[seat][kind]}, outstanding are {row}"
            for other, stands in enumerate(row):
                if stands and (other == seat or t.out_at[seat] or t.out_at[other]):
                    yield f"seat {seat} has promised seat {other} {name!r}"
        if any(a and b for a, b in zip(t.promise[Promise.NUKE][seat], t.promise[Promise.NO_NUKE][seat], strict=True)):
            yield f"seat {seat} has promised a nuke, and none"


def _broken_past(t: SimpleNamespace) -> Iterator[str]:
    limits = {Event.SPY: SPY_COUNT, Event.BUILD: len(Item), Event.TRADE: 0}
    for back, event in enumerate(t.past_event):
        row = (event, t.past_seat[back], t.past_what[back], t.past_other[back])
        if event < 0:
            fits = row == (-1, -1, -1, -1)
        else:
            most = limits.get(Event(event), t.regions)
            fits = row[1] >= 0 and (row[2] < most) and (row[2] >= 0 or most == 0) and row[3] != row[1]
            fits = fits and (back == 0 or t.past_event[back - 1] >= 0)
            fits = fits and (row[3] >= 0 if event == Event.TRADE else row[3] < 0 or event <= Event.LAUNCH)
        if not fits:
            yield f"past event {back} is {row}"


def _broken_course(t: SimpleNamespace) -> Iterator[str]:
    """What holds while the game goes on; once it is over, things may have stopped in the middle."""
    if t.to_act < 0:
        if t.decision >= 0:
            yield f"decision is {t.decision}, but the game is over"
        return
    for broken_things in (
        _broken_turn,
        _broken_rest,
        _broken_dice,
        _broken_move,
        _broken_combat,
        _broken_nukes,
        _broken_spy,
    ):
        yield from broken_things(t)


_QUESTIONS: dict[Decision, Callable[[SimpleNamespace], Iterable[str]]] = {
    **dict.fromkeys((Decision.MUTATION, Decision.START, Decision.START_CARD), _broken_setup),
    Decision.PLACE: _broken_placing,
    Decision.REGENERATE: _broken_regeneration,
    **dict.fromkeys((Decision.WINDOW, *_OFFER), _broken_window),
    Decision.KEEP: _broken_keep,
}
_COURSE = (_broken_course, _broken_promises, _broken_past)
