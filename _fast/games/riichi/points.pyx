# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Points tables (sanma_base section 5, super_bingo section 5, shouhai_mighty section 5).

A draw against a missing fourth player is paid in one of three ways:

* ``tsumo_loss``: each pays what he would pay at a table of four.  With ``no_fu`` and ``shouhai``
  that is his part of what the hand is worth by ron (a third from each for the dealer, else half
  from the dealer and a quarter from another), rounded up to 1000.
* ``north_bisection``, or ``mjs`` without ``tsumo_loss``: each also pays half of the missing
  non-dealer's share.  With the base value b (fu * 2**(han + 2), or the limit's), a dealer draws
  2b + b from both, another draws 2b + b/2 from the dealer and b + b/2 from the other; each payment
  is rounded up to 100 once, at the end.
* ``no_fu`` and ``shouhai`` without ``tsumo_loss`` print their own columns.
"""

from libc.stdint cimport int32_t
from shugi._fast.core.rules cimport (
    FU_EXTENSION_CAP_50, POINTS_TABLE_MJS, POINTS_TABLE_NO_FU, POINTS_TABLE_SHOUHAI,
)
from shugi._fast.games.riichi.win cimport LIMIT_MANGAN, LIMIT_NONE, LIMIT_SANBAIMAN, LIMIT_YAKUMAN

# by Limit
cdef int32_t[6] LIMIT_BASE = [0, 2000, 3000, 4000, 6000, 8000]
cdef int32_t[6] LIMIT_HAN = [0, 4, 6, 8, 11, 13]

# dealer ron, dealer draw from each, other ron, other draw from a non-dealer, from the dealer
cdef int32_t[8][5] NO_FU = [
    [2000, 1000, 1000, 1000, 1000],        # 1 han
    [3000, 2000, 2000, 1000, 1000],        # 2
    [6000, 3000, 4000, 1000, 3000],        # 3
    [12000, 6000, 8000, 3000, 5000],       # mangan
    [18000, 9000, 12000, 4000, 8000],      # haneman
    [24000, 12000, 16000, 6000, 10000],    # baiman
    [36000, 18000, 24000, 8000, 16000],    # sanbaiman
    [48000, 24000, 32000, 12000, 20000],   # yakuman
]

# 30, 40 and 50 fu of 1, 2 and 3 han, in the same columns
cdef int32_t[9][5] SHOUHAI = [
    [2000, 1000, 1000, 1000, 1000],        # 1 han 30 fu
    [2000, 1000, 2000, 1000, 1000],
    [3000, 2000, 2000, 1000, 1000],
    [3000, 2000, 2000, 1000, 1000],        # 2 han
    [4000, 2000, 3000, 1000, 2000],
    [5000, 3000, 4000, 1000, 3000],
    [6000, 3000, 4000, 1000, 3000],        # 3 han
    [8000, 4000, 6000, 2000, 4000],
    [10000, 5000, 7000, 2000, 5000],
]


cdef inline int32_t round_up(int32_t points, int32_t unit) noexcept nogil:
    return (points + unit - 1) / unit * unit


cdef int limit_at(int han) noexcept nogil:
    # the highest limit that begins at or below so many han
    cdef int i
    cdef int limit = LIMIT_NONE
    for i in range(1, 6):
        if han >= LIMIT_HAN[i]:
            limit = i
    return limit


cdef int limit_of_han(const Rules* r, int han) noexcept nogil:
    if han >= 13 and not r.kazoe:
        return LIMIT_SANBAIMAN
    if han == 4 and r.points_table not in (POINTS_TABLE_NO_FU, POINTS_TABLE_SHOUHAI):
        return LIMIT_NONE                      # unless the fu make it one
    return limit_at(han)


cdef void shares_of_four(bint dealer, Points* out) noexcept nogil:
    out.tsumo_dealer = 0 if dealer else round_up(out.ron / 2, 1000)
    out.tsumo_other = round_up(out.ron / (3 if dealer else 4), 1000)


cdef void from_row(const Rules* r, const int32_t* row, int units, bint dealer,
                   Points* out) noexcept nogil:
    out.ron = units * (row[0] if dealer else row[2])
    if r.tsumo_loss:
        shares_of_four(dealer, out)
        return
    out.tsumo_dealer = 0 if dealer else units * row[4]
    out.tsumo_other = units * (row[1] if dealer else row[3])


cdef void from_base(const Rules* r, int32_t base, int units, bint dealer,
                    Points* out) noexcept nogil:
    # twice each share, so that half of the missing one stays whole
    cdef int32_t other = 4 * base if dealer else 2 * base
    cdef int32_t from_dealer = 0 if dealer else 4 * base
    cdef int32_t missing = 0
    if r.seats == 3 and not (r.points_table == POINTS_TABLE_MJS and r.tsumo_loss):
        missing = other / 2
    out.ron = units * round_up((6 if dealer else 4) * base, 100)
    out.tsumo_other = units * round_up((other + missing) / 2, 100)
    out.tsumo_dealer = units * round_up((from_dealer + missing) / 2, 100) if not dealer else 0


cdef void beside_the_table(const Rules* r, int32_t base, bint dealer,
                           Points* out) noexcept nogil:
    # shouhai: the printed table has 30 to 50 fu
    cdef int32_t other
    out.ron = round_up((6 if dealer else 4) * base, 1000)
    if out.ron >= NO_FU[<int>LIMIT_MANGAN + 2][0 if dealer else 2]:
        out.limit = LIMIT_MANGAN
        from_row(r, NO_FU[<int>LIMIT_MANGAN + 2], 1, dealer, out)
        return
    if r.tsumo_loss:
        shares_of_four(dealer, out)
        return
    if dealer:
        out.tsumo_dealer = 0
        out.tsumo_other = round_up(3 * base, 1000)
        return
    other = max(1000, 3 * out.ron / 8 / 1000 * 1000)
    out.tsumo_other = other
    out.tsumo_dealer = max(1000, out.ron - other)


cdef void below_limit(const Rules* r, int han, int fu, bint dealer, Points* out) noexcept nogil:
    cdef int32_t base
    if r.points_table == POINTS_TABLE_NO_FU:
        from_row(r, NO_FU[han - 1], 1, dealer, out)
        return
    if r.points_table == POINTS_TABLE_SHOUHAI and fu >= 30 and (
            fu <= 50 or r.fu_extension == FU_EXTENSION_CAP_50):
        from_row(r, SHOUHAI[3 * (han - 1) + (min(fu, 50) - 30) / 10], 1, dealer, out)
        return
    base = fu << (han + 2)
    if base >= 2000 or (r.kiriage and base == 1920):
        points_at_limit(r, LIMIT_MANGAN, 1, dealer, out)
    elif r.points_table == POINTS_TABLE_SHOUHAI:
        beside_the_table(r, base, dealer, out)
    else:
        from_base(r, base, 1, dealer, out)


cdef void points_at_limit(const Rules* r, int limit, int units, bint dealer,
                          Points* out) noexcept nogil:
    out.limit = limit
    if r.points_table in (POINTS_TABLE_NO_FU, POINTS_TABLE_SHOUHAI):
        from_row(r, NO_FU[limit + 2], units, dealer, out)
    else:
        from_base(r, LIMIT_BASE[limit], units, dealer, out)


cdef void points_of(const Rules* r, int han, int fu, int units, bint dealer,
                    Points* out) noexcept nogil:
    cdef int limit = LIMIT_YAKUMAN if units > 0 else limit_of_han(r, han)
    out.limit = LIMIT_NONE
    if limit:
        points_at_limit(r, limit, max(units, 1), dealer, out)
    else:
        below_limit(r, han, fu, dealer, out)


cdef int32_t tsumo_total(const Rules* r, const Points* p, bint dealer) noexcept nogil:
    if dealer:
        return (r.seats - 1) * p.tsumo_other
    return p.tsumo_dealer + (r.seats - 2) * p.tsumo_other
