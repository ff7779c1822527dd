# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The yaku as rows of one table (sanma_base section 4, super_bingo section 4).

A row is a name, a test, han and what it excludes; the options change the han only
(``patterns.patterns_compile``).  Tests see one reading of the hand (``YakuContext``) alone.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from shugi._fast.core.bits cimport add_in_words, bit, count, has
from shugi._fast.core.state cimport (
    BY_RON, BY_TSUMO, MELD_ANKAN, MELD_ATAMA, MELD_CHI, MELD_DAIMINKAN, MELD_KAKAN, MELD_PON,
    RIICHI_CLOSED, RIICHI_NONE, RIICHI_OPEN,
)
from shugi._fast.core.tiles cimport (
    KIND_7P, KIND_7S, KIND_EAST, KIND_GREEN, KIND_NORTH, KIND_OF, KIND_RED, KIND_WHITE,
)
from shugi._fast.games.riichi.win cimport *
from shugi._fast.shape.shapes cimport FORM_ORPHANS, FORM_PAIRS, FORM_STANDARD

cdef enum:
    YAKUMAN = -1             # units, as negative han
    DOUBLE = -2


# ---- masks of kinds

cdef uint64_t TERMINALS = bit(0) | bit(8) | bit(9) | bit(17) | bit(18) | bit(26)
cdef uint64_t WINDS = bit(27) | bit(28) | bit(29) | bit(30)
cdef uint64_t DRAGONS = bit(31) | bit(32) | bit(33)
cdef uint64_t HONORS = WINDS | DRAGONS
cdef uint64_t GREENS = bit(19) | bit(20) | bit(21) | bit(23) | bit(25) | bit(32)
cdef uint64_t SEVENS = bit(KIND_7P) | bit(KIND_7S)
cdef uint64_t SUIT = 0x1FF
# kinds at which three, or four, consecutive numbers can begin
cdef uint64_t FIRST_OF_3 = 0x7F | 0x7F << 9 | 0x7F << 18
cdef uint64_t FIRST_OF_4 = 0x3F | 0x3F << 9 | 0x3F << 18


cdef inline bint lacks(const YakuContext* f, uint64_t kinds) noexcept nogil:
    return not f.cross and not f.kinds & kinds


cdef inline bint triplet_of(const YakuContext* f, int kind) noexcept nogil:
    return has(f.triplets, kind)


# ---- tests: what happened

cdef bint is_riichi(const YakuContext* f) noexcept nogil:
    # with an open hand, open riichi takes its place
    return f.win.riichi == RIICHI_CLOSED or (f.win.riichi == RIICHI_OPEN and f.open == CLOSED)

cdef bint is_double_riichi(const YakuContext* f) noexcept nogil:
    return f.win.riichi != RIICHI_NONE and f.win.double_riichi

cdef bint is_open_riichi(const YakuContext* f) noexcept nogil:
    return f.win.riichi == RIICHI_OPEN

cdef bint is_ippatsu(const YakuContext* f) noexcept nogil:
    return f.win.riichi != RIICHI_NONE and f.win.ippatsu

cdef bint is_menzen_tsumo(const YakuContext* f) noexcept nogil:
    return f.win.by == BY_TSUMO

cdef bint is_haitei(const YakuContext* f) noexcept nogil:
    return f.win.by == BY_TSUMO and f.win.last_tile and not f.win.rinshan

cdef bint is_houtei(const YakuContext* f) noexcept nogil:
    return f.win.by == BY_RON and f.win.last_tile

cdef bint is_rinshan(const YakuContext* f) noexcept nogil:
    return f.win.by == BY_TSUMO and f.win.rinshan

cdef bint is_chankan(const YakuContext* f) noexcept nogil:
    return f.win.by == BY_RON and f.win.chankan

cdef bint is_tenhou(const YakuContext* f) noexcept nogil:
    return f.win.by == BY_TSUMO and f.win.first_turn and f.win.winner == f.win.dealer

cdef bint is_chiihou(const YakuContext* f) noexcept nogil:
    return f.win.by == BY_TSUMO and f.win.first_turn and f.win.winner != f.win.dealer

cdef bint is_renhou(const YakuContext* f) noexcept nogil:
    return f.win.by == BY_RON and f.win.first_turn and f.win.winner != f.win.dealer


# ---- tests: which tiles

cdef bint is_tanyao(const YakuContext* f) noexcept nogil:
    return lacks(f, TERMINALS | HONORS)

