"""The game that a command line names: a record of ours, or a log in any format that is read."""

import sys
from pathlib import Path

from shugi.envs.common.documents import visible_lines
from shugi.envs.common.files import check_regular
from shugi.envs.logs import Checker, read_log, split_number
from shugi.envs.logs.record import record_of
from shugi.envs.records.record import Record, load_record
from shugi.training.terminal.errors import UserError

STARTS = (b"{", b"[", b"<", b"\x1f\x8b", b"PK")
OURS = b'"shugi_record"'
SHOWN = 5  # differences


def holds_game(given: str) -> bool:
    """Whether a file, or ``FILE#3``, holds a game: by how it begins, as no position does.

    Raises: OSError: there is no such file.
    """
    path, number = split_number(given)
    check_regular(path)
    return number is not None or _begins(path).startswith(STARTS)


def load_game(given: str | Path, rules: str | None = None) -> Record:
    """A game. What of a log differs from the rules is told on standard error.

    Args:
        given: a file, or ``FILE#3``.
        rules: the rule set by which a log is played; None: what it says.

    Raises: RecordError, LogError, RulesError, UserError, OSError.
    """
    path, number = split_number(given)
    check_regular(path)
    if number is None and rules is None and OURS in _begins(path):
        return load_record(path)
    log = read_log(given)
    if log.record is not None and rules is not None:
        raise UserError(f"--rules: {given} is a record, which has its rules")
    record, checked = record_of(log, Checker(rules))
    for difference in checked.differences[:SHOWN]:
        print(visible_lines(f"differs: {difference}"), file=sys.stderr)
    more = len(checked.differences) - SHOWN
    if more > 0:
        print(f"and {more} more (shugi verify has them all)", file=sys.stderr)
    return record


def _begins(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(400).removeprefix(b"\xef\xbb\xbf").lstrip()
