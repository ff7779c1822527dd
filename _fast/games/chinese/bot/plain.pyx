# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The baseline's view of a game that has none of its own: any complete hand is worth one unit."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcpy

from shugi._fast.games.chinese.bot.outlook cimport SHANTENS, Outlook
from shugi._fast.games.chinese.bot.ways cimport WAY_SETS, Hand, Way, way_add
from shugi._fast.core.bits cimport bit
from shugi._fast.core.sizes cimport GROUPS, KINDS
from shugi._fast.shape.shapes cimport FORM_STANDARD, is_complete

cdef uint64_t ALL_KINDS = bit(KINDS) - 1
# chance in a turn to come a step nearer (shanten 0: to win)
cdef float[SHANTENS] STEP
STEP = [0.15, 0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.9]


cdef void look(Outlook* o) noexcept nogil:
    o.denied = 1


cdef bint completes(const Outlook* o, const Hand* h, int tile) noexcept nogil:
    cdef uint8_t[KINDS] kind
    cdef int32_t[GROUPS] index
    if tile >= KINDS:
        return False
    memcpy(kind, h.kind, KINDS)
    memcpy(index, h.index, sizeof(index))
    kind[tile] += 1
    if o.t.r.group[tile] < GROUPS:
        index[o.t.r.group[tile]] += o.t.r.weight[tile]
    return is_complete(o.t.r, kind, index, NULL, h.sets, h.wild, FORM_STANDARD)


cdef float drawn(const Outlook* o, const Hand* h, int tile) noexcept nogil:
    return o.others if completes(o, h, tile) else 0


cdef float taken(const Outlook* o, const Hand* h, int tile, int giver) noexcept nogil:
    return 1 if completes(o, h, tile) else 0


cdef int ways(const Outlook* o, const Hand* h, Way* out) noexcept nogil:
    cdef int n = 0
    way_add(out, &n, WAY_SETS, ALL_KINDS, 1, 1)
    return n


cdef float dealt_in(const Outlook* o, int p) noexcept nogil:
    return 1


cdef float income(const Outlook* o, const Hand* h, int type) noexcept nogil:
    return 0


cdef uint64_t loose(const Outlook* o, const Hand* h) noexcept nogil:
    return 0


cdef int chain(const Outlook* o, int kind, bint claimed) noexcept nogil:
    return 1


cdef void plain_bot_ops(BotOps* ops) noexcept nogil:
    ops.look = look
    ops.drawn = drawn
    ops.taken = taken
    ops.ways = ways
    ops.income = income
    ops.loose = loose
    ops.dealt_in = dealt_in
    ops.chain = chain
    ops.eye = False
    ops.patient = False
    ops.opens = False
    ops.adds_drawn = False
    ops.call_pace = 0.2
    ops.own_share = 0.5
    ops.win_pace = 0.5
    ops.joins = 0
    ops.step = STEP
    ops.quiet = 2
    ops.hazard = 0.012
    ops.ready_by_turn = 0.04
    ops.ready_by_meld = 0.12
