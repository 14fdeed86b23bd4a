"""What holds in every game: random games with all options at every decision; rules against a second writing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.core.compiling import COMPILED
from envs.core.table import Table
from envs.farms_race import GAME
from envs.farms_race import actions as A
from envs.farms_race.box import (
    ARMORIES,
    BARNS,
    DECK,
    HERDS,
    HUMAN_TOKENS,
    KINDS,
    NEUTRAL,
    NUKES,
    SPY_CARDS,
    VP_TOKENS,
    Mutation,
    Spy,
)
from envs.farms_race.state import Decision

few = settings(max_examples=8 if COMPILED else 3, deadline=None, derandomize=True, database=None)
MOST = 100_000 if COMPILED else 50
"""Decisions that are looked at of a game."""

seeds = st.integers(0, 2**63 - 1)
CHEAP = {"nuke": {"weapons": 1}, "spy": {"wheat": 1}, "barn": {"wood": 1}}
tables = st.sampled_from([(2, 1), (2, 2), (2, 3), (3, 1), (3, 1), (4, 1), (5, 1)])
variants = st.builds(
    lambda table, **more: {"num_players": table[0], "scenario": table[1], **more},
    tables,
    mutations=st.sampled_from(["default", "all", "base"]),
    costs=st.sampled_from(["default", CHEAP]),
    combat_die=st.sampled_from(["default", {"blank": 1, "gun": 2}]),
    resource_die=st.sampled_from(["default", {"wheat": 1, "weapons": 2, "plutonium": 2, "wood": 2, "?": 3}]),
    trading=st.booleans(),
    offers=st.sampled_from([0, 1, 2, 4]),
    talk=st.sampled_from([0, 1, 3]),
    max_rounds=st.sampled_from([3, 12]),
    reward=st.sampled_from(["zero_sum", "win", "rank", "score"]),
)


def play(seed: int, options: dict[str, Any], most: int = MOST) -> Iterator[Table]:
    """Yield a table at every decision of a game and at its end: half at random, half by scripted players."""
    table, rng, whims = Table(GAME, options), np.random.default_rng(seed), np.array([seed], np.uint64)
    table.start(seed)
    for _ in range(most):
        yield table
        if table.over:
            return
        if rng.random() < 0.5:
            table.play(int(rng.choice(np.flatnonzero(table.mask))))
        else:
            bot = int(rng.integers(len(GAME.bots)))
            action = int(GAME.loops.choose(table.state, bot, table.mask, whims))
            assert table.mask[action] == 1, f"{GAME.bots[bot]} plays {action}, which is not legal"
            table.play(action)


# Conservation


def herds_of(s: Any, owner: int) -> int:
    """The herds of an owner on the map, those in combat among them."""
    here = s["owner"] == owner
    attack = int(s["attack_healthy"]) + int(s["attack_damaged"]) if owner == int(s["active"]) else 0
    return int(s["healthy"][here].sum()) + int(s["damaged"][here].sum()) + attack


def pieces_are_all_there(s: Any) -> None:
    """Fail unless every piece of the box is in one place."""
    players = int(s["players"])
    for owner in [*range(players), NEUTRAL]:
        assert int(s["herds"][owner]) == herds_of(s, owner) <= HERDS
    for seat in range(players):
        mine = s["building"][s["owner"] == seat]
        assert int(s["barns"][seat]) == int((mine == 1).sum()) <= BARNS
        assert int(s["armories"][seat]) == int((mine == 2).sum()) <= ARMORIES
    assert int(s["ready"].sum()) + int(s["spent"].sum()) <= NUKES
    assert int(s["vp_tokens"].sum()) + int(s["vp_on"].sum()) <= VP_TOKENS
    spies = s["spies"].sum(axis=0) + s["played"] + s["gone"]
    for card in [*s["deck"].tolist(), *s["looked_at"].tolist()]:
        if card >= 0:
            spies[card] += 1
    assert spies.tolist() == SPY_CARDS.tolist()
    hidden = [0] * len(HUMAN_TOKENS)
    for region in range(int(s["regions"])):
        if s["humans"][region] and not int(s["face_up"]) >> region & 1:
            hidden[s["humans"][region]] += 1
    assert all(
        there + shown <= most for there, shown, most in zip(hidden, s["shown_humans"], HUMAN_TOKENS, strict=True)
    )


def only_grow(s: Any) -> dict[str, list[int]]:
    """What never gets less in a game."""
    return {
        "nukes": (s["ready"] + s["spent"]).tolist(),
        "vp_tokens": s["vp_tokens"].tolist(),
        "moles": s["moles"].tolist(),
        "played": s["played"].tolist(),
        "gone": s["gone"].tolist(),
        "shown_humans": s["shown_humans"].tolist(),
        "out": [int(out > 0) for out in s["out_at"]],
        "record": s["record"].ravel().tolist(),
        "round": [int(s["round"])],
    }


@few
@given(seeds, variants)
def test_every_piece_is_in_one_place_at_every_decision(seed: int, options: dict[str, Any]) -> None:
    before: Any = None
    laid: Any = None
    for number, table in enumerate(play(seed, options)):
        s = table.state
        if number % 5 == 0 or table.over:
            GAME.check(s)
        pieces_are_all_there(s)
        now = only_grow(s)
        if before is not None:
            for name, values in now.items():
                assert all(a <= b for a, b in zip(before[name], values, strict=True)), name
        before = now
        map_of = [s[name].tolist() for name in ("q", "r", "gives", "adjacent", "starts", "costs", "in_play")]
        laid = laid or map_of
        assert laid == map_of


@few
@given(seeds, variants)
def test_games_end_with_the_winners_of_the_rulings(seed: int, options: dict[str, Any]) -> None:
    """R14, R15, R17: who has 10 VP alone; else the last one left; else, at the limit, who has most."""
    table = None
    for table in play(seed, options):
        s, players = table.state, table.num_players
        if not table.over and players > 2 and int(s["stage"]) > 0:
            assert max(vp_by_ruling(s, seat) for seat in range(players) if not s["out_at"][seat]) < 10
    assert table is not None
    if not table.over:
        return
    s, players = table.state, table.num_players
    winners = {seat for seat in range(players) if int(s["winners"]) >> seat & 1}
    living = [seat for seat in range(players) if not s["out_at"][seat]]
    vp = {seat: vp_by_ruling(s, seat) for seat in living}
    best = {seat for seat in living if vp[seat] == max(vp.values())}
    if players == 2:
        assert winners in (set(), best, {1} & best)
        assert not table.truncated
    elif table.truncated:
        assert winners == best
        assert int(s["round"]) == options["max_rounds"]
    elif len(living) == 1:
        assert winners == set(living)
    elif living:
        assert winners == {seat for seat in living if vp[seat] >= 10}
        assert len(winners) == 1
    if options["reward"] in ("zero_sum", "rank"):
        assert abs(float(table.returns.sum())) < 1e-5
    if winners:
        assert all(table.returns[seat] == table.returns.max() for seat in winners)


def vp_by_ruling(s: Any, seat: int) -> int:
    """R14, written a second time: all VP, Moles in hand too."""
    mine = s["building"][s["owner"] == seat].astype(int)
    moles = int(s["moles"][seat]) + int(s["spies"][seat, Spy.MOLE])
    return int(mine.sum()) + int(s["vp_tokens"][seat]) + moles + int(int(s["nukiest"]) == seat)


# What the mask offers, written a second time

PRICES = {"barn": 0, "armory": 1, "spy": 2, "nuke": 3}


def pays(s: Any, seat: int, item: str) -> bool:
    return bool((s["hand"][seat] >= s["costs"][PRICES[item]]).all())


def near(s: Any, seat: int) -> set[int]:
    """The regions next to those of a seat."""
    places = [(int(s["q"][i]), int(s["r"][i])) for i in range(int(s["regions"]))]
    own = [place for place, owner in zip(places, s["owner"], strict=False) if int(owner) == seat]
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    around = {(q + dq, r + dr) for q, r in own for dq, dr in steps}
    return {i for i, place in enumerate(places) if place in around}


def free_by_ruling(s: Any, seat: int) -> set[int]:
    """R10: building, the bank, spies to build, nukes. Spies to play are looked at elsewhere."""
    found = set()
    shared = int(s["shared"])
    for region in range(int(s["regions"])):
        if int(s["owner"][region]) != seat:
            continue
        building = int(s["building"][region])
        barn = building == 0 and int(s["barns"][seat]) < 3 and pays(s, seat, "barn") and not shared >> region & 1
        armory = building == 1 and int(s["armories"][seat]) < 2 and pays(s, seat, "armory")
        if barn or armory:
            found.add(A.BUILD + region)
    rate = 2 if int(s["mutation"][seat]) == Mutation.THRIFTY else 3
    for kind in range(KINDS):
        if int(s["hand"][seat, kind]) >= rate:
            found |= {A.BANK + kind * KINDS + other for other in range(KINDS) if other != kind}
    if pays(s, seat, "spy") and int(s["deck_size"]):
        found.add(A.BUILD_SPY)
    paid = pays(s, seat, "nuke") and int(s["ready"].sum()) + int(s["spent"].sum()) < 20
    if paid:
        found |= {A.BUILD_NUKE, A.LAUNCH + 1}
    if int(s["ready"][seat]):
        found.add(A.LAUNCH)
    return found


def discards_by_ruling(s: Any, seat: int) -> set[int]:
    """Phase 4: down to seven, ten with Hoarding; the turn ends only then."""
    limit = 10 if int(s["mutation"][seat]) == Mutation.HOARDING else 7
    if int(s["hand"][seat].sum()) <= limit:
        return {A.PASS}
    return {A.RESOURCE + kind for kind in range(KINDS) if int(s["hand"][seat, kind])}


def window_by_ruling(s: Any, seat: int) -> set[int]:
    """R11: offers to players who are in and not active, promises about players who are in."""
    found, players = {A.PASS}, int(s["players"])
    may_offer = int(s["trading"]) and int(s["offered"]) < int(s["offers"]) and int(s["hand"][seat].sum())
    for other in range(players):
        if other == seat or int(s["out_at"][other]):
            continue
        about = A.PLAYERS + (other - seat) % players * A.PER_PLAYER
        if may_offer and other != int(s["active"]):
            found.add(about + A.NAME)
        for kind in range(3):
            opposite = {1: 2, 2: 1}.get(kind, kind)
            stands = int(s["promise"][kind, seat, other]) or int(s["promise"][opposite, seat, other])
            if int(s["talked"]) < int(s["talk"]) and not stands:
                found.add(about + A.PROMISE + kind)
    return found


def offer_by_ruling(s: Any, seat: int) -> set[int]:
    hand = s["hand"][seat]
    if int(s["decision"]) == Decision.OFFER_GIVE:
        return {A.CARDS + n * KINDS + kind for n in range(2) for kind in range(KINDS) if hand[kind] > n}
    if int(s["decision"]) == Decision.OFFER_WANT:
        kinds = [kind for kind in range(KINDS) if kind != int(s["offer_kind"][0])]
        return {A.PASS} | {A.CARDS + n * KINDS + kind for n in range(2) for kind in kinds}
    can = hand[int(s["offer_kind"][1])] >= int(s["offer_number"][1])
    return {A.PASS, A.ACCEPT} if can else {A.PASS}


@few
@given(seeds, variants)
def test_r10_r11_the_mask_offers_what_the_rulings_allow_and_nothing_else(seed: int, options: dict[str, Any]) -> None:
    for table in play(seed, options):
        if table.over:
            return
        s, seat, decision = table.state, table.seat, Decision(int(table.state["decision"]))
        spies = set(range(A.SPY, A.LAUNCH))
        offered = set(np.flatnonzero(table.mask).tolist()) - spies
        if decision == Decision.ACTIONS:
            herds = {action for action in offered if action < A.BUILD} - {A.PASS}
            assert A.PASS in offered
            assert offered - herds - {A.PASS} == free_by_ruling(s, seat)
        elif decision == Decision.RESOURCES:
            assert offered == free_by_ruling(s, seat) | {A.PASS}
        elif decision == Decision.DISCARD:
            assert offered == free_by_ruling(s, seat) | discards_by_ruling(s, seat)
        elif decision == Decision.WINDOW:
            assert offered == window_by_ruling(s, seat)
        elif decision in (Decision.OFFER_GIVE, Decision.OFFER_WANT, Decision.OFFER_ANSWER):
            assert offered == offer_by_ruling(s, seat)
        elif decision == Decision.TARGET and int(s["mutation"][seat]) != Mutation.BALLISTIC and int(s["links"]) == 0:
            assert offered == {A.REGION + region for region in near(s, seat)}


@few
@given(seeds, variants)
def test_r9_a_roll_pays_what_the_rulings_say(seed: int, options: dict[str, Any]) -> None:
    """By what each die paid and who controlled what; Photosynthetic gets one more wheat."""
    rolled: tuple[int, int] | None = None
    for table in play(seed, options):
        s = table.state
        turn = (int(s["round"]), int(s["active"]))
        if table.over or int(s["paid_for"][1]) < 0 or rolled == turn or int(s["decision"]) == Decision.WILD:
            continue
        rolled = turn
        assert all(die in (paid, 5) for die, paid in zip(s["dice"].tolist(), s["paid_for"].tolist(), strict=True))
        for seat in range(table.num_players):
            gained = [0] * KINDS
            for paid in s["paid_for"].tolist():
                gained[paid] += int(((s["owner"] == seat) & (s["gives"] == paid))[: int(s["regions"])].sum())
            if gained[1] and int(s["mutation"][seat]) == Mutation.PHOTOSYNTHETIC:
                gained[1] += 1
            assert s["gained"][seat].tolist() == gained
            assert not int(s["out_at"][seat]) or not any(gained)


# Nobody can be asked for ever


def most_decisions(s: Any) -> int:
    """Return a bound of the decisions of a turn that begins so, from what the rulings limit; every die shows a gun.

    Cards are spent one by one at least, by building, banking and discarding; what a roll and spies can give comes
    on top. Each nuke and each spy of the box is used once. Herds act once, after two declarations taken back; in every
    round of a combat each side takes a point of damage at least.
    """
    players, herds = int(s["players"]), 2 * HERDS
    cards = int(s["hand"].sum()) + 2 * int(s["regions"]) + players + 4 * DECK
    window = players * (4 * int(s["offers"]) + int(s["talk"]) + 1)
    nukes = (NUKES + int(SPY_CARDS[Spy.POCKET_NUKE])) * (2 + 2 + players)
    spies = DECK * (2 + 2 + 3 * players)
    moves = 2 * (2 + herds) + 3 * herds
    combats = herds * (4 * HERDS + 4 * HERDS + HERDS)
    return cards + window + nukes + spies + moves + combats + 2 * HERDS


def stalling(table: Table, rng: np.random.Generator) -> int:
    """Return a decision that makes the turn last: never to pass, go or answer where anything else can be done."""
    legal = np.flatnonzero(table.mask).tolist()
    longer = [action for action in legal if action not in (A.PASS, A.GO, A.RETREAT)]
    back = [action for action in legal if action == A.TAKE_BACK]
    herds = [action for action in legal if A.HERD <= action < A.GO]
    return int(rng.choice((herds or back) if rng.random() < 0.9 and (herds or back) else longer or legal))


@pytest.mark.parametrize(
    ("players", "offers", "talk", "costs"), [(2, 1, 1, "default"), (3, 4, 4, CHEAP), (5, 2, 1, CHEAP)]
)
def test_a_turn_ends_even_where_everybody_delays_it(players: int, offers: int, talk: int, costs: Any) -> None:
    options = {"num_players": players, "offers": offers, "talk": talk, "costs": costs, "mutations": "all"}
    for seed in range(4 if COMPILED else 1):
        rng = np.random.default_rng([seed, players])
        table = Table(GAME, {**options, "combat_die": {"gun": 1}, "max_rounds": 8})
        table.start(seed)
        turn, asked, bound = (0, 0), 0, 100
        for _ in range(100_000 if COMPILED else 120):
            if table.over:
                break
            s = table.state
            now = (int(s["round"]), int(s["active"]))
            if now != turn:
                turn, asked, bound = now, 0, most_decisions(s)
            asked += 1
            assert asked <= bound
            table.play(stalling(table, rng))
        assert table.over or not COMPILED


def test_a_declaration_is_over_after_as_many_decisions_as_there_are_herds() -> None:
    """Whatever the choices: at most the herds, then go; and a turn knows two declarations taken back."""
    for seed in range(6 if COMPILED else 1):
        rng = np.random.default_rng(seed)
        declared = back = 0
        turn = (0, 0)
        for table in play(seed, {"num_players": 3 + seed % 3}, 3000 if COMPILED else 80):
            if table.over:
                break
            s = table.state
            if (int(s["round"]), int(s["active"])) != turn:
                turn, back = (int(s["round"]), int(s["active"])), 0
            if int(s["decision"]) != Decision.HERDS:
                declared = 0
                continue
            declared += 1
            assert declared <= int(s["herds"][int(s["active"])]) + 1
            twin, steps = table.clone(), 0  # a copy is declared to its end in the slowest way
            while int(twin.state["decision"]) == Decision.HERDS:
                herds = np.flatnonzero(twin.mask[A.HERD : A.GO])
                twin.play(int(A.HERD + rng.choice(herds)) if len(herds) else A.GO)
                steps += 1
            assert steps <= HERDS + 1
            back = max(back, int(s["taken_back"]))
            assert back <= 2
            assert bool(table.mask[A.TAKE_BACK]) == (int(s["taken_back"]) < 2)


# Replays and redeals


@few
@given(seeds, variants)
def test_games_played_again_are_the_same_bit_for_bit(seed: int, options: dict[str, Any]) -> None:
    *_, table = play(seed, options, 400 if COMPILED else 40)
    again = Table(GAME, options)
    again.start(seed)
    for action in table.actions:
        again.play(action)
    assert again.states.tobytes() == table.states.tobytes()
    assert np.array_equal(again.mask, table.mask)
    other = Table(GAME, options)
    other.start(seed ^ 1)
    assert other.states.tobytes() != table.states.tobytes()


@few
@given(seeds, variants)
def test_r18_redeal_agrees_with_all_that_a_seat_knows(seed: int, options: dict[str, Any]) -> None:
    """Nothing that it sees, reads or may do changes, nor what scripted players do; and the table stays a good one."""
    for number, table in enumerate(play(seed, options)):
        if number % (11 if COMPILED else 12) or table.over:
            continue
        s, players = table.state, table.num_players
        for seat in {table.seat, number % players}:
            twin = table.clone()
            twin.redeal(seat, number)
            GAME.check(twin.state)
            t = twin.state
            assert np.array_equal(twin.look(seat)[0], table.look(seat)[0])
            assert t["hand"][seat].tolist() == s["hand"][seat].tolist()
            assert t["spies"][seat].tolist() == s["spies"][seat].tolist()
            assert t["hand"].sum(axis=0).tolist() == s["hand"].sum(axis=0).tolist()
            assert t["hand"].sum(axis=1).tolist() == s["hand"].sum(axis=1).tolist()
            assert t["spies"].sum(axis=1).tolist() == s["spies"].sum(axis=1).tolist()
            assert (t["hand"] >= s["known"][seat]).all()
            open_humans = [i for i in range(int(s["regions"])) if int(s["face_up"]) >> i & 1]
            assert t["humans"][open_humans].tolist() == s["humans"][open_humans].tolist()
            assert ((t["humans"] > 0) == (s["humans"] > 0)).all()
            if seat != table.seat:
                continue
            assert np.array_equal(twin.mask, table.mask)
            assert twin.legal_texts() == table.legal_texts()
            for bot in range(len(GAME.bots)):
                answers = [
                    int(GAME.loops.choose(there.state, bot, there.mask, np.array([number], np.uint64)))
                    for there in (twin, table)
                ]
                assert answers[0] == answers[1], GAME.bots[bot]


# Every question is asked, and every text is one action


def test_every_question_is_asked_and_every_mask_has_an_action() -> None:
    asked: Counter[Decision] = Counter()
    for seed in range(40 if COMPILED else 1):
        options = {"num_players": 3 + seed % 3, "mutations": "all", "costs": CHEAP}
        for table in play(seed, options):
            if not table.over:
                asked[Decision(int(table.state["decision"]))] += 1
                assert table.mask.any()
    if COMPILED:
        assert set(asked) == set(Decision)


def test_the_texts_of_legal_actions_differ() -> None:
    for seed in range(4 if COMPILED else 1):
        for number, table in enumerate(play(seed, {"num_players": 2 + seed, "scenario": 3, "costs": CHEAP})):
            if number % 3 == 0 and not table.over:
                texts = list(table.legal_texts().values())
                assert len(set(texts)) == len(texts)
