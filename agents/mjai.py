"""A bot of another project that speaks mjai, as an agent: processes asked over their pipes."""

import contextlib
import shlex
import threading
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi._fast.tables.option_types import nearest
from shugi.agents.base import AgentError, Observation
from shugi.agents.scripted import Baseline
from shugi.agents.talk import LETTERS, Habit, Line, Talk
from shugi.envs.common.arrays import U8, Rng
from shugi.envs.mjai import Event, MjaiError, Told, action_for

WORDS = {
    "events": ("single", "list"),
    "answers": ("auto", "asked", "every"),
    "north": ("kita", "nukidora"),
}
EVERY = {"auto": None, "asked": False, "every": True}
EMPTY = {"names": "", "scores": 0, "deltas": 0, "tenpais": False, "tehais": ["?"] * 13}
UNREADABLE = KeyError, TypeError, IndexError  # of an answer
ANNOUNCED = ("reach", "pon", "chi")  # a discard follows, of which a bot may have told already
Place = tuple[int, int]  # a seat of a game


@dataclass(frozen=True)
class Manner:
    """How a bot is spoken to.

    Attributes:
        seconds: to wait for an answer. start: for the first one of a process.
        games: with a process of their own, at each seat; more of them share these.
        events: each on a line of its own ("single"), or all since the last answer as a "list".
        answers: it answers "every" line, only where it is "asked", or that is found out ("auto").
        north: the word for a North set aside. places: in lists of a game of three, 3 or 4.
        failures: for which a decision is made in its place; the next one is an error.
    """

    seconds: float = 10.0
    start: float = 60.0
    games: int = 4
    events: str = "single"
    answers: str = "auto"
    north: str = "kita"
    places: int = 3
    failures: int = 100

    def __post_init__(self) -> None:
        if not (0 < self.seconds < float("inf") and 0 < self.start < float("inf")):
            raise ValueError("give seconds above 0")
        for key, words in WORDS.items():
            value = getattr(self, key)
            if value not in words:
                raise ValueError(f"{key} is {' or '.join(words)}{nearest(value, words)}")
        if self.games < 1 or self.failures < 0 or self.places not in (3, 4):
            raise ValueError("games is at least 1, failures at least 0, places 3 or 4")

    def lines(self, events: Sequence[Event], asks: bool = True) -> list[Line]:
        """What it is told; of the events the last ``asks``, the others have happened."""
        told: list[Event] = [self._event(event) for event in events]
        for event in told[: len(told) - asks]:
            event["can_act"] = False
        return [told] if self.events == "list" else [*told]

    def _event(self, event: Event) -> Event:
        if event["type"] == "kita":
            return {**event, "type": self.north}
        if self.places == 3:
            return {**event}
        short = {key for key in EMPTY if len(event.get(key, "")) == 3}
        return {key: [*one, EMPTY[key]] if key in short else one for key, one in event.items()}


