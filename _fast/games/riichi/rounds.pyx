# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Who deals next, and whether the game goes on (sanma_base sections 5 and 7)."""

from libc.stdint cimport int32_t, uint8_t
from shugi._fast.core.bits cimport has
from shugi._fast.core.rules cimport (
    AGARI_YAME_AUTO, EXTENSION_NONE, EXTENSION_ONE_ROUND, GAME_LENGTH_EAST, GAME_LENGTH_FIXED_HANDS,
    GAME_LENGTH_UNTIL_BUST, HONBA_RULE_EVERY_HAND, NEXT_DEALER_ON_DOUBLE_RON_DEALER_IF_WINNER,
    RENCHAN_TENPAI, RENCHAN_WINNER_DEALS,
)
from shugi._fast.core.sizes cimport SEATS
from shugi._fast.core.state cimport END_ABORT, END_CHOMBO, END_WIN
from shugi._fast.flow.ranking cimport rank_seats
from shugi._fast.flow.turns cimport round_of
from shugi._fast.games.riichi.settle cimport is_bust


cdef bint game_over(const Rules* r, int round, int dealer, bint repeats, bint aborted,
                    const int32_t* score, const Ties* ties, int hands) noexcept nogil:
    return anybody_bust(r, score) or played_out(
        r, round, dealer, repeats, aborted, score, ties, hands)


cdef bint played_out(const Rules* r, int round, int dealer, bint repeats, bint aborted,
                     const int32_t* score, const Ties* ties, int hands) noexcept nogil:
    cdef uint8_t order[SEATS]
    cdef int last = (1 if r.game_length == GAME_LENGTH_EAST else 2) * r.seats - 1
    cdef bint reached
    if r.game_length == GAME_LENGTH_FIXED_HANDS:
        return hands >= r.match_hands
    if r.game_length == GAME_LENGTH_UNTIL_BUST or round < last:
        return False
    rank_seats(r, score, ties, order)
    reached = score[order[0]] >= r.target_points
    if repeats and (round == last or r.extension_repeats):
        return r.agari_yame == AGARI_YAME_AUTO and order[0] == dealer and reached and not (
            aborted and r.abort_plays_on)
    if round == last:
        return reached or r.extension == EXTENSION_NONE
    # the extension ends with the first hand that leaves somebody at the target
    cdef bint one_round = r.extension == EXTENSION_ONE_ROUND
    return reached or (one_round and round >= last + r.seats and not repeats)


cdef int dealing_winner(const Rules* r, int dealer, int winners, int first_winner) noexcept nogil:
    # winner_deals: of several winners, the first in turn order
    if (r.next_dealer_on_double_ron == NEXT_DEALER_ON_DOUBLE_RON_DEALER_IF_WINNER
            and has(winners, dealer)):
        return dealer
    return first_winner


cdef bint dealer_repeats(const Rules* r, int round, int dealer, int end, int winners,
                         int first_winner, int tenpai) noexcept nogil:
    if end == END_ABORT:
        return True
    if r.east_passes_on and round < r.seats:
        return False
    if end == END_WIN and r.renchan == RENCHAN_WINNER_DEALS:
        return dealing_winner(r, dealer, winners, first_winner) == dealer
    if end == END_WIN:
        return has(winners, dealer)
    if r.renchan == RENCHAN_WINNER_DEALS:
        return True
    return r.renchan == RENCHAN_TENPAI and has(tenpai, dealer)


cdef bint anybody_bust(const Rules* r, const int32_t* score) noexcept nogil:
    cdef int i
    for i in range(r.seats):
        if r.bust and is_bust(r, score[i]):
            return True
    return False


cdef void dealt_again(const Rules* r, int round, int dealer, int honba, const int32_t* score,
                      int hands, NextHand* out) noexcept nogil:
    # after a chombo: as if the hand had not been, but for what was paid
    out.dealer = dealer
    out.round = round
    out.honba = honba
    out.repeats = True
    out.over = anybody_bust(r, score) or (
        r.game_length == GAME_LENGTH_FIXED_HANDS and hands >= r.match_hands)


cdef void next_hand(const Rules* r, int round, int dealer, int honba, int end, int winners,
                    int first_winner, int tenpai, const int32_t* score, const Ties* ties,
                    int hands, NextHand* out) noexcept nogil:
    if end == END_CHOMBO:
        dealt_again(r, round, dealer, honba, score, hands, out)
        return
    cdef bint repeats = dealer_repeats(r, round, dealer, end, winners, first_winner, tenpai)
    cdef bint resets = not repeats and end == END_WIN and r.honba_rule != HONBA_RULE_EVERY_HAND
    out.dealer = dealer
    out.round = round
    out.honba = honba
    out.over = game_over(r, round, dealer, repeats, end == END_ABORT, score, ties, hands)
    out.repeats = repeats
    if out.over:
        return
    out.honba = 0 if resets or r.cherry else honba + 1
    if repeats:
        return
    out.dealer = (dealer + 1) % r.seats
    if r.renchan == RENCHAN_WINNER_DEALS:
        out.dealer = dealing_winner(r, dealer, winners, first_winner)
    out.round = round_of(r, round + 1, out.dealer)
    if out.round >= 10 * r.seats:
        out.round -= 4 * r.seats                 # an extension without end: the winds go round
