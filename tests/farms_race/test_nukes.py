"""Nukes: launches, answers, chains (R12), the Nukiest tile and the supply (R13), players wiped out by them (R15)."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Play, draw

NUKE = "1 weapons 2 plutonium"
READY = "launch a ready nuke"
PAY = "pay for a nuke and launch it"
NO_ANSWER = "launch no nuke"
NO_MORE = "launch no more"
ONE_READY = {0: {"ready": 1}}


def reach(table: Play, way: str = READY) -> list[str]:
    """Where the seat to act can launch a nuke at; the table goes on up to that question."""
    table.do(way)
    assert table.asked == "TARGET"
    return [text.removeprefix("launch at ") for text in table.choices]


def chain(table: Play) -> list[int]:
    """The launchers that wait for each other, the last one on top."""
    return table.state["link_seat"][: int(table.state["links"])].tolist()


def who(table: Play) -> tuple[str | None, int]:
    """What is asked, and of whom."""
    return table.asked, table.seat


# R12: what can be hit


def test_r12_a_nuke_is_launched_at_a_region_next_to_one_that_the_launcher_controls() -> None:
    """A building is enough; what is there does not matter: nobody, humans, others, or own herds."""
    table = draw("2,0 0:B", "1,0 1:H", "1,1 :?2", "2,-1 :1", seats=ONE_READY)
    assert reach(table) == ["1,0", "1,1", "2,-1"]
    table = draw("2,0 0:H", "1,1 0:H", "1,0 1:H", seats=ONE_READY)
    assert reach(table) == ["0,1", "1,0", "1,1", "2,-1", "2,0"]


def test_r12_without_an_own_region_next_to_it_the_own_region_is_out_of_reach() -> None:
    assert "2,0" not in reach(draw("2,0 0:HB", "1,1 1:H", seats=ONE_READY))


@pytest.mark.parametrize(
    ("before", "after"),
    [("1:H", "1:d"), ("1:d", ""), ("1:HHd", "1:dd"), ("1:HddB", "1:dB"), ("1:ddA", "1:A"), ("1:B", "1:B")],
)
def test_r12_every_unit_takes_1_damage_and_buildings_none(before: str, after: str) -> None:
    table = draw("0,0 0:HB", f"1,0 {before}", "2,0 1:H", seats=ONE_READY)
    table.do(READY, "launch at 1,0")
    assert table.at("1,0") == after
    assert table.field("herds", 1) == 1 + after.count("d")
    assert (int(table.state["owner"][table.number("1,0")]) == -1) == (after == "")


@pytest.mark.parametrize("humans", [":1", ":3", ":?1", ":?3"])
def test_r12_humans_go_whatever_their_number_and_face_down_ones_leave_unseen(humans: str) -> None:
    table = draw("0,0 0:HB", f"1,0 {humans}", seats=ONE_READY)
    shown = table.state["shown_humans"].tolist()
    table.do(READY, "launch at 1,0")
    assert (table.at("1,0"), table.has("face_up", "1,0")) == ("", False)
    assert table.state["shown_humans"].tolist() == shown


def test_r12_own_herds_can_be_hit() -> None:
    table = draw("0,0 0:HB", "1,0 0:Hd", seats=ONE_READY).do(READY, "launch at 1,0")
    assert (table.at("1,0"), table.field("herds", 0)) == ("0:d", 2)
    assert who(table) == ("ACTIONS", 0)


def test_r12_herds_that_have_acted_are_hit_as_such() -> None:
    table = draw("0,0 0:HHB", "1,0 0:Hd", seats=ONE_READY)
    table.move("1,0", "0,0 H").do(READY, "launch at 1,0")
    assert table.at("1,0") == "0:dd"
    table.do("heal a herd at 1,0")
    assert table.at("1,0") == "0:Hd"
    assert not table.can("heal")  # the other one has moved


def test_r12_nothing_else_is_hit() -> None:
    table = draw("0,0 0:HB", "1,0 1:H", "2,0 1:H", "1,1 :2", seats=ONE_READY)
    assert table.effect(READY, "launch at 1,0") == {"healthy 1,0": -1, "damaged 1,0": 1, "ready 0": -1, "spent 0": 1}


# R12: how it is launched


def test_r12_a_ready_nuke_is_turned_or_one_is_paid_for_and_comes_spent() -> None:
    table = draw("0,0 0:HB", "1,0 1:H", hands=[f"1 wood {NUKE}"], seats=ONE_READY)
    assert {READY, PAY} <= set(table.choices)
    assert table.effect(READY) == {"ready 0": -1, "spent 0": 1}
    table = draw("0,0 0:HB", "1,0 1:H", hands=[f"1 wood {NUKE}"], nukiest=None)
    assert READY not in table.choices
    assert table.effect(PAY) == {"hand weapons 0": -1, "hand plutonium 0": -2, "spent 0": 1, "nukiest": 1}
    table = draw("0,0 0:HB", "1,0 1:H", hands=["1 weapons 1 plutonium 3 wood"])
    assert not table.can("launch")
    assert not table.can("pay")


def test_r12_spent_nukes_cannot_be_launched() -> None:
    table = draw("0,0 0:HB", "1,0 1:H", seats={0: {"spent": 2}})
    assert not table.can("launch")


def test_r12_nukes_are_launched_in_every_main_phase() -> None:
    table = draw("0,0 0:HB", "1,0 1:HHHH", seats={0: {"ready": 3}}, hands=["11 wood"])
    table.do(READY, "launch at 1,0", NO_MORE)
    assert who(table) == ("ACTIONS", 0)
    table.do("move to 0,1", "with a healthy", "go", "end the Action phase").pass_until("RESOURCES", 0)
    table.do(READY, "launch at 1,0", NO_MORE)
    assert who(table) == ("RESOURCES", 0)
    table.do("end the Resources phase")
    assert table.asked == "DISCARD"
    table.do(READY, "launch at 1,0")
    table.do(NO_MORE)
    assert (table.asked, table.seat, table.field("spent", 0)) == ("DISCARD", 0, 3)


def test_r12_only_the_active_player_begins() -> None:
    table = draw("0,0 0:HB", "1,0 1:H", seats={1: {"ready": 1}})
    assert not table.can("launch")
    table.end_turn().pass_until("ACTIONS", 1)
    assert table.can("launch")


def test_r12_while_nukes_fly_nothing_else_can_be_done() -> None:
    """No trade, no building but nukes, no spies but the Pocket Nuke."""
    cards = "6 wood 6 wheat 6 clay 6 weapons 6 plutonium"
    spies = {0: ["Mole", "Smuggler", "Pocket Nuke"], 1: ["Mole", "Smuggler", "Pocket Nuke"]}
    table = draw("0,0 0:HB", "1,0 1:HB", hands=[cards, cards], spies=spies, seats={0: {"ready": 2}, 1: {"ready": 1}})
    table.do(READY, "launch at 1,0")
    assert (table.seat, table.choices) == (1, [READY, NO_ANSWER, PAY, "play Pocket Nuke"])
    table.do(NO_ANSWER)
    assert (table.seat, table.choices) == (0, [READY, NO_MORE, PAY, "play Pocket Nuke"])


# R12: who is asked


ASKED = pytest.mark.parametrize(
    ("seat", "hand", "spies", "asked"),
    [
        ({"ready": 1}, "", [], True),
        ({}, NUKE, [], True),
        ({}, "3 wood", [], True),  # others do not know that it cannot pay
        ({}, "1 weapons 1 plutonium", [], False),
        ({"spent": 4}, "2 wood", [], False),
        ({}, "", ["Pocket Nuke"], True),
        ({}, "", ["Mole"], True),
        ({}, "", [], False),
    ],
)


@ASKED
def test_r12_whoever_is_hit_is_asked_if_public_facts_allow_an_answer(
    seat: dict[str, int], hand: str, spies: list[str], asked: bool
) -> None:
    more: dict[str, Any] = {"seats": {0: {"ready": 2}, 1: seat}, "hands": ["", hand], "spies": {1: spies}}
    table = draw("0,0 0:HB", "1,0 1:HB", **more).do(READY, "launch at 1,0")
    assert who(table) == ("LAUNCH", 1 if asked else 0)
    if asked:
        assert NO_ANSWER in table.choices
        assert table.do(NO_ANSWER).seat == 0


@ASKED
def test_r12_the_launcher_goes_on_if_public_facts_allow_it(
    seat: dict[str, int], hand: str, spies: list[str], asked: bool
) -> None:
    given = {**seat, "ready": seat.get("ready", 0) + 1}
    table = draw("0,0 0:HB", "1,0 1:HB", seats={0: given}, hands=[hand], spies={0: spies}, nukiest=0)
    table.do(READY, "launch at 1,0")
    assert who(table) == ("LAUNCH" if asked else "ACTIONS", 0)
    if asked:
        assert NO_MORE in table.choices
        assert table.do(NO_MORE).asked == "ACTIONS"


def test_r12_being_asked_tells_nothing_of_the_cards() -> None:
    table = draw("0,0 0:HB", "1,0 1:HB", hands=["", "3 wood"], spies={1: ["Mole"]}, seats=ONE_READY)
    table.do(READY, "launch at 1,0")
    assert table.choices == [NO_ANSWER]
    table.do(NO_ANSWER)
    assert who(table) == ("ACTIONS", 0)


def test_r12_spies_built_this_turn_let_nobody_go_on() -> None:
    """Everybody has seen when they were built."""
    for fresh, asked in ((1, "ACTIONS"), (0, "LAUNCH")):
        seats = {0: {"ready": 1, "fresh": {"Pocket Nuke": fresh}}}
        table = draw("0,0 0:HB", "1,0 1:HB", spies={0: ["Pocket Nuke"]}, seats=seats).do(READY, "launch at 1,0")
        assert who(table) == (asked, 0)


@pytest.mark.parametrize("target", ["1,0", "0,1", "-1,0"])
def test_r12_for_own_empty_and_human_regions_nobody_answers(target: str) -> None:
    full = {"hands": [NUKE, NUKE, NUKE], "seats": {seat: {"ready": 2} for seat in range(3)}}
    table = draw("0,0 0:HB", "1,0 0:H", "0,1 :2", "2,0 1:HB", **full).do(READY, f"launch at {target}")
    assert who(table) == ("LAUNCH", 0)


def test_r12_who_holds_only_a_building_there_may_answer_too() -> None:
    table = draw("0,0 0:HB", "1,0 1:B", seats={0: {"ready": 1}, 1: {"ready": 1}}).do(READY, "launch at 1,0")
    assert who(table) == ("LAUNCH", 1)


def test_r12_only_the_player_hit_may_answer() -> None:
    table = draw("0,0 0:HB", "1,0 1:HB", "1,1 2:HB", seats={0: {"ready": 1}, 2: {"ready": 1}})
    table.do(READY, "launch at 1,0")
    assert who(table) == ("ACTIONS", 0)


# R12: what is answered, and where


def test_r12_an_answer_reaches_what_is_next_to_the_hit_and_to_own_regions() -> None:
    """0,0 was hit. The rest of seat 1 is at -2,1."""
    table = draw("1,0 0:HB", "0,0 1:Hd", "-2,1 1:H", seats={0: {"ready": 1}, 1: {"ready": 1}})
    table.do(READY, "launch at 0,0")
    assert reach(table) == ["-1,0", "-1,1", "-2,2", "0,-1", "0,1", "1,-1", "1,0"]


def test_r12_also_if_they_were_wiped_out_there() -> None:
    """0,0 is nobody's now, and far from the other regions of seat 1."""
    table = draw("1,0 0:HB", "0,0 1:d", "-2,2 1:H", seats={0: {"ready": 1}, 1: {"ready": 1}})
    table.do(READY, "launch at 0,0")
    assert table.at("0,0") == ""
    assert reach(table) == ["-1,0", "-1,1", "-1,2", "-2,1", "0,-1", "0,1", "1,-1", "1,0"]


