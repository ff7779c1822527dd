# Calls: what a seat may claim, whose claim goes first, and which copies a call may take.
from libc.stdint cimport uint64_t
from shugi._fast.core.state cimport Seat, State

cdef enum Option:            # claims that a seat has: bits of State.option
    CAN_WIN = 1
    CAN_KAN = 2
    CAN_PON = 4
    CAN_CHI_LOW = 8
    CAN_CHI_MID = 16
    CAN_CHI_HIGH = 32
    CAN_ATAMA = 64
    CAN_WIN_FALSELY = 128    # a win that is none may be declared (Rules.false_wins)
    ANY_CLAIM = 255

cdef enum:
    CLAIMS = 7


cdef struct Claim:
    int option               # its bit
    int answer               # the action that takes it
    int rank                 # the higher, the earlier
    int copies               # that it takes from the hand
    int type                 # MeldType
    int event                # Event

cdef Claim[CLAIMS + 1] CLAIM   # in the order of Option's bits; the last is no claim

# another kan: fewer than four, a replacement and an indicator for it
cdef bint kan_room(const State* s) noexcept nogil
# a kan that brings no tile must leave one to discard
cdef bint leaves_tile(const State* s, const Seat* seat, int used) noexcept nogil
# tiles in hand that may be added to a pon of the seat (bit = code)
cdef uint64_t added_kan_codes(const State* s, int seat) noexcept nogil
# calls of the tile that may be claimed, wins aside: bits of Option
cdef int call_options(const State* s, int seat) noexcept nogil
# the higher, the earlier; 0 for no call
cdef int claim_rank(const State* s, int answer) noexcept nogil
# what the action claims; for others a claim of no option and no copies
cdef const Claim* claim_of(int answer) noexcept nogil
# seats that answered with a win and get it: bit per seat
cdef int winners_of(const State* s) noexcept nogil
# seats that answered with a win that is none: bit per seat; it counts where nobody wins
cdef int false_winners_of(const State* s) noexcept nogil
# copies that the call takes from the hand
cdef int copies_needed(int verb) noexcept nogil
# kind of the i-th of these copies
cdef int wanted_kind(const State* s, int i) noexcept nogil
# codes that may be chosen next for it, in an order in which no set comes twice
cdef uint64_t copy_bits(const State* s) noexcept nogil


# who comes next of those in play; a seat that is not is its own next
cdef inline int next_seat(const State* s, int seat) noexcept nogil:
    return s.after[seat]
