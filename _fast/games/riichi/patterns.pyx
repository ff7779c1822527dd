# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The value of a finished hand (sanma_base section 4).

A hand is read in every possible way (``shape.readings``), and in each of them the winning tile may
have completed any block that holds it.  Each such reading becomes a ``yaku.YakuContext``, the table
gives its han, and the best one is paid.  Dora count the same in all of them.
"""

from libc.stdint cimport int16_t, int32_t, uint64_t, uint8_t
from libc.string cimport memcmp, memcpy, memset

from shugi._fast.core.bits cimport bit, has, has_in_words
from shugi._fast.core.rules cimport (
    ATOZUKE_SCOPE_OPEN_ONLY, CHANTA_HAN_CLOSED, CHANTA_HAN_OPEN, CHIITOI_QUAD_HAN_ONE,
    CHIITOI_QUAD_HAN_THREE, CHIITOI_QUAD_HAN_TWO, CHINITSU_CHIITOI_YAKUMAN,
    CLOSED_HONITSU_CHIITOI_NONE, JUNCHAN_HAN_CLOSED, JUNCHAN_HAN_OPEN, LIMIT_YAKU_MODE_ADDITIVE,
    LIMIT_YAKU_MODE_FLOOR, NORTH_ROLE_GUEST, ORPHAN_HAND_NANASHI, POINTS_TABLE_NO_FU,
    POINTS_TABLE_SHOUHAI, RENHOU_LIMIT_NONE,
)
from shugi._fast.core.sizes cimport GROUPS, NO_TILE, PATTERNS
from shugi._fast.core.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, MELD_ANKAN, MELD_ATAMA, MELD_CHI, MELD_DAIMINKAN, MELD_GRAND_CROSS,
    MELD_KAKAN, RIICHI_NONE, RIICHI_OPEN, Meld,
)
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND, is_terminal_or_honor
from shugi._fast.games.riichi.win cimport (
    LIMIT_YAKU, LIMIT_YAKU_HONITSU_CHIITOI, LIMIT_YAKU_RENHOU, P_ALL_EIGHT_1S, P_CHANTA,
    P_CHIITOI_1QUAD, P_CHIITOI_2QUADS, P_CHIITOI_3QUADS, P_CHINITSU_CHIITOI,
    P_CLOSED_HONITSU_CHIITOI, P_DAISHARIN, P_DAISUUSHII, P_GOLD, P_IPPATSU, P_JUNCHAN,
    P_JUNSEI_CHUUREN, P_KOKUSHI, P_KOKUSHI_13, P_MANZU_HONITSU, P_MU, P_NANASHI, P_NANASHI_13,
    P_OPEN_RIICHI, P_PINFU, P_RENHOU, P_RIICHI, P_SANPUKOU, P_SANRENKOU, P_SUUANKOU_TANKI,
    P_SUURENKOU, P_TANYAO, P_YAKUHAI_4Z, WILDS,
)
from shugi._fast.games.riichi.yaku cimport (
    CLOSED, OPEN, TABLE, WAIT_CLOSED, WAIT_SINGLE, WAIT_TRIPLET, WAIT_TWO_SIDED, YakuContext, hold,
    is_pinfu, pair_fu, serves,
)
from shugi._fast.shape.called cimport Held, held_make, held_readings
from shugi._fast.shape.shapes cimport (
    BLOCK_PAIR, BLOCK_RUN, BLOCK_TRIPLET, FORM_ALL, FORM_ORPHANS, FORM_PAIRS, FORM_STANDARD, Block,
    is_complete, readings, shape_index, waits,
)
from shugi._fast.shape.tables cimport orphans


# by LimitYaku
cdef uint8_t[LIMIT_YAKU] LIMIT_YAKU_PATTERN
cdef int32_t[LIMIT_YAKU] LIMIT_YAKU_HAN
LIMIT_YAKU_PATTERN = [P_RENHOU, P_CLOSED_HONITSU_CHIITOI]
LIMIT_YAKU_HAN = [8, 6]

cdef enum Asked:             # of a reading
    ASK_WORTH = 0
    ASK_YAKU = 1             # a yaku that counts where an open hand may not get it late
    ASK_SERVED = 2           # ... of which the first call is part


cdef inline void set_han(Rules* r, int id, int closed, int open_) noexcept nogil:
    r.han[id][CLOSED] = <int16_t>closed
    r.han[id][OPEN] = <int16_t>open_


cdef void patterns_compile(Rules* r) noexcept:
    cdef int i
    for i in range(PATTERNS):
        set_han(r, i, TABLE[i].han[CLOSED], TABLE[i].han[OPEN])
    set_han(r, P_OPEN_RIICHI, r.open_riichi_extra_han, 0)
    if r.open_hand_riichi:
        set_han(r, P_RIICHI, 1, r.open_hand_riichi_han)
        set_han(r, P_OPEN_RIICHI, r.open_riichi_extra_han, r.open_hand_open_riichi_han)
        set_han(r, P_IPPATSU, 1, 1)
    set_han(r, P_CHANTA, r.chanta_han[<int>CHANTA_HAN_CLOSED], r.chanta_han[<int>CHANTA_HAN_OPEN])
    set_han(r, P_JUNCHAN,
            r.junchan_han[<int>JUNCHAN_HAN_CLOSED], r.junchan_han[<int>JUNCHAN_HAN_OPEN])
    set_han(r, P_RENHOU, r.renhou_han, 0)
    set_han(r, P_GOLD, r.gold_dora, r.gold_dora)
    if not r.open_tanyao:
        set_han(r, P_TANYAO, 1, 0)
    if r.north_role == NORTH_ROLE_GUEST:
        set_han(r, P_YAKUHAI_4Z, 0, 0)
    if r.chiitoi_duplicates:
        set_han(r, P_CHIITOI_1QUAD, r.chiitoi_quad_han[<int>CHIITOI_QUAD_HAN_ONE], 0)
        set_han(r, P_CHIITOI_2QUADS, r.chiitoi_quad_han[<int>CHIITOI_QUAD_HAN_TWO], 0)
        set_han(r, P_CHIITOI_3QUADS, r.chiitoi_quad_han[<int>CHIITOI_QUAD_HAN_THREE], 0)
    if not r.yakuman_all_birds:
        set_han(r, P_ALL_EIGHT_1S, 0, 0)
    if r.chinitsu_chiitoi == CHINITSU_CHIITOI_YAKUMAN:
        set_han(r, P_CHINITSU_CHIITOI, -1, 0)
    cdef bint nanashi = r.orphan_hand == ORPHAN_HAND_NANASHI
    set_han(r, P_KOKUSHI if nanashi else P_NANASHI, 0, 0)
    set_han(r, P_KOKUSHI_13 if nanashi else P_NANASHI_13, 0, 0)
    if not r.double_variants:
        for i in (P_KOKUSHI_13, P_NANASHI_13, P_SUUANKOU_TANKI, P_JUNSEI_CHUUREN):
            set_han(r, i, 0, 0)
        set_han(r, P_DAISUUSHII, -1, -1)
    compile_local(r)


cdef void compile_local(Rules* r) noexcept:
    if not r.local_sanpukou:
        set_han(r, P_SANPUKOU, 0, 0)
    if not r.local_renkou:
        set_han(r, P_SANRENKOU, 0, 0)
        set_han(r, P_SUURENKOU, 0, 0)
    if not r.local_mu:
        set_han(r, P_MU, 0, 0)
    if not r.local_manzu_honitsu:
        set_han(r, P_MANZU_HONITSU, 0, 0)
    if not r.local_daisharin:
        set_han(r, P_DAISHARIN, 0, 0)
    if r.limit_yaku_mode == LIMIT_YAKU_MODE_ADDITIVE:
        if r.renhou_limit != RENHOU_LIMIT_NONE:
            set_han(r, P_RENHOU, r.renhou_han + LIMIT_YAKU_HAN[<int>LIMIT_YAKU_RENHOU], 0)
        if r.closed_honitsu_chiitoi != CLOSED_HONITSU_CHIITOI_NONE:
            set_han(r, P_CLOSED_HONITSU_CHIITOI,
                    LIMIT_YAKU_HAN[<int>LIMIT_YAKU_HONITSU_CHIITOI], 0)


# ---- from the win to its facts

cdef void gather(const Rules* r, const Win* win, Reckoning* out) noexcept nogil:
    cdef int i, j, kind
    cdef const Meld* meld
    for i in range(CODES):
        out.code[i] = win.hand[i]
    for i in range(KINDS):
        out.kind[i] = win.kind[i]
    for i in range(win.n_meld):
        meld = &win.meld[i]
        for j in range(meld.n):
            out.code[meld.tile[j]] += 1
            kind = KIND_OF[meld.tile[j]]
            if kind != NO_KIND:
                out.kind[kind] += 1
    if win.win_as != NO_TILE and (win.by != BY_BINGO or r.bingo_adds_tile):
        out.code[win.win_as] += 1
        kind = KIND_OF[win.win_as]
        if kind != NO_KIND:
            out.kind[kind] += 1


cdef void add_set(YakuContext* f, int type, int kind, bint concealed, bint kan) noexcept nogil:
    cdef bint outside
    if type == BLOCK_RUN:
        outside = kind % 9 == 0 or kind % 9 == 6
        f.run[kind] += 1
        f.n_run += 1
    else:
        outside = is_terminal_or_honor(kind)
        f.triplets |= bit(kind)
        f.n_triplet += 1
        f.n_concealed += concealed
        f.n_kan += kan
        f.fu += 2 << (concealed + outside + 2 * kan)
    f.n_outside += outside


cdef void add_meld(YakuContext* f, const Meld* meld) noexcept nogil:
    cdef int kind = KIND_OF[meld.tile[0]]
    cdef int i
    cdef bint kan = meld.type in (MELD_DAIMINKAN, MELD_KAKAN, MELD_ANKAN)
    if meld.type == MELD_GRAND_CROSS:
        f.cross = 1
        f.n_kan += f.rules.gc_counts_as_kan
        return
    if meld.type == MELD_ATAMA:
        # of use to a standard hand alone, which has but one
        f.pair = <uint8_t>kind
        f.n_outside += is_terminal_or_honor(kind)
        return
    if f.first_type == NO_TILE and f.open and (
            meld.type != MELD_ANKAN or f.rules.first_call_counts_ankan):
        f.first_type = meld.type
        f.first_kind = <uint8_t>kind
    if meld.type == MELD_CHI:
        for i in range(1, 3):
            kind = min(kind, <int>KIND_OF[meld.tile[i]])
        add_set(f, BLOCK_RUN, kind, False, False)
    else:
        add_set(f, BLOCK_TRIPLET, kind, meld.type == MELD_ANKAN, kan)


cdef void start_facts(const Rules* r, const Win* win, const uint8_t* count,
                      YakuContext* f) noexcept nogil:
    # what all readings of these tiles share
    cdef int i
    memset(f, 0, sizeof(YakuContext))
    f.rules = r
    f.win = win
    f.count = count
    f.open = CLOSED if win.closed else OPEN
    f.pair = NO_TILE
    f.first_type = NO_TILE
    for i in range(KINDS):
        if count[i]:
            f.kinds |= bit(i)
    memset(f.wild, NO_TILE, WILDS)
    for i in range(0, 27, 9):
        f.suits += (f.kinds >> i & 0x1FF) != 0
    for i in range(win.n_meld):
        add_meld(f, &win.meld[i])


cdef int wait_of(const Block* block, int kind) noexcept nogil:
    if block.type == BLOCK_PAIR:
        return WAIT_SINGLE
    if block.type == BLOCK_TRIPLET:
        return WAIT_TRIPLET
    if kind == block.kind + 1:
        return WAIT_CLOSED
    if kind == block.kind:
        return WAIT_CLOSED if kind % 9 == 6 else WAIT_TWO_SIDED
    return WAIT_CLOSED if block.kind % 9 == 0 else WAIT_TWO_SIDED


cdef void add_reading(YakuContext* f, const Reading* reading, int completed,
                      int kind) noexcept nogil:
    cdef int i
    cdef const Block* block
    cdef bint concealed
    f.wait = <uint8_t>wait_of(&reading.block[completed], kind)
    for i in range(reading.n):
        block = &reading.block[i]
        if block.type == BLOCK_PAIR:
            f.pair = block.kind
            f.n_outside += is_terminal_or_honor(block.kind)
        else:
            # a triplet completed by ron counts as open
            concealed = not (i == completed and f.win.by == BY_RON)
            add_set(f, block.type, block.kind, concealed, False)


cdef int hand_fu(const YakuContext* f) noexcept nogil:
    cdef int fu = 20
    cdef bint pinfu
    if f.rules.points_table == POINTS_TABLE_NO_FU:
        return 0
    if f.form != FORM_STANDARD:
        return rounded_fu(f, 25)
    pinfu = f.open == CLOSED and is_pinfu(f) and f.rules.han[P_PINFU][CLOSED] != 0
    if f.win.by == BY_RON:
        fu += 10 if f.open == CLOSED else 0
    elif not pinfu:
        fu += 2
    fu += f.fu + pair_fu(f)
    if f.wait == WAIT_CLOSED or f.wait == WAIT_SINGLE:
        fu += 2
    if fu == 20 and f.open == OPEN:
        return 30
    return rounded_fu(f, (fu + 9) / 10 * 10)


cdef inline int rounded_fu(const YakuContext* f, int fu) noexcept nogil:
    # the shouhai table knows whole tens only
    if f.rules.points_table != POINTS_TABLE_SHOUHAI:
        return fu
    return max((fu + 9) / 10 * 10, <int>f.rules.min_fu)


# ---- from facts to worth

cdef inline bint as_good(const ReadingValue* a, const ReadingValue* b) noexcept nogil:
    # whatever the dora, which depend on what a wildcard stands for
    return (a.han >= b.han and a.fu >= b.fu and a.least >= b.least
            and memcmp(a.wild, b.wild, WILDS) == 0)


cdef void add_value(Reckoning* k, const ReadingValue* worth) noexcept nogil:
    # keeps the best: a yakuman beats all han, fewer han may still win by fu
    cdef int i
    cdef int n = 0
    cdef ReadingValue* old
    for i in range(k.n):
        old = &k.worth[i]
        if old.units > worth.units or (old.units == worth.units and as_good(old, worth)):
            return
    for i in range(k.n):
        old = &k.worth[i]
        if worth.units > old.units or as_good(worth, old):
            continue
        k.worth[n] = old[0]
        n += 1
    if n < READING_VALUES:
        k.worth[n] = worth[0]
        n += 1
    k.n = n


cdef void weigh(const YakuContext* f, int reading, Asked asked, Reckoning* k) noexcept nogil:
    cdef ReadingValue worth
    cdef int i, han
    cdef bint no_luck = asked != ASK_WORTH and not f.rules.atozuke_luck_counts
    cdef bint served = asked != ASK_SERVED or f.first_type == NO_TILE
    worth.han = worth.units = 0
    worth.reading = reading
    memcpy(worth.wild, f.wild, WILDS)
    hold(f, worth.held)
    for i in range(PATTERNS):
        if not has_in_words(worth.held, i) or (no_luck and TABLE[i].luck):
            continue
        han = han_of(f.rules, f.win, i)
        if han < 0:
            worth.units -= han
        else:
            worth.han += han
        served = served or serves(f, i)
    if f.rules.atama and worth.units == 0 and f.win.riichi != RIICHI_OPEN:
        return
    find_limit_yaku(f, &worth)
    if not served or (worth.units == 0 and worth.least == 0
                      and worth.han < max(f.rules.min_yaku_han, 1)):
        return
    worth.fu = hand_fu(f)
    worth.quads = <uint8_t>quads_of(f) if f.rules.local_yonchoro else 0
    if worth.units:
        worth.han = worth.fu = worth.least = worth.limit_yaku = 0
    add_value(k, &worth)


cdef int han_of(const Rules* r, const Win* win, int pattern) noexcept nogil:
    if pattern == P_OPEN_RIICHI and win.furiten_riichi and r.open_riichi_furiten_han >= 0:
        return r.open_riichi_furiten_han - 1
    return r.han[pattern][CLOSED if win.closed else OPEN]


cdef inline void find_limit_yaku(const YakuContext* f, ReadingValue* worth) noexcept nogil:
    cdef const Rules* r = f.rules
    cdef int i
    worth.least = worth.limit_yaku = 0
    cdef bint[LIMIT_YAKU] asked
    asked[<int>LIMIT_YAKU_RENHOU] = r.renhou_limit != RENHOU_LIMIT_NONE
    asked[<int>LIMIT_YAKU_HONITSU_CHIITOI] = (
        r.closed_honitsu_chiitoi != CLOSED_HONITSU_CHIITOI_NONE)
    if r.limit_yaku_mode != LIMIT_YAKU_MODE_FLOOR:
        return
    for i in range(LIMIT_YAKU):
        if not asked[i]:
            continue
        if TABLE[LIMIT_YAKU_PATTERN[i]].test(f):
            worth.limit_yaku |= 1 << i
            worth.least = max(worth.least, LIMIT_YAKU_HAN[i])


cdef int quads_of(const YakuContext* f) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(KINDS):
        n += f.count[i] / 4
    return n


cdef bint seen_before(const Reading* reading, int i) noexcept nogil:
    # an equal block stands further left
    cdef int j
    for j in range(i):
        if (reading.block[j].type == reading.block[i].type
                and reading.block[j].kind == reading.block[i].kind):
            return True
    return False


cdef bint block_holds(const Block* block, int kind) noexcept nogil:
    if block.type == BLOCK_RUN:
        return block.kind <= kind <= block.kind + 2
    return block.kind == kind


cdef void weigh_reading(const YakuContext* base, int index, Asked asked,
                        Reckoning* k) noexcept nogil:
    cdef const Reading* reading = &k.reading[index]
    cdef int kind = KIND_OF[base.win.win_as]
    cdef int i
    cdef YakuContext f = base[0]
    f.form = reading.form
    if reading.form != FORM_STANDARD:
        f.quads = <uint8_t>quads_of(base) if reading.form == FORM_PAIRS else 0
        weigh(&f, index, asked, k)
        return
    for i in range(reading.n):
        if block_holds(&reading.block[i], kind) and not seen_before(reading, i):
            f = base[0]
            f.form = FORM_STANDARD
            add_reading(&f, reading, i, kind)
            weigh(&f, index, asked, k)


cdef void read_wild(const Rules* r, const Win* win, int index, const uint8_t* concealed,
                    Asked asked, Reckoning* k) noexcept nogil:
    # the wildcards are what the reading has and the hand has not
    cdef const Reading* reading = &k.reading[index]
    cdef uint8_t short_of[KINDS]
    cdef uint8_t count[KINDS]
    cdef uint8_t wild[WILDS]
    cdef YakuContext base
    cdef int i, j, _, first
    cdef int n = 0
    memset(short_of, 0, KINDS)
    if reading.form == FORM_ORPHANS:
        for i in range(KINDS):
            short_of[i] = has(orphans(r), i)
        short_of[reading.block[0].kind] += 1
    else:
        for i in range(reading.n):
            first = reading.block[i].kind
            if reading.block[i].type == BLOCK_RUN:
                for j in range(3):
                    short_of[first + j] += 1
            else:
                short_of[first] += 2 if reading.block[i].type == BLOCK_PAIR else 3
    memcpy(count, k.kind, KINDS)
    memset(wild, NO_TILE, WILDS)
    for i in range(KINDS):
        for _ in range(concealed[i], short_of[i]):
            if n < WILDS:
                wild[n] = <uint8_t>i
                count[i] += 1
                n += 1
    start_facts(r, win, count, &base)
    memcpy(base.wild, wild, WILDS)
    weigh_reading(&base, index, asked, k)


cdef void concealed_kinds(const Win* win, uint8_t* out) noexcept nogil:
    cdef int i
    for i in range(KINDS):
        out[i] = win.kind[i]
    out[KIND_OF[win.win_as]] += 1


cdef int melded_kinds(const Win* win, uint8_t* out) noexcept nogil:
    # counts by kind in the melds; the number of sets they make (called pairs: shape/called.pxd)
    cdef int i, j, kind
    memset(out, 0, KINDS)
    for i in range(win.n_meld):
        for j in range(win.meld[i].n):
            kind = KIND_OF[win.meld[i].tile[j]]
            if kind != NO_KIND:
                out[kind] += 1
    return win.n_meld


cdef inline int forms_of(const Rules* r, const Win* win) noexcept nogil:
    return FORM_STANDARD if win.n_meld or r.sets != 4 else FORM_ALL


cdef void reckon_with(const Rules* r, const Win* win, Asked asked, bint first,
                      Reckoning* out) noexcept nogil:
    # first: one reading with a yaku is enough
    cdef YakuContext base
    cdef uint8_t kind[KINDS]
    cdef uint8_t melded[KINDS]
    cdef Held held
    cdef int i, n, sets
    gather(r, win, out)
    out.n = 0
    if win.by == BY_BINGO or win.win_as == NO_TILE or KIND_OF[win.win_as] == NO_KIND:
        return
    concealed_kinds(win, kind)
    if r.atama:
        held_make(r, kind, NULL, win.meld, win.n_meld, &held)
        n = held_readings(r, &held, out.reading)
    else:
        sets = r.sets - melded_kinds(win, melded)
        n = readings(r, kind, melded, sets, win.wild, forms_of(r, win), out.reading)
    if n == 0:
        return
    start_facts(r, win, out.kind, &base)
    for i in range(n):
        if win.wild:
            read_wild(r, win, i, kind, asked, out)
        else:
            weigh_reading(&base, i, asked, out)
        if first and out.n:
            return


cdef bint answers(const Rules* r, const Win* win, Asked asked) noexcept nogil:
    cdef Reckoning k
    reckon_with(r, win, asked, True, &k)
    return k.n > 0


cdef bint every_wait_has_yaku(const Rules* r, const Win* win) noexcept nogil:
    # luck aside, each tile that completes the hand must give a yaku
    cdef Win other = win[0]
    cdef uint8_t melded[KINDS]
    cdef int32_t index[GROUPS]
    cdef uint64_t kinds
    cdef int sets = r.sets - melded_kinds(win, melded)
    cdef int i
    shape_index(r, win.kind, index)
    kinds = waits(r, win.kind, index, melded, sets, win.wild, forms_of(r, win))
    for i in range(KINDS):
        if has(kinds, i):
            other.win_as = <uint8_t>i
            if not answers(r, &other, ASK_YAKU):
                return False
    return True


cdef bint not_late(const Rules* r, const Win* win) noexcept nogil:
    # atozuke = false (toriuchi 3): what a win needs beside a yaku on the tile won on
    cdef Asked asked = ASK_SERVED if r.first_call_must_serve else ASK_YAKU
    if not answers(r, win, asked):
        return False
    return (
        (r.atozuke_scope == ATOZUKE_SCOPE_OPEN_ONLY and win.closed) or every_wait_has_yaku(r, win))


cdef void reckon(const Rules* r, const Win* win, Reckoning* out) noexcept nogil:
    reckon_with(r, win, ASK_WORTH, False, out)


cdef bint quick_yaku(const Rules* r, const Win* win) noexcept nogil:
    # a closed riichi or draw: one han whatever the tiles
    if not win.closed or r.min_yaku_han > 1 or win.by == BY_BINGO or r.atama:
        return False
    return win.riichi != RIICHI_NONE or win.by == BY_TSUMO


cdef bint has_yaku(const Rules* r, const Win* win) noexcept nogil:
    cdef uint8_t kind[KINDS]
    cdef uint8_t melded[KINDS]
    cdef int32_t index[GROUPS]
    cdef int sets
    if win.by == BY_BINGO:
        return bingo_counts(r, win.riichi)
    if win.win_as == NO_TILE or KIND_OF[win.win_as] == NO_KIND:
        return False
    if quick_yaku(r, win):
        concealed_kinds(win, kind)
        sets = r.sets - melded_kinds(win, melded)
        shape_index(r, kind, index)
        return is_complete(r, kind, index, melded, sets, win.wild, forms_of(r, win))
    return answers(r, win, ASK_WORTH) and (r.atozuke or not_late(r, win))
