# The tile codes: 0-33 the kinds, then the copies that differ from the plain tile of their kind.
# tiles.pyx holds the table; docs and tests read it there.
from libc.stdint cimport uint8_t, uint64_t
from shugi._fast.core.bits cimport bytes_from

cdef enum Kind:
    KIND_1M = 0
    KIND_9M = 8
    KIND_1P = 9
    KIND_7P = 15
    KIND_9P = 17
    KIND_1S = 18
    KIND_7S = 24
    KIND_9S = 26
    KIND_EAST = 27
    KIND_SOUTH = 28
    KIND_WEST = 29
    KIND_NORTH = 30
    KIND_WHITE = 31
    KIND_GREEN = 32
    KIND_RED = 33
    NO_KIND = 255        # flowers, bingo tiles, seasons and plants belong to no kind

cdef enum Code:
    RED_5M = 34
    RED_5P = 35
    RED_5S = 36
    GOLD_5M = 37
    GOLD_5P = 38
    GOLD_5S = 39
    RAINBOW_7P = 40
    RAINBOW_7S = 41
    POCCHI = 42          # a White that is a joker when drawn in riichi
    GOLD_NORTH = 43
    CHERRY_1P = 44
    CHERRY_2P = 45
    CHERRY_3P = 46
    DEATH_7P = 47
    FLOWER = 48
    BINGO_RED = 49
    BINGO_BLUE = 50
    SEASON_1 = 51        # 51-54
    PLANT_1 = 55         # 55-58
    EXTRA_5M = 59        # a 5m that can only be set aside
    KAN_TILE = 60       # 60-61: laid aside as a kan by itself (Wuhan), whatever its kind
    HIDDEN = 62          # a tile that lies face down: in public events only
    WILD = 63            # the hand's wildcard, whatever its kind

# kind of a code (NO_KIND where it has none): one array, set at import
cdef uint8_t[64] KIND_OF
# bit set of the codes of a kind
cdef uint64_t[34] CODES_OF


# what a tile counts as once the wildcard's kind is known and Whites stand for it (hangzhou section
# 2, xiamen section 2)
cdef inline int code_of_face(int face, int wild) noexcept nogil:
    if face == wild:
        return WILD
    return wild if face == KIND_WHITE else face


# kinds of which there are `least` copies (1 to 128) or more, out of counts by kind
cdef inline uint64_t kinds_from(const uint8_t* kind, int least) noexcept nogil:
    cdef uint64_t kinds = <uint64_t>(kind[32] >= least) << 32 | <uint64_t>(kind[33] >= least) << 33
    cdef int i
    for i in range(4):
        kinds |= bytes_from(kind + 8 * i, least) << 8 * i
    return kinds


# ... any
cdef inline uint64_t kinds_in_counts(const uint8_t* kind) noexcept nogil:
    return kinds_from(kind, 1)


cdef inline bint is_terminal_or_honor(int kind) noexcept nogil:
    return kind >= 27 or kind % 9 == 0 or kind % 9 == 8


cdef inline bint is_red(int code) noexcept nogil:
    return RED_5M <= code <= RED_5S


cdef inline bint is_gold(int code) noexcept nogil:
    return GOLD_5M <= code <= GOLD_5S or code == GOLD_NORTH


cdef inline bint is_cherry(int code) noexcept nogil:
    return CHERRY_1P <= code <= CHERRY_3P


cdef inline bint is_rainbow(int code) noexcept nogil:
    return code == RAINBOW_7P or code == RAINBOW_7S
