"""Positions of Farms Race by name. Plain Python: nothing here is compiled.

A position is a dict. Everything has a default: with regions and players alone it is the start of the Action phase of
the active player, and an empty one is that of the first turn. What it leaves open (mutations, the deck, face-down
humans) is drawn from the seed.

The table:

    round, active   1 and seat 0 by default
    regions         what is in them, by coordinates: {"0,-1": {"owner": 1, "healthy": 2, "damaged": 1,
                    "building": "barn"}, "1,0": {"humans": 2, "face_up": True}, "2,0": {"humans": "?"}}, all optional;
                    "?" are face-down humans of any number. In scenarios an owner can be "neutral", and "vp" says how
                    many VP tokens lie there. More: "turmoil": True; "spent_healthy", "spent_damaged" (herds that have
                    acted this turn); "attacked", "served" (True where the region was attacked this turn, and where a
                    building has had its herd in this Preparation); "stood" (whether others had herds there when the
                    turn began, by default whether they have now)
    elsewhere       what is in regions that are not named: "empty", or "set-up" for what is laid at the start; that is
                    the default in scenarios, and where no regions are named at all
    players         a dict for each seat, all keys optional: "hand" {"wood": 2}; "mutation" (any by default); "spies"
                    {"Mole": 1}; "ready", "spent" (nukes); "vp_tokens"; "moles" (shown); "out": 1 for the first that was
                    eliminated, and so on. More: "known": what others know of the hand where that is not everything,
                    {"2": {"wood": 1}}; "fresh", "seen": spies built this turn, and such as the Telepathic player is
                    sure of; "gained": cards of this turn's roll; "dealt": mutations to choose from, during set-up;
                    "could_nuke": seats; "record": {"no attack": {"kept": 2, "broken": 1}} for promises of the past
    nukiest         who holds the tile, or None; by default who has built most nukes
    shown_humans    how many human tokens of 1, 2 and 3 were turned up so far; by default those that lie face up
    neutral_building    whether the building of the neutral herd stands, by default as the regions say
    deck            the next spies, the top one first, {"spy": "Mole", "seen": True} if the Telepathic player put it
                    there; all that are nowhere else follow, shuffled
    played, gone    spies that lie open (beside Moles and those being played), and those that have left unseen
    promises        those outstanding: {"from": 0, "promise": "no attack", "about": 2}
    history         what happened last, the newest first: {"event": "attack", "seat": 0, "what": "0,1", "other": 2}

Whose turn it is:

    decision        what is asked: "actions", "herds", "retreat to", ... Without it the game goes on by itself from
    stage           "preparation", "actions", "roll", "window", "resources", "discard" or "next" to the first decision.
                    With `decision`, the stage that comes next once nothing is in progress, where that is left open
    seat            who is asked, where nothing else says so
    dice, wild      the resource dice, ["wood", "?"], and the terrain named for "?"
    taken_back      moves taken back this turn
    leaving         the "out" of who is eliminated this turn, where somebody has been
    offered, talked offers and promises made in this window by the seat asked
    to_place, extras    healthy herds to be placed, and how many of them may come to any building
    heals           free heals left
    cards_taken     starting cards taken

In the middle of something:

    move            {"to": "0,1", "healthy": {"0,0": 2}, "damaged": {}}: herds chosen for it
    combat          {"region": "0,1", "sent": {"0,0": 3}, "damaged": 1, "round": 2, "hits": [1, 0], "died": [0, 0],
                    "rolled": [{"gun": 1, "blank": 2}, {"human": 1}]}: herds sent by region, damaged ones among the
                    attackers ("healthy": the others, if some have died); pairs are attackers and defenders
    nukes           {"launchers": [{"seat": 0}, {"seat": 1, "from": "0,1"}], "struck": "1,1", "answering": 2,
                    "way": "ready"}: who waits for whom, and for a hit on which region it is the answer; the region hit
                    last, who may answer that, and how a nuke is launched whose target is asked
    spy             {"played": [{"seat": 0, "spy": "Saboteur"}, {"seat": 2, "spy": "Double Agent"}],
                    "named": ["0,1", "human"]}
    looked_at       two spies, of which one is kept
    offer           {"from": 1, "to": 2, "gives": {"wood": 2}, "wants": {"clay": 1}}
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from envs.core.compiling import new_states
from envs.core.positions import bad, read_counts, read_flag, read_list, read_mapping, read_name, read_number
from envs.core.view import plain, write_plain

from .actions import PASS
from .box import (
    ARMORY,
    BARN,
    BUILDINGS,
    COMBAT_FACES,
    DEALT,
    DEALT_TO_TWO,
    DECK,
    EVENTS,
    FREE_HEALS,
    HERDS,
    HUMAN_TOKENS,
    HUMANS,
    ITEMS,
    KINDS,
    MOST_DEALT,
    MOST_HUMANS,
    MUTATIONS,
    NEUTRAL,
    NEUTRAL_MUTATION,
    NEUTRAL_VP,
    NOBODY,
    OFFER_CARDS,
    OUTCOMES,
    PARTS,
    PROMISES,
    REGIONS,
    RESOURCE_FACES,
    RESOURCES,
    SCENARIO_ROUNDS,
    SEATS,
    SHARED,
    SPIES,
    SPY_CARDS,
    SPY_STACK,
    START_HERDS,
    UNITS,
    VP_TOKENS,
    WILD,
    Event,
    Mutation,
    Part,
    Spy,
)
from .invariants import MOST_COMBAT_ROUND, STAGES, check
from .pieces.invariants import (
    AT_REST,
    MOST_CARDS,
    MOST_RECORD,
    MOST_TAKEN_BACK,
    behind_borders,
    bits_of,
    herds_in,
    humans_left,
    members,
    name_of,
)
from .pieces.position import (
    DECISIONS,
    ELSEWHERE,
    FLAGS,
    HERD_KEYS,
    NEUTRAL_NAME,
    PLAYER_COUNTS,
    PLAYER_NUMBERS,
    SET_UP,
    STAGE_NAMES,
    WAYS,
    building_stands,
    get_position,
    lying_open,
    standing,
    who_built_most,
)
from .rules import contract
from .state import DICE, HISTORY, STATE, Combat, Decision, Stage, Way

__all__ = ["get_position", "set_position"]

ANY = "?"
GO_ON = ("preparation", "actions", "roll", "window", "resources", "discard", "next")  # without a decision

REGION_KEYS = ("owner", *HERD_KEYS, "building", "humans", "vp", *FLAGS)
PLAYER_KEYS = (*PLAYER_NUMBERS, *PLAYER_COUNTS, "mutation", "known", "dealt", "could_nuke", "record")
_TURN_NUMBERS = {  # the field that holds it, the most
    "taken_back": ("taken_back", MOST_TAKEN_BACK),
    "leaving": ("leaving", SEATS),
    "offered": ("offered", 4),
    "talked": ("talked", 4),
    "to_place": ("to_place", HERDS),
    "extras": ("extras", HERDS),
    "heals": ("heals", FREE_HEALS),
    "cards_taken": ("at", SEATS),
}
_MIDDLE_KEYS = ("move", "combat", "nukes", "spy", "looked_at", "offer", "to_place", "extras", "heals", "cards_taken")
KEYS = (
    *("round", "active", "regions", "elsewhere", "players", "nukiest", "shown_humans", "neutral_building", "deck"),
    *(
        "played",
        "gone",
        "promises",
        "history",
        "decision",
        "stage",
        "seat",
        "dice",
        "wild",
        "taken_back",
        "leaving",
        "offered",
    ),
    *("talked", *_MIDDLE_KEYS),
)
COMBAT_KEYS = ("region", "sent", "healthy", "damaged", "round", "hits", "died", "rolled")
NUKE_KEYS = ("launchers", "struck", "answering", "way")
_LAID = frozenset(
    (
        *("random", "decisions", "players", "reward", "adjacent", "starts", "max_rounds", "scenario", "board"),
        *("costs", "combat_die", "resource_die", "in_play", "trading", "offers", "talk", "regions", "q", "r"),
        "gives",
    )
)
"""The fields that the options set."""
_IDLE = Decision.REACT  # passing on it does nothing by itself, and the game goes on
_WINDOW = (Decision.WINDOW, Decision.OFFER_GIVE, Decision.OFFER_WANT, Decision.OFFER_ANSWER)
_SPIES = (Decision.SPY_PART, Decision.REACT)
_ABOUT: dict[str, tuple[Decision, ...]] = {
    "move": (Decision.HERDS,),
    "combat": (Decision.LOSE, Decision.RETREAT, Decision.RETREAT_TO, Decision.RETURN),
    "nukes": (Decision.LAUNCH, Decision.TARGET),
    "spy": _SPIES,
    "looked_at": (Decision.KEEP,),
    "offer": _WINDOW[1:],
    "dice": (Decision.WILD,),
}
"""What questions are about."""


def set_position(state: Any, position: Mapping[str, Any], options: np.ndarray, seed: int) -> None:
    """Set the table to a position; what it leaves open is drawn from `seed`.

    Args:
        state: the state to write to, one record.
        position: see above.
        options: as `envs.farms_race.options.OPTIONS` encodes them.
        seed: of what the position leaves open, and of the chance of the game.

    Raises:
        ValueError: in one line; the state is then as it was.
    """
    fresh = new_states(STATE, 1)[0]
    contract.reset(fresh, options, np.uint64(seed))
    table = plain(fresh)
    setter = _Setter(table, read_mapping(position, "", KEYS), np.random.default_rng(seed))
    setter.run()
    write_plain(fresh, table)
    _refuse_impossible(fresh)
    if "decision" not in position:
        fresh["stage"], fresh["at"], fresh["heals"] = setter.begin
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


# Setting a position


class _Setter:
    """Writes a position to a table (`envs.core.view.plain`) that was set for a new game.

    Attributes:
        said: what the position says of regions, by name.
        setting_up: whether a choice of the set-up is asked.
        begin: where the game goes on where no decision is given: the stage, `at` and free heals.
    """

    def __init__(self, table: SimpleNamespace, position: Mapping[str, Any], rng: np.random.Generator) -> None:
        self.table = table
        self.position = position
        self.rng = rng
        self.players: int = table.players
        self.names = [name_of(table, region) for region in range(table.regions)]
        self.said: Mapping[str, Any] = {}
        self.setting_up = position.get("decision") in [DECISIONS[decision] for decision in SET_UP]
        self.begin = (Stage.ACTIONS, 0, 0)

    def run(self) -> None:
        """Write everything; what later parts rely on comes first."""
        t = self.table
        self.set_regions()
        last = SCENARIO_ROUNDS[t.scenario] if t.scenario else t.max_rounds
        t.round = read_number(self.position.get("round", 1), "['round']", 1, last, "a round")
        t.active = self.seat(self.position.get("active", 0), "['active']")
        self.set_players()
        self.set_decision()
        self.set_stood()
        self.set_middle()
        self.set_deck()
        self.set_promises()
        self.set_history()

    # reading

    def seat(self, value: Any, where: str) -> int:
        return read_number(value, where, 0, self.players - 1, "a seat")

    def seats(self, value: Any, where: str) -> int:
        """Return a list of seats as bits."""
        return bits_of(self.seat(seat, where) for seat in read_list(value, where, "seats"))

    def region(self, value: Any, where: str) -> int:
        return read_name(value, where, self.names)

    def by_region(self, value: Any, where: str) -> list[int]:
        """Return a dict of herds by region as an array of the table."""
        return read_counts(value, where, self.names, HERDS) + [0] * (REGIONS - len(self.names))

    def part_of(self, key: str, keys: Sequence[str], required: Sequence[str] = ()) -> Mapping[str, Any] | None:
        """Return the dict under `key`, None where there is none."""
        return read_mapping(self.position[key], f"[{key!r}]", keys, required) if key in self.position else None

    def list_of(self, key: str, what: str, most: int | None = None) -> list[tuple[str, Any]]:
        """Return the entries of the list under `key`, and where they are."""
        entries = read_list(self.position.get(key, []), f"[{key!r}]", what, most=most)
        return [(f"[{key!r}][{i}]", entry) for i, entry in enumerate(entries)]

    # the map

    def set_regions(self) -> None:
        t, position = self.table, self.position
        before = SimpleNamespace(**{name: getattr(t, name) for name in ("humans", "healthy", "vp_on", "owner")})
        t.to_act, t.truncated = 0, 0
        for name in STATE.names or ():
            if name not in _LAID:
                setattr(t, name, copy.deepcopy(getattr(AT_REST, name)))
        self.said = read_mapping(position.get("regions", self.homes()), "['regions']", self.names)
        laid = t.scenario > 0 or "regions" not in position
        elsewhere = read_name(position.get("elsewhere", ELSEWHERE[laid]), "['elsewhere']", ELSEWHERE)
        unknown = []
        for region, name in enumerate(self.names):
            if name in self.said:
                if self.set_region(region, self.said[name], f"['regions'][{name!r}]"):
                    unknown.append(region)
            elif elsewhere:
                t.owner[region], t.healthy[region] = before.owner[region], before.healthy[region]
                t.vp_on[region] = before.vp_on[region]
                if before.humans[region]:
                    unknown.append(region)
        self.set_neutral_building()
        self.draw_humans(unknown)
        self.count()

    def homes(self) -> dict[str, Any]:
        """Return what players start with, in the first starting regions; nothing at the set-up."""
        home = {"healthy": START_HERDS, "building": BUILDINGS[BARN]}
        starts = [] if self.setting_up else members(self.table.starts)
        return {
            self.names[start]: {"owner": seat, **home} for seat, start in zip(range(self.players), starts, strict=False)
        }

    def set_region(self, region: int, entry: Any, where: str) -> bool:
        """Write a region; return whether its humans are still to be drawn."""
        t = self.table
        given = read_mapping(entry, where, REGION_KEYS)
        owner = given.get("owner")
        if owner is not None:
            t.owner[region] = NEUTRAL if t.scenario and owner == NEUTRAL_NAME else self.seat(owner, f"{where}['owner']")
        for key in HERD_KEYS:
            getattr(t, key)[region] = read_number(given.get(key, 0), f"{where}[{key!r}]", 0, HERDS, "a number of herds")
        if "building" in given:
            t.building[region] = read_name(given["building"], f"{where}['building']", BUILDINGS)
        if owner is None and (t.healthy[region] or t.damaged[region] or t.building[region]):
            raise ValueError(f"position{where}: the key 'owner' is missing where herds or a building are")
        vp = int(NEUTRAL_VP[t.scenario][region]) if t.owner[region] == NEUTRAL else 0
        t.vp_on[region] = read_number(given.get("vp", vp), f"{where}['vp']", 0, VP_TOKENS, "a number of tokens")
        for key in FLAGS:
            if key in given:
                setattr(t, key, getattr(t, key) | read_flag(given[key], f"{where}[{key!r}]") << region)
        humans = given.get("humans", 0)
        if humans == ANY and isinstance(humans, str):
            if "face_up" in given:
                bad(f"{where}['humans']", humans, "is a number where 'face_up' is given")
            return True
        t.humans[region] = read_number(humans, f"{where}['humans']", 0, MOST_HUMANS, f"{ANY!r} or a number")
        return False

    def set_neutral_building(self) -> None:
        """Let the building of the neutral herd stand over its regions, or not."""
        t = self.table
        if read_flag(self.position.get("neutral_building", building_stands(t)), "['neutral_building']"):
            t.shared = bits_of(np.flatnonzero(SHARED[t.scenario]).tolist())
        for region in members(t.shared):
            if t.owner[region] == NOBODY:
                t.owner[region] = NEUTRAL

    def draw_humans(self, unknown: Sequence[int]) -> None:
        """Draw the face-down human tokens of which nothing is said, from those nobody has seen."""
        t = self.table
        numbers = range(1, MOST_HUMANS + 1)
        where = "['shown_humans']"
        shown = read_list(self.position.get("shown_humans", lying_open(t)), where, "numbers", MOST_HUMANS)
        t.shown_humans = [0] + [
            read_number(shown[number - 1], where, 0, HUMAN_TOKENS[number], f"how many tokens of {number}")
            for number in numbers
        ]
        left = humans_left(t)
        for region, number in enumerate(t.humans):
            if number and not t.face_up >> region & 1:
                left[number] -= 1
        pool = [number for number in numbers for _ in range(left[number])]
        if len(pool) < len(unknown) or min(left) < 0:
            raise ValueError(f"position['regions']: got too many human tokens, allowed are {list(HUMAN_TOKENS[1:])}")
        for region, number in zip(unknown, self.rng.permutation(pool).tolist(), strict=False):
            t.humans[region] = number

    def count(self) -> None:
        """Count what lies on the map, as the rules keep it."""
        t = self.table
        for region, owner in enumerate(t.owner):
            if owner != NOBODY:
                t.land[owner] |= 1 << region
                t.herds[owner] += herds_in(t, region)
            if 0 <= owner < SEATS:
                t.barns[owner] += t.building[region] == BARN
                t.armories[owner] += t.building[region] == ARMORY
        t.locked = behind_borders(t)
        for owner, herds in enumerate(t.herds):
            if herds > HERDS:
                whose = NEUTRAL_NAME if owner == NEUTRAL else f"seat {owner}"
                raise ValueError(f"position['regions']: got {herds} herds of {whose}, allowed are {HERDS}")

    # players

    def set_players(self) -> None:
        t = self.table
        rows = read_list(self.position.get("players", [{}] * self.players), "['players']", "players", self.players)
        for seat, row in enumerate(rows):
            where = f"['players'][{seat}]"
            given = read_mapping(row, where, PLAYER_KEYS)
            for key, (names, most) in PLAYER_COUNTS.items():
                getattr(t, key)[seat] = read_counts(given.get(key, {}), f"{where}[{key!r}]", names, most)
            for key, most in PLAYER_NUMBERS.items():
                number = read_number(given.get(key, 0), f"{where}[{key!r}]", 0, most, "a number")
                getattr(t, {"out": "out_at"}.get(key, key))[seat] = number
            t.could_nuke[seat] = self.seats(given.get("could_nuke", []), f"{where}['could_nuke']")
            record = read_mapping(given.get("record", {}), f"{where}['record']", PROMISES)
            for name, counts in record.items():
                came = read_counts(counts, f"{where}['record'][{name!r}]", OUTCOMES[1:], MOST_RECORD)
                if sum(came) > MOST_RECORD:
                    bad(f"{where}['record'][{name!r}]", dict(counts), f"are {MOST_RECORD} in all")
                t.record[seat][PROMISES.index(name)] = [sum(came), *came]
        self.set_known(rows)
        self.set_mutations(rows)
        self.set_nukiest()

    def set_known(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write what seats know of each other's cards: all of them, unless the position says less."""
        t = self.table
        for seat, row in enumerate(rows):
            where = f"['players'][{seat}]['known']"
            given = read_mapping(row.get("known", {}), where, [str(other) for other in range(self.players)])
            for other in range(self.players):
                known = given.get(str(other))
                t.known[other][seat] = list(t.hand[seat])
                if known is not None:
                    t.known[other][seat] = read_counts(known, f"{where}['{other}']", RESOURCES, MOST_CARDS)

    def set_mutations(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Write mutations; draw those of which nothing is said, but for players who have yet to choose."""
        t = self.table
        in_play = [name for name, there in zip(MUTATIONS, t.in_play, strict=True) if there]
        t.mutation[NEUTRAL] = NEUTRAL_MUTATION[t.scenario]
        chosen = self.players  # so many have a mutation
        if self.setting_up:
            chosen = t.active + (self.position["decision"] != DECISIONS[Decision.MUTATION])
        unknown = []
        for seat, row in enumerate(rows):
            where = f"['players'][{seat}]"
            dealt = read_list(row.get("dealt", []), f"{where}['dealt']", "mutations", most=MOST_DEALT)
            for place, name in enumerate(dealt):
                t.dealt[seat][place] = self.mutation(name, f"{where}['dealt'][{place}]", in_play)
            mutation = row.get("mutation", ANY if seat < chosen else None)
            if mutation == ANY and isinstance(mutation, str):
                unknown.append(seat)
            elif mutation is not None:
                t.mutation[seat] = self.mutation(mutation, f"{where}['mutation']", in_play)
        self.draw_mutations(unknown)

    def draw_mutations(self, unknown: Sequence[int]) -> None:
        """Draw the mutations of seats of which nothing is said, and at the set-up what players are dealt."""
        t = self.table
        taken = {*t.mutation, *(mutation for row in t.dealt for mutation in row)}
        free = [mutation for mutation in range(len(MUTATIONS)) if t.in_play[mutation] and mutation not in taken]
        pile = self.rng.permutation(free).tolist()
        for seat in unknown:
            t.mutation[seat] = t.dealt[seat][0] if t.dealt[seat][0] >= 0 or not pile else pile.pop()
        each = DEALT_TO_TWO if t.scenario else DEALT
        for seat in range(self.players) if self.setting_up else ():
            if t.dealt[seat][0] < 0:
                kept = [t.mutation[seat]] if t.mutation[seat] >= 0 else []
                dealt = [*kept, *pile][:each]
                pile = pile[len(dealt) - len(kept) :]
                t.dealt[seat][: len(dealt)] = dealt

    def mutation(self, value: Any, where: str, in_play: Sequence[str]) -> int:
        return MUTATIONS.index(in_play[read_name(value, where, in_play)])

    def set_nukiest(self) -> None:
        t = self.table
        nukiest = self.position.get("nukiest", who_built_most(t))
        if nukiest is not None:
            t.nukiest = self.seat(nukiest, "['nukiest']")

    def set_deck(self) -> None:
        """Write where the spies are that players do not have: those named nowhere lie in the deck, shuffled."""
        t, position = self.table, self.position
        for key in ("played", "gone"):
            setattr(t, key, read_counts(position.get(key, {}), f"[{key!r}]", SPIES, DECK))
        t.played[Spy.MOLE] += sum(t.moles)
        for card in t.spy_card[: t.spy_depth]:
            t.played[card] += 1
        for place, (where, name) in enumerate(self.list_of("looked_at", "spies", 2)):
            t.looked_at[place] = read_name(name, where, SPIES)
        left = SPY_CARDS - np.sum(t.spies, axis=0) - t.played - t.gone
        for kind in t.looked_at:
            left[kind] -= kind >= 0
        if left.min() < 0:
            kind = int(left.argmin())
            most = int(SPY_CARDS[kind])
            raise ValueError(f"position['players']: got {most - left[kind]} {SPIES[kind]} cards, allowed are {most}")
        deck, seen = [], []
        for where, entry in self.list_of("deck", "spies", DECK):
            given = read_mapping(
                entry if isinstance(entry, Mapping) else {"spy": entry}, where, ("spy", "seen"), ["spy"]
            )
            kind = read_name(given["spy"], where, SPIES)
            left[kind] -= 1
            if left[kind] < 0:
                raise ValueError(
                    f"position{where}: got one {SPIES[kind]} too many, allowed are {SPY_CARDS[kind]} in all"
                )
            deck.append(kind)
            seen.append(int(read_flag(given.get("seen", False), f"{where}['seen']")))
        rest_of_it = self.rng.permutation(np.repeat(np.arange(len(SPIES)), left)).tolist()
        t.deck_size = len(deck) + len(rest_of_it)
        t.deck = deck + rest_of_it + [-1] * (DECK - t.deck_size)
        t.deck_seen = seen + [0] * (DECK - len(seen))

    # whose turn it is, and what is in the middle of something

    def set_decision(self) -> None:
        """Write what is asked and of whom; what else says so comes later."""
        t, position = self.table, self.position
        if "decision" not in position:
            self.set_stage()
            return
        t.decision = read_name(position["decision"], "['decision']", DECISIONS)
        self.check_keys()
        stages = STAGES[Decision(t.decision)]
        t.stage = int(stages[0])
        if t.out_at[t.active]:
            t.stage = int(Stage.NEXT)
        elif "stage" in position:
            t.stage = int(stages[read_name(position["stage"], "['stage']", [STAGE_NAMES[stage] for stage in stages])])
        t.to_act = t.active
        if t.decision in _WINDOW:
            t.to_act = (t.active + 1) % self.players
        if "seat" in position:
            t.to_act = self.seat(position["seat"], "['seat']")
        if t.decision in _WINDOW:
            t.at = (t.to_act - t.active - 1) % self.players

    def check_keys(self) -> None:
        """Refuse a question without what it is about, and what another question would be about."""
        decision = self.table.decision
        for key, decisions in _ABOUT.items():
            if decision in decisions and key not in self.position:
                raise ValueError(f"position: the key {key!r} is missing where {DECISIONS[decision]!r} is asked")
            may = (*decisions, *_SPIES) if key == "nukes" else decisions
            if key in self.position and key in _MIDDLE_KEYS and decision not in may:
                names = ", ".join(repr(DECISIONS[allowed]) for allowed in may)
                raise ValueError(
                    f"position[{key!r}]: got one where {DECISIONS[decision]!r} is asked, allowed is {names}"
                )

    def set_stood(self) -> None:
        """Let others' herds have stood where they stand, unless the position says otherwise."""
        t = self.table
        for region in members(standing(t)):
            if "stood" not in self.said.get(self.names[region], {}):
                t.stood |= 1 << region

    def set_stage(self) -> None:
        """Write from where the game goes on by itself: until then the active player could act freely."""
        t, position = self.table, self.position
        for key in _MIDDLE_KEYS:
            if key in position:
                raise ValueError(f"position: the key 'decision' is missing where {key!r} is given")
        stage = Stage(STAGE_NAMES.index(GO_ON[read_name(position.get("stage", "actions"), "['stage']", GO_ON)]))
        late = stage > Stage.ROLL
        t.decision, t.stage = (Decision.RESOURCES, Stage.RESOURCES) if late else (Decision.ACTIONS, Stage.ACTIONS)
        t.to_act = t.active
        at = 0
        if "seat" in position:
            seat = self.seat(position["seat"], "['seat']")
            if stage == Stage.WINDOW:
                at = (seat - t.active - 1) % self.players
            elif seat != t.active:
                bad("['seat']", seat, f"is the active seat {t.active} where no decision and no window is given")
        heals = 0
        if "stage" not in position and t.mutation[t.active] == Mutation.REGENERATING:
            stage, heals = Stage.REGENERATION, FREE_HEALS
        self.begin = (stage, at, heals)

    def set_middle(self) -> None:
        """Write everything that is so in this turn only."""
        t, position = self.table, self.position
        defaults = {
            "offered": int("offer" in position),
            "to_place": int(t.decision == Decision.PLACE),
            "heals": FREE_HEALS * (t.decision == Decision.REGENERATE),
        }
        for key, (field, most) in _TURN_NUMBERS.items():
            if key in position or key in defaults:
                value = position.get(key, defaults.get(key))
                setattr(t, field, read_number(value, f"[{key!r}]", 0, most, "a number"))
        self.set_dice()
        self.set_move()
        self.set_combat()
        self.set_nukes()
        self.set_spy()
        self.set_offer()

    def set_dice(self) -> None:
        t, position = self.table, self.position
        if "dice" in position:
            dice = read_list(position["dice"], "['dice']", "dice", DICE)
            t.dice = [read_name(face, f"['dice'][{die}]", RESOURCE_FACES) for die, face in enumerate(dice)]
            wild = position.get("wild")
            named = -1 if wild is None else read_name(wild, "['wild']", RESOURCES)
            t.paid_for = [named if face == WILD else face for face in t.dice]
            t.wilds = t.dice.count(WILD) if t.decision == Decision.WILD else 0
        elif "wild" in position:
            raise ValueError("position: the key 'dice' is missing where 'wild' is given")

    def set_move(self) -> None:
        t = self.table
        given = self.part_of("move", ("to", "healthy", "damaged"), ["to"])
        if given is not None:
            t.target = self.region(given["to"], "['move']['to']")
            t.sent_healthy = self.by_region(given.get("healthy", {}), "['move']['healthy']")
            t.sent_damaged = self.by_region(given.get("damaged", {}), "['move']['damaged']")

    def set_combat(self) -> None:
        t = self.table
        given = self.part_of("combat", COMBAT_KEYS, ["region", "sent"])
        if given is None:
            return
        where = "['combat']"
        t.fight = self.region(given["region"], f"{where}['region']")
        t.attacked |= 1 << t.fight
        t.defender = HUMANS if t.humans[t.fight] else t.owner[t.fight]
        t.sent = self.by_region(given["sent"], f"{where}['sent']")
        t.attack_damaged = read_number(given.get("damaged", 0), f"{where}['damaged']", 0, HERDS, "a number of herds")
        healthy = given.get("healthy", max(sum(t.sent) - t.attack_damaged, 0))
        t.attack_healthy = read_number(healthy, f"{where}['healthy']", 0, HERDS, "a number of herds")
        t.combat_round = read_number(given.get("round", 1), f"{where}['round']", 1, MOST_COMBAT_ROUND, "a round")
        for key, most in (("hits", 127), ("died", HERDS)):
            pair = read_list(given.get(key, [0, 0]), f"{where}[{key!r}]", "numbers", 2)
            setattr(t, key, [read_number(n, f"{where}[{key!r}]", 0, most, "a number") for n in pair])
        rolled = read_list(given.get("rolled", [{}, {}]), f"{where}['rolled']", "dicts of dice", 2)
        t.rolled = [read_counts(row, f"{where}['rolled'][{i}]", COMBAT_FACES, HERDS) for i, row in enumerate(rolled)]
        if t.decision == Decision.LOSE:
            t.step = int(Combat.ATTACKERS_LOSE if t.to_act == t.active else Combat.DEFENDERS_LOSE)
        elif t.decision in _STEP:
            t.step = int(_STEP[Decision(t.decision)])
        if t.decision == Decision.RETREAT_TO and 0 <= t.defender < SEATS:
            t.to_act = t.defender
        t.herds[t.active] += t.attack_healthy + t.attack_damaged
        for region in members(bits_of(region for region, sent in enumerate(t.sent) if sent)):
            if t.owner[region] == NOBODY:  # it stays theirs until the combat ends
                t.owner[region] = t.active
                t.land[t.active] |= 1 << region

    def set_nukes(self) -> None:
        t = self.table
        given = self.part_of("nukes", NUKE_KEYS)
        if given is None:
            return
        where = "['nukes']"
        launchers = read_list(given.get("launchers", []), f"{where}['launchers']", "launchers", most=len(t.link_seat))
        for place, entry in enumerate(launchers):
            told = f"{where}['launchers'][{place}]"
            link = read_mapping(entry, told, ("seat", "from"), ["seat"])
            t.link_seat[place] = self.seat(link["seat"], f"{told}['seat']")
            t.link_from[place] = self.region(link["from"], f"{told}['from']") if "from" in link else -1
        t.links = len(launchers)
        if given.get("struck") is not None:
            t.struck = self.region(given["struck"], f"{where}['struck']")
        if given.get("answering") is not None:
            t.answering = self.seat(given["answering"], f"{where}['answering']")
        t.way = read_name(given.get("way", WAYS[Way.NONE]), f"{where}['way']", WAYS)
        if t.links and t.decision in (Decision.LAUNCH, Decision.TARGET):
            t.to_act = t.answering if t.answering >= 0 else t.link_seat[t.links - 1]

    def set_spy(self) -> None:
        t = self.table
        given = self.part_of("spy", ("played", "named"), ["played"])
        if given is None:
            return
        played = read_list(given["played"], "['spy']['played']", "spies", most=SPY_STACK)
        for level, entry in enumerate(played):
            where = f"['spy']['played'][{level}]"
            row = read_mapping(entry, where, ("seat", "spy"), ["seat", "spy"])
            t.spy_seat[level] = self.seat(row["seat"], f"{where}['seat']")
            t.spy_card[level] = read_name(row["spy"], f"{where}['spy']", SPIES)
        t.spy_depth = len(played)
        if not played:
            return
        parts = [part for part in PARTS[t.spy_card[0]] if part != Part.NONE]
        named = read_list(given.get("named", []), "['spy']['named']", "parts", most=len(parts))
        for place, value in enumerate(named):
            t.argument[place] = self.part(parts[place], value, f"['spy']['named'][{place}]")
        if t.decision == Decision.SPY_PART:
            t.part, t.to_act = len(named), t.spy_seat[0]
        else:
            t.spy_asked = (t.to_act - t.spy_seat[t.spy_depth - 1]) % self.players

    def part(self, part: int, value: Any, where: str) -> int:
        """Return what the player of a spy has named."""
        if part == Part.PLAYER:
            return self.seat(value, where)
        return read_name(value, where, {Part.UNIT: UNITS, Part.RESOURCE: RESOURCES}.get(Part(part), self.names))

    def set_offer(self) -> None:
        t = self.table
        given = self.part_of("offer", ("from", "to", "gives", "wants"), ["to"])
        if given is None:
            return
        if "from" in given:
            t.at = (self.seat(given["from"], "['offer']['from']") - t.active - 1) % self.players
        t.offer_to = self.seat(given["to"], "['offer']['to']")
        if t.decision == Decision.OFFER_ANSWER:
            t.to_act = t.offer_to
        for side, key in enumerate(("gives", "wants")):
            counts = read_counts(given.get(key, {}), f"['offer'][{key!r}]", RESOURCES, OFFER_CARDS)
            kinds = [kind for kind in range(KINDS) if counts[kind]]
            if len(kinds) > 1:
                bad(f"['offer'][{key!r}]", dict(given[key]), "are cards of one kind")
            for kind in kinds:
                t.offer_kind[side], t.offer_number[side] = kind, counts[kind]

    def set_promises(self) -> None:
        t = self.table
        for where, entry in self.list_of("promises", "promises"):
            keys = ("from", "promise", "about")
            given = read_mapping(entry, where, keys, keys)
            seat, other = (self.seat(given[key], f"{where}[{key!r}]") for key in ("from", "about"))
            kind = read_name(given["promise"], f"{where}['promise']", PROMISES)
            t.record[seat][kind][0] += 1 - t.promise[kind][seat][other]
            t.promise[kind][seat][other] = 1

    def set_history(self) -> None:
        t = self.table
        for back, (where, entry) in enumerate(self.list_of("history", "events", HISTORY)):
            given = read_mapping(entry, where, ("event", "seat", "what", "other"), ["event", "seat"])
            event = Event(read_name(given["event"], f"{where}['event']", EVENTS))
            t.past_event[back] = int(event)
            t.past_seat[back] = self.seat(given["seat"], f"{where}['seat']")
            if "what" in given:
                t.past_what[back] = read_name(given["what"], f"{where}['what']", self.what_of(event))
            if "other" in given:
                t.past_other[back] = self.seat(given["other"], f"{where}['other']")

    def what_of(self, event: Event) -> Sequence[str]:
        """Return the names of what an event can be about."""
        return {Event.SPY: SPIES, Event.BUILD: ITEMS}.get(event, self.names)


_STEP = {
    Decision.RETREAT: Combat.ATTACKERS_RETREAT,
    Decision.RETREAT_TO: Combat.DEFENDERS_RETREAT,
    Decision.RETURN: Combat.RETURN,
}
