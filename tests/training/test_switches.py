"""Each setting that can be turned off changes the run; and the networks' device."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shugi._fast.view.layouts import TILES
from shugi.envs.rulesets.rules import load_rules

torch = pytest.importorskip("torch")

from shugi.agents.checkpoint import describe, load_critic  # noqa: E402
from shugi.agents.model import PLAIN_UNIT, Critic, Policy, precision  # noqa: E402
from shugi.agents.model_config import ModelConfig  # noqa: E402
from shugi.agents.network import Network  # noqa: E402
from shugi.training.learn.buffer import RolloutBuffer  # noqa: E402
from shugi.training.learn.learner import Decisions, device_of  # noqa: E402
from shugi.training.learn.segments import DoubleBuffer  # noqa: E402
from shugi.training.learn.trainer import Trainer  # noqa: E402
from shugi.training.run.config import ConfigError  # noqa: E402
from tests.support.runs import run_of, same_weights  # noqa: E402

RULES = load_rules("super_bingo")
FULL: dict[str, Any] = {
    "rules": "super_bingo",
    "seed": 8,
    "threads": 1,
    "decisions": 1500,
    "games": 20,
    "steps": 32,
    "network": {"hidden": 16, "precision": "fp32"},
    "imitation": {"decisions": 600, "minibatch": 256},
    "ppo": {"minibatch": 256, "refresh_reference": 1, "rare_floor": [0.1, 0.1]},
    "opponents": {"snapshot_every": 1, "snapshots": 0.4, "scripted": [0.4, 0.4]},
    "start_states": {"share": [0.5, 0.5], "acts": ["riichi"]},
}
OFF: dict[str, dict[str, Any]] = {
    "nothing": {},
    "expected settlement": {"reward": {"expected": False}},
    "worth of points": {"reward": {"chips_per_1000_points": 0.0}},
    "oracle critic": {"critic": {"oracle": False}},
    "two-hot heads": {"critic": {"two_hot": False}},
    "range of the heads": {"critic": {"chip_range": 50.0}},
    "rule vector": {"network": {"rule_vector": False}},
    "reference": {"ppo": {"kl": [0.0, 0.0]}},
    "rare floor": {"ppo": {"rare_floor": [0.0, 0.0]}},
    "snapshots": {"opponents": {"snapshots": 0.0}},
    "styles": {"opponents": {"scripted": [0.0, 0.0]}},
    "seeded positions": {"start_states": {"share": [0.0, 0.0]}},
    "imitation": {"imitation": {"decisions": 0}},
}


def merged(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(base)
    for key, value in change.items():
        found[key] = merged(found.get(key, {}), value) if isinstance(value, Mapping) else value
    return found


def trainer(folder: Path, **changes: Any) -> Trainer:
    return run_of(merged(FULL, changes), folder)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trainer]:
    """A short run for each switch, and one with all of it."""
    runs = {name: trainer(tmp_path_factory.mktemp("run"), **off) for name, off in OFF.items()}
    for run in runs.values():
        assert run.run()
    return runs


@pytest.mark.parametrize("name", [name for name in OFF if name != "nothing"])
def test_a_switch_changes_the_run(finished: dict[str, Trainer], name: str) -> None:
    full, off = finished["nothing"], finished[name]
    ours, theirs = full.policy.state_dict(), off.policy.state_dict()
    assert any(
        key not in theirs or not torch.equal(value, theirs[key]) for key, value in ours.items()
    )


def test_the_same_settings_are_the_same_run(finished: dict[str, Trainer], tmp_path: Path) -> None:
    again = trainer(tmp_path)
    again.run()
    assert same_weights(again.policy, finished["nothing"].policy)


def test_checkpoints_keep_the_shape_of_their_networks(finished: dict[str, Trainer]) -> None:
    for name in ("oracle critic", "two-hot heads", "rule vector", "range of the heads"):
        run = finished[name]
        about = describe(run.folder / "model.safetensors")
        assert about.model == run.policy.config
        critic = load_critic(run.folder / "model.safetensors", about)
        assert critic.width == (1 if name == "two-hot heads" else about.model.bins)
        Network.load(run.folder, RULES)


# ---- what the switches of the networks mean


def seen(n: int = 6) -> tuple[Any, Any, Any]:
    rng, layout = np.random.default_rng(0), ModelConfig().games
    planes = rng.integers(0, 3, (n, layout.planes, layout.places)).astype(np.uint8)
    oracle = rng.integers(0, 3, (n, layout.oracle_planes, layout.places)).astype(np.uint8)
    numbers = rng.random((n, layout.globals), np.float32)
    return torch.from_numpy(planes), torch.from_numpy(numbers), torch.from_numpy(oracle)


@pytest.mark.parametrize("shown", [True, False])
def test_a_network_without_the_rule_vector_does_not_see_it(shown: bool) -> None:
    torch.manual_seed(1)
    policy = Policy(ModelConfig(hidden=16, rule_vector=shown))
    planes, numbers, _ = seen()
    torch.nn.init.normal_(policy.head.weight)
    torch.nn.init.normal_(policy.trunk.film.weight)
    mask = torch.ones(len(planes), 128)
    one, other = policy.of_rules([RULES, load_rules("sanma_tenhou")]).split(1)
    alike = torch.equal(policy(planes, numbers, one, mask), policy(planes, numbers, other, mask))
    assert alike != shown


@pytest.mark.parametrize("sees", [True, False])
def test_a_critic_without_the_oracle_does_not_see_it(sees: bool) -> None:
    torch.manual_seed(1)
    critic = Critic(ModelConfig(hidden=16, oracle=sees))
    planes, numbers, oracle = seen()
    torch.nn.init.normal_(critic.heads.weight)
    terms = critic.of_rules([RULES])
    one, other = (critic(planes, numbers, terms, hidden) for hidden in (oracle, oracle + 1))
    assert torch.equal(one, other) != sees


def test_a_plain_head_learns_the_mean() -> None:
    torch.manual_seed(1)
    critic = Critic(ModelConfig(hidden=16, two_hot=False))
    planes, numbers, oracle = seen(64)

    def asked() -> Any:
        return critic(planes, numbers, critic.of_rules([RULES]), oracle)

    target = torch.randn(64, 2) * 5 + torch.tensor([3.0, -7.0])
    adam = torch.optim.Adam(critic.parameters(), 1e-2)
    for _ in range(200):
        adam.zero_grad()
        loss = critic.loss(asked(), target)
        loss.backward()
        adam.step()
    value = critic.value(asked())
    assert value.shape == (64, 2)
    assert torch.allclose(value.mean(0), target.mean(0), atol=0.7)
    exact = ((value - target) / PLAIN_UNIT).square().mean()
    assert float(critic.loss(asked(), target).detach()) == pytest.approx(float(exact.detach()))


# ---- the device


def test_devices() -> None:
    assert device_of("cpu").type == "cpu"
    assert device_of("auto").type == ("cuda" if torch.cuda.is_available() else "cpu")
    if not torch.cuda.is_available():
        with pytest.raises(ConfigError, match="no GPU"):
            device_of("cuda")
    with precision("fp32", "cpu"):
        assert not torch.is_autocast_enabled("cpu")
    with precision("bf16", "cpu"):
        assert torch.is_autocast_enabled("cpu")


def test_decisions_share_memory_on_a_cpu_and_are_uploaded_elsewhere() -> None:
    buffer = RolloutBuffer(2, 3, 3)
    near = Decisions(buffer, torch.device("cpu"))
    far = Decisions(buffer, torch.device("cpu"), copied=True)  # as a GPU has it
    buffer.action[1, 2] = 77
    assert near.action[5] == 77 and far.host["action"][5] == 77
    assert far.action[5] == 0
    rng, shown = np.random.default_rng(0), []
    for lists in buffer.lists:
        dense = rng.integers(0, 3, (6, lists.width)).astype(lists.dtype)
        dense[4] = 0  # a position where nothing is seen
        lists.append(dense)
        shown.append(dense)
    far.upload()
    for name, dense in zip(("planes", "globals", "oracle"), shown, strict=True):
        now = getattr(far, name)
        assert now.dtype == torch.from_numpy(dense).dtype and now[1].any()
        assert np.array_equal(now.flatten(1), dense)
    assert far.planes.shape[1:] == (TILES.planes, TILES.places) and far.action[5] == 77
    assert far.oracle.shape[1:] == (TILES.oracle_planes, TILES.places)
    buffer.action[1, 2] = 78
    assert near.action[5] == 78 and far.action[5] == 77


def test_a_run_with_copies_of_its_decisions_is_the_same_run(
    finished: dict[str, Trainer], tmp_path: Path
) -> None:
    """What a GPU does: learn from uploaded copies, play from the buffer.

    Rows are summed in another order there: the weights differ by rounding.
    """
    run = trainer(tmp_path)
    buffer = run.learner.decisions.buffer
    run.updater.segments = DoubleBuffer([Decisions(buffer, run.learner.device, copied=True)])
    run.run()
    for key, value in finished["nothing"].policy.state_dict().items():
        assert torch.allclose(value, run.policy.state_dict()[key], rtol=0, atol=1e-5)
