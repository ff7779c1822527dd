"""Ctrl-C as a wish to stop: a run saves and ends."""

import signal
from types import FrameType
from typing import Any

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
