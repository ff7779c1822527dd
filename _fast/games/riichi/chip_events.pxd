# Chips that a rule file pays for conditions of a win: facts, and the programs that ask for them.
from libc.stdint cimport int32_t
from shugi._fast.core.rules cimport ChipEvent, ChipOp, Rules
from shugi._fast.games.riichi.stakes cimport Stakes
from shugi._fast.games.riichi.win cimport Value, Win

cdef enum:
    CHIP_STACK = 16          # values that a condition may hold at once


cdef enum ChipOpCode:        # ChipOp.op; the others take the two topmost values
    OP_FACT = 0              # a fact's value joins them
    OP_NUMBER = 1            # ChipOp.arg does
    OP_NOT = 2
    OP_AND = 3
    OP_OR = 4
    OP_LESS = 5
    OP_AT_MOST = 6
    OP_MORE = 7
    OP_AT_LEAST = 8
    OP_EQUAL = 9
    OP_OTHER = 10


cdef enum ChipFact:          # chip_events.pyx has the table
    FACT_TSUMO
    FACT_RON
    FACT_BINGO
    FACT_CLOSED
    FACT_RIICHI
    FACT_OPEN_RIICHI
    FACT_DOUBLE_RIICHI
    FACT_IPPATSU
    FACT_OPEN_RIICHI_DEAL_IN
    FACT_DEALER
    FACT_PAYER_DEALER
    FACT_PAYER_BUST
    FACT_PAYER_LIABLE
    FACT_HAN
    FACT_FU
    FACT_YAKUMAN_UNITS
    FACT_LIMIT
    FACT_DORA
    FACT_KANDORA
    FACT_URA
    FACT_RED
    FACT_GOLD
    FACT_RAINBOW
    FACT_YONCHORO
    FACT_OTAFUKU
    FACT_FLOWERS
    FACT_ASIDE
    FACT_CALLS
    FACT_KANS
    FACT_HONBA
    FACT_ROUND
    FACT_SEAT
    FACT_HOLDS               # arg: a tile code
    FACT_YAKU                # arg: PatternId
    CHIP_FACTS


cdef struct Occasion:        # what facts are read from
    const Rules* rules
    const Win* win
    const Value* value
    const Stakes* stakes
    int payer


# of two values, what an operator makes
cdef int32_t combine(int op, int32_t a, int32_t b) noexcept nogil
# the chips that one payer owes the winner for an event; negative: the winner owes them
cdef int32_t event_chips(const Occasion* o, const ChipEvent* event) noexcept nogil
