"""Threads that share the games of a batch: the same games, no thread left, no call half done."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi._fast.batch.gate import BusyError
from shugi.envs import load_rules
from tests.support.commands import python

TASKS = Path("/proc/self/task")
lists_threads = pytest.mark.skipif(not TASKS.is_dir(), reason="the system does not list threads")


class Play:
    """A batch, random play in it, and all that it was seen to write."""

    def __init__(self, rules: str, n: int, threads: int) -> None:
        self.batch = Batch(load_rules(rules), n, seed=5, threads=threads, tally=True)
        layout = self.batch.layout
        self.actions, self.advice = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self.mask = np.zeros((n, 128), np.uint8)
        self.planes = np.zeros((n, layout.planes, layout.places), np.uint8)
        self.oracle = np.zeros((n, layout.oracle_planes, layout.places), np.uint8)
        self.globals = np.zeros((n, layout.globals), np.float32)
        self.history = np.zeros((n, layout.history), np.uint16)

    def step(self, key: int) -> None:
        self.batch.sample(self.actions, key)
        self.batch.step(self.actions)

    def seen(self) -> list[bytes]:
        batch = self.batch
        batch.legal(self.mask)
        batch.observe(self.planes, self.globals, self.history)
        batch.observe_oracle(self.oracle)
        batch.baseline(self.advice)
        written = (self.mask, self.planes, self.globals, self.history, self.oracle, self.advice)
        shown = (batch.seat, batch.done, batch.hand_done, batch.status, batch.reward, batch.tally)
        return [array.tobytes() for array in (self.actions, *written, *shown)]

    def saved(self) -> list[bytes]:
        return [self.batch.save(i) for i in range(self.batch.n)]


@pytest.mark.parametrize("rules", ["sanma_base", "hangzhou", "piquet"])
@pytest.mark.parametrize("n", [1, 2, 7, 8, 9, 31, 33, 255, 257])
def test_any_number_of_threads_plays_the_same(rules: str, n: int) -> None:
    plays = [Play(rules, n, threads) for threads in (1, 2, 3, 5)]
    for key in range(60):
        for play in plays:
            play.step(key)
        if key % 12 == 0:
            first, *others = [play.seen() for play in plays]
            assert all(other == first for other in others)
    first, *others = [play.saved() for play in plays]
    assert all(other == first for other in others)


def threads_alive() -> int:
    return len(list(TASKS.iterdir()))


@lists_threads
def test_threads_end_with_their_batch() -> None:
    before = threads_alive()
    for round_ in range(30):
        plays = [Play("sanma_base", 64, threads) for threads in (2, 3, 5)]
        for play in plays:
            play.step(round_)
        assert threads_alive() == before + 1 + 2 + 4
        del play, plays
        assert threads_alive() == before


@lists_threads
def test_no_thread_begins_that_has_no_game() -> None:
    before = threads_alive()
    play = Play("sanma_base", 2, 1024)
    assert threads_alive() == before
    play.batch.baseline(play.advice)
    assert threads_alive() == before + 1


def states() -> list[str]:
    """Of all threads, as the system names them: R runs, S sleeps."""
    return [
        (task / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
        for task in TASKS.iterdir()
    ]


@lists_threads
def test_threads_of_an_idle_batch_sleep() -> None:
    play = Play("sanma_base", 64, 4)
    for key in range(20):
        play.step(key)
    for _ in range(600):
        if sum(state == "R" for state in states()) == 1:  # who asks
            break
        time.sleep(0.1)
    else:
        raise AssertionError(f"threads run without work: {states()}")
    before = play.saved()
    play.step(20)
    assert all(old != new for old, new in zip(before, play.saved(), strict=True))


def blocks(task: Path, number: signal.Signals) -> bool:
    lines = (task / "status").read_text(encoding="ascii").splitlines()
    blocked = int(next(line.split()[1] for line in lines if line.startswith("SigBlk")), 16)
    return bool(blocked >> (number - 1) & 1)


@lists_threads
def test_signals_are_for_the_threads_of_python() -> None:
    before = {task.name for task in TASKS.iterdir()}
    play = Play("sanma_base", 64, 3)
    play.step(0)
    own = [task for task in TASKS.iterdir() if task.name not in before]
    assert len(own) == 2
    for task in own:
        for _ in range(600):
            if not blocks(task, signal.SIGSEGV):  # a thread that has just begun blocks all
                break
            time.sleep(0.1)
        assert blocks(task, signal.SIGINT) and not blocks(task, signal.SIGSEGV)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_parent_and_child_play_on_alike() -> None:
    play, alone = Play("sanma_base", 100, 3), Play("sanma_base", 100, 1)
    for key in range(30):
        play.step(key)
        alone.step(key)
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            for key in range(30, 60):
                play.step(key)
            os.write(writes, play.batch.save(99))
            del play
            code = 0
        finally:
            os._exit(code)
    for key in range(30, 60):
        play.step(key)
        alone.step(key)
    expected = alone.saved()
    assert play.saved() == expected
    assert os.read(reads, len(expected[99])) == expected[99]
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(reads)
    os.close(writes)


def test_a_shared_call_is_not_interrupted_by_another() -> None:
    play = Play("sanma_base", 3000, 2)
    refused = 0
    while not refused:
        work = threading.Thread(target=play.batch.baseline, args=(play.advice,))
        work.start()
        while work.is_alive():
            try:
                play.batch.scores(0)
            except BusyError:
                refused += 1
        work.join()
    play.step(1)
    assert not play.batch.status.any()


@pytest.fixture
def heard() -> Iterator[None]:
    """Interrupts are heard, also in a process that was started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="signals cannot be sent there")
@pytest.mark.usefixtures("heard")
def test_an_interrupt_comes_between_two_calls() -> None:
    play, alone = Play("sanma_base", 400, 2), Play("sanma_base", 400, 1)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    begun = ended = 0
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for key in range(1_000_000):
            play.batch.sample(play.actions, key)
            begun = key + 1
            play.batch.step(play.actions)
            ended = key + 1
    timer.join()
    for key in range(ended):
        alone.step(key)
    expected = [alone.saved()]
    if begun > ended:
        alone.step(ended)
        expected.append(alone.saved())
    assert play.saved() in expected
    play.step(begun)
    assert not play.batch.status.any()


FEW = """
import resource
import numpy as np
from shugi._fast.batch.batch import Batch
from shugi.envs import load_rules

LIMIT = resource.RLIMIT_AS
batch = Batch(load_rules("sanma_base"), 1000, threads=1000)
actions = np.zeros(1000, np.uint8)
used, (_, most) = int(open("/proc/self/statm").read().split()[0]), resource.getrlimit(LIMIT)
resource.setrlimit(LIMIT, (used * resource.getpagesize() + (1 << 28), most))
try:
    batch.baseline(actions)
except RuntimeError as error:
    print(error)
"""


@lists_threads
def test_threads_that_the_system_does_not_give() -> None:
    said = python(FEW)
    assert "the system lets a batch have" in said and "1000 were asked for" in said
