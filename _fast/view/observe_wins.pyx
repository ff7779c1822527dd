# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What wins of the own hand would pay, in games of riichi: points of the tiles in sight.

Left out are ura and yaku of luck (ippatsu, last and replacement tiles, robbed kans, first turns),
honba, sticks and chips, and what a shown hand costs those who discard into it. The winning tile is
a plain one. Nothing is paid for a win without a yaku.
"""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport bit, count, lowest, without_lowest
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport (
    BY_RON, BY_TSUMO, RIICHI_CLOSED, RIICHI_NONE, RIICHI_OPEN, Seat,
)
from shugi._fast.core.tiles cimport CODES_OF, KIND_OF, NO_KIND
from shugi._fast.riichi.points cimport Points, tsumo_total
from shugi._fast.riichi.seat_win cimport build_win
from shugi._fast.riichi.value cimport evaluate
from shugi._fast.riichi.win cimport Value, Win
from shugi._fast.view.sight cimport Sight, has_drawn


cdef void own_hand(const Sight* v, int gone, Win* win) noexcept nogil:
    # the hand without one tile, in no special circumstances
    build_win(v.s, v.seat, BY_RON, NO_TILE, NO_TILE, win)
    if gone != NO_TILE:
        win.hand[gone] -= 1
        if KIND_OF[gone] != NO_KIND:
            win.kind[KIND_OF[gone]] -= 1
    win.ippatsu = win.last_tile = win.rinshan = win.chankan = win.first_turn = 0
    win.open_deal_in = 0
    win.n_ura = 0


cdef int points(const Sight* v, Win* win, int kind, int by) noexcept nogil:
    cdef Value value
    cdef Points paid
    win.win_code = win.win_as = <uint8_t>kind
    win.by = <uint8_t>by
    evaluate(v.r, win, &value)
    if not value.legal:
        return 0
    if by == BY_RON:
        return value.ron
    paid.tsumo_dealer = value.tsumo_dealer
    paid.tsumo_other = value.tsumo_other
    return tsumo_total(v.r, &paid, win.winner == win.dealer)


cdef inline uint8_t in_steps(int points_paid) noexcept nogil:
    return <uint8_t>min((points_paid + WIN_POINTS // 2) // WIN_POINTS, 255)


cdef void put_wins(const Sight* v, uint64_t waits, uint8_t* ron, uint8_t* draw) noexcept nogil:
    cdef Win win
    cdef int kind
    if not waits:
        return
    own_hand(v, v.s.drawn if has_drawn(v) else NO_TILE, &win)
    while waits:
        kind = lowest(waits)
        waits = without_lowest(waits)
        if win.kind[kind] + v.melded[0][kind] < v.r.copies[kind]:  # else nobody can draw it
            ron[kind] = in_steps(points(v, &win, kind, BY_RON))
            draw[kind] = in_steps(points(v, &win, kind, BY_TSUMO))


cdef int mean(const Sight* v, Win* win, uint64_t waits) noexcept nogil:
    # over the unseen tiles that complete the hand
    cdef int kind
    cdef int total = 0
    cdef int tiles = 0
    while waits:
        kind = lowest(waits)
        waits = without_lowest(waits)
        if v.unseen[kind]:
            tiles += v.unseen[kind]
            total += v.unseen[kind] * points(v, win, kind, BY_RON)
    return total // tiles if tiles else 0


cdef void put_ready_wins(const Sight* v, int kind, uint64_t waits, uint8_t* silent,
                         uint8_t* declared) noexcept nogil:
    cdef const Seat* me = &v.s.seat[v.seat]
    cdef Win win
    own_hand(v, lowest(me.held & CODES_OF[kind]), &win)
    win.n_wait = 0
    if v.r.local_otafuku and not waits & (me.discarded | bit(kind)):  # else furiten
        win.n_wait = <uint8_t>count(waits)
    win.riichi = RIICHI_NONE
    silent[kind] = in_steps(mean(v, &win, waits))
    if me.closed or v.r.open_hand_riichi:
        # under Atama a hand has to be shown
        win.riichi = RIICHI_OPEN if v.r.atama else RIICHI_CLOSED
        declared[kind] = in_steps(mean(v, &win, waits))
