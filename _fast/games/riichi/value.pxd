# The value of a won hand: the best of its readings, with dora, points and entries.
from shugi._fast.core.rules cimport Rules
from shugi._fast.games.riichi.patterns cimport Reckoning
from shugi._fast.games.riichi.win cimport Value, Win

# the best reading's value; Value.legal == 0 when there is no yaku or no shape
cdef void evaluate(const Rules* r, const Win* win, Value* out) noexcept nogil
# the second of two steps (reckon, patterns.pxd, is the first), so that many indicators can be tried
# on one hand: win's dora and ura are read only here
cdef void value_of(const Rules* r, const Win* win, const Reckoning* k, Value* out) noexcept nogil
