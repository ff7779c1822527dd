# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The question a state puts, worked out again from the rules: turn, waits, claims, choices."""

from libc.string cimport memcpy

from shugi._fast.check.flaw cimport (
    FLAW_CHOSEN, FLAW_CLAIM, FLAW_DRAWN, FLAW_JOKER, FLAW_LEGAL, FLAW_OFFER, FLAW_OPTION,
    FLAW_PHASE, FLAW_RIICHI, FLAW_TURN, FLAW_WAITS, NO_SEAT, flawed,
)
from shugi._fast.check.flaw_ops cimport flaw_ops
from shugi._fast.check.flaw_tiles cimport full_seats
from shugi._fast.core.actions cimport GRAND_CROSS, KAN_ADDED, KAN_CLOSED, NUKI, PASS, WIN
from shugi._fast.core.bits cimport has
from shugi._fast.core.river cimport called_away
from shugi._fast.core.sizes cimport ASIDE, NOBODY, NO_TILE
from shugi._fast.core.state cimport (
    PHASE_CLAIM, PHASE_COPIES, PHASE_KAN, PHASE_OFFER, PHASE_OVER, PHASE_OWN, PHASE_POCCHI,
    PHASE_RIICHI, ROB_ANKAN, ROB_KAKAN, ROB_NUKI, Seat,
)
from shugi._fast.core.tiles cimport KIND_OF, NO_KIND
from shugi._fast.flow.calls cimport CAN_WIN_FALSELY, claim_of, copies_needed, copy_bits, next_seat
from shugi._fast.flow.game_ops cimport game_ops, has_left
from shugi._fast.flow.hand cimport ASIDE_CODES, hand_remove, refresh_ready
from shugi._fast.flow.turns cimport allowed, apply, claims_of, refresh


# ---- trials: the state at the question before

cdef void at_turn(State* trial, const State* s, int phase, int verb) noexcept nogil:
    memcpy(trial, s, sizeof(State))
    trial.phase = <unsigned char>phase
    trial.verb = <unsigned char>verb
    trial.actor = trial.turn
    trial.robbing = 0
    trial.discard = NO_TILE
    trial.discarder = NOBODY
    refresh(trial)


cdef bint turn_allows(const State* s, int action) noexcept nogil:
    # would the turn allow the verb whose tile is being chosen?
    cdef State trial
    at_turn(&trial, s, PHASE_OWN, s.verb)
    return allowed(&trial, action)


cdef bint kan_allows(const State* s, int verb, int code) noexcept nogil:
    cdef State trial
    if code >= 64 or not turn_allows(s, verb):
        return False
    at_turn(&trial, s, PHASE_KAN, verb)
    return allowed(&trial, code)


cdef bint copies_are_right(const State* s, int verb, int n) noexcept nogil:
    # the first n copies chosen, each of those that could be chosen then
    cdef State trial
    cdef int i
    memcpy(&trial, s, sizeof(State))
    trial.verb = <unsigned char>verb
    trial.need = <unsigned char>copies_needed(verb)
    for i in range(n):
        trial.n_chosen = <unsigned char>i
        if s.chosen[i] == NO_TILE or not has(copy_bits(&trial), s.chosen[i]):
            return False
    return True


# ---- whose turn it is

cdef bint own_kan(int verb) noexcept nogil:
    return verb == KAN_CLOSED or verb == GRAND_CROSS


cdef int turn_holds(const State* s) noexcept nogil:
    # does who is on turn hold a tile more than between turns?  -1: it may be
    if s.phase == PHASE_CLAIM:
        return s.robbing != 0
    if s.phase == PHASE_COPIES:
        return own_kan(s.verb)
    if s.phase == PHASE_OFFER or (s.phase == PHASE_POCCHI and s.paying):
        return -1
    return 1


cdef bint holders_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int full = full_seats(s)
    cdef int holds = turn_holds(s)
    cdef bint on_turn = has(full, s.turn)
    if full & ~(1 << s.turn) and not flaw_ops(s).many_drew(s):
        return flawed(out, FLAW_TURN, NO_SEAT)
    if holds >= 0 and on_turn != holds:
        return flawed(out, FLAW_TURN, NO_SEAT)
    if s.drawn == NO_TILE:
        return on_turn and s.phase == PHASE_OWN and s.seat[s.turn].riichi and (
            flawed(out, FLAW_DRAWN, s.turn))
    if on_turn and not s.seat[s.turn].hand[s.drawn]:
        return flawed(out, FLAW_DRAWN, s.turn)
    return False


