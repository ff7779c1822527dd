# Sets of cards as the bytes of planes, written by table rather than card by card.
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy
from shugi._fast.core.cards cimport CARD_RANKS, CARD_SUITS
from shugi._fast.core.spread cimport SPREAD, spread_bytes

cdef enum:
    SUIT_SETS = 512      # sets of cards of one suit
    FIRST_RANKS = 0x8040201   # the lowest card of each suit

# by rank, at the cards held of one suit: how many they are; length of the run the card lies in
cdef uint8_t[SUIT_SETS][CARD_RANKS] LENGTHS
cdef uint8_t[SUIT_SETS][CARD_RANKS] RUNS
# by set of suits: 1 at each of them; all cards of them
cdef float[16][CARD_SUITS] SUIT_FLAGS
cdef uint64_t[16] SUITS


# the whole plane: 1 at each card of the set, 0 at the others
cdef inline void put_cards(uint8_t* at, uint64_t cards) noexcept nogil:
    spread_bytes(at, cards, 4)
    memcpy(at + 32, SPREAD[cards >> 32 & 15], 4)


# every card that has a higher one of its suit in the set
cdef inline uint64_t below(uint64_t cards) noexcept nogil:
    # shifted by 1, 2, 4; what came down from the next suit is masked away
    cards = cards >> 1 & ~(<uint64_t>FIRST_RANKS << 8)
    cards |= cards >> 1 & ~(<uint64_t>FIRST_RANKS << 8)
    cards |= cards >> 2 & ~(<uint64_t>FIRST_RANKS << 8 | <uint64_t>FIRST_RANKS << 7)
    return cards | (cards >> 4 & <uint64_t>FIRST_RANKS * 0x1F)
