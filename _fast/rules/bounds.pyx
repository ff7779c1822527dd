# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What the worst hand of a rule set may need of a state's arrays, and whether there is room."""

from shugi._fast.core.sizes cimport ASIDE, LEDGER
from shugi._fast.flow.game_ops cimport GAME_OPS
from shugi._fast.flow.hand cimport most_melds


cdef int ledger_bound(const Rules* r) noexcept nogil:
    return GAME_OPS[r.game].ledger_lines(r)


cdef int aside_bound(const Rules* r) noexcept nogil:
    return GAME_OPS[r.game].most_aside(r)


cdef int river_bound(const Rules* r) noexcept nogil:
    # a seat discards after its draws and its calls; the turn skips others only when somebody calls
    cdef int calls = most_melds(r)
    cdef int others = (r.at_table - 1) * calls
    cdef int draws = r.n_deck - r.at_table * r.hand_size
    cdef int fewest = 2 if GAME_OPS[r.game].plays_on else r.at_table
    if r.plays_cards:
        return 0
    return others + max(draws - others, 0) // fewest + calls + 1


# ---- is there room?

cdef int check_bounds(const Rules* r) except -1:
    if ledger_bound(r) > LEDGER:
        fewer = "; take fewer chip_events" if r.n_chip_event else ""
        raise ValueError(
            f"a hand may bring {ledger_bound(r)} different payments; a state has room for "
            f"{<int>LEDGER}{fewer}")
    if aside_bound(r) > ASIDE:
        raise ValueError(
            f"a seat may set {aside_bound(r)} tiles aside; a state has room for {<int>ASIDE}")
    return 0
