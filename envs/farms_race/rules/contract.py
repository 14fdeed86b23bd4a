"""The functions of the contract (`envs.core.game.Game`) for Farms Race, compiled."""

from envs.core.compiling import compile_rule

from .. import actions as A
from ..box import COMBAT_FACES, ITEMS, KINDS, MUTATION_COUNT, RESOURCE_FACES
from ..observation import write_features
from ..options import (
    COMBAT_DIE,
    COSTS_AT,
    MAP,
    MAX_ROUNDS,
    MUTATIONS_AT,
    NUM_PLAYERS,
    OFFERS,
    RESOURCE_DIE,
    REWARD,
    SCENARIO,
    TALK,
    TRADING,
)
from ..state import ATTACKERS, SIGNATURES, Combat, Decision, Stage
from .board import gain, pay
from .building import build
from .combat import begin_return, damage_herd, kill_herd, retreat_to, return_to
from .flow import advance
from .legal import write_legal
from .moves import declare, go, heal, send, take_back
from .nukes import build_nuke, has_pocket_nuke, launch, may_build_nuke, spend_nuke, stop, targets
from .outcome import write_returns
from .promises import has_promised_nuke, make_promise, note_chance
from .redeal import write_redeal
from .setup import (
    choose_home,
    choose_mutation,
    clear,
    deal_mutations,
    go_on_with_setup,
    in_play,
    lay_humans,
    lay_map,
    place_neutral,
    shuffle_deck,
)
from .spies import answer, build_spy, keep_spy, name, play
from .trade import GIVEN, WANTED, bank, begin_offer, forget_offer, hand_over, leave_window, put_in
from .turns import end_resources, heal_freely, name_wild, place

_ITEMS = len(ITEMS)


@compile_rule()
def read_options(s, options):
    """Write the options into the state."""
    s.players = options[NUM_PLAYERS]
    s.reward = options[REWARD]
    s.scenario = options[SCENARIO] if s.players == 2 else 0
    for item in range(_ITEMS):
        for kind in range(KINDS):
            s.costs[item, kind] = options[COSTS_AT + item * KINDS + kind]
    for face in range(len(COMBAT_FACES)):
        s.combat_die[face] = options[COMBAT_DIE + face]
    for face in range(len(RESOURCE_FACES)):
        s.resource_die[face] = options[RESOURCE_DIE + face]
    for mutation in range(MUTATION_COUNT):
        s.in_play[mutation] = in_play(s, mutation, options[MUTATIONS_AT + mutation])
    s.trading = options[TRADING]
    s.offers = options[OFFERS]
    s.talk = options[TALK]
    s.max_rounds = options[MAX_ROUNDS]


@compile_rule(SIGNATURES.reset)
def reset(s, options, seed):
    """Set the table for a new game, up to the first decision. `options`: see `envs.farms_race.options`."""
    clear(s)
    s.random = seed
    read_options(s, options)
    lay_map(s, options, MAP)
    if s.scenario > 0:
        place_neutral(s)
    lay_humans(s)
    shuffle_deck(s)
    deal_mutations(s)
    go_on_with_setup(s)  # not `advance`: compiling the whole course of the game once more would take half a minute


@compile_rule(SIGNATURES.legal)
def legal(s, mask):
    """Write which actions the seat to act may take."""
    write_legal(s, mask)


@compile_rule(SIGNATURES.observe)
def observe(s, seat, features):
    """Write what `seat` may know."""
    write_features(s, int(seat), features)  # in plain Python it may come as a small NumPy integer


@compile_rule(SIGNATURES.redeal)
def redeal(s, seat, seed):
    """Draw anew what `seat` cannot know."""
    write_redeal(s, int(seat), seed)


@compile_rule(SIGNATURES.returns)
def returns(s, out):
    """Write the return of every seat."""
    write_returns(s, out)


@compile_rule()
def pass_turn(s, seat, decision):
    """The seat to act passes, is done or declines."""
    if decision == Decision.ACTIONS:
        s.stage = Stage.ROLL
    elif decision == Decision.RESOURCES:
        end_resources(s)
    elif decision == Decision.DISCARD:
        s.stage = Stage.NEXT
    elif decision == Decision.RETREAT_TO:
        s.step = Combat.ROLL
    elif decision == Decision.WINDOW:
        leave_window(s)
    elif decision == Decision.OFFER_WANT:
        hand_over(s)
    elif decision == Decision.OFFER_ANSWER:
        forget_offer(s)
    elif decision == Decision.LAUNCH:
        stop(s, seat)


@compile_rule()
def choose_region(s, seat, decision, region):
    """The seat to act has chosen a region."""
    if decision == Decision.ACTIONS:
        declare(s, region)
    elif decision == Decision.TARGET:
        launch(s, seat, region)
    elif decision == Decision.SPY_PART:
        name(s, region)
    elif decision == Decision.PLACE:
        place(s, seat, region)
    elif decision == Decision.RETREAT_TO:
        retreat_to(s, region)
    elif decision == Decision.RETURN:
        return_to(s, region)
    elif decision == Decision.REGENERATE:
        heal_freely(s, region)
    else:
        choose_home(s, seat, region)


