"""Bots of other projects as agents: processes that speak mjai."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from shugi._fast.batch.batch import Batch
from shugi.agents import AgentError, make_agent, talk
from shugi.agents.mjai import MjaiBot
from shugi.agents.talk import LETTERS, MOST_LINES, Habit, Heard, Talk
from shugi.envs import load_rules
from shugi.envs.observation import Observation
from shugi.table.lobby import open_room
from shugi.table.messages import Act, Back, NewTable, Pace
from shugi.table.seating import sitting
from tests.support.bot_games import play_beside
from tests.support.shell import Shell

BOT = Path(__file__).resolve().parents[1] / "support" / "mjai_bot.py"


def spec(how: str, options: str = "failures=0") -> str:
    return f"mjai[{options}]:'{sys.executable}' '{BOT}' {how}"


def game_of(name: str, how: str, seed: int, options: str = "failures=0") -> int:
    """A game with the bot at seats 0 and 1; its decisions. Its actions are all legal."""
    rules = load_rules(name)
    return play_beside(make_agent(spec(how, options), rules, programs=True), rules, seed)


@pytest.mark.parametrize("name", ["riichi_tenhou", "sanma_tenhou"])
@pytest.mark.parametrize("how", ["quiet", "legal"])
def test_a_bot_plays_whole_games(name: str, how: str) -> None:
    """``legal`` chooses among what riichienv allows, told of nothing but our events."""
    assert sum(game_of(name, how, seed) for seed in range(3)) > 200


def test_a_bot_plays_in_many_games_at_once() -> None:
    rules = load_rules("sanma_base")
    bot, rng = make_agent(spec("legal", "games=5"), rules, programs=True), np.random.default_rng(0)
    batch = Batch(rules, 5, seed=2)
    for _ in range(40):
        batch.step(bot.act(Observation(batch), rng))
        assert not batch.status.any()


def test_a_bot_in_the_arena(shell: Shell) -> None:
    words = ["arena", "sanma_base", "--agents", spec("quiet"), "baseline", "--sets", "2"]
    assert "baseline" in shell.says(*words)


@pytest.mark.parametrize(
    ("how", "options", "text"),
    [
        (
            "die",
            "",
            r"has ended \(exit status 1\); its last line: .*; its errors: the bot is tired",
        ),
        ("sleep", "seconds=0.4,start=0.4", r"did not answer within 0.4 s to \{\"type\":"),
        ("nonsense", "", "said what is no mjai event; its last line: nonsense"),
        ("'[1, 2]'", "", "what is no mjai event"),
        ('\'{"type":"dahai","pai":"7m"}\'', "", "not legal; legal are .*; its last line: .*7m"),
        ('\'{"type":"dahai"}\'', "", "cannot be read: KeyError 'pai'; its last line: .*dahai"),
        ('\'{"type":"none"}\'', "", "what is not legal; legal are"),
    ],
)
def test_what_a_bot_does_wrong_is_told(how: str, options: str, text: str) -> None:
    with pytest.raises(AgentError, match=text):
        game_of("sanma_base", how, 1, f"failures=0,{options}".strip(","))


def test_commands_that_cannot_be() -> None:
    with pytest.raises(AgentError, match="mjai needs a command, as in mjai:python bot.py"):
        make_agent("mjai:", programs=True)
    with pytest.raises(AgentError, match="no option 'second'"):
        make_agent("mjai[second=3]:python", programs=True)
    with pytest.raises(AgentError, match="seconds above 0"):
        make_agent("mjai[seconds=0]:python", programs=True)
    with pytest.raises(AgentError, match="No closing quotation"):
        make_agent("mjai:python 'bot.py", programs=True)
    with pytest.raises(AgentError, match="cannot be started: .*no_such_command"):
        play = make_agent("mjai:/no_such_command", programs=True)
        batch = Batch(load_rules("sanma_base"), 1)
        play.act(Observation(batch), np.random.default_rng(0))


def test_a_bot_is_not_asked_about_other_games() -> None:
    bot = make_agent(spec("quiet"), programs=True)
    batch = Batch(load_rules("super_bingo"), 1)
    with pytest.raises(AgentError, match="plain riichi of three or four players only"):
        bot.act(Observation(batch), np.random.default_rng(0))


def test_nobody_at_a_table_runs_a_command() -> None:
    for wanted in ("mjai:touch /tmp/x", "mjai[seconds=1]:touch /tmp/x", "rollout:mjai:touch x"):
        with pytest.raises(AgentError, match="code is not run at the wish of a page"):
            sitting(wanted, load_rules("sanma_base"), programs=False)


# ---- bots that fail, and tables that ask again

SCRIPT = """
import json, os, sys, time
from pathlib import Path

