# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""From what a hand's readings are worth to its value: dora, the best reading, points, entries."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport has_in_words
from shugi._fast.core.rules cimport OPEN_RIICHI_DEAL_IN_KIND_REAL, OPEN_RIICHI_DEAL_IN_NONE
from shugi._fast.core.sizes cimport NO_TILE, PATTERNS
from shugi._fast.core.state cimport BY_BINGO, BY_RON, RIICHI_CLOSED, RIICHI_NONE
from shugi._fast.core.tiles cimport (
    EXTRA_5M, FLOWER, GOLD_5M, GOLD_5P, GOLD_5S, GOLD_NORTH, KIND_OF, NO_KIND, RAINBOW_7P,
    RAINBOW_7S, RED_5M, RED_5P, RED_5S,
)
from shugi._fast.games.riichi.patterns cimport ReadingValue, Reckoning, bingo_counts, han_of, reckon
from shugi._fast.games.riichi.points cimport (
    Points, limit_at, points_at_limit, points_of, tsumo_total,
)
from shugi._fast.games.riichi.win cimport (
    ENTRIES, P_BINGO, P_DORA, P_GOLD, P_NUKI, P_OPEN_RIICHI, P_OPEN_RIICHI_DEAL_IN, P_OTAFUKU,
    P_RAINBOW, P_RED, P_RIICHI, P_URA, P_YONCHORO, WILDS,
)
from shugi._fast.games.riichi.yaku cimport CLOSED, OPEN


cdef struct Bonus:           # tiles, not han
    int32_t dora
    int32_t ura
    int32_t red
    int32_t gold
    int32_t rainbow
    int32_t nuki
    int32_t kandora          # of dora: from indicators that kans turned
    int32_t quads            # yonchoro: kinds of which all four copies are used
    int32_t otafuku          # kinds of wait beyond the free ones


cdef int dora_indicated(const Rules* r, const Win* win, const Reckoning* k,
                        int indicator) noexcept nogil:
    # tiles that an indicator makes dora
    cdef int kind = KIND_OF[indicator]
    cdef int dora = NO_KIND
    cdef int n = 0
    cdef int i
    if kind != NO_KIND:
        dora = r.dora_next[kind]
        n = k.kind[dora]
    elif indicator != FLOWER and indicator != EXTRA_5M:
        return 0
    if not r.nuki_indicator_doubles:
        return n
    for i in range(win.n_aside):
        if kind == NO_KIND:
            n += win.aside[i] == FLOWER or win.aside[i] == EXTRA_5M
        else:
            n += KIND_OF[win.aside[i]] == dora
    return n


cdef inline int wild_indicated(const Rules* r, const ReadingValue* w, int indicator) noexcept nogil:
    # wildcards that an indicator makes dora
    cdef int i
    cdef int n = 0
    if KIND_OF[indicator] == NO_KIND:
        return 0
    for i in range(WILDS):
        n += w.wild[i] == r.dora_next[KIND_OF[indicator]]
    return n


cdef inline int copies_used(const Reckoning* k, int code) noexcept nogil:
    return k.code[code]


cdef void count_bonus(const Rules* r, const Win* win, const Reckoning* k,
                      Bonus* out) noexcept nogil:
    cdef int i
    cdef int n
    out.dora = out.ura = out.kandora = 0
    for i in range(win.n_dora):
        n = dora_indicated(r, win, k, win.dora[i])
        out.dora += n
        out.kandora += n if i > r.extra_indicators or r.chip_kandora_initial else 0
    if win.riichi != RIICHI_NONE:
        for i in range(win.n_ura):
            out.ura += dora_indicated(r, win, k, win.ura[i])
    out.red = copies_used(k, RED_5M) + copies_used(k, RED_5P) + copies_used(k, RED_5S)
    out.gold = (copies_used(k, GOLD_5M) + copies_used(k, GOLD_5P) + copies_used(k, GOLD_5S)
                + copies_used(k, GOLD_NORTH))
    out.rainbow = copies_used(k, RAINBOW_7P) + copies_used(k, RAINBOW_7S)
    out.nuki = win.n_aside
    out.quads = 0
    out.otafuku = 0
    if r.local_otafuku:
        out.otafuku = max(0, win.n_wait - r.otafuku_free_waits)


cdef void add_reading_bonus(const Rules* r, const Win* win, const ReadingValue* w,
                            Bonus* out) noexcept nogil:
    # what depends on the reading: the dora among the wildcards, kinds used four times
    cdef int i, n
    out.quads = w.quads
    if win.wild == 0:
        return
    for i in range(win.n_dora):
        n = wild_indicated(r, w, win.dora[i])
        out.dora += n
        out.kandora += n if i > r.extra_indicators or r.chip_kandora_initial else 0
    if win.riichi != RIICHI_NONE:
        for i in range(win.n_ura):
            out.ura += wild_indicated(r, w, win.ura[i])


cdef int bonus_han(const Rules* r, const Bonus* b) noexcept nogil:
    return (b.dora + b.ura + b.red + b.rainbow + b.nuki + b.quads + b.otafuku) + (
        b.gold * r.han[P_GOLD][CLOSED])


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


cdef enum:
    MERITS = 6

