"""The vote: majorities, the scale, Wild cards, and the laws that change voting, alone and in pairs (A1, A2, A13)."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from envs.animocrazy.actions import ACTION_LAYOUT
from envs.animocrazy.box import LAW_NAMES, PARTS, SCALE

from .table import Play, draw

LEVEL, TILTED = "B07", "B08"  # two laws whose scale differs; they are proposed only


def result(votes: str, laws: tuple[str, ...] = (), wilds: str | None = None, law: str = TILTED, text: str = "") -> bool:
    """Return the result of one vote."""
    text = text or " ".join("r" * len(votes))
    return draw(text, hand=[law], laws=laws, wilds=wilds).propose(law).vote(votes).result


# The basic rule, and the scale


@pytest.mark.parametrize(("votes", "adopted"), [("yyyn", True), ("ynnn", False), ("yyynn", True), ("yynnn", False)])
def test_the_majority_decides(votes: str, adopted: bool) -> None:
    assert result(votes) is adopted
    assert result(votes, law=LEVEL) is adopted


@pytest.mark.parametrize("card", range(len(LAW_NAMES)), ids=LAW_NAMES)
def test_a_tie_adopts_where_the_scale_is_in_equilibrium(card: int) -> None:
    """Every one of the 94 cards, with its own scale."""
    table = draw("rybg rybg rybg rybg", hand=[LAW_NAMES[card]]).propose(LAW_NAMES[card]).vote("yynn")
    assert table.result is bool(PARTS[card, SCALE])


# Wild cards


@pytest.mark.parametrize(
    ("votes", "wilds", "adopted"),
    [
        ("wnnn", "Y---", True),  # Definite Yes adopts
        ("wyyy", "N---", False),  # Definite No rejects
        ("wwwn", "YYN-", True),  # the majority of Definite cards
        ("wwwy", "YNN-", False),
        ("yyyw", "---S", False),  # Scam turns the result
        ("nnnw", "---S", True),
        ("ynnw", "---S", True),
        ("wnnw", "Y--S", False),  # of Definite cards too
        ("wyyw", "N--S", True),
        ("wwnn", "SS--", True),  # once, however many
        ("wwyy", "SS--", False),
        ("wwww", "YYNS", False),
    ],
)
def test_a02_wild_cards(votes: str, wilds: str, adopted: bool) -> None:
    assert result(votes, wilds=wilds) is adopted
    assert result(votes, wilds=wilds, law=LEVEL) is adopted


def test_a02_ties_of_definite_cards_go_to_the_scale() -> None:
    assert result("wwnn", wilds="YN--", law=LEVEL) is True
    assert result("wwyy", wilds="YN--", law=TILTED) is False
    assert result("wwwn", wilds="YNS-", law=LEVEL) is False  # and are turned by a Scam


def test_a02_neither_kind_counts_as_yes_or_no() -> None:
    """Two Yes, one No and a Scam: the plain majority is turned. One Yes, one No, two Scams: a tie, then turned."""
    assert result("yynw", wilds="---S") is False
    assert result("ynww", wilds="--SS", law=LEVEL) is False
    assert result("ynww", wilds="--SS", law=TILTED) is True


def test_a02_played_wild_cards_leave_and_lie_open() -> None:
    table = draw(hand=[LEVEL], wilds="YNS-").propose(LEVEL).vote("wywn")
    assert table.wilds == "-N--"
    assert table.state["wild_out"].tolist() == [1, 0, 1]


def test_yes_and_no_cards_come_back() -> None:
    table = draw(hand=[LEVEL], wilds="----").adopt(LEVEL)
    table.do("propose card 1")
    assert set(table.legal_texts().values()) >= {"vote Yes", "vote No"}


# Secrecy (A1)


def test_a01_everybody_is_asked_clockwise_from_the_proposer() -> None:
    table = draw(hand=[LEVEL], wilds="----", seat=2).propose(LEVEL)
    order = []
    while table.asked == "VOTE":
        order.append(table.seat)
        table.cast("n")
    assert order == [2, 3, 0, 1]


def seen(table: Play) -> list[bytes]:
    """Return what every seat sees."""
    return [table.look(seat)[0].tobytes() for seat in range(table.num_players)]


@pytest.mark.parametrize("letters", ["ynw", "nyw", "wyn"])
def test_a01_votes_are_seen_by_nobody_before_all_have_chosen(letters: str) -> None:
    """Whatever the first three vote, the others see the same, in features, texts and masks, until the last one has."""
    tables = []
    for turned in (letters, letters[1:] + letters[:1]):
        table = draw(hand=[LEVEL], wilds="YNSY").propose(LEVEL)
        for i, letter in enumerate(turned):
            table.cast(letter)
            for seat in range(i + 1, 4):
                assert not table.game.observation.read(table.look(seat)[0], "vote", (i - seat) % 4).any()
        tables.append(table)
    one, other = tables
    assert seen(one)[3] == seen(other)[3]
    assert np.array_equal(one.mask, other.mask)
    assert one.legal_texts() == other.legal_texts()
    assert one.game.render_text(one.state, 3) == other.game.render_text(other.state, 3)
    for table in tables:
        table.cast("y")
    assert seen(one)[3] != seen(other)[3]


def test_a01_own_vote_is_seen_by_oneself_only() -> None:
    table = draw(hand=[LEVEL], wilds="YNSY").propose(LEVEL).cast("n")
    assert table.game.observation.read(table.look(0)[0], "vote").tolist() == [0, 1, 0, 0, 0, 0]
    for seat in (1, 2, 3):
        assert not table.game.observation.read(table.look(seat)[0], "vote", -seat % 4).any()


def test_a01_redeal_draws_pending_votes_anew_but_the_own_one() -> None:
    table = draw(hand=[LEVEL], wilds="YN-Y").propose(LEVEL).cast("n").cast("w").cast("y")
    votes = set()
    for seed in range(60):
        twin = table.clone()
        twin.redeal(0, seed)
        votes.add(tuple(twin.state["vote"][:4].tolist()))
    assert {vote[0] for vote in votes} == {1}
    assert {vote[1] for vote in votes} == {0, 1, 5}
    assert {vote[2] for vote in votes} == {0, 1}  # has no Wild card
    assert {vote[3] for vote in votes} == {-1}


def test_a01_redeal_leaves_open_votes() -> None:
    table = draw(hand=[LEVEL], laws=["B14"], wilds="YNSY").propose(LEVEL).cast("w").cast("n")
    for seed in range(10):
        twin = table.clone()
        twin.redeal(0, seed)
        assert twin.state["vote"].tolist() == table.state["vote"].tolist()
        assert twin.wilds[1] == "N"  # seen when it was cast


def test_a01_the_record_says_who_voted_how_once_all_have() -> None:
    table = draw(hand=[LEVEL], wilds="YNSY").propose(LEVEL).vote("ywny")
    for seat in range(4):
        features = table.look(seat)[0]
        read = [table.game.observation.read(features, "past_vote", (i - seat) % 4)[0].tolist() for i in range(4)]
        assert [row.index(1) for row in read] == [0, 3, 1, 0]
        assert table.game.observation.read(features, "past_proposer", -seat % 4).tolist() == [1, 0, 0]
        assert table.game.observation.read(features, "past_adopted").tolist() == [0, 0, 0]


# The laws that change voting, in pairs. What they should do is written a second time here, as plain as can be.

VOTING_LAWS = {
    "balance": ("B07", "B08"),
    "threshold": ("B09", "B10"),
    "weight": ("B11", "B12", "B13"),
    "order": ("B14",),
    "wild": ("B15", "B16"),
}
PAIRS = [pair for one, other in combinations(VOTING_LAWS, 2) for pair in product(VOTING_LAWS[one], VOTING_LAWS[other])]
HELD = (3, 1, 2, 1, 3)  # candies of five seats; seat 0 proposes
WILDS = "YNSY-"
VOTES = [
    "yyyyy", "nnnnn", "yynnn", "nyyyn", "ynynn", "nynyy", "yyynn", "ynnny", "nnyyn",
    "wnnnn", "nwyyy", "yywnn", "nnwny", "wwyyn", "wwwyn", "nwwyy", "wyywy", "yynwn",
]  # fmt: skip


def expected(votes: str, laws: tuple[str, ...], level: bool) -> bool:
    """Return the result that the rulings ask for."""
    weights = [1] * 5
    if "B11" in laws:
        weights[0] = 2
    if "B12" in laws:
        weights = [2 if n == min(HELD) else 1 for n in HELD]
    if "B13" in laws:
        weights = [2 if n == max(HELD) else 1 for n in HELD]
    tie = True if "B07" in laws else False if "B08" in laws else level
    cards = [WILDS[seat] for seat in range(5) if votes[seat] == "w"]
    yes, no = (sum(w for w, vote in zip(weights, votes, strict=True) if vote == letter) for letter in "yn")
    if cards.count("Y") + cards.count("N") > 0:
        adopted = tie if cards.count("Y") == cards.count("N") else cards.count("Y") > cards.count("N")
    elif "B09" in laws:
        adopted = yes >= 2 * no
    elif yes == no:
        adopted = tie
    else:
        adopted = yes < no if "B10" in laws else yes > no
    return adopted != ("S" in cards)


@pytest.mark.parametrize("pair", [(), *((law,) for laws in VOTING_LAWS.values() for law in laws), *PAIRS], ids="+".join)
def test_a13_voting_laws_alone_and_in_pairs(pair: tuple[str, ...]) -> None:
    text = " ".join("r" * n for n in HELD)
    decided = set()
    for law in [law for law in ("Y12", "Y13") if law not in pair]:
        level = bool(PARTS[LAW_NAMES.index(law), SCALE])
        begun = draw(text, hand=[law], laws=pair, wilds=WILDS).propose(law)
        assert begun.seat == (1 if "B14" in pair else 0)
        assert begun.mask[ACTION_LAYOUT.offset("vote") + 2] == ("B15" not in pair)
        for votes in VOTES:
            if "B15" in pair and "w" in votes:
                continue
            table = begun.clone().vote(votes)
            assert table.result is expected(votes, pair, level), (votes, law)
            decided.add(table.result)
            for seat, vote in enumerate(votes):
                kept = vote != "w" or (seat == 0 and "B16" in pair)
                assert table.wilds[seat] == (WILDS[seat] if kept else "-"), votes
    assert decided == {True, False}
