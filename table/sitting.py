"""A person, or nobody, at a game with agents: what a terminal plays.

The person is shown what a page would be (``Pacing``): whether others could claim is not told.
"""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from shugi.agents.base import Agent, AgentError
from shugi.envs.common.files import error_text
from shugi.table.game import Game, GameEnding, GameMoment, Refused
from shugi.table.keys import action_of_key
from shugi.table.pacing import Pacing, ends_of
from shugi.table.seating import Seated, choice_of
from shugi.table.view import View, ending_view, seen_view, waiting_view

PAUSE_OF_ENDING = 4.0  # so many times as long as a decision, where nobody plays
SLOWEST = 10.0


class Thought:
    """An agent that thinks in a thread.

    Args:
        agent: the one that is asked.
        game: a copy that nobody else uses.
        rng: the agent's chance.
    """

    def __init__(self, agent: Agent, game: Game, rng: np.random.Generator) -> None:
        self.decision, self.name = game.decision, agent.name
        self.since = time.monotonic()
        self.action: int | None = None
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._think, args=(agent, game, rng), daemon=True)
        self.thread.start()

    def _think(self, agent: Agent, game: Game, rng: np.random.Generator) -> None:
        try:
            self.action = choice_of(agent, game, rng)
        except Exception as error:  # told to the person, who may take back
            self.error = error

    @property
    def done(self) -> bool:
        return not self.thread.is_alive()


