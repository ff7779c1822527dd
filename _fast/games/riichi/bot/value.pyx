# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
from libc.stdint cimport int32_t, uint64_t

from shugi._fast.games.riichi.bot.chip_events cimport Prospect, likely_chips, prospect_clear
from shugi._fast.core.bits cimport bit, has, lowest
from shugi._fast.core.river cimport called_away
from shugi._fast.core.rules cimport (
    MULTIPLIER_CONDITIONS_BUST_LOADED, MULTIPLIER_CONDITIONS_HOME_RUN,
    MULTIPLIER_CONDITIONS_IPPATSU, NORTH_ROLE_YAKUHAI, OPEN_RIICHI_DEAL_IN_NONE,
    PLACEMENT_FLYING_FISH, PLACEMENT_TORIUCHI, POINTS_TABLE_MJS, POINTS_TABLE_NORTH_BISECTION,
    Rules,
)
from shugi._fast.core.sizes cimport CODES, KINDS
from shugi._fast.core.state cimport (
    MELD_ANKAN, MELD_DAIMINKAN, MELD_GRAND_CROSS, MELD_KAKAN, RIICHI_NONE, RIICHI_OPEN, Meld, Seat,
    State,
)
from shugi._fast.core.tiles cimport (
    BINGO_BLUE, BINGO_RED, CHERRY_1P, CHERRY_3P, CODES_OF, DEATH_7P, FLOWER, GOLD_NORTH, KIND_7P,
    KIND_7S, KIND_EAST, KIND_NORTH, KIND_OF, KIND_WHITE, NO_KIND, is_gold, is_rainbow, is_red,
    is_terminal_or_honor,
)
from shugi._fast.games.riichi.chip_events cimport (
    FACT_ASIDE, FACT_BINGO, FACT_CALLS, FACT_CLOSED, FACT_DEALER, FACT_DORA, FACT_DOUBLE_RIICHI,
    FACT_FLOWERS, FACT_GOLD, FACT_HAN, FACT_HONBA, FACT_IPPATSU, FACT_KANS, FACT_LIMIT,
    FACT_OPEN_RIICHI, FACT_OTAFUKU, FACT_PAYER_DEALER, FACT_PAYER_LIABLE, FACT_RAINBOW, FACT_RED,
    FACT_RIICHI, FACT_RON, FACT_ROUND, FACT_SEAT, FACT_TSUMO, FACT_URA,
)
from shugi._fast.games.riichi.chips cimport honba_multiplier
from shugi._fast.games.riichi.points cimport limit_at
from shugi._fast.games.riichi.win cimport (
    P_CHANKAN, P_CHINITSU, P_HAITEI, P_HONITSU, P_HOUTEI, P_MENZEN_TSUMO, P_RINSHAN, P_TANYAO,
    P_YAKUHAI_4Z, P_YAKUHAI_5Z, P_YAKUHAI_6Z, P_YAKUHAI_7Z, P_YAKUHAI_ROUND, P_YAKUHAI_SEAT,
)
from shugi._fast.view.seat_view cimport code_han, seat_at

cdef enum:
    MOST_HAN = 14

# thousands of points by han, not dealer: with fu (about 35), and without
cdef float[2][MOST_HAN] POINTS
POINTS[0] = [0.7, 1.3, 2.6, 5.2, 7.8, 8, 12, 12, 16, 16, 16, 24, 24, 32]
POINTS[1] = [0.7, 1, 2, 4, 8, 8, 12, 12, 16, 16, 16, 24, 24, 32]

# a yaku that is not there yet: simples by the number of orphans left, a value pair
cdef float[5] TANYAO
TANYAO = [0.8, 0.4, 0.15, 0.05, 0]
cdef float VALUE_PAIR = 0.35

