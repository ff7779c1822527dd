"""Weights in eight bits: what a file says of them, and that a network chooses as it did."""

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
from safetensors.torch import load_file, save_file  # noqa: E402

from shugi.agents.checkpoint import (  # noqa: E402
    CheckpointError,
    Description,
    load_policy,
    metadata_of,
    save_networks,
)
from shugi.agents.engine_policy import engine_policy  # noqa: E402
from shugi.agents.model import Critic, Policy  # noqa: E402
from shugi.agents.model_config import ModelConfig  # noqa: E402
from shugi.agents.named import names, path_of  # noqa: E402
from shugi.agents.packed import Packed, unpack_weights  # noqa: E402
from shugi.envs.rulesets.rules import load_rules  # noqa: E402
from shugi.training.run import rounding  # noqa: E402
from shugi.training.run.model_card import export  # noqa: E402
from shugi.training.run.rounding import (  # noqa: E402
    ROUNDED_IN_PLAY,
    Use,
    as_in_play,
    change_of,
    in_eight_bits,
    large_layers,
    own_play,
    round_weight,
    uses_of,
)

BINGO = load_rules("super_bingo")
SECOND = ROUNDED_IN_PLAY


def made(hidden: int = 160, seed: int = 3, **config: object) -> Policy:
    """With weights that have something to say in every layer."""
    torch.manual_seed(seed)
    policy = Policy(ModelConfig(hidden=hidden, channels=12, **config)).eval()  # type: ignore[arg-type]
    with torch.no_grad():
        for weight in policy.parameters():
            weight.add_(0.05 * torch.randn(weight.shape))
    return policy


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounding, "POSITIONS", 600)


def about(policy: Policy) -> Description:
    return Description(policy.config, BINGO.name, BINGO.hash, BINGO.options)


# ---- choices


def test_own_play_has_choices_alone() -> None:
    seen = own_play(made(), BINGO, 300, 1)
    assert len(seen) == 300 and (seen.mask.sum(axis=1) > 1).all()
    again, other = own_play(made(), BINGO, 300, 1), own_play(made(), BINGO, 300, 2)
    assert np.array_equal(seen.planes, again.planes)
    assert not np.array_equal(seen.planes, other.planes)


def test_a_network_chooses_what_it_chose() -> None:
    policy = made(hidden=192, seed=9)  # random weights with few near ties, where any change tells
    before = Policy(policy.config).eval()
    before.load_state_dict(policy.state_dict())
    packed = in_eight_bits(policy, [BINGO])
    assert packed.keys() == large_layers(policy).keys() > {SECOND, "trunk.tiles.weight"}
    change = change_of(before, policy, own_play(before, BINGO, 1000, 9))
    assert change.moves <= 2 * rounding.MOST_MOVES and change.divergence < 1e-4
    coarse = {name: round_weight(weight, use, 1e-2) for name, weight, use in parts(before)}
    with torch.no_grad():
        for name, whole in coarse.items():
            dict(policy.named_parameters())[name].copy_(whole.weight)
    worse = change_of(before, policy, own_play(before, BINGO, 1000, 9))
    assert worse.moves > change.moves and worse.divergence > change.divergence


def parts(policy: Policy) -> list[tuple[str, np.ndarray, Use]]:
    uses = uses_of(policy, [own_play(policy, BINGO, 300, 1)])
    return [
        (name, layer.weight.detach().numpy(), uses[name])
        for name, layer in large_layers(policy).items()
        if name in uses
    ]


def test_it_is_finer_where_too_many_choices_change(monkeypatch: pytest.MonkeyPatch) -> None:
    units = []
    for most in (1.0, -1.0):
        monkeypatch.setattr(rounding, "MOST_MOVES", most)
        units.append(in_eight_bits(made(), [BINGO])["trunk.tiles.weight"].rows)
    assert (units[1] <= units[0]).all() and (units[1] < units[0] / 4).any()


def test_what_the_engine_rounds_stays_as_it_rounds_it() -> None:
    policy = made()
    seen = own_play(policy, BINGO, 200, 4)
    before = engine_policy(policy, BINGO).log_policy(*seen.seen)
    second = policy.trunk.second.weight
    with torch.no_grad():
        whole = as_in_play(second.numpy())
        assert not torch.equal(whole.weight, second)
        second.copy_(whole.weight)
    after = engine_policy(policy, BINGO).log_policy(*seen.seen)
    assert np.allclose(after, before, atol=1e-4)


