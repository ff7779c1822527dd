"""Ctrl-C as a wish to stop: a run saves and ends."""

import signal
import threading
from types import FrameType
from typing import Any, Self

from shugi.training.terminal.progress import Meter


class Interrupt:
    """Turns the first Ctrl-C (or termination) into a wish to stop; the second one stops at once."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.came = False
        self.before: dict[int, Any] = {}

    def asked(self) -> bool:
        return self.came

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came = True
        self.meter.say("stopping after this update; once more to stop at once, losing it")

    def __enter__(self) -> "Interrupt":
        for number in (signal.SIGINT, signal.SIGTERM):
            self.before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)


class Postponed:
    """Ctrl-C that waits until somebody looks; the second one comes at once.

    For code that is called back by a library which loses a KeyboardInterrupt now and then. It does
    nothing where Ctrl-C is handled already, and outside the main thread.
    """

    def __init__(self) -> None:
        self.came = self.own = False

    def look(self) -> None:
        """Raises: KeyboardInterrupt if Ctrl-C came."""
        if self.came:
            self.came = False
            raise KeyboardInterrupt

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came = True

    def __enter__(self) -> Self:
        self.own = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self.own:
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self.own:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if error[0] is None:
            self.look()
