"""Losses by the engine's code are those of torch, gradients included."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import Tensor  # noqa: E402

from shugi._fast.net import losses as engine  # noqa: E402
from shugi.training.learn.losses import (  # noqa: E402
    NUMBERS,
    PlayedDecisions,
    Weights,
    label_loss,
    label_loss_in_torch,
    log_policy_of,
    policy_loss,
    policy_loss_in_torch,
    preference_loss,
    preference_loss_in_torch,
)

COUNT = 300
WEIGHTS = Weights(clip=0.2, entropy=0.05, kl=0.3)


def decisions(spread: float) -> tuple[Tensor, PlayedDecisions]:
    """Logits, and decisions that were played by a policy not far from theirs."""
    torch.manual_seed(3)
    logits = spread * torch.randn(COUNT, 128)
    mask = (torch.rand(COUNT, 128) < 0.1).to(torch.uint8)
    mask[:, 7] = 1
    mask[0], mask[1, :7], mask[1, 8:] = 1, 0, 0  # all actions are legal; one alone is
    before = log_policy_of(logits + 0.3 * torch.randn(COUNT, 128), mask)
    action = torch.multinomial(before.exp(), 1).squeeze(1)
    log_prob = before.gather(1, action[:, None]).squeeze(1)
    reference = log_policy_of(torch.randn(COUNT, 128), mask)
    advantage = torch.randn(COUNT)
    advantage[2] = 0.0
    return logits, PlayedDecisions(mask, action.to(torch.uint8), log_prob, advantage, reference)


def graded(loss_of: Any, logits: Tensor) -> tuple[float, Tensor, Any]:
    own = logits.clone().requires_grad_()
    found = loss_of(own)
    loss, rest = found if isinstance(found, tuple) else (found, None)
    (2 * loss).backward()
    assert own.grad is not None
    return float(loss.detach()), own.grad, rest


@pytest.mark.parametrize("spread", [0.1, 2.0, 40.0])
def test_what_policies_are_taught(spread: float) -> None:
    logits, played = decisions(spread)
    fast = graded(lambda own: policy_loss(own, played, WEIGHTS), logits)
    slow = graded(lambda own: policy_loss_in_torch(own, played, WEIGHTS), logits)
    assert fast[0] == pytest.approx(slow[0], rel=1e-4, abs=1e-6)
    assert torch.allclose(fast[1], slow[1], rtol=1e-3, atol=1e-7)
    assert fast[1].abs().max() > 1e-4
    assert list(fast[2]) == list(NUMBERS)
    assert fast[2] == pytest.approx(slow[2], rel=1e-3, abs=1e-5)
    if spread < 40:
        assert 0.1 < fast[2]["clip_share"] < 0.9


@pytest.mark.parametrize("spread", [0.1, 2.0, 40.0])
@pytest.mark.parametrize("smoothing", [0.0, 0.02])
@pytest.mark.parametrize("taught", ["labels", "preferences"])
def test_what_imitators_are_taught(taught: str, spread: float, smoothing: float) -> None:
    logits, played = decisions(spread)
    in_engine, in_torch, wanted = {
        "labels": (label_loss, label_loss_in_torch, played.action),
        "preferences": (preference_loss, preference_loss_in_torch, 3 * played.reference.exp()),
    }[taught]
    fast, slow = (
        graded(lambda own, loss=loss: loss(own, played.mask, wanted, smoothing), logits)
        for loss in (in_engine, in_torch)
    )
    assert fast[0] == pytest.approx(slow[0], rel=1e-4, abs=1e-6)
    assert torch.allclose(fast[1], slow[1], rtol=1e-3, atol=1e-7)


def test_who_is_sure_is_imitated_by_labels() -> None:
    logits, played = decisions(2.0)
    sure = torch.nn.functional.one_hot(played.action.long(), 128).float()
    soft = graded(lambda own: preference_loss(own, played.mask, sure, 0.02), logits)
    hard = graded(lambda own: label_loss(own, played.mask, played.action, 0.02), logits)
    assert soft[0] == hard[0] and bool((soft[1] == hard[1]).all())


def test_the_teachers_policy_is_the_best_answer() -> None:
    _, played = decisions(2.0)
    wanted = played.reference.exp()
    _, grad, _ = graded(
        lambda own: preference_loss(own, played.mask, wanted, 0.0), played.reference.clone()
    )
    assert float(grad.abs().max()) < 1e-6


def test_labels_are_wanted() -> None:
    mask, label = torch.ones(1, 128, dtype=torch.uint8), torch.tensor([3], dtype=torch.uint8)
    sure, other = torch.zeros(1, 128), torch.zeros(1, 128)
    sure[0, 3] = other[0, 4] = 5.0
    first, second, third = (
        float(label_loss(logits, mask, label, 0.02))
        for logits in (sure, torch.zeros(1, 128), other)
    )
    assert first < second < third


def test_what_is_refused() -> None:
    logits = np.zeros((2, 128), np.float32)
    mask = np.ones((2, 128), np.uint8)
    label = np.zeros(2, np.uint8)
    mask[1, 0] = 0
    with pytest.raises(ValueError, match="label 0 of row 1 is not legal"):
        engine.label_loss(logits, mask, label, 0.0)
    zeros = np.zeros(2, np.float32)
    with pytest.raises(ValueError, match="action 0 of row 1 is not legal"):
        engine.policy_loss(logits, mask, label, zeros, zeros, logits, 0.1, 0.0, 0.0)
    with pytest.raises(ValueError, match="mask must be a uint8 array"):
        engine.label_loss(logits, mask[:1], label, 0.0)
    with pytest.raises(ValueError, match="logits must be C-contiguous"):
        engine.label_loss(logits[:, ::-1], mask, label, 0.0)
    with pytest.raises(ValueError, match="label must be a uint8 array"):
        engine.label_loss(logits, mask, label.astype(np.int64), 0.0)
    preferred = np.zeros((2, 128), np.float32)
    preferred[:, 0] = 1.0
    with pytest.raises(ValueError, match="row 1 prefers no legal action"):
        engine.preference_loss(logits, mask, preferred, 0.0)
    preferred[1] = np.nan
    with pytest.raises(ValueError, match="row 1 prefers no legal action"):
        engine.preference_loss(logits, mask, preferred, 0.0)
