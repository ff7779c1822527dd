"""One seat of each game is the learner's; the others are played inside, by agents.

``SeatGames`` is the common core of the Gymnasium environment, the vector environment and the
stable-baselines3 one: it plays on until the learner decides or the episode ends.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi.envs.observation import Observation, Observer
from shugi.envs.rules import load_rules

SKIP = 255  # no action: an illegal id leaves its game as it is
Episode = Literal["game", "hand"]


class Opponent(Protocol):
    """Plays any number of games at once; every agent of ``shugi.agents`` does."""

    def act(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        """One legal action for each of k games: mask (k, 128), seat (k,), result (k,)."""


class RandomOpponent:
    """Uniformly random legal play by the engine."""

    def act(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        actions = np.zeros(observation.batch.n, np.uint8)
        observation.batch.sample(actions, int(rng.integers(2**63)))
        return actions[observation.rows]


class BaselineOpponent:
    """The engine's rule baseline."""

    def act(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        actions = np.zeros(observation.batch.n, np.uint8)
        where = np.zeros(observation.batch.n, np.bool_)
        where[observation.rows] = True
        observation.batch.baseline(actions, None, where)
        return actions[observation.rows]


Opponents = str | Opponent | Sequence[str | Opponent]
_NAMED: dict[str, type[RandomOpponent] | type[BaselineOpponent]] = {
    "random": RandomOpponent,
    "baseline": BaselineOpponent,
}
_make_opponent: Callable[[str, Rules], Opponent] | None = None


def set_opponent_maker(function: Callable[[str, Rules], Opponent]) -> None:
    """Let opponents have more names; ``shugi.agents`` does so when it is imported."""
    global _make_opponent
    _make_opponent = function


def as_rules(rules: Rules | str | Path, overrides: dict[str, object] | None = None) -> Rules:
    """Rules as they are, or loaded by name or file with options that differ."""
    if isinstance(rules, Rules):
        if overrides:
            raise ValueError("options can only be changed for rules given by name or file")
        return rules
    if not isinstance(rules, str | Path):
        raise TypeError(f"rules must be a name, a file or a Rules object, not {rules!r}")
    return load_rules(rules, **(overrides or {}))


def as_opponent(given: str | Opponent, rules: Rules) -> Opponent:
    """The agent that ``given`` names or is. Raises: ValueError, TypeError."""
    if isinstance(given, str):
        if given in _NAMED:
            return _NAMED[given]()
        if _make_opponent is None:
            raise ValueError(
                f"there is no opponent {given!r}; name {' or '.join(map(repr, _NAMED))}, "
                "give an agent, or import shugi.agents, which has more names"
            )
        try:
            return _make_opponent(given, rules)
        except ValueError as error:
            raise ValueError(f"there is no opponent {given!r}: {error}") from None
    if not callable(getattr(given, "act", None)):
        raise TypeError(f"an opponent needs a method act(observation, mask, seat, rng): {given!r}")
    return given


def as_opponents(given: Opponents, rules: Rules) -> list[Opponent]:
    """One agent for each seat after the learner's, in turn order."""
    seats = rules.seats
    if isinstance(given, str) or not isinstance(given, Sequence):
        agent = as_opponent(given, rules)
        return [agent] * (seats - 1)
    if len(given) != seats - 1:
        raise ValueError(f"{seats} play, so {seats - 1} opponents are needed; got {len(given)}")
    return [as_opponent(one, rules) for one in given]


class SeatGames:
    """``n`` games as the learner meets them.

    Args:
        rules: compiled rules, a rule set's name, or a rule file.
        n: games.
        opponents: "random", "baseline", a name that ``shugi.agents`` knows once it is imported, an
            agent, or one for each seat after the learner's.
        seat: the learner's seat, or "rotate": another one each episode, seat 0 deals first.
        episode: "game", or "hand": each hand is an episode; the game goes on from one to the next.
        max_steps: an episode is cut after that many decisions of the learner.
        illegal_reward: what an illegal action adds to the reward; it also ends the episode.
        rule_vector: end every observation with the rules as numbers (``Rules.vector``).
        threads: Python threads that share the engine's steps.
        overrides: rule options that differ from the rule set's.

    Raises:
        RulesError: unknown rule set or option. ValueError: any other argument that cannot be.

    Attributes, rewritten by ``restart`` and ``step``:
        seat: (n,) int8, the learner's seat.
        mask: (n, 128) int8; an episode that ended before the learner's first decision allows only
            "pass", and the next step hands out its result.
        reward: (n,) float32 since the learner's last decision: chips, points / 1000, or units of
            the regional games. After ``restart`` what came before its first decision, which the
            first step hands out with its own; so an episode's rewards lose nothing.
        terminated, truncated: (n,) bool; such a game waits for ``restart``.
    """

    def __init__(
        self,
        rules: Rules | str | Path,
        n: int = 1,
        *,
        opponents: Opponents = "baseline",
        seat: int | Literal["rotate"] = "rotate",
        episode: Episode = "game",
        max_steps: int | None = None,
        illegal_reward: float = -1.0,
        rule_vector: bool = False,
        threads: int = 1,
        **overrides: Any,
    ) -> None:
        self.rules = as_rules(rules, overrides)
        self.batch = Batch(self.rules, n, auto_reset=False, episode=episode, threads=threads)
        self._fresh = Batch(self.rules, 1, auto_reset=False, episode=episode)
        self._place = _checked_seat(seat, self.rules.seats)
        if max_steps is not None and max_steps < 1:
            raise ValueError(f"max_steps must be 1 or more, or None; got {max_steps}")
        self.n = n
        self._seat_opponents(as_opponents(opponents, self.rules))
        self.max_steps = max_steps
        self.illegal_reward = illegal_reward
        self._observer = Observer(n, self.rules, rule_vector)
        self._idle = self.batch.layout.idle
        self.seat = np.zeros(n, np.int8)
        self.mask = np.zeros((n, ACTION_COUNT), np.int8)
        self.reward = np.zeros(n, np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)
        self._over = np.zeros(n, np.bool_)  # the episode has ended, told or not
        self._steps = np.zeros(n, np.int64)
        self._episodes = np.zeros(n, np.int64)
        self._legal = np.zeros((n, ACTION_COUNT), np.uint8)
        self.seed(0)

    def _seat_opponents(self, agents: list[Opponent]) -> None:
        """Agents that sit at several seats are asked once for all of them."""
        self._players: list[Opponent] = []
        self._player = np.zeros(self.rules.seats, np.int64)  # by seat after the learner's
        for k, agent in enumerate(agents, start=1):
            if not any(agent is other for other in self._players):
                self._players.append(agent)
            self._player[k] = next(i for i, o in enumerate(self._players) if o is agent)

    def seed(self, seed: int) -> None:
        """Start the sequence of games, seats and opponents' chances anew."""
        self._games, self._chance = (
            np.random.Generator(np.random.PCG64(child))
            for child in np.random.SeedSequence(seed).spawn(2)
        )
        self._episodes[:] = np.arange(self.n)
        self._over[:] = True
        self._new_game = np.ones(self.n, np.bool_)
        self._begun = False

    def restart(self, rows: NDArray[np.int64] | None = None) -> None:
        """Begin the next episode of ``rows`` (all by default)."""
        if not (self._begun or rows is None or len(rows) == self.n):
            raise ValueError("after seed(), restart every game at once")
        for i in range(self.n) if rows is None else rows:
            self._restart_one(int(i))
        self._begun = True
        self._advance()
        self._write_mask()

    def _restart_one(self, i: int) -> None:
        going_on = self._over[i] and not self._new_game[i] and self.batch.seat[i] >= 0
        before = int(self.seat[i])
        self.seat[i] = self._episodes[i] % self.rules.seats if self._place is None else self._place
        if not going_on:
            key = self._games.integers(2**63, size=1, dtype=np.uint64)
            self._fresh.reset(key, first_dealer=self._next_dealer(i, before))
            self.batch.copy_from(self._fresh, np.array([0]), np.array([i]))
        self._episodes[i] += 1
        self._steps[i] = 0
        self._over[i] = False
        self._new_game[i] = False
        self.terminated[i] = self.truncated[i] = self.illegal[i] = False
        self.reward[i] = 0.0

    def _next_dealer(self, i: int, before: int) -> int:
        """Option ``rematch``: the player who came last, wherever the players sit now."""
        if not (self._begun and self.rules.options["rematch"] and self.batch.seat[i] < 0):
            return 0
        moved = int(self.seat[i]) - before
        return (self.batch.next_dealer(i) + moved) % self.rules.seats

    def step(self, actions: NDArray[np.integer]) -> None:
        """Apply the learner's ``actions`` (n,) and play on to its next decision.

        Raises:
            ValueError: not n whole numbers, or a game's episode has ended (``restart`` it).
        """
        actions = self._checked(actions)
        self.terminated[:] = self._over  # ended before the learner's first decision
        self.reward[self._steps > 0] = 0.0  # a first step hands out what came before it, too
        self._steps += 1
        chosen = np.where(self._over, self._idle, actions)
        self.illegal[:] = self.mask[np.arange(self.n), chosen] == 0
        go = ~(self._over | self.illegal)
        self._move(np.where(go, chosen, SKIP).astype(np.uint8), go)
        self._advance()
        self.terminated |= self._over | self.illegal
        self.reward[self.illegal] += self.illegal_reward
        if self.max_steps is not None:
            self.truncated[:] = (self._steps >= self.max_steps) & ~self.terminated
        self._over |= self.terminated | self.truncated
        self._new_game |= self.illegal | self.truncated | (self.batch.seat < 0)
        self._write_mask()

    def _checked(self, actions: NDArray[np.integer]) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.shape != (self.n,) or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.n} whole numbers; got shape {array.shape} of {array.dtype}"
            )
        if ((array < 0) | (array >= ACTION_COUNT)).any():
            raise ValueError(f"actions must lie between 0 and {ACTION_COUNT - 1}; got {array}")
        ended = np.flatnonzero(self.terminated | self.truncated)
        if ended.size or not self._begun:
            which = f"of game {ended[0]} " if ended.size else ""
            raise ValueError(f"the episode {which}is over or has not begun; restart it")
        return array.astype(np.int64)

    def _move(self, actions: NDArray[np.uint8], go: NDArray[np.bool_]) -> None:
        """Step the games ``go``; ``actions`` leave the others as they are, and bring nothing."""
        self.batch.step(actions)
        if (self.batch.status[go] != 0).any():
            raise RuntimeError("an opponent chose an illegal action, or the engine met a limit")
        self._over[go] = self.batch.done[go]
        self.reward += self.batch.reward[np.arange(self.n), self.seat]

    def _advance(self) -> None:
        """Let the opponents play until every learner decides or its episode is over."""
        while True:
            waiting = ~(self._over | self.illegal) & (self.batch.seat != self.seat)
            if not waiting.any():
                return
            actions = np.full(self.n, SKIP, np.uint8)
            self.batch.legal(self._legal)
            player = self._player[(self.batch.seat - self.seat) % self.rules.seats]
            for k, agent in enumerate(self._players):
                rows = np.flatnonzero(waiting & (player == k))
                if rows.size:
                    actions[rows] = agent.act(
                        Observation(self.batch, rows),
                        self._legal[rows],
                        self.batch.seat[rows],
                        self._chance,
                    )
            self._move(actions, waiting)

    def _write_mask(self) -> None:
        self.batch.legal(self.mask.view(np.uint8))
        self.mask[self._over] = 0
        self.mask[self._over, self._idle] = 1

    def legal_masks(self) -> NDArray[np.bool_]:
        """(n, 128) bool: ``mask`` as sb3-contrib wants it, a new array."""
        return self.mask > 0

    @property
    def space(self) -> Any:
        """Of what one learner sees."""
        return self._observer.space

    def features(self) -> NDArray[np.float32]:
        """What the learners see, flat: (n, *space.shape), a new array."""
        return self._observer.features(self.batch, self.seat)

    def result(self, i: int) -> dict[str, float]:
        """Of the learner, when a whole game has ended: place (0 = first), points, result.

        Outside riichi mahjong equal results share a place.
        """
        if self.batch.seat[i] >= 0:
            return {}
        seat = self.seat[i]
        return {
            "rank": int(self.batch.final_rank[i, seat]),
            "score": int(self.batch.final_score[i, seat]),
            "result": float(self.batch.final_result[i, seat]),
        }


def _checked_seat(seat: int | str, seats: int) -> int | None:
    if seat == "rotate":
        return None
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise ValueError(f'seat must be 0 to {seats - 1} or "rotate"; got {seat!r}')
    return seat
