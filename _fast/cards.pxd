# The table of a card game: what a State holds of a hand in play, and small functions on cards.
#
# A card is 0-35: 9 * suit + rank, suits C H S D (0-3, their worth in Ninety-Nine is 3 - suit),
# ranks 6 7 8 9 T J Q K A (0-8).  A set of cards is a bit set.
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t

cdef enum:
    CARDS = 36
    CARD_SUITS = 4
    CARD_RANKS = 9
    CARD_SEATS = 3
    CARD_TRICKS = 12
    NO_CARD = 255
    NO_SUIT = 255

cdef enum CardSuit:
    CLUBS = 0
    HEARTS = 1
    SPADES = 2
    DIAMONDS = 3

cdef enum CardEvent:         # of the history of card games: seat << 14 | event << 8 | code
    CARD_PLAYED = 1          # the card
    CARD_OFFERED = 17        # Ninety-Nine: the verb
    CARD_SHOWN = 18          # ... a card held or laid aside that is turned up

cdef extern from *:
    int lowest_card "__builtin_ctzll"(uint64_t) noexcept nogil
    int count_cards "__builtin_popcountll"(uint64_t) noexcept nogil


cdef struct PiquetTable:     # by seat: 0, 1; elder and younger change with the deal
    uint8_t elder


cdef struct NinetyNineTable:   # it outlives the hand
    uint8_t won[CARD_SEATS]      # games of a race


cdef union CardGame:
    PiquetTable piquet
    NinetyNineTable ninety_nine


cdef struct CardTable:
    uint8_t stage                # what is decided (the game's own list)
    uint64_t hand[CARD_SEATS]    # cards held now
    uint64_t aside[CARD_SEATS]   # laid aside face down: exchanged cards, bid cards
    uint64_t shown[CARD_SEATS]   # cards of the seat that all know it holds, or has laid aside
    uint64_t seen[CARD_SEATS]    # cards left in the talon that the seat has looked at
    uint64_t played[CARD_SEATS]  # in the play of this hand
    uint8_t void[CARD_SEATS]     # suits that the seat did not follow: bit per suit
    uint8_t trick[CARD_SEATS]    # cards of the running trick by seat; NO_CARD
    uint8_t n_trick              # of them
    uint8_t leader               # who led it
    uint8_t tricks[CARD_SEATS]   # won
    uint8_t trump                # suit; NO_SUIT none
    CardGame game


cdef inline int suit_of(int card) noexcept nogil:
    return card // CARD_RANKS


cdef inline int rank_of(int card) noexcept nogil:
    return card % CARD_RANKS


cdef inline uint64_t suit_cards(int suit) noexcept nogil:
    return <uint64_t>0x1FF << (CARD_RANKS * suit)
