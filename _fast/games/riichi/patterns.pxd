# What a finished hand is worth: from the winning position (win.pxd) to its value.
from libc.stdint cimport int32_t, uint8_t, uint64_t
from shugi._fast.core.rules cimport ATAMA_BINGO_RIICHI, Rules
from shugi._fast.core.sizes cimport CODES, KINDS
from shugi._fast.core.state cimport RIICHI_OPEN
from shugi._fast.games.riichi.win cimport WILDS, Win
from shugi._fast.shape.shapes cimport READINGS, Reading

cdef enum:
    # readings kept of one hand: none is better than another whatever the dora
    READING_VALUES = 192


cdef struct ReadingValue:    # one reading's yaku, dora aside
    int32_t han
    int32_t fu
    int32_t units
    int32_t reading          # index in Reckoning.reading
    int32_t least            # han that a limit yaku makes it at least; 0
    uint8_t limit_yaku       # bit per LimitYaku
    uint8_t quads            # kinds of which all four copies are used
    uint8_t wild[WILDS]      # kinds that the wildcards stand for; NO_TILE
    uint64_t held[2]         # bit per PatternId


cdef struct Reckoning:       # what does not depend on the indicators
    uint8_t code[CODES]      # all tiles used, melds and winning tile included, by code
    uint8_t kind[KINDS]      # ... by kind; wildcards are in neither
    int32_t n                # worths: 0 = no shape or no yaku
    ReadingValue worth[READING_VALUES]
    Reading reading[READINGS]


# the default han of every pattern, then the changes the options make
cdef void patterns_compile(Rules* r) noexcept
# every reading with a yaku, whatever the dora (value.pxd makes the value of it)
cdef void reckon(const Rules* r, const Win* win, Reckoning* out) noexcept nogil
# what a pattern counts in this hand: han, or minus the units of a yakuman
cdef int han_of(const Rules* r, const Win* win, int pattern) noexcept nogil
# only whether the hand has a yaku (atama.pxd: whether it may be won): a quick yes (riichi, closed
# tsumo, ...) before any reading
cdef bint has_yaku(const Rules* r, const Win* win) noexcept nogil


# may a hand in this kind of riichi be won by discards?
cdef inline bint bingo_counts(const Rules* r, int riichi) noexcept nogil:
    return not r.atama or r.atama_bingo == ATAMA_BINGO_RIICHI or riichi == RIICHI_OPEN
