"""Losses of decisions, and their gradients in what a network says of them.

Rows are decisions; ``mask`` (b, 128) uint8, nonzero where legal. What a loss is,
``shugi.training.learn.losses`` and ``shugi.agents.model.Critic`` say in torch; these are the same
to rounding, a mean over the decisions. Arrays are C-contiguous, and stay as they are while a loss
is in use. All raise ValueError: an array of another shape, dtype or order, an action that is not
legal, a decision without one, preferences for no legal action.
"""

from typing import Self

import numpy as np
from numpy.typing import NDArray

class Loss:
    """A loss of some decisions."""

    count: int
    """Decisions."""
    width: int
    """Numbers that a network says of each."""
    of_actions: bool
    """Whether these are logits of actions."""

    def __len__(self) -> int:
        """Decisions."""
    def graded(self, said: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """The gradient, and the means of what the loss counts.

        Args:
            said: (b, width) by the network.
        """
    def value(self, means: NDArray[np.float64]) -> float:
        """The loss, of the means of what it counts."""

class PolicyLoss(Loss):
    """PPO's loss. It counts gain, normalised entropy, divergence from the reference, from the
    behaviour, and ratios that were clipped.

    Args:
        action: (b,) uint8 that was taken.
        log_prob: (b,) of it, then.
        advantage: (b,) of it.
        reference: (b, 128) log-policy that the policy is held to.
        clip: how far the probability ratio counts.
        entropy: weight of the normalised entropy.
        kl: weight of the divergence from the reference.
    """

    def __new__(
        cls,
        mask: NDArray[np.uint8],
        action: NDArray[np.uint8],
        log_prob: NDArray[np.float32],
        advantage: NDArray[np.float32],
        reference: NDArray[np.float32],
        clip: float,
        entropy: float,
        kl: float,
    ) -> Self: ...

class LabelLoss(Loss):
    """Cross-entropy with labels (b,), of which ``smoothing`` is spread over all legal actions.
    Counted with it: decisions whose likeliest action is the label."""

    def __new__(
        cls, mask: NDArray[np.uint8], label: NDArray[np.uint8], smoothing: float
    ) -> Self: ...

class PreferenceLoss(Loss):
    """Cross-entropy with preferences (b, 128), of which ``smoothing`` is spread over all legal
    actions. A row's preferences for legal actions count as shares of their sum. Counted with it:
    decisions whose likeliest action is the one that is preferred most."""

    def __new__(
        cls, mask: NDArray[np.uint8], preference: NDArray[np.float32], smoothing: float
    ) -> Self: ...

class GivenLoss(Loss):
    """A loss whose gradient in the logits (b, 128) is known. It counts nothing."""

    def __new__(cls, mask: NDArray[np.uint8], gradient: NDArray[np.float32]) -> Self: ...

class ValueLoss(Loss):
    """A critic's cross-entropy with two-hot targets, or the squares of how far plain heads are off.

    Args:
        target: (b, 2).
        bins: (2, n) that each head's numbers stand for, ascending; with one, its unit.
    """

    def __new__(cls, target: NDArray[np.float32], bins: NDArray[np.float32]) -> Self: ...
