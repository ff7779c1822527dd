# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit, bytes_from, bytes_with, has, lowest, without_lowest
from shugi._fast.core.river cimport FLAGS_AT_ONCE, RIVER_CALLED, flagged, parts_of
from shugi._fast.core.sizes cimport CODES, KINDS, NO_TILE, SEATS
from shugi._fast.core.state cimport PHASE_OVER, RIICHI_OPEN, Meld, Seat, State
from shugi._fast.core.tiles cimport EXTRA_5M, FLOWER, KIND_OF, NO_KIND
from shugi._fast.core.wall cimport dora_code, ura_code
from shugi._fast.core.zeros cimport zeros
from shugi._fast.flow.deck cimport deck_in_play
from shugi._fast.flow.game_ops cimport game_ops


cdef extern from "view/tally.h" nogil:
    void tally_begin(const uint8_t* place)
    void tally_codes(const uint8_t* codes, int n, uint8_t* kinds, uint8_t* sum)

# where a code is counted in SeatView.seen and SeatView.out, so that counting needs no branch
cdef uint8_t[CODES] SEEN_AT
cdef uint8_t[CODES] OUT_AT
# codes of one han more
cdef uint64_t RED_CODES = 0
cdef int _code
for _code in range(CODES):
    SEEN_AT[_code] = KIND_OF[_code] if KIND_OF[_code] != NO_KIND else KINDS
    OUT_AT[_code] = SORTS * KINDS
    if _code >= KINDS and copy_sort(_code) >= 0:
        OUT_AT[_code] = <uint8_t>(copy_sort(_code) * KINDS + KIND_OF[_code])
        if copy_sort(_code) < 3:
            RED_CODES |= bit(_code)


tally_begin(SEEN_AT)


cdef inline void show(SeatView* v, int code, int n) noexcept nogil:
    v.seen[SEEN_AT[code]] += n
    if code >= KINDS:
        v.out[OUT_AT[code]] += n


cdef void view_river(SeatView* v, const Seat* seat, int relative) noexcept nogil:
    cdef uint64_t left
    cdef int part
    tally_codes(seat.river, seat.n_river, v.river[relative], v.seen)
    for part in range((seat.n_river + 7) >> 3):
        left = bytes_from(seat.river + 8 * part, KINDS)
        if 8 * part + 8 > seat.n_river:
            left &= bit(seat.n_river & 7) - 1
        while left:
            v.out[OUT_AT[seat.river[8 * part + lowest(left)]]] += 1
            left = without_lowest(left)
    for part in range(parts_of(seat.n_river)):
        left = flagged(seat.river_flags, RIVER_CALLED, part, seat.n_river)
        while left:
            show(v, seat.river[FLAGS_AT_ONCE * part + (lowest(left) >> 2)], -1)
            left = without_lowest(left)


cdef int aside_han(const SeatView* v, int code) noexcept nogil:
    cdef int kind = KIND_OF[code]
    if not v.r.nuki_indicator_doubles:
        return 1
    if kind != NO_KIND:
        return 1 + v.dora[kind]
    return 1 + (v.flower_dora if code == FLOWER or code == EXTRA_5M else 0)


cdef void view_indicators(SeatView* v) noexcept nogil:
    cdef int i, code, kind
    if game_ops(v.s).relabels:
        return  # it names the wildcard, and is not in SeatView.deck
    for i in range(v.s.n_indicator):
        code = dora_code(v.s, i)
        kind = KIND_OF[code]
        if kind != NO_KIND:
            v.dora[v.r.dora_next[kind]] += 1
        elif code == FLOWER or code == EXTRA_5M:
            v.flower_dora += 1
        show(v, code, 1)
        if v.s.ura_shown:
            show(v, ura_code(v.s, i), 1)


cdef void view_meld(SeatView* v, const Meld* meld, int relative) noexcept nogil:
    cdef int i, code, at
    cdef int han = 0
    for i in range(meld.n):
        code = meld.tile[i]
        at = SEEN_AT[code]
        v.seen[at] += 1
        if at < KINDS:
            v.melded[relative][at] += 1
            han += v.dora[at]
        if code >= KINDS:
            v.out[OUT_AT[code]] += 1
            han += has(RED_CODES, code)
    v.han[relative] += han


