# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Networks of one rule set, in C: int8 products, the kernel chosen when it is imported."""

import numpy as np

from libc.math cimport log
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from shugi._fast.core.rng cimport STREAM_POLICY, Rng, rng_make, rng_next

from shugi._fast.net.weights import (
    aligned, cells_of, checked, checked_terms, evened, given, in_pairs, interleaved, packed,
    padded, quantised, rows_read, table_of, up, whole_rows,
)
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import ARGUMENTS, layout_of

cdef float MASKED_LOG = -1e9  # of what is not legal; finite, so that nothing becomes NaN


cdef extern from "net/tiers.h" nogil:
    ctypedef void (*Dot)(const Layer*, const uint8_t*, int, int, int32_t*) noexcept
    ctypedef void (*Forward)(const Net*, Room*, int) noexcept
    ctypedef struct Tier:
        const char* name
        bint by_row
        int lanes
        Dot dot
        Forward forward

    const Tier NET_TIER[3]
    int net_best_tier()
    Room* net_room(const Net*)
    void net_free(Room*)
    int net_likeliest(const Room*, int)
    int net_drawn(const Room*, int, double)
    int net_drawn_lifted(const Room*, int, double, double, const uint64_t*, double*)
    void net_log_policy(const Room*, int, float, float*)
    void net_values(const Net*, const Room*, int, float*)

TIERS = tuple(NET_TIER[i].name.decode() for i in range(net_best_tier() + 1))
MASKED = MASKED_LOG


cdef class EngineNetwork:
    def __cinit__(self, weights, rules, *, **settings):
        if type(self) is EngineNetwork:
            raise TypeError("an EngineNetwork is an EnginePolicy or an EngineCritic: make that")
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be a shugi Rules object, not {type(rules).__name__}")
        self.rules = rules
        self._kept = []

    cdef int _take(self, dict weights, int planes, int first, double epsilon) except -1:
        self._weights = weights
        if not 0 < epsilon < 1:
            raise ValueError(f"epsilon must lie between 0 and 1, got {epsilon}")
        self.net.epsilon, self.net.first = epsilon, first
        layout = layout_of(self.rules)
        self._take_sizes(layout, planes)
        self.blocks = layout.blocks_read(rows_read(weights, layout))
        self._take_floats()
        self._take_kinds()
        self._tier = len(TIERS) - 1
        self._take_layers()
        return 0

    def _take_sizes(self, layout, int planes):
        cdef Net* net = &self.net
        if "which" in self._weights:
            net.kinds, net.channels = self._weights["which"].shape
        net.hidden = len(self._weights["start"])
        net.wide = up(net.hidden, 64)
        net.last = len(self._weights["second_bias"])
        net.slim = up(net.last, 64)
        net.broad = up(net.channels, 16)
        net.planes, net.places, net.numbers = planes, layout.places, layout.globals

    def _take_layers(self):
        cdef Net* net = &self.net
        whole, finer, unit = table_of(self._weights["table"], NET_FINEST)
        net.table = <int8_t*>self._columns(whole)
        net.finer = <uint8_t*>self._keep(finer)
        net.unit = <float*>self._keep(padded(unit, (net.wide,)))
        even, largest = evened(self._weights["numbers"])
        whole, unit = quantised(even)
        net.number_size = <float*>self._keep(padded(largest, (up(net.numbers, 16),)))
        net.number = <int8_t*>self._columns(np.concatenate([whole.T, -whole.T]))
        net.number_unit = <float*>self._keep(padded(unit, (net.wide,)))
        self._take_layer(&net.second, padded(self._weights["second"], (net.slim, net.wide)))

    cdef void* _columns(self, whole) except NULL:
        wide = padded(whole, (len(whole), self.net.wide))
        return self._keep(interleaved(wide, NET_TIER[self._tier].lanes))

    cdef int _take_layer(self, Layer* layer, weight) except -1:
        whole, scale = quantised(weight)
        layer.inputs = weight.shape[1]
        layer.weight = <int8_t*>self._keep(packed(whole, NET_TIER[self._tier].by_row))
        layer.scale = <float*>self._keep(scale)
        return 0

    def _take_kinds(self):
        cdef Net* net = &self.net
        if "which" not in self._weights:
            net.kind = <uint8_t*>self._keep(np.zeros(net.planes * net.places, np.uint8))
            return
        net.which = self._floats("which", (net.kinds, net.broad))
        cells = cells_of(net.planes, net.places, net.first, net.kinds)
        net.at = <Cell*>self._keep(cells)
        net.kind = NULL
        if net.kinds < NET_CODES:
            net.kind = <uint8_t*>self._keep(cells[:, 1].astype(np.uint8))
        net.cell = self._floats("cells", (net.planes, net.broad), turned=True)

    def _take_floats(self):
        self._take_terms()
        self.net.second_bias = self._floats("second_bias", (self.net.slim,))

    def _take_terms(self):
        cdef Net* net = &self.net
        net.start = self._floats("start", (net.wide,))
        net.gain = self._floats("gain", (net.wide,))
        net.shift = self._floats("shift", (net.wide,))

    cdef float* _floats(self, str name, tuple shape, bint turned=False) except NULL:
        weight = self._weights[name]
        return <float*>self._keep(padded(weight.T if turned else weight, shape))

    cdef void* _keep(self, array) except NULL:
        cdef const uint8_t[::1] kept = aligned(array)
        self._kept.append(kept)
        return <void*>&kept[0]

    cdef int _become(self, EngineNetwork other, weights, layout) except -1:
        # what it points to stays where it is: nothing kept is ever given up
        if layout_of(other.rules) is not layout:
            raise ValueError(f"a network for {layout_of(other.rules).name} cannot play "
                             f"{self.rules.name!r}")
        self._weights = other._weights | checked_terms(weights, other._weights)
        self.net, self._kept, self._tier = other.net, list(other._kept), other._tier
        self.blocks = other.blocks
        self._take_terms()
        return 0

    # ---- what it is

    @property
    def hidden(self):
        return self.net.hidden

    @property
    def tier(self):
        return TIERS[self._tier]

    @tier.setter
    def tier(self, name):
        self._tier = _tier_of(name)
        self._take_layers()

    # ---- evaluation

    cdef void evaluate(self, Room* room, int count) noexcept nogil:
        NET_TIER[self._tier].forward(&self.net, room, count)

    cdef int _check_lists(self, PositionLists lists, int width, dtype, picks) except -1:
        lists.check_picks(picks)
        if lists.width != width or lists.dtype != dtype:
            raise ValueError(f"lists of {lists.width} {lists.dtype} are not of this network")
        return 0


