"""What of a compiled rule set follows from riichi's options in a way of its own: chip events."""

from collections.abc import Mapping
from typing import Any

from shugi._fast.games.riichi.chip_event_list import entries as event_entries
from shugi._fast.games.riichi.chip_program import OPTION, program
from shugi._fast.rules.options import RulesError
from shugi._fast.tables.game import Options


def fields(options: Options, counts: Mapping[int, int]) -> dict[str, Any]:
    """Raises: RulesError with the event and the place in its condition."""
    try:
        return program(options[OPTION], counts)
    except ValueError as error:
        raise RulesError([(OPTION, str(error))]) from None


def entries(options: Options) -> list[tuple[str, float]]:
    """(name, number) for the rule vector."""
    return event_entries(options[OPTION])
