"""Set-up, the turn step by step, symbols and replacement, both ends of the game, scoring (A3-A9, A12)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from envs.animocrazy import GAME
from envs.animocrazy.box import DECK, END, END_AMONG, LAWS, NO_CARD
from envs.animocrazy.state import Zone

from .table import Play, candies, draw

CALM = "Y01 red"


# Set-up


@pytest.mark.parametrize(("players", "number"), [(4, 6), (5, 6), (6, 6), (7, 5), (8, 5), (9, 4), (10, 4)])
def test_setup_by_number_of_players(players: int, number: int) -> None:
    table = Play(GAME, {"num_players": players})
    first = set()
    for seed in range(25):
        table.start(seed)
        GAME.check(table.state)
        s = table.state
        assert table.totals == [number] * players
        assert s["hand_size"][:players].tolist() == [number] * players
        assert (s["wild"][:players] >= 0).all()
        assert s["wild_box"].sum() == 10 - players
        assert s["deck_at"] == 0
        assert (s["deck"] != NO_CARD).sum() == DECK + 1 == 26
        assert table.laws == table.discards == []
        assert (s["zone"][LAWS:END] == Zone.BOX).all()  # blank laws stay in the box
        assert table.seat == table.active
        first.add(table.active)
    assert len(first) > 2  # the starting player is random


def test_a12_the_end_card_is_one_of_the_last_eleven() -> None:
    table = Play(GAME, {"num_players": 4})
    places = Counter()
    for seed in range(400):
        table.start(seed)
        places[table.state["deck"].tolist().index(END)] += 1
    assert set(places) == set(range(26 - END_AMONG, 26))
    assert max(places.values()) < 70  # 36 are expected of each


def test_laws_and_wild_cards_are_dealt_evenly() -> None:
    table = Play(GAME, {"num_players": 4})
    held, wilds = Counter(), Counter()
    for seed in range(300):
        table.start(seed)
        held.update(table.state["hand"][:4].ravel().tolist())
        wilds.update(table.state["wild"][:4].tolist())
    assert set(held) - {NO_CARD} == set(range(LAWS))
    assert wilds[0] + wilds[1] + wilds[2] == 1200
    assert abs(wilds[0] - 480) < 70
    assert abs(wilds[2] - 240) < 60


def test_the_same_seed_deals_the_same() -> None:
    one, other = (Play(GAME, {"num_players": 6}) for _ in range(2))
    one.start(5)
    other.start(5)
    assert one.states.tobytes() == other.states.tobytes()
    other.start(6)
    assert one.states.tobytes() != other.states.tobytes()


# The turn (A4)


def test_a04_a_turn_proposes_votes_and_draws_then_the_left_neighbour_is_active() -> None:
    table = draw(hand=[CALM, "R03"], deck=["Y07"])
    assert (table.asked, table.seat) == ("PROPOSE", 0)
    assert len(table.mask.nonzero()[0]) == 6
    table.propose(CALM)
    assert CALM not in table.hand(0)
    table.vote("yyyy")
    assert table.laws == [CALM]
    assert "Y07" in table.hand(0)
    assert (table.asked, table.seat, table.active) == ("PROPOSE", 1, 1)


def test_a_rejected_law_is_discarded_without_effect() -> None:
    table = draw(hand=["R03"]).reject("R03")
    assert table.totals == [3, 3, 3, 3]
    assert table.discards == ["R03"]


def test_an_adopted_red_law_is_discarded() -> None:
    assert draw(hand=["R05"]).adopt("R05").discards == ["R05"]


def test_a04_losses_after_the_vote_come_before_draws_each_clockwise() -> None:
    """B02 and B03: seats 2 and 3 lose first, in turn order from the proposer; then the proposer draws."""
    table = draw("r rr yy bb", hand=[CALM], laws=["B02", "B03 level"], seat=1).propose(CALM).vote("ynny")
    # 2:2 with the scale level: adopted. Seats 1 and 2 voted No.
    assert (table.asked, table.seat) == ("LOSE", 1)
    table.do("lose a red")
    assert (table.asked, table.seat) == ("LOSE", 2)
    assert table.totals == [1, 1, 2, 2]
    table.do("lose a yellow")
    assert table.totals == [1, 2, 1, 2]


def test_a04_ballot_before_proposer_where_both_act() -> None:
    table = draw("r rr yy bb", hand=[CALM], laws=["B02", "B04 level"]).propose(CALM).vote("ynnn")
    assert (table.asked, table.seat) == ("LOSE", 0)
    table.do("lose a red")  # for voting Yes; nothing is left to lose for the rejected law
    assert table.totals == [0, 2, 2, 2]
    assert table.active == 1


def test_a04_hooks_act_before_the_law_does() -> None:
    """B03 comes before R12: the candy that the proposer draws can make it the one with most."""
    table = draw("r - - -", hand=["R09 level"], laws=["B03 level"]).propose("R09 level").vote("yyyy")
    assert table.totals == [2, 0, 0, 0]
    table.first_loses()
    assert table.totals == [0, 0, 0, 0]


def test_a04_limits_come_after_the_law_was_drawn() -> None:
    table = draw("rrrrrrrrrr - - -", hand=[CALM], laws=["B18"], deck=["Y07"]).reject(CALM)
    assert table.asked == "LOSE"
    assert "Y07" in table.hand(0)


# Symbols and replacement (A3)


def test_a03_a_law_of_the_same_symbol_is_replaced() -> None:
    table = draw(hand=["Y04 red"], laws=["Y01 red", "Y01 blue", "B07"]).adopt("Y04 red")
    assert table.laws == ["Y04 red", "Y01 blue", "B07"]
    assert table.discards == ["Y01 red"]


SHARED = "B01-B02 B03_level-B03_tilted B05_level-B06_level B07-B08 B09-B10 B11-B13 B15-B16 B17-B18 B19-B20"
SHARED += " Y07-Y08 Y09_level-Y11 Y12-Y13 Y14-Y15"


@pytest.mark.parametrize("pair", SHARED.split())
def test_a03_laws_that_share_a_symbol(pair: str) -> None:
    old, new = pair.replace("_", " ").split("-")
    assert draw(hand=[new], laws=[old]).adopt(new).first_loses().laws == [new]


def test_a03_laws_without_a_symbol_stand_side_by_side() -> None:
    assert draw(hand=["Y05 blue"], laws=["Y05 red", "Y06 red"]).adopt("Y05 blue").laws == [
        "Y05 red",
        "Y06 red",
        "Y05 blue",
    ]


SIX = ["Y01 red", "Y01 blue", "Y05 red", "Y06 red", "B07", "B12"]


def test_a03_the_seventh_law_needs_a_place_named_before_the_vote() -> None:
    table = draw(hand=["Y17"], laws=SIX, seat=3).propose("Y17")
    assert (table.asked, table.seat) == ("REPLACE", 3)
    table.do("replace law 3")
    assert table.asked == "VOTE"
    table.vote("yyyy")
    assert table.laws == ["Y01 red", "Y01 blue", "Y17", "Y06 red", "B07", "B12"]
    assert table.discards == ["Y05 red"]


def test_a03_a_rejected_seventh_law_replaces_nothing() -> None:
    table = draw(hand=["Y17"], laws=SIX).propose("Y17").do("replace law 3").vote("nnnn")
    assert table.laws == SIX


def test_a03_no_place_is_named_for_red_laws_known_symbols_and_fewer_laws() -> None:
    assert draw(hand=["R03"], laws=SIX).propose("R03").asked == "VOTE"
    assert draw(hand=["Y02 red"], laws=SIX).propose("Y02 red").asked == "VOTE"
    assert draw(hand=["B08"], laws=SIX).adopt("B08").laws[4] == "B08"
    assert draw(hand=["Y17"], laws=SIX[:5]).propose("Y17").asked == "VOTE"


def test_a03_a_replaced_blue_law_stops_at_once() -> None:
    """B17 is replaced in this turn: no limit at its end. B18 works from the next turn on."""
    table = draw("rrrrrrrrrr - - -", hand=["B18"], laws=["B17"]).adopt("B18")
    assert table.totals == [10, 0, 0, 0]
    table.at_random(1).vote("nnnn")
    assert table.asked == "LOSE"


def test_a04_a_new_blue_law_does_not_weigh_its_own_vote_nor_act_in_its_turn() -> None:
    table = draw(hand=["B03 level"]).adopt("B03 level")
    assert table.totals == [3, 3, 3, 3]
    table = draw("- - - -", hand=["B05 level"]).adopt("B05 level")
    assert table.totals == [0, 1, 0, 0]  # the next active player draws at the start of the turn


# Losing, giving, most and fewest (A5, A8)


def test_a05_losing_is_one_decision_a_candy_and_each_player_finishes_before_the_next() -> None:
    table = draw("rb rb y -", hand=["R09 level"], seat=1).propose("R09 level").vote("yyyy")
    asked = []
    while table.asked == "LOSE":
        asked.append((table.seat, int(table.state["effect_left"])))
        table.do("lose a red" if table.can("lose a red") else "lose a blue")
    assert asked == [(1, 2), (1, 1), (0, 2), (0, 1)]  # clockwise from the active seat


def test_a05_only_colours_one_has_can_be_lost() -> None:
    table = draw("rg b - -", hand=["R04 level"]).propose("R04 level").vote("yyyy")
    assert set(table.legal_texts().values()) == {"lose a red candy", "lose a green candy"}


def test_a05_losing_more_than_one_has_loses_what_there_is() -> None:
    table = draw("r - - -", hand=["R09 level"]).adopt("R09 level", "lose a red")
    assert table.totals == [0, 0, 0, 0]
    assert table.active == 1


def test_a05_what_is_drawn_is_chance() -> None:
    drawn = {draw("r y b g", hand=["R17"], seed=seed).adopt("R17").candies for seed in range(20)}
    assert len(drawn) > 4


def test_a08_all_who_tie_for_most_or_fewest_count() -> None:
    assert draw("rr rr r r", hand=["R10 level"]).adopt("R10 level").totals == [2, 2, 3, 3]
    assert draw("rr rr r r", laws=["Y07"]).points == [7, 7, 1, 1]


def test_a08_gifts_come_from_what_was_held_before_and_move_together() -> None:
    """Seat 1 is asked after seat 0 has chosen, but cannot pass on what is on its way to it."""
    table = draw("r y - -", hand=["R07"]).propose("R07").vote("yyyy").do("give a red")
    assert table.candies == "r y - -"
    assert set(table.legal_texts().values()) == {"give a yellow candy"}
    assert table.do("give a yellow").candies == "- r y -"


def test_a08_left_is_the_next_seat_and_goes_round() -> None:
    assert draw("- - - r", hand=["R05"]).adopt("R05").candies == "r - - -"
    assert draw("r - - -", hand=["R06"]).adopt("R06").candies == "- - - r"


def test_a08_one_candy_each_whatever_the_weight_of_the_vote() -> None:
    table = draw(hand=["R18"], laws=["B11", "B01"]).propose("R18").vote("ynny")
    assert table.result is True  # 3:2
    assert table.totals == [5, 3, 3, 5]  # B01, then R18


def test_a08_weights_go_by_holdings_at_the_reveal() -> None:
    """B06 takes a candy of the active seat before the vote: then it alone has fewest."""
    laws = ["B06 level", "B12"]
    table = draw("rr rr rr rr", hand=["B08"], laws=laws, turn={"begun": False}).do("lose a red")
    assert table.propose("B08").vote("ynny").result is True  # 3:2; with all alike it were a tie, and rejected


# The ends of the game (A6)


def test_a06_the_end_card_ends_the_game_at_once() -> None:
    table = draw("rr ryb g -", hand=["R03"], deck=["End"], laws=["Y01 red"]).adopt("R03")
    assert table.ended == "END_CARD"
    assert table.totals == [4, 5, 3, 2]  # the law acted before
    assert table.over
    assert not table.mask.any()


def test_a04_the_end_card_skips_the_limits() -> None:
    table = draw("rrrrrr - - -", hand=[CALM], deck=["End"], laws=["B17"]).reject(CALM)
    assert table.totals == [6, 0, 0, 0]


FULL = " ".join(letter * number for letter, number in zip("rybg", (15, 15, 15, 14), strict=True))


def test_a06_the_last_candy_ends_the_game_at_once() -> None:
    table = draw(FULL, hand=["R17"]).adopt("R17")
    assert table.ended == "EMPTY_BAG"
    assert table.totals == [16, 15, 15, 14]  # only one of two was there
    assert table.state["hand_size"][0] == 5  # no law is drawn any more


def test_a04_the_last_candy_drawn_after_the_vote_leaves_the_law_unplaced() -> None:
    table = draw(FULL, hand=[CALM], laws=["B03 level"], seat=3).adopt(CALM)
    assert table.ended == "EMPTY_BAG"
    assert table.laws == ["B03 level"]
    assert table.points == [15, 15, 15, 15]
    assert table.winners == [0, 1, 2, 3]


def test_a06_the_last_candy_drawn_at_the_start_of_a_turn_ends_the_game() -> None:
    table = draw(FULL, hand=["R16 level"], laws=["B05 level", "Y07"], seat=2).propose("R16 level").vote("yyyy")
    table.do("repeal law 2")
    assert table.ended == "EMPTY_BAG"
    assert table.totals == [15, 15, 15, 15]


def test_a06_an_empty_bag_counts_as_drawn_only() -> None:
    """R01 fills the bag again before anybody draws."""
    table = draw(FULL, hand=["R01 red"]).adopt("R01 red")
    assert not table.over
    assert table.state["bag_size"] == 16


# Winning (A7)


def test_a07_highest_total_wins_and_ties_share() -> None:
    table = draw("rr yy b -", hand=[CALM], deck=["End"]).reject(CALM)
    assert table.winners == [0, 1]
    assert table.returns.tolist() == [0.5, 0.5, -0.5, -0.5]


@pytest.mark.parametrize(
    ("reward", "returns"),
    [
        ("zero_sum", [1, -1 / 3, -1 / 3, -1 / 3]),
        ("win", [1, 0, 0, 0]),
        ("rank", [1, 0, 0, -1]),
        ("score", [(n + 40) / 127 for n in (3, 1, 1, 0)]),
    ],
)
def test_returns_by_reward(reward: str, returns: list[float]) -> None:
    table = draw("rrr y b -", hand=[CALM], deck=["End"], options={"reward": reward}).reject(CALM)
    assert table.returns == pytest.approx(returns)


@pytest.mark.parametrize("reward", ["zero_sum", "win"])
def test_a07_if_all_win_nobody_pays(reward: str) -> None:
    table = draw("r y b g", hand=[CALM], deck=["End"], options={"reward": reward}).reject(CALM)
    assert table.winners == [0, 1, 2, 3]
    assert table.returns.tolist() == ([0] * 4 if reward == "zero_sum" else [0.25] * 4)


# Voracious (A9)

VORACIOUS = {"options": {"voracious": True}}


def test_a09_voracious_players_keep_four_of_a_colour_from_the_set_up_on() -> None:
    table = Play(GAME, {"num_players": 4, "voracious": True})
    gone = 0
    for seed in range(300):
        table.start(seed)
        GAME.check(table.state)
        assert table.state["candies"].max() <= 4
        gone += int(table.state["gone"].sum())
        assert sum(table.totals) + int(table.state["gone"].sum()) == 24
    assert gone > 0


def test_a09_voracious_after_each_single_draw() -> None:
    """Only red is left to draw: two draws, both too many, and both leave the game."""
    table = draw("rrrr yyyy bbbb gggg", hand=["R17"], gone={"yellow": 11, "blue": 11, "green": 11}, **VORACIOUS).adopt(
        "R17"
    )
    assert table.candies == "rrrr yyyy bbbb gggg"
    assert table.state["gone"].tolist() == [2, 11, 11, 11]


def test_a09_voracious_after_a_joint_move() -> None:
    table = draw("rrrr rr yy b", hand=["R05"], **VORACIOUS).adopt("R05")
    assert table.candies == "b rrrr rr yy"  # first away, then to hand: nobody ever has six
    assert table.state["gone"].sum() == 0
    table = draw("rrrr rrrr rr -", hand=["R07"], **VORACIOUS).adopt("R07").first_loses()
    assert table.candies == "rrr rrrr rr r"
    assert table.state["gone"].sum() == 0
    table = draw("rrrr yrrrr - -", hand=["R07"], **VORACIOUS).adopt("R07", "give a red", "give a yellow")
    assert table.candies == "rrr rrrr y -"
    assert table.state["gone"].tolist() == [1, 0, 0, 0]


def test_a09_voracious_makes_three_of_the_limit_of_four() -> None:
    table = draw("rrrr yyyb - -", hand=[CALM], laws=["B17"], **VORACIOUS).reject(CALM)
    assert table.candies == "rrr yyyb - -"
    assert table.state["gone"].sum() == 0  # these go back to the bag


def test_a09_voracious_bag_ends_the_game_when_its_last_candy_leaves_for_good() -> None:
    table = draw(
        "rrrr yyyy bbbb gggg", hand=["R17"], gone={"red": 10, "yellow": 11, "blue": 11, "green": 11}, **VORACIOUS
    )
    table.adopt("R17")
    assert table.ended == "EMPTY_BAG"
    assert table.totals == [4, 4, 4, 4]


def test_a09_without_the_variant_players_may_have_five() -> None:
    assert draw("rrrr rr yy b", hand=["R05"]).adopt("R05").candies == "b rrrr rr yy"
    assert draw("rrrr yrrrr - -", hand=["R07"]).adopt("R07", "give a red", "give a yellow").candies == "rrr rrrrr y -"


# Open and hidden (A12)


def test_a12_what_is_open_is_in_every_observation() -> None:
    table = draw("rr yb g -", hand=["R13"], laws=["Y01 red", "B07"], wilds="YN-S", wilds_out=["Scam"], discards=["R03"])
    layout = GAME.observation
    for seat in range(4):
        f = table.look(seat)[0]
        for place in range(4):
            owner = (seat + place) % 4
            row = candies("rr yb g -")[owner]
            assert layout.read(f, "candies", place).tolist() == [
                row.get(c, 0) for c in ("red", "yellow", "blue", "green")
            ]
            assert layout.read(f, "has_wild", place)[0] == (owner != 2)
            assert layout.read(f, "hand_size", place)[0] == 6
            assert not layout.read(f, "wild", place).any()  # which one it is stays hidden
        assert layout.read(f, "wild_out").tolist() == [0, 0, 1]
        assert layout.read(f, "discarded").sum() == 1
        assert layout.read(f, "laws")[:2, :3].tolist() == [[0, 0, 1], [0, 1, 0]]
        assert layout.read(f, "own_wild").tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 1]][seat]


def test_a12_redeal_keeps_the_end_card_where_it_can_be() -> None:
    table = draw(hand=[CALM], deck_left=8)
    places = set()
    for seed in range(120):
        twin = table.clone()
        twin.redeal(0, seed)
        GAME.check(twin.state)
        places.add(twin.state["deck"].tolist().index(END))
    assert places == set(range(18, 26))
    table = draw(hand=[CALM], deck_left=26)
    places = set()
    for seed in range(120):
        twin = table.clone()
        twin.redeal(0, seed)
        places.add(twin.state["deck"].tolist().index(END))
    assert places == set(range(15, 26))


def test_a12_redeal_keeps_the_own_hand_and_what_was_shown() -> None:
    table = draw(hand=["R03", "R05"], seat=1, hands=[[], ["R03", "R05"], [{"law": "Y07", "shown": True}], []])
    others = set()
    for seed in range(40):
        twin = table.clone()
        twin.redeal(1, seed)
        assert twin.hand(1) == table.hand(1)
        assert twin.hand(2)[0] == "Y07"
        others.add(tuple(twin.hand(0)))
    assert len(others) > 30


def test_a12_redeal_reaches_every_hidden_place() -> None:
    """What is in the box may be in a hand or in the deck, and the other way round."""
    table = draw(hand=["R03"], wilds="YNSY")
    law = next(card for card in range(LAWS) if card not in table.state["hand"][0])
    zones, wilds = set(), set()
    for seed in range(200):
        twin = table.clone()
        twin.redeal(0, seed)
        zones.add(int(twin.state["zone"][law]))
        wilds.add(twin.wilds)
        assert twin.wilds[0] == "Y"
    assert zones == {Zone.BOX, Zone.DECK, Zone.HAND}
    assert len({w[1] for w in wilds}) == len({w[2] for w in wilds}) == 3


def test_a12_wild_cards_known_to_be_among_those_taken_anew_stay_there() -> None:
    """Ten players; the three who played took these three again, so everybody knows that they have them (R20)."""
    table = draw("r r r r r r r r r r", hand=["R20"], wilds="YNSYYYNNNS").propose("R20").vote("wwwyyyyyyy")
    assert table.result is False  # a tie, and the Scam turns it
    table = draw(
        "r r r r r r r r r r", hand=["R20"], wilds="---YYYNNNS", wilds_out=["Definite Yes", "Definite No", "Scam"]
    )
    table.adopt("R20")
    assert sorted(table.wilds[:3]) == ["N", "S", "Y"]
    hands = set()
    for seed in range(60):
        twin = table.clone()
        twin.redeal(9, seed)
        GAME.check(twin.state)
        assert sorted(twin.wilds[:3]) == ["N", "S", "Y"]
        assert sorted(twin.wilds[3:9]) == ["N", "N", "N", "Y", "Y", "Y"]
        hands.add(twin.wilds)
    assert len(hands) > 20
    twin = table.clone()
    for seed in range(30):  # one of the three knows more: its own card
        twin.redeal(0, seed)
        assert twin.wilds[0] == table.wilds[0]
        assert sorted(twin.wilds[:3]) == ["N", "S", "Y"]


def test_a12_a_wild_card_that_came_back_is_known() -> None:
    table = draw(hand=[CALM], laws=["B16"], wilds="SNYY").propose(CALM).vote("wnnn")
    for seed in range(20):
        twin = table.clone()
        twin.redeal(2, seed)
        assert twin.wilds[0] == "S"
    assert GAME.observation.read(table.look(2)[0], "wild", 2).tolist() == [0, 0, 1]


def test_a12_features_do_not_depend_on_the_generator_of_chance() -> None:
    table = draw(hand=[CALM])
    before = table.look(1)[0]
    table.state["random"] = 12345
    assert np.array_equal(before, table.look(1)[0])
