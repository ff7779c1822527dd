"""PettingZoo: every seat of a game in turn, for any rule set.

The modules ``super_bingo_v0``, ``sanma_v0``, ... are the rule sets that have environments of their
own (``shugi.envs.registration``): each has what ``env_factories`` gives.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.env_logger import EnvLogger

from shugi._fast.batch.batch import Batch, IllegalAction
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi.envs.common.given import most, whole
from shugi.envs.drawing import display
from shugi.envs.environment_page import SHARED, TURNS
from shugi.envs.environments import Environment
from shugi.envs.gains import REWARD
from shugi.envs.observation import Observer, action_space
from shugi.envs.seat import Episode, as_rules

Observed = dict[str, NDArray[Any]]
Illegal = Literal["raise", "end", "random"]
ILLEGAL_REWARD = -1.0
_ARGUMENTS = tuple(name for name, *_ in (*SHARED, *TURNS))
_VIEWS = {"_seen", "_reward", "_owed"}  # of a game's buffers


def _seat_space(observer: Observer) -> spaces.Dict:
    mask = spaces.Box(0, 1, (ACTION_COUNT,), np.int8)
    parts = {"observation": observer.flat_space, "action_mask": mask}
    if observer.history is not None:
        parts["history"] = observer.space["history"]
    return spaces.Dict(parts)


EnvFactory = Callable[..., Any]


class TableEnv(AECEnv):  # type: ignore[misc]
    """All seats of one game.

    Args:
        rules: a rule set's name, a rule file, or compiled rules; default: the class's ``preset``.
        episode: "game", or "hand": an episode is one hand, and the next ``reset`` without a seed
            goes on with the next hand of the game.
        max_cycles: truncate after ``max_cycles`` decisions for each seat on average.
        max_steps: truncate after so many decisions in all.
        illegal: what an illegal action does: "raise" ``IllegalAction`` and change nothing; "end"
            the episode with a reward of -1 for its agent; or have a "random" legal one played in
            its place.
        render_mode: None, "human", "ansi", "rgb_array" or "svg"; all hands are shown.
        rule_vector: end every observation with the rules as numbers (``Rules.vector``).
        history: observe the latest events, too.
        observation: which rows are read: "full", "basic" (without those that take long to work
            out), or names of rows; the others may stay zero.
        options: rule options that differ from the rule set's.
        overrides: the same, each by its name.

    A deep copy and a pickle keep the game in play, and play on as the original would.

    Raises:
        RulesError: unknown rule set or option; an unknown keyword's is a TypeError too.
        ValueError: any other argument that cannot be.
    """

    metadata: dict[str, Any] = {
        "name": "table_v0",
        "render_modes": list(display.MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    preset: str | None = None

    def __init__(
        self,
        rules: Rules | str | Path | None = None,
        *,
        episode: Episode = "game",
        max_cycles: int | None = None,
        max_steps: int | None = None,
        illegal: Illegal = "raise",
        render_mode: str | None = None,
        rule_vector: bool = False,
        history: bool = False,
        observation: str | Sequence[str] = "full",
        options: Mapping[str, object] | None = None,
        **overrides: Any,
    ) -> None:
        super().__init__()
        if illegal not in get_args(Illegal):
            raise ValueError(f"illegal must be one of {get_args(Illegal)}; got {illegal!r}")
        self.rules = as_rules(
            self.preset if rules is None else rules, overrides, options, _ARGUMENTS
        )
        self.batch = Batch(self.rules, 1, auto_reset=False, episode=episode)
        self.episode = episode
        self.max_cycles, self.max_steps = max_cycles, max_steps
        self._limit = _limit(max_cycles, max_steps, self.rules.seats)
        self.illegal = illegal
        self.render_mode = display.checked_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self._seat_numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observer = Observer(1, self.rules, rule_vector, history, observation)
        self._viewer = np.zeros(1, np.int8)
        self._mask = np.zeros((1, ACTION_COUNT), np.int8)
        self._take_views()
        self._observation_spaces = {
            agent: _seat_space(self._observer) for agent in self.possible_agents
        }
        self._action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._goes_on = False
        self._live = False

    def _take_views(self) -> None:
        """Rows of the buffers that ``observe`` and ``step`` copy from."""
        self._seen = {"observation": self._observer.flat[0], "action_mask": self._mask[0]}
        if self._observer.history is not None:
            self._seen["history"] = self._observer.history[0]
        self._reward, self._owed = self.batch.reward[0], self.batch.owed[0, :, REWARD]

    def __getstate__(self) -> dict[str, Any]:
        """What a copy is made of: all but the views."""
        return {key: value for key, value in self.__dict__.items() if key not in _VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._take_views()

    def observation_space(self, agent: str) -> spaces.Dict:
        self._seat_of(agent)
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[np.int64]":
        self._seat_of(agent)
        return self._action_spaces[agent]

    def _seat_of(self, agent: str) -> int:
        try:
            return self._seat_numbers[agent]
        except (KeyError, TypeError):
            names = ", ".join(self.possible_agents)
            raise ValueError(f"there is no agent {agent!r}; agents are {names}") from None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; with a seed, a new game that the seed alone determines.

        Where the rule ``rematch`` says so, the last place of a finished game deals first in the
        next. The argument ``options`` is part of PettingZoo's interface and has no effect.
        """
        dealer = self.batch.next_dealer(0)
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
            self._goes_on = False
            dealer = 0
        if not self._goes_on:
            key = self._random.integers(2**63, size=1, dtype=np.uint64)
            self.batch.reset(key, first_dealer=dealer)
        self._owed[:] = 0.0
        self._decisions = 0
        self._goes_on = False
        self._live = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._totals = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.batch.seat[0]]
        if self.render_mode == "human":
            self._show()

    def observe(self, agent: str) -> Observed:
        """The flat observation of ``agent``, and its mask: zeros when it is not to move."""
        self._viewer[0] = self._seat_of(agent)
        self._observer.look(self.batch, self._viewer, self._mask)
        if not self._live:
            self._mask[:] = 0
        return {key: array.copy() for key, array in self._seen.items()}

    def step(self, action: int | None) -> None:
        """Apply an action id (None for an agent whose episode has ended).

        Raises:
            IllegalAction: names the action and the legal ones; nothing has changed.
            ValueError: nothing is begun. TypeError: no whole number.
        """
        if self._random is None:
            raise ValueError("no episode has begun; call reset()")
        agent = self.agent_selection
        if not self._live:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move: an action id is needed, not None")
        self._owed[self._seat_numbers[agent]] = 0.0
        try:
            self.batch.step_one(0, whole(action, "an action"))
        except IllegalAction:
            if self.illegal == "raise":
                raise
            EnvLogger.warn_on_illegal_move()
            if self.illegal == "end":
                self._end_illegal(agent)
                return
            self.batch.step_one(0, int(self._random.choice(self.batch.legal_actions(0))))
        self._decisions += 1
        self._pay(self._reward.tolist())
        if self.batch.done[0]:
            self._end(self.terminations)
        elif self._limit is not None and self._decisions >= self._limit:
            self._end(self.truncations)
        else:
            self.agent_selection = self.agents[self.batch.seat[0]]
        if self.render_mode == "human":
            self._show()

    def _pay(self, gains: list[float]) -> None:
        """Hand out what a step brought, and what each agent is owed since its own last one."""
        self.rewards = dict(zip(self.agents, gains, strict=True))
        self._cumulative_rewards = dict(zip(self.agents, self._owed.tolist(), strict=True))
        for agent, gain in self.rewards.items():
            if gain:
                self._totals[agent] += gain

    def _end_illegal(self, mover: str) -> None:
        gains = [ILLEGAL_REWARD if agent == mover else 0.0 for agent in self.agents]
        self._owed[self._seat_numbers[mover]] = ILLEGAL_REWARD
        self._pay(gains)
        self._end(self.terminations, illegal=True)
        self.infos[mover]["illegal_action"] = True

    def _end(self, flags: dict[str, bool], illegal: bool = False) -> None:
        """The episode is over for everybody; ``infos`` say what it came to."""
        flags.update(dict.fromkeys(flags, True))
        over = bool(self.batch.done[0]) and not illegal
        self._live = False
        self._goes_on = over and bool(self.batch.seat[0] >= 0)
        for seat, agent in enumerate(self.agents):
            self.infos[agent] = {"result": self._totals[agent]}
            if over and not self._goes_on:
                self.infos[agent] |= self._game_of(seat)
        self._deads_step_first()

    def _game_of(self, seat: int) -> dict[str, float]:
        """What a whole game came to."""
        game = float(self.batch.final_result[0, seat])
        told = {
            "rank": int(self.batch.final_rank[0, seat]),
            "score": int(self.batch.final_score[0, seat]),
            "game_result": game,
        }
        return told | ({"result": game} if self.episode == "game" else {})

    def _show(self) -> None:
        print(display.picture(self.batch, 0, "ansi"))

    def render(self) -> Any:
        """The table: text for "ansi" and "svg", pixels for "rgb_array"; "human" printed it."""
        if self.render_mode is None or self.render_mode == "human":
            return None
        return display.picture(self.batch, 0, self.render_mode)

    def _repr_html_(self) -> str:
        """The table in a notebook."""
        return str(display.picture(self.batch, 0, "svg"))

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def wrapped(raw: TableEnv) -> Any:
    """The environment behind PettingZoo's usual wrappers, which check the order of calls."""
    env = wrappers.AssertOutOfBoundsWrapper(raw)
    return wrappers.OrderEnforcingWrapper(env)


