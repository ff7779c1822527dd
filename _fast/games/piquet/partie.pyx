# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Piquet: points entered in their order, the end of a hand, and what a series of hands decides."""

from libc.stdint cimport int32_t, uint8_t

from shugi._fast.games.piquet.points cimport (
    EXTENSION, SIX_DEALS, PiquetDeclared, piquet_decided, piquet_declared, piquet_last,
    piquet_reached, piquet_scores, piquet_settlement, piquet_thirty, piquet_tricks, piquet_worth,
)
from shugi._fast.games.piquet.table cimport CATEGORIES, VERDICT_GOOD
from shugi._fast.games.tricks.play cimport score_points
from shugi._fast.core.cards cimport CARD_TRICKS
from shugi._fast.core.rng cimport STREAM_DEALER, Rng, rng_below, rng_make
from shugi._fast.core.rules cimport (
    FIRST_BANKER_RANDOM, MODE_GAME, MODE_MATCH, MODE_SINGLE_HAND, MODE_SIX_DEALS,
    NEXT_GAME_DEALER_REDRAW,
)
from shugi._fast.core.sizes cimport NOBODY
from shugi._fast.core.state cimport BY_TSUMO
from shugi._fast.flow.hand_end cimport NextHand, begin_wins, finish_hand
from shugi._fast.flow.ledger cimport REASON_CARDS, REASON_PIC, REASON_PLAY, REASON_RESULT, move

cdef enum:
    PIC = 30


# ---- points

cdef void enter(State* s, int reason, int p, int32_t points) noexcept nogil:
    piquet_table(s).made[p] += points
    score_points(s, reason, p, points)


cdef int target_of(const State* s) noexcept nogil:
    # the target that the declarations may end at: none while both stand level above it
    if s.rules.mode != MODE_MATCH and s.rules.mode != MODE_GAME:
        return 0
    if s.seat[0].score >= s.rules.target or s.seat[1].score >= s.rules.target:
        return 0
    return s.rules.target


cdef void declared_points(State* s, PiquetDeclared* out) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef int32_t[2 * <int>CATEGORIES] worth
    cdef uint8_t[2] blank
    cdef int i, winner
    blank[0] = t.blank[t.elder]
    blank[1] = t.blank[1 - t.elder]
    for i in range(<int>CATEGORIES):
        winner = 0 if t.said[i].verdict == VERDICT_GOOD else 1
        worth[2 * i + winner] = piquet_worth(s.rules, i, t.said[i].counted)
        worth[2 * i + 1 - winner] = 0
    piquet_declared(blank, worth, out)


cdef bint piquet_enter_declared(State* s) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef PiquetDeclared declared
    cdef int32_t[2] before
    cdef int i, n, winner
    declared_points(s, &declared)
    before[0] = s.seat[t.elder].score
    before[1] = s.seat[1 - t.elder].score
    winner = piquet_decided(target_of(s), before, &declared, &n)
    for i in range(n):
        enter(s, declared.entry[i].reason, t.elder, declared.entry[i].points[0])
        enter(s, declared.entry[i].reason, 1 - t.elder, declared.entry[i].points[1])
    if declared.repic != NOBODY:
        t.repic = t.elder ^ declared.repic
    if winner == NOBODY:
        return False
    end_hand(s, t.elder ^ winner)
    return True


cdef void play_point(State* s, int p) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef int32_t[2] totals
    enter(s, REASON_PLAY, p, 1)
    if t.repic != NOBODY or t.pic != NOBODY:
        return
    totals[0] = t.made[0]
    totals[1] = t.made[1]
    t.pic = <uint8_t>piquet_thirty(totals)
    if t.pic != NOBODY:
        enter(s, REASON_PIC, t.pic, PIC)


cdef void piquet_lead_point(State* s, int p, int card) noexcept nogil:
    if piquet_scores(s.rules, card):
        play_point(s, p)


