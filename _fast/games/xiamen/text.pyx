# cython: language_level=3
"""What a position of Xiamen says before the gold is turned."""

from shugi._fast.core.rules cimport GAME_XIAMEN
from shugi._fast.core.state cimport PHASE_OFFER, State
from shugi._fast.text.position cimport TEXTS


cdef bint before_gold(const State* s, dict d):
    # the eight flowers may win before it is turned (xiamen section 4)
    return s.phase == PHASE_OFFER and d.get("n_indicator") == 0


TEXTS[<int>GAME_XIAMEN].is_early = before_gold
