"""The batch door: shapes, errors, threads, chosen walls, saved games."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from shugi._fast.batch import Batch, IllegalAction
from shugi._fast.observe import GLOBALS, PLANES
from shugi.envs import load_rules


@pytest.fixture
def batch() -> Batch:
    return Batch(load_rules("super_bingo"), 3, seed=1)


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
        ({"n": 0}, "at least one game"),
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
    planes, globals_ = np.zeros((3, PLANES, 34), np.uint8), np.zeros((3, GLOBALS), np.float32)
    batch.observe(planes, globals_)
    with pytest.raises(ValueError, match="planes must be"):
        batch.observe(planes[:2], globals_)
    with pytest.raises(ValueError, match="globals_ must be"):
        batch.observe(planes, globals_.astype(np.float64))
    with pytest.raises(ValueError, match="C-contiguous"):
        batch.observe(np.zeros((34, PLANES, 3), np.uint8).T, globals_)
    with pytest.raises(ValueError, match="seats must be"):
        batch.observe(planes, globals_, seats=np.array([0, 1, 3], np.int8))
    with pytest.raises(ValueError, match="into must be"):
        batch.legal(np.zeros((3, 127), np.uint8))


def test_a_negative_seat_leaves_its_row_alone(batch: Batch) -> None:
    planes = np.full((3, PLANES, 34), 9, np.uint8)
    globals_ = np.full((3, GLOBALS), 9, np.float32)
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
    with pytest.raises(ValueError, match="wall must hold"):
        batch.set_wall(0, tiles[:-1])
    with pytest.raises(ValueError, match="wall must hold"):
        batch.set_wall(0, [*tiles[:-1], tiles[0]])
    with pytest.raises(ValueError, match="dealer"):
        batch.set_wall(0, tiles, dealer=3)
    with pytest.raises(ValueError, match="scores"):
        batch.set_wall(0, tiles, scores=[1, 2])


def test_equal_seeds_deal_equal_walls() -> None:
    batch = Batch(load_rules("super_bingo"), 4)
    batch.reset(np.array([7, 7, 8, 7], np.uint64))
    walls = [batch.state(i)["wall"] for i in range(4)]
    assert walls[0] == walls[1] == walls[3] != walls[2]


def test_seeds_of_the_wrong_form(batch: Batch) -> None:
    with pytest.raises(ValueError, match="seeds must be 3 integers"):
        batch.reset(np.array([1, 2]))
    with pytest.raises(ValueError, match="seeds must be 3 integers"):
        batch.reset(np.array([0.5, 1, 2]))


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
        if len(every.legal_actions(0)) == 1:
            single += 1
        else:
            assert every.legal_actions(0) == real.legal_actions(0)
            every.sample(actions, k)
            real.step(actions)
            every.step(actions)
            continue
        every.step(np.array(every.legal_actions(0)))
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
