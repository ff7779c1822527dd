# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The payments of a hand: lines, their sums, and what the seats have of them."""

from libc.stdint cimport int32_t, uint8_t
from shugi._fast.core.sizes cimport LEDGER, NOBODY

# by Reason
REASON_NAMES = (
    "win", "honba", "sticks", "riichi", "noten", "nagashi", "pao", "gold", "tulip_start", "tulip",
    "tulip_tier3", "placement", "leftover", "grand_cross", "uma",
    "ippatsu", "ura", "kandora", "red", "tanyao", "otafuku", "yakuman", "dice", "birds", "bust",
    "multiplier", "cherry", "kan", "disclosed",
    "carte_blanche", "point", "sequence", "sets", "repic", "play", "pic", "cards",
    "tricks", "bid", "premium", "result", "chombo_chips", "chombo",
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
    cdef Totals totals
    ledger_sum(ledger, r.seats, totals.points, totals.chips)
    return (
        [totals.points[<int>p] for p in range(r.seats)],
        [totals.chips[<int>p] for p in range(r.seats)],
    )


cdef void pay(Ledger* ledger, int reason, int payer, int payee, int32_t amount,
              int detail) noexcept nogil:
    cdef int i
    cdef Line* line
    for i in range(ledger.n):
        line = &ledger.line[i]
        if line.reason == reason and line.payer == payer and line.payee == payee:
            line.amount += amount
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


cdef void ledger_sum(const Ledger* ledger, int seats, int32_t* points,
                     int32_t* chips) noexcept nogil:
    cdef int i
    cdef const Line* line
    cdef int32_t* sums
    for i in range(seats):
        points[i] = 0
        chips[i] = 0
    for i in range(ledger.n):
        line = &ledger.line[i]
        sums = chips if pays_chips(line.reason) else points
        if line.payer != NOBODY:
            sums[line.payer] -= line.amount
        if line.payee != NOBODY:
            sums[line.payee] += line.amount


# ---- at the table

cdef void totals_of(const State* s, Totals* totals) noexcept nogil:
    ledger_sum(&s.ledger, s.rules.seats, totals.points, totals.chips)


cdef void credit_since(State* s, const Totals* before, const float* expected) noexcept nogil:
    cdef Totals now
    cdef int p, chips
    totals_of(s, &now)
    for p in range(s.rules.seats):
        chips = now.chips[p] - before.chips[p]
        s.seat[p].score += now.points[p] - before.points[p]
        s.seat[p].chips += chips
        s.points_since[p] += now.points[p] - before.points[p]
        s.chips_since[p] += chips
        s.expected_since[p] += expected[p] if expected != NULL else <float>chips


cdef void move(State* s, int reason, int payer, int payee, int32_t amount,
               int detail) noexcept nogil:
    cdef Totals before
    totals_of(s, &before)
    pay(&s.ledger, reason, payer, payee, amount, detail)
    credit_since(s, &before, NULL)


cdef void move_all(State* s, const Ledger* lines) noexcept nogil:
    cdef const Line* line
    cdef int i
    for i in range(lines.n):
        line = &lines.line[i]
        move(s, line.reason, line.payer, line.payee, line.amount, line.detail)
