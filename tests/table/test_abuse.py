"""Who disturbs a table harms nobody else."""

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("starlette")

from shugi.table import server  # noqa: E402
from shugi.table.lobby import open_room  # noqa: E402
from shugi.table.messages import NewTable  # noqa: E402

if TYPE_CHECKING:
    from tests.support.serving import Serving

DEEP, WIDE = 40, 5000


def nested(levels: int) -> Any:
    found: Any = 1
    for _ in range(levels):
        found = [found]
    return found


VALUES = (None, True, 1.5, 10**400, -1, "", "x" * WIDE, "[" * WIDE, "{a: *b}", "&a [*a]", ".nan",
          "9" * WIDE, [], {}, nested(DEEP), {"a": nested(DEEP)}, "\x00", "\x1b[31m")  # fmt: skip
OPTIONS = ("name_or_path", "path", "self", "rules", "overrides", "seats", "start_points", "tulip",
           "removed_tiles", "chip_events", "", "a b", "__class__", "\x00", "x" * WIDE)  # fmt: skip
RULES = ("\x00", "a\x00.yaml", "x" * 300, "x" * 300 + ".yaml", "/dev/zero.yaml", "/tmp", ".", "..",
         "+", "super_bingo+", "+cherry", "a/b.yaml", "/proc/self/mem.yaml")  # fmt: skip
SEATS = ("\x00", "checkpoint:", "checkpoint:\x00", "checkpoint:../../x", "checkpoint:" + "x" * 400,
         "x" * 500, "/etc/passwd", "/tmp", "/dev/zero", "without[]:baseline", "without[pon]:" * 30,
         "without[" * 60, "baseline:\x00", "a.safetensors")  # fmt: skip
TEXTS = ("\x00", "{", "null", "[" * 90_000, '{"a":' * 10_000, "x" * WIDE, "rules " + "x" * 400)


def test_whatever_the_lobby_is_asked_it_answers_why_not(serving: "Serving") -> None:
    """Nothing that a page sends is an error of the server, or stops it."""
    wrong: list[tuple[str, Any]] = []
    for name in OPTIONS:
        for value in VALUES:
            wrong.append((f"option {name[:20]!r}", {"options": {name: value}}))
    wrong += [("rules", {"rules": text}) for text in RULES]
    wrong += [("seats", {"seats": [text, "me", "me"]}) for text in SEATS]
    wrong += [(key, {key: text}) for key in ("record", "position") for text in TEXTS]
    for what, body in wrong:
        for path in ("/api/tables", "/api/options"):
            if path == "/api/options" and not set(body) <= {"rules", "options"}:
                continue
            status, found = serving.ask(path, {"rules": "super_bingo", **body})
            if status != 200:
                assert 400 <= status < 500 and found["error"], (what, body, status, found)
    assert serving.ask("/api/tables", {"rules": "super_bingo"})[0] == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * 100_000, 400),
        (b'{"options":' * 50_000, 400),
        (b'{"rules":"\\ud800"}', 400),
        (b"\xff\xfe", 400),
        (b"", 400),
        (b" " * (server.MOST_BODY + 1), 413),
    ],
    ids=["deep", "deep options", "half a character", "no text", "nothing", "long"],
)
def test_a_body_that_is_none(serving: "Serving", body: bytes, status: int) -> None:
    assert serving.send("/api/tables", body) == status
    assert serving.ask("/api/lobby")[0] == 200


def test_messages_that_are_deep(serving: "Serving") -> None:
    made = serving.open(seats=["me", "person", "person"], seed=1)
    with serving.join(made["table"], made["seats"][0]) as page:
        for text in ("[" * 60_000, '{"t":' * 10_000, '{"t":"act","decision":' + "[" * 60_000):
            page.send(text)
            while not (found := json.loads(page.recv(timeout=20))).get("errors"):
                pass
            assert len(found["errors"][0]) < 300
        page.send(json.dumps({"t": "look", "decision": 0}))
        while json.loads(page.recv(timeout=20)).get("looking") != 0:
            pass


class Deaf:
    """A socket that takes nothing."""

    async def send_json(self, _: Any) -> None:
        await asyncio.Event().wait()


def test_one_who_stops_reading_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SEND_SECONDS", 0.05)
    room = open_room(NewTable(rules="super_bingo", seed=4))

    async def told(first_note: bool) -> bool:
        page = room.page_of(room.watch)
        assert page is not None
        room.pages.add(page)
        page.stale = not first_note
        page.note({"t": "note"})
        await asyncio.wait_for(server._tell(Deaf(), room, page), 10)  # type: ignore[arg-type]
        return page in room.pages

    assert asyncio.run(told(False)) is False
    assert asyncio.run(told(True)) is False


@pytest.mark.parametrize(
    ("tables", "seconds"), [(20, 5), pytest.param(200, 60, marks=pytest.mark.slow)]
)
def test_many_tables_are_served_at_once(tables: int, seconds: float) -> None:
    pytest.importorskip("websockets")
    pytest.importorskip("uvicorn")
    from shugi.table.bench import measure

    found = measure("super_bingo", tables, seconds)
    assert found.errors == found.idle == 0
    assert found.views >= tables and found.decisions > 10 * tables
