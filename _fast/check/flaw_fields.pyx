# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The ranges of a state's single fields: what is used as an index or a count can be trusted."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from shugi._fast.check.field_at cimport (
    CARDTABLE_AT, CARDTABLE_END, HOLDS_ANYTHING, HOLDS_BYTES, HOLDS_CARDS, HOLDS_COUNT, HOLDS_KINDS,
    HOLDS_MONEY, MOST_SEAT, MOST_SEAT_SET, SEAT_AT, SEAT_END, STATE_AT, STATE_END, SUMMARY_AT,
    SUMMARY_END, put_fields,
)
from shugi._fast.check.flaw cimport FLAW_HISTORY, FLAW_LEDGER, NO_SEAT, flawed, wrong_value
from shugi._fast.core.cards cimport CARDS, CARD_SHOWN
from shugi._fast.core.history cimport token_ago, token_event, token_seat, tokens
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport CODES, KINDS, LEDGER, NOBODY, SEATS
from shugi._fast.core.state cimport EVENT_WIN, Ledger, Line
from shugi._fast.flow.ledger cimport add_up, is_reason

from shugi._fast.check.tables import STRUCTS, TABLES

cdef enum:
    COUNT = 0x7FFFFFFF       # hands, decisions, events

put_fields(FIELDS_AT)
PREFIX = {"Summary": "last."} | {struct: f"{game}." for game in TABLES for struct in TABLES[game]}
FIELD_NAMES = [
    PREFIX.get(struct, "") + one.name for struct, fields in STRUCTS.items() for one in fields
]


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
    if at.holds == HOLDS_CARDS:
        return not (<const uint64_t*>base)[i] >> CARDS
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


cdef bint struct_flaw(const Rules* r, const void* base, int first_row, int end, int seat,
                      Fault* out) noexcept nogil:
    cdef int i
    for i in range(first_row, end):
        if not is_within(r, <const uint8_t*>base, &FIELDS_AT[i]):
            return wrong_value(out, i, seat)
    return False


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
    cdef const Rules* r = s.rules
    cdef int p
    if struct_flaw(r, s, STATE_AT, STATE_END, NO_SEAT, out):
        return True
    if struct_flaw(r, &s.last, SUMMARY_AT, SUMMARY_END, NO_SEAT, out):
        return True
    for p in range(r.seats):
        if struct_flaw(r, &s.seat[p], SEAT_AT, SEAT_END, p, out):
            return True
    if r.plays_cards and struct_flaw(r, &s.cards, CARDTABLE_AT, CARDTABLE_END, NO_SEAT, out):
        return True
    return ledger_flaw(s, out) or history_flaw(s, out)
