"""Every example that the book prints, with its very figures.

Rafał is seat 0, Dominika sits on his left (seat 1), Mateusz on his right (seat 2).
"""

from __future__ import annotations

from typing import Any

import pytest

from envs.animal_farm.box import CARD_NAMES, COST, INFLUENCES, Card

from .table import Play, draw

RAFAL, DOMINIKA, MATEUSZ = 0, 1, 2
WE_SHARE_OUR_LOVE = "We share our love"


def test_overview_rafal_acts_first_then_dominika_and_mateusz_last() -> None:
    table = draw(players=3, first_player=RAFAL)
    assert table.passing("MOVE") == [RAFAL, DOMINIKA, MATEUSZ]


# Moves


def test_moves_rafal_moves_dominika_passes_mateusz_moves() -> None:
    table = draw("Australia 111", "Africa 111", "Latin America 111")
    table.do("move an agent from Australia", "to Latin America", "pass")
    assert table.seat == DOMINIKA
    table.do("pass")
    assert table.seat == MATEUSZ
    table.do("move an agent from Africa", "to Australia", "pass")
    assert table.agents("Australia") == "012"
    assert table.agents("Latin America") == "211"
    assert table.agents("Africa") == "110"


def test_moves_dominika_moves_and_then_moves_an_additional_agent_for_a_cat() -> None:
    table = draw(
        *("Africa 111", "Australia 111", "Middle East 111"),
        seat=DOMINIKA,
        first_player=DOMINIKA,
        owned="- c -",
        basic=["Particular Needs"],
    )
    table.do("move an agent from Africa", "to Australia")
    table.do("play Particular Needs for a Cat", "move an agent from Middle East", "to Australia")
    assert table.agents("Australia") == "131"
    assert table.agents("Africa") == "101"
    assert table.agents("Middle East") == "101"
    assert (table.owned, table.stock("Cat")) == ("- - -", 12)


# Alliances


def test_alliances_only_three_of_four_may_join_in_one_alliance() -> None:
    table = draw("India 1111", phase="alliances")
    offered = [text for text in table.choices if text.startswith("propose")]
    assert offered == [f"propose an alliance with seats {pair}" for pair in ("1 and 2", "1 and 3", "2 and 3")]


def test_alliances_rafal_and_dominika_take_five_of_six_and_she_promises_a_token() -> None:
    table = draw(
        "Australia 422", "Africa 111", phase="alliances", first_player=DOMINIKA, seat=DOMINIKA, options={"talk": 1}
    )
    assert table.strength == [4, 2, 2]
    assert table.winning == [[0, 1], [0, 2]]  # no majority alone, and Dominika with Mateusz: 4
    assert not table.can("propose an alliance with seat 2")  # Dominika cannot form one with Mateusz
    table.do("promise seat 0: I give you a token", "pass", "pass")
    assert table.seat == RAFAL
    table.do("propose an alliance with seat 1")
    assert max(table.choices) == "seat 0 takes 5"  # 3 players + 2, for 4 + 2 agents
    table.do("seat 0 takes 3", "seat 1 takes 2", "agree")
    assert table.new == "kkk kk -"
    assert table.stock("Kangaroo") == 7
    assert table.record(DOMINIKA, "token") == {"made": 1}


def middle_east(**more: Any) -> Play:
    """Dominika has 3 agents, Rafał 1, Mateusz 2; 4 Donkey tokens lie there; she promised Rafał a token before."""
    return draw(
        *("Middle East 132", "India 111"),
        phase="alliances",
        seat=DOMINIKA,
        first_player=DOMINIKA,
        new="dddd - dddd",
        owned="- l -",
        advanced=[WE_SHARE_OUR_LOVE],
        bought={DOMINIKA: [WE_SHARE_OUR_LOVE]},
        promises=[{"from": DOMINIKA, "to": RAFAL, "promise": "token", "due": True}],
        options={"talk": 1},
        **more,
    )


def test_alliances_dominika_doubles_her_strength_for_a_lion_and_takes_three() -> None:
    table = middle_east()
    assert (table.stock("Donkey"), [1] in table.winning) == (4, False)
    table.do("play We share our love for a Lion")
    assert (table.strength, table.owned, table.stock("Lion")) == ([1, 6, 2], "- - -", 12)
    assert [1] in table.winning
    table.pass_until("SPEAK", DOMINIKA).do("claim the region alone")
    assert table.new == "dddd ddd dddd"
    assert table.stock("Donkey") == 1


def test_alliances_she_may_prove_trustworthy_or_not() -> None:
    table = middle_east().do("play We share our love").pass_until("SPEAK", DOMINIKA).do("claim the region alone")
    assert table.record(DOMINIKA, "token") == {"made": 1, "broken": 1}
    table = draw(
        *("Middle East 132", "India 111"),
        phase="alliances",
        seat=DOMINIKA,
        first_player=DOMINIKA,
        owned="- lc -",
        advanced=[WE_SHARE_OUR_LOVE],
        bought={DOMINIKA: [WE_SHARE_OUR_LOVE]},
        promises=[{"from": DOMINIKA, "to": RAFAL, "promise": "token", "due": True}],
        options={"talk": 1},
    )
    table.do("play We share our love").pass_until("SPEAK", DOMINIKA)
    table.do("give seat 0 a token", "give seat 0 a Cat in Owned").pass_until("SPEAK", DOMINIKA)
    table.do("claim the region alone")
    assert table.record(DOMINIKA, "token") == {"made": 1, "kept": 1}
    assert table.new == "c ddd -"


# Spies


