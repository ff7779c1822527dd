"""Play logs of games from elsewhere again, and say where they differ from the rules.

Read are tenhou.net/6 JSON, Tenhou's mjlog, records of Mahjong Soul, mjai, and our own records, also
packed (.gz, .zip). The format is found from what is in a file, the rules from what a log says of
its room. Compared are every action, every payment, the standing after every hand, the end and the
final result. The exit status is 1 if something differs. docs/logs.md tells the rest.
"""

import argparse
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict
from typing import Any, NamedTuple

from shugi.commands.options import add_changes, check_numbers, key_value
from shugi.envs.common.documents import visible
from shugi.envs.common.files import error_text
from shugi.envs.logs import Checked, Checker, Difference, LogError, files_in, read_logs
from shugi.envs.logs.results import AUTO, EXACT, ROUNDED
from shugi.training.terminal.console import console, print_json, show_table, table_of
from shugi.training.terminal.progress import Meter

SHOWN = 20  # differences; --json has all
ALONE = 64  # files that are read in this process
LARGE = 4_000_000  # bytes of an archive that several processes share


class Task(NamedTuple):
    """A file, or every n-th one of an archive."""

    path: str
    part: tuple[int, int]


class Settings(NamedTuple):
    """By what games are checked."""

    rules: str | None
    changes: dict[str, Any]
    results: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "logs", nargs="+", metavar="LOG", help="a file, a folder, or FILE#3: its third game"
    )
    parser.add_argument(
        "--rules", metavar="RULES", help="by which all are played (default: what each log says)"
    )
    add_changes(parser, "an option of the rules, such as --set open_tanyao=false")
    parser.add_argument(
        "--results",
        choices=(AUTO, EXACT, ROUNDED),
        default=AUTO,
        help="final results as the site told them: of scores in whole thousands, as Tenhou did in "
        "2020, or exact (auto: by the date, or as the log has them)",
    )
    parser.add_argument("--threads", type=int, default=2, help="processes that share the files (2)")
    parser.add_argument("--json", action="store_true", help="one object with every difference")


def run(arguments: argparse.Namespace) -> int:
    """0 when nothing differs, 1 when something does."""
    check_numbers(arguments, threads=1)
    began = time.monotonic()
    settings = Settings(arguments.rules, dict(map(key_value, arguments.changes)), arguments.results)
    Checker(*settings)  # says at once what is wrong with the rules
    tasks = _tasks(arguments.logs, arguments.threads)
    found: list[Checked] = []
    with Meter(console(stderr=True)) as meter:
        for done, checked in enumerate(_work(tasks, settings, arguments.threads), start=1):
            found += checked
            meter.show("verify", done / len(tasks), {"games": f"{len(found):,}"})
    answer = _answer(found, time.monotonic() - began)
    if arguments.json:
        print_json(answer | {"differences": [asdict(one) for one in _differences(found)]})
    else:
        _show(answer, _differences(found))
    return 1 if answer["differences"] else 0


def _tasks(logs: list[str], threads: int) -> list[Task]:
    """What there is to read. Raises: OSError: a file that is not there."""
    tasks = []
    for given in logs:
        for file in files_in(given):
            large = file.suffix == ".zip" and file.is_file() and file.stat().st_size > LARGE
            parts = threads if large else 1
            tasks += [Task(str(file), (k, parts)) for k in range(parts)]
    if not tasks:
        raise LogError(f"{logs[0]}: has no file that is named as logs are")
    return tasks


def _work(tasks: list[Task], settings: Settings, threads: int) -> Iterator[list[Checked]]:
    """What is found in the files, in their order."""
    if threads == 1 or len(tasks) <= ALONE and all(task.part[1] == 1 for task in tasks):
        checker = Checker(*settings)
        for task in tasks:
            yield _check(task, checker)
        return
    with ExitStack() as stack:
        context = multiprocessing.get_context("spawn")
        pool = stack.enter_context(
            ProcessPoolExecutor(threads, context, initializer=_begin, initargs=(settings,))
        )
        yield from pool.map(_check_there, tasks, chunksize=max(1, min(16, len(tasks) // threads)))


_checker: Checker  # of a process that helps


def _begin(settings: Settings) -> None:
    global _checker
    _checker = Checker(*settings)


def _check_there(task: Task) -> list[Checked]:
    return _check(task, _checker)


def _check(task: Task, checker: Checker) -> list[Checked]:
    """The games of a file; one that cannot be read is a difference too."""
    try:
        return [checker.check(log) for log in read_logs(task.path, task.part)]
    except OSError as error:
        problem = error_text(error)
    except LogError as error:
        problem = str(error)
    text = problem.removeprefix(f"{task.path}: ")
    return [
        Checked(task.path, "unknown", differences=[Difference(task.path, 0, 0, "unread", text, "")])
    ]


# ------------------------------------------------------------------------------------- what is said


def _differences(found: list[Checked]) -> list[Difference]:
    return [difference for one in found for difference in one.differences]


def _answer(found: list[Checked], seconds: float) -> dict[str, Any]:
    rows: dict[tuple[str, str], Counter[str]] = {}
    untold: Counter[str] = Counter()
    for one in found:
        row = rows.setdefault((one.format, one.rules), Counter())
        row.update(games=1, hands=one.hands, events=one.events, differences=len(one.differences))
        row.update({"equal": not one.differences})
        untold.update(one.untold)
    table = [
        {"format": key[0], "rules": key[1], **{name: row[name] for name in COUNTED}}
        for key, row in sorted(rows.items())
    ]
    return {
        "games": len(found),
        "differences": sum(row["differences"] for row in rows.values()),
        "table": table,
        "untold": dict(untold),
        "seconds": round(seconds, 2),
    }


COUNTED = ("games", "equal", "hands", "events", "differences")


def _show(answer: dict[str, Any], differences: list[Difference]) -> None:
    screen = console()
    table = table_of(["format", "rules"], COUNTED, box=None)
    for row in answer["table"]:
        cells = [f"{row[name]:,}" for name in COUNTED]
        table.add_row(row["format"], row["rules"] or "-", *cells)
    show_table(table, screen)
    for text, games in answer["untold"].items():
        screen.print(f"untold in {games} games: {visible(text)}")
    for difference in differences[:SHOWN]:
        screen.print(f"\n{visible(str(difference))}", soft_wrap=True)
        if difference.position:
            screen.print(f"  position: {difference.position}", soft_wrap=True)
    if len(differences) > SHOWN:
        screen.print(f"\nand {len(differences) - SHOWN} more (--json has them all)")
    rate = answer["games"] / answer["seconds"] if answer["seconds"] else 0
    screen.print(f"\n{answer['games']:,} games in {answer['seconds']} s ({rate:,.0f} a second)")
