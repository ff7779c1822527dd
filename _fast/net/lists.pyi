"""Positions as lists of what is not zero, and sums of a table's rows over them."""

from typing import Any, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray

class PositionLists:
    """Positions, each a list of the places that are not zero and of their values.

    Of a table (width, n), ``sum_rows`` is the product of the positions and the table, and
    ``spread_rows`` its gradient: both cost what is not zero. Rows of positions are named by
    ``picks`` (b,). Arrays are float32 unless said otherwise, and C-contiguous.
    Lists can be pickled.

    Args:
        width: values of a position, at most 65,536.
        dtype: uint8 or float32.
        tier: the kernel, of ``shugi._fast.net.policy.TIERS``; None: the fastest. Their last digits
            differ.

    Raises:
        ValueError: here or in a method, an array of another shape, dtype or order.
        IndexError: in a method, a position that is not there.
        RuntimeError: positions are added or forgotten while another thread reads them.
    """

    width: int
    dtype: np.dtype[np.generic]
    tier: str
    """The kernel in use."""

    def __new__(cls, width: int, dtype: DTypeLike = ..., tier: str | None = None) -> Self: ...
    def __len__(self) -> int:
        """Positions."""
    @property
    def nbytes(self) -> int:
        """Bytes of the lists, without room for more."""
    def clear(self) -> None:
        """Forget all positions; the room stays."""
    def append(self, positions: NDArray[np.generic]) -> None:
        """Add (k, ...) positions, ``width`` values each."""
    def extend(self, other: PositionLists, picks: NDArray[np.int64]) -> None:
        """Add copies of some positions of ``other``, in that order.

        Raises:
            ValueError: its positions have another width or dtype.
        """
    def take(self, picks: NDArray[np.int64]) -> PositionLists:
        """Copies of some positions, in that order, close together: cheaper to go through twice."""
    def dense(self, picks: NDArray[np.int64]) -> NDArray[Any]:
        """(b, width): the positions as they were."""
    def entries(self) -> tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.generic]]:
        """How many values of each position are not zero, where they lie, and what they are.

        The last two are looked at, not copied: they are of no use once positions come or go.
        """
    def check_picks(self, picks: NDArray[np.int64]) -> NDArray[np.int64]:
        """The same ``picks``. Raises: ValueError, IndexError."""
    def sum_rows(
        self, picks: NDArray[np.int64], table: NDArray[np.float32], out: NDArray[np.float32]
    ) -> None:
        """Add to ``out`` (b, n) the positions times ``table`` (width, n)."""
    def spread_rows(
        self, picks: NDArray[np.int64], grad: NDArray[np.float32], table: NDArray[np.float32]
    ) -> None:
        """Add to ``table`` (width, n) what ``grad`` (b, n) of the sums makes of it."""
    def sum_kinds(
        self,
        picks: NDArray[np.int64],
        slots: NDArray[np.int32],
        places: int,
        first: int,
        table: NDArray[np.float32],
        which: NDArray[np.float32],
        context: NDArray[np.float32],
        out: NDArray[np.float32],
    ) -> None:
        """Write the features of single kinds.

        Args:
            slots: (b, kinds) int32: the row of ``out`` for each kind; negative: none.
            places: of a plane; ``width`` is planes times places.
            first: the place of the first kind.
            table: (planes, n) what a value in a plane adds.
            which: (kinds, n) what each kind begins with.
            context: (b, n) what all kinds of a position begin with, too.
            out: (s, n) the rows that slots name are written.
        """
    def spread_kinds(
        self,
        picks: NDArray[np.int64],
        slots: NDArray[np.int32],
        places: int,
        first: int,
        grad: NDArray[np.float32],
        table: NDArray[np.float32],
        which: NDArray[np.float32],
        context: NDArray[np.float32],
    ) -> None:
        """Add to the last three what ``grad`` (s, n) of the features makes of them."""
