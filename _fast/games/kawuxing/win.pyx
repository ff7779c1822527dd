# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Kawuxing: patterns and doubles of a won hand, payments (kawuxing.md 3.3, 4, 5)."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset

from shugi._fast.core.bits cimport has
from shugi._fast.core.sizes cimport KINDS, NOBODY
from shugi._fast.core.state cimport MELD_ANKAN, MELD_DAIMINKAN, MELD_KAKAN, MELD_PON, Ledger
from shugi._fast.core.tiles cimport KIND_EAST, KIND_WHITE
from shugi._fast.flow.ledger cimport REASON_DISCLOSED, REASON_KAN, REASON_WIN, pay
from shugi._fast.shape.shapes cimport (
    BLOCK_PAIR, BLOCK_RUN, BLOCK_TRIPLET, FORM_PAIRS, FORM_STANDARD, READINGS, Reading, readings,
)

# by KawuxingPattern: name, doubles
PATTERNS = (
    ("all_pung", 1), ("fit_five", 1), ("open_four_in_one", 1), ("bloom_on_kong", 1),
    ("claimed_on_kong", 1), ("robbing_a_kong", 1), ("disclosure", 1), ("fishing_the_bottom", 1),
    ("pure_one_suit", 2), ("seven_pairs", 2), ("lone_tile", 2), ("lesser_three", 2),
    ("closed_four_in_one", 2), ("greater_three", 3), ("dragon_seven_pairs", 3),
    ("double_dragon_seven_pairs", 4),
)
cdef uint8_t[<int>KW_PATTERNS] DOUBLES
for _i, (_name, _n) in enumerate(PATTERNS):
    DOUBLES[<int>_i] = _n

cdef enum:
    DOUBLE_DRAGON_CAP = 4        # of that hand, under double_dragon_exception

# units of a kan, by MeldType: the open kan's are the giver's, the others' each opponent's
cdef int32_t[<int>MELD_ANKAN + 1] KAN_UNITS
KAN_UNITS[:] = [0, 0, 0, 0]
KAN_UNITS[<int>MELD_DAIMINKAN] = 2
KAN_UNITS[<int>MELD_KAKAN] = 1
KAN_UNITS[<int>MELD_ANKAN] = 2


cdef inline uint32_t bit_if(bint holds, int pattern) noexcept nogil:
    return <uint32_t>holds << pattern


cdef int pattern_doubles(const KawuxingWin* win, int pattern) noexcept nogil:
    return win.kans if pattern == KW_BLOOM else DOUBLES[pattern]


cdef int total_doubles(const KawuxingWin* win, uint32_t patterns) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(KW_PATTERNS):
        if has(patterns, i):
            n += pattern_doubles(win, i)
    return n


cdef inline bint any_big(uint32_t patterns) noexcept nogil:
    # one of two doubles or more
    return patterns >> KW_PURE != 0


cdef int cap_doubles(const Rules* r, uint32_t patterns, int doubles) noexcept nogil:
    cdef int cap = r.max_doubles
    if r.double_dragon_exception and has(patterns, KW_DOUBLE_DRAGON_PAIRS):
        cap = max(cap, DOUBLE_DRAGON_CAP)
    return min(doubles, cap)


# ---- patterns

cdef uint32_t moment_patterns(const KawuxingWin* win) noexcept nogil:
    # what does not depend on the tiles
    cdef bint own = win.source == KW_OWN
    return (
        bit_if(own and win.kans > 0, KW_BLOOM)
        | bit_if(win.source == KW_CLAIM and win.after_kan, KW_CLAIMED_ON_KAN)
        | bit_if(win.source == KW_ROB, KW_ROBBING)
        | bit_if(win.disclosed, KW_DISCLOSURE)
        | bit_if(own and win.last_tile, KW_BOTTOM)
    )


