"""Every action of 1984: Animal Farm: what it does, what it leaves alone, whom it may name, and when it is not there.

What is expected comes from the book and the rulings (R numbers: RULES.md), not from the tables of the package.
"""

from __future__ import annotations

from typing import Any

import pytest

from envs.animal_farm.box import CARD_NAMES, COST, PRINTED_ADVANCED

from .table import LETTERS, Play, draw

ORDER = ("Cat", "Donkey", "Elephant", "Kangaroo", "Lion")
OWN_TURNS = ("moves", "speak", "last actions", "spies", "revolutions", "buying")
REGION = ("speak", "last actions")
BASIC: dict[str, tuple[str, tuple[str, ...]]] = {
    "Particular Needs": ("Cat", ("moves",)),
    "Friendship": ("Cat", ("moves",)),
    "Orthodoxy is unconsciousness": ("Donkey", REGION),
    "Peaceful Solutions": ("Donkey", REGION),
    "War is peace": ("Elephant", ("answer",)),
    "Love": ("Elephant", ("answer",)),
    "Truth": ("Kangaroo", ("spies",)),
    "Plenty": ("Kangaroo", ("spies",)),
    "Peace": ("Lion", REGION),
    "Freedom is slavery": ("Lion", REGION),
}
"""The basic actions: their influence, and at which turns the book lets them be used."""
ADVANCED: dict[str, tuple[str, tuple[str, ...]]] = {
    "Voluntary resettlement": ("Cat", ("moves",)),
    "Exchange programme": ("Cat", ("moves",)),
    "Transfer of cadres": ("Cat", ("moves",)),
    "Closed borders": ("Cat", ("moves",)),
    "Record harvest": ("Donkey", REGION),
    "Fair shares": ("Donkey", REGION),
    "Requisition": ("Donkey", ("requisition",)),
    "Nothing to report": ("Donkey", REGION),
    "Continental Embargo": ("Elephant", (*OWN_TURNS, "answer")),
    "Freedom of the press": ("Elephant", (*OWN_TURNS, "answer")),
    "Confession is not betrayal": ("Elephant", REGION),  # here it copies Pacifist Resolution
    "I love Big Brother": ("Elephant", ("answer",)),
    "We are not like that": ("Kangaroo", ("spies",)),
    "The object of terrorism is terrorism": ("Kangaroo", ("spies",)),
    "Open archives": ("Kangaroo", ("spies",)),
    "Safe deposit": ("Kangaroo", ("spies",)),
    "We share our love": ("Lion", REGION),
    "Love knows no borders": ("Lion", REGION),
    "Too much peace": ("Lion", ("last actions",)),
    "Pacifist Resolution": ("Lion", REGION),
}
CARDS = BASIC | ADVANCED
CONFESSION, COPIED = "Confession is not betrayal", "Pacifist Resolution"
COPYABLE = [card for card, (kind, _) in ADVANCED.items() if kind != "Elephant"]
MOMENTS = (*OWN_TURNS, "requisition", "answer")
ASKED = {
    "moves": "MOVE",
    "speak": "SPEAK",
    "last actions": "LAST_ACTIONS",
    "requisition": "REQUISITION",
    "spies": "SPY",
    "revolutions": "REVOLT",
    "buying": "BUY",
    "answer": "REACT",
}
ANSWERED = {"moves": "c", "spies": "k"}  # the token of the action that seat 1 plays; a Lion in a region


def letter(kind: str) -> str:
    return LETTERS[ORDER.index(kind)]


def button(card: str) -> str:
    """How the choice to play an action begins."""
    return f"play {COPIED} by Confession" if card == CONFESSION else f"play {card} for"


def a(kind: str) -> str:
    return f"an {kind}" if kind == "Elephant" else f"a {kind}"


def paid(seat: int, kind: str, zone: str = "Owned") -> dict[str, int]:
    """What paying for a basic action changes."""
    return {f"{zone} {kind} {seat}": -1, f"stock {kind}": 1}


def spent(seat: int, kind: str, zone: str = "Owned") -> dict[str, int]:
    """What paying for an advanced action changes."""
    return {**paid(seat, kind, zone), f"used {kind} {seat}": 1}


def scene(moment: str, card: str, owned: str | None = None, airdrop: str = "-", **more: Any) -> Play:
    """A table of three at which it is the turn of seat 0, which has bought `card` and can play it if the moment fits.

    Seat 0 has three Cats in New, with which it can also buy VP or start a revolution, so that it is always asked.
    """
    kind, moments = CARDS[card]
    own = letter(kind) if owned is None else owned
    laid, bought = [card] if card in ADVANCED else [], [card] if card in ADVANCED else []
    theirs = "-"
    phase = {"speak": "alliances", "last actions": "alliances", "requisition": "alliances"}.get(moment, moment)
    if moment == "requisition":
        more.setdefault("region", {"name": "India", "won": [0, 1], "took": [0, 2, 0]})
        more["asked"] = moment
        if card != "Requisition":
            laid, bought, own = [*laid, "Requisition"], [*bought, "Requisition"], own.replace("-", "") + "d"
    if moment == "last actions":
        more |= {"asked": moment, "deal": {"proposer": 0, "members": [0, 1], "shares": [3, 1, 0]}}
    if moment == "answer":
        phase = {"moves": "moves", "spies": "spies"}.get(moments[0], "alliances")
        theirs, more["seat"] = ANSWERED.get(phase, "l"), 1
        own += "e" if kind != "Elephant" and owned is None else ""
    if moment == "spies" and owned is None and kind != "Kangaroo":
        own += "k"
    seats = {0: bought}
    if card == CONFESSION:
        laid, seats = [*laid, COPIED], {0: bought, 1: [COPIED]}
    table = draw(
        *("India 321", "Africa 121"),
        **{
            "phase": phase,
            "owned": f"{own} {theirs} -",
            "airdrop": f"{airdrop} - -",
            "new": "ccc eed d",
            "basic": [card] if card in BASIC else [],
            "advanced": laid,
            "bought": seats,
            "revolutions": ["2 Cat 1 Donkey", "?", "?"],
            **more,
        },
    )
    if moment == "answer":
        table.do(
            next(text for text in table.choices if text.startswith("play") and text[5:].split(" for ")[0] in BASIC)
        )
        while table.seat == 1 and table.asked == "PART":
            table.do(table.choices[0])
    return table


def is_asked(table: Play, moment: str) -> bool:
    """Whether seat 0 is asked what the moment is about."""
    return table.seat == 0 and table.asked == ASKED[moment]


def ready(card: str, **more: Any) -> Play:
    """The first moment at which `card` may be played by seat 0; more: what is different."""
    return scene(CARDS[card][1][0], card, **more)


def offered(table: Play, card: str) -> bool:
    """Whether seat 0 is asked what it would be asked at `ready`, and may play `card`."""
    return is_asked(table, CARDS[card][1][0]) and table.can(button(card))


# All thirty


def test_r3_every_action_of_the_box_is_tested_here() -> None:
    assert list(CARDS) == list(CARD_NAMES)
    assert [sum(kind == name for kind, _ in BASIC.values()) for name in ORDER] == [2] * 5
    assert [sum(kind == name for kind, _ in ADVANCED.values()) for name in ORDER] == [4] * 5


def test_r3_the_book_lists_four_lions_four_elephants_and_two_kangaroos() -> None:
    printed = {CARD_NAMES[card] for card in PRINTED_ADVANCED}
    kangaroos = {"We are not like that", "The object of terrorism is terrorism"}
    assert printed == kangaroos | {card for card, (kind, _) in ADVANCED.items() if kind in ("Lion", "Elephant")}


def test_the_advanced_actions_cost_what_is_printed_on_them() -> None:
    costs = dict(zip(CARD_NAMES, COST.tolist(), strict=True))
    dear = ["Love knows no borders", "Transfer of cadres", "Nothing to report", "Open archives"]
    cheap = ["Too much peace", "Freedom of the press", "Closed borders", "Fair shares", "Safe deposit"]
    expected = {card: 3 if card in dear else 1 if card in cheap else 2 for card in ADVANCED}
    assert costs == dict.fromkeys(BASIC, 0) | expected


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("card", CARDS)
def test_an_action_is_offered_at_its_moment_and_never_outside(card: str, moment: str) -> None:
    kind, moments = CARDS[card]
    if moment == "requisition" and kind == "Donkey" and card in ADVANCED and card != "Requisition":
        # there is one advanced Donkey action, so nobody is asked anything after the division
        table = draw("India 311", phase="alliances", advanced=[card], bought={0: [card]}, owned="d - -")
        table.do("claim the region alone").pass_until("SPEAK")
        assert table.region == "Australia"
        assert table.new == "eee - -"
        return
    table = scene(moment, card)
    assert is_asked(table, moment)
    assert table.can(button(card)) == (moment in moments)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("card", COPYABLE)
def test_r23_confession_copies_an_action_at_its_moment_and_never_outside(card: str, moment: str) -> None:
    laid = [card, CONFESSION]
    has = {0: [CONFESSION], 1: [card]}
    owned = "ek" if moment == "spies" else "e"
    if moment == "requisition" and card != "Requisition":
        if ADVANCED[card][0] == "Donkey":
            return  # one advanced Donkey action is laid out, and nobody has "Requisition"
        laid, has = [*laid, "Requisition"], {0: [CONFESSION, "Requisition"], 1: [card]}
    table = scene(moment, card, owned=owned, advanced=laid, bought=has)
    moments = ADVANCED[card][1]
    asked = is_asked(table, moment)
    assert asked or (moment == "requisition" and card != "Requisition")
    assert (asked and table.can(f"play {card} by Confession for an Elephant")) == (moment in moments)


@pytest.mark.parametrize("card", CARDS)
def test_r24_an_action_costs_one_owned_token_of_its_kind(card: str) -> None:
    kind = CARDS[card][0]
    table = ready(card, owned=letter(kind) * 2)
    change = table.effect(button(card))
    assert change.items() >= (paid(0, kind) if card in BASIC else spent(0, kind)).items()
    assert f"New {kind} 0" not in change


