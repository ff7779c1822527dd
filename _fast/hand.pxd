# One seat's concealed tiles: the counts, the shape key and readiness, kept together.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.shape cimport FORM_ORPHANS, FORM_PAIRS, FORM_STANDARD
from shugi._fast.state cimport KINDS, Rules, Seat
from shugi._fast.tiles cimport KIND_OF, NO_KIND


cdef inline void hand_add(const Rules* r, Seat* seat, int code) noexcept nogil:
    cdef int kind = KIND_OF[code]
    seat.hand[code] += 1
    seat.held |= <uint64_t>1 << code
    seat.n_hand += 1
    if kind != NO_KIND:
        seat.kind[kind] += 1
        seat.index[r.group[kind]] += r.weight[kind]


cdef inline void hand_remove(const Rules* r, Seat* seat, int code) noexcept nogil:
    cdef int kind = KIND_OF[code]
    seat.hand[code] -= 1
    if seat.hand[code] == 0:
        seat.held &= ~(<uint64_t>1 << code)
    seat.n_hand -= 1
    if kind != NO_KIND:
        seat.kind[kind] -= 1
        seat.index[r.group[kind]] -= r.weight[kind]


cdef inline int seat_forms(const Rules* r, const Seat* seat) noexcept nogil:
    # pairs and orphans need all tiles concealed
    if seat.n_meld or r.sets != 4:
        return FORM_STANDARD
    return FORM_STANDARD | FORM_PAIRS | FORM_ORPHANS


cdef inline int sets_left(const Rules* r, const Seat* seat) noexcept nogil:
    return r.sets - seat.n_meld


# codes of tiles that belong to no kind: a hand that holds one is not ready
cdef uint64_t ASIDE_CODES

# counts by kind inside the melds, written to out; NULL when there is no meld
cdef const uint8_t* meld_kinds(const Seat* seat, uint8_t* out) noexcept nogil
# exact distance and waits of a hand of 3n+1 tiles into seat.far and seat.waits
cdef void refresh_ready(const Rules* r, Seat* seat) noexcept nogil
# waits after one tile of the kind is dropped from a hand of 3n+2 tiles
cdef uint64_t waits_without(const Rules* r, const Seat* seat, int kind) noexcept nogil
# kinds whose discard leaves a hand of 3n+2 tiles ready
cdef uint64_t ready_kinds(const Rules* r, const Seat* seat) noexcept nogil
# waits after the closed kan of a kind (four tiles leave a hand of 3n+2 tiles as a set)
cdef uint64_t waits_after_kan(const Rules* r, const Seat* seat, int kind) noexcept nogil
# every reading of the hand completed by every wait holds the kind as a triplet
cdef bint always_triplet(const Rules* r, const Seat* seat, int kind) noexcept nogil
# sevens among `kinds` that complete the hand only as the upper end of 56 (Rules.seven_furiten)
cdef uint64_t seven_exempt(const Rules* r, const Seat* seat, uint64_t kinds) noexcept nogil
