"""Every red law: what it does, and what it leaves alone."""

from __future__ import annotations

import pytest

from envs.animocrazy.box import COLOURS

from .table import LETTERS, changed, copies, draw, hues

BLUE_LAWS = ["B07", "B01"]
YELLOW_LAWS = ["Y01 red", "Y04 green", "Y05 blue"]


def other(letter: str, step: int = 1) -> str:
    """Return another colour."""
    return LETTERS[(LETTERS.index(letter) + step) % 4]


# R01: everyone returns all candies of a colour


@pytest.mark.parametrize(("law", "c"), hues("R01"))
def test_r01_returns_all_candies_of_its_colour(law: str, c: str) -> None:
    table = draw(f"{c * 3} {c}{other(c)} {other(c) * 2} {c * 4}", hand=[law])
    bag = table.state["bag"].copy()
    table.adopt(law)
    assert table.candies == f"- {other(c)} {other(c) * 2} -"
    bag[LETTERS.index(c)] += 8
    assert table.state["bag"].tolist() == bag.tolist()
    assert law in table.discards


@pytest.mark.parametrize(("law", "c"), hues("R01"))
def test_r01_leaves_other_colours_and_everything_else(law: str, c: str) -> None:
    rest = "".join(sorted(set(LETTERS) - {c}, key=LETTERS.index))
    table = draw(f"{rest} {rest} {rest} {c}{rest}", hand=[law], laws=BLUE_LAWS[:1])
    before = table.snapshot()
    table.adopt(law)
    assert table.candies == f"{rest} {rest} {rest} {rest}"
    assert changed(before, table) == {"candies 3", "bag"}


# R02, R03: everyone draws


@pytest.mark.parametrize(("law", "number"), [*((name, 1) for name in copies("R02")), ("R03", 2)])
def test_r02_r03_everyone_draws(law: str, number: int) -> None:
    table = draw("rr y - bbb", hand=[law]).adopt(law)
    assert table.totals == [2 + number, 1 + number, number, 3 + number]
    assert table.state["bag_size"] == 60 - 6 - 4 * number


@pytest.mark.parametrize("law", ["R02 level", "R03"])
def test_r02_r03_leave_what_players_hold(law: str) -> None:
    table = draw("rr y - bbb", hand=[law], laws=["Y01 red"])
    before = table.snapshot()
    table.adopt(law)
    assert changed(before, table) == {"candies 0", "candies 1", "candies 2", "candies 3", "bag"}
    for seat in range(4):
        assert (table.state["candies"][seat] >= before[f"candies {seat}"]).all()


def test_a05_r02_draws_one_by_one_clockwise_from_the_active_seat() -> None:
    """With two candies left in the bag the active seat and the next one draw, and the game is over (A6)."""
    table = draw("r" * 15 + " " + "y" * 15 + " " + "b" * 15 + " " + "g" * 13, hand=["R02 level"], seat=2).adopt(
        "R02 level"
    )
    assert table.ended == "EMPTY_BAG"
    assert table.totals == [15, 15, 16, 14]


# R04: everyone loses 1


@pytest.mark.parametrize("law", copies("R04"))
def test_r04_everyone_loses_a_candy_of_their_choice(law: str) -> None:
    table = draw("ry y bg rr", hand=[law]).propose(law).vote("yyyy")
    assert table.asked == "LOSE"
    assert set(table.legal_texts().values()) == {"lose a red candy", "lose a yellow candy"}
    table.do("lose a red", "lose a yellow", "lose a green", "lose a red")
    assert table.candies == "y - b r"


@pytest.mark.parametrize("law", copies("R04"))
def test_r04_leaves_players_without_candies_unasked(law: str) -> None:
    table = draw("- y - r", hand=[law])
    before = table.snapshot()
    table.adopt(law, "lose a yellow", "lose a red")
    assert table.candies == "- - - -"
    assert changed(before, table) == {"candies 1", "candies 3", "bag"}


# R05-R08: passing


def test_r05_passes_all_candies_to_the_left() -> None:
    assert draw("rr y bg -", hand=["R05"]).adopt("R05").candies == "- rr y bg"


def test_r06_passes_all_candies_to_the_right() -> None:
    assert draw("rr y bg -", hand=["R06"]).adopt("R06").candies == "y bg - rr"


@pytest.mark.parametrize("law", ["R05", "R06"])
def test_r05_r06_leave_the_bag_and_the_number_of_candies(law: str) -> None:
    table = draw("rr y bg -", hand=[law], laws=["Y01 red"], wilds="YN-S")
    before = table.snapshot()
    table.adopt(law)
    assert changed(before, table) == {f"candies {seat}" for seat in range(4)}
    assert sorted(table.totals) == [0, 1, 2, 2]


def test_r07_gives_one_candy_of_choice_to_the_left() -> None:
    table = draw("ry yb bg gr", hand=["R07"]).propose("R07").vote("yyyy")
    assert table.asked == "GIVE"
    table.do("give a yellow", "give a blue", "give a green", "give a red")
    assert table.candies == "rr yy bb gg"


