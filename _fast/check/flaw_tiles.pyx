# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The tiles of a state: wall, hands, melds, rivers, and the sums kept of them."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memset

from shugi._fast.check.flaw cimport (
    FLAW_ASIDE, FLAW_HAND, FLAW_INDICATORS, FLAW_KANS, FLAW_MELDS, FLAW_ORDER, FLAW_RIVER,
    FLAW_SIZE, FLAW_TILES, FLAW_WALL, FLAW_WILD, NO_SEAT, flawed,
)
from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.river cimport called_away
from shugi._fast.core.rules cimport REPLACEMENT_SOURCE_LIVE, Rules
from shugi._fast.core.sizes cimport CODES, INDICATORS, KINDS, NOBODY, NO_TILE
from shugi._fast.core.state cimport (
    MELD_ANKAN, MELD_ATAMA, MELD_CHI, MELD_DAIMINKAN, MELD_GRAND_CROSS, PHASE_OFFER, PHASE_OVER,
    Meld, Seat,
)
from shugi._fast.core.tiles cimport KIND_EAST, KIND_OF, KIND_WHITE, NO_KIND, WILD
from shugi._fast.core.wall cimport dora_place, first_tail
from shugi._fast.flow.deck cimport (
    codes_in_play, lies_aside, lies_in_river, turns_indicator, wild_kind_of,
)
from shugi._fast.flow.game_ops cimport GAME_OPS, has_left
from shugi._fast.flow.hand cimport bodiless, hand_add, most_melds

from shugi._fast.tables.fields import MELD_SIZES, MELD_TYPES

# tiles of a meld, by MeldType
cdef uint8_t[7] MELD_TILES
MELD_TILES = [MELD_SIZES[name] for name in MELD_TYPES]


# ---- who sits where

cdef bint order_flaw(const State* s, Fault* out) noexcept nogil:
    # State.after goes once round all who play; who does not is its own next
    cdef bint over = s.phase == PHASE_OVER
    cdef int first = NOBODY
    cdef int away = 0 if s.resting == NOBODY else 1 << s.resting
    cdef int met = 0
    cdef int p
    if (s.resting == NOBODY) != (s.rules.at_table == s.rules.seats):
        return flawed(out, FLAW_ORDER, NO_SEAT)
    for p in range(s.rules.seats):
        away |= (not over and has_left(s, p)) << p
        if not has(away, p):
            first = p
    p = first
    while first != NOBODY and not has(met, p):
        met |= 1 << p
        p = s.after[p]
    if p != first or met & away or met | away != (1 << s.rules.seats) - 1:
        return flawed(out, FLAW_ORDER, NO_SEAT)
    if over:
        return False  # at the end of a game who rests is named for a hand that is not dealt
    for p in range(s.rules.seats):
        if has(away, p) and s.after[p] != p:
            return flawed(out, FLAW_ORDER, NO_SEAT)
    if has(away, s.turn) or has(away, s.actor) or (
            s.discarder != NOBODY and has(away, s.discarder)):
        return flawed(out, FLAW_ORDER, NO_SEAT)
    return s.resting == s.dealer and flawed(out, FLAW_ORDER, NO_SEAT)


# ---- the wall

cdef bint wall_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const Rules* r = s.rules
    cdef int least = 1 + r.extra_indicators
    cdef int most = min(<int>INDICATORS, least + r.max_kan_indicators)
    if s.n_wall != r.n_deck or s.tail > first_tail(r) or s.head > s.tail:
        return flawed(out, FLAW_WALL, NO_SEAT)
    if s.n_rinshan > (
            0 if r.replacement_source == REPLACEMENT_SOURCE_LIVE else r.rinshan_tiles):
        return flawed(out, FLAW_WALL, NO_SEAT)
    if not GAME_OPS[r.game].relabels and not least <= s.n_indicator <= most:
        return flawed(out, FLAW_INDICATORS, NO_SEAT)
    return False


