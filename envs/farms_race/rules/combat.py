"""Combat, round by round (R5, R6)."""

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below

from ..box import BLANK, FACE, GUN, HUMANS, NEUTRAL, NOBODY, SEATS, Event, Mutation
from ..state import ATTACKERS, DEFENDERS, Combat, Decision
from .board import (
    armories_of,
    ask,
    bit,
    damage_healthy,
    has,
    herds_at,
    is_empty,
    kill_damaged,
    lose_humans,
    mutated,
    note,
    settle,
    take_tokens_on,
    turn_up,
)
from .promises import attack_on

MOST_ROUNDS = 120  # counted up to here; combats go on until a side is gone or retreats


@compile_rule()
def begin_combat(s, region, defender):
    """The herds on the move meet resistance: from now on nobody can join, and nobody enters again this turn."""
    s.fight = region
    s.defender = defender
    s.step = Combat.ROLL
    s.combat_round = 0
    s.attacked |= bit(region)
    if defender == HUMANS:
        turn_up(s, region)
    elif defender < SEATS:
        attack_on(s, int(s.active), defender)
    note(s, Event.ATTACK, int(s.active), region, defender if defender < SEATS and defender >= 0 else NOBODY)


@compile_rule()
def side_mutated(s, side, mutation):
    """Return whether a side of the combat has a mutation."""
    return mutated(s, int(s.active) if side == ATTACKERS else int(s.defender), mutation)


@compile_rule()
def units(s, side):
    """Return how many herds or humans of a side are left."""
    if side == ATTACKERS:
        return int(s.attack_healthy) + int(s.attack_damaged)
    return int(s.humans[s.fight]) if s.defender == HUMANS else herds_at(s, s.fight)


@compile_rule()
def throw(s, side, dice):
    """Roll so many combat dice for a side, beside those that it has rolled."""
    faces = int(s.combat_die[BLANK]) + int(s.combat_die[FACE]) + int(s.combat_die[GUN])
    for _ in range(dice):
        face = draw_below(s, faces)
        if face < s.combat_die[BLANK]:
            s.rolled[side, BLANK] += 1
        elif face < s.combat_die[BLANK] + s.combat_die[FACE]:
            s.rolled[side, FACE] += 1
        else:
            s.rolled[side, GUN] += 1


@compile_rule()
def roll_side(s, side):
    """Roll the dice of a side: one a unit; Adorable on the other side takes one; Ferocious rolls blanks again."""
    dice = units(s, side)
    if side_mutated(s, 1 - side, Mutation.ADORABLE):
        dice = max(1, dice - 1)
    throw(s, side, dice)
    if side == ATTACKERS and s.combat_round == 1 and side_mutated(s, side, Mutation.FEROCIOUS):
        blanks = int(s.rolled[side, BLANK])
        s.rolled[side, BLANK] = 0
        throw(s, side, blanks)


@compile_rule()
def damage_of(s, side):
    """Return the damage that a side deals in this round, all that raises and lowers it included (R5, 3-5)."""
    other = 1 - side
    guns = int(s.rolled[side, GUN])
    if side == DEFENDERS and s.combat_round == 1 and side_mutated(s, side, Mutation.VENOMOUS):
        guns *= 2
    damage = guns
    if other == DEFENDERS and s.defender == HUMANS:
        damage += int(s.rolled[side, FACE])
    damage += armories_of(s, int(s.active) if side == ATTACKERS else int(s.defender))
    if side_mutated(s, side, Mutation.SWARMING) and units(s, side) >= 2 * units(s, other):
        damage += 1
    if s.combat_round == 1 and side_mutated(s, other, Mutation.ARMOURED):
        damage -= 1
    return max(0, damage)


@compile_rule()
def roll_round(s):
    """Both sides roll at once; both totals stand."""
    s.combat_round = min(s.combat_round + 1, MOST_ROUNDS)
    s.rolled[:] = 0
    s.died[:] = 0
    roll_side(s, ATTACKERS)
    roll_side(s, DEFENDERS)
    s.hits[DEFENDERS] = damage_of(s, ATTACKERS)
    s.hits[ATTACKERS] = damage_of(s, DEFENDERS)
    s.step = Combat.ATTACKERS_LOSE


@compile_rule()
def healthy_of(s, side):
    """Return how many healthy herds a side has."""
    return int(s.attack_healthy) if side == ATTACKERS else int(s.healthy[s.fight])


