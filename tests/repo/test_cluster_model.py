"""The simulation behind docs/scaling.md: what it has to give where the answer is known."""

import importlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("simpy")

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
FAST = {"take": 0.0, "publish": 0.0, "turn": 0.0, "spread": 0.0}


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("cluster_model")


def times(model: ModuleType, **changes: float) -> Any:
    found = model.Times(
        decisions=1000,
        act=1.0,
        spread=0.1,
        turn=0.05,
        take=0.02,
        learn=0.5,
        learn_aged=0.6,
        publish=0.03,
        again=5.0,
        bytes_segment=10_000_000,
        bytes_state=300_000,
        bytes_weights=3_000_000,
        tasks_per_s=800,
    )
    return replace(found, **changes)


def rate(model: ModuleType, measured: Any, workers: int, actors: int, **more: Any) -> float:
    cluster = model.Cluster(workers, actors, more.pop("mode", "first"), **more)
    return float(model.Run(measured, cluster).told(200).decisions_per_s)


def test_a_worker_that_is_never_idle_plays_at_its_own_rate(model: ModuleType) -> None:
    measured = times(model, **FAST, learn_aged=0.01)
    assert rate(model, measured, 1, 2) == pytest.approx(1000, rel=0.01)
    assert rate(model, measured, 5, 10) == pytest.approx(5000, rel=0.01)


def test_a_learner_that_is_never_idle_learns_at_its_own_rate(model: ModuleType) -> None:
    measured = times(model, **FAST)
    assert rate(model, measured, 20, 40) == pytest.approx(1000 / 0.6, rel=0.01)
    assert rate(model, measured, 20, 40, learner=6.0) == pytest.approx(10_000, rel=0.01)


def test_playing_and_learning_by_turns_takes_both_times(model: ModuleType) -> None:
    measured = times(model, **FAST)
    # four segments by two workers, then learning from four
    assert rate(model, measured, 2, 4, mode="wait") == pytest.approx(4000 / (2 + 2), rel=0.01)
    assert rate(model, measured, 4, 4, mode="wait") == pytest.approx(4000 / (1 + 2), rel=0.01)
    assert rate(model, measured, 2, 4, mode="overlap") == pytest.approx(4000 / 2, rel=0.01)


def test_the_link_is_the_limit_where_it_is_slow(model: ModuleType) -> None:
    measured = times(model, **FAST, learn_aged=0.01)
    # two segments a second, whoever plays
    assert rate(model, measured, 50, 100, link=2e7) == pytest.approx(2000, rel=0.02)


def test_cores_that_are_shared_do_no_more_than_there_is(model: ModuleType) -> None:
    measured = times(model, **FAST)
    # 1.6 core-seconds a segment
    assert rate(model, measured, 2, 4, cores=2) == pytest.approx(2000 / 1.6, rel=0.03)
    assert rate(model, measured, 2, 4, cores=1) == pytest.approx(1000 / 1.6, rel=0.03)


@pytest.mark.parametrize("mode", ["wait", "overlap", "first"])
def test_more_workers_are_never_slower_and_deaths_never_faster(
    model: ModuleType, mode: str
) -> None:
    measured = times(model)
    rates = [rate(model, measured, workers, 16, mode=mode) for workers in (1, 2, 4, 8, 16)]
    assert all(b > 0.999 * a for a, b in pairwise(rates)), rates
    eager = times(model, learn=0.1, learn_aged=0.1)
    whole = rate(model, eager, 2, 16, mode=mode)
    assert rate(model, eager, 2, 16, mode=mode, deaths=300) < 0.9 * whole


def test_pieces_are_worked_on_by_all_until_the_driver_is_the_limit(model: ModuleType) -> None:
    pieces = model.pieces_per_s
    assert pieces(1.0, 0.1, 10, 800) == pytest.approx(10, rel=0.05)
    assert pieces(0.01, 0.1, 100, 800) == pytest.approx(800, rel=0.05)
    assert pieces(1.0, 0.1, 2, 800, cores=1) == pytest.approx(1, rel=0.05)
