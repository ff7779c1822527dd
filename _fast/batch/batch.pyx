# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Thousands of games stepped at once: the only door between the C engine and Python objects."""

import os
import warnings
import zlib
from concurrent.futures import ThreadPoolExecutor
from operator import index

import numpy as np

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from shugi._fast.batch.perft cimport count_leaves
from shugi._fast.batch.tally cimport tallies, tally_hand
from shugi._fast.bots.baseline cimport BotStyle, bot_act
from shugi._fast.bots.belief cimport (
    CALLS, FARS, TURNS, Belief, redeal_likely as redeal_likely_state,
    unexplained as unexplained_discards,
)
from shugi._fast.bots.worth cimport Style
from shugi._fast.check.fault cimport refuse_faults
from shugi._fast.core.bits cimport bit, count, has, has_in_words, lowest, without_lowest
from shugi._fast.core.rng cimport STREAM_GAME, STREAM_SAMPLE, Rng, mix, rng_below, rng_make
from shugi._fast.core.rules cimport PAO, PLACEMENT_NONE
from shugi._fast.core.sizes cimport ACTIONS as N_ACTIONS, NOBODY as C_NOBODY, SEATS
from shugi._fast.core.state cimport (
    PHASE_OVER, STATUS_BROKEN, STATUS_ILLEGAL, STATUS_OK, Line, Seat, State,
)
from shugi._fast.flow.hand cimport refresh_ready
from shugi._fast.flow.ledger cimport REASON_PLACEMENT
from shugi._fast.flow.ranking cimport Ties, final_places, final_result, rank_seats, ties_of
from shugi._fast.flow.turns cimport (
    advance, game_start, hand_deal, is_legal as c_is_legal, step as c_step,
)
from shugi._fast.rules.compile cimport Rules
from shugi._fast.text.events cimport line_to_dict
from shugi._fast.text.position cimport dict_to_state, state_to_dict
from shugi._fast.view.observe cimport observe_history, observe_oracle, observe_seat
from shugi._fast.view.observe_cards cimport observe_card_oracle, observe_card_seat
from shugi._fast.view.redeal cimport redeal as redeal_state

from shugi._fast.bots.baseline import style as bot_style
from shugi._fast.check.fields import PositionError
from shugi._fast.view.layouts import layout_of
from shugi._fast.core.struct_layout import layout_hash
from shugi._fast.batch.tally import TALLY as _TALLY, tally_columns as _tally_columns

ACTIONS = N_ACTIONS
NOBODY = C_NOBODY
TALLY = _TALLY
tally_columns = _tally_columns
BELIEF_SHAPE = TURNS, CALLS, FARS
FORMAT_VERSION = 2
LAYOUT_HASH = layout_hash(sizeof(State), PAO)  # of the bytes that follow a saved game's head
HEAD = 6                                  # its numbers of 64 bits
MOST_THREADS = 1024
MOST_SCORE = 100_000_000
STOPS = (
    "",
    "a seat has more discards than a river has places",
    "its hand brought more payments than the ledger has lines",
)
MAGIC = b"shugi-st"
NO_DEAL = "no arrangement consistent with what the seat knows was found; try another key"


