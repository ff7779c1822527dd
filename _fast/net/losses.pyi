"""Losses over the legal actions of decisions, and their gradients in the logits.

Rows are decisions; ``logits`` (b, 128) float32 and ``mask`` (b, 128) uint8, nonzero where legal.
What a loss is, ``shugi.training.learn.losses`` says in torch; these are the same to rounding.
Arrays are C-contiguous. All raise ValueError: an array of another shape, dtype or order, an
action that is not legal, preferences for no legal action.
"""

import numpy as np
from numpy.typing import NDArray

def policy_loss(
    logits: NDArray[np.float32],
    mask: NDArray[np.uint8],
    action: NDArray[np.uint8],
    log_prob: NDArray[np.float32],
    advantage: NDArray[np.float32],
    reference: NDArray[np.float32],
    clip: float,
    entropy: float,
    kl: float,
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """PPO's loss.

    Args:
        action: (b,) that was taken.
        log_prob: (b,) of it, then.
        advantage: (b,) of it.
        reference: (b, 128) log-policy that the policy is held to.
        clip: how far the probability ratio counts.
        entropy: weight of the normalised entropy.
        kl: weight of the divergence from the reference.

    Returns:
        (b, 128) the gradient; and means: gain, normalised entropy, divergence from the
        reference, from the behaviour, share of ratios that were clipped.
    """

def label_loss(
    logits: NDArray[np.float32],
    mask: NDArray[np.uint8],
    label: NDArray[np.uint8],
    smoothing: float,
) -> tuple[NDArray[np.float32], float]:
    """Cross-entropy with labels (b,), of which ``smoothing`` is spread over all legal actions.

    Returns:
        (b, 128) the gradient, and the loss.
    """

def preference_loss(
    logits: NDArray[np.float32],
    mask: NDArray[np.uint8],
    preference: NDArray[np.float32],
    smoothing: float,
) -> tuple[NDArray[np.float32], float]:
    """Cross-entropy with preferences (b, 128), of which ``smoothing`` is spread over all legal
    actions. A row's preferences for legal actions count as shares of their sum.

    Returns:
        (b, 128) the gradient, and the loss.
    """
