"""What the policy is taught: to gain, or to do as a teacher does.

These are the definitions, in torch. On a CPU the engine works out the same, and gradients of the
weights with it (``shugi._fast.net.losses``), from legal actions alone.
"""

from dataclasses import asdict, dataclass, fields

import torch
from torch import Tensor

from shugi._fast.net.losses import PolicyLoss
from shugi.agents.model import log_policy_of

NUMBERS = ("policy_gain", "entropy", "kl_reference", "kl_behaviour", "clip_share")
LEAST = -60.0  # of a log-probability: what is not legal would take ten times as long


@dataclass(frozen=True)
class PlayedDecisions:
    """Decisions as they were played; (b,) but for mask and reference, (b, 128)."""

    mask: Tensor
    action: Tensor
    log_prob: Tensor
    advantage: Tensor
    reference: Tensor
    """Log-policy that the policy is held to."""


@dataclass(frozen=True)
class Weights:
    """Of the parts of PPO's loss."""

    clip: float
    entropy: float
    kl: float


def engine_policy_loss(played: PlayedDecisions, weights: Weights) -> PolicyLoss:
    """``policy_loss`` for the engine, on the CPU."""
    given = (getattr(played, field.name).contiguous().numpy() for field in fields(played))
    return PolicyLoss(*given, **asdict(weights))


def policy_loss(
    logits: Tensor, played: PlayedDecisions, weights: Weights
) -> tuple[Tensor, dict[str, float]]:
    """PPO's loss, and its ``NUMBERS``.

    Args:
        logits: (b, 128).
        played: the decisions as they were played.
        weights: of the parts of the loss.

    Returns:
        a scalar, and the numbers by name.
    """
    log_policy = log_policy_of(logits, played.mask)
    moved = log_policy.gather(1, played.action.long()[:, None]).squeeze(1) - played.log_prob
    ratio = moved.exp()
    clipped = ratio.clamp(1 - weights.clip, 1 + weights.clip)
    gain = torch.minimum(ratio * played.advantage, clipped * played.advantage).mean()
    chance = log_policy.clamp(min=LEAST).exp()
    # a forced win that opens a hand is asked for alone
    choices = played.mask.sum(1).clamp(min=2).float()
    entropy = (-(chance * log_policy).sum(1) / choices.log()).mean()
    kl = (chance * (log_policy - played.reference)).sum(1).mean()
    loss = -gain - weights.entropy * entropy + weights.kl * kl
    with torch.no_grad():
        away = (ratio - 1 - moved).mean()
        share = (ratio != clipped).float().mean()
        numbers = [float(number) for number in (gain, entropy, kl, away, share)]
    return loss, dict(zip(NUMBERS, numbers, strict=True))


def label_loss(logits: Tensor, mask: Tensor, label: Tensor, smoothing: float) -> Tensor:
    """Cross-entropy with the label, a part of which is spread evenly over the legal actions.

    Args:
        logits: (b, 128).
        mask: (b, 128), nonzero where legal.
        label: (b,) action ids.
        smoothing: that part.
    """
    preference = torch.nn.functional.one_hot(label.long(), mask.shape[1])
    return preference_loss(logits, mask, preference.float(), smoothing)


def preference_loss(logits: Tensor, mask: Tensor, preference: Tensor, smoothing: float) -> Tensor:
    """Cross-entropy with a teacher's policy, a part of which is spread over the legal actions.

    Args:
        logits: (b, 128).
        mask: (b, 128), nonzero where legal.
        preference: (b, 128) of the teacher for each action; a row need not sum to one.
        smoothing: that part.
    """
    legal, log_policy = mask != 0, log_policy_of(logits, mask)
    wanted = torch.where(legal, preference, 0.0)
    wanted = (1 - smoothing) * wanted / wanted.sum(1, keepdim=True)
    wanted = wanted + smoothing * legal / legal.sum(1, keepdim=True)
    return -(wanted * torch.where(legal, log_policy, 0.0)).sum(1).mean()


def agreement(log_policy: Tensor, label: Tensor) -> float:
    """Share of decisions whose likeliest action is the label."""
    return float((log_policy.argmax(dim=1) == label.long()).float().mean())
