# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing again in Xiamen: no hand keeps a flower; who followed no honour held none to follow."""

from libc.stdint cimport uint64_t, uint8_t

from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.history cimport is_discard, token_ago, token_code, token_seat, tokens
from shugi._fast.core.rules cimport GAME_XIAMEN, Rules
from shugi._fast.core.state cimport Seat, State
from shugi._fast.core.tiles cimport KIND_EAST, KIND_OF, NO_KIND, PLANT_1, SEASON_1, WILD
from shugi._fast.games.chinese.redeal_floats cimport (
    fits_no_float, float_is_known, forget_floats,
)
from shugi._fast.games.xiamen.win cimport followed_honours
from shugi._fast.view.redeal cimport REDEALS, Pool


# ---- flowers

cdef inline bint is_flower(int code) noexcept nogil:
    return SEASON_1 <= code < PLANT_1 + 4


cdef void part_flowers(const State* s, Pool* pool, Pool* flowers) noexcept nogil:
    cdef int i
    cdef int n = 0
    flowers.n = 0
    for i in range(pool.n):
        if is_flower(pool.tile[i]):
            flowers.tile[flowers.n] = pool.tile[i]
            flowers.n += 1
        else:
            pool.tile[n] = pool.tile[i]
            n += 1
    pool.n = n


# ---- honours to follow

cdef uint64_t honours_before(const State* s, int p) noexcept nogil:
    # honours discarded before the seat's newest discard
    cdef int i, token, kind
    cdef bint found = False
    cdef uint64_t kinds = 0
    for i in range(tokens(s)):
        token = token_ago(s, i)
        if not is_discard(token):
            continue
        kind = KIND_OF[token_code(token)]
        if found and kind != NO_KIND and kind >= KIND_EAST:
            kinds |= bit(kind)
        found = found or token_seat(token) == p
    return kinds


cdef bint follows_honours(const State* s, int p) noexcept nogil:
    # xiamen section 3.3: whoever discards something else holds no single honour discarded before
    cdef const Seat* seat = &s.seat[p]
    cdef const Rules* r = s.rules
    cdef uint64_t before
    cdef int last
    if not r.follow_honours or not r.honour_rule_counts_claimed or seat.n_river == 0:
        return True
    if s.turn == p and s.drawn_rinshan:
        return True  # what was drawn before a kan lies among the tiles
    last = seat.river[seat.n_river - 1]
    if last == WILD and r.honour_rule_exempts_gold:
        return True
    before = honours_before(s, p)
    if KIND_OF[last] != NO_KIND and has(before, KIND_OF[last]) and not seat.kind[KIND_OF[last]]:
        return True  # it was one of those to follow, chosen freely
    return followed_honours(seat.kind, before) == 0


cdef bint fits(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil:
    return follows_honours(s, p) and fits_no_float(s, p, strict, part)


# ---- floats

cdef void recount(State* s, int p, bint floating) noexcept nogil:
    if s.rules.false_float_forfeits:
        s.seat[p].forfeited = not floating


cdef void forget(State* s, int seat) noexcept nogil:
    forget_floats(s, seat, recount)


REDEALS[<int>GAME_XIAMEN].hand_is_known = float_is_known
REDEALS[<int>GAME_XIAMEN].part_flowers = part_flowers
REDEALS[<int>GAME_XIAMEN].fits = fits
REDEALS[<int>GAME_XIAMEN].forget = forget
