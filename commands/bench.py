"""How fast the engine plays: decisions per second.

One decision is one action chosen for one seat and handed to the engine; moves that the engine
plays by itself because nothing else is legal are not counted.  ``bare`` asks for the action mask
before each decision, ``observed`` for the mask and the whole observation.  The engine chooses the
action: uniformly among the legal ones, or with ``--play baseline`` by its rule baseline.

With one thread the clock is the CPU time of that thread, pinned to one core where the system
allows it, so that a busy machine does not lower the figure; with more threads it is wall time.
Repeats are interleaved over the rows: a slow moment of the machine falls on all of them.  With
``--versus`` each measurement here is paired with one of another checkout, right before or after it,
and the ratio of the pairs is what counts.
"""

import argparse
import importlib
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import numpy as np
from rich import box
from rich.table import Table

from shugi.commands.timed_player import MODES, PLAYS, Player, Timed
from shugi.commands.versus import Checkout, Pair, measuring, pairs, pairs_table
from shugi.envs import Rules, load_rules, variants
from shugi.training.terminal.console import console, print_json, show_table, table_of
from shugi.training.terminal.errors import UserError
from shugi.training.terminal.extras import require_extra


@dataclass(frozen=True)
class Options:
    """What to measure: every combination of rules, mode, batch and threads, in turn."""

    rules: Sequence[str] = ("super_bingo", "sanma_base")
    batch: Sequence[int] = (1, 256, 2048)
    threads: Sequence[int] = (1, 2)
    play: str = "random"
    seconds: float = 0.5
    repeats: int = 5

    def __post_init__(self) -> None:
        if not 0 < self.seconds < math.inf:
            raise UserError(f"--seconds {self.seconds} is not a length of time; give e.g. 1")
        for name in ("batch", "threads", "repeats"):
            if np.min(getattr(self, name), initial=1) < 1:
                raise UserError(f"--{name}: every value must be at least 1")
        if not self.combinations():
            raise UserError(
                "nothing to measure: --threads is above every --batch, or a list is empty"
            )

    def combinations(self) -> list[Timed]:
        """What each row's ``Player`` plays; a thread without a game makes no row."""
        return [
            Timed(rules, mode, batch, threads, self.play)
            for rules in self.rules
            for mode in MODES
            for batch in self.batch
            for threads in self.threads
            if threads <= batch
        ]


@dataclass
class BenchRow:
    """One line of the table, and the rates measured for it so far."""

    timed: Timed
    rates: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.player = Player(*self.timed)

    def measure(self, seconds: float) -> None:
        self.rates.append(self.player.rate(seconds))

    def as_dict(self) -> dict[str, str | int | float]:
        return {
            **self.timed._asdict(),
            "decisions_per_s": statistics.median(self.rates),
            "low": min(self.rates),
            "high": max(self.rates),
            "repeats": len(self.rates),
            "clock": "cpu" if self.timed.threads == 1 else "wall",
            "bytes_per_game": self.player.batch.nbytes_per_game,
        }


def measure(options: Options) -> list[BenchRow]:
    """Every row of ``options``, measured in turn, ``options.repeats`` times over."""
    rows = [BenchRow(timed) for timed in options.combinations()]
    for row in measuring([row for _ in range(options.repeats) for row in rows]):
        row.measure(options.seconds)
    return rows


def table(rows: list[BenchRow]) -> Table:
    shown = table_of(
        ["rules", "mode"],
        ["batch", "threads", "decisions/s", "range", "ns each"],
        title=f"decisions per second, {rows[0].timed.play} play",
        caption="1 thread: CPU time of one pinned core; more: wall time. "
        f"{rows[0].player.batch.nbytes_per_game} bytes of memory per game.",
        box=box.SIMPLE_HEAD,
        padding=(0, 1),
        pad_edge=False,
    )
    for row in rows:
        middle = statistics.median(row.rates)
        shown.add_row(
            row.timed.rules,
            row.timed.mode,
            str(row.timed.batch),
            str(row.timed.threads),
            f"{middle:,.0f}",
            f"{min(row.rates) / 1e6:.2f}-{max(row.rates) / 1e6:.2f} M",
            f"{1e9 / middle:,.0f}",
        )
    return shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    usual = Options()
    parser.add_argument(
        "what",
        nargs="?",
        choices=("engine", "table"),
        default="engine",
        help="the engine, or the server of the table (needs shugi[table])",
    )
    parser.add_argument(
        "--tables", nargs="+", type=int, help="tables served at once (1 16 64 200); of the table"
    )
    parser.add_argument(
        "--rules",
        nargs="+",
        default=usual.rules,
        help="rule sets, or files; all: every one that plays",
    )
    for name, kind, count, meaning in (
        ("batch", int, "+", "games stepped at once"),
        ("threads", int, "+", "threads that share a step"),
        ("seconds", float, None, "length of one measurement"),
        ("repeats", int, None, "measurements of each row"),
    ):
        number = getattr(usual, name)
        parser.add_argument(f"--{name}", nargs=count, type=kind, default=number, help=meaning)
    parser.add_argument("--play", choices=PLAYS, default=usual.play, help="who chooses the actions")
    parser.add_argument(
        "--versus",
        metavar="PATH",
        help="another checkout of shugi that is installed in PATH/.venv, or a Python that has one: "
        "measure both in turn, and print the ratio",
    )
    parser.add_argument("--json", action="store_true", help="rows for a program, not a table")


def playing() -> tuple[str, ...]:
    """Every rule set, one name each."""
    names: dict[Rules, str] = {}
    for variant in variants():
        names.setdefault(load_rules(variant.name), variant.name)
    return tuple(names.values())


def run(arguments: argparse.Namespace) -> int:
    if arguments.what == "table":
        return _run_table(arguments)
    if arguments.tables is not None:
        raise UserError("--tables is of `shugi bench table`")
    if arguments.rules == ["all"]:
        arguments.rules = playing()
    options = Options(**{one.name: getattr(arguments, one.name) for one in fields(Options)})
    if arguments.versus is not None:
        return _run_versus(options, Checkout(arguments.versus), arguments.json)
    rows = measure(options)
    if arguments.json:
        print_json({"rows": [row.as_dict() for row in rows]})
    else:
        show_table(table(rows), console())
    return 0


def _run_versus(options: Options, there: Checkout, as_json: bool) -> int:
    compared = [Pair(combination) for combination in options.combinations()]
    pairs(compared, there, options.seconds, options.repeats)
    if as_json:
        print_json({"versus": str(there.python), "rows": [pair.as_dict() for pair in compared]})
    else:
        show_table(pairs_table(compared, there), console())
    return 0


def _run_table(arguments: argparse.Namespace) -> int:
    """Import the table by its name: it may not be installed."""
    if min(arguments.tables or (1,)) < 1 or not 0 < arguments.seconds < math.inf:
        raise UserError("--tables and --seconds must be above zero")
    require_extra("shugi bench table", "table")
    module = importlib.import_module("shugi.table.bench")
    return int(module.run(arguments))
