# The turns of riichi: riichi and open riichi, furiten, bingo wins.
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.state cimport Seat

# FURITEN_DISCARD and the sevens blocked by the 4-7 exception, from waits and river
cdef void update_furiten(const Rules* r, Seat* seat) noexcept nogil
