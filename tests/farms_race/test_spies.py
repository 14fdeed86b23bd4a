"""The spy cards: what each does and leaves alone, Double Agents, freshness, VP, what is known of spies and of hands.

R numbers: R14 (VP spies), R16 (who is asked), R18 (what is hidden).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from envs.farms_race import GAME
from envs.farms_race.box import RESOURCES, SPIES, SPY_CARDS

from .table import ALL_GUNS, Play, draw, until

SPY = "1 wheat 1 weapons 1 plutonium"
NUKE = "1 weapons 2 plutonium"
WOOD = {"wood": 1}
NO_GAIN = {"resource_die": {"weapons": 1}}
"""A roll that gives nothing: nobody in these tests controls a weapons factory."""


def table_of(*regions: str, **more: Any) -> Play:
    """Seat 0 at 0,0, seat 1 at 1,0, the others at home, unless regions say otherwise; nobody is Telepathic."""
    given = [words.split()[0] for words in regions]
    base = [words for words in ("0,0 0:HH", "1,0 1:HH") if words.split()[0] not in given]
    mutations = {0: "Flying", 1: "Thrifty", 2: "Hoarding", **more.pop("mutations", {})}
    return draw(*base, *regions, mutations=mutations, **more)


def places(table: Play, start: str) -> set[str]:
    """The regions that choices which begin so name."""
    return {text.removeprefix(f"{start} ") for text in table.choices if text.startswith(f"{start} ")}


def decline(table: Play) -> list[int]:
    """Let everybody who is asked about a spy let it be; return who was asked, in order."""
    asked = []
    while table.asked == "REACT":
        asked.append(table.seat)
        table.do("let it be")
    return asked


def sees(table: Play, seat: int) -> bytes:
    """Everything that a seat may know, as the observation says it."""
    features = np.zeros(table.num_features, np.int8)
    GAME.rules.observe(table.state, seat, features)
    return features.tobytes()


def named(row: Any) -> dict[str, int]:
    """Numbers of spies by name, where not 0."""
    return {name: n for name, n in zip(SPIES, row.tolist(), strict=True) if n}


def deck(table: Play) -> list[str]:
    """The spies of the deck, the top one first."""
    return [SPIES[card] for card in table.state["deck"].tolist() if card >= 0]


def only(*cards: str, held: tuple[str, ...] = ()) -> dict[str, Any]:
    """A deck of these cards; `held`: spies that players have. All others have left unseen."""
    left = {name: int(n) for name, n in zip(SPIES, SPY_CARDS, strict=True)}
    for name in (*cards, *held):
        left[name] -= 1
    return {"deck": list(cards), "gone": {name: n for name, n in left.items() if n}}


def redealt(table: Play, seat: int, most: int = 12) -> Iterator[Play]:
    """Copies of a table in which everything that a seat cannot know is drawn anew."""
    for seed in range(most):
        twin = table.clone()
        twin.redeal(seat, seed)
        GAME.check(twin.state)
        yield twin


# The deck


def test_the_deck_holds_24_cards() -> None:
    table = Play(GAME)
    table.start(1)
    cards = deck(table)
    assert len(cards) == 24
    assert {name: cards.count(name) for name in SPIES} == {
        "Mole": 5,
        "Pocket Nuke": 3,
        "Smuggler": 3,
        "Pickpocket": 3,
        "Call-up": 3,
        "Saboteur": 3,
        "Informer": 2,
        "Double Agent": 2,
    }


def test_the_deck_is_shuffled() -> None:
    tops = set()
    for seed in range(8):
        table = Play(GAME)
        table.start(seed)
        tops.add(tuple(deck(table)[:3]))
    assert len(tops) > 4


def test_a_spy_is_the_top_card_of_the_deck() -> None:
    table = table_of(hands=[SPY], deck=["Informer", "Smuggler"])
    effect = table.effect("build a spy")
    paid = {"hand wheat 0": -1, "hand weapons 0": -1, "hand plutonium 0": -1}
    assert effect == {**paid, "Informer 0": 1, "deck_size": -1}
    assert deck(table)[0] == "Smuggler"


def test_no_spy_is_built_once_the_deck_has_run_out() -> None:
    table = table_of(hands=["2 wheat 2 weapons 2 plutonium"], **only("Informer"))
    table.do("build a spy")
    assert deck(table) == []
    assert not table.can("build a spy")
    assert table.can("end the Action phase")


def test_played_spies_do_not_go_back_to_the_deck() -> None:
    table = table_of(spies={0: ["Smuggler"]}, hands=[SPY], **only(held=("Smuggler",)))
    table.do("play Smuggler", "take wood", "take wood")
    assert deck(table) == []
    assert not table.can("build a spy")


# Freshness: but for Moles, no spy is played in the turn it is built


@pytest.mark.parametrize("card", ["Pocket Nuke", "Smuggler", "Pickpocket", "Call-up", "Saboteur", "Informer"])
def test_a_spy_is_not_played_in_the_turn_it_is_built(card: str) -> None:
    things = ("0,0 0:HHB", "0,1 :?2")  # something for each of them
    table = table_of(*things, hands=[SPY, "1 wood"], deck=[card], options=NO_GAIN).do("build a spy")
    assert table.spies(0) == {card: 1}
    while table.active == 0:
        assert not table.can("play ")
        table.do("end the ")
    while table.active != 0:
        table.end_turn()
    assert table.can(f"play {card}")


def test_of_two_of_a_kind_only_the_one_not_built_this_turn_is_played() -> None:
    table = table_of(spies={0: ["Smuggler"]}, hands=[SPY], deck=["Smuggler"]).do("build a spy")
    assert table.spies(0) == {"Smuggler": 2}
    table.do("play Smuggler", "take wood", "take wood")
    assert table.spies(0) == {"Smuggler": 1}
    assert not table.can("play Smuggler")


def test_a_mole_is_shown_in_the_turn_it_is_built() -> None:
    table = table_of(hands=[SPY], deck=["Mole"]).do("build a spy", "play Mole")
    assert (table.vp[0], table.spies(0)) == (1, {})


# Mole: 1 VP when shown; any time


def test_mole_is_1_vp_and_nobody_is_asked() -> None:
    table = table_of(spies={0: ["Mole", "Mole"], 1: ["Double Agent"]})
    assert table.effect("play Mole") == {"Mole 0": -1, "moles 0": 1}
    assert (table.vp, table.asked, table.seat) == ([1, 0, 0], "ACTIONS", 0)


def test_mole_in_all_main_phases() -> None:
    table = table_of(spies={0: ["Mole"] * 3}, hands=["8 clay"], options=NO_GAIN)
    for asked in ("ACTIONS", "RESOURCES", "DISCARD"):
        assert table.asked == asked
        table.do("play Mole")
        if asked != "DISCARD":
            table.do("end the ")
    assert table.vp[0] == 3


# Pocket Nuke: launch one nuke without token or cost, in your turn or as an answer; never counts for Nukiest

AROUND = {"1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1"}
"""Next to 0,0."""


def test_pocket_nuke_names_a_region_in_reach() -> None:
    table = table_of(spies={0: ["Pocket Nuke"]}).do("play Pocket Nuke")
    assert (table.asked, places(table, "launch at")) == ("SPY_PART", AROUND)


def test_pocket_nuke_costs_nothing_and_no_token() -> None:
    table = table_of("1,0 1:HdB", spies={0: ["Pocket Nuke"]}, hands=[NUKE])
    effect = table.effect("play Pocket Nuke", "launch at 1,0")
    assert effect == {"healthy 1,0": -1, "herds 1": -1, "Pocket Nuke 0": -1, "links": 1}
    assert table.at("1,0") == "1:dB"
    assert table.do("launch no more").asked == "ACTIONS"


def test_pocket_nuke_needs_no_nuke_in_the_supply() -> None:
    table = table_of(spies={0: ["Pocket Nuke"]}, hands=[NUKE], seats={0: {"spent": 10}, 1: {"spent": 10}})
    assert not table.can("pay for a nuke")
    assert table.do("play Pocket Nuke", "launch at 1,0").at("1,0") == "1:dd"


def test_pocket_nuke_never_counts_for_nukiest() -> None:
    table = table_of(spies={0: ["Pocket Nuke"] * 2}).do("play Pocket Nuke", "launch at 1,0")
    assert (table.vp, int(table.state["nukiest"])) == ([0, 0, 0], -1)
    table = table_of(spies={0: ["Pocket Nuke"]}, seats={0: {"spent": 1}, 1: {"spent": 1}}, nukiest=1)
    assert table.do("play Pocket Nuke", "launch at 1,0").vp == [0, 1, 0]


@pytest.mark.parametrize(("target", "before"), [("0,1", ":?2"), ("0,1", ":3"), ("-1,0", "0:d"), ("0,-1", "")])
def test_pocket_nuke_at_humans_own_and_empty_regions(target: str, before: str) -> None:
    regions = [f"{target} {before}"] if before else []
    table = table_of(*regions, spies={0: ["Pocket Nuke"]}).do("play Pocket Nuke", f"launch at {target}")
    assert (table.at(target), table.asked) == ("", "ACTIONS")
    assert table.state["shown_humans"].sum() == (before == ":3")  # those face down leave unseen (R12)


def test_pocket_nuke_may_be_answered() -> None:
    table = table_of(spies={0: ["Pocket Nuke"]}, seats={1: {"ready": 1}}).do("play Pocket Nuke", "launch at 1,0")
    assert (table.asked, table.seat) == ("LAUNCH", 1)
    table.do("launch a ready nuke", "launch at 0,0")
    assert (table.at("0,0"), table.asked, table.seat) == ("0:dd", "ACTIONS", 0)


def test_pocket_nuke_as_an_answer_reaches_regions_next_to_the_hit() -> None:
    """Seat 1 was wiped out at 1,-2: next to it are regions that it does not reach from 2,0."""
    table = table_of("1,-2 1:d", "0,-1 0:H", "1,0 :2", "2,0 1:H", seats={0: {"ready": 1}}, spies={1: ["Pocket Nuke"]})
    table.do("launch a ready nuke", "launch at 1,-2")
    assert (table.asked, table.seat, table.choices) == ("LAUNCH", 1, ["launch no nuke", "play Pocket Nuke"])
    table.do("play Pocket Nuke")
    assert places(table, "launch at") == {"0,-2", "0,-1", "1,-1", "1,0", "2,-1", "1,1"}
    effect = table.effect("launch at 0,-1")
    assert effect == {"healthy 0,-1": -1, "damaged 0,-1": 1, "links": -1}
    assert (table.asked, table.seat) == ("ACTIONS", 0)


def test_pocket_nuke_goes_on_a_chain() -> None:
    table = table_of(seats={0: {"ready": 1}}, spies={0: ["Pocket Nuke"]}).do("launch a ready nuke", "launch at 1,0")
    assert (table.asked, table.choices) == ("LAUNCH", ["launch no more", "play Pocket Nuke"])
    table.do("play Pocket Nuke", "launch at 1,0")
    assert (table.at("1,0"), table.asked) == ("", "ACTIONS")


def test_only_pocket_nukes_are_played_in_a_chain_of_nukes() -> None:
    spies = {0: ["Smuggler", "Mole", "Call-up"], 1: ["Saboteur", "Mole"]}
    table = table_of("0,0 0:HB", seats={0: {"ready": 1}}, spies=spies).do("launch a ready nuke", "launch at 1,0")
    assert (table.seat, table.choices) == (1, ["launch no nuke"])
    assert table.do("launch no nuke").choices == ["launch no more"]


@pytest.mark.parametrize("card", ["Pocket Nuke", "Mole", "Double Agent"])
def test_who_holds_any_spy_is_asked_for_an_answer(card: str) -> None:
    """R12: an unplayed spy might be a Pocket Nuke; being asked tells the others nothing."""
    table = table_of(seats={0: {"ready": 1}}, spies={1: [card]}).do("launch a ready nuke", "launch at 1,0")
    assert (table.asked, table.seat) == ("LAUNCH", 1)
    other = table_of(seats={0: {"ready": 1}}, spies={1: ["Smuggler"]}).do("launch a ready nuke", "launch at 1,0")
    for seat in (0, 2):
        assert sees(table, seat) == sees(other, seat)


def test_a_pocket_nuke_built_this_turn_does_not_answer() -> None:
    """Seat 0 is hit in its own turn, and holds nothing but the spy that it has just built: it is not even asked."""
    table = table_of(hands=[SPY], seats={0: {"ready": 1}, 1: {"ready": 1}}, deck=["Pocket Nuke"])
    table.do("build a spy", "launch a ready nuke", "launch at 1,0", "launch a ready nuke", "launch at 0,0")
    assert (table.asked, table.seat, table.at("0,0")) == ("ACTIONS", 0, "0:dd")
    table = table_of(hands=[SPY], seats={0: {"ready": 2}, 1: {"ready": 1}}, deck=["Pocket Nuke"])
    table.do("build a spy", "launch a ready nuke", "launch at 1,0", "launch a ready nuke", "launch at 0,0")
    assert (table.asked, table.seat, table.choices) == ("LAUNCH", 0, ["launch a ready nuke", "launch no nuke"])


# Smuggler: take any two resources from the bank


def test_smuggler_names_two_resources() -> None:
    table = table_of(spies={0: ["Smuggler"]}).do("play Smuggler")
    kinds = [f"take {name}" for name in sorted(RESOURCES)]
    assert (table.asked, table.choices) == ("SPY_PART", kinds)
    table.do("take plutonium")
    assert (table.asked, table.choices) == ("SPY_PART", kinds)
    assert table.hand(0) == ""  # nothing before both are named


@pytest.mark.parametrize("first", ["wood", "plutonium"])
def test_smuggler_takes_two_alike_or_different(first: str) -> None:
    effect = table_of(spies={0: ["Smuggler"]}).effect("play Smuggler", f"take {first}", "take plutonium")
    taken = {"hand plutonium 0": 2} if first == "plutonium" else {"hand wood 0": 1, "hand plutonium 0": 1}
    assert effect == {"Smuggler 0": -1, **taken}


# Pickpocket: take two random resource cards from one opponent, or what there is


def test_pickpocket_names_an_opponent_with_cards() -> None:
    table = table_of(hands=["2 clay", "1 wood", ""], spies={0: ["Pickpocket"]}).do("play Pickpocket")
    assert (table.asked, table.choices) == ("SPY_PART", ["rob seat 1"])
    table = table_of(hands=["", "1 wood", "9 clay"], spies={0: ["Pickpocket"]}).do("play Pickpocket")
    assert table.choices == ["rob seat 1", "rob seat 2"]


def test_pickpocket_is_not_played_where_nobody_has_cards() -> None:
    assert not table_of(hands=["9 clay"], spies={0: ["Pickpocket"]}).can("play Pickpocket")


@pytest.mark.parametrize(("cards", "taken"), [("3 wood", 2), ("2 wood", 2), ("1 wood", 1)])
def test_pickpocket_takes_two_or_what_there_is(cards: str, taken: int) -> None:
    table = table_of(hands=["", cards, "5 clay"], spies={0: ["Pickpocket"]})
    effect = table.effect("play Pickpocket", "rob seat 1")
    assert effect == {"Pickpocket 0": -1, "hand wood 0": taken, "hand wood 1": -taken}


def test_pickpocket_takes_at_random() -> None:
    hauls = set()
    for seed in range(12):
        table = table_of(hands=["", "1 wood 1 clay 1 wheat"], spies={0: ["Pickpocket"]}, seed=seed)
        hauls.add(table.do("play Pickpocket", "rob seat 1").hand(0))
    assert hauls == {"1 wood 1 clay", "1 wood 1 wheat", "1 wheat 1 clay"}


# Call-up: two healthy herds at one of your buildings


def test_call_up_names_an_own_building() -> None:
    table = table_of("0,0 0:HB", "0,1 0:A", "-1,0 0:H", "1,0 1:HB", spies={0: ["Call-up"]}).do("play Call-up")
    assert (table.asked, places(table, "call herds up at")) == ("SPY_PART", {"0,0", "0,1"})
    assert table.do("call herds up at 0,1").at("0,1") == "0:HHA"


def test_call_up_brings_two_healthy_herds() -> None:
    effect = table_of("0,0 0:dB", spies={0: ["Call-up"]}).effect("play Call-up", "call herds up at 0,0")
    assert effect == {"healthy 0,0": 2, "herds 0": 2, "Call-up 0": -1}


def test_call_up_needs_a_building() -> None:
    assert not table_of("1,0 1:HB", spies={0: ["Call-up"]}).can("play Call-up")


@pytest.mark.parametrize(("herds", "called"), [(10, 2), (11, 1)])
def test_call_up_takes_from_the_supply(herds: int, called: int) -> None:
    table = table_of(f"0,0 0:{'H' * herds}B", spies={0: ["Call-up"]})
    assert table.effect("play Call-up", "call herds up at 0,0")["herds 0"] == called


def test_call_up_is_not_played_without_a_herd_in_supply() -> None:
    assert not table_of(f"0,0 0:{'H' * 12}B", spies={0: ["Call-up"]}).can("play Call-up")


def test_called_up_herds_may_act_in_the_action_phase() -> None:
    table = table_of("0,0 0:B", "-2,2 0:H", "2,0 2:H", spies={0: ["Call-up"]})
    table.do("play Call-up", "call herds up at 0,0")
    table.move("0,1", "0,0 HH")
    assert table.at("0,1") == "0:HH"


def test_call_up_in_later_phases_brings_herds_that_wait() -> None:
    table = table_of("0,0 0:HB", spies={0: ["Call-up"]}, options=NO_GAIN).do("end the Action phase")
    table.do("play Call-up", "call herds up at 0,0")
    assert (table.asked, table.at("0,0")) == ("RESOURCES", "0:HHHB")
    assert not table.can("move to")


# Saboteur: one unit of your choice in a region next to yours takes 1 damage


def test_saboteur_names_a_region_next_door_with_a_unit() -> None:
    regions = ("0,1 :?3", "-1,0 :1", "1,-1 1:B", "0,-1 2:d", "2,0 1:H", "-2,1 :?1")
    table = table_of(*regions, spies={0: ["Saboteur"]}).do("play Saboteur")
    assert (table.asked, places(table, "sabotage")) == ("SPY_PART", {"0,1", "-1,0", "0,-1", "1,0"})


def test_saboteur_names_the_unit_where_there_are_two_sorts() -> None:
    table = table_of("1,0 1:Hd", spies={0: ["Saboteur"]}).do("play Saboteur", "sabotage 1,0")
    assert (table.asked, table.seat) == ("SPY_PART", 0)
    assert table.choices == ["hit a damaged herd", "hit a healthy herd"]
    assert table.clone().do("hit a healthy herd").at("1,0") == "1:dd"
    effect = table.effect("hit a damaged herd")
    assert effect == {"damaged 1,0": -1, "herds 1": -1}


def test_saboteur_needs_no_choice_where_there_is_one_sort() -> None:
    effect = table_of(spies={0: ["Saboteur"]}).effect("play Saboteur", "sabotage 1,0")
    assert effect == {"healthy 1,0": -1, "damaged 1,0": 1, "Saboteur 0": -1}


@pytest.mark.parametrize(("humans", "after"), [("?3", "2"), ("?2", "1"), ("3", "2"), ("?1", ""), ("1", "")])
def test_saboteur_turns_humans_up_and_hits_one(humans: str, after: str) -> None:
    table = table_of(f"0,1 :{humans}", spies={0: ["Saboteur"]}).do("play Saboteur", "sabotage 0,1")
    assert table.at("0,1") == (f":{after}" if after else "")
    assert table.state["shown_humans"].tolist().index(1) == int(humans[-1])  # seen with its original number


def test_saboteur_leaves_buildings_unharmed() -> None:
    table = table_of("1,0 1:dB", spies={0: ["Saboteur"]}).do("play Saboteur", "sabotage 1,0")
    assert table.at("1,0") == "1:B"


def test_saboteur_empties_a_region_which_then_is_conquered() -> None:
    """A VP token and a turmoil token, as after nukes (R7)."""
    stood = {"1,0": {"stood": True}}
    table = table_of("1,0 1:d", "2,0 1:H", spies={0: ["Saboteur"]}, region=stood).do("play Saboteur", "sabotage 1,0")
    assert table.at("1,0") == ""
    effect = table.move("1,0", "0,0 H").vp
    assert (effect, table.has("turmoil", "1,0"), table.at("1,0")) == ([1, 0, 0], True, "0:H")


def test_saboteur_can_eliminate() -> None:
    table = table_of("1,0 1:d", hands=["", "3 wood"], spies={0: ["Saboteur"], 1: ["Mole"]})
    table.do("play Saboteur", "sabotage 1,0").do("let it be")
    assert (table.field("out_at", 1), table.hand(1), table.spies(1)) == (1, "", {})
    assert named(table.state["gone"]) == {"Mole": 1}
    assert (table.asked, table.seat) == ("ACTIONS", 0)


def test_saboteur_starts_no_combat_and_may_be_followed_by_one() -> None:
    table = table_of(spies={0: ["Saboteur"]}, options={"combat_die": ALL_GUNS}).do("play Saboteur", "sabotage 1,0")
    assert not table.has("attacked", "1,0")
    assert table.asked == "ACTIONS"
    assert "1,0" in places(table, "move to")


def test_saboteur_is_not_played_where_no_unit_is_near() -> None:
    assert not table_of("1,0 1:B", "2,0 1:H", spies={0: ["Saboteur"]}).can("play Saboteur")


def test_saboteur_reaches_into_locked_regions() -> None:
    """Scenario 3: a lock bars entry only, and a border opens as its herds die."""
    spies, options = {0: ["Saboteur", "Saboteur"]}, {"scenario": 3}
    given = ("-1,0 0:H", "-1,1 N:d", "-1,-1 N:HH")
    table = draw(*given, players=2, spies=spies, options=options, elsewhere="set-up")
    assert table.has("locked", "-2,1")
    table.do("play Saboteur", "sabotage -2,1")
    assert (table.at("-2,1"), table.has("locked", "-2,1")) == ("N:Hd", True)
    table.do("play Saboteur", "sabotage -1,1")
    assert (table.at("-1,1"), table.has("locked", "-2,1")) == ("", False)
    assert (table.has("locked", "-1,-1"), table.field("vp_tokens", 0)) == (True, 0)


# Informer: turn up one face-down human token and lower it by 1


def test_informer_names_any_face_down_token() -> None:
    table = table_of("0,1 :?3", "-2,1 :?1", "1,1 :2", spies={0: ["Informer"]}).do("play Informer")
    assert (table.asked, places(table, "inform on the humans at")) == ("SPY_PART", {"0,1", "-2,1"})


@pytest.mark.parametrize(("humans", "change"), [(3, -1), (2, -1)])
def test_informer_turns_up_and_lowers(humans: int, change: int) -> None:
    table = table_of(f"-2,1 :?{humans}", spies={0: ["Informer"]})
    effect = table.effect("play Informer", "inform on the humans at -2,1")
    assert effect == {"humans -2,1": change, "face_up -2,1": 1, "Informer 0": -1}
    assert table.state["shown_humans"][humans] == 1


def test_informer_removes_a_token_of_one() -> None:
    table = table_of("0,1 :?1", spies={0: ["Informer"]}, options={"combat_die": ALL_GUNS})
    effect = table.effect("play Informer", "inform on the humans at 0,1")
    assert effect == {"humans 0,1": -1, "Informer 0": -1}
    assert table.state["shown_humans"][1] == 1
    table.move("0,1", "0,0 H")
    assert table.at("0,1") == "0:H"  # no combat: nobody is there


def test_informer_is_not_played_where_all_are_face_up() -> None:
    assert not table_of("0,1 :3", spies={0: ["Informer"]}).can("play Informer")


# R16: after every spy that is no VP spy, targets first, the opponents are asked


def test_r16_double_agent_is_no_free_action() -> None:
    table = table_of(spies={0: ["Double Agent"]}, options=NO_GAIN)
    assert not table.can("play")
    assert not table.do("end the Action phase").can("play")


PLAYED = {
    "Pocket Nuke": ("launch at 1,0",),
    "Smuggler": ("take wood", "take clay"),
    "Pickpocket": ("rob seat 1",),
    "Call-up": ("call herds up at 0,0",),
    "Saboteur": ("sabotage 1,0", "hit a healthy herd"),
    "Informer": ("inform on the humans at 0,1",),
}
"""Each of the spies that can be cancelled, and what is named with it."""


def ready_to_play(card: str, spies: dict[int, list[str]], **more: Any) -> Play:
    """Seat 0 can play `card` with the targets above."""
    hands = ["", "2 wood", ""]
    return table_of("0,0 0:HHB", "1,0 1:Hd", "0,1 :?2", spies={0: [card], **spies}, hands=hands, **more)


@pytest.mark.parametrize("card", PLAYED)
def test_r16_targets_are_declared_before_anybody_is_asked(card: str) -> None:
    table = ready_to_play(card, {1: ["Double Agent"]}).do(f"play {card}")
    before = table.facts()
    assert table.spies(0) == {}  # it lies open already
    for part in PLAYED[card]:
        assert (table.asked, table.seat) == ("SPY_PART", 0)
        table.do(part)
    assert (table.asked, table.seat) == ("REACT", 1)
    assert table.changes(before) == {}  # nothing has happened yet


@pytest.mark.parametrize("card", PLAYED)
def test_r16_a_double_agent_cancels_it(card: str) -> None:
    table = ready_to_play(card, {1: ["Double Agent"]})
    effect = table.effect(f"play {card}", *PLAYED[card], "play Double Agent")
    assert effect == {f"{card} 0": -1, "Double Agent 1": -1}
    assert (table.asked, table.seat) == ("ACTIONS", 0)
    assert named(table.state["played"]) == {card: 1, "Double Agent": 1}  # both are gone


@pytest.mark.parametrize("card", PLAYED)
def test_r16_a_double_agent_against_the_double_agent_lets_it_work(card: str) -> None:
    """A stack of three does what the spy alone does."""
    alone = ready_to_play(card, {}).effect(f"play {card}", *PLAYED[card])
    table = ready_to_play(card, {0: [card, "Double Agent"], 1: ["Double Agent"]})
    effect = table.effect(f"play {card}", *PLAYED[card], "play Double Agent", "play Double Agent")
    assert effect == {**alone, "Double Agent 0": -1, "Double Agent 1": -1}
    assert named(table.state["played"]) == {card: 1, "Double Agent": 2}


def test_r16_not_cancelled_unless_somebody_wants_to() -> None:
    table = ready_to_play("Smuggler", {1: ["Double Agent"]})
    effect = table.effect("play Smuggler", "take wood", "take clay", "let it be")
    assert effect == {"hand wood 0": 1, "hand clay 0": 1, "Smuggler 0": -1}
    assert table.spies(1) == {"Double Agent": 1}


def four(spies: dict[int, list[str]], active: int = 0, **more: Any) -> Play:
    """Four players, of whom `active` has a Smuggler beside these spies."""
    spies = {**spies, active: [*spies.get(active, []), "Smuggler"]}
    table = draw("-3,1 0:H", "-1,3 1:H", "1,-3 2:H", "3,-1 3:H", players=4, active=active, spies=spies, **more)
    return table.do("play Smuggler", "take wood", "take wood")


@pytest.mark.parametrize(("active", "order"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (3, [0, 1, 2])])
def test_r16_asked_in_turn_from_the_left_of_who_played_it(active: int, order: list[int]) -> None:
    assert decline(four({seat: ["Mole"] for seat in range(4)}, active)) == order


def test_r16_only_who_holds_an_unplayed_spy_is_asked() -> None:
    assert decline(four({1: ["Mole"], 3: ["Informer", "Smuggler"]})) == [1, 3]
    assert decline(four({})) == []


def test_r16_who_is_out_is_not_asked() -> None:
    table = draw(
        "-3,1 0:H",
        "1,-3 2:H",
        "3,-1 3:H",
        players=4,
        spies={0: ["Smuggler"], 2: ["Mole"], 3: ["Mole"]},
        seats={1: {"out": 1}},
    ).do("play Smuggler", "take wood", "take wood")
    assert decline(table) == [2, 3]


@pytest.mark.parametrize("card", ["Mole", "Smuggler", "Double Agent"])
def test_r16_being_asked_tells_the_others_nothing(card: str) -> None:
    """Whatever the spy is, its owner is asked, and the others see the same."""
    table, other = four({1: [card], 2: ["Mole"]}), four({1: ["Informer"], 2: ["Mole"]})
    assert (table.asked, table.seat) == (other.asked, other.seat) == ("REACT", 1)
    assert table.can("play Double Agent") == (card == "Double Agent")
    for seat in (0, 2, 3):
        assert sees(table, seat) == sees(other, seat)
    table.do("let it be")
    other.do("let it be")
    for seat in (0, 2, 3):
        assert sees(table, seat) == sees(other, seat)


def test_r16_nobody_is_asked_once_both_double_agents_lie_open() -> None:
    assert decline(four({1: ["Mole"], 2: ["Mole"]}, played={"Double Agent": 1})) == [1, 2]
    assert decline(four({1: ["Mole"], 2: ["Mole"]}, played={"Double Agent": 2})) == []


def test_r16_a_double_agent_is_answered_from_its_own_left() -> None:
    """Also by those who have let the spy be, and by who played it."""
    table = four({0: ["Mole"], 1: ["Mole"], 2: ["Double Agent"], 3: ["Mole"]})
    table.do("let it be")
    assert table.seat == 2
    table.do("play Double Agent")
    assert decline(table) == [3, 0, 1]
    assert (table.hand(0), table.asked, table.seat) == ("", "ACTIONS", 0)


def test_r16_its_player_cannot_answer_the_own_double_agent() -> None:
    table = four({1: ["Double Agent", "Double Agent"]}).do("play Double Agent")
    assert (table.asked, table.seat, table.hand(0)) == ("ACTIONS", 0, "")
    assert table.spies(1) == {"Double Agent": 1}


def test_r16_a_third_player_may_answer_the_double_agent() -> None:
    table = four({1: ["Double Agent"], 3: ["Double Agent"]})
    table.do("play Double Agent")
    assert (table.asked, table.seat) == ("REACT", 3)
    table.do("play Double Agent")
    assert (table.hand(0), table.asked) == ("2 wood", "ACTIONS")


def test_r16_the_spy_itself_is_not_asked_about_again() -> None:
    """Seat 2 was not asked about the Smuggler before the Double Agent of seat 1: it is about that only."""
    table = four({1: ["Double Agent"], 2: ["Mole"]}).do("play Double Agent")
    assert decline(table) == [2]
    assert (table.hand(0), table.asked) == ("", "ACTIONS")


def test_r16_spies_built_this_turn_cannot_react() -> None:
    """Seat 0 has built the Double Agent this turn: it is asked for its older spy, and can only let it be."""
    fresh = {0: {"fresh": {"Double Agent": 1}}}
    table = table_of(spies={0: ["Smuggler", "Double Agent", "Mole"], 1: ["Double Agent"]}, seats=fresh)
    table.do("play Smuggler", "take wood", "take wood", "play Double Agent")
    assert (table.asked, table.seat, table.choices) == ("REACT", 0, ["let it be"])
    table = table_of(spies={0: ["Smuggler", "Double Agent"], 1: ["Double Agent"]}, seats=fresh)
    table.do("play Smuggler", "take wood", "take wood", "play Double Agent")
    assert (table.asked, table.hand(0)) == ("ACTIONS", "")  # all see that what it holds is new


def test_r16_spies_may_be_played_one_after_the_other() -> None:
    table = table_of(spies={0: ["Smuggler", "Smuggler"], 1: ["Double Agent"]})
    table.do("play Smuggler", "take wood", "take wood", "play Double Agent", "let it be")
    table.do("play Smuggler", "take wood", "take wood")
    assert (table.asked, table.hand(0)) == ("ACTIONS", "2 wood")


# R16: a cancelled Pocket Nuke leaves its player to act


def test_r16_a_cancelled_pocket_nuke_leaves_its_player_to_act_in_its_turn() -> None:
    spies = {0: ["Pocket Nuke", "Pocket Nuke"], 1: ["Double Agent"]}
    table = table_of(spies=spies, seats={1: {"ready": 1}}).do("play Pocket Nuke", "launch at 1,0", "play Double Agent")
    assert (table.asked, table.seat) == ("REACT", 0)
    table.do("let it be")
    assert (table.asked, table.seat, table.at("1,0")) == ("ACTIONS", 0, "1:HH")  # nobody was hit, nobody answers
    assert table.can("play Pocket Nuke")
    assert table.can("move to")


def cancelled_answer(more: tuple[str, ...] = (), **seat: Any) -> Play:
    """Seat 1 answers a nuke by a Pocket Nuke, which seat 2 cancels; `more` spies, and other things, it has left."""
    table = table_of(seats={0: {"ready": 1}, 1: seat}, spies={1: ["Pocket Nuke", *more], 2: ["Double Agent"]}).do(
        "launch a ready nuke", "launch at 1,0", "play Pocket Nuke", "launch at 0,0"
    )
    assert (table.asked, table.seat) == ("REACT", 2)
    table.do("play Double Agent")
    if table.asked == "REACT":
        table.do("let it be")
    return table


def test_r16_a_cancelled_pocket_nuke_leaves_its_player_to_answer() -> None:
    table = cancelled_answer(ready=1)
    assert (table.asked, table.seat, table.at("0,0")) == ("LAUNCH", 1, "0:HH")
    assert table.choices == ["launch a ready nuke", "launch no nuke"]
    table.do("launch a ready nuke")
    assert "0,0" in places(table, "launch at")
    table.do("launch at 0,0")
    assert (table.at("0,0"), table.asked, table.seat) == ("0:dd", "ACTIONS", 0)


def test_r16_a_cancelled_pocket_nuke_may_be_followed_by_another() -> None:
    table = cancelled_answer(("Pocket Nuke",))
    assert (table.asked, table.seat) == ("LAUNCH", 1)
    table.do("play Pocket Nuke", "launch at 0,0")
    assert (table.at("0,0"), table.asked, table.seat) == ("0:dd", "ACTIONS", 0)


def test_r16_after_a_cancelled_answer_nobody_is_asked_who_can_launch_nothing() -> None:
    """All see that seat 1 has neither nuke nor cards nor spies left."""
    table = cancelled_answer()
    assert (table.asked, table.seat, table.at("0,0")) == ("ACTIONS", 0, "0:HH")


def test_r16_a_cancelled_pocket_nuke_in_a_chain_leaves_the_launcher_on_top() -> None:
    spies = {0: ["Pocket Nuke", "Mole"], 2: ["Double Agent"]}
    table = table_of(seats={0: {"ready": 1}}, spies=spies).do("launch a ready nuke", "launch at 1,0")
    table.do("play Pocket Nuke", "launch at 1,0", "play Double Agent", "let it be")
    assert (table.asked, table.seat, table.choices) == ("LAUNCH", 0, ["launch no more"])
    assert table.at("1,0") == "1:dd"


def test_r16_a_pocket_nuke_that_answers_is_asked_about_from_its_own_left() -> None:
    spies = {0: ["Mole"], 1: ["Pocket Nuke"], 2: ["Mole"]}
    table = table_of(seats={0: {"ready": 1}}, spies=spies).do("launch a ready nuke", "launch at 1,0")
    table.do("play Pocket Nuke", "launch at 0,0")
    assert decline(table) == [2, 0]
    assert table.at("0,0") == "0:dd"


# R14: VP spies count as soon as they would complete 10


def test_r14_moles_in_hand_win_at_once() -> None:
    table = table_of(hands=[SPY], seats={0: {"vp_tokens": 9}}, deck=["Mole"]).do("build a spy")
    assert (table.over, table.winners, table.truncated) == (True, [0], False)


def test_r14_several_moles_in_hand_win_at_once() -> None:
    table = table_of(hands=[SPY], seats={0: {"vp_tokens": 7, "moles": 1}}, spies={0: ["Mole"]}, deck=["Mole"])
    assert table.do("build a spy").winners == [0]


def test_r14_other_spies_and_nine_vp_win_nothing() -> None:
    table = table_of(hands=[SPY], seats={0: {"vp_tokens": 9}}, deck=["Informer"]).do("build a spy")
    assert not table.over
    table = table_of(hands=[SPY], seats={0: {"vp_tokens": 8}}, deck=["Mole"]).do("build a spy")
    assert (table.over, table.vp) == (False, [8, 0, 0])
    assert table.do("play Mole").vp == [9, 0, 0]
    assert not table.over


def test_r14_a_mole_in_hand_wins_in_the_turn_of_another() -> None:
    """Seat 1 has 8 and a Mole: the Nukiest tile, which a nuke paid in an answer brings, completes 10."""
    table = table_of(
        hands=["", NUKE],
        seats={0: {"ready": 1}, 1: {"vp_tokens": 8, "spent": 1}},
        spies={1: ["Mole"]},
        nukiest=0,
    ).do("launch a ready nuke", "launch at 1,0")
    assert (table.asked, table.seat) == ("LAUNCH", 1)
    table.do("pay for a nuke")
    assert (table.over, table.winners) == (True, [1])


def test_r14_a_mole_looked_at_counts_once_it_is_kept() -> None:
    def look() -> Play:
        rows = {0: {"vp_tokens": 9}}
        table = table_of(hands=[SPY], seats=rows, deck=["Mole", "Informer"], mutations={0: "Telepathic"})
        return table.do("build a spy")

    assert look().asked == "KEEP"
    assert not look().do("keep Informer").over
    assert look().do("keep Mole").winners == [0]


def test_r14_moles_in_hand_count_at_max_rounds() -> None:
    options = {"max_rounds": 1, **NO_GAIN}
    rows = {0: {"vp_tokens": 2}, 1: {"vp_tokens": 1}}
    table = table_of(active=2, seats=rows, spies={1: ["Mole", "Mole"], 2: ["Informer"]}, options=options).end_turn()
    assert (table.over, table.truncated, table.winners) == (True, True, [1])


@pytest.mark.parametrize(("spies", "winner"), [({}, 1), ({0: ["Mole"]}, 0), ({0: ["Informer"]}, 1)])
def test_r14_moles_in_hand_count_at_the_end_of_a_scenario(spies: dict[int, list[str]], winner: int) -> None:
    """Three tokens each: a tie goes to the second player, but for the Mole."""
    rows = {0: {"vp_tokens": 3}, 1: {"vp_tokens": 3}}
    table = draw("2,-3 0:H", "-1,3 1:H", players=2, seats=rows, spies=spies).end_turn()
    assert (table.over, table.winners) == (True, [winner])


def test_r14_ten_vp_win_nothing_in_a_scenario() -> None:
    rows = {0: {"vp_tokens": 5, "moles": 4}}
    spies = {0: ["Mole"]}
    table = draw("2,-3 0:H", "0,0 N:H", "-1,3 1:H", players=2, seats=rows, spies=spies)
    assert not table.do("play Mole").over
    assert table.vp[0] == 10


# Telepathic: what is known of the deck


def telepathic(*cards: str, **more: Any) -> Play:
    """Seat 0, Telepathic, looks at the first two of a deck of these cards; all can pay for a spy."""
    options = {"resource_die": WOOD, **more.pop("options", {})}
    table = table_of(hands=[SPY] * 3, mutations={0: "Telepathic"}, options=options, **only(*cards), **more)
    return table.do("build a spy")


def build(table: Play, seat: int) -> Play:
    """Let `seat` build a spy in its turn."""
    while table.active != seat:
        table.end_turn()
    return table.do("build a spy")


def test_telepathic_knows_the_card_under_the_deck() -> None:
    table = telepathic("Informer", "Saboteur", "Smuggler").do("keep Informer")
    assert deck(table) == ["Smuggler", "Saboteur"]
    assert {deck(twin)[1] for twin in redealt(table, 0)} == {"Saboteur"}
    assert len({deck(twin)[0] for twin in redealt(table, 0)}) > 1
    assert len({deck(twin)[1] for twin in redealt(table, 1)}) > 1  # nobody else knows


def test_telepathic_choice_tells_the_others_nothing() -> None:
    one = telepathic("Informer", "Saboteur", "Smuggler").do("keep Informer")
    other = telepathic("Informer", "Saboteur", "Smuggler").do("keep Saboteur")
    for seat in (1, 2):
        assert sees(one, seat) == sees(other, seat)
    assert sees(one, 0) != sees(other, 0)


def test_telepathic_cards_looked_at_are_hidden_from_others() -> None:
    table = telepathic("Informer", "Saboteur", "Smuggler")
    assert table.asked == "KEEP"
    assert {tuple(sorted(twin.choices)) for twin in redealt(table, 0)} == {("keep Informer", "keep Saboteur")}
    assert len({tuple(twin.choices) for twin in redealt(table, 1)}) > 1


def test_telepathic_knows_who_built_the_card_it_put_there() -> None:
    table = telepathic("Informer", "Saboteur", "Smuggler").do("keep Informer")
    build(table, 1)
    assert (table.spies(1), named(table.state["seen"][1])) == ({"Smuggler": 1}, {})
    build(table, 2)
    assert (table.spies(2), named(table.state["seen"][2])) == ({"Saboteur": 1}, {"Saboteur": 1})
    assert {tuple(twin.spies(2)) for twin in redealt(table, 0)} == {("Saboteur",)}
    assert len({tuple(twin.spies(1)) for twin in redealt(table, 0)}) > 1
    assert len({tuple(twin.spies(2)) for twin in redealt(table, 1)}) > 1


def test_telepathic_knowledge_ends_as_the_card_is_played() -> None:
    rows = {2: {"seen": {"Smuggler": 1}}}
    mutations = {0: "Telepathic"}
    table = table_of(spies={2: ["Smuggler", "Informer"]}, seats=rows, mutations=mutations, active=2)
    table.do("play Smuggler", "take wood", "take wood")
    assert named(table.state["seen"][2]) == {}


def test_telepathic_is_not_sure_which_of_two_alike_was_played() -> None:
    """It saw one of two Smugglers: after one is played, it cannot be sure that the other is one."""
    rows = {2: {"seen": {"Smuggler": 1}}}
    mutations = {0: "Telepathic"}
    table = table_of(spies={2: ["Smuggler", "Smuggler"]}, seats=rows, mutations=mutations, active=2)
    table.do("play Smuggler", "take wood", "take wood")
    assert (table.spies(2), named(table.state["seen"][2])) == ({"Smuggler": 1}, {})


def test_telepathic_builds_its_own_card_again() -> None:
    """From a deck of one it takes that card without looking, and it is not `seen`: it is its own."""
    table = telepathic("Informer", "Saboteur").do("keep Informer")
    assert deck(table) == ["Saboteur"]
    table.state["hand"][0] = table.state["known"][:3, 0] = [0, 1, 0, 1, 1]
    while table.active == 0:
        table.end_turn()
    table = build(table, 0)
    assert (table.asked, table.spies(0), deck(table)) == ("ACTIONS", {"Informer": 1, "Saboteur": 1}, [])
    assert not table.state["seen"].any()


def test_telepathic_takes_the_last_card_without_looking() -> None:
    table = telepathic("Informer")
    assert (table.asked, table.spies(0), deck(table)) == ("ACTIONS", {"Informer": 1}, [])
    assert not table.can("build a spy")


def test_telepathic_of_the_last_two_one_stays() -> None:
    table = telepathic("Informer", "Mole").do("keep Mole")
    assert (table.spies(0), deck(table)) == ({"Mole": 1}, ["Informer"])


# R18: who knows what of a hand after a theft


def rob(victim: str, seed: int = 1, players: int = 3, **more: Any) -> Play:
    """Seat 0, without cards, takes two of the cards of seat 1; seat 2 looks on."""
    table = table_of(hands=["", victim, *[""] * (players - 2)], spies={0: ["Pickpocket"]}, seed=seed, **more)
    return table.do("play Pickpocket", "rob seat 1")


@pytest.mark.parametrize("seed", range(4))
def test_r18_thief_and_victim_know_what_was_taken(seed: int) -> None:
    table = rob("2 wood 1 clay 1 wheat", seed)
    assert table.known(0, 1) == table.hand(1)
    assert table.known(1, 0) == table.hand(0)


@pytest.mark.parametrize("seed", range(4))
def test_r18_others_know_what_is_certain(seed: int) -> None:
    """Two of four cards are gone; of each kind one or two of them may be among these."""
    table = rob("2 wood 1 clay 1 wheat", seed)
    assert (table.known(2, 1), table.known(2, 0)) == ("", "")


@pytest.mark.parametrize(
    ("cards", "left", "taken"),
    [
        ("3 wood", "1 wood", "2 wood"),  # all are of one kind
        ("2 wood", "", "2 wood"),
        ("1 clay", "", "1 clay"),
        ("1 wood 1 clay", "", "1 wood 1 clay"),  # all are gone
        ("2 wood 1 clay", "", "1 wood"),  # one of the two is wood, whatever the other is
        ("4 wood 1 clay", "2 wood", "1 wood"),
        ("4 wood 2 clay", "2 wood", ""),
        ("3 wood 3 clay", "1 wood 1 clay", ""),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_r18_certain_cases(cards: str, left: str, taken: str, seed: int) -> None:
    table = rob(cards, seed)
    assert (table.known(2, 1), table.known(2, 0)) == (left, taken)


def test_r18_others_who_know_part_of_the_hand() -> None:
    """Seat 2 knows of two of three wood, and of none of seat 1's other cards."""
    known = {1: {"known": {"2": {"wood": 2}}}}
    table = rob("3 wood", seats=known)
    assert (table.known(2, 1), table.known(2, 0)) == ("", "1 wood")  # the third may be one of the two
    known = {1: {"known": {"2": {"wood": 3}}}}
    table = rob("3 wood 2 clay", seats=known)
    assert (table.known(2, 1), table.known(2, 0)) == ("1 wood", "")
    known = {1: {"known": {"2": {}}}}
    table = rob("2 wood", seats=known)
    assert (table.known(2, 1), table.known(2, 0)) == ("", "")


