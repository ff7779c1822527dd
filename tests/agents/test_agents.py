"""Agents: the protocol, names, networks and their files."""

import dataclasses
import json
import math
import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import STYLES
from shugi._fast.view import layouts
from shugi._fast.view.layouts import TILES
from shugi.agents import Agent, AgentError, Baseline, Observation, Random, make_agent
from shugi.envs.rulesets.rules import load_rules

torch = pytest.importorskip("torch")
from safetensors.torch import load_file, save_file  # noqa: E402

from shugi.agents import checkpoint  # noqa: E402
from shugi.agents.checkpoint import CheckpointError, Description, load_policy  # noqa: E402
from shugi.agents.grammar import files_of  # noqa: E402
from shugi.agents.model import Critic, Policy, symexp_bins, two_hot  # noqa: E402
from shugi.agents.model_config import FIXED, ModelConfig  # noqa: E402
from shugi.agents.network import Network, draw  # noqa: E402

RULES = load_rules("super_bingo")
SMALL = ModelConfig(hidden=16, bins=11)


def spread_out(n: int, seed: int = 3, steps: int = 40) -> Batch:
    """Games some way into their first hands, under random play."""
    batch, actions = Batch(RULES, n, seed), np.zeros(n, np.uint8)
    for step in range(steps):
        batch.sample(actions, step)
        batch.step(actions)
    return batch


def play(agent: Agent, batch: Batch, steps: int) -> None:
    rng = np.random.default_rng(0)
    for _ in range(steps):
        mask = batch.legal()
        actions = agent.act(Observation(batch, mask=mask), rng)
        assert actions.dtype == np.uint8 and actions.shape == (batch.n,)
        assert mask[np.arange(batch.n), actions].all()
        batch.step(actions)
        assert not batch.status.any()


def saved(path: Path, **changes: object) -> Path:
    torch.manual_seed(1)
    about = Description(SMALL, RULES.name, RULES.hash, RULES.options, {"seed": 1}, 1000, 7)
    for name, value in changes.items():
        setattr(about, name, value)
    checkpoint.save_networks(path, Policy(SMALL), Critic(SMALL), about)
    return path


# ---- scripted agents


def test_random_takes_every_legal_action_equally_often() -> None:
    batch = spread_out(1)
    n = 20_000
    mask = np.repeat(batch.legal(), n, axis=0)
    seen = Observation(batch, mask=mask)
    actions = Random().act(seen, np.random.default_rng(1))
    share = np.bincount(actions, minlength=128) / n
    legal = mask[0] == 1
    assert share[~legal].sum() == 0
    expected = 1 / legal.sum()
    assert np.abs(share[legal] - expected).max() < 5 * np.sqrt(expected / n)


@pytest.mark.parametrize("style", [None, *STYLES])
def test_baseline_plays_legally_in_every_style(style: str | None) -> None:
    play(Baseline(style), spread_out(16), 60)


def test_baseline_answers_for_the_rows_asked() -> None:
    batch = spread_out(32)
    rows = np.array([1, 5, 6, 30])
    everywhere = np.zeros(32, np.uint8)
    batch.baseline(everywhere)
    mask, rng = batch.legal(), np.random.default_rng(0)
    answers = Baseline().act(Observation(batch, rows, mask[rows]), rng)
    assert answers.tolist() == everywhere[rows].tolist()


def test_observation_is_what_the_batch_writes() -> None:
    batch = spread_out(8)
    planes = np.zeros((8, TILES.planes, 34), np.uint8)
    numbers = np.zeros((8, TILES.globals), np.float32)
    events = np.zeros((8, TILES.history), np.uint16)
    batch.observe(planes, numbers, events)
    rows = np.array([0, 3, 7])
    seen = Observation(batch, rows)
    assert len(seen) == 3
    assert (seen.planes == planes[rows]).all()
    assert (seen.globals == numbers[rows]).all()
    assert (seen.history == events[rows]).all()


