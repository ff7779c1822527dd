# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What the others' discards tell of their hands.

A redeal that keeps to what is certain gives the others hands as poor as at the start, however long
the hand has lasted: nothing says that they have kept what is useful.  Two things do here: how far
from ready hands are in play after so many turns, and the latest discards, each of which is put back
and the rule baseline asked what it would discard.  A hand in riichi is ready, but one dealt at
random often waits for what it has discarded, so that it could not win on a discard; hands in play
hardly ever do.
"""

from libc.math cimport exp
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.bots.baseline cimport bot_act
from shugi._fast.core.actions cimport RIICHI
from shugi._fast.core.bits cimport bit, count, has, lowest, without_lowest
from shugi._fast.core.river cimport RIVER_TSUMOGIRI, called_away, flags_at
from shugi._fast.core.rng cimport STREAM_REDEAL, Rng, mix, rng_below, rng_make, rng_next
from shugi._fast.core.sizes cimport CODES, NOBODY, NO_TILE, WALL
from shugi._fast.core.state cimport (
    PHASE_CLAIM, PHASE_OVER, PHASE_OWN, PHASE_RIICHI, RIICHI_NONE, Seat,
)
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.flow.deck cimport Deck, deck_in_play
from shugi._fast.flow.game_ops cimport game_ops
from shugi._fast.flow.hand cimport (
    ASIDE_CODES, hand_add, hand_remove, refresh_ready, waits_elsewhere,
)
from shugi._fast.flow.turns cimport refresh
from shugi._fast.view.redeal cimport (
    fits, is_hidden, place_is_public, redeal, redeal_ops, redo_calls,
)

cdef enum:
    READY_STEPS = 4          # for each step of another hand: few of them end in a ready hand
    READY_TRIES = 6          # deals, until no hand in riichi waits for its own discards


cdef bint has_called(const Seat* seat) noexcept nogil:
    cdef int i
    for i in range(seat.n_meld):
        if seat.meld[i].from_seat != NOBODY:
            return True
    return False


cdef int some_tile(const Seat* seat, Rng* rng) noexcept nogil:
    # each copy is equally likely
    cdef int code
    cdef int left = <int>rng_below(rng, seat.n_hand)
    for code in range(CODES):
        left -= seat.hand[code]
        if left < 0:
            return code
    return NO_TILE


cdef void forget_later_riichi(State* t, int p, int back) noexcept nogil:
    # whoever declared in the last `back` turns had not yet when p discarded
    cdef Seat* seat
    cdef int q
    for q in range(t.rules.seats):
        seat = &t.seat[q]
        if q != p and seat.riichi and seat.riichi_at + back > seat.n_river:
            seat.riichi = RIICHI_NONE


cdef inline bint same_kind(int a, int b) noexcept nogil:
    if a >= CODES:
        return False
    return a == b or (KIND_OF[a] != NO_KIND and KIND_OF[a] == KIND_OF[b])


cdef inline bint would_throw(const State* t, const Style* style, int thrown) noexcept nogil:
    # in a hand that was dealt there may be nothing to declare riichi with
    return (t.legal[0] | t.legal[1]) != 0 and same_kind(bot_act(t, style), thrown)


cdef void ask_again(State* t, int p) noexcept nogil:
    # nothing is under way but the seat's own turn
    t.turn = t.actor = p
    t.phase = PHASE_OWN
    t.discard = NO_TILE
    t.robbing = t.declaring = t.verb = t.need = t.n_chosen = t.drawn_rinshan = t.asked = 0
    t.seat[p].kuikae = t.seat[p].kuikae_end = NO_TILE


cdef int take_back_riichi(State* t, int p) noexcept nogil:
    # and the discards after it, which tell nothing; their number
    cdef Seat* seat = &t.seat[p]
    cdef int since = max(seat.n_river - 1 - <int>seat.riichi_at, 0)
    seat.n_river -= since
    seat.riichi = RIICHI_NONE
    t.phase = PHASE_RIICHI
    t.verb = RIICHI
    return since


cdef int take_back(State* t, int p, bint called, Rng* rng) noexcept nogil:
    # the last discard, into the hand; the tile that may have been drawn before it
    cdef Seat* seat = &t.seat[p]
    cdef int thrown = seat.river[seat.n_river]
    cdef int drawn
    if flags_at(seat.river_flags, seat.n_river) & RIVER_TSUMOGIRI:
        drawn = thrown
    else:
        drawn = NO_TILE if called else some_tile(seat, rng)
        hand_add(t.rules, seat, thrown)
        if drawn != NO_TILE:
            hand_remove(t.rules, seat, drawn)
            refresh_ready(t.rules, seat)
    t.drawn = <uint8_t>drawn
    if drawn != NO_TILE:
        hand_add(t.rules, seat, drawn)
    return drawn


cdef int mismatches_of(const State* s, int p, const Style* style, int depth, int limit,
                       Rng* rng) noexcept nogil:
    # stops when there are more than `limit`
    cdef State t
    cdef Seat* seat = &t.seat[p]
    cdef bint called = has_called(&s.seat[p])
    cdef int back, drawn
    cdef int wrong = 0
    cdef int since = 0
    memcpy(&t, s, sizeof(State))
    ask_again(&t, p)
    if seat.riichi:
        since = take_back_riichi(&t, p)
    for back in range(1, 2 if called else depth + 1):
        if seat.n_river == 0 or seat.n_hand == 0:
            break
        seat.n_river -= 1
        if called_away(seat.river_flags, seat.n_river):
            break  # it lies in a meld, which was not there yet
        forget_later_riichi(&t, p, back + since)
        drawn = take_back(&t, p, called, rng)
        refresh(&t)
        if not would_throw(&t, style, seat.river[seat.n_river]):
            wrong += 1
            if wrong > limit:
                break
        if drawn != NO_TILE:
            hand_remove(s.rules, seat, drawn)
        t.phase = PHASE_OWN
        t.verb = 0
    return wrong


cdef bint hides(const State* s, int seat, int p) noexcept nogil:
    # has p discarded, and a hand that `seat` does not see?  What is about to be shown is half known
    if p == seat or p == s.resting or s.seat[p].n_river == 0:
        return False
    if (s.robbing and p == s.discarder) or (p == s.turn and s.phase != PHASE_CLAIM):
        return False
    return is_hidden(s, seat, p) and not redeal_ops(s).shows_part(s, p, NULL)


cdef int baseline_mismatches(const State* s, int seat, const Style* style, int depth,
                             uint64_t key) noexcept nogil:
    cdef Rng rng = rng_make(mix(key + 1), s.hand_no, STREAM_REDEAL)
    cdef int p
    cdef int wrong = 0
    if s.rules.plays_cards or s.phase == PHASE_OVER:
        return 0
    for p in range(s.rules.seats):
        if hides(s, seat, p):
            wrong += mismatches_of(s, p, style, depth, depth, &rng)
    return wrong


cdef inline double rng_unit(Rng* rng) noexcept nogil:
    return (rng_next(rng) >> 11) * (1.0 / bit(53))


cdef inline bint stays(int code) noexcept nogil:
    # flowers and the like: where they may lie is for redeal to know
    return has(ASIDE_CODES, code)


cdef void exchange(State* s, int p, int code, int place) noexcept nogil:
    hand_remove(s.rules, &s.seat[p], code)
    hand_add(s.rules, &s.seat[p], s.wall[place])
    s.wall[place] = <uint8_t>code
    refresh_ready(s.rules, &s.seat[p])


cdef bint wins_on_discards(State* s, int p) noexcept nogil:
    # ... of another seat; `s` is as it was afterwards
    cdef Deck deck
    cdef uint64_t left
    cdef uint8_t phase = s.phase
    cdef uint8_t discard = s.discard
    cdef uint8_t discarder = s.discarder
    cdef uint8_t robbing = s.robbing
    cdef bint found = False
    deck_in_play(s, &deck)
    left = waits_elsewhere(&s.seat[p], deck.kind)
    s.phase = PHASE_CLAIM
    s.robbing = 0
    s.discarder = <uint8_t>next_seat(s, p)
    while left and not found:
        s.discard = <uint8_t>lowest(left)
        left = without_lowest(left)
        found = game_ops(s).may_win(s, p)
    s.phase = phase
    s.discard = discard
    s.discarder = discarder
    s.robbing = robbing
    return found


cdef int place_of(State* s, int p) noexcept nogil:
    # a hand that waits for nothing is not ready (Wuhan: it has no pair of 2, 5 or 8 in sight)
    cdef const Seat* seat = &s.seat[p]
    cdef bint own = seat.waits & seat.discarded != 0
    if seat.riichi:
        return min(max(count(seat.waits), 1), WAITS) - 1 + WAITS * own
    if seat.waits:
        return 0 if wins_on_discards(s, p) else 1
    return min(max(<int>seat.shanten, 1) + 1, PLACES - 1)


cdef void hand_place(State* s, int p, int* where) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    where[0] = min(<int>seat.n_river, TURNS - 1)
    where[1] = CALLS if seat.riichi else min(<int>seat.n_meld, CALLS - 1)
    where[2] = place_of(s, p)


cdef inline const float* row_of(const Belief* b, const int* where) noexcept nogil:
    return b.weight + (where[0] * SORTS + where[1]) * PLACES


cdef double weight_of(State* s, int p, const Belief* b) noexcept nogil:
    cdef int[3] where
    hand_place(s, p, where)
    return row_of(b, where)[where[2]]


cdef bint try_exchange(State* s, int p, int code, int place, double* weight, const Belief* b,
                       Rng* rng) noexcept nogil:
    # is the step taken, by what hands are like in play?
    cdef double now
    exchange(s, p, code, place)
    if s.seat[p].waits:
        redeal_ops(s).redo_furiten(s, p)
    if not fits(s, p, False, NULL):
        return False
    now = weight_of(s, p, b)
    if rng_unit(rng) >= exp(now - weight[0]):
        return False
    weight[0] = now
    return True


cdef bint discards_agree(const State* s, int p, int* wrong, const Belief* b,
                         Rng* rng) noexcept nogil:
    # is it taken, by the latest discards?
    cdef int limit = wrong[0]
    cdef int now
    while limit < b.depth and rng_unit(rng) < b.doubt:
        limit += 1
    now = mismatches_of(s, p, b.style, b.depth, limit, rng)
    if now > limit:
        return False
    wrong[0] = now
    return True


cdef void settle_hand(State* s, int seat, int p, const uint8_t* places, int n, const Belief* b,
                      Rng* rng) noexcept nogil:
    # a step is taken with the product of two chances, the dearer one asked for last
    cdef int times = READY_STEPS if s.seat[p].riichi else 1
    cdef int steps = times * b.steps
    cdef int first = steps - times * b.looks  # that asks for the discards
    cdef Seat before
    cdef uint8_t[CODES] known
    cdef double weight = weight_of(s, p, b)
    cdef double last
    cdef int code, drawn, place, step
    cdef int wrong = 0
    memset(known, 0, CODES)
    redeal_ops(s).known_tiles(s, seat, p, known)
    for step in range(steps):
        if step == first:
            wrong = mismatches_of(s, p, b.style, b.depth, b.depth, rng)
        code = some_tile(&s.seat[p], rng)
        place = places[rng_below(rng, n)]
        drawn = s.wall[place]
        if drawn == code or stays(code) or stays(drawn) or s.seat[p].hand[code] <= known[code]:
            continue
        memcpy(&before, &s.seat[p], sizeof(Seat))
        last = weight
        if not try_exchange(s, p, code, place, &weight, b, rng) or (
                step >= first and not discards_agree(s, p, &wrong, b, rng)):
            s.wall[place] = <uint8_t>drawn
            memcpy(&s.seat[p], &before, sizeof(Seat))
            weight = last


cdef bint may_be(State* s, int seat, const Belief* b, Rng* rng) noexcept nogil:
    # a hand in riichi that waits for its own discards counts as often as in play: few steps lead
    # from one wide wait to another
    cdef int[3] where
    cdef const float* row
    cdef int p
    for p in range(s.rules.seats):
        if s.seat[p].riichi == RIICHI_NONE or not hides(s, seat, p):
            continue
        hand_place(s, p, where)
        row = row_of(b, where)
        if where[2] >= WAITS and rng_unit(rng) >= exp(row[where[2]] - row[where[2] - WAITS]):
            return False
    return True


cdef bint redeal_ready(State* s, int seat, uint64_t key, const Belief* b, Rng* rng) noexcept nogil:
    cdef int tries
    if not redeal(s, seat, key):
        return False
    for tries in range(1, READY_TRIES):
        if may_be(s, seat, b, rng) or not redeal(s, seat, mix(key + <uint64_t>tries)):
            break
    return True


cdef bint redeal_likely(State* s, int seat, uint64_t key, const Belief* b) noexcept nogil:
    cdef Rng rng = rng_make(mix(key + 2), s.hand_no, STREAM_REDEAL)
    cdef State trial
    cdef uint8_t[WALL] places
    cdef int p, place
    cdef int n = 0
    if s.rules.plays_cards or s.phase == PHASE_OVER or s.paying:
        return redeal(s, seat, key)
    if not redeal_ready(s, seat, key, b, &rng):
        return False
    memcpy(&trial, s, sizeof(State))
    for place in range(s.head, s.n_wall):
        if not place_is_public(s, place):
            places[n] = <uint8_t>place
            n += 1
    for p in range(s.rules.seats):
        if n and hides(&trial, seat, p):
            settle_hand(&trial, seat, p, places, n, b, &rng)
            redeal_ops(s).redo_furiten(&trial, p)
    redeal_ops(s).forget(&trial, seat)
    if not redo_calls(&trial, seat):
        return True  # then the redeal stays as it is
    memcpy(s, &trial, sizeof(State))
    return True
