"""A table's game reviewed in the background: what each choice in it cost, and the dearest mistakes.

The numbers are those of ``shugi review`` with nothing but the record.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from shugi._fast.rules.compile import Rules
from shugi.agents.base import AgentError
from shugi.agents.scripted import Baseline
from shugi.table.advice import Listener
from shugi.table.game import Game
from shugi.table.thinking import in_thread
from shugi.training.lab.choices_made import TakenStep, choices_in
from shugi.training.lab.review import Reviewer, ReviewSettings
from shugi.training.lab.review_report import Reviewed

Told = dict[str, Any]


def steps_of(game: Game, first: int = 0) -> list[TakenStep]:
    """The decisions of a game from one on, as a review takes them."""
    steps, hand = [], 1
    for number, step in enumerate(game.steps):
        if number >= first:
            steps.append(TakenStep(step.before, step.action, hand))
        hand += step.ending is not None
    return steps


class Reviewing:
    """The review of one table; all pages that ask for it share it.

    Args:
        rules: of the game.
        here: whether a page is still there.
    """

    def __init__(self, rules: Rules, here: Callable[[Listener], bool]) -> None:
        self.rules, self.here = rules, here
        self.pages: set[Listener] = set()
        self._steps: list[TakenStep] = []
        self._names: list[str] = []
        self._reviewer: Reviewer | None = None
        self._told: Told | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def ask(self, page: Listener, steps: Sequence[TakenStep], names: Sequence[str]) -> None:
        """Tell a page about the review of these decisions; one that was stopped goes on.

        Args:
            page: who is told.
            steps: the decisions.
            names: of the players, by seat.
        """
        self.pages.add(page)
        self._stopped = False
        if self._steps != list(steps):
            self.close()
            self._steps, self._names = list(steps), list(names)
            self._reviewer = self._told = None
        if self._told is not None and self._told["finished"]:
            page.note(self._told)
        elif self._task is None or self._task.done():
            self._task = asyncio.create_task(self._review())

    def stop(self, page: Listener) -> None:
        """A page wants no more; if it was the only one, it is told what is known."""
        if any(one is not page for one in self._listeners()):
            self.pages.discard(page)
        else:
            self._stopped = True

    def close(self) -> None:
        """Nobody listens any more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _listeners(self) -> list[Listener]:
        self.pages = {page for page in self.pages if self.here(page)}
        return list(self.pages)

    async def _review(self) -> None:
        try:
            if self._reviewer is None:
                self._reviewer = await in_thread(self._make_reviewer)
            reviewer = self._reviewer
            for chunk in reviewer.chunks():
                if not self._listeners() or self._stopped:
                    break
                self._tell(reviewer, None)
                reviewer.add(await in_thread(partial(reviewer.value, chunk)))
            report = await in_thread(lambda: Reviewed(reviewer, self._names).summary())
            self._tell(reviewer, report)
        except (AgentError, RuntimeError, ValueError) as error:
            for page in self._listeners():
                page.note({"t": "review", "error": str(error)})

    def _make_reviewer(self) -> Reviewer:
        agent = Baseline()
        taken = choices_in(self.rules, self._steps)
        return Reviewer(self.rules, taken, ReviewSettings(), {agent.name: agent}, agent)

    def _tell(self, reviewer: Reviewer, report: Told | None) -> None:
        self._told = {
            "t": "review",
            "done": len(reviewer.positions),
            "of": len(reviewer.taken),
            "finished": report is not None and len(reviewer.positions) == len(reviewer.taken),
            "report": report,
        }
        for page in self._listeners():
            page.note(self._told)
