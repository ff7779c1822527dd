"""PettingZoo: every seat of a game in turn, for any rule set.

The modules ``super_bingo_v0``, ``sanma_v0``, ... name the rule sets; the docstring of the first
describes spaces and rewards, which are chips, thousands of points, or the units of a regional game.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.rules.compile import Rules
from shugi.envs import render
from shugi.envs.observation import Observer, action_space
from shugi.envs.seat import Episode, as_rules

Observed = dict[str, NDArray[Any]]


def _seat_space(observer: Observer) -> spaces.Dict:
    mask = spaces.Box(0, 1, (ACTION_COUNT,), np.int8)
    return spaces.Dict({"observation": observer.space, "action_mask": mask})


Door = Callable[..., Any]


class TableEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """All seats of one game.

    Args:
        rules: a rule set's name, a rule file, or compiled rules; default: the class's ``preset``.
        episode: "game", or "hand": an episode is one hand, and the next ``reset`` without a seed
            goes on with the next hand of the game.
        max_cycles: truncate after ``max_cycles`` decisions for each seat on average.
        render_mode: None, "human", "ansi" or "rgb_array"; all hands are shown.
        rule_vector: end every observation with the rules as numbers (``Rules.vector``).
        overrides: rule options that differ from the rule set's.

    Raises:
        RulesError: unknown rule set or option. ValueError: any other argument that cannot be.
    """

    metadata: dict[str, Any] = {
        "name": "table_v0",
        "render_modes": list(render.MODES),
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
        render_mode: str | None = None,
        rule_vector: bool = False,
        **overrides: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            rules,
            episode=episode,
            max_cycles=max_cycles,
            render_mode=render_mode,
            rule_vector=rule_vector,
            **overrides,
        )
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles must be 1 or more, or None; got {max_cycles}")
        chosen = self.preset if rules is None else rules
        if chosen is None:
            raise ValueError("which rules? name a rule set, such as rules='super_bingo'")
        self.rules = as_rules(chosen, overrides)
        self.batch = Batch(self.rules, 1, auto_reset=False, episode=episode)
        self.max_cycles = max_cycles
        self.render_mode = render.checked_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.seats)]
        self.agents: list[str] = []
        self._observer = Observer(1, self.rules, rule_vector)
        self._observation_spaces = {
            agent: _seat_space(self._observer) for agent in self.possible_agents
        }
        self._action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._goes_on = False

    def observation_space(self, agent: str) -> spaces.Dict:
        self._seat_of(agent)
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[np.int64]":
        self._seat_of(agent)
        return self._action_spaces[agent]

    def _seat_of(self, agent: str) -> int:
        try:
            return self.possible_agents.index(agent)
        except ValueError:
            names = ", ".join(self.possible_agents)
            raise ValueError(f"there is no agent {agent!r}; agents are {names}") from None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; with a seed, a new game that the seed alone determines.

        With option ``rematch``, the third place of a finished game deals first in the next.
        ``options`` is part of PettingZoo's interface and has no effect.
        """
        dealer = self.batch.next_dealer(0)
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
            self._goes_on = False
            dealer = 0
        if not self._goes_on:
            key = self._random.integers(2**63, size=1, dtype=np.uint64)
            self.batch.reset(key, first_dealer=dealer)
        self._decisions = 0
        self._goes_on = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.batch.seat[0]]
        self._show()

    def observe(self, agent: str) -> Observed:
        """The flat observation of ``agent``, and its mask: zeros when it is not to move."""
        seat = self._seat_of(agent)
        features = self._observer.features(self.batch, np.array([seat], np.int8))[0]
        mask = np.zeros(ACTION_COUNT, np.int8)
        if agent in self.agents and seat == self.batch.seat[0] and not self._ended(agent):
            mask[self.batch.legal_actions(0)] = 1
        return {"observation": features, "action_mask": mask}

    def _ended(self, agent: str) -> bool:
        return self.terminations[agent] or self.truncations[agent]

    def step(self, action: int | None) -> None:
        """Apply an action id (None for an agent whose episode has ended).

        Raises:
            IllegalAction: names the action and the legal ones; nothing has changed.
        """
        if self._ended(self.agent_selection):
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} is to move: an action id is needed, not None")
        self.batch.step_one(0, int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._decisions += 1
        self.rewards = dict(zip(self.agents, self.batch.reward[0].tolist(), strict=True))
        if self.batch.done[0]:
            self._finish()
        else:
            self.agent_selection = self.agents[self.batch.seat[0]]
            limit = self.max_cycles
            if limit is not None and self._decisions >= limit * len(self.agents):
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()
        self._show()

    def _finish(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self._goes_on = bool(self.batch.seat[0] >= 0)
        if self._goes_on:
            return
        for seat, agent in enumerate(self.agents):
            self.infos[agent] = {
                "rank": int(self.batch.final_rank[0, seat]),
                "score": int(self.batch.final_score[0, seat]),
                "result": float(self.batch.final_result[0, seat]),
            }

    def _show(self) -> None:
        if self.render_mode == "human":
            print(render.picture(self.batch, 0, "ansi"))

    def render(self) -> Any:
        """The table: text for "ansi", pixels for "rgb_array"; "human" has printed it already."""
        if self.render_mode is None or self.render_mode == "human":
            return None
        return render.picture(self.batch, 0, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def wrapped(raw: TableEnv) -> Any:
    """The environment behind PettingZoo's usual wrappers: an illegal action ends it at -1."""
    env = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def parallel(raw: TableEnv) -> Any:
    """PettingZoo's parallel view: all agents are observed, only the one to move is heeded."""
    return turn_based_aec_to_parallel(wrapped(raw))


def doors(module: str, preset: str) -> tuple[type[TableEnv], Door, Door]:
    """What a module of a rule set exports: ``raw_env``, ``env``, ``parallel_env``."""
    name = module.rpartition(".")[2]
    members = {
        "__module__": module,
        "__doc__": "The environment without wrappers; arguments as in ``TableEnv``.",
        "metadata": {**TableEnv.metadata, "name": name},
        "preset": preset,
    }
    raw_env = type("raw_env", (TableEnv,), members)

    def env(**options: Any) -> Any:
        """The environment as PettingZoo's tools expect it."""
        return wrapped(raw_env(**options))

    def parallel_env(**options: Any) -> Any:
        """The parallel view: all agents are observed, only the one to move is heeded."""
        return parallel(raw_env(**options))

    return raw_env, env, parallel_env
