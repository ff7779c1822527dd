# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""How lucky draws were, in numbers whose mean is zero whatever anybody plays.

Who knows all hands, and which tiles are left in the live wall but not their order, knows the chance
of each next draw. A number here is what a draw did, less its mean over the draws that were
possible. Each seat has

    NEARER  of its own draws: the hand came nearer to a win. Two numbers for each ``Distance``:
            this, and this times the share of the wall that is left
    OTHERS  of draws of the others: their hands came nearer; a number for each ``Distance``
    WON     of all draws: what the seat is paid, points and chips, if the drawer wins on the tile;
            and if it has to discard the tile, in riichi, and others win on that

Not counted: a hand's first draw, which is dealt with it; replacement tiles from the end of the
wall; draws at which flowers may end the hand.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset
from shugi._fast.core.actions cimport PASS, WIN
from shugi._fast.core.bits cimport has
from shugi._fast.core.sizes cimport CODES, NO_TILE, SEATS
from shugi._fast.core.state cimport PHASE_CLAIM, PHASE_OWN, PHASE_POCCHI, Seat
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND
from shugi._fast.flow.hand cimport hand_remove, seat_ukeire
from shugi._fast.flow.turns cimport allowed, apply, draw_tile, wins_falsely

cdef enum:
    ANSWERS = 2 * SEATS          # to a discard, at most
    FLOWERS = 8                  # all of them win where they do


cdef enum Distance:              # of the hand from a win, before the draw
    SILENT_READY = 0
    DECLARED_READY = 1
    ONE_AWAY = 2
    TWO_AWAY = 3
    FAR_AWAY = 4


cdef enum Way:                   # of WON
    BY_DRAW = 0
    BY_DISCARD = 1


cdef struct Left:                # of the live wall, the newest draw with it
    int n
    int flowers              # and other tiles without a kind
    uint8_t count[CODES]


cdef struct Paid:
    float points[SEATS]
    float chips[SEATS]


cdef int distance_of(const Seat* seat, int shanten) noexcept nogil:
    if shanten <= 0:
        return DECLARED_READY if seat.riichi else SILENT_READY
    return min(shanten + 1, <int>FAR_AWAY)


cdef int drawn_at(const State* s, const Counted* seen) noexcept nogil:
    # where the tile lay that was drawn since; -1: none was, or a hand began with it
    if s.phase != PHASE_OWN and s.phase != PHASE_POCCHI:
        return -1
    if s.drawn == NO_TILE or s.hand_no != <unsigned int>seen.hand or s.head <= seen.head:
        return -1
    return seen.head


cdef void left_of(const State* s, int first, Left* out) noexcept nogil:
    # of the wall before that draw
    cdef int i
    memset(out, 0, sizeof(Left))
    out.n = s.tail - first
    for i in range(first, s.tail):
        out.count[s.wall[i]] += 1
        out.flowers += KIND_OF[s.wall[i]] == NO_KIND


cdef bint may_end(const State* s, const Seat* before, const Left* left) noexcept nogil:
    # flowers that are laid down at once may end the hand: nobody decides then
    return left.flowers and (left.n <= left.flowers + 1 or (
        s.rules.eight_flowers_win and before.n_aside + left.flowers >= FLOWERS))


cdef inline bint is_of(uint64_t kinds, int code) noexcept nogil:
    return KIND_OF[code] != NO_KIND and has(kinds, KIND_OF[code])


cdef float surprise(const Left* left, uint64_t kinds, int drawn) noexcept nogil:
    # whether the tile drawn is of one of the kinds, less the chance of that
    cdef int code
    cdef int those = 0
    for code in range(CODES):
        if left.count[code] and is_of(kinds, code):
            those += left.count[code]
    return is_of(kinds, drawn) - those / <float>left.n


cdef bint wins(const State* s) noexcept nogil:
    return allowed(s, WIN) and not wins_falsely(s, s.actor)


