"""Positions as lists: what goes in comes out, and sums are what a dense product says."""

import pickle
import threading
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.net.lists import PositionLists
from shugi._fast.net.policy import TIERS

PLANES, PLACES = 5, 11
WIDTH = PLANES * PLACES
COUNT = 40
WIDE = (1, 63, 64, 65, 130)
KINDS, FIRST = 7, 2


def drawn(dtype: type, seed: int = 0) -> NDArray[Any]:
    """(COUNT, WIDTH) with many zeros; the first row has nothing else, the second none."""
    rng = np.random.default_rng(seed)
    found = rng.integers(0, 256, (COUNT, WIDTH)) * (rng.random((COUNT, WIDTH)) < 0.2)
    found[0], found[1] = 0, 255
    return found.astype(dtype) / dtype(8) if dtype is np.float32 else found.astype(dtype)


def lists_of(array: NDArray[Any], tier: str | None = None) -> PositionLists:
    found = PositionLists(WIDTH, array.dtype, tier)
    for part in np.split(array, (1, 7)):
        found.append(part)
    return found


def normal(*shape: int, seed: int = 1) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


ASKED = 150  # more than are added at once
PICKS = np.random.default_rng(2).integers(0, COUNT, ASKED)  # some of them twice
KIND_SLOTS = np.where(np.random.default_rng(3).random((ASKED, KINDS)) < 0.4, 0, -1).astype(np.int32)
KIND_SLOTS[KIND_SLOTS == 0] = np.arange((KIND_SLOTS == 0).sum())


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_what_goes_in_comes_out(dtype: type) -> None:
    array = drawn(dtype)
    lists = lists_of(array)
    assert len(lists) == COUNT and lists.width == WIDTH and lists.dtype == dtype
    assert np.array_equal(lists.dense(PICKS), array[PICKS])
    assert lists.nbytes == (array != 0).sum() * (2 + array.itemsize) + 8 * (COUNT + 1)
    taken = lists.take(PICKS)
    assert len(taken) == len(PICKS)
    assert np.array_equal(taken.dense(np.arange(len(PICKS))), array[PICKS])
    lists.clear()
    assert len(lists) == 0
    lists.append(array[5:6].reshape(1, PLANES, PLACES))
    assert np.array_equal(lists.dense(np.array([0])), array[5:6])


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_positions_join_those_of_others(dtype: type) -> None:
    array, other = drawn(dtype), drawn(dtype, seed=1)
    lists = lists_of(array)
    lists.extend(lists_of(other), PICKS)
    every = lists.dense(np.arange(COUNT + ASKED))
    assert np.array_equal(every, np.concatenate([array, other[PICKS]]))
    lists.extend(lists, np.array([1]))  # its own, too
    assert np.array_equal(lists.dense(np.array([COUNT + ASKED])), array[1:2])
    with pytest.raises(ValueError, match="cannot join"):
        lists.extend(PositionLists(WIDTH - 1, dtype), PICKS[:0])
    with pytest.raises(IndexError, match="picks"):
        lists.extend(lists_of(other), np.array([COUNT]))


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_lists_go_to_another_process(dtype: type) -> None:
    array = drawn(dtype)
    lists = lists_of(array)
    written = pickle.dumps(lists)
    assert len(written) < lists.nbytes + 500
    again = pickle.loads(written)
    assert np.array_equal(again.dense(PICKS), array[PICKS])
    again.append(array[:2])  # there is room for more
    assert len(again) == COUNT + 2 and np.array_equal(
        again.dense(np.array([COUNT + 1])), array[1:2]
    )
    assert len(pickle.loads(pickle.dumps(PositionLists(WIDTH, dtype)))) == 0
    rebuilt, (width, name, lengths, places, values) = lists.__reduce__()
    for wrong in (
        (width - 1, name, lengths, places, values),
        (width, name, lengths[:-1], places, values),
        (width, name, lengths, places[::-1].copy(), values),
        (width, name, lengths, places, values.astype(np.float64)),
    ):
        with pytest.raises(ValueError, match="places|values"):
            rebuilt(*wrong)


def test_thousands_of_positions() -> None:
    array = np.tile(drawn(np.uint8), (60, 1))
    lists = PositionLists(WIDTH)
    lists.append(array)
    rows = np.arange(len(array))
    assert np.array_equal(lists.dense(rows), array)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("wide", WIDE)
@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_sums_and_their_gradients(dtype: type, wide: int, tier: str) -> None:
    array, table, grad = drawn(dtype), normal(WIDTH, wide), normal(ASKED, wide, seed=4)
    lists = lists_of(array, tier)
    assert lists.tier == tier
    dense = array[PICKS].astype(np.float64)
    before = normal(ASKED, wide, seed=5)
    found = before.copy()
    lists.sum_rows(PICKS, table, found)
    assert np.allclose(found, before + dense @ table, rtol=1e-4, atol=1e-2)
    weights = table.copy()
    lists.spread_rows(PICKS, grad, weights)
    assert np.allclose(weights, table + dense.T @ grad, rtol=1e-4, atol=1e-2)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("wide", WIDE)
