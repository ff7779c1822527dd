"""A bot of another project that speaks mjai, as an agent: a process asked over its pipes."""

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import weakref
from typing import IO, Any

import numpy as np

from shugi._fast.batch.batch import Batch
from shugi.agents.base import AgentError, Observation
from shugi.envs.common.arrays import U8, Rng
from shugi.envs.common.documents import DocumentError, parse_json, visible_lines
from shugi.envs.mjai import Event, MjaiError, action_for, seen_by

SECONDS = 10.0  # for an answer
LETTERS = 400  # of what a process said last, in errors
MOST_BYTES = 100_000  # of a line that it says
MOST_LINES = 100  # that it says and nobody has read


class MjaiBot:
    """Asks a process, one for each seat, started when the seat is first to move.

    Each event is a line of JSON, and each is answered by a line: ``{"type":"none"}`` where the bot
    has nothing to say. The agent keeps nothing that a game depends on: where the game, or the hand,
    is not the one the process was told of last, it is told of all of it, as its seat saw it. Where
    a process fails, the next question starts another one. Threads that ask are answered one after
    the other.

    Args:
        command: split as a shell would; no shell runs it.
        seconds: to wait for an answer.

    Raises:
        AgentError: the command is none, a process ends, does not answer in time, says what is no
            event or a line without end, or chooses what is not legal.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.name = f"mjai:{command}"
        self.seconds = seconds
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise AgentError(f"agent {self.name!r}: {error}") from None
        if not self.command or not 0 < seconds < float("inf"):
            raise AgentError(f"agent {self.name!r}: give a command, and seconds above 0")
        self._talks: dict[int, Talk] = {}
        self._alone = threading.Lock()  # a table asks again while the last answer is still awaited

    def __reduce__(self) -> tuple[type["MjaiBot"], tuple[str, float]]:
        """A copy starts processes of its own."""
        return type(self), (self.name.removeprefix("mjai:"), self.seconds)

    def act(self, seen: Observation, rng: Rng) -> U8:
        rows = zip(seen.rows.tolist(), seen.seat.tolist(), seen.mask, strict=True)
        with self._alone:
            chosen = [self._choose(seen.batch, *one) for one in rows]
        return np.array(chosen, np.uint8)

    def _choose(self, batch: Batch, row: int, seat: int, legal: U8) -> int:
        try:
            events = seen_by(batch, row, seat)
        except MjaiError as error:
            raise AgentError(f"agent {self.name!r}: {error}") from None
        if seat not in self._talks:
            self._talks[seat] = Talk(self)
        try:
            return self._action(batch, row, seat, legal, self._talks[seat].answer(events))
        except AgentError:
            self._talks.pop(seat).stop()  # whoever asks again asks another process
            raise

    def _action(self, batch: Batch, row: int, seat: int, legal: U8, answer: Event) -> int:
        shown = json.dumps(answer)[:LETTERS]
        try:
            action = action_for(batch, row, {"actor": seat, **answer})
        except (KeyError, TypeError, IndexError) as error:
            what = f"cannot read its {shown}: {type(error).__name__} {str(error)[:LETTERS]}"
            raise AgentError(f"agent {self.name!r}: {what}") from None
        if action is None or not legal[action]:
            names = ", ".join(batch.layout.action_name(a) for a in np.flatnonzero(legal).tolist())
            raise AgentError(
                f"agent {self.name!r}: seat {seat} answered {shown}, which is not legal; legal "
                f"are {names}"
            )
        return action


class Talk:
    """A process, and what it was told."""

    def __init__(self, bot: MjaiBot) -> None:
        self.bot = bot
        self.told: list[Event] = []
        self.last: Event = {}
        try:
            self.process = subprocess.Popen(
                bot.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that what it starts ends with it
            )
        except OSError as error:
            raise AgentError(f"agent {bot.name!r} cannot be started: {error}") from None
        self.lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.errors = bytearray()  # the last that it said there
        assert self.process.stderr is not None
        self.listener = threading.Thread(
            target=_overhear, args=(self.process.stderr, self.errors), daemon=True
        )
        self.listener.start()
        threading.Thread(target=_read, args=(self.process, self.lines), daemon=True).start()
        self.stop = weakref.finalize(self, _stop, self.process)

    def answer(self, events: list[Event]) -> Event:
        """What the process says to the last of the events of a hand."""
        for event in self._news(events):
            self.last = self._say(event)
        self.told = events
        return self.last

    def _news(self, events: list[Event]) -> list[Event]:
        """What it was not told of yet."""
        known = len(self.told)
        if known and events[:known] == self.told:
            return events[known:]
        if known and events[0] == self.told[0]:
            return [{"type": "end_kyoku"}, *events[1:]]
        return [*([{"type": "end_kyoku"}, {"type": "end_game"}] if known else []), *events]

    def _say(self, event: Event) -> Event:
        line = json.dumps(event, separators=(",", ":")) + "\n"
        pipe = self.process.stdin
        assert pipe is not None
        try:
            pipe.write(line.encode())
            pipe.flush()
            said = self.lines.get(timeout=self.bot.seconds)
        except (OSError, ValueError):
            raise self._error("has ended") from None
        except queue.Empty:
            self.stop()
            raise self._error(f"did not answer within {self.bot.seconds:g} s to {line}") from None
        if not said:
            raise self._error("has ended")
        if self.lines.qsize() > MOST_LINES:
            raise self._error("says more lines than it is asked for")
        return self._read(said)

    def _read(self, said: bytes) -> Event:
        if len(said) > MOST_BYTES:
            raise self._error(f"said a line of more than {MOST_BYTES:,} bytes")
        try:
            answer: Any = parse_json(said.decode(), "answer")
        except (DocumentError, UnicodeDecodeError):
            answer = None
        if not isinstance(answer, dict) or not isinstance(answer.get("type"), str):
            shown = said[:LETTERS].decode(errors="replace").strip()
            raise AgentError(f"agent {self.bot.name!r} answered {shown!r}, which is no mjai event")
        return answer

    def _error(self, what: str) -> AgentError:
        try:
            code: int | None = self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            code = None
        if code is not None:
            self.listener.join(timeout=1)
        last = visible_lines(bytes(self.errors).decode(errors="replace").strip())
        return AgentError(
            f"agent {self.bot.name!r} {what.strip()}"
            + (f" (exit status {code})" if code is not None else "")
            + (f"; it said: {last}" if last else "")
        )


def _read(process: "subprocess.Popen[bytes]", lines: "queue.SimpleQueue[bytes]") -> None:
    """Hand its lines on, and an empty one when there are no more; end it when it says too much."""
    assert process.stdout is not None
    while line := process.stdout.readline(MOST_BYTES + 1):
        lines.put(line)
        if len(line) > MOST_BYTES or lines.qsize() > MOST_LINES:
            _kill(process)
            break
    lines.put(b"")


def _overhear(said: IO[bytes], last: bytearray) -> None:
    """Keep the last letters: a file of all that a bot says may fill the disk."""
    while part := said.read1(MOST_BYTES):  # type: ignore[attr-defined]
        last += part
        del last[:-LETTERS]


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """End it, what it has started too, and whoever reads what they say."""
    _kill(process)
    process.wait()
    if process.stdin is not None:
        with contextlib.suppress(OSError):  # it did not take all of what it was told
            process.stdin.close()


def _kill(process: "subprocess.Popen[bytes]") -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
