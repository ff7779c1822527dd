# Deal again what one seat of a card game cannot see.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.cards cimport CARDS, CARD_SEATS
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.state cimport State

cdef struct Hidden:                  # the cards that a seat cannot place, and where they may lie
    int seat
    int n
    uint8_t card[CARDS]              # lies at ...
    uint8_t place[CARDS]             # a hand (seat), laid aside (4 + seat), or the talon (8)
    uint64_t hand[CARD_SEATS]        # what is not hidden there
    uint64_t aside[CARD_SEATS]

cdef enum:
    AT_HAND = 0
    AT_ASIDE = 4
    AT_TALON = 8

# false when no arrangement was found; then s is as it was
cdef bint redeal_hidden_cards(State* s, int seat, uint64_t key) noexcept nogil
