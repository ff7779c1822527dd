# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The observation layout: what a seat may know, and nothing else.

Four buffers, all from one seat's view with seats relative (0 = own, 1 = next to act, ...):
planes (uint8, PLANES x 34), globals (float32, GLOBALS), history (uint16, HISTORY) and, for critics
and oracles only, the oracle planes (uint8, ORACLE_PLANES x 34).

Each is a table of blocks: the function that writes the block, then its rows.  Offsets follow from
the sizes.  A row's ``scale`` is the natural value that stands for one: planes hold the natural
value (divide by the scale before a network), globals are divided already.
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
from shugi._fast.core.sizes cimport CODES, HISTORY as TOKENS, KINDS, NO_TILE, RIVER, SEATS
from shugi._fast.core.state cimport (
    MELD_ANKAN, PHASE_CLAIM, PHASE_COPIES, PHASE_KAN, PHASE_OFFER, PHASE_OWN, PHASE_RIICHI,
    RIICHI_NONE, RIICHI_OPEN, Seat, State,
)
from shugi._fast.core.tiles cimport KIND_7P, KIND_7S, KIND_OF, NO_KIND, kinds_in_counts
from shugi._fast.core.wall cimport dora_code, live_left
from shugi._fast.flow.hand cimport (
    ASIDE_CODES, is_full, seat_good_discards, seat_shanten, seat_steps, seat_trial,
    seat_ukeire, sets_left,
)
from shugi._fast.flow.ranking cimport Ties, rank_seats, ties_of
from shugi._fast.shape.pair_258 cimport good_258, shanten_258, steps_258
from shugi._fast.shape.shapes cimport FORM_SETS
from shugi._fast.shape.trial cimport Trial, trial_make, trial_put
from shugi._fast.view.blocks cimport Blocks, lay_out, write_blocks
from shugi._fast.view.observe_ahead cimport put_pairs
from shugi._fast.view.observe_dangers cimport put_dangers
from shugi._fast.view.observe_gaps cimport GAP_SCALE, GAP_WAYS, put_gaps, put_last
from shugi._fast.view.observe_regional cimport (
    is_attributed, kinds_in_play, newest_discard, untold, write_heap, write_regional,
)
from shugi._fast.view.observe_wins cimport WIN_SCALE, put_ready_wins, put_wins, wins_tell
from shugi._fast.view.sight cimport (
    SORTS, Sight, copy_sort, has_drawn, is_covered, plane, put_kinds, seat_at,
    seat_places, shown_kinds, shown_waits, sight_make, tally_levels, unseen_of,
)

from shugi._fast.view.blocks import rows_of
from shugi._fast.view.observe_oracle import ORACLE_BLOCKS
from shugi._fast.view.observe_regional import REGIONAL_ROWS

HISTORY = TOKENS


cdef struct Observer:                # a Sight and what the own hand is for
    Sight t
    bint full                    # a tile more than between turns
    int shanten                 # -1 complete, 0 ready
    uint64_t waits
    uint64_t ukeire
    uint64_t keeps
    Trial pair                   # made, like the next, where hands need a pair of 2, 5 or 8
    int shanten_258


cdef void observer_make(const State* s, int seat, Observer* v) noexcept nogil:
    cdef const Seat* me = &s.seat[seat]
    sight_make(s, seat, &v.t)
    v.full = is_full(s.rules, me)
    v.ukeire = 0
    v.keeps = 0
    # waits belong to the hand between turns: after a call they speak of a hand that is gone
    v.waits = me.waits if not v.full or has_drawn(&v.t) else 0
    if v.full and me.riichi == RIICHI_NONE:
        v.shanten = seat_good_discards(s.rules, me, &v.keeps)
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
        v.waits &= kinds_in_play(&v.t)
        v.ukeire &= kinds_in_play(&v.t)
    if s.rules.pairs_258:
        trial_make(&v.pair, s.rules, me.kind, me.index, NULL, sets_left(s.rules, me), 0, FORM_SETS)
        v.shanten_258 = shanten_258(&v.pair, usable_wild(me))


