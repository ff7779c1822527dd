"""The warm start: do as the rule baseline does, and learn what comes of it."""

from collections.abc import Callable

import numpy as np
from torch import Tensor

from shugi.agents.scripted import Baseline, Random
from shugi.training.learn.rollout import Rollout, RolloutBuffer


def teacher(
    rollout: Rollout, buffer: RolloutBuffer, noise: float, rng: np.random.Generator
) -> Callable[[int], None]:
    """A chooser for ``Rollout.play``: the baseline at every seat, now and then a random action.

    ``buffer.label`` gets what the baseline would do, at the random ones too.
    """
    baseline, random = Baseline(), Random()
    everybody = np.arange(rollout.n)

    def choose(t: int) -> None:
        buffer.label[t] = rollout.ask(baseline, buffer, t, everybody, rng)
        buffer.action[t] = buffer.label[t]
        rows = np.flatnonzero(rng.random(rollout.n) < noise)
        buffer.action[t, rows] = rollout.ask(random, buffer, t, rows, rng)

    return choose


def agreement(log_policy: Tensor, label: Tensor) -> float:
    """Share of decisions whose likeliest action is the label."""
    return float((log_policy.argmax(dim=1) == label.long()).float().mean())
