# Piquet's baseline: what a seat knows of the other's cards, and guesses at the rest.
from libc.stdint cimport uint64_t
from shugi._fast.core.cards cimport CARDS, CARD_TRICKS
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport State

cdef struct PiquetView:
    const State* s
    const Rules* r
    int me
    bint elder               # is it the elder who thinks
    uint64_t hand
    uint64_t held            # cards that the other is known to hold
    uint64_t pool            # cards that he may hold beside them
    int hidden               # how many of these he holds


cdef struct Exchange:        # how the cards may lie before the exchange
    uint64_t other[CARD_TRICKS + 1]  # his hand afterwards, by the number of cards exchanged here
    int talon[CARD_TRICKS]   # what there is to draw
    int n                    # of them


# the strongest combination of a hand; 0 where there is none
cdef uint64_t best_of(const Rules* r, int category, uint64_t hand) noexcept nogil
cdef void view_make(const State* s, PiquetView* v) noexcept nogil
# numbers that depend on nothing but what the seat knows
cdef Rng view_lots(const PiquetView* v) noexcept nogil
# a hand of the other in the play
cdef uint64_t guess_hand(const PiquetView* v, Rng* lots) noexcept nogil
# ... that fits what both have declared, if one is found soon
cdef uint64_t likely_hand(const PiquetView* v, Rng* lots) noexcept nogil
cdef void guess_exchange(const PiquetView* v, Rng* lots, Exchange* out) noexcept nogil
# how much each card of a hand before the exchange is worth keeping; a card from the talon: DRAWN
cdef float DRAWN
cdef void keep_worths(uint64_t hand, float* worth) noexcept nogil