@compile_rule()
def damaged_of(s, side):
    """Return how many damaged herds a side has."""
    return int(s.attack_damaged) if side == ATTACKERS else int(s.damaged[s.fight])


@compile_rule()
def damage_herd(s, side):
    """A healthy herd of a side becomes damaged."""
    s.hits[side] -= 1
    if side == ATTACKERS:
        s.attack_healthy -= 1
        s.attack_damaged += 1
    else:
        damage_healthy(s, s.fight)


@compile_rule()
def kill_herd(s, side):
    """A damaged herd of a side dies."""
    s.hits[side] -= 1
    s.died[side] += 1
    if side == ATTACKERS:
        s.attack_damaged -= 1
        s.herds[s.active] -= 1
    else:
        kill_damaged(s, s.fight)


@compile_rule()
def take_losses(s, side):
    """A side takes its damage; ends once it has, or asks its player how, where there is a choice (R5, 6)."""
    if side == DEFENDERS and s.defender == HUMANS:
        lose_humans(s, s.fight, int(s.hits[side]))
        s.hits[side] = 0
    while s.hits[side] > 0:
        healthy, damaged = healthy_of(s, side), damaged_of(s, side)
        neutral = side == DEFENDERS and s.defender == NEUTRAL
        if healthy == 0 and damaged == 0:
            s.hits[side] = 0
        elif healthy > 0 and (damaged == 0 or neutral or s.hits[side] >= 2 * healthy + damaged):
            damage_herd(s, side)
        elif healthy == 0:
            kill_herd(s, side)
        else:
            ask(s, int(s.active) if side == ATTACKERS else int(s.defender), Decision.LOSE)
            return


@compile_rule()
def radiate(s):
    """Radioactive herds that have died deal their damage, which nothing lowers (R5, 7)."""
    s.step = Combat.CHECK
    for side in range(2):
        if s.died[side] > 0 and side_mutated(s, side, Mutation.RADIOACTIVE):
            s.hits[1 - side] += s.died[side]
            s.step = Combat.ATTACKERS_LOSE
        s.died[side] = 0


@compile_rule()
def shelter(s):
    """Return the regions that the defenders can retreat to: own ones next door, else empty ones (R6)."""
    around = s.adjacent[s.fight] & ~s.locked
    if around & s.land[s.defender] != 0:
        return around & s.land[s.defender]
    for region in range(s.regions):
        if has(around, region) and not is_empty(s, region):
            around &= ~bit(region)
    return around


@compile_rule()
def retreat_to(s, region):
    """The defenders leave the region to the attackers."""
    defender = int(s.defender)
    if s.owner[region] != defender:
        s.owner[region] = defender
        s.land[defender] |= bit(region)
        take_tokens_on(s, defender, region)
    s.healthy[region] += s.healthy[s.fight]
    s.damaged[region] += s.damaged[s.fight]
    s.healthy[s.fight] = 0
    s.damaged[s.fight] = 0
    s.step = Combat.CHECK


@compile_rule()
def begin_return(s):
    """The attackers retreat: they go back to where they came from."""
    s.step = Combat.RETURN


@compile_rule()
def may_return(s, region):
    """Return whether a surviving attacker can go back to a region: fewer are back than it sent."""
    return s.sent[region] > 0


@compile_rule()
def return_to(s, region):
    """A surviving attacker goes back, damaged ones first."""
    s.sent[region] -= 1
    if s.attack_damaged > 0:
        s.attack_damaged -= 1
        s.damaged[region] += 1
        s.spent_damaged[region] += 1
    else:
        s.attack_healthy -= 1
        s.healthy[region] += 1
        s.spent_healthy[region] += 1


@compile_rule()
def send_back(s):
    """Return attackers as long as there is no choice; ask where there is; end the combat when all are back."""
    while units(s, ATTACKERS) > 0:
        rooms, last = 0, -1
        for region in range(s.regions):
            if may_return(s, region):
                rooms += 1
                last = region
        if rooms > 1:
            ask(s, int(s.active), Decision.RETURN)
            return
        return_to(s, last)
    end_combat(s)


@compile_rule()
def end_combat(s):
    """The combat is over; where the attackers came from and left nothing is nobody's."""
    s.fight = -1
    s.defender = NOBODY
    s.step = Combat.ROLL
    s.combat_round = 0
    s.hits[:] = 0
    s.died[:] = 0
    s.rolled[:] = 0
    s.sent[:] = 0
    for region in range(s.regions):
        if s.owner[region] == s.active:
            settle(s, region)
