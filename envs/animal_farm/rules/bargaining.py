"""The bargaining of one region: turns to speak, deals, answers, last actions, and what the winners get (R15-R21)."""

from envs.core.compiling import compile_rule

from ..box import COLLECTIVISM as COLLECTIVISM_REGION
from ..box import KINDS, PROMISE_COUNT, TWO_AND_TWO, UNSTABLE, Mood, Zone
from ..box import PEACE_IS_WAR as WAR_REGION
from ..state import Decision, Stage
from .alliances import allowance, count_winning, divide_as_ruled, divides_freely, shares_fit, size_of
from .board import ask, free_tokens, gain, has, has_mood, in_turn, region_in_order, seat_after, take, tokens_to_spend
from .playing import may_play_something, moments_of
from .promises import may_promise, promises_fall_due, settle_at_close, token_was_given

_NEW, _OWNED = int(Zone.NEW), int(Zone.OWNED)
MOST_GIFTS = 2  # a player and region
_FEWER = 2  # tokens that "Peaceful Solutions" takes off a share


@compile_rule()
def open_region(s):
    """The next region is resolved; after the last one the Spies phase follows."""
    s.region = region_in_order(s, int(s.regions_done))
    clear_region(s)
    if s.region < 0:
        s.stage = Stage.SPIES
        s.at = 0
        return
    for seat in range(s.players):
        s.strength[seat] = s.agents[seat, s.region]
    s.speaker = s.first_player
    promises_fall_due(s)
    count_winning(s)
    s.stage = Stage.SPEAK


@compile_rule()
def clear_region(s):
    """Clear what is about one region only."""
    s.winning = 0
    s.strength[:] = 0
    s.separated[:] = 0
    s.orthodoxy = 0
    s.harvest = 0
    s.fair = 0
    s.nothing = 0
    s.fewer[:] = 0
    s.speaker = 0
    s.passes = 0
    s.offered[:] = 0
    s.gifts[:] = 0
    s.promised = 0
    s.refused[:] = 0
    s.won = 0
    s.took[:] = 0
    s.collected[:] = 0
    clear_deal(s)


@compile_rule()
def clear_deal(s):
    """There is no deal on the table."""
    s.proposer = -1
    s.members = 0
    s.share[:] = 0
    s.payer = -1
    s.payee = -1
    s.payment[:] = -1
    s.standing = 0
    s.asked_seat = -1


# Turns to speak


@compile_rule()
def may_give(s, seat):
    """Return whether a seat may give a token away."""
    return s.gifts[seat] < MOST_GIFTS and tokens_to_spend(s, seat) > 0


@compile_rule()
def may_propose(s, seat, alliance):
    """Return whether a seat may propose this alliance, its own seat included; alone: claim the region (R17)."""
    if (s.winning >> alliance) & 1 == 0:
        return False
    return alliance == 1 << seat or s.offered[seat] < s.offers


@compile_rule()
def has_deal(s, seat):
    """Return whether a seat may propose any alliance or claim alone."""
    for alliance in range(1 << s.players):
        if has(alliance, seat) and may_propose(s, seat, alliance):
            return True
    return False


@compile_rule()
def has_promise(s, seat):
    """Return whether a seat may promise anything."""
    if s.promised >= s.talk:
        return False
    for kind in range(PROMISE_COUNT):
        for other in range(s.players):
            if may_promise(s, seat, other, kind):
                return True
    return False


@compile_rule()
def has_word(s, seat):
    """Return whether a seat may do anything but pass in its turn to speak."""
    return (
        has_deal(s, seat)
        or has_promise(s, seat)
        or may_give(s, seat)
        or may_play_something(s, seat, moments_of(Decision.SPEAK))
    )


@compile_rule()
def next_speaker(s):
    """Ask the next player who has anything to say; the region closes when all have passed in succession (R18)."""
    s.promised = 0
    while s.passes < s.players:
        if has_word(s, int(s.speaker)):
            ask(s, int(s.speaker), Decision.SPEAK)
            return
        pass_word(s)
    close_with_nothing(s)


@compile_rule()
def pass_word(s):
    """The speaker passes."""
    s.passes += 1
    s.speaker = seat_after(s, s.speaker, 1)


@compile_rule()
def end_word(s):
    """The speaker has done something: the turn goes on to the next player."""
    s.passes = 0
    s.speaker = seat_after(s, s.speaker, 1)


@compile_rule()
def close_with_nothing(s):
    """Nobody takes the tokens."""
    clear_deal(s)
    s.stage = Stage.CLOSE


@compile_rule()
def begin_gift(s, other):
    """The speaker is about to give `other` a token."""
    s.asked_seat = other
    ask(s, int(s.to_act), Decision.GIFT)


