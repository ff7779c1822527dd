"""Open a table in the browser: play, watch, or look at a record.

Without a rule set the page begins in the lobby. The server listens to this machine alone, unless
--host names another address; whoever has the printed address may play.
"""

import argparse
import asyncio
import socket
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from shugi.commands.given_game import holds_game, load_game
from shugi.commands.options import add_programs
from shugi.envs.common.files import is_file, read_text
from shugi.envs.logs import split_number
from shugi.envs.records.record import MOST_BYTES
from shugi.table.messages import NewTable, wrong_in
from shugi.training.terminal.console import console
from shugi.training.terminal.errors import UserError
from shugi.training.terminal.extras import require_extra

if TYPE_CHECKING:
    from shugi.table.server import Server

EVERYWHERE = ("0.0.0.0", "::", "")
LOCAL = ("127.0.0.1", "localhost", "[::1]")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen to (127.0.0.1)")
    parser.add_argument("--port", type=int, default=0, help="by default any that is free")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    add_programs(parser, "the tables that --record FOLDER has kept")


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """What is played, and by whom."""
    parser.add_argument(
        "game",
        nargs="?",
        metavar="RULES|FILE",
        help="a rule set, a record or log (FILE#3: its third game), or a position",
    )
    parser.add_argument("--seats", nargs="+", metavar="WHO", help="me, person, or agents, by seat")
    parser.add_argument("--watch", action="store_true", help="agents play among themselves")
    parser.add_argument("--seed", type=int, help="of the walls")
    parser.add_argument("--pace", type=float, default=0.6, help="seconds an agent waits (0.6)")
    parser.add_argument("--record", type=Path, metavar="FOLDER", help="write games there as played")


def run(arguments: argparse.Namespace) -> int:
    require_extra("shugi table", "table")
    import uvicorn

    from shugi.table import messages
    from shugi.table.server import Server

    if arguments.host in EVERYWHERE:
        raise UserError(
            "--host: name one address of this machine, such as its name in the network; pages have "
            "to call the server by it"
        )
    if arguments.record is not None:
        arguments.record.mkdir(parents=True, exist_ok=True)
    listening = socket.create_server((arguments.host, arguments.port))
    port = listening.getsockname()[1]
    server = Server([*{*LOCAL, arguments.host}], arguments.record, arguments.programs)
    wanted = None if arguments.game is None else wanted_of(arguments)

    async def serve() -> None:
        address = await _open(server, f"http://{arguments.host}:{port}/#", wanted)
        _say(address)
        if not arguments.no_browser:
            webbrowser.open(address)
        config = uvicorn.Config(
            server.app(),
            log_level="warning",
            ws_max_size=messages.MOST_BYTES,
            ws="websockets-sansio",
        )
        await uvicorn.Server(config).serve(sockets=[listening])

    try:
        asyncio.run(serve())
    except ValueError as error:
        raise UserError(str(error)) from None
    finally:
        listening.close()
    return 0


async def _open(server: "Server", here: str, wanted: NewTable | None) -> str:
    """Open the table wanted; where to play at it, or the lobby where there is none."""
    address = f"{here}token={server.token}"
    if wanted is None:
        return address
    table, room = await server.open(wanted, programs=True)
    links = [chair.token for chair in room.chairs if chair.person] or [room.watch]
    for link in links[1:]:
        # without the token of the lobby: whoever gets it has this seat alone
        _say(f"another seat: {here}table={table}&seat={link}")
    return f"{address}&table={table}&seat={links[0]}"


def _say(text: str) -> None:
    console().print(text, soft_wrap=True, highlight=False, markup=False)


def wanted_of(arguments: argparse.Namespace) -> NewTable:
    """The table that the command line asks for. Raises: UserError, RulesError, OSError."""
    try:
        return NewTable.model_validate(_fields(arguments))
    except ValidationError as error:
        raise UserError(f"--{wrong_in(error)}") from None


def _fields(arguments: argparse.Namespace) -> dict[str, object]:
    given: dict[str, object] = {"rules": "super_bingo", "pace": arguments.pace}
    if arguments.seed is not None:
        given["seed"] = arguments.seed
    if arguments.seats is not None:
        given["seats"] = arguments.seats
    path = split_number(arguments.game)[0]
    if is_file(path) and path.suffix != ".yaml" and holds_game(arguments.game):
        given["record"] = load_game(arguments.game).dumps()
        return given
    if path.suffix in (".json", ".jsonl", ".txt") or (is_file(path) and path.suffix != ".yaml"):
        given["position"] = read_text(path, MOST_BYTES)
        return given
    given["rules"] = arguments.game
    if arguments.watch and arguments.seats is None:
        from shugi.envs.rulesets.rules import load_rules

        given["seats"] = ["baseline"] * load_rules(arguments.game).seats
    return given