# chips of a tulip at the lowest tier, what another tier adds (means of simulated hands), and the
# chance that a hand which holds so many sevens of a suit wins with three
cdef float TULIP = 4
cdef float TULIP_TIER = 13
cdef float[4] THREE_SEVENS
THREE_SEVENS = [0.02, 0.06, 0.3, 0.95]
cdef float RUSH = 1.5        # chips that a bingo tile set aside adds
# what a tulip of the cherry game is multiplied by, on average: by each cherry in sight (and whether
# the total turns), by those to be revealed, and where a death tile takes the lives.  Means of
# 10,000 hands of tile efficiency
cdef float[3] CHERRIES
CHERRIES = [-1.3, -1.75, -2.1]
cdef float HIDDEN_CHERRIES = 3.5
cdef float DEATH = 2
cdef float BOTH_PAY = 1.4    # a draw is paid by everybody

cdef float DRAWN = 0.4       # han on average
cdef float IPPATSU = 0.15
cdef float URA = 0.4         # of one indicator
cdef float DENIED = 3        # what the others' wins would have cost, prevented by an own win
cdef float DENIED_CHIPS = 0.4  # share of a typical win's chips
cdef float LAST_TILE = 0.02  # chance that a win takes the last tile
cdef float KAN_LUCK = 0.01   # ... or what a kan brings
cdef float MARKER = 1.5      # ... which a home run marker, won with any hand, doubles next time
cdef float EVERY_WIN = 6     # what a win is worth to a style that does not look at values

# chance of a yakuman with so many of its nine tiles, from six on
cdef float[4] NEARLY
NEARLY = [0, 0.12, 0.5, 1]
cdef float SHARE_PAID = 0.8  # of a ron's points, what an opponent pays for a win on average
cdef float CHIPS_LOST = 0.4  # a hand that is given up loses chips all the same, to a draw
cdef float GAME_LOST = 10    # chips of the placement, when a bust ends the game
cdef float GUN = 0.12        # chance that a gun held to the end stops a bird
cdef float GUN_THREATENED = 0.3
cdef float WINDS = 0.5       # share of a cross that a wind is worth, when the others are there
cdef float CROSS_TURNS = 9   # draws that a hand lasts


SIMPLES = 0
cdef int _kind
for _kind in range(KINDS):
    if not is_terminal_or_honor(_kind):
        SIMPLES |= bit(_kind)


# --- the table ------------------------------------------------------------------------------------

cdef float chip_worth(const Rules* r) noexcept nogil:
    # thousands of points that count as much as a chip in the end
    if r.placement == PLACEMENT_FLYING_FISH:
        # the places are worth so much, whatever the points between them
        return 3 * r.start_points / (
            <float>1000 * (r.placement_second + 2 * r.placement_third))
    if r.placement == PLACEMENT_TORIUCHI:
        return r.settle_unit / <float>1000
    return r.shugi_value / <float>1000


cdef float mean_roll(const Rules* r) noexcept nogil:
    # two dice, 1-1 counting otherwise, doubles rolled again
    cdef float one = (252 - 2 + r.demekin_snake_eyes) / <float>36
    return one * 6 / 5 if r.demekin_reroll_doubles else one


cdef bint pays_items(const Rules* r) noexcept nogil:
    return r.shugi and (
        r.demekin | (r.bird_tile >= 0) | r.chip_bust | r.bust_shugi_per_1000
        | r.chip_ippatsu | r.chip_ura | r.chip_red | r.chip_gold | r.chip_tanyao
        | r.chip_otafuku | r.chip_yakuman_ron)


cdef void weigh_chips(RiichiContext* j) noexcept nogil:
    cdef const Rules* r = j.t.r
    cdef float typical = 0
    j.denied = DENIED
    j.honba_factor = j.sign = j.sign_seen = 1
    j.items = pays_items(r)
    j.chips = j.y.chips > 0 and (j.items or r.tulip or r.n_chip_event)
    if not j.chips:
        return
    j.chip = j.y.chips * chip_worth(r)
    if r.cherry:
        count_cherries(j)
    if r.tulip:
        j.rush = RUSH * (aside_count(j, BINGO_RED) + aside_count(j, BINGO_BLUE))
    j.honba_factor = honba_multiplier(r, j.t.s.honba)
    if not j.items:
        return
    if r.demekin:
        j.dice = mean_roll(r)
        typical += j.dice
        if r.home_run_markers:
            typical += MARKER * j.dice
    if r.bird_tile >= 0:
        typical += 1
    j.denied += DENIED_CHIPS * j.chip * j.honba_factor * typical


