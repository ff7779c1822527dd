"""The warm start: do as a teacher does, and learn what comes of it."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from shugi.agents.base import Agent
from shugi.agents.scripted import Baseline, Random
from shugi.training.learn.rollout import Rollout, RolloutBuffer

Draw = Callable[[int, NDArray[np.int64]], NDArray[np.uint8]]


class Teachers:
    """Who is imitated in which games.

    Args:
        agents: one for each rule set of a run.
        set_of: (n,) which of the rule sets each game is of.
    """

    def __init__(self, agents: Sequence[Agent], set_of: NDArray[np.int64]) -> None:
        self.tables = [(agent, np.flatnonzero(set_of == i)) for i, agent in enumerate(agents)]

    @classmethod
    def baseline(cls, n: int) -> "Teachers":
        """The rule baseline in all of ``n`` games."""
        return cls([Baseline()], np.zeros(n, np.int64))

    def ask(
        self, rollout: Rollout, buffer: RolloutBuffer, t: int, rng: np.random.Generator
    ) -> NDArray[np.uint8]:
        """(n,) what the teacher would do at time ``t`` in every game.

        A buffer that holds preferences gets them, and the teacher does what it prefers.
        """
        found = np.zeros(rollout.n, np.uint8)
        for agent, rows in self.tables:
            if buffer.preferred:
                preferred = rollout.ask_preferences(agent, buffer, t, rows, rng)
                buffer.preference[t, rows] = preferred
                found[rows] = preferred.argmax(axis=1)
            else:
                found[rows] = rollout.ask(agent, buffer, t, rows, rng)
        return found


def teacher(
    rollout: Rollout,
    buffer: RolloutBuffer,
    noise: float,
    rng: np.random.Generator,
    teachers: Teachers | None = None,
    own: float = 0.0,
    draw: Draw | None = None,
) -> Callable[[int], None]:
    """A chooser for ``Rollout.play``: the teacher at every seat, now and then another action.

    ``buffer.label`` gets what the teacher would do, at the other actions too.

    Args:
        noise: share of decisions at which the action is a random one.
        teachers: who is imitated; by default the rule baseline.
        own: share of decisions at which the pupil plays, so that it learns what to do where its
            own play leads (DAgger).
        draw: (time, games) -> the pupil's actions; needed where ``own`` is above 0.
    """
    random, asked = Random(), teachers or Teachers.baseline(rollout.n)

    def choose(t: int) -> None:
        buffer.label[t] = asked.ask(rollout, buffer, t, rng)
        buffer.action[t] = buffer.label[t]
        rows = np.flatnonzero(rng.random(rollout.n) < noise)
        buffer.action[t, rows] = rollout.ask(random, buffer, t, rows, rng)
        if own > 0 and draw is not None:
            rows = np.flatnonzero(rng.random(rollout.n) < own)
            if len(rows):
                buffer.action[t, rows] = draw(t, rows)

    return choose


def agreement(log_policy: Tensor, label: Tensor) -> float:
    """Share of decisions whose likeliest action is the label."""
    return float((log_policy.argmax(dim=1) == label.long()).float().mean())
