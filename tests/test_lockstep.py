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
# moves and ends that must have come up, per 300 rounds: the comparison may not pass empty
AT_LEAST = {"hora": 100, "reach": 150, "kita": 300, "pon": 200, "ankan": 10, "kakan": 10}


def play(other: type[Side], rounds: int, seed: int, progress: bool = False) -> Report:
    report = Report()
    started = time.monotonic()
    for report in play_rounds(load_rules("sanma_tenhou"), other, rounds, seed):
        if progress and report.rounds % 1000 == 0:
            print(f"{other.name}: {report.rounds} rounds, {time.monotonic() - started:.0f} s")
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
def test_rounds_are_equal(other: type[Side]) -> None:
    check(play(other, 300, seed=1), 300)


@pytest.mark.slow
@pytest.mark.parametrize("other", SIDES, ids=lambda side: side.name)
def test_ten_thousand_rounds(other: type[Side], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        check(play(other, 10_000, seed=2, progress=True), 10_000)
