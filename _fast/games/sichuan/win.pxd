# Sichuan: what a won hand is worth, and who pays for it (sichuan.md 4, 5).  Pure functions.
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from shugi._fast.core.rules cimport Rules
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport Ledger

cdef enum SichuanFan:            # bits of SichuanValue.fans; win.pyx has the table
    SC_TRIPLETS = 0
    SC_PURE = 1
    SC_PAIRS = 2
    SC_ROOT = 3                  # counts once for each kind with its four tiles
    SC_BLOOM = 4
    SC_SHOT = 5
    SC_ROB = 6
    SC_GENERALS = 7              # from here on those of the option extra_fans
    SC_HOOK = 8
    SC_DRAGON = 9
    SC_BLESSING = 10
    SC_TERMINALS = 11
    SC_CONCEALED = 12
    SC_MIDDLE = 13
    SC_LAST = 14
    SC_FANS = 15


cdef enum SichuanSource:
    SC_OWN = 0
    SC_CLAIM = 1
    SC_ROBBED = 2


cdef struct SichuanWin:          # everything that the value of a won hand depends on
    uint8_t kind[KINDS]          # concealed tiles by kind, the winning one included
    uint8_t n_meld
    uint8_t meld_type[4]         # MeldType
    uint8_t meld_kind[4]
    uint8_t void_suit            # 1 to 3: m, p, s
    uint8_t source               # SichuanSource
    uint8_t after_kan            # own: with a supplement; claimed: the discard after a kan
    uint8_t blessed              # before anything else has happened (sichuan 4.2)
    uint8_t last_tile            # the wall is empty


cdef struct SichuanValue:
    int32_t legal                # complete, without a tile of the void suit
    int32_t doubles              # after the cap
    int32_t total                # before it
    int32_t roots
    uint32_t fans                # bit per SichuanFan


# 1 to 3: m, p, s
cdef inline int suit_of(int kind) noexcept nogil:
    return kind // 9 + 1


cdef inline uint64_t suit_kinds(int suit) noexcept nogil:
    return <uint64_t>0x1FF << 9 * (suit - 1)


cdef void sichuan_value(const Rules* r, const SichuanWin* win, SichuanValue* out) noexcept nogil
# doubles that a fan of the win gives
cdef int fan_doubles(const SichuanValue* value, int fan) noexcept nogil
# what each payer of a win owes; drawn: by an own tile
cdef int32_t win_units(const Rules* r, int doubles, bint drawn) noexcept nogil
# units that each payer of a kan owes, by MeldType
cdef int32_t kan_units(int type) noexcept nogil
# one payment by each of the payers (bit per seat)
cdef void pay_by(int payers, int reason, int payee, int32_t amount, int detail,
                 Ledger* ledger) noexcept nogil
