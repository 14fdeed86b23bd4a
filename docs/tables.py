"""Write what the pages of the games take from the code, tables and pictures: python docs/tables.py [--check]

A page holds tables between the marks ``<!-- table: NAME -->`` and ``<!-- end -->``. Every figure is reproducible: what
is played for it is played from fixed seeds. A table whose name begins with "printed" is what the snippet above it
prints. With --check nothing is written; 1 is returned if a table is not up to date.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that the file runs from a checkout without installing

import envs
from envs.core.compiling import new_states
from envs.core.game import Game
from envs.core.layout import Layout
from envs.core.options import Option

DOCS = Path(__file__).resolve().parent
RANDOM_GAMES = 4_000
PAIR_GAMES = 2_000
TABLE_GAMES = 6_000
TRUST_GAMES = 10_000
AMONG_GAMES = {"animocrazy": 5_000, "animal_farm": 2_000}
INLINE, LISTED = 24, 30  # labels that a cell holds, and that are listed one a line, at most
WORDS = ("no", "one", "two", "three", "four", "five")
MARK = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
SNIPPET = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def markdown(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table, numbers to the right."""
    rules = ["---:" if rows and isinstance(cell, int | float) else "---" for cell in rows[0]]
    cells = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    lines = [headings, rules, *cells]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def play(game: Game, players: int, lineups: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play one game for each row of `lineups`; return (returns, lengths, truncated), one row a game."""
    games = len(lineups)
    options = game.options.encode(game.options.complete({"num_players": players, "reward": "win"}))
    seeds = np.random.SeedSequence(seed).generate_state(games, np.uint64)
    mask = np.zeros(game.actions.size(players), np.int8)
    returns = np.zeros((games, players), np.float32)
    lengths, truncated = np.zeros(games, np.int64), np.zeros(games, np.int8)
    states = new_states(game.dtype, 1)
    table = np.ascontiguousarray(lineups, np.int64)
    game.loops.play_games(states, 0, options, table, seeds, mask, returns, lengths, truncated)
    return returns, lengths, truncated


def specs(game: Game) -> str:
    """Return sizes, and the length of random games, by number of players."""
    rows = []
    for players in range(game.minimum, game.maximum + 1):
        _, lengths, truncated = play(game, players, np.zeros((RANDOM_GAMES, players)), players)
        rows.append(
            [
                players,
                game.actions.size(players),
                game.observation.size(players),
                round(float(lengths.mean())),
                int(np.percentile(lengths, 99)),
                f"{truncated.mean():.2%}",
            ]
        )
    headings = ["players", "actions", "features", "decisions of a random game", "99 of 100 end within", "cut"]
    return markdown(headings, rows) + f"\n\nA state is {game.dtype.itemsize:,} bytes. {RANDOM_GAMES:,} games a row."


def actions(game: Game) -> str:
    """Return the blocks of the action space at the smallest table."""
    rows = []
    part = "row" if game.name == "nineteen61" else "seat"
    for row in game.actions.rows(game.minimum):
        size = int(np.prod(row["shape"])) // (game.minimum if row["stride"] else 1)
        start = str(row["start"]) + (f" + {row['stride']} a {part}" if row["stride"] else "")
        labels = f" ({', '.join(row['labels'])})" if row["labels"] else ""
        rows.append([row["name"], start, size, row["text"] + labels])
    size = game.actions.size(game.minimum)
    where = f"a table of {game.minimum}" if size < game.actions.size(game.maximum) else "every table"
    total = f"\n\n{size:,} actions at {where}."
    return markdown(["block", "start", "actions", "what they do"], rows) + total


def observation(game: Game) -> str:
    """Return the blocks of the observation at the smallest table, and what the entries of the longest labels are."""
    layout: Layout = game.observation
    text = layout.describe(game.minimum)
    known: dict[tuple[str, ...], str] = {}
    # A cell with very many labels would be wider than any page: they stand below, once.
    for row in layout.rows(game.minimum):
        labels = tuple(row["labels"])
        if len(labels) <= INLINE or labels in known:
            continue
        longer = next((name for others, name in known.items() if others[: len(labels)] == labels), None)
        below = f"entries listed below for `{longer}`" if longer else "entries listed below"
        text = text.replace(f" ({', '.join(labels)})", f" (the {'first ' if longer else ''}{len(labels)} {below})")
        if longer is None:
            known[labels] = row["name"]
            each = ", for each place" if len(row["shape"]) > 1 else ""
            text += f"\n\nThe entries of `{row['name']}`{each}, counted from 0:\n\n{listed(labels)}"
    return text


def listed(labels: Sequence[str]) -> str:
    """Return labels with their numbers, one a line, or in one paragraph where there are very many."""
    if len(labels) <= LISTED:
        return "\n".join(f"{number}. {label}" for number, label in enumerate(labels))
    return " · ".join(f"{number} {label}" for number, label in enumerate(labels))


def allowed(option: Option) -> str:
    """Return what an option may be, in words."""
    if option.choices:
        return ", ".join(f"`{choice!r}`" for choice in option.choices)
    if isinstance(option.default, bool):
        return "`True`, `False`"
    if option.parse is not None:
        return "see below"
    return f"{option.low:,} .. {option.high:,}"


def limits(game: Game) -> str:
    """Return what actions can address at most, in words."""
    actions = game.actions
    return (
        f"Actions can address {actions.block('place').size} buildings of a row and the {actions.block('depth').size} "
        "cards of a Silo's stack that are nearest to its top. A row that is full is offered no further building; "
        "nothing is lost or changed."
    )


def options(game: Game) -> str:
    """Return the options."""
    rows = [[f"`{o.name}`", f"`{o.default!r}`", allowed(o), o.text] for o in game.options.options]
    return markdown(["option", "default", "allowed", "what it does"], rows)


def bots(game: Game) -> str:
    """Return the scripted players and what they do."""
    rows = [[f"`{name}`", text] for name, text in zip(game.bots, game.bot_texts, strict=True)]
    return markdown(["name", "what it does"], rows)


def duels(game: Game) -> str:
    """Return how often each scripted player wins against each other one at a table of two, seats equally often."""
    number = len(game.bots)
    wins = np.full((number, number), np.nan)
    for a in range(number):
        for b in range(a):
            half = PAIR_GAMES // 2
            lineups = np.array([[a, b]] * half + [[b, a]] * half)
            returns = play(game, 2, lineups, a * number + b)[0]
            wins[a, b] = (returns[:half, 0].sum() + returns[half:, 1].sum()) / PAIR_GAMES
            wins[b, a] = (returns[:half, 1].sum() + returns[half:, 0].sum()) / PAIR_GAMES
    mean = np.nanmean(wins, axis=1)
    rows = [
        [f"`{game.bots[a]}`", *("" if a == b else f"{wins[a, b]:.0%}" for b in np.argsort(-mean)), f"{mean[a]:.0%}"]
        for a in np.argsort(-mean)
    ]
    headings = ["wins of, against", *(f"`{game.bots[b]}`" for b in np.argsort(-mean)), "mean"]
    margin = 1.96 * np.sqrt(0.25 / PAIR_GAMES)
    return (
        markdown(headings, rows)
        + f"\n\n{PAIR_GAMES:,} games a pair, seats equally often; 95 % intervals are within {margin:.1%} either way."
    )


def full_table(game: Game) -> str:
    """Return how often each scripted player wins at tables of four, seats drawn."""
    players = min(4, game.maximum)
    generator = np.random.default_rng(4)
    lineups = generator.integers(len(game.bots), size=(TABLE_GAMES, players))
    returns, _, truncated = play(game, players, lineups, 4)
    share = [(float(returns[lineups == bot].mean()), bot) for bot in range(len(game.bots))]
    rows = [[f"`{game.bots[bot]}`", f"{wins:.0%}"] for wins, bot in sorted(share, reverse=True)]
    note = (
        f"\n\n{TABLE_GAMES:,} games, every seat drawn from all of them; {1 / players:.0%} would be an equal share; "
        f"{truncated.mean():.1%} of the games were cut."
    )
    return markdown([f"at a table of {players}", "games won"], rows) + note


def among(game: Game) -> str:
    """Return how often each scripted player wins alone among others of one kind, seats equally often."""
    players, number = int(game.options.complete({})["num_players"]), len(game.bots)
    games = -(-AMONG_GAMES[game.name] // players) * players
    rows, half = [], 0.0
    for a in range(number):
        row = [f"`{game.bots[a]}`"]
        for b in range(number):
            lineups = np.full((games, players), b)
            seats = np.arange(games) % players
            lineups[np.arange(games), seats] = a
            wins = play(game, players, lineups, a * number + b)[0][np.arange(games), seats]
            half = max(half, 1.96 * float(wins.std()) / games**0.5)
            row.append("" if a == b else f"{wins.mean():.0%}")
        rows.append(row)
    headings = [f"wins of, among {WORDS[players - 1]} of", *(f"`{name}`" for name in game.bots)]
    return (
        markdown(headings, rows)
        + f"\n\n{games:,} games a pair, seats equally often; {1 / players:.0%} would be an equal share; "
        f"95 % intervals are within {half:.1%} either way."
    )


def trust(game: Game) -> str:
    """Return how the scripted players of Animal Farm fare at one table, and what becomes of their promises."""
    players, bots = 4, range(len(game.bots))
    lineups = np.random.default_rng(5).integers(len(game.bots), size=(TRUST_GAMES, players))
    options = game.options.encode(game.options.complete({"num_players": players, "reward": "win"}))
    seeds = np.random.SeedSequence(5).generate_state(TRUST_GAMES, np.uint64)
    mask, states = np.zeros(game.actions.size(players), np.int8), new_states(game.dtype, 1)
    wins, vp = np.zeros((TRUST_GAMES, players), np.float32), np.zeros((TRUST_GAMES, players))
    record = np.zeros((TRUST_GAMES, players, 4))
    length, cut = np.zeros(1, np.int64), np.zeros(1, np.int8)
    for i in range(TRUST_GAMES):  # one by one: the end of each is looked at
        row, seed = lineups[i : i + 1], seeds[i : i + 1]
        game.loops.play_games(states, 0, options, row, seed, mask, wins[i : i + 1], length, cut)
        vp[i] = states[0]["vp"][:players]
        record[i] = states[0]["record"][:players].sum(axis=1)
    share = {bot: float(wins[lineups == bot].mean()) for bot in bots}
    rows = []
    for bot in sorted(bots, key=lambda one: -share[one]):
        made, kept, broken, void = record[lineups == bot].mean(axis=0)
        counts = [f"{number:.1f}" for number in (vp[lineups == bot].mean(), made, kept, broken, void)]
        rows.append([f"`{game.bots[bot]}`", f"{share[bot]:.0%}", *counts])
    headings = ["at a table of four", "games won", "VP", "promises made", "kept", "broken", "void"]
    half = 1.96 * max(float(wins[lineups == bot].std() / (lineups == bot).sum() ** 0.5) for bot in bots)
    return (
        markdown(headings, rows)
        + f"\n\nA seat and game, over {TRUST_GAMES:,} games, every seat drawn from all of them; {1 / players:.0%} "
        f"would be an equal share; 95 % intervals of the games won are within {half:.1%} either way."
    )


def laws(game: Game) -> str:
    """Return the laws of Animocrazy, one row for those that differ only in their colour or their scale."""
    from envs.animocrazy.actions import words
    from envs.animocrazy.box import (
        AMOUNT,
        COLOURS,
        KIND,
        LAW_NAMES,
        NO_SYMBOL,
        PARTS,
        SCALE,
        SYMBOL,
        Kind,
        Symbol,
        law_text,
    )

    rows = []
    for name in dict.fromkeys(full.split()[0] for full in LAW_NAMES):
        cards = [card for card, full in enumerate(LAW_NAMES) if full.split()[0] == name]
        first, level = PARTS[cards[0]].tolist(), [card for card in cards if PARTS[card, SCALE] == 1]
        text = law_text(*first[: AMOUNT + 1])
        symbol = words(Symbol(first[SYMBOL])) if first[SYMBOL] < NO_SYMBOL else ""
        scale = f"{len(level)} of {len(cards)}"
        if LAW_NAMES[cards[0]].endswith(COLOURS[0]):
            text = text.replace(f"{COLOURS[0]} ", "C ")
            symbol = symbol.replace(COLOURS[0], "C")
            scale = ", ".join(LAW_NAMES[card].split()[1] for card in level)
        rows.append([name, words(Kind(first[KIND])), text, symbol, str(len(cards)), scale])
    note = "\n\nC is a colour: there is one of these laws for each. Ties adopt those whose scale is level."
    return markdown(["law", "kind", "what it says", "symbol", "copies", "level"], rows) + note


def cards(game: Game) -> str:
    """Return the thirty actions of Animal Farm."""
    from envs.animal_farm.box import (
        BASICS,
        BEGINNER,
        CARD_NAMES,
        CARD_TEXTS,
        COST,
        INFLUENCES,
        KIND_OF,
        PRINTED_ADVANCED,
        Card,
    )

    rows = []
    for kind, influence in enumerate(INFLUENCES):
        for card in [card for card in Card if KIND_OF[card] == kind]:
            when, what = CARD_TEXTS[card].split(": ", 1) if ": " in CARD_TEXTS[card] else ("", CARD_TEXTS[card])
            by = "printed" if card < BASICS or card in PRINTED_ADVANCED else "ours"
            cost = "basic" if card < BASICS else str(COST[card])
            name = CARD_NAMES[card] + (" \\*" if card in BEGINNER else "")
            rows.append([influence, name, cost, when or "with the copied action", what, by])
    note = '\n\n\\* In the set `actions="beginner"`.'
    return markdown(["influence", "action", "costs", "when", "what it does", "of"], rows) + note


def moods(game: Game) -> str:
    """Return the fifteen political moods of Animal Farm."""
    from envs.animal_farm.box import MOOD_TEXTS, MOODS, PRINTED_MOODS

    texts = enumerate(zip(MOODS, MOOD_TEXTS, strict=True))
    rows = [[name, text, "printed" if mood < PRINTED_MOODS else "ours"] for mood, (name, text) in texts]
    return markdown(["mood", "what it brings", "of"], rows)


def revolutions(game: Game) -> str:
    """Return the twenty revolution cards of Animal Farm, by their top lines."""
    from envs.animal_farm.box import INFLUENCES, REGIONS, REVOLUTIONS, SECOND, TOP

    rows = []
    for top, influence in enumerate(INFLUENCES):
        seconds = [INFLUENCES[SECOND[card]] for card in range(REVOLUTIONS) if TOP[card] == top]
        rows.append([REGIONS[top], f"2 {influence}", "1 " + ", 1 ".join(seconds)])
    return markdown(["revolution in", "top line", "second line, one card each"], rows)


PICTURES: dict[str, dict] = {
    "nineteen61": {
        "rows": [
            [
                {"building": "Moon Lander", "stack": ["Sabotage", "Research", "Embargo", "?"]},
                "Bunker",
                {"building": "Embassy", "stack": ["Response System", {"card": "Embargo", "face_up": True}]},
            ],
            [
                {"building": "Factory", "stack": ["Embargo"]},
                "Moon Lander",
                {"building": "Missile Silo", "stack": ["Espionage", {"card": "Sabotage", "known": [0, 1]}]},
            ],
            ["Embassy", "Embassy", {"building": "Agency", "stack": ["?", "?"]}, "Secret Facility"],
        ],
        "hands": [["Embassy", "Research"], ["Missile Launch", "Bunker", "Agency"], ["Factory"]],
        "pile": ["Missile Launch", "Espionage", "Sabotage", "Sabotage", "Research"],
        "turn": {"seat": 1, "number": 17},
    },
    "animocrazy": {
        "candies": [
            {"red": 3, "yellow": 1, "green": 1},
            {"yellow": 4, "blue": 2},
            {"red": 1, "blue": 3, "green": 2},
            {"red": 2, "yellow": 2, "blue": 1, "green": 1},
            {"green": 5},
        ],
        "hands": [[], [], ["R05", "Y11", "B10", "Y01 green", "R16 level", "B14"], [], []],
        "laws": ["Y02 red", "Y04 yellow", "B12", "Y05 blue"],
        "wilds": ["Definite No", None, "Scam", "Definite Yes", "?"],
        "wilds_out": ["Definite Yes"],
        "discards": ["R02 level", "B07", "Y07"],
        "history": [
            {"law": "Y05 blue", "proposer": 0, "adopted": True, "votes": ["Yes", "Definite Yes", "Yes", "No", "No"]},
            {"law": "Y07", "proposer": 4, "adopted": False, "votes": ["No", "No", "Yes", "Yes", "No"]},
            {"law": "B12", "proposer": 3, "adopted": True, "votes": ["Yes", "Yes", "No", "Yes", "No"]},
        ],
        "votes_taken": 7,
        "turn": {"seat": 1, "number": 8},
        "decision": {
            "asked": "vote",
            "seat": 2,
            "proposed": "R12 green",
            "votes": [None, "Yes", None, None, None],
        },
    },
    "animal_farm": {
        "agents": [
            {"Latin America": 1, "Australia": 1, "Africa": 3, "Collectivism": 1},
            {"Latin America": 2, "Middle East": 1, "India": 1, "Africa": 2},
            {"Latin America": 1, "India": 2, "Australia": 1, "Africa": 2},
            {"Middle East": 2, "India": 1, "Australia": 1, "Africa": 1, "Collectivism": 1},
        ],
        "tokens": [
            {"New": {"Kangaroo": 1}, "Owned": {"Elephant": 1}, "Airdrop": {"Cat": 1, "Donkey": 1}},
            {"Owned": {"Lion": 1, "Donkey": 1}, "Airdrop": {"Donkey": 1}},
            {"New": {"Elephant": 2}, "Owned": {"Lion": 2}, "Airdrop": {"Kangaroo": 1}},
            {"New": {"Elephant": 1, "Kangaroo": 1}, "Owned": {"Elephant": 1}},
        ],
        "vp": [5, 3, 6, 4],
        "round": 3,
        "first_player": 1,
        "first_region": "India",
        "moods": ["Collectivism", "Big Brother is watching you", "Less is more"],
        "past_moods": ["Miniwin"],
        "actions": [
            *("Particular Needs", "Peaceful Solutions", "Love", "Truth", "Peace"),
            *("Closed borders", "Record harvest", "Continental Embargo", "Open archives", "Too much peace"),
        ],
        "bought": [["Record harvest"], ["Too much peace", "Open archives"], ["Closed borders"], ["Too much peace"]],
        "used": [[], [], ["Closed borders"], []],
        "revolutions": ["2 Cat 1 Lion", "2 Kangaroo 1 Donkey", "2 Elephant 1 Cat", "2 Lion 1 Kangaroo"],
        "resolved": {
            "India": {"won": [2, 3], "took": [0, 0, 2, 1]},
            "Australia": {"won": [0, 3], "took": [1, 0, 0, 1]},
        },
        "promises": [
            {"from": 1, "to": 0, "promise": "ally", "due": True},
            {"from": 2, "to": 1, "promise": "revolution"},
            {"from": 2, "to": 0, "promise": "no action"},
        ],
        "record": [
            {"ally": {"kept": 2, "broken": 1}},
            {"token": {"kept": 1}, "ally": {"void": 1}},
            {"no action": {"kept": 2}},
            {"revolution": {"broken": 1}, "token": {"broken": 1}},
        ],
        "history": [{"seat": 0, "action": "Peace"}, {"seat": 3, "action": "Particular Needs", "cancelled": True}],
        "phase": "alliances",
        "seat": 2,
        "asked": "answer",
        "region": {"name": "Africa", "strength": [4, 2, 2, 1], "offered": [1, 0, 0, 0], "speaker": 1},
        "deal": {
            **{"proposer": 0, "members": [0, 1, 2], "shares": [3, 1, 2, 0]},
            **{"payer": 2, "payee": 0, "payment": ["Owned Lion"]},
        },
    },
}
"""A position for the picture of each game."""


def write_picture(game: Game) -> None:
    """Draw the position of a game beside its page, as the seat to act sees it."""
    from PIL import Image

    position, path = PICTURES[game.name], DOCS / f"{game.name}.png"
    players = len(position.get("hands") or position["agents"])
    options = game.options.encode(game.options.complete({"num_players": players}))
    states = new_states(game.dtype, 1)
    game.set_position(states[0], position, options, 1)
    picture = game.render_picture(states[0], int(states[0]["to_act"]))
    drawn = io.BytesIO()
    Image.fromarray(picture).quantize(64, dither=Image.Dither.NONE).save(drawn, "PNG", optimize=True)
    if not path.exists() or path.read_bytes() != drawn.getvalue():
        path.write_bytes(drawn.getvalue())
        print(f"{path.name} written")


TABLES: dict[str, Callable[[Game], str]] = {
    "specs": specs,
    "actions": actions,
    "observation": observation,
    "limits": limits,
    "options": options,
    "bots": bots,
    "laws": laws,
    "duels": duels,
    "full_table": full_table,
    "among": among,
    "trust": trust,
    "cards": cards,
    "moods": moods,
    "revolutions": revolutions,
}


@cache
def table(game: str, name: str) -> str:
    """Return the table called `name` of a game."""
    return TABLES[name](envs.get_game(game))


def printed(text: str) -> str:
    """Return what the last snippet of `text` prints, those before it having been run, as a block."""
    names: dict[str, object] = {"__name__": "snippet"}
    for snippet in SNIPPET.findall(text):
        output = io.StringIO()
        with redirect_stdout(output):
            exec(compile(snippet, "snippet", "exec"), names)
    return f"```text\n{output.getvalue().rstrip()}\n```"


def filled(page: Path) -> str:
    """Return the text of a game's page with its tables made anew."""
    text = page.read_text(encoding="utf-8")

    def made(found: re.Match[str]) -> str:
        name = found[2]
        new = printed(text[: found.start()]) if name.startswith("printed") else table(page.stem, name)
        return f"{found[1]}{new}\n{found[3]}"

    return MARK.sub(made, text)


def main(arguments: Sequence[str]) -> int:
    """Write the tables, or check them; return the exit code."""
    if list(arguments) not in ([], ["--check"]):
        print(__doc__)
        return 2
    stale = 0
    for name in envs.GAMES:
        page = DOCS / f"{name}.md"
        text = filled(page)
        if not arguments:
            write_picture(envs.get_game(name))
        if text == page.read_text(encoding="utf-8"):
            continue
        stale = 1
        if arguments:
            print(f"{page.name} is not up to date: run python docs/tables.py")
        else:
            page.write_text(text, encoding="utf-8")
            print(f"{page.name} written")
    return stale if arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
