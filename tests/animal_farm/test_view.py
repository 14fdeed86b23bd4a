"""How a table looks, as text and as a picture, and how actions are said: complete, and nothing hidden in it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from envs.animal_farm import GAME, words
from envs.animal_farm import actions as A
from envs.animal_farm.box import (
    CARD_NAMES,
    KINDS,
    NO_PART,
    PARTS,
    PROMISES,
    REVOLUTIONS,
    UNSTABLE,
    Card,
    Mood,
    Outcome,
    Part,
    Promise,
    Zone,
)
from envs.animal_farm.state import Decision, Stage
from envs.animal_farm.view import render_picture, render_text
from envs.core.compiling import COMPILED, new_states
from envs.core.view import plain

AFRICA, INDIA = 4, 2
LION, ELEPHANT, CAT, KANGAROO = 4, 2, 0, 3


def fresh(players: int = 4, seed: int = 1, **options: Any) -> Any:
    """The state of a new game."""
    state = new_states(GAME.dtype, 1)[0]
    encoded = GAME.options.encode(GAME.options.complete({"num_players": players, **options}))
    GAME.rules.reset(state, encoded, np.uint64(seed))
    return state


def negotiation() -> Any:
    """Round 3, Africa: seat 0 has proposed a deal to seats 1 and 2, and seat 1 has agreed."""
    s = fresh(actions="beginner")
    s["round"], s["stage"], s["decision"], s["to_act"] = 3, Stage.ANSWERS, Decision.ANSWER, 2
    s["first_player"], s["first_region"], s["region"], s["regions_done"] = 1, INDIA, AFRICA, 2
    s["mood"] = Mood.COLLECTIVISM, Mood.BIG_BROTHER, -1
    s["stock"] = 3, 9, 8, 12, 7
    s["agents"][:4] = [
        [1, 1, 0, 1, 3, 1, 0, 0],
        [2, 1, 1, 0, 2, 0, 0, 0],
        [1, 0, 2, 1, 2, 0, 0, 0],
        [0, 2, 1, 1, 1, 1, 0, 0],
    ]
    s["strength"][:4] = 4, 2, 2, 1
    s["supply"] = 2, 3, 3, 3, 0
    s["winning"] = sum(1 << c for c in range(15) if 2 * sum([4, 2, 2, 1][i] for i in range(4) if c >> i & 1) > 9)
    s["round_won"][INDIA], s["round_took"][0, INDIA], s["round_took"][3, INDIA] = 0b1001, 3, 1
    s["proposer"], s["members"], s["at"] = 0, 0b0111, 2
    s["share"][:3] = 3, 1, 2
    s["payer"], s["payee"], s["payment"] = 2, 0, (Zone.OWNED * KINDS + LION, -1)
    s["tokens"][0, Zone.NEW, ELEPHANT] = 3
    s["tokens"][2, Zone.OWNED, LION] = 1
    s["tokens"][3, Zone.NEW, ELEPHANT] = 1
    s["tokens"][3, Zone.AIRDROP, CAT] = 2
    s["revolution"][:4] = 0, 5, 10, 15
    s["bought"][:2], s["used"][0] = (1 << LION, 1 << CAT), 1 << LION
    s["vp"][:4] = 5, 3, 8, 2
    s["offered"][0] = 1
    s["promise"][Promise.ALLY, 0, 2], s["promise"][Promise.NO_ACTION, 2, 0] = words.DUE_HERE, 1
    s["record"][0, Promise.ALLY, :3] = 3, 1, 1
    s["past_seat"][:2], s["past_card"][:2], s["past_cancelled"][1] = (0, 1), (Card.PEACE, Card.TRUTH), 1
    return s


TEXT = """\
1984: Animal Farm, as seat 0 sees it.
Round 3 of 6, phase 2, Alliances. First player: seat 1. First region: India. Revolutions on the right bring 1 VP more.
Seat 2 answers: agree to the deal, or refuse.
Being resolved: Africa, at most 6 tokens.
Could win: seats 0 and 1; seats 0 and 2; seats 0 and 3; seats 1, 2 and 3.
On the table: seat 0 proposes: seats 0, 1 and 2; seat 0 takes 3, seat 1 takes 1, seat 2 takes 2; seat 2 pays seat 0 a \
Lion in Owned.
Answers: seat 1 agrees, seat 2 is asked.
Last actions, the newest first: Peace by seat 0; Truth by seat 1 (cancelled).
Regions, in the order in which they are resolved:
  1 India         agents 0: 0, 1: 1, 2: 2, 3: 1; 8 Elephants; won by seats 0 and 3: seat 0 took 3, seat 3 took 1
  2 Australia     agents 0: 1, 1: 0, 2: 1, 3: 1; 12 Kangaroos; nobody won
