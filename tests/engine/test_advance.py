"""``Batch.advance``: what ``step``, ``legal`` and ``observe`` do one after another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.envs import load_rules

RULES = ("sanma_base", "super_bingo", "hangzhou", "kawuxing+four_people", "piquet", "ninety_nine")


class Seen:
    """A batch and buffers for what is seen of its games."""

    def __init__(self, rules: str, n: int, **settings: Any) -> None:
        self.batch = Batch(load_rules(rules), n, seed=3, tally=True, **settings)
        layout = self.batch.layout
        self.mask = np.full((n, 128), 7, np.uint8)
        self.planes = np.full((n, layout.planes, layout.places), 7, np.uint8)
        self.globals = np.full((n, layout.globals), 7, np.float32)
        self.history = np.full((n, layout.history), 7, np.uint16)

    def by_three(self, actions: np.ndarray) -> None:
        self.batch.step(actions)
        self.batch.legal(self.mask)
        self.batch.observe(self.planes, self.globals, self.history)

    def at_once(self, actions: np.ndarray) -> None:
        self.batch.advance(actions, self.mask, self.planes, self.globals, self.history)

    def seen(self) -> list[bytes]:
        batch = self.batch
        shown = (batch.seat, batch.done, batch.hand_done, batch.status, batch.reward, batch.tally)
        written = (self.mask, self.planes, self.globals, self.history)
        return [array.tobytes() for array in (*written, *shown)]

    def saved(self) -> list[bytes]:
        return [self.batch.save(i) for i in range(self.batch.n)]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("n", "threads"), [(1, 1), (7, 2), (9, 1), (33, 3), (130, 2)])
def test_it_does_what_three_calls_do(rules: str, n: int, threads: int) -> None:
    one, other = Seen(rules, n), Seen(rules, n, threads=threads)
    actions = np.zeros(n, np.uint8)
    for key in range(150):
        one.batch.sample(actions, key)
        if key % 10 == 9:
            actions[0] = 127 if actions[0] != 127 else 126  # most often not legal
        one.by_three(actions)
        other.at_once(actions)
        assert one.seen() == other.seen()
    assert one.saved() == other.saved()


def test_a_game_that_is_over_has_an_empty_mask_and_keeps_its_row() -> None:
    one, other = (Seen("ninety_nine", 20, auto_reset=False) for _ in range(2))
    actions = np.zeros(20, np.uint8)
    for key in range(4000):
        one.batch.sample(actions, key)
        one.by_three(actions)
        other.at_once(actions)
        if (one.batch.seat < 0).all():
            break
    assert (other.batch.seat == -1).all()
    assert not other.mask.any()
    assert one.seen() == other.seen()


def test_only_what_is_given_is_written() -> None:
    one, other = Seen("sanma_base", 12), Seen("sanma_base", 12)
    actions = np.zeros(12, np.uint8)
    one.batch.sample(actions, 1)
    one.by_three(actions)
    other.batch.advance(actions, other.mask)
    assert (one.mask == other.mask).all()
    assert (other.planes == 7).all()
    other.batch.legal(other.mask)
    one.batch.sample(actions, 2)
    one.by_three(actions)
    other.batch.advance(actions, other.mask, other.planes, other.globals)
    assert (one.planes == other.planes).all()
    assert (one.globals == other.globals).all()
    assert (other.history == 7).all()


def test_what_does_not_fit_is_refused_before_a_game_is_stepped() -> None:
    seen = Seen("sanma_base", 5)
    before = seen.saved()
    actions = np.zeros(5, np.uint8)
    seen.batch.sample(actions, 1)
    given: list[tuple[Any, ...]] = [
        (actions, seen.mask[:4]),
        (actions, None),
        (actions[:4], seen.mask),
        (actions, seen.mask, seen.planes),
        (actions, seen.mask, None, seen.globals),
        (actions, seen.mask, None, None, seen.history),
        (actions, seen.mask, seen.planes[:, 1:], seen.globals),
        (actions, seen.mask, seen.planes, seen.globals.astype(np.float64)),
        (actions, seen.mask, seen.planes, seen.globals, seen.history[:, 1:]),
    ]
    for arguments in given:
        with pytest.raises((ValueError, TypeError)):
            seen.batch.advance(*arguments)
    assert seen.saved() == before
    assert (seen.planes == 7).all()
