"""Print a position as a table, with what may be done there.

A position is a text as docs/position.md describes it, or a file that holds one; "-" reads it from
the standard input. Of a file of probes (shugi decisions) --probe picks one.
"""

import argparse
from pathlib import Path

from shugi._fast.batch.batch import Batch
from shugi._fast.check.fields import PositionError
from shugi.envs import display
from shugi.envs.files import read_given, told
from shugi.envs.notation import load_position
from shugi.envs.notation_reading import NotationError
from shugi.training.decisions.classes import LabError
from shugi.training.lab.probe import read_probes
from shugi.training.terminal.errors import UserError

MAX_BYTES = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION|FILE", help="a text or file; - reads it")
    parser.add_argument("--probe", type=int, metavar="N", help="the N-th probe of a file of probes")
    parser.add_argument(
        "--seat", type=int, metavar="N", help="as this seat sees it (default: all tiles open)"
    )


def run(arguments: argparse.Namespace) -> int:
    try:
        batch = load_position(_text(arguments.position, arguments.probe))
    except (NotationError, PositionError, LabError) as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(told(error)) from None
    print(display.picture(batch, 0, "ansi", _viewer(arguments.seat, batch)))
    return 0


def _text(given: str, probe: int | None) -> str:
    if probe is not None:
        probes, _ = read_probes(Path(given))
        if not 1 <= probe <= len(probes):
            raise UserError(f"--probe {probe}: {given} has probes 1 to {len(probes)}")
        return probes[probe - 1].position
    if given.startswith("rules ") or "|" in given or "\n" in given:
        return given
    return read_given(given, MAX_BYTES)


def _viewer(seat: int | None, batch: Batch) -> int | None:
    if seat is not None and not 0 <= seat < batch.seats:
        raise UserError(f"--seat must be 0 to {batch.seats - 1}, not {seat}")
    return seat
