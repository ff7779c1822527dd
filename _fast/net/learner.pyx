# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Networks as they learn, in C: losses, and gradients of weights, at decisions kept as lists."""

import numpy as np

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from shugi._fast.net.lists cimport Cell, Grid, Lists, PositionLists
from shugi._fast.net.losses cimport MOST_SUMS, Loss

from shugi._fast.net.policy import TIERS
from shugi._fast.net.weights import aligned, cells_of, checked_learner, given, up
from shugi._fast.view.layouts import ARGUMENTS

cdef extern from "net/tiers.h" nogil:
    enum:
        NET_ACTIONS, NET_APART, NET_CHUNK, NET_COLUMNS, NET_LISTS, NET_TERMS

    ctypedef struct Weights:
        float *features
        float *tiles
        float *bias
        float *norm
        float *norm_bias
        float *terms
        float *second
        float *second_bias
        float *head
        float *head_bias
        float *cells
        float *which
        float *context
        float *context_bias
        float *mix
        float *mix_bias
        float *out
        float *out_bias

    ctypedef struct Learner:
        int hidden, wide, pitch, slim, step, broad, heads, rows
        int first[3]
        int planes[3]
        int places
        int from_ "from"
        float epsilon
        Grid grid
        int8_t place[64]
        uint8_t copy[64]
        float* table
        Weights weights
        float* tiles
        float* second
        float* head
        float* context
        float* mix

    ctypedef struct Chunk:
        int count
        const int32_t* lot
        uint64_t legal[96][2]
        float* said
        float* dsaid

    ctypedef void (*TableForward)(const Learner*) noexcept
    ctypedef void (*TableBackward)(const Learner*, const float*, Weights*) noexcept
    ctypedef void (*Forward)(const Learner*, Chunk*) noexcept
    ctypedef void (*Backward)(const Learner*, Chunk*, Weights*, float*) noexcept
    ctypedef uint64_t (*Nonzero)(const uint8_t*, int) noexcept
    ctypedef struct Passes:
        TableForward table_forward
        TableBackward table_backward
        Forward forward
        Backward backward
        Nonzero nonzero

    const Passes NET_PASSES[3]
    Chunk* chunk_room(const Learner*)
    void chunk_free(Chunk*)
    void chunk_read(const Learner*, const Lists* const*, const int64_t*, Chunk*)

# by name, in the order of the members of ``Weights``
NAMES = (
    "features", "tiles", "bias", "norm", "norm_bias", "terms",
    "second", "second_bias", "head", "head_bias",
    "cells", "which", "context", "context_bias", "mix", "mix_bias", "out", "out_bias",
)
OF_ALL = 10  # names that a critic has, too
LISTS = ("planes", "numbers", "hidden tiles")
BEST = TIERS[len(TIERS) - 1]


cdef class Share:
    """Gradients of a thread, and its room."""

    cdef Weights grad
    cdef dict arrays
    cdef object table            # (rows, pitch)
    cdef float* table_at
    cdef Chunk* chunk
    cdef bint busy

    def __dealloc__(self):
        chunk_free(self.chunk)


cdef class Call:
    # decisions that are learnt from, without the interpreter's lock
    cdef const Lists* seen[3]
    cdef const int64_t[::1] rows
    cdef const int32_t[::1] lots
    cdef int64_t count
    cdef Share share
    cdef Chunk* chunk
    cdef object lists

    cdef int begin(self, lists) except -1:
        cdef PositionLists own
        self.lists, self.share.busy = lists, True
        for k, own in enumerate(lists):
            self.seen[k] = &own._c
            own._readers += 1
        return 0

    cdef int end(self) except -1:
        cdef PositionLists own
        self.share.busy = False
        for own in self.lists:
            own._readers -= 1
        return 0


