"""Workers of a local cluster, to be killed."""

import random
import time

import psutil


def of_workers() -> list[psutil.Process]:
    """The processes that work on pieces."""
    every = psutil.Process().children(recursive=True)
    return [one for one in every if "ray::_work" in " ".join(_words(one))]


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def a_worker(chance: random.Random) -> psutil.Process:
    """Any of those that work, or of those that come where all have just died."""
    until = time.monotonic() + 60
    while not (found := of_workers()):
        assert time.monotonic() < until
        time.sleep(0.05)
    return chance.choice(found)