cdef bint ends_in_win(State* trial, int code, int way) noexcept nogil:
    # the tile was drawn: it is won on, whoever wants to
    cdef int _i
    if way == BY_DRAW:
        if trial.phase != PHASE_OWN or not wins(trial):
            return False
        apply(trial, WIN)
        return trial.hand_over
    if trial.phase != PHASE_OWN or not allowed(trial, code):
        return False
    apply(trial, code)
    for _i in range(ANSWERS):
        if trial.hand_over or trial.phase != PHASE_CLAIM:
            break
        if not allowed(trial, WIN) and not allowed(trial, PASS):
            return False
        apply(trial, WIN if wins(trial) else PASS)
    return trial.hand_over


cdef void add_paid(const State* s, const Seat* before, int first, int code, int way, float share,
                   Paid* out) noexcept nogil:
    # what a win on this tile would bring everybody, had it been drawn
    cdef State trial
    cdef int i
    memcpy(&trial, s, sizeof(State))
    memcpy(&trial.seat[s.turn], before, sizeof(Seat))
    trial.head = <uint8_t>(first + 1)
    for i in range(first, s.tail):
        if s.wall[i] == code:
            trial.wall[first], trial.wall[i] = <uint8_t>code, s.wall[first]
            break
    draw_tile(&trial, s.turn, code, s.drawn_rinshan and s.head == trial.head)
    if not ends_in_win(&trial, code, way):
        return
    for i in range(s.rules.seats):
        out.points[i] += share * (
            trial.ledger.sum.points[i] - s.ledger.sum.points[i])
        out.chips[i] += <float>(share * (
            trial.ledger.sum.chips[i] - s.ledger.sum.chips[i]
            + trial.ledger.sum.chance[i] - s.ledger.sum.chance[i]))


cdef void add_wins(const State* s, const Seat* before, int first, const Left* left,
                   uint64_t kinds, int way, float* out) noexcept nogil:
    # of the tiles of these kinds
    cdef Paid paid
    cdef float share
    cdef int code, p
    if kinds == 0:
        return
    memset(&paid, 0, sizeof(Paid))
    for code in range(CODES):
        if left.count[code] and is_of(kinds, code):
            share = (s.wall[first] == code) - left.count[code] / <float>left.n
            add_paid(s, before, first, code, way, share, &paid)
    for p in range(s.rules.seats):
        out[p * LUCK_TERMS + WON + 2 * way] += paid.points[p]
        out[p * LUCK_TERMS + WON + 2 * way + 1] += paid.chips[p]


cdef void add_draw(const State* s, Counted* seen, float* out) noexcept nogil:
    cdef Seat before
    cdef Left left
    cdef uint64_t nearer = 0
    cdef uint64_t waited = 0
    cdef float luck, turns
    cdef int p, distance, laid
    cdef int drawer = s.turn
    cdef int first = drawn_at(s, seen)
    seen.hand, seen.head = <int>s.hand_no, s.head
    if first < 0:
        return
    left_of(s, first, &left)
    memcpy(&before, &s.seat[drawer], sizeof(Seat))
    hand_remove(s.rules, &before, s.drawn)
    laid = s.head - first - 1  # flowers, for which the next tiles came
    if laid > before.n_aside:
        return  # draws were passed over
    before.n_aside -= <uint8_t>laid
    if may_end(s, &before, &left):
        return
    distance = distance_of(&before, seat_ukeire(s.rules, &before, &nearer))
    luck = surprise(&left, nearer, s.wall[first])
    turns = left.n / <float>s.n_wall
    out[drawer * LUCK_TERMS + NEARER + 2 * distance] += luck
    out[drawer * LUCK_TERMS + NEARER + 2 * distance + 1] += luck * turns
    for p in range(s.rules.seats):
        if p != drawer:
            out[p * LUCK_TERMS + OTHERS + distance] += luck
            waited |= s.seat[p].waits
    if distance <= DECLARED_READY:
        add_wins(s, &before, first, &left, nearer, BY_DRAW, out)
    if before.riichi:
        add_wins(s, &before, first, &left, waited, BY_DISCARD, out)
