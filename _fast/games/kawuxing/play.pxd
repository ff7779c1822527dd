# Kawuxing: the flow of a hand.
from shugi._fast.core.state cimport State
from shugi._fast.games.kawuxing.win cimport KawuxingWin

# a seat's hand as it wins on a tile of a kind; source: KawuxingSource, KW_OWN if the hand holds it
cdef void kawuxing_hand(const State* s, int seat, int source, int tile,
                        KawuxingWin* win) noexcept nogil