def test_r12_the_region_just_hit_is_in_reach_only_from_own_regions_beside_it() -> None:
    seats = {0: {"ready": 1}, 1: {"ready": 1}}
    table = draw("1,0 0:HB", "0,0 1:dB", seats=seats).do(READY, "launch at 0,0")
    assert "0,0" not in reach(table)
    table = draw("1,0 0:HB", "0,0 1:dB", "-1,0 1:H", seats=seats).do(READY, "launch at 0,0")
    assert "0,0" in reach(table)


def test_r12_so_it_is_for_all_launches_of_that_answer() -> None:
    table = draw("1,0 0:HB", "0,0 1:d", "-2,2 1:H", seats={0: {"ready": 1}, 1: {"ready": 3}})
    table.do(READY, "launch at 0,0", READY, "launch at 0,-1")
    assert (who(table), chain(table)) == (("LAUNCH", 1), [0, 1])
    first = reach(table)
    assert first == ["-1,0", "-1,1", "-1,2", "-2,1", "0,-1", "0,1", "1,-1", "1,0"]
    table.do("launch at -1,0")
    assert reach(table) == first


def test_r12_also_once_that_answer_was_answered_in_turn() -> None:
    table = draw("1,0 0:HB", "0,0 1:d", "-2,2 1:H", seats={0: {"ready": 3}, 1: {"ready": 2}})
    table.do(READY, "launch at 0,0", READY, "launch at 1,0")
    assert who(table) == ("LAUNCH", 0)
    assert reach(table) == ["0,0", "0,1", "1,-1", "1,1", "2,-1", "2,0"]  # next to the hit 1,0, which is its own
    table.do("launch at 0,1", NO_MORE)
    assert (who(table), chain(table)) == (("LAUNCH", 1), [0, 1])
    assert "0,-1" in reach(table)  # next to 0,0
    table.do("launch at 0,-1")
    assert (who(table), chain(table)) == (("LAUNCH", 0), [0])
    assert "0,-1" not in reach(table)


