"""Who may do what at a table, and when, without a server; time passes by itself."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import anyio.to_thread
import pytest

pytest.importorskip("starlette")

from shugi.agents import AgentError  # noqa: E402
from shugi.agents.scripted import Baseline  # noqa: E402
from shugi.envs.rulesets.rules import load_rules  # noqa: E402
from shugi.table import server  # noqa: E402
from shugi.table.chairs import PERSON, Chair  # noqa: E402
from shugi.table.game import Game  # noqa: E402
from shugi.table.lobby import open_room  # noqa: E402
from shugi.table.messages import Act, Asked, Back, Copy, Look, NewTable, Pace  # noqa: E402
from shugi.table.room import Page, Room  # noqa: E402
from shugi.table.view import HIDDEN  # noqa: E402
from tests.support.fake_time import in_no_time  # noqa: E402

Work = Callable[[Room], Coroutine[Any, Any, None]]


class Inline:
    """Agents think in no thread, and take no time."""

    async def run(self, work: Any) -> int:
        found: int = work()
        return found


def table(monkeypatch: pytest.MonkeyPatch, work: Work, **wanted: Any) -> Room:
    """A table at which something is done while its task runs."""

    async def done() -> Room:
        room = open_room(NewTable(**{"rules": "super_bingo", "seed": 3, "pace": 0.5, **wanted}))
        room.thread = Inline()  # type: ignore[assignment]
        task = asyncio.create_task(room.run())
        try:
            await work(room)
        finally:
            task.cancel()
        return room

    found = in_no_time(done(), monkeypatch)
    assert isinstance(found, Room)
    return found


def sit(room: Room, token: str) -> Page:
    page = room.page_of(token)
    assert page is not None
    room.enter(page)
    return page


async def say(room: Room, page: Page, asked: Asked) -> list[str]:
    """The errors that the page is told."""
    room.ask(page, asked)
    await asyncio.sleep(0.01)
    errors: list[str] = room.shown(page)["errors"]
    return errors


async def turn(room: Room, page: Page) -> Any:
    """The next view in which the page's seat decides."""
    while not (view := room.shown(page)["view"])["actions"]:
        await asyncio.sleep(0.05)
    return view


def act(view: Any, decision: int | None = None) -> Act:
    number = view["decision"] if decision is None else decision
    return Act(t="act", decision=number, action=view["actions"][0]["id"])


# ---- whose decision it is


def test_a_late_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        page = sit(room, room.chairs[0].token)
        first = await turn(room, page)
        assert await say(room, page, act(first)) == []
        view = await turn(room, page)
        assert view["decision"] > first["decision"]
        before = room.game.decision
        for late in (first["decision"], view["decision"] - 1, view["decision"] + 1):
            assert await say(room, page, act(view, late)) == [f"decision {late} is over"]
        assert room.game.decision == before
        assert await say(room, page, act(view)) == []
        assert room.game.decision > before

    table(monkeypatch, work)


def test_a_link_may_hold_any_letters() -> None:
    room = Room(Game.new(load_rules("sanma_base"), 5), [Chair(PERSON, None)] * 3, 1.0, 1)
    assert room.page_of("\u00fcmlaut") is None and room.page_of(room.watch) is not None


def test_nobody_acts_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        own, other = (sit(room, chair.token) for chair in room.chairs[:2])
        watch = sit(room, room.watch)
        view = await turn(room, own)
        before = room.game.decision
        for page in (other, watch):
            assert await say(room, page, act(view)) == ["it is not your turn"]
            host = ["only the host of the table sets its pace"]
            assert await say(room, page, Pace(t="pace", seconds=0, paused=True)) == host
        assert room.game.decision == before and not room.paused
        assert await say(room, own, act(view)) == []
        assert await say(room, own, act(view)) != []  # once is enough

    table(monkeypatch, work, seats=["me", "person", "baseline"])


def test_who_is_asked_alone_is_told_of_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(load_rules("super_bingo"), 3)
    while game.batch.state(0)["phase"] != "claim":
        game.act(game.legal()[0])
    asked = game.seat
    position = game.position()

    async def work(room: Room) -> None:
        pages = [sit(room, chair.token) for chair in room.chairs]
        for page in pages:
            page.stale = False
        await asyncio.sleep(0.1)
        assert [k for k, page in enumerate(pages) if page.stale] == [asked]
        seconds = [room.shown(page)["seconds"] for page in pages]
        assert [k for k, one in enumerate(seconds) if one is not None] == [asked]

    table(monkeypatch, work, position=position, seats=["me", "person", "person"], claim=5)


