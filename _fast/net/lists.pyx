# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Positions as lists of what is not zero, and sums of a table's rows over them."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t
from libc.string cimport memcpy, memmove, memset

from shugi._fast.net.weights import cells_of

cdef enum:
    MOST = 1 << 16  # places: a list tells them in 16 bits


cdef extern from "net/tiers.h" nogil:
    enum:
        NET_COLUMNS, NET_SLACK
    ctypedef struct Sorting:
        pass
    ctypedef void (*SumRows)(const Lists*, const int64_t*, int64_t, const float*, int, int, float*,
                             float*) noexcept
    ctypedef void (*SpreadRows)(const Lists*, const int64_t*, int64_t, const float*, int, int,
                                int, Sorting*, float*) noexcept
    ctypedef void (*SumKinds)(const Lists*, const int64_t*, int64_t, const Grid*, const int32_t*,
                              const Features*, int, float*) noexcept
    ctypedef void (*SpreadKinds)(const Lists*, const int64_t*, int64_t, const Grid*,
                                 const int32_t*, const float*, int, const Features*) noexcept
    ctypedef int (*ListBytes)(const uint8_t*, int, uint16_t*, uint8_t*) noexcept
    ctypedef int (*ListFloats)(const float*, int, uint16_t*, float*) noexcept
    ctypedef struct Tier:
        const char* name
        SumRows sum_rows
        SpreadRows spread_rows
        SumKinds sum_kinds
        SpreadKinds spread_kinds
        ListBytes list_bytes
        ListFloats list_floats

    const Tier NET_TIER[3]
    int net_best_tier()
    Sorting* rows_sorting(int)
    void rows_done(Sorting*)

cdef int BEST = net_best_tier()