cdef int aside_count(const RiichiContext* j, int code) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(j.me.n_aside):
        n += j.me.aside[i] == code
    return n


cdef void count_cherries(RiichiContext* j) noexcept nogil:
    # each cherry in the own hand and in a river multiplies a tulip
    cdef const Seat* seat
    cdef int i, _i, p, code
    cdef float sign = 1
    cdef bint death = False
    for p in range(j.t.seats):
        seat = &j.t.s.seat[p]
        for i in range(seat.n_river):
            code = seat.river[i]
            if called_away(seat.river_flags, i):
                continue
            death = death or code == DEATH_7P
            if CHERRY_1P <= code <= CHERRY_3P:
                sign *= CHERRIES[code - CHERRY_1P]
    j.sign_seen = tulip_factor(sign, death)
    for code in range(CHERRY_1P, CHERRY_3P + 1):
        for _i in range(j.me.hand[code]):
            sign *= CHERRIES[code - CHERRY_1P]
    j.sign = tulip_factor(sign, death)


cdef float tulip_factor(float sign, bint death) noexcept nogil:
    # what a tulip is multiplied by, on average; without lives a minus stays one
    if death:
        return DEATH if sign > 0 else 0
    return HIDDEN_CHERRIES * (sign if sign > 0 else -sign)


# --- tiles ----------------------------------------------------------------------------------------

cdef float tile_han(const RiichiContext* j, int code) noexcept nogil:
    cdef float han = code_han(&j.t, code)
    if is_gold(code):
        han += j.t.r.gold_dora - 1
    return han


cdef float tile_chips(const RiichiContext* j, int code) noexcept nogil:
    cdef const Rules* r = j.t.r
    cdef float out = 0
    if not j.chips:
        return 0
    if j.items:
        out = r.chip_red * is_red(code) + r.chip_gold * is_gold(code)
    if r.tulip and is_rainbow(code):
        out += r.rainbow_value
    return out


cdef int value_of_kind(const RiichiContext* j, int kind) noexcept nogil:
    # han of a triplet of the kind
    cdef const State* s = j.t.s
    if kind < KIND_EAST or kind == NO_KIND:
        return 0
    if kind >= KIND_WHITE:
        return 1
    if kind == KIND_NORTH and s.rules.north_role == NORTH_ROLE_YAKUHAI:
        return 1
    return (kind - KIND_EAST == s.round // j.t.seats % 4) + (
        kind - KIND_EAST == (j.t.seat - s.dealer + j.t.seats) % j.t.seats)


cdef float value_han(const RiichiContext* j, int kind, int count) noexcept nogil:
    if count >= 3:
        return value_of_kind(j, kind)
    if count == 2 and j.t.unseen[kind]:
        return VALUE_PAIR * value_of_kind(j, kind)
    return 0


# --- points ---------------------------------------------------------------------------------------

cdef float points_of_han(const RiichiContext* j, float han, bint dealer) noexcept nogil:
    cdef int table = j.t.r.points_table
    cdef bint no_fu = table != POINTS_TABLE_MJS and table != POINTS_TABLE_NORTH_BISECTION
    cdef float h = max(min(han, <float>(MOST_HAN - 1)), <float>0)
    cdef int low = <int>h
    cdef float out = POINTS[no_fu][low]
    if low < MOST_HAN - 1:
        out += (h - low) * (POINTS[no_fu][low + 1] - out)
    return out * (1.5 if dealer else 1)


