"""Values of random won hands of four-player riichi, beside the package `mahjong`."""

from __future__ import annotations

import pytest

from shugi.envs import load_rules
from tests.hand_values.compare import RULES, compare
from tests.hand_values.theirs import NAMES, SINGLE

HANDS, MANY = 2000, 110_000
# too rare for so few hands: they come up in the long run
RARE = {"daisuushii", "chinroutou", "suukantsu", "tenhou", "chiihou", "ryuuiisou", "shousangen"}


def check(name: str, hands: int, rare: set[str]) -> None:
    report = compare(load_rules(name), hands, seed=2)
    assert not report.unexplained, "\n".join(report.unexplained[:3])
    assert report.equal == report.hands == hands
    never = {"riichi_mjsoul": set(), "riichi_tenhou": set(SINGLE)}[name]
    assert set(NAMES.values()) - rare - never <= set(report.yaku)
    assert 0 < report.no_yaku < hands // 4


@pytest.mark.parametrize("name", RULES)
def test_hands_are_worth_the_same(name: str) -> None:
    check(name, HANDS, RARE)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_many_hands_are_worth_the_same(name: str) -> None:
    check(name, MANY, set())
