# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What each stage of Ninety-Nine takes for granted."""

from shugi._fast.check.field_at cimport NINETYNINETABLE_WON
from shugi._fast.check.flaw cimport (
    FLAW_OFFERS, FLAW_PACK, FLAW_STAGE, NO_SEAT, Fault, flawed, wrong_value,
)
from shugi._fast.check.flaw_ops cimport FLAW_OPS
from shugi._fast.core.actions cimport PASS
from shugi._fast.core.bits cimport count, has
from shugi._fast.core.card_actions cimport NONE, REVEAL
from shugi._fast.core.cards cimport CardTable
from shugi._fast.core.rules cimport (
    GAME_NINETY_NINE, MODE_NINE_HANDS, OFFER_MODE_SIMULTANEOUS, TIE_EXTRA_NINE,
)
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.core.state cimport PHASE_OVER, State
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.games.ninety_nine.play cimport STAGE_BID, STAGE_OFFER, STAGE_PLAY
from shugi._fast.games.ninety_nine.points cimport NINE_BID_CARDS, NINE_HAND, NINE_SEATS
from shugi._fast.games.tricks.flaw cimport cards_flaw, plays_flaw


cdef bint bids_flaw(const State* s, Fault* out) noexcept nogil:
    # the seats bid one after the other
    cdef const CardTable* t = &s.cards
    cdef bint bidding = t.stage == STAGE_BID
    cdef int p, laid
    for p in range(NINE_SEATS):
        laid = count(t.aside[p])
        if count(t.hand[p]) + laid + count(t.played[p]) != NINE_HAND:
            return flawed(out, FLAW_PACK, p)
        if bidding and p == s.actor and laid < NINE_BID_CARDS:
            continue
        if laid != (0 if bidding and p >= s.actor else NINE_BID_CARDS):
            return flawed(out, FLAW_STAGE, p)
    return False


cdef bint offers_flaw(const State* s, Fault* out) noexcept nogil:
    # who has made one, and no others have answered
    cdef int p = 0 if s.rules.offer_mode == OFFER_MODE_SIMULTANEOUS else next_seat(s, s.dealer)
    cdef int stage = s.cards.stage
    cdef int made = 0
    cdef int _i
    if s.rules.premiums and stage != STAGE_BID:
        for _i in range(NINE_SEATS):
            if stage == STAGE_OFFER and p == s.actor:
                break
            made |= 1 << p
            p = next_seat(s, p)
    if s.asked != made:
        return flawed(out, FLAW_OFFERS, NO_SEAT)
    for p in range(SEATS):
        if not (NONE <= s.answer[p] <= REVEAL if has(made, p) else s.answer[p] in (0, PASS)):
            return flawed(out, FLAW_OFFERS, NO_SEAT)
    return False


cdef bint stage_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const CardTable* t = &s.cards
    cdef int p
    if t.stage > STAGE_PLAY or (t.stage == STAGE_OFFER and not s.rules.premiums):
        return flawed(out, FLAW_STAGE, NO_SEAT)
    if t.stage != STAGE_PLAY and (t.n_trick or t.tricks[0] + t.tricks[1] + t.tricks[2]):
        return flawed(out, FLAW_STAGE, NO_SEAT)
    if s.rules.mode == MODE_NINE_HANDS:
        if s.rules.tie != TIE_EXTRA_NINE and <int>s.hand_no > s.rules.match_hands:
            return flawed(out, FLAW_STAGE, NO_SEAT)
    else:
        for p in range(NINE_SEATS):
            if t.game.ninety_nine.won[p] >= s.rules.games_to_win:
                return wrong_value(out, NINETYNINETABLE_WON, NO_SEAT)
    if offers_flaw(s, out) or bids_flaw(s, out):
        return True
    return t.stage == STAGE_PLAY and plays_flaw(s, out)


cdef bint table_flaw(const State* s, Fault* out) noexcept nogil:
    return cards_flaw(s, out) or (s.phase != PHASE_OVER and stage_flaw(s, out))


FLAW_OPS[<int>GAME_NINETY_NINE].table = table_flaw
