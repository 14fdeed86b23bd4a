"""The table of 1984: Animal Farm in words: what text, picture, positions and errors share. Plain Python, nothing is
compiled.

The functions take a table: a state as `envs.core.view.plain` gives it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

from envs.core.view import plain

from .actions import a_token, seats_text, token_text
from .box import (
    CARD_NAMES,
    COST,
    HARVEST_BEYOND,
    INFLUENCES,
    KINDS,
    LINE_NEEDS,
    MOOD_PLACES,
    MOOD_TEXTS,
    MOODS,
    MOST_BEYOND,
    NO_CARD,
    NO_PART,
    OUTCOMES,
    PARTS,
    PROMISE_COUNT,
    PROMISE_TEXTS,
    PROMISES,
    REGION_OF_MOOD,
    REGIONS,
    SECOND,
    TOP,
    UNSTABLE,
    ZONES,
    Card,
    Outcome,
    Part,
    Promise,
    Zone,
    revolution_name,
)
from .state import HISTORY, PHASE_OF, Decision, Phase, Stage

PHASES = ("Set-up", "Moves", "Alliances", "Spies", "Revolutions", "Buying", "Ending")
BUILDING = (Decision.SHARE, Decision.PAYER, Decision.PAYEE, Decision.PAYMENT)
"""The decisions in which a proposal is put together."""
SAFE = "tokens safe this round"
DUE_HERE = 2  # of a promise: due when the region now open closes

_QUESTIONS = {
    Decision.SETUP_AGENT: "puts one more agent into a region",
    Decision.RESERVE_AGENT: "places an agent of the reserve",
    Decision.SPEAK: "speaks: a deal, an action, a gift, a promise, or a pass",
    Decision.PAYER: "proposes a deal: who makes a side payment",
    Decision.GIFT: "gives {asked} a token: which one",
    Decision.ANSWER: "answers: agree to the deal, or refuse",
    Decision.LAST_ACTIONS: "may use an action while the alliance stands",
    Decision.REQUISITION: "may use an action on the tokens just taken",
    Decision.COLLECT: "takes a token of a kind of their choice",
    Decision.STRIKE: "may choose a player who loses 1 VP",
    Decision.REACT: "may answer {top}",
    Decision.RANSOM: "may discard a token from Owned to save {below} from Love",
    Decision.SPY: "may use actions of the Spies phase",
    Decision.REVOLT: "may put tokens on the revolutions on the left and on the right",
    Decision.BUY: "may buy advanced actions or VP",
    Decision.STORE: "chooses which tokens go to the Owned area and which to the Airdrop zone",
}
_PARTS_ASKED = {
    Part.SEAT: "which player",
    Part.OTHER: "which second player",
    Part.MEMBERS: "which members of the alliance",
    Part.TOKEN: "which token",
    Part.OTHER_TOKEN: "which second token",
    Part.KIND: "which influence",
    Part.OTHER_KIND: "which influence the second becomes",
    Part.EACH_TOKEN: "which token of {asked}",
    Part.FROM: "from which region",
    Part.TO: "to which region",
    Part.SECOND_FROM: "the second agent, from which region",
    Part.SECOND_TO: "to which region the second agent goes",
    Part.NUMBER: "how many agents",
    Part.REGION: "which region",
    Part.ACTION: "which advanced action",
}


# Small words


def seats_in(bits: int) -> list[int]:
    """Return the seats of a set."""
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def number_of(number: int, name: str) -> str:
    """Return "1 token", "2 tokens" and the like."""
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def tokens_text(tokens: list[int]) -> str:
    """Return tokens by kind, those there are none of left out."""
    return ", ".join(number_of(n, name) for n, name in zip(tokens, INFLUENCES, strict=True) if n) or "none"


def _joined(parts: list[str]) -> str:
    """Return "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _of_seat(seat: int, token: int) -> str:
    return f"seat {seat}'s {token_text(token)}"


# The round


def is_over(t: SimpleNamespace) -> bool:
    """Return whether the game has ended."""
    return bool(t.ended)


def phase_of(t: SimpleNamespace) -> Phase:
    """Return the phase that the game is in."""
    return Phase(int(PHASE_OF[t.stage]))


