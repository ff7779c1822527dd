"""One seat of each game is the learner's; the others are played inside, by agents.

``SeatGames`` is the common core of the Gymnasium environment, the vector environment and the
stable-baselines3 one: it plays on until the learner decides or the episode ends.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.batch.learners import Learners
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import ONE_VALUE, Rules, RulesError
from shugi._fast.rules.options import ALIASES, OPTIONS
from shugi._fast.tables.option_types import nearest
from shugi.envs.common.given import most, rows_of, seed_of, whole
from shugi.envs.environment_page import MANY, SEAT, SHARED
from shugi.envs.observation import Observation, Observer, copy_of, row_of
from shugi.envs.rulesets.rules import load_rules

__all__ = ["Episode", "Opponent", "Opponents", "SeatGames"]

SKIP = 255  # no action: an illegal id leaves its game as it is
_SHOWN = {"seat", "mask", "reward", "terminated", "truncated", "illegal"}  # arrays of Learners
Episode = Literal["game", "hand"]


class Opponent(Protocol):
    """Plays any number of games at once; every agent of ``shugi.agents`` does."""

    def act(self, seen: Observation, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Choose one legal action for each of k games.

        Args:
            seen: what the seats see and may do; ``len(seen) == k``.
            rng: the only source of chance.

        Returns:
            (k,) uint8 action ids.
        """


class RandomOpponent:
    """Uniformly random legal play by the engine."""

    def act(self, seen: Observation, rng: np.random.Generator) -> NDArray[np.uint8]:
        actions = np.zeros(seen.batch.n, np.uint8)
        seen.batch.sample(actions, int(rng.integers(2**63)))
        return actions[seen.rows]


class BaselineOpponent:
    """The engine's rule baseline."""

    def act(self, seen: Observation, rng: np.random.Generator) -> NDArray[np.uint8]:
        actions = np.zeros(seen.batch.n, np.uint8)
        where = np.zeros(seen.batch.n, np.bool_)
        where[seen.rows] = True
        seen.batch.baseline(actions, None, where)
        return actions[seen.rows]


Opponents = str | Opponent | Sequence[str | Opponent]
_ARGUMENTS = tuple(name for name, *_ in (*SHARED, *SEAT, *MANY))
_NAMED: dict[str, type[RandomOpponent] | type[BaselineOpponent]] = {
    "random": RandomOpponent,
    "baseline": BaselineOpponent,
}
_make_opponent: Callable[[str, Rules], Opponent] | None = None


def set_opponent_maker(function: Callable[[str, Rules], Opponent]) -> None:
    """Let opponents have more names; ``shugi.agents`` does so when it is imported."""
    global _make_opponent
    _make_opponent = function


class UnknownArgument(RulesError, TypeError):
    """A keyword that is neither an argument of an environment nor an option of the rules.

    A TypeError too: libraries that try which arguments there are expect one. ``gymnasium.make``
    raises it anew, with a text of its own.
    """

    def __init__(self, problems: Iterable[tuple[str, str]] | str) -> None:
        super().__init__([("", problems)] if isinstance(problems, str) else problems)


def as_rules(
    rules: Rules | str | Path | None,
    overrides: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
    arguments: Iterable[str] = (),
) -> Rules:
    """Take rules as they are, or load them by name or file with options that differ.

    Args:
        rules: compiled rules, a rule set's name, or a rule file.
        overrides, options: the options, from two places; none may stand in both.
        arguments: what else might have been meant by a keyword that is no option.

    Raises:
        UnknownArgument: a keyword among ``overrides`` that is no option. RulesError: no such rules,
            or options that cannot be. ValueError, TypeError: rules that are none.
    """
    _check_keywords(overrides or {}, arguments)
    if options:
        _check_names(options)
        twice = sorted(set(options) & set(overrides or {}))
        if twice:
            raise ValueError(f"{', '.join(twice)}: given among options and by name; write it once")
        overrides = {**options, **(overrides or {})}
    if rules is None:
        raise ValueError("which rules? name a rule set, such as rules='super_bingo', or a file")
    if isinstance(rules, Rules):
        if overrides:
            raise ValueError("options can only be changed for rules given by name or file")
        return rules
    if not isinstance(rules, str | Path):
        raise TypeError(f"rules must be a name, a file or a Rules object, not {rules!r}")
    return load_rules(rules, **(overrides or {}))


def _check_names(options: Mapping[str, object]) -> None:
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise TypeError(f"options must be a mapping of names to values, not {options!r}")


def _check_keywords(given: Iterable[str], arguments: Iterable[str]) -> None:
    options = (*OPTIONS, *ALIASES)
    unknown = [key for key in given if key not in options and key not in ONE_VALUE]
    if unknown:
        raise UnknownArgument([(key, _unexpected(key, (*arguments, *options))) for key in unknown])


