# The tiles that are in play in this hand, once the wildcard is known: of what code, and how many.
from libc.stdint cimport uint8_t
from shugi._fast.state cimport KINDS, State


cdef struct Deck:        # the turned indicator, which nobody can hold, is left out
    uint8_t kind[KINDS]  # by the kind that a tile counts as; wildcards and kan tiles have none
    uint8_t wild
    uint8_t kan[2]       # KONG_TILE and the code after it


cdef void deck_in_play(const State* s, Deck* out) noexcept nogil
# kinds printed on the kan tiles (Wuhan), NO_TILE where there are fewer than two
cdef void kan_kinds(const State* s, uint8_t* out) noexcept nogil
