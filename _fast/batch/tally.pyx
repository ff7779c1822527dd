# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What happened in hands, counted where it happens, so that statistics need no ledger in Python."""

from shugi._fast.core.bits cimport has
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport RIICHI_OPEN, Line
from shugi._fast.flow.ledger cimport REASON_CHIP_EVENT, pays_chips

from shugi._fast.flow.ledger import REASON_NAMES

TALLY = [
    "hands", "win_tsumo", "win_ron", "win_bingo", "deal_in", "riichi", "open_riichi", "open_hand",
    "calls", "draw_tenpai", "draw_noten",
    *(f"points_{name}" for name in REASON_NAMES), *(f"chips_{name}" for name in REASON_NAMES),
]
assert len(TALLY) == TALLIES


def tally_columns(rules):
    """The columns under these rules: those of `TALLY`, then the chips of each event."""
    return [*TALLY, *[f"chips_{event['name']}" for event in rules.options["chip_events"]]]


cdef void tally_move(const Line* line, int sign, int64_t* row) noexcept nogil:
    if line.reason >= REASON_CHIP_EVENT:
        row[TALLIES + line.reason - REASON_CHIP_EVENT] += sign * line.amount
    elif pays_chips(line.reason):
        row[COUNTS + REASON_COUNT + line.reason] += sign * line.amount
    else:
        row[COUNTS + line.reason] += sign * line.amount


cdef void tally_line(const Line* line, int width, int64_t* tally) noexcept nogil:
    if line.payer != NOBODY:
        tally_move(line, -1, tally + line.payer * width)
    if line.payee != NOBODY:
        tally_move(line, 1, tally + line.payee * width)


cdef void tally_hand(const State* s, int64_t* tally) noexcept nogil:
    cdef int p, i
    cdef int width = tallies(s.rules)
    cdef int64_t* row
    for p in range(s.rules.seats):
        row = tally + p * width
        row[COUNT_HANDS] += 1
        if has(s.last.winners, p):
            row[COUNT_TSUMO + s.last.by[p]] += 1
        row[COUNT_DEAL_IN] += s.last.deal_ins[p]
        row[COUNT_RIICHI] += s.last.riichi[p] != 0
        row[COUNT_OPEN_RIICHI] += s.last.riichi[p] == RIICHI_OPEN
        row[COUNT_OPEN_HAND] += s.last.melds[p] != 0
        row[COUNT_CALLS] += s.last.melds[p]
        row[COUNT_TENPAI] += has(s.last.tenpai, p)
        row[COUNT_NOTEN] += has(s.last.noten, p)
    for i in range(s.ledger.n):
        tally_line(&s.ledger.line[i], width, tally)