cdef void judge_reading(const Rules* r, const Win* win, const ReadingValue* w, Bonus bonus,
                        int32_t* merit) noexcept nogil:
    # what readings are compared by: most points, then a real yakuman, then han, fu, chips; at last
    # the wildcards in kind order, so that the choice does not depend on that of the readings
    cdef bint dealer = win.winner == win.dealer
    cdef Points p
    cdef int32_t han
    cdef int i
    add_reading_bonus(r, win, w, &bonus)
    han = raised_han(r, w, &bonus)
    points_of(r, han, w.fu, cap_units(r, w.units), dealer, &p)
    merit[0] = p.ron if win.by == BY_RON else tsumo_total(r, &p, dealer)
    merit[1] = w.units
    merit[2] = han
    merit[3] = w.fu
    merit[4] = r.chip_ura * bonus.ura + r.chip_kandora * bonus.kandora
    merit[5] = 0
    for i in range(WILDS):
        merit[5] = 64 * merit[5] - (w.wild[i] & 63)


cdef int choose(const Rules* r, const Win* win, const Reckoning* k,
                const Bonus* bonus) noexcept nogil:
    cdef int32_t merit[MERITS]
    cdef int32_t most[MERITS]
    cdef int best = 0
    cdef int i, j
    for i in range(k.n):
        judge_reading(r, win, &k.worth[i], bonus[0], merit)
        j = 0
        while i and j < MERITS and merit[j] == most[j]:
            j += 1
        if i == 0 or (j < MERITS and merit[j] > most[j]):
            best = i
            memcpy(most, merit, sizeof(merit))
    return best


cdef inline int32_t raised_han(const Rules* r, const ReadingValue* w,
                               const Bonus* b) noexcept nogil:
    if w.units:
        return 0
    return max(w.han + bonus_han(r, b), w.least)


cdef inline int cap_units(const Rules* r, int units) noexcept nogil:
    return min(units, r.max_yakuman) if r.max_yakuman >= 0 else units


cdef void list_entries(const Rules* r, const Win* win, const ReadingValue* w, const Bonus* b,
                       Value* out) noexcept nogil:
    cdef int i, han
    if w.units == 0 and not win.closed and win.riichi != RIICHI_NONE:
        list_declared(r, P_RIICHI if win.riichi == RIICHI_CLOSED else P_OPEN_RIICHI, out)
    for i in range(PATTERNS):
        if has_in_words(w.held, i):
            han = han_of(r, win, i)
            if w.units == 0:
                add_entry(out, i, han, False)
            elif han < 0:
                add_entry(out, i, -han, True)
    if w.units == 0:
        list_bonus(r, b, out)


cdef void list_declared(const Rules* r, int pattern, Value* out) noexcept nogil:
    # riichi with an open hand is said even where it is worth nothing (flying_fish 4)
    if r.han[pattern][OPEN] == 0:
        out.entry[out.n].pattern = <uint8_t>pattern
        out.entry[out.n].han = 0
        out.entry[out.n].yakuman = False
        out.n += 1


cdef void list_bonus(const Rules* r, const Bonus* b, Value* out) noexcept nogil:
    add_entry(out, P_DORA, b.dora, False)
    add_entry(out, P_URA, b.ura, False)
    add_entry(out, P_RED, b.red, False)
    add_entry(out, P_GOLD, b.gold * r.han[P_GOLD][CLOSED], False)
    add_entry(out, P_RAINBOW, b.rainbow, False)
    add_entry(out, P_NUKI, b.nuki, False)
    add_entry(out, P_YONCHORO, b.quads, False)
    add_entry(out, P_OTAFUKU, b.otafuku, False)


cdef void raise_deal_in(const Rules* r, const Win* win, Value* out) noexcept nogil:
    # an open riichi was dealt into: at least a yakuman, not added to others
    cdef Points p
    if out.units:
        return
    points_of(r, 0, 0, 1, win.winner == win.dealer, &p)
    set_points(out, &p)
    if r.open_riichi_deal_in_kind == OPEN_RIICHI_DEAL_IN_KIND_REAL:
        out.units = 1
        out.han = out.fu = out.n = 0
        add_entry(out, P_OPEN_RIICHI_DEAL_IN, 1, True)


cdef void set_bonus(Value* out, const Bonus* b) noexcept nogil:
    out.dora = b.dora
    out.ura = b.ura
    out.gold = b.gold
    out.rainbow = b.rainbow
    out.red = b.red
    out.kandora = b.kandora
    out.quads = b.quads
    out.otafuku = b.otafuku


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
    cdef const ReadingValue* w
    memset(out, 0, sizeof(Value))
    memset(out.wild_as, NO_TILE, WILDS)
    count_bonus(r, win, k, &bonus)
    if win.by == BY_BINGO:
        set_bonus(out, &bonus)
        if bingo_counts(r, win.riichi):
            bingo_value(r, win, out)
        return
    if k.n == 0:
        set_bonus(out, &bonus)
        return
    out.legal = 1
    w = &k.worth[choose(r, win, k, &bonus)]
    add_reading_bonus(r, win, w, &bonus)
    set_bonus(out, &bonus)
    if w.units and not r.otafuku_with_yakuman:
        out.otafuku = 0
    out.reading = k.reading[w.reading]
    memcpy(out.wild_as, w.wild, WILDS)
    out.held[0] = w.held[0]
    out.held[1] = w.held[1]
    out.units = cap_units(r, w.units)
    out.fu = w.fu
    out.han = raised_han(r, w, &bonus)
    out.limit_yaku = w.limit_yaku
    out.han_before_limit = w.han + bonus_han(r, &bonus) if w.limit_yaku else 0
    points_of(r, out.han, out.fu, out.units, win.winner == win.dealer, &points)
    set_points(out, &points)
    list_entries(r, win, w, &bonus, out)
    if win.open_deal_in and r.open_riichi_deal_in != OPEN_RIICHI_DEAL_IN_NONE:
        raise_deal_in(r, win, out)


cdef void evaluate(const Rules* r, const Win* win, Value* out) noexcept nogil:
    cdef Reckoning k
    reckon(r, win, &k)
    value_of(r, win, &k, out)
