"""A log as a record: a game of ours, to be shown, reviewed, and looked at on a table."""

from shugi.envs.common.documents import visible
from shugi.envs.logs.checking import Checked, Checker
from shugi.envs.logs.log import Log
from shugi.envs.notation.position import load_position
from shugi.envs.records.record import Hand, Record, position_hash
from shugi.envs.told.hand import HAND, LogError


def record_of(log: Log, checker: Checker | None = None) -> tuple[Record, Checked]:
    """A log as a record, and what of it differs from the rules.

    Args:
        log: a game; a hand that differs is played as far as it can be.
        checker: by its rules; without one by those of the log's room.

    Raises: LogError: no hand of it can be played.
    """
    checker = checker or Checker()
    checked = checker.check(log)
    if log.record is not None:
        return log.record, checked
    record = _record(log, checker) if checked.hands else None
    if record is None:
        first = checked.differences[0] if checked.differences else "has no hand"
        raise LogError(str(first))
    return record, checked


def _record(log: Log, checker: Checker) -> Record | None:
    replayer = checker.replayer(log)
    found: Record | None = None
    for hand in log.hands:
        if len(hand.hands) != HAND * replayer.rules.seats:
            continue
        try:
            opening, one = replayer.hand(hand)
        except (ValueError, OverflowError):
            continue  # no deal: the check has said so
        if not one.hands:  # its first event is wrong
            one.hands.append(Hand(hash=position_hash(load_position(opening), 0)))
        if found is None:
            found = one
            found.name = log.name
            found.agents = _names(log)
        else:
            one.hands[0].position = opening
            found.hands += one.hands
        found.over = one.over
    return found


def _names(log: Log) -> list[str]:
    names = list(map(visible, log.names[: log.room.players]))
    return names if any(names) and len(names) == log.room.players else []
