# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What happens when a hand ends: winners in turn order, payments, tulip, next hand, game end."""

from libc.stdint cimport uint64_t, uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.atama cimport sure_yakuman
from shugi._fast.calls cimport next_seat
from shugi._fast.chips cimport Chips, Stakes, roll_dice, rolls_dice, settle_chips, stakes_scores
from shugi._fast.expect cimport EXPECT_SAMPLES, Unseen, expect_win
from shugi._fast.rng cimport STREAM_DICE, STREAM_EXPECT, Rng, rng_make
from shugi._fast.settle cimport (
    REASON_GRAND_CROSS, NextHand, ledger_sum, next_hand, pay, settle_leftover, settle_nagashi,
    settle_noten, settle_placement, settle_win,
)
from shugi._fast.state cimport (
    BY_BINGO, BY_RON, BY_TSUMO, CODES, END_ABORT, END_DRAW, END_WIN, KINDS, MELD_ANKAN,
    MELD_GRAND_CROSS, NOBODY, NO_TILE, PAO, PHASE_OVER, PHASE_POCCHI, RIICHI_OPEN, RIVER_CALLED,
    RIVER_WON, SEATS, WALL, Line, Rules, Seat,
)
from shugi._fast.tileflow cimport ROB_NUKI, family, hand_start
from shugi._fast.tiles cimport (
    CHERRY_1P, DEATH_7P, KIND_OF, NO_KIND, is_cherry, is_terminal_or_honor,
)
from shugi._fast.tulip cimport Tulip, TulipStart, tulip_asks, tulip_play, tulip_start
from shugi._fast.value cimport evaluate
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


cdef void move_points(State* s, int reason, int payer, int payee, int32_t points,
                      int detail) noexcept nogil:
    cdef Purse before
    take_stock(s, &before)
    pay(&s.ledger, reason, payer, payee, points, 0, detail)
    hand_out(s, &before, NULL)


cdef void move_chips(State* s, int reason, int payer, int payee, int32_t chips) noexcept nogil:
    cdef Purse before
    take_stock(s, &before)
    pay(&s.ledger, reason, payer, payee, 0, chips, 0)
    hand_out(s, &before, NULL)


# ---- a win

