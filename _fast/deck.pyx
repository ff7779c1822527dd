# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The deck of one hand: which codes its tiles have once the wildcard is known, and how many."""

from libc.string cimport memcpy, memset

from shugi._fast.state cimport CODES, GAME_RIICHI, GAME_WUHAN, KINDS, NO_TILE
from shugi._fast.tiles cimport (
    KIND_EAST, KIND_GREEN, KIND_NORTH, KIND_OF, KIND_RED, KIND_WHITE, NO_KIND,
)

cdef enum KanTiles:      # Rules.kong_tile_mode
    CLASSIC = 0
    RED_GREEN = 1
    PEEL = 2


cdef int kind_below(int kind) noexcept nogil:
    # below 1 is 9; the honours' circle is E S W N, Red, Green, White (wuhan section 7.14)
    if kind < KIND_EAST:
        return kind + 8 if kind % 9 == 0 else kind - 1
    if kind == KIND_EAST:
        return KIND_WHITE
    if kind <= KIND_NORTH:
        return kind - 1
    return KIND_NORTH if kind == KIND_RED else kind + 1


cdef void kan_kinds(const State* s, uint8_t* out) noexcept nogil:
    cdef int mode = s.rules.kong_tile_mode
    memset(out, NO_TILE, 2)
    if s.rules.game != GAME_WUHAN:
        return
    if mode == PEEL:
        if s.indicator != NO_TILE:
            out[0] = KIND_OF[s.indicator]
            out[1] = <uint8_t>kind_below(KIND_OF[s.indicator])
        return
    out[0] = KIND_RED
    if mode == RED_GREEN:
        out[1] = KIND_GREEN


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
    kan_kinds(s, kans)
    for i in range(2):
        if kans[i] != NO_TILE:
            out.kan[i] = out.kind[kans[i]]
            out.kind[kans[i]] = 0
