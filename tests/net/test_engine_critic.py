"""A critic in the engine: as torch says it, with every head, and where play-outs ask."""

import pickle
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.net.critic import EngineCritic
from shugi._fast.net.lists import PositionLists
from shugi._fast.net.policy import TIERS, EngineNetwork
from shugi._fast.net.weights import TERMS
from shugi._fast.rules.compile import Rules
from shugi.agents.engine_policy import engine_critic, engine_critics
from shugi.agents.model import Critic
from shugi.agents.model_config import ModelConfig
from shugi.envs import load_rules
from tests.support.net_integers import hidden, of_cells, of_numbers
from tests.support.net_positions import forward
from tests.support.net_positions import look as seen_by

ODD = {"hidden": 40, "channels": 7, "kinds": (9, 30)}
WIDE = {"hidden": 96, "critic_hidden": 72}
SIZES: dict[str, dict[str, Any]] = {
    f"{size}{'' if oracle else '_blind'}{'' if two_hot else '_plain'}": config
    | {"oracle": oracle, "two_hot": two_hot}
    for size, config in (("odd", ODD), ("wide", WIDE))
    for oracle in (True, False)
    for two_hot in (True, False)
}
SIZES |= {"few": {"hidden": 5, "channels": 1, "bins": 2}, "most": WIDE | {"bins": 64}}
Seen = tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.uint8]]


def network(seed: int = 0, **config: Any) -> Critic:
    """With weights that have something to say in every layer."""
    torch.manual_seed(seed)
    critic = Critic(ModelConfig(**config)).eval()
    with torch.no_grad():
        for weight in critic.parameters():
            weight.add_(0.2 * torch.randn(weight.shape))
        critic.heads.weight.mul_(0.2)  # bins far out would drown the others
    return critic


def look(batch: Batch) -> Seen:
    """What the seats to decide see, and the hidden tiles."""
    planes, numbers, _ = seen_by(batch)
    others = np.zeros((batch.n, batch.layout.oracle_planes, batch.layout.places), np.uint8)
    batch.observe_oracle(others)
    return planes, numbers, others


def played(rules: Rules, steps: int = 30) -> Batch:
    batch, rng = Batch(rules, 200), np.random.default_rng(0)
    for _ in range(steps):
        forward(batch, rng)
    return batch


def said(critic: Critic, rules: Rules, seen: Seen) -> NDArray[Any]:
    """Values of torch."""
    planes, numbers, hidden = map(torch.from_numpy, seen)
    with torch.inference_mode():
        logits = critic(planes, numbers, critic.of_rules([rules]), hidden)
        found: NDArray[Any] = critic.value(logits).numpy()
    return found


def asked(engine: EngineCritic, seen: Seen) -> NDArray[np.float32]:
    planes, numbers, hidden = seen
    return engine.values(planes, numbers, hidden if engine.oracle else None)


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load_rules("super_bingo")


@pytest.fixture(scope="module")
def seen(rules: Rules) -> Seen:
    return look(played(rules))


def near(found: NDArray[Any], wanted: NDArray[Any]) -> bool:
    """They differ by little of what positions differ by; the fewer units, the coarser."""
    return bool((np.abs(found - wanted).mean(axis=0) < 0.1 * wanted.std(axis=0)).all())


@pytest.mark.parametrize("name", SIZES)
def test_is_near_torch_and_the_same_in_all_tiers(name: str, rules: Rules, seen: Seen) -> None:
    critic = network(**SIZES[name])
    engine = engine_critic(critic, rules)
    assert engine.tier == TIERS[-1] and engine.oracle == critic.config.oracle
    found = []
    for tier in TIERS:
        engine.tier = tier
        found.append(asked(engine, seen))
    assert all(np.array_equal(one.view(np.uint32), found[0].view(np.uint32)) for one in found)
    wanted = said(critic, rules, seen)
    assert found[0].shape == wanted.shape and near(found[0], wanted)


def modelled(critic: Critic, rules: Rules, seen: Seen) -> NDArray[np.float64]:
    """Values of a critic, by NumPy, with the integers of the engine."""
    trunk = critic.trunk
    arrays = {name: weight.detach().numpy() for name, weight in critic.named_parameters()}
    planes, numbers, others = seen
    rows = np.concatenate([table.detach().numpy() for table in trunk.tables()])
    h = of_cells(np.concatenate([planes, others], axis=1), rows)
    h += of_numbers(numbers, arrays["trunk.numbers.weight"])
    h = hidden(h, trunk, critic.of_rules([rules])[0].detach().numpy())
    logits = (h @ arrays["heads.weight"].T + arrays["heads.bias"]).astype(np.float64)
    shares = np.exp(logits.reshape(-1, 2, critic.width))
    shares /= shares.sum(axis=2, keepdims=True)
    found: NDArray[np.float64] = (shares * critic.bins.numpy()).sum(axis=2)
    return found


