"""Workers watched from outside: crashes, hangs and wrong answers, and how to see each again."""

from __future__ import annotations

import hashlib
import json
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
    """One worker process and its folder."""

    number: int
    folder: Path
    process: subprocess.Popen[bytes]
    read: int = 0  # lines of its log
    counts: dict[str, int] = field(default_factory=dict)  # of the process in hand
    ended: Counter[str] = field(default_factory=Counter)  # of those before it


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
        self.start, self.work = start, work
        self.workers, self.hang = settings.workers, settings.hang
        self.first = settings.seed
        self.ends = time.monotonic() + 60 * settings.minutes
        self.found: dict[str, Found] = {}
        self.reached = 0

    def run(self) -> Counter[str]:
        """Until the time is over. Returns: how many cases of each target ended how."""
        lanes = [self.lane(k, self.first + k) for k in range(self.workers)]
        told = time.monotonic()
        while lanes:
            time.sleep(0.2)
            lanes = [lane for lane in lanes if self.look(lane)]
            if len(self.found) >= MOST_FINDINGS:
                self.stop(lanes)
                print(f"stopped after {len(self.found)} different findings", flush=True)
                break
            if time.monotonic() > told + 60:
                told = time.monotonic()
                self.tell()
        return self.total()

    def lane(self, number: int, first: int, ended: Counter[str] | None = None) -> Lane:
        folder = self.work / str(number)
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("now", "log", "input"):
            (folder / name).unlink(missing_ok=True)
        minutes = max(0.0, self.ends - time.monotonic()) / 60
        with open(folder / "said", "wb") as said:
            process = subprocess.Popen(
                self.start(number, first, folder, minutes), stdout=said, stderr=said
            )
        lane = Lane(number, folder, process, ended=ended or Counter())
        self.lanes = [*[one for one in getattr(self, "lanes", []) if one.number != number], lane]
        return lane

    def look(self, lane: Lane) -> bool:
        """Whether the worker, or the one that took its place, goes on."""
        self.read_log(lane)
        status = lane.process.poll()
        label, since = now_of(lane.folder)
        if status is None and time.time() - since > self.hang:
            lane.process.send_signal(signal.SIGABRT)
            lane.process.wait()
            self.add(f"{label.split(':')[0]}: hangs", label, lane)
        elif status is None:
            return True
        elif status:
            self.add(crash_of(lane.folder, status), label, lane)
        else:
            return False
        return self.again(lane, label)

    def again(self, lane: Lane, label: str) -> bool:
        """Start anew behind the case that broke the worker."""
        self.read_log(lane)
        if time.monotonic() > self.ends or not label:
            return False
        number = label.partition(":")[2]
        following = int(number) + self.workers if number else self.first + lane.number
        fresh = self.lane(lane.number, following, lane.ended + Counter(lane.counts))
        lane.process, lane.read, lane.counts, lane.ended = fresh.process, 0, {}, fresh.ended
        self.lanes = [*[one for one in self.lanes if one is not fresh], lane]
        return True

    def read_log(self, lane: Lane) -> None:
        path = lane.folder / "log"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        for line in lines[lane.read :]:
            row = json.loads(line)
            lane.counts = row.get("counts", lane.counts)
            self.reached = max(self.reached, row.get("reached", 0))
            if "finding" in row:
                self.note(
                    Found(row["finding"], row["case"], bytes.fromhex(row["input"]), row["text"])
                )
        lane.read = len(lines)

    def add(self, kind: str, label: str, lane: Lane) -> None:
        said = (lane.folder / "said").read_text(encoding="utf-8", errors="replace").splitlines()
        data = lane.folder / "input"
        given = data.read_bytes() if data.exists() else b""
        self.note(Found(kind, label or "before the first case", given, "\n".join(said[-TAIL:])))

    def note(self, found: Found) -> None:
        if found.kind in self.found:
            self.found[found.kind].times += 1
            return
        self.found[found.kind] = found
        print(f"\nFINDING {found.kind}\n  case {found.case}\n{found.text}\n", flush=True)

    def stop(self, lanes: list[Lane]) -> None:
        for lane in lanes:
            lane.process.kill()
            lane.process.wait()

    def total(self) -> Counter[str]:
        out: Counter[str] = Counter()
        for lane in self.lanes:
            out += lane.ended + Counter(lane.counts)
        return out

    def tell(self) -> None:
        left = max(0.0, self.ends - time.monotonic()) / 60
        total = self.total().total()
        print(f"{total} cases, {len(self.found)} findings, {left:.0f} minutes left", flush=True)


def now_of(folder: Path) -> tuple[str, float]:
    """The case in hand, and since when; nothing while the worker still starts."""
    try:
        label, since = (folder / "now").read_text(encoding="utf-8").rsplit(" ", 1)
    except (FileNotFoundError, ValueError):
        return "", time.time()
    return label, float(since)


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
