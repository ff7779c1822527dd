# Reading the public events of a hand, newest first (State.history).
from shugi._fast.core.sizes cimport HISTORY
from shugi._fast.core.state cimport EVENT_DISCARD, EVENT_TSUMOGIRI, State


cdef inline int tokens(const State* s) noexcept nogil:
    # kept
    return HISTORY if s.history_total > HISTORY else <int>s.history_total


cdef inline int token_ago(const State* s, int i) noexcept nogil:
    return s.history[(s.history_total - 1 - i) % HISTORY]


cdef inline int token_seat(int token) noexcept nogil:
    return token >> 14


cdef inline int token_event(int token) noexcept nogil:
    return token >> 8 & 63


cdef inline int token_code(int token) noexcept nogil:
    return token & 63


cdef inline bint is_discard(int token) noexcept nogil:
    return token_event(token) == EVENT_DISCARD or token_event(token) == EVENT_TSUMOGIRI
