"""A table with people and agents at it: one task owns the game, pages send it what they want.

Whoever is slow misses views, not events: a page gets the game as it stands whenever it is ready
for more. Agents think in other threads, on copies of the game.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio.to_thread
import numpy as np

from shugi.agents.base import Agent, AgentError
from shugi.envs.files import told
from shugi.table.game import Game, Refused
from shugi.table.messages import VERSION, Act, Back, Look, Pace
from shugi.table.seating import choice_of
from shugi.table.view import ending_view, seen_view

MOST_WAITING = 64  # messages of pages that a table has not come to yet


@dataclass(eq=False)
class Page:
    """A browser page at a table."""

    viewer: int | None
    """The seat that it sees; None: it watches."""
    host: bool
    """It may say how fast agents play."""
    at: int | None = None
    """It looks at the game before this decision; None: as it is now."""
    open: bool = False
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


Asked = Act | Back | Pace | Look


class Room:
    """A table.

    Args:
        game: that is played.
        occupants: an agent for each seat, or None for a person.
        pace: seconds that agents wait before they act.
        seed: of the agents' chance.
        keep: where the record is written as it grows; None: nowhere.
    """

    def __init__(
        self,
        game: Game,
        occupants: Sequence[Agent | None],
        pace: float,
        seed: int,
        keep: Path | None = None,
    ) -> None:
        self.game, self.occupants, self.keep = game, list(occupants), keep
        self.pace, self.paused = pace, False
        self.rng = np.random.default_rng(seed)
        self.pages: set[Page] = set()
        self.tokens = [secrets.token_urlsafe(16) for _ in occupants]
        self.watch = secrets.token_urlsafe(16)
        self._asked: asyncio.Queue[tuple[Page, Asked]] = asyncio.Queue(MOST_WAITING)

    # ---- who is here

    @property
    def people(self) -> int:
        """Seats that people hold."""
        return sum(one is None for one in self.occupants)

    def page_of(self, token: str) -> Page | None:
        """What somebody with this link sees; None: there is no such link."""
        for seat, own in enumerate(self.tokens):
            if secrets.compare_digest(own, token):
                first = next((k for k, one in enumerate(self.occupants) if one is None), 0)
                return Page(seat, host=seat == first) if self.occupants[seat] is None else None
        if secrets.compare_digest(self.watch, token):
            return Page(None, host=self.people == 0, open=self.people == 0)
        return None

    def ask(self, page: Page, asked: Asked) -> None:
        """Hand a page's message to the task of the table."""
        try:
            self._asked.put_nowait((page, asked))
        except asyncio.QueueFull:
            page.tell("too many messages at once; this one was not read")

    # ---- what pages are shown

    def shown(self, page: Page) -> dict[str, Any]:
        """Everything that a page draws."""
        game = self.game
        if page.at is not None and page.at <= game.decision:
            game = game.at(page.at)
        opened = page.open and self._may_open(page)
        view = seen_view(game, self.game.names, page.viewer, opened)
        endings = game.endings()
        told = {
            "t": "view",
            "version": VERSION,
            "view": view,
            "ending": ending_view(endings[-1], game.rules) if endings else None,
            "endings": len(endings),
            "decisions": self.game.decision,
            "marks": [step.ending is not None for step in self.game.steps],
            "own": self.game.last_of(page.viewer),
            "looking": page.at,
            "open": opened,
            "may_open": self._may_open(page),
            "may_go_back": self.people <= 1,
            "host": page.host,
            "pace": self.pace,
            "paused": self.paused,
            "errors": page.errors,
        }
        page.errors = []
        return told

    def _may_open(self, page: Page) -> bool:
        """Whether all hands may be shown: nobody who plays could learn from it."""
        return self.people == 0 or (self.game.over and page.viewer is not None)

    def _changed(self) -> None:
        for page in self.pages:
            page.refresh()

    # ---- the task

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            seat = self.game.seat
            agent = self.occupants[seat] if seat is not None and not self.paused else None
            if agent is None:
                self._answer(*await self._asked.get())
                continue
            await self._let_act(agent, self.game.decision)

    async def _let_act(self, agent: Agent, decision: int) -> None:
        """Let an agent act, unless a page changes the game before."""
        game = self.game.at(decision)
        thinking = asyncio.create_task(self._thought(agent, game))
        try:
            while not thinking.done():
                asked = asyncio.create_task(self._asked.get())
                await asyncio.wait({thinking, asked}, return_when=asyncio.FIRST_COMPLETED)
                if asked.done():
                    self._answer(*asked.result())
                else:
                    asked.cancel()
                if self.paused or self.game.decision != decision:
                    return
        finally:
            if not thinking.done():
                thinking.cancel()
        try:
            self._act(thinking.result())
        except (AgentError, Refused, RuntimeError, ValueError) as error:
            self.paused = True
            for page in self.pages:
                page.tell(f"{getattr(agent, 'name', 'an agent')} cannot go on: {error}")

    async def _thought(self, agent: Agent, game: Game) -> int:
        action, _ = await asyncio.gather(
            anyio.to_thread.run_sync(choice_of, agent, game, self.rng, abandon_on_cancel=True),
            asyncio.sleep(self.pace),
        )
        return action

    def _act(self, action: int) -> None:
        self.game.act(action)
        self._write()
        self._changed()

    def _write(self) -> None:
        """Write the record; where that fails the game goes on, and pages are told."""
        if self.keep is None:
            return
        try:
            self.game.record().save(self.keep)
        except OSError as error:
            self.keep = None
            for page in self.pages:
                page.tell(f"the game is not written any more: {told(error)}")

    def _answer(self, page: Page, asked: Asked) -> None:
        try:
            self.ANSWERS[type(asked)](self, page, asked)
        except Refused as error:
            page.tell(str(error))

    def _answer_act(self, page: Page, asked: Act) -> None:
        if page.viewer is None or page.viewer != self.game.seat:
            raise Refused("it is not your turn")
        if asked.decision != self.game.decision:
            raise Refused(f"decision {asked.decision} is over")
        if asked.action not in self.game.legal():
            raise Refused(f"action {asked.action} is not legal now")
        page.at = None
        self._act(asked.action)

    def _answer_back(self, page: Page, asked: Back) -> None:
        if self.people > 1:
            raise Refused("other people play: what is done stays done")
        if page.viewer is None and not page.host:
            raise Refused("only who plays may take back")
        self.game.go_back(asked.decision)
        page.at, self.paused = None, self.people == 0
        self._changed()

    def _answer_pace(self, page: Page, asked: Pace) -> None:
        if not page.host:
            raise Refused("only the host of the table sets its pace")
        self.pace, self.paused = asked.seconds, asked.paused
        self._changed()

    def _answer_look(self, page: Page, asked: Look) -> None:
        if asked.decision is not None and not 0 <= asked.decision <= self.game.decision:
            raise Refused(f"there are decisions 0 to {self.game.decision}")
        if asked.open and not self._may_open(page):
            raise Refused("other hands stay closed while people play")
        page.at, page.open = asked.decision, asked.open
        page.refresh()

    ANSWERS: dict[type, Callable[["Room", Page, Any], None]] = {
        Act: _answer_act,
        Back: _answer_back,
        Pace: _answer_pace,
        Look: _answer_look,
    }