cdef void view_seat(SeatView* v, int relative) noexcept nogil:
    cdef const Seat* seat = &v.s.seat[seat_at(v, relative)]
    cdef int i
    for i in range(seat.n_meld):
        if not is_covered(v, relative, &seat.meld[i]):
            view_meld(v, &seat.meld[i], relative)
    view_river(v, seat, relative)
    for i in range(seat.n_aside):
        show(v, seat.aside[i], 1)
        v.han[relative] += aside_han(v, seat.aside[i])
    if relative == 0:
        view_own(v, seat)
    elif seat.riichi == RIICHI_OPEN:
        view_hand(v, seat, relative)


cdef void shown_kinds(const State* s, int p, uint8_t* kinds) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int drawn = hidden_draw(s, p)
    memcpy(kinds, seat.kind, KINDS)
    if drawn != NO_TILE and KIND_OF[drawn] != NO_KIND:
        kinds[KIND_OF[drawn]] -= 1
    game_ops(s).waiting_part(s.rules, seat, kinds)


cdef uint64_t shown_waits(const State* s, const Seat* seat, const uint8_t* kinds) noexcept nogil:
    return game_ops(s).waits_of_part(s.rules, seat, kinds, hides_kans(s))


cdef void view_own(SeatView* v, const Seat* seat) noexcept nogil:
    # code_han() of every tile
    cdef uint64_t left = seat.held & RED_CODES
    cdef int han = 0
    cdef int i, kind
    if not game_ops(v.s).relabels:
        for i in range(v.s.n_indicator):
            kind = KIND_OF[dora_code(v.s, i)]
            if kind != NO_KIND:
                han += seat.kind[v.r.dora_next[kind]]
    while left:
        han += seat.hand[lowest(left)]
        left = without_lowest(left)
    v.han[0] += han


cdef void view_hand(SeatView* v, const Seat* seat, int relative) noexcept nogil:
    # what one shows that lies open
    cdef uint8_t[KINDS] shown
    cdef uint64_t left = seat.held
    cdef int hidden = hidden_draw(v.s, seat_at(v, relative))
    cdef int code, n
    shown_kinds(v.s, seat_at(v, relative), shown)
    while left:
        code = lowest(left)
        left = without_lowest(left)
        n = seat.hand[code] - (code == hidden)
        if KIND_OF[code] != NO_KIND:
            n = min(n, <int>shown[KIND_OF[code]])
        v.han[relative] += n * code_han(v, code)
        show(v, code, n)


cdef void seat_order(const State* s, int seat, uint8_t* order) noexcept nogil:
    # all seats from one on in turn order, who rests last; relative[p] = place of seat p in it
    cdef int i
    cdef int p = seat
    cdef int seats = s.rules.seats
    if s.rules.at_table == seats:
        for i in range(seats):
            order[i] = <uint8_t>p
            p = p + 1 if p + 1 < seats else 0
        return
    # who rests looks on from the first seat
    order[0] = <uint8_t>seat
    order[seats - 1] = s.resting
    p = s.after[seat] if seat != s.resting else (0 if seat else 1)
    for i in range(1, seats - (seat != s.resting)):
        order[i] = <uint8_t>p
        p = s.after[p]


cdef void seat_places(const State* s, int seat, uint8_t* relative) noexcept nogil:
    cdef uint8_t[SEATS] order
    cdef int i
    seat_order(s, seat, order)
    for i in range(s.rules.seats):
        relative[order[i]] = <uint8_t>i


cdef void count_unseen(SeatView* v, const uint8_t* own) noexcept nogil:
    cdef int i, digit
    for i in range(KINDS):
        v.unseen[i] = <uint8_t>(v.deck.kind[i] - own[i] - v.seen[i])
    for digit in range(COUNT_BITS):
        v.unseen_bits[digit] = <uint64_t>(
            v.unseen[32] >> digit & 1 | (v.unseen[33] >> digit & 1) << 1) << 32
        for i in range(0, 32, 8):
            v.unseen_bits[digit] |= bytes_with(&v.unseen[i], digit) << i


cdef void seat_view_make(const State* s, int seat, SeatView* v) noexcept nogil:
    cdef int i
    zeros(&v.flower_dora, <size_t>(<char*>(v + 1) - <char*>&v.flower_dora))
    v.s = s
    v.r = s.rules
    v.seat = seat
    v.seats = s.rules.seats
    v.acts = s.actor == seat and s.phase != PHASE_OVER
    seat_order(s, seat, v.order)
    v.hides = hides_kans(s)
    deck_in_play(s, &v.deck)
    view_indicators(v)
    for i in range(v.seats):
        view_seat(v, i)
    for i in range(v.seats, SEATS):
        memset(v.river[i], 0, KINDS)
    count_unseen(v, s.seat[seat].kind)
