# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The chips of one winner (super_bingo 6, flying_fish 6, shouhai_mighty 6, toriuchi 6).

Every payer pays the same items; birds, busts and the multiplier are the payer's own.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset
from shugi._fast.core.bits cimport has, has_in_words
from shugi._fast.core.rng cimport rng_below
from shugi._fast.core.rules cimport (
    BIRD_LUCK_YAKU, BIRD_LUCK_YAKU_CHANKAN, BIRD_LUCK_YAKU_HAITEI, BIRD_LUCK_YAKU_HOUTEI,
    BIRD_LUCK_YAKU_IPPATSU, BIRD_LUCK_YAKU_RINSHAN, MULTIPLIER_CONDITIONS_BUST_LOADED,
    MULTIPLIER_CONDITIONS_HOME_RUN, MULTIPLIER_CONDITIONS_IPPATSU, MULTIPLIER_CONDITIONS_SANBAIMAN,
    PAO_MU, PAO_RON_WHOLE, ChipEvent,
)
from shugi._fast.core.sizes cimport NOBODY, NO_TILE, SEATS
from shugi._fast.core.state cimport BY_RON, BY_TSUMO, RIICHI_NONE
from shugi._fast.core.tiles cimport KIND_OF
from shugi._fast.flow.ledger cimport (
    REASON_BIRDS, REASON_BUST, REASON_CHERRY, REASON_CHIP, REASON_CHIP_EVENT, REASON_GOLD,
    REASON_MULTIPLIER, REASON_TULIP, REASON_TULIP_START, REASON_TULIP_TIER3,
    pay,
)
from shugi._fast.games.riichi.cherry cimport cherry_settle, won_by_joker
from shugi._fast.games.riichi.chip_events cimport Occasion, event_chips
from shugi._fast.games.riichi.settle cimport is_bust, settle_win
from shugi._fast.games.riichi.tulip cimport TULIP_WALL
from shugi._fast.games.riichi.win cimport (
    LIMIT_SANBAIMAN, LIMIT_YAKUMAN, P_CHANKAN, P_DORA, P_HAITEI, P_HOUTEI, P_IPPATSU, P_MU,
    P_RINSHAN, P_SANPUKOU, P_SANRENKOU, P_TANYAO,
)

# by Item
cdef uint8_t[ITEMS] ITEM_REASON
cdef int _item
for _item in range(<int>ITEMS):
    ITEM_REASON[_item] = REASON_CHIP + _item
ITEM_REASON[<int>ITEM_GOLD] = REASON_GOLD
ITEM_REASON[<int>ITEM_START] = REASON_TULIP_START
ITEM_REASON[<int>ITEM_REVEALS] = REASON_TULIP
ITEM_REASON[<int>ITEM_TIER3] = REASON_TULIP_TIER3
ITEM_REASON[<int>ITEM_CHERRY] = REASON_CHERRY

# of Rules.bird_luck_yaku
cdef uint8_t[BIRD_LUCK_YAKU] LUCK
LUCK[<int>BIRD_LUCK_YAKU_IPPATSU] = P_IPPATSU
LUCK[<int>BIRD_LUCK_YAKU_HAITEI] = P_HAITEI
LUCK[<int>BIRD_LUCK_YAKU_HOUTEI] = P_HOUTEI
LUCK[<int>BIRD_LUCK_YAKU_RINSHAN] = P_RINSHAN
LUCK[<int>BIRD_LUCK_YAKU_CHANKAN] = P_CHANKAN


cdef inline bint pays(const Rules* r, const Win* win, int seat) noexcept nogil:
    return seat == win.loser if win.by == BY_RON else seat != win.winner


# ---- dice

cdef bint rolls_dice(const Rules* r, const Win* win) noexcept nogil:
    return r.demekin and r.shugi and (win.closed or win.riichi != RIICHI_NONE)


cdef void roll_pair(Rng* rng, int* pips) noexcept nogil:
    pips[0] = 1 + <int>rng_below(rng, 6)
    pips[1] = 1 + <int>rng_below(rng, 6)


cdef bint rolls_again(const Rules* r, const int* pips) noexcept nogil:
    return pips[0] == pips[1] and r.demekin_reroll_doubles


cdef int32_t roll_dice(const Rules* r, Rng* rng) noexcept nogil:
    cdef int32_t total = 0
    cdef int pips[2]
    while True:
        roll_pair(rng, pips)
        total += r.demekin_snake_eyes if pips[0] == 1 and pips[1] == 1 else pips[0] + pips[1]
        if not rolls_again(r, pips):
            return total


