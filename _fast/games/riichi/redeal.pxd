# What is known for certain of hidden hands in the riichi games, and their furiten.
from shugi._fast.core.state cimport State

# in riichi, or about to be: the discard that declares it can be claimed
cdef bint must_be_ready(const State* s, int p) noexcept nogil
# can p hold this hand, without the tile just drawn?  strict: Atama asks for a yakuman too
cdef bint fits_riichi(const State* s, int p, bint strict) noexcept nogil
# furiten and blocked waits of a hand that was dealt again, without the tile just drawn: they
# follow from its waits and from what all have seen
cdef void redo_furiten(State* s, int p) noexcept nogil
