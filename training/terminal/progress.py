"""What a run shows while it works: a bar, or plain lines."""

import time
from collections.abc import Mapping
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column

from shugi.training.terminal.console import draws

PLAIN_SECONDS = 10.0  # between two lines where there is no terminal
BAR_WIDTH = 80  # of a terminal that has room for the bar beside the numbers


class Meter:
    """A progress bar with a few numbers behind it; plain lines when nobody can see a bar."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.bar: Progress | None = None
        self.last_line = 0.0
        if draws(console):
            self.bar = Progress(*_columns(console.width), console=console)
            self.task = self.bar.add_task("starting", total=1.0, numbers="")

    def __enter__(self) -> Self:
        if self.bar is not None:
            self.bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def show(self, phase: str, done: float, numbers: Mapping[str, str]) -> None:
        """Show how far the work is; plain lines come only now and then.

        Args:
            phase: what is going on.
            done: 0 to 1.
            numbers: texts by name.
        """
        text = "  ".join(f"{name} {value}" for name, value in numbers.items())
        done = min(done, 1.0)
        if self.bar is not None:
            self.bar.update(self.task, description=phase, completed=done, numbers=text)
            return
        now = time.monotonic()
        if now - self.last_line >= PLAIN_SECONDS or done >= 1.0:
            self.last_line = now
            self.say(f"{phase:<10} {done:4.0%}  {text}")

    def say(self, text: str) -> None:
        self.console.print(text, markup=False, emoji=False, highlight=False, soft_wrap=True)


def _columns(width: int) -> list[ProgressColumn]:
    """Numbers go on in the next line where there is little room; they are not cut."""
    folded = Column(overflow="fold")
    columns: list[ProgressColumn] = [
        TextColumn("{task.description}", markup=False),
        TaskProgressColumn(),
        TextColumn("{task.fields[numbers]}", markup=False, table_column=folded),
    ]
    if width >= BAR_WIDTH:
        columns[1:2] = [BarColumn(bar_width=24), TaskProgressColumn(), TimeRemainingColumn()]
    return columns
