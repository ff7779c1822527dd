# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Crazy Cherry (super_bingo section 6.4): a hand's chips, and what cherries turn them into."""

from shugi._fast.core.tiles cimport CHERRY_3P, POCCHI
from shugi._fast.games.riichi.points cimport Points, points_at_limit, points_of

cdef enum:
    DEALER_CHIPS = 10
    ROUNDED_TO = 10


cdef int32_t ron_value(const Rules* r, const Win* win, const Value* value) noexcept nogil:
    # in the dealer's column or, by option, in everybody's
    cdef Points p
    if win.winner != win.dealer or r.cherry_dealer_column:
        return value.ron
    if value.limit:
        points_at_limit(r, value.limit, max(value.units, 1), False, &p)
    else:
        points_of(r, value.han, value.fu, 0, False, &p)
    return p.ron


cdef int32_t cherry_value(const Rules* r, const Win* win, const Value* value) noexcept nogil:
    cdef int32_t chips = ron_value(r, win, value) / 1000
    return chips + (DEALER_CHIPS if win.winner == win.dealer else 0)


cdef int copies_in_hand(const Win* win, int code) noexcept nogil:
    cdef int i, j
    cdef int n = win.hand[code] + (win.win_as == code)
    for i in range(win.n_meld):
        for j in range(win.meld[i].n):
            n += win.meld[i].tile[j] == code
    return n


cdef int count_cherries(const Win* win, int32_t* factor) noexcept nogil:
    cdef int code, _, n
    cdef int found = 0
    factor[0] = 1
    for code in range(CHERRY_1P, CHERRY_3P + 1):
        n = copies_in_hand(win, code) + win.cherry[code - CHERRY_1P]
        found += n
        for _ in range(n):
            factor[0] *= cherry_sign(code)
    return found


cdef bint won_by_joker(const Win* win) noexcept nogil:
    return win.win_code == POCCHI and win.win_as != POCCHI


cdef int32_t cherry_settle(int32_t total, int32_t factor, bint ron, bint positive) noexcept nogil:
    cdef int32_t chips = (total + ROUNDED_TO - 1) / ROUNDED_TO * ROUNDED_TO * factor
    if positive and chips < 0:
        return -chips
    # who owes two payers owes each of them half
    return chips if chips >= 0 or ron else chips / 2