cdef bint is_honroutou(const YakuContext* f) noexcept nogil:
    return lacks(f, ~(TERMINALS | HONORS))

cdef bint is_chinroutou(const YakuContext* f) noexcept nogil:
    return lacks(f, ~TERMINALS) and (f.form == FORM_STANDARD or f.rules.chinroutou_chiitoi)

cdef bint is_tsuuiisou(const YakuContext* f) noexcept nogil:
    return lacks(f, ~HONORS)

cdef bint is_ryuuiisou(const YakuContext* f) noexcept nogil:
    return lacks(f, ~GREENS)

cdef bint is_honitsu(const YakuContext* f) noexcept nogil:
    return f.suits == 1 and not f.cross and f.kinds & HONORS != 0

cdef bint is_chinitsu(const YakuContext* f) noexcept nogil:
    return f.suits == 1 and lacks(f, HONORS)


# ---- tests: which sets

cdef inline bint is_guest_north(const Rules* r) noexcept nogil:
    # of value to nobody, whatever its seat or the round
    return r.han[P_YAKUHAI_4Z][CLOSED] == 0 and not r.north_wind

cdef int pair_fu(const YakuContext* f) noexcept nogil:
    cdef const Rules* r = f.rules
    cdef int wind = f.pair - KIND_EAST
    cdef int fu
    if f.pair >= KIND_WHITE:
        return 2
    if wind < 0 or (f.pair == KIND_NORTH and is_guest_north(r)):
        return 0
    fu = 2 if f.pair == KIND_NORTH and r.han[P_YAKUHAI_4Z][CLOSED] else 0
    return fu + 2 * (wind == f.win.round_wind) + 2 * (wind == f.win.seat_wind)

cdef bint is_pinfu(const YakuContext* f) noexcept nogil:
    return f.n_run == f.rules.sets and f.wait == WAIT_TWO_SIDED and pair_fu(f) == 0

cdef int equal_runs(const YakuContext* f) noexcept nogil:
    cdef int k
    cdef int n = 0
    for k in range(27):
        n += f.run[k] / 2
    return n

cdef bint is_iipeikou(const YakuContext* f) noexcept nogil:
    return equal_runs(f) >= 1

cdef bint is_ryanpeikou(const YakuContext* f) noexcept nogil:
    return equal_runs(f) >= 2

cdef bint is_yakuhai_4z(const YakuContext* f) noexcept nogil:
    return triplet_of(f, KIND_NORTH)

cdef bint is_yakuhai_5z(const YakuContext* f) noexcept nogil:
    return triplet_of(f, KIND_WHITE)

cdef bint is_yakuhai_6z(const YakuContext* f) noexcept nogil:
    return triplet_of(f, KIND_GREEN)

cdef bint is_yakuhai_7z(const YakuContext* f) noexcept nogil:
    return triplet_of(f, KIND_RED)

cdef bint is_value_wind(const YakuContext* f, int wind) noexcept nogil:
    if KIND_EAST + wind == KIND_NORTH and is_guest_north(f.rules):
        return False
    return triplet_of(f, KIND_EAST + wind)

cdef bint is_yakuhai_round(const YakuContext* f) noexcept nogil:
    return is_value_wind(f, f.win.round_wind)

cdef bint is_yakuhai_seat(const YakuContext* f) noexcept nogil:
    return is_value_wind(f, f.win.seat_wind)

cdef bint is_toitoi(const YakuContext* f) noexcept nogil:
    return f.form == FORM_STANDARD and f.n_triplet == f.rules.sets

cdef bint is_sanankou(const YakuContext* f) noexcept nogil:
    return f.n_concealed == 3

cdef bint is_suuankou(const YakuContext* f) noexcept nogil:
    return f.n_concealed == 4

cdef bint is_suuankou_tanki(const YakuContext* f) noexcept nogil:
    return f.n_concealed == 4 and f.wait == WAIT_SINGLE

cdef bint is_sankantsu(const YakuContext* f) noexcept nogil:
    return f.n_kan == 3

cdef bint is_suukantsu(const YakuContext* f) noexcept nogil:
    return f.n_kan == 4

cdef bint is_sanshoku_doukou(const YakuContext* f) noexcept nogil:
    return (f.triplets & f.triplets >> 9 & f.triplets >> 18 & SUIT) != 0