def test_r08_gives_one_candy_of_choice_to_the_right() -> None:
    table = draw("ry yb bg gr", hand=["R08"]).adopt("R08", "give a red", "give a yellow", "give a blue", "give a green")
    assert table.candies == "yy bb gg rr"


@pytest.mark.parametrize(("law", "after"), [("R07", "- - r g"), ("R08", "r g - -")])
def test_r07_r08_leave_those_who_had_nothing_before_it(law: str, after: str) -> None:
    """All give from what they held before; who had nothing is not asked, even if something is coming (A8)."""
    table = draw("- r g -", hand=[law])
    before = table.snapshot()
    table.propose(law).vote("yyyy")
    assert table.seat == 1
    table.do("give a red")
    assert table.seat == 2
    table.do("give a green")
    assert table.candies == after
    assert "bag" not in changed(before, table)


# R09, R10: most and fewest


@pytest.mark.parametrize("law", copies("R09"))
def test_r09_all_who_have_most_lose_two(law: str) -> None:
    table = draw("rrr ryb yy b", hand=[law]).adopt(law, "lose a red", "lose a red", "lose a red", "lose a blue")
    assert table.candies == "r y yy b"


@pytest.mark.parametrize("law", copies("R09"))
def test_r09_leaves_players_with_fewer_and_takes_only_what_there_is(law: str) -> None:
    table = draw("r - y -", hand=[law])
    before = table.snapshot()
    table.adopt(law, "lose a red", "lose a yellow")
    assert table.candies == "- - - -"
    assert changed(before, table) == {"candies 0", "candies 2", "bag"}


@pytest.mark.parametrize("law", copies("R10"))
def test_r10_all_who_have_fewest_draw_two(law: str) -> None:
    assert draw("rrr r yy b", hand=[law]).adopt(law).totals == [3, 3, 2, 3]


@pytest.mark.parametrize("law", copies("R10"))
def test_r10_leaves_players_with_more(law: str) -> None:
    table = draw("rrr - yy b", hand=[law])
    before = table.snapshot()
    table.adopt(law)
    assert changed(before, table) == {"candies 1", "bag"}


def test_a08_r09_r10_read_holdings_before_they_act() -> None:
    """The first loser has fewer than others afterwards; the second one still loses (A8)."""
    table = draw("rrr rrr yy b", hand=["R09"]).propose("R09").vote("yyyy")
    table.do("lose a red", "lose a red")
    assert table.seat == 1
    assert table.do("lose a red", "lose a red").candies == "r r yy b"


# R11, R12: a colour


@pytest.mark.parametrize(("law", "c"), hues("R11"))
def test_r11_everyone_with_its_colour_draws(law: str, c: str) -> None:
    table = draw(f"{c} {c * 3}{other(c)} {other(c)} -", hand=[law]).adopt(law)
    assert table.totals == [2, 5, 1, 0]


@pytest.mark.parametrize(("law", "c"), hues("R11"))
def test_r11_leaves_players_without_its_colour(law: str, c: str) -> None:
    rest = "".join(letter for letter in LETTERS if letter != c)
    table = draw(f"{rest} {rest} {rest} {rest}", hand=[law])
    before = table.snapshot()
    table.adopt(law)
    assert changed(before, table) == set()


@pytest.mark.parametrize(("law", "c"), hues("R12"))
def test_r12_all_who_have_most_of_its_colour_return_two(law: str, c: str) -> None:
    table = draw(f"{c * 3} {c * 3}{other(c)} {c * 2} {other(c) * 5}", hand=[law]).adopt(law)
    assert table.candies == f"{c} {''.join(sorted(c + other(c), key=LETTERS.index))} {c * 2} {other(c) * 5}"


@pytest.mark.parametrize(("law", "c"), hues("R12"))
def test_r12_takes_the_only_one(law: str, c: str) -> None:
    assert draw(f"{c} {c} - {other(c)}", hand=[law]).adopt(law).candies == f"- - - {other(c)}"


@pytest.mark.parametrize(("law", "c"), hues("R12"))
def test_r12_leaves_everybody_where_nobody_has_its_colour(law: str, c: str) -> None:
    table = draw(f"{other(c)} {other(c, 2)} - {other(c, 3)}", hand=[law])
    before = table.snapshot()
    table.adopt(law)
    assert changed(before, table) == set()


# R13-R16: repeals


def test_r13_repeals_all_laws() -> None:
    table = draw(hand=["R13"], laws=[*BLUE_LAWS[:1], *YELLOW_LAWS]).adopt("R13")
    assert table.laws == []
    assert {"B07", *YELLOW_LAWS} <= set(table.discards)


def test_r13_leaves_candies_and_hands() -> None:
    table = draw(hand=["R13", "R03"], laws=["B07"])
    before = table.snapshot()
    table.adopt("R13")
    assert changed(before, table) == {"laws", "rule"}
    assert "R03" in table.hand(0)


