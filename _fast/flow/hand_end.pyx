# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What every hand leaves behind, and whether another follows."""

from libc.stdint cimport uint8_t

from shugi._fast.core.bits cimport has
from shugi._fast.core.river cimport RIVER_WON, add_flag
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport (
    BY_RON, BY_TSUMO, END_DRAW, END_WIN, MELD_ANKAN, MELD_GRAND_CROSS, PHASE_OVER, Seat,
)
from shugi._fast.flow.game_ops cimport game_ops
from shugi._fast.flow.turns cimport hand_start


cdef void begin_summary(State* s, int how) noexcept nogil:
    cdef int p, i
    s.last.how = <uint8_t>how
    s.last.winners = 0
    s.last.tenpai = 0
    s.last.noten = <uint8_t>((1 << s.rules.seats) - 1 if how == END_DRAW else 0)
    for p in range(s.rules.seats):
        s.last.by[p] = BY_TSUMO
        s.last.loser[p] = NOBODY
        s.last.deal_ins[p] = 0
        s.last.tulip[p] = 0
        s.last.riichi[p] = s.seat[p].riichi
        s.last.turns[p] = s.seat[p].n_river
        s.last.melds[p] = 0
        for i in range(s.seat[p].n_meld):
            s.last.melds[p] += s.seat[p].meld[i].type not in (MELD_ANKAN, MELD_GRAND_CROSS)


cdef void add_winner(State* s, int p, int by, int giver) noexcept nogil:
    s.last.winners |= <uint8_t>(1 << p)
    s.last.by[p] = <uint8_t>by
    s.last.loser[p] = <uint8_t>giver


cdef void begin_wins(State* s, int winners, int by) noexcept nogil:
    cdef int giver = s.discarder if by == BY_RON else NOBODY
    cdef Seat* seat
    cdef int p
    begin_summary(s, END_WIN if winners else END_DRAW)
    for p in range(s.rules.seats):
        if has(winners, p):
            add_winner(s, p, by, giver)
    if by == BY_RON:
        s.last.deal_ins[giver] = 1
    if by != BY_TSUMO and not s.robbing:
        seat = &s.seat[s.discarder]
        add_flag(seat.river_flags, seat.n_river - 1, RIVER_WON)


cdef void tell_ready(State* s, int ready) noexcept nogil:
    cdef int others = ~(ready | s.last.winners)
    s.last.tenpai = <uint8_t>ready
    s.last.noten = <uint8_t>(others & ((1 << s.rules.seats) - 1))


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