cdef bint is_sanshoku_doujun(const YakuContext* f) noexcept nogil:
    cdef int rank
    for rank in range(7):
        if f.run[rank] and f.run[rank + 9] and f.run[rank + 18]:
            return True
    return False

cdef bint is_shousangen(const YakuContext* f) noexcept nogil:
    return count(f.triplets & DRAGONS) == 2 and f.pair >= KIND_WHITE

cdef bint is_daisangen(const YakuContext* f) noexcept nogil:
    return f.triplets & DRAGONS == DRAGONS

cdef bint is_shousuushii(const YakuContext* f) noexcept nogil:
    return count(f.triplets & WINDS) == 3 and KIND_EAST <= f.pair <= KIND_NORTH

cdef bint is_daisuushii(const YakuContext* f) noexcept nogil:
    return f.triplets & WINDS == WINDS

cdef bint is_chanta(const YakuContext* f) noexcept nogil:
    return f.form == FORM_STANDARD and f.n_run > 0 and f.n_outside == f.rules.sets + 1

cdef bint is_junchan(const YakuContext* f) noexcept nogil:
    return is_chanta(f) and lacks(f, HONORS)

cdef bint is_ittsu(const YakuContext* f) noexcept nogil:
    cdef int suit
    for suit in range(0, 27, 9):
        if f.run[suit] and f.run[suit + 3] and f.run[suit + 6]:
            return True
    return False


cdef bint is_sanpukou(const YakuContext* f) noexcept nogil:
    return count(f.triplets & WINDS) == 3 and not KIND_EAST <= f.pair <= KIND_NORTH

cdef uint64_t three_in_a_row(const YakuContext* f) noexcept nogil:
    return f.triplets & f.triplets >> 1 & f.triplets >> 2 & FIRST_OF_3

cdef bint is_suurenkou(const YakuContext* f) noexcept nogil:
    return (three_in_a_row(f) & f.triplets >> 3 & FIRST_OF_4) != 0

cdef bint is_sanrenkou(const YakuContext* f) noexcept nogil:
    return three_in_a_row(f) != 0 and not is_suurenkou(f)

cdef bint is_mu(const YakuContext* f) noexcept nogil:
    cdef int i, type
    cdef int n = 0
    for i in range(f.win.n_meld):
        type = f.win.meld[i].type
        n += type in (MELD_PON, MELD_DAIMINKAN, MELD_KAKAN) or (
            type == MELD_ANKAN and f.rules.mu_counts_ankan != 0)
    return n == 4

cdef bint is_manzu_honitsu(const YakuContext* f) noexcept nogil:
    return is_honitsu(f) and f.kinds & SUIT != 0


# ---- tests: shapes of their own

cdef bint is_chiitoi(const YakuContext* f) noexcept nogil:
    return f.form == FORM_PAIRS

cdef bint is_chiitoi_1quad(const YakuContext* f) noexcept nogil:
    return f.form == FORM_PAIRS and f.quads == 1

cdef bint is_chiitoi_2quads(const YakuContext* f) noexcept nogil:
    return f.form == FORM_PAIRS and f.quads == 2

cdef bint is_chiitoi_3quads(const YakuContext* f) noexcept nogil:
    return f.form == FORM_PAIRS and f.quads == 3

cdef bint is_all_birds(const YakuContext* f) noexcept nogil:
    cdef int bird = f.rules.bird_tile
    return bird >= 0 and f.count[bird] == f.rules.copies[bird]

cdef bint is_chinitsu_chiitoi(const YakuContext* f) noexcept nogil:
    return f.form == FORM_PAIRS and is_chinitsu(f)

cdef bint is_closed_honitsu_chiitoi(const YakuContext* f) noexcept nogil:
    return f.form == FORM_PAIRS and f.win.closed and is_honitsu(f)

cdef bint is_hadaka(const YakuContext* f) noexcept nogil:
    # seven pairs have no melds but called pairs
    return f.form == FORM_PAIRS and f.win.n_meld == 6

cdef bint is_orochi(const YakuContext* f) noexcept nogil:
    if f.form != FORM_PAIRS or f.kinds & ~(HONORS | SEVENS):
        return False
    return not f.rules.orochi_needs_seven or f.kinds & SEVENS != 0

cdef bint is_susanowo(const YakuContext* f) noexcept nogil:
    return f.form == FORM_PAIRS and f.win.n_meld == 0 and not f.kinds & SEVENS

cdef bint is_orphans(const YakuContext* f) noexcept nogil:
    return f.form == FORM_ORPHANS

