"""An event loop whose time passes as soon as nothing is left to do."""

import asyncio
import selectors
import time
from collections.abc import Coroutine
from typing import Any

import pytest


class _Hurrying(selectors.DefaultSelector):
    """Waits for nothing; the clock goes on instead."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found:
            assert timeout is not None, "nothing will ever happen"
            self.now += timeout
        return found


def in_no_time(work: Coroutine[Any, Any, Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the work returns; ``time.monotonic`` says how long it would have taken.

    Nothing in it may use threads: their time is not this one.
    """
    selector = _Hurrying()
    with monkeypatch.context() as patched:
        patched.setattr(time, "monotonic", lambda: selector.now)
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
            return runner.run(work)
