"""Our engine beside riichienv's: three players, random legal play, one core, one run.

    python benchmarks/peers.py                 # a table in markdown
    python benchmarks/peers.py --json          # for a program

Each repeat measures every row once, riichienv's among them, and each ratio is taken within a
repeat, so that a slow moment of the machine falls on both sides of it.  Rates are decisions per
second of CPU time of one pinned core.

riichienv steps one game per object and hands out legal actions as Python objects; its action is
drawn here with one call of ``random``, the cheapest way its interface allows.  Its observation is
the plain one (74 planes).  What it logs for replays is switched off.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from shugi.training.bench import MODES, Player, one_core

PEER = "riichienv"
PEER_VERSION = "0.4.11"
GAME_MODE = "3p-red-half"
OURS = ("sanma_base", "super_bingo")
BATCHES = (1, 256)

Rate = Callable[[float], float]


def riichienv_rate(mode: str) -> Rate:
    """A function that plays riichienv for some seconds and returns its decisions per second."""
    from riichienv import RiichiEnv

    draw = random.Random(1).random

    def bare(observation: Any) -> Any:
        legal = observation.legal_actions()
        return legal[int(draw() * len(legal))]

    def observed(observation: Any) -> Any:
        np.frombuffer(observation.encode(), np.float32)
        legal = np.frombuffer(observation.mask(), np.uint8).nonzero()[0]
        return observation.find_action(int(legal[int(draw() * len(legal))]))

    choose = observed if mode == "observed" else bare

    def rate(seconds: float) -> float:
        decisions = 0
        start = now = time.thread_time()
        while now - start < seconds:
            seed = int(draw() * 2**32)
            env = RiichiEnv(game_mode=GAME_MODE, seed=seed, skip_mjai_logging=True)
            asked = env.reset()
            while not env.done():
                decisions += len(asked)
                asked = env.step({seat: choose(seen) for seat, seen in asked.items()})
            now = time.thread_time()
        return decisions / (now - start)

    return rate


@dataclass
class Row:
    engine: str
    mode: str
    batch: int
    rate: Rate
    rates: list[float] = field(default_factory=list)

    def ratios(self, peer: "Row") -> list[float]:
        return [ours / theirs for ours, theirs in zip(self.rates, peer.rates, strict=True)]


def measure(seconds: float, repeats: int) -> list[Row]:
    rows = [Row(PEER, mode, 1, riichienv_rate(mode)) for mode in MODES]
    rows += [
        Row(rules, mode, batch, Player(rules, mode, batch, threads=1).rate)
        for rules in OURS
        for mode in MODES
        for batch in BATCHES
    ]
    with one_core():
        for repeat in range(repeats):
            for row in rows:
                row.rates.append(row.rate(seconds))
            print(f"repeat {repeat + 1} of {repeats}", file=sys.stderr)
    return rows


def as_dicts(rows: list[Row]) -> list[dict[str, str | int | float]]:
    peers = {row.mode: row for row in rows if row.engine == PEER}
    shown = []
    for row in rows:
        ratios = row.ratios(peers[row.mode])
        shown.append(
            {
                "engine": row.engine,
                "mode": row.mode,
                "batch": row.batch,
                "decisions_per_s": statistics.median(row.rates),
                "ratio": statistics.median(ratios),
                "ratio_low": min(ratios),
                "ratio_high": max(ratios),
            }
        )
    return shown


def markdown(rows: list[dict[str, str | int | float]]) -> str:
    lines = [
        f"| engine | mode | batch | decisions/s | ratio to {PEER} {PEER_VERSION} | its range |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {row['engine']} | {row['mode']} | {row['batch']} | {row['decisions_per_s']:,.0f} "
        f"| {row['ratio']:.1f} | {row['ratio_low']:.1f} - {row['ratio_high']:.1f} |"
        for row in rows
    ]
    return "\n".join(lines)


def check_peer() -> None:
    try:
        found = version(PEER)
    except PackageNotFoundError:
        sys.exit(f"{PEER} is not installed: pip install {PEER}=={PEER_VERSION}")
    if found != PEER_VERSION:
        sys.exit(f"{PEER} {found} is installed: pip install {PEER}=={PEER_VERSION}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one measurement")
    parser.add_argument("--repeats", type=int, default=5, help="measurements of each row")
    parser.add_argument("--json", action="store_true", help="print rows for a program")
    given = parser.parse_args()
    if given.seconds <= 0 or given.repeats < 1:
        parser.error("--seconds must be above 0 and --repeats at least 1")
    check_peer()
    rows = as_dicts(measure(given.seconds, given.repeats))
    print(json.dumps({"rows": rows}, indent=2) if given.json else markdown(rows))


if __name__ == "__main__":
    main()
