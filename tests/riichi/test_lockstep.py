"""Plain sanma against two other engines on shared walls, decision by decision."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from shugi.envs import load_rules
from tests.lockstep.explained import explain
from tests.lockstep.jansou_side import JansouSide
from tests.lockstep.riichienv_side import RiichienvSide
from tests.lockstep.rounds import Report, Side, play_rounds

SIDES = [RiichienvSide, JansouSide]
# rules: rounds of the quick test, and of the long one
ROUNDS = {"sanma_tenhou": (300, 10_000), "sanma_base": (300, 10_000), "sanma_mjsoul": (100, 1000)}
SEEDS = {name: k for k, name in enumerate(ROUNDS, start=1)}  # no two play the same walls
# moves and ends that must have come up, per 300 rounds: the comparison may not pass empty
AT_LEAST = {"hora": 100, "reach": 150, "kita": 300, "pon": 200, "ankan": 10, "kakan": 10}


def play(name: str, other: type[Side], rounds: int, seed: int, progress: bool = False) -> Report:
    report = Report()
    started = time.monotonic()
    for report in play_rounds(load_rules(name), other, rounds, seed):
        if progress and report.rounds % 1000 == 0:
            print(
                f"{name}, {other.name}: {report.rounds} rounds, {time.monotonic() - started:.0f} s"
            )
    return report


def check(report: Report, rounds: int) -> None:
    found = [(explain(difference), difference) for difference in report.differences]
    unexplained = [str(difference) for name, difference in found if name is None]
    assert not unexplained, "\n\n".join(unexplained[:3])
    assert report.equal + len(found) == report.rounds == rounds
    assert report.equal > 0.97 * rounds, Counter(name for name, _ in found)
    for move, least in AT_LEAST.items():
        assert report.moves[move] >= least * rounds // 300, report.moves
    assert set(report.ends) >= {"win", "draw"}
    print(
        f"equal {report.equal}; {Counter(name for name, _ in found)}; {report.decisions} decisions"
    )


@pytest.mark.parametrize("other", SIDES, ids=lambda side: side.name)
@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_are_equal(name: str, other: type[Side]) -> None:
    rounds, _ = ROUNDS[name]
    check(play(name, other, rounds, SEEDS[name]), rounds)


@pytest.mark.slow
@pytest.mark.parametrize("other", SIDES, ids=lambda side: side.name)
@pytest.mark.parametrize("name", ROUNDS)
def test_ten_thousand_rounds(
    name: str, other: type[Side], capsys: pytest.CaptureFixture[str]
) -> None:
    _, rounds = ROUNDS[name]
    with capsys.disabled():
        check(play(name, other, rounds, SEEDS[name] + 1, progress=True), rounds)
