"""The table in a terminal: every game is played to its end by lines and by keys."""

import fcntl
import io
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from shugi.agents import Baseline
from shugi.commands import play
from shugi.envs.records.record import check, load_record
from shugi.envs.rulesets.rules import load_rules, variants
from shugi.table import seating
from shugi.table.drawing import table_text
from shugi.table.game import Game
from shugi.table.keyboard import NAMES
from shugi.table.keys import LETTERS, MORE, TILES, USUAL, hand_of, keys_of
from shugi.table.messages import NewTable
from shugi.table.seating import seat_players
from shugi.table.sitting import COMMANDS, Sitting
from shugi.training.terminal.console import console
from tests.support.shell import Shell

SETS = [variant.name for variant in variants()]
OTHERS = ("left", "right", "up", "down", "?", "tab", "*", "<", ">", "nonsense", "")


class Typist:
    """A standard input of random keys, most of which do something."""

    def __init__(self, seed: int, most: int) -> None:
        self.rng, self.left = random.Random(seed), most
        self.sitting: Sitting | None = None

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        assert self.sitting is not None
        self.left -= 1
        if self.left < 0:
            return ""
        if self.sitting.at is not None:
            return "right\n"
        if self.rng.random() < 0.05:
            return f"{self.rng.choice(OTHERS)}\n"
        view = self.sitting.view()
        legal = {one["id"] for one in view["actions"]}
        keys = list(view["keys"]["verbs"].values())
        tiles = zip(hand_of(view), view["keys"]["tiles"], strict=True)
        keys += [key for tile, key in tiles if tile in legal]
        return f"{self.rng.choice(keys)}\n"


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Typist:
    found = Typist(1, 10**6)

    class Watched(Sitting):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            found.sitting = self

    monkeypatch.setattr(play, "Sitting", Watched)
    monkeypatch.setattr(sys, "stdin", found)
    return found


@pytest.mark.parametrize("name", SETS)
def test_every_game_is_played_to_its_end(
    name: str, typist: Typist, tmp_path: Path, shell: Shell
) -> None:
    kept = "+" not in name  # writing takes longer than playing
    words = ["play", name, "--seed", "5", "--pace", "0"]
    out = shell.says(*words, *(["--record", tmp_path] if kept else []))
    sitting = typist.sitting
    assert sitting is not None and sitting.game.over
    assert out.count("you are to") > 5 and "hand 1: " in out
    assert "cannot go on" not in out and "is not legal" not in out
    files = list(tmp_path.iterdir())
    assert len(files) == kept
    for file in files:
        record = load_record(file)
        assert record.over and check(record).rules.name == load_rules(name).name


def played(name: str, **more: Any) -> Sitting:
    return Sitting(seat_players(NewTable(rules=name, seed=3, **more)), 0.0)


def act(sitting: Sitting) -> None:
    """Go on to the person's next decision."""
    while not sitting.asks:
        sitting.payments = None
        sitting.wait()


def text_of(sitting: Sitting) -> str:
    shown = console()
    with shown.capture() as found:
        shown.print(table_text(sitting))
    return found.get()


@pytest.mark.parametrize("name", ["super_bingo", "hangzhou", "piquet", "ninety_nine"])
def test_hidden_tiles_are_not_drawn(name: str) -> None:
    sitting, compared = played(name), 0
    for _ in range(25):
        act(sitting)
        if sitting.game.over:
            break
        shown, game = text_of(sitting), sitting.game
        for key in range(4):
            sitting.game = game.at(game.decision)
            sitting.game.batch.redeal(0, 0, key)
            compared += sitting.game.position() != game.position()
            assert text_of(sitting) == shown
        sitting.game = game
        sitting.game.act(game.legal()[0])
    assert compared > 20


def test_taking_back_and_playing_on() -> None:
    sitting = played("super_bingo")
    act(sitting)
    first = text_of(sitting)
    sitting.press("backspace")
    assert sitting.errors == ["there is no decision of yours to take back"]
    assert sitting.press("1")
    act(sitting)
    assert sitting.game.decision > 1
    sitting.press("left")
    assert sitting.at == sitting.last - 1 and "enter plays on" in text_of(sitting)
    assert not sitting.press("1") and sitting.at is not None  # nothing is done in the past
    sitting.press("up")
    assert sitting.at == 0
    sitting.press("down")
    assert sitting.at is None
    sitting.press("backspace")
    assert sitting.game.decision == 0 and text_of(sitting) == first
    sitting.press("*")
    assert sitting.errors == ["other hands stay closed while you play"]
    sitting.press("1")
    act(sitting)
    sitting.press("left")
    sitting.press("enter")
    assert sitting.at is None
    assert sitting.press("zz") is False