cdef inline int usable_wild(const Seat* me) noexcept nogil:
    # beside a pair of 2, 5 or 8
    return me.wild != 0


# --- planes ---------------------------------------------------------------------------------------

# special copies that have a plane
cdef uint64_t SORTED_CODES = 0
cdef int _code
for _code in range(KINDS, CODES):
    if copy_sort(_code) >= 0:
        SORTED_CODES |= bit(_code)


cdef void write_hand(const Observer* v, uint8_t* at) noexcept nogil:
    cdef const Seat* me = &v.t.s.seat[v.t.seat]
    cdef uint64_t left = me.held & SORTED_CODES
    cdef int code
    tally_levels(me.kind, 5, at)
    while left:
        code = lowest(left)
        left = without_lowest(left)
        plane(at, 5 + copy_sort(code))[KIND_OF[code]] = me.hand[code]
    if has_drawn(&v.t) and KIND_OF[v.t.s.drawn] != NO_KIND:
        plane(at, 9)[KIND_OF[v.t.s.drawn]] = 1


cdef void write_melds(const Observer* v, uint8_t* at) noexcept nogil:
    cdef const Seat* seat
    cdef int i, relative
    memcpy(at, v.t.melded, SEATS * KINDS)
    for relative in range(v.t.seats):
        seat = &v.t.s.seat[seat_at(&v.t, relative)]
        for i in range(seat.n_meld):
            if seat.meld[i].type == MELD_ANKAN and not is_covered(&v.t, relative, &seat.meld[i]):
                plane(at, 4)[KIND_OF[seat.meld[i].tile[0]]] = 1


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


cdef void write_rivers(const Observer* v, uint8_t* at) noexcept nogil:
    cdef int i
    if not is_attributed(v.t.s):
        write_heap(&v.t, at, plane(at, 4))
        return
    memcpy(at, v.t.river, SEATS * KINDS)
    for i in range(v.t.seats):
        write_river(&v.t.s.seat[seat_at(&v.t, i)], plane(at, 4 + i), plane(at, 8 + i),
                    plane(at, 12 + i), plane(at, 16 + i))


cdef void write_table(const Observer* v, uint8_t* at) noexcept nogil:
    cdef const Seat* seat
    cdef int i, relative, kind
    for relative in range(v.t.seats):
        seat = &v.t.s.seat[seat_at(&v.t, relative)]
        for i in range(seat.n_aside):
            if KIND_OF[seat.aside[i]] != NO_KIND:
                at[KIND_OF[seat.aside[i]]] += 1
    for i in range(v.t.s.n_indicator):
        kind = KIND_OF[dora_code(v.t.s, i)]
        if kind != NO_KIND:
            plane(at, 1)[kind] += 1
    memcpy(plane(at, 2), v.t.dora, KINDS)
    if v.t.r.regional and v.t.s.wild_kind < KINDS:
        plane(at, 3)[v.t.s.wild_kind] = 1
    memcpy(plane(at, 4), v.t.unseen, KINDS)
    memcpy(plane(at, 5), v.t.out, SORTS * KINDS)


cdef void write_opponents(const Observer* v, uint8_t* at) noexcept nogil:
    cdef const Seat* seat
    cdef int relative
    for relative in range(1, v.t.seats):
        seat = &v.t.s.seat[seat_at(&v.t, relative)]
        if seat.riichi == RIICHI_NONE:
            continue
        if v.t.r.knows_furiten:
            put_kinds(plane(at, 5 + relative), seat.discarded | seat.passed)
        if seat.riichi == RIICHI_OPEN:
            shown_kinds(v.t.s, seat_at(&v.t, relative), plane(at, relative - 1))
            put_kinds(plane(at, 2 + relative),
                      shown_waits(v.t.s, seat, plane(at, relative - 1)))


