"""The roll-out agent: what it looks at, what it may know, and that it finds what is better."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi.agents import Agent, AgentError, Baseline, Random, make_agent
from shugi.agents.base import Observation, preferences
from shugi.agents.plans.plan import plans_at
from shugi.agents.search import Rollout, Search, TimedRollout, _affordable, _clear
from shugi.envs.rulesets.rules import load_rules
from tests.support.bot_games import led_on, midway
from tests.support.small_network import small_network

GAMES = ["super_bingo", "hangzhou", "kawuxing", "ninety_nine", "piquet"]  # 3, 4, 3, 3 and 2 seats
WIN, PASS, RIICHI = action_id("win"), action_id("pass"), action_id("riichi")


def with_verb(name: str, verb: int, n: int, seed: int = 3) -> Batch:
    """``n`` positions of baseline play at which ``verb`` is legal, and something else too."""
    batch, found = Batch(load_rules(name), 64, seed), Batch(load_rules(name), n)
    count = 0
    while count < n:
        mask = batch.legal()
        rows = np.flatnonzero((mask[:, verb] == 1) & (mask.sum(axis=1) > 1))[: n - count]
        found.copy_from(batch, rows, np.arange(count, count + len(rows)))
        count += len(rows)
        led_on(batch, 1)
    return found


def choices(
    agent: Agent, batch: Batch, rng: np.random.Generator | None = None
) -> NDArray[np.uint8]:
    """What it plays, which is legal."""
    mask = batch.legal()
    actions = agent.act(Observation(batch, mask=mask), rng or np.random.default_rng(1))
    assert actions.dtype == np.uint8 and mask[np.arange(batch.n), actions].all()
    return actions


# ---- what it plays


@pytest.mark.parametrize("at", ["all", "verbs"])
@pytest.mark.parametrize("name", GAMES)
def test_plays_legally_with_two_three_and_four_seats(name: str, at: str) -> None:
    agent = Rollout(Random(), deals=2, at=at, candidates=2)
    batch, rng = midway(name, 3, 10), np.random.default_rng(0)
    for _ in range(4 if name == "piquet" else 8):
        batch.step(choices(agent, batch, rng))


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "ninety_nine"])
def test_hidden_tiles_do_not_matter(name: str) -> None:
    """Another deal of what the seat cannot see, and it chooses the same."""
    batch = midway(name, 12)
    other = batch.clone()
    for i in range(batch.n):
        other.redeal(i, int(batch.seat[i]), 1234 + i)
    assert any(batch.save(i) != other.save(i) for i in range(batch.n))
    agent = Rollout(Baseline(), deals=4, margin=0.0)
    first = choices(agent, batch)
    assert (first == choices(agent, other)).all()
    assert (first == choices(Rollout(Baseline(), deals=4, margin=0.0), batch)).all()
    plain = Baseline().act(Observation(batch), np.random.default_rng(1))
    assert (first != plain).any(), "nothing was searched"


def test_the_games_stay_as_they_are() -> None:
    batch = midway("super_bingo", 6)
    before = [batch.save(i) for i in range(batch.n)]
    choices(Rollout(Baseline(), deals=2), batch)
    assert [batch.save(i) for i in range(batch.n)] == before


def test_rows_are_answered_for_themselves() -> None:
    batch = midway("super_bingo", 8)
    rows = np.array([1, 4, 6])
    mask, rng = batch.legal(), np.random.default_rng(2)
    agent = Rollout(Baseline(), deals=2)
    actions = agent.act(Observation(batch, rows, mask[rows]), rng)
    assert mask[rows, actions].all()
    alone = batch.clone(rows)
    same = agent.act(Observation(alone, mask=mask[rows]), np.random.default_rng(2))
    assert (actions == same).all()


def test_wins_where_its_policy_does_not_see_it() -> None:
    """A claim that wins is worth more than a pass, and play-outs find that out."""
    batch = with_verb("sanma_base", WIN, 12)
    agent = Rollout(Baseline(), deals=24, at="verbs")
    mask, rng = batch.legal(), np.random.default_rng(0)
    without = mask.copy()
    without[:, WIN] = 0
    timid = Random().act(Observation(batch, mask=without), rng)
    found = agent.search(Observation(batch, mask=mask), timid, np.arange(12), rng)
    won = [one.plans[one.best] == (WIN,) for one in found]
    assert np.mean(won) >= 0.9


# ---- where it searches


def asked(agent: Rollout, batch: Batch) -> NDArray[np.int64]:
    rng = np.random.default_rng(0)
    return agent._rows_to_search(Observation(batch), rng)


def test_verbs_alone_are_searched() -> None:
    batch = midway("super_bingo", 64)
    mask, rng = batch.legal(), np.random.default_rng(0)
    agent = Rollout(Baseline(), deals=2, at="verbs", margin=0.0)
    plain = Baseline().act(Observation(batch, mask=mask), rng)
    rows = np.flatnonzero(~mask[:, PASS:].any(axis=1))
    assert len(rows) > 10
    state = rng.bit_generator.state
    actions = agent.act(Observation(batch, rows, mask[rows]), rng)
    assert (actions == plain[rows]).all()
    assert rng.bit_generator.state == state, "chance was used where nothing was searched"
    assert 0 < len(asked(agent, batch)) < len(asked(Rollout(Baseline()), batch))


def test_where_the_policy_is_sure_nothing_is_searched() -> None:
    batch = midway("super_bingo", 64)
    policy = make_agent("checkpoint:super_bingo", batch.rules)
    rng, everyone = np.random.default_rng(0), asked(Rollout(policy), batch)
    chances = preferences(policy, Observation(batch), rng)
    unsure = [k for k in everyone if chances[k].max() <= 0.9]
    assert asked(Rollout(policy, sure=0.9), batch).tolist() == unsure
    assert 0 < len(unsure) < len(everyone)
    nobody_sure = asked(Rollout(Baseline(), sure=0.9), batch)
    assert nobody_sure.tolist() == asked(Rollout(Baseline()), batch).tolist()


def test_riichi_and_its_tile_are_one_plan() -> None:
    batch = with_verb("super_bingo", RIICHI, 24)
    mask, rng = batch.legal(), np.random.default_rng(0)
    agent = Rollout(Baseline(), deals=4, at="verbs", margin=0.0)
    everyone = np.full(batch.n, RIICHI, np.uint8)
    found = agent.search(Observation(batch, mask=mask), everyone, np.arange(batch.n), rng)
    own = [one.plans[one.own] for one in found]
    assert all(plan[0] == RIICHI for plan in own)
    two_steps = [i for i, plan in enumerate(own) if len(plan) == 2]
    assert two_steps, "no riichi with a choice of the tile"
    after = batch.clone(np.array(two_steps))
    for i in range(after.n):
        after.step_one(i, RIICHI)
    tiles = after.legal()
    assert not tiles[:, PASS:].any()
    assert len(asked(agent, after)) == after.n, "the tile is chosen too"
    baseline = Baseline().act(Observation(after, mask=tiles), rng)
    assert [own[i][1] for i in two_steps] == baseline.tolist()


def test_a_narrower_mask_is_heeded() -> None:
    batch = with_verb("super_bingo", RIICHI, 6)
    mask = batch.legal()
    mask[:, [RIICHI, action_id("open_riichi")]] = 0
    agent, rng = Rollout(Random(), deals=2, margin=0.0), np.random.default_rng(0)
    for _ in range(3):
        actions = agent.act(Observation(batch, mask=mask), rng)
        assert mask[np.arange(batch.n), actions].all()


# ---- how it decides


def decided(values: list[list[float]], margin: float, own: int = 0) -> int:
    count = len(values)
    found = Search([(i,) for i in range(count)], own, own, np.zeros(count, np.float32))
    agent = Rollout(Baseline(), margin=margin)
    return agent._decide(found, np.arange(count), np.array(values, np.float32))


def test_the_margin_counts_standard_errors_of_the_paired_difference() -> None:
    own, better = [100.0, -100.0, 50.0, 0.0], [101.0, -98.0, 51.0, 2.0]  # +1.5 with error 0.29
    assert decided([own, better], margin=5.0) == 1
    assert decided([own, better], margin=5.5) == 0
    assert decided([own, own], margin=0.0) == 0, "a tie leaves the policy's plan"
    assert decided([own, better, [x + 4 for x in own]], margin=1.0) == 2
    assert decided([better, own], margin=0.0) == 0
    missing = [float("nan")] * 4
    assert decided([missing, missing], margin=0.0) == 0


def test_halving_keeps_the_best_and_the_policys_own() -> None:
    agent = Rollout(Baseline(), candidates=2)
    found = Search([(i,) for i in range(7)], 3, 3, np.zeros(7, np.float32))
    values = np.array([[5.0], [1.0], [9.0], [-7.0], [8.0], [2.0], [3.0]], np.float32)
    assert agent._better_half(found, np.arange(7), values).tolist() == [0, 2, 3, 4]
    assert agent._better_half(found, np.array([3, 4, 6]), values[[3, 4, 6]]).tolist() == [3, 4]


def test_preferences_are_chances_of_legal_actions() -> None:
    batch = midway("super_bingo", 12)
    mask = batch.legal()
    agent = Rollout(Baseline(), deals=4, temperature=2.0)
    rng = np.random.default_rng(0)
    chances = agent.preferences(Observation(batch, mask=mask), rng)
    assert np.allclose(chances.sum(axis=1), 1.0, atol=1e-5)
    assert chances[mask == 0].max() == 0
    assert ((chances > 0.01) & (chances < 0.99)).any()


# ---- by name


@pytest.mark.parametrize(
    ("spec", "at", "deals", "policy", "continuation"),
    [
        ("rollout:baseline", "all", 64, "baseline", "baseline"),
        ("rollout[]:random", "all", 64, "random", "baseline"),
        ("rollout[at=verbs,deals=16]:baseline", "verbs", 16, "baseline", "baseline"),
        (
            "rollout[deals=4]:baseline:rusher,riichi=0.5",
            "all",
            4,
            "baseline:rusher,riichi=0.5",
            "baseline",
        ),
        (
            "rollout[continuation=[baseline:rusher,defence=2], deals=4]:random",
            "all",
            4,
            "random",
            "baseline:rusher,defence=2",
        ),
        ("rollout[continuation=policy]:random", "all", 64, "random", "random"),
        (
            "rollout[deals=4]:rollout[deals=2]:baseline",
            "all",
            4,
            "rollout[deals=2]:baseline",
            "baseline",
        ),
    ],
)
def test_names_give_rollouts(
    spec: str, at: str, deals: int, policy: str, continuation: str
) -> None:
    agent = make_agent(spec)
    assert isinstance(agent, Rollout) and agent.name == spec
    assert (agent.at, agent.deals, agent.policy.name) == (at, deals, policy)
    assert agent.continuation.name == continuation


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("rollout", "no agent 'rollout'"),
        ("rollout:", "needs an agent"),
        ("rollout[deals=4]", "needs an agent"),
        ("rollout[deals=4:baseline", "not closed"),
        ("rollout[deal=4]:baseline", "did you mean 'deals'"),
        ("rollout[deals=many]:baseline", "must be a number, not 'many'"),
        ("rollout[deals=1]:baseline", "at least 2"),
        ("rollout[candidates=1]:baseline", "at least 2"),
        ("rollout[at=verb]:baseline", "all or verbs"),
        ("rollout[margin=-1]:baseline", "negative"),
        ("rollout[sure=0]:baseline", "more than 0 and at most 1"),
        ("rollout[sure=1.1]:baseline", "more than 0 and at most 1"),
        ("rollout[temperature=0]:baseline", "more than 0"),
        ("rollout[continuation=basline]:baseline", "did you mean 'baseline'"),
        ("rollout:baselin", "did you mean 'baseline'"),
        ("without:baseline", "say without what"),
        ("without[richi]:baseline", "richi"),
        ("search[ms=0]:baseline", "ms must be more than 0 and finite, not 0"),
        ("search[ms=-3]:baseline", "more than 0"),
        ("search[ms=inf]:baseline", "finite"),
        ("search[ms=nan]:baseline", "more than 0"),
        ("search[ms=fast]:baseline", "must be a number, not 'fast'"),
        ("search[deals=8]:baseline", "search has no option 'deals'; there are ms, at"),
        ("search[at=verb]:baseline", "all or verbs"),
        ("search", "no agent 'search'"),
        ("search[ms=5]", "needs an agent"),
        ("rollout[horizon=2]:baseline", "baseline is no checkpoint"),
        ("rollout[horizon=far]:baseline", "horizon must be a number"),
    ],
)
def test_agents_that_cannot_be_are_refused(spec: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        make_agent(spec)


@pytest.mark.parametrize("spec", ["rollout[deals=8,horizon={}]", "search[ms=1e9,horizon={}]"])
def test_play_outs_stop_at_the_critic_of_the_checkpoint(spec: str, tmp_path: Path) -> None:
    path, batch = small_network(tmp_path), with_verb("super_bingo", RIICHI, 6)
    found = []
    for horizon in (0, 1, 1000):
        agent = make_agent(f"{spec.format(horizon)}:{path}")
        assert isinstance(agent, Rollout) and agent.horizon == horizon
        if isinstance(agent, TimedRollout):
            Clock(agent, 1e4)
        mask, rng = batch.legal(), np.random.default_rng(0)
        own = mask.argmax(axis=1).astype(np.uint8)
        seen = Observation(batch)
        found.append([one.value for one in agent.search(seen, own, np.arange(6), rng)])
    end, one, far = (np.concatenate(values) for values in found)
    assert np.array_equal(end, far, equal_nan=True) and (end != one).mean() > 0.5


def test_a_horizon_needs_a_critic(tmp_path: Path) -> None:
    path = small_network(tmp_path, keeps_critic=False)
    with pytest.raises(AgentError, match="keeps none; the folder"):
        make_agent(f"rollout[horizon=2]:{path}")
    with pytest.raises(AgentError, match="horizon needs a critic"):
        Rollout(Baseline(), horizon=2)
    small_network(tmp_path)
    with pytest.raises(AgentError, match="not -1"):
        make_agent(f"rollout[horizon=-1]:{path}")


def test_names_give_agents_without_an_act() -> None:
    agent = make_agent("without[riichi,open_riichi]:rollout[deals=2,margin=0]:baseline")
    assert agent.name.startswith("without[riichi,open_riichi]:rollout")
    actions = choices(agent, with_verb("super_bingo", RIICHI, 6), np.random.default_rng(0))
    assert not {RIICHI, action_id("open_riichi")} & set(actions.tolist())


# ---- a time instead of a number of deals


class Clock:
    """Goes on by so many seconds for every game that is played out."""

    def __init__(self, agent: TimedRollout, seconds: float) -> None:
        self.now, self.rounds = 0.0, []
        values = agent._values
        agent.clock = lambda: self.now

        def timed(*given: Any) -> list[NDArray[np.float32]]:
            _, _, _, alive, which, deals, _ = given
            self.rounds.append((deals, [len(alive[p]) for p in which]))
            self.now += seconds * deals * sum(len(alive[p]) for p in which)
            return values(*given)

        agent._values = timed  # type: ignore[method-assign]


def timed(ms: float, seconds: float, **options: Any) -> tuple[TimedRollout, Clock]:
    agent = TimedRollout(Baseline(), ms, **options)
    return agent, Clock(agent, seconds)


@pytest.mark.parametrize("at", ["all", "verbs"])
@pytest.mark.parametrize("name", GAMES)
def test_searches_by_time_play_legally(name: str, at: str) -> None:
    agent, clock = timed(100, 0.001, at=at)
    batch, rng = midway(name, 3, 10), np.random.default_rng(0)
    for _ in range(3 if name == "piquet" else 6):
        batch.step(choices(agent, batch, rng))
    assert clock.rounds


@pytest.fixture
def never_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shugi.agents.search.CLEAR", 1e9)


def one_with(plans: int) -> Batch:
    """A position of baseline play with so many plans at least."""
    batch = midway("super_bingo", 64)
    row = next(i for i in range(64) if len(plans_at(batch, i)) >= plans)
    return batch.clone([row])


def test_rounds_halve_then_compare_until_the_time_is_over(never_clear: None) -> None:
    batch = one_with(9)
    plans = len(plans_at(batch, 0))
    agent, clock = timed(2_000, 0.001, candidates=3)
    choices(agent, batch)
    left, halved = plans, []
    while left > 3:
        halved.append(left)
        left = max(3, (left + 1) // 2)
    counts = [alive[0] for _, alive in clock.rounds]
    assert counts == [*halved, *[3] * (len(counts) - len(halved))]
    deals = [deals for deals, _ in clock.rounds]
    assert deals[:5] == [8, 16, 32, 64, 64]
    assert all(one == 64 for one in deals[3:-1]) and 2 <= deals[-1] <= 64
    assert clock.now <= 2, "a round was begun that the time does not pay"
    assert clock.now > 2 - 3 * 0.001 * 2, "time was left"


def test_the_last_round_is_as_small_as_the_time_that_is_left(never_clear: None) -> None:
    batch = one_with(4)
    count = len(plans_at(batch, 0))
    agent, clock = timed(1000, 1 / (15 * count), candidates=20)
    choices(agent, batch)
    assert [deals for deals, _ in clock.rounds] == [8, 7]


def test_there_is_one_round_at_least() -> None:
    batch = one_with(9)
    agent, clock = timed(0.001, 1.0)
    mask, rng = batch.legal(), np.random.default_rng(0)
    own = Baseline().act(Observation(batch, mask=mask), rng)
    (found,) = agent.search(Observation(batch, mask=mask), own, np.arange(1), rng)
    assert [deals for deals, _ in clock.rounds] == [8]
    assert np.isfinite(found.value).all()


def test_a_clear_best_ends_early() -> None:
    """To win is far better than to pass, so nothing like the time is spent."""
    batch = with_verb("sanma_base", WIN, 6)
    agent, clock = timed(1e6, 0.001, at="verbs", candidates=20)
    mask, rng = batch.legal(), np.random.default_rng(0)
    own = mask.argmax(axis=1).astype(np.uint8)
    own[:] = WIN
    found = agent.search(Observation(batch, mask=mask), own, np.arange(6), rng)
    assert np.mean([one.plans[one.best] == (WIN,) for one in found]) >= 0.8
    assert clock.now < 100
    first, last = clock.rounds[0][1], clock.rounds[-1][1]
    assert len(first) == 6 and len(last) < 6, "what is clear takes no part any more"


def test_decisions_share_their_time(never_clear: None) -> None:
    batch = one_with(9)
    spent = []
    for n in (1, 4):
        agent, clock = timed(1000, 0.001)
        choices(agent, batch.clone(np.zeros(n, np.int64)))
        spent.append(clock.now)
    assert 0.9 < spent[0] <= 1 and 3.5 < spent[1] <= 4


def compared(*values: list[float]) -> bool:
    return _clear(np.array(values, np.float32))


def test_what_the_time_pays() -> None:
    assert _affordable(32, 0.01, 1.0) == 32
    assert _affordable(32, 0.1, 1.0) == 10
    assert _affordable(32, 1.0, 1.5) == 0, "one deal compares nothing"
    assert _affordable(32, 0.0, -0.1) == _affordable(32, 0.1, 0.0) == 0, "the time is over"


def test_what_is_clear() -> None:
    noise = [1.0, -1.0] * 8
    ahead = [x + 0.5 + 0.1 * (i % 3) for i, x in enumerate(noise)]
    assert compared(noise, ahead) and compared(ahead, noise)
    assert compared(noise, ahead, ahead), "the leader's equal is as good as the leader"
    assert not compared(noise, [-x + 0.1 for x in noise])
    assert not compared(noise[:8], ahead[:8]), "too few deals"
    gone = [float("nan")] * 8
    assert compared(gone, gone), "no deals are to be had"
    assert not compared([], [])


def test_names_give_searches() -> None:
    agent = make_agent(
        "search[ms=20,at=verbs,candidates=3,margin=2,sure=0.9,hands=any,threads=2,temperature=3,"
        "continuation=baseline:rusher]:random"
    )
    assert isinstance(agent, TimedRollout)
    assert (agent.ms, agent.at, agent.candidates, agent.margin) == (20.0, "verbs", 3, 2.0)
    assert (agent.hands, agent.threads, agent.temperature) == ("any", 2, 3.0)
    assert agent.sure == 0.9
    assert agent.policy.name == "random" and agent.continuation.name == "baseline:rusher"
    assert make_agent("search:baseline").ms == 50.0
    assert TimedRollout(Baseline()).name == "search[ms=50]:baseline"
