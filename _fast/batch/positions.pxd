# The games of a batch, one by one: begun, put there, told of, saved, copied, dealt again.
from libc.stdint cimport uint64_t

from shugi._fast.batch.gate cimport Gate
from shugi._fast.batch.results cimport Results
from shugi._fast.bots.belief cimport Belief
from shugi._fast.bots.style cimport BotStyle
from shugi._fast.core.state cimport State
from shugi._fast.net.standing cimport EngineStanding
from shugi._fast.rules.compile cimport Rules


cdef class Positions(Results):
    cdef State* states
    cdef readonly object rules
    cdef Rules _rules
    cdef readonly bint forced, expects
    cdef readonly object layout
    cdef bint _cards                 # the layout is that of the card games
    cdef uint64_t[::1] _seeds
    cdef Gate _gate

    cdef void _start(self, int i, int first_dealer) noexcept nogil
    # rematch: who came last deals first
    cdef int _next_dealer(self, int i) noexcept nogil
    cdef int _deal(self, int k, list codes, int dealer, list counts, list scores) except -1
    # of a game that was put there rather than played
    cdef void _settle(self, int k) noexcept
    cdef bint _allowed(self, int i, int action)
    cdef int _copy_games(self, Positions other, list givers, list takers) except -1
    # Raises: ValueError
    cdef int _check_standing(self, EngineStanding standing) except -1
    cdef int _take_belief(self, Belief* belief, const float[:, :, ::1] weights, steps, looks, depth,
                          doubt, BotStyle style) except -1
