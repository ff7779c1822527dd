# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What one seat of a card game can work out from the table and its own hand."""

from shugi._fast.games.tricks.sets cimport FIRST_RANKS, SUITS
from shugi._fast.core.bits cimport bit
from shugi._fast.core.cards cimport CARDS, NO_CARD, beats


cdef uint64_t pack_of(const Rules* r) noexcept nogil:
    # all cards, or all but the sixes (Game.pack)
    cdef uint64_t every = bit(CARDS) - 1
    return every if r.n_deck == CARDS else every & ~<uint64_t>FIRST_RANKS


cdef uint64_t talon_of(const State* s) noexcept nogil:
    # cards left in the talon, in their order from State.head on
    cdef uint64_t out = 0
    cdef int i
    for i in range(s.head, s.n_wall):
        out |= bit(s.wall[i])
    return out


cdef uint64_t known_aside(const State* s, int seat, int owner) noexcept nogil:
    cdef const CardTable* t = &s.cards
    if seat == owner:
        return t.aside[owner]
    return t.aside[owner] & t.shown[owner] if card_ops(s).opens_aside else 0


cdef uint64_t known_to(const State* s, int seat, int owner) noexcept nogil:
    # what was shown, and what the owner took from the talon after this seat had looked at it
    cdef const CardTable* t = &s.cards
    if seat == owner:
        return t.hand[owner]
    return t.hand[owner] & (card_ops(s).held_openly(s, owner) | t.seen[seat])


cdef int trick_winner(const CardTable* t) noexcept nogil:
    cdef int p
    cdef int best = NO_CARD
    if t.n_trick == 0:
        return NO_CARD
    best = t.trick[t.leader]
    for p in range(CARD_SEATS):
        if t.trick[p] != NO_CARD and beats(t, t.trick[p], best):
            best = t.trick[p]
    return best


cdef void card_view(const State* s, int seat, CardView* v) noexcept nogil:
    cdef const CardTable* t = &s.cards
    cdef uint64_t elsewhere, left
    cdef int i, p
    v.gone = 0
    for i in range(CARD_SEATS):
        v.known[i] = v.aside[i] = v.possible[i] = 0
    v.s, v.r, v.t, v.seat, v.seats = s, s.rules, t, seat, s.rules.seats
    v.acts = s.actor == seat and (s.legal[0] or s.legal[1])
    v.pack = pack_of(s.rules)
    left = talon_of(s)
    v.talon = t.seen[seat] & left
    v.open_talon = left
    elsewhere = v.talon
    for i in range(v.seats):
        p = seat_from(v, i)
        v.gone |= t.played[p]
        v.open_talon &= t.seen[p]
        v.known[i] = known_to(s, seat, p)
        v.aside[i] = known_aside(s, seat, p)
        elsewhere |= v.known[i] | v.aside[i]
    elsewhere |= v.gone
    v.unseen = v.pack & ~elsewhere
    v.possible[0] = v.known[0]
    for i in range(1, v.seats):
        p = seat_from(v, i)
        v.possible[i] = (v.unseen | v.known[i]) & ~SUITS[t.void[p]]
