"""Every blue law: what it does, and what it leaves alone."""

from __future__ import annotations

import pytest

from envs.animocrazy.box import LAW_NAMES
from envs.animocrazy.state import Zone

from .table import changed, copies, draw

QUIET = "B08"  # a blue law that is proposed where only the vote matters: adopting it changes nothing else
CALM = "Y01 red"  # the same in yellow


# B01, B02: ballot


def test_b01_plain_voters_on_the_side_of_the_result_draw() -> None:
    assert draw(hand=[CALM], laws=["B01"]).propose(CALM).vote("yyyn").totals == [4, 4, 4, 3]
    assert draw(hand=[CALM], laws=["B01"]).propose(CALM).vote("ynnn").totals == [3, 4, 4, 4]


def test_b01_follows_the_final_result() -> None:
    """The Scam turns the result: the minority was on its side (A8). Wild cards themselves draw nothing."""
    assert draw(hand=[CALM], laws=["B01"], wilds="SYNN").propose(CALM).vote("wyyn").totals == [3, 3, 3, 4]


def test_b01_leaves_the_other_side_and_wild_cards() -> None:
    table = draw(hand=[CALM], laws=["B01"], wilds="YNSY")
    before = table.snapshot()
    table.propose(CALM).vote("wnnn")
    assert changed(before, table) == {"laws", "wild 0"}


def test_b02_plain_voters_on_the_other_side_lose() -> None:
    table = draw("rr rr rr yy", hand=[CALM], laws=["B02"]).propose(CALM).vote("yyyn")
    assert (table.asked, table.seat) == ("LOSE", 3)
    assert table.do("lose a yellow").candies == "rr rr rr y"


def test_b02_leaves_the_side_of_the_result_and_wild_cards() -> None:
    table = draw("rr rr rr yy", hand=[CALM], laws=["B02"], wilds="YNSY")
    before = table.snapshot()
    table.propose(CALM).vote("yyyw")
    assert changed(before, table) == {"laws", "wild 3"}


# B03, B04: proposer


@pytest.mark.parametrize("law", copies("B03"))
def test_b03_the_proposer_of_an_adopted_law_draws(law: str) -> None:
    assert draw(hand=[CALM], laws=[law], seat=2).adopt(CALM).totals == [3, 3, 4, 3]


@pytest.mark.parametrize("law", copies("B03"))
def test_b03_leaves_the_proposer_of_a_rejected_law(law: str) -> None:
    table = draw(hand=[CALM], laws=[law])
    before = table.snapshot()
    table.reject(CALM)
    assert changed(before, table) == set()


@pytest.mark.parametrize("law", copies("B04"))
def test_b04_the_proposer_of_a_rejected_law_loses(law: str) -> None:
    table = draw(hand=[CALM], laws=[law], seat=2).reject(CALM)
    assert (table.asked, table.seat) == ("LOSE", 2)
    assert table.do("lose a red").candies == "ryb ryb yb ryb"


@pytest.mark.parametrize("law", copies("B04"))
def test_b04_leaves_the_proposer_of_an_adopted_law(law: str) -> None:
    table = draw(hand=[CALM], laws=[law])
    before = table.snapshot()
    table.adopt(CALM)
    assert changed(before, table) == {"laws"}


# B05, B06: turn


@pytest.mark.parametrize("law", copies("B05"))
def test_b05_the_active_player_draws_if_nobody_has_fewer(law: str) -> None:
    table = draw("rr rrr rr rrr", laws=[law], seat=2, turn={"begun": False})
    assert (table.asked, table.seat) == ("PROPOSE", 2)
    assert table.totals == [2, 3, 3, 3]


@pytest.mark.parametrize("law", copies("B05"))
def test_b05_leaves_an_active_player_when_somebody_has_fewer(law: str) -> None:
    assert draw("rr rrr r rrr", laws=[law], turn={"begun": False}).candies == "rr rrr r rrr"