cdef class EngineLearner:
    cdef Learner _net
    cdef const Passes* _passes
    cdef int _width              # numbers that the network says of a decision
    cdef bint _open              # it has weights whose gradient nobody has asked for
    cdef int _lots
    cdef dict _wanted            # shapes of weights
    cdef dict _own               # where they are kept, without what pads them
    cdef object _table, _cells
    cdef list _kept, _shares, _widths
    cdef readonly object layout, tier

    def __cinit__(self, shapes, layout, *, first=0, epsilon=1e-5, shares=1, tier=None):
        if not 0 < epsilon < 1 or shares < 1:
            raise ValueError("epsilon must lie between 0 and 1, and shares must be at least 1")
        self.layout, self.tier = layout, BEST if tier is None else tier
        if self.tier not in TIERS:
            raise ValueError(f"this processor has no tier {tier!r}; it has {', '.join(TIERS)}")
        self._passes = &NET_PASSES[TIERS.index(self.tier)]
        self._wanted, self._kept = checked_learner(shapes, layout), []
        self._net.epsilon = epsilon
        self._take_sizes(first)
        self._take_grid()
        self._own = self._room_for(&self._net.weights)
        self._take_turned()
        self._shares = [self._share() for _ in range(shares)]

    @property
    def of_policy(self):
        return "cells" in self._wanted

    @property
    def shares(self):
        return len(self._shares)

    def _take_sizes(self, int first):
        cdef Learner* net = &self._net
        shapes, layout = self._wanted, self.layout
        last, net.hidden = shapes["second"]
        self._lots, self._width = shapes["terms"][0], shapes["head"][0]
        net.wide, net.slim = up(net.hidden, 64), up(last, 64)
        net.pitch, net.step = net.wide + NET_APART, net.slim + NET_APART
        net.heads = up(self._width, 16)
        planes, channels = shapes["features"]
        net.broad, net.grid.kinds = up(channels, 16), shapes["tiles"][1] // channels
        net.places, net.from_ = layout.places, first
        net.planes[0], net.planes[2] = layout.planes, planes - layout.planes
        self._widths = [layout.planes * layout.places, layout.globals]
        if net.planes[2]:
            self._widths.append(net.planes[2] * layout.places)
        net.first[1] = self._widths[0]
        net.first[2] = net.first[1] + layout.globals
        net.rows = sum(self._widths)
        blocks = net.wide // <int>NET_COLUMNS
        self._table = self._zeros((blocks, net.rows, <int>NET_COLUMNS))
        net.table = address(self._table)

    def _take_grid(self):
        cdef const uint16_t[:, ::1] cells
        cdef Learner* net = &self._net
        layout, first, kinds = self.layout, self._net.from_, self._net.grid.kinds
        self._cells = cells = cells_of(layout.planes, layout.places, first, kinds)
        net.grid.at = <const Cell*>&cells[0, 0]
        for code in range(ARGUMENTS):
            place = layout.place_of(code)
            known = place is not None and 0 <= place - first < kinds
            net.place[code] = place - first if known else -1
            net.copy[code] = code >= layout.places

    def _zeros(self, tuple shape):
        found = aligned(np.zeros(shape, np.float32)).view(np.float32).reshape(shape)
        self._kept.append(found)
        return found

    cdef dict _room_for(self, Weights* weights):
        # arrays by name, without what pads them; `weights` points to them
        cdef Learner* net = &self._net
        cdef float** members = <float**>weights  # it has no others
        wide, slim, broad, kinds = (net.pitch,), (net.step,), (net.broad,), net.grid.kinds
        planes = net.planes[0] + net.planes[2]
        shapes = (
            (planes, net.broad), (net.wide, kinds, net.broad), wide, wide, wide,
            (self._lots, <int>NET_TERMS, net.pitch), (net.slim, net.pitch), slim,
            (net.heads, net.step), (net.heads,),
            (net.planes[0], net.broad), (kinds, net.broad), (net.broad, net.step), broad,
            (net.broad, net.broad), broad, (2, net.broad), (2,),
        )
        found = {}
        for k, name in enumerate(NAMES[:None if self.of_policy else OF_ALL]):
            array = self._zeros(shapes[k])
            members[k] = address(array)
            size = self._wanted[name]
            if name in ("terms", "tiles"):
                size = size[0], array.shape[1], size[1] // array.shape[1]
            found[name] = array[tuple(slice(n) for n in size)]
        return found

    def _take_turned(self):
        cdef Learner* net = &self._net
        net.tiles = address(self._zeros((net.grid.kinds, net.broad, net.pitch)))
        net.second = address(self._zeros((net.wide, net.step)))
        net.head = address(self._zeros((net.slim, net.heads)))
        net.context = address(self._zeros((net.slim, net.broad)))
        net.mix = address(self._zeros((net.broad, net.broad)))

    cdef Share _share(self):
        cdef Share share = Share()
        share.arrays = self._room_for(&share.grad)
        share.table = self._zeros((self._net.rows, self._net.pitch))
        share.table_at = address(share.table)
        share.chunk = chunk_room(&self._net)
        if share.chunk == NULL:
            raise MemoryError("no memory for a network that learns")
        return share

    # ---- weights and gradients

    def take(self, weights):
        cdef Share share
        self._check_idle()
        if weights.keys() != self._wanted.keys():
            odd = sorted(weights.keys() ^ self._wanted.keys())
            raise ValueError(f"weights are missing or not known: {', '.join(odd)}")
        for name, shape in self._wanted.items():
            weight = weights[name]
            if not isinstance(weight, np.ndarray) or weight.dtype != np.float32:
                raise ValueError(f"{name} must be a float32 array")
            if weight.shape != shape:
                raise ValueError(f"{name} must have shape {shape}, not {weight.shape}")
        for name, own in self._own.items():
            own[...] = weights[name].reshape(own.shape)
        numbers = slice(self._net.first[1], self._net.first[2])
        for block in range(len(self._table)):
            part = weights["numbers"][:, block * NET_COLUMNS:(block + 1) * NET_COLUMNS]
            self._table[block, numbers, :part.shape[1]] = part
        with nogil:
            self._passes.table_forward(&self._net)
        for share in self._shares:
            share.table.fill(0)
            for array in share.arrays.values():
                array.fill(0)
        self._open = True

    def gradients(self):
        cdef Share share
        cdef Share first = self._shares[0]
        self._check_idle()
        if not self._open:
            raise RuntimeError("there are no weights: take some, once for each gradient")
        self._open = False
        for share in self._shares[1:]:
            first.table += share.table
            for name, array in share.arrays.items():
                first.arrays[name] += array
        with nogil:
            self._passes.table_backward(&self._net, first.table_at, &first.grad)
        found = dict(first.arrays)
        found["tiles"] = found["tiles"].reshape(self._wanted["tiles"])
        found["numbers"] = first.table[self._net.first[1]:self._net.first[2], :self._net.hidden]
        self._end_norm(found)
        return found

    def _end_norm(self, dict found):
        # what the layer norm and the rules make of the sums that the kernel keeps
        offset, times, shift = found["terms"].transpose(1, 0, 2)
        gain = 1 + self._own["terms"][:, 1]
        found["bias"], found["norm"] = offset.sum(0), (gain * times).sum(0)
        found["norm_bias"] = (gain * shift).sum(0)
        times = self._own["norm"] * times + self._own["norm_bias"] * shift
        found["terms"] = np.concatenate([offset, times, shift], axis=1)

    def _check_idle(self):
        cdef Share share
        for share in self._shares:
            if share.busy:
                raise RuntimeError("another thread learns with these weights")

    # ---- both passes

    def learn(self, lists, picks, lots, Loss loss not None, int64_t first=0, int share=0):
        cdef Call call
        cdef double[MOST_SUMS] sums
        cdef const uint8_t* mask = NULL
        cdef int64_t at, block
        if loss.width != self._width or loss.of_actions != self.of_policy:
            raise ValueError(f"a loss of {loss.width} numbers is not one of this network")
        if not 0 <= first <= loss.count - len(picks):
            raise ValueError(f"the loss has no {len(picks)} decisions from {first} on")
        memset(&sums[0], 0, sizeof(sums))
        call = self._begin(lists, picks, lots, share)
        with nogil:
            for block in range(blocks_of(call)):
                at = block * NET_CHUNK
                if loss.of_actions:
                    mask = &loss._mask[first + at, 0]
                self._forward(call, at, mask)
                self._backward(call, loss, first + at, &sums[0])
        call.end()
        return np.array([sums[k] for k in range(loss._sums)])

    def logits(self, lists, picks, lots, mask, int share=0):
        cdef const uint8_t[:, ::1] legal
        cdef float[:, ::1] into
        cdef Call call
        cdef int64_t at, block
        cdef int d
        if not self.of_policy:
            raise ValueError("a critic has no logits of actions")
        shape = (len(picks), <int>NET_ACTIONS)
        legal = given(mask, "mask", shape, np.uint8)
        into = found = np.zeros(shape, np.float32)
        call = self._begin(lists, picks, lots, share)
        with nogil:
            for block in range(blocks_of(call)):
                at = block * NET_CHUNK
                self._forward(call, at, &legal[at, 0])
                for d in range(call.chunk.count):
                    said_of(call.chunk, d, &into[at + d, 0])
        call.end()
        return found

    cdef Call _begin(self, lists, picks, lots, int number):
        cdef Call call = Call()
        cdef Share share
        if not self._open:
            raise RuntimeError("there are no weights: take some, once for each gradient")
        if not 0 <= number < len(self._shares):
            raise ValueError(f"there is no share {number}: there are {len(self._shares)}")
        self._check_seen(lists, picks)
        given(lots, "lots", (len(picks),), np.int32)
        if len(lots) and not 0 <= lots.min() <= lots.max() < self._lots:
            raise ValueError(f"lots must lie between 0 and {self._lots - 1}")
        share = self._shares[number]
        if share.busy:
            raise RuntimeError(f"another thread learns with share {number}")
        call.count, call.share, call.chunk = len(picks), share, share.chunk
        call.rows, call.lots = picks, lots
        call.begin(lists)
        return call

    def _check_seen(self, lists, picks):
        cdef PositionLists own
        count = len(self._widths)
        if len(lists) != count:
            raise ValueError(f"this network reads {', '.join(LISTS[:count])}, {count} lists")
        for name, width, own in zip(LISTS, self._widths, lists):
            if own is None:
                raise ValueError(f"{name} must be lists, not None")
            own.check_picks(picks)
            dtype = np.dtype(np.float32 if name == "numbers" else np.uint8)
            if own.width != width or own.dtype != dtype:
                raise ValueError(f"lists of {own.width} {own.dtype} are not {name} of this network")

    cdef void _forward(self, Call call, int64_t at, const uint8_t* mask) noexcept nogil:
        # mask: of decisions from `at` on; NULL: of a critic
        cdef Chunk* chunk = call.chunk
        cdef int d, half
        chunk.count = <int>min(call.count - at, <int64_t>NET_CHUNK)
        chunk.lot = &call.lots[at]
        if mask != NULL:
            for d in range(chunk.count):
                for half in range(2):
                    chunk.legal[d][half] = self._passes.nonzero(
                        mask + d * NET_ACTIONS + 64 * half, 64)
        chunk_read(&self._net, call.seen, &call.rows[at], chunk)
        self._passes.forward(&self._net, chunk)

    cdef void _backward(self, Call call, Loss loss, int64_t first, double* sums) noexcept nogil:
        cdef Chunk* chunk = call.chunk
        cdef double part = 1.0 / loss.count
        cdef int heads = self._net.heads
        cdef int d
        for d in range(chunk.count):
            loss.grade(first + d, chunk.said + d * heads, part, chunk.dsaid + d * heads, sums)
        self._passes.backward(&self._net, chunk, &call.share.grad, call.share.table_at)


cdef int64_t blocks_of(Call call) noexcept nogil:
    return (call.count + NET_CHUNK - 1) // NET_CHUNK


cdef float* address(array):
    cdef uint64_t at = array.ctypes.data
    return <float*>at


cdef void said_of(const Chunk* chunk, int d, float* out) noexcept nogil:
    # out [NET_ACTIONS]: of legal actions
    cdef int a
    for a in range(NET_ACTIONS):
        if chunk.legal[d][a >> 6] >> (a & 63) & 1:
            out[a] = chunk.said[d * NET_ACTIONS + a]
