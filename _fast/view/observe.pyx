# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The observation layout: what a seat may know, and nothing else.

Four buffers, all from one seat's view with seats relative (0 = own, 1 = next to act, ...):
planes (uint8, 34 kinds each), globals (float32), history (uint16, HISTORY) and, for critics and
oracles only, the oracle planes (uint8, 34 kinds each).

The rows stand in rows.py.  Writers put natural values at the places of their rows; globals are
divided by the scales at the end.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.actions cimport KAN_ADDED, KAN_CLOSED, KAN_OPEN, OPEN_RIICHI, PON, RIICHI
from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.history cimport token_ago, tokens
from shugi._fast.core.river cimport FLAGS_AT_ONCE, RIVER_TSUMOGIRI, flagged, parts_of
from shugi._fast.core.rules cimport (
    GAME_LENGTH_EAST, GAME_LENGTH_FIXED_HANDS, GAME_LENGTH_UNTIL_BUST, Rules,
)
from shugi._fast.core.sizes cimport CODES, HISTORY as TOKENS, KINDS, NO_TILE, SEATS
from shugi._fast.core.state cimport (
    MELD_ANKAN, PHASE_CLAIM, PHASE_COPIES, PHASE_KAN, PHASE_OFFER, PHASE_OWN, PHASE_RIICHI,
    RIICHI_NONE, RIICHI_OPEN, Seat, State,
)
from shugi._fast.core.tiles cimport KIND_7P, KIND_7S, KIND_OF, NO_KIND, kinds_in_counts
from shugi._fast.core.wall cimport dora_code, live_left
from shugi._fast.core.zeros cimport zeros
from shugi._fast.flow.hand cimport (
    ASIDE_CODES, is_full, seat_good_discards, seat_shanten, seat_steps, seat_ukeire,
)
from shugi._fast.flow.ranking cimport Ties, rank_seats, ties_of
from shugi._fast.shape.trial cimport Trial
cimport shugi._fast.view.block_of as block_of
cimport shugi._fast.view.global_at as global_at
cimport shugi._fast.view.oracle_at as oracle_at
cimport shugi._fast.view.plane_at as plane_at
from shugi._fast.view.observe_ahead cimport put_pairs
from shugi._fast.view.heap cimport is_attributed, newest_discard, untold, write_heap
from shugi._fast.view.observe_oracle cimport write_others, write_wall
from shugi._fast.view.observe_wins cimport put_ready_wins, put_wins, wins_tell
from shugi._fast.view.scales cimport Scales, divide, scales_make
from shugi._fast.view.seat_view cimport (
    SORTS, SeatView, copy_sort, has_drawn, is_covered, plane, put_kinds, seat_at,
    seat_places, shown_kinds, shown_waits, seat_view_make, tally_levels, unseen_of,
)

from shugi._fast.view import rows

HISTORY = TOKENS

cdef Scales SCALES
scales_make(&SCALES, rows.GLOBAL_ROWS)
if (rows.SEATS, rows.SORTS) != (SEATS, SORTS):
    raise RuntimeError("rows.py has other seats, or sorts of copies, than the engine")


cdef void no_planes(const SeatView* v, uint8_t* at) noexcept nogil:
    pass


cdef void no_globals(const SeatView* v, float* at) noexcept nogil:
    pass


cdef int _game
for _game in range(<int>GAMES):
    VIEWS[_game] = ViewOps(NULL, NULL, no_planes, no_globals)


cdef enum:                           # blocks of what each discard leaves
    STEPPED = block_of.STEPS | block_of.READY_WINS | block_of.PAIRS


cdef struct OwnView:                 # a SeatView and what the own hand is for
    SeatView view
    bint full                    # a tile more than between turns
    int shanten                 # -1 complete, 0 ready
    uint64_t waits
    uint64_t ukeire
    uint64_t keeps
    uint8_t[KINDS] melded
    Trial hand                   # of a hand whose discards are looked at