# ---- names


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("randm", "did you mean 'random'"),
        ("baselin", "did you mean 'baseline'"),
        ("baseline:rushr", "did you mean 'rusher'"),
        ("baseline:rusher,defense=1", "did you mean 'defence'"),
        ("baseline:rusher,defence=often", "often"),
        ("baseline:rusher,defence=-5", "defence"),
        ("runs/nowhere/model.safetensors", "does not exist"),
        ("x" * 300, "no agent"),
        ("search:" * 400 + "baseline", "too many agents around each other"),
    ],
)
def test_unknown_agents_are_refused(spec: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        make_agent(spec)


def test_files_of_names_without_end() -> None:
    assert files_of("x" * 300) == []
    with pytest.raises(AgentError, match="too many agents"):
        files_of("without[riichi]:" * 2000 + "baseline")


def test_names_give_agents() -> None:
    assert isinstance(make_agent("random"), Random)
    assert make_agent("baseline").name == "baseline"
    assert make_agent("baseline:rusher").name == "baseline:rusher"
    changed = make_agent("baseline:rusher,riichi=0.5")
    assert isinstance(changed, Baseline) and changed.style.parameters["riichi"] == 0.5


# ---- networks


def test_policy_is_a_distribution_over_legal_actions() -> None:
    batch = spread_out(64)
    mask = torch.from_numpy(batch.legal())
    seen = Observation(batch)
    policy = Policy(SMALL)
    terms = policy.of_rules([RULES])
    planes, numbers = torch.from_numpy(seen.planes), torch.from_numpy(seen.globals)
    log_policy = policy(planes, numbers, terms, mask).detach()
    chance = log_policy.exp()
    assert torch.allclose(chance.sum(1), torch.ones(64), atol=1e-5)
    assert float(chance[mask == 0].max()) == 0.0
    assert bool(torch.isfinite(log_policy).all())


def test_policy_depends_on_the_rules_and_the_critic_on_hidden_tiles() -> None:
    batch = spread_out(8)
    seen = Observation(batch)
    planes, numbers = torch.from_numpy(seen.planes), torch.from_numpy(seen.globals)
    hidden = np.zeros((8, TILES.oracle_planes, 34), np.uint8)
    batch.observe_oracle(hidden)
    torch.manual_seed(2)
    critic = Critic(SMALL)
    torch.nn.init.normal_(critic.heads.weight)
    terms = critic.of_rules([RULES])
    first = critic(planes, numbers, terms, torch.from_numpy(hidden))
    assert first.shape == (8, 2, SMALL.bins)
    assert not torch.equal(first, critic(planes, numbers, terms, torch.from_numpy(hidden // 2)))
    policy = Policy(SMALL)
    torch.nn.init.normal_(policy.trunk.film.weight)
    mask = torch.from_numpy(batch.legal())
    one, other = policy.of_rules([RULES, load_rules("sanma_tenhou")]).split(1)
    assert not torch.equal(policy(planes, numbers, one, mask), policy(planes, numbers, other, mask))


@pytest.mark.parametrize("sample", [False, True])
def test_networks_never_leave_the_mask(sample: bool) -> None:
    torch.manual_seed(4)
    policy = Policy(SMALL)
    torch.nn.init.normal_(policy.head.weight, std=3.0)
    play(Network(policy, "untrained", sample), spread_out(64), 150)


def test_draw_follows_the_chances() -> None:
    chances = torch.tensor([[0.0, 0.5, 0.0, 0.2, 0.3, 0.0]]).repeat(40_000, 1)
    share = np.bincount(draw(chances, np.random.default_rng(5)).numpy(), minlength=6) / 40_000
    assert share[[0, 2, 5]].sum() == 0
    assert np.abs(share - chances[0].numpy()).max() < 0.015


# ---- value bins


@given(st.lists(st.floats(-2000, 2000), min_size=1, max_size=20), st.integers(2, 40))
def test_two_hot_keeps_the_mean(values: list[float], half: int) -> None:
    bins = symexp_bins(1000.0, 2 * half + 1)
    target = two_hot(torch.tensor(values), bins)
    assert float(target.min()) >= 0
    assert torch.allclose(target.sum(-1), torch.ones(len(values)), atol=1e-5)
    assert int((target > 0).sum(-1).max()) <= 2
    wanted = torch.tensor(values).clamp(-1000, 1000)
    assert torch.allclose((target * bins).sum(-1), wanted, rtol=1e-4, atol=1e-2)


def test_bins_are_symmetric_and_dense_around_zero() -> None:
    bins = symexp_bins(1000.0, 51)
    assert float(bins[25]) == 0.0
    assert torch.allclose(bins, -bins.flip(0))
    steps = bins.diff()[25:]
    assert bool((steps.diff() > 0).all())
    assert float(bins[-1]) == pytest.approx(1000.0)


# ---- checkpoints


def test_checkpoint_round_trip(tmp_path: Path) -> None:
    path = saved(tmp_path / "model.safetensors")
    policy, about = load_policy(path)
    assert about == Description(SMALL, RULES.name, RULES.hash, RULES.options, {"seed": 1}, 1000, 7)
    torch.manual_seed(1)
    original = Policy(SMALL)
    for (name, weight), other in zip(
        policy.state_dict().items(), original.state_dict().values(), strict=True
    ):
        assert torch.equal(weight, other), name
    checkpoint.load_critic(path, about)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert make_agent(str(path), RULES).name == str(path)
        play(make_agent(str(tmp_path), RULES), spread_out(4), 5)  # the run folder will do


def test_loading_draws_nothing_and_leaves_nothing_empty(tmp_path: Path) -> None:
    torch.manual_seed(1)
    networks = Policy(SMALL), Critic(SMALL)
    path, about = tmp_path / "model.safetensors", Description(SMALL, RULES.name, RULES.hash)
    checkpoint.save_networks(path, *networks, about)
    before = torch.get_rng_state()
    loaded = load_policy(path)[0], checkpoint.load_critic(path, about)
    assert torch.equal(torch.get_rng_state(), before)
    path.write_bytes(bytes(path.stat().st_size))  # in place: nothing that was read is the file
    for ours, made in zip(loaded, networks, strict=True):
        assert all(weight.requires_grad for weight in ours.parameters())
        for part in ("parameters", "buffers"):
            pairs = zip(getattr(ours, f"named_{part}")(), getattr(made, part)(), strict=True)
            for (name, one), other in pairs:
                assert one.device.type == "cpu", name
                assert torch.equal(one, other), name


def test_weights_at_half_precision_are_read_at_full(tmp_path: Path) -> None:
    path = saved(tmp_path / "model.safetensors")
    halved = {name: weight.half() for name, weight in load_file(path).items()}
    save_file(halved, path, metadata=checkpoint.metadata_of(path))
    policy, about = load_policy(path)
    for network in (policy, checkpoint.load_critic(path, about)):
        assert {weight.dtype for weight in network.parameters()} == {torch.float32}
    assert torch.equal(policy.trunk.second.weight, halved["policy.trunk.second.weight"].float())


def test_other_rules_warn(tmp_path: Path) -> None:
    path = saved(tmp_path / "model.safetensors")
    with pytest.warns(UserWarning, match="trained for 'super_bingo'"):
        make_agent(str(path), load_rules("sanma_base"))


@pytest.mark.parametrize("keep", [0, 5, 200, 20_000])
def test_cut_checkpoint_is_refused(tmp_path: Path, keep: int) -> None:
    path = saved(tmp_path / "model.safetensors")
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(CheckpointError, match="cut short"):
        make_agent(str(path))


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.safetensors"
    for metadata, said in (
        (None, "not a checkpoint of shugi"),
        ({"shugi": "[1, 2"}, "damaged"),
        ({"shugi": json.dumps({"format": 99})}, "format 99"),
    ):
        save_file({"x": torch.zeros(3)}, other, metadata=metadata)
        with pytest.raises(CheckpointError, match=said):
            make_agent(str(other))
    with pytest.raises(CheckpointError, match=r"without model\.safetensors"):
        make_agent(str(tmp_path))
    zipped = tmp_path / "model.zip"
    zipped.write_bytes(b"no zip")
    with pytest.raises(AgentError):
        make_agent(str(zipped))


def test_another_layout_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "model.safetensors")
    newer = dataclasses.replace(TILES, plane_rows=TILES.plane_rows[1:])
    monkeypatch.setitem(layouts.LAYOUTS, "tiles", newer)
    with pytest.raises(CheckpointError, match="reads hand.0, hand.1, hand.2, and 2 more"):
        make_agent(str(path))


def test_weights_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "model.safetensors", model=ModelConfig(hidden=32, bins=11))
    with pytest.raises(CheckpointError, match="do not fit"):
        make_agent(str(path))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -1e30])
