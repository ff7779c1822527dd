# Wuhan: the flow of a hand.
from shugi._fast.core.state cimport State
from shugi._fast.games.wuhan.win cimport WuhanWin

cdef enum WuhanOffer:        # State.offer
    WUHAN_LAST_TILE = 1      # a win with one of the last four tiles

# the table as it stands and a seat's hand as it is, for win's questions; nothing is won yet
cdef void wuhan_hand(const State* s, int seat, WuhanWin* out) noexcept nogil
# ... as the winner with the own tile, or with State.discard
cdef void wuhan_winner(const State* s, int seat, WuhanWin* out) noexcept nogil
