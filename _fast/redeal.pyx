# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Deal again what one seat cannot see.

Kept: all that is public (melds, rivers, indicators turned, hands shown, counts), the seat's own
tiles, and what follows from it with certainty: a seat in riichi is ready (under Atama: sure of a
yakuman too, unless no such hand turns up in many tries); where nobody may decline
a win it does not wait for a tile that went past it; whoever has had a turn holds no flower.  What
is certain in the regional games stands in redeal_regional.pyx.

Exactly uniform as long as at most one opponent is in riichi; with two, the second is drawn given
the first.  Answers that others have already given to the claim at hand are forgotten (they are
hidden, and an answer need not fit the new hand).
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.actions cimport PASS
from shugi._fast.calls cimport CAN_WIN
from shugi._fast.confirm cimport riichi_confirmed
from shugi._fast.ending cimport counts_as_ready
from shugi._fast.hand cimport ASIDE_CODES, hand_add, hand_remove, refresh_ready
from shugi._fast.redeal_cards cimport redeal_hidden_cards
from shugi._fast.redeal_regional cimport (
    Pool, claims_of, deal_kans, fits_regional, forget, gather_kans, hand_is_known, part_flowers,
    shows_part,
)
from shugi._fast.riichi cimport update_furiten
from shugi._fast.rng cimport STREAM_REDEAL, Rng, rng_below, rng_make, rng_shuffle
from shugi._fast.state cimport (
    CODES, GAME_PIQUET, GAME_RIICHI, KINDS, MELD_ANKAN, MELD_DAIMINKAN, MELD_GRAND_CROSS, NO_TILE,
    PHASE_CLAIM, PHASE_KAN, PHASE_OVER, PHASE_OWN, PHASE_RIICHI, RIICHI_OPEN, SEATS, Seat,
)
from shugi._fast.tileflow cimport family, refresh
from shugi._fast.wall cimport dora_place


cdef enum:
    READY_TRIES = 200000     # about one random hand in 500 is ready
    SURE_TRIES = 1000000     # ... and one in 100000 is sure of a yakuman (Atama)
    TRIES = 64               # whole arrangements


cdef bint is_hidden(const State* s, int seat, int p) noexcept nogil:
    # but for what shows_part tells
    if p == seat or hand_is_known(s, p):
        return False
    return s.seat[p].riichi != RIICHI_OPEN or shows_part(s, p, NULL)


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


cdef void gather(State* s, int seat, Pool* pool, int* hidden) noexcept nogil:
    # takes the hidden tiles out of hands and wall; hidden[p] = tiles to give back
    cdef uint8_t[KINDS] part
    cdef int p, code, place
    pool.n = 0
    for p in range(s.rules.seats):
        hidden[p] = 0
        if not is_hidden(s, seat, p):
            # an open hand is known but for a tile just drawn
            if (p != seat and s.turn == p and s.phase == PHASE_OWN and s.drawn != NO_TILE
                    and not hand_is_known(s, p)):
                hidden[p] = 1
                pool.tile[pool.n] = s.drawn
                pool.n += 1
                hand_remove(s.rules, &s.seat[p], s.drawn)
            continue
        memset(part, 0, KINDS)
        hidden[p] = s.seat[p].n_hand
        if shows_part(s, p, part):
            for code in range(KINDS):
                hidden[p] -= part[code]
        for code in range(CODES):
            while s.seat[p].hand[code] > (part[code] if code < KINDS else 0):
                pool.tile[pool.n] = <uint8_t>code
                pool.n += 1
                hand_remove(s.rules, &s.seat[p], code)
    for place in range(s.head, s.n_wall):
        if not place_is_public(s, place):
            pool.tile[pool.n] = s.wall[place]
            pool.n += 1


cdef void keep_shown(State* s, int seat, Pool* pool, int* hidden) noexcept nogil:
    # a tile that a hidden hand has just announced (added kan, North) is known to be in it
    cdef int i, code
    if s.phase != PHASE_CLAIM or not s.robbing or s.discarder == seat:
        return
    if not is_hidden(s, seat, s.discarder):
        return
    cdef bint closed_kan = s.robbing == MELD_ANKAN + 1
    cdef int copies = 4 if closed_kan else 1
    while copies:
        copies -= 1
        code = s.chosen[copies] if closed_kan else s.discard
        for i in range(pool.n):
            if pool.tile[i] == code:
                pool.n -= 1
                pool.tile[i] = pool.tile[pool.n]
                hand_add(s.rules, &s.seat[s.discarder], code)
                hidden[s.discarder] -= 1
                break


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


cdef bint has_drawn_before(const Seat* seat) noexcept nogil:
    # a discard without a call before it, a kan or a tile set aside tell of a draw
    cdef int i
    cdef int calls = 0
    for i in range(seat.n_meld):
        if MELD_DAIMINKAN <= seat.meld[i].type <= MELD_GRAND_CROSS:
            return True
        calls += 1
    return seat.n_aside > 0 or seat.n_river > calls


cdef bint must_be_ready(const State* s, int p) noexcept nogil:
    # in riichi, or about to be: the discard that declares it can be claimed
    return s.seat[p].riichi != 0 or (s.declaring != 0 and p == s.discarder)


cdef bint opens_riichi(const State* s, int p) noexcept nogil:
    return s.declaring == RIICHI_OPEN and p == s.discarder


