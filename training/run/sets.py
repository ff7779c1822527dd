"""The rule sets of a run: what they are called, and how its work is shared among them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shugi._fast.net.standing import EngineStanding
from shugi._fast.rules.compile import Rules
from shugi.training.run.config import ConfigError


@dataclass(frozen=True)
class RuleSetGames:
    """Games of one rule set in a run."""

    rules: Rules
    games: int
    standing: EngineStanding | None = None
    """What a hand's end is worth; None: points are paid at an average worth."""


def names_of(sets: Sequence[Rules]) -> list[str]:
    """What metrics call the rule sets: their names, numbered where one comes again."""
    names = [rules.name for rules in sets]
    return [
        f"{name}#{names[: i + 1].count(name)}" if names[:i].count(name) else name
        for i, name in enumerate(names)
    ]


def split(games: int, shares: Sequence[float]) -> list[int]:
    """``games`` in proportion to ``shares``, at least one each; the largest remainders round up.

    Raises: ConfigError for fewer games than shares.
    """
    if games < len(shares):
        raise ConfigError(f"games: {len(shares)} rule sets need at least as many, not {games}")
    exact = np.array(shares) / sum(shares) * (games - len(shares))
    parts = np.floor(exact).astype(np.int64)
    parts[np.argsort(parts - exact, kind="stable")[: games - len(shares) - parts.sum()]] += 1
    return [int(part) + 1 for part in parts]
