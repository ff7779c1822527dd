# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A card game's table: the pack and the running trick."""

from libc.stdint cimport uint64_t

from shugi._fast.check.flaw cimport (
    FLAW_PACK, FLAW_PHASE, FLAW_TRICK, FLAW_TURN, NO_SEAT, flawed,
)
from shugi._fast.check.flaw_tiles cimport order_flaw
from shugi._fast.core.bits cimport bit, count, has
from shugi._fast.core.cards cimport CARD_SEATS, CARD_SUITS, NO_CARD, CardTable, suit_cards
from shugi._fast.core.state cimport PHASE_CARDS, PHASE_OVER
from shugi._fast.games.tricks.seat_view cimport pack_of


# ---- the pack

cdef bint pack_flaw(const State* s, Fault* out) noexcept nogil:
    # the wall is the pack; what has left it lies with a seat, in one place
    cdef const CardTable* t = &s.cards
    cdef uint64_t pack = pack_of(s.rules)
    cdef uint64_t wall = 0
    cdef uint64_t dealt = 0
    cdef uint64_t found = 0
    cdef int i, n
    if s.n_wall != s.rules.n_deck or s.head > s.n_wall:
        return flawed(out, FLAW_PACK, NO_SEAT)
    for i in range(s.n_wall):
        wall |= bit(s.wall[i])
        if i < s.head:
            dealt = wall
    n = 0
    for i in range(CARD_SEATS):
        found |= t.hand[i] | t.aside[i] | t.played[i]
        n += count(t.hand[i]) + count(t.aside[i]) + count(t.played[i])
        if (t.shown[i] | t.seen[i]) & ~pack:
            return flawed(out, FLAW_PACK, i)
    if wall != pack or found != dealt or n != s.head:
        return flawed(out, FLAW_PACK, NO_SEAT)
    for i in range(s.rules.seats, CARD_SEATS):
        if t.hand[i] | t.aside[i] | t.played[i]:
            return flawed(out, FLAW_PACK, NO_SEAT)
    return False


# ---- tricks

cdef bint void_flaw(const CardTable* t, int p) noexcept nogil:
    cdef int suit
    for suit in range(CARD_SUITS):
        if has(t.void[p], suit) and t.hand[p] & suit_cards(suit):
            return True
    return False


cdef bint trick_flaw(const State* s, Fault* out) noexcept nogil:
    cdef const CardTable* t = &s.cards
    cdef int n = 0
    cdef int tricks = 0
    cdef int p
    for p in range(CARD_SEATS):
        tricks += t.tricks[p]
        if void_flaw(t, p):
            return flawed(out, FLAW_TRICK, p)
        if t.trick[p] == NO_CARD:
            continue
        n += 1
        if p >= s.rules.seats or not has(t.played[p], t.trick[p]):
            return flawed(out, FLAW_TRICK, p)
    if n != t.n_trick or n >= s.rules.seats or (n and t.trick[t.leader] == NO_CARD):
        return flawed(out, FLAW_TRICK, NO_SEAT)
    for p in range(s.rules.seats):
        if count(t.played[p]) != tricks + (t.trick[p] != NO_CARD):
            return flawed(out, FLAW_TRICK, p)
    return False


cdef bint plays_flaw(const State* s, Fault* out) noexcept nogil:
    # whose card is due: all from the leader on have played
    cdef const CardTable* t = &s.cards
    cdef int p = t.leader
    cdef int _i
    for _i in range(t.n_trick):
        if t.trick[p] == NO_CARD:
            return flawed(out, FLAW_TRICK, p)
        p = s.after[p]
    return t.n_trick and p != s.actor and flawed(out, FLAW_TURN, s.actor)


# ---- all that the games share

cdef bint cards_flaw(const State* s, Fault* out) noexcept nogil:
    if s.phase != PHASE_CARDS and s.phase != PHASE_OVER:
        return flawed(out, FLAW_PHASE, NO_SEAT)
    return order_flaw(s, out) or pack_flaw(s, out) or trick_flaw(s, out)
