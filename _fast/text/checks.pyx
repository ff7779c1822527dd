# cython: language_level=3
"""What a position of mahjong must hold beside its tiles to be one that comes up in play."""

from libc.string cimport memcpy, memset

from shugi._fast.core.actions cimport GRAND_CROSS, KAN_CLOSED, OPEN_RIICHI, PASS, RIICHI
from shugi._fast.core.bits cimport has
from shugi._fast.core.sizes cimport ACTIONS, NOBODY, NO_TILE
from shugi._fast.core.state cimport (
    FURITEN_DISCARD, FURITEN_RIICHI, FURITEN_TEMPORARY, PHASE_CLAIM, PHASE_COPIES, PHASE_KAN,
    PHASE_OVER, PHASE_OWN, PHASE_RIICHI, Seat,
)
from shugi._fast.flow.turns cimport allowed, apply, is_legal, open_claims, refresh

from shugi._fast.core.actions import action_name
from shugi._fast.check.fields import PHASES, PositionError


# ---- what belongs to a phase

cdef dict _set_in_vain(const State* s):
    # what only a claim, a call or an offer gives a value
    cdef int p
    return {
        "need": s.need != 0, "chosen": s.n_chosen != 0, "arg": s.arg != NO_TILE,
        "robbing": s.robbing != 0, "declaring": s.declaring != 0, "paying": s.paying != 0,
        "asked": s.asked != 0, "pocchi": s.pocchi != NO_TILE,
        "discard": s.discard != NO_TILE, "discarder": s.discarder != NOBODY,
        "option": any(s.option[p] for p in range(s.rules.seats)),
        "answer": any(s.answer[p] != PASS for p in range(s.rules.seats)),
        "reveal_as": any(s.reveal_as[p] != NO_TILE for p in range(s.rules.seats)),
    }


cdef void check_turn(const State* s) except *:
    cdef int p
    if s.phase in (PHASE_OWN, PHASE_RIICHI, PHASE_KAN):
        for field, vain in _set_in_vain(s).items():
            if vain:
                raise PositionError(field, f"means nothing in phase {PHASES[s.phase]!r}; leave out")
    if s.phase == PHASE_OWN and s.verb:
        raise PositionError("verb", "means nothing in phase 'own'; leave out")
    if action_name(s.verb).startswith("unused"):
        raise PositionError("verb", f"there is no action {s.verb}")
    for p in range(s.rules.seats):
        if s.answer[p] >= ACTIONS or action_name(s.answer[p]).startswith("unused"):
            raise PositionError(f"answer[{p}]", f"there is no action {s.answer[p]}")
        _check_seat(s, p)


cdef void _check_seat(const State* s, int p) except *:
    cdef const Seat* seat = &s.seat[p]
    declares = s.declaring and p == s.discarder
    if seat.furiten & ~(FURITEN_DISCARD | FURITEN_TEMPORARY | FURITEN_RIICHI):
        raise PositionError(f"seats[{p}].furiten", "is 0, 2, 4 or 6")
    if seat.furiten & FURITEN_RIICHI and not seat.riichi:
        raise PositionError(f"seats[{p}].furiten", "4 is of a hand in riichi")
    if seat.ippatsu and not seat.riichi:
        raise PositionError(f"seats[{p}].ippatsu", "is of a hand in riichi")
    if not seat.riichi and not declares and s.phase != PHASE_OVER:
        for name, flag in (("double_riichi", seat.double_riichi),
                           ("furiten_riichi", seat.furiten_riichi)):
            if flag:
                raise PositionError(f"seats[{p}].{name}", "is of a hand in riichi")
    if seat.marker > 1 or (seat.marker and not s.rules.home_run_markers):
        raise PositionError(f"seats[{p}].marker", "is 1 (home run) in rules with markers, else 0")


# ---- the question, asked again

