"""A person, or nobody, at a game with agents: what a terminal plays."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from shugi.agents.base import Agent, AgentError
from shugi.envs.files import told
from shugi.table.game import Ending, Game, Refused
from shugi.table.keys import pressed
from shugi.table.seating import Seated, choice_of
from shugi.table.view import View, ending_view, seen_view

PAUSE_OF_ENDING = 4.0  # so many times as long as a decision, where nobody plays
SLOWEST = 10.0


class Thought:
    """An agent that thinks in a thread, on a copy of the game."""

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
        self.pace, self.keep = pace, keep
        self.rng = np.random.default_rng(seated.seed)
        self.at: int | None = None
        self.opened = self.seat is None
        self.paused = self.left = self.helping = False
        self.payments: Ending | None = None
        """The hand whose payments are shown; agents wait meanwhile."""
        self.errors: list[str] = []
        self._thought: Thought | None = None
        self._shown_since = 0.0

    # ---- how it stands

    @property
    def may_open(self) -> bool:
        """Whether all hands may be shown: nobody who plays could learn from it."""
        return self.seat is None or self.game.over

    @property
    def asks(self) -> bool:
        """Whether it is for the person to say how it goes on."""
        idle = self.paused or self.at is not None or self.game.over
        return idle or self.game.seat == self.seat

    @property
    def thinking(self) -> bool:
        """Whether an agent does; of claims nobody is told which."""
        return self._thought is not None

    def view(self) -> View:
        """What the person sees."""
        game = self.game if self.at is None else self.game.at(self.at)
        opened = self.opened and self.may_open
        view = seen_view(game, self.game.names, self.seat, opened)
        if self.at is not None or self.seat is None:
            view["actions"] = []
        return view

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
        thought = self._thought
        if thought is None or thought.decision != self.game.decision:
            agent = self.occupants[self.game.seat or 0]
            assert agent is not None  # a person would be asked
            self._thought = Thought(agent, self.game.at(self.game.decision), self.rng)
            return True
        if not thought.done or time.monotonic() - thought.since < self.pace:
            return False
        self._thought = None
        if thought.error is None and thought.action is not None:
            self._take(thought.action, thought.name)
        else:
            self._stop(f"{thought.name} cannot go on: {thought.error}")
        return True

    def wait(self) -> None:
        """Until the agent that thinks has acted, or would not."""
        while not self.tick() and not self.asks and self.payments is None:
            thought = self._thought
            if thought is not None:
                thought.thread.join()
                time.sleep(max(0.0, thought.since + self.pace - time.monotonic()))

    def _take(self, action: int, name: str) -> None:
        try:
            ending = self.game.act(action)
        except Refused as error:
            return self._stop(f"{name} cannot go on: {error}")
        if ending is not None:
            self.payments, self._shown_since = ending, time.monotonic()
        self._write()

    def _stop(self, why: str) -> None:
        self.paused = True
        self.errors.append(why)

    def _write(self) -> None:
        if self.keep is None:
            return
        try:
            self.game.record().save(self.keep)
        except OSError as error:
            self.keep = None
            self.errors.append(f"the game is not written any more: {told(error)}")

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
        action = pressed(view, key)
        if action is None:
            if view["actions"]:
                self.errors.append(f"nothing is done by {key!r} now; ? tells what is")
            return False
        self._take(action, "you")
        return True

    def _look(self, decision: int) -> None:
        decision = max(decision, 0)
        self.at = decision if decision < self.game.decision else None

    def _ends(self) -> Sequence[int]:
        return [0, *(ending.at for ending in self.game.endings()), self.game.decision]

    def _shown(self) -> int:
        return self.game.decision if self.at is None else self.at

    def one_back(self) -> None:
        self._look(self._shown() - 1)

    def one_forward(self) -> None:
        self._look(self._shown() + 1)

    def hand_back(self) -> None:
        self._look(max((end for end in self._ends() if end < self._shown()), default=0))

    def hand_forward(self) -> None:
        self._look(min((end for end in self._ends() if end > self._shown()), default=0) or 10**9)

    def play_on(self) -> None:
        if self.at is None:
            return
        self.game.go_back(self.at)
        self.at = None
        self.paused = False
        self._write()

    def take_back(self) -> None:
        own = self.game.last_of(self.seat)
        if self.at is not None or own is None:
            raise Refused("there is no decision of yours to take back")
        self.game.go_back(own)
        self._write()

    def pause(self) -> None:
        self.paused = not self.paused

    def slower(self) -> None:
        self.pace = min(SLOWEST, self.pace * 2 + 0.1)

    def faster(self) -> None:
        self.pace = 0.0 if self.pace < 0.15 else self.pace / 2

    def show_payments(self) -> None:
        endings = [one for one in self.game.endings() if one.at <= self._shown()]
        if not endings:
            raise Refused("no hand is over yet")
        self.payments, self._shown_since = endings[-1], time.monotonic()

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
