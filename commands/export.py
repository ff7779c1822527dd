"""Make a run a checkpoint with a name, which everybody gets with the package.

Writes NAME.safetensors (the policy; at most 5 MB) and NAME.md, its card: rules, decisions,
configuration, result and the commands for both. --match takes the result from the JSON of a match
in which the run, or the checkpoint of this name, played; --exploit takes what beats it from the
JSON of an attack on one of them.
"""

import argparse
from pathlib import Path
from typing import Any

from shugi.agents.named import PREFIX
from shugi.envs.common.documents import DocumentError, parse_json
from shugi.envs.common.files import error_text, read_text
from shugi.training.terminal.console import print_json
from shugi.training.terminal.errors import UserError

PRECISIONS = ("fp32", "bf16", "fp16", "int8")
MAX_BYTES = 20_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, metavar="RUN", help="a run folder or a checkpoint")
    parser.add_argument("--name", required=True, help="small letters, digits and _ . + -")
    parser.add_argument(
        "--weights",
        choices=PRECISIONS,
        default="fp32",
        help="how they are stored (default: fp32); int8: as many bits as a network needs to "
        "choose the same in its own play, which takes a minute",
    )
    parser.add_argument("--critic", action="store_true", help="keep the critic too")
    parser.add_argument(
        "--match", type=Path, metavar="FILE", help="what shugi arena --json printed"
    )
    parser.add_argument(
        "--exploit", type=Path, metavar="FILE", help="what shugi exploit --json printed"
    )
    parser.add_argument("--folder", type=Path, metavar="DIR", help="instead of the package's")
    parser.add_argument("--force", action="store_true", help="replace what is there")
    parser.add_argument("--json", action="store_true", help="print {name, path, card, bytes}")


def run(arguments: argparse.Namespace) -> int:
    # torch is slow to import, and --help should not be
    from shugi.training.run.model_card import Result, exploit_of, export, result_of

    renamed = PREFIX + arguments.name
    result: Result | None = None
    exploit: Result | None = None
    if arguments.match is not None:
        match = _read("match", arguments.match)
        known = [one.get("name") for one in match.get("agents", [])]
        agent = renamed if renamed in known else str(arguments.run)
        result = result_of(match, agent, arguments.name)
    if arguments.exploit is not None:
        found = _read("exploit", arguments.exploit)
        agent = renamed if found.get("agent") == renamed else str(arguments.run)
        exploit = exploit_of(found, agent, arguments.name)
    path = export(
        arguments.run,
        arguments.name,
        weights=arguments.weights,
        critic=arguments.critic,
        result=result,
        exploit=exploit,
        folder=arguments.folder,
        replace=arguments.force,
    )
    card = path.with_suffix(".md")
    report = {
        "name": arguments.name,
        "path": str(path),
        "card": str(card),
        "bytes": path.stat().st_size,
    }
    if arguments.json:
        print_json(report)
    else:
        print(f"{path}: {report['bytes']:,} bytes; card: {card}")
    return 0


def _read(option: str, path: Path) -> dict[str, Any]:
    """What a command printed, given with an option."""
    try:
        printed = parse_json(read_text(path, MAX_BYTES), str(path))
    except OSError as error:
        raise UserError(f"--{option} {error_text(error)}") from None
    except DocumentError as error:
        raise UserError(f"--{option} {error}") from None
    if not isinstance(printed, dict):
        command = {"match": "arena"}.get(option, option)
        raise UserError(f"--{option} {path}: not what shugi {command} --json prints")
    return printed