# ---- items

cdef inline bint won_at_once(const Win* win) noexcept nogil:
    return win.ippatsu != 0 and win.riichi != RIICHI_NONE


cdef int32_t paid_yakuman(const Rules* r, const Value* value) noexcept nogil:
    if value.units:
        return value.units
    return 1 if r.chip_kazoe and value.limit == LIMIT_YAKUMAN else 0


cdef void count_items(const Rules* r, const Win* win, const Value* value, const Stakes* stakes,
                      int32_t* item) noexcept nogil:
    # chip events could say all of these; as products they take a sixth of the time
    cdef int32_t units = paid_yakuman(r, value)
    item[<int>ITEM_IPPATSU] = r.chip_ippatsu * won_at_once(win)
    item[<int>ITEM_URA] = r.chip_ura * value.ura
    item[<int>ITEM_KANDORA] = r.chip_kandora * value.kandora
    item[<int>ITEM_RED] = r.chip_red * value.red
    item[<int>ITEM_GOLD] = r.chip_gold * value.gold
    item[<int>ITEM_TANYAO] = r.chip_tanyao * has(value.held[0], P_TANYAO)
    item[<int>ITEM_OTAFUKU] = r.chip_otafuku * value.otafuku
    item[<int>ITEM_YAKUMAN] = units * (
        r.chip_yakuman_ron if win.by == BY_RON else r.chip_yakuman_tsumo)
    item[<int>ITEM_DICE] = stakes.dice


cdef void add_tulip(const TulipStart* start, const Tulip* tulip, int32_t* item) noexcept nogil:
    if tulip == NULL:
        item[<int>ITEM_GOLD] += start.start - start.value
        item[<int>ITEM_START] = start.value
        return
    item[<int>ITEM_START] = tulip.start
    item[<int>ITEM_REVEALS] = tulip.before_double - tulip.start
    item[<int>ITEM_TIER3] = tulip.total - tulip.before_double


cdef void add_cherry(const Rules* r, const Win* win, const TulipStart* start, const Tulip* tulip,
                     int32_t* item) noexcept nogil:
    cdef int32_t total = start.start if tulip == NULL else tulip.total
    cdef int32_t factor = start.factor if tulip == NULL else tulip.factor
    cdef bint positive = won_by_joker(win) or (tulip != NULL and tulip.ended == TULIP_WALL)
    if tulip == NULL and not r.cherry_sign_without_tulip:
        return
    item[<int>ITEM_CHERRY] = cherry_settle(total, factor, win.by == BY_RON, positive) - total


# ---- birds and guns

cdef bint is_luck(const Rules* r, int pattern) noexcept nogil:
    cdef int i
    for i in range(BIRD_LUCK_YAKU):
        if LUCK[i] == pattern:
            return r.bird_luck_yaku[i]
    return False


cdef int count_yaku(const Rules* r, const Value* value) noexcept nogil:
    cdef int i, pattern
    cdef int n = 0
    for i in range(value.n):
        pattern = value.entry[i].pattern
        if value.entry[i].yakuman or value.entry[i].han == 0:
            continue
        if pattern < P_DORA or pattern == P_SANPUKOU or pattern == P_SANRENKOU:
            n += not is_luck(r, pattern)
    return n


cdef int count_birds(const Rules* r, const Win* win) noexcept nogil:
    cdef int i, j
    cdef int n = win.kind[r.bird_tile]
    n += win.win_as != NO_TILE and KIND_OF[win.win_as] == r.bird_tile
    for i in range(win.n_meld):
        for j in range(win.meld[i].n):
            n += KIND_OF[win.meld[i].tile[j]] == r.bird_tile
    return n


cdef void find_birds(const Rules* r, const Win* win, const Value* value, Chips* out) noexcept nogil:
    out.counted_yaku = count_yaku(r, value)
    if r.bird_tile < 0:
        return
    if out.counted_yaku >= r.bird_min_yaku or (value.units and r.bird_yakuman_qualifies):
        out.birds = count_birds(r, win)


# ---- busts and multipliers

cdef void stakes_scores(const Rules* r, const int32_t* points, const int32_t* after,
                        Stakes* stakes) noexcept nogil:
    cdef int p
    for p in range(r.seats):
        stakes.score[p] = after[p]
        stakes.busts[p] = r.bust and is_bust(r, after[p])
        # a stick may have been the last points: who is at zero, not below, can still be busted
        stakes.busted[p] = r.bust and points[p] < 0 and not stakes.fallen[p] and (
            stakes.before[p] >= r.bust_below and is_bust(r, stakes.before[p] + points[p]))


