"""The window of players who are not active: offers, gifts, promises and what becomes of them (R11)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.farms_race import GAME

from .table import Play, draw

PLAIN = {0: "Armoured", 1: "Ferocious", 2: "Burrowing", 3: "Swarming", 4: "Venomous"}
HANDS = ("2 wood", "3 clay 1 wheat", "2 weapons", "1 wood", "1 wood")
ALL = "2 wood 2 wheat 2 clay 2 weapons 2 plutonium"


def window(*regions: str, players: int = 3, trading: bool = True, talk: int = 0, offers: int = 1, **more: Any) -> Play:
    """A table just after the resource roll, which gave nobody anything."""
    options = {"trading": trading, "talk": talk, "offers": offers, "resource_die": {"plutonium": 1}}
    options |= more.pop("options", {})
    more = {"mutations": PLAIN, "hands": HANDS[:players], **more}
    table = draw(*regions, players=players, options=options, **more)
    return table.do("end the Action phase")


def talking(*regions: str, **more: Any) -> Play:
    """The same where players talk, but have nothing to trade."""
    return window(*regions, **{"talk": 1, "hands": (), **more})


def order(table: Play) -> list[int]:
    """The seats that are asked in the window, each of which is done at once."""
    seats = []
    while table.asked == "WINDOW":
        seats.append(table.seat)
        table.do("be done")
    return seats


# When, and in which order


@pytest.mark.parametrize(
    ("players", "active", "seats"),
    [(3, 0, [1, 2]), (3, 1, [2, 0]), (3, 2, [0, 1]), (4, 2, [3, 0, 1]), (5, 0, [1, 2, 3, 4]), (5, 3, [4, 0, 1, 2])],
)
def test_r11_all_who_are_not_active_are_asked_from_the_active_players_left(
    players: int, active: int, seats: list[int]
) -> None:
    table = window(players=players, active=active)
    assert order(table) == seats
    assert (table.seat, table.asked) == (active, "RESOURCES")


def test_r11_one_window_a_turn_after_the_resource_roll_and_before_the_resources_phase() -> None:
    """What the roll gave can be offered; the active player has built nothing of it yet."""
    table = window("1,-1 1:H", "-1,0 2:H", hands=(), options={"resource_die": {"wood": 1}})
    assert (table.seat, table.asked) == (1, "WINDOW")
    table.do("offer seat 2 cards")
    assert table.choices == ["offer 1 wood", "offer 2 wood"]
    table.do("offer 1 wood", "for nothing")
    assert (table.seat, table.asked) == (2, "WINDOW")
    table.do("be done")
    asked = []
    while table.active == 0:
        asked.append(table.asked)
        table.play(0)
    assert asked == ["RESOURCES"]
    assert (table.seat, table.asked) == (1, "ACTIONS")


def test_r11_the_window_comes_after_the_wild_is_named() -> None:
    table = draw("1,-1 1:H", options={"trading": True, "resource_die": {"wood": 1, "?": 11}}, mutations=PLAIN)
    table.do("end the Action phase")
    assert table.asked == "WILD"
    table.do("the forest pays")
    assert (table.seat, table.asked, table.hand(1)) == (1, "WINDOW", "2 wood")


def test_r11_who_has_no_cards_and_nothing_to_say_is_passed_over() -> None:
    assert order(window(hands=["1 wood", "", "1 wood"])) == [2]
    assert order(window(hands=["1 wood", "", ""])) == []
    assert order(window(hands=["", "", ""], talk=1)) == [1, 2]


def test_r11_who_is_out_is_passed_over_and_dealt_with_by_nobody() -> None:
    out = {1: {"out": 1}}
    table = window(players=4, seats=out, hands=["1 wood", "", "1 wood", "1 wood"])
    assert (table.seat, table.choices) == (2, ["be done", "offer seat 3 cards"])
    assert order(table) == [2, 3]
    table = window(players=3, seats=out, hands=["1 wood", "", "1 wood"])  # nobody is left to trade with
    assert table.asked == "RESOURCES"
    assert order(talking(players=4, seats=out)) == [2, 3]


def test_r11_trading_off_and_no_offers_open_no_window() -> None:
    assert window(trading=False).asked == "RESOURCES"
    assert window(offers=0).asked == "RESOURCES"
    table = window(trading=False, talk=1)
    assert table.asked == "WINDOW"
    assert not table.can("offer")
    assert not window(offers=0, talk=1).can("offer")


# Who may trade with whom


@pytest.mark.parametrize("active", range(4))
def test_r11_never_with_the_active_player_nor_with_oneself(active: int) -> None:
    table = window(players=4, active=active)
    asked = 0
    while table.asked == "WINDOW":
        others = sorted(set(range(4)) - {active, table.seat})
        assert table.choices == ["be done", *(f"offer seat {other} cards" for other in others)]
        table.do("be done")
        asked += 1
    assert asked == 3


def test_r11_the_active_player_makes_no_offers_in_any_phase() -> None:
    for stage in ("actions", "resources", "discard"):
        table = draw(hands=["9 wood", "9 clay", "9 wheat"], stage=stage, options={"trading": True, "talk": 1})
        assert table.seat == 0
        assert not table.can("offer")
        assert not table.can("promise")


def test_r11_two_players_have_nobody_to_trade_with() -> None:
    table = window(players=2, elsewhere="set-up")
    assert table.asked == "RESOURCES"


# Offers


def test_r11_up_to_two_cards_of_one_type_for_up_to_two_of_another() -> None:
    table = window(hands=["", "3 clay 1 wheat", "1 wood"]).do("offer seat 2 cards")
    assert table.choices == ["offer 1 clay", "offer 1 wheat", "offer 2 clay"]
    table.do("offer 2 clay")
    kinds = ("plutonium", "weapons", "wheat", "wood")
    assert table.choices == [*(f"for {n} {kind}" for n in (1, 2) for kind in kinds), "for nothing"]


def test_r11_what_is_asked_for_does_not_depend_on_the_other_hand() -> None:
    """The mask of an offer looks at the hand of its maker only: it tells nothing."""
    choices = []
    for hand in ("", "2 wood", ALL):
        table = window(hands=["", "2 clay", hand]).do("offer seat 2 cards")
        choices.append(table.choices)
        choices.append(table.do("offer 2 clay").choices)
    assert choices[0::2] == [["offer 1 clay", "offer 2 clay"]] * 3
    assert choices[1] == choices[3] == choices[5]


def test_r11_an_accepted_offer_changes_hands() -> None:
    table = window(hands=["", "3 clay", "2 wood"]).do("offer seat 2 cards", "offer 2 clay", "for 1 wood")
    assert (table.seat, table.asked, table.choices) == (2, "OFFER_ANSWER", ["accept", "decline"])
    assert table.effect("accept") == {"hand clay 1": -2, "hand wood 1": 1, "hand clay 2": 2, "hand wood 2": -1}
    for seat in range(3):  # openly (R18)
        assert [table.known(seat, other) for other in (1, 2)] == ["1 wood 1 clay", "1 wood 2 clay"]


def test_r11_a_declined_offer_changes_nothing() -> None:
    table = window().do("offer seat 2 cards", "offer 1 clay", "for 2 weapons")
    assert table.effect("decline") == {}
    assert table.seat == 2  # seat 1 has had its offer


@pytest.mark.parametrize(
    ("hand", "choices"),
    [
        ("2 weapons", ["accept", "decline"]),
        ("3 weapons 1 wood", ["accept", "decline"]),
        ("1 weapons 2 wood", ["decline"]),
        ("", ["decline"]),
    ],
)
def test_r11_who_cannot_pay_is_asked_all_the_same_but_can_only_decline(hand: str, choices: list[str]) -> None:
    table = window(hands=["", "2 clay", hand]).do("offer seat 2 cards", "offer 2 clay", "for 2 weapons")
    assert (table.seat, table.asked, table.choices) == (2, "OFFER_ANSWER", choices)


def test_r11_an_offer_once_begun_is_made() -> None:
    """No way back: so offers cannot go on for ever."""
    table = window().do("offer seat 2 cards")
    assert all(text.startswith("offer ") for text in table.choices)
    assert all(text.startswith("for ") for text in table.do("offer 1 clay").choices)


def test_r11_one_offer_by_default() -> None:
    table = Play(GAME, {"num_players": 3})
    assert (table.options["offers"], table.options["talk"], table.options["trading"]) == (1, 1, True)
    table = window().do("offer seat 2 cards", "offer 1 clay", "for 1 wood", "decline")
    assert (table.seat, table.asked) == (2, "WINDOW")


@pytest.mark.parametrize("offers", [1, 2, 4])
def test_r11_as_many_offers_as_the_option_says_and_each_seat_anew(offers: int) -> None:
    table = window(offers=offers, hands=["", "9 clay", "9 wood"])
    made = []
    while table.asked == "WINDOW":
        made.append(table.seat)
        table.do("offer seat", "offer 1 clay" if table.seat == 1 else "offer 1 wood")
        table.do("for nothing" if len(made) % 2 else "for 1 plutonium")
        if table.asked == "OFFER_ANSWER":
            table.do("decline")
    assert made == [1] * offers + [2] * offers


def test_r11_who_has_given_all_cards_away_makes_no_more_offers() -> None:
    table = window(offers=4, hands=["", "1 clay", "1 wood"]).do("offer seat 2 cards", "offer 1 clay", "for nothing")
    assert table.seat == 2


def test_r11_cards_just_got_can_be_offered_on() -> None:
    table = window(players=4, hands=["", "2 clay", "", ""]).do("offer seat 3 cards", "offer 2 clay", "for nothing")
    assert table.seat == 3  # seat 2 has nothing
    table.do("offer seat 2 cards", "offer 1 clay", "for nothing")
    assert [table.hand(seat) for seat in range(4)] == ["", "", "1 clay", "1 clay"]


def test_r11_an_offer_shows_that_its_maker_has_what_it_gives() -> None:
    """Of three cards that nobody could name, two clay are known from then on."""
    players = {1: {"known": {"0": {}, "2": {}}}}
    table = window(hands=["", "3 clay", "1 wood"], seats=players)
    assert [table.known(seat, 1) for seat in range(3)] == ["", "3 clay", ""]
    table.do("offer seat 2 cards", "offer 2 clay")
    assert [table.known(seat, 1) for seat in range(3)] == ["2 clay", "3 clay", "2 clay"]
    table.do("for 2 wood", "decline")
    assert table.known(0, 1) == "2 clay"


# Gifts


def test_r11_a_gift_changes_hands_at_once() -> None:
    table = window(hands=["", "3 clay", ""]).do("offer seat 2 cards", "offer 2 clay")
    assert table.effect("for nothing") == {"hand clay 1": -2, "hand clay 2": 2}
    assert (table.seat, table.asked) == (2, "WINDOW")
    assert table.known(0, 2) == "2 clay"


def test_r11_a_gift_takes_the_place_of_an_offer() -> None:
    table = window(hands=["", "3 clay", ""]).do("offer seat 2 cards", "offer 1 clay", "for nothing")
    assert table.seat == 2


# Promises


def test_r11_promises_about_every_other_player_the_active_one_too() -> None:
    table = talking()
    words = ("I do not attack", "I do not nuke", "I nuke")
    for seat, others in ((1, (0, 2)), (2, (0, 1))):
        assert table.seat == seat
        assert table.choices == ["be done", *(f"promise: {word} seat {other}" for word in words for other in others)]
        table.do("be done")


def test_r11_a_promise_with_an_offer_or_in_place_of_one() -> None:
    table = window(talk=1).do("promise: I do not attack seat 2")
    assert (table.seat, table.choices) == (1, ["be done", "offer seat 2 cards"])
    table.do("offer seat 2 cards", "offer 1 clay", "for nothing")
    assert table.seat == 2
    table.do("offer seat 1 cards", "offer 1 clay", "for nothing")
    assert table.can("promise")  # after the offer, too
    table.do("promise: I nuke seat 1")
    assert table.asked == "RESOURCES"


@pytest.mark.parametrize("talk", [0, 1, 2, 4])
def test_r11_as_many_promises_as_the_option_says(talk: int) -> None:
    table = window(talk=talk, hands=())
    made = []
    while table.asked == "WINDOW":
        made.append(table.seat)
        table.do(next(text for text in table.choices if text.startswith("promise")))
    assert made == [1] * talk + [2] * talk


def test_r11_no_promise_twice_and_not_to_nuke_and_not_to_nuke() -> None:
    table = talking(talk=3).do("promise: I nuke seat 0", "promise: I do not attack seat 0")
    left = ["I do not attack seat 2", "I do not nuke seat 2", "I nuke seat 2"]
    assert table.choices == ["be done", *(f"promise: {words}" for words in left)]
    table = talking(talk=3).do("promise: I do not nuke seat 0")
    assert not table.can("promise: I nuke seat 0")
    assert table.can("promise: I nuke seat 2")
    table.do("be done")
    assert table.can("promise: I nuke seat 0")  # what others have promised does not matter


def test_r11_no_promises_about_players_who_are_out() -> None:
    table = talking(players=4, seats={3: {"out": 1}})
    assert table.seat == 1
    assert not table.can("promise: I nuke seat 3")
    assert len(table.choices) == 7


def test_r11_two_players_may_talk() -> None:
    table = window(players=2, talk=1, elsewhere="set-up")
    assert (table.seat, table.asked) == (1, "WINDOW")
    words = ("I do not attack", "I do not nuke", "I nuke")
    assert table.choices == ["be done", *(f"promise: {word} seat 0" for word in words)]
    table.do("promise: I do not attack seat 0")
    assert table.asked == "RESOURCES"
    table.end_turn().end_turn()
    assert table.record(1, "no attack") == {"made": 1, "kept": 1}


def promised(seat: int, promise: str, about: int, *regions: str, active: int | None = None, **more: Any) -> Play:
    """A turn, by default that of the seat, in which a promise of it is outstanding."""
    given = {"from": seat, "promise": promise, "about": about}
    more = {"mutations": PLAIN, **more}
    return draw(*regions, active=seat if active is None else active, promises=[given], **more)


def test_r11_a_promise_runs_until_the_promisers_next_turn_ends() -> None:
    table = talking().do("be done", "promise: I do not attack seat 1", "end the Resources phase")
    assert (table.active, table.record(2, "no attack")) == (1, {"made": 1})
    table.end_turn()
    assert (table.active, table.record(2, "no attack")) == (2, {"made": 1})
    table.end_turn()
    assert (table.active, table.record(2, "no attack")) == (0, {"made": 1, "kept": 1})
    assert not table.state["promise"].any()


def test_r11_a_promise_can_be_made_anew_once_it_has_ended() -> None:
    table = talking().do("promise: I do not attack seat 2", "be done", "end the Resources phase")
    table.end_turn().pass_until("WINDOW", 1)
    table.do("promise: I do not attack seat 2")
    assert table.record(1, "no attack") == {"made": 2, "kept": 1}


NEIGHBOURS = ("2,0 1:HH", "1,0 0:HB", "2,-1 2:H", "1,1 :1")


def test_r11_no_attack_is_broken_by_an_attack_whatever_comes_of_it() -> None:
    table = promised(1, "no attack", 0, *NEIGHBOURS)
    table.do("move to 1,0", "with a healthy herd from 2,0")
    assert table.record(1, "no attack") == {"made": 1}
    table.do("go")
    assert table.record(1, "no attack") == {"made": 1, "broken": 1}
    assert not table.state["promise"].any()


def test_r11_no_attack_is_broken_by_entering_a_building_that_nobody_defends() -> None:
    table = promised(1, "no attack", 0, "2,0 1:HH", "1,0 0:B", "0,0 0:H").move("1,0", "2,0 H")
    assert table.record(1, "no attack") == {"made": 1, "broken": 1}


def test_r11_no_attack_is_kept_by_attacks_on_others_and_humans_and_by_nukes() -> None:
    guns = {"combat_die": {"gun": 1}}
    table = promised(1, "no attack", 0, *NEIGHBOURS, options=guns, seats={1: {"ready": 1}})
    table.do("launch a ready nuke", "launch at 1,0")
    if table.asked == "LAUNCH":
        table.do("launch no more")
    table.move("2,-1", "2,0 d" if "d" in table.at("2,0") else "2,0 H")
    table.pass_until("ACTIONS").move("1,1", "2,0 H").pass_until("ACTIONS")
    table.end_turn()
    assert table.record(1, "no attack") == {"made": 1, "kept": 1}


def test_r11_no_attack_is_not_broken_by_defending() -> None:
    table = promised(1, "no attack", 0, *NEIGHBOURS, active=0).move("2,0", "1,0 H")
    assert table.record(1, "no attack") == {"made": 1}
    table.pass_until("ACTIONS").end_turn()
    assert table.record(1, "no attack") == {"made": 1}


def test_r11_an_attack_breaks_only_the_promise_of_the_attacker_about_the_attacked() -> None:
    given = [{"from": a, "promise": "no attack", "about": b} for a, b in ((1, 0), (1, 2), (0, 1), (2, 1))]
    table = draw(*NEIGHBOURS, active=1, promises=given, mutations=PLAIN).move("1,0", "2,0 H")
    assert [table.record(seat, "no attack") for seat in range(3)] == [
        {"made": 1},
        {"made": 2, "broken": 1},
        {"made": 1},
    ]


READY = {1: {"ready": 1}}


def test_r11_nuke_is_kept_by_a_launch_at_a_region_of_that_player() -> None:
    table = promised(1, "nuke", 0, *NEIGHBOURS, seats=READY).do("launch a ready nuke", "launch at 1,0")
    assert table.record(1, "nuke") == {"made": 1, "kept": 1}
    table.end_turn()
    assert table.record(1, "nuke") == {"made": 1, "kept": 1}


@pytest.mark.parametrize("way", ["paid", "pocket", "answer"])
def test_r11_nuke_is_kept_in_any_way_of_launching(way: str) -> None:
    if way == "paid":
        table = promised(1, "nuke", 0, *NEIGHBOURS, hands=["", "1 weapons 2 plutonium"])
        table.do("pay for a nuke and launch it", "launch at 1,0")
    elif way == "pocket":
        table = promised(1, "nuke", 0, *NEIGHBOURS, spies={1: ["Pocket Nuke"]})
        table.do("play Pocket Nuke", "launch at 1,0")
    else:
        table = promised(1, "nuke", 0, *NEIGHBOURS, active=0, seats={0: {"ready": 1}, 1: {"ready": 1}})
        table.do("launch a ready nuke", "launch at 2,0", "launch a ready nuke", "launch at 1,0")
    assert table.record(1, "nuke") == {"made": 1, "kept": 1}


def test_r11_nuke_is_not_kept_by_a_launch_at_somebody_else() -> None:
    """It could have been at seat 0: broken."""
    table = promised(1, "nuke", 0, *NEIGHBOURS, seats=READY).do("launch a ready nuke", "launch at 2,-1")
    assert table.record(1, "nuke") == {"made": 1}
    table.end_turn()
    assert table.record(1, "nuke") == {"made": 1, "broken": 1}


@pytest.mark.parametrize(
    ("more", "outcome"),
    [
        ({"seats": {1: {"ready": 1}}}, "broken"),
        ({"hands": ["", "1 weapons 2 plutonium"]}, "broken"),
        ({"spies": {1: ["Pocket Nuke"]}}, "broken"),
        ({"spies": {1: ["Pocket Nuke"]}, "seats": {1: {"fresh": {"Pocket Nuke": 1}}}}, "void"),
        ({"hands": ["", "1 weapons 1 plutonium 3 wood"]}, "void"),
        ({"seats": {1: {"spent": 3}}}, "void"),
        ({}, "void"),
    ],
)
def test_r11_nuke_is_broken_where_a_launch_was_legal_and_void_where_none_was(more: dict, outcome: str) -> None:
    table = promised(1, "nuke", 0, *NEIGHBOURS, **more)
    while table.active == 1:  # the first thing is to pass, a discard, or nothing: nobody launches
        table.play(0)
    assert table.record(1, "nuke") == {"made": 1, outcome: 1}


def test_r11_nuke_is_void_where_no_region_of_that_player_is_in_reach() -> None:
    far = ("2,0 1:HH", "-2,2 0:HB", "2,-1 2:H")
    table = promised(1, "nuke", 0, *far, seats=READY).end_turn()
    assert table.record(1, "nuke") == {"made": 1, "void": 1}
    table = promised(1, "nuke", 0, "0,0 1:HH", "-2,2 0:HB", seats=READY, mutations={1: "Ballistic"}).end_turn()
    assert table.record(1, "nuke") == {"made": 1, "broken": 1}


def test_r11_a_launch_that_became_legal_during_the_turn_counts() -> None:
    """The roll gives the third card that a nuke takes."""
    table = promised(
        1,
        "nuke",
        0,
        "2,-1 1:H",
        "1,0 0:HB",
        hands=["", "2 plutonium"],
        options={"resource_die": {"weapons": 1}},
    )
    assert not table.can("pay for")
    table.do("end the Action phase")
    assert table.can("pay for")
    table.end_turn()
    assert table.record(1, "nuke") == {"made": 1, "broken": 1}


def test_r11_a_launch_that_was_legal_as_an_answer_counts() -> None:
    """Seat 1 can reach seat 0 only as long as it answers the nuke that has wiped out its herd there."""
    land = ("2,0 1:d", "1,0 0:HB", "-2,2 1:H", "0,-2 2:H")
    for answers, outcome in ((True, "broken"), (False, "void")):
        table = promised(1, "nuke", 0, *land, active=0, seats={0: {"ready": 1}, 1: {"ready": int(answers)}})
        table.do("launch a ready nuke", "launch at 2,0")
        if answers:
            assert (table.seat, table.can("launch a ready nuke")) == (1, True)
            table.do("launch no nuke")
        table.end_turn().end_turn()
        assert table.record(1, "nuke") == {"made": 1, outcome: 1}


def test_r11_a_promise_made_anew_asks_for_a_new_chance() -> None:
    """Kept as an answer in the turn of seat 0; promised again in that of seat 1, and then no launch is legal."""
    table = draw(
        *("2,0 2:HH", "1,0 0:HB", "-2,2 1:H"),
        promises=[{"from": 2, "promise": "nuke", "about": 0}],
        seats={0: {"ready": 1}, 2: {"ready": 1}},
        options={"talk": 1},
        mutations=PLAIN,
    )
    table.do("launch a ready nuke", "launch at 2,0", "launch a ready nuke", "launch at 1,0")
    assert table.record(2, "nuke") == {"made": 1, "kept": 1}
    table.end_turn().pass_until("WINDOW", 2).do("promise: I nuke seat 0")
    table.end_turn()
    assert table.active == 2
    table.end_turn()
    assert table.record(2, "nuke") == {"made": 2, "kept": 1, "void": 1}


@pytest.mark.parametrize("way", ["ready", "pocket", "answer"])
def test_r11_no_nuke_is_broken_by_a_launch_at_that_player(way: str) -> None:
    if way == "answer":
        table = promised(1, "no nuke", 0, *NEIGHBOURS, active=0, seats={0: {"ready": 1}, 1: {"ready": 1}})
        table.do("launch a ready nuke", "launch at 2,0", "launch a ready nuke", "launch at 1,0")
    else:
        table = promised(1, "no nuke", 0, *NEIGHBOURS, seats=READY, spies={1: ["Pocket Nuke"]})
        table.do("launch a ready nuke" if way == "ready" else "play Pocket Nuke", "launch at 1,0")
    assert table.record(1, "no nuke") == {"made": 1, "broken": 1}


def test_r11_no_nuke_is_kept_by_attacks_and_by_nukes_at_others() -> None:
    table = promised(1, "no nuke", 0, *NEIGHBOURS, seats=READY).do("launch a ready nuke", "launch at 2,-1")
    table.pass_until("ACTIONS").move("1,0", "2,0 H").pass_until("ACTIONS").end_turn()
    assert table.record(1, "no nuke") == {"made": 1, "kept": 1}


def test_r11_a_cancelled_pocket_nuke_neither_keeps_nor_breaks() -> None:
    given = [{"from": 1, "promise": "no nuke", "about": 0}, {"from": 1, "promise": "nuke", "about": 2}]
    spies = {1: ["Pocket Nuke", "Pocket Nuke"], 2: ["Double Agent", "Double Agent"]}
    table = draw(*NEIGHBOURS, active=1, promises=given, spies=spies, mutations=PLAIN)
    for target in ("1,0", "2,-1"):
        table.do("play Pocket Nuke", f"launch at {target}", "play Double Agent").pass_until("ACTIONS", 1)
    assert [table.record(1, kind) for kind in ("no nuke", "nuke")] == [{"made": 1}, {"made": 1}]
    table.end_turn()
    assert table.record(1, "no nuke") == {"made": 1, "kept": 1}
    assert table.record(1, "nuke") == {"made": 1, "broken": 1}  # it was legal


def test_r11_promises_do_not_bind() -> None:
    """What may be done is the same with and without them."""
    kinds = ("no attack", "no nuke")
    given = [{"from": 1, "promise": kind, "about": other} for kind in kinds for other in (0, 2)]
    free = draw(*NEIGHBOURS, active=1, seats=READY, mutations=PLAIN)
    bound = draw(*NEIGHBOURS, active=1, seats=READY, mutations=PLAIN, promises=given)
    assert free.choices == bound.choices


def test_r11_promises_of_and_about_players_who_are_eliminated_are_void() -> None:
    given = [
        {"from": 2, "promise": "no attack", "about": 1},
        {"from": 2, "promise": "nuke", "about": 0},
        {"from": 0, "promise": "nuke", "about": 2},
        {"from": 1, "promise": "no nuke", "about": 2},
        {"from": 0, "promise": "no nuke", "about": 1},
    ]
    table = draw("2,0 0:HH", "1,0 2:B", "0,-2 1:H", promises=given, mutations=PLAIN).move("1,0", "2,0 H")
    assert table.field("out_at", 2) == 1
    assert table.record(2, "no attack") == table.record(2, "nuke") == {"made": 1, "void": 1}
    assert table.record(0, "nuke") == table.record(1, "no nuke") == {"made": 1, "void": 1}
    assert table.record(0, "no nuke") == {"made": 1}


# The report


def finished(**more: Any) -> Play:
    """A game that seat 0 wins with its next Barn; promises of all sorts are outstanding."""
    given = [
        {"from": 0, "promise": "no attack", "about": 1},
        {"from": 1, "promise": "nuke", "about": 0},
        {"from": 1, "promise": "no nuke", "about": 2},
    ]
    past = {1: {"record": {"no attack": {"kept": 2, "broken": 1}, "nuke": {"void": 3}}}}
    seats = {0: {"vp_tokens": 9}, **past}
    return draw("2,0 0:H", hands=["2 wood 1 clay 1 wheat"], promises=given, seats=seats, mutations=PLAIN, **more)


def test_r11_the_report_counts_promises_and_those_outstanding_at_the_end_are_void() -> None:
    table = finished().do("build a Barn")
    assert table.over
    report = GAME.report(table.state)
    none = {"no attack": 0, "nuke": 0, "no nuke": 0}
    assert report[0]["promises"] == {
        "made": {**none, "no attack": 1},
        "kept": none,
        "broken": none,
        "void": {**none, "no attack": 1},
    }
    assert report[1]["promises"] == {
        "made": {"no attack": 3, "nuke": 4, "no nuke": 1},
        "kept": {**none, "no attack": 2},
        "broken": {**none, "no attack": 1},
        "void": {"no attack": 0, "nuke": 4, "no nuke": 1},
    }
    assert [report[1][name] for name in ("made", "kept", "broken", "void")] == [8, 2, 1, 5]
    assert [report[2][name] for name in ("made", "kept", "broken", "void")] == [0, 0, 0, 0]


def test_r11_the_limit_of_rounds_leaves_outstanding_promises_void() -> None:
    given = [{"from": 0, "promise": "no attack", "about": 1}, {"from": 2, "promise": "no attack", "about": 1}]
    table = draw(active=2, round=3, options={"max_rounds": 3}, promises=given, mutations=PLAIN).end_turn()
    assert table.truncated
    report = GAME.report(table.state)
    assert [report[seat]["promises"]["void"]["no attack"] for seat in range(3)] == [1, 0, 0]
    assert report[2]["promises"]["kept"]["no attack"] == 1  # its turn has ended


def test_r11_what_became_of_promises_is_told_at_the_end_only() -> None:
    """Whether a launch was legal may hang on the hand: nobody sees or reads of it before the end."""
    tables = []
    for outcome in ("broken", "void"):
        seats = {0: {"vp_tokens": 9}, 1: {"record": {"nuke": {outcome: 2}}}}
        tables.append(draw("2,0 0:H", hands=["2 wood 1 clay 1 wheat"], seats=seats, mutations=PLAIN))
    for seat in range(3):
        (broken, _), (void, _) = (table.look(seat) for table in tables)
        assert np.array_equal(broken, void)
        assert GAME.render_text(tables[0].state, seat) == GAME.render_text(tables[1].state, seat)
    for table, outcome in zip(tables, ("broken", "void"), strict=True):
        table.do("build a Barn")
        assert GAME.report(table.state)[1][outcome] == 2
        assert f"2 {outcome}" in GAME.render_text(table.state, 0)
