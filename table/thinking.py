"""Long work of tables in other threads, so that pages are answered meanwhile.

Advice and reviews of all tables are done a few at a time, in short parts. The agents of a table
have a thread of their own: those that think long hold up no other table.
"""

import asyncio
import os
from collections.abc import Callable
from typing import TypeVar

import anyio.to_thread
from anyio import CapacityLimiter
from anyio.lowlevel import RunVar

Found = TypeVar("Found")
_limiter: RunVar[CapacityLimiter] = RunVar("shugi_thinking")


async def in_thread(work: Callable[[], Found]) -> Found:
    """Do the work in a thread when its turn has come; what it returns.

    Work is not broken off: let it be short, and ask before each part whether it is still wanted.
    """
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(os.cpu_count() or 1)
        _limiter.set(limiter)
    return await anyio.to_thread.run_sync(work, limiter=limiter)


class Thread:
    """A thread of one table, for one thing at a time.

    What is given up runs to its end, for no thread can be stopped; what comes next waits for it.
    So a table never has two threads, and an agent is never asked twice at once.
    """

    def __init__(self) -> None:
        self._free = asyncio.Lock()
        self._limiter: CapacityLimiter | None = None
        self._tasks: set[asyncio.Task[object]] = set()

    async def run(self, work: Callable[[], Found]) -> Found:
        """Do the work when what was given up is over; what it returns."""
        task = asyncio.create_task(self._run_alone(work, given_up := []))
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            given_up.append(True)
            raise

    async def _run_alone(self, work: Callable[[], Found], given_up: list[bool]) -> Found:
        async with self._free:
            if given_up:
                raise asyncio.CancelledError
            if self._limiter is None:
                self._limiter = CapacityLimiter(1)
            return await anyio.to_thread.run_sync(work, limiter=self._limiter)

    def _forget(self, task: "asyncio.Task[object]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # of what was given up nobody asks
