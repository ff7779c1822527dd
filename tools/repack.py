"""Store the weights of shipped networks in eight bits, and say what that changes.

    python -P tools/repack.py [NAME ...]

A file that is in eight bits already is left alone: rounding twice loses twice. Prints a row for
each that it writes, by choices of the network's own play, which were not used for rounding: the
share in which another action is the likeliest, and how far the logarithms of chances move. Then
tests/network_moves.txt has to be written anew (tools/network_moves.py).
"""

from __future__ import annotations

import sys
import warnings
import zlib
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch

from shugi.agents.checkpoint import find, load_policy, save_networks
from shugi.agents.named import PREFIX, names, read_head
from shugi.envs import load_rules
from shugi.training.run.model_card import pack
from shugi.training.run.rounding import change_of, own_play

FOLDER = Path(__file__).resolve().parent.parent / "agents" / "checkpoints"
CHOICES = 10_000
SEED = 4600
HEADINGS = ("agent", "choices", "other moves", "log chances", "KL, nats", "zipped before, after")


def repacked(name: str) -> list[str]:
    """The row of a network; nothing when it was in eight bits."""
    path, card = FOLDER / f"{name}.safetensors", FOLDER / f"{name}.md"
    weights = read_head(card)["weights"]
    if weights == "int8":
        return []
    policy, about = load_policy(find(path))
    before, size = deepcopy(policy.float().eval()), zipped(path)
    packed = pack(policy, about, "int8")
    save_networks(path, policy, None, about, packed)
    text = card.read_text(encoding="utf-8")
    card.write_text(text.replace(f"\nweights: {weights}\n", "\nweights: int8\n", 1), "utf-8")
    after, _ = load_policy(path)
    sets = [load_rules(one.name, **one.options) for one in about.trained]
    count = max(CHOICES // len(sets), 500)
    found = [
        change_of(before, after.eval(), own_play(before, rules, count, SEED)) for rules in sets
    ]
    moves, log, divergence = np.mean([(one.moves, one.log, one.divergence) for one in found], 0)
    choices = sum(one.choices for one in found)
    sizes = f"{size / 1e6:.2f}, {zipped(path) / 1e6:.2f} MB"
    cells = (f"{choices:,}", f"{100 * moves:.2f} %", f"{log:.3f}", f"{divergence:.5f}", sizes)
    return [f"`{PREFIX}{name}`", *cells]


def zipped(path: Path) -> int:
    """Bytes in a wheel."""
    return len(zlib.compress(path.read_bytes(), 6))


def main(arguments: list[str]) -> int:
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    for row in (HEADINGS, ["---", *["---:"] * (len(HEADINGS) - 1)]):
        print("|", " | ".join(row), "|", flush=True)
    for name in arguments or names():
        row = repacked(name)
        if row:
            print("|", " | ".join(row), "|", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