def test_r14_repeals_laws_with_a_colour_symbol() -> None:
    assert draw(hand=["R14"], laws=["Y01 red", "B07", "Y04 green", "Y03 blue"]).adopt("R14").laws == ["B07"]


def test_r14_leaves_laws_about_a_colour_without_the_symbol() -> None:
    table = draw(hand=["R14"], laws=["Y05 blue", "Y06 red", "Y07", "B15", "Y09 level"])
    before = table.snapshot()
    table.adopt("R14")
    assert changed(before, table) == set()


def test_r15_repeals_blue_laws() -> None:
    table = draw(hand=["R15"], laws=["B07", "Y01 red", "B19", "B12"]).adopt("R15")
    assert table.laws == ["Y01 red"]
    assert set(table.state["rule"].tolist()) == {105}


def test_r15_leaves_yellow_laws() -> None:
    table = draw(hand=["R15"], laws=YELLOW_LAWS)
    before = table.snapshot()
    table.adopt("R15")
    assert changed(before, table) == set()


@pytest.mark.parametrize("law", copies("R16"))
def test_r16_lets_the_proposer_repeal_one_law(law: str) -> None:
    table = draw(hand=[law], laws=["B07", "Y01 red", "Y07"], seat=2).propose(law).vote("yyyy")
    assert (table.asked, table.seat) == ("REPEAL", 2)
    assert table.do("repeal law 2, Y01 red").laws == ["B07", "Y07"]
    assert "Y01 red" in table.discards


@pytest.mark.parametrize("law", copies("R16"))
def test_r16_leaves_the_others_and_asks_nobody_where_there_is_no_law(law: str) -> None:
    table = draw(hand=[law], laws=["B07", "Y07"])
    before = table.snapshot()
    table.adopt(law, "repeal law 2")
    assert changed(before, table) == {"laws"}
    table = draw(hand=[law]).adopt(law)
    assert (table.asked, table.active) == ("PROPOSE", 1)


def test_a03_a_repealed_blue_law_stops_at_once() -> None:
    """The limit would come at the end of this very turn (A3)."""
    table = draw("rrrrrr - - -", hand=["R15"], laws=["B17"]).adopt("R15")
    assert table.candies == "rrrrrr - - -"


# R17-R20


def test_r17_the_proposer_draws_two() -> None:
    assert draw(hand=["R17"], seat=1).adopt("R17").totals == [3, 5, 3, 3]


def test_r17_leaves_the_others() -> None:
    table = draw(hand=["R17"], seat=1)
    before = table.snapshot()
    table.adopt("R17")
    assert changed(before, table) == {"candies 1", "bag"}


def test_r18_everyone_who_voted_yes_draws() -> None:
    assert draw(hand=["R18"]).propose("R18").vote("yyny").totals == [4, 4, 3, 4]


def test_r18_leaves_no_and_wild_votes() -> None:
    """A Definite Yes is no vote Yes (A8)."""
    table = draw(hand=["R18"], wilds="YNSY").propose("R18").vote("wnnn")
    assert table.result is True
    assert table.totals == [3, 3, 3, 3]


def test_r19_everyone_who_voted_no_draws() -> None:
    assert draw(hand=["R19"]).propose("R19").vote("yyny").totals == [3, 3, 4, 3]


def test_r19_leaves_yes_and_wild_votes() -> None:
    table = draw(hand=["R19"], wilds="YYNS").propose("R19").vote("ywwy")  # one Definite Yes, one Definite No: a tie
    assert table.result is False
    table = draw(hand=["R19"], wilds="YYYN").propose("R19").vote("nwww")
    assert table.result is True
    assert table.totals == [4, 3, 3, 3]


def test_r20_everyone_without_a_wild_card_takes_one() -> None:
    """Eight kinds of card are left for three takers, the one just played among them."""
    table = draw(hand=["R20"], wilds="Y-N-").propose("R20").vote("wyyy")
    assert "-" not in table.wilds
    assert table.wilds[2] == "N"
    assert table.state["wild_box"].sum() == 6
    assert table.state["wild_out"].sum() == 0


def test_r20_leaves_players_with_a_wild_card() -> None:
    table = draw(hand=["R20"], wilds="YNSY")
    before = table.snapshot()
    table.adopt("R20")
    assert changed(before, table) == set()


def test_r20_deals_out_the_last_cards_and_those_just_played() -> None:
    """Ten players, nine cards in hands, one played for this very law: Definite Yes and Scam are left for two takers."""
    table = draw("r r r r r r r r r r", hand=["R20"], wilds="Y-YYYNNNNS").propose("R20")
    assert table.state["wild_box"].tolist() == [0, 0, 1]
    table.vote("wyyyyyyyyy")
    assert sorted(table.wilds[:2]) == ["S", "Y"]
    assert table.state["wild_box"].sum() == 0


def test_every_colour_is_named_in_the_text_of_its_law() -> None:
    for law, _ in hues("R01"):
        table = draw(hand=[law])
        assert law.split()[1] in COLOURS
        assert any(f"{law.split()[1]} candies" in text for text in table.legal_texts().values())
