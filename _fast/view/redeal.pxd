# A random state among those that look the same from one seat.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.rules cimport GAMES
from shugi._fast.core.sizes cimport WALL
from shugi._fast.core.state cimport State


cdef struct Pool:        # tiles to be dealt again
    int n
    uint8_t tile[WALL]


# What a game knows for certain of hidden tiles, and what follows from new ones; games/*/redeal.pyx
# fills its rows. What is left out knows nothing and changes nothing.
cdef struct RedealOps:
    # all hidden cards, where there are no tiles (NULL for tiles); false: no arrangement was found
    bint (*cards)(State*, int seat, uint64_t key) noexcept nogil

    # is all of the seat's hand known?
    bint (*hand_is_known)(const State*, int p) noexcept nogil
    # does the seat show a part of its hand (by kind, to kinds[] if it is not NULL)?
    bint (*shows_part)(const State*, int p, uint8_t* kinds) noexcept nogil
    # raises kept[], by code, to what `seat` knows that a hidden hand holds
    void (*known_tiles)(const State*, int seat, int p, uint8_t* kept) noexcept nogil
    # codes that p can hold between its turns
    uint64_t (*may_hold)(const State*, int p) noexcept nogil
    # takes the closed kans that lie face down before `seat` into the pool
    void (*gather_kans)(const State*, int seat, Pool*) noexcept nogil
    # ... and other kinds out of it; 0 when no kind has its four tiles there
    bint (*deal_kans)(State*, int seat, Pool*, Rng*) noexcept nogil
    # flowers leave the pool, as no hand keeps one; `flowers` takes them
    void (*part_flowers)(const State*, Pool* pool, Pool* flowers) noexcept nogil

    # can p hold this hand, without the tile just drawn?  strict: as much as can be asked of a ready
    # hand; part: what it shows, or NULL
    bint (*fits)(const State*, int p, bint strict, const uint8_t* part) noexcept nogil
    # furiten of a hand that was dealt again
    void (*redo_furiten)(State*, int p) noexcept nogil
    # fields of the others that told of the tiles they held
    void (*forget)(State*, int seat) noexcept nogil

cdef RedealOps[<int>GAMES] REDEALS   # by Rules.game


cdef inline const RedealOps* redeal_ops(const State* s) noexcept nogil:
    return &REDEALS[s.rules.game]


# declared to be ready, or about to: the discard that declares it can be claimed
cdef inline bint must_be_ready(const State* s, int p) noexcept nogil:
    return s.seat[p].riichi != 0 or (s.declaring != 0 and p == s.discarder)


# 1, or 0 when no arrangement was found (the state is then unchanged)
cdef bint redeal(State* s, int seat, uint64_t key) noexcept nogil
# all hands and answers stay: only the wall is dealt again, and in card games nothing
cdef void redeal_wall(State* s, uint64_t key) noexcept nogil

# for bots/belief.pyx, which goes on from a redeal

# does `seat` not see (all of) the hand of p?
cdef bint is_hidden(const State* s, int seat, int p) noexcept nogil
# is the tile at a place of the wall known to all?
cdef bint place_is_public(const State* s, int place) noexcept nogil
# can p hold this hand, without the tile just drawn?  part: what it shows, or NULL
cdef bint fits(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil
# what the others could claim with the hands they have now, and that they have passed; false when
# the seat that decides would not have been asked then
cdef bint redo_calls(State* s, int seat) noexcept nogil
