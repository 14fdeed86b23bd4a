"""The deck runs out (R23, "Additional Information")."""

from collections import Counter

from envs.nineteen61.box import CARDS
from tests.nineteen61.table import Table

RS = "Response System"
PASS_NEXT = {"seat": 0, "played": True}


def empty_deck(rows: list[str], hands: list[list[str]] | None = None, **more) -> Table:
    """Return a table where seat 0 may pass, without deck and pile: all other cards lie under the last stack."""
    at = len(rows) - 1, len(rows[-1].split("|")) - 1
    position = {
        "rows": rows,
        "hands": hands or [[] for _ in rows],
        "turn": PASS_NEXT,
        "rest": {"seat": at[0], "place": at[1]},
    }
    return Table({**position, **more})


def test_r23_the_pile_is_shuffled_into_a_new_deck_when_a_card_is_asked_for():
    table = Table({"rows": ["Moon Lander", "Moon Lander"], "turn": PASS_NEXT, "rest": "pile"})
    assert table.deck == []
    pile = Counter(table.pile)
    table.do("pass")
    assert table.pile == []
    assert len(table.deck) == CARDS - 1
    assert Counter(table.deck + table.hand(1)) == pile


def test_r23_the_new_deck_is_in_random_order():
    orders = set()
    for seed in range(20):
        table = Table({"rows": ["Moon Lander", "Moon Lander"], "turn": PASS_NEXT, "rest": "pile"}, seed=seed)
        orders.add(tuple(table.do("pass").deck))
    assert len(orders) == 20


def test_r23_the_last_card_of_the_deck_does_not_yet_shuffle():
    rest = {"seat": 1, "place": 1}
    table = Table(
        {
            "rows": ["Moon Lander", "Moon Lander | Agency"],
            "turn": PASS_NEXT,
            "rest": rest,
            "pile": ["Bunker", "Embassy"],
            "deck_top": ["Research"],
        }
    )
    table.do("pass")
    assert (table.hand(1), table.deck, table.pile) == (["Research"], [], ["Embargo", "Missile Launch"])


def test_r23_a_factory_shuffles_the_pile_too():
    table = Table({"rows": ["Moon Lander | Factory [Bunker]", "Moon Lander"], "rest": "pile"})
    table.do("produce with a Factory", "produce with seat 0, place 2")
    assert table.pile == []
    table.do("produce onto seat 1, place 1")
    assert len(table.stack(1, 1)) == 1
    assert table.knowers(1, 1) == set()


def test_r23_with_no_card_at_all_a_missile_hits_everybody_starting_with_the_drawer():
    table = empty_deck(
        ["Moon Lander [Research]", "Moon Lander [Agency]", "Moon Lander [Bunker] | Embassy [Embassy]"],
        [[], ["Embassy"], []],
    )
    before = len(table.stack(2, 2))
    table.do("pass")
    # Four cards were hit: one of seat 0, one of seat 1, two of seat 2. They are the new deck, one of them is drawn.
    assert [table.row(0), table.row(1)] == ["Moon Lander", "Moon Lander"]
    assert (len(table.stack(2, 1)), len(table.stack(2, 2))) == (0, before - 1)
    assert len(table.deck) == 3
    assert len(table.hand(1)) == 2
    assert table.pile == []
    assert (table.to_act, table.decision) == (1, "TURN")


def test_r23_missiles_go_in_turn_order_from_the_drawer():
    """The drawer and the next seat are bare: the drawer goes out first."""
    rows = ["Moon Lander [Sabotage]", "Moon Lander", "Moon Lander", "Moon Lander | Agency [Bunker]"]
    table = empty_deck(rows, [[], [], ["Embassy"], []])
    table.do("pass")
    assert table.rows[:3] == ["Moon Lander", "", ""]
    assert table.s["out_at"].tolist()[:4] == [0, 1, 2, 0], "first seat 1, who wanted to draw, then seat 2"
    assert table.active == 3, "the draw is cancelled with the turn (R8)"


