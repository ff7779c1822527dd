# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a win needs besides a yaku where pairs may be called."""

from libc.stdint cimport uint8_t, uint64_t

from shugi._fast.core.bits cimport has
from shugi._fast.core.rules cimport ATAMA_YAKUMAN_GUARANTEE_ALL_WAITS
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport BY_BINGO, BY_RON, BY_TSUMO, RIICHI_NONE, RIICHI_OPEN
from shugi._fast.games.riichi.patterns cimport has_yaku
from shugi._fast.games.riichi.win cimport (
    P_CHIITOI_1QUAD, P_CHIITOI_2QUADS, P_CHIITOI_3QUADS, P_CHINITSU_CHIITOI, P_CHUUREN, P_DAISHARIN,
    P_HADAKA, P_JUNSEI_CHUUREN, P_KOKUSHI, P_KOKUSHI_13, P_NANASHI, P_NANASHI_13, P_OROCHI,
    P_SUSANOWO, P_SUUANKOU, P_SUUANKOU_TANKI,
)
from shugi._fast.games.riichi.yaku cimport CLOSED, OPEN
from shugi._fast.shape.called cimport Held, held_make, held_waits


cdef void atama_compile(Rules* r) noexcept:
    # han of an open hand do not matter, for it wins by yakuman alone
    cdef int i
    if not r.atama:
        return
    for i in (P_HADAKA, P_OROCHI, P_DAISHARIN):
        r.han[i][CLOSED] = r.han[i][OPEN] = -1
    r.han[P_SUSANOWO][CLOSED] = -1
    r.han[P_CHINITSU_CHIITOI][CLOSED] = 0
    for i in (P_CHIITOI_1QUAD, P_CHIITOI_2QUADS, P_CHIITOI_3QUADS):
        r.han[i][OPEN] = r.han[i][CLOSED]
    if r.atama_open_suuankou:
        for i in (P_SUUANKOU, P_SUUANKOU_TANKI, P_CHUUREN, P_JUNSEI_CHUUREN, P_KOKUSHI,
                  P_KOKUSHI_13, P_NANASHI, P_NANASHI_13):
            r.han[i][OPEN] = r.han[i][CLOSED]


cdef void strip_luck(Win* win) noexcept nogil:
    # a ron that rests on the tiles alone
    win.by = BY_RON
    win.riichi = RIICHI_NONE
    win.double_riichi = 0
    win.ippatsu = 0
    win.last_tile = 0
    win.rinshan = 0
    win.chankan = 0
    win.first_turn = 0
    win.open_deal_in = 0


cdef bint sure_yakuman(const Rules* r, const Win* win) noexcept nogil:
    cdef Win bare = win[0]
    cdef Held held
    cdef uint64_t kinds
    cdef int kind
    cdef bint every = r.atama_yakuman_guarantee == ATAMA_YAKUMAN_GUARANTEE_ALL_WAITS
    held_make(r, win.kind, NULL, win.meld, win.n_meld, &held)
    kinds = held_waits(r, &held)
    strip_luck(&bare)
    for kind in range(KINDS):
        if not has(kinds, kind):
            continue
        bare.win_code = bare.win_as = <uint8_t>kind
        # without riichi nothing but a yakuman counts
        if has_yaku(r, &bare) != every:
            return not every
    return every and kinds != 0


cdef bint win_allowed(const Rules* r, const Win* win) noexcept nogil:
    if not has_yaku(r, win):
        return False
    if not r.atama or win.by == BY_BINGO or win.riichi == RIICHI_OPEN:
        return True
    if r.atama_yakuman_guarantee != ATAMA_YAKUMAN_GUARANTEE_ALL_WAITS or (
            win.by == BY_TSUMO and win.first_turn):
        return True
    return sure_yakuman(r, win)