def test_r12_the_second_answer_of_a_player_is_about_the_second_hit() -> None:
    """Seat 1 is hit at 0,0 and answers, is hit at -2,2 and answers that; then its first answer goes on."""
    seats = {0: {"ready": 3}, 1: {"ready": 4}}
    table = draw("1,0 0:HHB", "-1,1 0:HH", "0,0 1:d", "-2,2 1:d", "0,-2 1:B", "2,0 2:HB", seats=seats)
    table.do(READY, "launch at 0,0", READY, "launch at 1,0", READY, "launch at -2,2")
    assert who(table) == ("LAUNCH", 1)
    assert reach(table) == ["-1,-1", "-1,1", "-1,2", "-2,1", "0,-1", "1,-2"]  # no longer next to 0,0
    table.do("launch at -1,2")
    assert (who(table), chain(table)) == (("LAUNCH", 1), [0, 1, 0, 1])
    table.do(NO_MORE)
    assert (who(table), chain(table)) == (("LAUNCH", 0), [0, 1, 0])
    table.do(NO_MORE)
    assert (who(table), chain(table)) == (("LAUNCH", 1), [0, 1])
    assert reach(table) == ["-1,-1", "-1,0", "-1,1", "0,-1", "0,1", "1,-1", "1,-2", "1,0"]


