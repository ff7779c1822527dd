"""Layers of a network by NumPy, with the integers that the engine rounds to."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from shugi._fast.net.weights import evened, quantised, table_of

FINEST = 6  # times that a row of the table may be doubled


def rounded(x: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Activations in 0..127, and what stands for one."""
    top = x.max(axis=1, keepdims=True)
    factor = np.where(top > 1e-30, np.float32(127) / np.where(top > 0, top, 1), 0)
    whole = np.floor(x * factor.astype(np.float32) + np.float32(0.5))
    return whole.astype(np.int64), (top / np.float32(127)).astype(np.float32)


def layer(x: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float32]:
    whole, scale = quantised(weight)
    inputs, unit = rounded(x)
    return ((inputs @ whole.astype(np.int64).T) * (scale * unit)).astype(np.float32)


def hidden(h: NDArray[np.float32], trunk: Any, film: NDArray[np.float32]) -> NDArray[np.float32]:
    """Both hidden layers of a trunk, by the sums of what it sees.

    Args:
        h: (n, hidden) the sums.
        film: (3 * hidden,) offset, gain and shift of the rules.
    """
    arrays = {name: weight.detach().numpy() for name, weight in trunk.named_parameters()}
    offset, gain, shift = film.reshape(3, -1)
    h = h + arrays["tiles.bias"] + offset
    h = (h - h.mean(1, keepdims=True)) / np.sqrt(h.var(1, keepdims=True) + trunk.norm.eps)
    h = h * arrays["norm.weight"] + arrays["norm.bias"]
    h = np.maximum(h * (1 + gain) + shift, 0)
    return np.maximum(layer(h, arrays["second.weight"]) + arrays["second.bias"], 0)


def of_numbers(numbers: NDArray[np.float32], weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """Sizes as activations are, with the sign of each, in units of its largest weight."""
    even, largest = evened(weight)
    whole, scale = quantised(even)
    numbers = numbers * largest
    sizes, unit = rounded(np.abs(numbers))
    inputs = np.where(numbers < 0, -sizes, sizes)
    return ((inputs @ whole.astype(np.int64).T) * (scale * unit)).astype(np.float32)


def of_cells(planes: NDArray[np.uint8], rows: NDArray[np.float32]) -> NDArray[np.float32]:
    whole, coarse, unit = table_of(rows, FINEST)
    counts = planes.reshape(len(planes), -1).astype(np.int64) << coarse
    return ((counts @ whole.astype(np.int64)) * unit).astype(np.float32)
