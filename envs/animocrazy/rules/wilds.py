"""Wild vote cards: who has which, and what everybody can know of it.

Which Wild cards are face down is hidden, but not all of it. When players take new ones (R20), those that lay open go
in among the others, so everybody knows that they are now in the box or in the hand of somebody who took then. Such a
taking is a lot: `wild_lot` says from which lot a card in hand came, the box has been through all of them, and
`lot_known` counts, for each lot, the cards known to be there or in a later lot.
"""

from envs.core.compiling import compile_rule
from envs.core.rng import draw_below

from ..box import WILDS

_KINDS_OF_WILD = len(WILDS)


@compile_rule(inline=True)
def account_for(lot_known, lot, wild):
    """A card of `lot` turns out to be `wild`: one known to be there or in an earlier lot need not be sought."""
    for i in range(lot, 0, -1):
        if lot_known[i, wild] > 0:
            lot_known[i, wild] -= 1
            return


@compile_rule()
def show_wild(s, seat):
    """Everybody sees which Wild card `seat` holds."""
    if s.wild_shown[seat] == 0:
        account_for(s.lot_known, s.wild_lot[seat], s.wild[seat])
        s.wild_shown[seat] = 1


@compile_rule()
def drop_wild(s, seat):
    """A Wild card that was played leaves the hand and lies open."""
    s.wild_out[s.wild[seat]] += 1
    s.wild[seat] = -1
    s.wild_shown[seat] = 0
    s.wild_lot[seat] = 0
    s.changed = 1


@compile_rule()
def shuffle_wilds(s):
    """Turn the Wild cards that lie open face down among the others: a new lot."""
    s.lots += 1
    for wild in range(_KINDS_OF_WILD):
        s.lot_known[s.lots, wild] = s.wild_out[wild]
        s.wild_box[wild] += s.wild_out[wild]
        s.wild_out[wild] = 0


@compile_rule()
def wilds_in_box(s):
    """Return how many Wild cards are not in hands, face down."""
    return s.wild_box[0] + s.wild_box[1] + s.wild_box[2]


@compile_rule()
def take_wild(s, seat):
    """Give `seat` a random Wild card out of the box, if there is one."""
    size = wilds_in_box(s)
    if size == 0:
        return
    skip = draw_below(s, size)
    wild = 0
    while skip >= s.wild_box[wild]:
        skip -= s.wild_box[wild]
        wild += 1
    s.wild_box[wild] -= 1
    s.wild[seat] = wild
    s.wild_shown[seat] = 0
    s.wild_lot[seat] = s.lots
    s.changed = 1