->3 Africa        agents 0: 3 (strength 4), 1: 2, 2: 2, 3: 1; 7 Lions
  4 Latin America agents 0: 1, 1: 2, 2: 1, 3: 0; 3 Cats
  5 Middle East   agents 0: 1, 1: 1, 2: 0, 3: 2; 9 Donkeys
  6 Collectivism  agents 0: 1, 1: 0, 2: 0, 3: 1
Political moods:
  1 Collectivism: an extra region: each winner takes one token of a kind of their choice
  2 Big Brother is watching you: tokens of four kinds spent in a buying turn: 2 VP"""
PLAYERS = """\
Revolutions:
  seats 0 and 1: 2 Cat 1 Donkey, 1 VP more for seat 1
  seats 1 and 2: 2 Donkey 1 Elephant, 1 VP more for seat 2
  seats 2 and 3: 2 Elephant 1 Kangaroo, 1 VP more for seat 3
  seats 3 and 0: 2 Kangaroo 1 Lion, 1 VP more for seat 0
Promises outstanding:
  seat 0 to seat 2: I ally with you in the next region (due here)
  seat 2 to seat 0: I use no action against you this round

   Seat 0: 5 VP; 3 promises made: 1 kept, 1 broken; 2 agents to come; 1 offer left
     New: 3 Elephants; Owned: none; Airdrop: none
     bought Pacifist Resolution

   Seat 1: VP hidden; no promises made; 3 agents to come; 2 offers left
     New: none; Owned: none; Airdrop: none
     bought Voluntary resettlement

