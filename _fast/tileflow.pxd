# The turn machine that all mahjong shares: deal, draw, own turn, discard, claims, calls, kans.
# What differs between games is a table of functions (Family); riichi.pyx and each regional game
# fill theirs.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.state cimport GAMES, Rules, State

cdef enum:
    ROB_NUKI = 16        # State.robbing of a tile set aside

cdef struct Family:
    # these three are the same for all mahjong: deal_tiles, apply_tiles, refresh_tiles
    void (*deal)(State*) noexcept nogil                     # a hand with the wall that stands
    void (*apply)(State*, int action) noexcept nogil        # a legal action
    void (*refresh)(State*) noexcept nogil                  # write State.legal anew
    void (*begin_game)(State*) noexcept nogil               # before the first hand is dealt
    void (*before_deal)(State*) noexcept nogil              # the wall stands, the seats are empty
    void (*after_deal)(State*) noexcept nogil               # ... and go on to the first decision
    void (*own_turn)(State*) noexcept nogil                 # write State.legal
    void (*verb)(State*, int) noexcept nogil                # a verb that tileflow does not know
    void (*riichi_tiles)(State*) noexcept nogil             # write State.legal in PHASE_RIICHI
    void (*kan_tiles)(State*) noexcept nogil                # write State.legal in PHASE_KAN
    void (*choice)(State*) noexcept nogil                   # ... in PHASE_POCCHI or PHASE_OFFER
    bint (*may_win)(const State*, int seat) noexcept nogil  # on the tile that may be claimed
    bint (*must_win)(const State*, int seat) noexcept nogil
    bint (*calls_allowed)(const State*) noexcept nogil      # besides wins
    # those of a seat's calls (bits of Option) that the game allows it
    int (*calls_of)(const State*, int seat, int options) noexcept nogil
    void (*discarded)(State*) noexcept nogil                # State.discard has just been laid down
    bint (*unclaimed)(State*) noexcept nogil                # nobody won on it; true: the hand ended
    void (*interrupted)(State*) noexcept nogil              # a call or kan was made
    void (*called)(State*, int verb) noexcept nogil         # a meld was made from a discard
    void (*kan_made)(State*, int type) noexcept nogil       # before the replacement draw
    void (*set_aside)(State*) noexcept nogil                # a tile set aside was not robbed
    void (*won)(State*, int winners) noexcept nogil         # bit per seat; on State.discard
    void (*wall_empty)(State*) noexcept nogil

cdef Family[<int>GAMES] FAMILIES     # by Rules.game


cdef inline const Family* family(const State* s) noexcept nogil:
    return &FAMILIES[s.rules.game]


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

# what belongs to one turn or hand, and not to the seats
cdef void clear_turn(State* s) noexcept nogil
# seats in turn order, nobody resting
cdef void order_seats(State* s) noexcept nogil

cdef void deal_tiles(State* s) noexcept nogil
cdef void apply_tiles(State* s, int action) noexcept nogil
cdef void refresh_tiles(State* s) noexcept nogil

# building blocks for the families
cdef void draw_tile(State* s, int seat, int code, bint replacement) noexcept nogil
cdef void draw_next(State* s) noexcept nogil
cdef void take_replacement(State* s, bint rinshan_yaku) noexcept nogil
cdef void open_claims(State* s) noexcept nogil
# what a seat may claim with the hand it has: bits of Option (calls.pxd)
cdef int claims_of(const State* s, int seat) noexcept nogil
# somebody wins on the tile whatever the others say: no calls are asked for
cdef bint win_decided(const State* s) noexcept nogil
# a discard of State.turn, then on to its claims
cdef void lay_down(State* s, int code) noexcept nogil
# the turn of State.turn: its legal actions
cdef void own_turn(State* s) noexcept nogil
cdef uint64_t discard_bits(const State* s, int seat) noexcept nogil
cdef void record_event(State* s, int seat, int event, int code) noexcept nogil


cdef inline void allow(State* s, int action) noexcept nogil:
    s.legal[action >> 6] |= <uint64_t>1 << (action & 63)


cdef inline void allow_none(State* s) noexcept nogil:
    s.legal[0] = 0
    s.legal[1] = 0


cdef inline bint allowed(const State* s, int action) noexcept nogil:
    return s.legal[action >> 6] >> (action & 63) & 1


cdef inline bint is_single(uint64_t x) noexcept nogil:
    return x != 0 and x & (x - 1) == 0


cdef inline bint only_one(const State* s) noexcept nogil:
    if s.legal[1] == 0:
        return is_single(s.legal[0])
    return s.legal[0] == 0 and is_single(s.legal[1])


cdef inline int lowest_bit(uint64_t x) noexcept nogil:
    # 0 for no bits at all
    cdef int n = 0
    while x and not x & 1:
        x >>= 1
        n += 1
    return n


cdef inline int first_legal(const State* s) noexcept nogil:
    if s.legal[0]:
        return lowest_bit(s.legal[0])
    return 64 + lowest_bit(s.legal[1])
