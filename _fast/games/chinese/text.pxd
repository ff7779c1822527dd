# What a position of a regional game says beyond the others: the wildcard, its own fields.
from shugi._fast.core.state cimport State

# the keys of the state, and of a seat, added to the dict
cdef void regional_to_dict(const State* s, dict out) except *
cdef void regional_seat_to_dict(const State* s, int p, dict out) except *
# the fields of the state, with the deck's codes of this hand in left[CODES]; before the seats
cdef void regional_from_dict(State* s, dict d, int* left) except *
# the fields of a seat whose melds, river and tiles set aside are read
cdef void regional_seat_from_dict(State* s, int p, dict d, str field) except *
# raises PositionError when a position of another game has one of these keys
cdef void refuse_regional(dict d, str part, str where) except *
# a state of which the wildcard is not known yet, the hands being filled still
cdef bint before_indicator(const State* s, dict d)
