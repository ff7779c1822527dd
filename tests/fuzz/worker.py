"""One process that runs cases, and says beforehand which one, so that a crash can be named."""

from __future__ import annotations

import faulthandler
import hashlib
import json
import os
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.guide import Guide
from tests.fuzz.target import Refused, Target

LARGE = 200_000  # bytes; larger inputs are not kept


@dataclass
class Log:
    """What a worker tells the watching process: a file of JSON lines."""

    path: Path
    done: Counter[str] = field(default_factory=Counter)

    def say(self, **row: Any) -> None:
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


class Worker:
    def __init__(self, targets: Mapping[str, Target], folder: Path) -> None:
        self.targets = targets
        self.now = folder / "now"  # the case in hand, and its input
        self.input = folder / "input"
        self.log = Log(folder / "log")
        self.unraisable: list[Any] = []
        sys.unraisablehook = self.unraisable.append
        faulthandler.enable()
        warnings.simplefilter("ignore")

    def seeded(self, cases: Iterator[int], minutes: float) -> None:
        """Every target in turn, each case from its number; one round however long it takes."""
        names, ends = list(self.targets), time.monotonic() + 60 * minutes
        for done, number in enumerate(cases):
            if done >= len(names) and time.monotonic() > ends:
                break
            name = names[number % len(names)]
            self.begin(f"{name}:{number}", b"")
            self.case(f"{name}:{number}", name, self.targets[name].drawn(number))
        self.end(counts=self.log.done)

    def guided(self, pools: Mapping[str, Pool], seed: int, minutes: float) -> None:
        """Inputs that reached something new are kept and changed further."""
        names, ends, k = list(self.targets), time.monotonic() + 60 * minutes, 0
        guide = Guide()
        for name, pool in pools.items():
            for data in pool.inputs:
                guide.reached_new(lambda d=data, n=name: self.case(n, n, d))
        while time.monotonic() < ends:
            k += 1
            name = names[k % len(names)]
            data = pools[name].next(Random(f"{seed}:{k}"))
            if guide.reached_new(lambda d=data, n=name: self.case(n, n, d)):
                pools[name].keep(data)
        self.end(counts=self.log.done, reached=guide.reached())

    def end(self, **row: Any) -> None:
        self.log.say(**row)
        self.begin("", b"")  # no case is in hand

    def begin(self, label: str, data: bytes) -> None:
        self.input.write_bytes(data)
        self.now.write_text(f"{label} {time.time()}", encoding="utf-8")

    def case(self, label: str, name: str, data: bytes) -> None:
        self.begin(label, data)
        self.unraisable.clear()
        outcome = "accepted"
        try:
            self.targets[name].run(data)
        except Refused:
            outcome = "refused"
        except Exception as error:
            outcome = "finding"
            self.finding(label, data, error, traceback.format_exc())
        for one in self.unraisable:
            text = "".join(traceback.format_exception(one.exc_value))
            self.finding(label, data, one.exc_value, f"{text}in {one.object!r}, not raised")
        self.log.done[f"{name} {outcome}"] += 1
        if self.log.done.total() % 10 == 0:
            self.log.say(counts=self.log.done)

    def finding(self, label: str, data: bytes, error: BaseException, text: str) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "in the engine"
        kind = f"{type(error).__name__} at {place}"
        self.log.say(finding=kind, case=label, input=data.hex(), text=text)


class Pool:
    """The inputs of one target: those kept in the repository, and those found since."""

    def __init__(self, target: Target, kept: Path, found: Path) -> None:
        self.target, self.found = target, found
        found.mkdir(parents=True, exist_ok=True)
        paths = [*sorted(kept.glob("*")), *sorted(found.glob("*"))]
        self.inputs = [path.read_bytes() for path in paths]

    def next(self, rng: Random) -> bytes:
        if not self.inputs or rng.random() < 0.1:
            return self.target.drawn(rng.getrandbits(40))
        data = rng.choice(self.inputs)
        for _ in range(rng.choice((1, 1, 2, 4))):
            data = self.target.edit(data, rng)
        return data

    def keep(self, data: bytes) -> None:
        if len(data) > LARGE:
            return
        self.inputs.append(data)
        partly = self.found / f".{os.getpid()}"
        partly.write_bytes(data)
        partly.replace(self.found / hashlib.sha256(data).hexdigest()[:16])