class Sitting:
    """A game as one person plays it, or watches it.

    Args:
        seated: the game and who plays it; one person at most.
        pace: seconds that agents wait before they act.
        keep: where the record is written as it grows; None: nowhere.

    Raises:
        AgentError: more than one person.
    """

    def __init__(self, seated: Seated, pace: float, keep: Path | None = None) -> None:
        self.game, self.occupants = seated.game, seated.occupants
        people = [seat for seat, one in enumerate(self.occupants) if one is None]
        if len(people) > 1:
            raise AgentError("one person plays in a terminal; `shugi table` seats several")
        self.seat = people[0] if people else None
        self.pacing, self.keep = Pacing(self.game, pace), keep
        self.rng = np.random.default_rng(seated.seed)
        self.at: int | None = None
        """The moment that is looked at, by its number in ``seen``; None: now."""
        self.opened = self.seat is None
        self.paused = self.left = self.helping = False
        self.payments: GameEnding | None = None
        """The hand whose payments are shown; agents wait meanwhile."""
        self.errors: list[str] = []
        self.failures: list[str] = []
        """Why agents could not go on, for whoever may know all hands."""
        self._thought: Thought | None = None
        self._failed: int | None = None  # the decision at which an agent could not go on
        self._shown_since = 0.0

    # ---- how it stands

    @property
    def pace(self) -> float:
        """Seconds that agents wait before they act."""
        return self.pacing.pace

    @property
    def may_open(self) -> bool:
        """Whether all hands may be shown: nobody who plays could learn from it."""
        return self.seat is None or (self.game.over and self.pacing.waiting is None)

    @property
    def asks(self) -> bool:
        """Whether it is for the person to say how it goes on."""
        if self.at is not None:
            return True
        if self.pacing.waiting is not None:
            return False
        idle = self.game.over or (self.paused and not self.pacing.now.private)
        return idle or self._failed == self.game.decision or self.game.seat == self.seat

    @property
    def thinking(self) -> bool:
        """Whether agents play; nobody is told which is asked."""
        return not self.asks and self.payments is None

    @property
    def seen(self) -> list[GameMoment]:
        """The moments that the person can tell apart."""
        if self.seat is None or self.may_open:
            return self.pacing.decisions()
        return self.pacing.seen(self.seat)

    @property
    def last(self) -> int:
        """The number of the newest moment."""
        return len(self.seen) - 1

    @property
    def number(self) -> int:
        """The number of the moment that is shown."""
        return self.last if self.at is None else self.at

    def view(self) -> View:
        """What the person sees."""
        moment = self.seen[self.number]
        game, opened = self.game.then(moment), self.opened and self.may_open
        view = seen_view(game, self.game.names, self.seat, opened)
        if self.at is not None or self.seat is None:
            return view | {"actions": []}
        return view if self.game.stands(moment) else waiting_view(view)

    def ending(self) -> dict[str, Any] | None:
        """The payments that are shown."""
        return None if self.payments is None else ending_view(self.payments, self.game.rules)

    # ---- agents

    def tick(self) -> bool:
        """Let agents go on; whether anything has changed."""
        if self.payments is not None and self.seat is None:
            if time.monotonic() - self._shown_since > PAUSE_OF_ENDING * self.pace:
                self.payments = None
        if self.asks or self.payments is not None:
            self._thought = None
            return False
        if self.pacing.waiting is not None:
            return self._show(self.pacing.waiting)
        thought = self._thought
        if thought is None or thought.decision != self.game.decision:
            agent = self.occupants[self.game.seat or 0]
            assert agent is not None  # a person would be asked
            self._thought = Thought(agent, self.game.at(self.game.decision), self.rng)
            return True
        if not thought.done or time.monotonic() < thought.since + self._wait:
            return False
        self._thought = None
        if self.pacing.now.private:
            self.pacing.passed(time.monotonic() - thought.since)
        if thought.error is None and thought.action is not None:
            self._take(thought.action, thought.name)
        else:
            self._stop(thought.name, thought.error)
        return True

    def wait(self) -> None:
        """Until the agent that thinks has acted, or would not."""
        while not self.tick() and not self.asks and self.payments is None:
            thought = self._thought
            if self.pacing.waiting is not None:
                time.sleep(self.pacing.left())
            elif thought is not None:
                thought.thread.join()
                time.sleep(max(0.0, thought.since + self._wait - time.monotonic()))

    @property
    def _wait(self) -> float:
        """Seconds that an agent waits: none where nobody may know that it is asked."""
        now = self.pacing.now
        return 0.0 if now.private else max(0.0, self.pace - self.pacing.window)

    def _show(self, moment: GameMoment) -> bool:
        """Show a moment if its time has come; whether it had."""
        unasked = moment.private and (moment.forced is not None or moment.seat != self.seat)
        if not unasked and self.pacing.left() > 0:
            return False
        before = self.pacing.now.endings
        self.pacing.show(unasked)
        if moment.endings > before:
            ending = self.game.endings()[moment.endings - 1]
            self.payments, self._shown_since = ending, time.monotonic()
        return True

    def _take(self, action: int, name: str) -> None:
        unasked = self.pacing.now.private and self.game.seat != self.seat
        try:
            self.game.act(action)
        except Refused as error:
            return self._stop(name, error)
        if not unasked:
            self.pacing.acted()
        self._write()

    def _stop(self, name: str, error: Exception | None) -> None:
        """An agent cannot go on. Why may name its tiles, or those of all hands."""
        self.paused, self._failed = True, self.game.decision
        why = f"{name} cannot go on: {error}"
        self.failures.append(why)
        self.errors.append(why if self.may_open else f"{name} cannot go on; why is told at the end")

    def _write(self) -> None:
        if self.keep is None:
            return
        try:
            self.game.record().save(self.keep)
        except OSError as error:
            self.keep = None
            self.errors.append(f"the game is not written any more: {error_text(error)}")

    # ---- the person

    def press(self, key: str) -> bool:
        """What a key does; whether it took a decision."""
        self.errors = []
        if self.payments is not None or self.helping:
            self.payments, self.helping = None, False
            if key not in ("escape", "?"):
                return False
        if key in COMMANDS:
            try:
                COMMANDS[key][0](self)
            except Refused as error:
                self.errors.append(str(error))
            return False
        view = self.view()
        action = action_of_key(view, key)
        if action is None:
            if view["actions"]:
                self.errors.append(f"nothing is done by {key!r} now; ? tells what is")
            return False
        self._take(action, "you")
        return True

    def _look(self, number: int) -> None:
        number = max(number, 0)
        self.at = number if number < self.last else None

    def _ends(self) -> Sequence[int]:
        return [0, *ends_of(self.seen), self.last]

    def one_back(self) -> None:
        self._look(self.number - 1)

    def one_forward(self) -> None:
        self._look(self.number + 1)

    def hand_back(self) -> None:
        self._look(max((end for end in self._ends() if end < self.number), default=0))

    def hand_forward(self) -> None:
        self._look(min((end for end in self._ends() if end > self.number), default=0) or 10**9)

    def play_on(self) -> None:
        if self.at is None:
            return
        self._go_back(self.seen[self.at].decision)
        self.at = None
        self.paused = False

    def _go_back(self, decision: int) -> None:
        self.game.go_back(decision)
        self.pacing.gone_back()
        self._failed = None
        self._write()

    def take_back(self) -> None:
        own = self.game.last_of(self.seat)
        if self.at is not None or own is None:
            raise Refused("there is no decision of yours to take back")
        self._go_back(own)

    def pause(self) -> None:
        self.paused, self._failed = not self.paused, None

    def slower(self) -> None:
        self.pacing.pace = min(SLOWEST, self.pace * 2 + 0.1)

    def faster(self) -> None:
        self.pacing.pace = 0.0 if self.pace < 0.15 else self.pace / 2

    def show_payments(self) -> None:
        over = self.seen[self.number].endings
        if not over:
            raise Refused("no hand is over yet")
        self.payments, self._shown_since = self.game.endings()[over - 1], time.monotonic()

    def open_hands(self) -> None:
        if not self.may_open:
            raise Refused("other hands stay closed while you play")
        self.opened = not self.opened

    def help(self) -> None:
        self.helping = True

    def leave(self) -> None:
        self.left = True


COMMANDS: dict[str, tuple[Callable[[Sitting], None], str]] = {
    "left": (Sitting.one_back, "one decision back"),
    "right": (Sitting.one_forward, "one decision forward"),
    "up": (Sitting.hand_back, "back to where a hand ended"),
    "down": (Sitting.hand_forward, "forward to where a hand ended"),
    "enter": (Sitting.play_on, "play on from what is shown; what came later is forgotten"),
    "backspace": (Sitting.take_back, "take back the own last decision"),
    "space": (Sitting.pause, "pause, or go on"),
    "<": (Sitting.slower, "agents wait longer"),
    ">": (Sitting.faster, "agents wait less"),
    "tab": (Sitting.show_payments, "what the last hand paid"),
    "*": (Sitting.open_hands, "open or close all hands, where nobody plays or the game is over"),
    "?": (Sitting.help, "this help"),
    "escape": (Sitting.leave, "leave; Ctrl-C does too"),
}
"""What keys do beside taking decisions; where lines are read, their names are typed."""
