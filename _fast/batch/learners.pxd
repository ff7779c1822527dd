# One learner's seat in each game of a batch, and what its episodes come to.
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from shugi._fast.batch.workers cimport Work
from shugi._fast.bots.style cimport Style
from shugi._fast.core.sizes cimport SEATS


cdef class Learners:
    cdef readonly int n, seats
    cdef readonly object seat, actions, mask, reward, total
    cdef readonly object terminated, truncated, illegal, over, fresh, outside
    cdef public uint64_t key
    cdef uint8_t[SEATS] players      # by seat after the learner's
    cdef int64_t most_steps          # 0: as many as it takes
    cdef float illegal_reward
    cdef uint8_t idle
    cdef int8_t[::1] _seat
    cdef uint8_t[::1] _actions, _stage
    cdef uint8_t[:, ::1] _mask
    cdef float[::1] _reward
    cdef double[::1] _total
    cdef uint8_t[::1] _terminated, _truncated, _illegal, _over, _fresh, _outside
    cdef int64_t[::1] _steps

    # a game's next action; whether there is something to play
    cdef bint take_turn(self, int i) noexcept nogil
    # what an action brought the learner
    cdef void add(self, int i, float gain, bint over) noexcept nogil
    # nobody is left to play: what the learner is told
    cdef void tell(self, int i, bint game_over) noexcept nogil
    # games that wait for an agent of the caller
    cdef int count_outside(self) except -1


cdef struct Turn:
    void* learners
    void* games                      # Steps
    bint resumes                     # opponents were asked; else the learners
    const Style* style               # of the baseline among them


cdef Work TURN
