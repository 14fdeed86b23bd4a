"""What neither book nor rulings decide, where no other test shows it, and the sets of cards that options ask for."""

from __future__ import annotations

from typing import Any

import numpy as np

from envs.animal_farm import GAME
from envs.animal_farm.box import BEGINNER, CARD_NAMES, KIND_OF, NO_CARD, PRINTED_ADVANCED, PRINTED_MOODS
from envs.core.compiling import COMPILED, new_states

from .table import Play, draw

SEEDS = range(60 if COMPILED else 5)


def dealt(seed: int, **options: Any) -> Any:
    """Return the state of a new game at a table of four."""
    state = new_states(GAME.dtype, 1)[0]
    GAME.rules.reset(state, GAME.options.encode(GAME.options.complete({"num_players": 4, **options})), np.uint64(seed))
    return state


def pass_on(table: Play, number: int) -> Play:
    """Let everybody pass until so many rounds are over."""
    while not table.over and int(table.state["round"]) <= number:
        table.play(0 if table.mask[0] else int(table.mask.argmax()))
    return table


def test_r3_the_beginner_set_has_one_easy_action_of_each_sort_and_kind() -> None:
    assert [int(KIND_OF[card]) for card in BEGINNER] == [0, 1, 2, 3, 4] * 2
    state = dealt(1, actions="beginner")
    assert [*state["basic"].tolist(), *state["advanced"].tolist()] == [int(card) for card in BEGINNER]
    assert "Confession is not betrayal" not in [CARD_NAMES[card] for card in BEGINNER]


def test_r3_printed_actions_leave_cats_and_donkeys_without_an_advanced_one() -> None:
    laid = set()
    for seed in SEEDS:
        advanced = dealt(seed, actions="printed")["advanced"].tolist()
        assert advanced[:2] == [NO_CARD, NO_CARD]
        assert [int(KIND_OF[card]) for card in advanced[2:]] == [2, 3, 4]
        laid |= set(advanced[2:])
    assert laid <= PRINTED_ADVANCED
    assert laid == PRINTED_ADVANCED or not COMPILED


def test_r4_the_printed_deck_has_no_mood_of_ours() -> None:
    for seed in SEEDS:
        table = Play(GAME, {"num_players": 3, "talk": 0, "rounds": 9, "mood_deck": "printed"})
        table.start(seed)
        if seed == 0:
            pass_on(table, 9)
        assert max(table.state["mood"].tolist()) < PRINTED_MOODS
        assert not table.state["drawn_moods"][PRINTED_MOODS:].any()
    assert max(max(dealt(seed)["mood"].tolist()) for seed in SEEDS) >= PRINTED_MOODS


def test_r6_at_the_end_of_the_last_round_no_mood_is_drawn_and_no_marker_moves() -> None:
    moods = ["Miniwin", "Range of Love", "Surplus labour"]
    fields = ("mood", "drawn_moods", "first_region", "first_player", "revolution", "random", "round")
    for rounds in (6, 9):
        table = draw("India 111", round=rounds, moods=moods, options={"rounds": rounds})
        before = [table.state[name].tolist() for name in fields]
        pass_on(table, rounds)
        assert table.over
        assert [table.state[name].tolist() for name in fields] == before


def test_r9_revolutions_that_lay_on_the_table_are_not_drawn_again() -> None:
    for seed in range(6 if COMPILED else 1):
        table = Play(GAME, {"num_players": 5, "talk": 0, "rounds": 9})
        table.start(seed)
        seen = []
        for number in (3, 6, 8):
            seen += table.state["revolution"].tolist()
            pass_on(table, number)
        assert len(set(seen)) == 15


def test_r28_big_brother_is_watching_you_does_not_look_at_what_paid_for_an_action() -> None:
    """Three kinds are spent on VP, and the Elephant on an action: that is no purchase."""
    card = "Freedom of the press"
    table = draw(
        *("India 111",),
        **{"phase": "buying", "new": "cdk - -", "owned": "e - -", "advanced": [card], "bought": {0: [card]}},
        moods=["Big Brother is watching you", None, None],
        vp=[0, 1, 0],
    )
    table.do(f"play {card}", "seat 1 loses 1 VP", "spend 3 tokens on VP", "pay a Cat", "pay a Donkey", "pay a Kangaroo")
    assert table.vp == [1, 0, 0]


def test_r25_one_token_is_changed_where_only_one_can_be() -> None:
    card = "We are not like that"
    laid = {"phase": "spies", "owned": "k - -", "advanced": [card], "bought": {0: [card]}}
    table = draw("India 111", new="- d -", **laid)
    table.do(f"play {card}", "change two tokens of seat 1", "change seat 1's Donkey", "into a Lion")
    assert (table.new, table.stock("Donkey"), table.stock("Lion")) == ("- l -", 12, 11)


def test_r23_elephants_at_any_time_are_not_played_between_the_parts_of_a_turn() -> None:
    """Not where one agrees to a deal, nor when tokens have just been taken; while the alliance stands they are."""
    card = "Freedom of the press"
    laid = {"advanced": [card, "Requisition"], "bought": {1: [card], 2: [card, "Requisition"]}}
    table = draw("India 221", phase="alliances", owned="- e de", **laid)
    table.do("propose an alliance with seat 1", "seat 0 takes 2", "seat 1 takes 1", "no side payment")
    assert (table.asked, table.choices) == ("ANSWER", ["agree", "refuse"])
    table.do("agree")
    assert (table.asked, table.seat, table.can(f"play {card}")) == ("LAST_ACTIONS", 2, True)
    table.do("pass", "pass")
    assert (table.asked, table.choices) == ("REQUISITION", ["pass", "play Requisition for a Donkey"])


def test_r12_a_turn_of_the_moves_phase_is_always_asked() -> None:
    """Also of who has no agent to move and nothing to play."""
    table = draw("India 110", phase="moves")
    assert (table.seat, table.asked) == (0, "MOVE")
    table.do("pass", "pass")
    assert (table.seat, table.asked, table.choices) == (2, "MOVE", ["pass"])
