"""What int8 costs: every shipped network, by the engine, against itself in fp32, in duplicate.

    nice -n 15 python benchmarks/precision.py --hours 1
    python benchmarks/precision.py --hours 0      # the table of what was played

The matches take turns of a minute, until each has so many sets and an interval that is narrow
enough, or the time is over. What was played is kept in the folder of --out, every turn: the same
command goes on after a kill. The table goes to OUT/table.md, OUT/table.json and to the screen: the
unit of each rule set per hand, with 95 % intervals over sets: a set is a wall at all seat orders.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matches
import torch

from shugi.agents import make_agent
from shugi.agents.grammar import mark_of
from shugi.agents.named import PREFIX, card_of, names
from shugi.envs.common.files import write_atomically
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.estimate import Estimate
from shugi.training.judge.kept import KeptMatch
from shugi.training.judge.match import Match
from shugi.training.judge.outcome import judge

TURN = 60.0  # seconds


class Duel:
    """One checkpoint in two precisions.

    Args:
        name: of the checkpoint; it plays the first rule set of its card.
        other: the precision that int8 is compared with.
        folder: where the match is kept.
        sets: to play at least.
        half: of the interval that is wanted, in the unit of the rule set per hand.
        seed: of the walls.
        threads: of the engine.
    """

    def __init__(
        self,
        name: str,
        other: str,
        folder: Path,
        sets: int,
        half: float,
        seed: int,
        threads: int,
    ) -> None:
        self.name, self.sets, self.half = name, sets, half
        self.rules = load_rules(card_of(name).rules[0][0])
        specs = [f"network[precision={one}]:{PREFIX}{name}" for one in ("int8", other)]
        agents = {spec: make_agent(spec, self.rules) for spec in specs}
        self.match = Match(self.rules, agents, seed, threads)
        self.kept = KeptMatch(folder, [self.rules.hash, seed, *map(mark_of, specs)])
        self.kept.load(self.match)

    def play(self, seconds: float) -> None:
        """One turn."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            self.match.play(self.match.sets_at_once)
        self.kept.seconds += time.monotonic() - began
        self.kept.save(self.match, self.kept.seconds)

    @property
    def difference(self) -> Estimate:
        return judge(self.match.record()).differences[0].per_hand

    @property
    def done(self) -> bool:
        return len(self.match.played) >= self.sets and self.difference.half <= self.half

    def row(self) -> dict[str, Any]:
        found = self.difference
        return {
            "checkpoint": self.name,
            "rules": self.rules.name,
            "unit": self.match.unit.name,
            "sets": len(self.match.played),
            "hands": int(self.match.played.hands.sum()),
            "mean": found.mean,
            "half": found.half,
            "seconds": self.kept.seconds,
        }


def main(words: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(words)
    torch.set_num_threads(1)
    return matches.written(given.out, lambda: _made(given))


def _made(given: argparse.Namespace) -> str:
    chosen = given.checkpoints or names()
    settings = (given.against, given.out, given.sets, given.half, given.seed, given.threads)
    duels = [Duel(name, *settings) for name in chosen]
    end = time.monotonic() + 3600 * given.hours
    while (left := [duel for duel in duels if not duel.done]) and time.monotonic() < end:
        for duel in left:
            duel.play(min(TURN, end - time.monotonic()))
            print(json.dumps(duel.row()), file=sys.stderr, flush=True)
    rows = [duel.row() for duel in duels if len(duel.match.played)]
    write_atomically(given.out / "table.json", json.dumps(rows, indent=1).encode())
    return table(rows, given.against)


def table(rows: Sequence[dict[str, Any]], against: str) -> str:
    lines = [
        f"| checkpoint | rules | sets | hands | int8 - {against}, a hand | unit |",
        "| --- | --- | ---: | ---: | ---: | --- |",
    ]
    for row in rows:
        digits = 2 if row["half"] < 10 else 0
        half = f"{row['half']:,.{digits}f}" if math.isfinite(row["half"]) else "?"
        lines.append(
            f"| {row['checkpoint']} | {row['rules']} | {row['sets']:,} | {row['hands']:,} "
            f"| {row['mean']:+,.{digits}f} ± {half} | {row['unit']} |"
        )
    return "\n".join(lines) + "\n"


def _parser() -> argparse.ArgumentParser:
    parser = matches.parser_of(__doc__, "runs/precision")
    parser.add_argument("--checkpoints", nargs="+", choices=names(), help="usually all")
    parser.add_argument("--against", choices=("fp32", "bf16"), default="fp32")
    parser.add_argument("--hours", type=float, default=1.0, help="for all of them together (1)")
    parser.add_argument("--sets", type=int, default=1000, help="of each at least (1000)")
    parser.add_argument("--half", type=float, default=0.3, help="of each interval (0.3)")
    parser.add_argument("--seed", type=int, default=5, help="of the walls (5)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