# ---- waits and riichi

cdef bint waits_flaw(const State* s, int p, bint full, Fault* out) noexcept nogil:
    # waits are those of the hand between turns: after a call they are not known
    cdef Seat between
    memcpy(&between, &s.seat[p], sizeof(Seat))
    if full:
        if p != s.turn or s.drawn == NO_TILE:
            return False
        hand_remove(s.rules, &between, s.drawn)
    refresh_ready(s.rules, &between)
    if between.waits != s.seat[p].waits:
        return flawed(out, FLAW_WAITS, p)
    if not between.held & ASIDE_CODES and s.seat[p].shanten > between.shanten + full:
        return flawed(out, FLAW_WAITS, p)
    return False


cdef bint riichi_flaw(const State* s, int p, Fault* out) noexcept nogil:
    cdef const Seat* seat = &s.seat[p]
    if not seat.riichi:
        return False
    if has_left(s, p):
        return seat.waits == 0 and flawed(out, FLAW_RIICHI, p)
    if not flaw_ops(s).may_declare(s, p, seat.riichi):
        return flawed(out, FLAW_RIICHI, p)
    if seat.riichi_at >= seat.n_river or seat.waits == 0:
        return flawed(out, FLAW_RIICHI, p)
    return False


# ---- claims

cdef bint lies_last(const State* s) noexcept nogil:
    # the tile that may be claimed is the newest of the discarder's river
    cdef const Seat* giver
    if s.discard == NO_TILE or s.discarder == NOBODY:
        return False
    giver = &s.seat[s.discarder]
    return (giver.n_river > 0 and giver.river[giver.n_river - 1] == s.discard
            and not called_away(giver.river_flags, giver.n_river - 1))


cdef bint may_be_robbed(const State* s) noexcept nogil:
    cdef const Seat* seat = &s.seat[s.turn]
    if s.discarder != s.turn or s.discard == NO_TILE:
        return False
    if s.robbing == ROB_NUKI:
        return (s.arg == s.discard and seat.n_aside < ASIDE
                and turn_allows(s, NUKI) and seat.hand[s.discard] > 0)
    if s.robbing == ROB_ANKAN:
        return (s.n_chosen == 4 and s.arg == s.discard and kan_allows(s, KAN_CLOSED, s.arg)
                and copies_are_right(s, KAN_CLOSED, 4))
    return (s.robbing == ROB_KAKAN and s.n_chosen == 1 and s.chosen[0] == s.discard
            and s.arg == KIND_OF[s.discard] and kan_allows(s, KAN_ADDED, s.discard))


cdef bint has_option(int option, int answer) noexcept nogil:
    return option & claim_of(answer).option or (answer == WIN and option & CAN_WIN_FALSELY)


cdef bint options_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int p
    cdef int option
    for p in range(s.rules.seats):
        option = 0 if p == s.discarder or next_seat(s, p) == p else claims_of(s, p)
        if s.option[p] != option:
            return flawed(out, FLAW_OPTION, p)
        if s.answer[p] != PASS and not (has(s.asked, p) and has_option(option, s.answer[p])):
            return flawed(out, FLAW_OPTION, p)
    if not s.option[s.actor] or has(s.asked, s.actor):
        return flawed(out, FLAW_OPTION, s.actor)
    return False


cdef bint claim_flaw(const State* s, Fault* out) noexcept nogil:
    if s.turn != s.discarder or s.actor == s.discarder:
        return flawed(out, FLAW_CLAIM, NO_SEAT)
    if not (may_be_robbed(s) if s.robbing else lies_last(s)):
        return flawed(out, FLAW_CLAIM, NO_SEAT)
    return flaw_ops(s).declaring(s, out) or options_flaw(s, out)


# ---- which copies