# a byte of the legal bits, spread over eight bytes of the mask
cdef uint64_t[256] SPREAD
cdef int _byte, _bit
for _byte in range(256):
    SPREAD[_byte] = 0
    for _bit in range(8):
        if has(_byte, _bit):
            SPREAD[_byte] |= bit(8 * _bit)


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the state is unchanged."""


class BusyError(RuntimeError):
    """A batch was asked for something while it was at work for another thread."""


cdef class Gate:
    # one call at a time: whoever comes second is told so.  The interpreter's lock is held here.
    cdef bint shut

    cdef inline int enter(self) except -1:
        if self.shut:
            raise BusyError(
                "this batch is at work for another thread; give every thread a batch of its own, "
                "or let them take turns"
            )
        self.shut = True
        return 0

    cdef inline void leave(self) noexcept:
        self.shut = False

    def __enter__(self):
        self.enter()

    def __exit__(self, *_):
        self.leave()


cdef extern from *:
    # the head of a NumPy array, which is part of its stable binary interface
    """
    typedef struct {
        PyObject_HEAD
        char *data;
        int nd;
        Py_ssize_t *dimensions;
    } ShugiArray;
    static int shugi_lies_at(PyObject *array, const void *data, Py_ssize_t size) {
        const ShugiArray *head = (const ShugiArray *)array;
        Py_ssize_t n = 1;
        int i;
        for (i = 0; i < head->nd; i++) n *= head->dimensions[i];
        return head->data == (const char *)data && n == size;
    }
    """
    # is an array still where it was, and as large?  It may have been resized since.
    bint lies_at "shugi_lies_at"(object array, const void* data, Py_ssize_t size)


cdef enum Work:              # what the threads share
    WORK_NONE = 0
    WORK_STEP = 1
    WORK_OBSERVE = 2
    WORK_ORACLE = 3
    WORK_BASELINE = 4


cdef enum Stop:              # the order of STOPS
    STOP_NONE = 0
    STOP_RIVER = 1
    STOP_LEDGER = 2


cdef struct Job:
    int what                 # Work
    const int8_t* who        # NULL: whoever decides
    bint history
    uint8_t* out             # planes of WORK_ORACLE, actions of WORK_BASELINE
    const Style* style
    const uint8_t* where     # NULL: everywhere
    const uint8_t* mask      # NULL: every legal action


cdef object whole(object value, str name):
    # a whole number; floats are none
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None


cdef object between(object value, object low, object high, str name):
    number = whole(value, name)
    if not low <= number <= high:
        raise ValueError(f"{name} must lie between {low} and {high}, got {number}")
    return number


cdef uint64_t key_of(object value, str name) except? 0:
    # of any whole number its lowest 64 bits
    return whole(value, name) & 0xFFFFFFFFFFFFFFFF


cdef object room(tuple shape, object dtype):
    # an array over memory that nothing can free or resize while the engine writes into it
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return np.ndarray(shape, dtype, buffer=bytearray(size))


cdef int act_within(const State* s, const Style* style, const uint8_t* mask) noexcept nogil:
    # as if only the legal actions of the mask were legal; all of them where it has none
    cdef uint64_t legal[2]
    cdef State narrowed
    cdef int word, i, action
    for word in range(2):
        legal[word] = s.legal[word]
        for i in range(64):
            if not mask[64 * word + i]:
                legal[word] &= ~bit(i)
    if (legal[0] == s.legal[0] and legal[1] == s.legal[1]) or not (legal[0] or legal[1]):
        return bot_act(s, style)
    narrowed = s[0]
    narrowed.legal[0] = legal[0]
    narrowed.legal[1] = legal[1]
    action = bot_act(&narrowed, style)
    if 0 <= action < N_ACTIONS and has_in_words(legal, action):
        return action
    return lowest(legal[0]) if legal[0] else 64 + lowest(legal[1])


cdef BotStyle style_of(style):
    chosen = bot_style("baseline") if style is None else style
    if not isinstance(chosen, BotStyle):
        raise TypeError(
            "style must be a style of shugi._fast.bots.baseline, or None, "
            f"not {type(style).__name__}")
    return chosen


_describe = None
_NOTHING = object()  # no buffer that a caller could give


def set_describer(function):
    """Let errors show positions as text: ``function(batch, i) -> str``."""
    global _describe
    _describe = function


cdef struct Sums:                # of a state: what each seat was paid since its last decision
    int32_t points[SEATS]
    int32_t chips[SEATS]
    float expected[SEATS]


cdef void sums_before(const State* s, Sums* out) noexcept nogil:
    # a decision begins the sums of whoever makes it anew
    cdef int p
    for p in range(SEATS):
        out.points[p] = s.points_since[p]
        out.chips[p] = s.chips_since[p]
        out.expected[p] = s.expected_since[p]
    out.points[s.actor] = 0
    out.chips[s.actor] = 0
    out.expected[s.actor] = 0


cdef void write_mask(const State* s, uint8_t* out) noexcept nogil:
    cdef int i
    cdef uint64_t spread
    for i in range(16):
        spread = SPREAD[s.legal[i >> 3] >> (8 * (i & 7)) & 255]
        memcpy(out + 8 * i, &spread, 8)


cdef int sample_legal(const State* s, uint64_t seed) noexcept nogil:
    cdef Rng rng = rng_make(seed ^ s.seed, s.n_decision, STREAM_SAMPLE)
    cdef int n = count(s.legal[0]) + count(s.legal[1])
    cdef uint64_t bits
    cdef int word
    if n == 0:
        return 0
    n = <int>rng_below(&rng, n)
    for word in range(2):
        bits = s.legal[word]
        while bits:
            if n == 0:
                return 64 * word + lowest(bits)
            bits = without_lowest(bits)
            n -= 1
    return 0


cdef class Batch:
    cdef State* states
    cdef readonly object rules
    cdef Rules _rules
    cdef readonly int n, seats, threads
    cdef readonly bint forced, auto_reset, hand_episodes
    cdef readonly bint expects
    cdef readonly object layout
    cdef bint _cards                 # the layout is that of the card games
    cdef readonly object seat, done, hand_done, status, points, chips, expected, reward
    cdef readonly object final_rank, final_score, final_result, placement, tally, games
    cdef int8_t[::1] _seat
    cdef uint8_t[::1] _done, _hand_done, _status
    cdef int32_t[:, ::1] _points, _chips, _final_score, _placement
    cdef float[:, ::1] _expected, _reward
    cdef int8_t[:, ::1] _final_rank
    cdef double[:, ::1] _final_result
    cdef int64_t[:, :, ::1] _tally
    cdef uint32_t[::1] _games
    cdef uint64_t[::1] _seeds
    cdef Gate _gate
    cdef Job _job
    cdef object _pool
    cdef int _stopped                # why a game was, since it was last told (Stop)
    cdef int _pool_process           # that made it: a forked child has none of its threads
    # buffers the caller gave last, and views of them: most callers give the same ones again
    cdef object _actions_given, _drawn_given, _mask_given, _planes_given, _globals_given
    cdef object _history_given
    cdef const uint8_t[::1] _actions
    cdef uint8_t[::1] _drawn
    cdef uint8_t[:, ::1] _mask
    cdef uint8_t[:, :, ::1] _planes
    cdef float[:, ::1] _globals
    cdef uint16_t[:, ::1] _history
    cdef const int8_t[::1] _who
    cdef Py_ssize_t _plane_bytes, _global_numbers, _history_tokens, _oracle_bytes

    def __cinit__(self, rules, n, seed=0, *, forced=True, auto_reset=True, threads=1,
                  expected=False, episode="game"):
        if not isinstance(rules, Rules):
            raise TypeError(
                "rules must be a shugi Rules object (see shugi.envs.load_rules), not "
                f"{type(rules).__name__}"
            )
        if not 1 <= whole(n, "n") < 2**31:
            raise ValueError(f"a batch needs at least one game, n={n} was given")
        between(threads, 1, MOST_THREADS, "threads")
        if episode not in ("game", "hand"):
            raise ValueError(f'episode must be "game" or "hand", {episode!r} was given')
        self.rules = self._rules = rules
        self.n = n
        self.seats = self._rules.c.seats
        self.layout = layout_of(rules)
        self._cards = self._rules.c.plays_cards
        self.forced, self.auto_reset, self.threads = forced, auto_reset, threads
        self.expects = expected
        self.hand_episodes = episode == "hand"
        self._gate = Gate()
        self.states = <State*>calloc(self.n, sizeof(State))
        if self.states == NULL:
            raise MemoryError(f"no memory for {n} games of {sizeof(State)} bytes")
        self._make_arrays()
        key = key_of(seed, "seed")
        for i in range(self.n):
            self._seeds[i] = rng_make(<uint64_t>key, i, STREAM_GAME).key
        self._start_all(0)

    def __dealloc__(self):
        free(self.states)

    def _make_arrays(self):
        n, seats = self.n, self.seats
        self.seat, self.status = room((n,), np.int8), room((n,), np.uint8)
        self.done, self.hand_done = room((n,), np.bool_), room((n,), np.bool_)
        self.points, self.chips = room((n, seats), np.int32), room((n, seats), np.int32)
        self.expected, self.reward = room((n, seats), np.float32), room((n, seats), np.float32)
        self.final_rank = room((n, seats), np.int8)
        self.final_score, self.placement = room((n, seats), np.int32), room((n, seats), np.int32)
        self.final_result = room((n, seats), np.float64)
        self.tally = room((n, seats, tallies(&self._rules.c)), np.int64)
        self.games = room((n,), np.uint32)
        self._seat, self._status = self.seat, self.status
        self._done, self._hand_done = self.done.view(np.uint8), self.hand_done.view(np.uint8)
        self._points, self._chips, self._expected = self.points, self.chips, self.expected
        self._reward, self._final_rank = self.reward, self.final_rank
        self._final_score = self.final_score
        self._final_result, self._placement = self.final_result, self.placement
        self._tally, self._games = self.tally, self.games
        self._seeds = np.zeros(n, np.uint64)
        self._plane_bytes = n * self.layout.planes * self.layout.places
        self._global_numbers = n * self.layout.globals
        self._history_tokens = n * self.layout.history
        self._actions_given = self._drawn_given = self._mask_given = _NOTHING
        self._planes_given = self._globals_given = self._history_given = _NOTHING

    # ---- starting

    cdef void _start(self, int i, int first_dealer) noexcept nogil:
        cdef State* s = &self.states[i]
        cdef uint64_t seed = self._seeds[i]
        if self._games[i]:
            seed = mix(seed + self._games[i] * <uint64_t>0x9E3779B97F4A7C15)
        s.want_expected = self.expects
        game_start(s, &self._rules.c, seed, first_dealer)
        if self.forced:
            advance(s)
        self._seat[i] = <int8_t>s.actor

    def _start_all(self, first_dealer):
        cdef int i
        self.games[:] = 0
        for array in (self.done, self.hand_done, self.status, self.points, self.chips,
                      self.expected, self.reward, self.tally, self.final_rank, self.final_score,
                      self.final_result, self.placement):
            array[...] = 0
        for i in range(self.n):
            self._start(i, first_dealer)

    cdef int _next_dealer(self, int i) noexcept nogil:
        # rematch: who came last deals first
        cdef const State* s = &self.states[i]
        cdef int32_t[SEATS] score
        cdef uint8_t[SEATS] order
        cdef Ties ties = ties_of(s)
        cdef int p
        if not s.rules.rematch or s.phase != PHASE_OVER:
            return 0
        for p in range(self.seats):
            score[p] = s.seat[p].score
        rank_seats(s.rules, score, &ties, order)
        return order[self.seats - 1]

    def next_dealer(self, i):
        with self._gate:
            return self._next_dealer(self._index(i))

    def reset(self, seeds=None, *, first_dealer=0):
        if not 0 <= whole(first_dealer, "first_dealer") < self.seats:
            raise ValueError(
                f"first_dealer {first_dealer} does not exist; seats are 0 to {self.seats - 1}"
            )
        if seeds is not None:
            seeds = np.asarray(seeds)
            if seeds.shape != (self.n,) or seeds.dtype.kind not in "iu":
                raise ValueError(
                    f"seeds must be {self.n} integers, one per game; got shape {seeds.shape} "
                    f"of {seeds.dtype}"
                )
        with self._gate:
            if seeds is not None:
                np.asarray(self._seeds)[:] = seeds.astype(np.uint64)
            self._start_all(index(first_dealer))

    # ---- stepping

    def step(self, actions):
        self._gate.enter()
        try:
            if actions is not self._actions_given or not lies_at(
                    actions, &self._actions[0], self.n):
                self._actions = self._action_ids(actions)
                self._actions_given = actions if self._actions.base is actions else _NOTHING
            self._job.what = WORK_STEP
            self._share()
        finally:
            self._gate.leave()
        if self._stopped:
            self._tell_stopped()

    def _tell_stopped(self):
        why, self._stopped = STOPS[self._stopped], STOP_NONE
        warnings.warn(
            f"a game of {self._rules.name} was stopped (status 2): {why}. Please report it",
            RuntimeWarning, stacklevel=3)

    # ---- work that threads share

    cdef int _share(self) except -1:
        if self.threads == 1:
            with nogil:
                self._do(0, self.n)
            self._job.what = WORK_NONE
            return 0
        if self._pool is None or self._pool_process != os.getpid():
            self._pool = ThreadPoolExecutor(self.threads)
            self._pool_process = os.getpid()
        try:
            jobs = [self._pool.submit(self._work, k) for k in range(min(self.threads, self.n))]
            for job in jobs:
                job.result()
        except BaseException:
            # what has begun must end before anything else touches the games
            self._end_pool()
            raise
        finally:
            self._job.what = WORK_NONE
        return 0

    cdef void _end_pool(self):
        pool, self._pool = self._pool, None
        while True:
            try:
                pool.shutdown(wait=True)
                return
            except KeyboardInterrupt:
                continue

    def _work(self, int k):
        # the k-th slice of the games
        cdef int size = (self.n + self.threads - 1) // self.threads
        if not 0 <= k < self.threads:
            raise ValueError(f"there is no slice {k}")
        with nogil:
            self._do(min(self.n, k * size), min(self.n, (k + 1) * size))

    cdef void _do(self, int low, int high) noexcept nogil:
        if self._job.what == WORK_STEP:
            self._step_range(low, high)
        elif self._job.what == WORK_OBSERVE:
            self._observe_range(low, high)
        elif self._job.what == WORK_ORACLE:
            self._oracle_range(low, high)
        elif self._job.what == WORK_BASELINE:
            self._baseline_range(low, high)

    cdef inline int _viewer(self, int i) noexcept nogil:
        # who looks at game i; -1 nobody
        cdef const State* s = &self.states[i]
        if self._job.who == NULL:
            return -1 if s.phase == PHASE_OVER else s.actor
        return self._job.who[i] if self._job.who[i] < self.seats else -1

    def _action_ids(self, actions):
        array = np.asarray(actions)
        if array.shape != (self.n,) or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.n} integers, one per game; got shape {array.shape} "
                f"of {array.dtype}"
            )
        if array.dtype != np.uint8:
            # an id outside 0-127 stays illegal instead of wrapping round
            array = np.where((array < 0) | (array >= N_ACTIONS), 255, array).astype(np.uint8)
        return np.ascontiguousarray(array)

    cdef void _step_range(self, int low, int high) noexcept nogil:
        cdef int i
        for i in range(low, high):
            self._step_game(i, self._actions[i])

    cdef void _step_game(self, int i, int action) noexcept nogil:
        cdef State* s = &self.states[i]
        cdef Sums before
        self._done[i] = 0
        self._hand_done[i] = 0
        if s.phase == PHASE_OVER:
            self._status[i] = STATUS_OK
            self._seat[i] = -1
            self._publish_nothing(i)
            return
        sums_before(s, &before)
        c_step(s, action, self.forced)
        self._status[i] = s.status
        if s.status == STATUS_ILLEGAL:
            s.status = STATUS_OK  # the state itself is as it was
            self._publish_nothing(i)
            return
        if s.status == STATUS_BROKEN:
            self._stopped = STOP_LEDGER if s.ledger.lost else STOP_RIVER
        self._hand_done[i] = s.hand_over
        self._done[i] = s.phase == PHASE_OVER or (self.hand_episodes and s.hand_over)
        if s.hand_over:
            tally_hand(s, &self._tally[i, 0, 0])
        self._publish(i, &before)
        if s.phase != PHASE_OVER:
            self._seat[i] = <int8_t>s.actor
            return
        self._finish(i)
        self._seat[i] = -1
        if self.auto_reset:
            self._games[i] += 1
            self._start(i, self._next_dealer(i))

    cdef void _publish(self, int i, const Sums* before) noexcept nogil:
        # what the step brought: consumers add it up as they need it
        cdef const State* s = &self.states[i]
        cdef int p
        cdef double chip = s.rules.shugi_value / 1000.0
        for p in range(self.seats):
            self._points[i, p] = s.points_since[p] - before.points[p]
            self._chips[i, p] = s.chips_since[p] - before.chips[p]
            self._expected[i, p] = s.expected_since[p] - before.expected[p]
            self._reward[i, p] = <float>(chip * self._chips[i, p])
            if s.rules.placement == PLACEMENT_NONE and s.rules.points_per_unit:
                self._reward[i, p] += self._points[i, p] / <float>s.rules.points_per_unit

    cdef void _publish_nothing(self, int i) noexcept nogil:
        cdef int p
        for p in range(self.seats):
            self._points[i, p] = self._chips[i, p] = 0
            self._expected[i, p] = self._reward[i, p] = 0

    cdef void _copy_shown(self, Batch other, int i, int j) noexcept nogil:
        # what the arrays show of game i of the other batch
        cdef int p
        self._done[j], self._hand_done[j] = other._done[i], other._hand_done[i]
        self._status[j], self._seat[j] = other._status[i], other._seat[i]
        for p in range(self.seats):
            self._points[j, p] = other._points[i, p]
            self._chips[j, p] = other._chips[i, p]
            self._expected[j, p] = other._expected[i, p]
            self._reward[j, p] = other._reward[i, p]

    cdef void _finish(self, int i) noexcept nogil:
        cdef const State* s = &self.states[i]
        cdef const Line* line
        cdef int p, k
        cdef int64_t chip_part
        cdef uint8_t[SEATS] order
        cdef uint8_t[SEATS] place
        cdef int32_t[SEATS] score
        cdef int32_t[SEATS] chips
        cdef int64_t[SEATS] result
        cdef Ties ties = ties_of(s)
        for p in range(self.seats):
            score[p] = s.seat[p].score
            chips[p] = s.seat[p].chips
        rank_seats(s.rules, score, &ties, order)
        final_result(s.rules, score, chips, &ties, result)
        final_places(s.rules, order, result, place)
        for p in range(self.seats):
            self._final_rank[i, p] = <int8_t>place[p]
            self._final_score[i, p] = score[p]
            self._final_result[i, p] = result[p] / 1000.0
            self._placement[i, p] = 0
            if s.rules.placement == PLACEMENT_NONE and s.rules.pays_places:
                # uma and oka, so that an episode's rewards sum to its result
                chip_part = s.rules.shugi_value * chips[p]
                self._reward[i, p] += <float>(
                    (result[p] - score[p] + s.rules.start_points - chip_part) / 1000.0)
        for k in range(s.ledger.n):
            line = &s.ledger.line[k]
            if line.reason == REASON_PLACEMENT and line.payer != C_NOBODY:
                self._placement[i, line.payer] -= line.chips
            if line.reason == REASON_PLACEMENT and line.payee != C_NOBODY:
                self._placement[i, line.payee] += line.chips

    def step_one(self, i, action):
        cdef int k = self._index(i)
        chosen = whole(action, "action")
        with self._gate:
            allowed = 0 <= chosen < N_ACTIONS and self._allowed(k, chosen)
            if allowed:
                self._step_game(k, chosen)
        if self._stopped:
            self._tell_stopped()
        if not allowed:
            raise IllegalAction(self._refusal(k, chosen))

    cdef bint _allowed(self, int i, int action):
        cdef const State* s = &self.states[i]
        return s.phase != PHASE_OVER and has_in_words(s.legal, action)

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

    cdef int _index(self, i) except -1:
        number = whole(i, "a game's number")
        if not 0 <= number < self.n:
            raise IndexError(f"game {i} does not exist; the batch has games 0 to {self.n - 1}")
        return number

    # ---- legal actions

    def legal(self, into=None):
        cdef int i
        if into is None:
            into = np.empty((self.n, N_ACTIONS), np.uint8)
        self._gate.enter()
        try:
            if into is not self._mask_given or not lies_at(
                    into, &self._mask[0, 0], self.n * N_ACTIONS):
                self._check(into, "into", (self.n, N_ACTIONS), (np.uint8, np.int8, np.bool_))
                self._mask, self._mask_given = into.view(np.uint8), into
            with nogil:
                for i in range(self.n):
                    if self.states[i].phase == PHASE_OVER:
                        memset(&self._mask[i, 0], 0, N_ACTIONS)
                    else:
                        write_mask(&self.states[i], &self._mask[i, 0])
        finally:
            self._gate.leave()
        return into

    def _check(self, array, name, shape, dtypes):
        plain = np.asarray(array) if isinstance(array, np.ndarray) else None
        if plain is None or plain.shape != shape or plain.dtype.type not in dtypes:
            given = type(array).__name__ if plain is None else f"{plain.dtype} {plain.shape}"
            kinds = " or ".join(np.dtype(t).name for t in dtypes)
            raise ValueError(f"{name} must be a {kinds} array of shape {shape}; got {given}")
        if not plain.flags.c_contiguous or not plain.flags.writeable:
            raise ValueError(f"{name} must be C-contiguous and writeable")

    def legal_actions(self, i):
        cdef int k = self._index(i)
        with self._gate:
            return [a for a in range(N_ACTIONS) if self._allowed(k, a)]

    def is_legal(self, i, action):
        cdef int k = self._index(i)
        chosen = whole(action, "action")
        with self._gate:
            return 0 <= chosen < N_ACTIONS and bool(c_is_legal(&self.states[k], chosen))

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
        if planes is not self._planes_given or not lies_at(
                planes, &self._planes[0, 0, 0], self._plane_bytes):
            shape = (self.n, self.layout.planes, self.layout.places)
            self._check(planes, "planes", shape, (np.uint8,))
            self._planes, self._planes_given = planes, planes
        if globals_ is not self._globals_given or not lies_at(
                globals_, &self._globals[0, 0], self._global_numbers):
            self._check(globals_, "globals_", (self.n, self.layout.globals), (np.float32,))
            self._globals, self._globals_given = globals_, globals_
        if history is not None and (history is not self._history_given or not lies_at(
                history, &self._history[0, 0], self._history_tokens)):
            self._check(history, "history", (self.n, self.layout.history), (np.uint16,))
            self._history, self._history_given = history, history
        return 0

    cdef void _observe_range(self, int low, int high) noexcept nogil:
        cdef int i, seat
        for i in range(low, high):
            seat = self._viewer(i)
            if seat < 0:
                continue
            if self._cards:
                observe_card_seat(&self.states[i], seat, &self._planes[i, 0, 0],
                                  &self._globals[i, 0])
            else:
                observe_seat(&self.states[i], seat, &self._planes[i, 0, 0], &self._globals[i, 0])
            if self._job.history:
                observe_history(&self.states[i], seat, &self._history[i, 0])

    def observe_oracle(self, planes, seats=None):
        cdef uint8_t[:, :, ::1] out
        shape = (self.n, self.layout.oracle_planes, self.layout.places)
        self._check(planes, "planes", shape, (np.uint8,))
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
            if self._cards:
                observe_card_oracle(&self.states[i], seat, self._job.out + i * self._oracle_bytes)
            else:
                observe_oracle(&self.states[i], seat, self._job.out + i * self._oracle_bytes)

    cdef int _take_seats(self, seats) except -1:
        self._job.who = NULL
        if seats is None:
            return 0
        seats = np.asarray(seats)
        fit = seats.shape == (self.n,) and seats.dtype.kind in "iu"
        if not fit or (seats >= self.seats).any():
            raise ValueError(
                f"seats must be {self.n} numbers below {self.seats} (negative: leave that row)"
            )
        if seats.dtype != np.int8:
            seats = np.maximum(seats, -1)  # whatever its width, it fits now
        self._who = np.ascontiguousarray(seats, np.int8)
        self._job.who = &self._who[0]
        return 0

    # ---- who plays

    def sample(self, actions, seed):
        cdef uint64_t key = key_of(seed, "seed")
        cdef int i
        self._gate.enter()
        try:
            if actions is not self._drawn_given or not lies_at(actions, &self._drawn[0], self.n):
                self._check(actions, "actions", (self.n,), (np.uint8,))
                self._drawn, self._drawn_given = actions, actions
            with nogil:
                for i in range(self.n):
                    self._drawn[i] = <uint8_t>sample_legal(&self.states[i], key)
        finally:
            self._gate.leave()

    def baseline(self, actions, style=None, seats=None, mask=None):
        cdef BotStyle chosen = style_of(style)
        cdef uint8_t[::1] out
        cdef const uint8_t[::1] where
        cdef const uint8_t[:, ::1] within
        self._check(actions, "actions", (self.n,), (np.uint8,))
        out = actions
        if seats is not None:
            self._check(seats, "seats", (self.n,), (np.bool_,))
            where = seats.view(np.uint8)
        if mask is not None:
            self._check(mask, "mask", (self.n, N_ACTIONS), (np.uint8,))
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
                act_within(&self.states[i], job.style, job.mask + <Py_ssize_t>i * N_ACTIONS))

    # ---- copies

    def clone(self, indices=None):
        indices = np.arange(self.n) if indices is None else np.asarray(indices)
        if indices.ndim != 1 or not len(indices) or indices.dtype.kind not in "iu":
            raise ValueError(
                f"indices must be a non-empty row of game numbers, got shape {indices.shape} of "
                f"{indices.dtype}"
            )
        other = Batch(self.rules, len(indices), auto_reset=False, **self._settings())
        other.copy_from(self, indices, np.arange(len(indices)))
        return other

    def copy_from(self, Batch other not None, source, target):
        if other._rules.hash != self._rules.hash:
            raise ValueError(
                f"games of {other._rules.name} cannot be copied into a batch of {self._rules.name}"
            )
        givers = [other._index(i) for i in source]
        takers = [self._index(i) for i in target]
        if len(givers) != len(takers):
            raise ValueError(f"source names {len(givers)} games and target {len(takers)}")
        with self._gate:
            if other is self:
                self._copy_games(other, givers, takers)
                return
            with other._gate:
                self._copy_games(other, givers, takers)

    cdef int _copy_games(self, Batch other, list givers, list takers) except -1:
        cdef int i, j
        for i, j in zip(givers, takers):
            self.states[j] = other.states[i]
            self.states[j].rules = &self._rules.c
            self.states[j].want_expected = self.expects
            self._games[j], self._seeds[j] = other._games[i], other._seeds[i]
            self._copy_shown(other, i, j)
        return 0

    def save(self, i):
        cdef int k = self._index(i)
        with self._gate:
            state = bytearray((<uint8_t*>&self.states[k])[:sizeof(State)])
            state[:sizeof(void*)] = bytes(sizeof(void*))  # the pointer means nothing elsewhere
            head = np.array(
                [FORMAT_VERSION, LAYOUT_HASH, self._rules.c.hash, self._seeds[k], self._games[k],
                 sizeof(State)],
                np.uint64,
            )
        body = head.tobytes() + bytes(state)
        return MAGIC + body + zlib.crc32(body).to_bytes(4, "little")

    def load(self, i, data):
        cdef int k = self._index(i)
        cdef const uint8_t[::1] raw
        cdef State state
        head, raw = opened(data, self._rules)
        self._check_state(&raw[0], &state)
        with self._gate:
            self.states[k] = state
            self._seeds[k], self._games[k] = head[3], int(head[4])
            self._settle_view(k)

    cdef void _check_state(self, const uint8_t* raw, State* state) except *:
        memcpy(state, raw, sizeof(State))
        state.rules = &self._rules.c
        try:
            refuse_faults(state)
        except PositionError as error:
            raise ValueError(f"saved game is of no game that can be played: {error}") from None

    def _settle_view(self, int k):
        # the arrays of a game that was put there rather than played
        cdef State* s = &self.states[k]
        s.want_expected = self.expects
        self._seat[k] = -1 if s.phase == PHASE_OVER else <int8_t>s.actor
        self._done[k] = s.phase == PHASE_OVER
        self._hand_done[k] = s.hand_over
        self._status[k] = STATUS_OK
        self._publish_nothing(k)

    def redeal(self, i, seat, key):
        cdef int k = self._index(i)
        cdef int viewer = self._seat_number(seat)
        cdef uint64_t number = key_of(key, "key")
        with self._gate:
            if not redeal_state(&self.states[k], viewer, number):
                raise RuntimeError(NO_DEAL)

    def redeal_likely(self, i, seat, key, const float[:, :, ::1] weights not None, steps=120,
                      looks=30, depth=3, doubt=0.1, style=None):
        cdef int k = self._index(i)
        cdef int viewer = self._seat_number(seat)
        cdef uint64_t number = key_of(key, "key")
        cdef BotStyle chosen = style_of(style)
        cdef Belief belief
        if (weights.shape[0], weights.shape[1], weights.shape[2]) != BELIEF_SHAPE:
            raise ValueError(f"weights must have shape {BELIEF_SHAPE}")
        if not np.isfinite(weights).all():
            raise ValueError("weights must be finite numbers")
        steps, looks, depth = whole(steps, "steps"), whole(looks, "looks"), whole(depth, "depth")
        if not (0 <= looks <= steps < 2**31 and 0 <= depth < 2**31 and 0 < doubt <= 1):
            raise ValueError(
                f"0 <= looks <= steps, 0 <= depth and 0 < doubt <= 1 must hold; got looks {looks}, "
                f"steps {steps}, depth {depth}, doubt {doubt}"
            )
        belief.weight, belief.style = &weights[0, 0, 0], &chosen.c
        belief.steps, belief.looks, belief.depth, belief.doubt = steps, looks, depth, doubt
        with self._gate:
            if not redeal_likely_state(&self.states[k], viewer, number, &belief):
                raise RuntimeError(NO_DEAL)

    def shanten(self, i, seat):
        cdef int k = self._index(i)
        cdef int viewer = self._seat_number(seat)
        cdef Seat own
        self._needs_tiles("shanten")
        with self._gate:
            own = self.states[k].seat[viewer]
        refresh_ready(&self._rules.c, &own)  # the state itself keeps a lower bound only
        return own.shanten

    def unexplained(self, i, seat, key, depth=4, style=None):
        cdef int k = self._index(i)
        cdef int viewer = self._seat_number(seat)
        cdef uint64_t number = key_of(key, "key")
        cdef int most = between(depth, 0, 2**31 - 1, "depth")
        cdef BotStyle chosen = style_of(style)
        self._needs_tiles("unexplained")
        with self._gate:
            return unexplained_discards(&self.states[k], viewer, &chosen.c, most, number)

    def _needs_tiles(self, what):
        if self._cards:
            raise ValueError(f"{self._rules.name} is a card game: {what} asks about tiles")

    cdef int _seat_number(self, seat) except -1:
        number = whole(seat, "seat")
        if not 0 <= number < self.seats:
            raise ValueError(f"seat {seat} does not exist; seats are 0 to {self.seats - 1}")
        return number

    # ---- positions

    def set_wall(self, i, wall, dealer=0, round=0, honba=0, sticks=0, scores=None):
        cdef int k = self._index(i)
        codes = [whole(code, "a tile of the wall") for code in wall]
        if sorted(codes) != self._rules.tiles:
            raise ValueError(
                f"wall must hold the {len(self._rules.tiles)} tiles of {self._rules.name}, each as "
                f"often as in the deck; got {len(codes)} tiles"
            )
        if not 0 <= whole(dealer, "dealer") < self.seats:
            raise ValueError(f"dealer {dealer} does not exist; seats are 0 to {self.seats - 1}")
        counts = [between(value, 0, 200, name)
                  for name, value in (("round", round), ("honba", honba), ("sticks", sticks))]
        if scores is not None:
            scores = [between(score, -MOST_SCORE, MOST_SCORE, "a score") for score in scores]
            if len(scores) != self.seats:
                raise ValueError(f"scores must be {self.seats} numbers, got {len(scores)}")
        with self._gate:
            self._deal(k, codes, whole(dealer, "dealer"), counts, scores)

    cdef int _deal(self, int k, list codes, int dealer, list counts, list scores) except -1:
        cdef State* s = &self.states[k]
        cdef int p
        self._games[k] = 0
        self._start(k, 0)
        for p in range(len(codes)):
            s.wall[p] = <uint8_t>codes[p]
        s.dealer = <uint8_t>dealer
        s.round, s.honba, s.sticks = counts
        if scores is not None:
            for p in range(self.seats):
                s.seat[p].score = scores[p]
        hand_deal(s)
        if self.forced:
            advance(s)
        self._settle_view(k)
        return 0

    def state(self, i):
        cdef int k = self._index(i)
        with self._gate:
            return state_to_dict(&self.states[k])

    def set_state(self, i, dict state not None):
        cdef int k = self._index(i)
        with self._gate:
            dict_to_state(&self.states[k], &self._rules.c, state)
            self._settle_view(k)

    def ledger(self, i):
        cdef int k = self._index(i)
        with self._gate:
            return [line_to_dict(&self.states[k], line) for line in range(self.states[k].ledger.n)]

    def scores(self, i):
        cdef int k = self._index(i)
        with self._gate:
            return [self.states[k].seat[p].score for p in range(self.seats)]

    def perft(self, i, depth):
        cdef int k = self._index(i)
        cdef uint64_t leaves = 0
        cdef uint64_t total = 0
        cdef int levels = between(depth, 0, 12, "depth")
        with self._gate:
            with nogil:
                count_leaves(&self.states[k], levels, self.forced, &leaves, &total)
        return leaves, total

    @property
    def nbytes_per_game(self):
        """Bytes of one game's state."""
        return sizeof(State)

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


