"""The table of Farms Race in words: what text, picture, positions and errors share. Plain Python, nothing is compiled.

The functions take a table: a state as `envs.core.view.plain` gives it. A viewer is a seat, or None who sees everything.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

from envs.core.view import plain

from .actions import cards_text
from .box import (
    ARMORIES,
    ARMORY,
    BARN,
    BARNS,
    BORDERS,
    COMBAT_FACES,
    DISCARD_TO,
    EVENTS,
    HERDS,
    HOARDING_TO,
    HUMAN_TOKENS,
    HUMANS,
    ITEMS,
    KINDS,
    MUTATION_TEXTS,
    MUTATIONS,
    NEUTRAL,
    NO_BUILDING,
    NOBODY,
    NUKES,
    OUTCOMES,
    PARTS,
    PROMISE_COUNT,
    PROMISES,
    RESOURCE_FACES,
    RESOURCES,
    SCENARIO_ROUNDS,
    SHARED_BUILDING,
    SPIES,
    SPY_COUNT,
    TERRAINS,
    UNITS,
    VOID,
    VP_TOKENS,
    WILD,
    Event,
    Mutation,
    Part,
    Spy,
)
from .state import ATTACKERS, DEFENDERS, HISTORY, Decision, Stage, Way

BUILDING_NAMES = ("", "Barn", "Armory")

_PHASES = {
    Stage.SETUP: "set-up",
    Stage.PREPARATION: "Preparation phase",
    Stage.PLACING: "Preparation phase",
    Stage.REGENERATION: "Action phase",
    Stage.ACTIONS: "Action phase",
    Stage.ROLL: "Resources phase",
    Stage.WILDS: "Resources phase",
    Stage.PARASITES: "Resources phase",
    Stage.WINDOW: "Resources phase, trade of the others",
    Stage.RESOURCES: "Resources phase",
    Stage.DISCARD: "Discard phase",
    Stage.NEXT: "end of the turn",
}
_QUESTIONS = {
    Decision.MUTATION: "keeps one of the mutations dealt",
    Decision.START: "chooses a starting region as home",
    Decision.START_CARD: "takes a starting resource card",
    Decision.PLACE: "places a healthy herd at a building ({to_place} to go)",
    Decision.REGENERATE: "may heal a damaged herd for free ({heals} left)",
    Decision.ACTIONS: "may move or heal herds, take free actions, or end the Action phase",
    Decision.HERDS: "declares a move to {target}: which herds take part",
    Decision.RETREAT: "may retreat from the combat at {fight}",
    Decision.RETREAT_TO: "may retreat from {fight}, or hold it",
    Decision.RETURN: "retreats from {fight}: where a herd returns to",
    Decision.WILD: 'names the terrain of a "?"',
    Decision.WINDOW: "may make offers and promises, or be done",
    Decision.OFFER_GIVE: "offers {partner} cards: which ones",
    Decision.OFFER_WANT: "offers {partner} {given}: for what",
    Decision.OFFER_ANSWER: "answers the offer",
    Decision.RESOURCES: "may take free actions, or end the Resources phase",
    Decision.TARGET: "launches a nuke: at which region",
    Decision.KEEP: "keeps one of two spies, the other goes under the deck",
}
_PARTS_ASKED = {Part.REGION: "which region", Part.UNIT: "which unit", Part.PLAYER: "whom", Part.RESOURCE: "which card"}
_PROMISE_WORDS = ("I do not attack {who}", "I nuke {who}", "I do not nuke {who}")


# Small words


def bits_in(bits: int) -> list[int]:
    """Return the numbers of a set of bits: seats or regions."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def number_of(number: int, name: str) -> str:
    """Return "1 herd", "2 herds" and the like."""
    if number == 1:
        return f"{number} {name}"
    return f"{number} {name[:-1]}ies" if name.endswith("y") else f"{number} {name}s"


