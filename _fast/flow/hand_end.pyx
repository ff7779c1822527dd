# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What every hand leaves behind, and whether another follows."""

from libc.stdint cimport uint8_t

from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport MELD_ANKAN, MELD_GRAND_CROSS, PHASE_OVER
from shugi._fast.flow.game_ops cimport game_ops
from shugi._fast.flow.turns cimport hand_start


cdef void begin_summary(State* s, int how, int by) noexcept nogil:
    cdef int p, i
    s.last.how = <uint8_t>how
    s.last.by = <uint8_t>by
    s.last.winners = 0
    s.last.tenpai = 0
    s.last.loser = NOBODY
    for p in range(s.rules.seats):
        s.last.tulip[p] = 0
        s.last.riichi[p] = s.seat[p].riichi
        s.last.turns[p] = s.seat[p].n_river
        s.last.melds[p] = 0
        for i in range(s.seat[p].n_meld):
            s.last.melds[p] += s.seat[p].meld[i].type not in (MELD_ANKAN, MELD_GRAND_CROSS)


cdef void finish_hand(State* s, const NextHand* following) noexcept nogil:
    cdef int p
    for p in range(s.rules.seats):
        s.last.points[p] = s.ledger.sum.points[p]
        s.last.chips[p] = s.ledger.sum.chips[p]
    s.hand_over = 1
    if following.over:
        close_game(s)
        return
    s.dealer = <uint8_t>following.dealer
    s.round = <uint8_t>following.round
    s.honba = <uint8_t>(following.honba if following.honba < 255 else 255)
    hand_start(s)


cdef void close_game(State* s) noexcept nogil:
    game_ops(s).game_end(s)
    s.phase = PHASE_OVER
    s.legal[0] = 0
    s.legal[1] = 0
