# Counts of what happened in hands, and points and chips by reason, per seat.
from libc.stdint cimport int64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport State
from shugi._fast.flow.ledger cimport REASON_COUNT

cdef enum:                       # columns before the payments
    COUNT_HANDS
    COUNT_TSUMO
    COUNT_RON
    COUNT_BINGO
    COUNT_DEAL_IN
    COUNT_RIICHI
    COUNT_OPEN_RIICHI
    COUNT_OPEN_HAND
    COUNT_CALLS
    COUNT_TENPAI
    COUNT_NOTEN
    COUNTS

cdef enum:
    TALLIES = COUNTS + 2 * REASON_COUNT


# columns under these rules: those of chip events stand last
cdef inline int tallies(const Rules* r) noexcept nogil:
    return TALLIES + r.n_chip_event


# adds the hand just over to tally[seat][column]
cdef void tally_hand(const State* s, int64_t* tally) noexcept nogil