cdef void write_aims(const Observer* v, uint8_t* at) noexcept nogil:
    put_kinds(at, v.waits)
    put_kinds(plane(at, 1), v.ukeire)
    put_kinds(plane(at, 2), v.keeps)


cdef void write_question(const Observer* v, uint8_t* at) noexcept nogil:
    cdef int phase = v.t.s.phase
    cdef uint64_t left = v.t.s.legal[0]
    if not v.t.acts or phase == PHASE_OWN:
        return
    # a kan of the own turn has no tile to claim
    if (phase == PHASE_CLAIM or phase == PHASE_COPIES) and v.t.s.discard != NO_TILE and (
            KIND_OF[v.t.s.discard] != NO_KIND):
        at[KIND_OF[v.t.s.discard]] = 1
    if phase == PHASE_CLAIM:
        return
    while left:
        if KIND_OF[lowest(left)] != NO_KIND:
            plane(at, 1)[KIND_OF[lowest(left)]] = 1
        left = without_lowest(left)


cdef void write_steps(const Observer* v, uint8_t* at) noexcept nogil:
    # what each discard that keeps the shanten leaves
    cdef const Seat* me = &v.t.s.seat[v.t.seat]
    cdef bint ready = v.shanten <= 0
    cdef uint8_t* tiles = at if ready else plane(at, 2)
    cdef uint8_t[KINDS] melded
    cdef uint64_t[KINDS] found
    cdef Trial hand
    cdef uint64_t left = v.keeps
    cdef uint64_t widest = 0
    cdef uint64_t drawable = kinds_in_play(&v.t)
    cdef int kind
    cdef int most = 0
    if not v.full or me.riichi != RIICHI_NONE or me.held & ASIDE_CODES:
        return
    seat_trial(v.t.r, me, melded, &hand)
    seat_steps(v.t.r, me, &hand, left, ready, found)
    while left:
        kind = lowest(left)
        left = without_lowest(left)
        found[kind] &= drawable
        tiles[kind] = <uint8_t>unseen_of(&v.t, found[kind])
        if tiles[kind] > most:
            most = tiles[kind]
            widest = found[kind]
        if ready and wins_tell(v.t.r):
            put_ready_wins(&v.t, kind, found[kind], plane(at, 3), plane(at, 4))
    if ready:
        put_kinds(plane(at, 1), widest)
    elif v.shanten == 1 and not v.t.r.atama:
        put_pairs(&v.t, &hand, v.keeps, found, drawable, tiles, plane(at, 5))


cdef void write_wins(const Observer* v, uint8_t* at) noexcept nogil:
    if wins_tell(v.t.r):
        put_wins(&v.t, v.waits, at, plane(at, 1))


cdef void write_dangers(const Observer* v, uint8_t* at) noexcept nogil:
    if v.t.r.knows_furiten:
        put_dangers(&v.t, at)


# --- a pair of 2, 5 or 8 --------------------------------------------------------------------------

cdef void write_pair(Observer* v, uint8_t* at) noexcept nogil:
    cdef const Seat* me = &v.t.s.seat[v.t.seat]
    cdef uint64_t drawable, left
    cdef int kind
    if not v.t.r.pairs_258:
        return
    drawable = kinds_in_play(&v.t)
    if not v.full:
        put_kinds(at, steps_258(&v.pair) & drawable)
        return
    left = good_258(&v.pair, kinds_in_counts(me.kind), usable_wild(me))
    put_kinds(plane(at, 1), left)
    while left:
        kind = lowest(left)
        left = without_lowest(left)
        trial_put(&v.pair, kind, -1)
        plane(at, 2)[kind] = <uint8_t>unseen_of(&v.t, steps_258(&v.pair) & drawable)
        trial_put(&v.pair, kind, 1)


cdef void write_pair_facts(const Observer* v, float* at) noexcept nogil:
    if v.t.r.pairs_258:
        at[min(v.shanten_258 + 1, 7)] = 1


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


