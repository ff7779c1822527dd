"""How many tables a core serves: people that answer at once, each among agents that play at random.

The people are another process, so that the clock, the CPU time of the server's process, is the
server's alone. ``reaction`` is the wall time from a message with an action to the view that has it.
"""

import argparse
import asyncio
import json
import multiprocessing
import random
import statistics
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.progress import track

from shugi.envs import load_rules
from shugi.table.messages import MOST_BYTES
from shugi.table.server import PROTOCOL, Server
from shugi.training.terminal.console import console, print_json, show_table, table_of

TABLES = (1, 16, 64, 200)
LEAST = 20  # reactions, for the 99th in a hundred


@dataclass
class Served:
    """What a server did for so many tables."""

    rules: str
    tables: int
    seconds: float
    cpu: float = 0.0
    """Seconds of the server's process."""
    decisions: int = 0
    """Of all seats."""
    views: int = 0
    bytes: int = 0
    errors: int = 0
    idle: int = 0
    """Tables at which nobody could act."""
    reaction: float = 0.0
    """Milliseconds, median."""
    slowest: float = 0.0
    """Milliseconds; 99 in 100 are faster."""

    @property
    def row(self) -> dict[str, Any]:
        share = self.cpu / self.seconds
        return {
            "rules": self.rules,
            "tables": self.tables,
            "decisions per CPU second": round(self.decisions / max(self.cpu, 1e-9)),
            "views per CPU second": round(self.views / max(self.cpu, 1e-9)),
            "kB a view": round(self.bytes / max(self.views, 1) / 1000, 2),
            "core in use": round(share, 2),
            "reaction, ms": round(self.reaction, 1),
            "99 in 100, ms": round(self.slowest, 1),
        }


@contextmanager
def serve(server: Server) -> Iterator[int]:
    """The port at which a server runs, in a thread, until the caller is done."""
    import uvicorn

    config = uvicorn.Config(
        server.app(), port=0, log_level="error", ws_max_size=MOST_BYTES, ws="websockets-sansio"
    )
    running = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(running.serve()), daemon=True)
    thread.start()
    while not running.started:
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
        time.sleep(0.01)
    try:
        yield running.servers[0].sockets[0].getsockname()[1]
    finally:
        running.should_exit = True
        thread.join(10)
        if thread.is_alive():
            raise RuntimeError("the server did not stop")


def open_table(port: int, token: str, **wanted: Any) -> dict[str, Any]:
    """Open a table: its name and its links.

    Args:
        port: of the server.
        token: of its lobby.
        wanted: keys of ``NewTable``.

    Raises:
        urllib.error.HTTPError: it cannot be.
    """
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables",
        json.dumps(wanted).encode(),
        {"Content-Type": "application/json", "X-Shugi-Token": token},
    )
    with urllib.request.urlopen(request) as answer:
        links: dict[str, Any] = json.load(answer)
    return links


def address_of(port: int, token: str, **wanted: Any) -> str:
    """Where a new table is played, or watched if nobody plays; arguments as of ``open_table``."""
    made = open_table(port, token, **wanted)
    seat = next((link for link in made["seats"] if link), made["watch"])
    return f"http://127.0.0.1:{port}/#token={token}&table={made['table']}&seat={seat}"


def measure(rules: str, tables: int, seconds: float) -> Served:
    """Serve so many tables for so long.

    Args:
        rules: name of a rule set, or a file.
        tables: so many at once.
        seconds: for so long.

    Raises: RulesError.
    """
    load_rules(rules)  # refused here, not by the people
    server = Server(["127.0.0.1"])
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    with serve(server) as port:
        asked = (there, port, server.token, rules, tables, seconds)
        people = context.Process(target=_people, args=asked, daemon=True)
        people.start()
        here.recv()  # all sit down
        before = time.process_time()
        result: Served = here.recv()
        result.cpu = time.process_time() - before
        result.decisions = sum(room.game.decision for room in server.rooms.values())
        people.join(5)
    return result


def run(arguments: argparse.Namespace) -> int:
    """The table of `shugi bench table`."""
    cases = [(rules, tables) for rules in arguments.rules for tables in arguments.tables or TABLES]
    rows = [
        measure(rules, tables, arguments.seconds).row
        for rules, tables in track(cases, "serving", console=console(), transient=True)
    ]
    if arguments.json:
        print_json(rows)
        return 0
    shown = table_of(["rules"], list(rows[0])[1:], box=box.SIMPLE_HEAD)
    for row in rows:
        shown.add_row(*map(str, row.values()))
    show_table(shown, console())
    return 0


# ---- the people


def _people(pipe: Any, port: int, token: str, rules: str, tables: int, seconds: float) -> None:
    asyncio.run(_all(pipe, port, token, rules, tables, seconds))


async def _all(pipe: Any, port: int, token: str, rules: str, tables: int, seconds: float) -> None:
    result = Served(rules, tables, seconds)
    seats = load_rules(rules).seats
    wanted = {"rules": rules, "pace": 0, "seats": ["me", *["random"] * (seats - 1)]}
    made = [
        await asyncio.to_thread(open_table, port, token, seed=seed, **wanted)
        for seed in range(tables)
    ]
    start = asyncio.Event()
    reactions: list[float] = []
    people = [_Person(one, random.Random(seed), result, reactions) for seed, one in enumerate(made)]
    playing = [asyncio.create_task(one.play(port, seconds, start)) for one in people]
    await asyncio.sleep(0.1)
    pipe.send("seated")
    start.set()
    acted = await asyncio.gather(*playing)
    result.idle = sum(count == 0 for count in acted)
    if reactions:
        result.reaction = 1000 * statistics.median(reactions)
    if len(reactions) >= LEAST:
        result.slowest = 1000 * statistics.quantiles(reactions, n=100)[98]
    pipe.send(result)


@dataclass
class _Person:
    """Who plays at random, and answers at once."""

    made: dict[str, Any]
    """The table: its name and its links."""
    rng: random.Random
    result: Served
    reactions: list[float]
    answered: int = -1
    """The newest decision taken,"""
    sent: float = 0.0
    """and when, until a view has it."""
    acted: int = 0
    over: bool = False

    async def play(self, port: int, seconds: float, start: asyncio.Event) -> int:
        """Play for so long; the number of own decisions."""
        from websockets.asyncio.client import connect
        from websockets.typing import Subprotocol

        await start.wait()
        until = time.monotonic() + seconds
        address = f"ws://127.0.0.1:{port}/socket/{self.made['table']}"
        protocols = [Subprotocol(PROTOCOL), Subprotocol(self.made["seats"][0])]
        async with connect(address, subprotocols=protocols, max_size=None) as page:
            while not self.over and (left := until - time.monotonic()) > 0:
                try:
                    answer = self._answer_to(str(await asyncio.wait_for(page.recv(), left)))
                except TimeoutError:
                    break
                if answer is not None:
                    await page.send(answer)
        return self.acted

    def _answer_to(self, text: str) -> str | None:
        message = json.loads(text)
        self.result.bytes += len(text)
        if message["t"] != "view":
            return None
        self.result.views += 1
        self.result.errors += len(message["errors"])
        view = message["view"]
        if view["decision"] > self.answered >= 0 and self.sent:
            self.reactions.append(time.monotonic() - self.sent)
            self.sent = 0.0
        self.over = view["over"]
        if self.over or not view["actions"] or view["decision"] == self.answered:
            return None
        self.answered, self.sent = view["decision"], time.monotonic()
        self.acted += 1
        action = self.rng.choice(view["actions"])["id"]
        return json.dumps({"t": "act", "decision": self.answered, "action": action})
