"""The kernels of a network give the same integers, and those of plain arithmetic."""

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.net.policy import TIERS, products
from shugi._fast.net.weights import (
    TOP,
    aligned,
    cells_of,
    evened,
    in_pairs,
    interleaved,
    packed,
    padded,
    quantised,
    table_of,
    up,
    whole_rows,
)
from shugi._fast.view.layouts import TILES

COUNTS = range(1, 10)


def plain(weights: NDArray[np.int8], inputs: NDArray[np.uint8]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = inputs.astype(np.int64) @ weights.astype(np.int64).T
    return found


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("shape", [(64, 4), (64, 8), (128, 100), (256, 1088)])
def test_sums_are_those_of_plain_arithmetic(tier: str, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    weights = rng.integers(-TOP, TOP + 1, shape).astype(np.int8)
    for count in COUNTS:
        inputs = rng.integers(0, TOP + 1, (count, shape[1])).astype(np.uint8)
        inputs[rng.random(inputs.shape) < 0.5] = 0
        assert np.array_equal(products(weights, inputs, tier), plain(weights, inputs))


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("weight", [-TOP, TOP])
def test_extremes_do_not_saturate(tier: str, weight: int) -> None:
    weights = np.full((64, 1088), weight, np.int8)
    inputs = np.full((5, 1088), TOP, np.uint8)
    assert (products(weights, inputs, tier) == weight * TOP * 1088).all()
    weights[::2, 1::2] = -weight  # pairs of opposite signs beside pairs of the same
    assert np.array_equal(products(weights, inputs, tier), plain(weights, inputs))


def test_every_output_has_its_own_weights() -> None:
    """One input at a time: its column comes out, in every tier."""
    rng = np.random.default_rng(2)
    weights = rng.integers(-TOP, TOP + 1, (128, 12)).astype(np.int8)
    for tier in TIERS:
        assert np.array_equal(products(weights, np.eye(12, dtype=np.uint8), tier), weights.T)


def test_what_does_not_fit_is_refused() -> None:
    weights, inputs = np.zeros((64, 8), np.int8), np.zeros((3, 8), np.uint8)
    with pytest.raises(ValueError, match="at most 127"):
        products(weights, inputs + np.uint8(128), TIERS[0])
    with pytest.raises(ValueError, match="shape"):
        products(weights[:63], inputs, TIERS[0])
    with pytest.raises(ValueError, match="inputs"):
        products(weights, inputs[:, :4], TIERS[0])
    with pytest.raises(ValueError, match="no tier 'sse9'"):
        products(weights, inputs, "sse9")


def test_rows_keep_their_largest_weight() -> None:
    weight = np.array([[0.5, -1.0, 0.0], [0.0, 0.0, 0.0], [1e-3, 2e-3, -2e-3]], np.float32)
    whole, scale = quantised(weight)
    assert whole.tolist() == [[64, -127, 0], [0, 0, 0], [64, 127, -127]]
    assert np.allclose(scale, np.array([1.0, 0.0, 2e-3]) / TOP)


def test_each_input_has_one_as_its_largest_weight() -> None:
    weight = np.array([[0.01, 0.0, 1.0], [-0.02, 0.0, 0.5]], np.float32)
    even, largest = evened(weight)
    assert np.allclose(even, [[0.5, 0, 1], [-1, 0, 0.5]]) and np.allclose(largest, [0.02, 0, 1])


def test_rows_of_small_weights_are_finer() -> None:
    rows = np.random.default_rng(4).normal(size=(40, 30)).astype(np.float32)
    rows *= np.float32(2) ** -np.arange(40, dtype=np.float32)[:, None] / 4
    rows[0] = rows[0].clip(-0.9, 0.9)
    rows[:, 0] = 0
    whole, coarse, unit = table_of(rows, 3)
    part = np.float32(2) ** coarse[:, None] * unit
    assert np.abs(whole).max() <= TOP and coarse[0] == 3 and (coarse[-20:] == 0).all()
    assert (np.abs(whole * part - rows) <= part * 0.501).all()
    assert (whole[:, 0] == 0).all()


def test_a_table_of_rows_of_many_sizes_loses_little() -> None:
    rng = np.random.default_rng(6)
    sizes = np.float32(2) ** rng.uniform(-5, 0, (400, 1)).astype(np.float32)
    rows = sizes * rng.standard_t(4, size=(400, 64)).astype(np.float32)
    whole, coarse, unit = table_of(rows, 5)
    off = (whole * (np.float32(2) ** coarse[:, None] * unit) - rows) / sizes
    assert np.sqrt(np.square(off).mean()) < 0.02  # 0.11 where no row is doubled


def test_rows_that_nothing_reads_change_no_other() -> None:
    """As those of planes that came after a network."""
    rows = np.random.default_rng(8).standard_t(4, size=(300, 64)).astype(np.float32)
    rows *= np.float32(2) ** (np.arange(300, dtype=np.float32)[:, None] / -40)
    longer = np.insert(rows, np.arange(0, 300, 2), 0, axis=0)
    before, after = table_of(rows, 6), table_of(longer, 6)
    own = longer.any(axis=1)
    assert len(longer) == 450 and (after[0][~own] == 0).all()
    for old, new in zip(before[:2], after[:2], strict=True):
        assert np.array_equal(old, new[own])
    assert np.array_equal(before[2], after[2])
    whole, coarse, unit = table_of(np.zeros((4, 3), np.float32), 6)
    assert not whole.any() and not unit.any()


def test_sums_of_a_large_table_stay_within_32_bits() -> None:
    rows = np.ones((9000, 4), np.float32)
    whole, coarse, unit = table_of(rows, 5)
    sums = np.abs(whole.astype(np.int64) << coarse[:, None].astype(np.int64)).sum(axis=0) * 255
    assert 2**30 < sums.max() < 2**31
    assert np.allclose(whole * 2.0 ** coarse[:, None] * unit, rows)


def test_sums_of_whole_rows_stay_within_32_bits() -> None:
    rows = np.random.default_rng(5).normal(size=(500, 30)).astype(np.float32)
    whole, unit = whole_rows(rows, 4095)
    assert np.abs(whole.astype(np.int64)).sum(axis=0).max() * 4095 < 2**31
    assert np.allclose(whole * unit, rows, atol=np.abs(rows).max() / 1000)
    assert np.array_equal(in_pairs(whole)[3, 7], whole[6:8, 7])


def test_interleaved_rows_come_out_in_order() -> None:
    """As a kernel would unpack them, 128 bits by 128 bits."""
    rows = np.arange(4 * 128).reshape(4, 128).astype(np.int8)
    for lanes in (8, 16):
        laid = interleaved(rows, lanes).reshape(4, -1, lanes // 4, 16)
        for block, part in np.ndindex(laid.shape[1], 4):
            found = laid[:, block, :, 4 * part : 4 * part + 4].reshape(4, lanes)
            start = (block * 4 + part) * lanes
            assert np.array_equal(found, rows[:, start : start + lanes])
    assert np.array_equal(interleaved(rows, 1), rows)


def test_padding_and_packing() -> None:
    assert [up(size, 16) for size in (1, 16, 17)] == [16, 16, 32]
    wide = padded(np.ones((3, 2), np.float32), (4, 4))
    assert wide.sum() == 6 and wide[:3, :2].all()
    whole = np.arange(128 * 8, dtype=np.int64).astype(np.int8).reshape(128, 8)
    blocks = packed(whole, by_row=False)
    assert blocks.shape == (2, 2, 64, 4)
    assert blocks[1, 1, 5].tolist() == whole[64 + 5, 4:].tolist()
    assert np.array_equal(packed(whole, by_row=True), blocks.swapaxes(2, 3))


def test_arrays_are_aligned() -> None:
    for size in range(1, 40):
        array = np.arange(size, dtype=np.float32)
        kept = aligned(array)
        assert kept.ctypes.data % 64 == 0
        assert np.array_equal(kept.view(np.float32), array)


def test_cells_know_their_plane_and_kind() -> None:
    cells = cells_of(TILES.planes, TILES.places, first=1, kinds=3)
    assert len(cells) == TILES.planes * TILES.places
    none = [3] * (TILES.places - 4)
    for plane in (0, 1, TILES.planes - 1):
        row = cells[plane * TILES.places : (plane + 1) * TILES.places]
        assert (row[:, 0] == plane).all() and row[:, 1].tolist() == [3, 0, 1, 2, *none]