cdef int riichi_of(const Sight* v, int seat) noexcept nogil:
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


cdef enum:
    PARTS = RIVER + 1    # more than a hand or a river has tiles

# so many tiles as a part of what stands for one
cdef float[PARTS] OF_FOURTEEN
cdef float[PARTS] OF_TWENTY
cdef int _i
for _i in range(PARTS):
    OF_FOURTEEN[_i] = _i / <float>14
    OF_TWENTY[_i] = _i / <float>20


cdef void write_seats(const Observer* v, float* at) noexcept nogil:
    cdef const Seat* seat
    cdef float unit = <float>(30 * v.t.r.points_per_unit)
    cdef int i, number
    for i in range(v.t.seats):
        number = seat_at(&v.t, i)
        seat = &v.t.s.seat[number]
        at[i] = number != v.t.s.resting if v.t.r.at_table < v.t.seats else 1
        at[4 + i] = seat.score / unit
        at[8 + i] = seat.chips / <float>50
        at[12 + i] = riichi_of(&v.t, number) != RIICHI_NONE
        at[16 + i] = riichi_of(&v.t, number) == RIICHI_OPEN
        at[20 + i] = seat.double_riichi
        at[24 + i] = seat.ippatsu
        at[28 + i] = seat.closed
        at[32 + i] = seat.first_turn if v.t.r.keeps_first_turn else seat.n_river == 0
        at[36 + i] = OF_FOURTEEN[seat.n_hand]
        at[40 + i] = seat.n_meld / <float>4
        at[44 + i] = OF_TWENTY[seat.n_river] if is_attributed(v.t.s) else 0
        at[48 + i] = seat.n_aside / <float>4
        at[52 + i] = v.t.han[i] / <float>8
        at[56 + i] = seat.marker
        at[60 + i] = sevens_in_a_row(seat) / <float>2