class ParallelTable(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """PettingZoo's parallel view: all agents are observed, only the one to move is heeded.

    Every mask has a legal action, so that each agent can be sampled for: who waits, and who has
    finished, may take ``layout.idle`` (``pass``; in card games ``none``), which does nothing.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, Any]]:
        seen, infos = super().reset(seed=seed, options=options)
        return self._with_idle(seen), infos

    def step(self, actions: dict[str, Any]) -> Any:
        self._check_given(actions)
        seen, *told = super().step(actions)
        return self._with_idle(seen), *told

    def _check_given(self, actions: dict[str, Any]) -> None:
        """An action of each agent. Raises: ValueError."""
        if not hasattr(self, "agents"):
            raise ValueError("no episode has begun; call reset()")
        without = [agent for agent in self.agents if agent not in actions]
        if without:
            raise ValueError(
                f"an action of every agent is needed, by its name; without: {', '.join(without)}"
            )

    def _with_idle(self, seen: dict[str, Observed]) -> dict[str, Observed]:
        idle = self.unwrapped.batch.layout.idle
        for one in seen.values():
            one["action_mask"][idle] |= not one["action_mask"].any()
        return seen


def parallel(raw: TableEnv) -> ParallelTable:
    """The parallel view behind PettingZoo's usual wrappers."""
    return ParallelTable(wrapped(raw))


def env_factories(row: Environment) -> tuple[type[TableEnv], EnvFactory, EnvFactory]:
    """Make ``raw_env``, ``env`` and ``parallel_env`` of an environment's module."""
    members = {
        "__module__": row.import_name,
        "__doc__": "The environment without wrappers; arguments as in ``TableEnv``.",
        "metadata": {**TableEnv.metadata, "name": row.module},
        "preset": row.rules,
    }
    raw_env = type("raw_env", (TableEnv,), members)

    def env(
        rules: Rules | str | Path | None = None, *, illegal: Illegal = "end", **settings: Any
    ) -> Any:
        """The environment as PettingZoo's tools expect it."""
        return wrapped(raw_env(rules, illegal=illegal, **settings))

    def parallel_env(
        rules: Rules | str | Path | None = None,
        *,
        illegal: Illegal = "end",
        max_cycles: int | None = None,
        **settings: Any,
    ) -> Any:
        """The parallel view: all agents are observed, only the one to move is heeded.

        The mask of an agent that waits allows one action, which does nothing: ``pass``, or in card
        games ``none``.

        ``max_cycles`` counts its steps, of which each is one agent's decision.
        """
        settings = {"max_steps": max_cycles} | settings
        return parallel(raw_env(rules, illegal=illegal, **settings))

    return raw_env, env, parallel_env


def _limit(max_cycles: int | None, max_steps: int | None, seats: int) -> int | None:
    """Decisions after which an episode is cut. Raises: ValueError, TypeError."""
    max_cycles, max_steps = most(max_cycles, "max_cycles"), most(max_steps, "max_steps")
    limits = [max_cycles * seats] if max_cycles is not None else []
    return min(limits + ([max_steps] if max_steps is not None else []), default=None)
