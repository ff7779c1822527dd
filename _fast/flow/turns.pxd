# The turn machine that all mahjong shares: deal, draw, own turn, discard, claims, calls, kans.
# What differs between games is a table of functions (game_ops.pxd).
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.bits cimport add_in_words, has_in_words, is_single, lowest
from shugi._fast.core.rules cimport GAME_LENGTH_FIXED_HANDS, GAME_LENGTH_UNTIL_BUST, Rules
from shugi._fast.core.state cimport State


# State.round of a dealer: the given one, or East for ever
cdef inline int round_of(const Rules* r, int round, int dealer) noexcept nogil:
    # it stays East where games have no rounds
    cdef int length = r.game_length
    cdef bint endless = length == GAME_LENGTH_UNTIL_BUST or length == GAME_LENGTH_FIXED_HANDS
    return dealer if endless else round


cdef void game_start(State* s, const Rules* r, uint64_t seed, int first_dealer) noexcept nogil
# a hand with the wall that stands in State.wall (hand_start shuffles one first)
cdef void hand_deal(State* s) noexcept nogil
cdef void hand_start(State* s) noexcept nogil
# a legal action, then on to the next decision (forced ones included)
cdef void apply(State* s, int action) noexcept nogil
# plays forced moves until a real decision or the end
cdef void advance(State* s) noexcept nogil
# the checked door: STATUS_ILLEGAL and no change when the action is not legal
cdef void step(State* s, int action, bint forced) noexcept nogil
# works State.legal out again, for a state that was put together by hand
cdef void refresh(State* s) noexcept nogil
# legality without the mask, for tests: each rule asked on its own
cdef bint is_legal(const State* s, int action) noexcept nogil

# the first of a game, by lot where `first_banker` says so
cdef void draw_first_dealer(State* s) noexcept nogil
# seats in turn order, nobody resting
cdef void order_seats(State* s) noexcept nogil

cdef void deal_tiles(State* s) noexcept nogil
cdef void apply_tiles(State* s, int action) noexcept nogil
cdef void refresh_tiles(State* s) noexcept nogil

# building blocks for the games
cdef void draw_tile(State* s, int seat, int code, bint replacement) noexcept nogil
cdef void draw_next(State* s) noexcept nogil
cdef void take_replacement(State* s, bint rinshan_yaku) noexcept nogil
# a replacement tile: GameOps.after_kan of most games
cdef void draw_after_kan(State* s) noexcept nogil
# a set of own tiles (a verb of the own turn, its first kind): which copies, then GameOps.set_chosen
cdef void choose_set(State* s, int verb, int kind) noexcept nogil
# State.chosen becomes a meld that counts as a kan; its event
cdef void lay_set(State* s, int type, int event, int code) noexcept nogil
cdef void open_claims(State* s) noexcept nogil
# no tile may be claimed any more
cdef void clear_claim(State* s) noexcept nogil
# what a seat may claim with the hand it has: bits of Option (calls.pxd)
cdef int claims_of(const State* s, int seat) noexcept nogil
# who is asked next about the tile that may be claimed; NOBODY when all have answered
cdef int next_claimant(const State* s) noexcept nogil
# the seat may not pass the win that it has on the tile
cdef bint must_claim(const State* s, int seat) noexcept nogil
# in the seat's own turn or claim: WIN, where it is legal, would be a win that is none (false_wins)
cdef bint wins_falsely(const State* s, int seat) noexcept nogil
# the verb wants a tile (PHASE_KAN): what may be chosen becomes legal
cdef void ask_kan_tile(State* s, int verb) noexcept nogil
# a discard of State.turn, then on to its claims
cdef void lay_down(State* s, int code) noexcept nogil
# the turn of State.turn: its legal actions
cdef void own_turn(State* s) noexcept nogil
cdef uint64_t discard_bits(const State* s, int seat) noexcept nogil
cdef void record_event(State* s, int seat, int event, int code) noexcept nogil


cdef inline void allow(State* s, int action) noexcept nogil:
    add_in_words(s.legal, action)


cdef inline void allow_none(State* s) noexcept nogil:
    s.legal[0] = 0
    s.legal[1] = 0


cdef inline bint allowed(const State* s, int action) noexcept nogil:
    return has_in_words(s.legal, action)


cdef inline bint only_one(const State* s) noexcept nogil:
    if s.legal[1] == 0:
        return is_single(s.legal[0])
    return s.legal[0] == 0 and is_single(s.legal[1])


cdef inline int first_legal(const State* s) noexcept nogil:
    if s.legal[0]:
        return lowest(s.legal[0])
    return 64 + lowest(s.legal[1])