cdef bint is_orphans_13(const YakuContext* f) noexcept nogil:
    # the winning tile is the one held twice: before it there was one of each
    return f.form == FORM_ORPHANS and f.count[KIND_OF[f.win.win_as]] == 2

cdef int gates_over(const YakuContext* f) noexcept nogil:
    # the tile beyond 1112345678999 of one suit; -1 when the hand is not of that shape
    cdef int first, i, over
    cdef int extra = -1
    if not is_chinitsu(f):
        return -1
    for i in range(f.win.n_meld):
        if f.win.meld[i].type != MELD_ATAMA or not f.rules.atama_open_suuankou:
            return -1
    first = 0 if f.kinds & SUIT else 9 if f.kinds & SUIT << 9 else 18
    for i in range(9):
        over = f.count[first + i] - (3 if i == 0 or i == 8 else 1)
        if over < 0 or over > 1:
            return -1
        if over:
            extra = first + i
    return extra

cdef bint is_chuuren(const YakuContext* f) noexcept nogil:
    return gates_over(f) >= 0

cdef bint is_junsei_chuuren(const YakuContext* f) noexcept nogil:
    return gates_over(f) == KIND_OF[f.win.win_as]


# ---- the table

PATTERN_NAMES = {}


cdef void row(int id, const char* name, Test test, int closed, int open_, int serve=SERVES_NEVER,
              uint64_t kinds=0) noexcept:
    cdef Pattern* p = &TABLE[id]
    p.name = name
    p.test = test
    p.han[CLOSED] = <int16_t>closed
    p.han[OPEN] = <int16_t>open_
    p.serve = <uint8_t>serve
    p.kinds = kinds
    PATTERN_NAMES[id] = name.decode()


cdef void excludes(int id, int weaker) noexcept:
    add_in_words(TABLE[id].excludes, weaker)


cdef void fill_yaku() noexcept:
    cdef int id
    row(P_RIICHI, b"riichi", is_riichi, 1, 0)
    row(P_DOUBLE_RIICHI, b"double_riichi", is_double_riichi, 2, 0)
    row(P_OPEN_RIICHI, b"open_riichi", is_open_riichi, 1, 0)
    row(P_IPPATSU, b"ippatsu", is_ippatsu, 1, 0)
    row(P_MENZEN_TSUMO, b"menzen_tsumo", is_menzen_tsumo, 1, 0)
    row(P_PINFU, b"pinfu", is_pinfu, 1, 0)
    row(P_TANYAO, b"tanyao", is_tanyao, 1, 1, SERVES_ALWAYS)
    row(P_IIPEIKOU, b"iipeikou", is_iipeikou, 1, 0)
    row(P_RYANPEIKOU, b"ryanpeikou", is_ryanpeikou, 3, 0)
    row(P_YAKUHAI_5Z, b"yakuhai_5z", is_yakuhai_5z, 1, 1, SERVES_TRIPLET, bit(KIND_WHITE))
    row(P_YAKUHAI_6Z, b"yakuhai_6z", is_yakuhai_6z, 1, 1, SERVES_TRIPLET, bit(KIND_GREEN))
    row(P_YAKUHAI_7Z, b"yakuhai_7z", is_yakuhai_7z, 1, 1, SERVES_TRIPLET, bit(KIND_RED))
    row(P_YAKUHAI_ROUND, b"yakuhai_round", is_yakuhai_round, 1, 1, SERVES_TRIPLET, 0)
    row(P_YAKUHAI_SEAT, b"yakuhai_seat", is_yakuhai_seat, 1, 1, SERVES_TRIPLET, 0)
    row(P_YAKUHAI_4Z, b"yakuhai_4z", is_yakuhai_4z, 1, 1, SERVES_TRIPLET, bit(KIND_NORTH))
    row(P_HAITEI, b"haitei", is_haitei, 1, 1)
    row(P_HOUTEI, b"houtei", is_houtei, 1, 1)
    row(P_RINSHAN, b"rinshan", is_rinshan, 1, 1)
    row(P_CHANKAN, b"chankan", is_chankan, 1, 1)
    row(P_CHIITOI, b"chiitoi", is_chiitoi, 2, 0)
    row(P_CHIITOI_1QUAD, b"chiitoi_1quad", is_chiitoi_1quad, 0, 0)
    row(P_CHIITOI_2QUADS, b"chiitoi_2quads", is_chiitoi_2quads, 0, 0)
    row(P_TOITOI, b"toitoi", is_toitoi, 2, 2, SERVES_ALWAYS)
    row(P_SANANKOU, b"sanankou", is_sanankou, 2, 2)
    row(P_SANKANTSU, b"sankantsu", is_sankantsu, 2, 2, SERVES_KAN)
    row(P_SANSHOKU_DOUKOU, b"sanshoku_doukou", is_sanshoku_doukou, 2, 2, SERVES_TRIPLET, 0)
    row(P_SANSHOKU_DOUJUN, b"sanshoku_doujun", is_sanshoku_doujun, 2, 1)
    row(P_HONROUTOU, b"honroutou", is_honroutou, 2, 2, SERVES_ALWAYS)
    row(P_SHOUSANGEN, b"shousangen", is_shousangen, 2, 2, SERVES_TRIPLET, DRAGONS)
    row(P_CHANTA, b"chanta", is_chanta, 2, 1, SERVES_ALWAYS)
    row(P_ITTSU, b"ittsu", is_ittsu, 2, 1)
    row(P_JUNCHAN, b"junchan", is_junchan, 3, 2, SERVES_ALWAYS)
    row(P_HONITSU, b"honitsu", is_honitsu, 3, 2, SERVES_ALWAYS)
    row(P_CHINITSU, b"chinitsu", is_chinitsu, 6, 5, SERVES_ALWAYS)
    row(P_RENHOU, b"renhou", is_renhou, 0, 0)
    for id in (P_IPPATSU, P_HAITEI, P_HOUTEI, P_RINSHAN, P_CHANKAN):
        TABLE[id].luck = True
    excludes(P_DOUBLE_RIICHI, P_RIICHI)
    excludes(P_RYANPEIKOU, P_IIPEIKOU)
    excludes(P_CHIITOI_1QUAD, P_CHIITOI)
    excludes(P_CHIITOI_2QUADS, P_CHIITOI)
    excludes(P_CHIITOI_3QUADS, P_CHIITOI)
    excludes(P_JUNCHAN, P_CHANTA)
    excludes(P_CHINITSU, P_HONITSU)


