"""Workers of a local cluster, killed while they work."""

import os
import random
import signal

import psutil


def kill_worker(chance: random.Random, driver: psutil.Process | None = None) -> int | None:
    """Kill one of those that work now; its process id, or None where nobody works.

    Args:
        driver: whose they are; by default this process.
    """
    every = (driver or psutil.Process()).children(recursive=True)
    working = [one for one in every if _works(one)]
    if not working:
        return None
    pid = chance.choice(working).pid
    os.kill(pid, signal.SIGKILL)
    return pid


def _works(process: psutil.Process) -> bool:
    try:
        return "ray::_work" in " ".join(process.cmdline())
    except psutil.Error:
        return False