log, how = Path(sys.argv[1]), sys.argv[2]
first, seat = not log.exists(), 0
for line in sys.stdin:
    event = json.loads(line)
    with log.open("a") as file:
        file.write(f"{os.getpid()} {event['type']}\\n")
    if event["type"] == "start_game":
        seat = event["id"]
    mine = event["type"] == "tsumo" and event["actor"] == seat
    if mine and how == "slow":
        time.sleep(0.6)
    if mine and first and how == "dies":
        sys.exit(1)
    if mine and first and how == "hangs":
        time.sleep(60)
    pai = "?" if first and how == "strays" else event.get("pai")
    wrong = first and how == "illegal"
    say = {"type": "dahai", "actor": seat, "pai": pai} if mine and not wrong else {"type": "none"}
    print(json.dumps(say), flush=True)
"""


class Asked:
    """A bot of ``SCRIPT`` at the seat that begins a game, and what its processes were told."""

    def __init__(self, folder: Path, how: str, options: str = "") -> None:
        file, self.log = folder / "bot.py", folder / "log"
        file.write_text(SCRIPT)
        self.spec = f"mjai{options}:'{sys.executable}' '{file}' '{self.log}' {how}"
        rules = load_rules("sanma_base")
        self.bot = make_agent(self.spec, rules, programs=True)
        self.batch = Batch(rules, 1, auto_reset=False)
        self.batch.reset(np.array([3], np.uint64))

    def act(self, batch: Batch | None = None) -> int:
        batch, rng = batch or self.batch, np.random.default_rng(0)
        return int(self.bot.act(Observation(batch), rng)[0])

    @property
    def told(self) -> list[list[str]]:
        """Process and event."""
        return [line.split() for line in self.log.read_text().splitlines()]

    @property
    def processes(self) -> int:
        return len({process for process, _ in self.told})

    def count(self, event: str) -> int:
        return [word for _, word in self.told].count(event)


def test_two_threads_ask_one_process_in_turn(tmp_path: Path) -> None:
    """A table that is paused, or goes back, asks anew while the old answer is still awaited."""
    asked = Asked(tmp_path, "slow")
    found: list[int] = []
    own = [asked.batch.clone() for _ in range(3)]  # as a table copies the game
    threads = [threading.Thread(target=lambda b=b: found.append(asked.act(b))) for b in own]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(found) == 3 and len({*found}) == 1
    assert asked.batch.legal()[0, found[0]]
    assert asked.processes == asked.count("start_game") == asked.count("tsumo") == 1


def test_a_table_pauses_and_takes_back_while_a_bot_thinks(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "slow")
    seats = ["me", asked.spec, "baseline"]
    room = open_room(NewTable(rules="sanma_base", seats=seats, seed=5, pace=0), programs=True)
    page = room.page_of(room.chairs[0].token)
    assert page is not None

    async def until(wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not wanted():
                await asyncio.sleep(0.02)

    async def thinks() -> bool:
        """The person discards until the bot is to move; whether it is."""
        while room.game.seat != 1:
            if room.game.seat == 0:
                room.ask(
                    page, Act(t="act", decision=room.game.decision, action=room.game.legal()[0])
                )
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        return room.game.seat == 1

    async def played() -> None:
        room.enter(page)
        playing = asyncio.create_task(room.run())
        for _ in range(3):
            assert await thinks()
            at = room.game.decision
            room.ask(page, Pace(t="pace", seconds=0, paused=True))
            await until(lambda: room.paused)
            room.ask(page, Pace(t="pace", seconds=0, paused=False))
            await until(lambda at=at: room.game.decision > at)
        assert await thinks()
        own = room.game.last_of(0)
        assert own is not None
        room.ask(page, Back(t="back", decision=own))
        await until(lambda: room.game.decision == own)
        assert await thinks()
        at = room.game.decision
        await until(lambda: room.game.decision > at)
        assert not room.paused and not page.errors
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    asyncio.run(played())
    assert asked.processes == 1 and asked.count("start_game") == 1


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("dies", "has ended"),
        ("hangs", "did not answer"),
        ("illegal", "not legal"),
        ("strays", "cannot be read"),
    ],
)
def test_a_bot_that_failed_is_started_anew(tmp_path: Path, how: str, said: str) -> None:
    asked = Asked(tmp_path, how, "[seconds=3,start=3]")
    with pytest.raises(AgentError, match=said):
        asked.act()
    assert asked.batch.legal()[0, asked.act()]
    assert asked.processes == asked.count("start_game") == 2


LATE = """
import json, os, sys, time