cdef bint wild_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const Rules* r = s.rules
    cdef bint turned = s.indicator != NO_TILE
    cdef int kind = NO_TILE
    if not r.regional:
        return False
    if s.n_indicator != turned:
        return flawed(out, FLAW_INDICATORS, NO_SEAT)
    if turned:
        if (not turns_indicator(r) or not r.copies[s.indicator]
                or s.wall[dora_place(s, 0)] != s.indicator):
            return flawed(out, FLAW_WILD, NO_SEAT)
        kind = wild_kind_of(r, s.indicator)
    elif r.permanent_fortune:
        kind = KIND_WHITE
    if s.wild_kind != kind or (turns_indicator(r) and not turned and not before_gold(s)):
        return flawed(out, FLAW_WILD, NO_SEAT)
    return False


cdef bint before_gold(const State* s) noexcept nogil:
    # all flowers may win before the gold is turned
    return s.phase == PHASE_OFFER and turns_indicator(s.rules) and s.indicator == NO_TILE


# ---- melds, rivers, tiles set aside

cdef bint is_own_meld(int type) noexcept nogil:
    # a meld that is made of own tiles
    return type == MELD_ANKAN or type == MELD_GRAND_CROSS


cdef uint64_t kinds_of(const Meld* meld, bint* same) noexcept nogil:
    cdef uint64_t kinds = 0
    cdef int i
    for i in range(meld.n):
        if meld.tile[i] >= CODES or KIND_OF[meld.tile[i]] == NO_KIND:
            return 0
        kinds |= bit(KIND_OF[meld.tile[i]])
    same[0] = without_lowest(kinds) == 0
    return kinds


cdef bint is_run(uint64_t kinds) noexcept nogil:
    cdef int low
    if kinds == 0:
        return False
    low = lowest(kinds)
    return kinds == <uint64_t>7 << low and low < KIND_EAST and low % 9 <= 6


cdef bint is_meld(const Rules* r, const Meld* meld) noexcept nogil:
    cdef bint same = False
    cdef uint64_t kinds
    if meld.type > MELD_CHI or meld.n != MELD_TILES[meld.type]:
        return False
    kinds = kinds_of(meld, &same)
    if meld.type == MELD_CHI:
        return r.chii and is_run(kinds)
    if meld.type == MELD_GRAND_CROSS:
        return r.grand_cross and kinds == <uint64_t>15 << KIND_EAST
    return kinds != 0 and same and (r.atama or meld.type != MELD_ATAMA)


cdef bint melds_flaw(const State* s, int p, Fault* out) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef const Meld* meld
    cdef bint closed = True
    cdef int i
    if seat.n_meld > most_melds(s.rules):
        return flawed(out, FLAW_MELDS, p)
    for i in range(seat.n_meld):
        meld = &seat.meld[i]
        if not is_meld(s.rules, meld):
            return flawed(out, FLAW_MELDS, p)
        if is_own_meld(meld.type):
            if meld.from_seat != NOBODY or meld.called != NO_TILE:
                return flawed(out, FLAW_MELDS, p)
            continue
        closed = False
        if meld.from_seat >= s.rules.seats or meld.from_seat == p or meld.called >= meld.n:
            return flawed(out, FLAW_MELDS, p)
    return seat.closed != closed and flawed(out, FLAW_MELDS, p)


cdef bint river_flaw(const State* s, int p, Fault* out) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef uint64_t kinds = 0
    cdef int i
    for i in range(seat.n_river):
        if KIND_OF[seat.river[i]] != NO_KIND:
            kinds |= bit(KIND_OF[seat.river[i]])
        elif not lies_in_river(s.rules, seat.river[i]):
            return flawed(out, FLAW_RIVER, p)
    if kinds != seat.discarded:
        return flawed(out, FLAW_RIVER, p)
    for i in range(seat.n_aside):
        if not lies_aside(s.rules, seat.aside[i]):
            return flawed(out, FLAW_ASIDE, p)
    return False


# ---- hands

cdef int kans_of(const Seat* seat) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(seat.n_meld):
        n += MELD_DAIMINKAN <= seat.meld[i].type <= MELD_GRAND_CROSS
    return n


cdef int kans_on_table(const State* s) noexcept nogil:
    cdef int p
    cdef int n = 0
    for p in range(s.rules.seats):
        n += kans_of(&s.seat[p])
    return n