cdef void settle_alone(const Rules* r, const Win* win, const Value* value, int honba, int sticks,
                       Stakes* stakes, Ledger* ledger) noexcept nogil:
    cdef int32_t after[SEATS]
    cdef int p
    settle_win(r, win, value, honba, sticks, ledger)
    for p in range(r.seats):
        after[p] = stakes.before[p] + ledger.sum.points[p] + stakes.others[p]
    stakes_scores(r, ledger.sum.points, after, stakes)


cdef inline bint loaded_bust(const Rules* r, const Stakes* stakes, int payer) noexcept nogil:
    cdef bint bust = stakes.busted[payer] if r.bust_loaded_per_winner else stakes.busts[payer]
    return bust and not stakes.marker[payer]


cdef bint walked_off(const Rules* r, const Win* win, const Stakes* stakes) noexcept nogil:
    # both payers bust while their bases are loaded, the winner being in home run mode
    cdef int p
    if not r.walkoff_shared or win.by == BY_RON or not stakes.marker[win.winner]:
        return False
    for p in range(r.seats):
        if pays(r, win, p) and not loaded_bust(r, stakes, p):
            return False
    return True


cdef int conditions(const Rules* r, const Win* win, const Value* value, const Stakes* stakes,
                    int payer) noexcept nogil:
    cdef const int32_t* doubled = &r.multiplier_conditions[0]
    cdef int c = 0
    if r.home_run_markers:
        c += doubled[<int>MULTIPLIER_CONDITIONS_HOME_RUN] != 0 and stakes.marker[win.winner] != 0
        if doubled[<int>MULTIPLIER_CONDITIONS_BUST_LOADED]:
            if doubled[<int>MULTIPLIER_CONDITIONS_HOME_RUN] and walked_off(r, win, stakes):
                c += r.seats - 1
            else:
                c += loaded_bust(r, stakes, payer)
    c += doubled[<int>MULTIPLIER_CONDITIONS_IPPATSU] != 0 and won_at_once(win)
    c += (doubled[<int>MULTIPLIER_CONDITIONS_SANBAIMAN] != 0
          and value.limit >= LIMIT_SANBAIMAN)
    return c


cdef int32_t multiplier_of(int conditions) noexcept nogil:
    return 2 * conditions if conditions else 1


cdef int32_t honba_multiplier(const Rules* r, int honba) noexcept nogil:
    cdef int32_t steps = honba / r.honba_multiplier_step if r.honba_multiplier else 0
    return 2 * steps if steps else 1


cdef int32_t bust_chips(const Rules* r, const Stakes* stakes, int payer) noexcept nogil:
    cdef int32_t below = r.bust_below - stakes.score[payer]
    if not r.shugi or not stakes.busted[payer]:
        return 0
    return r.chip_bust + r.bust_shugi_per_1000 * (below / 1000 if below > 0 else 0)


# ---- the payment

cdef void pay_items(const Rules* r, const Win* win, const int32_t* item,
                    Ledger* ledger) noexcept nogil:
    cdef int i, p
    for i in range(<int>ITEMS):
        for p in range(r.seats):
            if item[i] and pays(r, win, p):
                pay(ledger, ITEM_REASON[i], p, win.winner, item[i], 0)


cdef void pay_event(Ledger* ledger, int event, int payer, int winner, int32_t chips) noexcept nogil:
    # each line of it is positive: the winner pays what the event takes
    if chips > 0:
        pay(ledger, REASON_CHIP_EVENT + event, payer, winner, chips, 0)
    elif chips < 0:
        pay(ledger, REASON_CHIP_EVENT + event, winner, payer, -chips, 0)


cdef void pay_events(const Rules* r, const Win* win, const Value* value, const Stakes* stakes,
                     Chips* out, Ledger* ledger) noexcept nogil:
    cdef const ChipEvent* event
    cdef Occasion o
    cdef int32_t chips
    cdef int i
    o.rules, o.win, o.value, o.stakes = r, win, value, stakes
    for i in range(r.n_chip_event):
        event = &r.chip_event[i]
        for o.payer in range(r.seats):
            if o.payer != win.winner and (event.from_all or pays(r, win, o.payer)):
                chips = event_chips(&o, event)
                out.share[o.payer].events += chips
                pay_event(ledger, i, o.payer, win.winner, chips)


