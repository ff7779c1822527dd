"""Positions of play, mostly the baseline's, as a network sees them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.envs import load_rules

GAMES = 64
APART = 7  # steps between two looks at the games
RANDOM = 0.1  # of the actions


class Positions(NamedTuple):
    """A row for each position."""

    planes: NDArray[np.uint8]
    numbers: NDArray[np.float32]
    mask: NDArray[np.uint8]


def look(batch: Batch) -> Positions:
    """What the seats to decide see."""
    layout, n = batch.layout, batch.n
    planes = np.zeros((n, layout.planes, layout.places), np.uint8)
    numbers = np.zeros((n, layout.globals), np.float32)
    batch.observe(planes, numbers)
    return Positions(planes, numbers, batch.legal())


def positions(rules: Rules | str, count: int, seed: int = 0) -> Positions:
    """``count`` positions of several moments of ``GAMES`` games."""
    rules = load_rules(rules) if isinstance(rules, str) else rules
    batch, rng = Batch(rules, GAMES, seed), np.random.default_rng(seed)
    found: list[Positions] = []
    while len(found) * GAMES < count:
        found.append(look(batch))
        for _ in range(APART):
            forward(batch, rng)
    parts = zip(*found, strict=True)
    return Positions(*(np.concatenate(part)[:count] for part in parts))


def forward(batch: Batch, rng: np.random.Generator) -> None:
    """One step of all games."""
    chosen, drawn = np.zeros(batch.n, np.uint8), np.zeros(batch.n, np.uint8)
    batch.baseline(chosen)
    batch.sample(drawn, int(rng.integers(2**63)))
    batch.step(np.where(rng.random(batch.n) < RANDOM, drawn, chosen).astype(np.uint8))
