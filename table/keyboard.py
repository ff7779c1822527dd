"""Keys as they are pressed, or lines where nobody sits at a terminal."""

import os
import select
import sys
from types import TracebackType
from typing import Any, Self, TextIO

try:
    import termios
    import tty
except ImportError:  # not on Windows: lines are read there
    HAS_KEYS = False
else:
    HAS_KEYS = True

NAMES = {
    "\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left",
    "\x1bOA": "up", "\x1bOB": "down", "\x1bOC": "right", "\x1bOD": "left",
    "\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace", "\t": "tab",
    " ": "space", "\x1b": "escape", "\x04": "escape",
}  # fmt: skip
LONGEST = 3  # of a key with a name
AWAKE = 0.5  # seconds; a Ctrl-C just before a wait without end would not be seen until it is over


class Keyboard:
    """A terminal that gives each key as it is pressed; Ctrl-C stays what it is."""

    def __init__(self, stream: TextIO) -> None:
        self.file = stream.fileno()
        self.waiting = ""

    def __enter__(self) -> Self:
        self.before: list[Any] = termios.tcgetattr(self.file)
        tty.setcbreak(self.file)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        termios.tcsetattr(self.file, termios.TCSADRAIN, self.before)

    def key(self, seconds: float | None) -> str | None:
        """The next key by name or letter; None: nobody pressed one in this time."""
        if not self.waiting:
            while not select.select([self.file], [], [], AWAKE if seconds is None else seconds)[0]:
                if seconds is not None:
                    return None
            # what is longer than one letter comes at once
            read = os.read(self.file, 256)
            self.waiting = read.decode(errors="ignore") if read else "\x04"
        for length in range(min(LONGEST, len(self.waiting)), 0, -1):
            if name := NAMES.get(self.waiting[:length]):
                self.waiting = self.waiting[length:]
                return name
        letter, self.waiting = self.waiting[0], self.waiting[1:]
        return letter

    def forget(self) -> None:
        """Drop what was pressed and not read: it was meant for what is over."""
        self.waiting = ""
        termios.tcflush(self.file, termios.TCIFLUSH)


def has_keys(stream: TextIO) -> bool:
    """Whether keys can be read from there one by one."""
    return HAS_KEYS and stream.isatty() and sys.stdout.isatty()
