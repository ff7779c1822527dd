# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The value of a finished hand (sanma_base section 4).

A hand is read in every possible way (``shape.readings``), and in each of them the winning tile may
have completed any block that holds it.  Each such reading becomes a ``yaku.Facts``, the table gives
its han, and the best one is paid.  Dora count the same in all of them.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memset
from shugi._fast.points cimport Points, limit_at, points_at_limit, points_of, tsumo_total
from shugi._fast.shape cimport (
    BLOCK_PAIR, BLOCK_RUN, BLOCK_TRIPLET, FORM_ALL, FORM_PAIRS, FORM_STANDARD, Block,
    is_complete, readings, shape_index, waits,
)
from shugi._fast.shape_called cimport Held, held_make, held_readings
from shugi._fast.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, GROUPS, MELD_ANKAN, MELD_ATAMA, MELD_CHI, MELD_DAIMINKAN,
    MELD_GRAND_CROSS, MELD_KAKAN, NO_TILE, PATTERNS, RIICHI_NONE, RIICHI_OPEN, TABLE_NO_FU,
    TABLE_SHOUHAI, Meld,
)
from shugi._fast.tiles cimport (
    FLOWER, GOLD_5M, GOLD_5P, GOLD_5S, GOLD_NORTH, KIND_OF, NO_KIND, RAINBOW_7P, RAINBOW_7S, RED_5M,
    RED_5P, RED_5S, is_terminal_or_honor,
)
from shugi._fast.win cimport (
    ENTRIES, P_BINGO, P_CHANTA, P_CHIITOI_1QUAD, P_CHIITOI_2QUADS, P_CHIITOI_3QUADS,
    P_CHINITSU_CHIITOI, P_DAISUUSHII, P_DORA, P_GOLD, P_JUNCHAN, P_JUNSEI_CHUUREN, P_KOKUSHI,
    P_KOKUSHI_13, P_NANASHI, P_NANASHI_13, P_NUKI, P_OPEN_RIICHI, P_OPEN_RIICHI_DEAL_IN, P_PINFU,
    P_RAINBOW, P_RED, P_RENHOU, P_SUUANKOU_TANKI, P_TANYAO, P_URA, P_YAKUHAI_4Z,
)
from shugi._fast.yaku cimport (
    CLOSED, OPEN, TABLE, WAIT_CLOSED, WAIT_SINGLE, WAIT_TRIPLET, WAIT_TWO_SIDED, Facts, bit, hold,
    is_pinfu, pair_fu, serves,
)


cdef inline void set_han(Rules* r, int id, int closed, int open_) noexcept nogil:
    r.han[id][CLOSED] = <int16_t>closed
    r.han[id][OPEN] = <int16_t>open_


cdef void patterns_compile(Rules* r) noexcept:
    cdef int i
    for i in range(PATTERNS):
        set_han(r, i, TABLE[i].han[CLOSED], TABLE[i].han[OPEN])
    set_han(r, P_OPEN_RIICHI, r.open_riichi_extra_han, 0)
    set_han(r, P_CHANTA, r.chanta_han[CLOSED], r.chanta_han[OPEN])
    set_han(r, P_JUNCHAN, r.junchan_han[CLOSED], r.junchan_han[OPEN])
    set_han(r, P_RENHOU, r.renhou_han, 0)
    set_han(r, P_GOLD, r.gold_dora, r.gold_dora)
    if not r.open_tanyao:
        set_han(r, P_TANYAO, 1, 0)
    if r.north_role == 0:
        set_han(r, P_YAKUHAI_4Z, 0, 0)
    if r.chiitoi_duplicates:
        set_han(r, P_CHIITOI_1QUAD, r.chiitoi_quad_han[0], 0)
        set_han(r, P_CHIITOI_2QUADS, r.chiitoi_quad_han[1], 0)
        set_han(r, P_CHIITOI_3QUADS, r.chiitoi_quad_han[2], 0)
    if r.chinitsu_chiitoi == 0:
        set_han(r, P_CHINITSU_CHIITOI, -1, 0)
    set_han(r, P_KOKUSHI if r.orphan_hand else P_NANASHI, 0, 0)
    set_han(r, P_KOKUSHI_13 if r.orphan_hand else P_NANASHI_13, 0, 0)
    if not r.double_variants:
        for i in (P_KOKUSHI_13, P_NANASHI_13, P_SUUANKOU_TANKI, P_JUNSEI_CHUUREN):
            set_han(r, i, 0, 0)
        set_han(r, P_DAISUUSHII, -1, -1)


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


cdef void add_set(Facts* f, int type, int kind, bint concealed, bint kan) noexcept nogil:
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