-> Seat 2: VP hidden; no promises made; 3 agents to come; 2 offers left
     New: none; Owned: 1 Lion; Airdrop: none

   Seat 3: VP hidden; no promises made; 3 agents to come; 2 offers left
     New: 1 Elephant; Owned: none; Airdrop: 2 Cats"""


def decisions(players: int, seed: int, **options: Any) -> Iterator[tuple[Any, list[int]]]:
    """Yield the state and the legal actions of a random game that likes deals and actions, at every decision."""
    state = fresh(players, seed, **options)
    rng, mask = np.random.default_rng(seed), np.zeros(GAME.actions.size(players), np.int8)
    while state["to_act"] >= 0:
        GAME.rules.legal(state, mask)
        legal = np.flatnonzero(mask)
        yield state, legal.tolist()
        liking = 1.0 + 4.0 * ((legal >= A.BASIC) & (legal < A.SHARE)) + 2.0 * (legal == A.YES)
        GAME.rules.apply(state, int(rng.choice(legal, p=liking / liking.sum())))
    yield state, []


def copy_of(state: Any) -> Any:
    twin = new_states(GAME.dtype, 1)[0]
    for name in GAME.dtype.names:
        twin[name] = state[name]
    return twin


# Text


def test_a_negotiation_in_words() -> None:
    text = render_text(negotiation(), 0)
    assert text.startswith(TEXT)
    assert text.endswith(PLAYERS)
    assert "Pacifist Resolution: a region being resolved: your strength +2 [costs 2 tokens; bought by 0 (used)]" in text


@pytest.mark.parametrize("render", [render_text, render_picture])
@pytest.mark.parametrize("seat", [4, -1])
def test_a_seat_that_is_not_there_is_refused(render: Any, seat: int) -> None:
    with pytest.raises(ValueError, match=rf"seat: got {seat}, allowed are None and 0\.\.3"):
        render(negotiation(), seat)


def test_others_see_vp_only_when_everybody_does() -> None:
    state = negotiation()
    assert "Seat 2: 8 VP" in render_text(state, 2)
    assert "Seat 2: VP hidden" in render_text(state, 1)
    assert "VP hidden" not in render_text(state)
    shown = copy_of(state)
    shown["open_scores"] = 1
    assert "Seat 2: 8 VP" in render_text(shown, 1)
    over = copy_of(state)
    over["ended"], over["winners"], over["to_act"], over["decision"], over["region"] = 1, 0b0100, -1, -1, -1
    text = render_text(over, 1)
    assert "Seat 2 WON: 8 VP" in text
    assert "The game is over after round 3: seat 2 won. " in text
    assert "Nobody is to act." in text


def test_what_a_seat_sees_does_not_change_with_what_it_cannot_know() -> None:
    for number, (state, _) in enumerate(decisions(4, 3)):
        if number % 25 or state["ended"]:
            continue
        for seat in range(4):
            other = copy_of(state)
            GAME.rules.redeal(other, seat, np.uint64(number))
            other["vp"][np.arange(5) != seat] += 3
            assert render_text(other, seat) == render_text(state, seat)
            if number % 200 == 0:
                assert np.array_equal(render_picture(other, seat), render_picture(state, seat))
            assert render_text(other) != render_text(state)


# The deal


def test_a_deal_is_told_while_it_is_put_together() -> None:
    state = negotiation()
    state["decision"], state["to_act"], state["asked_seat"], state["stage"] = Decision.SHARE, 0, 2, Stage.SHARES
    state["payer"], state["payee"], state["payment"], state["share"][2] = -1, -1, -1, 0
    t = plain(state)
    assert words.deal_text(t) == "seat 0 is proposing: seats 0, 1 and 2; seat 0 takes 3, seat 1 takes 1"
    assert words.answers(t) == []
    assert words.question(t) == "Seat 0 proposes a deal: how many tokens seat 2 would take"
    t.decision, t.asked_seat, t.payer, t.payee = Decision.PAYMENT, -1, 2, 0
    assert words.question(t) == "Seat 0 proposes a deal: what seat 2 pays seat 0, which token"
    t.payment = [LION, -1]
    assert words.payment_text(t) == "seat 2 pays seat 0 a Lion in New"
    assert words.question(t).endswith("a second token, or no more")
    t.payment = [LION, KINDS + ELEPHANT]
    assert words.payment_text(t) == "seat 2 pays seat 0 a Lion in New and an Elephant in Owned"


def test_members_are_told_in_the_order_in_which_they_answer() -> None:
    t = plain(negotiation())
    t.proposer, t.members, t.to_act = 2, 0b1101, 0
    assert words.members(t) == [2, 3, 0]
    assert words.answers(t) == [(3, "agrees"), (0, "is asked")]
    t.to_act = 3
    assert words.answers(t) == [(3, "is asked"), (0, "has yet to answer")]
    t.standing, t.decision, t.to_act = 1, Decision.LAST_ACTIONS, 1
    assert words.answers(t) == [(3, "agrees"), (0, "agrees")]


def test_a_claim_is_told() -> None:
    t = plain(negotiation())
    t.members, t.standing, t.payer, t.payee, t.payment = 0b0001, 1, -1, -1, [-1, -1]
    assert words.deal_text(t) == "seat 0 claims the region alone and takes 3 tokens"
    assert words.answers(t) == []


def test_what_a_region_gives_at_most_agrees_with_the_divisions_that_may_be_proposed() -> None:
    """The highest first share is what the region gives, or the agents of the members where these are fewer."""
    seen = Counter()
    for seed in range(1, 4 if COMPILED else 2):
        for state, legal in decisions(4, seed):
            t = plain(state)
            if t.decision == Decision.SHARE and t.asked_seat == t.proposer:
                agents = sum(t.agents[seat][t.region] for seat in words.members(t))
                agents += 2 * (t.harvest & t.members).bit_count()
                assert max(legal) - A.SHARE == min(words.most_taken(t), agents)
                seen[words.most_taken(t) < agents] += 1
    assert seen[False]


# Actions being played


@pytest.mark.parametrize(
    ("card", "arguments", "text"),
    [
        (Card.TRUTH, (2, KINDS + LION), "Truth by seat 1 on seat 2's Lion in Owned"),
        (Card.TRUTH, (2,), "Truth by seat 1 on seat 2"),
        (Card.PEACE, (), "Peace by seat 1"),
        (Card.NEEDS, (INDIA, AFRICA), "Particular Needs by seat 1 from India to Africa"),
        (Card.FRIENDSHIP, (3, INDIA, AFRICA), "Friendship by seat 1 on seat 3 from India to Africa"),
        (
            Card.RESETTLEMENT,
            (0, 1, 2, 3),
            "Voluntary resettlement by seat 1 from Latin America to Middle East and from India to Australia",
        ),
        (Card.EXCHANGE, (0, 2, 4), "Exchange programme by seat 1 between Latin America and Africa, with seat 2"),
        (Card.EXCHANGE, (0,), "Exchange programme by seat 1 from Latin America"),
        (Card.CADRES, (0, 1, 4, 2), "Transfer of cadres by seat 1 on seat 0 from Middle East to Africa (2 agents)"),
        (Card.BORDERS, (INDIA,), "Closed borders by seat 1 around India"),
        (Card.PLENTY, (ELEPHANT,), "Plenty by seat 1 for an Elephant"),
        (Card.EMBARGO, (LION,), "Continental Embargo by seat 1 on Pacifist Resolution"),
        (Card.ARCHIVES, (0, CAT), "Open archives by seat 1 on seat 0's Cat in New"),
        (Card.NO_BORDERS, (0, 3), "Love knows no borders by seat 1 on seat 0 and seat 3"),
        (Card.TOO_MUCH_PEACE, (0b0101,), "Too much peace by seat 1 on seats 0 and 2"),
        (
            Card.CHANGE,
            (0, CAT, LION, KINDS + LION, CAT),
            "We are not like that by seat 1 on seat 0's Cat in New into a Lion and Lion in Owned into a Cat",
        ),
        (
            Card.TERRORISM,
            (CAT, -1, 2 * KINDS + LION),
            "The object of terrorism is terrorism by seat 1 on seat 2's Cat in New and seat 0's Lion in Airdrop",
        ),
    ],
)
def test_an_action_is_told_with_what_it_is_aimed_at(card: Card, arguments: tuple[int, ...], text: str) -> None:
    t = plain(negotiation())
    t.depth, t.stack_seat[0], t.stack_card[0] = 1, 1, card
    t.stack_argument[0] = [*arguments, *[-1] * (5 - len(arguments))]
    assert words.stack_text(t) == text


def test_answers_are_told_after_what_they_answer() -> None:
    state = negotiation()
    state["depth"], state["decision"], state["to_act"] = 2, Decision.REACT, 3
    state["stack_seat"][:2], state["stack_card"][:2] = (1, 2), (Card.TRUTH, Card.BIG_BROTHER)
    state["stack_argument"][0, :2], state["stack_copy"][1] = (2, LION), 1
    told = "Truth by seat 1 on seat 2's Lion in New, answered by I love Big Brother by seat 2 through Confession"
    assert f"Being played: {told}." in render_text(state, 0)
    assert "Seat 3 may answer I love Big Brother by seat 2 through Confession." in render_text(state, 0)


# Facts


def test_the_bonus_of_a_revolution_goes_to_the_side_of_the_round() -> None:
    """The printed example: in round 2 revolutions on the left side bring more (R11)."""
    t = plain(negotiation())
    t.round = 2
    assert [words.bonus_seat(t, pair) for pair in range(4)] == [0, 1, 2, 3]
    assert "on the left" in words.markers_text(t)
    t.round = 3
    assert [words.bonus_seat(t, pair) for pair in range(4)] == [1, 2, 3, 0]
    assert "on the right" in words.markers_text(t)


def test_a_revolution_is_told_with_what_lies_on_it() -> None:
    t = plain(negotiation())
    t.placed[3][0][0] = [1, 0]  # seat 3 (its left card), top line, from New
    t.placed[3][1][0] = [0, 1]  # seat 0 (its right card), from Owned
    revolution = words.revolutions(t)[3]
    assert revolution.seats == (3, 0)
    assert revolution.lacks == (0, 1)
    assert words.revolution_text(revolution) == (
        "seats 3 and 0: 2 Kangaroo 1 Lion, 1 VP more for seat 0; "
        "on it 1 Kangaroo of seat 3 from New, 1 Kangaroo of seat 0 from Owned"
    )
    t.placed[3][0][1] = [1, 0]
    assert words.revolution_text(words.revolutions(t)[3]).endswith("; it succeeds")


def test_effects_on_a_region_are_told() -> None:
    t = plain(negotiation())
    t.orthodoxy, t.harvest, t.fair, t.fewer[2] = 1, 0b0010, 1, 2
    t.separated[0], t.separated[3] = 0b1000, 0b0001
    assert words.effects(t) == [
        "2 tokens fewer",
        "record harvest by seat 1",
        "the winners divide equally",
        "seat 2 takes 4 fewer",
        "seats 0 and 3 cannot be in one alliance",
    ]
    assert words.most_taken(t) == 5  # 7 Lions, of which 8 could be taken, less 2
    t.nothing = 1
    assert words.most_taken(t) == 0


def test_the_smallest_alliances_that_could_win_are_told() -> None:
    t = plain(negotiation())
    assert words.could_win_text(t) == "seats 0 and 1; seats 0 and 2; seats 0 and 3; seats 1, 2 and 3"
    t.winning = sum(1 << seats for seats in range(1, 15) if seats & 1)
    assert words.could_win_text(t) == "seat 0 alone"
    t.winning = 0
    assert words.could_win_text(t) == "nobody"


def test_a_report_counts_promises_by_outcome_and_kind() -> None:
    state = negotiation()
    state["record"][0, Promise.TOKEN] = 2, 0, 1, 1
    state["winners"] = 0b0001
    result = words.report(state)
    assert len(result) == 4
    assert json.loads(json.dumps(result)) == result
    assert result[0]["vp"] == 5
    assert [seat["won"] for seat in result] == [True, False, False, False]
    assert result[0]["promises"]["made"] == {"ally": 3, "token": 2, "revolution": 0, "no action": 0}
    assert [result[0][outcome] for outcome in ("made", "kept", "broken", "void")] == [5, 1, 2, 1]
    assert all(list(kinds) == list(PROMISES) for kinds in result[1]["promises"].values())


def test_the_record_of_a_game_accounts_for_every_promise() -> None:
    for state, _ in decisions(3, 5, talk=2):
        t = plain(state)
        for seat in range(3):
            outstanding = sum(promise.seat == seat for promise in words.promises(t))
            counts = words.trust(t, seat)
            assert counts[Outcome.MADE] == sum(counts[1:]) + outstanding
    assert sum(seat["made"] for seat in words.report(state)) > 10


# Actions in words


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_action_of_a_state_has_its_own_words(players: int) -> None:
    asked: set[int] = set()
    for seed in range(1, 9 if COMPILED else 2):
        for state, legal in decisions(players, 10 * players + seed):
            texts = [GAME.action_text(state, action) for action in legal]
            assert len(set(texts)) == len(texts), texts
            assert max(map(len, texts), default=0) <= 70
            assert not any("{" in text or "choose" in text for text in texts), texts
            if legal:
                asked.add(int(state["decision"]))
                assert words.question(plain(state)).startswith(f"Seat {state['to_act']} ")
    assert len(asked) >= 15


def test_actions_have_words_in_states_that_do_not_allow_them() -> None:
    empty = new_states(GAME.dtype, 1)[0]
    for state in (negotiation(), empty, fresh(3)):
        for decision in (-1, *Decision):
            state["decision"] = decision
            for to_act in (-1, 0, 2):
                state["to_act"] = to_act
                assert all(GAME.action_text(state, action) for action in range(GAME.actions.size(5)))


def part_texts(card: Card, arguments: tuple[int, ...], asked_seat: int = -1) -> list[str]:
    """The words of all actions while this part of an action of seat 1 is to be named."""
    state = negotiation()
    state["decision"], state["to_act"], state["depth"], state["part"] = Decision.PART, 1, 1, len(arguments)
    state["stack_seat"][0], state["stack_card"][0], state["asked_seat"] = 1, card, asked_seat
    state["stack_argument"][0, : len(arguments)] = arguments
    return [GAME.action_text(state, action) for action in range(GAME.actions.size(4))]


@pytest.mark.parametrize(
    ("card", "arguments", "text"),
    [
        (Card.CADRES, (2, 1, 3), "move 2 agents"),
        (Card.CADRES, (2,), "move agents of seat 2 from India"),
        (Card.TRUTH, (3,), "remove seat 3's Lion in Owned"),
        (Card.CHANGE, (3, LION), "into a Cat"),
        (Card.CHANGE, (3, LION, CAT), "change also seat 3's Kangaroo in Airdrop"),
        (Card.EMBARGO, (), "block Pacifist Resolution"),
        (Card.NO_BORDERS, (0,), "separate seat 0 from seat 2"),
        (Card.TOO_MUCH_PEACE, (), "strength -1 for seat 2"),
        (Card.EXCHANGE, (0, 2), "swap with the agent of seat 2 in Africa"),
        (Card.SLAVERY, (), "halve the strength of seat 1"),
        (Card.RESETTLEMENT, (0, 1, 2), "to Africa"),
    ],
)
def test_parts_of_an_action_are_asked_in_its_own_words(card: Card, arguments: tuple[int, ...], text: str) -> None:
    assert text in part_texts(card, arguments)


def test_each_token_is_asked_of_the_opponent_whose_turn_it_is() -> None:
    assert "remove seat 3's Cat in New" in part_texts(Card.TERRORISM, (LION,), asked_seat=3)


def test_every_part_of_every_action_has_words() -> None:
    about_seats, about_regions = (Part.SEAT, Part.OTHER, Part.MEMBERS), range(Part.FROM, Part.SECOND_TO + 1)
    seen = 0
    for card in Card:
        for place, part in enumerate(PARTS[card]):
            if part == NO_PART:
                continue
            texts = part_texts(card, tuple([0] * place), asked_seat=2)
            if part in about_seats:
                said = texts[A.PLAYERS + A.NAME]
            elif part in about_regions or part == Part.REGION:
                said = texts[A.REGION]
            elif part in (Part.TOKEN, Part.OTHER_TOKEN, Part.EACH_TOKEN):
                said = texts[A.TOKEN]
            else:
                said = texts[A.SHARE + 1] if part == Part.NUMBER else texts[A.KIND]
            assert not said.startswith("choose"), (CARD_NAMES[card], Part(part).name)
            state = negotiation()
            state["decision"], state["to_act"], state["depth"], state["part"] = Decision.PART, 1, 1, place
            state["stack_seat"][0], state["stack_card"][0] = 1, card
            assert words.question(plain(state)).startswith(f"Seat 1 plays {CARD_NAMES[card]}: ")
            seen += 1
    assert seen == int((PARTS != NO_PART).sum()) > 30


def test_alliances_and_revolutions_are_said_by_seat() -> None:
    state = negotiation()
    state["to_act"], state["decision"] = 2, Decision.SPEAK
    assert GAME.action_text(state, A.ALLY) == "claim the region alone"
    assert GAME.action_text(state, A.ALLY + 0b011) == "propose an alliance with seats 0 and 3"
    assert GAME.action_text(state, A.ALLY + 0b100) == "propose an alliance with seat 1"
    assert GAME.action_text(state, A.BASIC + LION) == "play Peace for a Lion"
    assert GAME.action_text(state, A.COPY + LION) == "play Pacifist Resolution by Confession for an Elephant"
    third = A.PLAYERS + 3 * A.PER_PLAYER
    assert GAME.action_text(state, third + A.GIVE) == "give seat 1 a token"
    assert GAME.action_text(state, third + A.PROMISE) == "promise seat 1: I ally with you in the next region"
    state["decision"] = Decision.REVOLT
    puts = [GAME.action_text(state, A.PUT + place) for place in range(8)]
    assert puts[0] == "put an Elephant from New on the left, with seat 3"
    assert puts[3] == "put a Kangaroo from Owned on the left, with seat 3"
    assert puts[4] == "put a Donkey from New on the right, with seat 1"


# Picture


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_picture_has_one_size_and_nothing_is_cut_off(players: int) -> None:
    shapes = set()
    for number, (state, _) in enumerate(decisions(players, players)):
        if number % 60 and not state["ended"]:
            continue
        picture = render_picture(state, number % players)
        assert picture.dtype == np.uint8
        assert picture.std() > 10  # not blank
        shapes.add(picture.shape)
        background = picture[0, 0]
        assert all((edge == background).all() for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]))
    assert len(shapes) == 1
    assert shapes.pop()[2] == 3


def test_the_picture_shows_what_changes() -> None:
    state = negotiation()
    pictures = [render_picture(state, 0), render_picture(state), render_picture(state, 1)]
    changes: list[tuple[str, Any, int]] = [
        ("strength", 3, 1),
        ("agents", (2, AFRICA), 1),
        ("agents", (2, UNSTABLE), 1),
        ("stock", CAT, 1),
        ("share", 1, 1),
        ("payment", 0, -1),
        ("tokens", (1, Zone.OWNED, LION), 1),
        ("placed", (0, 0, 0, 0), 1),
        ("revolution", 1, 1),
        ("bought", 3, 1),
        ("used", 1, 1),
        ("mood", 2, 2),
        ("record", (1, 0, 0), 1),
        ("promise", (1, 3, 2), 1),
        ("past_card", 0, 1),
    ]
    for name, place, more in changes:
        state[name][place] += more
        pictures.append(render_picture(state, 0))
    for name, value in (
        ("embargo", 1),
        ("standing", 1),
        ("winning", 2),
        ("first_region", 3),
        ("round", 4),
        ("safe", 2),
    ):
        state[name] = value
        pictures.append(render_picture(state, 0))
    state["depth"], state["stack_seat"][0], state["stack_card"][0] = 1, 1, Card.PEACE
    pictures.append(render_picture(state, 0))
    for i, picture in enumerate(pictures):
        assert not any(np.array_equal(picture, other) for other in pictures[:i]), i


def test_the_fullest_table_has_room() -> None:
    """A deep stack, a deal of four, every promise and every action bought, at a table of five."""
    state = fresh(5)
    state["stage"], state["region"], state["decision"], state["to_act"] = Stage.SPEAK, 3, Decision.REACT, 1
    state["mood"] = Mood.COLLECTIVISM, Mood.TWO_AND_TWO, Mood.PEACE_IS_WAR
    state["agents"][:], state["strength"][:], state["winning"] = 9, 99, (1 << 31) - 1
    state["separated"], state["fewer"], state["orthodoxy"], state["harvest"] = 31, 3, 2, 31
    state["bought"], state["used"], state["embargo"], state["safe"] = 31, 21, 31, 31
    state["proposer"], state["members"], state["share"] = 4, 0b11110, 9
    state["payer"], state["payee"], state["payment"] = 1, 4, (KANGAROO, ELEPHANT)
    state["tokens"][:], state["promise"][:], state["record"][:], state["reserve"] = 12, 1, 999, 9
    state["revolution"] = REVOLUTIONS - 1
    state["depth"], state["part"] = 13, -1
    state["stack_seat"], state["stack_card"] = 1, Card.TERRORISM
    state["stack_argument"] = LION
    picture = render_picture(state, 0)
    assert picture.shape == render_picture(fresh(5), 0).shape
    assert all((edge == picture[0, 0]).all() for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]))
    assert len(render_text(state, 0).splitlines()) > 60


def test_pictures_are_the_callers_own() -> None:
    state = negotiation()
    first = render_picture(state)
    expected = first.copy()
    first[:] = 0
    assert np.array_equal(render_picture(state), expected)
