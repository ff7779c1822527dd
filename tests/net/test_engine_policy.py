"""A policy in the engine: as torch says it, in all sizes, and by Batch.policy."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.net.lists import PositionLists
from shugi._fast.net.policy import MASKED, TIERS, EnginePolicy
from shugi._fast.net.weights import TERMS
from shugi._fast.rules.compile import Rules
from shugi._fast.view.layouts import layout_of
from shugi.agents.checkpoint import load_policy
from shugi.agents.engine_policy import engine_policies, engine_policy
from shugi.agents.model import Policy
from shugi.agents.model_config import ModelConfig
from shugi.agents.named import names as checkpoints
from shugi.agents.named import path_of
from shugi.agents.network import Network
from shugi.envs import load_rules, variants
from shugi.envs.observation import Observation
from tests.support.net_integers import hidden, of_cells, of_numbers
from tests.support.net_positions import Positions, forward, look, positions
from tests.support.shipped import learnt_alone, tried_on

AGREE = 0.985  # of the actions that torch chooses, where there is a choice
ODD = {"hidden": 40, "channels": 7, "kinds": (9, 30)}
WIDE = {"hidden": 96, "last": 40}
SIZES = {
    "odd": ODD,
    "one": {"hidden": 1, "channels": 1},
    "wide": WIDE,
    "longer": ODD | {"last": 70},
}


def network(seed: int = 0, **config: Any) -> Policy:
    """With weights that have something to say in every layer."""
    torch.manual_seed(seed)
    policy = Policy(ModelConfig(**config)).eval()
    with torch.no_grad():
        for weight in policy.parameters():
            weight.add_(0.2 * torch.randn(weight.shape))
    return policy


def said(policy: Policy, rules: Rules, seen: Positions) -> NDArray[Any]:
    """Log-probabilities of torch."""
    planes, numbers, mask = map(torch.from_numpy, seen)
    with torch.inference_mode():
        found = policy(planes, numbers, policy.of_rules([rules]), mask)
    array: NDArray[Any] = found.numpy()
    return array


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules("super_bingo")


@pytest.fixture(scope="module")
def seen(rules: Rules) -> Positions:
    return positions(rules, 200)


MANY, AT_ONCE = 100_000, 20_000
CARDS = ("piquet", "ninety_nine")
MAHJONG = [one.name for one in variants() if "+" not in one.name and one.name not in CARDS]


def agreement(name: str, count: int, rule_set: str | None = None, seed: int = 0) -> float:
    rules = load_rules(rule_set) if rule_set else tried_on(name)
    policy, _ = load_policy(path_of(name))
    policy = policy.float().eval()
    seen = positions(rules, count, seed)
    chosen = engine_policy(policy, rules).log_policy(*seen).argmax(axis=1)
    same = chosen == said(policy, rules, seen).argmax(axis=1)
    return float(same[seen.mask.sum(axis=1) > 1].mean())


@pytest.mark.parametrize("name", checkpoints())
def test_agrees_with_torch(name: str) -> None:
    assert agreement(name, 1000) >= AGREE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rule_set"), [*learnt_alone(), *(("generalist", one) for one in MAHJONG)]
)
def test_agrees_with_torch_on_many_positions(name: str, rule_set: str) -> None:
    found = [agreement(name, AT_ONCE, rule_set, seed) for seed in range(MANY // AT_ONCE)]
    print(f"{name} on {rule_set}: {np.mean(found):.4f} of {MANY:,} positions")
    assert np.mean(found) >= AGREE


# ---- a model of the same integers


def modelled(policy: Policy, rules: Rules, seen: Positions) -> NDArray[np.float32]:
    """Logits, without the tile head, by NumPy."""
    trunk = policy.trunk
    arrays = {name: weight.detach().numpy() for name, weight in policy.named_parameters()}
    h = of_cells(seen.planes, trunk.tables()[0].detach().numpy())
    h += of_numbers(seen.numbers, arrays["trunk.numbers.weight"])
    h = hidden(h, trunk, policy.of_rules([rules])[0].detach().numpy())
    logits: NDArray[np.float32] = h @ arrays["head.weight"].T + arrays["head.bias"]
    return logits


def test_units_of_numbers_make_no_difference(rules: Rules, seen: Positions) -> None:
    """Payments may be a hundred times as large as shares: what a number says counts."""
    policy = network(hidden=96, channels=20)
    before = engine_policy(policy, rules).log_policy(*seen)
    unit = np.float32(2) ** np.random.default_rng(0).integers(-8, 9, seen.numbers.shape[1])
    with torch.no_grad():
        policy.trunk.numbers.weight.div_(torch.from_numpy(unit.astype(np.float32)))
    scaled = seen._replace(numbers=(seen.numbers * unit).astype(np.float32))
    assert np.array_equal(engine_policy(policy, rules).log_policy(*scaled), before)


@pytest.mark.parametrize("loud", [False, True])
def test_is_the_model_of_its_integers(loud: bool, rules: Rules, seen: Positions) -> None:
    """Far nearer to it than to torch: what is left is a rounding that tips over now and then."""
    if loud:
        planes = np.random.default_rng(0).integers(0, 256, seen.planes.shape, np.uint8)
        seen = seen._replace(planes=np.where(seen.planes > 0, planes, 0).astype(np.uint8))
    policy = network(hidden=96, channels=20)
    with torch.no_grad():
        policy.tile_head.out.weight.zero_()
        policy.tile_head.out.bias.zero_()
    found = engine_policy(policy, rules).log_policy(*seen)
    logits = torch.from_numpy(modelled(policy, rules, seen))
    wanted = logits.masked_fill(torch.from_numpy(seen.mask) == 0, MASKED).log_softmax(1).numpy()
    legal = seen.mask > 0
    off = np.abs(found - wanted)[legal]
    from_torch = np.abs(found - said(policy, rules, seen))[legal]
    assert np.median(off) < 1e-4 and np.mean(off) < np.mean(from_torch) / 4


# ---- sizes, tiers, batches


@pytest.mark.parametrize("name", SIZES)
def test_tiers_give_the_same_bits(name: str, rules: Rules, seen: Positions) -> None:
    engine = engine_policy(network(**SIZES[name]), rules)
    assert engine.tier == TIERS[-1]
    found = []
    for tier in TIERS:
        engine.tier = tier
        found.append(engine.log_policy(*seen).view(np.uint32))
    assert all(np.array_equal(one, found[0]) for one in found)


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("share", [0.05, 0.5, 1.0])
def test_tiers_give_the_same_bits_of_any_bytes(name: str, share: float, rules: Rules) -> None:
    """Also where many cells lie together, and all kinds and actions are asked for."""
    rng, count, layout = np.random.default_rng(3), 9, layout_of(rules)
    planes = rng.integers(0, 256, (count, layout.planes, layout.places), np.uint8)
    planes[rng.random(planes.shape) > share] = 0
    numbers = rng.normal(size=(count, layout.globals)).astype(np.float32)
    mask = (rng.random((count, 128)) <= share).astype(np.uint8)
    mask[:, 127] = 1
    engine, found = engine_policy(network(**SIZES[name]), rules), []
    for tier in TIERS:
        engine.tier = tier
        found.append(engine.log_policy(planes, numbers, mask).view(np.uint32))
    assert all(np.array_equal(one, found[0]) for one in found)


@pytest.mark.parametrize("name", SIZES)
def test_odd_sizes_are_near_torch(name: str, rules: Rules, seen: Positions) -> None:
    policy = network(**SIZES[name])
    found, wanted = engine_policy(policy, rules).log_policy(*seen), said(policy, rules, seen)
    legal = seen.mask > 0
    assert np.mean(np.abs(found - wanted)[legal]) < 0.05 * np.std(wanted[legal])
    assert (found[~legal] == MASKED).all()
    assert np.allclose(np.exp(found.astype(np.float64)).sum(axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("tier", TIERS)
def test_any_number_at_a_time(tier: str, rules: Rules, seen: Positions) -> None:
    engine = engine_policy(network(**ODD), rules)
    engine.tier = tier
    alone = [engine.log_policy(*(part[i : i + 1] for part in seen)) for i in range(9)]
    for count in range(1, 10):
        together = engine.log_policy(*(part[:count] for part in seen))
        assert np.array_equal(together, np.concatenate(alone[:count]))
    assert engine.log_policy(*(part[:0] for part in seen)).shape == (0, 128)


def kept_of(seen: Positions) -> tuple[PositionLists, PositionLists]:
    lists = PositionLists(seen.planes[0].size), PositionLists(seen.numbers.shape[1], np.float32)
    lists[0].append(seen.planes)
    lists[1].append(seen.numbers)
    return lists


@pytest.mark.parametrize("name", SIZES)
def test_positions_kept_as_lists(name: str, rules: Rules, seen: Positions) -> None:
    engine, lists = engine_policy(network(**SIZES[name]), rules), kept_of(seen)
    picks = np.random.default_rng(0).permutation(len(seen.mask))[:101]
    found = engine.log_policy_kept(*lists, picks, seen.mask[picks])
    assert np.array_equal(found, engine.log_policy(*seen)[picks])
    for name, given in (("lists of 3", PositionLists(3)), ("lists of", lists[1])):
        with pytest.raises((ValueError, IndexError), match=f"{name}|picks"):
            engine.log_policy_kept(given, lists[1], picks, seen.mask[picks])
    with pytest.raises(IndexError, match="picks"):
        engine.log_policy_kept(*lists, picks + 200, seen.mask[picks])


@pytest.mark.parametrize("floor", [0.0, 0.3])
def test_drawn_as_often_as_it_says(floor: float, rules: Rules, seen: Positions) -> None:
    engine, lists = engine_policy(network(**WIDE), rules), kept_of(seen)
    lifted = np.zeros(128, np.uint8)
    lifted[::3] = 1
    i = int(np.argmax((seen.mask[:, ::3] != 0).sum(axis=1) * (seen.mask.sum(axis=1) > 4)))
    mask = seen.mask[i]
    chances = np.exp(engine.log_policy(*(part[i : i + 1] for part in seen))[0].astype(np.float64))
    some = (mask != 0) & (lifted != 0)
    chances = (1 - floor) * chances + floor * some / some.sum()
    n = 4000
    units = (np.arange(n) + 0.5) / n
    actions, log_prob = engine.draw_kept(
        *lists, np.full(n, i), np.tile(mask, (n, 1)), units, floor, lifted
    )
    assert np.allclose(np.bincount(actions, minlength=128) / n, chances, atol=2 / n)
    assert np.allclose(np.exp(log_prob), chances[actions], rtol=1e-4)


def test_a_floor_where_nothing_is_lifted_changes_nothing(rules: Rules, seen: Positions) -> None:
    engine, lists = engine_policy(network(**WIDE), rules), kept_of(seen)
    picks, units = np.arange(200), np.random.default_rng(0).random(200)
    asked = (*lists, picks, seen.mask, units)
    plain = engine.draw_kept(*asked)
    lifted = engine.draw_kept(*asked, 0.5, np.zeros(128, np.uint8))
    for one, other in zip(plain, lifted, strict=True):
        assert np.array_equal(one, other)
    assert (seen.mask[picks, plain[0]] != 0).all()
    with pytest.raises(ValueError, match="floor"):
        engine.draw_kept(*asked, 1.5, np.zeros(128, np.uint8))
    with pytest.raises(ValueError, match="lifts"):
        engine.draw_kept(*asked, 0.5)
    with pytest.raises(ValueError, match="units"):
        engine.draw_kept(*lists, picks, seen.mask, units[:-1])


def test_card_games(seen: Positions) -> None:
    rules = load_rules("piquet")
    policy, hands = network(layout="cards", kinds=(0, 36)), positions(rules, 100)
    found, wanted = engine_policy(policy, rules).log_policy(*hands), said(policy, rules, hands)
    legal = hands.mask > 0
    assert np.mean(np.abs(found - wanted)[legal]) < 0.05 * np.std(wanted[legal])
    with pytest.raises(ValueError, match="planes must be"):
        engine_policy(policy, rules).log_policy(*seen)


def test_one_legal_action_and_all(rules: Rules, seen: Positions) -> None:
    engine = engine_policy(network(), rules)
    mask = np.zeros_like(seen.mask)
    mask[np.arange(len(mask)), np.arange(len(mask)) % 128] = 255
    found = engine.log_policy(seen.planes, seen.numbers, mask)
    assert (found[mask > 0] == 0).all() and (found[mask == 0] == MASKED).all()
    found = engine.log_policy(seen.planes, seen.numbers, np.ones_like(mask))
    assert np.allclose(np.exp(found.astype(np.float64)).sum(axis=1), 1, atol=1e-5)


def test_huge_weights_and_numbers_choose_something_legal(rules: Rules, seen: Positions) -> None:
    weights = weights_of(network(**ODD), rules)
    for name in weights:
        weights[name] *= np.float32(1e17)  # beyond it NumPy warns of squares
    engine = EnginePolicy(weights, rules, first=9)
    batch, chosen = Batch(rules, 32, seed=3), np.zeros(32, np.uint8)
    for seed in (None, 1):
        batch.policy(engine, chosen, seed=seed)
        assert batch.legal()[np.arange(32), chosen].all()
    found = engine.log_policy(seen.planes, seen.numbers * np.float32(1e30), seen.mask)
    assert found.shape == (len(seen.planes), 128)


# ---- what is refused


def weights_of(policy: Policy, rules: Rules) -> dict[str, NDArray[np.float32]]:
    weights, *_ = engine_policy(policy, rules).__reduce__()[1]
    return {name: weight.copy() for name, weight in weights.items()}


@pytest.mark.parametrize("name", ["which", "table", "start", "head_bias", "out", "numbers"])
@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_weights_that_are_no_numbers(name: str, number: float, rules: Rules) -> None:
    weights = weights_of(network(**ODD), rules)
    weights[name].flat[-1] = number
    with pytest.raises(ValueError, match=f"{name} holds NaN or infinity"):
        EnginePolicy(weights, rules, first=9)


def test_weights_of_another_shape(rules: Rules) -> None:
    weights = weights_of(network(**ODD), rules)
    for name, weight in weights.items():
        fewer = weight[:0] if name == "which" else weight[:-1]  # of any number of kinds
        for other in (fewer, weight[None], np.concatenate([weight, weight])):
            with pytest.raises(ValueError):  # noqa: PT011 - which one depends on the weight
                EnginePolicy(weights | {name: other}, rules, first=9)
        with pytest.raises(ValueError, match="float32"):
            EnginePolicy(weights | {name: weight.astype(np.float64)}, rules, first=9)
        with pytest.raises(ValueError, match="need at least|missing"):
            EnginePolicy({n: w for n, w in weights.items() if n != name}, rules, first=9)
    with pytest.raises(ValueError, match="not known: more"):
        EnginePolicy(weights | {"more": weights["out"]}, rules, first=9)
    with pytest.raises(ValueError, match="not within the 34"):
        EnginePolicy(weights, rules, first=14)
    with pytest.raises(ValueError, match="epsilon"):
        EnginePolicy(weights, rules, first=9, epsilon=float("nan"))
    with pytest.raises(TypeError, match="rules"):
        EnginePolicy(weights, "super_bingo", first=9)  # type: ignore[arg-type]


def test_networks_too_large(rules: Rules) -> None:
    weights = weights_of(network(**ODD), rules)
    with pytest.raises(ValueError, match="1 to 4096 hidden"):
        EnginePolicy(weights | {"start": np.zeros(5000, np.float32)}, rules)
    with pytest.raises(ValueError, match="1 to 256 channels"):
        EnginePolicy(weights | {"which": np.zeros((21, 300), np.float32)}, rules)


def test_observations_that_do_not_fit(rules: Rules, seen: Positions) -> None:
    engine = engine_policy(network(**ODD), rules)
    planes, numbers, mask = seen
    odd = numbers.copy()
    odd[3, 5] = np.nan
    wrong: list[tuple[str, tuple[Any, ...]]] = [
        ("planes", (planes[:, :-1], numbers, mask)),
        ("planes", (planes.astype(np.int8), numbers, mask)),
        ("planes", (planes[:, :, ::-1], numbers, mask)),
        ("globals_", (planes, numbers[:-1], mask)),
        ("globals_ holds", (planes, odd, mask)),
        ("mask", (planes, numbers, mask[:, :127])),
        ("mask has a row", (planes, numbers, np.zeros_like(mask))),
        ("out", (planes, numbers, mask, np.zeros((2, 128), np.float32))),
    ]
    for message, given in wrong:
        with pytest.raises(ValueError, match=message):
            engine.log_policy(*given)


# ---- Batch.policy


def test_batch_policy_is_log_policy_of_what_it_sees(rules: Rules) -> None:
    engine = engine_policy(network(**ODD), rules)
    batch, rng = Batch(rules, 37, seed=5), np.random.default_rng(5)
    chosen, found = np.zeros(37, np.uint8), np.zeros((37, 128), np.float32)
    for _ in range(30):
        batch.policy(engine, chosen, log_policy=found)
        wanted = engine.log_policy(*look(batch))
        assert np.array_equal(found, wanted)
        assert np.array_equal(chosen, wanted.argmax(axis=1))
        forward(batch, rng)


@pytest.mark.parametrize("games", [1, 3, 50])
def test_threads_choose_what_one_chooses(games: int, rules: Rules) -> None:
    engine = engine_policy(network(**ODD), rules)
    found = []
    for threads in (1, 2, 3):
        batch, rng = Batch(rules, games, seed=6, threads=threads), np.random.default_rng(6)
        for step in range(20):
            forward(batch, rng)
            for seed in (None, step):
                chosen, log_policy = np.zeros(games, np.uint8), np.zeros((games, 128), np.float32)
                batch.policy(engine, chosen, seed=seed, log_policy=log_policy)
                found.append((threads, chosen, log_policy))
    one, two, three = ([row[1:] for row in found if row[0] == n] for n in (1, 2, 3))
    np.testing.assert_equal(two, one)
    np.testing.assert_equal(three, one)


def test_only_games_that_are_asked(rules: Rules) -> None:
    engine = engine_policy(network(**ODD), rules)
    batch = Batch(rules, 10, seed=7)
    where = np.arange(10) % 3 == 0
    chosen, found = np.full(10, 200, np.uint8), np.full((10, 128), 5, np.float32)
    batch.policy(engine, chosen, where=where, log_policy=found)
    assert (chosen[~where] == 200).all() and (found[~where] == 5).all()
    assert (chosen[where] < 128).all() and (found[where] <= 0).all()


def test_games_that_are_over_are_not_asked() -> None:
    rules = load_rules("piquet")
    engine = engine_policy(network(layout="cards", kinds=(0, 36)), rules)
    batch, chosen = Batch(rules, 4, seed=8, auto_reset=False), np.zeros(4, np.uint8)
    while (batch.seat >= 0).all():
        batch.policy(engine, chosen, seed=1)
        batch.step(chosen)
    over = batch.seat < 0
    chosen[:] = 200
    batch.policy(engine, chosen)
    assert (chosen[over] == 200).all() and (chosen[~over] < 128).all()


def test_drawn_as_often_as_likely(rules: Rules) -> None:
    """One position under many seeds, and a network that is of two minds."""
    weights = weights_of(network(**ODD), rules)
    for name in ("head", "head_bias", "out", "out_bias"):
        weights[name] *= np.float32(0.02)
    engine = EnginePolicy(weights, rules, first=9)
    batch = Batch(rules, 1, seed=9)
    found, chosen = np.zeros((1, 128), np.float32), np.zeros(1, np.uint8)
    batch.policy(engine, chosen, log_policy=found)
    draws, count = np.zeros(128, np.int64), 20_000
    for seed in range(count):
        batch.policy(engine, chosen, seed=seed)
        draws[chosen[0]] += 1
    share = np.exp(found[0].astype(np.float64))
    off = np.abs(draws / count - share)
    assert (off < 5 * np.sqrt(share * (1 - share) / count) + 1e-9).all()
    assert (share > 0.02).sum() > 2


def test_draws_differ_by_game_and_decision(rules: Rules) -> None:
    """Uniform logits: whoever draws by a stream of its own gets something else."""
    weights = weights_of(network(**ODD), rules)
    for name in ("head", "head_bias", "out", "out_bias"):
        weights[name][:] = 0
    engine = EnginePolicy(weights, rules, first=9)
    batch, chosen = Batch(rules, 64, seed=10), np.zeros(64, np.uint8)
    batch.load(1, batch.save(0))
    batch.policy(engine, chosen, seed=3)
    assert chosen[0] == chosen[1] and len(set(chosen.tolist())) > 8
    again = np.zeros(64, np.uint8)
    batch.policy(engine, again, seed=4)
    assert (again != chosen).mean() > 0.5
    batch.policy(engine, again, seed=3)
    assert np.array_equal(again, chosen)


@pytest.mark.parametrize("sizes", [WIDE, ODD], ids=["wide", "odd"])
def test_one_network_under_several_rule_sets(sizes: dict[str, Any], seen: Positions) -> None:
    """They share what the rules do not change, and say what each would say alone."""
    policy, names = network(**sizes), ("super_bingo", "hangzhou", "riichi_tenhou")
    sets = [load_rules(name) for name in names]
    found = [engine.log_policy(*seen) for engine in engine_policies(policy, sets)]
    for rules, mine in zip(sets, found, strict=True):
        assert np.array_equal(mine, engine_policy(policy, rules).log_policy(*seen))
    assert not np.array_equal(found[0], found[1]) and not np.array_equal(found[1], found[2])
    first = engine_policy(policy, sets[0])
    second = engine_policy(policy, sets[1], like=first)
    first.tier = TIERS[0]  # what the second reads stays
    again = pickle.loads(pickle.dumps(second))
    del first
    for engine in (second, again):
        assert np.array_equal(engine.log_policy(*seen), found[1]) and engine.rules is not sets[0]


def test_terms_that_do_not_fit_are_refused(rules: Rules) -> None:
    engine = engine_policy(network(**ODD), rules)
    terms = {name: np.zeros(40, np.float32) for name in TERMS}
    EnginePolicy(terms, rules, like=engine)
    for given, of, message in (
        (terms | {"gain": np.zeros(41, np.float32)}, rules, "gain must have shape"),
        (terms | {"shift": np.full(40, np.nan, np.float32)}, rules, "shift holds NaN"),
        (dict.fromkeys(("head", "gain", "shift"), terms["start"]), rules, "not known: head, start"),
        (terms, load_rules("piquet"), "cannot play 'piquet'"),
    ):
        with pytest.raises(ValueError, match=message):
            EnginePolicy(given, of, like=engine)


def test_networks_of_other_rules_are_refused(rules: Rules) -> None:
    engine = engine_policy(network(**ODD), rules)
    chosen = np.zeros(4, np.uint8)
    with pytest.raises(ValueError, match="folded for 'super_bingo' cannot play 'toriuchi'"):
        Batch(load_rules("toriuchi"), 4).policy(engine, chosen)
    with pytest.raises(ValueError, match="cannot play 'piquet'"):
        engine_policy(network(**ODD), load_rules("piquet"))
    batch = Batch(rules, 4)
    with pytest.raises(TypeError):
        batch.policy(None, chosen)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="actions"):
        batch.policy(engine, chosen[:3])
    with pytest.raises(ValueError, match="where"):
        batch.policy(engine, chosen, where=np.ones(3, np.bool_))
    with pytest.raises(ValueError, match="log_policy"):
        batch.policy(engine, chosen, log_policy=np.zeros((4, 64), np.float32))


# ---- agents


def test_agent_in_int8(rules: Rules) -> None:
    agent = Network(network(**ODD), "x", precision="int8")
    batch, rng = Batch(rules, 20, seed=11), np.random.default_rng(0)
    seen = look(batch)
    chosen = agent.act(Observation(batch, mask=seen.mask), rng)
    wanted = engine_policy(agent.policy, rules).log_policy(*seen)
    assert np.array_equal(chosen, wanted.argmax(axis=1))
    shares = agent.preferences(Observation(batch, mask=seen.mask), rng)
    assert np.allclose(shares, np.exp(wanted), atol=1e-6)


def test_agent_keeps_its_network_until_the_weights_change(rules: Rules) -> None:
    agent = Network(network(**ODD), "x", precision="int8")
    first = agent.engine_of(rules)
    assert agent.engine_of(rules) is first
    with torch.no_grad():
        agent.policy.head.bias.add_(1)
    second = agent.engine_of(rules)
    assert second is not first
    assert agent.engine_of(load_rules("toriuchi")).rules.name == "toriuchi"


def test_networks_are_copied(rules: Rules, seen: Positions) -> None:
    engine = engine_policy(network(**ODD), rules)
    for other in (pickle.loads(pickle.dumps(engine)), copy.deepcopy(engine)):  # noqa: S301
        assert np.array_equal(other.log_policy(*seen), engine.log_policy(*seen))
