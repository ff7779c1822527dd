# The table of a card game: what a State holds of a hand in play, and small functions on cards.
#
# A card is 0-35: 9 * suit + rank, suits C H S D (0-3, their worth in Ninety-Nine is 3 - suit),
# ranks 6 7 8 9 T J Q K A (0-8).  A set of cards is a bit set.
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t

cdef enum:
    CARDS = 36
    CARD_PLACES = 36     # of a plane: one for each card
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


cdef enum PiquetStage:       # CardTable.stage
    PQ_SEAT = 0              # who drew the higher cut chooses his seat
    PQ_BLANK = 1             # is the carte blanche claimed
    PQ_COUNT = 2             # how many the blank elder will exchange
    PQ_EXCHANGE = 3          # the next card to lay out
    PQ_LOOK = 4
    PQ_OPEN = 5
    PQ_DECLARE = 6           # the elder, in PiquetTable.speaking
    PQ_ANSWER = 7            # the younger
    PQ_EXTRA = 8             # is PiquetTable.asking counted too
    PQ_LATE = 9              # the younger, where the elder had nothing
    PQ_PLAY = 10
    PQ_STAGES = 11


cdef enum PiquetCategory:
    CAT_POINT = 0
    CAT_SEQUENCE = 1
    CAT_SETS = 2
    CATEGORIES = 3


cdef enum PiquetVerdict:
    VERDICT_OPEN = 0         # not declared, or not answered yet
    VERDICT_NONE = 1         # the elder declared nothing
    VERDICT_GOOD = 2
    VERDICT_NOT_GOOD = 3
    VERDICT_EQUAL = 4


cdef enum CardEvent:         # of the history of card games: seat << 14 | event << 8 | code
    CARD_PLAYED = 1          # the card
    CARD_BLANK = 2           # a carte blanche is claimed
    CARD_COUNT = 3           # cards that the blank elder will exchange
    CARD_LAID_OUT = 4        # how many
    CARD_LOOKED = 5          # the talon is turned up (1) or not (0)
    CARD_OPENED = 6          # suit of the first lead; 4: the talon stays closed
    CARD_POINT = 7           # cards of the declared point; none under the old rule
    CARD_PIPS = 8            # its pips
    CARD_DECLARED = 9        # action of the sequence or set declared, in full
    CARD_LENGTH = 10         # category * 16 + its cards alone, told step by step
    CARD_NOTHING = 11        # category
    CARD_GOOD = 12           # category
    CARD_NOT_GOOD = 13       # category
    CARD_EQUAL = 14          # category
    CARD_COUNTED = 15        # action of the sequence or set that is counted
    CARD_COUNTED_POINT = 16  # cards of the younger's point, pips under the old rule
    CARD_OFFERED = 17        # Ninety-Nine: the verb
    CARD_SHOWN = 18          # ... a card held or laid aside that is turned up


cdef struct PiquetSaid:      # one category; sets of cards
    uint64_t declared        # by the elder
    uint64_t answer          # the younger's comparison, or his own after the elder's nothing
    uint64_t counted         # by whoever won the category
    uint8_t verdict          # PiquetVerdict


cdef struct PiquetStanding:  # what lasts from hand to hand
    uint8_t wins[2]          # games
    uint8_t hands            # of this game or partie, those over
    uint8_t extensions       # pairs of deals added to the six
    uint8_t seated           # the first choice of seats was made


cdef struct PiquetTable:     # by seat: 0, 1; elder and younger change with the deal
    PiquetStanding standing
    uint8_t elder
    uint8_t blank[2]         # carte blanche claimed
    uint8_t count            # cards the blank elder will exchange (full sequence); 0
    uint8_t least            # of the exchange that is chosen
    uint8_t most
    uint8_t opened           # what is left of the talon lies open
    uint8_t bound            # suit of the first lead; NO_SUIT
    uint8_t speaking         # PiquetCategory
    uint8_t late             # the younger's declarations
    uint8_t n_asked          # further combinations asked for
    uint8_t repic            # NOBODY
    uint8_t pic              # NOBODY
    int16_t made[2]          # points of this hand, as far as entered
    uint64_t picked          # cards chosen so far, known to the seat alone
    uint64_t asking          # the further combination in question
    uint64_t kept[2]         # hands when the declarations began
    PiquetSaid said[3]       # PiquetCategory


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
    uint64_t seen[CARD_SEATS]    # talon cards the seat has looked at, left there or drawn since
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
