# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Payments, the next hand, and the end of the game (sanma_base sections 5 and 7, super_bingo 7)."""

from libc.stdint cimport int32_t, int64_t, uint8_t
from shugi._fast.points cimport Points, points_at_limit
from shugi._fast.state cimport (
    BY_RON, END_ABORT, END_WIN, GAME_RIICHI, LEDGER, NOBODY, PAO, RIVER, RIVER_CALLED, SEATS, Line,
)
from shugi._fast.tiles cimport KIND_7P, KIND_7S, KIND_OF
from shugi._fast.win cimport LIMIT_MANGAN, P_DAISANGEN, P_DAISUUSHII, P_MU, P_NAGASHI

# by Reason
REASON_NAMES = (
    "win", "honba", "sticks", "riichi", "noten", "nagashi", "pao", "gold", "tulip_start", "tulip",
    "tulip_tier3", "placement", "leftover", "grand_cross", "uma",
    "ippatsu", "ura", "kandora", "red", "tanyao", "otafuku", "yakuman", "dice", "birds", "bust",
    "multiplier", "cherry", "kan", "disclosed",
    "carte_blanche", "point", "sequence", "sets", "repic", "play", "pic", "cards",
    "tricks", "bid", "premium", "result",
)
BINGO_NAMES = ("none", "three_in_a_row", "bingo_row", "bingo_column", "bingo_diagonal")

# by Pao
cdef uint8_t[PAO] PAO_PATTERN
PAO_PATTERN = [P_DAISANGEN, P_DAISUUSHII, P_MU]

cdef enum GameLength:        # Rules.game_length
    HANCHAN = 0
    EAST = 1
    UNTIL_BUST = 2
    FIXED_HANDS = 3

cdef enum Renchan:           # Rules.renchan
    RENCHAN_TENPAI = 0
    RENCHAN_WIN = 1
    WINNER_DEALS = 2

cdef enum HonbaRule:         # Rules.honba_rule
    EVERY_HAND = 1

cdef enum DoubleRon:         # Rules.next_dealer_on_double_ron
    DEALER_IF_WINNER = 1

cdef enum TieFirst:          # Rules.tie_first
    LAST_WINNER = 1

cdef enum TieSecond:         # Rules.tie_second
    TURN_ORDER_FROM_FIRST = 1

cdef enum Placement:         # Rules.placement
    PLACE_SUPER_BINGO = 1
    PLACE_FLYING_FISH = 2
    PLACE_TORIUCHI = 3

cdef enum Extension:         # Rules.extension
    ONE_ROUND = 0
    UNLIMITED = 1
    NO_EXTENSION = 2


# ---- the ledger

cdef void ledger_clear(Ledger* ledger) noexcept nogil:
    ledger.n = 0
    ledger.lost = 0


cdef void pay(Ledger* ledger, int reason, int payer, int payee, int32_t points, int32_t chips,
              int detail) noexcept nogil:
    cdef int i
    cdef Line* line
    for i in range(ledger.n):
        line = &ledger.line[i]
        if line.reason == reason and line.payer == payer and line.payee == payee:
            line.points += points
            line.chips += chips
            return
    if ledger.n == LEDGER:
        ledger.lost += 1
        return
    line = &ledger.line[ledger.n]
    line.reason = <uint8_t>reason
    line.payer = <uint8_t>payer
    line.payee = <uint8_t>payee
    line.detail = <uint8_t>detail
    line.points = points
    line.chips = chips
    ledger.n += 1


cdef void ledger_sum(const Ledger* ledger, int seats, int32_t* points,
                     int32_t* chips) noexcept nogil:
    cdef int i
    cdef const Line* line
    for i in range(seats):
        points[i] = 0
        chips[i] = 0
    for i in range(ledger.n):
        line = &ledger.line[i]
        if line.payer != NOBODY:
            points[line.payer] -= line.points
            chips[line.payer] -= line.chips
        if line.payee != NOBODY:
            points[line.payee] += line.points
            chips[line.payee] += line.chips


# ---- a win

cdef int32_t share(const Value* value, int payer, int dealer) noexcept nogil:
    return value.tsumo_dealer if payer == dealer else value.tsumo_other


cdef int liable_seat(const Rules* r, const Win* win, const Value* value, int* entry) noexcept nogil:
    # who must pay for the yakuman he completed, and its entry; NOBODY
    cdef int i, seat
    cdef int pao
    for i in range(value.n):
        seat = NOBODY
        for pao in range(PAO):
            if value.entry[i].pattern == PAO_PATTERN[pao] and r.pao[pao]:
                seat = win.pao[pao]
        if seat != NOBODY and value.entry[i].yakuman:
            entry[0] = i
            return seat
    return NOBODY


