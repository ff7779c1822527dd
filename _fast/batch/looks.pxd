# What seats see, and may do: works that write it into a caller's arrays, a row for each game.
from libc.stdint cimport int8_t, uint8_t, uint16_t
from shugi._fast.batch.slots cimport Slots
from shugi._fast.batch.workers cimport Work


cdef enum:
    MOST_PLACES = 64 * 40    # numbers of all planes of a layout
    MOST_HIDDEN = 64 * 16    # ... of the oracle's
    MOST_GLOBALS = 64 * 5


cdef struct Look:            # arrays that are NULL are not asked for
    Slots slots
    const int8_t* who        # NULL: whoever decides
    int blocks               # of rows that are read, as observe_seat takes them
    uint8_t* mask
    uint8_t* planes          # of ORACLE what is hidden
    Py_ssize_t plane_bytes   # of a game
    float* numbers           # globals; of FEATURES the planes over their scales, then these
    Py_ssize_t width
    uint16_t* history
    Py_ssize_t tokens
    const float* scale       # of every place in the planes
    Py_ssize_t places


cdef struct Keeping:
    Look look
    int kinds                # of what is kept: without the last one the hidden tiles are not
    void* lists[3]           # PositionLists that are open: planes, globals and hidden tiles


cdef Work LEGAL, OBSERVE, FEATURES, ORACLE, KEEP

cdef void show_mask(const Look* look, int i) noexcept nogil
cdef void show_view(const Look* look, int i) noexcept nogil
