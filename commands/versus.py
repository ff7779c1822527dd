"""Two checkouts of shugi timed in turn: what ``shugi bench --versus PATH`` measures."""

import json
import statistics
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from rich import box
from rich.progress import track
from rich.table import Table

from shugi.commands import timed_player
from shugi.commands.timed_player import Timed
from shugi.training.terminal.console import console, draws, table_of
from shugi.training.terminal.errors import UserError

Turn = TypeVar("Turn")


def measuring(turns: Sequence[Turn]) -> Iterable[Turn]:
    """The turns, behind a bar that shows how many are over."""
    screen = console(stderr=True)
    quiet = not draws(screen)
    return track(turns, "measuring", console=screen, transient=True, disable=quiet)


class Checkout:
    """Another checkout, and the process of its Python that plays."""

    def __init__(self, path: str) -> None:
        """
        Args:
            path: a checkout with a virtual environment of its own in ``.venv``, or a Python.

        Raises:
            UserError: there is no Python.
        """
        given = Path(path)
        self.python = given / ".venv" / "bin" / "python" if given.is_dir() else given
        if not self.python.is_file():
            raise UserError(
                f"--versus {path}: there is no {self.python}; run `make install` in that checkout"
            )

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [str(self.python), "-P", timed_player.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def rate(self, arguments: Timed, seconds: float) -> float | None:
        """Decisions per second; None where this checkout does not know the rules.

        Raises:
            UserError: its process has ended.
        """
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps([arguments, seconds]) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # its last words are on stderr
        line = self.process.stdout.readline()
        if not line:
            raise UserError(f"{self.python} ended while it played {arguments}: see above")
        rate: float | None = json.loads(line)
        return rate


@dataclass
class Pair:
    """One line of the table: rates here and there, measured right after each other."""

    arguments: Timed
    here: list[float] = field(default_factory=list)
    there: list[float] = field(default_factory=list)

    def measure(self, sides: list[Checkout], seconds: float, swapped: bool) -> None:
        """Args:
        sides: this checkout and the other.
        seconds: length of each measurement.
        swapped: the other is measured first.
        """
        order = [1, 0] if swapped else [0, 1]
        rates = {side: sides[side].rate(self.arguments, seconds) for side in order}
        if rates[0] is not None and rates[1] is not None:
            self.here.append(rates[0])
            self.there.append(rates[1])

    @property
    def ratios(self) -> list[float]:
        """Here for there; above one: this checkout is faster."""
        return [a / b for a, b in zip(self.here, self.there, strict=True)]

    def as_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = self.arguments._asdict()
        if self.here:
            told |= {
                "here": statistics.median(self.here),
                "there": statistics.median(self.there),
                "ratio": statistics.median(self.ratios),
                "low": min(self.ratios),
                "high": max(self.ratios),
            }
        return told


def pairs(compared: list[Pair], there: Checkout, seconds: float, repeats: int) -> None:
    """Measure every pair ``repeats`` times, in turn; this checkout plays in a process as well.

    Args:
        compared: the pairs; their rates are added to.
        there: the other checkout.
        seconds: length of each measurement.
        repeats: measurements of each pair.
    """
    turns = [(pair, i % 2 == 1) for i in range(repeats) for pair in compared]
    with Checkout(sys.executable) as own, there:
        for pair, swapped in measuring(turns):
            pair.measure([own, there], seconds, swapped)


def pairs_table(compared: list[Pair], there: Checkout) -> Table:
    shown = table_of(
        ["rules", "mode", "play"],
        ["batch", "threads", "here", "there", "ratio", "range"],
        title="decisions per second, here and there",
        caption=f"there: {there.python}. Ratio: median of the pairs, and their range; above 1 this "
        "checkout is faster.",
        box=box.SIMPLE_HEAD,
        padding=(0, 1),
        pad_edge=False,
    )
    for pair in compared:
        rules, mode, batch, threads, play = pair.arguments
        rates = ["unknown there", "", "", ""]
        if pair.here:
            rates = [
                f"{statistics.median(pair.here):,.0f}",
                f"{statistics.median(pair.there):,.0f}",
                f"{statistics.median(pair.ratios):.3f}",
                f"{min(pair.ratios):.2f}-{max(pair.ratios):.2f}",
            ]
        shown.add_row(rules, mode, play, str(batch), str(threads), *rates)
    return shown