def test_r12_an_answer_may_go_to_somebody_else_who_may_answer_then() -> None:
    seats = {seat: {"ready": 1} for seat in range(3)}
    table = draw("0,0 0:HB", "1,0 1:HB", "2,0 2:HB", seats=seats)
    table.do(READY, "launch at 1,0", READY, "launch at 2,0")
    assert (who(table), chain(table)) == (("LAUNCH", 2), [0, 1])
    table.do(READY, "launch at 1,1")
    assert (who(table), chain(table)) == (("ACTIONS", 0), [])  # all see that nobody has anything left


def test_r12_the_one_on_top_goes_on_until_they_stop_then_the_one_below() -> None:
    seats = {0: {"ready": 3}, 1: {"ready": 3}, 2: {"ready": 3}}
    table = draw("0,0 0:HHHB", "1,0 1:HHHB", "2,0 2:HHHB", seats=seats)
    table.do(READY, "launch at 1,0", READY, "launch at 2,0", READY, "launch at 1,0")
    assert (who(table), chain(table)) == (("LAUNCH", 1), [0, 1, 2])
    table.do(NO_ANSWER)
    assert (who(table), chain(table)) == (("LAUNCH", 2), [0, 1, 2])
    table.do(READY, "launch at 1,1")
    assert who(table) == ("LAUNCH", 2)
    table.do(NO_MORE)
    assert (who(table), chain(table)) == (("LAUNCH", 1), [0, 1])
    table.do(READY, "launch at 0,0")
    assert who(table) == ("LAUNCH", 0)
    table.do(NO_ANSWER)
    assert (who(table), chain(table)) == (("LAUNCH", 1), [0, 1])
    table.do(NO_MORE)
    assert (who(table), chain(table)) == (("LAUNCH", 0), [0])
    table.do(READY, "launch at 1,-1")
    assert who(table) == ("LAUNCH", 0)
    table.do(NO_MORE)
    assert (who(table), chain(table), int(table.state["struck"])) == (("ACTIONS", 0), [], -1)


def test_r12_who_is_hit_again_by_the_same_answer_is_asked_again() -> None:
    seats = {0: {"ready": 1}, 1: {"ready": 2}}
    table = draw("0,0 0:HHHB", "1,0 1:HHHB", hands=[NUKE], seats=seats)
    for _ in range(2):
        table.do(READY, "launch at 1,0" if table.seat == 0 else "launch at 0,0")
    assert who(table) == ("LAUNCH", 0)
    table.do(NO_ANSWER, READY, "launch at 0,0")
    assert who(table) == ("LAUNCH", 0)
    table.do(PAY, "launch at 1,0")
    assert (who(table), table.at("0,0"), table.at("1,0")) == (("ACTIONS", 0), "0:B", "1:B")


def test_r12_an_answer_is_paid_for_from_the_hand_without_trading() -> None:
    table = draw("0,0 0:HB", "1,0 1:HB", hands=["", NUKE], seats=ONE_READY).do(READY, "launch at 1,0")
    assert table.choices == [NO_ANSWER, PAY]
    effect = table.effect(PAY, "launch at 0,0")
    assert effect == {
        "hand weapons 1": -1,
        "hand plutonium 1": -2,
        "spent 1": 1,
        "healthy 0,0": -1,
        "damaged 0,0": 1,
        "links": -1,  # nobody can launch any more
    }
    table = draw("0,0 0:HB", "1,0 1:HB", hands=["", "3 weapons 1 plutonium"], seats=ONE_READY)
    assert table.do(READY, "launch at 1,0").choices == [NO_ANSWER]


def test_r12_the_turn_goes_on_where_it_was() -> None:
    table = draw("0,0 0:HH", "1,0 1:Hd", "2,0 1:B", seats={0: {"ready": 1}, 1: {"ready": 1}})
    table.move("0,1", "0,0 H").do(READY, "launch at 1,0", READY, "launch at 0,0")
    assert (who(table), table.at("0,0"), table.at("1,0")) == (("ACTIONS", 0), "0:d", "1:d")
    table.do("heal a herd at 0,0")
    assert (table.at("0,0"), table.choices) == ("0:H", ["end the Action phase"])