cdef class EnginePolicy(EngineNetwork):
    def __cinit__(self, weights, rules, *, first=0, epsilon=1e-5, EnginePolicy like=None):
        layout = layout_of(rules)
        if like is not None:
            self._become(like, weights, layout)
            return
        self._take(checked(weights, layout, first), layout.planes, first, epsilon)
        self._take_heads()
        self._take_tiles(layout)

    def _take_heads(self):
        cdef Net* net = &self.net
        net.head = self._floats("head", (<int>NET_ACTIONS, net.slim))
        net.head_bias = self._floats("head_bias", (<int>NET_ACTIONS,))

    def _take_tiles(self, layout):
        cdef Net* net = &self.net
        net.context = self._floats("context", (net.slim, net.broad), turned=True)
        net.context_bias = self._floats("context_bias", (net.broad,))
        whole, unit = whole_rows(self._weights["mix"].T, NET_FINER)
        net.mix = <int16_t*>self._keep(in_pairs(padded(whole, (net.broad, net.broad))))
        net.mix_unit = <float*>self._keep(padded(unit, (net.broad,)))
        net.mix_bias = self._floats("mix_bias", (net.broad,))
        net.out = self._floats("out", (2, net.broad))
        net.out_bias[0], net.out_bias[1] = self._weights["out_bias"]
        for code in range(ARGUMENTS):
            place = layout.place_of(code)
            known = place is not None and 0 <= place - net.first < net.kinds
            net.place[code] = place - net.first if known else -1
            net.copy[code] = code >= layout.places

    def __reduce__(self):
        settings = {"first": self.net.first, "epsilon": self.net.epsilon}
        return _rebuild, (self._weights, self.rules, settings)

    def log_policy(self, planes, globals_, mask, out=None):
        cdef const uint8_t[:, :, ::1] seen
        cdef const float[:, ::1] numbers
        cdef Rooms rooms = Rooms(self, 1)
        cdef Room* room = rooms.room[0]
        cdef Asked asked
        cdef int block, at, n, p
        count = len(planes)
        seen = given(planes, "planes", (count, self.net.planes, self.net.places), np.uint8)
        numbers = given(globals_, "globals_", (count, self.net.numbers), np.float32)
        if not np.isfinite(globals_).all():
            raise ValueError("globals_ holds NaN or infinity")
        asked = Asked(count, mask, out)
        with nogil:
            for block in range((asked.count + NET_BLOCK - 1) // NET_BLOCK):
                at = block * NET_BLOCK
                n = min(<int>NET_BLOCK, asked.count - at)
                for p in range(n):
                    room.planes[p], room.numbers[p] = &seen[at + p, 0, 0], &numbers[at + p, 0]
                self._answer(room, asked, at, n)
        return asked.out

    def log_policy_kept(self, planes, globals_, picks, mask, out=None):
        asked = Asked(len(picks), mask, out)
        self._ask_kept(planes, globals_, picks, asked)
        return asked.out

    def draw_kept(self, planes, globals_, picks, mask, units, floor=0.0, lifted=None):
        cdef const double[::1] unit
        cdef const uint8_t[::1] rare
        cdef Asked asked = Asked(len(picks), mask, None)
        cdef Draw draw
        unit = given(units, "units", (len(picks),), np.float64)
        if not 0 <= floor < 1:
            raise ValueError(f"floor must lie between 0 and 1, not {floor}")
        if floor and lifted is None:
            raise ValueError("a floor needs the actions that it lifts")
        memset(&draw, 0, sizeof(draw))
        if lifted is not None:
            rare = given(lifted, "lifted", (<int>NET_ACTIONS,), np.uint8)
            bits_of(&rare[0], draw.lifted)
        actions, log_prob = np.empty(len(picks), np.uint8), np.empty(len(picks), np.float32)
        cdef uint8_t[::1] chosen = actions
        cdef float[::1] found = log_prob
        if len(picks):
            draw.unit, draw.floor = &unit[0], floor
            draw.action, draw.log_prob = &chosen[0], &found[0]
            asked.draw = &draw
            self._ask_kept(planes, globals_, picks, asked)
        return actions, log_prob

    cdef int check_seen(self, PositionLists planes, PositionLists globals_, picks) except -1:
        self._check_lists(planes, self.net.planes * self.net.places, np.uint8, picks)
        return self._check_lists(globals_, self.net.numbers, np.float32, picks)

    cdef int _ask_kept(self, PositionLists planes, PositionLists globals_, picks,
                       Asked asked) except -1:
        cdef const int64_t[::1] rows
        cdef Rooms rooms = Rooms(self, 1)
        cdef Room* room = rooms.room[0]
        cdef int block, at, n, p
        self.check_seen(planes, globals_, picks)
        rows = picks
        planes._readers += 1
        globals_._readers += 1
        with nogil:
            for block in range((asked.count + NET_BLOCK - 1) // NET_BLOCK):
                at = block * NET_BLOCK
                n = min(<int>NET_BLOCK, asked.count - at)
                for p in range(n):
                    tell_network(self, room, p, planes, globals_, rows[at + p])
                self._answer(room, asked, at, n)
        planes._readers -= 1
        globals_._readers -= 1
        return 0

    cdef void _answer(self, Room* room, Asked asked, int at, int n) noexcept nogil:
        cdef int p
        for p in range(n):
            bits_of(&asked.mask[at + p, 0], room.legal[p])
        self.evaluate(room, n)
        for p in range(n):
            if asked.draw != NULL:
                draw_one(room, p, asked.draw, at + p)
            else:
                log_shares(room, p, &asked.found[at + p, 0])


cdef class Asked:
    def __cinit__(self, int count, mask, out):
        self.count = count
        self.mask = given(mask, "mask", (count, <int>NET_ACTIONS), np.uint8)
        if not mask.any(axis=1).all():
            raise ValueError("mask has a row without a legal action")
        self.draw = NULL
        if out is None:
            out = np.empty((count, <int>NET_ACTIONS), np.float32)
        self.out = out
        self.found = given(out, "out", (count, <int>NET_ACTIONS), np.float32, written=True)


cdef class Rooms:
    def __cinit__(self, EngineNetwork network not None, int count):
        self.room = <Room**>calloc(count, sizeof(Room*))
        if self.room == NULL:
            raise MemoryError("no memory for a network")
        self.count = count
        for i in range(count):
            self.room[i] = net_room(&network.net)
            if self.room[i] == NULL:
                raise MemoryError("no memory for a network")

    def __dealloc__(self):
        for i in range(self.count):
            net_free(self.room[i])
        free(self.room)


cdef void tell_network(EngineNetwork network, Room* room, int p, PositionLists planes,
                       PositionLists numbers, int64_t pick) noexcept nogil:
    room.planes[p] = room.own_planes + p * network.net.planes * network.net.places
    room.numbers[p] = room.own_numbers + p * network.net.numbers
    planes.write(pick, <void*>room.planes[p])
    numbers.write(pick, <void*>room.numbers[p])


cdef int likeliest(const Room* room, int p) noexcept nogil:
    return net_likeliest(room, p)


cdef int drawn(const Room* room, int p, uint64_t key) noexcept nogil:
    cdef Rng rng = rng_make(key, 0, STREAM_POLICY)
    return net_drawn(room, p, (rng_next(&rng) >> 11) * (1.0 / <double>(<uint64_t>1 << 53)))


cdef void draw_one(const Room* room, int p, const Draw* draw, int i) noexcept nogil:
    cdef double share
    cdef int action = net_drawn_lifted(room, p, draw.unit[i], draw.floor, draw.lifted, &share)
    draw.action[i], draw.log_prob[i] = <uint8_t>action, <float>log(share)


cdef void log_shares(const Room* room, int p, float* out) noexcept nogil:
    net_log_policy(room, p, MASKED_LOG, out)


cdef void means(EngineNetwork network, const Room* room, int p, float* out) noexcept nogil:
    net_values(&network.net, room, p, out)


cdef void bits_of(const uint8_t* mask, uint64_t* legal) noexcept nogil:
    cdef int a
    legal[0] = legal[1] = 0
    for a in range(NET_ACTIONS):
        legal[a >> 6] |= <uint64_t>(mask[a] != 0) << (a & 63)


def _tier_of(name):
    if name not in TIERS:
        raise ValueError(f"this processor has no tier {name!r}; it has {', '.join(TIERS)}")
    return TIERS.index(name)


def _rebuild(weights, rules, settings):
    return EnginePolicy(weights, rules, **settings)


def products(weights, inputs, tier):
    """(k, outputs) int32 sums of uint8 inputs (k, inputs) times int8 weights (outputs, inputs)."""
    cdef Layer layer
    cdef const uint8_t[::1] rows, block
    cdef int32_t[::1] found
    cdef int number = _tier_of(tier)
    cdef int outputs, count, at
    outputs, layer.inputs = weights.shape
    if outputs % 64 or layer.inputs % 4 or not outputs or not layer.inputs:
        raise ValueError(f"weights must have shape (64 n, 4 m), not {weights.shape}")
    block = aligned(packed(given(weights, "weights", weights.shape, np.int8),
                           NET_TIER[number].by_row))
    rows = aligned(given(inputs, "inputs", (len(inputs), layer.inputs), np.uint8))
    if inputs.max(initial=0) > 127:
        raise ValueError("inputs must be at most 127")
    out = aligned(np.zeros((len(inputs), outputs), np.int32)).view(np.int32)
    found, count, layer.weight = out, len(inputs), <int8_t*>&block[0]
    for at in range(0, count, NET_BLOCK):
        NET_TIER[number].dot(&layer, &rows[at * layer.inputs], outputs,
                             min(<int>NET_BLOCK, count - at), &found[at * outputs])
    return out.reshape(count, outputs)
