"""The batch door: shapes, errors, threads, chosen walls, saved games."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest
from numpy.typing import NDArray

from shugi._fast.batch.batch import Batch, IllegalAction
from shugi._fast.batch.gate import BusyError
from shugi._fast.rules.compile import Rules
from shugi._fast.shape.shapes import Shapes
from shugi._fast.view.layouts import TILES
from shugi.envs import load_rules


@pytest.fixture
def batch() -> Batch:
    return Batch(load_rules("super_bingo"), 3, seed=1)


def arrays(batch: Batch, fill: int = 0) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Room for what the seats to decide see."""
    layout, n = batch.layout, batch.n
    planes = np.full((n, layout.planes, layout.places), fill, np.uint8)
    return planes, np.full((n, layout.globals), fill, np.float32)


def test_an_illegal_action_is_named_and_changes_nothing(batch: Batch) -> None:
    before = batch.save(1)
    illegal = next(a for a in range(128) if a not in batch.legal_actions(1))
    with pytest.raises(IllegalAction, match="not legal.*legal are"):
        batch.step_one(1, illegal)
    for action in (-1, 128, 5000):
        with pytest.raises(IllegalAction, match="no such id"):
            batch.step_one(1, action)
    assert batch.save(1) == before


def test_an_illegal_action_in_a_batch_stops_only_its_game(batch: Batch) -> None:
    actions = np.array([batch.legal_actions(i)[0] for i in range(3)])
    actions[1] = 300
    before = [batch.save(i) for i in range(3)]
    batch.step(actions)
    assert batch.status.tolist() == [0, 1, 0]
    assert [batch.save(i) == old for i, old in enumerate(before)] == [False, True, False]
    batch.step(np.array([batch.legal_actions(i)[0] for i in range(3)]))
    assert not batch.status.any()