cdef bint wild_is_right(const State* s, const Seat* seat) noexcept nogil:
    cdef int extra
    if not s.rules.almighty:
        return seat.wild == seat.hand[<int>WILD]
    extra = seat.wild - s.rules.almighty
    return 0 <= extra <= (kans_of(seat) if s.rules.kan_gives_almighty else 0)


cdef bint hand_flaw(const State* s, int p, Fault* out) noexcept nogil:
    # kind[], index[], held and n_hand follow from hand[]
    cdef const Seat* seat = &s.seat[p]
    cdef Seat again
    cdef int code, _i
    cdef int n = 0
    for code in range(CODES):
        n += seat.hand[code]
    if n > s.rules.hand_size + 1 or n != seat.n_hand or not wild_is_right(s, seat):
        return flawed(out, FLAW_HAND, p)
    memset(&again, 0, sizeof(Seat))
    for code in range(CODES):
        for _i in range(seat.hand[code]):
            hand_add(s.rules, &again, code)
    if (again.held != seat.held or memcmp(again.kind, seat.kind, KINDS) != 0
            or memcmp(again.index, seat.index, sizeof(seat.index)) != 0):
        return flawed(out, FLAW_HAND, p)
    return False


cdef int spare_tiles(const State* s, int p) noexcept nogil:
    # tiles that a seat holds beyond those between turns, melds included: 0 or 1
    cdef const Seat* seat = &s.seat[p]
    cdef int size = seat.n_hand + bodiless(s.rules, seat) - s.rules.almighty - s.rules.hand_size
    cdef int i
    for i in range(seat.n_meld):
        size += min(<int>seat.meld[i].n, 3)
    return size


cdef int full_seats(const State* s) noexcept nogil:
    cdef int p
    cdef int out = 0
    for p in range(s.rules.seats):
        if p != s.resting and spare_tiles(s, p) > 0:
            out |= 1 << p
    return out


cdef bint size_flaw(const State* s, int p, Fault* out) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int spare = spare_tiles(s, p)
    if s.phase == PHASE_OVER:
        return False
    if p == s.resting:
        if seat.n_hand or seat.n_meld or seat.n_river or seat.n_aside:
            return flawed(out, FLAW_SIZE, p)
        return False
    # before the gold is turned some wait for tiles in place of their flowers
    if spare > 1 or (spare < 0 and not before_gold(s)):
        return flawed(out, FLAW_SIZE, p)
    return False


# ---- all tiles together

cdef void take_seat(const Seat* seat, int* left) noexcept nogil:
    cdef int i, j
    for i in range(CODES):
        left[i] -= seat.hand[i]
    for i in range(seat.n_meld):
        for j in range(seat.meld[i].n):
            left[seat.meld[i].tile[j]] -= 1
    for i in range(seat.n_river):
        left[seat.river[i]] -= not called_away(seat.river_flags, i)
    for i in range(seat.n_aside):
        left[seat.aside[i]] -= 1


cdef bint deck_flaw(const State* s, Fault* out) noexcept nogil:
    # every tile of the deck lies in one place
    cdef int[CODES] left
    cdef int i
    codes_in_play(s, left)
    for i in range(s.head, s.n_wall - s.n_rinshan):
        left[s.wall[i]] -= 1
    for i in range(s.rules.seats):
        take_seat(&s.seat[i], left)
    for i in range(CODES):
        if left[i]:
            return flawed(out, FLAW_TILES, NO_SEAT)
    return False


cdef bint kans_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int n = kans_on_table(s)
    if n != s.n_kan or n > s.rules.max_kans or s.kans_pending > n:
        return flawed(out, FLAW_KANS, NO_SEAT)
    return False


cdef bint tiles_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int p
    if order_flaw(s, out) or wall_flaw(s, out) or wild_flaw(s, out):
        return True
    for p in range(s.rules.seats):
        if melds_flaw(s, p, out) or river_flaw(s, p, out):
            return True
    # from here on every tile is known to be of a kind that the deck has
    if deck_flaw(s, out) or kans_flaw(s, out):
        return True
    for p in range(s.rules.seats):
        if hand_flaw(s, p, out) or size_flaw(s, p, out):
            return True
    return False
