"""Threads that share the games of a batch."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


class Workers:
    """Python threads, begun at the first use, and anew in a forked child: it has none of them."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def share(self, work: Callable[[int], None], parts: int) -> None:
        """Call ``work(k)`` for each part, and return when all have ended."""
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self._threads)
            self._process = os.getpid()
        try:
            jobs = [self._pool.submit(work, k) for k in range(parts)]
            for job in jobs:
                job.result()
        except BaseException:
            # what has begun must end before anything else touches the games
            self._end()
            raise

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        while pool is not None:
            try:
                pool.shutdown(wait=True)
                return
            except KeyboardInterrupt:
                continue
