# Tiles set aside in riichi games: Norths, flowers, bingo tiles, the 1m and the 9m.
from libc.stdint cimport uint64_t
from shugi._fast.core.bits cimport bit
from shugi._fast.core.rules cimport NUKI_TILE_19M, REPLACEMENT_SOURCE_LIVE, Rules
from shugi._fast.core.state cimport State
from shugi._fast.core.wall cimport live_left, replacement_left
from shugi._fast.flow.hand cimport ASIDE_CODES

cdef uint64_t[<int>NUKI_TILE_19M + 1] NUKI_CODES   # tiles that are set aside, by Rules.nuki_tile


# copies in the hand that may be set aside; in riichi only the tile just drawn
cdef inline uint64_t nuki_codes(const State* s, int seat) noexcept nogil:
    cdef uint64_t codes = s.seat[seat].held & NUKI_CODES[s.rules.nuki_tile]
    return codes & bit(s.drawn) if s.seat[seat].riichi else codes


cdef inline bint may_set_aside(const State* s, int seat) noexcept nogil:
    cdef uint64_t codes = nuki_codes(s, seat)
    if codes == 0:
        return False
    # a flower cannot be kept: it is set aside even when the live wall is empty
    if codes & ASIDE_CODES:
        return replacement_left(s) or s.rules.replacement_source == REPLACEMENT_SOURCE_LIVE
    return replacement_left(s) and live_left(s) > 0


# the verb of the own turn, and the tile chosen for it
cdef void choose_nuki(State* s) noexcept nogil
cdef void begin_nuki(State* s, int code) noexcept nogil
# functions of the game's row (flow/game_ops.pxd)
cdef void set_aside(State* s) noexcept nogil
cdef uint64_t aside_codes(const Rules* r) noexcept nogil
