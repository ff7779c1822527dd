# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The oracle planes: what a seat cannot see, for critics and teachers only."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.sizes cimport KINDS, NO_TILE
from shugi._fast.core.state cimport Seat
from shugi._fast.core.tiles cimport KIND_OF, WILD
from shugi._fast.core.wall cimport ura_code
from shugi._fast.flow.hand cimport is_full, seat_shanten
cimport shugi._fast.view.oracle_at as oracle_at
from shugi._fast.view.seat_view cimport SeatView, copy_sort, is_covered, plane, put_kinds, seat_at


cdef void write_others(const SeatView* v, uint8_t* at) noexcept nogil:
    cdef const Seat* seat
    cdef uint64_t left
    cdef int relative, code, d
    for relative in range(1, v.seats):
        seat = &v.s.seat[seat_at(v, relative)]
        memcpy(plane(at, oracle_at.HANDS + relative - 1), seat.kind, KINDS)
        left = seat.held >> KINDS
        while left:
            code = KINDS + lowest(left)
            left = without_lowest(left)
            if copy_sort(code) >= 0:
                plane(at, oracle_at.COPIES + relative - 1)[KIND_OF[code]] += seat.hand[code]
        # not the waits from before a call
        if not is_full(v.r, seat) or v.s.drawn != NO_TILE:
            put_kinds(plane(at, oracle_at.OTHERS_WAITS + relative - 1), seat.waits)
        add_unspoken(v, relative, at)
        d = seat_shanten(v.r, seat)
        memset(plane(at, oracle_at.OTHERS_SHANTEN + relative - 1),
               <uint8_t>((d if d < 6 else 6) + 1), KINDS)


cdef void add_unspoken(const SeatView* v, int relative, uint8_t* at) noexcept nogil:
    # what has no plane of its own: closed kans that lie face down, and wildcards
    cdef const Seat* seat = &v.s.seat[seat_at(v, relative)]
    cdef int i
    for i in range(seat.n_meld):
        if is_covered(v, relative, &seat.meld[i]):
            plane(at, oracle_at.HANDS + relative - 1)[KIND_OF[seat.meld[i].tile[0]]] += 4
    if v.s.wild_kind < KINDS and seat.hand[<int>WILD]:
        plane(at, oracle_at.COPIES + relative - 1)[v.s.wild_kind] += seat.hand[<int>WILD]


cdef void write_wall(const SeatView* v, uint8_t* at) noexcept nogil:
    cdef const State* s = v.s
    cdef int i, place
    for i in range(6):
        if s.head + i < s.tail:
            mark(s, plane(at, oracle_at.NEXT + i), s.wall[s.head + i])
    if s.n_rinshan < v.r.rinshan_tiles:
        mark(s, plane(at, oracle_at.NEXT_REPLACEMENT), s.wall[s.n_wall - 1 - s.n_rinshan])
    for i in range(s.n_indicator):
        mark(s, plane(at, oracle_at.URA), ura_code(s, i))
    for i in range(s.head, s.tail):
        mark(s, plane(at, oracle_at.LIVE), s.wall[i])
    for i in range(4):
        place = s.tail - 2 - 2 * i
        if place >= s.head:
            mark(s, plane(at, oracle_at.LAST_STACKS + i), s.wall[place])
            mark(s, plane(at, oracle_at.LAST_STACKS + i), s.wall[place + 1])


cdef inline void mark(const State* s, uint8_t* at, int code) noexcept nogil:
    # a wildcard counts at the kind that is printed on it
    cdef int kind = s.wild_kind if code == WILD else KIND_OF[code]
    if kind < KINDS:
        at[kind] += 1
