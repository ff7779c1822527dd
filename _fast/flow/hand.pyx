# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Readiness of one seat's hand: waits, ready discards, kans that leave the waits alone."""

from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.rules cimport (
    SEVEN_FURITEN_ANY_RYANMEN, SEVEN_FURITEN_LITERAL_4_ONLY, SEVEN_FURITEN_OFF,
)
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport MELD_ANKAN, MELD_GRAND_CROSS
from shugi._fast.core.tiles cimport CODES_OF, KIND_7P, KIND_7S, KIND_EAST, WILD
from shugi._fast.shape.called cimport (
    Held, held_good_discards, held_make, held_readings, held_ready_discards, held_shanten,
    held_ukeire, held_waits,
)
from shugi._fast.shape.shapes cimport (
    BLOCK_RUN, BLOCK_TRIPLET, READINGS, Block, Reading, readings, ready_discards, shanten,
    shanten_with_ukeire, ukeire, waits,
)
from shugi._fast.shape.trial cimport (
    Trial, trial_make, trial_shanten_with_discards, trial_steps,
)

cdef int _kind
ASIDE_CODES = ~bit(WILD)
for _kind in range(KINDS):
    ASIDE_CODES &= ~CODES_OF[_kind]


cdef const uint8_t* meld_kinds(const Seat* seat, uint8_t* out) noexcept nogil:
    # counts by kind inside the melds, written to out; NULL when there is no meld
    cdef int i, j
    if seat.n_meld == 0:
        return NULL
    memset(out, 0, KINDS)
    for i in range(seat.n_meld):
        for j in range(seat.meld[i].n):
            out[KIND_OF[seat.meld[i].tile[j]]] += 1
    return out


cdef int playable(const Seat* seat) noexcept nogil:
    cdef int kind
    cdef int n = seat.hand[<int>WILD]
    for kind in range(KINDS):
        n += seat.kind[kind]
    return n


cdef void held_by(const Rules* r, const Seat* seat, Held* out) noexcept nogil:
    held_make(r, seat.kind, seat.index, seat.meld, seat.n_meld, out)


# a question of shape.shapes whose answer is a set of kinds, and its twin for called pairs
ctypedef uint64_t (*Plain)(const Rules*, const uint8_t*, const int32_t*, const uint8_t*, int, int,
                           int) noexcept nogil
ctypedef uint64_t (*Called)(const Rules*, const Held*) noexcept nogil


cdef uint64_t ask(const Rules* r, const Seat* seat, Plain plain, Called called) noexcept nogil:
    cdef uint8_t buffer[KINDS]
    cdef Held held
    if r.atama:
        held_by(r, seat, &held)
        return called(r, &held)
    return plain(r, seat.kind, seat.index, meld_kinds(seat, buffer), sets_left(r, seat), seat.wild,
                 seat_forms(r, seat))


cdef uint64_t seat_waits(const Rules* r, const Seat* seat) noexcept nogil:
    return ask(r, seat, waits, held_waits)


cdef int seat_ukeire(const Rules* r, const Seat* seat, uint64_t* found) noexcept nogil:
    cdef uint8_t buffer[KINDS]
    cdef Held held
    if r.atama:
        held_by(r, seat, &held)
        found[0] = held_ukeire(r, &held)
        return held_shanten(r, &held)
    return shanten_with_ukeire(r, seat.kind, seat.index, meld_kinds(seat, buffer),
                               sets_left(r, seat), seat.wild, seat_forms(r, seat), found)


cdef int seat_good_discards(const Rules* r, const Seat* seat, uint8_t* melded, Trial* hand,
                            uint64_t* found) noexcept nogil:
    cdef Held held
    if r.atama:
        held_by(r, seat, &held)
        found[0] = held_good_discards(r, &held)
        return held_shanten(r, &held)
    trial_make(hand, r, seat.kind, seat.index, meld_kinds(seat, melded), sets_left(r, seat),
               seat.wild, seat_forms(r, seat))
    return trial_shanten_with_discards(hand, found)


cdef void seat_steps(const Rules* r, const Seat* seat, Trial* hand, uint64_t kinds, int away,
                     uint64_t* found) noexcept nogil:
    if r.atama:
        steps_one_by_one(r, seat, kinds, away <= 0, found)
    else:
        trial_steps(hand, kinds, away, found)


cdef void steps_one_by_one(const Rules* r, const Seat* seat, uint64_t kinds, bint ready,
                           uint64_t* found) noexcept nogil:
    cdef Seat after = seat[0]
    cdef int kind
    while kinds:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        after.kind[kind] -= 1
        after.index[r.group[kind]] -= r.weight[kind]
        found[kind] = ask(r, &after, waits, held_waits) if ready else (
            ask(r, &after, ukeire, held_ukeire))
        after.kind[kind] += 1
        after.index[r.group[kind]] += r.weight[kind]


cdef int seat_shanten(const Rules* r, const Seat* seat) noexcept nogil:
    cdef uint8_t buffer[KINDS]
    cdef Held held
    if r.atama:
        held_by(r, seat, &held)
        return held_shanten(r, &held)
    return shanten(r, seat.kind, seat.index, meld_kinds(seat, buffer), sets_left(r, seat),
                   seat.wild, seat_forms(r, seat))


cdef void refresh_ready(const Rules* r, Seat* seat) noexcept nogil:
    seat.waits = 0
    if seat.held & ASIDE_CODES:
        seat.shanten = 0
        return
    seat.shanten = <int>seat_shanten(r, seat)
    if seat.shanten <= 0:
        seat.waits = seat_waits(r, seat)