cdef void own_view_make(const State* s, int seat, OwnView* v) noexcept nogil:
    cdef const Seat* me = &s.seat[seat]
    cdef uint64_t drawable
    seat_view_make(s, seat, &v.view)
    v.full = is_full(s.rules, me)
    v.ukeire = 0
    v.keeps = 0
    # waits belong to the hand between turns: after a call they speak of a hand that is gone
    v.waits = me.waits if not v.full or has_drawn(&v.view) else 0
    if v.full and me.riichi == RIICHI_NONE:
        v.shanten = seat_good_discards(s.rules, me, v.melded, &v.hand, &v.keeps)
    elif v.full:
        v.keeps = bit(KIND_OF[s.drawn]) if KIND_OF[s.drawn] < KINDS else 0
        v.shanten = 0 if v.waits else seat_shanten(s.rules, me)
    elif v.waits:
        v.ukeire = v.waits
    else:
        v.shanten = seat_ukeire(s.rules, me, &v.ukeire)
    if v.waits:
        v.shanten = 0
        if v.full and KIND_OF[s.drawn] < KINDS and has(v.waits, KIND_OF[s.drawn]):
            v.shanten = -1
    if s.rules.regional:
        # a fifth copy completes a shape, but nobody can draw it
        drawable = kinds_in_counts(v.view.deck.kind)
        v.waits &= drawable
        v.ukeire &= drawable


# --- planes ---------------------------------------------------------------------------------------

# special copies that have a plane
cdef uint64_t SORTED_CODES = 0
cdef int _code
for _code in range(KINDS, CODES):
    if copy_sort(_code) >= 0:
        SORTED_CODES |= bit(_code)


cdef void write_hand(const OwnView* v, uint8_t* at) noexcept nogil:
    cdef const Seat* me = &v.view.s.seat[v.view.seat]
    cdef uint64_t left = me.held & SORTED_CODES
    cdef int code
    tally_levels(me.kind, 5, plane(at, plane_at.HAND))
    while left:
        code = lowest(left)
        left = without_lowest(left)
        plane(at, plane_at.HAND_COPIES + copy_sort(code))[KIND_OF[code]] = me.hand[code]
    if has_drawn(&v.view) and KIND_OF[v.view.s.drawn] != NO_KIND:
        plane(at, plane_at.DRAWN)[KIND_OF[v.view.s.drawn]] = 1


cdef void write_melds(const OwnView* v, uint8_t* at) noexcept nogil:
    cdef const Seat* seat
    cdef int i, relative
    memcpy(plane(at, plane_at.MELDS), v.view.melded, SEATS * KINDS)
    for relative in range(v.view.seats):
        seat = &v.view.s.seat[seat_at(&v.view, relative)]
        for i in range(seat.n_meld):
            if seat.meld[i].type == MELD_ANKAN and not is_covered(&v.view, relative, &seat.meld[i]):
                plane(at, plane_at.CLOSED_KANS)[KIND_OF[seat.meld[i].tile[0]]] = 1


cdef void write_river(const Seat* seat, uint8_t* recent, uint8_t* tsumogiri, uint8_t* after,
                      uint8_t* riichi_tile) noexcept nogil:
    cdef uint64_t left
    cdef int part, i, kind
    for i in range(max(seat.n_river - 8, 0), seat.n_river):
        kind = KIND_OF[seat.river[i]]
        if kind != NO_KIND:
            recent[kind] = <uint8_t>(9 - (seat.n_river - i))
    for part in range(parts_of(seat.n_river)):
        left = flagged(seat.river_flags, RIVER_TSUMOGIRI, part, seat.n_river)
        while left:
            kind = KIND_OF[seat.river[FLAGS_AT_ONCE * part + (lowest(left) >> 2)]]
            left = without_lowest(left)
            if kind != NO_KIND:
                tsumogiri[kind] += 1
    if seat.riichi_at >= seat.n_river:   # NO_TILE too
        return
    if KIND_OF[seat.river[seat.riichi_at]] != NO_KIND:
        riichi_tile[KIND_OF[seat.river[seat.riichi_at]]] = 1
    for i in range(seat.riichi_at + 1, seat.n_river):
        kind = KIND_OF[seat.river[i]]
        if kind != NO_KIND:
            after[kind] += 1


