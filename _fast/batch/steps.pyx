# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Games that are stepped, one by one or many at once, and what each is asked next."""

import warnings

from libc.stdint cimport int8_t

from shugi._fast.batch.arguments cimport game_of, whole
from shugi._fast.batch.looks cimport show_mask, show_view
from shugi._fast.batch.slots cimport AHEAD, fetch_game, fetch_view, forgets
from shugi._fast.batch.tally cimport tally_hand
from shugi._fast.batch.workers cimport word_raise
from shugi._fast.core.sizes cimport ACTIONS
from shugi._fast.core.state cimport (
    PHASE_OVER, STATUS_BROKEN, STATUS_ILLEGAL, STATUS_OK, State, Totals,
)
from shugi._fast.flow.ahead cimport fetch_turn
from shugi._fast.flow.ledger cimport paid_before
from shugi._fast.flow.turns cimport step

STEP = Work(step_games, 32, 2)
ADVANCE = Work(advance_games, 2, 2)

STOPS = (
    "",
    "a seat has more discards than a river has places",
    "its hand brought more payments than the ledger has lines",
)


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the state is unchanged."""


cdef enum Stop:              # the order of STOPS
    STOP_NONE = 0
    STOP_RIVER = 1
    STOP_LEDGER = 2


cdef enum:
    AT_ONCE = 8              # games that are stepped before the first of them is looked at


_describe = None


def set_describer(function):
    """Let errors show positions as text: ``function(batch, i) -> str``."""
    global _describe
    _describe = function


cdef class Steps(Positions):
    def __cinit__(self, rules, n, seed=0, *, auto_reset=True, episode="game", **more):
        if episode not in ("game", "hand"):
            raise ValueError(f'episode must be "game" or "hand", {episode!r} was given')
        self.auto_reset, self.hand_episodes = auto_reset, episode == "hand"
        self._slots.states, self._slots.n, self._slots.seats = self.states, self.n, self.seats
        self._slots.cards = self._cards

    cdef void step_game(self, int i, int action) noexcept nogil:
        cdef State* s = &self.states[i]
        cdef Totals before
        self._done[i] = 0
        self._hand_done[i] = 0
        if s.phase == PHASE_OVER:
            self._status[i] = STATUS_OK
            self._seat[i] = -1
            self.show_nothing(i)
            return
        before = paid_before(s)
        step(s, action, self.forced)
        self._status[i] = s.status
        if s.status == STATUS_ILLEGAL:
            s.status = STATUS_OK  # the state itself is as it was
            self.show_nothing(i)
            return
        if s.status == STATUS_BROKEN:
            word_raise(&self._stopped, STOP_LEDGER if s.ledger.lost else STOP_RIVER)
        self._hand_done[i] = s.hand_over
        self._done[i] = s.phase == PHASE_OVER or (self.hand_episodes and s.hand_over)
        if s.hand_over and self._tally is not None:
            tally_hand(s, &self._tally[i, 0, 0])
        self.show_step(i, s, &before)
        if s.phase != PHASE_OVER:
            self._seat[i] = <int8_t>s.actor
            return
        self.show_end(i, s)
        self._seat[i] = -1
        if self.auto_reset:
            self._games[i] += 1
            self._start(i, self._next_dealer(i))

    cdef int tell_stopped(self) except -1:
        if not self._stopped:
            return 0
        why, self._stopped = STOPS[self._stopped], STOP_NONE
        warnings.warn(
            f"a game of {self._rules.name} was stopped (status 2): {why}. Please report it",
            RuntimeWarning, stacklevel=3)
        return 0

    def step_one(self, i, action):
        cdef int k = game_of(i, self.n)
        chosen = whole(action, "action")
        with self._gate:
            allowed = 0 <= chosen < ACTIONS and self._allowed(k, chosen)
            if allowed:
                self.step_game(k, chosen)
        self.tell_stopped()
        if not allowed:
            raise IllegalAction(self._refusal(k, chosen))

    def _refusal(self, i, action):
        if self.states[<int>i].phase == PHASE_OVER:
            return f"action {action}: game {i} is over; call reset() first"
        legal = ", ".join(f"{a} ({self.layout.action_name(a)})" for a in self.legal_actions(i))
        name = self.layout.action_name(action) if 0 <= action < ACTIONS else "no such id"
        seat = self.states[<int>i].actor
        text = _describe(self, i) if _describe is not None else f"seat {seat} to act"
        return (
            f"action {action} ({name}) is not legal for seat {seat}; legal are {legal}\n"
            f"position: {text}"
        )


# ---- many games: the call that waits for them holds a reference to their batch

cdef void step_range(const Step* job, int low, int high, int end) noexcept nogil:
    # end: of the games that this thread works on
    cdef const Slots* slots = &job.look.slots
    cdef int i
    for i in range(low, high):
        fetch_game(slots, i + AHEAD)
        if i + 1 < end and forgets(slots):
            fetch_turn(&slots.states[i + 1])
        (<Steps>job.games).step_game(i, job.actions[i])


cdef void step_games(void* job, int low, int high, int worker) noexcept nogil:
    step_range(<const Step*>job, low, high, high)


cdef void advance_games(void* job, int low, int high, int worker) noexcept nogil:
    # a few games at a time, whose states then lie in the nearest cache
    cdef const Step* stepping = <const Step*>job
    cdef const Look* look = &stepping.look
    cdef bint looks = look.planes != NULL
    cdef int first = low
    cdef int last, i
    while first < high:
        last = min(first + AT_ONCE, high)
        step_range(stepping, first, last, high)
        if looks:
            fetch_view(&look.slots, NULL, first)
        for i in range(first, last):
            show_mask(look, i)
            if looks:
                if i + 1 < last:
                    fetch_view(&look.slots, NULL, i + 1)
                show_view(look, i)
        first = last