cdef void look_at_piles(const State* s, int by, Win* win) noexcept nogil:
    # a tile won on belongs to the hand; one that was called lies in a meld
    cdef const Seat* seat
    cdef int p, i, n
    for p in range(s.rules.seats):
        seat = &s.seat[p]
        n = seat.n_river - (by == BY_RON and p == s.discarder and not s.robbing)
        for i in range(n):
            if seat.river_flag[i] & RIVER_CALLED:
                continue
            if is_cherry(seat.river[i]):
                win.cherry[seat.river[i] - CHERRY_1P] += 1
            elif seat.river[i] == DEATH_7P:
                win.death = 1


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
    win.round_wind = <unsigned char>(s.round // s.rules.seats % 4)
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
    memcpy(win.pao, seat.pao, PAO)
    win.wild = seat.wild
    win.furiten_riichi = seat.furiten_riichi
    if s.rules.local_otafuku and not seat.furiten:
        win.n_wait = <unsigned char>n_bits(seat.waits)
    win.reveal_as = s.reveal_as[p]
    if s.rules.cherry:
        look_at_piles(s, by, win)


cdef inline int n_bits(uint64_t bits) noexcept nogil:
    cdef int n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


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


cdef bint play_tulip(const State* s, const Win* win, const Value* value, TulipStart* start,
                     Tulip* tulip) noexcept nogil:
    cdef uint8_t[WALL] top
    cdef uint8_t[WALL] bottom
    if not tulip_start(s.rules, win, value, start):
        return False
    tulip_play(s.rules, start, top, bottom, wall_stacks(s, top, bottom), tulip)
    return True


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


cdef void add_expected(const State* s, const Win* win, const Stakes* stakes, int honba, int sticks,
                       float* chips) noexcept nogil:
    cdef Unseen unseen
    cdef float[SEATS] points
    cdef float[SEATS] share
    cdef Rng rng = rng_make(s.seed, s.hand_no, STREAM_EXPECT)
    cdef int p
    gather_unseen(s, &unseen)
    if win.n_ura == 0:
        unseen.ura = 0
    expect_win(s.rules, win, &unseen, stakes, honba, sticks, EXPECT_SAMPLES, &rng, points, share)
    for p in range(s.rules.seats):
        chips[p] += share[p]


cdef struct Payment:             # one winner's
    Win win
    Value value
    Stakes stakes
    int32_t points[SEATS]
    int honba                    # the first winner's, as the sticks
    int sticks


cdef void evaluate_win(const State* s, int p, int by, Payment* out) noexcept nogil:
    cdef int code = winning_code(s, by)
    build_win(s, p, by, code, s.pocchi if s.pocchi != NO_TILE else code, &out.win)
    evaluate(s.rules, &out.win, &out.value)


cdef void pay_points(State* s, bint first, Payment* out) noexcept nogil:
    # of several winners, the first gets honba and sticks
    cdef Purse before, after
    cdef int i
    out.honba = s.honba if first else 0
    out.sticks = s.sticks if first else 0
    take_stock(s, &before)
    settle_win(s.rules, &out.win, &out.value, out.honba, out.sticks, &s.ledger)
    take_stock(s, &after)
    for i in range(s.rules.seats):
        out.points[i] = after.points[i] - before.points[i]


cdef int guns_of(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int i, j
    cdef int n = 0
    if s.rules.gun_tile < 0:
        return 0
    n = seat.kind[s.rules.gun_tile]
    if s.robbing and p == s.discarder:
        n -= KIND_OF[s.discard] == s.rules.gun_tile  # it is the winner's tile
    if s.rules.guns_in_melds:
        for i in range(seat.n_meld):
            for j in range(seat.meld[i].n):
                n += KIND_OF[seat.meld[i].tile[j]] == s.rules.gun_tile
    return n


cdef int32_t cross_chips(const State* s, int payer, int winner) noexcept nogil:
    cdef int i
    cdef const Line* line
    for i in range(s.ledger.n):
        line = &s.ledger.line[i]
        if line.reason == REASON_GRAND_CROSS and line.payer == payer and line.payee == winner:
            return line.chips
    return 0


cdef void find_stakes(const State* s, const int32_t* before, const int32_t* after,
                      const uint8_t* fallen, Payment* out) noexcept nogil:
    cdef Stakes* stakes = &out.stakes
    cdef int p
    cdef Rng rng = rng_make(s.seed, s.hand_no, STREAM_DICE + 8 * out.win.winner)
    memset(stakes, 0, sizeof(Stakes))
    for p in range(s.rules.seats):
        stakes.before[p] = before[p]
        stakes.others[p] = after[p] - before[p] - out.points[p]
        stakes.fallen[p] = fallen[p]
        stakes.marker[p] = s.seat[p].marker
        stakes.guns[p] = <uint8_t>guns_of(s, p)
        stakes.grand_cross[p] = cross_chips(s, p, out.win.winner)
    stakes.honba = s.honba
    stakes_scores(s.rules, out.points, after, stakes)
    if rolls_dice(s.rules, &out.win):
        stakes.dice = roll_dice(s.rules, &rng)


cdef void pay_chips(State* s, Payment* payment, float* expected) noexcept nogil:
    cdef TulipStart start
    cdef Tulip tulip
    cdef Chips chips
    cdef Purse before, after
    cdef int p
    cdef bint played = play_tulip(s, &payment.win, &payment.value, &start, &tulip)
    take_stock(s, &before)
    settle_chips(s.rules, &payment.win, &payment.value, &start, &tulip if played else NULL,
                 &payment.stakes, &chips, &s.ledger)
    take_stock(s, &after)
    if played:
        s.last.tulip[payment.win.winner] = tulip.total - tulip.start
    if not s.want_expected or not has_chance(s.rules):
        return
    if payment.win.reveal_as == NO_TILE:
        add_expected(s, &payment.win, &payment.stakes, payment.honba, payment.sticks, expected)
        return
    # who names a revealed joker has seen the tulip: nothing was left to chance
    for p in range(s.rules.seats):
        expected[p] += after.chips[p] - before.chips[p]


cdef inline bint has_chance(const Rules* r) noexcept nogil:
    return r.tulip or r.demekin or r.chip_ura or r.chip_bust


cdef int first_payer(const State* s, int by) noexcept nogil:
    return s.discarder if by == BY_RON else s.turn


cdef int in_turn_order(const State* s, int winners, int by, uint8_t* order) noexcept nogil:
    cdef int p = first_payer(s, by)
    cdef int _i
    cdef int n = 0
    for _i in range(s.rules.seats):
        if winners >> p & 1:
            order[n] = <uint8_t>p
            n += 1
        p = next_seat(s, p)
    return n


cdef bint asks_for_joker(State* s, int winners, int by) noexcept nogil:
    # a winner to whom the tulip shows the joker names it before anything is paid
    cdef uint8_t[SEATS] order
    cdef Payment payment
    cdef TulipStart start
    cdef Tulip tulip
    cdef int i
    if not s.rules.tulip or not s.rules.pocchi_reveal_choice:
        return False
    for i in range(in_turn_order(s, winners, by, order)):
        if s.reveal_as[order[i]] != NO_TILE:
            continue
        evaluate_win(s, order[i], by, &payment)
        if play_tulip(s, &payment.win, &payment.value, &start, &tulip) and tulip_asks(&tulip):
            s.phase = PHASE_POCCHI
            s.actor = order[i]
            s.paying = <uint8_t>winners
            s.paying_by = <uint8_t>by
            family(s).choice(s)
            return True
    return False


cdef void pay_winners(State* s, const uint8_t* order, int n, int by,
                      float* expected) noexcept nogil:
    # all points first: who is bust decides about chips
    cdef Payment[SEATS] payment
    cdef int32_t[SEATS] before
    cdef int32_t[SEATS] after
    cdef uint8_t[SEATS] fallen
    cdef int i, p
    for p in range(s.rules.seats):
        before[p] = after[p] = s.seat[p].score
        fallen[p] = 0
    for i in range(n):
        evaluate_win(s, order[i], by, &payment[i])
        pay_points(s, i == 0, &payment[i])
        for p in range(s.rules.seats):
            after[p] += payment[i].points[p]
    for i in range(n):
        find_stakes(s, before, after, fallen, &payment[i])
        for p in range(s.rules.seats):
            before[p] += payment[i].points[p]
            fallen[p] |= payment[i].stakes.busted[p]
        pay_chips(s, &payment[i], expected)
    if s.rules.home_run_markers:
        turn_markers(s, payment, n)


cdef void turn_markers(State* s, const Payment* payment, int n) noexcept nogil:
    # who paid points for a win goes back, who won comes home
    cdef int i, p
    for i in range(n):
        for p in range(s.rules.seats):
            if payment[i].points[p] < 0:
                s.seat[p].marker = 0
    for i in range(n):
        s.seat[payment[i].win.winner].marker = 1


cdef void end_win(State* s, int winners, int by) noexcept nogil:
    cdef Purse before
    cdef uint8_t[SEATS] order
    cdef float[SEATS] expected
    cdef int n = in_turn_order(s, winners, by, order)
    cdef int i
    if asks_for_joker(s, winners, by):
        return
    begin_summary(s, END_WIN, by)
    s.last.winners = <uint8_t>winners
    s.last.loser = s.discarder if by == BY_RON else NOBODY
    s.last_winner = order[0]
    take_stock(s, &before)
    for i in range(s.rules.seats):
        expected[i] = 0
    pay_winners(s, order, n, by, expected)
    if by != BY_TSUMO and not s.robbing:
        s.seat[s.discarder].river_flag[s.seat[s.discarder].n_river - 1] |= RIVER_WON
    s.sticks = 0
    hand_out(s, &before, expected if s.want_expected and has_chance(s.rules) else NULL)
    close_hand(s, order[0])


# ---- a draw

cdef bint has_nagashi(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int i, kind
    for i in range(seat.n_river):
        kind = KIND_OF[seat.river[i]]
        if kind == NO_KIND or not is_terminal_or_honor(kind) or seat.river_flag[i] & RIVER_CALLED:
            return False
    return seat.n_river > 0


cdef bint counts_as_ready(const State* s, int p) noexcept nogil:
    cdef Win win
    if s.seat[p].waits == 0:
        return False
    if not s.rules.atama or s.seat[p].riichi == RIICHI_OPEN:
        return True
    build_win(s, p, BY_RON, 0, 0, &win)
    return sure_yakuman(s.rules, &win)


cdef bint sure_after(const State* s, int p, int kind) noexcept nogil:
    # would the hand be sure of a yakuman once a tile of the kind is discarded?
    cdef Win win
    build_win(s, p, BY_RON, kind, kind, &win)
    win.kind[kind] -= 1
    return sure_yakuman(s.rules, &win)


cdef void end_draw(State* s) noexcept nogil:
    cdef Purse before
    cdef int p
    cdef int tenpai = 0
    cdef bint nagashi = False
    begin_summary(s, END_DRAW, 0)
    take_stock(s, &before)
    for p in range(s.rules.seats):
        if counts_as_ready(s, p):
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
            s.last.melds[p] += s.seat[p].meld[i].type not in (MELD_ANKAN, MELD_GRAND_CROSS)


cdef void close_hand(State* s, int first_winner) noexcept nogil:
    cdef NextHand following
    cdef int32_t[SEATS] score
    cdef Ties ties = ties_of(s)
    cdef int p
    for p in range(s.rules.seats):
        score[p] = s.seat[p].score
    next_hand(s.rules, s.round, s.dealer, s.honba, s.last.how, s.last.winners, first_winner,
              s.last.tenpai, score, &ties, s.hand_no, &following)
    finish_hand(s, &following)


cdef void finish_hand(State* s, const NextHand* following) noexcept nogil:
    cdef int32_t[SEATS] score
    cdef Purse total
    cdef int p
    take_stock(s, &total)
    for p in range(s.rules.seats):
        score[p] = s.seat[p].score
        s.last.points[p] = total.points[p]
        s.last.chips[p] = total.chips[p]
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
    cdef Ties ties = ties_of(s)
    cdef int p
    take_stock(s, &before)
    settle_leftover(s.rules, score, &ties, s.sticks, &s.ledger)
    hand_out(s, &before, NULL)
    s.sticks = 0
    for p in range(s.rules.seats):
        final[p] = s.seat[p].score
    take_stock(s, &before)
    settle_placement(s.rules, final, &ties, &s.ledger)
    hand_out(s, &before, NULL)
    s.phase = PHASE_OVER
    s.legal[0] = 0
    s.legal[1] = 0
