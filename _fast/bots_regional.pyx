# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rule baseline of the regional games: tile efficiency."""

from libc.stdint cimport uint64_t

from shugi._fast.actions cimport KNOCK, NUKI, PASS, ROB_GOLD, TEN_HONOURS, WIN
from shugi._fast.hand cimport seat_good_discards
from shugi._fast.sight cimport lowest
from shugi._fast.state cimport KINDS, PHASE_OWN
from shugi._fast.tileflow cimport allowed, first_legal
from shugi._fast.tiles cimport WILD

cdef int[6] AT_ONCE
AT_ONCE = [WIN, KNOCK, ROB_GOLD, TEN_HONOURS, NUKI, PASS]


cdef int discard_of(const State* s) noexcept nogil:
    cdef uint64_t good = seat_good_discards(s.rules, &s.seat[s.actor])
    cdef uint64_t plain = s.legal[0] & ~(<uint64_t>1 << WILD)
    good &= plain & (<uint64_t>1 << KINDS) - 1
    return lowest(good) if good else lowest(plain) if plain else first_legal(s)


cdef int regional_act(const State* s, const Style* style) noexcept nogil:
    cdef int i
    for i in range(6):
        if allowed(s, AT_ONCE[i]):
            return AT_ONCE[i]
    return discard_of(s) if s.phase == PHASE_OWN and s.legal[0] else first_legal(s)
