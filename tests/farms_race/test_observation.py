"""What a seat sees: each block of the observation, read from positions that are set field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from envs.core.compiling import COMPILED, new_states
from envs.farms_race import GAME
from envs.farms_race.actions import BUILD_NUKE, BUILD_SPY, GO, SPY
from envs.farms_race.box import (
    HUMANS,
    MUTATIONS,
    NEUTRAL,
    PARTS,
    REGIONS,
    SPY_CARDS,
    SPY_COUNT,
    Event,
    Item,
    Mutation,
    Part,
    Promise,
    Resource,
    Spy,
)
from envs.farms_race.observation import (
    MOST_CARDS,
    MOST_COUNTED,
    MOST_NEAR,
    MOST_OF_KIND,
    MOST_ROUNDS,
    MOST_STEPS,
    OBSERVATION_LAYOUT,
    REGION_BLOCKS,
)
from envs.farms_race.state import HISTORY, STATE, Combat, Decision, Stage, Way

LARGE = {"talk": 4, "offers": 4, "mutations": "all"}
SMALL = {"talk": 0, "trading": False, "max_rounds": 8}
TABLES = [
    *((2, {"scenario": scenario}) for scenario in (1, 2, 3)),
    *((players, options) for players in (3, 4, 5) for options in (LARGE, SMALL)),
]
MOST_DECISIONS = 2500 if COMPILED else 200
WOOD, WHEAT, CLAY, WEAPONS, PLUTONIUM = range(5)


def fresh(players: int = 3, seed: int = 1, **options: Any) -> Any:
    """Return the state of a new game."""
    state = new_states(STATE, 1)[0]
    given = GAME.options.encode(GAME.options.complete({"num_players": players, **options}))
    GAME.rules.reset(state, given, np.uint64(seed))
    return state


def fill(state: Any, **fields: Any) -> Any:
    """Set fields of a state, of arrays their first entries; return it."""
    for name, value in fields.items():
        value = np.asarray(value)
        if state[name].ndim:
            state[name][tuple(slice(n) for n in value.shape)] = value
        else:
            state[name] = value
    return state


def drawn(players: int = 3, owned: dict[tuple[int, int], int] | None = None, **fields: Any) -> Any:
    """Return a state without humans in which the regions (q, r) of `owned` have an owner; `fields`: set after that."""
    state = fresh(players)
    state["humans"] = 0
    for place, owner in (owned or {}).items():
        region = number_of(state, *place)
        state["owner"][region] = owner
        state["land"][owner] |= 1 << region
    return fill(state, **fields)


def number_of(state: Any, q: int, r: int) -> int:
    """Return the number of the region at (q, r)."""
    for region in range(int(state["regions"])):
        if (state["q"][region], state["r"][region]) == (q, r):
            return region
    raise AssertionError(f"no region at {q}, {r}")


def bits(state: Any, *places: tuple[int, int]) -> int:
    """Return a set of regions."""
    return sum(1 << number_of(state, *place) for place in places)


def observe(state: Any, seat: int) -> np.ndarray:
    """Return the features of `seat`, written over rubbish."""
    features = np.full(OBSERVATION_LAYOUT.size(int(state["players"])), 99, np.int8)
    GAME.rules.observe(state, seat, features)
    return features


def see(state: Any, seat: int, name: str, about: int | None = None) -> Any:
    """Return a block as lists (a number where it has one entry); `about`: whose, as a seat of the table."""
    players = int(state["players"])
    places = 0 if about is None else (about - seat) % players
    block = OBSERVATION_LAYOUT.read(observe(state, seat), name, places).tolist()
    return block[0] if len(block) == 1 else block


def labelled(name: str, row: list[int]) -> dict[str, int]:
    """Return the entries of a row that are not 0, by label."""
    labels = OBSERVATION_LAYOUT.block(name).labels
    return {label: number for label, number in zip(labels, row, strict=True) if number}


def shown(state: Any, seat: int, name: str, about: int | None = None) -> Any:
    """Return the labels of the entries of a block that are not 0, a set a row."""
    sets = [set(labelled(name, row)) for row in np.atleast_2d(np.asarray(see(state, seat, name, about))).tolist()]
    return sets[0] if len(sets) == 1 else sets


def there(state: Any, seat: int, name: str, q: int, r: int) -> dict[str, int]:
    """Return the entries of a block of regions at (q, r) that are not 0, by label."""
    return labelled(name, see(state, seat, name)[number_of(state, q, r)])


def where(state: Any, seat: int, name: str, label: str) -> set[tuple[int, int]]:
    """Return the regions (q, r) at which an entry of a block of regions is not 0."""
    place = OBSERVATION_LAYOUT.block(name).labels.index(label)
    rows = see(state, seat, name)
    found = [region for region in range(REGIONS) if rows[region][place]]
    return {(int(state["q"][region]), int(state["r"][region])) for region in found}


def of_seats(state: Any, seat: int, name: str) -> list[Any]:
    """Return a block about each seat of the table, from seat 0 on."""
    return [see(state, seat, name, about) for about in range(int(state["players"]))]


def walk(players: int, seed: int, most: int = MOST_DECISIONS, **options: Any) -> Iterator[Any]:
    """Play a random game, eager for spies, nukes and combat; yield its state (not a copy) at each decision and the end.

    Every now and then all players are given cards, enough for all of that.
    """
    state = fresh(players, seed, **options)
    generator = np.random.default_rng(seed)
    mask = np.zeros(GAME.actions.size(players), np.int8)
    eager = [GO, BUILD_SPY, BUILD_NUKE, *range(SPY, SPY + SPY_COUNT)]
    for number in range(most):
        yield state
        if state["to_act"] < 0:
            return
        if number % 40 == 0 and state["stage"] > Stage.SETUP and state["hand"][:players].max() < 30:
            living = state["out_at"][:players] == 0
            state["hand"][:players][living] += 2
            state["known"][:players, :players][:, living] += 2
        GAME.rules.legal(state, mask)
        legal = np.flatnonzero(mask)
        wanted = [action for action in eager if mask[action]]
        GAME.rules.apply(state, int(generator.choice(wanted if wanted and generator.random() < 0.3 else legal)))


# All blocks


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_entries_stay_within_their_bounds(players: int, options: dict[str, Any]) -> None:
    """No count leaves 0..highest, for any seat at any time, the end of the game included; beyond the map all is 0."""
    highs = OBSERVATION_LAYOUT.highs(players)
    for state in walk(players, 5, **options):
        for seat in range(players):
            features = observe(state, seat)
            assert features.min() >= 0
            over = np.flatnonzero(features > highs)
            assert not over.size, [(OBSERVATION_LAYOUT.locate(i)[0].name, features[i]) for i in over.tolist()]
            for block in REGION_BLOCKS:
                assert not OBSERVATION_LAYOUT.read(features, block.name)[int(state["regions"]) :].any(), block.name


def test_entries_stay_within_their_bounds_whatever_the_numbers() -> None:
    """Numbers larger than a block can show are cut."""
    state = fresh(5)
    most = {"round": 1000, "to_place": 40, "heals": 40, "combat_round": 127, "hits": [99, 99], "died": [20, 20]}
    fill(state, **most, fight=3, defender=1, step=Combat.CHECK, rolled=np.full((2, 3), 24), hand=np.full((5, 5), 900))
    fill(state, record=np.full((5, 3, 4), 900), vp_tokens=[16] * 5, moles=[5] * 5, barns=[3] * 5, armories=[2] * 5)
    fill(state, owner=np.arange(35) % 5, healthy=np.full(35, 12), land=[(1 << 35) // 31 << seat for seat in range(5)])
    fill(state, gained=np.full((5, 5), 90), vp_on=np.full(35, 16))
    for seat in range(5):
        assert (observe(state, seat) <= OBSERVATION_LAYOUT.highs(5)).all()
        assert observe(state, seat).min() >= 0


def test_every_block_is_used() -> None:
    """In some random games every block says something sometime, of every seat."""
    if not COMPILED:
        pytest.skip("takes many decisions")
    sizes = {players: OBSERVATION_LAYOUT.size(players) for players in (2, 4)}
    seen = {players: np.zeros(size, bool) for players, size in sizes.items()}
    few = ["Regenerating", "Telepathic", "Photosynthetic", "Insecure", "Prolific", "Extra", "Flying", "Hoarding"]
    games = [(4, {"mutations": mutations, "talk": 2}) for mutations in ("all", few) for _ in range(8)]
    games += [(2, {"scenario": scenario}) for scenario in (1, 2, 3)]
    for seed, (players, options) in enumerate(games):
        for state in walk(players, seed, **options):
            seen[players] |= observe(state, int(state["decisions"]) % players) != 0
    unused = {
        block.name
        for block in OBSERVATION_LAYOUT.head
        if not any(OBSERVATION_LAYOUT.read(found, block.name).any() for found in seen.values())
    }
    assert not unused
    for block in OBSERVATION_LAYOUT.seat:
        used = [bool(OBSERVATION_LAYOUT.read(seen[4], block.name, places).any()) for places in range(4)]
        if block.name != "out":  # nobody is eliminated in so few random games: `test_pieces_of_players` shows it
            own = {"spies_fresh": [True, False, False, False], "unknown": [False, True, True, True]}
            assert used == own.get(block.name, [True] * 4), block.name


# Seats are counted from the one that looks

ROWS = (
    *("hand", "record", "dealt", "barns", "armories", "vp_tokens", "moles", "ready", "spent", "out_at", "spies"),
    *("fresh", "seen", "gained", "mutation", "herds", "land"),
)
SEATS_OF = ("to_act", "active", "owner", "nukiest", "defender", "answering", "offer_to")
LISTS_OF_SEATS = ("past_seat", "past_other", "link_seat", "spy_seat")


def turn_table(state: Any, by: int) -> Any:
    """Return the same position with every player sitting `by` places further on."""
    players = int(state["players"])
    turned = new_states(STATE, 1)[0]
    for name in STATE.names:
        turned[name] = state[name]
    for name in ROWS:
        turned[name][:players] = np.roll(state[name][:players], by, 0)
    turned["known"][:players, :players] = np.roll(state["known"][:players, :players], (by, by), (0, 1))
    turned["promise"][:, :players, :players] = np.roll(state["promise"][:, :players, :players], (by, by), (1, 2))
    turned["winners"] = sum(1 << (seat + by) % players for seat in range(players) if state["winners"] >> seat & 1)
    for name in (*SEATS_OF, *LISTS_OF_SEATS):
        of_seat = (state[name] >= 0) & (state[name] < players)
        turned[name] = np.where(of_seat, (state[name] + by) % players, state[name])
    if state["spy_depth"] > 0:
        for place, part in enumerate(PARTS[state["spy_card"][0]].tolist()):
            if part == Part.PLAYER and state["argument"][place] >= 0:
                turned["argument"][place] = (state["argument"][place] + by) % players
    return turned


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_table_looks_the_same_from_every_chair(players: int, options: dict[str, Any]) -> None:
    """If all players move on by some chairs, each sees what it saw before, but for who is the first player."""
    compared = 0
    for number, state in enumerate(walk(players, 7, **options)):
        if number % 11 == 0 or (state["spy_depth"] > 0 and number % 2 == 0):
            by = 1 + number % (players - 1)
            turned = turn_table(state, by)
            for seat in range(players):
                same = observe(state, seat) == observe(turned, (seat + by) % players)
                names = {OBSERVATION_LAYOUT.locate(i)[0].name for i in np.flatnonzero(~same).tolist()}
                assert names <= {"first"}
                compared += 1
    assert compared > 10


# Hidden


def test_hands_show_only_what_a_careful_player_knows() -> None:
    """Seat 1 holds 2 wood, 1 clay and 3 plutonium, of which seat 0 knows 1 wood, seat 2 all plutonium."""
    state = drawn(hand=[[1, 0, 0, 0, 0], [2, 0, 1, 0, 3], [0, 4, 0, 0, 0]])
    known = np.zeros((3, 3, 5), np.int16)
    known[0, 1, WOOD] = 1
    known[2, 1, PLUTONIUM] = 3
    for seat in range(3):
        known[seat, seat] = state["hand"][seat]
    fill(state, known=known)
    assert of_seats(state, 0, "cards") == of_seats(state, 2, "cards") == [1, 6, 4]
    assert of_seats(state, 0, "known") == [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0] * 5]
    assert of_seats(state, 0, "unknown") == [0, 5, 4]
    assert see(state, 0, "unknown_pool") == [1, 4, 1, 0, 3]
    assert see(state, 1, "known", 1) == [2, 0, 1, 0, 3]
    assert of_seats(state, 2, "known") == [[0] * 5, [0, 0, 0, 0, 3], [0, 4, 0, 0, 0]]
    other = fill(drawn(), hand=[[1, 0, 0, 0, 0], [1, 4, 0, 0, 1], [1, 0, 1, 0, 2]], known=known)
    fill(other, known=known)
    assert np.array_equal(observe(state, 0), observe(other, 0))
    assert not np.array_equal(observe(state, 1), observe(other, 1))


def test_hands_are_cut() -> None:
    state = drawn(hand=[[30, 0, 0, 0, 25], [300, 1, 0, 0, 0]])
    assert see(state, 0, "known", 0) == [MOST_OF_KIND, 0, 0, 0, MOST_OF_KIND]
    assert of_seats(state, 0, "cards") == [MOST_CARDS, MOST_CARDS, 0]
    assert see(state, 0, "unknown_pool") == [MOST_CARDS, 1, 0, 0, 0]


def test_humans_face_down_show_no_number() -> None:
    state = fresh()
    state["face_up"] = bits(state, (0, 0))
    for q, r in ((0, 0), (1, 0)):
        state["humans"][number_of(state, q, r)] = 3
    assert there(state, 0, "humans", 0, 0) == {"humans": 3}
    assert there(state, 0, "place", 0, 0) == {}
    assert there(state, 0, "humans", 1, 0) == {}
    assert there(state, 0, "place", 1, 0) == {"humans face down": 1}
    before = observe(state, 0)
    state["humans"][number_of(state, 1, 0)] = 1
    assert np.array_equal(before, observe(state, 0))


def test_unplayed_spies_of_others_are_numbers() -> None:
    spies = np.zeros((3, SPY_COUNT), np.int8)
    spies[1, [Spy.MOLE, Spy.SABOTEUR]] = [2, 1]
    built = np.zeros((3, SPY_COUNT), np.int8)
    built[1, Spy.MOLE] = 1
    state = drawn(spies=spies, fresh=built, played=[0, 1, 0, 0, 0, 0, 0, 2], deck_size=18)
    assert of_seats(state, 0, "spies") == of_seats(state, 1, "spies") == [[0, 0], [3, 1], [0, 0]]
    assert see(state, 0, "spies_known", 1) == see(state, 0, "spies_fresh", 1) == [0] * SPY_COUNT
    assert see(state, 1, "spies_known", 1) == [2, 0, 0, 0, 0, 1, 0, 0]
    assert see(state, 1, "spies_fresh", 1) == [1, 0, 0, 0, 0, 0, 0, 0]
    assert see(state, 0, "spies_hidden") == [5, 2, 3, 3, 3, 3, 2, 0]
    assert see(state, 1, "spies_hidden") == [3, 2, 3, 3, 3, 2, 2, 0]
    assert see(state, 0, "spies_shown") == [0, 1, 0, 0, 0, 0, 0, 2]
    assert see(state, 0, "deck") == 18


def test_what_a_telepathic_player_has_seen() -> None:
    """It put two spies under the deck; one of them has since been drawn by seat 1. Nobody else knows."""
    seen = np.zeros((3, SPY_COUNT), np.int8)
    seen[1, Spy.INFORMER] = 1
    spies = seen + 0
    spies[1, Spy.MOLE] = 1
    deck = [Spy.MOLE, Spy.SMUGGLER, Spy.CALL_UP]
    fields = {"seen": seen, "spies": spies, "deck": deck, "deck_seen": [0, 0, 1], "deck_size": 3}
    state = drawn(mutation=[Mutation.TELEPATHIC, Mutation.FLYING, Mutation.EXTRA], **fields)
    assert shown(state, 0, "spies_known", 1) == {"Informer"}
    assert shown(state, 0, "spies_under") == {"Call-up"}
    hidden = SPY_CARDS.copy()
    assert see(state, 1, "spies_hidden") == (hidden - spies[1]).tolist()
    assert see(state, 2, "spies_hidden") == hidden.tolist()
    hidden[[Spy.INFORMER, Spy.CALL_UP]] -= 1
    assert see(state, 0, "spies_hidden") == hidden.tolist()
    for seat in (1, 2):
        assert shown(state, seat, "spies_under") == set()
    assert shown(state, 2, "spies_known", 1) == set()


def test_spies_looked_at() -> None:
    state = drawn(looked_at=[Spy.MOLE, Spy.MOLE], decision=Decision.KEEP, to_act=1, active=1)
    assert see(state, 1, "looked_at") == [2, 0, 0, 0, 0, 0, 0, 0]
    assert see(state, 1, "spies_hidden")[Spy.MOLE] == 3
    assert see(state, 0, "looked_at") == [0] * SPY_COUNT
    assert see(state, 0, "spies_hidden")[Spy.MOLE] == 5


def test_mutations_dealt() -> None:
    state = drawn(dealt=[[0, 3, -1], [5, 7, -1], [9, 10, -1]], mutation=[3, -1, -1])
    assert shown(state, 1, "dealt") == {MUTATIONS[5], MUTATIONS[7]}
    assert shown(state, 2, "dealt") == {MUTATIONS[9], MUTATIONS[10]}
    assert [shown(state, 2, "mutation", about) for about in range(3)] == [{MUTATIONS[3]}, set(), set()]


def test_pool_of_humans() -> None:
    """Of twelve, twelve and six: what has been turned up, whatever its number now, is not among the unseen ones."""
    assert see(drawn(shown_humans=[0, 3, 0, 2]), 1, "human_pool") == [9, 12, 4]


# The map


def test_regions_and_their_owners() -> None:
    """On the small map for three, (0, -2) is the first region, a field, and a start."""
    state = drawn(owned={(0, -2): 1, (1, -2): 1, (0, 0): 0, (2, 0): 2})
    assert number_of(state, 0, -2) == 0
    assert there(state, 0, "terrain", 0, -2) == {"field": 1}
    assert there(state, 0, "terrain", 1, -2) == {"nuclear plant": 1}
    assert where(state, 0, "place", "start") == {(0, -2), (2, 0), (-2, 2)}
    assert where(state, 0, "owner", "own") == where(state, 1, "owner", "own + 2") == {(0, 0)}
    assert where(state, 0, "owner", "own + 1") == where(state, 2, "owner", "own + 2") == {(0, -2), (1, -2)}
    assert of_seats(state, 0, "land") == [1, 2, 1]
    assert of_seats(state, 0, "terrains") == [[0, 1, 0, 0, 0], [0, 1, 0, 0, 1], [0, 1, 0, 0, 0]]


def test_units_and_buildings() -> None:
    state = drawn(owned={(0, 0): 0, (1, 0): 1, (0, 1): 0})
    centre, right, below = (number_of(state, *place) for place in ((0, 0), (1, 0), (0, 1)))
    state["healthy"][centre], state["damaged"][centre] = 3, 2
    state["spent_healthy"][centre], state["spent_damaged"][centre] = 1, 2
    state["healthy"][right] = 4
    state["building"][right], state["building"][below] = 1, 2
    herds = {"healthy": 3, "damaged": 2, "healthy spent": 1, "damaged spent": 2}
    for seat in range(3):
        assert there(state, seat, "herds", 0, 0) == herds
        assert there(state, seat, "herds", 1, 0) == {"healthy": 4}
        assert where(state, seat, "place", "barn") == {(1, 0)}
        assert where(state, seat, "place", "armory") == {(0, 1)}


def test_marks_on_regions() -> None:
    state = drawn()
    places = [(0, -2), (0, 0), (1, 0), (-2, 2)]
    marks = {"turmoil": "turmoil", "attacked": "attacked this turn"}
    marks["stood"] = "others' herds stood here when the turn began"
    for number, (field, label) in enumerate(marks.items()):
        state[field] = bits(state, places[number], places[number + 1])
        assert where(state, 1, "place", label) == {places[number], places[number + 1]}


def test_steps_from_own_land() -> None:
    """In a corner of the small map; the middle region is two steps away, the far corners are four."""
    state = drawn(owned={(0, -2): 0, (2, 0): 1, (-2, 2): 1})
    assert there(state, 0, "steps", 0, -2) == {}
    assert there(state, 0, "steps", 0, -1) == there(state, 0, "steps", 1, -2) == {"steps": 1}
    assert there(state, 0, "steps", 0, 0) == {"steps": 2}
    assert there(state, 0, "steps", -2, 1) == {"steps": 3}
    assert there(state, 0, "steps", 1, 1) == there(state, 0, "steps", -2, 2) == {"steps": 4}
    assert there(state, 1, "steps", 0, 0) == {"steps": 2}
    steps = np.array(see(state, 2, "steps"))[: int(state["regions"]), 0]
    assert set(steps.tolist()) == {MOST_STEPS}, "a seat without land"


def test_herds_next_to_regions() -> None:
    """(1, -1) lies between (0, 0), (1, 0) and (0, -1); only herds that have yet to act count as own ones."""
    state = drawn(owned={(0, 0): 0, (1, 0): 1, (0, -1): 2, (-1, 0): NEUTRAL})
    for (q, r), healthy, damaged in (((0, 0), 3, 2), ((1, 0), 4, 1), ((0, -1), 1, 0), ((-1, 0), 9, 0)):
        region = number_of(state, q, r)
        state["healthy"][region], state["damaged"][region] = healthy, damaged
    state["spent_healthy"][number_of(state, 0, 0)] = 1
    state["spent_damaged"][number_of(state, 0, 0)] = 1
    assert there(state, 0, "near", 1, -1) == {"own": 3, "others'": 6}
    assert there(state, 1, "near", 1, -1) == {"own": 5, "others'": 6}
    assert there(state, 2, "near", 1, -1) == {"own": 1, "others'": 10}
    assert there(state, 0, "near", 2, -1) == {"others'": 5}
    assert there(state, 0, "near", 0, 0) == {"others'": 6}
    assert there(state, 0, "near", -1, 2) == {}
    state["healthy"][number_of(state, 1, 0)] = 99
    assert there(state, 0, "near", 2, -1) == {"others'": MOST_NEAR}


def test_move_being_declared() -> None:
    state = drawn(owned={(0, 0): 0, (1, 0): 0, (1, -1): 1}, decision=Decision.HERDS)
    state["target"] = number_of(state, 1, -1)
    state["sent_healthy"][number_of(state, 0, 0)] = 2
    state["sent_damaged"][number_of(state, 1, 0)] = 1
    state["taken_back"] = 1
    for seat in (0, 2):
        assert where(state, seat, "place", "target of the move") == {(1, -1)}
        assert there(state, seat, "sent", 0, 0) == {"healthy chosen": 2}
        assert there(state, seat, "sent", 1, 0) == {"damaged chosen": 1}
        assert see(state, seat, "taken_back") == 1
        assert shown(state, seat, "decision") == {"herds"}


# The turn


@pytest.mark.parametrize(("scenario", "limit"), [(1, 8), (2, 8), (3, 10)])
def test_scenarios(scenario: int, limit: int) -> None:
    """The neutral herd, its building and its tokens show on the map; the rounds left are those of the scenario."""
    state = fill(fresh(2, scenario=scenario), round=3)
    assert see(state, 0, "rounds_left") == limit - 3
    assert shown(state, 1, "scenario") == {str(scenario)}
    over = {(-2, 1), (-1, -1)} if scenario == 3 else {(0, 0), (1, 0)}
    assert where(state, 1, "place", "neutral building") == over
    assert where(state, 1, "place", "locked") == (over if scenario == 3 else set())
    regions = {1: 6, 2: 8, 3: 5}[scenario]
    assert len(where(state, 0, "owner", "neutral herd")) == len(where(state, 0, "herds", "healthy")) == regions
    herds, tokens = ({"healthy": 2}, {"VP tokens": 1}) if scenario == 1 else ({"healthy": 1}, {"VP tokens": 1})
    if scenario < 3:
        assert there(state, 0, "herds", 1, 0) == herds
        assert there(state, 0, "lying", 1, 0) == tokens
    else:
        assert there(state, 0, "herds", -2, 1) == {"healthy": 2}
        assert there(state, 0, "lying", -2, 1) == {"VP tokens": 2}


def test_rounds() -> None:
    state = fill(fresh(max_rounds=40), round=7)
    assert (see(state, 0, "round"), see(state, 0, "rounds_left")) == (7, 33)
    assert shown(state, 0, "scenario") == set()
    fill(state, max_rounds=1000, round=200)
    assert (see(state, 0, "round"), see(state, 0, "rounds_left")) == (MOST_ROUNDS, MOST_ROUNDS)


def test_costs_and_dice() -> None:
    options = {"costs": {"nuke": {"wheat": 6}}, "combat_die": {"blank": 3, "gun": 1}}
    state = fresh(resource_die={"wood": 2, "?": 5}, **options)
    assert see(state, 0, "costs") == [[2, 1, 1, 0, 0], [0, 1, 2, 2, 0], [0, 1, 0, 1, 1], [0, 6, 0, 0, 0]]
    assert see(state, 0, "combat_die") == [3, 0, 1]
    assert see(state, 0, "resource_die") == [2, 0, 0, 0, 0, 5]


def test_resource_dice() -> None:
    state = drawn(dice=[Resource.CLAY, 5], wilds=1, paid_for=[Resource.CLAY, -1], gained=[[0] * 5, [0, 0, 2, 0, 99]])
    assert shown(state, 0, "dice") == [{"clay"}, {"?"}]
    assert shown(state, 0, "paid_for") == [{"clay pit"}, set()]
    assert see(state, 0, "wilds") == 1
    assert of_seats(state, 2, "gained") == [[0] * 5, [0, 0, 2, 0, MOST_OF_KIND], [0] * 5]


def test_whose_turn_it_is() -> None:
    state = drawn(4, active=2, to_act=3, stage=Stage.ACTIONS, decision=Decision.RETREAT_TO, to_place=3, heals=2)
    assert of_seats(state, 1, "active") == [0, 0, 1, 0]
    assert of_seats(state, 1, "acting") == [0, 0, 0, 1]
    assert of_seats(state, 1, "first") == [1, 0, 0, 0]
    assert of_seats(state, 1, "turns_away") == [2, 3, 0, 1]
    assert shown(state, 0, "stage") == {"actions"}
    assert shown(state, 0, "decision") == {"retreat to"}
    assert (see(state, 0, "to_place"), see(state, 0, "heals")) == (3, 2)


def test_the_window() -> None:
    """Seat 2 is active; of the others seat 3 has had the window, seat 0 has it, seat 1 has yet to have it."""
    state = fill(fresh(4, talk=3, offers=2), active=2, to_act=0, stage=Stage.WINDOW, at=1, offered=1, talked=3)
    assert of_seats(state, 3, "to_speak") == [0, 1, 0, 0]
    assert see(state, 3, "offers") == [2, 1]
    assert see(state, 3, "talk") == [3, 0]
    assert see(state, 3, "trading") == 1
    state["out_at"][1] = 1
    assert of_seats(state, 3, "to_speak") == [0, 0, 0, 0]
    state["stage"] = Stage.RESOURCES
    assert (see(state, 3, "offers"), see(state, 3, "talk")) == ([2, 0], [3, 0])


def test_offer_on_the_table() -> None:
    """Seat 0 offers seat 1 two wheat for one clay; seat 2 is active."""
    fields = {"offer_to": 1, "offer_kind": [WHEAT, CLAY], "offer_number": [2, 1]}
    state = drawn(active=2, to_act=1, stage=Stage.WINDOW, at=0, decision=Decision.OFFER_ANSWER, **fields)
    assert see(state, 2, "offer") == [[0, 2, 0, 0, 0], [0, 0, 1, 0, 0]]
    assert of_seats(state, 2, "offers_cards") == [1, 0, 0]
    assert of_seats(state, 2, "offered_to") == [0, 1, 0]
    fill(state, offer_kind=[WHEAT, -1], offer_number=[2, 0])
    assert see(state, 2, "offer") == [[0, 2, 0, 0, 0], [0] * 5]
    fill(state, offer_to=-1, offer_kind=[-1, -1], offer_number=[0, 0])
    assert of_seats(state, 2, "offers_cards") == of_seats(state, 2, "offered_to") == [0, 0, 0]


# Combat


def test_combat_between_players() -> None:
    """Seat 2 attacks seat 0 at (0, 0) from two regions; the attackers still have three damages to take."""
    state = drawn(owned={(0, 0): 0, (1, 0): 2, (0, 1): 2}, active=2, to_act=2, decision=Decision.LOSE)
    centre = number_of(state, 0, 0)
    fill(state, fight=centre, defender=0, step=Combat.ATTACKERS_LOSE, combat_round=2, hits=[3, 1], died=[1, 2])
    fill(state, attack_healthy=4, attack_damaged=1, rolled=[[1, 2, 3], [0, 4, 0]])
    state["healthy"][centre], state["damaged"][centre] = 2, 3
    state["sent"][number_of(state, 1, 0)], state["sent"][number_of(state, 0, 1)] = 4, 2
    assert [shown(state, seat, "own_side") for seat in range(3)] == [{"defends"}, set(), {"attacks"}]
    for seat in range(3):
        assert where(state, seat, "place", "fight") == {(0, 0)}
        assert shown(state, seat, "defended_by") == set()
        assert of_seats(state, seat, "defends") == [1, 0, 0]
        assert shown(state, seat, "step") == {"attackers lose"}
        assert see(state, seat, "combat_round") == 2
        assert see(state, seat, "attackers") == [4, 1]
        assert see(state, seat, "defenders") == [2, 3, 0]
        assert see(state, seat, "hits") == [3, 1]
        assert see(state, seat, "died") == [1, 2]
        assert see(state, seat, "rolled") == [[1, 2, 3], [0, 4, 0]]
        assert there(state, seat, "sent", 1, 0) == {"sent": 4}
        assert there(state, seat, "sent", 0, 1) == {"sent": 2}


def test_combat_with_humans_and_with_the_neutral_herd() -> None:
    state = drawn(active=1)
    centre = number_of(state, 0, 0)
    fill(state, fight=centre, defender=HUMANS, face_up=1 << centre)
    state["humans"][centre] = 2
    assert shown(state, 0, "defended_by") == {"humans"}
    assert see(state, 0, "defenders") == [0, 0, 2]
    assert of_seats(state, 0, "defends") == [0, 0, 0]
    assert shown(state, 1, "own_side") == {"attacks"}
    state = drawn(2, active=1)
    fill(state, fight=number_of(state, 0, 0), defender=NEUTRAL)
    assert shown(state, 0, "defended_by") == {"neutral herd"}
    assert see(state, 0, "defenders") == [2, 0, 0]


def test_no_combat() -> None:
    state = drawn(active=0)
    for name in ("own_side", "defended_by", "step", "attackers", "defenders", "hits", "died", "rolled"):
        assert not np.any(see(state, 0, name)), name


# Nukes


def test_chain_of_launchers() -> None:
    """Seats 0, 1, 2 and 1 again launch at each other; seat 0, hit last, may answer."""
    state = drawn(active=0, to_act=0, decision=Decision.LAUNCH, answering=0)
    hits = [number_of(state, *place) for place in ((0, 0), (1, 0), (0, 1), (-1, 0))]
    fill(state, links=4, link_seat=[0, 1, 2, 1], link_from=[-1, *hits[:3]], struck=hits[3])
    assert see(state, 2, "launchers") == 4
    assert shown(state, 2, "chain") == [{"own + 2"}, {"own"}, {"own + 2"}]
    assert shown(state, 0, "chain") == [{"own + 1"}, {"own + 2"}, {"own + 1"}]
    assert of_seats(state, 2, "answering") == [1, 0, 0]
    assert where(state, 2, "place", "last struck by a nuke") == {(-1, 0)}
    assert where(state, 2, "place", "struck: being answered by the launcher on top") == {(0, 1)}
    fill(state, answering=-1, links=1)
    assert of_seats(state, 2, "answering") == [0, 0, 0]
    assert shown(state, 2, "chain") == [{"own + 1"}, set(), set()]
    assert where(state, 2, "place", "struck: being answered by the launcher on top") == set()


@pytest.mark.parametrize(("way", "words"), [(Way.READY, {"ready"}), (Way.PAID, {"paid"}), (Way.NONE, set())])
def test_way_of_a_launch(way: Way, words: set[str]) -> None:
    assert shown(drawn(decision=Decision.TARGET, way=way), 1, "way") == words


def test_who_could_answer_a_nuke() -> None:
    """Seat 0 has a ready nuke, seat 1 three cards, seat 2 two cards; a spy of this turn does not help seat 3."""
    hand = [[0] * 5, [3, 0, 0, 0, 0], [0, 0, 0, 1, 1], [0] * 5]
    spies = np.zeros((4, SPY_COUNT), np.int8)
    spies[3, Spy.MOLE] = 1
    state = drawn(4, ready=[1, 0, 0, 0], spent=[0, 0, 0, 2], hand=hand, spies=spies, fresh=spies)
    assert of_seats(state, 1, "could_answer") == [1, 1, 0, 0]
    assert of_seats(state, 1, "nukes") == [[1, 0], [0, 0], [0, 0], [0, 2]]
    state["fresh"] = 0
    assert of_seats(state, 1, "could_answer") == [1, 1, 0, 1]


# Spies


def test_spy_being_declared() -> None:
    """Seat 1 plays a Saboteur: the region is named, the unit is asked for, then named."""
    state = drawn(spy_depth=1, spy_seat=[1], spy_card=[Spy.SABOTEUR], decision=Decision.SPY_PART, part=1)
    state["argument"][0] = number_of(state, 1, 0)
    assert shown(state, 0, "spy") == {"Saboteur"}
    assert shown(state, 0, "part") == {"unit"}
    assert where(state, 0, "place", "named by the spy being played") == {(1, 0)}
    assert of_seats(state, 0, "plays_spy") == [[0, 0], [1, 1], [0, 0]]
    assert of_seats(state, 0, "may_react") == [0, 0, 0]
    assert see(state, 0, "unit_named") == [0, 0, 0]
    fill(state, part=-1, decision=Decision.REACT)
    state["argument"][1] = 1
    assert shown(state, 0, "unit_named") == {"damaged herd"}
    assert shown(state, 0, "part") == set()


def test_parts_of_spies() -> None:
    state = drawn(spy_depth=1, spy_card=[Spy.PICKPOCKET], argument=[2, -1])
    assert of_seats(state, 1, "named_by_spy") == [0, 0, 1]
    state = drawn(spy_depth=1, spy_card=[Spy.SMUGGLER], argument=[CLAY, CLAY])
    assert see(state, 1, "resources_named") == [0, 0, 2, 0, 0]
    fill(state, argument=[CLAY, WOOD])
    assert see(state, 1, "resources_named") == [1, 0, 1, 0, 0]


def test_reactions_to_a_spy() -> None:
    """Seat 1 plays, seat 3 answers with a Double Agent: seat 0 is being asked about that, then seat 2."""
    spies = np.zeros((4, SPY_COUNT), np.int8)
    spies[[0, 2], Spy.MOLE] = 1
    fields = {"spies": spies, "decision": Decision.REACT, "to_act": 0, "spy_asked": 1}
    state = drawn(4, spy_depth=2, spy_seat=[1, 3], spy_card=[Spy.CALL_UP, Spy.DOUBLE_AGENT], **fields)
    assert shown(state, 0, "spy") == {"Call-up"}
    assert see(state, 0, "spy_depth") == 2
    assert of_seats(state, 0, "plays_spy") == [[0, 0], [1, 0], [0, 0], [0, 1]]
    assert of_seats(state, 0, "may_react") == [0, 0, 1, 0]


# Players


def test_pieces_of_players() -> None:
    fields = {"herds": [4, 12, 0], "barns": [1, 3, 0], "armories": [0, 2, 0], "vp_tokens": [2, 0, 1]}
    state = drawn(mutation=[1, 14, 6], moles=[0, 1, 0], nukiest=1, out_at=[0, 0, 1], winners=0b010, **fields)
    assert [shown(state, 2, "mutation", about) for about in range(3)] == [{"Flying"}, {"Telepathic"}, {"Ferocious"}]
    rows = {"herds_out": [4, 12, 0], "herds_left": [8, 0, 12], "barns": [1, 3, 0], "armories": [0, 2, 0]}
    rows |= {"vp_tokens": [2, 0, 1], "moles": [0, 1, 0], "nukiest": [0, 1, 0], "out": [0, 0, 1], "winner": [0, 1, 0]}
    for name, row in rows.items():
        for seat in range(3):
            assert of_seats(state, seat, name) == row, name
    assert of_seats(state, 0, "vp") == [3, 9, 1]


def test_vp_do_not_tell_of_moles_in_hand() -> None:
    spies = np.zeros((3, SPY_COUNT), np.int8)
    spies[1, Spy.MOLE] = 2
    state = drawn(spies=spies, barns=[1, 1, 1])
    assert of_seats(state, 1, "vp") == [1, 1, 1]


def test_promises_and_what_became_of_them() -> None:
    """Broken and void ones are one number: which of the two it is can hang on a hand."""
    promise = np.zeros((3, 4, 4), np.int8)
    promise[Promise.NUKE, 1, 3] = 1
    promise[Promise.NO_ATTACK, 1, 0] = 1
    record = np.zeros((4, 3, 4), np.int16)
    record[1, Promise.NUKE] = [300, 2, 1, 4]
    record[1, Promise.NO_ATTACK] = [1, 0, 0, 0]
    state = drawn(4, promise=promise, record=record)
    assert see(state, 0, "promised", 1) == [[1, 0, 0, 0, 0], [0, 0, 0, 1, 0], [0] * 5]
    assert see(state, 3, "promised", 1) == [[0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [0] * 5]
    assert see(state, 3, "promised", 3) == [[0] * 5] * 3
    assert see(state, 2, "record", 1) == [[1, 0, 0], [MOST_COUNTED, 2, 5], [0, 0, 0]]
    assert see(state, 1, "record", 0) == [[0] * 3] * 3


# What has happened


def test_last_events() -> None:
    """The newest: a launch at seat 1; then a Smuggler, a nuke built, a trade, an attack on humans, a launch."""
    assert HISTORY == 6
    state = drawn()
    events = [Event.LAUNCH, Event.SPY, Event.BUILD, Event.TRADE, Event.ATTACK, Event.LAUNCH]
    centre, right = number_of(state, 0, 0), number_of(state, 1, 0)
    fill(state, past_event=events, past_what=[centre, Spy.SMUGGLER, Item.NUKE, -1, right, centre])
    fill(state, past_seat=[0, 1, 1, 2, 1, 2], past_other=[1, -1, -1, 0, -1, 0])
    assert shown(state, 0, "past") == [{"launch"}, {"spy"}, {"build"}, {"trade"}, {"attack"}, {"launch"}]
    assert shown(state, 0, "past_spy") == [set(), {"Smuggler"}, set(), set(), set(), set()]
    assert shown(state, 0, "past_item") == [set(), set(), {"nuke"}, set(), set(), set()]
    assert of_seats(state, 1, "past_by") == [[1, 0, 0, 0, 0, 0], [0, 1, 1, 0, 1, 0], [0, 0, 0, 1, 0, 1]]
    assert of_seats(state, 1, "past_to") == [[0, 0, 0, 1, 0, 1], [1, 0, 0, 0, 0, 0], [0] * 6]
    assert there(state, 2, "recent", 0, 0) == {"launch": 6}
    assert there(state, 2, "recent", 1, 0) == {"attack": 2}
    assert there(state, 2, "recent", 0, 1) == {}
