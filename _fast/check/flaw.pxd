# What may be wrong with a state that was not played but put together: read from bytes or a text.

cdef enum:
    NO_SEAT = -1             # a flaw that is of no seat

cdef enum Flaw:              # the order of FLAWS, fault.pyx
    FLAW_NONE = 0
    FLAW_FIELD = 1           # a value outside its range: Fault.row is its row in FIELD_NAMES
    FLAW_MONEY = 2
    FLAW_KINDS = 3
    FLAW_LEDGER = 4
    FLAW_ORDER = 5
    FLAW_WALL = 6
    FLAW_INDICATORS = 7
    FLAW_WILD = 8
    FLAW_MELDS = 9
    FLAW_RIVER = 10
    FLAW_ASIDE = 11
    FLAW_HAND = 12
    FLAW_TILES = 13
    FLAW_KANS = 14
    FLAW_SIZE = 15
    FLAW_TURN = 16
    FLAW_DRAWN = 17
    FLAW_WAITS = 18
    FLAW_RIICHI = 19
    FLAW_CLAIM = 20
    FLAW_OPTION = 21
    FLAW_CHOSEN = 22
    FLAW_OFFER = 23
    FLAW_JOKER = 24
    FLAW_PHASE = 25
    FLAW_LEGAL = 26
    FLAW_PACK = 27
    FLAW_TRICK = 28
    FLAW_STAGE = 29
    FLAW_EXCHANGE = 30
    FLAW_DECLARED = 31
    FLAW_HISTORY = 32
    FLAWS_END = 33


cdef struct Fault:
    int flaw
    int seat                 # NO_SEAT
    int row                  # of FLAW_FIELD


# notes a flaw; always True, so that a check can return it
cdef inline bint flawed(Fault* out, int flaw, int seat) noexcept nogil:
    out.flaw = flaw
    out.seat = seat
    return True