def _unexpected(key: str, known: Iterable[str]) -> str:
    others = [name for name in known if name != key]  # one that other environments have
    return (
        f"unexpected keyword argument {key!r}{nearest(key, others)}; environments take their own "
        "arguments (docs/environments.md) and the options that `shugi rules NAME` lists"
    )


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
        raise TypeError(f"an opponent needs a method act(seen, rng): {given!r}")
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


def engine_name(agent: Opponent) -> str | None:
    """What the engine calls it if it plays that by itself."""
    return next((name for name, kind in _NAMED.items() if type(agent) is kind), None)


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
        history: an observation is a dict that holds the latest events, too.
        threads: Python threads that share the engine's steps.
        options: rule options that differ from the rule set's.
        overrides: the same, each by its name.

    A deep copy and a pickle keep the games in play, and play on as the original would; its agents
    are copied too.

    Raises:
        RulesError: unknown rule set or option; an unknown keyword's is a TypeError too.
        ValueError: any other argument that cannot be.

    Attributes, rewritten by ``restart`` and ``step``:
        seat: (n,) int8, the learner's seat.
        mask: (n, 128) int8; an episode that ended before the learner's first decision allows only
            "pass", and the next step hands out its result.
        reward: (n,) float32 since the learner's last decision: chips, points / 1000, or units of
            the regional games. After ``restart`` what came before its first decision, which the
            first step hands out with its own; so an episode's rewards lose nothing.
        terminated, truncated: (n,) bool; such a game waits for ``restart``.
        illegal: (n,) bool: the episode was ended by an illegal action.
    """

    def __init__(
        self,
        rules: Rules | str | Path | None,
        n: int = 1,
        *,
        opponents: Opponents = "baseline",
        seat: int | Literal["rotate"] = "rotate",
        episode: Episode = "game",
        max_steps: int | None = None,
        illegal_reward: float = -1.0,
        rule_vector: bool = False,
        history: bool = False,
        threads: int = 1,
        options: Mapping[str, object] | None = None,
        **overrides: Any,
    ) -> None:
        self.rules = as_rules(rules, overrides, options, _ARGUMENTS)
        self.batch = Batch(self.rules, n, auto_reset=False, episode=episode, threads=threads)
        self._fresh = Batch(self.rules, 1, auto_reset=False, episode=episode)
        self._place = _checked_seat(seat, self.rules.seats)
        max_steps = most(max_steps, "max_steps")
        self.n = n
        agents = as_opponents(opponents, self.rules)
        self._seat_opponents(agents)
        self._rows = Learners(
            self.batch,
            [engine_name(agent) for agent in agents],
            most_steps=max_steps,
            illegal_reward=illegal_reward,
        )
        self.max_steps = max_steps
        self.illegal_reward = illegal_reward
        self.episode = episode
        self._observer = Observer(n, self.rules, rule_vector, history)
        self._show_rows()
        self._episodes = np.zeros(n, np.int64)
        self._legal = np.zeros((n, ACTION_COUNT), np.uint8)
        self.seed(0)

    def _show_rows(self) -> None:
        """The arrays that the learners' rows are told in."""
        rows = self._rows
        self.seat, self.mask, self.reward = rows.seat, rows.mask, rows.reward
        self.terminated, self.truncated, self.illegal = (
            rows.terminated,
            rows.truncated,
            rows.illegal,
        )

    def __getstate__(self) -> dict[str, Any]:
        """What a copy is made of: all but the views of the learners' rows."""
        return {key: value for key, value in self.__dict__.items() if key not in _SHOWN}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._show_rows()

    def _seat_opponents(self, agents: list[Opponent]) -> None:
        """Agents that sit at several seats are asked once for all of them."""
        self._players: list[Opponent] = []
        self._player = np.zeros(self.rules.seats, np.int64)  # by seat after the learner's
        for k, agent in enumerate(agents, start=1):
            if not any(agent is other for other in self._players):
                self._players.append(agent)
            self._player[k] = next(i for i, o in enumerate(self._players) if o is agent)

    def seed(self, seed: int) -> None:
        """Start the sequence of games, seats and opponents' chances anew.

        Raises: ValueError below 0, TypeError for no whole number.
        """
        self._games, self._chance = (
            np.random.Generator(np.random.PCG64(child))
            for child in np.random.SeedSequence(seed_of(seed)).spawn(2)
        )
        self._rows.key = int(self._chance.integers(2**63))
        self._episodes[:] = np.arange(self.n)
        self._begun = False

    def restart(self, rows: NDArray[np.int64] | None = None) -> None:
        """Begin the next episode of ``rows``, numbers of games (all by default).

        Raises: ValueError for what are no such numbers, or after ``seed`` not all of them.
        """
        rows = np.arange(self.n) if rows is None else rows_of(rows, self.n)
        if not (self._begun or len(rows) == self.n):
            raise ValueError("after seed(), restart every game at once")
        for i in rows.tolist():
            self._restart_one(i)
        self._begun = True
        self._play_on(self.batch.resume(self._rows))

    def _restart_one(self, i: int) -> None:
        rows = self._rows
        going_on = self._begun and rows.over[i] and not rows.fresh[i] and self.batch.seat[i] >= 0
        seat = int(self._episodes[i]) % self.rules.seats if self._place is None else self._place
        if not going_on:
            key = self._games.integers(2**63, size=1, dtype=np.uint64)
            self._fresh.reset(key, first_dealer=self._next_dealer(i, seat))
            self.batch.copy_from(self._fresh, [0], [i])
        rows.begin(i, seat)
        self._episodes[i] += 1

    def _next_dealer(self, i: int, seat: int) -> int:
        """Option ``rematch``: the player who came last, wherever the players sit now."""
        if not (self._begun and self.rules.options["rematch"] and self.batch.seat[i] < 0):
            return 0
        moved = seat - int(self.seat[i])
        return (self.batch.next_dealer(i) + moved) % self.rules.seats

    def step(self, actions: NDArray[np.integer], restart: NDArray[np.int64] | None = None) -> None:
        """Apply the learner's ``actions`` (n,) and play on to its next decision.

        Args:
            restart: games whose episodes are over; their next ones begin, whatever their actions.

        Raises:
            ValueError: not n whole numbers, or a game's episode has ended (``restart`` it).
        """
        array = np.asarray(actions)
        if array.shape != (self.n,) or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.n} whole numbers; got shape {array.shape} of {array.dtype}"
            )
        if ((array < 0) | (array >= ACTION_COUNT)).any():
            raise ValueError(f"actions must lie between 0 and {ACTION_COUNT - 1}; got {array}")
        ended = self.terminated | self.truncated
        if restart is not None:
            restart = rows_of(restart, self.n)
            ended[restart] = False
        if ended.any() or not self._begun:
            which = f"of game {np.flatnonzero(ended)[0]} " if ended.any() else ""
            raise ValueError(f"the episode {which}is over or has not begun; restart it")
        self._rows.actions[:] = array
        self._play_on(self.batch.turn(self._rows))
        if restart is not None and len(restart):
            self.restart(restart)

    def step_one(self, action: SupportsIndex) -> None:
        """``step`` where there is one game: the same, faster."""
        chosen = whole(action, "an action")
        if not 0 <= chosen < ACTION_COUNT:
            raise ValueError(f"actions must lie between 0 and {ACTION_COUNT - 1}; got {chosen}")
        if self.terminated[0] or self.truncated[0] or not self._begun or self.n != 1:
            raise ValueError("the episode is over or has not begun; restart it")
        self._rows.actions[0] = chosen
        self._play_on(self.batch.turn(self._rows))

    def _play_on(self, waiting: int) -> None:
        """Ask the opponents that the engine does not play, until every learner decides."""
        rows = self._rows
        while waiting:
            self.batch.legal(self._legal)
            player = self._player[(self.batch.seat - self.seat) % self.rules.seats]
            for k, agent in enumerate(self._players):
                asked = np.flatnonzero(rows.outside & (player == k))
                if asked.size:
                    seen = Observation(self.batch, asked, self._legal[asked])
                    rows.actions[asked] = agent.act(seen, self._chance)
            waiting = self.batch.resume(rows)

    def legal_masks(self) -> NDArray[np.bool_]:
        """(n, 128) bool: ``mask`` as sb3-contrib wants it, a new array."""
        return self.mask > 0

    @property
    def space(self) -> Any:
        """The space of what one learner sees."""
        return self._observer.space

    def look(self) -> Any:
        """What the learners see, in the form of ``space``: buffers that the next look rewrites."""
        self._observer.look(self.batch, self.seat)
        return self._observer.seen

    def use(self, into: NDArray[np.float32]) -> None:
        """Have ``look`` write into an array of the caller's, (n, *space.shape) float32."""
        self._observer.use(into)

    def features(self) -> Any:
        """What the learners see, in new arrays."""
        return copy_of(self.look())

    def features_one(self) -> Any:
        """What the learner of the only game sees: its row."""
        return row_of(self.look(), 0)

    def result(self, i: int) -> dict[str, float]:
        """What the episode that has ended came to for the learner.

        ``result``: the sum of its rewards. When a whole game has ended: its place (``rank``,
        0 = first; outside riichi mahjong equal results share a place), points (``score``) and
        ``game_result``, of all its hands.
        """
        total = float(self._rows.total[i])
        if self.batch.seat[i] >= 0 or self.illegal[i]:
            return {"result": total}
        seat = self.seat[i]
        game = float(self.batch.final_result[i, seat])
        return {
            "result": game if self.episode == "game" else total,
            "rank": int(self.batch.final_rank[i, seat]),
            "score": int(self.batch.final_score[i, seat]),
            "game_result": game,
        }


def _checked_seat(seat: int | str, seats: int) -> int | None:
    if seat == "rotate":
        return None
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise ValueError(f'seat must be 0 to {seats - 1} or "rotate"; got {seat!r}')
    return seat
