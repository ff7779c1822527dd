# Piquet: points as they are entered, the end of a hand, games, matches and six deals (piquet 5, 6).
from shugi._fast.core.cards cimport PiquetTable
from shugi._fast.core.state cimport State

cdef inline PiquetTable* piquet_table(State* s) noexcept nogil:
    return &s.cards.game.piquet


# who deals first, by lot
cdef void piquet_first_dealer(State* s) noexcept nogil
# may the seat that drew the higher cut choose where it sits, and has not yet
cdef bint piquet_choice_of_seats(const State* s) noexcept nogil
# enters the points of all declarations in their order; true: they end the game and the hand
cdef bint piquet_enter_declared(State* s) noexcept nogil
# the card has been led, after the declarations
cdef void piquet_lead_point(State* s, int seat, int card) noexcept nogil
# the trick is won with the card; ends the hand after the last one (and then returns true)
cdef bint piquet_trick_points(State* s, int winner, int card) noexcept nogil
