"""Seats, tokens, agents and VP: the small moves that everything else is made of."""

from envs.core.compiling import compile_rule

from ..box import (
    ALL_REGIONS,
    EXTRA_MOODS,
    KINDS,
    MOOD_PLACES,
    REGION_OF_MOOD,
    UNSTABLE,
    ZONE_COUNT,
    Zone,
)

_NEW, _OWNED, _AIRDROP = int(Zone.NEW), int(Zone.OWNED), int(Zone.AIRDROP)
_MOOD_OF_REGION = tuple(int(mood) for mood in EXTRA_MOODS)


@compile_rule()
def ask(s, seat, decision):
    """The next decision is this one, of `seat`."""
    s.to_act = seat
    s.decision = decision


@compile_rule()
def seat_after(s, seat, places):
    """Return the seat so many places to the left of `seat`."""
    return (seat + places) % s.players


@compile_rule()
def in_turn(s):
    """Return the seat whose turn it is in a phase that goes clockwise from the first player."""
    return (s.first_player + s.at) % s.players


@compile_rule()
def has(bits, member):
    """Return whether `member` is in a set of seats, kinds or regions."""
    return (bits >> member) & 1 == 1


@compile_rule()
def has_mood(s, mood):
    """Return whether a political mood lies on the board."""
    for place in range(MOOD_PLACES):
        if s.mood[place] == mood:
            return True
    return False


@compile_rule()
def on_board(s, region):
    """Return whether agents can be in a region: extra ones only while their mood lies on the board (R7)."""
    return region < UNSTABLE or has_mood(s, _MOOD_OF_REGION[region - UNSTABLE])


@compile_rule()
def region_in_order(s, number):
    """Return the region resolved as number `number` of a round, from 0; -1 after the last (R1, R21)."""
    if number < UNSTABLE:
        return (s.first_region + number) % UNSTABLE
    left = number - UNSTABLE
    for place in range(MOOD_PLACES):
        mood = s.mood[place]
        if mood >= 0 and REGION_OF_MOOD[mood] >= 0:
            if left == 0:
                return int(REGION_OF_MOOD[mood])
            left -= 1
    return -1


@compile_rule()
def gain(s, seat, vp):
    """Give a seat VP, or take some; there are never less than 0."""
    s.vp[seat] = max(0, s.vp[seat] + vp)


# Tokens


@compile_rule()
def reserved(s, seat, zone, kind):
    """Return how many of these tokens are set aside for the side payment of the deal on the table (R20)."""
    number = 0
    if s.payer == seat:
        for i in range(2):
            number += int(s.payment[i] == zone * KINDS + kind)
    return number


@compile_rule()
def free_tokens(s, seat, zone, kind):
    """Return how many tokens of this area and kind a seat can spend."""
    return s.tokens[seat, zone, kind] - reserved(s, seat, zone, kind)


@compile_rule()
def tokens_in(s, seat, zone):
    """Return how many tokens lie in an area."""
    number = 0
    for kind in range(KINDS):
        number += s.tokens[seat, zone, kind]
    return number


@compile_rule()
def tokens_to_spend(s, seat):
    """Return how many tokens lie in New and Owned."""
    return tokens_in(s, seat, _NEW) + tokens_in(s, seat, _OWNED)


@compile_rule()
def tokens_of(s, seat):
    """Return how many tokens a seat has in all areas."""
    return tokens_to_spend(s, seat) + tokens_in(s, seat, _AIRDROP)


@compile_rule()
def discard(s, seat, zone, kind):
    """A token returns to its region (R5)."""
    s.tokens[seat, zone, kind] -= 1
    s.stock[kind] += 1


@compile_rule()
def take(s, seat, kind):
    """A seat takes a token from its region into New."""
    s.stock[kind] -= 1
    s.tokens[seat, _NEW, kind] += 1


@compile_rule()
def empty_area(s, seat, zone):
    """All tokens of an area return to their regions."""
    for kind in range(KINDS):
        s.stock[kind] += s.tokens[seat, zone, kind]
        s.tokens[seat, zone, kind] = 0


@compile_rule()
def empty_airdrops(s):
    """All Airdrop zones are emptied: the end of the Spies phase (R25)."""
    for seat in range(s.players):
        empty_area(s, seat, _AIRDROP)


@compile_rule()
def count_of_kind(s, seat, kind):
    """Return how many tokens of a kind a seat has in all areas."""
    number = 0
    for zone in range(ZONE_COUNT):
        number += s.tokens[seat, zone, kind]
    return number


# Agents


@compile_rule()
def agents_out(s, seat):
    """Return how many agents of a seat are in regions."""
    number = 0
    for region in range(ALL_REGIONS):
        number += s.agents[seat, region]
    return number


@compile_rule()
def move_agent(s, seat, start, end):
    """An agent goes from a region to another."""
    s.agents[seat, start] -= 1
    s.agents[seat, end] += 1


@compile_rule()
def agents_to_reserve(s, region):
    """An extra region leaves the board: its agents go to their owners' reserves (R7)."""
    for seat in range(s.players):
        s.reserve[seat] += s.agents[seat, region]
        s.agents[seat, region] = 0
