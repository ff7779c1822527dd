# A hand of a regional game as the baseline sees it, and the ways in which it may be won.  Pure
# functions of the own tiles.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport GROUPS, KINDS, MELDS
from shugi._fast.core.state cimport Meld, Seat
from shugi._fast.shape.trial cimport Trial

cdef enum:
    WAYS = 8                 # that are weighed at once


cdef enum WayShape:
    WAY_SETS = 0             # sets and a pair
    WAY_PAIRS = 1            # seven pairs
    WAY_TRIPLETS = 2         # triplets and a pair
    WAY_258 = 3              # sets and a pair of suit 2, 5 or 8, with one wildcard at most
    WAY_LOOSE = 4            # no shape: only the kinds matter


cdef struct Hand:            # the own tiles, as they are or in a trial
    uint8_t kind[KINDS]      # concealed; wildcards and kan tiles apart
    int32_t index[GROUPS]
    int wild                 # wildcards held
    int kan_held             # kan tiles held (Wuhan)
    int sets                 # still to be formed
    int n_meld
    Meld meld[MELDS]
    int opened               # open melds
    int floats               # of the running float chain
    int streak               # own kans in a row
    int kan_tiles           # kan tiles gone (Wuhan)
    int wild_kans           # wildcards gone (Wuhan)
    bint shown               # disclosed (Kawuxing)


cdef struct Way:
    int shape                # WayShape
    uint64_t kinds           # tiles that it can use
    float pace               # its steps, against those of a typical hand
    float worth              # of a win along it
    int shanten             # of the hand that was asked about


# ---- tiles in a trial; codes are kinds, WILD and KAN_TILE
cdef void hand_put(const Rules* r, Hand* h, int code, int n) noexcept nogil
# the hand once `tile` (the claimed one, or the fourth) and companions from it lie as a meld
cdef void hand_meld(const Rules* r, Hand* h, int type, int kind, int low) noexcept nogil
cdef uint64_t concealed_kinds(const Hand* h) noexcept nogil
# tiles of these kinds, concealed and in melds
cdef int tiles_among(const Hand* h, uint64_t kinds) noexcept nogil
cdef uint64_t melded_kinds(const Hand* h) noexcept nogil
# kinds of which the hand has two or more
cdef int pairs_in(const Hand* h) noexcept nogil

# the own tiles as they are; kans in a row aside
cdef void hand_make(const Rules* r, const Seat* seat, Hand* h) noexcept nogil

# an amount so many doubles higher; a part of a double lies between two powers
cdef inline float times_doubled(float amount, float doubles) noexcept nogil:
    while doubles >= 1:
        amount *= 2
        doubles -= 1
    return amount * (1 + max(doubles, <float>0))


# ---- ways
cdef void way_add(Way* out, int* n, int shape, uint64_t kinds, float pace,
                  float worth) noexcept nogil
cdef int way_shanten(const Rules* r, const Hand* h, const Way* way) noexcept nogil
# the hand without the tiles that the way cannot use
cdef void serve(const Rules* r, const Hand* h, const Way* way, Hand* out) noexcept nogil
# ... on trial, in the form that the way asks for
cdef void way_trial(const Rules* r, const Hand* h, const Way* way, Trial* out) noexcept nogil
# ... and its shanten; wild: wildcards held
cdef int served_shanten(Trial* t, const Way* way, int wild) noexcept nogil
# kinds whose discard keeps the shanten of a hand of 3n+2 tiles; t: it on trial for the way
cdef uint64_t way_good(Trial* t, const Hand* h, const Way* way) noexcept nogil
# kinds whose draw brings a hand nearer that is on trial for the way; d: its shanten
cdef uint64_t way_steps(Trial* t, const Way* way, int d) noexcept nogil