cdef void multiply(const Rules* r, const Win* win, const Value* value, const Stakes* stakes,
                   int payer, int32_t gc, Share* share, Ledger* ledger) noexcept nogil:
    cdef int factor
    share.conditions = conditions(r, win, value, stakes, payer)
    share.multiplier = multiplier_of(share.conditions)
    share.honba_multiplier = honba_multiplier(r, stakes.honba)
    factor = share.multiplier * share.honba_multiplier
    share.total = share.base * factor + gc * (factor - 1)
    if share.total != share.base:
        pay(ledger, REASON_MULTIPLIER, payer, win.winner, share.total - share.base, factor)


cdef void pay_share(const Rules* r, const Win* win, const Value* value, const Stakes* stakes,
                    int payer, Chips* out, Ledger* ledger) noexcept nogil:
    cdef Share* share = &out.share[payer]
    cdef int32_t gc = stakes.grand_cross[payer] if r.home_run_includes_gc else 0
    cdef int i
    share.base = share.events
    for i in range(<int>ITEMS):
        share.base += out.item[i]
    share.birds = max(out.birds - stakes.guns[payer], 0)
    share.bust = bust_chips(r, stakes, payer)
    share.base += share.birds + share.bust
    if share.birds:
        pay(ledger, REASON_BIRDS, payer, win.winner, share.birds, 0)
    if share.bust:
        pay(ledger, REASON_BUST, payer, win.winner, share.bust, 0)
    multiply(r, win, value, stakes, payer, gc, share, ledger)


cdef void pay_beside(const Rules* r, const Win* win, const Value* value, const Stakes* stakes,
                     int payer, Share* share, Ledger* ledger) noexcept nogil:
    # who does not pay for the win: events that all opponents pay
    share.base = share.events
    if share.base:
        multiply(r, win, value, stakes, payer, 0, share, ledger)
    if r.pao[<int>PAO_MU] and bust_chips(r, stakes, payer):
        # where liability reaches chips: a liable seat that its half of a ron takes below the line
        # (shouhai_mighty 6); elsewhere only who pays chips is asked for these
        pay(ledger, REASON_BUST, payer, win.winner, bust_chips(r, stakes, payer), 0)


cdef bint pays_all(const Rules* r, const Win* win) noexcept nogil:
    # does a seat that is liable pay for everybody?
    return win.by == BY_TSUMO or (win.by == BY_RON and r.pao_ron == PAO_RON_WHOLE)


cdef void move_to_liable(const Rules* r, const Win* win, const Value* value, Chips* out,
                         Ledger* ledger) noexcept nogil:
    # who pays for all of a mu pays the others' chips of the yakuman; other liability moves points
    # only
    cdef int liable = win.pao[<int>PAO_MU] if r.pao[<int>PAO_MU] else NOBODY
    cdef int32_t chips = out.item[<int>ITEM_YAKUMAN]
    cdef int p
    if liable == NOBODY or not pays_all(r, win) or chips == 0 or not (
            has_in_words(value.held, <int>P_MU)):
        return
    for p in range(r.seats):
        if p != liable and pays(r, win, p):
            pay(ledger, ITEM_REASON[<int>ITEM_YAKUMAN], p, win.winner, -chips, 0)
            pay(ledger, ITEM_REASON[<int>ITEM_YAKUMAN], liable, win.winner, chips, 0)
            out.share[p].total -= chips
            out.share[liable].total += chips


cdef void settle_chips(const Rules* r, const Win* win, const Value* value, const TulipStart* start,
                       const Tulip* tulip, const Stakes* stakes, Chips* out,
                       Ledger* ledger) noexcept nogil:
    cdef int p
    memset(out, 0, sizeof(Chips))
    if r.shugi:
        count_items(r, win, value, stakes, out.item)
        find_birds(r, win, value, out)
    if r.tulip:
        add_tulip(start, tulip, out.item)
        if r.cherry:
            add_cherry(r, win, start, tulip, out.item)
    pay_items(r, win, out.item, ledger)
    if r.n_chip_event:
        pay_events(r, win, value, stakes, out, ledger)
    for p in range(r.seats):
        if pays(r, win, p):
            pay_share(r, win, value, stakes, p, out, ledger)
        elif p != win.winner:
            pay_beside(r, win, value, stakes, p, &out.share[p], ledger)
    move_to_liable(r, win, value, out, ledger)