cdef void add_meld(Facts* f, const Meld* meld) noexcept nogil:
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
    if f.first_type == NO_TILE and meld.type != MELD_ANKAN:
        f.first_type = meld.type
        f.first_kind = <uint8_t>kind
    if meld.type == MELD_CHI:
        for i in range(1, 3):
            kind = min(kind, <int>KIND_OF[meld.tile[i]])
        add_set(f, BLOCK_RUN, kind, False, False)
    else:
        add_set(f, BLOCK_TRIPLET, kind, meld.type == MELD_ANKAN, kan)


cdef void start_facts(const Rules* r, const Win* win, const Reckoning* k, Facts* f) noexcept nogil:
    # what all readings share
    cdef int i
    memset(f, 0, sizeof(Facts))
    f.rules = r
    f.win = win
    f.count = &k.kind[0]
    f.open = CLOSED if win.closed else OPEN
    f.pair = NO_TILE
    f.first_type = NO_TILE
    for i in range(KINDS):
        if k.kind[i]:
            f.kinds |= bit(i)
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


cdef void add_reading(Facts* f, const Reading* reading, int completed, int kind) noexcept nogil:
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


cdef int hand_fu(const Facts* f) noexcept nogil:
    cdef int fu = 20
    cdef bint pinfu
    if f.rules.points_table == TABLE_NO_FU:
        return 0
    if f.form != FORM_STANDARD:
        return 30 if f.rules.points_table == TABLE_SHOUHAI else 25
    pinfu = f.open == CLOSED and is_pinfu(f) and f.rules.han[P_PINFU][CLOSED] != 0
    if f.win.by == BY_RON:
        fu += 10 if f.open == CLOSED else 0
    elif not pinfu:
        fu += 2
    fu += f.fu + pair_fu(f)
    if f.wait == WAIT_CLOSED or f.wait == WAIT_SINGLE:
        fu += 2
    fu = (fu + 9) / 10 * 10
    if fu == 20 and (f.open == OPEN or f.rules.points_table == TABLE_SHOUHAI):
        return 30
    return fu


# ---- from facts to worth

cdef void add_worth(Reckoning* k, const Worth* worth) noexcept nogil:
    # keeps the best: a yakuman beats all han, fewer han may still win by fu
    cdef int i
    cdef int n = 0
    cdef Worth* old
    for i in range(k.n):
        old = &k.worth[i]
        if old.units >= worth.units and old.han >= worth.han and old.fu >= worth.fu:
            return
        if old.units > worth.units:
            return
    for i in range(k.n):
        old = &k.worth[i]
        if worth.units > old.units or (worth.han >= old.han and worth.fu >= old.fu):
            continue
        k.worth[n] = old[0]
        n += 1
    if n < WORTHS:
        k.worth[n] = worth[0]
        n += 1
    k.n = n


cdef void weigh(const Facts* f, int reading, bint no_luck, Reckoning* k) noexcept nogil:
    cdef Worth worth
    cdef int i, han
    cdef bint served = f.rules.atozuke or no_luck or f.first_type == NO_TILE
    worth.han = worth.units = 0
    worth.reading = reading
    hold(f, worth.held)
    for i in range(PATTERNS):
        if not worth.held[i >> 6] >> (i & 63) & 1 or (no_luck and TABLE[i].luck):
            continue
        han = f.rules.han[i][f.open]
        if han < 0:
            worth.units -= han
        else:
            worth.han += han
        served = served or serves(f, i)
    if f.rules.atama and worth.units == 0 and f.win.riichi != RIICHI_OPEN:
        return
    if not served or (worth.units == 0 and worth.han < max(f.rules.min_yaku_han, 1)):
        return
    worth.fu = hand_fu(f)
    if worth.units:
        worth.han = worth.fu = 0
    add_worth(k, &worth)


cdef int quads_of(const Facts* f) noexcept nogil:
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


cdef void weigh_reading(const Facts* base, int index, bint no_luck, Reckoning* k) noexcept nogil:
    cdef const Reading* reading = &k.reading[index]
    cdef int kind = KIND_OF[base.win.win_as]
    cdef int i
    cdef Facts f = base[0]
    f.form = reading.form
    if reading.form != FORM_STANDARD:
        f.quads = <uint8_t>quads_of(base) if reading.form == FORM_PAIRS else 0
        weigh(&f, index, no_luck, k)
        return
    for i in range(reading.n):
        if block_holds(&reading.block[i], kind) and not seen_before(reading, i):
            f = base[0]
            f.form = FORM_STANDARD
            add_reading(&f, reading, i, kind)
            weigh(&f, index, no_luck, k)


cdef void concealed_kinds(const Win* win, uint8_t* out) noexcept nogil:
    cdef int i
    for i in range(KINDS):
        out[i] = win.kind[i]
    out[KIND_OF[win.win_as]] += 1


