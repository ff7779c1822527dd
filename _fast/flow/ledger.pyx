# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The payments of a hand: lines, their sums, and what the seats have of them."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset
from shugi._fast.core.sizes cimport LEDGER, NOBODY

# by Reason
REASON_NAMES = (
    "win", "honba", "sticks", "riichi", "noten", "nagashi", "pao", "gold", "tulip_start", "tulip",
    "tulip_tier3", "placement", "leftover", "grand_cross", "uma",
    "ippatsu", "ura", "kandora", "red", "tanyao", "otafuku", "yakuman", "dice", "birds", "bust",
    "multiplier", "cherry", "kan", "disclosed",
    "carte_blanche", "point", "sequence", "sets", "repic", "play", "pic", "cards",
    "tricks", "bid", "premium", "result", "chombo_chips", "chombo", "flower_pig",
)


cdef str event_name(const Rules* r, int event):
    return bytes([letter for letter in r.chip_event[event].name if letter]).decode()


cdef str reason_name(const Rules* r, int reason):
    if reason < REASON_COUNT:
        return REASON_NAMES[reason]
    return event_name(r, reason - REASON_CHIP_EVENT)


cdef dict reasons_of(const Rules* r):
    events = {REASON_CHIP_EVENT + i: event_name(r, i) for i in range(r.n_chip_event)}
    return dict(enumerate(REASON_NAMES)) | events


cdef void ledger_clear(Ledger* ledger) noexcept nogil:
    ledger.n = 0
    ledger.lost = 0
    memset(&ledger.sum, 0, sizeof(Totals))


cdef object party(int seat):
    return None if seat == NOBODY else seat


cdef dict line_dict(const Rules* r, const Line* line):
    cdef bint chips = pays_chips(line.reason)
    return {
        "reason": reason_name(r, line.reason),
        "payer": party(line.payer),
        "payee": party(line.payee),
        "points": 0 if chips else line.amount,
        "chips": line.amount if chips else 0,
        "detail": line.detail,
    }


cdef list lines_of(const Rules* r, const Ledger* ledger):
    return [line_dict(r, &ledger.line[i]) for i in range(ledger.n)]


cdef tuple sums_of(const Rules* r, const Ledger* ledger):
    return (
        [ledger.sum.points[<int>p] for p in range(r.seats)],
        [ledger.sum.chips[<int>p] for p in range(r.seats)],
    )


cdef void count_in(Ledger* ledger, int reason, int payer, int payee, int32_t amount) noexcept nogil:
    cdef int32_t* sums = &ledger.sum.chips[0] if pays_chips(reason) else &ledger.sum.points[0]
    # without a sign they may wrap: what was put there is looked at when it is summed up
    if payer != NOBODY:
        sums[payer] = <int32_t>(<uint32_t>sums[payer] - <uint32_t>amount)
    if payee != NOBODY:
        sums[payee] = <int32_t>(<uint32_t>sums[payee] + <uint32_t>amount)


cdef void pay(Ledger* ledger, int reason, int payer, int payee, int32_t amount,
              int detail) noexcept nogil:
    cdef int i
    cdef Line* line
    for i in range(ledger.n):
        line = &ledger.line[i]
        if line.reason == reason and line.payer == payer and line.payee == payee:
            line.amount += amount
            count_in(ledger, reason, payer, payee, amount)
            return
    if ledger.n == LEDGER:
        ledger.lost += 1
        return
    line = &ledger.line[ledger.n]
    line.reason = <uint8_t>reason
    line.payer = <uint8_t>payer
    line.payee = <uint8_t>payee
    line.detail = <uint8_t>detail
    line.amount = amount
    ledger.n += 1
    count_in(ledger, reason, payer, payee, amount)


cdef void add_up(Ledger* ledger) noexcept nogil:
    cdef const Line* line
    cdef int i
    memset(&ledger.sum, 0, sizeof(Totals))
    for i in range(ledger.n):
        line = &ledger.line[i]
        count_in(ledger, line.reason, line.payer, line.payee, line.amount)


# ---- at the table

cdef void credit(State* s, const Totals* before) noexcept nogil:
    cdef int p
    for p in range(s.rules.seats):
        s.seat[p].score += s.ledger.sum.points[p] - before.points[p]
        s.seat[p].chips += s.ledger.sum.chips[p] - before.chips[p]


cdef Totals paid_before(const State* s) noexcept nogil:
    cdef Totals nothing
    if not s.hand_over:
        return s.ledger.sum
    memset(&nothing, 0, sizeof(Totals))
    return nothing


cdef void move(State* s, int reason, int payer, int payee, int32_t amount,
               int detail) noexcept nogil:
    cdef Totals before = s.ledger.sum
    pay(&s.ledger, reason, payer, payee, amount, detail)
    credit(s, &before)


cdef void move_all(State* s, const Ledger* lines) noexcept nogil:
    cdef const Line* line
    cdef int i
    for i in range(lines.n):
        line = &lines.line[i]
        move(s, line.reason, line.payer, line.payee, line.amount, line.detail)
