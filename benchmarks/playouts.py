"""Play-outs a second and core: positions dealt again and played on to the end of the hand.

    python benchmarks/playouts.py                              # super_bingo, as markdown
    python benchmarks/playouts.py --agent RUN                  # and up to the critic of a run

Positions come from games of the rule baseline, from all over a hand.  A play-out is a position,
dealt again for the seat to decide, that is played on to the end of the hand; the deals are made
beforehand and not timed.

"baseline" has the rule baseline at every seat.  "asked" is the same by way of Python: the baseline
is asked for all games, and they take a step, as with an agent of one's own.  "checkpoint" has the
shipped network of the rule set's name, where there is one.  With an agent of one rule set "run" is
its network; "horizon" 1, 2 and 4 stop where the seat decides for so many-th time after its first
action, and its critic says the rest.

Rows take turns; a figure is the median over repeats of play-outs per second of CPU time of one
pinned core.
"""

import argparse
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from shugi.agents import EnginePolicy
from shugi.agents.checkpoint import describe, find, load_critic
from shugi.agents.engine_policy import engine_critic, engine_policy
from shugi.agents.named import names as checkpoints
from shugi.agents.named import path_of
from shugi.agents.network import Network
from shugi.commands.timed_player import one_core
from shugi.commands.turns import rate_table
from shugi.envs import Batch, Rules, load_rules

RULES = ("super_bingo",)
HORIZONS = (1, 2, 4)
WARM_UP = 400  # steps: spreads the games over the course of a hand

Play = Callable[[Batch], None]


class Table:
    """Positions dealt again, and every way of playing them on."""

    def __init__(self, name: str, games: int, agent: Path | None) -> None:
        rules = load_rules(name)
        batch, actions = Batch(rules, games, seed=1, expected=True), np.zeros(games, np.uint8)
        for _ in range(WARM_UP):
            batch.baseline(actions)
            batch.step(actions)
        self.dealt = batch.clone()
        for i in range(games):
            self.dealt.redeal(i, int(batch.seat[i]), i)
        self.seats, self.total = self.dealt.seat.copy(), np.zeros((games, 2), np.float32)
        self.actions = actions
        self.rows: dict[str, Play] = {"baseline": self.by_baseline, "asked": self.by_asking}
        if name in checkpoints():
            policy = Network.load(path_of(name), rules).policy
            self.rows["checkpoint"] = partial(self.by_network, engine_policy(policy, rules))
        if agent is not None:
            self.rows |= self.of_run(find(agent), rules)

    def of_run(self, path: Path, rules: Rules) -> dict[str, Play]:
        network = engine_policy(Network.load(path, rules).policy, rules)
        critic = engine_critic(load_critic(path, describe(path)), rules)
        rows: dict[str, Play] = {"run": partial(self.by_network, network)}
        for who, given in (("baseline", None), ("run", network)):
            for horizon in HORIZONS:
                stopping = partial(self.by_network, given, critic=critic, horizon=horizon)
                rows[f"{who}, horizon {horizon}"] = stopping
        return rows

    def by_baseline(self, games: Batch) -> None:
        games.play_on(self.seats, self.total)

    def by_network(self, network: EnginePolicy | None, games: Batch, **ahead: Any) -> None:
        games.play_on(self.seats, self.total, network=network, **ahead)

    def by_asking(self, games: Batch) -> None:
        playing = np.ones(games.n, np.bool_)
        while playing.any():
            games.baseline(self.actions, None, playing)
            games.step(np.where(playing, self.actions, np.uint8(255)))
            playing &= ~games.hand_done

    def measure(self) -> dict[str, float]:
        """Play-outs per second of each row."""
        found = {}
        for row, play in self.rows.items():
            games = self.dealt.clone()
            start = time.thread_time()
            play(games)
            found[row] = games.n / (time.thread_time() - start)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", nargs="+", default=RULES, help="rule sets that play")
    parser.add_argument("--games", type=int, default=2048, help="play-outs of each repeat")
    parser.add_argument("--repeats", type=int, default=7, help="measurements of each row")
    parser.add_argument("--agent", type=Path, metavar="RUN", help="a run folder, with its critic")
    given = parser.parse_args()
    if min(given.games, given.repeats) < 1:
        parser.error("--games and --repeats must be at least 1")
    if given.agent is not None and len(given.rules) > 1:
        parser.error("--agent plays one rule set")
    warnings.simplefilter("ignore")
    with one_core():
        tables = {name: Table(name, given.games, given.agent).measure for name in given.rules}
        print(rate_table(tables, given.repeats, "who plays on", "play-outs/s"))


if __name__ == "__main__":
    main()
