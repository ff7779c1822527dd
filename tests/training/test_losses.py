"""Losses by the engine's code are those of torch, gradients included."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import Tensor  # noqa: E402

from shugi._fast.net.losses import (  # noqa: E402
    GivenLoss,
    LabelLoss,
    Loss,
    PolicyLoss,
    PreferenceLoss,
    ValueLoss,
)
from shugi.agents.model import Critic  # noqa: E402
from shugi.agents.model_config import ModelConfig  # noqa: E402
from shugi.training.learn.losses import (  # noqa: E402
    NUMBERS,
    PlayedDecisions,
    Weights,
    agreement,
    engine_policy_loss,
    label_loss,
    log_policy_of,
    policy_loss,
    preference_loss,
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
    loss.backward()
    assert own.grad is not None
    return float(loss.detach()), own.grad, rest


def by_engine(loss: Loss, logits: Tensor) -> tuple[float, Tensor, Any]:
    grad, means = loss.graded(logits.numpy())
    return loss.value(means), torch.from_numpy(grad), means


def assert_alike(fast: tuple[float, Tensor, Any], slow: tuple[float, Tensor, Any]) -> None:
    assert fast[0] == pytest.approx(slow[0], rel=1e-4, abs=1e-6)
    assert torch.allclose(fast[1], slow[1], rtol=1e-3, atol=1e-7)
    assert fast[1].abs().max() > 1e-5


@pytest.mark.parametrize("spread", [0.1, 2.0, 40.0])
def test_what_policies_are_taught(spread: float) -> None:
    logits, played = decisions(spread)
    fast = by_engine(engine_policy_loss(played, WEIGHTS), logits)
    slow = graded(lambda own: policy_loss(own, played, WEIGHTS), logits)
    assert_alike(fast, slow)
    assert list(slow[2]) == list(NUMBERS)
    assert fast[2] == pytest.approx(list(slow[2].values()), rel=1e-3, abs=1e-5)
    if spread < 40:
        assert 0.1 < slow[2]["clip_share"] < 0.9


@pytest.mark.parametrize("spread", [0.1, 2.0, 40.0])
@pytest.mark.parametrize("smoothing", [0.0, 0.02])
def test_what_imitators_are_taught(spread: float, smoothing: float) -> None:
    logits, played = decisions(spread)
    loss = LabelLoss(played.mask.numpy(), played.action.numpy(), smoothing)
    given = (played.mask, played.action, smoothing)
    slow = graded(lambda own: label_loss(own, *given), logits)
    assert_alike(by_engine(loss, logits), slow)


@pytest.mark.parametrize("spread", [0.1, 2.0, 40.0])
@pytest.mark.parametrize("smoothing", [0.0, 0.02])
def test_what_pupils_of_a_policy_are_taught(spread: float, smoothing: float) -> None:
    logits, played = decisions(spread)
    preference = 3 * played.reference.exp()
    loss = PreferenceLoss(played.mask.numpy(), preference.numpy(), smoothing)
    given = (played.mask, preference, smoothing)
    slow = graded(lambda own: preference_loss(own, *given), logits)
    assert_alike(by_engine(loss, logits), slow)


def test_agreement_is_counted_with_the_loss() -> None:
    logits, played = decisions(2.0)
    mask, preference = played.mask, played.reference.exp()
    said = log_policy_of(logits, mask)
    favourite = torch.where(mask != 0, preference, -1.0).argmax(dim=1)
    for loss, label in (
        (LabelLoss(mask.numpy(), played.action.numpy(), 0.02), played.action),
        (PreferenceLoss(mask.numpy(), preference.numpy(), 0.02), favourite),
    ):
        agreed = by_engine(loss, logits)[2][1]
        assert agreed == pytest.approx(agreement(said, label))
        assert 0 < agreed < 1
        best = torch.zeros_like(logits).scatter(1, label.long()[:, None], 3.0)
        assert by_engine(loss, best)[2][1] == 1


@pytest.mark.parametrize("bins", [0, 2, 51])
def test_what_critics_are_taught(bins: int) -> None:
    """Bins: none where the heads are plain."""
    torch.manual_seed(5)
    config = ModelConfig(hidden=8, bins=max(bins, 2), two_hot=bins > 0)
    critic, target = Critic(config), 300 * torch.randn(COUNT, 2)
    target[0], target[1] = critic.units[:, 0], critic.units[:, -1]
    target[2] = 0.0
    said = 3 * torch.randn(COUNT, 2, critic.width)
    loss = ValueLoss(target.numpy(), critic.units.numpy())
    fast = by_engine(loss, said.flatten(1))
    slow = graded(lambda own: critic.loss(own, target), said)
    assert_alike(fast, (slow[0], slow[1].flatten(1), None))


def test_who_is_sure_is_imitated_by_labels() -> None:
    logits, played = decisions(2.0)
    sure = torch.nn.functional.one_hot(played.action.long(), 128).float()
    mask = played.mask.numpy()
    soft = by_engine(PreferenceLoss(mask, sure.numpy(), 0.02), logits)
    hard = by_engine(LabelLoss(mask, played.action.numpy(), 0.02), logits)
    assert soft[0] == hard[0] and bool((soft[1] == hard[1]).all())


def test_the_teachers_policy_is_the_best_answer() -> None:
    _, played = decisions(2.0)
    loss = PreferenceLoss(played.mask.numpy(), played.reference.exp().numpy(), 0.0)
    _, grad, _ = by_engine(loss, played.reference)
    assert float(grad.abs().max()) < 1e-6


def test_labels_are_wanted() -> None:
    mask, label = torch.ones(1, 128, dtype=torch.uint8), torch.tensor([3], dtype=torch.uint8)
    sure, other = torch.zeros(1, 128), torch.zeros(1, 128)
    sure[0, 3] = other[0, 4] = 5.0
    loss = LabelLoss(mask.numpy(), label.numpy(), 0.02)
    first, second, third = (
        by_engine(loss, logits)[0] for logits in (sure, torch.zeros(1, 128), other)
    )
    assert first < second < third


def test_what_is_refused() -> None:
    zeros, row = np.zeros((2, 128), np.float32), np.zeros(2, np.float32)
    mask, label = np.ones((2, 128), np.uint8), np.zeros(2, np.uint8)
    mask[1, 0] = 0
    with pytest.raises(ValueError, match="label 0 of row 1 is not legal"):
        LabelLoss(mask, label, 0.0)
    with pytest.raises(ValueError, match="action 0 of row 1 is not legal"):
        PolicyLoss(mask, label, row, row, zeros, 0.1, 0.0, 0.0)
    with pytest.raises(ValueError, match="mask has a row without a legal action"):
        GivenLoss(0 * mask, zeros)
    label[1] = 1
    with pytest.raises(ValueError, match="gradient must be a float32 array"):
        GivenLoss(mask, zeros[:1])
    with pytest.raises(ValueError, match="label must be a uint8 array"):
        LabelLoss(mask[:1], label, 0.0)
    with pytest.raises(ValueError, match="said must be C-contiguous"):
        LabelLoss(mask, label, 0.0).graded(zeros[:, ::-1])
    with pytest.raises(ValueError, match="label must be a uint8 array"):
        LabelLoss(mask, label.astype(np.int64), 0.0)
    preferred = np.zeros((2, 128), np.float32)
    preferred[:, 0] = 1.0
    with pytest.raises(ValueError, match="row 1 prefers no legal action"):
        PreferenceLoss(mask, preferred, 0.0)
    preferred[1] = np.nan
    with pytest.raises(ValueError, match="row 1 prefers no legal action"):
        PreferenceLoss(mask, preferred, 0.0)
    with pytest.raises(ValueError, match="bins must ascend"):
        ValueLoss(zeros[:, :2].copy(), np.zeros((2, 3), np.float32))
    with pytest.raises(ValueError, match="target must be a float32 array"):
        ValueLoss(zeros, np.ones((2, 1), np.float32))