@compile_rule()
def give(s, code):
    """The speaker gives a token, which arrives in New (R20)."""
    seat, other = int(s.to_act), int(s.asked_seat)
    s.gifts[seat] += 1
    hand_over(s, seat, other, code)
    s.asked_seat = -1
    end_word(s)


@compile_rule()
def hand_over(s, seat, other, code):
    """A token goes from one player to another's New area."""
    s.tokens[seat, code // KINDS, code % KINDS] -= 1
    s.tokens[other, _NEW, code % KINDS] += 1
    token_was_given(s, seat, other)


# Deals


@compile_rule()
def propose(s, alliance):
    """The speaker proposes an alliance and goes on to its division, or claims the region alone."""
    seat = int(s.to_act)
    end_word(s)
    s.proposer = seat
    s.members = alliance
    s.at = 0
    if alliance == 1 << seat:
        divide_as_ruled(s)
        stand(s)
        return
    s.offered[seat] += 1
    if divides_freely(s):
        s.stage = Stage.SHARES
    else:
        divide_as_ruled(s)
        ask_payer(s)


@compile_rule()
def share_left(s):
    """Return how many tokens the deal has yet to divide."""
    left = allowance(s, s.members)
    for seat in range(s.players):
        left -= s.share[seat]
    return left


@compile_rule()
def next_share(s):
    """Ask for the share of the next member, from the proposer on, while there is anything to divide."""
    while s.at < s.players and share_left(s) > 0:
        member = seat_after(s, s.proposer, s.at)
        s.at += 1
        if has(s.members, member):
            s.asked_seat = member
            ask(s, int(s.proposer), Decision.SHARE)
            return
    ask_payer(s)


@compile_rule()
def may_be_payer(s, seat):
    """Return whether a member of the deal could make a side payment."""
    return has(s.members, seat) and tokens_to_spend(s, seat) > 0


@compile_rule()
def ask_payer(s):
    """Ask who would make a side payment, if anybody could."""
    s.asked_seat = -1
    s.at = 0
    s.stage = Stage.ANSWERS
    for seat in range(s.players):
        if may_be_payer(s, seat):
            ask(s, int(s.proposer), Decision.PAYER)
            return


@compile_rule()
def choose_payer(s, seat):
    """The proposer has chosen who would pay; among two members the other would be paid."""
    s.payer = seat
    if size_of(s.members) > 2:
        ask(s, int(s.proposer), Decision.PAYEE)
        return
    for other in range(s.players):
        if has(s.members, other) and other != seat:
            choose_payee(s, other)


@compile_rule()
def choose_payee(s, seat):
    """The proposer has chosen who would be paid."""
    s.payee = seat
    ask(s, int(s.proposer), Decision.PAYMENT)


@compile_rule()
def may_be_payment(s, code):
    """Return whether this token may be part of the side payment: the second one not before the first."""
    if code // KINDS > _OWNED or code < s.payment[0]:
        return False
    return free_tokens(s, int(s.payer), code // KINDS, code % KINDS) > 0


@compile_rule()
def choose_payment(s, code):
    """The proposer has chosen a token of the side payment; there may be a second one."""
    if s.payment[0] >= 0:
        s.payment[1] = code
        return
    s.payment[0] = code
    for other in range(code, 2 * KINDS):
        if may_be_payment(s, other):
            ask(s, int(s.proposer), Decision.PAYMENT)
            return


@compile_rule()
def next_answer(s):
    """Ask the next member, in seat order; the alliance stands when all have agreed."""
    while s.at < s.players - 1:
        s.at += 1
        member = seat_after(s, s.proposer, s.at)
        if has(s.members, member):
            ask(s, member, Decision.ANSWER)
            return
    stand(s)


@compile_rule()
def refuse(s):
    """A member refuses the deal: bargaining goes on."""
    s.refused[s.to_act] |= s.members & ~(1 << s.to_act)
    clear_deal(s)
    s.stage = Stage.SPEAK


@compile_rule()
def stand(s):
    """The alliance stands, provisionally: everybody may play last actions (R16)."""
    s.standing = 1
    s.passes = 0
    s.at = 0
    s.stage = Stage.CIRCLE


# Last actions


@compile_rule()
def circle_seat(s, place):
    """Return the seat at a place of the circle of last actions: those outside, then the members."""
    outside = s.players - size_of(s.members)
    wanted = 0 if place < outside else 1
    left = place if place < outside else place - outside
    for i in range(s.players):
        seat = seat_after(s, s.first_player, i)
        if int(has(s.members, seat)) == wanted:
            if left == 0:
                return seat
            left -= 1
    return -1


@compile_rule()
def next_last_action(s):
    """Ask the next player of the circle who could play an action, until all have passed in succession.

    Shares that the winners do not decide follow what actions do, those that paid for them with a token of this region
    included.
    """
    if size_of(s.members) == 1 or not divides_freely(s):
        divide_as_ruled(s)
    while s.passes < s.players:
        seat = circle_seat(s, s.at)
        s.at = (s.at + 1) % s.players
        s.passes += 1
        if may_play_something(s, seat, moments_of(Decision.LAST_ACTIONS)):
            ask(s, seat, Decision.LAST_ACTIONS)
            return
    settle(s)


@compile_rule()
def settle(s):
    """The alliance takes its tokens if it still wins and its division still fits; otherwise it is dissolved."""
    s.passes = 0
    s.at = 0
    if (s.winning >> s.members) & 1 == 1 and shares_fit(s):
        s.stage = Stage.TAKE
        return
    if size_of(s.members) > 1:
        s.offered[s.proposer] -= 1
    clear_deal(s)
    s.stage = Stage.SPEAK


# What the winners get


@compile_rule()
def take_shares(s):
    """The winners take their tokens, and the side payment is made (R14, R20)."""
    s.won = s.members
    for seat in range(s.players):
        share = int(s.share[seat])
        for _ in range(s.fewer[seat]):
            if share > 0:
                share = max(1, share - _FEWER)
        for _ in range(share):
            take(s, seat, s.region)
        s.took[seat] = share
        s.collected[seat] = share
    for i in range(2):
        if s.payment[i] >= 0:
            hand_over(s, int(s.payer), int(s.payee), int(s.payment[i]))
    clear_deal(s)
    s.at = 0
    s.stage = Stage.REQUISITION


@compile_rule()
def next_requisition(s):
    """Ask, in turn order, whoever could take a token that an opponent just took (R20)."""
    while s.at < s.players:
        if s.region < UNSTABLE and may_play_something(s, in_turn(s), moments_of(Decision.REQUISITION)):
            ask(s, in_turn(s), Decision.REQUISITION)
            return
        s.at += 1
    s.at = 0
    s.stage = Stage.REWARDS
    if s.region == TWO_AND_TWO:
        for seat in range(s.players):
            if has(s.won, seat):
                gain(s, seat, 1)


@compile_rule()
def may_strike(s, seat):
    """Return whether "Peace is war" may be turned on a player: once a round."""
    return not has(s.targeted, seat)


@compile_rule()
def can_be_rewarded(s):
    """Return whether a winner of an extra region has anything to choose."""
    if s.region == COLLECTIVISM_REGION and s.nothing == 0:
        for kind in range(KINDS):
            if s.stock[kind] > 0:
                return True
    if s.region == WAR_REGION:
        for seat in range(s.players):
            if may_strike(s, seat):
                return True
    return False


@compile_rule()
def next_reward(s):
    """Ask the winners of an extra region, in turn order, for their choice (R21)."""
    while s.at < s.players:
        seat = in_turn(s)
        s.at += 1
        if has(s.won, seat) and can_be_rewarded(s):
            ask(s, seat, Decision.COLLECT if s.region == COLLECTIVISM_REGION else Decision.STRIKE)
            return
    s.stage = Stage.CLOSE


@compile_rule()
def collect(s, kind):
    """A winner of "Collectivism" takes a token."""
    take(s, int(s.to_act), kind)
    s.collected[s.to_act] += 1


@compile_rule()
def strike(s, seat):
    """A winner of "Peace is war" makes a player lose 1 VP."""
    s.targeted |= 1 << seat
    gain(s, seat, -1)


@compile_rule()
def most_collected(s):
    """Return the seat that collected the most tokens here, -1 for a tie or none."""
    best, most = -1, 0
    for seat in range(s.players):
        if s.collected[seat] > most:
            best = seat
            most = s.collected[seat]
        elif s.collected[seat] == most:
            best = -1
    return best


@compile_rule()
def score_moods(s):
    """The political moods about regions bring their VP (R29)."""
    last = region_in_order(s, s.regions_done + 1) < 0
    for seat in range(s.players):
        if has(s.won, seat):
            if s.regions_done == 0 and has_mood(s, Mood.RANGE_OF_LOVE):
                gain(s, seat, 1)
            if last and has_mood(s, Mood.SURPLUS_LABOUR):
                gain(s, seat, 1)
            if size_of(s.won) == 1 and has_mood(s, Mood.ISOLATION) and not has(s.isolated, seat):
                s.isolated |= 1 << seat
                gain(s, seat, 1)
    if has_mood(s, Mood.LESS_IS_MORE) and most_collected(s) >= 0:
        gain(s, most_collected(s), 1)


@compile_rule()
def close_region(s):
    """The region closes: moods score, promises are due, the next region follows."""
    score_moods(s)
    settle_at_close(s)
    s.round_won[s.region] = s.won
    for seat in range(s.players):
        s.round_took[seat, s.region] = s.collected[seat]
    s.regions_done += 1
    s.stage = Stage.OPEN
