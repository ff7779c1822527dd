# Networks of one rule set, in C: evaluated for a few positions at a time, without Python.
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t

from shugi._fast.net.lists cimport PositionLists


cdef extern from "net/network.h" nogil:
    enum:
        NET_BLOCK, NET_ACTIONS, NET_CODES, NET_FINER, NET_FINEST

    ctypedef struct Layer:
        int8_t* weight
        float* scale
        int inputs

    ctypedef struct Cell:
        uint16_t plane, kind

    ctypedef struct Net:
        int hidden, wide, last, slim, channels, broad
        int kinds, first
        int planes, places, numbers
        float epsilon
        float* which
        Cell* at
        float* cell
        Layer second
        int8_t* table
        uint8_t* finer
        uint8_t* kind
        float* unit
        float* start
        float* number_size
        int8_t* number
        float* number_unit
        float* gain
        float* shift
        float* second_bias
        float* head
        float* head_bias
        int bins, heads
        float* bin
        float* context
        float* context_bias
        int16_t* mix
        float* mix_unit
        float* mix_bias
        float* out
        float out_bias[2]
        int8_t place[64]
        uint8_t copy[64]

    ctypedef struct Room:
        const uint8_t* planes[4]
        const float* numbers[4]
        uint64_t legal[4][2]
        uint8_t* own_planes
        float* own_numbers


# actions to draw, and how
ctypedef struct Draw:
    const double* unit           # in [0, 1), a number for each position
    double floor                 # of the probability, shared by the lifted actions that are legal
    uint64_t lifted[2]
    uint8_t* action
    float* log_prob              # of the action, the floor within


# what a network is asked for, besides the positions
cdef class Asked:
    cdef const uint8_t[:, ::1] mask
    cdef float[:, ::1] found
    cdef object out
    cdef int count
    cdef Draw* draw              # NULL: log-probabilities of all actions


# what a policy and a critic share
cdef class EngineNetwork:
    cdef Net net
    cdef readonly int blocks     # of the observation: those of which it reads a row
    cdef int _tier
    cdef readonly object rules
    cdef dict _weights
    cdef list _kept

    cdef int _take(self, dict weights, int planes, int first, double epsilon) except -1
    # what `other` is, but for the rules
    cdef int _become(self, EngineNetwork other, weights, layout) except -1
    cdef int _take_layer(self, Layer* layer, weight) except -1
    cdef void* _columns(self, whole) except NULL
    cdef float* _floats(self, str name, tuple shape, bint turned=*) except NULL
    cdef void* _keep(self, array) except NULL
    # the logits of the first `count` positions of a room, at most NET_BLOCK
    cdef void evaluate(self, Room* room, int count) noexcept nogil
    # Raises: ValueError, IndexError
    cdef int _check_lists(self, PositionLists lists, int width, dtype, picks) except -1


cdef class EnginePolicy(EngineNetwork):
    # lists that positions are asked about in.  Raises: ValueError, IndexError
    cdef int check_seen(self, PositionLists planes, PositionLists globals_, picks) except -1
    cdef int _ask_kept(self, PositionLists planes, PositionLists globals_, picks,
                       Asked asked) except -1
    cdef void _answer(self, Room* room, Asked asked, int at, int n) noexcept nogil


# room for each of some threads
cdef class Rooms:
    cdef Room** room
    cdef int count


# a position that is kept, as position p of a room
cdef void tell_network(EngineNetwork network, Room* room, int p, PositionLists planes,
                       PositionLists numbers, int64_t pick) noexcept nogil

# of position p of a room that was evaluated; it has a legal action
cdef int likeliest(const Room* room, int p) noexcept nogil
cdef int drawn(const Room* room, int p, uint64_t key) noexcept nogil
cdef void log_shares(const Room* room, int p, float* out) noexcept nogil
# what a critic expects there: chips, thousands of points
cdef void means(EngineNetwork network, const Room* room, int p, float* out) noexcept nogil
