# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Kans of riichi games: which may be made, indicators, liability for a call."""

from libc.string cimport memcpy

from shugi._fast.core.bits cimport bit, lowest, without_lowest
from shugi._fast.core.rules cimport (
    OPEN_KAN_DORA_IMMEDIATE, PAO_DAISANGEN, PAO_DAISUUSHII, PAO_MU, RIICHI_KAN_NONE,
    RIICHI_KAN_STRICT, Rules,
)
from shugi._fast.core.sizes cimport KINDS, NO_TILE
from shugi._fast.core.state cimport (
    EVENT_GRAND_CROSS, EVENT_INDICATOR, MELD_ANKAN, MELD_GRAND_CROSS, Seat,
)
from shugi._fast.core.tiles cimport KIND_EAST, KIND_NORTH, KIND_OF, KIND_WHITE, kinds_from
from shugi._fast.core.wall cimport dora_code
from shugi._fast.flow.calls cimport leaves_tile
from shugi._fast.flow.hand cimport (
    always_triplet, hand_remove, meld_room, refresh_ready, waits_after_kan,
)
from shugi._fast.flow.turns cimport (
    draw_after_kan, lay_set, own_turn as begin_own_turn, record_event,
)
from shugi._fast.games.riichi.cross cimport pay_cross


cdef bint riichi_kan_allowed(const State* s, int p, int kind) noexcept nogil:
    cdef const Rules* r = s.rules
    cdef Seat before
    if r.riichi_kan == RIICHI_KAN_NONE or kind != KIND_OF[s.drawn]:
        return False
    if r.kan_gives_almighty:
        return False  # no tile is drawn, and no other may be discarded
    if waits_after_kan(r, &s.seat[p], kind) != s.seat[p].waits:
        return False
    if r.riichi_kan != RIICHI_KAN_STRICT:
        return True
    memcpy(&before, &s.seat[p], sizeof(Seat))
    hand_remove(r, &before, s.drawn)
    return always_triplet(r, &before, kind)


cdef uint64_t closed_kan_kinds(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef uint64_t out = kinds_from(seat.kind, 4)
    cdef uint64_t left
    if out == 0 or not meld_room(s.rules, seat, 4) or not leaves_tile(s, seat, 4):
        return 0
    left = out if seat.riichi else 0
    while left:
        if not riichi_kan_allowed(s, p, lowest(left)):
            out &= ~bit(lowest(left))
        left = without_lowest(left)
    return out


# ---- indicators

cdef void turn_indicator(State* s) noexcept nogil:
    if s.n_indicator > s.rules.extra_indicators + s.rules.max_kan_indicators:
        return
    record_event(s, s.turn, EVENT_INDICATOR, dora_code(s, s.n_indicator))
    s.n_indicator += 1


cdef void turn_pending(State* s) noexcept nogil:
    while s.kans_pending:
        s.kans_pending -= 1
        turn_indicator(s)


# ---- a kan stands

cdef void kan_made(State* s, int type) noexcept nogil:
    turn_pending(s)
    if s.rules.draw_to_indicator:
        s.tail -= 2  # the last live stack becomes the next indicator's
    if type == MELD_GRAND_CROSS:
        pay_cross(s)
    if (type == MELD_ANKAN or type == MELD_GRAND_CROSS
            or s.rules.open_kan_dora == OPEN_KAN_DORA_IMMEDIATE):
        turn_indicator(s)
    else:
        s.kans_pending += 1


cdef void go_on_after_kan(State* s) noexcept nogil:
    # a replacement tile, or another wildcard and no tile
    cdef Seat* seat = &s.seat[s.turn]
    if not s.rules.kan_gives_almighty:
        draw_after_kan(s)
        return
    refresh_ready(s.rules, seat)
    seat.wild += 1
    s.drawn = NO_TILE
    s.drawn_rinshan = 1
    s.rinshan_yaku = 0
    begin_own_turn(s)


cdef void show_cross(State* s) noexcept nogil:
    lay_set(s, MELD_GRAND_CROSS, EVENT_GRAND_CROSS, s.chosen[3])  # it may be the gold one


# ---- who is liable

cdef int sets_between(const Seat* seat, int low, int high) noexcept nogil:
    cdef int i, kind
    cdef int n = 0
    for i in range(seat.n_meld):
        kind = KIND_OF[seat.meld[i].tile[0]]
        if low <= kind <= high and seat.meld[i].type <= MELD_ANKAN:
            n += 1
    return n


cdef void note_liable(State* s, int verb) noexcept nogil:
    # liability for the call that completes the three dragons, the four winds or four calls
    cdef Seat* seat = &s.seat[s.turn]
    cdef int kind = KIND_OF[s.discard]
    if s.rules.pao[<int>PAO_DAISANGEN] and kind >= KIND_WHITE and (
            sets_between(seat, KIND_WHITE, KINDS - 1) == 3):
        seat.pao[<int>PAO_DAISANGEN] = s.discarder
    if s.rules.pao[<int>PAO_DAISUUSHII] and KIND_EAST <= kind <= KIND_NORTH and (
            sets_between(seat, KIND_EAST, KIND_NORTH) == 4):
        seat.pao[<int>PAO_DAISUUSHII] = s.discarder
    if s.rules.local_mu and s.rules.pao[<int>PAO_MU] and calls_for_mu(s.rules, seat) == 4:
        seat.pao[<int>PAO_MU] = s.discarder


cdef int calls_for_mu(const Rules* r, const Seat* seat) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(seat.n_meld):
        n += seat.meld[i].type != MELD_ANKAN or r.mu_counts_ankan != 0
    return n