@pytest.mark.parametrize("part", ["policy", "critic"])
def test_weights_that_make_no_numbers_are_refused(tmp_path: Path, part: str, value: float) -> None:
    """Also those that are finite, but whose sums overflow."""
    networks = {"policy": Policy(SMALL), "critic": Critic(SMALL)}
    with torch.no_grad():
        next(networks[part].parameters()).view(-1)[3] = value
    path, about = tmp_path / "model.safetensors", Description(SMALL, RULES.name, RULES.hash)
    checkpoint.save_networks(path, networks["policy"], networks["critic"], about)
    overflows = r"holds 1e\+30, and a network's .* 10,000 at most"
    said = overflows if math.isfinite(value) else "holds NaN or infinity"
    with pytest.raises(CheckpointError, match=said):
        make_agent(str(path)) if part == "policy" else checkpoint.load_critic(path, about)


@pytest.mark.parametrize("precision", ["int8", "fp32"])
def test_the_largest_weights_that_are_taken_leave_numbers(tmp_path: Path, precision: str) -> None:
    policy, rng = Policy(SMALL), torch.Generator().manual_seed(1)
    with torch.no_grad():
        for weight in policy.parameters():
            signs = torch.randint(0, 2, weight.shape, generator=rng) * 2 - 1
            weight.copy_(checkpoint.MOST_WEIGHT * signs)
    path = tmp_path / "model.safetensors"
    checkpoint.save_networks(path, policy, None, Description(SMALL, RULES.name, RULES.hash))
    agent = make_agent(f"network[precision={precision}]:{path}", RULES)
    batch = Batch(RULES, 16, seed=3)
    for step in range(20):
        seen, mask = Observation(batch), batch.legal()
        liked = agent.preferences(seen, np.random.default_rng(1))  # type: ignore[attr-defined]
        assert np.isfinite(liked).all() and (liked[mask == 0] == 0).all()
        assert liked.sum(axis=1) == pytest.approx(1, abs=1e-3)
        batch.step(mask.argmax(axis=1) if step % 2 else liked.argmax(axis=1))


