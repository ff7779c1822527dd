# cython: language_level=3
"""What callers hand in: numbers and arrays, checked."""

from operator import index

import numpy as np

from shugi._fast.core.sizes cimport ACTIONS


cdef object whole(object value, str name):
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None


cdef object between(object value, object low, object high, str name):
    number = whole(value, name)
    if not low <= number <= high:
        raise ValueError(f"{name} must lie between {low} and {high}, got {number}")
    return number


cdef uint64_t key_of(object value, str name) except? 0:
    return whole(value, name) & 0xFFFFFFFFFFFFFFFF


cdef int game_of(object i, int games) except -1:
    number = whole(i, "a game's number")
    if not 0 <= number < games:
        raise IndexError(f"game {i} does not exist; the batch has games 0 to {games - 1}")
    return number


cdef int seat_of(object seat, int seats) except -1:
    number = whole(seat, "seat")
    if not 0 <= number < seats:
        raise ValueError(f"seat {seat} does not exist; seats are 0 to {seats - 1}")
    return number


cdef void* check_array(object array, str name, tuple shape, tuple dtypes) except? NULL:
    plain = np.asarray(array) if isinstance(array, np.ndarray) else None
    if plain is None or plain.shape != shape or plain.dtype.type not in dtypes:
        given = type(array).__name__ if plain is None else f"{plain.dtype} {plain.shape}"
        kinds = " or ".join(np.dtype(t).name for t in dtypes)
        raise ValueError(f"{name} must be a {kinds} array of shape {shape}; got {given}")
    if not plain.flags.c_contiguous or not plain.flags.writeable:
        raise ValueError(f"{name} must be C-contiguous and writeable")
    return data_of(array)


cdef object action_ids(object actions, int games):
    array = np.asarray(actions)
    if array.shape != (games,) or array.dtype.kind not in "iu":
        raise ValueError(
            f"actions must be {games} integers, one per game; got shape {array.shape} "
            f"of {array.dtype}"
        )
    if array.dtype != np.uint8:
        # an id outside 0-127 stays illegal instead of wrapping round
        array = np.where((array < 0) | (array >= <int>ACTIONS), 255, array).astype(np.uint8)
    return np.ascontiguousarray(array)


cdef object viewers_of(object seats, int games, int most):
    seats = np.asarray(seats)
    fit = seats.shape == (games,) and seats.dtype.kind in "iu"
    if not fit or (seats >= most).any():
        raise ValueError(f"seats must be {games} numbers below {most} (negative: leave that row)")
    if seats.dtype != np.int8:
        seats = np.maximum(seats, -1)  # whatever its width, it fits now
    return np.ascontiguousarray(seats, np.int8)


cdef object seeds_of(object seeds, int games):
    seeds = np.asarray(seeds)
    if seeds.shape != (games,) or seeds.dtype.kind not in "iu":
        raise ValueError(
            f"seeds must be {games} integers, one per game; got shape {seeds.shape} "
            f"of {seeds.dtype}"
        )
    return seeds.astype(np.uint64)


cdef class Buffer:
    def __cinit__(self, tuple shape, tuple dtypes=()):
        self.shape, self.dtypes = shape, dtypes

    cdef bint lies(self, object array):
        return array is self.used and self.data != NULL and lies_at(array, self.data, self.size)

    cdef bint fills(self, object array):
        return self.lies(array) and is_fillable(array)

    cdef void* take(self, object array, str name) except NULL:
        if not self.fills(array):
            check_array(array, name, self.shape, self.dtypes)
            self.keep(array)
        return self.data

    cdef void keep(self, object array):
        self.used, self.data, self.size = array, data_of(array), array.size