def test_r18_a_thief_that_knows_part_of_the_hand() -> None:
    """Seat 0 knows of one wood and of one clay in a hand of ten."""
    known = {1: {"known": {"0": {"wood": 1, "clay": 1}}}}
    table = until(
        lambda seed: rob("1 wood 1 clay 8 wheat", seed, seats=known), lambda table: table.hand(0) == "2 wheat", 20
    )
    assert table.known(0, 1) == "1 wood 1 clay"
    table = until(
        lambda seed: rob("1 wood 1 clay 8 wheat", seed, seats=known), lambda table: table.hand(0) == "1 wood 1 wheat"
    )
    assert table.known(0, 1) == "1 clay"


def test_r18_what_the_thief_had_before_stays_known() -> None:
    table = table_of(hands=["1 clay", "1 wood 1 wheat 1 weapons", ""], spies={0: ["Pickpocket"]})
    table.do("play Pickpocket", "rob seat 1")
    assert table.known(2, 0) == "1 clay"
    assert table.known(1, 0) == table.hand(0)


def test_r18_a_cancelled_theft_changes_nothing() -> None:
    table = table_of(hands=["", "1 wood 1 clay"], spies={0: ["Pickpocket"], 1: ["Double Agent"]})
    table.do("play Pickpocket", "rob seat 1", "play Double Agent")
    assert (table.hand(0), table.known(2, 1)) == ("", "1 wood 1 clay")


