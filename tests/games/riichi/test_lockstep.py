"""Plain riichi of three and four against other engines on shared walls, decision by decision."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

import pytest

from shugi.envs import load_rules
from tests.lockstep import rounds as rounds_of
from tests.lockstep import walls
from tests.lockstep.explained import explain
from tests.lockstep.games import play_games
from tests.lockstep.jansou_side import JansouSide
from tests.lockstep.riichienv_side import RiichienvSide
from tests.lockstep.rounds import Report, Side, play_round, play_rounds

SIDES = [RiichienvSide, JansouSide]
# rules: rounds of the quick test, and of the long one
ROUNDS = {"sanma_tenhou": (300, 10_000), "sanma_base": (300, 10_000), "sanma_mjsoul": (100, 1000)}
SEEDS = {name: k for k, name in enumerate(ROUNDS, start=1)}  # no two play the same walls
# moves and ends that must have come up, per 300 rounds: the comparison may not pass empty
AT_LEAST = {"hora": 100, "reach": 150, "kita": 300, "pon": 200, "ankan": 10, "kakan": 10}
# games of four: many of the walls are laid for yakuman, kans and abortive draws
FOUR = {"riichi_tenhou": (200, 12_500), "riichi_mjsoul": (200, 12_500)}
AT_LEAST_OF_FOUR = {
    "hora": 100, "reach": 120, "chi": 500, "pon": 300, "ankan": 10, "kakan": 20, "daiminkan": 10,
    "ryukyoku": 5,
}  # fmt: skip
RARE_ENDS = ("nine_kinds", "four_kans", "four_riichi", "same_wind", "two_wins")
RARE_RON = {"riichi_tenhou": "triple_ron", "riichi_mjsoul": "three_wins"}
WHOLE_GAMES = [(name, length) for name in FOUR for length in ("hanchan", "east")]
GAMES, MANY_GAMES = 10, 300
FED = range(90_000_000, 90_000_150)
FED_DOUBLY = (90_000_190, 90_000_425, 90_000_671)


def play(name: str, other: type[Side], rounds: int, seed: int, progress: bool = False) -> Report:
    report = Report()
    started = time.monotonic()
    for report in play_rounds(load_rules(name), other, rounds, seed):
        if progress and report.rounds % 1000 == 0:
            print(
                f"{name}, {other.name}: {report.rounds} rounds, {time.monotonic() - started:.0f} s"
            )
    return report


def check(
    report: Report, rounds: int, least: Mapping[str, int] = AT_LEAST, ends: tuple[str, ...] = ()
) -> None:
    found = [(explain(difference), difference) for difference in report.differences]
    unexplained = [str(difference) for name, difference in found if name is None]
    assert not unexplained, "\n\n".join(unexplained[:3])
    assert report.equal + len(found) == report.rounds == rounds
    assert report.equal > 0.97 * rounds, Counter(name for name, _ in found)
    for move, n in least.items():
        assert report.moves[move] >= n * rounds // 300, report.moves
    assert set(report.ends) >= {"win", "draw", *ends}
    print(
        f"equal {report.equal}; {Counter(name for name, _ in found)}; "
        f"{report.decisions} decisions; {dict(report.moves)}; {dict(report.ends)}"
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


@pytest.mark.parametrize("name", FOUR)
def test_rounds_of_four_are_equal(name: str) -> None:
    rounds, _ = FOUR[name]
    check(play(name, RiichienvSide, rounds, 31), rounds, AT_LEAST_OF_FOUR, ("nine_kinds",))


@pytest.mark.parametrize("name", FOUR)
def test_fed_yakuman_are_paid_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Liability, also in hands of several yakuman; seeds that were found to have both."""
    monkeypatch.setattr(walls, "THEMES", (walls.honours,))
    monkeypatch.setattr(rounds_of, "LAID", 1.0)
    monkeypatch.setattr(rounds_of, "CALL_RATES", (0.9, 0.97))
    paid = 0
    for seed in (*FED, *FED_DOUBLY):
        played, difference = play_round(load_rules(name), RiichienvSide, seed)
        assert difference is None, str(difference)
        paid += any(line["reason"] == "pao" for line in played.table.batch.ledger(0))
    assert paid >= len(FED_DOUBLY) + 15


def games_alike(name: str, length: str, games: int, seed: int) -> None:
    *_, report = play_games(load_rules(name, game_length=length), games, seed)
    assert report.rounds >= games * (6 if length == "hanchan" else 3)
    check(report, report.rounds, {"hora": 100, "chi": 500})


@pytest.mark.parametrize(("name", "length"), WHOLE_GAMES)
def test_whole_games_are_equal(name: str, length: str) -> None:
    games_alike(name, length, GAMES, 41)


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUR)
def test_twelve_thousand_rounds_of_four(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, rounds = FOUR[name]
    with capsys.disabled():
        report = play(name, RiichienvSide, rounds, 32, progress=True)
        check(report, rounds, AT_LEAST_OF_FOUR, (*RARE_ENDS, RARE_RON[name]))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "length"), WHOLE_GAMES)
def test_many_whole_games(name: str, length: str, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        games_alike(name, length, MANY_GAMES, 42)
