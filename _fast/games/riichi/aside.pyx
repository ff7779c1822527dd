# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Tiles set aside in riichi games: which, who may rob them, what is drawn for them."""

from shugi._fast.core.actions cimport NUKI
from shugi._fast.core.bits cimport bit, lowest, without_lowest
from shugi._fast.core.rules cimport (
    NUKI_TILE_19M, NUKI_TILE_4Z, NUKI_TILE_BINGO, NUKI_TILE_FLOWER, NUKI_TILE_NONE,
)
from shugi._fast.core.sizes cimport NO_TILE
from shugi._fast.core.state cimport EVENT_NUKI, ROB_NUKI, Seat
from shugi._fast.core.tiles cimport (
    BINGO_BLUE, BINGO_RED, EXTRA_5M, FLOWER, GOLD_NORTH, KIND_1M, KIND_9M, KIND_NORTH, KIND_OF,
    NO_KIND,
)
from shugi._fast.core.wall cimport replacement_left
from shugi._fast.flow.hand cimport hand_remove, refresh_ready
from shugi._fast.flow.turns cimport ask_kan_tile, open_claims, record_event, take_replacement
from shugi._fast.games.riichi.ending cimport end_draw
from shugi._fast.games.riichi.kans cimport turn_pending

NUKI_CODES[<int>NUKI_TILE_NONE] = 0
NUKI_CODES[<int>NUKI_TILE_4Z] = bit(KIND_NORTH) | bit(GOLD_NORTH)
NUKI_CODES[<int>NUKI_TILE_FLOWER] = bit(FLOWER) | bit(EXTRA_5M)
NUKI_CODES[<int>NUKI_TILE_BINGO] = bit(BINGO_RED) | bit(BINGO_BLUE)
NUKI_CODES[<int>NUKI_TILE_19M] = bit(KIND_1M) | bit(KIND_9M)


cdef void choose_nuki(State* s) noexcept nogil:
    # of two kinds the seat says which; of the copies of one, the plain ones go first
    cdef uint64_t codes = nuki_codes(s, s.turn)
    if s.rules.nuki_tile != NUKI_TILE_19M or without_lowest(codes) == 0:
        begin_nuki(s, lowest(codes))
        return
    ask_kan_tile(s, NUKI)


cdef void begin_nuki(State* s, int code) noexcept nogil:
    s.arg = <unsigned char>code
    if KIND_OF[code] == NO_KIND:
        set_aside(s)
        return
    s.robbing = ROB_NUKI
    s.discard = <unsigned char>code
    s.discarder = s.turn
    open_claims(s)


cdef void set_aside(State* s) noexcept nogil:
    cdef Seat* seat = &s.seat[s.turn]
    cdef int p
    hand_remove(s.rules, seat, s.arg)
    seat.aside[seat.n_aside] = s.arg
    seat.n_aside += 1
    record_event(s, s.turn, EVENT_NUKI, s.arg)
    for p in range(s.rules.seats):
        if s.rules.nuki_breaks_ippatsu:
            s.seat[p].ippatsu = 0
        if s.rules.nuki_breaks_first_turn:
            s.seat[p].first_turn = 0
    turn_pending(s)
    if replacement_left(s):
        take_replacement(s, s.rules.nuki_rinshan or (
            s.rinshan_yaku and not s.rules.nuki_ends_rinshan))
        return
    refresh_ready(s.rules, seat)
    s.drawn = NO_TILE
    end_draw(s)


cdef uint64_t aside_codes(const Rules* r) noexcept nogil:
    return NUKI_CODES[r.nuki_tile]
