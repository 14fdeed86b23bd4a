"""Every yellow law: the points it makes, and those it leaves alone.

Most tests read `points`: what the players would score if the game ended now. The game counts them in the same way at
its end, as the tests of both ends of the game show.
"""

from __future__ import annotations

import pytest

from .table import LETTERS, changed, copies, draw, hues


def points(text: str, *laws: str, wilds: str = "YYNN") -> list[int]:
    """Return the points of a table with these laws in force."""
    return draw(text, laws=laws, wilds=wilds).points


def rest(letter: str) -> str:
    """Return the other three colours."""
    return "".join(other for other in LETTERS if other != letter)


def test_without_yellow_laws_a_candy_is_a_point() -> None:
    assert points("rrr ryb g -", "B07") == [3, 3, 1, 0]


WORTH = [
    (law, letter, worth)
    for name, worth in (("Y01", 2), ("Y02", 3), ("Y03", 0), ("Y04", -1))
    for law, letter in hues(name)
]


@pytest.mark.parametrize(("law", "c", "worth"), WORTH)
def test_y01_y02_y03_y04_say_what_a_candy_of_their_colour_is_worth(law: str, c: str, worth: int) -> None:
    assert points(f"{c * 3} {c} - {c * 5}", law) == [3 * worth, worth, 0, 5 * worth]


@pytest.mark.parametrize(("law", "c", "worth"), WORTH)
def test_y01_y02_y03_y04_leave_other_colours(law: str, c: str, worth: int) -> None:
    assert points(f"{rest(c)} {c}{rest(c)[0]} - {rest(c)[1] * 5}", law) == [3, worth + 1, 0, 5]


def test_laws_for_different_colours_stand_side_by_side() -> None:
    assert points("ryb rr yy bb", "Y01 red", "Y02 yellow", "Y04 blue") == [4, 4, 6, -2]


@pytest.mark.parametrize(("law", "c"), hues("Y05"))
def test_y05_all_who_have_most_of_its_colour_get_five(law: str, c: str) -> None:
    assert points(f"{c * 2} {c * 2} {c} {rest(c)[0] * 4}", law) == [7, 7, 1, 4]


@pytest.mark.parametrize(("law", "c"), hues("Y05"))
def test_y05_leaves_everybody_where_nobody_has_its_colour(law: str, c: str) -> None:
    assert points(f"{rest(c)} {rest(c)[0]} - {rest(c)[1]}", law) == [3, 1, 0, 1]


@pytest.mark.parametrize(("law", "c"), hues("Y06"))
def test_y06_players_without_its_colour_get_four(law: str, c: str) -> None:
    assert points(f"{rest(c)} - {c} {c * 2}", law) == [7, 4, 1, 2]


@pytest.mark.parametrize(("law", "c"), hues("Y06"))
def test_y06_leaves_players_with_its_colour(law: str, c: str) -> None:
    assert points(f"{c} {c} {c} {c}{rest(c)}", law) == [1, 1, 1, 4]


def test_y07_all_who_have_most_candies_get_five() -> None:
    assert points("rrr yyy b -", "Y07") == [8, 8, 1, 0]


def test_y07_leaves_players_with_fewer() -> None:
    assert points("rrr yy bb -", "Y07") == [8, 2, 2, 0]


def test_y08_all_who_have_fewest_candies_get_five() -> None:
    assert points("rrr y b ryb", "Y08") == [3, 6, 6, 3]


def test_y08_leaves_players_with_more() -> None:
    assert points("rrr - b ryb", "Y08") == [3, 5, 1, 3]


@pytest.mark.parametrize("law", copies("Y09"))
def test_y09_three_for_each_full_set_of_four_colours(law: str) -> None:
    assert points("rybg rryybbgg rryybbbgggg -", law) == [7, 14, 17, 0]


@pytest.mark.parametrize("law", copies("Y09"))
def test_y09_leaves_sets_that_lack_a_colour(law: str) -> None:
    assert points("ryb rrrryyyybbbb gggg yb", law) == [3, 12, 4, 2]


