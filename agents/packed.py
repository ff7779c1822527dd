"""Weights in eight bits: whole numbers, and what stands for one of them in each row and column."""

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import Tensor

ROWS, COLUMNS = "/rows", "/columns"  # behind the name of a weight: its units in a file
TOP = 127


class Packed(NamedTuple):
    """A weight is ``whole`` times the units of its row and of its column."""

    whole: Tensor
    """(outputs, inputs) int8."""
    rows: Tensor
    """(outputs,) float32."""
    columns: Tensor
    """(inputs,) float32."""

    @property
    def weight(self) -> Tensor:
        """(outputs, inputs) float32."""
        return self.whole.float() * self.rows[:, None] * self.columns

    def named(self, name: str) -> dict[str, Tensor]:
        """The tensors that a file keeps of it."""
        return {name: self.whole, name + ROWS: self.rows, name + COLUMNS: self.columns}


def is_unit(name: str) -> bool:
    """Whether it names units, not a weight."""
    return name.endswith((ROWS, COLUMNS))


def unpack_weights(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights of a file.

    Raises:
        ValueError: whole numbers without units of their size, or units of nothing.
    """
    weights = {}
    units = {name for name in tensors if is_unit(name)}
    for name in tensors.keys() - units:
        weight = tensors[name]
        if weight.dtype == torch.int8:
            both = [tensors.get(name + end) for end in (ROWS, COLUMNS)]
            shapes = [None if one is None else (one.dtype, *one.shape) for one in both]
            if weight.dim() != 2 or shapes != [(torch.float32, size) for size in weight.shape]:
                raise ValueError(f"{name} is in eight bits without units of its size")
            units -= {name + ROWS, name + COLUMNS}
            weight = Packed(weight, *(one for one in both if one is not None)).weight
        weights[name] = weight
    if units:
        raise ValueError(f"{min(units)}: units of nothing in eight bits")
    return weights
