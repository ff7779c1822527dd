# The turns of riichi: riichi and open riichi, furiten, indicators, tiles set aside, bingo wins.
from libc.stdint cimport uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport Seat, State

# FURITEN_DISCARD and the sevens blocked by the 4-7 exception, from waits and river
cdef void update_furiten(const Rules* r, Seat* seat) noexcept nogil