cdef bint fits(const State* s, int p, bint strict, const uint8_t* part) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    if s.rules.game != GAME_RIICHI:
        return fits_regional(s, p, part)
    if s.rules.nuki_forced and seat.held & ASIDE_CODES and has_drawn_before(seat):
        return False
    if not must_be_ready(s, p):
        return True
    if seat.waits == 0 or not riichi_confirmed(s, p):
        return False
    if strict and not counts_as_ready(s, p) and not opens_riichi(s, p):
        return False
    if s.rules.must_win != 2 or seat.furiten:
        return True
    return not seat.waits & seat.passed & ~seat.blocked


cdef bint give(State* s, int p, int n, bint drawn, Pool* pool, Rng* rng) noexcept nogil:
    # n tiles for seat p from the pool; in riichi until the hand is ready
    cdef Seat* seat = &s.seat[p]
    cdef Seat before
    cdef int tries, i, j
    cdef int base = n - 1 if drawn else n
    cdef int strict = SURE_TRIES if s.rules.atama else 0
    cdef uint8_t swap
    cdef const uint8_t* part = before.kind if shows_part(s, p, NULL) else NULL
    memcpy(&before, seat, sizeof(Seat))
    for tries in range(READY_TRIES + strict):
        for i in range(n):
            j = i + <int>rng_below(rng, pool.n - i)
            swap = pool.tile[i]
            pool.tile[i] = pool.tile[j]
            pool.tile[j] = swap
        for i in range(base):
            hand_add(s.rules, seat, pool.tile[i])
        refresh_ready(s.rules, seat)
        if seat.waits and s.rules.game == GAME_RIICHI:
            update_furiten(s.rules, seat)
        if fits(s, p, tries < strict, part):
            if drawn:
                s.drawn = pool.tile[base]
                hand_add(s.rules, seat, s.drawn)
            pool.n -= n
            for i in range(pool.n):
                pool.tile[i] = pool.tile[i + n]
            return True
        memcpy(seat, &before, sizeof(Seat))
        if not must_be_ready(s, p) and tries > 2000:
            return False
    return False


cdef bint deal_hidden(State* s, int seat, Rng* rng) noexcept nogil:
    cdef Pool pool, flowers
    cdef int[SEATS] hidden
    cdef int place, p, i
    cdef bint riichi, drawn
    gather(s, seat, &pool, hidden)
    gather_kans(s, seat, &pool)
    keep_shown(s, seat, &pool, hidden)
    sort_pool(&pool)
    rng_shuffle(rng, pool.tile, pool.n)
    if not deal_kans(s, seat, &pool, rng):
        return False
    part_flowers(s, &pool, &flowers)
    for riichi in (True, False):  # the hands that must be ready first
        for p in range(s.rules.seats):
            if hidden[p] == 0 or must_be_ready(s, p) != riichi:
                continue
            drawn = s.turn == p and s.drawn != NO_TILE and s.phase != PHASE_CLAIM
            if not give(s, p, hidden[p], drawn, &pool, rng):
                return False
    if flowers.n:
        memcpy(pool.tile + pool.n, flowers.tile, flowers.n)
        pool.n += flowers.n
        rng_shuffle(rng, pool.tile, pool.n)
    i = 0
    for place in range(s.head, s.n_wall):
        if not place_is_public(s, place):
            s.wall[place] = pool.tile[i]
            i += 1
    return True


cdef bint redo_claims(State* s, int seat) noexcept nogil:
    # the others' chances to win on the tile in question, with their new hands
    cdef int p
    for p in range(s.rules.seats):
        s.answer[p] = PASS
        if p == s.discarder or p == seat:
            continue
        if s.rules.game != GAME_RIICHI:
            s.option[p] = <uint8_t>claims_of(s, p)
            continue
        s.option[p] = CAN_WIN if family(s).may_win(s, p) else 0
        if s.option[p] and family(s).must_win(s, p) and not s.option[seat] & CAN_WIN:
            return False  # then this seat would not have been asked
    return True


cdef void withdraw_verb(State* s, int seat) noexcept nogil:
    # what another seat has asked for and not shown yet, its new tiles may not allow
    if s.actor != seat and s.rules.game != GAME_RIICHI and (
            s.phase == PHASE_KAN or s.phase == PHASE_RIICHI):
        s.phase = PHASE_OWN
        s.verb = 0


cdef bint redeal(State* s, int seat, uint64_t key) noexcept nogil:
    cdef Rng rng = rng_make(key, s.hand_no, STREAM_REDEAL)
    cdef State trial
    cdef int _tries
    if s.rules.game >= GAME_PIQUET:
        return redeal_hidden_cards(s, seat, key)
    if s.phase == PHASE_OVER or s.paying:
        return True  # the hand is over: nothing hidden is left to matter
    for _tries in range(TRIES):
        memcpy(&trial, s, sizeof(State))
        withdraw_verb(&trial, seat)
        if not deal_hidden(&trial, seat, &rng):
            continue
        forget(&trial, seat)
        if trial.phase == PHASE_CLAIM and not redo_claims(&trial, seat):
            continue
        if s.actor != seat:
            refresh(&trial)
        memcpy(s, &trial, sizeof(State))
        return True
    return False