def turn_text(t: SimpleNamespace) -> str:
    """Return round and phase, or how the game ended."""
    if is_over(t):
        return f"The game is over after round {min(t.round, t.rounds)}: {seats_text(t.winners)} won"
    phase = phase_of(t)
    if phase == Phase.SETUP:
        what = "Set-up" if t.stage == Stage.SETUP else "new agents"
    else:
        what = f"phase {int(phase)}, {PHASES[phase]}"
    return f"Round {t.round} of {t.rounds}, {what}"


def markers_text(t: SimpleNamespace) -> str:
    """Return where the markers of the first player and the first region are, and which revolutions bring more."""
    side = "right" if t.round % 2 else "left"
    return (
        f"First player: seat {t.first_player}. First region: {REGIONS[t.first_region]}. "
        f"Revolutions on the {side} bring 1 VP more"
    )


def bonus_seat(t: SimpleNamespace, pair: int) -> int:
    """Return who gains 1 VP more from the revolution between seat `pair` and the next seat in this round (R11)."""
    return (pair + t.round % 2) % t.players


def question(t: SimpleNamespace) -> str:
    """Return who is asked for what."""
    if t.to_act < 0 or t.decision < 0:
        return "Nobody is to act"
    decision, seat = Decision(t.decision), t.to_act
    asked = "themselves" if t.asked_seat == seat else f"seat {t.asked_seat}"
    if decision == Decision.MOVE:
        text = "may use actions of the Moves phase" if t.moved else "may move an agent, and use actions"
    elif decision == Decision.MOVE_TO:
        text = f"moves an agent from {REGIONS[t.move_from]}: to which region"
    elif decision == Decision.SHARE:
        text = f"proposes a deal: how many tokens {asked.replace('themselves', 'they')} would take"
    elif decision == Decision.PAYEE:
        text = f"proposes a deal: to whom seat {t.payer} pays"
    elif decision == Decision.PAYMENT:
        more = "a second token, or no more" if t.payment[0] >= 0 else "which token"
        text = f"proposes a deal: what seat {t.payer} pays seat {t.payee}, {more}"
    elif decision == Decision.PART and t.depth > 0:
        part = int(PARTS[t.stack_card[t.depth - 1], t.part]) if t.part >= 0 else NO_PART
        words = _PARTS_ASKED[Part(part)] if part != NO_PART else "the next part"
        if part == Part.SECOND_FROM and t.stack_card[t.depth - 1] == Card.EXCHANGE:
            words = "in which region the other agent is"
        text = f"plays {CARD_NAMES[t.stack_card[t.depth - 1]]}: {words.format(asked=asked)}"
    elif decision == Decision.PAY:
        what = "VP" if t.buying == KINDS else advanced_name(t, t.buying)
        text = f"pays for {what}: {number_of(t.to_pay, 'token')} to go"
    else:
        depth = t.depth
        top = card_at(t, depth - 1) if depth > 0 else "an action"
        below = card_at(t, depth - 2) if depth > 1 else "an action"
        text = _QUESTIONS[decision].format(asked=asked, top=top, below=below)
    return f"Seat {seat} {text}"


# Regions


class Region(NamedTuple):
    """A region on the board, with what this round has brought there."""

    region: int
    number: int  # in the order in which regions are resolved this round, from 1
    tokens: int  # left there, 0 in extra regions
    agents: list[int]  # by seat
    open: bool  # being resolved
    done: bool  # resolved this round, and closed
    winners: int  # this round, as bits
    took: list[int]  # tokens collected here this round, by seat
    closed: list[int]  # seats that closed its borders


def regions(t: SimpleNamespace) -> list[Region]:
    """Return the regions on the board in the order in which they are resolved."""
    order = [(t.first_region + step) % UNSTABLE for step in range(UNSTABLE)]
    order += [int(REGION_OF_MOOD[mood]) for mood in t.mood if mood >= 0 and REGION_OF_MOOD[mood] >= 0]
    result = []
    for place, region in enumerate(order):
        opened = region == t.region
        result.append(
            Region(
                region=region,
                number=place + 1,
                tokens=t.stock[region] if region < UNSTABLE else 0,
                agents=[t.agents[seat][region] for seat in range(t.players)],
                open=opened,
                done=place < t.regions_done and not opened,
                winners=t.won if opened else t.round_won[region],
                took=t.collected[: t.players] if opened else [t.round_took[seat][region] for seat in range(t.players)],
                closed=seats_in(t.closed[region]),
            )
        )
    return result