cdef float declared_han(const RiichiContext* j, int mode) noexcept nogil:
    # riichi, ippatsu, ura, closed draw
    cdef float luck = IPPATSU + URA * j.t.s.n_indicator
    if mode == MODE_CALLED:
        return 0
    if mode == MODE_DAMA:
        return DRAWN
    if not j.closed:
        return luck + (j.t.r.open_hand_open_riichi_han if mode == MODE_OPEN
                       else j.t.r.open_hand_riichi_han)
    return 1 + DRAWN + luck + (
        j.t.r.open_riichi_extra_han if mode == MODE_OPEN else 0)


# --- chips ----------------------------------------------------------------------------------------

cdef float tulip_chips(const RiichiContext* j, int without) noexcept nogil:
    cdef int p = j.count[<int>KIND_7P] - (without == KIND_7P)
    cdef int s = j.count[<int>KIND_7S] - (without == KIND_7S)
    cdef float tiers = THREE_SEVENS[min(p, 3)] + THREE_SEVENS[min(s, 3)]
    return TULIP + j.y.sevens * TULIP_TIER * tiers


cdef float bird_chips(const RiichiContext* j, const Goal* p, int without,
                      float yaku) noexcept nogil:
    # birds that no gun stops, if there are yaku enough
    cdef int bird = j.t.r.bird_tile
    cdef int gun = j.t.r.gun_tile
    cdef float guns = 0
    cdef float birds = j.count[bird] - (without == bird)
    if not has(p.kinds, bird):
        birds = j.t.melded[0][bird]
    if gun >= 0:
        guns = j.t.unseen[gun] * 13 / j.left
    # a hand that keeps birds draws more
    return max(birds - guns, birds * <float>0.3) * max(
        min(yaku - (j.t.r.bird_min_yaku - 1), <float>1), <float>0.05)


cdef float bust_chance(const RiichiContext* j, int relative, float lost) noexcept nogil:
    # chance that so many thousands of points bust that seat
    cdef float score = j.t.s.seat[seat_at(&j.t, relative)].score - j.t.r.bust_below
    if not j.t.r.bust or score < 0:
        return 0
    return max(min(2 * (SHARE_PAID * lost * 1000 / (score + 100)) - 1, <float>1), <float>0)


cdef float bust_payment(const RiichiContext* j, int relative, float lost) noexcept nogil:
    cdef const Rules* r = j.t.r
    cdef float score = j.t.s.seat[seat_at(&j.t, relative)].score - r.bust_below
    return r.chip_bust + r.bust_shugi_per_1000 * max(
        SHARE_PAID * lost - score / 1000, <float>1)


cdef float factor_of_conditions(float conditions) noexcept nogil:
    return 1 + conditions if conditions < 1 else 2 * conditions


cdef float chip_factor(const RiichiContext* j, int winner, int payer, bint riichi,
                       float busts) noexcept nogil:
    # of all chips; winner and payer relative
    cdef const Rules* r = j.t.r
    cdef const int32_t* doubled = &r.multiplier_conditions[0]
    cdef float c = 0
    if r.home_run_markers:
        c = (doubled[<int>MULTIPLIER_CONDITIONS_HOME_RUN] != 0
             and j.t.s.seat[seat_at(&j.t, winner)].marker != 0)
        if (doubled[<int>MULTIPLIER_CONDITIONS_BUST_LOADED]
                and not j.t.s.seat[seat_at(&j.t, payer)].marker):
            c += busts
    if doubled[<int>MULTIPLIER_CONDITIONS_IPPATSU] and riichi:
        c += IPPATSU
    return factor_of_conditions(c) * j.honba_factor


cdef float paid_by(const RiichiContext* j, int relative, float base, float lost,
                   int mode) noexcept nogil:
    # chips of one opponent, the birds and items being known
    cdef float p = bust_chance(j, relative, lost)
    cdef float chips = base
    if p > 0 and j.items:
        chips += p * bust_payment(j, relative, lost)
    return chips * chip_factor(j, 0, relative, mode >= MODE_RIICHI, p)


