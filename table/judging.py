"""Who at a table may know what choices are worth, and what pages ask about it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from shugi.table.advice import Adviser
from shugi.table.game import GameMoment, Refused
from shugi.table.messages import Advise, Practise, ReviewGame
from shugi.table.review import Reviewing, steps_of

Answer = Callable[[Any, Any], None]


class Judging:
    """Advice, practice and review of one table.

    Args:
        room: the table; its game, its pages and how many people play are looked at.
        agents: names of those who sit there.
        may_open: whether a page may see all hands.
    """

    def __init__(self, room: Any, agents: list[str], may_open: Callable[[Any], bool]) -> None:
        self.room, self.may_open = room, may_open
        self.adviser = Adviser(room.game.rules, agents)
        self.reviewing = Reviewing(room.game.rules, room.pages.__contains__)
        self.answers: dict[type, Answer] = {
            Advise: self._advise,
            Practise: self._practise,
            ReviewGame: self._review,
        }

    def flags(self, page: Any, moment: GameMoment) -> dict[str, bool]:
        """What a page may ask for while it looks at a moment."""
        return {
            "may_judge": self.may_judge(page, moment),
            "may_review": self.may_open(page),
            "may_practise": self._is_alone(page),
            "practising": page in self.adviser.practising,
        }

    def may_judge(self, page: Any, moment: GameMoment) -> bool:
        """Whether a page may know what the choices at a moment are worth.

        While a person plays, that one alone, and of the own decisions; in company nobody.
        """
        if moment.seat is None or moment.forced is not None:
            return False
        return self.may_open(page) or (self._is_alone(page) and page.viewer == moment.seat)

    def acted(self, page: Any, number: int) -> None:
        """Tell who practises what the own decision that was just taken cost."""
        if page in self.adviser.practising and self._is_alone(page):
            first = max(0, number - 1)
            steps = steps_of(self.room.game, first)[: number + 1 - first]
            self.adviser.cost(page, steps, first, partial(self._still, page, number))

    def close(self) -> None:
        """The table is no more."""
        self.adviser.close()
        self.reviewing.close()

    def _is_alone(self, page: Any) -> bool:
        return self.room.people == 1 and page.viewer is not None

    def _still(self, page: Any, number: int) -> bool:
        practising = self.adviser.practising
        practising &= self.room.pages
        return page in practising and self.room.game.decision > number

    def _looks_at(self, page: Any, moment: GameMoment) -> bool:
        return page in self.room.pages and self.room.looked_at(page) is moment

    # ---- what pages ask

    def _advise(self, page: Any, asked: Advise) -> None:
        if not asked.on:
            return self.adviser.stop(page)
        moment = self.room.moment(page, asked.decision)
        if not self.may_judge(page, moment):
            raise Refused("what others' choices are worth is told when the game is over")
        number, wanted = moment.decision, partial(self._looks_at, page, moment)
        self.adviser.advise(page, number, self.room.game.before(number), wanted)

    def _practise(self, page: Any, asked: Practise) -> None:
        if not self._is_alone(page):
            raise Refused("practice is for one person among agents")
        (self.adviser.practising.add if asked.on else self.adviser.practising.discard)(page)
        page.refresh()

    def _review(self, page: Any, asked: ReviewGame) -> None:
        if not self.may_open(page):
            raise Refused("a game is reviewed when it is over, or when nobody plays")
        if asked.on:
            self.reviewing.ask(page, steps_of(self.room.game), self.room.game.names)
        else:
            self.reviewing.stop(page)
