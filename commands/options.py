"""Options that several commands have, and the words that were typed, written again for a page."""

import argparse
import math
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.agents import Agent, make_agent
from shugi.agents.base import AUTO, PRECISIONS
from shugi.agents.programs import ALLOW
from shugi.envs.rulesets.file import parse_value
from shugi.training.cluster.address import FORMS, parse_address
from shugi.training.cluster.connection import connect, prepare
from shugi.training.cluster.work import LocalWorkers, Workers
from shugi.training.judge.report import check_writable
from shugi.training.terminal.errors import UserError, WorkStopped
from shugi.training.terminal.extras import require_extra

WALLS = 32  # that each choice is played out on, where nobody says how many
# options that say where and how to work and to show: what is found is the same
HOW = {"threads", "cluster", "folder", "run_dir", "minutes", "record", "report", "out", "json"}
ALWAYS = "seed"  # said also where it is the usual one


# ---- who plays, and on what


def add_seed(parser: argparse.ArgumentParser, of: str) -> None:
    """The options --seed and --threads. Args: of: what depends on the seed."""
    parser.add_argument("--seed", type=int, default=1, help=f"of {of} (1)")
    parser.add_argument("--threads", type=int, default=2, help="for engine and networks (2)")


def add_precision(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--precision",
        choices=PRECISIONS,
        default=AUTO,
        help="of networks: int8 by the engine (auto), which is several times faster, or bf16 or "
        "fp32 by torch; network[precision=fp32]:AGENT says so of one agent",
    )


def add_programs(parser: argparse.ArgumentParser, files: str) -> None:
    """The option --programs. Args: files: what may name programs and machines then."""
    parser.add_argument(
        ALLOW,
        action="store_true",
        help=f"do what {files} may ask for beyond data: run programs (mjai:, python:), call "
        "another machine; only for files that you trust",
    )


def add_changes(parser: argparse.ArgumentParser, what: str) -> None:
    """The option --set. Args: what: is changed, with an example."""
    options: dict[str, Any] = {"action": "append", "default": [], "metavar": "KEY=VALUE"}
    parser.add_argument("--set", dest="changes", help=f"change {what}; may be repeated", **options)


def key_value(text: str) -> tuple[str, Any]:
    """An option and its value, out of KEY=VALUE. Raises: UserError."""
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise UserError(f"--set {text}: write KEY=VALUE, such as --set must_win=never")
    return key.strip(), parse_value(value)


def add_cluster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cluster",
        metavar="WHERE",
        help=f"work on Ray, with the same results: {FORMS}; --threads is then of this process "
        "alone (default: in this process)",
    )


def workers_of(arguments: argparse.Namespace) -> Workers:
    """This process, or the cluster that is asked for; to be used in a ``with``.

    Raises:
        UserError: Ray is not installed.
        ClusterError: the cluster cannot be reached.
    """
    where: str | None = arguments.cluster
    return LocalWorkers(arguments.threads) if where is None else cluster_workers(where)


def cluster_workers(where: str) -> Workers:
    """The workers of a cluster. Raises: as ``workers_of``."""
    address = parse_address(where)
    prepare(address)
    require_extra("--cluster", "cluster")
    connect(address)
    from shugi.training.cluster.ray_workers import RayWorkers  # imports Ray, with its settings made

    return RayWorkers(address)


def made_agents(
    specs: Iterable[str], rules: Rules, precision: str, threads: int
) -> dict[str, Agent]:
    """Agents that the command line names.

    Args:
        specs: their names, as ``make_agent`` knows them.
        rules: what they play.
        precision: of their networks.
        threads: of the command; torch takes half of them.

    Returns:
        the agents by name.

    Raises:
        AgentError: a name that means no agent.
    """
    agents = {spec: make_agent(spec, rules, precision, programs=True) for spec in sorted({*specs})}
    set_torch_threads(threads)
    return agents


def set_torch_threads(threads: int) -> None:
    """Let torch take half of the threads of a command, if an agent has imported it."""
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(max(1, threads // 2))


@contextmanager
def kept_when_stopped() -> Iterator[None]:
    """Around work that is kept as it goes. Raises: WorkStopped on Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        raise WorkStopped from None


# ---- what is counted, and what is shown


def add_by_choices(parser: argparse.ArgumentParser, what: str) -> None:
    """The option --by-choices. Args: what: is counted, with the number of walls at ``{}``."""
    parser.add_argument(
        "--by-choices",
        type=int,
        nargs="?",
        const=WALLS,
        default=0,
        metavar="WALLS",
        help=what.format(WALLS),
    )


def check_numbers(arguments: argparse.Namespace, *positive: str, **least: float) -> None:
    """See that numbers are large enough; what was not given is None, and right.

    Args:
        arguments: of the command line.
        positive: options that must be more than 0.
        least: by name of other options, their least values.

    Raises:
        UserError: one is smaller, or not finite.
    """
    for name in (*positive, *least):
        value, low = getattr(arguments, name), least.get(name)
        wanted = "more than 0" if low is None else f"at least {low:g}"
        fits = value is None or (value > 0 if low is None else value >= low)
        if not fits or value == math.inf:
            raise UserError(f"--{name.replace('_', '-')} must be {wanted}, not {value}")


def check_report(arguments: argparse.Namespace) -> None:
    """See that a page can be written, before there is work to lose. Raises: UserError."""
    if arguments.report is not None:
        check_writable(arguments.report, "--report")


def tell_report(page: Path, arguments: argparse.Namespace) -> None:
    """Say where the page is, out of the way of what programs read."""
    print(f"report: {page}", file=sys.stderr if arguments.json else sys.stdout)


def command_line(
    name: str,
    add_arguments: Callable[[argparse.ArgumentParser], None],
    arguments: argparse.Namespace,
) -> str:
    """The command, with the seed and the options that differ from their defaults.

    Args:
        name: of the command.
        add_arguments: gives a parser its options.
        arguments: what the parser has read.
    """
    parser = argparse.ArgumentParser(add_help=False)
    add_arguments(parser)
    words = ["shugi", name]
    for action in parser._actions:
        value = getattr(arguments, action.dest)
        if action.dest not in HOW and (value != action.default or action.dest == ALWAYS):
            words += _words(action, value)
    return shlex.join(words)


def _words(action: argparse.Action, value: Any) -> Iterator[str]:
    yield from action.option_strings[-1:]
    if action.nargs != 0:  # no flag
        yield from map(str, value if isinstance(value, list) else [value])
