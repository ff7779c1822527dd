# Sets and a pair of 2, 5 or 8 of a suit (Wuhan, 4): of a hand on trial by its sets alone
# (FORM_SETS), without its wildcards.
from libc.stdint cimport uint64_t
from shugi._fast.shape.trial cimport Trial

# 2, 5 and 8 of the suits (bit = kind)
cdef uint64_t TWO_FIVE_EIGHT

# shanten, -1 for a complete hand; wild: wildcards that the hand may use
cdef int shanten_258(Trial* t, int wild) noexcept nogil
# of the kinds held, those whose discard leaves a full hand as near as it was
cdef uint64_t good_258(Trial* t, uint64_t held, int wild) noexcept nogil
# kinds whose draw brings the hand nearer
cdef uint64_t steps_258(Trial* t) noexcept nogil
