# Games that are stepped, one by one or many at once, and what each is asked next.
from libc.stdint cimport uint8_t
from shugi._fast.batch.looks cimport Look
from shugi._fast.batch.positions cimport Positions
from shugi._fast.batch.slots cimport Slots
from shugi._fast.batch.workers cimport Word, Work


cdef class Steps(Positions):
    cdef readonly bint auto_reset, hand_episodes
    cdef Slots _slots
    cdef Word _stopped           # why a game was, since it was last told (Stop)

    cdef void step_game(self, int i, int action) noexcept nogil
    # warns of a game that was stopped
    cdef int tell_stopped(self) except -1


cdef struct Step:
    void* games                  # Steps
    const uint8_t* actions
    Look look                    # of ADVANCE: at the next decision; without planes only the mask


cdef Work STEP, ADVANCE
