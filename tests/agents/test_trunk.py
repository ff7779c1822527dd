"""The first layer as a sum of rows: lists and dense arrays agree, gradients included."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch")
import torch  # noqa: E402
from torch import Tensor, nn  # noqa: E402

from shugi._fast.batch.batch import Batch  # noqa: E402
from shugi._fast.net.lists import PositionLists  # noqa: E402
from shugi.agents.model import Critic, Policy  # noqa: E402
from shugi.agents.model_config import ModelConfig  # noqa: E402
from shugi.agents.sums import SparsePositions  # noqa: E402
from shugi.envs import load_rules  # noqa: E402
from tests.support.net_positions import positions  # noqa: E402

SHAPES: dict[str, dict[str, Any]] = {
    "rows": {"hidden": 40, "last": 24},
    "some_kinds": {"hidden": 33, "kinds": (9, 30), "channels": 7},
    "cards": {"hidden": 24, "layout": "cards", "kinds": (0, 36)},
}
PICKS = np.random.default_rng(0).permutation(150)[:90]


def shaken(network: nn.Module) -> nn.Module:
    """With weights that have something to say in every layer."""
    with torch.no_grad():
        for weight in network.parameters():
            weight.add_(0.1 * torch.randn(weight.shape))
    return network


def kept_of(*arrays: NDArray[Any], picks: NDArray[np.int64] = PICKS) -> SparsePositions:
    found = []
    for array in arrays:
        lists = PositionLists(array[0].size, array.dtype)
        lists.append(array)
        found.append(lists)
    return SparsePositions(found[0], found[1], picks, found[2] if len(found) > 2 else None)


def gradients(network: nn.Module, found: Tensor) -> dict[str, Tensor]:
    """Of something that every value has a part in."""
    network.zero_grad()
    torch.manual_seed(3)
    (found.clamp(min=-50) * torch.randn(found.shape)).sum().backward()
    return {
        name: weight.grad.clone()
        for name, weight in network.named_parameters()
        if weight.grad is not None
    }


def assert_alike(network: nn.Module, one: Tensor, other: Tensor) -> None:
    assert torch.allclose(one, other, rtol=1e-4, atol=1e-3)
    there, here = gradients(network, one), gradients(network, other)
    assert there.keys() == here.keys() and len(there) > 10
    for name, wanted in there.items():
        size = float(wanted.abs().max())
        assert size > 0 or name.endswith("bias"), name
        assert torch.allclose(wanted, here[name], rtol=1e-3, atol=1e-4 * max(size, 1e-2)), name


@pytest.mark.parametrize("name", SHAPES)
def test_a_policy_reads_lists_as_it_reads_arrays(name: str) -> None:
    torch.manual_seed(1)
    rules = load_rules("piquet" if name == "cards" else "super_bingo")
    seen = positions(rules, 150)
    policy = shaken(Policy(ModelConfig(**SHAPES[name])))
    planes, numbers, mask = (torch.from_numpy(part[PICKS]) for part in seen)
    terms = policy.of_rules([rules])
    one = policy(planes, numbers, terms, mask)
    kept = kept_of(seen.planes, seen.numbers)
    other = policy.kept(kept, policy.of_rules([rules]), mask)
    assert_alike(policy, one, other)


@pytest.mark.parametrize("sees", [False, True])
@pytest.mark.parametrize("name", SHAPES)
def test_a_critic_too(name: str, sees: bool) -> None:
    torch.manual_seed(1)
    rules = load_rules("piquet" if name == "cards" else "super_bingo")
    batch = Batch(rules, 150, seed=2)
    layout, drawn = batch.layout, np.zeros(150, np.uint8)
    for step in range(30):
        batch.sample(drawn, step)
        batch.step(drawn)
    planes = np.zeros((150, layout.planes, layout.places), np.uint8)
    numbers = np.zeros((150, layout.globals), np.float32)
    oracle = np.zeros((150, layout.oracle_planes, layout.places), np.uint8)
    batch.observe(planes, numbers)
    batch.observe_oracle(oracle)
    critic = shaken(Critic(ModelConfig(oracle=sees, critic_hidden=20, **SHAPES[name])))
    assert critic.trunk.second.out_features == 20
    seen = [torch.from_numpy(array[PICKS]) for array in (planes, numbers, oracle)]
    one = critic(*seen[:2], critic.of_rules([rules]), seen[2])
    kept = kept_of(planes, numbers, oracle)
    other = critic.kept(kept, critic.of_rules([rules]))
    assert_alike(critic, one, other)
    blind = critic.kept(kept_of(planes, numbers, 0 * oracle), critic.of_rules([rules]))
    assert torch.allclose(blind, other) != sees


def test_a_sum_of_rows_has_no_free_row_for_each_place() -> None:
    """What kinds share they learn together."""
    policy = Policy(ModelConfig())
    rows = policy.trunk.tables()[0].numel()
    assert policy.trunk.cells.weight.numel() + policy.trunk.tiles.weight.numel() < rows / 2


def test_what_the_oracle_was_not_kept_for() -> None:
    rules = load_rules("super_bingo")
    seen = positions(rules, 150)
    critic = Critic(ModelConfig(hidden=8))
    with pytest.raises(ValueError, match="was not kept"):
        critic.kept(kept_of(seen.planes, seen.numbers), critic.of_rules([rules]))