# ---- how a layer is used


def test_features_are_what_tiles_multiplies() -> None:
    policy = made()
    trunk = policy.trunk
    planes = torch.from_numpy(own_play(policy, BINGO, 50, 1).planes)
    by_rows = planes.flatten(1).float() @ trunk.tables()[0]
    assert torch.allclose(trunk.features(planes) @ trunk.tiles.weight.T, by_rows, atol=1e-4)


def test_slopes_are_those_of_what_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one position after the other, by automatic differentiation."""
    policy = made()
    choices = own_play(policy, BINGO, 40, 1)
    drawn = choices.mask.argmax(axis=1)
    chosen = torch.from_numpy(drawn)[:, None]
    monkeypatch.setattr(torch, "multinomial", lambda *_, **__: chosen)
    uses = uses_of(policy, [choices])
    slopes = []
    for i in range(len(choices)):
        planes, numbers, mask = (torch.from_numpy(part[i : i + 1]) for part in choices.seen)
        policy.zero_grad()
        terms = policy.of_rules([BINGO])
        policy(planes, numbers, terms, mask)[0, drawn[i]].backward()
        slopes.append(policy.trunk.tiles.bias.grad.square().numpy())
    assert np.allclose(uses["trunk.tiles.weight"].slopes, np.mean(slopes, axis=0), rtol=1e-3)
    assert np.allclose(uses["trunk.tiles.weight"].slopes, uses["trunk.numbers.weight"].slopes)
    numbers = choices.numbers.astype(np.float64)
    wanted = numbers.T @ numbers / len(numbers)
    assert np.allclose(uses["trunk.numbers.weight"].products, wanted, rtol=1e-4, atol=1e-6)


def test_what_comes_together_makes_up_for_what_is_lost() -> None:
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(2000, 6)) @ rng.normal(size=(6, 200)) + rng.normal(size=(2000, 200))
    inputs *= np.exp(rng.normal(size=200))  # large ones and small ones
    weight = rng.normal(size=(50, 200)).astype(np.float32)
    use = Use(50, 200)
    use.add_inputs(torch.from_numpy(inputs))
    use.add_slopes(torch.from_numpy(np.exp(rng.normal(size=(10, 50)))))
    use.mean()
    packed = round_weight(weight, use, 0.5)
    assert np.abs(packed.whole.numpy()).max() < rounding.TOP  # nothing is cut off
    units = packed.rows.numpy()[:, None] * packed.columns.numpy()
    plain = np.rint(weight / units) * units
    lost = [np.square(inputs @ (one - weight).T).mean(0) for one in (plain, packed.weight.numpy())]
    assert np.median(lost[0] / lost[1]) > 2
    # rows whose output decides more are finer
    assert np.corrcoef(np.log(packed.rows.numpy()), np.log(use.slopes))[0, 1] < -0.99


# ---- files


@pytest.fixture(scope="module")
def small() -> tuple[Policy, dict[str, Packed]]:
    """A policy, and its weights in eight bits."""
    policy = made()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounding, "POSITIONS", 600)
        return policy, in_eight_bits(policy, [BINGO])


@pytest.fixture
def file(tmp_path: Path, small: tuple[Policy, dict[str, Packed]]) -> Path:
    policy, packed = small
    path = tmp_path / "model.safetensors"
    save_networks(path, policy, None, about(policy), packed)
    return path


def test_a_file_says_what_was_packed(
    tmp_path: Path, small: tuple[Policy, dict[str, Packed]]
) -> None:
    policy, packed = small
    for name, keeps in (("packed", packed), ("plain", None)):
        save_networks(tmp_path / name, policy, None, about(policy), keeps)
    tensors = load_file(tmp_path / "packed")
    assert tensors[f"policy.{SECOND}"].dtype == torch.int8
    assert (tmp_path / "packed").stat().st_size < 0.5 * (tmp_path / "plain").stat().st_size
    one, other = (load_policy(tmp_path / name)[0] for name in ("packed", "plain"))
    for name, weight in one.state_dict().items():
        assert weight.dtype == torch.float32 and torch.equal(weight, other.state_dict()[name]), name
    formats = ['"format": 3', '"format": 2']
    for name, told in zip(("packed", "plain"), formats, strict=True):
        assert told in metadata_of(tmp_path / name)["shugi"]


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("/rows", None, "in eight bits without units of its size"),
        ("/columns", None, "in eight bits without units of its size"),
        ("/rows", torch.ones(3), "in eight bits without units of its size"),
        ("/columns", "double", "in eight bits without units of its size"),
        ("/rows", "nan", "trunk.second.weight holds NaN or infinity"),
        ("/columns", "inf", "trunk.second.weight holds NaN or infinity"),
        ("/rows", "huge", "trunk.second.weight holds NaN or infinity"),
        ("", "float", "units of nothing in eight bits"),
        ("", "flat", "do not fit their description"),
        ("", "int16", "units of nothing in eight bits"),
    ],
)
def test_damaged_units_are_refused(file: Path, part: str, value: object, said: str) -> None:
    tensors, name = load_file(file), f"policy.{SECOND}{part}"
    was = tensors.pop(name)
    changed = {
        "double": was.double(),
        "nan": was * np.nan,
        "inf": was * np.inf,
        "huge": was * 0 + 3e38,
        "float": was.float(),
        "flat": was.flatten(),
        "int16": was.to(torch.int16),
    }
    if value is not None:
        tensors[name] = changed[value] if isinstance(value, str) else value  # type: ignore[assignment]
    save_file(tensors, file, metadata_of(file))
    with pytest.raises(CheckpointError, match=said):
        load_policy(file)


def test_units_of_nothing_are_refused() -> None:
    packed = Packed(torch.ones(2, 3, dtype=torch.int8), torch.ones(2), torch.ones(3))
    named = packed.named("a")
    assert torch.equal(unpack_weights(named)["a"], torch.ones(2, 3))
    for extra in ("b/rows", "a.b/columns"):
        with pytest.raises(ValueError, match="units of nothing"):
            unpack_weights(named | {extra: torch.ones(2)})


def test_export_in_eight_bits(tmp_path: Path) -> None:
    policy = made()
    run = tmp_path / "model.safetensors"
    save_networks(run, policy, Critic(policy.config), about(policy))
    path = export(run, "small", weights="int8", critic=True, folder=tmp_path)
    card = path.with_suffix(".md").read_text(encoding="utf-8")
    assert "\nweights: int8\n" in card
    after, told = load_policy(path)
    assert told.rules_hash == BINGO.hash
    assert change_of(policy, after.eval(), own_play(policy, BINGO, 500, 9)).moves < 0.02
    assert load_file(path)["policy.head.weight"].dtype == torch.int8
    assert load_file(path)["critic.trunk.second.weight"].dtype == torch.float16


def test_columns_follow_their_names_from_eight_bits_too(
    tmp_path: Path, small: tuple[Policy, dict[str, Packed]]
) -> None:
    """Here the numbers of a position come the other way round."""
    policy, packed = small[0], dict(small[1])
    save_networks(tmp_path / "one", policy, None, about(policy), packed)
    whole, rows, columns = packed["trunk.numbers.weight"]
    turned = Packed(whole.flip(1).contiguous(), rows, columns.flip(0).contiguous())
    packed |= {"trunk.numbers.weight": turned}
    save_networks(tmp_path / "other", policy, None, about(policy), packed)
    header = json.loads(metadata_of(tmp_path / "other")["shugi"])
    header["names"]["numbers"] = header["names"]["numbers"][::-1]
    save_file(load_file(tmp_path / "other"), tmp_path / "other", {"shugi": json.dumps(header)})
    one, other = (load_policy(tmp_path / name)[0] for name in ("one", "other"))
    assert torch.equal(one.trunk.numbers.weight, other.trunk.numbers.weight)
    assert torch.equal(one.trunk.numbers.weight, policy.trunk.numbers.weight)


# ---- those that come with the package


@pytest.mark.parametrize("name", names())
def test_shipped_networks_are_in_eight_bits(name: str) -> None:
    """Weights are most of the wheel."""
    tensors = load_file(path_of(name))
    large = [key for key, one in tensors.items() if one.numel() >= rounding.SMALL]
    assert large and all(tensors[key].dtype == torch.int8 for key in large)
