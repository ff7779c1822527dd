# What may be wrong with a state that was not played but put together: read from bytes or a text.

cdef enum:
    NO_SEAT = -1             # a flaw that is of no seat

cdef enum Flaw:              # the order of FLAWS, fault.pyx
    FLAW_NONE = 0
    FLAW_FIELD = 1           # a value outside its range: Fault.row is its row in FIELD_NAMES
    FLAW_LEDGER = 2
    FLAW_ORDER = 3
    FLAW_WALL = 4
    FLAW_INDICATORS = 5
    FLAW_WILD = 6
    FLAW_MELDS = 7
    FLAW_RIVER = 8
    FLAW_ASIDE = 9
    FLAW_HAND = 10
    FLAW_TILES = 11
    FLAW_KANS = 12
    FLAW_SIZE = 13
    FLAW_TURN = 14
    FLAW_DRAWN = 15
    FLAW_WAITS = 16
    FLAW_RIICHI = 17
    FLAW_CLAIM = 18
    FLAW_OPTION = 19
    FLAW_CHOSEN = 20
    FLAW_OFFER = 21
    FLAW_JOKER = 22
    FLAW_PHASE = 23
    FLAW_LEGAL = 24
    FLAW_PACK = 25
    FLAW_TRICK = 26
    FLAW_STAGE = 27
    FLAW_OFFERS = 28
    FLAW_DECLARED = 29
    FLAW_HISTORY = 30
    FLAWS_END = 31


cdef struct Fault:
    int flaw
    int seat                 # NO_SEAT
    int row                  # of FLAW_FIELD


# notes a flaw; always True, so that a check can return it
cdef inline bint flawed(Fault* out, int flaw, int seat) noexcept nogil:
    out.flaw = flaw
    out.seat = seat
    return True


# ... a value that its field, by its row, cannot have
cdef inline bint wrong_value(Fault* out, int row, int seat) noexcept nogil:
    out.row = row
    return flawed(out, FLAW_FIELD, seat)
