"""What commands print for people: names as they are, numbers whole, at any width."""

import io
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from shugi.agents import Agent, Baseline, Random
from shugi.commands import arena, ladder
from shugi.envs.rulesets.rules import load_rules
from shugi.training.judge.ladder import Ladder
from shugi.training.judge.ladder_table import judge_ladder
from shugi.training.judge.match import Match
from shugi.training.judge.outcome import Outcome, judge
from shugi.training.terminal.console import add_numbers, add_text, console, draws, show_table
from shugi.training.terminal.interval import interval
from shugi.training.terminal.progress import Meter

NAMES = ["rollout[deals=2]:baseline", "runs/a[/bold]b:smile:c", "[red]runs/" + "x" * 60]


def outcome() -> Outcome:
    match = Match(load_rules("super_bingo"), {"a": Baseline(), "b": Random(), "c": Random()}, 1)
    match.play(3)
    found = judge(match.record())
    agents = [replace(one, name=name) for one, name in zip(found.agents, NAMES, strict=True)]
    named = dict(zip("abc", NAMES, strict=True))
    differences = [
        replace(one, first=named[one.first], second=named[one.second]) for one in found.differences
    ]
    return replace(found, agents=agents, differences=differences)


def screen(width: int) -> Console:
    """A terminal, as ``console`` makes it of a real one."""
    found = console()
    found.file, found._force_terminal, found.width = io.StringIO(), True, width
    found.no_color = True
    return found


def text_of(shown: Console) -> str:
    assert isinstance(shown.file, io.StringIO)
    return shown.file.getvalue()


def words_of(text: str) -> set[str]:
    return set(re.split(r"[\s│┃]+", text))


def squeezed(text: str) -> str:
    """Without what only lays it out: a folded name is whole again."""
    return "".join(letter for letter in text if letter not in " \n│┃|─━┏┓┳┡┩╇└┘┴├┤┼")


@pytest.mark.parametrize("width", [20, 40, 80, 120, 400])
def test_a_match_is_told_whole_at_any_width(width: int) -> None:
    shown, found = screen(width), outcome()
    arena.show(found, shown)
    text = text_of(shown)
    assert "…" not in text
    for name in NAMES:
        assert squeezed(name) in squeezed(text)
    for agent in found.agents:
        for number in (agent.per_hand, agent.per_game, *(seat.per_hand for seat in agent.seats)):
            assert set(interval(number).split()) <= words_of(text)
        assert f"{agent.hands:,}" in text


@pytest.mark.parametrize("width", [30, 80, 400])
def test_a_ladder_is_told_whole_at_any_width(
    width: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rules = load_rules("super_bingo")
    names = ["random", "baseline", "without[riichi,pon]:baseline", "baseline:folder"]
    played = Ladder(rules, names, tmp_path_factory.getbasetemp() / "ladder", 2, 2)
    played.play()
    found, shown = judge_ladder(played, draws=50), screen(width)
    ladder.show(played, found, "chips", shown)
    text = text_of(shown)
    assert "…" not in text and all(squeezed(name) in squeezed(text) for name in names)
    for i, one in enumerate(found.ratings):
        told = f"{one.rating:+.2f} ({one.low:+.2f} to {one.high:+.2f})"
        assert set(told.split()) <= words_of(text)
        for j in range(len(names)):
            assert i == j or f"{found.gain[i, j]:+.1f}" in text


def test_what_is_piped_has_no_edge() -> None:
    name = "rollout[deals=2,continuation=[baseline:rusher,defence=2]]:" + "long/" * 40
    table = Table(title="t")
    add_text(table, "agent")
    add_numbers(table, "n")
    table.add_row(name, "+1.00")
    shown = console()
    shown.file = io.StringIO()
    show_table(table, shown)
    assert any(name in line and "+1.00" in line for line in text_of(shown).splitlines())


@pytest.mark.parametrize(
    ("agents", "sets", "without", "told"),
    [
        ({"baseline": Baseline()}, 3, "smallest effect", "One agent at every seat"),
        ({"a": Baseline(), "b": Random()}, 1, "inf", "One set shows nothing"),
    ],
    ids=["one agent", "one set"],
)
def test_what_shows_nothing_says_so(
    agents: dict[str, Agent], sets: int, without: str, told: str
) -> None:
    match = Match(load_rules("super_bingo"), agents, 1)
    match.play(sets)
    shown = screen(80)
    arena.show(judge(match.record()), shown)
    assert without not in text_of(shown) and told in text_of(shown)


# ---- progress


def test_progress_ends_at_a_hundred() -> None:
    shown = Console(file=io.StringIO(), width=80)
    with Meter(shown) as meter:
        meter.show("arena", 1.03, {"sets": "[bold]1"})
        meter.say("runs/[/bold]")
    assert "100%" in text_of(shown) and "103" not in text_of(shown)


@pytest.mark.parametrize("width", [24, 40, 79, 80, 120])
def test_a_bar_cuts_no_number(width: int) -> None:
    shown = screen(width)
    numbers = {"sets": "123,456", "hands": "[b]1,234,567", "hands/s": "98,765"}
    with Meter(shown) as meter:
        assert meter.bar is not None
        meter.show("a[/b]rena", 2.0, numbers)
        meter.bar.refresh()
    text = squeezed(text_of(shown))
    assert "…" not in text and "100%" in text and "a[/b]rena" in text
    for name, number in numbers.items():
        assert number in text and name in text


def test_a_dumb_terminal_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert not draws(Console(force_terminal=True))


# ---- a reader who leaves

SHUGI = [sys.executable, "-P", "-m", "shugi.commands.cli"]
MATCH = ["arena", "sanma_base", "--agents", "baseline", "random", "--sets", "2"]


@pytest.mark.parametrize("words", [["--help"], ["arena", "--help"], ["rules", "super_bingo"]])
def test_a_closed_pipe_is_no_error(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*SHUGI, *words], stdout=writing, stderr=subprocess.PIPE, text=True, timeout=120
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_pipe_is_no_error_for_tables_and_progress(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [*SHUGI, *MATCH]
    told = (tmp_path / "told").open("w+")
    assert subprocess.run(command, stdout=writing, stderr=told, timeout=120).returncode == 0
    told.seek(0)
    assert "Error" not in told.read()
    assert subprocess.run(command, stdout=told, stderr=writing, timeout=120).returncode == 0
    os.close(writing)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_told() -> None:
    command = [*SHUGI, "list", "variants"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == 2 and "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_letters_that_cannot_be_shown_are_no_error() -> None:
    given = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*SHUGI, *MATCH], env=given, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "per hand" in done.stdout, done.stderr


def test_there_may_be_no_output() -> None:
    command = f"{shlex.join([*SHUGI, *MATCH, '--json'])} >&-"
    done = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
