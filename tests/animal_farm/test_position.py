"""Positions: read and set again at every decision, errors that say what is wrong; and states that cannot be."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from envs.animal_farm import GAME
from envs.animal_farm.box import BASICS, CARD_NAMES, INFLUENCES, KINDS
from envs.animal_farm.invariants import check
from envs.animal_farm.state import STATE, Decision
from envs.core.compiling import COMPILED
from envs.core.table import Table

VARIANTS = [
    {"num_players": 3, "rounds": 9, "talk": 4},
    {"num_players": 4, "moods": "growing", "mood_deck": "printed"},
    {"num_players": 5, "offers": 8, "open_scores": True},
]
BASIC = [CARD_NAMES[2 * kind] for kind in range(KINDS)]
ZONES = ("Owned", "Airdrop")
PLAYS = range(GAME.actions.offset("basic"), GAME.actions.offset("ally"))


def rich(players: int, rng: np.random.Generator) -> dict[str, Any]:
    """Return a position in which everybody has bought everything and has four tokens to play it with."""
    cards = [2 * kind + int(rng.integers(2)) for kind in range(KINDS)]
    advanced = [BASICS + 4 * kind + int(rng.integers(4)) for kind in range(KINDS)]
    areas = []
    for _ in range(players):
        kinds = rng.choice(KINDS, 4, p=[0.15, 0.15, 0.4, 0.15, 0.15])
        both = [np.bincount(kinds[:2], minlength=KINDS), np.bincount(kinds[2:], minlength=KINDS)]
        areas.append({z: dict(zip(INFLUENCES, row.tolist(), strict=True)) for z, row in zip(ZONES, both, strict=True)})
    return {
        "round": 2,
        "actions": [CARD_NAMES[card] for card in cards + advanced],
        "bought": [[CARD_NAMES[card] for card in advanced]] * players,
        "tokens": areas,
    }


def begin(position: dict[str, Any] | None = None, seed: int = 1, **options: Any) -> Table:
    """Return a table that stands at a position."""
    table = Table(GAME, options)
    table.start(seed, position or {})
    check(table.state)
    return table


def differ(one: Table, other: Table) -> list[str]:
    """Return the fields in which two states differ; the generator and the count of decisions apart."""
    names = [name for name in STATE.names or () if name not in ("random", "decisions")]
    return [name for name in names if not np.array_equal(one.state[name], other.state[name])]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_position_read_at_any_decision_and_set_again_is_the_same(options: dict[str, Any]) -> None:
    asked, twin = set(), Table(GAME, options)
    for seed in range(3 if COMPILED else 1):
        rng = np.random.default_rng(seed)
        table = begin(rich(options["num_players"], rng), seed, **options)
        whims = np.array([seed], np.uint64)
        for _ in range(300 if COMPILED else 40):
            if table.over:
                break
            check(table.state)
            decision = Decision(int(table.state["decision"]))
            if rng.random() < (0.05 if decision in asked else 1):
                asked.add(decision)
                position = json.loads(json.dumps(GAME.get_position(table.state)))
                twin.start(3, position)
                assert differ(table, twin) == [], position
                assert GAME.get_position(twin.state) == position
            legal = np.flatnonzero(table.mask)
            plays = [action for action in legal if action in PLAYS]
            if plays and rng.random() < 0.7:
                table.play(int(rng.choice(plays)))
            elif rng.random() < 0.5:
                table.play(int(rng.choice(legal)))
            else:
                table.play(int(GAME.loops.choose(table.state, seed % len(GAME.bots), table.mask, whims)))
    assert len(asked) > (17 if COMPILED else 3)


def test_a_game_that_is_over_has_a_position_too() -> None:
    tokens = [{"New": {"Cat": 1}}, {}, {}]
    table = begin({"round": 6, "phase": "ending", "vp": [3, 5, 5], "tokens": tokens}, num_players=3)
    table.play(int(np.flatnonzero(table.mask)[0]))
    check(table.state)
    position = GAME.get_position(table.state)
    assert table.over
    assert position["over"] is True
    assert position["vp"] == [3, 5, 5]


def test_an_empty_position_is_the_first_turn_without_moods() -> None:
    state = begin({}).state
    assert (state["round"], state["to_act"], Decision(int(state["decision"]))) == (1, 0, Decision.MOVE)
    assert state["agents"][:4, :5].tolist() == [[1] * 5] * 4
    assert state["supply"].tolist() == [4, 4, 4, 4, 0]
    assert state["stock"].tolist() == [12] * 5
    assert state["mood"].tolist() == [-1] * 3


def test_what_is_left_open_is_drawn_from_the_seed() -> None:
    one, other, third = (begin({"revolutions": ["2 Cat 1 Lion", "?", "?", "?"]}, seed) for seed in (1, 1, 2))
    assert one.states.tobytes() == other.states.tobytes()
    assert one.state["revolution"].tolist() != third.state["revolution"].tolist()
    assert one.state["revolution"][0] == third.state["revolution"][0] == 3


def test_a_turn_begins_with_the_first_player_who_has_a_choice() -> None:
    cards = [*BASIC, "We are not like that"]
    spies: dict[str, Any] = {"phase": "spies", "actions": cards}
    table = begin({**spies, "tokens": [{"New": {"Cat": 1}}, {}, {"Owned": {"Kangaroo": 1}}, {}]})
    assert (table.seat, Decision(int(table.state["decision"]))) == (2, Decision.SPY)
    table = begin({**spies, "tokens": [{}, {}, {}, {"New": {"Cat": 3}}]}, talk=0)
    assert (table.seat, int(table.state["round"])) == (3, 1)
    assert Decision(int(table.state["decision"])) in (Decision.REVOLT, Decision.BUY)
    table = begin({"phase": "moves", "seat": 2, "reserve": [0, 0, 1, 0], "agents": [{"India": 2}] * 4})
    assert (table.seat, Decision(int(table.state["decision"]))) == (2, Decision.RESERVE_AGENT)


def test_a_region_is_drawn_in_a_few_words() -> None:
    table = begin(
        {
            "phase": "alliances",
            "region": "Australia",
            "agents": [{"Australia": 4}, {"Australia": 2}, {"Australia": 2}],
        },
        num_players=3,
    )
    state = table.state
    assert (state["regions_done"], state["region"], state["speaker"]) == (3, 3, 0)
    assert state["strength"].tolist() == [4, 2, 2, 0, 0]
    assert state["winning"] == 1 << 0b011 | 1 << 0b101  # no majority alone; the first with either of the others


SPEAK: dict[str, Any] = {"phase": "alliances", "asked": "speak", "actions": BASIC}
DEAL: dict[str, Any] = {"phase": "alliances", "asked": "answer", "seat": 1, "agents": [{"Latin America": 2}] * 4}
PLAY: dict[str, Any] = {"phase": "moves", "asked": "react", "seat": 1, "actions": BASIC}
BAD = [
    ({"agent": []}, "unknown key 'agent'; did you mean 'agents'?"),
    ({"agents": [{}] * 3}, r"\['agents'\]: got 3 dicts of agents, allowed are 4"),
    ({"agents": [{"Afrika": 1}, {}, {}, {}]}, r"\['agents'\]\[0\]: unknown key 'Afrika'; did you mean 'Africa'\?"),
    ({"agents": [{"Africa": 5, "India": 5}, {}, {}, {}]}, "got 10 agents, allowed are 9"),
    ({"agents": [{"Africa": 9}, {}, {}, {}]}, "cannot be: seat 0: 0 agents in supply, but 1 are still to come"),
    ({"agents": [{"2+2=5": 1}, {}, {}, {}]}, "not on the board"),
    ({"tokens": [{"Ownd": {}}, {}, {}, {}]}, r"\['tokens'\]\[0\]: unknown key 'Ownd'; did you mean 'Owned'\?"),
    ({"tokens": [{"New": {"Cat": 7}}] * 2 + [{}] * 2}, "got 14 Cat tokens, allowed are 12"),
    ({"tokens": [{"Owned": {"Cat": 3}}, {}, {}, {}]}, "cannot be: seat 0: 3 tokens in Owned"),
    ({"round": 7}, r"\['round'\]: got 7, allowed is a round, 1..6"),
    ({"first_region": "2+2=5"}, r"\['first_region'\]: got '2\+2=5', allowed are Latin America"),
    ({"moods": ["Miniwin", "Miniwin", None]}, "got 'Miniwin' twice"),
    ({"moods": ["Minwin", None, None]}, "did you mean 'Miniwin'"),
    ({"moods": ["Miniwin", "Less is more", "2+2=5"]}, "cannot be: 3 moods were drawn by round 1"),
    ({"actions": ["Love", "Peace"]}, r"\['actions'\]: got no basic action for Cats"),
    ({"actions": BASIC, "bought": [["Requisition"], [], [], []]}, r"\['bought'\]\[0\]: got 'Requisition'"),
    ({"revolutions": ["2 Cat 1 Loin", "?", "?", "?"]}, "did you mean '2 Cat 1 Lion'"),
    ({"revolutions": ["2 Cat 1 Lion", "2 Cat 1 Donkey", "?", "?"]}, "the same top line"),
    ({"past_revolutions": [["2 Cat 1 Lion"], [], [], []]}, "cannot be: past_tops has"),
    ({"phase": "spis"}, r"\['phase'\]: got 'spis', allowed are setup, .*did you mean 'spies'\?"),
    ({"phase": "spies", "asked": "move"}, r"\['asked'\]: got 'move', allowed is what is asked in phase 'spies'"),
    ({"seat": 4}, r"\['seat'\]: got 4, allowed is a seat, 0..3"),
    ({"stack": [{"seat": 0, "action": "Love"}]}, "the key 'asked' is missing where 'stack' is given"),
    ({"region": "India"}, r"\['region'\]: got one in phase 'moves'"),
    ({**SPEAK, "region": "Indai"}, r"\['region'\]\['name'\]: got 'Indai'.*did you mean 'India'\?"),
    ({**SPEAK, "region": {"strength": [4, 1, 1, 1]}}, "cannot be: seat 0 has strength 4, not 1..3"),
    ({**SPEAK, "region": {"nothing": True}}, "cannot be: nothing is"),
    ({**SPEAK, "promises": [{"from": 0, "to": 2, "promise": "revolution"}]}, "cannot be: seat 0 has promised seat 2"),
    ({**DEAL, "deal": {"members": [0, 1]}}, "cannot be"),
    ({**DEAL, "deal": {"proposer": 0, "members": [0, 1, 2], "shares": [5, 5, 0, 0]}}, "cannot be: share is"),
    ({**DEAL, "deal": {"proposer": 0, "members": [0, 1, 2], "payer": 0, "payee": 1}}, "cannot be: payer is 0"),
    ({**DEAL, "deal": {"proposer": 0, "members": [0, 1, 2, 3]}}, "cannot be: seat 0 has proposed an alliance"),
    ({**PLAY, "stack": []}, "cannot be: depth is 0"),
    ({**PLAY, "stack": [{"seat": 0, "action": "Particular Needs", "named": ["India"]}]}, "cannot be: .* names"),
    ({**PLAY, "stack": [{"seat": 0, "action": "Peace"}]}, "cannot be"),
    ({"phase": "buying", "asked": "pay", "buying": {"what": "VP", "left": 3}}, "cannot be: seat 0 pays 3 of 3"),
    ({"phase": "ending"}, r"\['tokens'\]: got none to store"),
    ({"asked": "store", "phase": "ending"}, "cannot be: seat 0 stores one of 0 tokens"),
    ({"round": 6, "phase": "buying"}, "the game ends at once"),
    ({"vp": [0, 0, 0, "1"]}, r"\['vp'\]\[3\]: got '1', allowed is a number"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_bad_positions_raise_in_one_line_and_change_nothing(position: dict[str, Any], message: str) -> None:
    table = Table(GAME, {"num_players": 4})
    table.start(1)
    before = table.states.tobytes()
    with pytest.raises(ValueError, match=message) as caught:
        table.start(2, position)
    assert "\n" not in str(caught.value)
    assert table.states.tobytes() == before
    assert str(caught.value).startswith("position")


def test_every_field_has_a_range_and_is_refused_outside_it() -> None:
    table = begin(rich(3, np.random.default_rng(1)), num_players=3)
    for name in STATE.names or ():
        if name == "random":
            continue
        limits = np.iinfo(STATE[name].base)
        for value in (limits.min, limits.max):
            broken = table.state.copy()
            broken[name] = value
            with pytest.raises(AssertionError) as caught:
                check(broken)
            assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seed", range(2 if COMPILED else 1))
def test_a_state_changed_by_chance_is_refused_or_can_be_played_on(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = begin(rich(4, rng), seed)
    names = [name for name in STATE.names or () if name not in ("random", "decisions", "players", "padding")]
    mask = np.zeros_like(table.mask)
    accepted = 0
    for _ in range(40 if COMPILED else 5):
        for _ in range(5):
            table.play(int(rng.choice(np.flatnonzero(table.mask))))
        for _ in range(10):
            state = table.states.copy()[0]
            for name in rng.choice(names, rng.integers(1, 3)):
                places = state[name].reshape(-1) if STATE[name].shape else None
                if places is None:
                    state[name] = np.clip(int(state[name]) + rng.integers(-2, 3), -128, 127)
                else:
                    places[rng.integers(len(places))] += rng.integers(-2, 3)
            try:
                check(state)
            except AssertionError:
                continue
            accepted += 1
            for _ in range(15):
                if state["to_act"] < 0:
                    break
                GAME.rules.legal(state, mask)
                GAME.rules.apply(state, int(rng.choice(np.flatnonzero(mask))))
                check(state)
    assert accepted > (3 if COMPILED else 0)


def test_vp_may_grow_beyond_what_a_position_may_give() -> None:
    table = Table(GAME, {})
    table.start(1, {"vp": [1000, 0, 0, 0], "phase": "buying", "tokens": [{"New": {"Cat": 3}}, {}, {}, {}]})
    spend = next(action for action, text in table.legal_texts().items() if text.startswith("spend 3"))
    table.play(spend)
    while table.state["vp"][0] == 1000:
        table.play(int(table.mask.argmax()))
    GAME.check(table.state)
    assert Table(GAME, {}).from_bytes(table.to_bytes()) is not None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 6 + 0j}, r"option 'rounds': got \(6\+0j\), allowed are 6 and 9"),
        ({"rounds": 6.0}, r"option 'rounds': got 6.0, allowed are 6 and 9"),
        ({"rounds": 10**400}, r"option 'rounds': got 1000.*, allowed are 6 and 9"),
        ({"actions": (name for name in ())}, "options: got .* of which a value cannot be copied"),
        ({"actions": ["Peace", "Friendship"]}, "got no basic action for Donkeys"),
        ({"actions": ["Pease"]}, "did you mean 'Peace'"),
    ],
)
def test_odd_options_are_named_in_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Table(GAME, options)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250
