"""Which actions the seat to act may take."""

from envs.core.compiling import compile_rule

from .. import actions as A
from ..box import DEPTH, FACILITY, KINDS, NO_CARD, RESEARCH, RESPONSE_SYSTEM, ROW, SILO
from ..state import Decision
from .cards import active_building, any_receiver, can_produce, can_receive, living, places_after
from .turns import chosen_piece


@compile_rule()
def row_start(s, seat):
    """Return where the actions about the row of `seat` start for the seat to act."""
    return A.ROWS + places_after(s, s.to_act, seat) * A.PER_ROW


@compile_rule()
def is_receiver(s, decision, seat, piece):
    """Return whether the building may be chosen for this decision."""
    top = s.top[piece]
    if decision == Decision.SABOTAGE:
        return top != NO_CARD
    if decision == Decision.LOOK:
        return top != NO_CARD and s.looked[top] == 0
    if decision == Decision.DISCARD:
        return top != NO_CARD and s.looked[top] == 1
    if decision == Decision.PRODUCE_TO:
        return can_receive(s, piece)
    if decision == Decision.SWAP_WHICH:
        return seat == s.active and active_building(s, piece) == FACILITY
    if decision == Decision.LAUNCH_FROM:
        return seat == s.active and active_building(s, piece) == SILO and top != NO_CARD
    if decision == Decision.PRODUCE_FROM:
        return seat == s.active and can_produce(s, piece)
    return True


@compile_rule()
def any_own(s, decision):
    """Return whether the active player has a building to choose for this decision."""
    for place in range(s.row_size[s.active]):
        if is_receiver(s, decision, s.active, s.row[s.active, place]):
            return True
    return False


@compile_rule(inline=True)
def legal_places(s, mask):
    """Allow the buildings, of all rows, that suit the decision."""
    for seat in range(s.players):
        start = row_start(s, seat) + A.PLACE
        for place in range(s.row_size[seat]):
            if is_receiver(s, s.decision, seat, s.row[seat, place]):
                mask[start + place] = 1


@compile_rule(inline=True)
def legal_gaps(s, mask):
    """Allow the gaps of the rows of living players. A row of ROW buildings takes no further one (R6)."""
    for seat in range(s.players):
        if living(s, seat) and s.row_size[seat] < ROW:
            start = row_start(s, seat) + A.GAP
            mask[start : start + s.row_size[seat] + 1] = 1


@compile_rule(inline=True)
def legal_targets(s, mask):
    """Allow every living player as target, oneself too."""
    for seat in range(s.players):
        if living(s, seat):
            mask[row_start(s, seat) + A.TARGET] = 1


@compile_rule(inline=True)
def legal_hand(s, mask, start, by_action):
    """Allow the kinds of card in the hand of the seat to act, by action or by building."""
    for kind in range(KINDS):
        if s.hand[s.to_act, kind] > 0:
            mask[start + (s.pairing[kind] if by_action else kind)] = 1


@compile_rule(inline=True)
def legal_turn(s, mask):
    """Allow the card of the turn, the free abilities, and passing once a card is played or the hand is empty (R4)."""
    seat = s.active
    if s.played == 1 or s.hand_size[seat] == 0:
        mask[A.PASS] = 1
    if s.played == 0 and s.hand_size[seat] > 0:
        mask[A.STACK] = 1
        legal_hand(s, mask, A.BUILD, False)
        legal_hand(s, mask, A.PLAY, True)
        mask[A.PLAY + RESPONSE_SYSTEM] = 0
        if s.pile_size == 0:
            mask[A.PLAY + RESEARCH] = 0
    if s.window == 1 and s.hand_size[seat] > s.hand[seat, FACILITY] and any_own(s, Decision.SWAP_WHICH):
        mask[A.SWAP] = 1
    if any_own(s, Decision.LAUNCH_FROM):
        mask[A.LAUNCH] = 1
    if any_own(s, Decision.PRODUCE_FROM) and any_receiver(s):
        mask[A.PRODUCE] = 1


@compile_rule(inline=True)
def write_legal(s, mask):
    """Write the mask of the seat to act."""
    mask[:] = 0
    if s.to_act < 0:
        return
    decision = s.decision
    if decision == Decision.TURN:
        legal_turn(s, mask)
    elif decision == Decision.SETUP or decision == Decision.STACK_CARD:
        legal_hand(s, mask, A.CARD, True)
    elif decision == Decision.SWAP_FOR:
        legal_hand(s, mask, A.TAKE, False)
        mask[A.TAKE + FACILITY] = 0
    elif decision == Decision.GAP:
        legal_gaps(s, mask)
    elif decision == Decision.TARGET:
        legal_targets(s, mask)
    elif decision == Decision.LAUNCH_CARD:
        deepest = min(s.size[chosen_piece(s)], DEPTH)
        mask[A.DEEP : A.DEEP + deepest] = 1
    elif decision == Decision.RESEARCH:
        for kind in range(KINDS):
            if s.pile[kind] > 0:
                mask[A.REPLAY + s.pairing[kind]] = 1
    elif decision == Decision.DISCARD_OR_KEEP:
        mask[A.DISCARD] = 1
        mask[A.KEEP] = 1
    else:
        legal_places(s, mask)