# ---- who has left


def test_an_agent_waits_as_long_as_it_was_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        own, other = (sit(room, chair.token) for chair in room.chairs[:2])
        await asyncio.sleep(100)
        assert room.chairs[1].stand_in is None  # nobody has left
        room.leave(other)
        await asyncio.sleep(room.away - 2)
        assert room.chairs[1].stand_in is None
        await asyncio.sleep(4)
        assert room.chairs[1].stand_in is not None and room.shown(own)["away"][1]
        room.enter(other)
        assert room.chairs[1].stand_in is None
        room.leave(own)
        room.leave(other)
        await asyncio.sleep(2 * room.away)  # nobody waits for anybody
        assert [chair.stand_in for chair in room.chairs] == [None, None, None]

    table(monkeypatch, work, seats=["me", "person", "baseline"], away=20)


# ---- what is hidden


def test_who_watches_people_sees_no_hand_when_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new(load_rules("super_bingo"), 5)
    while not game.over:
        game.act(game.legal()[0])

    async def work(room: Room) -> None:
        own, watch = sit(room, room.chairs[0].token), sit(room, room.watch)
        assert room.shown(own)["may_open"] and not room.shown(watch)["may_open"]
        closed = ["other hands stay closed while people play"]
        for at in (None, 1):
            assert await say(room, watch, Look(t="look", decision=at, open=True)) == closed
        assert "when the game is over" in (await say(room, watch, Copy(t="copy", what="record")))[0]
        watch.open = True  # even if it had been said
        view = room.shown(watch)["view"]
        winners = game.batch.state(0)["last"]["winners"]
        for seat, one in enumerate(view["seats"]):
            assert seat in winners or set(one["hand"]) <= {HIDDEN}
        assert await say(room, own, Look(t="look", decision=None, open=True)) == []
        assert all(HIDDEN not in one["hand"] for one in room.shown(own)["view"]["seats"])

    table(monkeypatch, work, record=game.record().dumps(), seats=["me", "person", "baseline"])


def test_a_forced_move_is_a_moment_like_any_other() -> None:
    """What is taken without a choice is gone through one by one, to where the game stands."""
    forced = 0
    for rules in ("super_bingo", "kawuxing", "xiamen", "piquet", "ninety_nine"):
        game = Game.new(load_rules(rules), 4)
        while not game.over and game.decision < 150:
            game.act(game.legal()[0])
            moments = game.moments()
            assert [one.place for one in moments] == list(range(len(moments)))
            for moment in (one for one in moments if one.decision == game.decision):
                then, forced = game.then(moment, copied=True), forced + (moment.forced is not None)
                assert moment.forced is None or len(then.legal()) == 1
            last = moments[-1]
            assert (last.forced, last.seat) == (None, game.seat)
            assert last.endings == len(game.endings())
        decided = [one for one in game.moments() if one.forced is None]
        assert len(decided) == game.decision + 1
        game.go_back(50)
        assert game.moments()[-1].decision == 50 and game.moments()[-1].forced is None
    assert forced > 20


# ---- agents that think for long


class Slow(Baseline):
    """Thinks until it is told to stop."""

    def __init__(self, stop: threading.Event) -> None:
        super().__init__()
        self.stop, self.asked, self.most = stop, 0, 0

    def act(self, *given: Any) -> Any:
        self.asked += 1
        self.most = max(self.most, self.asked)
        self.stop.wait(30)
        self.asked -= 1
        return super().act(*given)


def agents_only(agent: Any = None) -> Room:
    room = open_room(NewTable(rules="super_bingo", seats=["baseline"] * 3, seed=1, pace=0))
    for chair in room.chairs:
        chair.agent = agent or chair.agent
    return room


def test_tables_that_think_for_long_stop_no_other() -> None:
    stop = threading.Event()

    async def played() -> int:
        anyio.to_thread.current_default_thread_limiter().total_tokens = 2  # few threads for all
        slow = [agents_only(Slow(stop)) for _ in range(4)]
        quick = agents_only()
        tasks = [asyncio.create_task(room.run()) for room in (*slow, quick)]
        try:
            async with asyncio.timeout(20):
                while quick.game.decision < 20:
                    await asyncio.sleep(0.01)
        finally:
            stop.set()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return quick.game.decision

    assert asyncio.run(played()) >= 20


