# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What happens when a hand ends: winners in turn order, payments, tulip, next hand, game end."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.expect cimport EXPECT_SAMPLES, Unseen, expect_win
from shugi._fast.patterns cimport evaluate
from shugi._fast.rng cimport STREAM_EXPECT, Rng, rng_make
from shugi._fast.settle cimport (
    NextHand, ledger_sum, next_hand, pay, settle_chips, settle_leftover, settle_nagashi,
    settle_noten, settle_placement, settle_win,
)
from shugi._fast.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, CODES, END_ABORT, END_DRAW, END_WIN, KINDS, MELD_ANKAN, NO_TILE,
    NOBODY, PHASE_OVER, RIICHI_OPEN, RIVER_CALLED, RIVER_WON, SEATS, WALL, Seat,
)
from shugi._fast.tileflow cimport ROB_NUKI, hand_start, next_seat
from shugi._fast.tiles cimport KIND_OF, NO_KIND, is_terminal_or_honor
from shugi._fast.tulip cimport Tulip, TulipStart, tulip_play, tulip_start
from shugi._fast.wall cimport dora_code, dora_place, live_left, ura_code
from shugi._fast.win cimport Value, Win


cdef struct Purse:               # what stands in the ledger at one moment
    int32_t points[SEATS]
    int32_t chips[SEATS]


cdef void take_stock(const State* s, Purse* purse) noexcept nogil:
    ledger_sum(&s.ledger, s.rules.seats, purse.points, purse.chips)


cdef void hand_out(State* s, const Purse* before, const float* expected) noexcept nogil:
    # what the ledger has gained since goes to the seats; expected stands for its chips if given
    cdef Purse now
    cdef int p, chips
    take_stock(s, &now)
    for p in range(s.rules.seats):
        chips = now.chips[p] - before.chips[p]
        s.seat[p].score += now.points[p] - before.points[p]
        s.seat[p].chips += chips
        s.points_since[p] += now.points[p] - before.points[p]
        s.chips_since[p] += chips
        s.expected_since[p] += expected[p] if expected != NULL else <float>chips


cdef void move_points(State* s, int reason, int payer, int payee, int32_t points) noexcept nogil:
    cdef Purse before
    take_stock(s, &before)
    pay(&s.ledger, reason, payer, payee, points, 0, 0)
    hand_out(s, &before, NULL)


# ---- a win