cdef void check_question(const State* s, bint claims_given) except *:
    cdef int action
    if s.phase in (PHASE_RIICHI, PHASE_KAN):
        _check_declared(s)
    elif s.phase == PHASE_COPIES and s.verb in (KAN_CLOSED, GRAND_CROSS):
        _check_own_kan(s)
    elif s.phase == PHASE_CLAIM or s.phase == PHASE_COPIES:
        if claims_given:
            _check_claims(s)
    for action in range(ACTIONS):
        if is_legal(s, action) != (s.phase != PHASE_OVER and allowed(s, action)):
            raise PositionError("phase", f"whether {action_name(action)} is legal is not certain")


cdef void _before(const State* s, State* t, int phase) noexcept:
    memcpy(t, s, sizeof(State))
    t.phase = <unsigned char>phase
    t.arg = NO_TILE
    t.need = 0
    t.n_chosen = 0


cdef void _check_declared(const State* s) except *:
    cdef State t
    _before(s, &t, PHASE_OWN)
    t.verb = 0
    refresh(&t)
    verbs = (RIICHI, OPEN_RIICHI) if s.phase == PHASE_RIICHI else ()
    if not allowed(&t, s.verb) or s.verb < PASS or (verbs and s.verb not in verbs):
        name = action_name(s.verb)
        raise PositionError("verb", f"{name} is nothing that seat {s.turn} could declare")


cdef void _check_own_kan(const State* s) except *:
    cdef State t
    _before(s, &t, PHASE_OWN)
    t.verb = 0
    t.option[:] = [0] * 4
    t.answer[:] = [PASS] * 4
    refresh(&t)
    if not allowed(&t, s.verb):
        raise PositionError("verb", f"{action_name(s.verb)} cannot be declared here")
    apply(&t, s.verb)
    if s.verb == KAN_CLOSED:
        if not allowed(&t, s.arg & 63) or s.arg >= PASS:
            raise PositionError("arg", "no closed kan can be made of it")
        apply(&t, s.arg)
    _choose_again(s, &t)


cdef void _check_claims(const State* s) except *:
    # the seats that have answered do so again: then this one must be asked, and for this
    cdef State t
    cdef int p
    _before(s, &t, PHASE_CLAIM)
    t.turn = s.discarder
    t.verb = s.verb if s.phase == PHASE_CLAIM else 0
    t.arg = s.arg if s.robbing else NO_TILE
    t.n_chosen = s.n_chosen if s.robbing else 0
    t.need = s.need if s.robbing else 0
    memset(t.option, 0, sizeof(t.option))
    open_claims(&t)
    while t.phase == PHASE_CLAIM and has(s.asked, t.actor):
        if not allowed(&t, s.answer[t.actor]):
            raise PositionError(f"answer[{t.actor}]", "this seat could not answer so")
        apply(&t, s.answer[t.actor])
    if s.phase == PHASE_COPIES:
        _choose_again(s, &t)
    if t.phase != s.phase or t.actor != s.actor:
        raise PositionError("actor", f"after these answers it is not seat {s.actor} that is asked")
    for p in range(s.rules.seats):
        if t.option[p] != s.option[p]:
            raise PositionError(f"option[{p}]", f"is {t.option[p]}, not {s.option[p]}")
        if t.answer[p] != s.answer[p] or has(t.asked ^ s.asked, p):
            raise PositionError("asked", f"seat {p} has not answered so yet")


cdef void _choose_again(const State* s, State* t) except *:
    cdef int i
    for i in range(t.n_chosen, s.n_chosen):
        if t.phase != PHASE_COPIES or t.n_chosen != i or not allowed(t, s.chosen[i] & 63):
            raise PositionError("chosen", "these copies could not be chosen so")
        apply(t, s.chosen[i])
    if t.phase != PHASE_COPIES or t.verb != s.verb or t.arg != s.arg or t.need != s.need:
        raise PositionError("verb", "leads to another question than this one")
    for i in range(s.n_chosen):
        if t.n_chosen != s.n_chosen or t.chosen[i] != s.chosen[i]:
            raise PositionError("chosen", "these copies could not be chosen so")
