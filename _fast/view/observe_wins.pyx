# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What wins of the own hand would pay, in games that can tell, by the tiles in sight.

Left out are ura and yaku of luck (ippatsu, last and replacement tiles, robbed kans, first turns),
honba, sticks and chips, and whatever depends on who discards. The winning tile is a plain one.
Nothing is paid for a win that is not allowed, such as one without a yaku.
"""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport bit, count, lowest, without_lowest
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport BY_RON, BY_TSUMO, RIICHI_NONE
from shugi._fast.core.tiles cimport CODES_OF, KIND_OF
from shugi._fast.view.seat_view cimport SeatView, has_drawn

cdef enum:
    POINTS = 200         # that one stands for


cdef bint tells_nothing(const Rules* r) noexcept nogil:
    return False


cdef int declares_nothing(const SeatView* v, const Seat* me) noexcept nogil:
    return RIICHI_NONE


cdef void nothing_to_make(const SeatView* v, Pays* out) noexcept nogil:
    pass


cdef int _game
for _game in range(<int>GAMES):
    WINS[_game] = WinOps(tells_nothing, declares_nothing, nothing_to_make, NULL)


cdef inline uint8_t in_steps(int paid) noexcept nogil:
    return <uint8_t>min((paid + POINTS // 2) // POINTS, 255)


cdef bint can_come(const SeatView* v, int kind, int gone) noexcept nogil:
    # is there a tile of the kind that the seat does not hold?
    cdef int held = v.s.seat[v.seat].kind[kind] + v.melded[0][kind]
    return held - (gone != NO_TILE and KIND_OF[gone] == kind) < v.r.copies[kind]


cdef void put_wins(const SeatView* v, uint64_t waits, uint8_t* ron, uint8_t* draw) noexcept nogil:
    cdef const Seat* me = &v.s.seat[v.seat]
    cdef const WinOps* game = &WINS[v.r.game]
    cdef Pays of
    cdef int kind
    if not waits:
        return
    of.hand.gone = v.s.drawn if has_drawn(v) else NO_TILE
    of.hand.riichi = me.riichi
    of.hand.waits = 0 if me.furiten else count(me.waits)
    game.make(v, &of)
    while waits:
        kind = lowest(waits)
        waits = without_lowest(waits)
        if can_come(v, kind, of.hand.gone):
            ron[kind] = in_steps(game.pays(v, &of, kind, BY_RON))
            draw[kind] = in_steps(game.pays(v, &of, kind, BY_TSUMO))


cdef int mean_ron(const SeatView* v, AskedHand hand, uint64_t waits) noexcept nogil:
    # over the unseen tiles that complete the hand
    cdef const WinOps* game = &WINS[v.r.game]
    cdef Pays of
    cdef int kind
    cdef int total = 0
    cdef int tiles = 0
    of.hand = hand
    game.make(v, &of)
    while waits:
        kind = lowest(waits)
        waits = without_lowest(waits)
        if v.unseen[kind]:
            tiles += v.unseen[kind]
            total += v.unseen[kind] * game.pays(v, &of, kind, BY_RON)
    return total // tiles if tiles else 0


cdef void put_ready_wins(const SeatView* v, int kind, uint64_t waits, uint8_t* silent,
                         uint8_t* declared) noexcept nogil:
    cdef const Seat* me = &v.s.seat[v.seat]
    cdef AskedHand hand
    hand.gone = lowest(me.held & CODES_OF[kind])
    hand.riichi = RIICHI_NONE
    hand.waits = 0 if waits & (me.discarded | bit(kind)) else count(waits)
    silent[kind] = in_steps(mean_ron(v, hand, waits))
    hand.riichi = WINS[v.r.game].declared(v, me)
    if hand.riichi != RIICHI_NONE:
        declared[kind] = in_steps(mean_ron(v, hand, waits))