@pytest.mark.parametrize("law", copies("B06"))
def test_b06_the_active_player_loses_if_nobody_has_more(law: str) -> None:
    table = draw("rry rrr rr -", laws=[law], turn={"begun": False})
    assert (table.asked, table.seat) == ("LOSE", 0)
    table.do("lose a yellow")
    assert table.candies == "rr rrr rr -"
    assert (table.asked, table.seat) == ("PROPOSE", 0)


@pytest.mark.parametrize("law", copies("B06"))
def test_b06_leaves_an_active_player_when_somebody_has_more(law: str) -> None:
    table = draw("rry rrrr rr -", laws=[law], turn={"begun": False})
    assert table.asked == "PROPOSE"
    assert table.candies == "rry rrrr rr -"


@pytest.mark.parametrize("law", ["B05 level", "B06 level"])
def test_b05_b06_act_in_the_turn_of_each_player(law: str) -> None:
    """Seat 1 has fewest and most at once with everybody: it is its turn next."""
    table = draw("rr rr rr rr", hand=["R16 level"], laws=[law, "Y07"]).adopt("R16 level", "repeal law 2")
    if law.startswith("B06"):
        assert (table.asked, table.seat) == ("LOSE", 1)
        table.do("lose a red")
    assert table.totals[1] != 2
    assert table.totals[0] == table.totals[2] == 2


# B07, B08: balance


def test_b07_ties_adopt() -> None:
    assert draw(hand=["B08"], laws=["B07"]).propose("B08").vote("yynn").result is True


def test_b07_leaves_votes_that_are_no_ties() -> None:
    assert draw(hand=["B08"], laws=["B07"]).propose("B08").vote("ynnn").result is False


def test_b08_ties_reject() -> None:
    assert draw(hand=["B07"], laws=["B08"]).propose("B07").vote("yynn").result is False


def test_b08_leaves_votes_that_are_no_ties() -> None:
    assert draw(hand=["B07"], laws=["B08"]).propose("B07").vote("yyyn").result is True


# B09, B10: threshold


@pytest.mark.parametrize(
    ("votes", "adopted"), [("yyyynn", True), ("yyynnn", False), ("yyyyyn", True), ("ynnnnn", False)]
)
def test_b09_needs_two_thirds_yes(votes: str, adopted: bool) -> None:
    assert draw("r r r r r r", hand=[CALM], laws=["B09"]).propose(CALM).vote(votes).result is adopted


def test_b09_knows_no_ties() -> None:
    """Twice as many Yes adopt, whatever the scale says: no tie exists (A13)."""
    assert draw("r r r r r r", hand=["B08"], laws=["B09"]).propose("B08").vote("yyyynn").result is True
    assert draw("r r r r r r", hand=["B07"], laws=["B09"]).propose("B07").vote("yyynnn").result is False


def test_b09_leaves_definite_cards() -> None:
    assert draw(hand=[CALM], laws=["B09"], wilds="YYNN").propose(CALM).vote("wnnn").result is True


@pytest.mark.parametrize(("votes", "adopted"), [("ynnn", True), ("yyyn", False), ("yyyy", False), ("nnnn", True)])
def test_b10_the_smaller_side_wins(votes: str, adopted: bool) -> None:
    """Zero is smaller: what everybody wants is rejected, what nobody wants adopted (A13)."""
    assert draw(hand=[CALM], laws=["B10"]).propose(CALM).vote(votes).result is adopted


def test_b10_leaves_ties_to_the_scale_and_definite_cards() -> None:
    assert draw(hand=["B07"], laws=["B10"]).propose("B07").vote("yynn").result is True
    assert draw(hand=["B08"], laws=["B10"]).propose("B08").vote("yynn").result is False
    assert draw(hand=["B08"], laws=["B10"], wilds="YYNN").propose("B08").vote("wyyn").result is True


# B11-B13: weight


def test_b11_the_vote_of_the_proposer_counts_twice() -> None:
    assert draw("r r r r r", hand=["B08"], laws=["B11"]).propose("B08").vote("yynnn").result is False  # 3:3, tilted
    assert draw("r r r r r", hand=["B07"], laws=["B11"]).propose("B07").vote("yynnn").result is True  # 3:3, level
    assert draw("r r r r", hand=["B08"], laws=["B11"], seat=3).propose("B08").vote("nnyy").result is True


