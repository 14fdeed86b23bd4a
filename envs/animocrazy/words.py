"""The table of Animocrazy in words: what text, picture, positions and errors share. Plain Python, nothing is compiled.

The functions take a table: a state as `envs.core.view.plain` gives it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from envs.core.view import plain

from .actions import card_parts, card_text, words
from .box import COLOURS, DECK, END_AMONG, KIND, LAW_NAMES, LAWS, NO_SYMBOL, SCALE, SYMBOL, WILDS, Symbol, What
from .state import HISTORY, Decision, Ended, Say, Vote

VOTE_NAMES = ("Yes", "No", *WILDS, "Wild")
SAY_NAMES = ("Yes", "No", "nothing")
_QUESTIONS = {
    Decision.PROPOSE: "proposes a law",
    Decision.COMPOSE_KIND: "composes a law: its background",
    Decision.COMPOSE_WHAT: "composes a law: what it does",
    Decision.COMPOSE_WHO: "composes a law: who it is about",
    Decision.COMPOSE_WHICH: "composes a law: which candies or laws",
    Decision.COMPOSE_AMOUNT: "composes a law: how much",
    Decision.REPLACE: "names the law to be replaced",
    Decision.SAY: "may announce a vote",
    Decision.VOTE: "votes",
    Decision.REPEAL: "repeals a law",
    Decision.KEEP: "keeps one of the two laws drawn",
}


def candies_text(candies: list[int]) -> str:
    """Return candies by colour, those there are none of left out."""
    parts = [f"{number} {colour}" for number, colour in zip(candies, COLOURS, strict=True) if number]
    return ", ".join(parts) or "none"


def law_words(table: SimpleNamespace, card: int) -> str:
    """Return a law: name, what it says, its symbol, and its scale where it is tilted."""
    parts = card_parts(table.blank, card)
    marks = []
    if 0 <= parts[SYMBOL] < NO_SYMBOL:
        marks.append(words(Symbol(parts[SYMBOL])))
    marks.append("level" if parts[SCALE] == 1 else "tilted")
    text = card_text(table.blank, card)
    return f"{text} [{', '.join(marks)}]" if parts[SYMBOL] >= 0 else text


def law_name(table: SimpleNamespace, card: int) -> str:
    """Return the name of a law card alone; of a composed law, which has none, what it says."""
    return LAW_NAMES[card] if card < LAWS else card_text(table.blank, card)


def law_kind(table: SimpleNamespace, card: int) -> int:
    """Return the background of a law, below 0 for a blank one that is not composed."""
    return card_parts(table.blank, card)[KIND]


def works_by_now(table: SimpleNamespace, card: int) -> bool:
    """Return whether a law in force is a blue one that works, or a yellow one."""
    symbol = card_parts(table.blank, card)[SYMBOL]
    return symbol >= len(table.rule) or table.rule[symbol] == card


def turn_text(table: SimpleNamespace) -> str:
    """Return whose turn it is, or how the game ended."""
    if table.ended == Ended.RUNNING:
        return f"Turn {table.turn}: seat {table.active} is the proposer"
    how = "the End card was drawn" if table.ended == Ended.END_CARD else "the bag is empty"
    seats = [str(seat) for seat in range(table.players) if table.winners >> seat & 1]
    return f"The game is over, {how}: {'seat' if len(seats) == 1 else 'seats'} {', '.join(seats)} won"


def question(table: SimpleNamespace) -> str:
    """Return who is asked for what."""
    if table.to_act < 0:
        return "Nobody is to act"
    if table.decision in (Decision.LOSE, Decision.GIVE):
        passing = {What.PASS_LEFT: "passes on to the left", What.PASS_RIGHT: "passes on to the right"}
        does = passing.get(What(table.effect), "returns to the bag")
        number = table.effect_left
        return f"Seat {table.to_act} {does} {number} {'candy' if number == 1 else 'candies'} of their choice"
    return f"Seat {table.to_act} {_QUESTIONS[Decision(table.decision)]}"


def deck_text(table: SimpleNamespace) -> str:
    """Return how many cards the deck has, and where the End card may be."""
    left = DECK + 1 - table.deck_at
    if table.ended == Ended.END_CARD:
        return f"{left} cards"
    where = f"the End card among the last {min(left, END_AMONG)}"
    return f"{left} cards, {where}"


def wild_text(table: SimpleNamespace, viewer: int | None, seat: int) -> str:
    """Return the Wild card of `seat` as `viewer` sees it (None: everything open)."""
    wild = table.wild[seat]
    if wild < 0:
        return "no Wild card"
    if viewer in (None, seat) or table.wild_shown[seat]:
        return WILDS[wild] + (" (known to all)" if table.wild_shown[seat] else "")
    return "a Wild card"


def vote_seen(table: SimpleNamespace, viewer: int | None, seat: int) -> str:
    """Return the vote of `seat` in the vote that goes on, as `viewer` sees it: "" where there is none to be seen."""
    vote = table.vote[seat]
    if table.decision != Decision.VOTE or vote == Vote.NONE:
        return ""
    if not table.open and viewer not in (None, seat):
        return ""
    if vote == Vote.WILD:
        return WILDS[table.wild[seat]]
    return VOTE_NAMES[vote]


def announced(table: SimpleNamespace, seat: int) -> str:
    """Return what `seat` has announced for this vote: "" for not yet, or nothing."""
    said = table.announced[seat]
    return "" if said in (-1, Say.NOTHING) else SAY_NAMES[said]


def hand_seen(table: SimpleNamespace, viewer: int | None, seat: int) -> list[tuple[int | None, bool]]:
    """Return the hand of `seat` as `viewer` sees it: (card or None, whether everybody has seen it) a card."""
    places = range(table.hand_size[seat])
    known = viewer in (None, seat)
    return [
        (table.hand[seat][i] if known or table.shown[seat][i] else None, bool(table.shown[seat][i])) for i in places
    ]


def past_votes(table: SimpleNamespace) -> list[tuple[int, int, bool, list[int]]]:
    """Return the last votes, the newest first: (law, proposer, whether adopted, vote of each seat)."""
    rows = [(table.votes_taken - 1 - back) % HISTORY for back in range(min(table.votes_taken, HISTORY))]
    return [
        (table.past_law[i], table.past_proposer[i], bool(table.past_adopted[i]), table.past_vote[i][: table.players])
        for i in rows
    ]


def kept_and_broken(table: SimpleNamespace, seat: int) -> tuple[int, int]:
    """Return how often `seat` voted as announced, with a plain or a Definite card, and how often not."""
    kept = sum(table.said[seat][say][vote] for say in range(2) for vote in (say, say + 2))
    return kept, sum(map(sum, table.said[seat][:2])) - kept


def report(state: Any) -> list[dict[str, Any]]:
    """Return for each seat what the end of a game has to tell: points, and what it announced against what it did.

    ``said`` counts, for each announcement ("Yes", "No", "nothing"), the votes that followed. ``kept`` and ``broken``
    sum up those after "Yes" and "No"; a Definite card counts as what it says, a Scam breaks the word.
    """
    table = plain(state)
    result = []
    for seat in range(table.players):
        kept, broken = kept_and_broken(table, seat)
        said = {
            say: {vote: number for vote, number in zip(VOTE_NAMES, votes, strict=False) if number}
            for say, votes in zip(SAY_NAMES, table.said[seat], strict=True)
        }
        result.append({"points": table.points[seat], "said": said, "kept": kept, "broken": broken})
    return result