def test_is_the_model_of_its_integers(rules: Rules, seen: Seen) -> None:
    """Far nearer to it than to torch: what is left is a rounding that tips over now and then."""
    critic = network(hidden=96, channels=20)
    found, wanted = asked(engine_critic(critic, rules), seen), modelled(critic, rules, seen)
    from_torch = np.abs(found - said(critic, rules, seen)).mean(axis=0)
    assert (np.abs(found - wanted).mean(axis=0) < from_torch / 4).all()
    assert (np.median(np.abs(found - wanted), axis=0) < from_torch / 100).all()


@pytest.mark.parametrize("name", ["piquet", "ninety_nine"])
def test_card_games(name: str, seen: Seen) -> None:
    rules = load_rules(name)
    critic = network(layout="cards", kinds=(0, 36))
    hands = look(played(rules, 9))
    assert near(asked(engine_critic(critic, rules), hands), said(critic, rules, hands))
    with pytest.raises(ValueError, match="planes must be"):
        asked(engine_critic(critic, rules), seen)
    with pytest.raises(ValueError, match="cannot value"):
        engine_critic(critic, load_rules("super_bingo"))


def test_the_hidden_tiles_change_what_it_says(rules: Rules, seen: Seen) -> None:
    planes, numbers, hidden = seen
    for name in ("odd", "wide"):
        engine = engine_critic(network(**SIZES[name]), rules)
        other = engine.values(planes, numbers, np.roll(hidden, 1, axis=0))
        assert np.abs(other - asked(engine, seen)).max() > 0.01


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", ["odd", "wide_blind"])
def test_any_number_at_a_time_and_kept_as_lists(
    tier: str, name: str, rules: Rules, seen: Seen
) -> None:
    engine = engine_critic(network(**SIZES[name]), rules)
    engine.tier = tier
    whole = asked(engine, seen)
    for count in range(10):
        some = tuple(part[:count] for part in seen)
        assert np.array_equal(asked(engine, some), whole[:count])  # type: ignore[arg-type]
    lists = kept(seen)
    picks = np.random.default_rng(0).permutation(200)[:101]
    out = np.zeros((101, 2), np.float32)
    hidden = lists[2] if engine.oracle else None
    assert engine.values_kept(*lists[:2], hidden, picks, out) is out
    assert np.array_equal(out, whole[picks])


def kept(seen: Seen) -> list[PositionLists]:
    lists = [PositionLists(part[0].size, part.dtype) for part in seen]
    for one, part in zip(lists, seen, strict=True):
        one.append(part)
    return lists


def test_a_pickled_copy_says_the_same(rules: Rules, seen: Seen) -> None:
    for name in ("odd_blind_plain", "wide"):
        engine = engine_critic(network(**SIZES[name]), rules)
        copy = pickle.loads(pickle.dumps(engine))
        assert np.array_equal(asked(copy, seen), asked(engine, seen))


def test_several_rule_sets_share_all_but_the_terms(rules: Rules, seen: Seen) -> None:
    critic, sets = network(**SIZES["odd"]), [rules, load_rules("sanma_base")]
    first, second = engine_critics(critic, sets)
    found = [asked(engine, seen) for engine in (first, second)]
    for one, mine in zip(sets, found, strict=True):
        assert np.array_equal(mine, asked(engine_critic(critic, one), seen))
    assert not np.array_equal(*found)
    again = pickle.loads(pickle.dumps(second))
    first.tier = TIERS[0]  # what the second reads stays
    assert np.array_equal(asked(second, seen), found[1])
    assert np.array_equal(asked(again, seen), found[1])
    with pytest.raises(ValueError, match="cannot play 'piquet'"):
        terms = {name: np.zeros(critic.config.hidden, np.float32) for name in TERMS}
        EngineCritic(terms, load_rules("piquet"), like=first)


