"""A house rule, and what it does to a decision: should riichi be declared with the hand shown?

`our_table.yaml` says in four lines how our table differs from Super Bingo: open riichi adds three
han, not one. The experiment plays the rule baseline against the same baseline that never declares
open riichi, on the same walls, while open riichi is worth 0 to 4 han more. The figure shows what
being allowed to declare it is worth. A minute; for intervals a quarter as wide, some ten:

    pip install 'shugi[eval]'
    python examples/house_rule.py --sets 40_000
"""

import argparse
from pathlib import Path

import matplotlib

from shugi.envs import load_rules
from shugi.training import compete

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

OUR_TABLE = Path(__file__).parent / "our_table.yaml"
AGENTS = ("baseline", "without[open_riichi]:baseline")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=int, default=2500, help="of duplicate games for each value")
    parser.add_argument("--out", type=Path, default=Path("house_rule.png"))
    told = parser.parse_args()

    ours = load_rules(OUR_TABLE).options["open_riichi_extra_han"]
    values, means, halves = range(5), [], []
    for han in values:
        rules = load_rules(OUR_TABLE, open_riichi_extra_han=han)
        (gain,) = compete(rules, AGENTS, sets=told.sets).differences
        means.append(gain.per_hand.mean)
        halves.append(gain.per_hand.half)
        worth = f"{means[-1]:+.2f} ± {halves[-1]:.2f} chips a hand"
        note = "   <- our table" if han == ours else ""
        print(f"{han} han: open riichi is worth {worth}{note}")

    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    axes.errorbar(values, means, halves, capsize=4, marker="o")
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.set_xlabel("han that open riichi adds")
    axes.set_ylabel("gain by being allowed to declare it,\nchips a hand (95 % interval)")
    axes.set_xticks(list(values))
    figure.savefig(told.out, dpi=150)
    print(f"the figure: {told.out}")


if __name__ == "__main__":
    main()
