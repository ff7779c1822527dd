# What chip events are likely to bring with a hand that is not finished.
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport CODES, PATTERNS
from shugi._fast.games.riichi.chip_events cimport CHIP_FACTS

cdef enum:
    UNKNOWN = -1


cdef struct Prospect:             # of a win to come: chances, numbers expected, or UNKNOWN
    const Rules* rules
    float fact[CHIP_FACTS]       # by ChipFact, but for the two below
    float tile[CODES]            # copies by code; of a kind, all of them
    float yaku[PATTERNS]         # by PatternId


cdef void prospect_clear(const Rules* r, Prospect* out) noexcept nogil
# chips that an opponent is expected to pay, where so many of them pay for a win on average; events
# that ask for something unknown are left out
cdef float likely_chips(const Prospect* o, float payers) noexcept nogil
