"""A table with people and agents at it: one task owns the game, pages send it what they want.

A page gets the moments that it can tell apart (``Game.moments``), numbered one by one, at times
that say nothing of hands (``Pacing``): whether others could claim, it cannot know.

Whoever is slow misses views, not events: a page gets the game as it stands whenever it is ready
for more. Agents think in other threads, on copies of the game.
"""

import asyncio
import logging
import secrets
import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from shugi._fast.view.layouts import layout_of
from shugi.agents.base import Agent
from shugi.agents.scripted import Baseline
from shugi.envs.common.documents import visible
from shugi.table.chairs import Chair, chair_of, is_token
from shugi.table.game import Game, GameMoment, Refused
from shugi.table.judging import Judging
from shugi.table.messages import VERSION, Act, Asked, Back, Copy, Look, Pace, Take
from shugi.table.pacing import Pacing, ends_of
from shugi.table.seating import choice_of
from shugi.table.thinking import Thread
from shugi.table.view import CLAIMS, NOBODY, ending_view, seen_view, waiting_view
from shugi.table.words import words_of

log = logging.getLogger(__name__)
MOST_WAITING = 64  # messages of pages that a table has not come to yet
MOST_EVENTS = 40  # of a hand that a page is told at once
PATIENCE = 1.0  # seconds after which the table looks who has left