@pytest.mark.parametrize("card", CARDS)
def test_r24_an_action_is_never_paid_from_new(card: str) -> None:
    kind = CARDS[card][0]
    mine = "eee" if card != "Requisition" else "eed"  # the two Elephants that seat 1 took remain
    new = f"{letter(kind) * 3} {mine} d"
    assert offered(ready(card, new=new), card)
    assert not offered(ready(card, new=new, owned="-"), card)


@pytest.mark.parametrize("card", BASIC)
def test_r24_a_basic_action_is_never_paid_from_the_airdrop_zone(card: str) -> None:
    own = letter(BASIC[card][0])
    assert offered(ready(card, owned=own, airdrop=own), card)
    assert not offered(ready(card, owned="-", airdrop=own * 2), card)


@pytest.mark.parametrize("card", ADVANCED)
def test_r24_an_advanced_action_is_paid_from_the_airdrop_zone_first(card: str) -> None:
    kind = ADVANCED[card][0]
    own = letter(kind)
    for table in (ready(card, owned="-", airdrop=own), ready(card, owned=own, airdrop=own)):
        change = table.effect(button(card))
        assert change.items() >= spent(0, kind, "Airdrop").items()
        assert f"Owned {kind} 0" not in change


@pytest.mark.parametrize("card", ADVANCED)
def test_an_advanced_action_is_there_only_for_those_who_bought_it(card: str) -> None:
    others = {1: [card, COPIED], 2: [card]} if card == CONFESSION else {1: [card], 2: [card]}
    assert not offered(ready(card, bought=others), card)
    assert offered(ready(card, bought={**others, 0: [card]}), card)


@pytest.mark.parametrize("card", ADVANCED)
def test_an_advanced_action_is_used_once_a_round(card: str) -> None:
    own = letter(ADVANCED[card][0]) * 2
    assert offered(ready(card, owned=own, used=[[], [], []]), card)
    assert not offered(ready(card, owned=own, used=[[card], [], []]), card)


@pytest.mark.parametrize("card", [card for card, (kind, _) in ADVANCED.items() if kind != "Elephant"])
def test_r23_an_advanced_action_that_is_blocked_is_not_offered(card: str) -> None:
    laid = [card, "Continental Embargo"]
    assert offered(ready(card, advanced=laid), card)
    assert not offered(ready(card, advanced=laid, embargo=[card]), card)


@pytest.mark.parametrize("card", [card for card, (_, moments) in BASIC.items() if moments[0] != "answer"])
def test_a_basic_action_may_be_used_several_times_a_round(card: str) -> None:
    moment = BASIC[card][1][0]
    table = ready(card, owned=letter(BASIC[card][0]) * 2)
    table.do(button(card)).pass_until(ASKED[moment], seat=0)
    assert offered(table, card)
    table.do(button(card))
    assert table.owned.startswith("- ")


# Lions


def test_peace_adds_one_to_the_strength_of_its_player() -> None:
    table = draw("India 312", phase="alliances", owned="ll - -")
    assert table.winning == [[0, 1], [0, 2]]
    assert table.effect("play Peace") == {**paid(0, "Lion"), "strength 0": 1}
    assert table.winning == [[0], [0, 1], [0, 2]]


def test_peace_may_be_used_again_in_the_same_region() -> None:
    table = draw("India 312", phase="alliances", owned="ll l -")
    table.do("play Peace", "play Peace", "pass", "play Peace")
    assert table.strength == [5, 2, 2]


def test_peace_is_not_offered_without_agents_in_the_region() -> None:
    table = draw("India 0123", "Africa 1111", phase="alliances", owned="- l - l", seat=1)
    assert table.can("play Peace")
    away = draw("India 1023", "Africa 1111", phase="alliances", owned="- l - l", seat=1, new="- c - -")
    assert away.seat == 1
    assert away.asked == "SPEAK"
    assert not away.can("play Peace")


def test_r13_strength_is_not_agents_when_tokens_are_taken() -> None:
    table = draw("India 312", phase="alliances", owned="ll - -").do("play Peace").pass_until("SPEAK", 0)
    table.do("claim the region alone").pass_until("SPEAK")
    assert table.new == "eee - -"
    assert table.stock("Elephant") == 9


def test_r13_strength_is_gone_in_the_next_region() -> None:
    table = draw("India 312", "Australia 211", phase="alliances", owned="ll - -").do("play Peace")
    table.pass_until("SPEAK", 0).do("claim the region alone").pass_until("SPEAK")
    assert table.region == "Australia"
    assert table.strength == [2, 1, 1]


