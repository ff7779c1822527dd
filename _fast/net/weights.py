"""The weights of a network as the kernels read them: checked, padded, in int8, packed."""

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from shugi._fast.core.actions import ACTION_COUNT
from shugi._fast.view.layouts import Layout

TOP = 127  # of weights and activations in int8
BLOCK = 64  # outputs that a kernel works out together
GROUP = 4  # inputs that an instruction multiplies at once
NATIVE = 4  # numbers of 32 bits within which instructions interleave
MOST_HIDDEN = 4096
MOST_CHANNELS = 256
MOST_BINS = ACTION_COUNT // 2
TERMS = ("start", "gain", "shift")  # what the rules change

MOST_CELLS = 1 << 16
MOST_SIZE = 1 << 15  # of a network that learns
MOST_KINDS = 64
MOST_SUM = np.iinfo(np.int32).max
TINY = 1e-30
LARGEST = 0.4  # exponent of a row's largest weight in its scale; its usual weight has the rest
Floats = NDArray[np.float32]
Shape = tuple[int, ...]
Scalar = TypeVar("Scalar", bound=np.generic)


def checked(weights: Mapping[str, Floats], layout: Layout, first: int) -> dict[str, Floats]:
    """Copies of a policy's weights. Raises: ValueError where they are none, or do not fit."""
    arrays = _arrays(weights, ("which", "start", "second_bias"))
    return _of_shapes(arrays, shapes(arrays, layout, first))


def checked_critic(
    weights: Mapping[str, Floats], layout: Layout, oracle: bool
) -> dict[str, Floats]:
    """Copies of a critic's weights. Raises: ValueError where they are none, or do not fit.

    Args:
        oracle: its planes are followed by those of the hidden tiles.
    """
    arrays = _arrays(weights, ("start", "second_bias", "bins"))
    return _of_shapes(arrays, critic_shapes(arrays, layout, oracle))


def checked_terms(weights: Mapping[str, Floats], known: Mapping[str, Floats]) -> dict[str, Floats]:
    """Copies of the ``TERMS`` of a policy whose weights under other rules are known.

    Raises: ValueError where they are none, or do not fit.
    """
    arrays = {name: _floats(name, weight) for name, weight in weights.items()}
    return _of_shapes(arrays, {name: known[name].shape for name in TERMS})


NEEDED = {
    "which": "which (kinds, channels)",
    "start": "start (hidden,)",
    "second_bias": "second_bias (last,)",
    "bins": "bins (2, bins)",
}


def _arrays(weights: Mapping[str, Floats], needed: tuple[str, ...]) -> dict[str, Floats]:
    arrays = {name: _floats(name, weight) for name, weight in weights.items()}
    if not arrays.keys() >= set(needed):
        *some, last = (NEEDED[name] for name in needed)
        raise ValueError(f"weights need at least {', '.join(some)} and {last}")
    return arrays


def _of_shapes(arrays: dict[str, Floats], wanted: Mapping[str, Shape]) -> dict[str, Floats]:
    odd = sorted(wanted.keys() ^ arrays.keys())
    if odd:
        raise ValueError(f"weights are missing or not known: {', '.join(odd)}")
    for name, array in arrays.items():
        if array.shape != wanted[name]:
            raise ValueError(f"{name} must have shape {wanted[name]}, not {array.shape}")
    return arrays


def _floats(name: str, weight: Floats) -> Floats:
    array = np.asarray(weight)
    if array.dtype != np.float32:
        raise ValueError(f"{name} must be float32, not {array.dtype}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds NaN or infinity")
    return array.copy()


def shapes(arrays: Mapping[str, Floats], layout: Layout, first: int) -> dict[str, Shape]:
    """By name, of a policy whose sizes three of its weights tell.

    Raises: ValueError.
    """
    last, which = len(arrays["second_bias"]), arrays["which"]
    trunk = _trunk_shapes(arrays, layout, layout.planes)
    if which.ndim != 2 or not 1 <= which.shape[1] <= MOST_CHANNELS:
        raise ValueError(f"which must have 1 to {MOST_CHANNELS} channels, not shape {which.shape}")
    kinds, channels = which.shape
    if not (0 <= first and 1 <= kinds <= layout.places - first):
        raise ValueError(
            f"{kinds} kinds from {first} on are not within the {layout.places} of {layout.name}"
        )
    return {
        **trunk,
        "cells": (channels, layout.planes),
        **_head_shapes(kinds, channels, last),
    }