def test_y10_two_for_each_full_three_of_one_colour() -> None:
    assert points("rrr rrryyybbb yyyyyy bbbbbbbb", "Y10") == [5, 15, 10, 12]


def test_y10_leaves_what_is_no_full_three() -> None:
    assert points("rr rryybbgg - ryb", "Y10") == [2, 8, 0, 3]


def test_y11_only_the_largest_colour_counts_doubled() -> None:
    assert points("rrry yyb bbbb -", "Y11") == [6, 4, 8, 0]


def test_y11_of_two_largest_colours_the_one_worth_more_counts() -> None:
    assert points("rryyb rryy bb gg", "Y11", "Y02 yellow", "Y04 blue") == [12, 12, -4, 4]


def test_y11_leaves_bonuses() -> None:
    """Bonuses go by all candies, and are not doubled (A7)."""
    assert points("rrry yyb - -", "Y11", "Y07", "Y06 blue") == [6 + 5 + 4, 4, 4, 4]


def test_y12_even_numbers_of_candies_get_three() -> None:
    assert points("rr ryby - r", "Y12") == [5, 7, 3, 1]


def test_y12_leaves_odd_numbers() -> None:
    assert points("r yyb rrrrr ryb", "Y12") == [1, 3, 5, 3]


def test_y13_odd_numbers_of_candies_get_three() -> None:
    assert points("r yyb rr -", "Y13") == [4, 6, 2, 0]


def test_y13_leaves_even_numbers() -> None:
    assert points("rr yybb - ry", "Y13") == [2, 4, 0, 2]


def test_y14_a_wild_card_in_hand_is_worth_three() -> None:
    assert points("r r r r", "Y14", wilds="Y-SN") == [4, 1, 4, 4]


def test_y14_leaves_players_who_have_played_it() -> None:
    table = draw("r r r r", hand=["B07"], laws=["Y14"], wilds="YYNN").propose("B07").vote("wwnn")
    assert table.points == [1, 1, 4, 4]


def test_y15_a_wild_card_in_hand_costs_three() -> None:
    assert points("r r r r", "Y15", wilds="Y-SN") == [-2, 1, -2, -2]


def test_y15_leaves_players_without_one() -> None:
    assert points("r r r r", "Y15", wilds="----") == [1, 1, 1, 1]


def test_y16_candy_points_are_scored_by_the_left_neighbour() -> None:
    assert points("rrrr yyy bb g", "Y16") == [1, 4, 3, 2]


def test_y16_leaves_bonuses_with_their_players() -> None:
    """Bonuses go by own candies, after the swap (A7)."""
    assert points("rrrr yyy bb g", "Y16", "Y07", "Y01 red") == [1 + 5, 8, 3, 2]


def test_y17_takes_two_for_each_colour_that_is_lacking() -> None:
    assert points("rrr ry ryb -", "Y17") == [3 - 6, 2 - 4, 3 - 2, -8]


def test_y17_leaves_players_with_all_colours() -> None:
    assert points("rybg rrybg rybgg rybggg", "Y17") == [4, 5, 5, 6]


def test_a07_order_of_scoring_worth_then_largest_then_neighbour_then_bonuses() -> None:
    """A7, by hand: largest colours doubled are 12 (two yellow at 3), 2 (one red), 4 (two blue), 4 (two green)."""
    table = draw("rryy r bb gg", laws=["Y02 yellow", "Y11", "Y16", "Y17", "Y07"], wilds="----")
    assert table.points == [4 - 4 + 5, 12 - 6, 2 - 6, 4 - 6]


@pytest.mark.parametrize("name", ["Y01 red", "Y05 red", "Y09 level", "Y13", "Y16"])
def test_adopted_yellow_laws_stay_and_change_nothing_else(name: str) -> None:
    table = draw("rrr yb g -", hand=[name])
    before = table.snapshot()
    table.adopt(name)
    assert table.laws == [name]
    assert changed(before, table) == {"laws"}
    assert table.points == points("rrr yb g -", name)
