# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A seat's hand for the scorer: what was won on, and in which circumstances."""

from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport count
from shugi._fast.core.river cimport called_away
from shugi._fast.core.rules cimport PAO
from shugi._fast.core.sizes cimport CODES, KINDS, NOBODY
from shugi._fast.core.state cimport BY_BINGO, BY_RON, BY_TSUMO, RIICHI_OPEN, ROB_NUKI, Seat
from shugi._fast.core.tiles cimport CHERRY_1P, DEATH_7P, KIND_OF, is_cherry
from shugi._fast.core.wall cimport dora_code, live_left, ura_code
from shugi._fast.games.riichi.atama cimport sure_yakuman


cdef void look_at_piles(const State* s, int by, Win* win) noexcept nogil:
    # a tile won on belongs to the hand; one that was called lies in a meld
    cdef const Seat* seat
    cdef int p, i, n
    for p in range(s.rules.seats):
        seat = &s.seat[p]
        n = seat.n_river - (by == BY_RON and p == s.discarder and not s.robbing)
        for i in range(n):
            if called_away(seat.river_flags, i):
                continue
            if is_cherry(seat.river[i]):
                win.cherry[seat.river[i] - CHERRY_1P] += 1
            elif seat.river[i] == DEATH_7P:
                win.death = 1


cdef void build_win(const State* s, int p, int by, int code, int counts_as,
                    Win* win) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int i
    memset(win, 0, sizeof(Win))
    memcpy(win.hand, seat.hand, CODES)
    memcpy(win.kind, seat.kind, KINDS)
    if by == BY_TSUMO:
        win.hand[code] -= 1
        win.kind[KIND_OF[code]] -= 1
    win.n_meld = seat.n_meld
    memcpy(win.meld, seat.meld, sizeof(seat.meld))
    win.win_code = <unsigned char>code
    win.win_as = <unsigned char>counts_as
    win.by = <unsigned char>by
    win.winner = <unsigned char>p
    win.loser = s.discarder if by == BY_RON else NOBODY
    win.dealer = s.dealer
    win.round_wind = <unsigned char>(s.round // s.rules.seats % 4)
    win.seat_wind = <unsigned char>((p - s.dealer + s.rules.seats) % s.rules.seats)
    win.closed = seat.closed
    win.riichi = seat.riichi
    win.double_riichi = seat.double_riichi
    win.ippatsu = seat.ippatsu
    win.last_tile = live_left(s) == 0 and by != BY_BINGO and not s.robbing and not (
        by == BY_TSUMO and s.drawn_rinshan)
    win.rinshan = by == BY_TSUMO and s.drawn_rinshan and s.rinshan_yaku
    win.chankan = by == BY_RON and 0 < s.robbing < ROB_NUKI
    win.first_turn = seat.first_turn and (by == BY_TSUMO or p != s.dealer)
    win.open_deal_in = (
        by == BY_RON and seat.riichi == RIICHI_OPEN and not s.seat[s.discarder].riichi)
    win.n_aside = seat.n_aside
    memcpy(win.aside, seat.aside, seat.n_aside)
    win.n_dora = s.n_indicator
    win.n_ura = s.n_indicator if seat.riichi else 0
    for i in range(s.n_indicator):
        win.dora[i] = <unsigned char>dora_code(s, i)
        win.ura[i] = <unsigned char>ura_code(s, i)
    memcpy(win.pao, seat.pao, PAO)
    win.wild = seat.wild
    win.furiten_riichi = seat.furiten_riichi
    if s.rules.local_otafuku and not seat.furiten:
        win.n_wait = <unsigned char>count(seat.waits)
    win.reveal_as = s.reveal_as[p]
    if s.rules.cherry:
        look_at_piles(s, by, win)


cdef bint counts_as_ready(const State* s, int p) noexcept nogil:
    cdef Win win
    if s.seat[p].waits == 0:
        return False
    if not s.rules.atama or s.seat[p].riichi == RIICHI_OPEN:
        return True
    build_win(s, p, BY_RON, 0, 0, &win)
    return sure_yakuman(s.rules, &win)


cdef bint sure_after(const State* s, int p, int kind) noexcept nogil:
    # would the hand be sure of a yakuman once a tile of the kind is discarded?
    cdef Win win
    build_win(s, p, BY_RON, kind, kind, &win)
    win.kind[kind] -= 1
    return sure_yakuman(s.rules, &win)