cdef void settle_pao(const Win* win, const Value* value, int seats, int liable, int entry,
                     Ledger* ledger) noexcept nogil:
    # only the units of the yakuman in question: all of a draw, half of a ron
    cdef int units = min(<int>value.entry[entry].han, value.units)
    cdef int pattern = value.entry[entry].pattern
    cdef int32_t points
    cdef int i
    if win.by == BY_RON:
        points = value.ron / value.units * units / 2
        if liable != win.loser:
            pay(ledger, REASON_PAO, liable, win.loser, points, 0, pattern)
        return
    for i in range(seats):
        if i != win.winner and i != liable:
            points = share(value, i, win.dealer) / value.units * units
            pay(ledger, REASON_PAO, liable, i, points, 0, pattern)


cdef void settle_honba(const Rules* r, const Win* win, int honba, int liable,
                       Ledger* ledger) noexcept nogil:
    # the liable seat pays for all
    cdef int i
    if honba == 0:
        return
    if win.by == BY_RON:
        pay(ledger, REASON_HONBA, win.loser if liable == NOBODY else liable, win.winner,
            honba * r.honba_ron, 0, honba)
        return
    for i in range(r.seats):
        if i != win.winner:
            pay(ledger, REASON_HONBA, i if liable == NOBODY else liable, win.winner,
                honba * r.honba_tsumo, 0, honba)


cdef void settle_win(const Rules* r, const Win* win, const Value* value, int honba, int sticks,
                     Ledger* ledger) noexcept nogil:
    cdef int i
    cdef int entry = 0
    cdef int liable = liable_seat(r, win, value, &entry)
    if r.cherry:
        return  # there are no points
    if win.by == BY_RON:
        pay(ledger, REASON_WIN, win.loser, win.winner, value.ron, 0, value.limit)
    else:
        for i in range(r.seats):
            if i != win.winner:
                pay(ledger, REASON_WIN, i, win.winner, share(value, i, win.dealer), 0, value.limit)
    if liable != NOBODY:
        settle_pao(win, value, r.seats, liable, entry, ledger)
    settle_honba(r, win, honba, liable, ledger)
    if sticks:
        pay(ledger, REASON_STICKS, NOBODY, win.winner, sticks * r.riichi_cost, 0, sticks)


# ---- a draw

cdef void settle_noten(const Rules* r, int tenpai, Ledger* ledger) noexcept nogil:
    cdef int i, j
    cdef int n = 0
    for i in range(r.seats):
        n += tenpai >> i & 1
    if n == 0 or n == r.seats or r.noten_total == 0:
        return
    for i in range(r.seats):
        for j in range(r.seats):
            if not tenpai >> i & 1 and tenpai >> j & 1:
                pay(ledger, REASON_NOTEN, i, j, r.noten_total / (n * (r.seats - n)), 0, 0)


cdef void settle_nagashi(const Rules* r, int seat, int dealer, Ledger* ledger) noexcept nogil:
    cdef Points p
    cdef int i
    points_at_limit(r, LIMIT_MANGAN, 1, seat == dealer, &p)
    for i in range(r.seats):
        if i != seat:
            pay(ledger, REASON_NAGASHI, i, seat,
                p.tsumo_dealer if i == dealer else p.tsumo_other, 0, P_NAGASHI)


# ---- places

cdef void sort_seats(const Rules* r, const int32_t* score, int nearest,
                     uint8_t* order) noexcept nogil:
    # at equal points in turn order from that seat
    cdef int i, j, seat
    for i in range(r.seats):
        seat = (nearest + i) % r.seats
        j = i
        while j > 0 and score[order[j - 1]] < score[seat]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = <uint8_t>seat


cdef void bring_forward(uint8_t* order, int seat) noexcept nogil:
    cdef int i = 0
    while order[i] != seat:
        i += 1
    while i > 0:
        order[i] = order[i - 1]
        i -= 1
    order[0] = <uint8_t>seat


cdef void rank_seats(const Rules* r, const int32_t* score, const Ties* ties,
                     uint8_t* order) noexcept nogil:
    cdef int winner = ties.last_winner
    sort_seats(r, score, ties.first_dealer, order)
    if r.tie_first == LAST_WINNER and winner != NOBODY and score[winner] == score[order[0]]:
        bring_forward(order, winner)
    if r.tie_second == TURN_ORDER_FROM_FIRST:
        sort_seats(r, score, order[0], order)


cdef void final_places(const Rules* r, const uint8_t* order, const int64_t* amount,
                       uint8_t* place) noexcept nogil:
    cdef int i, j
    for i in range(r.seats):
        if r.game == GAME_RIICHI:
            place[order[i]] = <uint8_t>i
            continue
        place[i] = 0
        for j in range(r.seats):
            place[i] += amount[j] > amount[i]