cdef uint64_t waits_elsewhere(const Seat* seat, const uint8_t* copies) noexcept nogil:
    cdef uint8_t buffer[KINDS]
    cdef const uint8_t* melded = meld_kinds(seat, buffer)
    cdef uint64_t kinds = seat.waits
    cdef int kind
    for kind in range(KINDS):
        if seat.kind[kind] + (melded[kind] if melded != NULL else 0) >= copies[kind]:
            kinds &= ~bit(kind)
    return kinds


cdef uint64_t waits_without(const Rules* r, const Seat* seat, int kind) noexcept nogil:
    cdef Seat trial
    memcpy(&trial, seat, sizeof(Seat))
    trial.kind[kind] -= 1
    trial.index[r.group[kind]] -= r.weight[kind]
    return seat_waits(r, &trial)


cdef uint64_t ready_kinds(const Rules* r, const Seat* seat) noexcept nogil:
    if seat.held & ASIDE_CODES:
        return 0
    return ask(r, seat, ready_discards, held_ready_discards)


cdef uint64_t waits_after_set(const Rules* r, const Seat* seat, int type, int kind,
                              int step) noexcept nogil:
    # four tiles are laid down as a set: `kind`, and each next one `step` kinds further
    cdef Seat trial
    cdef int i
    memcpy(&trial, seat, sizeof(Seat))
    trial.meld[trial.n_meld].type = <uint8_t>type
    trial.meld[trial.n_meld].n = 4
    for i in range(4):
        trial.kind[kind] -= 1
        trial.index[r.group[kind]] -= r.weight[kind]
        trial.meld[trial.n_meld].tile[i] = <uint8_t>kind
        kind += step
    trial.n_meld += 1
    return seat_waits(r, &trial)


cdef uint64_t waits_after_cross(const Rules* r, const Seat* seat) noexcept nogil:
    return waits_after_set(r, seat, MELD_GRAND_CROSS, KIND_EAST, 1)


cdef uint64_t waits_after_kan(const Rules* r, const Seat* seat, int kind) noexcept nogil:
    return waits_after_set(r, seat, MELD_ANKAN, kind, 0)


cdef int read_completed(const Rules* r, const Seat* seat, int wait, Reading* out) noexcept nogil:
    cdef uint8_t kinds[KINDS]
    cdef uint8_t buffer[KINDS]
    cdef Held held
    memcpy(kinds, seat.kind, KINDS)
    kinds[wait] += 1
    if r.atama:
        held_make(r, kinds, NULL, seat.meld, seat.n_meld, &held)
        return held_readings(r, &held, out)
    return readings(r, kinds, meld_kinds(seat, buffer), sets_left(r, seat), seat.wild,
                    seat_forms(r, seat), out)


cdef bint has_triplet(const Reading* reading, int kind) noexcept nogil:
    # a triplet, and no copy of the kind anywhere that may be a wildcard's
    cdef const Block* block
    cdef int i, last
    cdef bint found = False
    for i in range(reading.n):
        block = &reading.block[i]
        last = block.kind + 2 if block.type == BLOCK_RUN else block.kind
        if block.wild and block.kind <= kind <= last:
            return False
        found = found or (block.type == BLOCK_TRIPLET and block.kind == kind)
    return found


cdef bint always_triplet(const Rules* r, const Seat* seat, int kind) noexcept nogil:
    # seat holds 3n+1 tiles here; the drawn tile of the kind is left out by the caller
    cdef Reading found[READINGS]
    cdef int wait, i, n
    for wait in range(KINDS):
        if not has(seat.waits, wait):
            continue
        n = read_completed(r, seat, wait, found)
        for i in range(n):
            if not has_triplet(&found[i], kind):
                return False
    return True


cdef bint is_upper_end(const Reading* reading, int seven, bint every) noexcept nogil:
    # whether every (or any) block that holds the seven is a run 567
    cdef int i, low
    cdef bint any_run = False
    for i in range(reading.n):
        low = reading.block[i].kind
        if reading.block[i].type == BLOCK_RUN:
            if low == seven - 2:
                any_run = True
            elif low == seven or low == seven - 1:
                if every:
                    return False
        elif low == seven and every:
            return False
    return any_run


cdef bint seven_is_ryanmen(const Rules* r, const Seat* seat, int seven) noexcept nogil:
    cdef Reading found[READINGS]
    cdef int i
    cdef int n = read_completed(r, seat, seven, found)
    if r.seven_furiten == SEVEN_FURITEN_ANY_RYANMEN:
        for i in range(n):
            if is_upper_end(&found[i], seven, False):
                return True
        return False
    for i in range(n):
        if not is_upper_end(&found[i], seven, True):
            return False
    return n > 0


cdef uint64_t seven_exempt(const Rules* r, const Seat* seat, uint64_t kinds) noexcept nogil:
    cdef uint64_t out = 0
    cdef uint64_t own
    cdef int i, seven
    if r.seven_furiten == SEVEN_FURITEN_OFF:
        return 0
    for i in range(2):
        seven = KIND_7P if i == 0 else KIND_7S
        own = bit(seven)
        if not kinds & own:
            continue
        if r.seven_furiten == SEVEN_FURITEN_LITERAL_4_ONLY and seat.waits != (own | own >> 3):
            continue
        if seven_is_ryanmen(r, seat, seven):
            out |= own
    return out
