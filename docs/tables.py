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
RANDOM_GAMES = {"farms_race": 2_000}  # a row; 4,000 unless it says otherwise
PAIR_GAMES = 2_000
TABLE_GAMES = 6_000
TRUST_GAMES = 10_000
MAP_GAMES, MAP_LENGTHS = 2_000, 1_000
AMONG_GAMES = {"animocrazy": 5_000, "animal_farm": 2_000, "farms_race": 900}
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


def play(
    game: Game, players: int, lineups: np.ndarray, seed: int, **more: object
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play one game for each row of `lineups`; return (returns, lengths, truncated), one row a game.

    `more` are further options of the game.
    """
    games = len(lineups)
    options = game.options.encode(game.options.complete({"num_players": players, "reward": "win", **more}))
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
    rows, games = [], RANDOM_GAMES.get(game.name, 4_000)
    for players in range(game.minimum, game.maximum + 1):
        _, lengths, truncated = play(game, players, np.zeros((games, players)), players)
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
    return markdown(headings, rows) + f"\n\nA state is {game.dtype.itemsize:,} bytes. {games:,} games a row."


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


def board_options() -> dict[str, dict[str, object]]:
    """Return the options with which each map of Farms Race is played."""
    from envs.farms_race.box import MAP_NAMES

    boards: dict[str, dict[str, object]] = {}
    for name in MAP_NAMES:
        players = int(name[0])
        boards[name] = {"num_players": players, **({"scenario": int(name[-1])} if players == 2 else {"map": name})}
    return boards


def board_title(name: str) -> str:
    """Return what a map of Farms Race is called in headings."""
    return f"`{name}`" if name[0] != "2" else f"scenario {name[-1]}"


def rotated(kinds: int, players: int, games: int, seed: int) -> np.ndarray:
    """Return line-ups of `games` tables or a few more: drawn, and each then seated in every rotation."""
    drawn = np.random.default_rng(seed).integers(kinds, size=(-(-games // players), players))
    return np.concatenate([np.roll(drawn, places, axis=1) for places in range(players)])


def fares(game: Game) -> str:
    """Return how often each scripted player of Farms Race wins on each map, all of them at the tables."""
    rows = [[f"`{name}`"] for name in game.bots]
    headings, half, nobody = ["wins on"], 0.0, []
    for number, (name, options) in enumerate(board_options().items()):
        players = int(name[0])
        lineups = rotated(len(game.bots), players, MAP_GAMES, number)
        more = {key: value for key, value in options.items() if key != "num_players"}
        wins = play(game, players, lineups, number, **more)[0]
        headings.append(board_title(name))
        for bot, row in enumerate(rows):
            of = wins[lineups == bot]
            row.append(f"{of.mean():.0%}")
            half = max(half, 1.96 * float(of.std()) / len(of) ** 0.5)
        nobody.append(f"{1 - wins.sum(axis=1).mean():.0%}")
    rows.append(["nobody", *nobody])
    return (
        markdown(headings, rows)
        + f"\n\nA seat and game; {MAP_GAMES:,} games a map or a few more, line-ups drawn from all players, each seated "
        "in every rotation. An equal share would be 50%, 33%, 25% and 20% with two, three, four and five players. "
        f"95 % intervals are within {half:.1%} either way."
    )


def lengths(game: Game) -> str:
    """Return how games among expanders go on each map of Farms Race: how long they are, and who wins."""
    from envs.farms_race.box import MAP_NUMBERS

    rows = []
    expander, chosen = game.bots.index("expander"), new_states(game.dtype, 1)
    for number, (name, options) in enumerate(board_options().items()):
        players = int(name[0])
        code = game.options.encode(game.options.complete({"reward": "win", **options}))
        seeds = np.random.SeedSequence(number).generate_state(MAP_LENGTHS, np.uint64)
        mask, lineup = np.zeros(game.actions.size(players), np.int8), np.full((1, players), expander)
        wins, rounds = np.zeros((MAP_LENGTHS, players), np.float32), np.zeros(MAP_LENGTHS, np.int64)
        decisions, cut = np.zeros(MAP_LENGTHS, np.int64), np.zeros(MAP_LENGTHS, np.int8)
        for i in range(MAP_LENGTHS):  # one by one: the end of each is looked at
            at = slice(i, i + 1)
            game.loops.play_games(chosen, 0, code, lineup, seeds[at], mask, wins[at], decisions[at], cut[at])
            rounds[i] = chosen[0]["round"]
        seats = " ".join(f"{share:.0%}" for share in wins.mean(axis=0))
        rows.append(
            [
                board_title(name),
                int(MAP_NUMBERS[number][0]),
                round(float(decisions.mean())),
                f"{rounds.mean():.1f}",
                int(np.percentile(rounds, 99)),
                f"{cut.mean():.2%}",
                seats,
            ]
        )
    headings = ["map", "regions", "decisions", "rounds", "99 of 100 end within", "cut", "won by seat 0, 1, ..."]
    note = f"\n\n{MAP_LENGTHS:,} games a map, `expander` in every seat. In scenarios both may lose."
    return markdown(headings, rows) + note


def cost_text(costs: Sequence[int]) -> str:
    """Return what something costs in Farms Race."""
    from envs.farms_race.box import RESOURCES

    return ", ".join(f"{number} {name}" for number, name in zip(costs, RESOURCES, strict=True) if number)


def items(game: Game) -> str:
    """Return what can be built in Farms Race."""
    from envs.farms_race.box import ARMORIES, ARMORY, BARN, BARNS, COSTS, DECK, NUKES

    names = ("Barn", "Armory, on a Barn", "spy card", "nuke")
    pieces = (f"{BARNS} a player", f"{ARMORIES} a player", f"{DECK} in the deck", f"{NUKES} in all")
    vp = (str(BARN), str(ARMORY), "1 for a Mole", "1 for the Nukiest tile")
    rows = [list(row) for row in zip(names, map(cost_text, COSTS.tolist()), vp, pieces, strict=True)]
    return markdown(["item", "costs", "VP", "pieces"], rows)


def mutations(game: Game) -> str:
    """Return the mutations of Farms Race."""
    from envs.farms_race.box import BASE_MUTATIONS, MUTATION_TEXTS, MUTATIONS, NOT_FOR_TWO

    rows = [
        [name, text, "base" if number < BASE_MUTATIONS else "deluxe", "" if number in NOT_FOR_TWO else "yes"]
        for number, (name, text) in enumerate(zip(MUTATIONS, MUTATION_TEXTS, strict=True))
    ]
    return markdown(["mutation", "what it does", "of", "with two"], rows)


def spies(game: Game) -> str:
    """Return the spy cards of Farms Race."""
    from envs.farms_race.box import PARTS, SPIES, SPY_CARDS, SPY_TEXTS, Part

    rows = []
    for name, number, text, parts in zip(SPIES, SPY_CARDS.tolist(), SPY_TEXTS, PARTS.tolist(), strict=True):
        named = ", then ".join(f"a {Part(part).name.lower()}" for part in parts if part != Part.NONE)
        rows.append([name, str(number), text, named or "nothing"])
    return markdown(["spy", "cards", "what it does", "what is named with it"], rows)


def places_of(name: str) -> list[tuple[str, str, bool]]:
    """Return (coordinates, resource, whether it is a start) of each region of a map of Farms Race, in order."""
    from envs.farms_race.box import MAP_NAMES, MAP_NUMBERS, RESOURCES

    numbers = MAP_NUMBERS[MAP_NAMES.index(name)].tolist()
    rows = [numbers[at : at + 4] for at in range(1, 1 + 4 * numbers[0], 4)]
    return [(f"{q},{r}", RESOURCES[kind], start == 1) for q, r, kind, start in rows]


def scenarios(game: Game) -> str:
    """Return what the three scenarios of Farms Race for two lay out."""
    from envs.farms_race.box import (
        BUILDINGS,
        MUTATIONS,
        NEUTRAL_HERDS,
        NEUTRAL_MUTATION,
        NEUTRAL_VP,
        SCENARIO_ROUNDS,
        SCENARIOS,
        SHARED,
        SHARED_BUILDING,
    )

    rows = []
    for scenario in range(1, SCENARIOS + 1):
        names = [place for place, _, _ in places_of(f"2p_s{scenario}")]
        at = [name for name, shared in zip(names, SHARED[scenario], strict=False) if shared]
        herds = [f"{number} on {name}" for name, number in zip(names, NEUTRAL_HERDS[scenario], strict=False) if number]
        vp = [f"{number} on {name}" for name, number in zip(names, NEUTRAL_VP[scenario], strict=False) if number]
        rows.append(
            [
                str(scenario),
                str(SCENARIO_ROUNDS[scenario]),
                "; ".join(herds),
                MUTATIONS[NEUTRAL_MUTATION[scenario]],
                "; ".join(vp),
                f"{BUILDINGS[SHARED_BUILDING[scenario]].capitalize()} over {' and '.join(at)}",
            ]
        )
    return markdown(["scenario", "rounds", "neutral herds", "mutation", "VP tokens", "its building"], rows)


def maps(game: Game) -> str:
    """Return the regions of every map of Farms Race, with their numbers and their neighbours, two a line."""
    from envs.farms_race.box import MAP_NAMES
    from envs.farms_race.graph import region_edges

    parts = []
    for name in MAP_NAMES:
        places, edges = places_of(name), region_edges(name)
        cells = []
        for number, (place, resource, start) in enumerate(places):
            near = " ".join(str(other) for other in edges[1][edges[0] == number])
            cells.append([f"**{number}**", place, resource + (", start" if start else ""), near])
        half = -(-len(cells) // 2)
        cells += [[""] * 4] * (2 * half - len(cells))
        rows = [left + right for left, right in zip(cells[:half], cells[half:], strict=True)]
        table = markdown(["no.", "q,r", "gives", "next to"] * 2, rows)
        summary = f"<summary>{name}: {len(places)} regions, {edges.shape[1] // 2} pairs of neighbours</summary>"
        parts.append(f"<details>\n{summary}\n\n{table}\n\n</details>")
    return "\n\n".join(parts)


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
    "farms_race": {
        "round": 6,
        "active": 1,
        "elsewhere": "set-up",
        "regions": {
            "-3,1": {"owner": 0, "healthy": 1, "building": "armory"},
            "-2,0": {"owner": 0, "healthy": 2},
            "-2,1": {"owner": 0, "damaged": 1, "building": "barn"},
            "-1,0": {"owner": 0, "healthy": 1, "damaged": 1},
            "1,-3": {"owner": 1, "healthy": 1, "building": "barn"},
            "1,-2": {"owner": 1, "healthy": 1, "spent_healthy": 1},
            "1,-1": {"owner": 1, "healthy": 1},
            "0,-1": {"owner": 1, "damaged": 2},
            "2,-2": {"owner": 1, "healthy": 1, "building": "barn"},
            "3,-1": {"owner": 2, "healthy": 2, "building": "armory"},
            "2,-1": {"owner": 2, "healthy": 1, "turmoil": True},
            "1,0": {"owner": 2, "healthy": 1, "building": "barn"},
            "0,0": {"owner": 2, "healthy": 1, "damaged": 2, "attacked": True, "building": "barn"},
            "-1,3": {"owner": 3, "healthy": 2, "building": "barn"},
            "-1,2": {"owner": 3, "healthy": 2},
            "0,1": {"owner": 3, "healthy": 1, "damaged": 1},
            "-2,2": {"humans": 2, "face_up": True},
            "-1,1": {},
        },
        "players": [
            {"mutation": "Regenerating", "hand": {"wood": 2, "plutonium": 1}, "spies": {"Mole": 1}, "ready": 1},
            {
                **{"mutation": "Ferocious", "hand": {"wheat": 2, "clay": 1, "weapons": 1}, "vp_tokens": 2, "spent": 1},
                **{"spies": {"Pocket Nuke": 1, "Double Agent": 1}, "known": {"0": {"wheat": 2}, "3": {"clay": 1}}},
            },
            {"mutation": "Adorable", "hand": {"weapons": 2, "plutonium": 3}, "vp_tokens": 1, "ready": 1, "spent": 1},
            {"mutation": "Thrifty", "hand": {"clay": 4}, "known": {"1": {"clay": 2}}, "spies": {"Saboteur": 1}},
        ],
        "played": {"Smuggler": 1, "Informer": 1},
        "promises": [
            {"from": 3, "promise": "no attack", "about": 2},
            {"from": 0, "promise": "nuke", "about": 2},
        ],
        "history": [
            {"event": "attack", "seat": 1, "what": "0,0", "other": 2},
            {"event": "launch", "seat": 1, "what": "0,0", "other": 2},
            {"event": "trade", "seat": 3, "other": 0},
            {"event": "conquest", "seat": 0, "what": "-2,1"},
        ],
        "decision": "retreat",
        "combat": {
            **{"region": "0,0", "sent": {"1,-1": 2, "0,-1": 1}, "damaged": 1, "round": 2},
            "rolled": [{"gun": 1, "human": 1}, {"gun": 1, "blank": 2}],
        },
    },
}
"""A position for the picture of each game."""


def write_picture(game: Game) -> None:
    """Draw the position of a game beside its page, as the seat to act sees it."""
    position, path = PICTURES[game.name], DOCS / f"{game.name}.png"
    players = len(next(position[key] for key in ("hands", "agents", "players") if key in position))
    options = game.options.encode(game.options.complete({"num_players": players}))
    states = new_states(game.dtype, 1)
    game.set_position(states[0], position, options, 1)
    save_picture(path, game.render_picture(states[0], int(states[0]["to_act"])))


def save_picture(path: Path, picture: np.ndarray) -> None:
    """Write a picture, uint8 of shape (height, width, 3), unless it is there already."""
    from PIL import Image

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
    "fares": fares,
    "lengths": lengths,
    "items": items,
    "mutations": mutations,
    "spies": spies,
    "scenarios": scenarios,
    "maps": maps,
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
            if name == "farms_race":
                from farms_race_maps import draw_maps

                save_picture(DOCS / "farms_race_maps.png", draw_maps())
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
