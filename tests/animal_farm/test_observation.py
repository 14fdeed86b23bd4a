"""What a seat sees: each block of the observation, read from positions that are set field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from envs.animal_farm import GAME
from envs.animal_farm.actions import ALLY, BASIC, BUY, BUY_VP
from envs.animal_farm.box import (
    CARDS,
    INFLUENCES,
    KINDS,
    MOODS,
    PARTS,
    PRINTED_MOODS,
    REGIONS,
    REVOLUTIONS,
    Card,
    Mood,
    Part,
    revolution_name,
)
from envs.animal_farm.observation import MOST_COUNTED, MOST_STRENGTH, OBSERVATION_LAYOUT
from envs.animal_farm.state import HISTORY, STATE, Decision, Phase, Stage
from envs.core.compiling import COMPILED, new_states

FULL = {"rounds": 9, "moods": "growing", "talk": 4, "offers": 8, "open_scores": True}
SMALL = {"mood_deck": "printed", "talk": 0, "offers": 1}
TABLES = [(players, options) for players in (3, 4, 5) for options in (FULL, SMALL)]
MOST_DECISIONS = 3000 if COMPILED else 60
CAT, DONKEY, ELEPHANT, KANGAROO, LION = range(KINDS)
NEW, OWNED, AIRDROP = range(3)


def fresh(players: int = 4, seed: int = 1, **options: Any) -> Any:
    """Return the state of a new game."""
    state = new_states(STATE, 1)[0]
    given = GAME.options.encode(GAME.options.complete({"num_players": players, **options}))
    GAME.rules.reset(state, given, np.uint64(seed))
    return state


def drawn(players: int = 4, region: int = -1, **fields: Any) -> Any:
    """Return a new game with some fields of its state set; `region` opens one for bargaining."""
    state = fresh(players)
    if region >= 0:
        state["region"] = region
        state["stage"] = Stage.SPEAK
        state["decision"] = Decision.SPEAK
    for name, value in fields.items():
        value = np.asarray(value)
        if state[name].ndim:
            state[name][tuple(slice(n) for n in value.shape)] = value
        else:
            state[name] = value
    return state


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


def shown(state: Any, seat: int, name: str, about: int | None = None) -> Any:
    """Return the labels of the entries of a block that are not 0, a set a row."""
    labels = OBSERVATION_LAYOUT.block(name).labels
    rows = np.atleast_2d(np.asarray(see(state, seat, name, about)))
    sets = [{label for label, number in zip(labels, row, strict=True) if number} for row in rows]
    return sets[0] if len(sets) == 1 else sets


def only(places: int, *at: int) -> list[int]:
    """Return flags, 1 at the places given."""
    return [int(place in at) for place in range(places)]


def walk(players: int, seed: int, **options: Any) -> Iterator[Any]:
    """Play a random game, eager for actions; yield its state (not a copy) at every decision and at the end."""
    state = fresh(players, seed, **options)
    generator = np.random.default_rng(seed)
    mask = np.zeros(GAME.actions.size(players), np.int8)
    for _ in range(MOST_DECISIONS):
        yield state
        if state["to_act"] < 0:
            return
        GAME.rules.legal(state, mask)
        legal = np.flatnonzero(mask)
        cards = legal[((legal >= BASIC) & (legal < ALLY)) | ((legal >= BUY) & (legal < BUY_VP))]
        GAME.rules.apply(state, int(generator.choice(cards if cards.size and generator.random() < 0.5 else legal)))


# All blocks


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_entries_stay_within_their_bounds(players: int, options: dict[str, Any]) -> None:
    """No count leaves 0..highest, for any seat at any time, the end of the game included."""
    highs = OBSERVATION_LAYOUT.highs(players)
    for state in walk(players, 5, **options):
        for seat in range(players):
            features = observe(state, seat)
            assert features.min() >= 0
            over = np.flatnonzero(features > highs)
            assert not over.size, [(OBSERVATION_LAYOUT.locate(i)[0].name, features[i]) for i in over.tolist()]


@pytest.mark.parametrize("players", [3, 4])
def test_places_beyond_the_table_are_empty(players: int) -> None:
    """Flags by seat are five wide at every table."""
    for state in walk(players, 6, **FULL):
        features = observe(state, 0)
        assert not OBSERVATION_LAYOUT.read(features, "winning")[1 << (players - 1) :].any()
        for seat in range(players):
            for name in ("named", "separated", "refused", "promised"):
                assert not OBSERVATION_LAYOUT.read(features, name, seat)[..., players:].any()


@pytest.mark.skipif(not COMPILED, reason="takes many decisions")
def test_every_block_is_used() -> None:
    """In some random games every block says something sometime, of every seat."""
    seen = np.zeros(OBSERVATION_LAYOUT.size(4), bool)
    donkeys = ("Peaceful Solutions", "Orthodoxy is unconsciousness")
    sets = (
        ["Closed borders", "Record harvest", "Confession is not betrayal", "We are not like that", "Too much peace"],
        ["Transfer of cadres", "Requisition", "Continental Embargo", "Safe deposit", "Love knows no borders"],
        ["Exchange programme", "Fair shares", "Freedom of the press", "Open archives", "We share our love"],
        ["Exchange programme", "Nothing to report", "I love Big Brother", "Open archives", "Love knows no borders"],
    )
    for seed in range(12):
        cards = ["Particular Needs", donkeys[seed % 3 % 2], "Love", "Truth", "Peace", *sets[seed % len(sets)]]
        for state in walk(4, seed, **{**FULL, "moods": "conveyor"}, actions=cards):
            seen |= observe(state, int(state["decisions"]) % 4) != 0
    for name in (block.name for block in OBSERVATION_LAYOUT.head):
        assert OBSERVATION_LAYOUT.read(seen, name).any(), name
    for seat in range(4):
        for name in (block.name for block in OBSERVATION_LAYOUT.seat):
            assert OBSERVATION_LAYOUT.read(seen, name, seat).any(), (name, seat)


# Seats are counted from the one that looks

ROWS = (
    *("agents", "reserve", "supply", "tokens", "placed", "revolution", "past_tops", "bought", "used", "strength"),
    *("fewer", "offered", "gifts", "share", "took", "collected", "record", "vp", "named", "separated", "refused"),
)
SETS = ("safe", "harvest", "members", "won", "targeted", "isolated")
LISTS_OF_SETS = ("named", "separated", "refused", "closed", "round_won")
SEATS_OF = ("to_act", "first_player", "speaker", "asked_seat", "proposer", "payer", "payee", "stack_seat", "past_seat")


def turn_set(bits: int, by: int, players: int) -> int:
    """Return a set of seats with every seat moved on by `by`."""
    return sum(1 << (seat + by) % players for seat in range(players) if bits >> seat & 1)


def turn_table(state: Any, by: int) -> Any:
    """Return the same position with every player sitting `by` places further on."""
    players = int(state["players"])
    turned = new_states(STATE, 1)[0]
    for name in STATE.names:
        turned[name] = state[name]
    for name in ROWS:
        turned[name][:players] = np.roll(state[name][:players], by, 0)
    turned["promise"][:, :players, :players] = np.roll(state["promise"][:, :players, :players], (by, by), (1, 2))
    for name in SETS:
        turned[name] = turn_set(int(state[name]), by, players)
    for name in LISTS_OF_SETS:
        turned[name] = [turn_set(bits, by, players) for bits in turned[name].tolist()]
    for name in SEATS_OF:
        turned[name] = np.where(state[name] < 0, state[name], (state[name] + by) % players)
    winning = int(state["winning"])
    turned["winning"] = sum(1 << turn_set(c, by, players) for c in range(1 << players) if winning >> c & 1)
    for i in range(int(state["depth"])):
        for place, part in enumerate(PARTS[state["stack_card"][i]].tolist()):
            named = int(state["stack_argument"][i, place])
            if part in (Part.SEAT, Part.OTHER) and named >= 0:
                turned["stack_argument"][i, place] = (named + by) % players
            if part == Part.MEMBERS and named >= 0:
                turned["stack_argument"][i, place] = turn_set(named, by, players)
    return turned


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_table_looks_the_same_from_every_chair(players: int, options: dict[str, Any]) -> None:
    """If all players move on by some chairs, each sees what it saw before."""
    for number, state in enumerate(walk(players, 7, **options)):
        if number % 11 == 0 or (state["depth"] > 0 and number % 2 == 0):
            by = 1 + number % (players - 1)
            turned = turn_table(state, by)
            for seat in range(players):
                same = observe(state, seat) == observe(turned, (seat + by) % players)
                places = np.flatnonzero(~same).tolist()
                assert not places, {OBSERVATION_LAYOUT.locate(i)[0].name for i in places}


# Hidden


def test_vp_of_others_are_hidden() -> None:
    state = drawn(vp=[3, 5, 7, 200])
    assert [see(state, seat, "vp", seat) for seat in range(4)] == [3, 5, 7, MOST_COUNTED]
    assert [see(state, 0, "vp", about) for about in range(4)] == [3, 0, 0, 0]
    other = drawn(vp=[3, 6, 1, 0])
    assert np.array_equal(observe(state, 0), observe(other, 0))
    assert not np.array_equal(observe(state, 1), observe(other, 1))


def test_open_scores_show_all_vp() -> None:
    state = drawn(vp=[3, 5, 7, 200], open_scores=1)
    assert [see(state, 2, "vp", about) for about in range(4)] == [3, 5, 7, MOST_COUNTED]
    assert shown(state, 2, "variants") == {"open scores"}


# The round


@pytest.mark.parametrize(
    ("rounds", "number", "anew", "side"),
    [(6, 3, 1, "right"), (6, 6, 0, "left"), (9, 6, 1, "left"), (9, 9, 0, "right"), (6, 2, 0, "left")],
)
def test_round(rounds: int, number: int, anew: int, side: str) -> None:
    state = drawn(rounds=rounds, round=number, stage=Stage.SPIES, decision=Decision.SPY)
    assert see(state, 0, "round") == number
    assert see(state, 0, "rounds_left") == rounds - number
    assert see(state, 0, "dealt_anew") == anew
    assert shown(state, 0, "bonus_side") == {side}
    assert see(state, 0, "decision") == only(len(Decision), Decision.SPY)
    assert see(state, 0, "phase") == only(len(Phase), Phase.SPIES)


def test_variants_talk_and_offers() -> None:
    state = drawn(moods=1, mood_deck=1, talk=3, promised=1, offers=5)
    assert shown(state, 0, "variants") == {"growing moods", "printed moods only"}
    assert see(state, 0, "talk") == [3, 2]
    assert see(state, 0, "offers") == 5


def test_order_of_the_regions() -> None:
    """The five from the first region on, then the extra ones by place; those resolved are gone."""
    state = drawn(first_region=3, regions_done=2, mood=[Mood.PEACE_IS_WAR, Mood.MINIWIN, Mood.COLLECTIVISM])
    turns = dict(zip(REGIONS, see(state, 0, "region_turn"), strict=True))
    coming = ("Latin America", "Middle East", "India", "Peace is war", "Collectivism")
    assert [turns.pop(region) for region in coming] == [1, 2, 3, 4, 5]
    assert set(turns.values()) == {0}
    assert shown(state, 0, "first_region") == {"Australia"}


def test_moods() -> None:
    state = drawn(mood=[Mood.MINIWIN, -1, Mood.HISTORY], drawn_moods=only(len(MOODS), Mood.MINIWIN, Mood.HISTORY))
    assert shown(state, 0, "mood") == [{"Miniwin"}, set(), {"History rectifyied"}]
    assert shown(state, 0, "mood_to_come") == set(MOODS) - {"Miniwin", "History rectifyied"}
    state["mood_deck"] = 1
    assert shown(state, 0, "mood_to_come") == set(MOODS[:PRINTED_MOODS]) - {"Miniwin", "History rectifyied"}


def test_actions_laid_out() -> None:
    state = drawn(basic=[0, 3, 4, 7, 9], advanced=[11, -1, 20, 23, 29], embargo=1 << KANGAROO)
    names = {"Particular Needs", "Peaceful Solutions", "War is peace", "Plenty", "Freedom is slavery"}
    assert shown(state, 0, "basic") == names
    names = {"Exchange programme", "Confession is not betrayal", "The object of terrorism is terrorism"}
    assert shown(state, 0, "advanced") == names | {"Pacifist Resolution"}
    assert shown(state, 0, "embargo") == {"Kangaroo"}


# Turns


def test_turns_of_a_phase() -> None:
    """Seat 3 is the first of four, two have had their turn: seat 1 is to act, seat 2 comes after it."""
    state = drawn(first_player=3, at=2, stage=Stage.BUYING, decision=Decision.BUY, to_act=1)
    assert [see(state, 2, "first_player", about) for about in range(4)] == [0, 0, 0, 1]
    assert [see(state, 2, "order", about) for about in range(4)] == [1, 2, 3, 0]
    assert [see(state, 2, "turn_done", about) for about in range(4)] == [1, 0, 0, 1]
    assert [see(state, 2, "turns_away", about) for about in range(4)] == [0, 0, 1, 0]
    assert [see(state, 2, "acting", about) for about in range(4)] == [0, 1, 0, 0]


def test_turns_to_speak() -> None:
    state = drawn(region=2, speaker=2, passes=3)
    assert [see(state, 1, "turns_away", about) for about in range(4)] == [2, 3, 0, 1]
    assert see(state, 1, "passes") == 3
    state["won"] = 1
    assert [see(state, 1, "turns_away", about) for about in range(4)] == [0] * 4


# What players have


def test_agents_and_tokens() -> None:
    agents = np.zeros((4, 8), np.int8)
    agents[2] = [1, 0, 2, 0, 0, 3, 0, 0]
    tokens = np.zeros((4, 3, KINDS), np.int8)
    tokens[2] = [[1, 2, 0, 0, 0], [0, 0, 2, 0, 0], [0, 0, 0, 0, 1]]
    state = drawn(agents=agents, tokens=tokens, reserve=[0, 0, 1, 0], supply=[4, 4, 2, 4], stock=[11, 10, 10, 12, 11])
    for seat in (0, 2, 3):
        assert see(state, seat, "agents", 2) == agents[2].tolist()
        assert see(state, seat, "agents", 1) == [0] * 8
        assert see(state, seat, "tokens", 2) == tokens[2].tolist()
        assert [see(state, seat, "all_tokens", about) for about in range(4)] == [0, 0, 6, 0]
        assert [see(state, seat, "reserve", about) for about in range(4)] == [0, 0, 1, 0]
        assert [see(state, seat, "supply", about) for about in range(4)] == [4, 4, 2, 4]
        assert see(state, seat, "stock") == [11, 10, 10, 12, 11]


def test_what_a_player_has_done_this_round() -> None:
    state = drawn(
        bought=[0, 0b10010, 0, 0],
        used=[0, 0b00010, 0, 0],
        safe=1 << 1,
        targeted=1 << 1,
        isolated=1 << 1,
        named=[0, 0b1100, 0, 0],
        round_won=[0, 0b0011, 0, 0, 0, 0, 0b0010, 0],
    )
    assert shown(state, 3, "bought", 1) == {"Donkey", "Lion"}
    assert shown(state, 3, "used", 1) == {"Donkey"}
    assert shown(state, 3, "named", 1) == {"own", "own + 3"}
    assert shown(state, 3, "won", 1) == {"Middle East", "2+2=5"}
    assert shown(state, 3, "won", 0) == {"Middle East"}
    for name in ("safe", "struck", "isolated"):
        assert [see(state, 3, name, about) for about in range(4)] == [0, 1, 0, 0], name


def test_revolutions() -> None:
    """The card between seats 1 and 2 lies on the left of seat 1."""
    card = next(card for card in range(REVOLUTIONS) if revolution_name(card) == "2 Kangaroo 1 Cat")
    placed = np.zeros((4, 2, 2, 2), np.int8)
    placed[1, 0, 0] = [1, 1]  # seat 1: one from New, one from Owned on the top line
    placed[1, 1, 1] = [0, 1]  # seat 2: one on the second line
    state = drawn(revolution=[0, card, 5, 10], placed=placed, past_tops=[1, 0b01010, 2, 4])
    for seat in range(4):
        assert shown(state, seat, "revolution", 1) == [{"Kangaroo"}, {"Cat"}]
        assert see(state, seat, "placed", 1) == [[2, 0], [0, 1]]
        assert see(state, seat, "placed", 2) == [[0, 0], [0, 0]]
        assert shown(state, seat, "past_tops", 1) == {"Donkey", "Kangaroo"}


def test_promises_and_what_became_of_them() -> None:
    promise = np.zeros((4, 4, 4), np.int8)
    promise[0, 1, 3] = 2  # seat 1 allies with seat 3, due here
    promise[2, 1, 0] = 1  # and fills the revolution with seat 0
    record = np.zeros((4, 4, 4), np.int16)
    record[1, 0] = [300, 2, 1, 4]
    state = drawn(promise=promise, record=record)
    assert see(state, 0, "promised", 1) == [[0, 0, 0, 2, 0], [0] * 5, [1, 0, 0, 0, 0], [0] * 5]
    assert see(state, 3, "promised", 1) == [[2, 0, 0, 0, 0], [0] * 5, [0, 1, 0, 0, 0], [0] * 5]
    assert see(state, 3, "promised", 3) == [[0] * 5] * 4
    assert see(state, 2, "record", 1) == [[MOST_COUNTED, 2, 1, 4], [0] * 4, [0] * 4, [0] * 4]
    assert see(state, 1, "record", 0) == [[0] * 4] * 4


# Moves


def test_moves() -> None:
    closed = [0, 0b0010, 0b0011, 0, 0, 0, 0, 0]
    fields = {"closed": closed, "moved": 1, "move_from": 4, "decision": Decision.MOVE_TO}
    state = drawn(stage=Stage.MOVES, **fields)
    assert see(state, 0, "moved") == 1
    assert shown(state, 0, "closed") == [{"Middle East", "India"}, {"India"}]
    assert shown(state, 1, "closed") == [{"India"}, {"Middle East", "India"}]
    assert shown(state, 2, "closed") == [{"Middle East", "India"}, set()]
    assert shown(state, 0, "regions_named") == [{"Africa"}, set(), set(), set()]


# A region being resolved


def test_region() -> None:
    """In India lie 9 tokens; four players may take 6, two less by Orthodoxy, and 8 after "Record harvest"."""
    state = drawn(region=2, stock=[12, 12, 9, 12, 12], orthodoxy=1, fair=1)
    assert shown(state, 0, "region") == {"India"}
    assert see(state, 0, "limit") == 4
    assert see(state, 0, "orthodoxy") == 1
    assert shown(state, 0, "donkeys") == {"Fair shares"}
    state["harvest"] = 1 << 3
    state["nothing"] = 1
    assert see(state, 0, "limit") == 6
    assert shown(state, 0, "donkeys") == {"Fair shares", "Nothing to report"}
    assert [see(state, 1, "harvest", about) for about in range(4)] == [0, 0, 0, 1]
    state["orthodoxy"] = 8
    assert see(state, 0, "limit") == 0


def test_standing_of_players_in_the_region() -> None:
    state = drawn(
        region=2,
        strength=[0, 3, 70, 1],
        separated=[0b1000, 0, 0, 0b0001],
        fewer=[0, 1, 0, 0],
        offered=[2, 0, 1, 0],
        gifts=[0, 0, 0, 2],
        refused=[0, 0b0101, 0, 0],
        won=0b0110,
        took=[0, 3, 1, 0],
        collected=[1, 3, 0, 0],
    )
    for seat in range(4):
        rows = {name: [see(state, seat, name, about) for about in range(4)] for name in ("strength", "fewer", "gifts")}
        assert rows == {"strength": [0, 3, MOST_STRENGTH, 1], "fewer": [0, 1, 0, 0], "gifts": [0, 0, 0, 2]}
        assert [see(state, seat, "offers_left", about) for about in range(4)] == [0, 2, 1, 2]
        assert [see(state, seat, "winner", about) for about in range(4)] == [0, 1, 1, 0]
        assert [see(state, seat, "took", about) for about in range(4)] == [0, 3, 1, 0]
        assert [see(state, seat, "collected", about) for about in range(4)] == [1, 3, 0, 0]
    assert shown(state, 0, "separated", 0) == {"own + 3"}
    assert shown(state, 0, "separated", 3) == {"own"}
    assert shown(state, 2, "separated", 0) == {"own + 1"}
    assert shown(state, 0, "refused", 1) == {"own", "own + 2"}
    assert shown(state, 2, "refused", 1) == {"own", "own + 2"}
    state["region"] = -1
    assert see(state, 0, "strength", 1) == 0


def test_winning_alliances() -> None:
    """Bits count the others from the next seat on; alliances without the own seat do not show."""
    state = drawn(region=2, winning=1 << 0b0011 | 1 << 0b1110)
    assert see(state, 0, "winning") == only(16, 0b001)
    assert see(state, 1, "winning") == only(16, 0b011, 0b100)
    assert see(state, 2, "winning") == only(16, 0b101)
    assert see(state, 3, "winning") == only(16, 0b110)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_winning_alliances_are_those_that_can_be_proposed(players: int) -> None:
    """The block and the actions "ally" agree place by place, as long as the seat has offers left."""
    mask = np.zeros(GAME.actions.size(players), np.int8)
    compared = 0
    for state in walk(players, 8, offers=8):
        seat = int(state["to_act"])
        if state["decision"] == Decision.SPEAK and see(state, seat, "offers_left", seat) > 0:
            GAME.rules.legal(state, mask)
            assert see(state, seat, "winning") == GAME.actions.read(mask, "ally").tolist()
            compared += bool(GAME.actions.read(mask, "ally").any())
    assert compared > 10 or not COMPILED


DEAL = {
    "region": 2,
    "agents": [[0, 0, 2], [0, 0, 1], [0, 0, 2], [0, 0, 2]],
    "stock": [12, 12, 12, 12, 12],
    "proposer": 2,
    "members": 0b1101,
    "share": [1, 0, 2, 0],
    "payer": 3,
    "payee": 0,
    "payment": [OWNED * KINDS + LION, OWNED * KINDS + LION],
}


def test_deal() -> None:
    """Six agents and the limit of six: three tokens are divided, three are left."""
    state = drawn(**DEAL, asked_seat=3)
    state["decision"] = Decision.SHARE
    for seat in range(4):
        parts = [shown(state, seat, "deal", about) for about in range(4)]
        assert parts == [{"member", "payee"}, set(), {"proposer", "member"}, {"member", "payer"}]
        assert [see(state, seat, "share", about) for about in range(4)] == [1, 0, 2, 0]
        assert [see(state, seat, "asked_about", about) for about in range(4)] == [0, 0, 0, 1]
        assert see(state, seat, "payment") == [[0] * 5, [0, 0, 0, 0, 2]]
        assert see(state, seat, "to_divide") == 3
    state["fair"] = 1
    assert see(state, 0, "to_divide") == 0
    state["proposer"] = -1
    assert [shown(state, 0, "deal", about) for about in range(4)] == [set()] * 4
    assert see(state, 0, "payment") == [[0] * 5] * 2


def test_answers_to_a_deal() -> None:
    """The proposer is bound; the members are asked in seat order from the proposer, seat 3 first, then seat 0."""
    state = drawn(**DEAL)
    state["stage"], state["decision"], state["to_act"], state["at"] = Stage.ANSWERS, Decision.ANSWER, 3, 1
    assert [see(state, 1, "agreed", about) for about in range(4)] == [0, 0, 1, 0]
    state["to_act"], state["at"] = 0, 2
    assert [see(state, 1, "agreed", about) for about in range(4)] == [0, 0, 1, 1]
    assert see(state, 1, "standing") == 0
    state["standing"], state["decision"] = 1, Decision.LAST_ACTIONS
    assert [see(state, 1, "agreed", about) for about in range(4)] == [1, 0, 1, 1]
    assert see(state, 1, "standing") == 1


# Actions


def played(state: Any, seat: int, card: Card, *arguments: int, part: int = -1, copied: int = 0) -> Any:
    """Put an action on the stack; return the state."""
    top = int(state["depth"])
    state["depth"] = top + 1
    state["part"] = part
    state["stack_seat"][top] = seat
    state["stack_card"][top] = card
    state["stack_copy"][top] = copied
    state["stack_asked"][top] = 0
    state["stack_argument"][top] = [*arguments, *[-1] * (5 - len(arguments))]
    return state


def test_action_being_declared() -> None:
    state = played(drawn(), 1, Card.CADRES, 3, 4, part=2, copied=1)
    assert shown(state, 0, "action") == {"Transfer of cadres"}
    assert see(state, 0, "copied") == 1
    assert see(state, 0, "depth") == 1
    assert [see(state, 0, "plays", about) for about in range(4)] == [0, 1, 0, 0]
    assert shown(state, 0, "part") == {"to"}
    assert shown(state, 0, "aimed_at", 3) == {"by the action"}
    assert shown(state, 0, "regions_named") == [{"Africa"}, set(), set(), set()]
    assert see(state, 0, "answer") == [[0] * 5] * 2
    state = played(drawn(), 1, Card.CADRES, 3, 4, 5, 2)
    assert shown(state, 0, "part") == set()
    assert shown(state, 0, "regions_named") == [{"Africa"}, {"Collectivism"}, set(), set()]
    assert see(state, 0, "number_named") == 2


@pytest.mark.parametrize(
    ("card", "arguments", "rows"),
    [
        (Card.NEEDS, (0, 1), [{"Latin America"}, {"Middle East"}, set(), set()]),
        (Card.BORDERS, (2,), [set(), {"India"}, set(), set()]),
        (Card.EXCHANGE, (3, 2, 4), [{"Australia"}, set(), {"Africa"}, set()]),
        (Card.RESETTLEMENT, (0, 1, 2, 7), [{"Latin America"}, {"Middle East"}, {"India"}, {"Peace is war"}]),
    ],
)
def test_regions_named(card: Card, arguments: tuple[int, ...], rows: list[set[str]]) -> None:
    assert shown(played(drawn(), 1, card, *arguments), 3, "regions_named") == rows


def test_tokens_named() -> None:
    """Seat 1 changes an Elephant in Owned and a Cat in the Airdrop zone of seat 2 into a Lion and a Donkey."""
    arguments = (2, OWNED * KINDS + ELEPHANT, LION, AIRDROP * KINDS + CAT, DONKEY)
    state = played(drawn(), 1, Card.CHANGE, *arguments)
    assert shown(state, 0, "token_aimed_at", 2) == {"Owned", "Elephant"}
    assert shown(state, 0, "token_aimed_at", 1) == set()
    assert shown(state, 0, "second_token") == [set(), set(), {"Cat"}]
    assert shown(state, 0, "kinds_named") == [{"Lion"}, {"Donkey"}]
    state = played(drawn(), 1, Card.PLENTY, KANGAROO)
    assert shown(state, 0, "kinds_named") == [{"Kangaroo"}, set()]


def test_a_token_of_each_opponent() -> None:
    """Opponents in seat order from the player, seat 2: seat 3 loses a Lion, seat 0 is safe, seat 1 loses a Cat."""
    state = played(drawn(), 2, Card.TERRORISM, NEW * KINDS + LION, -1, OWNED * KINDS + CAT)
    for seat in range(4):
        rows = [shown(state, seat, "token_aimed_at", about) for about in range(4)]
        assert rows == [set(), {"Owned", "Cat"}, set(), {"New", "Lion"}]


def test_players_named() -> None:
    state = played(drawn(region=0), 1, Card.NO_BORDERS, 0, 3)
    rows = [shown(state, 2, "aimed_at", about) for about in range(4)]
    assert rows == [{"by the action"}, set(), set(), {"by it as the second"}]
    state = played(drawn(region=0), 1, Card.TOO_MUCH_PEACE, 0b1010, part=0)
    rows = [shown(state, 2, "aimed_at", about) for about in range(4)]
    assert rows == [set(), {"by it as a member"}, set(), {"by it as a member"}]
    assert shown(state, 2, "part") == {"members"}


def test_answers_to_an_action() -> None:
    """Answers show beside the action that began it, with who gave them and whom they name."""
    state = played(drawn(), 1, Card.TRUTH, 3, LION)
    state["decision"] = Decision.REACT
    state["stack_asked"][0] = 2  # seat 3 is being asked, seat 0 comes after it
    assert [see(state, 1, "may_answer", about) for about in range(4)] == [1, 0, 0, 0]
    played(state, 3, Card.WAR_IS_PEACE)
    assert shown(state, 1, "answer") == [{"War is peace"}, set()]
    assert [see(state, 1, "may_answer", about) for about in range(4)] == [1, 1, 1, 0]
    played(state, 0, Card.PRESS, 2)
    assert shown(state, 1, "action") == {"Truth"}
    assert shown(state, 1, "answer") == [{"Freedom of the press"}, {"War is peace"}]
    assert [see(state, 1, "gives", about) for about in range(4)] == [[1, 0], [0, 0], [0, 0], [0, 1]]
    assert shown(state, 1, "aimed_at", 2) == {"by the last answer"}
    assert shown(state, 1, "aimed_at", 3) == {"by the action"}
    assert see(state, 1, "depth") == 3


def test_advanced_actions_named() -> None:
    state = played(drawn(), 1, Card.EMBARGO, LION)
    assert shown(state, 0, "advanced_named") == [{"Lion"}, set()]
    played(state, 2, Card.EMBARGO, CAT)
    assert shown(state, 0, "advanced_named") == [{"Lion"}, {"Cat"}]
    assert shown(state, 0, "answer") == [{"Continental Embargo"}, set()]


def test_last_actions_played() -> None:
    assert HISTORY == 4
    state = drawn(past_seat=[1, 0, 1, -1], past_card=[Card.LOVE, Card.PACIFIST, Card.NEEDS, -1])
    state["past_cancelled"][1] = 1
    assert shown(state, 0, "past") == [{"basic Elephant"}, {"advanced Lion"}, {"basic Cat"}, set()]
    assert see(state, 0, "past_cancelled") == [0, 1, 0, 0]
    assert see(state, 3, "past_by", 1) == [1, 0, 1, 0]
    assert see(state, 3, "past_by", 0) == [0, 1, 0, 0]


def test_every_action_has_a_name_of_its_own_on_the_table() -> None:
    """Of the past actions only kind and sort are told: with the cards laid out that tells them apart."""
    for card in range(CARDS):
        state = drawn(past_seat=[0], past_card=[card])
        (name,) = shown(state, 0, "past")[0]
        kind = card // 2 if card < 2 * KINDS else (card - 2 * KINDS) // 4
        assert name == f"{'basic' if card < 2 * KINDS else 'advanced'} {INFLUENCES[kind]}"


# Buying


def test_buying() -> None:
    fields = {"spent": 0b00101, "exchanged": 1, "buying": KINDS, "to_pay": 2, "decision": Decision.PAY}
    state = drawn(stage=Stage.BUYING, **fields)
    assert shown(state, 0, "spent") == {"Cat", "Elephant"}
    assert see(state, 0, "exchanged") == 1
    assert shown(state, 0, "buying") == {"VP"}
    assert see(state, 0, "to_pay") == 2
    state["buying"] = DONKEY
    assert shown(state, 0, "buying") == {"Donkey"}