def result_text(region: Region) -> str:
    """Return what came of a region this round: "" where it has yet to be resolved."""
    if not region.winners:
        return "nobody won" if region.done else ""
    took = [f"seat {seat} took {number}" for seat, number in enumerate(region.took) if number]
    return f"won by {seats_text(region.winners)}" + (f": {', '.join(took)}" if took else "")


def most_taken(t: SimpleNamespace) -> int:
    """Return how many tokens the region being resolved gives at most (R14); 0 where it gives none."""
    if not 0 <= t.region < UNSTABLE or t.nothing:
        return 0
    beyond = HARVEST_BEYOND if t.harvest else MOST_BEYOND
    return max(0, min(t.stock[t.region], t.players + beyond) - 2 * t.orthodoxy)


def could_win(t: SimpleNamespace) -> list[int]:
    """Return the smallest alliances that would win the region as things are: sets of seats as bits (R13)."""
    if t.region < 0:
        return []
    winning = [seats for seats in range(1, 1 << t.players) if t.winning >> seats & 1]
    return [seats for seats in winning if not any(other != seats and other & seats == other for other in winning)]


def could_win_text(t: SimpleNamespace) -> str:
    """Return who could win the region being resolved."""
    alliances = could_win(t)
    texts = [f"{seats_text(seats)} alone" if seats.bit_count() == 1 else seats_text(seats) for seats in alliances]
    return "; ".join(texts) or "nobody"


def strength_text(t: SimpleNamespace, seat: int) -> str:
    """Return the strength of a seat in the region being resolved, where actions have changed it, else ""."""
    if t.region < 0 or t.strength[seat] == t.agents[seat][t.region]:
        return ""
    return f"strength {t.strength[seat]}"


def effects(t: SimpleNamespace) -> list[str]:
    """Return what actions have done to the region being resolved, strengths apart."""
    if t.region < 0:
        return []
    result = []
    if t.orthodoxy:
        result.append(f"{2 * t.orthodoxy} tokens fewer")
    if t.harvest:
        result.append(f"record harvest by {seats_text(t.harvest)}")
    if t.fair:
        result.append("the winners divide equally")
    if t.nothing:
        result.append("nobody takes tokens")
    result += [f"seat {seat} takes {2 * n} fewer" for seat, n in enumerate(t.fewer[: t.players]) if n]
    for seat in range(t.players):
        parted = [other for other in seats_in(t.separated[seat]) if other > seat]
        result += [f"seats {seat} and {other} cannot be in one alliance" for other in parted]
    return result


# The deal


def has_deal(t: SimpleNamespace) -> bool:
    """Return whether a deal is on the table, or being put together."""
    return t.proposer >= 0


def alone(t: SimpleNamespace) -> bool:
    """Return whether the deal is a claim of one player."""
    return t.members.bit_count() == 1


def payment_text(t: SimpleNamespace) -> str:
    """Return the side payment of the deal: "" for none."""
    tokens = [a_token(token % KINDS) + f" in {ZONES[token // KINDS]}" for token in t.payment if token >= 0]
    if t.payer < 0 or t.payee < 0:
        return ""
    return f"seat {t.payer} pays seat {t.payee} {_joined(tokens) if tokens else 'a token'}"


def deal_text(t: SimpleNamespace) -> str:
    """Return the deal on the table in one sentence: "" for none."""
    if not has_deal(t):
        return ""
    if alone(t):
        number = t.share[t.proposer]
        return f"seat {t.proposer} claims the region alone and takes {number_of(number, 'token')}"
    shares = [f"seat {seat} takes {share}" for seat, share in shares_named(t)]
    verb = "is proposing" if t.decision in BUILDING else "proposes"
    parts = [seats_text(t.members), ", ".join(shares), payment_text(t)]
    return f"seat {t.proposer} {verb}: {'; '.join(part for part in parts if part)}"