cdef void fill_bonuses() noexcept:
    row(P_NAGASHI, b"nagashi", NULL, 0, 0)
    row(P_BINGO, b"bingo", NULL, 0, 0)
    row(P_DORA, b"dora", NULL, 1, 1)
    row(P_URA, b"ura", NULL, 1, 1)
    row(P_RED, b"red", NULL, 1, 1)
    row(P_GOLD, b"gold", NULL, 1, 1)
    row(P_RAINBOW, b"rainbow", NULL, 1, 1)
    row(P_NUKI, b"nuki", NULL, 1, 1)


cdef void fill_yakuman() noexcept:
    row(P_KOKUSHI, b"kokushi", is_orphans, YAKUMAN, 0)
    row(P_KOKUSHI_13, b"kokushi_13", is_orphans_13, DOUBLE, 0)
    row(P_NANASHI, b"nanashi", is_orphans, YAKUMAN, 0)
    row(P_NANASHI_13, b"nanashi_13", is_orphans_13, DOUBLE, 0)
    row(P_SUUANKOU, b"suuankou", is_suuankou, YAKUMAN, 0)
    row(P_SUUANKOU_TANKI, b"suuankou_tanki", is_suuankou_tanki, DOUBLE, 0)
    row(P_DAISANGEN, b"daisangen", is_daisangen, YAKUMAN, YAKUMAN, SERVES_TRIPLET, DRAGONS)
    row(P_SHOUSUUSHII, b"shousuushii", is_shousuushii, YAKUMAN, YAKUMAN, SERVES_TRIPLET, WINDS)
    row(P_DAISUUSHII, b"daisuushii", is_daisuushii, DOUBLE, DOUBLE, SERVES_TRIPLET, WINDS)
    row(P_TSUUIISOU, b"tsuuiisou", is_tsuuiisou, YAKUMAN, YAKUMAN, SERVES_ALWAYS)
    row(P_CHINROUTOU, b"chinroutou", is_chinroutou, YAKUMAN, YAKUMAN, SERVES_ALWAYS)
    row(P_RYUUIISOU, b"ryuuiisou", is_ryuuiisou, YAKUMAN, YAKUMAN, SERVES_ALWAYS)
    row(P_CHUUREN, b"chuuren", is_chuuren, YAKUMAN, 0)
    row(P_JUNSEI_CHUUREN, b"junsei_chuuren", is_junsei_chuuren, DOUBLE, 0)
    row(P_SUUKANTSU, b"suukantsu", is_suukantsu, YAKUMAN, YAKUMAN, SERVES_KAN)
    row(P_TENHOU, b"tenhou", is_tenhou, YAKUMAN, 0)
    row(P_CHIIHOU, b"chiihou", is_chiihou, YAKUMAN, 0)
    row(P_CHIITOI_3QUADS, b"chiitoi_3quads", is_chiitoi_3quads, 0, 0)
    row(P_CHINITSU_CHIITOI, b"chinitsu_chiitoi", is_chinitsu_chiitoi, 0, 0)
    row(P_ALL_EIGHT_1S, b"all_eight_1s", is_all_birds, YAKUMAN, YAKUMAN, SERVES_TRIPLET)
    row(P_HADAKA, b"hadaka", is_hadaka, 0, 0)
    row(P_OROCHI, b"orochi", is_orochi, 0, 0)
    row(P_SUSANOWO, b"susanowo", is_susanowo, 0, 0)
    row(P_OPEN_RIICHI_DEAL_IN, b"open_riichi_deal_in", NULL, YAKUMAN, 0)
    excludes(P_KOKUSHI_13, P_KOKUSHI)
    excludes(P_NANASHI_13, P_NANASHI)
    excludes(P_SUUANKOU_TANKI, P_SUUANKOU)
    excludes(P_JUNSEI_CHUUREN, P_CHUUREN)


