"""The warm start: do as the rule baseline does, and learn what comes of it."""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from shugi.agents.scripted import Baseline, Random
from shugi.training.rollout import Rollout, Segment


def teacher(
    rollout: Rollout, segment: Segment, noise: float, rng: np.random.Generator
) -> Callable[[int], None]:
    """A chooser for ``Rollout.play``: the baseline at every seat, now and then a random action.

    ``segment.label`` gets what the baseline would do, at the random ones too.
    """
    baseline, random = Baseline(), Random()
    everybody = np.arange(rollout.n)

    def choose(t: int) -> None:
        segment.label[t] = rollout.ask(baseline, segment, t, everybody, rng)
        segment.action[t] = segment.label[t]
        rows = np.flatnonzero(rng.random(rollout.n) < noise)
        segment.action[t, rows] = rollout.ask(random, segment, t, rows, rng)

    return choose


def imitation_loss(log_policy: Tensor, mask: Tensor, label: Tensor, smoothing: float) -> Tensor:
    """Cross-entropy with the label, a part of which is spread evenly over the legal actions.

    Args:
        log_policy: (b, 128) log-probabilities.
        mask: (b, 128), nonzero where legal.
        label: (b,) action ids.
        smoothing: that part.
    """
    legal = mask != 0
    at_label = log_policy.gather(1, label.long().unsqueeze(1)).squeeze(1)
    evenly = torch.where(legal, log_policy, 0.0).sum(1) / legal.sum(1)
    return -((1 - smoothing) * at_label + smoothing * evenly).mean()


def agreement(log_policy: Tensor, label: Tensor) -> float:
    """Share of decisions whose likeliest action is the label."""
    return float((log_policy.argmax(dim=1) == label.long()).float().mean())
