# Sichuan: the flow of a hand.
from libc.stdint cimport uint64_t
from shugi._fast.core.state cimport Seat, State
from shugi._fast.games.sichuan.win cimport SichuanWin, suit_kinds

cdef enum SichuanOffer:          # State.offer
    OFFER_GIFT = 1               # the next of three tiles to be given away
    OFFER_VOID = 2               # the void suit, named by its 1

cdef enum:
    GIFTS = 3


# kinds of the suit that the seat has named
cdef inline uint64_t void_kinds(const Seat* seat) noexcept nogil:
    return suit_kinds(seat.void_suit) if seat.void_suit else 0


# has q won on a kan of p?  The first to win on it has its tile, and only he is meant
cdef inline bint has_robbed(const State* s, int q, int p) noexcept nogil:
    return s.seat[q].won_from == p and s.seat[q].n_aside != 0


# tiles chosen to be given so far
cdef int n_given(const Seat* seat) noexcept nogil
# tiles that may be chosen next: of one suit, in ascending order so that no choice comes twice
cdef uint64_t giveable(const Seat* seat) noexcept nogil
# where the tiles of a seat go, and whose tiles come
cdef int receiver_of(const State* s, int seat) noexcept nogil
cdef int giver_to(const State* s, int seat) noexcept nogil
# a seat's hand as it wins on a tile of a kind; source: SichuanSource, SC_OWN if the hand holds it
cdef void sichuan_hand(const State* s, int seat, int source, int tile,
                       SichuanWin* win) noexcept nogil
# the most doubles that a discard could have won now; -1: it is not ready
cdef int best_doubles(const State* s, int seat) noexcept nogil
# seats that play on: bit per seat
cdef int players_left(const State* s) noexcept nogil
