# What a game says of a state that was put together; games/*/flaw.pyx fills its rows.
from shugi._fast.check.flaw cimport Fault
from shugi._fast.core.rules cimport GAMES
from shugi._fast.core.state cimport State

cdef struct FlawOps:
    # all of it, of a game without tiles: true, and what is wrong in out. NULL for tiles
    bint (*table)(const State*, Fault*) noexcept nogil

    # may the hand that the seat has have been declared so (RiichiState)?
    bint (*may_declare)(const State*, int seat, int how) noexcept nogil
    # a declaration that waits for the claims of its discard
    bint (*declaring)(const State*, Fault*) noexcept nogil
    # PHASE_POCCHI
    bint (*joker)(const State*, Fault*) noexcept nogil
    # may seats that are not on turn hold a tile more than between turns?
    bint (*many_drew)(const State*) noexcept nogil

cdef FlawOps[<int>GAMES] FLAW_OPS    # by Rules.game


cdef inline const FlawOps* flaw_ops(const State* s) noexcept nogil:
    return &FLAW_OPS[s.rules.game]