def test_r18_smugglers_take_openly() -> None:
    table = table_of(spies={0: ["Smuggler"]}).do("play Smuggler", "take wood", "take clay")
    assert table.known(1, 0) == table.known(2, 0) == "1 wood 1 clay"


def test_r18_what_is_paid_openly_is_known_no_longer_and_what_is_gained_is() -> None:
    """Seat 2 knows of one wheat; two are paid."""
    table = until(
        lambda seed: rob("2 wood 1 clay 3 wheat", seed, options=NO_GAIN), lambda table: "3 wheat" in table.hand(1)
    )
    assert table.known(2, 1) == "1 wheat"
    table.end_turn().do("trade wheat for weapons")
    assert table.known(2, 1) == "1 weapons"
    assert table.known(0, 1) == table.hand(1)


def feed(hands: tuple[str, ...] = (), die: Any = None, seed: int = 1, **more: Any) -> Play:
    """Seat 0, Parasitic, at 0,0 rolls; seat 1 has a forest at 1,-1 and a clay pit at 1,0."""
    options = {"resource_die": die or WOOD}
    mutations = {0: "Parasitic"}
    table = table_of(
        "1,0 1:H", "1,-1 1:H", "-2,1 2:H", hands=hands, options=options, mutations=mutations, seed=seed, **more
    )
    return table.do("end the Action phase")


