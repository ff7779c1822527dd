# cython: language_level=3
"""What has happened before a position: public events, payments, how the last hand ended."""

from libc.stdint cimport uint32_t

from shugi._fast.check.fields cimport I32, U8, read_rows, write_rows
from shugi._fast.check.flaw_fields cimport is_event
from shugi._fast.core.sizes cimport HISTORY, LEDGER
from shugi._fast.core.state cimport Line
from shugi._fast.flow.ledger cimport add_up, lines_of, pays_chips, reasons_of

from shugi._fast.check.fields import (
    KEYS, LAST_ROWS, LINE_KEYS, PositionError, as_list, check_keys, choice, encode, integer,
)


cdef list _history_to_list(const State* s):
    cdef uint32_t first = s.history_total - HISTORY if s.history_total > HISTORY else 0
    return [s.history[i % HISTORY] for i in range(first, s.history_total)]


cdef void _check_event(const State* s, int token, str field) except *:
    if not is_event(s.rules, token):
        raise PositionError(field, f"{token} is no event of this game")


cdef void _history_from_dict(State* s, dict d) except *:
    cdef uint32_t i
    cdef list tokens = as_list(d.get("history", ()), "history", HISTORY)
    cdef uint32_t n = len(tokens)
    s.history_total = integer(d.get("history_total", n), n, 2**31 - 1, "history_total")
    if n != min(s.history_total, HISTORY):
        raise PositionError("history_total", f"{n} events are told, which must be the newest "
                            f"{HISTORY}, or all where there were fewer")
    for i in range(n):
        token = integer(tokens[i], 0, 2**16 - 1, f"history[{i}]")
        _check_event(s, token, f"history[{i}]")
        s.history[(s.history_total - n + i) % HISTORY] = token


cdef void _line_from_dict(Line* line, object d, dict reasons, int seats, str field) except *:
    check_keys(d, LINE_KEYS, f"{field}.")
    if "reason" not in d:
        raise PositionError(field, "needs a reason")
    line.reason = choice(reasons, d["reason"], f"{field}.reason")
    line.payer = encode("seat", d.get("payer"), U8, seats, f"{field}.payer")
    line.payee = encode("seat", d.get("payee"), U8, seats, f"{field}.payee")
    paid, other = ("chips", "points") if pays_chips(line.reason) else ("points", "chips")
    line.amount = encode("money", d.get(paid, 0), I32, seats, f"{field}.{paid}")
    if integer(d.get(other, 0), -2**31, 2**31 - 1, f"{field}.{other}"):
        raise PositionError(f"{field}.{other}", f"{d['reason']} is paid in {paid}")
    line.detail = encode("int", d.get("detail", 0), U8, seats, f"{field}.detail")


cdef void _ledger_from_dict(State* s, dict d) except *:
    cdef int i
    cdef list lines = as_list(d.get("ledger", ()), "ledger", LEDGER)
    cdef dict reasons = reasons_of(s.rules)
    for i in range(<int>len(lines)):
        _line_from_dict(&s.ledger.line[i], lines[i], reasons, s.rules.seats, f"ledger[{i}]")
    s.ledger.n = len(lines)
    add_up(&s.ledger)


cdef void past_to_dict(const State* s, dict out) except *:
    out["history"] = _history_to_list(s)
    out["history_total"] = s.history_total
    out["last"] = read_rows(<const char*>&s.last, LAST_ROWS, s.rules.seats)
    out["ledger"] = lines_of(s.rules, &s.ledger)


cdef void past_from_dict(State* s, dict d) except *:
    _history_from_dict(s, d)
    _ledger_from_dict(s, d)
    last = d.get("last", {})
    check_keys(last, KEYS["last"], "last.")
    write_rows(<char*>&s.last, LAST_ROWS, s.rules.seats, last, "last.")
