# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Thousands of games stepped at once: the only door between the C engine and Python objects."""

import warnings

import numpy as np

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from shugi._fast.batch.arguments cimport (
    action_ids, between, check_array, fills_at, game_of, key_of, lies_at, viewers_of, whole,
)
from shugi._fast.batch.course cimport (
    Course, Players, chosen_by_network, play_course, play_courses, show_to_network, value_courses,
)
from shugi._fast.batch.learners cimport (
    PLAYER_BASELINE, PLAYER_OUTSIDE, STAGE_ASKED, STAGE_BEGUN, STAGE_FAILED, STAGE_OUTSIDE,
    Learners,
)
from shugi._fast.batch.legal cimport sample_legal, write_mask
from shugi._fast.batch.positions cimport Positions
from shugi._fast.batch.results cimport OWED_REWARD
from shugi._fast.batch.tally cimport tally_hand
from shugi._fast.batch.workers cimport Word, Workers, word_raise
from shugi._fast.bots.baseline cimport bot_act, bot_act_within
from shugi._fast.bots.belief cimport Belief, redeal_likely as redeal_likely_state
from shugi._fast.bots.style cimport BotStyle, Style, style_of
from shugi._fast.core.fetch cimport fetch_at
from shugi._fast.core.sizes cimport ACTIONS as N_ACTIONS, NOBODY as C_NOBODY
from shugi._fast.core.state cimport PHASE_OVER, STATUS_BROKEN, STATUS_ILLEGAL, STATUS_OK, State, Totals
from shugi._fast.flow.ahead cimport fetch_cards, fetch_sight, fetch_state, fetch_turn
from shugi._fast.flow.ledger cimport paid_before
from shugi._fast.flow.turns cimport step as c_step
from shugi._fast.net.critic cimport EngineCritic
from shugi._fast.net.policy cimport NET_BLOCK, EnginePolicy, Room, Rooms, log_shares
from shugi._fast.net.standing cimport EngineStanding
from shugi._fast.view.observe cimport observe_history, observe_oracle, observe_seat
from shugi._fast.view.redeal cimport redeal as redeal_state, redeal_wall

from shugi._fast.batch.positions import BELIEF_SHAPE as _BELIEF_SHAPE, LUCK_TERMS as _LUCK_TERMS
from shugi._fast.batch.results import FINAL, SHOWN
from shugi._fast.batch.tally import TALLY as _TALLY, tally_columns as _tally_columns