cdef float yakuman_chance(const RiichiContext* j, const Goal* p, int without) noexcept nogil:
    # three dragons, or all the birds; a ready hand has them or has not
    cdef int bird = j.t.r.bird_tile
    cdef int n = 0
    cdef int kind
    for kind in range(KIND_WHITE, KINDS):
        n += min(j.count[kind] - (without == kind), 3)
    if n < 9 and j.t.r.yakuman_all_birds and bird >= 0:
        n = max(n, j.count[bird] - (without == bird) + 1)
    if p.shanten == 0 and n < 9:
        return 0
    return NEARLY[max(n - 6, 0)]


cdef void expect_tiles(const RiichiContext* j, const Goal* p, int without,
                       Prospect* out) noexcept nogil:
    # the tiles that the finished hand will hold, as far as they are there
    cdef int code, kind, i, k
    cdef const Meld* meld
    for code in range(CODES):
        kind = KIND_OF[code]
        if kind != NO_KIND and has(p.kinds, kind):
            out.tile[code] = j.me.hand[code] - (kind == without and code == lowest(
                CODES_OF[kind] & j.me.held))
    for i in range(j.me.n_meld):
        meld = &j.me.meld[i]
        for k in range(meld.n):
            out.tile[meld.tile[k]] += 1
    for i in range(j.me.n_aside):
        if KIND_OF[j.me.aside[i]] == NO_KIND:
            out.tile[j.me.aside[i]] += 1
    out.fact[<int>FACT_RED] = out.fact[<int>FACT_GOLD] = out.fact[<int>FACT_RAINBOW] = 0
    out.fact[<int>FACT_DORA] = 0
    for code in range(KINDS, CODES):
        kind = KIND_OF[code]
        out.fact[<int>FACT_RED] += out.tile[code] * is_red(code)
        out.fact[<int>FACT_GOLD] += out.tile[code] * is_gold(code)
        out.fact[<int>FACT_RAINBOW] += out.tile[code] * is_rainbow(code)
        if kind != NO_KIND:
            out.tile[kind] += out.tile[code]
    for kind in range(KINDS):
        out.fact[<int>FACT_DORA] += out.tile[kind] * j.t.dora[kind]


cdef void expect_table(const RiichiContext* j, Prospect* out) noexcept nogil:
    # what does not depend on how the hand will be won
    cdef int i, type
    cdef const State* s = j.t.s
    out.fact[<int>FACT_DEALER] = j.dealer
    out.fact[<int>FACT_PAYER_DEALER] = 0 if j.dealer else <float>1 / (j.t.seats - 1)
    out.fact[<int>FACT_ROUND] = s.round // j.t.seats % 4
    out.fact[<int>FACT_SEAT] = (j.t.seat - s.dealer + j.t.seats) % j.t.seats
    out.fact[<int>FACT_HONBA] = s.honba
    out.fact[<int>FACT_FLOWERS] = aside_count(j, FLOWER)
    out.fact[<int>FACT_ASIDE] = j.me.n_aside
    out.fact[<int>FACT_CALLS] = out.fact[<int>FACT_KANS] = 0
    for i in range(j.me.n_meld):
        type = j.me.meld[i].type
        out.fact[<int>FACT_CALLS] += type != MELD_ANKAN and type != MELD_GRAND_CROSS
        out.fact[<int>FACT_KANS] += type in (MELD_ANKAN, MELD_DAIMINKAN, MELD_KAKAN)


