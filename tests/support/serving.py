"""A server of the table in a thread, for tests."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from shugi.table import bench
from shugi.table.server import PROTOCOL, Server


@dataclass
class Serving:
    """A server that runs, and how to talk to it."""

    server: Server
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        given = {"X-Shugi-Token": self.server.token} | headers
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            given = {"Content-Type": "application/json"} | given
        request = urllib.request.Request(f"{self.address}{path}", data, given)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            return error.code, json.loads(text) if text.startswith("{") else text

    def send(self, path: str, body: bytes) -> int:
        """The status of the answer to any bytes."""
        given = {"X-Shugi-Token": self.server.token, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}{path}", body, given)
        try:
            with urllib.request.urlopen(request) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def open(self, **wanted: Any) -> dict[str, Any]:
        """A new table: its name and its links."""
        status, found = self.ask("/api/tables", {"rules": "super_bingo", "pace": 0, **wanted})
        assert status == 200, found
        assert isinstance(found, dict)
        return found

    def join(self, table: str, token: str, **more: Any) -> ClientConnection:
        """A page at a table."""
        address = f"ws://127.0.0.1:{self.port}/socket/{table}"
        return connect(address, subprotocols=[PROTOCOL, token], max_size=None, **more)


@contextmanager
def served(records: Path, programs: bool = False) -> Iterator[Serving]:
    """A server that writes its games to a folder, until the caller is done."""
    server = Server(["127.0.0.1"], records, programs)
    with bench.serve(server) as port:
        yield Serving(server, port)


def say(page: ClientConnection, **message: Any) -> None:
    page.send(json.dumps(message))


def heard(
    page: ClientConnection, wanted: Callable[[dict[str, Any]], Any], seconds: float = 60
) -> dict[str, Any]:
    """The first message that is wanted."""
    end = time.monotonic() + seconds
    while True:
        found: dict[str, Any] = json.loads(page.recv(timeout=max(0.0, end - time.monotonic())))
        if wanted(found):
            return found


def sit_down(page: Any, serving: Serving, **wanted: Any) -> dict[str, Any]:
    """A new table in a browser page: its name and its links."""
    made = serving.open(**wanted)
    seat = next(token for token in (*made["seats"], made["watch"]) if token)
    page.goto(f"{serving.address}/#table={made['table']}&seat={seat}")
    page.wait_for_selector(".felt .seat")
    return made