def test_b11_leaves_votes_of_others_and_wild_cards() -> None:
    assert draw("r r r r", hand=["B08"], laws=["B11"]).propose("B08").vote("nyyn").result is False
    assert draw("r r r r", hand=["B07"], laws=["B11"], wilds="YNNN").propose("B07").vote("wwyy").result is True  # 1:1
    assert draw("r r r r", hand=["B08"], laws=["B11"], wilds="YNNN").propose("B08").vote("wwyy").result is False


def test_b12_votes_of_those_with_fewest_candies_count_twice() -> None:
    table = draw("rr r r rr rr", hand=["B08"], laws=["B12"]).propose("B08").vote("nyynn")
    assert table.result is True  # 4:3


def test_b12_leaves_votes_of_players_with_more() -> None:
    assert draw("rr r r rr rr", hand=["B08"], laws=["B12"]).propose("B08").vote("ynnyy").result is False


def test_b13_votes_of_those_with_most_candies_count_twice() -> None:
    assert draw("rr rr r r r", hand=["B08"], laws=["B13"]).propose("B08").vote("yynnn").result is True


def test_b13_leaves_votes_of_players_with_fewer() -> None:
    assert draw("rr rr r r r", hand=["B08"], laws=["B13"]).propose("B08").vote("nnyyy").result is False


# B14: order


def test_b14_votes_are_cast_openly_from_the_proposers_left() -> None:
    table = draw(hand=[CALM], laws=["B14"], wilds="YNSY", seat=1).propose(CALM)
    order = []
    for letter in "yyww":
        order.append(table.seat)
        table.cast(letter)
        if table.asked == "VOTE":
            shown = table.game.observation.read(table.look(2)[0], "vote", (order[-1] - 2) % 4)
            assert shown.sum() == 1
    assert order == [2, 3, 0, 1]


def test_b14_leaves_what_counts() -> None:
    assert draw(hand=["B08"], laws=["B14"]).propose("B08").vote("yynn").result is False
    assert draw(hand=["B07"], laws=["B14"], wilds="SNNY").propose("B07").vote("wyyn").result is False


# B15, B16: wild


def test_b15_wild_cards_may_not_be_played() -> None:
    table = draw(hand=[CALM], laws=["B15"], wilds="YNSY").propose(CALM)
    for _ in range(4):
        assert set(table.legal_texts().values()) == {"vote Yes", "vote No"}
        table.do("vote No")


def test_b15_leaves_the_cards_in_hand() -> None:
    table = draw(hand=[CALM], laws=["B15"], wilds="YNS-").propose(CALM).vote("yyyy")
    assert table.wilds == "YNS-"


def test_b16_a_wild_card_of_the_proposer_goes_back_to_hand() -> None:
    table = draw(hand=[CALM], laws=["B16"], wilds="SNYY").propose(CALM).vote("wnnn")
    assert table.wilds == "SNYY"
    assert table.result is True
    assert table.state["wild_shown"].tolist()[:4] == [1, 0, 0, 0]


def test_b16_leaves_wild_cards_of_others_to_be_discarded() -> None:
    table = draw(hand=[CALM], laws=["B16"], wilds="SNYY").propose(CALM).vote("ywyn")
    assert table.wilds == "S-YY"
    assert table.state["wild_out"].tolist() == [0, 1, 0]


# B17, B18: limit


def test_b17_surplus_of_one_colour_goes_back_to_the_bag_at_the_end_of_a_turn() -> None:
    table = draw("rrrrrr yyyyybbbbb g -", hand=[CALM], laws=["B17"]).reject(CALM)
    assert table.candies == "rrrr yyyybbbb g -"
    assert table.state["bag"].tolist() == [11, 11, 11, 14]


