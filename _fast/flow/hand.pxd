# One seat's concealed tiles: the counts, the shape key and readiness, kept together.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.bits cimport bit
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport KINDS, MELDS
from shugi._fast.core.state cimport MELD_ATAMA, Seat
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND, WILD
from shugi._fast.shape.shapes cimport FORM_STANDARD
from shugi._fast.shape.trial cimport Trial


cdef inline void hand_add(const Rules* r, Seat* seat, int code) noexcept nogil:
    cdef int kind = KIND_OF[code]
    seat.hand[code] += 1
    seat.held |= bit(code)
    seat.n_hand += 1
    if kind != NO_KIND:
        seat.kind[kind] += 1
        seat.index[r.group[kind]] += r.weight[kind]
    elif code == WILD:
        seat.wild += 1


cdef inline void hand_remove(const Rules* r, Seat* seat, int code) noexcept nogil:
    cdef int kind = KIND_OF[code]
    seat.hand[code] -= 1
    if seat.hand[code] == 0:
        seat.held &= ~bit(code)
    seat.n_hand -= 1
    if kind != NO_KIND:
        seat.kind[kind] -= 1
        seat.index[r.group[kind]] -= r.weight[kind]
    elif code == WILD:
        seat.wild -= 1


# wildcards that are no tiles: they are in seat.wild, but not in seat.n_hand
cdef inline int bodiless(const Rules* r, const Seat* seat) noexcept nogil:
    return seat.wild if r.almighty else 0


cdef inline int seat_forms(const Rules* r, const Seat* seat) noexcept nogil:
    # pairs and orphans need all tiles concealed
    if seat.n_meld or r.sets != 4:
        return FORM_STANDARD
    return r.forms


cdef inline int called_pairs(const Rules* r, const Seat* seat) noexcept nogil:
    cdef int i
    cdef int n = 0
    if r.atama:
        for i in range(seat.n_meld):
            n += seat.meld[i].type == MELD_ATAMA
    return n


cdef inline int sets_left(const Rules* r, const Seat* seat) noexcept nogil:
    return r.sets - seat.n_meld + called_pairs(r, seat)


# does the seat hold a tile more than between turns?
cdef inline bint is_full(const Rules* r, const Seat* seat) noexcept nogil:
    return (seat.n_hand + bodiless(r, seat) + 2 * called_pairs(r, seat)) % 3 == 2


# a hand may have so many; called pairs (option atama) are more than its sets
cdef inline int most_melds(const Rules* r) noexcept nogil:
    return MELDS if r.atama else r.sets


# is there room for a meld after which, up to the next discard, `gone` concealed tiles fewer are
# held?  One must be left.
cdef inline bint meld_room(const Rules* r, const Seat* seat, int gone) noexcept nogil:
    return seat.n_meld < most_melds(r) and (not r.atama or seat.n_hand > gone)


# codes of tiles that belong to no kind, wildcards aside: a hand that holds one is not ready
cdef uint64_t ASIDE_CODES
# concealed tiles that may be discarded some time: all but these
cdef int playable(const Seat* seat) noexcept nogil

# the functions of shape/shapes.pxd, asked of the seat's hand as it is
cdef int seat_shanten(const Rules* r, const Seat* seat) noexcept nogil
# these two fill in what they find, and say the shanten
cdef int seat_ukeire(const Rules* r, const Seat* seat, uint64_t* found) noexcept nogil
# puts the hand on trial, `melded` being room for its melds; not under Atama, where pairs are called
cdef int seat_good_discards(const Rules* r, const Seat* seat, uint8_t* melded, Trial* hand,
                            uint64_t* found) noexcept nogil
# of a hand of 3n+2 tiles, on trial: what lowers the shanten (of a ready hand: the waits) once one
# tile of each of the kinds is dropped, into found[kind]; its shanten, `away`, stays by any of them
cdef void seat_steps(const Rules* r, const Seat* seat, Trial* hand, uint64_t kinds, int away,
                     uint64_t* found) noexcept nogil
# exact shanten and waits of a hand of 3n+1 tiles into seat.shanten and seat.waits
cdef void refresh_ready(const Rules* r, Seat* seat) noexcept nogil
# of seat.waits those of which the seat does not hold every copy itself, of so many in play by
# kind: by form a hand may wait for one beyond the last, or for the face of its wildcards, but the
# shape tables have no place for a hand with it
cdef uint64_t waits_elsewhere(const Seat* seat, const uint8_t* copies) noexcept nogil
# waits after one tile of the kind is dropped from a hand of 3n+2 tiles
cdef uint64_t waits_without(const Rules* r, const Seat* seat, int kind) noexcept nogil
# kinds whose discard leaves a hand of 3n+2 tiles ready
cdef uint64_t ready_kinds(const Rules* r, const Seat* seat) noexcept nogil
# waits after the closed kan of a kind (four tiles leave a hand of 3n+2 tiles as a set)
cdef uint64_t waits_after_kan(const Rules* r, const Seat* seat, int kind) noexcept nogil
# waits after a Grand Cross (one of each wind leaves a hand of 3n+2 tiles as a set)
cdef uint64_t waits_after_cross(const Rules* r, const Seat* seat) noexcept nogil
# every reading of the hand completed by every wait holds the kind as a triplet
cdef bint always_triplet(const Rules* r, const Seat* seat, int kind) noexcept nogil
# sevens among `kinds` that complete the hand only as the upper end of 56 (Rules.seven_furiten)
cdef uint64_t seven_exempt(const Rules* r, const Seat* seat, uint64_t kinds) noexcept nogil
