# A state as plain Python values, and back with every check.
from shugi._fast.core.rules cimport GAMES, Rules
from shugi._fast.core.state cimport State


# What a position of a game says beyond the others; games/*/text.pyx fills its rows. A game without
# one has nothing of its own, and no position of it may say what others have (check/tables.py).
cdef struct TextOps:
    # the whole of it, where there are no tiles: NULL for tiles
    dict (*whole)(const State*)
    void (*read_whole)(State*, const Rules*, dict) except *

    # the keys of the state, and of a seat, added to the dict
    void (*write)(const State*, dict) except *
    void (*write_seat)(const State*, int p, dict) except *
    # the fields of the state, with the deck's codes of this hand in left[CODES]; before the seats
    void (*read)(State*, dict, int* left) except *
    # the fields of a seat whose melds, river and tiles set aside are read
    void (*read_seat)(State*, int p, dict, str field) except *
    # a state of which the wildcard is not known yet, the hands being filled still
    bint (*is_early)(const State*, dict)

cdef TextOps[<int>GAMES] TEXTS    # by Rules.game


cdef dict state_to_dict(const State* s)
# s is written only when everything is in order; raises PositionError
cdef void dict_to_state(State* s, const Rules* r, dict d) except *
