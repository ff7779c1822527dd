"""Every name that Python can import from the engine, called with arguments that make no sense.

In a process of its own: an answer, or an exception, but never a crash.
"""

from __future__ import annotations

import faulthandler
import importlib
import inspect
import pkgutil
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shugi._fast
from shugi._fast.batch.batch import Batch
from shugi._fast.batch.learners import Learners
from shugi._fast.bots.style import BotStyle
from shugi._fast.net.critic import EngineCritic
from shugi._fast.net.lists import PositionLists
from shugi._fast.net.policy import EnginePolicy
from shugi._fast.net.weights import critic_shapes, shapes
from shugi._fast.rules.compile import Rules
from shugi._fast.shape.shapes import Shapes
from shugi._fast.view.layouts import layout_of
from shugi.envs import load_rules

SECONDS = 120  # for one call: a hang is a failure too
# what would take long with sensible arguments, and is no danger
LONG = {"perft", "Batch"}
RULES = ("super_bingo", "wuhan+three_players", "kawuxing+four_people", "piquet", "ninety_nine")


def arguments(rng: random.Random, batch: Batch) -> list[Any]:
    """Things that a caller may give by mistake, or to see what happens."""
    layout = batch.layout
    planes = np.zeros((batch.n, layout.planes, layout.places), np.uint8)
    read_only = np.zeros((batch.n, 128), np.uint8)
    read_only.setflags(write=False)
    return [
        None, True, -1, 0, 1, 2, 3, 4, 5, 7, 12, 33, 34, 63, 64, 100, 127, 128, 255, 256, 1000,
        2**31 - 1, 2**31, 2**32, 2**63, 2**64, -(2**31), -(2**63), 0.5, float("nan"), float("inf"),
        "", "x", "123m", "1m" * 40, "\ud800", b"", b"shugi-st" * 500, [], [None], [0], [0] * 34,
        [9] * 34, [255] * 34, [-1] * 34, [4] * 34, list(range(200)), [2**64], ["1m"], [[]], (),
        {}, {"a": 1}, {0: None}, {"seats": None}, {"hand": "123m"}, set(), object(), int,
        np.zeros(0), np.zeros(batch.n, np.uint8), np.zeros(batch.n), np.full(batch.n, 2**40),
        np.full(batch.n, 255, np.uint8), np.zeros((batch.n, 128), np.uint8),
        np.zeros((128, batch.n)).T, np.zeros((batch.n, 128), np.uint8)[:, ::2], read_only, planes,
        planes[:, :, ::-1], np.zeros((batch.n, layout.globals), np.float32), np.array(["a"]),
        np.array([None]), np.zeros((0, 0, 0), np.float32), np.zeros((2, 2, 2), np.float32), batch,
        batch.rules, batch.rules.options, batch.state(0), batch.save(0), BotStyle(), rng.random(),
        learners_of(batch), ["random"] * (batch.seats - 1),
    ]  # fmt: skip


def learners_of(batch: Batch) -> Learners:
    return Learners(batch, [None, "random", "baseline"][: batch.seats - 1])


def modules() -> list[str]:
    prefix = "shugi._fast."
    found = list(pkgutil.walk_packages(shugi._fast.__path__, prefix))
    return [one.name.removeprefix(prefix) for one in found if not one.ispkg]


def functions(name: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    module = importlib.import_module(f"shugi._fast.{name}")
    for key, value in sorted(vars(module).items()):
        public = not key.startswith("_") and getattr(value, "__module__", "") == module.__name__
        if callable(value) and public:
            yield f"{name}.{key}", value


def methods(one: object) -> Iterator[tuple[str, Callable[..., Any]]]:
    for key in dir(one):
        value = getattr(one, key)
        plain = not key.startswith("_") or key in ("__init__", "__eq__", "__reduce__")
        if callable(value) and plain:
            yield f"{type(one).__name__}.{key}", value


def arity(function: Callable[..., Any]) -> range:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return range(0, 6)
    usual = [one for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    return range(len([one for one in usual if one.default is one.empty]), len(usual) + 1)


def harass(label: str, function: Callable[..., Any], rng: random.Random, batch: Batch) -> None:
    if label.split(".")[-1] in LONG:
        return
    pool = arguments(rng, batch)
    for _ in range(40):
        given = [rng.choice(pool) for _ in range(rng.choice(arity(function)))]
        print(label, [str(type(one).__name__) for one in given], flush=True)
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        try:
            function(*given)
        except Exception as error:  # anything but a crash
            print("   ", type(error).__name__, flush=True)
        faulthandler.cancel_dump_traceback_later()


def walk(seed: int) -> None:
    """Call everything; what was called last stands in the output if the process dies."""
    rng = random.Random(seed)
    for name in modules():
        batch = Batch(load_rules(rng.choice(RULES)), 2, seed=seed)
        for label, function in functions(name):
            harass(label, function, rng, batch)
    for name in RULES:
        for one in things(name, seed):
            for label, function in methods(one):
                batch = Batch(load_rules(name), 2, seed=seed)
                harass(label, function, rng, batch)
                if isinstance(one, Batch):
                    one.legal()


def things(name: str, seed: int) -> tuple[object, ...]:
    lists = PositionLists(34), PositionLists(34, np.float32)
    for some in lists:
        some.append(np.ones((5, 34), some.dtype))
    rules = load_rules(name)
    nets = policy_of(rules), critic_of(rules)
    batch = Batch(rules, 2, seed=seed, auto_reset=False)
    return batch, learners_of(batch), rules, Shapes([4] * 34), *lists, *nets


SMALL = {name: np.zeros(4, np.float32) for name in ("start", "second_bias")} | {
    "which": np.zeros((4, 3), np.float32),
    "bins": np.zeros((2, 5), np.float32),
}


def zeros(wanted: dict[str, tuple[int, ...]]) -> dict[str, Any]:
    return {name: np.zeros(shape, np.float32) for name, shape in wanted.items()}


def policy_of(rules: Rules) -> EnginePolicy:
    return EnginePolicy(zeros(shapes(SMALL, layout_of(rules), 0)), rules)


def critic_of(rules: Rules) -> EngineCritic:
    return EngineCritic(zeros(critic_shapes(SMALL, layout_of(rules), True)), rules)


@pytest.mark.parametrize("seed", [1])
def test_no_argument_crashes_the_engine(seed: int) -> None:
    run_walk(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
def test_no_argument_crashes_the_engine_in_many_walks(seed: int) -> None:
    run_walk(seed)


def run_walk(seed: int) -> None:
    root = str(Path(__file__).resolve().parents[2])
    code = (
        f"import sys; sys.path.append({root!r}); "
        f"from tests.engine.test_surface import walk; walk({seed}); print('whole')"
    )
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-W", "ignore", "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    tail = "\n".join([*done.stdout.splitlines()[-6:], done.stderr[-3000:]])
    assert done.returncode == 0 and done.stdout.endswith("whole\n"), tail
