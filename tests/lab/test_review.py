"""What choices cost: one position judged in rounds, and a whole game, as a study would judge it."""

from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import action_id
from shugi.agents import Agent, Baseline, make_agent
from shugi.agents.beliefs import belief_of
from shugi.agents.plans.plan import plans_of
from shugi.agents.plans.playouts import Playouts
from shugi.envs.gains import prices_of
from shugi.envs.notation.position import format_position
from shugi.envs.records.record import Record
from shugi.envs.rulesets.rules import load_rules
from shugi.training.decisions.classes import LabError
from shugi.training.decisions.strata import STRATA
from shugi.training.judge.estimate import Estimate
from shugi.training.lab import outlook
from shugi.training.lab.choices_made import choices_in, room_for, steps_of
from shugi.training.lab.collect import Exposure
from shugi.training.lab.judged_class import judge
from shugi.training.lab.outlook import PlanValues, position_key, value_in_rounds
from shugi.training.lab.probe import Probe, load_probes, write_probes
from shugi.training.lab.review import Reviewer, ReviewSettings
from shugi.training.lab.review_report import Reviewed, total
from shugi.training.lab.settings import Settings
from shugi.training.lab.study import Study
from tests.support.recorded import recorded

RIICHI = action_id("riichi")
SILENT = "baseline:silent"
DEALS = 12


def reviewer(record: Record, settings: ReviewSettings, **agents: Agent) -> Reviewer:
    taken = choices_in(record.rules, steps_of(record))
    found = Reviewer(record.rules, taken, settings, agents, Baseline())
    for chunk in found.chunks():
        found.add(found.value(chunk))
    return found


# ---- the same as in a study of decisions


@pytest.fixture(scope="module")
def riichi_game() -> Record:
    return recorded("super_bingo", 500, seed=11, chance=0.0)


def as_study(folder: Path, record: Record, name: str) -> Study:
    """A study whose probes are the choices of a class in a game."""
    probes = []
    rules = record.rules
    for one in reviewer(record, ReviewSettings(DEALS, classes=[name]), baseline=Baseline()).taken:
        batch = Batch(rules, 1, auto_reset=False)
        batch.load(0, one.before)
        key, strata = position_key(1, one.number), dict.fromkeys(STRATA, 0.0)
        probes.append(Probe(name, format_position(batch, 0), key, "baseline", one.seat, strata))
    settings = Settings(rules.name, [name], ["baseline"], probes=len(probes), deals=DEALS, rounds=0)
    agents = {agent: make_agent(agent) for agent in ("baseline", SILENT)}
    study = Study(settings, rules, agents, folder)
    (folder / "probes").mkdir()
    exposure = {name: vars(Exposure(1, 1, 1))}
    write_probes(folder / "probes" / "00.jsonl", probes, exposure=exposure)
    return study


def test_a_review_finds_what_a_study_finds(riichi_game: Record, tmp_path: Path) -> None:
    """The same values of every plan, and the same regret of whoever played, to the last digit."""
    record = riichi_game
    played = {one.number: one.plan for one in choices_in(record.rules, steps_of(record))}
    study = as_study(tmp_path / "study", record, "riichi").run(["baseline"])[0]
    own = reviewer(record, ReviewSettings(DEALS, classes=["riichi"]), baseline=Baseline())
    assert len(own.positions) == len(study.probes) >= 8
    for k, position in enumerate(own.positions):
        assert position.plans == study.values.plans[k]
        assert (position.values == study.values.values[k]).all()
        assert (position.act == study.values.act[k]).all()
        assert (position.shares["baseline"] == study.played["baseline"].chosen[k]).all()
    # the game was played by the baseline: what was played costs what the study says it loses
    judged = judge(study, "baseline", prices_of(record.rules), {})
    lost = judged.valued.regret(study.played["baseline"].chosen)
    verdicts = own.verdicts()
    assert [one.taken.number for one in verdicts] == [one.number for one in own.taken]
    assert [played[one.taken.number] for one in verdicts] == [one.taken.plan for one in verdicts]
    assert [one.cost.mean for one in verdicts] == lost.tolist()
    assert [one.costs["baseline"].mean for one in verdicts] == lost.tolist()
    assert judged.measured is not None
    mean = total([one.cost for one in verdicts]).mean / len(verdicts)
    assert mean == pytest.approx(judged.measured.of("baseline").regret.mean, abs=1e-9)


def test_what_another_agent_would_lose_is_what_a_study_says(
    riichi_game: Record, tmp_path: Path
) -> None:
    record = riichi_game
    study = as_study(tmp_path / "study", record, "riichi").run(["baseline", SILENT])[0]
    judged = judge(study, "baseline", prices_of(record.rules), {})
    agents = {"baseline": Baseline(), SILENT: Baseline("silent")}
    own = reviewer(record, ReviewSettings(DEALS, classes=["riichi"]), **agents)
    lost = judged.valued.regret(study.played[SILENT].chosen)
    assert [one.costs[SILENT].mean for one in own.verdicts()] == lost.tolist()
    assert np.abs(lost).max() > 0.1


