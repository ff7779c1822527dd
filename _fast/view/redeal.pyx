# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Deal again what one seat cannot see.

Kept: all that is public (melds, rivers, indicators turned, hands shown, counts), the seat's own
tiles, and what follows from it with certainty. That stands in the games' redeal.pyx, and here: a
seat that is asked for a claim can claim something, and one that chooses copies for a call holds
them.

Exactly uniform as long as at most one opponent is in riichi or asked; with two, the second is drawn
given the first.  Where no such hand turns up in many tries, the asked seat keeps its hand, and at
last all do.  What others have asked for or answered and not shown yet is forgotten (it is hidden,
and need not fit the new hand): who has answered passed, unless it must win.  The game's seed is
another one, as it tells of dice and walls to come.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.actions cimport GRAND_CROSS, KAN_CLOSED, PASS, WIN
from shugi._fast.core.bits cimport has
from shugi._fast.core.rng cimport STREAM_REDEAL, Rng, mix, rng_below, rng_make, rng_shuffle
from shugi._fast.core.sizes cimport CODES, NOBODY, NO_TILE, SEATS
from shugi._fast.core.state cimport (
    PHASE_CLAIM, PHASE_COPIES, PHASE_KAN, PHASE_OVER, PHASE_OWN, PHASE_POCCHI, PHASE_RIICHI,
    RIICHI_OPEN, ROB_ANKAN, Seat,
)
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.core.wall cimport dora_place
from shugi._fast.flow.calls cimport CAN_WIN, claim_of, next_seat, wanted_kind
from shugi._fast.flow.game_ops cimport game_ops
from shugi._fast.flow.hand cimport hand_add, hand_remove, refresh_ready
from shugi._fast.flow.turns cimport claims_of, must_claim, next_claimant, refresh


cdef uint64_t ALL_CODES = ~<uint64_t>0

cdef enum:
    PLAIN_TRIES = 2000       # hands, where most of them fit
    ASKED_TRIES = 20000      # about one in ten can call a tile, one in 5000 win on it
    READY_TRIES = 200000     # about one random hand in 500 is ready
    SURE_TRIES = 1000000     # ... and one in 100000 is sure of a yakuman (Atama)
    TRIES = 64               # whole arrangements
    FREE_TRIES = 4           # of them, while somebody is asked, before that seat's hand stays

cdef enum Hold:              # hands that stay although they are hidden
    HOLD_NONE = 0
    HOLD_ASKED = 1
    HOLD_ALL = 2             # and kans that lie face down

cdef enum Draw:              # what becomes of the tile just drawn
    DRAW_NONE = 0            # there is none, or it stays
    DRAW_DEALT = 1
    DRAW_SHOWN = 2           # it was announced: it stays, but is not in the hand between turns


cdef struct Hidden:          # of each seat
    int tiles[SEATS]         # to be dealt again
    int draw[SEATS]          # Draw


cdef bint is_hidden(const State* s, int seat, int p) noexcept nogil:
    # but for what shows_part tells
    if p == seat or redeal_ops(s).hand_is_known(s, p):
        return False
    if s.phase == PHASE_POCCHI and s.actor == p:
        return False  # the indicators that were turned for it tell that it has won
    return s.seat[p].riichi != RIICHI_OPEN or redeal_ops(s).shows_part(s, p, NULL)


cdef inline bint is_asked(const State* s, int p) noexcept nogil:
    return s.phase == PHASE_CLAIM and s.actor == p


cdef bint place_is_public(const State* s, int place) noexcept nogil:
    # tiles that have left the wall, and indicators that lie open
    cdef int i
    if place < s.head:
        return True
    if place >= s.n_wall - s.n_rinshan:
        return True
    for i in range(s.n_indicator):
        if place == dora_place(s, i) or (s.ura_shown and place == dora_place(s, i) + 1):
            return True
    return False


# ---- a game that knows nothing for certain

cdef bint never(const State* s, int p) noexcept nogil:
    return False


cdef bint no_part(const State* s, int p, uint8_t* kinds) noexcept nogil:
    return False


cdef void no_tiles(const State* s, int seat, int p, uint8_t* kept) noexcept nogil:
    pass


cdef uint64_t any_code(const State* s, int p) noexcept nogil:
    return ALL_CODES


cdef void no_kans(const State* s, int seat, Pool* pool) noexcept nogil:
    pass


cdef bint kans_dealt(State* s, int seat, Pool* pool, Rng* rng) noexcept nogil:
    return True


cdef void no_flowers(const State* s, Pool* pool, Pool* flowers) noexcept nogil:
    flowers.n = 0