cdef void write_round(const Observer* v, float* at) noexcept nogil:
    cdef const State* s = v.t.s
    cdef const Rules* r = v.t.r
    cdef uint8_t[SEATS] place
    cdef int i
    for i in range(v.t.seats):
        place[seat_at(&v.t, i)] = <uint8_t>i
    at[place[s.dealer]] = 1
    at[4 + place[s.turn]] = 1
    if s.phase == PHASE_CLAIM and v.t.acts:
        at[8 + place[s.discarder]] = 1
    at[12 + (s.round // v.t.seats) % 4] = 1
    at[16] = s.round / <float>8
    if r.game_length == GAME_LENGTH_FIXED_HANDS:
        at[17] = (r.match_hands - <int>s.hand_no) / <float>8
    elif r.game_length != GAME_LENGTH_UNTIL_BUST:
        at[17] = (rounds_in_game(r) - 1 - s.round) / <float>8
    at[18] = s.honba / <float>5
    at[19] = s.sticks / <float>4
    at[20] = place_of(s, v.t.seat) / <float>3
    at[21] = live_left(s) / <float>60
    at[22] = (live_left(s) // r.at_table) / <float>20
    at[23] = live_left(s) == 0
    at[24] = (r.rinshan_tiles - s.n_rinshan) / <float>8
    at[25] = s.n_kan / <float>4
    at[26] = s.n_indicator / <float>4
    at[27] = s.kans_pending
    at[28] = v.t.flower_dora


cdef void write_phase(const Observer* v, float* at) noexcept nogil:
    cdef const State* s = v.t.s
    if not v.t.acts:
        return
    if s.phase < PHASE_OFFER:  # that one stands in the regional block
        at[s.phase] = 1
    if s.phase == PHASE_RIICHI:
        at[7] = s.verb == RIICHI
        at[8] = s.verb == OPEN_RIICHI
    elif s.phase == PHASE_KAN:
        at[9] = s.verb == KAN_CLOSED
        at[10] = s.verb == KAN_ADDED
    elif s.phase == PHASE_COPIES:
        at[11] = s.verb == PON
        at[12] = s.verb == KAN_OPEN
    at[13] = s.phase == PHASE_CLAIM and s.robbing != 0
    at[14] = has_drawn(&v.t)
    at[15] = has_drawn(&v.t) and s.drawn_rinshan


cdef void write_hand_facts(const Observer* v, float* at) noexcept nogil:
    cdef const Seat* me = &v.t.s.seat[v.t.seat]
    cdef int d = v.shanten
    at[0] = me.furiten & 1
    at[1] = has(me.furiten, 1)
    at[2] = has(me.furiten, 2)
    at[3 + (d + 1 if d < 6 else 7)] = 1
    at[11] = count(v.ukeire) / <float>10
    at[12] = unseen_of(&v.t, v.ukeire) / <float>20


cdef void write_gaps(const Observer* v, float* at) noexcept nogil:
    put_gaps(&v.t, at)
    put_last(&v.t, at + 2 * GAP_WAYS * (SEATS - 1))


cdef void write_block_regional(const Observer* v, float* at) noexcept nogil:
    if v.t.r.regional:
        write_regional(&v.t, at)


# --- the layout -----------------------------------------------------------------------------------

# block: the function that writes it, then (name, size, scale, meaning) of its rows
PLANE_BLOCKS = [
    (<size_t><void*>write_hand, [
        ("hand", 5, 1, "own concealed tiles, the drawn one included: at least 1, 2, 3, 4, 5"),
        ("hand_copies", SORTS, 2,
         "special copies among them: red; gold; lucky (rainbow, cherry); marked (pocchi, death)"),
        ("drawn", 1, 1, "the tile just drawn"),
    ]),
    (<size_t><void*>write_melds, [
        ("melds", SEATS, 4, "tiles in melds, by seat"),
        ("closed_kans", 1, 1, "closed kans of any seat, if they can be seen"),
    ]),
    (<size_t><void*>write_rivers, [
        ("river", SEATS, 4,
         "discards by seat, called ones included; in one heap, at the own place, if unattributed"),
        ("river_recent", SEATS, 8, "by seat: 8 = its newest discard, 7 the one before, ..."),
        ("river_tsumogiri", SEATS, 4, "discards by seat that had just been drawn"),
        ("river_after_riichi", SEATS, 4, "discards by seat after its riichi tile"),
        ("riichi_tile", SEATS, 1, "by seat: the tile discarded with riichi"),
    ]),
    (<size_t><void*>write_table, [
        ("set_aside", 1, 4, "tiles set aside (Norths), all seats; flowers are in the globals"),
        ("indicators", 1, 2, "dora indicators, and what named the wildcard"),
        ("dora", 1, 2, "han that the indicators give to a tile of the kind"),
        ("wildcard", 1, 1, "kind printed on the hand's wildcards, which are in no other plane"),
        ("unseen", 1, 4, "tiles in the wall or in others' hands"),
        ("copies_out", SORTS, 2, "special copies in sight outside the own hand, sorts as above"),
    ]),
    (<size_t><void*>write_opponents, [
        ("shown_hand", SEATS - 1, 4, "hands shown by open riichi or disclosed, by opponent"),
        ("shown_waits", SEATS - 1, 1, "waits that they show, by opponent"),
        ("safe", SEATS - 1, 1, "cannot be won on by that opponent, who is in riichi (genbutsu)"),
    ]),
    (<size_t><void*>write_aims, [
        ("waits", 1, 1, "kinds that complete the own hand"),
        ("ukeire", 1, 1, "between turns: kinds whose draw lowers the shanten (ready: waits)"),
        ("keeps", 1, 1, "own turn: discards that keep the shanten (at 0: leave the hand ready)"),
    ]),
    (<size_t><void*>write_question, [
        ("claimed", 1, 1, "the tile that may be claimed, or was"),
        ("choices", 1, 1, "kinds to choose from after a verb, and for the joker"),
    ]),
    (<size_t><void*>write_steps, [
        ("ready_tiles", 1, 8,
         "own turn: for a discard that leaves the hand ready, the unseen tiles that complete it"),
        ("ready_waits", 1, 1, "own turn: kinds that complete it after the one that leaves most"),
        ("closer_tiles", 1, 20,
         "own turn, not ready: for a discard that keeps the shanten, unseen tiles that lower it"),
        ("ready_silent", 1, WIN_SCALE,
         "riichi, Kawuxing: what a ron pays after a discard that leaves the hand ready, in 200 "
         "points or 1/5 unit"),
        ("ready_declared", 1, WIN_SCALE, "... and once declared"),
        ("closer_pairs", 1, 40,
         "own turn, one from ready: for a discard that keeps the shanten, half the pairs of unseen "
         "tiles that then complete the hand; not in Atama"),
    ]),
    (<size_t><void*>write_wins, [
        ("win_ron", 1, WIN_SCALE,
         "riichi, Kawuxing: what a ron of a kind that completes the own hand pays, as above"),
        ("win_draw", 1, WIN_SCALE, "... and what a draw of it pays"),
    ]),
    (<size_t><void*>write_pair, [
        ("ukeire_258", 1, 1,
         "Wuhan, between turns: kinds that lower the shanten to a hand with a 258 pair"),
        ("keeps_258", 1, 1, "Wuhan, own turn: discards that keep this shanten"),
        ("closer_258", 1, 20,
         "Wuhan, own turn: for each of these discards, unseen tiles that then lower it"),
    ]),
    (<size_t><void*>write_dangers, [
        ("danger", SEATS - 1, 24,
         "riichi: pairs of unseen tiles that wait for an own tile as a run, by opponent in closed "
         "riichi or with two melds"),
    ]),
]

GLOBAL_BLOCKS = [
    (<size_t><void*>write_seats, [
        ("present", SEATS, 1, "the seat plays"),
        ("score", SEATS, 30000, "points; in regional games, 30 units of money stand for one"),
        ("chips", SEATS, 50, "chips won in this game"),
        ("riichi", SEATS, 1, "declared riichi of either kind, or disclosed"),
        ("open_riichi", SEATS, 1, "declared open riichi, or disclosed"),
        ("double_riichi", SEATS, 1, "on the first turn"),
        ("ippatsu", SEATS, 1, "a win now would be ippatsu"),
        ("closed", SEATS, 1, "no open call made"),
        ("first_turn", SEATS, 1, "no own discard and no interruption yet"),
        ("concealed", SEATS, 14, "concealed tiles"),
        ("n_melds", SEATS, 4, "melds"),
        ("discards", SEATS, 20, "tiles in the river"),
        ("n_aside", SEATS, 4, "tiles set aside"),
        ("known_han", SEATS, 8, "dora, red, gold and tiles set aside in sight (own hand: all)"),
        ("marker", SEATS, 1, "home run marker"),
        ("sevens_in_a_row", SEATS, 2, "newest discards after riichi that are sevens"),
    ]),
    (<size_t><void*>write_round, [
        ("dealer", SEATS, 1, "who deals"),
        ("turn", SEATS, 1, "whose turn it is"),
        ("discarder", SEATS, 1, "whose tile may be claimed"),
        ("round_wind", 4, 1, "East, South, West, North"),
        ("round", 1, 8, "0 = East 1"),
        ("rounds_left", 1, 8, "rounds (or, if fixed, hands) to come after this one"),
        ("honba", 1, 5, "counters on the table"),
        ("sticks", 1, 4, "riichi sticks on the table"),
        ("place", 1, 3, "own place now, 0 = first"),
        ("live_tiles", 1, 60, "live tiles left"),
        ("own_draws", 1, 20, "full rounds of draws left"),
        ("last_tile", 1, 1, "no live tile is left"),
        ("replacements", 1, 8, "replacement tiles left"),
        ("kans", 1, 4, "kans on the table"),
        ("n_indicators", 1, 4, "indicators turned"),
        ("kans_pending", 1, 1, "indicators still to be turned"),
        ("flower_indicators", 1, 1, "flowers among the indicators"),
    ]),
    (<size_t><void*>write_phase, [
        ("phase", 7, 1, "own turn, riichi tile, kan tile, claim, copies, joker, over; if deciding"),
        ("verb", 6, 1,
         "what a tile is chosen for: riichi, open riichi, closed kan, added kan, pon, open kan"),
        ("robbing", 1, 1, "the tile that may be won on is one of a kan or set aside"),
        ("has_drawn", 1, 1, "the own hand holds a tile just drawn"),
        ("replacement", 1, 1, "... from the replacement tiles"),
    ]),
    (<size_t><void*>write_hand_facts, [
        ("furiten", 3, 1, "own: by discard, for this turn, for the whole hand"),
        ("shanten", 8, 1, "own hand: complete, ready, 1, 2, ... 6 or more from ready"),
        ("ukeire_kinds", 1, 10, "number of kinds in the plane 'ukeire'"),
        ("ukeire_tiles", 1, 20, "unseen tiles of these kinds"),
    ]),
    (<size_t><void*>write_block_regional, REGIONAL_ROWS),
    (<size_t><void*>write_pair_facts, [
        ("shanten_258", 8, 1,
         "Wuhan: to sets and a 258 pair, with one wildcard at most; places as of 'shanten'"),
    ]),
    (<size_t><void*>write_gaps, [
        ("overtake_ron", SEATS - 1, GAP_SCALE,
         "riichi: what an own ron from that opponent must pay to draw level with it, by opponent "
         "ahead; honba and sticks come on top"),
        ("overtake_other", SEATS - 1, GAP_SCALE, "... what one from another seat must pay"),
        ("overtake_draw", SEATS - 1, GAP_SCALE, "... what all must pay for a draw, a mangan's way"),
        ("overtaken_ron", SEATS - 1, GAP_SCALE,
         "riichi: what its ron from the own seat must pay to draw level, by opponent behind"),
        ("overtaken_other", SEATS - 1, GAP_SCALE, "... what one from another seat must pay"),
        ("overtaken_draw", SEATS - 1, GAP_SCALE, "... what all must pay for its draw"),
        ("last_hand", 2, 1,
         "the game ends after this hand, bust aside: if the deal passes on; if the dealer deals "
         "again; 1/2: by the points then"),
    ]),
]

# bits of a token
HISTORY_BLOCKS = [
    (0, [
        ("code", 8, 1, "the tile code"),
        ("event", 6, 1, "what happened (Event, core/state.pxd); 0 = empty"),
        ("seat", 2, 1, "relative seat that acted"),
    ]),
]

cdef Blocks plane_blocks
cdef Blocks global_blocks
cdef Blocks oracle_blocks

PLANE_ROWS = lay_out(&plane_blocks, PLANE_BLOCKS, PLANES, KINDS, "observe.pxd")
GLOBAL_ROWS = lay_out(&global_blocks, GLOBAL_BLOCKS, GLOBALS, sizeof(float), "observe.pxd")
ORACLE_ROWS = lay_out(&oracle_blocks, ORACLE_BLOCKS, ORACLE_PLANES, KINDS, "observe.pxd")
HISTORY_ROWS = rows_of(HISTORY_BLOCKS, 8 * sizeof(uint16_t), "observe.pxd")


# --- writing --------------------------------------------------------------------------------------

cdef void observe_seat(const State* s, int seat, uint8_t* planes, float* globals_) noexcept nogil:
    cdef Observer v
    observer_make(s, seat, &v)
    if planes != NULL:
        write_blocks(&plane_blocks, &v, planes)
    if globals_ != NULL:
        write_blocks(&global_blocks, &v, globals_)


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
    cdef Sight v
    sight_make(s, seat, &v)
    write_blocks(&oracle_blocks, &v, planes)
