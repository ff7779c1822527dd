# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing again in Sichuan: what a seat knows for certain of what it cannot see.

Who got the seat's three tiles has what it has not shown of them since. Who has discarded a tile
that is not of its void suit held none of that suit then, and can have drawn one only since. What
others have chosen before the hand, and not shown, they choose anew by the hand they get: the three
lowest tiles of the shortest suit that has them, and the suit with the fewest tiles.
"""

from libc.stdint cimport uint64_t, uint8_t

from shugi._fast.core.actions cimport PASS
from shugi._fast.core.bits cimport has, lowest
from shugi._fast.core.rules cimport GAME_SICHUAN
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport PHASE_OFFER, Seat, State
from shugi._fast.games.sichuan.play cimport (
    GIFTS, OFFER_GIFT, OFFER_VOID, giveable, giver_to, n_given, receiver_of, void_kinds,
)
from shugi._fast.games.sichuan.win cimport suit_kinds
from shugi._fast.view.redeal cimport REDEALS

cdef uint64_t ALL_CODES = ~<uint64_t>0


cdef bint never(const State* s, int p) noexcept nogil:
    return False


# ---- what is certain

cdef int shown(const Seat* seat, int code) noexcept nogil:
    # tiles of the code that have left the hand since the exchange
    cdef int i, j
    cdef int n = 0
    for i in range(seat.n_river):
        n += seat.river[i] == code
    for i in range(seat.n_meld):
        for j in range(seat.meld[i].n):
            n += seat.meld[i].tile[j] == code and j != seat.meld[i].called
    return n


cdef void known_tiles(const State* s, int seat, int p, uint8_t* kept) noexcept nogil:
    cdef const Seat* giver = &s.seat[seat]
    cdef int i, j, n
    if s.exchange_way == 0 or receiver_of(s, seat) != p:
        return
    for i in range(n_given(giver)):
        n = -shown(&s.seat[p], giver.given[i])
        for j in range(GIFTS):
            n += giver.given[j] == giver.given[i]
        if n > kept[giver.given[i]]:
            kept[giver.given[i]] = <uint8_t>n


cdef uint64_t may_hold(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int other
    for other in range(s.rules.seats):
        if s.seat[other].won_from == p and s.seat[other].n_aside:
            return ALL_CODES  # a kan was robbed: its turn ended without a discard
    if seat.n_river == 0 or has(void_kinds(seat), seat.river[seat.n_river - 1]):
        return ALL_CODES
    if s.turn == p and s.drawn_rinshan:
        return ALL_CODES  # what was drawn before a kan lies among the tiles
    return ~void_kinds(seat)


# ---- what follows from the new hands

cdef void choose_gifts(Seat* seat) noexcept nogil:
    cdef uint64_t codes
    cdef int suit, kind, n
    cdef int fewest = NO_TILE
    cdef int chosen = 1
    for n in range(GIFTS):
        seat.given[n] = NO_TILE
    for suit in range(1, 4):
        n = 0
        for kind in range(9 * (suit - 1), 9 * suit):
            n += seat.kind[kind]
        if GIFTS <= n < fewest:
            fewest = n
            chosen = suit
    for n in range(GIFTS):
        codes = giveable(seat) & suit_kinds(chosen)
        seat.given[n] = <uint8_t>lowest(codes)


cdef int shortest(const Seat* seat) noexcept nogil:
    # its 1, which names it
    cdef int suit, kind, n
    cdef int fewest = NO_TILE
    cdef int out = 0
    for suit in range(3):
        n = 0
        for kind in range(9 * suit, 9 * suit + 9):
            n += seat.kind[kind]
        if n < fewest:
            fewest = n
            out = 9 * suit
    return out


cdef void forget(State* s, int seat) noexcept nogil:
    cdef bint gives = s.phase == PHASE_OFFER and s.offer == OFFER_GIFT
    cdef bint names = s.phase == PHASE_OFFER and s.offer == OFFER_VOID
    cdef int p, i
    for p in range(s.rules.seats):
        if p == seat:
            continue
        s.seat[p].missed_doubles = 0
        if gives and n_given(&s.seat[p]) == GIFTS:
            choose_gifts(&s.seat[p])
        elif gives or (s.exchange_way and giver_to(s, seat) != p):
            for i in range(GIFTS):
                s.seat[p].given[i] = NO_TILE
        if names and s.answer[p] != PASS:
            s.answer[p] = <uint8_t>shortest(&s.seat[p])


REDEALS[<int>GAME_SICHUAN].hand_is_known = never
REDEALS[<int>GAME_SICHUAN].known_tiles = known_tiles
REDEALS[<int>GAME_SICHUAN].may_hold = may_hold
REDEALS[<int>GAME_SICHUAN].forget = forget
