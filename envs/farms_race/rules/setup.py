"""Setting the table, and what players choose before the first turn (R2)."""

import numpy as np

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below

from ..box import (
    BARN,
    BASE_MUTATIONS,
    DEALT,
    DEALT_TO_TWO,
    DECK,
    HUMAN_TOKENS,
    KINDS,
    MAP_NUMBERS,
    MAP_OF,
    MOST_HUMANS,
    MUTATION_COUNT,
    NEUTRAL,
    NEUTRAL_HERDS,
    NEUTRAL_MUTATION,
    NEUTRAL_VP,
    NOBODY,
    NOT_FOR_TWO,
    SCENARIO_MAPS,
    SEATS,
    SHARED,
    SPY_CARDS,
    SPY_COUNT,
    START_HERDS,
    STARTING_CARDS,
    Mutation,
)
from ..options import BY_PLAYERS, OWN_MAP
from ..state import Decision, Stage
from .board import add_herds, ask, bit, gain, has, mutated, set_owner

_NOT_FOR_TWO = tuple(int(mutation) for mutation in NOT_FOR_TWO)
_TOKENS = np.array(HUMAN_TOKENS, np.int64)
_ALL_TOKENS = int(_TOKENS.sum())


@compile_rule()
def clear(s):
    """Clear everything that `reset` does not set from the options."""
    s.decisions = 0
    s.truncated = 0
    s.to_act = 0
    s.round = 1
    s.stage = Stage.SETUP
    s.decision = -1
    s.active = 0
    s.at = 0
    s.adjacent[:] = 0
    s.starts = 0
    s.land[:] = 0
    s.face_up = 0
    s.turmoil = 0
    s.locked = 0
    s.shared = 0
    s.stood = 0
    s.attacked = 0
    s.served = 0
    s.hand[:] = 0
    s.known[:] = 0
    s.record[:] = 0
    s.regions = 0
    s.q[:] = 0
    s.r[:] = 0
    s.gives[:] = 0
    s.owner[:] = NOBODY
    s.healthy[:] = 0
    s.damaged[:] = 0
    s.spent_healthy[:] = 0
    s.spent_damaged[:] = 0
    s.building[:] = 0
    s.humans[:] = 0
    s.vp_on[:] = 0
    s.shown_humans[:] = 0
    s.mutation[:] = -1
    s.dealt[:] = -1
    s.herds[:] = 0
    s.barns[:] = 0
    s.armories[:] = 0
    s.vp_tokens[:] = 0
    s.moles[:] = 0
    s.ready[:] = 0
    s.spent[:] = 0
    s.nukiest = NOBODY
    s.out_at[:] = 0
    s.winners = 0
    s.spies[:] = 0
    s.fresh[:] = 0
    s.seen[:] = 0
    s.deck[:] = -1
    s.deck_size = 0
    s.deck_seen[:] = 0
    s.played[:] = 0
    s.gone[:] = 0
    clear_turn(s)
    s.fight = -1
    s.defender = NOBODY
    s.step = 0
    s.combat_round = 0
    s.attack_healthy = 0
    s.attack_damaged = 0
    s.sent[:] = 0
    s.hits[:] = 0
    s.died[:] = 0
    s.rolled[:] = 0
    s.links = 0
    s.link_seat[:] = 0
    s.link_from[:] = 0
    s.answering = -1
    s.struck = -1
    s.way = 0
    s.spy_depth = 0
    s.spy_seat[:] = 0
    s.spy_card[:] = 0
    s.spy_asked = 0
    s.part = -1
    s.argument[:] = -1
    s.looked_at[:] = -1
    s.offered = 0
    s.talked = 0
    s.offer_to = -1
    s.offer_kind[:] = -1
    s.offer_number[:] = 0
    s.promise[:] = 0
    s.could_nuke[:] = 0
    s.past_event[:] = -1
    s.past_seat[:] = -1
    s.past_what[:] = -1
    s.past_other[:] = -1
    s.padding[:] = 0


@compile_rule()
def clear_turn(s):
    """Clear what is about one turn only."""
    s.at = 0
    s.attacked = 0
    s.served = 0
    s.spent_healthy[:] = 0
    s.spent_damaged[:] = 0
    s.to_place = 0
    s.extras = 0
    s.heals = 0
    s.dice[:] = -1
    s.wilds = 0
    s.paid_for[:] = -1
    s.gained[:] = 0
    s.target = -1
    s.sent_healthy[:] = 0
    s.sent_damaged[:] = 0
    s.taken_back = 0
    s.leaving = 0


@compile_rule()
def lay_map(s, options, at):
    """Lay the map that the integers of the option `map`, from place `at` on, name or hold."""
    board = options[at]
    if board == OWN_MAP:
        s.board = -1
        lay_regions(s, options, at + 1)
        return
    if s.scenario > 0:
        board = SCENARIO_MAPS[s.scenario]
    elif board < 0:
        board = MAP_OF[s.players]
    s.board = board
    lay_regions(s, MAP_NUMBERS[board], 0)


@compile_rule()
def lay_regions(s, numbers, at):
    """Lay regions as `envs.farms_race.box.map_numbers` gives them, from place `at` on."""
    s.regions = numbers[at]
    for region in range(s.regions):
        place = at + 1 + 4 * region
        s.q[region] = numbers[place]
        s.r[region] = numbers[place + 1]
        s.gives[region] = numbers[place + 2]
        if numbers[place + 3]:
            s.starts |= bit(region)
    for region in range(s.regions):
        for other in range(s.regions):
            q, r = int(s.q[other]) - int(s.q[region]), int(s.r[other]) - int(s.r[region])
            if max(abs(q), abs(r), abs(q + r)) == 1:
                s.adjacent[region] |= bit(other)


