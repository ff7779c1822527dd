"""Pin what the shipped networks do: hashes of the actions that each of them takes.

    python tools/network_moves.py [FILE]

writes tests/network_moves.txt, or FILE. Networks add numbers, so another processor may choose
otherwise where two actions are as good as equal: compare two versions of the code on one machine.

A line: checkpoint, rule set, decisions, hash of the legal actions, hash of the actions taken.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.agents.base import Observation
from shugi.agents.checkpoint import describe
from shugi.agents.named import names as checkpoints
from shugi.agents.named import path_of
from shugi.agents.network import Network
from shugi.envs import load_rules

FILE = Path(__file__).resolve().parent.parent / "tests" / "network_moves.txt"
GAMES = 64
STEPS = 160
SEED = 16
# the rule sets of each checkpoint; further ones are as foreign to it as to a user's game
FOREIGN = {"super_bingo": ("super_bingo_home_run", "sanma_base"), "hangzhou": ("xiamen",)}


def line_of(name: str, rules: Rules) -> str:
    """What a checkpoint plays at all seats of one rule set."""
    batch, rng = Batch(rules, GAMES, SEED), np.random.default_rng(SEED)
    agent = Network.load(path_of(name), precision="fp32")
    masks, moves = blake2b(digest_size=8), blake2b(digest_size=8)
    for _ in range(STEPS):
        seen = Observation(batch)
        chosen = agent.act(seen, rng)
        masks.update(seen.mask.tobytes())
        moves.update(chosen.tobytes())
        batch.step(chosen)
    count = GAMES * STEPS
    return f"{name} {rules.name} {count} {masks.hexdigest()} {moves.hexdigest()}"


def lines() -> Iterator[str]:
    for name in checkpoints():
        about = describe(path_of(name))
        for rules in (trained.name for trained in about.trained):
            yield line_of(name, load_rules(rules))
        for rules in FOREIGN.get(name, ()):
            yield line_of(name, load_rules(rules))


def main(arguments: list[str]) -> int:
    warnings.simplefilter("ignore")
    text = "\n".join(lines()) + "\n"
    (Path(arguments[0]) if arguments else FILE).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