@pytest.mark.parametrize(
    "actions", [np.zeros(2, int), np.zeros((3, 1), int), np.zeros(3), ["a", "b", "c"], None]
)
def test_actions_of_the_wrong_form_are_refused(batch: Batch, actions: object) -> None:
    with pytest.raises(ValueError, match="actions must be 3 integers"):
        batch.step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"n": 0}, "n must lie between 1 and"),
        ({"n": 2, "threads": 0}, "threads"),
        ({"n": 2, "episode": "match"}, "episode"),
    ],
)
def test_a_batch_says_what_is_wrong_with_its_arguments(kwargs: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(load_rules("sanma_base"), **kwargs)


def test_rules_must_be_rules() -> None:
    with pytest.raises(TypeError, match="load_rules"):
        Batch("sanma_base", 2)  # type: ignore[arg-type]


def test_buffers_of_the_wrong_form_are_refused(batch: Batch) -> None:
    planes, globals_ = arrays(batch)
    batch.observe(planes, globals_)
    with pytest.raises(ValueError, match="planes must be"):
        batch.observe(planes[:2], globals_)
    with pytest.raises(ValueError, match="globals_ must be"):
        batch.observe(planes, globals_.astype(np.float64))
    with pytest.raises(ValueError, match="C-contiguous"):
        batch.observe(np.zeros((34, TILES.planes, 3), np.uint8).T, globals_)
    with pytest.raises(ValueError, match="seats must be"):
        batch.observe(planes, globals_, seats=np.array([0, 1, 3], np.int8))
    with pytest.raises(ValueError, match="into must be"):
        batch.legal(np.zeros((3, 127), np.uint8))


def test_a_negative_seat_leaves_its_row_alone(batch: Batch) -> None:
    planes, globals_ = arrays(batch, 9)
    batch.observe(planes, globals_, seats=np.array([0, -1, 1], np.int8))
    assert (planes[1] == 9).all() and (globals_[1] == 9).all()
    assert not (planes[0] == 9).all()


def test_games_that_do_not_exist(batch: Batch) -> None:
    for call in (batch.legal_actions, batch.save, batch.state, batch.ledger, batch.scores):
        with pytest.raises(IndexError, match="games 0 to 2"):
            call(3)


def test_saved_games_are_checked(batch: Batch) -> None:
    data = batch.save(0)
    other = Batch(load_rules("sanma_base"), 1)
    with pytest.raises(ValueError, match="other rules"):
        other.load(0, data)
    for broken, message in (
        (data[:-1], "cut or foreign"),
        (data[:20], "format|cut"),
        (b"hello", "not a saved"),
        (data[:200] + bytes([data[200] ^ 255]) + data[201:], "damaged"),
    ):
        before = batch.save(1)
        with pytest.raises(ValueError, match=message):
            batch.load(1, broken)
        assert batch.save(1) == before


def test_a_batch_pickles(batch: Batch) -> None:
    again = pickle.loads(pickle.dumps(batch))
    assert [again.save(i) for i in range(3)] == [batch.save(i) for i in range(3)]


def test_walls_are_checked(batch: Batch) -> None:
    tiles = batch.rules.tiles
    before = batch.save(0)
    for wall, given, message in (
        (tiles[:-1], {}, "wall must hold"),
        ([*tiles[:-1], tiles[0]], {}, "wall must hold"),
        (tiles, {"dealer": 3}, "dealer"),
        (tiles, {"scores": [1, 2]}, "scores"),
        (tiles, {"scores": [1, 2, 2**40]}, "score"),
    ):
        with pytest.raises(ValueError, match=message):
            batch.set_wall(0, wall, **given)
    assert batch.save(0) == before  # dealt whole or not at all


def test_equal_seeds_deal_equal_walls() -> None:
    batch = Batch(load_rules("super_bingo"), 4)
    batch.reset(np.array([7, 7, 8, 7], np.uint64))
    walls = [batch.state(i)["wall"] for i in range(4)]
    assert walls[0] == walls[1] == walls[3] != walls[2]


def test_seeds_of_the_wrong_form(batch: Batch) -> None:
    for seeds in ([1, 2], [0.5, 1, 2]):
        with pytest.raises(ValueError, match="seeds must be 3 integers"):
            batch.reset(np.array(seeds))


def test_perft_depth_is_bounded(batch: Batch) -> None:
    assert batch.perft(0, 0)[0] == 1
    assert batch.perft(0, 1)[0] == len(batch.legal_actions(0))
    with pytest.raises(ValueError, match="depth"):
        batch.perft(0, 13)


def test_without_forced_moves_every_step_is_asked() -> None:
    rules = load_rules("super_bingo")
    every, real = Batch(rules, 1, forced=False), Batch(rules, 1)
    for b in (every, real):
        b.reset(np.array([5], np.uint64))
    single = 0
    actions = np.zeros(1, np.uint8)
    for k in range(400):
        every.sample(actions, k)
        if len(every.legal_actions(0)) == 1:
            single += 1
        else:
            assert every.legal_actions(0) == real.legal_actions(0)
            real.step(actions)
        every.step(actions)
    assert single > 0


def test_a_game_that_is_over_waits_for_reset() -> None:
    batch = Batch(load_rules("super_bingo"), 1, auto_reset=False)
    actions = np.zeros(1, np.uint8)
    for k in range(5000):
        batch.sample(actions, k)
        batch.step(actions)
        if batch.done[0]:
            break
    assert batch.seat[0] == -1 and batch.legal_actions(0) == []
    with pytest.raises(IllegalAction, match="over"):
        batch.step_one(0, 64)
    batch.reset()
    assert batch.seat[0] >= 0


# ---- nothing that a caller does crashes


def test_a_pickle_keeps_what_the_batch_shows() -> None:
    batch = Batch(load_rules("sanma_base", game_length="east"), 2, seed=4, tally=True)
    actions = np.zeros(2, np.uint8)
    for step in range(20000):
        batch.sample(actions, step)
        batch.step(actions)
        if batch.done.any():
            break
    assert batch.tally.any() and batch.final_score.any()
    again = pickle.loads(pickle.dumps(batch))
    for name in (
        "tally", "final_rank", "final_score", "final_result", "placement", "points", "reward",
        "seat", "done", "hand_done", "status", "games",
    ):  # fmt: skip
        assert (getattr(again, name) == getattr(batch, name)).all(), name
    assert again.auto_reset == batch.auto_reset and again.threads == batch.threads


def busy_calls(batch: Batch) -> list:
    other = Batch(batch.rules, 3)
    planes, globals_ = arrays(batch)
    oracle = np.zeros((3, batch.layout.oracle_planes, batch.layout.places), np.uint8)
    actions = np.zeros(3, np.uint8)
    saved = batch.save(0)
    state = batch.state(0)
    return [
        lambda: batch.step(actions),
        lambda: batch.step_one(0, 0),
        lambda: batch.reset(),
        lambda: batch.next_dealer(0),
        lambda: batch.legal(),
        lambda: batch.legal_actions(0),
        lambda: batch.is_legal(0, 0),
        lambda: batch.observe(planes, globals_),
        lambda: batch.observe_oracle(oracle),
        lambda: batch.sample(actions, 1),
        lambda: batch.baseline(actions),
        lambda: batch.clone(),
        lambda: batch.copy_from(other, [0], [0]),
        lambda: other.copy_from(batch, [0], [0]),
        lambda: batch.save(0),
        lambda: batch.load(0, saved),
        lambda: batch.redeal(0, 0, 1),
        lambda: batch.shanten(0, 0),
        lambda: batch.baseline_mismatches(0, 0, 1),
        lambda: batch.set_wall(0, batch.rules.tiles),
        lambda: batch.state(0),
        lambda: batch.set_state(0, state),
        lambda: batch.ledger(0),
        lambda: batch.scores(0),
        lambda: batch.perft(0, 1),
        lambda: pickle.dumps(batch),
    ]


def test_a_second_thread_is_told_that_the_batch_is_at_work(batch: Batch) -> None:
    calls = busy_calls(batch)
    work = threading.Thread(target=batch.perft, args=(0, 5))
    work.start()
    refused = 0
    while work.is_alive() and refused < len(calls):
        try:
            batch.scores(0)
        except BusyError:
            for call in calls:
                if not work.is_alive():
                    break
                with pytest.raises(BusyError, match="at work for another thread"):
                    call()
                refused += 1
    work.join()
    assert refused == len(calls)
    batch.step(np.array([batch.legal_actions(i)[0] for i in range(3)]))


def test_two_threads_on_one_batch() -> None:
    batch = Batch(load_rules("super_bingo"), 64, seed=1)
    planes, globals_ = arrays(batch)
    done, busy = [0, 0], [0, 0]

    def steps(own: int) -> None:
        actions = np.zeros(64, np.uint8)
        for key in range(400):
            try:
                batch.sample(actions, key)
                batch.step(actions)
                batch.observe(planes, globals_)
                done[own] += 1
            except BusyError:
                busy[own] += 1

    threads = [threading.Thread(target=steps, args=(k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(done) + sum(busy) == 800 and sum(done) >= 400
    assert batch.legal().any(axis=1).all()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_a_forked_child_has_threads_of_its_own() -> None:
    batch = Batch(load_rules("super_bingo"), 8, seed=1, threads=2)
    actions = np.zeros(8, np.uint8)
    batch.sample(actions, 1)
    batch.step(actions)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            batch.sample(actions, 2)
            batch.step(actions)
            code = 0
        finally:
            os._exit(code)
    for _ in range(600):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        time.sleep(0.1)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise AssertionError("the child hangs")
    assert os.waitstatus_to_exitcode(status) == 0


def test_threads_are_bounded() -> None:
    rules = load_rules("sanma_base")
    for threads in (0, -1, 1025, 2**31 - 1, 2**64):
        with pytest.raises(ValueError, match="threads must lie between 1 and 1024"):
            Batch(rules, 2, threads=threads)
    batch = Batch(rules, 2, threads=1024)  # no more than there are games have work
    batch.step(np.array([batch.legal_actions(i)[0] for i in range(2)]))
    assert not batch.status.any()


def test_the_arrays_that_a_batch_shows_are_not_read_back(batch: Batch) -> None:
    planes, globals_ = arrays(batch)
    batch.observe(planes, globals_)
    expected = planes.copy()
    batch.seat[:] = 100
    batch.observe(planes, globals_)
    assert (planes == expected).all()
    with pytest.raises(ValueError):
        batch.reward.resize((100, 3), refcheck=False)


def test_buffers_may_be_resized_between_calls(batch: Batch) -> None:
    planes, globals_ = arrays(batch)
    batch.observe(planes, globals_)
    planes.resize((1, 1, 1), refcheck=False)
    with pytest.raises(ValueError, match="planes must be"):
        batch.observe(planes, globals_)
    actions = np.zeros(3, np.uint8)
    batch.sample(actions, 1)
    batch.step(actions)
    actions.resize((100_000,), refcheck=False)
    for call in (batch.step, lambda given: batch.sample(given, 1)):
        with pytest.raises(ValueError, match="actions must be"):
            call(actions)
    mask = batch.legal()
    batch.legal(mask)
    mask.resize((1, 1), refcheck=False)
    with pytest.raises(ValueError, match="into must be"):
        batch.legal(mask)


def test_floats_are_no_numbers_of_games_or_seats(batch: Batch) -> None:
    planes, globals_ = arrays(batch)
    for call in (
        lambda: batch.state(1.0),
        lambda: batch.step_one(0, 1.5),
        lambda: batch.redeal(0, 1.0, 3),
        lambda: batch.shanten(0, 0.5),
        lambda: batch.sample(np.zeros(3, np.uint8), 1.5),
        lambda: batch.perft(0, 1.5),
        lambda: Batch(batch.rules, 2.0),
        lambda: Batch(batch.rules, 2, seed=0.5),
        lambda: batch.set_wall(0, batch.rules.tiles, dealer=1.0),
        lambda: batch.copy_from(batch, [0.0], [1]),
        lambda: batch.reset(first_dealer=0.0),
    ):
        with pytest.raises(TypeError, match="must be a whole number"):
            call()
    with pytest.raises(ValueError, match="indices must be"):
        batch.clone(np.array([0.5, 1.0]))
    for seats in (np.array([0.0, 1, 2]), np.array([0, 1, 256]), np.array([0, 2**40, 1])):
        with pytest.raises(ValueError, match="seats must be"):
            batch.observe(planes, globals_, seats=seats)


def test_games_are_copied_from_a_batch_alone(batch: Batch) -> None:
    with pytest.raises(TypeError):
        batch.copy_from(None, [0], [0])  # type: ignore[arg-type]
    before = [batch.save(i) for i in range(3)]
    with pytest.raises(IndexError):
        batch.copy_from(Batch(batch.rules, 2, seed=9), [0, 1], [0, 3])
    assert [batch.save(i) for i in range(3)] == before, "nothing is copied by halves"


def test_rules_are_made_once(batch: Batch) -> None:
    options = batch.rules.options
    try:
        batch.rules.__init__("other", {"players": 3})  # type: ignore[misc]
    except TypeError:
        pass
    assert batch.rules.options == options and batch.legal_actions(0)
    with pytest.raises(TypeError):
        Rules.__new__(Rules)
    with pytest.raises(TypeError):
        Shapes.__new__(Shapes)


def test_card_games_have_no_tiles() -> None:
    batch = Batch(load_rules("piquet"), 1)
    for call in (lambda: batch.shanten(0, 0), lambda: batch.baseline_mismatches(0, 0, 1)):
        with pytest.raises(ValueError, match="card game"):
            call()


def test_a_mask_of_verbs_alone() -> None:
    # the baseline is asked about verbs only
    batch = Batch(load_rules("super_bingo"), 64, seed=2)
    actions = np.zeros(64, np.uint8)
    met = 0
    for _ in range(300):
        mask = batch.legal()
        verbs = mask.copy()
        verbs[:, :64] = 0
        met += int((verbs.sum(axis=1) > 1).sum())
        batch.baseline(actions, mask=verbs)
        bare = ~verbs.any(axis=1)
        assert (verbs[np.arange(64), actions] | bare).all()
        batch.baseline(actions)
        batch.step(actions)
    assert met


WRITTEN: dict[str, tuple[str, ...]] = {
    "legal": ("mask",),
    "observe": ("planes", "numbers", "history"),
    "features": ("flat", "mask", "history"),
    "advance": ("mask", "planes", "numbers", "history"),
    "sample": ("actions",),
}


@pytest.mark.parametrize(
    ("call", "name"), [(call, name) for call, names in WRITTEN.items() for name in names]
)
def test_an_array_made_read_only_is_written_into_no_more(
    batch: Batch, call: str, name: str
) -> None:
    """Although the batch remembers it from the call before: nothing is written, or stepped."""
    layout = batch.layout
    at = {
        "mask": np.zeros((3, 128), np.uint8),
        "planes": np.zeros((3, TILES.planes, 34), np.uint8),
        "numbers": np.zeros((3, TILES.globals), np.float32),
        "history": np.zeros((3, layout.history), np.uint16),
        "flat": np.zeros((3, layout.features), np.float32),
        "actions": np.zeros(3, np.uint8),
    }
    seen = at["planes"], at["numbers"], at["history"]
    calls = {
        "legal": lambda: batch.legal(at["mask"]),
        "observe": lambda: batch.observe(*seen),
        "features": lambda: batch.features(at["flat"], None, at["mask"], at["history"]),
        "advance": lambda: batch.advance(batch.legal().argmax(1), at["mask"], *seen),
        "sample": lambda: batch.sample(at["actions"], 3),
    }
    for _ in range(2):
        calls[call]()
    at[name][...] = 77
    at[name].setflags(write=False)
    games = [batch.save(i) for i in range(3)]
    with pytest.raises(ValueError, match="C-contiguous and writeable"):
        calls[call]()
    assert (at[name] == 77).all()
    assert [batch.save(i) for i in range(3)] == games
    at[name].setflags(write=True)
    calls[call]()
    assert (at[name] != 77).any()


@pytest.mark.parametrize("seat", [-1, 3, 4])
def test_a_seat_that_there_is_not(seat: int) -> None:
    batch = Batch(load_rules("super_bingo"), 1)
    for ask in (batch.shanten, batch.hand_place, lambda i, p: batch.redeal(i, p, 1)):
        with pytest.raises(ValueError, match=f"seat {seat} does not exist; seats are 0 to 2"):
            ask(0, seat)
    assert [batch.shanten(0, seat) for seat in range(3)]


def test_the_mask_beside_features_is_of_who_looks() -> None:
    batch = Batch(load_rules("super_bingo"), 3, auto_reset=False)
    into, mask = np.zeros((3, batch.layout.features), np.float32), np.full((3, 128), 7, np.uint8)
    actor = int(batch.seat[1])
    batch.features(into, np.array([-1, actor, (actor + 1) % 3], np.int8), mask)
    assert (mask[0] == 7).all() and not into[0].any()
    assert (mask[1] == batch.legal()[1]).all() and not mask[2].any() and into[2].any()
    while (batch.seat >= 0).any():
        batch.step(batch.legal().argmax(axis=1).astype(np.uint8))
    mask[:] = 7
    batch.features(into, None, mask)
    assert not mask.any()
