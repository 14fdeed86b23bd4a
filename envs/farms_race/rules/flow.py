"""What comes next: everything automatic between two decisions."""

import numpy as np

from envs.core.compiling import compile_rule

from ..box import SEATS
from ..state import ATTACKERS, DEFENDERS, Combat, Decision, Stage, Way
from .board import ask, bit, eliminate, living, settle, wiped_out
from .combat import end_combat, radiate, roll_round, send_back, shelter, take_losses, units
from .moves import arrive, look_after_scenario
from .nukes import go_on_with_nukes, has_open_link, launcher
from .setup import go_on_with_setup
from .spies import go_on_with_spy
from .trade import go_on_with_window
from .turns import (
    begin_regenerating,
    begin_turn,
    end_turn,
    feed_parasites,
    finish,
    go_on_placing,
    go_on_regenerating,
    look_for_winner,
    pay_out,
    prepare,
    roll_resources,
)


@compile_rule()
def look_for_eliminated(s):
    """Whoever has no herd and no building is out (R15); the last one left wins, where none is the last ones tie."""
    for seat in range(s.players):
        if living(s, seat) and wiped_out(s, seat) and not has_open_link(s, seat):
            eliminate(s, seat)
    left, last, together = 0, -1, np.int64(0)
    for seat in range(s.players):
        if living(s, seat):
            left += 1
            last = seat
        elif s.out_at[seat] == s.leaving:
            together |= bit(seat)
    if left == 0:
        finish(s, 0 if s.scenario > 0 else together)
    elif left == 1 and s.scenario == 0 and not wiped_out(s, last):  # else its link of the chain closes first
        finish(s, bit(last))


@compile_rule()
def win_combat(s):
    """The attackers have the region."""
    seat, region = int(s.active), int(s.fight)
    end_combat(s)
    arrive(s, seat, region)


@compile_rule()
def ask_defenders(s):
    """Ask the defenders whether they retreat, if they are players and can."""
    s.step = Combat.ROLL
    if s.defender >= 0 and s.defender < SEATS and shelter(s) != 0:
        s.step = Combat.DEFENDERS_RETREAT
        ask(s, int(s.defender), Decision.RETREAT_TO)


@compile_rule()
def after_losses(s):
    """A round has taken its toll: a side is gone, or the attackers are asked whether they retreat."""
    if units(s, ATTACKERS) == 0:
        region = int(s.fight)
        end_combat(s)
        settle(s, region)
    elif units(s, DEFENDERS) == 0:
        win_combat(s)
    else:
        s.step = Combat.ATTACKERS_RETREAT
        ask(s, int(s.active), Decision.RETREAT)


@compile_rule()
def go_on_with_combat(s):
    """Take the next step of the combat."""
    step = s.step
    if step == Combat.ROLL:
        roll_round(s)
    elif step == Combat.ATTACKERS_LOSE:
        take_losses(s, ATTACKERS)
        if s.decision < 0:
            s.step = Combat.DEFENDERS_LOSE
    elif step == Combat.DEFENDERS_LOSE:
        take_losses(s, DEFENDERS)
        if s.decision < 0:
            s.step = Combat.RADIATION
    elif step == Combat.RADIATION:
        radiate(s)
    elif step == Combat.CHECK:
        after_losses(s)
    elif step == Combat.ATTACKERS_RETREAT:
        ask_defenders(s)
    else:
        send_back(s)


@compile_rule()
def go_on_with_setup_or_preparation(s):
    """Take the next step before the Action phase."""
    if s.stage == Stage.SETUP:
        if go_on_with_setup(s):
            begin_turn(s)
    elif s.stage == Stage.PREPARATION:
        prepare(s)
    elif s.stage == Stage.PLACING:
        if go_on_placing(s):
            begin_regenerating(s)
    elif go_on_regenerating(s):
        s.stage = Stage.ACTIONS


@compile_rule()
def go_on_with_turn(s):
    """Take the next step of the turn."""
    stage = s.stage
    if stage <= Stage.REGENERATION:
        go_on_with_setup_or_preparation(s)
    elif stage == Stage.ACTIONS:
        ask(s, int(s.active), Decision.ACTIONS)
    elif stage == Stage.ROLL:
        roll_resources(s)
    elif stage == Stage.WILDS:
        if s.wilds > 0:
            ask(s, int(s.active), Decision.WILD)
        else:
            pay_out(s)
            s.stage = Stage.PARASITES
    elif stage == Stage.PARASITES:
        feed_parasites(s)
        s.at = 0
        s.stage = Stage.WINDOW
    elif stage == Stage.WINDOW:
        if go_on_with_window(s):
            s.stage = Stage.RESOURCES
    elif stage == Stage.RESOURCES:
        ask(s, int(s.active), Decision.RESOURCES)
    elif stage == Stage.DISCARD:
        ask(s, int(s.active), Decision.DISCARD)
    else:
        end_turn(s)


@compile_rule()
def look_around(s):
    """See what the last step has brought about: scenarios, eliminations, the end."""
    if s.scenario > 0:
        look_after_scenario(s)
    if s.fight < 0 and s.stage != Stage.SETUP:
        look_for_eliminated(s)
    if s.to_act >= 0:
        look_for_winner(s)


@compile_rule()
def advance(s):
    """Go on until somebody is asked or the game is over."""
    while s.decision < 0 and s.to_act >= 0:
        look_around(s)
        if s.to_act < 0:
            return
        if s.looked_at[0] >= 0:
            ask(s, int(s.active), Decision.KEEP)
        elif s.target >= 0:
            ask(s, int(s.active), Decision.HERDS)
        elif s.offer_to >= 0:
            ask_about_offer(s)
        elif s.way != Way.NONE:
            ask(s, launcher(s), Decision.TARGET)
        elif s.spy_depth > 0:
            go_on_with_spy(s)
        elif s.answering >= 0 or s.links > 0:
            go_on_with_nukes(s)
        elif s.fight >= 0:
            go_on_with_combat(s)
        else:
            go_on_with_turn(s)


@compile_rule()
def ask_about_offer(s):
    """Ask for the next part of the offer, or for the answer to it."""
    if s.offer_number[0] == 0:
        ask(s, (int(s.active) + 1 + int(s.at)) % s.players, Decision.OFFER_GIVE)
    elif s.offer_number[1] == 0:
        ask(s, (int(s.active) + 1 + int(s.at)) % s.players, Decision.OFFER_WANT)
    else:
        ask(s, int(s.offer_to), Decision.OFFER_ANSWER)
