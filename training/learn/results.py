"""How somebody fared against somebody else: what hands brought, the newest most."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
BEGIN = 100.0  # even hands that every result begins with
EVEN = 0.1  # share of the chances that everybody has alike


@dataclass
class Result:
    """Of a learner against one other, or some others."""

    hands: float = 0.0
    """Older ones count less."""
    total: float = 0.0
    """What the learner gained more in them, in chips."""
    squares: float = 0.0
    counted: int = 0
    """Hands, all of them alike."""

    def add(self, gains: NDArray[np.float32], memory: float) -> None:
        """Args: gains: of hands. memory: after so many more, a hand counts a third (1/e)."""
        if not len(gains):
            return
        kept = math.exp(-len(gains) / memory)
        self.hands = kept * self.hands + len(gains)
        self.total = kept * self.total + float(gains.sum(dtype=np.float64))
        self.squares = kept * self.squares + float(np.square(gains, dtype=np.float64).sum())
        self.counted += len(gains)

    @property
    def mean(self) -> float:
        """Chips a hand; not a number before the first."""
        return self.total / self.hands if self.hands else math.nan

    @property
    def half(self) -> float:
        """Half of the 95 % interval."""
        if self.hands < 2:
            return math.inf
        spread = math.sqrt(max(self.squares / self.hands - self.mean**2, 0.0))
        return Z95 * spread / math.sqrt(self.hands)

    def surely(self, margin: float) -> bool:
        """Whether the learner gains so much more."""
        return self.hands > 0 and self.mean - self.half > margin

    def as_dict(self) -> dict[str, float]:
        return asdict(self)


def joined(results: Sequence[Result]) -> Result:
    """All of them as one."""
    return Result(
        sum(one.hands for one in results),
        sum(one.total for one in results),
        sum(one.squares for one in results),
        sum(one.counted for one in results),
    )


def chances(results: Sequence[Result]) -> NDArray[np.float64]:
    """Of being met next.

    In proportion to what the learner is expected to lose to each: the mean of max(0, loss), by what
    is known of the loss. So one that it hardly knows is met often, too, and one that it surely
    beats hardly ever. A tenth is shared evenly.
    """
    every = joined(results)
    spread = math.sqrt(every.squares / every.hands) if every.squares else 1.0
    loss = np.array([_expected_loss(one, spread) for one in results])
    found: NDArray[np.float64] = EVEN / len(results) + (1 - EVEN) * loss / loss.sum()
    found /= found.sum()
    return found


def _expected_loss(result: Result, spread: float) -> float:
    hands = result.hands + BEGIN
    error = spread / math.sqrt(hands)
    z = -result.total / hands / error
    return max(error * (NORMAL.pdf(z) + z * NORMAL.cdf(z)), 1e-12)