cdef void write_rivers(const OwnView* v, uint8_t* at) noexcept nogil:
    cdef int i
    if not is_attributed(v.view.s):
        write_heap(&v.view, plane(at, plane_at.RIVER), plane(at, plane_at.RIVER_RECENT))
        return
    memcpy(plane(at, plane_at.RIVER), v.view.river, SEATS * KINDS)
    for i in range(v.view.seats):
        write_river(&v.view.s.seat[seat_at(&v.view, i)], plane(at, plane_at.RIVER_RECENT + i),
                    plane(at, plane_at.RIVER_TSUMOGIRI + i),
                    plane(at, plane_at.RIVER_AFTER_RIICHI + i),
                    plane(at, plane_at.RIICHI_TILE + i))


cdef void write_table(const OwnView* v, uint8_t* at) noexcept nogil:
    cdef const Seat* seat
    cdef int i, relative, kind
    for relative in range(v.view.seats):
        seat = &v.view.s.seat[seat_at(&v.view, relative)]
        for i in range(seat.n_aside):
            if KIND_OF[seat.aside[i]] != NO_KIND:
                plane(at, plane_at.SET_ASIDE)[KIND_OF[seat.aside[i]]] += 1
    for i in range(v.view.s.n_indicator):
        kind = KIND_OF[dora_code(v.view.s, i)]
        if kind != NO_KIND:
            plane(at, plane_at.INDICATORS)[kind] += 1
    memcpy(plane(at, plane_at.DORA), v.view.dora, KINDS)
    if v.view.r.regional and v.view.s.wild_kind < KINDS:
        plane(at, plane_at.WILDCARD)[v.view.s.wild_kind] = 1
    memcpy(plane(at, plane_at.UNSEEN), v.view.unseen, KINDS)
    memcpy(plane(at, plane_at.COPIES_OUT), v.view.out, SORTS * KINDS)


cdef void write_opponents(const OwnView* v, uint8_t* at) noexcept nogil:
    cdef const Seat* seat
    cdef uint8_t* shown
    cdef int relative
    for relative in range(1, v.view.seats):
        seat = &v.view.s.seat[seat_at(&v.view, relative)]
        if seat.riichi == RIICHI_OPEN:
            shown = plane(at, plane_at.SHOWN_HAND + relative - 1)
            shown_kinds(v.view.s, seat_at(&v.view, relative), shown)
            put_kinds(plane(at, plane_at.SHOWN_WAITS + relative - 1),
                      shown_waits(v.view.s, seat, shown))


cdef void write_aims(const OwnView* v, uint8_t* at) noexcept nogil:
    put_kinds(plane(at, plane_at.WAITS), v.waits)
    put_kinds(plane(at, plane_at.UKEIRE), v.ukeire)
    put_kinds(plane(at, plane_at.KEEPS), v.keeps)


cdef void write_question(const OwnView* v, uint8_t* at) noexcept nogil:
    cdef int phase = v.view.s.phase
    cdef uint64_t left = v.view.s.legal[0]
    if not v.view.acts or phase == PHASE_OWN:
        return
    # a kan of the own turn has no tile to claim
    if (phase == PHASE_CLAIM or phase == PHASE_COPIES) and v.view.s.discard != NO_TILE and (
            KIND_OF[v.view.s.discard] != NO_KIND):
        plane(at, plane_at.CLAIMED)[KIND_OF[v.view.s.discard]] = 1
    if phase == PHASE_CLAIM:
        return
    while left:
        if KIND_OF[lowest(left)] != NO_KIND:
            plane(at, plane_at.CHOICES)[KIND_OF[lowest(left)]] = 1
        left = without_lowest(left)


