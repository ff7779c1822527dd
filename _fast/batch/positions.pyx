# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The games of a batch, one by one: begun, put there, told of, saved, copied, dealt again."""

from operator import index

import numpy as np

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport free

from shugi._fast.batch.arguments cimport (
    between, check_array, game_of, key_of, seat_of, seeds_of, whole,
)
from shugi._fast.batch.luck cimport LUCK_TERMS as C_LUCK_TERMS, Counted, add_draw
from shugi._fast.batch.perft cimport count_leaves
from shugi._fast.batch.saved cimport bytes_to_state, state_to_bytes
from shugi._fast.batch.tally cimport tallies
from shugi._fast.bots.belief cimport (
    PLACES, SORTS, TURNS, baseline_mismatches, hand_place, redeal_likely as redeal_likely_state,
)
from shugi._fast.bots.style cimport BotStyle, style_of
from shugi._fast.core.bits cimport has_in_words
from shugi._fast.core.rng cimport STREAM_GAME, mix, rng_make
from shugi._fast.core.sizes cimport ACTIONS as N_ACTIONS, KINDS, SEATS
from shugi._fast.core.state cimport PHASE_OVER, Seat
from shugi._fast.flow.hand cimport refresh_ready
from shugi._fast.flow.ledger cimport lines_of
from shugi._fast.flow.ranking cimport Ties, rank_seats, ties_of
from shugi._fast.flow.turns cimport advance, game_start, hand_deal, is_legal as c_is_legal
from shugi._fast.net.standing cimport (
    STANDING as N_STANDING, EngineStanding, standing_of, value_standing,
)
from shugi._fast.text.position cimport dict_to_state, state_to_dict
from shugi._fast.view.redeal cimport redeal as redeal_state

from shugi._fast.rules.games import import_all
from shugi._fast.view.layouts import layout_of

for _module in ("text", "flaw", "view", "redeal", "bot.baseline", "bot"):
    import_all(_module)  # each fills the rows of its games

LUCK_TERMS = C_LUCK_TERMS
BELIEF_SHAPE = TURNS, SORTS, PLACES
MOST_SCORE = 100_000_000
NO_DEAL = "no arrangement consistent with what the seat knows was found; try another key"


cdef extern from "core/room.h" nogil:
    void* room_make(size_t count, size_t size)


