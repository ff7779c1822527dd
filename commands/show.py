"""Print a position as a table, or a recorded game with the ledger of each hand.

A position is a text as docs/position.md describes it, or a file that holds one; "-" reads it from
the standard input. Of a file of probes (shugi decisions) --probe picks one.

A record (shugi arena --record, a Recorder) is checked on the way: an action that is not legal, or a
hand that ends in another position than when it was written, stops the game with the line of the
file. Logs of other sites are shown too: tenhou.net/6, mjlog, Mahjong Soul, mjai, also packed; what
of them differs from the rules is told (docs/logs.md). FILE#3 is the third game of a file.
"""

import argparse
from pathlib import Path

from shugi._fast.batch.batch import Batch
from shugi.commands import show_record
from shugi.commands.given_game import holds_game
from shugi.envs.common.files import STDIN, read_given
from shugi.envs.drawing import display
from shugi.envs.notation.position import load_position
from shugi.training.lab.probe import read_probes
from shugi.training.terminal.errors import UserError

MAX_BYTES = 1_000_000
OF_RECORDS = (".json", ".jsonl")
OF_POSITION = ("probe", "seat")
OF_RECORD = ("rules", "hand", "step", "json", "cases", "mjai", "tenhou6", "check")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("given", metavar="POSITION|FILE", help="a text or file; - reads a position")
    position = parser.add_argument_group("a position")
    position.add_argument("--probe", type=int, metavar="N", help="the N-th probe of its file")
    position.add_argument(
        "--seat", type=int, metavar="N", help="as this seat sees it (default: all tiles open)"
    )
    show_record.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    record = _is_record(arguments)
    _check_options(arguments, record)
    if record:
        return show_record.run(arguments)
    batch = load_position(_text(arguments.given, arguments.probe))
    print(display.picture(batch, 0, "ansi", _viewer(arguments.seat, batch)))
    return 0


def _is_record(arguments: argparse.Namespace) -> bool:
    """Whether a file holds a game: by its name, or by how it begins, as no position does.

    Raises:
        OSError: there is no such file.
    """
    given = arguments.given
    if given == STDIN or _is_text(given) or arguments.probe is not None:
        return False
    found = holds_game(given)
    return found or Path(given).suffix in OF_RECORDS or arguments.rules is not None


def _check_options(arguments: argparse.Namespace, record: bool) -> None:
    names, kind = (OF_POSITION, "a record") if record else (OF_RECORD, "a position")
    for name in names:
        if getattr(arguments, name) not in (None, False):
            raise UserError(f"--{name}: {arguments.given} is {kind}, which takes no such option")


def _is_text(given: str) -> bool:
    return given.startswith("rules ") or "|" in given or "\n" in given


def _text(given: str, probe: int | None) -> str:
    if probe is not None:
        probes, _ = read_probes(Path(given))
        if not 1 <= probe <= len(probes):
            raise UserError(f"--probe {probe}: {given} has probes 1 to {len(probes)}")
        return probes[probe - 1].position
    return given if _is_text(given) else read_given(given, MAX_BYTES)


def _viewer(seat: int | None, batch: Batch) -> int | None:
    if seat is not None and not 0 <= seat < batch.seats:
        raise UserError(f"--seat must be 0 to {batch.seats - 1}, not {seat}")
    return seat
