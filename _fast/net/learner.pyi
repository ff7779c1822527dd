"""Networks as they learn, in C: losses, and gradients of weights, at decisions kept as lists."""

from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from shugi._fast.net.lists import PositionLists
from shugi._fast.net.losses import Loss
from shugi._fast.view.layouts import Layout

class EngineLearner:
    """A policy or a critic in floats, with room for the gradients of its weights.

    ``take`` gives it weights, ``learn`` adds gradients of a loss at some decisions, and
    ``gradients`` tells their sum.
    ``shugi.agents.engine_learner.NetworkLearner`` does that for a network of torch.

    Several threads may ``learn`` at once, each with a share of its own. Arrays are float32 unless
    said otherwise. Weights that are not finite give gradients that are not.

    Args:
        shapes: of the weights, by name (``shugi._fast.net.weights.learner_shapes``). Those of a
            policy have the tile head's among them; a critic that sees the hidden tiles has
            ``features`` of more planes.
        layout: of the games.
        first: the first place of a plane that the network looks at.
        epsilon: of the layer norm.
        shares: threads that may learn at once.
        tier: the kernel, of ``shugi._fast.net.policy.TIERS``; None: the fastest. Their last digits
            differ.

    Raises:
        ValueError: shapes that do not fit; here or in a method, an array of another shape, dtype or
            order.
        IndexError: in a method, a decision that is not there.
        RuntimeError: in a method, another thread is at work, or the weights were not taken yet.
    """

    layout: Layout
    tier: str
    """The kernel in use."""

    def __new__(
        cls,
        shapes: Mapping[str, Sequence[int]],
        layout: Layout,
        *,
        first: int = 0,
        epsilon: float = 1e-5,
        shares: int = 1,
        tier: str | None = None,
    ) -> Self: ...
    @property
    def of_policy(self) -> bool:
        """Whether it is a policy."""
    @property
    def shares(self) -> int:
        """Threads that may learn at once."""
    def take(self, weights: Mapping[str, NDArray[np.float32]]) -> None:
        """Learn with copies of these weights, from gradients of zero on."""
    def learn(
        self,
        lists: Sequence[PositionLists],
        picks: NDArray[np.int64],
        lots: NDArray[np.int32],
        loss: Loss,
        first: int = 0,
        share: int = 0,
    ) -> NDArray[np.float64]:
        """Add to the gradients those of a loss at some of its decisions.

        Args:
            lists: planes, numbers, and of a critic hidden tiles: what it reads.
            picks: (b,) which positions of them.
            lots: (b,) int32 which row of ``terms`` each is under.
            loss: a mean over its decisions, of which these are some.
            first: the number there of the first of these.
            share: which thread this is.

        Returns:
            sums of what the loss counts.
        """
    def logits(
        self,
        lists: Sequence[PositionLists],
        picks: NDArray[np.int64],
        lots: NDArray[np.int32],
        mask: NDArray[np.uint8],
        share: int = 0,
    ) -> NDArray[np.float32]:
        """(b, 128) what a policy says of legal actions, zero elsewhere; arguments as of ``learn``.

        Args:
            mask: (b, 128) uint8, nonzero where legal.
        """
    def gradients(self) -> dict[str, NDArray[np.float32]]:
        """Of each weight, by name; changed by the next ``take``, and to be asked for once."""
