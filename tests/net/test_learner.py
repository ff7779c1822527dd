"""What a network that learns in the engine refuses; what it learns, tests/agents says."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from shugi._fast.net.learner import EngineLearner
from shugi._fast.net.lists import PositionLists
from shugi._fast.net.losses import LabelLoss, Loss, ValueLoss
from shugi._fast.net.weights import learner_shapes
from shugi._fast.view.layouts import TILES

COUNT = 6
PLANES, NUMBERS = TILES.planes * TILES.places, TILES.globals
SIZES = {
    "second": (16, 24),
    "terms": (2, 72),
    "head": (128, 16),
    "features": (TILES.planes, 8),
    "tiles": (24, 34 * 8),
}


def shapes_of(policy: bool = True) -> dict[str, tuple[int, ...]]:
    if policy:
        return learner_shapes(SIZES | {"which": (34, 8)}, TILES)
    return learner_shapes(SIZES | {"head": (10, 16), "features": (TILES.planes + 1, 8)}, TILES)


def weights_of(shapes: dict[str, tuple[int, ...]]) -> dict[str, Any]:
    rng = np.random.default_rng(1)
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def taught(policy: bool = True, **settings: Any) -> EngineLearner:
    found = EngineLearner(shapes_of(policy), TILES, **settings)
    found.take(weights_of(shapes_of(policy)))
    return found


def lists_of(count: int = COUNT) -> tuple[PositionLists, PositionLists]:
    rng = np.random.default_rng(2)
    lists = PositionLists(PLANES), PositionLists(NUMBERS, np.float32)
    lists[0].append((rng.random((count, PLANES)) < 0.1).astype(np.uint8))
    lists[1].append(rng.normal(size=(count, NUMBERS)).astype(np.float32))
    return lists


def loss_of(count: int = COUNT) -> LabelLoss:
    mask = np.ones((count, 128), np.uint8)
    return LabelLoss(mask, np.zeros(count, np.uint8), 0.0)


PICKS, LOTS, LISTS = np.arange(COUNT), np.zeros(COUNT, np.int32), lists_of()
VALUES = ValueLoss(np.zeros((COUNT, 2), np.float32), np.array([[-1, 0, 1, 2, 3]] * 2, np.float32))

REFUSED: dict[str, tuple[type[Exception], str, Callable[[EngineLearner], object]]] = {
    "picks": (IndexError, "picks", lambda one: one.learn(LISTS, PICKS + 1, LOTS, loss_of())),
    "lots": (ValueError, "lots", lambda one: one.learn(LISTS, PICKS, LOTS + 2, loss_of())),
    "few lots": (ValueError, "lots", lambda one: one.learn(LISTS, PICKS, LOTS[1:], loss_of())),
    "wide lots": (
        ValueError,
        "lots",
        lambda one: one.learn(LISTS, PICKS, LOTS.astype(np.int64), loss_of()),
    ),
    "lists": (ValueError, "2 lists", lambda one: one.learn(LISTS[:1], PICKS, LOTS, loss_of())),
    "turned": (
        ValueError,
        "not planes",
        lambda one: one.learn(LISTS[::-1], PICKS, LOTS, loss_of()),
    ),
    "no lists": (
        ValueError,
        "planes must be lists",
        lambda one: one.learn((None, LISTS[1]), PICKS, LOTS, loss_of()),
    ),
    "loss": (ValueError, "no 6 decisions", lambda one: one.learn(LISTS, PICKS, LOTS, loss_of(5))),
    "part": (
        ValueError,
        "no 6 decisions from 1",
        lambda one: one.learn(LISTS, PICKS, LOTS, loss_of(), 1),
    ),
    "before": (
        ValueError,
        "no 6 decisions",
        lambda one: one.learn(LISTS, PICKS, LOTS, loss_of(9), -1),
    ),
    "values": (ValueError, "a loss of 10", lambda one: one.learn(LISTS, PICKS, LOTS, VALUES)),
    "share": (
        ValueError,
        "no share 1",
        lambda one: one.learn(LISTS, PICKS, LOTS, loss_of(), 0, 1),
    ),
    "mask": (
        ValueError,
        "mask",
        lambda one: one.logits(LISTS, PICKS, LOTS, np.ones((5, 128), np.uint8)),
    ),
    "missing": (ValueError, "missing or not known: cells", lambda one: one.take({"bias": 0})),
    "weight": (
        ValueError,
        "second must have shape",
        lambda one: one.take(weights_of(shapes_of() | {"second": (2, 2)})),
    ),
    "doubles": (
        ValueError,
        "float32",
        lambda one: one.take({k: w.astype(float) for k, w in weights_of(shapes_of()).items()}),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    error, message, call = REFUSED[name]
    one = taught()
    with pytest.raises(error, match=message):
        call(one)
    assert np.isfinite(one.learn(LISTS, PICKS, LOTS, loss_of())).all()  # it goes on


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"second": (16,)}, "shapes need"),
        ({"second": (0, 24)}, "no network has sizes"),
        ({"second": (16, 1 << 20)}, "no network has sizes"),
        ({"tiles": (24, 35 * 8)}, "there are 34 kinds"),
        ({"tiles": (24, 34 * 8 + 1)}, "tiles must have shape"),
        ({"which": (33, 8)}, "which must have shape"),
        ({"head": (127, 16)}, "head must have shape"),
        ({"terms": (2, 71)}, "terms must have shape"),
        ({"other": (1,)}, "other must have shape None"),
        ({"features": (TILES.planes + 1, 8)}, "features must have shape"),
    ],
)
def test_shapes_that_do_not_fit(changes: dict[str, tuple[int, ...]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        EngineLearner(shapes_of() | changes, TILES)


@pytest.mark.parametrize(
    "settings", [{"epsilon": 0.0}, {"shares": 0}, {"tier": "none"}, {"first": 1}]
)
def test_settings_that_do_not_fit(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="."):
        EngineLearner(shapes_of(), TILES, **settings)


def test_gradients_are_of_weights_that_were_taken() -> None:
    one = EngineLearner(shapes_of(), TILES)
    with pytest.raises(RuntimeError, match="take some"):
        one.gradients()
    with pytest.raises(RuntimeError, match="take some"):
        one.learn(LISTS, PICKS, LOTS, loss_of())
    one.take(weights_of(shapes_of()))
    assert not any(grad.any() for grad in one.gradients().values())
    with pytest.raises(RuntimeError, match="take some"):
        one.gradients()


def test_a_critic_says_no_logits() -> None:
    one = taught(policy=False)
    with pytest.raises(ValueError, match="a critic"):
        one.logits(LISTS, PICKS, LOTS, np.ones((COUNT, 128), np.uint8))
    with pytest.raises(ValueError, match="3 lists"):
        one.learn(LISTS, PICKS, LOTS, VALUES)
    with pytest.raises(ValueError, match="not one of this network"):
        one.learn(LISTS, PICKS, LOTS, loss_of())


def test_no_decisions() -> None:
    one, none = taught(), np.arange(0)
    assert not one.learn(LISTS, none, LOTS[:0], loss_of(0)).any()
    assert one.logits(LISTS, none, LOTS[:0], np.ones((0, 128), np.uint8)).shape == (0, 128)
    assert not any(grad.any() for grad in one.gradients().values())


def test_a_loss_is_one_of_its_kinds() -> None:
    with pytest.raises(TypeError, match="one of its kinds"):
        Loss()


def test_a_share_is_one_threads() -> None:
    """Another thread may not learn with it, nor take weights, until it is done."""
    count, refused = 60_000, []
    one, lists, loss = taught(), lists_of(), loss_of(count)
    many = (lists, np.arange(count) % COUNT, np.zeros(count, np.int32), loss)

    def learn(*given: Any) -> None:
        try:
            one.learn(*given)
        except RuntimeError as error:
            refused.append(str(error))

    for _ in range(20):
        thread = threading.Thread(target=learn, args=many)
        thread.start()
        while thread.is_alive() and not refused:
            learn(LISTS, PICKS, LOTS, loss_of())
        thread.join()
        if refused:
            break
    assert refused[0] == "another thread learns with share 0"
    one.learn(LISTS, PICKS, LOTS, loss_of())
