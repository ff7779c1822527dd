# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What wins of the own hand would pay, in riichi and Kawuxing, by the tiles in sight.

Left out are ura and yaku of luck (ippatsu, last and replacement tiles, robbed kans, first turns),
honba, sticks and chips, and whatever depends on who discards. The winning tile is a plain one.
Nothing is paid for a win that is not allowed, such as one without a yaku.
"""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport bit, count, lowest, without_lowest
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, RIICHI_CLOSED, RIICHI_NONE, RIICHI_OPEN, Seat,
)
from shugi._fast.core.tiles cimport CODES_OF, KIND_OF, NO_KIND
from shugi._fast.games.kawuxing.play cimport kawuxing_hand
from shugi._fast.games.kawuxing.win cimport (
    KW_CLAIM, KW_OWN, KawuxingValue, KawuxingWin, kawuxing_value,
)
from shugi._fast.games.riichi.points cimport Points, tsumo_total
from shugi._fast.games.riichi.seat_win cimport build_win
from shugi._fast.games.riichi.value cimport evaluate
from shugi._fast.games.riichi.win cimport Value, Win
from shugi._fast.view.sight cimport Sight, has_drawn

cdef enum:
    POINTS = 200         # that one stands for
    UNIT = 1000          # points that a unit counts as


cdef struct Hand:            # between turns
    int gone                 # the tile of it that is not there any more; NO_TILE
    int riichi
    int waits                # kinds that count as otafuku


# --- riichi ---------------------------------------------------------------------------------------

cdef void own_hand(const Sight* v, const Hand* hand, Win* win) noexcept nogil:
    build_win(v.s, v.seat, BY_BINGO, NO_TILE, NO_TILE, win)  # as yet of no tile, from nobody
    if hand.gone != NO_TILE:
        win.hand[hand.gone] -= 1
        if KIND_OF[hand.gone] != NO_KIND:
            win.kind[KIND_OF[hand.gone]] -= 1
    win.riichi = <uint8_t>hand.riichi
    win.n_wait = <uint8_t>hand.waits
    win.ippatsu = win.first_turn = 0
    win.n_ura = 0


cdef int riichi_pays(const Sight* v, Win* win, int kind, int by) noexcept nogil:
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


# --- Kawuxing -------------------------------------------------------------------------------------

cdef int kawuxing_pays(const Sight* v, const Hand* hand, int kind, int by) noexcept nogil:
    # units; a hand that is shown is paid as a drawn one
    cdef KawuxingWin win
    cdef KawuxingValue value
    kawuxing_hand(v.s, v.seat, KW_CLAIM, kind, &win)
    if hand.gone != NO_TILE:
        win.kind[KIND_OF[hand.gone]] -= 1
    win.source = KW_CLAIM if by == BY_RON else KW_OWN
    win.disclosed = hand.riichi == RIICHI_OPEN
    win.after_kan = 0
    kawuxing_value(v.r, &win, &value)
    if not value.legal:
        return 0
    if by == BY_TSUMO or win.disclosed:
        return (v.r.at_table - 1) << value.doubles
    return 1 << value.doubles


# --- both -----------------------------------------------------------------------------------------

cdef struct Pays:            # a hand, made ready to be asked about several tiles
    Hand hand
    Win win                  # in riichi


cdef void pays_make(const Sight* v, Pays* out) noexcept nogil:
    if not v.r.regional:
        own_hand(v, &out.hand, &out.win)


cdef int pays(const Sight* v, Pays* of, int kind, int by) noexcept nogil:
    if v.r.regional:
        return UNIT * kawuxing_pays(v, &of.hand, kind, by)
    return riichi_pays(v, &of.win, kind, by)


cdef inline uint8_t in_steps(int paid) noexcept nogil:
    return <uint8_t>min((paid + POINTS // 2) // POINTS, 255)


cdef bint can_come(const Sight* v, int kind, int gone) noexcept nogil:
    # is there a tile of the kind that the seat does not hold?
    cdef int held = v.s.seat[v.seat].kind[kind] + v.melded[0][kind]
    return held - (gone != NO_TILE and KIND_OF[gone] == kind) < v.r.copies[kind]


cdef void put_wins(const Sight* v, uint64_t waits, uint8_t* ron, uint8_t* draw) noexcept nogil:
    cdef const Seat* me = &v.s.seat[v.seat]
    cdef Pays of
    cdef int kind
    if not waits:
        return
    of.hand.gone = v.s.drawn if has_drawn(v) else NO_TILE
    of.hand.riichi = me.riichi
    of.hand.waits = 0 if me.furiten else count(me.waits)
    pays_make(v, &of)
    while waits:
        kind = lowest(waits)
        waits = without_lowest(waits)
        if can_come(v, kind, of.hand.gone):
            ron[kind] = in_steps(pays(v, &of, kind, BY_RON))
            draw[kind] = in_steps(pays(v, &of, kind, BY_TSUMO))


cdef int mean_ron(const Sight* v, Hand hand, uint64_t waits) noexcept nogil:
    # over the unseen tiles that complete the hand
    cdef Pays of
    cdef int kind
    cdef int total = 0
    cdef int tiles = 0
    of.hand = hand
    pays_make(v, &of)
    while waits:
        kind = lowest(waits)
        waits = without_lowest(waits)
        if v.unseen[kind]:
            tiles += v.unseen[kind]
            total += v.unseen[kind] * pays(v, &of, kind, BY_RON)
    return total // tiles if tiles else 0


cdef int declared_as(const Sight* v) noexcept nogil:
    # of a hand that declares; under Atama it has to be shown
    return RIICHI_OPEN if v.r.regional or v.r.atama else RIICHI_CLOSED


cdef void put_ready_wins(const Sight* v, int kind, uint64_t waits, uint8_t* silent,
                         uint8_t* declared) noexcept nogil:
    cdef const Seat* me = &v.s.seat[v.seat]
    cdef Hand hand
    hand.gone = lowest(me.held & CODES_OF[kind])
    hand.riichi = RIICHI_NONE
    hand.waits = 0 if waits & (me.discarded | bit(kind)) else count(waits)
    silent[kind] = in_steps(mean_ron(v, hand, waits))
    if me.closed or v.r.regional or v.r.open_hand_riichi:
        hand.riichi = declared_as(v)
        declared[kind] = in_steps(mean_ron(v, hand, waits))
