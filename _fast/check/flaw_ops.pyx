# cython: language_level=3
"""What a game says of a state, where it has nothing of its own."""

from shugi._fast.check.flaw cimport FLAW_PHASE, FLAW_RIICHI, NO_SEAT, flawed


cdef bint never_declared(const State* s, int p, int how) noexcept nogil:
    return False


cdef bint none_waits(const State* s, Fault* out) noexcept nogil:
    return s.declaring and flawed(out, FLAW_RIICHI, s.discarder)


cdef bint no_joker(const State* s, Fault* out) noexcept nogil:
    return flawed(out, FLAW_PHASE, NO_SEAT)


cdef bint one_drew(const State* s) noexcept nogil:
    return False


cdef int _game
for _game in range(<int>GAMES):
    FLAW_OPS[_game] = FlawOps(NULL, never_declared, none_waits, no_joker, one_drew)
