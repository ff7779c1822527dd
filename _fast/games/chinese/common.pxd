# Building blocks of the regional games: the wildcard, own turns, kans, money and the end of a hand.
from libc.stdint cimport int32_t, uint64_t, uint8_t
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport Ledger, Meld, Seat, State
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.flow.game_ops cimport GameOps


# the functions that do the same in every regional game; a game puts its own over them
cdef void regional_defaults(GameOps* ops) noexcept nogil

# ---- the deal

# all tiles of a kind in the wall become `code`, but the indicator at `keep` (-1: none)
cdef void relabel(State* s, int kind, int code, int keep) noexcept nogil
# turns the tile at the indicator's place: State.indicator, event and count
cdef void turn_indicator(State* s) noexcept nogil
# tiles of the kind become WILD, and Whites tiles of the kind (hangzhou section 2, xiamen section 2)
cdef void name_wildcard(State* s, int kind) noexcept nogil

# ---- melds

# the type and the first tile's kind of each
cdef inline void name_melds(const Meld* melds, int n, uint8_t* types,
                            uint8_t* kinds) noexcept nogil:
    cdef int i
    for i in range(n):
        types[i] = melds[i].type
        kinds[i] = KIND_OF[melds[i].tile[0]]


# ---- the own turn

# the turn was opened by a chi or pon of the seat: nothing was drawn
cdef inline bint after_claim(const State* s) noexcept nogil:
    return s.drawn == NO_TILE


# kinds of which the seat holds all four
cdef uint64_t four_of_a_kind(const Seat* seat) noexcept nogil
# closed and added kans that the wall and kong_after_claim allow: adds the verbs to State.legal
cdef void allow_kans(State* s, int seat) noexcept nogil
# closed and added kans to choose from, in PHASE_KAN: writes State.legal
cdef void kan_tiles(State* s) noexcept nogil
# seats whose discarded wildcard restricts the others until their next turn (float_round_trigger):
# bit per seat; while a tile may be claimed, or in a turn
cdef int float_rounds(const State* s) noexcept nogil
# a call has gone past the seats between discarder and caller: what they missed is forgotten
cdef void forget_skipped(State* s) noexcept nogil
# puts an offer (a win outside the own turn, answered by `verb` or PASS) to a seat
cdef void put_offer(State* s, int seat, int offer, int verb) noexcept nogil


# ---- money

# one payment into ledger and scores, limited to what the payer holds under start_chips; what moved
cdef int32_t charge(State* s, int reason, int payer, int payee, int32_t amount,
                    int detail) noexcept nogil
# every line of a ledger made by a game's pure functions, likewise
cdef void charge_all(State* s, const Ledger* lines) noexcept nogil

# what a win would have moved, the other way round, as lines of a chombo
cdef void pay_back(const Ledger* lines, Ledger* out) noexcept nogil

# ---- the end of a hand

# a wrong win: the lines are paid, the banker deals again and it is no stay of his (xiamen 3.6)
cdef void end_chombo(State* s, const Ledger* lines) noexcept nogil

# after the payments: `banker` deals the next hand; `stays`: counts as a stay of his
cdef void finish_end(State* s, int banker, bint stays) noexcept nogil
