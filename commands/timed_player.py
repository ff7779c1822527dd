"""A batch in random or baseline play, against the clock.

``shugi bench`` times with it.  As a script it serves rates over a pipe, so that the Python of
another checkout can run this same file.  It imports few names: a version that lacks one of them
cannot be compared.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.core.actions import ACTION_COUNT
from shugi.envs import load_rules

MODES = ("bare", "observed")
PLAYS = ("random", "baseline")
WARM_UP_STEPS = 300  # spreads the games of a batch over the course of a hand
CHUNK = 1024  # decisions between two looks at the clock


class Timed(NamedTuple):
    """What a ``Player`` plays."""

    rules: str
    mode: str
    batch: int
    """Games of it."""
    threads: int
    play: str


class Player:
    """A batch in play, and the buffers that it writes."""

    def __init__(self, rules: str, mode: str, batch: int, threads: int, play: str = "random"):
        if mode not in MODES or play not in PLAYS:
            raise ValueError(f"mode {mode!r} is none of {MODES}, or play {play!r} of {PLAYS}")
        self.size = batch
        self.play = play
        self.alone = threads == 1
        self.steps = 0
        self.batch = Batch(load_rules(rules), batch, seed=1, threads=threads)
        self.clock: Callable[[], float] = time.thread_time if self.alone else time.perf_counter
        self.actions = np.zeros(batch, np.uint8)
        self.mask = np.zeros((batch, ACTION_COUNT), np.uint8)
        layout = self.batch.layout
        self.planes = np.zeros((batch, layout.planes, layout.places), np.uint8)
        self.globals = np.zeros((batch, layout.globals), np.float32)
        self.history = np.zeros((batch, layout.history), np.uint16)
        seen = (self.planes, self.globals, self.history)
        self.seen = seen if mode == "observed" else ()
        self.step(WARM_UP_STEPS)

    def step(self, count: int) -> None:
        for seed in range(self.steps, self.steps + count):
            self.choose(seed)
            self.batch.advance(self.actions, self.mask, *self.seen)
        self.steps += count

    def choose(self, seed: int) -> None:
        """Write the next actions."""
        if self.play == "random":
            self.batch.sample(self.actions, seed)
        else:
            self.batch.baseline(self.actions)

    def rate(self, seconds: float) -> float:
        """Decisions per second over about ``seconds``, with one thread on one core."""
        if not self.alone:
            return self._rate(seconds)
        with one_core():
            return self._rate(seconds)

    def _rate(self, seconds: float) -> float:
        chunk = max(1, CHUNK // self.size)
        first = self.steps
        start = now = self.clock()
        while now - start < seconds:
            self.step(chunk)
            now = self.clock()
        if self.batch.status.any():
            raise RuntimeError("legal play led to an illegal action: a bug, please report")
        return (self.steps - first) * self.size / (now - start)


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this thread on one core meanwhile, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def serve() -> None:
    """Answer a line ``[arguments of Player, seconds]`` with a line: its rate, or null where this
    version does not play so."""
    players: dict[str, Player | None] = {}
    for line in sys.stdin:
        arguments, seconds = json.loads(line)
        key = str(arguments)
        if key not in players:
            try:
                players[key] = Player(*arguments)
            except ValueError as error:  # rules that the other version does not know
                print(error, file=sys.stderr)
                players[key] = None
        player = players[key]
        print(json.dumps(player and player.rate(seconds)), flush=True)


if __name__ == "__main__":
    serve()
