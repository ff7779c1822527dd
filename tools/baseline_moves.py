"""Pin what the rule baseline chooses: for each rule set, hashes of its moves in all styles.

    python tools/baseline_moves.py             # writes tests/baseline_moves.txt again
    python tools/baseline_moves.py --rules hangzhou    # prints the line of a rule set

A test compares the few moves of the column "few"; those of "all", more than a million for each rule
set, take some minutes (of Piquet, an hour), and are for changes that must not change a move. Every
seat of every game plays another style, and one move in ten is a random one instead, so that odd
positions come up.
"""

from __future__ import annotations

import argparse
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import STYLES, BotStyle, style
from shugi.commands.bench import playing
from shugi.envs import load_rules

FILE = Path(__file__).resolve().parent.parent / "tests" / "baseline_moves.txt"
STYLED = [style(name) for name in STYLES] + [style(kans=3, floats=2, open_riichi=2, noise=0.02)]
FEW = (5 * len(STYLED), 48)  # games, steps
ALL = (56 * len(STYLED), 2000)
COLUMNS = {"few": FEW, "all": ALL}
SEED = 5
AT_RANDOM = 0.1  # share of the moves


def moves(name: str, games: int, steps: int, styled: list[BotStyle] = STYLED) -> str:
    """A hash of what the baseline chooses in so many decisions of each game."""
    batch, hashed = Batch(load_rules(name), games, SEED), blake2b(digest_size=6)
    rng = np.random.default_rng(SEED)
    chosen, drawn = np.zeros(games, np.uint8), np.zeros(games, np.uint8)
    for step in range(steps):
        ask(batch, chosen, styled)
        hashed.update(chosen.tobytes())
        batch.sample(drawn, step)
        batch.step(np.where(rng.random(games) < AT_RANDOM, drawn, chosen))
    return hashed.hexdigest()


def ask(batch: Batch, chosen: NDArray[np.uint8], styled: list[BotStyle]) -> None:
    """What each game's seat chooses, with a style of its own."""
    whose = (np.arange(batch.n) + batch.seat) % len(styled)
    for number, one in enumerate(styled):
        batch.baseline(chosen, one, whose == number)


def row(*cells: str) -> str:
    return f"{cells[0]:<28}" + "  ".join(f"{cell:<12}" for cell in cells[1:]).rstrip()


def line_of(name: str) -> str:
    return row(name, *(moves(name, *size) for size in COLUMNS.values()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", nargs="+", help="print the lines of these, and write nothing")
    given = parser.parse_args()
    if given.rules:
        for name in given.rules:
            print(line_of(name), flush=True)
        return
    lines = [row("rule set", *COLUMNS), *map(line_of, playing())]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
