"""An agent that may not do certain things."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from shugi._fast.core.actions import ACTION_COUNT, TILE_ACTIONS, action_id
from shugi.agents.base import Agent, AgentError, Observation, preferences

WIN, WILD = action_id("win"), action_id("1w")
FLOAT, GO_ON = "float", "go_on"


class Banned:
    """Plays as ``agent`` does, but for some actions wherever it has another.

    Where the agent would take one of them it is asked again with a mask without them, so all else
    that it does stays the same.

    Args:
        agent: whose play it is; it must heed its mask.
        names: of the banned actions, such as "riichi"; "float" is the discard of a wildcard while
            the hand is won, "go_on" is all else than to win there.

    Raises:
        AgentError: a name that no action has.
    """

    def __init__(self, agent: Agent, names: Sequence[str]) -> None:
        self.agent, self.names = agent, tuple(names)
        self.name = f"no-{'+'.join(names)}({agent.name})"
        self.verbs = np.zeros(ACTION_COUNT, np.uint8)
        self.floats, self.goes_on = FLOAT in names, GO_ON in names
        for name in names:
            if name not in (FLOAT, GO_ON):
                try:
                    self.verbs[action_id(name)] = 1
                except ValueError as error:
                    raise AgentError(f"{self.name}: {error}") from None

    def banned(self, mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """(k, 128) of the legal actions those that are banned; none where there is no other."""
        out = mask & self.verbs
        if self.floats:
            out[:, WILD] |= mask[:, WILD] & mask[:, WIN]
        if self.goes_on:
            won = mask[:, WIN] & mask[:, :TILE_ACTIONS].max(axis=1)  # on the own turn
            out |= mask & won[:, None]
            out[:, WIN] = 0
        out[out.sum(axis=1) == mask.sum(axis=1)] = 0
        return out

    def binds(self, observation: Observation, seat: NDArray[np.int8]) -> NDArray[np.bool_]:
        """(k,) where the ban holds: everywhere."""
        return np.ones(len(seat), np.bool_)

    def act(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        actions = self.agent.act(observation, mask, seat, rng).copy()
        out = self.banned(mask)
        again = np.flatnonzero(out[np.arange(len(mask)), actions] & self.binds(observation, seat))
        if len(again):
            actions[again] = self._otherwise(observation, mask, seat, rng, again)
        return actions

    def _otherwise(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
        again: NDArray[np.int64],
    ) -> NDArray[np.uint8]:
        seen = Observation(observation.batch, observation.rows[again])
        left = mask[again] & ~self.banned(mask[again])
        actions = self.agent.act(seen, left, seat[again], rng)
        stubborn = np.flatnonzero(left[np.arange(len(left)), actions] == 0)
        if len(stubborn):
            name = observation.layout.action_name(int(actions[stubborn[0]]))
            raise AgentError(f"{self.agent.name} plays {name} although its mask bars it")
        return actions

    def preferences(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.float32]:
        """(k, 128) what the agent prefers of the rest."""
        left = mask & ~self.banned(mask)
        return preferences(self.agent, observation, left, seat, rng)
