# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Calls: what a seat may claim, whose claim goes first, and which copies a call may take."""

from shugi._fast.core.actions cimport (
    ATAMA, CHI_HIGH, CHI_LOW, CHI_MID, GRAND_CROSS, KAN_CLOSED, KAN_OPEN, PON, WIN,
)
from shugi._fast.core.bits cimport bit, highest
from shugi._fast.core.rules cimport (
    CALL_PRIORITY_KAN_OVER_PON, KUIKAE_ALLOWED, MULTI_RON_HEAD_BUMP, Rules,
)
from shugi._fast.core.sizes cimport KINDS, NO_TILE
from shugi._fast.core.state cimport (
    EVENT_ATAMA, EVENT_CHI, EVENT_DAIMINKAN, EVENT_PON, MELD_ATAMA, MELD_CHI, MELD_DAIMINKAN,
    MELD_PON,
)
from shugi._fast.core.tiles cimport CODES_OF, KIND_EAST, KIND_OF, NO_KIND
from shugi._fast.core.wall cimport live_left, replacement_left
from shugi._fast.flow.hand cimport meld_room, playable


cdef bint kan_room(const State* s) noexcept nogil:
    cdef const Rules* r = s.rules
    cdef int indicators = s.n_indicator + s.kans_pending
    if s.n_kan >= r.max_kans or not replacement_left(s):
        return False
    if r.kan_needs_indicator and indicators > r.extra_indicators + r.max_kan_indicators:
        return False
    return live_left(s) >= r.kan_min_live


