# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rivers and the history of a table on which nobody remembers who discarded what."""

from shugi._fast.core.history cimport is_discard, token_ago, token_code, token_seat, tokens
from shugi._fast.core.river cimport called_away
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.core.state cimport EVENT_DISCARD, Seat
from shugi._fast.core.tiles cimport HIDDEN, KIND_OF, NO_KIND
from shugi._fast.view.seat_view cimport plane, seat_at, seat_places


cdef void write_heap(const SeatView* v, uint8_t* at, uint8_t* recent) noexcept nogil:
    cdef const State* s = v.s
    cdef const Seat* seat
    cdef uint8_t[SEATS] place
    cdef int relative, i, kind
    for relative in range(v.seats):
        seat = &s.seat[seat_at(v, relative)]
        for i in range(seat.n_river):
            kind = KIND_OF[seat.river[i]]
            if kind != NO_KIND and not called_away(seat.river_flags, i):
                at[kind] += 1
    i = newest_discard(s, tokens(s))
    if i >= 0:
        i = token_ago(s, i)
        seat_places(s, v.seat, place)
        if KIND_OF[token_code(i)] != NO_KIND:
            plane(recent, place[token_seat(i)])[KIND_OF[token_code(i)]] = 8


cdef int newest_discard(const State* s, int n) noexcept nogil:
    # how many tokens ago
    cdef int i
    for i in range(n):
        if is_discard(token_ago(s, i)):
            return i
    return -1


cdef int untold(int token) noexcept nogil:
    if not is_discard(token):
        return token
    return (token & 0xC000) | EVENT_DISCARD << 8 | HIDDEN
