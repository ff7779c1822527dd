# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The oracle planes: what a seat cannot see, for critics and teachers only."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport lowest, without_lowest
from shugi._fast.core.sizes cimport KINDS, NO_TILE, SEATS
from shugi._fast.core.state cimport Seat, State
from shugi._fast.core.tiles cimport KIND_OF, WILD
from shugi._fast.core.wall cimport ura_code
from shugi._fast.flow.hand cimport is_full, seat_shanten
from shugi._fast.view.sight cimport Sight, copy_sort, is_covered, plane, put_kinds, seat_at


cdef void write_others(const Sight* v, uint8_t* at) noexcept nogil:
    cdef const Seat* seat
    cdef uint64_t left
    cdef int relative, code, d
    for relative in range(1, v.seats):
        seat = &v.s.seat[seat_at(v, relative)]
        memcpy(plane(at, relative - 1), seat.kind, KINDS)
        left = seat.held >> KINDS
        while left:
            code = KINDS + lowest(left)
            left = without_lowest(left)
            if copy_sort(code) >= 0:
                plane(at, 2 + relative)[KIND_OF[code]] += seat.hand[code]
        # not the waits from before a call
        if not is_full(v.r, seat) or v.s.drawn != NO_TILE:
            put_kinds(plane(at, 5 + relative), seat.waits)
        add_unspoken(v, relative, at)
        d = seat_shanten(v.r, seat)
        memset(plane(at, 8 + relative), <uint8_t>((d if d < 6 else 6) + 1), KINDS)


cdef void add_unspoken(const Sight* v, int relative, uint8_t* at) noexcept nogil:
    # what has no plane of its own: closed kans that lie face down, and wildcards
    cdef const Seat* seat = &v.s.seat[seat_at(v, relative)]
    cdef int i
    for i in range(seat.n_meld):
        if is_covered(v, relative, &seat.meld[i]):
            plane(at, relative - 1)[KIND_OF[seat.meld[i].tile[0]]] += 4
    if v.s.wild_kind < KINDS and seat.hand[<int>WILD]:
        plane(at, 2 + relative)[v.s.wild_kind] += seat.hand[<int>WILD]


cdef void write_wall(const Sight* v, uint8_t* at) noexcept nogil:
    cdef const State* s = v.s
    cdef int i, place
    for i in range(6):
        if s.head + i < s.tail:
            mark(s, plane(at, i), s.wall[s.head + i])
    if s.n_rinshan < v.r.rinshan_tiles:
        mark(s, plane(at, 6), s.wall[s.n_wall - 1 - s.n_rinshan])
    for i in range(s.n_indicator):
        mark(s, plane(at, 7), ura_code(s, i))
    for i in range(s.head, s.tail):
        mark(s, plane(at, 8), s.wall[i])
    for i in range(4):
        place = s.tail - 2 - 2 * i
        if place >= s.head:
            mark(s, plane(at, 9 + i), s.wall[place])
            mark(s, plane(at, 9 + i), s.wall[place + 1])


cdef inline void mark(const State* s, uint8_t* at, int code) noexcept nogil:
    # a wildcard counts at the kind that is printed on it
    cdef int kind = s.wild_kind if code == WILD else KIND_OF[code]
    if kind < KINDS:
        at[kind] += 1


# block: the function that writes it, then (name, size, scale, meaning) of its rows
ORACLE_BLOCKS = [
    (<size_t><void*>write_others, [
        ("hands", SEATS - 1, 4, "concealed tiles and kans that lie face down, by opponent"),
        ("copies", SEATS - 1, 2, "special copies and wildcards among them, by opponent"),
        ("others_waits", SEATS - 1, 1, "kinds that complete the hand, by opponent"),
        ("others_shanten", SEATS - 1, 7, "shanten plus one, in all places, by opponent"),
    ]),
    (<size_t><void*>write_wall, [
        ("next", 6, 1, "the next live tiles in order"),
        ("next_replacement", 1, 1, "the next replacement tile"),
        ("ura", 1, 2, "indicators below the turned ones"),
        ("live", 1, 4, "live tiles left"),
        ("last_stacks", 4, 2, "the two tiles of each of the last live stacks, the last one first"),
    ]),
]