cdef void build_win(const State* s, int p, int by, int code, int counts_as,
                    Win* win) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int i
    memset(win, 0, sizeof(Win))
    memcpy(win.hand, seat.hand, CODES)
    memcpy(win.kind, seat.kind, KINDS)
    if by == BY_TSUMO:
        win.hand[code] -= 1
        win.kind[KIND_OF[code]] -= 1
    win.n_meld = seat.n_meld
    memcpy(win.meld, seat.meld, sizeof(seat.meld))
    win.win_code = <unsigned char>code
    win.win_as = <unsigned char>counts_as
    win.by = <unsigned char>by
    win.winner = <unsigned char>p
    win.loser = s.discarder if by == BY_RON else NOBODY
    win.dealer = s.dealer
    win.round_wind = <unsigned char>(s.round // s.rules.seats)
    win.seat_wind = <unsigned char>((p - s.dealer + s.rules.seats) % s.rules.seats)
    win.closed = seat.closed
    win.riichi = seat.riichi
    win.double_riichi = seat.double_riichi
    win.ippatsu = seat.ippatsu
    win.last_tile = live_left(s) == 0 and by != BY_BINGO and not s.robbing and not (
        by == BY_TSUMO and s.drawn_rinshan)
    win.rinshan = by == BY_TSUMO and s.drawn_rinshan and s.rinshan_yaku
    win.chankan = by == BY_RON and 0 < s.robbing < ROB_NUKI
    win.first_turn = seat.first_turn and (by == BY_TSUMO or p != s.dealer)
    win.open_deal_in = (
        by == BY_RON and seat.riichi == RIICHI_OPEN and not s.seat[s.discarder].riichi)
    win.n_aside = seat.n_aside
    memcpy(win.aside, seat.aside, seat.n_aside)
    win.n_dora = s.n_indicator
    win.n_ura = s.n_indicator if seat.riichi else 0
    for i in range(s.n_indicator):
        win.dora[i] = <unsigned char>dora_code(s, i)
        win.ura[i] = <unsigned char>ura_code(s, i)
    win.pao_daisangen = seat.pao[0]
    win.pao_daisuushii = seat.pao[1]


cdef int winning_code(const State* s, int by) noexcept nogil:
    if by == BY_TSUMO:
        return s.drawn
    if by == BY_RON or s.rules.bingo_adds_tile:
        return s.discard
    return NO_TILE


cdef int wall_stacks(const State* s, uint8_t* top, uint8_t* bottom) noexcept nogil:
    # full stacks from the wall's end towards the front
    cdef int n = live_left(s) // 2
    cdef int i
    for i in range(n):
        top[i] = s.wall[s.tail - 2 * i - 2]
        bottom[i] = s.wall[s.tail - 2 * i - 1]
    return n


cdef int play_chips(State* s, const Win* win, const Value* value) noexcept nogil:
    # the chips of one winner; what the wall revealed is returned
    cdef TulipStart start
    cdef Tulip tulip
    cdef uint8_t[WALL] top
    cdef uint8_t[WALL] bottom
    if not tulip_start(s.rules, win, value, &start):
        settle_chips(s.rules, win, &start, NULL, &s.ledger)
        return 0
    tulip_play(s.rules, &start, top, bottom, wall_stacks(s, top, bottom), &tulip)
    settle_chips(s.rules, win, &start, &tulip, &s.ledger)
    return tulip.total - tulip.start


cdef void gather_unseen(const State* s, Unseen* unseen) noexcept nogil:
    cdef int place, i
    cdef bint known
    unseen.n = 0
    unseen.ura = 0 if s.ura_shown else s.n_indicator
    unseen.stacks = live_left(s) // 2
    for place in range(s.head, s.n_wall - s.n_rinshan):
        known = False
        for i in range(s.n_indicator):
            known = known or place == dora_place(s, i)
            known = known or (s.ura_shown and place == dora_place(s, i) + 1)
        if not known:
            unseen.code[unseen.n] = s.wall[place]
            unseen.n += 1


cdef void add_expected(const State* s, const Win* win, int honba, int sticks,
                       float* chips) noexcept nogil:
    cdef Unseen unseen
    cdef float[SEATS] points
    cdef float[SEATS] share
    cdef Rng rng = rng_make(s.seed, s.hand_no, STREAM_EXPECT)
    cdef int p
    gather_unseen(s, &unseen)
    if win.n_ura == 0:
        unseen.ura = 0
    expect_win(s.rules, win, &unseen, honba, sticks, EXPECT_SAMPLES, &rng, points, share)
    for p in range(s.rules.seats):
        chips[p] += share[p]


cdef void pay_winner(State* s, int p, int by, int honba, int sticks,
                     float* expected) noexcept nogil:
    cdef Win win
    cdef Value value
    cdef int revealed
    cdef int code = winning_code(s, by)
    build_win(s, p, by, code, s.pocchi if s.pocchi != NO_TILE else code, &win)
    evaluate(s.rules, &win, &value)
    settle_win(s.rules, &win, &value, honba, sticks, &s.ledger)
    if not s.rules.tulip:
        return
    revealed = play_chips(s, &win, &value)
    s.last.tulip[p] = revealed
    if s.want_expected:
        add_expected(s, &win, honba, sticks, expected)


cdef int first_payer(const State* s, int by) noexcept nogil:
    return s.discarder if by == BY_RON else s.turn


cdef void end_win(State* s, int winners, int by) noexcept nogil:
    cdef Purse before
    cdef float[SEATS] expected
    cdef int first = NOBODY
    cdef int p = first_payer(s, by)
    cdef int i, _i
    begin_summary(s, END_WIN, by)
    s.last.winners = <uint8_t>winners
    s.last.loser = s.discarder if by == BY_RON else NOBODY
    take_stock(s, &before)
    for i in range(s.rules.seats):
        expected[i] = 0
    for _i in range(s.rules.seats):
        if winners >> p & 1:
            if first == NOBODY:
                first = p
                pay_winner(s, p, by, s.honba, s.sticks, expected)
            else:
                pay_winner(s, p, by, 0, 0, expected)
        p = next_seat(s, p)
    if by != BY_TSUMO and not s.robbing:
        s.seat[s.discarder].river_flag[s.seat[s.discarder].n_river - 1] |= RIVER_WON
    s.sticks = 0
    hand_out(s, &before, expected if s.want_expected and s.rules.tulip else NULL)
    close_hand(s, first)


# ---- a draw

cdef bint has_nagashi(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int i, kind
    for i in range(seat.n_river):
        kind = KIND_OF[seat.river[i]]
        if kind == NO_KIND or not is_terminal_or_honor(kind) or seat.river_flag[i] & RIVER_CALLED:
            return False
    return seat.n_river > 0


cdef void end_draw(State* s) noexcept nogil:
    cdef Purse before
    cdef int p
    cdef int tenpai = 0
    cdef bint nagashi = False
    begin_summary(s, END_DRAW, 0)
    take_stock(s, &before)
    for p in range(s.rules.seats):
        if s.seat[p].waits:
            tenpai |= 1 << p
        if s.rules.nagashi_mangan and has_nagashi(s, p):
            settle_nagashi(s.rules, p, s.dealer, &s.ledger)
            nagashi = True
    if not nagashi:
        settle_noten(s.rules, tenpai, &s.ledger)
    s.last.tenpai = <uint8_t>tenpai
    hand_out(s, &before, NULL)
    close_hand(s, NOBODY)


cdef void end_abort(State* s) noexcept nogil:
    begin_summary(s, END_ABORT, 0)
    close_hand(s, NOBODY)


# ---- the summary, the next hand, the end of the game

cdef void begin_summary(State* s, int how, int by) noexcept nogil:
    cdef int p, i
    s.last.how = <uint8_t>how
    s.last.by = <uint8_t>by
    s.last.winners = 0
    s.last.tenpai = 0
    s.last.loser = NOBODY
    for p in range(s.rules.seats):
        s.last.tulip[p] = 0
        s.last.riichi[p] = s.seat[p].riichi
        s.last.turns[p] = s.seat[p].n_river
        s.last.melds[p] = 0
        for i in range(s.seat[p].n_meld):
            s.last.melds[p] += s.seat[p].meld[i].type != MELD_ANKAN


cdef void close_hand(State* s, int first_winner) noexcept nogil:
    cdef NextHand following
    cdef int32_t[SEATS] score
    cdef Purse total
    cdef int p
    take_stock(s, &total)
    for p in range(s.rules.seats):
        score[p] = s.seat[p].score
        s.last.points[p] = total.points[p]
        s.last.chips[p] = total.chips[p]
    next_hand(s.rules, s.round, s.dealer, s.honba, s.last.how, s.last.winners, first_winner,
              s.last.tenpai, score, s.hand_no, &following)
    s.hand_over = 1
    if following.over:
        close_game(s, score)
        return
    s.dealer = <uint8_t>following.dealer
    s.round = <uint8_t>following.round
    s.honba = <uint8_t>(following.honba if following.honba < 255 else 255)
    hand_start(s)


cdef void close_game(State* s, const int32_t* score) noexcept nogil:
    cdef Purse before
    cdef int32_t[SEATS] final
    cdef int p
    take_stock(s, &before)
    settle_leftover(s.rules, score, s.sticks, &s.ledger)
    hand_out(s, &before, NULL)
    s.sticks = 0
    for p in range(s.rules.seats):
        final[p] = s.seat[p].score
    take_stock(s, &before)
    settle_placement(s.rules, final, &s.ledger)
    hand_out(s, &before, NULL)
    s.phase = PHASE_OVER
    s.legal[0] = 0
    s.legal[1] = 0
