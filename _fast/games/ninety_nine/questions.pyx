# cython: language_level=3
"""What a position of Ninety-Nine must hold to be one that comes up in play."""

from shugi._fast.core.actions cimport PASS
from shugi._fast.core.bits cimport count, has
from shugi._fast.core.card_actions cimport NONE, REVEAL
from shugi._fast.core.cards cimport CardTable
from shugi._fast.core.rules cimport MODE_NINE_HANDS, OFFER_MODE_SIMULTANEOUS, TIE_EXTRA_NINE
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.games.ninety_nine.play cimport STAGE_BID, STAGE_OFFER, STAGE_PLAY
from shugi._fast.games.ninety_nine.points cimport NINE_BID_CARDS, NINE_HAND, NINE_SEATS
from shugi._fast.games.tricks.questions cimport cards_played, check_tricks, need


cdef void check_ninety_nine(const State* s) except *:
    cdef const CardTable* t = &s.cards
    cdef int p
    cdef int stage = t.stage
    need(stage == STAGE_PLAY or not t.n_trick, "stage", "a trick is being played")
    need(stage != STAGE_BID or count(t.aside[s.actor]) < NINE_BID_CARDS, "actor",
         "has bid already")
    need(s.rules.mode != MODE_NINE_HANDS or s.hand_no <= <unsigned>s.rules.match_hands
         or s.rules.tie == TIE_EXTRA_NINE, "hand_no", "is beyond the last hand")
    for p in range(NINE_SEATS):
        laid = NINE_BID_CARDS
        if stage == STAGE_BID and p >= s.actor:
            laid = 0 if p > s.actor else min(count(t.aside[p]), NINE_BID_CARDS - 1)
        need(count(t.aside[p]) == laid, f"seats[{p}].aside", f"{laid} cards lie there now")
        held = count(t.hand[p]) + count(t.aside[p]) + count(t.played[p])
        need(held == NINE_HAND, f"seats[{p}].hand",
             f"{held} cards are held, laid aside or played, not {NINE_HAND}")
        if s.rules.mode != MODE_NINE_HANDS:
            need(t.game.ninety_nine.won[p] < s.rules.games_to_win, f"won[{p}]", "ends the race")
    if stage == STAGE_PLAY:
        check_tricks(s, True)
    else:
        need(sum(cards_played(s)) == 0, "seats", "have played cards before the play")
        check_tricks(s, False)
    _check_offers(s)


cdef void _check_offers(const State* s) except *:
    cdef int p, i
    first = 0 if s.rules.offer_mode == OFFER_MODE_SIMULTANEOUS else (s.dealer + 1) % NINE_SEATS
    order = [(first + i) % NINE_SEATS for i in range(NINE_SEATS)]
    done = []
    if s.rules.premiums and s.cards.stage == STAGE_OFFER:
        done = order[:order.index(s.actor)]
    elif s.rules.premiums and s.cards.stage == STAGE_PLAY:
        done = order
    for p in range(SEATS):
        asked = has(s.asked, p)
        need(asked == (p in done), "asked", "not these seats have made their offers")
        good = NONE <= s.answer[p] <= REVEAL if asked else s.answer[p] in (0, PASS)
        need(good, "answer", "is no offer, or of a seat that has made none")
