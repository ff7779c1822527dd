# What a position of mahjong must hold beside its tiles to be one that comes up in play.
from shugi._fast.core.state cimport State

# fields that have a meaning in some phases only, and what riichi asks for; raises PositionError
cdef void check_turn(const State* s) except *
# the question itself, asked again from the moment before it; raises PositionError
cdef void check_question(const State* s, bint claims_given) except *
