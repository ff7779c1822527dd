"""Sums over positions kept as lists, in C, and their gradients: products that are mostly zeros."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.autograd.function import once_differentiable

from shugi._fast.net.lists import PositionLists
from shugi.envs.common.arrays import F32, I64, U8

ROWS_AT_ONCE = 4096


@dataclass(frozen=True)
class SparsePositions:
    """Some of the positions that are kept as lists."""

    planes: PositionLists
    numbers: PositionLists
    picks: I64
    """(b,) which of them."""
    oracle: PositionLists | None = None
    """What the seats cannot see."""

    @classmethod
    def of(cls, planes: U8, numbers: F32) -> "SparsePositions":
        """All positions of an observation: (b, planes, places), and (b, globals)."""
        width = planes.shape[1] * planes.shape[2]
        lists = PositionLists(width), PositionLists(numbers.shape[1], np.float32)
        lists[0].append(planes)
        lists[1].append(numbers)
        return cls(*lists, np.arange(len(planes)))

    def plus(self, other: "SparsePositions") -> "SparsePositions":
        """These positions, and behind them those of ``other``; without hidden tiles."""
        planes, numbers = self.planes.take(self.picks), self.numbers.take(self.picks)
        planes.extend(other.planes, other.picks)
        numbers.extend(other.numbers, other.picks)
        return SparsePositions(planes, numbers, np.arange(len(planes)))

    def first(self, count: int) -> "SparsePositions":
        """The first of these positions."""
        return replace(self, picks=self.picks[:count])

    def together(self) -> "SparsePositions":
        """These positions, close together in memory: they are read several times."""
        picks = np.arange(len(self.picks))
        oracle = None if self.oracle is None else self.oracle.take(self.picks)
        return SparsePositions(
            self.planes.take(self.picks), self.numbers.take(self.picks), picks, oracle
        )


class _SumRows(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, picks: I64, lists: tuple[PositionLists, ...], *tables: Tensor) -> Tensor:
        ctx.picks, ctx.lists = picks, lists
        ctx.shapes = [table.shape for table in tables]
        sums = torch.zeros(len(picks), tables[0].shape[1])
        for own, table in zip(lists, tables, strict=True):
            own.sum_rows(picks, table.detach().contiguous().numpy(), sums.numpy())
        return sums

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        grad = grad.float().contiguous()
        grads: list[Tensor | None] = [None, None]
        for own, shape, wanted in zip(ctx.lists, ctx.shapes, ctx.needs_input_grad[2:], strict=True):
            if not wanted:
                grads.append(None)
                continue
            table = torch.zeros(shape)
            own.spread_rows(ctx.picks, grad.numpy(), table.numpy())
            grads.append(table)
        return tuple(grads)


def sum_rows(picks: I64, lists: tuple[PositionLists, ...], tables: tuple[Tensor, ...]) -> Tensor:
    """(b, n) float32: for each position the rows of what is not zero, times its value.

    Args:
        picks: (b,) which positions.
        lists: kinds of lists.
        tables: (width, n) float32 for each of them.
    """
    found: Tensor = _SumRows.apply(picks, lists, *tables)  # type: ignore[no-untyped-call]
    return found


@dataclass(frozen=True)
class Slots:
    """Where the features of single kinds go."""

    row: NDArray[np.int32]
    """(b, kinds) a row for each kind that is asked for; -1: it is not."""
    count: int
    """Rows that are asked for."""
    places: int
    """Of a plane."""
    first: int
    """The first place that is a kind."""

    @property
    def rows(self) -> int:
        """Rows with the idle ones behind: torch prepares its products anew for every number of rows
        that it has not met."""
        idle = -self.count % ROWS_AT_ONCE if self.count >= ROWS_AT_ONCE else 0
        return self.count + idle


class _SumKinds(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, kept: SparsePositions, slots: Slots, table: Tensor, which: Tensor, context: Tensor
    ) -> Tensor:
        ctx.kept, ctx.slots = kept, slots
        given = (table, which, context)
        weights, kinds, contexts = (part.detach().float().contiguous().numpy() for part in given)
        ctx.shapes = [part.shape for part in given]
        sums = torch.empty(slots.rows, table.shape[1])
        sums[slots.count :] = 0
        kept.planes.sum_kinds(
            kept.picks,
            slots.row,
            slots.places,
            slots.first,
            weights,
            kinds,
            contexts,
            sums.numpy(),
        )
        return sums

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        kept, slots = ctx.kept, ctx.slots
        table, which, context = (torch.zeros(shape) for shape in ctx.shapes)
        kept.planes.spread_kinds(
            kept.picks,
            slots.row,
            slots.places,
            slots.first,
            grad.float().contiguous().numpy(),
            table.numpy(),
            which.numpy(),
            context.numpy(),
        )
        return None, None, table, which, context


def sum_kinds(
    kept: SparsePositions, slots: Slots, table: Tensor, which: Tensor, context: Tensor
) -> Tensor:
    """(slots.rows, n) float32: of each kind that is asked for, what its planes add up to.

    Args:
        table: (planes, n) a row for each plane.
        which: (kinds, n) added to each kind's.
        context: (b, n) added to all of a position's.
    """
    found: Tensor = _SumKinds.apply(kept, slots, table, which, context)  # type: ignore[no-untyped-call]
    return found
