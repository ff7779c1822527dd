"""Who disturbs a table harms nobody else."""

import asyncio
from typing import Any

import pytest

pytest.importorskip("starlette")

from shugi.table import server  # noqa: E402
from shugi.table.lobby import opened  # noqa: E402
from shugi.table.messages import NewTable  # noqa: E402


class Deaf:
    """A socket that takes nothing."""

    async def send_json(self, _: Any) -> None:
        await asyncio.Event().wait()


def test_one_who_stops_reading_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SEND_SECONDS", 0.05)
    room = opened(NewTable(rules="super_bingo", seed=4))

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