def test_r23_missiles_go_out_together_before_what_they_provoke():
    """The first missile reveals the drawer's own Response System, which waits until everybody else has been hit."""
    table = empty_deck(
        [
            "Moon Lander [Sabotage, Sabotage]",
            f"Moon Lander [Agency, {RS}]",
            "Moon Lander [Embargo, Research] | Embassy [Research]",
        ]
    )
    table.do("pass")
    assert (table.to_act, table.decision) == (1, "TARGET")
    assert table.rows[:2] == ["Moon Lander [Sabotage]", "Moon Lander [Sabotage]"]
    assert table.row(2).startswith("Moon Lander [Embargo] |")
    table.do("launch at seat 1")
    assert table.row(1) == "Moon Lander"
    assert table.decision == "TURN"
    assert len(table.hand(1)) == 1, "then the draw"


def test_r23_response_systems_answer_the_drawer():
    table = empty_deck(
        [f"Moon Lander [{RS}]", "Moon Lander [Research, Sabotage]", "Moon Lander [Bunker] | Embassy [Research]"]
    )
    table.do("pass")
    assert table.rows[:2] == ["Moon Lander", "Moon Lander"], "seat 1 was hit as everybody, and by the answer of seat 0"


def test_r23_a_factory_that_finds_no_card_launches_the_missiles_and_produces_all_the_same():
    table = empty_deck(
        ["Moon Lander [Research] | Factory [Bunker]", "Moon Lander [Sabotage] | Embassy [Research]"], turn={"seat": 0}
    )
    table.do("produce with a Factory", "produce with seat 0, place 2")
    assert table.row(0) == "Moon Lander | Factory*"
    assert table.decision == "PRODUCE_TO"
    assert len(table.deck) == 4
    table.do("produce onto seat 0, place 1")
    assert len(table.stack(0, 1)) == 1
    assert table.knowers(0, 1) == set()


def test_r16_the_card_is_placed_although_its_factory_was_destroyed():
    """A Factory with one card: the missile that seat 1 returns destroys it, and the card comes all the same."""
    table = empty_deck(
        [
            "Moon Lander [Research, Research, Research] | Factory [Bunker]",
            f"Moon Lander [{RS}] | Embassy [Agency]",
        ],
        turn={"seat": 0},
    )
    table.do("produce with a Factory", "produce with seat 0, place 2")
    assert table.row(0) == "Moon Lander [Research]"
    assert table.decision == "PRODUCE_TO"
    table.do("produce onto seat 0, place 1")
    assert len(table.stack(0, 1)) == 2


def test_r16_with_no_receiver_left_the_card_is_discarded():
    """The only building that could receive is a bare Lander, which the missiles of the empty deck destroy."""
    table = Table(
        {
            "rows": [
                "Factory [Bunker] | Moon Lander",
                "Factory | Factory [Research]",
            ],
            "rest": {"seat": 1, "place": 1},
        }
    )
    table.do("produce with a Factory", "produce with seat 0, place 1")
    assert table.row(0) == "Factory*"
    # Hit: the Embargo on seat 0's Factory, the bare Factory and one card of seat 1. These three are the new deck.
    assert table.decision == "TURN"
    assert len(table.pile) == 1
    assert len(table.deck) == 2


def test_r08_a_player_whom_the_empty_deck_eliminates_has_no_turn():
    table = empty_deck(
        ["Moon Lander [Sabotage]", "Moon Lander", "Moon Lander [Research] | Embassy [Research]"], [[], ["Embassy"], []]
    )
    table.do("pass")
    assert table.rows[:2] == ["Moon Lander", ""]
    assert table.hand(1) == []
    assert (table.active, table.to_act) == (2, 2)
    assert len(table.hand(2)) == 1


def test_r08_producing_is_cancelled_with_the_player():
    table = empty_deck(
        ["Factory [Bunker]", f"Moon Lander [{RS}] | Agency [Sabotage]", "Moon Lander | Embassy [Research]"],
        turn={"seat": 0},
    )
    table.do("produce with a Factory", "produce with seat 0, place 1")
    assert table.rows[:2] == ["", "Moon Lander | Agency"]
    assert table.active == 1
    assert table.decision == "TURN"
    assert table.s["effects"] == 0


def test_r23_the_drawer_may_be_the_last_one_standing_out():
    table = Table(
        {
            "rows": ["Moon Lander | Embassy [Research]", "Moon Lander"],
            "turn": PASS_NEXT,
            "rest": {"seat": 0, "place": 1},
        }
    )
    table.do("pass")
    assert table.winner == 0, "seat 1 wanted to draw and had nothing but a bare Lander"
