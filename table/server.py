"""The server: the lobby, the tables, and a socket for each page.

Nothing but its own pages may talk to it: it takes requests to its own host names alone, sockets
from its own origin alone, and a token in both, which the address that is opened has behind ``#``.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from shugi._fast.rules.compile import RulesError
from shugi.agents.base import AgentError
from shugi.envs.record import RecordError
from shugi.envs.shapes import LOOKS
from shugi.envs.svg import sprite
from shugi.table.game import Refused
from shugi.table.lobby import lobby_of, opened, options_of
from shugi.table.messages import ASKED, MOST_BYTES, NewTable, wrong_in
from shugi.table.room import Page, Room

Answer = Callable[[Request], Awaitable[Response]]
PROTOCOL = "shugi"
MOST_TABLES = 500
SEND_SECONDS = 20.0  # a page that takes nothing for so long is given up
WRONG_TOKEN, GONE = 4401, 4404
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
STATIC = Path(str(resources.files("shugi.table") / "static"))


class Server:
    """All tables of a process.

    Args:
        hosts: names by which pages may call this server.
        records: folder where games are written as they are played; None: nowhere.
    """

    def __init__(self, hosts: Sequence[str], records: Path | None = None) -> None:
        self.token = secrets.token_urlsafe(16)
        self.hosts, self.records = list(hosts), records
        self.rooms: dict[str, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def app(self) -> Starlette:
        """What uvicorn serves."""
        return Starlette(
            routes=[
                Route("/faces.svg", _faces),
                Route("/api/lobby", self._guarded(self._lobby)),
                Route("/api/options", self._guarded(self._options)),
                Route("/api/tables", self._guarded(self._new), methods=["POST"]),
                WebSocketRoute("/socket/{table}", self._socket),
                Mount("/", StaticFiles(directory=STATIC, html=True)),
            ],
            middleware=[
                Middleware(TrustedHostMiddleware, allowed_hosts=self.hosts),
                Middleware(_Headers),
            ],
            lifespan=self._life,
        )

    @contextlib.asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # ---- lobby

    def _guarded(self, answer: Answer) -> Answer:
        """The same, for those alone who know the token."""

        async def guarded(request: Request) -> Response:
            given = request.headers.get("x-shugi-token", "")
            if not secrets.compare_digest(given.encode(), self.token.encode()):
                return _refused("open the address that the server printed", 401)
            return await answer(request)

        return guarded

    async def _lobby(self, request: Request) -> Response:
        return JSONResponse(lobby_of())

    async def _options(self, request: Request) -> Response:
        """The options of a rule set, or what is wrong with those that are wished for."""
        try:
            return JSONResponse(options_of(request.query_params.get("rules", "")))
        except RulesError as error:
            return _refused(str(error), 400)

    async def _new(self, request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            return _refused("a new table is asked for in JSON", 415)
        if len(self.rooms) >= MOST_TABLES:
            return _refused(f"there are {MOST_TABLES} tables already", 429)
        try:
            wanted = NewTable.model_validate_json(await request.body())
        except ValidationError as error:
            return _refused(wrong_in(error), 400)
        try:
            table, room = await self.open(wanted)
        except (RulesError, AgentError, RecordError, Refused, ValueError) as error:
            return _refused(str(error), 400)
        seats = [
            token if one is None else None
            for one, token in zip(room.occupants, room.tokens, strict=True)
        ]
        return JSONResponse({"table": table, "seats": seats, "watch": room.watch})

    async def open(self, wanted: NewTable) -> tuple[str, Room]:
        """A new table, and the name by which it is found."""
        table = secrets.token_hex(4)
        keep = None if self.records is None else self.records / f"{table}.jsonl"
        room = await asyncio.to_thread(opened, wanted, keep)
        self.rooms[table] = room
        task = asyncio.create_task(room.run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return table, room

    # ---- pages at a table

    async def _socket(self, socket: WebSocket) -> None:
        protocols = socket.scope.get("subprotocols", [])
        room = self.rooms.get(socket.path_params["table"])
        token = next((name for name in protocols if name != PROTOCOL), "")
        page = room.page_of(token) if room is not None else None
        await socket.accept(PROTOCOL if PROTOCOL in protocols else None)
        if not self._own(socket) or page is None or room is None:
            # accepted first: a page cannot read why it was refused before that
            code = GONE if room is None else WRONG_TOKEN
            await socket.close(code, "no such table" if room is None else "not for this page")
            return
        room.pages.add(page)
        page.refresh()
        telling = asyncio.create_task(_tell(socket, room, page))
        try:
            await _listen(socket, room, page)
        finally:
            room.pages.discard(page)
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    def _own(self, socket: WebSocket) -> bool:
        """Whether the page came from this server: a browser says so, and it cannot lie there."""
        origin = socket.headers.get("origin")
        host = socket.headers.get("host", "")
        return origin is None or origin in (f"http://{host}", f"https://{host}")


async def _faces(request: Request) -> Response:
    look = request.query_params.get("marks", LOOKS[0])
    if look not in LOOKS:
        return _refused(f"marks are {' or '.join(LOOKS)}", 400)
    return Response(sprite(look), media_type="image/svg+xml")


class _Headers:
    """Headers of every answer."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def sent(message: Any) -> None:
            if message["type"] == "http.response.start":
                own = [(key.lower().encode(), text.encode()) for key, text in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *own]
            await send(message)

        await self.app(scope, receive, sent)


async def _tell(socket: WebSocket, room: Room, page: Page) -> None:
    """Send the game as it stands, whenever it has changed and the page is ready for more."""
    while True:
        await page.wake.wait()
        page.wake.clear()
        try:
            if page.stale:
                page.stale = False
                await asyncio.wait_for(socket.send_json(room.shown(page)), SEND_SECONDS)
            while page.notes:
                note = page.notes.pop(next(iter(page.notes)))
                await asyncio.wait_for(socket.send_json(note), SEND_SECONDS)
        except TimeoutError:
            room.pages.discard(page)  # it reads nothing; when it comes back it connects again
            return


async def _listen(socket: WebSocket, room: Room, page: Page) -> None:
    while True:
        try:
            text = await socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return
        if len(text) > MOST_BYTES:
            page.tell(f"a message may have {MOST_BYTES} characters")
            continue
        try:
            room.ask(page, ASKED.validate_json(text))
        except ValidationError as error:
            page.tell(wrong_in(error))


def _refused(why: str, status: int) -> JSONResponse:
    return JSONResponse({"error": why}, status)
