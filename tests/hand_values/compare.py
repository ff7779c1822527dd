"""Both sides asked about the same hands."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from shugi._fast.rules.compile import Rules
from tests.hand_values import ours, theirs
from tests.hand_values.answer import Answer
from tests.hand_values.hands import WonHand, random_hand

RULES = ("riichi_mjsoul", "riichi_tenhou")


@dataclass
class Report:
    hands: int = 0
    equal: int = 0
    no_yaku: int = 0
    yaku: Counter[str] = field(default_factory=Counter)
    explained: Counter[str] = field(default_factory=Counter)
    unexplained: list[str] = field(default_factory=list)

    def text(self) -> str:
        yaku = ", ".join(f"{name} {n}" for name, n in self.yaku.most_common())
        return (
            f"{self.hands} hands, {self.equal} alike ({self.no_yaku} without a yaku), explained "
            f"{dict(self.explained)}, not explained {len(self.unexplained)}; {yaku}"
        )


def explain(hand: WonHand, mine: Answer | None, other: Answer | None) -> str | None:
    """The name of what explains a difference."""
    return None


def compare(rules: Rules, hands: int, seed: int) -> Report:
    rng = random.Random(f"{rules.name} {seed}")
    report = Report()
    for _ in range(hands):
        hand = random_hand(rng)
        mine, other = ours.value(rules, hand), theirs.value(rules, hand)
        report.hands += 1
        report.yaku.update(mine.yaku if mine else ())
        if mine == other:
            report.equal += 1
            report.no_yaku += mine is None
            continue
        name = explain(hand, mine, other)
        if name:
            report.explained[name] += 1
        else:
            report.unexplained.append(f"{ours.case_of(hand)}\n  ours   {mine}\n  theirs {other}")
    return report