cdef int melded_kinds(const Win* win, uint8_t* out) noexcept nogil:
    # counts by kind in the melds; the number of sets they make
    cdef int i, j, kind
    cdef int n = 0
    memset(out, 0, KINDS)
    for i in range(win.n_meld):
        n += 1
        for j in range(win.meld[i].n):
            kind = KIND_OF[win.meld[i].tile[j]]
            if kind != NO_KIND:
                out[kind] += 1
    return n


cdef inline int forms_of(const Rules* r, const Win* win) noexcept nogil:
    return FORM_STANDARD if win.n_meld or r.sets != 4 else FORM_ALL


cdef void reckon_with(const Rules* r, const Win* win, bint no_luck, Reckoning* out) noexcept nogil:
    cdef Facts base
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
        n = readings(r, kind, melded, sets, 0, forms_of(r, win), out.reading)
    if n == 0:
        return
    start_facts(r, win, out, &base)
    for i in range(n):
        weigh_reading(&base, i, no_luck, out)


cdef bint every_wait_has_yaku(const Rules* r, const Win* win) noexcept nogil:
    # atozuke = false: luck aside, each tile that completes the hand must give a yaku
    cdef Win other = win[0]
    cdef Reckoning k
    cdef uint8_t melded[KINDS]
    cdef int32_t index[GROUPS]
    cdef uint64_t kinds
    cdef int sets = r.sets - melded_kinds(win, melded)
    cdef int i
    shape_index(r, win.kind, index)
    kinds = waits(r, win.kind, index, melded, sets, 0, forms_of(r, win))
    for i in range(KINDS):
        if kinds >> i & 1:
            other.win_as = <uint8_t>i
            reckon_with(r, &other, True, &k)
            if k.n == 0:
                return False
    return True


cdef void reckon(const Rules* r, const Win* win, Reckoning* out) noexcept nogil:
    reckon_with(r, win, False, out)


cdef bint quick_yaku(const Rules* r, const Win* win) noexcept nogil:
    # a closed riichi or draw: one han whatever the tiles
    if not win.closed or r.min_yaku_han > 1 or win.by == BY_BINGO or r.atama:
        return False
    return win.riichi != RIICHI_NONE or win.by == BY_TSUMO


cdef bint has_yaku(const Rules* r, const Win* win) noexcept nogil:
    cdef Reckoning k
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
        return is_complete(r, kind, index, melded, sets, 0, forms_of(r, win))
    reckon(r, win, &k)
    return k.n > 0 and (r.atozuke or every_wait_has_yaku(r, win))


# ---- dora and points

cdef struct Bonus:           # tiles, not han
    int32_t dora
    int32_t ura
    int32_t red
    int32_t gold
    int32_t rainbow
    int32_t nuki
    int32_t kandora          # of dora: from indicators that kans turned


cdef int indicated(const Rules* r, const Win* win, const Reckoning* k,
                   int indicator) noexcept nogil:
    # tiles that an indicator makes dora
    cdef int kind = KIND_OF[indicator]
    cdef int dora = NO_KIND
    cdef int n = 0
    cdef int i
    if kind != NO_KIND:
        dora = r.dora_next[kind]
        n = k.kind[dora]
    elif indicator != FLOWER:
        return 0
    if not r.nuki_indicator_doubles:
        return n
    for i in range(win.n_aside):
        if kind == NO_KIND:
            n += win.aside[i] == FLOWER
        else:
            n += KIND_OF[win.aside[i]] == dora
    return n


cdef inline int used(const Reckoning* k, int code) noexcept nogil:
    return k.code[code]


cdef void count_bonus(const Rules* r, const Win* win, const Reckoning* k,
                      Bonus* out) noexcept nogil:
    cdef int i
    cdef int n
    out.dora = out.ura = out.kandora = 0
    for i in range(win.n_dora):
        n = indicated(r, win, k, win.dora[i])
        out.dora += n
        out.kandora += n if i or r.chip_kandora_initial else 0
    if win.riichi != RIICHI_NONE:
        for i in range(win.n_ura):
            out.ura += indicated(r, win, k, win.ura[i])
    out.red = used(k, RED_5M) + used(k, RED_5P) + used(k, RED_5S)
    out.gold = used(k, GOLD_5M) + used(k, GOLD_5P) + used(k, GOLD_5S) + used(k, GOLD_NORTH)
    out.rainbow = used(k, RAINBOW_7P) + used(k, RAINBOW_7S)
    out.nuki = win.n_aside


cdef int bonus_han(const Rules* r, const Bonus* b) noexcept nogil:
    return (b.dora + b.ura + b.red + b.rainbow + b.nuki) + b.gold * r.han[P_GOLD][CLOSED]


cdef void add_entry(Value* out, int pattern, int han, bint yakuman) noexcept nogil:
    if han and out.n < ENTRIES:
        out.entry[out.n].pattern = <uint8_t>pattern
        out.entry[out.n].han = <int16_t>han
        out.entry[out.n].yakuman = yakuman
        out.n += 1


