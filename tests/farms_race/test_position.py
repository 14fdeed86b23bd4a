"""Positions of Farms Race: read and set again at every decision, what they leave open, errors in one line."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from envs.core.compiling import COMPILED
from envs.core.table import Table
from envs.farms_race import GAME
from envs.farms_race.actions import region_name
from envs.farms_race.box import MUTATIONS, NEUTRAL, NEUTRAL_HERDS, NEUTRAL_VP, RESOURCES, SPIES, SPY_CARDS
from envs.farms_race.invariants import check
from envs.farms_race.state import STATE, Combat, Decision, Stage

VARIANTS: list[dict[str, Any]] = [
    {"num_players": 3, "talk": 4, "offers": 4, "mutations": "all"},
    {"num_players": 5, "costs": {"nuke": {"wood": 1}, "spy": {"wheat": 1}}},
    {"num_players": 2, "scenario": 1},
    {"num_players": 2, "scenario": 2, "costs": {"nuke": {"wood": 1}}},
    {"num_players": 2, "scenario": 3, "costs": {"spy": {"wheat": 1}}},
]
STAGES = ("preparation", "actions", "roll", "window", "resources")


def begin(position: dict[str, Any] | None = None, seed: int = 1, **options: Any) -> Table:
    """Return a table that stands at a position."""
    table = Table(GAME, {"num_players": 3, **options})
    table.start(seed, position or {})
    check(table.state)
    return table


def differ(one: Table, other: Table) -> list[str]:
    """Return the fields in which two states differ; the generator and the count of decisions apart."""
    names = [name for name in STATE.names or () if name not in ("random", "decisions")]
    return [name for name in names if not np.array_equal(one.state[name], other.state[name])]


def rich(table: Table, rng: np.random.Generator) -> dict[str, Any]:
    """Return a position in which herds of everybody stand all over the map, with nukes, cards and spies."""
    table.start(int(rng.integers(1 << 30)))
    s, players = table.state, table.num_players
    left = np.array([[12, 3, 2]] * players)  # herds, barns, armories of each seat
    scenario, regions, lying = int(s["scenario"]), {}, 0
    for region in range(int(s["regions"])):
        name = region_name(s, region)
        if s["owner"][region] == NEUTRAL:
            herds = int(NEUTRAL_HERDS[scenario][region])
            damaged = int(rng.integers(herds + 1))
            if rng.random() < 0.7:
                regions[name] = {"owner": "neutral", "healthy": herds - damaged, "damaged": damaged}
                lying += int(NEUTRAL_VP[scenario][region])
        elif rng.random() < 0.6 or (region < 4 * players and region % 4 == 0):
            seat = region // 4 % players if region % 4 == 0 else int(rng.integers(players))
            healthy, damaged = int(rng.integers(1, 3)), int(rng.integers(0, 3))
            what = int(rng.choice(3, p=[0.7, 0.2, 0.1]))
            if left[seat, 0] >= healthy + damaged and left[seat, what] >= 1:
                left[seat, 0] -= healthy + damaged
                left[seat, what] -= what > 0
                left[seat, 1:] -= (left[seat, 1:].sum() < 3) * 5  # at most five VP by buildings
                building = ("none", "barn", "armory")[what]
                regions[name] = {"owner": seat, "healthy": healthy, "damaged": damaged, "building": building}
        elif s["humans"][region]:
            regions[name] = {"humans": "?"}
    cards, rows = SPY_CARDS.copy(), []
    mutations = rng.permutation([name for name, there in zip(MUTATIONS, s["in_play"], strict=True) if there]).tolist()
    for _ in range(players):
        spies = {name: int(rng.integers(2)) for name in SPIES}
        spies = {name: min(number, int(cards[SPIES.index(name)])) for name, number in spies.items()}
        cards -= np.array(list(spies.values()), cards.dtype)
        row = {"hand": {name: int(rng.integers(4)) for name in RESOURCES}, "spies": spies, "mutation": mutations.pop()}
        rows.append({**row, "ready": int(rng.integers(3)), "spent": int(rng.integers(2))})
    taken = int(NEUTRAL_VP[scenario].sum()) - lying if scenario else 0
    rows[0]["vp_tokens"], rows[1]["vp_tokens"] = taken // 2, taken - taken // 2
    active, stage = int(rng.integers(players)), str(rng.choice(STAGES))
    return {"regions": regions, "players": rows, "elsewhere": "empty", "active": active, "stage": stage}


def start_rich(table: Table, rng: np.random.Generator) -> None:
    """Start a game from such a position; some cannot be, as somebody has nothing."""
    for _ in range(100):
        try:
            return table.start(int(rng.integers(1 << 30)), rich(table, rng))
        except ValueError as error:
            if "nothing left" not in str(error) and "goes on" not in str(error):
                raise
    raise AssertionError("no such position can be")


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_position_read_at_any_decision_and_set_again_is_the_same(options: dict[str, Any]) -> None:
    asked, table, twin, rng = set(), Table(GAME, options), Table(GAME, options), np.random.default_rng(1)
    for game in range(12 if COMPILED else 2):
        table.start(game)
        if game:
            start_rich(table, rng)
        for _ in range(250 if COMPILED else 40):
            if table.over:
                break
            decision = Decision(int(table.state["decision"]))
            if rng.random() < (0.04 if decision in asked else 1):
                asked.add(decision)
                position = json.loads(json.dumps(GAME.get_position(table.state)))
                twin.start(3, position)
                assert differ(table, twin) == [], position
                assert GAME.get_position(twin.state) == position
                assert np.array_equal(twin.mask, table.mask)
            legal = np.flatnonzero(table.mask)
            table.play(int(rng.choice(legal[1:] if len(legal) > 1 and rng.random() < 0.4 else legal)))
    assert len(asked) > (17 if COMPILED else 4)


def test_a_game_that_is_over_has_a_position_too() -> None:
    hand = {"wood": 2, "clay": 1, "wheat": 1}
    players: list[dict[str, Any]] = [{"vp_tokens": 8, "hand": hand}, {}, {}]
    table = begin({"regions": {**BASE, "0,-1": {"owner": 0, "healthy": 1}}, "players": players})
    build = next(action for action, text in table.legal_texts().items() if text == "build a Barn at 0,-1")
    table.play(build)
    check(table.state)
    position = json.loads(json.dumps(GAME.get_position(table.state)))
    assert table.over
    assert position["over"] is True
    assert position["regions"]["0,-1"]["building"] == "barn"
    assert "decision" not in position


# What a position leaves open

BASE: dict[str, Any] = {
    "0,-2": {"owner": 0, "healthy": 2, "building": "barn"},
    "2,0": {"owner": 1, "healthy": 2},
    "-2,2": {"owner": 2, "healthy": 1},
}


def asked(table: Table) -> tuple[str, int]:
    """What is asked, and of whom."""
    return Decision(int(table.state["decision"])).name, table.seat


def test_an_empty_position_is_the_action_phase_of_the_first_turn() -> None:
    table = begin({})
    state = table.state
    assert asked(table) == ("ACTIONS", 0)
    assert (state["round"], state["herds"].tolist()) == (1, [2, 2, 2, 0, 0, 0])
    assert state["barns"].tolist() == [1, 1, 1, 0, 0]
    assert np.count_nonzero(state["humans"]) == 13
    assert state["face_up"] == 0
    assert len(set(state["mutation"][:3].tolist())) == 3
    assert state["deck_size"] == 24


def test_an_empty_position_of_a_scenario_has_its_neutral_herd() -> None:
    state = begin({}, num_players=2, scenario=3).state
    assert state["herds"].tolist() == [2, 2, 0, 0, 0, 8]
    assert (state["vp_on"].sum(), state["shared"], state["locked"]) == (6, state["locked"], state["shared"])


def test_regions_that_are_not_named_are_empty_or_as_they_are_laid() -> None:
    assert not begin({"regions": BASE}).state["humans"].any()
    assert np.count_nonzero(begin({"regions": BASE, "elsewhere": "set-up"}).state["humans"]) == 13
    scenario: dict[str, Any] = {"2,-3": {"owner": 0, "healthy": 2}, "-1,3": {"owner": 1, "healthy": 2}}
    assert begin({"regions": scenario}, num_players=2).state["herds"][NEUTRAL] == 8
    emptied = {"regions": scenario, "elsewhere": "empty", "players": [{"vp_tokens": 6}, {}]}
    with pytest.raises(ValueError, match="the game ends at once"):  # the neutral herd is gone when the turn ends
        begin({**emptied, "stage": "next"}, num_players=2)


def test_what_is_left_open_is_drawn_from_the_seed() -> None:
    position = {"regions": {**BASE, **{name: {"humans": "?"} for name in ("0,0", "1,0", "-1,0", "0,1")}}}
    one, other, third = (begin(position, seed) for seed in (1, 1, 2))
    assert one.states.tobytes() == other.states.tobytes()
    assert one.state["deck"].tolist() != third.state["deck"].tolist()
    drawn = {tuple(begin(position, seed).state["humans"].tolist()) for seed in range(8)}
    assert len(drawn) > 2
    assert sorted(one.state["deck"].tolist()) == sorted(third.state["deck"].tolist())


def test_the_deck_begins_as_it_is_said_and_goes_on_with_the_rest() -> None:
    state = begin({"regions": BASE, "deck": ["Mole", "Informer"], "players": [{"spies": {"Mole": 3}}, {}, {}]}).state
    assert state["deck"][:2].tolist() == [SPIES.index("Mole"), SPIES.index("Informer")]
    counts = np.bincount(state["deck"][:21], minlength=8)
    assert (counts + state["spies"].sum(axis=0)).tolist() == SPY_CARDS.tolist()
    assert state["deck"][21:].tolist() == [-1] * 3


def test_what_the_rest_of_a_position_says_of_itself() -> None:
    position = {
        "regions": {**BASE, "0,0": {"humans": 2, "face_up": True}, "1,0": {"owner": 2, "building": "barn"}},
        "players": [{"ready": 1}, {"spent": 2, "hand": {"clay": 2}, "known": {"2": {"clay": 1}}}, {"moles": 1}],
    }
    state = begin(position).state
    assert state["nukiest"] == 1
    assert state["shown_humans"].tolist() == [0, 0, 1, 0]
    assert state["known"][:3, 1, 2].tolist() == [2, 2, 1]
    assert state["played"].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    names = [region_name(state, region) for region in range(16)]
    stood = [name for region, name in enumerate(names) if int(state["stood"]) >> region & 1]
    assert stood == ["2,0", "-2,2"]  # no herds are in 1,0
    position["regions"]["2,0"] = {**BASE["2,0"], "stood": False}
    assert begin(position).state["stood"] == 1 << names.index("-2,2")


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"stage": "preparation"}, ("ACTIONS", 0)),
        ({"stage": "actions"}, ("ACTIONS", 0)),
        ({"stage": "window"}, ("WINDOW", 1)),
        ({"stage": "window", "seat": 2}, ("WINDOW", 2)),
        ({"stage": "window", "active": 2}, ("WINDOW", 0)),
        ({"stage": "resources"}, ("RESOURCES", 0)),
        ({"stage": "next"}, ("ACTIONS", 1)),
        ({"stage": "next", "active": 2}, ("ACTIONS", 0)),
        ({"stage": "discard", "players": [{"hand": {"wood": 9}}, {}, {}]}, ("DISCARD", 0)),
        ({"players": [{"mutation": "Regenerating"}, {}, {}]}, ("REGENERATE", 0)),
        ({"players": [{"mutation": "Regenerating"}, {}, {}], "stage": "actions"}, ("ACTIONS", 0)),
    ],
    ids=str,
)
def test_the_game_goes_on_from_a_stage_to_the_first_decision(more: dict[str, Any], expected: tuple[str, int]) -> None:
    regions = {**BASE, "0,-1": {"owner": 0, "damaged": 2}, "-1,-1": {"owner": 0, "damaged": 1}}
    table = begin({"regions": regions, **more}, mutations="all", resource_die={"clay": 1})
    assert asked(table) == expected
    assert table.state["decisions"] == 0


def test_a_combat_can_be_drawn_in_a_few_words() -> None:
    regions = {"0,-2": {"owner": 0, "building": "barn"}, "2,0": {"owner": 1, "healthy": 1}, "-2,2": BASE["-2,2"]}
    regions["0,-1"] = {"owner": 1, "healthy": 1, "damaged": 1}
    combat = {"region": "0,-1", "sent": {"0,-2": 3}, "damaged": 1, "hits": [0, 2]}
    table = begin({"regions": regions, "decision": "lose", "seat": 1, "combat": combat})
    state = table.state
    assert asked(table) == ("LOSE", 1)
    assert (state["attack_healthy"], state["attack_damaged"], state["herds"][0]) == (2, 1, 3)
    assert (state["step"], state["defender"]) == (Combat.DEFENDERS_LOSE, 1)
    assert sorted(table.legal_texts().values()) == ["a damaged herd dies", "a healthy herd becomes damaged"]


def test_what_sent_an_attack_stays_its_owners_though_nothing_is_left_there() -> None:
    regions = {"-1,-1": {"owner": 0, "healthy": 1}, "2,0": BASE["2,0"], "-2,2": BASE["-2,2"]}
    regions["0,-1"] = {"humans": 2, "face_up": True}
    combat = {"region": "0,-1", "sent": {"0,-2": 2, "-1,-1": 1}, "healthy": 2, "damaged": 0}
    table = begin({"regions": regions, "decision": "return", "combat": combat})
    assert sorted(table.legal_texts().values()) == ["a herd returns to -1,-1", "a herd returns to 0,-2"]


def test_a_chain_of_nukes_can_be_drawn_in_a_few_words() -> None:
    nukes = {"launchers": [{"seat": 0}, {"seat": 1, "from": "2,0"}], "struck": "0,-2", "answering": 0}
    players: list[dict[str, Any]] = [{"spent": 1, "ready": 1}, {"spent": 1}, {}]
    table = begin({"regions": BASE, "decision": "launch", "nukes": nukes, "players": players})
    assert asked(table) == ("LAUNCH", 0)
    assert sorted(table.legal_texts().values()) == ["launch a ready nuke", "launch no nuke"]


def test_spies_and_offers_can_be_drawn_in_a_few_words() -> None:
    spy = {"played": [{"seat": 0, "spy": "Smuggler"}], "named": ["wood", "clay"]}
    players: list[dict[str, Any]] = [{}, {}, {"spies": {"Double Agent": 1}}]
    table = begin({"regions": BASE, "decision": "react", "seat": 2, "spy": spy, "players": players})
    assert sorted(table.legal_texts().values()) == ["let it be", "play Double Agent"]
    assert table.state["played"][SPIES.index("Smuggler")] == 1
    offer = {"from": 2, "to": 1, "gives": {"wood": 2}, "wants": {"clay": 1}}
    players = [{}, {"hand": {"clay": 1}}, {"hand": {"wood": 2}}]
    table = begin({"regions": BASE, "decision": "offer answer", "offer": offer, "players": players})
    assert asked(table) == ("OFFER_ANSWER", 1)
    assert sorted(table.legal_texts().values()) == ["accept", "decline"]


def test_what_is_dealt_at_the_set_up_is_drawn_from_the_seed() -> None:
    table = begin({"decision": "start", "active": 1, "regions": {"0,-2": BASE["0,-2"]}})
    state = table.state
    assert (asked(table), state["stage"]) == (("START", 1), Stage.SETUP)
    assert len({mutation for row in state["dealt"][:3, :2].tolist() for mutation in row}) == 6
    assert state["mutation"][:2].tolist() == state["dealt"][:2, 0].tolist()
    assert state["mutation"][2] == -1


# Errors

COMBAT: dict[str, Any] = {"decision": "retreat", "combat": {"region": "0,-1", "sent": {"0,-2": 2}}}
FOE: dict[str, Any] = {**BASE, "0,-1": {"owner": 1, "healthy": 1}}
BAD: list[tuple[dict[str, Any], str]] = [
    ({"region": {}}, "unknown key 'region'; did you mean 'regions'?"),
    ({"regions": 3}, r"\['regions'\]: got 3, allowed is a dict with the keys 0,-2, 1,-2"),
    ({"regions": {**BASE, "5,5": {}}}, r"\['regions'\]: unknown key '5,5'"),
    ({"regions": {**BASE, "0,0": 3}}, r"\['regions'\]\['0,0'\]: got 3, allowed is a dict"),
    ({"regions": {**BASE, "0,0": {"helthy": 1}}}, "unknown key 'helthy'; did you mean 'healthy'?"),
    ({"regions": {**BASE, "0,0": {"healthy": 1}}}, "the key 'owner' is missing where herds or a building are"),
    ({"regions": {**BASE, "0,0": {"owner": 3}}}, r"\['0,0'\]\['owner'\]: got 3, allowed is a seat, 0..2"),
    ({"regions": {**BASE, "0,0": {"owner": "neutral"}}}, "got 'neutral', allowed is a seat"),
    ({"regions": {**BASE, "0,0": {"owner": 0}}}, "cannot be: 0,0 is held by 0 with nothing"),
    ({"regions": {**BASE, "0,0": {"owner": 0, "healthy": 12}}}, "got 14 herds of seat 0, allowed are 12"),
    ({"regions": {**BASE, "0,0": {"owner": 0, "building": "bran"}}}, "got 'bran', .*did you mean 'barn'?"),
    ({"regions": {**BASE, "0,0": {"humans": 4}}}, r"\['humans'\]: got 4, allowed is '\?' or a number, 0..3"),
    ({"regions": {**BASE, "0,0": {"humans": "?", "face_up": True}}}, "is a number where 'face_up' is given"),
    ({"regions": {**BASE, "0,0": {"face_up": True}}}, "cannot be: face_up has 0,0, where no humans are"),
    ({"regions": {**BASE, "0,0": {"owner": 0, "healthy": 1, "humans": 1}}}, "1 humans are in 0,0, which 0 holds"),
    ({"regions": {**BASE, "0,0": {"vp": 1}}}, "cannot be: 1 VP tokens lie in 0,0"),
    ({"regions": {"0,-2": BASE["0,-2"]}}, "cannot be: seat 1 has nothing left, but is not out"),
    ({"regions": {**BASE, "0,0": {"humans": 3}}, "shown_humans": [12, 12, 6]}, "got too many human tokens"),
    ({"elsewhere": "emty"}, r"\['elsewhere'\]: got 'emty', .*did you mean 'empty'\?"),
    ({"round": 31}, r"\['round'\]: got 31, allowed is a round, 1..30"),
    ({"active": 3}, r"\['active'\]: got 3, allowed is a seat, 0..2"),
    ({"players": [{}, {}]}, r"\['players'\]: got 2 players, allowed are 3"),
    ({"players": [{"mutation": "Flyin"}, {}, {}]}, "got 'Flyin', .*did you mean 'Flying'?"),
    ({"players": [{"mutation": "Telepathic"}, {}, {}]}, "got 'Telepathic', allowed are Adorable"),
    ({"players": [{"mutation": "Flying"}, {"mutation": "Flying"}, {}]}, "cannot be: mutation is .* twice"),
    ({"players": [{"hand": {"wod": 1}}, {}, {}]}, "unknown key 'wod'; did you mean 'wood'?"),
    ({"players": [{"hand": {"wood": -1}}, {}, {}]}, r"\['hand'\]\['wood'\]: got -1, allowed is a number"),
    ({"players": [{"gained": {"wood": 500}}, {}, {}]}, r"\['gained'\]\['wood'\]: got 500, allowed is a number"),
    ({"players": [{"known": {"1": {"wood": 1}}}, {}, {}]}, "cannot be: seat 1 knows .* of the hand of seat 0"),
    ({"players": [{"spies": {"Mole": 6}}, {}, {}]}, "got 6 Mole cards, allowed are 5"),
    ({"players": [{"fresh": {"Mole": 1}}, {}, {}]}, "cannot be: seat 0 has built 1 Mole this turn, of 0"),
    ({"players": [{"vp_tokens": 9}, {}, {}]}, "cannot be: seat 0 has 10 VP, but the game goes on"),
    ({"players": [{"ready": 15}, {"spent": 15}, {}]}, "cannot be: 30 nukes are out, allowed are 20"),
    ({"players": [{"out": 1}, {}, {}]}, "cannot be: seat 0 is out, but holds something"),
    ({"players": [{"record": {"nuke": {"kept": 16000, "void": 1}}}, {}, {}]}, r"\['record'\]\['nuke'\]: got"),
    ({"nukiest": 1}, "cannot be: nukiest is 1, built were"),
    ({"deck": ["Mole"] * 6}, r"\['deck'\]\[5\]: got one Mole too many"),
    ({"deck": [{"spy": "Mole", "seen": True}]}, "cannot be: spies were seen, but nobody is Telepathic"),
    ({"promises": [{"from": 0, "promise": "nuk", "about": 1}]}, "got 'nuk', .*did you mean 'nuke'?"),
    ({"promises": [{"from": 0, "promise": "nuke", "about": 0}]}, "cannot be: seat 0 has promised seat 0"),
    ({"history": [{"event": "spy", "seat": 0}]}, "cannot be: past event 0 is"),
    ({"stage": "acions"}, r"\['stage'\]: got 'acions', allowed are .*did you mean 'actions'\?"),
    ({"seat": 1}, r"\['seat'\]: got 1, allowed is the active seat 0"),
    ({"players": [{}, {}, {"vp_tokens": 9, "spies": {"Mole": 1}}]}, "cannot be: seat 2 has 10 VP"),
    ({"round": 30, "active": 2, "stage": "next"}, "the game ends at once"),
    ({"stage": "resources", "dice": ["wood", "?"]}, "cannot be: dice are"),
    ({"wild": "wood"}, "the key 'dice' is missing where 'wild' is given"),
    ({"move": {"to": "0,0"}}, "the key 'decision' is missing where 'move' is given"),
    ({"decision": "herds"}, "the key 'move' is missing where 'herds' is asked"),
    ({"decision": "actions", "offer": {"to": 1}}, r"\['offer'\]: got one where 'actions' is asked, allowed is 'off"),
    ({"decision": "acions"}, r"\['decision'\]: got 'acions', .*did you mean 'actions'\?"),
    ({"decision": "actions", "stage": "roll"}, r"\['stage'\]: got 'roll', allowed are actions"),
    ({"decision": "herds", "move": {"to": "0,-1", "healthy": {"0,-2": 3}}}, "moves to 0,-1 with 3 herds from 0,-2"),
    ({"decision": "herds", "move": {"to": "2,0"}}, "cannot be: seat 0 moves to 2,0, which no herd can"),
    (COMBAT, "cannot be: 2 healthy and 0 damaged herds attack 0,-1, where -1 defends"),
    ({**COMBAT, "regions": FOE, "combat": {"region": "0,-1", "sent": {"0,-2": 1}, "healthy": 2}}, "sent from"),
    ({**COMBAT, "regions": FOE, "decision": "lose"}, r"cannot be: .* seat 0 takes \[0, 0\]"),
    ({**COMBAT, "regions": FOE, "decision": "return"}, "they have no choice where to return to"),
    ({"decision": "launch", "nukes": {"launchers": [{"seat": 0}], "struck": "2,0"}}, "there are 1 launchers"),
    ({"decision": "target", "nukes": {}}, "cannot be: seat 0 launches a nuke, way is 0"),
    ({"decision": "spy part", "spy": {"played": [{"seat": 1, "spy": "Smuggler"}]}}, "cannot be: .*active is 0"),
    ({"decision": "spy part", "spy": {"played": [{"seat": 0, "spy": "Informer"}]}}, "cannot be: .*part is 0"),
    ({"decision": "react", "seat": 1, "spy": {"played": [{"seat": 0, "spy": "Smuggler"}]}}, "cannot be: "),
    ({"decision": "keep", "looked_at": ["Mole", "Mole"]}, "cannot be: seat 0 of mutation"),
    ({"decision": "offer want", "offer": {"to": 2, "gives": {"wood": 1}}}, "cannot be: seat 1 offers .*whose hand is"),
    ({"decision": "offer want", "offer": {"to": 2, "gives": {"wood": 1, "clay": 1}}}, "are cards of one kind"),
    ({"decision": "place"}, "cannot be: to_place is 1, .* there is no choice"),
    ({"decision": "regenerate"}, "cannot be: heals is 2"),
    ({"decision": "mutation", "regions": BASE}, "cannot be: seat 0 was dealt"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "message"), BAD, ids=[message[:50] for _, message in BAD])
def test_bad_positions_raise_in_one_line_and_change_nothing(position: dict[str, Any], message: str) -> None:
    table = Table(GAME, {})
    table.start(1)
    before = table.states.tobytes()
    with pytest.raises(ValueError, match=message) as caught:
        table.start(2, {"regions": BASE, **position})
    assert "\n" not in str(caught.value)
    assert table.states.tobytes() == before
    assert str(caught.value).startswith("position")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"regions": {"2,-3": {"owner": 0, "healthy": 1}, "0,0": {"owner": 1, "healthy": 1}}}, "5 VP tokens are"),
        ({"neutral_building": False, "regions": {"2,-3": {"owner": 0, "healthy": 1}, "1,-2": {"owner": 1}}}, "nothing"),
    ],
    ids=str,
)
def test_bad_positions_of_scenarios(position: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        begin(position, num_players=2)


def test_no_player_is_behind_a_lock() -> None:
    regions = {"3,-2": {"owner": 0, "healthy": 2}, "1,2": {"owner": 1, "healthy": 2}}
    regions["-2,1"] = {"owner": 0, "healthy": 1}
    position = {"regions": regions, "players": [{"vp_tokens": 2}, {}]}
    with pytest.raises(ValueError, match="a player is in a locked region"):
        begin(position, num_players=2, scenario=3)
    opened = {**regions, "-1,0": {}, "-1,1": {}, "0,-1": {}}
    position = {"regions": opened, "players": [{"vp_tokens": 4}, {}]}
    assert begin(position, num_players=2, scenario=3).state["shared"] == 0  # the Barn has fallen