def test_r18_a_parasite_takes_a_card_that_all_can_name() -> None:
    """The roll gave wood only: whatever else seat 1 has, it was wood."""
    table = feed(("", "2 clay"))
    assert (table.hand(0), table.hand(1)) == ("1 wood", "1 wood 2 clay")
    for seat in range(3):
        assert (table.known(seat, 0), table.known(seat, 1)) == ("1 wood", "1 wood 2 clay")


def test_r18_a_parasite_takes_one_of_two_kinds() -> None:
    """Only the two who see it know which; the wheat in the hand stays known to all."""
    both = {"wood": 1, "clay": 1}
    table = until(
        lambda seed: feed(("", "2 wheat 1 clay"), both, seed), lambda table: set(table.state["dice"].tolist()) == {0, 2}
    )
    assert table.known(0, 1) == table.hand(1)
    assert table.known(1, 0) == table.hand(0)
    assert (table.known(2, 0), table.known(2, 1)) == ("", "2 wheat 1 clay")  # 1 wood and 2 clay, less one of them


def test_r18_a_parasite_learns_nothing_of_cards_it_did_not_take() -> None:
    """Seat 0 knew of one of two clay: it still knows of one."""
    table = feed(("", "2 clay"), seats={1: {"known": {"0": {"clay": 1}}}})
    assert table.known(0, 1) == "1 wood 1 clay"