cdef void settle_leftover(const Rules* r, const int32_t* score, const Ties* ties, int sticks,
                          Ledger* ledger) noexcept nogil:
    cdef uint8_t order[SEATS]
    if sticks:
        rank_seats(r, score, ties, order)
        pay(ledger, REASON_LEFTOVER, NOBODY, order[0], sticks * r.riichi_cost, 0, sticks)


cdef inline int32_t thousands(int32_t points) noexcept nogil:
    # whole thousands, rounded down
    return points / 1000 - (points % 1000 < 0)


cdef int32_t rounded(const Rules* r, int32_t score) noexcept nogil:
    # to the nearest settle_unit
    cdef int32_t over = score % r.settle_unit
    if over < 0:
        over += r.settle_unit
    score -= over
    if 2 * over > r.settle_unit or (2 * over == r.settle_unit and r.round_half == 0):
        score += r.settle_unit
    return score


cdef void place_toriuchi(const Rules* r, const int32_t* score, const uint8_t* order,
                         Ledger* ledger) noexcept nogil:
    # settle: 0 first_collects 1 literal: then even the first has a difference, with the table
    cdef int i, seat
    cdef int32_t chips
    for i in range(r.seats):
        seat = order[i]
        chips = (rounded(r, score[seat]) - r.target_points) / r.settle_unit
        if r.settle == 1:
            pay_either(ledger, NOBODY, seat, chips)
        elif i:
            pay_either(ledger, order[0], seat, chips)
        if i and score[seat] < r.floating_uma_line:
            pay_either(ledger, seat, order[0], r.floating_uma_chips)


cdef void settle_placement(const Rules* r, const int32_t* score, const Ties* ties,
                           Ledger* ledger) noexcept nogil:
    cdef uint8_t order[SEATS]
    rank_seats(r, score, ties, order)
    if r.placement == PLACE_SUPER_BINGO:
        place_super_bingo(r, score, order, ledger)
    elif r.placement == PLACE_FLYING_FISH:
        pay_either(ledger, order[1], order[0], r.placement_second)
        pay_either(ledger, order[2], order[0], r.placement_third)
    elif r.placement == PLACE_TORIUCHI:
        place_toriuchi(r, score, order, ledger)


cdef void place_super_bingo(const Rules* r, const int32_t* score, const uint8_t* order,
                            Ledger* ledger) noexcept nogil:
    cdef int32_t second, third
    third = r.placement_third_base + thousands(r.start_points - score[order[2]])
    pay_either(ledger, order[2], order[0], min(third, r.placement_third_cap))
    second = score[order[1]]
    if second >= r.placement_second_line:
        second = min(thousands(second - r.start_points), r.placement_second_cap)
        pay_either(ledger, order[0], order[1], second)
    else:
        second = r.placement_second_base + thousands(r.start_points - second)
        pay_either(ledger, order[1], order[0], second)


cdef void pay_either(Ledger* ledger, int payer, int payee, int32_t chips) noexcept nogil:
    if chips > 0:
        pay(ledger, REASON_PLACEMENT, payer, payee, 0, chips, 0)
    elif chips < 0:
        pay(ledger, REASON_PLACEMENT, payee, payer, 0, -chips, 0)