cdef class PositionLists:
    def __cinit__(self, int width, dtype=np.uint8, tier=None):
        if not 1 <= width <= MOST:
            raise ValueError(f"width must lie between 1 and {<int>MOST}, not {width}")
        if np.dtype(dtype) not in (np.dtype(np.uint8), np.dtype(np.float32)):
            raise ValueError(f"dtype must be uint8 or float32, not {np.dtype(dtype)}")
        self.width, self.dtype = width, np.dtype(dtype)
        self._tier = BEST if tier is None else _tier_of(tier)
        self._floats = self.dtype == np.float32
        self._start = np.zeros(1025, np.int64)
        self._place = np.zeros(1, np.uint16)
        self._value = np.zeros(1, self.dtype)
        self._cells = {}
        self._begins = np.zeros(1, np.int64)
        self._point()

    cdef int _point(self) except -1:
        cdef int64_t[::1] start = self._start
        cdef uint16_t[::1] place = self._place
        cdef uint8_t[::1] value = self._value.view(np.uint8)
        self._c.start, self._c.place = &start[0], &place[0]
        self._c.bytes = NULL if self._floats else &value[0]
        self._c.floats = <float*>&value[0] if self._floats else NULL
        return 0

    def __len__(self):
        return self._count

    @property
    def tier(self):
        return NET_TIER[self._tier].name.decode()

    @property
    def nbytes(self):
        cdef int64_t entries = self._c.start[self._count]
        return entries * (2 + self.dtype.itemsize) + 8 * (self._count + 1)

    # ---- positions in and out

    def clear(self):
        self._check_unread()
        self._count = 0

    cdef int _check_unread(self) except -1:
        if self._readers:
            raise RuntimeError("another thread reads these positions; wait until it has ended")
        return 0

    def append(self, positions):
        cdef const uint8_t[:, ::1] rows
        cdef int64_t i, at
        positions = positions.reshape(len(positions), -1)
        self._check(positions, "positions", self.dtype, (len(positions), self.width))
        rows = positions.view(np.uint8)
        self.open(rows.shape[0])
        at = self.begin_of(0)
        for i in range(rows.shape[0]):
            at = self.put(i, at, &rows[i, 0])
        self.close(rows.shape[0])

    def extend(self, PositionLists other not None, picks):
        cdef const int64_t[::1] rows = other.check_picks(picks)
        cdef int64_t size = 0
        cdef int64_t d
        if other.width != self.width or other.dtype != self.dtype:
            raise ValueError(f"positions of {other.width} {other.dtype} cannot join those of "
                             f"{self.width} {self.dtype}")
        self._check_unread()
        for d in range(rows.shape[0]):
            size += other._c.start[rows[d] + 1] - other._c.start[rows[d]]
        self._reserve(rows.shape[0], size)
        for d in range(rows.shape[0]):
            other._give(rows[d], self)

    cdef int _reserve(self, int64_t more, int64_t size) except -1:
        # room for `more` positions in which so many places are not zero
        cdef int64_t entries = self._c.start[self._count] + size
        start, place, value = self._start, self._place, self._value
        if self._count + more >= len(start):
            start = _longer(start, self._count + more + 1)
        if entries > len(place):
            place, value = _longer(place, entries), _longer(value, entries)
        self._check_unread()  # NumPy lets other threads run while it copies
        self._start, self._place, self._value = start, place, value
        return self._point()

    cdef int open(self, int64_t more) except -1:
        cdef int64_t[::1] begins
        self._check_unread()
        self._reserve(more, more * (self.width + <int>NET_SLACK))
        if more > len(self._begins):
            self._begins = np.zeros(more, np.int64)
        begins = self._begins
        self._begin = &begins[0]
        self._readers += 1
        return 0

    cdef int64_t begin_of(self, int64_t i) noexcept nogil:
        return self._c.start[self._count] + i * (self.width + <int>NET_SLACK)

    cdef int64_t put(self, int64_t i, int64_t at, const void* position) noexcept nogil:
        cdef uint16_t* places = <uint16_t*>self._c.place + at
        cdef int n = 0
        if position != NULL and self._floats:
            n = NET_TIER[self._tier].list_floats(
                <const float*>position, self.width, places, <float*>self._c.floats + at)
        elif position != NULL:
            n = NET_TIER[self._tier].list_bytes(
                <const uint8_t*>position, self.width, places, <uint8_t*>self._c.bytes + at)
        self._begin[i] = at
        (<int64_t*>self._c.start)[self._count + i + 1] = n  # where it ends, once it is closed
        return at + n

    cdef void close(self, int64_t more) noexcept:
        cdef int64_t i, n, to
        for i in range(more):
            n, to = self._c.start[self._count + 1], self._c.start[self._count]
            if self._begin[i] != to:
                self._move(self._begin[i], n, to)
            self._end(n)
        self._readers -= 1

    cdef void _move(self, int64_t at, int64_t n, int64_t to) noexcept nogil:
        memmove(<uint16_t*>self._c.place + to, self._c.place + at, n * sizeof(uint16_t))
        if self._floats:
            memmove(<float*>self._c.floats + to, self._c.floats + at, n * sizeof(float))
        else:
            memmove(<uint8_t*>self._c.bytes + to, self._c.bytes + at, n)

    cdef void _end(self, int64_t n) noexcept nogil:
        cdef int64_t* start = <int64_t*>self._c.start
        start[self._count + 1] = start[self._count] + n
        self._count = self._count + 1

    def take(self, picks):
        cdef const int64_t[::1] rows = self.check_picks(picks)
        cdef PositionLists found = PositionLists(self.width, self.dtype, self.tier)
        cdef const int64_t* start = self._c.start
        cdef int64_t size = 0
        cdef int64_t d
        for d in range(rows.shape[0]):
            size += start[rows[d] + 1] - start[rows[d]]
        found._start = np.zeros(rows.shape[0] + 1, np.int64)
        found._place = np.empty(max(1, size), np.uint16)
        found._value = np.empty(max(1, size), self.dtype)
        found._point()
        for d in range(rows.shape[0]):
            self._give(rows[d], found)
        return found

    cdef void _give(self, int64_t pick, PositionLists other) noexcept nogil:
        cdef int64_t at = self._c.start[pick]
        cdef int64_t n = self._c.start[pick + 1] - at
        cdef int64_t to = other._c.start[other._count]
        memcpy(<uint16_t*>other._c.place + to, self._c.place + at, n * sizeof(uint16_t))
        if self._floats:
            memcpy(<float*>other._c.floats + to, self._c.floats + at, n * sizeof(float))
        else:
            memcpy(<uint8_t*>other._c.bytes + to, self._c.bytes + at, n)
        other._end(n)

    def dense(self, picks):
        cdef const int64_t[::1] rows = self.check_picks(picks)
        cdef int64_t d
        found = np.empty((len(picks), self.width), self.dtype)
        cdef uint8_t[:, ::1] into = found.view(np.uint8)
        for d in range(rows.shape[0]):
            self.write(rows[d], &into[d, 0])
        return found

    cdef void write(self, int64_t pick, void* out) noexcept nogil:
        cdef uint8_t* cells = <uint8_t*>out
        cdef float* numbers = <float*>out
        cdef int64_t i
        memset(out, 0, self.width * (sizeof(float) if self._floats else 1))
        for i in range(self._c.start[pick], self._c.start[pick + 1]):
            if self._floats:
                numbers[self._c.place[i]] = self._c.floats[i]
            else:
                cells[self._c.place[i]] = self._c.bytes[i]

    # ---- from one process to another

    def entries(self):
        cdef int64_t size = self._c.start[self._count]
        lengths = np.diff(self._start[:self._count + 1]).astype(np.uint32)
        return lengths, self._place[:size], self._value[:size]

    def __reduce__(self):
        return _unpickled, (self.width, self.dtype.name, *self.entries())

    # ---- sums

    def sum_rows(self, picks, table, out):
        cdef const int64_t[::1] rows = self.check_picks(picks)
        cdef const float[:, ::1] given = self._table(table, self.width)
        cdef float[:, ::1] into = self._rows(out, "out", len(picks), table.shape[1])
        # of its own for each call: two threads may sum at once
        cdef float[::1] room = np.empty(self.width * <int>NET_COLUMNS, np.float32)
        cdef int wide = given.shape[1]
        if not rows.shape[0]:
            return
        self._readers += 1
        with nogil:
            NET_TIER[self._tier].sum_rows(&self._c, &rows[0], rows.shape[0], &given[0, 0],
                                          self.width, wide, &room[0], &into[0, 0])
        self._readers -= 1

    def spread_rows(self, picks, grad, table):
        cdef const int64_t[::1] rows = self.check_picks(picks)
        cdef float[:, ::1] into = self._table(table, self.width)
        cdef const float[:, ::1] given = self._rows(grad, "grad", len(picks), table.shape[1])
        cdef Sorting* sorting
        cdef int wide = into.shape[1]
        if not rows.shape[0]:
            return
        sorting = rows_sorting(self.width)  # as above
        if sorting == NULL:
            raise MemoryError("no memory for gradients")
        self._readers += 1
        with nogil:
            NET_TIER[self._tier].spread_rows(&self._c, &rows[0], rows.shape[0], &given[0, 0],
                                             self.width, wide, wide, sorting, &into[0, 0])
            rows_done(sorting)
        self._readers -= 1

    def sum_kinds(self, picks, slots, places, first, table, which, context, out):
        cdef const int64_t[::1] rows = self.check_picks(picks)
        cdef Grid grid = self._grid(slots, places, first)
        cdef const int32_t[:, ::1] where = self._slots(slots, len(picks), len(out))
        cdef Features given = self._features(slots, places, table, which, context)
        cdef int wide = table.shape[1]
        cdef float[:, ::1] into = self._rows(out, "out", len(out), wide)
        if not rows.shape[0] or not into.shape[0]:
            return
        self._readers += 1
        with nogil:
            NET_TIER[self._tier].sum_kinds(&self._c, &rows[0], rows.shape[0], &grid,
                                           &where[0, 0], &given, wide, &into[0, 0])
        self._readers -= 1

    def spread_kinds(self, picks, slots, places, first, grad, table, which, context):
        cdef const int64_t[::1] rows = self.check_picks(picks)
        cdef Grid grid = self._grid(slots, places, first)
        cdef const int32_t[:, ::1] where = self._slots(slots, len(picks), len(grad))
        cdef Features into = self._features(slots, places, table, which, context)
        cdef int wide = table.shape[1]
        cdef const float[:, ::1] given = self._rows(grad, "grad", len(grad), wide)
        if not rows.shape[0] or not given.shape[0]:
            return
        self._readers += 1
        with nogil:
            NET_TIER[self._tier].spread_kinds(&self._c, &rows[0], rows.shape[0], &grid,
                                              &where[0, 0], &given[0, 0], wide, &into)
        self._readers -= 1

    # ---- what callers give

    cdef Grid _grid(self, slots, int places, int first) except *:
        cdef Grid grid
        cdef const uint16_t[:, ::1] cells
        cdef int kinds = slots.shape[1]
        if places < 1 or self.width % places or not 0 <= first <= places - kinds:
            raise ValueError(f"{kinds} kinds from {first} on are not within {places}")
        key = (places, first, kinds)
        if key not in self._cells:
            self._cells[key] = cells_of(self.width // places, places, first, kinds)
        cells = self._cells[key]
        grid.at, grid.kinds = <const Cell*>&cells[0, 0], kinds
        return grid

    cdef Features _features(self, slots, int places, table, which, context) except *:
        cdef Features found
        cdef int count = slots.shape[0]
        cdef int kinds = slots.shape[1]
        cdef float[:, ::1] weights = self._table(table, self.width // places)
        cdef int wide = weights.shape[1]
        found.table = &weights[0, 0]
        weights = self._rows(which, "which", kinds, wide)
        found.which = &weights[0, 0]
        weights = self._rows(context, "context", count, wide)
        found.context = &weights[0, 0] if count else NULL
        return found

    def _slots(self, slots, int count, int most):
        self._check(slots, "slots", np.dtype(np.int32), (count, slots.shape[1]))
        if count and slots.max() >= most:
            raise ValueError(f"slots name rows from {most} on, where there are none")
        return slots

    cpdef check_picks(self, picks):
        self._check(picks, "picks", np.dtype(np.int64), (len(picks),))
        if len(picks) and not (0 <= picks.min() and picks.max() < self._count):
            raise IndexError(f"picks must lie between 0 and {self._count - 1}")
        return picks

    def _table(self, table, int rows):
        return self._rows(table, "table", rows, table.shape[1] if table.ndim == 2 else 0)

    def _rows(self, array, str name, int rows, int wide):
        self._check(array, name, np.dtype(np.float32), (rows, wide))
        return array

    def _check(self, array, str name, dtype, tuple shape):
        if (not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape
                or not array.flags.c_contiguous):
            raise ValueError(f"{name} must be a C-contiguous {dtype} array of shape {shape}")


cdef int count_readers(list of, int more) except -1:
    cdef PositionLists lists
    for lists in of:
        lists._readers += more
    return 0


def _unpickled(int width, str dtype, lengths, places, values):
    """Lists as they were. Raises: ValueError for what no lists can have written."""
    cdef PositionLists found = PositionLists(width, dtype)
    start = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=start[1:])
    size = int(start[len(lengths)])
    found._check(places, "places", np.dtype(np.uint16), (size,))
    found._check(values, "values", found.dtype, (size,))
    if size:
        firsts = np.zeros(size, bool)
        firsts[start[:-1][lengths > 0]] = True
        if places.max() >= width or not (firsts[1:] | (places[1:] > places[:-1])).all():
            raise ValueError("the places of each position must ascend, below its width")
        found._place, found._value = places.copy(), values.copy()
    found._start, found._count = start, len(lengths)
    found._point()
    return found


def _longer(array, int64_t least):
    found = np.zeros(max(least, 2 * len(array)), array.dtype)
    found[:len(array)] = array
    return found


def _tier_of(name):
    names = [NET_TIER[i].name.decode() for i in range(BEST + 1)]
    if name not in names:
        raise ValueError(f"this processor has no tier {name!r}; it has {', '.join(names)}")
    return names.index(name)