def _head_shapes(kinds: int, channels: int, last: int) -> dict[str, Shape]:
    """Of the heads of a policy."""
    return {
        "which": (kinds, channels),
        "head": (ACTION_COUNT, last),
        "head_bias": (ACTION_COUNT,),
        "context": (channels, last),
        "context_bias": (channels,),
        "mix": (channels, channels),
        "mix_bias": (channels,),
        "out": (2, channels),
        "out_bias": (2,),
    }


def critic_shapes(arrays: Mapping[str, Floats], layout: Layout, oracle: bool) -> dict[str, Shape]:
    """The same of a critic. Raises: ValueError."""
    bins = arrays["bins"]
    if bins.ndim != 2 or not 1 <= bins.shape[1] <= MOST_BINS:
        raise ValueError(f"bins must have shape (2, 1) to (2, {MOST_BINS}), not {bins.shape}")
    planes = layout.planes + (layout.oracle_planes if oracle else 0)
    found = _trunk_shapes(arrays, layout, planes)
    count = 2 * bins.shape[1]
    heads = {"heads": (count, len(arrays["second_bias"])), "heads_bias": (count,)}
    return found | heads | {"bins": (2, bins.shape[1])}


def _trunk_shapes(arrays: Mapping[str, Floats], layout: Layout, planes: int) -> dict[str, Shape]:
    start, second_bias = arrays["start"], arrays["second_bias"]
    if start.ndim != 1 or second_bias.ndim != 1:
        raise ValueError("start and second_bias must have one dimension")
    hidden, last = len(start), len(second_bias)
    if not 1 <= min(hidden, last) <= max(hidden, last) <= MOST_HIDDEN:
        raise ValueError(f"a network has 1 to {MOST_HIDDEN} hidden units, not {hidden} and {last}")
    return {
        "table": (planes * layout.places, hidden),
        "numbers": (hidden, layout.globals),
        "start": (hidden,),
        "gain": (hidden,),
        "shift": (hidden,),
        "second": (last, hidden),
        "second_bias": (last,),
    }


def checked_learner(shapes: Mapping[str, Shape], layout: Layout) -> dict[str, Shape]:
    """Shapes of the weights of a network that learns, policy or critic, if they fit.

    Args:
        shapes: by name.
        layout: of the games.

    Raises: ValueError.
    """
    found = {name: tuple(map(int, shape)) for name, shape in shapes.items()}
    wanted = learner_shapes(found, layout)
    for name in sorted(wanted.keys() | found.keys()):
        if wanted.get(name) != found.get(name):
            raise ValueError(f"{name} must have shape {wanted.get(name)}, not {found.get(name)}")
    return found


def learner_shapes(shapes: Mapping[str, Shape], layout: Layout) -> dict[str, Shape]:
    """By name, of a network that learns, whose sizes some of ``shapes`` tell.

    Raises: ValueError.
    """
    try:
        (last, hidden), (lots, _), (heads, _) = (shapes[n] for n in ("second", "terms", "head"))
        (planes, channels), (_, flat) = shapes["features"], shapes["tiles"]
    except (KeyError, ValueError):
        known = "second, terms, head, features and tiles"
        raise ValueError(f"shapes need at least {known}, of two numbers") from None
    sizes = (hidden, last, lots, heads, channels, flat)
    if min(sizes) < 1 or max(sizes) > MOST_SIZE:
        raise ValueError(f"no network has sizes of {sizes}")
    kinds, planes = flat // channels, max(planes, layout.planes)
    if kinds > min(MOST_KINDS, layout.places):
        raise ValueError(f"there are {layout.places} kinds of {layout.name}, not {kinds}")
    if planes > layout.planes:
        planes = layout.planes + layout.oracle_planes
    found = {
        "features": (planes, channels),
        "tiles": (hidden, kinds * channels),
        "numbers": (layout.globals, hidden),
        **dict.fromkeys(("bias", "norm", "norm_bias"), (hidden,)),
        "terms": (lots, 3 * hidden),
        "second": (last, hidden),
        "second_bias": (last,),
        "head": (heads, last),
        "head_bias": (heads,),
    }
    if "which" not in shapes:
        return found
    return {**found, "cells": (layout.planes, channels), **_head_shapes(kinds, channels, last)}


