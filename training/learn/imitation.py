"""The warm start: do as a teacher does, and learn what comes of it."""

from collections.abc import Callable, Sequence

import numpy as np

from shugi.agents.base import Agent
from shugi.agents.scripted import Baseline, Random
from shugi.envs.common.arrays import I64, U8, Rng
from shugi.training.learn.buffer import RolloutBuffer
from shugi.training.learn.rollout import GameRollout

Draw = Callable[[int, I64], U8]


def teacher(
    rollout: GameRollout,
    buffer: RolloutBuffer,
    noise: float,
    rng: Rng,
    teachers: Agent | Sequence[Agent] | None = None,
    own: float = 0.0,
    draw: Draw | None = None,
) -> Callable[[int], None]:
    """A chooser for ``Rollout.play``: the teacher at every seat, now and then another action.

    ``buffer.label`` gets what the teacher would do, at the other actions too. A buffer that holds
    preferences gets them, and the label is what the teacher prefers.

    Args:
        noise: share of decisions at which the action is a random one.
        teachers: who is imitated, one in all games or one for each lot; None: the rule baseline.
        own: share of decisions at which the pupil plays, so that it learns what to do where its
            own play leads (DAgger).
        draw: (time, games) -> the pupil's actions; needed where ``own`` is above 0.
    """
    random, everyone = Random(), np.arange(rollout.n)
    asked = teachers or Baseline()

    def choose(t: int) -> None:
        if buffer.preferred:
            preferred = rollout.ask_preferences(asked, buffer, t, everyone, rng)
            buffer.preference[t], buffer.label[t] = preferred, preferred.argmax(axis=1)
        else:
            buffer.label[t] = rollout.ask(asked, buffer, t, everyone, rng)
        buffer.action[t] = buffer.label[t]
        rows = np.flatnonzero(rng.random(rollout.n) < noise)
        buffer.action[t, rows] = rollout.ask(random, buffer, t, rows, rng)
        if own > 0 and draw is not None:
            rows = np.flatnonzero(rng.random(rollout.n) < own)
            if len(rows):
                buffer.action[t, rows] = draw(t, rows)

    return choose
