"""Segments of play, one after another: each is played, then learnt from.

With two buffers the next segment is played, by another thread, while the caller learns from the one
before: what plays is one segment older than what learns.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import torch

from shugi.training.learn.learner import Decisions

Found = dict[str, float]  # by name of the metric
Play = Callable[[Decisions], Found]


class DoubleBuffer:
    """Where segments are kept.

    Args:
        buffers: one; or two, to play and to learn at once.
    """

    def __init__(self, buffers: Sequence[Decisions]) -> None:
        self._now, self._next = buffers[0], buffers[-1]
        self._found: Found | None = None  # of ``_now``; None: it is not played yet
        inside = (torch.get_num_threads(),)
        self._thread = (
            ThreadPoolExecutor(1, "actor", torch.set_num_threads, inside)
            if len(buffers) > 1
            else None
        )

    @contextmanager
    def next(self, fold: Callable[[], None], play: Play) -> Iterator[tuple[Decisions, Found]]:
        """A segment to learn from, and what ``play`` found of it.

        Args:
            fold: called before a segment is played: the policy as it is now plays it.
            play: fills a buffer; nothing else may touch what it touches until the caller is done.
        """
        if self._found is None:
            fold()
            self._found = play(self._now)
        found, ahead = self._found, self._ahead(fold, play)
        self._found = None
        try:
            yield self._now, found
        finally:
            if ahead is not None:
                self._found = ahead.result()
                self._now, self._next = self._next, self._now

    def _ahead(self, fold: Callable[[], None], play: Play) -> Future[Found] | None:
        if self._thread is None:
            return None
        fold()
        return self._thread.submit(play, self._next)

    def forget(self) -> None:
        """What was played ahead was of another phase: the next segment is played anew."""
        self._found = None