how, turns, seat = sys.argv[1], 0, 0
for line in sys.stdin:
    event = json.loads(line)
    seat = event.get("id", seat)
    mine = event["type"] == "tsumo" and event["actor"] == seat
    say = {"type": "dahai", "actor": seat, "pai": event["pai"]} if mine else {"type": "none"}
    turns += mine
    if turns > 2 and mine:
        if how == "dies":
            sys.exit("oh")
        if how == "hangs":
            time.sleep(60)
        if how == "floods":
            sys.stdout.write("x" * 3_000_000)
        if how == "talks":
            sys.stdout.write('{"type":"none"}\\n' * 1000)
        say = "nonsense" if how == "nonsense" else {"type": "hora", "actor": seat}
    if mine or event.get("can_act", True):
        print(json.dumps(say), flush=True)
"""
LATE_FAILURES = {
    "dies": r"has ended \(exit status 1\); its last line: \{.*; its errors: oh",
    "hangs": r"did not answer within 1 s to \{.*; its last line: \{",
    "floods": "a line of more than 100,000 bytes; its last line: x{400}",
    "talks": "more lines than it is asked for|not legal",
    "nonsense": 'what is no mjai event; its last line: "nonsense"',
    "illegal": 'not legal; legal are .*; its last line: .*"hora"',
}


@pytest.mark.parametrize("how", LATE_FAILURES)
def test_a_seat_whose_bot_fails_is_played_on(tmp_path: Path, how: str) -> None:
    """By the baseline, with a warning each time; the next question starts another process."""
    file = tmp_path / "bot.py"
    file.write_text(LATE)
    rules, rng = load_rules("sanma_base"), np.random.default_rng(0)
    options = "seconds=1,start=20,failures=2"
    bot = make_agent(f"mjai[{options}]:'{sys.executable}' '{file}' {how}", programs=True)
    batch, chosen = Batch(rules, 1, seed=1, auto_reset=False), np.zeros(1, np.uint8)
    with (
        warnings.catch_warnings(record=True) as caught,
        pytest.raises(AgentError, match=LATE_FAILURES[how]),
    ):
        warnings.simplefilter("always")
        while batch.seat[0] >= 0:
            if batch.seat[0] == 0:
                chosen = bot.act(Observation(batch), rng)
            else:
                batch.baseline(chosen)
            batch.step_one(0, int(chosen[0]))
    told = [str(one.message) for one in caught if one.category is UserWarning]
    assert len(told) == 2 and all(bot.name in one for one in told)
    assert all(re.search(LATE_FAILURES[how], one) for one in told)
    assert "The baseline decides here" in told[0] and "(1 of 2 failures" in told[0]


ANSWERS = """
import json, sys

for line in sys.stdin:
    says = json.loads(line).get("says", [])
    for one in says:
        print(json.dumps({"type": one}), flush=True)
