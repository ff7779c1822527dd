# Kawuxing: what a won hand is worth, and who pays for wins, kans and draws (kawuxing.md 3.3, 4, 5).
# Pure functions.
from libc.stdint cimport int32_t, uint8_t, uint32_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport Ledger

cdef enum KawuxingPattern:       # bits of KawuxingValue.patterns; win.pyx has the table
    KW_ALL_PUNG = 0
    KW_FIT_FIVE = 1
    KW_OPEN_FOUR = 2
    KW_BLOOM = 3                 # counts once for each kan
    KW_CLAIMED_ON_KAN = 4
    KW_ROBBING = 5
    KW_DISCLOSURE = 6
    KW_BOTTOM = 7
    KW_PURE = 8
    KW_SEVEN_PAIRS = 9
    KW_LONE_TILE = 10
    KW_LESSER_THREE = 11
    KW_CLOSED_FOUR = 12
    KW_GREATER_THREE = 13
    KW_DRAGON_PAIRS = 14
    KW_DOUBLE_DRAGON_PAIRS = 15
    KW_PATTERNS = 16


cdef enum KawuxingSource:
    KW_OWN = 0
    KW_CLAIM = 1
    KW_ROB = 2


cdef struct KawuxingWin:         # everything that the value of a won hand depends on
    uint8_t kind[KINDS]          # concealed tiles by kind, the winning one included
    uint8_t n_meld
    uint8_t meld_type[4]         # MeldType
    uint8_t meld_kind[4]
    uint8_t tile                 # kind of the winning tile
    uint8_t source               # KawuxingSource
    uint8_t kans                 # own kans of the uninterrupted series that brought the tile
    uint8_t after_kan            # the discard ended a turn with a kan
    uint8_t disclosed
    uint8_t last_tile            # of the wall


cdef struct KawuxingValue:
    int32_t complete
    int32_t legal                # drawn, or with a pattern; misses are for the caller to judge
    int32_t doubles              # after the cap
    int32_t total                # before it
    uint32_t patterns            # bit per KawuxingPattern


cdef void kawuxing_value(const Rules* r, const KawuxingWin* win, KawuxingValue* out) noexcept nogil
# doubles that a pattern of the win gives
cdef int pattern_doubles(const KawuxingWin* win, int pattern) noexcept nogil
# in Rules.unit, what one payer of a win owes; for_all: who pays for every opponent of the winner
cdef inline int win_units(const Rules* r, int doubles, bint for_all) noexcept nogil:
    return (r.at_table - 1 if for_all else 1) << doubles


# one winner's payment; giver: NOBODY on a drawn win; disclosed: bit per seat that has shown its
# hand; resting: the seat that sits out, or NOBODY
cdef void kawuxing_pay_win(const Rules* r, const KawuxingWin* win, int doubles, int winner,
                           int giver, int disclosed, int resting, Ledger* ledger) noexcept nogil
# a kan, by MeldType, that is the chain-th of its series (from 1); giver: of an open kan
cdef void kawuxing_pay_kan(const Rules* r, int type, int chain, int seat, int giver, int resting,
                           Ledger* ledger) noexcept nogil
# a draw: the first seat that disclosed pays; NOBODY: nothing is paid
cdef void kawuxing_pay_draw(const Rules* r, int first_discloser, int resting,
                            Ledger* ledger) noexcept nogil
