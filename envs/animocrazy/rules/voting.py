"""The vote: who is asked when, what counts, and the result (A1, A2, A13)."""

from envs.core.compiling import compile_rule

from ..box import AMOUNT, NO_CARD, SCALE, WHICH, WHO, Symbol, What
from ..state import HISTORY, Decision, Vote
from .laws import ask, members, part, seat_after, works
from .wilds import drop_wild, show_wild

_WILD_VOTE = int(Vote.DEFINITE_YES)  # the Wild cards follow it in their order


@compile_rule()
def begin_vote(s):
    """Ask the first voter: the proposer, or the one on the left where votes are open (B14)."""
    s.open = works(s, Symbol.ORDER, What.OPEN_VOTES)
    ask(s, seat_after(s, s.active, s.open), Decision.VOTE)


@compile_rule()
def may_play_wild(s, seat):
    """Return whether `seat` may vote with a Wild card."""
    return s.wild[seat] >= 0 and not works(s, Symbol.WILD, What.NO_WILD)


@compile_rule()
def cast(s, choice):
    """The seat to act votes (0 Yes, 1 No, 2 Wild); then the next one, until all have."""
    seat = s.to_act
    s.vote[seat] = choice
    if choice == 2:
        s.vote[seat] = Vote.WILD
        if s.open == 1:
            reveal_wild(s, seat)
    after = seat_after(s, seat, 1)
    if after != seat_after(s, s.active, s.open):
        ask(s, after, Decision.VOTE)
    else:
        count_votes(s)


@compile_rule()
def reveal_wild(s, seat):
    """The Wild card that `seat` votes with is seen."""
    show_wild(s, seat)
    s.vote[seat] = _WILD_VOTE + s.wild[seat]


@compile_rule()
def count_votes(s):
    """Reveal all votes, find the result, write it down, and let the Wild cards that were played leave."""
    for seat in range(s.players):
        if s.vote[seat] == Vote.WILD:
            reveal_wild(s, seat)
    s.adopted = result(s)
    s.outlook[:] = 0
    s.candy_outlook[:] = 0
    write_down(s)
    kept = 0
    if works(s, Symbol.WILD, What.KEEP_WILD):
        card = s.rule[Symbol.WILD]
        kept = members(s, part(s, card, WHO), part(s, card, WHICH))
    for seat in range(s.players):
        if s.vote[seat] >= _WILD_VOTE and (kept >> seat) & 1 == 0:
            drop_wild(s, seat)


@compile_rule()
def tie(s, card):
    """Return the result of a tie, of plain votes or Definite cards: by the scale, unless B07 or B08 says so."""
    if works(s, Symbol.BALANCE, What.TIES_ADOPT):
        return 1
    if works(s, Symbol.BALANCE, What.TIES_REJECT):
        return 0
    return part(s, card, SCALE)


@compile_rule()
def plain_result(s, card, yes, no):
    """Return the result of plain votes on a law, weighted as they are."""
    if works(s, Symbol.THRESHOLD, What.TWO_THIRDS):
        return int(yes >= 2 * no)
    if yes == no:
        return tie(s, card)
    if works(s, Symbol.THRESHOLD, What.MINORITY):
        return int(yes < no)
    return int(yes > no)


@compile_rule()
def heavy_votes(s):
    """Return whose plain votes count more, as bits, and how much."""
    card = s.rule[Symbol.WEIGHT]
    if card == NO_CARD:
        return 0, 1
    return members(s, part(s, card, WHO), part(s, card, WHICH)), part(s, card, AMOUNT)


@compile_rule()
def result(s):
    """Return 1 if the proposed law is adopted, 0 if not."""
    heavy, weight = heavy_votes(s)
    yes, no, definite_yes, definite_no, scams = 0, 0, 0, 0, 0
    for seat in range(s.players):
        vote = s.vote[seat]
        counts = weight if (heavy >> seat) & 1 == 1 else 1
        if vote == Vote.YES:
            yes += counts
        elif vote == Vote.NO:
            no += counts
        elif vote == Vote.DEFINITE_YES:
            definite_yes += 1
        elif vote == Vote.DEFINITE_NO:
            definite_no += 1
        else:
            scams += 1
    if definite_yes != definite_no:
        adopted = int(definite_yes > definite_no)
    elif definite_yes > 0:
        adopted = tie(s, s.proposed)
    else:
        adopted = plain_result(s, s.proposed, yes, no)
    return 1 - adopted if scams > 0 else adopted


@compile_rule()
def write_down(s):
    """Add the vote to the public record, and to what players said against what they did (A11)."""
    at = s.votes_taken % HISTORY
    s.past_law[at] = s.proposed
    s.past_proposer[at] = s.active
    s.past_adopted[at] = s.adopted
    for seat in range(s.players):
        s.past_vote[at, seat] = s.vote[seat]
        if s.talk == 1:
            s.said[seat, s.announced[seat], s.vote[seat]] += 1
    s.votes_taken += 1
