"""Games played on to the end of their hand without Python (their sums: agents/test_playouts.py)."""

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.bots.style import style
from shugi.envs import load_rules


def made(n: int = 6, **settings: bool) -> Batch:
    return Batch(load_rules("sanma_base"), n, 4, **{"auto_reset": False, **settings})


def test_it_plays_the_games_of_a_seat_alone() -> None:
    batch, total = made(), np.zeros((6, 2), np.float32)
    before = [batch.save(i) for i in range(6)]
    seats = np.array([0, -1, 2, -1, 1, -1], np.int8)
    assert batch.play_on(seats, total) is total
    assert batch.hand_done.tolist() == [True, False] * 3
    assert [batch.save(i) == before[i] for i in range(6)] == [False, True] * 3
    assert (total[[1, 3, 5]] == 0).all() and total[[0, 2, 4]].any()


def test_it_adds_to_what_is_there_and_takes_a_style() -> None:
    seats, found = np.zeros(6, np.int8), []
    for start, name in ((0, "baseline"), (5, "baseline"), (0, "plain")):
        total = np.full((6, 2), start, np.float32)
        found.append(made().play_on(seats, total, style=style(name)) - start)
    assert np.allclose(found[0], found[1], atol=1e-4) and not np.array_equal(found[0], found[2])


def test_it_stops_where_a_plan_is_not_legal() -> None:
    batch, total = made(2), np.zeros((2, 2), np.float32)
    plans, planned = np.full((2, 1), 127, np.uint8), np.array([1, 0], np.int32)
    before = batch.save(0)
    batch.play_on(np.zeros(2, np.int8), total, plans=plans, planned=planned)
    assert batch.status.tolist() == [1, 0] and batch.save(0) == before
    assert batch.hand_done.tolist() == [False, True]


def test_games_that_are_over_stay_so() -> None:
    batch, total = made(2), np.zeros((2, 2), np.float32)
    seats = np.zeros(2, np.int8)
    while not batch.done.all():
        batch.play_on(seats, total)
    ended, before = total.copy(), batch.save(0)
    batch.play_on(seats, total)
    assert np.array_equal(total, ended) and batch.save(0) == before


def test_what_does_not_fit_is_refused() -> None:
    seats, total = np.zeros(6, np.int8), np.zeros((6, 2), np.float32)
    with pytest.raises(ValueError, match="auto_reset"):
        made(auto_reset=True).play_on(seats, total)
    with pytest.raises(ValueError, match="seats"):
        made().play_on(seats[:3], total)
    with pytest.raises(ValueError, match="below 3"):
        made().play_on(seats + 3, total)
    with pytest.raises(ValueError, match="total"):
        made().play_on(seats, total[:, :1])
    plans = np.zeros((6, 2), np.uint8)
    with pytest.raises(ValueError, match="planned must be 0 to 2"):
        made().play_on(seats, total, plans=plans, planned=np.full(6, 3, np.int32))
    with pytest.raises(ValueError, match="belong together"):
        made().play_on(seats, total, plans=plans)
    with pytest.raises(ValueError, match="alone"):
        made().play_on(seats, total, alone=True)
    assert not total.any()