def test_a_table_asks_an_agent_once_at_a_time() -> None:
    """Whatever is given up runs to its end before the next begins."""
    stop = threading.Event()

    async def played() -> None:
        room = agents_only(agent := Slow(stop))
        page = sit(room, room.watch)
        task = asyncio.create_task(room.run())
        for paused in (True, False) * 4:
            await asyncio.sleep(0.02)
            room.ask(page, Pace(t="pace", seconds=0, paused=paused))
        await asyncio.sleep(0.02)
        assert agent.most == 1
        stop.set()
        until = time.monotonic() + 20
        while room.game.decision < 5:
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        assert agent.most == 1
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(played())


# ---- agents that cannot go on


class Fails(Baseline):
    """Chooses what is not legal, or raises an error."""

    def __init__(self, error: Exception | None) -> None:
        super().__init__()
        self.name, self.error = "fails", error

    def act(self, seen: Any, rng: Any) -> Any:
        if self.error is not None:
            raise self.error
        return (1 - seen.mask).argmax(axis=1)


FAILURES = (None, AgentError("it did not answer to a tsumo of 7z"), KeyError("seat 1 holds 5p"))


@pytest.mark.parametrize("error", FAILURES)
@pytest.mark.parametrize("people", [1, 2])
def test_why_an_agent_fails_is_not_told_to_who_plays(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    people: int,
    error: Exception | None,
) -> None:
    """An error may name tiles: the whole position, where an action is not legal."""
    told: list[str] = []

    async def work(room: Room) -> None:
        room.chairs[2].agent = Fails(error)
        pages = [sit(room, chair.token) for chair in room.chairs if chair.person]
        pages.append(sit(room, room.watch))
        for _ in range(2000):
            await asyncio.sleep(0.1)
            for page in pages[:people]:
                view = room.shown(page)
                told.extend(view["errors"])
                if view["view"]["actions"]:
                    room.ask(page, act(view["view"]))
            if told:
                break
        assert room.paused and not room.game.over
        told.extend(room.shown(pages[-1])["errors"])
        view = await turn_back(room, pages[0]) if people == 1 else None
        assert view is None or view["actions"]  # the table goes on

    seats = ["person" if seat < people else "baseline" for seat in range(3)]
    table(monkeypatch, work, seats=seats)
    assert {*told} == {"fails cannot go on; the terminal of the server says why"}
    assert ("is not legal" if error is None else str(error)) in caplog.text


async def turn_back(room: Room, page: Page) -> Any:
    """The view of the page's first decision, taken back to."""
    room.ask(page, Back(t="back", decision=0))
    return await turn(room, page)


def test_who_sees_all_hands_is_told_why_an_agent_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        room.chairs[2].agent = Fails(None)
        page = sit(room, room.watch)
        while not room.paused:
            await asyncio.sleep(0.1)
        (why,) = room.shown(page)["errors"]
        assert why.startswith("fails cannot go on: action ") and "seat0 hand=" in why

    table(monkeypatch, work, seats=["baseline"] * 3)


def test_a_note_of_what_was_taken_back_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another page of the seat goes back while this one is slow to read; it hears on."""

    async def work(room: Room) -> None:
        page, other = (sit(room, room.chairs[0].token) for _ in range(2))
        heard: list[dict[str, Any]] = []
        ready = asyncio.Event()

        class Slow:
            async def send_json(self, message: dict[str, Any]) -> None:
                await ready.wait()
                heard.append(message)

        for _ in range(3):
            await say(room, other, act(await turn(room, other)))
        view = await turn(room, other)
        telling = asyncio.create_task(server._tell(Slow(), room, page))  # type: ignore[arg-type]
        await asyncio.sleep(0.01)
        page.note({"t": "cost", "decision": room.game.decision - 1})
        page.note({"t": "advice", "decision": 0})
        await say(room, other, Back(t="back", decision=0))
        assert view["decision"] > 0 == room.game.decision
        ready.set()
        await asyncio.sleep(0.01)
        assert not telling.done()
        assert {one["t"] for one in heard} == {"words", "view", "advice"}
        telling.cancel()

    table(monkeypatch, work)