def test_b17_leaves_four_of_a_colour_and_any_total() -> None:
    table = draw("rrrryyyybbbbgggg yyyy - b", hand=[CALM], laws=["B17"])
    before = table.snapshot()
    table.reject(CALM)
    assert changed(before, table) == set()


def test_b18_players_return_what_they_have_above_nine() -> None:
    table = draw("rrrrrryyyyy ryb bbbbbbbbbyg -", hand=[CALM], laws=["B18"]).propose(CALM).vote("nnnn")
    assert (table.asked, table.seat) == ("LOSE", 0)
    table.do("lose a red", "lose a yellow")
    assert table.seat == 2
    table.do("lose a green", "lose a yellow")
    assert table.candies == "rrrrryyyy ryb bbbbbbbbb -"


def test_b18_leaves_players_with_nine() -> None:
    table = draw("rrrrryyyy ryb - g", hand=[CALM], laws=["B18"])
    before = table.snapshot()
    table.reject(CALM)
    assert changed(before, table) == set()


# B19, B20: hand


def test_b19_the_active_player_draws_two_laws_and_keeps_one() -> None:
    table = draw(hand=[CALM], laws=["B19"], deck=["R03", "Y07", "R13"]).propose(CALM).vote("nnnn")
    assert (table.asked, table.seat) == ("KEEP", 0)
    assert set(table.legal_texts().values()) == {
        "keep the first, R03: Everyone draws 2 candies",
        "keep the second, Y07: Whoever has most candies: +5 points",
    }
    table.do("keep the second")
    assert "Y07" in table.hand(0)
    assert "R03" not in table.hand(0)
    assert "R03" not in table.discards  # it is put away face down
    assert table.state["deck_at"] == 2


def test_b19_leaves_the_other_card_known_to_its_player_only() -> None:
    table = draw(hand=[CALM], laws=["B19"], deck=["R03", "Y07"]).reject(CALM, "keep the second")
    other_places, own_places = set(), set()
    for seed in range(40):
        twin = table.clone()
        twin.redeal(1, seed)
        other_places.add(int(twin.state["zone"][LAW_NAMES.index("R03")]))
        twin = table.clone()
        twin.redeal(0, seed)
        own_places.add(int(twin.state["zone"][LAW_NAMES.index("R03")]))
    assert own_places == {int(Zone.AWAY)}
    assert len(other_places) > 1


@pytest.mark.parametrize("deck", [["End"], ["R03", "End"]])
def test_b19_the_end_card_stops_it(deck: list[str]) -> None:
    table = draw(hand=[CALM], laws=["B19"], deck=deck).reject(CALM)
    assert table.ended == "END_CARD"
    assert len(table.hand(0)) == 5


def test_b20_law_hands_are_open() -> None:
    table = draw(hand=["R17", "R03"], laws=["B20"], turn={"begun": False})
    assert table.state["shown_size"] == 24
    shown = table.game.observation.read(table.look(2)[0], "shown", 2)
    assert shown[:3].sum() == 6  # six laws by kind
    table.adopt("R17")
    assert table.state["shown_size"] == 24  # the card just drawn is open too


def test_b20_leaves_hands_closed_before_it_works_and_known_after_it_ends() -> None:
    table = draw(hand=["B20", "R03"])
    table.adopt("B20")
    assert table.state["shown_size"] == 24  # from the start of the next turn on
    table = draw(hand=["R15"], laws=["B20"], turn={"begun": False}).adopt("R15")
    assert table.laws == []
    assert table.state["shown_size"] == 23  # what was seen stays known; what is drawn now is not seen
    table = draw(hand=[CALM])
    assert table.adopt(CALM).state["shown_size"] == 0


def test_blue_laws_work_from_the_start_of_the_next_turn() -> None:
    """Adopted limits do nothing in the turn in which they are adopted, but at the end of the next one."""
    table = draw("rrrrrr - - -", hand=["B17"]).adopt("B17")
    assert table.candies == "rrrrrr - - -"
    table.at_random(1)
    while table.asked == "VOTE":
        table.do("vote No")
    assert table.candies == "rrrr - - -"