cdef void final_result(const Rules* r, const int32_t* score, const int32_t* chips,
                       const Ties* ties, int64_t* out) noexcept nogil:
    cdef uint8_t order[SEATS]
    cdef int i, seat
    # what a game costs to enter: points below it are a loss
    cdef int32_t entry = r.start_points + r.oka / r.seats
    rank_seats(r, score, ties, order)
    for i in range(r.seats):
        seat = order[i]
        out[seat] = <int64_t>chips[seat] * r.shugi_value_milli
        if r.placement or not r.points_per_unit:
            continue
        out[seat] += (score[seat] - entry + (r.oka if i == 0 else 0)) * (1000 // r.points_per_unit)
        if i < 3:
            out[seat] += <int64_t>1000 * r.uma[i]


# ---- the next hand

cdef bint is_bust(const Rules* r, int32_t score) noexcept nogil:
    return score < r.bust_below or (r.bust_at_zero and score == r.bust_below)


cdef bint game_over(const Rules* r, int round, int dealer, bint repeats, const int32_t* score,
                    const Ties* ties, int hands) noexcept nogil:
    cdef uint8_t order[SEATS]
    cdef int last = (1 if r.game_length == EAST else 2) * r.seats - 1
    cdef bint reached
    cdef int i
    for i in range(r.seats):
        if r.bust and is_bust(r, score[i]):
            return True
    if r.game_length == FIXED_HANDS:
        return hands >= r.match_hands
    if r.game_length == UNTIL_BUST or round < last:
        return False
    rank_seats(r, score, ties, order)
    reached = score[order[0]] >= r.target_points
    if round == last:
        if repeats:
            return r.agari_yame == 0 and order[0] == dealer and reached
        return reached or r.extension == NO_EXTENSION
    # the extension ends with the first hand that leaves somebody at the target
    return reached or (r.extension == ONE_ROUND and round >= last + r.seats and not repeats)


cdef int round_of(const Rules* r, int round, int dealer) noexcept nogil:
    # it stays East where games have no rounds
    return dealer if r.game_length == UNTIL_BUST or r.game_length == FIXED_HANDS else round


cdef int dealing_winner(const Rules* r, int dealer, int winners, int first_winner) noexcept nogil:
    # winner_deals: of several winners, the first in turn order
    if r.next_dealer_on_double_ron == DEALER_IF_WINNER and winners >> dealer & 1:
        return dealer
    return first_winner


cdef bint dealer_repeats(const Rules* r, int dealer, int end, int winners, int first_winner,
                         int tenpai) noexcept nogil:
    if end == END_ABORT:
        return True
    if end == END_WIN and r.renchan == WINNER_DEALS:
        return dealing_winner(r, dealer, winners, first_winner) == dealer
    if end == END_WIN:
        return winners >> dealer & 1
    if r.renchan == WINNER_DEALS:
        return True
    return r.renchan == RENCHAN_TENPAI and tenpai >> dealer & 1


cdef void next_hand(const Rules* r, int round, int dealer, int honba, int end, int winners,
                    int first_winner, int tenpai, const int32_t* score, const Ties* ties,
                    int hands, NextHand* out) noexcept nogil:
    cdef bint repeats = dealer_repeats(r, dealer, end, winners, first_winner, tenpai)
    cdef bint resets = not repeats and end == END_WIN and r.honba_rule != EVERY_HAND
    out.dealer = dealer
    out.round = round
    out.honba = honba
    out.over = game_over(r, round, dealer, repeats, score, ties, hands)
    out.repeats = repeats
    if out.over:
        return
    out.honba = 0 if resets or r.cherry else honba + 1
    if repeats:
        return
    out.dealer = (dealer + 1) % r.seats
    if r.renchan == WINNER_DEALS:
        out.dealer = dealing_winner(r, dealer, winners, first_winner)
    out.round = round_of(r, round + 1, out.dealer)
    if out.round >= 10 * r.seats:
        out.round -= 4 * r.seats                 # an extension without end: the winds go round


# ---- bingo by discards

cdef inline bint is_seven(int code) noexcept nogil:
    return KIND_OF[code] == KIND_7P or KIND_OF[code] == KIND_7S


cdef int pile(const Rules* r, const uint8_t* river, const uint8_t* flags, int n, int riichi_at,
              bint keep_called, uint8_t* seven) noexcept nogil:
    # the discards that lie there, one flag each: a seven that counts; their number
    cdef int i
    cdef int size = 0
    cdef int first = riichi_at if r.bingo_counts_riichi_tile else riichi_at + 1
    for i in range(n):
        if keep_called or not flags[i] & RIVER_CALLED:
            seven[size] = i >= first and is_seven(river[i])
            size += 1
    return size


cdef bint line(const uint8_t* seven, int at, int step) noexcept nogil:
    return at >= 2 * step and seven[at] and seven[at - step] and seven[at - 2 * step]


cdef int bingo_kind(const Rules* r, const uint8_t* river, const uint8_t* flags, int n,
                    int riichi_at) noexcept nogil:
    cdef uint8_t seven[RIVER]
    cdef int width = r.discard_row_length
    cdef int at, column
    if not r.bingo_wins or n == 0 or riichi_at >= n:
        return BINGO_NONE
    # called_tiles: 0 streak_only 1 both 2 none
    at = pile(r, river, flags, n, riichi_at, r.bingo_called_tiles != 2, seven) - 1
    if line(seven, at, 1):
        return BINGO_STREAK
    at = pile(r, river, flags, n, riichi_at, r.bingo_called_tiles == 1, seven) - 1
    if at < 0:
        return BINGO_NONE
    column = at % width
    if column >= 2 and line(seven, at, 1):
        return BINGO_ROW
    if line(seven, at, width):
        return BINGO_COLUMN
    if column >= 2 and line(seven, at, width + 1):
        return BINGO_DIAGONAL
    if column + 2 < width and line(seven, at, width - 1):
        return BINGO_DIAGONAL
    return BINGO_NONE
