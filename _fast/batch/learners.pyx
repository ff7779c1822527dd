# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""One learner's seat in each game of a batch, and what its episodes come to."""

from types import SimpleNamespace

import numpy as np

from libc.string cimport memset

from shugi._fast.batch.arguments cimport between, game_of
from shugi._fast.batch.legal cimport sample_legal, write_mask
from shugi._fast.batch.results cimport room
from shugi._fast.batch.slots cimport AHEAD, fetch_game
from shugi._fast.batch.steps cimport Steps
from shugi._fast.bots.baseline cimport bot_act
from shugi._fast.core.sizes cimport ACTIONS
from shugi._fast.core.state cimport PHASE_OVER, STATUS_OK, State

TURN = Work(turn_games, 2, 1)


cdef enum Player:            # at a seat that is not the learner's
    PLAYER_OUTSIDE = 0       # an agent of the caller
    PLAYER_RANDOM = 1
    PLAYER_BASELINE = 2


cdef enum Stage:             # of a game between two calls
    STAGE_ASKED = 0          # the learner decides, or its episode is over
    STAGE_OUTSIDE = 1        # an agent of the caller decides
    STAGE_BEGUN = 2          # an episode was begun, and nobody has been asked
    STAGE_FAILED = 3         # the caller's agent chose an illegal action, or the engine met a limit


PLAYERS = {"random": PLAYER_RANDOM, "baseline": PLAYER_BASELINE}
# what a pickle keeps, beside what was given and the key
KEPT = ("seat", "actions", "mask", "reward", "total", "terminated", "truncated", "illegal", "over",
        "fresh", "outside", "_stage", "_steps")


cdef object player_named(object name):
    if name is not None and name not in PLAYERS:
        raise ValueError(f"there is no player {name!r}; there are {', '.join(PLAYERS)} and None")
    return PLAYERS[name] if name is not None else <int>PLAYER_OUTSIDE


cdef class Learners:
    def __cinit__(self, batch, players, *, most_steps=None, illegal_reward=-1.0):
        cdef int k
        self.n, self.seats = between(batch.n, 1, 2**31 - 1, "n"), between(
            batch.seats, 2, <int>SEATS, "seats")
        kinds = [player_named(name) for name in players]
        if len(kinds) != self.seats - 1:
            raise ValueError(f"players must be {self.seats - 1}, of each seat after the learner's")
        for k in range(len(kinds)):
            self.players[k + 1] = kinds[k]
        self.most_steps = 0 if most_steps is None else between(
            most_steps, 1, 2**62, "most_steps")
        self.illegal_reward = illegal_reward
        self.idle = between(batch.layout.idle, 0, <int>ACTIONS - 1, "idle")
        self._make_arrays(self.n)

    def _make_arrays(self, n):
        self.seat, self.actions = room((n,), np.int8), room((n,), np.uint8)
        self.mask = room((n, <int>ACTIONS), np.int8)
        self.reward, self.total = room((n,), np.float32), room((n,), np.float64)
        self.terminated, self.truncated = room((n,), np.bool_), room((n,), np.bool_)
        self.illegal, self.over = room((n,), np.bool_), room((n,), np.bool_)
        self.fresh, self.outside = room((n,), np.bool_), room((n,), np.bool_)
        self._seat, self._actions = self.seat, self.actions
        self._mask = self.mask.view(np.uint8)
        self._reward, self._total = self.reward, self.total
        self._terminated, self._truncated = (
            self.terminated.view(np.uint8), self.truncated.view(np.uint8))
        self._illegal, self._over = self.illegal.view(np.uint8), self.over.view(np.uint8)
        self._fresh, self._outside = self.fresh.view(np.uint8), self.outside.view(np.uint8)
        self._stage, self._steps = room((n,), np.uint8), room((n,), np.int64)

    def __reduce__(self):
        names = {kind: name for name, kind in PLAYERS.items()}
        players = [names.get(self.players[k]) for k in range(1, self.seats)]
        settings = {
            "most_steps": self.most_steps or None, "illegal_reward": self.illegal_reward,
        }
        kept = {name: np.array(array) for name, array in zip(KEPT, self._arrays(), strict=True)}
        return _rebuild, (self.n, self.seats, self.idle, players, settings, self.key, kept)

    def _arrays(self):
        # in the order of KEPT
        return (
            self.seat, self.actions, self.mask, self.reward, self.total, self.terminated,
            self.truncated, self.illegal, self.over, self.fresh, self.outside,
            np.asarray(self._stage), np.asarray(self._steps),
        )

    def begin(self, i, seat):
        cdef int k = game_of(i, self.n)
        self._seat[k] = between(seat, 0, self.seats - 1, "seat")
        self._steps[k] = 0
        self._reward[k] = 0
        self._total[k] = 0
        self._terminated[k] = self._truncated[k] = self._illegal[k] = 0
        self._over[k] = self._fresh[k] = 0
        self._stage[k] = STAGE_BEGUN

    cdef bint take_turn(self, int i) noexcept nogil:
        cdef int action = self._actions[i]
        self._terminated[i] = self._over[i]  # ended before the learner's first decision
        self._truncated[i] = self._illegal[i] = 0
        if self._steps[i] > 0:
            self._reward[i] = 0  # a first step hands out what came before it, too
        self._steps[i] = self._steps[i] + 1
        if self._over[i]:
            return False
        self._illegal[i] = action >= <int>ACTIONS or not self._mask[i, action]
        return not self._illegal[i]

    cdef void add(self, int i, float gain, bint over) noexcept nogil:
        self._reward[i] = self._reward[i] + gain
        self._total[i] = self._total[i] + gain
        self._over[i] = over

    cdef void tell(self, int i, bint game_over) noexcept nogil:
        self._stage[i] = STAGE_ASKED
        if not self._steps[i]:
            return  # its first decision, or none: the first step says so
        if self._illegal[i]:
            self.add(i, self.illegal_reward, True)
        self._terminated[i] = self._terminated[i] or self._over[i]
        if self.most_steps and self._steps[i] >= self.most_steps and not self._terminated[i]:
            self._truncated[i] = self._over[i] = 1
        self._fresh[i] = (
            self._fresh[i] or self._illegal[i] or self._truncated[i] or game_over)

    cdef int count_outside(self) except -1:
        cdef int waiting = 0
        cdef int i
        for i in range(self.n):
            if self._stage[i] == STAGE_FAILED:
                raise RuntimeError(
                    "an opponent chose an illegal action, or the engine met a limit")
            self._outside[i] = self._stage[i] == STAGE_OUTSIDE
            waiting += self._outside[i]
        return waiting


