# What a win, a draw and the end of a riichi game move.  Pure functions: nothing here reads a State.
from libc.stdint cimport int32_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport Ledger
from shugi._fast.flow.ranking cimport Ties
from shugi._fast.games.riichi.win cimport Value, Win

# points of one winner; of several on one tile, only the first is given honba and sticks
cdef void settle_win(const Rules* r, const Win* win, const Value* value, int honba, int sticks,
                     Ledger* ledger) noexcept nogil
# who must pay for the yakuman he completed, and its entry in the value; NOBODY
cdef int liable_seat(const Rules* r, const Win* win, const Value* value, int* entry) noexcept nogil
# tenpai: bit per seat
cdef void settle_noten(const Rules* r, int tenpai, Ledger* ledger) noexcept nogil
# a mangan draw for the seat, without honba and sticks
cdef void settle_nagashi(const Rules* r, int seat, int dealer, Ledger* ledger) noexcept nogil
# what the culprits (bit per seat) of a chombo pay each other seat
cdef void settle_chombo(const Rules* r, int culprits, Ledger* ledger) noexcept nogil
# sticks left at the end of the game go to the first place
cdef void settle_leftover(const Rules* r, const int32_t* score, const Ties* ties, int sticks,
                          Ledger* ledger) noexcept nogil
# a score rounded as Toriuchi settles it (toriuchi section 7)
cdef int32_t round_to_unit(const Rules* r, int32_t score) noexcept nogil
# chips between places at the end of the game (section 7 of super_bingo, flying_fish, toriuchi)
cdef void settle_placement(const Rules* r, const int32_t* score, const Ties* ties,
                           Ledger* ledger) noexcept nogil
cdef bint is_bust(const Rules* r, int32_t score) noexcept nogil