# R12: Pocket Nukes


def test_r12_a_pocket_nuke_costs_nothing_and_never_counts_for_nukiest() -> None:
    table = draw("0,0 0:HB", "1,0 1:H", spies={0: ["Pocket Nuke"]})
    effect = table.effect("play Pocket Nuke", "launch at 1,0")
    assert effect == {"healthy 1,0": -1, "damaged 1,0": 1, "Pocket Nuke 0": -1}
    assert who(table) == ("ACTIONS", 0)
    assert int(table.state["nukiest"]) == -1


def test_r12_a_pocket_nuke_answers_and_is_answered() -> None:
    table = draw("0,0 0:HB", "1,0 1:d", "-2,2 1:B", spies={1: ["Pocket Nuke"]}, seats={0: {"ready": 2}})
    table.do(READY, "launch at 1,0", "play Pocket Nuke")
    assert [text.removeprefix("launch at ") for text in table.choices] == [
        *("-1,1", "-1,2", "-2,1", "0,0", "0,1", "1,-1", "1,1", "2,-1", "2,0")  # next to 1,0 and -2,2
    ]
    table.do("launch at 0,0")
    assert (table.at("0,0"), who(table), chain(table)) == ("0:dB", ("LAUNCH", 0), [0, 1])
    table.do(READY, "launch at 1,0")
    assert (who(table), chain(table)) == (("ACTIONS", 0), [])


def test_r12_a_pocket_nuke_goes_on_with_a_chain() -> None:
    table = draw("0,0 0:HB", "1,0 1:HH", spies={0: ["Pocket Nuke"]}, seats=ONE_READY)
    table.do(READY, "launch at 1,0", "play Pocket Nuke", "launch at 1,0")
    assert (table.at("1,0"), who(table), chain(table)) == ("", ("ACTIONS", 0), [])


def test_r12_a_pocket_nuke_that_is_cancelled_leaves_its_player_to_act() -> None:
    spies = {0: ["Double Agent"], 1: ["Pocket Nuke", "Mole"]}
    table = draw("0,0 0:HB", "1,0 1:HHB", spies=spies, seats=ONE_READY)
    table.do(READY, "launch at 1,0", "play Pocket Nuke", "launch at 0,0", "play Double Agent", "let it be")
    assert (who(table), table.at("0,0"), table.spies(1)) == (("LAUNCH", 1), "0:HB", {"Mole": 1})
    table.do(NO_ANSWER)
    assert (who(table), chain(table)) == (("ACTIONS", 0), [])


def test_r12_after_a_cancelled_pocket_nuke_nobody_is_asked_who_has_nothing_left() -> None:
    spies = {0: ["Double Agent"], 1: ["Pocket Nuke"]}
    table = draw("0,0 0:HB", "1,0 1:HHB", spies=spies, seats={0: {"ready": 2}})
    table.do(READY, "launch at 1,0", "play Pocket Nuke", "launch at 0,0", "play Double Agent")
    assert (who(table), chain(table), table.at("0,0")) == (("LAUNCH", 0), [0], "0:HB")


def test_r12_a_cancelled_pocket_nuke_in_the_own_turn_leaves_the_free_actions() -> None:
    spies = {0: ["Pocket Nuke"], 1: ["Double Agent"]}
    table = draw("0,0 0:HB", "1,0 1:HHB", spies=spies, hands=["3 wood"])
    table.do("play Pocket Nuke", "launch at 1,0", "play Double Agent")
    assert (who(table), chain(table), table.at("1,0")) == (("ACTIONS", 0), [], "1:HHB")
    assert table.can("trade")


# R12: the example of the rulebook


def cows_and_others() -> Play:
    """Cows 0, Chickens 1, Pigs 2 and, first by VP, Rabbits 3. The dice show weapons only."""
    return draw(
        "0,0 0:HHHB",
        "-3,2 0:H",  # weapons
        "1,0 1:HHHB",
        "1,-1 2:HHB",
        "0,-1 3:HHA",
        "2,-1 3:HHHB",
        "3,-2 3:B",  # weapons
        players=4,
        hands=["2 plutonium", NUKE, f"1 wood {NUKE}", "2 plutonium"],
        seats={0: {"ready": 2}, 1: {"ready": 2}, 2: {"ready": 3}},
        options={"resource_die": {"weapons": 1}},
    )


