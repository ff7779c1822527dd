# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Thousands of games stepped at once: what Python plays, sees and searches them by."""

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from shugi._fast.batch.arguments cimport (
    Buffer, action_ids, between, check_array, key_of, viewers_of,
)
from shugi._fast.batch.choices cimport BASELINE, POLICY, SAMPLE, Choice
from shugi._fast.batch.course cimport Playouts, play_on
from shugi._fast.batch.learners cimport TURN, Learners, Turn
from shugi._fast.batch.looks cimport (
    FEATURES, KEEP, LEGAL, MOST_GLOBALS, MOST_HIDDEN, MOST_PLACES, OBSERVE, ORACLE, Keeping, Look,
)
from shugi._fast.batch.redeals cimport REDEAL, Redeals
from shugi._fast.batch.steps cimport ADVANCE, STEP, Step, Steps
from shugi._fast.batch.workers cimport Workers
from shugi._fast.bots.belief cimport Belief
from shugi._fast.bots.style cimport BotStyle, style_of
from shugi._fast.core.sizes cimport ACTIONS as N_ACTIONS, NOBODY as C_NOBODY
from shugi._fast.net.critic cimport EngineCritic
from shugi._fast.net.lists cimport PositionLists, count_readers
from shugi._fast.net.policy cimport EngineNetwork, EnginePolicy, Rooms
from shugi._fast.net.standing cimport EngineStanding

from shugi._fast.batch.positions import BELIEF_SHAPE, LUCK_TERMS
from shugi._fast.batch.results import FINAL, SHOWN
from shugi._fast.batch.steps import IllegalAction, set_describer
from shugi._fast.batch.tally import TALLY, tally_columns

__all__ = [
    "ACTIONS", "BELIEF_SHAPE", "LUCK_TERMS", "NOBODY", "TALLY", "Batch", "IllegalAction",
    "set_describer", "tally_columns",
]
ACTIONS = N_ACTIONS
NOBODY = C_NOBODY
MOST_THREADS = 1024