def shares_named(t: SimpleNamespace) -> list[tuple[int, int]]:
    """Return (seat, tokens) of each member of the deal whose share has been named."""
    named = members(t)
    if t.decision == Decision.SHARE:
        named = named[: named.index(t.asked_seat)] if t.asked_seat in named else []
    return [(seat, t.share[seat]) for seat in named]


def members(t: SimpleNamespace) -> list[int]:
    """Return the members of the deal in the order in which they are asked: from the proposer on."""
    return [seat for seat in ((t.proposer + i) % t.players for i in range(t.players)) if t.members >> seat & 1]


def answers(t: SimpleNamespace) -> list[tuple[int, str]]:
    """Return what each member but the proposer says to the deal: "agrees", "is asked" or "has yet to answer"."""
    if not has_deal(t) or not (t.standing or t.decision == Decision.ANSWER):
        return []
    others = members(t)[1:]
    asked = len(others) if t.standing or t.to_act not in others else others.index(t.to_act)
    words = ["agrees"] * asked + ["is asked"] + ["has yet to answer"] * len(others)
    return list(zip(others, words, strict=False))


# Actions


class Laid(NamedTuple):
    """An action card that lies beside the board."""

    card: int
    kind: int
    cost: int  # tokens that it costs to buy, 0 for a basic one
    bought: list[int]  # seats
    used: list[int]  # seats that have used it this round
    blocked: bool


def laid_actions(t: SimpleNamespace) -> list[tuple[Laid, Laid | None]]:
    """Return the basic and the advanced action of each kind of influence, None where there is none."""
    result = []
    for kind in range(KINDS):
        card = t.advanced[kind]
        advanced = None
        if card != NO_CARD:
            bought, used = (
                [seat for seat in range(t.players) if bits[seat] >> kind & 1] for bits in (t.bought, t.used)
            )
            advanced = Laid(card, kind, int(COST[card]), bought, used, bool(t.embargo >> kind & 1))
        result.append((Laid(t.basic[kind], kind, 0, [], [], False), advanced))
    return result


def advanced_name(t: SimpleNamespace, kind: int) -> str:
    """Return the title of the advanced action of a kind."""
    card = t.advanced[kind] if 0 <= kind < KINDS else NO_CARD
    return CARD_NAMES[card] if card != NO_CARD else "an action"


def card_at(t: SimpleNamespace, place: int) -> str:
    """Return an action on the stack: title, player, and what it is aimed at as far as that is named."""
    card, seat = t.stack_card[place], t.stack_seat[place]
    by = f" by seat {seat}"
    if t.stack_copy[place]:
        by += " through Confession"
    aim = _aim(t, card, seat, t.stack_argument[place])
    return f"{CARD_NAMES[card]}{by}{f' {aim}' if aim else ''}"


def stack_text(t: SimpleNamespace) -> str:
    """Return the action being played and its answers: "" where there is none."""
    if t.depth == 0:
        return ""
    return ", answered by ".join(card_at(t, place) for place in range(t.depth))


