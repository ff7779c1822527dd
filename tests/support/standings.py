"""Standings that are worth something, whatever was learnt."""

import numpy as np

from shugi._fast.net.standing import STANDING_SHAPES, EngineStanding
from shugi._fast.rules.compile import Rules


def any_standing(rules: Rules, seed: int = 0) -> EngineStanding:
    """With weights drawn from the seed."""
    rng = np.random.default_rng(seed)
    weights = {
        name: rng.normal(size=shape).astype(np.float32) for name, shape in STANDING_SHAPES.items()
    }
    return EngineStanding(weights, rules)
