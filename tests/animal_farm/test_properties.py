"""What holds in every game: random games with all options, at every decision; alliances against a second writing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.animal_farm import GAME
from envs.animal_farm import actions as A
from envs.animal_farm.box import REGIONS, SECOND, TOP
from envs.animal_farm.state import Decision
from envs.core.compiling import COMPILED
from envs.core.table import Table

from .table import Play, draw

few = settings(max_examples=8 if COMPILED else 2, deadline=None, derandomize=True, database=None)
many = settings(max_examples=300 if COMPILED else 25, deadline=None, derandomize=True, database=None)
MOST = 100_000 if COMPILED else 250
"""Decisions that are looked at of a game."""

seeds = st.integers(0, 2**63 - 1)
variants = st.fixed_dictionaries(
    {
        "num_players": st.integers(3, 5),
        "rounds": st.sampled_from([6, 9]),
        "actions": st.sampled_from(["random", "random", "beginner", "printed"]),
        "moods": st.sampled_from(["conveyor", "growing"]),
        "mood_deck": st.sampled_from(["all", "printed"]),
        "talk": st.sampled_from([0, 1, 3]),
        "offers": st.sampled_from([0, 1, 2, 4]),
        "reward": st.sampled_from(["zero_sum", "win", "rank", "score"]),
        "open_scores": st.booleans(),
    }
)


def play(seed: int, options: dict[str, Any], most: int = MOST) -> Iterator[Table]:
    """Yield a table at every decision of a game and at its end: half at random, half by scripted players."""
    table, rng, whims = Table(GAME, options), np.random.default_rng(seed), np.array([seed], np.uint64)
    table.start(seed)
    for _ in range(most):
        yield table
        if table.over:
            return
        if rng.random() < 0.6:
            table.play(int(rng.choice(np.flatnonzero(table.mask))))
        else:
            bot = int(rng.integers(len(GAME.bots)))
            table.play(int(GAME.loops.choose(table.state, bot, table.mask, whims)))


# Conservation


def lying(s: Any) -> list[int]:
    """Tokens of each kind: in the regions, with the players, on revolutions."""
    total = s["stock"].astype(int) + s["tokens"].astype(int).sum(axis=(0, 1))
    for place in range(int(s["players"])):
        for line, kinds in enumerate((TOP, SECOND)):
            total[kinds[s["revolution"][place]]] += int(s["placed"][place, :, line].sum())
    return total.tolist()


@few
@given(seeds, variants)
def test_60_tokens_45_agents_and_all_cards_at_every_decision_and_games_end(seed: int, options: dict[str, Any]) -> None:
    table, laid = None, None
    for number, table in enumerate(play(seed, options)):
        s, n = table.state, options["num_players"]
        if number % 3 == 0:
            GAME.check(s)
        assert lying(s) == [12] * 5
        assert (s["agents"][:n].astype(int).sum(axis=1) + s["reserve"][:n] + s["supply"][:n] == 9).all()
        cards = s["revolution"][:n].tolist()
        assert len({int(TOP[card]) for card in cards}) == n
        assert s["drawn_revolutions"][cards].all()
        on_board = [mood for mood in s["mood"].tolist() if mood >= 0]
        assert len(set(on_board)) == len(on_board)
        assert s["drawn_moods"][on_board].all()
        laid = laid or (s["basic"].tolist(), s["advanced"].tolist())
        assert laid == (s["basic"].tolist(), s["advanced"].tolist())
    assert table is not None
    if not COMPILED and not table.over:
        return
    assert table.over
    assert not table.truncated
    assert int(table.state["round"]) == options["rounds"]
    returns = table.returns.tolist()
    winners = [seat for seat, fact in enumerate(GAME.report(table.state)) if fact["won"]]
    assert winners == [seat for seat in range(n) if int(s["vp"][seat]) == int(s["vp"].max())]
    assert all(returns[seat] == max(returns) for seat in winners)
    if options["reward"] in ("zero_sum", "rank"):
        assert abs(sum(returns)) < 1e-4


# Nobody can be asked for ever


def most_decisions(players: int, offers: int, talk: int) -> int:
    """Return a bound of the decisions of one region, from what the rulings limit.

    What begins the succession of passes anew is limited: offers, gifts (two a player), actions and ransoms (a player
    has at most four tokens that pay for some: two in Owned, two in the Airdrop zone; none comes there before the round
    ends); and for each alliance dissolved by an action an offer or a claim more. Each of these is one event, with what
    is asked until the next: turns to speak with their promises, the parts of a deal, its answers, a circle of last
    actions, the parts of an action, who could answer it.
    """
    tokens = 4 * players
    events = 1 + players * offers + 2 * players + tokens + tokens
    between = players * (1 + talk) + (players + 4) + players + players + 6 + players
    return events * between


def stalling(table: Table, rng: np.random.Generator) -> int:
    """Return a decision that makes the region last: never to pass or agree where anything else can be done."""
    legal = [int(action) for action in np.flatnonzero(table.mask)]
    longer = [action for action in legal if action not in (A.PASS, A.YES)]
    gifts = [action for action in longer if action >= A.PLAYERS and (action - A.PLAYERS) % A.PER_PLAYER == A.GIVE]
    return int(rng.choice(gifts if gifts and rng.random() < 0.3 else longer or legal))


@pytest.mark.parametrize(("players", "offers", "talk"), [(3, 2, 1), (4, 4, 3), (5, 2, 0), (5, 0, 1)])
def test_r18_a_region_ends_even_where_everybody_delays_it(players: int, offers: int, talk: int) -> None:
    bound = most_decisions(players, offers, talk)
    asked: Counter[tuple[int, int]] = Counter()
    for seed in range(4 if COMPILED else 1):
        rng = np.random.default_rng([seed, players])
        table = Table(GAME, {"num_players": players, "offers": offers, "talk": talk})
        table.start(seed)
        last = (0, 0)
        for _ in range(20_000 if COMPILED else 300):
            if table.over:
                break
            here = (int(table.state["round"]), int(table.state["region"]))
            if here != last:
                asked.clear()
            last = here
            if here[1] >= 0:
                asked[here] += 1
                assert asked[here] <= bound
                table.play(stalling(table, rng))
            else:
                table.play(int(rng.choice(np.flatnonzero(table.mask))))


# What the mask offers in bargaining


def limit_by_ruling(s: Any) -> int:
    """R14, written a second time."""
    if int(s["region"]) > 4:
        return 0
    most = int(s["players"]) + (4 if int(s["harvest"]) else 2)
    return max(0, min(int(s["stock"][s["region"]]), most) - 2 * int(s["orthodoxy"]))


def allowed_by_ruling(s: Any, members: list[int]) -> int:
    agents = sum(int(s["agents"][seat, s["region"]]) + 2 * (int(s["harvest"]) >> seat & 1) for seat in members)
    return min(agents, limit_by_ruling(s))


def wins_by_ruling(s: Any) -> set[frozenset[int]]:
    """R13, written a second time: alliances by brute force. One of strength 0 is stronger than nobody."""
    seats = range(int(s["players"]))
    strength = [int(value) for value in s["strength"]]
    alliances = []
    for size in range(1, len(seats)):
        for members in combinations(seats, size):
            with_agents = all(int(s["agents"][seat, s["region"]]) > 0 for seat in members)
            apart = any(int(s["separated"][a]) >> b & 1 for a, b in combinations(members, 2))
            if with_agents and not apart:
                alliances.append(frozenset(members))
    total = {members: sum(strength[seat] for seat in members) for members in alliances}
    return {
        members
        for members in alliances
        if total[members] > max((total[other] for other in alliances if not other & members), default=0)
    }


def winning(s: Any) -> set[frozenset[int]]:
    """The alliances that the state says would win."""
    n = int(s["players"])
    return {
        frozenset(seat for seat in range(n) if bits >> seat & 1)
        for bits in range(1 << n)
        if int(s["winning"]) >> bits & 1
    }


def proposed(table: Table) -> list[frozenset[int]]:
    """The alliances that the speaker may propose or claim, themselves included."""
    n, seat = table.num_players, table.seat
    return [
        frozenset({seat} | {(seat + 1 + bit) % n for bit in range(4) if allies >> bit & 1})
        for allies in range(A.ALLIES)
        if table.mask[A.ALLY + allies]
    ]


def check_proposals(table: Table) -> int:
    """Everything that wins with the speaker in it may be proposed while there are offers; alone at any time."""
    s, seat = table.state, table.seat
    wins = {members for members in wins_by_ruling(s) if seat in members}
    if int(s["offered"][seat]) >= int(s["offers"]):
        wins &= {frozenset({seat})}
    offered = proposed(table)
    assert len(set(offered)) == len(offered)
    assert set(offered) == wins
    may_give = int(s["gifts"][seat]) < 2 and int(s["tokens"][seat, :2].sum()) > 0
    gives = [int(table.mask[A.PLAYERS + place * A.PER_PLAYER + A.GIVE]) for place in range(table.num_players)]
    assert gives == [0] + [int(may_give)] * (table.num_players - 1)
    return len(offered)


def check_shares(table: Table) -> int:
    """Shares from none to all that is left of what the members may take."""
    s = table.state
    members = [seat for seat in range(table.num_players) if int(s["members"]) >> seat & 1]
    left = allowed_by_ruling(s, members) - int(s["share"].sum())
    shares = [share for share in range(A.MOST_SHARE + 1) if table.mask[A.SHARE + share]]
    assert shares == list(range(left + 1))
    assert left > 0
    return 1


def check_payment(table: Table) -> int:
    """New and Owned tokens that the payer has, those already named left out; never from the Airdrop zone."""
    s = table.state
    left = s["tokens"][s["payer"]].astype(int).ravel()
    for code in s["payment"].tolist():
        if code >= 0:
            left[code] -= 1
    offered = np.flatnonzero(table.mask[A.TOKEN : A.TOKEN + 15])
    assert (offered < 10).all()
    assert (left[offered] > 0).all()
    assert len(offered) > 0
    first = int(s["payment"][0])
    assert set(np.flatnonzero(left[:10]).tolist()) - set(offered.tolist()) <= set(range(max(first, 0)))
    return 1


def check_standing(s: Any) -> int:
    """While a deal is on the table its side payment is there to be paid."""
    for code in set(s["payment"].tolist()) - {-1}:
        needed = s["payment"].tolist().count(code)
        assert int(s["tokens"][s["payer"], code // 5, code % 5]) >= needed
    return int(s["payment"][0]) >= 0


@few
@given(seeds, variants)
def test_r13_r14_r15_the_mask_offers_what_the_rulings_allow_and_nothing_else(
    seed: int, options: dict[str, Any]
) -> None:
    for table in play(seed, options):
        if table.over:
            return
        s, decision = table.state, Decision(int(table.state["decision"]))
        if int(s["region"]) < 0:
            continue
        assert winning(s) == wins_by_ruling(s)
        assert all(len(members) < table.num_players for members in winning(s))
        check_standing(s)
        if decision == Decision.SPEAK:
            check_proposals(table)
        elif decision == Decision.SHARE:
            check_shares(table)
        elif decision == Decision.PAYMENT:
            check_payment(table)


_CLOSING = (Decision.SPEAK, Decision.ANSWER, Decision.LAST_ACTIONS)


@few
@given(seeds, variants)
def test_r14_winners_take_no_more_than_the_limit_and_their_agents(seed: int, options: dict[str, Any]) -> None:
    """By what was there before the pass, agreement or claim with which a region closed."""
    before: Any = None
    for table in play(seed, options):
        s = table.state
        closed = before is not None and int(s["regions_done"]) != int(before["regions_done"])
        if closed and table.actions[-1] in (A.PASS, A.YES, A.ALLY) and before["decision"] in _CLOSING:
            region = int(before["region"])
            winners = [seat for seat in range(table.num_players) if int(s["round_won"][region]) >> seat & 1]
            took = s["round_took"][:, region].astype(int)
            assert set(np.flatnonzero(took)) <= set(winners)
            if region < 5:
                assert took.sum() <= allowed_by_ruling(before, winners)
            else:
                assert took.max(initial=0) <= 1
        before = s.copy() if not table.over and int(s["region"]) >= 0 else None


# R13 against brute force


tables = st.integers(3, 5).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(st.integers(0, 4), min_size=n, max_size=n),
        st.lists(st.integers(0, 12), min_size=n, max_size=n),
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=4),
        st.integers(0, 4),
    )
)


@many
@given(tables)
def test_r13_winning_alliances_are_those_of_a_second_writing(
    table_of: tuple[int, list[int], list[int], Any, int],
) -> None:
    """Agents, strengths and separations are written by hand; then seat 0 plays Peace, and the rules count anew."""
    n, agents, strength, pairs, region = table_of
    name = REGIONS[region]
    table = draw(f"{name} {'1' * n}", phase="alliances", owned=" ".join(["l"] + ["-"] * (n - 1)), new=" ".join("c" * n))
    s = table.state
    agents[0] = max(agents[0], 1)
    for seat in range(n):
        s["agents"][seat, region] = agents[seat]
        s["strength"][seat] = strength[seat] if agents[seat] else 0
    for one, other in pairs:
        if one != other:
            s["separated"][one] |= 1 << other
            s["separated"][other] |= 1 << one
    before = int(s["strength"][0])
    Table.play(table, A.BASIC + 4)
    assert int(s["strength"][0]) == before + 1
    assert winning(s) == wins_by_ruling(s)


# Redeal


@few
@given(seeds, variants)
def test_r31_redeal_changes_nothing_that_anybody_can_see(seed: int, options: dict[str, Any]) -> None:
    for number, table in enumerate(play(seed, options)):
        if number % (7 if COMPILED else 40) or table.over:
            continue
        seat = (number // 7) % table.num_players
        twin = table.clone()
        twin.redeal(seat, number)
        changed = [name for name in table.state.dtype.names if (twin.state[name] != table.state[name]).any()]
        assert changed == ["random"]
        for viewer in range(table.num_players):
            assert np.array_equal(twin.look(viewer)[0], table.look(viewer)[0])
        assert np.array_equal(twin.mask, table.mask)
        assert twin.legal_texts() == table.legal_texts()
        if number % 35 == 0:
            assert GAME.render_text(twin.state, seat) == GAME.render_text(table.state, seat)


# Every legal action can be taken, and every question is asked


def test_every_question_is_asked_and_every_mask_has_an_action() -> None:
    asked: Counter[Decision] = Counter()
    for seed in range(30 if COMPILED else 1):
        options = {"num_players": 3 + seed % 3, "talk": 1, "rounds": 9}
        for table in play(seed, options):
            if not table.over:
                asked[Decision(int(table.state["decision"]))] += 1
                assert table.mask.any()
    if COMPILED:
        assert set(asked) == set(Decision)


def test_r31_the_texts_of_legal_actions_differ() -> None:
    for seed in range(2 if COMPILED else 1):
        for number, table in enumerate(play(seed, {"num_players": 4})):
            if number % 3 == 0 and not table.over:
                texts = list(table.legal_texts().values())
                assert len(set(texts)) == len(texts)


def test_the_same_seed_and_decisions_give_the_same_game() -> None:
    one, other = (Play(GAME, {"num_players": 5}) for _ in range(2))
    for table in (one, other):
        table.start(7)
        for step in range(300):
            table.at_random(step)
    assert one.state.tobytes() == other.state.tobytes()
