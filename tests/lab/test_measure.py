"""The measure on made-up values: what it says is known beforehand."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi.agents.plans.shares import PlanShares
from shugi.training.judge.estimate import Estimate
from shugi.training.judge.plain import plain
from shugi.training.lab.measure import ClassMeasure, Skill, auc, mean_of, measure, skill, verdict
from shugi.training.lab.ranking import reliability
from shugi.training.lab.valued_probes import ClassValues, value_probes

DEALS = 32

Choices = dict[str, PlanShares]


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shugi.training.lab.measure.RESAMPLES", 500)


def made_up(
    rng: np.random.Generator,
    probes: int,
    truth: NDArray[np.float64] | None = None,
    deals: int = DEALS,
    noise: float = 3.0,
    common: float = 10.0,
) -> ClassValues:
    """Probes of three plans, the first of which acts; noise of the deal that they share, and own.

    ``truth`` is (probes, 3); by default all are worth the same.
    """
    worth = np.zeros((probes, 3)) if truth is None else truth
    values = (
        worth[:, :, None]
        + rng.normal(0, common, (probes, 1, deals))
        + rng.normal(0, noise, (probes, 3, deals))
    ).astype(np.float32)
    act = np.array([True, False, False])
    return ClassValues("riichi", "chips", list(values), [act] * probes)


def playing(agent: str, plans: NDArray[np.int64]) -> Choices:
    shares = list(np.eye(3, dtype=np.float32)[plans])
    return {agent: PlanShares(shares, shares)}


def judged(source: ClassValues, *choices: Choices, parts: int = 2) -> ClassMeasure:
    every = {agent: own for one in choices for agent, own in one.items()}
    return measure(value_probes(source, parts), every, next(iter(every)))


def random_truth(rng: np.random.Generator, probes: int) -> NDArray[np.float64]:
    return rng.normal(0, 2, (probes, 3))


# ------------------------------------------------------------------------------------- regret


def test_split_deals_do_not_overrate_the_best() -> None:
    """All plans are worth the same, so nothing can be lost. The largest mean says otherwise."""
    rng = np.random.default_rng(1)
    found = judged(made_up(rng, 4000), playing("first", np.zeros(4000, np.int64)))
    assert found.agents[0].regret.low < 0 < found.agents[0].regret.high
    naive = found.agents[0].regret.mean + found.slack
    expected = 0.846 * 3 / math.sqrt(DEALS)  # of three normal variables the largest
    assert naive == pytest.approx(expected, rel=0.1)
    assert found.agents[0].regret.high < expected / 3


@pytest.mark.parametrize("parts", [2, 4, 8])
def test_truth_lies_between_regret_and_slack(parts: int) -> None:
    rng = np.random.default_rng(2)
    truth = random_truth(rng, 5000)
    plans = rng.integers(0, 3, 5000)
    source = made_up(rng, 5000, truth, deals=16, noise=8)
    found = judged(source, playing("any", plans), parts=parts)
    true = (truth.max(axis=1) - truth[np.arange(5000), plans]).mean()
    own = found.agents[0].regret
    assert own.mean - own.half < true < own.mean + own.half + found.slack
    assert found.slack < 2


def test_more_parts_find_more_of_the_best() -> None:
    rng = np.random.default_rng(3)
    truth = random_truth(rng, 4000)
    source = made_up(rng, 4000, truth, deals=16, noise=8)
    plans = rng.integers(0, 3, 4000)
    two, eight = (judged(source, playing("any", plans), parts=parts) for parts in (2, 8))
    assert eight.agents[0].regret.mean > two.agents[0].regret.mean + 0.1
    assert eight.slack < two.slack


def test_clear_differences_are_measured_exactly() -> None:
    rng = np.random.default_rng(4)
    truth = np.array([[5.0, 0.0, -5.0]] * 200)
    source = made_up(rng, 200, truth, noise=0.0)
    mixed = np.array([0.5, 0.25, 0.25], np.float32)
    found = judged(
        source,
        playing("act", np.zeros(200, np.int64)),
        playing("second", np.ones(200, np.int64)),
        {"mixed": PlanShares([mixed] * 200, [mixed] * 200)},
    )
    regrets = [one.regret.mean for one in found.agents]
    assert regrets == pytest.approx([0, 5, 3.75], abs=1e-4)
    assert found.always.mean == pytest.approx(0, abs=1e-6)
    assert found.never.mean == pytest.approx(5, abs=1e-4)
    assert found.difference.mean == pytest.approx(5, abs=1e-4)
    assert (found.real, found.slack) == (200, pytest.approx(0, abs=1e-4))


def test_intervals_of_regret_cover() -> None:
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(300):
        truth = random_truth(rng, 100)
        source = made_up(rng, 100, truth, deals=8, noise=0.1)  # the best is always found
        plans = rng.integers(0, 3, 100)
        own = mean_of(value_probes(source).regret(playing("any", plans)["any"].chosen))
        # the mean over all positions there are: E max of three - E of any
        covered += own.low < 2 * 0.84628 < own.high
    assert 0.91 <= covered / 300 <= 0.985


def test_missing_deals_are_left_out_for_all_plans() -> None:
    rng = np.random.default_rng(6)
    source = made_up(rng, 50, random_truth(rng, 50))
    holed = [values.copy() for values in source.values]
    whole = [values[:, np.arange(DEALS) % 3 != 1] for values in source.values]
    for values in holed:
        values[:, 1::3] = np.nan
        values[1:, 1::3] = 1e6  # a value that has no partner
    plans = np.zeros(50, np.int64)
    one = judged(replace(source, values=holed), playing("a", plans))
    two = judged(replace(source, values=whole), playing("a", plans))
    assert plain(one) == plain(two)
    holed[7][:] = np.nan
    three = judged(replace(source, values=holed), playing("a", plans))
    assert (three.probes, three.left_out) == (49, 1)


def test_policies() -> None:
    rng = np.random.default_rng(8)
    truth = random_truth(rng, 3000)
    found = judged(made_up(rng, 3000, truth, noise=0.5), playing("act", np.zeros(3000, np.int64)))
    best = truth.max(axis=1)
    assert found.always.mean == pytest.approx((best - truth[:, 0]).mean(), abs=0.05)
    assert found.never.mean == pytest.approx((best - truth[:, 1:].max(axis=1)).mean(), abs=0.05)
    gap = truth[:, 0] - truth[:, 1:].max(axis=1)
    assert found.difference.mean == pytest.approx(gap.mean(), abs=0.05)
    assert found.real == pytest.approx((abs(gap) >= 0.5).sum(), rel=0.02)
    assert found.found_auc > 0.98


# --------------------------------------------------------------------- starting from a good plan


def noisy_study(seed: int, truth: NDArray[np.float64]) -> tuple[ClassValues, Choices]:
    """Deals so noisy that the largest mean says little, an agent that knows, and one that does
    not."""
    rng = np.random.default_rng(seed)
    source = made_up(rng, len(truth), truth, deals=32, noise=20)
    best = truth.argmax(axis=1)
    some = rng.integers(0, 3, len(truth))
    return source, playing("some", some) | playing("knows", best)


@pytest.mark.parametrize("parts", [2, 4])
def test_plans_of_agents_help_to_find_the_best(parts: int) -> None:
    rng = np.random.default_rng(20)
    truth = random_truth(rng, 3000)
    source, choices = noisy_study(21, truth)
    true = truth.max(axis=1).mean() - np.array([truth.mean(), truth.max(axis=1).mean()])
    plain = measure(value_probes(source, parts), choices, "some")
    helped = measure(value_probes(source, parts, choices), choices, "some")
    lost = [[own.regret.mean for own in found.agents] for found in (plain, helped)]
    assert lost[0][1] < -0.3  # who knows does better than the largest mean
    assert abs(lost[1][1]) < 0.1 and lost[1][0] == pytest.approx(true[0], abs=0.25)
    assert helped.slack < plain.slack
    assert plain.of("knows").skill.value > 1.2
    assert helped.of("knows").skill.value == pytest.approx(1, abs=0.1)


def test_plans_of_agents_do_not_overrate_the_best() -> None:
    """All plans are worth the same: whoever starts from whatever, nothing is lost on average."""
    found = []
    for seed in range(60):
        source, choices = noisy_study(seed + 100, np.zeros((200, 3)))
        found.append([measure(value_probes(source, 2, choices), choices, "some").agents[0].regret])
    means = np.array([one[0].mean for one in found])
    assert means.mean() < 3 * means.std() / np.sqrt(len(means))


def test_a_bad_start_is_left() -> None:
    rng = np.random.default_rng(22)
    truth = random_truth(rng, 1500)
    source = made_up(rng, 1500, truth, noise=0.5)
    worst = playing("worst", truth.argmin(axis=1))
    found = measure(value_probes(source, 2, worst), worst, "worst")
    true = (truth.max(axis=1) - truth.min(axis=1)).mean()
    assert found.agents[0].regret.mean == pytest.approx(true, abs=0.02)


def test_sides_start_from_what_is_preferred_there() -> None:
    """The best of the plans that do not act, though nobody plays it."""
    rng = np.random.default_rng(23)
    truth = np.array([[8.0, 2.0, 0.0]] * 1500)
    source = made_up(rng, 1500, truth, noise=40)
    chosen = [np.array([1, 0, 0], np.float32)] * 1500
    knows = {"knows": PlanShares(chosen, [np.array([0.9, 0.08, 0.02], np.float32)] * 1500)}
    plain, helped = (value_probes(source, 2, own) for own in ({}, knows))
    gaps = [mean_of(own.difference) for own in (plain, helped)]
    assert gaps[0].low > 6.2  # the largest mean is often the worse of the two
    assert gaps[1].low < 6 < gaps[1].high


def test_one_probe_can_be_valued() -> None:
    source, choices = noisy_study(5, np.array([[3.0, 0.0, 0.0]]))
    assert len(value_probes(source, 2, choices)) == 1


# -------------------------------------------------------------------------------------- skill


def test_the_baseline_has_no_skill() -> None:
    rng = np.random.default_rng(9)
    truth = random_truth(rng, 500)
    plans = rng.integers(0, 3, 500)
    found = judged(made_up(rng, 500, truth), playing("baseline", plans), playing("twin", plans))
    assert all(one.skill == Skill(0.0, 0.0, 0.0, 0.0, 0.0) for one in found.agents)


def test_skill_of_another_as_good_as_the_baseline_covers_zero() -> None:
    rng = np.random.default_rng(10)
    covered = 0
    for _ in range(200):
        truth = random_truth(rng, 150)
        lost = [
            truth.max(axis=1) - truth[np.arange(150), rng.integers(0, 3, 150)] for _ in range(2)
        ]
        own = skill(lost[0], lost[1])
        covered += own.low < 0 < own.high
    assert 0.90 <= covered / 200 <= 0.99


def test_skill_of_who_knows_and_of_who_knows_half() -> None:
    rng = np.random.default_rng(11)
    truth = random_truth(rng, 2000)
    best, some = truth.argmax(axis=1), rng.integers(0, 3, 2000)
    half = np.where(rng.random(2000) < 0.5, best, some)
    found = judged(
        made_up(rng, 2000, truth, noise=1),
        playing("baseline", some),
        playing("knows", best),
        playing("half", half),
    )
    assert found.of("knows").skill.value == pytest.approx(1, abs=0.02)
    assert found.of("half").skill.low < 0.5 < found.of("half").skill.high
    assert found.of("half").skill.high - found.of("half").skill.low < 0.2
    assert found.of("half").skill.cautious <= found.of("half").skill.value


def test_skill_without_regret_to_compare_with() -> None:
    none = np.zeros(40)
    nothing = skill(none, none)
    assert math.isnan(nothing.value) and (nothing.low, nothing.high) == (-math.inf, math.inf)
    noise = np.random.default_rng(12).normal(0.02, 1, 200)  # may well be none
    unsure = skill(np.full(200, 0.01), noise)
    assert unsure.low == -math.inf


def test_the_same_seed_gives_the_same_interval() -> None:
    rng = np.random.default_rng(13)
    lost, base = rng.random(300), rng.random(300) + 1
    assert skill(lost, base, seed=5) == skill(lost, base, seed=5) != skill(lost, base, seed=6)


# ------------------------------------------------------------------------------- ranks and AUC


def slow_auc(score: NDArray[np.float64], difference: NDArray[np.float64]) -> float:
    right = total = 0.0
    for a, gain in zip(score, difference, strict=True):
        for b, loss in zip(score, difference, strict=True):
            if gain > 0 > loss:
                total += -gain * loss
                right += -gain * loss * (1.0 if a > b else 0.5 if a == b else 0.0)
    return right / total


@pytest.mark.parametrize("seed", range(5))
def test_auc_against_all_pairs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    difference = rng.normal(0.3, 2, 120)
    difference[rng.random(120) < 0.1] = 0.0
    score = np.round(rng.random(120) + 0.1 * difference, 1)  # with ties
    assert auc(score, difference).mean == pytest.approx(slow_auc(score, difference), abs=1e-12)


def test_bootstrap_of_auc_is_that_of_repeated_probes() -> None:
    from shugi.training.lab.ranking import Ranking

    rng = np.random.default_rng(1)
    score, difference = rng.random(60), rng.normal(0, 1, 60)
    drawn = rng.integers(0, 60, 60)
    counts = np.bincount(drawn, minlength=60).astype(float)
    at_once = Ranking(score, difference).auc(counts[None])[0]
    assert at_once == pytest.approx(slow_auc(score[drawn], difference[drawn]), abs=1e-12)


def test_auc_of_who_knows_and_who_does_not() -> None:
    difference = np.random.default_rng(2).normal(0, 1, 4000)
    knows, coin = auc(difference, difference), auc(np.full(4000, 0.5), difference)
    assert (knows.mean, knows.low, coin.mean) == pytest.approx((1.0, 1.0, 0.5))
    other = auc(-difference, difference)
    assert other.mean == 0.0
    assert math.isnan(auc(difference, abs(difference)).mean)


def test_interval_of_auc_covers() -> None:
    rng = np.random.default_rng(3)
    big = rng.normal(0, 1, (2, 200_000))
    true = auc(big[0] + big[1], big[1]).mean
    covered = 0
    for _ in range(150):
        noise, difference = rng.normal(0, 1, (2, 150))
        own = auc(noise + difference, difference)
        covered += own.low < true < own.high
    assert 0.89 <= covered / 150 <= 0.99


def test_reliability_of_probabilities() -> None:
    rng = np.random.default_rng(5)
    said = rng.random(40_000)
    difference = np.where(rng.random(40_000) < said, 1.0, -1.0)
    honest = reliability(said, difference)
    assert honest.error < 0.02 and len(honest.bins) == 10
    sure = reliability(np.round(said), difference)
    assert sure.error == pytest.approx(0.25, abs=0.01)
    assert [one.probes for one in sure.bins] == [(said < 0.5).sum(), (said >= 0.5).sum()]
    assert reliability(np.ones(4), np.zeros(4)).bins[0].best == 0.5


def test_hits_and_false_alarms() -> None:
    truth = np.array([[3.0, 0, 0]] * 40 + [[-3.0, 0, 0]] * 60 + [[0.7, 0, 0]] * 20)
    source = made_up(np.random.default_rng(6), 120, truth, noise=0.01)
    plans = np.array([0] * 30 + [1] * 10 + [0] * 15 + [2] * 45 + [0] * 20)
    found = judged(source, playing("some", plans))
    own = found.agents[0]
    assert (own.hits, own.false_alarms) == (0.75, 0.25)
    assert own.acts == pytest.approx(65 / 120)
    assert found.real == 120
    dear = measure(value_probes(source), playing("some", plans), "some", unit_scale=4.0)
    assert math.isnan(dear.agents[0].hits) and dear.real == 100


def test_the_side_may_be_right_where_the_plan_is_not() -> None:
    truth = np.array([[3.0, 2.0, 0.0]] * 40 + [[0.0, 3.0, 2.0]] * 60)  # the first plan acts
    source = made_up(np.random.default_rng(7), 100, truth, noise=0.01)
    acts = np.arange(100) < 40
    found = judged(
        source,
        playing("baseline", np.where(acts, 1, 0)),  # always the wrong side
        playing("right side", np.where(acts, 0, 2)),
        playing("right", np.where(acts, 0, 1)),
    )
    baseline, side, right = found.agents
    assert baseline.side_regret.mean == pytest.approx(0.4 * 1 + 0.6 * 3, abs=0.01)
    assert baseline.side_skill.value == 0
    assert side.regret.mean == pytest.approx(0.6, abs=0.01)
    assert side.side_regret.mean == pytest.approx(0, abs=0.01)
    assert side.skill.value < 0.8 < 0.99 < side.side_skill.value
    assert right.skill.value > 0.99 and right.side_skill.value > 0.99


# ---------------------------------------------------------------------------- verdict and form


def test_verdict_says_what_fails() -> None:
    rng = np.random.default_rng(14)
    truth = random_truth(rng, 900)
    best, some = truth.argmax(axis=1), rng.integers(0, 3, 900)
    source = made_up(rng, 900, truth, noise=0.5)
    found = judged(source, playing("baseline", some), playing("knows", best))
    costs, free = Estimate(0.2, 0.1, 0.3, 0.1), Estimate(0.1, -0.1, 0.3, 0.2)
    assert str(verdict(found, "knows", costs)) == "learned"
    assert verdict(found, "knows", None).failed == ["no ban test"]
    assert len(verdict(found, "knows", free).failed) == 1
    failed = verdict(found, "baseline", costs).failed
    assert [text.split()[0] for text in failed] == ["skill", "skill", "AUC"]
    few = judged(
        replace(source, values=source.values[:300], act=source.act[:300]),
        playing("baseline", some[:300]),
        playing("knows", best[:300]),
    )
    assert "probes" in verdict(few, "knows", costs).failed[0]


def test_json_holds_no_infinite_numbers() -> None:
    rng = np.random.default_rng(15)
    source = made_up(rng, 12)
    plans = np.zeros(12, np.int64)
    one = replace(source, values=source.values[:1], act=source.act[:1])
    found = measure(value_probes(one), playing("a", plans[:1]), "a")
    text = json.dumps(plain(found), allow_nan=False)
    assert json.loads(text)["difference"]["ci95"] == [None, None]


def test_what_does_not_fit_is_refused() -> None:
    rng = np.random.default_rng(16)
    source = made_up(rng, 5)
    (fine,) = playing("a", np.zeros(5, np.int64)).values()
    with pytest.raises(ValueError, match="no choice"):
        value_probes(replace(source, act=[np.ones(3, np.bool_)] * 5))
    with pytest.raises(ValueError, match="probe 0: values must be"):
        value_probes(replace(source, act=[np.array([True, False])] * 5))
    with pytest.raises(ValueError, match="parts must be"):
        value_probes(source, 1)
    valued = value_probes(source)
    with pytest.raises(ValueError, match="baseline 'b' is none of a"):
        measure(valued, {"a": fine}, "b")
    with pytest.raises(ValueError, match="chosen has 3 of 5"):
        measure(valued, {"a": replace(fine, chosen=fine.chosen[:3])}, "a")
    with pytest.raises(ValueError, match="shares with sum 1"):
        measure(valued, {"a": replace(fine, chosen=[np.ones(3, np.float32)] * 5)}, "a")
    nothing = replace(source, values=[np.full((3, 8), np.nan, np.float32)] * 5)
    with pytest.raises(ValueError, match="no probe has deals enough"):
        measure(value_probes(nothing), {"a": fine}, "a")
