# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing again in the regional games: what a seat knows for certain of what it cannot see.

Kans that lie face down get any kind of which all four tiles are unseen; a hand that answers an
offer is left as it is.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.core.rng cimport Rng, rng_below
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport MELD_ANKAN, PHASE_OFFER, Meld
from shugi._fast.core.tiles cimport NO_KIND
from shugi._fast.view.redeal cimport REDEALS, Pool
from shugi._fast.view.seat_view cimport hides_kans

from shugi._fast.rules.games import games_with


# ---- kans that lie face down

cdef inline bint is_covered(const State* s, int seat, int p, const Meld* meld) noexcept nogil:
    return p != seat and meld.type == MELD_ANKAN and hides_kans(s)


cdef void gather_kans(const State* s, int seat, Pool* pool) noexcept nogil:
    cdef int p, i
    for p in range(s.rules.seats):
        for i in range(s.seat[p].n_meld):
            if is_covered(s, seat, p, &s.seat[p].meld[i]):
                memcpy(pool.tile + pool.n, s.seat[p].meld[i].tile, 4)
                pool.n += 4


cdef int draw_kind(const Pool* pool, Rng* rng) noexcept nogil:
    # one of the kinds with four tiles in the pool; NO_KIND
    cdef uint8_t[KINDS] count
    cdef uint8_t[KINDS] found
    cdef int i
    cdef int n = 0
    memset(count, 0, KINDS)
    for i in range(pool.n):
        if pool.tile[i] < KINDS:
            count[pool.tile[i]] += 1
    for i in range(KINDS):
        if count[i] == 4:
            found[n] = <uint8_t>i
            n += 1
    return found[rng_below(rng, n)] if n else <int>NO_KIND


cdef void take_kind(Pool* pool, int kind) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(pool.n):
        if pool.tile[i] != kind:
            pool.tile[n] = pool.tile[i]
            n += 1
    pool.n = n


cdef bint deal_kans(State* s, int seat, Pool* pool, Rng* rng) noexcept nogil:
    cdef int p, i, kind
    for p in range(s.rules.seats):
        for i in range(s.seat[p].n_meld):
            if not is_covered(s, seat, p, &s.seat[p].meld[i]):
                continue
            kind = draw_kind(pool, rng)
            if kind == NO_KIND:
                return False
            take_kind(pool, kind)
            memset(s.seat[p].meld[i].tile, kind, 4)
    return True


# ---- what followed from the old hands

cdef void forget(State* s, int seat) noexcept nogil:
    cdef int p
    for p in range(s.rules.seats):
        if p == seat:
            continue
        s.seat[p].missed_win = 0
        s.seat[p].missed_call = 0
        s.seat[p].missed_doubles = 0


cdef bint answers_offer(const State* s, int p) noexcept nogil:
    return s.phase == PHASE_OFFER and s.actor == p


cdef int _game
for _game in games_with("regional"):
    REDEALS[_game].hand_is_known = answers_offer
    REDEALS[_game].gather_kans = gather_kans
    REDEALS[_game].deal_kans = deal_kans
    REDEALS[_game].forget = forget