cdef void write_steps(OwnView* v, uint8_t* at) noexcept nogil:
    # what each discard that keeps the shanten leaves
    cdef const Seat* me = &v.view.s.seat[v.view.seat]
    cdef bint ready = v.shanten <= 0
    cdef uint8_t* tiles = plane(at, plane_at.READY_TILES if ready else plane_at.CLOSER_TILES)
    cdef uint64_t[KINDS] found
    cdef uint64_t left = v.keeps
    cdef uint64_t widest = 0
    cdef uint64_t drawable = kinds_in_counts(v.view.deck.kind)
    cdef int kind
    cdef int most = 0
    if not v.full or me.riichi != RIICHI_NONE or me.held & ASIDE_CODES:
        return
    seat_steps(v.view.r, me, &v.hand, left, v.shanten, found)
    while left:
        kind = lowest(left)
        left = without_lowest(left)
        found[kind] &= drawable
        tiles[kind] = <uint8_t>unseen_of(&v.view, found[kind])
        if tiles[kind] > most:
            most = tiles[kind]
            widest = found[kind]
        if ready and v.view.blocks & block_of.READY_WINS and wins_tell(v.view.r):
            put_ready_wins(&v.view, kind, found[kind], plane(at, plane_at.READY_SILENT),
                           plane(at, plane_at.READY_DECLARED))
    if ready:
        put_kinds(plane(at, plane_at.READY_WAITS), widest)
    elif v.shanten == 1 and v.view.blocks & block_of.PAIRS and not v.view.r.atama:
        put_pairs(&v.view, &v.hand, v.keeps, found, drawable, tiles,
                  plane(at, plane_at.CLOSER_PAIRS))


cdef void write_wins(const OwnView* v, uint8_t* at) noexcept nogil:
    if wins_tell(v.view.r):
        put_wins(&v.view, v.waits, plane(at, plane_at.WIN_RON), plane(at, plane_at.WIN_DRAW))


# --- globals --------------------------------------------------------------------------------------

cdef inline int rounds_in_game(const Rules* r) noexcept nogil:
    return r.seats if r.game_length == GAME_LENGTH_EAST else 2 * r.seats


cdef int place_of(const State* s, int seat) noexcept nogil:
    # if the game ended now
    cdef int32_t[SEATS] score
    cdef uint8_t[SEATS] order
    cdef Ties ties
    cdef int i
    cdef int place = 0
    cdef bint tied = False
    for i in range(s.rules.seats):
        score[i] = s.seat[i].score
        place += score[i] > s.seat[seat].score
        tied |= i != seat and score[i] == s.seat[seat].score
    if not tied:
        return place
    ties = ties_of(s)
    rank_seats(s.rules, score, &ties, order)
    place = 0
    while order[place] != seat:
        place += 1
    return place


cdef int riichi_of(const SeatView* v, int seat) noexcept nogil:
    # a riichi is known from its discard on, before it is through
    if v.s.declaring and v.s.discarder == seat and v.s.phase == PHASE_CLAIM and not v.s.robbing:
        return v.s.declaring
    return v.s.seat[seat].riichi


cdef inline bint is_seven(int kind) noexcept nogil:
    return kind == KIND_7P or kind == KIND_7S


cdef int sevens_in_a_row(const Seat* seat) noexcept nogil:
    cdef int n = 0
    cdef int i = seat.n_river - 1
    if seat.riichi == RIICHI_NONE:
        return 0
    while i > seat.riichi_at and is_seven(KIND_OF[seat.river[i]]):
        n += 1
        i -= 1
    return n


cdef void write_seats(const OwnView* v, float* at) noexcept nogil:
    cdef const Seat* seat
    cdef int points = 1000 // v.view.r.points_per_unit
    cdef int i, number
    for i in range(v.view.seats):
        number = seat_at(&v.view, i)
        seat = &v.view.s.seat[number]
        at[global_at.PRESENT + i] = (
            number != v.view.s.resting if v.view.r.at_table < v.view.seats else 1)
        at[global_at.SCORE + i] = seat.score * points
        at[global_at.CHIPS + i] = seat.chips
        at[global_at.RIICHI + i] = riichi_of(&v.view, number) != RIICHI_NONE
        at[global_at.OPEN_RIICHI + i] = riichi_of(&v.view, number) == RIICHI_OPEN
        at[global_at.DOUBLE_RIICHI + i] = seat.double_riichi
        at[global_at.IPPATSU + i] = seat.ippatsu
        at[global_at.CLOSED + i] = seat.closed
        at[global_at.FIRST_TURN + i] = seat.first_turn
        at[global_at.CONCEALED + i] = seat.n_hand
        at[global_at.N_MELDS + i] = seat.n_meld
        at[global_at.DISCARDS + i] = seat.n_river if is_attributed(v.view.s) else 0
        at[global_at.N_ASIDE + i] = seat.n_aside
        at[global_at.KNOWN_HAN + i] = v.view.han[i]
        at[global_at.MARKER + i] = seat.marker
        at[global_at.SEVENS_IN_A_ROW + i] = sevens_in_a_row(seat)


