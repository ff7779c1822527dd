# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The deck of one hand: which codes its tiles have once the wildcard is known, and how many."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from shugi._fast.state cimport CODES, KINDS, NO_TILE
from shugi._fast.tiles cimport (
    BINGO_BLUE, BINGO_RED, EXTRA_5M, FLOWER, GOLD_NORTH, KIND_NORTH, KIND_OF, KIND_WHITE, KONG_TILE,
    NO_KIND, PLANT_1, SEASON_1, WILD,
)
from shugi._fast.wuhan_win cimport wuhan_kong_kinds, wuhan_wild_kind

# tiles that are set aside, by Rules.nuki_tile
cdef uint64_t[4] NUKI_CODES
NUKI_CODES[0] = 0
NUKI_CODES[1] = <uint64_t>1 << KIND_NORTH | <uint64_t>1 << GOLD_NORTH
NUKI_CODES[2] = <uint64_t>1 << FLOWER | <uint64_t>1 << EXTRA_5M
NUKI_CODES[3] = <uint64_t>1 << BINGO_RED | <uint64_t>1 << BINGO_BLUE


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


cdef void codes_in_play(const State* s, int* left) noexcept nogil:
    cdef Deck deck
    cdef int i
    memset(left, 0, CODES * sizeof(int))
    for i in range(s.rules.n_deck):
        left[s.rules.deck[i]] += 1
    if s.rules.game == GAME_RIICHI:
        return
    deck_in_play(s, &deck)
    for i in range(KINDS):
        left[i] = deck.kind[i]
    left[<int>WILD] = deck.wild
    left[<int>KONG_TILE] = deck.kan[0]
    left[<int>KONG_TILE + 1] = deck.kan[1]
    if s.indicator != NO_TILE:
        left[s.indicator] += 1


cdef bint is_kong_tile(int code) noexcept nogil:
    return code == WILD or KONG_TILE <= code <= KONG_TILE + 1


cdef bint lies_aside(const Rules* r, int code) noexcept nogil:
    if r.game == GAME_RIICHI:
        return NUKI_CODES[r.nuki_tile] >> code & 1
    if r.game == GAME_XIAMEN:
        return SEASON_1 <= code < PLANT_1 + 4
    return r.game == GAME_WUHAN and is_kong_tile(code)


cdef bint lies_in_river(const Rules* r, int code) noexcept nogil:
    return r.game != GAME_RIICHI and is_kong_tile(code)
