"""A ladder as a picture: what each agent gains on all others, with its interval.

shugi ladder super_bingo --json > ladder.json
python tools/ladder_picture.py ladder.json --without random --out ladder.png
"""

import argparse
import json
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("ladder", type=Path, help="what shugi ladder --json printed")
    parser.add_argument("--without", nargs="+", default=[], metavar="AGENT", help="left out")
    parser.add_argument("--out", type=Path, default=Path("ladder.png"), help="the picture")
    given = parser.parse_args()
    found = json.loads(given.ladder.read_text("utf-8"))
    ones = [one for one in found["agents"][::-1] if one["name"] not in given.without]
    means = [one["per_hand_against_field"] for one in ones]
    low, high = zip(*(one["ci95"] for one in ones), strict=True)
    spread = [np.subtract(means, low), np.subtract(high, means)]
    figure, axes = pyplot.subplots(figsize=(8, 0.4 * len(ones) + 1.2), layout="constrained")
    axes.errorbar(means, range(len(ones)), xerr=spread, fmt="o", capsize=4)
    axes.set_yticks(range(len(ones)), [one["name"] for one in ones])
    axes.axvline(0, color="gray", linewidth=0.8)
    axes.set_xlabel(f"{found['unit']} a hand against all others")
    figure.savefig(given.out, dpi=110)


if __name__ == "__main__":
    main()
