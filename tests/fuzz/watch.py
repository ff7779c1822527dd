"""Workers watched from outside: crashes, hangs and wrong answers, and how to see each again."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

MOST_FINDINGS = 30  # different ones; then it stops
TAIL = 60  # lines shown of what a crashed worker said last
FRAME = re.compile(r"(?:SUMMARY: .*|\S+:\d+:\d+: runtime error: .*)")


@dataclass
class Found:
    """A finding: what kind, and how to see it again."""

    kind: str
    case: str
    input: bytes
    text: str
    times: int = 1


@dataclass
class Lane:
    """One worker after the other, in a folder of theirs."""

    number: int
    folder: Path
    process: subprocess.Popen[bytes]
    read: int = 0  # lines of the worker's log
    counts: Counter[str] = field(default_factory=Counter)  # of this worker
    before: Counter[str] = field(default_factory=Counter)  # of those that broke


@dataclass(frozen=True)
class Settings:
    workers: int
    minutes: float
    hang: float  # seconds after which a case is said to hang
    seed: int  # number of the first case


Start = Callable[[int, int, Path, float], list[str]]


class Watch:
    """Keeps workers going until the time is over.

    Args:
        start: the command of a worker, from its number, the first case, its folder and the minutes.
        settings: how many and for how long.
        work: a folder for what the workers write.
    """

    def __init__(self, start: Start, settings: Settings, work: Path) -> None:
        self.start, self.settings, self.work = start, settings, work
        self.ends = time.monotonic() + 60 * settings.minutes
        self.lanes: list[Lane] = []
        self.found: dict[str, Found] = {}
        self.reached = 0

    def run(self) -> Counter[str]:
        """Until the time is over. Returns: how many cases of each target ended how."""
        self.lanes = [self.lane(k) for k in range(self.settings.workers)]
        going, told = list(self.lanes), time.monotonic()
        while going and len(self.found) < MOST_FINDINGS:
            time.sleep(0.2)
            going = [lane for lane in going if self.look(lane)]
            if time.monotonic() > told + 60:
                told = time.monotonic()
                self.tell()
        for lane in going:
            lane.process.kill()
            lane.process.wait()
        return self.total()

    def lane(self, number: int) -> Lane:
        folder = self.work / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        return Lane(number, folder, self.worker(number, folder, self.settings.seed + number))

    def worker(self, number: int, folder: Path, first: int) -> subprocess.Popen[bytes]:
        for name in ("log", "input"):
            (folder / name).unlink(missing_ok=True)
        (folder / "now").write_text(f" {time.time()}", encoding="utf-8")
        command = self.start(number, first, folder, max(0.0, self.left()))
        with open(folder / "said", "wb") as said:
            return subprocess.Popen(command, stdout=said, stderr=said)

    def left(self) -> float:
        """Minutes."""
        return (self.ends - time.monotonic()) / 60

    def look(self, lane: Lane) -> bool:
        """Whether the worker, or the one that took its place, goes on."""
        status = lane.process.poll()
        self.read_log(lane)
        label, since = now_of(lane.folder)
        if status is None and time.time() - since > self.settings.hang * crowd():
            lane.process.send_signal(signal.SIGABRT)
            lane.process.wait()
            self.add(f"{label.split(':')[0] or 'a worker'} hangs", label, lane)
        elif status is None:
            return True
        elif status:
            self.add(crash_of(lane.folder, status), label, lane)
        else:
            return False
        return self.again(lane, label)

    def again(self, lane: Lane, label: str) -> bool:
        """Start anew behind the case that broke the worker."""
        if self.left() < 0 or not label:
            return False
        number = label.partition(":")[2]
        first = int(number) + self.settings.workers if number else self.settings.seed + lane.number
        lane.before += lane.counts
        lane.read, lane.counts = 0, Counter()
        lane.process = self.worker(lane.number, lane.folder, first)
        return True

    def read_log(self, lane: Lane) -> None:
        path = lane.folder / "log"
        lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
        for line in lines[lane.read :]:
            row = json.loads(line)
            lane.counts = Counter(row.get("counts", lane.counts))
            self.reached = max(self.reached, row.get("reached", 0))
            if "finding" in row:
                data = bytes.fromhex(row["input"])
                self.note(Found(row["finding"], row["case"], data, row["text"]))
        lane.read = len(lines)

    def add(self, kind: str, label: str, lane: Lane) -> None:
        said = (lane.folder / "said").read_text(encoding="utf-8", errors="replace").splitlines()
        data = lane.folder / "input"
        given = data.read_bytes() if data.exists() else b""
        text = "\n".join(said[-TAIL:])
        self.note(Found(kind, label or "no case: it starts or ends", given, text))

    def note(self, found: Found) -> None:
        if found.kind in self.found:
            self.found[found.kind].times += 1
            return
        self.found[found.kind] = found
        print(f"\nFINDING {found.kind}\n  case {found.case}\n{found.text}\n", flush=True)

    def total(self) -> Counter[str]:
        return sum((lane.before + lane.counts for lane in self.lanes), Counter[str]())

    def tell(self) -> None:
        total, left = self.total().total(), max(0.0, self.left())
        print(f"{total} cases, {len(self.found)} findings, {left:.0f} minutes left", flush=True)


def crowd() -> float:
    """How many want each core: what takes a second alone takes so many."""
    if not hasattr(os, "getloadavg"):
        return 1.0
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def now_of(folder: Path) -> tuple[str, float]:
    """The case in hand, or none, and since when."""
    try:
        label, since = (folder / "now").read_text(encoding="utf-8").rsplit(" ", 1)
        return label, float(since)
    except ValueError:
        return "", time.time()  # it is being written


def crash_of(folder: Path, status: int) -> str:
    """What a worker that died said of it, else the signal."""
    said = (folder / "said").read_text(encoding="utf-8", errors="replace")
    summary = FRAME.findall(said)
    if summary:
        return re.sub(r"0x[0-9a-f]+", "0x", summary[-1])
    return f"signal {signal.Signals(-status).name}" if status < 0 else f"status {status}"


def keep_inputs(found: dict[str, Found], folder: Path) -> Iterator[tuple[Found, Path | None]]:
    """Write the inputs of findings to files; those of numbered cases need none."""
    for one in found.values():
        name, _, number = one.case.partition(":")
        path = None
        if one.input and not number:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{name}-{hashlib.sha256(one.input).hexdigest()[:12]}"
            path.write_bytes(one.input)
        yield one, path


def python() -> list[str]:
    """This interpreter again, with ``site`` or without as it runs now."""
    flags = ["-P"] if sys.flags.safe_path else []
    return [sys.executable, *flags, *(["-S"] if sys.flags.no_site else [])]