"""


@pytest.mark.parametrize(
    ("lines", "said", "every"),
    [
        ([["none"], ["none"], ["pon"]], "pon", True),  # the first may be a pass
        ([["none"], ["none"], ["none"]], "none", True),
        ([[], [], ["none"]], "none", None),
        ([[], [], ["pon"]], "pon", False),
    ],
)
def test_when_a_bot_answers_is_found_out(
    tmp_path: Path, lines: list[list[str]], said: str, every: bool | None
) -> None:
    """Where it may pass, an answer says nothing about that, but a second one does."""
    file = tmp_path / "bot.py"
    file.write_text(ANSWERS)
    habit = Habit()
    asked = Talk([sys.executable, str(file)], "a bot", 20, 20, habit)
    asked.ask([{"says": says} for says in lines])
    assert asked.answer(lambda answer: answer["type"] in ("none", "pon")) == {"type": said}
    assert habit.every is every
    asked.ask([{"says": says} for says in lines])
    assert asked.answer(lambda answer: True) == {"type": said}
    asked.stop()


def test_late_answers_are_passed_over(tmp_path: Path) -> None:
    """A bot that does not know ``can_act`` discards in a riichi, where nobody asks it."""
    file = tmp_path / "bot.py"
    file.write_text(
        "import json\n"
        "for pai in ('1m', '1m', 'E'):\n"
        "    input()\n"
        "    print(json.dumps({'type': 'dahai', 'pai': pai}), flush=True)\n"
    )
    asked = Talk([sys.executable, str(file)], "a bot", 20, 20, Habit(every=False))
    asked.ask([{}, {}, {}], drawn=["1m", "1m"])
    assert asked.answer(lambda answer: answer["pai"] == "E")["pai"] == "E"
    asked.stop()


def test_the_seat_and_the_name_are_filled_in(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import sys; input(); sys.exit(' '.join(sys.argv[1:]))")
    bot = make_agent(f"mjai:'{sys.executable}' '{file}' {{seat}} log-{{name}} {{x}}", programs=True)
    batch = Batch(load_rules("sanma_base"), 1, seed=1)
    seat = int(batch.seat[0])
    with pytest.raises(AgentError, match=rf"its errors: {seat} log-seat{seat} \{{x\}}$"):
        bot.act(Observation(batch), np.random.default_rng(0))


TALK = """
import sys, time

f = sys.stdout.flush


def w(text):
    sys.stdout.write(text)
    f()


input()
"""
TALKERS = {
    "endless": ("while True: w('x' * 65536)", "a line of more than 100,000 bytes"),
    "long": ("w('[' * 100_001 + chr(10)); time.sleep(60)", "a line of more than 100,000 bytes"),
    "lines": ('while True: w(\'{"type":"none"}\' + chr(10))', "more lines than it is|not legal"),
    "deep": ("w('[' * 99_000 + chr(10)); time.sleep(60)", "what is no mjai event"),
    "nested": (
        "w('{\"type\":' + '[' * 50 + ']' * 50 + '}' + chr(10)); time.sleep(60)",
        "what is no mjai event",
    ),
    "bytes": ("sys.stdout.buffer.write(bytes([255, 10])); f(); time.sleep(60)", "no mjai event"),
}


@pytest.mark.parametrize("how", TALKERS)
def test_what_a_bot_says_has_limits(tmp_path: Path, how: str) -> None:
    code, said = TALKERS[how]
    file = tmp_path / "talker.py"
    file.write_text(TALK + code)
    rules = load_rules("sanma_base")
    bot = make_agent(f"mjai[seconds=30]:'{sys.executable}' '{file}'", rules, programs=True)
    assert isinstance(bot, MjaiBot)
    batch = Batch(rules, 1, auto_reset=False)
    batch.reset(np.array([1], np.uint64))
    began: list[Talk] = []
    real = Talk.answer
    with pytest.MonkeyPatch.context() as patch, pytest.raises(AgentError, match=said) as refused:
        patch.setattr(Talk, "answer", lambda talk, fits: began.append(talk) or real(talk, fits))
        bot.act(Observation(batch), np.random.default_rng(0))
    assert len(str(refused.value)) < 2000
    (asked,) = began
    assert asked.process.wait(timeout=10) is not None  # ended, and so is what reads it
    kept = 0
    while line := asked.heard.get(10):
        kept += len(line)
    assert kept < 2_000_000 and not bot._talks


def test_lines_that_nobody_asked_for_are_not_kept() -> None:
    code = "print('{}\\n' * 20_000, flush=True); import time; time.sleep(5)"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    heard = Heard()
    talk._read(process, heard)
    assert process.wait(timeout=10) != 0
    assert heard.said == MOST_LINES + 1


NESTED = """
import subprocess, sys, time
from pathlib import Path