def test_a_description_beyond_the_file_makes_no_network(tmp_path: Path) -> None:
    path = saved(tmp_path / "model.safetensors")
    header = json.loads(checkpoint.metadata_of(path)["shugi"])
    weights = load_file(path)
    for change, said in (
        ({"hidden": 10**7}, "do not fit"),  # it would take a petabyte
        ({"hidden": 0}, "damaged"),
        ({"hidden": "16"}, "damaged"),
        ({"kinds": [0, 10**9]}, "damaged"),
        ({"chip_range": math.nan}, "damaged"),
        ({"bins": 10**9}, "damaged"),
        ({"bins": 2**16}, "do not fit"),
    ):
        made = {**header, "model": header["model"] | change}
        save_file(weights, path, metadata={"shugi": json.dumps(made)})
        with pytest.raises(CheckpointError, match=said):
            checkpoint.load_critic(path, checkpoint.describe(path))
    for text in ("[" * 5000, '{"format": 1, "format": 1}', '"\\ud800"'):
        save_file(weights, path, metadata={"shugi": text})
        with pytest.raises(CheckpointError, match="damaged"):
            make_agent(str(path))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("trunk", {"trunk": "kinds"}),
        ("trunk", {}),  # the oldest files do not say, and have another
        ("trunk", {"trunk": 1}),
        ("advice", {"advice": True}),
    ],
)
def test_a_network_of_a_shape_that_is_no_more_is_refused(
    tmp_path: Path, name: str, said: dict[str, Any]
) -> None:
    path = saved(tmp_path / "model.safetensors")
    header, weights = json.loads(checkpoint.metadata_of(path)["shugi"]), load_file(path)
    assert header["model"].pop(name) == FIXED[name].now
    header["model"] |= said
    save_file(weights, path, metadata={"shugi": json.dumps(header)})
    told = f"a network with {name}: .*commit {FIXED[name].last} is the last that reads"
    with pytest.raises(CheckpointError, match=told):
        make_agent(str(path))


