"""Plans and their values from re-dealt copies, against the same hands played by hand."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi._fast.net.critic import EngineCritic
from shugi._fast.rules.compile import Rules
from shugi.agents import Agent, AgentError, Baseline, Random
from shugi.agents.beliefs import HandsStay
from shugi.agents.plans.plan import ASKING, plans_at
from shugi.agents.plans.playouts import Playouts
from shugi.agents.standing import worth_of
from shugi.envs.gains import POINTS, Prices, prices_of
from shugi.envs.rulesets.rules import load_rules
from tests.support.bot_games import led_on, midway
from tests.support.standings import any_standing

if TYPE_CHECKING:
    from shugi.agents.network import Network

GAMES = ["super_bingo", "shouhai_mighty", "hangzhou", "kawuxing", "ninety_nine"]
OTHERS = ["super_bingo+grand_cross", "toriuchi", "crazy_cherry", "riichi_mjsoul", "xiamen", "wuhan"]
WIN, RIICHI = action_id("win"), action_id("riichi")


def reached(name: str, verb: int | None = None, n: int = 64, seed: int = 3) -> tuple[Batch, int]:
    """A batch in which game ``i`` is at a decision, with that verb legal if one is asked for."""
    batch = Batch(load_rules(name), n, seed, expected=True)
    for step in range(400):
        found = batch.legal()[:, verb] if verb is not None else np.full(n, step == 20)
        if found.any():
            return batch, int(np.flatnonzero(found)[0])
        led_on(batch, 1)
    raise AssertionError(f"no decision with {verb} in {name}")


def values(
    playouts: Playouts,
    batch: Batch,
    i: int,
    key: int = 1,
    plans: list[tuple[int, ...]] | None = None,
    seed: int = 0,
) -> NDArray[np.float32]:
    own = plans_at(batch, i) if plans is None else plans
    rows, keys = np.array([i]), np.array([key], np.uint64)
    return playouts.values(batch, rows, [own], keys, np.random.default_rng(seed))[0]


def network_of(name: str, rules: Rules) -> "Network":
    """The one of the package, as the engine plays it."""
    pytest.importorskip("torch")
    from shugi.agents.named import path_of
    from shugi.agents.network import INT8, Network

    return Network.load(path_of(name), rules, precision=INT8)


class AsDealt(Playouts):
    """Plays on from the position itself."""

    def _deal(self, seats: NDArray[np.int8], keys: NDArray[np.uint64]) -> NDArray[np.bool_]:
        return seats >= 0


class Asking(Playouts):
    """Asks the policy at every step, and does not let the engine play on."""

    def _player(self, rng: np.random.Generator) -> None:
        return None


def stands(game: Batch, seat: int, worth: Prices) -> float:
    """What the standing is worth to a seat."""
    if worth.standing is None:
        return 0.0
    price = worth.kilopoint if worth.standing.kind == POINTS else worth.chip
    return float(game.value_standings(worth.standing)[0, seat]) * price


def by_hand(batch: Batch, i: int, plan: tuple[int, ...], worth: Prices | None = None) -> float:
    """What the seat gains with the baseline at every seat, read off step by step."""
    game, seat = batch.clone(np.array([i])), int(batch.seat[i])
    worth = worth or worth_of(batch.rules)
    total = -stands(game, seat, worth)
    steps = list(plan)
    actions = np.zeros(1, np.uint8)

    def gained() -> float:
        points = float(game.points[0, seat])
        if batch.rules.game == "riichi":
            return float(game.expected[0, seat]) * worth.chip + points / 1000 * worth.kilopoint
        cards = batch.layout.name == "cards"
        return float(game.expected[0, seat]) * worth.chip if cards else points

    while True:
        if steps:
            actions[0] = steps.pop(0)
        else:
            game.baseline(actions)
        game.step(actions)
        total += gained()
        if game.hand_done[0]:
            if worth.standing is not None:
                bonus = float(game.bonus[0, seat]) if game.done[0] else 0.0
                return total + stands(game, seat, worth) + worth.kilopoint * bonus
            placement = float(game.placement[0, seat]) if game.done[0] else 0.0
            return total - worth.chip * placement


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_values_are_what_play_by_hand_gives(name: str, standing: bool) -> None:
    batch, _ = reached(name)
    worth = prices_of(batch.rules, standing=any_standing(batch.rules) if standing else None)
    playouts, differ = AsDealt(batch.rules, Baseline(), 1, worth=worth, room=64), 0
    for i in range(6):
        plans = plans_at(batch, i)
        found = values(playouts, batch, i)
        assert found.shape == (len(plans), 1) and len(plans) > 1
        expected = [by_hand(batch, i, plan, worth) for plan in plans]
        assert np.allclose(found[:, 0], expected, atol=1e-3)
        differ += len(set(np.round(expected, 3))) > 1
    assert differ, "these positions would pass any code"


@pytest.mark.parametrize("name", GAMES)
def test_same_key_same_values_whatever_the_room(name: str) -> None:
    batch, i = reached(name)
    before = batch.save(i)
    wide = values(Playouts(batch.rules, Baseline(), 6, room=256), batch, i)
    tight = values(Playouts(batch.rules, Baseline(), 6, threads=2, room=40), batch, i)
    assert np.array_equal(wide, tight) and np.isfinite(wide).all()
    assert batch.save(i) == before
    other = values(Playouts(batch.rules, Baseline(), 6, room=256), batch, i, key=2)
    assert not np.array_equal(wide, other)


def test_several_positions_at_once_are_each_as_if_alone() -> None:
    batch, _ = reached("super_bingo")
    rows = np.arange(5)
    plans = [plans_at(batch, int(i)) for i in rows]
    keys = np.arange(5, dtype=np.uint64)
    playouts = Playouts(batch.rules, Baseline(), 3, room=50)
    together = playouts.values(batch, rows, plans, keys, np.random.default_rng(0))
    for i in rows:
        assert np.array_equal(together[i], values(playouts, batch, int(i), key=int(i)))


@pytest.mark.parametrize("name", ["super_bingo_atama", "riichi_tenhou", "hangzhou"])
def test_with_hands_that_stay_what_is_foretold_happens_on_average(name: str) -> None:
    batch = midway(name, 2000, 40, seed=5, expected=True)
    rules, rng, rows = batch.rules, np.random.default_rng(0), np.arange(batch.n)
    foretold = Playouts(rules, Baseline(), 2, room=batch.n, belief=HandsStay()).values(
        batch, rows, [[()]] * batch.n, rows.astype(np.uint64), rng
    )
    real = Playouts(rules, Baseline(), 1, room=batch.n)
    real.batch.copy_from(batch, rows, rows)
    apart = real.gain(batch.seat.copy(), [()] * batch.n, rng) - [one.mean() for one in foretold]
    assert abs(apart.mean()) < 4 * apart.std() / np.sqrt(batch.n)


def test_a_win_is_worth_its_payment_in_every_deal() -> None:
    batch, i = reached("hangzhou", WIN)
    found = values(Playouts(batch.rules, Baseline(), 8, room=64), batch, i, plans=[(WIN,)])
    assert np.allclose(found, by_hand(batch, i, (WIN,)), atol=1e-3) and found[0, 0] > 0


def test_plans_cover_every_legal_action_and_spell_out_riichi() -> None:
    batch, i = reached("super_bingo", RIICHI)
    plans = plans_at(batch, i)
    assert sorted({plan[0] for plan in plans}) == batch.legal_actions(i)
    for plan in plans:
        game = batch.clone(np.array([i]))
        for action in plan:
            game.step_one(0, action)
        asked_for_tile = game.seat[0] == batch.seat[i] and game.state(0)["phase"] in ASKING.values()
        assert not asked_for_tile


def test_a_verb_with_a_choice_of_tile_becomes_a_plan_for_each() -> None:
    for seed in range(40):
        batch, i = reached("super_bingo", RIICHI, seed=seed)
        tiles = [plan for plan in plans_at(batch, i) if plan[0] == RIICHI]
        if len(tiles) > 1:
            assert all(len(plan) == 2 for plan in tiles)
            game = batch.clone(np.array([i]))
            game.step_one(0, RIICHI)
            assert [plan[1] for plan in tiles] == game.legal_actions(0)
            return
    raise AssertionError("no riichi with a choice of tile in forty batches")


def test_chance_of_the_policy_is_the_generators() -> None:
    batch, i = reached("super_bingo")
    playouts = Playouts(batch.rules, Random(), 4, room=128)
    assert np.array_equal(values(playouts, batch, i), values(playouts, batch, i))


def test_what_does_not_fit_is_refused() -> None:
    batch, i = reached("super_bingo")
    with pytest.raises(AgentError, match="at least 1"):
        Playouts(batch.rules, Baseline(), 0)
    with pytest.raises(AgentError, match="room"):
        values(Playouts(batch.rules, Baseline(), 1, room=2), batch, i)


def test_a_policy_that_breaks_the_rules_is_named() -> None:
    class Wrong(Random):
        name = "wrong"

        def act(self, seen: Any, rng: Any) -> Any:
            return (seen.mask == 0).argmax(axis=1).astype(np.uint8)

    batch, i = reached("super_bingo")
    with pytest.raises(AgentError, match="wrong chose"):
        values(Playouts(batch.rules, Wrong(), 1, room=64), batch, i)


@pytest.mark.parametrize("name", GAMES + OTHERS)
@pytest.mark.parametrize("style", [None, "rusher"])
def test_the_engine_plays_on_as_asking_at_every_step_does(name: str, style: str | None) -> None:
    batch, _ = reached(name)
    rows = np.flatnonzero(batch.seat >= 0)[:12]
    plans = [plans_at(batch, int(i)) for i in rows]
    keys = np.arange(12, dtype=np.uint64)
    asked, one, two = (
        kind(batch.rules, Baseline(style), 3, threads=threads, room=300).values(
            batch, rows, plans, keys, np.random.default_rng(0)
        )
        for kind, threads in ((Asking, 1), (Playouts, 1), (Playouts, 2))
    )
    for wanted, *found in zip(asked, one, two, strict=True):
        assert all(np.array_equal(wanted, each, equal_nan=True) for each in found)
    assert len(np.unique(np.concatenate([each.ravel() for each in one]))) > 5


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou"])
def test_a_network_in_int8_is_played_by_the_engine(name: str) -> None:
    batch, i = reached(name)
    plans, agent = plans_at(batch, i)[:2], network_of(name, batch.rules)
    asked = values(Asking(batch.rules, agent, 16, room=64), batch, i, plans=plans)
    found = values(Playouts(batch.rules, agent, 16, room=64), batch, i, plans=plans)
    assert np.array_equal(asked, found)
    agent.sample = True
    drawn = [
        values(Playouts(batch.rules, agent, 16, threads, room=64), batch, i, plans=plans)
        for threads in (1, 2)
    ]
    other = Playouts(batch.rules, agent, 16, room=64)
    elsewhere = values(other, batch, i, plans=plans, seed=1)
    assert np.array_equal(*drawn) and np.isfinite(drawn[0]).all()
    assert not np.array_equal(drawn[0], found) and not np.array_equal(drawn[0], elsewhere)


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou"])
def test_a_network_alone_among_baselines_is_played_by_the_engine(name: str) -> None:
    batch, i = reached(name)
    plans = plans_at(batch, i)[:3]
    agent, others = network_of(name, batch.rules), Baseline("rusher")

    def found(kind: type[Playouts], others: Agent | None) -> NDArray[np.float32]:
        return values(kind(batch.rules, agent, 16, room=64, others=others), batch, i, plans=plans)

    alone = found(Playouts, others)
    assert np.array_equal(alone, found(Asking, others)) and np.isfinite(alone).all()
    for same in (None, Baseline()):
        assert not np.array_equal(alone, found(Playouts, same))


def test_each_seat_is_played_by_its_agent() -> None:
    seats: dict[str, set[bool]] = {"own": set(), "other": set()}
    batch, i = reached("kawuxing")

    class Named(Baseline):
        def act(self, seen: Any, rng: Any) -> Any:
            seats[self.name] |= set(seen.seat == batch.seat[i])
            return super().act(seen, rng)

    own, other = Named(), Named()
    own.name, other.name = "own", "other"
    together = values(Playouts(batch.rules, own, 4, room=64, others=other), batch, i)
    assert seats == {"own": {True}, "other": {False}}
    assert np.array_equal(together, values(Playouts(batch.rules, Baseline(), 4, room=64), batch, i))


# ---- to a horizon


def critic_of(batch: Batch, **config: Any) -> EngineCritic:
    """With weights that have something to say in every layer."""
    torch = pytest.importorskip("torch")
    from shugi.agents.engine_policy import engine_critic
    from shugi.agents.model import Critic
    from shugi.agents.model_config import ModelConfig

    torch.manual_seed(1)
    cards = {"layout": "cards", "kinds": (0, 36)} if batch.layout.name == "cards" else {}
    config = {"standing": True, **config}
    critic = Critic(ModelConfig(hidden=32, **cards, **config))
    with torch.no_grad():
        critic.heads.weight.copy_(0.1 * torch.randn(critic.heads.weight.shape))
    return engine_critic(critic, batch.rules)


@pytest.mark.parametrize("name", [*GAMES, "piquet"])
@pytest.mark.parametrize("horizon", [1, 3])
def test_the_engine_stops_at_a_horizon_as_asking_does(name: str, horizon: int) -> None:
    batch, _ = reached(name)
    rows = np.flatnonzero(batch.seat >= 0)[:12]
    plans = [plans_at(batch, int(i)) for i in rows]
    critic = critic_of(batch, oracle=horizon > 1)

    def found(kind: type[Playouts], threads: int, *ahead: Any) -> NDArray[np.float32]:
        playouts = kind(batch.rules, Baseline(), 3, threads, None, 300, None, *ahead)
        keys, rng = np.arange(len(rows), dtype=np.uint64), np.random.default_rng(0)
        own = playouts.values(batch, rows, plans, keys, rng)
        return np.concatenate([values.ravel() for values in own])

    asked, one, two = (
        found(kind, threads, critic, horizon)
        for kind, threads in ((Asking, 1), (Playouts, 1), (Playouts, 2))
    )
    assert np.array_equal(asked, one) and np.array_equal(one, two)
    end = found(Playouts, 1)
    assert (one != end).mean() > 0.05
    assert np.array_equal(found(Playouts, 1, critic, 1000), end)


def test_a_network_stops_at_a_horizon_too() -> None:
    batch, i = reached("super_bingo")
    agent, critic = network_of("super_bingo", batch.rules), critic_of(batch)
    asked, found = (
        values(kind(batch.rules, agent, 16, room=64, critic=critic, horizon=2), batch, i)
        for kind in (Asking, Playouts)
    )
    assert np.array_equal(asked, found)
    assert not np.array_equal(found, values(Playouts(batch.rules, agent, 16, room=64), batch, i))


def test_a_hand_that_ends_before_the_horizon_counts_as_it_ended() -> None:
    batch, i = reached("hangzhou", WIN)
    playouts = Playouts(batch.rules, Baseline(), 8, room=64, critic=critic_of(batch), horizon=1)
    found = values(playouts, batch, i, plans=[(WIN,)])
    assert np.allclose(found, by_hand(batch, i, (WIN,)), atol=1e-3) and found[0, 0] > 0


def test_a_horizon_and_a_critic_belong_together() -> None:
    batch, _ = reached("super_bingo")
    for ahead in ({"horizon": 1}, {"critic": critic_of(batch)}, {"horizon": -1}):
        with pytest.raises(AgentError, match="horizon needs a critic"):
            Playouts(batch.rules, Baseline(), 1, **ahead)


def test_a_plan_that_breaks_the_rules_is_named() -> None:
    batch, i = reached("super_bingo")
    illegal = next(a for a in range(128) if not batch.is_legal(i, a))
    with pytest.raises(AgentError, match="not legal"):
        values(Playouts(batch.rules, Baseline(), 1, room=8), batch, i, plans=[(illegal,)])


def test_a_critic_that_leaves_standings_out_is_counted_as_it_learnt() -> None:
    batch, i = reached("sanma_base", WIN)
    for standing in (False, True):
        critic = critic_of(batch, standing=standing)
        playouts = Playouts(batch.rules, Baseline(), 4, room=64, critic=critic, horizon=1)
        assert (playouts.worth.standing is not None) == standing
        worth = worth_of(batch.rules) if standing else prices_of(batch.rules)
        found = values(playouts, batch, i, plans=[(WIN,)])
        expected = Playouts(batch.rules, Baseline(), 4, room=64, worth=worth)
        assert np.array_equal(found, values(expected, batch, i, plans=[(WIN,)]))