cdef bint any_hand(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil:
    return True


cdef void nothing(State* s, int p) noexcept nogil:
    pass


cdef int _game
for _game in range(<int>GAMES):
    REDEALS[_game] = RedealOps(
        NULL, never, no_part, no_tiles, any_code, no_kans, kans_dealt, no_flowers, any_hand,
        nothing, nothing
    )


# ---- what stays

cdef inline bint announces(const State* s, int p) noexcept nogil:
    # a tile of the hand that may be robbed is known to be in it (added kan, North)
    return s.phase == PHASE_CLAIM and s.robbing and s.discarder == p


cdef int keep_announced(const State* s, uint8_t* kept) noexcept nogil:
    # the tiles that are announced; what becomes of the one just drawn
    cdef int i
    if s.robbing == ROB_ANKAN:
        for i in range(4):
            kept[s.chosen[i]] += 1
    else:
        kept[s.discard] += 1
    if s.drawn == NO_TILE:
        return DRAW_NONE
    if kept[s.drawn] == 0:
        return DRAW_DEALT
    kept[s.drawn] -= 1
    return DRAW_SHOWN


cdef void keep_called(const State* s, const Seat* seat, uint8_t* kept) noexcept nogil:
    # it chooses which copies to show: it has all the kinds of the call
    cdef int i, code
    for i in range(s.need):
        for code in range(CODES):
            if KIND_OF[code] == wanted_kind(s, i):
                kept[code] = seat.hand[code]


cdef int keep_hidden(const State* s, int seat, int p, uint8_t* kept) noexcept nogil:
    # of a hidden hand
    cdef int draw = DRAW_DEALT if on_own_turn(s, p) else DRAW_NONE
    memset(kept, 0, CODES)
    redeal_ops(s).shows_part(s, p, kept)
    if announces(s, p):
        draw = keep_announced(s, kept)
    elif s.phase == PHASE_COPIES and s.turn == p:
        keep_called(s, &s.seat[p], kept)
    redeal_ops(s).known_tiles(s, seat, p, kept)
    return draw


cdef inline bint on_own_turn(const State* s, int p) noexcept nogil:
    return s.phase == PHASE_OWN and s.turn == p and s.drawn != NO_TILE


cdef int keep(const State* s, int seat, int p, int hold, uint8_t* kept) noexcept nogil:
    # the concealed tiles that stay, by code; what becomes of the one just drawn
    memcpy(kept, s.seat[p].hand, CODES)
    if hold == HOLD_ALL or (hold == HOLD_ASKED and is_asked(s, p)):
        return DRAW_NONE
    if is_hidden(s, seat, p):
        return keep_hidden(s, seat, p, kept)
    if p == seat or redeal_ops(s).hand_is_known(s, p) or not on_own_turn(s, p):
        return DRAW_NONE
    kept[s.drawn] -= 1  # an open hand is known but for a tile just drawn
    return DRAW_DEALT


# ---- the tiles to be dealt

cdef void take_hand(State* s, int p, const uint8_t* kept, int draw, Pool* pool) noexcept nogil:
    cdef int code
    for code in range(CODES):
        while s.seat[p].hand[code] > kept[code]:
            hand_remove(s.rules, &s.seat[p], code)
            pool.tile[pool.n] = <uint8_t>code
            pool.n += 1
    if draw != DRAW_SHOWN:
        return
    for code in range(pool.n):
        if pool.tile[code] == s.drawn:
            pool.n -= 1
            pool.tile[code] = pool.tile[pool.n]
            return


cdef void gather(State* s, int seat, int hold, Pool* pool, Hidden* hidden) noexcept nogil:
    cdef uint8_t[CODES] kept
    cdef int p, place, before
    pool.n = 0
    for p in range(s.rules.seats):
        before = pool.n
        hidden.draw[p] = keep(s, seat, p, hold, kept)
        take_hand(s, p, kept, hidden.draw[p], pool)
        hidden.tiles[p] = pool.n - before
    for place in range(s.head, s.n_wall):
        if not place_is_public(s, place):
            pool.tile[pool.n] = s.wall[place]
            pool.n += 1
    if hold != HOLD_ALL:
        redeal_ops(s).gather_kans(s, seat, pool)


cdef void sort_pool(Pool* pool) noexcept nogil:
    # what is dealt must follow from what is known and the key, not from where the tiles lie now
    cdef int[CODES] count
    cdef int code, i
    memset(count, 0, sizeof(count))
    for i in range(pool.n):
        count[pool.tile[i]] += 1
    i = 0
    for code in range(CODES):
        memset(pool.tile + i, code, count[code])
        i += count[code]


# ---- hands

cdef bint fits(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil:
    if is_asked(s, p) and not claims_of(s, p):
        return False
    if s.seat[p].held & ~redeal_ops(s).may_hold(s, p):
        return False
    return redeal_ops(s).fits(s, p, strict, part)


cdef int tries_of(const State* s, int p) noexcept nogil:
    if must_be_ready(s, p):
        return READY_TRIES + (SURE_TRIES if s.rules.atama else 0)
    return ASKED_TRIES if is_asked(s, p) else PLAIN_TRIES


cdef inline void swap_tiles(Pool* pool, int i, int j) noexcept nogil:
    cdef uint8_t tile = pool.tile[i]
    pool.tile[i] = pool.tile[j]
    pool.tile[j] = tile


cdef int part_pool(Pool* pool, uint64_t codes) noexcept nogil:
    # tiles of these codes come to the front; how many
    cdef int i
    cdef int n = 0
    if codes == ALL_CODES:
        return pool.n
    for i in range(pool.n):
        if has(codes, pool.tile[i]):
            swap_tiles(pool, i, n)
            n += 1
    return n


cdef void draw_first(Pool* pool, int n, int base, int among, Rng* rng) noexcept nogil:
    # n random tiles come to the front, `base` of them out of the first `among`
    cdef int i
    for i in range(n):
        swap_tiles(pool, i, i + <int>rng_below(rng, (among if i < base else pool.n) - i))


cdef bint give(State* s, int seat, int p, int n, int draw, Pool* pool, Rng* rng) noexcept nogil:
    # n tiles for seat p from the pool, again and again until the hand fits
    cdef Seat* hand = &s.seat[p]
    cdef Seat before
    cdef int tries, i
    cdef int base = n - (draw == DRAW_DEALT)
    cdef int strict = SURE_TRIES if s.rules.atama else 0
    cdef bint known = not is_hidden(s, seat, p)
    cdef uint64_t codes = redeal_ops(s).may_hold(s, p)
    cdef int among
    cdef const uint8_t* part = before.kind if redeal_ops(s).shows_part(s, p, NULL) else NULL
    memcpy(&before, hand, sizeof(Seat))
    for tries in range(tries_of(s, p)):
        among = part_pool(pool, codes)
        if among < base:
            return False
        draw_first(pool, n, base, among, rng)
        for i in range(base):
            hand_add(s.rules, hand, pool.tile[i])
        if not known:
            refresh_ready(s.rules, hand)
            redeal_ops(s).redo_furiten(s, p)
        if known or fits(s, p, tries < strict, part):
            if draw == DRAW_DEALT:
                s.drawn = pool.tile[base]
            if draw != DRAW_NONE:
                hand_add(s.rules, hand, s.drawn)
            pool.n -= n
            for i in range(pool.n):
                pool.tile[i] = pool.tile[i + n]
            return True
        memcpy(hand, &before, sizeof(Seat))
    return False


cdef void lay_wall(State* s, const Pool* pool) noexcept nogil:
    cdef int place
    cdef int i = 0
    for place in range(s.head, s.n_wall):
        if not place_is_public(s, place):
            s.wall[place] = pool.tile[i]
            i += 1


cdef bint deal_hidden(State* s, int seat, int hold, Rng* rng) noexcept nogil:
    cdef Pool pool, flowers
    cdef Hidden hidden
    cdef int p
    cdef bint first
    gather(s, seat, hold, &pool, &hidden)
    sort_pool(&pool)
    rng_shuffle(rng, pool.tile, pool.n)
    if hold != HOLD_ALL and not redeal_ops(s).deal_kans(s, seat, &pool, rng):
        return False
    redeal_ops(s).part_flowers(s, &pool, &flowers)
    for first in (True, False):  # the hands that few tiles make
        for p in range(s.rules.seats):
            if (hidden.tiles[p] == 0 and hidden.draw[p] == DRAW_NONE) or (
                    must_be_ready(s, p) or is_asked(s, p)) != first:
                continue
            if not give(s, seat, p, hidden.tiles[p], hidden.draw[p], &pool, rng):
                return False
    if flowers.n:
        memcpy(pool.tile + pool.n, flowers.tile, flowers.n)
        pool.n += flowers.n
        rng_shuffle(rng, pool.tile, pool.n)
    lay_wall(s, &pool)
    return True


# ---- what others have asked for or answered

cdef void redo_options(State* s, int seat) noexcept nogil:
    cdef int p
    for p in range(s.rules.seats):
        if p == seat:
            continue
        s.answer[p] = PASS
        if p != s.discarder and next_seat(s, p) != p:
            s.option[p] = <uint8_t>claims_of(s, p)


cdef bint redo_claims(State* s, int seat) noexcept nogil:
    # who was asked before the seat that decides has passed, unless it must win
    cdef bint answered = has(s.asked, seat)
    cdef int p
    redo_options(s, seat)
    s.asked = 0
    while True:
        p = next_claimant(s)
        if p == NOBODY or p == s.actor:
            return p == s.actor and has(s.asked, seat) == answered
        if p == seat and not answered:
            return False  # it would have been asked
        if p != seat and s.option[p] & CAN_WIN and must_claim(s, p):
            s.answer[p] = WIN
        s.asked |= <uint8_t>(1 << p)


cdef bint redo_answers(State* s, int seat) noexcept nogil:
    # a call stands and its copies are being chosen: who could claim besides has passed
    cdef int caller = s.turn
    cdef int p
    s.turn = s.discarder
    redo_options(s, seat)
    s.turn = <uint8_t>caller
    s.answer[caller] = s.verb
    s.asked = 0
    for p in range(s.rules.seats):
        if s.option[p] & CAN_WIN and game_ops(s).must_win(s, p):
            return False
        s.asked |= <uint8_t>((s.option[p] != 0) << p)
    return s.option[caller] & claim_of(s.verb).option


cdef bint redo_calls(State* s, int seat) noexcept nogil:
    if s.phase == PHASE_CLAIM:
        return redo_claims(s, seat)
    if s.phase == PHASE_COPIES and s.verb != KAN_CLOSED and s.verb != GRAND_CROSS:
        return redo_answers(s, seat)
    return True


cdef void withdraw_verb(State* s, int seat) noexcept nogil:
    # what another seat has asked for and not shown yet, its new tiles may not allow
    cdef bint own_kan = s.verb == KAN_CLOSED or s.verb == GRAND_CROSS
    if s.actor == seat:
        return
    if s.phase == PHASE_KAN or s.phase == PHASE_RIICHI or (s.phase == PHASE_COPIES and own_kan) or (
            s.phase == PHASE_POCCHI and not s.ura_shown):
        s.phase = PHASE_OWN
        s.verb = s.need = s.n_chosen = 0
        s.arg = NO_TILE


cdef void forget_draw(State* s, int seat) noexcept nogil:
    # what the discarder drew, if it lies in its hand
    if s.discard != NO_TILE and not s.robbing and s.discarder != seat and s.drawn != s.discard:
        s.drawn = NO_TILE


cdef bint deal_again(State* s, int seat, int hold, Rng* rng) noexcept nogil:
    withdraw_verb(s, seat)
    forget_draw(s, seat)
    if not deal_hidden(s, seat, hold, rng):
        return False
    redeal_ops(s).forget(s, seat)
    if not redo_calls(s, seat) and hold != HOLD_ALL:
        return False
    if s.actor != seat:
        refresh(s)
    return s.legal[0] != 0 or s.legal[1] != 0


cdef bint redeal_tiles(State* s, int seat, Rng* rng) noexcept nogil:
    # after all tries hands stay
    cdef State trial
    cdef int tries, hold
    if s.paying:
        return True  # the hand is over: no hidden tile is left to matter
    for tries in range(TRIES + 1):
        hold = HOLD_ALL if tries == TRIES else HOLD_ASKED if tries >= FREE_TRIES else HOLD_NONE
        memcpy(&trial, s, sizeof(State))
        if deal_again(&trial, seat, hold, rng):
            memcpy(s, &trial, sizeof(State))
            return True
    return False


cdef void redeal_wall(State* s, uint64_t key) noexcept nogil:
    # what others have asked for or answered stays with their hands, so nothing but chance is drawn
    cdef Rng rng = rng_make(key, s.hand_no, STREAM_REDEAL)
    if redeal_ops(s).cards != NULL or s.phase == PHASE_OVER:
        return
    if not s.paying:
        deal_hidden(s, s.actor, HOLD_ALL, &rng)
    s.seed = mix(rng.key)


cdef bint redeal(State* s, int seat, uint64_t key) noexcept nogil:
    cdef Rng rng = rng_make(key, s.hand_no, STREAM_REDEAL)
    cdef uint64_t seed = mix(rng.key)
    if s.phase == PHASE_OVER:
        return True
    if redeal_ops(s).cards != NULL:
        if not redeal_ops(s).cards(s, seat, key):
            return False
    elif not redeal_tiles(s, seat, &rng):
        return False
    s.seed = seed  # of dice and walls to come
    return True
