"""What a run shows while it works, and what it leaves to look at: a bar, metrics, TensorBoard."""

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

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

from shugi.envs.documents import DocumentError, parse_json
from shugi.envs.files import FileError, read_text, write_atomically
from shugi.training.console import draws
from shugi.training.estimate import finite

PLAIN_SECONDS = 10.0  # between two lines where there is no terminal
METRICS_NAME = "metrics.jsonl"
METRICS_BYTES = 10**9
MOVE_IT = "move the file away, and the run goes on with a new one"
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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def show(self, phase: str, done: float, numbers: Mapping[str, str]) -> None:
        """phase: what is going on. done: 0 to 1. numbers: name -> text."""
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


class Metrics:
    """metrics.jsonl, one object per update, and the same for TensorBoard.

    Args:
        folder: the run's.
        update: the update the run goes on from; later lines of an earlier life are dropped.

    Raises:
        OSError: a file that is there cannot be read, or holds something else.
    """

    def __init__(self, folder: Path, update: int = 0) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.path = folder / METRICS_NAME
        if self.path.exists():
            kept = _kept(self.path, update)
            write_atomically(self.path, "".join(f"{line}\n" for line in kept).encode())
        self.file = self.path.open("a", encoding="utf-8")
        self.board = SummaryWriter(str(folder / "tensorboard"), purge_step=update + 1)

    def write(self, update: int, phase: str, values: Mapping[str, float]) -> None:
        line: dict[str, Any] = {"update": update, "phase": phase}
        line |= {name: finite(round(float(value), 6)) for name, value in values.items()}
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())
        for name, value in values.items():
            self.board.add_scalar(f"{phase}/{name}", value, update)

    def close(self) -> None:
        self.file.close()
        self.board.close()


def _kept(path: Path, update: int) -> list[str]:
    """The lines of the updates up to this one; a last line that a kill cut short is none."""
    lines = read_text(path, METRICS_BYTES).split("\n")
    whole = lines[:-1]  # each ends where it should
    return [line for number, line in enumerate(whole, 1) if _update(path, number, line) <= update]


def _update(path: Path, number: int, line: str) -> float:
    where = f"{path} line {number}"
    try:
        found = parse_json(line, where)["update"]
        if isinstance(found, int):
            return found
    except DocumentError as error:
        raise FileError(error.where, f"{error.reason}; {MOVE_IT}") from None
    except (KeyError, TypeError):
        pass
    raise FileError(where, f"tells no update; {MOVE_IT}")