# R18: what is drawn anew agrees with all that


def test_r18_redeal_shares_out_what_an_onlooker_cannot_know() -> None:
    table = rob("1 wood 1 clay 2 wheat")
    worlds = {(twin.hand(0), twin.hand(1)) for twin in redealt(table, 2, 30)}
    assert worlds == {
        ("1 wood 1 clay", "2 wheat"),
        ("1 wood 1 wheat", "1 wheat 1 clay"),
        ("1 wheat 1 clay", "1 wood 1 wheat"),
        ("2 wheat", "1 wood 1 clay"),
    }


def test_r18_redeal_changes_no_hand_for_those_who_saw() -> None:
    table = rob("1 wood 1 clay 2 wheat")
    hands = (table.hand(0), table.hand(1))
    for seat in (0, 1):
        assert {(twin.hand(0), twin.hand(1)) for twin in redealt(table, seat)} == {hands}


def test_r18_redeal_keeps_what_is_certain() -> None:
    """Both cards of seat 1 are gone to seat 0, whoever looks on: the unknown cards of seat 2 are others."""
    table = draw(
        "-3,1 0:H",
        "-1,3 1:H",
        "1,-3 2:H",
        "3,-1 3:H",
        players=4,
        hands=["", "1 wood 1 clay", "2 wheat 2 plutonium", ""],
        spies={0: ["Pickpocket"]},
        seats={2: {"known": {"3": {}}}},
    ).do("play Pickpocket", "rob seat 1")
    worlds = {tuple(twin.hand(seat) for seat in range(4)) for twin in redealt(table, 3)}
    assert worlds == {("1 wood 1 clay", "", "2 wheat 2 plutonium", "")}


