# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""How likely a ready hand wins on a tile."""

from shugi._fast.core.bits cimport has
from shugi._fast.core.tiles cimport KIND_EAST
from shugi._fast.view.seat_view cimport RunPairs, run_pairs

# chances that a riichi waits for a tile, counted in games of the baseline: with a single or a pair,
# by the unseen copies (of honours; suits less often), with two tiles beside it, at the end of the
# suit, and on both sides of it
cdef float[9] PAIRED
PAIRED = [0.001, 0.006, 0.04, 0.066, 0.09, 0.115, 0.14, 0.165, 0.19]
cdef float IN_SUIT = 0.65
cdef float OPEN_SIDE = 0.047
cdef float EDGE = 0.035
cdef float GAP = 0.03


cdef float deal_in(const SeatView* t, int kind, uint64_t safe) noexcept nogil:
    cdef int rank = kind % 9
    cdef float out = PAIRED[t.unseen[kind]]
    cdef RunPairs pairs
    if has(safe, kind):
        return 0
    if kind >= KIND_EAST:
        return out
    out *= IN_SUIT
    pairs = run_pairs(t, kind, safe)
    if pairs.above:
        out += OPEN_SIDE if rank <= 5 else EDGE
    if pairs.below:
        out += OPEN_SIDE if rank >= 3 else EDGE
    if pairs.around:
        out += GAP
    return out
