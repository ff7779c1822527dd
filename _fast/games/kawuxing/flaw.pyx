# cython: language_level=3
"""What Kawuxing takes for granted of a state: which hands are disclosed."""

from shugi._fast.check.flaw_ops cimport FLAW_OPS
from shugi._fast.core.rules cimport GAME_KAWUXING
from shugi._fast.core.state cimport RIICHI_OPEN, State


cdef bint may_declare(const State* s, int p, int how) noexcept nogil:
    return s.rules.disclosure and how == RIICHI_OPEN


FLAW_OPS[<int>GAME_KAWUXING].may_declare = may_declare
