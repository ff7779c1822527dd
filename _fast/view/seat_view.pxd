# What one seat can work out from the table and its own hand: read by observe and bots.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.bits cimport count, has
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport KINDS, NO_TILE, SEATS
from shugi._fast.core.spread cimport spread_bytes
from shugi._fast.core.state cimport MELD_ANKAN, PHASE_CLAIM, PHASE_OVER, Meld, Seat, State
from shugi._fast.core.tiles cimport (
    CHERRY_1P, CHERRY_3P, DEATH_7P, KIND_EAST, KIND_OF, NO_KIND, POCCHI, RAINBOW_7P, RAINBOW_7S,
    is_gold, is_red,
)
from shugi._fast.flow.deck cimport Deck, kans_covered
from shugi._fast.flow.hand cimport is_full

cdef extern from "view/tally.h" nogil:
    enum:
        TALLY_ROOM

    void tally_levels(const uint8_t* kinds, int levels, uint8_t* planes)

cdef enum:
    SORTS = 4                    # of special copies
    COUNT_BITS = 4               # of the copies of a kind


cdef struct SeatView:               # what a seat can work out from the table and its own hand
    const State* s
    const Rules* r
    int seat
    int seats
    uint8_t order[SEATS]         # seats from the own one on in turn order, who rests last
    bint acts                    # the seat decides now
    int blocks                   # of an observation: those that are read, bits of block_of
    bint hides                   # others' closed kans lie face down
    Deck deck                    # what is in play this hand
    uint8_t river[SEATS][KINDS]  # tiles in the rivers, called ones included, by relative seat
    uint8_t unseen[KINDS]        # tiles in the wall and in others' hands
    uint64_t unseen_bits[COUNT_BITS]     # their binary digits: sets of kinds
    # from here on it begins as zeros
    int flower_dora              # flowers among the indicators
    int han[SEATS]               # dora, red, gold and tiles set aside in sight, by relative seat
    uint8_t dora[KINDS]          # han that the indicators give to a tile of the kind
    uint8_t melded[SEATS][KINDS]  # tiles in the melds, by relative seat
    uint8_t seen[TALLY_ROOM]     # tiles in sight but the own concealed ones (behind: no kind)
    uint8_t out[SORTS * KINDS + 1]  # the same of special copies, by sort and kind (last: plain)


cdef inline uint8_t* plane(uint8_t* at, int i) noexcept nogil:
    return at + i * KINDS


# the whole plane: 1 at each of the kinds, 0 at the others
cdef inline void put_kinds(uint8_t* at, uint64_t kinds) noexcept nogil:
    spread_bytes(at, kinds, 4)
    at[32] = has(kinds, 32)
    at[33] = has(kinds, 33)


cdef inline int unseen_of(const SeatView* v, uint64_t kinds) noexcept nogil:
    # unseen tiles of these kinds
    cdef int i
    cdef int n = 0
    for i in range(COUNT_BITS):
        n += count(kinds & v.unseen_bits[i]) << i
    return n


cdef struct RunPairs:            # pairs of unseen tiles that wait for a kind as a run
    int above                    # both of higher rank
    int below
    int around


# of kinds a and b; none if they would wait for the other kind too (-1: there is none), and that is
# safe
cdef inline int waiting_pairs(const SeatView* v, int a, int b, int other,
                              uint64_t safe) noexcept nogil:
    if other >= 0 and has(safe, other):
        return 0
    return v.unseen[a] * v.unseen[b]


cdef inline RunPairs run_pairs(const SeatView* v, int kind, uint64_t safe) noexcept nogil:
    cdef RunPairs out
    cdef int rank = kind % 9
    out.above = out.below = out.around = 0
    if kind >= KIND_EAST:
        return out
    if rank <= 6:
        out.above = waiting_pairs(v, kind + 1, kind + 2, kind + 3 if rank <= 5 else -1, safe)
    if rank >= 2:
        out.below = waiting_pairs(v, kind - 1, kind - 2, kind - 3 if rank >= 3 else -1, safe)
    if 1 <= rank <= 7:
        out.around = waiting_pairs(v, kind - 1, kind + 1, -1, safe)
    return out


cdef inline int seat_at(const SeatView* v, int relative) noexcept nogil:
    return v.order[relative]


cdef inline bint hides_kans(const State* s) noexcept nogil:
    return kans_covered(s.rules) and s.phase != PHASE_OVER


cdef inline bint is_covered(const SeatView* v, int relative, const Meld* meld) noexcept nogil:
    # a closed kan that lies face down before this seat
    return relative != 0 and v.hides and meld.type == MELD_ANKAN


cdef inline int copy_sort(int code) noexcept nogil:
    # red, gold, lucky (rainbow, cherry), marked (pocchi, death); -1 plain.  Two tiles of one sort
    # never share a kind
    if is_red(code):
        return 0
    if is_gold(code):
        return 1
    if RAINBOW_7P <= code <= RAINBOW_7S or CHERRY_1P <= code <= CHERRY_3P:
        return 2
    return 3 if code == POCCHI or code == DEATH_7P else -1


cdef inline int code_han(const SeatView* v, int code) noexcept nogil:
    # dora, red and gold of one tile in hand or meld
    cdef int kind = KIND_OF[code]
    if kind == NO_KIND:
        return 0
    return v.dora[kind] + (code >= KINDS and copy_sort(code) >= 0 and copy_sort(code) < 3)


cdef inline bint has_drawn(const SeatView* v) noexcept nogil:
    return (v.s.turn == v.seat and v.s.drawn != NO_TILE and v.s.phase != PHASE_CLAIM
            and is_full(v.s.rules, &v.s.seat[v.seat]))


cdef inline int hidden_draw(const State* s, int seat) noexcept nogil:
    # the tile that even a hand shown by open riichi keeps to itself: the one just drawn
    if s.turn == seat and is_full(s.rules, &s.seat[seat]):
        return s.drawn
    return NO_TILE


cdef void seat_places(const State* s, int seat, uint8_t* relative) noexcept nogil
# concealed tiles by kind that a hand shown to all lets see
cdef void shown_kinds(const State* s, int seat, uint8_t* kinds) noexcept nogil
# what it waits for, as far as these tell
cdef uint64_t shown_waits(const State* s, const Seat* seat, const uint8_t* kinds) noexcept nogil
cdef void seat_view_make(const State* s, int seat, SeatView* v) noexcept nogil
