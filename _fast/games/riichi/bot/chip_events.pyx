# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chip events of a hand that is not finished: their conditions, run with chances.

What is asked for is taken to be independent. A number that is expected to be 1.6 is taken to be 2
in six cases of ten, and 1 in the others.
"""

from shugi._fast.core.rules cimport ChipEvent, ChipOp
from shugi._fast.games.riichi.chip_events cimport (
    CHIP_STACK, FACT_HOLDS, FACT_YAKU, OP_AND, OP_FACT, OP_NOT, OP_NUMBER, OP_OR, combine,
)


cdef void prospect_clear(const Rules* r, Prospect* out) noexcept nogil:
    cdef int i
    out.rules = r
    for i in range(<int>CHIP_FACTS):
        out.fact[i] = UNKNOWN
    for i in range(<int>PATTERNS):
        out.yaku[i] = UNKNOWN
    for i in range(<int>CODES):
        out.tile[i] = 0


cdef float operand(const Prospect* o, const ChipOp* op) noexcept nogil:
    if op.op == OP_NUMBER:
        return op.arg
    if op.fact == FACT_YAKU:
        return o.yaku[op.arg]
    return o.tile[op.arg] if op.fact == FACT_HOLDS else o.fact[op.fact]


cdef float compare(int op, float a, float b) noexcept nogil:
    # each number is one of the two whole ones beside it
    cdef int low_a = <int>a
    cdef int low_b = <int>b
    cdef float out = 0
    cdef float share
    cdef int i, j
    for i in range(2):
        for j in range(2):
            share = (a - low_a if i else 1 - a + low_a) * (b - low_b if j else 1 - b + low_b)
            out += share * combine(op, low_a + i, low_b + j)
    return out


cdef float join_truths(int op, float a, float b) noexcept nogil:
    # what is unknown may not matter
    if op == OP_AND and (a == 0 or b == 0):
        return 0
    if op == OP_OR and (a == 1 or b == 1):
        return 1
    if a < 0 or b < 0:
        return UNKNOWN
    if op == OP_AND:
        return a * b
    return a + b - a * b if op == OP_OR else compare(op, a, b)


cdef float chance(const Prospect* o, const ChipEvent* event) noexcept nogil:
    cdef float[CHIP_STACK] stack
    cdef const ChipOp* op
    cdef int i
    cdef int top = 0
    for i in range(event.first, event.first + event.n_op):
        op = &o.rules.chip_op[i]
        if op.op == OP_FACT or op.op == OP_NUMBER:
            stack[top] = operand(o, op)
            top += 1
        elif op.op == OP_NOT:
            stack[top - 1] = 1 - stack[top - 1] if stack[top - 1] >= 0 else <float>UNKNOWN
        else:
            top -= 1
            stack[top - 1] = join_truths(op.op, stack[top - 1], stack[top])
    return stack[0] if event.n_op else 1


cdef float likely_chips(const Prospect* o, float payers) noexcept nogil:
    cdef const ChipEvent* event
    cdef float out = 0
    cdef float met, times
    cdef int i
    for i in range(o.rules.n_chip_event):
        event = &o.rules.chip_event[i]
        met = chance(o, event)
        times = operand(o, &event.per)
        if met < 0 or times < 0:
            continue
        if event.from_all:
            times *= (o.rules.seats - 1) / payers
        out += event.chips * met * times
    return out
