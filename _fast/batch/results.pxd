# What a batch shows of its games: arrays with a row for each, rewritten by every step.
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport State, Totals


cdef enum Owed:                  # what a seat was paid and has not taken
    OWED_CHIPS = 0               # chance averaged out; units, where a game has these
    OWED_POINTS = 1
    OWED_REWARD = 2
    OWED = 3


# an array over memory that nothing can free or resize while the engine writes into it
cdef object room(tuple shape, object dtype)
# what was paid between two looks at the ledger, as chips (chance averaged out) and points that
# count: added to owed
cdef void add_paid(const Rules* r, int p, const Totals* before, const Totals* now,
                   float* owed) noexcept nogil
# chips between places, out of the ledger of a game's last hand
cdef int placement_of(const State* s, int p) noexcept nogil


cdef class Results:
    cdef readonly int n, seats
    cdef readonly object seat, done, hand_done, status, points, chips, expected, reward, owed
    cdef readonly object final_rank, final_score, final_result, placement, bonus, tally
    cdef readonly object games
    cdef int8_t[::1] _seat
    cdef uint8_t[::1] _done, _hand_done, _status
    cdef int32_t[:, ::1] _points, _chips, _final_score, _placement
    cdef float[:, ::1] _expected, _reward, _bonus
    cdef float[:, :, ::1] _owed
    cdef int8_t[:, ::1] _final_rank
    cdef double[:, ::1] _final_result
    cdef int64_t[:, :, ::1] _tally
    cdef uint32_t[::1] _games

    # tallies: columns that are counted; 0: none
    cdef int make_arrays(self, int n, int seats, int tallies) except -1
    cdef int clear(self) except -1
    # what a step brought, since the ledger was looked at before it
    cdef void show_step(self, int i, const State* s, const Totals* before) noexcept nogil
    cdef void show_nothing(self, int i) noexcept nogil
    # of a game that was put there rather than played
    cdef void show_state(self, int i, const State* s) noexcept nogil
    # of a game that is over
    cdef void show_end(self, int i, const State* s) noexcept nogil
    # what is shown of game i of the other batch
    cdef void copy_row(self, Results other, int i, int j) noexcept nogil
