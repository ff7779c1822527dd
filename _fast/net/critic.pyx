# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""A critic of one rule set, in C: the kernels of a policy, and heads of its own."""

import numpy as np

from libc.stdint cimport int64_t, uint8_t
from libc.string cimport memcpy

from shugi._fast.net.lists cimport PositionLists, count_readers
from shugi._fast.net.policy cimport NET_BLOCK, EngineNetwork, Net, Room, Rooms, means

from shugi._fast.net.weights import checked_critic, given, up
from shugi._fast.view.layouts import layout_of

cdef enum:
    TOGETHER = 32            # numbers of the heads that a kernel works out at once


cdef class EngineCritic(EngineNetwork):
    def __cinit__(self, weights, rules, *, oracle=True, epsilon=1e-5, standing=False,
                  EngineCritic like=None):
        layout = layout_of(rules)
        if like is not None:
            self.oracle, self.standing, self.seen = like.oracle, like.standing, like.seen
            self._become(like, weights, layout)
            return
        self.oracle, self.standing = oracle, standing
        self.seen = layout.planes * layout.places
        planes = layout.planes + (layout.oracle_planes if self.oracle else 0)
        self._take(checked_critic(weights, layout, self.oracle), planes, 0, epsilon)
        self._take_heads()

    def _take_heads(self):
        cdef Net* net = &self.net
        net.bins = self._weights["bins"].shape[1]
        net.heads = up(2 * net.bins, TOGETHER)
        net.bin = self._floats("bins", (2, net.bins))
        net.head = self._floats("heads", (net.slim, net.heads), turned=True)
        net.head_bias = self._floats("heads_bias", (net.heads,))

    def __reduce__(self):
        settings = {
            "oracle": self.oracle, "epsilon": self.net.epsilon, "standing": self.standing,
        }
        return _rebuild, (self._weights, self.rules, settings)

    # ---- evaluation

    cdef void value(self, Room* room, int count, float* out) noexcept nogil:
        cdef int p
        self.evaluate(room, count)
        for p in range(count):
            means(self, room, p, out + 2 * p)

    cdef void _begin(self, Room* room, int p) noexcept nogil:
        room.planes[p] = room.own_planes + p * self.net.planes * self.net.places
        room.numbers[p] = room.own_numbers + p * self.net.numbers

    def values(self, planes, globals_, oracle=None, out=None):
        cdef const uint8_t[:, :, ::1] seen, hidden
        cdef const float[:, ::1] numbers
        cdef float[:, ::1] found
        cdef Rooms rooms = Rooms(self, 1)
        cdef Room* room = rooms.room[0]
        cdef int rest = self.net.planes * self.net.places - self.seen
        cdef int block, at, n, p, count
        layout = layout_of(self.rules)
        count, places = len(planes), layout.places
        self._check_oracle(oracle)
        seen = given(planes, "planes", (count, layout.planes, places), np.uint8)
        numbers = given(globals_, "globals_", (count, layout.globals), np.float32)
        if self.oracle:
            hidden = given(oracle, "oracle", (count, layout.oracle_planes, places), np.uint8)
        if not np.isfinite(globals_).all():
            raise ValueError("globals_ holds NaN or infinity")
        found = out = _room_for(out, count)
        with nogil:
            for block in range((count + NET_BLOCK - 1) // NET_BLOCK):
                at = block * NET_BLOCK
                n = min(<int>NET_BLOCK, count - at)
                for p in range(n):
                    self._begin(room, p)
                    memcpy(<void*>room.planes[p], &seen[at + p, 0, 0], self.seen)
                    if self.oracle:
                        memcpy(<void*>(room.planes[p] + self.seen), &hidden[at + p, 0, 0], rest)
                    room.numbers[p] = &numbers[at + p, 0]
                self.value(room, n, &found[at, 0])
        return out

    def values_kept(self, PositionLists planes not None, PositionLists globals_ not None,
                    PositionLists oracle, picks, out=None):
        cdef const int64_t[::1] rows
        cdef float[:, ::1] found
        cdef Rooms rooms = Rooms(self, 1)
        cdef Room* room = rooms.room[0]
        cdef int block, at, n, p, count
        self._check_oracle(oracle)
        self._check_lists(planes, self.seen, np.uint8, picks)
        self._check_lists(globals_, self.net.numbers, np.float32, picks)
        if self.oracle:
            rest = self.net.planes * self.net.places - self.seen
            self._check_lists(oracle, rest, np.uint8, picks)
        rows, count = picks, len(picks)
        found = out = _room_for(out, count)
        read = [lists for lists in (planes, globals_, oracle) if lists is not None]
        count_readers(read, 1)
        with nogil:
            for block in range((count + NET_BLOCK - 1) // NET_BLOCK):
                at = block * NET_BLOCK
                n = min(<int>NET_BLOCK, count - at)
                for p in range(n):
                    self._begin(room, p)
                    planes.write(rows[at + p], <void*>room.planes[p])
                    if self.oracle:
                        oracle.write(rows[at + p], <void*>(room.planes[p] + self.seen))
                    globals_.write(rows[at + p], <void*>room.numbers[p])
                self.value(room, n, &found[at, 0])
        count_readers(read, -1)
        return out

    def _check_oracle(self, oracle):
        if self.oracle and oracle is None:
            raise ValueError("this critic sees the hidden tiles too: give their planes as oracle")
        if not self.oracle and oracle is not None:
            raise ValueError("this critic does not see the hidden tiles: oracle must be None")


def _room_for(out, int count):
    out = np.empty((count, 2), np.float32) if out is None else out
    return given(out, "out", (count, 2), np.float32, written=True)


def _rebuild(weights, rules, settings):
    return EngineCritic(weights, rules, **settings)
