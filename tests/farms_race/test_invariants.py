"""The check of the state of Farms Race: what cannot be is refused, and what it lets pass can be played on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from envs.core.compiling import COMPILED, as_states
from envs.core.table import Table
from envs.farms_race import GAME
from envs.farms_race.box import NEUTRAL, Mutation, Spy
from envs.farms_race.invariants import check
from envs.farms_race.state import STATE, Decision, Stage, Way

from .table import Play, draw
from .test_position import VARIANTS, start_rich

NAMES = [name for name in STATE.names or () if name != "random"]


def complaint(state: Any) -> str:
    """Return what is wrong with a state, "" for nothing; fail if it takes more than a line to say."""
    try:
        check(state)
    except AssertionError as error:
        if "\n" in str(error):
            raise
        return str(error)
    return ""


def changed(table: Table, change: Callable[[Any], Any]) -> Any:
    """Return the state of a table with a change."""
    state = table.state.copy()
    change(state)
    return state


def put(name: str, value: Any, *place: int | slice) -> Callable[[Any], None]:
    """Return a change that writes a field, or one place of it."""

    def change(state: Any) -> None:
        if place:
            state[name][place] = value
        else:
            state[name] = value

    return change


def all_of(*changes: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return several changes in one."""

    def change(state: Any) -> None:
        for one in changes:
            one(state)

    return change


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_every_field_has_a_range_and_is_refused_outside_it(name: str, players: int) -> None:
    table = Table(GAME, {"num_players": players})
    start_rich(table, np.random.default_rng(1))
    assert complaint(table.state) == ""
    limits = np.iinfo(STATE[name].base)
    for value in (limits.min, limits.max):
        assert complaint(changed(table, put(name, value))) != ""


def simple(**more: Any) -> Play:
    """A table with three players who have a little of everything."""
    keys: dict[str, Any] = {"spies": {0: ["Mole", "Smuggler"], 1: ["Informer"]}, "hands": ("2 wood", "1 clay", "")}
    keys |= {"mutations": {0: "Armoured", 1: "Ferocious", 2: "Burrowing"}, **more}
    return draw("0,-2 0:HHdB", "0,-1 0:H", "2,0 1:HHA", "-2,2 2:Hd", "0,0 :2", "1,0 :?1", **keys)


