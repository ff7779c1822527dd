# What a position of a card game must hold to be one that comes up in play: its tricks.
from shugi._fast.core.state cimport State

# raises PositionError(field, message) unless it is good
cdef void need(bint good, str field, str message) except *
# cards played in this hand, by seat
cdef list cards_played(const State* s)
# the running trick agrees with the cards played; playing: somebody is asked for a card
cdef void check_tricks(const State* s, bint playing) except *
