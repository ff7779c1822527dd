# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Sichuan: fans and doubles of a won hand, payments (sichuan.md 4, 5)."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.rules cimport DRAWN_WIN_BASE, DRAWN_WIN_DOUBLE, EXTRA_FANS
from shugi._fast.core.sizes cimport KINDS
from shugi._fast.core.state cimport MELD_ANKAN, MELD_KAKAN, MELD_PON, Ledger
from shugi._fast.core.tiles cimport kinds_in_counts
from shugi._fast.flow.ledger cimport pay
from shugi._fast.shape.shapes cimport (
    BLOCK_RUN, FORM_PAIRS, FORM_STANDARD, READINGS, Reading, readings,
)

# by SichuanFan: name, doubles
FANS = (
    ("all_triplets", 1), ("pure", 2), ("seven_pairs", 2), ("root", 1), ("bloom_on_kan", 1),
    ("shot_on_kan", 1), ("robbing_a_kan", 1), ("generals", 2), ("golden_hook", 1),
    ("dragon_pairs", 1), ("blessing", 5), ("terminals", 2), ("concealed", 1), ("middle", 1),
    ("last_tile", 1),
)
cdef uint8_t[<int>SC_FANS] DOUBLES
for _i, (_name, _n) in enumerate(FANS):
    DOUBLES[<int>_i] = _n

cdef uint64_t ENDS = 0           # kinds: 1 and 9
cdef uint64_t GENERALS = 0       # 2, 5 and 8
for _i in range(3):
    ENDS |= <uint64_t>0x101 << 9 * <int>_i
    GENERALS |= <uint64_t>0x92 << 9 * <int>_i


cdef inline uint32_t bit_if(bint holds, int fan) noexcept nogil:
    return <uint32_t>holds << fan


cdef int fan_doubles(const SichuanValue* value, int fan) noexcept nogil:
    return value.roots if fan == SC_ROOT else DOUBLES[fan]


# ---- fans

cdef uint64_t all_kinds(const SichuanWin* win) noexcept nogil:
    cdef uint64_t kinds = kinds_in_counts(win.kind)
    cdef int i
    for i in range(win.n_meld):
        kinds |= bit(win.meld_kind[i])
    return kinds


cdef int roots_of(const SichuanWin* win) noexcept nogil:
    cdef uint8_t[KINDS] held
    cdef int i
    cdef int n = 0
    for i in range(KINDS):
        held[i] = win.kind[i]
    for i in range(win.n_meld):
        held[win.meld_kind[i]] += 3 if win.meld_type[i] == MELD_PON else 4
    for i in range(KINDS):
        n += held[i] == 4
    return n


cdef uint32_t moment_fans(const SichuanWin* win) noexcept nogil:
    # what does not depend on the tiles
    return (
        bit_if(win.source == SC_OWN and win.after_kan, SC_BLOOM)
        | bit_if(win.source == SC_CLAIM and win.after_kan, SC_SHOT)
        | bit_if(win.source == SC_ROBBED, SC_ROB)
        | bit_if(win.blessed, SC_BLESSING)
        | bit_if(win.last_tile, SC_LAST)
    )


cdef bint is_open(const SichuanWin* win) noexcept nogil:
    cdef int i
    for i in range(win.n_meld):
        if win.meld_type[i] != MELD_ANKAN:
            return True
    return False


cdef bint ends_everywhere(const SichuanWin* win, const Reading* reading) noexcept nogil:
    # every set and the pair hold a 1 or a 9
    cdef int i, kind
    for i in range(win.n_meld):
        if not has(ENDS, win.meld_kind[i]):
            return False
    for i in range(reading.n):
        kind = reading.block[i].kind
        if not has(ENDS, kind) and not (
                reading.block[i].type == BLOCK_RUN and has(ENDS, kind + 2)):
            return False
    return True


cdef uint32_t set_fans(const SichuanWin* win, const Reading* reading) noexcept nogil:
    # what the sets of a reading and the melds make
    cdef bint runs = False
    cdef int i
    for i in range(reading.n):
        runs = runs or reading.block[i].type == BLOCK_RUN
    return (
        bit_if(not runs, SC_TRIPLETS)
        | bit_if(not runs and not all_kinds(win) & ~GENERALS, SC_GENERALS)
        | bit_if(win.n_meld == 4, SC_HOOK)
        | bit_if(ends_everywhere(win, reading), SC_TERMINALS)
        | bit_if(not is_open(win), SC_CONCEALED)
    )


cdef uint32_t kind_fans(const SichuanWin* win) noexcept nogil:
    # what the kinds alone make
    cdef uint64_t kinds = all_kinds(win)
    return (
        bit_if(not kinds & ~suit_kinds(suit_of(lowest(kinds))), SC_PURE)
        | bit_if(not kinds & ENDS, SC_MIDDLE)
    )


cdef uint32_t known_fans(const Rules* r, uint32_t fans) noexcept nogil:
    # those of the table; a hand of generals is one of middle tiles anyway
    cdef int i
    for i in range(EXTRA_FANS):
        if not r.extra_fans[i]:
            fans &= ~(<uint32_t>1 << (SC_GENERALS + i))
    if has(fans, SC_GENERALS):
        fans &= ~(<uint32_t>1 << SC_MIDDLE)
    return fans


cdef void consider(const Rules* r, uint32_t fans, SichuanValue* out) noexcept nogil:
    cdef uint32_t left = known_fans(r, fans)
    cdef uint32_t kept = left
    cdef int total = 0
    while left:
        total += fan_doubles(out, lowest(left))
        left = <uint32_t>without_lowest(left)
    if not out.legal or total > out.total:
        out.legal = True
        out.total = total
        out.doubles = min(total, r.max_doubles)
        out.fans = kept


cdef void sichuan_value(const Rules* r, const SichuanWin* win, SichuanValue* out) noexcept nogil:
    cdef Reading found[READINGS]
    cdef uint32_t always, fans
    cdef int i, n
    memset(out, 0, sizeof(SichuanValue))
    if win.void_suit and all_kinds(win) & suit_kinds(win.void_suit):
        return
    n = readings(r, win.kind, NULL, r.sets - win.n_meld, 0,
                 FORM_STANDARD if win.n_meld else r.forms, found)
    if n == 0:
        return
    out.roots = roots_of(win)
    always = moment_fans(win) | kind_fans(win) | bit_if(out.roots > 0, SC_ROOT)
    for i in range(n):
        if found[i].form == FORM_PAIRS:
            fans = <uint32_t>1 << SC_PAIRS | bit_if(out.roots > 0, SC_DRAGON)
        else:
            fans = set_fans(win, &found[i])
        consider(r, always | fans, out)


# ---- payments

cdef int32_t win_units(const Rules* r, int doubles, bint drawn) noexcept nogil:
    if drawn and r.drawn_win == DRAWN_WIN_DOUBLE:
        doubles = min(doubles + 1, r.max_doubles)
    return (r.unit << doubles) + (r.unit if drawn and r.drawn_win == DRAWN_WIN_BASE else 0)


cdef int32_t kan_units(int type) noexcept nogil:
    return 1 if type == MELD_KAKAN else 2


cdef void pay_by(int payers, int reason, int payee, int32_t amount, int detail,
                 Ledger* ledger) noexcept nogil:
    cdef uint64_t left = payers
    while left:
        pay(ledger, reason, lowest(left), payee, amount, detail)
        left = without_lowest(left)
