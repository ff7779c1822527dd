"""Long work of tables in other threads, a few at a time, so that pages are answered meanwhile."""

import os
from collections.abc import Callable
from typing import TypeVar

import anyio.to_thread
from anyio import CapacityLimiter
from anyio.lowlevel import RunVar

Found = TypeVar("Found")
_limiter: RunVar[CapacityLimiter] = RunVar("shugi_thinking")


async def thought(work: Callable[[], Found]) -> Found:
    """What the work returns; it waits for its turn.

    Work is not broken off: let it be short, and ask before each part whether it is still wanted.
    """
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(os.cpu_count() or 1)
        _limiter.set(limiter)
    return await anyio.to_thread.run_sync(work, limiter=limiter)
