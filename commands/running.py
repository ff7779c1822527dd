"""What `shugi train` and `shugi distil` share: how a run ends, and what is said of it."""

import argparse
from collections.abc import Callable
from typing import Any

from shugi.agents.base import AgentError
from shugi.training.run.config import ConfigError
from shugi.training.terminal.console import print_json
from shugi.training.terminal.errors import INTERRUPTED, UserError


def carried_out(
    work: Callable[[argparse.Namespace], dict[str, Any]],
    arguments: argparse.Namespace,
    done: str,
    stopped: str,
) -> int:
    """Do the work of a run, and say what came of it.

    Args:
        work: returns a report; its "finished" tells whether the budget was spent.
        done: what to print then, with the report's keys in braces.
        stopped: what to print otherwise.

    Returns:
        0 when the budget was spent, 130 when the run was interrupted (everything is saved).

    Raises:
        UserError: settings, files or agents that cannot be used.
    """
    try:
        report = work(arguments)
    except (ConfigError, AgentError) as error:
        raise UserError(str(error)) from None
    if arguments.json:
        print_json(report)
    else:
        print((done if report["finished"] else stopped).format_map(report))
    return 0 if report["finished"] else INTERRUPTED
