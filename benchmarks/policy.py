"""A policy network in the engine beside the same network in torch: decisions a second and core.

    python benchmarks/policy.py                         # super_bingo and hangzhou, as markdown
    python benchmarks/policy.py --rules super_bingo --agent runs/super_bingo_short
    python benchmarks/policy.py --shape small          # as super_bingo_short learns, random weights

Every row chooses the likeliest action for the same positions, those of 256 games that the rule
baseline plays; the step itself is not timed.  Rows take turns at every position, so that a slow
moment of the machine falls on all of them; a figure is the median over repeats of decisions per
second of CPU time of one pinned core.

Rows of a network include the observation.  "observation" and "baseline" are what those two take by
themselves.

With random weights about as many units are zero as after learning, and that is all that the time
depends on.
"""

import argparse
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from shugi.agents import TIERS
from shugi.agents.engine_policy import engine_policy
from shugi.agents.model import Policy
from shugi.agents.model_config import ModelConfig
from shugi.agents.named import path_of
from shugi.agents.network import Network
from shugi.commands.timed_player import one_core
from shugi.commands.turns import rate_table
from shugi.envs import Batch, Rules, layout_of, load_rules
from shugi.training.learn.mixture import kinds_of

GAMES = 256
WARM_UP = 60  # steps: spreads the games over the course of a hand
RULES = ("super_bingo", "hangzhou")
SHAPES: dict[str, dict[str, Any]] = {"small": {"last": 128}}

Choose = Callable[[], object]
Given = Callable[[str, Rules], Network]


class Table:
    """Games, and every way of choosing an action for all of them."""

    def __init__(self, name: str, given: Given) -> None:
        rules = load_rules(name)
        self.batch = Batch(rules, GAMES, seed=1)
        layout = self.batch.layout
        self.planes = np.zeros((GAMES, layout.planes, layout.places), np.uint8)
        self.globals = np.zeros((GAMES, layout.globals), np.float32)
        self.actions, self.played = np.zeros(GAMES, np.uint8), np.zeros(GAMES, np.uint8)
        self.agent = given(name, rules)
        self.terms = self.agent.terms_of([rules])
        self.rows: dict[str, Choose] = {
            "observation": self.observe,
            "baseline": lambda: self.batch.baseline(self.actions),
            **{f"engine, {tier}": self.in_engine(tier) for tier in TIERS},
            "torch": self.in_torch,
        }
        for _ in range(WARM_UP):
            self.step()

    def observe(self) -> None:
        self.batch.observe(self.planes, self.globals)

    def in_engine(self, tier: str) -> Choose:
        network = engine_policy(self.agent.policy, self.batch.rules)
        network.tier = tier
        return lambda: self.batch.policy(network, self.actions)

    def in_torch(self) -> None:
        """What ``Network.act`` does."""
        self.observe()
        mask = self.batch.legal()
        found = self.agent.log_policy(self.planes, self.globals, self.terms, mask)
        found.argmax(dim=1).to(torch.uint8).numpy()

    def step(self) -> None:
        self.batch.baseline(self.played)
        self.batch.step(self.played)

    def measure(self, steps: int) -> dict[str, float]:
        """Decisions per second of each row."""
        spent = dict.fromkeys(self.rows, 0.0)
        for _ in range(steps):
            for name, choose in self.rows.items():
                start = time.thread_time()
                choose()
                spent[name] += time.thread_time() - start
            self.step()
        return {name: GAMES * steps / seconds for name, seconds in spent.items()}


def network(name: str, rules: Rules, agent: Path | None, shape: str | None) -> Network:
    """A run's or the checkpoint of that name, or random weights of a shape."""
    if shape is None:
        return Network.load(agent or path_of(name), rules)
    torch.manual_seed(1)
    config = ModelConfig(layout=layout_of(rules).name, kinds=kinds_of([rules]), **SHAPES[shape])
    return Network(Policy(config), shape)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rules", nargs="+", default=RULES, help="rule sets that have a checkpoint of their name"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--agent", type=Path, metavar="RUN", help="a run folder or checkpoint, instead of those"
    )
    which.add_argument("--shape", choices=SHAPES, help="a network with random weights, instead")
    parser.add_argument("--steps", type=int, default=40, help="positions of each repeat")
    parser.add_argument("--repeats", type=int, default=7, help="measurements of each row")
    given = parser.parse_args()
    if min(given.steps, given.repeats) < 1:
        parser.error("--steps and --repeats must be at least 1")
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    with one_core():
        of = partial(network, agent=given.agent, shape=given.shape)
        tables = {name: partial(Table(name, of).measure, given.steps) for name in given.rules}
        print(rate_table(tables, given.repeats, "what", "decisions/s"))


if __name__ == "__main__":
    main()
