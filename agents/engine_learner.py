"""Networks that learn in the engine: it works out losses and gradients, and torch all the rest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.autograd.function import once_differentiable

from shugi._fast.net.learner import EngineLearner
from shugi._fast.net.lists import PositionLists
from shugi._fast.net.losses import GivenLoss, Loss
from shugi.agents.model import Critic, Policy
from shugi.agents.sums import SparsePositions
from shugi.envs.common.arrays import F32, F64, I64, U8

LEAST = 512  # decisions that are worth a thread
Found = TypeVar("Found")


class NetworkLearner:
    """A network on the processor, whose losses have gradients from the engine.

    Args:
        network: policy or critic; whoever changes its weights changes them there.
        lots: rule sets that decisions are of.
        threads: that share the decisions.
        tier: the kernel, of ``shugi._fast.net.policy.TIERS``; None: the fastest.
    """

    def __init__(
        self,
        network: Policy | Critic,
        lots: int,
        threads: int = 1,
        tier: str | None = None,
    ) -> None:
        self.network = network
        self._workers = ThreadPoolExecutor(threads) if threads > 1 else None
        values = torch.zeros(lots, len(network.trunk.entries))
        shapes = {name: weight.shape for name, weight in self._weights(values).items()}
        self.engine = EngineLearner(
            shapes,
            network.config.games,
            first=network.config.kinds[0],
            epsilon=network.trunk.norm.eps,
            shares=threads,
            tier=tier,
        )

    def _weights(self, values: Tensor) -> dict[str, Tensor]:
        """What the engine reads, by the names that it has there; gradients go through it."""
        network = self.network
        trunk = network.trunk
        weights = {
            "features": trunk.of_cells().t(),
            "tiles": trunk.tiles.weight,
            "numbers": trunk.of_numbers().t(),
            "bias": trunk.tiles.bias,
            "norm": trunk.norm.weight,
            "norm_bias": trunk.norm.bias,
            "terms": trunk.terms(values),
        }
        layers = {"second": trunk.second}
        if isinstance(network, Critic):
            layers["head"] = network.heads
        else:
            head = network.tile_head
            layers |= {"head": network.head, "context": head.context}
            layers |= {"mix": head.mix, "out": head.out}
            weights["cells"], weights["which"] = trunk.of_kinds()
        for name, layer in layers.items():
            weights |= {name: layer.weight, f"{name}_bias": layer.bias}
        return weights

    def loss(
        self, kept: SparsePositions, lots: NDArray[np.int32], values: Tensor, loss: Loss
    ) -> tuple[Tensor, F64]:
        """A loss, which has gradients in the network's weights.

        Args:
            kept: (b) decisions, those of ``loss``.
            lots: (b,) which rule set each is of.
            values: what ``trunk.values_of`` says of the rule sets.
            loss: of them.

        Returns:
            a scalar, and the means of what ``loss`` counts.
        """
        weights = self._weights(values)
        means, grads = self.graded(weights, Asked(self._lists(kept), kept.picks, lots), loss)
        found: Tensor = _Known.apply(loss.value(means), grads, *weights.values())  # type: ignore[no-untyped-call]
        return found, means

    def graded(
        self, weights: Mapping[str, Tensor], asked: "Asked", loss: Loss
    ) -> tuple[F64, list[F32]]:
        """A loss and its gradients.

        Args:
            weights: by name.
            asked: the decisions of ``loss``.
            loss: of them.

        Returns:
            the means of what it counts, and its gradients in the weights, in their order.
        """
        self._take(weights)

        def learn(share: int, part: slice) -> F64:
            return self.engine.learn(*asked.part(part), loss, part.start, share)

        sums = self._each(learn, len(asked.picks))
        grads = self.engine.gradients()
        return np.sum(sums, axis=0) / len(loss), [grads[name] for name in weights]

    def logits(
        self, kept: SparsePositions, lots: NDArray[np.int32], values: Tensor, mask: U8
    ) -> Tensor:
        """(b, 128) logits of a policy, of legal actions; gradients go through them.

        Args:
            kept: (b) decisions.
            lots: (b,) which rule set each is of.
            values: what ``trunk.values_of`` says of the rule sets.
            mask: (b, 128), nonzero where legal.
        """
        weights = self._weights(values)
        asked = Asked(self._lists(kept), kept.picks, lots)
        found: Tensor = _Logits.apply(self, asked, mask, list(weights), *weights.values())  # type: ignore[no-untyped-call]
        return found

    def said(self, weights: Mapping[str, Tensor], asked: "Asked", mask: U8) -> F32:
        """What a policy says.

        Args:
            weights: by name.
            asked: (b) decisions.
            mask: (b, 128), nonzero where legal.

        Returns:
            (b, 128) logits of legal actions, zero elsewhere.
        """
        self._take(weights)

        def ask(share: int, part: slice) -> F32:
            return self.engine.logits(*asked.part(part), mask[part], share)

        return np.concatenate(self._each(ask, len(asked.picks)))

    def _take(self, weights: Mapping[str, Tensor]) -> None:
        self.engine.take({name: weight.detach().numpy() for name, weight in weights.items()})

    def _lists(self, kept: SparsePositions) -> tuple[PositionLists, ...]:
        lists = (kept.planes, kept.numbers)
        if self.network.trunk.hidden_cells is None:
            return lists
        if kept.oracle is None:
            raise ValueError("what the seats cannot see was not kept")
        return (*lists, kept.oracle)

    def _each(self, work: Callable[[int, slice], Found], count: int) -> list[Found]:
        """What ``work`` finds for each share, given its number and its part of the decisions."""
        shares = max(1, min(self.engine.shares, count // LEAST))
        size = -(-count // shares)
        parts = [slice(size * i, min(size * (i + 1), count)) for i in range(shares)]
        each = map if self._workers is None else self._workers.map
        return list(each(work, range(shares), parts))


@dataclass(frozen=True)
class Asked:
    """Decisions as the engine is asked about them."""

    lists: tuple[PositionLists, ...]
    picks: I64
    lots: NDArray[np.int32]

    def part(
        self, of: slice
    ) -> tuple[tuple[PositionLists, ...], NDArray[np.int64], NDArray[np.int32]]:
        """Some of them."""
        return self.lists, self.picks[of], self.lots[of]


class _Known(torch.autograd.Function):
    """A loss whose gradients came with it."""

    @staticmethod
    def forward(ctx: Any, loss: float, grads: Sequence[F32], *weights: Tensor) -> Tensor:
        ctx.grads = grads
        return weights[0].new_tensor(loss)

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        grads: Iterable[Tensor] = map(torch.from_numpy, ctx.grads)
        if float(grad) != 1:
            grads = [grad * own for own in grads]
        return None, None, *grads


class _Logits(torch.autograd.Function):
    """What a policy says; the second pass begins with the first again."""

    @staticmethod
    def forward(
        ctx: Any,
        learner: NetworkLearner,
        asked: Asked,
        mask: U8,
        names: Sequence[str],
        *weights: Tensor,
    ) -> Tensor:
        ctx.learner, ctx.asked, ctx.mask, ctx.names = learner, asked, mask, names
        ctx.save_for_backward(*weights)
        return torch.from_numpy(learner.said(dict(zip(names, weights, strict=True)), asked, mask))

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        weights = dict(zip(ctx.names, ctx.saved_tensors, strict=True))
        loss = GivenLoss(ctx.mask, grad.contiguous().numpy())
        _, grads = ctx.learner.graded(weights, ctx.asked, loss)
        return None, None, None, None, *map(torch.from_numpy, grads)