cdef bint piquet_trick_points(State* s, int winner, int card) noexcept nogil:
    cdef int32_t[2] tricks
    cdef int32_t[2] points
    cdef int p
    if winner != s.cards.leader and piquet_scores(s.rules, card):
        play_point(s, winner)
    tricks[0] = s.cards.tricks[0]
    tricks[1] = s.cards.tricks[1]
    if tricks[0] + tricks[1] < CARD_TRICKS:
        return False
    if piquet_last(s.rules, card, tricks[winner] == CARD_TRICKS):
        play_point(s, winner)
    points[0] = points[1] = 0
    piquet_tricks(tricks, points)
    for p in range(2):
        enter(s, REASON_CARDS, p, points[p])
    end_hand(s, NOBODY)
    return True


# ---- the end of a hand, of a game, of all

cdef void pay_result(State* s, int winner, int32_t amount) noexcept nogil:
    if winner != NOBODY:
        move(s, REASON_RESULT, 1 - winner, winner, amount, 0)


cdef int higher(int32_t one, int32_t other) noexcept nogil:
    return NOBODY if one == other else 0 if one > other else 1


cdef bint hand_ends(State* s, int decided) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    pay_result(s, higher(t.made[0], t.made[1]), abs(<int>(t.made[0] - t.made[1])))
    return True


cdef bint deals_end(State* s, int decided) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef int32_t[2] totals
    cdef int32_t due
    if t.standing.hands < SIX_DEALS + EXTENSION * t.standing.extensions:
        return False
    totals[0] = s.seat[0].score
    totals[1] = s.seat[1].score
    due = piquet_settlement(totals)
    if due:
        pay_result(s, higher(totals[0], totals[1]), due)
        return True
    if t.standing.extensions == s.rules.max_extensions:
        return True
    t.standing.extensions += 1
    return False


cdef bint game_ends(State* s, int decided) noexcept nogil:
    # true: the match is over too.  decided: by the declarations, or NOBODY
    cdef PiquetTable* t = piquet_table(s)
    cdef int32_t[2] totals
    cdef int winner = decided
    totals[0] = s.seat[0].score
    totals[1] = s.seat[1].score
    if winner == NOBODY:
        winner = piquet_reached(s.rules.target, totals)
    if winner == NOBODY:
        return False
    t.standing.wins[winner] += 1
    if t.standing.wins[winner] >= (s.rules.games_to_win if s.rules.mode == MODE_MATCH else 1):
        pay_result(s, winner, 1)
        return True
    t.standing.hands = 0
    s.seat[0].score = 0
    s.seat[1].score = 0
    return False


ctypedef bint (*Ending)(State* s, int decided) noexcept nogil
cdef Ending[<int>MODE_SINGLE_HAND + 1] ENDS
ENDS[<int>MODE_MATCH] = game_ends
ENDS[<int>MODE_GAME] = game_ends
ENDS[<int>MODE_SIX_DEALS] = deals_end
ENDS[<int>MODE_SINGLE_HAND] = hand_ends


cdef void end_hand(State* s, int decided) noexcept nogil:
    cdef PiquetTable* t = piquet_table(s)
    cdef int winner = higher(t.made[0], t.made[1])
    cdef NextHand following
    begin_wins(s, 0 if winner == NOBODY else 1 << winner, BY_TSUMO)
    t.standing.hands += 1
    following.over = ENDS[s.rules.mode](s, decided)
    following.repeats = 0
    following.dealer = next_dealer(s)
    following.round = t.standing.hands
    following.honba = 0
    finish_hand(s, &following)


cdef int by_lot(const State* s) noexcept nogil:
    # another first dealer turns every lot with him
    cdef Rng rng = rng_make(s.seed, s.hand_no, STREAM_DEALER)
    return (s.first_dealer + <int>rng_below(&rng, 2)) % 2


cdef int next_dealer(State* s) noexcept nogil:
    if piquet_table(s).standing.hands == 0 and s.rules.next_game_dealer == NEXT_GAME_DEALER_REDRAW:
        return by_lot(s)
    return 1 - s.dealer


cdef void piquet_first_dealer(State* s) noexcept nogil:
    if s.rules.first_banker == FIRST_BANKER_RANDOM:
        s.dealer = s.first_dealer = <uint8_t>by_lot(s)


cdef bint piquet_choice_of_seats(const State* s) noexcept nogil:
    cdef const PiquetTable* t = &s.cards.game.piquet
    return (s.rules.mode == MODE_SIX_DEALS and s.rules.six_deals_first_choice
            and not t.standing.seated)
