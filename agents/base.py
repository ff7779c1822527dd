"""The protocol of everything that plays: a batch of decisions in, a batch of actions out."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from shugi.envs.observation import Observation

__all__ = ["Agent", "AgentError", "Observation"]


class AgentError(ValueError):
    """An agent that does not exist or cannot play here."""


class Agent(Protocol):
    """Plays any number of games at once. Keeps nothing between calls that a game depends on."""

    name: str

    def act(
        self,
        observation: Observation,
        mask: NDArray[np.uint8],
        seat: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.uint8]:
        """Choose one legal action for each of ``k`` games.

        Args:
            observation: what the seats see; ``len(observation) == k``.
            mask: (k, 128) uint8, 1 where the action is legal; every row has at least one.
            seat: (k,) int8, the seat that decides.
            rng: the only source of chance an agent may use.

        Returns:
            (k,) uint8 action ids.
        """