def test_files_that_are_no_files_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.safetensors")
    for path in (tmp_path / "pipe.safetensors", Path("/dev/zero")):
        with pytest.raises(CheckpointError, match="not a file that could be read"):
            make_agent(str(path))


def test_no_model_of_stable_baselines3_is_read(tmp_path: Path) -> None:
    """Not by its name of old, by path or by folder; weights beside it are."""
    path = tmp_path / "model.zip"
    path.write_bytes(b"PK")
    for name in (f"sb3:{path}", "sb3:gone.zip:sample", str(path), str(tmp_path)):
        for spec in (name, f"rollout:{name}", f"network[precision=fp32]:{name}"):
            with pytest.raises(AgentError, match="stable-baselines3.*python:FILE:NAME"):
                make_agent(spec)
    saved(tmp_path / "model.safetensors")
    assert make_agent(str(tmp_path)).name == str(tmp_path)
    assert files_of(str(tmp_path)) == [tmp_path / "model.safetensors"]
    other = tmp_path / "plain.safetensors"
    save_file({"x": torch.zeros(3)}, other, metadata={"shugi_mlp": "{}"})
    with pytest.raises(CheckpointError, match="stable-baselines3, which this version does not"):
        make_agent(str(other))


def test_a_model_of_stable_baselines3_plays_as_an_agent_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the class of examples/maskable_ppo.py: what the model predicts, and nothing illegal."""
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from shugi.envs.sb3 import SeatVecEnv

    monkeypatch.chdir(tmp_path)
    example = Path(__file__).resolve().parents[2] / "examples" / "maskable_ppo.py"
    model = sb3_contrib.MaskablePPO("MlpPolicy", SeatVecEnv("super_bingo"), device="cpu", seed=3)
    model.save("model.zip")
    agent = make_agent(f"python:{example}:Learnt", RULES, programs=True)
    batch = Batch(RULES, 32, seed=3)
    seen, mask = Observation(batch), batch.legal()
    actions = agent.act(seen, np.random.default_rng(1))
    wanted, _ = model.predict(seen.features(), action_masks=mask > 0, deterministic=True)
    assert np.array_equal(actions, wanted) and mask[np.arange(32), actions].all()


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path / "model.safetensors")
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        checkpoint.write_atomically(path, b"half")
    assert path.read_bytes() == before
    assert [item.name for item in tmp_path.iterdir()] == ["model.safetensors"]


def test_protocol_is_met() -> None:
    agents: list[Agent] = [Random(), Baseline(), Network(Policy(SMALL), "net")]
    seats: NDArray[np.int8] = spread_out(4).seat
    assert all(agent.name for agent in agents) and len(seats) == 4
