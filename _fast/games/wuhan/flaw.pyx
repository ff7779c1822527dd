# cython: language_level=3
"""What Wuhan takes for granted of a state: the last tiles, which are drawn and not discarded."""

from shugi._fast.check.flaw_ops cimport FLAW_OPS
from shugi._fast.core.rules cimport GAME_WUHAN
from shugi._fast.core.state cimport PHASE_OFFER, State


cdef bint many_drew(const State* s) noexcept nogil:
    return s.last_draws > 0 and s.phase == PHASE_OFFER


FLAW_OPS[<int>GAME_WUHAN].many_drew = many_drew