@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_features_of_single_kinds_and_their_gradients(dtype: type, wide: int, tier: str) -> None:
    array = drawn(dtype)
    lists = lists_of(array, tier)
    table, which, context = normal(PLANES, wide), normal(KINDS, wide), normal(ASKED, wide, seed=6)
    asked, kind = np.nonzero(KIND_SLOTS >= 0)
    found = np.full((len(asked), wide), np.nan, np.float32)
    lists.sum_kinds(PICKS, KIND_SLOTS, PLACES, FIRST, table, which, context, found)
    cells = array[PICKS].reshape(ASKED, PLANES, PLACES)[asked, :, FIRST + kind].astype(np.float64)
    wanted = cells @ table + which[kind] + context[asked]
    assert np.allclose(found, wanted, rtol=1e-4, atol=1e-2)
    grad = normal(len(asked), wide, seed=7)
    parts = [np.zeros_like(part) for part in (table, which, context)]
    lists.spread_kinds(PICKS, KIND_SLOTS, PLACES, FIRST, grad, *parts)
    sums = [cells.T @ grad, np.zeros(which.shape), np.zeros(context.shape)]
    np.add.at(sums[1], kind, grad)
    np.add.at(sums[2], asked, grad)
    for part, wanted in zip(parts, sums, strict=True):
        assert np.allclose(part, wanted, rtol=1e-4, atol=1e-2)


def test_positions_that_are_read_stay_as_they_are() -> None:
    """Another thread may not add or forget any; when nobody reads, it may again."""
    array = drawn(np.uint8)
    lists, refused = lists_of(array), 0
    picks = np.tile(np.arange(COUNT), 2000)
    out, table = np.zeros((len(picks), 130), np.float32), normal(WIDTH, 130)
    for _ in range(20):  # on a busy machine a reader may be done before anybody else gets to run
        reader = threading.Thread(target=lists.sum_rows, args=(picks, table, out))
        reader.start()
        while reader.is_alive() and not refused:
            try:
                lists.append(array)
            except RuntimeError:
                refused += 1
        reader.join()
        if refused:
            break
    assert refused
    lists.append(array)
    assert np.array_equal(lists.dense(np.array([len(lists) - 1])), array[-1:])


def test_nothing_asked_for() -> None:
    lists, none = lists_of(drawn(np.uint8)), np.zeros(0, np.int64)
    lists.sum_rows(none, normal(WIDTH, 3), np.zeros((0, 3), np.float32))
    assert lists.dense(none).shape == (0, WIDTH)
    assert len(lists.take(none)) == 0
    slots = np.full((2, KINDS), -1, np.int32)
    weights = normal(PLANES, 3), normal(KINDS, 3), normal(2, 3)
    nothing = np.zeros((0, 3), np.float32)
    lists.sum_kinds(PICKS[:2], slots, PLACES, FIRST, *weights, nothing)
    lists.spread_kinds(PICKS[:2], slots, PLACES, FIRST, nothing, *weights)


def test_what_is_refused() -> None:
    lists = lists_of(drawn(np.uint8))
    table, out = normal(WIDTH, 3), np.zeros((ASKED, 3), np.float32)
    weights = normal(PLANES, 3), normal(KINDS, 3), normal(60, 3)
    which = weights[0], weights[0], weights[2]
    short = np.zeros((int(KIND_SLOTS.max()), 3), np.float32)  # of one row
    long = np.zeros((999, 3), np.float32)
    kinds = PICKS, KIND_SLOTS, PLACES
    for message, ask, given in (
        ("width", PositionLists, (0,)),
        ("uint8 or float32", PositionLists, (4, np.int32)),
        ("no tier", PositionLists, (4, np.uint8, "abacus")),
        ("positions", lists.append, (np.zeros((2, WIDTH + 1), np.uint8),)),
        ("positions", lists.append, (np.zeros((2, WIDTH), np.float32),)),
        ("picks", lists.dense, (PICKS.astype(np.int32),)),
        ("table", lists.sum_rows, (PICKS, table[:-1], out)),
        ("out", lists.sum_rows, (PICKS, table, out[:-1])),
        ("grad", lists.spread_rows, (PICKS, out[:, :2], table)),
        ("slots name rows", lists.sum_kinds, (*kinds, FIRST, *weights, short)),
        ("not within", lists.sum_kinds, (*kinds, 5, *weights, short)),
        ("which", lists.sum_kinds, (*kinds, 0, *which, long)),
    ):
        with pytest.raises(ValueError, match=message):
            ask(*given)
    for bad in (-1, COUNT):
        for method in (lists.dense, lists.take):
            with pytest.raises(IndexError, match="picks"):
                method(np.array([0, bad]))
        with pytest.raises(IndexError, match="picks"):
            lists.sum_rows(np.array([bad]), table, out[:1])
