# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The deck of one hand: which codes its tiles have once the wildcard is known, and how many."""

from libc.string cimport memcpy, memset

from shugi._fast.state cimport CODES, KINDS, NO_TILE
from shugi._fast.tiles cimport KIND_OF, KIND_WHITE, NO_KIND
from shugi._fast.wuhan_win cimport wuhan_kong_kinds, wuhan_wild_kind

cdef int wild_kind_of(const Rules* r, int indicator) noexcept nogil:
    return wuhan_wild_kind(r, indicator) if r.game == GAME_WUHAN else indicator


cdef void deck_in_play(const State* s, Deck* out) noexcept nogil:
    cdef uint8_t[2] kans
    cdef int indicator = KIND_OF[s.indicator] if s.indicator < CODES else <int>NO_KIND
    cdef int i
    cdef uint8_t white
    memcpy(out.kind, s.rules.copies, KINDS)
    out.wild = 0
    memset(out.kan, 0, 2)
    if s.rules.game == GAME_RIICHI:
        return
    if indicator != NO_KIND:
        out.kind[indicator] -= 1
    if s.rules.game != GAME_WUHAN and s.wild_kind != KIND_WHITE and s.wild_kind != NO_TILE:
        # a White is a tile of the wildcard's kind, of which it is the only ordinary one
        white = out.kind[<int>KIND_WHITE]
        out.wild = out.kind[s.wild_kind]
        out.kind[s.wild_kind] = white
        out.kind[<int>KIND_WHITE] = 0
    elif s.wild_kind != NO_TILE:
        out.wild = out.kind[s.wild_kind]
        out.kind[s.wild_kind] = 0
    if s.rules.game == GAME_WUHAN:
        for i in range(wuhan_kong_kinds(s.rules, indicator, kans)):
            out.kan[i] = out.kind[kans[i]]
            out.kind[kans[i]] = 0