class MjaiBot:
    """Asks processes, one for each game and seat, started when that seat is first to move.

    A process is told of its game as its seat sees it. Where the game is another one, or another
    hand, it is told of all of that. Where a process fails, the next question starts another one.
    Threads that ask are answered one after the other; the processes of one question think at once.

    Args:
        command: split as a shell would; no shell runs it. ``{seat}`` and ``{name}`` in it are
            filled in, the name as ``start_game`` has it.
        manner: how it is spoken to, as ``Manner`` takes it.

    Raises:
        AgentError: the command is none, or cannot be started; a process fails that has never
            answered well, or one more than ``failures`` times: it ends, does not answer in time,
            says what is no event or a line without end, or chooses what is not legal.
    """

    def __init__(self, command: str, **manner: Any) -> None:
        self.name = f"mjai:{command}"
        self.text = command
        try:
            self.command = shlex.split(command)
            self.manner = Manner(**manner)
        except ValueError as error:
            raise AgentError(f"agent {self.name!r}: {error}") from None
        if not self.command:
            raise AgentError(f"agent {self.name!r}: give a command")
        self.games_at_once = self.manner.games
        self.habit = Habit(EVERY[self.manner.answers] if self.manner.events == "single" else True)
        self.failed, self.answered, self.warned = 0, False, False
        self._talks: dict[Place, tuple[Talk, Told]] = {}  # the one used last stands last
        self._alone = threading.Lock()  # a table asks again while the last answer is still awaited

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy starts processes of its own."""
        return _made, (self.text, self.name, asdict(self.manner))

    def act(self, seen: Observation, rng: Rng) -> U8:
        chosen = np.zeros(len(seen), np.uint8)
        left = np.arange(len(seen))
        with self._alone:
            self._warn_of_many(seen)
            while len(left):
                left = self._round(seen, left, chosen, rng)
        return chosen

    def _round(self, seen: Observation, left: np.ndarray, chosen: U8, rng: Rng) -> np.ndarray:
        """Ask each process once. Returns: the decisions for which none was free."""
        asked: dict[int, Place] = {}
        try:
            for k in left.tolist():
                place = int(seen.seat[k]), int(seen.rows[k])
                if self._sit(place, asked.values()):
                    asked[k] = place
                    self._tell(seen.batch, place)
            for k, place in asked.items():
                chosen[k] = self._answer(seen, k, place, rng)
        except BaseException:  # Ctrl-C too: what was asked is not answered any more
            for place in asked.values():
                self._end(place)
            raise
        return np.array([k for k in left.tolist() if k not in asked], np.int64)

    def _sit(self, place: Place, busy: Iterable[Place]) -> bool:
        """See that a process sits there. Returns: whether one was free."""
        found = self._talks.pop(place, None)
        if found is None:
            others = [one for one in self._talks if one[0] == place[0]]
            if len(others) < self.manner.games:
                found = self._started(place[0]), Told()
            else:
                free = [one for one in others if one not in {*busy}]
                if not free:
                    return False
                found = self._talks.pop(free[0])
                found[1].leave()
        self._talks[place] = found
        return True

    def _started(self, seat: int) -> Talk:
        filled = {"{seat}": str(seat), "{name}": f"seat{seat}"}
        command = []
        for word in self.command:
            for key, value in filled.items():
                word = word.replace(key, value)
            command.append(word)
        return Talk(command, self.name, self.manner.seconds, self.manner.start, self.habit)

    def _tell(self, batch: Batch, place: Place) -> None:
        talk, told = self._talks[place]
        try:
            news = told.news(batch, place[1], place[0])
        except MjaiError as error:
            raise AgentError(f"agent {self.name!r}: {error}") from None
        if not news:
            return  # it has answered
        own = [event for event in news if event.get("actor") == place[0]]
        if talk.rest and news[-1] in own and news[-1]["type"] in ANNOUNCED:
            talk.go_on(self.manner.lines(news, asks=False))
            return
        talk.over = {"type": "end_game"} in news
        if talk.over and self.habit.leaves:
            talk.leave(self.manner.lines(news[:2], asks=False))  # the end of the game before
            self._begin_anew(batch, place)
            return
        drawn = [event["pai"] for event in own if event["type"] == "tsumo"]
        talk.ask(self.manner.lines(news), drawn[: len(drawn) - (news[-1]["type"] == "tsumo")])

    def _begin_anew(self, batch: Batch, place: Place) -> None:
        self._end(place)
        self._talks[place] = self._started(place[0]), Told()
        self._tell(batch, place)

    def _answer(self, seen: Observation, k: int, place: Place, rng: Rng) -> int:
        try:
            action = self._action(seen.batch, place)
        except AgentError as error:
            self._end(place)  # whoever asks again asks another process
            self._count(error)
        else:
            self.answered = True
            if seen.mask[k, action]:
                return action  # otherwise somebody bars what it wants
        return int(Baseline().act(seen.part(np.array([k])), rng)[0])

    def _action(self, batch: Batch, place: Place) -> int:
        talk, (seat, row) = self._talks[place][0], place
        legal = batch.legal_actions(row)

        def action_of(answer: Event) -> int | None:
            return action_for(batch, row, {"actor": seat, **answer})

        def fits(answer: Event) -> bool:
            with contextlib.suppress(*UNREADABLE):
                return action_of(answer) in legal
            return False

        try:
            answer = talk.answer(fits)
        except AgentError:
            if not (talk.over and talk.ended):
                raise
            self.habit.leaves = True  # a game is over, and so is its process
            self._begin_anew(batch, place)
            talk = self._talks[place][0]
            answer = talk.answer(fits)
        try:
            action = action_of(answer)
        except UNREADABLE as error:
            what = f"{type(error).__name__} {str(error)[:LETTERS]}"
            raise talk.error(f"said what cannot be read: {what}") from None
        if action is None or action not in legal:
            names = ", ".join(map(batch.layout.action_name, legal))
            raise talk.error(f"answered at seat {seat} what is not legal; legal are {names}")
        return action

    def _count(self, error: AgentError) -> None:
        """Warn that a decision is made in its place, or raise the error."""
        self.failed += 1
        if not self.answered or self.failed > self.manner.failures:
            raise error
        warnings.warn(
            f"{error}. The baseline decides here, and the next question starts another process "
            f"({self.failed} of {self.manner.failures} failures that are passed over)",
            stacklevel=2,
        )

    def _end(self, place: Place) -> None:
        if place in self._talks:
            self._talks.pop(place)[0].stop()

    def _warn_of_many(self, seen: Observation) -> None:
        most = int(np.bincount(seen.seat).max(initial=0)) if len(seen) else 0
        if most > self.manner.games and not self.warned:
            self.warned = True
            warnings.warn(
                f"agent {self.name!r} is asked about {most} games at once at a seat, where it has "
                f"{self.manner.games} processes: each change of game tells a hand anew. "
                f"mjai[games={most}]: starts as many as that",
                stacklevel=2,
            )


def _made(command: str, name: str, manner: dict[str, Any]) -> MjaiBot:
    bot = MjaiBot(command, **manner)
    bot.name = name
    return bot
