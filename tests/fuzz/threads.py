"""Games shared by threads: the pool of a batch, batches side by side, one batch in two hands."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from threading import Thread

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.rules.compile import Rules
from shugi.envs import load_rules
from tests.fuzz.edits import dumped
from tests.fuzz.plays import Seen, drawn_rules, move, play_on

GAMES = 24


def make_threads(rng: Random) -> bytes:
    name, options = drawn_rules(rng)
    return dumped({"rules": name, "options": options, "seed": rng.getrandbits(32)})


def run_threads(data: bytes) -> None:
    given = json.loads(data)
    rules, seed = load_rules(given["rules"], **given["options"]), given["seed"]
    assert by_pool(rules, seed, 2) == by_pool(rules, seed, 1)
    batches = [Batch(rules, 2, seed + k) for k in range(2)]
    together([lambda b=batch: play_on(b, Random(seed), 40) for batch in batches])
    shared = Batch(rules, GAMES, seed, threads=2)
    together([lambda: in_two_hands(shared, seed), lambda: in_two_hands(shared, seed + 1)])


def by_pool(rules: Rules, seed: int, threads: int) -> list[bytes]:
    """Games at their end, whose steps, observations and baseline moves were shared out."""
    batch = Batch(rules, GAMES, seed, threads=threads)
    actions, seen, rng = np.zeros(GAMES, np.uint8), Seen(batch), Random(seed)
    for _ in range(40):
        move(batch, actions, rng, 0.5)
        batch.observe(seen.planes, seen.globals, seen.history)
    return [batch.save(i) for i in range(GAMES)] + [seen.planes.tobytes(), seen.globals.tobytes()]


def in_two_hands(batch: Batch, seed: int) -> None:
    """A batch is no two threads' at once: each call waits or is refused, and does no harm."""
    actions, seen = np.zeros(GAMES, np.uint8), Seen(batch)
    for k in range(30):
        for ask in (
            lambda k=k: batch.sample(actions, seed + k),
            lambda: batch.step(actions),
            lambda: batch.observe(seen.planes, seen.globals, seen.history),
            lambda: batch.baseline(actions),
        ):
            with suppress(RuntimeError):
                ask()


def together(works: list[Callable[[], None]]) -> None:
    """Run at the same time; the first error of any is raised here."""
    errors: list[BaseException] = []

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
