# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing the hidden cards of Ninety-Nine again; offers that are not told yet are drawn anew."""

from libc.stdint cimport uint8_t

from shugi._fast.core.bits cimport has
from shugi._fast.core.card_actions cimport NONE, REVEAL
from shugi._fast.core.rng cimport Rng, rng_below
from shugi._fast.core.rules cimport GAME_NINETY_NINE, OFFER_MODE_SEQUENTIAL
from shugi._fast.core.state cimport State
from shugi._fast.games.ninety_nine.play cimport STAGE_BID
from shugi._fast.games.ninety_nine.points cimport bid_choices
from shugi._fast.games.tricks.seat_view cimport CARD_OPS


cdef bint fits(const State* s, int seat, State* trial) noexcept nogil:
    # a bid that another is choosing can be finished
    if s.cards.stage != STAGE_BID or s.actor == seat:
        return True
    return bid_choices(trial.cards.hand[s.actor], trial.cards.aside[s.actor]) != 0


cdef void forget_offers(const State* s, int seat, State* trial, Rng* rng) noexcept nogil:
    cdef int p
    if s.rules.offer_mode == OFFER_MODE_SEQUENTIAL or s.asked == (1 << s.rules.seats) - 1:
        return
    for p in range(s.rules.seats):
        if p != seat and has(s.asked, p):
            trial.answer[p] = <uint8_t>(NONE + rng_below(rng, REVEAL - NONE + 1))


CARD_OPS[<int>GAME_NINETY_NINE].fits = fits
CARD_OPS[<int>GAME_NINETY_NINE].settle = forget_offers
