# What one seat of a card game can work out from the table and its own hand.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.cards cimport CARD_SEATS, CardTable
from shugi._fast.core.rng cimport Rng
from shugi._fast.core.rules cimport GAMES, Rules
from shugi._fast.core.state cimport State

cdef struct CardView:               # seats relative: 0 own, 1 next to act, ...; cards as bit sets
    const State* s
    const Rules* r
    const CardTable* t
    int seat
    int seats
    bint acts                        # the seat decides now
    uint64_t pack
    uint64_t gone                    # played in this hand, the running trick too
    uint64_t talon                   # known to lie in what is left of the talon
    uint64_t open_talon              # ... known to all
    uint64_t known[CARD_SEATS]       # known to be in the hand (own: all of it)
    uint64_t aside[CARD_SEATS]       # known to be laid aside (own: all of it)
    uint64_t unseen                  # wherever it lies: a hand, laid aside, the talon
    uint64_t possible[CARD_SEATS]    # may be in the hand, as far as play has told (own: all of it)


# What one card game alone has; view.pyx and redeal.pyx of its room fill its row
cdef struct CardOps:
    # of the cards that a seat has shown, those that all know to be in its hand
    uint64_t (*held_openly)(const State*, int p) noexcept nogil
    bint opens_aside                 # what was shown of the cards laid aside lies open
    int first_stage                  # the place of its first question in the row "stage"
    # its own rows of the observation
    void (*planes)(const CardView*, uint8_t* at) noexcept nogil
    void (*globals_)(const CardView*, float* at) noexcept nogil
    # may others' new cards be behind all that `seat` has heard?  trial: s with these cards
    bint (*fits)(const State* s, int seat, State* trial) noexcept nogil
    # what else goes with the new cards
    void (*settle)(const State* s, int seat, State* trial, Rng* rng) noexcept nogil

cdef CardOps[<int>GAMES] CARD_OPS    # by Rules.game


cdef inline const CardOps* card_ops(const State* s) noexcept nogil:
    return &CARD_OPS[s.rules.game]


cdef void card_view(const State* s, int seat, CardView* v) noexcept nogil
# cards of the pack that is played with
cdef uint64_t pack_of(const Rules* r) noexcept nogil
# cards in the hand of a seat, or laid aside by it, that another seat knows to be there
cdef uint64_t known_to(const State* s, int seat, int owner) noexcept nogil
cdef uint64_t known_aside(const State* s, int seat, int owner) noexcept nogil
# the card that takes the trick as it stands; NO_CARD before the first
cdef int trick_winner(const CardTable* t) noexcept nogil


cdef inline int seat_from(const CardView* v, int relative) noexcept nogil:
    cdef int p = v.seat + relative
    return p if p < v.seats else p - v.seats


cdef inline int place_from(const CardView* v, int seat) noexcept nogil:
    return (seat - v.seat + v.seats) % v.seats
