# One learner's seat in each game of a batch, and what its episodes come to.
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from shugi._fast.core.sizes cimport SEATS


cdef enum Player:            # at a seat that is not the learner's
    PLAYER_OUTSIDE = 0       # an agent of the caller
    PLAYER_RANDOM = 1
    PLAYER_BASELINE = 2


cdef enum Stage:             # of a game between two calls
    STAGE_ASKED = 0          # the learner decides, or its episode is over
    STAGE_OUTSIDE = 1        # an agent of the caller decides
    STAGE_BEGUN = 2          # an episode was begun, and nobody has been asked
    STAGE_FAILED = 3         # the caller's agent chose an illegal action, or the engine met a limit


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
    cdef bint take_turn(self, int i, float* owed) noexcept nogil
    # nobody is left to play: what the learner is told, and what he is owed
    cdef void tell(self, int i, float* owed, bint game_over) noexcept nogil
    # games that wait for an agent of the caller
    cdef int count_outside(self) except -1
