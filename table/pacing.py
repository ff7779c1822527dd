"""When pages are shown what has happened: at times that tell nothing of hidden hands.

Who cannot claim a discard is not asked, so it would tell of hands to show that somebody is. A
discard is shown together with what comes of it: the next turn, a claim, or the own question. The
time until then is the same whether or not an agent was asked.
"""

import time
from collections import deque
from collections.abc import Sequence

from shugi.table.game import Game, GameMoment

BEAT = 0.15  # seconds at most between a person's act and what comes of it, if nobody claims
REMEMBERED = 16  # discards that agents could claim


class Pacing:
    """What of a table's game its pages are shown.

    Args:
        game: all that has happened in it is shown at once.
        pace: seconds between two moments, where nobody has a say in it.
    """

    def __init__(self, game: Game, pace: float) -> None:
        self.game, self.pace = game, pace
        self.shown = len(game.moments())
        """Moments that are over, or stand; those after them wait."""
        self.due = 0.0
        """When the next moment may be shown."""
        self._spent = 0.0  # seconds that agents have thought whether to claim the last discard
        self._claims: deque[float] = deque(maxlen=REMEMBERED)

    @property
    def now(self) -> GameMoment:
        """The newest moment that is shown."""
        return self.game.moments()[self.shown - 1]

    @property
    def waiting(self) -> GameMoment | None:
        """The moment that is shown next; None: all are."""
        moments = self.game.moments()
        return moments[self.shown] if self.shown < len(moments) else None

    @property
    def window(self) -> float:
        """Seconds between an act and what follows: agents need as long to say that they pass.

        0 where agents do not wait at all.
        """
        return max([min(self.pace, BEAT), *self._claims]) if self.pace else 0.0

    def left(self) -> float:
        """Seconds until the next moment may be shown."""
        return max(0.0, self.due - time.monotonic())

    def seen(self, viewer: int) -> list[GameMoment]:
        """Moments that a seat can tell apart, or who watches (``NOBODY``)."""
        shown = self.game.moments()[: self.shown]
        return [one for one in shown if one.seat == viewer or not one.private or one.place == 0]

    def decisions(self) -> list[GameMoment]:
        """Moments of decisions: what those count who see all hands."""
        return [one for one in self.game.moments()[: self.shown] if one.forced is None]

    # ---- what happens

    def acted(self) -> None:
        """Somebody has acted, for others to see."""
        self.due = time.monotonic() + self.window

    def passed(self, seconds: float) -> None:
        """An agent has thought so long about what only it was asked."""
        self._spent += seconds

    def show(self, unasked: bool) -> GameMoment:
        """Show the next moment.

        Args:
            unasked: it is private, and no person's: nobody sees it.
        """
        self.shown += 1
        if not unasked:
            if self._spent:
                self._claims.append(self._spent)
                self._spent = 0.0
            if self.now.forced is not None:
                self.due = time.monotonic() + self.pace
        return self.now

    def gone_back(self) -> None:
        """The game stands where it stood before; that is shown at once."""
        self.shown, self.due = len(self.game.moments()), 0.0


def ends_of(seen: Sequence[GameMoment]) -> list[int]:
    """Where among moments hands were over."""
    pairs = zip(seen, seen[1:], strict=False)
    return [k for k, (one, other) in enumerate(pairs, 1) if one.endings < other.endings]