cdef void expect_way(const RiichiContext* j, int mode, float han, Prospect* out) noexcept nogil:
    cdef bint riichi = mode >= MODE_RIICHI
    cdef int low = <int>han
    out.fact[<int>FACT_TSUMO] = DRAWN
    out.fact[<int>FACT_RON] = 1 - DRAWN
    out.fact[<int>FACT_BINGO] = 0
    out.fact[<int>FACT_CLOSED] = j.closed and mode != MODE_CALLED
    out.fact[<int>FACT_RIICHI] = riichi
    out.fact[<int>FACT_OPEN_RIICHI] = mode == MODE_OPEN
    out.fact[<int>FACT_DOUBLE_RIICHI] = riichi and j.me.double_riichi
    out.fact[<int>FACT_IPPATSU] = IPPATSU if riichi else 0
    out.fact[<int>FACT_URA] = URA * j.t.s.n_indicator if riichi else 0
    out.fact[<int>FACT_PAYER_LIABLE] = 0
    out.fact[<int>FACT_HAN] = han
    out.fact[<int>FACT_LIMIT] = limit_at(low) + (han - low) * (limit_at(low + 1) - limit_at(low))


cdef void expect_yaku(const RiichiContext* j, const Goal* p, float simples,
                      Prospect* out) noexcept nogil:
    # those that a plan can tell; all others stay unknown
    cdef const State* s = j.t.s
    cdef bint honours = p.kinds >> <int>KIND_EAST != 0
    out.yaku[<int>P_TANYAO] = simples
    out.yaku[<int>P_MENZEN_TSUMO] = DRAWN * out.fact[<int>FACT_CLOSED]
    out.yaku[<int>P_HAITEI] = out.yaku[<int>P_HOUTEI] = LAST_TILE
    out.yaku[<int>P_RINSHAN] = out.yaku[<int>P_CHANKAN] = KAN_LUCK
    out.yaku[<int>P_HONITSU] = p.flush and honours
    out.yaku[<int>P_CHINITSU] = p.flush and not honours
    out.yaku[<int>P_YAKUHAI_4Z] = (
        triplet_chance(j, KIND_NORTH) if s.rules.north_role == NORTH_ROLE_YAKUHAI else 0)
    out.yaku[<int>P_YAKUHAI_5Z] = triplet_chance(j, KIND_WHITE)
    out.yaku[<int>P_YAKUHAI_6Z] = triplet_chance(j, KIND_WHITE + 1)
    out.yaku[<int>P_YAKUHAI_7Z] = triplet_chance(j, KIND_WHITE + 2)
    out.yaku[<int>P_YAKUHAI_ROUND] = triplet_chance(j, KIND_EAST + s.round // j.t.seats % 4)
    out.yaku[<int>P_YAKUHAI_SEAT] = triplet_chance(j, KIND_EAST + <int>out.fact[<int>FACT_SEAT])


cdef float triplet_chance(const RiichiContext* j, int kind) noexcept nogil:
    if j.count[kind] >= 3:
        return 1
    return VALUE_PAIR if j.count[kind] == 2 and j.t.unseen[kind] else 0


cdef float event_chips(const RiichiContext* j, const Goal* p, int without, int mode, float simples,
                       float han) noexcept nogil:
    cdef Prospect out
    prospect_clear(j.t.r, &out)
    expect_tiles(j, p, without, &out)
    expect_table(j, &out)
    expect_way(j, mode, han, &out)
    expect_yaku(j, p, simples, &out)
    out.fact[<int>FACT_OTAFUKU] = p.broad
    return likely_chips(&out, BOTH_PAY)


cdef float win_chips(const RiichiContext* j, const Goal* p, int without, int mode, float simples,
                     float han, float lost) noexcept nogil:
    # chips that one opponent pays, on average
    cdef const Rules* r = j.t.r
    cdef bint riichi = mode >= MODE_RIICHI
    cdef float out = 0
    cdef float tiles = p.own_chips
    cdef float yaku
    cdef int i
    if without != NO_KIND and has(p.kinds, without):
        tiles -= j.code_chips[without]
    if r.tulip:
        out = j.gold
        if r.atama and mode != MODE_OPEN:
            out += r.tulip_yakuman
        if riichi:
            out += tulip_chips(j, without) + j.rush
    out += tiles
    if r.n_chip_event:
        out += event_chips(j, p, without, mode, simples, han)
    if j.items:
        if riichi:
            out += r.chip_ippatsu * IPPATSU + r.chip_ura * URA * j.t.s.n_indicator
        out += r.chip_tanyao * simples + r.chip_otafuku * p.broad
        if r.demekin and (riichi or j.closed):
            out += j.dice
        if r.bird_tile >= 0:
            yaku = p.yaku + simples + (riichi and j.closed) + (DRAWN if j.closed else 0)
            out += bird_chips(j, p, without, yaku)
    if not r.home_run_markers and not j.items:
        return out
    tiles = 0
    for i in range(1, j.t.seats):
        tiles += paid_by(j, i, out, lost, mode)
    return tiles / (j.t.seats - 1)


cdef float closed_simples(const RiichiContext* j, int without, int mode) noexcept nogil:
    # how likely a closed hand has no terminal or honour
    cdef int orphans = j.orphans - (without != NO_KIND and is_terminal_or_honor(without))
    return TANYAO[min(orphans, 4)] if mode != MODE_CALLED and j.closed else 0


cdef float win_han(const RiichiContext* j, const Goal* p, int without, int mode,
                   float simples) noexcept nogil:
    cdef float han = p.own_han + declared_han(j, mode)
    if without != NO_KIND and has(p.kinds, without):
        han -= j.code_han[without] + value_han(j, without, j.count[without])
        han += value_han(j, without, j.count[without] - 1)
    han += simples
    if j.t.r.local_otafuku:
        han += p.broad
    if j.t.r.atama and mode != MODE_OPEN:
        return MOST_HAN  # nothing but a yakuman wins
    return han


cdef float win_worth(const RiichiContext* j, const Goal* p, int without, int mode) noexcept nogil:
    cdef float simples = closed_simples(j, without, mode)
    cdef float han = win_han(j, p, without, mode, simples)
    cdef float yakuman = 0
    cdef float chips = 0
    cdef float worth
    if j.items:
        yakuman = yakuman_chance(j, p, without)
        han += yakuman * max(MOST_HAN - 1 - han, <float>0)
    worth = points_of_han(j, han, j.dealer)
    if j.chips:
        if not j.closed:
            simples = p.kinds == SIMPLES
        chips = win_chips(j, p, without, mode, simples, max(han, <float>0), worth) + (
            yakuman * j.t.r.chip_yakuman_ron)
    if j.t.r.cherry:
        # the points of the hand are paid in chips, by everybody
        worth = BOTH_PAY * (worth + 10 * j.dealer)
        if mode >= MODE_RIICHI:
            worth *= 1 + (j.sign - 1) * <float>0.4
            chips *= j.sign
    return j.denied + (1 - j.y.value) * EVERY_WIN + j.y.value * (worth + BOTH_PAY * chips * j.chip)


# --- yaku -----------------------------------------------------------------------------------------

cdef bint must_serve(const RiichiContext* j) noexcept nogil:
    # an open hand whose first call has to be part of a yaku
    return not j.closed and not j.t.r.atozuke and j.t.r.first_call_must_serve


cdef bint has_own_yaku(const RiichiContext* j, const Goal* p, int without,
                       uint64_t w) noexcept nogil:
    cdef int kind
    cdef bint simples = j.orphans == 0 or (
        j.orphans == 1 and without != NO_KIND and is_terminal_or_honor(without))
    if not j.t.r.atozuke and w & ~SIMPLES:
        simples = False  # every wait needs a yaku
    if p.flush or (simples and (j.closed or j.t.r.open_tanyao)):
        return True
    if must_serve(j):
        return value_of_kind(j, j.first_call) > 0
    for kind in range(KIND_EAST, KINDS):
        if j.count[kind] >= 3 and kind != without and value_of_kind(j, kind):
            return True
    return False


# --- the others' wins -----------------------------------------------------------------------------

cdef float seat_birds(const RiichiContext* j, int relative) noexcept nogil:
    cdef int bird = j.t.r.bird_tile
    cdef int gun = j.t.r.gun_tile
    cdef float held = j.t.melded[relative][bird] + j.t.unseen[bird] * 13 / j.left
    if gun >= 0:
        held -= j.count[gun]
    return max(held, <float>0) * <float>0.6


cdef float lost_chips(const RiichiContext* j, const Seat* seat, int relative,
                      float lost) noexcept nogil:
    # what that seat's ron takes from the own chips
    cdef const Rules* r = j.t.r
    cdef float out = 0
    cdef float p = bust_chance(j, 0, lost)
    if j.items:
        if seat.riichi:
            out += r.chip_ippatsu * seat.ippatsu + r.chip_ura * URA * j.t.s.n_indicator
        out += r.chip_red * <float>0.5 + r.chip_otafuku
        if r.demekin and (seat.closed or seat.riichi):
            out += j.dice
        if r.bird_tile >= 0:
            out += seat_birds(j, relative)
        if p > 0:
            out += p * bust_payment(j, 0, lost)
    out *= chip_factor(j, relative, 0, seat.riichi != RIICHI_NONE, p)
    if r.placement == PLACEMENT_FLYING_FISH:
        out += p * GAME_LOST
    return out


cdef float ron_loss(const RiichiContext* j, const Seat* seat, int relative) noexcept nogil:
    # what that seat's ron would cost
    cdef float han = j.t.han[relative] + (3 if seat.riichi else 1.5)
    cdef bint deals = seat_at(&j.t, relative) == j.t.s.dealer
    cdef float chips = 0
    cdef float lost
    if seat.riichi == RIICHI_OPEN:
        han += j.t.r.open_riichi_extra_han
        if j.t.r.open_riichi_deal_in != OPEN_RIICHI_DEAL_IN_NONE and not j.me.riichi:
            han = 13
            chips = j.t.r.tulip_yakuman if j.t.r.tulip else 0
    if j.t.r.tulip and seat.riichi:
        chips += TULIP + 0.25 * TULIP_TIER
    lost = points_of_han(j, han, deals)
    if not j.chips:
        return lost
    if j.t.r.home_run_markers and not j.items:
        chips *= chip_factor(j, relative, 0, False, bust_chance(j, 0, lost))
    if j.items:
        chips += CHIPS_LOST * lost_chips(j, seat, relative, lost)
    if j.t.r.cherry and seat.riichi:
        lost *= j.sign_seen
        chips *= j.sign_seen
    return lost + chips * j.chip


# --- tiles worth keeping --------------------------------------------------------------------------

cdef float cross_worth(const RiichiContext* j) noexcept nogil:
    cdef const Rules* r = j.t.r
    if not r.grand_cross or not j.chips:
        return 0
    return (r.seats - 1) * j.chip * (
        r.gc_gold_shugi if j.me.hand[<int>GOLD_NORTH] else r.gc_shugi)


cdef float drawn_in_time(const RiichiContext* j, int kind) noexcept nogil:
    # chance to draw a tile of the kind while the hand lasts
    cdef float none = 1
    cdef int _i
    for _i in range(min(j.draws, <int>CROSS_TURNS)):
        none *= 1 - j.t.unseen[kind] / j.left
    return 1 - none


cdef void keep_winds(RiichiContext* j) noexcept nogil:
    cdef float chance = cross_worth(j)
    cdef int kind
    for kind in range(KIND_EAST, KIND_NORTH + 1):
        if not j.kind[kind]:
            chance *= drawn_in_time(j, kind)
    for kind in range(KIND_EAST, KIND_NORTH + 1):
        if j.kind[kind] == 1:
            j.risk[kind] += WINDS * chance * (1 - drawn_in_time(j, kind))


cdef void keep_tiles(RiichiContext* j) noexcept nogil:
    cdef const Rules* r = j.t.r
    if not j.chips or j.me.riichi:
        return
    if r.grand_cross:
        keep_winds(j)
    if j.items and r.bird_tile >= 0 and r.gun_tile >= 0 and j.kind[r.gun_tile]:
        j.risk[r.gun_tile] += j.chip * (GUN_THREATENED if j.threats else GUN)
