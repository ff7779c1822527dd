"""Compare many hands: python -m tests.hand_values --hands 200000

Prints how many hands were alike, what came up, and the differences that nothing explains.
"""

from __future__ import annotations

import argparse
import sys

from shugi.envs import load_rules
from tests.hand_values.compare import RULES, compare

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--hands", type=int, default=200_000, help="in all, over the rule sets")
parser.add_argument("--seed", type=int, default=1)

if __name__ == "__main__":
    arguments = parser.parse_args()
    unexplained = 0
    for name in RULES:
        report = compare(load_rules(name), arguments.hands // len(RULES), arguments.seed)
        print(f"{name}: {report.text()}")
        for hand in report.unexplained[:5]:
            print(hand)
        unexplained += len(report.unexplained)
    sys.exit(unexplained > 0)
