# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The shiro-pocchi: when a White dragon is a joker, and what it may stand for."""

from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.river cimport called_away
from shugi._fast.core.rules cimport NUKI_TILE_FLOWER, POCCHI_WHEN_IPPATSU, Rules
from shugi._fast.core.sizes cimport CODES, KINDS
from shugi._fast.core.state cimport BY_TSUMO, FURITEN_RIICHI, RIICHI_OPEN, Seat
from shugi._fast.core.tiles cimport FLOWER, KIND_OF, KIND_WHITE, NO_KIND, POCCHI
from shugi._fast.core.wall cimport dora_code, ura_code
from shugi._fast.games.riichi.atama cimport win_allowed
from shugi._fast.games.riichi.seat_win cimport build_win
from shugi._fast.games.riichi.win cimport Win


cdef bint is_joker(const State* s, int p) noexcept nogil:
    if s.drawn != POCCHI or not s.rules.shiro_pocchi or not s.seat[p].riichi:
        return False
    return s.seat[p].ippatsu or s.rules.pocchi_when != POCCHI_WHEN_IPPATSU


cdef uint64_t kinds_of_deck(const Rules* r) noexcept nogil:
    cdef uint64_t out = 0
    cdef int kind
    for kind in range(KINDS):
        if r.copies[kind]:
            out |= bit(kind)
    return out


cdef void joker_declined(State* s) noexcept nogil:
    # it would have been any tile waited for
    cdef Seat* seat = &s.seat[s.turn]
    if not is_joker(s, s.turn) or not seat.waits:
        return
    seat.furiten |= FURITEN_RIICHI
    if s.rules.pocchi_when == POCCHI_WHEN_IPPATSU:
        # a river does not tell for how long ippatsu counted; what has passed is kept
        seat.passed = kinds_of_deck(s.rules)


cdef bint joker_needs_yaku(const State* s, int p) noexcept nogil:
    # riichi and a closed draw are two han; where pairs may be called, only open riichi is enough
    if s.rules.atama and s.seat[p].riichi != RIICHI_OPEN:
        return True
    return not s.seat[p].closed or s.rules.min_yaku_han > 2


cdef uint64_t wins_as_joker(const State* s, int p, uint64_t codes) noexcept nogil:
    # those of the tiles that give the hand a yaku
    cdef Win win
    cdef int code
    cdef uint64_t out = 0
    for code in range(CODES):
        if has(codes, code):
            build_win(s, p, BY_TSUMO, POCCHI, code, &win)
            if win_allowed(s.rules, &win):
                out |= bit(code)
    return out


cdef int visible_copies(const State* s, int p, int code) noexcept nogil:
    # copies whose place seat p knows
    cdef int n = s.seat[p].hand[code]
    cdef int q, i, j
    cdef const Seat* seat
    for q in range(s.rules.seats):
        seat = &s.seat[q]
        for i in range(seat.n_river):
            n += seat.river[i] == code and not called_away(seat.river_flags, i)
        for i in range(seat.n_aside):
            n += seat.aside[i] == code
        for i in range(seat.n_meld):
            for j in range(seat.meld[i].n):
                n += seat.meld[i].tile[j] == code
        if q != p and seat.riichi == RIICHI_OPEN:
            n += seat.hand[code]
    for i in range(s.n_indicator):
        n += dora_code(s, i) == code
        if s.ura_shown:
            n += ura_code(s, i) == code
    return n


cdef int deck_copies(const Rules* r, int code) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(r.n_deck):
        n += r.deck[i] == code
    return n


cdef int hidden_copies(const State* s, int p, int code) noexcept nogil:
    return max(deck_copies(s.rules, code) - visible_copies(s, p, code), 0)


cdef uint64_t pocchi_codes(const State* s) noexcept nogil:
    cdef int p = s.turn
    cdef uint64_t waiting = s.seat[p].waits
    cdef uint64_t out = 0
    cdef uint64_t plain = 0
    cdef int code, kind
    for code in range(CODES):
        kind = KIND_OF[code]
        if kind == NO_KIND or not has(waiting, kind) or code == POCCHI:
            continue
        if code < KINDS:
            plain |= bit(code)
        if kind == KIND_WHITE or hidden_copies(s, p, code):
            out |= bit(code)
    if joker_needs_yaku(s, p):
        out = wins_as_joker(s, p, out)
        plain = wins_as_joker(s, p, plain)
    # it is a wildcard always: with every copy in sight it still stands for the plain tile
    return out if out else plain


cdef uint64_t revealed_codes(const Rules* r) noexcept nogil:
    # what a winner may name a joker that the tulip shows
    cdef uint64_t out = kinds_of_deck(r)
    if r.pocchi_reveal_flower and r.nuki_tile == NUKI_TILE_FLOWER:
        out |= bit(FLOWER)
    return out
