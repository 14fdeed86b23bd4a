"""Positions by name (set, read back, refuse) and the invariants that `check` knows."""

import copy
import json

import numpy as np
import pytest

from envs import get_game
from envs.core.compiling import new_states
from envs.nineteen61 import actions as A
from envs.nineteen61.box import CARDS, COPIES, NO_CARD, PIECES, ROW
from envs.nineteen61.options import OPTIONS
from envs.nineteen61.position import check, get_position, set_position
from envs.nineteen61.state import Decision, Effect, Zone

GAME = get_game("nineteen61")
EMBARGO_UP = {"card": "Embargo", "face_up": True}

RICH = {  # something in every zone, at a table of three
    "rows": [
        [
            {"building": "Moon Lander", "stack": ["Sabotage", {"card": "Research", "known": [1, 2]}, "?"]},
            "Bunker",
            {"building": "Factory", "stack": ["Espionage"], "used": True},
            {"building": "Missile Silo", "stack": [EMBARGO_UP, "Embargo"]},
        ],
        ["Embassy", {"building": "Secret Facility", "stack": [EMBARGO_UP]}],
        ["Moon Lander"],
    ],
    "hands": [["Missile Launch", "Espionage", {"card": "Secret Facility", "shown": True}], ["?", "?"], ["Research"]],
    "pile": ["Response System", "Sabotage", "Sabotage"],
    "deck_top": ["Agency", "Bunker"],
    "turn": {"seat": 0, "swap_window": False, "number": 7},
}


def options(players=3, **others):
    return OPTIONS.encode(OPTIONS.complete({"num_players": players, **others}))


def table(position, players=3, seed=1, **others):
    state = new_states(GAME.dtype, 1)[0]
    set_position(state, position, options(players, **others), seed)
    check(state)
    return state


def legal(state):
    mask = np.zeros(GAME.actions.size(int(state["players"])), np.int8)
    GAME.rules.legal(state, mask)
    return mask


def observed(state, seat):
    """What `seat` sees, without the history, which positions do not have."""
    features = np.zeros(GAME.observation.size(int(state["players"])), np.int8)
    GAME.rules.observe(state, seat, features)
    GAME.observation.read(features, "events")[...] = 0
    for other in range(int(state["players"])):
        for name in ("event_by", "event_at"):
            GAME.observation.read(features, name, other)[...] = 0
    return features


def random_game(players, seed, pairing="default"):
    """Yield the state at every decision of a random game, and at its end."""
    state = new_states(GAME.dtype, 1)[0]
    GAME.rules.reset(state, options(players, pairing=pairing), np.uint64(seed))
    rng = np.random.default_rng(seed)
    while state["to_act"] >= 0:
        yield state
        GAME.rules.apply(state, int(rng.choice(np.flatnonzero(legal(state)))))
    yield state


# Setting and reading


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("pairing", ["default", "random"])
def test_a_table_read_and_set_again_is_the_same_table(players, pairing):
    turns = 0
    for state in random_game(players, 10 * players, pairing):
        check(state)
        position = get_position(state)
        if state["decision"] != Decision.TURN or turns == 40:
            continue
        turns += 1
        again = table(json.loads(json.dumps(position)), players, 10 * players, pairing=pairing)
        assert get_position(again) == position
        assert np.array_equal(legal(again), legal(state))
        for seat in range(players):
            assert np.array_equal(observed(again, seat), observed(state, seat))
    assert turns >= 5