def test_spies_dominika_removes_a_kangaroo_of_rafal_and_that_of_mateusz() -> None:
    table = draw(phase="spies", new="kkkk - -", owned="- kk k", basic=["Truth"])
    assert table.seat == DOMINIKA  # Rafał's are new: he cannot use them
    table.do("play Truth for a Kangaroo", "remove a token of seat 0", "remove seat 0's Kangaroo in New")
    assert (table.new, table.owned) == ("kkk - -", "- k k")
    table.do("play Truth for a Kangaroo", "remove a token of seat 2", "remove seat 2's Kangaroo in Owned")
    assert (table.new, table.owned) == ("kkk - -", "- - -")
    assert table.asked != "SPY"  # Mateusz cannot use actions that cost Kangaroos
    assert table.stock("Kangaroo") == 9


# Revolutions


def test_revolutions_successful_in_round_2_rafal_three_vp_dominika_two() -> None:
    table = draw(
        phase="revolutions",
        new="kk d -",
        round=2,
        revolutions=["2 Kangaroo 1 Donkey", "2 Lion 1 Cat", "2 Cat 1 Elephant"],
    )
    kangaroo = "put a Kangaroo from New on the left, with seat 1"
    table.do(kangaroo, kangaroo, "put a Donkey from New on the right, with seat 0")
    assert table.vp == [3, 2, 0]
    assert (table.new, table.stock("Kangaroo"), table.stock("Donkey")) == ("- - -", 12, 12)


def unsuccessful() -> Play:
    """Rafał has 2 Cats and 2 Elephants, Mateusz, on his right, a Cat."""
    cards = ["2 Lion 1 Kangaroo", "2 Kangaroo 1 Donkey", "2 Cat 1 Elephant"]
    return draw(phase="revolutions", new="ccee - c", revolutions=cards)


def test_revolutions_unsuccessful_as_an_offer_only() -> None:
    table = unsuccessful()
    assert table.passing("REVOLT") == [RAFAL, MATEUSZ]
    assert (table.vp, table.new) == ([0, 0, 0], "ccee - c")


def test_revolutions_unsuccessful_rafal_puts_two_and_mateusz_does_not_agree() -> None:
    table = unsuccessful()
    table.do(
        "put a Cat from New on the right, with seat 2", "put an Elephant from New on the right, with seat 2", "pass"
    )
    assert (table.seat, table.new) == (MATEUSZ, "ce - c")
    table.do("pass")
    assert (table.vp, table.new) == ([0, 0, 0], "ccee - c")


# Buying


def test_buying_rafal_spends_two_donkeys_and_a_kangaroo_on_an_advanced_action() -> None:
    """The example pays 3 for an Elephant action; those that the book lists cost 1 and 2. So the 3 buy what costs 3."""
    listed = [Card.EMBARGO, Card.PRESS, Card.CONFESSION, Card.BIG_BROTHER]
    assert [int(COST[card]) for card in listed] == [2, 1, 2, 2]
    table = draw(phase="buying", new="ddk - -", advanced=["Love knows no borders"])
    table.do("buy Love knows no borders for 3 tokens", "pay a Donkey", "pay a Donkey", "pay a Kangaroo")
    assert (table.new, table.stock("Donkey"), table.stock("Kangaroo")) == ("- - -", 12, 12)
    assert int(table.state["bought"][RAFAL]) == 1 << INFLUENCES.index("Lion")


@pytest.mark.parametrize("card", ["Continental Embargo", "Confession is not betrayal", "I love Big Brother"])
def test_buying_an_elephant_action_puts_the_own_marker_on_it(card: str) -> None:
    table = draw(phase="buying", new="ddk - -", advanced=[card])
    table.do(f"buy {card} for 2 tokens", "pay a Donkey", "pay a Donkey")
    assert table.new == "k - -"
    assert [int(kinds) for kinds in table.state["bought"][:3]] == [1 << INFLUENCES.index("Elephant"), 0, 0]
    assert CARD_NAMES[int(table.state["advanced"][2])] == card


def test_buying_mateusz_exchanges_a_cat_an_elephant_and_a_donkey_for_a_vp() -> None:
    table = draw(phase="buying", new="ccc ccc cde")
    table.do("pass", "pass")  # Rafał and Dominika do not buy VP
    assert table.seat == MATEUSZ
    table.do("spend 3 tokens on VP", "pay a Cat", "pay an Elephant", "pay a Donkey")
    assert table.vp == [0, 0, 1]
    assert table.new == "ccc ccc -"
    assert [table.stock(kind) for kind in INFLUENCES] == [6, 12, 12, 12, 12]


# Ending


def test_ending_dominika_has_five_tokens_keeps_four_and_discards_an_elephant() -> None:
    table = draw(phase="ending", new="- cke -", owned="- dl -")
    assert table.seat == DOMINIKA
    table.do(
        "put a Donkey into Owned", "put a Lion into Owned", "put a Cat into Airdrop", "put a Kangaroo into Airdrop"
    )
    assert (table.new, table.owned, table.airdrop) == ("- - -", "- dl -", "- ck -")
    assert table.stock("Elephant") == 12


def test_ending_markers_move_from_latin_america_to_the_middle_east_and_from_rafal_to_dominika() -> None:
    table = draw(phase="ending", new="- c -", first_player=RAFAL, first_region="Latin America")
    table.do("put a Cat into Owned")
    assert int(table.state["first_region"]) == INFLUENCES.index("Donkey")
    assert int(table.state["round"]) == 2
    assert int(table.state["first_player"]) == DOMINIKA
    assert (table.asked, table.seat) == ("MOVE", DOMINIKA)
