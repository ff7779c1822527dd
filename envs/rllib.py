"""RLlib: every seat of a game as an agent of a ``MultiAgentEnv``, for the new API stack.

```python
from ray.rllib.algorithms.ppo import PPOConfig
from shugi.envs.rllib import TableMultiAgentEnv

config = PPOConfig().environment(TableMultiAgentEnv, env_config={"rules": "super_bingo"})
```

Observations are ``{"observations", "action_mask"}``, the names that RLlib's own
``ActionMaskingTorchRLModule`` looks for. Only the agent to move is observed. Rewards are told to
every agent at each step; RLlib adds them up until the agent's next decision.
"""

from typing import Any

import numpy as np
from gymnasium import spaces

from shugi._fast.core.actions import ACTION_COUNT
from shugi.envs.aec import TableEnv

try:
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as error:
    raise ImportError("shugi.envs.rllib needs RLlib: pip install 'ray[rllib]'") from error

__all__ = ["TableMultiAgentEnv"]

Told = dict[str, Any]


class TableMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]
    """All seats of one game.

    Args:
        config: options of ``shugi.envs.aec.TableEnv`` (``rules``, ``episode``, ``max_cycles``,
            rule options); ``rules`` by default Super Bingo.

    Raises:
        RulesError: unknown rule set or option. ValueError: any other argument that cannot be.
    """

    def __init__(self, config: Told | None = None) -> None:
        super().__init__()
        self.table = TableEnv(**{"rules": "super_bingo", "illegal": "end", **(config or {})})
        self.possible_agents = list(self.table.possible_agents)
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: self._space(agent) for agent in self.agents}
        self.action_spaces = {agent: self.table.action_space(agent) for agent in self.agents}

    def _space(self, agent: str) -> spaces.Dict:
        own = self.table.observation_space(agent)
        mask = spaces.Box(0.0, 1.0, (ACTION_COUNT,), np.float32)
        return spaces.Dict({"observations": own["observation"], "action_mask": mask})

    def _seen(self, *agents: str) -> Told:
        """What agents see; the mask of one who may do nothing is zero."""
        seen = {agent: self.table.observe(agent) for agent in agents}
        return {
            agent: {
                "observations": one["observation"],
                "action_mask": one["action_mask"].astype(np.float32),
            }
            for agent, one in seen.items()
        }

    def reset(self, *, seed: int | None = None, options: Told | None = None) -> tuple[Told, Told]:
        """Begin an episode."""
        self.table.reset(seed=seed)
        self.agents = self.possible_agents[:]
        return self._seen(self.table.agent_selection), {}

    def step(self, action_dict: Told) -> tuple[Told, Told, Told, Told, Told]:
        """Apply the action of the agent to move; an illegal one ends the episode at -1 for it."""
        table = self.table
        table.step(action_dict[table.agent_selection])
        rewards = dict(table.rewards)
        ended = {**table.terminations, "__all__": all(table.terminations.values())}
        cut = {**table.truncations, "__all__": all(table.truncations.values())}
        if not (ended["__all__"] or cut["__all__"]):
            return self._seen(table.agent_selection), rewards, ended, cut, {}
        last = self._seen(*self.possible_agents)
        return last, rewards, ended, cut, {agent: dict(table.infos[agent]) for agent in last}
