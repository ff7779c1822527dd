# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chips for conditions of a win: the table of facts, and what runs a condition.

A rule file writes conditions as text (docs/chip_events.md). They are compiled once into steps that
push facts and numbers on a stack and combine them, so that play needs no Python.
"""

from typing import NamedTuple

from libc.stdint cimport int32_t
from shugi._fast.core.bits cimport has_in_words
from shugi._fast.core.sizes cimport CHIP_EVENTS, CHIP_NAME, CHIP_OPS, KINDS, NO_TILE, PATTERNS
from shugi._fast.core.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, MELD_ANKAN, MELD_DAIMINKAN, MELD_GRAND_CROSS, MELD_KAKAN,
    RIICHI_NONE, RIICHI_OPEN,
)
from shugi._fast.core.tiles cimport FLOWER, KIND_OF, NO_KIND
from shugi._fast.games.riichi.settle cimport liable_seat
from shugi._fast.games.riichi.yaku cimport TABLE

from shugi._fast.games.riichi.yaku import PATTERN_NAMES

cdef enum:
    UNIT_HAN = 13            # what a yakuman counts where han are asked for


# ---- how a fact is read

ctypedef int32_t (*Read)(const Occasion* o, int arg) noexcept nogil

cdef int32_t read_tsumo(const Occasion* o, int arg) noexcept nogil:
    return o.win.by == BY_TSUMO

cdef int32_t read_ron(const Occasion* o, int arg) noexcept nogil:
    return o.win.by == BY_RON

cdef int32_t read_bingo(const Occasion* o, int arg) noexcept nogil:
    return o.win.by == BY_BINGO

cdef int32_t read_closed(const Occasion* o, int arg) noexcept nogil:
    return o.win.closed != 0

cdef int32_t read_riichi(const Occasion* o, int arg) noexcept nogil:
    return o.win.riichi != RIICHI_NONE

cdef int32_t read_open_riichi(const Occasion* o, int arg) noexcept nogil:
    return o.win.riichi == RIICHI_OPEN

cdef int32_t read_double_riichi(const Occasion* o, int arg) noexcept nogil:
    return o.win.riichi != RIICHI_NONE and o.win.double_riichi != 0

cdef int32_t read_ippatsu(const Occasion* o, int arg) noexcept nogil:
    return o.win.riichi != RIICHI_NONE and o.win.ippatsu != 0

cdef int32_t read_open_riichi_deal_in(const Occasion* o, int arg) noexcept nogil:
    return o.win.open_deal_in != 0

cdef int32_t read_dealer(const Occasion* o, int arg) noexcept nogil:
    return o.win.winner == o.win.dealer

cdef int32_t read_payer_dealer(const Occasion* o, int arg) noexcept nogil:
    return o.payer == o.win.dealer

cdef int32_t read_payer_bust(const Occasion* o, int arg) noexcept nogil:
    return o.stakes.busted[o.payer] != 0

cdef int32_t read_payer_liable(const Occasion* o, int arg) noexcept nogil:
    cdef int entry = 0
    return o.payer == liable_seat(o.rules, o.win, o.value, &entry)

cdef int32_t read_han(const Occasion* o, int arg) noexcept nogil:
    return UNIT_HAN * o.value.units if o.value.units else o.value.han

cdef int32_t read_fu(const Occasion* o, int arg) noexcept nogil:
    return o.value.fu

cdef int32_t read_yakuman_units(const Occasion* o, int arg) noexcept nogil:
    return o.value.units

cdef int32_t read_limit(const Occasion* o, int arg) noexcept nogil:
    return o.value.limit

cdef int32_t read_dora(const Occasion* o, int arg) noexcept nogil:
    return o.value.dora

cdef int32_t read_kandora(const Occasion* o, int arg) noexcept nogil:
    return o.value.kandora

cdef int32_t read_ura(const Occasion* o, int arg) noexcept nogil:
    return o.value.ura

cdef int32_t read_red(const Occasion* o, int arg) noexcept nogil:
    return o.value.red

cdef int32_t read_gold(const Occasion* o, int arg) noexcept nogil:
    return o.value.gold

cdef int32_t read_rainbow(const Occasion* o, int arg) noexcept nogil:
    return o.value.rainbow

cdef int32_t read_yonchoro(const Occasion* o, int arg) noexcept nogil:
    return o.value.quads

cdef int32_t read_otafuku(const Occasion* o, int arg) noexcept nogil:
    return o.value.otafuku

cdef int32_t read_flowers(const Occasion* o, int arg) noexcept nogil:
    return copies_of(o.rules, o.win, FLOWER)

cdef int32_t read_aside(const Occasion* o, int arg) noexcept nogil:
    return o.win.n_aside

cdef int32_t read_calls(const Occasion* o, int arg) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(o.win.n_meld):
        n += o.win.meld[i].type != MELD_ANKAN and o.win.meld[i].type != MELD_GRAND_CROSS
    return n

cdef int32_t read_kans(const Occasion* o, int arg) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(o.win.n_meld):
        n += o.win.meld[i].type in (MELD_ANKAN, MELD_DAIMINKAN, MELD_KAKAN)
    return n

cdef int32_t read_honba(const Occasion* o, int arg) noexcept nogil:
    return o.stakes.honba

cdef int32_t read_round(const Occasion* o, int arg) noexcept nogil:
    return o.win.round_wind

cdef int32_t read_seat(const Occasion* o, int arg) noexcept nogil:
    return o.win.seat_wind

cdef int32_t read_holds(const Occasion* o, int arg) noexcept nogil:
    return copies_of(o.rules, o.win, arg)

cdef int32_t read_yaku(const Occasion* o, int arg) noexcept nogil:
    return has_in_words(o.value.held, arg)


cdef int copies_of(const Rules* r, const Win* win, int code) noexcept nogil:
    # copies of a tile among the winner's: of a kind all of them, of a special copy itself alone;
    # tiles without a kind are counted where they lie, set aside
    cdef bint plain = code < KINDS
    cdef int n = win.kind[code] if plain else win.hand[code]
    cdef int i, j, tile
    if KIND_OF[code] == NO_KIND:
        for i in range(win.n_aside):
            n += win.aside[i] == code
        return n
    for i in range(win.n_meld):
        for j in range(win.meld[i].n):
            tile = win.meld[i].tile[j]
            n += (KIND_OF[tile] if plain else tile) == code
    if win.win_as != NO_TILE and (win.by != BY_BINGO or r.bingo_adds_tile):
        n += (KIND_OF[win.win_as] if plain else win.win_as) == code
    return n


# ---- the table

class Fact(NamedTuple):
    """Something that a condition can ask of a win."""

    name: str
    kind: str     # "yes or no", "number", or the name of a scale
    meaning: str
    row: int      # ChipFact
    arg: int = 0
    luck: bool = False  # unknown until the ura are turned


SCALES = {
    "limit": ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman"),
    "wind": ("east", "south", "west", "north"),
}
FACTS = {}
cdef Read[CHIP_FACTS] READ


cdef void fact(int row, Read read, str name, str kind, str meaning, bint luck=False) except *:
    READ[row] = read
    FACTS[name] = Fact(name, kind, meaning, row, 0, luck)


cdef void ways() except *:
    fact(FACT_TSUMO, read_tsumo, "tsumo", "yes or no", "the winner drew the tile")
    fact(FACT_RON, read_ron, "ron", "yes or no", "the tile was another seat's")
    fact(FACT_BINGO, read_bingo, "bingo", "yes or no", "won by discarded sevens (Super Bingo)")
    fact(FACT_CLOSED, read_closed, "closed", "yes or no", "no open call was made")
    fact(FACT_RIICHI, read_riichi, "riichi", "yes or no", "riichi was declared, of any kind")
    fact(FACT_OPEN_RIICHI, read_open_riichi, "open_riichi", "yes or no",
         "riichi was declared with the hand shown")
    fact(FACT_DOUBLE_RIICHI, read_double_riichi, "double_riichi", "yes or no",
         "riichi was declared with the first discard")
    fact(FACT_IPPATSU, read_ippatsu, "ippatsu", "yes or no",
         "won within one uninterrupted turn of riichi")
    fact(FACT_OPEN_RIICHI_DEAL_IN, read_open_riichi_deal_in, "open_riichi_deal_in", "yes or no",
         "won in open riichi, on a discard of a seat that was not in riichi")
    fact(FACT_DEALER, read_dealer, "dealer", "yes or no", "the winner deals")
    fact(FACT_ROUND, read_round, "round", "wind", "the round's wind")
    fact(FACT_SEAT, read_seat, "seat", "wind", "the winner's own wind")
    fact(FACT_HONBA, read_honba, "honba", "number", "counters on the table")


cdef void payers() except *:
    fact(FACT_PAYER_DEALER, read_payer_dealer, "payer_dealer", "yes or no",
         "the seat that would pay deals")
    fact(FACT_PAYER_BUST, read_payer_bust, "payer_bust", "yes or no",
         "the win takes the last points of the seat that would pay", luck=True)
    fact(FACT_PAYER_LIABLE, read_payer_liable, "payer_liable", "yes or no",
         "the seat that would pay is liable for the yakuman", luck=True)


cdef void values() except *:
    fact(FACT_LIMIT, read_limit, "limit", "limit", "the limit that the hand reaches", luck=True)
    fact(FACT_HAN, read_han, "han", "number", "han; 13 for each yakuman", luck=True)
    fact(FACT_FU, read_fu, "fu", "number", "fu; 0 where none are counted", luck=True)
    fact(FACT_YAKUMAN_UNITS, read_yakuman_units, "yakuman_units", "number",
         "yakuman; a counted one is none", luck=True)


cdef void tiles() except *:
    fact(FACT_DORA, read_dora, "dora", "number", "dora; ura aside", luck=True)
    fact(FACT_KANDORA, read_kandora, "kandora", "number", "dora that kans have turned",
         luck=True)
    fact(FACT_URA, read_ura, "ura", "number", "dora under the indicators", luck=True)
    fact(FACT_RED, read_red, "red", "number", "red fives")
    fact(FACT_GOLD, read_gold, "gold", "number", "gold tiles")
    fact(FACT_RAINBOW, read_rainbow, "rainbow", "number", "rainbow sevens")
    fact(FACT_YONCHORO, read_yonchoro, "yonchoro", "number",
         "kinds of which all four copies are used (option local_yonchoro)", luck=True)
    fact(FACT_OTAFUKU, read_otafuku, "otafuku", "number",
         "kinds of wait beyond the free ones (option local_otafuku)")
    fact(FACT_FLOWERS, read_flowers, "flowers", "number", "flowers set aside")
    fact(FACT_ASIDE, read_aside, "aside", "number", "tiles set aside, of any kind")
    fact(FACT_CALLS, read_calls, "calls", "number", "open calls")
    fact(FACT_KANS, read_kans, "kans", "number", "kans, closed ones too")
    fact(FACT_HOLDS, read_holds, "holds", "number",
         "copies of the tile named behind it, such as `holds 5p`")


cdef void yaku() except *:
    READ[<int>FACT_YAKU] = read_yaku
    for id in range(PATTERNS):
        if TABLE[<int>id].test != NULL and PATTERN_NAMES[id] not in FACTS:
            name = PATTERN_NAMES[id]
            FACTS[name] = Fact(name, "yes or no", f"the yaku {name}", FACT_YAKU, id, True)


ways()
payers()
values()
tiles()
yaku()


# ---- running a condition

OP_CODES = {
    "not": OP_NOT, "and": OP_AND, "or": OP_OR, "<": OP_LESS, "<=": OP_AT_MOST, ">": OP_MORE,
    ">=": OP_AT_LEAST, "==": OP_EQUAL, "!=": OP_OTHER, "fact": OP_FACT, "number": OP_NUMBER,
}
ROOM = {"events": CHIP_EVENTS, "letters": CHIP_NAME, "steps": CHIP_OPS, "values": CHIP_STACK}


cdef inline int32_t value_of_op(const Occasion* o, const ChipOp* op) noexcept nogil:
    return READ[op.fact](o, op.arg) if op.op == OP_FACT else op.arg


cdef int32_t combine(int op, int32_t a, int32_t b) noexcept nogil:
    if op == OP_AND:
        return a != 0 and b != 0
    if op == OP_OR:
        return a != 0 or b != 0
    if op == OP_LESS:
        return a < b
    if op == OP_AT_MOST:
        return a <= b
    if op == OP_MORE:
        return a > b
    if op == OP_AT_LEAST:
        return a >= b
    return (a == b) == (op == OP_EQUAL)


cdef bint is_met(const Occasion* o, const ChipEvent* event) noexcept nogil:
    cdef int32_t[CHIP_STACK] stack
    cdef const ChipOp* op
    cdef int i
    cdef int top = 0             # values on the stack
    for i in range(event.first, event.first + event.n_op):
        op = &o.rules.chip_op[i]
        if op.op <= OP_NUMBER:
            stack[top] = value_of_op(o, op)
            top += 1
        elif op.op == OP_NOT:
            stack[top - 1] = stack[top - 1] == 0
        else:
            top -= 1
            stack[top - 1] = combine(op.op, stack[top - 1], stack[top])
    return event.n_op == 0 or stack[0] != 0


cdef int32_t event_chips(const Occasion* o, const ChipEvent* event) noexcept nogil:
    return event.chips * value_of_op(o, &event.per) if is_met(o, event) else 0