def test_an_example_of_a_complex_nukiness_chain() -> None:
    cows, chickens, pigs, rabbits = range(4)
    table = cows_and_others()
    assert table.vp.index(max(table.vp)) == rabbits

    # The Cows decide on their turn to Nuke the Chickens
    table.do(READY, "launch at 1,0")
    assert (who(table), table.at("1,0")) == (("LAUNCH", chickens), "1:dddB")

    # The Chickens retaliate, but instead on their arch-enemies the Pigs.
    table.do(READY, "launch at 1,-1")
    assert (who(table), table.at("1,-1")) == (("LAUNCH", pigs), "2:ddB")

    # The Pigs also retaliate, but they go after the 1st-place Rabbits. As the Rabbits have no ready Nukes the Pigs
    # launch another on them.
    table.do(READY, "launch at 0,-1")
    assert (who(table), table.at("0,-1")) == (("LAUNCH", pigs), "3:ddA")
    table.do(PAY, "launch at 0,-1")
    assert (who(table), table.at("0,-1")) == (("LAUNCH", pigs), "3:A")

    # Then they launch a third at the Cows. The Cows decide not to retaliate,
    table.do(READY, "launch at 0,0")
    assert (who(table), table.at("0,0")) == (("LAUNCH", cows), "0:dddB")
    assert READY in table.choices
    assert chain(table) == [cows, chickens, pigs]
    table.do(NO_ANSWER)
    assert who(table) == ("LAUNCH", pigs)

    # the Pigs are done, so it's back to the Chickens, who see the Cows still have a Nuke and opt to launch against the
    # Rabbits, then stop.
    table.do(NO_MORE)
    assert who(table) == ("LAUNCH", chickens)
    assert table.field("ready", cows) == 1
    table.do(PAY, "launch at 2,-1")
    assert (who(table), table.at("2,-1")) == (("LAUNCH", chickens), "3:dddB")
    table.do(NO_MORE)

    # Finally back to the Cows who cannot pay the resources to launch another Nuke and so they proceed with their turn,
    assert (who(table), table.choices) == (("LAUNCH", cows), [READY, NO_MORE])
    table.do(NO_MORE)
    assert (who(table), chain(table)) == (("ACTIONS", cows), [])

    # entering Phase 3. They roll resources and gain the Weapons they needed, proceeding to use them to launch another
    # Nuke, although their enemies have also received resources and now may be able to retaliate
    table.do("end the Action phase")
    assert (who(table), table.hand(cows), table.hand(rabbits)) == (
        ("RESOURCES", cows),
        "2 weapons 2 plutonium",
        "2 weapons 2 plutonium",
    )
    table.do(PAY, "launch at 0,-1")
    assert (who(table), table.choices) == (("LAUNCH", rabbits), [NO_ANSWER, PAY])
    table.do(PAY, "launch at 0,0")
    assert (table.at("0,0"), table.at("0,-1")) == ("0:B", "3:A")


# R13: Nukiest and the supply


def test_r13_nukiest_passes_in_the_middle_of_a_chain() -> None:
    seats = {0: {"ready": 1, "spent": 1}, 1: {"spent": 1}}
    table = draw("0,0 0:HHHB", "1,0 1:HHHHB", hands=["", "2 weapons 4 plutonium"], seats=seats, nukiest=0)
    table.do(READY, "launch at 1,0", PAY, "launch at 0,1")
    assert int(table.state["nukiest"]) == 0  # 2 against 2
    assert table.effect(PAY)["nukiest"] == 1
    assert table.vp[:2] == [1, 2]


def test_r13_who_takes_nukiest_as_the_tenth_vp_wins_before_the_nuke_has_a_target() -> None:
    """R14, in the turn of somebody else."""
    seats = {0: {"ready": 1}, 1: {"vp_tokens": 8, "spent": 1}}
    table = draw("0,0 0:HHHB", "1,0 1:HHHHB", hands=["", NUKE], seats=seats, nukiest=0)
    table.do(READY, "launch at 1,0", PAY)
    assert (table.over, table.winners) == (True, [1])


def test_r13_twenty_nukes_are_all_there_are() -> None:
    """With all of them built nobody is asked for the sake of cards, but ready ones can still be launched."""
    full = "3 weapons 6 plutonium"
    for built, left in ((20, False), (19, True)):
        seats = {0: {"ready": 2}, 1: {"spent": 9}, 2: {"spent": built - 11}}
        table = draw("0,0 0:HB", "1,0 1:HHHB", hands=[full, full], seats=seats)
        assert table.can("build a nuke") == left
        assert table.can(PAY) == left
        table.do(READY, "launch at 1,0")
        assert who(table) == ("LAUNCH", 1 if left else 0)
    assert table.choices == [NO_ANSWER, PAY]
    table.do(PAY, "launch at 0,1")
    assert who(table) == ("LAUNCH", 0)  # for its ready one
    assert table.choices == [READY, NO_MORE]


def test_r13_with_all_nukes_built_a_spy_still_lets_a_player_answer() -> None:
    seats = {0: {"ready": 2}, 1: {"spent": 9}, 2: {"spent": 9}}
    table = draw("0,0 0:HB", "1,0 1:HHHB", hands=["", NUKE], seats=seats, spies={1: ["Pocket Nuke"]})
    table.do(READY, "launch at 1,0")
    assert (table.seat, table.choices) == (1, [NO_ANSWER, "play Pocket Nuke"])


