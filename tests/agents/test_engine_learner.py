"""What networks learn in the engine is what they learn in torch, gradients included."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
import torch  # noqa: E402
from torch import Tensor, nn  # noqa: E402

from shugi._fast.batch.batch import Batch  # noqa: E402
from shugi._fast.net.losses import (  # noqa: E402
    LabelLoss,
    Loss,
    PolicyLoss,
    PreferenceLoss,
    ValueLoss,
)
from shugi._fast.net.policy import TIERS  # noqa: E402
from shugi.agents.engine_learner import NetworkLearner  # noqa: E402
from shugi.agents.model import Critic, Policy, log_policy_of  # noqa: E402
from shugi.agents.model_config import ModelConfig  # noqa: E402
from shugi.agents.sums import SparsePositions  # noqa: E402
from shugi.envs import load_rules  # noqa: E402
from shugi.training.learn.losses import (  # noqa: E402
    PlayedDecisions,
    Weights,
    engine_policy_loss,
    label_loss,
    policy_loss,
    preference_loss,
)
from tests.agents.test_trunk import kept_of, shaken  # noqa: E402

GAMES = 150
SHAPES: dict[str, dict[str, Any]] = {
    "usual": {"hidden": 128, "last": 64, "critic_hidden": 64},
    "odd": {"hidden": 33, "last": 21, "kinds": (9, 30), "channels": 7, "bins": 5},
    "plain": {"hidden": 40, "oracle": False, "two_hot": False},
    "cards": {"hidden": 24, "layout": "cards", "kinds": (0, 36)},
}
SETS = {"cards": ("piquet", "ninety_nine")}
WEIGHTS = Weights(clip=0.2, entropy=0.05, kl=0.3)
ALONE = 5  # a decision with one legal action


class Lesson:
    """Decisions of several rule sets, and what there is to learn of them."""

    def __init__(self, shape: str, count: int) -> None:
        torch.manual_seed(3)
        self.config = ModelConfig(**SHAPES[shape])
        self.sets = [load_rules(name) for name in SETS.get(shape, ("super_bingo", "sanma_base"))]
        batch = Batch(self.sets[0], GAMES, seed=2)
        layout, drawn = batch.layout, np.zeros(GAMES, np.uint8)
        for step in range(30):
            batch.sample(drawn, step)
            batch.step(drawn)
        planes = np.zeros((GAMES, layout.planes, layout.places), np.uint8)
        numbers = np.zeros((GAMES, layout.globals), np.float32)
        oracle = np.zeros((GAMES, layout.oracle_planes, layout.places), np.uint8)
        mask = np.zeros((GAMES, 128), np.uint8)
        batch.observe(planes, numbers)
        batch.observe_oracle(oracle)
        batch.legal(mask)
        picks = np.random.default_rng(0).integers(0, GAMES, count)  # some of them twice
        if count > ALONE:
            mask[picks[ALONE], 1 + mask[picks[ALONE]].argmax() :] = 0
        self.kept: SparsePositions = kept_of(planes, numbers, oracle, picks=picks)
        self.mask = torch.from_numpy(mask[picks])
        self.lots = np.random.default_rng(1).integers(0, 2, count).astype(np.int32)

    def learner(self, network: Policy | Critic, **settings: Any) -> NetworkLearner:
        return NetworkLearner(network, len(self.sets), **settings)

    def terms(self, network: Policy | Critic) -> Tensor:
        return network.of_rules(self.sets)[torch.from_numpy(self.lots).long()]

    def values(self, network: Policy | Critic) -> Tensor:
        return network.trunk.values_of(self.sets)

    def played(self) -> PlayedDecisions:
        count = len(self.mask)
        before = log_policy_of(torch.randn(count, 128), self.mask)
        action = torch.multinomial(before.exp(), 1)
        return PlayedDecisions(
            self.mask,
            action.squeeze(1).to(torch.uint8),
            before.gather(1, action).squeeze(1),
            torch.randn(count),
            log_policy_of(torch.randn(count, 128), self.mask),
        )


def gradients(network: nn.Module, loss: Tensor) -> dict[str, Tensor]:
    network.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    weights = network.named_parameters()
    return {name: weight.grad.clone() for name, weight in weights if weight.grad is not None}


def assert_alike(network: nn.Module, fast: Tensor, slow: Tensor) -> None:
    """Losses, and every gradient to a ten thousandth of its size."""
    assert float(fast.detach()) == pytest.approx(float(slow.detach()), rel=1e-4, abs=1e-6)
    found, wanted = gradients(network, fast), gradients(network, slow)
    assert found.keys() == wanted.keys() and len(wanted) > 10
    for name, grad in wanted.items():
        assert float((found[name] - grad).norm()) <= 1e-4 * float(grad.norm()) + 1e-7, name
    assert sum(float(grad.norm()) > 1e-6 for grad in wanted.values()) > 10


def of_policy(lesson: Lesson, kind: str) -> tuple[Loss, Callable[[Tensor], Tensor]]:
    """A loss for the engine, and the same in torch."""
    played = lesson.played()
    mask, preference = lesson.mask, played.reference.exp()
    if kind == "ppo":
        return engine_policy_loss(played, WEIGHTS), lambda said: policy_loss(said, played, WEIGHTS)[
            0
        ]
    if kind == "label":
        labels = LabelLoss(mask.numpy(), played.action.numpy(), 0.02)
        return labels, lambda said: label_loss(said, mask, played.action, 0.02)
    preferred = PreferenceLoss(mask.numpy(), preference.numpy(), 0.02)
    return preferred, lambda said: preference_loss(said, mask, preference, 0.02)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("count", [1, 97, 211])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_policy_learns_as_in_torch(shape: str, count: int, tier: str) -> None:
    lesson = Lesson(shape, count)
    policy = shaken(Policy(lesson.config))
    learner = lesson.learner(policy, tier=tier)
    for kind in ("ppo", "label", "preference"):
        loss, in_torch = of_policy(lesson, kind)
        fast, _ = learner.loss(lesson.kept, lesson.lots, lesson.values(policy), loss)
        logits = policy.kept_logits(lesson.kept, lesson.terms(policy), lesson.mask)
        assert_alike(policy, fast, in_torch(logits))


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("count", [1, 97, 211])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_critic_too(shape: str, count: int, tier: str) -> None:
    lesson = Lesson(shape, count)
    critic = shaken(Critic(lesson.config))
    target = 50 * torch.randn(count, 2)
    target[0] = torch.tensor([1e9, -1e9])  # beyond the outermost bins
    loss = ValueLoss(target.numpy(), critic.units.numpy())
    learner = lesson.learner(critic, tier=tier)
    fast, _ = learner.loss(lesson.kept, lesson.lots, lesson.values(critic), loss)
    assert_alike(critic, fast, critic.loss(critic.kept(lesson.kept, lesson.terms(critic)), target))


@pytest.mark.parametrize("shape", SHAPES)
def test_any_loss_of_logits(shape: str) -> None:
    lesson = Lesson(shape, 130)
    policy = shaken(Policy(lesson.config))
    given = (lesson.kept, lesson.lots, lesson.values(policy), lesson.mask.numpy())
    learner = lesson.learner(policy)
    weights = torch.randn(130, 128) * (lesson.mask != 0)
    found = learner.logits(*given)
    with torch.inference_mode():  # another question in between
        assert bool((learner.logits(*given) == found.detach()).all())
    said = policy.kept_logits(lesson.kept, lesson.terms(policy), lesson.mask)
    assert_alike(policy, (weights * found.square()).sum(), (weights * said.square()).sum())


def test_threads_share_the_decisions() -> None:
    lesson = Lesson("usual", 2000)
    policy = shaken(Policy(lesson.config))
    loss, _ = of_policy(lesson, "ppo")
    several = lesson.learner(policy, threads=3)
    assert several.engine.shares == 3
    given = (lesson.kept, lesson.lots, lesson.values(policy), loss)
    found, again = several.loss(*given), several.loss(*given)
    wanted = lesson.learner(policy).loss(*given)
    assert found[1] == pytest.approx(wanted[1]) and (found[1] == again[1]).all()
    assert_alike(policy, found[0], wanted[0])


def test_steps_add_up() -> None:
    """Gradients of one step have no part in the next one's."""
    lesson = Lesson("usual", 300)
    policy = shaken(Policy(lesson.config))
    learner, played = lesson.learner(policy), lesson.played()
    loss = PolicyLoss(
        lesson.mask.numpy(),
        played.action.numpy(),
        played.log_prob.numpy(),
        np.ones(300, np.float32),
        played.reference.numpy(),
        0.2,
        0.0,
        0.0,
    )
    adam, gains = torch.optim.Adam(policy.parameters(), lr=1e-3), []
    for _ in range(6):
        found, means = learner.loss(lesson.kept, lesson.lots, lesson.values(policy), loss)
        adam.zero_grad()
        found.backward()  # type: ignore[no-untyped-call]
        adam.step()
        gains.append(means[0])
    assert gains == sorted(gains) and gains[0] < gains[-1]


def test_a_critic_wants_what_is_hidden() -> None:
    lesson = Lesson("usual", 10)
    critic = Critic(lesson.config)
    kept = SparsePositions(lesson.kept.planes, lesson.kept.numbers, lesson.kept.picks)
    loss = ValueLoss(np.zeros((10, 2), np.float32), critic.units.numpy())
    with pytest.raises(ValueError, match="was not kept"):
        lesson.learner(critic).loss(kept, lesson.lots, lesson.values(critic), loss)
