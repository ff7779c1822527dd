# What is known for certain of hidden tiles in the regional games, and what follows from new ones.
from libc.stdint cimport uint8_t
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.sizes cimport KINDS, WALL
from shugi._fast.core.state cimport State


cdef struct Pool:        # tiles to be dealt again
    int n
    uint8_t tile[WALL]


# ---- before the tiles are dealt

# is all of the seat's hand known: it answers an offer, or its float has shown what it waits for?
cdef bint hand_is_known(const State* s, int p) noexcept nogil
# does the seat show the part of its hand that waits (by kind, to kinds[] if it is not NULL)?
cdef bint shows_part(const State* s, int p, uint8_t* kinds) noexcept nogil
# takes the closed kans that lie face down before `seat` into the pool, and other kinds out of it
cdef void gather_kans(const State* s, int seat, Pool* pool) noexcept nogil
# 0 when no kind has its four tiles in the pool
cdef bint deal_kans(State* s, int seat, Pool* pool, Rng* rng) noexcept nogil
# flowers leave the pool, as no hand keeps one; `flowers` takes them
cdef void part_flowers(const State* s, Pool* pool, Pool* flowers) noexcept nogil

# ---- after a hand was dealt

# can this hand be, without the tile just drawn?  part: what it shows (shows_part), or NULL
cdef bint fits_regional(const State* s, int p, const uint8_t* part) noexcept nogil
# fields of the others that told of the tiles they held
cdef void forget(State* s, int seat) noexcept nogil
