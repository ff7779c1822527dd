# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing again in Kawuxing: a hand that shows its waiting part keeps it and its waits."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from shugi._fast.core.rules cimport GAME_KAWUXING
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport RIICHI_OPEN, Seat, State
from shugi._fast.games.kawuxing.disclosed cimport shows_part_only, waiting_part
from shugi._fast.view.redeal cimport REDEALS
from shugi._fast.view.seat_view cimport shown_kinds


cdef bint shows_part(const State* s, int p, uint8_t* kinds) noexcept nogil:
    if not shows_part_only(s.rules) or s.seat[p].riichi != RIICHI_OPEN:
        return False
    if kinds != NULL:
        shown_kinds(s, p, kinds)
    return True


cdef bint keeps_part(const State* s, const Seat* seat, const uint8_t* part) noexcept nogil:
    cdef uint8_t[KINDS] kinds
    cdef int i
    memcpy(kinds, seat.kind, KINDS)
    waiting_part(s.rules, seat, kinds)
    for i in range(KINDS):
        if kinds[i] != part[i]:
            return False
    return True


cdef bint fits(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil:
    return part == NULL or (s.seat[p].waits != 0 and keeps_part(s, &s.seat[p], part))


REDEALS[<int>GAME_KAWUXING].shows_part = shows_part
REDEALS[<int>GAME_KAWUXING].fits = fits