def joined(parts: list[str]) -> str:
    """Return "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def place(t: SimpleNamespace, region: int) -> str:
    """Return what a region is called: "q,r", "?" where there is none."""
    return f"{t.q[region]},{t.r[region]}" if 0 <= region < t.regions else "?"


def places(t: SimpleNamespace, bits: int) -> str:
    """Return the regions of a set."""
    return joined([place(t, region) for region in bits_in(bits)])


def owner_text(owner: int) -> str:
    """Return "seat 1", "the neutral herd", "humans" or "nobody"."""
    return {NEUTRAL: "the neutral herd", HUMANS: "humans", NOBODY: "nobody"}.get(owner, f"seat {owner}")


def units_text(healthy: int, damaged: int) -> str:
    """Return "2h 1d": so many healthy and damaged herds; "" for none."""
    return " ".join(f"{number}{mark}" for number, mark in ((healthy, "h"), (damaged, "d")) if number)


def herds_text(healthy: int, damaged: int) -> str:
    """Return "2 healthy and 1 damaged herd" and the like, "no herd" for none."""
    parts = [f"{number} {mark}" for number, mark in ((healthy, "healthy"), (damaged, "damaged")) if number]
    last = damaged or healthy
    return f"{joined(parts)} {'herd' if last == 1 else 'herds'}" if parts else "no herd"


def hand_text(cards: list[int]) -> str:
    """Return resource cards by type, "" for none."""
    return ", ".join(cards_text(number, kind) for kind, number in enumerate(cards) if number)


def spies_text(spies: list[int]) -> str:
    """Return spies by name, "" for none."""
    return ", ".join(SPIES[kind] + (f" x{number}" if number > 1 else "") for kind, number in enumerate(spies) if number)


# The turn


def is_over(t: SimpleNamespace) -> bool:
    """Return whether the game has ended."""
    return t.to_act < 0 and t.round > 0


def winners_text(t: SimpleNamespace) -> str:
    """Return who won."""
    seats = bits_in(t.winners)
    if not seats:
        return "nobody won"
    return f"{'seats' if len(seats) > 1 else 'seat'} {joined([str(seat) for seat in seats])} won"


def limit(t: SimpleNamespace) -> int:
    """Return the number of rounds after which the game ends."""
    return SCENARIO_ROUNDS[t.scenario] or t.max_rounds


def rounds_left(t: SimpleNamespace) -> int:
    """Return how many rounds are left, the present one among them."""
    return max(0, limit(t) - t.round + 1)


def turn_text(t: SimpleNamespace) -> str:
    """Return round, turn and phase, or how the game ended."""
    if is_over(t):
        cut = ", cut by the limit of rounds" if t.truncated else ""
        return f"The game is over in round {t.round}{cut}: {winners_text(t)}"
    text = f"Round {t.round} of {limit(t)}"
    if t.stage == Stage.SETUP:
        return f"{text}, set-up"
    return f"{text}, turn of seat {t.active}, {_PHASES[Stage(t.stage)]}"


def discard_limit(t: SimpleNamespace, seat: int) -> int:
    """Return how many cards a player may hold at the end of the turn."""
    return HOARDING_TO if t.mutation[seat] == Mutation.HOARDING else DISCARD_TO


def question(t: SimpleNamespace) -> str:
    """Return who is asked for what."""
    if t.to_act < 0 or t.decision < 0:
        return "Nobody is to act"
    decision, seat = Decision(t.decision), t.to_act
    if decision == Decision.LOSE:
        side = DEFENDERS if seat == t.defender else ATTACKERS
        text = f"takes damage at {place(t, t.fight)}: {number_of(t.hits[side], 'point')} to go, on which herd"
    elif decision == Decision.DISCARD:
        over = sum(t.hand[seat]) - discard_limit(t, seat)
        text = f"discards {number_of(over, 'card')}" if over > 0 else "may take free actions, or end the turn"
    elif decision == Decision.LAUNCH:
        answers = t.answering == seat
        text = f"may answer the nuke at {place(t, t.struck)}" if answers else "may launch another nuke"
    elif decision == Decision.SPY_PART:
        text = _part_question(t)
    elif decision == Decision.REACT:
        top = spy_at(t, t.spy_depth - 1) if t.spy_depth else "a spy"
        text = f"may cancel {top} with a Double Agent"
    else:
        text = _QUESTIONS[decision].format(
            to_place=t.to_place,
            heals=t.heals,
            target=place(t, t.target),
            fight=place(t, t.fight),
            partner=f"seat {t.offer_to}",
            given=_offered(t, 0),
        )
    return f"Seat {seat} {text}"


def _part_question(t: SimpleNamespace) -> str:
    if t.spy_depth < 1:
        return "plays a spy"
    card = t.spy_card[t.spy_depth - 1]
    part = int(PARTS[card, t.part]) if 0 <= t.part < PARTS.shape[1] else int(Part.NONE)
    words = _PARTS_ASKED.get(Part(part), "the next part")
    return f"plays {SPIES[card]}: {words}"


# Regions


class Region(NamedTuple):
    """A region of the map as a viewer sees it."""

    region: int
    q: int
    r: int
    gives: int  # resource
    owner: int
    healthy: int
    damaged: int
    spent: tuple[int, int]  # of the healthy, of the damaged
    building: int
    shared: int  # building of the neutral herd that lies over it too
    humans: str  # "" none, "?" unknown, "2" known, "(2)" face down but seen by who sees everything
    turmoil: bool
    locked: bool
    vp: int  # tokens lying there
    start: bool  # a starting region that is free, in set-up
    entered: bool  # attacked this turn
    sends: tuple[int, int]  # healthy, damaged: herds chosen for the move being declared, or gone to the combat
    mark: str  # "target", "fight", "nuked", "asked" or ""

    @property
    def name(self) -> str:
        """What the region is called."""
        return f"{self.q},{self.r}"


def regions(t: SimpleNamespace, viewer: int | None) -> list[Region]:
    """Return the regions of the map, by number."""
    return [_region(t, viewer, region) for region in range(t.regions)]


def _region(t: SimpleNamespace, viewer: int | None, region: int) -> Region:
    bit = 1 << region
    mark = "fight" if region == t.fight else "target" if region == t.target else ""
    mark = mark or ("nuked" if region == t.struck else "")
    return Region(
        region=region,
        q=t.q[region],
        r=t.r[region],
        gives=t.gives[region],
        owner=t.owner[region],
        healthy=t.healthy[region],
        damaged=t.damaged[region],
        spent=(t.spent_healthy[region], t.spent_damaged[region]),
        building=t.building[region],
        shared=SHARED_BUILDING[t.scenario] if t.shared & bit else NO_BUILDING,
        humans=humans_text(t, viewer, region),
        turmoil=bool(t.turmoil & bit),
        locked=bool(t.locked & bit),
        vp=t.vp_on[region],
        start=bool(t.starts & bit) and t.stage == Stage.SETUP and t.owner[region] == NOBODY,
        entered=bool(t.attacked & bit),
        sends=(t.sent_healthy[region], t.sent_damaged[region]),
        mark=mark,
    )


def humans_text(t: SimpleNamespace, viewer: int | None, region: int) -> str:
    """Return the humans of a region: "" none, "?" unknown, "2" face up, "(2)" face down for who sees everything."""
    number = t.humans[region]
    if not number:
        return ""
    if t.face_up >> region & 1:
        return str(number)
    return f"({number})" if viewer is None else "?"


def held_by(region: Region) -> str:
    """Return owner and herds, or humans, of a region in short; "" where there is neither."""
    if region.humans:
        return f"humans {region.humans}"
    if region.owner == NOBODY:
        return ""
    owner = "neutral" if region.owner == NEUTRAL else f"seat {region.owner}"
    return f"{owner} {units_text(region.healthy, region.damaged)}".rstrip()


def tokens(region: Region) -> list[str]:
    """Return what else is to be seen in a region, in short words."""
    result = [BUILDING_NAMES[region.building]] if region.building else []
    result += [f"[{BUILDING_NAMES[region.shared]}]"] if region.shared else []
    result += ["turmoil"] if region.turmoil else []
    result += [f"{region.vp} VP"] if region.vp else []
    result += ["locked"] if region.locked else []
    result += ["start"] if region.start else []
    result += [f"spent {units_text(*region.spent)}"] if any(region.spent) else []
    result += [f"sends {units_text(*region.sends)}"] if any(region.sends) else []
    result += ["entered"] if region.entered and not region.mark else []
    result += [region.mark.upper()] if region.mark else []
    return result


def dice_text(t: SimpleNamespace) -> str:
    """Return the resource dice of this turn and what they pay: "" before the roll."""
    if t.dice[0] < 0:
        return ""
    faces = [RESOURCE_FACES[face] for face in t.dice if face >= 0]
    named = [
        f"? is {TERRAINS[kind]}" for face, kind in zip(t.dice, t.paid_for, strict=True) if face == WILD and kind >= 0
    ]
    return f"{' and '.join(faces)}" + (f" ({', '.join(dict.fromkeys(named))})" if named else "")


def gains_text(t: SimpleNamespace) -> str:
    """Return what the roll of this turn gave whom: "" for nothing."""
    gains = [(seat, hand_text(t.gained[seat])) for seat in range(t.players)]
    return "; ".join(f"seat {seat} {cards}" for seat, cards in gains if cards)


# What is going on


def move_text(t: SimpleNamespace) -> str:
    """Return the move being declared: "" for none."""
    if t.target < 0:
        return ""
    herds = [
        f"{herds_text(t.sent_healthy[region], t.sent_damaged[region])} from {place(t, region)}"
        for region in range(t.regions)
        if t.sent_healthy[region] or t.sent_damaged[region]
    ]
    return f"seat {t.active} moves to {place(t, t.target)}: {', '.join(herds) or 'no herd yet'}"


class Side(NamedTuple):
    """One side of a combat."""

    owner: int
    healthy: int
    damaged: int
    humans: int
    rolled: list[int]  # dice by face
    hits: int  # damage yet to be taken
    died: int  # herds that died in this round


def sides(t: SimpleNamespace) -> tuple[Side, Side]:
    """Return attackers and defenders of the combat in progress."""
    attackers = Side(
        t.active, t.attack_healthy, t.attack_damaged, 0, t.rolled[ATTACKERS], t.hits[ATTACKERS], t.died[ATTACKERS]
    )
    region = t.fight
    healthy, damaged, humans = t.healthy[region], t.damaged[region], t.humans[region]
    defenders = Side(t.defender, healthy, damaged, humans, t.rolled[DEFENDERS], t.hits[DEFENDERS], t.died[DEFENDERS])
    return attackers, defenders


def side_text(side: Side) -> str:
    """Return a side of a combat: units, last dice, damage to come, dead herds."""
    units = number_of(side.humans, "human") if side.owner == HUMANS else herds_text(side.healthy, side.damaged)
    parts = [units]
    dice = rolled_text(side.rolled)
    parts += [f"rolled {dice}"] if dice else []
    parts += [f"{number_of(side.hits, 'point')} of damage to take"] if side.hits else []
    parts += [f"{number_of(side.died, 'herd')} died"] if side.died else []
    name = "the humans" if side.owner == HUMANS else owner_text(side.owner)
    return f"{name}: {', '.join(parts)}"


def rolled_text(rolled: list[int]) -> str:
    """Return combat dice by face, "" for none."""
    return ", ".join(f"{number} {face}" for face, number in zip(COMBAT_FACES, rolled, strict=True) if number)


def origins_text(t: SimpleNamespace) -> str:
    """Return how many of the attackers came from which region."""
    came = [f"{number} from {place(t, region)}" for region, number in enumerate(t.sent[: t.regions]) if number]
    return ", ".join(came)


def combat_lines(t: SimpleNamespace) -> list[str]:
    """Return the combat in progress: head, attackers, defenders; nothing where there is none."""
    if t.fight < 0:
        return []
    head = f"Combat at {place(t, t.fight)}, round {t.combat_round}"
    came = origins_text(t)
    attackers, defenders = (side_text(side) for side in sides(t))
    return [head, f"attacker {attackers}{f' ({came})' if came else ''}", f"defender {defenders}"]


def chain(t: SimpleNamespace) -> list[str]:
    """Return the launchers of nukes that wait for each other, the one on top last; then who may answer."""
    lines = []
    for link in range(t.links):
        start = t.link_from[link]
        why = f"answers the hit on {place(t, start)}" if start >= 0 else "began"
        lines.append(f"seat {t.link_seat[link]} {why}")
    if t.answering >= 0:
        lines.append(f"seat {t.answering} may answer the hit on {place(t, t.struck)}")
    return lines


def way_text(t: SimpleNamespace) -> str:
    """Return the nuke whose target is being chosen: "" for none."""
    if t.decision != Decision.TARGET:
        return ""
    return "a ready nuke" if t.way == Way.READY else "a nuke paid for now"


def spy_at(t: SimpleNamespace, depth: int) -> str:
    """Return a spy on the stack: title, player, and what the bottom one is aimed at as far as that is named."""
    card, seat = t.spy_card[depth], t.spy_seat[depth]
    aim = _aim(t, card) if depth == 0 else ""
    return f"{SPIES[card]} by seat {seat}{f' {aim}' if aim else ''}"


def stack_text(t: SimpleNamespace) -> str:
    """Return the spy being played and the Double Agents against it: "" for none."""
    return ", cancelled by ".join(spy_at(t, depth) for depth in range(t.spy_depth))


def _aim(t: SimpleNamespace, card: int) -> str:
    given = [(int(part), value) for part, value in zip(PARTS[card], t.argument, strict=True) if value >= 0]
    words = []
    for part, value in given:
        if part == Part.REGION:
            words.append(f"at {place(t, value)}")
        elif part == Part.PLAYER:
            words.append(f"on seat {value}")
        elif part == Part.UNIT:
            words.append(f"on a {UNITS[value]}")
        elif part == Part.RESOURCE:
            words.append(f"{'and' if words else 'for'} {RESOURCES[value]}")
    return " ".join(words)


def looked_at(t: SimpleNamespace, viewer: int | None) -> list[str]:
    """Return the spies that a Telepathic player looks at, for itself and for who sees everything."""
    if t.decision != Decision.KEEP or viewer not in (None, t.to_act):
        return []
    return [SPIES[card] for card in t.looked_at if card >= 0]


def _offered(t: SimpleNamespace, side: int) -> str:
    """Return the cards on one side of the offer, "nothing" for none."""
    number, kind = t.offer_number[side], t.offer_kind[side]
    return cards_text(number, kind) if number and 0 <= kind < KINDS else "nothing"


def proposer(t: SimpleNamespace) -> int:
    """Return who makes the offer on the table: the seat of the window, -1 for none."""
    if t.offer_to < 0:
        return -1
    return (t.active + 1 + t.at) % t.players


def offer_text(t: SimpleNamespace) -> str:
    """Return the offer on the table, or being made: "" for none."""
    if t.offer_to < 0:
        return ""
    seat = proposer(t)
    who = f"seat {seat}" if seat >= 0 else "somebody"
    if t.decision == Decision.OFFER_GIVE:
        return f"{who} offers seat {t.offer_to} cards"
    if t.decision == Decision.OFFER_WANT:
        return f"{who} offers seat {t.offer_to} {_offered(t, 0)}"
    return f"{who} offers seat {t.offer_to} {_offered(t, 0)} for {_offered(t, 1)}"


def events(t: SimpleNamespace) -> list[str]:
    """Return what happened last, the newest first."""
    return [_event(t, i) for i in range(HISTORY) if 0 <= t.past_event[i] < len(EVENTS)]


def _event(t: SimpleNamespace, i: int) -> str:
    event, seat, what, other = t.past_event[i], t.past_seat[i], t.past_what[i], t.past_other[i]
    held = f" ({owner_text(other)})" if other != NOBODY else ""
    who = owner_text(seat)
    if event == Event.ATTACK:
        return f"{who} attacked {place(t, what)}{held}"
    if event == Event.CONQUEST:
        return f"{who} conquered {place(t, what)}{held}"
    if event == Event.LAUNCH:
        return f"{who} nuked {place(t, what)}{held}"
    if event == Event.SPY:
        against = f" against {owner_text(other)}" if other != NOBODY else ""
        return f"{who} played {SPIES[what] if 0 <= what < SPY_COUNT else 'a spy'}{against}"
    if event == Event.BUILD:
        item = ITEMS[what] if 0 <= what < len(ITEMS) else "something"
        return f"{who} built {'an' if item == 'armory' else 'a'} {item}"
    return f"{who} traded with {owner_text(other) if other != NOBODY else 'the bank'}"


# Scenarios and supply


def borders(t: SimpleNamespace) -> list[tuple[int, int]]:
    """Return the borders of scenario 3 that are still barred: (locked region, region right of the border)."""
    return [
        (locked, right)
        for locked, right in BORDERS
        if t.scenario == len(SCENARIO_ROUNDS) - 1 and t.locked >> locked & 1 and t.owner[right] == NEUTRAL
    ]


def scenario_lines(t: SimpleNamespace) -> list[str]:
    """Return what a scenario asks for, its timer, its neutral herd and what it locks; nothing with more players."""
    if not t.scenario:
        return []
    third = t.scenario == len(SCENARIO_ROUNDS) - 1
    aim = "the neutral Barn has to fall" if third else "the neutral herd has to go"
    lines = [f"Scenario {t.scenario}: {aim}, {number_of(rounds_left(t), 'round')} left"]
    kind = t.mutation[NEUTRAL]
    mutation = f", {MUTATIONS[kind]}: {MUTATION_TEXTS[kind]}" if kind >= 0 else ""
    lines.append(f"Neutral herd: {number_of(t.herds[NEUTRAL], 'herd')} on the map{mutation}")
    if t.shared:
        lines.append(f"The neutral {BUILDING_NAMES[SHARED_BUILDING[t.scenario]]} lies over {places(t, t.shared)}")
    barred = borders(t)
    for region in bits_in(t.locked):
        rights = [place(t, right) for locked, right in barred if locked == region]
        lines.append(f"{place(t, region)} is locked until the neutral herds of {joined(rights) or '?'} are beaten")
    if third and t.shared:
        lines.append("A neutral herd comes to a locked region at the end of each round")
    return lines


def costs_text(t: SimpleNamespace) -> str:
    """Return what each item costs."""
    return "; ".join(f"{item} {hand_text(price)}" for item, price in zip(ITEMS, t.costs, strict=True))


def unseen_humans(t: SimpleNamespace) -> list[int]:
    """Return how many human tokens of each number (from 0) nobody has seen."""
    return [total - shown for total, shown in zip(HUMAN_TOKENS, t.shown_humans, strict=True)]


def supply_text(t: SimpleNamespace) -> str:
    """Return what is left beside the map: spies, nukes, VP tokens, human tokens not seen."""
    nukes = NUKES - sum(t.ready) - sum(t.spent)
    parts = [f"{number_of(t.deck_size, 'spy')} in the deck", number_of(nukes, "nuke")]
    if t.scenario:
        return ", ".join(parts)
    left = unseen_humans(t)
    humans = ", ".join(f"{left[number]} of {number}" for number in range(1, len(left)))
    return ", ".join([*parts, f"{VP_TOKENS - sum(t.vp_tokens)} VP tokens"]) + f"; human tokens not seen yet: {humans}"


def played_text(t: SimpleNamespace) -> str:
    """Return the spies shown so far."""
    return spies_text(t.played) or "none"


def all_hands_text(t: SimpleNamespace) -> str:
    """Return the cards in all hands together, which everybody can count (R18)."""
    return hand_text([sum(t.hand[seat][kind] for seat in range(t.players)) for kind in range(KINDS)]) or "none"


def deck_known(t: SimpleNamespace, viewer: int | None) -> list[tuple[int, str]]:
    """Return (place from 1 at the top, spy) of the cards of the deck that `viewer` knows: those it put under it."""
    if viewer is not None and t.mutation[viewer] != Mutation.TELEPATHIC:
        return []
    seen = range(t.deck_size) if viewer is None else [i for i in range(t.deck_size) if t.deck_seen[i]]
    return [(i + 1, SPIES[t.deck[i]]) for i in seen]


# Players


def vp_parts(t: SimpleNamespace, seat: int) -> dict[str, int]:
    """Return the VP that a player shows, by where they come from."""
    return {
        "barns": BARN * t.barns[seat],
        "armories": ARMORY * t.armories[seat],
        "tokens": t.vp_tokens[seat],
        "moles": t.moles[seat],
        "nukiest": int(t.nukiest == seat),
    }


def shown_vp(t: SimpleNamespace, seat: int) -> int:
    """Return the VP that a player shows."""
    return sum(vp_parts(t, seat).values())


def hidden_vp(t: SimpleNamespace, viewer: int | None, seat: int) -> int:
    """Return the VP in spies of `seat` not played yet that `viewer` knows of."""
    return spies_known(t, viewer, seat)[Spy.MOLE]


def vp_text(t: SimpleNamespace, viewer: int | None, seat: int) -> str:
    """Return the VP of a player with its parts, and what is known of those it has yet to show."""
    parts = [f"{name} {number}" for name, number in vp_parts(t, seat).items() if number]
    text = f"{shown_vp(t, seat)} VP" + (f" ({', '.join(parts)})" if parts else "")
    more = hidden_vp(t, viewer, seat)
    return text + (f" + {more} in hand" if more else "")


def mutation_text(t: SimpleNamespace, seat: int) -> str:
    """Return the mutation of a player with what it does."""
    kind = t.mutation[seat]
    return f"{MUTATIONS[kind]}: {MUTATION_TEXTS[kind]}" if kind >= 0 else "no mutation yet"


def mutations_text(kinds: list[int]) -> str:
    """Return mutations with what they do."""
    return "; ".join(f"{MUTATIONS[kind]}: {MUTATION_TEXTS[kind]}" for kind in kinds)


def dealt(t: SimpleNamespace, viewer: int | None, seat: int) -> list[int]:
    """Return the mutations dealt to `seat` that it has yet to choose from, as `viewer` knows them."""
    if viewer not in (None, seat) or t.mutation[seat] >= 0:
        return []
    return [kind for kind in t.dealt[seat] if kind >= 0]


def cards_known(t: SimpleNamespace, viewer: int | None, seat: int) -> tuple[list[int], int]:
    """Return the cards of `seat` that `viewer` knows, by type, and how many more there are."""
    cards = t.hand[seat] if viewer in (None, seat) else t.known[viewer][seat]
    return cards, sum(t.hand[seat]) - sum(cards)


def hand_known_text(t: SimpleNamespace, viewer: int | None, seat: int) -> str:
    """Return the hand of `seat` as `viewer` knows it."""
    cards, unknown = cards_known(t, viewer, seat)
    total = sum(t.hand[seat])
    parts = [hand_text(cards)] if any(cards) else []
    parts += [f"{unknown} unknown"] if unknown else []
    return number_of(total, "card") + (f": {', '.join(parts)}" if parts else "")


def spies_known(t: SimpleNamespace, viewer: int | None, seat: int) -> list[int]:
    """Return the unplayed spies of `seat` that `viewer` knows, by kind."""
    if viewer in (None, seat):
        return t.spies[seat]
    return t.seen[seat] if t.mutation[viewer] == Mutation.TELEPATHIC else [0] * SPY_COUNT


def spies_known_text(t: SimpleNamespace, viewer: int | None, seat: int) -> str:
    """Return the unplayed spies of `seat` as `viewer` knows them."""
    known = spies_known(t, viewer, seat)
    total = sum(t.spies[seat])
    unknown = total - sum(known)
    parts = [spies_text(known)] if any(known) else []
    parts += [f"{unknown} unknown"] if parts and unknown else []
    text = number_of(total, "unplayed spy") + (f": {', '.join(parts)}" if parts else "")
    fresh = sum(t.fresh[seat])
    if not fresh:
        return text
    names = f": {spies_text(t.fresh[seat])}" if viewer in (None, seat) and total > fresh else ""
    return f"{text} ({fresh} built this turn{names})"


def nukes_text(t: SimpleNamespace, seat: int) -> str:
    """Return the nukes of a player, ready and spent, and whether it holds the Nukiest tile."""
    parts = [f"{number} {name}" for number, name in ((t.ready[seat], "ready"), (t.spent[seat], "spent")) if number]
    text = f"nukes: {', '.join(parts)}" if parts else "no nukes"
    return text + (", Nukiest" if t.nukiest == seat else "")


def supply_of(t: SimpleNamespace, seat: int) -> tuple[int, int, int]:
    """Return the herds, Barns and Armories of a player that are not on the map."""
    return HERDS - t.herds[seat], BARNS - t.barns[seat], ARMORIES - t.armories[seat]


def supply_of_text(t: SimpleNamespace, seat: int) -> str:
    """Return what a player has beside the map."""
    herds, barns, armories = supply_of(t, seat)
    return f"{number_of(herds, 'herd')}, {number_of(barns, 'Barn')}, {number_of(armories, 'Armory')}"


def income(t: SimpleNamespace, seat: int) -> list[int]:
    """Return how many regions of each terrain a player controls."""
    counts = [0] * KINDS
    for region in range(t.regions):
        if t.owner[region] == seat:
            counts[t.gives[region]] += 1
    return counts


def land_text(t: SimpleNamespace, seat: int) -> str:
    """Return the regions that a player controls, by resource."""
    counts = income(t, seat)
    return number_of(sum(counts), "region") + (f": {hand_text(counts)}" if any(counts) else "")


# Promises


class Given(NamedTuple):
    """A promise that is outstanding."""

    seat: int
    about: int
    kind: int


def promises(t: SimpleNamespace) -> list[Given]:
    """Return the promises outstanding, by who made them; at the end they are void, but still told."""
    seats = range(t.players)
    return [
        Given(seat, about, kind)
        for seat in seats
        for about in seats
        for kind in range(PROMISE_COUNT)
        if t.promise[kind][seat][about]
    ]


def promise_words(promise: Given) -> str:
    """Return what is promised."""
    return _PROMISE_WORDS[promise.kind].format(who=f"seat {promise.about}")


def trust(t: SimpleNamespace, seat: int) -> list[int]:
    """Return how many promises of a seat were made, kept, broken and void; those outstanding at the end are void."""
    counts = [sum(t.record[seat][kind][outcome] for kind in range(PROMISE_COUNT)) for outcome in range(len(OUTCOMES))]
    if is_over(t):
        counts[VOID] += sum(promise.seat == seat for promise in promises(t))
    return counts


def trust_text(t: SimpleNamespace, viewer: int | None, seat: int) -> str:
    """Return what became of the promises of a seat: "" before the end (R11), for who does not see everything."""
    counts = trust(t, seat)
    if not counts[0] or not (viewer is None or is_over(t)):
        return ""
    came = [f"{number} {name}" for name, number in zip(OUTCOMES[1:], counts[1:], strict=True) if number]
    return f"{number_of(counts[0], 'promise')} made" + (f": {', '.join(came)}" if came else "")


# The end


def report(state: Any) -> list[dict[str, Any]]:
    """Return for each seat what the end of a game has to tell.

    ``vp`` are all VP, Moles not shown among them, and ``vp_parts`` where they come from ("barns", "armories", "tokens",
    "moles", "nukiest"); ``eliminated`` and ``won`` are bools; ``mutation`` is a name (None before one is chosen).
    ``promises`` counts them by outcome ("made", "kept", "broken", "void") and by kind ("no attack", "nuke",
    "no nuke"); the four outcomes beside it are the totals. Promises outstanding at the end are void.
    """
    t = plain(state)
    return [_facts(t, seat) for seat in range(t.players)]


def _facts(t: SimpleNamespace, seat: int) -> dict[str, Any]:
    parts = vp_parts(t, seat)
    parts["moles"] += t.spies[seat][Spy.MOLE]
    counts = {
        outcome: {name: t.record[seat][kind][i] for kind, name in enumerate(PROMISES)}
        for i, outcome in enumerate(OUTCOMES)
    }
    for promise in promises(t):
        if promise.seat == seat:
            counts["void"][PROMISES[promise.kind]] += 1
    kind = t.mutation[seat]
    return {
        "vp": sum(parts.values()),
        "vp_parts": parts,
        "eliminated": bool(t.out_at[seat]),
        "won": bool(t.winners >> seat & 1),
        "mutation": MUTATIONS[kind] if kind >= 0 else None,
        "promises": counts,
        **{outcome: sum(kinds.values()) for outcome, kinds in counts.items()},
    }