def test_r18_redeal_keeps_the_spy_that_is_being_played() -> None:
    table = table_of(
        hands=["", "2 wood 2 clay"], spies={0: ["Pickpocket", "Mole"], 1: ["Double Agent"], 2: ["Informer"]}
    )
    table.do("play Pickpocket", "rob seat 1")
    others = set()
    for twin in redealt(table, 2):
        assert (twin.asked, twin.seat) == ("REACT", 1)
        assert twin.spies(2) == {"Informer": 1}
        assert [sum(twin.spies(seat).values()) for seat in range(3)] == [1, 1, 1]
        others.add((tuple(twin.spies(0)), tuple(twin.spies(1))))
    assert len(others) > 3


def test_r18_redeal_deals_nobody_moles_that_would_have_won() -> None:
    table = table_of(seats={1: {"vp_tokens": 9}}, spies={1: ["Informer", "Saboteur"]})
    for twin in redealt(table, 0, 20):
        assert "Mole" not in twin.spies(1)
    table = table_of(seats={1: {"vp_tokens": 8}}, spies={1: ["Informer", "Saboteur"]})
    assert {twin.spies(1).get("Mole", 0) for twin in redealt(table, 0, 20)} == {0, 1}


def test_r18_redeal_keeps_humans_turned_up_by_an_informer() -> None:
    table = table_of("0,1 :?3", "-2,1 :?1", spies={0: ["Informer"]}).do("play Informer", "inform on the humans at 0,1")
    twins = list(redealt(table, 1))
    assert {twin.at("0,1") for twin in twins} == {":2"}
    assert {twin.at("-2,1") for twin in twins} == {":?1", ":?2", ":?3"}
