# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The ranges of a state's single fields: what is used as an index or a count can be trusted."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from shugi._fast.check.field_at cimport (
    HOLDS_ANYTHING, HOLDS_BYTES, HOLDS_COUNT, HOLDS_KINDS, HOLDS_MONEY, MOST_SEAT,
    MOST_SEAT_SET, put_seat, put_state, put_summary,
)
from shugi._fast.check.flaw cimport (
    FLAW_FIELD, FLAW_HISTORY, FLAW_LEDGER, NO_SEAT, flawed,
)
from shugi._fast.core.cards cimport CARD_SHOWN
from shugi._fast.core.history cimport token_ago, token_event, token_seat, tokens
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport CODES, KINDS, LEDGER, NOBODY, SEATS
from shugi._fast.core.state cimport EVENT_WIN, Ledger, Line
from shugi._fast.flow.ledger cimport add_up, is_reason

from shugi._fast.check.tables import STRUCTS

cdef enum:
    COUNT = 0x7FFFFFFF       # hands, decisions, events

put_state(of_state)
put_summary(of_summary)
put_seat(of_seat)
PREFIX = {"State": "", "Summary": "last.", "Seat": ""}
FIELD_NAMES = [PREFIX[struct] + one.name for struct, fields in STRUCTS.items() for one in fields]


cdef bint bytes_within(const Rules* r, const uint8_t* base, const FieldAt* at) noexcept nogil:
    cdef int most = at.most
    cdef int i
    if most == MOST_SEAT:
        most = r.seats - 1
    elif most == MOST_SEAT_SET:
        most = (1 << r.seats) - 1
    for i in range(at.count):
        if base[i] > most and not (at.none and base[i] == NOBODY):
            return False
    return True


cdef inline bint is_money(int32_t amount) noexcept nogil:
    return -MOST_MONEY <= amount <= MOST_MONEY


# one value of more than a byte
cdef bint is_held(const uint8_t* base, const FieldAt* at, int i) noexcept nogil:
    cdef int32_t amount
    if at.holds == HOLDS_KINDS:
        return not (<const uint64_t*>base)[i] >> KINDS
    if at.holds == HOLDS_COUNT:
        return (<const uint32_t*>base)[i] <= COUNT
    amount = (<const int32_t*>base)[i]
    return is_money(amount) and (at.holds == HOLDS_MONEY or amount >= 0)


cdef bint is_within(const Rules* r, const uint8_t* base, const FieldAt* at) noexcept nogil:
    cdef int i
    if at.holds == HOLDS_BYTES:
        return bytes_within(r, base + at.place, at)
    if at.holds != HOLDS_ANYTHING:
        for i in range(at.count):
            if not is_held(base + at.place, at, i):
                return False
    return True


# the first field of a struct that holds what it cannot, as a number; -1: none
cdef int wrong_field(
    const Rules* r, const void* base, const FieldAt* at, int n
) noexcept nogil:
    cdef int i
    for i in range(n):
        if not is_within(r, <const uint8_t*>base, &at[i]):
            return i
    return -1


cdef bint struct_flaw(int wrong, int before, int seat, Fault* out) noexcept nogil:
    out.row = before + wrong
    return wrong >= 0 and flawed(out, FLAW_FIELD, seat)


cdef inline bint is_party(const Rules* r, int seat) noexcept nogil:
    return seat < r.seats or seat == NOBODY


cdef bint ledger_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const Line* line
    cdef int i
    if not 0 <= s.ledger.n <= LEDGER:
        return flawed(out, FLAW_LEDGER, NO_SEAT)
    for i in range(s.ledger.n):
        line = &s.ledger.line[i]
        if not is_money(line.amount):
            return flawed(out, FLAW_LEDGER, NO_SEAT)
        if not is_reason(s.rules, line.reason):
            return flawed(out, FLAW_LEDGER, NO_SEAT)
        if not is_party(s.rules, line.payer) or not is_party(s.rules, line.payee):
            return flawed(out, FLAW_LEDGER, NO_SEAT)
    return not is_added_up(&s.ledger) and flawed(out, FLAW_LEDGER, NO_SEAT)


cdef bint is_added_up(const Ledger* ledger) noexcept nogil:
    cdef Ledger anew = ledger[0]
    cdef int p
    add_up(&anew)
    for p in range(SEATS):
        if ledger.sum.points[p] != anew.sum.points[p] or not is_money(anew.sum.points[p]):
            return False
        if ledger.sum.chips[p] != anew.sum.chips[p] or not is_money(anew.sum.chips[p]):
            return False
        if not -MOST_MONEY <= ledger.sum.chance[p] <= MOST_MONEY:
            return False
    return True


cdef bint is_event(const Rules* r, int token) noexcept nogil:
    cdef bint cards = r.plays_cards != 0
    cdef int last = <int>CARD_SHOWN if cards else <int>EVENT_WIN
    if token_seat(token) >= r.seats or not 0 < token_event(token) <= last:
        return False
    return cards or token & 255 < CODES


cdef bint history_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int i
    for i in range(tokens(s)):
        if not is_event(s.rules, token_ago(s, i)):
            return flawed(out, FLAW_HISTORY, NO_SEAT)
    return False


cdef bint fields_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int p, wrong
    wrong = wrong_field(s.rules, s, of_state, STATE_FIELDS)
    if struct_flaw(wrong, 0, NO_SEAT, out):
        return True
    wrong = wrong_field(s.rules, &s.last, of_summary, SUMMARY_FIELDS)
    if struct_flaw(wrong, STATE_FIELDS, NO_SEAT, out):
        return True
    for p in range(s.rules.seats):
        wrong = wrong_field(s.rules, &s.seat[p], of_seat, SEAT_FIELDS)
        if struct_flaw(wrong, STATE_FIELDS + SUMMARY_FIELDS, p, out):
            return True
    return ledger_flaw(s, out) or history_flaw(s, out)
