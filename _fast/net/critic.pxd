# A critic of one rule set, in C: what a seat still gains, from all tiles.
from shugi._fast.net.policy cimport EngineNetwork, Room


cdef class EngineCritic(EngineNetwork):
    cdef readonly bint oracle, standing
    cdef int seen                # bytes of what the seat sees; the hidden tiles come behind

    # values of the first `count` positions of a room, at most NET_BLOCK
    cdef void value(self, Room* room, int count, float* out) noexcept nogil
    cdef void _begin(self, Room* room, int p) noexcept nogil