def up(size: int, step: int) -> int:
    """The next multiple of ``step``."""
    return -(-size // step) * step


def padded(weight: NDArray[Scalar], shape: tuple[int, ...]) -> NDArray[Scalar]:
    """With zeros at the end of each dimension."""
    found = np.zeros(shape, weight.dtype)
    found[tuple(slice(size) for size in weight.shape)] = weight
    return found


def cells_of(planes: int, places: int, first: int, kinds: int) -> NDArray[np.uint16]:
    """(planes * places, 2): the plane of each cell, and its kind; ``kinds`` where it has none.

    Raises: ValueError where they are more than 16 bits can tell, or kinds are not within a plane.
    """
    if min(planes, places) < 1 or planes * places > MOST_CELLS:
        raise ValueError(f"there may be 1 to {MOST_CELLS} cells, not {planes} times {places}")
    if not 0 <= first <= first + kinds <= places:
        raise ValueError(f"{kinds} kinds from {first} on are not within {places}")
    plane, place = np.divmod(np.arange(planes * places), places)
    kind = np.where((place >= first) & (place < first + kinds), place - first, kinds)
    return np.stack([plane, kind], axis=1).astype(np.uint16)


def quantised(weight: Floats) -> tuple[NDArray[np.int8], Floats]:
    """(outputs, inputs) in -127..127, and what stands for one in each row."""
    scale = np.abs(weight).max(axis=1) / np.float32(TOP)
    whole = np.rint(weight / _divisor(scale)[:, None]).clip(-TOP, TOP)
    return whole.astype(np.int8), scale.astype(np.float32)


def evened(weight: Floats) -> tuple[Floats, Floats]:
    """(outputs, inputs) with 1 as the largest weight of each input, and the largest it had.

    Sums stay the same if each input is multiplied by the largest weight it had. Rounded together,
    inputs then keep bits for what they add, not for how large they are.
    """
    largest = np.abs(weight).max(axis=0)
    return weight / _divisor(largest), largest


def rows_read(weights: Mapping[str, Floats], layout: Layout) -> list[str]:
    """Names of the rows of planes and globals for which a weight is not zero.

    Args:
        weights: of a network, with "table" (planes * places, hidden), "numbers" (hidden, globals),
            and of one with a tile head "cells" (channels, planes).
        layout: of its observations; planes of hidden tiles may follow.
    """
    table = weights["table"].reshape(-1, layout.places * weights["table"].shape[1])
    planes: NDArray[np.bool_] = np.any(table, axis=1)
    if "cells" in weights:
        planes = planes | np.any(weights["cells"], axis=0)
    numbers: NDArray[np.bool_] = np.any(weights["numbers"], axis=0)
    return [
        row["name"]
        for rows, read in ((layout.plane_rows, planes), (layout.global_rows, numbers))
        for row in rows
        if read[row["offset"] : row["offset"] + row["size"]].any()
    ]


def table_of(rows: Floats, finest: int) -> tuple[NDArray[np.int8], NDArray[np.uint8], Floats]:
    """(cells, outputs) whole rows, how often each is doubled, and what stands for one in a column.

    A row is doubled once for each time that its weights are twice as large, up to ``finest`` times;
    a column's unit is what its largest weight needs then. Sums of any bytes stay within 32 bits:
    a table too large for that is doubled less often.
    """
    size = np.abs(rows)
    # planes that came after a network do not change how it rounds
    read = rows[size.any(axis=1)] if size.any() else rows
    relative = size / _divisor(_usual(read, 0))
    # between the two: few weights of a row are cut off, and few bits of the others are lost
    large = _usual(relative, 1) ** (1 - LARGEST) * relative.max(axis=1) ** LARGEST
    coarse = np.rint(np.log2(np.maximum(large, TINY)))
    coarse = np.maximum(coarse - coarse.max() + finest, 0)
    times = np.exp2(coarse)[:, None].astype(np.float32)
    unit = (size / times).max(axis=0) / np.float32(TOP)
    whole = np.rint(rows / (_divisor(unit) * times)).clip(-TOP, TOP)
    if finest > 0 and (np.abs(whole) * times).sum(axis=0, dtype=np.float64).max() > MOST_SUM / 255:
        return table_of(rows, finest - 1)
    return whole.astype(np.int8), coarse.astype(np.uint8), unit.astype(np.float32)


def _usual(rows: NDArray[np.floating[Any]], axis: int) -> Floats:
    """The root of the mean square."""
    found: Floats = np.sqrt(np.square(rows).mean(axis=axis, dtype=np.float64)).astype(np.float32)
    return found


def _divisor(unit: Floats) -> Floats:
    """1 where there is nothing to divide."""
    found: Floats = np.where(unit > 0, unit, np.float32(1))
    return found


def whole_rows(rows: Floats, most: int) -> tuple[NDArray[np.int16], Floats]:
    """(inputs, outputs) whole rows, and what stands for one in each column.

    A sum of all rows, each times up to ``most``, stays within 32 bits.
    """
    top = min(np.iinfo(np.int16).max, MOST_SUM // (most * len(rows)))
    scale = np.abs(rows).max(axis=0) / np.float32(top)
    whole = np.rint(rows / _divisor(scale)).clip(-top, top)
    return whole.astype(np.int16), scale.astype(np.float32)


def interleaved(whole: NDArray[np.int8], lanes: int) -> NDArray[np.int8]:
    """Rows whose columns lie so that sums of four rows come out in order.

    A kernel interleaves the bytes of four rows within 128 bits, until one of each makes 32.
    """
    rows, wide = whole.shape
    if lanes < NATIVE:
        return whole
    blocks = whole.reshape(rows, -1, 4, lanes // NATIVE, NATIVE)
    return np.ascontiguousarray(blocks.swapaxes(2, 3)).reshape(rows, wide)


def in_pairs(whole: NDArray[np.int16]) -> NDArray[np.int16]:
    """(inputs, outputs), an even number of inputs, as [inputs / 2][outputs][2]."""
    inputs, outputs = whole.shape
    return np.ascontiguousarray(whole.reshape(inputs // 2, 2, outputs).swapaxes(1, 2))


def packed(whole: NDArray[np.int8], by_row: bool) -> NDArray[np.int8]:
    """(outputs, inputs), multiples of 64 and 4, as [outputs / 64][inputs / 4][64][4].

    ``by_row``: the last two the other way round.
    """
    outputs, inputs = whole.shape
    blocks = whole.reshape(outputs // BLOCK, BLOCK, inputs // GROUP, GROUP)
    return np.ascontiguousarray(blocks.transpose((0, 2, 3, 1) if by_row else (0, 2, 1, 3)))


def aligned(array: NDArray[np.generic]) -> NDArray[np.uint8]:
    """The bytes of an array, beginning where a register of 64 bytes may be loaded from."""
    room = np.zeros(array.nbytes + 64, np.uint8)
    at = -room.ctypes.data % 64
    kept = room[at : at + array.nbytes]
    kept[:] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return kept


def given(
    array: object, name: str, shape: tuple[int, ...], dtype: DTypeLike, written: bool = False
) -> NDArray[np.generic]:
    """An array that a caller gave. Raises: ValueError where it is none, or does not fit."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != dtype:
        kind = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array)
        raise ValueError(f"{name} must be a {np.dtype(dtype)} array of shape {shape}; got {kind}")
    if not array.flags.c_contiguous or (written and not array.flags.writeable):
        raise ValueError(f"{name} must be C-contiguous{' and writeable' if written else ''}")
    return array
