# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What happens when a riichi hand ends: winners in turn order, payments, tulip, next hand."""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

from shugi._fast.core.bits cimport has
from shugi._fast.core.river cimport called_away
from shugi._fast.core.rng cimport STREAM_DICE, STREAM_EXPECT, Rng, rng_make
from shugi._fast.core.rules cimport POCCHI_REVEAL_CHOICE_AUTO_MAX, Rules
from shugi._fast.core.sizes cimport NOBODY, NO_TILE, SEATS, WALL
from shugi._fast.core.state cimport (
    BY_RON, BY_TSUMO, END_ABORT, END_CHOMBO, END_DRAW, PHASE_POCCHI, Line, Seat, Totals,
)
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND, is_terminal_or_honor
from shugi._fast.core.wall cimport dora_place, live_left
from shugi._fast.flow.calls cimport next_seat
from shugi._fast.flow.game_ops cimport game_ops
from shugi._fast.flow.hand_end cimport (
    NextHand, begin_summary, begin_wins, finish_hand, tell_ready,
)
from shugi._fast.flow.ledger cimport REASON_GRAND_CROSS, REASON_RIICHI, credit, pay
from shugi._fast.flow.ranking cimport Ties, ties_of
from shugi._fast.games.riichi.chips cimport (
    Chips, roll_dice, rolls_dice, settle_chips, stakes_scores,
)
from shugi._fast.games.riichi.expect cimport EXPECT_SAMPLES, Unseen, expect_win
from shugi._fast.games.riichi.rounds cimport next_hand
from shugi._fast.games.riichi.seat_win cimport build_win, counts_as_ready
from shugi._fast.games.riichi.settle cimport (
    settle_chombo, settle_leftover, settle_nagashi, settle_noten, settle_placement, settle_win,
)
from shugi._fast.games.riichi.stakes cimport Stakes
from shugi._fast.games.riichi.tulip cimport (
    Tulip, TulipRun, TulipStart, tulip_asks, tulip_begin, tulip_play, tulip_start,
)
from shugi._fast.games.riichi.value cimport evaluate
from shugi._fast.games.riichi.win cimport Value, Win


# ---- a win

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


cdef void average_chance(State* s, const Win* win, const Stakes* stakes, int honba, int sticks,
                         const Totals* before) noexcept nogil:
    # ... out of the chips that were paid since
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
        s.ledger.sum.chance[p] += share[p] - (s.ledger.sum.chips[p] - before.chips[p])


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
    cdef Totals before = s.ledger.sum
    cdef int i
    out.honba = s.honba if first else 0
    out.sticks = s.sticks if first else 0
    settle_win(s.rules, &out.win, &out.value, out.honba, out.sticks, &s.ledger)
    for i in range(s.rules.seats):
        out.points[i] = s.ledger.sum.points[i] - before.points[i]


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
            return line.amount
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


cdef void pay_chips(State* s, Payment* payment) noexcept nogil:
    cdef TulipStart start
    cdef Tulip tulip
    cdef Chips chips
    cdef Totals before = s.ledger.sum
    cdef bint played = play_tulip(s, &payment.win, &payment.value, &start, &tulip)
    settle_chips(s.rules, &payment.win, &payment.value, &start, &tulip if played else NULL,
                 &payment.stakes, &chips, &s.ledger)
    if played:
        s.last.tulip[payment.win.winner] = tulip.total - tulip.start
    # who names a revealed joker has seen the tulip: nothing was left to chance
    if s.want_expected and has_chance(s.rules) and payment.win.reveal_as == NO_TILE:
        average_chance(s, &payment.win, &payment.stakes, payment.honba, payment.sticks, &before)


cdef inline bint has_chance(const Rules* r) noexcept nogil:
    return r.tulip or r.demekin or r.chip_ura or r.chip_bust or r.chip_luck


cdef int first_payer(const State* s, int by) noexcept nogil:
    return s.discarder if by == BY_RON else s.turn


cdef int in_turn_order(const State* s, int winners, int by, uint8_t* order) noexcept nogil:
    cdef int p = first_payer(s, by)
    cdef int _i
    cdef int n = 0
    for _i in range(s.rules.seats):
        if has(winners, p):
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
    if not s.rules.tulip or s.rules.pocchi_reveal_choice == POCCHI_REVEAL_CHOICE_AUTO_MAX:
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
            game_ops(s).choice(s)
            return True
    return False


cdef void pay_winners(State* s, const uint8_t* order, int n, int by) noexcept nogil:
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
        pay_chips(s, &payment[i])
    if s.rules.home_run_markers:
        turn_markers(s, payment, n)