@pytest.mark.parametrize("rounds", [(DEALS,), (1, 2, 3), (5,)])
def test_a_position_in_rounds_is_worth_what_a_study_says(
    tmp_path: Path, rounds: tuple[int, ...]
) -> None:
    settings = Settings(
        "super_bingo", ["kong"], ["baseline:rusher"], probes=4, deals=DEALS, rounds=0
    )
    agents = {name: make_agent(name) for name in ("baseline", "baseline:rusher")}
    rules = load_rules("super_bingo")
    study = Study(settings, rules, agents, tmp_path / "study")
    collected = study.collect()[0][0]
    values = study.value(study.classes[0], collected)
    playouts = Playouts(rules, Baseline(), 1, belief=belief_of(rules), room=256)
    for k, probe in enumerate(collected):
        batch = load_probes(rules, [probe])
        seen = list(value_in_rounds(batch, playouts, probe.key, DEALS, rounds))
        assert [one.deals for one in seen] == sorted({one.deals for one in seen})
        assert seen[-1].plans == values.plans[k]
        assert (seen[-1].values == values.values[k]).all()


# ---- one position


def test_what_is_known_after_a_round() -> None:
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 5, 400)
    values = np.array([noise, noise + 1 + rng.normal(0, 1, 400), noise - 2], np.float32)
    values[1, :8] = np.nan
    found = PlanValues([(1,), (2,), (3,)], values)
    assert found.deals == 392
    worths = found.worths()
    assert worths[1].behind.mean == worths[1].behind.half == 0
    assert worths[2].behind.mean == pytest.approx(3, abs=0.3)
    assert worths[2].behind.half < 0.2 < worths[2].value.half
    judged = found.judged(2)
    assert judged is not None and set(judged.best) == {1}
    cost = judged.loss_interval(np.array([0, 0, 1], np.float32))
    assert cost.mean == judged.loss(np.array([0, 0, 1], np.float32))
    assert cost.low < 3 < cost.high
    assert PlanValues([(1,)], values[:1]).judged(0) is None
    assert PlanValues([(1,), (2,)], values[:2, :11]).judged(0) is None  # three deals were found
    assert PlanValues([(1,), (2,)], values[:2, :9]).worths() == []


def test_the_cost_of_a_choice_is_covered_by_its_interval() -> None:
    """The best plan is clear here, so that the interval is of its own noise alone."""
    rng, shares = np.random.default_rng(2), np.array([1, 0, 0], np.float32)
    true, covered, rounds = 4.0, 0, 400
    for _ in range(rounds):
        values = rng.normal(0, 6, (3, 64)) + np.array([[0.0], [true], [-20.0]])
        judged = PlanValues([(1,), (2,), (3,)], values.astype(np.float32)).judged(0)
        assert judged is not None
        cost = judged.loss_interval(shares)
        covered += cost.low <= true <= cost.high
    assert 0.92 < covered / rounds < 0.98


def test_the_best_of_noise_costs_nothing() -> None:
    """Plans that are worth the same: the largest mean says otherwise, the cost does not."""
    rng, costs, gaps = np.random.default_rng(3), [], []
    for _ in range(300):
        values = rng.normal(0, 10, (8, 32)).astype(np.float32)
        judged = PlanValues([(k,) for k in range(8)], values).judged(0)
        assert judged is not None
        costs.append(judged.loss(np.eye(8, dtype=np.float32)[0]))
        gaps.append(judged.means.max() - judged.means[0])
    assert abs(np.mean(costs)) < 3 * np.std(costs) / np.sqrt(300)
    assert np.mean(gaps) > 1.5


def test_the_key_of_a_decision() -> None:
    keys = {position_key(seed, number) for seed in range(4) for number in range(50)}
    assert len(keys) == 200 and position_key(1, 7) == position_key(1, 7)
    assert outlook.ROUNDS[0] >= 8  # the first round says something about the cost


# ---- what was decided in a game


@pytest.mark.parametrize(
    "rules", ["super_bingo", "super_bingo+grand_cross", "kawuxing", "wuhan", "ninety_nine"]
)
@pytest.mark.parametrize("forced", [True, False])
def test_choices_are_plans(rules: str, forced: bool) -> None:
    record = recorded(rules, 300, chance=0.5, forced=forced)
    steps = steps_of(record)
    taken = choices_in(record.rules, steps)
    batch = Batch(record.rules, len(taken), auto_reset=False)
    for k, one in enumerate(taken):
        batch.load(k, one.before)
    assert [one.seat for one in taken] == batch.seat.tolist()
    plans = plans_of(batch, range(len(taken)))
    assert all(one.plan in own for one, own in zip(taken, plans, strict=True))
    assert all(len(own) > 1 for own in plans)
    told = [one.number + k for one in taken for k in range(len(one.plan))]
    assert told == sorted(set(told))
    room = room_for(record.rules)
    for number in set(range(len(steps))) - set(told):
        room.load(0, steps[number].before)
        cut = number == len(steps) - 1
        assert len(room.legal_actions(0)) == 1 or cut
    for one in taken:
        assert steps[one.number].action == one.plan[0] and steps[one.number].hand == one.hand


