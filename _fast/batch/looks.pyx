# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What seats see, and may do: works that write it into a caller's arrays, a row for each game."""

from libc.stdint cimport int64_t
from libc.string cimport memset

from shugi._fast.batch.legal cimport write_mask
from shugi._fast.batch.slots cimport (
    AHEAD, FAR_AHEAD, fetch_game, fetch_legal, fetch_view, viewer_of,
)
from shugi._fast.core.sizes cimport ACTIONS
from shugi._fast.core.state cimport PHASE_OVER, State
from shugi._fast.net.lists cimport PositionLists
from shugi._fast.view.observe cimport observe_history, observe_oracle, observe_seat

LEGAL = Work(show_masks, 512, 16)
OBSERVE = Work(show_views, 8, 1)
FEATURES = Work(flatten_views, 8, 1)
ORACLE = Work(show_hidden, 8, 1)
KEEP = Work(keep_views, 8, 8)


cdef inline uint8_t* mask_of(const Look* look, int i) noexcept nogil:
    return look.mask + <Py_ssize_t>i * ACTIONS


cdef void show_mask(const Look* look, int i) noexcept nogil:
    cdef const State* s = &look.slots.states[i]
    if s.phase == PHASE_OVER:
        memset(mask_of(look, i), 0, ACTIONS)
    else:
        write_mask(s, mask_of(look, i))


cdef void show_masks(void* job, int low, int high, int worker) noexcept nogil:
    cdef const Look* look = <const Look*>job
    cdef int i
    for i in range(low, high):
        fetch_legal(&look.slots, i + FAR_AHEAD)
        show_mask(look, i)


cdef void show_view(const Look* look, int i) noexcept nogil:
    cdef const State* s = &look.slots.states[i]
    cdef int seat = viewer_of(&look.slots, look.who, i)
    if seat < 0:
        return
    observe_seat(s, seat, look.blocks, look.planes + i * look.plane_bytes,
                 look.numbers + i * look.width)
    if look.history != NULL:
        observe_history(s, seat, look.history + i * look.tokens)


cdef void flatten_view(const Look* look, int i) noexcept nogil:
    cdef uint8_t[MOST_PLACES] planes
    cdef const State* s = &look.slots.states[i]
    cdef float* out = look.numbers + i * look.width
    cdef int seat = viewer_of(&look.slots, look.who, i)
    cdef Py_ssize_t k
    if look.mask != NULL and (seat >= 0 or look.who == NULL):
        if seat == s.actor:
            show_mask(look, i)
        else:
            memset(mask_of(look, i), 0, ACTIONS)
    if seat < 0:
        return
    observe_seat(s, seat, look.blocks, planes, out + look.places)
    for k in range(look.places):
        out[k] = planes[k] / look.scale[k]
    if look.history != NULL:
        observe_history(s, seat, look.history + i * look.tokens)


ctypedef void (*Show)(const Look* look, int i) noexcept nogil


cdef void look_at(const Look* look, int low, int high, Show show) noexcept nogil:
    cdef int i
    for i in range(low, high):
        fetch_game(&look.slots, i + AHEAD)
        if i + 1 < high:
            fetch_view(&look.slots, look.who, i + 1)
        show(look, i)


cdef void show_views(void* job, int low, int high, int worker) noexcept nogil:
    look_at(<const Look*>job, low, high, show_view)


cdef void flatten_views(void* job, int low, int high, int worker) noexcept nogil:
    look_at(<const Look*>job, low, high, flatten_view)


cdef void show_hidden(void* job, int low, int high, int worker) noexcept nogil:
    cdef const Look* look = <const Look*>job
    cdef int i, seat
    for i in range(low, high):
        seat = viewer_of(&look.slots, look.who, i)
        if seat >= 0:
            observe_oracle(&look.slots.states[i], seat, look.planes + i * look.plane_bytes)


cdef void keep_views(void* job, int low, int high, int worker) noexcept nogil:
    cdef const Keeping* keeping = <const Keeping*>job
    cdef const Look* look = &keeping.look
    cdef uint8_t[MOST_PLACES] planes
    cdef uint8_t[MOST_HIDDEN] hidden
    cdef float[MOST_GLOBALS] numbers
    cdef void* seen[3]
    cdef int64_t[3] at
    cdef int i, k, seat
    seen[0], seen[1], seen[2] = planes, numbers, hidden
    for k in range(keeping.kinds):
        at[k] = (<PositionLists>keeping.lists[k]).begin_of(low)
    for i in range(low, high):
        fetch_game(&look.slots, i + AHEAD)
        if i + 1 < high:
            fetch_view(&look.slots, NULL, i + 1)
        seat = viewer_of(&look.slots, NULL, i)
        if seat >= 0:
            observe_seat(&look.slots.states[i], seat, look.blocks, planes, numbers)
            if keeping.kinds == 3:
                observe_oracle(&look.slots.states[i], seat, hidden)
        for k in range(keeping.kinds):
            at[k] = (<PositionLists>keeping.lists[k]).put(
                i, at[k], NULL if seat < 0 else seen[k])