cdef bint may_call(const State* s) noexcept nogil:
    # was the call one of those that the seat on turn could make?
    cdef State trial
    if s.turn == s.discarder or not lies_last(s) or KIND_OF[s.discard] == NO_KIND:
        return False
    if s.verb == WIN or s.arg != KIND_OF[s.discard]:
        return False
    memcpy(&trial, s, sizeof(State))
    trial.turn = s.discarder
    return claims_of(&trial, s.turn) & claim_of(s.verb).option


cdef bint copies_flaw(const State* s, Fault* out) noexcept nogil:
    cdef bint right = False
    if s.actor != s.turn or s.n_chosen >= s.need or s.need != copies_needed(s.verb):
        return flawed(out, FLAW_CHOSEN, NO_SEAT)
    if s.verb == KAN_CLOSED:
        right = s.arg != NO_TILE and kan_allows(s, KAN_CLOSED, s.arg)
    elif s.verb == GRAND_CROSS:
        right = s.discarder == NOBODY and turn_allows(s, GRAND_CROSS)
    else:
        right = may_call(s)
    if not right or not copies_are_right(s, s.verb, s.n_chosen):
        return flawed(out, FLAW_CHOSEN, NO_SEAT)
    return False


# ---- the other questions

cdef bint verb_flaw(const State* s, Fault* out) noexcept nogil:
    # a verb was chosen in the own turn, and asks for a tile
    cdef State trial
    if s.actor != s.turn or s.verb < PASS:
        return flawed(out, FLAW_TURN, s.turn)
    at_turn(&trial, s, PHASE_OWN, s.verb)
    if not allowed(&trial, s.verb):
        return flawed(out, FLAW_TURN, s.turn)
    apply(&trial, s.verb)
    return trial.phase != s.phase and flawed(out, FLAW_TURN, s.turn)


cdef bint offer_flaw(const State* s, Fault* out) noexcept nogil:
    return not game_ops(s).offer_stands(s) and flawed(out, FLAW_OFFER, s.actor)


cdef bint question_flaw(const State* s, Fault* out) noexcept nogil:
    if s.phase == PHASE_CLAIM:
        return claim_flaw(s, out)
    if s.phase == PHASE_COPIES:
        return copies_flaw(s, out)
    if s.phase == PHASE_OFFER:
        return offer_flaw(s, out)
    if s.phase == PHASE_POCCHI:
        return flaw_ops(s).joker(s, out)
    if s.phase == PHASE_RIICHI or s.phase == PHASE_KAN:
        return verb_flaw(s, out)
    return (s.phase != PHASE_OWN or s.actor != s.turn) and flawed(out, FLAW_PHASE, NO_SEAT)


cdef bint leftover_flaw(const State* s, Fault* out) noexcept nogil:
    # what belongs to another question
    cdef bint pays = s.phase == PHASE_POCCHI and s.paying
    if s.paying and not pays:
        return flawed(out, FLAW_JOKER, NO_SEAT)
    if s.pocchi != NO_TILE and not pays:
        return flawed(out, FLAW_JOKER, NO_SEAT)
    if (s.robbing or s.declaring) and not pays and s.phase != PHASE_CLAIM:
        return flawed(out, FLAW_CLAIM, NO_SEAT)
    return False


cdef bint turn_flaw(const State* s, Fault* out) noexcept nogil:
    cdef int p
    cdef int full = full_seats(s)
    if holders_flaw(s, out) or leftover_flaw(s, out):
        return True
    for p in range(s.rules.seats):
        if p == s.resting:
            continue
        if waits_flaw(s, p, has(full, p), out) or riichi_flaw(s, p, out):
            return True
    return question_flaw(s, out)


cdef bint legal_flaw(const State* s, Fault* out) noexcept nogil:
    cdef State trial
    if s.phase == PHASE_OVER:
        return (s.legal[0] or s.legal[1]) and flawed(out, FLAW_LEGAL, NO_SEAT)
    memcpy(&trial, s, sizeof(State))
    refresh(&trial)
    if trial.legal[0] != s.legal[0] or trial.legal[1] != s.legal[1] or (
            s.legal[0] == 0 and s.legal[1] == 0):
        return flawed(out, FLAW_LEGAL, s.actor)
    return False