cdef void set_points(Value* out, const Points* p) noexcept nogil:
    out.limit = p.limit
    out.ron = p.ron
    out.tsumo_dealer = p.tsumo_dealer
    out.tsumo_other = p.tsumo_other


cdef bint beats(const Worth* a, const Worth* b) noexcept nogil:
    # at equal points
    if a.units != b.units:
        return a.units > b.units
    return a.fu > b.fu if a.han == b.han else a.han > b.han


cdef int choose(const Rules* r, const Win* win, const Reckoning* k, int bonus) noexcept nogil:
    # most points, then a real yakuman, then han, then fu
    cdef bint dealer = win.winner == win.dealer
    cdef int32_t best_paid = -1
    cdef int32_t paid
    cdef int best = 0
    cdef int i
    cdef Points p
    cdef const Worth* w
    cdef const Worth* b
    for i in range(k.n):
        w = &k.worth[i]
        b = &k.worth[best]
        points_of(r, w.han + bonus, w.fu, capped(r, w.units), dealer, &p)
        paid = p.ron if win.by == BY_RON else tsumo_total(r, &p, dealer)
        if paid < best_paid:
            continue
        if paid == best_paid and not beats(w, b):
            continue
        best = i
        best_paid = paid
    return best


cdef inline int capped(const Rules* r, int units) noexcept nogil:
    return min(units, r.max_yakuman) if r.max_yakuman >= 0 else units


cdef void list_entries(const Rules* r, const Win* win, const Worth* w, const Bonus* b,
                       Value* out) noexcept nogil:
    cdef int column = CLOSED if win.closed else OPEN
    cdef int i, han
    for i in range(PATTERNS):
        if w.held[i >> 6] >> (i & 63) & 1:
            han = r.han[i][column]
            if w.units == 0:
                add_entry(out, i, han, False)
            elif han < 0:
                add_entry(out, i, -han, True)
    if w.units == 0:
        list_bonus(r, b, out)


cdef void list_bonus(const Rules* r, const Bonus* b, Value* out) noexcept nogil:
    add_entry(out, P_DORA, b.dora, False)
    add_entry(out, P_URA, b.ura, False)
    add_entry(out, P_RED, b.red, False)
    add_entry(out, P_GOLD, b.gold * r.han[P_GOLD][CLOSED], False)
    add_entry(out, P_RAINBOW, b.rainbow, False)
    add_entry(out, P_NUKI, b.nuki, False)


cdef void raise_deal_in(const Rules* r, const Win* win, Value* out) noexcept nogil:
    # an open riichi was dealt into: at least a yakuman, not added to others
    cdef Points p
    if out.units:
        return
    points_of(r, 0, 0, 1, win.winner == win.dealer, &p)
    set_points(out, &p)
    if r.open_riichi_deal_in_kind == 0:
        out.units = 1
        out.han = out.fu = out.n = 0
        add_entry(out, P_OPEN_RIICHI_DEAL_IN, 1, True)


cdef void bingo_value(const Rules* r, const Win* win, Value* out) noexcept nogil:
    # a limit of its own, whatever the tiles
    cdef Points p
    out.legal = 1
    out.han = r.bingo_value
    points_at_limit(r, limit_at(out.han), 1, win.winner == win.dealer, &p)
    set_points(out, &p)
    add_entry(out, P_BINGO, out.han, False)


cdef void value_of(const Rules* r, const Win* win, const Reckoning* k, Value* out) noexcept nogil:
    cdef Bonus bonus
    cdef Points points
    cdef const Worth* w
    memset(out, 0, sizeof(Value))
    out.limit_yaku = NO_TILE
    out.wild_as = NO_TILE
    count_bonus(r, win, k, &bonus)
    out.ura = bonus.ura
    out.gold = bonus.gold
    out.rainbow = bonus.rainbow
    out.red = bonus.red
    out.kandora = bonus.kandora
    if win.by == BY_BINGO:
        if bingo_counts(r, win.riichi):
            bingo_value(r, win, out)
        return
    if k.n == 0:
        return
    out.legal = 1
    w = &k.worth[choose(r, win, k, bonus_han(r, &bonus))]
    out.reading = k.reading[w.reading]
    out.units = capped(r, w.units)
    out.fu = w.fu
    if w.units == 0:
        out.han = w.han + bonus_han(r, &bonus)
    points_of(r, out.han, out.fu, out.units, win.winner == win.dealer, &points)
    set_points(out, &points)
    list_entries(r, win, w, &bonus, out)
    if win.open_deal_in and r.open_riichi_deal_in:
        raise_deal_in(r, win, out)


cdef void evaluate(const Rules* r, const Win* win, Value* out) noexcept nogil:
    cdef Reckoning k
    reckon(r, win, &k)
    value_of(r, win, &k, out)
