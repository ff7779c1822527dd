# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The deck of one hand: which codes its tiles have once the wildcard is known, and how many."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit, has
from shugi._fast.core.sizes cimport CODES, KINDS, NO_TILE
from shugi._fast.core.tiles cimport KAN_TILE, KIND_OF, KIND_WHITE, NO_KIND, WILD
from shugi._fast.flow.game_ops cimport GAME_OPS, GameOps, game_ops

KINDLESS = bit(WILD) | <uint64_t>3 << KAN_TILE


cdef int wild_kind_of(const Rules* r, int indicator) noexcept nogil:
    return GAME_OPS[r.game].wild_kind(r, indicator)


cdef void deck_in_play(const State* s, Deck* out) noexcept nogil:
    cdef const GameOps* f = game_ops(s)
    cdef uint8_t[2] kans
    cdef int indicator = KIND_OF[s.indicator] if s.indicator < CODES else <int>NO_KIND
    cdef int i
    cdef uint8_t white
    memcpy(out.kind, s.rules.copies, KINDS)
    out.wild = 0
    memset(out.kan, 0, 2)
    if not f.relabels:
        return
    if indicator != NO_KIND:
        out.kind[indicator] -= 1
    if s.wild_kind != NO_TILE and s.wild_kind != KIND_WHITE and f.white_is_wild_kind:
        # of the wildcard's kind, a White is the only ordinary tile
        white = out.kind[<int>KIND_WHITE]
        out.wild = out.kind[s.wild_kind]
        out.kind[s.wild_kind] = white
        out.kind[<int>KIND_WHITE] = 0
    elif s.wild_kind != NO_TILE:
        out.wild = out.kind[s.wild_kind]
        out.kind[s.wild_kind] = 0
    for i in range(f.kan_kinds(s.rules, indicator, kans)):
        out.kan[i] = out.kind[kans[i]]
        out.kind[kans[i]] = 0


cdef void codes_in_play(const State* s, int* left) noexcept nogil:
    cdef Deck deck
    cdef int i
    memset(left, 0, CODES * sizeof(int))
    for i in range(s.rules.n_deck):
        left[s.rules.deck[i]] += 1
    if not game_ops(s).relabels:
        return
    deck_in_play(s, &deck)
    for i in range(KINDS):
        left[i] = deck.kind[i]
    left[<int>WILD] = deck.wild
    left[<int>KAN_TILE] = deck.kan[0]
    left[<int>KAN_TILE + 1] = deck.kan[1]
    if s.indicator != NO_TILE:
        left[s.indicator] += 1


cdef bint lies_aside(const Rules* r, int code) noexcept nogil:
    return has(GAME_OPS[r.game].aside_codes(r), code)


cdef bint lies_in_river(const Rules* r, int code) noexcept nogil:
    return GAME_OPS[r.game].relabels and has(KINDLESS, code)
