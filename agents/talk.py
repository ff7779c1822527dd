"""A conversation with a process: lines of JSON there and back, within limits."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import weakref
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import IO, Any

from shugi.agents.base import AgentError
from shugi.envs.common.documents import DocumentError, parse_json, visible_lines
from shugi.envs.mjai import Event

LETTERS = 400  # of what a process said last, in errors
MOST_BYTES = 100_000  # of a line that it says
MOST_LINES = 100  # that it says beyond those that it was told
GRACE = 1.0  # seconds: whoever answers each line has then answered the next one
ENDED, MORE = "has ended", "says more lines than it is asked for"
Line = list[Event] | Event


class Habit:
    """What all processes of a bot do, as far as they have shown it.

    Attributes:
        every: they answer every line, or only where they are asked; None: nobody knows.
        leaves: they end after ``end_game``.
    """

    def __init__(self, every: bool | None = None) -> None:
        self.every, self.leaves = every, False


class Heard:
    """Lines that a process has said and nobody has read. Its reader holds this alone."""

    def __init__(self) -> None:
        self.told = 0  # lines that it was told
        self.said = 0
        self._lines: deque[bytes] = deque()
        self._come = threading.Condition()

    def put(self, line: bytes) -> bool:
        """Keep a line; an empty one is the end. Returns: whether there may be another."""
        with self._come:
            self._lines.append(line)
            self.said += bool(line)
            self._come.notify_all()
            return len(line) <= MOST_BYTES and self.said <= self.told + MOST_LINES

    def is_there(self, seconds: float) -> bool:
        with self._come:
            return self._come.wait_for(lambda: bool(self._lines), seconds)

    def get(self, seconds: float) -> bytes | None:
        """The next line; None if it does not come in time."""
        return self._lines.popleft() if self.is_there(seconds) else None


class Talk:
    """A process that is told of lines and answers them.

    Args:
        command: the program and its arguments.
        name: of the agent, for errors.
        seconds: to wait for an answer. start: for the first one, and what comes before it.
        habit: when it answers; it is found out here if nobody knows it.

    Raises:
        AgentError: the program cannot be started.
    """

    def __init__(
        self, command: Sequence[str], name: str, seconds: float, start: float, habit: Habit
    ) -> None:
        self.name, self.seconds, self.start, self.habit = name, seconds, start, habit
        self.writes: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.flaw: AgentError | None = None
        begun = threading.Event()
        # Ctrl-C comes to this thread, so not while a process is half begun; the other one is waited
        # for at the exit, which a join that Ctrl-C breaks off would prevent (bpo-45274)
        threading.Thread(target=self._begin, args=(command, begun)).start()
        begun.wait()
        if self.flaw is not None:
            raise self.flaw
        self.heard, self.read = Heard(), 0
        self.open = False  # a question that it has not answered
        self.over = self.ended = False  # it was told that its game is over; it has ended by itself
        self.last: Event = {}
        self.rest: list[Event] = []  # what it does after that, if it has said so
        self.line = b""  # the last one that was read
        self.question = ""
        self.passed = 0  # lines that have asked nothing, since its last answer
        self.drawn: Counter[str] = Counter()  # own draws among them
        self.errors = bytearray()  # the last that it said there
        pipes = self.process
        self.listener = _beside(_overhear, pipes.stderr, self.errors)
        _beside(_read, pipes, self.heard)
        _beside(_send, pipes.stdin, self.writes)

    def _begin(self, command: Sequence[str], begun: threading.Event) -> None:
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that what it starts ends with it
            )
        except (OSError, ValueError) as error:
            self.flaw = AgentError(f"agent {self.name!r} cannot be started: {error}")
        else:
            self.stop = weakref.finalize(self, _stop, self.process, self.writes)
        begun.set()

    def ask(self, lines: Sequence[Line], drawn: Sequence[str] = ()) -> None:
        """Tell it of lines; the last is a question.

        Args:
            lines: as JSON.
            drawn: tiles of its own draws among them, but for one that it is asked about.
        """
        with contextlib.suppress(AgentError):  # who waits for the answer is told of it
            self._listen()
        self.question = self._write(lines)
        self.passed, self.drawn, self.open = len(lines) - 1, Counter(drawn), True

    def go_on(self, lines: Sequence[Line]) -> None:
        """Tell it of what it has announced; the answer is what it has said to do then."""
        self._write(lines)
        self.last = self.rest.pop(0)

    def leave(self, lines: Sequence[Line]) -> None:
        """Tell it of lines that it ends with."""
        self._write(lines)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)
        self.stop()

    def _write(self, lines: Sequence[Line]) -> str:
        texts = [json.dumps(line, separators=(",", ":")) for line in lines]
        self.heard.told += len(texts)
        self.writes.put("".join(f"{text}\n" for text in texts).encode())
        return texts[-1]

    def answer(self, fits: Callable[[Event], bool]) -> Event:
        """What it says to the last line.

        Args:
            fits: whether an answer can be one to that line.

        Raises:
            AgentError: it ends, does not answer in time, says what is no event, a line without end,
                or more lines than it is asked for.
        """
        if self.flaw is not None:
            raise self.flaw
        if not self.open:
            return self.last
        said = self._next()
        if self.habit.every is None:
            self._learn_habit(said, fits)
        while self.read < self.heard.told if self.habit.every else self._is_late(said, fits):
            said = self._next()
        self.last, self.open = said, False
        return said

    def _listen(self) -> None:
        """Hear what it says although nothing is asked."""
        if self.habit.every is None and self.heard.is_there(0):
            self.habit.every = True  # its answer was the first of many
        if self.habit.every and self.heard.said > self.heard.told:
            raise self.error(MORE)
        while not self.habit.every and self.heard.is_there(0):
            self._next()

    def _learn_habit(self, said: Event, fits: Callable[[Event], bool]) -> None:
        if said["type"] != "none":
            self.habit.every = False
        elif not fits(said) or self.heard.is_there(GRACE):
            self.habit.every = True

    def _is_late(self, said: Event, fits: Callable[[Event], bool]) -> bool:
        """Whether it answers a line that has asked nothing, as a draw in a riichi."""
        tile = str(said.get("pai"))
        drawn = said["type"] == "dahai" and self.drawn[tile] > 0
        late = self.passed > 0 and (drawn or said["type"] == "none") and not fits(said)
        if late:
            self.passed -= 1
            self.drawn[tile] -= 1
        return late

    def _next(self) -> Event:
        seconds = self.seconds if self.read else max(self.start, self.seconds)
        said = self.heard.get(seconds)
        if said is None:
            raise self.error(f"did not answer within {seconds:g} s to {self.question[:LETTERS]}")
        if not said:
            raise self.error(ENDED)
        self.line = said
        self.read += 1
        if self.heard.said > self.heard.told + MOST_LINES:
            raise self.error(MORE)
        if len(said) > MOST_BYTES:
            raise self.error(f"said a line of more than {MOST_BYTES:,} bytes")
        try:
            answer: Any = parse_json(said.decode(), "answer")
        except (DocumentError, UnicodeDecodeError):
            answer = None
        moves = answer if isinstance(answer, list) else [answer]
        if not moves or not all(map(_is_event, moves)):
            raise self.error("said what is no mjai event")
        self.rest = moves[1:]
        return dict(moves[0])

    def error(self, what: str) -> AgentError:
        """What it does wrong, and what it said last. It is ended."""
        parts = [f"agent {self.name!r} {what}"]
        self.ended = what == ENDED
        if self.ended:
            with contextlib.suppress(subprocess.TimeoutExpired):
                parts[0] += f" (exit status {self.process.wait(timeout=1)})"
        self.stop()
        self.listener.join(timeout=1)
        last = ("its last line", self.line[:LETTERS]), ("its errors", bytes(self.errors))
        for label, said in last:
            shown = visible_lines(said.decode(errors="replace").strip())
            parts += [f"{label}: {shown}"] if shown else []
        self.flaw = AgentError("; ".join(parts))
        return self.flaw


def _is_event(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("type"), str)


def _beside(work: Callable[..., None], *with_: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=with_, daemon=True)
    thread.start()
    return thread


def _read(process: "subprocess.Popen[bytes]", heard: Heard) -> None:
    """Keep its lines, and an empty one when there are no more; end it when it says too much."""
    assert process.stdout is not None
    with process.stdout as said:
        while line := said.readline(MOST_BYTES + 1):
            if not heard.put(line):
                _kill(process)
                break
    heard.put(b"")


def _send(pipe: IO[bytes], lines: "queue.SimpleQueue[bytes]") -> None:
    """Tell it of lines, up to an empty one: a process that does not read makes nobody wait."""
    with contextlib.suppress(OSError, ValueError), pipe:  # it has ended
        while line := lines.get():
            pipe.write(line)
            pipe.flush()


def _overhear(said: IO[bytes], last: bytearray) -> None:
    """Keep the last letters: a file of all that a bot says may fill the disk."""
    with said:
        while part := said.read1(MOST_BYTES):  # type: ignore[attr-defined]
            last += part
            del last[:-LETTERS]


def _stop(process: "subprocess.Popen[bytes]", writes: "queue.SimpleQueue[bytes]") -> None:
    """End it, what it has started too, and whoever reads what they say."""
    _kill(process)
    process.wait()
    writes.put(b"")


def _kill(process: "subprocess.Popen[bytes]") -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
