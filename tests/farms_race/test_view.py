"""How a table looks, as text and as a picture, and how actions are said: complete, and nothing hidden in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from envs.core.compiling import COMPILED, new_states
from envs.core.view import plain
from envs.farms_race import GAME, words
from envs.farms_race.box import (
    BROKEN,
    HUMANS,
    KEPT,
    MADE,
    NOBODY,
    NUKES,
    PROMISES,
    SPY_CARDS,
    VP_TOKENS,
    Event,
    Item,
    Mutation,
    Promise,
    Resource,
    Spy,
    touch,
)
from envs.farms_race.state import STATE, Decision, Stage, Way
from envs.farms_race.view import map_lines, render_picture, render_text

TABLES = [(2, {"scenario": 1}), (2, {"scenario": 2}), (2, {"scenario": 3}), (3, {}), (4, {}), (5, {})]


def fresh(players: int = 3, seed: int = 1, **options: Any) -> Any:
    """The state of a new game."""
    state = new_states(GAME.dtype, 1)[0]
    encoded = GAME.options.encode(GAME.options.complete({"num_players": players, **options}))
    GAME.rules.reset(state, encoded, np.uint64(seed))
    return state


def at(state: Any, name: str) -> int:
    """The number of the region called "q,r"."""
    q, r = map(int, name.split(","))
    found = np.flatnonzero((state["q"] == q) & (state["r"] == r))[: int(state["regions"])]
    return int(found[0])


def own(state: Any, seat: int, name: str, healthy: int, damaged: int = 0, building: int = 0) -> None:
    """Give a region to a seat."""
    region = at(state, name)
    state["owner"][region], state["humans"][region] = seat, 0
    state["healthy"][region], state["damaged"][region], state["building"][region] = healthy, damaged, building
    state["land"][seat] |= 1 << region
    state["herds"][seat] += healthy + damaged
    state["barns"][seat] += building == 1
    state["armories"][seat] += building == 2


def attack() -> Any:
    """Round 4: seat 0 attacks the humans of 1,-1 from two regions; seat 0 takes the next point of damage."""
    s = fresh()
    s["round"], s["active"], s["to_act"], s["stage"], s["decision"] = 4, 0, 0, Stage.ACTIONS, Decision.LOSE
    s["mutation"][:3] = Mutation.FLYING, Mutation.HOARDING, Mutation.TELEPATHIC
    s["dealt"], s["humans"] = -1, np.minimum(1, s["humans"])
    own(s, 0, "2,0", 1, 0, 1)
    own(s, 0, "1,0", 0, 0, 0)
    own(s, 1, "-2,2", 2, 1, 2)
    own(s, 2, "0,-2", 1, 0, 1)
    own(s, 2, "0,-1", 0, 2)
    fight = at(s, "1,-1")
    s["humans"][fight], s["fight"], s["defender"], s["combat_round"] = 3, fight, HUMANS, 1
    s["face_up"], s["attacked"], s["turmoil"] = 1 << fight, 1 << fight, 1 << at(s, "0,-2")
    s["attack_healthy"], s["attack_damaged"], s["herds"][0] = 1, 1, 3
    s["sent"][at(s, "2,0")], s["sent"][at(s, "1,0")] = 1, 1
    s["hits"][0], s["rolled"] = 1, ((0, 1, 1), (2, 0, 1))
    s["hand"][0, Resource.WOOD], s["hand"][1, Resource.CLAY], s["hand"][1, Resource.WHEAT] = 2, 1, 2
    s["known"][0, 0], s["known"][1, 1], s["known"][0, 1, Resource.WHEAT] = s["hand"][0], s["hand"][1], 1
    s["spies"][0, Spy.MOLE], s["spies"][1, Spy.INFORMER], s["spies"][1, Spy.MOLE], s["fresh"][0, Spy.MOLE] = 1, 1, 1, 1
    s["ready"][1], s["spent"][2], s["nukiest"], s["vp_tokens"][2] = 2, 1, 1, 1
    s["promise"][Promise.NO_ATTACK, 1, 0], s["record"][1, Promise.NO_ATTACK, MADE] = 1, 1
    s["past_event"][:2], s["past_seat"][:2] = (Event.ATTACK, Event.BUILD), (0, 1)
    s["past_what"][:2], s["past_other"][:2] = (fight, Item.ARMORY), NOBODY
    return s


TEXT = """\
Farms Race, as seat 0 sees it.
Round 4 of 30, turn of seat 0, Action phase.
Seat 0 takes damage at 1,-1: 1 point to go, on which herd.
Combat at 1,-1, round 1: attacker seat 0: 1 healthy and 1 damaged herd, rolled 1 human, 1 gun, 1 point of damage to \
take (1 from 1,0, 1 from 2,0); defender the humans: 3 humans, rolled 2 blank, 1 gun.
Last events, the newest first: seat 0 attacked 1,-1; seat 1 built an armory.
Map (each hex touches two above and two below; h healthy, d damaged herds; humans ? are face down, [..] is the neutral \
herd's):
        +---------------+---------------+
        |0,-2      wheat|1,-2  plutonium|
        |seat 2 1h      |humans ?       |
        |Barn turmoil   |               |
+-------+-------+-------+-------+-------+-------+---------------+
|-1,-1   weapons|0,-1       clay|1,-1       wood|2,-1    weapons|
|humans ?       |seat 2 2d      |humans 3       |humans ?       |
|               |               |FIGHT          |               |
+-------+-------+-------+-------+-------+-------+-------+-------+-------+
        |-1,0       wood|0,0       wheat|1,0        clay|2,0       wheat|
        |humans ?       |humans ?       |seat 0         |seat 0 1h      |
        |               |               |               |Barn           |
+-------+-------+-------+-------+-------+-------+-------+-------+-------+
|-2,1  plutonium|-1,1       clay|0,1        wood|1,1   plutonium|
|humans ?       |humans ?       |humans ?       |humans ?       |
|               |               |               |               |
+-------+-------+-------+-------+-------+-------+---------------+
        |-2,2      wheat|-1,2    weapons|
        |seat 1 2h 1d   |humans ?       |
        |Armory         |               |
        +---------------+---------------+
Supply: 24 spies in the deck, 17 nukes, 15 VP tokens; human tokens not seen yet: 12 of 1, 12 of 2, 6 of 3.
Costs: barn 2 wood, 1 wheat, 1 clay; armory 1 wheat, 2 clay, 2 weapons; spy 1 wheat, 1 weapons, 1 plutonium; \
nuke 1 weapons, 2 plutonium.
Spies shown: none. All hands together: 2 wood, 2 wheat, 1 clay.

-> Seat 0 (you): 1 VP (barns 1) + 1 in hand; Flying: a move may be two steps; the region in between is not entered \
and may hold anything
     2 cards: 2 wood; 1 unplayed spy: Mole (1 built this turn)
     no nukes; 2 regions: 1 wheat, 1 clay; in supply 9 herds, 2 Barns, 2 Armories

   Seat 1: 3 VP (armories 2, nukiest 1); Hoarding: discard limit 10; start with one more resource card
     3 cards: 1 wheat, 2 unknown; 2 unplayed spies
     nukes: 2 ready, Nukiest; 1 region: 1 wheat; in supply 9 herds, 3 Barns, 1 Armory
     promises: I do not attack seat 0

   Seat 2: 2 VP (barns 1, tokens 1); Telepathic: when you build a spy, look at two, keep one, put the other under \
the deck
     0 cards; 0 unplayed spies
     nukes: 1 spent; 2 regions: 1 wheat, 1 clay; in supply 9 herds, 2 Barns, 2 Armories"""


def decisions(players: int, seed: int, **options: Any) -> Iterator[tuple[Any, list[int]]]:
    """Yield the state and the legal actions of a random game that builds and plays spies, at every decision."""
    state = fresh(players, seed, **options)
    rng, mask = np.random.default_rng(seed), np.zeros(GAME.actions.size(players), np.int8)
    while state["to_act"] >= 0:
        GAME.rules.legal(state, mask)
        legal = np.flatnonzero(mask)
        yield state, legal.tolist()
        liking = np.where(legal == 0, 0.4, 1.0)
        GAME.rules.apply(state, int(rng.choice(legal, p=liking / liking.sum())))
    yield state, []


def copy_of(state: Any) -> Any:
    twin = new_states(STATE, 1)[0]
    for name in STATE.names:
        twin[name] = state[name]
    return twin


# Text


def test_an_attack_in_words() -> None:
    assert render_text(attack(), 0) == TEXT


@pytest.mark.parametrize("render", [render_text, render_picture])
@pytest.mark.parametrize("seat", [3, -1])
def test_a_seat_that_is_not_there_is_refused(render: Any, seat: int) -> None:
    with pytest.raises(ValueError, match=rf"seat: got {seat}, allowed are None and 0\.\.2"):
        render(attack(), seat)


def test_hands_spies_and_humans_are_shown_to_who_knows_them() -> None:
    state = attack()
    state["seen"][1, Spy.INFORMER] = 1
    state["deck_seen"][1] = 1
    assert "3 cards: 2 wheat, 1 clay; 2 unplayed spies: Mole, Informer" in render_text(state, 1)
    assert "3 cards: 3 unknown; 2 unplayed spies: Informer, 1 unknown" in render_text(state, 2)  # Telepathic
    assert f"Known in the deck: 2 {words.SPIES[state['deck'][1]]}." in render_text(state, 2)
    assert "3 cards: 1 wheat, 2 unknown; 2 unplayed spies\n" in render_text(state, 0)
    assert "Known in the deck" not in render_text(state, 0)
    assert "humans (1)" in render_text(state)
    assert "1 VP (barns 1);" in render_text(state, 1)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_what_a_seat_sees_does_not_change_with_what_it_cannot_know(players: int, options: dict[str, int]) -> None:
    changed = 0
    for number, (state, _) in enumerate(decisions(players, 3, **options)):
        if number > 1200:
            break
        if number % 40 or state["to_act"] < 0:
            continue
        for seat in range(players):
            other = copy_of(state)
            GAME.rules.redeal(other, seat, np.uint64(number))
            assert render_text(other, seat) == render_text(state, seat)
            if number % 400 == 0:
                assert np.array_equal(render_picture(other, seat), render_picture(state, seat))
            changed += render_text(other) != render_text(state)
    assert changed > 10


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_hexes_of_the_text_touch_as_they_do_on_the_map(players: int, options: dict[str, int]) -> None:
    regions = words.regions(plain(fresh(players, **options)), None)
    lines = map_lines(regions)
    where = {}
    for region in regions:
        found = [(y, line.index(f"|{region.name} ")) for y, line in enumerate(lines) if f"|{region.name} " in line]
        assert len(found) == 1
        where[region.name] = found[0]
    rows = sorted({y for y, _ in where.values()})
    for region in regions:
        for other in regions:
            (y, x), (to_y, to_x) = where[region.name], where[other.name]
            step = rows.index(to_y) - rows.index(y), to_x - x
            close = step in ((0, 16), (0, -16), (1, 8), (1, -8), (-1, 8), (-1, -8))
            assert close == touch((region.q, region.r), (other.q, other.r))


def test_a_scenario_is_told_with_its_timer_and_locks() -> None:
    state = fresh(2, scenario=3)
    text = render_text(state, 0)
    assert "Scenario 3: the neutral Barn has to fall, 10 rounds left." in text
    assert "The neutral Barn lies over -1,-1 and -2,1." in text
    assert "-1,-1 is locked until the neutral herds of -1,0 and 0,-1 are beaten." in text
    assert "|[Barn] 2 VP    |" in text
    region = at(state, "-1,0")
    state["owner"][region], state["healthy"][region], state["round"] = 0, 1, 10
    text = render_text(state, 0)
    assert "1 round left" in text
    assert "-1,-1 is locked until the neutral herds of 0,-1 are beaten." in text
    assert "Scenario" not in render_text(attack())


# What is going on


def test_a_move_is_told_while_it_is_declared() -> None:
    state = attack()
    state["fight"], state["decision"], state["target"] = -1, Decision.HERDS, at(state, "1,-1")
    assert "Being declared: seat 0 moves to 1,-1: no herd yet." in render_text(state, 1)
    state["sent_healthy"][at(state, "2,0")], state["sent_damaged"][at(state, "1,0")] = 2, 1
    text = render_text(state, 1)
    assert "moves to 1,-1: 1 damaged herd from 1,0, 2 healthy herds from 2,0." in text
    assert "|TARGET" in text
    assert "sends 2h" in text


def test_the_chain_of_nukes_is_told() -> None:
    state = attack()
    state["fight"], state["decision"], state["links"], state["to_act"] = -1, Decision.LAUNCH, 2, 1
    state["link_seat"][:2], state["link_from"][:2] = (0, 2), (-1, at(state, "0,-2"))
    state["answering"], state["struck"] = 1, at(state, "-2,2")
    text = render_text(state, 0)
    assert "Seat 1 may answer the nuke at -2,2." in text
    assert (
        "Nukes, the last on top: seat 0 began; seat 2 answers the hit on 0,-2; seat 1 may answer the hit on -2,2."
        in text
    )
    assert "NUKED" in text
    state["decision"], state["way"] = Decision.TARGET, Way.PAID
    assert "Being launched: a nuke paid for now." in render_text(state, 0)


def test_spies_are_told_with_what_they_are_aimed_at() -> None:
    state = attack()
    state["fight"], state["decision"], state["to_act"], state["spy_depth"] = -1, Decision.REACT, 2, 1
    state["spy_seat"][:2], state["spy_card"][:2] = (0, 2), (Spy.SABOTEUR, Spy.DOUBLE_AGENT)
    state["argument"] = at(state, "0,-1"), 1
    text = render_text(state, 1)
    assert "Being played: Saboteur by seat 0 at 0,-1 on a damaged herd." in text
    assert "Seat 2 may cancel Saboteur by seat 0 at 0,-1 on a damaged herd with a Double Agent." in text
    state["spy_depth"] = 2
    assert "on a damaged herd, cancelled by Double Agent by seat 2." in render_text(state, 1)


def test_an_offer_is_told_part_by_part() -> None:
    state = attack()
    state["fight"], state["stage"], state["decision"], state["to_act"] = -1, Stage.WINDOW, Decision.OFFER_GIVE, 1
    state["offer_to"] = 2
    assert "On the table: seat 1 offers seat 2 cards." in render_text(state, 0)
    state["decision"], state["offer_kind"][0], state["offer_number"][0] = Decision.OFFER_WANT, Resource.WHEAT, 2
    assert "Seat 1 offers seat 2 2 wheat: for what." in render_text(state, 0)
    state["decision"], state["offer_kind"][1], state["offer_number"][1] = Decision.OFFER_ANSWER, Resource.CLAY, 1
    state["to_act"] = 2
    assert "On the table: seat 1 offers seat 2 2 wheat for 1 clay." in render_text(state, 0)


def test_a_telepathic_player_alone_sees_the_spies_it_looks_at() -> None:
    state = attack()
    state["fight"], state["decision"], state["to_act"], state["active"] = -1, Decision.KEEP, 2, 2
    state["looked_at"] = Spy.MOLE, Spy.SMUGGLER
    assert "Looked at: Mole and Smuggler." in render_text(state, 2)
    assert "Looked at" not in render_text(state, 1)


def test_mutations_dealt_are_shown_to_their_seat() -> None:
    state = fresh()
    first = words.MUTATIONS[state["dealt"][0, 0]]
    assert first in render_text(state, 0)
    assert first not in render_text(state, 1)


# The end


def test_a_report_has_vp_promises_and_fate_of_each_seat() -> None:
    state = attack()
    state["to_act"], state["decision"], state["winners"], state["out_at"][2], state["fight"] = -1, -1, 0b10, 1, -1
    state["record"][0, Promise.NUKE] = 3, 1, 1, 1
    result = words.report(state)
    assert json.loads(json.dumps(result)) == result
    assert [seat["won"] for seat in result] == [False, True, False]
    assert [seat["eliminated"] for seat in result] == [False, False, True]
    assert [seat["vp"] for seat in result] == [2, 4, 2]  # with the Moles in hand
    assert result[1]["vp_parts"] == {"barns": 0, "armories": 2, "tokens": 0, "moles": 1, "nukiest": 1}
    assert result[0]["mutation"] == "Flying"
    assert [result[0][name] for name in ("made", "kept", "broken", "void")] == [3, 1, 1, 1]
    assert result[1]["promises"]["void"] == {"no attack": 1, "nuke": 0, "no nuke": 0}  # outstanding
    text = render_text(state, 0)
    assert "The game is over in round 4: seat 1 won." in text
    assert "Seat 1 WON: 3 VP" in text
    assert "Seat 2 eliminated: 2 VP" in text
    assert "3 promises made: 1 kept, 1 broken, 1 void" in text


def test_what_became_of_promises_is_told_at_the_end_only() -> None:
    state = attack()
    state["record"][1, Promise.NUKE, MADE], state["record"][1, Promise.NUKE, BROKEN] = 1, 1
    assert "broken" not in render_text(state, 0)
    assert "2 promises made: 1 broken" in render_text(state)


@pytest.mark.parametrize(("players", "options"), [(2, {"scenario": 2}), (4, {"talk": 2, "max_rounds": 8})])
def test_the_report_of_a_game_accounts_for_every_promise(players: int, options: dict[str, int]) -> None:
    made = 0
    for seed in range(1, 5):
        *_, (state, _) = decisions(players, seed, **options)
        for seat, facts in enumerate(words.report(state)):
            assert facts["made"] == facts["kept"] + facts["broken"] + facts["void"]
            assert facts["vp"] == sum(facts["vp_parts"].values())
            assert facts["won"] == bool(state["winners"] >> seat & 1)
            made += facts["made"]
    assert made > 10


# Actions in words


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_action_of_a_state_has_its_own_words(players: int, options: dict[str, int]) -> None:
    asked: set[int] = set()
    for seed in range(1, 7 if COMPILED else 2):
        rich = {"costs": {"spy": {"wheat": 1}, "nuke": {"weapons": 1}}} if seed % 2 else {}
        for state, legal in decisions(players, 10 * players + seed, max_rounds=15, **options, **rich):
            texts = [GAME.action_text(state, action) for action in legal]
            assert len(set(texts)) == len(texts), texts
            assert max(map(len, texts), default=0) <= 60
            assert not any("{" in text or "choose" in text for text in texts), texts
            if legal:
                asked.add(int(state["decision"]))
                assert words.question(plain(state)).startswith(f"Seat {state['to_act']} ")
    assert len(asked) >= (14 if players > 2 else 10), sorted(asked)


def test_actions_have_words_in_states_that_do_not_allow_them() -> None:
    empty = new_states(STATE, 1)[0]
    for state in (attack(), empty, fresh(4), fresh(2)):
        for decision in (-1, *Decision):
            state["decision"] = decision
            for to_act in (-1, 0, 1):
                state["to_act"] = to_act
                assert all(GAME.action_text(state, action) for action in range(GAME.actions.size(5)))


# Picture


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_picture_has_one_size_and_nothing_is_cut_off(players: int, options: dict[str, int]) -> None:
    shapes = set()
    for number, (state, _) in enumerate(decisions(players, players, **options, max_rounds=8)):
        if number % 60 and state["to_act"] >= 0:
            continue
        picture = render_picture(state, number % players)
        assert picture.dtype == np.uint8
        assert picture.std() > 10  # not blank
        shapes.add(picture.shape)
        background = picture[0, 0]
        assert all((edge == background).all() for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]))
    assert shapes == {(900, 1280, 3)}


def test_the_picture_shows_what_changes() -> None:
    state = attack()
    pictures = [render_picture(state, 0), render_picture(state), render_picture(state, 1)]
    free, home = at(state, "0,0"), at(state, "-2,2")
    changes: list[tuple[str, Any, int]] = [
        ("healthy", home, 1),
        ("damaged", home, 1),
        ("building", home, -1),
        ("face_up", (), 1 << free),
        ("turmoil", (), 1 << free),
        ("vp_on", free, 2),
        ("locked", (), 1 << free),
        ("spent_healthy", home, 1),
        ("attack_healthy", (), 1),
        ("hits", 1, 2),
        ("died", 0, 1),
        ("rolled", (1, 2), 1),
        ("hand", (0, 3), 1),
        ("known", (0, 1, Resource.CLAY), 1),
        ("spies", (2, 2), 1),
        ("ready", 2, 1),
        ("spent", 0, 1),
        ("vp_tokens", 0, 1),
        ("moles", 1, 1),
        ("armories", 2, 1),
        ("promise", (1, 2, 0), 1),
        ("played", 3, 1),
        ("deck_size", (), -1),
        ("round", (), 1),
        ("past_what", 1, -1),
        ("dice", 0, 2),
        ("gained", (1, 2), 1),
        ("mutation", 0, 1),
        ("out_at", 2, 1),
        ("winners", (), 1),
    ]
    for name, place, more in changes:
        if place == ():
            state[name] += more
        else:
            state[name][place] += more
        pictures.append(render_picture(state, 0))
    for name, value in (("fight", -1), ("struck", home), ("target", free), ("offer_to", 1), ("links", 1)):
        state[name] = value
        pictures.append(render_picture(state, 0))
    for i, picture in enumerate(pictures):
        assert not any(np.array_equal(picture, other) for other in pictures[:i]), i


def test_the_fullest_table_has_room() -> None:
    """A combat, a chain of nukes, spies and an offer at once, all hands full, at a table of five."""
    state = fresh(5)
    state["round"], state["stage"], state["decision"], state["to_act"] = 999, Stage.WINDOW, Decision.REACT, 1
    state["mutation"] = Mutation.PARASITIC
    state["owner"][:35], state["humans"][:], state["healthy"][:], state["damaged"][:] = 3, 0, 12, 12
    state["building"][:35], state["spent_healthy"][:], state["turmoil"], state["locked"] = 2, 12, 2**35 - 1, 2**35 - 1
    state["vp_on"][:], state["sent"][:], state["attack_healthy"], state["attack_damaged"] = 3, 12, 12, 12
    state["fight"], state["defender"], state["combat_round"], state["rolled"][:], state["hits"][:] = 7, 3, 120, 9, 99
    state["hand"][:], state["known"][:], state["gained"][:], state["spies"][:], state["fresh"][:] = 99, 9, 99, 3, 3
    state["dice"][:], state["paid_for"][:] = 5, 3
    state["ready"][:], state["spent"][:], state["vp_tokens"][:], state["moles"][:] = NUKES, NUKES, VP_TOKENS, 5
    state["links"], state["link_seat"], state["answering"], state["struck"] = 20, 2, 3, 9
    state["spy_depth"], state["spy_seat"], state["spy_card"], state["argument"] = 3, 2, Spy.SABOTEUR, 1
    state["offer_to"], state["offer_kind"], state["offer_number"] = 2, 4, 2
    state["promise"][:], state["record"][:, :, KEPT], state["played"][:] = 1, 999, SPY_CARDS
    picture = render_picture(state)
    assert picture.shape == (900, 1280, 3)
    assert all((edge == picture[0, 0]).all() for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]))
    assert len(render_text(state, 0).splitlines()) > 60


def test_a_map_of_ones_own_has_room() -> None:
    hexes = [[q, 0, "wood"] for q in range(-12, 13)] + [[12, 1, "wheat"]]
    state = fresh(3, map={"starts": [[-12, 0], [0, 0], [12, 0]], "hexes": hexes})
    picture = render_picture(state, 0)
    assert all((edge == picture[0, 0]).all() for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]))
    assert "|-12,0      wood|" in render_text(state, 0)


def test_pictures_are_the_callers_own() -> None:
    state = attack()
    first = render_picture(state)
    expected = first.copy()
    first[:] = 0
    assert np.array_equal(render_picture(state), expected)


def test_every_promise_and_spy_has_its_name() -> None:
    t = plain(attack())
    said = {words.promise_words(words.Given(0, 2, kind)) for kind in range(len(PROMISES))}
    assert said == {"I do not attack seat 2", "I nuke seat 2", "I do not nuke seat 2"}
    t.spy_depth, t.spy_seat[0], t.argument = 1, 1, [2, 0]
    aims = {}
    for spy in (Spy.POCKET_NUKE, Spy.SMUGGLER, Spy.PICKPOCKET, Spy.CALL_UP, Spy.INFORMER):
        t.spy_card[0], t.argument = spy, [2, 0 if spy == Spy.SMUGGLER else -1]
        aims[spy] = words.stack_text(t)
    assert aims[Spy.SMUGGLER] == "Smuggler by seat 1 for clay and wood"
    assert aims[Spy.PICKPOCKET] == "Pickpocket by seat 1 on seat 2"
    assert aims[Spy.CALL_UP] == f"Call-up by seat 1 at {words.place(t, 2)}"
