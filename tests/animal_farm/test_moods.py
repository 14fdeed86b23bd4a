"""Every political mood of 1984: Animal Farm: where it brings VP, to whom, and where it does not (R29)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from envs.animal_farm.box import MOODS, PRINTED_MOODS

from .table import Play, draw

EXTRA = ("Collectivism", "2+2=5", "Peace is war")
PRINTED = (
    *("History rectifyied", "No darkness in here", "Collectivism", "2+2=5", "Less is more", "Peace is war"),
    *("Big Brother is watching you", "Range of Love", "Miniwin", "Strenght is Ignorance", "Inner Party Victory"),
)
OURS = ("Surplus labour", "Splendid isolation", "Empty shelves", "Shoulder to shoulder")


def brings(mood: str, play: Callable[..., Play], beside: str | None = None) -> list[int]:
    """What a mood alone brings: the VP of a game played with it less those of the same game without it.

    Args:
        play: takes `moods` and returns the table at the end.
        beside: a mood that lies on the board both times.
    """
    there, away = play(moods=[mood, beside, None]).vp, play(moods=[None, beside, None]).vp
    return [one - other for one, other in zip(there, away, strict=True)]


def claim(table: Play, seat: int = 0) -> Play:
    """`seat` claims the region being resolved alone, and it closes."""
    region = table.region
    table.pass_until("SPEAK", seat).do("claim the region alone")
    while table.region == region and table.asked in ("LAST_ACTIONS", "REQUISITION"):
        table.do("pass")
    return table


def ally(table: Play, seat: int, others: str, *shares: str) -> Play:
    """`seat` proposes an alliance, with shares if any are asked, no side payment, and all agree."""
    region = table.region
    table.pass_until("SPEAK", seat).do(f"propose an alliance with {others}", *shares)
    if table.can("no side payment"):
        table.do("no side payment")
    while table.asked == "ANSWER":
        table.do("agree")
    while table.region == region and table.asked in ("LAST_ACTIONS", "REQUISITION"):
        table.do("pass")
    return table


def test_r4_the_box_holds_fifteen_moods_of_which_the_book_lists_eleven() -> None:
    assert sorted(MOODS[:PRINTED_MOODS]) == sorted(PRINTED)
    assert sorted(MOODS[PRINTED_MOODS:]) == sorted(OURS)


# Revolutions. Seat 0 acts last; the card on its left lies between it and seat 1, that on its right between it and 2.

CARDS = ["2 Cat 1 Lion", "2 Donkey 1 Lion", "2 Elephant 1 Lion"]


def revolt(*puts: str, left: Any = None, right: Any = None, between: Any = None, round: int = 1) -> Callable[..., Play]:
    """A way to play the Revolutions phase: seat 0 puts tokens last, where others have put some."""

    def play(**more: Any) -> Play:
        cards: list[Any] = [
            {"card": CARDS[0], "placed": [{}, left or {}]},
            {"card": CARDS[1], "placed": between or [{}, {}]},
            {"card": CARDS[2], "placed": [right or {}, {}]},
        ]
        given = {"phase": "revolutions", "first_player": 1, "revolutions": cards, "round": round, **more}
        table = draw(players=3, seat=0, new="cceel - -", **given)
        assert (table.seat, table.asked) == (0, "REVOLT")
        return table.do(*puts).pass_until("MOVE")

    return play


LEFT_CAT, LEFT_LION = "put a Cat from New on the left", "put a Lion from New on the left"
RIGHT_ELEPHANT, RIGHT_LION = "put an Elephant from New on the right", "put a Lion from New on the right"
CAT, TWO_CATS, LION = {"New": {"Cat": 1}}, {"New": {"Cat": 2}}, {"New": {"Lion": 1}}
CAT_LION, ELEPHANT_LION = {"New": {"Cat": 1, "Lion": 1}}, {"New": {"Elephant": 1, "Lion": 1}}
ALL_DONKEYS = [{"New": {"Donkey": 2, "Lion": 1}}, {}]


def test_history_rectifyied_for_own_tokens_on_two_successful_revolutions() -> None:
    both = revolt(LEFT_CAT, RIGHT_ELEPHANT, left=CAT_LION, right=ELEPHANT_LION)
    assert both(moods=[None] * 3).vp == [5, 3, 2]  # round 1: one more for whom the card lies on the right
    assert brings("History rectifyied", both) == [1, 0, 0]


def test_history_rectifyied_not_where_one_of_the_two_fails() -> None:
    assert brings("History rectifyied", revolt(LEFT_CAT, RIGHT_ELEPHANT, left=CAT_LION, right=LION)) == [0, 0, 0]
    assert brings("History rectifyied", revolt(LEFT_CAT, RIGHT_ELEPHANT, left=CAT, right=ELEPHANT_LION)) == [0, 0, 0]


def test_history_rectifyied_not_without_own_tokens_on_both() -> None:
    full = {"New": {"Elephant": 2, "Lion": 1}}
    play = revolt(LEFT_CAT, left=CAT_LION, right=full)
    assert play(moods=[None] * 3).vp == [5, 3, 2]  # both succeed
    assert brings("History rectifyied", play) == [0, 0, 0]


def test_strenght_is_ignorance_for_a_successful_revolution_with_the_neighbour_on_the_right() -> None:
    """The card between seats 0 and 1 lies on the left of 0 and on the right of 1, whatever each has put on it."""
    assert brings("Strenght is Ignorance", revolt(LEFT_CAT, left=CAT_LION)) == [0, 1, 0]
    assert brings("Strenght is Ignorance", revolt(RIGHT_ELEPHANT, right=ELEPHANT_LION)) == [1, 0, 0]
    assert brings("Strenght is Ignorance", revolt(LEFT_CAT, RIGHT_ELEPHANT, left=CAT_LION, right=ELEPHANT_LION)) == [
        *(1, 1, 0)
    ]


def test_inner_party_victory_for_a_successful_revolution_with_the_neighbour_on_the_left() -> None:
    assert brings("Inner Party Victory", revolt(LEFT_CAT, left=CAT_LION)) == [1, 0, 0]
    assert brings("Inner Party Victory", revolt(RIGHT_ELEPHANT, right=ELEPHANT_LION)) == [0, 0, 1]


@pytest.mark.parametrize("mood", ["Strenght is Ignorance", "Inner Party Victory", "Shoulder to shoulder"])
def test_moods_about_a_revolution_not_for_one_that_fails(mood: str) -> None:
    assert brings(mood, revolt(LEFT_CAT, LEFT_CAT)) == [0, 0, 0]


@pytest.mark.parametrize(("mood", "seat"), [("Strenght is Ignorance", 2), ("Inner Party Victory", 1)])
def test_r29_left_and_right_moods_need_no_contribution(mood: str, seat: int) -> None:
    """Seat 1 alone has filled the card between seats 1 and 2."""
    gains = brings(mood, revolt("put a Cat from New", between=ALL_DONKEYS))
    assert gains == [int(one == seat) for one in range(3)]


@pytest.mark.parametrize("round", [1, 2])
@pytest.mark.parametrize(("mood", "gains"), [("Strenght is Ignorance", [0, 1, 0]), ("Inner Party Victory", [1, 0, 0])])
def test_left_and_right_moods_do_not_hang_on_the_round(mood: str, gains: list[int], round: int) -> None:
    assert brings(mood, revolt(LEFT_CAT, left=CAT_LION, round=round)) == gains


def test_shoulder_to_shoulder_for_two_of_the_three_tokens_of_a_successful_revolution() -> None:
    mood = "Shoulder to shoulder"
    assert brings(mood, revolt(LEFT_CAT, LEFT_CAT, left=LION)) == [1, 0, 0]
    assert brings(mood, revolt(LEFT_CAT, LEFT_LION, left=CAT)) == [1, 0, 0]
    assert brings(mood, revolt(LEFT_CAT, LEFT_CAT, LEFT_LION)) == [1, 0, 0]
    assert brings(mood, revolt(LEFT_CAT, left=CAT_LION)) == [0, 1, 0]  # the other one has supplied two


def test_shoulder_to_shoulder_not_for_one_token_on_each_of_two() -> None:
    play = revolt(LEFT_CAT, RIGHT_ELEPHANT, left=CAT_LION, right=ELEPHANT_LION)
    assert brings("Shoulder to shoulder", play) == [0, 1, 1]


def test_shoulder_to_shoulder_once_a_round() -> None:
    play = revolt(LEFT_CAT, LEFT_CAT, RIGHT_ELEPHANT, RIGHT_ELEPHANT, left=LION, right=LION)
    assert play(moods=[None] * 3).vp == [5, 3, 2]
    assert brings("Shoulder to shoulder", play) == [1, 0, 0]


# Buying


def buys(*starts: str, **more: Any) -> Callable[..., Play]:
    """A way to play the Buying phase, to its end."""

    def play(**moods: Any) -> Play:
        return draw(**{"phase": "buying", "players": 3, **more, **moods}).do(*starts).pass_until("MOVE")

    return play


def pay(*kinds: str) -> tuple[str, ...]:
    return tuple(f"pay an {kind}" if kind == "Elephant" else f"pay a {kind}" for kind in kinds)


VP = "spend 3 tokens on VP"
THREE_CATS = (VP, *pay("Cat", "Cat", "Cat"))
THREE_DONKEYS = (VP, *pay("Donkey", "Donkey", "Donkey"))


def test_r28_no_darkness_in_here_doubles_the_first_exchange_of_a_turn() -> None:
    mood = "No darkness in here"
    once = buys(*THREE_CATS, new="cccddd - -")
    twice = buys(*THREE_CATS, *THREE_DONKEYS, new="cccddd - -")
    assert (once(moods=[None] * 3).vp, twice(moods=[None] * 3).vp) == ([1, 0, 0], [2, 0, 0])
    assert (brings(mood, once), brings(mood, twice)) == ([1, 0, 0], [1, 0, 0])


def test_r28_no_darkness_in_here_once_for_each_player() -> None:
    play = buys(*THREE_CATS, *THREE_DONKEYS, new="ccc ddd -")
    assert play(moods=["No darkness in here", None, None]).vp == [2, 2, 0]


def test_r28_no_darkness_in_here_not_for_actions_and_not_used_up_by_them() -> None:
    laid = {"new": "ccccc - -", "advanced": ["Pacifist Resolution"]}
    card = ("buy Pacifist", *pay("Cat", "Cat"))
    assert brings("No darkness in here", buys(*card, **laid)) == [0, 0, 0]
    assert brings("No darkness in here", buys(*card, *THREE_CATS, **laid)) == [1, 0, 0]


WATCHING = "Big Brother is watching you"
FOUR_OF_SIX = (VP, *pay("Cat", "Donkey", "Elephant"), VP, *pay("Lion", "Cat", "Cat"))


def test_r28_big_brother_is_watching_you_for_four_kinds_spent_in_a_turn() -> None:
    play = buys(*FOUR_OF_SIX, new="cccdel - -")
    assert play(moods=[None] * 3).vp == [2, 0, 0]
    assert brings(WATCHING, play) == [2, 0, 0]
    assert brings(WATCHING, buys(*FOUR_OF_SIX, new="ccce - -", owned="dl - -")) == [2, 0, 0]


def test_r28_big_brother_is_watching_you_not_for_three_kinds() -> None:
    play = buys(VP, *pay("Cat", "Donkey", "Elephant"), VP, *pay("Elephant", "Cat", "Cat"), new="cccdee - -")
    assert brings(WATCHING, play) == [0, 0, 0]
    unspent = buys(*(VP, *pay("Cat", "Donkey", "Elephant")), new="cdel - -")
    assert brings(WATCHING, unspent) == [0, 0, 0]


def test_r28_big_brother_is_watching_you_counts_tokens_spent_on_actions_too() -> None:
    laid = {"new": "cdel - -", "advanced": ["Pacifist Resolution", "Voluntary resettlement"]}
    cards = ("buy Pacifist", *pay("Cat", "Donkey"), "buy Voluntary", *pay("Elephant", "Lion"))
    assert brings(WATCHING, buys(*cards, **laid)) == [2, 0, 0]
    both = ("buy Pacifist", *pay("Lion", "Kangaroo"), VP, *pay("Cat", "Cat", "Donkey"))
    assert brings(WATCHING, buys(*both, **{**laid, "new": "ccdkl - -"})) == [2, 0, 0]


def test_r28_big_brother_is_watching_you_once_a_turn() -> None:
    five = buys(VP, *pay("Cat", "Donkey", "Elephant"), VP, *pay("Lion", "Kangaroo", "Cat"), new="ccdekl - -")
    assert brings(WATCHING, five) == [2, 0, 0]
    twice = (
        VP,
        *pay("Cat", "Donkey", "Elephant"),
        VP,
        *pay("Lion", "Cat", "Donkey"),
        VP,
        *pay("Elephant", "Lion", "Cat"),
    )
    assert brings(WATCHING, buys(*twice, new="cccddeell - -")) == [2, 0, 0]


def test_r28_big_brother_is_watching_you_looks_at_each_player_alone() -> None:
    two_each = (VP, *pay("Cat", "Cat", "Donkey"), VP, *pay("Elephant", "Lion", "Lion"))
    assert brings(WATCHING, buys(*two_each, new="ccd ell -")) == [0, 0, 0]
    assert brings(WATCHING, buys(*FOUR_OF_SIX, "pass", *FOUR_OF_SIX, new="cccdelk cccdel -", owned="kk - -")) == [
        2,
        2,
        0,
    ]


def test_miniwin_for_each_advanced_action_bought() -> None:
    laid = {"new": "ccddd - -", "advanced": ["Pacifist Resolution", "Safe deposit"]}
    one, two = ("buy Pacifist", *pay("Cat", "Cat")), ("buy Safe", *pay("Donkey"))
    assert brings("Miniwin", buys(*one, **laid)) == [1, 0, 0]
    assert brings("Miniwin", buys(*one, *two, **laid)) == [2, 0, 0]


def test_miniwin_not_for_vp_and_not_for_what_was_bought_before() -> None:
    laid = {"advanced": ["Pacifist Resolution"], "bought": {0: ["Pacifist Resolution"]}}
    assert brings("Miniwin", buys(*THREE_CATS, new="ccc - -", **laid)) == [0, 0, 0]


def test_empty_shelves_for_who_has_no_token_at_the_end_of_buying() -> None:
    mood = "Empty shelves"
    assert brings(mood, buys(*THREE_CATS, new="ccc d -")) == [1, 0, 1]
    assert brings(mood, buys(*THREE_CATS, new="ccc - -", owned="d - l")) == [0, 1, 0]
    assert brings(mood, buys("pass", new="ccc - -")) == [0, 1, 1]


def test_empty_shelves_looks_at_the_end_of_the_phase_of_all() -> None:
    """Seat 0, who buys first, has nothing left; seat 1 has something until its own turn is over."""
    play = buys(*THREE_CATS, *THREE_DONKEYS, new="ccc ddd l")
    assert brings("Empty shelves", play) == [1, 1, 0]


def test_empty_shelves_where_nobody_buys_anything() -> None:
    def play(**moods: Any) -> Play:
        return draw(phase="spies", owned="kk l -", new="- - -", **moods).do("pass").pass_until("MOVE")

    assert brings("Empty shelves", play) == [0, 0, 1]


# Regions


def alone(region: str = "India", **more: Any) -> Callable[..., Play]:
    """A way to play a region that seat 0 claims alone, at the beginning of the round."""

    def play(**moods: Any) -> Play:
        return claim(draw(f"{region} 311", "Australia 111", phase="alliances", region=region, **more, **moods))

    return play


def together(**more: Any) -> Callable[..., Play]:
    """A way to play India, the first region, which seats 0 and 1 win with shares of 3 and 1."""

    def play(**moods: Any) -> Play:
        table = draw("India 322", "Latin America 222", phase="alliances", **more, **moods)
        return ally(table, 0, "seat 1", "seat 0 takes 3", "seat 1 takes 1")

    return play


def nobody(**moods: Any) -> Play:
    return draw("India 322", "Latin America 222", phase="alliances", **moods).do("pass", "pass", "pass")


def test_range_of_love_for_every_winner_in_the_first_region_of_the_round() -> None:
    assert brings("Range of Love", alone()) == [1, 0, 0]
    assert brings("Range of Love", together()) == [1, 1, 0]


def test_range_of_love_also_without_tokens() -> None:
    def play(**moods: Any) -> Play:
        table = draw("India 322", "Latin America 222", phase="alliances", **moods)
        return ally(table, 0, "seat 1", "seat 0 takes 3", "seat 1 takes 0")

    assert brings("Range of Love", play) == [1, 1, 0]


def test_range_of_love_not_where_nobody_wins_and_not_in_later_regions() -> None:
    assert brings("Range of Love", nobody) == [0, 0, 0]
    for region in ("Latin America", "Africa"):
        assert brings("Range of Love", alone(region, first_region="India")) == [0, 0, 0]


def alone_later(**moods: Any) -> Play:
    """Seat 0 claims the third region of a round that began in India."""
    table = draw("India 111", "Africa 311", "Latin America 111", phase="alliances", region="India", **moods)
    while table.region != "Africa":
        table.do("pass")
    return claim(table)


def test_range_of_love_not_for_the_first_region_that_is_won() -> None:
    assert brings("Range of Love", alone_later) == [0, 0, 0]


LABOUR = "Surplus labour"


def last_of_five(**moods: Any) -> Play:
    """Seat 0 claims the Middle East, the fifth region of a round that began in India."""
    agents = ("Middle East 311", "India 111", "Collectivism 111")
    return claim(
        draw(*agents[: 2 + ("Collectivism" in moods["moods"])], phase="alliances", first_region="India", **moods)
    )


def test_surplus_labour_for_every_winner_in_the_last_region_of_the_round() -> None:
    def both(**moods: Any) -> Play:
        table = draw("Middle East 322", phase="alliances", region="Middle East", first_region="India", **moods)
        return ally(table, 0, "seat 1", "seat 0 takes 3", "seat 1 takes 1")

    assert brings(LABOUR, last_of_five) == [1, 0, 0]
    assert brings(LABOUR, both) == [1, 1, 0]
    assert brings(LABOUR, alone()) == [0, 0, 0]
    assert brings(LABOUR, nobody) == [0, 0, 0]


def test_surplus_labour_where_the_last_region_is_an_extra_one() -> None:
    def extra(**moods: Any) -> Play:
        return claim(draw("2+2=5 311", "Africa 111", phase="alliances", region="2+2=5", **moods))

    assert brings(LABOUR, last_of_five, beside="Collectivism") == [0, 0, 0]
    assert brings(LABOUR, extra, beside="2+2=5") == [1, 0, 0]


ISOLATION = "Splendid isolation"


def test_splendid_isolation_for_winning_a_region_alone() -> None:
    assert brings(ISOLATION, alone()) == [1, 0, 0]
    assert brings(ISOLATION, alone("Latin America", first_region="India")) == [1, 0, 0]
    assert brings(ISOLATION, together()) == [0, 0, 0]
    assert brings(ISOLATION, nobody) == [0, 0, 0]


def test_splendid_isolation_once_a_round_for_each_player() -> None:
    def play(**moods: Any) -> Play:
        table = draw("India 311", "Australia 311", "Africa 131", phase="alliances", **moods)
        return claim(claim(claim(table)), seat=1)

    assert brings(ISOLATION, play) == [1, 1, 0]


def test_splendid_isolation_in_extra_regions_too() -> None:
    def play(**moods: Any) -> Play:
        return claim(draw("2+2=5 311", "Africa 111", phase="alliances", region="2+2=5", **moods))

    assert brings(ISOLATION, play, beside="2+2=5") == [1, 0, 0]


def test_splendid_isolation_again_in_the_next_round() -> None:
    table = draw("India 311", "Africa 111", phase="alliances", moods=[ISOLATION, None, None])
    claim(table).pass_until("MOVE").pass_until("SPEAK")
    while table.region != "India":
        table.do("pass")
    before = table.facts()
    assert before["isolated 0"] == 0
    change = claim(table).changes(before)
    assert change["isolated 0"] == 1
    assert change["vp 0"] >= 1  # another mood has come, which may bring something too


LESS = "Less is more"


def test_less_is_more_for_the_player_who_collected_the_most_tokens_in_a_region() -> None:
    assert brings(LESS, alone()) == [1, 0, 0]
    assert brings(LESS, together()) == [1, 0, 0]
    assert brings(LESS, alone("Latin America", first_region="India")) == [1, 0, 0]


@pytest.mark.parametrize(("shares", "gains"), [((2, 1), [1, 0, 0]), ((1, 2), [0, 1, 0]), ((2, 2), [0, 0, 0])])
def test_less_is_more_gives_nobody_anything_for_a_tie(shares: tuple[int, int], gains: list[int]) -> None:
    def play(**moods: Any) -> Play:
        table = draw("India 322", "Latin America 222", phase="alliances", **moods)
        return ally(table, 0, "seat 1", f"seat 0 takes {shares[0]}", f"seat 1 takes {shares[1]}")

    assert brings(LESS, play) == gains


def test_less_is_more_a_tie_below_the_most_does_not_matter() -> None:
    def play(*shares: int) -> Callable[..., Play]:
        def three(**moods: Any) -> Play:
            table = draw("India 2223", "Latin America 2222", phase="alliances", **moods)
            return ally(table, 0, "seats 1 and 2", *(f"seat {i} takes {n}" for i, n in enumerate(shares)))

        return three

    assert brings(LESS, play(1, 2, 1)) == [0, 1, 0, 0]
    assert brings(LESS, play(1, 1, 2)) == [0, 0, 1, 0]
    assert brings(LESS, play(2, 1, 2)) == [0, 0, 0, 0]


def test_less_is_more_not_where_nobody_collects() -> None:
    assert brings(LESS, nobody) == [0, 0, 0]


def test_less_is_more_counts_what_requisition_takes() -> None:
    """Seats 0 and 1 take two and one; seat 1 takes one of the two."""

    def play(*last: str) -> Callable[..., Play]:
        def requisition(**moods: Any) -> Play:
            has = {"advanced": ["Requisition"], "bought": {1: ["Requisition"]}, "owned": "- d -"}
            table = draw("India 322", "Latin America 222", phase="alliances", **has, **moods)
            table.do("propose an alliance with seat 1", "seat 0 takes 2", "seat 1 takes 1", "no side payment", "agree")
            return table.pass_until("REQUISITION", 1).do(*last)

        return requisition

    assert brings(LESS, play("pass")) == [1, 0, 0]
    assert brings(LESS, play("play Requisition", "take a token")) == [0, 1, 0]


def test_less_is_more_counts_the_tokens_of_collectivism() -> None:
    def one(**moods: Any) -> Play:
        table = draw("Collectivism 311", "Africa 111", phase="alliances", region="Collectivism", **moods)
        return claim(table).do("take a Cat")

    def two(**moods: Any) -> Play:
        table = draw("Collectivism 221", "Africa 111", phase="alliances", region="Collectivism", **moods)
        return ally(table, 0, "seat 1").do("take a Cat", "take a Lion")

    assert brings(LESS, one, beside="Collectivism") == [1, 0, 0]
    assert brings(LESS, two, beside="Collectivism") == [0, 0, 0]


@pytest.mark.parametrize("mood", ["2+2=5", "Peace is war"])
def test_less_is_more_not_in_extra_regions_without_tokens(mood: str) -> None:
    def play(**moods: Any) -> Play:
        table = claim(draw(f"{mood} 311", "Africa 111", phase="alliances", region=mood, **moods))
        return table.do("spare everybody") if mood == "Peace is war" else table

    assert brings(LESS, play, beside=mood) == [0, 0, 0]


# Extra regions


def extra(mood: str, agents: str = "311", **more: Any) -> Play:
    """The extra region of `mood` is being resolved."""
    given = {"phase": "alliances", "region": mood, "moods": [mood, None, None], **more}
    return draw(f"{mood} {agents}", "Africa " + "1" * len(agents), **given)


def test_collectivism_gives_each_winner_one_token_of_choice_in_turn_order() -> None:
    table = extra("Collectivism", "221", first_player=1, seat=1)
    ally(table, 1, "seat 0")
    assert (table.asked, table.seat) == ("COLLECT", 1)
    assert len(table.choices) == 5
    assert table.effect("take a Lion") == {"New Lion 1": 1, "stock Lion": -1, "collected 1": 1}
    assert (table.asked, table.seat) == ("COLLECT", 0)
    table.do("take a Cat")
    assert (table.new, table.vp) == ("c l -", [0, 0, 0])


def test_collectivism_gives_one_token_whatever_the_number_of_agents() -> None:
    table = claim(extra("Collectivism", "511")).do("take a Donkey")
    assert table.new == "d - -"
    assert table.asked != "COLLECT"


def test_r21_collectivism_gives_what_is_in_stock() -> None:
    table = claim(extra("Collectivism", new="- cccccccccccc llllllllllll"))
    assert set(table.choices) == {"take a Donkey", "take a Kangaroo", "take an Elephant"}


def test_collectivism_gives_nothing_where_nobody_wins() -> None:
    table = extra("Collectivism", "221").do("pass", "pass", "pass")
    assert table.new == "- - -"
    assert table.asked != "COLLECT"


def test_two_and_two_gives_each_winner_1_vp() -> None:
    assert claim(extra("2+2=5")).vp == [1, 0, 0]
    assert ally(extra("2+2=5", "221"), 0, "seat 1").vp == [1, 1, 0]
    table = extra("2+2=5", "221").do("pass", "pass", "pass")
    assert table.vp == [0, 0, 0]
    assert table.region is None


def test_two_and_two_gives_no_tokens() -> None:
    table = claim(extra("2+2=5", "511"))
    assert table.new == "- - -"


def test_two_and_two_not_in_other_regions() -> None:
    assert claim(draw("India 311", "Africa 111", phase="alliances", moods=["2+2=5", None, None])).vp == [0, 0, 0]


def test_peace_is_war_lets_each_winner_take_1_vp_from_a_player() -> None:
    table = ally(extra("Peace is war", "221", vp=[3, 4, 5]), 0, "seat 1")
    assert (table.asked, table.seat) == ("STRIKE", 0)
    strikes = ["seat 0 loses 1 VP", "seat 1 loses 1 VP", "seat 2 loses 1 VP"]
    assert table.choices == [*strikes, "spare everybody"]
    assert table.effect("seat 2 loses") == {"vp 2": -1, "targeted 2": 1}
    assert (table.asked, table.seat) == ("STRIKE", 1)
    assert table.choices == [*strikes[:2], "spare everybody"]  # nobody twice a round
    assert table.do("seat 1 loses").vp == [3, 3, 4]


def test_peace_is_war_may_be_declined() -> None:
    table = claim(extra("Peace is war", vp=[3, 4, 5])).do("spare everybody")
    assert table.vp == [3, 4, 5]
    assert table.region is None


def test_r21_peace_is_war_stops_at_0_and_its_choices_do_not_tell_who_has_none() -> None:
    table = claim(extra("Peace is war", vp=[3, 0, 5]))
    assert table.can("seat 1 loses")
    assert table.do("seat 1 loses").vp == [3, 0, 5]


def test_peace_is_war_not_where_nobody_wins() -> None:
    assert extra("Peace is war", "221").do("pass", "pass", "pass").asked != "STRIKE"


def test_peace_is_war_may_target_everybody_again_in_the_next_round() -> None:
    table = claim(extra("Peace is war", vp=[3, 4, 5])).do("seat 2 loses").pass_until("MOVE")
    assert table.facts()["targeted 2"] == 0


def test_r7_extra_regions_are_resolved_after_the_five_by_place() -> None:
    moods = ["2+2=5", None, "Collectivism"]
    agents = [f"{region} 111" for region in ("Africa", "India", "Collectivism", "2+2=5")]
    table = draw(*agents, phase="alliances", moods=moods, first_region="India", region="India", round=2)
    order = []
    while table.asked == "SPEAK":
        if table.region not in order:
            order.append(table.region)
        table.do("pass")
    assert order == ["India", "Africa", "2+2=5", "Collectivism"]  # where there are agents


def test_r7_a_mood_that_leaves_sends_its_agents_to_the_reserves() -> None:
    moods = ["Miniwin", "2+2=5", "Collectivism"]
    agents = ("Collectivism 210", "2+2=5 111", "Africa 222")
    table = draw(*agents, phase="buying", new="ccc - -", moods=moods, round=2).pass_until("RESERVE_AGENT")
    assert (table.agents("Collectivism"), table.agents("2+2=5"), table.agents("Africa")) == ("000", "111", "222")
    assert [table.facts()[f"reserve {seat}"] for seat in range(3)] == [2, 1, 0]
    assert table.facts()["mood 1"] == MOODS.index("Miniwin")
    assert table.facts()["mood 2"] == MOODS.index("2+2=5")


def test_r7_reserve_agents_are_placed_in_any_region_at_the_owners_next_moves_turn() -> None:
    table = draw("India 311", "2+2=5 111", phase="moves", reserve=[2, 0, 1], moods=["2+2=5", None, None])
    assert (table.asked, table.seat) == ("RESERVE_AGENT", 0)
    assert {f"put an agent into {name}" for name in ("India", "Africa", "2+2=5")} < set(table.choices)
    assert len(table.choices) == 6
    assert table.effect("put an agent into 2+2=5") == {"reserve 0": -1, "2+2=5 0": 1}
    assert table.asked == "RESERVE_AGENT"
    table.do("put an agent into Africa")
    assert (table.asked, table.seat) == ("MOVE", 0)
    assert table.can("move an agent from Africa")  # placing was free of charge
    table.do("pass", "pass")
    assert (table.asked, table.seat) == ("RESERVE_AGENT", 2)


def test_r7_reserve_agents_go_into_regions_whose_borders_are_closed() -> None:
    card = "Closed borders"
    table = draw("India 311", phase="moves", reserve=[0, 1, 0], owned="c - -", advanced=[card], bought={0: [card]})
    table.do("play Closed", "close the borders of India", "pass")
    assert (table.asked, table.seat) == ("RESERVE_AGENT", 1)
    assert table.can("put an agent into India")


def test_r7_the_ordinary_move_goes_to_extra_regions_on_the_board_only() -> None:
    table = draw("India 311", phase="moves", moods=["2+2=5", None, None]).do("move an agent from India")
    assert table.can("to 2+2=5")
    assert not table.can("to Collectivism")
    assert table.effect("to 2+2=5") == {"India 0": -1, "2+2=5 0": 1}