# R15: players wiped out


def wiped_out(*far: str, hand: str = "", ready: int = 0, mine: int = 2, **more: Any) -> Play:
    """Seat 0 has launched at the last herd of seat 1, at 1,0. Seat 2 is at 2,0."""
    seats = {0: {"ready": mine}, 1: {"ready": ready, "vp_tokens": 1}, **more.pop("seats", {})}
    table = draw("0,0 0:HHB", "1,0 1:d", "2,0 2:HHB", *far, hands=["", hand], seats=seats, **more)
    return table.do(READY, "launch at 1,0")


def test_r15_who_cannot_answer_is_out_at_once() -> None:
    table = wiped_out(hand="2 wood")
    assert (table.field("out_at", 1), who(table), chain(table)) == (1, ("LAUNCH", 0), [0])


def test_r15_also_if_it_has_launched_before() -> None:
    """Seat 0 has begun the chain, and has nothing left to launch: it is out while seat 1 goes on."""
    seats = {0: {"ready": 1}, 1: {"ready": 2}}
    table = draw("0,0 0:d", "1,0 1:HHB", "2,0 2:HB", seats=seats).do(READY, "launch at 1,0", READY, "launch at 0,0")
    assert (table.field("out_at", 0), who(table), chain(table)) == (1, ("LAUNCH", 1), [0, 1])
    assert table.do(NO_MORE).active == 1


def test_r15_who_declines_is_out_then() -> None:
    table = wiped_out(hand=NUKE)
    assert (who(table), table.field("out_at", 1)) == (("LAUNCH", 1), 0)
    table.do(NO_ANSWER)
    assert (table.field("out_at", 1), who(table)) == (1, ("LAUNCH", 0))


def test_r15_who_answers_is_out_when_its_link_has_closed() -> None:
    """It launches from where it was hit, though it has nothing left."""
    table = wiped_out(ready=3)
    assert reach(table) == ["0,0", "0,1", "1,-1", "1,1", "2,-1", "2,0"]
    table.do("launch at 0,1")
    assert (who(table), table.field("out_at", 1)) == (("LAUNCH", 1), 0)
    table.do(READY, "launch at 2,0")
    assert (who(table), table.field("out_at", 1)) == (("LAUNCH", 1), 0)
    table.do(NO_MORE)
    assert (table.field("out_at", 1), who(table), chain(table)) == (1, ("LAUNCH", 0), [0])


def test_r15_not_yet_while_that_answer_is_answered_in_turn() -> None:
    """Its own link is still open, below the others'."""
    table = wiped_out(ready=2, seats={2: {"ready": 2}})
    table.do(READY, "launch at 2,0")
    assert (who(table), table.field("out_at", 1), chain(table)) == (("LAUNCH", 2), 0, [0, 1])
    table.do(READY, "launch at 1,1")
    assert (who(table), table.field("out_at", 1), chain(table)) == (("LAUNCH", 2), 0, [0, 1, 2])
    table.do(READY, "launch at 2,-1")
    assert (who(table), table.field("out_at", 1), chain(table)) == (("LAUNCH", 1), 0, [0, 1])
    table.do(READY, "launch at 0,0", NO_ANSWER)  # its last nuke
    assert (table.field("out_at", 1), who(table), chain(table)) == (1, ("LAUNCH", 0), [0])


def test_r15_whoever_has_nothing_left_to_launch_with_is_out_without_being_asked_again() -> None:
    table = wiped_out(ready=1)
    table.do(READY, "launch at 0,1")
    assert (table.field("out_at", 1), who(table)) == (1, ("LAUNCH", 0))


def test_r15_lower_links_of_eliminated_players_are_skipped() -> None:
    """Seat 1 answers, is hit again and loses its last herd: its first answer does not go on."""
    seats = {0: {"ready": 3}, 1: {"ready": 3}}
    table = draw("0,0 0:HHHB", "1,0 1:H", "-2,2 2:HB", seats=seats)
    table.do(READY, "launch at 1,0", READY, "launch at 0,0", READY, "launch at 1,0")
    assert (who(table), chain(table), table.field("out_at", 1)) == (("LAUNCH", 1), [0, 1, 0], 0)
    table.do(NO_ANSWER)
    assert (who(table), table.field("out_at", 1)) == (("LAUNCH", 0), 1)
    table.do(NO_MORE)
    assert (who(table), chain(table)) == (("LAUNCH", 0), [0])  # not seat 1, which has ready nukes
    assert table.field("ready", 1) == 2


