# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Deal again what one seat of a card game cannot see.

Kept: the seat's own cards, what is played, shown or looked at, how many cards lie where, suits that
a seat has not followed, and what it has said (redeal.pyx of each game). Whole arrangements
of the hidden cards are drawn until one fits, which makes each that fits equally likely; where that
takes too long (a declared run of one suit in few cards), cards change places at random, from the
true arrangement on, as long as all fits.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.cards cimport CARDS, CARD_SEATS, CardTable, suit_of
from shugi._fast.core.rng cimport STREAM_REDEAL, Rng, rng_below, rng_make
from shugi._fast.core.state cimport PHASE_OVER, State
from shugi._fast.flow.turns cimport refresh
from shugi._fast.games.tricks.seat_view cimport (
    CardView, card_ops, card_view, known_aside, known_to,
)
from shugi._fast.view.redeal cimport REDEALS

from shugi._fast.rules.games import games_with

cdef enum:
    TRIES = 20000            # whole arrangements
    SWAPS = 4000             # of two cards, when none of them fits
    AT_HAND = 0
    AT_ASIDE = 4
    AT_TALON = 8


cdef struct Hidden:                  # the cards that a seat cannot place, and where they may lie
    int seat
    int n
    uint8_t card[CARDS]              # lies at ...
    uint8_t place[CARDS]             # a hand (seat), laid aside (4 + seat), or the talon (8)
    uint64_t hand[CARD_SEATS]        # what is not hidden there
    uint64_t aside[CARD_SEATS]


# ---- the hidden cards

cdef void add_hidden(Hidden* h, uint64_t cards, int place) noexcept nogil:
    while cards:
        h.card[h.n] = <uint8_t>lowest(cards)
        h.place[h.n] = <uint8_t>place
        h.n += 1
        cards = without_lowest(cards)


cdef void gather(const State* s, int seat, Hidden* h) noexcept nogil:
    cdef const CardTable* t = &s.cards
    cdef CardView v
    cdef int p, i
    card_view(s, seat, &v)
    memset(h, 0, sizeof(Hidden))
    h.seat = seat
    for p in range(s.rules.seats):
        h.hand[p] = known_to(s, seat, p)
        h.aside[p] = known_aside(s, seat, p)
        add_hidden(h, t.hand[p] & ~h.hand[p], AT_HAND + p)
        add_hidden(h, t.aside[p] & ~h.aside[p], AT_ASIDE + p)
    for i in range(s.head, s.n_wall):
        if not has(t.seen[seat], s.wall[i]):
            add_hidden(h, bit(s.wall[i]), AT_TALON)


# ---- what must hold

cdef inline bint may_lie(const State* s, int card, int place) noexcept nogil:
    return place >= AT_ASIDE or not has(s.cards.void[place], suit_of(card))


cdef bint lies_well(const State* s, const Hidden* h) noexcept nogil:
    cdef int i
    for i in range(h.n):
        if not may_lie(s, h.card[i], h.place[i]):
            return False
    return True


cdef void lay(const State* s, const Hidden* h, State* out) noexcept nogil:
    # the arrangement as a table; the talon in the order of the cards
    cdef CardTable* t = &out.cards
    cdef uint64_t card
    cdef int i, p
    cdef int at = s.head
    for p in range(s.rules.seats):
        t.hand[p] = h.hand[p]
        t.aside[p] = h.aside[p]
    for i in range(h.n):
        card = bit(h.card[i])
        if h.place[i] < AT_ASIDE:
            t.hand[h.place[i]] |= card
        elif h.place[i] < AT_TALON:
            t.aside[h.place[i] - AT_ASIDE] |= card
        else:
            while has(s.cards.seen[h.seat], s.wall[at]):
                at += 1
            out.wall[at] = h.card[i]
            at += 1


cdef bint fits(const State* s, const Hidden* h, State* trial) noexcept nogil:
    # trial: the state with the arrangement, and with what its owners have said
    if not lies_well(s, h):
        return False
    lay(s, h, trial)
    return card_ops(s).fits(s, h.seat, trial)


# ---- arrangements

cdef void sort_cards(Hidden* h) noexcept nogil:
    # what is dealt must follow from what is known and the key, not from where the cards lie now
    cdef uint64_t cards = 0
    cdef int i
    for i in range(h.n):
        cards |= bit(h.card[i])
    for i in range(h.n):
        h.card[i] = <uint8_t>lowest(cards)
        cards = without_lowest(cards)


cdef void shuffle(Hidden* h, Rng* rng) noexcept nogil:
    cdef int i, j
    cdef uint8_t card
    for i in range(h.n - 1, 0, -1):
        j = <int>rng_below(rng, i + 1)
        card = h.card[i]
        h.card[i] = h.card[j]
        h.card[j] = card


cdef void swap(Hidden* h, int i, int j) noexcept nogil:
    cdef uint8_t card = h.card[i]
    h.card[i] = h.card[j]
    h.card[j] = card


cdef void wander(const State* s, Hidden* h, State* trial, Rng* rng) noexcept nogil:
    cdef int i, j
    cdef int _n
    for _n in range(SWAPS):
        i = <int>rng_below(rng, h.n)
        j = <int>rng_below(rng, h.n)
        swap(h, i, j)
        if not fits(s, h, trial):
            swap(h, i, j)


cdef bint arrange(const State* s, int seat, State* trial, Rng* rng) noexcept nogil:
    cdef Hidden h, truth
    cdef int _n
    gather(s, seat, &h)
    if h.n < 2:
        return True
    memcpy(&truth, &h, sizeof(Hidden))
    sort_cards(&h)
    for _n in range(TRIES):
        shuffle(&h, rng)
        if fits(s, &h, trial):
            return True
    wander(s, &truth, trial, rng)
    return fits(s, &truth, trial)


# ---- what goes with it

cdef bint redeal_hidden_cards(State* s, int seat, uint64_t key) noexcept nogil:
    # false when no arrangement was found; then s is as it was
    cdef Rng rng = rng_make(key, s.hand_no, STREAM_REDEAL)
    cdef State trial
    if s.phase == PHASE_OVER:
        return True
    memcpy(&trial, s, sizeof(State))
    if not arrange(s, seat, &trial, &rng):
        return False
    card_ops(s).settle(s, seat, &trial, &rng)
    if s.actor != seat:
        refresh(&trial)
    memcpy(s, &trial, sizeof(State))
    return True


cdef int _game
for _game in games_with("plays_cards"):
    REDEALS[_game].cards = redeal_hidden_cards
