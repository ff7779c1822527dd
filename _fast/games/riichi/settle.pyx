# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Payments of riichi games (sanma_base section 5; section 7 of super_bingo, flying_fish,
toriuchi)."""

from libc.stdint cimport int32_t, uint8_t
from shugi._fast.core.bits cimport has
from shugi._fast.core.rules cimport (
    PAO, PAO_DAISANGEN, PAO_DAISUUSHII, PAO_MU, PAO_RON_HALF, PLACEMENT_FLYING_FISH,
    PLACEMENT_SUPER_BINGO, PLACEMENT_TORIUCHI, ROUND_HALF_UP, SETTLE_LITERAL,
)
from shugi._fast.core.sizes cimport NOBODY, SEATS
from shugi._fast.core.state cimport BY_RON
from shugi._fast.flow.ledger cimport (
    REASON_CHOMBO, REASON_CHOMBO_CHIPS, REASON_HONBA, REASON_LEFTOVER, REASON_NAGASHI,
    REASON_NOTEN, REASON_PAO, REASON_PLACEMENT, REASON_STICKS, REASON_WIN, pay,
)
from shugi._fast.flow.ranking cimport rank_seats
from shugi._fast.games.riichi.points cimport Points, points_at_limit
from shugi._fast.games.riichi.win cimport LIMIT_MANGAN, P_DAISANGEN, P_DAISUUSHII, P_MU, P_NAGASHI

# of Rules.pao
cdef uint8_t[PAO] PAO_PATTERN
PAO_PATTERN[<int>PAO_DAISANGEN] = P_DAISANGEN
PAO_PATTERN[<int>PAO_DAISUUSHII] = P_DAISUUSHII
PAO_PATTERN[<int>PAO_MU] = P_MU


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


cdef void settle_pao(const Rules* r, const Win* win, const Value* value, int liable, int entry,
                     Ledger* ledger) noexcept nogil:
    # the units of the yakuman in question, or of all: all of a draw, half or all of a ron
    cdef int units = value.units if r.pao_whole_hand else min(
        <int>value.entry[entry].han, value.units)
    cdef int pattern = value.entry[entry].pattern
    cdef int32_t points
    cdef int i
    if win.by == BY_RON:
        points = value.ron / value.units * units / (2 if r.pao_ron == PAO_RON_HALF else 1)
        if liable != win.loser:
            pay(ledger, REASON_PAO, liable, win.loser, points, pattern)
        return
    for i in range(r.seats):
        if i != win.winner and i != liable:
            points = share(value, i, win.dealer) / value.units * units
            pay(ledger, REASON_PAO, liable, i, points, pattern)


cdef void settle_honba(const Rules* r, const Win* win, int honba, int liable,
                       Ledger* ledger) noexcept nogil:
    # the liable seat pays for all
    cdef int i
    if honba == 0:
        return
    if win.by == BY_RON:
        pay(ledger, REASON_HONBA, win.loser if liable == NOBODY else liable, win.winner,
            honba * r.honba_ron, honba)
        return
    for i in range(r.seats):
        if i != win.winner:
            pay(ledger, REASON_HONBA, i if liable == NOBODY else liable, win.winner,
                honba * r.honba_tsumo, honba)


cdef void settle_win(const Rules* r, const Win* win, const Value* value, int honba, int sticks,
                     Ledger* ledger) noexcept nogil:
    cdef int i
    cdef int entry = 0
    cdef int liable = liable_seat(r, win, value, &entry)
    if r.cherry:
        return  # there are no points
    if win.by == BY_RON:
        pay(ledger, REASON_WIN, win.loser, win.winner, value.ron, value.limit)
    else:
        for i in range(r.seats):
            if i != win.winner:
                pay(ledger, REASON_WIN, i, win.winner, share(value, i, win.dealer), value.limit)
    if liable != NOBODY:
        settle_pao(r, win, value, liable, entry, ledger)
    settle_honba(r, win, honba, liable, ledger)
    if sticks:
        pay(ledger, REASON_STICKS, NOBODY, win.winner, sticks * r.riichi_cost, sticks)


# ---- a draw

cdef void settle_noten(const Rules* r, int tenpai, Ledger* ledger) noexcept nogil:
    cdef int i, j
    cdef int n = 0
    for i in range(r.seats):
        n += has(tenpai, i)
    if n == 0 or n == r.seats or r.noten_total == 0:
        return
    for i in range(r.seats):
        for j in range(r.seats):
            if not has(tenpai, i) and has(tenpai, j):
                pay(ledger, REASON_NOTEN, i, j, r.noten_total / (n * (r.seats - n)), 0)


cdef void settle_nagashi(const Rules* r, int seat, int dealer, Ledger* ledger) noexcept nogil:
    cdef Points p
    cdef int i
    points_at_limit(r, LIMIT_MANGAN, 1, seat == dealer, &p)
    for i in range(r.seats):
        if i != seat:
            pay(ledger, REASON_NAGASHI, i, seat, p.tsumo_dealer if i == dealer else p.tsumo_other,
                P_NAGASHI)


# ---- a chombo

cdef void settle_chombo(const Rules* r, int culprits, Ledger* ledger) noexcept nogil:
    cdef int i, j
    for i in range(r.seats):
        for j in range(r.seats):
            if i == j or not has(culprits, i):
                continue
            if r.chombo_points:
                pay(ledger, REASON_CHOMBO, i, j, r.chombo_points, 0)
            if r.chombo_chips:
                pay(ledger, REASON_CHOMBO_CHIPS, i, j, r.chombo_chips, 0)


# ---- the end of the game

cdef void settle_leftover(const Rules* r, const int32_t* score, const Ties* ties, int sticks,
                          Ledger* ledger) noexcept nogil:
    cdef uint8_t order[SEATS]
    if sticks:
        rank_seats(r, score, ties, order)
        pay(ledger, REASON_LEFTOVER, NOBODY, order[0], sticks * r.riichi_cost, sticks)


cdef inline int32_t thousands(int32_t points) noexcept nogil:
    # whole thousands, rounded down
    return points / 1000 - (points % 1000 < 0)


cdef int32_t round_to_unit(const Rules* r, int32_t score) noexcept nogil:
    # to the nearest settle_unit
    cdef int32_t over = score % r.settle_unit
    if over < 0:
        over += r.settle_unit
    score -= over
    if 2 * over > r.settle_unit or (2 * over == r.settle_unit and r.round_half == ROUND_HALF_UP):
        score += r.settle_unit
    return score


cdef void place_toriuchi(const Rules* r, const int32_t* score, const uint8_t* order,
                         Ledger* ledger) noexcept nogil:
    # settle: 0 first_collects 1 literal: then even the first has a difference, with the table
    cdef int i, seat
    cdef int32_t chips
    for i in range(r.seats):
        seat = order[i]
        chips = (round_to_unit(r, score[seat]) - r.target_points) / r.settle_unit
        if r.settle == SETTLE_LITERAL:
            pay_either(ledger, NOBODY, seat, chips)
        elif i:
            pay_either(ledger, order[0], seat, chips)
        if i and score[seat] < r.floating_uma_line:
            pay_either(ledger, seat, order[0], r.floating_uma_chips)


cdef void settle_placement(const Rules* r, const int32_t* score, const Ties* ties,
                           Ledger* ledger) noexcept nogil:
    cdef uint8_t order[SEATS]
    rank_seats(r, score, ties, order)
    if r.placement == PLACEMENT_SUPER_BINGO:
        place_super_bingo(r, score, order, ledger)
    elif r.placement == PLACEMENT_FLYING_FISH:
        pay_either(ledger, order[1], order[0], r.placement_second)
        pay_either(ledger, order[2], order[0], r.placement_third)
    elif r.placement == PLACEMENT_TORIUCHI:
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
        pay(ledger, REASON_PLACEMENT, payer, payee, chips, 0)
    elif chips < 0:
        pay(ledger, REASON_PLACEMENT, payee, payer, -chips, 0)


cdef bint is_bust(const Rules* r, int32_t score) noexcept nogil:
    return score < r.bust_below or (r.bust_at_zero and score == r.bust_below)
