"""An agent that may not do certain things."""

from collections.abc import Sequence

import numpy as np

from shugi._fast.core.actions import ACTION_COUNT, TILE_ACTIONS, action_id
from shugi.agents.base import Agent, AgentError, Observation, preferences
from shugi.envs.common.arrays import F32, U8, Bools, Rng

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
        if hasattr(agent, "games_at_once"):
            self.games_at_once = agent.games_at_once
        self.verbs = np.zeros(ACTION_COUNT, np.uint8)
        self.floats, self.goes_on = FLOAT in names, GO_ON in names
        for name in names:
            if name not in (FLOAT, GO_ON):
                try:
                    self.verbs[action_id(name)] = 1
                except ValueError as error:
                    raise AgentError(f"{self.name}: {error}") from None

    def banned(self, mask: U8) -> U8:
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

    def binds(self, seen: Observation) -> Bools:
        """(k,) where the ban holds: everywhere."""
        return np.ones(len(seen), np.bool_)

    def act(self, seen: Observation, rng: Rng) -> U8:
        actions = self.agent.act(seen, rng).copy()
        out = self.banned(seen.mask)
        again = np.flatnonzero(out[np.arange(len(seen)), actions] & self.binds(seen))
        if len(again):
            actions[again] = self._otherwise(seen.part(again, self._left(seen.mask[again])), rng)
        return actions

    def _left(self, mask: U8) -> U8:
        return mask & ~self.banned(mask)

    def _otherwise(self, seen: Observation, rng: Rng) -> U8:
        actions = self.agent.act(seen, rng)
        stubborn = np.flatnonzero(seen.mask[np.arange(len(seen)), actions] == 0)
        if len(stubborn):
            name = seen.layout.action_name(int(actions[stubborn[0]]))
            raise AgentError(f"{self.agent.name} plays {name} although its mask bars it")
        return actions

    def preferences(self, seen: Observation, rng: Rng) -> F32:
        """(k, 128) what the agent prefers of the rest."""
        left = Observation(seen.batch, seen.rows, self._left(seen.mask))
        return preferences(self.agent, left, rng)