def test_riichi_and_its_tile_are_one_choice(riichi_game: Record) -> None:
    steps = steps_of(riichi_game)
    taken = choices_in(riichi_game.rules, steps)
    declared = [one for one in taken if one.plan[0] == RIICHI and len(one.plan) == 2]
    assert declared
    last = declared[0].number
    cut = choices_in(riichi_game.rules, steps[: last + 1])
    assert [one.number for one in cut] == [one.number for one in taken if one.number < last]


# ---- a game


def test_a_review_adds_up(riichi_game: Record) -> None:
    whole = reviewer(riichi_game, ReviewSettings(8), baseline=Baseline())
    found = Reviewed(whole, riichi_game.agents)
    told = found.as_json()
    assert told["judged"] == told["choices"] == len(told["decisions"]) > 200
    for player in told["players"]:
        own = [one for one in told["decisions"] if one["seat"] == player["seat"]]
        assert player["name"] == f"player {player['seat']}"
        assert player["choices"] == len(own) == sum(c["choices"] for c in player["classes"])
        costs = sum(one["cost"]["mean"] for one in own)
        assert player["cost"]["mean"] == pytest.approx(costs)
        assert costs == pytest.approx(sum(c["cost"]["mean"] for c in player["classes"]))
        # the baseline played: it would have done the same again
        assert player["agents"]["baseline"] == player["cost"]
        lows = [one["cost"]["ci95"][0] for one in player["mistakes"]]
        assert lows == sorted(lows, reverse=True)
        for one in player["mistakes"]:
            assert one["cost"]["mean"] >= 0.5 and one["played"] != one["best"]
            assert one["close"] == (one["cost"]["ci95"][0] <= 0)
            assert {key: one[key] for key in one} in [
                {key: row[key] for key in one} for row in told["decisions"]
            ]
    for one in told["decisions"]:
        plans = [plan["plan"] for plan in one["plans"]]
        assert one["played"] in plans and one["best"] in plans
        assert sum(plan["agents"]["baseline"] for plan in one["plans"]) == pytest.approx(1)
    assert {"discard", "riichi"} <= {one["class"] for one in told["decisions"]}


def test_what_is_asked_for_alone() -> None:
    record = recorded("super_bingo", 120)
    agents = {"baseline": Baseline()}
    every = reviewer(record, ReviewSettings(4), **agents)
    own = reviewer(record, ReviewSettings(4, seats=[1]), **agents)
    assert own.taken == [one for one in every.taken if one.seat == 1]
    calls = reviewer(record, ReviewSettings(4, classes=["call"]), **agents)
    assert 0 < len(calls.taken) < len(every.taken)
    assert {one.name for one in calls.verdicts()} == {"call"}
    for wrong in (ReviewSettings(4, seats=[3]), ReviewSettings(4, classes=["float"])):
        with pytest.raises(LabError, match="has seats 0 to 2|no class 'float'"):
            reviewer(record, wrong, **agents)
    for settings in ({"deals": 3}, {"least": -1.0}, {"least": float("nan")}, {"seed": -1}):
        with pytest.raises(LabError, match="must be at least"):
            ReviewSettings(**settings)


def test_a_review_of_cards_names_the_stages() -> None:
    record = recorded("ninety_nine", 60)
    found = reviewer(record, ReviewSettings(4, classes=["bid"]), baseline=Baseline())
    assert found.taken and {one.name for one in found.verdicts()} == {"bid"}
    every = Reviewed(reviewer(record, ReviewSettings(4), baseline=Baseline()))
    names = {one["class"] for player in every.summary()["players"] for one in player["classes"]}
    assert {"bid", "play"} <= names <= {"bid", "play", "offer"}


def test_whoever_plays_at_random_now_and_then_loses_more() -> None:
    record = recorded("hangzhou", 600, seed=8, chance=0.3)
    found = Reviewed(reviewer(record, ReviewSettings(48), baseline=Baseline()))
    clear = [one for one in found.verdicts if not one.close and one.other]
    assert clear
    own = total([one.cost for one in found.verdicts])
    base = total([one.costs["baseline"] for one in found.verdicts])
    assert own.mean - base.mean > max(own.half, base.half)


def test_a_sum_of_costs() -> None:
    costs = [Estimate(1.0, -2.0, 4.0, 0.0), Estimate(2.0, -2.0, 6.0, 0.0)]
    found = total(costs)
    assert (found.mean, found.low, found.high) == (3.0, -2.0, 8.0)
    assert total([]).mean == total([]).half == 0