@pytest.mark.parametrize(("agents", "halved"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_r13_slavery_halves_the_strength_of_a_player_rounding_up(agents: int, halved: int) -> None:
    table = draw(f"India 1{agents}1", phase="alliances", owned="l - -", basic=["Freedom is slavery"])
    table.do("play Freedom")
    assert table.effect("halve the strength of seat 1") == {"strength 1": halved - agents}


def test_slavery_costs_a_lion_and_leaves_the_agents() -> None:
    table = draw("India 131", phase="alliances", owned="l - -", basic=["Freedom is slavery"])
    assert table.effect("play Freedom", "halve the strength of seat 1") == {**paid(0, "Lion"), "strength 1": -1}
    assert table.agents("India") == "131"


def test_slavery_names_any_player_whose_strength_is_two_or_more() -> None:
    table = draw("India 2130", phase="alliances", owned="l - - -", basic=["Freedom is slavery"]).do("play Freedom")
    assert table.choices == ["halve the strength of seat 0", "halve the strength of seat 2"]
    assert table.effect("halve the strength of seat 0") == {"strength 0": -1}


def test_slavery_is_not_offered_where_nobody_has_a_strength_of_two() -> None:
    table = draw("India 1111", phase="alliances", owned="l - - -", basic=["Freedom is slavery"])
    assert table.seat == 0
    assert not table.can("play Freedom")


def test_we_share_our_love_doubles_the_strength_of_its_player() -> None:
    card = "We share our love"
    table = draw("India 332", phase="alliances", owned="ll - -", advanced=[card], bought={0: [card]})
    assert table.effect("play We share") == {**spent(0, "Lion"), "strength 0": 3}
    assert table.winning == [[0], [0, 1], [0, 2]]
    assert not table.pass_until("SPEAK", 0).can("play We share")


def test_we_share_our_love_is_not_offered_without_strength() -> None:
    card = "We share our love"
    table = draw("India 022", phase="alliances", owned="l - -", new="c - -", advanced=[card], bought={0: [card]})
    assert table.seat == 0
    assert table.can("give")
    assert not table.can("play We share")


@pytest.mark.parametrize(
    ("played", "strength"),
    [
        (["play We share", "play Peace"], 7),
        (["play Peace", "play We share"], 8),
        (["play Peace", "play Peace"], 5),
    ],
)
def test_r13_lions_act_in_the_order_of_play(played: list[str], strength: int) -> None:
    card = "We share our love"
    table = draw("India 354", phase="alliances", owned="ll - -", advanced=[card], bought={0: [card]})
    for text in played:
        table.do(text).pass_until("SPEAK", 0)
    assert table.strength == [strength, 5, 4]


def test_r13_slavery_is_rounded_each_time() -> None:
    table = draw("India 511", phase="alliances", owned="- ll l", basic=["Freedom is slavery"], seat=1)
    strengths = []
    for _ in range(3):
        table.do("play Freedom", "halve the strength of seat 0")
        strengths.append(table.strength[0])
        table.pass_until("SPEAK", 2 if len(strengths) == 1 else 1)
    assert strengths == [3, 2, 1]


def test_pacifist_resolution_adds_two_to_the_strength_of_its_player() -> None:
    card = "Pacifist Resolution"
    table = draw("India 233", phase="alliances", owned="l - -", advanced=[card], bought={0: [card]})
    assert table.effect("play Pacifist") == {**spent(0, "Lion"), "strength 0": 2}


def test_pacifist_resolution_is_not_offered_without_agents_in_the_region() -> None:
    card = "Pacifist Resolution"
    table = draw("India 022", phase="alliances", owned="l - -", new="c - -", advanced=[card], bought={0: [card]})
    assert table.seat == 0
    assert table.can("give")
    assert not table.can("play Pacifist")


def test_love_knows_no_borders_separates_two_opponents() -> None:
    card = "Love knows no borders"
    table = draw("India 322", phase="alliances", owned="ll - -", advanced=[card], bought={0: [card]})
    assert table.winning == [[0, 1], [0, 2], [1, 2]]
    change = table.effect("play Love knows", "separate seat 1 from another", "separate seat 1 from seat 2")
    assert change == {**spent(0, "Lion"), "separated 1 2": 1, "separated 2 1": 1}
    assert table.strength == [3, 2, 2]


def test_r13_players_who_are_separated_do_not_count_together_against_an_alliance() -> None:
    """Seat 0 (3) has no majority, but the others (2 and 2) cannot join against it."""
    card = "Love knows no borders"
    table = draw("India 322", phase="alliances", owned="ll - -", advanced=[card], bought={0: [card]})
    table.do("play Love knows", "separate seat 1 from another", "separate seat 1 from seat 2")
    assert table.winning == [[0], [0, 1], [0, 2]]
    table.do("propose an alliance with seat 0").pass_until("SPEAK", 0)
    assert table.can("claim the region alone")


def test_love_knows_no_borders_names_opponents_with_agents_here() -> None:
    card = "Love knows no borders"
    table = draw("India 21102", phase="alliances", owned="l - - - -", advanced=[card], bought={0: [card]})
    table.do("play Love knows")
    assert table.choices == [f"separate seat {seat} from another" for seat in (1, 2, 4)]
    table.do("separate seat 4 from another")
    assert table.choices == ["separate seat 4 from seat 1", "separate seat 4 from seat 2"]


def test_love_knows_no_borders_is_not_offered_where_one_opponent_is_here() -> None:
    card = "Love knows no borders"
    table = draw("India 210", phase="alliances", owned="l - -", advanced=[card], bought={0: [card]})
    assert table.seat == 0
    assert not table.can("play Love knows")


def test_love_knows_no_borders_is_not_offered_where_they_are_separated() -> None:
    card = "Love knows no borders"
    region = {"name": "India", "separated": [[1, 2]]}
    table = draw("India 322", phase="alliances", owned="l - -", advanced=[card], bought={0: [card]}, region=region)
    assert table.seat == 0
    assert not table.can("play Love knows")


def test_love_knows_no_borders_dissolves_an_alliance_of_the_two() -> None:
    card = "Love knows no borders"
    table = draw("India 322", phase="alliances", owned="l - -", advanced=[card], bought={0: [card]}, first_player=1)
    table.pass_until("SPEAK", 1)
    table.do("propose an alliance with seat 2", "seat 1 takes 2", "seat 2 takes 2", "agree")
    assert table.asked == "LAST_ACTIONS"
    assert table.seat == 0
    table.do("play Love knows", "separate seat 1 from another", "separate seat 1 from seat 2")
    assert table.asked == "SPEAK"
    assert table.new == "- - -"
    assert table.region == "India"
    assert [1, 2] not in table.winning


def standing(agents: str, members: list[int], shares: list[int], seat: int, card: str, **more: Any) -> Play:
    """An alliance stands provisionally in India, and seat has bought `card` and has two Lions."""
    players = len(agents)
    owned = " ".join("ll" if s == seat else "-" for s in range(players))
    deal = {"proposer": members[0], "members": members, "shares": shares}
    laid = {"advanced": [card], "bought": {seat: [card]}} if card in ADVANCED else {"basic": [card]}
    return draw(
        f"India {agents}",
        **{"phase": "alliances", "asked": "last actions", "deal": deal, "seat": seat, "owned": owned, **laid, **more},
    )


def test_too_much_peace_takes_one_off_the_strength_of_chosen_members() -> None:
    table = standing("43213", [0, 1, 2], [3, 2, 2, 0, 0], 3, "Too much peace")
    change = table.effect("play Too much", "strength -1 for seat 0", "strength -1 for seat 2", "no more")
    assert change == {**spent(3, "Lion"), "strength 0": -1, "strength 2": -1}


def test_too_much_peace_may_hit_all_members_and_nobody_outside() -> None:
    table = standing("3220", [0, 1], [3, 2, 0, 0], 2, "Too much peace")
    table.do("play Too much")
    assert table.choices == ["strength -1 for seat 0", "strength -1 for seat 1"]  # one at least
    table.do("strength -1 for seat 1")
    assert table.choices == ["no more", "strength -1 for seat 0"]
    before = table.facts()
    table.do("strength -1 for seat 0")
    assert table.strength == [2, 1, 2, 0]
    assert table.changes(before) == {"strength 0": -1, "strength 1": -1}


def test_r13_too_much_peace_stops_at_0() -> None:
    region = {"name": "India", "strength": [5, 0, 1]}
    table = standing("511", [0, 1], [3, 1, 0], 2, "Too much peace", region=region)
    table.do("play Too much")
    assert table.choices == ["strength -1 for seat 0"]
    region = {"name": "India", "strength": [1, 0, 0]}
    table = standing("111", [0], [1, 0, 0], 2, "Too much peace", region=region)
    table.do("play Too much", "strength -1 for seat 0")
    assert table.strength == [0, 0, 0]


def test_r16_too_much_peace_dissolves_an_alliance_that_no_longer_wins() -> None:
    table = standing("2220", [0, 1], [2, 2, 0, 0], 2, "Too much peace")
    assert [0, 1] in table.winning
    table.do("play Too much", "strength -1 for seat 0", "strength -1 for seat 1", "pass")
    assert table.strength == [1, 1, 2, 0]
    assert [0, 1] not in table.winning
    assert (table.asked, table.region, table.new) == ("SPEAK", "India", "- - - -")


def test_r16_too_much_peace_lasts_for_the_whole_region() -> None:
    table = standing("221", [0, 1], [2, 2, 0], 1, "Too much peace")
    table.do("play Too much", "strength -1 for seat 0", "no more")
    assert table.strength == [1, 2, 1]
    table.pass_until("SPEAK")
    assert table.new == "ee ee -"  # 3 against 1: it still won


def test_r16_too_much_peace_is_playable_against_a_lone_claim() -> None:
    table = standing("311", [0], [3, 0, 0], 2, "Too much peace")
    table.do("play Too much", "strength -1 for seat 0")
    assert table.strength == [2, 1, 1]
    assert table.winning == [[0, 1], [0, 2]]
    table.pass_until("SPEAK")
    assert table.region == "India"
    assert table.new == "- - -"


def test_too_much_peace_is_playable_by_a_member() -> None:
    assert standing("321", [0, 1], [3, 2, 0], 0, "Too much peace").can("play Too much")


# Donkeys


NAMED = {"name": "India"}


def claims(table: Play, seat: int = 0) -> Play:
    """`seat` claims the region alone, nobody plays anything more, the next region opens."""
    return table.pass_until("SPEAK", seat).do("claim the region alone").pass_until("SPEAK")


@pytest.mark.parametrize(("times", "taken"), [(0, "eeeee"), (1, "eee"), (2, "e")])
def test_r14_orthodoxy_lowers_the_limit_by_two_each_time(times: int, taken: str) -> None:
    """Three players may take five; seat 0 has six agents."""
    table = draw("India 611", phase="alliances", owned="dd - -")
    for _ in range(times):
        assert table.effect("play Orthodoxy") == {**paid(0, "Donkey"), "orthodoxy": 1}
        table.pass_until("SPEAK", 0)
    assert claims(table).new == f"{taken} - -"
    assert table.stock("Elephant") == 12 - len(taken)


def test_r14_orthodoxy_counts_from_the_tokens_that_are_there() -> None:
    table = draw("India 611", phase="alliances", owned="d - -", new="- eeee eeee").do("play Orthodoxy")
    assert claims(table).new == "ee eeee eeee"


def test_r14_orthodoxy_is_not_offered_where_the_limit_is_0() -> None:
    """Two tokens are left, of which one Orthodoxy leaves none."""
    for orthodoxy, possible in ((0, True), (1, False)):
        region = {**NAMED, "orthodoxy": orthodoxy}
        table = draw("India 611", phase="alliances", owned="d - -", new="- eeeee eeeee", region=region)
        assert table.seat == 0
        assert table.can("play Orthodoxy") == possible


def test_r16_orthodoxy_dissolves_a_deal_that_divides_more() -> None:
    for shares, stands in (([2, 1, 0], True), ([2, 2, 0], False)):
        table = standing("332", [0, 1], shares, 2, "Orthodoxy is unconsciousness", owned="- - d")
        table.do("play Orthodoxy").pass_until("SPEAK")
        assert (table.region == "Australia") == stands
        assert table.new == ("ee e -" if stands else "- - -")


EXTRA = {"moods": ["Collectivism", "2+2=5", "Peace is war"], "first_region": "Latin America", "round": 2}


@pytest.mark.parametrize("region", ["Collectivism", "2+2=5", "Peace is war"])
@pytest.mark.parametrize("card", [card for card, (kind, when) in CARDS.items() if kind == "Donkey" and when == REGION])
def test_r21_of_the_donkeys_only_nothing_to_report_applies_in_extra_regions(card: str, region: str) -> None:
    laid = {"advanced": [card], "bought": {0: [card]}} if card in ADVANCED else {"basic": [card]}
    table = draw(f"{region} 211", "India 222", phase="alliances", owned="d - -", region=region, **EXTRA, **laid)
    assert table.seat == 0
    assert table.asked == "SPEAK"
    assert table.can(button(card)) == (card == "Nothing to report" and region == "Collectivism")


@pytest.mark.parametrize("card", [card for card, (kind, when) in CARDS.items() if kind == "Lion" and when == REGION])
def test_r21_lions_apply_in_extra_regions(card: str) -> None:
    laid = {"advanced": [card], "bought": {0: [card]}} if card in ADVANCED else {"basic": [card]}
    table = draw("2+2=5 211", "India 222", phase="alliances", owned="l - -", region="2+2=5", **EXTRA, **laid)
    assert table.seat == 0
    assert table.can(button(card))


def test_peaceful_solutions_takes_two_off_what_an_opponent_takes() -> None:
    table = standing("431", [0, 1], [4, 1, 0], 2, "Peaceful Solutions", owned="- - dd")
    assert table.effect("play Peaceful", "seat 0 takes 2 tokens fewer") == {**paid(2, "Donkey"), "fewer 0": 1}
    assert table.pass_until("SPEAK").new == "ee e -"


@pytest.mark.parametrize(("share", "left"), [(5, 3), (4, 2), (3, 1), (2, 1), (1, 1), (0, 0)])
def test_r14_peaceful_solutions_leaves_one_token_at_least_but_0_stays_0(share: int, left: int) -> None:
    table = standing("541", [0, 1], [share, 0, 0], 2, "Peaceful Solutions", owned="- - d")
    table.do("play Peaceful", "seat 0 takes 2 tokens fewer").pass_until("SPEAK")
    assert table.new == f"{'e' * left or '-'} - -"
    assert table.stock("Elephant") == 12 - left


def test_r14_peaceful_solutions_adds_up() -> None:
    for times, left in ((1, 3), (2, 1)):
        table = standing("541", [0, 1], [5, 0, 0], 2, "Peaceful Solutions", owned="- - dd")
        for _ in range(times):
            table.do("play Peaceful", "seat 0 takes 2 tokens fewer")
        assert table.pass_until("SPEAK").new == f"{'e' * left} - -"


def test_r14_peaceful_solutions_leaves_the_others_their_shares() -> None:
    table = standing("541", [0, 1], [3, 2, 0], 2, "Peaceful Solutions", owned="- - d")
    table.do("play Peaceful", "seat 0 takes 2 tokens fewer").pass_until("SPEAK")
    assert table.new == "e ee -"


def test_peaceful_solutions_names_opponents_with_agents_here() -> None:
    table = draw("India 3210", "Africa 1111", phase="alliances", owned="d - - -", basic=["Peaceful Solutions"])
    table.do("play Peaceful")
    assert table.choices == ["seat 1 takes 2 tokens fewer", "seat 2 takes 2 tokens fewer"]


def test_peaceful_solutions_is_not_offered_where_no_opponent_is() -> None:
    table = draw("India 300", "Africa 111", phase="alliances", owned="d - -", basic=["Peaceful Solutions"])
    assert table.seat == 0
    assert table.can("claim")
    assert not table.can("play Peaceful")


@pytest.mark.parametrize(("agents", "taken"), [("311", 5), ("411", 6), ("611", 7)])
def test_r14_record_harvest_raises_the_limit_and_gives_its_player_two_beyond_their_agents(
    agents: str, taken: int
) -> None:
    card = "Record harvest"
    table = draw(f"India {agents}", phase="alliances", owned="d - -", advanced=[card], bought={0: [card]})
    assert table.effect("play Record") == {**spent(0, "Donkey"), "harvest 0": 1}
    assert claims(table).new == f"{'e' * taken} - -"


def test_r14_record_harvest_of_a_loser_raises_the_limit_only() -> None:
    card = "Record harvest"
    for agents, taken in (("611", 6), ("811", 7), ("411", 4)):
        has = {1: [card]}
        table = draw(f"India {agents}", phase="alliances", owned="- d -", advanced=[card], bought=has, seat=1)
        table.do("play Record")
        assert claims(table).new == f"{'e' * taken} - -"


def test_r14_the_two_beyond_are_part_of_what_the_alliance_divides() -> None:
    card = "Record harvest"
    table = draw("India 223", phase="alliances", owned="d - -", advanced=[card], bought={0: [card]})
    table.do("play Record").pass_until("SPEAK", 0).do("propose an alliance with seat 1")
    assert [text for text in table.choices if text.startswith("seat 0")][-1] == "seat 0 takes 6"
    table.do("seat 0 takes 2")
    assert table.choices[-1] == "seat 1 takes 4"


def test_r12_record_harvest_is_not_offered_in_a_region_without_tokens() -> None:
    laid = {"advanced": ["Record harvest"], "bought": {0: ["Record harvest"]}, "owned": "d - - -"}
    empty = draw("Africa 1200", phase="alliances", new="llll llll llll -", **laid)
    assert empty.stock("Lion") == 0
    assert not empty.can("play Record harvest")
    assert draw("Africa 1200", phase="alliances", new="llll llll lll -", **laid).can("play Record harvest")


def test_record_harvest_is_offered_without_agents_only_where_it_raises_the_limit() -> None:
    card = "Record harvest"
    laid = {"advanced": [card], "bought": {0: [card]}}
    for tokens, raises in (("eeeeee", True), ("eeeeeee", False)):
        table = draw("India 062", phase="alliances", owned="d - -", new=f"- {tokens} -", **laid)
        assert table.seat == 0
        assert table.can("give")
        assert table.can("play Record") == raises


def test_fair_shares_divides_equally_and_leaves_the_rest() -> None:
    table = standing("431", [0, 1], [4, 1, 0], 2, "Fair shares", owned="- - dl")
    change = table.effect("play Fair shares")
    assert change == {**spent(2, "Donkey"), "fair": 1, "share 0": -2, "share 1": 1}
    assert table.pass_until("SPEAK").new == "ee ee -"
    assert table.stock("Elephant") == 8


def test_fair_shares_leaves_a_lone_winner_everything() -> None:
    card = "Fair shares"
    table = draw("India 411", phase="alliances", owned="- d -", advanced=[card], bought={1: [card]}, seat=1)
    assert table.effect("play Fair") == {**spent(1, "Donkey"), "fair": 1}
    assert claims(table).new == "eeee - -"


def test_fair_shares_leaves_nothing_to_propose_about_the_division() -> None:
    card = "Fair shares"
    table = draw("India 2213", phase="alliances", owned="d - - -", advanced=[card], bought={0: [card]})
    table.do("play Fair").pass_until("SPEAK", 0).do("propose an alliance with seats 1 and 2")
    assert table.asked == "ANSWER"
    table.do("agree", "agree").pass_until("SPEAK")
    assert table.new == "e e e -"
    assert table.stock("Elephant") == 9


def test_fair_shares_is_not_offered_twice_in_a_region() -> None:
    card = "Fair shares"
    laid = {"advanced": [card], "bought": {0: [card]}}
    for fair in (False, True):
        table = draw("India 311", phase="alliances", owned="d - -", region={**NAMED, "fair": fair}, **laid)
        assert table.seat == 0
        assert table.can("play Fair") != fair


def taken(took: str, seat: int = 2, **more: Any) -> Play:
    """The winners have taken tokens in India, a digit a seat; `seat` and more have Requisition and a Donkey."""
    counts = [int(n) for n in took]
    winners = [s for s, n in enumerate(counts) if n] or [0]
    given = {
        "region": {**NAMED, "won": winners, "took": counts},
        "new": " ".join("e" * n or "-" for n in counts),
        "owned": " ".join("d" if s == seat else "-" for s in range(len(counts))),
        "advanced": ["Requisition"],
        "bought": {seat: ["Requisition"]},
    }
    agents = "33" + "1" * (len(counts) - 2)
    return draw(f"India {agents}", **{"phase": "alliances", "asked": "requisition", "seat": seat, **given, **more})


def test_requisition_takes_a_token_that_an_opponent_just_took() -> None:
    table = taken("320")
    assert table.choices == ["pass", "play Requisition for a Donkey"]
    table.do("play Requisition")
    assert table.choices == ["take a token that seat 0 took", "take a token that seat 1 took"]
    table.do("take a token that seat 1 took")
    assert table.new == "eee e e"
    assert table.region == "Australia"


def test_r20_requisition_is_offered_to_winners_too_but_not_against_themselves() -> None:
    table = taken("320", seat=1)
    table.do("play Requisition")
    assert table.choices == ["take a token that seat 0 took"]
    assert table.do("take a token").new == "ee eee -"


def test_r20_requisition_goes_in_turn_order_from_the_first_player() -> None:
    has = {0: ["Requisition"], 1: ["Requisition"], 2: ["Requisition"]}
    table = taken("320", seat=1, first_player=1, owned="d d d", bought=has)
    seats = []
    while table.asked == "REQUISITION":
        seats.append(table.seat)
        table.do("pass")
    assert seats == [1, 2, 0]


def test_requisition_leaves_the_other_tokens_of_the_opponent() -> None:
    """Seat 0 took one token; another Elephant in New and one in Owned are not up for it."""
    has = {1: ["Requisition"], 2: ["Requisition"]}
    table = taken("120", seat=1, owned="e d d", new="ee ee -", bought=has)
    table.do("play Requisition", "take a token that seat 0 took")
    assert (table.new, table.seat, table.asked) == ("e eee -", 2, "REQUISITION")
    table.do("play Requisition")
    assert table.choices == ["take a token that seat 1 took"]


def test_requisition_is_not_offered_where_opponents_took_nothing() -> None:
    laid = {"phase": "alliances", "owned": "d d -", "advanced": ["Requisition"]}
    table = draw("India 311", "Australia 211", **laid, bought={0: ["Requisition"]})
    table.do("claim the region alone", "pass", "pass")
    assert (table.asked, table.region, table.new) == ("SPEAK", "Australia", "eee - -")
    table = draw("India 311", "Australia 211", **laid, bought={1: ["Requisition"]})
    table.do("claim the region alone", "pass", "pass")
    assert (table.asked, table.seat, table.region) == ("REQUISITION", 1, "India")


def test_nothing_to_report_keeps_the_tokens_in_the_region() -> None:
    card = "Nothing to report"
    laid = {"phase": "alliances", "owned": "- d -", "advanced": [card], "bought": {1: [card]}, "seat": 1}
    table = draw("India 311", "Australia 211", **laid)
    assert table.effect("play Nothing") == {**spent(1, "Donkey"), "nothing": 1}
    assert claims(table).new == "- - -"
    assert table.stock("Elephant") == 12
    assert table.region == "Australia"


def test_nothing_to_report_also_takes_the_tokens_from_an_alliance_that_stands() -> None:
    table = standing("431", [0, 1], [4, 1, 0], 2, "Nothing to report", owned="- - dl")
    change = table.effect("play Nothing")
    assert change == {**spent(2, "Donkey"), "nothing": 1, "share 0": -4, "share 1": -1}
    table.pass_until("MOVE")
    assert table.state["round"] == 2
    assert table.new == "- - -"


def test_nothing_to_report_leaves_the_side_payment() -> None:
    deal = {"proposer": 0, "members": [0, 1], "shares": [3, 2, 0], "payer": 0, "payee": 1, "payment": ["Owned Cat"]}
    table = standing("431", [0, 1], [], 2, "Nothing to report", owned="c - d", deal=deal)
    table.do("play Nothing").pass_until("SPEAK")
    assert (table.new, table.owned) == ("- c -", "- - -")


def test_nothing_to_report_still_counts_the_victory_for_moods() -> None:
    card = "Nothing to report"
    laid = {"advanced": [card], "bought": {1: [card]}, "moods": ["Range of Love", "Less is more", None]}
    table = draw("India 311", phase="alliances", owned="- d -", seat=1, **laid).do("play Nothing")
    assert claims(table).vp == [1, 0, 0]  # for the victory, not for most tokens


def test_r21_nothing_to_report_applies_to_collectivism() -> None:
    card = "Nothing to report"
    laid = {"advanced": [card], "bought": {1: [card]}, "moods": ["Collectivism", None, None]}
    table = draw("Collectivism 311", "Africa 111", phase="alliances", owned="- d -", region="Collectivism", **laid)
    table.pass_until("SPEAK", 1).do("play Nothing").pass_until("SPEAK", 0).do("claim the region alone")
    assert table.asked != "COLLECT"
    assert table.new == "- - -"


def test_nothing_to_report_is_not_offered_twice_in_a_region() -> None:
    card = "Nothing to report"
    laid = {"advanced": [card], "bought": {0: [card]}}
    for nothing in (False, True):
        table = draw("India 311", phase="alliances", owned="d - -", region={**NAMED, "nothing": nothing}, **laid)
        assert table.seat == 0
        assert table.can("play Nothing") != nothing


# Elephants that cancel


def test_war_is_peace_cancels_a_basic_action_which_stays_paid() -> None:
    table = draw("India 321", phase="alliances", owned="l e -").do("play Peace")
    assert (table.asked, table.seat) == ("REACT", 1)
    assert table.strength == [3, 2, 1]
    assert table.choices == ["let it be", "play War is peace for an Elephant"]
    assert table.effect("play War") == paid(1, "Elephant")
    assert (table.strength, table.owned) == ([3, 2, 1], "- - -")


def test_war_is_peace_lets_the_action_be_if_it_is_not_played() -> None:
    table = draw("India 321", phase="alliances", owned="l e -").do("play Peace", "let it be")
    assert (table.strength, table.owned) == ([4, 2, 1], "- e -")


def test_war_is_peace_cannot_answer_an_advanced_action() -> None:
    card = "Pacifist Resolution"
    table = draw("India 321", phase="alliances", owned="l e -", advanced=[card], bought={0: [card]})
    table.do("play Pacifist")
    assert (table.asked, table.strength) == ("SPEAK", [5, 2, 1])


def test_war_is_peace_cancels_another_elephant() -> None:
    table = draw("India 321", phase="alliances", owned="l e e").do("play Peace", "play War")
    assert (table.asked, table.seat) == ("REACT", 2)
    table.do("play War")
    assert (table.strength, table.owned) == ([4, 2, 1], "- - -")


def test_love_cancels_an_action_whose_player_has_nothing_to_discard() -> None:
    table = draw("India 321", phase="alliances", owned="l e -", new="c - -", airdrop="c - -", basic=["Love"])
    table.do("play Peace")
    assert table.effect("play Love") == paid(1, "Elephant")
    assert table.strength == [3, 2, 1]


def test_love_is_bought_off_with_one_owned_token() -> None:
    table = draw("India 321", phase="alliances", owned="ld e -", new="c - -", basic=["Love"])
    table.do("play Peace", "play Love")
    assert (table.asked, table.seat) == ("RANSOM", 0)
    assert table.choices == ["discard a Donkey", "discard nothing"]
    change = table.effect("discard a Donkey")
    assert change == {**paid(0, "Donkey"), "strength 0": 1}


def test_love_cancels_if_nothing_is_discarded() -> None:
    table = draw("India 321", phase="alliances", owned="ld e -", basic=["Love"])
    assert table.do("play Peace", "play Love").effect("discard nothing") == {}
    assert (table.strength, table.owned) == ([3, 2, 1], "d - -")


def test_love_answers_advanced_actions_too_which_stay_used() -> None:
    card = "Pacifist Resolution"
    has = {"advanced": [card], "bought": {0: [card]}, "basic": ["Love"]}
    table = draw("India 321", phase="alliances", owned="ll e -", **has).do("play Pacifist", "play Love")
    table.do("discard nothing").pass_until("SPEAK", 0)
    assert table.strength == [3, 2, 1]
    assert not table.can("play Pacifist")


@pytest.mark.parametrize("card", ["Peace", "Pacifist Resolution"])
def test_i_love_big_brother_cancels_basic_and_advanced_actions(card: str) -> None:
    laid = ["Pacifist Resolution", "I love Big Brother"]
    has = {0: laid[:1], 1: laid[1:]}
    table = draw("India 321", phase="alliances", owned="ll e -", advanced=laid, bought=has).do(f"play {card}")
    assert (table.asked, table.seat) == ("REACT", 1)
    assert table.effect("play I love") == spent(1, "Elephant")
    assert (table.strength, table.owned) == ([3, 2, 1], "l - -")


def test_i_love_big_brother_cancels_another_elephant() -> None:
    card = "I love Big Brother"
    table = draw("India 321", phase="alliances", owned="l e e", advanced=[card], bought={1: [card], 2: [card]})
    table.do("play Peace", "play I love", "play I love")
    assert (table.strength, table.owned) == ([4, 2, 1], "- - -")


def test_i_love_big_brother_is_used_once_a_round() -> None:
    card = "I love Big Brother"
    has = {"advanced": [card], "bought": {1: [card]}, "basic": ["Love"]}
    table = draw("India 321", phase="alliances", owned="ll ee -", **has)
    table.do("play Peace", "play I love").pass_until("SPEAK", 0).do("play Peace")
    assert table.seat == 1
    assert table.can("play Love")
    assert not table.can("play I love")


# Elephants at any time


EMBARGO, PRESS = "Continental Embargo", "Freedom of the press"


def test_continental_embargo_blocks_an_action_for_everybody() -> None:
    laid = [COPIED, EMBARGO]
    has = {0: laid, 1: [COPIED]}
    table = draw("India 222", phase="alliances", owned="el l -", advanced=laid, bought=has)
    assert table.can("play Pacifist")
    table.do("play Continental")
    assert table.choices == ["block Continental Embargo", "block Pacifist Resolution"]
    table.do("block Pacifist Resolution")
    assert table.owned == "l l -"
    assert table.seat == 1
    assert not table.can("play Pacifist")
    table.pass_until("SPEAK", 0)
    assert table.can("play Peace")
    assert not table.can("play Pacifist")


def test_continental_embargo_changes_nothing_else() -> None:
    table = draw("India 222", phase="alliances", owned="e - -", advanced=[COPIED, EMBARGO], bought={0: [EMBARGO]})
    table.do("play Continental")
    assert table.effect("block Pacifist") == {"embargo Lion": 1}


def test_continental_embargo_can_block_itself_for_the_others() -> None:
    has = {0: [EMBARGO], 1: [EMBARGO]}
    table = draw("India 222", phase="alliances", owned="ee e -", advanced=[EMBARGO], bought=has)
    table.do("play Continental")
    assert table.effect("block Continental", "let it be") == {"embargo Elephant": 1}
    assert (table.seat, table.asked) == (1, "SPEAK")
    assert not table.can("play Continental")


def test_continental_embargo_does_not_name_what_is_blocked() -> None:
    laid = [COPIED, EMBARGO]
    table = draw("India 222", phase="alliances", owned="e - -", advanced=laid, bought={0: [EMBARGO]}, embargo=[COPIED])
    assert table.do("play Continental").choices == ["block Continental Embargo"]


def test_r23_continental_embargo_does_not_undo_the_use_that_it_answers() -> None:
    laid = [COPIED, EMBARGO]
    has = {0: [COPIED], 1: [EMBARGO], 2: [COPIED]}
    table = draw("India 222", phase="alliances", owned="l e l", advanced=laid, bought=has).do("play Pacifist")
    assert (table.asked, table.seat) == ("REACT", 1)
    table.do("play Continental", "block Pacifist Resolution")
    assert table.strength == [4, 2, 2]
    assert table.facts()["embargo Lion"] == 1
    table.pass_until("SPEAK", 2)
    assert not table.can("play Pacifist")


def test_r23_continental_embargo_does_not_block_buying_and_ends_with_the_round() -> None:
    laid = [COPIED, EMBARGO]
    table = draw(phase="buying", new="ccc - -", owned="e - -", advanced=laid, bought={0: [EMBARGO]})
    table.do("play Continental", "block Pacifist Resolution")
    assert (
        table.effect("buy Pacifist", "pay a Cat", "pay a Cat").items() >= {"bought Lion 0": 1, "New Cat 0": -2}.items()
    )
    assert table.facts()["embargo Lion"] == 1
    table.pass_until("MOVE")
    assert table.facts()["embargo Lion"] == 0
    assert table.state["round"] == 2


def test_r23_continental_embargo_can_be_played_in_the_moves_phase() -> None:
    laid = ["Voluntary resettlement", EMBARGO]
    has = {0: [EMBARGO], 1: laid[:1]}
    for played, blocked in ((["pass"], False), (["play Continental", "block Voluntary", "pass"], True)):
        table = draw(phase="moves", owned="e c -", advanced=laid, bought=has).do(*played)
        assert (table.seat, table.asked) == (1, "MOVE")
        assert table.can("play Voluntary") != blocked


def test_freedom_of_the_press_takes_1_vp_from_an_opponent() -> None:
    table = draw("India 222", phase="alliances", owned="e - -", advanced=[PRESS], bought={0: [PRESS]}, vp=[4, 5, 6])
    table.do("play Freedom of the press")
    assert table.choices == ["seat 1 loses 1 VP", "seat 2 loses 1 VP"]
    assert table.effect("seat 2 loses") == {"vp 2": -1}


def test_freedom_of_the_press_costs_an_elephant() -> None:
    table = draw("India 222", phase="alliances", owned="e - -", advanced=[PRESS], bought={0: [PRESS]}, vp=[4, 5, 6])
    assert table.effect("play Freedom of the press", "seat 1 loses") == {**spent(0, "Elephant"), "vp 1": -1}


def test_freedom_of_the_press_stops_at_0_and_its_choices_do_not_tell_who_has_none() -> None:
    table = draw("India 222", phase="alliances", owned="e - -", advanced=[PRESS], bought={0: [PRESS]}, vp=[4, 0, 6])
    table.do("play Freedom of the press")
    assert table.choices == ["seat 1 loses 1 VP", "seat 2 loses 1 VP"]
    assert table.do("seat 1 loses").vp == [4, 0, 6]


def test_r23_freedom_of_the_press_can_be_an_answer_that_cancels_nothing() -> None:
    table = draw("India 222", phase="alliances", owned="l e -", advanced=[PRESS], bought={1: [PRESS]}, vp=[4, 5, 6])
    table.do("play Peace", "play Freedom of the press", "seat 0 loses")
    assert (table.vp, table.strength, table.seat) == ([3, 5, 6], [3, 2, 2], 1)


# Confession


def confession(copied: str, phase: str, owned: str, *agents: str, has: Any = None, **more: Any) -> Play:
    """Seat 0 has bought Confession, seat 1 `copied`."""
    bought = {0: [CONFESSION], 1: [copied], **(has or {})}
    rows = agents or ("India 321", "Africa 121")
    return draw(*rows, **{"phase": phase, "owned": owned, "advanced": [copied, CONFESSION], "bought": bought, **more})


def test_r23_confession_uses_the_rule_for_an_elephant_only() -> None:
    table = confession(COPIED, "alliances", "el l -")
    change = table.effect(f"play {COPIED} by Confession")
    assert change == {**spent(0, "Elephant"), "strength 0": 2}


def test_r23_confession_uses_up_itself_and_not_the_use_of_the_owner() -> None:
    table = confession(COPIED, "alliances", "ee l -").do(f"play {COPIED} by Confession")
    assert table.pass_until("SPEAK", 1).can("play Pacifist Resolution for a Lion")
    assert not table.pass_until("SPEAK", 0).can(f"play {COPIED} by Confession")


def test_r23_confession_copies_what_the_owner_has_used() -> None:
    assert confession(COPIED, "alliances", "e - -", used=[[], [COPIED], []]).can(f"play {COPIED} by Confession")


def test_r23_confession_leaves_the_own_use_of_the_same_action() -> None:
    both = {0: [CONFESSION, COPIED]}
    table = confession(COPIED, "alliances", "el - -", has=both)
    table.do(f"play {COPIED} by Confession").pass_until("SPEAK", 0)
    table.do("play Pacifist Resolution for a Lion")
    assert table.strength == [7, 2, 1]
    used = confession(COPIED, "alliances", "el - -", has=both, used=[[COPIED], [], []])
    assert used.can(f"play {COPIED} by Confession")
    assert not used.can("play Pacifist Resolution for")


def test_r23_confession_copies_only_what_an_opponent_has_bought() -> None:
    for has, may in (({1: []}, False), ({0: [CONFESSION, COPIED], 1: []}, False), ({1: [], 2: [COPIED]}, True)):
        table = confession(COPIED, "alliances", "el - -", has=has)
        assert table.seat == 0
        assert table.can(f"play {COPIED} by Confession") == may


def test_r23_confession_does_not_copy_confession() -> None:
    table = confession(COPIED, "alliances", "ee - -", has={1: [CONFESSION, COPIED]})
    assert [text for text in table.choices if "Confession" in text] == [f"play {COPIED} by Confession for an Elephant"]


def test_r23_confession_may_be_cancelled_as_an_advanced_action() -> None:
    """War is peace cannot answer it, Love can."""
    table = confession(COPIED, "alliances", "e e -").do(f"play {COPIED} by Confession")
    assert (table.asked, table.strength) == ("SPEAK", [5, 2, 1])
    table = confession(COPIED, "alliances", "e e -", basic=["Love"]).do(f"play {COPIED} by Confession")
    assert (table.asked, table.seat) == ("REACT", 1)
    table.do("play Love")
    assert table.strength == [3, 2, 1]
    assert table.facts()["used Elephant 0"] == 1


def test_r23_confession_names_its_own_opponents() -> None:
    """Seat 0 copies Transfer of cadres of seat 1 and may turn it on seat 1."""
    table = confession("Transfer of cadres", "moves", "e - -").do("play Transfer of cadres by Confession")
    assert table.choices == ["move agents of seat 1", "move agents of seat 2"]
    change = table.effect("move agents of seat 1", "move agents of seat 1 from India", "to Australia", "move 2 agents")
    assert change == {"India 1": -2, "Australia 1": 2}


def test_r23_confession_is_paid_from_the_airdrop_zone_too() -> None:
    table = confession(COPIED, "alliances", "- - -", airdrop="e - -")
    assert table.effect(f"play {COPIED} by Confession").items() >= spent(0, "Elephant", "Airdrop").items()


def test_r23_confession_brings_the_copier_what_the_rule_brings() -> None:
    table = confession("Record harvest", "alliances", "e - -", "India 311")
    assert table.effect("play Record harvest by Confession").items() >= {"harvest 0": 1}.items()
    assert claims(table).new == "eeeee - -"


def test_r12_confession_copies_nothing_that_has_no_effect() -> None:
    """Seat 0 has played Record harvest here already: a second one would do nothing."""
    harvest = "Record harvest"
    has = {0: [CONFESSION, harvest]}
    table = confession(harvest, "alliances", "ed - -", has=has)
    assert table.can(f"play {harvest} by Confession")
    table.do(f"play {harvest} for").pass_until("SPEAK", 0)
    assert not table.can(f"play {harvest} by Confession")


# Kangaroos


def spying(card: str = "", **more: Any) -> Play:
    """Seat 0 is spying with two Kangaroos; seats 1 and 2 have some tokens, seat 1 has one everywhere."""
    given: dict[str, Any] = {"new": "- cc d", "owned": "kk d k", "airdrop": "- e -"}
    if card in ADVANCED:
        given |= {"advanced": [card], "bought": {0: [card]}}
    elif card:
        given["basic"] = [card]
    return draw(**{"phase": "spies", **given, **more})


@pytest.mark.parametrize("token", ["Cat in New", "Donkey in Owned", "Elephant in Airdrop"])
def test_r25_truth_removes_a_chosen_token_from_any_area(token: str) -> None:
    table = spying()
    table.do("play Truth", "remove a token of seat 1")
    assert table.choices == [f"remove seat 1's {t}" for t in ("Cat in New", "Donkey in Owned", "Elephant in Airdrop")]
    kind, zone = token.split(" in ")
    assert table.effect(f"remove seat 1's {token}") == {f"{zone} {kind} 1": -1, f"stock {kind}": 1}


def test_truth_costs_a_kangaroo_and_may_be_used_again() -> None:
    table = spying()
    change = table.effect("play Truth", "remove a token of seat 2", "remove seat 2's Donkey in New")
    assert change == {**paid(0, "Kangaroo"), "New Donkey 2": -1, "stock Donkey": 1}
    assert table.seat == 0
    assert table.can("play Truth")


def test_r25_truth_may_name_oneself_and_whoever_has_a_token() -> None:
    table = spying(new="- - d", owned="kk - -", airdrop="- - -").do("play Truth")
    assert table.choices == ["remove a token of seat 0", "remove a token of seat 2"]
    change = table.effect("remove a token of seat 0", "remove seat 0's Kangaroo in Owned")
    assert change["Owned Kangaroo 0"] == -1


def test_r12_truth_is_not_offered_where_nobody_has_a_token_but_the_one_it_costs() -> None:
    table = spying(new="- - -", owned="k - -", airdrop="- - -", advanced=["Safe deposit"], bought={0: ["Safe deposit"]})
    assert table.choices == ["pass", "play Safe deposit for a Kangaroo"]
    table = spying(new="c - -", owned="k - -", airdrop="- - -")
    assert table.seat == 0
    assert table.can("play Truth")


def test_plenty_takes_a_token_from_any_region_into_new() -> None:
    table = spying("Plenty").do("play Plenty")
    assert set(table.choices) == {f"take {a(kind)} into New" for kind in ORDER}
    assert table.effect("take a Lion into New") == {"New Lion 0": 1, "stock Lion": -1}


def test_plenty_costs_a_kangaroo_and_may_be_used_again() -> None:
    table = spying("Plenty")
    change = table.effect("play Plenty", "take a Cat into New")
    assert change == {**paid(0, "Kangaroo"), "New Cat 0": 1, "stock Cat": -1}
    assert table.seat == 0
    assert table.can("play Plenty")


def test_plenty_takes_only_what_is_there() -> None:
    table = spying("Plenty", new="- cccccccccccc d").do("play Plenty")
    assert "take a Cat into New" not in table.choices
    assert len(table.choices) == 4


CHANGE = "We are not like that"


def test_we_are_not_like_that_changes_two_tokens_where_they_are() -> None:
    table = spying(CHANGE).do("play We are not")
    assert table.choices == ["change two tokens of seat 1", "change two tokens of seat 2"]
    table.do("change two tokens of seat 1", "change seat 1's Cat in New")
    assert set(table.choices) == {f"into {a(kind)}" for kind in ORDER if kind != "Cat"}
    table.do("into a Lion", "change also seat 1's Elephant in Airdrop")
    assert set(table.choices) == {f"into {a(kind)}" for kind in ORDER if kind != "Elephant"}
    change = table.effect("into a Kangaroo")
    assert change == {
        **{"New Cat 1": -1, "New Lion 1": 1, "stock Cat": 1, "stock Lion": -1},
        **{"Airdrop Elephant 1": -1, "Airdrop Kangaroo 1": 1, "stock Elephant": 1, "stock Kangaroo": -1},
    }


def test_we_are_not_like_that_costs_a_kangaroo_once_a_round() -> None:
    table = spying(CHANGE, owned="kk d -", basic=["Plenty"])
    change = table.effect(
        "play We are not", "change two tokens of seat 2", "change seat 2's Donkey in New", "into a Cat"
    )
    moved = {"New Donkey 2": -1, "New Cat 2": 1, "stock Donkey": 1, "stock Cat": -1}
    assert change == {**spent(0, "Kangaroo"), **moved}  # it had one token
    assert table.seat == 0
    assert table.choices == ["pass", "play Plenty for a Kangaroo"]


def test_we_are_not_like_that_may_change_two_tokens_of_a_kind_but_not_one_twice() -> None:
    table = spying(CHANGE, new="- cc d", owned="kk - -", airdrop="- - -")
    table.do("play We are not", "change two tokens of seat 1", "change seat 1's Cat in New", "into a Lion")
    assert table.choices == ["change also seat 1's Cat in New"]
    assert table.do("change also", "into a Lion").new == "- ll d"


def test_r25_tokens_are_changed_into_kinds_that_are_in_stock() -> None:
    twelve = "- c llllllllllll"
    table = spying(CHANGE, new=twelve, owned="kk d -", airdrop="- - -")
    table.do("play We are not", "change two tokens of seat 1", "change seat 1's Cat in New")
    assert set(table.choices) == {"into a Donkey", "into an Elephant", "into a Kangaroo"}


def test_r25_the_second_token_may_become_the_kind_that_the_first_one_was() -> None:
    """All Lions are out; the one that seat 1 has returns and goes out again."""
    table = spying(CHANGE, new="- cl lllllllllll", owned="kk - -", airdrop="- - -")
    table.do("play We are not", "change two tokens of seat 1", "change seat 1's Lion in New", "into a Donkey")
    table.do("change also seat 1's Cat in New")
    assert "into a Lion" in table.choices
    assert table.do("into a Lion").new == "- dl lllllllllll"


def test_r25_the_last_token_of_a_kind_is_not_given_twice() -> None:
    table = spying(CHANGE, new="- cc lllllllllll", owned="kk - -", airdrop="- - -")
    table.do("play We are not", "change two tokens of seat 1", "change seat 1's Cat in New", "into a Lion")
    assert "into a Lion" not in table.do("change also seat 1's Cat in New").choices


def test_we_are_not_like_that_is_not_offered_where_no_opponent_has_a_token() -> None:
    for new, possible in (("c - -", False), ("c d -", True)):
        table = spying(CHANGE, new=new, owned="kk - -", airdrop="- - -", basic=["Plenty"])
        assert table.seat == 0
        assert table.can("play We are not") == possible


def test_the_object_of_terrorism_removes_a_chosen_token_of_each_opponent() -> None:
    table = spying("The object of terrorism is terrorism").do("play The object")
    assert set(table.choices) == {
        f"remove seat 1's {t}" for t in ("Cat in New", "Donkey in Owned", "Elephant in Airdrop")
    }
    table.do("remove seat 1's Elephant")
    assert set(table.choices) == {"remove seat 2's Donkey in New", "remove seat 2's Kangaroo in Owned"}
    change = table.effect("remove seat 2's Kangaroo")
    assert change == {
        **{"Airdrop Elephant 1": -1, "stock Elephant": 1},
        **{"Owned Kangaroo 2": -1, "stock Kangaroo": 1},
    }


def test_the_object_of_terrorism_goes_round_from_its_player_and_skips_who_has_nothing() -> None:
    card = "The object of terrorism is terrorism"
    laid = {"advanced": [card], "bought": {2: [card]}}
    table = draw(phase="spies", seat=2, owned="d - k l k", new="- - c - -", **laid)
    table.do("play The object", "remove seat 3's Lion", "remove seat 4's Kangaroo")
    assert table.effect("remove seat 0's Donkey").items() >= {"Owned Donkey 0": -1, "stock Donkey": 1}.items()
    assert table.stock("Cat") == 11  # the own ones stay until the phases after


def test_the_object_of_terrorism_is_not_offered_where_no_opponent_has_a_token() -> None:
    card = "The object of terrorism is terrorism"
    for new, possible in (("c - -", False), ("c d -", True)):
        table = spying(card, new=new, owned="kk - -", airdrop="- - -", basic=["Plenty"])
        assert table.seat == 0
        assert table.can("play The object") == possible


def test_open_archives_moves_a_token_from_new_of_an_opponent_into_the_own_new() -> None:
    table = spying("Open archives", new="- ccd e").do("play Open archives")
    assert table.choices == ["take a token from New of seat 1", "take a token from New of seat 2"]
    table.do("take a token from New of seat 1")
    assert table.choices == ["take a Cat from New of seat 1", "take a Donkey from New of seat 1"]
    assert table.effect("take a Cat") == {"New Cat 1": -1, "New Cat 0": 1}


def test_open_archives_costs_a_kangaroo_once_a_round() -> None:
    table = spying("Open archives")
    change = table.effect("play Open", "take a token from New of seat 2", "take a Donkey")
    assert change == {**spent(0, "Kangaroo"), "New Donkey 2": -1, "New Donkey 0": 1}
    assert table.seat == 0
    assert not table.can("play Open")


def test_open_archives_is_not_offered_where_new_of_all_opponents_is_empty() -> None:
    table = spying("Open archives", new="c - -", owned="kk d l")
    assert table.seat == 0
    assert table.can("play Truth")
    assert not table.can("play Open")


def test_safe_deposit_keeps_tokens_from_being_removed() -> None:
    laid = {"advanced": ["Safe deposit"], "bought": {0: ["Safe deposit"]}}
    table = draw(phase="spies", owned="kk kk -", new="c c c", **laid)
    assert table.effect("play Safe") == {**spent(0, "Kangaroo"), "safe 0": 1}
    table.do("pass", "play Truth")
    assert table.choices == ["remove a token of seat 1", "remove a token of seat 2"]


def test_safe_deposit_also_keeps_them_from_oneself() -> None:
    table = spying("Safe deposit", new="c d -", owned="kk - -", airdrop="- - -")
    assert table.do("play Safe", "play Truth").choices == ["remove a token of seat 1"]


def test_safe_deposit_leaves_the_tokens_to_their_owner_and_ends_with_the_round() -> None:
    table = spying("Safe deposit", new="ccc - -", owned="kk - -", airdrop="- - -").do("play Safe").pass_until("BUY")
    assert table.facts()["safe 0"] == 1
    table.do("spend 3 tokens", "pay a Cat", "pay a Cat", "pay a Cat")
    assert table.vp == [1, 0, 0]
    table.pass_until("MOVE")
    assert table.facts()["safe 0"] == 0


def test_r12_safe_deposit_is_not_offered_to_the_last_player() -> None:
    laid = {"basic": ["Plenty"], "advanced": ["Safe deposit"], "bought": {1: ["Safe deposit"], 2: ["Safe deposit"]}}
    assert draw(phase="spies", players=3, seat=1, owned="- k k", **laid).can("play Safe deposit")
    assert not draw(phase="spies", players=3, seat=2, owned="- k k", **laid).can("play Safe deposit")


def test_safe_deposit_is_not_offered_to_who_is_safe() -> None:
    for safe in ([], [0]):
        table = spying("Safe deposit", safe=safe, new="- c -")
        assert table.seat == 0
        assert table.can("play Truth")
        assert table.can("play Safe") == (not safe)


def test_r25_at_the_end_of_the_phase_all_airdrop_zones_are_emptied() -> None:
    table = spying(airdrop="c e dd", new="ccc - -", owned="kk - -").do("pass")
    assert table.asked == "BUY"
    assert table.airdrop == "- - -"
    assert (table.stock("Cat"), table.stock("Donkey"), table.stock("Elephant")) == (9, 12, 12)


def test_r25_each_player_spies_until_they_pass() -> None:
    table = spying("Plenty", owned="kk d kk", first_player=2, seat=2)
    seats = []
    while table.asked == "SPY":
        seats.append(table.seat)
        if len(seats) == 1:
            table.do("play Plenty", "take a Cat")
        else:
            table.do("pass")
    assert seats == [2, 2, 0]


# Cats


def moving(card: str = "", **more: Any) -> Play:
    """Seat 0 moves, with two Cats."""
    given: dict[str, Any] = {"owned": "cc - -"}
    if card in ADVANCED:
        given |= {"advanced": [card], "bought": {0: [card]}}
    elif card:
        given["basic"] = [card]
    agents = more.pop("agents", ("India 311", "Africa 022"))
    return draw(*agents, **{"phase": "moves", **given, **more})


def test_particular_needs_moves_an_own_agent_to_any_region() -> None:
    table = moving(agents=("India 311", "Africa 122")).do("play Particular")
    assert table.choices == ["move an agent from Africa", "move an agent from India"]
    table.do("move an agent from India")
    assert table.choices == ["to Africa", "to Australia", "to Latin America", "to Middle East"]
    assert table.effect("to Australia") == {"India 0": -1, "Australia 0": 1}


def test_particular_needs_costs_a_cat_and_may_be_used_again() -> None:
    table = moving()
    change = table.effect("play Particular", "move an agent from India", "to Africa")
    assert change == {**paid(0, "Cat"), "India 0": -1, "Africa 0": 1}
    assert (table.seat, table.asked) == (0, "MOVE")
    assert table.can("play Particular")


def test_r12_actions_and_the_ordinary_move_come_in_any_order() -> None:
    table = moving()
    table.do("play Particular", "move an agent from India", "to Africa")
    table.do("move an agent from India", "to Australia")
    assert not table.can("move an agent")
    table.do("play Particular", "move an agent from India", "to Australia")
    assert (table.agents("India"), table.agents("Africa"), table.agents("Australia")) == ("011", "122", "200")
    assert table.choices == ["pass"]
    assert table.do("pass").seat == 1


def test_r12_the_only_agent_of_a_region_may_be_moved_away() -> None:
    table = moving(agents=("India 111", "Africa 211"))
    table.do("play Particular", "move an agent from India", "to Africa")
    assert table.agents("India") == "011"
    table = moving(agents=("India 111", "Africa 211")).do("move an agent from India", "to Africa")
    assert table.agents("India") == "011"


@pytest.mark.parametrize("card", ["Particular Needs", "Friendship", "Voluntary resettlement", "Transfer of cadres"])
def test_r7_agents_go_to_extra_regions_while_their_mood_lies_on_the_board(card: str) -> None:
    for moods, there in ((["2+2=5", None, None], True), ([None, None, None], False)):
        table = moving(card, moods=moods).do(f"play {card}")
        while not table.can("to "):
            table.do(table.choices[0])
        assert table.can("to 2+2=5") == there
        assert not table.can("to Collectivism")


@pytest.mark.parametrize("card", ["Particular Needs", "Voluntary resettlement", "Exchange programme"])
def test_r12_moving_own_agents_is_not_offered_without_any(card: str) -> None:
    for agents, possible in (("100", True), ("000", False)):
        table = moving(card, agents=(f"India {agents}", "Africa 022"))
        assert table.seat == 0
        assert table.can(f"play {card}") == possible


def test_friendship_moves_an_agent_of_an_opponent_to_any_region() -> None:
    table = moving("Friendship").do("play Friendship")
    assert table.choices == ["move an agent of seat 1", "move an agent of seat 2"]
    table.do("move an agent of seat 2")
    assert table.choices == ["move an agent of seat 2 from Africa", "move an agent of seat 2 from India"]
    table.do("move an agent of seat 2 from Africa")
    assert table.choices == ["to Australia", "to India", "to Latin America", "to Middle East"]
    assert table.effect("to India") == {"Africa 2": -1, "India 2": 1}


def test_friendship_costs_a_cat_and_may_be_used_again() -> None:
    table = moving("Friendship")
    change = table.effect(
        "play Friendship", "move an agent of seat 1", "move an agent of seat 1 from India", "to Africa"
    )
    assert change == {**paid(0, "Cat"), "India 1": -1, "Africa 1": 1}
    assert (table.seat, table.asked) == (0, "MOVE")
    assert table.can("play Friendship")


@pytest.mark.parametrize("card", ["Friendship", "Transfer of cadres", "Exchange programme"])
def test_r12_opponents_without_agents_are_skipped(card: str) -> None:
    table = moving(card, agents=("India 301", "Africa 201")).do(f"play {card}")
    if card == "Exchange programme":
        table.do("swap your agent in India")
    assert len(table.choices) == 1
    assert "seat 2" in table.choices[0]
    nobody = moving(card, agents=("India 300", "Africa 200"))
    assert nobody.seat == 0
    assert nobody.asked == "MOVE"
    assert not nobody.can(f"play {card}")


def test_voluntary_resettlement_moves_two_own_agents_each_to_any_region() -> None:
    table = moving("Voluntary resettlement", agents=("India 311", "Africa 122"))
    change = table.effect(
        *("play Voluntary", "move an agent from India", "to Australia"),
        *("move a second agent from Africa", "to Middle East"),
    )
    assert change == {
        **spent(0, "Cat"),
        **{"India 0": -1, "Australia 0": 1, "Africa 0": -1, "Middle East 0": 1},
    }
    assert (table.seat, table.asked) == (0, "MOVE")
    assert table.can("move an agent from India")
    assert not table.can("play Voluntary")


def test_voluntary_resettlement_moves_two_different_agents() -> None:
    table = moving("Voluntary resettlement", agents=("India 311", "Africa 122"))
    table.do("play Voluntary", "move an agent from Africa", "to Australia")
    assert table.choices == ["move a second agent from India"]  # not the one that has just come to Australia
    change = table.effect("move a second agent from India", "to Middle East")
    assert change == {"Africa 0": -1, "Australia 0": 1, "India 0": -1, "Middle East 0": 1}


def test_voluntary_resettlement_moves_the_only_agent_there_is() -> None:
    table = moving("Voluntary resettlement", agents=("India 111", "Africa 022"))
    change = table.effect("play Voluntary", "move an agent from India", "to Africa")
    assert change == {**spent(0, "Cat"), "India 0": -1, "Africa 0": 1}
    assert table.asked == "MOVE"


def test_voluntary_resettlement_may_move_two_agents_from_and_to_one_region() -> None:
    table = moving("Voluntary resettlement")
    change = table.effect(
        *("play Voluntary", "move an agent from India", "to Africa"),
        *("move a second agent from India", "to Africa"),
    )
    assert change == {**spent(0, "Cat"), "India 0": -2, "Africa 0": 2}


def test_exchange_programme_swaps_an_own_agent_with_one_of_an_opponent_in_another_region() -> None:
    table = moving("Exchange programme", agents=("India 311", "Africa 122", "Australia 001")).do("play Exchange")
    assert table.choices == ["swap your agent in Africa", "swap your agent in India"]
    table.do("swap your agent in India")
    assert table.choices == ["swap with an agent of seat 1", "swap with an agent of seat 2"]
    table.do("swap with an agent of seat 2")
    assert table.choices == ["swap with the agent of seat 2 in Africa", "swap with the agent of seat 2 in Australia"]
    change = table.effect("swap with the agent of seat 2 in Africa")
    assert change == {"India 0": -1, "Africa 0": 1, "Africa 2": -1, "India 2": 1}


def test_exchange_programme_names_opponents_with_an_agent_in_another_region() -> None:
    """Seat 1 has agents in India only: an own agent from Africa can be swapped with one of them, one from India not."""
    table = moving("Exchange programme", agents=("India 311", "Africa 102")).do(
        "play Exchange", "swap your agent in India"
    )
    assert table.choices == ["swap with an agent of seat 2"]
    table = moving("Exchange programme", agents=("India 311", "Africa 102")).do(
        "play Exchange", "swap your agent in Africa"
    )
    assert table.choices == ["swap with an agent of seat 1", "swap with an agent of seat 2"]


def test_exchange_programme_costs_a_cat_once_a_round() -> None:
    table = moving("Exchange programme", agents=("India 311", "Africa 122", "Australia 001"))
    parts = ("swap your agent in India", "swap with an agent of seat 1", "swap with the agent of seat 1 in Africa")
    change = table.effect("play Exchange", *parts)
    assert change == {**spent(0, "Cat"), "India 0": -1, "Africa 0": 1, "Africa 1": -1, "India 1": 1}
    assert (table.seat, table.asked) == (0, "MOVE")
    assert not table.can("play Exchange")


def test_exchange_programme_is_not_offered_where_all_agents_are_in_one_region() -> None:
    table = moving("Exchange programme", agents=("India 311",))
    assert table.seat == 0
    assert table.can("play Particular")
    assert not table.can("play Exchange")


@pytest.mark.parametrize("number", [1, 2])
def test_transfer_of_cadres_moves_one_or_two_agents_of_an_opponent_together(number: int) -> None:
    table = moving("Transfer of cadres").do("play Transfer")
    assert table.choices == ["move agents of seat 1", "move agents of seat 2"]
    table.do("move agents of seat 1")
    assert table.choices == ["move agents of seat 1 from Africa", "move agents of seat 1 from India"]
    table.do("move agents of seat 1 from Africa")
    assert table.choices == ["to Australia", "to India", "to Latin America", "to Middle East"]
    table.do("to India")
    assert table.choices == ["move 1 agent", "move 2 agents"]
    assert table.effect(f"move {number} agent") == {"Africa 1": -number, "India 1": number}


def test_transfer_of_cadres_costs_a_cat_once_a_round() -> None:
    """Seat 1 has one agent in India, so nobody asks how many."""
    table = moving("Transfer of cadres")
    parts = ("move agents of seat 1", "move agents of seat 1 from India", "to Africa")
    assert table.effect("play Transfer", *parts) == {**spent(0, "Cat"), "India 1": -1, "Africa 1": 1}
    assert (table.seat, table.asked) == (0, "MOVE")
    assert not table.can("play Transfer")


def test_transfer_of_cadres_moves_two_of_many_at_most() -> None:
    table = moving("Transfer of cadres", agents=("India 141",))
    table.do("play Transfer", "move agents of seat 1", "move agents of seat 1 from India", "to Africa")
    assert table.choices == ["move 1 agent", "move 2 agents"]


def test_closed_borders_keeps_the_ordinary_moves_of_opponents_out_of_a_region() -> None:
    table = moving("Closed borders", agents=("India 311", "Africa 122"))
    table.do("play Closed")
    assert len(table.choices) == 5
    assert table.effect("close the borders of Africa") == {"closed Africa 0": 1}
    table.do("pass", "move an agent from India")
    assert table.choices == ["to Australia", "to Latin America", "to Middle East"]


def test_r12_closed_borders_are_not_offered_where_nobody_is_left_to_move() -> None:
    laid = {"advanced": ["Closed borders"], "bought": {1: ["Closed borders"], 2: ["Closed borders"]}}
    assert draw(phase="moves", players=3, seat=1, owned="- c c", **laid).can("play Closed borders")
    assert not draw(phase="moves", players=3, seat=2, owned="- c c", **laid).can("play Closed borders")


def test_closed_borders_costs_a_cat_once_a_round() -> None:
    table = moving("Closed borders")
    assert table.effect("play Closed", "close the borders of India") == {**spent(0, "Cat"), "closed India 0": 1}
    assert (table.seat, table.asked) == (0, "MOVE")
    assert not table.can("play Closed")


def test_closed_borders_stop_neither_their_player_nor_leaving_nor_actions() -> None:
    table = moving("Closed borders", agents=("India 311", "Africa 122"), owned="c c -")
    table.do("play Closed", "close the borders of Africa", "move an agent from India", "to Africa", "pass")
    assert table.seat == 1
    assert table.can("move an agent from Africa")
    table.do("play Particular", "move an agent from India", "to Africa")
    assert table.agents("Africa") == "232"


def test_closed_borders_end_with_the_phase() -> None:
    table = moving("Closed borders", agents=("India 311", "Latin America 122"))
    table.do("play Closed", "close the borders of Africa").pass_until("MOVE", 2)
    assert table.facts()["closed Africa 0"] == 1
    table.do("pass")
    assert table.asked == "SPEAK"
    assert table.facts()["closed Africa 0"] == 0


def test_closed_borders_may_close_an_extra_region_on_the_board() -> None:
    table = moving("Closed borders", moods=["2+2=5", None, None]).do("play Closed")
    assert table.can("close the borders of 2+2=5")
    assert len(table.choices) == 6


def test_closed_borders_of_two_players_stop_both() -> None:
    table = moving("Closed borders", agents=("India 311", "Africa 122"), closed={"India": [1]}).do("play Closed")
    assert table.effect("close the borders of India") == {"closed India 0": 1}  # seat 1 keeps them closed too
    table.do("move an agent from Africa")
    assert "to India" not in table.choices


# Every action costs tokens that return to their regions


def test_r5_a_token_spent_removed_or_changed_returns_to_its_region() -> None:
    table = spying()
    assert (table.stock("Kangaroo"), table.stock("Donkey")) == (9, 10)
    table.do("play Truth", "remove a token of seat 1", "remove seat 1's Donkey")
    assert (table.stock("Kangaroo"), table.stock("Donkey")) == (10, 11)
