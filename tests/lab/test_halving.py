"""Plans valued again in rounds: which stay, what is known then, and that nothing is overrated."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi.agents import Agent, Baseline
from shugi.agents.plans.shares import PlanShares
from shugi.envs.rulesets.rules import load_rules
from shugi.training.decisions.classes import LabError
from shugi.training.lab.halving import fresh, is_sure, mark_of_kept, means_of, staying, with_round
from shugi.training.lab.measure import ClassMeasure, measure
from shugi.training.lab.settings import Settings
from shugi.training.lab.study import Study
from shugi.training.lab.valued_probes import ClassValues, value_probes

BINGO = load_rules("super_bingo")
PLANS = 8


def values_of(*probes: NDArray[np.float32]) -> ClassValues:
    acts = [np.arange(len(own)) < len(own) // 2 for own in probes]
    return ClassValues("made up", "chips", list(probes), acts)


def played(*plans: int, count: int = PLANS) -> PlanShares:
    shares = [np.eye(count, dtype=np.float32)[plan] for plan in plans]
    return PlanShares(shares, shares)


# ---- which stay


def test_the_better_half_stays_and_what_is_played_and_the_best_of_each_side() -> None:
    means = np.array([0, 1, 2, 3, 10, 9, 8, 7], np.float32)  # plans 0 to 3 act
    values = values_of(np.repeat(means[:, None], 6, axis=1))
    kept = staying(values, None, [played(0)])
    assert kept[0].tolist() == [0, 3, 4, 5, 6, 7]
    again = staying(values, kept, [played(0)])
    assert again[0].tolist() == [0, 3, 4, 5, 6]
    assert staying(values, again, [played(2), played(7)])[0].tolist() == [2, 3, 4, 5, 6, 7]
    rare = PlanShares([np.array([0.94, 0.04, 0.02, 0, 0, 0, 0, 0], np.float32)], [])
    assert staying(values, again, [rare])[0].tolist() == [0, 3, 4, 5, 6]


def test_rounds_of_other_plans_have_other_marks_and_other_deals() -> None:
    one, other = [np.array([1, 2]), np.array([0])], [np.array([1]), np.array([2, 0])]
    assert mark_of_kept(one) != mark_of_kept(other) and mark_of_kept(one) == mark_of_kept([*one])
    keys = np.array([5, 6], np.uint64)
    drawn = [fresh(keys, number) for number in (1, 2)]
    assert len({*keys.tolist(), *drawn[0].tolist(), *drawn[1].tolist()}) == 6


def test_who_has_left_keeps_the_distance_to_the_best() -> None:
    rng = np.random.default_rng(0)
    before = rng.normal(0, 1, (4, 10)).astype(np.float32)
    before[:, 3] = np.nan  # a deal that was not found
    values, kept = values_of(before), [np.array([1, 3])]
    found = rng.normal(5, 1, (2, 20)).astype(np.float32)
    after = with_round(values, kept, found).values[0]
    assert after.shape == (4, 20) and (after[[1, 3]] == found).all()
    means, now = means_of(before), after.mean(axis=1)
    best = 1 if means[1] > means[3] else 3
    for plan in (0, 2):
        assert now[plan] - now[best] == pytest.approx(means[plan] - means[best], abs=1e-5)
        assert (after[plan] - after[best]).std() < 1e-5


# ---- made-up values


def rounds_of(
    truth: NDArray[np.float64], spread: float, rounds: int, seed: int
) -> tuple[ClassMeasure, float]:
    """A player who chooses at random, judged at probes whose plans are worth what ``truth`` says;
    and what it really loses."""
    rng = np.random.default_rng(seed)

    def dealt(plans: NDArray[np.float64], deals: int) -> NDArray[np.float32]:
        return (plans[:, None] + rng.normal(0, spread, (len(plans), deals))).astype(np.float32)

    values = values_of(*(dealt(own, 16) for own in truth))
    kept, plans = None, rng.integers(0, PLANS, len(truth))
    choice = played(*plans.tolist())
    for number in range(1, rounds + 1):
        kept = staying(values, kept, [choice])
        again = [dealt(own[its], 16 << number) for own, its in zip(truth, kept, strict=True)]
        values = with_round(values, kept, np.concatenate(again))
        assert values.values[0].shape == (PLANS, 16 << number)
    choices = {"player": choice}
    found = measure(value_probes(values, choices=choices), choices, "player")
    return found, float((truth.max(axis=1) - truth[np.arange(len(truth)), plans]).mean())


def test_rounds_close_the_gap_and_the_truth_lies_within() -> None:
    truth = np.random.default_rng(4).normal(0, 1, (250, PLANS))
    plain, lost = rounds_of(truth, 6.0, 0, seed=1)
    again, lost_again = rounds_of(truth, 6.0, 5, seed=1)
    assert again.slack < plain.slack / 3
    for found, true in ((plain, lost), (again, lost_again)):
        own = found.of("player").regret
        assert own.low < true < own.high + found.slack


def test_nothing_is_lost_where_all_plans_are_worth_the_same() -> None:
    found, lost = rounds_of(np.zeros((200, PLANS)), 5.0, 3, seed=9)
    own = found.of("player").regret
    assert lost == 0 and own.low < 0 < own.high


def test_what_is_known_well_is_sure() -> None:
    means = np.array([0, 1, 2, 3, 10, 9, 8, 7], np.float32)
    noise = np.random.default_rng(0).normal(0, 0.01, (20, PLANS, 16))
    exact = values_of(*(means[:, None] + noise).astype(np.float32))
    assert is_sure(exact, {"a": played(*[0] * 20)})
    assert not is_sure(
        values_of(*(means[:, None] + 900 * noise).astype(np.float32)), {"a": played(*[4] * 20)}
    )
    assert is_sure(
        values_of(means[:, None].repeat(2, axis=1)), {"a": played(0)}
    )  # deals too few to tell


# ---- a study


def study(folder: Path, **changes: object) -> Study:
    agents: dict[str, Agent] = {name: Baseline(name) for name in ("rusher", "silent")}
    settings: dict[str, object] = {"probes": 20, "deals": 8, "rounds": 2, "hands": 400, "seed": 3}
    settings |= {"rules": "super_bingo", "classes": ["riichi"], "sources": ["baseline"]} | changes
    return Study(
        Settings(**settings),  # type: ignore[arg-type]
        BINGO,
        agents | {"baseline": Baseline()},
        folder,
    )


def test_a_study_goes_on_with_its_rounds(tmp_path: Path) -> None:
    judged = ["baseline", "silent"]
    (whole,) = study(tmp_path / "whole").run(judged)
    assert {own.shape[1] for own in whole.values.values} == {32}
    parts = study(tmp_path / "parts")
    written = 0

    def stop(phase: str, done: float, numbers: object) -> None:
        nonlocal written
        written += "again" in phase
        if written == 2:
            raise KeyboardInterrupt

    parts.show = stop
    with pytest.raises(KeyboardInterrupt):
        parts.run(judged)
    files = sorted((tmp_path / "parts" / "rounds").rglob("*.npz"))
    assert len(files) == 2
    times = [file.stat().st_mtime_ns for file in files]
    (again,) = study(tmp_path / "parts").run(judged)
    assert [file.stat().st_mtime_ns for file in files] == times
    for one, other in zip(whole.values.values, again.values.values, strict=True):
        assert np.array_equal(one, other)
    assert len(list((tmp_path / "whole" / "rounds" / "riichi").iterdir())) == 2


def test_another_agent_has_its_plans_valued(tmp_path: Path) -> None:
    (one,) = study(tmp_path).run(["baseline"])
    (both,) = study(tmp_path).run(["baseline", "rusher"])
    chosen = [int(share.argmax()) for share in both.played["rusher"].chosen]
    apart = [
        k
        for k, (own, plan) in enumerate(zip(both.values.values, chosen, strict=True))
        if np.ptp(own[plan] - own[means_of(own).argmax()]) > 0.01 or plan == means_of(own).argmax()
    ]
    assert len(apart) == len(chosen)  # each has deals of its own
    assert len(list((tmp_path / "rounds" / "riichi").iterdir())) in (2, 3, 4)
    assert one.values.values[0].shape == both.values.values[0].shape


def test_no_rounds_leave_the_values_as_they_are(tmp_path: Path) -> None:
    (plain,) = study(tmp_path / "none", rounds=0).run(["baseline"])
    assert not (tmp_path / "none" / "rounds").exists()
    assert {own.shape[1] for own in plain.values.values} == {8}
    with pytest.raises(LabError, match="rounds must not be negative"):
        Settings("super_bingo", ["riichi"], ["baseline"], rounds=-1)
