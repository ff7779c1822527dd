# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Tables of sets of cards, made once on import."""

from shugi._fast.core.bits cimport has
from shugi._fast.core.cards cimport suit_cards


cdef void fill_suit(int cards) noexcept:
    # the set as one suit's
    cdef int rank, low, high
    cdef int length = 0
    for rank in range(CARD_RANKS):
        length += has(cards, rank)
    for rank in range(CARD_RANKS):
        LENGTHS[cards][rank] = RUNS[cards][rank] = 0
        if not has(cards, rank):
            continue
        low = high = rank
        while low > 0 and has(cards, low - 1):
            low -= 1
        while high < CARD_RANKS - 1 and has(cards, high + 1):
            high += 1
        LENGTHS[cards][rank] = <uint8_t>length
        RUNS[cards][rank] = <uint8_t>(high - low + 1)


cdef void fill() noexcept:
    cdef int i, bit
    for i in range(SUIT_SETS):
        fill_suit(i)
    for i in range(16):
        SUITS[i] = 0
        for bit in range(CARD_SUITS):
            SUIT_FLAGS[i][bit] = has(i, bit)
            if has(i, bit):
                SUITS[i] |= suit_cards(bit)


fill()
