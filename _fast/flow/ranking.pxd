# Who is where, and what a game was worth: the same for all games.
from libc.stdint cimport int32_t, int64_t, uint8_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport State

cdef struct Ties:            # what decides at equal points
    int32_t first_dealer     # of the game
    int32_t last_winner      # who won the newest won hand; NOBODY


# what decides at equal points
cdef inline Ties ties_of(const State* s) noexcept nogil:
    cdef Ties ties
    ties.first_dealer = s.first_dealer
    ties.last_winner = s.last_winner
    return ties


# order[0] = the seat in first place; equal points: by tie_first and tie_second
cdef void rank_seats(const Rules* r, const int32_t* score, const Ties* ties,
                     uint8_t* order) noexcept nogil
# each seat's place, 0 the first: by that order, or where the rules break no ties by `amount`, and
# who is equal shares the better place
cdef void final_places(const Rules* r, const uint8_t* order, const int64_t* amount,
                       uint8_t* place) noexcept nogil
# the game's result in thousandths of its unit: chips, or points in thousands with uma and oka
# (and chips at shugi_value)
cdef void final_result(const Rules* r, const int32_t* score, const int32_t* chips,
                       const Ties* ties, int64_t* out) noexcept nogil
# of it: uma and oka, which are no payments of a hand
cdef double end_bonus(const State* s, int seat) noexcept nogil
