# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dealing again in Sichuan: what a seat knows for certain of what it cannot see.

Who got the seat's three tiles has what it has not shown of them since. Who has discarded a tile
that is not of its void suit held none of that suit then, and can have drawn one since, with each
own kan, robbed or not, another. What others have chosen before the hand, and not shown, they choose
anew by the hand they get: the three lowest tiles of the shortest suit that has them, and the suit
with the fewest tiles.
"""

from libc.stdint cimport uint64_t, uint8_t

from shugi._fast.core.actions cimport PASS
from shugi._fast.core.bits cimport has, lowest, without_lowest
from shugi._fast.core.history cimport is_discard, token_ago, token_event, token_seat, tokens
from shugi._fast.core.rules cimport GAME_SICHUAN
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport EVENT_ANKAN, EVENT_KAKAN, EVENT_WIN, PHASE_OFFER, Seat, State
from shugi._fast.games.sichuan.play cimport (
    GIFTS, OFFER_GIFT, OFFER_VOID, giveable, giver_to, has_robbed, n_given, receiver_of,
    void_kinds,
)
from shugi._fast.games.sichuan.win cimport suit_kinds
from shugi._fast.view.redeal cimport REDEALS

cdef uint64_t ALL_CODES = ~<uint64_t>0


cdef bint never(const State* s, int p) noexcept nogil:
    return False


# ---- what is certain

cdef int copies_shown(const Seat* seat, int code) noexcept nogil:
    # tiles of the code that have left the hand since the exchange
    cdef int i, j
    cdef int n = 0
    for i in range(seat.n_river):
        n += seat.river[i] == code
    for i in range(seat.n_meld):
        for j in range(seat.meld[i].n):
            n += seat.meld[i].tile[j] == code and j != seat.meld[i].called
    return n


cdef void known_tiles(const State* s, int seat, int p, uint8_t* kept) noexcept nogil:
    cdef const Seat* giver = &s.seat[seat]
    cdef int i, j, n
    if s.exchange_way == 0 or receiver_of(s, seat) != p:
        return
    for i in range(n_given(giver)):
        n = -copies_shown(&s.seat[p], giver.given[i])
        for j in range(GIFTS):
            n += giver.given[j] == giver.given[i]
        if n > kept[giver.given[i]]:
            kept[giver.given[i]] = <uint8_t>n


cdef bint is_clean(const State* s, int p) noexcept nogil:
    # without a tile of the void suit at its newest discard
    cdef const Seat* seat = &s.seat[p]
    return seat.n_river and not has(void_kinds(seat), seat.river[seat.n_river - 1])


cdef int draws_since(const State* s, int p) noexcept nogil:
    # drawn since that discard, the newest supplement or draw apart: one before each kan of its own,
    # and before each that was robbed, which ended its turn without a discard
    cdef int i, token, event, q
    cdef int n = 0
    for i in range(tokens(s)):
        token = token_ago(s, i)
        event = token_event(token)
        q = token_seat(token)
        if q != p:
            n += event == EVENT_WIN and has_robbed(s, q, p)
        elif is_discard(token):
            return n
        else:
            n += event == EVENT_ANKAN or event == EVENT_KAKAN
    return s.seat[p].n_hand  # the history does not tell


cdef bint fits(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil:
    cdef uint64_t left = void_kinds(&s.seat[p])
    cdef int n = 0
    if not is_clean(s, p):
        return True
    while left:
        n += s.seat[p].kind[lowest(left)]
        left = without_lowest(left)
    return n <= draws_since(s, p)


cdef uint64_t may_hold(const State* s, int p) noexcept nogil:
    return ~void_kinds(&s.seat[p]) if is_clean(s, p) and not draws_since(s, p) else ALL_CODES


# ---- what follows from the new hands

cdef void choose_gifts(Seat* seat) noexcept nogil:
    cdef uint64_t codes
    cdef int suit, kind, n
    cdef int fewest = NO_TILE
    cdef int chosen = 1
    for n in range(GIFTS):
        seat.given[n] = NO_TILE
    for suit in range(1, 4):
        n = 0
        for kind in range(9 * (suit - 1), 9 * suit):
            n += seat.kind[kind]
        if GIFTS <= n < fewest:
            fewest = n
            chosen = suit
    for n in range(GIFTS):
        codes = giveable(seat) & suit_kinds(chosen)
        seat.given[n] = <uint8_t>lowest(codes)


cdef int shortest(const Seat* seat) noexcept nogil:
    # its 1, which names it
    cdef int suit, kind, n
    cdef int fewest = NO_TILE
    cdef int out = 0
    for suit in range(3):
        n = 0
        for kind in range(9 * suit, 9 * suit + 9):
            n += seat.kind[kind]
        if n < fewest:
            fewest = n
            out = 9 * suit
    return out


cdef void forget(State* s, int seat) noexcept nogil:
    cdef bint gives = s.phase == PHASE_OFFER and s.offer == OFFER_GIFT
    cdef bint names = s.phase == PHASE_OFFER and s.offer == OFFER_VOID
    cdef int p, i
    for p in range(s.rules.seats):
        if p == seat:
            continue
        s.seat[p].missed_doubles = 0
        if gives and n_given(&s.seat[p]) == GIFTS:
            choose_gifts(&s.seat[p])
        elif gives or (s.exchange_way and giver_to(s, seat) != p):
            for i in range(GIFTS):
                s.seat[p].given[i] = NO_TILE
        if names and s.answer[p] != PASS:
            s.answer[p] = <uint8_t>shortest(&s.seat[p])


REDEALS[<int>GAME_SICHUAN].hand_is_known = never
REDEALS[<int>GAME_SICHUAN].known_tiles = known_tiles
REDEALS[<int>GAME_SICHUAN].may_hold = may_hold
REDEALS[<int>GAME_SICHUAN].fits = fits
REDEALS[<int>GAME_SICHUAN].forget = forget