cdef class Positions(Results):
    def __cinit__(self, rules, n, seed=0, *, forced=True, expected=False, tally=False, **more):
        if not isinstance(rules, Rules):
            raise TypeError(
                "rules must be a shugi Rules object (see shugi.envs.load_rules), not "
                f"{type(rules).__name__}"
            )
        between(n, 1, 2**31 - 1, "n")
        self.rules = self._rules = rules
        self.layout = layout_of(rules)
        self._cards = self._rules.c.plays_cards
        self.forced, self.expects = forced, expected
        self._gate = Gate()
        self.states = <State*>room_make(<size_t>n, sizeof(State))
        if self.states == NULL:
            raise MemoryError(f"no memory for {n} games of {sizeof(State)} bytes")
        self.make_arrays(n, self._rules.c.seats, tallies(&self._rules.c) if tally else 0)
        self._seeds = np.zeros(self.n, np.uint64)
        key = key_of(seed, "seed")
        for i in range(self.n):
            self._seeds[i] = rng_make(<uint64_t>key, i, STREAM_GAME).key
        self._start_all(0)

    def __dealloc__(self):
        free(self.states)

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
        self.clear()
        for i in range(self.n):
            self._start(i, first_dealer)

    cdef int _next_dealer(self, int i) noexcept nogil:
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
            return self._next_dealer(game_of(i, self.n))

    def reset(self, seeds=None, *, first_dealer=0):
        if not 0 <= whole(first_dealer, "first_dealer") < self.seats:
            raise ValueError(
                f"first_dealer {first_dealer} does not exist; seats are 0 to {self.seats - 1}"
            )
        if seeds is not None:
            seeds = seeds_of(seeds, self.n)
        with self._gate:
            if seeds is not None:
                np.asarray(self._seeds)[:] = seeds
            self._start_all(index(first_dealer))

    # ---- put there, and told of

    def set_wall(self, i, wall, dealer=0, round=0, honba=0, sticks=0, scores=None):
        cdef int k = game_of(i, self.n)
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
        self._settle(k)
        return 0

    def state(self, i):
        cdef int k = game_of(i, self.n)
        with self._gate:
            return state_to_dict(&self.states[k])

    def set_state(self, i, dict state not None):
        cdef int k = game_of(i, self.n)
        with self._gate:
            dict_to_state(&self.states[k], &self._rules.c, state)
            self._settle(k)

    cdef void _settle(self, int k) noexcept:
        self.states[k].want_expected = self.expects
        self.show_state(k, &self.states[k])

    def ledger(self, i):
        cdef int k = game_of(i, self.n)
        with self._gate:
            return lines_of(self.states[k].rules, &self.states[k].ledger)

    def scores(self, i):
        cdef int k = game_of(i, self.n)
        with self._gate:
            return [self.states[k].seat[p].score for p in range(self.seats)]

    def waits(self, i, seat):
        cdef int k = game_of(i, self.n)
        cdef int p = between(seat, 0, self.seats - 1, "seat")
        with self._gate:
            kinds = self.states[k].seat[p].waits
        return [kind for kind in range(KINDS) if kinds >> kind & 1]

    def shanten(self, i, seat):
        cdef int k = game_of(i, self.n)
        cdef int viewer = seat_of(seat, self.seats)
        cdef Seat own
        self._needs_tiles("shanten")
        with self._gate:
            own = self.states[k].seat[viewer]
        refresh_ready(&self._rules.c, &own)  # the state itself keeps a lower bound only
        return own.shanten

    def hand_place(self, i, seat):
        cdef int k = game_of(i, self.n)
        cdef int owner = seat_of(seat, self.seats)
        cdef State state
        cdef int[3] where
        self._needs_tiles("hand_place")
        with self._gate:
            state = self.states[k]
        refresh_ready(&self._rules.c, &state.seat[owner])
        hand_place(&state, owner, where)
        return where[0], where[1], where[2]

    def legal_actions(self, i):
        cdef int k = game_of(i, self.n)
        with self._gate:
            return [a for a in range(N_ACTIONS) if self._allowed(k, a)]

    def is_legal(self, i, action):
        cdef int k = game_of(i, self.n)
        chosen = whole(action, "action")
        with self._gate:
            return 0 <= chosen < N_ACTIONS and bool(c_is_legal(&self.states[k], chosen))

    cdef bint _allowed(self, int i, int action):
        cdef const State* s = &self.states[i]
        return s.phase != PHASE_OVER and has_in_words(s.legal, action)

    def perft(self, i, depth):
        cdef int k = game_of(i, self.n)
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

    # ---- standings and luck

    def standings(self, out=None):
        cdef float[:, :, ::1] numbers
        cdef int i, p
        shape = (self.n, self.seats, N_STANDING)
        out = np.zeros(shape, np.float32) if out is None else out
        check_array(out, "out", shape, (np.float32,))
        numbers = out
        with self._gate, nogil:
            for i in range(self.n):
                for p in range(self.seats):
                    standing_of(&self.states[i], p, &numbers[i, p, 0])
        return out

    def value_standings(self, EngineStanding standing not None, where=None, out=None):
        cdef float[SEATS] value
        cdef float[:, ::1] found
        cdef const uint8_t[::1] wanted
        cdef int i, p
        self._check_standing(standing)
        where = np.ones(self.n, np.bool_) if where is None else where
        check_array(where, "where", (self.n,), (np.bool_,))
        out = np.zeros((self.n, self.seats), np.float32) if out is None else out
        check_array(out, "out", (self.n, self.seats), (np.float32,))
        wanted, found = where.view(np.uint8), out
        with self._gate, nogil:
            for i in range(self.n):
                if wanted[i] and self.states[i].phase != PHASE_OVER:
                    value_standing(&standing.c, &self.states[i], value)
                    for p in range(self.seats):
                        found[i, p] = value[p]
                else:
                    for p in range(self.seats):
                        found[i, p] = 0
        return out

    cdef int _check_standing(self, EngineStanding standing) except -1:
        if standing is not None and standing.rules.hash != self._rules.hash:
            raise ValueError(
                f"a standing of {standing.rules.name!r} cannot value {self._rules.name!r}")
        return 0

    def add_luck(self, luck, counted):
        cdef float[:, :, ::1] sums
        cdef int32_t[:, ::1] newest
        cdef int i
        if self._cards:
            raise ValueError(f"{self._rules.name} has no draws")
        check_array(luck, "luck", (self.n, self.seats, C_LUCK_TERMS), (np.float32,))
        check_array(counted, "counted", (self.n, 2), (np.int32,))
        sums, newest = luck, counted
        with self._gate, nogil:
            for i in range(self.n):
                add_draw(&self.states[i], <Counted*>&newest[i, 0], &sums[i, 0, 0])

    # ---- saved and copied

    def save(self, i):
        cdef int k = game_of(i, self.n)
        with self._gate:
            return state_to_bytes(&self.states[k], self._rules, self._seeds[k], self._games[k])

    def load(self, i, data):
        cdef int k = game_of(i, self.n)
        cdef State state
        seed, games = bytes_to_state(data, self._rules, &state)
        with self._gate:
            self.states[k] = state
            self._seeds[k], self._games[k] = seed, games
            self._settle(k)

    def copy_from(self, Positions other not None, source, target):
        if other._rules.hash != self._rules.hash:
            raise ValueError(
                f"games of {other._rules.name} cannot be copied into a batch of {self._rules.name}"
            )
        givers = [game_of(i, other.n) for i in source]
        takers = [game_of(i, self.n) for i in target]
        if len(givers) != len(takers):
            raise ValueError(f"source names {len(givers)} games and target {len(takers)}")
        with self._gate:
            if other is self:
                self._copy_games(other, givers, takers)
                return
            with other._gate:
                self._copy_games(other, givers, takers)

    cdef int _copy_games(self, Positions other, list givers, list takers) except -1:
        cdef int i, j
        for i, j in zip(givers, takers):
            self.states[j] = other.states[i]
            self.states[j].rules = &self._rules.c
            self.states[j].want_expected = self.expects
            self._games[j], self._seeds[j] = other._games[i], other._seeds[i]
            self.copy_row(other, i, j)
        return 0

    # ---- dealt again, by what a seat knows

    def redeal(self, i, seat, key):
        cdef int k = game_of(i, self.n)
        cdef int viewer = seat_of(seat, self.seats)
        cdef uint64_t number = key_of(key, "key")
        with self._gate:
            if not redeal_state(&self.states[k], viewer, number):
                raise RuntimeError(NO_DEAL)

    def redeal_likely(self, i, seat, key, const float[:, :, ::1] weights not None, steps=120,
                      looks=30, depth=3, doubt=0.1, style=None):
        cdef int k = game_of(i, self.n)
        cdef int viewer = seat_of(seat, self.seats)
        cdef uint64_t number = key_of(key, "key")
        cdef BotStyle chosen = style_of(style)
        cdef Belief belief
        self._take_belief(&belief, weights, steps, looks, depth, doubt, chosen)
        with self._gate:
            if not redeal_likely_state(&self.states[k], viewer, number, &belief):
                raise RuntimeError(NO_DEAL)

    cdef int _take_belief(self, Belief* belief, const float[:, :, ::1] weights, steps, looks, depth,
                          doubt, BotStyle style) except -1:
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
        belief.weight, belief.style = &weights[0, 0, 0], &style.c
        belief.steps, belief.looks, belief.depth, belief.doubt = steps, looks, depth, doubt
        return 0

    def baseline_mismatches(self, i, seat, key, depth=4, style=None):
        cdef int k = game_of(i, self.n)
        cdef int viewer = seat_of(seat, self.seats)
        cdef uint64_t number = key_of(key, "key")
        cdef int most = between(depth, 0, 2**31 - 1, "depth")
        cdef BotStyle chosen = style_of(style)
        self._needs_tiles("baseline_mismatches")
        with self._gate:
            return baseline_mismatches(&self.states[k], viewer, &chosen.c, most, number)

    def _needs_tiles(self, what):
        if self._cards:
            raise ValueError(f"{self._rules.name} is a card game: {what} asks about tiles")