CENTRE, HOME, FAR, HIDDEN = "0,0", "0,-2", "2,0", "1,0"
_OF = {name: simple().number(name) for name in (CENTRE, HOME, FAR, HIDDEN, "0,-1", "-2,2", "-1,0")}
WRONG: dict[str, tuple[Callable[[Any], None], str]] = {
    "a herd more": (put("healthy", 3, _OF[HOME]), "herds is"),
    "a herd where nobody is": (put("healthy", 1, _OF["-1,0"]), "are nobody's"),
    "a building more": (put("building", 1, _OF["0,-1"]), "barns is"),
    "a building of nobody": (put("building", 1, _OF["-1,0"]), "are nobody's"),
    "an owner without a seat": (put("owner", 4, _OF["-1,0"]), "owner of -1,0 is 4"),
    "the neutral herd at a table of three": (put("owner", NEUTRAL, _OF["-1,0"]), "owner of -1,0 is 5"),
    "an owner of nothing": (put("owner", 0, _OF["-1,0"]), "is held by 0 with nothing"),
    "another owner": (put("owner", 2, _OF["0,-1"]), "herds is|land is"),
    "land that is not": (put("land", 0, 2), "land is"),
    "herds spent by others": (put("spent_healthy", 1, _OF[FAR]), "are spent"),
    "more herds spent than there are": (put("spent_damaged", 2, _OF[HOME]), "are spent"),
    "humans with an owner": (put("humans", 1, _OF[HOME]), "humans are in 0,-2"),
    "humans at a start": (put("humans", 1, _OF["-2,2"]), "humans are in"),
    "no humans to be face up": (put("humans", 0, _OF[CENTRE]), "face_up has 0,0"),
    "humans face up that nobody has seen": (
        put("face_up", 1 << _OF[HIDDEN] | 1 << _OF[CENTRE]),
        "human tokens face up",
    ),
    "humans face up of a higher number": (put("humans", 3, _OF[CENTRE]), "human tokens face up"),
    "more tokens seen than lie hidden": (put("shown_humans", 12, 1), "lie face down"),
    "tokens of no number": (put("shown_humans", 1, 0), "shown_humans is"),
    "VP on the map of three": (put("vp_on", 1, _OF["-1,0"]), "VP tokens lie in"),
    "VP beyond the tokens": (put("vp_tokens", [7, 7, 7, 0, 0]), "VP tokens are with players"),
    "ten VP": (put("vp_tokens", 9, 0), "seat 0 has 11 VP"),
    "a mutation twice": (put("mutation", int(Mutation.FEROCIOUS), 0), "mutation is"),
    "a neutral mutation": (put("mutation", 3, NEUTRAL), "mutation is"),
    "a mutation dealt": (put("dealt", 3, 0, 0), "dealt is"),
    "out, but not on the map": (put("out_at", 1, 2), "seat 2 is out"),
    "second of none to be out": (put("out_at", 2, 2), "seat 2 is out|out_at is"),
    "nukes beyond the tokens": (put("spent", [20, 1, 0, 0, 0]), "21 nukes are out"),
    "the tile of nobody's nukes": (put("nukiest", 1), "nukiest is 1"),
    "nukes without the tile": (put("ready", 1, 1), "nukiest is -1"),
    "known beyond the hand": (put("known", 3, 1, 0, 0), "seat 1 knows"),
    "an own hand not known": (put("known", 1, 0, 0, 0), "seat 0 knows"),
    "a card more": (put("hand", 3, 0, 0), "seat 0 knows"),
    "a spy more": (put("spies", 2, 0, int(Spy.MOLE)), "Mole: held"),
    "a spy of another kind": (put("deck", int(Spy.MOLE), 0), "held, in the deck"),
    "a deck with a gap": (put("deck", -1, 3), "deck is"),
    "a smaller deck": (put("deck_size", 3), "deck is"),
    "a spy built by another": (put("fresh", 1, 1, int(Spy.INFORMER)), "seat 1 has built"),
    "a spy built that is not there": (put("fresh", 2, 0, int(Spy.MOLE)), "seat 0 has built 2"),
    "a spy seen by nobody": (put("seen", 1, 0, int(Spy.MOLE)), "spies were seen"),
    "a card of the deck seen by nobody": (put("deck_seen", 1, 4), "spies were seen"),
    "a Mole shown that was not played": (put("moles", 1, 0), "Moles were played"),
    "another map": (put("gives", 0, _OF[HOME]), "the map is not 3p_small"),
    "a map of another table": (put("board", 2), "board is 2|the map is not"),
    "other neighbours": (put("adjacent", 0, _OF[HOME]), "adjacent is"),
    "other starts": (put("starts", 7), "the map is not"),
    "a free nuke": (put("costs", 0, 3), "costs has nothing for nuke"),
    "a die without a gun": (put("combat_die", [2, 4, 0]), "combat_die is"),
    "a die without a resource": (put("resource_die", [0, 0, 0, 0, 0, 6]), "resource_die is"),
    "few mutations": (put("in_play", 0), "mutations are in play"),
    "a late round": (put("round", 31), "round is 31 of 30"),
    "a scenario": (put("scenario", 1), "scenario is 1 with 3 players"),
    "another stage": (put("stage", int(Stage.RESOURCES)), "decision is 5 and stage 9"),
    "another decision": (put("decision", int(Decision.WINDOW)), "decision is 12 and stage 4"),
    "nobody asked": (put("decision", -1), "decision is -1"),
    "another seat": (put("to_act", 1), "seat 1 acts, not 0"),
    "winners": (put("winners", 1), "winners is 1"),
    "a target": (put("target", 3), "target is 3"),
    "a fight": (put("fight", 3), "fight is 3|is 3 where"),
    "hits": (put("hits", 1, 0), r"hits is \[1, 0\]"),
    "a launcher": (put("links", 1), "links is 1"),
    "a spy on the table": (put("spy_depth", 1), "spy_depth is 1"),
    "an offer": (put("offer_to", 1), "offer_to is 1"),
    "herds to be placed": (put("to_place", 1), "to_place is 1"),
    "a free heal": (put("heals", 1), "heals is 1"),
    "dice rolled early": (put("dice", 1), "dice is"),
    "an outstanding promise nobody made": (put("promise", 1, 0, 0, 1), "record of 'no attack'"),
    "a promise kept that nobody made": (put("record", 1, 0, 0, 1), "record of 'no attack'"),
    "a promise about oneself": (all_of(put("promise", 1, 0, 1, 1), put("record", 1, 1, 0, 0)), "has promised seat 1"),
    "a chance to nuke oneself": (put("could_nuke", 1, 0), "could_nuke is"),
    "an event of nobody": (put("past_event", 2, 0), "past event 0"),
    "an event after nothing": (all_of(put("past_event", 3, 1), put("past_seat", 0, 1)), "past event 1"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_refused_and_named(name: str) -> None:
    change, message = WRONG[name]
    with pytest.raises(AssertionError, match=message):
        check(changed(simple(), change))


def test_the_table_they_start_from_can_be() -> None:
    assert complaint(simple().state) == ""


# In the middle of something


def moving() -> Play:
    """A move is being declared."""
    return simple().do("move to 0,0", "with a healthy herd from 0,-1")


def fighting() -> Play:
    """Attackers are asked whether they retreat."""
    table = draw("0,-2 0:HHHB", "0,-1 1:HH", "-2,2 2:H", options={"combat_die": {"blank": 11, "gun": 1}})
    return table.move("0,-1", "0,-2 HHH").pass_until("RETREAT")


def launching(**more: Any) -> Play:
    """The target of a nuke is asked."""
    seats: dict[int, dict[str, Any]] = {0: {"ready": 1}, 1: {"ready": 1}}
    return draw("0,-2 0:HB", "0,-1 1:HH", "-2,2 2:H", seats=seats, **more).do("launch a ready nuke")


def spying() -> Play:
    """A Double Agent may answer a Pickpocket."""
    spies = {0: ["Pickpocket"], 1: ["Double Agent"], 2: ["Mole"]}
    return draw("0,-2 0:HB", hands=("", "2 wood", "1 clay"), spies=spies).do("play Pickpocket", "rob seat 1")


def offering() -> Play:
    """An offer is to be answered."""
    hands = ("", "2 wood", "1 clay")
    options = {"trading": True, "resource_die": {"plutonium": 1}}
    table = draw("0,-2 0:HB", hands=hands, options=options).do("end the Action phase")
    return table.do("offer seat 2", "offer 2 wood", "for 1 clay")


MIDDLE: dict[str, tuple[Callable[[], Play], Callable[[Any], None], str]] = {
    "move nowhere": (moving, put("target", -1), "moves to no region"),
    "move where it was attacked": (moving, put("attacked", 1 << _OF[CENTRE]), "attacked were 0,0"),
    "move with more than there are": (moving, put("sent_healthy", 2, _OF["0,-1"]), "with 2 herds from 0,-1"),
    "move from afar": (moving, put("sent_healthy", 1, _OF[FAR]), "with 1 herds from 2,0"),
    "fight without attackers": (fighting, put("attack_healthy", 0), "herds is"),
    "fight with hits left": (fighting, put("hits", 1, 1), "hits are"),
    "fight against another": (fighting, put("defender", 2), "where 2 defends"),
    "fight sent by nobody": (fighting, put("sent", 0), "held by 0 with nothing|sent from"),
    "fight sent by others": (fighting, put("sent", 1, _OF["-2,2"]), "sent from"),
    "fight at another step": (fighting, put("step", 6), "is asked at step 6"),
    "fight of no round": (fighting, put("combat_round", 0), "in round 0"),
    "fight not entered": (fighting, put("attacked", 0), "attacked were none"),
    "fight with dice for more": (fighting, put("rolled", 7, 0), "rolled are"),
    "launch in no way": (launching, put("way", int(Way.NONE)), "launches a nuke, way is 0"),
    "launch by another": (launching, put("to_act", 1), "seat 1 launches"),
    "spy played by another": (spying, put("spy_seat", 2, 0), "active is 0"),
    "spy that was not played": (spying, put("spy_card", int(Spy.SMUGGLER), 0), "are played by seats"),
    "spy against nobody": (spying, put("argument", -1, 0), "which name"),
    "spy against who has nothing": (spying, put("argument", 0, 0), "which name"),
    "spy that asks nobody": (spying, put("spy_asked", 0), "spy_asked 0"),
    "spy that asks who has none": (spying, all_of(put("spy_asked", 2), put("to_act", 1)), "spy_asked 2"),
    "spy with a part left": (spying, put("part", 0), "part is 0"),
    "offer to the active player": (offering, put("offer_to", 0), "offers|acts"),
    "offer of more than there is": (
        offering,
        all_of(put("hand", 1, 1, 0), put("known", 1, slice(3), 1, 0)),
        "whose hand is",
    ),
    "offer of nothing": (offering, put("offer_number", 0, 0), "offers"),
    "offer for the same": (offering, put("offer_kind", 0, 1), "offers"),
    "offer not counted": (offering, put("offered", 0), "offers"),
    "offer in the turn of its maker": (offering, put("at", 2), "offers|acts"),
}


@pytest.mark.parametrize("name", MIDDLE)
def test_what_cannot_be_in_the_middle_is_refused_and_named(name: str) -> None:
    make, change, message = MIDDLE[name]
    table = make()
    assert complaint(table.state) == ""
    with pytest.raises(AssertionError, match=message):
        check(changed(table, change))


def test_a_chain_of_nukes_that_cannot_be_is_refused() -> None:
    table = launching(mutations={2: "Armoured"}).do("launch at 0,-1")
    assert table.asked == "LAUNCH"
    for change, message in [
        (put("links", 0), "answering is 1"),
        (put("links", 2), "there are 2 launchers"),
        (put("link_seat", 2, 0), "launchers are"),
        (put("link_from", 3, 0), "launchers are"),
        (put("struck", -1), "struck is -1"),
        (put("answering", 0), "answering 0|answering is 0"),
        (put("answering", 2), "answering is 2"),
    ]:
        with pytest.raises(AssertionError, match=message):
            check(changed(table, change))


def test_a_neutral_herd_that_cannot_be_is_refused() -> None:
    table = Table(GAME, {"num_players": 2, "scenario": 3})
    table.start(1, {})
    for change, message in [
        (put("locked", 0), "locked is"),
        (put("turmoil", 1), "turmoil is"),
        (put("vp_on", 0), "VP tokens are with players"),
        (put("mutation", int(Mutation.ADORABLE), NEUTRAL), "neutral herd has mutation"),
        (put("round", 11), "round is 11 of 10"),
    ]:
        with pytest.raises(AssertionError, match=message):
            check(changed(table, change))


def test_a_map_of_ones_own_that_cannot_be_is_refused() -> None:
    board = {"starts": [[0, 0], [1, 0], [2, 0]], "hexes": [[q, 0, "wood"] for q in range(5)]}
    table = Table(GAME, {"map": board})
    table.start(1, {})
    assert complaint(table.state) == ""
    for change, message in [
        (put("q", 3, 4), "regions are not in order"),
        (put("q", 7, 4), "adjacent is"),
        (all_of(put("q", 7, 4), put("adjacent", 0, 4), put("adjacent", 0b00100, 3)), "the map is not connected"),
        (put("starts", 3), "with 2 starting regions"),
    ]:
        with pytest.raises(AssertionError, match=message):
            check(changed(table, change))


# What passes can be played on


def by_chance(state: Any, rng: np.random.Generator) -> None:
    """Change one place of one field."""
    name = str(rng.choice([name for name in NAMES if name not in ("decisions", "padding", "players", "reward")]))
    limits = np.iinfo(STATE[name].base)
    places = state[name].reshape(-1) if STATE[name].shape else None
    old = int(state[name]) if places is None else int(places[(index := int(rng.integers(len(places))))])
    new = old ^ (1 << int(rng.integers(20))) if STATE[name].base == np.int64 else old + int(rng.integers(-2, 3))
    new = min(max(new, limits.min), limits.max)
    if places is None:
        state[name] = new
    else:
        places[index] = new


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_state_changed_by_chance_is_refused_or_can_be_played_on(options: dict[str, Any]) -> None:
    rng, table, accepted = np.random.default_rng(2), Table(GAME, options), 0
    mask = np.zeros_like(table.mask)
    for _ in range(8 if COMPILED else 2):
        start_rich(table, rng)
        for _ in range(int(rng.integers(12))):
            if not table.over:
                table.play(int(rng.choice(np.flatnonzero(table.mask))))
        for _ in range(40 if COMPILED else 20):
            state = as_states(table.states.copy())[0]
            for _ in range(int(rng.integers(1, 3))):
                by_chance(state, rng)
            if complaint(state):
                continue
            accepted += 1
            for _ in range(8):
                if state["to_act"] < 0:
                    break
                GAME.rules.legal(state, mask)
                GAME.rules.apply(state, int(rng.choice(np.flatnonzero(mask))))
                assert complaint(state) == ""
    assert accepted > (8 if COMPILED else 0)