def _aim(t: SimpleNamespace, card: int, player: int, arguments: list[int]) -> str:
    """Return what an action is aimed at, in the words of its parts; "" for nothing."""
    parts = [int(part) for part in PARTS[card]]
    given = {part: value for part, value in zip(parts, arguments, strict=True) if part != NO_PART and value >= 0}
    if card == Card.TERRORISM:
        opponents = [(player + 1 + place) % t.players for place in range(t.players - 1)]
        aims = [_of_seat(seat, token) for seat, token in zip(opponents, arguments, strict=False) if token >= 0]
        return f"on {_joined(aims)}" if aims else ""
    if card == Card.EXCHANGE:
        places = [REGIONS[given[part]] for part in (Part.FROM, Part.SECOND_FROM) if part in given]
        partner = f", with seat {given[Part.SEAT]}" if Part.SEAT in given else ""
        return f"{'between' if len(places) > 1 else 'from'} {_joined(places)}{partner}" if places else ""
    words = []
    for part, value in given.items():
        if part == Part.SEAT and Part.TOKEN not in given and card != Card.ARCHIVES:
            words.append(f"on seat {value}")
        elif part == Part.SEAT and card == Card.ARCHIVES:
            words.append(f"on seat {value}" if Part.KIND not in given else f"on {_of_seat(value, given[Part.KIND])}")
        elif part == Part.OTHER:
            words.append(f"and seat {value}")
        elif part == Part.MEMBERS:
            words.append(f"on {seats_text(value)}" if value else "")
        elif part == Part.TOKEN:
            words.append(f"on {_of_seat(given[Part.SEAT], value)}" if Part.SEAT in given else "")
        elif part == Part.OTHER_TOKEN:
            words.append(f"and {token_text(value)}")
        elif part in (Part.KIND, Part.OTHER_KIND) and card == Card.CHANGE:
            words.append(f"into {a_token(value)}")
        elif part == Part.KIND and card == Card.PLENTY:
            words.append(f"for {a_token(value)}")
        elif part in (Part.FROM, Part.SECOND_FROM):
            words.append(f"{'and ' if part == Part.SECOND_FROM else ''}from {REGIONS[value]}")
        elif part in (Part.TO, Part.SECOND_TO):
            words.append(f"to {REGIONS[value]}")
        elif part == Part.NUMBER:
            words.append(f"({number_of(value, 'agent')})")
        elif part == Part.REGION:
            words.append(f"around {REGIONS[value]}")
        elif part == Part.ACTION:
            words.append(f"on {advanced_name(t, value)}")
    return " ".join(word for word in words if word)


def last_played(t: SimpleNamespace) -> list[str]:
    """Return the last actions played, the newest first."""
    return [
        f"{CARD_NAMES[t.past_card[i]]} by seat {t.past_seat[i]}{' (cancelled)' if t.past_cancelled[i] else ''}"
        for i in range(HISTORY)
        if t.past_seat[i] >= 0 and t.past_card[i] >= 0
    ]


# Moods and revolutions


def moods(t: SimpleNamespace) -> list[tuple[int, str, str]]:
    """Return (place from 1, title, text) of the political moods on the board."""
    return [
        (place + 1, MOODS[t.mood[place]], MOOD_TEXTS[t.mood[place]])
        for place in range(MOOD_PLACES)
        if t.mood[place] >= 0
    ]


class Revolution(NamedTuple):
    """A revolution card between two neighbours."""

    seats: tuple[int, int]  # the card is on the left of the first, on the right of the second
    card: int
    bonus: int  # seat that gains 1 VP more this round
    placed: tuple[tuple[int, ...], ...]  # (seat, line, zone, number) of the tokens on it
    lacks: tuple[int, int]  # tokens that its two lines still lack


def revolutions(t: SimpleNamespace) -> list[Revolution]:
    """Return the revolution cards, the one on the left of each seat."""
    result = []
    for pair in range(t.players):
        seats = (pair, (pair + 1) % t.players)
        cells = [(side, line, zone) for side in range(2) for line in range(2) for zone in range(2)]
        placed = [(seats[side], line, zone, t.placed[pair][side][line][zone]) for side, line, zone in cells]
        lying = tuple(cell for cell in placed if cell[3])
        lacks = [int(LINE_NEEDS[line]) - sum(cell[3] for cell in lying if cell[1] == line) for line in range(2)]
        result.append(Revolution(seats, t.revolution[pair], bonus_seat(t, pair), lying, (lacks[0], lacks[1])))
    return result


def kind_of_line(card: int, line: int) -> int:
    """Return the influence of a line of a revolution card."""
    return int((SECOND if line else TOP)[card])


def revolution_text(revolution: Revolution) -> str:
    """Return a revolution card and what lies on it."""
    first, second = revolution.seats
    name = revolution_name(revolution.card)
    text = f"seats {first} and {second}: {name}, 1 VP more for seat {revolution.bonus}"
    if revolution.placed:
        lying = [
            f"{number} {INFLUENCES[kind_of_line(revolution.card, line)]} of seat {seat} from {ZONES[zone]}"
            for seat, line, zone, number in revolution.placed
        ]
        text += f"; on it {', '.join(lying)}" + ("" if any(revolution.lacks) else "; it succeeds")
    return text


# Trust


class Given(NamedTuple):
    """A promise that is outstanding."""

    seat: int
    other: int  # to whom
    kind: int
    due: str