cdef void expect_joker(const State* s, int code, const Unseen* unseen, int samples, Rng* rng,
                       float* points, float* chips) noexcept nogil:
    cdef State named = s[0]
    cdef Payment payment
    cdef int32_t[SEATS] before
    cdef int32_t[SEATS] after
    cdef uint8_t[SEATS] fallen
    cdef int p
    build_win(s, s.turn, BY_TSUMO, s.drawn, code, &payment.win)
    if not s.ura_shown:
        payment.win.n_ura = 0
    evaluate(s.rules, &payment.win, &payment.value)
    pay_points(&named, True, &payment)
    for p in range(s.rules.seats):
        before[p] = s.seat[p].score
        after[p] = before[p] + payment.points[p]
        fallen[p] = 0
    find_stakes(s, before, after, fallen, &payment)
    expect_win(s.rules, &payment.win, unseen, &payment.stakes, payment.honba, payment.sticks,
               samples, rng, points, chips)


cdef void count_joker_hits(const State* s, int p, int32_t* hits) noexcept nogil:
    cdef Payment payment
    cdef TulipStart start
    cdef TulipRun run
    evaluate_win(s, p, s.paying_by, &payment)
    tulip_start(s.rules, &payment.win, &payment.value, &start)
    tulip_begin(s.rules, &start, &run)
    memcpy(hits, run.hits, sizeof(run.hits))


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
    cdef Totals before = s.ledger.sum
    cdef uint8_t[SEATS] order
    cdef int n = in_turn_order(s, winners, by, order)
    if asks_for_joker(s, winners, by):
        return
    begin_wins(s, winners, by)
    s.last_winner = order[0]
    pay_winners(s, order, n, by)
    s.sticks = 0
    credit(s, &before)
    close_hand(s, order[0])


# ---- a draw

cdef bint has_nagashi(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    cdef int i, kind
    for i in range(seat.n_river):
        kind = KIND_OF[seat.river[i]]
        if kind == NO_KIND or not is_terminal_or_honor(kind):
            return False
        if called_away(seat.river_flags, i):
            return False
    return seat.n_river > 0


cdef void end_draw(State* s) noexcept nogil:
    cdef Totals before = s.ledger.sum
    cdef int p
    cdef int tenpai = 0
    cdef bint nagashi = False
    begin_summary(s, END_DRAW)
    for p in range(s.rules.seats):
        if counts_as_ready(s, p):
            tenpai |= 1 << p
        if s.rules.nagashi_mangan and has_nagashi(s, p):
            settle_nagashi(s.rules, p, s.dealer, &s.ledger)
            nagashi = True
    if not nagashi:
        settle_noten(s.rules, tenpai, &s.ledger)
    tell_ready(s, tenpai)
    credit(s, &before)
    close_hand(s, NOBODY)


cdef void end_abort(State* s) noexcept nogil:
    begin_summary(s, END_ABORT)
    close_hand(s, NOBODY)


cdef void end_chombo(State* s, int culprits) noexcept nogil:
    # the sticks of this hand go back to their seats
    cdef Totals before = s.ledger.sum
    cdef int p
    begin_summary(s, END_CHOMBO)
    settle_chombo(s.rules, culprits, &s.ledger)
    for p in range(s.rules.seats):
        if s.seat[p].riichi and s.rules.riichi_cost:
            s.sticks -= 1
            pay(&s.ledger, REASON_RIICHI, NOBODY, p, s.rules.riichi_cost, 0)
    credit(s, &before)
    close_hand(s, NOBODY)


# ---- the next hand, the end of the game

cdef void scores_of(const State* s, int32_t* score) noexcept nogil:
    cdef int p
    for p in range(s.rules.seats):
        score[p] = s.seat[p].score


cdef void close_hand(State* s, int first_winner) noexcept nogil:
    cdef NextHand following
    cdef int32_t[SEATS] score
    cdef Ties ties = ties_of(s)
    scores_of(s, score)
    next_hand(s.rules, s.round, s.dealer, s.honba, s.last.how, s.last.winners, first_winner,
              s.last.tenpai, score, &ties, s.hand_no, &following)
    finish_hand(s, &following)


cdef void end_game(State* s) noexcept nogil:
    cdef Totals before = s.ledger.sum
    cdef int32_t[SEATS] score
    cdef Ties ties = ties_of(s)
    scores_of(s, score)
    settle_leftover(s.rules, score, &ties, s.sticks, &s.ledger)
    credit(s, &before)
    s.sticks = 0
    scores_of(s, score)
    before = s.ledger.sum
    settle_placement(s.rules, score, &ties, &s.ledger)
    credit(s, &before)