cdef uint64_t added_kan_codes(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef uint64_t out = 0
    cdef int i
    if not leaves_tile(s, seat, 1):
        return 0
    for i in range(seat.n_meld):
        if seat.meld[i].type == MELD_PON:
            out |= seat.held & CODES_OF[KIND_OF[seat.meld[i].tile[0]]]
    return out


cdef int chi_options(const State* s, const Seat* seat, int kind) noexcept nogil:
    cdef int out = 0
    cdef int rank = kind % 9
    if kind >= 27:
        return 0
    if rank <= 6 and seat.kind[kind + 1] and seat.kind[kind + 2]:
        if chi_leaves(s, seat, kind, kind + 3 if rank <= 5 else NO_TILE):
            out |= CAN_CHI_LOW
    if 1 <= rank <= 7 and seat.kind[kind - 1] and seat.kind[kind + 1]:
        if chi_leaves(s, seat, kind, NO_TILE):
            out |= CAN_CHI_MID
    if rank >= 2 and seat.kind[kind - 2] and seat.kind[kind - 1]:
        if chi_leaves(s, seat, kind, kind - 3 if rank >= 3 else NO_TILE):
            out |= CAN_CHI_HIGH
    return out


cdef bint chi_leaves(const State* s, const Seat* seat, int kind, int end) noexcept nogil:
    cdef int left = seat.n_hand - 2
    if s.rules.kuikae == KUIKAE_ALLOWED:
        return left > 0
    left -= seat.kind[kind]
    if end != NO_TILE:
        left -= seat.kind[end]
    return left > 0


cdef bint leaves_tile(const State* s, const Seat* seat, int used) noexcept nogil:
    # a kan that brings no tile must leave one to discard
    return not s.rules.kan_gives_almighty or seat.n_hand > used


cdef bint discard_left(const State* s, const Seat* seat, int kind, int used) noexcept nogil:
    # after a call with so many tiles of the kind, can another be discarded?  Flowers cannot.
    return playable(seat) > (used if s.rules.kuikae == KUIKAE_ALLOWED else seat.kind[kind])


cdef bint atama_room(const State* s, const Seat* seat, int kind) noexcept nogil:
    if seat.kind[kind] == 0 or not meld_room(s.rules, seat, 2):
        return False
    return discard_left(s, seat, kind, 1)


cdef int call_options(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int kind = KIND_OF[s.discard]
    cdef int out = 0
    if kind == NO_KIND:
        return 0
    if s.rules.atama and atama_room(s, seat, kind):
        out |= CAN_ATAMA
    if not meld_room(s.rules, seat, 3):
        return out
    if seat.kind[kind] >= 3 and kan_room(s) and leaves_tile(s, seat, 3):
        out |= CAN_KAN
    if seat.kind[kind] >= 2 and discard_left(s, seat, kind, 2):
        out |= CAN_PON
    if s.rules.chii and p == next_seat(s, s.discarder):
        out |= chi_options(s, seat, kind)
    return out


CLAIM = [
    Claim(CAN_WIN, WIN, 0, 0, 0, 0),
    Claim(CAN_KAN, KAN_OPEN, 3, 3, MELD_DAIMINKAN, EVENT_DAIMINKAN),
    Claim(CAN_PON, PON, 3, 2, MELD_PON, EVENT_PON),
    Claim(CAN_CHI_LOW, CHI_LOW, 1, 2, MELD_CHI, EVENT_CHI),
    Claim(CAN_CHI_MID, CHI_MID, 1, 2, MELD_CHI, EVENT_CHI),
    Claim(CAN_CHI_HIGH, CHI_HIGH, 1, 2, MELD_CHI, EVENT_CHI),
    Claim(CAN_ATAMA, ATAMA, 2, 1, MELD_ATAMA, EVENT_ATAMA),
    Claim(0, 0, 0, 0, 0, 0),
]


# place in CLAIM, by action
cdef unsigned char[256] CLAIM_AT
CLAIM_AT = [CLAIMS] * 256
for _i in range(<int>CLAIMS):
    CLAIM_AT[CLAIM[_i].answer] = _i


cdef const Claim* claim_of(int answer) noexcept nogil:
    return &CLAIM[CLAIM_AT[answer & 255]]


cdef int claim_rank(const State* s, int answer) noexcept nogil:
    cdef bint first = answer == KAN_OPEN and s.rules.call_priority == CALL_PRIORITY_KAN_OVER_PON
    return claim_of(answer).rank + first


cdef int winners_of(const State* s) noexcept nogil:
    cdef int p = next_seat(s, s.discarder)
    cdef int mask = 0
    while p != s.discarder:
        if s.answer[p] == WIN and not s.option[p] & CAN_WIN_FALSELY:
            mask |= 1 << p
            if s.rules.multi_ron == MULTI_RON_HEAD_BUMP:
                break
        p = next_seat(s, p)
    return mask


cdef int false_winners_of(const State* s) noexcept nogil:
    cdef int p
    cdef int mask = 0
    for p in range(s.rules.seats):
        if s.answer[p] == WIN and s.option[p] & CAN_WIN_FALSELY:
            mask |= 1 << p
    return mask


cdef int copies_needed(int verb) noexcept nogil:
    if verb == KAN_CLOSED or verb == GRAND_CROSS:
        return 4
    return claim_of(verb).copies


cdef int wanted_kind(const State* s, int i) noexcept nogil:
    # kind of the i-th copy that the call takes from the hand
    cdef int kind = s.arg
    if s.verb == CHI_LOW:
        return kind + 1 + i
    if s.verb == CHI_MID:
        return kind - 1 + 2 * i
    if s.verb == CHI_HIGH:
        return kind - 2 + i
    if s.verb == GRAND_CROSS:
        return KIND_EAST + i
    return kind


cdef uint64_t copy_bits(const State* s) noexcept nogil:
    # codes that may be chosen next, in ascending order within a kind, so that no set comes twice
    cdef const Seat* seat = &s.seat[s.turn]
    cdef int i = s.n_chosen
    cdef int kind = wanted_kind(s, i)
    cdef int code, j, free, same
    cdef uint64_t left = CODES_OF[kind] & seat.held if 0 <= kind < KINDS else 0
    cdef uint64_t out = 0
    same = 0
    while i + same < s.need and wanted_kind(s, i + same) == kind:
        same += 1
    free = 0
    while left:
        code = highest(left)
        left &= ~bit(code)
        j = 0
        while i - 1 - j >= 0 and s.chosen[i - 1 - j] == code:
            j += 1
        if i and wanted_kind(s, i - 1) == kind and code < s.chosen[i - 1]:
            continue
        free += seat.hand[code] - j
        if seat.hand[code] > j and free >= same:
            out |= bit(code)
    return out