def promises(t: SimpleNamespace) -> list[Given]:
    """Return the promises outstanding, by who made them."""
    seats = range(t.players)
    return [
        Given(seat, other, kind, _due(t, kind, t.promise[kind][seat][other]))
        for seat in seats
        for other in seats
        for kind in range(PROMISE_COUNT)
        if t.promise[kind][seat][other]
    ]


def _due(t: SimpleNamespace, kind: int, mark: int) -> str:
    if kind not in (Promise.ALLY, Promise.TOKEN):
        return "this round"
    return "here" if mark == DUE_HERE and t.region >= 0 else "in the next region"


def promise_words(promise: Given) -> str:
    """Return what is promised, and when it is due where the words do not say that."""
    text = PROMISE_TEXTS[promise.kind]
    return text if text.endswith(promise.due) else f"{text} (due {promise.due})"


def promise_text(promise: Given) -> str:
    """Return a promise outstanding."""
    return f"seat {promise.seat} to seat {promise.other}: {promise_words(promise)}"


def trust(t: SimpleNamespace, seat: int) -> list[int]:
    """Return how many promises of a seat were made, kept, broken and void: in the order of `box.OUTCOMES`."""
    return [sum(t.record[seat][kind][outcome] for kind in range(PROMISE_COUNT)) for outcome in range(len(OUTCOMES))]


def trust_text(t: SimpleNamespace, seat: int) -> str:
    """Return what became of the promises of a seat."""
    counts = trust(t, seat)
    if not counts[Outcome.MADE]:
        return "no promises made"
    came = [f"{counts[outcome]} {OUTCOMES[outcome]}" for outcome in list(Outcome)[1:] if counts[outcome]]
    return f"{number_of(counts[Outcome.MADE], 'promise')} made" + (f": {', '.join(came)}" if came else "")


# Players


def sees_vp(t: SimpleNamespace, viewer: int | None, seat: int) -> bool:
    """Return whether `viewer` may see the VP of `seat` (None sees everything)."""
    return viewer in (None, seat) or bool(t.open_scores) or is_over(t)


def vp_text(t: SimpleNamespace, viewer: int | None, seat: int) -> str:
    """Return the VP of `seat` as `viewer` sees them."""
    return f"{t.vp[seat]} VP" if sees_vp(t, viewer, seat) else "VP hidden"


def areas(t: SimpleNamespace, seat: int) -> list[list[int]]:
    """Return the tokens of a seat by kind, in New, Owned and the Airdrop zone."""
    return [t.tokens[seat][zone] for zone in Zone]


def offers_left(t: SimpleNamespace, seat: int) -> int:
    """Return how many deals a seat may still propose in this region."""
    return max(0, t.offers - t.offered[seat])


def status(t: SimpleNamespace, seat: int) -> list[str]:
    """Return what else is to be said of a player: agents beside the board, safety, what the region still allows."""
    result = []
    if t.reserve[seat]:
        result.append(f"{number_of(t.reserve[seat], 'agent')} in reserve")
    if t.supply[seat]:
        result.append(f"{number_of(t.supply[seat], 'agent')} to come")
    if t.safe >> seat & 1:
        result.append(SAFE)
    if t.region >= 0 and phase_of(t) == Phase.ALLIANCES:
        result.append(f"{number_of(offers_left(t, seat), 'offer')} left")
    return result


def report(state: Any) -> list[dict[str, Any]]:
    """Return for each seat what the end of a game has to tell: VP, whether it won, and what became of its promises.

    ``promises`` counts them by outcome ("made", "kept", "broken", "void") and by kind ("ally", "token", "revolution",
    "no action"); the four outcomes beside it are the totals.
    """
    t = plain(state)
    result = []
    for seat in range(t.players):
        counts = {
            outcome: {kind: t.record[seat][i][place] for i, kind in enumerate(PROMISES)}
            for place, outcome in enumerate(OUTCOMES)
        }
        totals = {outcome: sum(kinds.values()) for outcome, kinds in counts.items()}
        result.append({"vp": t.vp[seat], "won": bool(t.winners >> seat & 1), "promises": counts, **totals})
    return result
