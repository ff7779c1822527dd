# The tiles that are in play in this hand, once the wildcard is known: of what code, and how many.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport State


# tiles in play that count as no kind: wildcards and kan tiles
cdef uint64_t KINDLESS


cdef struct Deck:        # the turned indicator, which nobody can hold, is left out
    uint8_t kind[KINDS]  # by the kind that a tile counts as; wildcards and kan tiles have none
    uint8_t wild
    uint8_t kan[2]       # KAN_TILE and the code after it


cdef inline bint kans_covered(const Rules* r) noexcept nogil:
    # closed kans lie face down until the hand ends
    return r.regional and r.closed_kong_hidden


cdef inline bint turns_indicator(const Rules* r) noexcept nogil:
    # a tile is turned after the deal to name the wildcard
    return r.turns_indicator and not r.permanent_fortune


cdef void deck_in_play(const State* s, Deck* out) noexcept nogil
# tiles by code into left[CODES], the indicator among them
cdef void codes_in_play(const State* s, int* left) noexcept nogil
# may a tile be set aside under these rules, or lie in a river though it belongs to no kind?
cdef bint lies_aside(const Rules* r, int code) noexcept nogil
cdef bint lies_in_river(const Rules* r, int code) noexcept nogil
# kind of the wildcards that an indicator's kind names, in the games that turn one
cdef int wild_kind_of(const Rules* r, int indicator) noexcept nogil
