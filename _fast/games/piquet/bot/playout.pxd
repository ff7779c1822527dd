# Piquet's baseline: the play of the cards by counting winners, with the other's cards known or
# guessed, and a hand played out so.  Players are 0 (who thinks) and 1.
from libc.stdint cimport int32_t, uint64_t
from shugi._fast.core.rules cimport Rules

cdef struct Playout:
    uint64_t hand[2]
    int32_t points[2]        # of this hand
    int32_t tricks[2]        # won
    int leader
    int led                  # card on the table; NO_CARD
    bint bonus               # somebody has made his repic or pic


# which of the allowed cards to lead
cdef int lead_card(uint64_t allowed, uint64_t own, uint64_t theirs) noexcept nogil
# which card to play on one that was led
cdef int reply_card(uint64_t own, uint64_t theirs, int led) noexcept nogil
# lays the card of whose turn it is and enters its points
cdef void lay(const Rules* r, Playout* p, int card) noexcept nogil
# plays all cards by those two and enters the points, those for more tricks included
cdef void play_out(const Rules* r, Playout* p) noexcept nogil