@dataclass(eq=False)
class Page:
    """A browser page at a table."""

    viewer: int | None
    """The seat that it sees; None: it watches."""
    host: bool
    """It may say how fast agents play."""
    at: GameMoment | None = None
    """It looks at the game as it was then; None: as it is now."""
    open: bool = False
    waits: bool = False
    """It wants to see what its hand waits for."""
    heard: tuple[int, int] = (-1, 0)
    """The hand, and the events of it that the page was told."""
    stale: bool = True
    """It has not been sent the game as it stands."""
    notes: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What else it is to be sent: the newest message of each kind."""
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    errors: list[str] = field(default_factory=list)

    def tell(self, error: str) -> None:
        """Let the page know what went wrong."""
        self.errors = [*self.errors, error][-8:]
        self.refresh()

    def refresh(self) -> None:
        """Send it the game as it stands."""
        self.stale = True
        self.wake.set()

    def note(self, message: dict[str, Any]) -> None:
        """Send it a message beside the game; one of the same kind that still waits is dropped."""
        self.notes[message["t"]] = message
        self.wake.set()


class Room:
    """A table.

    Args:
        game: that is played.
        chairs: who sits where.
        pace: seconds that agents wait before they act.
        seed: of the agents' chance.
        claim: seconds that a person has to claim a discard; None: as many as he likes.
        away: seconds after which an agent acts for a person who has left others waiting.
    """

    def __init__(
        self,
        game: Game,
        chairs: Sequence[Chair],
        pace: float,
        seed: int,
        claim: float | None = None,
        away: float = 30,
    ) -> None:
        self.game, self.chairs = game, list(chairs)
        self.pacing, self.paused, self.seed = Pacing(game, pace), False, seed
        self.claim, self.away = claim, away
        self.rng = np.random.default_rng((seed, game.decision))
        self.thread = Thread()
        self.pages: set[Page] = set()
        self.watch = secrets.token_urlsafe(16)
        self.changed = asyncio.Event()
        """Set at each change of the game, for whoever writes it down."""
        self.trouble: str | None = None
        """Why the game is not written down any more; every page is told."""
        agents = [chair.agent.name for chair in chairs if chair.agent is not None]
        self.judging = Judging(self, agents, self._may_open)
        self._asked: asyncio.Queue[tuple[Page, Asked]] = asyncio.Queue(MOST_WAITING)
        self._until: float | None = None
        self._failed: int | None = None  # the decision at which an agent could not go on

    # ---- who is here

    @property
    def pace(self) -> float:
        """Seconds that agents wait before they act."""
        return self.pacing.pace

    @property
    def people(self) -> int:
        """Seats that people hold."""
        return sum(chair.person for chair in self.chairs)

    def page_of(self, token: str) -> Page | None:
        """What somebody with this link sees; None: there is no such link."""
        seat = chair_of(self.chairs, token)
        if seat is not None:
            first = next(k for k, chair in enumerate(self.chairs) if chair.person)
            return Page(seat, host=seat == first)
        if is_token(token, self.watch):
            return Page(None, host=self.people == 0, open=self.people == 0)
        return None

    def enter(self, page: Page) -> None:
        """A page is opened; who comes back plays again."""
        self.pages.add(page)
        if self.trouble is not None:
            page.tell(self.trouble)
        if page.viewer is not None:
            chair = self.chairs[page.viewer]
            chair.left, chair.stand_in = None, None
        self._tell_pages()

    def leave(self, page: Page) -> None:
        """A page is closed."""
        self.pages.discard(page)
        if page.viewer is not None and all(one.viewer != page.viewer for one in self.pages):
            self.chairs[page.viewer].left = time.monotonic()
        self._tell_pages()

    def _stand_in(self) -> None:
        """Let agents act for those whom others have waited for long enough."""
        here = any(chair.person and chair.left is None for chair in self.chairs)
        for chair in self.chairs:
            gone = chair.person and chair.stand_in is None and chair.gone() >= self.away
            if here and gone:
                chair.stand_in = Baseline()
                self._tell_pages()

    def ask(self, page: Page, asked: Asked) -> None:
        """Hand a page's message to the task of the table."""
        try:
            self._asked.put_nowait((page, asked))
        except asyncio.QueueFull:
            page.tell("too many messages at once; this one was not read")

    # ---- what pages are shown

    def words(self) -> dict[str, Any]:
        """What a page is told once."""
        return {"t": "words", "version": VERSION, "words": words_of(self.game.rules)}

    def shown(self, page: Page) -> dict[str, Any]:
        """Everything that a page draws."""
        seen, moment = self.seen(page), self.looked_at(page)
        game, opened = self.game.then(moment), self._viewer(page) is None
        heard = self._heard(page, game)
        view = seen_view(game, self.game.names, page.viewer, opened, heard, page.waits)
        page.heard = (view["hand"], view["history"]) if page.at is None else page.heard
        view["decision"] = self.number(page, moment)
        if page.at is None and not self.game.stands(moment):
            view = waiting_view(view)
        endings = game.endings()
        told = {
            "t": "view",
            "version": VERSION,
            "view": view,
            "ending": ending_view(endings[-1], game.rules) if endings else None,
            "endings": len(endings),
            "decisions": len(seen) - 1,
            "marks": ends_of(seen),
            "own": self._own(page, seen),
            "looking": None if page.at is None else view["decision"],
            "open": opened,
            "waits": page.waits,
            "may_open": self._may_open(page),
            "may_go_back": self.people <= 1,
            "host": page.host,
            "pace": self.pace,
            "paused": self.paused,
            "seconds": self._seconds() if self._is_asked(page) and page.at is None else None,
            "away": [chair.stand_in is not None for chair in self.chairs],
            "people": [chair.person for chair in self.chairs],
            "errors": page.errors,
            **self.judging.flags(page, moment),
        }
        page.errors = []
        return told

    def noted(self, page: Page, note: dict[str, Any]) -> dict[str, Any] | None:
        """A note as the page is sent it: decisions have the numbers that the page knows.

        None: the game went back behind that decision while the page was sent something else.
        """
        if "decision" not in note:
            return note
        moment = self._decision_moment(note["decision"])
        return None if moment is None else note | {"decision": self.number(page, moment)}

    def seen(self, page: Page) -> list[GameMoment]:
        """The moments that a page can tell apart; their places are its numbers for them."""
        if self._may_open(page):
            return self.pacing.decisions()
        return self.pacing.seen(NOBODY if page.viewer is None else page.viewer)

    def number(self, page: Page, moment: GameMoment) -> int:
        """The number that a page has for a moment.

        A moment that the page cannot tell apart has the number of the one before.
        """
        places = [one.place for one in self.seen(page)]
        return max(0, bisect_right(places, moment.place) - 1)

    def moment(self, page: Page, number: int) -> GameMoment:
        """What a page means by a number. Raises: Refused."""
        seen = self.seen(page)
        if not 0 <= number < len(seen):
            raise Refused(f"there are decisions 0 to {len(seen) - 1}, not {number}")
        return seen[number]

    def looked_at(self, page: Page) -> GameMoment:
        """What a page looks at."""
        seen = self.seen(page)
        return seen[-1] if page.at is None or page.at.place > seen[-1].place else page.at

    def _decision_moment(self, decision: int) -> GameMoment | None:
        return next((one for one in self.pacing.decisions() if one.decision == decision), None)

    def _is_asked(self, page: Page) -> bool:
        """Whether the page's seat is asked now, and the page has been shown that."""
        now = self.pacing.now
        return self.game.stands(now) and page.viewer is not None and page.viewer == now.seat

    def _own(self, page: Page, seen: list[GameMoment]) -> int | None:
        """The last decision that the page's seat has taken."""
        last = self.game.last_of(page.viewer)
        if last is None:
            return None
        return next(k for k, one in enumerate(seen) if one.decision == last and not one.forced)

    def _viewer(self, page: Page) -> int | None:
        """The seat whose eyes the page has (``view_of``)."""
        if page.open and self._may_open(page):
            return None
        return NOBODY if page.viewer is None else page.viewer

    def _heard(self, page: Page, game: Game) -> int:
        """The number of the first event that the page has not been told of."""
        state = game.batch.state(0)
        hand, number = page.heard
        first = int(state["history_total"]) - MOST_EVENTS
        return max(first, number if hand == state["hand_no"] and page.at is None else 0)

    def _may_open(self, page: Page) -> bool:
        """Whether all hands may be shown: nobody who plays could learn from it."""
        over = self.game.over and self.pacing.waiting is None
        return self.people == 0 or (over and page.viewer is not None)

    def _tell_pages(self) -> None:
        """Something that concerns all pages."""
        self.changed.set()
        for page in self.pages:
            page.refresh()

    def _show(self) -> None:
        """Let a moment be seen, by those who may know of it."""
        moment = self.pacing.show(self._is_secret(self.pacing.waiting))
        for page in self.pages:
            if not moment.private or moment.seat == page.viewer or self._may_open(page):
                page.refresh()

    # ---- the task

    async def run(self) -> None:
        """Play until cancelled."""
        try:
            await self._play()
        finally:
            self.judging.close()

    async def _play(self) -> None:
        while True:
            self._stand_in()
            waiting = self.pacing.waiting
            if waiting is not None:
                await self._come_to(waiting)
                continue
            agent = self._agent_to_act()
            if agent is None:
                await self._wait_for_people()
            else:
                await self._let_act(agent, self.game.decision)

    def _agent_to_act(self) -> Agent | None:
        """The agent that decides now; in a pause only one that is asked in private.

        If that one waited too, the pause would tell that it was asked.
        """
        now = self.pacing.now
        if now.seat is None or self._failed == now.decision:
            return None
        return None if self.paused and not now.private else self.chairs[now.seat].acts

    def _is_secret(self, moment: GameMoment | None) -> bool:
        """Whether no page may know of a moment while people play."""
        if moment is None or not moment.private or moment.seat is None:
            return False
        return moment.forced is not None or self.chairs[moment.seat].acts is not None

    async def _come_to(self, moment: GameMoment) -> None:
        """Show a moment when its time has come."""
        before = self.pacing.now
        agent = before.seat is not None and self.chairs[before.seat].acts is not None
        held = self.paused and agent and before.forced is not None and not before.private
        if self._is_secret(moment):
            self._show()
        elif held:
            await self._listen(PATIENCE)
        elif (left := self.pacing.left()) > 0:
            await self._listen(left)
        else:
            self._show()

    async def _listen(self, seconds: float) -> bool:
        """Answer what a page says next; False: none has said anything for so long."""
        try:
            async with asyncio.timeout(seconds):
                asked = await self._asked.get()
        except TimeoutError:
            return False
        self._answer(*asked)
        return True

    async def _wait_for_people(self) -> None:
        """Until a page has said something, or it is time to look around."""
        self._set_clock()
        if await self._listen(min(PATIENCE, self._left())):
            return
        if self._until is not None and self._left() <= 0:
            self._act(self._pass_action())

    # ---- the clock of claims

    def _set_clock(self) -> None:
        """A person who may claim has so long; the clock goes on while pages look around."""
        timed = self.claim is not None and not self.paused and self._may_pass()
        if not timed:
            self._until = None
        elif self._until is None:
            self._until = time.monotonic() + (self.claim or 0)
            for page in self.pages:
                if self._is_asked(page):
                    page.refresh()

    def _may_pass(self) -> bool:
        seat = self.game.seat
        if seat is None or "plays_cards" in self.game.rules.traits:
            return False
        return (
            self.game.batch.state(0)["phase"] in CLAIMS and self._pass_action() in self.game.legal()
        )

    def _pass_action(self) -> int:
        return int(layout_of(self.game.rules).action_id("pass"))

    def _left(self) -> float:
        """Seconds until the table passes."""
        return PATIENCE if self._until is None else max(0.0, self._until - time.monotonic())

    def _seconds(self) -> float | None:
        return None if self._until is None else round(self._left(), 1)

    # ---- agents

    async def _let_act(self, agent: Agent, decision: int) -> None:
        """Let an agent act, unless a page changes the game before."""
        game, private = self.game.at(decision), self.pacing.now.private
        start = time.monotonic()
        thinking = asyncio.create_task(self._action_of(agent, game, private))
        asked: asyncio.Task[tuple[Page, Asked]] | None = None
        try:
            while not thinking.done():
                asked = asyncio.create_task(self._asked.get())
                await asyncio.wait({thinking, asked}, return_when=asyncio.FIRST_COMPLETED)
                if asked.done():
                    self._answer(*asked.result())
                if (self.paused and not private) or self.game.decision != decision:
                    return
        finally:
            thinking.cancel()
            if asked is not None:
                asked.cancel()
        if private:
            self.pacing.passed(time.monotonic() - start)
        try:
            self._act(thinking.result())
        except Exception as error:  # whatever a program of somebody's raises
            self.paused, self._failed = True, decision
            self._tell_failed(str(getattr(agent, "name", "an agent")), error)

    def _tell_failed(self, name: str, error: Exception) -> None:
        """Tell that an agent cannot go on. Why may name its tiles, or those of all hands."""
        why = f"{name} cannot go on: {error}"
        log.warning("%s", visible(why))
        for page in self.pages:
            hidden = f"{name} cannot go on; the terminal of the server says why"
            page.tell(why if self._may_open(page) else hidden)

    async def _action_of(self, agent: Agent, game: Game, private: bool) -> int:
        """What an agent does: at once where nobody may know that it is asked."""
        wait = 0.0 if private else max(0.0, self.pace - self.pacing.window)
        action, _ = await asyncio.gather(
            self.thread.run(partial(choice_of, agent, game, self.rng)), asyncio.sleep(wait)
        )
        return action

    def _act(self, action: int) -> None:
        """Take a decision; who took it is told at once, all others when it is time."""
        now = self.pacing.now
        unasked = self._is_secret(now)
        self.game.act(action)
        self._until = self._failed = None
        if not unasked:
            self.pacing.acted()
        for page in self.pages:
            if page.viewer is not None and page.viewer == now.seat:
                page.refresh()
        self.changed.set()

    # ---- what pages ask

    def _answer(self, page: Page, asked: Asked) -> None:
        try:
            judged = self.judging.answers.get(type(asked))
            if judged is not None:
                judged(page, asked)
            else:
                self.ANSWERS[type(asked)](self, page, asked)
        except Refused as error:
            page.tell(str(error))

    def _answer_act(self, page: Page, asked: Act) -> None:
        now = self.pacing.now
        if not self._is_asked(page):
            raise Refused("it is not your turn")
        if asked.decision != self.number(page, now):
            raise Refused(f"decision {asked.decision} is over")
        if asked.action not in self.game.legal():
            raise Refused(f"action {asked.action} is not legal now")
        page.at = None
        self._act(asked.action)
        self.judging.acted(page, now.decision)

    def _answer_back(self, page: Page, asked: Back) -> None:
        if self.people > 1:
            raise Refused("other people play: what is done stays done")
        if page.viewer is None and not page.host:
            raise Refused("only who plays may take back")
        self.game.go_back(self.moment(page, asked.decision).decision)
        self.pacing.gone_back()
        page.at, self.paused, self._until = None, self.people == 0, None
        self._failed = None
        self._tell_pages()

    def _answer_pace(self, page: Page, asked: Pace) -> None:
        if not page.host:
            raise Refused("only the host of the table sets its pace")
        self.pacing.pace, self.paused = asked.seconds, asked.paused
        self._failed = None
        self._tell_pages()

    def _answer_look(self, page: Page, asked: Look) -> None:
        at = None if asked.decision is None else self.moment(page, asked.decision)
        if asked.open and not self._may_open(page):
            raise Refused("other hands stay closed while people play")
        page.at, page.open, page.waits = at, asked.open, asked.waits
        page.refresh()

    def _answer_take(self, page: Page, asked: Take) -> None:
        if asked.seat >= len(self.chairs) or not self.chairs[asked.seat].person:
            raise Refused(f"nobody but an agent sits at seat {asked.seat}")
        if not page.host and page.viewer != asked.seat:
            raise Refused("only the host may let an agent play for somebody else")
        self.chairs[asked.seat].stand_in = Baseline() if asked.away else None
        self._tell_pages()

    def _answer_copy(self, page: Page, asked: Copy) -> None:
        if asked.what == "record":
            if not self._may_open(page):
                raise Refused("a record tells of all hands: it is there when the game is over")
            page.note({"t": "copy", "what": "record", "text": self.game.record().dumps()})
            return
        page.note({"t": "copy", "what": "position", "text": self._position(page)})

    def _position(self, page: Page) -> str:
        """The position that the page looks at, as text; what the page cannot see is dealt anew."""
        viewer = self._viewer(page)
        game = self.game.then(self.looked_at(page), copied=True)
        if viewer is None:
            return game.position()
        if viewer == NOBODY:
            raise Refused("who watches people play cannot copy what they hold")
        try:
            game.batch.redeal(0, viewer, secrets.randbits(63))
        except RuntimeError as error:
            raise Refused(str(error)) from None
        return game.position()

    ANSWERS: dict[type, Callable[["Room", Page, Any], None]] = {
        Act: _answer_act,
        Back: _answer_back,
        Pace: _answer_pace,
        Look: _answer_look,
        Take: _answer_take,
        Copy: _answer_copy,
    }