cdef void fill_local() noexcept:
    row(P_SANPUKOU, b"sanpukou", is_sanpukou, 2, 2, SERVES_TRIPLET, WINDS)
    row(P_SANRENKOU, b"sanrenkou", is_sanrenkou, 2, 2)
    row(P_CLOSED_HONITSU_CHIITOI, b"closed_honitsu_chiitoi", is_closed_honitsu_chiitoi, 0, 0)
    row(P_YONCHORO, b"yonchoro", NULL, 1, 1)
    row(P_OTAFUKU, b"otafuku", NULL, 1, 1)
    row(P_SUURENKOU, b"suurenkou", is_suurenkou, YAKUMAN, YAKUMAN)
    row(P_MU, b"mu", is_mu, YAKUMAN, YAKUMAN, SERVES_ALWAYS)
    row(P_MANZU_HONITSU, b"manzu_honitsu", is_manzu_honitsu, YAKUMAN, YAKUMAN, SERVES_ALWAYS)
    row(P_DAISHARIN, b"daisharin", is_chinitsu_chiitoi, YAKUMAN, 0)


fill_yaku()
fill_local()
fill_bonuses()
fill_yakuman()


# ---- what the table says of a reading

cdef void hold(const YakuContext* f, uint64_t* held) noexcept nogil:
    cdef int i
    cdef const Pattern* p
    cdef uint64_t gone[2]
    held[0] = held[1] = gone[0] = gone[1] = 0
    for i in range(PATTERNS):
        p = &TABLE[i]
        if p.test != NULL and f.rules.han[i][f.open] != 0 and p.test(f):
            add_in_words(held, i)
            gone[0] |= p.excludes[0]
            gone[1] |= p.excludes[1]
    held[0] &= ~gone[0]
    held[1] &= ~gone[1]


cdef bint serves(const YakuContext* f, int id) noexcept nogil:
    cdef uint64_t kinds = TABLE[id].kinds
    cdef int serve = TABLE[id].serve
    if serve == SERVES_KAN:
        return f.first_type in (MELD_DAIMINKAN, MELD_KAKAN, MELD_ANKAN)
    if serve != SERVES_TRIPLET:
        return serve == SERVES_ALWAYS
    if f.first_type == MELD_CHI:
        return False
    if id == P_YAKUHAI_ROUND:
        kinds = bit(KIND_EAST + f.win.round_wind)
    elif id == P_YAKUHAI_SEAT:
        kinds = bit(KIND_EAST + f.win.seat_wind)
    elif id == P_ALL_EIGHT_1S:
        kinds = bit(f.rules.bird_tile)
    elif id == P_SANSHOKU_DOUKOU:
        kinds = f.triplets & f.triplets >> 9 & f.triplets >> 18 & SUIT
        kinds |= kinds << 9 | kinds << 18
    return has(kinds, f.first_kind)