def opened(data, rules):
    """Head and state of a saved game. Raises: ValueError for anything else."""
    at = len(MAGIC) + 8 * HEAD
    size = at + sizeof(State) + 4
    if not isinstance(data, (bytes, bytearray)) or bytes(data[: len(MAGIC)]) != MAGIC:
        raise ValueError("these bytes are not a saved shugi game (Batch.save makes them)")
    data = bytes(data)
    if len(data) < at:
        raise ValueError(f"saved game is cut: {len(data)} bytes, expected {size}")
    head = np.frombuffer(data[len(MAGIC): at], np.uint64)
    if head[0] != FORMAT_VERSION:
        raise ValueError(
            f"saved game of format {head[0]}; this version reads format {FORMAT_VERSION}"
        )
    if int(head[1]) != LAYOUT_HASH:
        raise ValueError(
            "saved game of another version of the engine: its state is laid out differently "
            f"(layout {int(head[1]):016x}, here {LAYOUT_HASH:016x}); load it with the version that "
            "saved it"
        )
    if len(data) != size or head[5] != sizeof(State):
        raise ValueError(f"saved game is cut or foreign: {len(data)} bytes, expected {size}")
    if zlib.crc32(data[len(MAGIC): size - 4]) != int.from_bytes(data[size - 4:], "little"):
        raise ValueError("saved game is damaged: its checksum does not match")
    if int(head[2]) != rules.hash:
        raise ValueError(
            f"saved game belongs to other rules than {rules.name} "
            f"(rules hash {int(head[2]):016x}, here {rules.hash:016x})"
        )
    if head[4] >= 2**32:
        raise ValueError(f"saved game says that {head[4]} games came before it")
    return head, data[at: size - 4]


# what a batch shows of its games, and a pickle keeps
SHOWN = ("seat", "done", "hand_done", "status", "points", "chips", "expected", "reward",
         "final_rank", "final_score", "final_result", "placement", "tally")


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