cdef void write_round(const OwnView* v, float* at) noexcept nogil:
    cdef const State* s = v.view.s
    cdef const Rules* r = v.view.r
    cdef uint8_t[SEATS] place
    cdef int i
    for i in range(v.view.seats):
        place[seat_at(&v.view, i)] = <uint8_t>i
    at[global_at.DEALER + place[s.dealer]] = 1
    at[global_at.TURN + place[s.turn]] = 1
    if s.phase == PHASE_CLAIM and v.view.acts:
        at[global_at.DISCARDER + place[s.discarder]] = 1
    at[global_at.ROUND_WIND + (s.round // v.view.seats) % 4] = 1
    at[global_at.ROUND] = s.round
    if r.game_length == GAME_LENGTH_FIXED_HANDS:
        at[global_at.ROUNDS_LEFT] = r.match_hands - <int>s.hand_no
    elif r.game_length != GAME_LENGTH_UNTIL_BUST:
        at[global_at.ROUNDS_LEFT] = rounds_in_game(r) - 1 - s.round
    at[global_at.HONBA] = s.honba
    at[global_at.STICKS] = s.sticks
    at[global_at.PLACE] = place_of(s, v.view.seat)
    at[global_at.LIVE_TILES] = live_left(s)
    at[global_at.OWN_DRAWS] = live_left(s) // r.at_table
    at[global_at.LAST_TILE] = live_left(s) == 0
    at[global_at.REPLACEMENTS] = r.rinshan_tiles - s.n_rinshan
    at[global_at.KANS] = s.n_kan
    at[global_at.N_INDICATORS] = s.n_indicator
    at[global_at.KANS_PENDING] = s.kans_pending
    at[global_at.FLOWER_INDICATORS] = v.view.flower_dora


cdef void write_phase(const OwnView* v, float* at) noexcept nogil:
    cdef const State* s = v.view.s
    if not v.view.acts:
        return
    if s.phase < PHASE_OFFER:  # that one is the row `offer`
        at[global_at.PHASE + s.phase] = 1
    if s.phase == PHASE_RIICHI:
        at[global_at.VERB] = s.verb == RIICHI
        at[global_at.VERB + 1] = s.verb == OPEN_RIICHI
    elif s.phase == PHASE_KAN:
        at[global_at.VERB + 2] = s.verb == KAN_CLOSED
        at[global_at.VERB + 3] = s.verb == KAN_ADDED
    elif s.phase == PHASE_COPIES:
        at[global_at.VERB + 4] = s.verb == PON
        at[global_at.VERB + 5] = s.verb == KAN_OPEN
    at[global_at.ROBBING] = s.phase == PHASE_CLAIM and s.robbing != 0
    at[global_at.HAS_DRAWN] = has_drawn(&v.view)
    at[global_at.REPLACEMENT] = has_drawn(&v.view) and s.drawn_rinshan


cdef void write_hand_facts(const OwnView* v, float* at) noexcept nogil:
    cdef const Seat* me = &v.view.s.seat[v.view.seat]
    cdef int d = v.shanten
    at[global_at.FURITEN] = me.furiten & 1
    at[global_at.FURITEN + 1] = has(me.furiten, 1)
    at[global_at.FURITEN + 2] = has(me.furiten, 2)
    at[global_at.SHANTEN + (d + 1 if d < 6 else 7)] = 1
    at[global_at.UKEIRE_KINDS] = count(v.ukeire)
    at[global_at.UKEIRE_TILES] = unseen_of(&v.view, v.ukeire)


# --- writing --------------------------------------------------------------------------------------

cdef void observe_seat(const State* s, int seat, int blocks, uint8_t* planes,
                       float* globals_) noexcept nogil:
    cdef OwnView v
    if VIEWS[s.rules.game].observe != NULL:
        VIEWS[s.rules.game].observe(s, seat, planes, globals_)
        return
    own_view_make(s, seat, &v)
    v.view.blocks = blocks
    if planes != NULL:
        write_planes(&v, planes)
    if globals_ != NULL:
        write_globals(&v, globals_)


cdef void write_planes(OwnView* v, uint8_t* at) noexcept nogil:
    zeros(at, plane_at.END * KINDS)
    write_hand(v, at)
    write_melds(v, at)
    write_rivers(v, at)
    write_table(v, at)
    write_opponents(v, at)
    write_aims(v, at)
    write_question(v, at)
    if v.view.blocks & STEPPED:
        write_steps(v, at)
    if v.view.blocks & block_of.WINS:
        write_wins(v, at)
    VIEWS[v.view.r.game].planes(&v.view, at)


cdef void write_globals(const OwnView* v, float* at) noexcept nogil:
    zeros(at, global_at.END * sizeof(float))
    write_seats(v, at)
    write_round(v, at)
    write_phase(v, at)
    write_hand_facts(v, at)
    VIEWS[v.view.r.game].globals_(&v.view, at)
    divide(&SCALES, at)


cdef void observe_history(const State* s, int seat, uint16_t* out) noexcept nogil:
    cdef int n = tokens(s)
    cdef int first = s.history_total % TOKENS if n == TOKENS else 0   # the oldest one
    cdef uint8_t[SEATS] place
    memset(place, 0, SEATS)
    seat_places(s, seat, place)
    if not is_attributed(s):
        memset(out, 0, (TOKENS - n) * sizeof(uint16_t))
        tell_history(s, n, place, out + TOKENS - n)
    elif n < TOKENS:
        memset(out, 0, (TOKENS - n) * sizeof(uint16_t))
        turned(s.history, n, place, out + TOKENS - n)
    else:
        turned(s.history + first, TOKENS - first, place, out)
        turned(s.history, first, place, out + TOKENS - first)


cdef void turned(const uint16_t* told, int n, const uint8_t* place, uint16_t* out) noexcept nogil:
    # their seats as places: those that act are the two highest bits of a token
    cdef uint16_t[SEATS] change
    cdef uint16_t token
    cdef int i
    for i in range(SEATS):
        change[i] = <uint16_t>((place[i] - i) << 14)
    for i in range(n):
        token = told[i]
        out[i] = <uint16_t>(token + (
            change[0] ^ (change[0] ^ change[1]) & -<uint16_t>(token >= 0x4000)
            ^ (change[1] ^ change[2]) & -<uint16_t>(token >= 0x8000)
            ^ (change[2] ^ change[3]) & -<uint16_t>(token >= 0xC000)))


cdef void tell_history(const State* s, int n, const uint8_t* place, uint16_t* out) noexcept nogil:
    # the newest discard alone is told of a table without an order
    cdef int newest = newest_discard(s, n)
    cdef int i, token
    for i in range(n):
        token = token_ago(s, n - 1 - i)
        if n - 1 - i != newest:
            token = untold(token)
        out[i] = <uint16_t>((token & 0x3FFF) | place[token >> 14] << 14)


cdef void observe_oracle(const State* s, int seat, uint8_t* planes) noexcept nogil:
    cdef SeatView v
    if VIEWS[s.rules.game].oracle != NULL:
        VIEWS[s.rules.game].oracle(s, seat, planes)
        return
    seat_view_make(s, seat, &v)
    zeros(planes, oracle_at.END * KINDS)
    write_others(&v, planes)
    write_wall(&v, planes)