ACTIONS = N_ACTIONS
LUCK_TERMS = _LUCK_TERMS
NOBODY = C_NOBODY
TALLY = _TALLY
tally_columns = _tally_columns
BELIEF_SHAPE = _BELIEF_SHAPE
MOST_THREADS = 1024
STOPS = (
    "",
    "a seat has more discards than a river has places",
    "its hand brought more payments than the ledger has lines",
)


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the state is unchanged."""


cdef enum Work:              # what the threads share
    WORK_NONE = 0
    WORK_STEP = 1
    WORK_OBSERVE = 2
    WORK_ORACLE = 3
    WORK_BASELINE = 4
    WORK_POLICY = 5
    WORK_LEGAL = 6
    WORK_SAMPLE = 7
    WORK_PLAY_ON = 8
    WORK_ADVANCE = 9
    WORK_REDEAL = 10
    WORK_FEATURES = 11
    WORK_TURN = 12
    WORKS = 13


cdef enum:
    PLAYED_AT_ONCE = 64      # courses of a thread between two looks for Ctrl-C


cdef enum:                   # games from the one at work to the one whose state is fetched
    AHEAD = 2
    FAR_AHEAD = 8            # where little is done with each
    AT_ONCE = 8              # games that are stepped before the first of them is looked at
    FAR_APART = 1024         # games: from here on what one looked up is gone when the next does
    MOST_PLACES = 64 * 40    # numbers of all planes of a layout


# Games from which on a call is shared, and the fewest that a thread takes at a time: with less to
# do the hand-over costs more than it saves
cdef int[WORKS] LEAST_SHARED = [0, 32, 8, 8, 2, 2, 512, 128, 2, 8, 2, 8, 2]
cdef int[WORKS] PIECE = [0, 2, 1, 1, 1, NET_BLOCK, 16, 8, 4 * NET_BLOCK, 2, 1, 1, 1]


cdef enum Stop:              # the order of STOPS
    STOP_NONE = 0
    STOP_RIVER = 1
    STOP_LEDGER = 2


cdef struct Job:
    int what                 # Work
    const int8_t* who        # NULL: whoever decides
    bint looks               # WORK_ADVANCE: also observe
    bint history
    bint masks               # WORK_FEATURES: also of them
    bint resumes             # WORK_TURN: opponents were asked; else the learners
    # planes of WORK_ORACLE, actions of WORK_BASELINE and WORK_POLICY, success of WORK_REDEAL
    uint8_t* out
    const Style* style
    const uint8_t* where     # NULL: everywhere
    const uint8_t* mask      # NULL: every legal action
    bint draws               # WORK_POLICY: an action by its probability, not the likeliest
    uint64_t key             # ... of the draws, and of WORK_SAMPLE
    float* log_policy        # ... NULL: not asked for
    Course* course           # WORK_PLAY_ON: so many of them
    const uint64_t* keys     # WORK_REDEAL
    int tries                # ... with keys that follow each other
    const Belief* belief     # ... NULL: every arrangement alike
    bint hands               # ... or stay, and only the wall is dealt again
    int courses
    int horizon              # ... and their seats' decisions until the critic is asked; or 0
    Players players


_describe = None
_NOTHING = object()  # no buffer that a caller could give


def set_describer(function):
    """Let errors show positions as text: ``function(batch, i) -> str``."""
    global _describe
    _describe = function


cdef class Batch(Positions):
    cdef readonly int threads
    cdef readonly bint auto_reset, hand_episodes
    cdef Job _job
    cdef Workers _workers
    cdef EnginePolicy _network       # of WORK_POLICY, and room for each of the threads
    cdef Rooms _rooms
    cdef EngineCritic _critic        # of WORK_PLAY_ON, and room for each of the threads
    cdef Rooms _critic_rooms
    cdef Word _stopped               # why a game was, since it was last told (Stop)
    # buffers the caller gave last, and views of them: most callers give the same ones again
    cdef object _actions_given, _drawn_given, _mask_given, _planes_given, _globals_given
    cdef object _history_given, _flat_given, _who_given
    cdef const uint8_t[::1] _actions
    cdef uint8_t[::1] _drawn
    cdef uint8_t[:, ::1] _mask
    cdef uint8_t[:, :, ::1] _planes
    cdef float[:, ::1] _globals
    cdef uint16_t[:, ::1] _history
    cdef float[:, ::1] _flat
    cdef const float[::1] _scales    # of every place in the planes
    cdef Learners _learners          # of WORK_TURN
    cdef const int8_t[::1] _who
    cdef Py_ssize_t _plane_bytes, _global_numbers, _history_tokens, _oracle_bytes

    def __cinit__(self, rules, n, seed=0, *, forced=True, auto_reset=True, threads=1,
                  expected=False, episode="game"):
        between(threads, 1, MOST_THREADS, "threads")
        if episode not in ("game", "hand"):
            raise ValueError(f'episode must be "game" or "hand", {episode!r} was given')
        self.auto_reset, self.threads = auto_reset, threads
        self.hand_episodes = episode == "hand"
        self._workers = Workers(min(threads, n))
        self._make_room()

    def _make_room(self):
        # for what callers will hand in
        self._plane_bytes = self.n * self.layout.planes * self.layout.places
        self._global_numbers = self.n * self.layout.globals
        self._history_tokens = self.n * self.layout.history
        self._scales = self.layout.scales
        if self._scales.shape[0] > MOST_PLACES:
            raise RuntimeError(f"MOST_PLACES is too small for {self.layout.name}")
        self._flat_given = self._who_given = _NOTHING
        self._actions_given = self._drawn_given = self._mask_given = _NOTHING
        self._planes_given = self._globals_given = self._history_given = _NOTHING

    # ---- stepping

    def step(self, actions):
        self._gate.enter()
        try:
            self._take_actions(actions)
            self._job.what = WORK_STEP
            self._share()
        finally:
            self._gate.leave()
        if self._stopped:
            self._tell_stopped()

    def advance(self, actions, mask, planes=None, globals_=None, history=None):
        if (planes is None) != (globals_ is None) or (planes is None and history is not None):
            raise ValueError("planes and globals_ belong together, and history to both of them")
        self._gate.enter()
        try:
            self._take_mask(mask, "mask")
            if planes is not None:
                self._take_buffers(planes, globals_, history)
            self._take_actions(actions)
            self._job.who, self._job.looks = NULL, planes is not None
            self._job.history = history is not None
            self._job.what = WORK_ADVANCE
            self._share()
        finally:
            self._gate.leave()
        if self._stopped:
            self._tell_stopped()

    cdef int _take_actions(self, actions) except -1:
        if actions is not self._actions_given or not lies_at(actions, &self._actions[0], self.n):
            self._actions = action_ids(actions, self.n)
            self._actions_given = actions if self._actions.base is actions else _NOTHING
        return 0

    def _tell_stopped(self):
        why, self._stopped = STOPS[self._stopped], STOP_NONE
        warnings.warn(
            f"a game of {self._rules.name} was stopped (status 2): {why}. Please report it",
            RuntimeWarning, stacklevel=3)

    # ---- work that threads share

    cdef int _share(self) except -1:
        cdef int what = self._job.what
        try:
            if self.threads == 1 or self._items() < LEAST_SHARED[what]:
                with nogil:
                    self._do(0, self._items(), 0)
            else:
                self._workers.begin()
                with nogil:
                    self._workers.share(piece, <void*>self, self._items(), PIECE[what])
        finally:
            self._job.what = WORK_NONE
        return 0

    cdef int _items(self) noexcept nogil:
        # what is shared: games, or courses
        return self._job.courses if self._job.what == WORK_PLAY_ON else self.n

    cdef void _do(self, int low, int high, int worker) noexcept nogil:
        if self._job.what == WORK_STEP:
            self._step_range(low, high, high)
        elif self._job.what == WORK_OBSERVE:
            self._observe_range(low, high)
        elif self._job.what == WORK_ORACLE:
            self._oracle_range(low, high)
        elif self._job.what == WORK_BASELINE:
            self._baseline_range(low, high)
        elif self._job.what == WORK_POLICY:
            self._policy_range(low, high, self._rooms.room[worker])
        elif self._job.what == WORK_LEGAL:
            self._legal_range(low, high)
        elif self._job.what == WORK_SAMPLE:
            self._sample_range(low, high)
        elif self._job.what == WORK_PLAY_ON:
            self._play_range(low, high, worker)
        elif self._job.what == WORK_ADVANCE:
            self._advance_range(low, high)
        elif self._job.what == WORK_REDEAL:
            self._redeal_range(low, high)
        elif self._job.what == WORK_FEATURES:
            self._features_range(low, high)
        elif self._job.what == WORK_TURN:
            self._turn_range(low, high)

    cdef inline int _viewer(self, int i) noexcept nogil:
        # who looks at game i; -1 nobody
        cdef const State* s = &self.states[i]
        if self._job.who == NULL:
            return -1 if s.phase == PHASE_OVER else s.actor
        return self._job.who[i] if self._job.who[i] < self.seats else -1

    cdef void _step_range(self, int low, int high, int end) noexcept nogil:
        # end: of the games that this thread works on
        cdef int i
        for i in range(low, high):
            self._fetch(i + AHEAD)
            if i + 1 < end and not self._cards:
                fetch_turn(&self.states[i + 1])
            self._step_game(i, self._actions[i])

    cdef void _advance_range(self, int low, int high) noexcept nogil:
        # a few games at a time, whose states then lie in the nearest cache
        cdef int first = low
        cdef int last, i
        while first < high:
            last = min(first + AT_ONCE, high)
            self._step_range(first, last, high)
            if self._job.looks:
                self._fetch_sight(first)
            for i in range(first, last):
                self._show_mask(i)
                if self._job.looks:
                    if i + 1 < last:
                        self._fetch_sight(i + 1)
                    self._observe_game(i)
            first = last

    cdef inline void _fetch_sight(self, int i) noexcept nogil:
        cdef int seat = self._viewer(i)
        if seat >= 0 and not self._cards and self.n >= FAR_APART:
            fetch_sight(&self.states[i], seat)

    cdef inline void _fetch(self, int i) noexcept nogil:
        # a game that is soon to be worked on, most likely by the same thread; nothing of it is read
        if i >= self.n:
            return
        if self._cards:
            fetch_cards(&self.states[i], self.seats)
        else:
            fetch_state(&self.states[i], self.seats)

    cdef void _step_game(self, int i, int action) noexcept nogil:
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
        c_step(s, action, self.forced)
        self._status[i] = s.status
        if s.status == STATUS_ILLEGAL:
            s.status = STATUS_OK  # the state itself is as it was
            self.show_nothing(i)
            return
        if s.status == STATUS_BROKEN:
            word_raise(&self._stopped, STOP_LEDGER if s.ledger.lost else STOP_RIVER)
        self._hand_done[i] = s.hand_over
        self._done[i] = s.phase == PHASE_OVER or (self.hand_episodes and s.hand_over)
        if s.hand_over:
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

    def step_one(self, i, action):
        cdef int k = game_of(i, self.n)
        chosen = whole(action, "action")
        with self._gate:
            allowed = 0 <= chosen < N_ACTIONS and self._allowed(k, chosen)
            if allowed:
                self._step_game(k, chosen)
        if self._stopped:
            self._tell_stopped()
        if not allowed:
            raise IllegalAction(self._refusal(k, chosen))

    def _refusal(self, i, action):
        if self.states[<int>i].phase == PHASE_OVER:
            return f"action {action}: game {i} is over; call reset() first"
        legal = ", ".join(f"{a} ({self.layout.action_name(a)})" for a in self.legal_actions(i))
        name = self.layout.action_name(action) if 0 <= action < N_ACTIONS else "no such id"
        seat = self.states[<int>i].actor
        text = _describe(self, i) if _describe is not None else f"seat {seat} to act"
        return (
            f"action {action} ({name}) is not legal for seat {seat}; legal are {legal}\n"
            f"position: {text}"
        )

    # ---- legal actions

    def legal(self, into=None):
        if into is None:
            into = np.empty((self.n, N_ACTIONS), np.uint8)
        self._gate.enter()
        try:
            self._take_mask(into, "into")
            self._job.what = WORK_LEGAL
            self._share()
        finally:
            self._gate.leave()
        return into

    cdef int _take_mask(self, mask, name) except -1:
        if mask is not self._mask_given or not fills_at(
                mask, &self._mask[0, 0], self.n * N_ACTIONS):
            check_array(mask, name, (self.n, N_ACTIONS), (np.uint8, np.int8, np.bool_))
            self._mask, self._mask_given = mask.view(np.uint8), mask
        return 0

    cdef void _legal_range(self, int low, int high) noexcept nogil:
        cdef int i
        for i in range(low, high):
            if i + FAR_AHEAD < self.n:
                fetch_at(&self.states[i + FAR_AHEAD].legal)
            self._show_mask(i)

    cdef inline void _show_mask(self, int i) noexcept nogil:
        if self.states[i].phase == PHASE_OVER:
            memset(&self._mask[i, 0], 0, N_ACTIONS)
        else:
            write_mask(&self.states[i], &self._mask[i, 0])

    # ---- observation

    def observe(self, planes, globals_, history=None, seats=None):
        self._gate.enter()
        try:
            self._take_buffers(planes, globals_, history)
            self._job.history = history is not None
            self._take_seats(seats)
            self._job.what = WORK_OBSERVE
            self._share()
        finally:
            self._gate.leave()

    cdef int _take_buffers(self, planes, globals_, history) except -1:
        if planes is not self._planes_given or not fills_at(
                planes, &self._planes[0, 0, 0], self._plane_bytes):
            shape = (self.n, self.layout.planes, self.layout.places)
            check_array(planes, "planes", shape, (np.uint8,))
            self._planes, self._planes_given = planes, planes
        if globals_ is not self._globals_given or not fills_at(
                globals_, &self._globals[0, 0], self._global_numbers):
            check_array(globals_, "globals_", (self.n, self.layout.globals), (np.float32,))
            self._globals, self._globals_given = globals_, globals_
        if history is not None:
            self._take_history(history)
        return 0

    cdef int _take_history(self, history) except -1:
        if history is not self._history_given or not fills_at(
                history, &self._history[0, 0], self._history_tokens):
            check_array(history, "history", (self.n, self.layout.history), (np.uint16,))
            self._history, self._history_given = history, history
        return 0

    cdef void _observe_range(self, int low, int high) noexcept nogil:
        cdef int i
        for i in range(low, high):
            self._fetch(i + AHEAD)
            if i + 1 < high:
                self._fetch_sight(i + 1)
            self._observe_game(i)

    cdef inline void _observe_game(self, int i) noexcept nogil:
        cdef const State* s = &self.states[i]
        cdef int seat = self._viewer(i)
        if seat < 0:
            return
        observe_seat(s, seat, &self._planes[i, 0, 0], &self._globals[i, 0])
        if self._job.history:
            observe_history(s, seat, &self._history[i, 0])

    def features(self, into, seats=None, mask=None, history=None):
        self._gate.enter()
        try:
            self._take_flat(into)
            if mask is not None:
                self._take_mask(mask, "mask")
            if history is not None:
                self._take_history(history)
            self._take_seats(seats)
            self._job.masks, self._job.history = mask is not None, history is not None
            self._job.what = WORK_FEATURES
            self._share()
        finally:
            self._gate.leave()

    cdef int _take_flat(self, into) except -1:
        if into is self._flat_given and fills_at(
                into, &self._flat[0, 0], self.n * self._flat.shape[1]):
            return 0
        shape = getattr(into, "shape", ())
        wide = len(shape) == 2 and shape[1] >= self.layout.features
        check_array(into, "into", (self.n, shape[1] if wide else self.layout.features),
                    (np.float32,))
        self._flat, self._flat_given = into, into
        return 0

    cdef void _features_range(self, int low, int high) noexcept nogil:
        cdef int i
        for i in range(low, high):
            self._fetch(i + AHEAD)
            if i + 1 < high:
                self._fetch_sight(i + 1)
            self._flatten_game(i)

    cdef void _flatten_game(self, int i) noexcept nogil:
        cdef uint8_t[MOST_PLACES] planes
        cdef const State* s = &self.states[i]
        cdef Py_ssize_t places = self._scales.shape[0]
        cdef float* out = &self._flat[i, 0]
        cdef int seat = self._viewer(i)
        cdef const float* scale = &self._scales[0]
        cdef Py_ssize_t k
        if self._job.masks and (seat >= 0 or self._job.who == NULL):
            if seat == s.actor:
                self._show_mask(i)
            else:
                memset(&self._mask[i, 0], 0, N_ACTIONS)
        if seat < 0:
            return
        observe_seat(s, seat, planes, out + places)
        for k in range(places):
            out[k] = planes[k] / scale[k]
        if self._job.history:
            observe_history(s, seat, &self._history[i, 0])

    def observe_oracle(self, planes, seats=None):
        cdef uint8_t[:, :, ::1] out
        shape = (self.n, self.layout.oracle_planes, self.layout.places)
        check_array(planes, "planes", shape, (np.uint8,))
        out = planes
        with self._gate:
            self._job.out = &out[0, 0, 0]
            self._oracle_bytes = out.shape[1] * out.shape[2]
            self._take_seats(seats)
            self._job.what = WORK_ORACLE
            self._share()

    cdef void _oracle_range(self, int low, int high) noexcept nogil:
        cdef int i, seat
        for i in range(low, high):
            seat = self._viewer(i)
            if seat < 0:
                continue
            observe_oracle(&self.states[i], seat, self._job.out + i * self._oracle_bytes)

    cdef int _take_seats(self, seats) except -1:
        cdef int i
        self._job.who = NULL
        if seats is None:
            return 0
        known = seats is self._who_given and lies_at(seats, &self._who[0], self.n)
        for i in range(self.n if known else 0):
            known = known and self._who[i] < self.seats
        if not known:
            self._who = viewers_of(seats, self.n, self.seats)
            self._who_given = seats if self._who.base is seats else _NOTHING
        self._job.who = &self._who[0]
        return 0

    # ---- who plays

    def sample(self, actions, seed):
        cdef uint64_t key = key_of(seed, "seed")
        self._gate.enter()
        try:
            if actions is not self._drawn_given or not fills_at(
                    actions, &self._drawn[0], self.n):
                check_array(actions, "actions", (self.n,), (np.uint8,))
                self._drawn, self._drawn_given = actions, actions
            self._job.key = key
            self._job.what = WORK_SAMPLE
            self._share()
        finally:
            self._gate.leave()

    cdef void _sample_range(self, int low, int high) noexcept nogil:
        cdef int i
        for i in range(low, high):
            if i + FAR_AHEAD < self.n:
                fetch_at(&self.states[i + FAR_AHEAD].legal)
            self._drawn[i] = <uint8_t>sample_legal(&self.states[i], self._job.key)

    def baseline(self, actions, style=None, seats=None, mask=None):
        cdef BotStyle chosen = style_of(style)
        cdef uint8_t[::1] out
        cdef const uint8_t[::1] where
        cdef const uint8_t[:, ::1] within
        check_array(actions, "actions", (self.n,), (np.uint8,))
        out = actions
        if seats is not None:
            check_array(seats, "seats", (self.n,), (np.bool_,))
            where = seats.view(np.uint8)
        if mask is not None:
            check_array(mask, "mask", (self.n, N_ACTIONS), (np.uint8,))
            within = mask
        with self._gate:
            self._job.out = &out[0]
            self._job.style = &chosen.c
            self._job.where = NULL if seats is None else &where[0]
            self._job.mask = NULL if mask is None else &within[0, 0]
            self._job.what = WORK_BASELINE
            self._share()

    cdef void _baseline_range(self, int low, int high) noexcept nogil:
        cdef const Job* job = &self._job
        cdef int i
        for i in range(low, high):
            if (job.where != NULL and not job.where[i]) or self.states[i].phase == PHASE_OVER:
                continue
            job.out[i] = <uint8_t>(
                bot_act(&self.states[i], job.style) if job.mask == NULL else
                bot_act_within(&self.states[i], job.style, job.mask + <Py_ssize_t>i * N_ACTIONS))

    def policy(self, EnginePolicy network not None, actions, *, seed=None, where=None,
               log_policy=None):
        cdef uint8_t[::1] out
        cdef const uint8_t[::1] asked
        cdef float[:, ::1] found
        cdef uint64_t key = 0 if seed is None else key_of(seed, "seed")
        cdef BotStyle adviser = style_of(None)
        if network.rules.hash != self._rules.hash:
            raise ValueError(
                f"a network folded for {network.rules.name!r} cannot play {self._rules.name!r}")
        check_array(actions, "actions", (self.n,), (np.uint8,))
        out = actions
        if where is not None:
            check_array(where, "where", (self.n,), (np.bool_,))
            asked = where.view(np.uint8)
        if log_policy is not None:
            check_array(log_policy, "log_policy", (self.n, N_ACTIONS), (np.float32,))
            found = log_policy
        with self._gate:
            self._network, self._rooms = network, Rooms(network, self.threads)
            self._job.out, self._job.style = &out[0], &adviser.c
            self._job.where = NULL if where is None else &asked[0]
            self._job.draws, self._job.key = seed is not None, key
            self._job.log_policy = NULL if log_policy is None else &found[0, 0]
            self._job.what = WORK_POLICY
            try:
                self._share()
            finally:
                self._network = self._rooms = None

    cdef void _policy_range(self, int low, int high, Room* room) noexcept nogil:
        cdef int[NET_BLOCK] games
        cdef int i
        cdef int count = 0
        for i in range(low, high):
            self._fetch(i + NET_BLOCK)
            if (self._job.where != NULL and not self._job.where[i]
                    or self.states[i].phase == PHASE_OVER):
                continue
            games[count] = i
            self._show(room, count, i)
            count += 1
            if count == NET_BLOCK:
                self._choose(room, games, count)
                count = 0
        if count:
            self._choose(room, games, count)

    cdef void _show(self, Room* room, int p, int i) noexcept nogil:
        # game i as position p of a room
        show_to_network(self._network, room, p, &self.states[i], self._job.style)

    cdef void _choose(self, Room* room, const int* games, int count) noexcept nogil:
        cdef const Job* job = &self._job
        cdef int p
        self._network.evaluate(room, count)
        for p in range(count):
            job.out[games[p]] = <uint8_t>chosen_by_network(
                room, p, &self.states[games[p]], job.draws, job.key)
            if job.log_policy != NULL:
                log_shares(room, p, job.log_policy + <Py_ssize_t>games[p] * N_ACTIONS)

    # ---- one learner's seat in each game

    def turn(self, Learners learners not None):
        return self._turn(learners, False)

    def resume(self, Learners learners not None):
        return self._turn(learners, True)

    cdef int _turn(self, Learners learners, bint resumes) except -1:
        cdef BotStyle style = style_of(None)
        if learners.n != self.n or learners.seats != self.seats:
            raise ValueError(
                f"learners of {learners.n} games of {learners.seats} cannot sit in a batch of "
                f"{self.n} games of {self.seats}")
        if self.auto_reset:
            raise ValueError("only a batch with auto_reset=False can have learners")
        self._gate.enter()
        try:
            self._learners, self._job.resumes, self._job.style = learners, resumes, &style.c
            self._job.what = WORK_TURN
            self._share()
        finally:
            self._learners = None
            self._gate.leave()
        if self._stopped:
            self._tell_stopped()
        return learners.count_outside()

    cdef void _turn_range(self, int low, int high) noexcept nogil:
        cdef int i
        for i in range(low, high):
            self._fetch(i + AHEAD)
            self._turn_game(self._learners, i)

    cdef void _turn_game(self, Learners rows, int i) noexcept nogil:
        cdef int stage = rows._stage[i]
        if not 0 <= rows._seat[i] < self.seats:
            rows._stage[i] = STAGE_FAILED
        if rows._stage[i] == STAGE_FAILED or (stage == STAGE_ASKED) == self._job.resumes:
            return
        if stage == STAGE_ASKED and not rows.take_turn(i, self._owed_by(rows, i)):
            self._tell(rows, i)
            return
        if stage == STAGE_BEGUN:
            self._owed_by(rows, i)[0] = 0
        if stage != STAGE_BEGUN:
            self._move(rows, i, rows._actions[i])
        self._let_others_play(rows, i)

    cdef float* _owed_by(self, Learners rows, int i) noexcept nogil:
        return &self._owed[i, rows._seat[i], <int>OWED_REWARD]

    cdef void _move(self, Learners rows, int i, int action) noexcept nogil:
        self._step_game(i, action)
        rows._stage[i] = STAGE_ASKED if self._status[i] == STATUS_OK else STAGE_FAILED
        rows._over[i] = self._done[i]

    cdef void _let_others_play(self, Learners rows, int i) noexcept nogil:
        cdef State* s = &self.states[i]
        cdef int player
        while rows._stage[i] != STAGE_FAILED:
            if rows._over[i] or s.phase == PHASE_OVER or s.actor == rows._seat[i]:
                self._tell(rows, i)
                return
            player = rows.players[(s.actor - rows._seat[i] + self.seats) % self.seats]
            if player == PLAYER_OUTSIDE:
                rows._stage[i] = STAGE_OUTSIDE
                return
            self._move(rows, i, bot_act(s, self._job.style) if player == PLAYER_BASELINE
                       else sample_legal(s, rows.key))

    cdef void _tell(self, Learners rows, int i) noexcept nogil:
        cdef const State* s = &self.states[i]
        rows.tell(i, self._owed_by(rows, i), s.phase == PHASE_OVER)
        if rows._over[i] or s.phase == PHASE_OVER:
            memset(&rows._mask[i, 0], 0, N_ACTIONS)
            rows._mask[i, rows.idle] = 1
        else:
            write_mask(s, &rows._mask[i, 0])

    # ---- playing on to the end of the hand

    def play_on(self, seats, total, *, plans=None, planned=None, style=None,
                EnginePolicy network=None, seed=None, EngineCritic critic=None, horizon=0,
                EngineStanding standing=None, alone=False):
        cdef float[:, ::1] sums
        cdef const uint8_t[:, ::1] first
        cdef const int32_t[::1] lengths
        cdef BotStyle chosen = style_of(style)
        cdef int ahead = between(horizon, 0, 2**31 - 1, "horizon")
        if network is not None and network.rules.hash != self._rules.hash:
            raise ValueError(
                f"a network folded for {network.rules.name!r} cannot play {self._rules.name!r}")
        if critic is not None and critic.rules.hash != self._rules.hash:
            raise ValueError(
                f"a critic folded for {critic.rules.name!r} cannot value {self._rules.name!r}")
        if (critic is None) != (ahead == 0):
            raise ValueError("critic and horizon belong together: give both, or neither")
        if alone and network is None:
            raise ValueError("alone says where a network plays: give one")
        self._check_standing(standing)
        if self.auto_reset:
            raise ValueError("only a batch with auto_reset=False can play on to the end of a hand")
        check_array(seats, "seats", (self.n,), (np.int8,))
        check_array(total, "total", (self.n, 2), (np.float32,))
        if (plans is None) != (planned is None):
            raise ValueError("plans and planned belong together: give both, or neither")
        if plans is None:
            plans, planned = np.zeros((self.n, 1), np.uint8), np.zeros(self.n, np.int32)
        check_array(planned, "planned", (self.n,), (np.int32,))
        check_array(plans, "plans", (self.n, plans.shape[1] if plans.ndim == 2 else 1), (np.uint8,))
        if not 0 <= planned.min() <= planned.max() <= plans.shape[1]:
            raise ValueError(f"planned must be 0 to {plans.shape[1]}, the actions of plans")
        sums, first, lengths = total, plans, planned
        self._who = viewers_of(seats, self.n, self.seats)
        with self._gate:
            self._job.players.style, self._job.players.forced = &chosen.c, self.forced
            self._job.players.alone = alone
            self._job.players.draws = seed is not None
            self._job.players.key = 0 if seed is None else key_of(seed, "seed")
            self._job.horizon = ahead
            self._job.players.standing = NULL if standing is None else &standing.c
            self._network, self._critic = network, critic
            if network is not None:
                self._rooms = Rooms(network, self.threads)
            if critic is not None:
                self._critic_rooms = Rooms(critic, self.threads)
            try:
                self._play_on(sums, first, lengths)
            finally:
                self._network = self._critic = self._rooms = self._critic_rooms = None
        return total

    cdef int _play_on(self, float[:, ::1] total, const uint8_t[:, ::1] plans,
                      const int32_t[::1] planned) except -1:
        cdef size_t most = PLAYED_AT_ONCE * self.threads
        cdef Course* courses = <Course*>calloc(most, sizeof(Course))
        cdef int i = 0
        cdef int k
        if courses == NULL:
            raise MemoryError("no memory for games to play on")
        self._job.course = courses
        try:
            while i < self.n:
                self._job.courses = 0
                while i < self.n and self._job.courses < <int>most:
                    if 0 <= self._who[i] < self.seats and self.states[i].phase != PHASE_OVER:
                        self._add_course(i, &plans[i, 0], planned[i], &total[i, 0])
                    i += 1
                self._job.what = WORK_PLAY_ON
                if self._job.courses:
                    self._share()
                for k in range(self._job.courses):
                    self._show_course(&courses[k])
                PyErr_CheckSignals()
        finally:
            free(courses)
        return 0

    cdef void _add_course(self, int i, const uint8_t* plan, int planned,
                          float* total) noexcept nogil:
        cdef Job* job = &self._job
        cdef Course* c = &job.course[job.courses]
        memset(c, 0, sizeof(Course))
        c.s, c.number, c.seat = &self.states[i], i, self._who[i]
        c.plan, c.planned, c.total = plan, planned, total
        c.horizon = job.horizon
        job.courses += 1

    cdef void _show_course(self, const Course* c) noexcept nogil:
        self.show_state(c.number, c.s)
        if c.refused:
            self._status[c.number] = STATUS_ILLEGAL

    cdef void _play_range(self, int low, int high, int worker) noexcept nogil:
        cdef Course* course = self._job.course
        cdef int i
        if self._network is not None and low < high:
            play_courses(course + low, high - low, &self._job.players, self._network,
                         self._rooms.room[worker])
        else:
            for i in range(low, high):
                play_course(&course[i], &self._job.players)
        if self._critic is not None and low < high:
            value_courses(course + low, high - low, self._critic, self._critic_rooms.room[worker])

    # ---- copies, and hands dealt again

    def clone(self, indices=None):
        indices = np.arange(self.n) if indices is None else np.asarray(indices)
        if indices.ndim != 1 or not len(indices) or indices.dtype.kind not in "iu":
            raise ValueError(
                f"indices must be a non-empty row of game numbers, got shape {indices.shape} of "
                f"{indices.dtype}"
            )
        other = Batch(self.rules, len(indices), auto_reset=False, **self._settings())
        other.copy_from(self, indices, np.arange(len(indices)))
        for name in FINAL:
            getattr(other, name)[...] = getattr(self, name)[indices]
        return other

    def redeal_all(self, seats, keys, tries=1, *, hands=True, const float[:, :, ::1] weights=None,
                   steps=120, looks=30, depth=3, doubt=0.1, style=None):
        cdef const uint64_t[::1] number
        cdef uint8_t[::1] out
        cdef BotStyle chosen = style_of(style)
        cdef Belief belief
        cdef int most = between(tries, 1, 2**31 - 1, "tries")
        check_array(seats, "seats", (self.n,), (np.int8,))
        check_array(keys, "keys", (self.n,), (np.uint64,))
        if weights is not None:
            if not hands:
                raise ValueError("weights are of hands; with hands=False these stay")
            self._take_belief(&belief, weights, steps, looks, depth, doubt, chosen)
        found = np.zeros(self.n, np.uint8)
        number, out = keys, found
        with self._gate:
            self._take_seats(seats)
            self._job.keys, self._job.tries, self._job.out = &number[0], most, &out[0]
            self._job.belief = NULL if weights is None else &belief
            self._job.hands = bool(hands)
            self._job.what = WORK_REDEAL
            self._share()
        return found.view(np.bool_)

    cdef void _redeal_range(self, int low, int high) noexcept nogil:
        cdef const Job* job = &self._job
        cdef uint64_t key
        cdef int i, viewer, k
        for i in range(low, high):
            viewer = self._viewer(i)
            if viewer < 0:
                continue
            for k in range(job.tries):
                key = job.keys[i] + <uint64_t>k
                if not job.hands:
                    redeal_wall(&self.states[i], key)
                    job.out[i] = True
                elif job.belief == NULL:
                    job.out[i] = redeal_state(&self.states[i], viewer, key)
                else:
                    job.out[i] = redeal_likely_state(&self.states[i], viewer, key, job.belief)
                if job.out[i]:
                    break

    def __reduce__(self):
        saved = [self.save(i) for i in range(self.n)]
        settings = {"auto_reset": self.auto_reset, **self._settings()}
        shown = {name: np.array(getattr(self, name)) for name in SHOWN}
        return _rebuild, (self.rules, settings, saved, shown)

    def _settings(self):
        return {
            "forced": self.forced, "threads": self.threads, "expected": self.expects,
            "episode": "hand" if self.hand_episodes else "game",
        }


cdef void piece(void* batch, int low, int high, int worker) noexcept nogil:
    # a reference is held by the call that waits for the piece
    (<Batch>batch)._do(low, high, worker)


def _rebuild(rules, settings, saved, shown):
    batch = Batch(rules, len(saved), **settings)
    for i, data in enumerate(saved):
        batch.load(i, data)
    for name in SHOWN:
        mine, theirs = getattr(batch, name), np.asarray(shown[name])
        if theirs.shape != mine.shape or theirs.dtype != mine.dtype:
            raise ValueError(f"the batch's {name} has another form: {theirs.dtype} {theirs.shape}")
        mine[...] = theirs
    return batch