@compile_rule()
def choose_unit(s, seat, decision, unit):
    """The seat to act has chosen a unit: to be hit by a Saboteur, or to take the next point of damage."""
    if decision == Decision.SPY_PART:
        name(s, unit)
        return
    side = ATTACKERS if seat == s.active else 1 - ATTACKERS
    if unit == 0:
        damage_herd(s, side)
    else:
        kill_herd(s, side)


@compile_rule()
def choose_resource(s, seat, decision, kind):
    """The seat to act has chosen a resource or a terrain."""
    if decision == Decision.WILD:
        name_wild(s, kind)
    elif decision == Decision.DISCARD:
        pay(s, seat, kind, 1)
    elif decision == Decision.SPY_PART:
        name(s, kind)
    else:
        gain(s, seat, kind, 1)
        s.at += 1


@compile_rule()
def choose_spy(s, seat, decision, card):
    """The seat to act plays a spy, or keeps one of two."""
    if decision == Decision.KEEP:
        keep_spy(s, seat, card)
    elif decision == Decision.REACT:
        answer(s, seat)
    else:
        play(s, seat, card)


@compile_rule()
def choose_player(s, seat, decision, action):
    """The seat to act has chosen a player: to rob, to deal with, or to promise something about."""
    places, what = (action - A.PLAYERS) // A.PER_PLAYER, (action - A.PLAYERS) % A.PER_PLAYER
    other = (seat + places) % s.players
    if what >= A.PROMISE:
        make_promise(s, seat, other, what - A.PROMISE)
    elif decision == Decision.SPY_PART:
        name(s, other)
    else:
        begin_offer(s, other)


@compile_rule()
def act_on_board(s, seat, decision, action):
    """Actions of herds, buildings and units."""
    if action < A.HEAL:
        choose_region(s, seat, decision, action - A.REGION)
    elif action < A.BUILD:
        heal(s, action - A.HEAL)
    elif action < A.HERD:
        build(s, seat, action - A.BUILD)
    elif action < A.GO:
        send(s, (action - A.HERD) // 2, (action - A.HERD) % 2)
    elif action == A.GO:
        go(s)
    elif action == A.TAKE_BACK:
        take_back(s)
    elif action == A.RETREAT:
        begin_return(s)
    else:
        choose_unit(s, seat, decision, action - A.UNIT)


@compile_rule()
def act_with_cards(s, seat, decision, action):
    """Actions with cards, nukes and other players."""
    if action < A.BANK:
        choose_resource(s, seat, decision, action - A.RESOURCE)
    elif action < A.BUILD_SPY:
        bank(s, seat, (action - A.BANK) // KINDS, (action - A.BANK) % KINDS)
    elif action == A.BUILD_SPY:
        build_spy(s, seat)
    elif action == A.BUILD_NUKE:
        build_nuke(s, seat)
    elif action < A.LAUNCH:
        choose_spy(s, seat, decision, action - A.SPY)
    elif action < A.CARDS:
        spend_nuke(s, seat, action - A.LAUNCH + 1)
    elif action < A.ACCEPT:
        side = GIVEN if decision == Decision.OFFER_GIVE else WANTED
        put_in(s, side, (action - A.CARDS) % KINDS, (action - A.CARDS) // KINDS + 1)
    elif action == A.ACCEPT:
        hand_over(s)
    elif action < A.PLAYERS:
        choose_mutation(s, seat, action - A.MUTATION)
    else:
        choose_player(s, seat, decision, action)


@compile_rule()
def look_for_chances(s):
    """Remember whom the seat to act could nuke now, where it has promised that it does (R11)."""
    seat = int(s.to_act)
    if seat < 0 or not has_promised_nuke(s, seat):
        return
    decision = s.decision
    free = decision == Decision.ACTIONS or decision == Decision.RESOURCES or decision == Decision.DISCARD
    if free or decision == Decision.LAUNCH:
        if s.ready[seat] > 0 or may_build_nuke(s, seat) or has_pocket_nuke(s, seat):
            note_chance(s, seat, targets(s, seat))


@compile_rule(SIGNATURES.apply)
def apply(s, action):
    """Take one decision, which must be legal, and everything automatic up to the next one."""
    decision, seat = int(s.decision), int(s.to_act)
    s.decisions += 1
    s.decision = -1
    if action == A.PASS:
        pass_turn(s, seat, decision)
    elif action < A.RESOURCE:
        act_on_board(s, seat, decision, action)
    else:
        act_with_cards(s, seat, decision, action)
    advance(s)
    look_for_chances(s)
