"""What the rows of an observation that take long add to a decision, block by block.

    python benchmarks/blocks.py                           # as markdown
    python benchmarks/blocks.py --rules wuhan --repeats 9

Each row of the table plays 256 games and observes them: without any block, with one of them, with
all.  Rows take turns, so that a slow moment of the machine falls on all of them; a figure is the
median over repeats, in microseconds of CPU time of one pinned core.
"""

import argparse
import statistics
import time

from shugi.commands.timed_player import CHUNK, PLAYS, Player, one_core
from shugi.envs.common.markdown import table

GAMES = 256
RULES = ("sanma_base", "super_bingo", "hangzhou", "wuhan")


class Observed:
    """A player whose observations have some blocks alone."""

    def __init__(self, rules: str, play: str, read: str | tuple[str, ...]) -> None:
        self.player = Player(rules, "observed", GAMES, 1, play)
        self.blocks = self.player.batch.layout.blocks_read(read)

    def microseconds(self, seconds: float) -> float:
        """Of CPU time for each decision."""
        player, decisions, used = self.player, 0, 0.0
        while used < seconds:
            for _ in range(max(1, CHUNK // GAMES)):
                player.choose(player.steps)
                start = time.thread_time()
                player.batch.advance(player.actions, player.mask, *player.seen, blocks=self.blocks)
                used += time.thread_time() - start
                player.steps += 1
                decisions += GAMES
        return used / decisions * 1e6


def measure(rules: str, play: str, seconds: float, repeats: int) -> dict[str, float]:
    """By what is read: the basic rows, these and one block, everything."""
    layout = Player(rules, "bare", 1, 1).batch.layout
    reads: dict[str, str | tuple[str, ...]] = {"basic": "basic", **layout.blocks, "full": "full"}
    players = {name: Observed(rules, play, read) for name, read in reads.items()}
    times: dict[str, list[float]] = {name: [] for name in reads}
    with one_core():
        for _ in range(repeats):
            for name, player in players.items():
                times[name].append(player.microseconds(seconds))
    return {name: statistics.median(found) for name, found in times.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", nargs="+", default=RULES)
    parser.add_argument("--seconds", type=float, default=0.2, help="of one measurement")
    parser.add_argument("--repeats", type=int, default=5)
    chosen = parser.parse_args()
    lines: list[list[str]] = []
    for rules in chosen.rules:
        for play in PLAYS:
            found = measure(rules, play, chosen.seconds, chosen.repeats)
            base = found.pop("basic")
            heads = ["rules", "play", "basic", *found]
            more = [f"{max(took - base, 0):.2f}" for took in found.values()]
            lines.append([f"`{rules}`", play, f"{base:.2f}", *more])
    print(table(heads, lines, len(heads) - 2))


if __name__ == "__main__":
    main()