child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
Path(sys.argv[1]).write_text(str(child.pid))
if sys.argv[2] == "dies":
    sys.exit(1)
time.sleep(600)
"""


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", ["hangs", "dies"])
def test_what_a_bot_started_ends_with_it(tmp_path: Path, how: str) -> None:
    """A bot is often a script around a program."""
    file, noted = tmp_path / "bot.py", tmp_path / "child"
    file.write_text(NESTED)
    rules, before = load_rules("sanma_base"), threading.active_count()
    command = f"mjai[seconds=2,start=2]:'{sys.executable}' '{file}' '{noted}' {how}"
    bot = make_agent(command, rules, programs=True)
    batch = Batch(rules, 1, seed=1)
    for _ in range(2):
        with pytest.raises(AgentError):
            bot.act(Observation(batch), np.random.default_rng(0))
        until = time.monotonic() + 20
        while is_alive(int(noted.read_text())) or threading.active_count() > before:
            assert time.monotonic() < until
            time.sleep(0.02)


def hear_ctrl_c() -> None:
    """A program in the background of a shell would not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("presses", [1, 3])
def test_ctrl_c_leaves_no_bot_behind(tmp_path: Path, presses: int) -> None:
    """In the arena, while it thinks; it has a child of its own, and hears of no Ctrl-C."""
    file, noted = tmp_path / "bot.py", tmp_path / "child"
    file.write_text(NESTED)
    bot = f"mjai:'{sys.executable}' '{file}' '{noted}' hangs"
    words = ["arena", "sanma_base", "--sets", "2", "--agents", bot, "baseline"]
    code = "import sys; from shugi.commands.cli import main; sys.exit(main(sys.argv[1:]))"
    arena = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=hear_ctrl_c,
    )

    def until(holds: Callable[[], object], what: str) -> None:
        end = time.monotonic() + 60
        while not holds():
            assert time.monotonic() < end, what
            time.sleep(0.02)

    until(lambda: noted.exists() and noted.read_text(), "the bot begins")
    for _ in range(presses):
        os.killpg(arena.pid, signal.SIGINT)
        time.sleep(0.1)
    arena.communicate(timeout=60)
    until(lambda: not is_alive(int(noted.read_text())), "the bot ends")


BEGINS = """
import os, signal, subprocess, sys, threading, time

from shugi.agents.talk import Habit, Talk

real = subprocess.Popen


def slow(*command, **how):
    process = real(*command, **how)
    print(process.pid, flush=True)
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.5)
    return process


subprocess.Popen = slow
Talk(["sleep", "600"], "a bot", 1, 1, Habit())
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_ctrl_c_while_a_bot_begins() -> None:
    words = [sys.executable, "-c", BEGINS]
    done = subprocess.run(words, capture_output=True, timeout=120, preexec_fn=hear_ctrl_c)
    assert b"KeyboardInterrupt" in done.stderr
    process, end = int(done.stdout), time.monotonic() + 10
    while is_alive(process):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_of_what_a_bot_complains_the_end_is_kept(tmp_path: Path) -> None:
    """All of it, in a file, would fill the disk."""
    file = tmp_path / "bot.py"
    file.write_text(
        "import sys; input()\n"
        "for _ in range(100): sys.stderr.write('x' * 100_000)\n"
        "sys.exit('the last \\x1b[31mword\\x07')\n"
    )
    rules = load_rules("sanma_base")
    bot = make_agent(f"mjai:'{sys.executable}' '{file}'", rules, programs=True)
    batch, began, real = Batch(rules, 1, seed=1), [], Talk.answer
    with pytest.MonkeyPatch.context() as patch, pytest.raises(AgentError, match="ended") as ended:
        patch.setattr(Talk, "answer", lambda talk, fits: began.append(talk) or real(talk, fits))
        bot.act(Observation(batch), np.random.default_rng(0))
    assert str(ended.value).endswith(r"xxx" + r"the last \x1b[31mword\x07")
    assert len(began[0].errors) == LETTERS
