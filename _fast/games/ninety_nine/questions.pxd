# What a position of Ninety-Nine must hold to be one that comes up in play.
from shugi._fast.core.state cimport State

# of a hand in play, every field filled; raises PositionError
cdef void check_ninety_nine(const State* s) except *