cdef class Batch(Steps):
    cdef readonly int threads
    cdef Workers _workers
    cdef Look _blank                 # of these games, and of what is seen in them
    cdef Buffer _actions, _drawn, _mask, _planes, _globals, _history, _flat, _who

    def __cinit__(self, rules, n, seed=0, *, threads=1, **more):
        self.threads = between(threads, 1, MOST_THREADS, "threads")
        self._workers = Workers(min(threads, n))
        self._make_buffers()
        self._make_look()

    def _make_buffers(self):
        planes = self.n, self.layout.planes, self.layout.places
        self._actions, self._who = Buffer((self.n,)), Buffer((self.n,))
        self._drawn = Buffer((self.n,), (np.uint8,))
        self._mask = Buffer((self.n, N_ACTIONS), (np.uint8, np.int8, np.bool_))
        self._planes = Buffer(planes, (np.uint8,))
        self._globals = Buffer((self.n, self.layout.globals), (np.float32,))
        self._history = Buffer((self.n, self.layout.history), (np.uint16,))
        self._flat = Buffer((self.n, self.layout.features), (np.float32,))

    def _make_look(self):
        cdef const float[::1] scales = self.layout.scales
        hidden = self.layout.oracle_planes * self.layout.places
        if (scales.shape[0] > MOST_PLACES or hidden > MOST_HIDDEN
                or self.layout.globals > MOST_GLOBALS):
            raise RuntimeError(f"looks.pxd: the room is too small for {self.layout.name}")
        memset(&self._blank, 0, sizeof(Look))
        self._blank.slots = self._slots
        self._blank.blocks = self.layout.blocks_read("full")
        self._blank.scale, self._blank.places = &scales[0], scales.shape[0]  # the layout keeps them
        self._blank.plane_bytes = self.layout.planes * self.layout.places
        self._blank.width, self._blank.tokens = self.layout.globals, self.layout.history

    # ---- what callers hand in, while nobody else is at work

    cdef const uint8_t* _take_actions(self, actions) except NULL:
        if not self._actions.lies(actions):
            self._actions.keep(action_ids(actions, self.n))
        return <const uint8_t*>self._actions.data

    cdef const int8_t* _take_seats(self, seats) except? NULL:
        cdef const int8_t* who = <const int8_t*>self._who.data
        cdef int i
        if seats is None:
            return NULL
        known = self._who.lies(seats)
        for i in range(self.n if known else 0):
            known = known and who[i] < self.seats
        if not known:
            self._who.keep(viewers_of(seats, self.n, self.seats))
        return <const int8_t*>self._who.data

    cdef uint8_t* _take_mask(self, mask, str name) except? NULL:
        return NULL if mask is None else <uint8_t*>self._mask.take(mask, name)

    cdef uint16_t* _take_history(self, history) except? NULL:
        return NULL if history is None else <uint16_t*>self._history.take(history, "history")

    cdef Look _looking(self, blocks) except *:
        cdef Look look = self._blank
        if blocks is not None:
            look.blocks = between(blocks, 0, look.blocks, "blocks")
        return look

    cdef Look _view(self, planes, globals_, history, blocks) except *:
        cdef Look look = self._looking(blocks)
        look.planes = <uint8_t*>self._planes.take(planes, "planes")
        look.numbers = <float*>self._globals.take(globals_, "globals_")
        look.history = self._take_history(history)
        return look

    # ---- stepping

    def step(self, actions):
        cdef Step job
        self._gate.enter()
        try:
            job.games, job.actions = <void*>self, self._take_actions(actions)
            job.look = self._blank
            self._workers.do(&STEP, &job, self.n)
        finally:
            self._gate.leave()
        self.tell_stopped()

    def advance(self, actions, mask, planes=None, globals_=None, history=None, *, blocks=None):
        cdef Step job
        if (planes is None) != (globals_ is None) or (planes is None and history is not None):
            raise ValueError("planes and globals_ belong together, and history to both of them")
        self._gate.enter()
        try:
            job.look = self._blank if planes is None else (
                self._view(planes, globals_, history, blocks))
            job.look.mask = <uint8_t*>self._mask.take(mask, "mask")
            job.games, job.actions = <void*>self, self._take_actions(actions)
            self._workers.do(&ADVANCE, &job, self.n)
        finally:
            self._gate.leave()
        self.tell_stopped()

    # ---- what seats see, and may do

    def legal(self, into=None):
        cdef Look look = self._blank
        if into is None:
            into = np.empty((self.n, N_ACTIONS), np.uint8)
        self._gate.enter()
        try:
            look.mask = self._take_mask(into, "into")
            self._workers.do(&LEGAL, &look, self.n)
        finally:
            self._gate.leave()
        return into

    def observe(self, planes, globals_, history=None, seats=None, *, blocks=None):
        cdef Look look
        self._gate.enter()
        try:
            look = self._view(planes, globals_, history, blocks)
            look.who = self._take_seats(seats)
            self._workers.do(&OBSERVE, &look, self.n)
        finally:
            self._gate.leave()

    def features(self, into, seats=None, mask=None, history=None, *, blocks=None):
        cdef Look look = self._looking(blocks)
        self._gate.enter()
        try:
            if not self._flat.fills(into):
                self._flat.shape = self._flat_shape(into)
            look.numbers = <float*>self._flat.take(into, "into")
            look.width = self._flat.size // self.n
            look.mask = self._take_mask(mask, "mask")
            look.history = self._take_history(history)
            look.who = self._take_seats(seats)
            self._workers.do(&FEATURES, &look, self.n)
        finally:
            self._gate.leave()

    def _flat_shape(self, into):
        shape = getattr(into, "shape", ())
        wide = len(shape) == 2 and shape[1] >= self.layout.features
        return self.n, shape[1] if wide else self.layout.features

    def observe_oracle(self, planes, seats=None):
        cdef Look look = self._blank
        shape = self.n, self.layout.oracle_planes, self.layout.places
        look.planes = <uint8_t*>check_array(planes, "planes", shape, (np.uint8,))
        look.plane_bytes = shape[1] * shape[2]
        with self._gate:
            look.who = self._take_seats(seats)
            self._workers.do(&ORACLE, &look, self.n)

    def observe_lists(self, PositionLists planes not None, PositionLists globals_ not None,
                      PositionLists oracle=None, *, blocks=None):
        cdef Keeping keeping
        cdef PositionLists own
        cdef int done = 0
        lists, opened = [own for own in (planes, globals_, oracle) if own is not None], []
        self._check_lists(lists)
        keeping.look, keeping.kinds = self._looking(blocks), len(lists)
        for k, own in enumerate(lists):
            keeping.lists[<int>k] = <void*>own
        with self._gate:
            try:
                for own in lists:
                    own.open(self.n)
                    opened.append(own)
                self._workers.do(&KEEP, &keeping, self.n)
                done = self.n
            finally:
                for own in opened:
                    own.close(done)

    def _check_lists(self, lists):
        layout = self.layout
        wanted = (
            ("planes", layout.planes * layout.places, np.uint8),
            ("globals_", layout.globals, np.float32),
            ("oracle", layout.oracle_planes * layout.places, np.uint8),
        )
        for (name, width, dtype), own in zip(wanted, lists):
            if own.width != width or own.dtype != dtype:
                raise ValueError(f"{name} must be lists of {width} {np.dtype(dtype)}, not of "
                                 f"{own.width} {own.dtype}")
        if len(set(map(id, lists))) < len(lists):
            raise ValueError("each kind of what is seen needs lists of its own")

    # ---- who plays

    def sample(self, actions, seed):
        cdef Choice choice
        choice.slots, choice.key = self._slots, key_of(seed, "seed")
        self._gate.enter()
        try:
            choice.out = <uint8_t*>self._drawn.take(actions, "actions")
            self._workers.do(&SAMPLE, &choice, self.n)
        finally:
            self._gate.leave()

    def baseline(self, actions, style=None, seats=None, mask=None):
        cdef BotStyle chosen = style_of(style)
        cdef Choice choice = self._choice(actions, seats, "seats")
        choice.style, choice.mask = &chosen.c, NULL
        if mask is not None:
            choice.mask = <const uint8_t*>check_array(
                mask, "mask", (self.n, N_ACTIONS), (np.uint8,))
        with self._gate:
            self._workers.do(&BASELINE, &choice, self.n)

    def policy(self, EnginePolicy network not None, actions, *, seed=None, where=None,
               log_policy=None, PositionLists planes=None, PositionLists globals_=None, first=0):
        cdef Choice choice
        cdef Rooms rooms
        self._check_network(network, "network", "play")
        choice = self._choice(actions, where, "where")
        choice.network, choice.log_policy = <void*>network, NULL
        choice.draws, choice.key = seed is not None, 0 if seed is None else key_of(seed, "seed")
        if log_policy is not None:
            choice.log_policy = <float*>check_array(
                log_policy, "log_policy", (self.n, N_ACTIONS), (np.float32,))
        read = self._take_seen(&choice, network, planes, globals_, first)
        with self._gate:
            rooms = Rooms(network, self.threads)
            choice.room = rooms.room
            count_readers(read, 1)
            try:
                self._workers.do(&POLICY, &choice, self.n)
            finally:
                count_readers(read, -1)

    cdef list _take_seen(self, Choice* choice, EnginePolicy network, PositionLists planes,
                         PositionLists globals_, first):
        # Returns: what is read of them
        if (planes is None) != (globals_ is None):
            raise ValueError("planes and globals_ belong together: give both, or neither")
        choice.planes, choice.numbers = NULL, NULL
        if planes is None:
            return []
        choice.first = between(first, 0, 2**62, "first")
        network.check_seen(planes, globals_, np.arange(choice.first, choice.first + self.n))
        choice.planes, choice.numbers = <void*>planes, <void*>globals_
        return [planes, globals_]

    cdef Choice _choice(self, actions, where, str name) except *:
        cdef Choice choice
        choice.slots, choice.where = self._slots, NULL
        choice.out = <uint8_t*>check_array(actions, "actions", (self.n,), (np.uint8,))
        if where is not None:
            choice.where = <const uint8_t*>check_array(where, name, (self.n,), (np.bool_,))
        return choice

    cdef int _check_network(self, EngineNetwork network, str kind, str task) except -1:
        if network is not None and network.rules.hash != self._rules.hash:
            raise ValueError(
                f"a {kind} folded for {network.rules.name!r} cannot {task} {self._rules.name!r}")
        return 0

    def turn(self, Learners learners not None):
        return self._turn(learners, False)

    def resume(self, Learners learners not None):
        return self._turn(learners, True)

    cdef int _turn(self, Learners learners, bint resumes) except -1:
        cdef BotStyle style = style_of(None)
        cdef Turn job
        if learners.n != self.n or learners.seats != self.seats:
            raise ValueError(
                f"learners of {learners.n} games of {learners.seats} cannot sit in a batch of "
                f"{self.n} games of {self.seats}")
        if self.auto_reset:
            raise ValueError("only a batch with auto_reset=False can have learners")
        job.learners, job.games = <void*>learners, <void*>self
        job.resumes, job.style = resumes, &style.c
        self._gate.enter()
        try:
            self._workers.do(&TURN, &job, self.n)
        finally:
            self._gate.leave()
        self.tell_stopped()
        return learners.count_outside()

    # ---- playing on to the end of the hand

    def play_on(self, seats, total, *, plans=None, planned=None, style=None,
                EnginePolicy network=None, seed=None, EngineCritic critic=None, horizon=0,
                EngineStanding standing=None, alone=False):
        cdef BotStyle chosen = style_of(style)
        cdef Rooms rooms, critic_rooms
        cdef Playouts job
        memset(&job, 0, sizeof(Playouts))
        job.slots, job.horizon = self._slots, between(horizon, 0, 2**31 - 1, "horizon")
        self._check_network(network, "network", "play")
        self._check_network(critic, "critic", "value")
        if (critic is None) != (job.horizon == 0):
            raise ValueError("critic and horizon belong together: give both, or neither")
        if alone and network is None:
            raise ValueError("alone says where a network plays: give one")
        self._check_standing(standing)
        if self.auto_reset:
            raise ValueError("only a batch with auto_reset=False can play on to the end of a hand")
        check_array(seats, "seats", (self.n,), (np.int8,))
        job.total = <float*>check_array(total, "total", (self.n, 2), (np.float32,))
        if (plans is None) != (planned is None):
            raise ValueError("plans and planned belong together: give both, or neither")
        if plans is None:
            plans, planned = np.zeros((self.n, 1), np.uint8), np.zeros(self.n, np.int32)
        self._take_plans(plans, planned, &job)
        job.players.style, job.players.forced = &chosen.c, self.forced
        job.players.alone, job.players.draws = alone, seed is not None
        job.players.key = 0 if seed is None else key_of(seed, "seed")
        job.players.standing = NULL if standing is None else &standing.c
        with self._gate:
            job.who = self._take_seats(seats)
            if network is not None:
                rooms = Rooms(network, self.threads)
                job.network, job.room = <void*>network, rooms.room
            if critic is not None:
                critic_rooms = Rooms(critic, self.threads)
                job.critic, job.critic_room = <void*>critic, critic_rooms.room
            play_on(&job, self._workers, self)
        return total

    cdef int _take_plans(self, plans, planned, Playouts* job) except -1:
        job.longest = plans.shape[1] if plans.ndim == 2 else 1
        job.planned = <const int32_t*>check_array(planned, "planned", (self.n,), (np.int32,))
        job.plan = <const uint8_t*>check_array(
            plans, "plans", (self.n, job.longest), (np.uint8,))
        if not 0 <= planned.min() <= planned.max() <= job.longest:
            raise ValueError(f"planned must be 0 to {job.longest}, the actions of plans")
        return 0

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
        cdef BotStyle chosen = style_of(style)
        cdef Belief belief
        cdef Redeals job
        job.slots, job.hands, job.belief = self._slots, bool(hands), NULL
        job.tries = between(tries, 1, 2**31 - 1, "tries")
        check_array(seats, "seats", (self.n,), (np.int8,))
        job.keys = <const uint64_t*>check_array(keys, "keys", (self.n,), (np.uint64,))
        if weights is not None:
            if not hands:
                raise ValueError("weights are of hands; with hands=False these stay")
            self._take_belief(&belief, weights, steps, looks, depth, doubt, chosen)
            job.belief = &belief
        found = np.zeros(self.n, np.bool_)
        job.found = <uint8_t*>check_array(found, "found", (self.n,), (np.bool_,))
        with self._gate:
            job.who = self._take_seats(seats)
            self._workers.do(&REDEAL, &job, self.n)
        return found

    def __reduce__(self):
        saved = [self.save(i) for i in range(self.n)]
        tally = self.tally is not None
        settings = {"auto_reset": self.auto_reset, "tally": tally, **self._settings()}
        shown = {name: np.array(getattr(self, name)) for name in shown_of(self)}
        return _rebuild, (self.rules, settings, saved, shown)

    def _settings(self):
        return {
            "forced": self.forced, "threads": self.threads, "expected": self.expects,
            "episode": "hand" if self.hand_episodes else "game",
        }


def shown_of(batch):
    return SHOWN if batch.tally is None else (*SHOWN, "tally")


def _rebuild(rules, settings, saved, shown):
    batch = Batch(rules, len(saved), **settings)
    for i, data in enumerate(saved):
        batch.load(i, data)
    for name in shown_of(batch):
        mine, theirs = getattr(batch, name), np.asarray(shown[name])
        if theirs.shape != mine.shape or theirs.dtype != mine.dtype:
            raise ValueError(f"the batch's {name} has another form: {theirs.dtype} {theirs.shape}")
        mine[...] = theirs
    return batch
