"""An agent written by hand, in a match against random play. Five seconds.

It wins when it can, declares riichi when it can, never calls, and otherwise discards the tile with
the fewest neighbours in its hand. For a match to be told apart, let it run:

    python examples/heuristic_agent.py --sets 1000

The command line knows it too:

    shugi arena super_bingo --agents python:examples/heuristic_agent.py:Tidy baseline
"""

import argparse

import numpy as np

from shugi.agents import Random
from shugi.envs import load_rules
from shugi.training import compete

FIRST = ("win", "riichi", "pass")  # taken where they are legal, in this order


def neighbours(tile: str, hand: list[str]) -> int:
    """How many tiles of the hand stand close to it; honours only to their like."""
    rank, suit = int(tile[0].replace("0", "5")), tile[1]
    near = 0 if suit == "z" else 2
    same = [int(other[0].replace("0", "5")) for other in hand if other[1:] == suit]
    return sum(abs(rank - other) <= near for other in same)


class Tidy:
    name = "tidy"

    def act(self, seen, rng):
        name_of = seen.layout.action_name
        chosen = np.zeros(len(seen), np.uint8)
        for k, (row, seat) in enumerate(zip(seen.rows, seen.seat, strict=True)):
            own = seen.batch.state(int(row))["seats"][seat]["hand"]
            hand = [name_of(tile) for tile in own]
            legal = {name_of(action): action for action in np.flatnonzero(seen.mask[k])}
            verb = next((name for name in FIRST if name in legal), None)
            tiles = [name for name in legal if name in hand] or list(legal)
            chosen[k] = legal[verb or min(tiles, key=lambda tile: value(tile, hand))]
        return chosen


def value(tile: str, hand: list[str]) -> int:
    return neighbours(tile, hand) if tile[:1].isdigit() and len(tile) == 2 else -1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="super_bingo")
    parser.add_argument("--sets", type=int, default=10)
    arguments = parser.parse_args()
    rules = load_rules(arguments.rules)
    outcome = compete(rules, {"tidy": Tidy(), "random": Random()}, sets=arguments.sets)
    for agent in outcome.agents:
        mean = agent.per_hand
        print(f"{agent.name}: {mean.mean:+.2f} ± {mean.half:.2f} {outcome.unit.name} a hand")


if __name__ == "__main__":
    main()
