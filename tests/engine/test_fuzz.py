"""The fuzzing: what was found once stays mended, cases repeat, and whatever breaks is told of."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from shugi._fast.rules.options import OPTIONS
from tests.fuzz.inputs import TARGETS
from tests.fuzz.plays import drawn_value
from tests.fuzz.target import Refused
from tests.fuzz.watch import Settings, Watch, python

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
KEPT = sorted(path for path in CORPUS.glob("*/*") if path.is_file())
CASES = {"play": 3, "threads": 1, "state": 12, "position": 12, "saved": 12, "record": 8}

PLANTED = """
import os, sys, time
from itertools import count
from pathlib import Path
sys.path.append({root!r})
from tests.fuzz.target import Target
from tests.fuzz.worker import Worker

class Dying:
    def __del__(self):
        raise KeyError("nobody sees this")

def run(data):
    broken = int(data) == 2
    {planted}

class Numbered(Target):
    def drawn(self, seed):
        return str(seed).encode()

target = Numbered("planted", None, None, run)
Worker({{"planted": target}}, Path(sys.argv[2])).seeded(iter(range(int(sys.argv[1]), 6)), 1)
"""


def watched(planted: str, work: Path, hang: float = 60) -> tuple[Watch, int]:
    """Six cases of a target that is broken in the third; how many were counted as accepted."""
    script = PLANTED.format(root=str(ROOT), planted=planted)

    def start(number: int, first: int, folder: Path, minutes: float) -> list[str]:
        return [*python(), "-c", script, str(first), str(folder)]

    watch = Watch(start, Settings(workers=1, minutes=5, hang=hang, seed=0), work)
    return watch, watch.run()["planted accepted"]


@pytest.mark.parametrize(
    ("planted", "kind"),
    [
        ("assert not broken", "AssertionError at "),
        ("broken and os.abort()", "signal SIGABRT"),
        ("broken and os._exit(3)", "status 3"),
        ("broken and time.sleep(100)", "planted hangs"),
        ("broken and Dying()", "KeyError at "),
    ],
)
def test_what_breaks_is_told_of_with_its_case(planted: str, kind: str, tmp_path: Path) -> None:
    watch, accepted = watched(planted, tmp_path, hang=3 if "hangs" in kind else 60)
    [found] = watch.found.values()
    assert found.kind.startswith(kind)
    assert found.case == "planted:2"
    assert accepted >= 3  # it went on behind it


def test_nothing_is_found_where_nothing_is_wrong(tmp_path: Path) -> None:
    watch, accepted = watched("pass", tmp_path)
    assert not watch.found and accepted == 6


@pytest.mark.parametrize("path", KEPT, ids=lambda path: str(path.relative_to(CORPUS)))
def test_kept_inputs_are_refused_or_play_on(path: Path) -> None:
    try:
        TARGETS[path.parent.name].run(path.read_bytes())
    except Refused as refused:
        assert str(refused)


@pytest.mark.parametrize("name", TARGETS)
def test_fresh_inputs_are_refused_or_play_on(name: str) -> None:
    target, accepted = TARGETS[name], 0
    for number in range(CASES.get(name, 20)):
        try:
            target.run(target.drawn(number))
        except Refused:
            continue
        accepted += 1
    assert accepted


@pytest.mark.parametrize("name", TARGETS)
def test_a_case_is_the_same_again(name: str) -> None:
    target = TARGETS[name]
    assert target.drawn(7) == target.drawn(7) != target.drawn(8)


def test_unchanged_inputs_are_good() -> None:
    for name, target in TARGETS.items():
        if name != "agent":  # some are of files that do not exist
            target.run(target.make(Random(1)))


def test_values_of_every_option_can_be_drawn() -> None:
    rng = Random(3)
    for option in OPTIONS.values():
        for _ in range(20):
            value = drawn_value(option.type, option.default, rng)
            try:
                option.check(value)
            except ValueError:  # numbers that must add up to a total seldom do
                assert getattr(option.type, "total", None) is not None, (option.name, value)


def test_the_command_runs_a_case_and_a_file(tmp_path: Path) -> None:
    script = [sys.executable, "-P", str(ROOT / "tests" / "fuzz")]
    case = subprocess.run([*script, "--case", "agent:3"], capture_output=True, text=True)
    assert case.returncode == 0 and re.search(r"^(refused: |accepted)", case.stdout, re.MULTILINE)
    path = tmp_path / "agent-1"
    path.write_bytes(b"baselin")
    done = subprocess.run([*script, "--input", path], capture_output=True, text=True)
    assert done.returncode == 0 and "refused: " in done.stdout
