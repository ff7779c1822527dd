# Who may win where pairs may be called (Super Bingo 4.4): shown hands, and hands sure of a yakuman.
from shugi._fast.core.rules cimport Rules
from shugi._fast.games.riichi.win cimport Win

# the yakuman of called pairs; after patterns_compile
cdef void atama_compile(Rules* r) noexcept
# is a real yakuman sure, by ron and without luck?  On every wait of the hand or, by option, on one.
# Only the tiles are looked at, the winning tile aside.
cdef bint sure_yakuman(const Rules* r, const Win* win) noexcept nogil
# may this hand be won?  has_yaku in all other rules
cdef bint win_allowed(const Rules* r, const Win* win) noexcept nogil