def test_watching(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    out = shell.says("play", "piquet", "--watch", "--seed", "2", "--pace", "0")
    assert "hand 1: win by baseline" in out and "sequence" in out


def test_a_record_is_looked_at(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new(load_rules("super_bingo"), 9, ["a", "b", "c"])
    for _ in range(30):
        game.act(game.legal()[0])
    game.record().save(tmp_path / "game.jsonl")
    monkeypatch.setattr(sys, "stdin", io.StringIO("right\nright\nleft\n*\nend\nescape\nleft\n"))
    out = shell.says("play", tmp_path / "game.jsonl")
    assert re.findall(r"^(\d+) / 30", out, re.MULTILINE) == ["0", "1", "2", "1", "1", "1"]
    assert out.count("▒▒") == 3 + 3  # closed by `*`, and so they stayed
    (tmp_path / "position.txt").write_text(game.position())
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert "you are to" in shell.says("play", tmp_path / "position.txt", "--pace", "0")


def test_choosing_a_rule_set(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, said in (("1", f"{SETS[0]} ·"), ("hangzhou", "hangzhou ·"), ("", "which one?")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{answer}\n"))
        assert said in shell.says("play", "--pace", "0")
    monkeypatch.setattr(sys, "stdin", io.StringIO("super_bing\n"))
    assert "did you mean" in shell.refuses("play")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "me", "me", "random"], "one person plays"),
        (["--seats", "me", "basline", "random"], "basline"),
        (["--pace", "-1"], "--pace: Input should be"),
        (["--seats", "me"], "has 3 seats"),
    ],
)
def test_what_is_refused(words: list[str], said: str, shell: Shell) -> None:
    assert said in shell.refuses("play", "super_bingo", *words)


def test_no_two_actions_have_one_key() -> None:
    tiles = list(range(14))
    verbs = [{"id": 64 + k, "name": name} for k, name in enumerate([*USUAL, "float", "rob"])]
    keys = keys_of([*verbs, {"id": 3, "name": "4m"}], tiles)
    assert keys["tiles"] == list((TILES + MORE)[:14])
    assert keys["verbs"][64] == "q" and len(keys["verbs"]) == len(verbs)
    every = [*keys["tiles"], *keys["verbs"].values()]
    assert len(set(every)) == len(every)
    many = [{"id": 20 + k, "name": "x"} for k in range(60)]
    assert len(keys_of(many, tiles)["verbs"]) == len(LETTERS)  # the rest goes by name
    assert not set(COMMANDS) & {*TILES, *MORE, *LETTERS}
    assert set(NAMES.values()) <= set(COMMANDS)


# ---- a real terminal


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self.before = termios.tcgetattr(theirs)
        self.theirs, self.said = theirs, ""
        self.command = subprocess.Popen(
            [sys.executable, "-P", "-m", "shugi.commands.cli", "play", *words],
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color"},
            # a shell that put the tests into the background has told them to ignore Ctrl-C
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip

    def wait_for(self, pattern: str, seconds: float = 30) -> str:
        """Read until it is on the screen; what comes later is left for the next time."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.said)):
            left = end - time.monotonic()
            assert left > 0 and select.select([self.ours], [], [], left)[0], self.said[-3000:]
            text = os.read(self.ours, 65536).decode(errors="replace")
            self.said += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
        self.said = self.said[found.end() :]
        return found[0]

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())


def test_a_terminal(tmp_path: Path) -> None:
    shown = Terminal("super_bingo", "--seed", "3", "--pace", "0", "--record", str(tmp_path))
    shown.wait_for("you are to play")
    shown.wait_for("0 / 0")
    shown.press("1")
    # on one screen: agents may still play while the count is read from another
    after = int(shown.wait_for(r"you are to play[^/▶]*?\d+ / [1-9]\d*").split()[-1])
    shown.press("\x1b[D")
    shown.wait_for(f"{after - 1} / {after} · looking back")
    shown.press("\x1bOC")
    shown.wait_for(f"{after} / {after} · ")
    shown.press("?")
    shown.wait_for("what it does")
    shown.press(" ")
    shown.wait_for("you are to play")
    shown.press("\x7f")
    shown.wait_for("0 / 0")
    shown.press("2")
    shown.wait_for(r"\d+ / [1-9]")
    os.killpg(shown.command.pid, signal.SIGINT)
    shown.wait_for("the game: ")
    assert shown.command.wait(20) == 130
    assert termios.tcgetattr(shown.theirs) == shown.before
    (file,) = tmp_path.iterdir()
    assert check(load_record(file)).seats == 3


def test_a_long_thought_can_be_left() -> None:
    shown = Terminal("super_bingo", "--watch", "--seed", "3", "--pace", "9")
    shown.wait_for("⠸")  # it turns while the agent waits
    shown.press("\x04")
    assert shown.command.wait(20) == 0


def test_why_an_agent_fails_is_told_at_the_end(
    monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    """The error names all hands, for the action is not legal."""

    class Fails(Baseline):
        def act(self, seen: Any, rng: Any) -> Any:
            return (1 - seen.mask).argmax(axis=1)

    made = seating.make_agent
    monkeypatch.setattr(
        seating, "make_agent", lambda spec, *_, **__: Fails() if spec == "random" else made(spec)
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO("tab\n" * 3))
    out = shell.says("play", "super_bingo", "--seats", "random", "me", "random", "--pace", "0")
    assert "cannot go on; why is told at the end" in out
    assert out.count("position: ") == 1 and "position: " in out.rstrip().splitlines()[-1]