@compile_rule()
def draw_human_token(s, left):
    """Take a human token at random from those `left`, by number; return its number."""
    number = 0
    for humans in range(1, MOST_HUMANS + 1):
        number += left[humans]
    chosen = draw_below(s, number)
    for humans in range(1, MOST_HUMANS + 1):
        chosen -= left[humans]
        if chosen < 0:
            left[humans] -= 1
            return humans
    return 0


@compile_rule()
def lay_humans(s):
    """Put a human token face down into each region that is no start and not the neutral herd's."""
    left = _TOKENS.copy()
    for region in range(s.regions):
        if not has(s.starts, region) and s.owner[region] == NOBODY:
            s.humans[region] = draw_human_token(s, left)


@compile_rule()
def in_play(s, mutation, code):
    """Return whether a mutation is in play; `code`: what the option says."""
    if s.scenario > 0:
        for other in _NOT_FOR_TWO:
            if mutation == other:
                return False
    if code == BY_PLAYERS:
        return mutation < BASE_MUTATIONS or s.players == SEATS or s.players == 2
    return code == 1


@compile_rule()
def deal_mutations(s):
    """Deal mutations: two a player, three with two players."""
    each = DEALT_TO_TWO if s.players == 2 else DEALT
    left = 0
    for mutation in range(MUTATION_COUNT):
        left += s.in_play[mutation]
    dealt = np.int64(0)
    for seat in range(s.players):
        for place in range(each):
            chosen = draw_below(s, left)
            left -= 1
            for mutation in range(MUTATION_COUNT):
                if s.in_play[mutation] == 1 and not has(dealt, mutation):
                    chosen -= 1
                    if chosen < 0:
                        s.dealt[seat, place] = mutation
                        dealt |= bit(mutation)
                        break


@compile_rule()
def shuffle_deck(s):
    """Shuffle the spy cards."""
    size = 0
    for card in range(SPY_COUNT):
        for _ in range(SPY_CARDS[card]):
            s.deck[size] = card
            size += 1
    for place in range(DECK - 1, 0, -1):
        other = draw_below(s, place + 1)
        card = s.deck[place]
        s.deck[place] = s.deck[other]
        s.deck[other] = card
    s.deck_size = size


@compile_rule()
def place_neutral(s):
    """Place the neutral herd of a scenario, its building, its VP tokens and the locks."""
    s.mutation[NEUTRAL] = NEUTRAL_MUTATION[s.scenario]
    for region in range(s.regions):
        s.vp_on[region] = NEUTRAL_VP[s.scenario, region]
        herds = NEUTRAL_HERDS[s.scenario, region]
        if SHARED[s.scenario, region] == 1:
            s.shared |= bit(region)
        if herds > 0:
            set_owner(s, region, NEUTRAL)
            add_herds(s, region, NEUTRAL, herds)
    if s.scenario == 3:
        s.locked = s.shared


# What players choose


@compile_rule()
def starting_cards(s, seat):
    """Return how many starting cards of its choice a seat takes."""
    number = STARTING_CARDS[seat] if s.scenario == 0 else 0
    return number + int(mutated(s, seat, Mutation.HOARDING))


@compile_rule()
def choose_mutation(s, seat, mutation):
    """A seat keeps one of its mutations and shows it."""
    s.mutation[seat] = mutation


@compile_rule()
def may_keep(s, seat, mutation):
    """Return whether a mutation was dealt to a seat."""
    for place in range(DEALT_TO_TWO):
        if s.dealt[seat, place] == mutation:
            return True
    return False


@compile_rule()
def may_start(s, region):
    """Return whether a region is a start that nobody has taken."""
    return has(s.starts, region) and s.owner[region] == NOBODY


@compile_rule()
def choose_home(s, seat, region):
    """A seat takes a starting region: a Barn and two healthy herds, three with Extra."""
    set_owner(s, region, seat)
    s.building[region] = BARN
    s.barns[seat] = 1
    add_herds(s, region, seat, START_HERDS + int(mutated(s, seat, Mutation.EXTRA)))
    s.at = 0
    if s.scenario > 0 and seat == 1:
        roll_starting_cards(s, seat)


@compile_rule()
def roll_starting_cards(s, seat):
    """The second player of a scenario takes the cards that two resource dice show; "?" are rolled again."""
    faces = 0
    for kind in range(KINDS):
        faces += s.resource_die[kind]
    for _ in range(2):
        left = draw_below(s, faces)
        kind = 0
        while left >= s.resource_die[kind]:
            left -= s.resource_die[kind]
            kind += 1
        gain(s, seat, kind, 1)


@compile_rule()
def go_on_with_setup(s):
    """Ask the seat whose turn it is for the next choice of its set-up; return whether all are done."""
    while s.active < s.players:
        seat = int(s.active)
        if s.mutation[seat] < 0:
            ask(s, seat, Decision.MUTATION)
            return False
        if s.barns[seat] == 0:
            ask(s, seat, Decision.START)
            return False
        if s.at < starting_cards(s, seat):
            ask(s, seat, Decision.START_CARD)
            return False
        s.at = 0
        s.active += 1
    s.active = 0
    s.dealt[:] = -1
    return True
