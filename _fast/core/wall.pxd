# The wall as one sequence: hands and draws come from the front, replacements from the end.
#
# Behind the live tiles lie, towards the end: the indicator stacks (newest first) and the
# replacement tiles.  In every stack of two the tile with the lower index is the top one (it is
# drawn first).
from libc.stdint cimport uint8_t
from shugi._fast.core.rng cimport STREAM_WALL, Rng, rng_make, rng_shuffle
from shugi._fast.core.rules cimport REPLACEMENT_SOURCE_LIVE, Rules
from shugi._fast.core.state cimport State


cdef inline void wall_build(State* s) noexcept nogil:
    # a pure function of (seed, hand): duplicate games deal the same wall to rotated seats
    cdef Rng rng = rng_make(s.seed, s.hand_no, STREAM_WALL)
    cdef int i
    s.n_wall = <uint8_t>s.rules.n_deck
    for i in range(s.n_wall):
        s.wall[i] = s.rules.deck[i]
    rng_shuffle(&rng, s.wall, s.n_wall)


cdef inline int first_tail(const Rules* r) noexcept nogil:
    return r.n_deck - (r.rinshan_tiles + 2 if r.draw_to_indicator else r.dead_wall_size)


cdef inline void wall_open(State* s) noexcept nogil:
    # the ends of the live part before anything is drawn
    s.head = 0
    s.tail = <uint8_t>first_tail(s.rules)
    s.n_rinshan = 0
    s.n_indicator = 0
    s.kans_pending = 0


cdef inline int live_left(const State* s) noexcept nogil:
    return s.tail - s.head


cdef inline int dora_place(const State* s, int i) noexcept nogil:
    if s.rules.replacement_source == REPLACEMENT_SOURCE_LIVE:
        # nothing but indicators: the first lies next to the live tiles
        return s.n_wall - s.rules.dead_wall_size + 2 * i
    return s.n_wall - s.rules.rinshan_tiles - 2 * i - 2


cdef inline int dora_code(const State* s, int i) noexcept nogil:
    # indicator i, turned or not
    return s.wall[dora_place(s, i)]


cdef inline int ura_code(const State* s, int i) noexcept nogil:
    return s.wall[dora_place(s, i) + 1]


cdef inline int draw_live(State* s) noexcept nogil:
    s.head += 1
    return s.wall[s.head - 1]


cdef inline bint replacement_left(const State* s) noexcept nogil:
    if s.rules.replacement_source == REPLACEMENT_SOURCE_LIVE:
        return s.tail > s.head
    return s.n_rinshan < s.rules.rinshan_tiles


cdef inline int draw_replacement(State* s) noexcept nogil:
    if s.rules.replacement_source == REPLACEMENT_SOURCE_LIVE:
        return draw_live(s)
    s.n_rinshan += 1
    if s.rules.dead_wall_refill and s.tail > s.head:
        s.tail -= 1
    return s.wall[s.n_wall - s.n_rinshan]