def test_what_is_named_is_where_it_was_put():
    state = table(RICH)
    assert state["row_size"].tolist() == [4, 2, 1, 0, 0, 0]
    assert [int(piece) // COPIES for piece in state["row"][1][:2]] == [0, 5]
    assert state["hand"][0].tolist() == [1, 1, 0, 0, 0, 1]
    assert state["shown"][0].tolist() == [0, 0, 0, 0, 0, 1]
    assert state["pile"].tolist() == [0, 0, 1, 0, 2, 0]
    assert [int(card) // COPIES for card in state["deck"][: state["deck_size"]][-2:]] == [3, 4]  # drawn from the end
    assert (int(state["turn"]), int(state["active"]), int(state["played"]), int(state["window"])) == (7, 0, 0, 0)
    lander, _, factory, silo = (int(piece) for piece in state["row"][0][:4])
    assert lander == CARDS
    assert state["size"][[lander, factory, silo]].tolist() == [3, 1, 2]
    assert state["embargoes"][[lander, factory, silo]].tolist() == [0, 0, 1]
    assert state["used"][factory] == 1
    top = int(state["top"][lander])
    middle = int(state["below"][top])
    bottom = int(state["below"][middle])
    assert state["known"][[top, middle, bottom]].tolist() == [0, 0b110, 0b001]
    assert (middle // COPIES, bottom // COPIES) == (5, 4)
    assert state["known"][int(state["top"][silo])] == 0b001  # an Embargo stacked face down is an ordinary card
    assert state["face_up"][int(state["top"][silo])] == 0


def test_both_sides_name_the_same_card_and_the_pairing_decides():
    by_action = table({"rows": [["Moon Lander"]] * 2, "hands": [["Missile Launch"], []]}, 2)
    by_building = table({"rows": [["Moon Lander"]] * 2, "hands": [["Embassy"], []]}, 2)
    assert get_position(by_action)["hands"] == get_position(by_building)["hands"] == [["Missile Launch"], []]
    turned = ["Research", "Sabotage", "Embargo", "Response System", "Espionage", "Missile Launch"]
    state = table({"rows": [["Moon Lander"]] * 2, "hands": [["Embassy"], []]}, 2, pairing=turned)
    assert get_position(state)["hands"] == [["Research"], []]


def test_the_same_seed_gives_the_same_bytes_and_another_one_other_cards():
    first, again, other = (table(RICH, seed=seed) for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes()
    assert get_position(first)["deck_top"][2:] != get_position(other)["deck_top"][2:]


def test_what_stood_in_the_state_before_leaves_no_trace():
    used = new_states(GAME.dtype, 1)[0]
    last = list(random_game(3, 5))[-1]
    for name in GAME.dtype.names:
        used[name] = last[name]
    set_position(used, RICH, options(), 1)
    assert used.tobytes() == table(RICH).tobytes()


@pytest.mark.parametrize(
    ("rest", "deck", "pile", "stacked"),
    [("deck", 52, 1, 1), ("pile", 2, 51, 1), ({"seat": 1, "place": 0}, 2, 1, 51)],
)
def test_the_rest_goes_where_it_is_told(rest, deck, pile, stacked):
    rows = [["Moon Lander"], [{"building": "Moon Lander", "stack": [EMBARGO_UP]}]]
    state = table({"rows": rows, "pile": ["Agency"], "deck_top": ["Embassy", "Factory"], "rest": rest}, 2)
    stack = int(state["size"][CARDS + 1])
    assert (int(state["deck_size"]), int(state["pile_size"]), stack) == (deck, pile, stacked)
    assert get_position(state)["deck_top"][:2] == ["Missile Launch", "Response System"]
    if stacked > 1:
        cards = get_position(state)["rows"][1][0]["stack"]
        assert cards[-1] == EMBARGO_UP  # the rest lies under what is named, and nobody knows it
        assert all(card["known"] == [] for card in cards[:-1])


def test_who_is_out_and_in_which_order():
    rows = [["Moon Lander"], [], ["Embassy"], []]
    assert table({"rows": rows}, 4)["out_at"].tolist() == [0, 1, 0, 2, 0, 0]
    state = table({"rows": rows, "out": [3, 1]}, 4)
    assert state["out_at"].tolist() == [0, 2, 0, 1, 0, 0]
    assert get_position(state)["out"] == [3, 1]


def test_a_turn_that_starts_with_its_draw_draws_the_top_of_the_deck():
    rows = [["Moon Lander"], [], ["Moon Lander"]]
    position = {"rows": rows, "deck_top": ["Sabotage", "Embargo"], "turn": {"seat": 2, "drawn": False, "number": 9}}
    state = table(position)
    assert get_position(state)["hands"] == [[], [], ["Sabotage"]]
    assert get_position(state)["deck_top"][0] == "Embargo"
    assert get_position(state)["turn"] == {
        "seat": 2,
        "drawn": True,
        "played": False,
        "swap_window": True,
        "number": 9,
    }
    assert (int(state["decisions"]), int(state["decision"])) == (0, Decision.TURN)


def test_a_draw_from_nothing_fires_missiles_before_anybody_decides():
    rest = {"seat": 0, "place": 0}
    rows = [[{"building": "Bunker", "stack": []}, "Embassy"], ["Moon Lander"]]
    state = table({"rows": rows, "rest": rest, "turn": {"seat": 0, "drawn": False}}, 2)
    assert state["winner"] == 0  # the Moon Lander was bare (R23)
    assert get_position(state)["decision"] == "over"


def test_away_from_the_turn_decision_a_position_says_so_and_is_refused():
    state = table(RICH)
    GAME.rules.apply(state, A.PLAY + 0)
    position = get_position(state)
    assert (position["decision"], position["resolving"]) == ("target", ["Missile Launch"])
    with pytest.raises(ValueError, match="position\\['decision'\\]: got 'target', allowed is a position without"):
        set_position(state, position, options(), 1)


def test_the_window_for_swaps_closes_with_the_card_of_the_turn():
    state = table({"rows": [["Moon Lander"]] * 2, "turn": {"played": True}}, 2)
    assert (int(state["played"]), int(state["window"])) == (1, 0)


# Refusing


def changed(**changes):
    """RICH with some keys exchanged."""
    return {**copy.deepcopy(RICH), **changes}


def row0(*buildings):
    return changed(rows=[list(buildings), ["Embassy"], ["Moon Lander"]])


WRONG = [
    ([], r"position: got \[\], allowed is a dict with the keys rows, hands"),
    ({}, r"position: the key 'rows' is missing"),
    (changed(row=[]), r"position: unknown key 'row'; did you mean 'rows'\?"),
    (changed(rows="Embassy"), r"position\['rows'\]: got 'Embassy', allowed is a list of rows"),
    (changed(rows=[["Embassy"]] * 2), r"position\['rows'\]: got 2 rows, allowed is one for each of the 3 players"),
    (changed(rows=[["Embassy"], 3, []]), r"position\['rows'\]\[1\]: got 3, allowed is a list of buildings"),
    (row0("Embasy"), r"position\['rows'\]\[0\]\[0\]: got 'Embasy', .*; did you mean 'Embassy'\?"),
    (row0("Sabotage"), r"position\['rows'\]\[0\]\[0\]: got 'Sabotage', allowed are the buildings Embassy"),
    (row0(7), r"position\['rows'\]\[0\]\[0\]: got 7, allowed is a dict with the keys building"),
    (row0({"stack": []}), r"position\['rows'\]\[0\]\[0\]: the key 'building' is missing"),
    (row0({"building": "Bunker", "stak": []}), r"unknown key 'stak'; did you mean 'stack'\?"),
    (row0({"building": "Bunker", "stack": "Sabotage"}), r"\['stack'\]: got 'Sabotage', allowed is a list of cards"),
    (row0({"building": "Bunker", "stack": ["Sabotge"]}), r"\['stack'\]\[0\]: got 'Sabotge', .* mean 'Sabotage'\?"),
    (row0({"building": "Bunker", "stack": [3]}), r"\['stack'\]\[0\]: got 3, allowed is a dict with the keys card"),
    (row0({"building": "Bunker", "used": True}), r"\['used'\]: got True, allowed is True only for a Factory"),
    (row0({"building": "Factory", "used": 1}), r"\['used'\]: got 1, allowed are True and False"),
    (row0("Moon Lander", "Bunker", "Moon Lander"), r"\['rows'\]\[0\]: got 2 Moon Landers, allowed is at most one"),
    (row0(*["Bunker"] * (ROW + 1)), rf"\['rows'\]\[0\]: got {ROW + 1} buildings, allowed are at most {ROW} in a row"),
    (row0(*["Bunker"] * 10), r"\['rows'\]\[0\]\[9\]: got card number 10 of the kind Bunker, allowed are 9"),
    (changed(pile=["Embargo"] * 10), r"\[\d\]: got card number 10 of the kind Bunker, allowed are 9 of a kind"),
    (changed(pile=["?"] * 50), r"position: got \d+ cards in all places together, allowed are 54"),
    (
        row0({"building": "Bunker", "stack": [{"card": "Sabotage", "face_up": True}]}),
        r"\['face_up'\]: got True for 'Sabotage', allowed is True only for an Embargo",
    ),
    (
        row0({"building": "Bunker", "stack": [{"card": "Embargo", "face_up": True, "known": [0]}]}),
        r"got 'known' with 'face_up', allowed is one of them",
    ),
    (
        row0({"building": "Bunker", "stack": [{"card": "Embargo", "known": [3]}]}),
        r"\['known'\]: got 3, allowed is a seat, 0..2",
    ),
    (changed(hands=[[], []]), r"position\['hands'\]: got 2 hands, allowed is one for each of the 3 players"),
    (
        changed(hands=[["Lander"], [], []]),
        r"position\['hands'\]\[0\]\[0\]: got 'Lander', allowed is the side of a card",
    ),
    (changed(hands=[["Moon Lander"], [], []]), r"\['hands'\]\[0\]\[0\]: got 'Moon Lander', allowed is the side"),
    (changed(hands=[[{"card": "?", "shown": 0}], [], []]), r"\['shown'\]: got 0, allowed are True and False"),
    (
        changed(rows=[["Embassy"], [], ["Embassy"]], hands=[[], ["?"], []]),
        r"position\['hands'\]\[1\]: got 1 cards, allowed are none for a player without buildings",
    ),
    (changed(pile=["Reserch"]), r"position\['pile'\]\[0\]: got 'Reserch', .*; did you mean 'Research'\?"),
    (changed(deck_top=[None]), r"position\['deck_top'\]\[0\]: got None, allowed is the side of a card"),
    (changed(rest="dek"), r"position\['rest'\]: got 'dek', allowed are 'deck', .*; did you mean 'deck'\?"),
    (changed(rest={"seat": 0}), r"position\['rest'\]: the key 'place' is missing"),
    (changed(rest={"seat": 0, "place": 4}), r"\['rest'\]\['place'\]: got 4, allowed is a place of row 0, 0..3"),
    (
        changed(rows=[["Embassy"], [], ["Embassy"]], hands=[[], [], []], rest={"seat": 1, "place": 0}),
        r"position\['rest'\]\['seat'\]: got 1, allowed is a seat with a building",
    ),
    (changed(out=[1]), r"position\['out'\]: got \[1\], allowed are the seats with an empty row, each once \(none\)"),
    (changed(turn={"saet": 1}), r"position\['turn'\]: unknown key 'saet'; did you mean 'seat'\?"),
    (changed(turn={"seat": 3}), r"position\['turn'\]\['seat'\]: got 3, allowed is a seat, 0..2"),
    (changed(turn={"seat": True}), r"position\['turn'\]\['seat'\]: got True, allowed is a seat, 0..2"),
    (
        changed(rows=[["Embassy"], [], ["Embassy"]], hands=[[], [], []], turn={"seat": 1}),
        r"position\['turn'\]\['seat'\]: got 1, who has no building, allowed is a seat in the game",
    ),
    (changed(turn={"number": 0}), r"position\['turn'\]\['number'\]: got 0, allowed is a turn up to max_turns, 1..400"),
    (changed(turn={"drawn": "no"}), r"position\['turn'\]\['drawn'\]: got 'no', allowed are True and False"),
    (changed(turn={"played": True, "swap_window": True}), r"\['swap_window'\]: got True with 'played' True"),
    (
        changed(turn={"drawn": False, "played": True}),
        r"position\['turn'\]\['drawn'\]: got False, allowed is True where",
    ),
    (
        changed(turn={"drawn": False}),
        r"\['rows'\]\[0\]\[2\]\['used'\]: got True, allowed is True only for a Factory of",
    ),
    (changed(turn={"seat": 1}), r"\['rows'\]\[0\]\[2\]\['used'\]: got True, allowed is True only for a Factory of"),
    (row0("Embassy", "Embassy", "Embassy"), r"\['rows'\]\[0\]: got a row that has won \(3 Embassies\)"),
    (
        row0({"building": "Moon Lander", "stack": ["?"] * 5}),
        r"\['rows'\]\[0\]: got a row that has won \(5 cards on the Moon Lander\)",
    ),
    (changed(rest={"seat": 0, "place": 0}), r"\['rows'\]\[0\]: got a row that has won \(5 cards on the Moon Lander\)"),
    (
        changed(rows=[["Embassy"], [], []], hands=[[], [], []]),
        r"position\['rows'\]: got 1 players with a building, allowed are at least 2",
    ),
    (changed(decision="target"), r"position\['decision'\]: got 'target', allowed is a position without this key"),
]


@pytest.mark.parametrize(("position", "message"), WRONG, ids=[f"{i}" for i in range(len(WRONG))])
def test_a_wrong_position_is_refused_in_one_line_and_changes_nothing(position, message):
    state = table(RICH)
    before = state.tobytes()
    with pytest.raises(ValueError, match=message) as caught:
        set_position(state, position, options(), 1)
    assert "\n" not in str(caught.value)
    assert state.tobytes() == before


def test_an_embargoed_row_has_not_won():
    rows = [[{"building": "Moon Lander", "stack": [EMBARGO_UP, "?", "?", "?", "?", "?"]}, "Embassy"], ["Embassy"]]
    assert table({"rows": rows}, 2)["winner"] == -1


# Invariants


def piece_at(state, seat, place):
    return int(state["row"][seat, place])


def first(state, zone):
    """The first card in a zone."""
    return next(card for card in range(CARDS) if state["zone"][card] == zone)


def put(name, value, *at):
    """A change of one number of the state."""

    def change(state):
        if at:
            state[name][at if len(at) > 1 else at[0]] = value
        else:
            state[name] = value

    return change


def move(zone_from, zone_to):
    def change(state):
        state["zone"][first(state, zone_from)] = zone_to

    return change


def same_piece_twice(state):
    state["row"][1, 1] = state["row"][0, 1]


def foreign_lander(state):
    state["row"][0, 0], state["row"][2, 0] = state["row"][2, 0], state["row"][0, 0]


def mark_used(seat, place):
    return lambda state: put("used", 1, piece_at(state, seat, place))(state)


def cycle(state):
    top = int(state["top"][CARDS])
    state["below"][state["below"][top]] = top


def shorten_stack(state):
    state["below"][state["top"][CARDS]] = NO_CARD


def stack_size(state):
    state["size"][CARDS] += 1


def embargo_count(state):
    state["embargoes"][piece_at(state, 0, 3)] = 0


def face_up_sabotage(state):
    bottom = first(state, Zone.STACK)
    while state["zone"][bottom] != Zone.STACK or bottom // COPIES != 4:
        bottom += 1
    state["face_up"][bottom] = 1
    state["embargoes"][CARDS] += 1


def face_up_in_hand(state):
    state["face_up"][first(state, Zone.HAND)] = 1


def looked_in_hand(state):
    state["looked"][first(state, Zone.HAND)] = 1


def known_by_another(state):
    state["known"][first(state, Zone.HAND)] = 0b011


def known_in_deck(state):
    state["known"][int(state["deck"][0])] = 1


def known_to_a_stranger(state):
    state["known"][int(state["top"][CARDS])] = 0b1000


def hidden_embargo(state):
    state["known"][int(state["top"][piece_at(state, 1, 1)])] = 0b010


def same_card_twice_in_deck(state):
    state["deck"][0] = state["deck"][1]


def out_with_buildings(state):
    state["out_at"][1] = 1
    state["outs"] = 1


def in_without_buildings(state):
    piece = piece_at(state, 2, 0)
    state["row"][2, 0] = 0
    state["row_size"][2] = 0
    state["zone"][piece] = Zone.GONE


def effect_of(effect, card, at=0):
    def change(state):
        state["effects"] = at + 1
        state["effect"][at] = effect
        state["effect_card"][at] = card

    return change


BROKEN = [
    (put("players", 7), "players is 7"),
    (put("reward", 9), "reward is 9"),
    (put("max_turns", 0), "max_turns is 0"),
    (put("decisions", -1), "decisions is -1"),
    (put("pairing", 1, 0), "pairing is"),
    (put("truncated", 2), "truncated is 2"),
    (put("turn", 401), "turn is 401"),
    (put("active", 3), "active is 3"),
    (put("row_size", ROW + 1, 0), f"row_size of seat 0 is {ROW + 1}"),
    (put("row_size", 1, 5), "row_size of seat 5 is 1"),
    (put("row", 3, 0, 10), "row 0 is not empty beyond"),
    (put("row", PIECES, 0, 1), "60 is no piece"),
    (same_piece_twice, "in the rows twice"),
    (foreign_lander, "the Moon Lander of seat 2"),
    (mark_used(1, 0), "used, but not a Factory of the active player"),
    (move(Zone.ROW, Zone.PILE), "has the zone 4, not ROW"),
    (move(Zone.DECK, Zone.ROW), "has the zone ROW but is in no row"),
    (move(Zone.DECK, Zone.GONE), "has the zone 6"),
    (put("zone", Zone.PILE, CARDS + 1), "the Moon Lander of seat 1 has the zone 4"),
    (cycle, "is no card, or in the stacks twice"),
    (shorten_stack, "size is 3, there are 1 cards"),
    (stack_size, "size is 4, there are 3 cards"),
    (embargo_count, "embargoes is 0, 1 are face up"),
    (move(Zone.STACK, Zone.DECK), "has the zone 0"),
    (move(Zone.DECK, Zone.STACK), "has the zone STACK but is in no stack"),
    (face_up_sabotage, "is face up, but not an Embargo in a stack"),
    (face_up_in_hand, "is face up, but not an Embargo in a stack"),
    (looked_in_hand, "is looked at, but not in a stack"),
    (put("known", 1, NO_CARD), "for no card"),
    (put("hand", 3, 0, 0), "hand of seat 0 is"),
    (put("hand_size", 4, 0), "hand_size of seat 0 is 4, the cards make 3"),
    (put("shown", 1, 0, 0), "shown of seat 0 is"),
    (put("shown_size", 2), "shown_size is 2, the cards make 1"),
    (move(Zone.HAND, Zone.RESOLVING), "hand of seat 0 is"),
    (known_by_another, r"in the hand of seat \d is known to the seats \[0, 1\]"),
    (put("deck_size", 60), "deck_size is 60"),
    (put("deck_size", 3), "deck holds"),
    (same_card_twice_in_deck, "deck holds"),
    (move(Zone.DECK, Zone.PILE), "deck holds"),
    (put("pile", 1, 0), "pile is"),
    (put("pile_size", 9), "pile_size is 9, the cards make 3"),
    (put("effects", 25), "effects is 25"),
    (effect_of(12, -1), "12 is no Effect"),
    (effect_of(Effect.DRAW, 3), "DRAW inside another effect or with a card"),
    (effect_of(Effect.SABOTAGE, 0), "SABOTAGE is not the action of card 0"),
    (effect_of(Effect.MISSILE_LAUNCH, 0), "the zone RESOLVING have"),
    (put("missiles", 33), "missiles is 33"),
    (put("missiles", 1), "1 missiles, the first at 0, at the decision TURN"),
    (known_in_deck, "is in the deck or pile and marked as known"),
    (known_to_a_stranger, r"is known to the seats \[3\], at a table of 3"),
    (hidden_embargo, r"lies face up and is known only to the seats \[1\]"),
    (put("outs", 1), "outs 1: not numbered"),
    (put("out_at", 2, 1), "not numbered from 1 to outs"),
    (out_with_buildings, "seat 1 is out with 2 buildings"),
    (in_without_buildings, "seat 2 is in the game without a building"),
    (put("winner", 3), "winner is 3"),
    (put("winner", 0), "contradiction: winner 0"),
    (put("to_act", -1), "contradiction: winner -1"),
    (put("truncated", 1), "contradiction"),
    (put("decision", -1), "contradiction"),
    (put("decision", 40), "decision is 40"),
    (put("to_act", 1), "seat 1 decides in the turn of seat 0"),
    (put("turn", 0), "decision TURN in turn 0"),
    (put("setup_left", 1), "decision TURN in turn 7 with setup_left 1"),
    (put("decision", Decision.SWAP_WHICH), "window is 0 with played 0"),
    (put("decision", Decision.TARGET), "0 missiles"),
    (put("decision", Decision.SABOTAGE), "the innermost effect is None"),
    (put("decision", Decision.GAP), "chosen_card is -1"),
    (put("decision", Decision.STACK_CARD), "the chosen place is -1 of row -1"),
    (put("chosen_row", 0), "the chosen place is -1 of row 0"),
    (put("events", -1), "events is -1"),
    (put("events", 1), "event -1 by seat -1"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN, ids=[f"{i}" for i in range(len(BROKEN))])
def test_check_says_what_is_broken(change, message):
    state = table(RICH)
    change(state)
    with pytest.raises(AssertionError, match=message) as caught:
        check(state)
    assert "\n" not in str(caught.value)


def test_check_finds_a_row_that_won_unseen():
    state = table({"rows": [["Embassy", "Embassy", {"building": "Embassy", "stack": [EMBARGO_UP]}], ["Embassy"]]}, 2)
    piece = piece_at(state, 0, 2)
    state["face_up"][state["top"][piece]] = 0
    state["embargoes"][piece] = 0
    with pytest.raises(AssertionError, match="nobody has won"):
        check(state)


def test_check_finds_wrong_missiles_and_effects_in_the_middle_of_a_turn():
    state = table(RICH)
    GAME.rules.apply(state, A.PLAY + 0)  # a Missile Launch, about to be aimed
    check(state)
    for change, message in (
        (put("missile_from", 1, 0), "missile 0 is to be aimed by seat 1"),
        (put("missile_from", 3, 0), "from 3 at -1"),
        (put("missile_at", 1, 0), "1 missiles, the first at 1, at the decision TARGET"),
        (put("effect_left", -1, 0), "below 0"),
        (put("effect", Effect.RESEARCH, 0), "RESEARCH is not the action of card"),
        (put("effects", 0), "the zone RESOLVING have"),
        (put("window", 1), "window is 1 with played 1"),
    ):
        broken = new_states(GAME.dtype, 1)[0]
        for name in GAME.dtype.names:
            broken[name] = state[name]
        change(broken)
        with pytest.raises(AssertionError, match=message):
            check(broken)


def test_check_finds_a_winner_without_a_reason():
    state = list(random_game(2, 3))[-1]
    check(state)
    assert state["winner"] >= 0
    state["winner"] = 1 - state["winner"]
    with pytest.raises(AssertionError, match="has won, but is out, or neither the last nor with a winning row"):
        check(state)
