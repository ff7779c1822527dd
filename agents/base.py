"""The protocol of everything that plays: a batch of decisions in, a batch of actions out."""

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi.envs.common.arrays import F32, I64, U8, Rng
from shugi.envs.common.imports import needed
from shugi.envs.observation import Observation

__all__ = ["Agent", "AgentError", "Observation", "Preferring", "preferences"]

WEIGHTS_NAME = "model.safetensors"  # in the folder of a run
AUTO = "auto"  # a precision: the engine's where the network is on the processor
INT8 = "int8"  # a precision: evaluated by the engine
PRECISIONS = (AUTO, INT8, "bf16", "fp32")


class AgentError(ValueError):
    """An agent that does not exist or cannot play here."""


def not_installed(what: object, error: ImportError) -> AgentError:
    """An agent whose networks need a package that is not there."""
    return AgentError(needed(what, error))


def check_precision(precision: str) -> None:
    """Raises: AgentError for one that does not exist."""
    if precision not in PRECISIONS:
        raise AgentError(f"precision must be one of {', '.join(PRECISIONS)}, not {precision!r}")


class Agent(Protocol):
    """Plays any number of games at once. Keeps nothing between calls that a game depends on.

    An agent for which hundreds of games are too many, such as one with a process for each, may have
    an attribute ``games_at_once``: matches play so many, but never less than a set.
    """

    name: str

    def act(self, seen: Observation, rng: Rng) -> U8:
        """Choose one legal action for each of ``k`` games.

        Args:
            seen: what the seats see and may do; ``len(seen) == k``.
            rng: the only source of chance an agent may use.

        Returns:
            (k,) uint8 action ids.
        """


def games_at_once(agent: object, default: int) -> int:
    """How many games at once an agent wants to be asked about.

    Raises: AgentError: it wants what is no number of games.
    """
    wanted = getattr(agent, "games_at_once", default)
    if not isinstance(wanted, int) or wanted < 1:
        name = getattr(agent, "name", agent)
        raise AgentError(f"agent {name!r}: games_at_once must be at least 1, not {wanted!r}")
    return wanted


@runtime_checkable
class Preferring(Protocol):
    """An agent that can say how much it prefers each action, whatever it then plays."""

    def preferences(self, seen: Observation, rng: Rng) -> F32:
        """(k, 128) probabilities of its policy; zero where illegal."""


def preferences(agent: Agent, seen: Observation, rng: Rng) -> F32:
    """(k, 128) how much ``agent`` prefers each action: its policy, or all for what it plays."""
    ask = getattr(agent, "preferences", None)  # isinstance of Preferring takes ten times as long
    if ask is not None:
        preferred: F32 = ask(seen, rng)
        return preferred
    chosen = np.zeros(seen.mask.shape, np.float32)
    chosen[np.arange(len(seen)), agent.act(seen, rng)] = 1.0
    return chosen


def fill_actions(
    batch: Batch, asked: Iterable[tuple[Agent, I64]], mask: U8, actions: U8, rng: Rng
) -> None:
    """Ask each agent what it does in its games of a batch.

    Args:
        batch: n games.
        asked: agents, and the games of each; who has none is not asked.
        mask: (n, 128) the legal actions.
        actions: (n,) filled in at these games.
        rng: chance, of all of them in turn.
    """
    for agent, rows in asked:
        if len(rows):
            actions[rows] = agent.act(Observation(batch, rows, mask[rows]), rng)
