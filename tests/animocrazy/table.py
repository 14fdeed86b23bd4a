"""A table of Animocrazy for tests: drawn in a few words, played by the texts of actions, read back in the same words.

Candies are letters, a word a seat: ``"rr yb g -"`` are two red ones for seat 0, a yellow and a blue one for seat 1, a
green one for seat 2 and none for seat 3. Votes are letters by seat: ``"ynyw"`` are Yes, No, Yes and the Wild card.

    table = draw("rr yb g -", hand=["R04"]).propose("R04").vote("yyny").do("lose a red candy")
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from envs.animocrazy import GAME
from envs.animocrazy.box import CARDS, COLOURS, LAW_NAMES, LAWS, NO_CARD, WILDS
from envs.animocrazy.position import law_value
from envs.animocrazy.state import Decision, Ended, Zone
from envs.core.table import Table
from envs.core.view import plain

LETTERS = "rybg"
WILD_LETTERS = {"Y": "Definite Yes", "N": "Definite No", "S": "Scam", "-": None, "?": "?"}
NAMES = {"y": "vote Yes", "n": "vote No"}


def candies(text: str) -> list[dict[str, int]]:
    """Return candies drawn as text in the form of a position."""
    return [{c: word.count(c[0]) for c in COLOURS if c[0] in word} for word in text.split()]


class Play(Table):
    """A table with shorthand for tests. Every decision checks the invariants of the state."""

    def play(self, action: int) -> None:
        super().play(action)
        GAME.check(self.state)

    # playing

    def can(self, start: str) -> bool:
        """Return whether a legal action has a text that begins so."""
        return any(text.startswith(start) for text in self.legal_texts().values())

    def do(self, *starts: str) -> Play:
        """Take decisions by the beginning of their texts, which must say which is meant; return self."""
        for start in starts:
            found = [action for action, text in self.legal_texts().items() if text.startswith(start)]
            assert len(found) == 1, f"{start!r} fits {len(found)} of {sorted(self.legal_texts().values())}"
            self.play(found[0])
        return self

    def propose(self, name: str) -> Play:
        """Propose the first law of the hand with this name."""
        assert self.asked == "PROPOSE", self.asked
        hand = self.hand(self.seat)
        place = next(i for i, law in enumerate(hand) if law == name or str(law).startswith(f"{name} "))
        return self.do(f"propose card {place + 1},")

    def say(self, letters: str) -> Play:
        """Let everybody announce, clockwise from the proposer: y, n, or - for nothing; letters by seat."""
        for _ in letters:
            assert self.asked == "SAY", self.asked
            self.do({"y": "announce Yes", "n": "announce No", "-": "announce nothing"}[letters[self.seat]])
        return self

    def vote(self, letters: str) -> Play:
        """Let everybody vote, in whatever order they are asked; letters by seat."""
        assert len(letters) == self.num_players
        for _ in letters:
            self.cast(letters[self.seat])
        return self

    def cast(self, letter: str) -> Play:
        """Let the seat to act vote."""
        assert self.asked == "VOTE", self.asked
        return self.do(NAMES.get(letter) or f"vote {WILDS[self.state['wild'][self.seat]]}")

    def adopt(self, name: str, *then: str) -> Play:
        """Propose a law and let everybody vote Yes; then take more decisions."""
        return self.propose(name).vote("y" * self.num_players).do(*then)

    def reject(self, name: str, *then: str) -> Play:
        """Propose a law and let everybody vote No; then take more decisions."""
        return self.propose(name).vote("n" * self.num_players).do(*then)

    def first_loses(self) -> Play:
        """Let everybody who is asked for a candy part with the first colour they can."""
        while not self.over and self.asked in ("LOSE", "GIVE"):
            self.play(int(np.flatnonzero(self.mask)[0]))
        return self

    def at_random(self, seed: int) -> Play:
        """Take one random decision."""
        self.play(int(np.random.default_rng(seed).choice(np.flatnonzero(self.mask))))
        return self

    # reading

    @property
    def asked(self) -> str | None:
        """What the seat to act is asked, None when the game is over."""
        return None if self.over else Decision(int(self.state["decision"])).name

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return int(self.state["active"])

    @property
    def candies(self) -> str:
        """The candies, as they are drawn."""
        rows = self.state["candies"][: self.num_players].tolist()
        return " ".join("".join(c * n for c, n in zip(LETTERS, row, strict=True)) or "-" for row in rows)

    @property
    def totals(self) -> list[int]:
        """How many candies each seat has."""
        return self.state["candies"][: self.num_players].sum(1).tolist()

    @property
    def points(self) -> list[int]:
        """The points of each seat if the game ended now."""
        return self.state["points"][: self.num_players].tolist()

    @property
    def laws(self) -> list[Any]:
        """The laws in force, in their order."""
        table = plain(self.state)
        return [law_value(table, card) for card in table.law[: table.laws]]

    @property
    def discards(self) -> list[Any]:
        """The laws lying open beside the table."""
        table = plain(self.state)
        return [law_value(table, card) for card in range(CARDS) if table.zone[card] == Zone.DISCARDED]

    def hand(self, seat: int) -> list[Any]:
        """The law hand of a seat."""
        table = plain(self.state)
        return [law_value(table, card) for card in table.hand[seat] if card != NO_CARD]

    @property
    def wilds(self) -> str:
        """The Wild cards in hand, a letter a seat."""
        letters = "YNS-"
        return "".join(letters[wild] for wild in self.state["wild"][: self.num_players].tolist())

    @property
    def result(self) -> bool:
        """Whether the last law voted on was adopted."""
        position = GAME.get_position(self.state)
        return position["history"][0]["adopted"]

    @property
    def ended(self) -> str:
        """How the game ended."""
        return Ended(int(self.state["ended"])).name

    @property
    def winners(self) -> list[int]:
        """The seats that have won."""
        return [seat for seat in range(self.num_players) if int(self.state["winners"]) >> seat & 1]

    def snapshot(self) -> dict[str, Any]:
        """Everything that laws can change, by name."""
        t = plain(self.state)
        shot: dict[str, Any] = {f"candies {seat}": t.candies[seat] for seat in range(t.players)}
        shot |= {f"wild {seat}": t.wild[seat] for seat in range(t.players)}
        return {**shot, "bag": t.bag, "gone": t.gone, "laws": self.laws, "rule": t.rule, "open hands": t.shown_size}


def draw(
    text: str = "ryb ryb ryb ryb",
    *,
    hand: Sequence[Any] = (),
    laws: Sequence[Any] = (),
    wilds: str | None = None,
    seat: int = 0,
    options: dict[str, Any] | None = None,
    seed: int = 1,
    **more: Any,
) -> Play:
    """Return a table with these candies at which `seat` is about to propose a law of `hand`.

    Laws that nobody has named stay out of hands and deck where they would matter: the deck is known to be harmless.

    Args:
        text: candies, a word a seat.
        hand: laws in the hand of `seat`; it is filled up.
        laws: laws in force.
        wilds: Wild cards, a letter a seat: Y, N, S, or - for none.
        more: other keys of the position.
    """
    rows = candies(text)
    hands: list[list[Any]] = [[] for _ in rows]
    hands[seat] = list(hand)
    position = {"candies": rows, "hands": hands, "laws": list(laws), **more}
    if wilds is not None:
        position["wilds"] = [WILD_LETTERS[letter] for letter in wilds]
    position["turn"] = {"seat": seat, **more.get("turn", {})}
    table = Play(GAME, {"num_players": len(rows), **(options or {})})
    table.start(seed, position)
    GAME.check(table.state)
    return table


def changed(before: dict[str, Any], table: Play) -> set[str]:
    """Return what differs from an earlier snapshot."""
    after = table.snapshot()
    return {name for name in after if after[name] != before[name]}


def copies(name: str) -> list[str]:
    """Return the full names of all copies of a law."""
    return [law for law in LAW_NAMES if law == name or law.startswith(f"{name} ")]


def hues(name: str) -> Iterable[tuple[str, str]]:
    """Return (full name, letter of its colour) of the four copies of a law that is about a colour."""
    assert len(copies(name)) == 4
    return [(law, law.split()[1][0]) for law in copies(name)]


def turned(text: str, places: int) -> str:
    """Return candies with the seats turned: what was seat 0 is now seat `places`."""
    words = text.split()
    return " ".join(words[-places:] + words[:-places])


assert len(LAW_NAMES) == LAWS == 94