cdef bint is_pure(const KawuxingWin* win) noexcept nogil:
    cdef int suit = win.tile // 9
    cdef int k
    if win.tile >= KIND_EAST:
        return False
    for k in range(KINDS):
        if win.kind[k] and (k >= KIND_EAST or k // 9 != suit):
            return False
    for k in range(win.n_meld):
        if win.meld_kind[k] >= KIND_EAST or win.meld_kind[k] // 9 != suit:
            return False
    return True


cdef int fours(const KawuxingWin* win) noexcept nogil:
    # kinds with four concealed copies
    cdef int k
    cdef int n = 0
    for k in range(KINDS):
        n += win.kind[k] == 4
    return n


cdef uint32_t set_patterns(const Rules* r, const KawuxingWin* win,
                           const Reading* reading) noexcept nogil:
    # what the sets of a reading and the melds make, the Four in Ones apart
    cdef bint lone = win.n_meld == 4
    cdef bint runs = False
    cdef bint fit = False
    cdef bint dragon_pair = False
    cdef int dragons = 0
    cdef int i, kind
    for i in range(win.n_meld):
        dragons += win.meld_kind[i] >= KIND_WHITE
    for i in range(reading.n):
        kind = reading.block[i].kind
        if reading.block[i].type == BLOCK_RUN:
            runs = True
            fit = fit or (kind == win.tile - 1 and win.tile < KIND_EAST and win.tile % 9 == 4)
        elif reading.block[i].type == BLOCK_TRIPLET:
            dragons += kind >= KIND_WHITE
        elif reading.block[i].type == BLOCK_PAIR:
            dragon_pair = kind >= KIND_WHITE
    return (
        bit_if(not runs and not (lone and r.lone_tile_includes_all_pung), KW_ALL_PUNG)
        | bit_if(fit, KW_FIT_FIVE)
        | bit_if(lone, KW_LONE_TILE)
        | bit_if(dragons == 3, KW_GREATER_THREE)
        | bit_if(dragons == 2 and dragon_pair, KW_LESSER_THREE)
    )


cdef uint32_t four_patterns(const KawuxingWin* win, uint32_t others) noexcept nogil:
    # Four in One: of the winning tile, or of any kind beside two doubles (kawuxing 7.3)
    cdef bint closed = win.kind[win.tile] == 4 or (any_big(others) and fours(win) > 0)
    cdef bint relaxed = closed or any_big(others)
    cdef bint opened = False
    cdef int i
    for i in range(win.n_meld):
        if win.meld_type[i] == MELD_PON and win.kind[win.meld_kind[i]]:
            opened = opened or relaxed or win.meld_kind[i] == win.tile
    return bit_if(opened, KW_OPEN_FOUR) | bit_if(closed, KW_CLOSED_FOUR)


cdef uint32_t pairs_pattern(const KawuxingWin* win) noexcept nogil:
    cdef int n = fours(win)
    if n >= 2:
        return <uint32_t>1 << KW_DOUBLE_DRAGON_PAIRS
    return <uint32_t>1 << (KW_DRAGON_PAIRS if n else KW_SEVEN_PAIRS)


cdef void consider(const Rules* r, const KawuxingWin* win, uint32_t patterns,
                   KawuxingValue* out) noexcept nogil:
    cdef int total = total_doubles(win, patterns)
    cdef int doubles = cap_doubles(r, patterns, total)
    if not out.complete or doubles > out.doubles or (
            doubles == out.doubles and total > out.total):
        out.complete = True
        out.doubles = doubles
        out.total = total
        out.patterns = patterns


cdef void kawuxing_value(const Rules* r, const KawuxingWin* win, KawuxingValue* out) noexcept nogil:
    cdef Reading found[READINGS]
    cdef uint32_t always, patterns
    cdef int forms = FORM_STANDARD if win.n_meld else r.forms
    cdef int i
    cdef int n = readings(r, win.kind, NULL, r.sets - win.n_meld, 0, forms, found)
    memset(out, 0, sizeof(KawuxingValue))
    if n == 0:
        return
    always = bit_if(is_pure(win), KW_PURE)
    for i in range(n):
        if found[i].form == FORM_PAIRS:
            patterns = always | pairs_pattern(win)
        else:
            patterns = always | set_patterns(r, win, &found[i])
            patterns |= four_patterns(win, patterns)
        consider(r, win, patterns | moment_patterns(win), out)
    out.legal = win.source == KW_OWN or out.patterns != 0


# ---- payments

cdef void pay_each(const Rules* r, int reason, int payee, int resting, int32_t units, int detail,
                   Ledger* ledger) noexcept nogil:
    # every opponent at the table pays
    cdef int p
    for p in range(r.seats):
        if p != payee and p != resting:
            pay(ledger, reason, p, payee, units, detail)


cdef void kawuxing_pay_win(const Rules* r, const KawuxingWin* win, int doubles, int winner,
                           int giver, int disclosed, int resting, Ledger* ledger) noexcept nogil:
    cdef bint exempt
    if giver == NOBODY:
        pay_each(r, REASON_WIN, winner, resting, r.unit * win_units(r, doubles, False), doubles,
                 ledger)
        return
    exempt = r.disclosed_discarder_exempt and has(disclosed, giver)
    # a hand that is shown is paid as a drawn one, all by whom the tile is from
    pay(ledger, REASON_WIN, giver, winner,
        r.unit * win_units(r, doubles, win.disclosed and not exempt), doubles)


cdef void kawuxing_pay_kan(const Rules* r, int type, int chain, int seat, int giver, int resting,
                           Ledger* ledger) noexcept nogil:
    cdef int32_t units = (r.unit * KAN_UNITS[type]) << (chain - 1)
    if type == MELD_DAIMINKAN:
        pay(ledger, REASON_KAN, giver, seat, units, chain)
    else:
        pay_each(r, REASON_KAN, seat, resting, units, chain, ledger)


cdef void kawuxing_pay_draw(const Rules* r, int first_discloser, int resting,
                            Ledger* ledger) noexcept nogil:
    cdef int p
    if first_discloser == NOBODY:
        return
    for p in range(r.seats):
        if p != first_discloser and p != resting:
            pay(ledger, REASON_DISCLOSED, first_discloser, p, r.unit, 0)
