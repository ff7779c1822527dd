"""``Batch.observe_lists``: ``observe``, ``observe_oracle`` and ``append`` without the arrays."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.net.lists import PositionLists
from shugi._fast.view.layouts import Layout
from shugi.envs import load_rules
from tests.support.bot_games import midway

RULES = ("sanma_base", "super_bingo", "hangzhou", "kawuxing+four_people", "piquet", "ninety_nine")


def lists_of(layout: Layout) -> list[PositionLists]:
    """Of planes, globals and hidden tiles."""
    planes, hidden = (count * layout.places for count in (layout.planes, layout.oracle_planes))
    return [
        PositionLists(planes),
        PositionLists(layout.globals, np.float32),
        PositionLists(hidden),
    ]


def by_arrays(batch: Batch, lists: list[PositionLists]) -> None:
    layout, n = batch.layout, batch.n
    planes = np.zeros((n, layout.planes, layout.places), np.uint8)
    numbers = np.zeros((n, layout.globals), np.float32)
    hidden = np.zeros((n, layout.oracle_planes, layout.places), np.uint8)
    batch.observe(planes, numbers)
    batch.observe_oracle(hidden)
    for own, array in zip(lists, (planes, numbers, hidden), strict=True):
        own.append(array)


def entries(lists: list[PositionLists]) -> list[bytes]:
    return [array.tobytes() for own in lists for array in own.entries()]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("n", "threads"), [(1, 1), (7, 2), (9, 1), (33, 3), (130, 2)])
def test_it_keeps_what_arrays_would_hold(rules: str, n: int, threads: int) -> None:
    batch = Batch(load_rules(rules), n, seed=3, threads=threads, auto_reset=False)
    wanted, found = lists_of(batch.layout), lists_of(batch.layout)
    actions = np.zeros(n, np.uint8)
    for key in range(400):
        if key % 16 == 0:
            by_arrays(batch, wanted)
            batch.observe_lists(*found)
            assert entries(found) == entries(wanted)
        batch.sample(actions, key)
        batch.step(actions)
    batch.observe_lists(*found)
    over = np.flatnonzero(batch.seat < 0)
    assert len(over) or n < 30 or rules not in ("piquet", "ninety_nine"), "no game is over"
    assert not found[0].dense(over + len(found[0]) - n).any()


def test_blocks_that_are_not_read_stay_empty() -> None:
    batch = midway("super_bingo", 64)
    found, wanted = lists_of(batch.layout)[:2], lists_of(batch.layout)[:2]
    blocks = batch.layout.blocks_read(["closer_tiles"])
    planes = np.zeros((64, batch.layout.planes, batch.layout.places), np.uint8)
    numbers = np.zeros((64, batch.layout.globals), np.float32)
    batch.observe(planes, numbers, blocks=blocks)
    for own, array in zip(wanted, (planes, numbers), strict=True):
        own.append(array)
    batch.observe_lists(*found, blocks=blocks)
    assert entries(found) == entries(wanted)
    batch.observe_lists(*found)
    assert entries(found)[2] != 2 * entries(wanted)[2]
    with pytest.raises(ValueError, match="blocks"):
        batch.observe_lists(*found, blocks=1 << 20)


def test_hidden_tiles_are_kept_if_asked_for() -> None:
    batch = midway("super_bingo", 8)
    planes, numbers, hidden = lists_of(batch.layout)
    batch.observe_lists(planes, numbers)
    assert (len(planes), len(numbers), len(hidden)) == (8, 8, 0)


def test_lists_that_do_not_fit_stay_as_they_are() -> None:
    batch = midway("super_bingo", 8)
    planes, numbers, hidden = lists_of(batch.layout)
    for given, said in (
        ((planes, planes), "globals_ must be lists of"),
        ((hidden, numbers), "planes must be lists of"),
        ((planes, numbers, planes), "oracle must be lists of"),
        ((PositionLists(planes.width, np.float32), numbers), "planes must be lists of"),
    ):
        with pytest.raises(ValueError, match=said):
            batch.observe_lists(*given)
    with pytest.raises(TypeError):
        batch.observe_lists(planes, None)  # type: ignore[arg-type]
    assert not len(planes) and not len(numbers)
    batch.observe_lists(planes, numbers)
    assert len(planes) == len(numbers) == 8


def test_lists_are_added_to_by_one_thread_at_a_time() -> None:
    """Of two batches that share lists one is refused while the other writes."""
    batches = [midway("super_bingo", 200) for _ in range(2)]
    planes, numbers, hidden = lists_of(batches[0].layout)
    kept = [0, 0]

    def keep(k: int) -> None:
        for _ in range(60):
            try:
                batches[k].observe_lists(planes, numbers, hidden)
            except RuntimeError:
                continue
            kept[k] += 1

    threads = [threading.Thread(target=keep, args=(k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(planes) == len(hidden) == 200 * sum(kept) and sum(kept) > 0
    planes.clear()
    numbers.clear()
    batches[0].observe_lists(planes, numbers)
    assert len(planes) == 200