def test_r15_the_own_link_is_the_last_one() -> None:
    """Seat 1 is wiped out, answers a second time and stops: out, though it began to answer before."""
    seats = {0: {"ready": 3}, 1: {"ready": 4}}
    table = draw("0,0 0:HHHB", "1,0 1:H", "-2,2 2:HB", seats=seats)
    table.do(READY, "launch at 1,0", READY, "launch at 0,0", READY, "launch at 1,0", READY, "launch at 1,1")
    assert (who(table), chain(table), table.field("out_at", 1)) == (("LAUNCH", 1), [0, 1, 0, 1], 0)
    table.do(NO_MORE)
    assert (who(table), chain(table), table.field("out_at", 1)) == (("LAUNCH", 0), [0, 1, 0], 1)
    table.do(NO_MORE)
    assert (who(table), chain(table)) == (("LAUNCH", 0), [0])


def test_r15_the_turn_of_an_active_player_who_is_eliminated_ends() -> None:
    """Its link at the bottom is skipped; the chain above goes on first."""
    seats = {0: {"ready": 2}, 1: {"ready": 3}}
    table = draw("0,0 0:d", "1,0 1:HHHB", "2,0 2:HB", seats=seats, hands=["2 wood"], spies={0: ["Mole"]})
    table.do(READY, "launch at 1,0", READY, "launch at 0,0")
    assert (who(table), table.field("out_at", 0)) == (("LAUNCH", 0), 0)
    table.do(NO_ANSWER)
    assert (who(table), table.field("out_at", 0), table.active) == (("LAUNCH", 1), 1, 0)
    table.do(READY, "launch at 2,0", NO_MORE)
    assert (table.active, table.seat, chain(table)) == (1, 1, [])
    assert table.at("1,0") == "1:HdddB"  # a turn like any other, with its Preparation
    table.end_turn().end_turn()
    assert (table.active, int(table.state["round"])) == (1, 2)


def test_r15_who_wipes_itself_out_goes_on_until_it_stops() -> None:
    """It answers a hit on 1,0 by launching at its last herd beside it, and at others from there."""
    seats = {0: {"ready": 1}, 1: {"ready": 3}}
    table = draw("0,0 0:HHB", "1,0 1:d", "0,1 1:d", "2,0 2:HB", seats=seats)
    table.do(READY, "launch at 1,0", READY, "launch at 0,1")
    assert (who(table), table.field("herds", 1), table.field("out_at", 1)) == (("LAUNCH", 1), 0, 0)
    table.do(READY, "launch at 2,0")
    assert (who(table), table.field("out_at", 1)) == (("LAUNCH", 1), 0)
    table.do(NO_MORE)
    assert (table.field("out_at", 1), who(table)) == (1, ("ACTIONS", 0))


def test_r15_an_active_player_who_wipes_itself_out_can_only_stop_and_its_turn_ends() -> None:
    """Only Ballistic nukes reach the last region of one's own."""
    table = draw("0,0 0:d", "1,0 1:HB", "2,0 2:HB", mutations={0: "Ballistic"}, seats={0: {"ready": 3}})
    table.do(READY, "launch at 0,0")
    assert (who(table), table.choices, table.field("out_at", 0)) == (("LAUNCH", 0), [NO_MORE], 0)
    table.do(NO_MORE)
    assert (table.field("out_at", 0), table.active) == (1, 1)


def test_r15_what_eliminated_players_leave() -> None:
    """Cards go back, spies leave unseen, Nukiest is free, VP tokens and nuke tokens stay."""
    table = wiped_out(hand="1 wood 1 clay 2 wheat", ready=1, mine=1, spies={1: ["Mole", "Saboteur"]}, nukiest=1)
    assert table.known(0, 1) == "1 wood 2 wheat 1 clay"
    table.do(NO_ANSWER)
    assert (table.field("out_at", 1), table.hand(1), table.known(0, 1), table.spies(1)) == (1, "", "", {})
    assert table.state["gone"].tolist() == [1, 0, 0, 0, 0, 1, 0, 0]
    assert int(table.state["nukiest"]) == -1
    assert [table.field(key, 1) for key in ("vp_tokens", "ready", "moles")] == [1, 1, 0]


def test_r15_nukiest_goes_to_whoever_builds_next() -> None:
    """Also if others have built more before."""
    seats = {0: {"ready": 1}, 1: {"ready": 3}, 2: {"spent": 3}}
    table = draw("0,0 0:HHB", "1,0 1:d", "2,0 2:HHB", hands=[NUKE], seats=seats, nukiest=1)
    table.do(READY, "launch at 1,0", NO_ANSWER, NO_MORE)
    assert (table.field("out_at", 1), int(table.state["nukiest"])) == (1, -1)
    table.do("build a nuke")
    assert (int(table.state["nukiest"]), table.vp) == (0, [2, 0, 1])


def test_r15_the_last_one_left_wins_once_the_others_links_are_closed() -> None:
    table = draw("0,0 0:HHB", "1,0 1:d", seats={0: {"ready": 2}, 1: {"ready": 1}, 2: {"out": 1}})
    table.do(READY, "launch at 1,0")
    assert not table.over
    table.do(NO_ANSWER)
    assert (table.over, table.winners, table.field("out_at", 1)) == (True, [0], 2)