# ---- where play-outs ask


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "piquet"])
@pytest.mark.parametrize("oracle", [True, False])
def test_play_on_adds_what_it_says_where_play_stops(name: str, oracle: bool) -> None:
    rules = load_rules(name)
    first = played(rules, 12)
    cards = {"layout": "cards", "kinds": (0, 36)} if first.layout.name == "cards" else {}
    critic = network(oracle=oracle, **cards)
    engine = engine_critic(critic, rules)
    silent = engine_critic(Critic(critic.config), rules)  # its heads begin at zero
    seats = first.seat.copy()
    gained, whole = np.zeros((2, 200, 2), np.float32)
    stood, games = first.clone(), first.clone()
    stood.play_on(seats, gained, critic=silent, horizon=2)
    games.play_on(seats, whole, critic=engine, horizon=2)
    stopped = (stood.seat == seats) & (seats >= 0) & (stood.hand_done == 0)
    assert 50 < stopped.sum()
    assert np.array_equal(whole[~stopped], gained[~stopped])
    expected = asked(engine, look(stood))
    assert np.array_equal(whole[stopped], (gained + expected)[stopped])
    assert [games.save(i) for i in range(200)] == [stood.save(i) for i in range(200)]


# ---- what is refused


def weights_of(critic: Critic, rules: Rules) -> dict[str, NDArray[np.float32]]:
    weights, *_ = engine_critic(critic, rules).__reduce__()[1]
    return {name: weight.copy() for name, weight in weights.items()}


@pytest.mark.parametrize("name", ["odd", "wide"])
def test_weights_that_do_not_fit(name: str, rules: Rules) -> None:
    weights = weights_of(network(**SIZES[name]), rules)
    for part, weight in weights.items():
        for other in (weight[:-1], weight[None], np.concatenate([weight, weight])):
            with pytest.raises(ValueError):  # noqa: PT011 - which one depends on the weight
                EngineCritic(weights | {part: other}, rules)
        with pytest.raises(ValueError, match="need at least|missing"):
            EngineCritic({n: w for n, w in weights.items() if n != part}, rules)
        odd = weight.copy()
        odd.flat[-1] = np.nan
        with pytest.raises(ValueError, match=f"{part} holds NaN"):
            EngineCritic(weights | {part: odd}, rules)
    with pytest.raises(ValueError, match="not known: more"):
        EngineCritic(weights | {"more": weights["start"]}, rules)
    with pytest.raises(ValueError, match="must have shape"):
        EngineCritic(weights, rules, oracle=False)
    with pytest.raises(TypeError, match="rules"):
        EngineCritic(weights, "super_bingo")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="EngineCritic"):
        EngineNetwork(weights, rules)  # type: ignore[call-arg]


def test_too_many_bins(rules: Rules) -> None:
    with pytest.raises(ValueError, match=r"bins must have shape \(2, 1\) to \(2, 64\)"):
        engine_critic(network(**WIDE, bins=65), rules)


def test_what_is_given_has_to_fit(rules: Rules, seen: Seen) -> None:
    engine = engine_critic(network(**SIZES["wide"]), rules)
    blind = engine_critic(network(**SIZES["wide_blind"]), rules)
    planes, numbers, hidden = seen
    odd = numbers.copy()
    odd[3, 5] = np.inf
    wrong: list[tuple[str, tuple[Any, ...]]] = [
        ("planes", (planes[:, :-1], numbers, hidden)),
        ("globals_", (planes, numbers[:-1], hidden)),
        ("globals_ holds", (planes, odd, hidden)),
        ("oracle", (planes, numbers, hidden[:, :, ::-1])),
        ("as oracle", (planes, numbers)),
        ("out", (planes, numbers, hidden, np.zeros((200, 3), np.float32))),
    ]
    for message, given in wrong:
        with pytest.raises(ValueError, match=message):
            engine.values(*given)
    with pytest.raises(ValueError, match="does not see"):
        blind.values(*seen)
    lists, picks = kept(seen), np.arange(200)
    for given in ((lists[0], lists[1], lists[0]), (lists[2], lists[1], lists[2])):
        with pytest.raises(ValueError, match="lists of"):
            engine.values_kept(*given, picks)
    with pytest.raises(ValueError, match="as oracle"):
        engine.values_kept(lists[0], lists[1], None, picks)
    with pytest.raises(IndexError, match="picks"):
        engine.values_kept(*lists, picks + 1)
    with pytest.raises(TypeError):
        engine.values_kept(None, lists[1], lists[2], picks)  # type: ignore[arg-type]


def test_play_on_refuses_a_critic_that_does_not_fit(rules: Rules) -> None:
    engine = engine_critic(network(**SIZES["wide"]), rules)
    batch = played(rules).clone()
    asked = batch.seat.copy(), np.zeros((200, 2), np.float32)
    for given in ({"critic": engine}, {"horizon": 1}, {"critic": engine, "horizon": -1}):
        with pytest.raises(ValueError, match="horizon"):
            batch.play_on(*asked, **given)
    other = Batch(load_rules("hangzhou"), 200, auto_reset=False)
    with pytest.raises(ValueError, match="critic folded for"):
        other.play_on(*asked, critic=engine, horizon=1)