# ---- turns: the call that waits for them holds references to the learners and their games

cdef void turn_games(void* job, int low, int high, int worker) noexcept nogil:
    cdef const Turn* turn = <const Turn*>job
    cdef int i
    for i in range(low, high):
        fetch_game(&(<Steps>turn.games)._slots, i + AHEAD)
        turn_game(turn, <Learners>turn.learners, <Steps>turn.games, i)


cdef void turn_game(const Turn* turn, Learners rows, Steps games, int i) noexcept nogil:
    cdef int stage = rows._stage[i]
    if not 0 <= rows._seat[i] < rows.seats:
        rows._stage[i] = STAGE_FAILED
    if rows._stage[i] == STAGE_FAILED or (stage == STAGE_ASKED) == turn.resumes:
        return
    if stage == STAGE_ASKED and not rows.take_turn(i):
        tell(rows, &games.states[i], i)
        return
    if stage != STAGE_BEGUN:
        move(rows, games, i, rows._actions[i])
    let_others_play(turn, rows, games, i)


cdef void move(Learners rows, Steps games, int i, int action) noexcept nogil:
    games.step_game(i, action)
    rows._stage[i] = STAGE_ASKED if games._status[i] == STATUS_OK else STAGE_FAILED
    rows.add(i, games._reward[i, rows._seat[i]], games._done[i])


cdef void let_others_play(const Turn* turn, Learners rows, Steps games, int i) noexcept nogil:
    cdef const State* s = &games.states[i]
    cdef int player
    while rows._stage[i] != STAGE_FAILED:
        if rows._over[i] or s.phase == PHASE_OVER or s.actor == rows._seat[i]:
            tell(rows, s, i)
            return
        player = rows.players[(s.actor - rows._seat[i] + rows.seats) % rows.seats]
        if player == PLAYER_OUTSIDE:
            rows._stage[i] = STAGE_OUTSIDE
            return
        move(rows, games, i, bot_act(s, turn.style) if player == PLAYER_BASELINE
             else sample_legal(s, rows.key))


cdef void tell(Learners rows, const State* s, int i) noexcept nogil:
    rows.tell(i, s.phase == PHASE_OVER)
    if rows._over[i] or s.phase == PHASE_OVER:
        memset(&rows._mask[i, 0], 0, ACTIONS)
        rows._mask[i, rows.idle] = 1
    else:
        write_mask(s, &rows._mask[i, 0])


def _rebuild(n, seats, idle, players, settings, key, kept):
    games = SimpleNamespace(n=n, seats=seats, layout=SimpleNamespace(idle=idle))
    rows = Learners(games, players, **settings)
    rows.key = key
    for name, mine in zip(KEPT, rows._arrays(), strict=True):
        theirs = np.asarray(kept[name])
        if theirs.shape != mine.shape or theirs.dtype != mine.dtype:
            raise ValueError(
                f"the learners' {name} has another form: {theirs.dtype} {theirs.shape}")
        mine[...] = theirs
    return rows
