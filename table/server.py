"""The server: the lobby, the tables, and a socket for each page.

Nothing but its own pages may talk to it: it takes requests to its own host names alone, sockets
from its own origin alone, and a token in both, which the address that is opened has behind ``#``.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
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
from shugi.envs.common.files import error_text
from shugi.envs.drawing.shapes import LOOKS
from shugi.envs.drawing.svg import sprite
from shugi.envs.records.record import RecordError
from shugi.table.chairs import is_token
from shugi.table.game import Refused
from shugi.table.kept import KeptError, NotALink, keep_game, keep_table, token_of, told_of
from shugi.table.lobby import lobby_of, open_room, options_of, reopen_room
from shugi.table.messages import ASKED, MOST_BYTES, NewTable, WantedOptions, wrong_in
from shugi.table.room import Page, Room
from shugi.table.words import languages

Answer = Callable[[Request], Awaitable[Response]]
Form = TypeVar("Form", bound=BaseModel)
PROTOCOL = "shugi"
MOST_BODY = 10_000_000
MOST_REASON = 120  # bytes of why a socket is closed
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
        records: folder where games are written as they are played, and where the tables of an
            earlier server are found again; None: nowhere.
        programs: whether those tables may have agents that are code to run.

    Raises:
        OSError: the folder cannot be written to.
    """

    def __init__(
        self, hosts: Sequence[str], records: Path | None = None, programs: bool = False
    ) -> None:
        self.token = secrets.token_urlsafe(16) if records is None else token_of(records)
        self.hosts, self.records, self.programs = list(hosts), records, programs
        self.rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def app(self) -> Starlette:
        """What uvicorn serves."""
        return Starlette(
            routes=[
                Route("/faces.svg", _faces),
                Route("/words.json", _words),
                Route("/api/lobby", self._guard(self._lobby)),
                Route("/api/options", self._guard(self._options), methods=["POST"]),
                Route("/api/tables", self._guard(self._new), methods=["POST"]),
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
            for table, room in self.rooms.items():
                if self.records is not None and room.changed.is_set():
                    with contextlib.suppress(OSError):  # the pages were told when it began
                        keep_game(self.records, table, room.game.record().dumps())

    # ---- lobby

    def _guard(self, answer: Answer) -> Answer:
        """An answer for those alone who know the token."""

        async def guarded(request: Request) -> Response:
            given = request.headers.get("x-shugi-token", "")
            if not is_token(given, self.token):
                return _refusal("open the address that the server printed", 401)
            return await answer(request)

        return guarded

    async def _lobby(self, request: Request) -> Response:
        return JSONResponse(lobby_of())

    async def _options(self, request: Request) -> Response:
        """The options of a rule set, or what is wrong with those that are wished for."""
        try:
            wanted = await _read(request, WantedOptions)
        except _Unread as error:
            return _refusal(str(error), error.status)
        try:
            return JSONResponse(options_of(wanted.rules, wanted.options))
        except RulesError as error:
            return JSONResponse({"wrong": str(error)})  # the answer to what was asked
        except OSError as error:  # it names a file that cannot be read
            return _refusal(error_text(error), 400)

    async def _new(self, request: Request) -> Response:
        if len(self.rooms) >= MOST_TABLES:
            return _refusal(f"there are {MOST_TABLES} tables already", 429)
        try:
            table, room = await self.open(await _read(request, NewTable))
        except (_Unread, RulesError, AgentError, RecordError, Refused, ValueError) as error:
            return _refusal(str(error), getattr(error, "status", 400))
        except OSError as error:
            return _refusal(error_text(error), 400)
        seats = [chair.token if chair.person else None for chair in room.chairs]
        return JSONResponse({"table": table, "seats": seats, "watch": room.watch})

    async def open(self, wanted: NewTable, programs: bool = False) -> tuple[str, Room]:
        """A new table, and the name by which it is found; arguments as of ``seat_players``."""
        room = await asyncio.to_thread(open_room, wanted, programs)
        table = secrets.token_hex(4)
        self._seat(table, room)
        return table, room

    async def find(self, table: str, token: str) -> Room | None:
        """A table by its name; one of an earlier server is opened again, for who has a link of it.

        Raises:
            NotALink: one of an earlier server, and the token is none of its links.
            KeptError, RecordError, AgentError: it cannot be read.
        """
        if table in self.rooms:  # whoever opens another one may read for long
            return self.rooms[table]
        async with self._opening:
            if table not in self.rooms and self.records is not None:
                asked = self.records, table, token, self.programs
                room = await asyncio.to_thread(reopen_room, *asked)
                if room is not None:
                    self._seat(table, room)
            return self.rooms.get(table)

    def _seat(self, table: str, room: Room) -> None:
        self.rooms[table] = room
        self._start(room.run())
        if self.records is not None:
            self._start(self._write(self.records, table, room))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self, folder: Path, table: str, room: Room) -> None:
        """Write a table and its game whenever it has changed; where that fails it is played on."""
        try:
            await asyncio.to_thread(keep_table, folder, table, told_of(room))
            while True:
                text = room.game.record().dumps()
                await asyncio.shield(asyncio.to_thread(keep_game, folder, table, text))
                await room.changed.wait()
                room.changed.clear()
        except OSError as error:
            room.trouble = f"the game is not written any more: {error_text(error)}"
            for page in room.pages:
                page.tell(room.trouble)

    # ---- pages at a table

    async def _socket(self, socket: WebSocket) -> None:
        protocols, own = socket.scope.get("subprotocols", []), self._own(socket)
        await socket.accept(PROTOCOL if PROTOCOL in protocols else None)
        # accepted first: a page cannot read why it was refused before that
        token = next((name for name in protocols if name != PROTOCOL), "")
        try:
            # nothing is read or opened for a page of somebody else's
            room = await self.find(socket.path_params["table"], token) if own else None
        except NotALink as error:
            await socket.close(WRONG_TOKEN, str(error))
            return
        except (KeptError, RecordError, AgentError) as error:
            await socket.close(GONE, _reason(str(error)))
            return
        page = room.page_of(token) if room is not None else None
        if page is None or room is None:
            code = GONE if own and room is None else WRONG_TOKEN
            await socket.close(code, "no such table" if code == GONE else "not for this page")
            return
        room.enter(page)
        telling = asyncio.create_task(_tell(socket, room, page))
        try:
            await _listen(socket, room, page)
        finally:
            room.leave(page)
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    def _own(self, socket: WebSocket) -> bool:
        """Whether the page came from this server: a browser says so, and it cannot lie there."""
        origin = socket.headers.get("origin")
        host = socket.headers.get("host", "")
        return origin is None or origin in (f"http://{host}", f"https://{host}")


def _reason(text: str) -> str:
    """A message, cut in the middle where it is too long to close a socket with."""
    data = text.encode()
    if len(data) <= MOST_REASON:
        return text
    half = (MOST_REASON - len("…".encode())) // 2
    begin, end = (part.decode(errors="ignore") for part in (data[:half], data[-half:]))
    return f"{begin}…{end}"


async def _faces(request: Request) -> Response:
    look = request.query_params.get("marks", LOOKS[0])
    if look not in LOOKS:
        return _refusal(f"marks are {' or '.join(LOOKS)}", 400)
    return Response(sprite(look), media_type="image/svg+xml")


async def _words(_: Request) -> Response:
    return JSONResponse(languages())


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
    try:
        await _send(socket, room.words())
        while True:
            await page.wake.wait()
            page.wake.clear()
            if page.stale:
                page.stale = False
                await _send(socket, room.shown(page))
            while page.notes:
                note = room.noted(page, page.notes.pop(next(iter(page.notes))))
                if note is not None:
                    await _send(socket, note)
    except TimeoutError:
        room.leave(page)  # it reads nothing; when it comes back it connects again


async def _send(socket: WebSocket, message: dict[str, Any]) -> None:
    """Raises: TimeoutError, if the page takes nothing."""
    async with asyncio.timeout(SEND_SECONDS):  # wait_for of Python 3.11 can swallow a cancellation
        await socket.send_json(message)


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


class _Unread(ValueError):
    """What was sent is not what was asked for."""

    status = 400


class _NotJson(_Unread):
    status = 415


class _TooLong(_Unread):
    status = 413


async def _read(request: Request, model: type[Form]) -> Form:
    """The JSON of a request. Raises: _Unread."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise _NotJson("this is asked for in JSON")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BODY:
            raise _TooLong(f"a request may have {MOST_BODY:,} bytes")
    try:
        return model.model_validate_json(bytes(body))
    except ValidationError as error:
        raise _Unread(wrong_in(error)) from None


def _refusal(why: str, status: int) -> JSONResponse:
    return JSONResponse({"error": why}, status)
