# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Wuhan: wildcards and kan tiles, ways to count a hand, amounts, caps, liability.

A way to count is what its reading gives: hard or soft, a 258 pair or not, and the patterns. A scan
over the possible pairs finds the most patterns beside each; fewer are worth less, but for the
moment's (a bloom takes the place of the draw) and for those that are paid in gold at once.
"""

from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport bit, has, lowest, without_lowest
from shugi._fast.core.rules cimport (
    CAPS_CAP, CAPS_GOLD, CAPS_SUN, CAPS_TRIPLE_SUN, KONG_TILE_MODE_HONGZHONG_FACAI,
    KONG_TILE_MODE_PIZI, MINIMUM_SCOPE_ANY, MINIMUM_SCOPE_EVERY, MIN_RULE_FAN,
    OPENING_FAN_MODE_ONCE,
)
from shugi._fast.core.sizes cimport NOBODY, NO_TILE
from shugi._fast.core.state cimport MELD_ANKAN, MELD_CHI, MELD_DAIMINKAN, MELD_KAKAN
from shugi._fast.core.tiles cimport (
    KIND_EAST, KIND_GREEN, KIND_NORTH, KIND_RED, KIND_SOUTH, KIND_WEST, KIND_WHITE,
)
from shugi._fast.flow.ledger cimport REASON_PAO, REASON_WIN, pay
from shugi._fast.shape.pair_258 cimport TWO_FIVE_EIGHT
from shugi._fast.shape.shapes cimport FORM_SETS, FORM_STANDARD, is_complete, waits

# by bit of WuhanPattern
PATTERN_NAMES = (
    "258_one_suit", "all_claimed", "all_pung", "kong_bloom", "last_tiles", "pure_one_suit",
    "robbing_kong", "wind_one_suit",
)

cdef enum:
    HONOURS = 7
    ONE_SUIT = 0x1FF
    SHAPELESS = WUHAN_258 | WUHAN_WINDS
    # what a drawn tile counts instead of the draw
    OWN_MOMENTS = WUHAN_KAN_BLOOM | WUHAN_LAST_TILES
    WAYS = 32

cdef uint8_t[HONOURS] CIRCLE
CIRCLE = [KIND_EAST, KIND_SOUTH, KIND_WEST, KIND_NORTH, KIND_RED, KIND_GREEN, KIND_WHITE]


# ---- kinds (wuhan section 2)


cdef bint is_fixed_kan(const Rules* r, int kind) noexcept nogil:
    if r.kong_tile_mode == KONG_TILE_MODE_PIZI:
        return False
    return kind == KIND_RED or (
        kind == KIND_GREEN and r.kong_tile_mode == KONG_TILE_MODE_HONGZHONG_FACAI)


# the next kind in the circle of the given one (step 1), or the one before (-1)
cdef int neighbour(const Rules* r, int kind, int step) noexcept nogil:
    cdef int place = 0
    if kind < KIND_EAST:
        return kind // 9 * 9 + (kind % 9 + 9 + step) % 9
    while CIRCLE[place] != kind:
        place += 1
    while True:
        place = (place + HONOURS + step) % HONOURS
        if r.copies[CIRCLE[place]] and not is_fixed_kan(r, CIRCLE[place]):
            return CIRCLE[place]


cdef int wuhan_wild_kind(const Rules* r, int indicator) noexcept nogil:
    return neighbour(r, indicator, 1)


cdef int wuhan_kan_kinds(const Rules* r, int indicator, uint8_t* out) noexcept nogil:
    if r.kong_tile_mode == KONG_TILE_MODE_PIZI:
        if indicator == NO_TILE:
            return 0
        out[0] = <uint8_t>indicator
        out[1] = <uint8_t>neighbour(r, indicator, -1)
        return 2
    out[0] = KIND_RED
    out[1] = KIND_GREEN
    return 2 if r.kong_tile_mode == KONG_TILE_MODE_HONGZHONG_FACAI else 1


cdef uint64_t wuhan_kan_set(const Rules* r, int indicator) noexcept nogil:
    cdef uint8_t[2] kinds
    cdef uint64_t out = 0
    cdef int i
    for i in range(wuhan_kan_kinds(r, indicator, kinds)):
        out |= bit(kinds[i])
    return out


cdef void wuhan_seat(const Meld* melds, int n, int kan_tiles, int wild_kans,
                     WuhanSeat* out) noexcept nogil:
    cdef int i, type
    memset(out, 0, sizeof(WuhanSeat))
    for i in range(n):
        type = melds[i].type
        out.opened += type != MELD_ANKAN
        out.closed_kans += type == MELD_ANKAN
        out.open_kans += type == MELD_DAIMINKAN or type == MELD_KAKAN
    out.kan_tiles = <uint8_t>kan_tiles
    out.wild_kans = <uint8_t>wild_kans


cdef void wuhan_melds(const Meld* melds, int n, WuhanWin* out) noexcept nogil:
    cdef int i, j
    for i in range(n):
        out.has_chi |= melds[i].type == MELD_CHI
        out.open_melds += melds[i].type != MELD_ANKAN
        for j in range(melds[i].n):
            out.melded[melds[i].tile[j]] += 1
            out.melded_kinds |= bit(melds[i].tile[j])


cdef inline uint64_t winds_without(uint64_t kan_kinds) noexcept nogil:
    return (<uint64_t>0x7F << KIND_EAST) & ~kan_kinds


cdef int wuhan_shapeless(uint64_t kinds, uint64_t kan_kinds) noexcept nogil:
    return (WUHAN_WINDS if kinds & ~winds_without(kan_kinds) == 0 else 0) | (
        WUHAN_258 if kinds & ~TWO_FIVE_EIGHT == 0 else 0)


# ---- ways to count a hand (wuhan section 4)


cdef struct Way:
    uint8_t patterns
    uint8_t hard


cdef struct Ways:
    int n
    Way way[WAYS]


cdef struct Scan:            # one look at the hand: wildcards free, or all at their face
    uint8_t kind[KINDS]
    int32_t index[GROUPS]
    int wild
    int sets
    bint hard
    bint no_chi
    uint64_t kinds           # of all tiles, melds included, wildcards apart
    int lacking              # wildcards that make all kinds triplets
    int moment               # patterns of the moment, counted with a 258 pair


cdef inline bint is_one_suit(uint64_t kinds) noexcept nogil:
    return kinds != 0 and (kinds & ~<uint64_t>ONE_SUIT == 0
                           or kinds & ~(<uint64_t>ONE_SUIT << 9) == 0
                           or kinds & ~(<uint64_t>ONE_SUIT << 18) == 0)


cdef inline int short_of_triplets(int n) noexcept nogil:
    return (3 - n % 3) % 3


cdef int moments(const Rules* r, const WuhanWin* win) noexcept nogil:
    cdef int out = win.moment
    if not r.last_tiles_pattern:
        out &= ~WUHAN_LAST_TILES
    if win.robbed:
        return out | WUHAN_ROBBING
    if win.giver != NOBODY and win.open_melds == 4:
        out |= WUHAN_ALL_CLAIMED
    return out


cdef void add_way(Ways* ways, int patterns, bint hard) noexcept nogil:
    cdef int i
    for i in range(ways.n):
        if ways.way[i].patterns == patterns and ways.way[i].hard == hard:
            return
    ways.way[ways.n].patterns = <uint8_t>patterns
    ways.way[ways.n].hard = hard
    ways.n += 1


# a pair (good: a 258 one) beside sets (pung: triplets all of them): what it counts
cdef void add_pair(const Scan* scan, const WuhanWin* win, bint good, bint pung, uint64_t kinds,
                   Ways* ways) noexcept nogil:
    cdef int patterns = wuhan_shapeless(kinds, win.kan_kinds)
    if pung:
        patterns |= WUHAN_ALL_PUNG
    else:
        patterns &= ~WUHAN_258  # a run would hold other kinds
    if is_one_suit(kinds):
        patterns |= WUHAN_PURE
    if good:
        patterns |= scan.moment
        if patterns or win.wild <= 1:
            add_way(ways, patterns, scan.hard)
    elif patterns:
        add_way(ways, patterns, scan.hard)


# takes copies of a kind out of the scan (negative: puts them back)
cdef void take(const Rules* r, Scan* scan, int kind, int copies) noexcept nogil:
    scan.kind[kind] -= <uint8_t>copies
    scan.index[r.group[kind]] -= copies * r.weight[kind]


# whether there is a run among the sets of a hand that 2, 5 and 8 are: one of them and two wildcards
cdef bint has_mixed_run(const Rules* r, Scan* scan, int wild) noexcept nogil:
    cdef int k
    cdef bint found = False
    if scan.sets == 0 or wild < 2:
        return False
    for k in range(KINDS):
        if scan.kind[k] and not found:
            take(r, scan, k, 1)
            found = is_complete(r, scan.kind, scan.index, NULL, scan.sets - 1, wild - 2, FORM_SETS)
            take(r, scan, k, -1)
    return found


# the sets beside a pair of the given kinds, the pair's tiles taken out: what they may count
cdef void add_sets(const Rules* r, Scan* scan, const WuhanWin* win, bint good, int wild,
                   int lacking, uint64_t kinds, Ways* ways) noexcept nogil:
    cdef bint pung = scan.no_chi and lacking <= wild
    if not pung and not is_complete(r, scan.kind, scan.index, NULL, scan.sets, wild, FORM_SETS):
        return
    add_pair(scan, win, good, pung, kinds, ways)
    if not r.one_suit_gold or not pung:
        return
    # gold at once may be less than the sun of a reading that has only other patterns
    if wild >= 3 and lacking <= wild - 3:
        add_pair(scan, win, good, True, kinds | bit(win.wild_kind), ways)
    if kinds & ~TWO_FIVE_EIGHT == 0 and has_mixed_run(r, scan, wild):
        add_pair(scan, win, good, False, kinds, ways)


cdef void scan_pairs(const Rules* r, Scan* scan, const WuhanWin* win, Ways* ways) noexcept nogil:
    cdef int k, used, lacking
    cdef bint good
    for k in range(KINDS):
        used = min(<int>scan.kind[k], 2)
        if used == 0 or used + scan.wild < 2:
            continue
        lacking = scan.lacking - short_of_triplets(scan.kind[k]) + short_of_triplets(
            scan.kind[k] - used)
        take(r, scan, k, used)
        add_sets(r, scan, win, has(TWO_FIVE_EIGHT, k), scan.wild - 2 + used, lacking, scan.kinds,
                 ways)
        take(r, scan, k, -used)
    if scan.wild < 2:
        return
    # two wildcards: any pair, or one of their face
    add_sets(r, scan, win, False, scan.wild - 2, scan.lacking, scan.kinds, ways)
    good = has(TWO_FIVE_EIGHT, win.wild_kind)
    if good or r.one_suit_gold:
        add_sets(r, scan, win, good, scan.wild - 2, scan.lacking,
                 scan.kinds | bit(win.wild_kind), ways)


cdef void make_scan(const Rules* r, const WuhanWin* win, bint hard, Scan* scan) noexcept nogil:
    cdef int k
    memcpy(scan.kind, win.kind, KINDS)
    memcpy(scan.index, win.index, GROUPS * sizeof(int32_t))
    scan.wild = 0 if hard else win.wild
    if hard and win.wild:
        scan.kind[win.wild_kind] += win.wild
        scan.index[r.group[win.wild_kind]] += win.wild * r.weight[win.wild_kind]
    scan.sets = win.sets
    scan.hard = hard
    scan.no_chi = not win.has_chi
    scan.moment = moments(r, win)
    scan.kinds = win.melded_kinds
    scan.lacking = 0
    for k in range(KINDS):
        if scan.kind[k]:
            scan.kinds |= bit(k)
            scan.lacking += short_of_triplets(scan.kind[k])


cdef uint64_t natural_kinds(const WuhanWin* win) noexcept nogil:
    cdef uint64_t kinds = win.melded_kinds
    cdef int k
    for k in range(KINDS):
        if win.kind[k]:
            kinds |= bit(k)
    return kinds


cdef void shapeless_ways(const Rules* r, const WuhanWin* win, uint64_t kinds,
                         Ways* ways) noexcept nogil:
    cdef int found = wuhan_shapeless(kinds, win.kan_kinds)
    cdef int hard = wuhan_shapeless(bit(win.wild_kind), win.kan_kinds) if win.wild else found
    if found & WUHAN_WINDS:
        add_way(ways, WUHAN_WINDS, (hard & WUHAN_WINDS) != 0)
    if found & WUHAN_258:
        add_way(ways, WUHAN_258 | (moments(r, win) if r.shapeless_258_has_pair else 0),
                (hard & WUHAN_258) != 0)


cdef void find_ways(const Rules* r, const WuhanWin* win, Ways* ways) noexcept nogil:
    cdef Scan scan
    ways.n = 0
    if win.kan_held or not win.seat[win.winner].opened:
        return
    shapeless_ways(r, win, natural_kinds(win), ways)
    if not is_complete(r, win.kind, win.index, NULL, win.sets, win.wild, FORM_STANDARD):
        return
    make_scan(r, win, True, &scan)
    scan_pairs(r, &scan, win, ways)
    if win.wild:
        make_scan(r, win, False, &scan)
        scan_pairs(r, &scan, win, ways)


# ---- amounts and caps (wuhan section 5)


cdef int wuhan_fan(const Rules* r, const WuhanSeat* seat) noexcept nogil:
    cdef int opened = seat.opened
    if r.opening_fan_mode == OPENING_FAN_MODE_ONCE:
        opened = min(1, opened)
    return opened + 2 * (seat.closed_kans + seat.wild_kans) + seat.open_kans + seat.kan_tiles


cdef inline bint gave(const Rules* r, const WuhanWin* win, int loser) noexcept nogil:
    return win.giver == loser and (not win.robbed or r.rob_counts_as_discard)


cdef int pattern_count(int patterns) noexcept nogil:
    cdef int n = 0
    while patterns:
        patterns = without_lowest(patterns)
        n += 1
    return n


# doubles of a small win between winner and loser; own[]: what doubles with each seat
cdef int small_fan(const Rules* r, const WuhanWin* win, const int* own, int loser,
                   bint hard) noexcept nogil:
    return (own[win.winner] + own[loser] + hard + (win.banker == win.winner or win.banker == loser)
            + (win.giver == NOBODY) + gave(r, win, loser))


cdef int64_t raw_amount(const Rules* r, const WuhanWin* win, const int* own, int loser,
                        int patterns, bint hard) noexcept nogil:
    cdef int64_t amount
    cdef int halves = 2
    if not patterns:
        return <int64_t>1 << small_fan(r, win, own, loser, hard)
    amount = <int64_t>(10 * pattern_count(patterns)) << (own[win.winner] + own[loser] + hard)
    if win.giver == NOBODY:
        if not patterns & OWN_MOMENTS:
            halves = r.big_self_draw_factor
    elif gave(r, win, loser):
        halves = r.big_discard_factor
    return amount * halves // 2


cdef bint is_enough(const Rules* r, const WuhanWin* win, const int* own,
                    const WuhanValue* value) noexcept nogil:
    cdef int p
    cdef bint ok
    if r.min_rule == MIN_RULE_FAN and value.patterns:
        return True
    for p in range(r.seats):
        if p == win.winner:
            continue
        if r.min_rule == MIN_RULE_FAN:
            ok = small_fan(r, win, own, p, value.hard) >= r.min_fan
        else:
            ok = value.raw[p] >= r.min_points
        if ok == (r.minimum_scope == MINIMUM_SCOPE_ANY):
            return ok
    return r.minimum_scope == MINIMUM_SCOPE_EVERY


cdef void cap_amounts(const Rules* r, const WuhanWin* win, WuhanValue* value) noexcept nogil:
    cdef int64_t cap = r.caps[<int>CAPS_CAP]
    cdef int64_t gold = r.caps[<int>CAPS_GOLD]
    cdef bint all_capped = True
    cdef bint all_closed = True
    cdef bint at_once = r.one_suit_gold and value.patterns & SHAPELESS
    cdef int p
    for p in range(r.seats):
        if p != win.winner:
            all_capped = all_capped and value.raw[p] >= cap
            all_closed = all_closed and win.seat[p].opened == 0
    for p in range(r.seats):
        if p == win.winner:
            value.pay[p] = 0
        elif at_once:
            value.pay[p] = gold
        elif not all_capped:
            value.pay[p] = min(value.raw[p], cap)
        elif r.caps[<int>CAPS_TRIPLE_SUN] == 0:  # no sun levels
            value.pay[p] = gold
        elif all_closed:
            value.pay[p] = r.caps[<int>CAPS_TRIPLE_SUN]
        else:
            value.pay[p] = gold if win.seat[p].opened else r.caps[<int>CAPS_SUN]


# of two sets of patterns, the later one by name
cdef bint is_later(int a, int b) noexcept nogil:
    cdef int first
    if a == b:
        return False
    first = lowest(a ^ b)
    if has(a, first):
        return b >> (first + 1) == 0
    return a >> (first + 1) != 0


# enough first, then what is paid, then what would be without caps
cdef bint is_better(const Rules* r, const WuhanValue* a, const WuhanValue* b) noexcept nogil:
    cdef int64_t paid = 0
    cdef int64_t whole = 0
    cdef int p
    if a.enough != b.enough:
        return a.enough > b.enough
    for p in range(r.seats):
        paid += a.pay[p] - b.pay[p]
        whole += a.raw[p] - b.raw[p]
    if paid or whole:
        return paid > 0 or (paid == 0 and whole > 0)
    return is_later(a.patterns, b.patterns)


cdef bint wuhan_value(const Rules* r, const WuhanWin* win, WuhanValue* out) noexcept nogil:
    cdef Ways ways
    cdef WuhanValue value
    cdef int own[SEATS]
    cdef int i, p
    find_ways(r, win, &ways)
    memset(out, 0, sizeof(WuhanValue))
    for p in range(r.seats):
        own[p] = wuhan_fan(r, &win.seat[p])
    for i in range(ways.n):
        memset(&value, 0, sizeof(WuhanValue))
        value.found = 1
        value.patterns = ways.way[i].patterns
        value.hard = ways.way[i].hard
        for p in range(r.seats):
            if p != win.winner:
                value.raw[p] = raw_amount(r, win, own, p, value.patterns, value.hard)
        value.enough = is_enough(r, win, own, &value)
        cap_amounts(r, win, &value)
        if i == 0 or is_better(r, &value, out):
            memcpy(out, &value, sizeof(WuhanValue))
    return out.enough


# ---- readiness, liability, payment


# whether the hand wins with a tile of the kind, drawn or discarded by anybody else
cdef bint wins_with(const Rules* r, const WuhanWin* win, int kind) noexcept nogil:
    cdef WuhanWin trial
    cdef WuhanValue value
    cdef int p
    memcpy(&trial, win, sizeof(WuhanWin))
    trial.moment = 0
    trial.robbed = 0
    trial.giver = NOBODY
    if kind == win.wild_kind:
        trial.wild += 1
        return trial.wild <= 4 and wuhan_value(r, &trial, &value)
    trial.kind[kind] += 1
    trial.index[r.group[kind]] += r.weight[kind]
    if trial.kind[kind] + trial.melded[kind] > 4:
        return False
    for p in range(r.seats):
        trial.giver = NOBODY if p == win.winner else <uint8_t>p
        if wuhan_value(r, &trial, &value):
            return True
    return False


cdef uint64_t wuhan_waits(const Rules* r, const WuhanWin* win) noexcept nogil:
    cdef uint64_t kinds, out = 0
    cdef uint64_t natural = natural_kinds(win)
    cdef int k
    if win.kan_held or not win.seat[win.winner].opened:
        return 0
    if wuhan_shapeless(natural, win.kan_kinds):
        kinds = ~<uint64_t>0  # it may win without a shape
    else:
        kinds = waits(r, win.kind, win.index, NULL, win.sets, win.wild, FORM_STANDARD)
        kinds |= bit(win.wild_kind) if kinds else 0
    for k in range(KINDS):
        if kinds & ~win.kan_kinds & bit(k) and r.copies[k] and wins_with(r, win, k):
            out |= bit(k)
    return out


cdef int wuhan_liable(const WuhanWin* win, const WuhanValue* value, int third_giver,
                      bint discarder_ready) noexcept nogil:
    if value.patterns & WUHAN_PURE and third_giver != NOBODY:
        return third_giver
    if value.patterns & WUHAN_ALL_CLAIMED and not discarder_ready:
        return win.giver
    return win.giver if win.robbed else NOBODY


cdef void wuhan_pay(const Rules* r, const WuhanWin* win, const WuhanValue* value, int liable,
                    Ledger* ledger) noexcept nogil:
    cdef int p
    for p in range(r.seats):
        if p == win.winner or value.pay[p] == 0:
            continue
        if liable == NOBODY or liable == p:
            pay(ledger, REASON_WIN, p, win.winner, <int32_t>value.pay[p], 0)
        else:
            pay(ledger, REASON_PAO, liable, win.winner, <int32_t>value.pay[p], 0)
